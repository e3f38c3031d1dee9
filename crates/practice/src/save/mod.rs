//! The world on disk, in the layout and formats of Minecraft Java 26.1 (Minecraft Wiki, "Java Edition level format",
//! "Chunk format", "Player.dat format"), so that other programs can read it.
//!
//! ```text
//! level.dat                                   what the world is: version, seed, time, spawn
//! session.lock                                held while a server uses the folder
//! data/minecraft/{world_gen_settings,world_clocks,game_rules,weather}.dat
//! players/data/UUID.dat                       a player
//! players/stats/UUID.json                     what they have done
//! dimensions/minecraft/overworld/region/      chunks that were changed, 32x32 a file
//! dimensions/minecraft/overworld/entities/    items that lie about
//! ```
//!
//! The tick thread takes a [`Snapshot`](super::keep::Snapshot), cheaply; the saver's thread encodes and writes it. Each file
//! is written aside, synced and renamed, so that at any moment there is a whole one, old or new. A file that cannot be
//! read is kept under another name, and said, before anything takes its place.

mod blocks;
mod chunk;
mod falling;
mod files;
mod item;
mod level;
mod nbt;
mod player;
mod region;
mod saver;
mod statistics;
#[cfg(test)]
mod tests;
mod version;
mod world_dir;

pub use blocks::SavedBlocks;
pub(crate) use chunk::read_state;
pub(crate) use item::read_stack;
pub(crate) use saver::open;
pub use world_dir::{OpenError, WorldDir};
