//! Coming into the world and leaving it.

use std::{
    collections::{HashSet, VecDeque},
    time::Instant,
};

use azalea_core::{difficulty::Difficulty, game_type::GameMode};
use azalea_protocol::packets::game::{
    ClientboundChangeDifficulty, ClientboundCommands, ClientboundGameEvent, ClientboundLogin,
    ClientboundPlayerInfoRemove, ClientboundRemoveEntities, ClientboundRespawn, ClientboundSetChunkCacheCenter,
    ClientboundSetHeldSlot, ClientboundTickingStep, c_game_event::EventType,
};
use tracing::info;

use crate::{
    domain::{ChunkPos, Vec3},
    game::Game,
    items::{inventory::Inventory, stack::Stack, window::Window},
    knowledge,
    land::terrain::MEADOW,
    net::{
        inbound::{ConnectionId, Joining},
        welcome,
    },
    players::{
        digging::Digging,
        looks,
        looks::Skin,
        player::{BODY_HEIGHT, Belongings, HALF_WIDTH, Home, Player, Shown, View},
        roster,
        statistics::{CustomStat, Statistics},
        vitals::Vitals,
    },
    protocol::{
        complaints::complain,
        limits::{LIVELY, MOST_PLAYING},
        packets,
        packets::IntoEntity,
    },
    rules::game_rules::Rule,
    world::{collide, collide::Bounds},
};

/// Chunks a tick before the client has said what it can take; vanilla's.
const FIRST_PER_TICK: f32 = 25.0;

/// Ticks for which nothing harms who comes into the world, unless their client shows it earlier; vanilla's.
const LOADING: u64 = 60;

impl Game {
    /// `commands` are what a client is told of them, by whether its player is an operator.
    pub(crate) fn join(&mut self, joining: Joining, commands: fn(bool) -> ClientboundCommands) {
        let Joining { id, name, uuid, information, link } = joining;
        while let Some(other) = self.players.values().find(|player| player.name == name) {
            // Vanilla throws the older one out. Here that would let anyone end anyone's game, names being free for all to
            // take; only one that has gone silent makes way.
            if other.link.manners.silent_for(Instant::now()) < LIVELY {
                complain(format_args!("a second {name} is turned away"));
                return link.disconnect("A player of that name is already here");
            }
            let id = other.id;
            self.kick_id(id, "You logged in from another location");
        }
        let belongings = self.belongings_of(uuid);
        let Belongings { at, yaw, pitch, game_mode, inventory, held, vitals, home, statistics } = belongings;
        let now = Instant::now();
        let mut player = Player {
            id,
            name,
            uuid,
            link,
            latency: 0,
            skin: Skin::from(&information),
            chat_index: 0,
            loading_until: self.tick + LOADING,
            at,
            yaw,
            pitch,
            tall: BODY_HEIGHT,
            on_ground: true,
            sneaking: false,
            sprinting: false,
            game_mode,
            flying: game_mode == GameMode::Spectator,
            fallen: 0.0,
            teleports: 0,
            teleporting: None,
            vitals,
            eating: None,
            home,
            statistics,
            asleep: None,
            inventory,
            held,
            window: Window::default(),
            window_count: 0,
            state_id: 0,
            drag: None,
            shown: Shown::default(),
            digging: Digging::default(),
            acknowledge: None,
            view: View {
                radius: 0,
                asked: 0,
                center: at.block().chunk(),
                sent: HashSet::default(),
                wanted: VecDeque::new(),
                unanswered: 0,
                per_tick: FIRST_PER_TICK,
            },
            seen: HashSet::new(),
            told: (at, 0.0, 0.0),
            told_looks: None,
            keep_alive_sent: now,
        };
        info!("{} joined", player.name);
        player.widen_view(information.view_distance, self.config.view_distance);
        self.introduce(&mut player, commands);
        self.broadcast(roster::player_info([&player]));
        let announcement = format!("{} joined the game", player.name);
        self.status.enter(player.uuid, &player.name);
        self.players.insert(id, player);
        self.broadcast(packets::system_chat(&announcement));
    }

    /// Where players appear who have no other place: at the world's spawn, over what has been built there since.
    pub(crate) fn spawn_place(&mut self) -> Vec3 {
        let mut at = self.world.terrain.spawn();
        while !collide::obstacles(&mut self.world, &Bounds::of(at, HALF_WIDTH, BODY_HEIGHT)).is_empty() {
            at.y += 1.0;
        }
        at
    }

    pub(crate) fn first_belongings(&mut self) -> Belongings {
        let mut inventory = Inventory::default();
        for (name, count) in &self.config.give {
            if let Some(item) = knowledge::item(name) {
                inventory.add(Stack::new(item.id, *count), 0);
            }
        }
        Belongings {
            at: self.spawn_place(),
            yaw: 0.0,
            pitch: 0.0,
            game_mode: GameMode::default(),
            inventory,
            held: 0,
            vitals: Vitals::default(),
            home: None,
            statistics: Statistics::default(),
        }
    }

    /// All that a client must know before it sees anything, in vanilla's order.
    fn introduce(&mut self, player: &mut Player, commands: fn(bool) -> ClientboundCommands) {
        let link = &mut player.link;
        link.send(ClientboundLogin {
            player_id: player.id.into_entity(),
            hardcore: false,
            levels: vec![packets::overworld()],
            max_players: MOST_PLAYING as i32,
            chunk_radius: self.config.view_distance,
            simulation_distance: self.config.view_distance,
            reduced_debug_info: self.rules.is(Rule::ReducedDebugInfo),
            show_death_screen: !self.rules.is(Rule::ImmediateRespawn),
            do_limited_crafting: false,
            common: packets::spawn_info(self.config.seed, player.game_mode, MEADOW),
            enforces_secure_chat: false,
        });
        link.send(ClientboundChangeDifficulty { difficulty: Difficulty::Normal, locked: false });
        player.show_abilities();
        let link = &mut player.link;
        link.send(ClientboundSetHeldSlot { slot: player.held as u32 });
        link.send(welcome::recipes());
        let is_operator = self.is_operator(&player.name);
        link.send(welcome::permission(player.id, is_operator));
        link.send(commands(is_operator));
        link.send(welcome::recipe_book_settings());
        link.send(welcome::recipe_book());
        player.teleport(player.at);
        player.link.send(welcome::server_data(self.config.seed));
        let everyone = roster::player_info(self.players.values().chain([&*player]));
        player.link.send(everyone);
        self.set_scene(player);
        player.show_everything();
        player.show_changes();
    }

    /// Border, time, spawn, tick rate, chunks to come, the own body: after joining and after a respawn.
    fn set_scene(&self, player: &mut Player) {
        let ChunkPos { x, z } = player.view.center;
        let link = &mut player.link;
        link.send(welcome::border());
        link.send(self.time_packet());
        link.send(packets::spawn_position(self.world.terrain.spawn().block()));
        self.show_weather(player);
        let link = &mut player.link;
        link.send(ClientboundGameEvent { event: EventType::WaitForLevelChunks, param: 0.0 });
        link.send(packets::ticking(self.config.tick_rate));
        link.send(ClientboundTickingStep { tick_steps: 0 });
        player.show_experience();
        player.link.send(ClientboundSetChunkCacheCenter { x, z });
        player.link.send(looks::attributes(player.id));
        player.show_effects();
        // The new body's looks are told with the next tick's.
        player.told_looks = None;
        player.shown.forget_vitals();
    }

    /// Takes a player out of the world and keeps what is theirs; the connection ends when the answer is dropped.
    pub(crate) fn leave(&mut self, id: ConnectionId) -> Option<Player> {
        self.wake(id);
        self.close_window(id);
        let mut player = self.players.remove(&id)?;
        player.statistics.count(CustomStat::LeaveGame, 1);
        self.status.leave(player.uuid);
        self.broadcast(ClientboundPlayerInfoRemove { profile_ids: vec![player.uuid] });
        for other in self.players.values_mut().filter(|other| other.seen.contains(&id)) {
            other.seen.remove(&id);
            other.link.send(ClientboundRemoveEntities { entity_ids: vec![id.into_entity()] });
        }
        self.broadcast(packets::system_chat(&format!("{} left the game", player.name)));
        self.keep(&player);
        Some(player)
    }

    /// After a death: a whole body at the spawn.
    pub(crate) fn respawn(&mut self, id: ConnectionId) {
        let Some(mut player) = self.players.remove(&id) else { return };
        if !player.is_alive() {
            let home = player.home.take();
            let returns = self.place_of_return(home);
            let spawn = returns.unwrap_or_else(|| self.spawn_place());
            // Nothing is left of it, unless a rule says so.
            player.vitals = Vitals { experience: player.vitals.experience, ..Vitals::default() };
            player.loading_until = self.tick + LOADING;
            player.fallen = 0.0;
            (player.sneaking, player.sprinting, player.eating) = (false, false, None);
            player.view.sent.clear();
            player.view.wanted.clear();
            player.view.unanswered = 0;
            player.view.center = spawn.block().chunk();
            // Clients keep what they knew, the world being the same.
            let entity_ids = std::mem::take(&mut player.seen).into_iter().map(IntoEntity::into_entity).collect();
            player.link.send(ClientboundRemoveEntities { entity_ids });
            player.link.send(ClientboundRespawn {
                common: packets::spawn_info(self.config.seed, player.game_mode, MEADOW),
                data_to_keep: 0,
            });
            player.flying = player.is_spectator();
            player.show_abilities();
            player.link.send(ClientboundSetHeldSlot { slot: player.held as u32 });
            if returns.is_some() {
                player.home = home;
                if let Some(Home { yaw, pitch, forced: true, .. }) = home {
                    (player.yaw, player.pitch) = (yaw, pitch);
                }
            } else if home.is_some() {
                // The client says that the bed is missing or obstructed.
                player.link.send(ClientboundGameEvent { event: EventType::NoRespawnBlockAvailable, param: 0.0 });
            }
            player.teleport(spawn);
            player.link.send(ClientboundChangeDifficulty { difficulty: Difficulty::Normal, locked: false });
            self.set_scene(&mut player);
            player.link.send(welcome::permission(id, self.is_operator(&player.name)));
            player.view.want();
            player.show_everything();
            player.show_changes();
            // The others must see a new body, not the dead one.
            for other in self.players.values_mut() {
                if other.seen.remove(&id) {
                    other.link.send(ClientboundRemoveEntities { entity_ids: vec![id.into_entity()] });
                }
            }
        }
        self.players.insert(id, player);
    }
}
