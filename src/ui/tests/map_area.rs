//! An area of the map that is selected, by hand and by key, and the zones.

use bevy_egui::egui::{self, Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::{Harness, kittest::Queryable};

use super::{open_menu, tab_to, view, window, window_of};
use crate::domain::{UserAsk, Zone};

type Window<'a> = Harness<'a, Vec<UserAsk>>;

/// Draws from point to point with Shift held.
fn draw(harness: &mut Window<'_>, from: egui::Pos2, to: egui::Pos2) {
    let modifiers = Modifiers::SHIFT;
    let button = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
    harness.hover_at(from);
    harness.run();
    harness.event_modifiers(button(from, true), modifiers);
    harness.run();
    for at in [from + (to - from) * 0.5, to] {
        harness.event_modifiers(Event::PointerMoved(at), modifiers);
        harness.run();
    }
    harness.event_modifiers(button(to, false), modifiers);
    harness.run();
}

fn middle(harness: &Window<'_>) -> egui::Pos2 {
    harness.get_by_label("Map").rect().center()
}

fn keeps(from: [i32; 2], to: [i32; 2]) -> UserAsk {
    UserAsk::Keep { bot: "Blockwright".to_owned(), from, to }
}

#[test]
fn an_area_is_drawn_with_shift_and_kept_as_it_is() {
    let asks = window(|harness| {
        // The bot stands in the middle of block 0, 0; five points are a block.
        let at = middle(harness);
        draw(harness, at + vec2(25.0, -50.0), at + vec2(-50.0, 10.0));
        assert!(harness.query_by_label("-10, -10 to 5, 2: 16 by 13 blocks").is_some());
        harness.hover_at(at);
        harness.run();
        assert!(harness.query_by_label("0 64 0").is_some(), "the map has stayed where it was");
        harness.get_by_label("Keep as it is").click();
        harness.run();
        assert!(harness.query_by_label("Keep as it is").is_none(), "it is asked for: the card is gone");
    });
    assert_eq!(asks, [keeps([-10, -10], [5, 2])]);
}

#[test]
fn an_area_is_selected_by_key_and_let_go() {
    let asks = window(|harness| {
        let press = |harness: &mut Window<'_>, modifiers: Modifiers, key: Key| {
            harness.key_press_modifiers(modifiers, key);
            harness.run();
        };
        for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowUp, Key::ArrowLeft, Key::ArrowDown, Key::ArrowDown] {
            press(harness, Modifiers::SHIFT, key);
        }
        assert!(harness.query_by_label("0, 0 to 1, 1: 2 by 2 blocks").is_some());
        press(harness, Modifiers::NONE, Key::Escape);
        assert!(harness.query_by_label("Keep as it is").is_none());
        press(harness, Modifiers::NONE, Key::X);
        assert!(harness.query_by_label("0, 0").is_some(), "the block in the middle");
        tab_to(harness, 90, |harness| harness.get_by_label("Go here").is_focused());
        press(harness, Modifiers::NONE, Key::Enter);
        assert!(harness.query_by_label("0, 0").is_none());
    });
    assert_eq!(asks, [UserAsk::NewGoal("go to 0 65 0".to_owned())]);
}

#[test]
fn a_zone_is_lifted_from_the_menu_and_from_what_is_selected() {
    let mut seen = view(vec![]);
    seen.bots[0].zones = vec![Zone::between("overworld", [-4, -4], [4, 4])];
    let lift = "Lift the zone from -4, -4 to 4, 4";
    let asks = window_of(seen, |harness| {
        let at = middle(harness);
        open_menu(harness, at + vec2(10.0, 0.0));
        harness.get_by_label(lift).click();
        harness.run();
        draw(harness, at + vec2(15.0, 15.0), at + vec2(60.0, 60.0));
        harness.get_by_label(lift).click();
        harness.run();
        open_menu(harness, at + vec2(60.0, 0.0));
        assert!(harness.query_by_label("Go here").is_some());
        assert!(harness.query_by_label(lift).is_none(), "it does not lie there");
    });
    let lifted = UserAsk::Lift { bot: "Blockwright".to_owned(), from: [-4, -4], to: [4, 4] };
    assert_eq!(asks, [lifted.clone(), lifted]);
}

#[test]
fn on_bare_ground_there_is_nothing_to_clear() {
    window(|harness| {
        let at = middle(harness);
        draw(harness, at, at + vec2(25.0, 25.0));
        assert!(harness.query_by_label("Nothing stands above the ground").is_some());
    });
}
