//! Chunks as data: which blocks there are, where they stand, how they are lit, and how a chunk of them is sent.

pub(super) mod block_entities;
pub(super) mod blocks;
pub(super) mod chunk;
pub(super) mod encode;
pub(super) mod fluids;
pub(super) mod heights;
pub(super) mod light;
mod shine;
