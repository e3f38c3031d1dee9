//! `go_to_block`: walks to a block of a kind.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, same};
use crate::domain::Side;

/// Walk to the nearest block of a kind that can be reached, within 48 blocks, and stand beside it or on it.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct GoToBlock {
    /// A block, or a family or tag of blocks ("chest", "log", "iron_ores"); "tree" and "oak_tree" for one that has grown.
    pub block: String,
    /// Whether blocks in the way may be dug; no where not given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dig: bool,
    /// Whether to stand on top of it; beside it where not given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on: bool,
    /// Only one that lies to this side of where the bot stands: further that way than aside.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<Side>,
}

impl GoToBlock {
    /// To the nearest of a kind, beside it and without digging.
    pub fn nearest(block: &str) -> Self {
        Self { block: block.to_owned(), dig: false, on: false, toward: None }
    }
}

impl Tool for GoToBlock {
    const NAME: &'static str = "go_to_block";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const LEAVES: bool = true;

    fn title(&self) -> String {
        let side = self.toward.map_or(String::new(), |side| format!(" to the {}", side.name()));
        format!("go {} the nearest {}{side}", if self.on { "onto" } else { "to" }, self.block)
    }

    fn alike(&self, other: &Self) -> bool {
        same(&self.block, &other.block) && (self.dig, self.on, self.toward) == (other.dig, other.on, other.toward)
    }
}
