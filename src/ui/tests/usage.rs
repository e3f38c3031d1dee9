//! The usage of models as a person meets it: over time, by goal, phase and model, and that nothing was asked.

use std::sync::Arc;

use bevy_egui::egui::Key;
use egui_kittest::kittest::Queryable;

use super::{
    goal,
    layout::{Window, window},
    view,
};
use crate::domain::{GoalState, Totals, UsageAnswer, UsageCall};

/// 30 November 2026, 17:02:29 UTC.
const NOW: u64 = 1_796_058_149_000;
const MINUTE: u64 = 60_000;

fn call(ago_ms: u64, goal: (u64, Option<&str>), role: &str, tokens: (u64, u64), usd: f64) -> UsageCall {
    let models = vec!["a-model".to_owned()];
    let totals = Totals { calls: 1, input: tokens.0, output: tokens.1, usd: Some(usd), models, ..Totals::default() };
    let goal = Some((goal.0, goal.1.map(str::to_owned)));
    UsageCall { at_ms: NOW - ago_ms, goal, role: role.to_owned(), totals }
}

/// The window with the pane open, and this on the desk.
fn open(calls: Vec<UsageCall>) -> Window {
    let mut window = window(view(vec![goal(7, "get me a log", GoalState::Done)]));
    let desk = &mut window.state_mut().panels.timeline.desk;
    (desk.usage, desk.now_ms) = (Some(Arc::new(UsageAnswer { calls, missing: None })), NOW);
    // High enough for all of it.
    window.set_size(bevy_egui::egui::vec2(1280.0, 3000.0));
    window.key_press(Key::M);
    window.run();
    window
}

#[test]
fn what_was_asked_is_told_lately_today_and_by_goal_phase_and_model() {
    let window = open(vec![
        call(20 * 60 * MINUTE, (1, None), "planner", (9_000, 9), 9.0),
        call(3 * 60 * MINUTE, (5, Some("craft a chest")), "planner", (10_000, 1_000), 0.25),
        call(2 * MINUTE, (7, None), "reflexion", (1_912, 388), 0.0021),
        call(MINUTE, (7, None), "planner", (100, 10), 0.0001),
    ]);
    for told in [
        "2 calls, 2,012 tokens in, 398 out, $0.0022",
        "3 calls, 12,012 tokens in, 1,398 out, $0.25",
        "goal 7: get me a log",
        "goal 5: craft a chest",
        "plan",
        "recovery",
        "a-model",
        "14:00:00 to 15:00:00: 1 call, 10,000 tokens in, 1,000 out, $0.25",
        "17:00:20 to 17:00:30: 1 call, 1,912 tokens in, 388 out, $0.0021",
    ] {
        assert!(window.query_all_by_label(told).next().is_some(), "{told:?} is not shown");
    }
    assert!(window.query_by_label("goal 1").is_none(), "that was yesterday");
    let top = |words: &str| window.get_by_label(words).rect().top();
    assert!(top("goal 5: craft a chest") < top("goal 7: get me a log"), "the most tokens come first");
}

#[test]
fn where_no_model_was_asked_it_says_so_and_what_would_change_that() {
    let window = open(vec![]);
    assert!(window.query_by_label("No model was asked anything today.").is_some());
    assert!(window.query_by_label_contains("GEMINI_API_KEY").is_some());
}

#[test]
fn news_are_asked_for_while_it_is_open_and_an_idle_window_is_still() {
    let mut window = window(view(vec![]));
    window.run();
    assert!(!window.state().panels.timeline.desk.asks_usage, "it is closed");
    window.key_press(Key::M);
    window.run();
    assert!(window.query_by_label("Reading what models were asked\u{2026}").is_some());
    let desk = &mut window.state_mut().panels.timeline.desk;
    assert!(std::mem::take(&mut desk.asks_usage));
    window.run();
    let desk = &mut window.state_mut().panels.timeline.desk;
    assert!(!desk.asks_usage, "nothing new has happened");
    desk.news += 1;
    window.run_steps(8);
    assert!(window.state().panels.timeline.desk.asks_usage);
}
