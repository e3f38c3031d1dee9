//! The blocks of the whole world: grown or read when asked for, kept while needed, and what bodies bump into among them.

mod attic;
pub(super) mod collide;
mod contents;
pub(super) mod edge;
pub(super) mod store;
pub(super) mod workshop;
