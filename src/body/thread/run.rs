//! The body's loop: azalea's `Update` and `GameTick` run here, and nothing of the mind can hold it up.
//!
//! Each turn: orders, one update (which reads packets), what they showed into [`Shown`], a game tick if it is due with the
//! running call polled just before it, then reports out and sleep until the next tick or 16 ms, or until an order comes.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
    time::{Duration, Instant},
};

use azalea::{
    app::Main,
    chat::SendChatEvent,
    core::tick::GameTick,
    ecs::schedule::ScheduleLabel,
    entity::{Position, inventory::Inventory, metadata::Health},
    local_player::{TabList, WorldHolder},
    respawn::PerformRespawnEvent,
};
use crossbeam_channel::TryRecvError;

use super::{
    calls::Ordered,
    client::{self, Outlet},
    connection::{Connection, Packet, farewell},
    state::{Loop, Presence},
};
use crate::body::{
    limits::HEARTBEAT,
    orders::{Order, Report},
    senses::{point, shown::USUAL_RATE, traits::Traits},
    skills::cells,
};

/// The longest the loop sleeps: packets are read at least this often.
const UPDATE: Duration = Duration::from_millis(16);
/// How soon who waits for a turn looks again.
const GLANCE: Duration = Duration::from_millis(1);
/// Private messages that wait to be said at most.
const MOST_WHISPERS: usize = 16;
/// Columns translated and published in one turn.
const COLUMNS_A_TURN: usize = 8;

impl Loop {
    /// Joins, and goes on until the last order or until nobody is left to give any.
    pub fn run(mut self) {
        // Worked out when first asked for, which would be in a game tick.
        Traits::of(0);
        self.join();
        loop {
            loop {
                match self.orders.try_recv() {
                    Ok(order) => {
                        if self.obey(order) {
                            return self.leave();
                        }
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return self.leave(),
                }
            }
            let is_behind = self.is_behind();
            if is_behind && self.is_due() {
                // The land can wait, a tick cannot.
                self.game_tick();
            }
            let turn = is_behind.then(|| self.turnstile.take(self.updated));
            let waits = matches!(turn, Some(None));
            if !waits {
                self.update();
                self.updated = Instant::now();
            }
            drop(turn);
            if self.is_due() {
                self.game_tick();
            }
            self.publish();
            let sleep = self.beat.left(Instant::now()).min(UPDATE);
            let sleep = if waits { sleep.min(GLANCE) } else { sleep };
            if sleep.is_zero() || !waits && self.is_behind() {
                // Land may be coming in for several bots at once, each of which has a tick to keep.
                thread::yield_now();
            } else {
                thread::park_timeout(sleep);
            }
        }
    }

    /// Whether land that has come waits to be taken in.
    fn is_behind(&self) -> bool {
        self.connection.as_ref().is_some_and(Connection::is_behind) || self.shared.shown.borrow().is_behind()
    }

    /// Carries out an order; `true` if it was the last.
    fn obey(&mut self, order: Order) -> bool {
        match order {
            Order::Call { id, request, deadline, again, closed } => {
                self.calls.order(Ordered { id, request, deadline, again, closed });
            }
            Order::Cancel { id } => {
                if let Some((id, result)) = self.calls.cancel(id) {
                    self.outbox.report(Report::Outcome { id, result });
                }
            }
            Order::Keep { zones } => {
                let shown = &mut *self.shared.shown.borrow_mut();
                shown.terrain.keep(zones, &shown.dimension);
            }
            Order::Whisper { to, message } => {
                if self.whispers.len() < MOST_WHISPERS {
                    self.whispers.push_back((to, message));
                }
            }
            Order::Try { build, at } => {
                let tried = cells::tried(&self.shared.shown.borrow().terrain.view(), &build, at);
                tried.into_iter().for_each(|trial| self.outbox.report(Report::Tried(trial)));
            }
            Order::Respawn => {
                if let Some(entity) = self.shared.bot.get() {
                    self.shared.world.borrow_mut().write_message(PerformRespawnEvent { entity });
                }
            }
            Order::Rejoin => {
                if matches!(self.presence, Presence::Lost(_)) {
                    self.join();
                }
            }
            Order::Shutdown => return true,
        }
        false
    }

    /// The server notices by itself that the connection closes.
    fn leave(mut self) {
        self.shared.holder.leave();
        self.send_out();
    }

    /// Reads packets and takes in what they showed.
    fn update(&mut self) {
        self.take_in_packets();
        self.run_schedule(Main);
        self.shared.world.borrow_mut().clear_trackers();
        self.look_around();
        self.send_out();
        self.watch_link();
        self.watch_life();
    }

    /// Runs azalea's systems. A panic of theirs ends the connection: what the server sent was more than azalea could follow,
    /// and nothing of its state can be trusted.
    fn run_schedule(&mut self, label: impl ScheduleLabel) {
        let ran = catch_unwind(AssertUnwindSafe(|| self.shared.world.borrow_mut().run_schedule(label)));
        if ran.is_err() {
            self.lost(format!("{} sent something that the client cannot follow", self.config.server));
        }
    }

    fn take_in_packets(&mut self) {
        let (Some(connection), Some(bot)) = (&mut self.connection, self.entity) else { return };
        let kept = || client::kept(&mut self.shared.world.borrow_mut(), bot);
        let (packets, end) = connection.read(kept);
        self.shared.shown.borrow_mut().silent = connection.silent_for();
        for packet in packets {
            if let Some(reason) = farewell(&packet) {
                return self.lost(reason);
            }
            if let Packet::Game(packet) = &packet {
                self.shared.shown.borrow_mut().apply(packet);
            }
            let world = &self.shared.world;
            if catch_unwind(AssertUnwindSafe(|| client::deliver(&mut world.borrow_mut(), bot, &packet))).is_err() {
                let (server, name) = (&self.config.server, packet.name());
                return self.lost(format!("{server} sent a packet ({name}) that the client cannot follow"));
            }
        }
        if let Err(reason) = end {
            self.lost(reason);
        }
    }

    /// Gives the connection what azalea and the skills want to send.
    fn send_out(&mut self) {
        let packets = std::mem::take(&mut self.shared.world.borrow_mut().resource_mut::<Outlet>().0);
        let Some(connection) = &mut self.connection else { return };
        packets.iter().for_each(|packet| connection.send(packet));
        if let Err(reason) = connection.flush() {
            self.lost(reason);
        }
    }

    /// Takes what the client's world has become into what has been seen.
    fn look_around(&mut self) {
        let mut world = self.shared.world.borrow_mut();
        let mut shown = self.shared.shown.borrow_mut();
        while let Some(report) = shown.chat.pop_front() {
            self.outbox.report(report);
        }
        for (player, message, privately) in shown.spoken.drain(..) {
            let listed = self.entity.and_then(|bot| world.get::<TabList>(bot)?.get(&player));
            if let Some(player) = listed.map(|info| info.profile.name.clone()) {
                self.outbox.report(Report::Said { player, message, privately });
            }
        }
        let bot = self.entity.filter(|bot| world.get::<Position>(*bot).is_some());
        self.shared.bot.set(bot);
        let Some(bot) = bot else { return };
        let Some(holder) = world.get::<WorldHolder>(bot).cloned() else { return };
        let here = world.get::<Position>(bot).map_or(Default::default(), |at| point(**at).block().chunk());
        shown.refresh(&holder.shared.read(), here, COLUMNS_A_TURN);
        if let Some(mut inventory) = world.get_mut::<Inventory>(bot) {
            shown.windows.repair(&mut inventory);
        }
    }

    /// Whether the next game tick is due. Beyond the game's own rate, the body does not outrun a server that cannot keep the
    /// rate it announced: its moves would be too many for the server's ticks.
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let (rate, outruns) = {
            let shown = self.shared.shown.borrow();
            (shown.rate(), shown.rate() > USUAL_RATE && !shown.frozen && shown.clock.is_outrun(now))
        };
        let period = Duration::from_secs_f32(1.0 / rate);
        if outruns {
            self.beat.put_off(now, period);
            return false;
        }
        let late = self.beat.due(now, period);
        // Before the bot stands in the world there is no game to be late for.
        if let Some(late) = late.filter(|_| self.counting) {
            self.outbox.record_lateness(late);
        }
        late.is_some()
    }

    fn game_tick(&mut self) {
        self.turnstile.tick();
        if self.counting {
            self.shared.tick.set(self.shared.tick.get() + 1);
            self.shared.shown.borrow_mut().clock.ticked();
        }
        self.look_where_others_are();
        self.step_calls();
        self.whisper();
        self.run_schedule(GameTick);
        self.send_out();
        if let Some(bot) = self.shared.bot.get()
            && self.shared.world.borrow().get::<Health>(bot).is_some_and(|health| **health <= 0.0)
        {
            self.dying += 1;
        }
        let tick = self.shared.tick.get();
        // At raised tick rates every other tick is often enough; an outcome brings its own observation.
        if tick.is_multiple_of(2) || self.shared.shown.borrow().rate() <= 100.0 {
            self.observe();
        }
        self.outbox.tick(tick);
    }

    /// What the running call is to leave alone, from where the bot stands.
    fn look_where_others_are(&self) {
        let world = self.shared.world.borrow();
        let terrain = &mut self.shared.shown.borrow_mut().terrain;
        terrain.taken = self.shared.holder.taken();
        if let Some(position) = self.shared.bot.get().and_then(|bot| world.get::<Position>(bot)) {
            terrain.stands_at(point(**position).block());
        }
    }

    /// Says the next of what is to be said in private, once the server bears it.
    fn whisper(&mut self) {
        let Some(entity) = self.shared.bot.get().filter(|_| !self.whispers.is_empty()) else { return };
        let now = self.shared.moment();
        if self.shared.shown.borrow().chatter.wait(now) > 0 {
            return;
        }
        let Some((to, message)) = self.whispers.pop_front() else { return };
        let content = format!("/tell {to} {message}");
        self.shared.world.borrow_mut().write_message(SendChatEvent { entity, content });
        self.shared.shown.borrow_mut().chatter.spoke(now);
    }

    fn publish(&mut self) {
        self.show_land(COLUMNS_A_TURN);
        self.outbox.flush();
        let now = Instant::now();
        if now >= self.next_beat {
            self.next_beat = now + HEARTBEAT;
            self.outbox.heartbeat();
            self.shared.holder.renew();
        }
        self.outbox.wake();
    }
}
