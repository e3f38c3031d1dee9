//! The one [`Game`], and what happens in it, a deed a file: each works on the state of the rooms below, and says what clients
//! see of it. In which order things happen is for `turn`.

pub(crate) mod blocks;
pub(crate) mod buckets;
pub(crate) mod chat;
pub(crate) mod chests;
pub(crate) mod damage;
pub(crate) mod daytime;
pub(crate) mod digging;
pub(crate) mod drops;
pub(crate) mod eating;
pub(crate) mod effects;
pub(crate) mod experience;
pub(crate) mod falling;
pub(crate) mod furnaces;
pub(crate) mod game_rules;
pub(crate) mod hazards;
pub(crate) mod join;
pub(crate) mod looks;
pub(crate) mod modes;
pub(crate) mod movement;
pub(crate) mod picking;
pub(crate) mod placing;
pub(crate) mod protection;
pub(crate) mod rails;
pub(crate) mod saving;
pub(crate) mod sleeping;
pub(crate) mod state;
pub(crate) mod statistics;
pub(crate) mod streaming;
pub(crate) mod switches;
pub(crate) mod tracking;
pub(crate) mod vitals;
pub(crate) mod weather;
pub(crate) mod windows;

pub use state::Game;
