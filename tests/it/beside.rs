//! Blocks placed by others: beside a furnace, by a door, on top of a chest, next to a player; by hand and as goals, looking at the
//! server's state.

use blockwright::{
    domain::{BlockPos, ErrorCode, LASTING, Side, Vec3},
    journal::Event,
    knowledge::{self, block_of_state, placing::state_named},
    practice::PracticeWorld,
};
use serde_json::json;

use super::harness::{FAST, Hands, NAME, code, context, fill, meadow, play, play_seen};

/// The name of what stands there, by the server.
fn block(world: &PracticeWorld, at: BlockPos) -> &'static str {
    let state = world.with(move |game| game.block(at));
    block_of_state(state).map_or("?", |block| block.name)
}

/// Where blocks that are placed from this item stand on the meadow.
pub fn standing(world: &PracticeWorld, spawn: BlockPos, item: &str) -> Vec<BlockPos> {
    let around = (-20..=20).flat_map(|x| (0..6).flat_map(move |y| (-20..=20).map(move |z| (x, y, z))));
    let places: Vec<BlockPos> = around.map(|(x, y, z)| spawn.offset(x, y, z)).collect();
    let states = world.with(move |game| places.into_iter().map(|at| (at, game.block(at))).collect::<Vec<_>>());
    let is_one = |state: u16| block_of_state(state).is_some_and(|block| knowledge::is_placed_from(block.name, item));
    states.into_iter().filter(|(_, state)| is_one(*state)).map(|(at, _)| at).collect()
}

pub fn put(world: &PracticeWorld, at: BlockPos, block: &str) {
    fill(world, at, at, block);
}

pub fn set(world: &PracticeWorld, at: BlockPos, state: &str) {
    let state = state_named(state).expect("a state");
    world.with(move |game| {
        game.set_block(at, state);
    });
}

fn is_beside(at: BlockPos, other: BlockPos) -> bool {
    Side::LEVEL.into_iter().any(|side| other.beside(side) == at)
}

fn told(result: &blockwright::domain::ToolResult) -> String {
    result.error.as_ref().map(|error| error.message.clone()).unwrap_or_default()
}

/// A hut's front wall along x with a door in its middle, and stone to the left, right and above.
pub fn front(world: &PracticeWorld, door: BlockPos) {
    fill(world, door.offset(-4, 0, 0), door.offset(4, 2, 0), "stone");
    set(world, door, "oak_door[facing=south,half=lower]");
    set(world, door.up(), "oak_door[facing=south,half=upper]");
}

#[test]
fn a_block_is_placed_beside_the_nearest_of_a_kind_or_on_top_of_it() {
    let given = [("torch", 2), ("crafting_table", 1), ("dirt", 1), ("oak_sapling", 1)];
    let (world, spawn) = meadow(FAST, &given, |world, spawn| {
        put(world, spawn.offset(15, 0, 3), "furnace");
        put(world, spawn.offset(-6, 0, 0), "chest");
        put(world, spawn.offset(-18, 0, 0), "chest");
        fill(world, spawn.offset(3, -1, -8), spawn.offset(5, -1, -6), "water");
    });
    let (furnace, chest) = (spawn.offset(15, 0, 3), spawn.offset(-6, 0, 0));
    let mut hands = Hands::join(&world);
    let told = hands.must("place_block", json!({ "block": "torch", "beside": "minecraft:furnace" }));
    let at = BlockPos::told_by(&told).expect("a place");
    assert_eq!((block(&world, at), is_beside(at, furnace)), ("torch", true), "{told}");
    let told = hands.must("place_block", json!({ "block": "crafting_table", "on": "chest" }));
    assert_eq!(BlockPos::told_by(&told), Some(chest.up()));
    assert_eq!(block(&world, chest.up()), "crafting_table");
    // Of the water the bank is meant.
    let told = hands.must("place_block", json!({ "block": "oak_sapling", "beside": "water" }));
    let at = BlockPos::told_by(&told).expect("a place");
    let is_bank = Side::LEVEL.into_iter().any(|side| block(&world, at.down().beside(side)) == "water");
    assert_eq!((block(&world, at), at.y, is_bank), ("oak_sapling", spawn.y, true), "{told}");
    // A torch stands on no chest.
    let result = hands.call("place_block", json!({ "block": "torch", "on": "chest" }));
    assert_eq!(code(&result), ErrorCode::InvalidParams, "{result:#?}");
    for wrong in [
        json!({ "block": "dirt", "beside": "furnce" }),
        json!({ "block": "dirt", "beside": "chest", "on": "furnace" }),
        json!({ "block": "dirt", "beside": "chest", "x": spawn.x, "y": spawn.y, "z": spawn.z }),
    ] {
        assert_eq!(code(&hands.call("place_block", wrong.clone())), ErrorCode::InvalidParams, "{wrong}");
    }
    let result = hands.call("place_block", json!({ "block": "lantern", "beside": "chest" }));
    assert_eq!(code(&result), ErrorCode::InsufficientMaterials, "{result:#?}");
    assert_eq!((hands.holds("torch"), hands.holds("dirt")), (1, 1));
}

#[test]
fn what_is_put_by_a_door_leaves_the_way_through_it_free() {
    let door = |spawn: BlockPos| spawn.offset(2, 0, -7);
    let (world, spawn) = meadow(FAST, &[("chest", 4), ("dirt", 1)], |world, spawn| front(world, door(spawn)));
    let door = door(spawn);
    let mut hands = Hands::join(&world);
    let beside = [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|(x, z)| door.offset(x, 0, z));
    let mut found = Vec::new();
    for _ in beside {
        let told = hands.must("place_block", json!({ "block": "chest", "beside": "door" }));
        found.extend(BlockPos::told_by(&told));
    }
    assert!(found[0].z > door.z, "on the side from which one comes: {found:?}");
    found.sort_unstable();
    let mut all = beside.to_vec();
    all.sort_unstable();
    assert_eq!(found, all);
    assert!(all.iter().all(|at| block(&world, *at) == "chest"));
    let result = hands.call("place_block", json!({ "block": "dirt", "beside": "oak_door" }));
    assert_eq!((code(&result), &context(&result)[LASTING]), (ErrorCode::ActionFailed, &json!(true)), "{result:#?}");
    assert!(told(&result).starts_with("no free place beside any oak door, the nearest at "), "{result:#?}");
    for side in [Side::North, Side::South] {
        assert_eq!(block(&world, door.beside(side)), "air", "the way is free");
    }
}

#[test]
fn nothing_is_placed_where_none_stands_or_all_around_is_taken() {
    let (world, spawn) = meadow(FAST, &[("torch", 1), ("dirt", 1)], |world, spawn| {
        let furnace = spawn.offset(5, 0, 0);
        fill(world, furnace.offset(-1, 0, -1), furnace.offset(1, 1, 1), "stone");
        put(world, furnace, "furnace");
        // A room that nobody gets into.
        let room = spawn.offset(-9, 0, 0);
        fill(world, room.offset(-3, -3, -3), room.offset(3, 4, 3), "bedrock");
        fill(world, room.offset(-1, 0, 0), room.offset(1, 1, 0), "air");
        put(world, room, "barrel");
        put(world, room.up(), "bedrock");
    });
    let mut hands = Hands::join(&world);
    let none = hands.call("place_block", json!({ "block": "torch", "beside": "beacon" }));
    assert_eq!((code(&none), &context(&none)["search_radius"]), (ErrorCode::ResourceNotFound, &json!(48)));
    assert!(told(&none).contains("no beacon has been seen within 48 blocks"), "{none:#?}");
    let furnace = spawn.offset(5, 0, 0);
    for (by, word) in [("beside", "beside"), ("on", "on")] {
        let result = hands.call("place_block", json!({ "block": "dirt", by: "furnace" }));
        assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
        assert_eq!(told(&result), format!("no free place {word} the furnace at {furnace}"));
        assert_eq!(context(&result)["target"], json!(furnace));
    }
    let walled = hands.call("place_block", json!({ "block": "dirt", "beside": "barrel" }));
    assert_eq!(code(&walled), ErrorCode::PathBlocked, "{walled:#?}");
    assert_eq!((hands.holds("torch"), hands.holds("dirt")), (1, 1));
}

#[test]
fn a_withdrawn_call_places_nothing_and_stands() {
    let (world, spawn) = meadow(FAST, &[("dirt", 1)], |world, spawn| put(world, spawn.offset(-17, 0, 0), "lectern"));
    let mut hands = Hands::join(&world);
    let result = hands.withdrawn("place_block", json!({ "block": "dirt", "beside": "lectern" }));
    assert_eq!(code(&result), ErrorCode::Cancelled, "{result:#?}");
    hands.must("face", json!({ "toward": "north" }));
    assert_eq!((hands.holds("dirt"), standing(&world, spawn, "dirt").len()), (1, 0));
}

#[test]
fn goals_put_things_where_they_are_said_to() {
    let place = |spawn: BlockPos| [spawn.offset(8, 0, 8), spawn.offset(-8, 0, 4), spawn.offset(0, 0, -9)];
    let (world, spawn) = meadow(FAST, &[("torch", 8), ("oak_planks", 16), ("crafting_table", 2)], |world, spawn| {
        let [furnace, chest, door] = place(spawn);
        put(world, furnace, "furnace");
        put(world, chest, "chest");
        front(world, door);
    });
    let [furnace, chest, door] = place(spawn);
    let (run, torches) =
        play_seen(&world, &["stick a torch next to the furnace"], |world| standing(world, spawn, "torch"));
    run.assert_done();
    assert!(torches.len() == 1 && is_beside(torches[0], furnace), "{torches:?}");
    let evidence = run.events.iter().find_map(|event| match event {
        Event::StepDone { evidence, .. } => Some(evidence.clone()),
        _ => None,
    });
    assert_eq!(evidence, Some(format!("torch stands at {}, beside furnace", torches[0])));
    let goals = ["put 2 torches by the door", "undo"];
    let (run, torches) = play_seen(&world, &goals[..1], |world| standing(world, spawn, "torch"));
    run.assert_done();
    let by_door = |at: &&BlockPos| (at.x - door.x).abs() == 1 && (at.z - door.z).abs() <= 1;
    assert_eq!(torches.iter().filter(by_door).count(), 2, "{torches:?}");
    let (run, torches) = play_seen(&world, &goals, |world| standing(world, spawn, "torch"));
    run.assert_done();
    assert_eq!(torches.iter().filter(by_door).count(), 2, "two more were put there, and taken back: {torches:?}");
    let (run, tables) =
        play_seen(&world, &["put the workbench on top of the chest"], |world| standing(world, spawn, "crafting_table"));
    run.assert_done();
    assert_eq!(tables, [chest.up()]);
    let goal = "make a chest and put it next to the furnace";
    let (run, chests) = play_seen(&world, &[goal], |world| standing(world, spawn, "chest"));
    run.assert_done();
    assert_eq!(chests.iter().filter(|at| is_beside(**at, furnace)).count(), 1, "{chests:?}");
}

#[test]
fn a_goal_says_why_nothing_was_placed() {
    let (world, spawn) = meadow(FAST, &[("torch", 1)], |world, spawn| {
        let chest = spawn.offset(5, 0, 0);
        fill(world, chest.offset(-1, 0, -1), chest.offset(1, 0, 1), "stone");
        put(world, chest, "chest");
    });
    for (goal, expect, words) in [
        ("put a torch next to the beacon", ErrorCode::ResourceNotFound, "explore until you find beacon"),
        ("put a torch next to the chest", ErrorCode::ActionFailed, "no free place beside the chest at"),
        ("put a torch on top of the chest", ErrorCode::InvalidParams, "torch does not stand on top of chest"),
        ("put a torch under the chest", ErrorCode::InvalidParams, "place things under others"),
        ("put a torch on the wall", ErrorCode::InvalidParams, "on the wall"),
    ] {
        let run = play(&world, &[goal]);
        let error = run.error().unwrap_or_else(|| panic!("{goal} is not done"));
        assert_eq!(error.code, expect, "{goal}: {error}");
        assert!(error.message.contains(words), "{goal}: {error}");
        let calls = run.events.iter().filter(|event| matches!(event, Event::ToolCall { .. })).count();
        assert!(calls <= 1, "{goal}: nothing is tried that cannot help: {:#?}", run.events);
    }
    assert!(standing(&world, spawn, "torch").is_empty());
}

#[test]
fn where_the_server_lets_nobody_build_nothing_is_gone_away_for() {
    let (world, spawn) = meadow(FAST, &[("dirt", 1)], |world, spawn| put(world, spawn.offset(5, 0, 0), "furnace"));
    world.with(|game| game.protect_spawn(20, "Somebody"));
    let run = play(&world, &["put a dirt block next to the furnace"]);
    let error = run.error().expect("an error");
    assert_eq!((error.code, &error.context["undone"]), (ErrorCode::ActionFailed, &json!(4)), "{error:?}");
    let calls = run.events.iter().filter(|event| matches!(event, Event::ToolCall { .. })).count();
    assert_eq!((calls, standing(&world, spawn, "dirt").len()), (1, 0), "{:#?}", run.events);
}

#[test]
fn a_chest_is_put_next_to_a_player_and_behind_the_bot() {
    let (world, spawn) = meadow(FAST, &[("oak_planks", 24)], |_, _| ());
    let _bert = Hands::join_as(&world, "Bert");
    let there = spawn.offset(14, 0, -12);
    world.with(move |game| game.teleport("Bert", Vec3 { y: f64::from(there.y), ..there.center() }));
    let (run, chests) = play_seen(&world, &["put a chest next to Bert"], |world| standing(world, spawn, "chest"));
    run.assert_done();
    assert!(chests.len() == 1 && chests[0].level_distance(there) <= 4, "{chests:?}, and Bert is at {there}");
    let first = chests[0];
    let (run, (chests, from, yaw)) = play_seen(&world, &["place a chest behind you"], |world| {
        let (at, (yaw, _)) = world.with(|game| (game.position(NAME), game.heading(NAME).expect("the bot")));
        (standing(world, spawn, "chest"), at.expect("the bot"), yaw)
    });
    run.assert_done();
    let behind = chests.iter().find(|at| **at != first).expect("another chest");
    let (toward, _) = from.heading_to(behind.center());
    assert!(blockwright::domain::degrees_between(toward, yaw) > 120.0, "{toward} and {yaw}");
}
