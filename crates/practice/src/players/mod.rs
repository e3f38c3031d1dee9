//! The players as data: who they are, how they fare, what they hold, and what their clients have been shown.

pub(super) mod digging;
pub(super) mod effects;
pub(super) mod experience;
pub(super) mod looks;
mod modes;
pub(super) mod player;
pub(super) mod roster;
pub(super) mod statistics;
pub(super) mod surroundings;
pub(super) mod vitals;
