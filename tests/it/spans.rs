//! The spans of goals: their tree, their names, how they end, and that nothing said is in them.

use std::{
    collections::BTreeMap,
    fmt,
    process::Command,
    sync::{Arc, Mutex},
};

use bevy::{
    app::Update,
    ecs::{entity::Entity, schedule::ExecutorKind},
};
use blockwright::{
    domain::{ErrorCode, GoalState, PlanDraft, ToolError, ToolRequest, ToolResult, UserAsk},
    journal::{Event, Journal, ModelCall, SPANS},
    mind::Policy,
};
use serde_json::json;
use tracing::{
    Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
    subscriber::with_default,
};
use tracing_subscriber::{
    Layer, Registry,
    filter::filter_fn,
    layer::{Context, SubscriberExt},
    registry::LookupSpan,
};

use super::scripted::Scripted;

/// What nobody may find in a span.
const SECRET: &str = "words that were said";

/// A span as a subscriber sees it.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// Its name after those of its parents: `goal/step/tool_call`.
    path: String,
    fields: BTreeMap<&'static str, String>,
    closed: bool,
}

impl Seen {
    fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }

    fn error(&self) -> Option<&str> {
        assert_eq!(self.field("error.type").is_some(), self.field("otel.status_code") == Some("ERROR"), "{self:?}");
        self.field("error.type")
    }
}

impl Visit for Seen {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }
}

/// Sees all spans, in the order in which they open.
#[derive(Clone, Default)]
struct Watch(Arc<Mutex<Vec<Seen>>>);

/// On a span: its number in the watch.
#[derive(Clone, Copy)]
struct Number(usize);

impl Watch {
    /// Does this to a span that was seen before.
    fn change<S>(&self, id: &Id, context: &Context<'_, S>, change: impl FnOnce(&mut Seen))
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        let span = context.span(id).expect("a span that is open");
        let number = *span.extensions().get::<Number>().expect("a span that was seen");
        change(&mut self.0.lock().expect("the watch")[number.0]);
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Watch {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let span = context.span(id).expect("a span that is open");
        let path: Vec<&str> = span.scope().from_root().map(|span| span.name()).collect();
        let mut seen = Seen { path: path.join("/"), ..Seen::default() };
        attributes.record(&mut seen);
        let mut all = self.0.lock().expect("the watch");
        span.extensions_mut().insert(Number(all.len()));
        all.push(seen);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        self.change(id, &context, |seen| values.record(seen));
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        self.change(&id, &context, |seen| seen.closed = true);
    }
}

/// The spans that a scene opens, none of which may stay open or tell what was said.
fn watched(scene: impl FnOnce()) -> Vec<Seen> {
    let watch = Watch::default();
    let ours = watch.clone().with_filter(filter_fn(|metadata| metadata.target() == SPANS));
    with_default(Registry::default().with(ours), scene);
    let all = watch.0.lock().expect("the watch").clone();
    for span in &all {
        assert!(span.closed, "{span:?}");
        assert!(span.field("blockwright.ticks").is_some(), "closed by accident: {span:?}");
        assert!(!span.fields.values().any(|value| value.contains(SECRET)), "{span:?}");
    }
    all
}

fn paths(spans: &[Seen]) -> Vec<&str> {
    spans.iter().map(|span| span.path.as_str()).collect()
}

/// A journal of one goal.
struct Story(Journal);

/// Who is at it.
const BOT: Entity = Entity::PLACEHOLDER;

impl Default for Story {
    fn default() -> Self {
        let mut journal = Journal::default();
        journal.introduce(BOT, "Bot");
        Self(journal)
    }
}

impl Story {
    fn begun() -> Self {
        let mut story = Self::default();
        story.tell(100, Event::GoalQueued { text: SECRET.to_owned() });
        story.tell(100, Event::GoalStarted { text: SECRET.to_owned() });
        story
    }

    fn tell(&mut self, tick: u64, event: Event) {
        self.0.set_clock(BOT, tick);
        self.0.record(Some(1), event);
    }

    fn prompt(&mut self, tick: u64, call: u64, role: &str, provider: &str) {
        let prompt = Event::ModelPrompt {
            call,
            role: role.to_owned(),
            provider: provider.to_owned(),
            model: "a-model".to_owned(),
            system: SECRET.to_owned(),
            turns: vec![SECRET.to_owned()],
            schema: json!({ "description": SECRET }),
        };
        self.tell(tick, prompt);
    }

    fn answer(&mut self, tick: u64, call: u64, outcome: &str) {
        self.tell(tick, Event::ModelReply { call, text: SECRET.to_owned() });
        let counted = u64::from(outcome == "ok");
        let call = ModelCall {
            call,
            role: "planner".to_owned(),
            model: "a-model".to_owned(),
            purpose: "plan".to_owned(),
            step: None,
            outcome: outcome.to_owned(),
            tries: 2,
            latency_ms: 900,
            input: 1912 * counted,
            cached: 512 * counted,
            output: 388 * counted,
            reasoning: 88 * counted,
            usd: (counted > 0).then_some(0.25),
        };
        self.tell(tick, Event::ModelCalled { call });
    }

    fn planned(&mut self, tick: u64) {
        let plan = PlanDraft { planner: "offline".to_owned(), why: SECRET.to_owned(), ..PlanDraft::default() };
        self.tell(tick, Event::Planned { plan });
    }

    fn step(&mut self, tick: u64, attempt: u32, call: u64) {
        let (title, reason) = (SECRET.to_owned(), SECRET.to_owned());
        self.tell(tick, Event::StepStarted { step: 1, title, reason, attempt });
        let request = ToolRequest::from_parts("chat", &json!({ "message": SECRET })).expect("a call");
        self.tell(tick, Event::ToolCall { call, request });
    }

    fn result(&mut self, tick: u64, call: u64, outcome: Result<(), ErrorCode>) {
        let outcome = outcome.map(|()| json!({ "message": SECRET })).map_err(|code| ToolError::new(code, SECRET));
        self.tell(tick, Event::ToolResult { call, result: ToolResult::new("chat", 1, 1, outcome) });
    }
}

#[test]
fn a_goals_spans_are_a_tree_named_as_the_conventions_say() {
    let spans = watched(|| {
        let mut story = Story::begun();
        story.prompt(100, 1, "planner", "gemini");
        story.answer(130, 1, "ok");
        story.planned(130);
        story.step(130, 1, 7);
        story.result(170, 7, Err(ErrorCode::ResourceNotFound));
        let error = ToolError::new(ErrorCode::ActionFailed, SECRET);
        story.tell(175, Event::StepFailed { step: 1, title: SECRET.to_owned(), attempt: 1, error });
        story.prompt(175, 2, "reflexion", "claude");
        story.answer(180, 2, "rate_limited");
        story.step(180, 2, 8);
        story.result(200, 8, Ok(()));
        story.tell(210, Event::StepDone { step: 1, title: SECRET.to_owned(), evidence: SECRET.to_owned() });
        story.tell(210, Event::GoalDone { text: SECRET.to_owned(), ticks: 110, shown: None });
    });
    let expected = [
        ("goal", "invoke_agent blockwright", "110", None),
        ("goal/plan", "plan blockwright", "30", None),
        ("goal/plan/model_call", "generate_content a-model", "30", None),
        ("goal/step", "", "45", Some("ACTION_FAILED")),
        ("goal/step/tool_call", "execute_tool chat", "40", Some("RESOURCE_NOT_FOUND")),
        ("goal/model_call", "chat a-model", "5", Some("rate_limited")),
        ("goal/step", "", "30", None),
        ("goal/step/tool_call", "execute_tool chat", "20", None),
    ];
    let told: Vec<_> = spans
        .iter()
        .map(|span| {
            let field = |name| span.field(name).unwrap_or_default();
            (span.path.as_str(), field("otel.name"), field("blockwright.ticks"), span.error())
        })
        .collect();
    assert_eq!(told, expected);
    let attributes: [(usize, &[(&str, &str)]); 6] = [
        (0, &[("gen_ai.operation.name", "invoke_agent"), ("otel.kind", "internal"), ("blockwright.goal.id", "1")]),
        (1, &[("gen_ai.operation.name", "plan"), ("blockwright.plan.planner", "offline")]),
        (
            2,
            &[
                ("otel.kind", "client"),
                ("gen_ai.operation.name", "generate_content"),
                ("gen_ai.provider.name", "gcp.gemini"),
                ("gen_ai.request.model", "a-model"),
                ("gen_ai.output.type", "json"),
                ("gen_ai.usage.input_tokens", "1912"),
                ("gen_ai.usage.cache_read.input_tokens", "512"),
                ("gen_ai.usage.output_tokens", "388"),
                ("gen_ai.usage.reasoning.output_tokens", "88"),
                ("blockwright.model.tries", "2"),
                ("blockwright.model.usd", "0.25"),
            ],
        ),
        (
            4,
            &[
                ("gen_ai.operation.name", "execute_tool"),
                ("gen_ai.tool.name", "chat"),
                ("gen_ai.tool.type", "function"),
                ("gen_ai.tool.call.id", "7"),
            ],
        ),
        (5, &[("gen_ai.provider.name", "anthropic"), ("blockwright.model.role", "reflexion")]),
        (6, &[("blockwright.step.number", "1"), ("blockwright.step.attempt", "2")]),
    ];
    for (number, fields) in attributes {
        for (name, value) in fields {
            assert_eq!(spans[number].field(name), Some(*value), "{name} of {:?}", spans[number]);
        }
    }
    assert_eq!(spans[5].field("gen_ai.usage.input_tokens"), None, "what was not counted is not nothing");
}

#[test]
fn providers_without_a_name_in_the_conventions_keep_their_own() {
    let spans = watched(|| {
        let mut story = Story::begun();
        for (call, provider) in ["openai", "ollama"].into_iter().enumerate() {
            story.prompt(100, call as u64, "planner", provider);
            story.answer(100, call as u64, "ok");
        }
        story.planned(100);
        story.tell(100, Event::GoalDone { text: SECRET.to_owned(), ticks: 0, shown: None });
    });
    assert_eq!(paths(&spans), ["goal", "goal/plan", "goal/plan/model_call", "goal/plan/model_call"]);
    let provider = |span: &Seen| span.field("gen_ai.provider.name").map(str::to_owned);
    assert_eq!((provider(&spans[2]).as_deref(), provider(&spans[3]).as_deref()), (Some("openai"), Some("ollama")));
}

#[test]
fn a_goal_that_ends_in_mid_call_leaves_nothing_open() {
    let cancelled = || Event::GoalCancelled { text: SECRET.to_owned() };
    let in_a_model_call = watched(|| {
        let mut story = Story::begun();
        story.prompt(100, 1, "planner", "openai");
        story.tell(120, cancelled());
        // Nobody waits for either any longer.
        story.answer(130, 1, "ok");
        story.tell(130, cancelled());
    });
    assert_eq!(paths(&in_a_model_call), ["goal", "goal/plan", "goal/plan/model_call"]);
    let in_a_tool_call = watched(|| {
        let mut story = Story::begun();
        story.planned(100);
        story.step(100, 1, 7);
        story.tell(120, cancelled());
    });
    assert_eq!(paths(&in_a_tool_call), ["goal", "goal/plan", "goal/step", "goal/step/tool_call"]);
    for span in in_a_model_call.iter().chain(&in_a_tool_call) {
        let made = span.path == "goal/plan" && span.field("blockwright.plan.planner").is_some();
        assert_eq!(span.error(), (!made).then_some("CANCELLED"), "{span:?}");
    }
    let before_it_began = watched(|| {
        let mut story = Story::default();
        story.tell(100, Event::GoalQueued { text: SECRET.to_owned() });
        story.tell(100, cancelled());
    });
    assert!(before_it_began.is_empty(), "{before_it_began:?}");
}

#[test]
fn a_goal_that_is_paused_and_resumed_is_one_tree() {
    let spans = watched(|| {
        let mut story = Story::begun();
        story.planned(100);
        story.step(100, 1, 7);
        story.tell(120, Event::GoalPaused { why: SECRET.to_owned() });
        story.tell(500, Event::GoalResumed { left: None });
        story.tell(500, Event::GoalStarted { text: SECRET.to_owned() });
        story.step(500, 1, 8);
        story.result(510, 8, Ok(()));
        story.tell(510, Event::StepDone { step: 1, title: SECRET.to_owned(), evidence: SECRET.to_owned() });
        story.tell(510, Event::GoalDone { text: SECRET.to_owned(), ticks: 30, shown: None });
    });
    let step = ["goal/step", "goal/step/tool_call"];
    assert_eq!(paths(&spans), [&["goal", "goal/plan"][..], &step, &step].concat());
    let errors: Vec<Option<&str>> = spans.iter().map(Seen::error).collect();
    assert_eq!(errors, [None, None, Some("CANCELLED"), Some("CANCELLED"), None, None]);
}

#[test]
fn a_goals_failure_is_its_errors_code() {
    for (why, code) in [("TOOL_REQUIRED: no pickaxe", "TOOL_REQUIRED"), ("no code: at all", "_OTHER"), ("", "_OTHER")] {
        let spans = watched(|| {
            let mut story = Story::begun();
            story.prompt(100, 1, "planner", "openai");
            story.answer(110, 1, "garbled");
            story.tell(110, Event::FellBack { why: SECRET.to_owned() });
            story.tell(110, Event::GoalFailed { text: SECRET.to_owned(), why: why.to_owned() });
        });
        let errors: Vec<Option<&str>> = spans.iter().map(Seen::error).collect();
        assert_eq!(errors, [Some(code), Some(code), Some("garbled")]);
    }
}

/// A mind whose systems run on the test's own thread, which alone is watched.
fn mind(goal: &str) -> Scripted {
    let mut mind = Scripted::new(&[goal], Policy::default());
    mind.app.edit_schedule(Update, |schedule| {
        schedule.set_executor_kind(ExecutorKind::SingleThreaded);
    });
    mind
}

#[test]
fn the_minds_own_events_make_the_tree() {
    let step = ["goal/step", "goal/step/tool_call"];
    let done = watched(|| {
        let mut mind = mind("mine 8 dirt");
        let (id, _) = mind.call();
        mind.holds(&[("dirt", 5)]);
        mind.fail(id, "mine", ErrorCode::Timeout, json!({ "collected": 5 }));
        let (id, _) = mind.call();
        mind.holds(&[("dirt", 8)]);
        mind.succeed(id, "mine", json!({}));
        mind.frame();
        assert_eq!(mind.goal().state, GoalState::Done);
    });
    assert_eq!(paths(&done), [&["goal", "goal/plan"][..], &step, &step].concat());
    let errors: Vec<Option<&str>> = done.iter().map(Seen::error).collect();
    assert_eq!(errors, [None, None, Some("TIMEOUT"), Some("TIMEOUT"), None, None]);
    let cancelled = watched(|| {
        let mut mind = mind("mine 8 dirt");
        mind.call();
        mind.ask(UserAsk::Cancel(1));
    });
    assert_eq!(paths(&cancelled), [&["goal", "goal/plan"][..], &step].concat());
    assert_eq!(cancelled[3].error(), Some("CANCELLED"));
}

/// What the program says on standard error while it reaches a goal.
fn logged(filter: Option<&str>) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_blockwright"));
    program.args(["run", "--json", "--planner", "offline", "--tick-rate", "400", "--give", "oak_log=1"]);
    program.arg("craft 4 planks").env_remove("DISPLAY").env_remove("BLOCKWRIGHT_LOG");
    program.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).envs(filter.map(|filter| ("BLOCKWRIGHT_LOG", filter)));
    let output = program.output().expect("the program");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.success(), "{errors}");
    errors
}

#[test]
fn each_span_is_a_line_of_the_log_where_it_is_asked_for() {
    let log = logged(Some("blockwright::spans=info"));
    let lines: Vec<&str> = log.lines().filter(|line| line.contains(&format!("{SPANS}: close"))).collect();
    assert!(lines.iter().all(|line| line.contains("time.idle=")), "{log}");
    // A span stands behind those it is in, each with its fields in braces: plan, call, step, goal.
    let depths: Vec<usize> = lines.iter().map(|line| line.matches('{').count()).collect();
    assert_eq!(depths, [2, 3, 2, 1], "{log}");
    assert_eq!(lines[1].matches("execute_tool craft").count(), 1, "{log}");
    assert!(!logged(None).contains(SPANS), "not unless it is asked for");
}
