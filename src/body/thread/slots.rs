//! What of the body only the newest value counts: the body overwrites it, the mind reads it when it likes.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, atomic::AtomicU64},
};

use super::lateness::Lateness;
use crate::{
    body::orders::Progress,
    domain::{ChunkPos, Observation},
    voxel::Column,
};

/// Latest-value slots.
#[derive(Debug, Default)]
pub struct Slots {
    pub observation: Mutex<Option<Observation>>,
    pub progress: Mutex<Option<Progress>>,
    /// Columns changed since they were last taken; `None` for one that was unloaded.
    pub columns: Mutex<HashMap<ChunkPos, Option<Arc<Column>>>>,
    /// The body's game tick.
    pub tick: AtomicU64,
    /// How late the game ticks came, since the thread began.
    pub lateness: Mutex<Lateness>,
    /// Beats while the thread lives, once every `HEARTBEAT`.
    pub heartbeat: AtomicU64,
}
