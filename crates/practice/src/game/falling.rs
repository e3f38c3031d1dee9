//! Sand and its like begin to fall when what held them has gone, and become blocks or items where they land.

use uuid::Uuid;

use crate::{
    chunks::{blocks, heights::MIN_Y},
    domain::{BlockPos, Vec3},
    entities::falling::{FallingBlock, Fate, hardened, is_free, is_powder},
    game::Game,
    items::stack::Stack,
    knowledge,
    rules::game_rules::Rule,
    voxel::StateId,
};

/// Ticks from losing the ground to falling, and what the dragon egg takes.
const DELAY: u64 = 2;
const EGG_DELAY: u64 = 5;

impl Game {
    /// Has a block of that kind looked at that may have lost its ground, when its time has come.
    pub(super) fn loosen(&mut self, pos: BlockPos, state: StateId) {
        let delay = if blocks::name(state) == "dragon_egg" { EGG_DELAY } else { DELAY };
        let due = self.tick + delay;
        let place = self.loose.partition_point(|&(other, _)| other <= due);
        self.loose.insert(place, (due, pos));
    }

    pub(crate) fn tick_falling(&mut self) {
        while let Some(&(due, pos)) = self.loose.front() {
            if due > self.tick {
                break;
            }
            self.loose.pop_front();
            self.let_fall(pos);
        }
        let ids: Vec<i32> = self.falling.keys().copied().collect();
        for id in ids {
            let Some(block) = self.falling.get_mut(&id) else { continue };
            if !self.world.is_loaded(block.pos().chunk()) {
                continue; // it hangs where it is until someone comes
            }
            let fate = block.fall(&mut self.world);
            if fate == Fate::Falls {
                continue;
            }
            let (pos, state) = (block.pos(), block.state);
            self.falling.remove(&id);
            self.untrack(id);
            if fate == Fate::Lands && self.can_land(pos, state) {
                let landed = hardened(&mut self.world, pos, state).unwrap_or(state);
                self.set_block(pos, landed);
            } else if self.rules.is(Rule::EntityDrops)
                && let Some(item) = knowledge::item(blocks::name(state))
            {
                self.pop(pos, Stack::new(item.id, 1));
            }
        }
    }

    /// Powder that water touches becomes concrete; whatever has nothing under it begins to fall.
    fn let_fall(&mut self, pos: BlockPos) {
        let state = self.world.block(pos);
        if !blocks::falls(state) {
            return; // meanwhile it was dug
        }
        if let Some(concrete) = hardened(&mut self.world, pos, state) {
            return self.set_block(pos, concrete);
        }
        if pos.y <= MIN_Y || !is_free(self.world.block(pos.down())) {
            return;
        }
        self.set_block(pos, blocks::AIR);
        let at = Vec3::new(f64::from(pos.x) + 0.5, f64::from(pos.y), f64::from(pos.z) + 0.5);
        self.begin_to_fall(at, state, Vec3::default(), 0);
    }

    /// A falling block that has been one for `age` ticks.
    pub(crate) fn begin_to_fall(&mut self, at: Vec3, state: StateId, velocity: Vec3, age: u32) {
        self.last_entity += 1;
        let id = self.last_entity;
        let uuid = Uuid::from_u64_pair(self.rng.bits(), self.rng.bits());
        self.falling.insert(id, FallingBlock { id, uuid, state, at, velocity, age });
    }

    fn can_land(&mut self, pos: BlockPos, state: StateId) -> bool {
        let (here, below) = (self.world.block(pos), self.world.block(pos.down()));
        let floats = is_powder(state) && blocks::is_water(here);
        blocks::is_replaceable(here) && (floats || !is_free(below))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        WorldConfig,
        land::terrain::{LEVEL, MEADOW},
        world::store::World,
    };

    const COLUMN: BlockPos = BlockPos::new(1, MEADOW, 1);

    fn world_with(put: &[(i32, &str)]) -> Game {
        let mut game = Game::new(WorldConfig { seed: LEVEL as i64, ..WorldConfig::default() });
        for &(dy, name) in put {
            game.set_block(COLUMN.offset(0, dy, 0), blocks::state(name));
        }
        game
    }

    fn name_at(game: &mut Game, dy: i32) -> &'static str {
        blocks::name(game.world.block(COLUMN.offset(0, dy, 0)))
    }

    fn ticks(game: &mut Game, ticks: u32) {
        (0..ticks).for_each(|_| game.pass_tick());
    }

    /// Vanilla's speed after n ticks is 0.04 (0.98 + 0.98² + …) and its way the sum of what it was before the drag.
    #[test]
    fn it_falls_as_fast_as_in_the_game() {
        let mut block = FallingBlock {
            id: 1,
            uuid: Uuid::nil(),
            state: blocks::state("sand"),
            at: Vec3::new(0.5, 200.0, 0.5),
            velocity: Vec3::default(),
            age: 0,
        };
        let mut world = World::new(LEVEL);
        let (mut speed, mut y) = (0.0, 200.0);
        for _ in 0..40 {
            speed -= 0.04;
            y += speed;
            speed *= 0.98;
            assert_eq!(block.fall(&mut world), Fate::Falls);
            assert!((block.at.y - y).abs() < 1.0e-9 && (block.velocity.y - speed).abs() < 1.0e-9);
        }
        assert!((200.0 - y - 25.6).abs() < 0.1, "{y}");
    }

    #[test]
    fn a_column_comes_down_block_by_block() {
        let mut game = world_with(&[(1, "stone"), (2, "sand"), (3, "gravel")]);
        ticks(&mut game, 5);
        game.set_block(COLUMN.up(), blocks::AIR);
        ticks(&mut game, 2);
        assert_eq!((name_at(&mut game, 2), game.falling.len()), ("sand", 0), "not yet");
        ticks(&mut game, 1);
        assert_eq!((name_at(&mut game, 2), game.falling.len()), ("air", 1));
        ticks(&mut game, 20);
        assert_eq!([1, 2, 3].map(|dy| name_at(&mut game, dy)), ["sand", "gravel", "air"]);
        assert!(game.falling.is_empty());
    }

    #[test]
    fn anvils_and_dragon_eggs_fall_too() {
        for name in ["anvil", "damaged_anvil", "dragon_egg"] {
            let mut game = world_with(&[(6, name)]);
            ticks(&mut game, 40);
            assert_eq!([1, 6].map(|dy| name_at(&mut game, dy)), [name, "air"]);
        }
    }

    #[test]
    fn an_egg_takes_its_time_and_holds_up_nobody() {
        let mut game = world_with(&[(6, "dragon_egg")]);
        let sand = COLUMN.offset(3, 6, 0);
        game.set_block(sand, blocks::state("sand"));
        ticks(&mut game, 3);
        assert_eq!((name_at(&mut game, 6), blocks::name(game.world.block(sand))), ("dragon_egg", "air"));
        ticks(&mut game, 1);
        assert_eq!(name_at(&mut game, 6), "dragon_egg", "not yet");
        ticks(&mut game, 1);
        assert_eq!(name_at(&mut game, 6), "air");
    }

    #[test]
    fn it_hangs_in_the_air_where_no_land_is_loaded() {
        let mut game = world_with(&[(8, "sand")]);
        ticks(&mut game, 5);
        let far = Vec3::new(900.5, 90.0, 0.5);
        game.falling.values_mut().for_each(|block| block.at = far);
        ticks(&mut game, 5);
        assert_eq!(game.falling.values().map(|block| block.at).collect::<Vec<_>>(), [far]);
        assert!(!game.world.is_loaded(far.block().chunk()));
    }

    #[test]
    fn what_stands_in_the_way_breaks_it() {
        for small in ["torch", "oak_slab"] {
            let mut game = world_with(&[(1, small), (8, "gravel")]);
            ticks(&mut game, 60);
            assert_eq!((name_at(&mut game, 1), name_at(&mut game, 2)), (small, "air"));
            let lying = game.lying_items();
            assert_eq!(lying.iter().map(|item| (item.1, item.2)).collect::<Vec<_>>(), [("gravel", 1)]);
        }
        let mut game = world_with(&[(1, "short_grass"), (8, "gravel")]);
        ticks(&mut game, 60);
        assert_eq!(name_at(&mut game, 1), "gravel", "grass gives way");
    }

    #[test]
    fn powder_hardens_in_water_and_sand_sinks() {
        let mut game = world_with(&[(1, "water"), (2, "water"), (8, "red_concrete_powder")]);
        ticks(&mut game, 60);
        assert_eq!([1, 2].map(|dy| name_at(&mut game, dy)), ["water", "red_concrete"]);
        let mut game = world_with(&[(1, "water"), (2, "water"), (8, "sand")]);
        ticks(&mut game, 60);
        assert_eq!([1, 2].map(|dy| name_at(&mut game, dy)), ["sand", "water"]);
        let mut game = world_with(&[(1, "white_concrete_powder")]);
        game.set_block(COLUMN.offset(1, 1, 0), blocks::state("water"));
        ticks(&mut game, 5);
        assert_eq!(name_at(&mut game, 1), "white_concrete", "water beside it");
    }
}
