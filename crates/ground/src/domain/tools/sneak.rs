//! `sneak`: crouches for a while, and stands up again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};

/// The most ticks that one call sneaks: less than its deadline.
pub const MAX_SNEAK: u32 = 4_000;

/// Crouch where the bot stands, until the server has counted so much time of sneaking, and stand up again.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Sneak {
    /// For so many game ticks, 20 a second, up to 4000; 40 where not given. With 0 the bot only makes sure that it stands
    /// upright.
    #[serde(default = "a_moment")]
    pub ticks: u32,
}

impl Sneak {
    /// As long as one crouches who was told no time, in ticks.
    pub const A_MOMENT: u32 = 40;
    /// As long as one crouches who does so several times, in ticks.
    pub const A_NOD: u32 = 10;
}

fn a_moment() -> u32 {
    Sneak::A_MOMENT
}

impl Tool for Sneak {
    const NAME: &'static str = "sneak";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("ticks");

    fn title(&self) -> String {
        match self.ticks {
            0 => "stand upright".to_owned(),
            ticks => format!("crouch for {ticks} ticks"),
        }
    }

    fn alike(&self, other: &Self) -> bool {
        (self.ticks == 0) == (other.ticks == 0)
    }
}
