//! `pick_up`: gathers what lies about.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, same};

/// How far dropped items are picked up where it is not said, in blocks.
const USUAL_RADIUS: u32 = 16;

/// Pick up the dropped items that lie about.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct PickUp {
    /// An item or a family (`planks`); all that lie there where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// How far to go for them, 1 to 64 blocks; 16 where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<u32>,
    /// Nothing has to lie there, and what cannot be reached is left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leave: bool,
}

impl PickUp {
    /// In blocks.
    pub fn radius(&self) -> u32 {
        self.radius.unwrap_or(USUAL_RADIUS)
    }
}

impl Tool for PickUp {
    const NAME: &'static str = "pick_up";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("picked_up");

    fn title(&self) -> String {
        let what = self.item.as_deref().unwrap_or("what lies");
        format!("pick up {what} within {} blocks", self.radius())
    }

    fn alike(&self, other: &Self) -> bool {
        match (&self.item, &other.item) {
            (Some(one), Some(other)) => same(one, other),
            (one, other) => one == other,
        }
    }

    fn gets(&self) -> Option<&str> {
        self.item.as_deref()
    }
}
