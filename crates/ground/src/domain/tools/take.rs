//! `take`: gets items out of a chest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    furnace_slot::FurnaceSlot,
    tool::{Tool, User, place_of, same, the_chest},
};
use crate::domain::BlockPos;

/// Take items out of a chest, barrel, shulker box or furnace.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Take {
    /// An item, a family (`planks`) or a word for many things (`food`; `item` for all that lies there).
    pub item: String,
    /// How many; all that lie there where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Without a count: only one part in so many of what lies there, rounded up: 2 is half of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_in: Option<u32>,
    /// Without a count: so many stay there; none where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leave: Option<u32>,
    /// Without a count: so many of each kind that lies there, or as many as there are of it; all of them where not given.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<u32>,
    /// Items, families or words for many things that stay there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub but: Vec<String>,
    /// Where the chest stands: `x`, `y` and `z`, or none of them for the nearest that hold it, chests before barrels and shulker boxes.
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
    /// Of a furnace: only out of `input`, `fuel` or `output`; out of all three where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<FurnaceSlot>,
}

impl Take {
    /// Whether only a part of what lies in a chest is taken, which is known once it is open.
    pub const fn is_part(&self) -> bool {
        self.one_in.is_some() || self.leave.is_some()
    }

    /// That part, of so many that lie there.
    pub fn part_of(&self, lying: u32) -> u32 {
        let part = lying.div_ceil(self.one_in.unwrap_or(1).max(1));
        part.min(lying.saturating_sub(self.leave.unwrap_or(0)))
    }
}

/// `half`, `a third`: one part in so many.
pub fn one_in(parts: u32) -> String {
    match parts {
        2 => "half".to_owned(),
        3 => "a third".to_owned(),
        4 => "a quarter".to_owned(),
        _ => format!("one part in {parts}"),
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
            (None, None) => self.one_in.map_or_else(|| "all".to_owned(), |parts| format!("{} of the", one_in(parts))),
        };
        let slot = self.slot.map_or(String::new(), |slot| format!("the {slot} of "));
        let from = format!("{slot}{}", the_chest(self.chest.as_deref(), self.place()));
        let but = if self.but.is_empty() { String::new() } else { format!(" but {}", self.but.join(" and ")) };
        if let Some(each) = self.each {
            return match self.item.as_str() {
                "item" => format!("take {each} of each kind{but} from {from}"),
                item => format!("take {each} {item} at most from {from}"),
            };
        }
        if self.item == "item" && self.count.is_none() {
            return format!("take everything{but} from {from}");
        }
        format!("take {many} {}{but} from {from}", self.item)
    }

    fn alike(&self, other: &Self) -> bool {
        same(&self.item, &other.item)
            && self.count.is_some() == other.count.is_some()
            && (self.one_in, self.leave, self.each, &self.but) == (other.one_in, other.leave, other.each, &other.but)
            && self.place() == other.place()
            && (&self.chest, self.slot) == (&other.chest, other.slot)
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
