//! Blocks that things are put away in: chests, barrels and shulker boxes.

use super::{
    blocks::{block_of_state, state_properties},
    namespace::plain,
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

/// The kinds of chests that can be asked for.
pub const CHEST_KINDS: [&str; 7] =
    ["chest", "double_chest", "small_chest", "trapped_chest", "copper_chest", "barrel", "shulker_box"];

/// What smelts, and is used by hand like a chest: things are put into it and taken out. It is one only where it is asked for.
pub const FURNACE: &str = "furnace";

/// Whether a chest, of which another half stands beside it or none, is of a kind; `kind` may also be a block's own name.
pub fn is_chest_of_kind(block: &str, is_double: bool, kind: &str) -> bool {
    match plain(kind) {
        "double_chest" => is_double,
        "small_chest" => !is_double && block.ends_with("chest"),
        "copper_chest" => is_tagged(block, "copper_chests"),
        "shulker_box" => is_tagged(block, "shulker_boxes"),
        kind => block == kind,
    }
}

/// The same of a block's state. A furnace is called by its name alone.
pub fn is_chest_called(state: u16, kind: &str) -> bool {
    let is_double = other_half(state, BlockPos::default()).is_some();
    let holds = |name: &str| is_chest(name) || name == FURNACE;
    block_of_state(state).is_some_and(|block| holds(block.name) && is_chest_of_kind(block.name, is_double, kind))
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
    fn a_chest_is_called_by_its_kind() {
        let of = |name: &str, half: &str| {
            let block = block(name).unwrap();
            let state =
                state_with(block, &[("type", half)]).filter(|_| !half.is_empty()).unwrap_or(block.default_state);
            CHEST_KINDS.into_iter().filter(|called| is_chest_called(state, called)).collect::<Vec<_>>()
        };
        assert_eq!(of("chest", "left"), ["chest", "double_chest"]);
        assert_eq!(of("chest", ""), ["chest", "small_chest"]);
        assert_eq!(of("barrel", ""), ["barrel"]);
        assert_eq!(of("red_shulker_box", ""), ["shulker_box"]);
        assert_eq!(of("copper_chest", ""), ["small_chest", "copper_chest"]);
        assert!(of("furnace", "").is_empty() && is_chest_called(block("furnace").unwrap().default_state, "furnace"));
        assert!(is_chest_called(block("barrel").unwrap().default_state, "minecraft:barrel"));
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
