//! What blocks hold: the items of chests and barrels, a furnace with its fire, and the words of a sign.
//!
//! Kept in the chunk of the block (`Chunk::containers`), so that it is saved and forgotten with it.

use crate::items::{
    furnaces::Furnace,
    signs::{Sign, is_sign},
    stack::Slot,
};

/// Slots of a chest (each half of a double one) and of a barrel.
pub(crate) const CHEST_SLOTS: usize = 27;

/// The contents of one block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Container {
    /// A chest's half or a barrel: `CHEST_SLOTS` slots, row by row.
    Chest(Vec<Slot>),
    Furnace(Furnace),
    /// No slots, but words.
    Sign(Box<Sign>),
}

impl Container {
    /// What a block of this name holds when it has just been put there.
    pub fn empty(block: &str) -> Option<Self> {
        match block {
            "furnace" => Some(Self::Furnace(Furnace::default())),
            "barrel" => Some(Self::Chest(vec![None; CHEST_SLOTS])),
            sign if is_sign(sign) => Some(Self::Sign(Box::default())),
            chest if is_chest(chest) => Some(Self::Chest(vec![None; CHEST_SLOTS])),
            _ => None,
        }
    }

    /// Its slots, in the order of its window.
    pub fn slots(&self) -> Vec<Slot> {
        match self {
            Self::Chest(slots) => slots.clone(),
            Self::Furnace(Furnace { input, fuel, output, .. }) => vec![*input, *fuel, *output],
            Self::Sign(_) => Vec::new(),
        }
    }

    /// A furnace's, for its window.
    pub fn gauges(&self) -> Option<[u32; 4]> {
        match self {
            Self::Furnace(furnace) => Some(furnace.gauges()),
            Self::Chest(_) | Self::Sign(_) => None,
        }
    }

    /// Puts others in their place; what there are too few of stays as it was.
    pub fn fill(&mut self, slots: &[Slot]) {
        match self {
            Self::Chest(own) => own.iter_mut().zip(slots).for_each(|(own, slot)| *own = *slot),
            Self::Furnace(furnace) => {
                if let [input, fuel, output, ..] = *slots {
                    furnace.fill(input, fuel, output);
                }
            }
            Self::Sign(_) => {}
        }
    }
}

/// Chests that stand on the ground: their lid opens upwards, and two of them can join.
pub(crate) fn is_chest(block: &str) -> bool {
    matches!(block, "chest" | "trapped_chest") || block.ends_with("copper_chest")
}
