//! The timeline as a person meets it: lanes, filters, moving and zooming, going from entry to entry, and what the inspector tells of one.

use std::sync::Arc;

use bevy_egui::egui::{self, Key, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::{Harness, kittest::Queryable};

use super::{
    layout::{Window, window},
    tab_to, view, wheel,
};
use crate::domain::{
    EntryTold, Lane, LaneCount, Mark, MarkState, MarkTold, Observation, SessionMark, TimelineAnswer, TimelineAsk,
    TimelineCell, ToldMark, Vec3,
};

/// 30 November 2026, 17:02:29 UTC.
const NOW: u64 = 1_796_058_149_000;

fn mark(id: u64, lane: Lane, state: MarkState, from: u64, to: Option<u64>) -> Mark {
    let (from_ms, to_ms) = (NOW - 100_000 + from, to.map(|to| NOW - 100_000 + to));
    Mark { id, last: id, lane, state, from_ms, to_ms, session: 3, goal: Some(7) }
}

/// A hundred seconds: a goal that is done, its step, a failed call, two lines of chat, and forty more in one place.
fn answer() -> TimelineAnswer {
    let told = |mark: Mark, text: &str| ToldMark { mark, text: text.to_owned() };
    let marks = vec![
        told(mark(1, Lane::Goal, MarkState::Done, 0, Some(90_000)), "get me a log: done after 812 game ticks"),
        told(mark(2, Lane::Step, MarkState::Done, 5_000, Some(80_000)), "mine 3 oak_log: done: 3 oak_log"),
        told(mark(3, Lane::Tool, MarkState::Failed, 6_000, Some(40_000)), "mine 3 oak_log: TIMEOUT: late"),
        told(mark(4, Lane::Chat, MarkState::Plain, 50_000, Some(50_000)), "chat <Ada> hello"),
        told(mark(5, Lane::Chat, MarkState::Plain, 70_000, Some(70_000)), "chat <Ada> bye"),
    ];
    let cell = TimelineCell { lane: Lane::Model, from_ms: NOW - 60_000, count: 40, failed: 3 };
    let session = SessionMark { id: 3, bot: "Ada".to_owned(), from_ms: NOW - 100_000, to_ms: None };
    TimelineAnswer {
        marks,
        cells: vec![cell],
        cell_ms: 4_000,
        lanes: [LaneCount { shown: 2, hidden: 0 }; Lane::COUNT],
        sessions: vec![session],
        here: Some(3),
        whole: Some((NOW - 100_000, NOW - 10_000)),
        ..TimelineAnswer::default()
    }
}

/// The window with the timeline open, and this answer on its desk.
fn with(answer: TimelineAnswer) -> Window {
    let mut view = view(vec![]);
    view.bots[0].observation = Some(Observation { position: Vec3::new(0.5, 65.0, 0.5), ..Observation::default() });
    let mut window = window(view);
    let desk = &mut window.state_mut().panels.timeline.desk;
    (desk.answer, desk.now_ms) = (Some(Arc::new(answer)), NOW);
    window.key_press(Key::Num7);
    window.run();
    window.get_by_label("All").click();
    window.run();
    window
}

fn lanes(window: &Window) -> Rect {
    window.get_by_label("Lanes of the timeline").rect()
}

fn rect(window: &Window, text: &str) -> Rect {
    window.get_by_label(text).rect()
}

fn asked(window: &Window) -> TimelineAsk {
    window.state().panels.timeline.desk.ask.clone().expect("a question")
}

fn put(window: &mut Window, change: impl FnOnce(&mut TimelineAnswer)) {
    let mut new = answer();
    change(&mut new);
    window.state_mut().panels.timeline.desk.answer = Some(Arc::new(new));
    window.run();
}

fn click_at(window: &mut Window, pos: Pos2) {
    window.hover_at(pos);
    window.run();
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        window.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        window.run();
    }
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run();
}

const STEP: &str = "mine 3 oak_log: done: 3 oak_log";
const BYE: &str = "chat <Ada> bye";

#[test]
fn each_kind_has_its_lane_and_nothing_is_hidden_behind_another() {
    let window = with(answer());
    let (goal, step) = (rect(&window, "get me a log: done after 812 game ticks"), rect(&window, STEP));
    let (tool, bye) = (rect(&window, "mine 3 oak_log: TIMEOUT: late"), rect(&window, BYE));
    assert!(goal.bottom() <= step.top() && step.bottom() <= tool.top() && tool.bottom() <= bye.top());
    assert!(goal.left() < step.left() && step.right() < goal.right(), "one within the other in time");
    for lane in Lane::ALL {
        assert!(lanes(&window).left() >= window.get_by_label(lane.name()).rect().right(), "{lane:?}");
    }
    assert!(window.query_by_label("40 in Models, 3 of them failed: zoom in to see each").is_some());
}

#[test]
fn a_lane_is_hidden_by_its_box_and_what_is_hidden_is_counted() {
    let mut window = with(answer());
    assert!(window.query_all_by_label_contains("hidden").next().is_none());
    window.get_by_label("Chat").click();
    window.run();
    assert!(asked(&window).filter.hidden[Lane::Chat as usize]);
    put(&mut window, |answer| answer.lanes[Lane::Chat as usize] = LaneCount { shown: 0, hidden: 2 });
    assert!(window.query_by_label("2 of 14 hidden").is_some());
    assert!(window.query_by_label("Chat").is_some(), "it can be shown again");
}

#[test]
fn words_are_asked_for_as_they_are_typed_and_how_far_the_search_is_is_told() {
    let mut window = with(answer());
    window.get_by_label("Only with").focus();
    window.run();
    window.get_by_label("Only with").type_text("log");
    window.run();
    assert_eq!(asked(&window).filter.words, "log");
    put(&mut window, |answer| answer.searched = Some(40));
    assert!(window.query_by_label("40 % looked through so far").is_some());
}

#[test]
fn the_wheel_zooms_at_the_cursor_and_a_drag_moves_time() {
    let mut window = with(answer());
    let between = |window: &Window| rect(window, BYE).left() - rect(window, "chat <Ada> hello").left();
    let (before, apart) = (rect(&window, BYE), between(&window));
    wheel(&mut window, before.left_center(), 160.0);
    let bye = rect(&window, BYE);
    assert!((bye.left() - before.left()).abs() < 1.0, "what is under the cursor stays: {before:?} {bye:?}");
    assert!((between(&window) - 2.0 * apart).abs() < 1.0, "twice as near");
    let at = pos_in_gap(&window);
    window.drag_at(at);
    window.hover_at(at + vec2(-40.0, 0.0));
    window.run();
    window.drop_at(at + vec2(-40.0, 0.0));
    window.run();
    let moved = bye.left() - rect(&window, BYE).left();
    assert!((moved - 40.0).abs() < 8.0, "{moved}");
}

/// A place of the lanes where nothing lies.
fn pos_in_gap(window: &Window) -> Pos2 {
    let damage = window.get_by_label("Damage").rect().center().y;
    Pos2::new(lanes(window).center().x, damage)
}

#[test]
fn arrows_and_plus_are_the_timelines_under_the_pointer_and_else_the_maps() {
    let mut window = with(answer());
    let is_near = |window: &Window| window.query_by_label("16 blocks").is_none();
    let at = pos_in_gap(&window);
    window.hover_at(at);
    window.run();
    let before = rect(&window, STEP);
    press(&mut window, Key::ArrowRight);
    let moved = rect(&window, STEP);
    assert!(moved.right() < before.right(), "later");
    press(&mut window, Key::Plus);
    assert!(!is_near(&window), "the map stays as it is");
    assert!(rect(&window, STEP).width() > moved.width(), "nearer");
    press(&mut window, Key::Minus);
    let still = rect(&window, STEP);
    window.hover_at(window.get_by_label("Map").rect().center());
    window.run();
    press(&mut window, Key::Plus);
    assert!(is_near(&window));
    assert_eq!(rect(&window, STEP), still);
}

#[test]
fn now_follows_the_newest_until_a_pan_lets_go_and_all_shows_everything() {
    let mut window = with(answer());
    let follows =
        |window: &Window| lanes(window).right() - rect(window, "get me a log: done after 812 game ticks").right();
    window.get_by_label("Now").click();
    window.run();
    assert!(follows(&window) < 20.0, "{}", follows(&window));
    put(&mut window, |answer| answer.whole = Some((NOW - 100_000, NOW + 20_000)));
    let later = follows(&window);
    assert!(later > 20.0, "the newest is farther to the right by now: {later}");
    window.hover_at(pos_in_gap(&window));
    window.run();
    press(&mut window, Key::ArrowLeft);
    let moved = follows(&window);
    put(&mut window, |answer| answer.whole = Some((NOW - 100_000, NOW + 40_000)));
    assert_eq!(follows(&window), moved, "a pan lets go");
    window.hover_at(pos_in_gap(&window));
    window.run();
    press(&mut window, Key::End);
    assert_ne!(follows(&window), moved);
    press(&mut window, Key::Home);
    assert!(rect(&window, STEP).left() >= lanes(&window).left());
    window.get_by_label("This session").click();
    window.run();
    assert!(rect(&window, STEP).left() >= lanes(&window).left());
}

#[test]
fn what_is_at_work_goes_on_until_now_and_grows_once_a_second() {
    let mut at_work = answer();
    at_work.marks[0].mark.to_ms = None;
    at_work.marks[0].mark.state = MarkState::Running;
    let mut window = with(at_work);
    let goal = |window: &Window| rect(window, "get me a log: done after 812 game ticks");
    window.get_by_label("Now").click();
    window.run();
    let (step, end) = (rect(&window, STEP), goal(&window).right());
    for (later, moves) in [(900, false), (1_000, true)] {
        window.state_mut().panels.timeline.desk.now_ms = NOW + later;
        window.run();
        assert_eq!(rect(&window, STEP) != step, moves, "{later} ms later");
    }
    assert_eq!(goal(&window).right(), end, "it ends at now, which stays at the right");
}

#[test]
fn an_idle_window_with_the_timeline_asks_for_no_repaint() {
    let mut window = with(answer());
    window.remove_cursor();
    window.run();
    // It returns once nothing asks for another frame; more than a few would be a window that spins.
    assert!(window.try_run().is_ok_and(|steps| steps <= 3));
    window.state_mut().panels.timeline.desk.now_ms += 60_000;
    let before = rect(&window, STEP);
    window.run();
    assert_eq!(rect(&window, STEP), before, "nothing is at work: time stands still");
}

#[test]
fn the_pointer_on_an_entry_tells_it_in_a_line() {
    let mut window = with(answer());
    window.hover_at(rect(&window, BYE).center());
    window.run();
    let line = "Chat, 30 Nov 2026, 17:01:59 UTC: chat <Ada> bye";
    assert!(window.query_by_label(line).is_some());
}

#[test]
fn a_click_on_an_entry_has_the_inspector_tell_all_of_it() {
    let mut window = with(answer());
    let at = rect(&window, STEP).center();
    click_at(&mut window, at);
    assert_eq!(window.state().panels.timeline.desk.look.map(|mark| mark.id), Some(2));
    assert!(window.query_by_label("Reading\u{2026}").is_some(), "until the answer comes");
    let entry = |id, text: &str, fields: &[(&str, &str)], fault: Option<&str>| EntryTold {
        id,
        wall_ms: NOW,
        tick: 12,
        text: text.to_owned(),
        fields: fields.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect(),
        fault: fault.map(str::to_owned),
    };
    let mark = mark(2, Lane::Step, MarkState::Done, 5_000, Some(80_000));
    let entries = vec![
        entry(2, "mine 3 oak_log", &[("Reason", "a table needs planks"), ("Prompt", "one\ntwo")], None),
        entry(9, "step done", &[], Some("its text is damaged")),
    ];
    let told = MarkTold { mark, bot: "Ada".to_owned(), entries };
    window.state_mut().panels.timeline.desk.told = Some(Arc::new(told));
    window.run();
    for words in
        ["Steps lane", "for 1 min 15 s; session 3 of Ada, goal 7", "a table needs planks", "its text is damaged"]
    {
        assert!(window.query_all_by_label_contains(words).next().is_some(), "{words}");
    }
    assert!(window.query_by_label("two").is_none());
    window.get_by_label("Prompt (2 lines)").click_accesskit();
    window.run();
    assert!(window.query_by_label("two").is_some(), "long texts are folded away");
}

#[test]
fn a_click_on_what_is_counted_shows_it_larger() {
    let mut window = with(answer());
    let before = asked(&window).cell_ms;
    let at = rect(&window, "40 in Models, 3 of them failed: zoom in to see each").center();
    click_at(&mut window, at);
    assert!(asked(&window).cell_ms * 4 < before, "{} {before}", asked(&window).cell_ms);
    assert!(window.query_by_label("Inspector tab").is_none());
}

#[test]
fn comma_and_full_stop_go_from_entry_to_entry_and_enter_inspects() {
    let mut window = with(answer());
    tab_to(&mut window, 80, |window| window.get_by_label("Lanes of the timeline").is_focused());
    press(&mut window, Key::Period);
    let seek = window.state_mut().panels.timeline.desk.seek.take().expect("it looks for the next");
    assert!(seek.forward && seek.id.is_none());
    window.state_mut().panels.timeline.desk.found = Some(Some(answer().marks.remove(1)));
    window.run();
    let line = format!("Steps, 30 Nov 2026, 17:00:54 UTC, 1 min 15 s: {STEP}");
    assert!(window.query_by_label(&line).is_some(), "it is told in a line");
    press(&mut window, Key::Comma);
    let seek = window.state_mut().panels.timeline.desk.seek.take().expect("and for the one before");
    assert_eq!((seek.forward, seek.id), (false, Some(2)));
    press(&mut window, Key::Enter);
    assert!(window.query_by_label("Inspector tab").is_some());
    assert!(window.query_by_label("Steps lane").is_some());
}

#[test]
fn lanes_that_have_no_room_are_moved_into_sight() {
    let mut crowded = answer();
    crowded.marks.extend((10..40).map(|id| {
        let mark = mark(id, Lane::Goal, MarkState::Done, id * 100, Some(80_000));
        ToldMark { mark, text: format!("goal {id}") }
    }));
    let mut window = with(crowded);
    let at = lanes(&window).center();
    let is_in_sight = |window: &Window| lanes(window).intersects(rect(window, "Other"));
    assert!(!is_in_sight(&window));
    window.hover_at(at);
    window.run();
    for _ in 0..5 {
        press(&mut window, Key::ArrowDown);
    }
    assert!(rect(&window, "Other").bottom() <= lanes(&window).bottom() + 1.0);
    press(&mut window, Key::ArrowUp);
    assert!(rect(&window, "Other").bottom() > lanes(&window).bottom());
}

#[test]
fn without_a_store_it_says_why_and_shows_what_there_is() {
    let missing = "Earlier sessions are not here: this run keeps no history (--no-journal).";
    let window = with(TimelineAnswer { missing: Some(missing.to_owned()), ..answer() });
    assert!(window.query_by_label(missing).is_some());
    assert!(window.query_by_label(STEP).is_some());
}

#[test]
fn it_is_told_when_nothing_is_there_and_while_it_is_read() {
    let mut window = window(view(vec![]));
    press(&mut window, Key::Num7);
    assert!(window.query_by_label("Lanes of the timeline").is_some());
    assert!(window.state().panels.timeline.desk.ask.is_some(), "it asks at once");
}

/// How long a frame takes in which as much is drawn as there may be: `cargo test --lib -- --ignored --nocapture a_full_timeline`.
#[test]
#[ignore = "a measurement, for whoever changes how the timeline is drawn"]
fn a_full_timeline_is_drawn_within_a_frame() {
    let mut full = answer();
    let lane = |number: u64| Lane::ALL[number as usize % Lane::COUNT];
    full.marks = (0..4_000)
        .map(|number| {
            let mark = mark(number, lane(number), MarkState::Done, number * 25, Some(number * 25 + 150));
            ToldMark { mark, text: format!("mine 3 oak_log, number {number}") }
        })
        .collect();
    full.cells = (0..1_500)
        .map(|number| TimelineCell { lane: lane(number), from_ms: NOW - 100_000 + number * 400, count: 7, failed: 1 })
        .collect();
    let mut window: Harness<'_, _> = with(full);
    let begun = std::time::Instant::now();
    const FRAMES: u32 = 50;
    window.run_steps(FRAMES as usize);
    eprintln!("a frame of the whole window: {:?}", begun.elapsed() / FRAMES);
}
