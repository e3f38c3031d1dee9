//! `fill`: makes every free place of a box a block.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, same};
use crate::domain::{BlockPos, Volume, plain};

/// The most blocks one call may fill.
pub const MAX_FILL: u64 = 64;

/// Put a held block into every place of a box, from the bottom up. What is neither free nor that block ends it.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Fill {
    pub block: String,
    /// One corner.
    pub from: BlockPos,
    /// The opposite corner.
    pub to: BlockPos,
    /// Any full block that stands there already will do: only what is free is filled. So ground is made level.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub level: bool,
}

impl Fill {
    pub fn new(block: &str, volume: Volume) -> Self {
        Self { block: block.to_owned(), from: volume.low(), to: volume.high(), level: false }
    }

    /// The same, where any full block that stands there already will do.
    pub fn level(block: &str, volume: Volume) -> Self {
        Self { level: true, ..Self::new(block, volume) }
    }

    pub fn volume(&self) -> Volume {
        Volume::between(self.from, self.to)
    }
}

impl Tool for Fill {
    const NAME: &'static str = "fill";
    /// Models are not told of it: a job orders it, a few blocks at a time.
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("placed");
    const LEAVES: bool = true;

    fn title(&self) -> String {
        let what = if self.level { "what is free from " } else { "" };
        format!("fill {what}{} to {} with {}", self.from, self.to, plain(&self.block))
    }

    fn alike(&self, other: &Self) -> bool {
        same(&self.block, &other.block) && (self.volume(), self.level) == (other.volume(), other.level)
    }

    fn place(&self) -> Option<BlockPos> {
        Some(self.from)
    }
}
