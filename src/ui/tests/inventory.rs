//! What the bot holds, as a person meets it.

use bevy_egui::egui::{Key, accesskit::Role, vec2};
use egui_kittest::{Harness, kittest::Queryable};

use super::{layout::window, open_menu, view};
use crate::{
    domain::{BotView, MindView, Observation, SlotStack, UserAsk},
    ui::{
        chosen::Choice,
        inventory::{Lately, inventory_ui},
    },
};

/// A view of a bot that holds these, by the numbers of the player's own window: item, count, uses gone.
fn holding(tick: u64, held: &[(usize, &str, u32, Option<u32>)]) -> MindView {
    let mut slots = vec![None; 46];
    for (slot, item, count, damage) in held {
        slots[*slot] = Some(SlotStack { item: (*item).to_owned(), count: *count, damage: *damage });
    }
    let mut view = view(vec![]);
    view.bots[0].observation = Some(Observation { tick, slots, hotbar: 2, ..Observation::default() });
    view
}

#[test]
fn a_click_on_an_item_puts_words_into_the_box_and_enter_asks_for_it() {
    let mut window = window(holding(7, &[(9, "oak_log", 3, None), (36, "bread", 1, None)]));
    window.get_by_label("Inventory tab").click();
    window.run();
    window.get_by_label("3 oak log").click();
    window.run();
    assert_eq!(window.state().asks, [], "a click only proposes");
    assert!(window.get_by_role(Role::TextInput).is_focused());
    window.key_press(Key::Enter);
    window.run();
    assert_eq!(window.state().asks, [UserAsk::NewGoal("get 1 more oak_log".to_owned())]);
}

#[test]
fn the_box_is_opened_for_the_words_where_its_pane_is_closed() {
    let mut window = window(holding(7, &[(9, "oak_log", 3, None)]));
    for label in ["Close Goals", "Inventory tab", "3 oak log"] {
        window.get_by_label(label).click();
        window.run();
    }
    assert!(window.get_by_role(Role::TextInput).is_focused());
}

#[test]
fn a_right_click_offers_what_else_can_be_said() {
    let mut window = window(holding(7, &[(36, "bread", 1, None)]));
    window.get_by_label("Inventory tab").click();
    window.run();
    let pos = window.get_by_label("1 bread").rect().center();
    open_menu(&mut window, pos);
    window.get_by_label("eat 1 bread").click();
    window.run();
    window.key_press(Key::Enter);
    window.run();
    assert_eq!(window.state().asks, [UserAsk::NewGoal("eat 1 bread".to_owned())]);
}

fn panel<'a>(bot: &'a BotView, lately: &'a Lately) -> Harness<'a> {
    Harness::builder()
        .with_size(vec2(380.0, 300.0))
        .build_ui(move |ui| _ = inventory_ui(ui, bot, lately, &mut Choice::default()))
}

#[test]
fn the_pointer_over_an_item_tells_all_of_it() {
    let view = holding(7, &[(5, "iron_helmet", 1, None), (36, "stone_pickaxe", 1, Some(31)), (45, "coal", 12, None)]);
    let lately = Lately::default();
    let mut harness = panel(&view.bots[0], &lately);
    for (item, told) in [
        ("1 stone pickaxe", ["Stone Pickaxe", "stone_pickaxe", "100 of 131 uses left"]),
        ("12 coal", ["Coal", "burns long enough to smelt 8 items", "coal"]),
        ("1 iron helmet", ["Iron Helmet", "worn on the head", "165 of 165 uses left"]),
    ] {
        let at = harness.get_by_label(item).rect().center();
        harness.hover_at(at);
        harness.run();
        for words in told {
            assert!(harness.query_by_label(words).is_some(), "{item}: {words:?} is not told");
        }
    }
}

#[test]
fn slots_lie_as_in_the_game_and_fit_the_pane() {
    let all: Vec<_> = (5..46).map(|slot| (slot, "dirt", slot as u32, None)).collect();
    let (view, lately) = (holding(7, &all), Lately::default());
    let harness = panel(&view.bots[0], &lately);
    let at = |slot: usize| harness.get_by_label(&format!("{slot} dirt")).rect();
    assert!(at(5).top() < at(9).top() && at(9).top() < at(18).top() && at(35).top() < at(36).top());
    assert!((0..9).all(|column| at(9 + column).left() == at(36 + column).left()), "the hotbar lies below the pack");
    assert!(at(17).right() <= 380.0 - 8.0);
    assert_eq!(at(45).top(), at(5).top());
}

#[test]
fn what_has_changed_of_late_is_told() {
    let mut lately = Lately::default();
    lately.follow(&holding(10, &[(9, "oak_log", 3, None)]).bots[0]);
    let after = holding(20, &[(9, "oak_planks", 8, None), (10, "oak_log", 1, None)]);
    lately.follow(&after.bots[0]);
    let harness = panel(&after.bots[0], &lately);
    assert!(harness.query_by_label("Lately: 2 fewer oak log, 8 more oak planks").is_some());
}
