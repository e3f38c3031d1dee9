//! Chunks as data: which blocks there are, where they stand, how they are lit, and how a chunk of them is sent.

pub(crate) mod block_entities;
pub(crate) mod blocks;
pub(crate) mod chunk;
pub(crate) mod encode;
pub(crate) mod heights;
pub(crate) mod light;
pub(crate) mod shine;
