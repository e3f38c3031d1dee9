//! The network: accepting, logging in, reading and writing. It hands on what clients bring in (`inbound`) and knows neither
//! players nor the world.

pub(super) mod connection;
pub(super) mod inbound;
pub(super) mod link;
pub(super) mod listener;
mod login;
mod manners;
mod pipe;
mod registries;
mod rooms;
pub(super) mod status;
pub(super) mod welcome;
