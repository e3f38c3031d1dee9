//! The practice world: a small survival server that speaks the real Minecraft Java 26.1 protocol over TCP.
//!
//! It exists so that a newcomer, and every test, has somewhere to play without installing anything. It is
//! authoritative: what a client claims is checked against the rules here and put right by the answer.
//!
//! ```text
//! net: listener ── accepts, runs ─► login ─► connection (a reader and a writer task a client, tokio)
//!                                         │ Inbound, bounded          ▲ batches of packets, bounded
//!                                         ▼                           │
//!                              turn: one thread moves the one Game; events as they come, ticks when due
//!                                movement · digging · placing · clicks · drops · vitals · chat · streaming
//!                                over world (chunks from terrain) and players (inventory, vitals)
//! ```
//!
//! State is below, behaviour above. From the bottom: `config`, `registries`, `rng`, `tick_times`; `items`; `protocol`, `net`;
//! `chunks`, `land`, `world`; `rules`, `entities`; `players`; `keep`, `save`; `game`; `controls`, `commands`; `turn`;
//! `server`, `guest`. A room imports only rooms before it, which `tests/it/architecture.rs` holds.
//!
//! What a client is allowed is in `protocol::limits`, each number with its reason. Chunks are made beside the tick
//! (`world::workshop`). What azalea encodes wrongly is put right in `protocol::fixups`.

mod chunks;
mod commands;
mod config;
mod controls;
mod entities;
mod game;
pub mod guest;
mod items;
mod keep;
mod land;
mod net;
mod players;
mod protocol;
mod registries;
mod rng;
mod rules;
mod save;
mod server;
#[cfg(test)]
mod tests;
mod tick_times;
mod turn;
mod world;

// The words and the facts, by the same paths as in every other crate of the workspace.
use blockwright_ground::{domain, knowledge, voxel, wire};
pub use config::WorldConfig;
pub use game::Game;
pub use items::stack::Stack;
pub use save::{OpenError, SavedBlocks, WorldDir};
pub use server::PracticeWorld;
pub use tick_times::TickTimes;
