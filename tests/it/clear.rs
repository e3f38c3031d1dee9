//! `clear` by hand: boxes of all sorts, the way out of them, and every error code it has.

use blockwright::{
    body::CALL_DEADLINE,
    domain::{BlockPos, ErrorCode, ToolResult, Volume},
    knowledge,
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use crate::harness::{Hands, LEVEL, NAME, code, context, fill, world};

/// A flat place at the spawn, of stone under grass, with what is built there before the bot comes.
fn place(give: &[(&str, u32)], build: impl FnOnce(&PracticeWorld, BlockPos)) -> (PracticeWorld, Hands, BlockPos) {
    let world = world(LEVEL, give);
    let spawn = world.with(|game| game.spawn());
    fill(&world, spawn.offset(-12, 0, -12), spawn.offset(12, 12, 12), "air");
    fill(&world, spawn.offset(-12, -10, -12), spawn.offset(12, -2, 12), "stone");
    fill(&world, spawn.offset(-12, -1, -12), spawn.offset(12, -1, 12), "grass_block");
    build(&world, spawn);
    let hands = Hands::join(&world);
    (world, hands, spawn)
}

fn corners(volume: Volume) -> Value {
    json!({ "from": volume.low(), "to": volume.high() })
}

/// What stands in a box, by the world itself.
fn standing(world: &PracticeWorld, volume: Volume) -> Vec<(BlockPos, &'static str)> {
    world.with(move |game| {
        let mut name = |at| knowledge::block_of_state(game.block(at)).map_or("?", |block| block.name);
        volume.cells().map(|at| (at, name(at))).filter(|(_, name)| *name != "air").collect()
    })
}

/// Clears a box, which must leave nothing in it, and says what that took.
fn cleared(world: &PracticeWorld, hands: &mut Hands, volume: Volume) -> ToolResult {
    let result = hands.call("clear", corners(volume));
    assert!(result.success, "{result:#?}\n{:?}", standing(world, volume));
    assert_eq!(standing(world, volume), [], "{result:#?}");
    hands.assert_hands_free();
    result
}

/// How many blocks a call broke.
fn broken(result: &ToolResult) -> u64 {
    result.data.as_ref().and_then(|data| data["broken"].as_u64()).expect("a count")
}

/// Walks away, without digging.
fn walk_away(hands: &mut Hands, to: BlockPos) {
    hands.must("navigate", json!({ "x": to.x, "y": to.y, "z": to.z, "tolerance": 1 }));
}

#[test]
fn ground_is_cleared_also_from_under_the_feet() {
    let (world, mut hands, spawn) = place(&[("wooden_pickaxe", 1)], |_, _| ());
    let volume = Volume::between(spawn.offset(-2, -1, -2), spawn.offset(2, -1, 2));
    assert_eq!(broken(&cleared(&world, &mut hands, volume)), 25);
    let again = cleared(&world, &mut hands, volume);
    assert_eq!((broken(&again), again.ticks < 20), (0, true), "there is nothing to do: {again:#?}");
    walk_away(&mut hands, spawn.offset(8, 0, 8));
}

#[test]
fn a_pit_is_left_by_who_dug_it() {
    let (world, mut hands, spawn) = place(&[("stone_pickaxe", 2)], |world, spawn| {
        fill(world, spawn.offset(1, -1, 1), spawn.offset(4, -1, 4), "stone");
    });
    let volume = Volume::between(spawn.offset(1, -4, 1), spawn.offset(4, -1, 4));
    let result = cleared(&world, &mut hands, volume);
    assert_eq!(broken(&result), 64);
    eprintln!("a 4x4x4 box of stone took {} ticks", result.ticks);
    walk_away(&mut hands, spawn.offset(-8, 0, -8));
}

#[test]
fn a_pit_under_the_feet_is_left_too() {
    let (world, mut hands, spawn) = place(&[("stone_pickaxe", 2)], |_, _| ());
    let volume = Volume::between(spawn.offset(-1, -4, -1), spawn.offset(2, -1, 2));
    assert_eq!(broken(&cleared(&world, &mut hands, volume)), 64);
    walk_away(&mut hands, spawn.offset(-8, 0, -8));
}

/// A hole of three blocks each way is dug from within, and no stair is cut beside it.
#[test]
fn a_small_hole_leaves_the_ground_around_it_whole() {
    let (world, mut hands, spawn) = place(&[("stone_pickaxe", 1), ("stone_shovel", 1)], |_, _| ());
    let volume = Volume::between(spawn.offset(-1, -3, -1), spawn.offset(1, -1, 1));
    let around = Volume::between(spawn.offset(-6, -8, -6), spawn.offset(6, -1, 6));
    let whole = standing(&world, around).len();
    let result = cleared(&world, &mut hands, volume);
    assert_eq!(broken(&result), 27);
    let left = standing(&world, around).len();
    assert_eq!(whole - left, 27, "the ground around was dug too");
    // Where the server lags, its word on each block is waited for.
    assert!(result.ticks < 1_200, "27 blocks took {} ticks", result.ticks);
}

/// Deep boxes with room for two are climbed out of: nothing around them is dug, and nothing is left in them.
#[test]
fn a_deep_box_leaves_the_ground_around_it_whole() {
    let shapes = [([3, 0], [3, 1], 8), ([-1, -1], [0, 0], 5), ([2, 2], [4, 4], 6), ([-4, 0], [-4, 6], 4)];
    for (low, high, deep) in shapes {
        let (world, mut hands, spawn) = place(&[("stone_pickaxe", 2), ("stone_shovel", 1)], |_, _| ());
        let volume = Volume::between(spawn.offset(low[0], -deep, low[1]), spawn.offset(high[0], -1, high[1]));
        let around = Volume::between(spawn.offset(-9, -10, -9), spawn.offset(9, 1, 9));
        let whole = standing(&world, around).len();
        let result = cleared(&world, &mut hands, volume);
        eprintln!("{:?} of stone took {} ticks", volume.size(), result.ticks);
        assert_eq!(broken(&result), volume.count());
        assert_eq!(whole - standing(&world, around).len(), volume.count() as usize, "the ground around: {volume:?}");
        walk_away(&mut hands, spawn.offset(-8, 0, -8));
    }
}

/// One block is no room to climb in: beside such a shaft a stair is dug, and filled behind the bot.
#[test]
fn a_shaft_of_one_block_is_come_out_of_by_a_stair_that_is_filled() {
    for deep in [6, 12] {
        let (world, mut hands, spawn) = place(&[("stone_pickaxe", 1)], |world, spawn| {
            fill(world, spawn.offset(-20, -20, -20), spawn.offset(20, -4, 20), "stone");
            fill(world, spawn.offset(-20, -3, -20), spawn.offset(20, -1, 20), "dirt");
        });
        let volume = Volume::between(spawn.offset(3, -1, 0), spawn.offset(3, -deep, 0));
        let around = Volume::between(spawn.offset(-16, -18, -16), spawn.offset(18, 1, 16));
        let whole = standing(&world, around);
        let result = cleared(&world, &mut hands, volume);
        assert_eq!(broken(&result), deep as u64);
        eprintln!("a shaft of {deep} blocks took {} ticks", result.ticks);
        let left = standing(&world, around);
        let is_open = |at: &BlockPos| !volume.contains(*at) && !left.iter().any(|(is, _)| is == at);
        let beside: Vec<BlockPos> = whole.into_iter().map(|(at, _)| at).filter(is_open).collect();
        assert!(beside.is_empty(), "the ground around {volume:?} is open: {beside:?}");
        assert_eq!(standing(&world, volume), []);
        walk_away(&mut hands, spawn.offset(-8, 0, -8));
    }
}

#[test]
fn a_wall_is_taken_down_whatever_it_is_made_of() {
    let wall = |spawn: BlockPos| Volume::between(spawn.offset(3, 0, -1), spawn.offset(6, 3, 2));
    let build = |world: &PracticeWorld, spawn| fill(world, wall(spawn).low(), wall(spawn).high(), "bricks");
    let (world, mut hands, spawn) = place(&[("stone_pickaxe", 1)], build);
    assert_eq!(broken(&cleared(&world, &mut hands, wall(spawn))), 64);
    walk_away(&mut hands, spawn.offset(-8, 0, -8));
}

#[test]
fn a_tree_is_cleared_with_its_leaves() {
    let foot = |spawn: BlockPos| spawn.offset(4, 0, 0);
    let (world, mut hands, spawn) = place(&[], |world, spawn| {
        let foot = foot(spawn);
        fill(world, foot.offset(-1, 3, -1), foot.offset(1, 5, 1), "oak_leaves");
        fill(world, foot, foot.offset(0, 4, 0), "oak_log");
    });
    let foot = foot(spawn);
    let volume = Volume::between(foot.offset(-1, 0, -1), foot.offset(1, 5, 1));
    assert_eq!(broken(&cleared(&world, &mut hands, volume)), 5 + 25);
}

#[test]
fn sand_that_falls_in_is_dug_again() {
    let (world, mut hands, spawn) = place(&[], |world, spawn| {
        fill(world, spawn.offset(3, 0, 0), spawn.offset(4, 0, 1), "dirt");
        fill(world, spawn.offset(3, 1, 0), spawn.offset(3, 4, 0), "sand");
    });
    let low = spawn.offset(3, 0, 0);
    let volume = Volume::between(low, low.offset(1, 0, 1));
    let broken = broken(&cleared(&world, &mut hands, volume));
    assert!(broken > 4, "{broken}: four blocks, and some of the sand");
    assert_eq!(standing(&world, Volume::between(low, low.offset(0, 4, 0))), []);
}

#[test]
fn a_box_that_is_far_away_is_gone_to() {
    let (world, mut hands, spawn) = place(&[], |_, _| ());
    let ground = world.with(move |game| game.ground(spawn.x + 150, spawn.z));
    let volume = Volume::block(ground.offset(0, 2, 0));
    fill(&world, ground, ground.offset(0, 1, 0), "dirt");
    fill(&world, volume.low(), volume.low(), "dirt");
    assert_eq!(broken(&cleared(&world, &mut hands, volume)), 1);
}

#[test]
fn what_no_digging_removes_is_named() {
    let (world, mut hands, spawn) = place(&[("stone_pickaxe", 1)], |_, _| ());
    let low = spawn.offset(3, -1, 0);
    let volume = Volume::between(low, low.offset(1, 1, 1));
    for (block, message) in [("bedrock", "cannot be broken"), ("water", "cannot be dug away")] {
        fill(&world, low, low, block);
        hands.sees(low, block);
        let result = hands.call("clear", corners(volume));
        assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
        let seen = (&context(&result)["seen"], &context(&result)["target"]);
        assert_eq!(seen, (&json!(block), &json!(low)), "{result:#?}");
        assert!(format!("{:?}", result.error).contains(&format!("{block} at {low} {message}")), "{result:#?}");
    }
    // The same water, from beside the box.
    let beside = Volume::between(low.offset(1, 0, 0), low.offset(2, 0, 0));
    let result = hands.call("clear", corners(beside));
    assert_eq!((code(&result), &context(&result)["target"]), (ErrorCode::ActionFailed, &json!(low)), "{result:#?}");
    assert_eq!(standing(&world, beside).len(), 2, "nothing is dug in vain");
}

#[test]
fn clearing_needs_the_tool_that_the_blocks_need() {
    let (_world, mut hands, spawn) = place(&[], |_, _| ());
    let volume = Volume::between(spawn.offset(2, -2, 0), spawn.offset(2, -1, 0));
    let result = hands.call("clear", corners(volume));
    assert_eq!((code(&result), &context(&result)["tier"]), (ErrorCode::ToolRequired, &json!("wooden_pickaxe")));
}

#[test]
fn what_nobody_gets_at_is_blocked() {
    let high = |spawn: BlockPos| spawn.offset(4, 10, 0);
    let (_world, mut hands, spawn) = place(&[], |world, spawn| fill(world, high(spawn), high(spawn), "dirt"));
    let high = high(spawn);
    let result = hands.call("clear", corners(Volume::block(high)));
    assert_eq!((code(&result), &context(&result)["left"]), (ErrorCode::PathBlocked, &json!(1)), "{result:#?}");
    assert!(context(&result)["position"]["x"].is_number(), "{result:#?}");
    let many = Volume::between(spawn, spawn.offset(6, 6, 6));
    assert_eq!(code(&hands.call("clear", corners(many))), ErrorCode::InvalidParams);
}

#[test]
fn a_clearing_ends_early_with_what_it_did() {
    let (world, mut hands, spawn) = place(&[("wooden_pickaxe", 1)], |_, _| ());
    let volume = Volume::between(spawn.offset(1, -4, 1), spawn.offset(4, -1, 4));
    let call = hands.order("clear", corners(volume), 200);
    let late = hands.outcome(call);
    assert_eq!(code(&late), ErrorCode::Timeout, "{late:#?}");
    let told = context(&late)["broken"].as_u64().expect("a count");
    // What it said last, before the block at which it was stopped.
    assert!((1..=64 - standing(&world, volume).len() as u64).contains(&told), "{late:#?}");
    hands.assert_hands_free();
    world.with(|game| game.kill(NAME, "Tester fell"));
    let call = hands.order("clear", corners(volume), CALL_DEADLINE);
    assert_eq!(code(&hands.outcome(call)), ErrorCode::BotDied);
}

/// A shaft that breaks through the roof of a cave.
#[test]
fn a_shaft_into_a_cave_is_come_out_of_too() {
    let (world, mut hands, spawn) = place(&[("stone_pickaxe", 1)], |world, spawn| {
        fill(world, spawn.offset(-20, -20, -20), spawn.offset(20, -2, 20), "stone");
        fill(world, spawn.offset(0, -10, -4), spawn.offset(8, -7, 5), "air");
    });
    let volume = Volume::between(spawn.offset(3, -1, 0), spawn.offset(3, -8, 0));
    let around = Volume::between(spawn.offset(-16, -18, -16), spawn.offset(18, 1, 16));
    let whole = standing(&world, around);
    let result = cleared(&world, &mut hands, volume);
    eprintln!("a shaft into a cave took {} ticks", result.ticks);
    let left = standing(&world, around);
    let is_open = |at: &BlockPos| !volume.contains(*at) && !left.iter().any(|(is, _)| is == at);
    let beside: Vec<BlockPos> = whole.into_iter().map(|(at, _)| at).filter(is_open).collect();
    assert!(beside.is_empty(), "the ground around {volume:?} is open: {beside:?}");
}
