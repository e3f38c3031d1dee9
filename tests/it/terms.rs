//! Choices by what is held or has room, counts that follow from what is there, ways down and back, what goes all around a thing: as goals,
//! looking at the server's state.

use std::collections::BTreeMap;

use blockwright::{
    domain::{BlockPos, Volume},
    knowledge::block_of_state,
    mind::plan::grammar::series,
    practice::PracticeWorld,
};

use super::{
    beside::{put, set, standing},
    harness::{FAST, NAME, fill, meadow, play, play_seen},
};

fn held(world: &PracticeWorld, item: &'static str) -> u32 {
    world.with(move |game| game.count(NAME, item))
}

/// How many of these are held once a goal is done, and what it has become has been done.
fn held_after<const N: usize>(world: &PracticeWorld, goal: &str, items: [&'static str; N]) -> [u32; N] {
    let (run, held) = play_seen(world, &[goal, "wait 1 second"], |world| items.map(|item| held(world, item)));
    run.assert_done();
    held
}

fn contents(world: &PracticeWorld, at: BlockPos) -> BTreeMap<&'static str, u32> {
    let mut counts = BTreeMap::new();
    let slots = world.with(move |game| game.contents(at));
    slots.into_iter().flatten().for_each(|(item, count)| *counts.entry(item).or_default() += count);
    counts
}

fn block(world: &PracticeWorld, at: BlockPos) -> &'static str {
    world.with(move |game| block_of_state(game.block(at)).map_or("", |block| block.name))
}

#[test]
fn what_is_made_is_of_birch_where_there_is_enough_of_it() {
    let (world, _) = meadow(FAST, &[("birch_planks", 7), ("oak_planks", 12), ("crafting_table", 1)], |_, _| ());
    let doors = |goal: &str| held_after(&world, goal, ["birch_door", "oak_door"]);
    let goal = "make a door, birch if we have some, else oak";
    assert_eq!(doors(goal), [3, 0], "a recipe makes three");
    assert_eq!(doors(goal), [3, 3], "one plank of birch makes none");
}

#[test]
fn one_thing_or_another_by_what_is_held() {
    let (world, spawn) = meadow(FAST, &[("lantern", 1), ("torch", 2)], |world, spawn| {
        put(world, spawn.offset(4, 0, 1), "chest");
    });
    let goal = "place a lantern next to the chest if you have one, otherwise a torch";
    for (lanterns, torches) in [(1, 0), (1, 1)] {
        play(&world, &[goal, "wait 1 second"]).assert_done();
        let stand = ["lantern", "torch"].map(|item| standing(&world, spawn, item).len());
        assert_eq!(stand, [lanterns, torches]);
    }
}

#[test]
fn a_full_chest_leaves_it_to_the_barrel() {
    let (world, spawn) = meadow(FAST, &[("dirt", 10)], |world, spawn| {
        put(world, spawn.offset(4, 0, 1), "chest");
        put(world, spawn.offset(4, 0, 4), "barrel");
        let chest = spawn.offset(4, 0, 1);
        // One slot is left, and in it room for six.
        world.with(move |game| {
            (0..26).for_each(|slot| assert!(game.put_into(chest, slot, "cobblestone", 64)));
            assert!(game.put_into(chest, 26, "dirt", 58));
        });
    });
    let (chest, barrel) = (spawn.offset(4, 0, 1), spawn.offset(4, 0, 4));
    let dirt = |at| contents(&world, at).get("dirt").copied().unwrap_or_default();
    play(&world, &["put 6 dirt in the chest, or the barrel if it is full", "wait 1 second"]).assert_done();
    assert_eq!((dirt(chest), dirt(barrel)), (64, 0));
    play(&world, &["put 2 dirt in the chest, or in the barrel if it's full", "wait 1 second"]).assert_done();
    assert_eq!((dirt(chest), dirt(barrel)), (64, 2));
}

/// The ground of a meadow is deep enough to dig in: three blocks of earth over stone.
fn deep(give: &[(&str, u32)], build: impl FnOnce(&PracticeWorld, BlockPos)) -> (PracticeWorld, BlockPos) {
    meadow(FAST, give, |world, spawn| {
        fill(world, spawn.offset(-12, -12, -12), spawn.offset(12, -4, 12), "stone");
        fill(world, spawn.offset(-12, -3, -12), spawn.offset(12, -2, 12), "dirt");
        build(world, spawn);
    })
}

fn blocks(world: &PracticeWorld, volume: Volume) -> Vec<(BlockPos, &'static str)> {
    volume.cells().map(|at| (at, block(world, at))).collect()
}

#[test]
fn a_moat_goes_around_a_thing_and_no_further() {
    let (world, spawn) =
        deep(&[("wooden_shovel", 1)], |world, spawn| put(world, spawn.offset(5, 0, 0), "crafting_table"));
    play(&world, &["dig a moat around the crafting table, 2 wide"]).assert_done();
    let thing = spawn.offset(5, 0, 0);
    assert_eq!(block(&world, thing), "crafting_table");
    for (at, found) in blocks(&world, Volume::between(thing.offset(-4, -2, -4), thing.offset(4, -1, 4))) {
        let (x, z) = ((at.x - thing.x).abs(), (at.z - thing.z).abs());
        let is_moat = at.y == thing.y - 1 && x.max(z) <= 2 && x.max(z) > 0;
        assert_eq!(found == "air", is_moat, "{found} at {at}");
    }
}

#[test]
fn a_moat_is_as_deep_as_was_said_and_one_gets_out_of_it() {
    let (world, spawn) = deep(&[("wooden_shovel", 1)], |world, spawn| put(world, spawn.offset(5, 0, 0), "barrel"));
    let (run, feet) =
        play_seen(&world, &["dig a moat around the barrel, 1 wide and 2 deep, then come back"], |world| {
            world.with(|game| game.position(NAME))
        });
    run.assert_done();
    let thing = spawn.offset(5, 0, 0);
    let dug = blocks(&world, Volume::between(thing.offset(-1, -2, -1), thing.offset(1, -1, 1)));
    let stand = dug.iter().filter(|(_, block)| *block != "air").count();
    assert_eq!(stand, 2, "the ground under it: {dug:?}");
    assert!(feet.is_some_and(|feet| feet.block().y == spawn.y), "{feet:?}");
}

#[test]
fn a_moat_goes_around_what_was_built() {
    let (world, spawn) = deep(&[("cobblestone", 3)], |_, _| ());
    let run = play(&world, &["build a pillar of 3 cobblestone", "dig a moat around the pillar"]);
    run.assert_done();
    let pillar = standing(&world, spawn, "cobblestone");
    let (x, z) = (pillar[0].x, pillar[0].z);
    let ground = Volume::between(BlockPos::new(x - 2, spawn.y - 1, z - 2), BlockPos::new(x + 2, spawn.y - 1, z + 2));
    for (at, found) in blocks(&world, ground) {
        let is_moat = ((at.x - x).abs().max((at.z - z).abs())) == 1;
        assert_eq!(found == "air", is_moat, "{found} at {at}");
    }
}

#[test]
fn a_wall_goes_all_around_a_field() {
    let (world, spawn) = meadow(FAST, &[("cobblestone", 40)], |world, spawn| {
        for (x, z) in [(4, 4), (5, 4), (4, 5), (5, 5)] {
            put(world, spawn.offset(x, -1, z), "farmland");
            put(world, spawn.offset(x, 0, z), "wheat");
        }
    });
    play(&world, &["build a wall around the wheat, 2 high, of cobblestone"]).assert_done();
    for (at, found) in blocks(&world, Volume::between(spawn.offset(2, 0, 2), spawn.offset(7, 2, 7))) {
        let (x, z) = (at.x - spawn.x, at.z - spawn.z);
        let is_edge = (3..=6).contains(&x) && (3..=6).contains(&z) && ([3, 6].contains(&x) || [3, 6].contains(&z));
        assert_eq!(found == "cobblestone", is_edge && at.y < spawn.y + 2, "{found} at {at}");
    }
}

#[test]
fn what_is_in_the_way_of_a_moat_or_not_there_refuses_it() {
    let (world, spawn) = deep(&[("cobblestone", 9)], |world, spawn| {
        put(world, spawn.offset(5, 0, 0), "furnace");
        put(world, spawn.offset(6, 0, 1), "chest");
    });
    for (goal, why) in [
        ("dig a moat around the furnace", "chest at"),
        ("dig a moat around the bed", "no bed"),
        ("dig a moat around the house", "no house that I have built"),
        ("dig a moat around you", "dig a moat so"),
        ("build a wall around the house", "its door would be behind the wall"),
        ("dig a moat around the furnace, 9 wide", "how large it is"),
        ("build a wall around the furnace, 20 high", "how high it is"),
        ("craft a chest from birch planks if you have any, otherwise oak", "otherwise oak"),
        ("keep 10 dirt and 5 cobble and drop the rest", "keep something up"),
        ("dig a moat around the furnace and the chest", "dig a moat so"),
    ] {
        let run = play(&world, &[goal]);
        let message = run.error().map_or("", |error| error.message.as_str());
        assert!(message.contains(why), "{goal}: {message}");
    }
    let ground = blocks(&world, Volume::between(spawn.offset(-6, -1, -6), spawn.offset(6, -1, 6)));
    assert!(ground.iter().all(|(_, block)| *block == "grass_block"), "{ground:?}");
}

#[test]
fn one_digs_down_to_the_stone_and_comes_back() {
    let (world, spawn) = deep(&[("wooden_shovel", 1)], |_, _| ());
    let (run, feet) =
        play_seen(&world, &["dig down to stone and come back up"], |world| world.with(|game| game.position(NAME)));
    run.assert_done();
    let dug = blocks(&world, Volume::between(spawn.offset(-8, -3, -8), spawn.offset(8, -3, 8)));
    assert!(dug.iter().any(|(_, block)| *block == "air"), "down to the stone");
    let stone = blocks(&world, Volume::between(spawn.offset(-8, -4, -8), spawn.offset(8, -4, 8)));
    assert!(stone.iter().all(|(_, block)| *block == "stone"), "and not into it");
    assert!(feet.is_some_and(|feet| feet.block().y >= spawn.y), "{feet:?}");
}

#[test]
fn so_many_blocks_down_and_back() {
    let (world, spawn) = deep(&[("wooden_shovel", 1), ("wooden_pickaxe", 1)], |_, _| ());
    let (run, feet) =
        play_seen(&world, &["dig down 5 blocks and come back"], |world| world.with(|game| game.position(NAME)));
    run.assert_done();
    assert!(feet.is_some_and(|feet| feet.block().y == spawn.y), "{feet:?}");
}

#[test]
fn a_door_is_put_back_further_west() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        for (at, half) in [(spawn.offset(5, 0, 2), "lower"), (spawn.offset(5, 1, 2), "upper")] {
            set(world, at, &format!("oak_door[facing=east,half={half},hinge=left]"));
        }
    });
    play(&world, &["break that door and put it back 2 blocks further west"]).assert_done();
    let stands: Vec<BlockPos> = standing(&world, spawn, "oak_door").into_iter().filter(|at| at.y == spawn.y).collect();
    assert_eq!(stands, [spawn.offset(3, 0, 2)]);
}

#[test]
fn what_is_kept_stays_and_the_rest_goes() {
    let (world, spawn) = meadow(FAST, &[("dirt", 12), ("cobblestone", 3)], |world, spawn| {
        put(world, spawn.offset(4, 0, 1), "chest");
        let chest = spawn.offset(4, 0, 1);
        world.with(move |game| assert!(game.put_into(chest, 0, "cobblestone", 40)));
    });
    let chest = spawn.offset(4, 0, 1);
    let rest = held_after(&world, "leave only 30 cobblestone in the chest, take the rest", ["cobblestone"]);
    assert_eq!((contents(&world, chest)["cobblestone"], rest), (30, [13]));
    let rest = held_after(&world, "put everything but 10 dirt in the chest", ["cobblestone", "dirt"]);
    assert_eq!(rest, [0, 10]);
    assert_eq!(contents(&world, chest), BTreeMap::from([("cobblestone", 43), ("dirt", 2)]));
}

#[test]
fn one_is_topped_up_to_a_number() {
    let (world, _) = meadow(FAST, &[("torch", 17), ("coal", 2), ("stick", 4)], |_, _| ());
    assert_eq!(held_after(&world, "top me up to 20 torches", ["torch", "coal"]), [21, 1], "a recipe makes four");
    assert_eq!(held_after(&world, "make sure you have 20 torches", ["torch", "coal"]), [21, 1], "and that will do");
}

#[test]
fn what_is_placed_is_undone_within_the_same_breath() {
    let (world, spawn) = meadow(FAST, &[("torch", 1)], |world, spawn| put(world, spawn.offset(4, 0, 1), "barrel"));
    let goals = series("place a torch by the barrel, then undo that");
    let goals: Vec<&str> = goals.iter().map(String::as_str).collect();
    assert_eq!(goals.len(), 2);
    let (run, torches) = play_seen(&world, &goals, |world| held(world, "torch"));
    run.assert_done();
    assert_eq!((standing(&world, spawn, "torch"), torches), (vec![], 1));
}
