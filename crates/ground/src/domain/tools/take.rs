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

impl Tool for Take {
    const NAME: &'static str = "take";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("taken");
    const LEAVES: bool = true;

    fn title(&self) -> String {
        let many = self.count.map_or_else(|| "all".to_owned(), |count| count.to_string());
        if self.item == "item" && self.count.is_none() {
            return format!("take everything from {}", the_chest(self.chest.as_deref(), self.place()));
        }
        format!("take {many} {} from {}", self.item, the_chest(self.chest.as_deref(), self.place()))
    }

    fn alike(&self, other: &Self) -> bool {
        same(&self.item, &other.item)
            && self.count.is_some() == other.count.is_some()
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
