//! The world's own values as the protocol's, and back.

use std::collections::HashMap;

use azalea_block::BlockState;
use azalea_core::{
    direction::Direction,
    position::{BlockPos as WireBlockPos, Vec3 as WireVec3},
};
use azalea_inventory::{
    ItemStack,
    components::{Damage, Enchantments},
};
use azalea_protocol::packets::game::s_container_click::HashedStack;
use azalea_registry::{DataRegistry, Registry, builtin::ItemKind, data::Enchantment};

use crate::{
    domain::{BlockPos, Side, Vec3},
    items::stack::Stack,
    voxel::StateId,
};

pub(crate) fn to_block_pos(pos: BlockPos) -> WireBlockPos {
    WireBlockPos::new(pos.x, pos.y, pos.z)
}

pub(crate) fn from_block_pos(pos: WireBlockPos) -> BlockPos {
    BlockPos::new(pos.x, pos.y, pos.z)
}

pub(crate) fn to_vec3(at: Vec3) -> WireVec3 {
    WireVec3 { x: at.x, y: at.y, z: at.z }
}

pub(crate) fn from_vec3(at: WireVec3) -> Vec3 {
    Vec3::new(at.x, at.y, at.z)
}

/// Air if there is no such state.
pub(crate) fn to_block_state(state: StateId) -> BlockState {
    BlockState::try_from(state).unwrap_or(BlockState::AIR)
}

pub(crate) fn to_item_stack(stack: Option<Stack>) -> ItemStack {
    let Some(stack) = stack else { return ItemStack::Empty };
    let Some(kind) = ItemKind::from_u32(stack.item) else { return ItemStack::Empty };
    let mut items = ItemStack::new(kind, stack.count as i32);
    if stack.damage > 0 {
        items = items.with_component(Damage { amount: stack.damage as i32 });
    }
    let level = |(number, _, level): (u32, &str, u8)| (Enchantment::new_raw(number), i32::from(level));
    let levels: HashMap<Enchantment, i32> = stack.enchantments.iter().map(level).collect();
    if levels.is_empty() { items } else { items.with_component(Enchantments { levels }) }
}

/// Whether a client's claim about a slot agrees with what is in it. Components come as hashes, which some clients leave
/// out, so the item and its count decide; nothing, and none of something, are both empty.
pub(crate) fn claim_agrees(claim: &HashedStack, slot: Option<Stack>) -> bool {
    let claimed =
        claim.0.as_ref().map(|item| (item.kind.to_u32(), item.count)).filter(|&(item, count)| item != 0 && count > 0);
    claimed == slot.map(|stack| (stack.item, stack.count as i32))
}

pub(crate) fn to_direction(side: Side) -> Direction {
    match side {
        Side::Down => Direction::Down,
        Side::Up => Direction::Up,
        Side::North => Direction::North,
        Side::South => Direction::South,
        Side::West => Direction::West,
        Side::East => Direction::East,
    }
}

pub(crate) fn from_direction(direction: Direction) -> Side {
    match direction {
        Direction::Down => Side::Down,
        Direction::Up => Side::Up,
        Direction::North => Side::North,
        Direction::South => Side::South,
        Direction::West => Side::West,
        Direction::East => Side::East,
    }
}
