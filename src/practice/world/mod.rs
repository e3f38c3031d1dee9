//! The blocks of the whole world: grown or read when asked for, kept while needed, and what bodies bump into among them.

pub(crate) mod collide;
pub(crate) mod contents;
pub(crate) mod edge;
pub(crate) mod store;
pub(crate) mod workshop;
