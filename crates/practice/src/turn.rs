//! The turn: the thread that moves the game, and the order in which things happen.
//!
//! As in vanilla, what a client sends is handled as it comes, between ticks, and time passes in ticks. All that one
//! event causes leaves in one write.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use azalea_protocol::packets::game::{ServerboundGamePacket, s_player_command::Action};
use crossbeam_channel::{Receiver, RecvTimeoutError};
use tracing::{error, info};

use crate::{
    commands,
    game::Game,
    net::inbound::{ConnectionId, Inbound},
    players::{looks::Skin, roster},
    protocol::{check::check, limits::KEEP_ALIVE},
    rules::game_rules::Rule,
};

/// What reaches the tick thread.
pub(crate) enum Event {
    /// From a client.
    Net(Inbound),
    /// From tests and whoever set the world up.
    Call(Box<dyn FnOnce(&mut Game) + Send>),
    /// From tests: what looks on after each tick, until it has seen enough.
    Watch(Watch),
    Stop,
}

/// Says whether it has seen enough.
pub(crate) type Watch = Box<dyn FnMut(&mut Game) -> bool + Send>;

impl From<Inbound> for Event {
    fn from(inbound: Inbound) -> Self {
        Self::Net(inbound)
    }
}

/// Events handled before a tick that is due must come first.
const EVENTS_BETWEEN_TICKS: usize = 1024;

/// Ticks that may be caught up when the machine was busy; more are skipped.
const CATCH_UP: u32 = 20;

/// Ticks between the packets that tell the time.
const TIME_EVERY: u64 = 20;

/// Ticks between the packets that tell everyone's latency; vanilla's.
const LATENCY_EVERY: u64 = 600;

/// Runs a world until it is told to stop. A fault in a tick ends it too, and everybody is told. Returns what has gone
/// wrong at the end: nothing where all is saved.
pub(crate) fn run(mut game: Game, events: &Receiver<Event>) -> Vec<String> {
    let ended = catch_unwind(AssertUnwindSafe(|| play(&mut game, events)));
    if ended.is_err() {
        error!("the practice world has met a fault and stops at tick {}", game.tick);
    }
    game.say_goodbye(if ended.is_ok() { "The practice world has stopped" } else { "The practice world has failed" });
    // After a fault what was saved last is better than what it has left.
    match ended {
        Ok(()) => game.save_at_end(),
        Err(_) => vec![format!("it has met a fault at tick {}, and is as it was saved last", game.tick)],
    }
}

fn play(game: &mut Game, events: &Receiver<Event>) {
    let mut due = Instant::now();
    let mut watches = Vec::new();
    while handle_events(game, events, &mut watches, due) {
        let begun = Instant::now();
        game.pass_tick();
        game.flush();
        watches.retain_mut(|watch| !watch(game));
        game.busy += begun.elapsed();
        game.tick_times.note(std::mem::take(&mut game.busy));
        let period = game.period();
        due = (due + period).max(Instant::now().checked_sub(period * CATCH_UP).unwrap_or(due));
    }
}

/// Handles what comes until the next tick is due, however much that is; false once the world is to stop.
fn handle_events(game: &mut Game, events: &Receiver<Event>, watches: &mut Vec<Watch>, due: Instant) -> bool {
    let mut handled = 0;
    loop {
        if handled >= EVENTS_BETWEEN_TICKS && Instant::now() >= due {
            return true;
        }
        handled += 1;
        match events.recv_deadline(due) {
            Err(RecvTimeoutError::Disconnected) => return false,
            Ok(event) => {
                let begun = Instant::now();
                match event {
                    Event::Net(inbound) => game.handle(inbound),
                    Event::Call(call) => call(game),
                    Event::Watch(mut watch) => {
                        if !watch(game) {
                            watches.push(watch);
                        }
                    }
                    Event::Stop => return false,
                }
                if events.is_empty() {
                    game.flush();
                }
                game.busy += begun.elapsed();
            }
            Err(RecvTimeoutError::Timeout) => return true,
        }
    }
}

impl Game {
    fn period(&self) -> Duration {
        Duration::from_secs_f32(1.0 / self.config.tick_rate.clamp(1.0, 10_000.0))
    }

    /// What a client has brought in.
    pub(crate) fn handle(&mut self, inbound: Inbound) {
        match inbound {
            Inbound::Joined(joining) => self.join(*joining, commands::told),
            Inbound::Packet(id, packet) => self.guarded(id, |game| game.hear(id, *packet)),
            Inbound::Misread(id, packet) => self.guarded(id, |game| {
                if let Some(player) = game.players.get_mut(&id) {
                    player.link.hear();
                    game.answer_misread(id, packet);
                }
            }),
            Inbound::Noise(id) => {
                if let Some(player) = self.players.get_mut(&id) {
                    player.link.hear();
                }
            }
            Inbound::Malformed(id, reason) => {
                self.kick_id(id, &format!("Your client sent a packet that cannot be read: {reason}"))
            }
            Inbound::Left(id, reason) => {
                if let Some(player) = self.leave(id) {
                    info!("{} left: {reason}", player.name);
                }
            }
        }
    }

    /// A fault of ours that a packet brings to light costs its sender the connection and nobody the world.
    fn guarded(&mut self, id: ConnectionId, answer: impl FnOnce(&mut Self)) {
        if catch_unwind(AssertUnwindSafe(|| answer(self))).is_err() {
            error!("a packet of client {id} has met a fault");
            self.kick_id(id, "Your client has met a fault of the practice world");
        }
    }

    /// What a player's client sent.
    pub(crate) fn hear(&mut self, id: ConnectionId, packet: ServerboundGamePacket) {
        use ServerboundGamePacket as P;
        // A client that was just kicked may still have something on the way.
        let Some(player) = self.players.get_mut(&id) else { return };
        player.link.hear();
        if let Err(reason) = check(&packet) {
            return self.kick_id(id, &reason);
        }
        let is_chat = matches!(packet, P::Chat(_) | P::ChatCommand(_) | P::ChatCommandSigned(_));
        let spams = is_chat && !player.link.manners.chat();
        if spams && !self.config.operators.contains(&player.name) {
            return self.kick_id(id, "Kicked for spamming");
        }
        match packet {
            P::AcceptTeleportation(packet) => self.confirm_teleport(id, packet.id),
            P::MovePlayerPos(packet) => self.move_player(id, Some(packet.pos), None, packet.flags.on_ground),
            P::MovePlayerPosRot(packet) => {
                self.move_player(id, Some(packet.pos), Some(packet.look_direction), packet.flags.on_ground);
            }
            P::MovePlayerRot(packet) => self.move_player(id, None, Some(packet.look_direction), packet.flags.on_ground),
            P::MovePlayerStatusOnly(packet) => self.move_player(id, None, None, packet.flags.on_ground),
            P::PlayerLoaded(_) => player.loading_until = 0,
            P::Swing(packet) => self.swing_arm(id, packet.hand),
            P::PlayerInput(packet) => player.sneaking = packet.shift,
            P::PlayerCommand(packet) if packet.action == Action::StopSleeping => self.wake(id),
            P::PlayerCommand(packet) => player.command(packet.action),
            P::ClientInformation(packet) => {
                player.skin = Skin::from(&packet.client_information);
                player.widen_view(packet.client_information.view_distance, self.config.view_distance);
            }
            P::KeepAlive(packet) => {
                player.link.manners.answer();
                player.measure_latency(packet.id, self.started.elapsed());
            }
            P::ChunkBatchReceived(packet) => player.view.answered(packet.desired_chunks_per_tick),
            P::ClientCommand(packet) => self.client_command(id, packet.action),
            P::Chat(packet) => self.chat(id, packet.message),
            P::ChatCommand(packet) => self.command(id, &packet.command),
            P::ChatCommandSigned(packet) => self.command(id, &packet.command),
            P::CommandSuggestion(packet) => self.complete_command(id, packet.id, &packet.command),
            P::PlayerAbilities(packet) => player.fly(packet.is_flying),
            P::PingRequest(packet) => {
                player.link.send(azalea_protocol::packets::game::ClientboundPongResponse { time: packet.time });
            }
            P::PlayerAction(packet) => self.player_action(id, &packet),
            P::UseItemOn(packet) => self.use_item_on(id, &packet),
            P::UseItem(packet) => self.use_item(id, &packet),
            P::SignUpdate(packet) => self.update_sign(id, &packet),
            P::SetCarriedItem(packet) => player.hold(packet.slot),
            P::ContainerClick(packet) => self.container_click(id, &packet),
            P::ContainerClose(packet) => self.container_close(id, packet.container_id),
            // The rest is about things this world does not have, or says only that the client is well.
            _ => {}
        }
        if let Some(player) = self.players.get_mut(&id) {
            player.show_changes();
        }
    }

    pub(crate) fn pass_tick(&mut self) {
        self.tick += 1;
        if !self.rules.is(Rule::AdvanceTime) {
            self.day_offset = self.day_offset.wrapping_sub(1);
        }
        self.tick_weather();
        self.tick_digging();
        self.settle_blocks();
        self.tick_flows();
        self.tick_falling();
        self.tick_items();
        self.tick_vitals();
        self.tick_sleep();
        for arrived in self.world.take_arrived() {
            self.wake_furnace(arrived);
            self.wake_switch(arrived);
            self.wake_flows(arrived);
        }
        self.tick_switches();
        self.tick_statistics();
        self.tick_furnaces();
        self.check_windows();
        self.track_entities();
        self.stream_chunks();
        let (tick, time, now) = (self.tick, self.time_packet(), Instant::now());
        let mut lost = Vec::new();
        for player in self.players.values_mut() {
            if tick.is_multiple_of(TIME_EVERY) {
                player.link.send(time.clone());
            }
            if now - player.keep_alive_sent > KEEP_ALIVE {
                player.keep_alive_sent = now;
                let id = (now - self.started).as_millis() as u64;
                player.link.send(azalea_protocol::packets::game::ClientboundKeepAlive { id });
                player.link.manners.ask(now);
            }
            if let Err(reason) = player.link.pass_tick(now) {
                lost.push((player.id, reason));
            }
            player.acknowledge_blocks();
            player.look_into(&mut self.world);
            player.show_changes();
        }
        for (id, reason) in lost {
            self.kick_id(id, reason);
        }
        if tick.is_multiple_of(LATENCY_EVERY) {
            self.broadcast(roster::latencies(self.players.values()));
        }
        self.forget_far_chunks();
        self.tick_saving();
    }

    /// Sends what has gathered; drops who does not read.
    pub(crate) fn flush(&mut self) {
        self.told_bytes += self.players.values().map(|player| player.link.waiting() as u64).sum::<u64>();
        let dead: Vec<_> = self
            .players
            .values_mut()
            .filter_map(|player| (!player.link.flush()).then(|| (player.id, player.link.is_closed())))
            .collect();
        for (id, gone) in dead {
            if gone {
                if let Some(player) = self.leave(id) {
                    info!("{} left: the connection is closed", player.name);
                }
            } else {
                self.kick_id(id, "Your client does not read what it is sent");
            }
        }
    }

    fn say_goodbye(&mut self, reason: &str) {
        let ids: Vec<_> = self.players.keys().copied().collect();
        for id in ids {
            if let Some(player) = self.leave(id) {
                player.link.disconnect(reason);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WorldConfig;

    /// What the world is asked between two ticks, and whether the next tick came before all was answered.
    fn is_interrupted(due: Instant) -> bool {
        let (asking, events) = crossbeam_channel::unbounded();
        for _ in 0..3 * EVENTS_BETWEEN_TICKS {
            asking.send(Event::Call(Box::new(|_| ()))).unwrap();
        }
        asking.send(Event::Stop).unwrap();
        handle_events(&mut Game::new(WorldConfig::default()), &events, &mut Vec::new(), due)
    }

    #[test]
    fn many_questions_neither_hurry_time_nor_hold_it_up() {
        let now = Instant::now();
        assert!(!is_interrupted(now + Duration::from_secs(3_600)), "a tick came before it was due");
        assert!(is_interrupted(now), "a tick that is due waits");
    }
}
