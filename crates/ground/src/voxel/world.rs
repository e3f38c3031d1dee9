//! What the bot has seen: columns by place, each with a stamp that says when it last changed.
//!
//! Stamps let whoever keeps something derived from a column (the map's pictures) see at a glance what is out of date,
//! without comparing blocks and without being told.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{
    column::{Column, StateId},
    inside::{Inside, inside},
    surface::{Surface, ground_level, roof_level, stand_at, standing_place, surface_of},
};
use crate::domain::{BlockPos, ChunkPos, PosMap, PosSet, Volume};

/// How far on all four sides there has to be a roof for one to be under ground: who stands in a doorway or under a ledge is not, nor is
/// who has dug a pit.
const AROUND: i32 = 2;

/// The changes of all worlds so far: no two of them have a stamp in common, so that none is taken for another.
static CHANGES: AtomicU64 = AtomicU64::new(0);

fn next_stamp() -> u64 {
    CHANGES.fetch_add(1, Ordering::Relaxed) + 1
}

/// The columns the client holds now. Cloning shares the columns.
#[derive(Clone, Debug, Default)]
pub struct SeenWorld {
    columns: PosMap<ChunkPos, Stamped>,
    /// All that were ever there.
    ever: PosSet<ChunkPos>,
    stamp: u64,
}

#[derive(Clone, Debug)]
struct Stamped {
    column: Arc<Column>,
    stamp: u64,
}

impl SeenWorld {
    /// Puts or replaces a column.
    pub fn insert(&mut self, chunk: ChunkPos, column: Arc<Column>) {
        self.stamp = next_stamp();
        self.ever.insert(chunk);
        self.columns.insert(chunk, Stamped { column, stamp: self.stamp });
    }

    /// Forgets a column, as the client does when it is out of reach.
    pub fn remove(&mut self, chunk: ChunkPos) {
        if self.columns.remove(&chunk).is_some() {
            self.stamp = next_stamp();
        }
    }

    /// The same as if nothing had been seen in these boxes: their blocks are [`UNKNOWN`].
    pub fn without(&self, boxes: &[Volume]) -> Self {
        let mut world = self.clone();
        for (chunk, seen) in &mut world.columns {
            let column = &seen.column;
            let low = BlockPos::new(chunk.x * 16, column.min_y, chunk.z * 16);
            let whole = Volume::between(low, BlockPos::new(low.x + 15, column.max_y() - 1, low.z + 15));
            for hidden in boxes.iter().filter(|hidden| hidden.meets(&whole)) {
                Arc::make_mut(&mut seen.column).hide(*chunk, hidden);
            }
        }
        world
    }

    /// Forgets everything: another world or dimension.
    pub fn clear(&mut self) {
        self.columns.clear();
        self.ever.clear();
        self.stamp = next_stamp();
    }

    pub fn column(&self, chunk: ChunkPos) -> Option<&Arc<Column>> {
        self.columns.get(&chunk).map(|seen| &seen.column)
    }

    /// Whether a column has ever been seen, also if it is forgotten by now.
    pub fn has_seen(&self, chunk: ChunkPos) -> bool {
        self.ever.contains(&chunk)
    }

    /// The columns that were ever seen, in no order.
    pub fn ever(&self) -> impl Iterator<Item = ChunkPos> {
        self.ever.iter().copied()
    }

    /// The block of these states that is nearest to a place, of all that is seen now.
    pub fn nearest(&self, from: BlockPos, wanted: &dyn Fn(StateId) -> bool) -> Option<BlockPos> {
        let square = |at: BlockPos| {
            let (x, y, z) = (i64::from(at.x - from.x), i64::from(at.y - from.y), i64::from(at.z - from.z));
            x * x + y * y + z * z
        };
        let found = self.columns.iter().flat_map(|(chunk, seen)| {
            let held = seen.column.sections.iter().enumerate().filter(|(_, section)| section.may_hold(wanted));
            held.flat_map(move |(number, section)| {
                let low = BlockPos::new(chunk.x * 16, seen.column.min_y + 16 * number as i32, chunk.z * 16);
                let cells = (0..4096usize).filter(|index| wanted(section.get(*index)));
                cells.map(move |index| low.offset(index as i32 & 15, index as i32 >> 8, index as i32 >> 4 & 15))
            })
        });
        found.min_by_key(|at| (square(*at), *at))
    }

    /// Counts up with every change of the whole; starts at 0.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// The stamp of a column's newest change.
    pub fn column_stamp(&self, chunk: ChunkPos) -> Option<u64> {
        self.columns.get(&chunk).map(|seen| seen.stamp)
    }

    /// Every column with its stamp, in no order.
    pub fn stamps(&self) -> impl Iterator<Item = (ChunkPos, u64)> {
        self.columns.iter().map(|(chunk, seen)| (*chunk, seen.stamp))
    }

    pub fn len(&self) -> usize {
        self.columns.len()
    }

    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// The state of a block; `None` where nothing has been seen.
    #[inline]
    pub fn get(&self, block: BlockPos) -> Option<StateId> {
        let column = self.column(block.chunk())?;
        Some(column.get((block.x & 15) as u8, block.y, (block.z & 15) as u8))
    }

    /// How many of each state lie between two corners, both included; what has not been seen counts as nothing.
    pub fn count_states(&self, low: BlockPos, high: BlockPos) -> HashMap<StateId, u32> {
        let mut counts = HashMap::new();
        let (from, to) = (low.chunk(), high.chunk());
        for (chunk_x, chunk_z) in (from.x..=to.x).flat_map(|x| (from.z..=to.z).map(move |z| (x, z))) {
            let Some(column) = self.column(ChunkPos { x: chunk_x, z: chunk_z }) else { continue };
            let local = |low: i32, high: i32, chunk: i32| {
                (low.max(chunk * 16) - chunk * 16) as u8..=(high.min(chunk * 16 + 15) - chunk * 16) as u8
            };
            let (xs, zs) = (local(low.x, high.x, chunk_x), local(low.z, high.z, chunk_z));
            let mut count = |state| *counts.entry(state).or_insert(0) += 1;
            for y in low.y.max(column.min_y)..=high.y.min(column.max_y() - 1) {
                for z in zs.clone() {
                    xs.clone().for_each(|x| count(column.get(x, y, z)));
                }
            }
        }
        counts
    }

    /// What one sees of a block column from above; `None` where nothing has been seen or there is nothing.
    pub fn surface(&self, x: i32, z: i32) -> Option<Surface> {
        let column = self.column(BlockPos::new(x, 0, z).chunk())?;
        surface_of(column, (x & 15) as u8, (z & 15) as u8)
    }

    /// See [`inside`]; `None` where nothing has been seen.
    pub fn inside(&self, x: i32, z: i32, feet: i32) -> Option<Inside> {
        let column = self.column(BlockPos::new(x, 0, z).chunk())?;
        Some(inside(column, (x & 15) as u8, (z & 15) as u8, feet))
    }

    /// See [`stand_at`].
    pub fn stand_at(&self, x: i32, z: i32, y: i32) -> Option<BlockPos> {
        stand_at(self.column(BlockPos::new(x, 0, z).chunk())?, x, z, y)
    }

    /// Whether one whose feet are there is under ground, or in a building; `before`: whether one was a moment ago. What lies overhead has
    /// to reach some way to all sides for one to be there, and be gone for one to be out again.
    pub fn is_inside(&self, feet: BlockPos, before: bool) -> bool {
        let ground = |(x, z): (i32, i32)| {
            let (x, z) = (feet.x + x, feet.z + z);
            roof_level(self.column(BlockPos::new(x, 0, z).chunk())?, x, z)
        };
        let around = [(AROUND, 0), (-AROUND, 0), (0, AROUND), (0, -AROUND)];
        let roofed = |at: (i32, i32)| ground(at).is_some_and(|level| level > feet.y + 1);
        roofed((0, 0)) && (before || around.into_iter().all(roofed))
    }

    /// See [`standing_place`].
    pub fn standing_place(&self, x: i32, z: i32) -> Option<BlockPos> {
        standing_place(self.column(BlockPos::new(x, 0, z).chunk())?, x, z)
    }

    /// See [`ground_level`].
    pub fn ground_level(&self, x: i32, z: i32) -> Option<i32> {
        ground_level(self.column(BlockPos::new(x, 0, z).chunk())?, x, z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        knowledge,
        voxel::{Section, UNKNOWN},
    };

    fn state(name: &str) -> StateId {
        knowledge::block(name).expect("a block").default_state
    }

    /// One section from y 0: stone up to y 3 and whatever else is asked for.
    fn column(extra: &[(usize, usize, usize, &str)]) -> Arc<Column> {
        let mut states = [0; 4096];
        states[..4 << 8].fill(state("stone"));
        for &(x, y, z, name) in extra {
            states[y << 8 | z << 4 | x] = state(name);
        }
        Arc::new(Column { min_y: 0, sections: vec![Section::from_states(&states)] })
    }

    #[test]
    fn blocks_are_found_across_negative_chunks() {
        let mut world = SeenWorld::default();
        world.insert(ChunkPos { x: -1, z: -1 }, column(&[(15, 4, 0, "grass_block")]));
        assert_eq!(world.get(BlockPos::new(-1, 4, -16)), Some(state("grass_block")));
        assert_eq!(world.get(BlockPos::new(-1, 3, -16)), Some(state("stone")));
        assert_eq!(world.get(BlockPos::new(-1, 400, -16)), Some(0), "air above what is stored");
        assert_eq!(world.get(BlockPos::new(0, 4, 0)), None, "nothing seen there");
    }

    #[test]
    fn stamps_tell_what_changed() {
        let mut world = SeenWorld::default();
        let (a, b) = (ChunkPos { x: 0, z: 0 }, ChunkPos { x: 1, z: 0 });
        world.insert(a, column(&[]));
        world.insert(b, column(&[]));
        let before = (world.stamp(), world.column_stamp(a), world.column_stamp(b));
        world.insert(b, column(&[(0, 4, 0, "dirt")]));
        assert!(world.stamp() > before.0);
        assert_eq!(world.column_stamp(a), before.1);
        assert!(world.column_stamp(b) > before.2);
        world.remove(b);
        assert_eq!(world.column_stamp(b), None);
        assert_eq!(world.len(), 1);
    }

    #[test]
    fn what_is_left_out_is_not_known() {
        let mut world = SeenWorld::default();
        world.insert(ChunkPos { x: -1, z: 0 }, column(&[(15, 4, 0, "oak_log")]));
        world.insert(ChunkPos { x: 0, z: 0 }, column(&[(0, 4, 0, "oak_log")]));
        let hidden = Volume::between(BlockPos::new(-3, 3, -9), BlockPos::new(-1, 90, 9));
        let seen = world.without(&[hidden]);
        assert_eq!(seen.get(BlockPos::new(-1, 4, 0)), Some(UNKNOWN));
        assert_eq!(seen.get(BlockPos::new(-1, 2, 0)), Some(state("stone")), "below it");
        assert_eq!(seen.get(BlockPos::new(-4, 3, 0)), Some(state("stone")), "beside it");
        assert_eq!(seen.nearest(BlockPos::new(-9, 4, 0), &|at| at == state("oak_log")), Some(BlockPos::new(0, 4, 0)));
        assert_eq!(world.get(BlockPos::new(-1, 4, 0)), Some(state("oak_log")), "the world itself stays as it is");
        let all = Volume::between(BlockPos::new(-16, 0, 0), BlockPos::new(-1, 15, 15));
        assert_eq!(
            world.without(&[all]).column(ChunkPos { x: -1, z: 0 }).unwrap().sections,
            [Section::Uniform(UNKNOWN)]
        );
        assert!(knowledge::block_of_state(UNKNOWN).is_none());
    }

    #[test]
    fn counting_honours_its_corners() {
        let mut world = SeenWorld::default();
        world.insert(ChunkPos { x: -1, z: 0 }, column(&[(15, 4, 0, "oak_log")]));
        world.insert(ChunkPos { x: 0, z: 0 }, column(&[(0, 5, 0, "oak_log")]));
        let counts = world.count_states(BlockPos::new(-2, 3, 0), BlockPos::new(1, 4, 1));
        assert_eq!(counts.get(&state("oak_log")), Some(&1), "the other log is above the box");
        assert_eq!(counts.get(&state("stone")), Some(&8));
        let nowhere = BlockPos::new(500, 0, 500);
        assert!(world.count_states(nowhere, nowhere).is_empty());
    }

    #[test]
    fn one_stands_under_a_tree_not_on_it() {
        let mut world = SeenWorld::default();
        world.insert(
            ChunkPos { x: 0, z: 0 },
            column(&[
                (1, 8, 1, "oak_leaves"),
                (1, 9, 1, "oak_leaves"),
                (2, 4, 2, "water"),
                (3, 4, 3, "short_grass"),
                (4, 4, 4, "oak_log"),
                // Rooms below a pond, a trunk and a cactus.
                (2, 1, 2, "air"),
                (2, 2, 2, "air"),
                (4, 1, 4, "air"),
                (4, 2, 4, "air"),
                (5, 4, 5, "cactus"),
                (5, 1, 5, "air"),
                (5, 2, 5, "air"),
            ]),
        );
        assert_eq!(world.surface(1, 1).map(|surface| surface.y), Some(9));
        assert_eq!(world.standing_place(1, 1), Some(BlockPos::new(1, 4, 1)));
        assert_eq!(world.standing_place(2, 2), None, "water bears nobody");
        assert_eq!(world.standing_place(3, 3), Some(BlockPos::new(3, 4, 3)), "grass is walked through");
        assert_eq!(world.standing_place(4, 4), None, "nobody stands in a trunk, and the cave below it is not meant");
        assert_eq!(world.ground_level(4, 4), Some(4), "where the ground would be");
        assert_eq!((world.ground_level(2, 2), world.standing_place(5, 5)), (None, None));
        assert_eq!(world.standing_place(0, 0), Some(BlockPos::new(0, 4, 0)));
    }
}
