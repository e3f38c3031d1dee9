//! What grows in farmland, is broken when it is ripe, and sown again: wheat, carrots, potatoes and beetroots (Minecraft Wiki,
//! Crops; stems bear beside themselves, and torchflowers and pitcher plants become other blocks).
//!
//! What each yields is of the game's loot tables (`assets/minecraft/26.1/drops.json`); ripe is the last of a block's ages.

use std::{collections::HashMap, sync::LazyLock};

use serde_json::Value;

use super::{
    blocks::{Block, block, block_of_state, state_with},
    items::items,
    namespace::plain,
    using::planted,
};

/// A crop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crop {
    pub block: &'static Block,
    /// What it is harvested for.
    pub yields: &'static str,
    /// What is sown.
    pub seed: &'static str,
    /// The state in which it is ripe.
    pub ripe: u16,
}

static CROPS: LazyLock<Vec<Crop>> = LazyLock::new(|| {
    let drops: HashMap<String, Value> =
        serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/drops.json"))
            .expect("drops.json is built in");
    let crop = |name: &str| {
        let block = block(name)?;
        let seed = items().iter().find(|item| planted(item.name) == Some(block))?.name;
        // The first that drops of a ripe one.
        let yields = drops.get(name)?[0]["first"][0]["item"].as_str()?;
        let yields = items().iter().find(|item| item.name == yields)?.name;
        let oldest = block.properties.iter().find(|property| property.name == "age")?.values.last()?;
        Some(Crop { block, yields, seed, ripe: state_with(block, &[("age", oldest)])? })
    };
    ["wheat", "carrots", "potatoes", "beetroots"].into_iter().filter_map(crop).collect()
});

/// All of them.
pub fn crops() -> &'static [Crop] {
    &CROPS
}

/// The crop that is called so, by its block or by what it yields.
pub fn crop(name: &str) -> Option<&'static Crop> {
    let name = plain(name);
    CROPS.iter().find(|crop| crop.block.name == name || crop.yields == name)
}

/// The crop that stands there, and whether it is ripe.
pub fn crop_in(state: u16) -> Option<(&'static Crop, bool)> {
    let there = block_of_state(state)?;
    let crop = CROPS.iter().find(|crop| crop.block.name == there.name)?;
    Some((crop, crop.ripe == state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_crop_has_its_seed_its_yield_and_its_age() {
        let told: Vec<_> = crops().iter().map(|crop| (crop.block.name, crop.yields, crop.seed)).collect();
        let expected = [
            ("wheat", "wheat", "wheat_seeds"),
            ("carrots", "carrot", "carrot"),
            ("potatoes", "potato", "potato"),
            ("beetroots", "beetroot", "beetroot_seeds"),
        ];
        assert_eq!(told, expected);
        let ripe =
            |name: &str, age: &str| crop_in(state_with(block(name).unwrap(), &[("age", age)]).unwrap()).unwrap().1;
        assert!(ripe("wheat", "7") && !ripe("wheat", "6") && ripe("beetroots", "3") && !ripe("potatoes", "3"));
        assert!(crop("potato") == crop("minecraft:potatoes") && crop("melon_stem").is_none());
        assert_eq!(crop_in(block("farmland").unwrap().default_state), None);
    }
}
