//! What of the body only the newest value counts: the body overwrites it, the mind reads it when it likes.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, atomic::AtomicU64},
};

use super::lateness::Lateness;
use crate::{
    body::orders::Progress,
    domain::{ChunkPos, Earthwork, Observation},
    voxel::Column,
};

/// Columns changed since they were last taken.
#[derive(Debug, Default)]
pub struct Columns {
    /// Of which dimension, without namespace.
    pub dimension: String,
    /// `None` for one that was unloaded. One of another dimension is unloaded as well.
    pub changed: HashMap<ChunkPos, Option<Arc<Column>>>,
}

impl Columns {
    /// What has changed since it was last taken, if anything has; the dimension stays.
    pub fn take(&mut self) -> Option<Self> {
        let changed = std::mem::take(&mut self.changed);
        (!changed.is_empty()).then(|| Self { dimension: self.dimension.clone(), changed })
    }
}

/// Latest-value slots.
#[derive(Debug, Default)]
pub struct Slots {
    pub observation: Mutex<Option<Observation>>,
    pub progress: Mutex<Option<Progress>>,
    /// Earth that was moved for a building, before it is; `None` until something is built.
    pub earthwork: Mutex<Option<Earthwork>>,
    pub columns: Mutex<Columns>,
    /// The body's game tick.
    pub tick: AtomicU64,
    /// How late the game ticks came, since the thread began.
    pub lateness: Mutex<Lateness>,
    /// Beats while the thread lives, once every `HEARTBEAT`.
    pub heartbeat: AtomicU64,
}
