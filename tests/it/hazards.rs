//! What would hurt or kill on the way: each is put there, and the bot arrives whole.

use blockwright::{domain::BlockPos, practice::PracticeWorld};
use serde_json::json;

use crate::harness::{FAST, Hands, fill, meadow};

/// What navigating takes, with and without leave to dig.
fn to(at: BlockPos, dig: bool) -> serde_json::Value {
    json!({ "x": at.x, "y": at.y, "z": at.z, "dig": dig })
}

/// Goes there and back, and is as whole as before.
fn goes_there_and_back(build: impl Fn(&PracticeWorld, BlockPos), there: (i32, i32, i32)) {
    for dig in [false, true] {
        let (world, spawn) = meadow(FAST, &[], |world, spawn| build(world, spawn));
        let mut hands = Hands::join(&world);
        let place = spawn.offset(there.0, there.1, there.2);
        for at in [place, spawn] {
            hands.must("navigate", to(at, dig));
            let seen = hands.seen();
            assert_eq!((seen.health, seen.position.block()), (20.0, at), "digging: {dig}");
        }
    }
}

#[test]
fn lava_in_the_way_is_gone_around() {
    goes_there_and_back(
        |world, spawn| {
            fill(world, spawn.offset(3, -2, -9), spawn.offset(7, -2, 9), "stone");
            fill(world, spawn.offset(3, -1, -9), spawn.offset(7, -1, 9), "lava");
        },
        (10, 0, 0),
    );
}

#[test]
fn fire_in_the_way_is_gone_around() {
    goes_there_and_back(
        |world, spawn| {
            fill(world, spawn.offset(3, -1, -9), spawn.offset(4, -1, 9), "magma_block");
            fill(world, spawn.offset(6, -1, -9), spawn.offset(6, -1, 9), "netherrack");
            fill(world, spawn.offset(6, 0, -9), spawn.offset(6, 0, 9), "fire");
        },
        (10, 0, 0),
    );
}

/// The ground lies nine blocks below, and one stair of many leads down to it.
#[test]
fn a_fall_that_hurts_is_not_taken() {
    goes_there_and_back(
        |world, spawn| {
            fill(world, spawn.offset(-20, -10, -20), spawn.offset(20, -10, 20), "grass_block");
            fill(world, spawn.offset(-20, -9, -20), spawn.offset(20, -1, 20), "air");
            fill(world, spawn.offset(-3, -9, -3), spawn.offset(3, -1, 3), "stone");
            for down in 1..9 {
                fill(world, spawn.offset(-3 - down, -9, 0), spawn.offset(-3 - down, -1 - down, 0), "stone");
            }
        },
        (6, -9, 0),
    );
}

/// A wall with a flooded passage under it, too long for one breath, and a gate far off.
#[test]
fn who_would_drown_goes_another_way() {
    goes_there_and_back(
        |world, spawn| {
            fill(world, spawn.offset(2, -4, -2), spawn.offset(18, -1, 2), "bedrock");
            fill(world, spawn.offset(3, -3, 0), spawn.offset(17, -2, 0), "water");
            fill(world, spawn.offset(3, -1, 0), spawn.offset(3, -1, 0), "water");
            fill(world, spawn.offset(17, -1, 0), spawn.offset(17, -1, 0), "water");
            fill(world, spawn.offset(8, 0, -17), spawn.offset(12, 5, 20), "bedrock");
        },
        (19, 0, 0),
    );
}

/// The ground under it turns to water, six blocks deep, and it sinks.
#[test]
fn who_is_under_water_comes_up() {
    // Of one's breath 180 ticks are left when the call is made: a busy machine is to have them.
    let (world, spawn) = meadow(FAST / 8.0, &[], |world, spawn| {
        fill(world, spawn.offset(-4, -8, -4), spawn.offset(4, -1, 4), "stone");
    });
    let mut hands = Hands::join(&world);
    fill(&world, spawn.offset(-3, -6, -3), spawn.offset(3, -1, 3), "water");
    hands.must("wait", json!({ "ticks": 120 }));
    let sunk = hands.seen().position.block();
    assert!(sunk.y < spawn.y - 3, "{sunk} and {spawn}");
    let shore = spawn.offset(6, 0, 0);
    hands.must("navigate", to(shore, false));
    let seen = hands.seen();
    assert_eq!((seen.health, seen.position.block()), (20.0, shore));
}
