//! What holds for any clicks at all, in any window: nothing is made, nothing is lost, no slot holds more than it may.

use proptest::{collection::vec, prelude::*, sample::select};

use super::{tests::Table, *};
use crate::items::crafting::tests::stack;

/// What no grid makes anything of: what stacks, what does not, fuel, something to cook, what is worn.
const ITEMS: [&str; 8] =
    ["apple", "bread", "charcoal", "beef", "bucket", "lava_bucket", "carved_pumpkin", "iron_helmet"];

/// Beyond the last slot of the largest window too.
const SLOTS: usize = 95;

fn menus() -> impl Strategy<Value = Menu> {
    select(vec![Menu::Player, Menu::Table, Menu::Furnace, Menu::Chest { rows: 3 }, Menu::Chest { rows: 6 }])
}

fn clicks() -> impl Strategy<Value = Click> {
    let slot = 0..SLOTS;
    let with = prop_oneof![9 => (0..9usize).prop_map(Place::Pack), 1 => Just(Place::Offhand)];
    prop_oneof![
        6 => (slot.clone(), any::<bool>()).prop_map(|(slot, right)| Click::Pickup { slot: Some(slot), right }),
        1 => any::<bool>().prop_map(|right| Click::Pickup { slot: None, right }),
        3 => slot.clone().prop_map(|slot| Click::QuickMove { slot }),
        3 => (slot.clone(), with).prop_map(|(slot, with)| Click::Swap { slot, with }),
        1 => slot.clone().prop_map(|slot| Click::Clone { slot }),
        1 => (slot.clone(), any::<bool>()).prop_map(|(slot, all)| Click::Throw { slot, all }),
        2 => (slot.clone(), any::<bool>()).prop_map(|(slot, from_end)| Click::PickupAll { slot, from_end }),
        2 => select(vec![Share::Even, Share::One, Share::Full]).prop_map(Click::DragStart),
        4 => slot.prop_map(|slot| Click::DragOver { slot }),
        2 => Just(Click::DragEnd),
    ]
}

/// Full up to what a slot takes; slots that are not there, or take nothing, are left out.
fn filled(menu: Menu, contents: &[(usize, usize, u32)], cursor: Option<(usize, u32)>) -> Table {
    let mut table = Table::new(menu, &[]);
    for &(slot, item, count) in contents {
        let item = ITEMS[item];
        if let Some(place) = menu.place(slot).filter(|place| place.takes(item)) {
            let count = count.min(place.limit(&stack(item, 1)));
            let Table { items, block, .. } = &mut table;
            match place.in_block() {
                Some(slot) => block[slot] = Some(stack(item, count)),
                None => items.set(place, Some(stack(item, count))),
            }
        }
    }
    table.items.cursor = cursor.map(|(item, count)| stack(ITEMS[item], count.min(stack(ITEMS[item], 1).most())));
    table
}

fn stacks(table: &Table) -> impl Iterator<Item = Stack> {
    table.items.stacks().chain(table.block.iter().copied().flatten())
}

fn counts(stacks: impl Iterator<Item = Stack>) -> [u32; ITEMS.len()] {
    let mut counts = [0; ITEMS.len()];
    for stack in stacks {
        counts[ITEMS.iter().position(|&item| item == stack.name()).unwrap()] += stack.count;
    }
    counts
}

/// What something of wood is worth, in sticks. Bark is worth what planks can be made of it.
fn worth(stack: &Stack) -> u32 {
    let each = match stack.name() {
        "oak_log" | "oak_wood" | "crafting_table" => 8,
        "oak_planks" | "oak_button" => 2,
        "oak_pressure_plate" => 4,
        "stick" => 1,
        other => panic!("{other} out of an oak log"),
    };
    each * stack.count
}

proptest! {
    #[test]
    fn no_clicks_make_or_lose_anything(
        menu in menus(),
        contents in vec((0..SLOTS, 0..ITEMS.len(), 1..=64u32), 0..40),
        cursor in proptest::option::of((0..ITEMS.len(), 1..=64u32)),
        clicks in vec(clicks(), 1..120),
    ) {
        let mut table = filled(menu, &contents, cursor);
        let before = counts(stacks(&table));
        let mut thrown = Vec::new();
        for click in clicks {
            thrown.extend(table.click(click));
            prop_assert_eq!(counts(stacks(&table).chain(thrown.iter().copied())), before, "{:?}", click);
            for (slot, place) in menu.places() {
                let there = match place.in_block() {
                    Some(slot) => table.block[slot],
                    None => table.items.get(place),
                };
                if let Some(there) = there {
                    let fits = (1..=place.limit(&there)).contains(&there.count) && place.takes(there.name());
                    prop_assert!(fits, "{there:?} in slot {slot} after {click:?}");
                }
            }
            prop_assert!(table.items.cursor.is_none_or(|held| (1..=held.most()).contains(&held.count)));
        }
    }

    #[test]
    fn making_never_pays(logs in 1..=64u32, clicks in vec(clicks(), 1..200)) {
        let mut table = Table::new(Menu::Player, &[(1, "oak_log", logs)]);
        let mut left = 8 * logs;
        let mut thrown = 0;
        for click in clicks {
            thrown += table.click(click).iter().map(worth).sum::<u32>();
            let now = stacks(&table).map(|stack| worth(&stack)).sum::<u32>() + thrown;
            prop_assert!(now <= left, "{left} became {now} by {click:?}");
            left = now;
        }
    }

    #[test]
    fn making_keeps_every_bottle(full in 1..=16u32, clicks in vec(clicks(), 1..200)) {
        let mut table = Table::new(Menu::Player, &[(1, "honey_bottle", full)]);
        let bottles = |stack: Stack| if stack.name().ends_with("_bottle") { stack.count } else { 0 };
        let mut thrown = 0;
        for click in clicks {
            thrown += table.click(click).into_iter().map(bottles).sum::<u32>();
            prop_assert_eq!(stacks(&table).map(bottles).sum::<u32>() + thrown, full, "{:?}", click);
        }
    }
}
