//! The way to the agent's body.

use bevy::prelude::*;

use crate::body::{Body, Order};

/// The body that an agent orders about.
#[derive(Component, Debug)]
pub struct BodyLink(pub Body);

impl BodyLink {
    /// Gives an order. The channel is bounded; one that is full belongs to a body that no longer reads, which the
    /// heartbeat tells; then it is `false`.
    pub fn send(&self, order: Order) -> bool {
        let sent = self.0.orders.try_send(order);
        sent.inspect_err(|error| tracing::warn!("the body takes no order: {error}")).is_ok()
    }
}
