//! The windows a client sees: a window is a list of places, and each place is in the player or in the block.

use std::ops::Range;

use crate::{domain::BodySlot, items::stack::Stack, knowledge};

/// A kind of window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Menu {
    /// The player's own, always there, window 0.
    #[default]
    Player,
    /// A crafting table's.
    Table,
    Furnace,
    /// A chest's or a barrel's: 3 rows of 9, or 6 for a double chest.
    Chest {
        rows: usize,
    },
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
    /// A furnace's.
    Input,
    Fuel,
    Output,
    /// Of a chest, row by row; of a double one both halves in turn.
    Chest(usize),
}

/// The slots of the pack without the hotbar, and of the hotbar.
const PACK: usize = 27;
const HOTBAR: usize = 9;

impl Menu {
    /// How many slots come before the pack's.
    fn own_slots(self) -> usize {
        match self {
            Self::Player => 9,
            Self::Table => 10,
            Self::Furnace => 3,
            Self::Chest { rows } => 9 * rows,
        }
    }

    /// How many slots the window has; all are below it.
    pub fn slots(self) -> usize {
        self.own_slots() + PACK + HOTBAR + usize::from(self == Self::Player)
    }

    /// How many cells its grid has; a window without one keeps the player's, unseen.
    pub fn grid_cells(self) -> usize {
        if self == Self::Table { 9 } else { 4 }
    }

    /// Whether a grid, and what it makes, is shown.
    pub fn has_grid(self) -> bool {
        matches!(self, Self::Player | Self::Table)
    }

    /// What is under a slot number.
    pub fn place(self, slot: usize) -> Option<Place> {
        let Some(beyond) = slot.checked_sub(self.own_slots()) else { return Some(self.own_place(slot)) };
        match beyond {
            0..PACK => Some(Place::Pack(HOTBAR + beyond)),
            PACK..36 => Some(Place::Pack(beyond - PACK)),
            36 if self == Self::Player => Some(Place::Offhand),
            _ => None,
        }
    }

    fn own_place(self, slot: usize) -> Place {
        match (self, slot) {
            (Self::Chest { .. }, _) => Place::Chest(slot),
            (Self::Furnace, 0) => Place::Input,
            (Self::Furnace, 1) => Place::Fuel,
            (Self::Furnace, _) => Place::Output,
            (_, 0) => Place::Result,
            (Self::Player, 5..) => Place::Armour(slot - 5),
            _ => Place::Grid(slot - 1),
        }
    }

    /// Every slot with its place, in order.
    pub fn places(self) -> impl Iterator<Item = (usize, Place)> {
        (0..self.slots()).filter_map(move |slot| Some((slot, self.place(slot)?)))
    }

    /// The slot numbers of the pack and of the hotbar.
    pub fn pack_slots(self) -> (Range<usize>, Range<usize>) {
        let (pack, hotbar) = (self.own_slots(), self.own_slots() + PACK);
        (pack..hotbar, hotbar..hotbar + HOTBAR)
    }

    /// Where shift sends what lies in a slot: the first of these that takes any of it. Each is filled from its start, or
    /// from its end where that is said. Vanilla's, window by window.
    pub fn shifts(self, slot: usize, stack: &Stack) -> Vec<Shift> {
        let (pack, hotbar) = self.pack_slots();
        let all = pack.start..hotbar.end;
        let Some(place) = self.place(slot) else { return Vec::new() };
        let other_half = if hotbar.contains(&slot) { pack } else { hotbar };
        match (self, place) {
            (_, Place::Result | Place::Input | Place::Fuel | Place::Output | Place::Chest(_)) => {
                vec![Shift { slots: all, from_end: matches!(place, Place::Result | Place::Output | Place::Chest(_)) }]
            }
            (_, Place::Grid(_) | Place::Armour(_)) => vec![Shift::from_start(all)],
            (Self::Player, _) => {
                let body = knowledge::worn_in(stack.name()).map(|slot| slot.number(0));
                let rest = if place == Place::Offhand { all } else { other_half };
                let worn = body.filter(|&body| body != slot).map(|body| Shift::from_start(body..body + 1));
                worn.into_iter().chain([Shift::from_start(rest)]).collect()
            }
            (Self::Table, _) => vec![Shift::from_start(1..10), Shift::from_start(other_half)],
            // What could be smelted goes nowhere else, even if there is no room.
            (Self::Furnace, _) if knowledge::smelting_of(stack.name()).is_some() => vec![Shift::from_start(0..1)],
            (Self::Furnace, _) if knowledge::burn_ticks(stack.name()).is_some() => vec![Shift::from_start(1..2)],
            (Self::Furnace, _) => vec![Shift::from_start(other_half)],
            (Self::Chest { rows }, _) => vec![Shift::from_start(0..9 * rows)],
        }
    }
}

/// A run of slots that a shift click fills.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shift {
    slots: Range<usize>,
    from_end: bool,
}

impl Shift {
    fn from_start(slots: Range<usize>) -> Self {
        Self { slots, from_end: false }
    }

    pub fn slots(&self) -> impl Iterator<Item = usize> + Clone {
        let Range { start, end } = self.slots;
        let from_end = self.from_end;
        (0..end - start).map(move |step| if from_end { end - 1 - step } else { start + step })
    }
}

impl Place {
    /// Which slot of the block it is; `None` for what the player carries.
    pub fn in_block(self) -> Option<usize> {
        match self {
            Self::Input => Some(0),
            Self::Fuel => Some(1),
            Self::Output => Some(2),
            Self::Chest(slot) => Some(slot),
            Self::Result | Self::Grid(_) | Self::Armour(_) | Self::Pack(_) | Self::Offhand => None,
        }
    }

    /// Whether an item may be put here.
    pub fn takes(self, item: &str) -> bool {
        match self {
            Self::Result | Self::Output => false,
            Self::Armour(piece) => armour_piece(item) == Some(piece),
            // An empty bucket, so that one can fill it from a wet sponge.
            Self::Fuel => item == "bucket" || knowledge::burn_ticks(item).is_some(),
            Self::Grid(_) | Self::Pack(_) | Self::Offhand | Self::Input | Self::Chest(_) => true,
        }
    }

    /// How many of a stack fit here.
    pub fn limit(self, stack: &Stack) -> u32 {
        match self {
            Self::Armour(_) => 1,
            Self::Fuel if stack.name() == "bucket" => 1,
            _ => stack.most(),
        }
    }
}

/// Which armour place an item belongs in.
fn armour_piece(item: &str) -> Option<usize> {
    let slot = knowledge::worn_in(item)?;
    [BodySlot::Head, BodySlot::Chest, BodySlot::Legs, BodySlot::Feet].iter().position(|piece| *piece == slot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::crafting::tests::stack;

    const MENUS: [Menu; 5] =
        [Menu::Player, Menu::Table, Menu::Furnace, Menu::Chest { rows: 3 }, Menu::Chest { rows: 6 }];

    #[test]
    fn every_slot_is_one_place() {
        for (menu, slots) in MENUS.into_iter().zip([46, 46, 39, 63, 90]) {
            let places: Vec<Place> = menu.places().map(|(_, place)| place).collect();
            assert_eq!(places.len(), slots, "{menu:?}");
            for (at, place) in places.iter().enumerate() {
                assert!(!places[..at].contains(place), "{menu:?} shows {place:?} twice");
            }
            assert_eq!(menu.place(slots), None);
            let (pack, hotbar) = menu.pack_slots();
            assert_eq!(menu.place(pack.start), Some(Place::Pack(9)));
            assert_eq!(menu.place(hotbar.start), Some(Place::Pack(0)));
        }
    }

    #[test]
    fn slots_of_a_block_are_counted_from_its_first() {
        for menu in [Menu::Furnace, Menu::Chest { rows: 3 }, Menu::Chest { rows: 6 }] {
            let in_block: Vec<usize> = menu.places().filter_map(|(_, place)| place.in_block()).collect();
            assert_eq!(in_block, (0..menu.own_slots()).collect::<Vec<_>>(), "{menu:?}");
        }
    }

    #[test]
    fn shift_knows_what_a_furnace_wants() {
        let first = |item| Menu::Furnace.shifts(30, &stack(item, 1))[0].slots().collect::<Vec<_>>();
        assert_eq!(first("raw_iron"), [0]);
        assert_eq!(first("coal"), [1]);
        assert_eq!(first("oak_log"), [0], "it burns too, but smelting comes first");
        assert_eq!(first("dirt"), (3..30).collect::<Vec<_>>());
        let output = Menu::Furnace.shifts(2, &stack("iron_ingot", 1));
        assert_eq!(output[0].slots().next(), Some(38));
    }
}
