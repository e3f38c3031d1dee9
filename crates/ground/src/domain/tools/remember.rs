//! `remember`: a place by a name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};

/// Tell where the bot stands, so that the place is remembered by a name; or that a name is forgotten.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Remember {
    /// `home`, or another name of one to three words.
    pub name: String,
    /// Whether the name is given up instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forget: bool,
}

/// The body only tells the place; whoever gave the name keeps it. So nobody orders it by hand.
impl Tool for Remember {
    const NAME: &'static str = "remember";
    const USERS: &'static [User] = &[User::Planner];

    fn title(&self) -> String {
        match self.forget {
            true => format!("forget the place called {}", self.name),
            false => format!("remember this place as {}", self.name),
        }
    }
}
