//! When the world is saved: every so often, when an operator asks, and at the end; and what a failed save leads to.

use std::{collections::HashSet, mem, time::Instant};

use azalea_protocol::packets::game::ClientboundSystemChat;
use tracing::{info, warn};
use uuid::Uuid;

use crate::{
    WorldConfig,
    domain::Vec3,
    entities::{
        falling::FallingBlock,
        lying::{ItemEntity, LyingItem},
    },
    game::Game,
    keep::{Entity, Kept, Level, Saved, Saving, Snapshot},
    net::inbound::ConnectionId,
    players::{
        player::{Belongings, Player},
        vitals::Vitals,
    },
    protocol::{limits::MOST_REMEMBERED, texts::phrase},
    rng::Rng,
    rules::weather::Weather,
    world::store::World,
};

impl Game {
    /// A world as it was kept.
    pub(crate) fn resume(config: WorldConfig, kept: Kept) -> Self {
        let Kept { level, entities, chunks, keeper } = kept;
        let every = config.save_every;
        let mut game = Self::new(WorldConfig { seed: level.seed, ..config });
        game.world = World::resume(level.seed as u64, chunks);
        game.tick = level.tick;
        game.rules = level.rules;
        game.weather = Weather::new(level.sky, level.seed as u64 ^ level.tick);
        game.set_day_time(level.day_time);
        // Chance goes on, and does not begin again.
        game.rng = Rng::new(level.seed as u64 ^ level.tick.rotate_left(32));
        for entity in entities {
            game.last_entity += 1;
            let id = game.last_entity;
            match entity {
                Entity::Item(item) => _ = game.items.insert(id, ItemEntity::resume(id, item)),
                Entity::Falling(block) => _ = game.falling.insert(id, FallingBlock { id, ..block }),
            }
        }
        let (asked, told_when_done) = (Vec::new(), Vec::new());
        let due = Instant::now() + every;
        game.saving = Some(Saving { keeper, every, due, left: HashSet::new(), asked, told_when_done });
        game
    }

    /// What a player has who joins: as they left, or as they were saved, or as everyone begins.
    pub(super) fn belongings_of(&mut self, uuid: Uuid) -> Belongings {
        if let Some((_, known)) = self.belongings.remove(&uuid) {
            return *known;
        }
        let first = self.first_belongings();
        match &self.saving {
            Some(saving) => saving.keeper.player(uuid, first),
            None => first,
        }
    }

    /// Keeps what belongs to a player who leaves.
    pub(crate) fn keep(&mut self, player: &Player) {
        let spawn = self.spawn_place();
        let kept = self.to_keep(player, spawn).0;
        if let Some(saving) = &mut self.saving {
            saving.left.insert(player.uuid);
        } else if self.belongings.len() >= MOST_REMEMBERED {
            let longest_gone = self.belongings.iter().min_by_key(|(_, (since, _))| *since).map(|(&uuid, _)| uuid);
            longest_gone.and_then(|uuid| self.belongings.remove(&uuid));
        }
        self.belongings.insert(player.uuid, (self.tick, Box::new(kept)));
    }

    /// What of a player outlives the connection, cursor and grid put away; and what found no room in the pack. The dead
    /// begin a new life at the spawn.
    fn to_keep(&self, player: &Player, spawn: Vec3) -> (Belongings, Vec<LyingItem>) {
        let Player { at, yaw, pitch, game_mode, held, home, .. } = *player;
        let statistics = player.statistics.clone();
        let mut inventory = player.inventory.clone();
        let loose = inventory.clear_workspace(held).into_iter().map(|stack| LyingItem {
            uuid: Uuid::from_u64_pair(player.uuid.as_u64_pair().0, self.tick),
            stack,
            at,
            velocity: Default::default(),
            age: 0,
            delay: 0,
        });
        let loose = loose.collect();
        let (at, vitals) = if player.is_alive() {
            (at, player.vitals.clone())
        } else {
            (spawn, Vitals { experience: player.vitals.experience, ..Vitals::default() })
        };
        (Belongings { at, yaw, pitch, game_mode, inventory, held, vitals, home, statistics }, loose)
    }

    /// An operator wants the world saved now; false if it has no folder.
    pub(crate) fn ask_to_save(&mut self, id: ConnectionId) -> bool {
        let Some(saving) = &mut self.saving else { return false };
        saving.asked.push(id);
        true
    }

    /// Begins a save that is due and takes note of one that has ended.
    pub(crate) fn tick_saving(&mut self) {
        let Some(mut saving) = self.saving.take() else { return };
        if let Some(saved) = saving.keeper.result() {
            self.take_note(&mut saving, saved);
        }
        if !saving.keeper.is_busy() && (!saving.asked.is_empty() || saving.due <= Instant::now()) {
            self.begin(&mut saving);
        }
        self.saving = Some(saving);
    }

    fn begin(&mut self, saving: &mut Saving) {
        let snapshot = self.snapshot(&mut saving.left);
        saving.told_when_done = mem::take(&mut saving.asked);
        saving.due = Instant::now() + saving.every;
        saving.keeper.order(snapshot);
    }

    fn snapshot(&mut self, left: &mut HashSet<Uuid>) -> Snapshot {
        let level = Level {
            seed: self.config.seed,
            tick: self.tick,
            day_time: self.day_time(),
            spawn: self.world.terrain.spawn().block(),
            rules: self.rules,
            sky: self.weather.sky,
        };
        let mut items: Vec<LyingItem> = self.items.values().map(ItemEntity::to_save).collect();
        let mut players = Vec::new();
        for uuid in left.drain() {
            players.extend(self.belongings.get(&uuid).map(|(_, kept)| (uuid, (**kept).clone())));
        }
        let spawn = self.spawn_place();
        for player in self.players.values() {
            let (kept, loose) = self.to_keep(player, spawn);
            players.push((player.uuid, kept));
            items.extend(loose);
        }
        let falling = self.falling.values().cloned().collect();
        Snapshot { level, chunks: self.world.take_changed(), items, falling, players }
    }

    fn take_note(&mut self, saving: &mut Saving, saved: Saved) {
        let done = saved.faults.is_empty();
        for fault in &saved.faults {
            warn!("the world could not be saved whole: {fault}");
        }
        self.world.end_save(&saved.chunks, &saved.unsaved_chunks);
        // Those who are back in the world are saved with all who are there.
        saving.left.extend(saved.unsaved_players);
        // The others have their file now.
        self.belongings.retain(|uuid, _| saving.left.contains(uuid));
        for id in mem::take(&mut saving.told_when_done) {
            self.tell_saved(id, done);
        }
    }

    /// What became of a save that a player asked for.
    fn tell_saved(&mut self, id: ConnectionId, done: bool) {
        let key = if done { "commands.save.success" } else { "commands.save.failed" };
        if let Some(player) = self.players.get_mut(&id) {
            player.link.send(ClientboundSystemChat { content: phrase(key, []), overlay: false });
        }
    }

    /// Saves and waits; returns what went wrong.
    #[cfg(test)]
    pub(crate) fn save_now_for_test(&mut self) -> Vec<String> {
        let Some(mut saving) = self.saving.take() else { return Vec::new() };
        self.begin(&mut saving);
        let saved = saving.keeper.wait().unwrap_or_default();
        let faults = saved.faults.clone();
        self.take_note(&mut saving, saved);
        self.saving = Some(saving);
        faults
    }

    /// Saves all there is and waits for it: the end of the world. Returns what could not be saved, and why.
    pub(crate) fn save_at_end(&mut self) -> Vec<String> {
        let Some(mut saving) = self.saving.take() else { return Vec::new() };
        if let Some(saved) = saving.keeper.wait() {
            self.take_note(&mut saving, saved);
        }
        self.begin(&mut saving);
        let Some(saved) = saving.keeper.wait() else {
            return vec!["the thread that writes takes nothing".to_owned()];
        };
        let (chunks, faults) = (saved.chunks.len(), saved.faults.clone());
        self.take_note(&mut saving, saved);
        if faults.is_empty() {
            info!("the world is saved, {chunks} chunks this time");
        }
        faults
    }
}
