//! The land that grows from a seed.

pub(crate) mod ores;
pub(crate) mod terrain;
pub(crate) mod trees;
