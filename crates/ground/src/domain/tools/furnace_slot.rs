//! The slots of a furnace.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of a furnace's slots.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub enum FurnaceSlot {
    Input,
    Fuel,
    Output,
}

impl FurnaceSlot {
    pub const ALL: [Self; 3] = [Self::Input, Self::Fuel, Self::Output];

    /// Its number in the furnace's window (Minecraft Wiki, Java Edition protocol, Inventory: Furnace).
    pub const fn number(self) -> usize {
        match self {
            Self::Input => 0,
            Self::Fuel => 1,
            Self::Output => 2,
        }
    }
}

impl fmt::Display for FurnaceSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input => "input",
            Self::Fuel => "fuel",
            Self::Output => "output",
        })
    }
}
