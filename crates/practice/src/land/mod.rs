//! The land that grows from a seed.

mod biomes;
mod canvas;
mod caves;
mod ground;
#[cfg(test)]
mod hashes;
mod noise;
mod ores;
mod plants;
mod relief;
pub(super) mod terrain;
mod trees;
