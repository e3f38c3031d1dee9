//! A model plans: over each provider's own protocol, well and badly, and the main job is done all the same.

use std::{
    future::{pending, ready},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use blockwright::{
    app::Model,
    domain::{GoalState, UserAsk},
    journal::{Entry, Event, Journal, ModelCall},
    knowledge::SopLibrary,
    mind::{
        Policy,
        model::{Client, Limits, LlmConfig, ModelConfig, Models, PlannerChoice, Provider, Source},
        plan::{planner::plan_goal, state::PlannerState},
    },
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::{
    harness::{self, Run},
    llm_stub::{Request, Response, Stub},
    scripted::Scripted,
};

pub(super) const GOAL: &str = "get me a stone pickaxe";
const KEY: &str = "sk-a-key-that-nobody-may-see-0123456789";
/// Frames that a scripted mind gets to come to a plan, those not counted in which it waits for a model.
const PATIENCE: usize = 400;
/// The limit of a call: no test waits for it.
const LIMIT: Duration = Duration::from_secs(600);
/// Game ticks that the main job may take in the practice world, calls that come to nothing included: ten minutes.
const DEADLINE: u64 = 12_000;

/// A model whose part a stub plays, in both roles.
pub(super) fn model(stub: &Stub, provider: Provider, limits: Limits) -> Model {
    models(at(stub, provider), at(stub, provider), limits)
}

/// A provider's default model, where a stub plays it.
pub(super) fn at(stub: &Stub, provider: Provider) -> ModelConfig {
    ModelConfig { base_url: Some(stub.base_url()), ..ModelConfig::of(provider) }
}

/// A model for each role.
pub(super) fn models(planner: ModelConfig, reflexion: ModelConfig, limits: Limits) -> Model {
    models_after(|| ready(()), planner, reflexion, limits)
}

/// The same, where a call is tried again after this. None is left because of the time.
fn models_after<F>(
    pause: impl Fn() -> F + Send + Sync + 'static,
    planner: ModelConfig,
    reflexion: ModelConfig,
    limits: Limits,
) -> Model
where
    F: Future<Output = ()> + Send + 'static,
{
    let limit = limits.timeout;
    let config = LlmConfig { choice: PlannerChoice::Model, models: Models { planner, reflexion }, limits };
    let client = Client::with_keys(&config.limits, |_| Some(KEY.to_owned())).expect("a client");
    let client = client.with_sleep(move |time| {
        let pause = (time < limit).then(&pause);
        async {
            match pause {
                Some(pause) => pause.await,
                None => pending().await,
            }
        }
    });
    Model { config, source: Source::Client(client) }
}

/// The model of a provider that dies, and is asked again once the test says so.
fn mortal(stub: &Stub, provider: Provider) -> (Model, Arc<Notify>) {
    let back = Arc::new(Notify::new());
    let waits = back.clone();
    let pause = move || waits.clone().notified_owned();
    (models_after(pause, at(stub, provider), at(stub, provider), limits()), back)
}

/// Of a model that is waited for as long as it takes.
pub(super) fn limits() -> Limits {
    Limits { timeout: LIMIT, patience: Duration::MAX, ..Limits::default() }
}

/// A goal's plan as a model would write it: the offline planner's, without what a proof adds by itself.
pub(super) fn plan_text(goal: &str) -> String {
    let sops = SopLibrary::load(None).expect("our own SOPs");
    let plan = plan_goal(goal, &PlannerState::default(), &sops).expect("a plan");
    let steps: Vec<Value> = plan
        .steps
        .iter()
        .filter(|step| step.takes_back.is_none())
        .map(|step| json!({ "call": step.request, "reason": step.reason }))
        .collect();
    json!({ "why": "wood first, then stone", "steps": steps }).to_string()
}

pub(super) fn planners(events: &[Event]) -> Vec<String> {
    let planner = |event: &Event| match event {
        Event::Planned { plan } => Some(plan.planner.clone()),
        _ => None,
    };
    events.iter().filter_map(planner).collect()
}

fn assert_no_key(entries: impl serde::Serialize) {
    let text = serde_json::to_string(&entries).expect("JSON");
    assert!(!text.contains(&KEY[..12]), "a key in the journal");
}

/// The main job, done in a practice world; `each_frame` may meddle.
pub(super) fn main_job(model: Model, each_frame: impl FnMut(&[Event])) -> Run {
    let world = harness::world(harness::LEVEL, &[]);
    let policy = Policy { timeout: Some(DEADLINE), ..Policy::default() };
    let run = harness::play_with(Some(model), &world.address().to_string(), &[GOAL], policy, each_frame);
    run.assert_done();
    assert!(run.report().goals[0].ticks <= DEADLINE, "{:?}", run.report().goals[0]);
    run
}

#[test]
fn each_provider_plans_the_main_job_in_one_call() {
    for provider in Provider::ALL {
        let reply = plan_text(GOAL);
        let stub = Stub::start(provider, move |_| Response::Reply(reply.clone()));
        let run = main_job(model(&stub, provider, limits()), |_| ());
        assert_eq!(planners(&run.events), [provider.default_model()]);
        let requests = stub.requests();
        assert_eq!(requests.len(), 1, "{provider}: nothing failed, so nothing more is asked");
        let tokens = requests[0].body.to_string().chars().count() as f64 / 3.5;
        assert!(tokens <= 3000.0, "{provider}: about {tokens:.0} tokens");
        let totals = run.report().goals[0].model.clone().expect("what it cost");
        assert_eq!((totals.calls, totals.input), (1, 1912), "{provider}");
        assert_no_key(&run.events);
    }
}

/// A scripted mind whose goal a stub plans, and what its journal says once there is a plan or an end.
pub(super) struct Mind(pub Scripted);

impl Mind {
    pub fn new(goals: &[&str], model: Model) -> Self {
        Self::with(goals, Policy::default(), model)
    }

    pub fn with(goals: &[&str], policy: Policy, model: Model) -> Self {
        Self(Scripted::with_model(goals, policy, Some(model)))
    }

    pub fn entries(&self) -> &[Entry] {
        self.0.app.world().resource::<Journal>().entries()
    }

    pub fn events(&self) -> Vec<Event> {
        self.entries().iter().map(|entry| entry.event.clone()).collect()
    }

    /// Until this is so.
    pub fn until(&mut self, what: &str, found: impl Fn(&[Entry]) -> bool) {
        for _ in 0..PATIENCE {
            if found(self.entries()) {
                return;
            }
            if self.is_asking() {
                self.0.wait_for_news();
            }
            self.0.frame();
        }
        panic!("never {what}: {:#?}", self.events());
    }

    /// Whether a call is under way.
    pub fn is_asking(&self) -> bool {
        let count = |is: fn(&Event) -> bool| self.entries().iter().filter(|entry| is(&entry.event)).count();
        count(|event| matches!(event, Event::ModelPrompt { .. }))
            > count(|event| matches!(event, Event::ModelCalled { .. }))
    }

    pub fn until_planned(&mut self) {
        self.until("planned", |entries| entries.iter().any(|entry| matches!(entry.event, Event::Planned { .. })));
    }

    pub fn fell_back(&self) -> Option<String> {
        self.events().into_iter().find_map(|event| match event {
            Event::FellBack { why } => Some(why),
            _ => None,
        })
    }

    /// The calls so far, as the ledger has them.
    pub fn calls(&self) -> Vec<ModelCall> {
        let call = |entry: &Entry| match &entry.event {
            Event::ModelCalled { call } => Some(call.clone()),
            _ => None,
        };
        self.entries().iter().filter_map(call).collect()
    }
}

#[test]
fn a_plan_with_a_hole_goes_back_with_what_is_wrong() {
    let good = plan_text(GOAL);
    let bad = json!({ "why": "quick", "steps": [
        { "call": { "tool": "craft", "params": { "item": "stone_pickaxe", "count": 1 } }, "reason": "the goal" },
    ] });
    let asked = AtomicUsize::new(0);
    let stub = Stub::start(Provider::Gemini, move |_| match asked.fetch_add(1, Ordering::Relaxed) {
        0 => Response::Reply(bad.to_string()),
        _ => Response::Reply(format!("Here you are:\n```json\n{good}\n```")),
    });
    let mut mind = Mind::new(&[GOAL], model(&stub, Provider::Gemini, limits()));
    mind.until_planned();
    assert_eq!(planners(&mind.events()), ["gemini-3-flash-preview"]);
    assert_eq!(mind.fell_back(), None);
    let requests = stub.requests();
    assert_eq!(requests.len(), 2);
    let told = requests[1].body.to_string();
    assert!(told.contains("stone_pickaxe") && told.contains("cobblestone"), "{told}");
    // What stood first stands first again: providers' caches go by it.
    let system = |request: &Request| request.body["systemInstruction"].to_string();
    assert_eq!(system(&requests[0]), system(&requests[1]));
}

#[test]
fn a_model_that_never_gets_it_right_costs_three_calls_and_no_goal() {
    let stub = Stub::start(Provider::OpenAi, |_| Response::Reply("I would rather not say.".to_owned()));
    let mut mind = Mind::new(&[GOAL], model(&stub, Provider::OpenAi, limits()));
    mind.until_planned();
    assert_eq!(planners(&mind.events()), ["offline"]);
    assert!(mind.fell_back().expect("a reason").contains("cannot be proved"));
    assert_eq!(stub.requests().len(), 3);
}

#[test]
fn what_neither_understands_fails_with_both_reasons() {
    let stub = Stub::start(Provider::Claude, |_| Response::Status(401, Vec::new(), "{}".to_owned()));
    let mut mind = Mind::new(&["make me happy somehow"], model(&stub, Provider::Claude, limits()));
    mind.until("failed", |entries| entries.iter().any(|entry| matches!(entry.event, Event::GoalFailed { .. })));
    let why = mind.0.goal().note.clone().expect("a reason");
    assert!(why.contains("does not take the key") && why.contains("offline planner"), "{why}");
    assert_eq!(stub.requests().len(), 1);
}

#[test]
fn limits_hold() {
    let reply = plan_text(GOAL);
    let stub = Stub::start(Provider::Gemini, move |_| Response::Reply(reply.clone()));
    for (limits, words) in [
        (Limits { max_calls: 0, ..limits() }, "the most for one goal"),
        (Limits { budget_usd: Some(0.0), ..limits() }, "budget"),
    ] {
        let mut mind = Mind::new(&[GOAL], model(&stub, Provider::Gemini, limits));
        mind.until_planned();
        assert_eq!(planners(&mind.events()), ["offline"]);
        assert!(mind.fell_back().is_some_and(|why| why.contains(words)), "{words}");
    }
    assert!(stub.requests().is_empty());
}

/// As llama.cpp's server, which makes a grammar of a schema and cannot of each.
#[test]
fn an_endpoint_without_schemas_plans_and_is_asked_without_from_then_on() {
    let reply = plan_text(GOAL);
    let stub = Stub::start(Provider::OpenAi, move |request| match request.body.get("response_format") {
        Some(_) => {
            Response::Status(500, Vec::new(), "{\"error\":{\"message\":\"failed to parse grammar\"}}".to_owned())
        }
        None => Response::Reply(reply.clone()),
    });
    // The refused try counts as no call.
    let mut mind = Mind::new(&[GOAL], model(&stub, Provider::OpenAi, Limits { max_calls: 1, ..limits() }));
    mind.until_planned();
    assert_eq!(planners(&mind.events()), [Provider::OpenAi.default_model()]);
    let calls = mind.calls();
    assert_eq!(calls.iter().map(|call| call.tries).collect::<Vec<_>>(), [2]);
    mind.0.ask(UserAsk::Cancel(1));
    mind.0.ask(UserAsk::NewGoal(GOAL.to_owned()));
    mind.until("planned again", |entries| {
        entries.iter().filter(|entry| matches!(entry.event, Event::Planned { .. })).count() == 2
    });
    assert_eq!(stub.requests().len(), 3);
    let said: Vec<String> = mind.events().iter().filter_map(Event::sentence).collect();
    assert_eq!(said.iter().filter(|words| words.contains("takes no schema")).count(), 1, "{said:#?}");
}

/// Wherever an endpoint says the key that it was sent: in an error, or in its answer as a reason, a name, a step's words or plain
/// text.
#[test]
fn a_key_that_an_endpoint_says_again_goes_nowhere() {
    let plan = |steps: Value| json!({ "why": format!("for {KEY}"), "steps": steps }).to_string();
    let call = |tool: &str, params: Value| json!([{ "call": { "tool": tool, "params": params }, "reason": KEY }]);
    let good: Value = serde_json::from_str(&plan_text(GOAL)).expect("JSON");
    let answers = [
        ("an error", Response::Status(400, Vec::new(), format!("{{\"error\":{{\"message\":\"{KEY} {KEY}\"}}}}"))),
        ("a page", Response::Status(500, Vec::new(), format!("<html>response_format {KEY}</html>"))),
        ("a text", Response::Reply(format!("The key is {KEY}."))),
        ("a reason", Response::Reply(plan(good["steps"].clone()))),
        ("a tool", Response::Reply(plan(call(KEY, json!({}))))),
        ("a thing", Response::Reply(plan(call("mine", json!({ "target": KEY }))))),
        ("a parameter", Response::Reply(plan(call("mine", json!({ KEY: 1 }))))),
        ("a greeting", Response::Reply(plan(call("chat", json!({ "message": KEY }))))),
        ("words", Response::Reply(plan(json!([format!("mine 3 {KEY}")])))),
        ("numbers", Response::Reply(plan(good["steps"].clone()).replace("sk-a", "\\u0073\\u006b-a"))),
    ];
    for (what, answer) in answers {
        for goal in [GOAL, "greet me nicely with a poem"] {
            let reply = answer.clone();
            let stub = Stub::start(Provider::OpenAi, move |_| reply.clone());
            let mut mind = Mind::new(&[goal], model(&stub, Provider::OpenAi, limits()));
            mind.until("planned or failed", |entries| {
                let is_end = |event: &Event| matches!(event, Event::Planned { .. } | Event::GoalFailed { .. });
                entries.iter().any(|entry| is_end(&entry.event))
            });
            assert!(!stub.requests().is_empty());
            let bare = |text: String| assert!(!text.contains(&KEY[..12]), "{what}, {goal}: {text}");
            bare(serde_json::to_string(mind.entries()).expect("JSON"));
            bare(format!("{:?}", mind.0.view()));
            bare(format!("{:?}", mind.events().iter().filter_map(Event::sentence).collect::<Vec<_>>()));
            bare(
                serde_json::to_string(&stub.requests().iter().map(|request| &request.body).collect::<Vec<_>>())
                    .expect("JSON"),
            );
        }
    }
}

#[test]
fn a_goal_that_is_withdrawn_withdraws_its_call() {
    let stub = Stub::start(Provider::Gemini, |_| Response::Silent);
    let mut mind = Mind::new(&[GOAL], model(&stub, Provider::Gemini, limits()));
    mind.until("asked", |entries| entries.iter().any(|entry| matches!(entry.event, Event::ModelPrompt { .. })));
    let id = mind.0.goal().id;
    mind.0.ask(UserAsk::Cancel(id));
    mind.0.no_order();
    assert_eq!(mind.0.goal().state, GoalState::Cancelled);
    assert_eq!(mind.fell_back(), None);
    let calls = mind.calls();
    let called = calls.first().expect("what became of the call");
    assert_eq!((called.outcome.as_str(), called.usd), ("withdrawn", None), "nobody knows what it cost");
}

#[test]
fn a_provider_that_dies_in_mid_call_and_comes_back_is_asked_again() {
    let stub = Stub::start(Provider::Ollama, |_| Response::Silent);
    let address = stub.address();
    let (model, is_back) = mortal(&stub, Provider::Ollama);
    let mut mind = Mind::new(&[GOAL], model);
    mind.until("asked", |entries| entries.iter().any(|entry| matches!(entry.event, Event::ModelPrompt { .. })));
    stub.has_heard(1);
    drop(stub);
    let reply = plan_text(GOAL);
    let back = Stub::start_at(address, Provider::Ollama, move |_| Response::Reply(reply.clone()));
    is_back.notify_one();
    mind.until_planned();
    assert_eq!(planners(&mind.events()), [Provider::Ollama.default_model()]);
    assert_eq!(back.requests().len(), 1);
}

#[test]
fn a_provider_that_dies_in_mid_call_and_stays_away_costs_no_goal() {
    let mut stub = Some(Stub::start(Provider::Claude, |_| Response::Silent));
    let model = model(stub.as_ref().expect("a stub"), Provider::Claude, limits());
    let run = main_job(model, |_| _ = stub.take_if(|stub| !stub.requests().is_empty()));
    assert!(stub.is_none(), "it was never asked");
    assert_eq!(planners(&run.events), ["offline"]);
    let gone = |event: &Event| matches!(event, Event::ModelCalled { call } if call.outcome == "unreachable");
    assert!(run.events.iter().any(gone), "{:#?}", run.events);
}

#[test]
fn a_provider_that_dies_in_mid_call_and_comes_back_plans_the_main_job() {
    let mut stub = Some(Stub::start(Provider::OpenAi, |_| Response::Silent));
    let (model, is_back) = mortal(stub.as_ref().expect("a stub"), Provider::OpenAi);
    let mut back = None;
    let run = main_job(model, |_| {
        if let Some(killed) = stub.take_if(|stub| !stub.requests().is_empty()) {
            let (address, reply) = (killed.address(), plan_text(GOAL));
            drop(killed);
            back = Some(Stub::start_at(address, Provider::OpenAi, move |_| Response::Reply(reply.clone())));
            is_back.notify_one();
        }
    });
    assert_eq!(planners(&run.events), [Provider::OpenAi.default_model()]);
    assert_eq!(back.expect("it was asked").requests().len(), 1);
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end.max(1) as u64) as usize
    }
}

/// An answer that is none, of a kind that `number` chooses.
fn bad(number: usize, dice: &mut Dice, good: &str) -> Response {
    let junk = |dice: &mut Dice, length: usize| (0..length).map(|_| dice.below(256) as u8).collect::<Vec<u8>>();
    let now = || vec![("retry-after", "0".to_owned())];
    match number % 14 {
        0 => Response::Reply(String::from_utf8_lossy(&junk(dice, 300)).into_owned()),
        1 => {
            let end = (0..good.len()).rev().nth(1 + dice.below(good.len() - 2)).unwrap_or(0);
            Response::Reply(good.chars().take(end).collect())
        }
        2 => Response::Reply(good.replace("\"steps\"", "\"stages\"")),
        3 => Response::Reply(good.replace("\"mine\"", "\"attack\"")),
        4 => {
            let count = ["4000000000", "-1", "1e308", "\"many\"", "null", "0"][dice.below(6)];
            let mine = format!("{{\"tool\":\"mine\",\"params\":{{\"target\":\"log\",\"count\":{count}}}}}");
            Response::Reply(format!("{{\"why\":\"x\",\"steps\":[{{\"call\":{mine},\"reason\":\"x\"}}]}}"))
        }
        5 => Response::Refusal,
        6 => Response::Reply(String::new()),
        7 => Response::Status(401, Vec::new(), format!("{{\"error\":{{\"message\":\"bad key {KEY}\"}}}}")),
        8 => Response::Status(429, now(), "{\"error\":\"slow down\"}".to_owned()),
        9 => Response::Status(500, now(), format!("<html>{KEY}</html>")),
        10 => Response::Raw(junk(dice, 200)),
        11 => Response::Status(200, vec![("content-type", "text/html".to_owned())], "<p>hello</p>".to_owned()),
        12 => Response::Reply("[".repeat(1 + dice.below(20_000))),
        _ => Response::Status(200, Vec::new(), String::from_utf8_lossy(&junk(dice, 500)).into_owned()),
    }
}

/// Two hundred answers of each provider that are none: each goal gets its plan all the same, and the journal says why.
#[test]
fn bad_replies_cost_calls_and_nothing_else() {
    std::thread::scope(|scope| {
        for (seed, provider) in Provider::ALL.into_iter().enumerate() {
            scope.spawn(move || {
                let good = plan_text(GOAL);
                let kind = Arc::new(AtomicUsize::new(0));
                let dice = Mutex::new(Dice(seed as u64));
                let script = {
                    let kind = kind.clone();
                    move |_: &Request| bad(kind.load(Ordering::Relaxed), &mut dice.lock().expect("dice"), &good)
                };
                let stub = Stub::start(provider, script);
                let mut mind = Mind::new(&[], model(&stub, provider, limits()));
                for round in 0..200usize {
                    kind.store(round, Ordering::Relaxed);
                    mind.0.ask(UserAsk::NewGoal(GOAL.to_owned()));
                    mind.until("planned", |entries| {
                        let planned = |entry: &&Entry| matches!(entry.event, Event::Planned { .. });
                        entries.iter().filter(planned).count() > round
                    });
                    let id = mind.0.view().goals.last().expect("a goal").id;
                    mind.0.ask(UserAsk::Cancel(id));
                    while let Some(order) = mind.0.next_order() {
                        if let blockwright::body::Order::Cancel { id } = order {
                            mind.0.fail(id, "mine", blockwright::domain::ErrorCode::Cancelled, json!({}));
                        }
                    }
                }
                let events = mind.events();
                assert_eq!(planners(&events).len(), 200);
                assert!(planners(&events).iter().all(|planner| planner == "offline"), "{provider}");
                let outcomes = events.iter().filter(|event| matches!(event, Event::ModelCalled { .. })).count();
                let reasons = events.iter().filter(|event| matches!(event, Event::FellBack { .. })).count();
                assert!(outcomes >= 200 && reasons == 200, "{provider}: {outcomes} outcomes, {reasons} reasons");
                assert_no_key(mind.entries());
            });
        }
    });
}

/// The main job with a provider whose every answer is none: twice each, or as often as `BLOCKWRIGHT_LONG` says.
#[test]
fn bad_replies_cost_no_main_job() {
    let runs = std::env::var("BLOCKWRIGHT_LONG").ok().and_then(|runs| runs.parse().ok()).unwrap_or(2usize);
    for (place, provider) in Provider::ALL.into_iter().enumerate() {
        for run in 0..runs {
            // Each provider begins with other kinds, so that a short run has most of them.
            let number = 4 * place + run;
            let (mut dice, good) = (Dice(number as u64), plan_text(GOAL));
            let stub = Stub::start(provider, move |_| bad(number, &mut dice, &good));
            let run = main_job(model(&stub, provider, limits()), |_| ());
            assert_eq!(planners(&run.events), ["offline"], "{provider}, {number}");
            assert!(!stub.requests().is_empty(), "{provider}, {number}");
            assert_no_key(&run.events);
            assert_no_key(run.report());
            assert_no_key(run.events.iter().filter_map(Event::sentence).collect::<Vec<String>>());
        }
    }
}
