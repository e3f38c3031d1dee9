//! Land that the person keeps as it is: whatever the goal, nothing of it is changed, and it is walked through and used all the same.

use blockwright::{
    domain::{BlockPos, UserAsk, Volume},
    journal::Event,
    knowledge,
    practice::PracticeWorld,
    voxel::StateId,
};

use crate::harness::{FAST, NAME, Run, meadow, play_asking};

/// Half a side of the zone, which lies around the spawn.
const HALF: i32 = 6;
/// A goal to begin with, which takes a tick or two: its call shows that the bot has seen the world.
const FIRST: &str = "say ready";

/// Plays goals once the land around the spawn is kept.
fn play_beside(world: &PracticeWorld, spawn: BlockPos, goals: &[&str]) -> Run {
    let goals: Vec<&str> = [FIRST].into_iter().chain(goals.iter().copied()).collect();
    let mut keep = Some(keep(spawn));
    play_asking(&world.address().to_string(), &goals, |events| {
        let is_there = events.iter().any(|event| matches!(event, Event::ToolCall { .. }));
        if is_there { keep.take().into_iter().collect() } else { Vec::new() }
    })
}

fn keep(spawn: BlockPos) -> UserAsk {
    let (from, to) = corners(spawn);
    UserAsk::Keep { bot: NAME.to_owned(), from, to }
}

fn corners(spawn: BlockPos) -> ([i32; 2], [i32; 2]) {
    ([spawn.x - HALF, spawn.z - HALF], [spawn.x + HALF, spawn.z + HALF])
}

/// What stands in the zone, from below the grass to the height of a house.
fn standing(world: &PracticeWorld, spawn: BlockPos) -> Vec<StateId> {
    let volume = Volume::between(spawn.offset(-HALF, -4, -HALF), spawn.offset(HALF, 8, HALF));
    world.with(move |game| volume.cells().map(|at| game.block(at)).collect())
}

/// Why the last goal was refused or has failed.
fn why(run: &Run) -> String {
    let failed = run.events.iter().rev().find_map(|event| match event {
        Event::GoalFailed { why, .. } => Some(why.clone()),
        _ => None,
    });
    failed.unwrap_or_else(|| panic!("it ended well: {:#?}", run.events))
}

fn done(run: &Run) -> usize {
    run.events.iter().filter(|event| matches!(event, Event::GoalDone { .. })).count()
}

#[test]
fn what_is_wanted_is_got_and_built_elsewhere() {
    let (world, spawn) = meadow(FAST, &[("cobblestone", 8)], |_, _| ());
    let before = standing(&world, spawn);
    let run = play_beside(&world, spawn, &["mine 6 dirt", "place 2 cobblestone", "go to ~10 ~10"]);
    assert_eq!(done(&run), 4, "{:#?}", run.events);
    assert!(standing(&world, spawn) == before, "nothing in the zone is another block");
    assert!(run.events.iter().any(|event| matches!(event, Event::ZoneKept { .. })));
}

#[test]
fn a_house_finds_its_ground_outside() {
    let (world, spawn) =
        meadow(FAST, &[("oak_log", 64), ("cobblestone", 64), ("coal", 8), ("glass_pane", 8)], |_, _| ());
    let before = standing(&world, spawn);
    let run = play_beside(&world, spawn, &["build a 5x5 house"]);
    assert_eq!(done(&run), 2, "{:#?}", run.events);
    assert!(standing(&world, spawn) == before);
}

#[test]
fn a_goal_about_a_place_in_it_is_refused_before_anything_moves() {
    let (world, spawn) = meadow(FAST, &[("oak_log", 64), ("cobblestone", 64), ("torch", 8)], |_, _| ());
    let before = standing(&world, spawn);
    let BlockPos { x, y, z } = spawn.offset(3, -1, 3);
    for goal in [
        format!("mine 1 grass_block at {x} {y} {z}"),
        format!("place a torch at {x} {} {z}", y + 1),
        format!("clear {x} {y} {z} to {} {y} {}", x + 9, z + 9),
        format!("build a 5x5 house at {x} {z}"),
    ] {
        let run = play_beside(&world, spawn, &[&goal]);
        assert_eq!(done(&run), 1, "{goal}");
        let why = why(&run);
        assert!(why.contains("the zone from") && why.contains("nothing is to be changed"), "{goal}: {why}");
        let calls = run.events.iter().filter(|event| matches!(event, Event::ToolCall { .. })).count();
        assert_eq!(calls, 1, "{goal}: the first goal's alone");
    }
    assert!(standing(&world, spawn) == before);
}

#[test]
fn chests_and_doors_in_it_are_used() {
    let state = |name: &str, properties: &[(&str, &str)]| {
        knowledge::state_with(knowledge::block(name).expect("a block"), properties).expect("a state")
    };
    let (world, spawn) = meadow(FAST, &[("dirt", 8)], |world, spawn| {
        let blocks = [
            (spawn.offset(4, 0, 0), state("chest", &[])),
            (spawn.offset(-4, 0, 0), state("oak_door", &[("half", "lower"), ("open", "false")])),
            (spawn.offset(-4, 1, 0), state("oak_door", &[("half", "upper"), ("open", "false")])),
        ];
        world.with(move |game| blocks.into_iter().for_each(|(at, state)| game.set_block(at, state)));
    });
    let run = play_beside(&world, spawn, &["put 5 dirt in the chest", "open the door"]);
    assert_eq!(done(&run), 3, "{:#?}", run.events);
    let door = world.with(move |game| game.block(spawn.offset(-4, 0, 0)));
    assert!(knowledge::state_properties(door).contains(&("open", "true")), "the door is open");
    let at = spawn.offset(4, 0, 0);
    let stored: u32 = world.with(move |game| game.contents(at).into_iter().flatten().map(|(_, count)| count).sum());
    assert_eq!(stored, 5);
}

/// The call that digs there at the moment goes on elsewhere; and once the zone is lifted, it is dug there again.
#[test]
fn it_holds_from_the_moment_that_it_is_asked_for_until_it_is_lifted() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let dug = || {
        let volume = Volume::between(spawn.offset(-HALF, -3, -HALF), spawn.offset(HALF, -1, HALF));
        world.with(move |game| volume.cells().filter(|at| game.block(*at) == 0).count())
    };
    let (from, to) = corners(spawn);
    let mut asks = vec![keep(spawn), UserAsk::Lift { bot: NAME.to_owned(), from, to }];
    let mut first_over = None;
    let BlockPos { x, y, z } = spawn.offset(HALF - 1, -1, HALF - 1);
    let inside = format!("mine 1 grass_block at {x} {y} {z}");
    let run = play_asking(&world.address().to_string(), &["mine 24 dirt", FIRST, &inside], |events| {
        let over = events.iter().filter(|event| matches!(event, Event::GoalDone { .. })).count();
        let is_digging = dug() > 2;
        if asks.len() == 2 && is_digging {
            return vec![asks.remove(0)];
        }
        if asks.len() == 1 && over == 1 {
            first_over = Some(dug());
            return vec![asks.remove(0)];
        }
        Vec::new()
    });
    assert_eq!(done(&run), 3, "{:#?}", run.events);
    let first_over = first_over.expect("the first goal ends");
    assert!(dug() > first_over, "it is lifted, and dug there again");
    assert!((3..10).contains(&first_over), "of 24 blocks {first_over} were dug in the zone, before it was one");
    assert!(run.events.iter().any(|event| matches!(event, Event::ZoneLifted { .. })));
}
