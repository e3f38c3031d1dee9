//! What a person's word for a thing means: the registry's names, and how people say them. Whatever is taken for something
//! else than was written is noted, so that the plan can say so.

use std::{collections::HashMap, sync::LazyLock};

use serde_json::json;

use super::{count::Count, meaning::Share, words::has};
use crate::{
    domain::{ErrorCode, ToolError},
    knowledge::{self, FAMILIES, block, blocks, family, group, item, items, nearest_names},
};

/// The woods that planks are made of, as players name them and as the game does.
pub(super) const WOODS: &[(&str, &str)] = &[
    ("dark oak", "dark_oak"),
    ("pale oak", "pale_oak"),
    ("dark_oak", "dark_oak"),
    ("pale_oak", "pale_oak"),
    ("oak", "oak"),
    ("spruce", "spruce"),
    ("birch", "birch"),
    ("jungle", "jungle"),
    ("acacia", "acacia"),
    ("mangrove", "mangrove"),
    ("cherry", "cherry"),
];

/// A thing that was named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    pub name: &'static str,
    /// How it was said, its words joined by `_`.
    pub said: String,
    /// It stands in the plural.
    pub several: bool,
    /// So many more are meant.
    pub more: bool,
    /// It was named before: "it".
    pub again: bool,
    /// How many was said in a word that leaves it open: "some".
    pub vague: bool,
    /// How the words were read, where they are not just the name.
    pub note: Option<String>,
}

impl Named {
    /// The part of what is held of it that is meant, where it is one.
    pub fn part(&self, count: Count) -> Option<Share> {
        match count {
            Count::Some(many) if self.vague => Some(Share::UpTo(many)),
            count => count.share(),
        }
    }
}

/// What is to be done with a thing, as far as its name depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Got,
    /// Of what is held or lies in a chest: a word for many things means all of them.
    Held,
    Mined,
    Smelted,
    /// Placed or broken where it stands: blocks that are no items count, too.
    Block,
}

impl Use {
    fn takes_blocks(self) -> bool {
        matches!(self, Self::Mined | Self::Block)
    }
}

/// Other words for a name, which mean nothing else.
const ALIASES: &[(&str, &str)] = &[
    ("wood", "log"),
    ("tree", "log"),
    ("tree_trunk", "log"),
    ("trunk", "log"),
    ("wooden_log", "log"),
    ("wood_log", "log"),
    ("timber", "log"),
    ("plank", "planks"),
    ("wooden_plank", "planks"),
    ("wood_plank", "planks"),
    ("cobble", "cobblestone"),
    ("cobble_stone", "cobblestone"),
    ("workbench", "crafting_table"),
    ("work_bench", "crafting_table"),
    ("craft_table", "crafting_table"),
    ("crafting_bench", "crafting_table"),
    ("oven", "furnace"),
    ("grass", "short_grass"),
    ("grass_block", "grass_block"),
    ("steak", "cooked_beef"),
    ("cooked_steak", "cooked_beef"),
    ("raw_beef", "beef"),
    ("raw_porkchop", "porkchop"),
    ("raw_chicken", "chicken"),
    ("raw_mutton", "mutton"),
    ("cooked_potato", "baked_potato"),
    ("lapis", "lapis_lazuli"),
    ("fishing_pole", "fishing_rod"),
    ("flint_n_steel", "flint_and_steel"),
    ("lighter", "flint_and_steel"),
    ("wooden_stick", "stick"),
    ("glass_block", "glass"),
    ("redstone_dust", "redstone"),
    ("tnt_block", "tnt"),
    ("bonemeal", "bone_meal"),
    ("coal_lump", "coal"),
    ("leather_cap", "leather_helmet"),
    ("raw_fish", "cod"),
    ("stove", "furnace"),
    ("bread_loaf", "bread"),
    ("loaf", "bread"),
    ("rock", "cobblestone"),
    ("tree_log", "log"),
];

/// Words that leave a choice, and what is taken: the kind that is soonest had.
const CONVENTIONS: &[(&str, &str)] = &[
    ("pickaxe", "stone_pickaxe"),
    ("pick", "stone_pickaxe"),
    ("axe", "stone_axe"),
    ("shovel", "stone_shovel"),
    ("spade", "stone_shovel"),
    ("sword", "stone_sword"),
    ("hoe", "stone_hoe"),
    ("boat", "oak_boat"),
    ("door", "oak_door"),
    ("fence", "oak_fence"),
    ("gate", "oak_fence_gate"),
    ("fence_gate", "oak_fence_gate"),
    ("trapdoor", "oak_trapdoor"),
    ("sign", "oak_sign"),
    ("helmet", "iron_helmet"),
    ("chestplate", "iron_chestplate"),
    ("leggings", "iron_leggings"),
    ("boots", "iron_boots"),
    ("button", "oak_button"),
    ("pressure_plate", "stone_pressure_plate"),
    ("slab", "oak_slab"),
    ("bed", "white_bed"),
    ("wool", "white_wool"),
    ("carpet", "white_carpet"),
    ("sapling", "oak_sapling"),
    ("seed", "wheat_seeds"),
    ("fuel", "coal"),
    ("table", "crafting_table"),
    ("wooden_door", "oak_door"),
    ("wooden_fence", "oak_fence"),
    ("wooden_fence_gate", "oak_fence_gate"),
    ("wooden_gate", "oak_fence_gate"),
    ("wooden_trapdoor", "oak_trapdoor"),
    ("wooden_slab", "oak_slab"),
    ("wooden_stairs", "oak_stairs"),
    ("wooden_stair", "oak_stairs"),
    ("wooden_button", "oak_button"),
    ("wooden_pressure_plate", "oak_pressure_plate"),
    ("wooden_sign", "oak_sign"),
    ("wooden_boat", "oak_boat"),
    ("diamond_armour_stand", "armor_stand"),
];

/// A metal as it lies in the ground, where it is named by its ingot.
pub(super) fn raw(name: &'static str) -> &'static str {
    METALS.iter().find(|(.., ingot)| *ingot == name).map_or(name, |(_, raw, _)| raw)
}

/// What is called so where it stands, whatever it is made of.
const STANDING: &[(&str, &str)] = &[("gate", "fence_gate"), ("table", "crafting_table")];

/// Metals, which are raw in the ground and ingots in the hand.
const METALS: &[(&str, &str, &str)] =
    &[("iron", "raw_iron", "iron_ingot"), ("gold", "raw_gold", "gold_ingot"), ("copper", "raw_copper", "copper_ingot")];

/// Ores, and what they yield.
const ORES: &[(&str, &str)] = &[
    ("iron_ore", "raw_iron"),
    ("gold_ore", "raw_gold"),
    ("copper_ore", "raw_copper"),
    ("coal_ore", "coal"),
    ("diamond_ore", "diamond"),
    ("emerald_ore", "emerald"),
    ("lapis_ore", "lapis_lazuli"),
    ("lapis_lazuli_ore", "lapis_lazuli"),
    ("redstone_ore", "redstone"),
];

/// How words run together or apart that are one.
const SPELLINGS: &[(&str, &str)] = &[
    ("pick_axe", "pickaxe"),
    ("pick", "pickaxe"),
    ("pick-axe", "pickaxe"),
    ("armour", "armor"),
    ("grey", "gray"),
    ("chest_plate", "chestplate"),
    ("door_trap", "trapdoor"),
    ("trap_door", "trapdoor"),
    ("jack_o_lantern", "jack_o_lantern"),
    ("jack-o-lantern", "jack_o_lantern"),
    ("jack_o'lantern", "jack_o_lantern"),
    ("book_shelf", "bookshelf"),
    ("mine_cart", "minecart"),
    ("camp_fire", "campfire"),
    ("sand_stone", "sandstone"),
    ("glow_stone", "glowstone"),
    ("net_herite", "netherite"),
];

/// Materials as an adjective, and as the registry has them.
const MATERIALS: &[(&str, &str)] =
    &[("wood", "wooden"), ("gold", "golden"), ("cobblestone", "stone"), ("cobble", "stone")];

/// The wood of this name.
pub(super) fn wood_of(name: &str) -> Option<&'static str> {
    WOODS.iter().find(|(called, _)| *called == name).map(|(_, wood)| *wood)
}

/// What tools and armour are made of, as the registry begins their names.
pub(super) fn material(word: &str) -> Option<&'static str> {
    const NAMES: &[&str] =
        &["wooden", "stone", "copper", "iron", "golden", "diamond", "netherite", "leather", "chainmail"];
    let adjective = MATERIALS.iter().find(|(noun, _)| *noun == word).map_or(word, |(_, adjective)| *adjective);
    NAMES.iter().find(|name| **name == adjective).copied()
}

/// What is made of some stuff, where no stuff is said; and what that stuff is made into.
const PIECES: &[&str] =
    &["pickaxe", "axe", "shovel", "sword", "hoe", "helmet", "chestplate", "leggings", "boots", "pick", "spade"];
const STUFF: &[(&str, &str)] = &[
    ("leather", "leather"),
    ("raw_iron", "iron"),
    ("iron_ingot", "iron"),
    ("raw_gold", "golden"),
    ("gold_ingot", "golden"),
    ("raw_copper", "copper"),
    ("copper_ingot", "copper"),
    ("diamond", "diamond"),
    ("cobblestone", "stone"),
    ("planks", "wooden"),
    ("log", "wooden"),
];

/// What a tool or a piece of armour is made of where this was spoken of: boots of leather.
pub(super) fn made_of_that(kind: &str, stuff: &str) -> Option<&'static str> {
    let kind = spelt(kind);
    let (_, adjective) = STUFF.iter().find(|(item, _)| *item == stuff)?;
    PIECES.contains(&kind.as_str()).then(|| item(&format!("{adjective}_{kind}")).map(|item| item.name)).flatten()
}

/// What is counted in, and says nothing of what it is.
const UNITS: &[&str] =
    &["block", "piece", "item", "unit", "lump", "bit", "chunk", "load", "bunch", "pile", "loaf", "sheet", "bar"];

/// Words for many things: who says one of them is asked which.
const VAGUE: &[(&str, &str)] = &[
    ("tool", "a stone pickaxe, a stone axe or a set of stone tools"),
    ("weapon", "a stone sword or a bow"),
    ("armor", "an iron chestplate"),
    ("food", "3 cooked beef or 5 apples"),
    ("meat", "3 cooked beef"),
    ("thing", "10 torches"),
    ("stuff", "10 torches"),
    ("item", "10 torches"),
    ("block", "20 cobblestone"),
    ("ore", "8 coal or 5 raw iron"),
    ("metal", "5 raw iron"),
    ("material", "16 planks"),
    ("resource", "16 planks"),
    ("flower", "a poppy"),
    ("dye", "2 red dye"),
    ("light", "10 torches"),
];

/// Of these words those that mean many things of which all are meant, and how they are called.
const GROUPS: &[(&str, &str)] = &[
    ("food", "food"),
    ("meal", "food"),
    ("snack", "food"),
    ("tool", "tool"),
    ("weapon", "weapon"),
    ("armor", "armor"),
    ("armour", "armor"),
    ("ore", "ore"),
    ("flower", "flower"),
    ("ingot", "ingot"),
];

/// The group that a word means; flowers are also picked, whichever stand there.
fn grouped(word: &str, purpose: Use) -> Option<&'static str> {
    let name = GROUPS.iter().find(|(said, _)| *said == word).map(|(_, group)| *group)?;
    let is_meant = purpose == Use::Held || name == "flower" && purpose != Use::Block;
    group(name).map(|(group, _)| group).filter(|_| is_meant)
}

/// The forms that a word may be the plural of, itself first; with whether it was one.
fn singulars(word: &str) -> Vec<(String, bool)> {
    let mut forms = vec![(word.to_owned(), false)];
    for (ending, singular) in [("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", "")] {
        forms.extend(word.strip_suffix(ending).map(|stem| (format!("{stem}{singular}"), true)));
    }
    forms
}

/// A name that is known as it stands: an item's, a family's, or a block's where those count.
fn exact(name: &str, purpose: Use) -> Option<&'static str> {
    let name = knowledge::plain(name);
    let family = FAMILIES.iter().find(|(family, _)| *family == name).map(|(family, _)| *family);
    let shown = || SHOWN.get(name).copied();
    family
        .or_else(|| item(name).map(|item| item.name))
        .or_else(|| block(name).filter(|_| purpose.takes_blocks()).map(|block| block.name))
        .or_else(shown)
}

/// Items by the name that the game shows of them, where it is another than the registry's: a leather tunic.
static SHOWN: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let shown = items().iter().map(|item| (item.display_name.to_lowercase().replace([' ', '-'], "_"), item.name));
    shown.filter(|(shown, name)| shown != name && item(shown).is_none()).collect()
});

/// Whether a thing has no plural: "the iron" is all that there is of it.
pub(super) fn is_mass(named: &Named) -> bool {
    const MASS: &str = "iron_ingot gold_ingot copper_ingot raw_iron raw_gold raw_copper coal charcoal redstone lapis_lazuli dirt \
            sand gravel clay_ball cobblestone stone glass wheat bread string leather paper sugar_cane bamboo bone_meal sugar kelp \
            gunpowder flint snow obsidian netherrack sandstone andesite diorite granite moss bedrock";
    // An ingot is one.
    let counted = ["ingot", "ball", "block", "sheet"].iter().any(|unit| named.said.ends_with(unit));
    named.said == "wood" || has(MASS, named.name) && !counted
}

/// What a word leaves open where one is chosen by convention: a pickaxe may be of any stuff.
pub(super) fn kind_left_open(word: &str) -> Option<&'static str> {
    let plain = spelt(knowledge::plain(word));
    let is_open = |kind: &str, means: &str| means.ends_with(&format!("_{kind}"));
    let found = CONVENTIONS
        .iter()
        .find(|(kind, means)| is_open(kind, means) && singulars(&plain).iter().any(|(form, _)| form == kind));
    found.map(|(kind, _)| *kind)
}

/// Whether a word means many things, of which one must be said.
pub(super) fn is_vague(word: &str) -> bool {
    VAGUE.iter().any(|(vague, _)| singulars(word).iter().any(|(form, _)| form == vague))
}

/// A name as it stands or by another word for it; and whether a choice was made in doing so.
fn known(name: &str, purpose: Use) -> Option<(&'static str, bool)> {
    if let Some(group) = grouped(name, purpose) {
        return Some((group, false));
    }
    // "light" is a block that nobody sees, and no one means it.
    if VAGUE.iter().any(|(word, _)| *word == name) {
        return None;
    }
    let find = |table: &[(&str, &'static str)]| table.iter().find(|(word, _)| *word == name).map(|(_, means)| *means);
    if let Some(means) = find(ALIASES) {
        return exact(means, purpose).map(|name| (name, false));
    }
    if let Some(name) = exact(name, purpose) {
        return Some((name, false));
    }
    if let Some((_, raw, ingot)) = METALS.iter().find(|(metal, ..)| *metal == name) {
        return exact(if purpose == Use::Mined { raw } else { ingot }, purpose).map(|name| (name, true));
    }
    find(CONVENTIONS).and_then(|means| exact(means, purpose)).map(|name| (name, true))
}

/// Words that are near to others, and mean themselves.
const OWN: &str = "plant plants pistol pistols chess logo logos bowel bowels coat coats goat goats steel steal stool stools boast \
        glove gloves hose noose moose goose horse shell shelf bench lamp lamps couch sofa stove tower towers stair cable table";
/// Whether a word that is near to a name is a word of its own.
pub(super) fn means_itself(word: &str) -> bool {
    has(OWN, word)
}

/// How people call things.
pub(super) fn said() -> impl Iterator<Item = &'static str> {
    let metals = METALS.iter().map(|(metal, ..)| *metal);
    let tables = [ALIASES, CONVENTIONS, STANDING, ORES, VAGUE, GROUPS, MATERIALS, SPELLINGS];
    tables.into_iter().flatten().map(|(word, _)| *word).chain(metals)
}

/// The words with their usual spelling.
fn spelt(words: &str) -> String {
    let mut spelt = words.to_owned();
    for (wrong, right) in SPELLINGS {
        let whole = |at: usize| {
            let before = spelt[..at].chars().next_back().is_none_or(|c| c == '_');
            let after = spelt[at + wrong.len()..].chars().next();
            before && (after.is_none_or(|c| c == '_') || after == Some('s') || after == Some('e'))
        };
        if let Some(at) = spelt.find(wrong).filter(|at| whole(*at)) {
            // `pickax` begins `pickaxe`.
            if !spelt[at..].starts_with(right) {
                spelt.replace_range(at..at + wrong.len(), right);
            }
        }
    }
    // "cobble stairs" are not of stone.
    match spelt.strip_prefix("cobble_").filter(|rest| !rest.starts_with("stone")) {
        Some(rest) => format!("cobblestone_{rest}"),
        None => spelt,
    }
}

/// The ways in which these words may be a name, the likeliest first.
fn readings(words: &str) -> Vec<String> {
    let mut readings = vec![words.to_owned()];
    let unkind = ["_of_any_kind", "_of_any_type", "_of_any_sort", "_of_some_kind"];
    if let Some(stem) = unkind.iter().find_map(|ending| words.strip_suffix(ending)) {
        readings.push(stem.to_owned());
    }
    // "a block of iron" is one thing, "5 blocks of dirt" are dirt; "a pickaxe of stone" is a stone pickaxe.
    for of in ["_made_out_of_", "_made_of_", "_made_from_", "_of_"] {
        if let Some((what, of)) = words.split_once(of) {
            readings.push(format!("{of}_{what}"));
            if singulars(what).iter().any(|(what, _)| UNITS.contains(&what.as_str())) {
                readings.push(of.to_owned());
            }
            break;
        }
    }
    let more: Vec<String> = readings
        .iter()
        .flat_map(|words| {
            MATERIALS.iter().filter_map(move |(noun, adjective)| {
                Some(format!("{adjective}_{}", words.strip_prefix(noun)?.strip_prefix('_')?))
            })
        })
        .collect();
    readings.extend(more);
    // "an oak tree" is felled for its logs.
    let trees = ["_tree", "_trees"].iter().filter_map(|ending| words.strip_suffix(ending));
    readings.extend(trees.map(|kind| format!("{}_log", kind.trim_start_matches("nearest_"))));
    // "dirt blocks" are dirt, where they are nothing else.
    let unitless: Vec<String> = readings
        .iter()
        .filter_map(|words| {
            let (stem, last) = words.rsplit_once('_')?;
            matches!(last, "block" | "blocks" | "item" | "items").then(|| stem.to_owned())
        })
        .collect();
    readings.extend(unitless);
    readings
}

/// The item, block or family that these words name, each joined to the next by `_`.
pub(super) fn resolve(words: &str, purpose: Use) -> Option<Named> {
    let plain = spelt(knowledge::plain(words));
    readings(&plain).iter().find_map(|reading| {
        singulars(reading).into_iter().find_map(|(form, several)| {
            let (name, chosen) = known(&form, purpose)?;
            let several = several
                || reading.ends_with("planks")
                || reading.ends_with("_seeds")
                || words.contains("blocks_of_")
                || words.contains("pieces_of_");
            Some(Named {
                name,
                said: String::new(),
                several,
                more: false,
                vague: false,
                again: false,
                note: chosen.then(|| format!("{} is read as {name}", words.replace('_', " "))),
            })
        })
    })
}

/// Who asks for "iron ore" means what comes of it: the block itself takes Silk Touch.
pub(super) fn yielded(named: Named) -> Named {
    let yields = ORES.iter().find(|(ore, _)| *ore == named.name).and_then(|(_, yields)| exact(yields, Use::Got));
    match yields {
        Some(name) => {
            let note = Some(format!("{} is read as {name}", named.name.replace('_', " ")));
            Named { name, note, ..named }
        }
        None => named,
    }
}

/// What these words mean where something stands, as calls name it: a block, a family or tag of blocks, a tree. Ores are sought in
/// every stone.
pub(super) fn kind_of_block(words: &str) -> Option<String> {
    let plain = spelt(knowledge::plain(words));
    let is_kind = |name: &String| knowledge::blocks_sought(name).iter().any(|block| !knowledge::is_air(block.name));
    singulars(&plain).into_iter().find_map(|(form, _)| {
        let stem = form.strip_suffix("_ore").unwrap_or(&form);
        let alias = ALIASES.iter().chain(STANDING).find(|(word, _)| *word == form && form != "tree");
        let means = alias.map_or(form.as_str(), |(_, means)| means).to_owned();
        // "light" and its like are blocks that nobody sees.
        let vague = VAGUE.iter().any(|(word, _)| *word == form);
        [format!("{stem}_ores"), means].into_iter().find(is_kind).filter(|_| !vague)
    })
}

/// The one name that these words mean with their order changed, or one letter wrong; `None` if none or several.
pub(super) fn resolve_loosely(words: &str, purpose: Use) -> Option<Named> {
    let plain = spelt(knowledge::plain(words));
    if means_itself(&plain) {
        return None;
    }
    let noted = |name: &'static str, several| Named {
        name,
        said: String::new(),
        several,
        more: false,
        vague: false,
        again: false,
        note: Some(format!("{} is read as {name}", words.replace('_', " "))),
    };
    let sorted = |name: &str| {
        let mut parts: Vec<&str> = name.split('_').collect();
        parts.sort_unstable();
        parts.join("_")
    };
    let names = || {
        let blocks = blocks().iter().map(|block| block.name).filter(|_| purpose.takes_blocks());
        items().iter().map(|item| item.name).chain(blocks).chain(FAMILIES.iter().map(|(family, _)| *family))
    };
    for reading in readings(&plain) {
        for (form, several) in singulars(&reading) {
            let turned = || {
                let wanted = sorted(&form);
                names().find(|name| name.len() == wanted.len() && sorted(name) == wanted)
            };
            if form.contains('_')
                && let Some(name) = turned()
            {
                return Some(noted(name, several));
            }
        }
    }
    // A slip: the first letter is seldom wrong, and short words are too near to others.
    // Nor is a word that names something itself: a redstone clock is no block of redstone.
    let is_slip = |name: &str, form: &str| {
        let known = |word: &str| items().iter().any(|item| item.name == word) || knowledge::block(word).is_some();
        let together = |text: &str| text.replace('_', "");
        !form.contains('_')
            || together(form) == together(name)
            || form.split('_').all(|word| name.split('_').any(|own| own == word) || !known(word))
    };
    // What is told at a glance comes first: this is asked of every name there is.
    let near = |name: &str, form: &str| {
        name.len() >= 6
            && name.len().abs_diff(form.len()) <= 2
            && name.chars().next() == form.chars().next()
            && strsim::osa_distance(name, form) == 1
            && is_slip(name, form)
    };
    let said = CONVENTIONS.iter().chain(ALIASES).map(|(word, _)| *word);
    let mut found: Vec<(&str, bool)> = Vec::new();
    for (form, several) in singulars(&plain) {
        found.extend(names().chain(said.clone()).filter(|name| near(name, &form)).map(|name| (name, several)));
    }
    let mut meant: Vec<Named> =
        found.into_iter().filter_map(|(word, several)| Some(noted(known(word, purpose)?.0, several))).collect();
    meant.dedup_by(|a, b| a.name == b.name);
    meant.truncate(2);
    if meant.len() == 1 { meant.pop() } else { None }
}

/// The refusal of what is no name: which, where it is a word for many things, else what looks like it.
pub(super) fn unknown(phrase: &str) -> ToolError {
    let phrase = phrase.trim_matches(['.', '!', '?', ' ']);
    let word = phrase.replace([' ', '-'], "_");
    let words: Vec<&str> = word.split('_').collect();
    let vague = |(vague, _): &&(&str, &str)| {
        words.last().is_some_and(|last| singulars(&spelt(last)).iter().any(|(form, _)| form == vague))
    };
    if let Some((_, instead)) = VAGUE.iter().find(vague) {
        return ToolError::new(
            ErrorCode::InvalidParams,
            format!("{phrase:?} may be many things: say which, such as {instead}"),
        )
        .with(json!({ "name": word, "nearest": [] }));
    }
    if let Some(item) = item(&word) {
        let words = format!("{} is an item and no block: it cannot be placed or broken", item.name);
        return ToolError::new(ErrorCode::InvalidParams, words).with(json!({ "name": word, "nearest": [] }));
    }
    let known = items().iter().map(|item| item.name).chain(blocks().iter().map(|block| block.name));
    let known = known.chain(FAMILIES.iter().map(|(family, _)| *family));
    let stem = word.strip_suffix('s').unwrap_or(&word);
    let mut nearest = nearest_names(stem, known.filter(|name| family(name).is_none()));
    nearest.retain(|name| looks_like(stem, name));
    nearest.truncate(3);
    let hint = match nearest.as_slice() {
        [] => String::new(),
        [only] => format!("; did you mean {only}?"),
        several => format!("; did you mean one of {}?", several.join(", ")),
    };
    ToolError::new(ErrorCode::InvalidParams, format!("there is no item or block called {phrase:?}{hint}"))
        .with(json!({ "name": word, "nearest": nearest }))
}

/// Whether a name may have been meant: it begins alike and is near, or the word is one of its parts, or nearly.
pub(super) fn looks_like(word: &str, name: &str) -> bool {
    let near =
        |a: &str, b: &str| a.chars().next() == b.chars().next() && strsim::normalized_damerau_levenshtein(a, b) >= 0.7;
    let wanted = word.ends_with("egg") || !name.ends_with("_spawn_egg");
    let in_parts = word.len() >= 4
        && name.split('_').any(|part| {
            part.trim_end_matches('s') == word.trim_end_matches('s') || word.len() >= 6 && near(word, part)
        });
    wanted && (near(word, name) || in_parts || word.len() >= 6 && name.contains(word))
}
