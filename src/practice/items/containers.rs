//! What blocks hold: the items of chests and barrels, and a furnace with its fire.
//!
//! Kept in the chunk of the block (`Chunk::containers`), so that it is saved and forgotten with it.

use crate::practice::items::inventory::Slot;

/// Slots of a chest (each half of a double one) and of a barrel.
pub(crate) const CHEST_SLOTS: usize = 27;

/// The contents of one block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Container {
    /// A chest's half or a barrel: `CHEST_SLOTS` slots, row by row.
    Chest(Vec<Slot>),
    Furnace(Furnace),
}

/// A furnace: three slots and a fire. Times are in ticks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Furnace {
    pub input: Slot,
    pub fuel: Slot,
    pub output: Slot,
    /// How long the fire still burns, and how long the last fuel burns in all.
    pub lit: u32,
    pub lit_total: u32,
    /// How far the input is.
    pub cooked: u32,
    /// Experience that waits with the output for whoever takes it.
    pub experience: f32,
}
