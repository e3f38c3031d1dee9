//! Blocks: which there are, where they stand, and how a chunk of them is sent.

pub(crate) mod block_entities;
pub(crate) mod blocks;
pub(crate) mod chunks;
pub(crate) mod collide;
pub(crate) mod encode;
pub(crate) mod light;
pub(crate) mod store;
pub(crate) mod workshop;
