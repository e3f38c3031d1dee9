//! What lasts, from outside: what a run said is in the history afterwards, whatever became of the run; and what is wrong
//! with a store is told, and never in the bot's way.

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use blockwright::{
    domain::{GoalState, is_wild},
    store::{GoalRecord, NewEvent, NewSession, Record, Store, Writer, wall_clock},
};
use serde_json::Value;

use super::cli;

/// ESC and BEL, C1's own CSI, an override.
const WILD: &str = "\u{1b}]0;x\u{7}\u{9b}2J\u{202e}";
const CRAFT: [&str; 6] = ["--tick-rate", "400", "--give", "oak_log=1", "craft 4 planks", "say hello"];

/// A folder for programs' data of one test's own, gone with it.
pub struct Home(pub PathBuf);

impl Home {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("blockwright-history-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    pub fn store(&self) -> PathBuf {
        self.0.join("blockwright/store.sqlite")
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = cli::blockwright(args);
        command.env("XDG_DATA_HOME", &self.0);
        command
    }

    /// Status, standard output, standard error.
    pub fn run(&self, args: &[&str]) -> (i32, String, String) {
        let Output { status, stdout, stderr } = self.command(args).output().expect("the program");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (status.code().expect("an exit status"), text(stdout), text(stderr))
    }

    /// What a command that ends well prints, as lines of JSON.
    pub fn json(&self, args: &[&str]) -> Vec<Value> {
        let (status, out, err) = self.run(args);
        assert_eq!((status, err.as_str()), (0, ""), "{args:?}: {out}");
        lines(&out)
    }

    /// The one journal of the one run.
    fn journal(&self) -> String {
        let mut files = fs::read_dir(self.0.join("blockwright/journals")).expect("a folder of journals").flatten();
        let file = files.next().expect("a journal").path();
        assert!(files.next().is_none(), "two journals");
        fs::read_to_string(file).expect("a journal")
    }

    /// Writes a store without a program.
    fn fill(&self, goal: GoalRecord, events: u64) {
        let session = NewSession { bot: "Ada".to_owned(), server: "a test".to_owned(), goals: 1 };
        let store = Store::open(&self.store()).expect("a store");
        let (writer, ids) = Writer::begin(store, &session, wall_clock(), |error| panic!("{error}")).expect("a session");
        let goal = GoalRecord { id: ids.next_id(), ..goal };
        let id = goal.id;
        writer.put(Record::Goal(Box::new(goal))).expect("room");
        for tick in 0..events {
            let entry =
                serde_json::json!({ "tick": tick, "ms": tick, "goal": id, "event": "goal_paused", "why": WILD });
            let json = blockwright::domain::json(&entry).expect("JSON");
            let event = NewEvent { goal: Some(id), tick, wall_ms: tick, kind: "goal_paused".to_owned(), json };
            writer.put(Record::Event(event)).expect("room");
        }
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn goal(text: &str) -> GoalRecord {
    GoalRecord { text: text.to_owned(), state: GoalState::Done, ..Default::default() }
}

/// An entry as `run --json` says it: without what only the history knows of it.
pub fn as_said(mut entry: Value) -> Value {
    let fields = entry.as_object_mut().expect("an object");
    for own in ["id", "session", "wall_ms"] {
        assert!(fields.remove(own).is_some_and(|number| number.is_u64()), "{own}");
    }
    entry
}

#[test]
fn what_a_run_said_is_in_the_history_and_goals_are_numbered_on() {
    let home = Home::new("said");
    let first = home.json(&[&["run", "--json"][..], &CRAFT].concat());
    let (report, said) = first.split_last().expect("a report");
    assert_eq!(report["success"], true);
    let kept: Vec<Value> = home.json(&["history", "--events", "--json"]).into_iter().map(as_said).collect();
    assert_eq!(kept, said);

    let goals = home.json(&["history", "--json"]);
    let of = |key: &str| goals.iter().map(|goal| goal[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("event"), ["goal", "goal"]);
    assert_eq!((of("id"), of("state")), (vec![1.into(), 2.into()], vec!["done".into(), "done".into()]));
    assert_eq!((of("bot"), of("text")), (vec!["Blockwright".into(); 2], vec![CRAFT[4].into(), CRAFT[5].into()]));

    let mut one = home.json(&["history", "--goal", "1", "--json"]);
    let record = one.remove(0);
    assert_eq!((&record["planner"], &record["steps"][0]["state"]), (&"offline".into(), &"done".into()));
    assert!(record["steps"][0]["aim"].is_object() && record["plan"]["quote"].is_object(), "{record}");
    let one: Vec<Value> = one.into_iter().map(as_said).collect();
    assert_eq!(one, said.iter().filter(|entry| entry["goal"] == 1).cloned().collect::<Vec<_>>());

    let again = home.json(&[&["run", "--json"][..], &CRAFT].concat());
    let numbers: BTreeSet<u64> = again.iter().filter_map(|entry| entry["goal"].as_u64()).collect();
    assert_eq!(numbers, BTreeSet::from([3, 4]));

    let (status, people, _) = home.run(&["history"]);
    assert_eq!((status, people.lines().count()), (0, 4));
    assert!(people.starts_with("#1 ") && people.contains("Blockwright: craft 4 planks"), "{people}");
    let (_, people, _) = home.run(&["history", "--goal", "4"]);
    assert!(people.contains("goal done: say hello"), "{people}");
    assert_eq!(home.json(&["history", "--json", "--since", "1h"]).len(), 4);
    let (_, limited, more) = home.run(&["history", "--after", "1", "--limit", "2"]);
    assert!(limited.starts_with("#2 ") && limited.lines().count() == 2, "{limited}");
    assert!(more.contains("--after 3"), "{more}");
}

#[test]
fn an_export_is_the_journal_and_is_played_again() {
    let home = Home::new("export");
    let reply = r#"{"event":"model_reply","text":"{\"why\":\"so\",\"steps\":[{\"call\":{\"tool\":\"chat\",\"params\":{\"message\":\"hello\"}},\"reason\":\"the goal\"}]}"}"#;
    fs::create_dir_all(&home.0).expect("a folder");
    let file = home.0.join("reply.jsonl");
    fs::write(&file, reply).expect("a file");
    let play = |file: &Path| {
        let run = ["run", "--json", "--tick-rate", "400", "--replies", file.to_str().expect("UTF-8"), "say hello"];
        let said = home.json(&run);
        let planned = said.iter().find(|entry| entry["event"] == "planned").cloned().expect("a plan");
        assert_ne!(planned["plan"]["planner"], "offline", "{planned}");
        planned["plan"].clone()
    };
    let plan = play(&file);
    let (status, exported, err) = home.run(&["data", "export"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(exported, home.journal());
    assert!(exported.contains(r#""event":"model_reply""#), "{exported}");

    let folder = home.0.join("exported");
    let (status, names, _) = home.run(&["data", "export", "--dir", folder.to_str().expect("UTF-8")]);
    assert_eq!((status, names.lines().count()), (0, 1));
    let one = PathBuf::from(names.trim_end());
    assert_eq!(fs::read_to_string(&one).expect("a file"), exported);
    assert_eq!(play(&one), plan);
    let (status, _, err) = home.run(&["data", "export", "--dir", folder.to_str().expect("UTF-8")]);
    assert_eq!(status, 1, "nobody's file is written over: {err}");
    let (status, second, _) = home.run(&["data", "export", "--session", "2", "--goal", "2"]);
    assert_eq!(status, 0);
    assert!(!second.is_empty() && lines(&second).iter().all(|entry| entry["goal"] == 2), "{second}");
    assert_eq!(home.run(&["data", "export", "--session", "9"]).0, 2);
}

#[test]
fn no_journal_keeps_nothing() {
    let home = Home::new("nothing");
    home.json(&[&["run", "--json", "--no-journal"][..], &CRAFT].concat());
    assert!(!home.0.exists());
    let (status, _, err) = home.run(&["history"]);
    assert_eq!(status, 1);
    assert!(err.contains("there is no store yet"), "{err}");
    assert!(!home.0.exists(), "asking makes none");
    let (status, path, _) = home.run(&["data", "path"]);
    assert_eq!((status, Path::new(path.trim_end())), (0, home.store().as_path()));
}

#[test]
fn the_bot_plays_on_without_a_store_and_says_so_once() {
    let home = Home::new("unfit");
    fs::create_dir_all(home.store().parent().expect("a folder")).expect("a folder");
    let play = |what: &str| {
        let (status, out, err) = home.run(&[&["run", "--json"][..], &CRAFT].concat());
        assert_eq!(status, 0, "{err}");
        assert!(err.lines().count() == 1 && err.contains("playing on without a history"), "{err}");
        assert!(err.contains(what), "{err}");
        let report = lines(&out).pop().expect("a report");
        assert_eq!((&report["event"], &report["success"]), (&"report".into(), &true.into()));
        assert!(out.contains(r#""goal":1"#), "{out}");
    };
    fs::write(home.store(), "no database at all; ".repeat(500)).expect("a file");
    play("damaged");
    let (status, _, err) = home.run(&["data", "check"]);
    assert_eq!(status, 1);
    assert!(err.contains("damaged") && err.contains("move the file away"), "{err}");
    fs::remove_file(home.store()).expect("removed");
    drop(Store::open(&home.store()).expect("a store"));
    let other = rusqlite::Connection::open(home.store()).expect("a connection");
    other.pragma_update(None, "user_version", 99).expect("written");
    play("newer blockwright");
    other.pragma_update(None, "user_version", 1).expect("written");
    other.execute_batch("BEGIN EXCLUSIVE").expect("a lock");
    play("locked");
}

#[cfg(unix)]
#[test]
fn no_kill_takes_what_was_said() {
    let home = Home::new("killed");
    let mut numbers = BTreeSet::new();
    for round in 1..=5 {
        let mut child = home
            .command(&["run", "--json", "--tick-rate", "400", "get me an iron pickaxe"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        let said: Vec<String> = BufReader::new(child.stdout.take().expect("a pipe"))
            .lines()
            .map_while(Result::ok)
            .take(fastrand::usize(3..40))
            .collect();
        child.kill().expect("a running program");
        child.wait().expect("its end");
        let said: Vec<Value> = said.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let kept = home.json(&["history", "--events", "--json"]);
        let of_round = kept.into_iter().filter(|entry| entry["session"] == round).map(as_said).collect::<Vec<_>>();
        assert!(of_round.starts_with(&said), "round {round}: {said:#?} {of_round:#?}");
        let goal = said.iter().find_map(|entry| entry["goal"].as_u64()).expect("a goal");
        assert!(numbers.insert(goal), "{goal} was given twice");
    }
    let open = home.json(&["history", "--json"]);
    assert_eq!(open.len(), 5);
    assert!(open.iter().all(|goal| goal["state"] == "active" || goal["state"] == "queued"), "{open:?}");
    let (status, checked, _) = home.run(&["data", "check"]);
    assert!(status == 0 && checked.contains("5 goals (5 open)"), "{checked}");
    // What is open is never thrown away.
    assert!(home.run(&["data", "prune", "--older-than", "0s"]).1.contains("0 goals"));
}

#[test]
fn whoever_reads_no_further_has_read_enough() {
    let home = Home::new("pipe");
    home.fill(goal("a long one"), 3_000);
    for args in [&["history", "--goal", "1"][..], &["history", "--events", "--json"], &["data", "export"]] {
        let mut child = home.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
        let mut line = String::new();
        // Dropped after one line: the pipe is closed.
        BufReader::with_capacity(64, child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let Output { status, stderr, .. } = child.wait_with_output().expect("its end");
        assert_eq!((status.code(), String::from_utf8_lossy(&stderr).as_ref()), (Some(0), ""), "{args:?}");
    }
    let (_, pages, more) = home.run(&["history", "--goal", "1", "--limit", "700", "--after", "100"]);
    assert_eq!(pages.lines().count(), 700);
    assert!(more.contains("--after 800"), "{more}");
}

#[test]
fn nobody_steers_a_terminal_with_what_is_kept() {
    let home = Home::new("wild");
    home.fill(GoalRecord { note: Some(WILD.to_owned()), ..goal(WILD) }, 3);
    for args in [
        &["history"][..],
        &["history", "--json"],
        &["history", "--goal", "1"],
        &["history", "--events", "--json"],
        &["data", "export"],
    ] {
        let (status, out, err) = home.run(args);
        assert_eq!((status, err.as_str()), (0, ""), "{args:?}");
        assert!(!out.contains(|c| is_wild(c) && c != '\n') && !out.is_empty(), "{args:?}: {out}");
    }
    assert_eq!(home.json(&["history", "--json"])[0]["text"], WILD, "read back as it was");
}

#[test]
fn what_is_asked_wrongly_is_told() {
    let home = Home::new("asked");
    home.fill(goal("get me 1 dirt"), 3);
    for args in [&["history", "--goal", "7"][..], &["history", "--since", "2 weeks"], &["history", "--limit", "0"]] {
        let (status, out, err) = home.run(args);
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(!err.is_empty());
    }
    let (status, gone, _) = home.run(&["data", "prune", "--older-than", "0s"]);
    assert!(status == 0 && gone.starts_with("thrown away: 1 goal, 3 entries, 1 session;"), "{gone}");
    assert!(home.json(&["history", "--json"]).is_empty());
}
