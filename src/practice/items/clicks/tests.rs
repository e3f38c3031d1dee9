//! What each click does, on small windows.

use super::*;
use crate::practice::{items::crafting::tests::stack, rng::Rng};

/// A window with what it shows (`36: oak_log x 5`), clicked in and looked at.
struct Table {
    items: Inventory,
    block: Vec<Slot>,
    drag: Option<Drag>,
    menu: Menu,
    creative: bool,
}

impl Table {
    fn new(menu: Menu, slots: &[(usize, &str, u32)]) -> Self {
        let items = Inventory { grid: vec![None; menu.grid_cells()], ..Inventory::default() };
        let block = vec![None; menu.places().filter(|(_, place)| place.in_block().is_some()).count()];
        let mut table = Self { items, block, drag: None, menu, creative: false };
        for &(slot, name, count) in slots {
            table.clicker().set(menu.place(slot).unwrap(), Some(stack(name, count)));
        }
        table
    }

    fn holding(mut self, name: &str, count: u32) -> Self {
        self.items.cursor = Some(stack(name, count));
        self
    }

    fn clicker(&mut self) -> Clicker<'_> {
        let Self { items, block, drag, menu, creative } = self;
        let (menu, creative) = (*menu, *creative);
        Clicker { menu, items, block, drag, held: 0, creative, thrown: Vec::new(), took_output: false }
    }

    fn click(&mut self, click: Click) -> Vec<Stack> {
        let mut clicker = self.clicker();
        clicker.click(click);
        clicker.thrown
    }

    fn check(&mut self, slots: &[(usize, &str, u32)], cursor: Option<(&str, u32)>) {
        let mut expect = Self::new(self.menu, slots);
        for (slot, place) in self.menu.places().filter(|&(_, place)| place != Place::Result) {
            assert_eq!(self.clicker().get(place), expect.clicker().get(place), "slot {slot}");
        }
        assert_eq!(self.items.cursor, cursor.map(|(name, count)| stack(name, count)), "cursor");
    }

    fn count(&self, item: u32) -> u32 {
        let block: u32 = self.block.iter().flatten().filter(|stack| stack.item == item).map(|stack| stack.count).sum();
        self.items.count(item) + block
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
    let mut table = Table::new(Menu::Player, &[(9, "dirt", 64), (10, "dirt", 3), (36, "dirt", 4)]).holding("dirt", 1);
    table.click(Click::PickupAll { slot: 37, from_end: false });
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
                5 => Click::PickupAll { slot, from_end: flag },
                6 => Click::DragStart(if flag { Share::One } else { Share::Even }),
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
    let drag = |share, held| {
        let mut table = Table::new(Menu::Player, &[(11, "dirt", 63)]).holding("dirt", held);
        table.click(Click::DragStart(share));
        for slot in [9, 10, 11, 9] {
            table.click(Click::DragOver { slot });
        }
        table.click(Click::DragEnd);
        table
    };
    drag(Share::Even, 11).check(&[(9, "dirt", 3), (10, "dirt", 3), (11, "dirt", 64)], Some(("dirt", 4)));
    drag(Share::One, 5).check(&[(9, "dirt", 1), (10, "dirt", 1), (11, "dirt", 64)], Some(("dirt", 2)));
    drag(Share::Even, 1).check(&[(9, "dirt", 1), (11, "dirt", 63)], None);
}
