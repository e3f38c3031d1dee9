//! `drop`: throws away.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, one, same};

/// Throw items away, to make room.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Drop {
    pub item: String,
    #[serde(default = "one")]
    pub count: u32,
}

impl Tool for Drop {
    const NAME: &'static str = "drop";

    fn title(&self) -> String {
        format!("drop {} {}", self.count, self.item)
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
}
