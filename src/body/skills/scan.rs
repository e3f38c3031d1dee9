//! Which blocks of a kind lie where: the nearest ones far around, and all that lie about a stand. Sections are looked at by
//! their palettes first, since most hold nothing of what is wanted.

use std::vec::IntoIter;

use super::{cx::Cx, effort::Effort};
use crate::{
    body::senses::{terrain::TerrainView, traits::Traits},
    domain::{BlockPos, ChunkPos, PosMap},
    voxel::{Column, Section, StateId},
};

/// What a section that holds something costs of a tick's effort; those that do not cost next to nothing.
const SECTION: u32 = 60;

/// What the nearest of is looked for.
#[derive(Clone, Copy)]
pub struct Sought<'a> {
    pub wanted: &'a dyn Fn(StateId) -> bool,
    /// Which of the places count.
    pub counts: &'a dyn Fn(BlockPos) -> bool,
    /// Only such as can be seen from beside or above.
    pub open: bool,
}

/// The nearest wanted blocks within `radius` on each axis, nearest first, at most `most`.
pub async fn nearest(
    cx: &Cx,
    view: &TerrainView,
    from: BlockPos,
    radius: i32,
    most: usize,
    sought: Sought<'_>,
) -> Vec<BlockPos> {
    let mut scan = Scan::begin(view, from, radius, most, sought);
    cx.spread(|effort| scan.advance(effort)).await
}

/// A look for the nearest under way.
pub(super) struct Scan<'a> {
    view: &'a TerrainView,
    from: BlockPos,
    radius: i32,
    most: usize,
    sought: Sought<'a>,
    /// The columns still to be looked at with how far away they are, the nearest first.
    columns: IntoIter<(i32, ChunkPos)>,
    /// The square of each one's distance.
    found: Vec<(i64, BlockPos)>,
}

impl<'a> Scan<'a> {
    pub fn begin(view: &'a TerrainView, from: BlockPos, radius: i32, most: usize, sought: Sought<'a>) -> Self {
        let gap = |chunk: i32, at: i32| (chunk * 16 - at).max(at - chunk * 16 - 15).max(0);
        let far = |pos: ChunkPos| gap(pos.x, from.x).max(gap(pos.z, from.z));
        let mut columns: Vec<(i32, ChunkPos)> = view.chunks().map(|pos| (far(pos), pos)).collect();
        columns.sort_by_key(|(away, _)| *away);
        Self { view, from, radius, most, sought, columns: columns.into_iter(), found: Vec::new() }
    }

    /// Goes on while there is effort left; what was found, once all is seen.
    pub fn advance(&mut self, effort: &Effort) -> Option<Vec<BlockPos>> {
        while effort.spend(1) {
            let column = self.columns.next().filter(|(away, _)| !self.is_enough(*away));
            let Some((_, chunk)) = column else { return Some(self.nearest()) };
            let Some(column) = self.view.column(chunk) else { continue };
            for index in 0..column.sections.len() {
                if self.look_through(chunk, column, index) {
                    effort.spend(SECTION);
                }
            }
        }
        None
    }

    /// Whether columns so far away hold nothing that is nearer than what was found.
    fn is_enough(&mut self, away: i32) -> bool {
        if away > self.radius {
            return true;
        }
        if self.found.len() < self.most {
            return false;
        }
        self.found.sort_unstable_by_key(|(distance, _)| *distance);
        self.found.truncate(self.most);
        self.found.last().is_some_and(|(distance, _)| i64::from(away) * i64::from(away) > *distance)
    }

    fn nearest(&mut self) -> Vec<BlockPos> {
        self.found.sort_unstable_by_key(|(distance, _)| *distance);
        self.found.truncate(self.most);
        self.found.drain(..).map(|(_, pos)| pos).collect()
    }

    /// Looks at each block of a section; `false` where its palette was enough.
    fn look_through(&mut self, chunk: ChunkPos, column: &Column, index: usize) -> bool {
        let low = BlockPos::new(chunk.x * 16, column.min_y + 16 * index as i32, chunk.z * 16);
        let reach = |low: i32, from: i32| {
            let inside = |at: i32| (at - low).clamp(0, 16);
            inside(from - self.radius)..inside(from + self.radius + 1)
        };
        let (xs, ys, zs) = (reach(low.x, self.from.x), reach(low.y, self.from.y), reach(low.z, self.from.z));
        if xs.is_empty() || ys.is_empty() || zs.is_empty() {
            return false;
        }
        let lens = Lens::new(&column.sections[index], self.sought.wanted);
        if !lens.holds() {
            return false;
        }
        for (y, z) in ys.flat_map(|y| zs.clone().map(move |z| (y, z))) {
            for x in xs.clone() {
                let pos = low.offset(x, y, z);
                if lens.kind((x, y, z)).wanted
                    && !self.view.is_closed(pos)
                    && (!self.sought.open || lens.lies_open((x, y, z)).unwrap_or_else(|| lies_open(self.view, pos)))
                    && (self.sought.counts)(pos)
                {
                    let square = |a: i32, b: i32| i64::from(a - b) * i64::from(a - b);
                    let from = self.from;
                    self.found.push((square(pos.x, from.x) + square(pos.y, from.y) + square(pos.z, from.z), pos));
                }
            }
        }
        true
    }
}

const OPENINGS: [(i32, i32, i32); 5] = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1)];

/// Whether a block can be seen from beside or above.
fn lies_open(view: &TerrainView, pos: BlockPos) -> bool {
    OPENINGS.iter().any(|&(dx, dy, dz)| is_gap(view.traits(pos.offset(dx, dy, dz))))
}

fn is_gap(traits: Traits) -> bool {
    traits.passable() && !traits.fluid()
}

/// What a state means to a scan.
#[derive(Clone, Copy)]
struct Kind {
    wanted: bool,
    gap: bool,
}

/// A section, with what each entry of its palette means.
struct Lens<'a> {
    section: &'a Section,
    /// By the palette's entries; where there is none, by the blocks' own places.
    kinds: Vec<Kind>,
}

impl<'a> Lens<'a> {
    fn new(section: &'a Section, wanted: &dyn Fn(StateId) -> bool) -> Self {
        let kind = |state: &StateId| Kind { wanted: wanted(*state), gap: is_gap(Traits::of(*state)) };
        let kinds = match section {
            Section::Uniform(only) => vec![kind(only)],
            Section::Small { palette, .. } => palette.iter().map(kind).collect(),
            Section::Large(states) => states.iter().map(kind).collect(),
        };
        Self { section, kinds }
    }

    fn holds(&self) -> bool {
        self.kinds.iter().any(|kind| kind.wanted)
    }

    fn kind(&self, (x, y, z): (i32, i32, i32)) -> Kind {
        let at = (y << 8 | z << 4 | x) as usize;
        match self.section {
            Section::Uniform(_) => self.kinds[0],
            Section::Small { indices, .. } => self.kinds[usize::from(indices[at])],
            Section::Large(_) => self.kinds[at],
        }
    }

    /// Whether a block can be seen from beside or above; `None` where its neighbours are of another section.
    fn lies_open(&self, (x, y, z): (i32, i32, i32)) -> Option<bool> {
        let inside = (1..15).contains(&x) && y < 15 && (1..15).contains(&z);
        inside.then(|| OPENINGS.iter().any(|(dx, dy, dz)| self.kind((x + dx, y + dy, z + dz)).gap))
    }
}

/// The wanted blocks about many stands that lie close to each other: each section is looked through once.
#[derive(Default)]
pub(super) struct About {
    /// By the section's number on each axis; a bit for each x, in rows by y and z. `None`: it holds nothing.
    sections: PosMap<BlockPos, Option<Box<[u16; 256]>>>,
}

impl About {
    /// The wanted blocks from corner to corner, both included, in no particular order.
    pub fn between(
        &mut self,
        view: &TerrainView,
        low: BlockPos,
        high: BlockPos,
        wanted: &dyn Fn(StateId) -> bool,
        found: &mut Vec<BlockPos>,
    ) {
        for cy in low.y >> 4..=high.y >> 4 {
            for cz in low.z >> 4..=high.z >> 4 {
                for cx in low.x >> 4..=high.x >> 4 {
                    let at = BlockPos::new(cx, cy, cz);
                    let rows = self.sections.entry(at).or_insert_with(|| rows(view, at, wanted));
                    let Some(rows) = rows else { continue };
                    let inside = |low: i32, high: i32, at: i32| (low.max(at << 4) & 15)..=(high.min(at << 4 | 15) & 15);
                    let xs = inside(low.x, high.x, cx);
                    let mask = (u16::MAX << xs.start()) & (u16::MAX >> (15 - xs.end()));
                    for y in inside(low.y, high.y, cy) {
                        for z in inside(low.z, high.z, cz) {
                            let mut bits = rows[(y << 4 | z) as usize] & mask;
                            while bits != 0 {
                                let x = bits.trailing_zeros() as i32;
                                bits &= bits - 1;
                                let pos = BlockPos::new(cx << 4 | x, cy << 4 | y, cz << 4 | z);
                                found.extend(Some(pos).filter(|pos| !view.is_closed(*pos)));
                            }
                        }
                    }
                }
            }
        }
    }
}

fn rows(view: &TerrainView, at: BlockPos, wanted: &dyn Fn(StateId) -> bool) -> Option<Box<[u16; 256]>> {
    let column = view.column(ChunkPos { x: at.x, z: at.z })?;
    let index = usize::try_from(at.y - (column.min_y >> 4)).ok()?;
    let lens = Lens::new(column.sections.get(index)?, wanted);
    if !lens.holds() {
        return None;
    }
    let mut rows = Box::new([0; 256]);
    for (row, bits) in (0..).zip(rows.iter_mut()) {
        let is_wanted = |x: &i32| lens.kind((*x, row >> 4, row & 15)).wanted;
        *bits = (0..16).filter(is_wanted).fold(0, |bits, x| bits | 1 << x);
    }
    Some(rows)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::{
        body::senses::terrain::{
            Terrain,
            tests::{flat, put},
        },
        knowledge,
    };

    /// All in one go.
    pub fn nearest(view: &TerrainView, from: BlockPos, radius: i32, most: usize, sought: Sought) -> Vec<BlockPos> {
        let (mut scan, effort) = (Scan::begin(view, from, radius, most, sought), Effort::default());
        loop {
            effort.renew();
            if let Some(found) = scan.advance(&effort) {
                return found;
            }
        }
    }

    fn scan(terrain: &Terrain, block: &str, most: usize, open: bool) -> (Vec<BlockPos>, u32) {
        let block = knowledge::block(block).unwrap();
        let wanted = |state: StateId| block.states().contains(&state);
        let view = terrain.view();
        let sought = Sought { wanted: &wanted, counts: &|_| true, open };
        let mut scan = Scan::begin(&view, BlockPos::new(0, 64, 0), 20, most, sought);
        let (effort, mut ticks) = (Effort::default(), 0);
        loop {
            effort.allow(4 * SECTION);
            ticks += 1;
            if let Some(found) = scan.advance(&effort) {
                return (found, ticks);
            }
        }
    }

    #[test]
    fn the_nearest_come_first() {
        let mut terrain = flat();
        let places = [(-17, 70, 3), (2, 66, 0), (16, 60, -16), (-1, 64, 15), (21, 64, 0)];
        for (x, y, z) in places {
            put(&mut terrain, x, y, z, "coal_ore");
        }
        let near = |most| scan(&terrain, "coal_ore", most, false).0;
        let all = [(2, 66, 0), (-1, 64, 15), (-17, 70, 3), (16, 60, -16)].map(|(x, y, z)| BlockPos::new(x, y, z));
        assert_eq!(near(9), all, "and none beyond the radius");
        assert_eq!(near(2), all[..2]);
    }

    #[test]
    fn what_lies_open_is_told_from_what_is_buried() {
        let mut terrain = flat();
        assert!(scan(&terrain, "stone", 9, true).0.is_empty());
        // Inside a section, and at its border.
        for (x, z) in [(5, 5), (15, 0)] {
            put(&mut terrain, x, 60, z, "air");
        }
        let (open, _) = scan(&terrain, "stone", 9, true);
        assert_eq!(open, [(5, 59, 5), (15, 59, 0)].map(|(x, y, z)| BlockPos::new(x, y, z)));
        put(&mut terrain, 5, 60, 5, "water");
        assert_eq!(scan(&terrain, "stone", 9, true).0.len(), 1, "what is under water is not seen");
    }

    #[test]
    fn a_long_scan_is_spread_over_ticks() {
        let mut terrain = flat();
        for (x, z) in [-16, 0, 16].into_iter().flat_map(|x| [-16, 0, 16].map(|z| (x, z))) {
            put(&mut terrain, x, 64, z, "coal_ore");
            put(&mut terrain, x, 30, z, "coal_ore");
        }
        let (found, ticks) = scan(&terrain, "coal_ore", 1_000, false);
        // Nine sections hold any within 20 blocks; what is deeper is none of theirs.
        assert_eq!(found.len(), 9, "{found:?}");
        assert!((3..9).contains(&ticks), "{ticks} ticks");
    }

    #[test]
    fn what_lies_about_is_what_is_there() {
        let mut terrain = flat();
        for (x, y, z) in [(0, 64, 0), (-1, 63, 16), (15, 79, -4), (16, 80, 5), (3, 64, 3)] {
            put(&mut terrain, x, y, z, "oak_log");
        }
        let log = knowledge::block("oak_log").unwrap();
        let wanted = |state: StateId| log.states().contains(&state);
        let (view, mut about) = (terrain.view(), About::default());
        for (low, high) in [((-4, 61, -4), (4, 70, 4)), ((10, 75, -8), (18, 84, 8)), ((-9, 60, 12), (0, 69, 20))] {
            let (low, high) = (BlockPos::new(low.0, low.1, low.2), BlockPos::new(high.0, high.1, high.2));
            let mut found = Vec::new();
            about.between(&view, low, high, &wanted, &mut found);
            let mut expected = Vec::new();
            for (x, y, z) in (low.x..=high.x)
                .flat_map(|x| (low.y..=high.y).flat_map(move |y| (low.z..=high.z).map(move |z| (x, y, z))))
            {
                let pos = BlockPos::new(x, y, z);
                expected.extend(view.state(pos).filter(|state| wanted(*state)).map(|_| pos));
            }
            found.sort();
            assert_eq!(found, expected);
            assert!(!found.is_empty());
        }
    }
}
