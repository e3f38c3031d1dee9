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
//! State is below, behaviour above: a room imports only those listed before it, and a test holds that (`ARCHITECTURE.md`).
//! What a client is allowed is in `protocol::limits`, each number with its reason. Chunks are made beside the tick
//! (`world::workshop`). What azalea encodes wrongly is put right in `protocol::fixups`.

// From the bottom to the top. Plain values:
mod config;
mod registries;
mod rng;
mod tick_times;
// State, with the rules of its own:
mod chunks;
mod entities;
mod items;
mod land;
mod protocol;
mod rules;
mod world;
// Who plays, and how they come in:
mod net;
mod players;
// What outlives the program:
mod keep;
mod save;
// What happens, by whose word, and when:
mod commands;
mod controls;
mod game;
mod turn;
// From outside:
pub mod guest;
mod server;
#[cfg(test)]
mod tests;

pub use config::WorldConfig;
pub use game::Game;
pub use items::stack::Stack;
pub use save::{OpenError, WorldDir};
pub use server::PracticeWorld;
pub use tick_times::TickTimes;
