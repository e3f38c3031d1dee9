//! A step has failed. Where a rule is certain nobody is asked; where the rules only guess a model decides, and what it wants
//! is proved, counted and given up for whatever is more urgent.

use std::{fs, iter, path::Path};

use blockwright::{
    app::Model,
    body::{Order, Report},
    domain::{ErrorCode, GoalState, ToolRequest, UserAsk, Vec3},
    journal::{Entry, Event},
    mind::{
        Policy,
        model::{Limits, LlmConfig, ModelConfig, Models, PlannerChoice, Provider, Replies, Source},
    },
};
use serde_json::{Value, json};

use super::{
    llm_stub::{Request, Response, Stub},
    model::{Mind, at, limits, model, models, plan_text, planners},
};

const GOAL: &str = "mine 1 dirt";
const TWO_THINGS: &str = "mine 1 dirt and mine 1 sand";
/// The recordings' models.
const PLANNER: &str = "a-planner";
const HELPER: &str = "a-helper";
/// What the helper gives as its reason.
const WHY: &str = "because the test says so";
/// How far `mine` searches where it is not told, in blocks.
const NEAR: u32 = 64;

fn step(tool: &str, params: Value) -> Value {
    json!({ "call": { "tool": tool, "params": params }, "reason": "as the test likes" })
}

fn mine(target: &str, radius: u32) -> Value {
    step("mine", json!({ "target": target, "count": 1, "max_radius": radius }))
}

fn go() -> Value {
    step("navigate", json!({ "x": 40, "z": 40 }))
}

/// What a model answers to a failure.
fn decided(decision: &str, steps: &[Value]) -> String {
    json!({ "why": WHY, "decision": decision, "steps": steps }).to_string()
}

/// A recording's line that says who plays a role.
fn named(role: &str, provider: &str, model: &str) -> Value {
    json!({ "event": "model_prompt", "role": role, "provider": provider, "model": model })
}

/// A mind whose goal is planned as the offline planner would, and to whose failures these are the answers. `name` is the
/// test's own.
fn recorded(name: &str, goal: &str, limits: Limits, answers: &[String]) -> Mind {
    let mut lines = vec![named("planner", "openai", PLANNER), named("reflexion", "claude", HELPER)];
    let texts = iter::once(plan_text(goal)).chain(answers.iter().cloned());
    lines.extend(texts.map(|text| json!({ "event": "model_reply", "text": text })));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reflexion-{name}.jsonl"));
    fs::write(&file, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).expect("a file");
    let planner = ModelConfig::of(Provider::Gemini);
    let config = LlmConfig { choice: PlannerChoice::Model, models: Models::one(planner), limits };
    let source = Source::Replies(Replies::read(&file).expect("a recording"));
    Mind::new(&[goal], Model { config, source })
}

/// A stub that plans the goal, and answers the first question about a failure, the second and so on as the script says.
fn stub(mut script: impl FnMut(usize) -> Response + Send + 'static) -> Stub {
    let plan = plan_text(GOAL);
    let mut failures = 0;
    Stub::start(Provider::Gemini, move |request| {
        if !is_about_a_failure(request) {
            return Response::Reply(plan.clone());
        }
        failures += 1;
        script(failures)
    })
}

fn is_about_a_failure(request: &Request) -> bool {
    let body = request.body.to_string();
    assert_ne!(body.contains("You help a bot"), body.contains("You plan for a bot"), "whose role is it? {body}");
    body.contains("You help a bot")
}

/// The running step, which is to mine something, does not find it.
fn not_found(mind: &mut Mind) {
    let (id, request) = mind.0.call();
    let ToolRequest::Mine(mine) = &request else { panic!("{request:?}") };
    let radius = mine.max_radius.unwrap_or(NEAR);
    mind.0.fail(id, "mine", ErrorCode::ResourceNotFound, json!({ "search_radius": radius }));
}

/// Two failures: the first time a rule is certain what helps, the second time the rules only guess.
fn not_found_twice(mind: &mut Mind) {
    not_found(mind);
    not_found(mind);
}

/// The next order, which must be to mine, searching so far.
fn searches(mind: &mut Mind, blocks: u32) -> u64 {
    let (id, request) = mind.0.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.max_radius == Some(blocks)), "{request:?}");
    id
}

/// The next order, which must be to go somewhere: what the model's plans call [`go`], or where the rules explore.
fn goes(mind: &mut Mind) -> (u64, bool) {
    let (id, request) = mind.0.call();
    match &request {
        ToolRequest::Navigate(to) => (id, (to.x, to.z) == (40, 40)),
        ToolRequest::Explore(_) => (id, false),
        other => panic!("{other:?}"),
    }
}

/// It gets there.
fn arrives(mind: &mut Mind, id: u64) {
    mind.0.seen.position = Vec3::new(40.5, 64.0, 40.5);
    mind.0.show();
    mind.0.succeed(id, "navigate", json!({}));
}

fn told<T>(mind: &Mind, what: impl Fn(&Event) -> Option<T>) -> Vec<T> {
    mind.entries().iter().filter_map(|entry| what(&entry.event)).collect()
}

/// Who was asked.
fn roles(mind: &Mind) -> Vec<String> {
    told(mind, |event| match event {
        Event::ModelPrompt { role, .. } => Some(role.clone()),
        _ => None,
    })
}

/// The newest word of each question.
fn questions(mind: &Mind) -> Vec<String> {
    told(mind, |event| match event {
        Event::ModelPrompt { turns, .. } => turns.last().cloned(),
        _ => None,
    })
}

/// Who decided, and why.
fn recoveries(mind: &Mind) -> Vec<(String, String)> {
    told(mind, |event| match event {
        Event::Recovery { decided_by, why, .. } => Some((decided_by.clone(), why.clone())),
        _ => None,
    })
}

fn deciders(mind: &Mind) -> Vec<String> {
    recoveries(mind).into_iter().map(|(decided_by, _)| decided_by).collect()
}

/// Why the rules decide where a model might have.
fn rules(mind: &Mind) -> Vec<String> {
    told(mind, |event| match event {
        Event::RulesDecide { why } => Some(why.clone()),
        _ => None,
    })
}

fn purposes(mind: &Mind) -> Vec<String> {
    mind.calls().into_iter().map(|call| call.purpose).collect()
}

fn outcomes(mind: &Mind) -> Vec<String> {
    mind.calls().into_iter().map(|call| call.outcome).collect()
}

fn titles(mind: &Mind) -> Vec<String> {
    mind.0.goal().steps.iter().map(|step| step.title.clone()).collect()
}

/// The goal has failed, and says so with these words.
fn assert_failed(mind: &mut Mind, words: &str) {
    mind.0.no_order();
    assert_eq!(mind.0.goal().state, GoalState::Failed);
    let note = mind.0.goal().note.clone().unwrap_or_default();
    assert!(note.contains(words), "{note}");
}

#[test]
fn where_a_rule_is_certain_nobody_is_asked() {
    let stub = stub(|_| Response::Refusal);
    let mut mind = Mind::new(&[GOAL], model(&stub, Provider::Gemini, limits()));
    mind.until_planned();
    not_found(&mut mind);
    searches(&mut mind, 96);
    assert_eq!(deciders(&mind), ["rule"]);
    assert_eq!(roles(&mind), ["planner"]);
    assert!(rules(&mind).is_empty(), "nobody else might have decided");
    assert_eq!(stub.requests().len(), 1);
}

#[test]
fn a_retry_is_ordered_with_its_new_params() {
    let mut mind = recorded("retry", GOAL, limits(), &[decided("retry", &[mine("dirt", 128)])]);
    not_found_twice(&mut mind);
    let id = searches(&mut mind, 128);
    assert_eq!(roles(&mind), ["planner", "reflexion"]);
    assert_eq!(deciders(&mind), ["rule", HELPER]);
    assert_eq!(recoveries(&mind)[1].1, WHY);
    mind.0.holds(&[("dirt", 1)]);
    mind.0.succeed(id, "mine", json!({}));
    assert_eq!(mind.0.goal().state, GoalState::Done);
}

#[test]
fn what_is_inserted_comes_first_and_then_the_step_again() {
    let mut mind = recorded("insert", GOAL, limits(), &[decided("insert", &[go()])]);
    not_found_twice(&mut mind);
    let (id, there) = goes(&mut mind);
    assert!(there, "where the model said");
    assert_eq!(titles(&mind), ["go to 40, 40", "mine 1 dirt"]);
    arrives(&mut mind, id);
    searches(&mut mind, 96);
    assert_eq!(deciders(&mind), ["rule", HELPER]);
}

#[test]
fn what_is_replaced_is_gone() {
    let steps = [mine("sand", NEAR), go(), mine("dirt", NEAR)];
    let mut mind = recorded("replace", TWO_THINGS, limits(), &[decided("replace", &steps)]);
    not_found_twice(&mut mind);
    let id = searches(&mut mind, NEAR);
    assert_eq!(titles(&mind), ["mine 1 sand", "go to 40, 40", "mine 1 dirt"]);
    mind.0.holds(&[("sand", 1)]);
    mind.0.succeed(id, "mine", json!({}));
    let (id, _) = goes(&mut mind);
    arrives(&mut mind, id);
    let id = searches(&mut mind, NEAR);
    mind.0.holds(&[("sand", 1), ("dirt", 1)]);
    mind.0.succeed(id, "mine", json!({}));
    assert_eq!(mind.0.goal().state, GoalState::Done);
    assert_eq!(deciders(&mind), ["rule", HELPER]);
}

#[test]
fn where_the_model_gives_up_a_guess_of_the_rules_is_tried() {
    let mut mind = recorded("guess", GOAL, limits(), &[decided("give_up", &[])]);
    not_found_twice(&mut mind);
    let (_, there) = goes(&mut mind);
    assert!(!there, "that is where the model wants to look");
    assert_eq!(rules(&mind), [format!("{HELPER} gives up: {WHY}")]);
    assert_eq!(deciders(&mind), ["rule", "rule"]);
    assert!(mind.0.recovered_by("exploring"));
}

#[test]
fn where_the_rules_have_nothing_either_the_goal_fails_with_the_models_reason() {
    let mut mind = recorded("nothing", GOAL, limits(), &[decided("give_up", &[])]);
    let (id, _) = mind.0.call();
    mind.0.fail(id, "mine", ErrorCode::InvalidParams, json!({}));
    assert_failed(&mut mind, &format!("{HELPER} gives up: {WHY}"));
    assert_eq!(roles(&mind), ["planner", "reflexion"]);
}

/// A mind that waits for a stub's word about a failure.
fn waiting(stub: &Stub, policy: Policy) -> Mind {
    let mut mind = Mind::with(&[GOAL], policy, model(stub, Provider::Gemini, limits()));
    mind.until_planned();
    not_found_twice(&mut mind);
    mind.until("asked", |entries| {
        entries.iter().filter(|entry| matches!(entry.event, Event::ModelPrompt { .. })).count() == 2
    });
    stub.has_heard(2);
    mind
}

#[test]
fn nothing_moves_while_the_model_is_asked_and_a_pause_asks_again() {
    let stub = stub(|question| match question {
        1 => Response::Silent,
        _ => Response::Reply(decided("retry", &[mine("dirt", 128)])),
    });
    let mut mind = waiting(&stub, Policy::default());
    mind.0.no_order();
    mind.0.ask(UserAsk::Pause(1));
    assert_eq!(outcomes(&mind), ["ok", "withdrawn"]);
    assert_eq!(mind.0.goal().model.as_ref().map(|model| model.calls), Some(2));
    mind.0.no_order();
    mind.0.ask(UserAsk::Resume(1));
    mind.until("mended", by_a_model);
    searches(&mut mind, 128);
    assert_eq!(outcomes(&mind), ["ok", "withdrawn", "ok"]);
    assert_eq!(roles(&mind), ["planner", "reflexion", "reflexion"]);
    assert_eq!(mind.0.goal().steps[0].attempts, 3, "neither the question nor the pause is an attempt");
}

fn by_a_model(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| matches!(&entry.event, Event::Recovery { decided_by, .. } if decided_by != "rule"))
}

#[test]
fn a_cancel_ends_the_question_too() {
    let stub = stub(|_| Response::Silent);
    let mut mind = waiting(&stub, Policy::default());
    mind.0.ask(UserAsk::Cancel(1));
    assert_eq!(mind.0.goal().state, GoalState::Cancelled);
    assert_eq!(outcomes(&mind), ["ok", "withdrawn"]);
    mind.0.no_order();
    assert_eq!((deciders(&mind), rules(&mind)), (vec!["rule".to_owned()], Vec::new()));
}

#[test]
fn who_dies_in_mid_question_plans_anew() {
    let stub = stub(|_| Response::Silent);
    let mut mind = waiting(&stub, Policy { comes_back: true, ..Policy::default() });
    mind.0.report(Report::Died { message: "Bot was slain by Zombie".to_owned(), position: Vec3::default() });
    assert_eq!(mind.0.order(), Order::Respawn);
    assert_eq!(mind.0.goal().state, GoalState::Paused);
    assert_eq!(outcomes(&mind), ["ok", "withdrawn"]);
    mind.0.report(Report::Spawned { dimension: "overworld".to_owned(), position: Vec3::default() });
    mind.0.no_order();
    mind.0.ask(UserAsk::Resume(1));
    mind.until("planned anew", |entries| {
        entries.iter().filter(|entry| matches!(entry.event, Event::Planned { .. })).count() == 2
    });
    let (_, request) = mind.0.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.max_radius.is_none()), "{request:?}");
    assert_eq!(mind.0.goal().steps[0].attempts, 1);
    assert_eq!(roles(&mind), ["planner", "reflexion", "planner"]);
    assert_eq!(planners(&mind.events()), [Provider::Gemini.default_model(); 2]);
    assert_eq!(mind.calls()[2].step, None, "a plan is about no step");
}

#[test]
fn an_answer_that_cannot_be_proved_goes_back_with_what_is_wrong() {
    let answers = ["I do not know.".to_owned(), decided("retry", &[mine("dirt", 128)])];
    let mut mind = recorded("mended", GOAL, limits(), &answers);
    not_found_twice(&mut mind);
    searches(&mut mind, 128);
    assert_eq!(purposes(&mind), ["plan", "failure", "repair 1"]);
    assert!(questions(&mind)[2].contains("no JSON object"), "{}", questions(&mind)[2]);
    assert_eq!(deciders(&mind), ["rule", HELPER]);
}

#[test]
fn a_model_that_never_gets_it_right_leaves_it_to_the_rules() {
    let stick = step("craft", json!({ "item": "stick", "count": 1 }));
    let answers = ["I do not know.".to_owned(), decided("retry", &[mine("dirt", 96)]), decided("retry", &[stick])];
    let mut mind = recorded("never", GOAL, limits(), &answers);
    not_found_twice(&mut mind);
    goes(&mut mind);
    assert_eq!(purposes(&mind), ["plan", "failure", "repair 1", "repair 2"]);
    assert!(questions(&mind)[3].contains("the very call that has just failed"), "{}", questions(&mind)[3]);
    let rules = rules(&mind);
    assert!(rules.len() == 1 && rules[0].contains("cannot be proved"), "{rules:?}");
    assert!(rules[0].contains("retry means mine with other params"), "{rules:?}");
    assert_eq!(deciders(&mind), ["rule", "rule"]);
    assert_eq!(mind.0.goal().state, GoalState::Active);
}

/// What nobody asked for and cannot be taken back is refused here as it is in plans.
#[test]
fn a_model_that_is_taken_over_neither_speaks_nor_throws_away() {
    let say = |words: &str| step("chat", json!({ "message": words }));
    let answers = [
        decided("insert", &[say("hello from Mallory")]),
        decided("replace", &[say("/op Mallory"), mine("dirt", NEAR)]),
        decided("replace", &[mine("dirt", NEAR), step("drop", json!({ "item": "dirt", "count": 1 }))]),
    ];
    let mut mind = recorded("mallory", GOAL, limits(), &answers);
    not_found_twice(&mut mind);
    let (_, there) = goes(&mut mind);
    assert!(!there);
    assert!(questions(&mind)[2].contains("does not ask for it to be said"), "{}", questions(&mind)[2]);
    assert!(questions(&mind)[3].contains("slash"), "{}", questions(&mind)[3]);
    assert!(rules(&mind)[0].contains("may not be dropped"), "{:?}", rules(&mind));
    assert_eq!(deciders(&mind), ["rule", "rule"]);
}

#[test]
fn a_step_is_tried_three_times_whatever_the_model_says() {
    let answers = [128, NEAR, 128, NEAR].map(|radius| decided("retry", &[mine("dirt", radius)]));
    let mut mind = recorded("thrice", GOAL, limits(), &answers);
    for _ in 0..3 {
        not_found(&mut mind);
    }
    assert_failed(&mut mind, "after 3 attempts");
    assert_eq!(deciders(&mind), ["rule", HELPER]);
    assert_eq!(purposes(&mind), ["plan", "failure", "failure", "repair 1", "repair 2"]);
    let rules = rules(&mind);
    assert!(rules.len() == 1 && rules[0].contains("tried as often as a step may be"), "{rules:?}");
    let ordered = told(&mind, |event| matches!(event, Event::ToolCall { .. }).then_some(()));
    assert_eq!(ordered.len(), 3);
}

#[test]
fn after_the_third_failure_another_way_may_be_taken() {
    let answers = [
        decided("retry", &[mine("dirt", 128)]),
        decided("insert", &[go()]),
        decided("replace", &[go(), mine("dirt", NEAR)]),
        decided("replace", &[go(), mine("grass_block", NEAR)]),
    ];
    let mut mind = recorded("another-way", GOAL, limits(), &answers);
    for _ in 0..3 {
        not_found(&mut mind);
    }
    let (id, there) = goes(&mut mind);
    assert!(there);
    assert_eq!(titles(&mind), ["go to 40, 40", "mine 1 grass_block"]);
    arrives(&mut mind, id);
    searches(&mut mind, NEAR);
    let questions = questions(&mind);
    assert!(questions[4].contains("find another way"), "the same is no other way: {}", questions[4]);
    assert!(questions[1].contains("may be tried again"), "{}", questions[1]);
    assert!(questions[2].contains("only replace or give_up is left"), "{}", questions[2]);
    assert!(questions[3].contains("replace what is left, or give_up"), "{}", questions[3]);
    assert_eq!(deciders(&mind), ["rule", HELPER, HELPER]);
}

#[test]
fn after_the_third_failure_the_model_may_give_up() {
    let answers = [decided("retry", &[mine("dirt", 128)]), decided("give_up", &[])];
    let mut mind = recorded("third", GOAL, limits(), &answers);
    for _ in 0..3 {
        not_found(&mut mind);
    }
    assert_failed(&mut mind, &format!("{HELPER} gives up: {WHY}"));
}

/// A mind that may ask twice while nothing changes, and has: for its plan, and about a failure for which there is no rule.
fn asked_twice(name: &str) -> Mind {
    let limits = Limits { max_calls_without_change: 2, ..limits() };
    let answers = [32, 128].map(|radius| decided("retry", &[mine("dirt", radius)]));
    let mut mind = recorded(name, GOAL, limits, &answers);
    let (id, _) = mind.0.call();
    mind.0.fail(id, "mine", ErrorCode::InvalidParams, json!({}));
    mind
}

#[test]
fn calls_that_change_nothing_in_the_world_come_to_an_end() {
    let mut mind = asked_twice("idle");
    not_found(&mut mind);
    goes(&mut mind);
    assert_eq!(roles(&mind), ["planner", "reflexion"]);
    assert_eq!(rules(&mind), ["2 calls of a model have changed nothing in the world"]);
    assert_eq!(deciders(&mind), [HELPER, "rule"]);
}

#[test]
fn a_change_in_the_world_begins_the_count_anew() {
    let mut mind = asked_twice("busy");
    mind.0.holds(&[("stick", 1)]);
    not_found(&mut mind);
    searches(&mut mind, 128);
    assert_eq!(roles(&mind), ["planner", "reflexion", "reflexion"]);
    assert_eq!(deciders(&mind), [HELPER, HELPER]);
}

#[test]
fn the_number_of_calls_counts_failures_too() {
    let limits = Limits { max_calls: 1, ..limits() };
    let mut mind = recorded("calls", GOAL, limits, &[decided("retry", &[mine("dirt", 128)])]);
    not_found_twice(&mut mind);
    goes(&mut mind);
    assert_eq!(roles(&mind), ["planner"]);
    assert!(rules(&mind)[0].contains("the most for one goal"), "{:?}", rules(&mind));
}

#[test]
fn a_budget_that_the_plan_has_spent_leaves_failures_to_the_rules() {
    let stub = stub(|_| Response::Reply(decided("retry", &[mine("dirt", 128)])));
    let limits = Limits { budget_usd: Some(0.001), ..limits() };
    let mut mind = Mind::new(&[GOAL], model(&stub, Provider::Gemini, limits));
    mind.until_planned();
    assert_eq!(planners(&mind.events()), [Provider::Gemini.default_model()]);
    not_found_twice(&mut mind);
    goes(&mut mind);
    assert_eq!(rules(&mind), ["the budget of $0.001 is spent"]);
    assert_eq!(stub.requests().len(), 1);
}

#[test]
fn each_role_has_its_own_model() {
    let (plan, answer) = (plan_text(TWO_THINGS), decided("retry", &[mine("sand", 128)]));
    let planner = Stub::start(Provider::Gemini, move |_| Response::Reply(plan.clone()));
    let helper = Stub::start(Provider::Claude, move |_| Response::Reply(answer.clone()));
    let models = models(at(&planner, Provider::Gemini), at(&helper, Provider::Claude), limits());
    let mut mind = Mind::new(&[TWO_THINGS], models);
    mind.until_planned();
    let (id, _) = mind.0.call();
    mind.0.holds(&[("dirt", 1)]);
    mind.0.succeed(id, "mine", json!({}));
    not_found_twice(&mut mind);
    mind.until("mended", by_a_model);
    searches(&mut mind, 128);
    let [gemini, claude] = [Provider::Gemini, Provider::Claude].map(Provider::default_model);
    assert_eq!(deciders(&mind), ["rule", claude]);
    for (stub, about_a_failure) in [(&planner, false), (&helper, true)] {
        let asked: Vec<bool> = stub.requests().iter().map(is_about_a_failure).collect();
        assert_eq!(asked, [about_a_failure]);
    }
    let calls = mind.calls();
    let entries: Vec<(&str, &str, Option<usize>)> =
        calls.iter().map(|call| (call.role.as_str(), call.model.as_str(), call.step)).collect();
    assert_eq!(entries, [("planner", gemini, None), ("reflexion", claude, Some(2))]);
    let totals = mind.0.goal().model.clone().expect("what it cost");
    assert_eq!(totals.models, [gemini, claude]);
}
