//! How the program ends: asked to by the system, refused what it is asked, given too little to run with, or with nobody to
//! tell. Each end has its status, and none is a crash.

#![cfg(unix)]

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read},
    net::TcpStream,
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

use blockwright::{
    domain::{GoalState, UserAsk},
    journal::Journal,
    mind::Policy,
};
use serde_json::Value;

use super::{
    cli::{blockwright, run},
    harness::{LEVEL, Server, world},
    scripted::Scripted,
};

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

/// The signal of a terminal that goes away; where whoever runs the tests has it ignored, as `nohup` does, the program
/// ignores it as well, and another one takes its place.
fn hang_up() -> &'static str {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    // SIGHUP is the first.
    if ignored & 1 == 1 { "-TERM" } else { "-HUP" }
}

fn piped(mut command: Command) -> (Child, BufReader<impl Read>) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    (child, stdout)
}

/// Its status and what it said on standard error.
fn ended(child: Child) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = child.wait_with_output().expect("its end");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

/// What is gone with the test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("blockwright-ends-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    fn pipe(&self, name: &str) -> String {
        let path = self.path(name);
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
        path
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

// ── Asked to end ──

#[test]
fn every_signal_that_asks_for_an_end_gets_the_report() {
    for name in ["-INT", "-TERM", hang_up()] {
        let (child, stdout) = piped(blockwright(&["run", "--json", "get me a stone pickaxe"]));
        let mut lines = stdout.lines().map_while(Result::ok);
        assert!(lines.any(|line| line.contains(r#""event":"tool_call""#)), "it never began");
        signal(&child, name);
        let report: Value = serde_json::from_str(&lines.last().expect("a report")).expect("JSON");
        assert_eq!((&report["event"], &report["interrupted"]), (&"report".into(), &true.into()), "{name}: {report}");
        assert_eq!(ended(child).0, Some(130), "{name}");
    }
}

#[test]
fn what_is_to_outlive_its_terminal_does() {
    let mut command = Command::new("sh");
    command.args(["-c", r#"trap "" HUP; exec "$0" "$@""#, env!("CARGO_BIN_EXE_blockwright")]);
    command.args(["run", "--json", "--no-journal", "get me a stone pickaxe"]).env_remove("DISPLAY");
    let (child, stdout) = piped(command);
    let mut lines = stdout.lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains(r#""event":"tool_call""#)), "it never began");
    signal(&child, "-HUP");
    // It goes on: more is done.
    assert!(lines.any(|line| line.contains(r#""event":"step_done""#)), "it has ended");
    signal(&child, "-TERM");
    assert!(lines.last().is_some_and(|line| line.contains(r#""interrupted":true"#)));
    assert_eq!(ended(child).0, Some(130));
}

#[test]
fn a_tool_call_is_withdrawn_by_a_signal() {
    for name in ["-INT", "-TERM", hang_up()] {
        let world = world(LEVEL, &[]);
        let address = world.address().to_string();
        let (child, mut stdout) =
            piped(blockwright(&["tool", "navigate", r#"{"x":900,"z":900}"#, "--server", &address]));
        while !world.with(|game| game.players().contains(&"Blockwright".to_owned())) {}
        signal(&child, name);
        let mut text = String::new();
        stdout.read_to_string(&mut text).expect("its output");
        let result: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(result["error"]["code"], "CANCELLED", "{name}: {text}");
        assert_eq!(ended(child).0, Some(130), "{name}");
    }
}

#[test]
fn a_bench_says_what_it_has_by_then() {
    let args = ["bench", "walk_100", "--seeds", "1-50", "--tick-rate", "400", "--json"];
    let (child, mut stdout) = piped(blockwright(&args));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("the first run's figures");
    assert!(line.contains(r#""task":"walk_100""#), "{line}");
    signal(&child, "-TERM");
    let more = stdout.lines().map_while(Result::ok).count();
    assert!(more < 49, "it went on");
    let (status, said) = ended(child);
    assert_eq!(status, Some(130), "{said}");
    assert!(said.contains(&format!("interrupted after {} of 50 runs", more + 1)), "{said}");
}

/// A save that never ends: the file that is written first is a pipe which nobody reads.
#[test]
fn a_second_signal_ends_a_world_at_once() {
    for name in ["-INT", "-TERM", hang_up()] {
        let folder = Temporary::new("second");
        let mut server = Server::start(&["--world-dir", &folder.path("world"), "--save-every", "3600"]);
        folder.pipe("world/level.dat.tmp");
        signal(&server.child, name);
        while TcpStream::connect(server.address).is_ok() {}
        assert!(server.child.try_wait().expect("a child").is_none(), "{name}: it did not wait for its save");
        signal(&server.child, name);
        assert_eq!(server.child.wait().expect("its end").code(), Some(130), "{name}");
    }
}

#[test]
fn a_world_that_cannot_be_saved_at_its_end_does_not_end_well() {
    let folder = Temporary::new("unsaved");
    let path = folder.path("world");
    let mut server = Server::start(&["--world-dir", &path, "--save-every", "3600"]);
    fs::remove_dir_all(&path).expect("a folder");
    File::create(&path).expect("a file in its place");
    signal(&server.child, "-TERM");
    assert_eq!(server.child.wait().expect("its end").code(), Some(1));
    let mut server = Server::start(&["--world-dir", &folder.path("another"), "--save-every", "3600"]);
    signal(&server.child, hang_up());
    assert_eq!(server.child.wait().expect("its end").code(), Some(0));
}

// ── Nobody to tell ──

#[test]
fn a_status_does_not_depend_on_who_listens() {
    let full = || File::options().write(true).open("/dev/full").expect("a full device");
    for (expected, args) in [
        (2, &["run", "--headless", "get me a stone pickadze"][..]),
        (2, &["run", "--no-such-option"]),
        (2, &["run", "--json", "get me a stone pickadze"]),
        (3, &["run", "--headless", "--server", "127.0.0.1:1", "mine 1 dirt"]),
        (3, &["tool", "get_bot_status", "--server", "127.0.0.1:1"]),
        (1, &["plan", "get me bedrock"]),
        (0, &["plan", "get me a stone pickaxe"]),
        (0, &["--help"]),
    ] {
        for stdout_too in [false, true] {
            let command = || {
                let mut command = blockwright(args);
                command.stdout(Stdio::null()).env("BLOCKWRIGHT_LOG", "debug");
                command
            };
            let mut to_full = command();
            if stdout_too {
                to_full.stdout(full());
            }
            assert_eq!(to_full.stderr(full()).status().expect("its end").code(), Some(expected), "{args:?}");
            let mut nobody_reads = command();
            if stdout_too {
                nobody_reads.stdout(Stdio::piped());
            }
            let mut child = nobody_reads.stderr(Stdio::piped()).spawn().expect("the program");
            drop((child.stderr.take(), child.stdout.take()));
            assert_eq!(child.wait().expect("its end").code(), Some(expected), "{args:?}");
        }
    }
}

// ── Refused ──

#[test]
fn what_cannot_be_is_refused_alike_however_it_is_asked_for() {
    for thing in ["bedrock", "barrier"] {
        for verb in ["craft", "mine", "get", "smelt"] {
            let goal = format!("{verb} a {thing}");
            let (status, out, err) = run(&["run", "--json", "--tick-rate", "400", &goal]);
            assert_eq!(status, 1, "{goal}: {out}{err}");
            let report: Value = serde_json::from_str(out.lines().last().expect("a report")).expect("JSON");
            assert_eq!(report["tool_calls"], 0, "{goal}: {report}");
            assert_eq!(report["goals"][0]["error"]["code"], "RESOURCE_NOT_FOUND", "{goal}: {report}");
            assert_eq!(run(&["plan", &goal]).0, 1, "{goal}");
        }
        for tool in ["craft", "mine", "smelt"] {
            let key = if tool == "mine" { "target" } else { "item" };
            let params = format!(r#"{{"{key}":"{thing}"}}"#);
            let (status, out, _) = run(&["tool", tool, &params]);
            assert!(status == 1 && out.contains("RESOURCE_NOT_FOUND"), "{tool} {params}: {status} {out}");
        }
    }
}

#[test]
fn what_is_no_number_is_told_so() {
    for number in ["{{7*7}}", "${7*7}", "2.5", "½", "1e3", "-{{3}}", "%5"] {
        for goal in
            [format!("get me {number} torches"), format!("craft {number} sticks"), format!("drop {number} dirt")]
        {
            for command in ["run", "plan"] {
                let (status, out, err) = run(&[command, &goal]);
                assert_eq!((status, out.as_str()), (2, ""), "{goal}: {err}");
                assert!(err.contains("is no number") && err.contains(number), "{goal}: {err}");
            }
        }
    }
    // What has no digit is no number either, and no procedure is followed past it.
    let (status, _, err) = run(&["plan", "get me {{count}} wooden tool kits {{}}"]);
    assert_eq!(status, 2, "{err}");
    let (status, out, err) = run(&["tool", "craft", r#"{"item":"stick","count":"{{7*7}}"}"#]);
    assert!(status == 2 && out.contains("INVALID_PARAMS"), "{out}{err}");
}

#[test]
fn nothing_can_be_given_as_if_it_were_something() {
    for command in ["run", "plan", "world"] {
        for name in ["air", "minecraft:air"] {
            let give = format!("{name}=1");
            let goal: &[&str] = if command == "world" { &["--port", "0"] } else { &["mine 1 dirt"] };
            let (status, out, err) = run(&[&[command, "--give", &give], goal].concat());
            assert!(status == 2 && err.contains("air") && out.is_empty(), "{command} {give}: {status} {out}{err}");
        }
    }
    for goal in ["get me air", "craft air", "mine air", "place air", "drop air"] {
        let (status, _, err) = run(&["plan", goal]);
        assert!(matches!(status, 1 | 2) && err.contains("air"), "{goal}: {status} {err}");
    }
}

#[test]
fn an_address_that_is_none_is_refused_at_once() {
    for url in [
        "nonsense",
        "ftp://localhost/v1",
        "http://",
        "http://:80/v1",
        "http://localhost:99999/v1",
        "http://localhost:port/v1",
        "http://localhost:0/v1",
        "http://[::1/v1",
        "http://a..b^c/v1",
        "http://%zz/v1",
        "http://user:word@localhost/v1",
    ] {
        for planner in ["auto", "model", "offline"] {
            let (status, out, err) = run(&["run", "--base-url", url, "--planner", planner, "mine 1 dirt"]);
            assert_eq!((status, out.as_str()), (2, ""), "{url}: {err}");
            assert!(err.contains("--base-url") && err.contains("http://localhost"), "{url}: {err}");
        }
    }
}

#[test]
fn a_crowd_is_measured_alone() {
    for tasks in [&["load", "walk_100"][..], &["walk_100", "load"], &["load", "load"]] {
        let (status, out, err) = run(&[&["bench"], tasks].concat());
        assert_eq!((status, out.as_str()), (2, ""), "{tasks:?}: {err}");
        assert!(err.contains("load is measured alone"), "{tasks:?}: {err}");
    }
}

#[test]
fn what_has_no_end_is_not_read() {
    let folder = Temporary::new("endless");
    let (pipe, huge) = (folder.pipe("pipe.yaml"), folder.path("huge.yaml"));
    File::create(&huge).expect("a file").set_len(8 << 30).expect("its size");
    let sops = folder.path("");
    for file in ["/dev/full", "/dev/zero", "/dev/tty", &pipe, &huge, "src"] {
        for args in [
            &["run", "--config", file, "mine 1 dirt"][..],
            &["run", "--replies", file, "mine 1 dirt"],
            &["sop", "check", file],
            &["plan", "--sops", file, "mine 1 dirt"],
            &["plan", "--sops", &sops, "mine 1 dirt"],
        ] {
            if args[1..] == ["--sops", "src", "mine 1 dirt"] {
                // A folder without procedures.
                continue;
            }
            let (status, out, err) = run(args);
            assert_eq!((status, out.as_str()), (2, ""), "{args:?}: {err}");
            assert!(err.contains(file) || err.contains(&sops), "{args:?}: {err}");
        }
    }
}

#[test]
fn a_goal_has_a_length() {
    let goals = |length: usize| {
        ["get me ", "say ", "x", "get 1 dirt and ", "é"].map(|start| {
            let left = length - start.chars().count();
            format!("{start}{}", "y".repeat(left))
        })
    };
    for goal in goals(2_001).into_iter().chain(goals(100_000)) {
        let length = goal.chars().count();
        for args in [
            &["run", "--headless", &goal][..],
            &["run", "--headless", "--model", "ollama:nobody", &goal],
            &["run", "--json", &goal],
            &["plan", &goal],
            &["plan", "--json", &goal],
            &["sop", "find", &goal],
        ] {
            let (status, out, err) = run(args);
            assert_eq!(status, 2, "{length} characters, {}: {err}", args[0]);
            assert!(err.contains("at most 2,000 are read") && err.len() + out.len() < 5_000, "{err}{out}");
        }
    }
    for goal in goals(2_000) {
        let (_, _, err) = run(&["plan", &goal]);
        assert!(!err.contains("2,000"), "{err}");
    }
}

/// Where no command line stands before the mind: a window, or another surface.
#[test]
fn a_goal_without_end_is_refused_by_the_mind_itself() {
    let mut mind = Scripted::new(&[], Policy::default());
    for goal in [format!("get me {}", "y".repeat(100_000)), "say hello".to_owned()] {
        mind.app.world_mut().write_message(UserAsk::NewGoal(goal));
    }
    let (_, request) = mind.call();
    assert_eq!(request.name(), "chat", "the next goal is begun");
    let goal = &mind.view().goals[0];
    assert_eq!(goal.state, GoalState::Failed);
    assert!(goal.note.as_ref().is_some_and(|note| note.contains("100,007 characters, and at most 2,000")), "{goal:?}");
    assert!(goal.text.starts_with("get me yyy") && goal.text.len() < 200, "{}", goal.text);
    let kept = serde_json::to_string(mind.app.world().resource::<Journal>().entries()).expect("JSON");
    assert!(kept.len() < 10_000, "{} bytes", kept.len());
}

// ── Too little ──

fn is_superuser() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

/// As a user who may not go past limits: a superuser's are not kept.
fn limited(program: &Path, limit: &str, args: &[&str]) -> (Option<i32>, String) {
    let home = Temporary::new(limit.trim_start_matches("--"));
    let mut command = Command::new("prlimit");
    command.arg(limit).arg("--").arg(program).args(args);
    command.env_remove("DISPLAY").env("XDG_DATA_HOME", &home.0).current_dir("/");
    if is_superuser() {
        command.uid(65_534).gid(65_534);
    }
    let Output { status, stderr, .. } = command.output().expect("prlimit of util-linux");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

#[test]
fn too_few_threads_or_files_are_told_and_no_crash() {
    // Any user may run it here; a superuser's own folders are closed to others.
    let open = Temporary::new("open-to-all");
    let program = open.0.join("blockwright");
    fs::copy(env!("CARGO_BIN_EXE_blockwright"), &program).expect("a copy of the program");
    let runs = [
        &["run", "--headless", "--no-journal", "--tick-rate", "400", "get me 1 dirt"][..],
        &["tool", "get_bot_status", "--tick-rate", "400"],
        &["bench", "walk_100", "--one", "--seeds", "1", "--tick-rate", "400"],
    ];
    // With fewer files than eight the system cannot even load the program.
    for (limit, what, few) in [("nproc", "threads", [1, 3, 8]), ("nofile", "files", [8, 12, 16])] {
        for most in few {
            for args in runs.into_iter().chain([&["world", "--port", "0"][..]]) {
                let limit = format!("--{limit}={most}");
                let (status, err) = limited(&program, &limit, args);
                assert_eq!(status, Some(1), "{limit} {args:?}: {err}");
                assert!(err.contains(what) && err.contains("ulimit"), "{limit} {args:?}: {err}");
                assert_eq!(err.lines().count(), 1, "{limit} {args:?}: {err}");
            }
        }
    }
    // What is asked for suffices: the fewest that are not refused.
    for limit in ["nproc", "nofile"] {
        let mut given = (12..200).map(|most| limited(&program, &format!("--{limit}={most}"), runs[0]));
        let (status, err) = given.find(|(_, err)| !err.contains("ulimit")).expect("an end of it");
        assert_eq!((status, err.as_str()), (Some(0), ""), "{limit}");
    }
}
