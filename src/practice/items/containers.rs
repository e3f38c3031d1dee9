//! What blocks hold: the items of chests and barrels, and a furnace with its fire.
//!
//! Kept in the chunk of the block (`Chunk::containers`), so that it is saved and forgotten with it.

use crate::{
    domain::BlockPos,
    practice::{
        game::Game,
        items::{furnaces::Furnace, inventory::Slot},
        world::{blocks, store::World},
    },
    voxel::StateId,
};

/// Slots of a chest (each half of a double one) and of a barrel.
pub(crate) const CHEST_SLOTS: usize = 27;

/// The contents of one block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Container {
    /// A chest's half or a barrel: `CHEST_SLOTS` slots, row by row.
    Chest(Vec<Slot>),
    Furnace(Furnace),
}

impl Container {
    /// What a block of this name holds when it has just been put there.
    pub fn empty(block: &str) -> Option<Self> {
        match block {
            "furnace" => Some(Self::Furnace(Furnace::default())),
            "barrel" => Some(Self::Chest(vec![None; CHEST_SLOTS])),
            chest if is_chest(chest) => Some(Self::Chest(vec![None; CHEST_SLOTS])),
            _ => None,
        }
    }

    /// Its slots, in the order of its window.
    pub fn slots(&self) -> Vec<Slot> {
        match self {
            Self::Chest(slots) => slots.clone(),
            Self::Furnace(Furnace { input, fuel, output, .. }) => vec![*input, *fuel, *output],
        }
    }

    /// A furnace's, for its window.
    pub fn gauges(&self) -> Option<[u32; 4]> {
        match self {
            Self::Furnace(furnace) => Some(furnace.gauges()),
            Self::Chest(_) => None,
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
        }
    }
}

/// Chests that stand on the ground: their lid opens upwards, and two of them can join.
pub(crate) fn is_chest(block: &str) -> bool {
    matches!(block, "chest" | "trapped_chest") || block.ends_with("copper_chest")
}

impl World {
    /// What a block holds; `None` for one that holds nothing.
    pub fn container(&mut self, pos: BlockPos) -> Option<&mut Container> {
        let empty = Container::empty(blocks::name(self.block(pos)))?;
        Some(self.chunk(pos.chunk()).containers.entry(pos).or_insert(empty))
    }

    /// Takes away what a block holds, for good.
    pub fn forget_container(&mut self, pos: BlockPos) {
        self.chunk(pos.chunk()).containers.remove(&pos);
    }

    /// The slots of these blocks, one block after the other.
    pub fn slots_of(&mut self, blocks: &[BlockPos]) -> Vec<Slot> {
        blocks.iter().filter_map(|&pos| Some(self.container(pos)?.slots())).flatten().collect()
    }

    /// Puts slots back that `slots_of` gave out.
    pub fn fill_slots(&mut self, blocks: &[BlockPos], mut slots: &[Slot]) {
        for &pos in blocks {
            if let Some(container) = self.container(pos) {
                container.fill(slots);
                slots = &slots[container.slots().len().min(slots.len())..];
                self.chunk(pos.chunk()).touched = true;
            }
        }
    }
}

impl Game {
    /// A block has become another: what the old one held lies about, the new one starts empty.
    pub(crate) fn replace_container(&mut self, pos: BlockPos, before: StateId, now: StateId) {
        let now = blocks::name(now);
        if blocks::name(before) == now {
            return;
        }
        let held = self.world.chunk(pos.chunk()).containers.remove(&pos);
        if let Some(empty) = Container::empty(now) {
            self.world.chunk(pos.chunk()).containers.insert(pos, empty);
        }
        let Some(held) = held else { return };
        for stack in held.slots().into_iter().flatten() {
            self.pop(pos, stack);
        }
        if let Container::Furnace(mut furnace) = held {
            let points = furnace.take_experience(&mut self.rng);
            self.release_experience(pos, points);
        }
    }
}
