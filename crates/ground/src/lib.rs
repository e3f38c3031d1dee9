//! What every room stands on: the shared words (`domain`), what is true of the game (`knowledge`, with the SOPs), what has been seen
//! of the world (`voxel`), the protocol's stream (`wire`), and files (`read` what somebody named, `write` whole).
//!
//! A crate of its own below the practice world and the program, so that an edit of either builds without the other.

pub mod domain;
pub mod knowledge;
pub mod read;
pub mod voxel;
pub mod wire;
pub mod write;
