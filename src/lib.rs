//! Blockwright: an agent that plays Minecraft for you.
//!
//! The code map is in ARCHITECTURE.md; in short: `body` is a bot in the game, `mind` decides what to do, `construction` knows what is
//! to be built, `ui` is the window,
//! `journal` the record, `replay` what the window showed from moment to moment, `store` what of both lasts, `app` the command line and the runners. They stand on `blockwright_ground`
//! (`domain` holds the words, `knowledge` what is true of the game, `voxel` what has been seen of the world, `wire` the
//! protocol's stream, `read` files that somebody named) and play, where no server is named, in `blockwright_practice`.

pub mod app;
pub mod body;
pub mod construction;
pub mod journal;
pub mod mind;
pub mod replay;
pub mod store;
pub mod ui;

pub use blockwright_ground::{domain, knowledge, read, voxel, wire, write};
pub use blockwright_practice as practice;
