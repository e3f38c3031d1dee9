//! One block in the place of another, blocks that are moved, and blocks at a side of a thing, as goals: looking at the server's state.

use blockwright::{
    domain::BlockPos,
    knowledge::{block_of_state, state_properties},
    practice::PracticeWorld,
};

use super::{
    beside::{put, set, standing},
    harness::{FAST, NAME, meadow, play, play_seen},
};

fn block(world: &PracticeWorld, at: BlockPos) -> &'static str {
    world.with(move |game| block_of_state(game.block(at)).map_or("", |block| block.name))
}

fn facing(world: &PracticeWorld, at: BlockPos) -> Option<&'static str> {
    let state = world.with(move |game| game.block(at));
    state_properties(state).into_iter().find(|(name, _)| *name == "facing").map(|(_, value)| value)
}

fn held(world: &PracticeWorld, item: &'static str) -> u32 {
    world.with(move |game| game.count(NAME, item))
}

#[test]
fn another_block_stands_where_the_first_stood() {
    let (world, spawn) = meadow(FAST, &[("chest", 1), ("stone_bricks", 1)], |world, spawn| {
        put(world, spawn.offset(5, 0, 2), "crafting_table");
        put(world, spawn.offset(5, -1, 2), "dirt");
    });
    play(&world, &["swap the dirt under the crafting table for stone bricks"]).assert_done();
    assert_eq!(block(&world, spawn.offset(5, -1, 2)), "stone_bricks");
    assert_eq!(block(&world, spawn.offset(5, 0, 2)), "crafting_table", "what stood on it stands");
    let (run, kept) =
        play_seen(&world, &["break the crafting table and place a chest there"], |world| held(world, "crafting_table"));
    run.assert_done();
    assert_eq!(block(&world, spawn.offset(5, 0, 2)), "chest");
    assert_eq!(kept, 1, "and the other is kept");
}

#[test]
fn a_door_in_the_place_of_a_door_stands_as_that_did() {
    let (world, spawn) = meadow(FAST, &[("spruce_door", 1)], |world, spawn| {
        for (at, half) in [(spawn.offset(4, 0, 4), "lower"), (spawn.offset(4, 1, 4), "upper")] {
            set(world, at, &format!("oak_door[facing=east,half={half},hinge=left]"));
        }
    });
    play(&world, &["swap the door for a spruce one"]).assert_done();
    let at = spawn.offset(4, 0, 4);
    assert_eq!([block(&world, at), block(&world, at.up())], ["spruce_door"; 2]);
    assert_eq!(facing(&world, at), Some("east"));
}

#[test]
fn a_block_is_moved_so_many_blocks() {
    let (world, spawn) = meadow(FAST, &[("iron_pickaxe", 1)], |world, spawn| {
        put(world, spawn.offset(4, 0, 1), "furnace");
        put(world, spawn.offset(0, 0, 5), "barrel");
        put(world, spawn.offset(0, 0, 7), "stone");
        put(world, spawn.offset(0, 1, 7), "stone");
        put(world, spawn.offset(0, 2, 7), "stone");
        put(world, spawn.offset(0, 3, 7), "stone");
    });
    play(&world, &["move the furnace 2 blocks east"]).assert_done();
    assert_eq!(standing(&world, spawn, "furnace"), [spawn.offset(6, 0, 1)]);
    let run = play(&world, &["move the barrel two blocks to the south"]);
    assert!(run.error().is_some_and(|error| error.message.contains("no room for barrel")), "{:?}", run.error());
    assert_eq!(standing(&world, spawn, "barrel"), [spawn.offset(0, 0, 5)], "it is not taken down for nothing");
}

#[test]
fn a_side_of_a_thing_is_told_as_one_looks_at_it() {
    let given = [("torch", 4), ("lantern", 1)];
    let (world, spawn) = meadow(FAST, &given, |world, spawn| {
        // It looks south: its left, seen from there, is in the west.
        set(world, spawn.offset(4, 0, 4), "furnace[facing=south]");
    });
    let thing = spawn.offset(4, 0, 4);
    for (goal, at) in [
        ("put a torch behind the furnace", thing.offset(0, 0, -1)),
        ("put a torch to the left of the furnace", thing.offset(-1, 0, 0)),
        ("place a torch right of the furnace", thing.offset(1, 0, 0)),
    ] {
        play(&world, &[goal]).assert_done();
        assert_eq!(block(&world, at), "torch", "{goal}");
        put(&world, at, "air");
    }
    let run = play(&world, &["put 2 torches behind the furnace"]);
    assert!(run.error().is_some_and(|error| error.message.contains("several things at one place")));
    put(&world, thing.offset(0, 0, -1), "stone");
    put(&world, thing.offset(0, 1, -1), "stone");
    let run = play(&world, &["put the lantern behind the furnace"]);
    assert!(run.error().is_some_and(|error| error.message.contains("no room for lantern")), "{:?}", run.error());
}

#[test]
fn what_is_missing_or_much_is_not_swapped() {
    let (world, _) = meadow(FAST, &[("stone", 4), ("chest", 1)], |_, _| ());
    let run = play(&world, &["replace the furnace with a chest"]);
    assert!(run.error().is_some_and(|error| error.message.contains("no furnace has been seen")), "{:?}", run.error());
    let (run, kept) = play_seen(&world, &["replace the grass with stone"], |world| held(world, "chest"));
    assert!(run.error().is_some_and(|error| error.message.contains("swap")), "{:?}", run.error());
    assert_eq!(kept, 1);
}

#[test]
fn a_stack_is_a_pillar_and_what_is_on_top_stands_there() {
    let (world, spawn) = meadow(FAST, &[("cobblestone", 3), ("torch", 1)], |_, _| ());
    play(&world, &["stack 3 cobblestone and put a torch on top"]).assert_done();
    let pillar = standing(&world, spawn, "cobblestone");
    assert_eq!(pillar.len(), 3);
    let top = pillar.iter().max_by_key(|at| at.y).unwrap();
    assert_eq!(block(&world, top.up()), "torch");
}

#[test]
fn what_lies_in_a_chest_is_in_it_again_once_it_is_moved() {
    let (world, spawn) = meadow(FAST, &[("dirt", 3), ("torch", 1)], |world, spawn| {
        put(world, spawn.offset(4, 0, 1), "chest");
        put(world, spawn.offset(0, 0, 5), "barrel");
        let chest = spawn.offset(4, 0, 1);
        world.with(move |game| game.put_into(chest, 0, "coal", 12) && game.put_into(chest, 9, "oak_log", 5));
    });
    let (run, held) = play_seen(&world, &["move the chest 2 blocks to the east"], |world| {
        (held(world, "dirt"), held(world, "coal"), held(world, "oak_log"))
    });
    run.assert_done();
    let chest = spawn.offset(6, 0, 1);
    assert_eq!(standing(&world, spawn, "chest"), [chest]);
    assert_eq!(held, (3, 0, 0));
    let inside = world.with(move |game| game.contents(chest).into_iter().flatten().collect::<Vec<_>>());
    assert!(inside.contains(&("coal", 12)) && inside.contains(&("oak_log", 5)) && inside.len() == 2, "{inside:?}");
    let (run, _) = play_seen(&world, &["move the barrel 2 blocks to the east"], |_| ());
    run.assert_done();
    assert_eq!(standing(&world, spawn, "barrel"), [spawn.offset(2, 0, 5)], "an empty one is moved as well");
}

#[test]
fn a_floor_is_not_laid_under_what_stands_there() {
    let (world, spawn) = meadow(FAST, &[("cobblestone", 6)], |world, spawn| {
        for (at, half) in [(spawn.offset(-4, 0, -3), "lower"), (spawn.offset(-4, 1, -3), "upper")] {
            set(world, at, &format!("oak_door[facing=south,half={half},hinge=left]"));
        }
        put(world, spawn.offset(-4, 0, 0), "furnace");
        put(world, spawn.offset(-4, 0, 2), "crafting_table");
    });
    play(&world, &["make a cobble floor 3x2 in front of the door"]).assert_done();
    let floor = standing(&world, spawn.offset(0, -1, 0), "cobblestone");
    assert_eq!(floor.len(), 6);
    for at in floor {
        assert!(["air", "short_grass"].contains(&block(&world, at.up())), "{at} lies under {}", block(&world, at.up()));
    }
}

#[test]
fn a_pillar_beside_a_thing_stands_right_beside_it() {
    let (world, spawn) = meadow(FAST, &[("oak_log", 3)], |world, spawn| put(world, spawn.offset(4, 0, 1), "chest"));
    play(&world, &["put up a pillar of 3 oak logs next to the chest"]).assert_done();
    let pillar = standing(&world, spawn, "oak_log");
    let near = |at: &BlockPos| (at.x - spawn.x - 4).abs() + (at.z - spawn.z - 1).abs() == 1;
    assert!(pillar.len() == 3 && pillar.iter().all(near), "{pillar:?}");
}
