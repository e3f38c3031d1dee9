//! What holds a block in its place, by the support that `placing.yaml` tells.

use crate::{
    domain::{BlockPos, Side},
    knowledge::{
        self, is_air_state, is_fluid, is_sturdy,
        placing::{At, Hold, Holder, Need, row_of},
    },
};

/// The states around a cell; air where nothing is known.
pub type Around<'a> = dyn Fn(BlockPos) -> u16 + 'a;

/// Whether a block in this state would stay at a place.
pub(super) fn stays(around: &Around, at: BlockPos, state: u16) -> bool {
    let Some(row) = knowledge::block_of_state(state).and_then(row_of) else { return true };
    let has = knowledge::state_properties(state);
    row.needs.iter().all(|need| is_given(around, at, *need))
        && (row.support.is_empty() || row.support.iter().any(|hold| holds(around, at, &has, hold)))
}

fn holds(around: &Around, at: BlockPos, has: &[(&str, &str)], hold: &Hold) -> bool {
    let value = |name: &str| has.iter().find(|(one, _)| *one == name).map(|(_, value)| *value);
    if !hold.when.iter().all(|(name, wanted)| value(name) == Some(wanted.as_str())) {
        return false;
    }
    let facing = value("facing").and_then(Side::named);
    let toward = match (hold.at, value("face")) {
        (At::Below, _) | (At::Attached, Some("floor")) => Some(Side::Down),
        (At::Above, _) | (At::Attached, Some("ceiling")) => Some(Side::Up),
        (At::Behind | At::Attached, _) => facing.map(Side::opposite),
        (At::Front, _) => facing,
    };
    let Some(toward) = toward else { return false };
    let there = around(at.beside(toward));
    let Some(block) = knowledge::block_of_state(there) else { return false };
    let side = toward.opposite();
    let does = match &hold.holder {
        // Nothing hangs from the middle of a gate.
        Holder::Sturdy(knowledge::Support::Center) if toward == Side::Up => {
            is_sturdy(there, side, knowledge::Support::Center)
                && !knowledge::is_tagged(block.name, "unstable_bottom_center")
        }
        Holder::Sturdy(support) => is_sturdy(there, side, *support),
        Holder::Opaque => knowledge::collision(there) == [knowledge::Cuboid::WHOLE] && !block.transparent,
        Holder::Solid => knowledge::is_solid(there),
        Holder::Anything => !is_air_state(there),
        Holder::OneOf(names) => names.iter().any(|name| name == block.name),
    };
    does && !hold.except.iter().any(|name| name == block.name)
        && hold.also.is_none_or(|need| is_given(around, at, need))
}

fn is_given(around: &Around, at: BlockPos, need: Need) -> bool {
    let name = |at: BlockPos| knowledge::block_of_state(around(at)).map_or("air", |block| block.name);
    match need {
        Need::WaterBesideBelow => {
            Side::LEVEL.iter().any(|side| matches!(name(at.beside(Side::Down).beside(*side)), "water" | "frosted_ice"))
        }
        Need::BareSides => Side::LEVEL.iter().all(|side| {
            let beside = at.beside(*side);
            !knowledge::is_solid(around(beside)) && name(beside) != "lava"
        }),
        Need::DryAbove => !is_fluid(name(at.beside(Side::Up))),
        Need::Water => name(at) == "water",
        Need::NoWater => name(at) != "water",
    }
}
