//! Searches on land that is handed in, with nothing of the game around it: for work, as the benches measure it, and for how a building
//! would be built.

use std::sync::Arc;

use super::{
    effort::to_the_end,
    path::{Rules, Search},
    rehearsal::{Rehearsal, rehearse},
    scan::{Scan, Sought},
    work::Quarry,
    workplace::Workplace,
};
use crate::{
    body::senses::terrain::{Terrain, TerrainView},
    construction::Building,
    domain::{BlockPos, ChunkPos, PosMap},
    knowledge::{self, Block},
    voxel::{Column, StateId},
};

/// How far blocks are looked for, in blocks, and how many of them are searched for.
const RADIUS: i32 = 64;
const NEAREST: usize = 48;

/// Land to search on.
pub struct Trial {
    view: TerrainView,
    from: BlockPos,
}

impl Trial {
    /// `from`: where the feet are.
    pub fn new(columns: impl IntoIterator<Item = (ChunkPos, Arc<Column>)>, from: BlockPos) -> Self {
        let mut terrain = Terrain::default();
        terrain.here = from.chunk();
        columns.into_iter().for_each(|(pos, column)| terrain.insert(pos, column));
        Self { view: terrain.view(), from }
    }

    /// Builds a building in thought.
    pub fn rehearse(&self, building: &Building) -> Rehearsal {
        rehearse(self.view.clone(), self.from, building)
    }

    /// Searches for the cheapest block of a kind to dig with a tool, and says how many nodes were looked at.
    pub fn search(&self, block: &Block, tool: &str) -> usize {
        let wanted = |state: StateId| block.states().contains(&state);
        let dig = |state: StateId| {
            knowledge::dig_ticks(knowledge::block_of_state(state)?, Some(tool)).map(|ticks| ticks as f32)
        };
        let sought = Sought { wanted: &wanted, counts: &|_| true, open: false };
        let mut scan = Scan::begin(&self.view, self.from, RADIUS, NEAREST, sought);
        let nearest = to_the_end(|effort| scan.advance(effort));
        let none = PosMap::default();
        let quarry = Quarry { wanted: &wanted, only: None, spoiled: &none, keep: &none, dig: &dig };
        let least = dig(block.default_state).unwrap_or(0.0);
        let mut goal = Workplace::new(&self.view, quarry, nearest, Vec::new(), least);
        let rules = Rules { dig: Some(&dig), keep: None, limit: 60_000, range: RADIUS, ..Rules::default() };
        let mut search = Search::begin(&self.view, self.from, &rules, &mut goal);
        to_the_end(|effort| search.advance(effort));
        search.seen()
    }
}
