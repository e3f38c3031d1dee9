//! `sleep`: through the night.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};

/// Sleep in a bed that stands near, else in a held one, until the morning.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Sleep {}

impl Tool for Sleep {
    const NAME: &'static str = "sleep";
    const USERS: &'static [User] = &[User::Planner, User::Hand];

    fn title(&self) -> String {
        "sleep until the morning".to_owned()
    }
}
