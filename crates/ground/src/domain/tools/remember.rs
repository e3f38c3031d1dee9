//! `remember`: a place by a name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};

/// Tell where the bot stands, so that the place is remembered by a name.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Remember {
    /// `home`, or another name of one to three words.
    pub name: String,
}

/// The body only tells the place; whoever gave the name keeps it. So nobody orders it by hand.
impl Tool for Remember {
    const NAME: &'static str = "remember";
    const USERS: &'static [User] = &[User::Planner];

    fn title(&self) -> String {
        format!("remember this place as {}", self.name)
    }
}
