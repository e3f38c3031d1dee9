//! Places that are said of things as a whole: at their corners, between two of them, around them, beside them; and so many blocks off
//! the bot. As goals, looking at the server's state.

use blockwright::{
    domain::{BlockPos, Volume},
    knowledge::block_of_state,
    practice::PracticeWorld,
};

use super::{
    beside::{front, put, set, standing},
    harness::{FAST, NAME, fill, meadow, play, play_seen},
};

/// Where the bot's feet are.
fn feet(world: &PracticeWorld) -> BlockPos {
    world.with(|game| game.position(NAME)).expect("the bot").block()
}

/// How many plants of wheat stand around.
fn wheat(world: &PracticeWorld, spawn: BlockPos) -> usize {
    let around = Volume::between(spawn.offset(-12, -1, -12), spawn.offset(12, 1, 12));
    world.with(move |game| {
        let mut is = |at: &BlockPos| block_of_state(game.block(*at)).is_some_and(|block| block.name == "wheat");
        around.cells().filter(|at| is(at)).count()
    })
}

/// Plays a goal that is done, and looks where the bot stands while it is there.
fn ends_at(world: &PracticeWorld, goal: &str) -> BlockPos {
    let (run, at) = play_seen(world, &[goal], feet);
    run.assert_done();
    at
}

#[test]
fn each_corner_of_a_field_has_one() {
    let (world, spawn) = meadow(FAST, &[("torch", 9)], |world, spawn| {
        fill(world, spawn.offset(4, -1, 3), spawn.offset(6, -1, 4), "farmland");
        fill(world, spawn.offset(4, 0, 3), spawn.offset(6, 0, 4), "wheat");
    });
    play(&world, &["put a torch at each corner of the wheat field"]).assert_done();
    let corners = [(3, 2), (3, 5), (7, 2), (7, 5)].map(|(x, z)| spawn.offset(x, 0, z));
    assert_eq!(standing(&world, spawn, "torch"), corners);
    assert_eq!(wheat(&world, spawn), 6, "none of it is trampled");
}

#[test]
fn a_corner_without_room_refuses_the_goal_before_anything_is_placed() {
    let (world, spawn) = meadow(FAST, &[("torch", 4)], |world, spawn| {
        put(world, spawn.offset(5, 0, 5), "furnace");
        put(world, spawn.offset(6, 0, 6), "stone");
        put(world, spawn.offset(6, 1, 6), "stone");
        fill(world, spawn.offset(6, 2, 6), spawn.offset(6, 6, 6), "stone");
    });
    let run = play(&world, &["put torches at the corners of the furnace"]);
    let why = run.error().map_or("", |error| error.message.as_str());
    assert!(why.contains("no room for torch at the corner of the furnace"), "{why}");
    assert_eq!(standing(&world, spawn, "torch"), []);
}

#[test]
fn what_is_between_two_things_is_in_their_middle() {
    let (world, spawn) = meadow(FAST, &[("torch", 1)], |world, spawn| {
        put(world, spawn.offset(5, 0, 2), "chest");
        put(world, spawn.offset(5, 0, 8), "barrel");
    });
    play(&world, &["put a torch between the chest and the barrel"]).assert_done();
    assert_eq!(standing(&world, spawn, "torch"), [spawn.offset(5, 0, 5)]);
    put(&world, spawn.offset(5, 0, 5), "air");
    assert_eq!(ends_at(&world, "stand between the chest and the barrel"), spawn.offset(5, 0, 5));
    fill(&world, spawn.offset(1, 0, 3), spawn.offset(9, 8, 7), "stone");
    let run = play(&world, &["go between the chest and the barrel"]);
    assert!(run.error().is_some_and(|error| error.message.contains("no free ground between")), "{:?}", run.error());
}

#[test]
fn one_walks_around_a_thing_and_back() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        fill(world, spawn.offset(4, -1, 3), spawn.offset(6, -1, 5), "farmland");
        fill(world, spawn.offset(4, 0, 3), spawn.offset(6, 0, 5), "wheat");
    });
    assert_eq!(ends_at(&world, "walk around the field once"), spawn.offset(3, 0, 2), "at the corner that is nearest");
    assert_eq!(wheat(&world, spawn), 9);
}

#[test]
fn so_many_blocks_off_is_counted_as_the_bot_looks() {
    let (world, spawn) = meadow(FAST, &[("torch", 1), ("cobblestone", 1)], |_, _| ());
    let (run, from) = play_seen(&world, &["face east"], feet);
    run.assert_done();
    play(&world, &["face east, then place a torch 3 blocks in front of you"]).assert_done();
    assert_eq!(standing(&world, spawn, "torch"), [from.offset(3, 0, 0)]);
    let (run, from) = play_seen(&world, &["face east, then put a cobblestone 2 blocks to your left"], feet);
    run.assert_done();
    assert_eq!(standing(&world, spawn, "cobblestone"), [from.offset(0, 0, -2)]);
    let run = play(&world, &["place 3 torches 2 blocks in front of you"]);
    assert!(run.error().is_some_and(|error| error.message.contains("several things at one place")));
}

#[test]
fn what_is_built_beside_a_thing_stands_there() {
    let given = [("cobblestone", 20), ("birch_planks", 13), ("oak_log", 4)];
    let (world, spawn) = meadow(FAST, &given, |world, spawn| {
        set(world, spawn.offset(8, 0, 0), "chest[facing=west]");
        put(world, spawn.offset(0, 0, 9), "furnace");
    });
    play(&world, &["build a cobblestone wall 4 long and 2 high behind the chest"]).assert_done();
    let wall = standing(&world, spawn, "cobblestone");
    assert_eq!(wall.len(), 8);
    assert!(wall.iter().all(|at| at.x > spawn.x + 8 && at.x <= spawn.x + 16), "{wall:?}");
    play(&world, &["build a pillar of 3 oak logs north of the furnace"]).assert_done();
    let pillar = standing(&world, spawn, "oak_log");
    let near = |at: &BlockPos| at.x == spawn.x && at.z < spawn.z + 9 && at.z >= spawn.z + 5;
    assert!(pillar.len() == 3 && pillar.iter().all(near), "{pillar:?}");
    // A floor is let into the ground: of the wood that was named, though nothing of it is in the drawing.
    play(&world, &["lay a 3x3 floor of birch planks next to the furnace"]).assert_done();
    let floor = standing(&world, spawn.offset(0, -1, 0), "birch_planks");
    let beside = |at: &BlockPos| (at.x - spawn.x).abs() <= 7 && (at.z - spawn.z - 9).abs() <= 7 && at.y == spawn.y - 1;
    assert!(floor.len() == 9 && floor.iter().all(beside), "{floor:?}");
    front(&world, spawn.offset(-9, 0, -3));
    play(&world, &["build a 2x2 floor of birch planks in front of the door"]).assert_done();
    let before = |at: &BlockPos| (at.x - spawn.x + 9).abs() <= 2 && at.z > spawn.z - 3 && at.z <= spawn.z + 3;
    let laid = standing(&world, spawn.offset(0, -1, 0), "birch_planks");
    assert_eq!(laid.iter().filter(|at| before(at)).count(), 4, "on the way out on which the bot is: {laid:?}");
    let run = play(&world, &["build a house behind the bed"]);
    assert!(run.error().is_some_and(|error| error.message.contains("no bed has been seen")), "{:?}", run.error());
}
