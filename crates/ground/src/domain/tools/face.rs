//! `face`: turns the head.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, place_of};
use crate::domain::{BlockPos, Toward};

/// Turn the head. Just one of direction, yaw, place, block and player is given.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// This way; left, right and around from where the head is turned to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<Toward>,
    /// In degrees, looking level: 0 is south, 90 west, 180 north, -90 east.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yaw: Option<f32>,
    /// To the middle of the block there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
    /// To the nearest block of this name or kind ("chest", "log", "tree"), within 48 blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// To the face of the player of this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

impl Face {
    /// The place that is looked at, where the call says so.
    pub fn at(&self) -> Option<BlockPos> {
        place_of(self.x, self.y, self.z)
    }
}

impl Tool for Face {
    const NAME: &'static str = "face";
    const USERS: &'static [User] = &[User::Planner, User::Hand];

    fn title(&self) -> String {
        if let Some(player) = &self.player {
            return format!("look at {player}");
        }
        match (self.toward, self.yaw, self.at(), &self.block) {
            (Some(toward @ (Toward::Left | Toward::Right | Toward::Around)), ..) => format!("turn {}", toward.name()),
            (Some(toward), ..) => format!("face {}", toward.name()),
            (_, Some(yaw), ..) => format!("face {yaw} degrees"),
            (.., Some(at), _) => format!("look at {at}"),
            (.., Some(block)) => format!("face the nearest {block}"),
            _ => "face".to_owned(),
        }
    }

    fn place(&self) -> Option<BlockPos> {
        self.at()
    }
}
