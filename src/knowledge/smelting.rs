//! The furnace: what smelts into what, and what burns how long.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use super::names::plain;

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
    serde_json::from_str(include_str!("../../assets/minecraft/26.1/smelting.json")).expect("smelting.json is built in")
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

/// Every fuel with its ticks, in no particular order.
pub fn fuels() -> impl Iterator<Item = (&'static str, u32)> {
    FILE.fuels.iter().map(|(&item, &ticks)| (item, ticks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::item;

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
        assert!(fuels().all(|(fuel, ticks)| item(fuel).is_some() && ticks > 0));
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
