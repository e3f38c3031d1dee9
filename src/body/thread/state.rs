//! What the loop's parts share: the client, the calls and where the bot stands with its server. [`run`](super::run) moves
//! it on, [`link`](super::link) joins, spawns and loses.

use std::{
    collections::VecDeque,
    net::TcpStream,
    rc::Rc,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use azalea::ecs::entity::Entity;
use crossbeam_channel::Receiver;
use serde_json::json;

use super::{
    beat::Beat,
    calls::{Calls, Stop},
    client,
    connection::Connection,
    outbox::Outbox,
    turnstile::Turnstile,
};
use crate::{
    body::{
        leases::Holder,
        orders::{BodyConfig, CallId, Order, Report},
        senses::observe::observe,
        skills::cx::Shared,
    },
    domain::{ErrorCode, ToolError},
};

/// Where the bot stands with its server.
pub(super) enum Presence {
    /// Looking up the host's name and connecting, on a thread of its own.
    Dialing(Receiver<Result<TcpStream, String>>),
    Joining,
    /// In the world, since its chunk is loaded.
    Joined,
    Lost(String),
}

/// All that the body's thread holds.
pub(super) struct Loop {
    pub shared: Rc<Shared>,
    pub config: BodyConfig,
    pub orders: Receiver<Order>,
    pub outbox: Outbox,
    pub calls: Calls,
    /// To whom what is to be said in private.
    pub whispers: VecDeque<(String, String)>,
    /// The running call, for a report if the thread should end under it.
    running: Arc<Mutex<Option<(CallId, &'static str)>>>,
    pub presence: Presence,
    pub connection: Option<Connection>,
    /// The bot in the client's world, from its login on.
    pub entity: Option<Entity>,
    pub join_begun: Instant,
    pub beat: Beat,
    pub turnstile: Turnstile,
    pub next_beat: Instant,
    /// When what the server sent was last taken in.
    pub updated: Instant,
    /// Game ticks are counted, from the first spawn on.
    pub counting: bool,
    pub dead: bool,
    /// Ticks with no health and no word from the server of what killed the bot.
    pub dying: u32,
}

impl Loop {
    pub fn new(
        config: BodyConfig,
        orders: Receiver<Order>,
        outbox: Outbox,
        running: Arc<Mutex<Option<(CallId, &'static str)>>>,
    ) -> Self {
        let now = Instant::now();
        Self {
            shared: Rc::new(Shared::new(client::build(), Holder::new(config.leases.clone(), &config.username))),
            config,
            orders,
            outbox,
            calls: Calls::default(),
            whispers: VecDeque::new(),
            running,
            presence: Presence::Joining,
            connection: None,
            entity: None,
            join_begun: now,
            beat: Beat::new(now),
            turnstile: Turnstile::new(),
            next_beat: now,
            updated: now,
            counting: false,
            dead: false,
            dying: 0,
        }
    }

    /// A tick for the running call; its outcome, if it ended, goes out after what was seen then.
    pub fn step_calls(&mut self) {
        let stop = match &self.presence {
            Presence::Joined => self.shared.shown.borrow().death.as_ref().map(|death| {
                Stop::Died(ToolError::new(ErrorCode::BotDied, death.message.clone()).with(json!({
                    "message": death.message, "position": death.position.block(),
                })))
            }),
            Presence::Lost(reason) => Some(disconnected(reason)),
            Presence::Dialing(_) | Presence::Joining => Some(disconnected("the bot has not joined yet")),
        };
        let finished = self.calls.step(&self.shared, stop);
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = self.calls.running();
        self.outbox.progress(self.shared.progress.borrow().clone());
        self.outbox.earthwork(&self.shared.earthwork.borrow());
        if let Some((id, result)) = finished {
            // The evidence first: the mind judges by what it finds when the outcome arrives.
            self.observe();
            self.show_land(usize::MAX);
            self.outbox.progress(None);
            self.outbox.report(Report::Outcome { id, result });
        }
    }

    /// Hands over what has changed of the land, at most so many columns of it.
    pub fn show_land(&mut self, limit: usize) {
        let mut shown = self.shared.shown.borrow_mut();
        let changed = shown.take_changed(limit);
        self.outbox.columns(&shown.dimension, changed);
    }

    /// Writes down what the body sees now.
    pub fn observe(&mut self) {
        let Some(bot) = self.shared.bot.get() else { return };
        let mut world = self.shared.world.borrow_mut();
        if let Some(observation) = observe(&mut world, bot, &self.shared.shown.borrow(), self.shared.tick.get()) {
            self.outbox.observe(observation);
        }
    }
}

fn disconnected(reason: &str) -> Stop {
    Stop::Disconnected(ToolError::new(ErrorCode::Disconnected, reason).with(json!({ "reason": reason })))
}
