//! Blocks that need others: sand falls, plants and torches pop off, when what held them goes.

use crate::{
    domain::BlockPos,
    knowledge,
    practice::{
        game::Game,
        rules::{loot::Breaker, paired},
        world::{blocks, store::World},
    },
    voxel::StateId,
};

/// Blocks looked at in one tick, at most; the rest wait for the next.
const AT_ONCE: usize = 4096;

/// Plants that stand on earth.
const PLANTS: [&str; 22] = [
    "short_grass",
    "tall_grass",
    "fern",
    "large_fern",
    "bush",
    "dandelion",
    "poppy",
    "azure_bluet",
    "blue_orchid",
    "allium",
    "oxeye_daisy",
    "cornflower",
    "lily_of_the_valley",
    "red_tulip",
    "orange_tulip",
    "white_tulip",
    "pink_tulip",
    "oak_sapling",
    "birch_sapling",
    "spruce_sapling",
    "sunflower",
    "wheat",
];

/// Earth.
const SOIL: [&str; 7] = ["grass_block", "dirt", "coarse_dirt", "podzol", "rooted_dirt", "farmland", "mud"];

impl Game {
    /// Has a changed block and its neighbours looked at.
    pub(crate) fn unsettle(&mut self, pos: BlockPos) {
        let steps = [(0, 0, 0), (0, 1, 0), (0, -1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)];
        self.unsettled.extend(steps.map(|(x, y, z)| pos.offset(x, y, z)));
    }

    pub(crate) fn settle_blocks(&mut self) {
        let mut waiting = std::mem::take(&mut self.unsettled);
        if waiting.len() > AT_ONCE {
            self.unsettled = waiting.split_off(AT_ONCE);
        }
        for pos in waiting {
            let state = self.world.block(pos);
            if state == blocks::AIR {
                continue;
            }
            if blocks::falls(state) {
                self.loosen(pos);
            } else if !is_supported(&mut self.world, pos, state) {
                let loot = self.loot(pos, state, Breaker::Nobody);
                self.set_block(pos, blocks::AIR);
                for stack in loot {
                    self.pop(pos, stack);
                }
            }
        }
    }
}

/// Whether a block in this state can stay here.
fn is_supported(world: &mut World, pos: BlockPos, state: StateId) -> bool {
    if let Some((beside, _)) = paired::other_part(pos, state)
        && blocks::name(world.block(beside)) != blocks::name(state)
    {
        return false;
    }
    paired::is_second_part(state) || can_stand(world, pos, state)
}

/// Whether a block in this state may be put here, what goes with it aside.
pub(crate) fn can_stand(world: &mut World, pos: BlockPos, state: StateId) -> bool {
    let name = blocks::name(state);
    if PLANTS.contains(&name) {
        return SOIL.contains(&blocks::name(world.block(pos.down())));
    }
    if name.ends_with("wall_torch") || name == "ladder" {
        let facing = knowledge::state_properties(state).into_iter().find(|(key, _)| *key == "facing");
        let behind = match facing.map(|(_, value)| value) {
            Some("north") => pos.offset(0, 0, 1),
            Some("south") => pos.offset(0, 0, -1),
            Some("west") => pos.offset(1, 0, 0),
            _ => pos.offset(-1, 0, 0),
        };
        return world.is_solid(behind);
    }
    if ["torch", "_carpet", "_pressure_plate", "_door", "snow"].iter().any(|kind| name.ends_with(kind)) {
        return world.is_solid(pos.down());
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::{WorldConfig, land::terrain::MEADOW};

    fn settled(put: &[(i32, &str)], take: i32) -> Vec<&'static str> {
        let mut game = Game::new(WorldConfig::default());
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
