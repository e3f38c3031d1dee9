//! Which blocks of a chunk are more than their state to a client: chests, beds and signs are not even drawn unless the
//! chunk lists them.

use std::{str::FromStr, sync::LazyLock};

use azalea_protocol::packets::game::c_level_chunk_with_light::BlockEntity;
use azalea_registry::builtin::BlockEntityKind;
use simdnbt::owned::{BaseNbt, Nbt};

use crate::{
    chunks::{chunk::Chunk, heights::MIN_Y},
    domain::BlockPos,
    items::containers::Container,
    knowledge,
    voxel::{Section, StateId},
};

/// By state.
static KINDS: LazyLock<Vec<Option<BlockEntityKind>>> =
    LazyLock::new(|| knowledge::by_state(|block, _| kind(block.name)));

/// Most kinds are named as their only block is; the others by what their blocks' names end with.
fn kind(block: &str) -> Option<BlockEntityKind> {
    use BlockEntityKind as K;
    const FAMILIES: [(&str, BlockEntityKind); 12] = [
        ("_bed", K::Bed),
        ("_hanging_sign", K::HangingSign),
        ("_sign", K::Sign),
        ("_banner", K::Banner),
        ("_skull", K::Skull),
        ("_head", K::Skull),
        ("_shulker_box", K::ShulkerBox),
        ("copper_chest", K::Chest),
        ("copper_golem_statue", K::CopperGolemStatue),
        ("_shelf", K::Shelf),
        ("campfire", K::Campfire),
        ("command_block", K::CommandBlock),
    ];
    match block {
        "piston_head" => None,
        "moving_piston" => Some(K::Piston),
        "spawner" => Some(K::MobSpawner),
        "bee_nest" => Some(K::Beehive),
        "suspicious_sand" | "suspicious_gravel" => Some(K::BrushableBlock),
        name => BlockEntityKind::from_str(&format!("minecraft:{name}"))
            .ok()
            .or_else(|| FAMILIES.into_iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, kind)| kind)),
    }
}

pub(crate) fn kind_of(state: StateId) -> Option<BlockEntityKind> {
    KINDS.get(usize::from(state)).copied().flatten()
}

/// All of a chunk's. What they hold is nobody's business until they are opened; but a sign is there to be read.
pub(crate) fn of(chunk: &Chunk) -> Vec<BlockEntity> {
    let mut found = Vec::new();
    for (number, section) in chunk.sections.iter().enumerate() {
        let any = match section {
            Section::Uniform(_) => false, // nobody builds a section of nothing but chests
            Section::Small { palette, .. } => palette.iter().any(|&state| kind_of(state).is_some()),
            Section::Large(states) => states.iter().any(|&state| kind_of(state).is_some()),
        };
        if !any {
            continue;
        }
        for at in 0..4096 {
            if let Some(kind) = kind_of(section.get(at)) {
                let y = MIN_Y + (number * 16 + (at >> 8)) as i32;
                let packed_xz = ((at & 15) << 4 | at >> 4 & 15) as u8;
                let held = chunk.containers.iter().find(|(pos, _)| is_local(pos, at, y)).map(|(_, held)| held);
                let data = match held {
                    Some(Container::Sign(sign)) => Nbt::Some(BaseNbt::new("", sign.nbt())),
                    _ => Nbt::None,
                };
                found.push(BlockEntity { packed_xz, y: y as i16 as u16, kind, data });
            }
        }
    }
    found
}

/// Whether a place is this one of a section's, by its index, at this height of the world.
fn is_local(pos: &BlockPos, at: usize, y: i32) -> bool {
    (pos.x & 15, pos.y, pos.z & 15) == ((at & 15) as i32, y, (at >> 4 & 15) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_know_their_kind() {
        for (block, wanted) in [
            ("chest", Some(BlockEntityKind::Chest)),
            ("oxidized_copper_chest", Some(BlockEntityKind::Chest)),
            ("red_bed", Some(BlockEntityKind::Bed)),
            ("oak_wall_sign", Some(BlockEntityKind::Sign)),
            ("oak_wall_hanging_sign", Some(BlockEntityKind::HangingSign)),
            ("shulker_box", Some(BlockEntityKind::ShulkerBox)),
            ("bookshelf", None),
            ("chiseled_bookshelf", Some(BlockEntityKind::ChiseledBookshelf)),
            ("soul_campfire", Some(BlockEntityKind::Campfire)),
            ("piston_head", None),
            ("stone", None),
            ("bedrock", None),
        ] {
            assert_eq!(kind(block), wanted, "{block}");
        }
    }
}
