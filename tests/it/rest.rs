//! Goals of which a part can only be planned once it shows what came of the deeds before: how much lay in a chest, was harvested
//! or was picked up, and where the bot stands by then. By the server's state.

use blockwright::{
    domain::{BlockPos, ErrorCode, ItemCounts},
    knowledge,
    practice::PracticeWorld,
};

use crate::harness::{FAST, NAME, fill, meadow, play, play_seen};

/// Puts up a chest with these stacks.
fn chest(world: &PracticeWorld, at: BlockPos, block: &str, stacks: &[(&'static str, u32)]) {
    fill(world, at, at, block);
    for (slot, (item, count)) in stacks.iter().copied().enumerate() {
        assert!(world.with(move |game| game.put_into(at, slot, item, count)), "no slot {slot} at {at}");
    }
}

fn lying(world: &PracticeWorld, at: BlockPos) -> ItemCounts {
    let slots = world.with(move |game| game.contents(at));
    slots.into_iter().flatten().map(|(item, count)| (item.to_owned(), count)).collect()
}

fn held(world: &PracticeWorld, items: &[&'static str]) -> Vec<u32> {
    items.iter().copied().map(|item| world.with(move |game| game.count(NAME, item))).collect()
}

/// Where the chest stands.
fn there(spawn: BlockPos) -> BlockPos {
    spawn.offset(4, 0, 2)
}

#[test]
fn all_that_lay_in_a_chest_is_smelted() {
    let give = [("furnace", 1), ("coal", 4), ("wooden_pickaxe", 1)];
    let (world, _) = meadow(FAST, &give, |world, spawn| chest(world, there(spawn), "chest", &[("raw_iron", 7)]));
    let (run, held) =
        play_seen(&world, &["take all the raw iron from the chest and smelt it"], |world| held(world, &["iron_ingot"]));
    run.assert_done();
    assert_eq!(held, [7], "as many as lay there, and not the one that is sure to");
}

#[test]
fn as_much_is_made_as_was_harvested() {
    let (world, _) = meadow(FAST, &[("crafting_table", 1)], |world, spawn| {
        for x in 0..12 {
            let at = spawn.offset(x - 4, 0, 3);
            fill(world, at.down(), at.down(), "farmland");
            let ripe =
                knowledge::state_with(knowledge::block("wheat").expect("a crop"), &[("age", "7")]).expect("an age");
            world.with(move |game| game.set_block(at, ripe));
        }
    });
    let (run, held) =
        play_seen(&world, &["harvest the wheat and make bread from it"], |world| held(world, &["bread", "wheat"]));
    run.assert_done();
    assert_eq!(held, [4, 0]);
}

#[test]
fn what_is_picked_up_is_dropped_whole() {
    let (world, _) = meadow(FAST, &[("dirt", 30)], |_, _| ());
    let goals = ["drop 17 dirt and go 12 blocks north", "go back, pick up the dirt and put all the dirt in a chest"];
    let (run, held) = play_seen(&world, &goals, |world| held(world, &["dirt"]));
    run.assert_done();
    assert_eq!(held, [0]);
}

#[test]
fn all_that_lay_in_one_chest_goes_into_another_and_nothing_else() {
    let other = |spawn: BlockPos| spawn.offset(-4, 0, 2);
    let (world, spawn) = meadow(FAST, &[("dirt", 5), ("stone_axe", 1)], |world, spawn| {
        chest(world, there(spawn), "chest", &[("dirt", 9), ("wheat_seeds", 20), ("iron_pickaxe", 1)]);
        chest(world, other(spawn), "barrel", &[("stick", 3)]);
    });
    for goal in
        ["take everything from the chest and put it all in the barrel", "move everything from the chest to the barrel"]
    {
        let (run, held) = play_seen(&world, &[goal], |world| held(world, &["dirt", "stone_axe"]));
        run.assert_done();
        assert_eq!(held, [5, 1], "what it had is its own");
        let (from, to) = (lying(&world, there(spawn)), lying(&world, other(spawn)));
        assert_eq!(from.iter().count(), 0);
        assert_eq!(["dirt", "wheat_seeds", "iron_pickaxe", "stick"].map(|item| to.count(item)), [9, 20, 1, 3]);
        let there = there(spawn);
        chest(&world, other(spawn), "air", &[]);
        chest(&world, there, "chest", &[("dirt", 9), ("wheat_seeds", 20), ("iron_pickaxe", 1)]);
        chest(&world, other(spawn), "barrel", &[("stick", 3)]);
    }
}

#[test]
fn where_it_leads_elsewhere_here_is_there() {
    let (world, spawn) = meadow(FAST, &[("stone_shovel", 1)], |_, _| ());
    let goal = "go 6 blocks north, then go 4 blocks east, dig a 1x1x2 hole and come back";
    let (run, at) = play_seen(&world, &[goal], |world| world.with(|game| game.position(NAME)));
    run.assert_done();
    let hole = spawn.offset(4, 0, -6);
    let is_air = |at: BlockPos| knowledge::is_air_state(world.with(move |game| game.block(at)));
    assert!((1..=2).all(|down| is_air(hole.offset(0, -down, 0))), "no hole at {hole}");
    assert!((1..=2).all(|down| !is_air(spawn.offset(0, -down, 0))), "a hole where it began");
    let back = at.expect("the bot").block();
    assert!((back.x - spawn.x).abs() <= 1 && (back.z - spawn.z).abs() <= 1, "{back} and not {spawn}");
}

#[test]
fn the_door_that_was_opened_is_the_one_that_is_closed() {
    let gate = |world: &PracticeWorld, at: BlockPos, open: &str| {
        let state = [("facing", "north"), ("open", open)];
        let state =
            knowledge::state_with(knowledge::block("oak_fence_gate").expect("a gate"), &state).expect("a state");
        world.with(move |game| game.set_block(at, state));
    };
    let (near, far) = (|spawn: BlockPos| spawn.offset(2, 0, 0), |spawn: BlockPos| spawn.offset(2, 0, 9));
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        gate(world, near(spawn), "false");
        gate(world, far(spawn), "true");
    });
    let is_open = |at: BlockPos| {
        let state = world.with(move |game| game.block(at));
        knowledge::state_properties(state).contains(&("open", "true"))
    };
    play(&world, &["open the gate, go 9 blocks south and close it again"]).assert_done();
    assert!(!is_open(near(spawn)) && is_open(far(spawn)), "the other one is nearer by then");
}

#[test]
fn what_cannot_be_done_then_fails_the_goal_and_says_so() {
    let (world, _) = meadow(FAST, &[], |world, spawn| chest(world, there(spawn), "chest", &[("coal", 2)]));
    let run = play(&world, &["take all the coal from the chest, then drop all but 5 coal"]);
    let error = run.error().expect("a failure");
    assert_eq!(error.code, ErrorCode::InsufficientMaterials);
    assert!(error.message.contains("2 coal are held, and no more are to be kept"), "{error}");
}

#[test]
fn what_is_put_up_where_one_goes_is_got_before_one_leaves() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let goal = format!("go to {} {} and place a crafting table there", spawn.x + 30, spawn.z);
    play(&world, &[&goal]).assert_done();
    let there = spawn.offset(30, 0, 0);
    let table = |at: BlockPos| {
        let state = world.with(move |game| game.block(at));
        knowledge::block_of_state(state).is_some_and(|block| block.name == "crafting_table")
    };
    let around = |x: i32| (-3..=3).map(move |z| (x, z));
    let near = (-3..=3).flat_map(around).flat_map(|(x, z)| (-2..=2).map(move |y| there.offset(x, y, z)));
    assert_eq!(near.filter(|at| table(*at)).count(), 1, "a tree stands elsewhere, and there it was made");
}

#[test]
fn logs_are_placed_of_whatever_kind_they_are() {
    let (world, _) = meadow(FAST, &[("birch_log", 2), ("oak_log", 1)], |_, _| ());
    let (run, held) =
        play_seen(&world, &["place 3 logs next to each other"], |world| held(world, &["birch_log", "oak_log"]));
    run.assert_done();
    assert_eq!(held, [0, 0]);
}

#[test]
fn a_hole_that_was_dug_is_filled_again_wherever_one_is_by_then() {
    let (world, spawn) = meadow(FAST, &[("dirt", 12), ("stone_shovel", 1)], |_, _| ());
    let hole = spawn.offset(3, -1, 3);
    let goal = format!("dig a 2x2x2 hole at {} {} {}, go 6 blocks north and fill that hole", hole.x, hole.y, hole.z);
    let run = play(&world, &[&goal]);
    run.assert_done();
    let filled = (0..2).flat_map(|x| (0..2).flat_map(move |y| (0..2).map(move |z| hole.offset(x, -y, z))));
    for at in filled {
        let state = world.with(move |game| game.block(at));
        assert!(knowledge::block_of_state(state).is_some_and(|block| block.name == "dirt"), "{at}: {:#?}", run.events);
    }
}
