//! Blocks that need others: sand falls, plants and torches pop off when what held them goes, fences let go of what they
//! reached out to. What holds what is in the table `placing.yaml`.

use crate::{
    domain::{BlockPos, Side},
    knowledge::{
        self, Support, is_tagged,
        placing::{self, At, Hold, Holder, Need},
    },
    practice::{
        game::Game,
        rules::{joining, loot::Breaker, paired, states},
        world::{
            blocks::{self, property},
            store::World,
        },
    },
    voxel::StateId,
};

/// Blocks looked at in one tick, at most; the rest wait for the next.
const AT_ONCE: usize = 4096;

impl Game {
    /// Has the neighbours of a changed block looked at. It stays itself as it was put until one of them changes, as in
    /// vanilla (`Level.setBlock`), where only sand and its like look for their ground at once (`FallingBlock.onPlace`).
    pub(crate) fn unsettle(&mut self, pos: BlockPos) {
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
}

/// What its neighbours make of a block in this state; `None` if it cannot stay here.
pub(crate) fn settled(world: &mut World, pos: BlockPos, state: StateId) -> Option<StateId> {
    let now = states::settled(world, pos, state);
    (!states::lost_its_hold(now) && is_supported(world, pos, now)).then_some(now)
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
    let Some(row) = knowledge::block_of_state(state).and_then(placing::row_of) else { return true };
    row.needs.iter().all(|&need| is_met(world, pos, need)) && is_held(world, pos, state)
}

/// Whether a block in this state has something to lean on here, if it has to.
pub(crate) fn is_held(world: &mut World, pos: BlockPos, state: StateId) -> bool {
    let Some(row) = knowledge::block_of_state(state).and_then(placing::row_of) else { return true };
    row.support.is_empty() || row.support.iter().any(|hold| holds(world, pos, state, hold))
}

/// Whether one of the ways to be held is given.
fn holds(world: &mut World, pos: BlockPos, state: StateId, hold: &Hold) -> bool {
    let is_meant = |(name, value): &(String, String)| property(state, name) == Some(value.as_str());
    let side = match hold.at {
        At::Below => Some(Side::Down),
        At::Above => Some(Side::Up),
        At::Front => joining::facing(state),
        At::Behind => joining::facing(state).map(Side::opposite),
        At::Attached => match property(state, "face") {
            Some("floor") => Some(Side::Down),
            Some("ceiling") => Some(Side::Up),
            _ => joining::facing(state).map(Side::opposite),
        },
    };
    let Some(side) = side.filter(|_| hold.when.iter().all(is_meant)) else { return false };
    let holder = world.block(pos.beside(side));
    let name = blocks::name(holder);
    let is_sturdy = |support| knowledge::is_sturdy(holder, side.opposite(), support);
    let does = match &hold.holder {
        // Nothing hangs from the middle of a gate.
        Holder::Sturdy(Support::Center) if side == Side::Up => {
            is_sturdy(Support::Center) && !is_tagged(name, "unstable_bottom_center")
        }
        Holder::Sturdy(support) => is_sturdy(*support),
        Holder::Opaque => blocks::is_opaque(holder),
        Holder::Solid => knowledge::is_solid(holder),
        Holder::Anything => holder != blocks::AIR,
        Holder::OneOf(names) => names.iter().any(|one| one == name),
    };
    does && !hold.except.iter().any(|one| one == name) && hold.also.is_none_or(|need| is_met(world, pos, need))
}

fn is_met(world: &mut World, pos: BlockPos, need: Need) -> bool {
    match need {
        Need::Water => blocks::is_water(world.block(pos)),
        Need::NoWater => !blocks::is_water(world.block(pos)),
        Need::DryAbove => !blocks::is_liquid(world.block(pos.up())),
        Need::BareSides => Side::LEVEL.into_iter().all(|side| {
            let there = world.block(pos.beside(side));
            !knowledge::is_solid(there) && blocks::name(there) != "lava"
        }),
        Need::WaterBesideBelow => Side::LEVEL.into_iter().any(|side| {
            let there = world.block(pos.down().beside(side));
            blocks::is_water(there) || is_tagged(blocks::name(there), "supports_sugar_cane_adjacently")
        }),
    }
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
