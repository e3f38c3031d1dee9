//! `use_item`: right-clicks a block, with an item or the bare hand.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::{
    place_block::By,
    tool::{Tool, User, same},
};
use crate::domain::{BlockPos, plain};

/// Use a held item on a block: a hoe, shovel or axe, a bucket, flint and steel, bone meal, seeds. Without an item, the hand
/// opens and closes doors, turns levers, presses buttons.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct UseItem {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// The nearest block of this name or family (`door`, `trapdoor`, `fence_gate`, `button`, `log`). With coordinates: what must
    /// stand there. Where neither is given, the nearest on which the item works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// The block to use it on. Water, lava, fire and plants come into that place where it is free, else on top of it. Without `y`, water
    /// and lava come onto the ground there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
    /// Without a place of its own. A bucket of water or lava is poured out at a free place by the nearest block of this kind, where nothing
    /// is washed away by it; ground is worked by one. Models are not offered it: they can name the place.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// The state the block must have then, such as `{"open": true}`; where it has it already, nothing is done. No schema that
    /// every provider takes can say "any names", so that models are not offered it.
    #[schemars(skip)]
    #[serde(default, deserialize_with = "as_words", skip_serializing_if = "Option::is_none")]
    pub state: Option<BTreeMap<String, String>>,
}

/// Values as the game writes them, also where somebody wrote `true` or `3` for `"true"` or `"3"`.
fn as_words<'de, D: Deserializer<'de>>(from: D) -> Result<Option<BTreeMap<String, String>>, D::Error> {
    let written = Option::<BTreeMap<String, Value>>::deserialize(from)?;
    let word = |value: Value| match value {
        Value::String(word) => Ok(word),
        Value::Bool(_) | Value::Number(_) => Ok(value.to_string()),
        other => Err(serde::de::Error::custom(format!("{other} is no state"))),
    };
    let words =
        |state: BTreeMap<String, Value>| state.into_iter().map(|(name, value)| Ok((name, word(value)?))).collect();
    written.map(words).transpose()
}

impl UseItem {
    /// The asked place; `None` where no coordinates were given.
    pub fn at(&self) -> Option<BlockPos> {
        Some(BlockPos::new(self.x?, self.y?, self.z?))
    }

    /// Where something is poured onto the ground, its x and z; `None` where a height was given, or no place at all.
    pub fn on_ground(&self) -> Option<[i32; 2]> {
        self.y.is_none().then_some([self.x?, self.z?])
    }
}

impl Tool for UseItem {
    const NAME: &'static str = "use_item";
    const USERS: &'static [User] = &[User::Planner, User::Hand];

    fn title(&self) -> String {
        let with = self.item.as_deref().map_or("use".to_owned(), |item| format!("use {} on", plain(item)));
        let state: Vec<String> = self.state.iter().flatten().map(|(name, value)| format!("{name}={value}")).collect();
        let state = if state.is_empty() { String::new() } else { format!("[{}]", state.join(",")) };
        if let (Some(item), Some(by)) = (&self.item, &self.by) {
            return match &self.block {
                Some(block) => format!("use {} on the nearest {} {by}", plain(item), plain(block)),
                None => format!("pour out {} {by}", plain(item)),
            };
        }
        if let (Some(item), Some([x, z])) = (&self.item, self.on_ground()) {
            return format!("pour out {} on the ground at {x}, {z}", plain(item));
        }
        match (self.block.as_deref().map(plain), self.at()) {
            (Some(block), Some(at)) => format!("{with} {block}{state} at {at}"),
            (None, Some(at)) => format!("{with} what is at {at}{state}"),
            (Some(block), None) => format!("{with} the nearest {block}{state}"),
            (None, None) => format!("{with} what is nearest{state}"),
        }
    }

    fn alike(&self, other: &Self) -> bool {
        let same = |one: &Option<String>, other: &Option<String>| match (one, other) {
            (Some(one), Some(other)) => same(one, other),
            (one, other) => one == other,
        };
        same(&self.item, &other.item)
            && same(&self.block, &other.block)
            && (self.x, self.y, self.z) == (other.x, other.y, other.z)
            && self.by == other.by
            && self.state == other.state
    }

    fn place(&self) -> Option<BlockPos> {
        self.at()
    }

    fn column(&self) -> Option<[i32; 2]> {
        Some([self.x?, self.z?])
    }
}
