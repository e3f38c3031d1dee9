//! The players as data: who they are, how they fare, what they hold, and what their clients have been shown.

pub(crate) mod digging;
pub(crate) mod effects;
pub(crate) mod experience;
pub(crate) mod looks;
pub(crate) mod modes;
pub(crate) mod player;
pub(crate) mod roster;
pub(crate) mod statistics;
pub(crate) mod surroundings;
pub(crate) mod vitals;
