//! What is clicked anywhere is shown in full in one place.

use std::sync::Arc;

use bevy_egui::egui::{Key, PointerButton, Pos2, Rect, accesskit::Role, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use serde_json::json;

use super::{
    goal,
    layout::{Window, window},
    step, tab_to, view,
};
use crate::{
    domain::{
        ErrorCode, GoalState, GoalView, JournalLine, MindView, Observation, SlotStack, StepStateView, StepView,
        ToolError, ToolResult,
    },
    ui::{
        chosen::Chosen,
        inspector::inspector_ui,
        map_menu::{Ground, Spot, SpotKind},
    },
};

/// A goal at its second step, an entry of the journal, and three logs.
fn at_work() -> MindView {
    let outcome = ToolResult::new("mine", 900, 113, Ok(json!({ "mined": { "oak_log": 3 } })));
    let done = StepView {
        id: 7,
        shown: Some("the inventory holds 3 of 3 oak_log".to_owned()),
        ticks: 113,
        outcome: Some(Arc::new(outcome)),
        ..step("mine 3 oak_log", StepStateView::Done)
    };
    let error = ToolError::new(ErrorCode::PathBlocked, "stone at 3, 59, 9 cannot be reached");
    let failing =
        StepView { id: 8, attempts: 2, error: Some(error), ..step("mine 3 cobblestone", StepStateView::Running) };
    let steps = vec![done, failing];
    let mut view = view(vec![GoalView { steps, ..goal(4, "get me a stone axe", GoalState::Active) }]);
    let line = |tick, text: &str| JournalLine { tick, bot: None, goal: Some(4), text: text.to_owned() };
    view.journal = vec![line(3, "joined"), line(9, "planned 2 steps")];
    let mut slots = vec![None; 46];
    slots[9] = Some(SlotStack { item: "oak_log".to_owned(), count: 3, damage: None });
    view.bots[0].observation = Some(Observation { slots, ..Observation::default() });
    view
}

/// What the inspector shows of something.
fn inspected(chosen: &Chosen) -> Harness<'static> {
    let (view, chosen) = (at_work(), chosen.clone());
    Harness::builder()
        .with_size(vec2(440.0, 400.0))
        .build_ui(move |ui| inspector_ui(ui, &view, &view.bots[0], Some(&chosen), None))
}

fn shows(chosen: &Chosen, texts: &[&str]) {
    let harness = inspected(chosen);
    for text in texts {
        assert!(harness.query_all_by_label_contains(text).next().is_some(), "{chosen:?}: {text:?} is not shown");
    }
}

#[test]
fn a_step_is_told_with_what_it_was_to_show_and_what_has_shown_it() {
    shows(
        &Chosen::Step(7),
        &[
            "mine 3 oak_log",
            "done, step 1 of 2: get me a stone axe",
            "a reason to mine 3 oak_log",
            "1 of 3 attempts",
            "3 more oak_log held than before",
            "the inventory holds 3 of 3 oak_log",
            "113 game ticks (6 s)",
        ],
    );
    shows(
        &Chosen::Step(8),
        &["2 of 3 attempts", "at work, step 2 of 2", "PATH_BLOCKED: stone at 3, 59, 9 cannot be reached"],
    );
    assert!(inspected(&Chosen::Step(8)).query_by_label("Shown").is_none(), "nothing has shown it yet");
}

#[test]
fn the_outcome_is_unfolded_on_demand() {
    let mut harness = inspected(&Chosen::Step(7));
    let has_it = |harness: &Harness<'_>| harness.query_all_by_label_contains("\"oak_log\": 3").next().is_some();
    assert!(!has_it(&harness));
    harness.get_by_label("What the last call came back with").click();
    harness.run();
    assert!(has_it(&harness));
}

#[test]
fn goals_entries_places_and_items_are_told() {
    shows(&Chosen::Goal(4), &["get me a stone axe", "goal 4, at work"]);
    let line = JournalLine { tick: 9, bot: None, goal: Some(4), text: "planned 2 steps".to_owned() };
    shows(&Chosen::Line(line), &["planned 2 steps", "9", "4: get me a stone axe"]);
    let ground = Ground { y: 60, block: "iron_ore", cover: Some("torch"), depth: 2, stand: None };
    let seen = Spot { x: 4, z: -9, kind: SpotKind::Seen(ground) };
    shows(
        &Chosen::Spot(seen),
        &["iron ore", "4 60 -9", "torch", "2 blocks deep", "no room", "stone pickaxe and better", "raw iron"],
    );
    shows(&Chosen::Spot(Spot { x: 4, z: -9, kind: SpotKind::Unseen }), &["4 -9", "Not seen yet."]);
    shows(&Chosen::Item("oak_log".to_owned()), &["Oak Log", "3; 64 lie in a slot", "burns long enough"]);
    shows(&Chosen::Item("chest".to_owned()), &["8 ", "at a crafting table"]);
}

#[test]
fn what_is_gone_is_said_to_be() {
    shows(&Chosen::Goal(1), &["too old"]);
    shows(&Chosen::Step(1), &["no longer part of a plan"]);
}

fn is_open(window: &Window) -> bool {
    window.query_by_label("Inspector tab").is_some()
}

/// The inspector's part of the window, below its tab.
fn pane(window: &Window) -> Rect {
    let tab = window.get_by_label("Inspector tab").rect();
    Rect::from_min_max(tab.left_bottom(), Pos2::new(880.0, 740.0))
}

/// Whether these words stand in the inspector.
fn told(window: &Window, words: &str) -> bool {
    let pane = pane(window);
    window.query_all_by_label_contains(words).any(|found| pane.contains_rect(found.rect()))
}

#[test]
fn a_click_on_a_step_opens_the_inspector_and_further_clicks_change_what_it_shows() {
    let mut window = window(at_work());
    assert!(!is_open(&window));
    window.get_by_label("Step 1: mine 3 oak_log").click();
    window.run();
    assert!(told(&window, "the inventory holds 3 of 3 oak_log"));
    let row = window.get_all_by_label("get me a stone axe").find(|label| label.rect().left() > 880.0);
    row.expect("the goal in its list").click();
    window.run();
    assert!(told(&window, "goal 4, at work"));
    let at = window.get_by_label("Map").rect().center();
    window.hover_at(at);
    window.run();
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, bevy_egui::egui::Modifiers::NONE);
        window.event(bevy_egui::egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        window.run();
    }
    assert!(told(&window, "Not seen yet."));
    for label in ["Inventory tab", "3 oak log"] {
        window.get_by_label(label).click();
        window.run();
    }
    assert!(told(&window, "Oak Log"));
}

#[test]
fn an_entry_of_the_journal_is_shown_beside_it() {
    let mut window = window(at_work());
    for label in ["Journal", "Entry: planned 2 steps"] {
        window.get_by_label(label).click();
        window.run();
    }
    assert!(told(&window, "4: get me a stone axe"));
    assert!(window.query_by_label("Entry: joined").is_some(), "the journal stays to be seen");
}

#[test]
fn a_step_is_inspected_by_key() {
    let mut window = window(at_work());
    tab_to(&mut window, 40, |window| window.get_by_role_and_label(Role::Button, "Step 1: mine 3 oak_log").is_focused());
    window.key_press(Key::Enter);
    window.run();
    assert!(told(&window, "the inventory holds 3 of 3 oak_log"));
}
