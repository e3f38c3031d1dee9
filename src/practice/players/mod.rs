//! The players: who they are, how they move and fare, what their clients are shown of the world around them.

pub(crate) mod chat;
pub(crate) mod damage;
pub(crate) mod eating;
pub(crate) mod effects;
pub(crate) mod experience;
pub(crate) mod hazards;
pub(crate) mod join;
pub(crate) mod looks;
pub(crate) mod modes;
pub(crate) mod movement;
pub(crate) mod player;
pub(crate) mod statistics;
pub(crate) mod streaming;
pub(crate) mod surroundings;
pub(crate) mod tracking;
pub(crate) mod vitals;
