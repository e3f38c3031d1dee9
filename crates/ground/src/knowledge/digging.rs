//! How long a block takes to break, and whether it yields anything: vanilla's rules, for a player standing on the ground,
//! not in water, without enchantments and effects.

use std::{
    collections::HashMap,
    sync::{LazyLock, OnceLock},
};

use super::{
    blocks::{self, Block, Drop},
    items::{item, item_by_id},
    namespace::plain,
};

/// Ticks by hand for which no tool is worth making.
const QUICK: u32 = 20;

static SPEEDS: LazyLock<HashMap<&'static str, HashMap<&'static str, f32>>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/tool_speeds.json"))
        .expect("tool_speeds.json is built in")
});

/// The factor a tool digs faster by than the hand (1.0 for the hand and for any wrong tool).
pub fn dig_speed(block: &Block, tool: Option<&str>) -> f32 {
    let Some(tool) = tool else { return 1.0 };
    SPEEDS.get(block.material).and_then(|speeds| speeds.get(plain(tool))).copied().unwrap_or(1.0)
}

/// Whether the block yields what it has, broken with this tool (`None`: the hand).
pub fn can_harvest(block: &Block, tool: Option<&str>) -> bool {
    let Some(tools) = &block.harvest_tools else { return true };
    tool.and_then(item).is_some_and(|tool| tools.contains(&tool.id))
}

/// Game ticks from the start of digging to the block's breaking; 0: at once; `None`: unbreakable.
///
/// Each tick does speed ÷ hardness ÷ 30 of the whole with a tool that harvests, ÷ 100 with one that does not; the block
/// breaks when the sum reaches 1, at once if the first tick does it.
pub fn dig_ticks(block: &Block, tool: Option<&str>) -> Option<u32> {
    let hardness = block.hardness?;
    if hardness == 0.0 {
        return Some(0);
    }
    let divisor = if can_harvest(block, tool) { 30.0 } else { 100.0 };
    let damage = dig_speed(block, tool) / hardness / divisor;
    if damage >= 1.0 { Some(0) } else { Some((1.0 / damage).ceil() as u32) }
}

/// What breaking the block with this tool yields without Silk Touch.
pub fn yields(block: &Block, tool: Option<&str>) -> Vec<&'static Drop> {
    let Some(block) = blocks::block(block.name) else { return Vec::new() };
    if !can_harvest(block, tool) {
        return Vec::new();
    }
    let sheared = tool.is_some_and(|tool| plain(tool) == "shears") && block.drops.iter().any(|drop| drop.shears);
    block.drops.iter().filter(|drop| if sheared { drop.shears } else { drop.silk_touch != Some(true) }).collect()
}

/// What only Silk Touch (or, where the drop says so, shears) takes from it.
pub fn silk_yields(block: &Block) -> impl Iterator<Item = &Drop> {
    block.drops.iter().filter(|drop| drop.silk_touch == Some(true))
}

/// The tools that harvest, from the cheapest for a newcomer to come by to the dearest.
const CHEAPEST_FIRST: [&str; 7] = ["wooden", "stone", "copper", "iron", "golden", "diamond", "netherite"];

/// The cheapest tool that makes the block yield (`stone_pickaxe`); `None`: the hand will do.
pub fn harvest_tier(block: &Block) -> Option<&'static str> {
    static CHEAPEST: OnceLock<HashMap<&'static str, u32>> = OnceLock::new();
    let rank = CHEAPEST.get_or_init(|| CHEAPEST_FIRST.iter().zip(0..).map(|(tier, rank)| (*tier, rank)).collect());
    let tools = block.harvest_tools.as_ref()?.iter().filter_map(|id| item_by_id(*id));
    tools
        .min_by_key(|tool| {
            let tier = tool.name.split('_').next().unwrap_or_default();
            rank.get(tier).copied().unwrap_or(u32::MAX)
        })
        .map(|tool| tool.name)
}

/// The least tool for a block that yields nothing without one and takes long by hand: what it takes to be rid of it.
pub fn clearing_tool(block: &Block) -> Option<&'static str> {
    harvest_tier(block).filter(|_| dig_ticks(block, None).is_some_and(|by_hand| by_hand > QUICK))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{block, blocks};

    fn check(name: &str, tool: Option<&str>, ticks: Option<u32>, items: &[&str]) {
        let block = block(name).unwrap();
        assert_eq!(dig_ticks(block, tool), ticks, "{name} with {tool:?}");
        let yielded: Vec<&str> = yields(block, tool).iter().map(|drop| drop.item).collect();
        assert_eq!(yielded, items, "{name} with {tool:?}");
    }

    #[test]
    fn dig_times_and_yields_are_vanillas() {
        check("oak_log", None, Some(60), &["oak_log"]);
        check("oak_log", Some("wooden_axe"), Some(30), &["oak_log"]);
        check("stone", None, Some(150), &[]);
        check("stone", Some("wooden_pickaxe"), Some(23), &["cobblestone"]);
        check("stone", Some("stone_pickaxe"), Some(12), &["cobblestone"]);
        check("stone", Some("copper_pickaxe"), Some(9), &["cobblestone"]);
        check("stone", Some("netherite_pickaxe"), Some(5), &["cobblestone"]);
        check("dirt", None, Some(15), &["dirt"]);
        check("grass_block", None, Some(18), &["dirt"]);
        check("crafting_table", None, Some(75), &["crafting_table"]);
        check("coal_ore", Some("wooden_pickaxe"), Some(45), &["coal"]);
        check("iron_ore", Some("wooden_pickaxe"), Some(150), &[]);
        check("iron_ore", Some("golden_pickaxe"), Some(25), &[]);
        check("iron_ore", Some("stone_pickaxe"), Some(23), &["raw_iron"]);
        check("obsidian", Some("diamond_pickaxe"), Some(188), &["obsidian"]);
        check("obsidian", None, Some(5000), &[]);
        check("bedrock", Some("netherite_pickaxe"), None, &[]);
        check("glass", None, Some(9), &[]);
        check("gravel", None, Some(18), &["gravel", "flint"]);
        check("snow", None, Some(10), &[]);
        check("snow", Some("wooden_shovel"), Some(2), &["snowball"]);
        check("short_grass", None, Some(0), &["wheat_seeds"]);
        check("short_grass", Some("shears"), Some(0), &["short_grass"]);
        check("oak_leaves", None, Some(6), &["oak_sapling", "stick", "apple"]);
        check("oak_leaves", Some("shears"), Some(0), &["oak_leaves"]);
        check("cobweb", Some("wooden_sword"), Some(8), &["string"]);
        check("white_wool", Some("shears"), Some(5), &["white_wool"]);
        check("bamboo", Some("stone_sword"), Some(0), &["bamboo"]);
    }

    #[test]
    fn the_cheapest_tool_that_harvests() {
        let tier = |name: &str| harvest_tier(block(name).unwrap());
        assert_eq!(tier("stone"), Some("wooden_pickaxe"));
        assert_eq!(tier("iron_ore"), Some("stone_pickaxe"));
        assert_eq!(tier("diamond_ore"), Some("iron_pickaxe"));
        assert_eq!(tier("obsidian"), Some("diamond_pickaxe"));
        assert_eq!(tier("snow"), Some("wooden_shovel"));
        assert_eq!(tier("cobweb"), Some("wooden_sword"));
        assert_eq!(tier("oak_log"), None);
    }

    #[test]
    fn every_materials_name_is_known_and_no_tier_hides_the_tool() {
        for block in blocks() {
            assert!(SPEEDS.contains_key(block.material), "{}: {}", block.name, block.material);
            if let Some(tool) = harvest_tier(block) {
                assert!(dig_speed(block, Some(tool)) > 1.0, "{} by {tool}", block.name);
            }
        }
    }
}
