//! Blocks in rows and on both sides of things, as goals, looking at the server's state: each stands on a line of its own, and nothing
//! that stood there is gone.

use blockwright::{
    domain::{BlockPos, ErrorCode},
    journal::Event,
    knowledge::block_of_state,
    practice::PracticeWorld,
};

use super::{
    beside::{front, put, set, standing},
    harness::{FAST, Run, fill, meadow, play, play_seen},
};

/// Plays a goal that is done; where what is placed from this item stands then and did not before.
fn placed(world: &PracticeWorld, spawn: BlockPos, goal: &str, item: &str) -> (Run, Vec<BlockPos>) {
    let before = standing(world, spawn, item);
    let (run, mut after) = play_seen(world, &[goal], |world| standing(world, spawn, item));
    run.assert_done();
    after.retain(|at| !before.contains(at));
    after.sort_unstable();
    (run, after)
}

/// How far each is from the one before, on x, y and z.
fn steps(places: &[BlockPos]) -> Vec<(i32, i32, i32)> {
    places.windows(2).map(|two| (two[1].x - two[0].x, two[1].y - two[0].y, two[1].z - two[0].z)).collect()
}

fn is_line(places: &[BlockPos], apart: i32) -> bool {
    let steps = steps(places);
    steps.iter().all(|step| *step == steps[0]) && [(apart, 0, 0), (0, 0, apart)].contains(&steps[0])
}

fn name_at(world: &PracticeWorld, at: BlockPos) -> &'static str {
    world.with(move |game| block_of_state(game.block(at)).map_or("?", |block| block.name))
}

/// How many calls were made.
fn calls(run: &Run) -> usize {
    run.events.iter().filter(|event| matches!(event, Event::ToolCall { .. })).count()
}

#[test]
fn a_row_goes_where_it_is_said_to() {
    let given = [("torch", 9), ("dirt", 4), ("cobblestone", 6), ("oak_sapling", 4)];
    let (world, spawn) = meadow(FAST, &given, |world, spawn| put(world, spawn.offset(8, 0, 9), "chest"));
    let (run, torches) = placed(&world, spawn, "place 3 torches in a row going north", "torch");
    assert_eq!(steps(&torches), [(0, 0, 1); 2], "{torches:?}");
    assert!(torches.iter().all(|at| at.y == spawn.y && at.z < spawn.z), "{torches:?}");
    for at in &torches {
        assert_eq!(name_at(&world, *at), "torch", "it stands on the ground");
        let evidence = format!("torch stands at {at}");
        let is_shown = |event: &Event| matches!(event, Event::StepDone { evidence: told, .. } if *told == evidence);
        assert!(run.events.iter().any(is_shown), "{evidence}: {:#?}", run.events);
    }
    let (_, dirt) = placed(&world, spawn, "put 4 dirt in a line", "dirt");
    assert!(dirt.len() == 4 && is_line(&dirt, 1), "{dirt:?}");
    let goal = "plant the 4 saplings in a row with 2 blocks between them";
    let (_, saplings) = placed(&world, spawn, goal, "oak_sapling");
    assert!(saplings.len() == 4 && is_line(&saplings, 3), "{saplings:?}");
    let (_, cobble) = placed(&world, spawn, "put a row of 6 cobblestone east of the chest", "cobblestone");
    assert_eq!((cobble.len(), cobble[0]), (6, spawn.offset(9, 0, 9)));
    assert_eq!(steps(&cobble), [(1, 0, 0); 5], "{cobble:?}");
    let (_, ahead) = placed(&world, spawn, "put a row of 3 torches in front of you", "torch");
    assert!(ahead.len() == 3 && is_line(&ahead, 1), "{ahead:?}");
    assert_eq!(standing(&world, spawn, "torch").len(), 6, "those that stood there stand");
}

#[test]
fn what_is_got_for_a_row_is_got_first_and_what_stands_in_its_way_stays() {
    let (world, spawn) = meadow(FAST, &[("stone_shovel", 1)], |world, spawn| {
        fill(world, spawn.offset(-20, -3, -20), spawn.offset(20, -2, 20), "dirt");
        // Wherever the bot begins: a row to the north has no room between these.
        (-20..=20).step_by(3).for_each(|z| fill(world, spawn.offset(-2, 0, z), spawn.offset(2, 0, z), "stone"));
    });
    let goal = "mine 4 dirt and place it in a line going north";
    let (_, dirt) = placed(&world, spawn, goal, "dirt");
    assert_eq!(steps(&dirt), [(0, 0, 1); 3], "{dirt:?}");
    assert!(dirt.iter().all(|at| (at.x - spawn.x).abs() > 2), "beside the stones: {dirt:?}");
    let stones = (-20..=20).step_by(3).map(|z| spawn.offset(1, 0, z));
    assert!(stones.into_iter().all(|at| name_at(&world, at) == "stone"));
}

#[test]
fn a_row_without_room_is_refused_before_anything_is_done() {
    let (world, spawn) = meadow(FAST, &[("dirt", 9), ("torch", 2)], |world, spawn| {
        fill(world, spawn.offset(-20, -1, -20), spawn.offset(20, -1, 20), "water");
        fill(world, spawn.offset(-1, -1, -1), spawn.offset(1, -1, 1), "grass_block");
        put(world, spawn.offset(1, 0, 1), "furnace");
    });
    for (goal, words) in [
        ("place 5 dirt in a row", "there is no room for 5 dirt in a row near me"),
        ("lay a path of 4 dirt going north", "no room for 4 dirt in a row going north"),
        ("put a torch on both sides of the furnace", "no room for torch on both sides of the furnace at"),
        ("put 3 dirt in a row next to the beacon", "no beacon has been seen"),
    ] {
        let run = play(&world, &[goal]);
        let error = run.error().unwrap_or_else(|| panic!("{goal} is not done"));
        assert!(error.message.contains(words), "{goal}: {error}");
        assert!(matches!(error.code, ErrorCode::ActionFailed | ErrorCode::ResourceNotFound), "{goal}: {error}");
        assert_eq!(calls(&run), 0, "{goal}");
    }
    let all = ["dirt", "torch"].map(|item| standing(&world, spawn, item).len());
    assert_eq!(all, [0, 0]);
}

#[test]
fn both_sides_of_a_door_are_left_and_right_of_it() {
    let doors = |spawn: BlockPos| [spawn.offset(2, 0, -7), spawn.offset(-8, 0, 10)];
    let (world, spawn) = meadow(FAST, &[("torch", 4), ("cobblestone", 2)], |world, spawn| {
        front(world, doors(spawn)[0]);
    });
    let [walled, alone] = doors(spawn);
    let (_, torches) = placed(&world, spawn, "pop a torch either side of the door", "torch");
    assert_eq!(torches, [walled.offset(-1, 0, 1), walled.offset(1, 0, 1)], "before the wall, where the bot is");
    assert!(torches.iter().all(|at| name_at(&world, *at) == "torch"), "they stand on the ground");
    fill(&world, walled.offset(-4, 0, 0), walled.offset(4, 2, 0), "air");
    set(&world, alone, "oak_door[facing=south,half=lower]");
    set(&world, alone.up(), "oak_door[facing=south,half=upper]");
    let goal = "put a block of cobble on each side of the door, east and west";
    let (_, cobble) = placed(&world, spawn, goal, "cobblestone");
    assert_eq!(cobble, [alone.offset(-1, 0, 0), alone.offset(1, 0, 0)]);
    let (_, torches) = placed(&world, spawn, "put a torch on both sides of the door", "torch");
    assert_eq!(torches, [alone.offset(-1, 0, -1), alone.offset(1, 0, -1)], "the cobblestone is in the way");
    assert!(cobble.iter().all(|at| name_at(&world, *at) == "cobblestone"));
}

#[test]
fn both_sides_of_other_things_are_two_that_are_opposite_and_free() {
    let (world, spawn) = meadow(FAST, &[("torch", 6)], |world, spawn| {
        let furnace = spawn.offset(6, 0, 2);
        set(world, furnace, "furnace[facing=south]");
        put(world, furnace.offset(-1, 0, 0), "stone");
        let foot = spawn.offset(-6, 0, -5);
        set(world, foot, "red_bed[facing=east,part=foot]");
        set(world, foot.offset(1, 0, 0), "red_bed[facing=east,part=head]");
    });
    let furnace = spawn.offset(6, 0, 2);
    let (_, torches) = placed(&world, spawn, "put a torch on both sides of the furnace", "torch");
    assert_eq!(torches, [furnace.offset(0, 0, -1), furnace.offset(0, 0, 1)]);
    assert_eq!(name_at(&world, furnace.offset(-1, 0, 0)), "stone");
    let (_, torches) = placed(&world, spawn, "put a torch on each side of the bed, east and west", "torch");
    assert_eq!(torches, [spawn.offset(-7, 0, -5), spawn.offset(-4, 0, -5)]);
    let (_, torches) = placed(&world, spawn, "place torches on either side of the bed", "torch");
    assert!(torches.len() == 2 && steps(&torches) == [(0, 0, 2)], "{torches:?}");
}
