//! The players: who they are, how they move and fare, what their clients are shown of the world around them.

pub(crate) mod chat;
pub(crate) mod join;
pub(crate) mod looks;
pub(crate) mod modes;
pub(crate) mod movement;
pub(crate) mod player;
pub(crate) mod streaming;
pub(crate) mod tracking;
pub(crate) mod vitals;
