//! `look_into`: sees what lies in a chest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, place_of, the_chest};
use crate::domain::BlockPos;

/// Open a chest, barrel, shulker box or furnace and see what lies in it.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct LookInto {
    /// Where it stands: `x`, `y` and `z`, or none of them for the nearest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
    /// Only in a chest of this kind: `chest`, `double_chest`, `small_chest`, `trapped_chest`, `copper_chest`, `barrel` or
    /// `shulker_box`; or in a `furnace`, which is used only where it is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chest: Option<String>,
    /// Of a furnace: wait there until nothing smelts in it any more. That things are left raw once it has gone out is an error.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub until_done: bool,
    /// For so many game ticks at most, 1 to 4000; where not given, as long as a call lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticks: Option<u32>,
}

impl LookInto {
    /// Whether it is more than one call does.
    pub fn is_long(&self) -> bool {
        self.until_done && self.ticks.is_none()
    }
}

impl Tool for LookInto {
    const NAME: &'static str = "look_into";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const LEAVES: bool = true;

    fn title(&self) -> String {
        let chest = the_chest(self.chest.as_deref(), self.place());
        match self.until_done {
            true => format!("wait until {chest} is done"),
            false => format!("look into {chest}"),
        }
    }

    fn place(&self) -> Option<BlockPos> {
        place_of(self.x, self.y, self.z)
    }
}
