//! The windows a client sees: which of the player's places stands under which slot number.

use crate::practice::items::{
    crafting,
    inventory::{Inventory, Slot},
};

/// A kind of window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Menu {
    /// The player's own, always there, window 0.
    Player,
    /// A crafting table's.
    Table,
}

/// Where an item can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// What the grid makes: looked at, and taken by making it.
    Result,
    Grid(usize),
    Armour(usize),
    /// Hotbar and pack, as in `Inventory::pack`.
    Pack(usize),
    Offhand,
}

impl Menu {
    /// How many slots the window has; all are below it.
    pub fn slots(self) -> usize {
        46
    }

    /// How wide its grid is.
    pub fn grid_cells(self) -> usize {
        match self {
            Self::Player => 4,
            Self::Table => 9,
        }
    }

    /// What is under a slot number.
    pub fn place(self, slot: usize) -> Option<Place> {
        let grid = 1 + self.grid_cells();
        Some(match (self, slot) {
            (_, 0) => Place::Result,
            (_, slot) if slot < grid => Place::Grid(slot - 1),
            (Self::Player, 5..=8) => Place::Armour(slot - 5),
            (Self::Player, 9..=35) => Place::Pack(slot),
            (Self::Player, 36..=44) => Place::Pack(slot - 36),
            (Self::Player, 45) => Place::Offhand,
            (Self::Table, 10..=36) => Place::Pack(slot - 1),
            (Self::Table, 37..=45) => Place::Pack(slot - 37),
            _ => return None,
        })
    }

    /// The slot numbers of the pack and of the hotbar.
    pub fn pack_slots(self) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        match self {
            Self::Player => (9..36, 36..45),
            Self::Table => (10..37, 37..46),
        }
    }
}

impl Inventory {
    pub fn get(&self, place: Place) -> Slot {
        match place {
            Place::Result => crafting::result(&self.grid),
            Place::Grid(cell) => self.grid[cell],
            Place::Armour(piece) => self.armour[piece],
            Place::Pack(slot) => self.pack[slot],
            Place::Offhand => self.offhand,
        }
    }

    /// Puts a stack there; the result is the grid's and cannot be set.
    pub fn set(&mut self, place: Place, stack: Slot) {
        match place {
            Place::Result => {}
            Place::Grid(cell) => self.grid[cell] = stack,
            Place::Armour(piece) => self.armour[piece] = stack,
            Place::Pack(slot) => self.pack[slot] = stack,
            Place::Offhand => self.offhand = stack,
        }
    }
}

impl Place {
    /// Whether an item may be put here.
    pub fn takes(self, item: &str) -> bool {
        match self {
            Self::Result => false,
            Self::Armour(piece) => armour_piece(item) == Some(piece),
            Self::Grid(_) | Self::Pack(_) | Self::Offhand => true,
        }
    }

    /// How many of a stack fit here.
    pub fn limit(self, most: u32) -> u32 {
        if matches!(self, Self::Armour(_)) { 1 } else { most }
    }
}

/// Which armour place an item belongs in.
pub(crate) fn armour_piece(item: &str) -> Option<usize> {
    let kinds: [&[&str]; 4] = [
        &["_helmet", "turtle_shell", "carved_pumpkin", "_head", "_skull"],
        &["_chestplate", "elytra"],
        &["_leggings"],
        &["_boots"],
    ];
    kinds.iter().position(|endings| endings.iter().any(|ending| item.ends_with(ending)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_one_place() {
        for menu in [Menu::Player, Menu::Table] {
            let places: Vec<Place> = (0..menu.slots()).map(|slot| menu.place(slot).unwrap()).collect();
            for (at, place) in places.iter().enumerate() {
                assert!(!places[..at].contains(place), "{menu:?} shows {place:?} twice");
            }
            assert_eq!(menu.place(menu.slots()), None);
            let (pack, hotbar) = menu.pack_slots();
            assert_eq!(menu.place(pack.start), Some(Place::Pack(9)));
            assert_eq!(menu.place(hotbar.start), Some(Place::Pack(0)));
        }
    }
}
