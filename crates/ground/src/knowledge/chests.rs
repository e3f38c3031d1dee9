//! Blocks that things are put away in: chests, barrels and shulker boxes.

use super::{
    blocks::{block_of_state, state_properties},
    tags::is_tagged,
};
use crate::domain::{BlockPos, Side};

/// Whether a block keeps things in slots of its own that anybody can get at: what the Minecraft Wiki (Container) lists, but
/// for what works on its contents, and for ender chests, which show each player their own.
pub fn is_chest(block: &str) -> bool {
    matches!(block, "chest" | "trapped_chest" | "barrel")
        || is_tagged(block, "copper_chests")
        || is_tagged(block, "shulker_boxes")
}

/// Where the other half of a double chest stands, by the state of the one (Minecraft Wiki, Chest: Block states).
pub fn other_half(state: u16, at: BlockPos) -> Option<BlockPos> {
    block_of_state(state).filter(|block| is_chest(block.name))?;
    let properties = state_properties(state);
    let value = |name: &str| properties.iter().find(|(property, _)| *property == name).map(|(_, value)| *value);
    let facing = Side::named(value("facing")?)?;
    match value("type")? {
        "left" => Some(at.beside(facing.clockwise())),
        "right" => Some(at.beside(facing.counterclockwise())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{block, blocks, state_with};

    #[test]
    fn chests_of_all_sorts_are_known() {
        for name in ["chest", "trapped_chest", "barrel", "shulker_box", "red_shulker_box", "waxed_copper_chest"] {
            assert!(block(name).is_some() && is_chest(name), "{name}");
        }
        assert!(!["ender_chest", "furnace", "hopper", "crafting_table"].into_iter().any(is_chest));
        assert_eq!(blocks().iter().filter(|block| is_chest(block.name)).count(), 3 + 8 + 17);
    }

    #[test]
    fn halves_find_each_other() {
        let at = BlockPos::new(3, 64, 5);
        let half = |facing, kind, at| {
            let state = state_with(block("chest").unwrap(), &[("facing", facing), ("type", kind)]).unwrap();
            other_half(state, at)
        };
        assert_eq!(half("north", "left", at), Some(at.offset(1, 0, 0)));
        for facing in ["north", "south", "west", "east"] {
            let other = half(facing, "left", at).unwrap();
            assert_eq!(half(facing, "right", other), Some(at), "{facing}");
        }
        assert_eq!(half("north", "single", at), None);
    }
}
