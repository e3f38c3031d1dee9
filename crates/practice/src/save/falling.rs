//! Sand and its like on their way down.

use simdnbt::owned::{NbtCompound, NbtTag};

use crate::{
    entities::falling::FallingBlock,
    save::{chunk, item, nbt, nbt::compound},
};

pub(super) fn write(block: &FallingBlock) -> NbtCompound {
    let FallingBlock { uuid, state, at, velocity, age, .. } = *block;
    compound([
        ("id", nbt::id("falling_block")),
        ("UUID", nbt::uuid(uuid)),
        ("Pos", nbt::doubles(&[at.x, at.y, at.z])),
        ("Motion", nbt::doubles(&[velocity.x, velocity.y, velocity.z])),
        ("Rotation", nbt::floats(&[0.0, 0.0])),
        ("BlockState", NbtTag::Compound(chunk::write_state(state))),
        ("Time", NbtTag::Int(age as i32)),
        ("DropItem", nbt::flag(true)),
        ("OnGround", nbt::flag(false)),
        ("fall_distance", NbtTag::Double(0.0)),
    ])
}

/// `None` for entities of other kinds. It gets its number from the game.
pub(super) fn read(tag: &NbtCompound, id: i32) -> Option<FallingBlock> {
    if nbt::text(tag, "id")? != "minecraft:falling_block" {
        return None;
    }
    Some(FallingBlock {
        id,
        uuid: nbt::read_uuid(tag)?,
        state: chunk::read_state(tag.compound("BlockState")?).ok()?,
        at: item::read_vec3(tag, "Pos")?,
        velocity: item::read_vec3(tag, "Motion").unwrap_or_default(),
        age: tag.int("Time").unwrap_or(0).max(0) as u32,
    })
}
