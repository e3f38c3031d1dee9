//! Works and stores as goals, played in a world: each ends with a look at what the server has.

use std::collections::BTreeMap;

use blockwright::{
    domain::{BlockPos, BodySlot, Volume},
    journal::Event,
    knowledge::block_of_state,
    practice::PracticeWorld,
};

use crate::harness::{FAST, NAME, fill, meadow, play, play_seen, world};

/// What the server had on the bot's body and in its pack when it was last there.
#[derive(Clone, Debug, Default)]
struct Had {
    on: Vec<(BodySlot, Option<&'static str>)>,
    held: BTreeMap<&'static str, u32>,
}

fn had_of(world: &PracticeWorld) -> Had {
    world.with(|game| {
        let on = BodySlot::ALL.map(|slot| (slot, game.in_slot(NAME, slot).map(|(item, _)| item)));
        Had { on: on.to_vec(), held: game.inventory(NAME) }
    })
}

#[test]
fn what_was_put_on_is_taken_off_and_put_away() {
    let armour = ["iron_helmet", "iron_chestplate", "iron_leggings", "iron_boots", "iron_sword"];
    let world = world(7, &armour.map(|item| (item, 1)));
    let on = |had: &Had| had.on.iter().filter_map(|(_, item)| *item).collect::<Vec<_>>();
    let (run, had) = play_seen(&world, &["wear iron armor and hold the sword"], had_of);
    run.assert_done();
    assert_eq!(on(&had), ["iron_sword", "iron_helmet", "iron_chestplate", "iron_leggings", "iron_boots"]);
    let (run, had) = play_seen(&world, &["take off your helmet and take your boots off"], had_of);
    run.assert_done();
    assert_eq!(on(&had), ["iron_sword", "iron_chestplate", "iron_leggings"]);
    let (run, had) = play_seen(&world, &["take off all armour and put the sword away"], had_of);
    run.assert_done();
    assert_eq!(on(&had), [""; 0]);
    assert_eq!(had.held.len(), 5, "all of it is held: {:?}", had.held);
    let (run, _) = play_seen(&world, &["take off the golden helmet"], had_of);
    assert!(
        run.error().is_some_and(|error| error.message.contains("no golden_helmet is worn, nor held")),
        "{:?}",
        run.error()
    );
}

/// The blocks of a name between two corners, by the world itself.
fn standing(world: &PracticeWorld, low: BlockPos, high: BlockPos, name: &'static str) -> usize {
    let cells: Vec<BlockPos> = Volume::between(low, high).cells().collect();
    world.with(move |game| {
        let is_one = |at: &&BlockPos| block_of_state(game.block(**at)).is_some_and(|block| block.name == name);
        cells.iter().filter(is_one).count()
    })
}

/// A tree with five logs, one of which hangs aside.
fn grow(world: &PracticeWorld, foot: BlockPos, log: &str, leaves: &str) {
    fill(world, foot.down(), foot.down(), "dirt");
    fill(world, foot.offset(-1, 3, -1), foot.offset(1, 5, 1), leaves);
    fill(world, foot, foot.offset(0, 3, 0), log);
    fill(world, foot.offset(1, 3, 1), foot.offset(1, 3, 1), log);
}

/// Of what is named without its stuff the one that stands there is broken.
#[test]
fn what_stands_there_is_broken_of_whatever_it_is_made() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        fill(world, spawn.offset(4, 0, 2), spawn.offset(4, 0, 2), "red_wool");
        fill(world, spawn.offset(4, 0, 4), spawn.offset(4, 0, 4), "birch_fence");
    });
    let run = play(&world, &["break the wool", "break the fence"]);
    run.assert_done();
    let held = &run.report().inventory;
    assert_eq!((held.count("red_wool"), held.count("birch_fence")), (1, 1), "{held:?}");
    let (low, high) = (spawn.offset(4, 0, 2), spawn.offset(4, 0, 4));
    assert_eq!(standing(&world, low, high, "birch_fence") + standing(&world, low, high, "red_wool"), 0);
}

/// What two thirds are is counted from what is held, rounded up.
#[test]
fn two_thirds_are_two_of_three_parts() {
    let (world, _) = meadow(FAST, &[("dirt", 10), ("coal", 9)], |_, _| ());
    let run = play(&world, &["drop two thirds of the dirt", "drop 1/3 of your coal"]);
    run.assert_done();
    let held = &run.report().inventory;
    assert_eq!((held.count("dirt"), held.count("coal")), (3, 6), "{held:?}");
}

#[test]
fn so_many_trees_are_felled_and_no_more() {
    let feet = |spawn: BlockPos| [(5, 2), (-6, 3), (2, -8), (-9, -9)].map(|(x, z)| spawn.offset(x, 0, z));
    let (world, spawn) = meadow(FAST, &[("oak_sapling", 2)], |world, spawn| {
        let [one, two, three, cherry] = feet(spawn);
        [one, two, three].into_iter().for_each(|foot| grow(world, foot, "oak_log", "oak_leaves"));
        grow(world, cherry, "cherry_log", "cherry_leaves");
    });
    let logs = |foot: BlockPos, log: &'static str| standing(&world, foot.offset(-2, 0, -2), foot.offset(2, 6, 2), log);
    let [one, two, three, cherry] = feet(spawn);
    let run = play(&world, &["chop down 2 oak trees"]);
    run.assert_done();
    assert_eq!([one, two, three].map(|foot| logs(foot, "oak_log")), [0, 0, 5], "the nearest two");
    let planted = [one, two].map(|foot| standing(&world, foot, foot, "oak_sapling"));
    assert_eq!(planted, [1, 1]);
    let run = play(&world, &["cut down 9 cherry trees"]);
    let error = run.error().expect("there are not so many");
    assert!(error.message.contains("one tree of cherry_log"), "{error}");
    assert_eq!(logs(cherry, "cherry_log"), 5, "it was refused before anything moved");
    let run = play(&world, &["chop down an oak tree and a cherry tree"]);
    run.assert_done();
    assert_eq!((logs(three, "oak_log"), logs(cherry, "cherry_log")), (0, 0));
}

#[test]
fn a_part_of_what_is_held_is_so_many_by_the_servers_count() {
    let (world, _) = meadow(FAST, &[("dirt", 9), ("oak_log", 7)], |world, spawn| {
        fill(world, spawn.offset(3, 0, 0), spawn.offset(3, 0, 0), "chest");
    });
    let count = |had: &Had, item: &str| had.held.get(item).copied().unwrap_or(0);
    let (run, had) = play_seen(&world, &["drop half of your dirt"], had_of);
    run.assert_done();
    assert_eq!(count(&had, "dirt"), 4, "of nine five are half");
    let (run, had) = play_seen(&world, &["put all the oak logs but 3 in the chest"], had_of);
    run.assert_done();
    assert_eq!((count(&had, "oak_log"), count(&had, "dirt")), (3, 4));
    let (run, had) = play_seen(&world, &["turn 2 oak logs into planks"], had_of);
    run.assert_done();
    assert_eq!((count(&had, "oak_log"), count(&had, "oak_planks")), (1, 8));
    let run = play(&world, &["drop all the oak logs except 5"]);
    let error = run.error().expect("there are not so many");
    assert!(error.message.contains("1 oak_log are held, and no more are to be kept"), "{error}");
    let run = play(&world, &["drop half of your torches"]);
    assert!(run.error().is_some_and(|error| error.message.contains("no torch is held")), "{:?}", run.error());
}

#[test]
fn the_rest_is_what_is_left_and_what_is_kept_stays() {
    let (world, spawn) = meadow(FAST, &[("torch", 7), ("dirt", 9), ("oak_log", 6)], |world, spawn| {
        fill(world, spawn.offset(3, 0, 0), spawn.offset(3, 0, 0), "chest");
    });
    let count = |had: &Had, item: &str| had.held.get(item).copied().unwrap_or(0);
    let (run, had) = play_seen(&world, &["drop 4 torches and place the rest"], had_of);
    run.assert_done();
    let stand = standing(&world, spawn.offset(-8, -2, -8), spawn.offset(8, 4, 8), "torch");
    assert_eq!((count(&had, "torch"), stand), (0, 3));
    let (run, had) = play_seen(&world, &["put the dirt in the chest, but keep 2"], had_of);
    run.assert_done();
    assert_eq!(count(&had, "dirt"), 2);
    let (run, had) = play_seen(&world, &["turn all the oak logs into planks but keep 4 logs"], had_of);
    run.assert_done();
    assert_eq!((count(&had, "oak_log"), count(&had, "oak_planks")), (4, 8));
    let (run, had) = play_seen(&world, &["make a crafting table and put the leftover planks in the chest"], had_of);
    run.assert_done();
    assert_eq!((count(&had, "crafting_table"), count(&had, "oak_planks"), count(&had, "dirt")), (1, 0, 2));
    let run = play(&world, &["get 1 dirt and 1 oak log, then drop the rest"]);
    let error = run.error().expect("of two things");
    assert!(error.message.contains("what the rest is of"), "{error}");
}

#[test]
fn what_is_made_of_what_was_got_takes_no_more_of_it() {
    let (world, spawn) = meadow(FAST, &[("oak_log", 1), ("stone_axe", 1)], |world, spawn| {
        fill(world, spawn.offset(5, 0, 0), spawn.offset(5, 4, 0), "oak_log");
    });
    let count = |had: &Had, item: &str| had.held.get(item).copied().unwrap_or(0);
    let (run, had) = play_seen(&world, &["get 4 oak logs, turn them into planks and make a crafting table"], had_of);
    run.assert_done();
    let left = standing(&world, spawn.offset(5, 0, 0), spawn.offset(5, 4, 0), "oak_log");
    assert_eq!(left, 2, "three were lacking, and no more were felled");
    let held = ["oak_log", "oak_planks", "crafting_table"].map(|item| count(&had, item));
    assert_eq!(held, [0, 12, 1]);
    let (run, had) = play_seen(&world, &["replace the grass block at 3 63 0 with oak planks"], had_of);
    let at = BlockPos::new(3, 63, 0);
    assert_eq!((standing(&world, at, at, "oak_planks"), count(&had, "oak_planks")), (1, 11), "{:?}", run.error());
}

#[test]
fn a_trench_is_as_long_wide_and_deep_as_is_said() {
    let (world, spawn) = meadow(FAST, &[("stone_shovel", 1), ("stone_pickaxe", 1)], |_, _| ());
    let holes = || standing(&world, spawn.offset(-8, -4, -8), spawn.offset(8, -1, 8), "air");
    assert_eq!(holes(), 0);
    play(&world, &["dig a trench 4 long, 1 wide and 2 deep"]).assert_done();
    assert_eq!(holes(), 8);
}

#[test]
fn the_best_armour_that_is_held_is_worn() {
    let armour = [("leather_helmet", 1), ("iron_helmet", 1), ("leather_boots", 1), ("golden_leggings", 1)];
    let world = world(7, &armour);
    let worn = |slot: &BodySlot| BodySlot::ARMOUR.contains(slot);
    let on = |had: &Had| had.on.iter().filter(|(slot, _)| worn(slot)).filter_map(|(_, item)| *item).collect::<Vec<_>>();
    let (run, had) = play_seen(&world, &["put on the best armor you have"], had_of);
    run.assert_done();
    assert_eq!(on(&had), ["iron_helmet", "golden_leggings", "leather_boots"]);
    let run = play(&world, &["wear your chestplate"]);
    assert!(run.error().is_some_and(|error| error.message.contains("on the chest")), "{:?}", run.error());
}

#[test]
fn words_for_many_things_mean_what_is_held_of_them() {
    let given = [("dirt", 9), ("apple", 4), ("bread", 2), ("stone_pickaxe", 1), ("stone_sword", 1), ("iron_sword", 1)];
    let (world, spawn) = meadow(FAST, &given, |world, spawn| {
        fill(world, spawn.offset(3, 0, 0), spawn.offset(3, 0, 0), "chest");
        fill(world, spawn.offset(-4, 0, 2), spawn.offset(-4, 0, 2), "poppy");
        fill(world, spawn.offset(-5, 0, 3), spawn.offset(-5, 0, 3), "dandelion");
        fill(world, spawn.offset(-4, 0, 5), spawn.offset(-4, 0, 5), "cornflower");
    });
    let chest = spawn.offset(3, 0, 0);
    let lying = || world.with(move |game| game.contents(chest).into_iter().flatten().collect::<BTreeMap<_, _>>());
    let (run, had) = play_seen(&world, &["hold your best sword"], had_of);
    run.assert_done();
    assert_eq!(had.on[0], (BodySlot::MainHand, Some("iron_sword")));
    let (run, had) = play_seen(&world, &["put all the food in the chest"], had_of);
    run.assert_done();
    assert_eq!(lying(), BTreeMap::from([("apple", 4), ("bread", 2)]));
    assert_eq!(had.held.len(), 4, "{:?}", had.held);
    let (run, had) = play_seen(&world, &["take 3 food out of the chest and pick 2 flowers"], had_of);
    run.assert_done();
    let of = |names: &[&str]| names.iter().filter_map(|name| had.held.get(name)).sum::<u32>();
    assert_eq!((of(&["apple", "bread"]), of(&["poppy", "dandelion", "cornflower"])), (3, 2));
    let (run, had) = play_seen(&world, &["empty the chest", "drop everything but your weapons and 5 dirt"], had_of);
    run.assert_done();
    assert_eq!(lying(), BTreeMap::new());
    assert_eq!(had.held, BTreeMap::from([("stone_sword", 1), ("iron_sword", 1), ("dirt", 5)]));
    let run = play(&world, &["drop your food"]);
    assert!(run.error().is_some_and(|error| error.message.contains("no food to drop")), "{:?}", run.error());
}

#[test]
fn as_many_are_made_as_what_is_held_allows() {
    let (world, _) = meadow(FAST, &[("oak_log", 3), ("stick", 4), ("coal", 2)], |_, _| ());
    let (run, had) = play_seen(&world, &["use all the coal to make torches"], had_of);
    run.assert_done();
    assert_eq!((had.held.get("torch"), had.held.get("coal")), (Some(&8), None));
    let (run, had) = play_seen(&world, &["turn all your logs into planks"], had_of);
    run.assert_done();
    assert_eq!((had.held.get("oak_log"), had.held.get("oak_planks")), (None, Some(&12)));
    // Four planks are a table, which comes back; eight are 16 sticks, and with the two that were left make two times three.
    let (run, had) = play_seen(&world, &["make as many ladders as you can"], had_of);
    run.assert_done();
    assert_eq!(had.held.get("ladder"), Some(&6), "{:?}", had.held);
    assert_eq!(had.held.get("crafting_table"), Some(&1), "the table is taken back: {:?}", had.held);
    let run = play(&world, &["make as many ladders as you can"]);
    assert!(
        run.error().is_some_and(|error| error.message.contains("what is held makes no ladder")),
        "{:?}",
        run.error()
    );
}

#[test]
fn trees_that_are_to_be_replanted_are() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        grow(world, spawn.offset(5, 0, 2), "oak_log", "oak_leaves");
        // One leaf in twenty leaves a sapling: of so many some do.
        fill(world, spawn.offset(-12, 0, 8), spawn.offset(-2, 2, 18), "oak_leaves");
        fill(world, spawn.offset(-6, 0, -6), spawn.offset(-6, 0, -6), "stone");
    });
    let (foot, stone) = (spawn.offset(5, 0, 2), spawn.offset(-6, 0, -6));
    let run = play(&world, &["cut down a tree and replant it"]);
    run.assert_done();
    assert_eq!(standing(&world, foot, foot, "oak_sapling"), 1);
    assert_eq!(standing(&world, foot.offset(-2, 0, -2), foot.offset(2, 6, 2), "oak_log"), 0);
    let run = play(&world, &[&format!("break the block at {} {} {}", stone.x, stone.y, stone.z)]);
    run.assert_done();
    assert_eq!(standing(&world, stone, stone, "stone"), 0);
}

#[test]
fn what_is_asked_at_the_end_is_answered_then() {
    let (world, _) = meadow(FAST, &[("oak_log", 1)], |_, _| ());
    let run = play(&world, &["turn 1 log into planks and tell me what you have"]);
    run.assert_done();
    let done = run.events.iter().position(|event| matches!(event, Event::GoalDone { .. }));
    let answers = run.events.iter().enumerate().filter_map(|(at, event)| match event {
        Event::Answered { answer, .. } => Some((at, answer.as_str())),
        _ => None,
    });
    let answers: Vec<_> = answers.collect();
    assert!(matches!(answers.as_slice(), [(at, "I hold 4 oak_planks.")] if Some(*at) > done), "{answers:?}");
    let run = play(&world, &["what do you have? then get 3 logs"]);
    assert!(
        run.error().is_none_or(|error| error.message.contains("a question before things to do")),
        "{:?}",
        run.error()
    );
}
