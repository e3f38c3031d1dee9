//! The chat as a person meets it: who said what, the newest in sight, and speaking as the bot.

use std::sync::Arc;

use bevy_egui::egui::{self, Key, accesskit::Role};
use egui_kittest::kittest::Queryable;

use super::{
    goal,
    layout::{Window, window},
    tab_to, view, wheel,
};
use crate::{
    domain::{Audience, BotView, ChatLine, ChatSource, GoalState, MindView, Observation, UserAsk},
    ui::tests::bot,
};

/// 30 November 2026, 17:02:29 UTC.
const AT: u64 = 1_796_058_149_000;

fn line(number: u64, source: ChatSource, audience: Audience, text: &str) -> ChatLine {
    ChatLine { number, at_ms: AT + 1_000 * number, bot: None, source, audience, text: text.to_owned() }
}

fn from(number: u64, name: &str, text: &str) -> ChatLine {
    line(number, ChatSource::Player(name.to_owned()), Audience::Everyone, text)
}

fn with(chat: Vec<ChatLine>, goals: Vec<crate::domain::GoalView>) -> MindView {
    let mut view = MindView { chat: Arc::new(chat.into()), ..view(goals) };
    view.bots[0].observation = Some(Observation { online: vec!["Ada".to_owned()], ..Observation::default() });
    view
}

/// The window with the chat open.
fn open(view: MindView) -> Window {
    let mut window = window(view);
    window.key_press(Key::Num8);
    window.run();
    window
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run();
}

fn box_(window: &Window) -> egui_kittest::Node<'_> {
    // The goal box is the other one.
    window.get_all_by_role(Role::TextInput).min_by(|a, b| a.rect().left().total_cmp(&b.rect().left())).expect("a box")
}

fn say(window: &mut Window, words: &str) {
    window.event(egui::Event::Text("t".to_owned()));
    window.run();
    box_(window).type_text(words);
    window.run();
    press(window, Key::Enter);
}

#[test]
fn every_line_says_when_it_was_said_by_whom_and_for_whom() {
    let private = |audience, name: &str| line(3, ChatSource::Player(name.to_owned()), audience, "psst");
    let chat = vec![
        from(0, "Ada", "hello <b>all</b>"),
        from(1, "Blockwright", "hi Ada"),
        line(2, ChatSource::Server, Audience::Everyone, "Ada made an advancement"),
        private(Audience::Bot, "Ada"),
        ChatLine { number: 4, at_ms: AT + 4_000, ..private(Audience::Player("Ada".to_owned()), "Blockwright") },
    ];
    let window = open(with(chat, vec![]));
    for words in [
        "Ada: hello <b>all</b>",
        "Blockwright (bot): hi Ada",
        "server: Ada made an advancement",
        "Ada (private): psst",
        "Blockwright (bot) to Ada (private): psst",
        "17:02:29",
        "17:02:33",
    ] {
        assert!(window.query_by_label(words).is_some(), "{words:?} is not shown");
    }
    let (first, last) = (window.get_by_label("17:02:29").rect(), window.get_by_label("17:02:33").rect());
    assert!(first.top() < last.top(), "the newest is at the bottom");
}

#[test]
fn with_several_bots_each_has_what_it_heard() {
    let heard = |number, bot: &str, text: &str| ChatLine { bot: Some(bot.to_owned()), ..from(number, "Ada", text) };
    let mut view = with(vec![heard(0, "Blockwright", "for one"), heard(1, "Bert", "for the other")], vec![]);
    view.bots.push(BotView { username: "Bert".to_owned(), ..bot(crate::domain::Connection::Joined) });
    let mut window = open(view);
    assert!(window.query_by_label("Ada: for one").is_some() && window.query_by_label("Ada: for the other").is_none());
    press(&mut window, Key::CloseBracket);
    assert!(window.query_by_label("Ada: for one").is_none() && window.query_by_label("Ada: for the other").is_some());
    say(&mut window, "hi");
    let said = UserAsk::Say { bot: "Bert".to_owned(), words: "hi".to_owned() };
    assert_eq!(window.state().asks, [said], "whoever is watched speaks");
}

#[test]
fn a_long_line_is_wrapped_within_the_pane() {
    for text in ["word ".repeat(120), "w".repeat(900)] {
        let window = open(with(vec![from(0, "Ada", text.trim())], vec![]));
        let line = window.get_by_label(&format!("Ada: {}", text.trim())).rect();
        let pane = window.get_by_label("Chat tab").rect();
        assert!(line.right() < 1280.0 - 401.0 && line.height() > 3.0 * pane.height() / 2.0, "{line:?}");
    }
}

#[test]
fn the_newest_is_in_sight_until_one_scrolls_up_and_a_click_comes_back() {
    let lines =
        |count: u64| (0..count).map(|number| from(number, "Ada", &format!("line {number}"))).collect::<Vec<_>>();
    let mut window = open(with(lines(100), vec![]));
    let sees = |window: &Window, number: u64| {
        let list = window
            .get_all_by_role(Role::TextInput)
            .map(|typed| typed.rect())
            .min_by(|a, b| a.left().total_cmp(&b.left()));
        let (line, tab) =
            (window.get_by_label(&format!("Ada: line {number}")).rect(), window.get_by_label("Chat tab").rect());
        line.top() >= tab.bottom() && line.bottom() <= list.expect("a box").top()
    };
    let put = |window: &mut Window, count: u64| {
        window.state_mut().view_mut().chat = Arc::new(lines(count).into());
        window.run();
    };
    assert!(sees(&window, 99));
    put(&mut window, 103);
    assert!(sees(&window, 102) && window.query_by_label("3 new").is_none(), "what is new is followed");
    let middle = window.get_by_label("Ada: line 101").rect().center();
    wheel(&mut window, middle, 200.0);
    assert!(!sees(&window, 102) && window.query_by_label("To the end").is_some());
    put(&mut window, 108);
    assert!(!sees(&window, 107), "who reads is not torn away");
    window.get_by_label("5 new").click();
    // The pointer stays on it, and its hint comes up.
    window.run_steps(8);
    assert!(sees(&window, 107) && window.query_by_label("5 new").is_none());
    put(&mut window, 109);
    assert!(sees(&window, 108), "and what is new is followed again");
}

#[test]
fn words_are_said_by_enter_or_a_click_and_the_box_stays_ready() {
    let mut window = open(with(vec![], vec![]));
    say(&mut window, "  hello all ");
    assert!(box_(&window).is_focused());
    box_(&window).type_text("and bye");
    window.run();
    window.get_by_label("Say").click();
    window.run();
    press(&mut window, Key::Enter);
    let said = |words: &str| UserAsk::Say { bot: "Blockwright".to_owned(), words: words.to_owned() };
    assert_eq!(window.state().asks, [said("hello all"), said("and bye")]);
}

#[test]
fn the_key_of_the_chats_box_opens_its_pane() {
    let mut window = window(with(vec![], vec![]));
    window.event(egui::Event::Text("t".to_owned()));
    window.run();
    assert!(window.query_by_label("Chat tab").is_some());
    assert!(box_(&window).is_focused());
    window.event(egui::Event::Text("to Ada".to_owned()));
    window.run();
    press(&mut window, Key::Enter);
    let said = UserAsk::Say { bot: "Blockwright".to_owned(), words: "to Ada".to_owned() };
    assert_eq!(window.state().asks, [said], "the key that opened the box is not in it");
}

#[test]
fn a_command_and_a_line_that_is_too_long_stay_in_the_box_and_say_why() {
    let mut window = open(with(vec![], vec![]));
    say(&mut window, "/tp 0 0 0");
    assert!(window.query_by_label_contains("is a command, and the bot only speaks").is_some());
    assert_eq!(window.state().asks, []);
    let mut window = open(with(vec![], vec![]));
    say(&mut window, &"a".repeat(251));
    let said = UserAsk::Say { bot: "Blockwright".to_owned(), words: "a".repeat(251) };
    assert_eq!(window.state().asks, [said]);
    box_(&window).type_text(&"a".repeat(251));
    window.run();
    assert!(window.query_by_label("251 of 256").is_some());
    box_(&window).type_text("123456");
    window.run();
    assert!(window.query_by_label("1 too many").is_some());
    press(&mut window, Key::Enter);
    assert_eq!(window.state().asks.len(), 1, "nothing more");
}

#[test]
fn what_the_server_did_not_show_is_told_and_can_be_changed() {
    let mut window = open(with(vec![], vec![]));
    say(&mut window, "hello");
    let mut failed = goal(1, "say \"hello\"", GoalState::Failed);
    failed.note = Some("ACTION_FAILED: the server did not repeat the message".to_owned());
    window.state_mut().view_mut().goals = vec![failed];
    window.run();
    let told = "\u{201c}hello\u{201d} was not said: the server did not repeat the message";
    assert!(window.query_by_label(told).is_some());
    let edit = window.get_all_by_label("Edit").min_by(|a, b| a.rect().left().total_cmp(&b.rect().left()));
    edit.expect("beside what was not said").click();
    window.run();
    assert_eq!(box_(&window).value().as_deref(), Some("hello"));
    assert!(window.query_by_label(told).is_none() && box_(&window).is_focused());
}

#[test]
fn what_makes_sense_is_asked_for_by_a_click_or_by_key() {
    let mut window = open(with(vec![from(0, "Ada", "hi")], vec![goal(1, "craft a chest", GoalState::Active)]));
    window.get_by_label("stop").click();
    window.run();
    tab_to(&mut window, 60, |window| window.get_by_label("go to Ada").is_focused());
    press(&mut window, Key::Enter);
    let asked = ["stop", "go to Ada"].map(|words| UserAsk::NewGoal(words.to_owned()));
    assert_eq!(window.state().asks, asked);
}
