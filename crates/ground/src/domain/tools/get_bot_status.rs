//! `get_bot_status`: looks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::Tool;

/// Observe: no parameters.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct GetBotStatus {}

impl Tool for GetBotStatus {
    const NAME: &'static str = "get_bot_status";

    fn title(&self) -> String {
        "look around".to_owned()
    }
}
