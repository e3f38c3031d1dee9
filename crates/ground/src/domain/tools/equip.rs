//! `equip`: takes into a hand, or puts on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};
use crate::domain::{BodySlot, plain};

/// Take a held item into a hand, or wear it.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Equip {
    pub item: String,
    /// Where it goes. Where not given: armour where it is worn, a shield into the off hand, all else into the main hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<BodySlot>,
}

impl Tool for Equip {
    const NAME: &'static str = "equip";
    const USERS: &'static [User] = &[User::Planner, User::Hand];

    fn title(&self) -> String {
        match self.slot {
            Some(slot) => format!("equip {} in {}", plain(&self.item), slot.name()),
            None => format!("equip {}", plain(&self.item)),
        }
    }
}
