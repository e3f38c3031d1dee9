//! The body and its server: joining, losing the connection, spawning, dying.

use std::{
    net::{SocketAddr, ToSocketAddrs},
    thread,
    time::{Duration, Instant},
};

use azalea::{
    disconnect::DisconnectEvent,
    ecs::message::Messages,
    entity::{HasClientLoaded, Position, metadata::Health},
    join::ConnectionFailedEvent,
};
use crossbeam_channel::{Receiver, unbounded};
use serde_json::json;
use tracing::{debug, info};

use super::{
    Report,
    calls::Stop,
    client,
    observe::observe,
    run::Loop,
    seen::{Death, point},
};
use crate::domain::{ErrorCode, ToolError};

/// From the order to join until the bot stands in the world.
const JOIN_LIMIT: Duration = Duration::from_secs(20);

/// Where the body stands with its server.
pub(super) enum Link {
    /// Looking up the host's name, on a thread of its own.
    Resolving(Receiver<Result<SocketAddr, String>>),
    Joining,
    /// In the world, since its chunk is loaded.
    Joined,
    Lost(String),
}

impl Loop {
    /// Looks up the address off the loop: a name server may take seconds.
    pub(super) fn join(&mut self) {
        let (found, wait) = unbounded();
        let server = self.config.server.clone();
        let lookup = thread::Builder::new().name("body-dns".into()).spawn(move || {
            let address = match server.to_socket_addrs() {
                // `localhost` may mean both; servers of this game listen on IPv4 first.
                Ok(addresses) => {
                    addresses.min_by_key(SocketAddr::is_ipv6).ok_or_else(|| format!("{server} has no address"))
                }
                Err(error) => Err(format!("cannot find {server}: {error}")),
            };
            let _ = found.send(address);
        });
        self.join_begun = Instant::now();
        match lookup {
            Ok(_) => self.link = Link::Resolving(wait),
            Err(error) => self.lost(format!("no thread to look up the address: {error}")),
        }
    }

    pub(super) fn watch_link(&mut self) {
        if let Link::Resolving(wait) = &self.link {
            match wait.try_recv() {
                Ok(Ok(socket)) => {
                    let host = self.config.server.rsplit_once(':').map_or(&*self.config.server, |(host, _)| host);
                    client::join(&mut self.shared.world.borrow_mut(), &self.config.username, host, socket);
                    self.link = Link::Joining;
                }
                Ok(Err(reason)) => self.lost(reason),
                Err(_) => {}
            }
        }
        let mut reason = None;
        {
            let world = self.shared.world.borrow();
            if let Some(messages) = world.get_resource::<Messages<ConnectionFailedEvent>>() {
                for event in self.failures.read(messages) {
                    reason = Some(format!("cannot connect to {}: {}", self.config.server, root(&*event.error)));
                }
            }
            if let Some(messages) = world.get_resource::<Messages<DisconnectEvent>>() {
                for event in self.disconnects.read(messages) {
                    let said = event.reason.as_ref().map(|reason| reason.to_string()).filter(|said| !said.is_empty());
                    let joined = matches!(self.link, Link::Joined);
                    reason = reason.or(Some(said.unwrap_or_else(|| {
                        if joined {
                            "the server closed the connection".to_owned()
                        } else {
                            format!(
                                "{} closed the connection without a word while joining: it may speak another version \
                                 than {}",
                                self.config.server,
                                azalea::protocol::packets::VERSION_NAME
                            )
                        }
                    })));
                }
            }
        }
        if let Some(reason) = reason {
            self.lost(reason);
        }
        if matches!(self.link, Link::Resolving(_) | Link::Joining) && self.join_begun.elapsed() > JOIN_LIMIT {
            let reason = format!("{} did not let the bot in within {} s", self.config.server, JOIN_LIMIT.as_secs());
            if let Some(entity) = self.shared.bot.get() {
                self.shared.world.borrow_mut().write_message(DisconnectEvent { entity, reason: None });
            }
            self.lost(reason);
        }
    }

    /// Spawning and dying, as the server tells.
    pub(super) fn watch_life(&mut self) {
        let Some(bot) = self.shared.bot.get() else { return };
        let mut world = self.shared.world.borrow_mut();
        let mut seen = self.shared.seen.borrow_mut();
        let Some(position) = world.get::<Position>(bot).map(|position| point(**position)) else { return };
        let loaded = world.get::<HasClientLoaded>(bot).is_some();
        let lifeless = world.get::<Health>(bot).is_some_and(|health| **health <= 0.0);
        if lifeless && seen.death.is_none() && self.dying > 20 {
            seen.death = Some(Death { message: "the bot died".into(), position });
        }
        if let Some(death) = &mut seen.death
            && !self.dead
        {
            self.dead = true;
            death.position = position;
            info!("died at {}: {}", position.block(), death.message);
            if let Some(observation) = observe(&mut world, bot, &seen, self.shared.tick.get()) {
                self.outbox.observe(observation);
            }
            let message = seen.death.as_ref().map(|death| death.message.clone()).unwrap_or_default();
            self.outbox.report(Report::Died { message, position });
        }
        let alive = loaded && seen.death.is_none() && !lifeless && !seen.is_behind();
        if alive && (self.dead || matches!(self.link, Link::Joining)) {
            self.dead = false;
            self.dying = 0;
            self.counting = true;
            self.link = Link::Joined;
            debug!("spawned at {}", position.block());
            if let Some(observation) = observe(&mut world, bot, &seen, self.shared.tick.get()) {
                self.outbox.observe(observation);
            }
            self.outbox.report(Report::Spawned { dimension: seen.dimension.clone(), position });
        }
    }

    pub(super) fn lost(&mut self, reason: String) {
        if matches!(self.link, Link::Lost(_)) {
            return;
        }
        let joined = matches!(self.link, Link::Joined);
        info!("connection lost: {reason}");
        self.shared.bot.set(None);
        {
            let mut seen = self.shared.seen.borrow_mut();
            seen.leave();
            seen.death = None;
        }
        self.dead = false;
        self.link = Link::Lost(reason.clone());
        // The running call ends first, so that the mind knows which call the loss took.
        self.step_calls();
        self.outbox.report(Report::Disconnected { reason, joined });
    }
}

pub(super) fn disconnected(reason: &str) -> Stop {
    Stop::Disconnected(ToolError::new(ErrorCode::Disconnected, reason).with(json!({ "reason": reason })))
}

/// The innermost cause: `Connection refused` rather than the layers around it.
fn root(error: &dyn std::error::Error) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}
