//! The tools' parameters: what a plan may ask of the body. Shapes only; names are checked in `knowledge::params`.
//!
//! The documentation of the types is also what a model reads: their JSON schema is part of its prompt.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    outcome::{ErrorCode, ToolError},
    pos::BlockPos,
};

/// The protocol's limit for one chat message, in UTF-16 units: most characters are one, emoji are two.
pub const MAX_CHAT_LENGTH: usize = 256;
/// The longest goal that is read, in characters: room for a long list of wishes, and none for what nobody has typed.
pub const MAX_GOAL_LENGTH: usize = 2_000;
/// The most items one call may ask for: a full inventory of 36 stacks of 64.
pub const MAX_COUNT: u32 = 36 * 64;

/// One tool call as it is asked for: `{"tool": "mine", "params": {"target": "oak_log", "count": 5}}`.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(tag = "tool", content = "params", rename_all = "snake_case")]
pub enum ToolRequest {
    Mine(Mine),
    Craft(Craft),
    Smelt(Smelt),
    PlaceBlock(PlaceBlock),
    Navigate(Navigate),
    GetBotStatus(GetBotStatus),
    Chat(Chat),
    Drop(Drop),
}

/// Break blocks and collect until `count` more items of the target's yield are in the inventory.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Mine {
    /// A block, an item, or a family (`log`, `planks`).
    pub target: String,
    #[serde(default = "one")]
    pub count: u32,
    /// How far to search, in blocks; 64 where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_radius: Option<u32>,
    /// Only this block: what the map's *Mine this* and the taking back of a placed table ask for.
    #[schemars(description = "Only the block at this place; else the nearest.")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<BlockPos>,
}

/// Make `count` more of an item, in the 2x2 grid or at a crafting table.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Craft {
    /// An item, or a family (`planks`).
    pub item: String,
    #[serde(default = "one")]
    pub count: u32,
}

/// Make `count` more of an item in a furnace.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Smelt {
    /// What is wanted (`iron_ingot`), as with `craft`; not what it is smelted from.
    pub item: String,
    #[serde(default = "one")]
    pub count: u32,
    /// What to burn, an item or a family (`planks`); where not given, what is worth least of what is held and suffices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<String>,
}

/// Put a block at a place, or, with no coordinates, at any free spot beside the bot.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct PlaceBlock {
    pub block: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
    /// Block state properties that must hold afterwards, such as `{"facing": "north"}`. No schema that every provider
    /// takes can say "any names", so that models are not offered it.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<std::collections::BTreeMap<String, String>>,
}

impl PlaceBlock {
    /// The asked place; `None` where no coordinates were given.
    pub fn at(&self) -> Option<BlockPos> {
        Some(BlockPos::new(self.x?, self.y?, self.z?))
    }

    /// `[facing=north]`, as the game's commands write it; nothing where no state is asked for.
    fn shown_state(&self) -> String {
        let properties: Vec<String> =
            self.state.iter().flatten().map(|(name, value)| format!("{name}={value}")).collect();
        if properties.is_empty() { String::new() } else { format!("[{}]", properties.join(",")) }
    }
}

/// Walk to a place.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Navigate {
    pub x: i32,
    /// The feet's block; the surface of that column where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    pub z: i32,
    /// How near is near enough, in blocks, on each axis; 0 where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<u32>,
    /// Whether blocks in the way may be dug; no where not given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dig: bool,
}

/// Observe: no parameters.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct GetBotStatus {}

/// Say something in the game's chat.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    /// At most [`MAX_CHAT_LENGTH`] UTF-16 units, no control characters, no leading slash.
    #[schemars(description = "At most 256 characters, no control characters, no leading slash.")]
    pub message: String,
}

/// Throw items away, to make room.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Drop {
    pub item: String,
    #[serde(default = "one")]
    pub count: u32,
}

fn one() -> u32 {
    1
}

impl ToolRequest {
    /// The tools' names, as the contract spells them.
    pub const NAMES: [&str; 8] =
        ["mine", "craft", "smelt", "place_block", "navigate", "get_bot_status", "chat", "drop"];

    /// The call in a few words: `mine 3 log`.
    pub fn title(&self) -> String {
        match self {
            Self::Mine(mine) => match mine.at {
                Some(at) => format!("mine {} at {at}", mine.target),
                None => format!("mine {} {}", mine.count, mine.target),
            },
            Self::Craft(craft) => format!("craft {} {}", craft.count, craft.item),
            Self::Smelt(smelt) => {
                let fuel = smelt.fuel.as_ref().map_or_else(String::new, |fuel| format!(" with {fuel}"));
                format!("smelt {} {}{fuel}", smelt.count, smelt.item)
            }
            Self::PlaceBlock(place) => {
                let state = place.shown_state();
                match place.at() {
                    Some(at) => format!("place {}{state} at {at}", place.block),
                    None => format!("place {}{state} nearby", place.block),
                }
            }
            Self::Navigate(to) => match to.y {
                Some(y) => format!("go to {}, {y}, {}", to.x, to.z),
                None => format!("go to {}, {}", to.x, to.z),
            },
            Self::GetBotStatus(_) => "look around".to_owned(),
            Self::Chat(chat) => format!("say {:?}", chat.message),
            Self::Drop(drop) => format!("drop {} {}", drop.count, drop.item),
        }
    }

    /// The tool's name, as the contract spells it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Mine(_) => "mine",
            Self::Craft(_) => "craft",
            Self::Smelt(_) => "smelt",
            Self::PlaceBlock(_) => "place_block",
            Self::Navigate(_) => "navigate",
            Self::GetBotStatus(_) => "get_bot_status",
            Self::Chat(_) => "chat",
            Self::Drop(_) => "drop",
        }
    }

    /// Reads a call's shape from a tool's name and its `params` object.
    ///
    /// # Errors
    /// `INVALID_PARAMS` for an unknown tool, a missing, unknown or mistyped parameter.
    pub fn from_parts(tool: &str, params: &Value) -> Result<Self, ToolError> {
        if !Self::NAMES.contains(&tool) {
            return Err(ToolError::new(
                ErrorCode::InvalidParams,
                format!("no tool is called {tool:?}; there are {}", Self::NAMES.join(", ")),
            )
            .with(json!({ "tool": tool, "tools": Self::NAMES })));
        }
        let params = if params.is_null() { json!({}) } else { params.clone() };
        serde_json::from_value(json!({ "tool": tool, "params": params })).map_err(|error| {
            ToolError::new(ErrorCode::InvalidParams, format!("{tool}: {error}")).with(json!({ "params": params }))
        })
    }
}
