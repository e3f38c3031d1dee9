//! What the store has of a goal becomes what a mind goes on with, or costs it its plan.

use serde_json::json;

use super::*;
use crate::{
    domain::{BlockPos, Expectation, GoalState, Mine, PlanDraft, StepDraft},
    store::{NewEvent, NewSession, Record, Writer},
};

fn mine(count: u32) -> ToolRequest {
    ToolRequest::Mine(Mine::nearest("dirt", count))
}

/// As `app::record` writes it.
fn step(state: &str) -> StepRecord {
    StepRecord {
        request: serde_json::to_value(mine(2)).unwrap(),
        reason: "as asked".to_owned(),
        expectation: json!({ "expect": "gain", "items": ["dirt"], "count": 3 }),
        aim: Some(json!({ "aim": "at_least", "items": ["dirt"], "total": 8 })),
        takes_back: None,
        state: state.to_owned(),
        attempts: 2,
        error: Some(json!({ "code": "TIMEOUT", "message": "late", "context": {} })),
        progress: Some(json!({
            "planned": serde_json::to_value(mine(3)).unwrap(), "had": { "dirt": 5 }, "failed": ["late"], "detour": false,
        })),
    }
}

fn record(steps: Vec<StepRecord>) -> GoalRecord {
    let draft =
        StepDraft { request: mine(3), reason: String::new(), expectation: Expectation::Answered, takes_back: None };
    let plan = PlanDraft { planner: "offline".to_owned(), steps: vec![draft], ..PlanDraft::default() };
    GoalRecord {
        id: 7,
        text: "mine 3 dirt".to_owned(),
        state: GoalState::Active,
        plan: serde_json::to_value(plan).ok(),
        placed: Some(json!([{ "block": "furnace", "at": { "x": 1, "y": 2, "z": 3 }, "means": true }])),
        attempts: 3,
        recoveries: 2,
        tool_calls: 4,
        ticks: 500,
        progress: Some(json!({
            "began": { "inventory": { "dirt": 5 }, "position": { "x": 0.5, "y": 64.0, "z": 0.5 } },
            "brought": { "mined": { "dirt": 1 } },
        })),
        steps,
        ..GoalRecord::default()
    }
}

#[test]
fn a_plan_is_as_it_was() {
    let left = left_plan(&record(vec![step("done"), step("running"), step("waiting")])).unwrap().unwrap();
    assert_eq!((left.plan.draft.steps.len(), left.plan.began.inventory.count("dirt")), (1, 5));
    assert_eq!(left.plan.brought.mined.count("dirt"), 1);
    let states: Vec<&str> = left.steps.iter().map(|left| left.state.name()).collect();
    assert_eq!(states, ["done", "running", "waiting"]);
    let LeftStep { step, attempts, .. } = &left.steps[1];
    assert_eq!((&step.request, &step.planned, step.had.count("dirt")), (&mine(2), &mine(3), 5));
    assert_eq!(step.aim, Some(Aim::AtLeast { items: vec!["dirt".to_owned()], total: 8 }));
    assert_eq!((attempts.used, attempts.failed.len()), (2, 1));
    assert!(attempts.last_error.is_some());
}

#[test]
fn what_was_to_be_planned_anew_still_is() {
    let mut record = record(vec![step("done")]);
    record.progress = Some(json!({ "replan": true }));
    assert!(left_plan(&record).unwrap().is_none());
    record.plan = None;
    assert!(left_plan(&record).unwrap().is_none());
}

#[test]
fn what_a_model_had_put_before_a_failed_step_goes_unless_it_is_done() {
    let detour = |state: &str| {
        let mut step = step(state);
        step.progress.as_mut().unwrap()["detour"] = true.into();
        step
    };
    let left = left_plan(&record(vec![detour("done"), detour("waiting"), step("waiting")])).unwrap().unwrap();
    assert_eq!(left.steps.iter().map(|left| left.state.name()).collect::<Vec<_>>(), ["done", "waiting"]);
}

/// A store in a folder of one test's own, gone with it.
struct Kept {
    path: PathBuf,
    here: Here,
}

impl Drop for Kept {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(self.path.parent().unwrap());
    }
}

/// Writes these goals and entries; nobody works at them any more.
fn kept(name: &str, goals: Vec<GoalRecord>, entries: &[(u64, Value)]) -> Kept {
    kept_after(name, "interrupted", goals, entries)
}

fn kept_after(name: &str, outcome: &str, goals: Vec<GoalRecord>, entries: &[(u64, Value)]) -> Kept {
    let folder = std::env::temp_dir().join(format!("blockwright-resume-{name}-{}", std::process::id()));
    _ = std::fs::remove_dir_all(&folder);
    let path = folder.join("store.sqlite");
    let session = NewSession { bot: "Ada".to_owned(), server: "a test:1".to_owned(), goals: 1 };
    let store = Store::open(&path).unwrap();
    let (writer, _) = Writer::begin(store, &session, wall_clock(), |error| panic!("{error}")).unwrap();
    for goal in goals {
        writer.put(Record::Goal(Box::new(goal))).unwrap();
    }
    for (goal, event) in entries {
        let mut entry = json!({ "tick": 1, "ms": 1 });
        entry.as_object_mut().unwrap().extend(event.as_object().unwrap().clone());
        let (goal, kind) = ((*goal > 0).then_some(*goal), event["event"].as_str().unwrap().to_owned());
        let event = NewEvent { goal, tick: 1, wall_ms: 1, kind, json: entry.to_string() };
        writer.put(Record::Event(event)).unwrap();
    }
    writer.put(Record::Outcome(outcome.to_owned())).unwrap();
    drop(writer);
    Kept { path, here: Here { bot: "Ada".to_owned(), server: "a test:1".to_owned(), is_new: false } }
}

#[test]
fn damaged_records_cost_a_goal_its_plan_and_no_more() {
    let damage: Vec<fn(&mut GoalRecord)> = vec![
        |goal| goal.plan = Some(json!({ "planner": 1 })),
        |goal| goal.progress = Some(json!("nothing")),
        |goal| goal.steps[0].request = json!({ "tool": "fly", "params": {} }),
        |goal| goal.steps[0].expectation = Value::Null,
        |goal| goal.steps[0].aim = Some(json!({ "aim": "high" })),
        |goal| goal.steps[0].state = "tired".to_owned(),
        |goal| goal.steps[0].error = Some(json!({ "code": "OH_NO" })),
        |goal| goal.steps[0].progress = Some(json!([1, 2])),
        |goal| {
            goal.steps[0].state = "failed".to_owned();
            goal.steps[0].error = None;
        },
    ];
    let goals = (1..).zip(&damage).map(|(id, damage)| {
        let mut goal = GoalRecord { id, ..record(vec![step("running")]) };
        damage(&mut goal);
        goal
    });
    let unreadable = GoalRecord { id: 100, placed: Some(json!(7)), ..record(vec![step("running")]) };
    let kept = kept("damaged", goals.chain([unreadable]).collect(), &[]);
    let (taken, open) = take_open_goals(&kept.path, 50, &kept.here).unwrap();
    assert_eq!((taken.len(), open.held), (damage.len() + 1, 0));
    for left in &taken[..damage.len()] {
        assert!(
            left.plan.is_none() && left.anew.as_ref().is_some_and(|why| why.contains("cannot be read")),
            "{left:?}"
        );
        assert_eq!(left.placed[0].at, BlockPos::new(1, 2, 3), "what stands still does");
        assert_eq!((left.spent.ticks(9), left.spent.recoveries, left.spent.tool_calls), (500, 2, 4));
    }
    assert!(taken[damage.len()].plan.is_some() && taken[damage.len()].placed.is_empty());
    let (again, open) = take_open_goals(&kept.path, 51, &kept.here).unwrap();
    assert_eq!((again.len(), open.held), (0, damage.len() + 1), "another session has them");
}

#[test]
fn goals_of_others_are_left_alone_and_told() {
    let kept = kept("others", vec![record(vec![])], &[]);
    let bob = Here { bot: "Bob".to_owned(), ..kept.here.clone() };
    let elsewhere = Here { server: "b test:1".to_owned(), ..kept.here.clone() };
    for other in [&bob, &elsewhere] {
        let (taken, open) = take_open_goals(&kept.path, 50, other).unwrap();
        assert!(taken.is_empty() && open.hint(other, "").is_none());
        assert_eq!(open.left_alone().as_deref(), Some("left alone: 1 goal of Ada on a test:1"));
    }
    let open = Open::read(&kept.path, &kept.here).unwrap();
    assert_eq!(open.left_alone(), None);
    let hint = open.hint(&kept.here, " --username Ada").unwrap();
    assert_eq!(hint, "1 goal was left open; go on with: blockwright run --resume --server a test:1 --username Ada");
    assert!(Open::read(&kept.path.with_file_name("none"), &kept.here).unwrap().here.is_empty());
}

#[test]
fn what_was_asked_of_a_server_that_was_not_there_is_not_open_unless_another_bot_had_begun_it() {
    let asked = GoalRecord { state: GoalState::Queued, plan: None, ..record(vec![]) };
    for (name, asked, is_open) in [("absent", asked, false), ("absent, one of two", record(vec![]), true)] {
        let kept = kept_after(name, NOT_JOINED, vec![asked], &[]);
        let (taken, open) = take_open_goals(&kept.path, 50, &kept.here).unwrap();
        assert!(taken.is_empty() != is_open && open.left_alone().is_none(), "{name}");
    }
}

#[test]
fn a_new_world_has_nothing_of_the_old_one() {
    let kept = kept("new", vec![record(vec![step("done")])], &[]);
    let (taken, _) = take_open_goals(&kept.path, 50, &Here { is_new: true, ..kept.here.clone() }).unwrap();
    assert!(taken[0].plan.is_none() && taken[0].placed.is_empty() && taken[0].anew.is_some());
}

#[test]
fn what_was_heard_was_said_and_what_was_asked_is_paid_for() {
    let said = |state: &str| {
        let mut step = step(state);
        step.request = json!({ "tool": "chat", "params": { "message": "hello" } });
        step.aim = Some(json!({ "aim": "said", "message": "hello", "from_line": 40 }));
        step.progress = None;
        step
    };
    let call =
        |goal| (goal, json!({ "event": "tool_call", "goal": goal, "call": 1, "request": said("running").request }));
    let chat = |sender: &str| (0, json!({ "event": "chat", "sender": sender, "message": "hello" }));
    let asked = json!({
        "call": 1, "role": "planner", "model": "x", "purpose": "plan", "outcome": "ok", "tries": 1, "latency_ms": 5,
        "input": 7, "cached": 0, "output": 3, "reasoning": 0, "usd": 0.5,
    });
    let asked = (1, json!({ "event": "model_called", "goal": 1, "call": asked }));
    let of_another_version = (1, json!({ "event": "danced", "goal": 1 }));
    for (entries, heard) in [
        (vec![asked.clone(), of_another_version, chat("Ada"), call(1), chat("Ada")], true),
        (vec![chat("Ada"), call(1), chat("Bob")], false),
        (vec![chat("Ada")], false),
    ] {
        let goal = GoalRecord { id: 1, ..record(vec![said("running"), said("waiting")]) };
        let kept = kept("said", vec![goal], &entries);
        let (mut taken, _) = take_open_goals(&kept.path, 50, &kept.here).unwrap();
        let left = taken.remove(0);
        let plan = left.plan.unwrap();
        assert_eq!(plan.said, heard, "{entries:?}");
        assert!(plan.steps.iter().all(|left| left.step.aim.is_none()), "lines are numbered anew");
        assert_eq!(left.calls.len(), entries.iter().filter(|entry| **entry == asked).count());
    }
}

#[test]
fn a_goal_is_still_whose_it_was() {
    let asked = |id: u64, progress: Value| GoalRecord { id, progress: Some(progress), ..record(vec![]) };
    let by_steve = asked(1, json!({ "bot": "Ada", "speaker": "Steve" }));
    let kept = kept("speaker", vec![by_steve, asked(2, json!({ "bot": "Ada" }))], &[]);
    let (taken, _) = take_open_goals(&kept.path, 50, &kept.here).unwrap();
    let mut whose: Vec<_> = taken.iter().map(|left| (left.id, left.speaker.as_deref())).collect();
    whose.sort();
    assert_eq!(whose, [(1, Some("Steve")), (2, None)], "its bounds hold on, and those of nobody do not begin");
}
