//! The one state of the world, and the thread that moves it.
//!
//! As in vanilla, what a client sends is handled as it comes, between ticks, and time passes in ticks. All that one
//! event causes leaves in one write.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use azalea_protocol::packets::{
    Packet,
    game::{ClientboundGamePacket, ServerboundGamePacket, s_player_command::Action},
};
use crossbeam_channel::{Receiver, RecvTimeoutError};
use tracing::{error, info};
use uuid::Uuid;

use crate::{
    domain::BlockPos,
    practice::{
        WorldConfig,
        net::{
            check::check,
            complaints::complain,
            fixups,
            frames::Frame,
            limits::KEEP_ALIVE,
            listener::{ConnectionId, LAST_ID},
            misread::Misread,
            packets,
            status::Status,
        },
        players::{
            join::Joining,
            looks::Skin,
            player::{Belongings, Player},
        },
        rng::Rng,
        rules::{
            drops::ItemEntity,
            falling::FallingBlock,
            game_rules::{GameRules, Rule},
            weather::{Sky, Weather},
        },
        save::keeping::Saving,
        tick_times::TickTimes,
        world::store::World,
    },
    voxel::StateId,
};

/// What reaches the tick thread.
pub(crate) enum Event {
    Joined(Box<Joining>),
    Packet(ConnectionId, Box<ServerboundGamePacket>),
    /// One that azalea cannot read, and we can.
    Misread(ConnectionId, Misread),
    /// A packet that means nothing here.
    Noise(ConnectionId),
    /// A packet that cannot be read, with the reason.
    Malformed(ConnectionId, String),
    Left(ConnectionId, String),
    Call(Box<dyn FnOnce(&mut Game) + Send>),
    Stop,
}

/// Events handled before a tick that is due must come first.
const EVENTS_BETWEEN_TICKS: usize = 1024;

/// Ticks that may be caught up when the machine was busy; more are skipped.
const CATCH_UP: u32 = 20;

/// Ticks between the packets that tell the time.
const TIME_EVERY: u64 = 20;

/// Ticks between the packets that tell everyone's latency; vanilla's.
const LATENCY_EVERY: u64 = 600;

/// Entity ids below are players', given by the listener.
const FIRST_ITEM_ID: i32 = LAST_ID + 1;

/// Everything there is in a practice world.
pub struct Game {
    pub(crate) config: WorldConfig,
    pub(crate) world: World,
    pub(crate) players: BTreeMap<ConnectionId, Player>,
    pub(crate) items: BTreeMap<i32, ItemEntity>,
    /// By player who has left, for when they come back; with the tick when they left.
    pub(crate) belongings: HashMap<Uuid, (u64, Box<Belongings>)>,
    /// In a world that has a folder.
    pub(crate) saving: Option<Saving>,
    /// What server lists are told.
    pub(crate) status: Arc<Status>,
    pub(crate) rng: Rng,
    pub(crate) tick: u64,
    pub(crate) day_offset: u64,
    pub(crate) rules: GameRules,
    pub(crate) weather: Weather,
    pub(crate) last_entity: i32,
    /// Blocks whose neighbours have changed, as they stood then: their support has to be looked at.
    pub(crate) unsettled: Vec<(BlockPos, StateId)>,
    /// Sand and its like that may fall, and from which tick on; the first to fall in front.
    pub(crate) loose: VecDeque<(u64, BlockPos)>,
    pub(crate) falling: BTreeMap<i32, FallingBlock>,
    /// Furnaces in which something may be going on.
    pub(crate) furnaces: BTreeSet<BlockPos>,
    /// Buttons and plates that are down, and the tick in which they are looked at.
    pub(crate) pressed: BTreeMap<BlockPos, u64>,
    /// When the world began, in wall time: what keep-alives are numbered by.
    pub(crate) started: Instant,
    /// Time spent since the last tick, and in the ticks before it.
    busy: Duration,
    pub(crate) tick_times: TickTimes,
    /// Bytes told to clients, chunks as compressed.
    pub(crate) told_bytes: u64,
}

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
    while handle_events(game, events, due) {
        let begun = Instant::now();
        game.pass_tick();
        game.flush();
        game.busy += begun.elapsed();
        game.tick_times.note(std::mem::take(&mut game.busy));
        let period = game.period();
        due = (due + period).max(Instant::now().checked_sub(period * CATCH_UP).unwrap_or(due));
    }
}

/// Handles what comes until the next tick is due; false once the world is to stop.
fn handle_events(game: &mut Game, events: &Receiver<Event>, due: Instant) -> bool {
    for _ in 0..EVENTS_BETWEEN_TICKS {
        match events.recv_deadline(due) {
            Ok(Event::Stop) | Err(RecvTimeoutError::Disconnected) => return false,
            Ok(event) => {
                let begun = Instant::now();
                game.handle(event);
                if events.is_empty() {
                    game.flush();
                }
                game.busy += begun.elapsed();
            }
            Err(RecvTimeoutError::Timeout) => return true,
        }
    }
    true
}

impl Game {
    pub(crate) fn new(config: WorldConfig) -> Self {
        Self {
            world: World::new(config.seed as u64),
            players: BTreeMap::new(),
            items: BTreeMap::new(),
            belongings: HashMap::new(),
            saving: None,
            status: Arc::new(Status::new(config.seed)),
            rng: Rng::new(config.seed as u64 ^ 0x6368_616e_6365),
            tick: 0,
            day_offset: 0,
            rules: GameRules::default(),
            weather: Weather::new(Sky::default(), config.seed as u64),
            last_entity: FIRST_ITEM_ID,
            unsettled: Vec::new(),
            loose: VecDeque::new(),
            falling: BTreeMap::new(),
            furnaces: BTreeSet::new(),
            pressed: BTreeMap::new(),
            started: Instant::now(),
            busy: Duration::ZERO,
            tick_times: TickTimes::default(),
            told_bytes: 0,
            config,
        }
    }

    fn period(&self) -> Duration {
        Duration::from_secs_f32(1.0 / self.config.tick_rate.clamp(1.0, 10_000.0))
    }

    pub(crate) fn handle(&mut self, event: Event) {
        match event {
            Event::Joined(joining) => self.join(*joining),
            Event::Packet(id, packet) => self.guarded(id, |game| game.hear(id, *packet)),
            Event::Misread(id, packet) => self.guarded(id, |game| {
                if let Some(player) = game.players.get_mut(&id) {
                    player.link.hear();
                    game.answer_misread(id, packet);
                }
            }),
            Event::Noise(id) => {
                if let Some(player) = self.players.get_mut(&id) {
                    player.link.hear();
                }
            }
            Event::Malformed(id, reason) => {
                self.kick_id(id, &format!("Your client sent a packet that cannot be read: {reason}"))
            }
            Event::Left(id, reason) => {
                if let Some(player) = self.leave(id) {
                    info!("{} left: {reason}", player.name);
                }
            }
            Event::Call(call) => call(self),
            Event::Stop => {}
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
        self.tick_falling();
        self.tick_items();
        self.tick_vitals();
        self.tick_sleep();
        for arrived in self.world.take_arrived() {
            self.wake_furnace(arrived);
            self.wake_switch(arrived);
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
            self.broadcast(packets::latencies(self.players.values()));
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

    /// To every player.
    pub(crate) fn broadcast(&mut self, packet: impl Packet<ClientboundGamePacket>) {
        match fixups::encode(&packet.into_variant()) {
            Ok(bytes) => {
                let frame = Frame::whole(&bytes);
                self.players.values_mut().for_each(|player| player.link.send_frame(frame.clone()));
            }
            Err(error) => error!("a packet could not be written: {error}"),
        }
    }

    pub(crate) fn kick_id(&mut self, id: ConnectionId, reason: &str) {
        if let Some(player) = self.leave(id) {
            complain(format_args!("{} is disconnected: {reason}", player.name));
            player.link.disconnect(reason);
        }
    }

    pub(crate) fn named(&mut self, name: &str) -> Option<&mut Player> {
        self.players.values_mut().find(|player| player.name == name)
    }
}
