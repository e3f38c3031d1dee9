//! `jump`: up, and down again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, one};

/// The most jumps of one call: each takes some 12 ticks.
pub const MAX_JUMPS: u32 = 100;

/// Jump on the spot, until the server has counted so many jumps.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Jump {
    /// How often, 1 to 100; once where not given.
    #[serde(default = "one")]
    pub times: u32,
}

impl Tool for Jump {
    const NAME: &'static str = "jump";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("jumps");

    fn title(&self) -> String {
        match self.times {
            1 => "jump".to_owned(),
            times => format!("jump {times} times"),
        }
    }

    fn alike(&self, _: &Self) -> bool {
        true
    }
}
