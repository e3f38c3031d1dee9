//! What each click does, on small windows.

use super::*;
use crate::items::crafting::tests::stack;

/// A window with what it shows (`36: oak_log x 5`), clicked in and looked at.
pub(super) struct Table {
    pub items: Inventory,
    pub block: Vec<Slot>,
    drag: Option<Drag>,
    pub menu: Menu,
    pub creative: bool,
}

impl Table {
    pub fn new(menu: Menu, slots: &[(usize, &str, u32)]) -> Self {
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
        let (thrown, dropped, made) = (Vec::new(), Vec::new(), Vec::new());
        Clicker { menu, items, block, drag, held: 0, creative, thrown, dropped, made, took_output: false }
    }

    pub fn click(&mut self, click: Click) -> Vec<Stack> {
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

#[test]
fn another_click_ends_a_drag_and_does_no_more() {
    let mut table = Table::new(Menu::Player, &[(9, "stick", 1)]).holding("dirt", 4);
    table.click(Click::DragStart(Share::Even));
    table.click(Click::DragOver { slot: 10 });
    table.click(pickup(9, LEFT));
    table.check(&[(9, "stick", 1)], Some(("dirt", 4)));
    table.click(Click::DragOver { slot: 10 });
    table.click(Click::DragEnd);
    table.check(&[(9, "stick", 1)], Some(("dirt", 4)));
    table.click(pickup(9, LEFT));
    table.check(&[(9, "dirt", 4)], Some(("stick", 1)));
}

#[test]
fn a_furnace_takes_fuel_for_fuel_and_gives_its_output_whole() {
    let mut table = Table::new(Menu::Furnace, &[(2, "iron_ingot", 10)]).holding("dirt", 3);
    table.click(pickup(1, LEFT));
    table.click(pickup(2, LEFT));
    table.check(&[(2, "iron_ingot", 10)], Some(("dirt", 3)));
    table.click(pickup(0, LEFT));
    table.check(&[(0, "dirt", 3), (2, "iron_ingot", 10)], None);
    table.click(pickup(2, RIGHT));
    table.check(&[(0, "dirt", 3), (2, "iron_ingot", 5)], Some(("iron_ingot", 5)));
    table.click(pickup(2, RIGHT));
    table.check(&[(0, "dirt", 3)], Some(("iron_ingot", 10)));

    let mut full = Table::new(Menu::Furnace, &[(2, "iron_ingot", 10)]).holding("iron_ingot", 60);
    full.click(pickup(2, LEFT));
    full.check(&[(2, "iron_ingot", 10)], Some(("iron_ingot", 60)));

    let mut buckets = Table::new(Menu::Furnace, &[]).holding("bucket", 3);
    buckets.click(pickup(1, LEFT));
    buckets.check(&[(1, "bucket", 1)], Some(("bucket", 2)));
}

#[test]
fn only_a_furnaces_output_pays() {
    let pays = |click| {
        let mut table = Table::new(Menu::Furnace, &[(0, "raw_iron", 1), (2, "iron_ingot", 5)]);
        let mut clicker = table.clicker();
        clicker.click(click);
        clicker.took_output
    };
    assert!(pays(pickup(2, RIGHT)));
    assert!(pays(Click::QuickMove { slot: 2 }));
    assert!(pays(Click::Swap { slot: 2, with: Place::Pack(3) }));
    assert!(pays(Click::Throw { slot: 2, all: false }));
    assert!(!pays(Click::QuickMove { slot: 0 }));
}

#[test]
fn shift_in_a_furnace() {
    let mut table = Table::new(Menu::Furnace, &[(30, "raw_iron", 40), (31, "raw_iron", 40), (32, "coal", 2)]);
    table.click(Click::QuickMove { slot: 30 });
    table.click(Click::QuickMove { slot: 31 });
    table.click(Click::QuickMove { slot: 32 });
    table.check(&[(0, "raw_iron", 64), (31, "raw_iron", 16), (1, "coal", 2)], None);
    table.click(Click::QuickMove { slot: 1 });
    table.check(&[(0, "raw_iron", 64), (31, "raw_iron", 16), (3, "coal", 2)], None);
    let mut table = Table::new(Menu::Furnace, &[(2, "iron_ingot", 5), (10, "iron_ingot", 62), (30, "dirt", 1)]);
    table.click(Click::QuickMove { slot: 2 });
    table.click(Click::QuickMove { slot: 30 });
    table.check(&[(10, "iron_ingot", 64), (38, "iron_ingot", 3), (3, "dirt", 1)], None);
}

#[test]
fn shift_in_a_chest() {
    let chest = Menu::Chest { rows: 3 };
    let mut table = Table::new(chest, &[(5, "dirt", 60), (27, "dirt", 10), (54, "stick", 1)]);
    table.click(Click::QuickMove { slot: 27 });
    table.click(Click::QuickMove { slot: 54 });
    table.check(&[(0, "dirt", 6), (1, "stick", 1), (5, "dirt", 64)], None);
    table.click(Click::QuickMove { slot: 5 });
    table.check(&[(0, "dirt", 6), (1, "stick", 1), (62, "dirt", 64)], None);
}

#[test]
fn shift_puts_armour_on_one_by_one() {
    let mut table = Table::new(Menu::Player, &[(9, "carved_pumpkin", 3), (10, "shield", 1), (36, "iron_boots", 1)]);
    for slot in [9, 10, 36] {
        table.click(Click::QuickMove { slot });
    }
    table.check(&[(5, "carved_pumpkin", 1), (37, "carved_pumpkin", 2), (45, "shield", 1), (8, "iron_boots", 1)], None);
    table.click(Click::QuickMove { slot: 45 });
    table.check(&[(5, "carved_pumpkin", 1), (37, "carved_pumpkin", 2), (9, "shield", 1), (8, "iron_boots", 1)], None);
}

#[test]
fn a_key_puts_on_as_much_as_fits() {
    let mut table = Table::new(Menu::Player, &[(5, "iron_helmet", 1), (36, "carved_pumpkin", 3)]);
    table.click(Click::Swap { slot: 5, with: Place::Pack(0) });
    table.check(&[(5, "carved_pumpkin", 1), (36, "carved_pumpkin", 2), (37, "iron_helmet", 1)], None);
    let mut offhand = Table::new(Menu::Player, &[(9, "dirt", 5), (45, "stick", 1)]);
    offhand.click(Click::Swap { slot: 9, with: Place::Offhand });
    offhand.check(&[(9, "stick", 1), (45, "dirt", 5)], None);
}

#[test]
fn what_a_key_makes_has_its_place_before_what_is_left_over() {
    let mut table = Table::new(Menu::Player, &[(1, "honey_bottle", 2)]);
    table.click(Click::Swap { slot: 0, with: Place::Pack(0) });
    table.check(&[(1, "honey_bottle", 1), (36, "sugar", 3), (37, "glass_bottle", 1)], None);
}

#[test]
fn all_of_a_making_is_thrown_while_there_is_something_to_make_it_of() {
    let mut table = Table::new(Menu::Player, &[(1, "oak_log", 3)]);
    assert_eq!(table.click(Click::Throw { slot: 0, all: false }), [stack("oak_planks", 4)]);
    assert_eq!(table.click(Click::Throw { slot: 0, all: true }), [stack("oak_planks", 4); 2]);
    table.check(&[], None);
}

#[test]
fn twice_gathers_from_everywhere_and_never_makes_anything() {
    let chest = Menu::Chest { rows: 6 };
    let mut table = Table::new(chest, &[(0, "dirt", 30), (53, "dirt", 30), (54, "dirt", 10)]).holding("dirt", 1);
    table.click(Click::PickupAll { slot: 1, from_end: true });
    table.check(&[(0, "dirt", 7)], Some(("dirt", 64)));
    let mut table = Table::new(Menu::Player, &[(1, "oak_log", 2), (9, "oak_planks", 3)]).holding("oak_planks", 1);
    table.click(Click::PickupAll { slot: 10, from_end: false });
    table.check(&[(1, "oak_log", 2)], Some(("oak_planks", 4)));
}

#[test]
fn the_middle_button_is_for_creators() {
    let click = |creative, clicks: &[Click], cursor: Option<(&str, u32)>| {
        let mut table = Table::new(Menu::Player, &[(9, "dirt", 5)]);
        table.items.cursor = cursor.map(|(name, count)| stack(name, count));
        table.creative = creative;
        clicks.iter().for_each(|&click| {
            table.click(click);
        });
        table
    };
    click(false, &[Click::Clone { slot: 9 }], None).check(&[(9, "dirt", 5)], None);
    click(true, &[Click::Clone { slot: 9 }], None).check(&[(9, "dirt", 5)], Some(("dirt", 64)));
    let drag =
        [Click::DragStart(Share::Full), Click::DragOver { slot: 9 }, Click::DragOver { slot: 10 }, Click::DragEnd];
    click(false, &drag, Some(("dirt", 1))).check(&[(9, "dirt", 5)], Some(("dirt", 1)));
    click(true, &drag, Some(("dirt", 1))).check(&[(9, "dirt", 64), (10, "dirt", 64)], None);
}
