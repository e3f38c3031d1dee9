//! `wait`: stays where one is, and lets the world go on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};
use crate::domain::DayTime;

/// The most ticks that one call waits: less than its deadline.
pub const WAIT_A_CALL: u32 = 4_000;

/// Stay where the bot is, until so much time has passed in the world; with both, until whichever comes first.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    /// For so many game ticks, 20 a second, 1 to 72000: give or take a second, since servers tell their time once a second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticks: Option<u32>,
    /// Until it is this time of the day: not at all where it is already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<DayTime>,
}

impl Wait {
    /// Whether it is more than one call does.
    pub fn is_long(&self) -> bool {
        self.ticks.is_none_or(|ticks| ticks > WAIT_A_CALL)
    }
}

impl Tool for Wait {
    const NAME: &'static str = "wait";
    const USERS: &'static [User] = &[User::Planner, User::Hand];

    fn title(&self) -> String {
        match (self.ticks, self.until) {
            (Some(ticks), None) => format!("wait {ticks} ticks"),
            (None, Some(until)) => format!("wait until {}", until.name()),
            (Some(ticks), Some(until)) => format!("wait {ticks} ticks, or until {}", until.name()),
            (None, None) => "wait".to_owned(),
        }
    }

    fn alike(&self, other: &Self) -> bool {
        self.until == other.until
    }
}
