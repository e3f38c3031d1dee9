//! The protocol of 26.1 as this world speaks it: packets as bytes and as values of our own, and what may be in one.
//!
//! As azalea should have written it (`fixups`, `misread`). No sockets here, and nobody who plays.

pub(super) mod check;
pub(super) mod claims;
pub(super) mod complaints;
pub(super) mod fixups;
pub(super) mod frames;
pub(super) mod limits;
pub(super) mod misread;
pub(super) mod packets;
pub(super) mod texts;
pub(super) mod wire;
