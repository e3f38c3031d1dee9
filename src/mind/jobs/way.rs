//! How far a job is.

use std::collections::BTreeMap;

use crate::{
    domain::{ChunkPos, PosSet},
    voxel::Frontier,
};

/// How far a job is: how many of its pieces are over, how many looks in a row found no more done, for how many ticks its goal has
/// been at work by now, and what it has seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way {
    pub pieces: u64,
    pub idle: u32,
    pub now: u64,
    pub memory: Memory,
}

/// What an exploring or a wait has come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    pub(super) frontier: Option<Frontier>,
    /// Columns that had been seen when it began.
    pub(super) before: PosSet<ChunkPos>,
    /// Columns whose blocks were counted, and what stands there that is worth telling.
    pub(super) counted: PosSet<ChunkPos>,
    pub(super) found: BTreeMap<&'static str, u32>,
    /// The places that legs have led to.
    pub(super) tried: Vec<[i32; 2]>,
    /// By what it is measured: the ticks at which it began, or those that it was to last then.
    pub(super) begun: Option<u64>,
    /// The time of the day at the last look.
    pub(super) time: Option<u64>,
}
