//! Some of one item: what every slot, recipe and drop is made of.

use crate::{items::enchantments::Enchantments, knowledge};

/// Some of one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The item's number in the 26.1 registry.
    pub item: u32,
    /// 1 to the item's stack size.
    pub count: u32,
    /// Uses taken off a tool.
    pub damage: u32,
    pub(crate) enchantments: Enchantments,
}

impl Stack {
    pub fn new(item: u32, count: u32) -> Self {
        Self { item, count, damage: 0, enchantments: Enchantments::NONE }
    }

    /// Without its namespace, `air` for a number out of range.
    pub fn name(&self) -> &'static str {
        knowledge::item_by_id(self.item).map_or("air", |item| item.name)
    }

    /// How many of it fit in one slot.
    pub fn most(&self) -> u32 {
        knowledge::item_by_id(self.item).map_or(64, |item| item.stack_size)
    }

    /// Whether the two could share a slot.
    pub fn stacks_with(&self, other: &Self) -> bool {
        *self == Self { count: self.count, ..*other }
    }

    /// The same with another count, or nothing of it.
    pub fn with_count(self, count: u32) -> Option<Self> {
        (count > 0).then_some(Self { count, ..self })
    }
}

/// A slot: a stack or nothing.
pub type Slot = Option<Stack>;
