//! `clear`: digs a box of blocks empty.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};
use crate::domain::{BlockPos, Volume};

/// The most blocks one call may clear. Time is no limit, since a call that makes progress is given more of it; but what is cleared in one
/// call is come out of once, and a hole of 3x3 blocks is 28 deep in one.
pub const MAX_CLEAR: u64 = 256;

/// Break every block of a box, from the top down.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Clear {
    /// One corner.
    pub from: BlockPos,
    /// The opposite corner.
    pub to: BlockPos,
}

impl Clear {
    pub fn volume(&self) -> Volume {
        Volume::between(self.from, self.to)
    }
}

impl From<Volume> for Clear {
    fn from(volume: Volume) -> Self {
        Self { from: volume.low(), to: volume.high() }
    }
}

impl Tool for Clear {
    const NAME: &'static str = "clear";
    /// Models are not told of it: a job orders it, a few blocks at a time.
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("broken");
    const LEAVES: bool = true;

    fn title(&self) -> String {
        format!("clear {} to {}", self.from, self.to)
    }

    fn place(&self) -> Option<BlockPos> {
        Some(self.from)
    }
}
