//! Works and stores as goals, played in a world: each ends with a look at what the server has.

use std::collections::BTreeMap;

use blockwright::{
    domain::{BlockPos, BodySlot, Volume},
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
