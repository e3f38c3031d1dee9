//! Several bots in one mind: whose goal is whose, what they leave to each other, and that one that is lost takes nobody along.

use std::{path::Path, sync::Arc, thread};

use blockwright::{
    app::{BotConfig, BotPlanner, Ended, Interrupt, Model, SessionConfig, run_headless, start_body},
    body::Leases,
    domain::{BlockPos, ItemCounts},
    journal::{Entry, Event, GoalReport, Journal},
    knowledge::SopLibrary,
    mind::{
        Owners, Policy,
        model::{Models, Provider},
    },
    practice::PracticeWorld,
};
use serde_json::json;

use crate::{
    cli::run,
    harness::{Hands, LEVEL, bot, fill, world, world_at},
    llm_stub::{Response, Stub},
    model::{at, limits, model},
};

/// Plays goals with these bots. `each_frame` may meddle, seeing the journal so far.
pub fn play(
    world: &PracticeWorld,
    names: &[&str],
    goals: &[&str],
    each_frame: impl FnMut(&[Entry]),
) -> (Ended, Vec<Entry>) {
    let server = world.address().to_string();
    play_crew(names.iter().map(|name| bot(name, &server)).collect(), None, goals, each_frame)
}

/// The same, with models.
fn play_crew(
    bots: Vec<BotConfig>,
    model: Option<Model>,
    goals: &[&str],
    mut each_frame: impl FnMut(&[Entry]),
) -> (Ended, Vec<Entry>) {
    let config = SessionConfig {
        bots,
        owners: Owners::default(),
        goals: goals.iter().map(|goal| (*goal).to_owned()).collect(),
        policy: Policy::default(),
        sops: SopLibrary::load(None).expect("our own SOPs"),
        model,
        journal_file: None,
        zones: Default::default(),
        recorder: None,
    };
    let mut entries: Vec<Entry> = Vec::new();
    let ended = run_headless(config, Interrupt::default(), |world| {
        entries.extend_from_slice(world.resource::<Journal>().numbered(entries.len()..usize::MAX));
        each_frame(&entries);
    });
    (ended.expect("bodies"), entries)
}

fn goals(ended: &Ended) -> &[GoalReport] {
    &ended.report.as_ref().expect("all were let in").goals
}

/// What a bot holds at the end.
fn held<'a>(ended: &'a Ended, bot: &str) -> &'a ItemCounts {
    let bots = &ended.report.as_ref().expect("a report").bots;
    &bots.iter().find(|held| held.bot == bot).expect("a bot of this name").inventory
}

/// Whose goal it was, and what came of it.
pub fn ends(ended: &Ended) -> Vec<(&str, &str)> {
    goals(ended).iter().map(|goal| (goal.bot.as_deref().unwrap_or("nobody"), goal.state.as_str())).collect()
}

#[test]
fn three_bots_do_the_main_job_in_one_world_and_none_digs_what_another_does() {
    let world = world(LEVEL, &[]);
    let names = ["Ada", "Bert", "Cleo"];
    let (ended, entries) = play(&world, &names, &["get me a wooden pickaxe"; 3], |_| ());
    assert!(ended.report.as_ref().is_some_and(|report| report.success), "{ended:#?}\n{entries:#?}");
    let mut at_work: Vec<&str> = ends(&ended).iter().map(|(bot, _)| *bot).collect();
    at_work.sort_unstable();
    assert_eq!(at_work, names, "each was free");
    let told: Vec<&str> = ended.report.iter().flat_map(|report| &report.bots).map(|bot| bot.bot.as_str()).collect();
    assert_eq!(told, names, "in the order in which they were named");
    for name in names {
        assert_eq!(held(&ended, name).count("wooden_pickaxe"), 1, "{name}");
        let said = |entry: &&Entry| entry.bot.as_deref() == Some(name);
        let steps = entries.iter().filter(said).filter(|entry| matches!(entry.event, Event::StepDone { .. })).count();
        assert!(steps >= 3, "{name}: {steps}");
    }
    assert_eq!(world.with(|game| game.contested()), 0);
    assert!(entries.iter().all(|entry| entry.bot.is_some() || matches!(entry.event, Event::GoalQueued { .. })));
}

#[test]
fn a_goal_goes_to_the_bot_that_it_names_in_its_own_order() {
    let world = world(3, &[("oak_planks", 8)]);
    let asked = ["Bert: craft 4 sticks", "bert: craft a crafting table", "Ada: say Bert: hello"];
    let (ended, entries) = play(&world, &["Ada", "Bert"], &asked, |_| ());
    assert_eq!(ends(&ended), [("Bert", "done"), ("Bert", "done"), ("Ada", "done")], "{entries:#?}");
    assert_eq!(goals(&ended)[0].goal, "craft 4 sticks");
    assert_eq!((held(&ended, "Ada").count("stick"), held(&ended, "Bert").count("stick")), (0, 4));
    assert!(entries.iter().any(|entry| matches!(&entry.event,
        Event::Chat { sender: Some(sender), message, .. } if sender == "Ada" && message == "Bert: hello")));
}

/// It waits until nobody is at work, and is then for whoever did the last goal.
#[test]
fn the_last_goal_is_undone_by_the_bot_that_did_it() {
    let world = world(3, &[("torch", 2)]);
    let asked = ["Ada: place a torch", "Bert: go 9 blocks north and place 2 torches", "undo"];
    let (ended, entries) = play(&world, &["Ada", "Bert"], &asked, |_| ());
    assert_eq!(ends(&ended), [("Ada", "done"), ("Bert", "done"), ("Bert", "done")], "{entries:#?}");
    assert_eq!((held(&ended, "Ada").count("torch"), held(&ended, "Bert").count("torch")), (1, 2));
}

#[test]
fn each_bot_is_planned_for_by_its_own_model_and_words_that_no_grammar_knows_wait_for_one_with_a_model() {
    let world = world(3, &[]);
    let server = world.address().to_string();
    let plan =
        json!({ "why": "a word", "steps": [{ "call": { "tool": "chat", "message": "hello" }, "reason": "said" }] });
    let stub = |provider| {
        let plan = plan.to_string();
        Stub::start(provider, move |_| Response::Reply(plan.clone()))
    };
    let (claude, gemini) = (stub(Provider::Claude), stub(Provider::Gemini));
    let usual = model(&gemini, Provider::Gemini, limits());
    let with = |name, planner| BotConfig { planner, ..bot(name, &server) };
    let crew = vec![
        with("Bert", BotPlanner::Offline),
        with("Ada", BotPlanner::Models(Models::one(at(&claude, Provider::Claude)))),
        with("Cleo", BotPlanner::Session),
    ];
    let asked = ["cheer everybody up", "Bert: say hello", "Cleo: say hello", "Ada: say hello", "Bert: cheer me up"];
    let (ended, entries) = play_crew(crew, Some(usual), &asked, |_| ());
    let whose = ends(&ended);
    // Bert comes first, and has no model that could understand it; of the others, who stands first in the world takes it.
    let (first, state) = whose[0];
    assert!(state == "done" && ["Ada", "Cleo"].contains(&first), "{entries:#?}");
    assert_eq!(whose[1..], [("Bert", "done"), ("Cleo", "done"), ("Ada", "done"), ("Bert", "failed")], "{entries:#?}");
    let mut planners: Vec<(&str, &str)> = (entries.iter())
        .filter_map(|entry| match &entry.event {
            Event::Planned { plan } => Some((entry.bot.as_deref()?, plan.planner.as_str())),
            _ => None,
        })
        .collect();
    planners.sort_unstable();
    let (claudes, geminis) = (Provider::Claude.default_model(), Provider::Gemini.default_model());
    let adas = if first == "Ada" { 2 } else { 1 };
    let mut expected = vec![("Bert", "offline")];
    expected.extend(vec![("Ada", claudes); adas]);
    expected.extend(vec![("Cleo", geminis); 3 - adas]);
    expected.sort_unstable();
    assert_eq!(planners, expected);
    assert_eq!((claude.requests().len(), gemini.requests().len()), (adas, 3 - adas));
}

#[test]
fn a_bot_that_is_kicked_leaves_the_others_untouched_and_its_goals_fail() {
    let world = world(LEVEL, &[]);
    let mut kicked = false;
    let asked = ["Ada: mine 3 oak_log", "Ada: say done", "Bert: mine 3 oak_log", "say still here"];
    let (ended, entries) = play(&world, &["Ada", "Bert"], &asked, |entries| {
        let begun =
            |entry: &Entry| entry.bot.as_deref() == Some("Ada") && matches!(entry.event, Event::ToolCall { .. });
        if !kicked && entries.iter().any(begun) {
            kicked = true;
            world.with(|game| game.kick("Ada", "no Adas on Sundays"));
        }
    });
    assert_eq!(
        ends(&ended),
        [("Ada", "failed"), ("Ada", "failed"), ("Bert", "done"), ("Bert", "done")],
        "{ended:#?}\n{entries:#?}"
    );
    let why = goals(&ended)[0].why.as_deref().unwrap_or_default();
    assert!(why.contains("no Adas on Sundays"), "{why}");
}

#[test]
fn when_all_are_gone_what_nobody_has_taken_up_fails_as_well() {
    let world = world(LEVEL, &[]);
    let mut kicked = false;
    let asked = ["mine 3 oak_log", "mine 3 oak_log", "say done"];
    let (ended, _) = play(&world, &["Ada", "Bert"], &asked, |entries| {
        let begun = entries.iter().filter(|entry| matches!(entry.event, Event::ToolCall { .. })).count();
        if !kicked && begun >= 2 {
            kicked = true;
            world.with(|game| ["Ada", "Bert"].map(|name| game.kick(name, "closed")));
        }
    });
    assert_eq!(goals(&ended).iter().map(|goal| goal.state.as_str()).collect::<Vec<_>>(), ["failed"; 3]);
    assert_eq!(goals(&ended)[2].bot, None);
}

/// Two hands on one board over a floor of stone, with nothing else around.
fn two_hands(give: &[(&str, u32)]) -> (PracticeWorld, BlockPos, [Hands; 2]) {
    let world = world_at(100.0, LEVEL, give);
    let spawn = world.with(|game| game.spawn());
    fill(&world, spawn.offset(-12, 0, -12), spawn.offset(12, 12, 12), "air");
    fill(&world, spawn.offset(-12, -2, -12), spawn.offset(12, -1, 12), "stone");
    let leases = Leases::default();
    let hands = ["Ada", "Bert"].map(|name| {
        let body = start_body(world.address().to_string(), name, leases.clone(), Arc::new(|| ())).expect("a body");
        let mut hands = Hands::with(body);
        hands.until(|report| matches!(report, blockwright::body::Report::Spawned { .. }).then_some(()));
        hands
    });
    (world, spawn, hands)
}

#[test]
fn two_who_want_the_same_trunk_do_not_dig_at_one_block() {
    let (world, spawn, hands) = two_hands(&[]);
    let near = spawn.offset(3, 0, 0);
    fill(&world, near, near.offset(0, 3, 0), "oak_log");
    let mines = hands.map(|mut hands| {
        thread::spawn(move || {
            let result = hands.call("mine", json!({ "target": "oak_log", "count": 2 }));
            (result.success, hands)
        })
    });
    let ended = mines.map(|mine| mine.join().expect("a hand"));
    assert!(ended.iter().all(|(done, _)| *done), "four logs are enough for both");
    assert_eq!(world.with(|game| game.contested()), 0);
}

#[test]
fn a_bots_own_table_is_neither_used_nor_dug_by_another() {
    let (world, spawn, [_ada, mut bert]) = two_hands(&[("oak_planks", 11)]);
    let table = spawn.offset(4, 0, 4);
    fill(&world, table, table, "crafting_table");
    bert.sees(table, "crafting_table");
    bert.body.leases.keep_stations("Ada", &[table]);
    let craft = |hands: &mut Hands| hands.call("craft", json!({ "item": "chest" }));
    let result = craft(&mut bert);
    assert!(!result.success, "{result:#?}");
    let mine = bert.call("mine", json!({ "target": "crafting_table", "at": table }));
    assert!(!mine.success, "{mine:#?}");
    bert.body.leases.keep_stations("Ada", &[]);
    let result = craft(&mut bert);
    assert!(result.success, "she has given it up: {result:#?}");
}

#[test]
fn wrong_names_are_refused_before_anything_starts() {
    for (args, said) in [
        (vec!["--bots", "Ada,ada", "say hello"], "two bots are called"),
        (vec!["--bots", "Ada,B", "say hello"], "3 to 16 letters"),
        (vec!["--bots", "Ada,Bert", "--bot", "Carl", "say hello"], "there is no Carl among Ada, Bert"),
        (vec!["--bot", "Ada", "say hello"], "there is no Ada among Blockwright"),
        (vec!["--bots", "Ada,Bert", "--username", "Carl", "say hello"], "cannot be used with"),
        (vec!["--bots", "Ada,Bert", "Bert: get me a stone pickadze"], "stone_pickaxe"),
        (vec!["--bots", "Ada,Bert", "Bert:"], "empty"),
    ] {
        let (status, out, err) = run(&[vec!["run", "--headless"], args].concat());
        assert_eq!((status, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(said), "{said}: {err}");
    }
}

#[test]
fn the_terminal_says_which_bot_it_was() {
    let args = ["run", "--headless", "--tick-rate", "200", "--bots", "Ada,Bert", "--bot", "Bert", "say hello"];
    let (status, out, err) = run(&args);
    assert_eq!(status, 0, "{err}");
    assert!(out.lines().any(|line| line.contains("  Bert: goal done: say hello")), "{out}");
    assert!(out.lines().any(|line| line.starts_with("done: Bert: say hello (")), "{out}");
    assert!(out.lines().any(|line| line.starts_with("Ada holds: ")), "{out}");
}

#[test]
fn the_configuration_may_say_who_plays_and_where() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crew.toml");
    let host = world(LEVEL, &[]);
    let written = format!(
        "planner = \"offline\"\n[[bot]]\nusername = \"Ada\"\n[[bot]]\nusername = \"Bert\"\nserver = \"{}\"\n",
        host.address()
    );
    std::fs::write(&file, written).expect("a file");
    let path = file.to_str().expect("UTF-8");
    let args = ["run", "--headless", "--tick-rate", "200", "--config", path, "Bert: say hello", "Ada: say hello"];
    let (status, out, err) = run(&args);
    assert_eq!(status, 0, "{err}\n{out}");
    let joined = |name: &str, server: &str| out.lines().any(|line| line.contains(&format!("  {name} joined {server}")));
    assert!(joined("Ada", "the practice world") && joined("Bert", &host.address().to_string()), "{out}");

    std::fs::write(&file, "planner = \"offline\"\n\n[[bot]]\nusername = \"B\"\n").expect("a file");
    let (status, out, err) = run(&["run", "--headless", "--config", path, "say hello"]);
    assert_eq!((status, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("crew.toml:4: ") && err.contains("3 to 16"), "{err}");

    std::fs::write(&file, "[[bot]]\nusername = \"Ada\"\n").expect("a file");
    let (status, _, err) = run(&["run", "--headless", "--config", path, "--username", "Carl", "say hello"]);
    assert!(status == 2 && err.contains("--username") && err.contains("[[bot]]"), "{err}");
    std::fs::write(&file, "[[bot]]\nusername = \"Ada\"\nserver = \"localhost:1\"\n").expect("a file");
    let (status, _, err) = run(&["run", "--headless", "--config", path, "--resume"]);
    assert!(status == 2 && err.contains("--resume") && err.contains("server of its own"), "{err}");
}

#[test]
fn what_another_has_broken_is_left_to_it() {
    let (world, spawn, [mut ada, mut bert]) = two_hands(&[("cobblestone", 1), ("stone_pickaxe", 1)]);
    fill(&world, spawn.offset(-12, -24, -12), spawn.offset(12, -1, 12), "oak_planks");
    let beside = spawn.offset(3, 0, 0);
    assert!(ada.call("navigate", json!({ "x": beside.x, "y": beside.y, "z": beside.z })).success);
    // She throws it some blocks ahead.
    assert!(ada.call("drop", json!({ "item": "cobblestone", "count": 1 })).success);
    let mut broken = || {
        assert!(bert.call("navigate", json!({ "x": spawn.x, "y": spawn.y, "z": spawn.z })).success);
        // One stone is nearer than what she has dropped, and one farther.
        let [far, near] = [spawn.offset(-11, 0, 0), spawn.offset(0, 0, 2)];
        for stone in [far, near] {
            fill(&world, stone, stone, "stone");
        }
        bert.sees(near, "stone");
        let result = bert.call("mine", json!({ "target": "cobblestone", "count": 2 }));
        assert!(result.success, "{result:#?}");
        result.data.and_then(|data| data["blocks_broken"].as_u64())
    };
    let leases = ada.body.leases.clone();
    let ahead = (6..=12).flat_map(|x| (-2..=2).map(move |z| (x, z)));
    leases.keep_stations("Ada", &ahead.map(|(x, z)| spawn.offset(x, 0, z)).collect::<Vec<_>>());
    assert_eq!(broken(), Some(2));
    leases.keep_stations("Ada", &[]);
    assert_eq!(broken(), Some(1), "now it lies there for anybody");
}
