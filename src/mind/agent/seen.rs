//! The blocks that were seen: by an agent itself, and where its own eyes do not reach, by the others in one dimension of one server.

use std::{collections::HashMap, sync::Arc};

use bevy::prelude::*;

use crate::{
    body::Columns,
    domain::{BlockPos, ChunkPos},
    voxel::{Column, SeenWorld},
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
/// Ticks without new land after which everybody on it has been shown.
const SHOWN: u64 = 60;
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

    /// Whether those who are near may still be coming in: they are shown behind the land they stand on.
    pub fn is_fresh(&self, tick: u64) -> bool {
        self.since.is_none_or(|since| tick < since + SHOWN)
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
    /// Who sees a column, and how, the newest first.
    seers: HashMap<ChunkPos, Vec<(Entity, Arc<Column>)>>,
    /// An agent's own columns as it has seen them itself: another's copy that comes later may still be older.
    worlds: HashMap<Entity, SeenWorld>,
}

impl SeenBlocks {
    /// What is seen of the land that an agent is in.
    pub fn of(&self, agent: Entity) -> &SeenWorld {
        self.lands.values().find_map(|shared| shared.worlds.get(&agent)).unwrap_or(&self.nothing)
    }

    /// Takes in what an agent's body has seen. In another dimension it sees nothing of the last one any more.
    pub(super) fn take_in(&mut self, agent: Entity, land: &mut Land, columns: Columns) {
        if land.dimension != columns.dimension {
            if let Some(last) = self.lands.get_mut(land) {
                last.leave(agent);
            }
            land.dimension = columns.dimension;
        }
        let shared = self.lands.entry(land.clone()).or_default();
        shared.enter(agent);
        for (chunk, column) in columns.changed {
            match column {
                Some(column) => shared.see(agent, chunk, &column),
                None => shared.unsee(agent, chunk),
            }
        }
        self.lands.retain(|_, shared| !shared.seers.is_empty());
    }
}

impl Shared {
    /// Whoever comes knows what the others see.
    fn enter(&mut self, agent: Entity) {
        self.worlds.entry(agent).or_insert_with(|| {
            let mut world = SeenWorld::default();
            for (chunk, seers) in &self.seers {
                seers.first().into_iter().for_each(|(_, newest)| world.insert(*chunk, newest.clone()));
            }
            world
        });
    }

    fn leave(&mut self, agent: Entity) {
        let seen: Vec<ChunkPos> = self.seers.keys().copied().collect();
        seen.into_iter().for_each(|chunk| self.unsee(agent, chunk));
        self.worlds.remove(&agent);
    }

    fn see(&mut self, agent: Entity, chunk: ChunkPos, column: &Arc<Column>) {
        let seers = self.seers.entry(chunk).or_default();
        seers.retain(|(seer, _)| *seer != agent);
        seers.insert(0, (agent, column.clone()));
        for (who, world) in &mut self.worlds {
            if *who == agent || seers.iter().all(|(seer, _)| seer != who) {
                world.insert(chunk, column.clone());
            }
        }
    }

    fn unsee(&mut self, agent: Entity, chunk: ChunkPos) {
        let Some(seers) = self.seers.get_mut(&chunk) else { return };
        let known = seers.len();
        seers.retain(|(seer, _)| *seer != agent);
        if seers.len() == known {
            return;
        }
        match seers.first() {
            Some((_, newest)) => {
                let others = self.worlds.iter_mut().filter(|(who, _)| seers.iter().all(|(seer, _)| seer != *who));
                others.for_each(|(_, world)| world.insert(chunk, newest.clone()));
            }
            None => {
                self.seers.remove(&chunk);
                self.worlds.values_mut().for_each(|world| world.remove(chunk));
            }
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
        assert_eq!((adas == berts, blocks.of(ada).len(), blocks.of(bert).len()), (true, 3, 3));
        blocks.take_in(ada, &mut adas, columns("overworld", &[(0, false), (1, false)]));
        assert_eq!((blocks.of(ada).len(), blocks.of(bert).len()), (2, 2), "one that only Ada saw is gone");
        blocks.take_in(bert, &mut berts, columns("the_nether", &[(7, true)]));
        assert_eq!((blocks.of(bert).len(), blocks.of(ada).len()), (1, 0));
        assert_eq!(blocks.lands.len(), 1, "what nobody sees is not kept");
        assert_eq!(adas.dimension, "overworld", "no news");
        assert!(Columns::default().take().is_none());
    }

    /// Bodies tell the same news at different moments.
    #[test]
    fn what_an_agent_sees_itself_no_other_makes_older() {
        let mut agents = World::new();
        let [ada, bert, cleo] = [(); 3].map(|()| agents.spawn_empty().id());
        let mut land = Land { server: "a".to_owned(), dimension: "overworld".to_owned() };
        let mut blocks = SeenBlocks::default();
        let chunk = ChunkPos { x: 0, z: 0 };
        let of = |state| Columns {
            dimension: "overworld".to_owned(),
            changed: [(chunk, Some(Arc::new(Column { min_y: 0, sections: vec![Section::Uniform(state)] })))].into(),
        };
        let shown = |blocks: &SeenBlocks, who| blocks.of(who).get(BlockPos::new(0, 0, 0));
        blocks.take_in(cleo, &mut land, columns("overworld", &[(9, true)]));
        blocks.take_in(bert, &mut land, of(2));
        blocks.take_in(ada, &mut land, of(1));
        assert_eq!([ada, bert, cleo].map(|who| shown(&blocks, who)), [Some(1), Some(2), Some(1)]);
        blocks.take_in(ada, &mut land, columns("overworld", &[(0, false)]));
        assert_eq!([ada, bert, cleo].map(|who| shown(&blocks, who)), [Some(2); 3], "whoever sees it still");
    }

    #[test]
    fn servers_are_told_apart() {
        let mut agents = World::new();
        let mut blocks = SeenBlocks::default();
        let mut lands = ["a", "b"].map(|server| Land { server: server.to_owned(), ..Land::default() });
        let those = lands.each_ref().map(|_| agents.spawn_empty().id());
        for (number, land) in lands.iter_mut().enumerate() {
            blocks.take_in(those[number], land, columns("overworld", &[(number as i32, true)]));
        }
        assert!(those.iter().all(|agent| blocks.of(*agent).len() == 1));
    }
}
