//! The body and its server: joining, losing the connection, spawning, dying.

use std::{
    thread,
    time::{Duration, Instant},
};

use azalea::entity::{HasClientLoaded, Position, metadata::Health};
use crossbeam_channel::{TryRecvError, unbounded};
use tracing::{debug, info};

use super::{
    client,
    connection::{Connection, dial},
    state::{Loop, Presence},
};
use crate::body::{
    orders::Report,
    senses::{observe::observe, point, shown::Death},
};

/// From the order to join until the bot stands in the world.
const JOIN_LIMIT: Duration = Duration::from_secs(20);

impl Loop {
    /// Looks up the address and connects off the loop: a name server may take seconds, and so may the server.
    pub(super) fn join(&mut self) {
        let (found, wait) = unbounded();
        let server = self.config.server.clone();
        let dial = thread::Builder::new().name("body-dial".into()).spawn(move || _ = found.send(dial(&server)));
        self.join_begun = Instant::now();
        match dial {
            Ok(_) => self.presence = Presence::Dialing(wait),
            Err(error) => self.lost(format!("no thread to connect with: {error}")),
        }
    }

    pub(super) fn watch_link(&mut self) {
        if let Presence::Dialing(wait) = &self.presence {
            match wait.try_recv() {
                Ok(stream) => match stream.and_then(|stream| Connection::begin(stream, &self.config.server)) {
                    Ok(connection) => {
                        let mut world = self.shared.world.borrow_mut();
                        self.entity = Some(client::begin_login(&mut world, &self.config.username));
                        drop(world);
                        self.connection = Some(connection);
                        self.presence = Presence::Joining;
                    }
                    Err(reason) => self.lost(reason),
                },
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.lost("the thread that connects has ended".to_owned()),
            }
        }
        if let Some(connection) = &self.connection
            && connection.silent_for() > self.config.patience
        {
            let (server, silent) = (&self.config.server, connection.silent_for().as_secs());
            let reason = format!("{server} has said nothing for {silent} s: it hangs, or the connection to it is cut");
            self.lost(reason);
        }
        if matches!(self.presence, Presence::Dialing(_) | Presence::Joining) && self.join_begun.elapsed() > JOIN_LIMIT {
            self.lost(format!("{} did not let the bot in within {} s", self.config.server, JOIN_LIMIT.as_secs()));
        }
    }

    /// Spawning and dying, as the server tells.
    pub(super) fn watch_life(&mut self) {
        let Some(bot) = self.shared.bot.get() else { return };
        let mut world = self.shared.world.borrow_mut();
        let mut shown = self.shared.shown.borrow_mut();
        let Some(position) = world.get::<Position>(bot).map(|position| point(**position)) else { return };
        let loaded = world.get::<HasClientLoaded>(bot).is_some();
        let lifeless = world.get::<Health>(bot).is_some_and(|health| **health <= 0.0);
        if lifeless && shown.death.is_none() && self.dying > 20 {
            shown.death = Some(Death { message: "the bot died".into(), position });
        }
        if let Some(death) = &mut shown.death
            && !self.dead
        {
            self.dead = true;
            death.position = position;
            info!("died at {}: {}", position.block(), death.message);
            if let Some(observation) = observe(&mut world, bot, &shown, self.shared.tick.get()) {
                self.outbox.observe(observation);
            }
            let message = shown.death.as_ref().map(|death| death.message.clone()).unwrap_or_default();
            self.outbox.report(Report::Died { message, position });
        }
        let alive = loaded && shown.death.is_none() && !lifeless && !shown.is_behind();
        if alive && (self.dead || matches!(self.presence, Presence::Joining)) {
            self.dead = false;
            self.dying = 0;
            self.counting = true;
            self.presence = Presence::Joined;
            debug!("spawned at {}", position.block());
            if let Some(observation) = observe(&mut world, bot, &shown, self.shared.tick.get()) {
                self.outbox.observe(observation);
            }
            self.outbox.report(Report::Spawned { dimension: shown.dimension.clone(), position });
        }
    }

    /// The connection is lost, for words that a user can read. Nothing of it is kept: the next one gets a new client.
    pub(super) fn lost(&mut self, reason: String) {
        self.shared.world.replace(client::build());
        if matches!(self.presence, Presence::Lost(_)) {
            return;
        }
        let joined = matches!(self.presence, Presence::Joined);
        info!("connection lost: {reason}");
        self.shared.bot.set(None);
        (self.connection, self.entity) = (None, None);
        {
            let mut shown = self.shared.shown.borrow_mut();
            shown.leave();
            shown.death = None;
        }
        self.dead = false;
        self.presence = Presence::Lost(reason.clone());
        // The running call ends first, so that the mind knows which call the loss took.
        self.step_calls();
        self.outbox.report(Report::Disconnected { reason, joined });
    }
}
