//! What of a world outlives it, and who keeps it: the game hands over snapshots and is told what became of them. Where they
//! go it does not know.

use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use uuid::Uuid;

use crate::{
    chunks::chunk::Chunk,
    domain::{BlockPos, ChunkPos},
    entities::{falling::FallingBlock, lying::LyingItem},
    net::inbound::ConnectionId,
    players::player::Belongings,
    rules::{game_rules::GameRules, weather::Sky},
    world::workshop::Archive,
};

/// What is remembered of the world beside its chunks, items and players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub seed: i64,
    /// Ticks since the world began, and the time of its clock.
    pub tick: u64,
    pub day_time: u64,
    pub spawn: BlockPos,
    pub rules: GameRules,
    pub sky: Sky,
}

/// Everything that has to be written, as it was at one moment.
pub(crate) struct Snapshot {
    pub level: Level,
    /// Those changed since the last snapshot.
    pub chunks: Vec<(ChunkPos, Arc<Chunk>)>,
    /// All there are.
    pub items: Vec<LyingItem>,
    pub falling: Vec<FallingBlock>,
    pub players: Vec<(Uuid, Belongings)>,
}

/// What became of a snapshot.
#[derive(Debug, Default)]
pub(crate) struct Saved {
    /// Chunks that are in the files now, and those that could not be written.
    pub chunks: Vec<ChunkPos>,
    pub unsaved_chunks: Vec<ChunkPos>,
    pub unsaved_players: Vec<Uuid>,
    /// What went wrong, in words; empty if nothing did.
    pub faults: Vec<String>,
}

/// What lies about or falls, as it was kept.
pub(crate) enum Entity {
    Item(LyingItem),
    Falling(FallingBlock),
}

/// A world as it was kept, and who goes on keeping it.
pub(crate) struct Kept {
    pub level: Level,
    pub entities: Vec<Entity>,
    pub chunks: Arc<dyn Archive>,
    pub keeper: Box<dyn Keeper>,
}

/// Who keeps a world, beside the tick. Dropped, it waits until all is kept.
pub(crate) trait Keeper: Send {
    /// What a player had when they were last kept; `first` if they never were.
    fn player(&self, uuid: Uuid, first: Belongings) -> Belongings;

    /// Hands a snapshot over; only if the last one is done with.
    fn order(&mut self, snapshot: Snapshot);

    fn is_busy(&self) -> bool;

    /// What became of the last snapshot, once it is known.
    fn result(&mut self) -> Option<Saved>;

    /// Waits for that.
    fn wait(&mut self) -> Option<Saved>;
}

/// The saving of a world that is kept.
pub(crate) struct Saving {
    pub keeper: Box<dyn Keeper>,
    pub every: Duration,
    pub due: Instant,
    /// Players who have left since they were last saved; their belongings are still in memory.
    pub left: HashSet<Uuid>,
    /// Who has asked for a save that has not begun, and for the one under way.
    pub asked: Vec<ConnectionId>,
    pub told_when_done: Vec<ConnectionId>,
}
