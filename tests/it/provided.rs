//! Goals that depend on what is so ("if …, otherwise …"), and the small shapes: by what the server shows.

use std::collections::BTreeMap;

use blockwright::{
    domain::{BlockPos, BodySlot},
    journal::Event,
    knowledge::{self, block_of_state},
    practice::PracticeWorld,
};

use super::harness::{FAST, NAME, Run, fill, meadow, play, play_seen};

fn state(name: &str) -> u16 {
    knowledge::block(name).expect("a block").default_state
}

/// Where the chest stands, and the barrel.
fn chest(spawn: BlockPos) -> BlockPos {
    spawn.offset(3, 0, 0)
}

fn barrel(spawn: BlockPos) -> BlockPos {
    spawn.offset(3, 0, 3)
}

/// A meadow with a chest in which 10 dirt lie, and an empty barrel.
fn stores(give: &[(&str, u32)]) -> (PracticeWorld, BlockPos) {
    meadow(FAST, give, |world, spawn| {
        world.with(move |game| {
            game.set_block(chest(spawn), state("chest"));
            game.set_block(barrel(spawn), state("barrel"));
            assert!(game.put_into(chest(spawn), 0, "dirt", 10));
        });
    })
}

fn contents(world: &PracticeWorld, at: BlockPos) -> BTreeMap<&'static str, u32> {
    let mut counts = BTreeMap::new();
    let slots = world.with(move |game| game.contents(at));
    slots.into_iter().flatten().for_each(|(item, count)| *counts.entry(item).or_default() += count);
    counts
}

/// How many blocks of a name stand around.
fn standing(world: &PracticeWorld, spawn: BlockPos, name: &'static str) -> Vec<BlockPos> {
    let around = blockwright::domain::Volume::between(spawn.offset(-12, -1, -12), spawn.offset(12, 8, 12));
    world.with(move |game| {
        let mut is = |at: &BlockPos| block_of_state(game.block(*at)).is_some_and(|block| block.name == name);
        around.cells().filter(|at| is(at)).collect()
    })
}

/// A fence closes a field in all around, and a pond is covered at its top: nobody is said to have done so with one post.
#[test]
fn a_fence_goes_all_around_and_a_pond_is_covered() {
    let (world, spawn) = meadow(FAST, &[("oak_fence", 20), ("oak_planks", 8)], |world, spawn| {
        world.with(move |game| {
            for (x, z) in [(4, 4), (5, 4), (4, 5), (5, 5)] {
                game.set_block(spawn.offset(x, -1, z), state("farmland"));
                game.set_block(spawn.offset(x, 0, z), state("wheat"));
                game.set_block(spawn.offset(-x, -1, z), state("water"));
            }
        });
    });
    play(&world, &["put a fence around the wheat, then cover the pond with planks"]).assert_done();
    let fences = standing(&world, spawn, "oak_fence");
    let edge = |at: &BlockPos| {
        let (x, z) = (at.x - spawn.x, at.z - spawn.z);
        at.y == spawn.y && (3..=6).contains(&x) && (3..=6).contains(&z) && ([3, 6].contains(&x) || [3, 6].contains(&z))
    };
    assert!(fences.len() == 12 && fences.iter().all(edge), "{fences:?}");
    let lid = standing(&world, spawn, "oak_planks");
    assert!(lid.len() == 4 && lid.iter().all(|at| at.y == spawn.y - 1), "{lid:?}");
    assert_eq!(standing(&world, spawn, "wheat").len(), 4);
}

/// Of each thing one goes into the chest, and the rest is kept.
#[test]
fn one_of_each_thing_is_stored() {
    let (world, spawn) = stores(&[("coal", 5), ("torch", 2), ("stick", 1)]);
    play(&world, &["put one of each thing you have in the barrel"]).assert_done();
    assert_eq!(contents(&world, barrel(spawn)), BTreeMap::from([("coal", 1), ("stick", 1), ("torch", 1)]));
}

fn goals_done(run: &Run) -> Vec<&str> {
    let done = run.events.iter().filter_map(|event| match event {
        Event::GoalDone { text, .. } => Some(text.as_str()),
        _ => None,
    });
    done.collect()
}

#[test]
fn what_is_held_decides_and_the_other_way_is_not_gone() {
    let (world, spawn) = stores(&[("coal", 7), ("stick", 5)]);
    let run = play(&world, &["if you have more than 6 coal, put 3 in the barrel, otherwise put 1 stick in the barrel"]);
    run.assert_done();
    assert_eq!(contents(&world, barrel(spawn)), BTreeMap::from([("coal", 3)]));
    let (world, spawn) = stores(&[("coal", 6), ("stick", 5)]);
    let run = play(&world, &["if you have more than 6 coal, put 3 in the barrel, otherwise put 1 stick in the barrel"]);
    run.assert_done();
    assert_eq!(contents(&world, barrel(spawn)), BTreeMap::from([("stick", 1)]));
}

#[test]
fn where_it_is_not_so_nothing_is_done_and_that_is_said() {
    let (world, spawn) = stores(&[("stick", 5)]);
    let run = play(&world, &["if you have any coal put it in the barrel", "put 2 sticks in the barrel"]);
    run.assert_done();
    assert_eq!(contents(&world, barrel(spawn)), BTreeMap::from([("stick", 2)]));
    let said = run.events.iter().find_map(|event| match event {
        Event::GoalDone { text, shown, .. } if text.starts_with("if") => shown.as_deref(),
        _ => None,
    });
    assert_eq!(said, Some("no coal is held, so there is nothing to do"));
}

#[test]
fn what_is_decided_is_done_before_the_goals_behind_it() {
    let (world, _) = stores(&[("stick", 5)]);
    let run = play(&world, &["if you have a stick, drop 1 stick", "drop 2 sticks"]);
    run.assert_done();
    let order = ["if you have a stick, drop 1 stick", "drop 1 stick", "drop 2 sticks"];
    assert_eq!(goals_done(&run), order);
}

#[test]
fn what_lies_in_a_chest_is_looked_at_before_it_decides() {
    for (goal, dirt, moved) in [
        ("if there are at least 8 dirt in the chest, put a stick in the barrel, otherwise drop a stick", 10, true),
        ("if there are at least 11 dirt in the chest, put a stick in the barrel, otherwise drop a stick", 10, false),
        ("if there is any dirt in the chest take 4 of it", 6, false),
        ("if there's any coal in the chest take 4 of it", 10, false),
        ("if the barrel is empty put 2 sticks in it", 10, true),
        ("if the chest is empty put 2 sticks in it", 10, false),
    ] {
        let (world, spawn) = stores(&[("stick", 5)]);
        let run = play(&world, &[goal]);
        run.assert_done();
        assert_eq!(contents(&world, chest(spawn)), BTreeMap::from([("dirt", dirt)]), "{goal}");
        assert_eq!(contents(&world, barrel(spawn)).contains_key("stick"), moved, "{goal}");
    }
}

#[test]
fn a_chest_that_is_not_there_decides_nothing() {
    let (world, _) = meadow(FAST, &[("stick", 1)], |_, _| ());
    let run = play(&world, &["if there is any dirt in the chest drop a stick"]);
    assert!(!run.report().success);
    assert_eq!(goals_done(&run), Vec::<&str>::new());
}

#[test]
fn who_is_asked_what_a_chest_holds_goes_and_looks() {
    let (world, _) = stores(&[]);
    let run = play(&world, &["how many dirt are in the chest?"]);
    run.assert_done();
    let answer = run.events.iter().find_map(|event| match event {
        Event::Answered { answer, .. } => Some(answer.as_str()),
        _ => None,
    });
    assert!(answer.is_some_and(|answer| answer.contains("10 dirt")), "{answer:?}");
}

#[test]
fn the_night_decides() {
    for (time, placed) in [(1_000, "torch"), (14_000, "crafting_table")] {
        let (world, spawn) = meadow(FAST, &[("torch", 1), ("crafting_table", 1)], |world, _| {
            world.with(move |game| game.set_day_time(time));
        });
        play(&world, &["if it's dark place the crafting table, otherwise place a torch"]).assert_done();
        assert_eq!(standing(&world, spawn, placed).len(), 1, "at {time}");
        assert_eq!(standing(&world, spawn, "torch").len() + standing(&world, spawn, "crafting_table").len(), 1);
    }
}

#[test]
fn small_shapes_stand_as_they_were_said() {
    let (world, spawn) = meadow(FAST, &[("dirt", 20), ("oak_planks", 12), ("cobblestone", 10)], |_, _| ());
    play(&world, &["build a dirt wall 3 long and 2 high"]).assert_done();
    let wall = standing(&world, spawn, "dirt");
    let is_over = |low: &BlockPos| wall.contains(&low.offset(0, 1, 0));
    assert_eq!((wall.len(), wall.iter().filter(|at| is_over(at)).count()), (6, 3), "{wall:?}");

    play(&world, &["make a 3x3 floor of planks here"]).assert_done();
    let floor = standing(&world, spawn, "oak_planks");
    assert!(floor.len() == 9 && floor.iter().all(|at| at.y == spawn.y - 1), "{floor:?}");

    play(&world, &["stack 4 cobblestone blocks on top of each other"]).assert_done();
    let pillar = standing(&world, spawn, "cobblestone");
    let (x, z) = (pillar[0].x, pillar[0].z);
    assert!(pillar.len() == 4 && pillar.iter().all(|at| (at.x, at.z) == (x, z)), "{pillar:?}");
}

#[test]
fn a_pond_is_filled_and_the_ground_around_it_stays() {
    let (world, spawn) = meadow(FAST, &[("dirt", 10)], |world, spawn| {
        fill(world, spawn.offset(3, -1, 5), spawn.offset(5, -1, 5), "water");
    });
    play(&world, &["fill in the pond with dirt"]).assert_done();
    assert_eq!(standing(&world, spawn, "dirt").len(), 3);
    assert_eq!(standing(&world, spawn, "water").len(), 0);
    assert_eq!(standing(&world, spawn, "grass_block").len(), 25 * 25 - 3);
}

/// How many of an item are held once a goal is done.
fn held_after(world: &PracticeWorld, goal: &str, item: &'static str) -> u32 {
    let (run, held) = play_seen(world, &[goal], |world| world.with(move |game| game.count(NAME, item)));
    run.assert_done();
    held
}

fn dirt_in(world: &PracticeWorld, at: BlockPos) -> u32 {
    contents(world, at).get("dirt").copied().unwrap_or_default()
}

/// What the chest lacks goes in, and is got first where it is not held; what has enough already is left as it is.
#[test]
fn a_chest_is_filled_up_to_a_number() {
    let (world, spawn) = stores(&[("dirt", 8)]);
    let held = held_after(&world, "top up the chest to 15 dirt", "dirt");
    assert_eq!((dirt_in(&world, chest(spawn)), held), (15, 3));
    let held = held_after(&world, "make sure there are 12 dirt in the chest", "dirt");
    assert_eq!((dirt_in(&world, chest(spawn)), held), (15, 3));
    let held = held_after(&world, "add dirt to the chest until there are 20 in it", "dirt");
    assert_eq!((dirt_in(&world, chest(spawn)), held), (20, 0), "two more are dug");
}

/// Where nobody says from where, a chest gives it; until so many are held, and no more; and what is over goes back in.
#[test]
fn so_many_are_taken_and_no_more() {
    let (world, spawn) = stores(&[("dirt", 2)]);
    let held = held_after(&world, "take 3 dirt", "dirt");
    assert_eq!((dirt_in(&world, chest(spawn)), held), (7, 5));
    let held = held_after(&world, "take dirt from the chest until you have 8", "dirt");
    assert_eq!((dirt_in(&world, chest(spawn)), held), (4, 8));
    let held = held_after(&world, "take 20 dirt from the chest, or as many as there are", "dirt");
    assert_eq!((dirt_in(&world, chest(spawn)), held), (0, 12));
    play(&world, &["if you have more than 10 dirt put the extra in the barrel"]).assert_done();
    assert_eq!(dirt_in(&world, barrel(spawn)), 2);
}

/// What is made with the things in a chest takes from there what its recipe takes.
#[test]
fn a_chest_gives_what_a_recipe_takes() {
    let (world, spawn) = stores(&[("crafting_table", 1)]);
    world.with(move |game| {
        assert!(game.put_into(chest(spawn), 1, "iron_ingot", 5) && game.put_into(chest(spawn), 2, "stick", 6));
    });
    let hoes = held_after(&world, "make an iron hoe with the stuff in the chest", "iron_hoe");
    let left = contents(&world, chest(spawn));
    let left: Vec<u32> = ["iron_ingot", "stick", "dirt"].iter().map(|item| left[item]).collect();
    assert_eq!((hoes, left), (1, vec![3, 4, 10]));
}

/// Ingots of a block of iron are crafted of it, and none is mined for them.
#[test]
fn ingots_are_made_of_the_block_that_was_named() {
    let (world, _) = meadow(FAST, &[("iron_block", 3)], |_, _| ());
    let look =
        |world: &PracticeWorld| world.with(|game| [game.count(NAME, "iron_block"), game.count(NAME, "iron_ingot")]);
    let (run, held) = play_seen(&world, &["turn 2 of the iron blocks into ingots"], look);
    run.assert_done();
    assert_eq!(held, [1, 18]);
}

/// A gate is shut where it is open and opened where it is shut, by how it stands when the goal's turn comes.
#[test]
fn how_a_block_stands_decides() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        world.with(move |game| game.set_block(spawn.offset(3, 0, 1), state("oak_fence_gate")));
    });
    let open = |world: &PracticeWorld| {
        let seen = world.with(move |game| game.block(spawn.offset(3, 0, 1)));
        knowledge::stands_how(seen).is_some_and(|(_, open)| open)
    };
    let goal = "if the gate is open close it, otherwise open it";
    for is_open in [true, false, true] {
        play(&world, &[goal]).assert_done();
        assert_eq!(open(&world), is_open);
    }
    play(&world, &["if the gate is shut put a torch on it"]).assert_done();
    assert!(open(&world));
}

/// So many blocks off another, on the side that was said, and ground right at the water.
#[test]
fn places_are_counted_from_what_they_are_said_of() {
    let (world, spawn) = meadow(FAST, &[("torch", 2), ("stone_hoe", 1)], |world, spawn| {
        world.with(move |game| {
            game.set_block(chest(spawn), state("chest"));
            game.set_block(spawn.offset(-4, -1, 4), state("water"));
        });
    });
    play(&world, &["place a torch 3 blocks north of the chest"]).assert_done();
    assert_eq!(standing(&world, spawn, "torch"), [chest(spawn).offset(0, 0, -3)]);
    play(&world, &["till 2 grass blocks next to the pond"]).assert_done();
    let tilled = standing(&world, spawn, "farmland");
    let is_at_the_water = |at: &BlockPos| (at.x - spawn.x + 4).abs() + (at.z - spawn.z - 4).abs() == 1;
    assert!(tilled.len() == 2 && tilled.iter().all(is_at_the_water), "{tilled:?}");
}

/// A tunnel that would go through a chest is refused before anything moves, and what lies in the chest stays there.
#[test]
fn digging_spills_no_chest() {
    let (world, spawn) = stores(&[]);
    let run = play(&world, &["dig a tunnel 5 long, 1 wide, 2 high to the east"]);
    let why = run.error().map_or("", |error| error.message.as_str());
    assert!(why.contains("a chest stands there"), "{why}");
    assert_eq!(dirt_in(&world, chest(spawn)), 10);
}

/// As much as what is made takes; and what is added to what lies in a chest.
#[test]
fn enough_is_as_much_as_it_takes() {
    let (world, spawn) = stores(&[("iron_ingot", 1), ("stick", 4), ("cobblestone", 3), ("carrot", 5)]);
    // What is done then is a goal of its own: the second that ends.
    let made = |goal: &str| {
        let (run, made) = play_seen(&world, &[goal, "wait 1 second"], |world| {
            ["iron_pickaxe", "iron_shovel", "stone_pickaxe"].map(|item| world.with(move |game| game.count(NAME, item)))
        });
        run.assert_done();
        made
    };
    assert_eq!(made("make an iron pickaxe if you have enough iron"), [0, 0, 0], "that takes three");
    assert_eq!(made("make an iron shovel if you have the iron for it"), [0, 1, 0]);
    assert_eq!(made("if you have enough iron make an iron pickaxe, otherwise a stone one"), [0, 1, 1]);
    play(&world, &["if there are no carrots in the chest put 3 in"]).assert_done();
    play(&world, &["if the chest has less than 5 carrots, add 1"]).assert_done();
    play(&world, &["if there are no carrots in the chest put 1 in"]).assert_done();
    assert_eq!(contents(&world, chest(spawn)).get("carrot"), Some(&4));
}

#[test]
fn of_armour_that_is_ones_own_no_more_is_made() {
    let (world, _) = meadow(FAST, &[("iron_helmet", 1), ("iron_boots", 1), ("leather_leggings", 1)], |_, _| ());
    let look = |world: &PracticeWorld| {
        world.with(|game| BodySlot::ARMOUR.map(|slot| game.in_slot(NAME, slot).map(|(item, _)| item)))
    };
    let (run, worn) = play_seen(&world, &["put on all the iron armour you have"], look);
    run.assert_done();
    assert_eq!(worn, [Some("iron_helmet"), None, None, Some("iron_boots")]);
}
