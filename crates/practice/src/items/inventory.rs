//! What a player carries: stacks in places, and the cursor that holds one between clicks.

use crate::items::{
    crafting,
    menus::Place,
    stack::{Slot, Stack},
};

/// The items of a player. Windows show these places under their own numbers (`menus`).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Inventory {
    /// The hotbar (0 to 8), then the pack (9 to 35).
    pub pack: [Slot; Self::PACK],
    /// Head, chest, legs, feet.
    pub armour: [Slot; 4],
    pub offhand: Slot,
    /// The crafting grid of the open window, row by row: 2x2, or 3x3 at a table.
    pub grid: Vec<Slot>,
    pub cursor: Slot,
}

impl Default for Inventory {
    fn default() -> Self {
        Self { pack: [None; Self::PACK], armour: [None; 4], offhand: None, grid: vec![None; 4], cursor: None }
    }
}

impl Inventory {
    pub const HOTBAR: usize = 9;
    pub const PACK: usize = 36;

    /// What is in one of the player's places; a block's places are empty here.
    pub fn get(&self, place: Place) -> Slot {
        match place {
            Place::Result => crafting::result(&self.grid),
            Place::Grid(cell) => self.grid.get(cell).copied().flatten(),
            Place::Armour(piece) => self.armour[piece],
            Place::Pack(slot) => self.pack[slot],
            Place::Offhand => self.offhand,
            Place::Input | Place::Fuel | Place::Output | Place::Chest(_) => None,
        }
    }

    /// Puts a stack there; the result is the grid's and cannot be set, a block's places are not here.
    pub fn set(&mut self, place: Place, stack: Slot) {
        match place {
            Place::Grid(cell) => {
                if let Some(slot) = self.grid.get_mut(cell) {
                    *slot = stack;
                }
            }
            Place::Armour(piece) => self.armour[piece] = stack,
            Place::Pack(slot) => self.pack[slot] = stack,
            Place::Offhand => self.offhand = stack,
            Place::Result | Place::Input | Place::Fuel | Place::Output | Place::Chest(_) => {}
        }
    }

    /// Adds to stacks of the same, those in the hands and the hotbar first, then to empty slots of the pack; returns what
    /// found no place.
    pub fn add(&mut self, stack: Stack, held: usize) -> Slot {
        let mut left = stack.count;
        let (before, from_held) = self.pack.split_at_mut(held);
        let (hand, after) = from_held.split_at_mut(1);
        let order = hand.iter_mut().chain([&mut self.offhand]).chain(before).chain(after);
        for there in order.flatten().filter(|there| there.stacks_with(&stack)) {
            let moved = left.min(there.most().saturating_sub(there.count));
            there.count += moved;
            left -= moved;
        }
        while left > 0 {
            let Some(empty) = self.pack.iter_mut().find(|slot| slot.is_none()) else { break };
            let moved = left.min(stack.most());
            *empty = stack.with_count(moved);
            left -= moved;
        }
        stack.with_count(left)
    }

    /// Everything, taken out: a death.
    pub fn take_all(&mut self) -> Vec<Stack> {
        self.slots_mut().filter_map(Option::take).collect()
    }

    /// How much of an item there is, wherever it is.
    pub fn count(&self, item: u32) -> u32 {
        self.stacks().filter(|stack| stack.item == item).map(|stack| stack.count).sum()
    }

    pub fn slots_mut(&mut self) -> impl Iterator<Item = &mut Slot> {
        let Self { pack, armour, offhand, grid, cursor } = self;
        pack.iter_mut().chain(armour).chain(grid).chain([offhand, cursor])
    }

    pub fn stacks(&self) -> impl Iterator<Item = Stack> {
        let Self { pack, armour, offhand, grid, cursor } = self;
        pack.iter().chain(armour).chain(grid).chain([offhand, cursor]).copied().flatten()
    }

    /// Takes grid and cursor back into the pack, as when a window closes; returns what found no place.
    pub fn clear_workspace(&mut self, held: usize) -> Vec<Stack> {
        let mut loose: Vec<Stack> = self.grid.iter_mut().filter_map(Option::take).collect();
        loose.extend(self.cursor.take());
        loose.into_iter().filter_map(|stack| self.add(stack, held)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::crafting::tests::stack;

    #[test]
    fn adding_fills_stacks_before_slots() {
        let mut inventory = Inventory::default();
        inventory.pack[20] = Some(stack("dirt", 60));
        assert_eq!(inventory.add(stack("dirt", 10), 0), None);
        assert_eq!(inventory.pack[20], Some(stack("dirt", 64)));
        assert_eq!(inventory.pack[0], Some(stack("dirt", 6)));
    }

    #[test]
    fn the_hands_are_filled_first() {
        let mut inventory = Inventory::default();
        for slot in [0, 3] {
            inventory.pack[slot] = Some(stack("dirt", 60));
        }
        inventory.offhand = Some(stack("dirt", 60));
        assert_eq!(inventory.add(stack("dirt", 9), 3), None);
        let filled = [inventory.pack[3], inventory.offhand, inventory.pack[0]];
        assert_eq!(filled, [64, 64, 61].map(|count| Some(stack("dirt", count))));
        assert_eq!(inventory.count(stack("dirt", 1).item), 189);
        inventory.offhand = None;
        inventory.add(stack("stick", 1), 3);
        assert_eq!(inventory.offhand, None, "only with its like");
    }

    #[test]
    fn a_full_inventory_takes_what_fits() {
        let mut inventory = Inventory { pack: [Some(stack("dirt", 64)); Inventory::PACK], ..Inventory::default() };
        inventory.pack[35] = Some(stack("dirt", 62));
        assert_eq!(inventory.add(stack("dirt", 5), 0), Some(stack("dirt", 3)));
        assert_eq!(inventory.add(stack("stone", 1), 0), Some(stack("stone", 1)));
    }

    #[test]
    fn tools_do_not_stack() {
        let mut inventory = Inventory::default();
        inventory.add(stack("wooden_pickaxe", 2), 0);
        assert_eq!(inventory.pack[0].map(|stack| stack.count), Some(1));
        assert_eq!(inventory.pack[1].map(|stack| stack.count), Some(1));
    }

    #[test]
    fn a_closed_window_gives_everything_back() {
        let mut inventory = Inventory::default();
        inventory.grid[2] = Some(stack("stick", 3));
        inventory.cursor = Some(stack("stick", 2));
        assert_eq!(inventory.clear_workspace(0), Vec::new());
        assert_eq!(inventory.pack[0], Some(stack("stick", 5)));
    }
}
