//! Items and foods by name and by protocol id.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use super::namespace::plain;

/// An item of the registry.
#[derive(Deserialize, Clone, Debug, PartialEq)]
pub struct Item {
    /// The protocol's number.
    pub id: u32,
    pub name: &'static str,
    pub display_name: &'static str,
    pub stack_size: u32,
    /// Uses before it breaks, for what wears out.
    #[serde(default)]
    pub durability: Option<u32>,
}

/// What eating an item gives.
#[derive(Deserialize, Clone, Debug, PartialEq)]
pub struct Food {
    pub name: &'static str,
    /// Half-drumsticks.
    pub points: u32,
    pub saturation: f32,
}

static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/items.json")).expect("items.json is built in")
});
static FOODS: LazyLock<Vec<Food>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/foods.json")).expect("foods.json is built in")
});
static BY_NAME: LazyLock<HashMap<&'static str, &'static Item>> =
    LazyLock::new(|| ITEMS.iter().map(|item| (item.name, item)).collect());
static BY_ID: LazyLock<HashMap<u32, &'static Item>> =
    LazyLock::new(|| ITEMS.iter().map(|item| (item.id, item)).collect());

/// An item by its name; a `minecraft:` in front is tolerated.
pub fn item(name: &str) -> Option<&'static Item> {
    BY_NAME.get(plain(name)).copied()
}

/// How many of an item lie in one slot; 64, the game's usual, for what is no item.
pub fn stack_size(name: &str) -> u32 {
    item(name).map_or(64, |item| item.stack_size)
}

pub fn item_by_id(id: u32) -> Option<&'static Item> {
    BY_ID.get(&id).copied()
}

/// All items, by id.
pub fn items() -> &'static [Item] {
    &ITEMS
}

pub fn food(name: &str) -> Option<&'static Food> {
    let name = plain(name);
    FOODS.iter().find(|food| food.name == name)
}

/// What somebody keeps at hand who puts everything else away: what wears out (tools, weapons, armour), arrows and food. By
/// `items.json` and `foods.json`.
pub fn is_kit(name: &str) -> bool {
    let wears = item(name).is_some_and(|item| item.durability.is_some());
    wears || food(name).is_some() || plain(name) == "arrow" || plain(name).ends_with("_arrow")
}

pub fn foods() -> &'static [Food] {
    &FOODS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_known_by_name_and_id() {
        let pickaxe = item("minecraft:iron_pickaxe").unwrap();
        assert_eq!((pickaxe.id, pickaxe.stack_size, pickaxe.durability), (934, 1, Some(250)));
        assert_eq!(item_by_id(934), Some(pickaxe));
        assert_eq!(item("pickax"), None);
        assert_eq!(items().len(), 1506);
        assert!(item("stick").unwrap().durability.is_none());
    }

    #[test]
    fn tools_and_food_are_kept_at_hand() {
        assert!(["stone_pickaxe", "shield", "iron_boots", "bread", "bow", "spectral_arrow"].into_iter().all(is_kit));
        assert!(!["cobblestone", "stick", "torch", "iron_ingot", "bucket"].into_iter().any(is_kit));
    }

    #[test]
    fn foods_say_what_they_give() {
        assert_eq!(food("apple").map(|food| food.points), Some(4));
        assert_eq!(food("stone"), None);
        assert_eq!(food("cod").map(|food| food.points), Some(2));
        assert_eq!(["cod_bucket", "pufferfish_bucket"].map(food), [None, None], "one pours it out");
    }
}
