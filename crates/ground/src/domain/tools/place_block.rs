//! `place_block`: puts a held block up.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, same};
use crate::domain::BlockPos;

/// Put a block at a place, or, with no coordinates, at any free spot beside the bot.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct PlaceBlock {
    pub block: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
    /// Block state properties that must hold afterwards, such as `{"facing": "north"}`. No schema that every provider
    /// takes can say "any names", so that models are not offered it.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<BTreeMap<String, String>>,
}

impl PlaceBlock {
    /// At a place, or at any free spot beside the bot; in whatever state.
    pub fn new(block: &str, at: Option<BlockPos>) -> Self {
        let [x, y, z] = [at.map(|at| at.x), at.map(|at| at.y), at.map(|at| at.z)];
        Self { block: block.to_owned(), x, y, z, state: None }
    }

    /// The asked place; `None` where no coordinates were given.
    pub fn at(&self) -> Option<BlockPos> {
        Some(BlockPos::new(self.x?, self.y?, self.z?))
    }

    /// `[facing=north]`, as the game's commands write it; nothing where no state is asked for.
    fn shown_state(&self) -> String {
        let properties: Vec<String> =
            self.state.iter().flatten().map(|(name, value)| format!("{name}={value}")).collect();
        if properties.is_empty() { String::new() } else { format!("[{}]", properties.join(",")) }
    }
}

impl Tool for PlaceBlock {
    const NAME: &'static str = "place_block";

    fn title(&self) -> String {
        let what = format!("{}{}", self.block, self.shown_state());
        match self.at() {
            Some(at) => format!("place {what} at {at}"),
            None => format!("place {what} nearby"),
        }
    }

    fn alike(&self, other: &Self) -> bool {
        same(&self.block, &other.block) && self.at() == other.at() && self.state == other.state
    }

    fn place(&self) -> Option<BlockPos> {
        self.at()
    }

    fn puts_up(&self) -> Option<&str> {
        Some(&self.block)
    }
}
