//! `chat`: speaks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::Tool;

/// The protocol's limit for one chat message, in UTF-16 units: most characters are one, emoji are two.
pub const MAX_CHAT_LENGTH: usize = 256;

/// Say something in the game's chat, to all or to one player.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    /// At most [`MAX_CHAT_LENGTH`] UTF-16 units, no control characters, no leading slash.
    #[schemars(description = "At most 256 characters, no control characters, no leading slash.")]
    pub message: String,
    /// A player to whom it is said in private; to everybody where not given. What a model says, all may read.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

impl Tool for Chat {
    const NAME: &'static str = "chat";
    const ONLY_AS_ASKED: Option<&'static str> = Some("the goal does not ask for it to be said");

    fn title(&self) -> String {
        match &self.to {
            Some(player) => format!("tell {player} {:?}", self.message),
            None => format!("say {:?}", self.message),
        }
    }
}
