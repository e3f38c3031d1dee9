//! `navigate`: walks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::Tool;
use crate::domain::BlockPos;

/// Walk to a place.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Navigate {
    pub x: i32,
    /// The feet's block; the surface of that column where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    pub z: i32,
    /// How near is near enough, in blocks, on each axis; 0 where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<u32>,
    /// Whether blocks in the way may be dug; no where not given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dig: bool,
}

impl Tool for Navigate {
    const NAME: &'static str = "navigate";
    const LEAVES: bool = true;

    fn title(&self) -> String {
        match self.y {
            Some(y) => format!("go to {}, {y}, {}", self.x, self.z),
            None => format!("go to {}, {}", self.x, self.z),
        }
    }

    fn alike(&self, other: &Self) -> bool {
        (self.x, self.y, self.z, self.dig) == (other.x, other.y, other.z, other.dig)
    }

    fn place(&self) -> Option<BlockPos> {
        self.y.map(|y| BlockPos::new(self.x, y, self.z))
    }

    fn column(&self) -> Option<[i32; 2]> {
        Some([self.x, self.z])
    }
}
