//! What a click in a window does: vanilla's rules, over plain data.
//!
//! The client makes its own guess and sends it along; only what comes out here counts.

use crate::practice::items::{
    crafting,
    inventory::{Inventory, Slot, Stack},
    menus::{Menu, Place, armour_piece},
};

/// A click, as a player means it. Slots are the window's numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Click {
    /// With the left or the right button; outside the window without a slot.
    Pickup {
        slot: Option<usize>,
        right: bool,
    },
    /// With shift held: over to the other part of the window.
    QuickMove {
        slot: usize,
    },
    /// With a number key (the hotbar's place) or the swap key.
    Swap {
        slot: usize,
        with: Place,
    },
    /// With the drop key, one or all.
    Throw {
        slot: usize,
        all: bool,
    },
    /// Twice: gathers the same item onto the cursor.
    PickupAll {
        slot: usize,
    },
    /// The start of painting over slots, evenly or one each.
    DragStart {
        one_each: bool,
    },
    DragOver {
        slot: usize,
    },
    DragEnd,
}

/// The slots painted over so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Drag {
    one_each: bool,
    slots: Vec<usize>,
}

/// A player's items while a window shows them.
pub(crate) struct Clicker<'a> {
    pub menu: Menu,
    pub items: &'a mut Inventory,
    pub drag: &'a mut Option<Drag>,
    /// What leaves the inventory: the world throws it.
    pub thrown: Vec<Stack>,
}

impl Clicker<'_> {
    pub fn click(&mut self, click: Click) {
        if !matches!(click, Click::DragOver { .. } | Click::DragEnd) {
            *self.drag = None;
        }
        match click {
            Click::Pickup { slot: None, right } => self.throw_cursor(right),
            Click::Pickup { slot: Some(slot), right } => self.pick_up(slot, right),
            Click::QuickMove { slot } => self.quick_move(slot),
            Click::Swap { slot, with } => self.swap(slot, with),
            Click::Throw { slot, all } => self.throw(slot, all),
            Click::PickupAll { slot } => self.pick_up_all(slot),
            Click::DragStart { one_each } => *self.drag = Some(Drag { one_each, slots: Vec::new() }),
            Click::DragOver { slot } => self.drag_over(slot),
            Click::DragEnd => self.drag_end(),
        }
    }

    fn throw_cursor(&mut self, one: bool) {
        let Some(held) = self.items.cursor else { return };
        let count = if one { 1 } else { held.count };
        self.thrown.extend(held.with_count(count));
        self.items.cursor = held.with_count(held.count - count);
    }

    fn pick_up(&mut self, slot: usize, right: bool) {
        let Some(place) = self.menu.place(slot) else { return };
        if place == Place::Result {
            return self.take_result();
        }
        let (there, held) = (self.items.get(place), self.items.cursor);
        match (there, held) {
            (None, None) => {}
            (Some(there), None) => {
                let taken = if right { there.count.div_ceil(2) } else { there.count };
                self.items.cursor = there.with_count(taken);
                self.items.set(place, there.with_count(there.count - taken));
            }
            (there, Some(held)) if place.takes(held.name()) && there.is_none_or(|there| there.stacks_with(&held)) => {
                let count = there.map_or(0, |there| there.count);
                let room = place.limit(held.most()).saturating_sub(count);
                let put = room.min(if right { 1 } else { held.count });
                self.items.set(place, held.with_count(count + put));
                self.items.cursor = held.with_count(held.count - put);
            }
            (Some(there), Some(held)) if place.takes(held.name()) && held.count <= place.limit(held.most()) => {
                self.items.set(place, Some(held));
                self.items.cursor = Some(there);
            }
            _ => {}
        }
    }

    /// Takes one making onto the cursor, if it fits there whole.
    fn take_result(&mut self) {
        let Some(made) = self.items.get(Place::Result) else { return };
        let count = match self.items.cursor {
            None => made.count,
            Some(held) if held.stacks_with(&made) && held.count + made.count <= held.most() => held.count + made.count,
            Some(_) => return,
        };
        crafting::consume(&mut self.items.grid);
        self.items.cursor = made.with_count(count);
    }

    fn quick_move(&mut self, slot: usize) {
        let (pack, hotbar) = self.menu.pack_slots();
        let all = pack.start..hotbar.end;
        match self.menu.place(slot) {
            None => {}
            Some(Place::Result) => {
                // Again and again, while the same comes out and some of it finds a place.
                let Some(first) = self.items.get(Place::Result) else { return };
                while let Some(made) = self.items.get(Place::Result).filter(|made| made.stacks_with(&first)) {
                    let left = self.move_to(made, all.clone().rev());
                    if left == Some(made) {
                        return;
                    }
                    crafting::consume(&mut self.items.grid);
                    self.thrown.extend(left);
                }
            }
            Some(place) => {
                let Some(stack) = self.items.get(place) else { return };
                let mut left = Some(stack);
                if let (Menu::Player, Place::Pack(_), Some(piece)) = (self.menu, place, armour_piece(stack.name())) {
                    left = self.move_to(stack, std::iter::once(5 + piece));
                }
                if let (Menu::Table, Place::Pack(_)) = (self.menu, place) {
                    left = self.move_to(stack, 1..10);
                }
                if left == Some(stack) {
                    left = match place {
                        Place::Pack(_) if hotbar.contains(&slot) => self.move_to(stack, pack),
                        Place::Pack(_) => self.move_to(stack, hotbar),
                        _ => self.move_to(stack, all),
                    };
                }
                self.items.set(place, left);
            }
        }
    }

    /// Fills up stacks of the same, then empty slots; returns what found no place.
    fn move_to(&mut self, stack: Stack, slots: impl Iterator<Item = usize> + Clone) -> Slot {
        let mut left = stack.count;
        for fill_empty in [false, true] {
            for place in slots.clone().filter_map(|slot| self.menu.place(slot)) {
                let there = self.items.get(place);
                let fits =
                    if fill_empty { there.is_none() } else { there.is_some_and(|there| there.stacks_with(&stack)) };
                if left == 0 || !fits || !place.takes(stack.name()) {
                    continue;
                }
                let count = there.map_or(0, |there| there.count);
                let moved = left.min(place.limit(stack.most()).saturating_sub(count));
                if moved > 0 {
                    self.items.set(place, stack.with_count(count + moved));
                    left -= moved;
                }
            }
        }
        stack.with_count(left)
    }

    fn swap(&mut self, slot: usize, with: Place) {
        let Some(place) = self.menu.place(slot) else { return };
        let (there, mine) = (self.items.get(place), self.items.get(with));
        match (place, there, mine) {
            (Place::Result, Some(made), None) => {
                crafting::consume(&mut self.items.grid);
                self.items.set(with, Some(made));
            }
            (Place::Result, ..) => {}
            (_, there, mine) => {
                let fits = mine.is_none_or(|mine| place.takes(mine.name()) && mine.count <= place.limit(mine.most()));
                if fits {
                    self.items.set(place, mine);
                    self.items.set(with, there);
                }
            }
        }
    }

    fn throw(&mut self, slot: usize, all: bool) {
        let Some(place) = self.menu.place(slot) else { return };
        if self.items.cursor.is_some() {
            return;
        }
        let Some(there) = self.items.get(place) else { return };
        if place == Place::Result {
            crafting::consume(&mut self.items.grid);
            self.thrown.push(there);
            return;
        }
        let count = if all { there.count } else { 1 };
        self.thrown.extend(there.with_count(count));
        self.items.set(place, there.with_count(there.count - count));
    }

    fn pick_up_all(&mut self, slot: usize) {
        let Some(mut held) = self.items.cursor else { return };
        // The first of the two clicks has just emptied the slot.
        if self.menu.place(slot).is_none_or(|place| self.items.get(place).is_some()) {
            return;
        }
        for full_stacks_too in [false, true] {
            for place in (1..self.menu.slots()).filter_map(|slot| self.menu.place(slot)) {
                let Some(there) = self.items.get(place).filter(|there| there.stacks_with(&held)) else { continue };
                if !full_stacks_too && there.count == there.most() {
                    continue;
                }
                let taken = there.count.min(held.most().saturating_sub(held.count));
                held.count += taken;
                self.items.set(place, there.with_count(there.count - taken));
            }
        }
        self.items.cursor = Some(held);
    }

    fn drag_over(&mut self, slot: usize) {
        let (Some(held), Some(place)) = (self.items.cursor, self.menu.place(slot)) else { return };
        let fits = self.items.get(place).is_none_or(|there| there.stacks_with(&held));
        if let Some(drag) = self.drag.as_mut()
            && fits
            && place.takes(held.name())
            && !drag.slots.contains(&slot)
            && held.count as usize > drag.slots.len()
        {
            drag.slots.push(slot);
        }
    }

    fn drag_end(&mut self) {
        let Some(drag) = self.drag.take() else { return };
        if let [only] = drag.slots[..] {
            return self.pick_up(only, drag.one_each);
        }
        let Some(held) = self.items.cursor else { return };
        let Some(share) = held.count.checked_div(drag.slots.len() as u32) else { return };
        let share = if drag.one_each { 1 } else { share };
        let mut left = held.count;
        for place in drag.slots.iter().filter_map(|&slot| self.menu.place(slot)) {
            let count = self.items.get(place).map_or(0, |there| there.count);
            let put = share.min(left).min(place.limit(held.most()).saturating_sub(count));
            if put > 0 {
                self.items.set(place, held.with_count(count + put));
                left -= put;
            }
        }
        self.items.cursor = held.with_count(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::{items::crafting::tests::stack, rng::Rng};

    /// Hotbar and first places of the pack (`36: oak_log x 5`), cursor; the click; and the same afterwards.
    struct Table {
        items: Inventory,
        drag: Option<Drag>,
        menu: Menu,
    }

    impl Table {
        fn new(menu: Menu, slots: &[(usize, &str, u32)]) -> Self {
            let mut items = Inventory { grid: vec![None; menu.grid_cells()], ..Inventory::default() };
            for &(slot, name, count) in slots {
                items.set(menu.place(slot).unwrap(), Some(stack(name, count)));
            }
            Self { items, drag: None, menu }
        }

        fn holding(mut self, name: &str, count: u32) -> Self {
            self.items.cursor = Some(stack(name, count));
            self
        }

        fn click(&mut self, click: Click) -> Vec<Stack> {
            let Self { items, drag, menu } = self;
            let mut clicker = Clicker { menu: *menu, items, drag, thrown: Vec::new() };
            clicker.click(click);
            clicker.thrown
        }

        fn check(&self, slots: &[(usize, &str, u32)], cursor: Option<(&str, u32)>) {
            let expect = Self::new(self.menu, slots).items;
            for slot in 1..self.menu.slots() {
                let place = self.menu.place(slot).unwrap();
                assert_eq!(self.items.get(place), expect.get(place), "slot {slot}");
            }
            assert_eq!(self.items.cursor, cursor.map(|(name, count)| stack(name, count)), "cursor");
        }
    }

    const LEFT: bool = false;
    const RIGHT: bool = true;

    fn pickup(slot: usize, right: bool) -> Click {
        Click::Pickup { slot: Some(slot), right }
    }

    #[test]
    fn left_and_right_pick_up_and_put_down() {
        let mut table = Table::new(Menu::Player, &[(36, "dirt", 5)]);
        table.click(pickup(36, RIGHT));
        table.check(&[(36, "dirt", 2)], Some(("dirt", 3)));
        table.click(pickup(37, RIGHT));
        table.check(&[(36, "dirt", 2), (37, "dirt", 1)], Some(("dirt", 2)));
        table.click(pickup(36, LEFT));
        table.check(&[(36, "dirt", 4), (37, "dirt", 1)], None);
    }

    #[test]
    fn full_stacks_and_other_items_stay_apart() {
        let mut table = Table::new(Menu::Player, &[(36, "dirt", 60), (37, "stick", 1)]).holding("dirt", 10);
        table.click(pickup(36, LEFT));
        table.check(&[(36, "dirt", 64), (37, "stick", 1)], Some(("dirt", 6)));
        table.click(pickup(37, LEFT));
        table.check(&[(36, "dirt", 64), (37, "dirt", 6)], Some(("stick", 1)));
    }

    #[test]
    fn the_result_is_made_by_taking_it() {
        let mut table = Table::new(Menu::Player, &[(1, "oak_log", 2)]);
        table.click(pickup(0, LEFT));
        table.check(&[(1, "oak_log", 1)], Some(("oak_planks", 4)));
        table.click(pickup(0, LEFT));
        table.check(&[], Some(("oak_planks", 8)));
        table.click(pickup(0, LEFT));
        table.check(&[], Some(("oak_planks", 8)));
    }

    #[test]
    fn nothing_can_be_put_into_the_result_or_onto_the_wrong_body_part() {
        let mut table = Table::new(Menu::Player, &[]).holding("dirt", 1);
        table.click(pickup(0, LEFT));
        table.click(pickup(5, LEFT));
        table.check(&[], Some(("dirt", 1)));
    }

    #[test]
    fn shift_moves_between_pack_and_hotbar_and_makes_all_it_can() {
        let mut table = Table::new(Menu::Player, &[(9, "dirt", 5), (40, "dirt", 62)]);
        table.click(Click::QuickMove { slot: 9 });
        table.check(&[(36, "dirt", 3), (40, "dirt", 64)], None);
        let mut table = Table::new(Menu::Player, &[(1, "oak_log", 3)]);
        table.click(Click::QuickMove { slot: 0 });
        table.check(&[(44, "oak_planks", 12)], None);
        let mut table = Table::new(Menu::Table, &[(37, "stick", 7)]);
        table.click(Click::QuickMove { slot: 37 });
        table.check(&[(1, "stick", 7)], None);
    }

    #[test]
    fn keys_swap_and_throw() {
        let mut table = Table::new(Menu::Player, &[(9, "dirt", 5), (36, "stick", 1)]);
        table.click(Click::Swap { slot: 9, with: Place::Pack(0) });
        table.check(&[(9, "stick", 1), (36, "dirt", 5)], None);
        assert_eq!(table.click(Click::Throw { slot: 36, all: false }), [stack("dirt", 1)]);
        assert_eq!(table.click(Click::Throw { slot: 36, all: true }), [stack("dirt", 4)]);
        table.check(&[(9, "stick", 1)], None);
        let mut table = table.holding("dirt", 3);
        assert_eq!(table.click(Click::Pickup { slot: None, right: true }), [stack("dirt", 1)]);
        assert_eq!(table.click(Click::Pickup { slot: None, right: false }), [stack("dirt", 2)]);
    }

    #[test]
    fn twice_gathers_the_small_stacks_first() {
        let mut table =
            Table::new(Menu::Player, &[(9, "dirt", 64), (10, "dirt", 3), (36, "dirt", 4)]).holding("dirt", 1);
        table.click(Click::PickupAll { slot: 37 });
        table.check(&[(9, "dirt", 8)], Some(("dirt", 64)));
    }

    #[test]
    fn no_click_makes_or_loses_anything() {
        let mut rng = Rng::new(7);
        for menu in [Menu::Player, Menu::Table] {
            let slots = [(10, "apple", 50), (20, "apple", 64), (30, "bread", 7), (36, "bread", 64), (40, "apple", 1)];
            let mut table = Table::new(menu, &slots);
            let mut thrown = Vec::new();
            for _ in 0..20_000 {
                let slot = rng.range(0, 47) as usize;
                let flag = rng.range(0, 1) == 1;
                let click = match rng.range(0, 8) {
                    0 | 1 => Click::Pickup { slot: (slot < 47).then_some(slot), right: flag || slot >= 46 },
                    2 => Click::QuickMove { slot },
                    3 => Click::Swap { slot, with: Place::Pack(rng.range(0, 8) as usize) },
                    4 => Click::Throw { slot, all: false },
                    5 => Click::PickupAll { slot },
                    6 => Click::DragStart { one_each: flag },
                    7 => Click::DragOver { slot },
                    _ => Click::DragEnd,
                };
                thrown.extend(table.click(click));
                for (item, total) in [("apple", 115), ("bread", 71)] {
                    let id = stack(item, 1).item;
                    let lost: u32 = thrown.iter().filter(|stack| stack.item == id).map(|stack| stack.count).sum();
                    assert_eq!(table.items.count(id) + lost, total, "{item} after {click:?}");
                }
                assert!(table.items.stacks().all(|stack| (1..=stack.most()).contains(&stack.count)), "{click:?}");
                if rng.range(0, 99) == 0 {
                    // Back in, so that there is something to click on.
                    thrown.retain(|&stack| table.items.add(stack, 0).is_some());
                }
            }
        }
    }

    #[test]
    fn dragging_shares_out() {
        let drag = |one_each, held| {
            let mut table = Table::new(Menu::Player, &[(11, "dirt", 63)]).holding("dirt", held);
            table.click(Click::DragStart { one_each });
            for slot in [9, 10, 11, 9] {
                table.click(Click::DragOver { slot });
            }
            table.click(Click::DragEnd);
            table
        };
        drag(false, 11).check(&[(9, "dirt", 3), (10, "dirt", 3), (11, "dirt", 64)], Some(("dirt", 4)));
        drag(true, 5).check(&[(9, "dirt", 1), (10, "dirt", 1), (11, "dirt", 64)], Some(("dirt", 2)));
        drag(false, 1).check(&[(9, "dirt", 1), (11, "dirt", 63)], None);
    }
}
