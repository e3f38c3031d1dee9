//! Sky and block light of a chunk, flooded as vanilla does: daylight falls straight down until something is in its way,
//! then it and the light of lamps lose one level a block, or what the block filters.
//!
//! Light reaches fourteen blocks beyond its source, so a chunk is lit together with that much of its neighbours, as far as
//! they are there; from those that are not nothing shines in. Faces of slabs and stairs that would stop light do not here.

use std::{
    ops::Range,
    sync::{Arc, LazyLock},
};

use azalea_core::bitset::BitSet;
use azalea_protocol::packets::game::c_light_update::ClientboundLightUpdatePacketData;

use crate::{
    knowledge::{self, Block},
    practice::world::chunks::{Chunk, HEIGHT, SECTIONS},
    voxel::{Section, StateId},
};

/// Full daylight, and the brightest of lamps.
const FULL: u8 = 15;

/// As far as light comes from outside a chunk.
const MARGIN: usize = 14;
const WIDTH: usize = 16 + 2 * MARGIN;

/// Cells of a chunk-wide section of light, two a byte.
const SECTION_BYTES: usize = 2048;

/// A chunk and its neighbours, by z and x from the north-west; who is not loaded is not there.
pub(crate) type Around<'a> = [[Option<&'a Chunk>; 3]; 3];

/// By state: what it shines with, times sixteen, and what it filters.
static GLASS_AND_LAMPS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let states = knowledge::blocks().iter().map(|block| usize::from(block.max_state) + 1).max().unwrap_or(0);
    let mut table = vec![0; states];
    for block in knowledge::blocks() {
        for state in block.min_state..=block.max_state {
            let properties = knowledge::state_properties(state);
            table[usize::from(state)] = shine(block, &properties) << 4 | filter(block, &properties);
        }
    }
    table
});

/// What a block's state shines with, 0 to 15. minecraft-data knows the level of a block, the Minecraft Wiki ("Light") of
/// its states.
fn shine(block: &Block, properties: &[(&str, &str)]) -> u8 {
    let property = |name| properties.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let number = |name| property(name).and_then(|value| value.parse::<u8>().ok()).unwrap_or(0);
    if property("lit") == Some("false") {
        return 0;
    }
    match block.name {
        "furnace" | "smoker" | "blast_furnace" => 13,
        "redstone_ore" | "deepslate_redstone_ore" => 9,
        "redstone_lamp" => 15,
        "cave_vines" | "cave_vines_plant" if property("berries") == Some("true") => 14,
        "glow_lichen" => 7,
        "light" => number("level"),
        "respawn_anchor" => [0, 3, 7, 11, 15][usize::from(number("charges").min(4))],
        "sea_pickle" if property("waterlogged") == Some("false") => 0,
        "sea_pickle" => 3 + 3 * number("pickles"),
        name if name.ends_with("candle") => 3 * number("candles"),
        name if name.ends_with("candle_cake") => 3,
        name if name.ends_with("copper_bulb") => match name.trim_start_matches("waxed_") {
            "exposed_copper_bulb" => 12,
            "weathered_copper_bulb" => 8,
            "oxidized_copper_bulb" => 4,
            _ => 15,
        },
        _ => block.emit_light,
    }
}

/// What a block's state takes from light, 0 to 15: water in it at least one, a double slab all.
fn filter(block: &Block, properties: &[(&str, &str)]) -> u8 {
    if properties.contains(&("type", "double")) {
        FULL
    } else if properties.contains(&("waterlogged", "true")) {
        block.filter_light.max(1)
    } else {
        block.filter_light
    }
}

/// What of a chunk's blocks matters to light; found once, and again after a change.
#[derive(Clone, Debug)]
pub(crate) struct Shine {
    /// By `z << 4 | x`: from how high above the world's bottom on daylight falls freely.
    open: [u16; 256],
    /// Height above the bottom, column and level of what shines.
    lamps: Vec<(u16, u8, u8)>,
}

impl Shine {
    pub fn of(sections: &[Section; SECTIONS]) -> Self {
        let mut shine = Self { open: [0; 256], lamps: Vec::new() };
        for (number, section) in sections.iter().enumerate() {
            let bottom = number * 16;
            match section {
                Section::Uniform(state) if class(*state) == 0 => {}
                Section::Uniform(_) | Section::Large(_) => {
                    (0..4096).for_each(|at| shine.note(bottom, at, class(section.get(at))));
                }
                Section::Small { palette, indices } => {
                    let mut classes = [0; 256];
                    palette.iter().zip(&mut classes).for_each(|(&state, known)| *known = class(state));
                    for (at, &index) in indices.iter().enumerate() {
                        shine.note(bottom, at, classes[usize::from(index)]);
                    }
                }
            }
        }
        shine
    }

    fn note(&mut self, bottom: usize, at: usize, class: u8) {
        if class == 0 {
            return;
        }
        let height = (bottom + (at >> 8)) as u16;
        if class & 15 > 0 {
            self.open[at & 255] = height + 1;
        }
        if class >> 4 > 0 {
            self.lamps.push((height, at as u8, class >> 4));
        }
    }
}

fn class(state: StateId) -> u8 {
    GLASS_AND_LAMPS.get(usize::from(state)).copied().unwrap_or(0)
}

/// The chunk in the middle and as much of its neighbours as can shine into it, in cells counted from the north-west
/// corner and the world's bottom.
struct Area<'a> {
    chunks: &'a Around<'a>,
    /// By `z * WIDTH + x`; where there is no chunk the whole height is closed.
    open: Vec<u16>,
}

impl<'a> Area<'a> {
    fn new(chunks: &'a Around<'a>) -> Self {
        let mut area = Self { chunks, open: vec![HEIGHT as u16; WIDTH * WIDTH] };
        for z in 0..WIDTH {
            for x in 0..WIDTH {
                if let Some(chunk) = area.chunk(x, z) {
                    area.open[z * WIDTH + x] = chunk.shine().open[local(z) << 4 | local(x)];
                }
            }
        }
        area
    }

    fn chunk(&self, x: usize, z: usize) -> Option<&'a Chunk> {
        self.chunks[(z + 16 - MARGIN) >> 4][(x + 16 - MARGIN) >> 4]
    }

    /// What a cell takes from light; everything where there is no chunk.
    fn filter(&self, x: usize, y: usize, z: usize) -> u8 {
        let Some(chunk) = self.chunk(x, z) else { return FULL };
        class(chunk.sections[y >> 4].get((y & 15) << 8 | local(z) << 4 | local(x))) & 15
    }
}

/// A coordinate of the area within its chunk.
fn local(along: usize) -> usize {
    (along + 16 - MARGIN) & 15
}

const STEPS: [(isize, isize, isize); 6] = [(0, -1, 0), (0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)];

/// Light on its way through an area, brightest first.
struct Flood<'a> {
    area: &'a Area<'a>,
    /// The heights that are looked at.
    heights: Range<usize>,
    /// By height, z and x.
    levels: Vec<u8>,
    /// Whether cells from `Area::open` up have daylight of their own.
    is_sky: bool,
    /// Cells that have yet to shine on, by their level.
    waiting: [Vec<u32>; 16],
}

impl<'a> Flood<'a> {
    fn new(area: &'a Area<'a>, heights: Range<usize>, is_sky: bool) -> Self {
        let levels = vec![0; heights.len() * WIDTH * WIDTH];
        Self { area, heights, levels, is_sky, waiting: Default::default() }
    }

    fn index(&self, x: usize, y: usize, z: usize) -> usize {
        ((y - self.heights.start) * WIDTH + z) * WIDTH + x
    }

    fn level(&self, x: usize, y: usize, z: usize) -> u8 {
        if self.is_sky && y >= usize::from(self.area.open[z * WIDTH + x]) {
            FULL
        } else if self.heights.contains(&y) {
            self.levels[self.index(x, y, z)]
        } else {
            0
        }
    }

    fn set(&mut self, at: usize, level: u8) {
        self.levels[at] = level;
        if level > 1 {
            self.waiting[usize::from(level)].push(at as u32);
        }
    }

    /// Light of this level comes to a cell from beside it.
    fn reach(&mut self, x: usize, y: usize, z: usize, level: u8) {
        let at = self.index(x, y, z);
        if self.levels[at] + 1 >= level || self.is_sky && y >= usize::from(self.area.open[z * WIDTH + x]) {
            return;
        }
        let left = level.saturating_sub(self.area.filter(x, y, z).max(1));
        if left > self.levels[at] {
            self.set(at, left);
        }
    }

    fn spread(&mut self) {
        for level in (2..=FULL).rev() {
            while let Some(at) = self.waiting[usize::from(level)].pop() {
                let at = at as usize;
                if self.levels[at] != level {
                    continue; // it has become brighter since
                }
                let (x, z) = (at % WIDTH, at / WIDTH % WIDTH);
                let y = at / (WIDTH * WIDTH) + self.heights.start;
                for (dx, dy, dz) in STEPS {
                    let (x, y, z) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy), z.wrapping_add_signed(dz));
                    if x < WIDTH && z < WIDTH && self.heights.contains(&y) {
                        self.reach(x, y, z, level);
                    }
                }
            }
        }
    }

    /// Daylight that falls into what is below the open sky, level by level.
    fn fall(&mut self, x: usize, z: usize) {
        let mut level = FULL;
        for y in (0..usize::from(self.area.open[z * WIDTH + x])).rev() {
            level = level.saturating_sub(self.area.filter(x, y, z).max(1));
            if level == 0 {
                return;
            }
            let at = self.index(x, y, z);
            self.levels[at] = level;
        }
    }

    /// Daylight that goes sideways from a column, out of the open sky and from where it fell.
    fn seep(&mut self, x: usize, z: usize) {
        let open = usize::from(self.area.open[z * WIDTH + x]);
        for (dx, _, dz) in &STEPS[2..] {
            let (beside_x, beside_z) = (x.wrapping_add_signed(*dx), z.wrapping_add_signed(*dz));
            if beside_x >= WIDTH || beside_z >= WIDTH || self.area.chunk(beside_x, beside_z).is_none() {
                continue;
            }
            let beside_open = usize::from(self.area.open[beside_z * WIDTH + beside_x]);
            for y in open..beside_open {
                self.reach(beside_x, y, beside_z, FULL);
            }
            for y in (0..open).rev() {
                let at = self.index(x, y, z);
                let level = self.levels[at];
                if level < 2 {
                    break;
                }
                if y < beside_open && self.levels[self.index(beside_x, y, beside_z)] + 1 < level {
                    self.waiting[usize::from(level)].push(at as u32);
                }
            }
        }
    }

    /// The middle chunk's light in the protocol's form: two cells a byte, by `y << 8 | z << 4 | x`. `None`: all dark.
    fn section(&self, bottom: isize) -> Option<Box<[u8]>> {
        let mut bytes = vec![0u8; SECTION_BYTES].into_boxed_slice();
        for up in 0..16 {
            let Ok(y) = usize::try_from(bottom + up) else { continue };
            for (at, byte) in bytes[up as usize * 128..][..128].iter_mut().enumerate() {
                let (x, z) = (at * 2 % 16 + MARGIN, at * 2 / 16 + MARGIN);
                *byte = self.level(x, y, z) | self.level(x + 1, y, z) << 4;
            }
        }
        bytes.iter().any(|&pair| pair != 0).then_some(bytes)
    }
}

fn sky<'a>(area: &'a Area<'a>) -> Flood<'a> {
    let columns =
        || (0..WIDTH).flat_map(|z| (0..WIDTH).map(move |x| (x, z))).filter(|&(x, z)| area.chunk(x, z).is_some());
    let highest = columns().map(|(x, z)| area.open[z * WIDTH + x]).max().unwrap_or(0);
    let mut flood = Flood::new(area, 0..usize::from(highest), true);
    columns().for_each(|(x, z)| flood.fall(x, z));
    columns().for_each(|(x, z)| flood.seep(x, z));
    flood.spread();
    flood
}

/// `None` if nothing shines anywhere near.
fn lamps<'a>(area: &'a Area<'a>) -> Option<Flood<'a>> {
    let mut lamps = Vec::new();
    for (row, chunks) in area.chunks.iter().enumerate() {
        for (column, chunk) in chunks.iter().enumerate() {
            for &(y, at, level) in chunk.iter().flat_map(|chunk| &chunk.shine().lamps) {
                let place = |chunk: usize, local: u8| (chunk * 16 + usize::from(local)).checked_sub(16 - MARGIN);
                let (x, z) = (place(column, at & 15), place(row, at >> 4));
                if let (Some(x), Some(z)) = (x.filter(|&x| x < WIDTH), z.filter(|&z| z < WIDTH)) {
                    lamps.push((x, usize::from(y), z, level));
                }
            }
        }
    }
    let lowest = lamps.iter().map(|lamp| lamp.1).min()?.saturating_sub(MARGIN);
    let highest = lamps.iter().map(|lamp| lamp.1 + MARGIN).max()?.min(HEIGHT as usize - 1);
    let mut flood = Flood::new(area, lowest..highest + 1, false);
    for (x, y, z, level) in lamps {
        let at = flood.index(x, y, z);
        flood.set(at, level);
    }
    flood.spread();
    Some(flood)
}

/// The light of the chunk in the middle, as its packet carries it. The light's sections reach one beyond the world's at
/// both ends; above the highest that is sent clients take daylight for granted.
pub(crate) fn packet(chunks: &Around) -> ClientboundLightUpdatePacketData {
    let area = Area::new(chunks);
    let mut data = ClientboundLightUpdatePacketData {
        sky_y_mask: BitSet::new(SECTIONS + 2),
        block_y_mask: BitSet::new(SECTIONS + 2),
        empty_sky_y_mask: BitSet::new(SECTIONS + 2),
        empty_block_y_mask: BitSet::new(SECTIONS + 2),
        sky_updates: Arc::default(),
        block_updates: Arc::default(),
    };
    let bottom = |section: usize| section as isize * 16 - 16;
    let highest = chunks[1][1].map_or(0, |chunk| chunk.shine().open.into_iter().max().unwrap_or(0));
    let sky = sky(&area);
    let mut arrays = Vec::new();
    for section in 0..=usize::from(highest).div_ceil(16) + 1 {
        match sky.section(bottom(section)) {
            Some(array) => {
                data.sky_y_mask.set(section);
                arrays.push(array);
            }
            None => data.empty_sky_y_mask.set(section),
        }
    }
    data.sky_updates = Arc::new(arrays.into());
    let lamps = lamps(&area);
    let mut arrays = Vec::new();
    for section in 0..SECTIONS + 2 {
        match lamps.as_ref().and_then(|lamps| lamps.section(bottom(section))) {
            Some(array) => {
                data.block_y_mask.set(section);
                arrays.push(array);
            }
            None => data.empty_block_y_mask.set(section),
        }
    }
    data.block_updates = Arc::new(arrays.into());
    data
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::world::{blocks, chunks::MIN_Y};

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
            let state = (block.min_state..=block.max_state)
                .find(|&state| wanted.iter().all(|one| knowledge::state_properties(state).contains(one)));
            let class = GLASS_AND_LAMPS[usize::from(state.expect("such a state"))];
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

    /// Slow and plain: every cell again and again until nothing changes.
    fn settled(chunks: &Around, heights: i32) -> Vec<(u8, u8)> {
        let cell = |x: i32, y: i32, z: i32| {
            let chunk = chunks[(z.div_euclid(16) + 1) as usize][(x.div_euclid(16) + 1) as usize]?;
            Some(GLASS_AND_LAMPS[usize::from(chunk.get(x, y + MIN_Y, z))])
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
        let mut rng = crate::practice::rng::Rng::new(7);
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
