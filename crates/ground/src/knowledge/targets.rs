//! What to break for which item: a block's, an item's or a family's name becomes the blocks to look for and the items
//! to count.

use std::{collections::HashMap, sync::LazyLock};

use serde_json::json;

use super::{
    blocks::{Block, Drop, block, blocks},
    digging::{harvest_tier, silk_yields, yields},
    groups::group,
    items::item,
    names::{family, unknown_item},
    namespace::plain,
    natural::abundance,
    recipes::{Recipe, recipes_for},
};
use crate::domain::{ErrorCode, ToolError};

/// What a `mine` call looks for and what it counts.
#[derive(Clone, Debug, PartialEq)]
pub struct MineTarget {
    /// The blocks to break, best source first.
    pub blocks: Vec<&'static Block>,
    /// The items that count as mined.
    pub items: Vec<&'static str>,
}

impl MineTarget {
    /// Whether some of it is got with this tool (`None`: the hand).
    pub fn yields_with(&self, tool: Option<&str>) -> bool {
        let has = |block: &&Block| yields(block, tool).iter().any(|drop| self.items.contains(&drop.item));
        self.blocks.iter().any(has)
    }
}

type Sources = HashMap<&'static str, Vec<(&'static Block, &'static Drop)>>;

static SOURCES: LazyLock<Sources> = LazyLock::new(|| {
    let mut sources: Sources = HashMap::new();
    for block in blocks() {
        // What cannot be broken, and an infested or potted thing, is no source anybody means.
        if block.hardness.is_none() || block.name.starts_with("potted_") {
            continue;
        }
        for drop in block.drops.iter().filter(|drop| drop.silk_touch != Some(true)) {
            sources.entry(drop.item).or_default().push((block, drop));
        }
    }
    for (item, list) in &mut sources {
        list.sort_by(|(a, a_drop), (b, b_drop)| {
            b_drop
                .expected()
                .min(1.0)
                .total_cmp(&a_drop.expected().min(1.0))
                // Of two sure sources: the item's own block first where it lies about by itself (dirt), last where
                // somebody must have put it there (cobblestone after stone, which is what needing a tool stands for).
                .then_with(|| own_rank(a, item).cmp(&own_rank(b, item)))
                .then_with(|| a.id.cmp(&b.id))
        });
    }
    sources
});

fn own_rank(block: &Block, item: &str) -> u8 {
    match (block.name == item, block.harvest_tools.is_some()) {
        (true, false) => 0,
        (false, _) => 1,
        (true, true) => 2,
    }
}

/// The blocks that yield an item without Silk Touch, best chance first.
pub fn sources_of(item: &str) -> Vec<(&'static Block, &'static Drop)> {
    SOURCES.get(plain(item)).cloned().unwrap_or_default()
}

/// What `mine` with this target looks for.
///
/// A family's name takes any of its members. A block's name takes that block and counts what it surely drops, or its best
/// drop. Any other item's name, and an item's name whose own block is rarely found (`cobblestone`), takes every block that
/// yields it.
///
/// # Errors
/// `INVALID_PARAMS` with the nearest names for an unknown name, `TOOL_REQUIRED` where only Silk Touch or shears yield it,
/// `RESOURCE_NOT_FOUND` for an item that no block yields.
pub fn mine_target(target: &str) -> Result<MineTarget, ToolError> {
    let name = plain(target);
    if let Some(members) = family(name) {
        let blocks: Vec<&'static Block> = members.iter().filter_map(|member| block(member)).collect();
        return Ok(MineTarget { blocks, items: members.to_vec() });
    }
    // Flowers are all had by breaking them where they stand.
    if let Some((_, members)) = group(name) {
        let blocks: Vec<&'static Block> = members.iter().filter_map(|member| block(member)).collect();
        if blocks.len() == members.len() {
            return Ok(MineTarget { blocks, items: members.to_vec() });
        }
    }
    let as_block = block(name).filter(|block| block.hardness.is_some() && block.name != "air");
    let sources = sources_of(name);
    if let Some(block) = as_block {
        let plain_drops: Vec<&'static Drop> = block.drops.iter().filter(|drop| drop.silk_touch != Some(true)).collect();
        if plain_drops.iter().any(|drop| drop.item == block.name) {
            // It yields itself: whatever else yields it too will do.
            return Ok(MineTarget { blocks: certain(&sources, name), items: vec![block.name] });
        }
        if !plain_drops.is_empty() {
            let best = plain_drops.iter().map(|drop| drop.expected()).fold(0.0, f32::max);
            let items = plain_drops.iter().filter(|drop| drop.expected() >= best.min(1.0)).map(|drop| drop.item);
            return Ok(MineTarget { blocks: vec![block], items: items.collect() });
        }
        if !sources.is_empty() && item(name).is_some() {
            return Ok(MineTarget { blocks: sources.iter().map(|(block, _)| *block).collect(), items: own_name(name) });
        }
        return Err(needs_silk_touch(name, block));
    }
    if block(name).is_some() && item(name).is_none() {
        return Err(
            ToolError::new(ErrorCode::ToolRequired, format!("{name} cannot be broken")).with(json!({ "target": name }))
        );
    }
    let Some(item) = item(name) else { return Err(unknown_item(target)) };
    if !sources.is_empty() {
        return Ok(MineTarget { blocks: sources.iter().map(|(block, _)| *block).collect(), items: vec![item.name] });
    }
    if let Some(block) = blocks().iter().find(|block| silk_yields(block).any(|drop| drop.item == name)) {
        return Err(needs_silk_touch(name, block));
    }
    Err(ToolError::new(ErrorCode::ResourceNotFound, format!("no block yields {name}")).with(json!({ "target": name })))
}

/// What a `craft` call may make and by which recipes.
#[derive(Clone, Debug, PartialEq)]
pub struct CraftTarget {
    /// The items that count as made: one, or a family's members.
    pub items: Vec<&'static str>,
    pub recipes: Vec<&'static Recipe>,
}

/// What `craft` with this name makes: an item by any of its recipes, or for a family's name (`planks`) any member, by
/// whichever ingredients are held.
///
/// # Errors
/// `INVALID_PARAMS` with the nearest names for an unknown name, `RESOURCE_NOT_FOUND` for an item that no recipe makes: as
/// with [`mine_target`], what is meant is clear, and it cannot be.
pub fn craft_target(name: &str) -> Result<CraftTarget, ToolError> {
    let known = plain(name);
    let items: Vec<&'static str> = match (family(known), item(known)) {
        (Some(members), _) => members.iter().copied().filter(|member| !recipes_for(member).is_empty()).collect(),
        (None, Some(item)) => vec![item.name],
        (None, None) => return Err(unknown_item(name)),
    };
    let recipes: Vec<&'static Recipe> = items.iter().flat_map(|item| recipes_for(item)).collect();
    if recipes.is_empty() {
        return Err(ToolError::new(
            ErrorCode::ResourceNotFound,
            format!("{known} cannot be crafted: no recipe makes it"),
        )
        .with(json!({ "item": known })));
    }
    Ok(CraftTarget { items, recipes })
}

fn own_name(name: &str) -> Vec<&'static str> {
    item(name).map(|item| item.name).into_iter().collect()
}

/// The sources that yield as surely as the best of them; all of them where none of those stands about by itself: saplings are had
/// from leaves.
fn certain(sources: &[(&'static Block, &'static Drop)], own: &str) -> Vec<&'static Block> {
    let best = sources.first().map_or(0.0, |(_, drop)| drop.expected().min(1.0));
    let good = sources.iter().filter(|(block, drop)| block.name == own || drop.expected().min(1.0) >= best);
    let good: Vec<&'static Block> = good.map(|(block, _)| *block).collect();
    let stands = |block: &&Block| abundance(block.name).is_some();
    if good.iter().any(stands) { good } else { sources.iter().map(|(block, _)| *block).collect() }
}

fn needs_silk_touch(name: &str, block: &Block) -> ToolError {
    let with_shears = silk_yields(block).any(|drop| drop.item == name && drop.shears);
    let (tool, message) = if with_shears {
        ("shears", format!("{name} is yielded only to shears or a tool with Silk Touch"))
    } else if silk_yields(block).any(|drop| drop.item == name) {
        ("silk_touch", format!("{name} is yielded only to a tool with Silk Touch"))
    } else {
        ("none", format!("{} yields nothing, whatever breaks it", block.name))
    };
    ToolError::new(ErrorCode::ToolRequired, message)
        .with(json!({ "target": name, "block": block.name, "required": tool, "tier": harvest_tier(block) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(target: &str, blocks: &[&str], items: &[&str]) {
        let found = mine_target(target).unwrap();
        let names: Vec<&str> = found.blocks.iter().map(|block| block.name).collect();
        assert_eq!((names.as_slice(), found.items.as_slice()), (blocks, items), "{target}");
    }

    fn code(target: &str) -> ErrorCode {
        mine_target(target).unwrap_err().code
    }

    #[test]
    fn targets_become_blocks_and_items() {
        check("stone", &["stone"], &["cobblestone"]);
        check("cobblestone", &["stone", "cobblestone"], &["cobblestone"]);
        check("minecraft:oak_log", &["oak_log"], &["oak_log"]);
        check("dirt", &["dirt", "grass_block", "podzol", "farmland", "mycelium", "dirt_path"], &["dirt"]);
        check("iron_ore", &["iron_ore"], &["raw_iron"]);
        check("raw_iron", &["iron_ore", "deepslate_iron_ore"], &["raw_iron"]);
        check("coal", &["coal_ore", "deepslate_coal_ore"], &["coal"]);
        check("gravel", &["gravel"], &["gravel"]);
        check("flint", &["gravel"], &["flint"]);
        check("crafting_table", &["crafting_table"], &["crafting_table"]);
        assert_eq!(mine_target("log").unwrap().blocks[1].name, "birch_log");
        assert_eq!(mine_target("short_grass").unwrap().items, ["wheat_seeds"]);
        assert_eq!(mine_target("apple").unwrap().blocks[0].name, "oak_leaves");
    }

    #[test]
    fn what_cannot_be_mined_says_why() {
        assert_eq!(code("pickax"), ErrorCode::InvalidParams);
        assert_eq!(code("glass"), ErrorCode::ToolRequired);
        assert_eq!(code("blue_ice"), ErrorCode::ToolRequired);
        assert_eq!(code("bedrock"), ErrorCode::ResourceNotFound);
        assert_eq!(code("stone_pickaxe"), ErrorCode::ResourceNotFound);
        assert_eq!(code("air"), ErrorCode::ResourceNotFound);
    }

    #[test]
    fn families_can_be_crafted() {
        let planks = craft_target("planks").unwrap();
        assert!(planks.items.contains(&"birch_planks"));
        assert!(planks.recipes.iter().all(|recipe| recipe.result.ends_with("_planks")));
        assert_eq!(craft_target("minecraft:stick").unwrap().items, ["stick"]);
        assert_eq!(craft_target("log").unwrap_err().code, ErrorCode::ResourceNotFound);
        assert_eq!(craft_target("bedrock").unwrap_err().code, mine_target("bedrock").unwrap_err().code);
        assert_eq!(craft_target("pickax").unwrap_err().code, ErrorCode::InvalidParams);
    }

    #[test]
    fn sources_leave_out_silk_touch() {
        assert!(sources_of("iron_ore").is_empty());
        assert!(sources_of("stone").is_empty());
        assert_eq!(sources_of("cobblestone")[0].0.name, "stone");
    }
}
