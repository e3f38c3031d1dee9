//! What tests, and whoever set a world up, can see and do in it, past the protocol.

use std::{collections::BTreeMap, time::Duration};

use azalea_core::game_type::GameMode;
use azalea_protocol::packets::{Packet, game::c_award_stats::Stat};
use azalea_registry::builtin::CustomStat;

use crate::{
    chunks::{encode, heights::MIN_Y, light},
    domain::{BlockPos, BodySlot, ChunkPos, Vec3},
    game::Game,
    items::stack::Stack,
    knowledge,
    protocol::{fixups, packets},
    tick_times::TickTimes,
    voxel::StateId,
    world::workshop,
};

/// For tests and for whoever set the world up. A player that is not there is silently left alone, except where told.
impl Game {
    /// Ticks since the world began.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// How long the last ticks took, with what clients sent between them.
    pub fn tick_times(&self) -> &TickTimes {
        &self.tick_times
    }

    /// How many chunks have been grown or read so far.
    pub fn made_chunks(&self) -> u64 {
        self.world.made
    }

    /// Bytes told to all clients so far: chunks as they are compressed, the rest as it is before.
    pub fn told_bytes(&self) -> u64 {
        self.told_bytes
    }

    /// How many blocks were broken by one player while another was digging at them.
    pub fn contested(&self) -> u64 {
        self.contested
    }

    /// How many chunks each player's client has, by name.
    pub fn chunks_in_view(&self) -> BTreeMap<String, usize> {
        self.players.values().map(|player| (player.name.clone(), player.view.sent.len())).collect()
    }

    /// Grows this many chunks that nobody has asked for, and makes their packets, on this thread: how long the land and
    /// how long the packets took.
    pub fn time_chunks(&self, count: i32) -> (Duration, Duration) {
        workshop::time(&self.world.terrain, count)
    }

    /// Where one stands in a column of untouched land.
    pub fn ground(&self, x: i32, z: i32) -> BlockPos {
        self.world.terrain.ground(x, z)
    }

    pub fn players(&self) -> Vec<String> {
        self.players.values().map(|player| player.name.clone()).collect()
    }

    /// Where players appear: the block of their feet.
    pub fn spawn(&self) -> BlockPos {
        self.world.terrain.spawn().block()
    }

    /// The state at a place; air above and below the world.
    pub fn block(&mut self, pos: BlockPos) -> StateId {
        self.world.block(pos)
    }

    /// How bright it is at a place by lamps alone, 0 to 15, as clients are told.
    pub fn block_light(&mut self, pos: BlockPos) -> u8 {
        let told = light::packet(&self.world.around(pos.chunk()));
        // The light's sections begin one below the world's.
        let section = ((pos.y - MIN_Y) >> 4) + 1;
        let Some(section) = usize::try_from(section).ok().filter(|section| told.block_y_mask.index(*section)) else {
            return 0;
        };
        let number = told.block_y_mask.iter_ones().take_while(|one| *one < section).count();
        let at = ((pos.y & 15) << 8 | (pos.z & 15) << 4 | pos.x & 15) as usize;
        let both = told.block_updates.get(number).and_then(|levels| levels.get(at / 2)).copied().unwrap_or(0);
        if at.is_multiple_of(2) { both & 15 } else { both >> 4 }
    }

    /// Writes a chunk as clients get it, light and all; returns the length in bytes.
    pub fn encode_chunk(&mut self, x: i32, z: i32) -> usize {
        let pos = ChunkPos { x, z };
        let packet = encode::packet(pos, &self.world.around(pos));
        packet.and_then(|packet| fixups::encode(&packet.into_variant()).ok()).map_or(0, |bytes| bytes.len())
    }

    /// What a block (a furnace: input, fuel, output; a chest) holds, slot by slot; empty for one that holds nothing.
    pub fn contents(&mut self, pos: BlockPos) -> Vec<Option<(&'static str, u32)>> {
        let slots = self.world.container(pos).map(|container| container.slots()).unwrap_or_default();
        slots.into_iter().map(|slot| slot.map(|stack| (stack.name(), stack.count))).collect()
    }

    /// What is written on a sign, on its front and on its back; `None` for any other block.
    pub fn sign(&mut self, pos: BlockPos) -> Option<[[String; 4]; 2]> {
        self.sign_at(pos).map(|sign| [sign.front.clone(), sign.back.clone()])
    }

    /// Writes on the front of a sign, and waxes it where nobody is to write on it any more; false where none stands.
    pub fn inscribe(&mut self, pos: BlockPos, lines: [&str; 4], waxed: bool) -> bool {
        let Some(sign) = self.sign_at(pos) else { return false };
        (sign.front, sign.is_waxed) = (lines.map(str::to_owned), waxed);
        self.show_sign(pos);
        true
    }

    /// Has a sign in the hands of a player, who writes on it.
    pub fn hand_over_sign(&mut self, pos: BlockPos, player: &str) {
        let editor = self.named(player).map(|player| player.uuid);
        if let Some(sign) = self.sign_at(pos) {
            sign.editor = editor;
        }
    }

    /// Puts a stack into a slot of what a block holds; false if there is no such block, slot or item.
    pub fn put_into(&mut self, pos: BlockPos, slot: usize, item: &str, count: u32) -> bool {
        let Some(item) = knowledge::item(item) else { return false };
        let mut slots = self.world.slots_of(&[pos]);
        let Some(place) = slots.get_mut(slot) else { return false };
        *place = Some(Stack::new(item.id, count));
        self.world.fill_slots(&[pos], &slots);
        self.wake_furnace(pos);
        true
    }

    /// Where a player's feet are.
    pub fn position(&mut self, player: &str) -> Option<Vec3> {
        self.named(player).map(|player| player.at)
    }

    /// Where a player's head is turned to: yaw and pitch, in degrees.
    pub fn heading(&mut self, player: &str) -> Option<(f32, f32)> {
        self.named(player).map(|player| (player.yaw, player.pitch))
    }

    /// How often a player has jumped.
    pub fn jumps(&mut self, player: &str) -> Option<i32> {
        self.named(player).map(|player| player.statistics.get(Stat::Custom(CustomStat::Jump)))
    }

    /// For how many ticks a player has sneaked.
    pub fn sneaked(&mut self, player: &str) -> Option<i32> {
        self.named(player).map(|player| player.statistics.get(Stat::Custom(CustomStat::SneakTime)))
    }

    /// Whether a player sneaks now.
    pub fn is_sneaking(&mut self, player: &str) -> Option<bool> {
        self.named(player).map(|player| player.sneaking)
    }

    /// How far a player has gone on foot, in blocks along the ground, jumps included.
    pub fn walked(&mut self, player: &str) -> Option<f64> {
        use CustomStat::{CrouchOneCm, FlyOneCm, SprintOneCm, WalkOneCm};
        let ways = [WalkOneCm, SprintOneCm, CrouchOneCm, FlyOneCm];
        let player = self.named(player)?;
        Some(ways.into_iter().map(|way| f64::from(player.statistics.get(Stat::Custom(way))) / 100.0).sum())
    }

    pub fn health(&mut self, player: &str) -> Option<f32> {
        self.named(player).map(|player| player.vitals.health)
    }

    /// 0 to 20.
    pub fn food(&mut self, player: &str) -> Option<u32> {
        self.named(player).map(|player| player.vitals.food)
    }

    pub fn set_food(&mut self, player: &str, food: u32) {
        if let Some(player) = self.named(player) {
            player.vitals.food = food.min(20);
            player.vitals.saturation = player.vitals.saturation.min(food as f32);
        }
    }

    /// How many of an item a player has, cursor and grid included.
    pub fn count(&mut self, player: &str, item: &str) -> u32 {
        let Some(item) = knowledge::item(item) else { return 0 };
        self.named(player).map_or(0, |player| player.inventory.count(item.id))
    }

    /// Everything a player has, by item.
    pub fn inventory(&mut self, player: &str) -> BTreeMap<&'static str, u32> {
        let mut counts = BTreeMap::new();
        for stack in self.named(player).into_iter().flat_map(|player| player.inventory.stacks()) {
            *counts.entry(stack.name()).or_default() += stack.count;
        }
        counts
    }

    /// By how much the tools of a kind that a player has are worn, one after the other.
    pub fn wear(&mut self, player: &str, item: &str) -> Vec<u32> {
        let stacks = self.named(player).into_iter().flat_map(|player| player.inventory.stacks());
        stacks.filter(|stack| stack.name() == item).map(|stack| stack.damage).collect()
    }

    /// What a player has in a hand, or wears.
    pub fn in_slot(&mut self, player: &str, slot: BodySlot) -> Option<(&'static str, u32)> {
        let player = self.named(player)?;
        let inventory = &player.inventory;
        let stack = match slot {
            BodySlot::MainHand => player.hand(),
            BodySlot::OffHand => inventory.offhand,
            BodySlot::Head => inventory.armour[0],
            BodySlot::Chest => inventory.armour[1],
            BodySlot::Legs => inventory.armour[2],
            BodySlot::Feet => inventory.armour[3],
        };
        stack.map(|stack| (stack.name(), stack.count))
    }

    /// What is on a player's cursor or in their crafting grid: nothing, when they have tidied up.
    pub fn workspace(&mut self, player: &str) -> Vec<Stack> {
        let player = self.named(player);
        player
            .into_iter()
            .flat_map(|player| player.inventory.grid.iter().copied().chain([player.inventory.cursor]))
            .flatten()
            .collect()
    }

    /// The blocks whose window a player has open.
    pub fn looks_into(&mut self, player: &str) -> Vec<BlockPos> {
        self.named(player).map(|player| player.window.blocks.clone()).unwrap_or_default()
    }

    /// Into the pack; what has no room lies at the player's feet. False if there is no such item or player.
    pub fn give(&mut self, player: &str, item: &str, count: u32) -> bool {
        let Some((item, player)) = knowledge::item(item).zip(self.named(player)) else { return false };
        let id = player.id;
        self.give_stack(id, Stack::new(item.id, count));
        true
    }

    /// Takes everything a player has.
    pub fn clear_inventory(&mut self, player: &str) {
        if let Some(player) = self.named(player) {
            player.inventory.take_all();
        }
    }

    /// Puts a player's feet there, as a command would.
    pub fn teleport(&mut self, player: &str, to: Vec3) {
        let Some(id) = self.named(player).map(|player| player.id) else { return };
        self.wake(id);
        if let Some(player) = self.players.get_mut(&id) {
            player.teleport(to);
        }
    }

    /// Hurts a player, in half hearts; `cause` ends the death message, "… fell".
    pub fn damage(&mut self, player: &str, amount: f32, cause: &str) {
        if let Some(id) = self.named(player).map(|player| player.id) {
            self.hurt(id, amount, "generic", cause);
        }
    }

    /// Kills a player, whatever protects them.
    pub fn kill(&mut self, player: &str, cause: &str) {
        if let Some(id) = self.named(player).map(|player| player.id) {
            self.hurt(id, f32::MAX, "generic_kill", cause);
        }
    }

    /// Disconnects a player with a reason.
    pub fn kick(&mut self, player: &str, reason: &str) {
        if let Some(id) = self.named(player).map(|player| player.id) {
            self.kick_id(id, reason);
        }
    }

    /// Items lying about: where, what and how many.
    pub fn lying_items(&self) -> Vec<(Vec3, &'static str, u32)> {
        self.items.values().map(|item| (item.at, item.stack.name(), item.stack.count)).collect()
    }

    /// Drops a stack at a place, at rest.
    pub fn spawn_item(&mut self, at: Vec3, item: &str, count: u32) {
        if let Some(item) = knowledge::item(item) {
            self.drop_item(at, Stack::new(item.id, count), Vec3::default());
        }
    }

    pub fn say(&mut self, text: &str) {
        self.broadcast(packets::system_chat(text));
    }

    /// Lets a player fly, break at once and place without end; nothing that they break drops.
    pub fn set_creative(&mut self, player: &str) {
        if let Some(id) = self.named(player).map(|player| player.id) {
            self.set_game_mode(id, GameMode::Creative);
        }
    }

    /// Lets a player look on, and touch nothing.
    pub fn set_spectator(&mut self, player: &str) {
        if let Some(id) = self.named(player).map(|player| player.id) {
            self.set_game_mode(id, GameMode::Spectator);
        }
    }

    /// Protects the spawn, so far around it, from all but the operators, this one among them.
    pub fn protect_spawn(&mut self, radius: u32, operator: &str) {
        self.config.spawn_protection = radius;
        self.config.operators.push(operator.to_owned());
    }

    /// Ticks a second, 1 to 10,000; the clients are told.
    pub fn set_tick_rate(&mut self, tick_rate: f32) {
        self.config.tick_rate = tick_rate.clamp(1.0, 10_000.0);
        self.broadcast(packets::ticking(self.config.tick_rate));
    }
}
