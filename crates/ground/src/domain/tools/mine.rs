//! `mine`: breaks blocks for what they yield.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, one, same};
use crate::domain::{BlockPos, Volume};

/// What blocks are broken with where no tool is to be used.
pub const HAND: &str = "hand";

/// Break blocks and collect until `count` more items of the target's yield are in the inventory.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Mine {
    /// A block, an item, or a family (`log`, `planks`).
    pub target: String,
    #[serde(default = "one")]
    pub count: u32,
    /// How far to search, in blocks; 64 where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_radius: Option<u32>,
    /// Only this block: what the map's *Mine this* and the taking back of a placed table ask for.
    #[schemars(description = "Only the block at this place; else the nearest.")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<BlockPos>,
    /// Where one goes next: what lies nearer to it is worth more of a way. The mind knows it once a station of the plan stands.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back_to: Option<BlockPos>,
    /// Not out of this box: the goal is to have it level.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare: Option<Volume>,
    /// Only with this tool, or with the bare [`HAND`]: what else is held wears no further. It must be held.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
}

impl Mine {
    /// So many of a thing, wherever the nearest is.
    pub fn nearest(target: &str, count: u32) -> Self {
        Self { target: target.to_owned(), count, max_radius: None, at: None, back_to: None, spare: None, with: None }
    }
}

impl Tool for Mine {
    const NAME: &'static str = "mine";
    const GOT: Option<&'static str> = Some("collected");

    fn title(&self) -> String {
        let with = match self.with.as_deref() {
            None => String::new(),
            Some(HAND) => " by hand".to_owned(),
            Some(tool) => format!(" with {tool}"),
        };
        match self.at {
            Some(at) => format!("mine {} at {at}{with}", self.target),
            None => format!("mine {} {}{with}", self.count, self.target),
        }
    }

    fn alike(&self, other: &Self) -> bool {
        same(&self.target, &other.target) && (self.at, &self.with) == (other.at, &other.with)
    }

    fn place(&self) -> Option<BlockPos> {
        self.at
    }

    fn breaks(&self) -> Option<BlockPos> {
        self.at
    }

    fn gets(&self) -> Option<&str> {
        Some(&self.target)
    }

    fn count(&self) -> Option<u32> {
        Some(self.count)
    }

    fn count_mut(&mut self) -> Option<&mut u32> {
        Some(&mut self.count)
    }
}
