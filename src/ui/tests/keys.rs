//! What is done by key, and by the menus that no other test opens; and that the page about it tells no tales.

use bevy_egui::egui::Key;
use egui_kittest::{Harness, kittest::Queryable};

use super::{goal, layout, open_menu, tab_to, view};
use crate::domain::{GoalState, Priority, UserAsk};

#[test]
fn goals_are_paused_gone_on_with_and_held_by_key() {
    use GoalState::{Active, Paused, Queued};
    for (states, key, asked) in [
        ([Active, Queued], Key::Space, vec![UserAsk::Pause(1)]),
        ([Paused, Paused], Key::Space, vec![UserAsk::Resume(1)]),
        ([Active, Queued], Key::H, vec![UserAsk::Pause(1), UserAsk::Pause(2)]),
        ([Paused, Paused], Key::H, vec![UserAsk::Resume(1), UserAsk::Resume(2)]),
    ] {
        let goals = vec![goal(1, "say hello", states[0]), goal(2, "craft a chest", states[1])];
        let mut window = layout::window(view(goals));
        window.key_press(key);
        window.run();
        assert_eq!(window.state().asks, asked, "{states:?} {key:?}");
    }
}

#[test]
fn a_goal_is_chosen_by_key() {
    let goals = vec![goal(1, "say hello", GoalState::Active), goal(2, "eat something", GoalState::Queued)];
    let mut window = layout::window(view(goals));
    tab_to(&mut window, 60, |window| window.get_by_label("eat something").is_focused());
    window.key_press(Key::Enter);
    window.run();
    assert!(window.query_by_label("It will be planned when its turn comes.").is_some());
}

#[test]
fn the_maps_layer_and_its_height_are_chosen_by_key_and_by_click() {
    super::window(|harness| {
        let by_hand = |harness: &Harness<'_, _>| harness.query_by_label("by hand").is_some();
        for key in [Key::PageUp, Key::PageDown] {
            harness.key_press(key);
            harness.run();
            assert!(by_hand(harness), "{key:?}: caves at a height of one's own");
            harness.key_press(Key::C);
            harness.run();
            assert!(!by_hand(harness), "the surface");
        }
        harness.key_press(Key::PageUp);
        harness.run();
        harness.get_by_label("Surface").click();
        harness.run();
        assert!(!by_hand(harness));
    });
}

#[test]
fn a_right_click_on_a_goal_that_waits_says_when_it_is_taken_up() {
    for (words, priority) in
        [("Before the others", Priority::High), ("After the others", Priority::Low), ("In its turn", Priority::Normal)]
    {
        let goals = vec![goal(1, "say hello", GoalState::Active), goal(2, "eat something", GoalState::Queued)];
        let mut window = layout::window(view(goals));
        let pos = window.get_by_label("eat something").rect().center();
        open_menu(&mut window, pos);
        window.get_by_label(words).click();
        window.run();
        assert_eq!(window.state().asks, [UserAsk::Rank(2, priority)]);
    }
}

#[test]
fn the_page_about_the_window_names_tests_that_are_there() {
    let page = include_str!("../../../docs/window.md");
    let sources = [
        ("tests", include_str!("../tests.rs")),
        ("chat", include_str!("chat.rs")),
        ("inspector", include_str!("inspector.rs")),
        ("back", include_str!("back.rs")),
        ("inventory", include_str!("inventory.rs")),
        ("keys", include_str!("keys.rs")),
        ("layout", include_str!("layout.rs")),
        ("plan", include_str!("plan.rs")),
        ("log", include_str!("log.rs")),
        ("timeline", include_str!("timeline.rs")),
        ("usage", include_str!("usage.rs")),
        ("ghosts", include_str!("../ghosts.rs")),
        ("map_area", include_str!("map_area.rs")),
        ("map_layers", include_str!("../map_layers.rs")),
        ("map_menu", include_str!("../map_menu.rs")),
    ];
    let named: Vec<(&str, &str)> = page.split('`').filter_map(|words| words.split_once("::")).collect();
    assert!(named.len() > 30, "{named:?}");
    for (file, test) in named {
        let source = sources.iter().find(|(name, _)| *name == file).map(|(_, source)| *source);
        let source = source.unwrap_or_else(|| panic!("{file} holds no test of the window"));
        assert!(source.contains(&format!("fn {test}(")), "{file}::{test} is named and not there");
    }
    for verb in page.lines().filter(|line| line.starts_with("| ") && !line.contains("---")).skip(1) {
        let cells = verb.split('|').count();
        assert_eq!(cells, 6, "{verb}: what it is, by mouse, by key, and its test");
    }
}
