//! `craft`: makes items of others, by hand or at a crafting table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, one, same};

/// Make `count` more of an item, in the 2x2 grid or at a crafting table.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Craft {
    /// An item, or a family (`planks`).
    pub item: String,
    #[serde(default = "one")]
    pub count: u32,
}

impl Tool for Craft {
    const NAME: &'static str = "craft";
    const GOT: Option<&'static str> = Some("crafted");

    fn title(&self) -> String {
        format!("craft {} {}", self.count, self.item)
    }

    fn alike(&self, other: &Self) -> bool {
        same(&self.item, &other.item)
    }

    fn count(&self) -> Option<u32> {
        Some(self.count)
    }

    fn count_mut(&mut self) -> Option<&mut u32> {
        Some(&mut self.count)
    }

    fn makes(&self) -> Option<&str> {
        Some(&self.item)
    }
}
