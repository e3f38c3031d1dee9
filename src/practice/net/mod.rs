//! The wire: accepting, logging in, reading and writing, and the protocol as azalea should have written it.

pub(crate) mod check;
pub(crate) mod claims;
pub(crate) mod complaints;
pub(crate) mod connection;
pub(crate) mod fixups;
pub(crate) mod frames;
pub(crate) mod limits;
pub(crate) mod listener;
pub(crate) mod login;
pub(crate) mod manners;
pub(crate) mod misread;
pub(crate) mod packets;
pub(crate) mod pipe;
pub(crate) mod registries;
pub(crate) mod rooms;
pub(crate) mod status;
pub(crate) mod welcome;
pub(crate) mod wire;
