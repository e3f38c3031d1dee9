//! The blocks that were seen. Bots in one dimension of one server share them.

use std::collections::HashMap;

use bevy::prelude::*;

use crate::{
    body::Columns,
    domain::{BlockPos, ChunkPos},
    voxel::SeenWorld,
};

/// Where an agent stands: blocks are told apart by it.
#[derive(Component, Debug, Default, Clone, PartialEq, Eq, Hash)]
pub struct Land {
    /// `HOST:PORT`, or the practice world.
    pub server: String,
    /// Without namespace; empty until something of it has been seen.
    pub dimension: String,
}

/// Ticks without new land after which all of it has come.
const STILL: u64 = 20;
/// How far around the bot land should have come by then, in chunks.
const AROUND: i32 = 2;
/// Ticks after which it is no longer waited for: the server sends no more.
const PATIENCE: u64 = 200;

/// How many columns an agent sees, and since which of its ticks. Who has just joined sees next to nothing: what is asked about the
/// land waits until no more of it comes in.
#[derive(Component, Debug, Default)]
pub struct ComingIn {
    columns: usize,
    since: Option<u64>,
}

impl ComingIn {
    pub(super) fn look(&mut self, columns: usize, tick: u64) {
        if self.since.is_none() || columns != self.columns {
            *self = Self { columns, since: Some(tick) };
        }
    }

    /// Whether no new land has come in for a while. `around`: what is seen, and where the bot stands; while land close to it is missing,
    /// the server is only slow.
    pub fn lies_still(&self, tick: u64, (blocks, feet): (&SeenWorld, BlockPos)) -> bool {
        let is_here = || feet.chunk().around(AROUND).all(|chunk| blocks.column(chunk).is_some());
        self.since.is_some_and(|since| tick >= since + PATIENCE || tick >= since + STILL && is_here())
    }
}

/// The blocks seen so far, by land.
#[derive(Resource, Default, Debug)]
pub struct SeenBlocks {
    lands: HashMap<Land, Shared>,
    nothing: SeenWorld,
}

/// What the agents in one land see, each column as long as one of them has it loaded: nobody plans on what may have changed
/// since.
#[derive(Default, Debug)]
struct Shared {
    world: SeenWorld,
    seers: HashMap<ChunkPos, Vec<Entity>>,
}

impl SeenBlocks {
    /// What is seen of a land.
    pub fn of(&self, land: &Land) -> &SeenWorld {
        self.lands.get(land).map_or(&self.nothing, |shared| &shared.world)
    }

    /// Takes in what an agent's body has seen. In another dimension it sees nothing of the last one any more.
    pub(super) fn take_in(&mut self, agent: Entity, land: &mut Land, columns: Columns) {
        if land.dimension != columns.dimension {
            if let Some(last) = self.lands.get_mut(land) {
                let seen: Vec<ChunkPos> = last.seers.keys().copied().collect();
                seen.into_iter().for_each(|chunk| last.unsee(agent, chunk));
            }
            land.dimension = columns.dimension;
        }
        let shared = self.lands.entry(land.clone()).or_default();
        for (chunk, column) in columns.changed {
            match column {
                Some(column) => {
                    let seers = shared.seers.entry(chunk).or_default();
                    if !seers.contains(&agent) {
                        seers.push(agent);
                    }
                    shared.world.insert(chunk, column);
                }
                None => shared.unsee(agent, chunk),
            }
        }
        self.lands.retain(|_, shared| !shared.seers.is_empty());
    }
}

impl Shared {
    fn unsee(&mut self, agent: Entity, chunk: ChunkPos) {
        let Some(seers) = self.seers.get_mut(&chunk) else { return };
        seers.retain(|seer| *seer != agent);
        if seers.is_empty() {
            self.seers.remove(&chunk);
            self.world.remove(chunk);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::voxel::{Column, Section};

    fn columns(dimension: &str, changed: &[(i32, bool)]) -> Columns {
        let column = || Some(Arc::new(Column { min_y: 0, sections: vec![Section::Uniform(1)] }));
        let changed = changed.iter().map(|(x, seen)| (ChunkPos { x: *x, z: 0 }, column().filter(|_| *seen)));
        Columns { dimension: dimension.to_owned(), changed: changed.collect() }
    }

    #[test]
    fn a_column_is_seen_as_long_as_somebody_sees_it() {
        let mut agents = World::new();
        let (ada, bert) = (agents.spawn_empty().id(), agents.spawn_empty().id());
        let land = Land { server: "a".to_owned(), ..Land::default() };
        let (mut adas, mut berts) = (land.clone(), land);
        let mut blocks = SeenBlocks::default();
        blocks.take_in(ada, &mut adas, columns("overworld", &[(0, true), (1, true)]));
        blocks.take_in(bert, &mut berts, columns("overworld", &[(1, true), (2, true)]));
        assert_eq!((adas == berts, blocks.of(&adas).len()), (true, 3));
        blocks.take_in(ada, &mut adas, columns("overworld", &[(0, false), (1, false)]));
        assert_eq!(blocks.of(&berts).len(), 2, "one that only Ada saw is gone");
        blocks.take_in(bert, &mut berts, columns("the_nether", &[(7, true)]));
        assert_eq!((blocks.of(&berts).len(), blocks.of(&adas).len()), (1, 0));
        assert_eq!(blocks.lands.len(), 1, "what nobody sees is not kept");
        assert_eq!(adas.dimension, "overworld", "no news");
        assert!(Columns::default().take().is_none());
    }

    #[test]
    fn servers_are_told_apart() {
        let mut agents = World::new();
        let mut blocks = SeenBlocks::default();
        let mut lands = ["a", "b"].map(|server| Land { server: server.to_owned(), ..Land::default() });
        for (number, land) in lands.iter_mut().enumerate() {
            blocks.take_in(agents.spawn_empty().id(), land, columns("overworld", &[(number as i32, true)]));
        }
        assert!(lands.iter().all(|land| blocks.of(land).len() == 1));
    }
}
