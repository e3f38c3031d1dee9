//! What is worn where. Facts of `assets/minecraft/26.1/equipping.json`.

use std::{collections::HashMap, sync::LazyLock};

use super::namespace::plain;
use crate::domain::BodySlot;

static WORN: LazyLock<HashMap<&'static str, BodySlot>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/equipping.json"))
        .expect("equipping.json is built in")
});

/// Where an item is worn, or carried as a shield is; `None` for what only hands hold.
pub fn worn_in(item: &str) -> Option<BodySlot> {
    WORN.get(plain(item)).copied()
}

/// Where an item goes if nothing else is said.
pub fn usual_slot(item: &str) -> BodySlot {
    worn_in(item).unwrap_or(BodySlot::MainHand)
}

/// Whether an item can be put there: hands hold anything.
pub fn goes_into(item: &str, slot: BodySlot) -> bool {
    matches!(slot, BodySlot::MainHand | BodySlot::OffHand) || worn_in(item) == Some(slot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::item;

    #[test]
    fn things_are_worn_where_the_game_says() {
        assert!(WORN.keys().all(|name| item(name).is_some()));
        let places =
            ["iron_helmet", "elytra", "minecraft:golden_leggings", "leather_boots", "shield", "stick"].map(worn_in);
        let [head, chest, legs, feet, shield, stick] = places;
        assert_eq!([head, chest], [Some(BodySlot::Head), Some(BodySlot::Chest)]);
        assert_eq!([legs, feet], [Some(BodySlot::Legs), Some(BodySlot::Feet)]);
        assert_eq!((shield, stick), (Some(BodySlot::OffHand), None));
        assert_eq!(usual_slot("stone_pickaxe"), BodySlot::MainHand);
        assert!(goes_into("torch", BodySlot::OffHand) && !goes_into("torch", BodySlot::Head));
        assert!(goes_into("iron_boots", BodySlot::MainHand) && !goes_into("iron_boots", BodySlot::Legs));
    }
}
