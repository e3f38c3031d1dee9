//! A model that is slow: the offline plan begins after the patience, and the model's is taken if it comes, is proved from where
//! the bot is by then, and is better. Time moves by frames of 50 ms, and the model answers when the test says so.

use std::{sync::Arc, time::Duration};

use blockwright::{
    body::Order,
    domain::{ErrorCode, GoalState, ToolRequest, UserAsk},
    journal::{Entry, Event},
    mind::model::{Limits, Provider},
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::{
    llm_stub::{Response, Stub},
    model::{GOAL, Mind, limits, main_job, model, plan_text, planners},
};

const MODEL: Provider = Provider::Gemini;
/// Frames of a second.
const SECOND: usize = 20;

fn patience(seconds: u64) -> Limits {
    Limits { patience: Duration::from_secs(seconds), ..limits() }
}

/// A model that answers with this when the test says so.
fn slow(text: String) -> (Stub, Arc<Notify>) {
    let say = Arc::new(Notify::new());
    let said = say.clone();
    (Stub::start(MODEL, move |_| Response::Later(said.clone(), text.clone())), say)
}

fn steps(steps: &[(&str, Value)]) -> String {
    let step = |(tool, params): &(&str, Value)| json!({ "call": { "tool": tool, "params": params }, "reason": "so" });
    json!({ "why": "it is near", "steps": steps.iter().map(step).collect::<Vec<_>>() }).to_string()
}

/// A mind that has begun with the offline plan at once, and its first call.
fn begun(goal: &str, stub: &Stub, limits: Limits) -> (Mind, u64, ToolRequest) {
    let mut mind = Mind::new(&[goal], model(stub, MODEL, limits));
    let (id, request) = mind.0.call();
    stub.has_heard(1);
    assert_eq!(planners(&mind.events()), ["offline"]);
    (mind, id, request)
}

/// The model answers, and is heard.
fn answers(mind: &mut Mind, say: &Notify) {
    say.notify_one();
    mind.0.wait_for_news();
    mind.0.frame();
    assert!(!mind.is_asking());
}

fn asked(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| matches!(entry.event, Event::ModelPrompt { .. }))
}

/// How often the patience ended, and whether a plan began.
fn lost(mind: &Mind) -> Vec<(u64, bool)> {
    let lost = |event: &Event| match event {
        Event::PatienceLost { seconds, begins, .. } => Some((*seconds, *begins)),
        _ => None,
    };
    mind.events().iter().filter_map(lost).collect()
}

fn put_aside(mind: &Mind) -> Vec<String> {
    let why = |event: Event| match event {
        Event::PutAside { why } => Some(why),
        _ => None,
    };
    mind.events().into_iter().filter_map(why).collect()
}

fn taken(mind: &Mind) -> Vec<String> {
    let why = |event: Event| match event {
        Event::PlanTaken { why } => Some(why),
        _ => None,
    };
    mind.events().into_iter().filter_map(why).collect()
}

fn asking(mind: &Mind) -> String {
    mind.0.goal().asking.clone().unwrap_or_default()
}

#[test]
fn after_the_patience_the_offline_plan_begins_while_the_model_is_asked_on() {
    let (stub, _say) = slow(plan_text(GOAL));
    let mut mind = Mind::new(&[GOAL], model(&stub, MODEL, patience(2)));
    mind.until("asked", asked);
    assert!(asking(&mind).starts_with("asking"), "{}", asking(&mind));
    let began = (1..=3 * SECOND).find(|_| mind.0.next_order().is_some());
    assert_eq!(began, Some(2 * SECOND), "frames without an order");
    assert_eq!(lost(&mind), [(2, true)]);
    assert_eq!(planners(&mind.events()), ["offline"]);
    assert!(mind.is_asking() && asking(&mind).contains("the offline plan is at work"), "{}", asking(&mind));
    assert_eq!(mind.fell_back(), None, "the model is not done with");
}

#[test]
fn a_model_that_answers_in_time_is_waited_for() {
    let (stub, say) = slow(plan_text(GOAL));
    let mut mind = Mind::new(&[GOAL], model(&stub, MODEL, patience(2)));
    mind.until("asked", asked);
    (0..SECOND).for_each(|_| assert_eq!(mind.0.next_order(), None));
    answers(&mut mind, &say);
    mind.until_planned();
    (0..3 * SECOND).for_each(|_| mind.0.frame());
    assert_eq!((lost(&mind), planners(&mind.events())), (vec![], vec![MODEL.default_model().to_owned()]));
}

#[test]
fn a_plan_that_is_no_quicker_is_put_aside_after_the_step_in_hand() {
    let (stub, say) = slow(plan_text(GOAL));
    let (mut mind, id, request) = begun(GOAL, &stub, patience(0));
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.count == 3), "{request:?}");
    answers(&mut mind, &say);
    mind.0.no_order();
    assert!(put_aside(&mind).is_empty() && asking(&mind).contains("after this step"), "{}", asking(&mind));
    mind.0.holds(&[("oak_log", 3)]);
    mind.0.succeed(id, "mine", json!({}));
    let why = put_aside(&mind);
    assert!(why.len() == 1 && why[0].contains("game ticks"), "{why:?}");
    assert!(matches!(mind.0.call().1, ToolRequest::Craft(_)), "the offline plan goes on");
    assert_eq!((planners(&mind.events()), asking(&mind)), (vec!["offline".to_owned()], String::new()));
    assert_eq!(mind.0.goal().model.as_ref().map(|model| model.calls), Some(1), "it is paid for all the same");
    assert_eq!(stub.requests().len(), 1);
}

/// By the time it comes, what the model's plan builds on is there: before, it could not have been proved.
#[test]
fn a_plan_that_is_quicker_from_where_the_bot_is_by_then_is_taken() {
    let (stub, say) = slow(steps(&[("craft", json!({ "item": "torch", "count": 4 }))]));
    let (mut mind, id, request) = begun("get 4 torches", &stub, patience(0));
    let ToolRequest::Mine(mine) = &request else { panic!("{request:?}") };
    answers(&mut mind, &say);
    mind.0.no_order();
    mind.0.holds(&[("oak_log", mine.count), ("coal", 1), ("stick", 1)]);
    mind.0.succeed(id, "mine", json!({}));
    let why = taken(&mind);
    assert!(why.len() == 1 && why[0].contains("game ticks"), "{why:?}; {:?}", put_aside(&mind));
    let (id, request) = mind.0.call();
    assert!(matches!(&request, ToolRequest::Craft(craft) if craft.item == "torch"), "{request:?}");
    assert_eq!(planners(&mind.events()), ["offline", MODEL.default_model()]);
    let goal = mind.0.goal();
    assert_eq!(goal.planner.as_deref(), Some(MODEL.default_model()));
    assert_eq!((goal.steps.len(), goal.steps[0].attempts), (2, 1), "what is done stays done: {:?}", goal.steps);
    mind.0.holds(&[("oak_log", mine.count), ("torch", 4)]);
    mind.0.succeed(id, "craft", json!({}));
    assert_eq!(mind.0.goal().state, GoalState::Done);
}

#[test]
fn an_answer_that_cannot_be_proved_leaves_the_offline_plan_at_work() {
    let (stub, say) = slow("I do not know.".to_owned());
    let (mut mind, id, _) = begun(GOAL, &stub, Limits { max_calls: 1, ..patience(0) });
    answers(&mut mind, &say);
    mind.0.holds(&[("oak_log", 3)]);
    mind.0.succeed(id, "mine", json!({}));
    let why = put_aside(&mind);
    assert!(why.len() == 1 && why[0].contains("cannot be proved") && why[0].contains("no JSON object"), "{why:?}");
    assert!(matches!(mind.0.call().1, ToolRequest::Craft(_)));
    assert_eq!((planners(&mind.events()), mind.fell_back()), (vec!["offline".to_owned()], None));
}

#[test]
fn what_is_wrong_goes_back_while_the_offline_plan_is_at_work() {
    let (stub, say) = slow("I do not know.".to_owned());
    let (mut mind, id, _) = begun(GOAL, &stub, patience(0));
    answers(&mut mind, &say);
    mind.0.holds(&[("oak_log", 3)]);
    mind.0.succeed(id, "mine", json!({}));
    stub.has_heard(2);
    assert!(matches!(mind.0.call().1, ToolRequest::Craft(_)), "nothing waits for the repair");
    assert_eq!((lost(&mind).len(), put_aside(&mind).len()), (1, 0), "it is one question still");
}

#[test]
fn a_goal_that_is_done_first_withdraws_the_call() {
    let (stub, _say) = slow(plan_text("mine 1 dirt"));
    let (mut mind, id, _) = begun("mine 1 dirt", &stub, patience(0));
    mind.0.holds(&[("dirt", 1)]);
    mind.0.succeed(id, "mine", json!({}));
    assert_eq!(mind.0.goal().state, GoalState::Done);
    let outcomes: Vec<String> = mind.calls().into_iter().map(|call| call.outcome).collect();
    assert_eq!((outcomes, put_aside(&mind)), (vec!["withdrawn".to_owned()], vec![]));
    assert_eq!(asking(&mind), "");
}

#[test]
fn a_pause_withdraws_the_call_and_the_offline_plan_goes_on_after_it() {
    for heard in [false, true] {
        let (stub, say) = slow(plan_text(GOAL));
        let (mut mind, id, first) = begun(GOAL, &stub, patience(0));
        if heard {
            answers(&mut mind, &say);
        }
        mind.0.ask(UserAsk::Pause(1));
        assert_eq!(mind.0.order(), Order::Cancel { id });
        mind.0.fail(id, "mine", ErrorCode::Cancelled, json!({}));
        let outcomes: Vec<String> = mind.calls().into_iter().map(|call| call.outcome).collect();
        assert_eq!(outcomes, [if heard { "ok" } else { "withdrawn" }]);
        assert_eq!(put_aside(&mind).len(), usize::from(heard), "an answer that was heard is accounted for");
        mind.0.ask(UserAsk::Resume(1));
        assert_eq!(mind.0.call().1, first);
        assert_eq!((stub.requests().len(), asking(&mind)), (1, String::new()));
    }
}

#[test]
fn where_there_is_no_offline_plan_the_bot_waits() {
    let (stub, say) = slow(steps(&[("mine", json!({ "target": "dirt" }))]));
    let mut mind = Mind::new(&["make me happy somehow"], model(&stub, MODEL, patience(2)));
    mind.until("asked", asked);
    (0..4 * SECOND).for_each(|_| assert_eq!(mind.0.next_order(), None));
    assert_eq!(lost(&mind), [(2, false)], "said once");
    assert!(asking(&mind).starts_with("asking"), "{}", asking(&mind));
    answers(&mut mind, &say);
    mind.0.call();
    assert_eq!(planners(&mind.events()), [MODEL.default_model()]);
}

/// The words name a procedure and nothing else is known of them: the model may know better.
#[test]
fn where_only_the_model_understands_the_goal_its_plan_is_taken_though_it_is_slower() {
    let goal = "make me a stone tool kit";
    let (stub, say) = slow(steps(&[("mine", json!({ "target": "log", "count": 60 }))]));
    let (mut mind, id, request) = begun(goal, &stub, patience(0));
    let ToolRequest::Mine(mine) = &request else { panic!("{request:?}") };
    answers(&mut mind, &say);
    mind.0.holds(&[("oak_log", mine.count)]);
    mind.0.succeed(id, "mine", json!({}));
    assert_eq!(taken(&mind), ["only the model understands the goal in full"]);
    let (_, request) = mind.0.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.count == 60), "{request:?}");
    assert!(mind.0.goal().note.as_deref().is_some_and(|note| note.contains("as the model understands it")));
}

#[test]
fn a_failure_is_left_to_the_rules_while_the_model_is_asked_for_a_plan() {
    let (stub, _say) = slow(plan_text("mine 1 dirt"));
    let (mut mind, id, _) = begun("mine 1 dirt", &stub, patience(0));
    mind.0.fail(id, "mine", ErrorCode::ResourceNotFound, json!({ "search_radius": 64 }));
    let (id, _) = mind.0.call();
    mind.0.fail(id, "mine", ErrorCode::ResourceNotFound, json!({ "search_radius": 96 }));
    let (_, request) = mind.0.call();
    assert!(matches!(&request, ToolRequest::Explore(_)), "a guess is better than to stand still: {request:?}");
    assert!(mind.is_asking());
    assert_eq!(stub.requests().len(), 1, "one question at a time");
}

#[test]
fn what_the_rules_would_give_up_waits_for_the_models_plan() {
    let (stub, say) = slow(steps(&[("mine", json!({ "target": "dirt", "max_radius": 128 }))]));
    let (mut mind, id, _) = begun("mine 1 dirt", &stub, patience(0));
    mind.0.fail(id, "mine", ErrorCode::InvalidParams, json!({}));
    mind.0.no_order();
    assert_eq!(mind.0.goal().state, GoalState::Active);
    answers(&mut mind, &say);
    assert_eq!(taken(&mind), ["the plan at work has come to no good"]);
    let (_, request) = mind.0.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.max_radius == Some(128)), "{request:?}");
}

#[test]
fn a_model_that_never_answers_costs_the_main_job_no_time() {
    let (stub, _say) = slow(String::new());
    let run = main_job(model(&stub, MODEL, patience(0)), |_| ());
    assert_eq!(planners(&run.events), ["offline"]);
    let withdrawn = |event: &Event| matches!(event, Event::ModelCalled { call } if call.outcome == "withdrawn");
    assert!(run.events.iter().any(withdrawn), "{:#?}", run.events);
}
