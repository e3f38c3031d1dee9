//! `give`: hands items over to somebody.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, one, same};

/// Walk to a player, throw items to them and see that they are taken.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Give {
    /// The player's name.
    pub player: String,
    /// An item or a family (`planks`).
    pub item: String,
    #[serde(default = "one")]
    pub count: u32,
}

impl Tool for Give {
    const NAME: &'static str = "give";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("given");
    const LEAVES: bool = true;

    fn title(&self) -> String {
        format!("give {} {} to {}", self.count, self.item, self.player)
    }

    fn alike(&self, other: &Self) -> bool {
        same(&self.item, &other.item) && self.player.eq_ignore_ascii_case(&other.player)
    }

    fn count(&self) -> Option<u32> {
        Some(self.count)
    }

    fn count_mut(&mut self) -> Option<&mut u32> {
        Some(&mut self.count)
    }
}
