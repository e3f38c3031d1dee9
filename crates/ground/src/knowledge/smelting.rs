//! The furnace: what smelts into what, and what burns how long.

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use serde::Deserialize;
use serde_json::json;

use super::{
    items::item,
    names::{FAMILIES, family, unknown_item},
    namespace::plain,
};
use crate::domain::{ErrorCode, FurnaceSlot, ItemCounts, ToolError};

/// One way to smelt an item.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SmeltingRecipe {
    pub result: &'static str,
    /// Any one of these.
    #[serde(borrow)]
    pub ingredients: Vec<&'static str>,
    /// Experience points for taking one out; fractions add up, the rest is chance.
    pub experience: f32,
    /// Ticks over a burning furnace.
    pub ticks: u32,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
struct File {
    recipes: Vec<SmeltingRecipe>,
    fuels: HashMap<&'static str, u32>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/smelting.json"))
        .expect("smelting.json is built in")
});

static BY_INGREDIENT: LazyLock<HashMap<&'static str, &'static SmeltingRecipe>> = LazyLock::new(|| {
    FILE.recipes.iter().flat_map(|recipe| recipe.ingredients.iter().map(move |&item| (item, recipe))).collect()
});

/// What a furnace makes of an item.
pub fn smelting_of(ingredient: &str) -> Option<&'static SmeltingRecipe> {
    BY_INGREDIENT.get(plain(ingredient)).copied()
}

/// The ways to smelt an item; empty where there is none.
pub fn smelting_for(result: &str) -> impl Iterator<Item = &'static SmeltingRecipe> {
    let result = plain(result).to_owned();
    FILE.recipes.iter().filter(move |recipe| recipe.result == result)
}

/// How many ticks an item burns in a furnace; `None` for what is no fuel.
pub fn burn_ticks(item: &str) -> Option<u32> {
    FILE.fuels.get(plain(item)).copied()
}

/// The slot of a furnace that an item goes into: what smelts into the input, and what only burns into the fuel, unless the one or
/// the other is asked for. `None` for what does not belong there.
pub fn furnace_slot(item: &str, asked: Option<FurnaceSlot>) -> Option<FurnaceSlot> {
    let (smelts, burns) = (smelting_of(item).is_some(), burn_ticks(item).is_some());
    match asked {
        None if smelts => Some(FurnaceSlot::Input),
        None => burns.then_some(FurnaceSlot::Fuel),
        Some(FurnaceSlot::Input) => smelts.then_some(FurnaceSlot::Input),
        Some(FurnaceSlot::Fuel) => burns.then_some(FurnaceSlot::Fuel),
        Some(FurnaceSlot::Output) => None,
    }
}

/// One thing that becomes another in a furnace, as a planner sees it: ingredients that differ only in their wood are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmeltWay {
    pub result: &'static str,
    /// An item's or a family's name.
    pub ingredient: &'static str,
    pub ticks: u32,
}

static WAYS: LazyLock<BTreeMap<&'static str, Vec<SmeltWay>>> = LazyLock::new(|| {
    let mut ways: BTreeMap<&'static str, Vec<SmeltWay>> = BTreeMap::new();
    for recipe in &FILE.recipes {
        let holds = |members: &[&'static str]| members.iter().filter(|name| recipe.ingredients.contains(name)).count();
        let families = FAMILIES.iter().filter(|(_, members)| holds(members) > 1);
        let families: Vec<&(&'static str, &[&'static str])> = families.collect();
        let alone = |name: &&&'static str| !families.iter().any(|(_, members)| members.contains(name));
        let names = families.iter().map(|(family, _)| *family).chain(recipe.ingredients.iter().filter(alone).copied());
        let list = ways.entry(recipe.result).or_default();
        list.extend(names.map(|ingredient| SmeltWay { result: recipe.result, ingredient, ticks: recipe.ticks }));
    }
    ways
});

/// The ways to smelt an item; empty where there is none.
pub fn smelt_ways_for(result: &str) -> &'static [SmeltWay] {
    WAYS.get(plain(result)).map_or(&[], Vec::as_slice)
}

/// What an item is smelted from as a rule: a family's name where any wood will do.
pub fn usual_ingredient(result: &str) -> Option<&'static str> {
    let ways = smelt_ways_for(result);
    let wood = ways.iter().find(|way| family(way.ingredient).is_some());
    // Of an ore's block and what it drops, the list has the drop last.
    wood.or(ways.last()).map(|way| way.ingredient)
}

/// All ways to smelt, by result.
pub fn smelt_ways() -> impl Iterator<Item = &'static SmeltWay> {
    WAYS.values().flatten()
}

/// What a `smelt` call makes, and of what.
#[derive(Clone, Debug, PartialEq)]
pub struct SmeltTarget {
    pub item: &'static str,
    /// Any of these, with the ticks that one takes.
    pub ingredients: Vec<(&'static str, u32)>,
}

impl SmeltTarget {
    /// What to burn for so many ticks, and how many of it: what is named, else what is worth least and suffices alone, else
    /// several kinds. What is made is not burnt for making it, unless it is named.
    ///
    /// # Errors
    /// `INSUFFICIENT_MATERIALS`, with the fuel that is `missing`.
    pub fn fuel(
        &self,
        held: &ItemCounts,
        named: Option<&str>,
        ticks: u32,
    ) -> Result<Vec<(&'static str, u32)>, ToolError> {
        let unasked = SPENDABLE_FUELS.iter().copied().filter(|name| *name != self.item);
        let names: Vec<&str> = named.map_or_else(|| unasked.collect(), |named| vec![plain(named)]);
        let heat = |name: &str| -> u32 {
            burning(name).iter().map(|(item, burns)| held.count(item).saturating_mul(*burns)).sum()
        };
        let alone = names.iter().copied().find(|name| heat(name) >= ticks);
        let names = alone.map_or(names, |name| vec![name]);
        let mut left = ticks;
        let mut fuels = Vec::new();
        for (name, burns) in names.iter().flat_map(|name| burning(name)) {
            let count = left.div_ceil(burns).min(held.count(name));
            if count > 0 {
                fuels.push((name, count));
                left = left.saturating_sub(count * burns);
            }
        }
        if left == 0 {
            return Ok(fuels);
        }
        let item = self.item;
        let kind = named.map_or("coal", plain);
        let lacking = fuel_for(kind, left).unwrap_or(1);
        let burnt = ticks - left;
        let message = format!("smelting {item} takes a fire of {ticks} ticks, and the fuel held burns {burnt} of them");
        Err(ToolError::new(ErrorCode::InsufficientMaterials, message)
            .with(json!({ "item": item, "missing": { kind: lacking }, "burn_ticks": left, "held": held })))
    }
}

/// What burns by a fuel's name. A family whose kind is not known yet, as in a plan, burns like the first of it.
fn burning(fuel: &str) -> Vec<(&'static str, u32)> {
    let items = fuel_items(fuel);
    let family = FAMILIES.iter().find(|(family, _)| *family == fuel).map(|(family, _)| *family);
    let unknown = family.zip(items.first().map(|(_, burns)| *burns));
    unknown.into_iter().chain(items).collect()
}

/// What `smelt` with this name makes: an item, by any of its ingredients.
///
/// # Errors
/// `INVALID_PARAMS`: an unknown name, with the nearest; an ingredient's name, with what it `becomes`.
/// `RESOURCE_NOT_FOUND`: nothing smelts into it.
pub fn smelt_target(name: &str) -> Result<SmeltTarget, ToolError> {
    let known = plain(name);
    let ingredients: Vec<(&'static str, u32)> = smelting_for(known)
        .flat_map(|recipe| recipe.ingredients.iter().map(|ingredient| (*ingredient, recipe.ticks)))
        .collect();
    match item(known) {
        Some(item) if !ingredients.is_empty() => return Ok(SmeltTarget { item: item.name, ingredients }),
        None if family(known).is_none() => return Err(unknown_item(name)),
        _ => {}
    }
    let error = |message: String| ToolError::new(ErrorCode::InvalidParams, message);
    Err(match becomes(known) {
        Some(result) => error(format!("nothing smelts into {known}; it becomes {result} itself: ask for that"))
            .with(json!({ "item": known, "becomes": result })),
        // What is meant is clear, and it cannot be.
        None => ToolError::new(ErrorCode::ResourceNotFound, format!("nothing smelts into {known}"))
            .with(json!({ "item": known })),
    })
}

/// What a furnace makes of an item, or of every member of a family that it makes something of.
pub fn becomes(name: &str) -> Option<&'static str> {
    let members = family(name).and_then(|members| members.iter().find_map(|member| smelting_of(member)));
    smelting_of(name).or(members).map(|recipe| recipe.result)
}

/// What may be burnt without asking, from the least worth on. Whatever else burns (tools, tables, chests) does so only if
/// it is named.
pub const SPENDABLE_FUELS: &[&str] = &[
    "leaf_litter",
    "short_dry_grass",
    "tall_dry_grass",
    "dead_bush",
    "oak_sapling",
    "birch_sapling",
    "spruce_sapling",
    "jungle_sapling",
    "acacia_sapling",
    "dark_oak_sapling",
    "bamboo",
    "stick",
    "planks",
    "log",
    "charcoal",
    "coal",
    "dried_kelp_block",
    "blaze_rod",
    "coal_block",
    "lava_bucket",
];

/// The items that a fuel's name stands for, with the ticks that one burns: itself, or those of a family that burn.
pub fn fuel_items(name: &str) -> Vec<(&'static str, u32)> {
    let names: Vec<&'static str> = match family(name) {
        Some(members) => members.to_vec(),
        None => item(name).map(|item| item.name).into_iter().collect(),
    };
    names.into_iter().filter_map(|name| Some((name, burn_ticks(name)?))).collect()
}

/// How many of a fuel burn for so many ticks; `None` for what is no fuel.
pub fn fuel_for(name: &str, ticks: u32) -> Option<u32> {
    fuel_items(name).first().map(|(_, burns)| ticks.div_ceil(*burns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_items_and_an_ingredient_has_one_result() {
        let mut seen = HashMap::new();
        for recipe in &FILE.recipes {
            assert!(item(recipe.result).is_some(), "{}", recipe.result);
            assert!(recipe.ticks > 0 && recipe.experience >= 0.0);
            for ingredient in &recipe.ingredients {
                assert!(item(ingredient).is_some(), "{ingredient}");
                assert_eq!(seen.insert(ingredient, recipe.result), None, "{ingredient} smelts into two things");
            }
        }
        assert!(FILE.fuels.iter().all(|(fuel, ticks)| item(fuel).is_some() && *ticks > 0));
    }

    #[test]
    fn woods_are_one_way() {
        assert_eq!(smelt_ways_for("charcoal")[0].ingredient, "log");
        assert!(smelt_ways_for("charcoal").iter().all(|way| way.ingredient != "oak_log"));
        assert!(smelt_ways_for("iron_ingot").iter().any(|way| way.ingredient == "raw_iron" && way.ticks == 200));
        assert!(smelt_ways_for("dirt").is_empty());
        for (result, from) in
            [("iron_ingot", "raw_iron"), ("glass", "sand"), ("charcoal", "log"), ("copper_ingot", "raw_copper")]
        {
            assert_eq!(usual_ingredient(result), Some(from));
        }
    }

    #[test]
    fn the_result_is_asked_for() {
        let glass = smelt_target("minecraft:glass").unwrap();
        assert_eq!((glass.item, glass.ingredients.len()), ("glass", 2));
        let error = smelt_target("raw_iron").unwrap_err();
        assert_eq!((error.code, &error.context["becomes"]), (ErrorCode::InvalidParams, &json!("iron_ingot")));
        assert!(error.message.contains("iron_ingot"), "{error}");
        assert_eq!(smelt_target("log").unwrap_err().context["becomes"], "charcoal");
        assert_eq!(smelt_target("stone").unwrap().item, "stone", "made of cobblestone, though it smelts on");
        assert!(smelt_target("dirt").unwrap_err().message.contains("nothing smelts into dirt"));
        assert!(smelt_target("iron_ingto").unwrap_err().message.contains("iron_ingot"));
    }

    #[test]
    fn things_know_their_slot_of_a_furnace() {
        use FurnaceSlot::{Fuel, Input, Output};
        assert_eq!(
            ["cobblestone", "coal", "dirt"].map(|item| furnace_slot(item, None)),
            [Some(Input), Some(Fuel), None]
        );
        assert_eq!(
            [None, Some(Input), Some(Fuel), Some(Output)].map(|slot| furnace_slot("oak_log", slot)),
            [Some(Input), Some(Input), Some(Fuel), None]
        );
        assert_eq!(furnace_slot("raw_iron", Some(Fuel)), None);
    }

    #[test]
    fn fuels_burn() {
        for fuel in SPENDABLE_FUELS {
            assert!(fuel_for(fuel, 1) == Some(1), "{fuel}");
        }
        assert_eq!((fuel_for("coal", 1601), fuel_for("planks", 600), fuel_for("dirt", 1)), (Some(2), Some(2), None));
        assert!(fuel_items("planks").iter().all(|(name, _)| *name != "crimson_planks"), "it does not burn");
    }

    #[test]
    fn the_well_known_ones_are_there() {
        assert_eq!(smelting_of("raw_iron").map(|recipe| (recipe.result, recipe.ticks)), Some(("iron_ingot", 200)));
        assert_eq!(smelting_of("minecraft:sand").map(|recipe| recipe.result), Some("glass"));
        assert_eq!(smelting_of("dirt"), None);
        assert!(smelting_for("charcoal").any(|recipe| recipe.ingredients.contains(&"birch_log")));
        assert_eq!((burn_ticks("coal"), burn_ticks("oak_planks"), burn_ticks("stone")), (Some(1600), Some(300), None));
    }
}
