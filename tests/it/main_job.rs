//! The main job and its siblings, end to end in the practice world, and how a run ends when it cannot succeed.

use std::{io::Read, net::TcpListener};

use blockwright::{app::status, domain::ErrorCode, journal::Event, mind::Policy};

use crate::harness::{LEVEL, NAME, play, play_on, world, world_at};

#[test]
fn get_me_a_stone_pickaxe() {
    let world = world(LEVEL, &[]);
    let run = play(&world, &["get me a stone pickaxe"]);
    run.assert_done();
    assert_eq!(run.ended.status, status::DONE);
    assert_eq!(run.report().inventory.count("stone_pickaxe"), 1);
    assert_eq!(run.report().inventory.count("crafting_table"), 1, "what was placed is taken back");
}

#[test]
fn the_main_job_on_other_seeds() {
    for seed in [1, 7, 1_000_003] {
        let world = world(seed, &[]);
        let run = play(&world, &["get me a stone pickaxe"]);
        run.assert_done();
        assert_eq!(run.report().inventory.count("stone_pickaxe"), 1, "seed {seed}");
    }
}

#[test]
fn get_me_ten_torches() {
    let world = world(LEVEL, &[]);
    let run = play(&world, &["get me 10 torches"]);
    run.assert_done();
    assert!(run.report().inventory.count("torch") >= 10, "{}", run.report().inventory);
}

#[test]
fn craft_a_chest() {
    let world = world(LEVEL, &[]);
    let run = play(&world, &["craft a chest"]);
    run.assert_done();
    assert_eq!(run.report().inventory.count("chest"), 1);
}

#[test]
fn mine_eight_cobblestone() {
    let world = world(LEVEL, &[]);
    let run = play(&world, &["mine 8 cobblestone"]);
    run.assert_done();
    assert!(run.report().inventory.count("cobblestone") >= 8, "{}", run.report().inventory);
}

#[test]
fn raw_iron_needs_the_stone_pickaxe_first() {
    let world = world(LEVEL, &[]);
    let run = play(&world, &["get me 1 raw_iron"]);
    run.assert_done();
    assert!(run.report().inventory.count("raw_iron") >= 1);
    assert!(run.report().inventory.count("stone_pickaxe") >= 1);
}

#[test]
fn go_there_and_chat() {
    let world = world(LEVEL, &[]);
    let run = play(&world, &["Go to 100,64,100 and chat hello", "go to 40 -25 and say hello"]);
    run.assert_done();
    let said = run.events.iter().filter(
        |event| matches!(event, Event::Chat { sender: Some(sender), message, .. } if sender == NAME && message == "hello"),
    );
    assert_eq!(said.count(), 2, "{:#?}", run.events);
    let stood = |x: i32, z: i32| {
        let (from, to) = (format!("stands at {x}, "), format!(", {z}"));
        run.events.iter().any(|event| {
            matches!(event, Event::StepDone { evidence, .. } if evidence.contains(&from) && evidence.ends_with(&to))
        })
    };
    assert!(stood(100, 100) && stood(40, -25), "{:#?}", run.events);
}

#[test]
fn what_only_silk_touch_yields_is_refused_before_anything_moves() {
    let world = world(LEVEL, &[]);
    let run = play(&world, &["get me an iron_ore"]);
    assert_eq!(run.ended.status, status::FAILED);
    assert_eq!(run.error().map(|error| error.code), Some(ErrorCode::ToolRequired));
    assert_eq!(run.report().tool_calls, 0);
}

#[test]
fn what_is_held_need_not_be_got() {
    let world = world(LEVEL, &[("stone_pickaxe", 1)]);
    let run = play(&world, &["get me a stone pickaxe"]);
    run.assert_done();
    assert_eq!(run.report().tool_calls, 0);
}

#[test]
fn a_birch_log_in_hand_is_used_instead_of_an_oak() {
    let world = world(LEVEL, &[("birch_log", 3)]);
    let run = play(&world, &["get me a wooden pickaxe"]);
    run.assert_done();
    let mined = run.events.iter().any(|event| matches!(event, Event::ToolCall { request, .. } if request.name() == "mine" && !matches!(request, blockwright::domain::ToolRequest::Mine(mine) if mine.at.is_some())));
    assert!(!mined, "three logs are enough: {:#?}", run.events);
}

#[test]
fn a_full_inventory_makes_room_by_dropping_what_is_worth_least() {
    let world = world(LEVEL, &[("cobblestone", 64), ("dirt", 35 * 64)]);
    let run = play(&world, &["mine 2 log"]);
    run.assert_done();
    assert!(run.events.iter().any(|event| matches!(event, Event::Recovery { .. })), "{:#?}", run.events);
    assert_eq!(run.report().inventory.count("cobblestone"), 64, "dirt is worth less");
}

#[test]
fn a_bot_that_dies_ends_the_run_with_its_death_message() {
    let world = world(LEVEL, &[]);
    let mut killed = false;
    let run = play_on(&world.address().to_string(), &["get me a stone pickaxe"], Policy::default(), |events| {
        if !killed && events.iter().any(|event| matches!(event, Event::StepDone { .. })) {
            killed = true;
            world.with(|game| game.kill(NAME, "fell out of the test"));
        }
    });
    assert_eq!(run.ended.status, status::FAILED);
    let error = run.error().expect("an error");
    assert_eq!(error.code, ErrorCode::BotDied);
    assert!(
        error.message.contains("fell out of the test") || error.context.to_string().contains("fell out"),
        "{error:?}"
    );
}

#[test]
fn a_server_that_stops_ends_the_run() {
    let world = world(LEVEL, &[]);
    let address = world.address().to_string();
    let mut world = Some(world);
    let run = play_on(&address, &["get me a stone pickaxe"], Policy::default(), |events| {
        if events.iter().any(|event| matches!(event, Event::StepDone { .. }))
            && let Some(world) = world.take()
        {
            world.stop().expect("nothing to save");
        }
    });
    assert_eq!(run.ended.status, status::FAILED);
    assert_eq!(run.error().map(|error| error.code), Some(ErrorCode::Disconnected));
}

#[test]
fn a_kick_is_reported_with_the_servers_reason() {
    let world = world(LEVEL, &[]);
    let mut kicked = false;
    let run = play_on(&world.address().to_string(), &["mine 8 cobblestone"], Policy::default(), |events| {
        if !kicked && events.iter().any(|event| matches!(event, Event::ToolCall { .. })) {
            kicked = true;
            world.with(|game| game.kick(NAME, "no bots on Sundays"));
        }
    });
    assert_eq!(run.ended.status, status::FAILED);
    let error = run.error().expect("an error");
    assert_eq!(error.code, ErrorCode::Disconnected);
    assert!(error.message.contains("no bots on Sundays"), "{error:?}");
}

#[test]
fn nobody_at_the_address() {
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its address");
    let run = play_on(&closed.to_string(), &["mine 1 dirt"], Policy::default(), |_| ());
    assert_eq!(run.ended.status, status::NOT_JOINED);
    assert!(run.ended.reason.is_some_and(|reason| !reason.is_empty()));
}

#[test]
fn a_server_that_hangs_up_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address").to_string();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // Reads the greeting, then closes, as a server of another kind would.
            _ = stream.read(&mut [0; 64]);
        }
    });
    let run = play_on(&address, &["mine 1 dirt"], Policy::default(), |_| ());
    assert_eq!(run.ended.status, status::NOT_JOINED);
}

#[test]
fn a_time_limit_in_game_seconds_ends_a_goal() {
    let world = world_at(20.0, LEVEL, &[]);
    let policy = Policy { timeout: Some(20), ..Policy::default() };
    let run = play_on(&world.address().to_string(), &["mine 64 cobblestone"], policy, |_| ());
    assert_eq!(run.ended.status, status::FAILED);
    assert_eq!(run.error().map(|error| error.code), Some(ErrorCode::Timeout));
}
