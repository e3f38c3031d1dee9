//! The way to the agent's body.

use bevy::prelude::*;

use crate::body::{Body, Order};

/// The body that an agent orders about.
#[derive(Component, Debug)]
pub struct BodyLink(pub Body);

impl BodyLink {
    /// Gives an order. The channel is bounded; one that is full belongs to a body that no longer reads, which the
    /// heartbeat tells.
    pub fn send(&self, order: Order) {
        if let Err(error) = self.0.orders.try_send(order) {
            tracing::warn!("the body takes no order: {error}");
        }
    }
}
