//! What a block makes of its neighbours: fences, panes and walls that reach out to them, corners of stairs, hinges, pairs.
//!
//! Pure answers about the blocks around a place; which block asks what is in the table `placing.yaml`.

use crate::{
    chunks::{blocks, blocks::property},
    domain::{BlockPos, Side},
    knowledge,
    knowledge::{Cuboid, Support, is_sturdy, is_tagged},
    voxel::StateId,
    world::store::World,
};

/// Reaching blocks pass by these, however whole their sides are (leaves and shulker boxes too).
const SHUNNED: [&str; 5] = ["barrier", "carved_pumpkin", "jack_o_lantern", "melon", "pumpkin"];

/// The side that a state faces.
pub(crate) fn facing(state: StateId) -> Option<Side> {
    Side::named(property(state, "facing")?)
}

fn is_whole_towards(there: StateId, side: Side) -> bool {
    let name = blocks::name(there);
    let shunned = SHUNNED.contains(&name) || is_tagged(name, "leaves") || is_tagged(name, "shulker_boxes");
    !shunned && is_sturdy(there, side.opposite(), Support::Full)
}

/// A gate is reached at its posts.
fn is_gate_across(there: StateId, side: Side) -> bool {
    is_tagged(blocks::name(there), "fence_gates")
        && facing(there).is_some_and(|facing| facing.axis() == side.clockwise().axis())
}

fn is_pane(name: &str) -> bool {
    name.ends_with("glass_pane") || is_tagged(name, "bars")
}

/// Whether a fence reaches out to what stands on that side of it.
pub(super) fn fence_reaches(fence: &str, there: StateId, side: Side) -> bool {
    let name = blocks::name(there);
    let same_kind = is_tagged(name, "fences") && is_tagged(name, "wooden_fences") == is_tagged(fence, "wooden_fences");
    same_kind || is_gate_across(there, side) || is_whole_towards(there, side)
}

/// Whether a pane or bars reach out to what stands on that side of them.
pub(super) fn pane_reaches(there: StateId, side: Side) -> bool {
    let name = blocks::name(there);
    is_pane(name) || is_tagged(name, "walls") || is_whole_towards(there, side)
}

/// How a wall stands towards a level side, `none`, `low` or `tall`; for up, whether its post stands out.
pub(crate) fn wall(world: &mut World, pos: BlockPos, side: Side) -> &'static str {
    let above = world.block(pos.up());
    if side == Side::Up {
        let arms = [Side::North, Side::South, Side::West, Side::East].map(|side| wall(world, pos, side));
        return if is_post_raised(arms, above) { "true" } else { "false" };
    }
    let there = world.block(pos.beside(side));
    if !pane_reaches(there, side) && !is_gate_across(there, side) {
        "none"
    } else if knowledge::covers_from_above(above, side) {
        "tall"
    } else {
        "low"
    }
}

/// A wall's post is hidden only in a straight run or a full crossing, and not under what stands on it.
fn is_post_raised([north, south, west, east]: [&str; 4], above: StateId) -> bool {
    let is_none = |arm: &str| arm == "none";
    if is_tagged(blocks::name(above), "walls") && property(above, "up") == Some("true") {
        return true;
    }
    let nothing = [north, south, west, east].into_iter().all(is_none);
    if nothing || is_none(north) != is_none(south) || is_none(west) != is_none(east) {
        return true;
    }
    if (north == "tall" && south == "tall") || (west == "tall" && east == "tall") {
        return false;
    }
    is_tagged(blocks::name(above), "wall_post_override") || knowledge::covers_from_above(above, Side::Up)
}

/// Whether string reaches out to what is on that side.
pub(super) fn string_reaches(there: StateId, side: Side) -> bool {
    match blocks::name(there) {
        "tripwire" => true,
        "tripwire_hook" => facing(there) == Some(side.opposite()),
        _ => false,
    }
}

/// Whether a gate stands between walls.
pub(super) fn is_in_wall(world: &mut World, pos: BlockPos, state: StateId) -> bool {
    let Some(facing) = facing(state) else { return false };
    [facing.clockwise(), facing.counterclockwise()]
        .into_iter()
        .any(|side| is_tagged(blocks::name(world.block(pos.beside(side))), "walls"))
}

fn is_stairs_of_half(there: StateId, half: Option<&str>) -> bool {
    is_tagged(blocks::name(there), "stairs") && property(there, "half") == half
}

/// The shape of stairs by those before and behind them.
pub(crate) fn corner(world: &mut World, pos: BlockPos, state: StateId) -> &'static str {
    let (Some(own), half) = (facing(state), property(state, "half")) else { return "straight" };
    // Stairs in a row with their like on that side do not turn towards it.
    let mut is_free = |side: Side| {
        let there = world.block(pos.beside(side));
        !(is_stairs_of_half(there, half) && facing(there) == Some(own))
    };
    let free = Side::LEVEL.map(|side| (side, is_free(side)));
    let is_free = |side: Side| free.contains(&(side, true));
    let mut turned = |side: Side| {
        let there = world.block(pos.beside(side));
        facing(there).filter(|other| is_stairs_of_half(there, half) && other.axis() != own.axis())
    };
    if let Some(other) = turned(own).filter(|other| is_free(other.opposite())) {
        return if other == own.counterclockwise() { "outer_left" } else { "outer_right" };
    }
    if let Some(other) = turned(own.opposite()).filter(|&other| is_free(other)) {
        return if other == own.counterclockwise() { "inner_left" } else { "inner_right" };
    }
    "straight"
}

/// On which side a door's hinge goes: to the wall, away from the other door, else to the half that was hit.
/// `hit` is in blocks from the corner of the place.
pub(super) fn hinge(world: &mut World, pos: BlockPos, own: Side, hit: [f64; 3]) -> &'static str {
    let mut beside = |side: Side| {
        let place = pos.beside(side);
        let states = [world.block(place), world.block(place.up())];
        let walls = states.iter().filter(|&&state| knowledge::collision(state) == [Cuboid::WHOLE]).count();
        let door = is_tagged(blocks::name(states[0]), "doors") && property(states[0], "half") == Some("lower");
        (walls, door)
    };
    let (left_walls, left_door) = beside(own.counterclockwise());
    let (right_walls, right_door) = beside(own.clockwise());
    if (left_door && !right_door) || right_walls > left_walls {
        return "right";
    }
    if (right_door && !left_door) || left_walls > right_walls {
        return "left";
    }
    let is_right = match own {
        Side::North => hit[0] > 0.5,
        Side::South => hit[0] < 0.5,
        Side::West => hit[2] < 0.5,
        _ => hit[2] > 0.5,
    };
    if is_right { "right" } else { "left" }
}

/// The side on which a chest's other half is; `None` for a single one.
pub(crate) fn partner_side(chest: StateId) -> Option<Side> {
    match property(chest, "type")? {
        "left" => Some(facing(chest)?.clockwise()),
        "right" => Some(facing(chest)?.counterclockwise()),
        _ => None,
    }
}

/// Whether the block on that side is the other half that a chest would make one with.
pub(crate) fn joins(world: &mut World, pos: BlockPos, chest: StateId, side: Side) -> bool {
    let there = world.block(pos.beside(side));
    blocks::name(there) == blocks::name(chest)
        && facing(there) == facing(chest)
        && partner_side(there) == Some(side.opposite())
}

/// Which way a single chest of this kind on that side faces.
fn single_beside(world: &mut World, pos: BlockPos, chest: &str, side: Side) -> Option<Side> {
    let there = world.block(pos.beside(side));
    facing(there).filter(|_| blocks::name(there) == chest && property(there, "type") == Some("single"))
}

/// How a chest is placed: which way it faces and which half it becomes. `looks` is where the player looks.
pub(crate) fn chest(
    world: &mut World,
    pos: BlockPos,
    name: &str,
    looks: Side,
    clicked: Side,
    sneaking: bool,
) -> (Side, &'static str) {
    let own = looks.opposite();
    if sneaking {
        // Only the chest that was clicked, and then facing as it does.
        let partner = if clicked.is_level() { single_beside(world, pos, name, clicked.opposite()) } else { None };
        return match partner.filter(|facing| facing.axis() != clicked.axis()) {
            Some(facing) if facing.counterclockwise() == clicked.opposite() => (facing, "right"),
            Some(facing) => (facing, "left"),
            None => (own, "single"),
        };
    }
    if single_beside(world, pos, name, own.clockwise()) == Some(own) {
        (own, "left")
    } else if single_beside(world, pos, name, own.counterclockwise()) == Some(own) {
        (own, "right")
    } else {
        (own, "single")
    }
}

/// The half that a chest is by the chests beside it: a new one may have joined it, or its other half be gone.
pub(super) fn half_of_chest(world: &mut World, pos: BlockPos, state: StateId) -> Option<&'static str> {
    let own = facing(state)?;
    Some(match partner_side(state) {
        Some(side) if joins(world, pos, state, side) => property(state, "type")?,
        _ if joins(world, pos, state, own.clockwise()) => "left",
        _ if joins(world, pos, state, own.counterclockwise()) => "right",
        _ => "single",
    })
}

/// How thick a dripstone is here, by those it hangs on and those that hang on it.
pub(super) fn tip_thickness(world: &mut World, pos: BlockPos, points: Side) -> &'static str {
    let mut is_dripstone = |side: Side, points: Side| {
        let there = world.block(pos.beside(side));
        let same = blocks::name(there) == "pointed_dripstone";
        (same && property(there, "vertical_direction") == Some(points.name())).then_some(there)
    };
    if let Some(opposed) = is_dripstone(points, points.opposite()) {
        // Tips that meet by themselves stay apart; merged ones stay merged.
        return if property(opposed, "thickness") == Some("tip_merge") { "tip_merge" } else { "tip" };
    }
    let Some(next) = is_dripstone(points, points) else { return "tip" };
    if matches!(property(next, "thickness"), Some("tip" | "tip_merge")) {
        "frustum"
    } else if is_dripstone(points.opposite(), points).is_some() {
        "middle"
    } else {
        "base"
    }
}
