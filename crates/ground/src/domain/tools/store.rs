//! `store`: puts items into a chest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    furnace_slot::FurnaceSlot,
    tool::{Tool, User, place_of, same, the_chest},
};
use crate::domain::BlockPos;

/// Put items into a chest, barrel, shulker box or furnace. What is neither smelted nor burnt goes into no furnace.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Store {
    /// An item or a family (`planks`); everything but tools, weapons, armour and food where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// How many; all that are held where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Without a count: so many stay in the pack; none where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<u32>,
    /// In place of a count: so many lie there in the end, with those that lie there already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub total: Option<u32>,
    /// Where the chest stands: `x`, `y` and `z`, or none of them for the nearest with room.
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
    /// Of a furnace: `input` or `fuel`; where not given, what smelts goes in to be smelted, and all else to burn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<FurnaceSlot>,
}

impl Tool for Store {
    const NAME: &'static str = "store";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("stored");
    const LEAVES: bool = true;

    fn title(&self) -> String {
        if let (Some(item), Some(total)) = (&self.item, self.total) {
            return format!("store {item} until {total} lie in {}", the_chest(self.chest.as_deref(), self.place()));
        }
        let what = match (&self.item, self.count) {
            (None, _) => "everything but tools and food".to_owned(),
            (Some(item), None) => match self.keep {
                Some(keep) => format!("all {item} but {keep}"),
                None => format!("all {item}"),
            },
            (Some(item), Some(count)) => format!("{count} {item}"),
        };
        let slot = self.slot.map_or(String::new(), |slot| format!(", as its {slot}"));
        format!("store {what} in {}{slot}", the_chest(self.chest.as_deref(), self.place()))
    }

    fn alike(&self, other: &Self) -> bool {
        let items = match (&self.item, &other.item) {
            (Some(one), Some(other)) => same(one, other),
            (one, other) => one == other,
        };
        items
            && self.count.is_some() == other.count.is_some()
            && self.keep.is_some() == other.keep.is_some()
            && self.total.is_some() == other.total.is_some()
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
}
