//! The log as a person meets it: by level, module and words, copied, looked at closely, and the count of what went wrong.

use bevy_egui::egui::{Key, OutputCommand, accesskit::Role};
use egui_kittest::kittest::Queryable;

use super::{
    layout::{Window, window},
    tab_to, view, wheel,
};
use crate::domain::{LogLevel, LogLine};

/// 30 November 2026, 17:02:29 UTC.
const AT: u64 = 1_796_058_149_000;

fn log(window: &mut Window, level: LogLevel, target: &str, text: &str) {
    let line = LogLine { number: 0, at_ms: AT, level, target: target.to_owned(), text: text.to_owned() };
    window.state_mut().panels.log.desk.add(line);
    window.run();
}

const JOINED: &str = "info practice::game::join: Bert joined";
const STRAYED: &str = "debug body::skills::walk: strayed";
const FULL: &str = "warning journal::file: the disk is full";
const LOST: &str = "error wgpu_core::device: lost";

/// A line of each level in a window, and the log not yet opened.
fn with_lines() -> Window {
    let mut window = window(view(vec![]));
    for (level, target, text) in [
        (LogLevel::Info, "blockwright_practice::game::join", "Bert joined"),
        (LogLevel::Debug, "blockwright::body::skills::walk", "strayed"),
        (LogLevel::Warning, "blockwright::journal::file", "the disk is full"),
        (LogLevel::Error, "wgpu_core::device", "lost"),
    ] {
        log(&mut window, level, target, text);
    }
    window
}

fn open() -> Window {
    let mut window = with_lines();
    press(&mut window, Key::Num9);
    window
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run();
}

fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(4);
}

fn shows(window: &Window) -> Vec<&'static str> {
    [JOINED, STRAYED, FULL, LOST].into_iter().filter(|line| window.query_by_label(line).is_some()).collect()
}

#[test]
fn lines_are_chosen_by_level_by_module_and_by_words() {
    let mut window = open();
    assert_eq!(shows(&window), [JOINED, FULL, LOST]);
    for (menu, entry, shown) in [
        ("Info", "Debug", vec![JOINED, STRAYED, FULL, LOST]),
        ("Debug", "Warnings", vec![FULL, LOST]),
        ("Warnings", "All levels", vec![JOINED, STRAYED, FULL, LOST]),
        ("All modules", "body", vec![STRAYED]),
        ("body", "all", vec![JOINED, STRAYED, FULL, LOST]),
        ("All levels", "Errors", vec![LOST]),
        ("Errors", "Info", vec![JOINED, FULL, LOST]),
    ] {
        click(&mut window, menu);
        click(&mut window, entry);
        assert_eq!(shows(&window), shown, "{menu}, {entry}");
    }
    window.get_by_role_and_label(Role::TextInput, "With").focus();
    window.run();
    window.get_by_role_and_label(Role::TextInput, "With").type_text("DISK");
    window.run();
    assert_eq!(shows(&window), [FULL]);
    window.get_by_role_and_label(Role::TextInput, "With").type_text("?");
    window.run();
    assert!(window.query_by_label_contains("No line passes").is_some());
}

#[test]
fn what_is_shown_is_copied() {
    let mut window = open();
    window.get_by_label("Copy").click();
    let copied = (0..4).find_map(|_| {
        window.step();
        window.output().platform_output.commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    });
    let copied = copied.expect("something is copied");
    let lines: Vec<&str> = copied.lines().collect();
    assert_eq!(lines[0], format!("30 Nov 2026, 17:02:29 UTC {JOINED}"));
    assert_eq!(lines.len(), 3, "what is hidden is not copied");
}

#[test]
fn a_click_on_a_line_has_the_inspector_tell_all_of_it() {
    let mut window = open();
    click(&mut window, FULL);
    for words in
        ["Inspector tab", "the disk is full", "blockwright::journal::file, 30 Nov 2026, 17:02:29 UTC", "Copy line"]
    {
        assert!(window.query_all_by_label(words).next().is_some(), "{words:?} is not shown");
    }
    tab_to(&mut window, 80, |window| window.get_by_label(LOST).is_focused());
    press(&mut window, Key::Enter);
    assert!(window.query_all_by_label("wgpu_core::device, 30 Nov 2026, 17:02:29 UTC").next().is_some());
}

#[test]
fn what_went_wrong_is_counted_until_it_is_seen_and_a_click_shows_it() {
    let mut window = with_lines();
    assert!(window.query_by_label("1 error").is_some(), "the worst is counted");
    click(&mut window, "1 error");
    assert_eq!(shows(&window), [FULL, LOST]);
    assert!(window.query_by_label("1 error").is_none(), "it is seen");
    press(&mut window, Key::Num9);
    log(&mut window, LogLevel::Info, "blockwright::app", "nothing bad");
    log(&mut window, LogLevel::Warning, "winit", "a strange display");
    assert!(window.query_by_label_contains("error").is_none() && window.query_by_label_contains("warning").is_none());
    (0..2).for_each(|_| log(&mut window, LogLevel::Warning, "blockwright::app", "slow"));
    assert!(window.query_by_label("2 warnings").is_some());
}

#[test]
fn the_newest_line_is_followed_and_a_click_comes_back() {
    let mut window = open();
    for number in 0..300 {
        let line = LogLine {
            number: 0,
            at_ms: AT,
            level: LogLevel::Info,
            target: "blockwright::ui".to_owned(),
            text: format!("line {number}"),
        };
        window.state_mut().panels.log.desk.add(line);
    }
    window.run();
    assert!(window.query_by_label("info ui: line 299").is_some());
    assert!(window.query_by_label("info ui: line 0").is_none(), "only what is in sight is drawn");
    let at = window.get_by_label("info ui: line 298").rect().center();
    wheel(&mut window, at, 400.0);
    log(&mut window, LogLevel::Info, "blockwright::ui", "news");
    assert!(window.query_by_label("info ui: news").is_none());
    window.get_by_label("1 new").click();
    window.run_steps(8);
    assert!(window.query_by_label("info ui: news").is_some());
}
