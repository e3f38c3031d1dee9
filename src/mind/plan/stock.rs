//! Things by name: what is held of them, which stations stand near, and how they are called.

use serde::{Deserialize, Serialize};

use crate::{
    domain::ItemCounts,
    knowledge::{self, FAMILIES, group, item, members},
};

/// Walking speed guess: sprinting.
pub const TICKS_PER_BLOCK: f32 = knowledge::SPRINT;

/// The stations, as items and as blocks.
pub const TABLE: &str = "crafting_table";
pub const FURNACE: &str = "furnace";
/// What places are lit with.
pub const TORCH: &str = "torch";

/// Which stations stand within reach of where the bot works.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct Stations {
    pub table: bool,
    pub furnace: bool,
}

impl Stations {
    /// Whether the station of this name is there; `None` for what is no station.
    pub fn of(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            TABLE => Some(&mut self.table),
            FURNACE => Some(&mut self.furnace),
            _ => None,
        }
    }

    pub fn has(mut self, name: &str) -> bool {
        self.of(name).is_some_and(|near| *near)
    }
}

/// How many of an item, or of a family or group whatever the kind, are among these.
pub fn have(held: &ItemCounts, name: &str) -> u32 {
    held.count(name) + members(name).map_or(0, |members| held.count_any(members))
}

/// Whether an item is of a kind by the end of its name: `iron_pickaxe` is a `pickaxe`.
pub fn is_of_kind(item: &str, kind: &str) -> bool {
    item.strip_suffix(kind).is_some_and(|stuff| stuff.ends_with('_'))
}

/// Takes so many out, of a family first what has no kind yet, then the kind of which most is held; what was taken.
pub fn take(held: &mut ItemCounts, name: &str, count: u32) -> Vec<(String, u32)> {
    let mut left = count;
    let mut taken = Vec::new();
    let members = members(name).unwrap_or(&[]);
    while left > 0 {
        let own = held.count(name);
        let kind = if own > 0 {
            name
        } else {
            members.iter().copied().rev().max_by_key(|kind| held.count(kind)).unwrap_or(name)
        };
        let batch = left.min(held.count(kind));
        if batch == 0 {
            break;
        }
        held.take(kind, batch);
        taken.push((kind.to_owned(), batch));
        left -= batch;
    }
    taken
}

/// A static name for an item, a family or a group.
pub fn name_of(name: &str) -> Option<&'static str> {
    let name = knowledge::plain(name);
    item(name)
        .map(|item| item.name)
        .or_else(|| FAMILIES.iter().find(|(family, _)| *family == name).map(|(family, _)| *family))
        .or_else(|| group(name).map(|(group, _)| group))
}

/// `a stone_pickaxe`, `an iron_pickaxe`.
pub fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}
