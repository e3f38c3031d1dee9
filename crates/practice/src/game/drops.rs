//! Items lying in the world: dropped and thrown, merged, picked up, and gone after five minutes.

use std::collections::HashMap;

use azalea_protocol::packets::game::ClientboundTakeItemEntity;
use uuid::Uuid;

use crate::{
    domain::Vec3,
    entities::lying::{HALF, ItemEntity, TALL, burns},
    game::Game,
    items::stack::Stack,
    net::inbound::ConnectionId,
    players::{
        player::{BODY_HEIGHT, HALF_WIDTH, Player},
        statistics::Stat,
    },
    protocol::packets::IntoEntity,
};

/// Ticks before an item can be picked up: one that popped out of a block, one that was thrown or that somebody left who
/// died (both go the way of the game's `Player.drop`).
const POP_DELAY: u32 = 10;
const THROW_DELAY: u32 = 40;

/// Ticks until it is gone.
const LIFETIME: u32 = 6000;

/// Ticks between looking for another to merge with, and how near that must be, in blocks.
const MERGE_EVERY: u32 = 40;
const MERGE_NEAR: f64 = 0.5 + TALL;

/// A player reaches items this far beyond the body: to the sides, and up and down.
const REACH: f64 = 1.0;
const REACH_Y: f64 = 0.5;

/// How fast things are thrown, in blocks a tick.
const THROW_SPEED: f64 = 0.3;

impl Game {
    pub(crate) fn drop_item(&mut self, at: Vec3, stack: Stack, velocity: Vec3) {
        self.drop_with_delay(at, stack, velocity, POP_DELAY);
    }

    fn drop_with_delay(&mut self, at: Vec3, stack: Stack, velocity: Vec3, delay: u32) {
        self.put_item(at, stack, velocity, delay, 0);
    }

    /// An item that cannot be picked up for `delay` ticks, and has been there for `age`.
    pub(crate) fn put_item(&mut self, at: Vec3, stack: Stack, velocity: Vec3, delay: u32, age: u32) {
        self.last_entity += 1;
        let id = self.last_entity;
        let uuid = Uuid::from_u64_pair(self.rng.bits(), self.rng.bits());
        let told = at;
        // From here on its chunk is loaded: an item elsewhere waits.
        self.world.block(at.block());
        let item =
            ItemEntity { id, uuid, stack, at, velocity, on_ground: false, age, delay, told, stack_changed: false };
        self.items.insert(id, item);
    }

    /// Out of a player's hands, living or dead.
    pub(super) fn drop_thrown(&mut self, from: Vec3, stack: Stack, velocity: Vec3) {
        self.drop_with_delay(from, stack, velocity, THROW_DELAY);
    }

    /// As with the drop key: forward, out of the player's hand.
    pub(crate) fn throw(&mut self, id: ConnectionId, stack: Stack) {
        let Some(player) = self.players.get(&id) else { return };
        let (hands, look) = (player.hands(), player.look());
        let velocity = Vec3::new(look.x * THROW_SPEED, look.y * THROW_SPEED + 0.1, look.z * THROW_SPEED);
        self.drop_thrown(hands, stack, velocity);
    }

    /// Into a player's pack; what has no room lies at their feet, in stacks.
    pub(crate) fn give_stack(&mut self, id: ConnectionId, given: Stack) {
        let Some(player) = self.players.get_mut(&id) else { return };
        let at = player.at;
        let mut left = player.inventory.add(given, player.held).map_or(0, |left| left.count);
        while left > 0 {
            let count = left.min(given.most());
            self.drop_item(at, Stack { count, ..given }, Vec3::default());
            left -= count;
        }
    }

    pub(crate) fn tick_items(&mut self) {
        let mut gone = Vec::new();
        for item in self.items.values_mut() {
            if !self.world.is_loaded(item.at.block().chunk()) {
                continue; // as in vanilla it waits, and grows no older, until someone comes
            }
            item.age += 1;
            item.delay = item.delay.saturating_sub(1);
            item.fall(&mut self.world, &mut self.rng);
            if item.age >= LIFETIME || item.at.y < -128.0 || burns(&mut self.world, item) {
                gone.push(item.id);
            }
        }
        for id in gone {
            self.items.remove(&id);
            self.untrack(id);
        }
        self.merge_items();
        self.pick_up_items();
    }

    /// The younger of two that lie together joins the older.
    fn merge_items(&mut self) {
        let is_due =
            |item: &&ItemEntity| item.age.is_multiple_of(MERGE_EVERY) && self.world.is_loaded(item.at.block().chunk());
        let due: Vec<i32> = self.items.values().filter(is_due).map(|item| item.id).collect();
        if due.is_empty() {
            return;
        }
        // By block, so that a heap of thousands is not compared with itself.
        let cell = |at: Vec3| (at.x.floor() as i32, at.z.floor() as i32);
        let mut cells: HashMap<(i32, i32), Vec<i32>> = HashMap::new();
        for item in self.items.values() {
            cells.entry(cell(item.at)).or_default().push(item.id);
        }
        for id in due {
            let Some(item) = self.items.get(&id) else { continue };
            let (at, stack, (x, z)) = (item.at, item.stack, cell(item.at));
            let (delay, age) = (item.delay, item.age);
            let near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dz| (x + dx, z + dz)));
            let others = near.filter_map(|cell| cells.get(&cell)).flatten().filter_map(|other| self.items.get(other));
            let fitting = others.filter(|other| {
                other.id != id
                    && other.stack.stacks_with(&stack)
                    && other.stack.count + stack.count <= stack.most()
                    && (other.at.y - at.y).abs() < TALL
                    && other.at.horizontal_distance(at) < MERGE_NEAR
            });
            let oldest = fitting.map(|other| other.id).min();
            if let Some(other) = oldest.and_then(|oldest| self.items.get_mut(&oldest)) {
                other.stack.count += stack.count;
                other.stack_changed = true;
                // Both wait as long as either would have (Minecraft Wiki, Item (entity); Pumpkin's `entity/item`).
                (other.delay, other.age) = (other.delay.max(delay), other.age.min(age));
                self.items.remove(&id);
                self.untrack(id);
            }
        }
    }

    fn pick_up_items(&mut self) {
        let mut taken = Vec::new();
        for item in self.items.values_mut().filter(|item| item.delay == 0) {
            for player in self.players.values_mut() {
                if !player.is_alive() || player.is_spectator() || !is_in_reach(item, player) {
                    continue;
                }
                let left = player.inventory.add(item.stack, player.held);
                let count = item.stack.count - left.map_or(0, |left| left.count);
                if count == 0 {
                    continue;
                }
                player.statistics.count_item(Stat::PickedUp, &item.stack, count);
                taken.push((item.id, player.id, count, left.is_none()));
                match left {
                    Some(left) => (item.stack, item.stack_changed) = (left, true),
                    None => break,
                }
            }
        }
        for (item, by, amount, all) in taken {
            let packet = ClientboundTakeItemEntity { item_id: item as u32, player_id: by.into_entity(), amount };
            for viewer in self.players.values_mut().filter(|viewer| viewer.seen.contains(&item)) {
                viewer.link.send(packet.clone());
            }
            if all {
                self.items.remove(&item);
                self.untrack(item);
            }
        }
    }
}

/// Whether a player's body comes near enough to an item to take it.
fn is_in_reach(item: &ItemEntity, player: &Player) -> bool {
    let reach = HALF_WIDTH + REACH + HALF;
    (item.at.x - player.at.x).abs() < reach
        && (item.at.z - player.at.z).abs() < reach
        && item.at.y + TALL > player.at.y - REACH_Y
        && item.at.y < player.at.y + BODY_HEIGHT + REACH_Y
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        WorldConfig,
        domain::BlockPos,
        entities::lying::hits,
        items::crafting::tests::stack,
        land::terrain::{LEVEL, MEADOW},
    };

    #[test]
    fn items_fall_settle_and_merge() {
        let mut game = Game::new(WorldConfig { seed: LEVEL as i64, ..WorldConfig::default() });
        for dx in [0.4, 0.6] {
            game.drop_item(Vec3::new(dx, 66.0, 0.5), stack("stick", 3), Vec3::new(0.05, 0.2, 0.0));
        }
        for _ in 0..80 {
            game.tick_items();
        }
        let items: Vec<_> = game.items.values().collect();
        assert_eq!(items.len(), 1);
        assert_eq!(items[0].stack, stack("stick", 6));
        assert!(items[0].is_resting());
        assert_eq!(items[0].at.y, f64::from(MEADOW + 1));
    }

    #[test]
    fn what_joins_another_is_taken_no_earlier() {
        let mut game = Game::new(WorldConfig { seed: LEVEL as i64, ..WorldConfig::default() });
        let at = Vec3::new(0.5, f64::from(MEADOW + 1), 0.5);
        game.drop_item(at, stack("stick", 1), Vec3::default());
        (0..20).for_each(|_| game.tick_items());
        game.drop_thrown(at, stack("stick", 1), Vec3::default());
        (0..20).for_each(|_| game.tick_items());
        let waits: Vec<_> = game.items.values().map(|item| (item.stack.count, item.delay, item.age)).collect();
        assert_eq!(waits, [(2, 20, 20)]);
    }

    #[test]
    fn what_pops_out_of_a_hole_stays_near_and_out_of_the_walls() {
        let mut game = Game::new(WorldConfig { seed: LEVEL as i64, ..WorldConfig::default() });
        let hole = BlockPos::new(3, MEADOW, 3);
        game.set_block(hole, 0);
        for _ in 0..50 {
            game.pop(hole, stack("dirt", 1));
        }
        for _ in 0..60 {
            game.tick_items();
        }
        for item in game.items.values() {
            assert!(!hits(&mut game.world, item.at), "{:?}", item.at);
            assert!(item.at.distance(hole.center()) < 1.6, "{:?}", item.at);
            assert!(item.is_resting());
        }
    }

    #[test]
    fn what_is_built_over_comes_out_of_it() {
        let mut game = Game::new(WorldConfig { seed: LEVEL as i64, ..WorldConfig::default() });
        let hole = BlockPos::new(3, MEADOW, 3);
        let ground = game.world.block(hole.down());
        game.set_block(hole, 0);
        game.drop_item(Vec3::new(3.5, f64::from(MEADOW), 3.5), stack("dirt", 1), Vec3::default());
        (0..20).for_each(|_| game.tick_items());
        game.set_block(hole, ground);
        (0..60).for_each(|_| game.tick_items());
        let at: Vec<Vec3> = game.items.values().map(|item| item.at).collect();
        assert!(at[0].y >= f64::from(MEADOW + 1) && !hits(&mut game.world, at[0]), "{at:?}");
        // Where no side is open it goes up through all of it.
        for dx in -1..=1 {
            for dz in -1..=1 {
                (1..4).for_each(|up| game.set_block(hole.offset(dx, up, dz), ground));
            }
        }
        (0..200).for_each(|_| game.tick_items());
        let at: Vec<Vec3> = game.items.values().map(|item| item.at).collect();
        assert!(!hits(&mut game.world, at[0]), "{at:?}");
    }

    #[test]
    fn items_go_away() {
        let mut game = Game::new(WorldConfig { seed: LEVEL as i64, ..WorldConfig::default() });
        game.drop_item(Vec3::new(0.5, 64.0, 0.5), stack("stick", 1), Vec3::default());
        for _ in 0..LIFETIME {
            game.tick_items();
        }
        assert!(game.items.is_empty());
    }

    #[test]
    fn items_wait_where_nobody_has_the_land_loaded() {
        let mut game = Game::new(WorldConfig { seed: LEVEL as i64, ..WorldConfig::default() });
        game.drop_item(Vec3::new(0.5, 66.0, 0.5), stack("stick", 1), Vec3::default());
        let far = Vec3::new(900.5, 90.0, 0.5);
        game.items.values_mut().for_each(|item| item.at = far);
        for _ in 0..LIFETIME {
            game.tick_items();
        }
        assert_eq!(game.items.values().map(|item| (item.at, item.age)).collect::<Vec<_>>(), [(far, 0)]);
        assert!(!game.world.is_loaded(far.block().chunk()), "it does not load land for itself");
    }
}
