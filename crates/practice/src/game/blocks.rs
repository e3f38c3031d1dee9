//! A block changes: everyone is shown, what it held lies about, and what is around it is looked at.
//!
//! Sand falls, plants and torches pop off when what held them goes, fences let go of what they reached out to.

use crate::{
    chunks::blocks,
    domain::{BlockPos, Side, Vec3},
    game::Game,
    items::{containers::Container, stack::Stack},
    knowledge,
    protocol::packets,
    rules::{game_rules::Rule, loot, loot::Breaker, settling::settled},
    voxel::StateId,
};

/// Blocks looked at in one tick, at most; the rest wait for the next.
const AT_ONCE: usize = 4096;

impl Game {
    /// Changes a block for everyone; sand over it, torches on it and water beside it follow.
    pub fn set_block(&mut self, pos: BlockPos, state: StateId) {
        self.change_block(pos, state);
        self.stir(pos);
    }

    /// The same, but for the water.
    pub(super) fn change_block(&mut self, pos: BlockPos, state: StateId) {
        let before = self.world.block(pos);
        self.world.set_block(pos, state);
        self.replace_container(pos, before, state);
        // Who does not have the chunk will get it as it is by then.
        for player in self.players.values_mut().filter(|player| player.view.sent.contains(&pos.chunk())) {
            player.link.send(packets::block_update(pos, state));
        }
        self.unsettle(pos);
    }

    /// A block has become another: what the old one held lies about, the new one starts empty.
    fn replace_container(&mut self, pos: BlockPos, before: StateId, now: StateId) {
        let now = blocks::name(now);
        if blocks::name(before) == now {
            return;
        }
        let held = self.world.chunk(pos.chunk()).containers.remove(&pos);
        if let Some(empty) = Container::empty(now) {
            self.world.chunk(pos.chunk()).containers.insert(pos, empty);
        }
        let Some(held) = held else { return };
        for stack in held.slots().into_iter().flatten() {
            self.pop(pos, stack);
        }
        if let Container::Furnace(mut furnace) = held {
            let points = furnace.take_experience(&mut self.rng);
            self.release_experience(pos, points);
        }
    }

    /// Has the neighbours of a changed block looked at. It stays itself as it was put until one of them changes, as in
    /// vanilla (`Level.setBlock`), where only sand and its like look for their ground at once (`FallingBlock.onPlace`).
    fn unsettle(&mut self, pos: BlockPos) {
        let state = self.world.block(pos);
        if blocks::falls(state) {
            self.loosen(pos, state);
        }
        for beside in Side::ALL.map(|side| pos.beside(side)) {
            let there = self.world.block(beside);
            if there != blocks::AIR {
                self.unsettled.push((beside, there));
            }
        }
    }

    pub(crate) fn settle_blocks(&mut self) {
        let mut waiting = std::mem::take(&mut self.unsettled);
        if waiting.len() > AT_ONCE {
            self.unsettled = waiting.split_off(AT_ONCE);
        }
        for (pos, state) in waiting {
            // What was put there since knows its neighbours as they are.
            if self.world.block(pos) != state {
                continue;
            }
            if blocks::falls(state) {
                self.loosen(pos, state);
                continue;
            }
            match settled(&mut self.world, pos, state) {
                Some(now) if now == state => {}
                Some(now) => self.set_block(pos, now),
                None => {
                    let loot = self.loot(pos, state, Breaker::Nobody);
                    self.set_block(pos, blocks::what_is_left(state));
                    for stack in loot {
                        self.pop(pos, stack);
                    }
                }
            }
        }
    }

    /// What a block in this state drops, to be asked while it, and what stands with it, is still there.
    ///
    /// A player needs the right tool where the block asks for one; what loses its support needs none.
    pub(crate) fn loot(&mut self, pos: BlockPos, state: StateId, by: Breaker) -> Vec<Stack> {
        let Some(block) = knowledge::block_of_state(state) else { return Vec::new() };
        let unfit = by != Breaker::Nobody && !knowledge::can_harvest(block, by.tool());
        if unfit || !self.rules.is(Rule::BlockDrops) {
            return Vec::new();
        }
        loot::drops(&mut self.world, &mut self.rng, pos, state, by)
    }

    /// Drops a stack out of a block's place, with vanilla's little hop.
    pub(crate) fn pop(&mut self, pos: BlockPos, stack: Stack) {
        let mut around = |spread: f64| (self.rng.unit() * 2.0 - 1.0) * spread;
        let Vec3 { x, y, z } = pos.center();
        let at = Vec3::new(x + around(0.25), y + around(0.25) - 0.125, z + around(0.25));
        let velocity = Vec3::new(around(0.1), 0.2, around(0.1));
        self.drop_item(at, stack, velocity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        WorldConfig,
        land::terrain::{LEVEL, MEADOW},
    };

    fn settled(put: &[(i32, &str)], take: i32) -> Vec<&'static str> {
        let mut game = Game::new(WorldConfig { seed: LEVEL as i64, ..WorldConfig::default() });
        let at = |dy| BlockPos::new(1, MEADOW + dy, 1);
        for &(dy, name) in put {
            game.set_block(at(dy), blocks::state(name));
        }
        game.settle_blocks();
        game.set_block(at(take), blocks::AIR);
        // Falling takes its time.
        (0..60).for_each(|_| game.pass_tick());
        (1..=3).map(|dy| blocks::name(game.world.block(at(dy)))).collect()
    }

    #[test]
    fn what_loses_its_support_falls_or_pops() {
        assert_eq!(settled(&[(1, "stone"), (2, "sand"), (3, "gravel")], 1), ["sand", "gravel", "air"]);
        assert_eq!(settled(&[(1, "stone"), (2, "torch")], 1), ["air", "air", "air"]);
        assert_eq!(settled(&[(1, "short_grass")], 0), ["air", "air", "air"]);
        assert_eq!(settled(&[(1, "stone"), (2, "stone")], 1), ["air", "stone", "air"]);
    }
}
