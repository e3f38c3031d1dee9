//! Where and with whom: turning, jumping, going to what stands somewhere, to places with names and back, and exploring; by hand
//! and as goals, looking at the server's state.

use std::{
    io::Cursor,
    sync::{Arc, Mutex},
};

use azalea_protocol::{packets::game::ClientboundGamePacket, read::deserialize_packet};
use blockwright::{
    app::start_body,
    body::{Leases, Report},
    domain::{BlockPos, ErrorCode, GoalState, ToolRequest, degrees_between},
    journal::Event,
    knowledge,
    mind::{Policy, plan::grammar},
    practice::PracticeWorld,
};
use serde_json::json;

use super::{
    harness::{FAST, Hands, LEVEL, NAME, Run, code, context, fill, meadow, play, play_seen, world},
    relay::{Relay, State},
    resume::Runs,
};

/// Where the server has the bot's head turned to.
fn heading(world: &PracticeWorld) -> (f32, f32) {
    world.with(|game| game.heading(NAME)).expect("the bot")
}

fn jumps(world: &PracticeWorld) -> i32 {
    world.with(|game| game.jumps(NAME)).expect("the bot")
}

fn looks(world: &PracticeWorld, yaw: f32, pitch: f32) -> bool {
    let (seen, up) = heading(world);
    degrees_between(seen, yaw) < 2.0 && (up - pitch).abs() < 2.0
}

/// Whether the bot looks at a block, by the server.
fn looks_at(world: &PracticeWorld, at: BlockPos) -> bool {
    let mut eyes = world.with(|game| game.position(NAME)).expect("the bot");
    eyes.y += blockwright::knowledge::EYE_HEIGHT;
    let (yaw, pitch) = eyes.heading_to(at.center());
    looks(world, yaw, pitch)
}

/// Where the bot's feet are, by the server.
fn feet(world: &PracticeWorld) -> BlockPos {
    world.with(|game| game.position(NAME)).expect("the bot").block()
}

/// A bot behind a relay that changes what the server says in the game.
pub fn behind(
    world: &PracticeWorld,
    change: impl Fn(ClientboundGamePacket, Vec<u8>) -> Vec<Vec<u8>> + Send + Sync + 'static,
) -> Hands {
    let relay = Relay::changing(world.address(), move |state, bytes| match state {
        State::Game => match deserialize_packet(&mut Cursor::new(bytes.as_slice())) {
            Ok(packet) => change(packet, bytes),
            Err(_) => vec![bytes],
        },
        _ => vec![bytes],
    });
    let body = start_body(relay.address.to_string(), NAME, Leases::default(), Arc::new(|| ())).expect("a body");
    let mut hands = Hands::with(body);
    hands.until(|report| matches!(report, Report::Spawned { .. }).then_some(()));
    hands
}

// ── Turning and jumping ──

#[test]
fn the_head_is_turned_by_direction_by_place_and_by_kind() {
    let chest = |spawn: BlockPos| spawn.offset(4, 0, -3);
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        fill(world, chest(spawn), chest(spawn), "chest");
        fill(world, spawn.offset(-12, 0, 0), spawn.offset(-12, 0, 0), "chest");
    });
    let mut hands = Hands::join(&world);
    for (toward, yaw, pitch) in [
        ("north", 180.0, 0.0),
        ("southwest", 45.0, 0.0),
        ("left", -45.0, 0.0),
        ("around", 135.0, 0.0),
        ("up", 135.0, -90.0),
    ] {
        hands.must("face", json!({ "toward": toward }));
        assert!(looks(&world, yaw, pitch), "{toward}: {:?}", heading(&world));
    }
    hands.must("face", json!({ "yaw": -30.5 }));
    assert!(looks(&world, -30.5, -90.0), "{:?}", heading(&world));
    let at = spawn.offset(-5, 2, 7);
    hands.must("face", json!({ "x": at.x, "y": at.y, "z": at.z }));
    assert!(looks_at(&world, at), "{:?}", heading(&world));
    let told = hands.must("face", json!({ "block": "chest" }));
    assert_eq!(BlockPos::told_by(&told), Some(chest(spawn)));
    assert!(looks_at(&world, chest(spawn)), "{:?}", heading(&world));
}

#[test]
fn what_cannot_be_faced_is_told() {
    let (world, _) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let none = hands.call("face", json!({ "block": "beacon" }));
    assert_eq!((code(&none), &context(&none)["search_radius"]), (ErrorCode::ResourceNotFound, &json!(48)));
    assert_eq!(code(&hands.call("face", json!({}))), ErrorCode::InvalidParams);
    assert_eq!(code(&hands.call("face", json!({ "block": "becon" }))), ErrorCode::InvalidParams);
}

/// Nobody is told where it looks: what shows it is that the server has answered since.
#[test]
fn a_server_that_does_not_answer_a_turn_is_told_of() {
    let (world, _) = meadow(FAST, &[], |_, _| ());
    let mut hands = behind(&world, |packet, bytes| match packet {
        ClientboundGamePacket::BlockChangedAck(_) => Vec::new(),
        _ => vec![bytes],
    });
    let result = hands.call("face", json!({ "toward": "east" }));
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!(context(&result)["expected"]["yaw"], json!(-90.0));
}

#[test]
fn jumps_are_as_many_as_the_server_counts() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let told = hands.must("jump", json!({ "times": 5 }));
    assert_eq!((&told["jumps"], jumps(&world)), (&json!(5), 5));
    assert_eq!(hands.must("jump", json!({}))["before"], json!(5), "what was counted before is no jump of this call");
    assert_eq!((jumps(&world), feet(&world)), (6, spawn), "on the spot");
    assert_eq!(hands.seen().jumps, Some(6));
    assert_eq!(code(&hands.call("jump", json!({ "times": 0 }))), ErrorCode::InvalidParams);
}

/// A body whose server tells the statistics that it told first, whatever is done.
pub fn counted_no_more(world: &PracticeWorld) -> Hands {
    let first = Mutex::new(None::<Vec<u8>>);
    behind(world, move |packet, bytes| match packet {
        ClientboundGamePacket::AwardStats(_) => {
            vec![first.lock().expect("the first answer").get_or_insert(bytes).clone()]
        }
        _ => vec![bytes],
    })
}

#[test]
fn a_server_that_counts_no_jumps_is_told_of() {
    let (world, _) = meadow(FAST, &[], |_, _| ());
    let mut hands = counted_no_more(&world);
    let result = hands.call("jump", json!({ "times": 2 }));
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!((&context(&result)["expected"], &context(&result)["seen"]), (&json!(2), &json!(0)));
    drop(hands);
    let mut hands = behind(&world, |packet, bytes| match packet {
        ClientboundGamePacket::AwardStats(_) => Vec::new(),
        _ => vec![bytes],
    });
    let result = hands.call("jump", json!({}));
    assert_eq!((code(&result), &context(&result)["expected"]), (ErrorCode::ActionFailed, &json!("statistics")));
}

#[test]
fn who_is_withdrawn_from_jumping_stands() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    assert_eq!(code(&hands.withdrawn("jump", json!({ "times": 100 }))), ErrorCode::Cancelled);
    hands.must("face", json!({ "toward": "north" }));
    let then = jumps(&world);
    assert!(then < 100, "{then}");
    hands.must("face", json!({ "toward": "south" }));
    assert_eq!((jumps(&world), feet(&world)), (then, spawn), "it jumps on");
}

#[test]
fn goals_turn_and_jump() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        fill(world, spawn.offset(3, 0, 5), spawn.offset(3, 0, 5), "crafting_table");
    });
    let (run, (jumps, yaw)) =
        play_seen(&world, &["turn west, then turn around and jump 3 times"], |world| (jumps(world), heading(world).0));
    run.assert_done();
    assert_eq!(jumps, 3, "{:#?}", run.events);
    assert!(degrees_between(yaw, -90.0) < 2.0, "{yaw}");
    let table = spawn.offset(3, 0, 5);
    let (run, looks) = play_seen(&world, &["look at the crafting table"], |world| looks_at(world, table));
    run.assert_done();
    assert!(looks);
    let run = play(&world, &["face the nearest beacon"]);
    assert_eq!(run.error().map(|error| error.code), Some(ErrorCode::ResourceNotFound), "{:#?}", run.report());
}

// ── To what stands there ──

#[test]
fn the_nearest_block_of_a_kind_is_gone_to() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        fill(world, spawn.offset(9, 0, 4), spawn.offset(9, 0, 4), "chest");
        fill(world, spawn.offset(-14, 0, 0), spawn.offset(-14, 0, 0), "chest");
        // A post is no tree.
        fill(world, spawn.offset(0, 0, -5), spawn.offset(0, 4, -5), "oak_log");
        fill(world, spawn.offset(0, 5, -5), spawn.offset(0, 5, -5), "oak_leaves");
        fill(world, spawn.offset(0, -1, -5), spawn.offset(0, -1, -5), "stone");
        let foot = spawn.offset(3, 0, -14);
        fill(world, foot.offset(-1, 3, -1), foot.offset(1, 5, 1), "oak_leaves");
        fill(world, foot.down(), foot.down(), "dirt");
        fill(world, foot, foot.offset(0, 4, 0), "oak_log");
    });
    let mut hands = Hands::join(&world);
    hands.must("go_to_block", json!({ "block": "log" }));
    assert!(feet(&world).is_at_hand(spawn.offset(0, 0, -5)), "{}", feet(&world));
    let told = hands.must("go_to_block", json!({ "block": "chest" }));
    assert_eq!((BlockPos::told_by(&told), &told["block"]), (Some(spawn.offset(9, 0, 4)), &json!("chest")));
    assert!(feet(&world).is_at_hand(spawn.offset(9, 0, 4)), "{}", feet(&world));
    let told = hands.must("go_to_block", json!({ "block": "tree" }));
    assert_eq!(BlockPos::told_by(&told), Some(spawn.offset(3, 0, -14)));
    assert!(feet(&world).is_at_hand(spawn.offset(3, 0, -14)), "{}", feet(&world));
}

#[test]
fn nobody_goes_to_what_was_not_seen_or_cannot_be_reached() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        let cell = spawn.offset(9, 0, 0);
        fill(world, cell.offset(-3, -3, -3), cell.offset(3, 4, 3), "bedrock");
        fill(world, cell, cell, "barrel");
    });
    let mut hands = Hands::join(&world);
    let none = hands.call("go_to_block", json!({ "block": "beacon" }));
    assert_eq!((code(&none), &context(&none)["target"]), (ErrorCode::ResourceNotFound, &json!("beacon")));
    assert!(format!("{:?}", none.error).contains("explore until you find"), "{none:#?}");
    let walled = hands.call("go_to_block", json!({ "block": "barrel" }));
    assert_eq!((code(&walled), &context(&walled)["target"]), (ErrorCode::PathBlocked, &json!(spawn.offset(9, 0, 0))));
    assert_eq!(code(&hands.call("go_to_block", json!({ "block": "barell" }))), ErrorCode::InvalidParams);
    fill(&world, spawn.offset(-17, 0, 0), spawn.offset(-17, 0, 0), "lectern");
    assert_eq!(code(&hands.withdrawn("go_to_block", json!({ "block": "lectern" }))), ErrorCode::Cancelled);
    hands.must("face", json!({ "toward": "north" }));
    let then = feet(&world);
    hands.must("jump", json!({}));
    assert_eq!(feet(&world), then, "it walks on");
}

#[test]
fn goals_lead_to_what_stands_somewhere() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        fill(world, spawn.offset(9, 0, 9), spawn.offset(9, 0, 9), "crafting_table");
        fill(world, spawn.offset(-9, -1, 2), spawn.offset(-9, -1, 2), "water");
        let foot = spawn.offset(3, 0, -14);
        fill(world, foot.offset(-1, 3, -1), foot.offset(1, 5, 1), "oak_leaves");
        fill(world, foot.down(), foot.down(), "dirt");
        fill(world, foot, foot.offset(0, 4, 0), "oak_log");
    });
    for (goal, at) in [
        ("go to a tree", spawn.offset(3, 0, -14)),
        ("walk to the nearest water", spawn.offset(-9, -1, 2)),
        ("go to the workbench", spawn.offset(9, 0, 9)),
    ] {
        let (run, feet) = play_seen(&world, &[goal], feet);
        run.assert_done();
        assert!(feet.is_at_hand(at), "{goal}: {feet}");
    }
    let run = play(&world, &["go to the nearest beacon"]);
    let error = run.error().expect("an error");
    assert_eq!(error.code, ErrorCode::ResourceNotFound, "{error:?}");
    assert!(error.message.contains("explore until you find beacon"), "{error:?}");
}

// ── Places with names, and back ──

#[test]
fn a_home_is_set_and_gone_to_and_so_are_other_places() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let (home, mine) = (spawn.offset(9, 0, -7), spawn.offset(-12, 0, 3));
    let go = |at: BlockPos| format!("go to {} {} {}", at.x, at.y, at.z);
    let set = format!("{} and set home here", go(home));
    let call = format!("{} and call this place the old mine", go(mine));
    let goals = [set.as_str(), call.as_str(), "go home"];
    let (run, at) = play_seen(&world, &goals, feet);
    run.assert_done();
    assert!(at.level_distance(home) <= 1, "{at}");
    let (run, at) = play_seen(&world, &[&goals[..2], &[&go(spawn), "go to the old mine"]].concat(), feet);
    run.assert_done();
    assert!(at.level_distance(mine) <= 1, "{at}");
    let run = play(&world, &["where is home?"]);
    assert!(
        run.events.iter().any(|event| matches!(event, Event::Answered { answer, .. } if answer.contains("no home")))
    );
    // Within one goal, too; the bot stands where it was left.
    let (run, at) = play_seen(&world, &[&format!("set home, {} and go home", go(spawn))], feet);
    run.assert_done();
    assert!(at.level_distance(mine) <= 2, "{at}");
}

#[test]
fn without_a_home_or_a_way_back_nobody_moves() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    for (goal, words) in [
        ("go home", "say: set home"),
        ("go to the old mine", "say: call this place old mine"),
        ("go back", "no goal has led me elsewhere"),
    ] {
        let (run, at) = play_seen(&world, &[goal], feet);
        let error = run.error().expect("an error");
        assert_eq!((error.code, at), (ErrorCode::ResourceNotFound, spawn), "{goal}: {error:?}");
        assert!(error.message.contains(words), "{goal}: {error:?}");
    }
}

#[test]
fn the_way_back_leads_to_where_the_last_walk_began() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let go = format!("go to {} {} {}", spawn.x + 11, spawn.y, spawn.z - 6);
    let (run, at) = play_seen(&world, &[&go, "jump", "go back"], feet);
    run.assert_done();
    assert!(at.level_distance(spawn) <= 1, "{at}");
    let (run, at) = play_seen(&world, &[&format!("{go}, turn around and go back")], feet);
    run.assert_done();
    assert!(at.level_distance(spawn) <= 12, "{at}");
}

#[test]
fn steps_are_taken_by_where_one_looks() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let (run, at) = play_seen(&world, &["face west", "go forward 6 blocks"], feet);
    run.assert_done();
    assert_eq!((at.x, at.z), (spawn.x - 6, spawn.z), "{at}");
    let (run, at) =
        play_seen(&world, &["face north", "take 3 steps back", "face east", "move 4 blocks to the left"], feet);
    run.assert_done();
    assert_eq!((at.x, at.z), (spawn.x - 6, spawn.z + 3 - 4), "{at}");
}

/// Where a walk leads to a block, one stands beside it; the next walk counts from where the first was to lead.
#[test]
fn walks_are_counted_from_where_they_lead() {
    for (goal, [x, z], [east, south]) in
        [("go 5 north and then 8 west", [0, -5], [-8, -5]), ("go 4 east and do that 2 more times", [4, 0], [12, 0])]
    {
        let (world, spawn) = meadow(FAST, &[], |world, spawn| {
            fill(world, spawn.offset(x, 0, z), spawn.offset(x, 2, z), "stone");
        });
        let goals = grammar::series(goal);
        let goals: Vec<&str> = goals.iter().map(String::as_str).collect();
        let (run, at) = play_seen(&world, &goals, feet);
        run.assert_done();
        assert_eq!((at.x, at.z), (spawn.x + east, spawn.z + south), "{goal}: {at}");
    }
}

/// The bot's and the world's: another bot, or another server, has no part of it.
#[test]
fn a_home_outlives_the_program() {
    let runs = Runs::new("home");
    let mut mind = runs.next(&["set home"], Policy::default(), &[]);
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Remember(remember) if remember.name == "home"), "{request:?}");
    mind.succeed(id, "remember", json!({ "name": "home", "x": 0, "y": 64, "z": 0 }));
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Done);
    drop(mind);
    let mut mind = runs.next(&["go home"], Policy::default(), &[]);
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Navigate(to) if (to.x, to.y, to.z) == (0, Some(64), 0)), "{request:?}");
}

#[test]
fn a_name_that_is_forgotten_stays_forgotten() {
    let runs = Runs::new("forgotten");
    let mut mind = runs.next(&["set home", "forget home"], Policy::default(), &[]);
    for forget in [false, true] {
        let (id, request) = mind.call();
        assert!(
            matches!(&request, ToolRequest::Remember(it) if it.name == "home" && it.forget == forget),
            "{request:?}"
        );
        mind.succeed(id, "remember", json!({ "name": "home", "x": 0, "y": 64, "z": 0 }));
    }
    mind.no_order();
    drop(mind);
    let mut mind = runs.next(&["go home"], Policy::default(), &[]);
    mind.no_order();
    let goal = mind.goal();
    assert_eq!(goal.state, GoalState::Failed, "{goal:?}");
}

// ── Exploring ──

/// What a goal said of itself at its end.
fn told(run: &Run) -> String {
    let done = run.events.iter().rev().find_map(|event| match event {
        Event::StepDone { evidence, .. } => Some(evidence.clone()),
        _ => None,
    });
    done.unwrap_or_default()
}

#[test]
fn unseen_land_is_explored_until_all_of_it_is_seen() {
    let world = world(LEVEL, &[]);
    let spawn = world.with(|game| game.spawn());
    let (run, at) = play_seen(&world, &["explore 48 blocks to the west"], feet);
    run.assert_done();
    assert!(told(&run).contains("of them new"), "{}", told(&run));
    // Also when the land to there can be seen from less far.
    assert!((40..=50).contains(&(spawn.x - at.x)) && (at.z - spawn.z).abs() <= 10, "{at} from {spawn}");
}

/// A wall that nobody climbs or digs through runs all around.
#[test]
fn where_no_way_leads_on_exploring_says_how_far_it_came() {
    let (world, _) = meadow(FAST, &[], |world, spawn| {
        fill(world, spawn.offset(-18, -3, -18), spawn.offset(18, 12, 18), "bedrock");
        fill(world, spawn.offset(-17, 0, -17), spawn.offset(17, 12, 17), "air");
    });
    let run = play(&world, &["explore 60 blocks to the east"]);
    let error = run.error().unwrap_or_else(|| panic!("no error: {}", told(&run)));
    assert_eq!(error.code, ErrorCode::PathBlocked, "{error:?}");
    assert!(
        error.message.contains("no way leads farther") && error.message.contains("of 60 blocks are left"),
        "{error:?}"
    );
}

#[test]
fn exploring_ends_with_what_is_looked_for_or_says_that_it_is_not_there() {
    let world = world(LEVEL, &[]);
    let spawn = world.with(|game| game.spawn());
    // Out of sight from the spawn, and in sight from where one gets.
    let far = world.with(move |game| game.ground(spawn.x - 112, spawn.z));
    fill(&world, far, far, "lodestone");
    let (run, at) = play_seen(&world, &["explore to the west until you find a lodestone"], feet);
    run.assert_done();
    assert!(told(&run).contains(&format!("lodestone has been seen at {far}")), "{}", told(&run));
    assert!(spawn.x - at.x > 10, "{at} from {spawn}");
    let run = play(&world, &["explore 32 blocks to the south until you find a beacon"]);
    let error = run.error().expect("an error");
    assert_eq!(error.code, ErrorCode::ResourceNotFound, "{error:?}");
    assert!(error.message.contains("no beacon has been seen within 32 blocks"), "{error:?}");
}

#[test]
fn exploring_by_hand_ends_with_what_comes_into_sight_however_far_it_is() {
    let world = world(LEVEL, &[]);
    let spawn = world.with(|game| game.spawn());
    let far = world.with(move |game| game.ground(spawn.x - 112, spawn.z));
    fill(&world, far, far, "lodestone");
    let told = Hands::join(&world).must("explore", json!({ "until": "lodestone", "toward": "west" }));
    assert_eq!((&told["found"], told["legs"].as_u64()), (&json!(far), Some(1)), "{told}");
}

#[test]
fn exploring_by_hand_tells_what_was_new() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let told = hands.must("explore", json!({ "radius": 32, "toward": "north" }));
    assert!(told["new_columns"].as_u64() >= Some(5) && told["finished"] == true, "{told}");
    let none = hands.call("explore", json!({ "radius": 32, "until": "beacon", "toward": "south" }));
    assert_eq!((code(&none), &context(&none)["target"]), (ErrorCode::ResourceNotFound, &json!("beacon")), "{none:#?}");
    assert_eq!(code(&hands.call("explore", json!({ "radius": 5 }))), ErrorCode::InvalidParams);
    assert_eq!(code(&hands.withdrawn("explore", json!({ "radius": 200 }))), ErrorCode::Cancelled);
    hands.must("face", json!({ "toward": "north" }));
    let then = feet(&world);
    hands.must("face", json!({ "toward": "south" }));
    assert_eq!(feet(&world), then, "it walks on");
}

/// A wall across the meadow with a door in it.
fn door_in_a_wall(world: &PracticeWorld, spawn: BlockPos) -> BlockPos {
    let at = spawn.offset(4, 0, 0);
    fill(world, at.offset(0, 0, -16), at.offset(0, 3, 16), "stone");
    for (y, half) in [(0, "lower"), (1, "upper")] {
        let door = knowledge::block("oak_door").expect("a block");
        let state =
            knowledge::state_with(door, &[("half", half), ("facing", "east"), ("open", "false")]).expect("a state");
        world.with(move |game| game.set_block(at.offset(0, y, 0), state));
    }
    at
}

#[test]
fn one_goes_through_a_door_and_leaves_it_as_it_was_asked() {
    for (goal, open) in [
        // What was opened on the way is shut as soon as one is out of it.
        ("go through the door", None),
        ("go through the door and leave it open", Some("true")),
        ("open the door, go through it and shut it behind you", Some("false")),
    ] {
        let (world, spawn) = meadow(FAST, &[], |world, spawn| {
            door_in_a_wall(world, spawn);
        });
        let at = spawn.offset(4, 0, 0);
        let (run, (feet, door)) =
            play_seen(&world, &[goal], |world| (feet(world), world.with(move |game| game.block(at))));
        run.assert_done();
        assert_eq!(feet, at.offset(1, 0, 0), "{goal}");
        let is_so = |open: &&str| knowledge::state_properties(door).contains(&("open", *open));
        assert!(open.as_ref().is_none_or(is_so), "{goal}");
    }
    let (world, _) = meadow(FAST, &[], |_, _| ());
    let run = play(&world, &["go through the door"]);
    assert_eq!(run.error().map(|error| error.code), Some(ErrorCode::ResourceNotFound));
}

/// To stand on a block is not to stand beside it.
#[test]
fn one_stands_on_top_where_that_is_said() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        world.with(move |game| {
            game.set_block(spawn.offset(4, 0, 2), knowledge::block("furnace").expect("a block").default_state);
            game.set_block(spawn.offset(-3, 0, 1), knowledge::block("chest").expect("a block").default_state);
        });
    });
    let mut hands = Hands::join(&world);
    hands.must("go_to_block", json!({ "block": "furnace" }));
    assert_eq!(feet(&world).y, spawn.y);
    hands.must("go_to_block", json!({ "block": "furnace", "on": true }));
    assert_eq!(feet(&world), spawn.offset(4, 1, 2));
    // A chest is a little lower and narrower than a block.
    hands.must("go_to_block", json!({ "block": "chest", "on": true }));
    let on_it = world.with(|game| game.position(NAME)).expect("the bot");
    assert_eq!((on_it.y - f64::from(spawn.y), on_it.block()), (0.875, spawn.offset(-3, 0, 1)));
}

/// Just after a join the land comes chunk by chunk: of two alike the farther one may be there first, and is not taken for the nearest.
#[test]
fn the_nearest_is_looked_for_once_the_land_around_is_there() {
    let (near, far) = (|spawn: BlockPos| spawn.offset(-4, 0, 4), |spawn: BlockPos| spawn.offset(4, 0, 12));
    for (tool, params, block, ground, left) in [
        ("use_item", json!({ "item": "wooden_hoe", "block": "dirt" }), "dirt", -1, Some("farmland")),
        ("store", json!({ "item": "wooden_hoe", "chest": "barrel" }), "barrel", 0, None),
        ("harvest", json!({ "crop": "wheat", "count": 1, "replant": false }), "wheat", 0, Some("air")),
        ("mine", json!({ "target": "sponge", "count": 1 }), "sponge", 0, Some("air")),
    ] {
        let (world, spawn) = meadow(FAST, &[("wooden_hoe", 1)], |world, spawn| {
            fill(world, spawn.offset(-20, -1, -20), spawn.offset(20, -1, 20), "stone");
            let state = match block {
                "wheat" => knowledge::placing::state_named("wheat[age=7]").expect("a state"),
                _ => knowledge::block(block).expect("a block").default_state,
            };
            world.with(move |game| {
                for at in [near(spawn), far(spawn)] {
                    game.set_block(at.down(), knowledge::block("farmland").expect("a block").default_state);
                    game.set_block(at.offset(0, ground, 0), state);
                }
            });
        });
        let held = Mutex::new((None, 0));
        let mut hands = behind(&world, move |packet, bytes| {
            let mut held = held.lock().expect("the relay");
            match packet {
                ClientboundGamePacket::LevelChunkWithLight(chunk) if (chunk.x, chunk.z) == (-1, 0) => {
                    held.0 = Some(bytes);
                    Vec::new()
                }
                // The server tells the time once a second.
                ClientboundGamePacket::SetTime(_) if held.1 < 2 => {
                    held.1 += 1;
                    vec![bytes]
                }
                _ if held.1 == 2 => held.0.take().into_iter().chain([bytes]).collect(),
                _ => vec![bytes],
            }
        });
        let result = hands.call(tool, params);
        assert!(result.success, "{tool}: {result:#?}");
        let at = near(spawn).offset(0, ground, 0);
        let (seen, holds) = world.with(move |game| (game.block(at), game.contents(at)));
        match left {
            Some(left) => assert_eq!(knowledge::block_of_state(seen).map(|block| block.name), Some(left), "{tool}"),
            None => assert!(holds.into_iter().flatten().any(|(item, _)| item == "wooden_hoe"), "{tool}"),
        }
    }
}
