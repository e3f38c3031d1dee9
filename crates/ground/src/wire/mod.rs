//! What both ends of the protocol share: how packets lie in a stream, and vanilla's registries as it sends them.
//!
//! The lowest room that names azalea's protocol crates; `body` and `practice` read and write by it.

pub mod frames;
pub mod registries;
