//! What a tool call comes back with: success with data, or an error one can act on.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Why a tool call failed. The mind's recoveries are chosen by this code, never by the message.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// No such block or entity in the loaded, searched range.
    ResourceNotFound,
    /// The place cannot be reached.
    PathBlocked,
    /// Something needed is not in the inventory; the context lists what and how many.
    InsufficientMaterials,
    /// The block would break without yielding; the context names the tier.
    ToolRequired,
    /// The drop cannot be picked up.
    InventoryFull,
    /// Unknown item or block (with the nearest names), a count out of range, coordinates outside the world.
    InvalidParams,
    /// The server refused or undid it; the context says what was expected and seen.
    ActionFailed,
    /// The deadline passed; the context says how far it got.
    Timeout,
    /// The user or a new plan withdrew it.
    Cancelled,
    /// Death during the call; the context has the death message and place.
    BotDied,
    /// The connection or the body ended; the context has the server's reason.
    Disconnected,
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ResourceNotFound => "RESOURCE_NOT_FOUND",
            Self::PathBlocked => "PATH_BLOCKED",
            Self::InsufficientMaterials => "INSUFFICIENT_MATERIALS",
            Self::ToolRequired => "TOOL_REQUIRED",
            Self::InventoryFull => "INVENTORY_FULL",
            Self::InvalidParams => "INVALID_PARAMS",
            Self::ActionFailed => "ACTION_FAILED",
            Self::Timeout => "TIMEOUT",
            Self::Cancelled => "CANCELLED",
            Self::BotDied => "BOT_DIED",
            Self::Disconnected => "DISCONNECTED",
        })
    }
}

/// Where in an error's context it is told that the asked block was placed, but in another state than the asked one: `x`, `y`
/// and `z`.
pub const IN_ANOTHER_STATE: &str = "in_another_state";
/// In an error's context: the same again fails the same way, whatever is held.
pub const LASTING: &str = "lasting";

/// A failure as data: a code for the program, a message for the person, a context for both.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct ToolError {
    pub code: ErrorCode,
    pub message: String,
    /// A JSON object, its keys as in the tool contract.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub context: Value,
}

impl ToolError {
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), context: json!({}) }
    }

    pub fn with(mut self, context: Value) -> Self {
        self.context = context;
        self
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for ToolError {}

/// One finished tool call, in the shape of the tool contract.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct ToolResult {
    pub success: bool,
    pub tool: String,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
    /// Game ticks of the body.
    pub ticks: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolError>,
}

impl ToolResult {
    pub fn new(tool: &str, duration_ms: u64, ticks: u64, outcome: Result<Value, ToolError>) -> Self {
        let (data, error) = match outcome {
            Ok(data) => (Some(data), None),
            Err(error) => (None, Some(error)),
        };
        Self { success: error.is_none(), tool: tool.to_owned(), duration_ms, ticks, data, error }
    }
}
