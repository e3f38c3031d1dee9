//! The body's thread: its loop runs azalea's `Update` and `GameTick`, nothing of the mind can hold it up.
//!
//! Each turn: orders, one update (which reads packets), what they showed into [`Seen`], a game tick if it is due with the
//! running call polled just before it, then reports out and sleep until the next tick or 16 ms, or until an order comes.

use std::{
    cell::{Cell, RefCell},
    io,
    net::{SocketAddr, ToSocketAddrs},
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use azalea::{
    app::Main,
    core::tick::GameTick,
    disconnect::DisconnectEvent,
    ecs::{
        entity::Entity,
        message::{MessageCursor, Messages},
        query::With,
    },
    entity::{HasClientLoaded, LocalEntity, Position, inventory::Inventory, metadata::Health},
    join::ConnectionFailedEvent,
    local_player::WorldHolder,
    packet::game::ReceiveGamePacketEvent,
    respawn::PerformRespawnEvent,
};
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded, unbounded};
use serde_json::json;
use tracing::{debug, info, warn};

use super::{
    Body, BodyConfig, CallId, Order, Report, Slots,
    calls::{Calls, Stop},
    client,
    cx::Shared,
    observe::observe,
    outbox::{Outbox, REPORTS},
    seen::{Death, Seen},
};
use crate::domain::{ErrorCode, ToolError, ToolResult};

/// The longest the loop sleeps: packets are read at least this often.
const UPDATE: Duration = Duration::from_millis(16);
/// From the order to join until the bot stands in the world.
const JOIN_LIMIT: Duration = Duration::from_secs(20);
/// Columns translated and published in one turn.
const COLUMNS_A_TURN: usize = 8;

/// Starts the body's thread, which joins right away.
///
/// `wake` is called whenever there is news for the mind, at most once a turn.
///
/// # Errors
/// When the system has no thread to give.
pub fn spawn(config: BodyConfig, wake: Arc<dyn Fn() + Send + Sync>) -> io::Result<Body> {
    let (orders, orders_in) = bounded(64);
    let (reports_out, reports) = bounded(REPORTS);
    let slots = Arc::new(Slots::default());
    let outbox = Outbox::new(reports_out.clone(), slots.clone(), wake.clone());
    let running: Arc<Mutex<Option<(CallId, &'static str)>>> = Arc::default();
    let known = running.clone();
    thread::Builder::new().name("body".into()).spawn(move || {
        let ended = catch_unwind(AssertUnwindSafe(|| Loop::new(config, orders_in, outbox, known).run()));
        if let Err(panic) = ended {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            let reason = format!("the body's thread ended unexpectedly: {text}");
            warn!("{reason}");
            if let Some((id, tool)) = *running.lock().unwrap_or_else(PoisonError::into_inner) {
                let error = ToolError::new(ErrorCode::Disconnected, &*reason).with(json!({ "reason": reason }));
                let _ = reports_out.try_send(Report::Outcome { id, result: ToolResult::new(tool, 0, 0, Err(error)) });
            }
            let _ = reports_out.try_send(Report::Disconnected { reason, joined: true });
            wake();
        }
    })?;
    Ok(Body { orders, reports, slots })
}

/// Where the body stands with its server.
enum Link {
    /// Looking up the host's name, on a thread of its own.
    Resolving(Receiver<Result<SocketAddr, String>>),
    Joining,
    /// In the world, since its chunk is loaded.
    Joined,
    Lost(String),
}

struct Loop {
    shared: Rc<Shared>,
    config: BodyConfig,
    orders: Receiver<Order>,
    outbox: Outbox,
    calls: Calls,
    running: Arc<Mutex<Option<(CallId, &'static str)>>>,
    link: Link,
    join_begun: Instant,
    packets: MessageCursor<ReceiveGamePacketEvent>,
    disconnects: MessageCursor<DisconnectEvent>,
    failures: MessageCursor<ConnectionFailedEvent>,
    next_tick: Instant,
    next_beat: Instant,
    counting: bool,
    dead: bool,
    /// Ticks with no health and no word from the server of what killed the bot.
    dying: u32,
}

impl Loop {
    fn new(
        config: BodyConfig,
        orders: Receiver<Order>,
        outbox: Outbox,
        running: Arc<Mutex<Option<(CallId, &'static str)>>>,
    ) -> Self {
        let shared = Rc::new(Shared {
            world: RefCell::new(client::build()),
            seen: RefCell::new(Seen::default()),
            bot: Cell::new(None),
            tick: Cell::new(0),
            progress: RefCell::new(None),
        });
        let now = Instant::now();
        let mut this = Self {
            shared,
            config,
            orders,
            outbox,
            calls: Calls::default(),
            running,
            link: Link::Joining,
            join_begun: now,
            packets: MessageCursor::default(),
            disconnects: MessageCursor::default(),
            failures: MessageCursor::default(),
            next_tick: now,
            next_beat: now,
            counting: false,
            dead: false,
            dying: 0,
        };
        this.join();
        this
    }

    fn run(mut self) {
        loop {
            loop {
                match self.orders.try_recv() {
                    Ok(order) => {
                        if self.obey(order) {
                            return self.leave();
                        }
                    }
                    Err(crossbeam_channel::TryRecvError::Empty) => break,
                    Err(crossbeam_channel::TryRecvError::Disconnected) => return self.leave(),
                }
            }
            self.update();
            if self.is_due() {
                self.game_tick();
            }
            self.publish();
            let sleep = self.next_tick.saturating_duration_since(Instant::now()).min(UPDATE);
            if sleep.is_zero() {
                continue;
            }
            match self.orders.recv_timeout(sleep) {
                Ok(order) => {
                    if self.obey(order) {
                        return self.leave();
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.leave(),
            }
        }
    }

    /// Carries out an order; `true` if it was the last.
    fn obey(&mut self, order: Order) -> bool {
        match order {
            Order::Call { id, request, deadline } => self.calls.order(id, request, deadline),
            Order::Cancel { id } => {
                if let Some((id, result)) = self.calls.cancel(id) {
                    self.outbox.report(Report::Outcome { id, result });
                }
            }
            Order::Respawn => {
                if let Some(entity) = self.shared.bot.get() {
                    self.shared.world.borrow_mut().write_message(PerformRespawnEvent { entity });
                }
            }
            Order::Rejoin => {
                if matches!(self.link, Link::Lost(_)) {
                    self.join();
                }
            }
            Order::Shutdown => return true,
        }
        false
    }

    fn leave(self) {
        let mut world = self.shared.world.borrow_mut();
        if let Some(entity) = self.shared.bot.get() {
            world.write_message(DisconnectEvent { entity, reason: None });
            world.run_schedule(Main);
        }
    }

    /// Looks up the address off the loop: a name server may take seconds.
    fn join(&mut self) {
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

    /// Reads packets and takes in what they showed.
    fn update(&mut self) {
        {
            let mut world = self.shared.world.borrow_mut();
            world.run_schedule(Main);
            world.clear_trackers();
        }
        self.take_in_packets();
        self.watch_link();
        self.watch_life();
    }

    fn take_in_packets(&mut self) {
        let mut world = self.shared.world.borrow_mut();
        let mut seen = self.shared.seen.borrow_mut();
        if let Some(messages) = world.get_resource::<Messages<ReceiveGamePacketEvent>>() {
            for event in self.packets.read(messages) {
                seen.apply(event);
            }
        }
        while let Some(report) = seen.chat.pop_front() {
            self.outbox.report(report);
        }
        let mut bots = world.query_filtered::<Entity, (With<LocalEntity>, With<Position>, With<WorldHolder>)>();
        let bot = bots.iter(&world).next();
        self.shared.bot.set(bot);
        let Some(bot) = bot else { return };
        let Some(holder) = world.get::<WorldHolder>(bot).cloned() else { return };
        let here = world.get::<Position>(bot).map_or(Default::default(), |at| super::seen::point(**at).block().chunk());
        seen.refresh(&holder.shared.read(), here, COLUMNS_A_TURN);
        if let Some(mut inventory) = world.get_mut::<Inventory>(bot) {
            seen.windows.repair(&mut inventory);
        }
    }

    fn watch_link(&mut self) {
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
    fn watch_life(&mut self) {
        let Some(bot) = self.shared.bot.get() else { return };
        let mut world = self.shared.world.borrow_mut();
        let mut seen = self.shared.seen.borrow_mut();
        let Some(position) = world.get::<Position>(bot).map(|position| super::seen::point(**position)) else { return };
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

    fn lost(&mut self, reason: String) {
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

    /// Whether the next game tick is due. Up to five missed ticks are caught up on; older ones are dropped, as vanilla
    /// drops them, so that a slow moment does not grow into a spiral.
    fn is_due(&mut self) -> bool {
        let period = Duration::from_secs_f32(1.0 / self.shared.seen.borrow().rate());
        let now = Instant::now();
        // After a raise of the tick rate the old period need not be sat out.
        self.next_tick = self.next_tick.min(now + period);
        if now < self.next_tick {
            return false;
        }
        // Before the bot stands in the world there is no game to be late for.
        if self.counting {
            self.outbox.record_lateness(now - self.next_tick);
        }
        self.next_tick += period;
        if self.next_tick + 5 * period < now {
            self.next_tick = now;
        }
        true
    }

    fn game_tick(&mut self) {
        if self.counting {
            self.shared.tick.set(self.shared.tick.get() + 1);
        }
        self.step_calls();
        let mut world = self.shared.world.borrow_mut();
        world.run_schedule(GameTick);
        if let Some(bot) = self.shared.bot.get()
            && world.get::<Health>(bot).is_some_and(|health| **health <= 0.0)
        {
            self.dying += 1;
        }
        let tick = self.shared.tick.get();
        // At raised tick rates every other tick is often enough; an outcome brings its own observation.
        if tick.is_multiple_of(2) || self.shared.seen.borrow().rate() <= 100.0 {
            drop(world);
            self.observe();
        }
        self.outbox.tick(tick);
    }

    fn step_calls(&mut self) {
        let stop = match &self.link {
            Link::Joined => self.shared.seen.borrow().death.as_ref().map(|death| {
                Stop::Died(ToolError::new(ErrorCode::BotDied, death.message.clone()).with(json!({
                    "message": death.message, "position": death.position.block(),
                })))
            }),
            Link::Lost(reason) => Some(disconnected(reason)),
            Link::Resolving(_) | Link::Joining => Some(disconnected("the bot has not joined yet")),
        };
        let finished = self.calls.step(&self.shared, stop);
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = self.calls.running();
        self.outbox.progress(self.shared.progress.borrow().clone());
        if let Some((id, result)) = finished {
            // The evidence first: the mind judges by the observation it finds when the outcome arrives.
            self.observe();
            self.outbox.progress(None);
            self.outbox.report(Report::Outcome { id, result });
        }
    }

    fn observe(&mut self) {
        let Some(bot) = self.shared.bot.get() else { return };
        let mut world = self.shared.world.borrow_mut();
        if let Some(observation) = observe(&mut world, bot, &self.shared.seen.borrow(), self.shared.tick.get()) {
            self.outbox.observe(observation);
        }
    }

    fn publish(&mut self) {
        let changed = self.shared.seen.borrow_mut().take_changed(COLUMNS_A_TURN);
        self.outbox.columns(changed);
        self.outbox.flush();
        let now = Instant::now();
        if now >= self.next_beat {
            self.next_beat = now + Duration::from_secs(1);
            self.outbox.heartbeat();
        }
        self.outbox.wake();
    }
}

fn disconnected(reason: &str) -> Stop {
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
