//! What lies about in the Overworld and what does not: which blocks a plan may count on finding, how far one walks for
//! them, and where the things come from that no tool of ours can get.
//!
//! Our own knowledge, not minecraft-data's. A block that is not listed is only mined for its item if one was seen.

use super::namespace::plain;

/// How readily a block is found, with the walk to the first one that plans and quotes reckon with, in blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Abundance {
    /// Nearly everywhere on the surface or just below.
    Common,
    /// In many places.
    Frequent,
    /// Only in some biomes.
    Regional,
    /// Deep down or seldom.
    Deep,
}

impl Abundance {
    /// A guess, in blocks.
    pub const fn walk(self) -> u32 {
        match self {
            Self::Common => 12,
            Self::Frequent => 32,
            Self::Regional => 120,
            Self::Deep => 160,
        }
    }
}

const COMMON: &[&str] = &[
    "oak_log",
    "birch_log",
    "dirt",
    "grass_block",
    "stone",
    "oak_leaves",
    "birch_leaves",
    "short_grass",
    "dandelion",
    "poppy",
];
const FREQUENT: &[&str] = &[
    "spruce_log",
    "spruce_leaves",
    "tall_grass",
    "fern",
    "sand",
    "gravel",
    "clay",
    "coal_ore",
    "iron_ore",
    "copper_ore",
    "granite",
    "diorite",
    "andesite",
    "azure_bluet",
    "oxeye_daisy",
    "cornflower",
    "sugar_cane",
    "seagrass",
    "kelp",
    "leaf_litter",
    "bush",
];
const REGIONAL: &[&str] = &[
    "jungle_log",
    "acacia_log",
    "dark_oak_log",
    "mangrove_log",
    "cherry_log",
    "pale_oak_log",
    "jungle_leaves",
    "acacia_leaves",
    "dark_oak_leaves",
    "mangrove_leaves",
    "cherry_leaves",
    "pale_oak_leaves",
    "azalea_leaves",
    "flowering_azalea_leaves",
    "mangrove_roots",
    "muddy_mangrove_roots",
    "mud",
    "podzol",
    "coarse_dirt",
    "rooted_dirt",
    "mycelium",
    "red_sand",
    "sandstone",
    "red_sandstone",
    "cactus",
    "cactus_flower",
    "dead_bush",
    "snow",
    "snow_block",
    "pumpkin",
    "melon",
    "bamboo",
    "cocoa",
    "vine",
    "lily_pad",
    "lily_of_the_valley",
    "allium",
    "blue_orchid",
    "red_tulip",
    "orange_tulip",
    "white_tulip",
    "pink_tulip",
    "sunflower",
    "lilac",
    "rose_bush",
    "peony",
    "brown_mushroom",
    "red_mushroom",
    "brown_mushroom_block",
    "red_mushroom_block",
    "pink_petals",
    "wildflowers",
    "firefly_bush",
    "open_eyeblossom",
    "closed_eyeblossom",
    "azalea",
    "flowering_azalea",
    "moss_block",
    "moss_carpet",
    "pale_moss_block",
    "pale_moss_carpet",
    "terracotta",
    "white_terracotta",
    "orange_terracotta",
    "yellow_terracotta",
    "brown_terracotta",
    "red_terracotta",
    "light_gray_terracotta",
    "calcite",
    "dripstone_block",
    "pointed_dripstone",
    "large_fern",
    "mossy_cobblestone",
    "sea_pickle",
    "spore_blossom",
    "big_dripleaf",
    "cave_vines",
];
const DEEP: &[&str] = &[
    "deepslate",
    "tuff",
    "gold_ore",
    "redstone_ore",
    "lapis_ore",
    "diamond_ore",
    "emerald_ore",
    "deepslate_coal_ore",
    "deepslate_iron_ore",
    "deepslate_copper_ore",
    "deepslate_gold_ore",
    "deepslate_redstone_ore",
    "deepslate_lapis_ore",
    "deepslate_diamond_ore",
    "deepslate_emerald_ore",
    "obsidian",
    "amethyst_cluster",
    "amethyst_block",
    "smooth_basalt",
    "magma_block",
    "sculk",
    "resin_clump",
    "creaking_heart",
];

/// How readily a block is found in the Overworld; `None`: do not count on it.
pub fn abundance(block: &str) -> Option<Abundance> {
    let block = plain(block);
    [
        (COMMON, Abundance::Common),
        (FREQUENT, Abundance::Frequent),
        (REGIONAL, Abundance::Regional),
        (DEEP, Abundance::Deep),
    ]
    .into_iter()
    .find(|(blocks, _)| blocks.contains(&block))
    .map(|(_, abundance)| abundance)
}

/// What the land is made of, and nobody misses where it is dug away; of leaves and ores the ends of their names.
const GROUND: &[&str] = &[
    "dirt",
    "grass_block",
    "coarse_dirt",
    "podzol",
    "rooted_dirt",
    "mycelium",
    "mud",
    "clay",
    "stone",
    "granite",
    "diorite",
    "andesite",
    "deepslate",
    "tuff",
    "calcite",
    "sandstone",
    "red_sandstone",
    "netherrack",
    "basalt",
    "blackstone",
    "end_stone",
    "snow_block",
    "moss_block",
    "dripstone_block",
    "sand",
    "red_sand",
    "gravel",
    "snow",
    "cobblestone",
    "dirt_path",
];
const GROUND_ENDS: &[&str] = &["_leaves", "_ore", "terracotta"];

/// Whether a block is plain ground, or leaves.
pub fn is_ground(block: &str) -> bool {
    let block = plain(block);
    GROUND.contains(&block) || GROUND_ENDS.iter().any(|end| block.ends_with(end))
}

/// What animals and monsters leave, and who.
const FROM_MOBS: &[(&str, &str)] = &[
    ("leather", "cows"),
    ("beef", "cows"),
    ("milk_bucket", "cows"),
    ("porkchop", "pigs"),
    ("mutton", "sheep"),
    ("white_wool", "sheep"),
    ("chicken", "chickens"),
    ("feather", "chickens"),
    ("egg", "chickens"),
    ("rabbit_hide", "rabbits"),
    ("rabbit_foot", "rabbits"),
    ("rabbit", "rabbits"),
    ("ink_sac", "squids"),
    ("glow_ink_sac", "glow squids"),
    ("honeycomb", "bees"),
    ("honey_bottle", "bees"),
    ("turtle_scute", "turtles"),
    ("armadillo_scute", "armadillos"),
    ("bone", "skeletons"),
    ("bone_meal", "skeletons' bones"),
    ("string", "spiders"),
    ("spider_eye", "spiders"),
    ("gunpowder", "creepers"),
    ("slime_ball", "slimes"),
    ("ender_pearl", "endermen"),
    ("rotten_flesh", "zombies"),
    ("phantom_membrane", "phantoms"),
    ("prismarine_shard", "guardians"),
    ("prismarine_crystals", "guardians"),
    ("blaze_rod", "blazes"),
    ("breeze_rod", "breezes"),
    ("ghast_tear", "ghasts"),
    ("magma_cream", "magma cubes"),
    ("shulker_shell", "shulkers"),
    ("wither_skeleton_skull", "wither skeletons"),
    ("nether_star", "the Wither"),
    ("nautilus_shell", "drowned"),
];

/// Who leaves it, of what animals and monsters leave.
pub fn left_by(item: &str) -> Option<&'static str> {
    let item = plain(item);
    let listed = FROM_MOBS.iter().find(|(name, _)| *name == item).map(|(_, whom)| *whom);
    // Of whatever colour.
    listed.or_else(|| item.ends_with("_wool").then_some("sheep"))
}

/// Where something comes from that can be neither mined, crafted nor smelted here, as the end of a sentence.
pub fn elsewhere(item: &str) -> String {
    let item = plain(item);
    if let Some(whom) = left_by(item) {
        return format!("comes from {whom}, and no tool here gets it from them");
    }
    if ["wheat", "potato", "carrot", "beetroot"].contains(&item) {
        return format!("comes from ripe crops: harvest some that stand (say: harvest the {item})");
    }
    "is yielded by no block one can count on in the Overworld, and no recipe makes it from such".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{block, item};

    #[test]
    fn every_listed_name_exists() {
        for name in [COMMON, FREQUENT, REGIONAL, DEEP].concat() {
            assert!(block(name).is_some(), "{name}");
        }
        for (name, _) in FROM_MOBS {
            assert!(item(name).is_some(), "{name}");
        }
    }
}
