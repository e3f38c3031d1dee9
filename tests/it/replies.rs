//! A recording answers in a model's place: the same plan, the same repair, and an end that is told.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use blockwright::{
    app::Model,
    domain::{PlanDraft, UserAsk},
    journal::{Event, Journal, JournalFile, ModelCall},
    mind::{
        Policy,
        model::{Limits, LlmConfig, ModelConfig, Models, PlannerChoice, Provider, Replies, Source},
    },
};
use serde_json::{Value, json};

use super::scripted::Scripted;

const GOAL: &str = "get me 1 dirt";
/// Nothing is paid in a replay: a budget of nothing and a price that nobody knows must not matter.
const MODEL: &str = "a-model-without-a-price";
const WHY: &str = "it lies about";

/// A file of such lines.
fn recording(name: &str, lines: &[Value]) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replies-{name}.jsonl"));
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(&file, text).expect("a file");
    file
}

/// Two calls as a journal has them: the first plan brings the wrong thing, the second the right one.
fn repaired() -> Vec<Value> {
    [(1, "sand"), (2, "dirt")].into_iter().flat_map(|(call, target)| answered(call, target)).collect()
}

/// A call as a journal has it, whose answer is to mine this.
fn answered(call: u64, target: &str) -> [Value; 3] {
    let prompt =
        json!({ "event": "model_prompt", "call": call, "role": "planner", "provider": "openai", "model": MODEL });
    let mut reply = reply(target);
    reply["call"] = call.into();
    [prompt, reply, called(call, "ok")]
}

/// An answer as a hand would write it: to mine this.
fn reply(target: &str) -> Value {
    let mine = json!({ "tool": "mine", "params": { "target": target, "count": 1 } });
    let plan = json!({ "why": WHY, "steps": [{ "call": mine, "reason": "the goal" }] });
    json!({ "event": "model_reply", "text": plan.to_string() })
}

fn called(call: u64, outcome: &str) -> Value {
    let used =
        json!({ "call": call, "outcome": outcome, "input": 1912, "cached": 512, "output": 388, "reasoning": 88 });
    json!({ "event": "model_called", "call": used })
}

/// A mind whose goal a recording plans.
fn mind(file: &Path) -> Scripted {
    let planner = ModelConfig::of(Provider::Gemini);
    let limits = Limits { budget_usd: Some(0.0), ..Limits::default() };
    let config = LlmConfig { choice: PlannerChoice::Model, models: Models::one(planner), limits };
    let source = Source::Replies(Replies::read(file).expect("a recording"));
    Scripted::with_model(&[GOAL], Policy::default(), Some(Model { config, source }))
}

/// The same, once its goal has been planned and begun.
fn planned(file: &Path) -> Scripted {
    let mut mind = mind(file);
    mind.call();
    mind
}

fn journal(mind: &Scripted) -> &Journal {
    mind.app.world().resource::<Journal>()
}

/// What this finds in the mind's journal.
fn found<T>(mind: &Scripted, find: impl Fn(&Event) -> Option<T>) -> Vec<T> {
    journal(mind).entries().iter().filter_map(|entry| find(&entry.event)).collect()
}

fn plans(mind: &Scripted) -> Vec<PlanDraft> {
    found(mind, |event| match event {
        Event::Planned { plan } => Some(plan.clone()),
        _ => None,
    })
}

fn calls(mind: &Scripted) -> Vec<ModelCall> {
    found(mind, |event| match event {
        Event::ModelCalled { call } => Some(call.clone()),
        _ => None,
    })
}

/// The calls' outcomes, and why the offline planner took over.
fn outcomes(mind: &Scripted) -> (Vec<String>, Vec<String>) {
    let why = |event: &Event| match event {
        Event::FellBack { why } => Some(why.clone()),
        _ => None,
    };
    (calls(mind).into_iter().map(|call| call.outcome).collect(), found(mind, why))
}

#[test]
fn a_recording_plans_as_its_model_did_and_costs_nothing() {
    let mind = planned(&recording("plan", &answered(1, "dirt")));
    let plans = plans(&mind);
    assert_eq!((plans.len(), plans[0].planner.as_str(), plans[0].why.as_str()), (1, MODEL, WHY));
    assert_eq!((plans[0].steps.len(), plans[0].steps[0].reason.as_str()), (1, "the goal"));
    let calls = calls(&mind);
    assert_eq!(calls.len(), 1);
    let call = &calls[0];
    assert_eq!((call.input, call.cached, call.output, call.reasoning), (1912, 512, 388, 88));
    assert_eq!((call.model.as_str(), call.tries, call.latency_ms, call.usd), (MODEL, 0, 0, Some(0.0)));
}

#[test]
fn a_repair_is_replayed_and_so_is_the_journal_of_the_replay() {
    let first = planned(&recording("repair", &repaired()));
    let purposes: Vec<String> = calls(&first).into_iter().map(|call| call.purpose).collect();
    assert_eq!(purposes, ["plan", "repair 1"]);
    assert_eq!(outcomes(&first), (vec!["ok".to_owned(); 2], Vec::new()));
    assert_eq!(plans(&first)[0].planner, MODEL);

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("replies-journal");
    _ = fs::remove_dir_all(&folder);
    let mut file = JournalFile::open(Some(&folder), Vec::new()).expect("a journal");
    file.write(journal(&first)).expect("its entries");
    let again = planned(file.path());
    assert_eq!(plans(&again), plans(&first));
    assert_eq!(calls(&again), calls(&first));
}

#[test]
fn where_the_recording_ends_the_offline_planner_goes_on() {
    let mind = planned(&recording("short", &[reply("sand")]));
    let (outcomes, why) = outcomes(&mind);
    assert_eq!(outcomes, ["ok", "no_more_replies"]);
    assert!(why.len() == 1 && why[0].starts_with("no more replies: all 1 of "), "{why:?}");
    assert_eq!(plans(&mind)[0].planner, "offline");
}

#[test]
fn a_call_that_failed_fails_again() {
    let mind = planned(&recording("failed", &[called(1, "rate_limited")]));
    let (outcomes, why) = outcomes(&mind);
    assert_eq!(outcomes, ["rate_limited"]);
    assert!(why.len() == 1 && why[0].contains("rate_limited"), "{why:?}");
    assert_eq!(plans(&mind)[0].planner, "offline");
}

#[test]
fn an_answer_that_nobody_waited_for_is_the_next_calls() {
    let mut mind = mind(&recording("withdrawn", &answered(1, "dirt")));
    let asked = (0..20).any(|_| {
        mind.frame();
        !found(&mind, |event| matches!(event, Event::ModelPrompt { .. }).then_some(())).is_empty()
    });
    assert!(asked, "nothing was asked");
    let id = mind.goal().id;
    mind.ask(UserAsk::Cancel(id));
    assert!(plans(&mind).is_empty());
    mind.ask(UserAsk::NewGoal(GOAL.to_owned()));
    mind.call();
    assert_eq!(plans(&mind)[0].planner, MODEL);
}

/// `blockwright run --replies FILE` with these arguments, for the goal, without a key or a journal.
fn run(file: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blockwright"));
    for variable in
        ["DISPLAY", "BLOCKWRIGHT_LOG", "GEMINI_API_KEY", "GOOGLE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"]
    {
        command.env_remove(variable);
    }
    command.args(["run", "--headless", "--no-journal"]).args(args).arg("--replies").arg(file).arg(GOAL);
    let Output { status, stdout, stderr } = command.output().expect("the program");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("an exit status"), text(stdout), text(stderr))
}

#[test]
fn the_program_plays_a_recording_without_a_key() {
    let (status, out, err) = run(&recording("program", &[reply("dirt")]), &["--json", "--tick-rate", "400"]);
    assert_eq!(status, 0, "{out}{err}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let plan = lines.iter().find(|line| line["event"] == "planned").expect("a plan");
    assert_eq!(plan["plan"]["why"], WHY);
    let report = lines.last().expect("a report");
    assert_eq!((&report["event"], &report["success"]), (&"report".into(), &true.into()), "{report}");
    assert_eq!(report["model"]["calls"], 1, "{report}");
    assert_eq!(report["model"]["usd"], 0.0, "{report}");
}

#[test]
fn a_file_that_is_no_recording_exits_2_and_says_what_would_be_one() {
    let without = recording("without", &[json!({ "event": "goal_resumed" })]);
    for (file, words) in [(Path::new("no/such/run.jsonl"), "cannot be read"), (without.as_path(), "holds no reply")] {
        let (status, out, err) = run(file, &[]);
        assert_eq!(status, 2, "{out}{err}");
        assert!(err.contains(&file.display().to_string()) && err.contains(words), "{err}");
        assert!(err.contains("name the journal"), "{err}");
        assert!(out.is_empty(), "nothing was started: {out}");
    }
}

#[test]
fn a_recording_and_no_model_contradict_each_other() {
    let (status, out, err) = run(&recording("offline", &[reply("dirt")]), &["--planner", "offline"]);
    assert_eq!(status, 2, "{out}{err}");
    assert!(err.contains("--replies") && err.contains("--planner offline"), "{err}");
}
