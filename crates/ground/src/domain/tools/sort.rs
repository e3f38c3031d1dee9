//! `sort`: moves what lies in the chests around until each kind lies in one of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, place_of};
use crate::domain::BlockPos;

/// Move what lies in the chests, barrels and shulker boxes around so that each kind of item lies in one of them, as far as it
/// fits.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Sort {
    /// How far around, in blocks on each axis; 16 where not given.
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
const AROUND: u32 = 16;

impl Sort {
    /// How far around, in blocks on each axis.
    pub fn radius(&self) -> u32 {
        self.radius.unwrap_or(AROUND)
    }
}

impl Tool for Sort {
    const NAME: &'static str = "sort";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("moved");
    const LEAVES: bool = true;

    fn title(&self) -> String {
        let middle = self.place().map_or_else(|| "the bot".to_owned(), |at| at.to_string());
        format!("sort the chests within {} blocks of {middle}", self.radius())
    }

    fn place(&self) -> Option<BlockPos> {
        place_of(self.x, self.y, self.z)
    }
}
