//! What is said in the game, as a bot heard it: data, whoever says it.

use serde::{Deserialize, Serialize};

/// Who hears a line of chat.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    #[default]
    Everyone,
    /// The bot alone.
    Bot,
    /// This player alone, from the bot.
    Player(String),
}

impl Audience {
    pub fn is_everyone(&self) -> bool {
        *self == Self::Everyone
    }
}

/// Whose words a line of chat has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatSource {
    /// By the name that the server gives.
    Player(String),
    Server,
    /// The program's own word about the chat: how many lines are missing.
    Program,
}

/// A line of chat for a surface: nothing in it steers one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Counts up from 0 over all lines of the run.
    pub number: u64,
    /// Wall time in milliseconds since 1970.
    pub at_ms: u64,
    /// Who heard it, where several play.
    pub bot: Option<String>,
    pub source: ChatSource,
    pub audience: Audience,
    pub text: String,
}
