//! Work survives the end of the program. The real one is killed at random moments against a world that goes on, and the
//! next start ends what it had begun, nothing twice; and by a script, each way in which a step's outcome can be lost.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use blockwright::{
    app::{Beginning, Here, Open, Recorder, start_body, take_open_goals},
    body::{Leases, Report},
    construction::Building,
    domain::{BlockPos, Build, ErrorCode, GoalState, Side, ToolRequest, UserAsk, Volume},
    journal::{Event, Journal},
    mind::Policy,
    practice::PracticeWorld,
    store::{NewSession, Store},
};
use serde_json::{Value, json};

use super::{
    harness::{Hands, STUCK, Server, fill, meadow},
    history::{Home, as_said},
    scripted::Scripted,
};

// ── Killed ──

/// How often the program is killed: `BLOCKWRIGHT_LONG=1` for long.
fn kills() -> usize {
    if std::env::var_os("BLOCKWRIGHT_LONG").is_some() { 50 } else { 2 }
}

/// A bot of its own in a world that others share.
struct Bot<'a> {
    home: &'a Home,
    server: SocketAddr,
    name: String,
}

impl Bot<'_> {
    fn args(&self, rest: &[&str]) -> Vec<String> {
        let own = ["run", "--json", "--server", &self.server.to_string(), "--username", &self.name].map(str::to_owned);
        own.into_iter().chain(rest.iter().map(|arg| (*arg).to_owned())).collect()
    }

    fn start(&self, rest: &[&str]) -> Child {
        let args = self.args(rest);
        let mut command = self.home.command(&args.iter().map(String::as_str).collect::<Vec<_>>());
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program")
    }

    /// Runs it and kills it some time after it has said so many lines: what the history has of that run, if it did not end
    /// before.
    fn killed(&self, rest: &[&str], lines: usize, after: Duration) -> Option<Vec<Value>> {
        let mut child = self.start(rest);
        let mut said: Vec<String> = Vec::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        said.extend(out.by_ref().take(lines));
        // A random moment, and not only one at which something is said.
        thread::sleep(after);
        let ended = child.try_wait().expect("a process").is_some();
        child.kill().expect("a process of ours");
        child.wait().expect("its end");
        said.extend(out);
        // What was cut off in the middle was not said.
        let said: Vec<Value> = said.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let kept = self.holds_all(said.into_iter().filter(|line| line["event"] != "report").collect());
        (!ended).then_some(kept)
    }

    /// What the last run has said is in the history: all that is there of it.
    fn holds_all(&self, said: Vec<Value>) -> Vec<Value> {
        // One that had nothing to do began no session.
        if said.is_empty() {
            return said;
        }
        let mut kept = self.home.json(&["history", "--events", "--json"]);
        let last = kept.last().expect("an entry")["session"].clone();
        kept.retain(|entry| entry["session"] == last);
        let kept: Vec<Value> = kept.into_iter().map(as_said).collect();
        assert!(kept.starts_with(&said), "session {last}: {said:#?} {kept:#?}");
        kept
    }

    /// Goes on until all is done; what it said, the report last.
    fn resumed(&self) -> Vec<Value> {
        let args = self.args(&["--resume"]);
        let (status, out, err) = self.home.run(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((status, err.as_str()), (0, ""), "{out}\n{:#?}", self.told());
        let said: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(said.last().expect("a report")["success"], true);
        said
    }

    /// Its goals as the history has them.
    fn goals(&self) -> Vec<Value> {
        let goals = self.home.json(&["history", "--json"]);
        goals.into_iter().filter(|goal| goal["bot"] == self.name.as_str()).collect()
    }

    /// What happened for its goals, for a test that fails.
    fn told(&self) -> Vec<String> {
        let goals = self.goals();
        let events = goals.iter().map(|goal| self.home.run(&["history", "--goal", &goal["id"].to_string()]).1);
        events.collect()
    }
}

#[cfg(unix)]
#[test]
fn a_goal_outlives_kills_at_any_moment() {
    let home = Home::new("resume-goal");
    let (mut killed, mut number) = (0, 0);
    while killed < kills() {
        number += 1;
        // A world for each: after twenty bots there is no iron left that is easily come by.
        let server = Server::start(&["--tick-rate", "200"]);
        let bot = Bot { home: &home, server: server.address, name: format!("Bot{number}") };
        let goal = "get me an iron pickaxe";
        let mut again = vec![goal];
        // Up to three times in its life.
        for _ in 0..fastrand::usize(1..=3) {
            let after = Duration::from_millis(fastrand::u64(..400));
            if bot.killed(&again, fastrand::usize(1..60), after).is_none() {
                break;
            }
            killed += 1;
            again = vec!["--resume"];
        }
        let was_open = bot.goals()[0]["state"] != "done";
        let said = bot.resumed();
        let goals = bot.goals();
        assert_eq!((goals.len(), &goals[0]["state"], &goals[0]["text"]), (1, &"done".into(), &goal.into()));
        let report = said.last().expect("a report");
        if was_open {
            let held = report["inventory"]["iron_pickaxe"].as_u64();
            assert_eq!(held, Some(1), "{report}\n{:#?}", bot.told());
            assert!(
                said.iter().any(|line| line["event"] == "goal_resumed" && line["left"]["text"] == goal),
                "{said:#?}"
            );
        }
        // Nothing of it is open any more.
        assert_eq!(bot.resumed().len(), 1);
    }
}

#[cfg(unix)]
#[test]
fn a_queue_of_goals_outlives_kills_and_nothing_is_done_twice() {
    let home = Home::new("resume-queue");
    let (mut killed, mut number) = (0, 0);
    while killed < kills() {
        number += 1;
        // A world for each: what another has left lying would be picked up.
        let server = Server::start(&["--tick-rate", "200", "--give", "oak_log=6"]);
        let body =
            start_body(server.address.to_string(), "Listener", Leases::default(), Arc::new(|| ())).expect("a body");
        let mut listener = Hands::with(body);
        listener.until(|report| matches!(report, Report::Spawned { .. }).then_some(()));
        let bot = Bot { home: &home, server: server.address, name: format!("Bot{number}") };
        let words = [format!("one of {number}"), format!("two of {number}")];
        let goals = [
            "mine 3 dirt".to_owned(),
            format!("say {}", words[0]),
            "craft 8 planks".to_owned(),
            "mine 2 dirt".to_owned(),
            format!("say {}", words[1]),
        ];
        let mut again: Vec<&str> = goals.iter().map(String::as_str).collect();
        // The moments between an order to say something and the server's echo: nobody can know whether it was heard.
        let mut unknown = 0;
        for _ in 0..fastrand::usize(1..=4) {
            let after = Duration::from_millis(fastrand::u64(..150));
            let Some(kept) = bot.killed(&again, fastrand::usize(1..16), after) else { break };
            killed += 1;
            unknown += usize::from(was_cut_short(&kept, &bot.name));
            again = vec!["--resume"];
        }
        let was_open = bot.goals().iter().any(|goal| goal["state"] != "done");
        let said = bot.resumed();
        let done: Vec<Value> = bot.goals().iter().map(|goal| json!([goal["text"], goal["state"]])).collect();
        assert_eq!(done, goals.iter().map(|text| json!([text, "done"])).collect::<Vec<_>>(), "each once, in order");
        if was_open {
            let held = &said.last().expect("a report")["inventory"];
            let counts = ["dirt", "oak_planks", "oak_log"].map(|item| held[item].as_u64().unwrap_or(0));
            assert_eq!(counts, [5, 8, 4], "{:#?}", bot.told());
        }
        let heard = heard_by(&mut listener, &words, &bot.name);
        for count in heard {
            assert!((1..=1 + unknown).contains(&count), "{heard:?}, {unknown} unknown: {:#?}", bot.told());
        }
    }
}

/// A meadow with ground to dig in, and a building that is to stand there.
struct Lot {
    world: PracticeWorld,
    spawn: BlockPos,
    building: Building,
    goal: String,
}

impl Lot {
    /// All that the building takes is held, and so much earth to stand on.
    fn new(name: &str, earth: u32) -> Self {
        let items = Building::of(&Build::new(name, BlockPos::default())).expect("a building").blueprint().items();
        let give: Vec<(&str, u32)> =
            items.expect("items").into_iter().chain([("dirt", earth), ("iron_shovel", 1)]).collect();
        let (world, spawn) = meadow(100.0, &give, |world, spawn| {
            fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
        });
        let at = spawn.offset(3, 0, 2);
        let building = Building::of(&Build { facing: Some(Side::South), ..Build::new(name, at) }).expect("a building");
        let what = if name == MAST { format!("\"{MAST}\"") } else { format!("a {name}") };
        let goal = format!("build {what} with its corner at {} {} {} facing south", at.x, at.y, at.z);
        Self { world, spawn, building, goal }
    }

    /// What stands beside the building.
    fn beside(&self) -> Vec<BlockPos> {
        let volume = self.building.volume();
        let low = BlockPos { y: self.spawn.y, ..volume.low() };
        let around = Volume::between(low.offset(-6, 0, -6), volume.high().offset(6, 8, 6));
        self.world.with(move |game| {
            around.cells().filter(|at| !volume.contains(*at) && game.block(*at) != 0).collect::<Vec<_>>()
        })
    }

    /// It stands, and the land is as it was.
    fn is_done(&self, bot: &Bot) {
        assert_eq!(bot.goals()[0]["state"], "done");
        let (world, what) = (&self.world, &self.goal);
        let differs = self.building.difference(|at| Some(world.with(move |game| game.block(at))));
        assert!(differs.is_none(), "{what}: {differs:#?}\n{:#?}", bot.told());
        assert_eq!(self.beside(), [], "earth is left, {what}: {:#?}", bot.told());
        let (volume, spawn) = (self.building.volume(), self.spawn);
        let ground = Volume::between(spawn.offset(-20, -4, -20), spawn.offset(20, -1, 20));
        let holes = world.with(move |game| ground.cells().filter(|at| game.block(*at) == 0).collect::<Vec<_>>());
        let holes: Vec<_> = holes.into_iter().filter(|at| !volume.contains(*at)).collect();
        assert_eq!(holes, [], "holes are left, {what}: {:#?}", bot.told());
    }
}

#[cfg(unix)]
#[test]
fn a_building_outlives_kills_at_any_moment() {
    let home = Home::new("resume-building");
    let (mut killed, mut number) = (0, 0);
    while killed < kills() {
        number += 1;
        let lot = Lot::new(["house", "watchtower"][number % 2], 24);
        let bot = Bot { home: &home, server: lot.world.address(), name: format!("Bot{number}") };
        let mut again = vec![lot.goal.as_str()];
        for _ in 0..fastrand::usize(1..=3) {
            // A call of many blocks says nothing for as long as it goes on.
            if bot.killed(&again, fastrand::usize(1..6), Duration::from_millis(fastrand::u64(..4_000))).is_none() {
                break;
            }
            killed += 1;
            again = vec!["--resume"];
        }
        bot.resumed();
        lot.is_done(&bot);
    }
}

/// So high that nobody reaches its top from the ground.
const MAST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/mast.yaml");

/// A call that is lost has told nobody where it laid earth, or dug for it.
#[cfg(unix)]
#[test]
fn earth_that_a_lost_call_had_laid_is_taken_up_and_what_it_dug_put_back() {
    let home = Home::new("resume-earth");
    for (number, earth) in [24, 0].into_iter().enumerate() {
        let lot = Lot::new(MAST, earth);
        let bot = Bot { home: &home, server: lot.world.address(), name: format!("Bot{number}") };
        let (mut again, mut known) = (lot.goal.as_str(), Vec::new());
        for killed in 0..6 {
            let mut child = bot.start(&[again]);
            let is_new = loop {
                // An answer takes a tick of the world.
                let beside = lot.beside();
                if beside.iter().any(|at| !known.contains(at)) {
                    known = beside;
                    break true;
                }
                if child.try_wait().expect("a process").is_some() {
                    break false;
                }
            };
            child.kill().expect("a process of ours");
            child.wait().expect("its end");
            assert!(is_new || killed > 0, "it was to be killed beside what it had laid: {:#?}", bot.told());
            again = "--resume";
        }
        bot.resumed();
        lot.is_done(&bot);
    }
}

/// Whether a run was killed after it had ordered something to be said, and before it heard it.
fn was_cut_short(kept: &[Value], bot: &str) -> bool {
    let mut open = false;
    for entry in kept {
        match entry["event"].as_str() {
            Some("tool_call") => open = entry["request"]["tool"] == "chat",
            Some("chat") if entry["sender"] == bot => open = false,
            _ => {}
        }
    }
    open
}

/// How often each of these words was said so far by a bot that has left since.
fn heard_by(listener: &mut Hands, words: &[String; 2], bot: &str) -> [usize; 2] {
    // What comes after this was said after it.
    let end = format!("that was {bot}");
    let call = listener.order("chat", json!({ "message": end }), 400);
    let mut heard = [0; 2];
    listener.until(|report| {
        let Report::Chat { sender, message, .. } = report else { return None };
        for (count, words) in heard.iter_mut().zip(words) {
            *count += usize::from(sender.as_deref() == Some(bot) && message == words);
        }
        (*message == end).then_some(())
    });
    assert!(listener.outcome(call).success);
    heard
}

// ── Asked for ──

#[test]
fn nothing_to_go_on_with_is_said_and_no_failure() {
    let home = Home::new("resume-nothing");
    let (status, out, err) = home.run(&["run", "--headless", "--resume"]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("no goal of Blockwright was left open on the practice world"), "{out}");
    assert!(!home.0.exists(), "nothing was begun");
    let said = home.json(&["run", "--json", "--resume"]);
    assert_eq!((said.len(), &said[0]["event"], &said[0]["success"]), (1, &"report".into(), &true.into()));
    // With goals of its own there is something to do.
    let (status, out, err) = home.run(&["run", "--headless", "--resume", "--tick-rate", "400", "say hello"]);
    assert_eq!((status, err.trim_end()), (0, "no goal of Blockwright was left open on the practice world"), "{out}");
    assert!(out.contains("goal done: say hello"), "{out}");
}

#[test]
fn a_store_that_cannot_be_used_is_an_error_where_it_is_needed() {
    let home = Home::new("resume-unfit");
    fs::create_dir_all(home.store().parent().expect("a folder")).expect("a folder");
    fs::write(home.store(), "no database at all; ".repeat(500)).expect("a file");
    for more in [&[][..], &["say hello"]] {
        let (status, out, err) = home.run(&[&["run", "--headless", "--resume"][..], more].concat());
        assert_eq!((status, out.as_str()), (1, ""), "{err}");
        assert!(err.contains("damaged") && err.contains("move the file away"), "{err}");
    }
    let (status, _, err) = home.run(&["run", "--resume", "--no-journal"]);
    assert_eq!(status, 2, "{err}");
    assert!(err.contains("--no-journal"), "{err}");
    assert_eq!(home.run(&["run"]).0, 2, "neither a goal nor --resume");
}

/// Ctrl-C is no reason to give up what was asked.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_its_goals_open_and_the_next_says_so() {
    let home = Home::new("resume-interrupted");
    let mut child = home
        .command(&["run", "--json", "--tick-rate", "400", "get me a stone pickaxe", "say hello"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains(r#""event":"tool_call""#)), "it never began");
    let asked = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(asked.success());
    let report: Value = serde_json::from_str(&lines.last().expect("a report")).expect("JSON");
    assert_eq!((&report["interrupted"], &report["goals"][1]["state"]), (&true.into(), &"paused".into()), "{report}");
    assert_eq!(child.wait().expect("its end").code(), Some(130));

    let (status, out, err) = home.run(&["run", "--json", "--tick-rate", "400", "say hi"]);
    assert_eq!(status, 0, "{out}");
    assert_eq!(err.trim_end(), "2 goals were left open; go on with: blockwright run --resume");
    assert!(!out.contains("left open"), "{out}");
    let elsewhere = home.run(&["run", "--headless", "--resume", "--server", "127.0.0.1:1"]);
    assert_eq!(elsewhere.0, 0, "{elsewhere:?}");
    assert_eq!(elsewhere.2.trim_end(), "left alone: 2 goals of Blockwright on the practice world");

    let (status, out, err) = home.run(&["run", "--headless", "--resume", "--tick-rate", "400", "say bye"]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let at = |words: &str| out.find(words).unwrap_or_else(|| panic!("no {words:?}: {out}"));
    assert!(at("taken up: get me a stone pickaxe") < at("the practice world is a new one"), "{out}");
    let done = ["get me a stone pickaxe", "say hello", "say bye"].map(|text| at(&format!("goal done: {text}")));
    assert!(done.is_sorted(), "what was left open first: {out}");
    let goals = home.json(&["history", "--json"]);
    assert_eq!(goals.iter().map(|goal| goal["id"].clone()).collect::<Vec<_>>(), [1, 2, 3, 4].map(Value::from));
    assert!(goals.iter().all(|goal| goal["state"] == "done"), "{goals:?}");
}

#[cfg(unix)]
#[test]
fn two_programs_do_not_take_the_same_goal() {
    let home = Home::new("resume-two");
    let server = Server::start(&["--tick-rate", "20"]);
    let bot = Bot { home: &home, server: server.address, name: "Bot".to_owned() };
    bot.killed(&["mine 30 dirt"], 6, Duration::ZERO).expect("it had not ended");
    let args = bot.args(&["--resume"]);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut first = home.command(&args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program");
    let mut lines = BufReader::new(first.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("goal_resumed")), "it is not taken up");
    let (status, out, err) = home.run(&args);
    assert_eq!((status, err.trim_end()), (0, "left alone: 1 goal that another program works at"), "{out}");
    assert_eq!(out.lines().count(), 1, "a report on nothing: {out}");
    first.kill().expect("a process of ours");
    first.wait().expect("its end");
    let gone = home.run(&["data", "prune", "--open", "--older-than", "0s"]);
    assert!(gone.0 == 0 && gone.1.starts_with("thrown away: 1 goal, "), "{gone:?}");
}

// ── By a script ──

/// A store that one run after the other begins with.
pub struct Runs(PathBuf);

impl Runs {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("blockwright-runs-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    /// A run that goes on with what the one before it has left; dropping it is its end.
    pub fn next(&self, goals: &[&str], policy: Policy, held: &[(&str, u32)]) -> Scripted {
        let path = self.0.join("store.sqlite");
        let session = NewSession { bot: "Bot".to_owned(), server: "a script".to_owned(), goals: goals.len() as u64 };
        let mut recorder = Recorder::begin(&path, &session, Vec::new()).expect("a session");
        let here = Here { bot: "Bot".to_owned(), server: "a script".to_owned(), is_new: false };
        let (taken, open) = take_open_goals(&path, recorder.session(), &here).expect("a store");
        assert!(open.here.is_empty() && open.left_alone().is_none());
        recorder.begin_with(Beginning::Resumes(taken));
        let mut mind = Scripted::recorded(goals, policy, None, Some(recorder));
        mind.holds(held);
        mind
    }
}

impl Drop for Runs {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn headless() -> Policy {
    Policy::default()
}

fn has_recorded(mind: &Scripted, what: impl Fn(&Event) -> bool) -> bool {
    mind.app.world().resource::<Journal>().entries().iter().any(|entry| what(&entry.event))
}

#[test]
fn only_what_a_call_still_lacks_is_asked_for_again() {
    let runs = Runs::new("lacks");
    let mut mind = runs.next(&["mine 3 dirt"], headless(), &[("dirt", 5)]);
    mind.call();
    drop(mind);
    let mut mind = runs.next(&[], headless(), &[("dirt", 7)]);
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.count == 1), "{request:?}");
    let told =
        |event: &Event| matches!(event, Event::GoalResumed { left: Some(left) } if left.steps == 1 && left.done == 0);
    assert!(has_recorded(&mind, told));
    mind.holds(&[("dirt", 8)]);
    mind.succeed(id, "mine", json!({}));
    mind.frame();
    assert_eq!((mind.goal().state, mind.goal().id), (GoalState::Done, 1));
    drop(mind);
    let mut mind = runs.next(&["say hi"], headless(), &[]);
    mind.call();
    assert_eq!((mind.view().goals.len(), mind.goal().id), (1, 2), "what is done is not open");
}

#[test]
fn what_a_lost_call_had_brought_is_done() {
    let runs = Runs::new("brought");
    let mut mind = runs.next(&["mine 3 dirt and say hello"], headless(), &[]);
    mind.call();
    drop(mind);
    let mut mind = runs.next(&[], headless(), &[("dirt", 3)]);
    let (_, request) = mind.call();
    assert_eq!(request.name(), "chat", "the dirt is there");
    assert!(has_recorded(&mind, |event| matches!(event, Event::StepDone { step: 1, .. })));
    // Ordered, and nothing heard of it; and again; then heard.
    drop(mind);
    let mut mind = runs.next(&[], headless(), &[("dirt", 3)]);
    assert_eq!(mind.call().1.name(), "chat", "nobody has heard it");
    mind.hear(Some("Bot"), "hello");
    mind.frame();
    assert_eq!(mind.goal().state, GoalState::Active, "the call has not ended");
    drop(mind);
    let mut mind = runs.next(&[], headless(), &[("dirt", 3)]);
    // The land is waited for first.
    mind.frame();
    mind.pass(60);
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Done, "it was heard: it is not said again");
}

#[test]
fn what_a_lost_call_had_put_up_is_found_and_taken_back() {
    let runs = Runs::new("put-up");
    let (before, after) = ([("crafting_table", 1), ("oak_planks", 8)], [("oak_planks", 8)]);
    let mut mind = runs.next(&["craft a chest"], headless(), &before);
    assert_eq!(mind.call().1.name(), "place_block");
    drop(mind);
    let mut mind = runs.next(&[], headless(), &after);
    let at = BlockPos::new(2, 64, 1);
    mind.sees_one(at, "crafting_table");
    let (id, request) = mind.call();
    assert_eq!(request.name(), "craft", "it stands: {request:?}");
    mind.holds(&[("chest", 1)]);
    mind.succeed(id, "craft", json!({}));
    drop(mind);
    // Also a run later it is known where.
    let mut mind = runs.next(&[], headless(), &[("chest", 1)]);
    mind.sees_one(at, "crafting_table");
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.at == Some(at)), "{request:?}");
}

#[test]
fn what_a_lost_call_had_put_beside_another_is_told_from_the_rest() {
    for (torch, is_done) in [(BlockPos::new(3, 64, 1), true), (BlockPos::new(4, 64, 1), false)] {
        let runs = Runs::new("put-beside");
        let mut mind = runs.next(&["put a torch next to the furnace"], headless(), &[("torch", 1)]);
        assert_eq!(mind.call().1.name(), "place_block");
        drop(mind);
        let mut mind = runs.next(&[], headless(), &[]);
        let mut states = [0; 4096];
        for (at, block) in [(BlockPos::new(2, 64, 1), "furnace"), (torch, "torch")] {
            states[(at.z << 4 | at.x) as usize] = blockwright::knowledge::block(block).expect("a block").default_state;
        }
        mind.sees_states(torch.chunk(), &states);
        if is_done {
            mind.frame();
            mind.pass(60);
            mind.no_order();
            assert_eq!(mind.goal().state, GoalState::Done);
        } else {
            assert_eq!(mind.call().1.name(), "place_block", "that one is somebody's");
        }
    }
}

#[test]
fn what_was_not_put_up_is_put_up() {
    let runs = Runs::new("not-put-up");
    let held = [("crafting_table", 1), ("oak_planks", 8)];
    drop({
        let mut mind = runs.next(&["craft a chest"], headless(), &held);
        mind.call();
        mind
    });
    let mut mind = runs.next(&[], headless(), &held);
    mind.sees_one(BlockPos::new(2, 64, 1), "crafting_table");
    assert_eq!(mind.call().1.name(), "place_block", "that one is somebody's");
}

#[test]
fn what_lies_in_the_plans_furnace_is_got_out_first() {
    let runs = Runs::new("furnace");
    let held = [("raw_iron", 1), ("coal", 1), ("furnace", 1), ("wooden_pickaxe", 1)];
    let mut mind = runs.next(&["smelt 1 iron ingot"], headless(), &held);
    let (id, request) = mind.call();
    assert_eq!(request.name(), "place_block");
    let at = BlockPos::new(1, 64, 1);
    mind.sees_one(at, "furnace");
    mind.holds(&[("raw_iron", 1), ("coal", 1), ("wooden_pickaxe", 1)]);
    mind.succeed(id, "place_block", json!({ "block": "furnace", "x": 1, "y": 64, "z": 1 }));
    assert_eq!(mind.call().1.name(), "smelt");
    drop(mind);
    let mut mind = runs.next(&[], headless(), &[("wooden_pickaxe", 1)]);
    mind.sees_one(at, "furnace");
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.at == Some(at)), "{request:?}");
    mind.holds(&[("raw_iron", 1), ("coal", 1), ("furnace", 1), ("wooden_pickaxe", 1)]);
    mind.succeed(id, "mine", json!({}));
    assert_eq!(mind.call().1.name(), "smelt");
}

#[test]
fn where_what_is_left_leads_nowhere_there_is_a_new_plan() {
    let runs = Runs::new("anew");
    let mut mind = runs.next(&["get me 4 oak planks"], headless(), &[("oak_log", 1)]);
    assert_eq!(mind.call().1.name(), "craft");
    drop(mind);
    // Somebody has the log.
    let mut mind = runs.next(&[], headless(), &[]);
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.target.contains("log")), "{request:?}");
    assert!(has_recorded(&mind, |event| matches!(event, Event::PlannedAnew { .. })));
}

#[test]
fn a_plan_without_steps_comes_to_its_end() {
    let runs = Runs::new("empty");
    let held = [("oak_log", 1)];
    let mut mind = runs.next(&["get me a log"], headless(), &held);
    let planned = |event: &Event| matches!(event, Event::Planned { plan } if plan.steps.is_empty());
    let done = |event: &Event| matches!(event, Event::GoalDone { .. });
    assert!((0..100).any(|_| {
        mind.frame();
        has_recorded(&mind, planned)
    }));
    assert!(!has_recorded(&mind, done), "it ended in the frame that planned it");
    drop(mind);
    let mut mind = runs.next(&[], headless(), &held);
    assert!((0..100).any(|_| {
        mind.frame();
        has_recorded(&mind, done)
    }));
}

#[test]
fn what_it_has_cost_counts_on() {
    let runs = Runs::new("cost");
    let mut mind = runs.next(&["mine 2 dirt"], headless(), &[]);
    for _ in 0..2 {
        let (id, _) = mind.call();
        mind.pass(100);
        mind.fail(id, "mine", ErrorCode::ActionFailed, json!({}));
    }
    mind.call();
    drop(mind);
    let mut mind = runs.next(&[], headless(), &[]);
    let (id, _) = mind.call();
    assert!(mind.goal().ticks > 200, "{}", mind.goal().ticks);
    mind.fail(id, "mine", ErrorCode::ActionFailed, json!({}));
    mind.frame();
    assert_eq!(mind.goal().state, GoalState::Failed, "the third attempt, over two runs");
}

#[test]
fn a_paused_goal_waits_in_a_window_and_goes_on_without_one() {
    let runs = Runs::new("paused");
    let window = || Policy { comes_back: true, ..Policy::default() };
    let mut mind = runs.next(&["mine 2 dirt"], window(), &[]);
    mind.call();
    mind.ask(UserAsk::Pause(1));
    drop(mind);
    let mut mind = runs.next(&[], window(), &[]);
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Paused);
    // The end of the program is no pause of the user's.
    mind.ask(UserAsk::Resume(1));
    mind.call();
    mind.ask(UserAsk::Leave(1));
    assert_eq!(mind.goal().state, GoalState::Paused);
    drop(mind);
    let mut mind = runs.next(&[], window(), &[]);
    mind.call();
    mind.ask(UserAsk::Pause(1));
    drop(mind);
    let mut mind = runs.next(&[], headless(), &[]);
    mind.call();
    assert!(has_recorded(&mind, |event| matches!(event, Event::GoalResumed { left: Some(left) } if left.paused)));
}

#[test]
fn a_window_offers_what_is_open_and_takes_it_up_when_asked() {
    let runs = Runs::new("offer");
    let mut mind = runs.next(&["mine 2 dirt"], headless(), &[]);
    mind.call();
    drop(mind);
    let path = runs.0.join("store.sqlite");
    let here = Here { bot: "Bot".to_owned(), server: "a script".to_owned(), is_new: false };
    let offering = || {
        let session = NewSession { bot: here.bot.clone(), server: here.server.clone(), goals: 0 };
        let mut recorder = Recorder::begin(&path, &session, Vec::new()).expect("a session");
        let open = Open::read(&path, &here).expect("a store");
        let (session, here, path) = (recorder.session(), here.clone(), path.clone());
        recorder.begin_with(Beginning::Offers { open, path, session, here });
        let mut mind = Scripted::recorded(&[], Policy { comes_back: true, ..Policy::default() }, None, Some(recorder));
        mind.frame();
        assert_eq!(mind.view().left_open, ["mine 2 dirt"]);
        mind
    };
    let mut mind = offering();
    mind.ask(UserAsk::NotNow);
    mind.frame();
    assert!(mind.view().left_open.is_empty());
    mind.ask(UserAsk::GoOn);
    mind.no_order();
    drop(mind);
    let mut mind = offering();
    mind.ask(UserAsk::GoOn);
    // A thread reads the store: in wall time, which passes between the frames.
    let begun = Instant::now();
    while mind.view().goals.is_empty() && begun.elapsed() < STUCK {
        thread::yield_now();
        mind.frame();
    }
    assert!(mind.view().left_open.is_empty());
    assert_eq!(mind.call().1.name(), "mine");
    let store = Store::open_existing(&path).expect("a store");
    assert!(store.lease(1).expect("a store").is_some());
}
