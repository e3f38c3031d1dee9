//! Looking back as a person meets it: the line on the timeline's axis, playing, and panes that say that they are not of now and ask for nothing.

use std::sync::Arc;

use bevy_egui::egui::{self, Key, Modifiers, PointerButton, Pos2, pos2};
use egui_kittest::kittest::{NodeT, Queryable};

use super::{
    goal,
    layout::{Window, window},
    open_menu, step, view,
};
use crate::{
    domain::{
        GoalState, JournalLine, MindView, Observation, SessionMark, SlotStack, StepStateView, TimelineAnswer, UserAsk,
    },
    replay::{Past, PastAsk},
    ui::timeline::Watching,
    voxel::SeenWorld,
};

/// 30 November 2026, 17:02:29 UTC.
const NOW: u64 = 1_796_058_149_000;
const BEGAN: u64 = NOW - 100_000;

fn holding(goals: Vec<crate::domain::GoalView>, logs: u32) -> MindView {
    let mut view = view(goals);
    let mut slots = vec![None; 46];
    slots[9] = Some(SlotStack { item: "oak_log".to_owned(), count: logs, damage: None });
    view.bots[0].observation = Some(Observation { tick: 7, slots, ..Observation::default() });
    view
}

/// Now: the goal is done, nine logs are held. Timeline, inventory and plan are in sight.
fn at_work() -> Window {
    let mut active = goal(1, "get me a log", GoalState::Paused);
    active.steps = vec![step("mine 9 oak_log", StepStateView::Done)];
    let mut window = window(holding(vec![active], 9));
    let session = |id, from_ms, to_ms| SessionMark { id, bot: "Blockwright".to_owned(), from_ms, to_ms };
    let answer = TimelineAnswer {
        sessions: vec![session(3, BEGAN - 900_000, Some(BEGAN - 500_000)), session(4, BEGAN, None)],
        here: Some(4),
        whole: Some((BEGAN, NOW)),
        cell_ms: 400,
        ..TimelineAnswer::default()
    };
    let desk = &mut window.state_mut().panels.timeline.desk;
    (desk.answer, desk.now_ms) = (Some(Arc::new(answer)), NOW);
    window.key_press(Key::Num7);
    window.run();
    window.get_by_label("All").click();
    window.run();
    window
}

/// How it was: the goal is at work, two logs are held.
fn as_it_was(ask: PastAsk) -> Past {
    let mut active = goal(1, "get me a log", GoalState::Paused);
    active.steps = vec![step("mine 9 oak_log", StepStateView::Running)];
    let mut view = holding(vec![active], 2);
    view.journal = vec![JournalLine { tick: 5, bot: None, goal: Some(1), text: "mine 9 oak_log: so".to_owned() }];
    Past { ask, span: Some((BEGAN, NOW)), view, world: SeenWorld::default(), missing: None }
}

fn asked(window: &mut Window) -> PastAsk {
    window.state_mut().panels.timeline.desk.look_back.take().expect("a moment is asked for")
}

/// Answers what is asked for.
fn answer(window: &mut Window) -> u64 {
    let ask = asked(window);
    let at_ms = ask.at_ms;
    window.state_mut().panels.timeline.desk.past = Some(Arc::new(as_it_was(ask)));
    window.step();
    at_ms
}

fn axis(window: &Window, share: f32) -> Pos2 {
    let axis = window.get_by_label("Axis of the timeline").rect();
    pos2(axis.left() + axis.width() * share, axis.center().y)
}

fn button(window: &mut Window, pos: Pos2, pressed: bool) {
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    window.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
    window.step();
}

fn click_at(window: &mut Window, pos: Pos2) {
    window.hover_at(pos);
    window.step();
    button(window, pos, true);
    button(window, pos, false);
    window.step();
}

fn banners(window: &Window) -> usize {
    window.query_all_by_label_contains(": click for now").count()
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(2);
}

#[test]
fn a_click_on_the_axis_shows_the_panes_as_they_were_then_and_they_say_so() {
    let mut window = at_work();
    window.get_by_label("Inventory tab").click();
    window.run();
    assert!(window.query_by_label("9 oak log").is_some() && banners(&window) == 0);
    let at = axis(&window, 0.5);
    click_at(&mut window, at);
    let at_ms = answer(&mut window);
    assert!(at_ms.abs_diff(NOW - 50_000) < 3_000, "{at_ms}");
    assert!(window.query_by_label("2 oak log").is_some() && window.query_by_label("9 oak log").is_none());
    assert!(window.query_all_by_label_contains("As of 17:01:").count() > 3, "and on the axis");
    // Map, goals and inventory are in sight.
    assert_eq!(banners(&window), 3);
    window.get_by_label("Plan tab").click();
    window.run_steps(3);
    assert!(window.query_by_label_contains("0 of 1 steps done").is_some(), "as it was");
    assert_eq!(banners(&window), 3);
    window.query_all_by_label_contains(": click for now").next().expect("a bar").click();
    window.run_steps(3);
    assert_eq!(banners(&window), 0);
    assert!(window.query_by_label_contains("1 of 1 steps done").is_some(), "as it is");
    assert!(window.state().asks.is_empty());
}

#[test]
fn the_line_is_dragged_and_the_newest_moment_is_asked_for() {
    let mut window = at_work();
    let from = axis(&window, 0.2);
    window.hover_at(from);
    window.step();
    button(&mut window, from, true);
    window.step();
    let mut last = asked(&mut window).at_ms;
    for share in [0.3, 0.6, 0.9] {
        let at = axis(&window, share);
        window.hover_at(at);
        window.run_steps(3);
        let now = asked(&mut window).at_ms;
        assert!(now > last, "{share}");
        last = now;
    }
    let at = axis(&window, 0.9);
    button(&mut window, at, false);
    assert!(last.abs_diff(BEGAN + 90_000) < 5_000, "{}", last - BEGAN);
    assert!(window.query_all_by_label_contains("being read").next().is_some(), "until it is answered");
}

#[test]
fn it_plays_at_a_speed_and_pauses_by_key() {
    let mut window = at_work();
    let at = axis(&window, 0.3);
    click_at(&mut window, at);
    let begin = answer(&mut window);
    window.get_by_label("10\u{d7}").click();
    window.run_steps(2);
    window.get_by_label("Play").click();
    window.run_steps(5);
    assert!(window.query_by_label("Pause").is_some());
    for _ in 0..5 {
        answer(&mut window);
    }
    let later = asked(&mut window).at_ms;
    assert!(later > begin + 200, "{} ms further", later - begin);
    window.remove_cursor();
    window.event(egui::Event::PointerGone);
    // The button has the focus no more.
    window.key_press(Key::Escape);
    window.step();
    press(&mut window, Key::Space);
    assert!(window.query_by_label("Play").is_some() && window.state().asks.is_empty());
    let at = window.state_mut().panels.timeline.desk.look_back.take().map_or(later, |ask| ask.at_ms);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    window.run_steps(2);
    assert_eq!(asked(&mut window).at_ms, at + 1_000);
    press(&mut window, Key::L);
    window.run();
    assert_eq!(banners(&window), 0);
}

#[test]
fn nothing_is_asked_of_the_past() {
    let mut window = at_work();
    window.get_by_label("Plan tab").click();
    window.run();
    assert!(!window.get_by_label("Step once").accesskit_node().is_disabled());
    assert!(!window.get_by_label("Resume").accesskit_node().is_disabled());
    let at = axis(&window, 0.5);
    click_at(&mut window, at);
    answer(&mut window);
    window.run_steps(3);
    for label in ["Step once", "Add a step", "Resume", "Cancel"] {
        assert!(window.get_by_label(label).accesskit_node().is_disabled(), "{label}");
    }
    assert!(window.query_by_label("Go on with all").is_none() && window.query_by_label("Hold all").is_none());
    for key in [Key::H, Key::N, Key::A, Key::Z] {
        press(&mut window, key);
    }
    let middle = window.get_by_label("Map").rect().center();
    open_menu(&mut window, middle);
    assert!(window.get_by_label("Go here").accesskit_node().is_disabled());
    assert!(window.query_all_by_label_contains("This is how it was").next().is_some(), "and why");
    assert_eq!(window.state().asks, []);
    // The bot goes on: what is typed is asked of now.
    press(&mut window, Key::Escape);
    window.event(egui::Event::Text("/".to_owned()));
    window.run_steps(3);
    {
        let mut boxes = window.query_all_by_role(egui::accesskit::Role::TextInput);
        boxes.find(|input| input.is_focused()).expect("the box for goals").type_text("get me a chest");
    }
    window.run_steps(2);
    press(&mut window, Key::Enter);
    assert_eq!(window.state().asks, [UserAsk::NewGoal("get me a chest".to_owned())]);
}

#[test]
fn another_session_is_looked_at_by_its_place_on_the_axis() {
    let mut window = at_work();
    let at = axis(&window, 0.5);
    click_at(&mut window, at);
    assert_eq!(asked(&mut window).session, 4);
    let timeline = &mut window.state_mut().panels.timeline;
    let answer = timeline.desk.answer.clone().expect("an answer");
    let mut wider = (*answer).clone();
    wider.whole = Some((BEGAN - 900_000, NOW));
    timeline.desk.answer = Some(Arc::new(wider));
    window.step();
    window.get_by_label("All").click();
    window.run_steps(3);
    let at = axis(&window, 0.2);
    click_at(&mut window, at);
    assert_eq!(asked(&mut window).session, 3);
}

#[test]
fn a_session_that_is_over_is_watched_from_its_beginning_and_there_is_no_way_to_now() {
    let mut window = window(MindView::default());
    let watching = Watching { session: 9, from_ms: BEGAN, to_ms: NOW };
    window.state_mut().panels.timeline.desk.watching = Some(watching);
    window.run_steps(3);
    assert_eq!(asked(&mut window), PastAsk { session: 9, at_ms: BEGAN, bot: String::new() });
    let past = as_it_was(PastAsk { session: 9, at_ms: BEGAN, bot: String::new() });
    window.state_mut().panels.timeline.desk.past = Some(Arc::new(past));
    window.run_steps(3);
    assert!(window.query_by_label("Timeline tab").is_some(), "its pane is open");
    assert!(window.query_by_label("Live").is_none() && banners(&window) == 0);
    assert!(window.query_by_label("Add goal").is_none(), "nobody would do it");
    assert!(window.query_all_by_label_contains("As of 17:00:49").next().is_some());
    assert!(window.query_all_by_label_contains("get me a log").next().is_some());
}

#[test]
fn what_cannot_be_told_is_said() {
    let mut window = at_work();
    let at = axis(&window, 0.5);
    click_at(&mut window, at);
    let ask = asked(&mut window);
    let missing = Some("Nothing of this session was recorded to be watched again.".to_owned());
    window.state_mut().panels.timeline.desk.past = Some(Arc::new(Past { ask, missing, ..Past::default() }));
    window.run_steps(3);
    assert!(window.query_all_by_label_contains("Nothing of this session was recorded").next().is_some());
}
