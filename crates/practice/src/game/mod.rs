//! The one [`Game`], and what happens in it, a deed a file: each works on the state of the rooms below, and says what clients
//! see of it. In which order things happen is for `turn`.

mod blocks;
mod buckets;
mod chat;
mod chests;
mod damage;
pub(super) mod daytime;
mod digging;
mod drops;
mod eating;
mod effects;
mod experience;
mod falling;
mod fertile;
mod flowing;
mod furnaces;
mod game_rules;
mod hazards;
mod join;
mod looks;
mod modes;
mod movement;
mod picking;
mod placing;
mod protection;
mod rails;
mod saving;
mod signs;
mod sleeping;
mod state;
mod statistics;
mod streaming;
mod switches;
mod tracking;
mod vitals;
mod weather;
mod windows;

pub use state::Game;
