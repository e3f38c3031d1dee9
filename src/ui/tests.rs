//! The panels as a person meets them: what is on them, and what a click or a key asks for.

mod back;
mod chat;
mod inspector;
mod inventory;
mod keys;
mod layout;
mod log;
mod map_area;
mod plan;
mod timeline;
mod usage;

use std::sync::Arc;

use bevy_egui::egui::{self, Key, PointerButton, accesskit::Role, pos2, vec2};
use egui_kittest::{Harness, kittest::Queryable};

use super::{
    Panels,
    chosen::Choice,
    goal_box::{GoalBox, goal_box_ui},
    journal::{folded_ui, journal_ui},
    plan::{PlanPanel, plan_ui},
    queue::{Selection, queue_ui},
    status::{notice_ui, status_ui},
    window_ui,
};
use crate::{
    domain::{
        BotView, ChunkPos, Connection, ErrorCode, GoalByHand, GoalState, GoalView, JournalLine, MindView, Observation,
        Priority, Quote, StepByHand, StepStateView, StepView, ToolError, Totals, UserAsk, Vec3,
    },
    knowledge,
    voxel::{Column, Section, SeenWorld},
};

pub(super) fn goal(id: u64, text: &str, state: GoalState) -> GoalView {
    GoalView {
        id,
        text: text.to_owned(),
        bot: None,
        state,
        priority: Priority::Normal,
        note: None,
        instead: Vec::new(),
        planner: None,
        why: None,
        repairs: Vec::new(),
        quote: None,
        steps: Vec::new(),
        ticks: 0,
        model: None,
        asking: None,
        by_hand: GoalByHand::default(),
    }
}

fn step(title: &str, state: StepStateView) -> StepView {
    StepView {
        id: 0,
        title: title.to_owned(),
        reason: format!("a reason to {title}"),
        state,
        attempts: 1,
        allowed: 3,
        expects: "3 more oak_log held than before".to_owned(),
        shown: None,
        ticks: 0,
        outcome: None,
        progress: None,
        error: None,
        place: None,
        build: None,
        by_hand: StepByHand::default(),
    }
}

fn bot(connection: Connection) -> BotView {
    BotView { username: "Blockwright".to_owned(), connection, ..BotView::default() }
}

fn view(goals: Vec<GoalView>) -> MindView {
    MindView { bots: vec![bot(Connection::Joined)], goals, ..MindView::default() }
}

/// What a panel asked for after something was done to it.
fn asks_after(
    panel: impl FnMut(&mut egui::Ui, &mut Vec<UserAsk>),
    act: impl FnOnce(&mut Harness<'_, Vec<UserAsk>>),
) -> Vec<UserAsk> {
    let mut harness = Harness::builder().with_size(vec2(400.0, 600.0)).build_ui_state(panel, Vec::new());
    act(&mut harness);
    harness.run();
    harness.state().clone()
}

/// Fails unless each of these texts is on the panel.
fn shows(panel: impl FnMut(&mut egui::Ui), texts: &[&str]) {
    let harness = Harness::builder().with_size(vec2(400.0, 900.0)).build_ui(panel);
    for text in texts {
        assert!(harness.query_all_by_label_contains(text).next().is_some(), "{text:?} is not shown");
    }
}

#[test]
fn a_typed_goal_is_added_by_enter_and_the_box_stays_ready() {
    let mut state = GoalBox::default();
    let asks = asks_after(
        |ui, asks| goal_box_ui(ui, &view(vec![]), &mut state, asks),
        |harness| {
            for text in ["craft a chest", "  "] {
                harness.get_by_role(Role::TextInput).focus();
                harness.run();
                harness.get_by_role(Role::TextInput).type_text(text);
                harness.run();
                harness.key_press(Key::Enter);
                harness.run();
            }
            assert!(harness.get_by_role(Role::TextInput).is_focused());
        },
    );
    assert_eq!(asks, [UserAsk::NewGoal("craft a chest".to_owned())], "blanks are no goal");
}

#[test]
fn an_example_fills_the_box_and_the_button_adds_it() {
    let mut state = GoalBox::default();
    let asks = asks_after(
        |ui, asks| goal_box_ui(ui, &view(vec![]), &mut state, asks),
        |harness| {
            harness.get_by_label("get me 10 torches").click();
            harness.run();
            assert_eq!(harness.state().len(), 0, "an example is only a suggestion");
            harness.get_by_label("Add goal").click();
        },
    );
    assert_eq!(asks, [UserAsk::NewGoal("get me 10 torches".to_owned())]);
}

#[test]
fn what_was_left_open_is_offered_until_the_user_has_decided() {
    for (button, ask) in [("Go on", UserAsk::GoOn), ("Not now", UserAsk::NotNow)] {
        let left = vec!["craft a chest".to_owned(), "say hi".to_owned()];
        let view = MindView { left_open: left, ..view(vec![]) };
        let mut selection = Selection::default();
        let asks = asks_after(
            |ui, asks| queue_ui(ui, &view, view.bots.first(), &mut selection, asks),
            |harness| {
                assert!(harness.query_all_by_label_contains("2 goals were left open").next().is_some());
                harness.get_by_label(button).click();
            },
        );
        assert_eq!(asks, [ask]);
    }
    let (view, mut selection) = (view(vec![]), Selection::default());
    let harness =
        Harness::builder().build_ui(|ui| queue_ui(ui, &view, view.bots.first(), &mut selection, &mut Vec::new()));
    assert!(harness.query_by_label("Go on").is_none());
}

#[test]
fn a_refusal_is_shown_where_the_goal_was_typed() {
    let refused = GoalView {
        note: Some("TOOL_REQUIRED: iron_ore yields itself only to Silk Touch".to_owned()),
        ..goal(1, "get me an iron_ore", GoalState::Failed)
    };
    let (view, mut state) = (view(vec![refused]), GoalBox::default());
    shows(
        |ui| goal_box_ui(ui, &view, &mut state, &mut Vec::new()),
        &["get me an iron_ore", "was refused: iron_ore yields itself only to Silk Touch"],
    );
}

#[test]
fn what_could_be_asked_for_instead_is_put_into_the_box_by_a_click() {
    let refused = GoalView {
        note: Some("there is no item or block called \"pikaxe\"".to_owned()),
        instead: vec!["get me a stone pickaxe".to_owned(), "get me a stone axe".to_owned()],
        ..goal(1, "get me a pikaxe", GoalState::Failed)
    };
    let view = view(vec![refused]);
    let mut harness = Harness::new_ui_state(
        |ui, state: &mut GoalBox| goal_box_ui(ui, &view, state, &mut Vec::new()),
        GoalBox::default(),
    );
    harness.get_by_label("get me a stone axe").click();
    harness.run();
    assert_eq!(harness.state().text, "get me a stone axe");
}

#[test]
fn each_goal_has_the_buttons_that_fit_its_state() {
    for (state, button, ask) in [
        (GoalState::Active, "Cancel", Some(UserAsk::Cancel(7))),
        (GoalState::Active, "Pause", Some(UserAsk::Pause(7))),
        (GoalState::Queued, "Pause", Some(UserAsk::Pause(7))),
        (GoalState::Queued, "First", Some(UserAsk::Rank(7, Priority::High))),
        (GoalState::Failed, "Retry", Some(UserAsk::Retry(7))),
        (GoalState::Cancelled, "Retry", Some(UserAsk::Retry(7))),
        (GoalState::Active, "Retry", None),
        (GoalState::Paused, "Resume", Some(UserAsk::Resume(7))),
        (GoalState::Paused, "Cancel", Some(UserAsk::Cancel(7))),
        (GoalState::Active, "Resume", None),
        (GoalState::Paused, "Pause", None),
        (GoalState::Done, "Cancel", None),
        (GoalState::Failed, "Resume", None),
    ] {
        let view = view(vec![goal(7, "craft a chest", state)]);
        let mut selection = Selection::default();
        let asks = asks_after(
            |ui, asks| queue_ui(ui, &view, view.bots.first(), &mut selection, asks),
            |harness| {
                if let Some(button) = harness.query_by_label(button) {
                    button.click();
                }
            },
        );
        assert_eq!(asks, ask.into_iter().collect::<Vec<_>>(), "{button} of a goal that is {state:?}");
    }
}

#[test]
fn an_empty_queue_says_what_to_do() {
    shows(
        |ui| queue_ui(ui, &view(vec![]), None, &mut Selection::default(), &mut Vec::new()),
        &["No goal yet. Try: get me a stone pickaxe"],
    );
}

#[test]
fn older_finished_goals_are_folded_away() {
    let view = view((1..=4).map(|id| goal(id, &format!("goal number {id}"), GoalState::Done)).collect());
    let mut selection = Selection::default();
    let mut harness = Harness::builder()
        .with_size(vec2(400.0, 600.0))
        .build_ui(|ui| queue_ui(ui, &view, view.bots.first(), &mut selection, &mut Vec::new()));
    assert!(harness.query_by_label("goal number 4").is_some(), "the newest is shown");
    assert!(harness.query_by_label("goal number 1").is_none());
    harness.get_by_label("Show 3 finished before").click();
    harness.run();
    assert!(harness.query_by_label("goal number 1").is_some());
}

#[test]
fn all_goals_are_held_by_one_click_and_gone_on_with_by_another() {
    let of = |states: [GoalState; 2]| view(vec![goal(1, "say hello", states[0]), goal(2, "craft a chest", states[1])]);
    for (states, button, asked) in [
        ([GoalState::Active, GoalState::Queued], "Hold all", vec![UserAsk::Pause(1), UserAsk::Pause(2)]),
        ([GoalState::Paused, GoalState::Queued], "Hold all", vec![UserAsk::Pause(2)]),
        ([GoalState::Paused, GoalState::Paused], "Go on with all", vec![UserAsk::Resume(1), UserAsk::Resume(2)]),
    ] {
        let (view, mut asks) = (of(states), Vec::new());
        {
            let mut selection = Selection::default();
            let mut harness = Harness::new_ui(|ui| queue_ui(ui, &view, view.bots.first(), &mut selection, &mut asks));
            harness.get_by_label(button).click();
            harness.run();
        }
        assert_eq!(asks, asked, "{states:?}");
    }
}

#[test]
fn a_click_on_a_goal_shows_its_plan() {
    let mut queued = goal(2, "craft a chest", GoalState::Queued);
    queued.steps = vec![step("mine 2 oak_log", StepStateView::Waiting)];
    let view = view(vec![goal(1, "say hello", GoalState::Active), queued]);
    let mut selection = Selection::default();
    assert_eq!(selection.goal(&view, view.bots.first()).map(|goal| goal.id), Some(1), "what is at work comes first");
    {
        let mut harness = Harness::new_ui(|ui| queue_ui(ui, &view, view.bots.first(), &mut selection, &mut Vec::new()));
        harness.get_by_label("craft a chest").click();
        harness.run();
    }
    assert_eq!(selection.goal(&view, view.bots.first()).map(|goal| goal.id), Some(2));
}

#[test]
fn a_plan_tells_all_there_is_to_know() {
    let mut running = step("mine 3 cobblestone", StepStateView::Running);
    running.attempts = 2;
    running.progress = Some(("walking to stone at 4, 60, 9".to_owned(), 1, 3));
    running.error = Some(ToolError::new(ErrorCode::PathBlocked, "stone at 3, 59, 9 cannot be reached"));
    let goal = GoalView {
        planner: Some("offline".to_owned()),
        why: Some("the SOP stone_pickaxe fits".to_owned()),
        repairs: vec!["one more log".to_owned()],
        quote: Some(Quote { steps: 2, ticks: 1600, tools: vec!["wooden_pickaxe".to_owned()], ..Quote::default() }),
        steps: vec![step("mine 3 oak_log", StepStateView::Done), running],
        ..goal(1, "get me a stone pickaxe", GoalState::Active)
    };
    shows(
        |ui| plan_ui(ui, Some(&goal), None, &mut PlanPanel::default(), &mut Choice::default(), &mut Vec::new()),
        &[
            "Planned by the offline planner: the SOP stone_pickaxe fits",
            "2 steps, about 1 min 20 s (1600 game ticks)",
            "Uses wooden_pickaxe",
            "Changed: one more log",
            "1 of 2 steps done",
            "mine 3 oak_log",
            "a reason to mine 3 cobblestone",
            "attempt 2",
            "1 of 3",
            "walking to stone at 4, 60, 9",
            "stone at 3, 59, 9 cannot be reached",
        ],
    );
}

#[test]
fn what_the_model_was_asked_is_told_with_and_without_a_plan() {
    let models = vec!["gemini-3-flash-preview".to_owned()];
    let spent = Totals { calls: 1, input: 1912, output: 388, usd: Some(0.002_12), models, ..Totals::default() };
    for steps in [vec![], vec![step("mine 3 oak_log", StepStateView::Done)]] {
        let model = Some(spent.clone());
        let goal = GoalView { steps, model, ..goal(1, "get me a stone pickaxe", GoalState::Failed) };
        shows(
            |ui| plan_ui(ui, Some(&goal), None, &mut PlanPanel::default(), &mut Choice::default(), &mut Vec::new()),
            &["1 call, 2,300 tokens, $0.0021 by gemini-3-flash-preview"],
        );
    }
}

#[test]
fn that_a_model_is_being_asked_is_told() {
    let asking = Some("asking a-model for a plan".to_owned());
    let waiting = GoalView { asking, steps: Vec::new(), ..goal(1, "make something nice", GoalState::Active) };
    shows(
        |ui| plan_ui(ui, Some(&waiting), None, &mut PlanPanel::default(), &mut Choice::default(), &mut Vec::new()),
        &["asking a-model for a plan\u{2026}"],
    );
}

#[test]
fn the_status_line_tells_how_the_bot_is() {
    let seen = Observation {
        position: Vec3::new(40.5, 66.0, -25.5),
        yaw: 90.0,
        health: 20.0,
        food: 20,
        dimension: "the_nether".to_owned(),
        time_of_day: Some(6000),
        tick_rate: 20.0,
        server_rate: Some(20.0),
        ..Observation::default()
    };
    let view =
        BotView { server: "practice world, seed 1".to_owned(), observation: Some(seen), ..bot(Connection::Joined) };
    let texts =
        ["Blockwright", "in practice world, seed 1", "40 66 -26", "facing west", "the nether", "12:00", "20 ticks/s"];
    let harness = Harness::builder().with_size(vec2(1280.0, 36.0)).build_ui(|ui| status_ui(ui, &view, |_| {}));
    for text in texts {
        assert!(harness.query_by_label(text).is_some(), "{text:?} is not shown");
    }
}

#[test]
fn trouble_is_announced_with_what_happens_next() {
    for (connection, texts) in [
        (Connection::Dead { message: "Blockwright drowned".to_owned() }, ["The bot died", "respawns by itself"]),
        (Connection::Lost { reason: "Server closed".to_owned() }, ["Connection lost", "reconnects by itself"]),
        (Connection::Joining, ["Joining", "fills in"]),
    ] {
        shows(|ui| notice_ui(ui, &bot(connection.clone())), &texts);
    }
}

#[test]
fn a_goal_that_ends_keeps_its_row_as_long_as_the_pointer_is_on_the_list() {
    let of = |state| view(vec![goal(1, "say hello", state), goal(2, "craft a chest", GoalState::Queued)]);
    let mut selection = Selection::default();
    let mut harness = Harness::builder().with_size(vec2(400.0, 600.0)).build_ui_state(
        move |ui, view: &mut MindView| queue_ui(ui, view, view.bots.first(), &mut selection, &mut Vec::new()),
        of(GoalState::Active),
    );
    harness.run();
    let cancel =
        |harness: &Harness<'_, _>| harness.get_all_by_label("Cancel").map(|button| button.rect()).collect::<Vec<_>>();
    let before = cancel(&harness);
    harness.hover_at(before[1].center());
    harness.run();
    *harness.state_mut() = of(GoalState::Failed);
    harness.run();
    assert_eq!(cancel(&harness), before[1..], "the second goal's button stays under the pointer");
    assert!(harness.query_by_label("Retry").is_none(), "and no other comes where the first goal's were");
    harness.hover_at(pos2(399.0, 599.0));
    harness.run();
    harness.remove_cursor();
    harness.run();
    assert!(harness.query_by_label("Retry").is_some());
    assert!(cancel(&harness)[0].top() < before[1].top(), "what has ended is below, once nobody points there");
}

#[test]
fn keys_do_what_the_list_of_keys_tells() {
    let asks = window(|harness| {
        let press = |harness: &mut Harness<'_, Vec<UserAsk>>, key: Key| {
            harness.key_press(key);
            harness.run();
        };
        let text = |harness: &mut Harness<'_, Vec<UserAsk>>, text: &str| {
            harness.event(egui::Event::Text(text.to_owned()));
            harness.run();
        };
        text(harness, "?");
        assert!(harness.query_by_label("this list").is_some());
        press(harness, Key::Escape);
        assert!(harness.query_by_label("this list").is_none());
        assert!(harness.query_by_label("16 blocks").is_some());
        press(harness, Key::Plus);
        assert!(harness.query_by_label("16 blocks").is_none(), "nearer");
        let middle = harness.get_by_label("Map").rect().center();
        harness.hover_at(middle);
        harness.run();
        assert!(harness.query_by_label("0 64 0").is_some());
        press(harness, Key::ArrowRight);
        assert!(harness.query_by_label("5 64 0").is_some(), "farther east");
        press(harness, Key::F);
        harness.hover_at(middle + vec2(1.0, 0.0));
        harness.run();
        assert!(harness.query_by_label("0 64 0").is_some(), "at the bot again");
        text(harness, "/");
        assert!(harness.get_by_role(Role::TextInput).is_focused());
        text(harness, "say hi");
        press(harness, Key::Space);
        press(harness, Key::Enter);
    });
    assert_eq!(asks, [UserAsk::NewGoal("say hi".to_owned())], "the key that opened the box is not in it");
}

#[test]
fn the_journal_has_all_lines_and_folded_away_the_last() {
    let line = |text: &str| JournalLine { tick: 12, bot: None, goal: Some(1), text: text.to_owned() };
    let lines = [line("joined"), line("planned 9 steps")];
    let mut harness = Harness::builder().build_ui_state(|ui, opened| *opened |= folded_ui(ui, &lines), false);
    assert!(harness.query_by_label("planned 9 steps").is_some());
    assert!(harness.query_by_label("joined").is_none());
    harness.get_by_label("Journal").click();
    harness.run();
    assert!(*harness.state());
    shows(|ui| journal_ui(ui, &lines, &mut Choice::default()), &["joined", "planned 9 steps"]);
}

/// The whole window over flat grass at y 64, the bot in the middle of the map.
fn window(act: impl FnOnce(&mut Harness<'_, Vec<UserAsk>>)) -> Vec<UserAsk> {
    window_of(view(vec![]), act)
}

/// The same with this in the view.
fn window_of(mut view: MindView, act: impl FnOnce(&mut Harness<'_, Vec<UserAsk>>)) -> Vec<UserAsk> {
    let grass = knowledge::block("grass_block").expect("grass").default_state;
    let mut states = [0; 4096];
    states[..256].fill(grass);
    let column = Arc::new(Column { min_y: 64, sections: vec![Section::from_states(&states)] });
    let mut world = SeenWorld::default();
    for (x, z) in (-8..8).flat_map(|x| (-8..8).map(move |z| (x, z))) {
        world.insert(ChunkPos { x, z }, column.clone());
    }
    let seen = Observation { position: Vec3::new(0.5, 65.0, 0.5), ..Observation::default() };
    view.bots[0].observation = Some(seen);
    let mut panels = Panels::default();
    let mut harness = Harness::builder().with_size(vec2(1280.0, 800.0)).build_state(
        move |context, asks: &mut Vec<UserAsk>| asks.extend(window_ui(context, &view, &world, &mut panels)),
        Vec::new(),
    );
    harness.run();
    act(&mut harness);
    harness.run();
    harness.state().clone()
}

/// Clicks a point with the right button.
fn open_menu<S>(harness: &mut Harness<'_, S>, at: egui::Pos2) {
    harness.hover_at(at);
    harness.run();
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, egui::Modifiers::NONE);
        harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        harness.run();
    }
}

/// Turns the wheel at a place, by so many points.
fn wheel<S>(harness: &mut Harness<'_, S>, at: egui::Pos2, by: f32) {
    harness.hover_at(at);
    harness.run();
    let (unit, delta, modifiers) = (egui::MouseWheelUnit::Point, vec2(0.0, by), egui::Modifiers::NONE);
    harness.event(egui::Event::MouseWheel { unit, delta, modifiers });
    // A hint may be due under the pointer once it rests.
    harness.run_steps(8);
}

/// Presses Tab until something is reached, so often at most.
fn tab_to<S>(harness: &mut Harness<'_, S>, most: usize, is_there: impl Fn(&Harness<'_, S>) -> bool) {
    for _ in 0..most {
        if is_there(harness) {
            break;
        }
        harness.key_press(Key::Tab);
        harness.run();
    }
    assert!(is_there(harness), "Tab leads to it");
}

/// Clicks a point of the map with the right button, then an entry of the menu that opens.
fn right_click(harness: &mut Harness<'_, Vec<UserAsk>>, at: egui::Pos2, entry: &str) {
    open_menu(harness, at);
    harness.get_by_label_contains(entry).click();
    harness.run();
}

#[test]
fn a_right_click_on_the_map_asks_in_words() {
    let asks = window(|harness| {
        let middle = harness.get_by_label("Map").rect().center();
        // The bot stands in the middle of block 0, 0; five points are a block.
        right_click(harness, middle + vec2(25.0, -50.0), "Go here");
        right_click(harness, middle + vec2(-50.0, 25.0), "Mine this");
    });
    assert_eq!(
        asks,
        [UserAsk::NewGoal("go to 5 65 -10".to_owned()), UserAsk::NewGoal("mine 1 grass_block at -10 64 5".to_owned())]
    );
}

#[test]
fn the_corner_tells_what_is_under_the_cursor() {
    window(|harness| {
        let map = harness.get_by_label("Map").rect();
        harness.hover_at(map.center() + vec2(-100.0, 0.0));
        harness.run();
        assert!(harness.query_by_label("-20 64 0").is_some());
        assert!(harness.query_by_label("grass_block").is_some());
        harness.hover_at(pos2(map.center().x, map.top() + 1.0));
        harness.run();
        assert!(harness.query_by_label("grass_block").is_some(), "73 blocks to the north there is grass still");
    });
}

#[test]
fn what_the_corner_tells_stays_while_the_pointer_is_on_it() {
    window(|harness| {
        let corner = harness.get_by_label("Map").rect().left_bottom() + vec2(110.0, -25.0);
        harness.hover_at(corner);
        harness.run();
        let told = harness.get_by_label("grass_block").rect();
        assert!(told.contains(corner), "{told:?} is not under {corner:?}");
        harness.step();
        assert!(harness.query_by_label("grass_block").is_some());
    });
}

#[test]
fn a_drag_lets_go_of_the_bot_and_the_wheel_zooms() {
    window(|harness| {
        let middle = harness.get_by_label("Map").rect().center();
        harness.hover_at(middle);
        harness.run();
        harness.drag_at(middle);
        harness.hover_at(middle + vec2(50.0, 0.0));
        harness.run();
        harness.drop_at(middle + vec2(50.0, 0.0));
        harness.run();
        harness.hover_at(middle + vec2(50.0, 0.0));
        harness.run();
        assert!(harness.query_by_label("0 64 0").is_some(), "the world came along with the hand");
        let scale = |harness: &Harness<'_, Vec<UserAsk>>| harness.query_by_label("16 blocks").is_some();
        assert!(scale(harness));
        let (unit, delta) = (egui::MouseWheelUnit::Point, vec2(0.0, 160.0));
        harness.event(egui::Event::MouseWheel { unit, delta, modifiers: egui::Modifiers::NONE });
        harness.run();
        assert!(!scale(harness), "twice as near");
        assert!(harness.query_by_label("0 64 0").is_some(), "what is under the cursor stays there");
    });
}

/// The whole window with two bots, the second of which is somewhere else.
fn two_bots() -> MindView {
    let place = |x: f64| Some(Observation { position: Vec3::new(x, 65.0, 0.5), ..Observation::default() });
    let named =
        |name: &str, x: f64| BotView { username: name.to_owned(), observation: place(x), ..bot(Connection::Joined) };
    let of = |name: &str, goal: GoalView| GoalView { bot: Some(name.to_owned()), ..goal };
    MindView {
        bots: vec![named("Ada", 0.5), named("Bert", 40.5)],
        goals: vec![
            of("Ada", goal(1, "craft a chest", GoalState::Active)),
            of("Bert", goal(2, "get me 10 torches", GoalState::Active)),
        ],
        ..MindView::default()
    }
}

#[test]
fn several_bots_have_a_tab_each_and_the_brackets_go_from_one_to_the_next() {
    let (view, world, mut panels) = (two_bots(), SeenWorld::default(), Panels::default());
    let mut harness = Harness::builder().with_size(vec2(1280.0, 800.0)).build_state(
        move |context, asks: &mut Vec<UserAsk>| asks.extend(window_ui(context, &view, &world, &mut panels)),
        Vec::new(),
    );
    harness.run();
    let at = |harness: &Harness<'_, Vec<UserAsk>>, place: &str| harness.query_by_label(place).is_some();
    assert!(at(&harness, "0 65 0"), "the first is watched");
    assert!(at(&harness, "Bert"), "the other has a tab");
    for (key, place) in [
        (Key::CloseBracket, "40 65 0"),
        (Key::CloseBracket, "0 65 0"),
        (Key::OpenBracket, "40 65 0"),
        (Key::OpenBracket, "0 65 0"),
    ] {
        harness.key_press(key);
        harness.run();
        assert!(at(&harness, place), "{key:?}");
    }
    harness.get_by_label("Bert").click();
    harness.run();
    assert!(at(&harness, "40 65 0"));
    right_click(&mut harness, vec2(300.0, 300.0).to_pos2(), "Go here");
    assert!(
        matches!(harness.state().as_slice(), [UserAsk::NewGoal(goal)] if goal.starts_with("Bert: go to ")),
        "{:?}",
        harness.state()
    );
}

#[test]
fn one_bot_needs_no_tab_and_no_name() {
    let view = MindView { bots: vec![bot(Connection::Joined)], ..two_bots() };
    shows(|ui| queue_ui(ui, &view, view.bots.first(), &mut Selection::default(), &mut Vec::new()), &["at work"]);
    let harness = Harness::builder()
        .with_size(vec2(400.0, 900.0))
        .build_ui(|ui| queue_ui(ui, &view, view.bots.first(), &mut Selection::default(), &mut Vec::new()));
    assert!(harness.query_all_by_label_contains("Ada").next().is_none());
    let both = two_bots();
    shows(|ui| queue_ui(ui, &both, both.bots.first(), &mut Selection::default(), &mut Vec::new()), &["Ada: at work"]);
}
