//! The land that grows from a seed.

#[cfg(test)]
mod hashes;
pub(crate) mod ores;
pub(crate) mod terrain;
pub(crate) mod trees;
