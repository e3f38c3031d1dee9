//! How blocks behave whoever looks at them: which fall, and which give way to what is placed.

use std::sync::LazyLock;

use super::{
    blocks::{Block, by_state},
    tags::is_tagged,
};

/// Whether a block drops when nothing is under it. The game has no tag of these; the Minecraft Wiki (Falling Block) lists
/// them. Not among them: pointed dripstone, which hangs, and scaffolding, which falls where it reaches too far out.
pub fn falls(block: &str) -> bool {
    ["sand", "concrete_powder", "anvil"].iter().any(|tag| is_tagged(block, tag))
        || matches!(block, "gravel" | "suspicious_gravel" | "dragon_egg")
}

/// Whether a placed block takes a state's place: the game's tag, and of snow the thinnest layer only (Minecraft Wiki,
/// Snow).
pub fn is_replaceable(block: &Block, state: u16) -> bool {
    is_tagged(block.name, "replaceable") && (block.name != "snow" || state == block.default_state)
}

/// What makes a tree or a giant mushroom: a top, but not what is meant by the ground.
pub fn is_tree(block: &str) -> bool {
    ["leaves", "logs"].iter().any(|tag| is_tagged(block, tag))
        || matches!(block, "brown_mushroom_block" | "red_mushroom_block" | "mushroom_stem")
}

/// What flows, and no tool takes away.
pub fn is_fluid(block: &str) -> bool {
    matches!(block, "water" | "lava" | "bubble_column")
}

/// The kinds of air: nothing is there.
pub fn is_air(block: &str) -> bool {
    is_tagged(block, "air")
}

/// The same of a state: quick, for whoever looks at many.
pub fn is_air_state(state: u16) -> bool {
    static AIR: LazyLock<Vec<bool>> = LazyLock::new(|| by_state(|block, _| is_air(block.name)));
    AIR.get(usize::from(state)).copied().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{block, blocks, state_with};

    #[test]
    fn what_falls_is_what_the_wiki_lists() {
        let falling: Vec<&str> = blocks().iter().map(|block| block.name).filter(|name| falls(name)).collect();
        for name in ["sand", "red_sand", "gravel", "suspicious_sand", "suspicious_gravel", "dragon_egg"] {
            assert!(falling.contains(&name), "{name}");
        }
        assert!(falls("chipped_anvil") && falls("lime_concrete_powder"));
        assert_eq!(falling.len(), 6 + 3 + 16, "{falling:?}");
    }

    #[test]
    fn what_gives_way_is_the_games_tag_and_thin_snow() {
        let gives_way = |name: &str| is_replaceable(block(name).unwrap(), block(name).unwrap().default_state);
        for name in ["air", "water", "soul_fire", "snow", "resin_clump", "hanging_roots", "nether_sprouts", "vine"] {
            assert!(gives_way(name), "{name}");
        }
        assert!(!gives_way("stone") && !gives_way("dandelion") && !gives_way("snow_block"));
        let snow = block("snow").unwrap();
        assert!(!is_replaceable(snow, state_with(snow, &[("layers", "2")]).unwrap()));
    }
}
