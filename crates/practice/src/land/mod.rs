//! The land that grows from a seed.

mod biomes;
mod canvas;
mod caves;
mod ground;
mod grown;
#[cfg(test)]
mod hashes;
mod noise;
mod ores;
mod origin;
mod plants;
mod relief;
pub(super) mod terrain;
mod trees;
