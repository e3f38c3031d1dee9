//! What holds a block where it is, as the table `placing.yaml` has it: what it leans on, and what it needs around it.

use crate::{
    chunks::{blocks, blocks::property},
    domain::{BlockPos, Side},
    knowledge,
    knowledge::{
        Support, is_tagged, placing,
        placing::{At, Hold, Holder, Need},
    },
    rules::joining,
    voxel::StateId,
    world::store::World,
};

/// Whether a block in this state may be put here, what goes with it aside.
pub(super) fn can_stand(world: &mut World, pos: BlockPos, state: StateId) -> bool {
    let Some(row) = knowledge::block_of_state(state).and_then(placing::row_of) else { return true };
    row.needs.iter().all(|&need| is_met(world, pos, need)) && is_held(world, pos, state)
}

/// Whether a block in this state has something to lean on here, if it has to.
pub(super) fn is_held(world: &mut World, pos: BlockPos, state: StateId) -> bool {
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
