//! Where on the body a thing is put: the hands, and what is worn.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place on the body that holds one stack.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum BodySlot {
    MainHand,
    OffHand,
    Head,
    Chest,
    Legs,
    Feet,
}

impl BodySlot {
    /// Where armour is worn.
    pub const ARMOUR: [Self; 4] = [Self::Head, Self::Chest, Self::Legs, Self::Feet];
    /// Every place.
    pub const ALL: [Self; 6] = [Self::MainHand, Self::OffHand, Self::Head, Self::Chest, Self::Legs, Self::Feet];

    /// As calls spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MainHand => "main_hand",
            Self::OffHand => "off_hand",
            Self::Head => "head",
            Self::Chest => "chest",
            Self::Legs => "legs",
            Self::Feet => "feet",
        }
    }

    /// Its number among the 46 slots of the player's own window, where this place of the hotbar, 0 to 8, is in the hand.
    pub const fn number(self, hotbar: u8) -> usize {
        match self {
            Self::MainHand => 36 + hotbar as usize,
            Self::OffHand => 45,
            Self::Head => 5,
            Self::Chest => 6,
            Self::Legs => 7,
            Self::Feet => 8,
        }
    }
}

/// In a sentence: `in the main hand`, `on the head`.
impl fmt::Display for BodySlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MainHand => "in the main hand",
            Self::OffHand => "in the off hand",
            Self::Head => "on the head",
            Self::Chest => "on the chest",
            Self::Legs => "on the legs",
            Self::Feet => "on the feet",
        })
    }
}
