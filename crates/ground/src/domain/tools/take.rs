//! `take`: gets items out of a chest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, place_of, same, the_chest};
use crate::domain::BlockPos;

/// Take items out of a chest, barrel or shulker box.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Take {
    /// An item, a family (`planks`) or a word for many things (`food`; `item` for all that lies there).
    pub item: String,
    /// How many; all that lie there where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Without a count: only half of what lies there, rounded up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub half: bool,
    /// Without a count: so many stay there; none where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leave: Option<u32>,
    /// Where the chest stands: `x`, `y` and `z`, or none of them for the nearest that hold it, chests before barrels and shulker boxes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
    /// Only in a chest of this kind: `chest`, `double_chest`, `small_chest`, `trapped_chest`, `copper_chest`, `barrel` or
    /// `shulker_box`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chest: Option<String>,
}

impl Take {
    /// Whether only a part of what lies in a chest is taken, which is known once it is open.
    pub const fn is_part(&self) -> bool {
        self.half || self.leave.is_some()
    }

    /// That part, of so many that lie there.
    pub fn part_of(&self, lying: u32) -> u32 {
        let part = if self.half { lying.div_ceil(2) } else { lying };
        part.min(lying.saturating_sub(self.leave.unwrap_or(0)))
    }
}

impl Tool for Take {
    const NAME: &'static str = "take";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("taken");
    const LEAVES: bool = true;

    fn title(&self) -> String {
        let many = match (self.count, self.leave) {
            (Some(count), _) => count.to_string(),
            (None, Some(leave)) => format!("all but {leave}"),
            (None, None) if self.half => "half of the".to_owned(),
            (None, None) => "all".to_owned(),
        };
        if self.item == "item" && self.count.is_none() {
            return format!("take everything from {}", the_chest(self.chest.as_deref(), self.place()));
        }
        format!("take {many} {} from {}", self.item, the_chest(self.chest.as_deref(), self.place()))
    }

    fn alike(&self, other: &Self) -> bool {
        same(&self.item, &other.item)
            && self.count.is_some() == other.count.is_some()
            && (self.half, self.leave) == (other.half, other.leave)
            && self.place() == other.place()
            && self.chest == other.chest
    }

    fn place(&self) -> Option<BlockPos> {
        place_of(self.x, self.y, self.z)
    }

    fn count(&self) -> Option<u32> {
        self.count
    }

    fn count_mut(&mut self) -> Option<&mut u32> {
        self.count.as_mut()
    }

    fn gets(&self) -> Option<&str> {
        Some(&self.item)
    }
}
