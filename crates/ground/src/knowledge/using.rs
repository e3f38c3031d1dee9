//! What comes of using an item, or the bare hand, on a block. What tools make of blocks is in `placing.yaml`; the rest is of the
//! Minecraft Wiki's pages of the items and blocks, its rows named here.

use super::{
    blocks::{Block, block, block_of_state, blocks, state_properties, state_with},
    items::item,
    names::family,
    namespace::plain,
    placing::{block_of_item, made_by_tool},
    tags::{block_tag, is_tagged},
    targets::mine_target,
};

/// What a use does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
    /// A property of the block takes this value.
    Turns(&'static str, &'static str),
    /// It becomes another block, in some cases only with air above.
    Makes { block: &'static Block, open_above: bool },
    /// It gets older.
    Grows,
    /// This block comes to stand on top of it.
    Puts(&'static Block),
    /// It goes into the bucket and makes this item of it.
    Scoops(&'static str),
    /// The bucket's fluid comes to stand beside it.
    Pours(&'static Block),
}

/// What one who uses this item (`None`: the bare hand) on a block in this state does; `None` if nothing that is known here.
pub fn deed(with: Option<&str>, state: u16) -> Option<Deed> {
    let there = block_of_state(state)?;
    let Some(with) = with.map(plain) else { return by_hand(there, state) };
    if let Some((block, open_above)) = made_by_tool(with, there.name) {
        return Some(Deed::Makes { block, open_above });
    }
    match with {
        "bone_meal" => years(state).map(|_| Deed::Grows),
        // A source, and no other water or lava (Minecraft Wiki, Bucket).
        "bucket" if property(state, "level") == Some("0") => match there.name {
            "water" => Some(Deed::Scoops("water_bucket")),
            "lava" => Some(Deed::Scoops("lava_bucket")),
            _ => None,
        },
        "flint_and_steel" | "fire_charge" if kindled(state).is_some() => Some(Deed::Turns("lit", "true")),
        _ if doused(with, state).is_some() => Some(Deed::Turns("lit", "false")),
        _ => adds(with, there).filter(|_| there.solid),
    }
}

/// What is poured out of a bucket of this name, and scooped into an empty one.
pub fn poured(bucket: &str) -> Option<&'static Block> {
    let fluid = plain(bucket).strip_suffix("_bucket").filter(|fluid| matches!(*fluid, "water" | "lava"))?;
    block(fluid)
}

/// What a use of an item adds above a block, whichever it is.
fn adds(with: &str, below: &Block) -> Option<Deed> {
    match with {
        bucket if poured(bucket).is_some() => poured(bucket).map(Deed::Pours),
        // Minecraft Wiki, Fire and Soul Fire.
        "flint_and_steel" | "fire_charge" => {
            let soul = is_tagged(below.name, "soul_fire_base_blocks");
            block(if soul { "soul_fire" } else { "fire" }).map(Deed::Puts)
        }
        _ => planted(with).map(Deed::Puts),
    }
}

/// What an item that is no block's own puts on the ground: `wheat` of `wheat_seeds`.
pub fn planted(with: &str) -> Option<&'static Block> {
    let with = plain(with);
    item(with)?;
    block_of_item(with)
        .filter(|block| block.name != with && (is_tagged(block.name, "crops") || block.name == "sweet_berry_bush"))
}

fn by_hand(there: &Block, state: u16) -> Option<Deed> {
    let flipped = |name: &'static str| {
        let value = property(state, name)?;
        Some(Deed::Turns(name, if value == "true" { "false" } else { "true" }))
    };
    let name = there.name;
    if ["doors", "trapdoors", "fence_gates"].iter().any(|tag| is_tagged(name, tag)) {
        // Those of iron go by redstone alone (Minecraft Wiki, Iron Door).
        return if name.starts_with("iron_") { None } else { flipped("open") };
    }
    match name {
        "lever" => flipped("powered"),
        _ if is_momentary(name) => Some(Deed::Turns("powered", "true")),
        _ => None,
    }
}

/// Whether a block goes back by itself to what it was before it was used, in a second or two: a button.
pub fn is_momentary(block: &str) -> bool {
    is_tagged(block, "buttons")
}

/// Whether somebody who wants it to burn finds it burning: a fire, a lit campfire or candle.
pub fn burns(state: u16) -> bool {
    let Some(there) = block_of_state(state) else { return false };
    is_tagged(there.name, "fire") || can_be_lit(there) && property(state, "lit") == Some("true")
}

fn can_be_lit(there: &Block) -> bool {
    ["campfires", "candles", "candle_cakes"].iter().any(|tag| is_tagged(there.name, tag))
}

/// Whether water goes into a block, and not beside it.
pub fn holds_water(state: u16) -> bool {
    property(state, "waterlogged").is_some()
}

/// A campfire or a candle, lit; `None` for what burns already, is in water or is neither (Minecraft Wiki, Flint and Steel).
pub fn kindled(state: u16) -> Option<u16> {
    let there = block_of_state(state)?;
    if !can_be_lit(there) || property(state, "lit") != Some("false") || property(state, "waterlogged") == Some("true") {
        return None;
    }
    with_property(state, "lit", "true")
}

/// A campfire that a shovel has put out; `None` for what does not burn, and by any other item (Minecraft Wiki, Campfire).
pub fn doused(with: &str, state: u16) -> Option<u16> {
    let there = block_of_state(state)?;
    let is_put_out = is_tagged(there.name, "campfires") && property(state, "lit") == Some("true");
    if is_put_out && plain(with).ends_with("_shovel") { with_property(state, "lit", "false") } else { None }
}

/// How much older bone meal makes a plant, at least and at most; `None` for what is grown up, or no such crop (Minecraft Wiki,
/// Bone Meal: two to five stages, a beetroot none or one).
pub fn years(state: u16) -> Option<(u32, u32)> {
    let there = block_of_state(state)?;
    let stages = match there.name {
        "wheat" | "carrots" | "potatoes" | "melon_stem" | "pumpkin_stem" => (2, 5),
        "beetroots" => (0, 1),
        _ => return None,
    };
    (age(state)? < oldest(there)).then_some(stages)
}

/// A plant that is so much older, at most grown up.
pub fn grown(state: u16, years: u32) -> Option<u16> {
    let there = block_of_state(state)?;
    let age = age(state)?.saturating_add(years).min(oldest(there));
    with_property(state, "age", &age.to_string())
}

/// How old a plant is.
pub fn age(state: u16) -> Option<u32> {
    property(state, "age")?.parse().ok()
}

fn oldest(plant: &Block) -> u32 {
    let ages = plant.properties.iter().find(|property| property.name == "age");
    ages.map_or(0, |ages| ages.values.len().saturating_sub(1) as u32)
}

fn property(state: u16, name: &str) -> Option<&'static str> {
    state_properties(state).into_iter().find(|(own, _)| *own == name).map(|(_, value)| value)
}

fn with_property(state: u16, name: &str, value: &str) -> Option<u16> {
    let mut properties: Vec<(&str, &str)> = state_properties(state);
    properties.iter_mut().find(|(own, _)| *own == name)?.1 = value;
    state_with(block_of_state(state)?, &properties)
}

/// Whether a use of this item may do something to some block.
pub fn is_used(with: &str) -> bool {
    let with = plain(with);
    matches!(with, "bone_meal" | "bucket")
        || block("stone").is_some_and(|stone| adds(with, stone).is_some())
        || makes(with).next().is_some()
}

/// The blocks that a tool makes of others.
pub fn makes(tool: &str) -> impl Iterator<Item = &'static Block> {
    let tool = plain(tool).to_owned();
    blocks().iter().filter_map(move |of| made_by_tool(&tool, of.name)).map(|(made, _)| made)
}

/// The blocks that are meant by a name: a block's own, a family's, or that of one of the game's tags (`door`, `doors`).
pub fn blocks_called(name: &str) -> Vec<&'static Block> {
    let name = plain(name);
    if let Some(block) = block(name) {
        return vec![block];
    }
    let members = family(name).map(<[&str]>::to_vec);
    let members = members.unwrap_or_else(|| {
        [name.to_owned(), format!("{name}s")]
            .iter()
            .filter_map(|tag| block_tag(tag))
            .flatten()
            .map(String::as_str)
            .collect()
    });
    members.into_iter().filter_map(block).collect()
}

/// A tree that has grown, as calls name it beside blocks.
const TREE: &str = "tree";

/// The logs of a tree that calls name so: `tree`, `oak_tree`.
pub fn tree_logs(name: &str) -> Option<Vec<&'static Block>> {
    let kind = plain(name).strip_suffix(TREE)?;
    let logs = if kind.is_empty() { "log".to_owned() } else { format!("{}_log", kind.strip_suffix('_')?) };
    Some(blocks_called(&logs)).filter(|logs| !logs.is_empty())
}

/// The blocks that somebody looks for by a name: of a tree its logs.
pub fn blocks_sought(name: &str) -> Vec<&'static Block> {
    tree_logs(name).unwrap_or_else(|| blocks_called(name))
}

/// The blocks that show that something is to be had: those somebody looks for by its name, else those that yield it.
pub fn blocks_showing(name: &str) -> Vec<&'static Block> {
    let sought = blocks_sought(name);
    if !sought.is_empty() {
        return sought;
    }
    mine_target(name).map(|target| target.blocks).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(text: &str) -> u16 {
        super::super::placing::state_named(text).unwrap()
    }

    fn check(with: Option<&str>, on: &str, expect: Option<Deed>) {
        assert_eq!(deed(with, state(on)), expect, "{with:?} on {on}");
    }

    #[test]
    fn a_hand_opens_turns_and_presses() {
        check(None, "oak_door[open=false]", Some(Deed::Turns("open", "true")));
        check(None, "copper_trapdoor[open=true]", Some(Deed::Turns("open", "false")));
        check(None, "oak_fence_gate[open=false]", Some(Deed::Turns("open", "true")));
        check(None, "lever[powered=true]", Some(Deed::Turns("powered", "false")));
        check(None, "stone_button[powered=true]", Some(Deed::Turns("powered", "true")));
        check(None, "iron_door", None);
        check(None, "stone", None);
    }

    #[test]
    fn items_do_what_they_are_for() {
        let puts = |name: &str| Some(Deed::Puts(block(name).unwrap()));
        let farmland = Some(Deed::Makes { block: block("farmland").unwrap(), open_above: true });
        check(Some("minecraft:stone_hoe"), "grass_block", farmland);
        check(Some("stone_hoe"), "stone", None);
        check(Some("flint_and_steel"), "campfire[lit=false]", Some(Deed::Turns("lit", "true")));
        check(Some("flint_and_steel"), "campfire[lit=false,waterlogged=true]", puts("fire"));
        check(Some("stone_shovel"), "campfire[lit=true]", Some(Deed::Turns("lit", "false")));
        check(Some("stone_shovel"), "campfire[lit=false]", None);
        check(Some("stone_hoe"), "campfire[lit=true]", None);
        check(Some("flint_and_steel"), "soul_sand", puts("soul_fire"));
        check(Some("flint_and_steel"), "air", None);
        check(Some("bucket"), "water[level=0]", Some(Deed::Scoops("water_bucket")));
        check(Some("bucket"), "water[level=3]", None);
        check(Some("lava_bucket"), "stone", Some(Deed::Pours(block("lava").unwrap())));
        check(Some("bone_meal"), "wheat[age=6]", Some(Deed::Grows));
        check(Some("bone_meal"), "wheat[age=7]", None);
        check(Some("wheat_seeds"), "farmland", puts("wheat"));
        check(Some("carrot"), "farmland", puts("carrots"));
        assert_eq!(grown(state("wheat[age=5]"), 4), Some(state("wheat[age=7]")));
        assert!(is_used("diamond_axe") && is_used("potato") && !is_used("stick") && !is_used("oak_planks"));
    }

    #[test]
    fn blocks_are_meant_by_their_own_name_or_their_families() {
        let count = |name: &str| blocks_called(name).len();
        assert_eq!(
            (count("oak_door"), count("door"), count("fence_gates"), count("log"), count("dooor")),
            (1, 21, 12, 11, 0)
        );
    }
}
