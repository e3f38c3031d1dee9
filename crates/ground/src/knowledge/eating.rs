//! How things are eaten and drunk, and which of them one eats unasked. Facts of `assets/minecraft/26.1/eating.json`.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use super::{
    items::{Food, food, foods},
    namespace::plain,
};

/// A full food bar, in half-drumsticks.
pub const FULL_FOOD: u32 = 20;

/// How something is eaten. The default is the usual way: in 32 ticks, when hungry, and nothing is left.
#[derive(Deserialize, Clone, Debug, PartialEq)]
#[serde(default)]
pub struct Eating {
    /// From the first bite to the last.
    pub ticks: u64,
    /// Also without hunger.
    pub always: bool,
    pub leaves: Option<String>,
    pub gives: Vec<Given>,
    /// Of `gives`.
    pub chance: Option<f64>,
    pub cures: Vec<String>,
    pub cures_all: bool,
}

/// An effect that comes with what is eaten.
#[derive(Deserialize, Clone, Debug, PartialEq)]
pub struct Given {
    pub effect: String,
    pub ticks: u32,
    pub amplifier: u32,
}

impl Default for Eating {
    fn default() -> Self {
        Self {
            ticks: 32,
            always: false,
            leaves: None,
            gives: Vec::new(),
            chance: None,
            cures: Vec::new(),
            cures_all: false,
        }
    }
}

static EATING: LazyLock<HashMap<&'static str, Eating>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/eating.json"))
        .expect("eating.json is built in")
});
static USUAL: LazyLock<Eating> = LazyLock::new(Eating::default);

/// How an item is eaten or drunk; `None` if it is neither.
pub fn eating(item: &str) -> Option<&'static Eating> {
    EATING.get(plain(item)).or_else(|| food(item).map(|_| &*USUAL))
}

/// What one eats without being told: food that does nothing but feed. What brings effects harms or is kept for them, and so
/// is what can be eaten without hunger.
pub fn wholesome_foods() -> impl Iterator<Item = &'static Food> {
    foods().iter().filter(|food| eating(food.name).is_some_and(|eating| !eating.always && eating.gives.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The items' food and consumable components.
    #[test]
    fn some_food_is_eaten_in_its_own_way() {
        assert_eq!(eating("bread"), Some(&Eating::default()));
        assert_eq!(eating("stone"), None);
        assert_eq!(eating("dried_kelp").map(|eating| eating.ticks), Some(16));
        assert_eq!(eating("mushroom_stew").and_then(|eating| eating.leaves.as_deref()), Some("bowl"));
        let apple = eating("golden_apple").unwrap();
        assert!(
            apple.always && apple.gives[0] == Given { effect: "regeneration".to_owned(), ticks: 100, amplifier: 1 }
        );
        assert_eq!(eating("rotten_flesh").and_then(|eating| eating.chance), Some(0.8));
    }

    #[test]
    fn nobody_eats_poison_or_treasure_unasked() {
        let unasked: Vec<&str> = wholesome_foods().map(|food| food.name).collect();
        for kept in ["golden_apple", "enchanted_golden_apple", "rotten_flesh", "chicken", "chorus_fruit", "pufferfish"]
        {
            assert!(food(kept).is_some() && !unasked.contains(&kept), "{kept}");
        }
        for eaten in ["bread", "apple", "cooked_beef", "beef", "mushroom_stew", "golden_carrot"] {
            assert!(unasked.contains(&eaten), "{eaten}");
        }
    }
}
