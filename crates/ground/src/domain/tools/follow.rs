//! `follow`: stays with somebody.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};

/// Ticks of following that one call is asked for by a job: a minute.
pub const FOLLOW_A_CALL: u64 = 1_200;
/// The longest that may be asked for, in ticks: a day.
pub const MAX_FOLLOW: u64 = 24 * 60 * 60 * 20;
/// So near to a player is in that player's company, in blocks on each axis: one who runs is a little ahead.
pub const IN_COMPANY: u32 = 8;

/// Stay within 3 blocks of a player.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Follow {
    /// The player's name.
    pub player: String,
    /// For so many game ticks, 20 a second; until withdrawn where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticks: Option<u64>,
}

impl Follow {
    /// Whether it is more than one call does.
    pub fn is_long(&self) -> bool {
        self.ticks.is_none_or(|ticks| ticks > FOLLOW_A_CALL)
    }
}

impl Tool for Follow {
    const NAME: &'static str = "follow";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const LEAVES: bool = true;

    fn title(&self) -> String {
        match self.ticks {
            Some(ticks) => format!("follow {} for {ticks} ticks", self.player),
            None => format!("follow {}", self.player),
        }
    }

    fn alike(&self, other: &Self) -> bool {
        self.player.eq_ignore_ascii_case(&other.player)
    }
}
