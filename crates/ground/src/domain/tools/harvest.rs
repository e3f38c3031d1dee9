//! `harvest`: breaks ripe crops, picks up what they drop and sows them again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, same};

/// Break the ripe crops around, pick up what they drop, and sow each again.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Harvest {
    /// `wheat`, `carrot`, `potato` or `beetroot`; all of them where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crop: Option<String>,
    /// How many more of what the crop yields are to be held, seed put aside; all that is ripe where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// How far from the bot, in blocks on each axis; 16 where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<u32>,
    /// Whether each is sown again; so where not given.
    #[serde(default = "yes", skip_serializing_if = "is_so")]
    pub replant: bool,
}

/// How far from the bot, in blocks, where it is not said.
const NEAR: u32 = 16;

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands the field over so")]
fn is_so(replant: &bool) -> bool {
    *replant
}

impl Harvest {
    /// How far from the bot, in blocks on each axis.
    pub fn radius(&self) -> u32 {
        self.radius.unwrap_or(NEAR)
    }
}

impl Default for Harvest {
    fn default() -> Self {
        Self { crop: None, count: None, radius: None, replant: true }
    }
}

impl Tool for Harvest {
    const NAME: &'static str = "harvest";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("harvested");
    const LEAVES: bool = true;

    fn title(&self) -> String {
        let what = match (self.crop.as_deref(), self.count) {
            (None, _) => "all ripe crops".to_owned(),
            (Some(crop), None) => format!("all ripe {crop}"),
            (Some(crop), Some(count)) => format!("{count} {crop}"),
        };
        let again = if self.replant { "" } else { ", sowing nothing" };
        format!("harvest {what} within {} blocks{again}", self.radius())
    }

    fn alike(&self, other: &Self) -> bool {
        let crops = match (&self.crop, &other.crop) {
            (Some(one), Some(other)) => same(one, other),
            (one, other) => one == other,
        };
        crops && self.count.is_some() == other.count.is_some() && self.replant == other.replant
    }

    fn count(&self) -> Option<u32> {
        self.count
    }

    fn count_mut(&mut self) -> Option<&mut u32> {
        self.count.as_mut()
    }

    fn gets(&self) -> Option<&str> {
        self.crop.as_deref()
    }
}
