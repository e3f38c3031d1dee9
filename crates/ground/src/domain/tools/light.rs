//! `light`: places torches until no place to walk on around is dark.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, place_of};
use crate::domain::BlockPos;

/// Place torches on the ground so that no place on the surface around where one can walk is without their light. Caves and rooms
/// below are no part of it.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Light {
    /// How far around, in blocks on each level axis; 8 where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<u32>,
    /// The middle: `x`, `y` and `z`, or none of them for where the bot stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
}

/// How far around, in blocks, where it is not said.
const AROUND: u32 = 8;

impl Light {
    /// How far around, in blocks on each level axis.
    pub fn radius(&self) -> u32 {
        self.radius.unwrap_or(AROUND)
    }
}

impl Tool for Light {
    const NAME: &'static str = "light";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("placed");
    const LEAVES: bool = true;

    fn title(&self) -> String {
        let middle = self.place().map_or_else(|| "the bot".to_owned(), |at| at.to_string());
        format!("light {} blocks around {middle}", self.radius())
    }

    fn place(&self) -> Option<BlockPos> {
        place_of(self.x, self.y, self.z)
    }
}
