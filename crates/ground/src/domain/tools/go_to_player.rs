//! `go_to_player`: walks to where somebody stands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};

/// How near is near enough where it is not said, in blocks on each axis.
const USUAL_TOLERANCE: u32 = 2;

/// Walk to a player, wherever that player goes meanwhile.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct GoToPlayer {
    /// The player's name.
    pub player: String,
    /// How near is near enough, 1 to 16 blocks on each axis; 2 where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<u32>,
}

impl GoToPlayer {
    /// In blocks on each axis.
    pub fn tolerance(&self) -> u32 {
        self.tolerance.unwrap_or(USUAL_TOLERANCE)
    }
}

impl Tool for GoToPlayer {
    const NAME: &'static str = "go_to_player";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const LEAVES: bool = true;

    fn title(&self) -> String {
        format!("go to {}", self.player)
    }

    fn alike(&self, other: &Self) -> bool {
        self.player.eq_ignore_ascii_case(&other.player)
    }
}
