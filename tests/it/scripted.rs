//! A mind with a body that a test plays: every order is seen, every report is the test's own, time moves by frames.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use bevy::{
    app::App,
    diagnostic::FrameCountPlugin,
    ecs::message::Messages,
    time::{TimePlugin, TimeUpdateStrategy},
};
use blockwright::{
    app::{BotConfig, BotPlanner, Model, Recorder, SessionConfig, build_mind, task_pools},
    body::{Body, CALL_DEADLINE, Leases, Order, Report, Slots},
    domain::{
        Audience, BlockPos, ChunkPos, Connection, ErrorCode, GoalState, GoalView, Observation, Receipt, SlotStack,
        ToolError, ToolRequest, ToolResult, UserAsk, Vec3,
    },
    journal,
    knowledge::{self, SopLibrary},
    mind::{self, Owners, Policy, View},
    voxel::{Column, Section},
};
use crossbeam_channel::{Receiver, Sender, bounded};
use serde_json::{Value, json};

use super::harness::STUCK;

/// Frames a test waits at most for something to be ordered.
const PATIENCE: usize = 200;

/// The mind under test and the test's end of its body.
pub struct Scripted {
    pub app: App,
    orders: Receiver<Order>,
    reports: Sender<Report>,
    /// A model has answered.
    news: Receiver<()>,
    pub slots: Arc<Slots>,
    pub seen: Observation,
}

impl Scripted {
    /// A mind that has joined, with nothing held and these goals asked.
    pub fn new(goals: &[&str], policy: Policy) -> Self {
        Self::with_model(goals, policy, None)
    }

    /// As [`Scripted::new`], with a model that plans.
    pub fn with_model(goals: &[&str], policy: Policy, model: Option<Model>) -> Self {
        Self::beginning(SopLibrary::load(None).expect("our own SOPs"), goals, policy, model, None)
    }

    /// As [`Scripted::with_model`], with procedures of the test's own.
    pub fn following(sops: SopLibrary, goals: &[&str], policy: Policy, model: Option<Model>) -> Self {
        Self::beginning(sops, goals, policy, model, None)
    }

    /// As [`Scripted::with_model`], with a store.
    pub fn recorded(goals: &[&str], policy: Policy, model: Option<Model>, recorder: Option<Recorder>) -> Self {
        Self::beginning(SopLibrary::load(None).expect("our own SOPs"), goals, policy, model, recorder)
    }

    fn beginning(
        sops: SopLibrary,
        goals: &[&str],
        policy: Policy,
        model: Option<Model>,
        recorder: Option<Recorder>,
    ) -> Self {
        let (orders_in, orders) = bounded(64);
        let (reports, reports_out) = bounded(64);
        let slots = Arc::new(Slots::default());
        let body =
            Body { orders: orders_in.into(), reports: reports_out, slots: slots.clone(), leases: Leases::default() };
        let config = SessionConfig {
            bots: vec![BotConfig {
                username: "Bot".to_owned(),
                server: "127.0.0.1:0".to_owned(),
                server_name: "a script".to_owned(),
                planner: BotPlanner::Session,
            }],
            owners: Owners::default(),
            goals: goals.iter().map(|goal| (*goal).to_owned()).collect(),
            policy,
            sops,
            model,
            journal_file: None,
            zones: Default::default(),
            recorder,
        };
        let mut app = App::new();
        app.add_plugins((task_pools(), FrameCountPlugin, TimePlugin))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
        let (wake, news) = bounded(1);
        build_mind(&mut app, config, vec![body], Arc::new(move || _ = wake.try_send(()))).expect("a mind");
        app.finish();
        app.cleanup();
        let seen = Observation { slots: vec![None; 46], position: Vec3::new(0.5, 64.0, 0.5), ..Default::default() };
        let mut scripted = Self { app, orders, reports, news, slots, seen };
        scripted.show();
        scripted.report(Report::Spawned { dimension: "overworld".to_owned(), position: Vec3::new(0.5, 64.0, 0.5) });
        scripted
    }

    /// One frame of 50 ms and one game tick, with a sign of life.
    pub fn frame(&mut self) {
        self.slots.heartbeat.fetch_add(1, Ordering::AcqRel);
        self.silent_frame();
    }

    /// One frame and one game tick in which the body does not beat.
    pub fn silent_frame(&mut self) {
        self.slots.tick.fetch_add(1, Ordering::AcqRel);
        self.app.update();
    }

    /// Lets game ticks pass.
    pub fn pass(&mut self, ticks: u64) {
        self.slots.tick.fetch_add(ticks, Ordering::AcqRel);
        self.frame();
    }

    /// Waits until a model has answered. Its calls live in wall time, and the mind's own moves by frames.
    pub fn wait_for_news(&mut self) {
        self.news.recv_timeout(STUCK).expect("a model's answer");
    }

    pub fn report(&mut self, report: Report) {
        self.reports.try_send(report).expect("room for a report");
    }

    /// The next order of the mind.
    pub fn order(&mut self) -> Order {
        for _ in 0..PATIENCE {
            if let Ok(order) = self.orders.try_recv() {
                return order;
            }
            self.frame();
        }
        panic!("no order in {PATIENCE} frames; goals: {:#?}", self.view().goals);
    }

    /// An order, if one has been given by now.
    pub fn next_order(&mut self) -> Option<Order> {
        self.frame();
        self.orders.try_recv().ok()
    }

    /// The next order, which must be a call.
    pub fn call(&mut self) -> (u64, ToolRequest) {
        match self.order() {
            Order::Call { id, request, .. } => (id, request),
            other => panic!("expected a call, got {other:?}"),
        }
    }

    /// No order comes for a while.
    pub fn no_order(&mut self) {
        for _ in 0..20 {
            self.frame();
            if let Ok(order) = self.orders.try_recv() {
                panic!("unexpected order: {order:?}");
            }
        }
    }

    pub fn succeed(&mut self, id: u64, tool: &str, data: Value) {
        self.report(Report::Outcome { id, result: ToolResult::new(tool, 1, 1, Ok(data)) });
        self.frame();
    }

    pub fn fail(&mut self, id: u64, tool: &str, code: ErrorCode, context: Value) {
        let error = ToolError::new(code, "the script says so").with(context);
        self.report(Report::Outcome { id, result: ToolResult::new(tool, 1, 1, Err(error)) });
        self.frame();
    }

    /// What the bot holds from now on.
    pub fn holds(&mut self, items: &[(&str, u32)]) {
        self.seen.slots = vec![None; 46];
        for (slot, (item, count)) in items.iter().enumerate() {
            self.seen.slots[9 + slot] = Some(SlotStack { item: (*item).to_owned(), count: *count, damage: None });
        }
        self.show();
    }

    /// Puts the observation where the mind sees it.
    pub fn show(&mut self) {
        *self.slots.observation.lock().expect("the slot") = Some(self.seen.clone());
    }

    /// Shows a column full of such blocks.
    pub fn sees(&mut self, column: ChunkPos, block: &str) {
        self.sees_state(column, knowledge::block(block).expect("a block").default_state);
    }

    /// Shows a column full of blocks in this state.
    pub fn sees_state(&mut self, column: ChunkPos, state: u16) {
        let blocks = Column { min_y: 64, sections: vec![Section::Uniform(state)] };
        self.slots.columns.lock().expect("the slot").changed.insert(column, Some(Arc::new(blocks)));
    }

    /// Shows a column of air with one block in it.
    pub fn sees_one(&mut self, at: BlockPos, block: &str) {
        let mut states = [0; 4096];
        let place = |coordinate: i32| coordinate.rem_euclid(16) as usize;
        states[place(at.y) << 8 | place(at.z) << 4 | place(at.x)] =
            knowledge::block(block).expect("a block").default_state;
        let blocks = Column { min_y: at.y.div_euclid(16) * 16, sections: vec![Section::from_states(&states)] };
        self.slots.columns.lock().expect("the slot").changed.insert(at.chunk(), Some(Arc::new(blocks)));
    }

    /// Shows a column of these states, sixteen layers from 64 up.
    pub fn sees_states(&mut self, column: ChunkPos, states: &[u16; 4096]) {
        let blocks = Column { min_y: 64, sections: vec![Section::from_states(states)] };
        self.slots.columns.lock().expect("the slot").changed.insert(column, Some(Arc::new(blocks)));
    }

    pub fn ask(&mut self, ask: UserAsk) {
        self.app.world_mut().write_message(ask);
        self.frame();
    }

    /// A line of chat, to everyone; from the server where nobody has sent it.
    pub fn hear(&mut self, sender: Option<&str>, message: &str) {
        let (sender, message) = (sender.map(str::to_owned), message.to_owned());
        self.report(Report::Chat { sender, message, audience: Audience::Everyone });
    }

    pub fn view(&self) -> &blockwright::domain::MindView {
        &self.app.world().resource::<View>().0
    }

    pub fn goal(&self) -> &GoalView {
        self.view().goals.first().expect("a goal")
    }

    /// Whether the journal holds a recovery whose reason contains these words.
    pub fn recovered_by(&self, words: &str) -> bool {
        self.app.world().resource::<journal::Journal>().entries().iter().any(
            |entry| matches!(&entry.event, journal::Event::Recovery { why, .. } if why.to_lowercase().contains(words)),
        )
    }
}

fn headless() -> Policy {
    Policy::default()
}

fn window() -> Policy {
    Policy { comes_back: true, ..Policy::default() }
}

#[test]
fn a_step_is_done_only_when_the_inventory_shows_it() {
    let mut mind = Scripted::new(&["mine 2 dirt"], headless());
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.target == "dirt" && mine.count == 2), "{request:?}");
    mind.succeed(id, "mine", json!({ "item": "dirt", "collected": 2, "blocks_broken": 2 }));
    assert_eq!(mind.goal().state, GoalState::Active, "the tool's word alone is not enough");
    mind.holds(&[("dirt", 2)]);
    mind.frame();
    assert_eq!(mind.goal().state, GoalState::Done);
}

#[test]
fn success_without_evidence_is_a_failed_attempt_and_three_of_them_end_the_goal() {
    let mut mind = Scripted::new(&["mine 2 dirt"], headless());
    for attempt in 1..=3 {
        let (id, _) = mind.call();
        assert_eq!(mind.goal().steps[0].attempts, attempt);
        mind.succeed(id, "mine", json!({}));
        mind.pass(60);
    }
    assert_eq!(mind.goal().state, GoalState::Failed);
    let error = mind.goal().steps[0].error.clone().expect("an error");
    assert_eq!(error.code, ErrorCode::ActionFailed);
    mind.no_order();
}

#[test]
fn a_retry_asks_only_for_what_is_left() {
    let mut mind = Scripted::new(&["mine 8 dirt"], headless());
    let (id, _) = mind.call();
    mind.holds(&[("dirt", 5)]);
    mind.fail(id, "mine", ErrorCode::Timeout, json!({ "collected": 5 }));
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.count == 3), "{request:?}");
    mind.holds(&[("dirt", 8)]);
    mind.fail(id, "mine", ErrorCode::Timeout, json!({}));
    assert_eq!(mind.goal().state, GoalState::Done, "what is there counts, however the call ended");
}

#[test]
fn what_was_not_found_is_searched_farther_away() {
    let mut mind = Scripted::new(&["mine 1 dirt"], headless());
    let (id, _) = mind.call();
    mind.fail(id, "mine", ErrorCode::ResourceNotFound, json!({ "target": "dirt", "search_radius": 64 }));
    let (_, request) = mind.call();
    assert!(
        matches!(&request, ToolRequest::Mine(mine) if mine.max_radius > Some(64)) || request.name() == "navigate",
        "{request:?}"
    );
    assert!(mind.recovered_by("search") || mind.recovered_by("explor"));
}

#[test]
fn a_missing_tool_is_made_first() {
    let mut mind = Scripted::new(&["mine 1 cobblestone"], headless());
    mind.holds(&[("wooden_pickaxe", 1)]);
    let (id, request) = mind.call();
    let ToolRequest::Mine(mine) = &request else {
        // The goal was planned before the pickaxe was seen: nothing to recover from.
        panic!("{request:?}");
    };
    assert_eq!(mine.target, "cobblestone");
    mind.holds(&[]);
    mind.fail(id, "mine", ErrorCode::ToolRequired, json!({ "tier": "wooden_pickaxe" }));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.target.contains("log")), "{request:?}");
}

#[test]
fn a_full_inventory_is_relieved_of_what_is_worth_least() {
    let mut mind = Scripted::new(&["mine 1 oak_log"], headless());
    let (id, _) = mind.call();
    mind.holds(&[("diamond", 3), ("cobblestone", 64), ("dirt", 64)]);
    mind.fail(id, "mine", ErrorCode::InventoryFull, json!({ "item": "oak_log" }));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Drop(drop) if drop.item == "dirt"), "{request:?}");
}

#[test]
fn a_blocked_way_is_dug_through_in_the_end() {
    let mut mind = Scripted::new(&["go to 30 64 30"], headless());
    let (id, _) = mind.call();
    mind.fail(id, "navigate", ErrorCode::PathBlocked, json!({}));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Navigate(to) if to.dig), "{request:?}");
}

#[test]
fn a_place_in_the_air_becomes_the_one_beside_it_to_stand_on() {
    let mut mind = Scripted::new(&["go to 30 68 30"], headless());
    let (id, _) = mind.call();
    let context = json!({ "nearest_standable": { "x": 30, "y": 66, "z": 30 } });
    mind.fail(id, "navigate", ErrorCode::PathBlocked, context);
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Navigate(to) if to.y == Some(66)), "{request:?}");
    mind.seen.position = Vec3::new(30.5, 66.0, 30.5);
    mind.show();
    mind.succeed(id, "navigate", json!({}));
    assert_eq!(mind.goal().state, GoalState::Done);
}

#[test]
fn a_place_far_from_any_to_stand_on_is_not_swapped_for_another() {
    let mut mind = Scripted::new(&["go to 30 20 30"], headless());
    let (id, _) = mind.call();
    let context = json!({ "nearest_standable": { "x": 30, "y": 66, "z": 30 } });
    mind.fail(id, "navigate", ErrorCode::PathBlocked, context.clone());
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Navigate(to) if to.dig && to.y == Some(20)), "{request:?}");
    mind.fail(id, "navigate", ErrorCode::PathBlocked, context);
    assert_eq!(mind.goal().state, GoalState::Failed);
}

#[test]
fn missing_materials_are_gathered_before_the_craft() {
    let mut mind = Scripted::new(&["craft 4 stick"], headless());
    mind.holds(&[("oak_planks", 2)]);
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Craft(craft) if craft.item == "stick"), "{request:?}");
    mind.holds(&[]);
    mind.fail(id, "craft", ErrorCode::InsufficientMaterials, json!({ "missing": { "oak_planks": 2 } }));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.target.contains("log")), "{request:?}");
}

#[test]
fn without_a_window_death_ends_the_goal() {
    let mut mind = Scripted::new(&["mine 1 dirt"], headless());
    let (id, _) = mind.call();
    mind.report(Report::Died { message: "Bot fell from a high place".to_owned(), position: Vec3::default() });
    mind.fail(id, "mine", ErrorCode::BotDied, json!({}));
    assert_eq!(mind.goal().state, GoalState::Failed);
    mind.no_order();
}

#[test]
fn in_a_window_the_bot_respawns_and_the_goal_waits_for_resume() {
    let mut mind = Scripted::new(&["mine 1 dirt"], window());
    let (id, _) = mind.call();
    mind.report(Report::Died { message: "Bot fell from a high place".to_owned(), position: Vec3::default() });
    mind.fail(id, "mine", ErrorCode::BotDied, json!({}));
    assert_eq!(mind.order(), Order::Respawn);
    assert_eq!(mind.goal().state, GoalState::Paused);
    mind.report(Report::Spawned { dimension: "overworld".to_owned(), position: Vec3::default() });
    mind.no_order();
    mind.ask(UserAsk::Resume(1));
    let (_, request) = mind.call();
    assert_eq!(request.name(), "mine");
}

#[test]
fn in_a_window_a_lost_server_is_joined_again() {
    let mut mind = Scripted::new(&["mine 1 dirt"], window());
    let (id, _) = mind.call();
    mind.report(Report::Disconnected { reason: "Server closed".to_owned(), joined: true });
    mind.fail(id, "mine", ErrorCode::Disconnected, json!({}));
    assert_eq!(mind.goal().state, GoalState::Paused);
    assert!(matches!(mind.view().bots[0].connection, Connection::Lost { .. }));
    assert_eq!(mind.order(), Order::Rejoin);
}

#[test]
fn a_server_lost_between_two_calls_ends_the_goal_too() {
    let mut mind = Scripted::new(&["mine 1 dirt", "mine 1 sand"], headless());
    let (id, _) = mind.call();
    mind.holds(&[("dirt", 1)]);
    mind.report(Report::Disconnected { reason: "Server closed".to_owned(), joined: true });
    mind.succeed(id, "mine", json!({}));
    mind.frame();
    mind.frame();
    let states: Vec<GoalState> = mind.view().goals.iter().map(|goal| goal.state).collect();
    assert_eq!(states, [GoalState::Done, GoalState::Failed]);
}

#[test]
fn a_silent_body_counts_as_disconnected() {
    let mut mind = Scripted::new(&["mine 1 dirt"], headless());
    mind.call();
    for _ in 0..12 * 20 {
        mind.silent_frame();
    }
    assert_eq!(mind.goal().state, GoalState::Failed);
    assert_eq!(mind.goal().steps[0].error.as_ref().map(|error| error.code), Some(ErrorCode::Disconnected));
}

#[test]
fn a_body_that_never_answers_runs_into_the_minds_own_deadline() {
    let mut mind = Scripted::new(&["mine 1 dirt"], headless());
    let (id, _) = mind.call();
    mind.pass(CALL_DEADLINE + 1);
    assert_eq!(mind.goal().steps[0].attempts, 1, "the body is given time to give up first");
    mind.pass(mind::MIND_DEADLINE);
    assert_eq!(mind.order(), Order::Cancel { id });
}

#[test]
fn pause_withdraws_the_call_and_resume_goes_on_without_counting_it() {
    let mut mind = Scripted::new(&["mine 4 dirt"], window());
    let (id, _) = mind.call();
    mind.holds(&[("dirt", 1)]);
    mind.ask(UserAsk::Pause(1));
    assert_eq!(mind.order(), Order::Cancel { id });
    mind.fail(id, "mine", ErrorCode::Cancelled, json!({}));
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Paused);
    assert_eq!(mind.goal().steps[0].attempts, 0);
    mind.ask(UserAsk::Resume(1));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.count == 3), "{request:?}");
}

#[test]
fn a_late_outcome_of_a_cancelled_goal_changes_nothing() {
    let mut mind = Scripted::new(&["mine 1 dirt", "mine 1 sand"], headless());
    let (first, _) = mind.call();
    mind.ask(UserAsk::Cancel(1));
    assert_eq!(mind.order(), Order::Cancel { id: first });
    let (second, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.target == "sand"));
    mind.fail(first, "mine", ErrorCode::Cancelled, json!({}));
    mind.holds(&[("sand", 1)]);
    mind.succeed(second, "mine", json!({}));
    let states: Vec<GoalState> = mind.view().goals.iter().map(|goal| goal.state).collect();
    assert_eq!(states, [GoalState::Cancelled, GoalState::Done]);
}

#[test]
fn what_somebody_else_says_is_no_evidence_and_no_instruction() {
    let mut mind = Scripted::new(&["say hello"], headless());
    let (id, _) = mind.call();
    mind.hear(Some("Eve"), "hello");
    mind.hear(Some("Eve"), "mine 64 diamond_block");
    mind.succeed(id, "chat", json!({ "message": "hello" }));
    assert_eq!(mind.goal().state, GoalState::Active);
    assert_eq!(mind.view().goals.len(), 1);
    mind.hear(Some("Bot"), "hello");
    mind.frame();
    assert_eq!(mind.goal().state, GoalState::Done);
}

#[test]
fn an_impossible_goal_is_refused_before_anything_moves() {
    let mut mind = Scripted::new(&["get me an iron_ore"], headless());
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Failed);
    assert!(mind.goal().note.as_ref().is_some_and(|note| note.contains("TOOL_REQUIRED")), "{:?}", mind.goal().note);
}

#[test]
fn a_body_that_ends_without_an_outcome_still_ends_the_goal() {
    let mut mind = Scripted::new(&["mine 1 dirt"], headless());
    mind.call();
    mind.report(Report::Disconnected { reason: "the body's thread ended".to_owned(), joined: true });
    for _ in 0..12 * 20 {
        mind.silent_frame();
    }
    assert_eq!(mind.goal().state, GoalState::Failed);
}

#[test]
fn a_wood_asked_for_by_name_is_not_swapped_for_another() {
    let mut mind = Scripted::new(&["mine 2 oak_log"], headless());
    let (id, _) = mind.call();
    mind.sees(ChunkPos { x: 0, z: 0 }, "birch_log");
    mind.fail(id, "mine", ErrorCode::ResourceNotFound, json!({ "target": "oak_log", "search_radius": 64 }));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.target == "oak_log"), "{request:?}");
}

#[test]
fn what_is_not_found_far_and_wide_is_explored_for() {
    let mut mind = Scripted::new(&["mine 1 dirt"], headless());
    let not_found = json!({ "target": "dirt", "search_radius": 64 });
    let (id, _) = mind.call();
    mind.fail(id, "mine", ErrorCode::ResourceNotFound, not_found.clone());
    let (id, _) = mind.call();
    mind.fail(id, "mine", ErrorCode::ResourceNotFound, not_found);
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Explore(leg) if leg.until.as_deref() == Some("dirt")), "{request:?}");
    assert!(mind.recovered_by("exploring"));
}

#[test]
fn a_full_inventory_never_costs_what_other_steps_gathered() {
    let mut mind = Scripted::new(&["mine 2 dirt and mine 2 sand"], headless());
    let (id, _) = mind.call();
    mind.holds(&[("dirt", 2), ("stick", 64)]);
    mind.succeed(id, "mine", json!({}));
    let (id, _) = mind.call();
    mind.fail(id, "mine", ErrorCode::InventoryFull, json!({ "item": "sand" }));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Drop(drop) if drop.item == "stick"), "{request:?}");
}

#[test]
fn nor_what_they_are_to_use() {
    let mut mind = Scripted::new(&["mine 1 oak_log and place dirt"], headless());
    mind.holds(&[("dirt", 64), ("stick", 64)]);
    let (id, _) = mind.call();
    mind.fail(id, "mine", ErrorCode::InventoryFull, json!({ "item": "oak_log" }));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Drop(drop) if drop.item == "stick"), "{request:?}");
}

const TABLE: &str = "crafting_table";

/// Takes the mind to be ordered to take back a table from there.
fn takes_back(mind: &mut Scripted, at: BlockPos, held: &[(&str, u32)]) {
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.target == TABLE && mine.at == Some(at)), "{request:?}");
    mind.holds(held);
    mind.succeed(id, "mine", json!({}));
}

#[test]
fn a_table_that_a_failed_craft_left_standing_is_taken_back_before_one_leaves() {
    let mut mind = beside(TABLE, "craft 1 chest and go to 100 64 100", &[("oak_planks", 8), (TABLE, 1)]);
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Craft(_)), "one stands near: {request:?}");
    mind.holds(&[("oak_planks", 8)]);
    let placed = json!({ "placed": { "block": TABLE, "x": 2, "y": 64, "z": 0 } });
    mind.fail(id, "craft", ErrorCode::ActionFailed, placed);
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Craft(_)), "{request:?}");
    mind.holds(&[("chest", 1)]);
    mind.succeed(id, "craft", json!({ "placed": null }));
    takes_back(&mut mind, BlockPos::new(2, 64, 0), &[("chest", 1), (TABLE, 1)]);
    assert_eq!(mind.call().1.name(), "navigate");
}

#[test]
fn a_table_that_was_asked_for_stays() {
    let goal = "place a crafting table, go to 100 64 100 and make a stone pickaxe";
    let mut mind = Scripted::new(&[goal], headless());
    mind.holds(&[(TABLE, 2), ("cobblestone", 3), ("stick", 2)]);
    for (at, held) in [(BlockPos::new(2, 64, 0), 1), (BlockPos::new(102, 64, 100), 0)] {
        let (id, request) = mind.call();
        assert!(matches!(&request, ToolRequest::PlaceBlock(place) if place.block == TABLE), "{request:?}");
        mind.sees(at.chunk(), TABLE);
        mind.holds(&[(TABLE, held), ("cobblestone", 3), ("stick", 2)]);
        mind.succeed(id, "place_block", json!({ "block": TABLE, "x": at.x, "y": at.y, "z": at.z }));
        if held == 1 {
            let (id, request) = mind.call();
            assert_eq!(request.name(), "navigate");
            mind.seen.position = Vec3::new(100.5, 64.0, 100.5);
            mind.show();
            mind.succeed(id, "navigate", json!({}));
        }
    }
    let (id, request) = mind.call();
    assert_eq!(request.name(), "craft");
    mind.holds(&[("stone_pickaxe", 1)]);
    mind.succeed(id, "craft", json!({ "placed": null }));
    takes_back(&mut mind, BlockPos::new(102, 64, 100), &[("stone_pickaxe", 1), (TABLE, 1)]);
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Done);
}

#[test]
fn what_only_tidies_up_is_tried_once_and_fails_no_goal() {
    let mut mind = Scripted::new(&["make a stone pickaxe"], headless());
    mind.holds(&[(TABLE, 1), ("cobblestone", 3), ("stick", 2)]);
    let at = BlockPos::new(2, 64, 0);
    let (id, request) = mind.call();
    assert_eq!(request.name(), "place_block");
    mind.sees(at.chunk(), TABLE);
    mind.holds(&[("cobblestone", 3), ("stick", 2)]);
    mind.succeed(id, "place_block", json!({ "block": TABLE, "x": at.x, "y": at.y, "z": at.z }));
    let (id, request) = mind.call();
    assert_eq!(request.name(), "craft");
    mind.holds(&[("stone_pickaxe", 1)]);
    mind.succeed(id, "craft", json!({ "placed": null }));
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.at == Some(at)), "{request:?}");
    mind.fail(id, "mine", ErrorCode::ActionFailed, json!({ "seen": "no drop" }));
    mind.no_order();
    let report = mind::report(mind.app.world_mut(), false);
    let goal = &report.goals[0];
    assert!(report.success, "{report:#?}");
    assert!(goal.why.as_ref().is_some_and(|why| why.contains("could not take back")), "{report:#?}");
    assert_eq!((goal.attempts, goal.steps.last().map(|step| step.attempts)), (3, Some(1)), "{report:#?}");
}

/// A mind that has seen such blocks beside it.
fn beside(block: &str, goal: &str, held: &[(&str, u32)]) -> Scripted {
    let mut mind = Scripted::new(&[goal], headless());
    mind.holds(held);
    mind.sees(ChunkPos { x: 0, z: 0 }, block);
    mind
}

#[test]
fn a_furnace_that_cannot_be_used_is_made() {
    let held = [("sand", 2), ("coal", 1), ("stone_pickaxe", 1), ("cobblestone", 8), ("crafting_table", 1)];
    let mut mind = beside("furnace", "smelt 2 glass", &held);
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Smelt(smelt) if smelt.item == "glass" && smelt.count == 2), "{request:?}");
    mind.fail(id, "smelt", ErrorCode::InsufficientMaterials, json!({ "missing": { "furnace": 1 } }));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::PlaceBlock(place) if place.block == "crafting_table"), "{request:?}");
    let steps: Vec<&str> = mind.goal().steps.iter().map(|step| step.title.as_str()).collect();
    assert_eq!(steps[1..], ["craft 1 furnace", "mine 1 crafting_table", "smelt 2 glass with coal"]);
    assert!(mind.recovered_by("1 furnace are missing"));
}

#[test]
fn where_the_fuel_is_gone_another_is_burnt_or_got() {
    let mut mind = beside("furnace", "smelt 2 glass", &[("sand", 2), ("coal", 1), ("oak_planks", 2)]);
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Smelt(smelt) if smelt.fuel.as_deref() == Some("planks")), "{request:?}");
    mind.holds(&[("sand", 2), ("coal", 1)]);
    mind.fail(id, "smelt", ErrorCode::InsufficientMaterials, json!({ "missing": { "planks": 2 } }));
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Smelt(smelt) if smelt.fuel.as_deref() == Some("coal")), "{request:?}");
    assert!(mind.recovered_by("planks are missing"));
    mind.holds(&[("sand", 1), ("glass", 1)]);
    mind.fail(id, "smelt", ErrorCode::InsufficientMaterials, json!({ "missing": { "coal": 1 } }));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.target == "log" && mine.count == 1), "{request:?}");
}

#[test]
fn what_cannot_be_reached_is_looked_for_elsewhere() {
    let mut mind = Scripted::new(&["mine 1 dirt"], headless());
    let (id, _) = mind.call();
    mind.fail(id, "mine", ErrorCode::PathBlocked, json!({ "target": "dirt", "search_radius": 64 }));
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.max_radius > Some(64)), "{request:?}");
    assert!(mind.recovered_by("trying others"));
    mind.fail(id, "mine", ErrorCode::PathBlocked, json!({ "target": "dirt", "search_radius": 96 }));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Navigate(to) if to.dig), "from another place, dug to: {request:?}");
}

#[test]
fn a_time_limit_also_passes_while_no_ticks_do() {
    // A body that cannot keep up, or a server that stands still: the tick never moves on.
    let policy = Policy { timeout: Some(1_000_000), wall_timeout: Some(Duration::from_secs(10)), ..headless() };
    let mut mind = Scripted::new(&["mine 1 dirt"], policy);
    mind.call();
    for _ in 0..190 {
        mind.frame();
    }
    assert_eq!(mind.goal().state, GoalState::Active, "a frame is 50 ms");
    for _ in 0..20 {
        mind.frame();
    }
    assert_eq!(mind.goal().state, GoalState::Failed);
    assert!(mind.goal().note.as_ref().is_some_and(|note| note.contains("10 seconds")), "{:?}", mind.goal());
}

#[test]
fn every_ask_gets_a_receipt() {
    let mut mind = Scripted::new(&["say hello"], window());
    let mut cursor = mind.app.world().resource::<Messages<Receipt>>().get_cursor();
    let mut answer = |mind: &mut Scripted, ask: UserAsk| {
        mind.ask(ask.clone());
        let receipts: Vec<Receipt> = cursor.read(mind.app.world().resource::<Messages<Receipt>>()).cloned().collect();
        let [receipt] = receipts.iter().filter(|receipt| receipt.ask == ask).collect::<Vec<_>>()[..] else {
            panic!("one receipt for {ask:?}: {receipts:?}");
        };
        receipt.outcome.clone().map_err(|error| error.message)
    };
    assert_eq!(answer(&mut mind, UserAsk::NewGoal("say bye".to_owned())), Ok(Some(2)));
    assert!(answer(&mut mind, UserAsk::NewGoal("  ".to_owned())).is_err_and(|why| why.contains("needs words")));
    assert!(mind.view().refused.as_deref().is_some_and(|why| why.contains("needs words")), "shown until the next ask");
    assert_eq!(answer(&mut mind, UserAsk::Cancel(2)), Ok(Some(2)));
    assert_eq!(mind.view().refused, None);
    assert_eq!(answer(&mut mind, UserAsk::Pause(2)), Err("goal 2 is cancelled".to_owned()));
    assert_eq!(answer(&mut mind, UserAsk::Resume(7)), Err("there is no goal 7".to_owned()));
}

#[test]
fn a_long_session_keeps_the_newest_goals_and_reports_all() {
    let mut mind = Scripted::new(&["go to 9 9 9"], window());
    mind.order();
    mind.ask(UserAsk::Pause(1));
    // None of these makes sense, so each is over at once.
    for number in 0..250 {
        mind.ask(UserAsk::NewGoal(format!("get me {number} unicorns")));
    }
    mind.frame();
    let goals = &mind.view().goals;
    assert!(goals.len() <= 110, "{}", goals.len());
    assert_eq!((goals[0].id, goals[0].state), (1, GoalState::Paused), "what is open stays, however old");
    assert_eq!(goals.last().map(|goal| goal.id), Some(251));
    let report = mind::report(mind.app.world_mut(), true);
    assert_eq!(report.goals.len(), 251);
    let unicorns = |goal: &str| report.goals.iter().filter(|told| told.goal == goal).count();
    assert_eq!((unicorns("get me 3 unicorns"), unicorns("get me 249 unicorns")), (1, 1));
}
