//! The network: accepting, logging in, reading and writing. It hands on what clients bring in (`inbound`) and knows neither
//! players nor the world.

pub(crate) mod connection;
pub(crate) mod inbound;
pub(crate) mod link;
pub(crate) mod listener;
pub(crate) mod login;
pub(crate) mod manners;
pub(crate) mod pipe;
pub(crate) mod registries;
pub(crate) mod rooms;
pub(crate) mod status;
pub(crate) mod welcome;
