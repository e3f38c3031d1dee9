//! `take_off`: what is worn, or in a hand, goes into the pack.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};
use crate::domain::{BodySlot, plain};

/// Take off what is worn, or empty a hand: it goes into the pack. With neither item nor slot: all armour.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct TakeOff {
    /// What comes off, wherever on the body it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// Which place on the body is emptied. Not with an item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<BodySlot>,
}

impl TakeOff {
    /// The places that are emptied; of an item's, as far as it is there.
    pub fn slots(&self) -> Vec<BodySlot> {
        match (&self.item, self.slot) {
            (None, None) => BodySlot::ARMOUR.to_vec(),
            (None, Some(slot)) => vec![slot],
            (Some(_), _) => BodySlot::ALL.to_vec(),
        }
    }
}

impl Tool for TakeOff {
    const NAME: &'static str = "take_off";
    const USERS: &'static [User] = &[User::Planner, User::Hand];

    fn title(&self) -> String {
        match (&self.item, self.slot) {
            (Some(item), _) => format!("take off {}", plain(item)),
            (None, Some(slot)) => format!("take off what is {slot}"),
            (None, None) => "take off all armour".to_owned(),
        }
    }
}
