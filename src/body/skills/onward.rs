//! Toward a place beyond the loaded land: a search that ends where that land ends, at the edge from which least is still to go.

use std::cell::RefCell;

use super::path::{Destination, Found, Near, SWIM};
use crate::{
    body::senses::terrain::TerrainView,
    domain::{BlockPos, ChunkPos, PosMap},
    knowledge::SPRINT,
    voxel::standing_place,
};

/// What is not seen takes longer than a straight sprint by so much: half of the walks of `bench walk_1000` do.
const UNSEEN: f32 = 0.4;
/// What it is reckoned to take to come up again, in ticks for each block under the ground: caves wind, and many end.
const CLIMB: f32 = 20.0;
/// Where the ground around is looked at, in blocks; and how much lower than it a slope may be that is no ravine.
const RING: [(i32, i32); 8] = [(12, 0), (9, 9), (0, 12), (-9, 9), (-12, 0), (-9, -9), (0, -12), (9, -9)];
const SLOPE: i32 = 8;
/// What speaks against an edge before land that was seen already, or that did not come in, in ticks for each time: what
/// lies there did not lead on.
const AGAIN: f32 = 600.0;

/// The land that a walk has seen, and what speaks against going on beyond an edge of it.
#[derive(Default)]
pub struct Seen(PosMap<ChunkPos, u32>);

impl Seen {
    /// What is loaded has been seen.
    pub fn look_at(&mut self, view: &TerrainView) {
        view.chunks().for_each(|chunk| _ = self.0.entry(chunk).or_insert(1));
    }

    /// Land has not come in.
    pub fn miss(&mut self, chunk: ChunkPos) {
        *self.0.entry(chunk).or_insert(0) += 1;
    }

    /// A leg ends before this land. Who goes back to what was seen does so less gladly each time, whatever part of it: else two
    /// edges that lead nowhere are run to and fro between.
    pub fn head_for(&mut self, chunk: ChunkPos) {
        if self.0.contains_key(&chunk) {
            self.0.values_mut().for_each(|times| *times += 1);
        }
    }

    /// Whether a way leads nowhere, or to land that was seen.
    pub fn leads_back(&self, view: &TerrainView, found: &Found) -> bool {
        let Found::Way { steps, .. } = found else { return true };
        let edge = steps.last().and_then(|last| beyond(view, last.pos));
        edge.is_some_and(|chunk| self.0.contains_key(&chunk))
    }

    fn against(&self, chunk: ChunkPos) -> f32 {
        self.0.get(&chunk).map_or(0.0, |times| *times as f32 * AGAIN)
    }
}

/// The edges of the loaded land, and the place itself.
pub struct Onward<'a> {
    near: &'a Near,
    /// Whether the place lies on the ground: who is below it has to come up.
    above_ground: bool,
    seen: &'a Seen,
    /// Whether the first way to new land will do.
    straight: bool,
    view: &'a TerrainView,
    /// The heights of the ground, and of the land around, where they were asked for, by columns at y = 0.
    ground: RefCell<PosMap<BlockPos, Option<i32>>>,
    around: RefCell<PosMap<BlockPos, Option<i32>>>,
    /// What is left at least from the edge of the loaded land, in ticks.
    least: f32,
}

impl<'a> Onward<'a> {
    pub fn new(view: &'a TerrainView, near: &'a Near, above_ground: bool, seen: &'a Seen) -> Self {
        let to = near.target;
        let nearest = |chunk: ChunkPos| {
            let low = BlockPos::new(chunk.x << 4, to.y, chunk.z << 4);
            BlockPos::new(to.x.clamp(low.x, low.x + 15), to.y, to.z.clamp(low.z, low.z + 15))
        };
        let least = view.chunks().map(|chunk| near.estimate(nearest(chunk))).min_by(f32::total_cmp).unwrap_or(0.0);
        Self {
            near,
            above_ground,
            seen,
            straight: false,
            view,
            ground: RefCell::default(),
            around: RefCell::default(),
            least,
        }
    }

    /// Straight on, through water if need be, and to no land that was seen. Before a lake or a wall the search for the cheapest way looks
    /// at all the land around until it is cut off, and then knows of nothing but ways back.
    pub fn straight(self) -> Self {
        Self { straight: true, ..self }
    }

    /// How high one stands on a column.
    fn ground(&self, at: BlockPos) -> Option<i32> {
        *self.ground.borrow_mut().entry(BlockPos { y: 0, ..at }).or_insert_with(|| {
            let column = self.view.column(at.chunk())?;
            standing_place(column, at.x, at.z).map(|ground| ground.y)
        })
    }

    /// How high one stands on the land around a column: on most of it, so that a ravine is none.
    fn around(&self, at: BlockPos) -> Option<i32> {
        *self.around.borrow_mut().entry(BlockPos { y: 0, ..at }).or_insert_with(|| {
            let mut ring: Vec<i32> = RING.iter().filter_map(|(dx, dz)| self.ground(at.offset(*dx, 0, *dz))).collect();
            ring.sort_unstable();
            ring.get(ring.len() / 2).copied()
        })
    }

    /// What it takes to come up to the ground, out of a cave or a ravine, in ticks.
    fn climb(&self, at: BlockPos) -> f32 {
        if !self.above_ground {
            return 0.0;
        }
        let cave = self.ground(at).map_or(0, |ground| ground - at.y);
        let ravine = self.around(at).map_or(0, |around| around - SLOPE - at.y);
        cave.max(ravine).max(0) as f32 * CLIMB
    }
}

impl Destination for Onward<'_> {
    fn estimate(&self, at: BlockPos) -> f32 {
        let haste = if self.straight { SWIM / SPRINT } else { 1.0 };
        haste * self.near.estimate(at) + self.climb(at)
    }

    fn ends(&mut self, view: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        if self.near.is_met(at) {
            return Some(0.0);
        }
        let beyond = beyond(view, at)?;
        let against = self.seen.against(beyond);
        if self.straight && against > 0.0 {
            return None;
        }
        let left = self.near.estimate(at);
        // The same for all edges is left out: it would only make the search look at more.
        Some(left + UNSEEN * (left - self.least) + self.climb(at) + against)
    }
}

/// The chunk beside a place of which nothing is known; `None` where all around is loaded.
pub fn beyond(view: &TerrainView, at: BlockPos) -> Option<ChunkPos> {
    let beside = [(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(dx, dz)| at.offset(dx, 0, dz));
    beside.into_iter().find(|at| !view.is_loaded(*at)).map(BlockPos::chunk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::{
        senses::terrain::{
            Terrain,
            tests::{flat, put},
        },
        skills::path::{Found, Rules, tests::search},
    };

    /// Where the way to (500, 0) leaves the loaded land, from x = 0.
    fn edge(terrain: &Terrain, start: BlockPos, seen: &Seen) -> BlockPos {
        let near = Near { target: BlockPos::new(500, 64, 0), tolerance: 0, level: false };
        let view = terrain.view();
        let mut onward = Onward::new(&view, &near, true, seen);
        let found = search(&view, start, &Rules::default(), &mut onward);
        let Found::Way { steps, .. } = found else { panic!("{found:?}") };
        steps.last().expect("a way").pos
    }

    #[test]
    fn the_way_ends_where_the_land_does() {
        let terrain = flat();
        assert_eq!(edge(&terrain, BlockPos::new(0, 64, 0), &Seen::default()), BlockPos::new(47, 64, 0));
    }

    #[test]
    fn a_cave_that_leads_on_is_not_gone_down_for_the_sake_of_some_blocks() {
        let mut terrain = flat();
        // The ground ends at a wall; a stair leads down, and a tunnel under the wall to the edge.
        for z in -32..48 {
            (64..72).for_each(|y| put(&mut terrain, 40, y, z, "stone"));
        }
        for (x, y) in (21..35).zip((50..64).rev()) {
            (y..64).for_each(|y| put(&mut terrain, x, y, 0, "air"));
        }
        for x in 35..48 {
            (50..52).for_each(|y| put(&mut terrain, x, y, 0, "air"));
        }
        let start = BlockPos::new(20, 64, 0);
        let cave = BlockPos::new(47, 50, 0);
        let open = edge(&terrain, start, &Seen::default());
        assert!(open.y == 64 && open.x < 40, "{open}");
        // Where the open land was seen before, the cave is what is left.
        let around = terrain.chunks().flat_map(|at| [(0, 1), (0, -1), (-1, 0)].map(|(dx, dz)| (at, dx, dz)));
        let around = around.map(|(at, dx, dz)| (ChunkPos { x: at.x + dx, z: at.z + dz }, 1));
        let seen = Seen(around.collect());
        assert_eq!(edge(&terrain, start, &seen), cave);
        let view = terrain.view();
        // Straight on nothing that was seen is an end, however near.
        let near = Near { target: BlockPos::new(500, 64, 0), tolerance: 0, level: false };
        let mut straight = Onward::new(&view, &near, true, &seen).straight();
        let found = search(&view, start, &Rules::default(), &mut straight);
        assert!(!seen.leads_back(&view, &found), "{found:?}");
    }

    #[test]
    fn what_was_seen_is_gone_back_to_less_gladly_each_time() {
        let [seen_first, seen_later, new] = [0, 1, 2].map(|x| ChunkPos { x, z: 0 });
        let mut seen = Seen(PosMap::from_iter([(seen_first, 1), (seen_later, 1)]));
        seen.head_for(new);
        assert_eq!((seen.against(seen_first), seen.against(new)), (AGAIN, 0.0));
        seen.head_for(seen_first);
        seen.head_for(seen_later);
        assert_eq!(
            (seen.against(seen_first), seen.against(seen_later), seen.against(new)),
            (3.0 * AGAIN, 3.0 * AGAIN, 0.0)
        );
    }
}
