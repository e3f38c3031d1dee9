//! `write_sign`: words on a sign that stands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, nearby, place_of};
use crate::domain::BlockPos;

/// Write on a sign, in the place of what it says on that side.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct WriteSign {
    /// Broken between words into at most 4 lines of 15 letters.
    pub text: String,
    /// Where it stands: `x`, `y` and `z`, or none of them for the nearest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
}

impl WriteSign {
    /// On the nearest sign, or on the one that the goal has put up.
    pub fn nearest(text: &str) -> Self {
        Self { text: text.to_owned(), x: None, y: None, z: None }
    }
}

impl Tool for WriteSign {
    const NAME: &'static str = "write_sign";
    // The words are the user's: no model chooses them.
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const LEAVES: bool = true;

    fn title(&self) -> String {
        format!("write {:?} on the sign {}", self.text, nearby(self.place()))
    }

    fn place(&self) -> Option<BlockPos> {
        place_of(self.x, self.y, self.z)
    }
}
