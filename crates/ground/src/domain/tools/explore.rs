//! `explore`: sees land that has not been seen.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};
use crate::domain::Toward;

/// How far one goes where it is not said, at least and at most, in blocks.
const USUAL_EXPLORE: u32 = 64;
pub const MIN_EXPLORE: u32 = 32;
pub const MAX_EXPLORE: u32 = 512;

/// Walk about, up to so far from here, until all that can be seen from there has been seen, or what is looked for.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Explore {
    /// How far from where it begins, 32 to 512 blocks; 64 where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<u32>,
    /// Only this way: a compass direction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<Toward>,
    /// Until a block of this name or kind has been seen ("village" is none, "iron_ores" is), or one that yields an item of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// For so many game ticks at most, 20 a second, 1 to 72000; then 512 blocks far where no radius is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticks: Option<u32>,
    /// Also by digging, where there is no other way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dig: bool,
    /// Just one leg: as near to this x and z as there is a way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leg: Option<[i32; 2]>,
}

impl Explore {
    /// In blocks.
    pub fn radius(&self) -> u32 {
        self.radius.unwrap_or(if self.ticks.is_some() { MAX_EXPLORE } else { USUAL_EXPLORE })
    }

    /// Whether so far is gone in any case: "explore 60 blocks west" is not over where all the land to there can be seen.
    pub fn goes_to_the_end(&self) -> bool {
        self.radius.is_some() && self.until.is_none()
    }

    /// Whether it looks for something to be dug, and is no answer to anybody.
    pub fn is_errand(&self) -> bool {
        self.dig && self.until.is_some()
    }
}

impl Tool for Explore {
    const NAME: &'static str = "explore";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const LEAVES: bool = true;

    fn title(&self) -> String {
        if let Some([x, z]) = self.leg {
            return format!("explore toward {x}, {z}");
        }
        let toward = self.toward.map(|toward| format!(" to the {}", toward.name())).unwrap_or_default();
        let until = self.until.as_ref().map(|block| format!(" until {block} is seen")).unwrap_or_default();
        let far = match (self.radius, self.ticks) {
            (None, Some(_)) => String::new(),
            _ => format!(" {} blocks", self.radius()),
        };
        let long = self.ticks.map(|ticks| format!(" for {ticks} ticks")).unwrap_or_default();
        format!("explore{far}{long}{toward}{until}")
    }

    fn column(&self) -> Option<[i32; 2]> {
        self.leg
    }
}
