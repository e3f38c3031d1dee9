//! `smelt`: makes items of others in a furnace.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, one, same};

/// Make `count` more of an item in a furnace.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Smelt {
    /// What is wanted (`iron_ingot`), as with `craft`; not what it is smelted from.
    pub item: String,
    #[serde(default = "one")]
    pub count: u32,
    /// What to burn, an item or a family (`planks`); where not given, what is worth least of what is held and suffices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<String>,
}

impl Tool for Smelt {
    const NAME: &'static str = "smelt";
    const GOT: Option<&'static str> = Some("smelted");

    fn title(&self) -> String {
        let fuel = self.fuel.as_ref().map_or_else(String::new, |fuel| format!(" with {fuel}"));
        format!("smelt {} {}{fuel}", self.count, self.item)
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
