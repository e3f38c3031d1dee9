//! A run that is watched again: what the recording says of its end and of each moment before, against what the mind showed then and what
//! the journal says; and `blockwright replay` from outside.

use std::{fs, path::PathBuf};

use bevy::prelude::*;
use blockwright::{
    app::{Interrupt, Recorder, SessionConfig, past::Player, run_headless},
    domain::{BlockPos, BotView, GoalView, StepStateView},
    knowledge::SopLibrary,
    mind::{Agent, Owners, Policy, SeenBlocks, View},
    replay::{Past, PastAsk, read_moments},
    store::{NewSession, Store, Wanted},
    voxel::SeenWorld,
};

use super::{
    harness::{NAME, bot, world},
    history::Home,
};

const GOAL: &str = "get me a wooden pickaxe";

/// A folder of one test's own, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("blockwright-replay-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn store(&self) -> PathBuf {
        self.0.join("store.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// Plays a goal with a store, and says what the mind showed at the end.
fn play(folder: &Folder) -> (BotView, Vec<GoalView>, SeenWorld) {
    let world = world(26, &[]);
    let server = world.address().to_string();
    let session = NewSession { bot: NAME.to_owned(), server: "a test".to_owned(), goals: 1 };
    let config = SessionConfig {
        bots: vec![bot(NAME, &server)],
        owners: Owners::default(),
        goals: vec![GOAL.to_owned()],
        policy: Policy::default(),
        sops: SopLibrary::load(None).expect("our own SOPs"),
        model: None,
        journal_file: None,
        zones: Default::default(),
        recorder: Some(Recorder::begin(&folder.store(), &session, Vec::new()).expect("a store")),
    };
    let mut last = None;
    let ended = run_headless(config, Interrupt::default(), |world| {
        let mut agents = world.query_filtered::<Entity, With<Agent>>();
        let agent = agents.single(world).expect("one bot");
        let seen = world.resource::<SeenBlocks>().of(agent).clone();
        let view = &world.resource::<View>().0;
        last = Some((view.bots[0].clone(), view.goals.clone(), seen));
    });
    assert!(ended.expect("a body").report.expect("it was joined").success);
    last.expect("a frame")
}

fn at(player: &mut Player, store: &Store, at_ms: u64) -> Past {
    let past = player.play(store, &PastAsk { session: 1, at_ms, bot: NAME.to_owned() }).expect("a store");
    assert_eq!(past.missing, None);
    past
}

fn states(goals: &[GoalView]) -> Vec<(String, StepStateView, u32)> {
    let steps = goals.iter().flat_map(|goal| &goal.steps);
    steps.map(|step| (step.title.clone(), step.state, step.attempts)).collect()
}

fn blocks(world: &SeenWorld) -> usize {
    world.stamps().count()
}

/// All blocks that either knows.
fn assert_same_blocks(a: &SeenWorld, b: &SeenWorld) {
    assert_eq!(blocks(a), blocks(b));
    for (chunk, _) in a.stamps() {
        let (column, other) = (a.column(chunk).expect("its own"), b.column(chunk));
        let other = other.unwrap_or_else(|| panic!("{chunk:?} is missing"));
        assert_eq!((column.min_y, column.max_y()), (other.min_y, other.max_y()));
        for y in column.min_y..column.max_y() {
            for (x, z) in (0..16u8).flat_map(|x| (0..16u8).map(move |z| (x, z))) {
                let place = BlockPos::new(chunk.x * 16 + i32::from(x), y, chunk.z * 16 + i32::from(z));
                assert_eq!(column.get(x, y, z), other.get(x, y, z), "{place:?}");
            }
        }
    }
}

#[test]
fn a_run_is_seen_again_as_it_was_at_its_end_and_on_the_way() {
    let folder = Folder::new("again");
    let (bot, goals, land) = play(&folder);
    let store = Store::open(&folder.store()).expect("a store");
    let (from, to) = store.recorded(1).expect("a store").expect("it was recorded");
    let mut player = Player::default();

    let end = at(&mut player, &store, to);
    let (was, seen) = (bot.observation.expect("it is in the world"), end.view.bots[0].observation.clone());
    let seen = seen.expect("it was in the world");
    assert_eq!((seen.inventory(), seen.dimension.as_str()), (was.inventory(), "overworld"));
    assert_eq!(seen.inventory().count("wooden_pickaxe"), 1);
    let off = [seen.position.x - was.position.x, seen.position.y - was.position.y, seen.position.z - was.position.z];
    assert!(off.iter().all(|off| off.abs() < 0.002), "{off:?}");
    assert_eq!(states(&end.view.goals), states(&goals));
    assert_eq!((end.view.goals[0].state, &end.view.goals[0].text), (goals[0].state, &goals[0].text));
    assert!(blocks(&land) > 50, "{}", blocks(&land));
    assert_same_blocks(&end.world, &land);

    // On the way, at each moment that no entry of the journal is close to: as many steps are done as the journal says.
    let entries = store.events(Wanted { session: Some(1), goal: None }, 0, 10_000).expect("a store");
    let done = |entry: &&blockwright::store::Event| entry.entry.kind == "step_done";
    let mut moments: Vec<u64> = Vec::new();
    let mut next = from;
    loop {
        let rows = store.stretch(1, next).expect("a store");
        moments.extend(rows.iter().flat_map(|row| read_moments(&row.data).expect("good rows")).map(|moment| moment.ms));
        let last = rows.last().expect("a stretch").to_ms;
        if last >= to {
            break;
        }
        next = last + 60_000;
    }
    moments.dedup();
    let is_clear = |ms: &&u64| entries.iter().all(|entry| entry.entry.wall_ms.abs_diff(**ms) > 3);
    let mut seen_half_done = false;
    let mut told = 0;
    for ms in moments.iter().filter(is_clear) {
        let past = at(&mut player, &store, *ms);
        let by_then = entries.iter().filter(|entry| entry.entry.wall_ms <= *ms);
        let said = by_then.clone().filter(done).count();
        let shown = states(&past.view.goals);
        let shown_done = shown.iter().filter(|(_, state, _)| *state == StepStateView::Done).count();
        assert_eq!(shown_done, said, "{} ms after the beginning: {shown:?}", ms - from);
        let planned = by_then.filter(|entry| entry.entry.kind == "planned").count();
        assert_eq!(past.view.goals.iter().filter(|goal| !goal.steps.is_empty()).count(), planned.min(1));
        seen_half_done |= 0 < said && said < shown.len();
        told += 1;
    }
    assert!(told >= 3 && seen_half_done, "{told} of {} moments", moments.len());
    // Back again, with what was laid out for later moments.
    let first = at(&mut player, &store, from);
    assert!(first.view.goals.iter().all(|goal| goal.steps.is_empty()), "{:?}", first.view.goals);
    assert!(entries.iter().any(|entry| entry.entry.json.contains("goal_done")));
    assert!(end.view.journal.iter().any(|line| line.text.contains("goal done")));
}

#[test]
fn a_session_is_listed_and_told_at_a_moment_and_what_is_not_there_is_refused() {
    let home = Home::new("replay");
    let (status, _, err) = home.run(&["replay", "--at", "1"]);
    assert_eq!(status, 1);
    assert!(err.contains("there is no store yet"), "{err}");

    home.json(&["run", "--json", "--tick-rate", "400", "--give", "oak_log=1", "craft 4 planks"]);
    let list = home.json(&["replay", "--list", "--json"]);
    assert_eq!((list.len(), &list[0]["session"], &list[0]["outcome"]), (1, &1.into(), &"done".into()));
    let seconds = list[0]["seconds"].as_f64().expect("a number");
    assert!(list[0]["bytes"].as_u64().is_some_and(|bytes| bytes > 1_000), "{list:?}");

    let end = home.json(&["replay", "--at", &seconds.to_string(), "--json"]).remove(0);
    assert_eq!((&end["event"], &end["session"]), (&"moment".into(), &1.into()));
    assert_eq!((&end["goals"][0]["state"], &end["goals"][0]["steps"][0]["state"]), (&"done".into(), &"done".into()));
    let slots = end["bots"][0]["observation"]["slots"].as_array().expect("slots");
    assert!(slots.iter().any(|slot| slot["item"] == "oak_planks" && slot["count"] == 4), "{slots:?}");
    assert!(end["columns"].as_u64().is_some_and(|columns| columns > 0) && end["missing"].is_null(), "{end}");
    let first = home.json(&["replay", "1", "--at", "0", "--json"]).remove(0);
    assert_ne!(first["goals"][0]["state"], "done");
    let (status, people, _) = home.run(&["replay", "1", "--at", &seconds.to_string()]);
    assert_eq!(status, 0);
    for told in ["session 1, ", "holds 4 oak_planks", "#1 done: craft 4 planks", "(done)"] {
        assert!(people.contains(told), "{told:?} in {people}");
    }

    for (args, told) in [
        (&["replay", "7", "--at", "0"][..], "there is no session 7"),
        (&["replay", "--at", "9999"], "there is no second 9999"),
        (&["replay", "--at", "soon"], "write a number of seconds"),
        (&["replay", "--json"], "--json is for --at SECONDS or --list"),
        (&["replay", "1"], "there is no display here"),
    ] {
        let (status, out, err) = home.run(args);
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(told), "{args:?}: {err}");
    }

    // Once what it did is thrown away, there is nothing to be watched either.
    let (status, ..) = home.run(&["data", "prune", "--older-than", "0s"]);
    assert_eq!(status, 0);
    assert_eq!(home.json(&["replay", "--list", "--json"]).len(), 0);
    let (status, _, err) = home.run(&["replay"]);
    assert_eq!(status, 2);
    assert!(err.contains("no session was recorded yet"), "{err}");
}

#[test]
fn who_wants_no_journal_is_not_recorded() {
    let home = Home::new("unrecorded");
    home.json(&["run", "--json", "--no-journal", "--tick-rate", "400", "--give", "oak_log=1", "craft 4 planks"]);
    assert!(!home.store().exists());
}
