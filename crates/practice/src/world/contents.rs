//! What the blocks of the world hold, by their place.

use crate::{
    chunks::blocks,
    domain::BlockPos,
    items::{containers::Container, stack::Slot},
    world::store::World,
};

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
