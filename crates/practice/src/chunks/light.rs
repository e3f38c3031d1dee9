//! Sky and block light of a chunk, flooded as vanilla does: daylight falls straight down until something is in its way,
//! then it and the light of lamps lose one level a block, or what the block filters.
//!
//! Light reaches fourteen blocks beyond its source, so a chunk is lit together with that much of its neighbours, as far as
//! they are there; from those that are not nothing shines in. Faces of slabs and stairs that would stop light do not here.

use std::{ops::Range, sync::Arc};

use azalea_core::bitset::BitSet;
use azalea_protocol::packets::game::c_light_update::ClientboundLightUpdatePacketData;

use crate::chunks::{
    chunk::Chunk,
    heights::{HEIGHT, SECTIONS},
    shine::{FULL, class},
};

/// As far as light comes from its source.
const REACH: usize = 14;

/// A chunk and its neighbours, side by side, and how many columns that is. The outermost are further off than light comes;
/// they take all of it, so that it need not look where it ends.
const WIDTH: usize = 48;
const LAYER: usize = WIDTH * WIDTH;

/// A column that takes all light: there is no chunk, or no more.
const CLOSED: u16 = u16::MAX;

/// Cells of a chunk-wide section of light, two a byte.
const SECTION_BYTES: usize = 2048;

/// A chunk and its neighbours, by z and x from the north-west; who is not loaded is not there.
pub(crate) type Around<'a> = [[Option<&'a Chunk>; 3]; 3];

/// Light on its way through a chunk and its neighbours, brightest first. Cells are numbered by height, z and x from the
/// north-west; the heights that are looked at have one more below and above, which take all light.
struct Flood<'a> {
    chunks: &'a Around<'a>,
    heights: Range<usize>,
    levels: Vec<u8>,
    /// What cells take from light, as it comes to be known; 0: not yet.
    filters: Vec<u8>,
    /// Cells that have yet to shine on, by their level.
    waiting: [Vec<u32>; 16],
    /// What shines above the heights, everywhere.
    above: u8,
}

impl<'a> Flood<'a> {
    fn new(chunks: &'a Around<'a>, heights: Range<usize>, above: u8) -> Self {
        let cells = (heights.len() + 2) * LAYER;
        Self { chunks, heights, levels: vec![0; cells], filters: vec![0; cells], waiting: Default::default(), above }
    }

    fn cell(&self, y: usize, column: usize) -> usize {
        (y + 1 - self.heights.start) * LAYER + column
    }

    fn filter(&mut self, at: usize) -> u8 {
        if self.filters[at] == 0 {
            let (layer, column) = (at / LAYER, at % LAYER);
            let inside = (1..=self.heights.len()).contains(&layer);
            let chunk = chunk_of(self.chunks, column).filter(|_| inside);
            self.filters[at] = chunk.map_or(FULL, |chunk| {
                let y = layer - 1 + self.heights.start;
                (class(chunk.sections[y >> 4].get((y & 15) << 8 | local(column))) & 15).max(1)
            });
        }
        self.filters[at]
    }

    /// A cell has this much light, and passes it on.
    fn set(&mut self, at: usize, level: u8) {
        self.levels[at] = level;
        if level > 1 {
            self.waiting[usize::from(level)].push(at as u32);
        }
    }

    fn spread(&mut self) {
        for level in (2..=FULL).rev() {
            while let Some(at) = self.waiting[usize::from(level)].pop() {
                let at = at as usize;
                if self.levels[at] != level {
                    continue; // it has become brighter since
                }
                for next in [at - 1, at + 1, at - WIDTH, at + WIDTH, at - LAYER, at + LAYER] {
                    if self.levels[next] + 1 < level {
                        let left = level.saturating_sub(self.filter(next));
                        if left > self.levels[next] {
                            self.set(next, left);
                        }
                    }
                }
            }
        }
    }

    /// Whether there may be light in the sixteen heights from here.
    fn reaches(&self, bottom: isize) -> bool {
        bottom + 16 > self.heights.start as isize && (self.above > 0 || bottom < self.heights.end as isize)
    }

    /// Adds the middle chunk's light in sixteen heights, two cells a byte, by `y << 8 | z << 4 | x`.
    fn add_to(&self, bytes: &mut [u8; SECTION_BYTES], bottom: isize) {
        for (y, layer) in (bottom..).zip(bytes.chunks_exact_mut(128)) {
            let Ok(y) = usize::try_from(y) else { continue };
            if y >= self.heights.end {
                layer.fill(self.above << 4 | self.above);
            } else if y >= self.heights.start {
                for (z, row) in layer.chunks_exact_mut(8).enumerate() {
                    let levels = &self.levels[self.cell(y, (z + 16) * WIDTH + 16)..][..16];
                    for (byte, pair) in row.iter_mut().zip(levels.chunks_exact(2)) {
                        *byte |= pair[0] | pair[1] << 4;
                    }
                }
            }
        }
    }
}

/// The chunk of a column, counted by z and x; none in the outermost.
fn chunk_of<'a>(chunks: &Around<'a>, column: usize) -> Option<&'a Chunk> {
    let (x, z) = (column % WIDTH, column / WIDTH);
    let inner = 1..WIDTH - 1;
    if inner.contains(&x) && inner.contains(&z) { chunks[z >> 4][x >> 4] } else { None }
}

/// A column within its chunk, by `z << 4 | x`.
#[inline]
fn local(column: usize) -> usize {
    ((column / WIDTH) & 15) << 4 | ((column % WIDTH) & 15)
}

/// `None` if there is nothing under the sky.
fn sky<'a>(chunks: &'a Around<'a>) -> Option<Flood<'a>> {
    let mut open = [CLOSED; LAYER];
    for (column, open) in open.iter_mut().enumerate() {
        if let Some(chunk) = chunk_of(chunks, column) {
            *open = chunk.shine().open[local(column)];
        }
    }
    let there = || open.iter().copied().enumerate().filter(|&(_, open)| open != CLOSED);
    let lowest = usize::from(there().map(|(_, open)| open).min()?);
    let highest = usize::from(there().map(|(_, open)| open).max()?);
    let mut flood = Flood::new(chunks, lowest.saturating_sub(REACH)..highest, FULL);
    for y in lowest..highest {
        let layer = flood.cell(y, 0);
        for (level, &open) in flood.levels[layer..layer + LAYER].iter_mut().zip(&open) {
            if usize::from(open) <= y {
                *level = FULL;
            }
        }
    }
    for (column, from) in there() {
        let from = usize::from(from);
        // Daylight that falls into what is below the open sky, level by level.
        let mut level = FULL;
        for y in (flood.heights.start..from).rev() {
            let at = flood.cell(y, column);
            level = level.saturating_sub(flood.filter(at));
            if level == 0 {
                break;
            }
            flood.set(at, level);
        }
        // And that which goes sideways from beside a higher column.
        let beside = [column - 1, column + 1, column - WIDTH, column + WIDTH].map(|beside| open[beside]);
        let highest = beside.into_iter().filter(|&open| open != CLOSED).max().unwrap_or(0);
        for y in from..usize::from(highest) {
            flood.set(flood.cell(y, column), FULL);
        }
    }
    flood.spread();
    Some(flood)
}

/// One flood for each group of lamps so far below the next that no cell is lit by both.
fn lamps<'a>(chunks: &'a Around<'a>) -> Vec<Flood<'a>> {
    let mut lamps = Vec::new();
    for (row, chunks) in chunks.iter().enumerate() {
        for (number, chunk) in chunks.iter().enumerate() {
            for &(y, at, level) in chunk.iter().flat_map(|chunk| &chunk.shine().lamps) {
                let (x, z) = (number * 16 + usize::from(at & 15), row * 16 + usize::from(at >> 4));
                let outside = |along: usize| 16usize.saturating_sub(along) + along.saturating_sub(31);
                if outside(x) + outside(z) < usize::from(level) {
                    lamps.push((usize::from(y), z * WIDTH + x, level));
                }
            }
        }
    }
    lamps.sort_unstable();
    let groups = lamps.chunk_by(|lower, upper| upper.0 - lower.0 <= 2 * REACH);
    let flood = |group: &[(usize, usize, u8)]| {
        let (Some(lowest), Some(highest)) = (group.first(), group.last()) else { return None };
        let heights = lowest.0.saturating_sub(REACH)..(highest.0 + REACH + 1).min(HEIGHT as usize);
        let mut flood = Flood::new(chunks, heights, 0);
        for &(y, column, level) in group {
            flood.set(flood.cell(y, column), level);
        }
        flood.spread();
        Some(flood)
    };
    groups.filter_map(flood).collect()
}

/// The sections that have light, those that have none, and the light, lowest first.
fn sections(floods: &[Flood], count: usize) -> (BitSet, BitSet, Arc<Box<[Box<[u8]>]>>) {
    let (mut lit, mut dark) = (BitSet::new(SECTIONS + 2), BitSet::new(SECTIONS + 2));
    let mut arrays: Vec<Box<[u8]>> = Vec::new();
    for section in 0..count {
        let bottom = section as isize * 16 - 16;
        let mut bytes = [0; SECTION_BYTES];
        let mut any = false;
        for flood in floods.iter().filter(|flood| flood.reaches(bottom)) {
            flood.add_to(&mut bytes, bottom);
            any = true;
        }
        if any && bytes.iter().any(|&pair| pair != 0) {
            lit.set(section);
            arrays.push(bytes.into());
        } else {
            dark.set(section);
        }
    }
    (lit, dark, Arc::new(arrays.into()))
}

/// The light of the chunk in the middle, as its packet carries it. The light's sections reach one beyond the world's at
/// both ends; above the highest that is sent clients take daylight for granted.
pub(crate) fn packet(chunks: &Around) -> ClientboundLightUpdatePacketData {
    let highest = chunks[1][1].map_or(0, |chunk| chunk.shine().open.into_iter().max().unwrap_or(0));
    let sky = sky(chunks);
    let (sky_y_mask, empty_sky_y_mask, sky_updates) = sections(sky.as_slice(), usize::from(highest).div_ceil(16) + 2);
    let (block_y_mask, empty_block_y_mask, block_updates) = sections(&lamps(chunks), SECTIONS + 2);
    ClientboundLightUpdatePacketData {
        sky_y_mask,
        block_y_mask,
        empty_sky_y_mask,
        empty_block_y_mask,
        sky_updates,
        block_updates,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chunks::{blocks, heights::MIN_Y, shine},
        knowledge,
        voxel::Section,
    };

    fn nothing() -> Chunk {
        Chunk::new(std::array::from_fn(|_| Section::Uniform(blocks::AIR)), [0; 16])
    }

    /// Stone up to the height, air above.
    fn land(height: i32) -> Chunk {
        let mut chunk = nothing();
        for (x, z) in (0..16).flat_map(|x| (0..16).map(move |z| (x, z))) {
            (MIN_Y..height).for_each(|y| chunk.set(x, y, z, blocks::state("stone")));
        }
        chunk
    }

    /// Sky and block light at a place of the chunk in the middle, as a client reads them.
    fn light(chunks: &Around, x: i32, y: i32, z: i32) -> (u8, u8) {
        let data = packet(chunks);
        let section = ((y - MIN_Y) >> 4) as usize + 1;
        let at = ((y & 15) << 8 | z << 4 | x) as usize;
        let read = |mask: &BitSet, arrays: &[Box<[u8]>], otherwise: u8| {
            if !mask.index(section) {
                return otherwise;
            }
            let place = (0..section).filter(|&below| mask.index(below)).count();
            arrays[place][at / 2] >> (at % 2 * 4) & 15
        };
        let above = if data.empty_sky_y_mask.index(section) { 0 } else { FULL };
        (read(&data.sky_y_mask, &data.sky_updates, above), read(&data.block_y_mask, &data.block_updates, 0))
    }

    fn alone(chunk: &Chunk) -> Around<'_> {
        [[None, None, None], [None, Some(chunk), None], [None, None, None]]
    }

    #[test]
    fn daylight_is_full_above_the_ground_and_gone_in_it() {
        let chunk = land(10);
        for (y, sky) in [(9, 0), (10, 15), (60, 15), (300, 15), (-60, 0)] {
            assert_eq!(light(&alone(&chunk), 4, y, 4), (sky, 0), "at {y}");
        }
    }

    #[test]
    fn daylight_creeps_under_a_roof_and_into_water() {
        let mut chunk = land(10);
        for (x, z) in (0..16).flat_map(|x| (0..16).map(move |z| (x, z))) {
            if x < 8 {
                chunk.set(x, 20, z, blocks::state("stone"));
            }
        }
        // Under the roof's edge one step from the open; further in a step more each.
        for (x, sky) in [(8, 15), (7, 14), (6, 13), (0, 7)] {
            assert_eq!(light(&alone(&chunk), x, 12, 4).0, sky, "at {x}");
        }
        for y in 6..10 {
            chunk.set(12, y, 12, blocks::state("water"));
        }
        assert_eq!([9, 8, 7, 6].map(|y| light(&alone(&chunk), 12, y, 12).0), [14, 13, 12, 11]);
        chunk.set(14, 30, 14, blocks::state("oak_leaves"));
        assert_eq!([31, 30, 29].map(|y| light(&alone(&chunk), 14, y, 14).0), [15, 14, 14], "leaves take one");
    }

    #[test]
    fn a_torch_in_a_cave_loses_one_a_block_and_stops_at_stone() {
        let mut chunk = land(60);
        (2..14).for_each(|x| chunk.set(x, 0, 5, blocks::AIR));
        chunk.set(3, 0, 5, blocks::state("torch"));
        for (x, glow) in [(3, 14), (4, 13), (2, 13), (13, 4), (1, 0)] {
            assert_eq!(light(&alone(&chunk), x, 0, 5), (0, glow), "at {x}");
        }
        assert_eq!(light(&alone(&chunk), 5, 1, 5), (0, 0), "not through stone");
    }

    /// Minecraft Wiki, Light, Trial Spawner and Vault.
    #[test]
    fn the_state_decides_how_bright_a_block_is() {
        let rows: [(&str, &[(&str, &str)], u8); 14] = [
            ("furnace", &[("lit", "true")], 13),
            ("furnace", &[("lit", "false")], 0),
            ("soul_campfire", &[("lit", "true")], 10),
            ("redstone_ore", &[("lit", "true")], 9),
            ("cave_vines", &[("berries", "true")], 14),
            ("respawn_anchor", &[("charges", "3")], 11),
            ("sea_pickle", &[("pickles", "2"), ("waterlogged", "true")], 9),
            ("sea_pickle", &[("pickles", "2"), ("waterlogged", "false")], 0),
            ("candle", &[("candles", "4"), ("lit", "true")], 12),
            ("waxed_weathered_copper_bulb", &[("lit", "true")], 8),
            ("trial_spawner", &[("trial_spawner_state", "waiting_for_players")], 4),
            ("trial_spawner", &[("trial_spawner_state", "active")], 8),
            ("vault", &[("vault_state", "inactive")], 6),
            ("vault", &[("vault_state", "ejecting")], 12),
        ];
        for (name, properties, level) in rows {
            let state = knowledge::state_with(knowledge::block(name).unwrap(), properties).unwrap();
            assert_eq!(class(state) >> 4, level, "{name} {properties:?}");
        }
    }

    #[test]
    fn neighbours_shine_in() {
        let (mut middle, mut east) = (land(60), land(60));
        middle.set(15, 0, 5, blocks::AIR);
        east.set(0, 0, 5, blocks::AIR);
        east.set(1, 0, 5, blocks::state("glowstone"));
        let with_east: Around = [[None, None, None], [None, Some(&middle), Some(&east)], [None, None, None]];
        assert_eq!(light(&with_east, 15, 0, 5), (0, 13));
        assert_eq!(light(&alone(&middle), 15, 0, 5), (0, 0));
        // A shaft to the sky next door.
        (1..60).for_each(|y| east.set(0, y, 5, blocks::AIR));
        let with_east: Around = [[None, None, None], [None, Some(&middle), Some(&east)], [None, None, None]];
        assert_eq!(light(&with_east, 15, 0, 5), (14, 13));
    }

    #[test]
    fn states_shine_by_what_they_are() {
        let class = |name: &str, wanted: &[(&str, &str)]| {
            let block = knowledge::block(name).unwrap();
            let state =
                block.states().find(|&state| wanted.iter().all(|one| knowledge::state_properties(state).contains(one)));
            let class = shine::class(state.expect("such a state"));
            (class >> 4, class & 15)
        };
        assert_eq!(class("furnace", &[("lit", "false")]), (0, 15));
        assert_eq!(class("furnace", &[("lit", "true")]), (13, 15));
        assert_eq!(class("campfire", &[("lit", "false")]).0, 0);
        assert_eq!(class("candle", &[("lit", "true"), ("candles", "3")]).0, 9);
        assert_eq!(class("oak_slab", &[("type", "bottom"), ("waterlogged", "false")]), (0, 0));
        assert_eq!(class("oak_slab", &[("type", "double")]), (0, 15));
        assert_eq!(class("ladder", &[("waterlogged", "true")]), (0, 1));
        assert_eq!(class("lava", &[]), (15, 1));
    }

    const STEPS: [(isize, isize, isize); 6] = [(0, -1, 0), (0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)];

    /// Slow and plain: every cell again and again until nothing changes.
    fn settled(chunks: &Around, heights: i32) -> Vec<(u8, u8)> {
        let cell = |x: i32, y: i32, z: i32| {
            let chunk = chunks[(z.div_euclid(16) + 1) as usize][(x.div_euclid(16) + 1) as usize]?;
            Some(shine::class(chunk.get(x, y + MIN_Y, z)))
        };
        let side = 48;
        let at = |x: i32, y: i32, z: i32| ((y * side + z + 16) * side + x + 16) as usize;
        let mut levels = vec![(0u8, 0u8); (heights * side * side) as usize];
        loop {
            let before = levels.clone();
            for (y, z, x) in (0..heights).flat_map(|y| (-16..32).flat_map(move |z| (-16..32).map(move |x| (y, z, x)))) {
                let Some(class) = cell(x, y, z) else { continue };
                let loss = (class & 15).max(1);
                let mut best = (0, class >> 4);
                for (dx, dy, dz) in STEPS {
                    let (x, y, z) = (x + dx as i32, y + dy as i32, z + dz as i32);
                    let from = if y >= heights {
                        (FULL, 0)
                    } else if y >= 0 && (-16..32).contains(&x) && (-16..32).contains(&z) {
                        levels[at(x, y, z)]
                    } else {
                        (0, 0)
                    };
                    let straight = dy == 1 && from.0 == FULL && class & 15 == 0;
                    best.0 = best.0.max(if straight { FULL } else { from.0.saturating_sub(loss) });
                    best.1 = best.1.max(from.1.saturating_sub(loss));
                }
                levels[at(x, y, z)] = best;
            }
            if levels == before {
                break;
            }
        }
        let own = (0..heights).flat_map(|y| (0..16).flat_map(move |z| (0..16).map(move |x| (x, y, z))));
        own.map(|(x, y, z)| levels[at(x, y, z)]).collect()
    }

    #[test]
    fn a_heap_of_rubble_is_lit_as_by_patience() {
        let mut rng = crate::rng::Rng::new(7);
        let names = ["air", "air", "air", "stone", "stone", "water", "oak_leaves", "torch", "glass", "air"];
        let mut rubble = || {
            let mut chunk = nothing();
            for (x, z) in (0..16).flat_map(|x| (0..16).map(move |z| (x, z))) {
                for y in 0..22 {
                    let name = names[rng.range(0, names.len() as i32 - 1) as usize];
                    let name = if name == "torch" && rng.range(0, 9) > 0 { "stone" } else { name };
                    chunk.set(x, y + MIN_Y, z, blocks::state(name));
                }
            }
            chunk
        };
        let heap: Vec<Chunk> = (0..9).map(|_| rubble()).collect();
        let mut chunks: Around = std::array::from_fn(|z| std::array::from_fn(|x| Some(&heap[z * 3 + x])));
        chunks[2][0] = None;
        let patient = settled(&chunks, 32);
        let data = packet(&chunks);
        for section in 1..3usize {
            for at in 0..4096 {
                let read = |mask: &BitSet, arrays: &[Box<[u8]>], otherwise: u8| {
                    let place = (0..section).filter(|&below| mask.index(below)).count();
                    if mask.index(section) { arrays[place][at / 2] >> (at % 2 * 4) & 15 } else { otherwise }
                };
                let dark = if data.empty_sky_y_mask.index(section) { 0 } else { FULL };
                let found =
                    (read(&data.sky_y_mask, &data.sky_updates, dark), read(&data.block_y_mask, &data.block_updates, 0));
                assert_eq!(found, patient[(section - 1) * 4096 + at], "cell {at} of section {section}");
            }
        }
    }
}
