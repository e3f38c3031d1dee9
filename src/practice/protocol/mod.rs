//! The protocol of 26.1 as this world speaks it: packets as bytes and as values of our own, and what may be in one.
//!
//! As azalea should have written it (`fixups`, `misread`). No sockets here, and nobody who plays.

pub(crate) mod check;
pub(crate) mod claims;
pub(crate) mod complaints;
pub(crate) mod fixups;
pub(crate) mod frames;
pub(crate) mod limits;
pub(crate) mod misread;
pub(crate) mod packets;
pub(crate) mod texts;
pub(crate) mod wire;
