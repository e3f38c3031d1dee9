//! Blockwright: an agent that plays Minecraft for you.
//!
//! The code map is in ARCHITECTURE.md; in short: `domain` holds the words, `body` a bot in the game, `mind` decides what
//! to do, `knowledge` what is true of the game, `voxel` what has been seen of the world, `practice` a server to play on,
//! `wire` the protocol's stream, `ui` the window, `journal` the record, `store` what of it lasts, `read` files that somebody
//! named, `app` the command line and the runners.

pub mod app;
pub mod body;
pub mod domain;
pub mod journal;
pub mod knowledge;
pub mod mind;
pub mod practice;
pub mod read;
pub mod store;
pub mod ui;
pub mod voxel;
pub mod wire;
