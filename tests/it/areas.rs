//! Whole areas by hand and as goals: holes and boxes filled, ground lit; every error code, and withdrawn in their midst.

use blockwright::{
    body::{CALL_DEADLINE, Order},
    domain::{BlockPos, ErrorCode, Vec3, Volume},
    knowledge::block_of_state,
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use crate::harness::{FAST, Hands, NAME, code, context, fill, meadow, play};

fn name_at(world: &PracticeWorld, at: BlockPos) -> &'static str {
    world.with(move |game| block_of_state(game.block(at)).expect("a block").name)
}

/// How many places of a box are this block.
fn count(world: &PracticeWorld, volume: Volume, block: &str) -> usize {
    volume.cells().filter(|at| name_at(world, *at) == block).count()
}

/// Three by three and two deep, some steps from the spawn.
fn pit(spawn: BlockPos) -> Volume {
    Volume::between(spawn.offset(4, -2, 3), spawn.offset(6, -1, 5))
}

fn filling(volume: Volume, block: &str) -> Value {
    json!({ "block": block, "from": volume.low(), "to": volume.high() })
}

/// A meadow on two layers of dirt, with the pit.
fn land(give: &[(&str, u32)]) -> (PracticeWorld, BlockPos) {
    meadow(FAST, give, |world, spawn| {
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
        let pit = pit(spawn);
        fill(world, pit.low(), pit.high(), "air");
    })
}

/// Whether the bot can go where it likes.
fn assert_free(hands: &mut Hands, spawn: BlockPos) {
    hands.assert_hands_free();
    hands.must("navigate", json!({ "x": spawn.x - 5, "y": spawn.y, "z": spawn.z }));
}

#[test]
fn a_hole_is_filled_from_outside_and_by_who_stands_in_it() {
    let (world, spawn) = land(&[("dirt", 40)]);
    let mut hands = Hands::join(&world);
    let pit = pit(spawn);
    let told = hands.must("fill", filling(pit, "minecraft:dirt"));
    assert_eq!((told["placed"].as_u64(), count(&world, pit, "dirt")), (Some(18), 18));
    assert_eq!(world.with(|game| game.count(NAME, "dirt")), 22);
    assert_eq!(hands.must("fill", filling(pit, "dirt"))["placed"], 0, "there is nothing more to do");
    assert_free(&mut hands, spawn);
    fill(&world, pit.low(), pit.high(), "air");
    let floor = pit.low().offset(1, 0, 1).center();
    world.with(move |game| game.teleport(NAME, Vec3::new(floor.x, floor.y - 0.5, floor.z)));
    while hands.seen().position.block().y >= spawn.y {
        hands.must("get_bot_status", json!({}));
    }
    hands.must("fill", filling(pit, "dirt"));
    assert_eq!(count(&world, pit, "dirt"), 18);
    assert_eq!(world.with(|game| game.health(NAME)), Some(20.0));
    assert_free(&mut hands, spawn);
}

#[test]
fn water_gives_way_and_sand_stays() {
    let (world, spawn) = land(&[("sand", 18)]);
    let pit = pit(spawn);
    fill(&world, pit.low(), pit.high().down(), "water");
    let mut hands = Hands::join(&world);
    hands.must("fill", filling(pit, "sand"));
    assert_eq!(count(&world, pit, "sand"), 18);
    assert_free(&mut hands, spawn);
}

#[test]
fn what_keeps_a_box_from_being_filled_is_told() {
    let (world, spawn) = land(&[("dirt", 5), ("stone", 9)]);
    let pit = pit(spawn);
    let mut hands = Hands::join(&world);
    let few = hands.call("fill", filling(pit, "dirt"));
    assert_eq!(code(&few), ErrorCode::InsufficientMaterials, "{few:#?}");
    assert_eq!((&context(&few)["missing"], &context(&few)["placed"]), (&json!({ "dirt": 13 }), &json!(5)));
    let other = hands.call("fill", filling(pit, "stone"));
    assert_eq!((code(&other), &context(&other)["lasting"]), (ErrorCode::ActionFailed, &json!(true)));
    assert_eq!(context(&other)["seen"], "dirt");
    let in_the_air = Volume::block(spawn.offset(-4, 9, -4));
    assert_eq!(code(&hands.call("fill", filling(in_the_air, "stone"))), ErrorCode::PathBlocked);
    let large = Volume::between(spawn, spawn.offset(4, 4, 4));
    for bad in [filling(large, "stone"), filling(pit, "torch"), filling(pit, "stoone")] {
        assert_eq!(code(&hands.call("fill", bad)), ErrorCode::InvalidParams);
    }
    assert_free(&mut hands, spawn);
}

#[test]
fn where_the_server_lets_nobody_build_is_told_soon() {
    let (world, spawn) = land(&[("dirt", 20)]);
    let mut hands = Hands::join(&world);
    world.with(|game| game.protect_spawn(20, "Somebody"));
    let result = hands.call("fill", filling(pit(spawn), "dirt"));
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!(context(&result)["undone"], 3);
    assert_eq!(world.with(|game| game.count(NAME, "dirt")), 20);
}

#[test]
fn filling_can_be_withdrawn() {
    let (world, spawn) = land(&[("dirt", 20)]);
    let mut hands = Hands::join(&world);
    let call = hands.order("fill", filling(pit(spawn), "dirt"), CALL_DEADLINE);
    while world.with(|game| game.count(NAME, "dirt")) == 20 {
        assert!(hands.body.reports.is_empty(), "it ended before anything was placed");
    }
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    hands.assert_hands_free();
    let placed = count(&world, pit(spawn), "dirt");
    assert!((1..18).contains(&placed), "{placed}");
    assert_eq!(world.with(|game| game.count(NAME, "dirt")), 20 - placed as u32);
}

#[test]
fn goals_fill_a_hole_with_what_they_get() {
    let (world, spawn) = land(&[]);
    let (pit, inside) = (pit(spawn), pit(spawn).low());
    let hole = format!("fill the hole at {} {} {} with dirt", inside.x, inside.y, inside.z);
    let run = play(&world, &[&hole]);
    run.assert_done();
    assert_eq!(count(&world, pit, "dirt"), 18);
}

#[test]
fn goals_fill_what_is_free_here_and_boxes_by_their_corners() {
    let (world, spawn) = meadow(FAST, &[("dirt", 20), ("cobblestone", 120)], |world, spawn| {
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
        fill(world, spawn.offset(-1, -2, -1), spawn.offset(1, -1, 1), "air");
    });
    // The bot has come down into it.
    let here = Volume::between(spawn.offset(-1, -2, -1), spawn.offset(1, -1, 1));
    play(&world, &["fill 3 by 3, 2 deep with dirt here"]).assert_done();
    assert_eq!(count(&world, here, "dirt"), 18);
    let (low, high) = (spawn.offset(5, 0, 5), spawn.offset(9, 3, 9));
    let at = |at: BlockPos| format!("{} {} {}", at.x, at.y, at.z);
    let run = play(&world, &[&format!("fill from {} to {} with cobblestone", at(low), at(high))]);
    run.assert_done();
    assert_eq!(count(&world, Volume::between(low, high), "cobblestone"), 100);
    // One that stands in its own way may be broken, and is placed once more.
    assert!((10..=20).contains(&run.report().inventory.count("cobblestone")));
    // Nothing is free there any more, and something else stands there.
    let run = play(&world, &["fill 3 by 3, 2 deep with dirt here"]);
    assert!(run.error().is_some_and(|error| error.message.contains("nothing is free")), "{:?}", run.error());
    let run = play(&world, &[&format!("fill from {} to {} with dirt", at(low), at(low))]);
    assert!(run.error().is_some_and(|error| error.message.contains("cobblestone stands where")), "{:?}", run.error());
}

/// The places of the meadow around the spawn where lamps give no light, by the world itself.
fn dark(world: &PracticeWorld, spawn: BlockPos, radius: i32) -> usize {
    let cells = (-radius..=radius).flat_map(|x| (-radius..=radius).map(move |z| spawn.offset(x, 0, z)));
    let cells: Vec<BlockPos> = cells.collect();
    world.with(move |game| {
        let mut dark = 0;
        for at in cells {
            let is_free = block_of_state(game.block(at)).is_some_and(|block| !block.solid);
            dark += usize::from(is_free && game.block_light(at) == 0);
        }
        dark
    })
}

#[test]
fn ground_is_lit_until_the_servers_own_light_is_nowhere_out() {
    let (world, spawn) = meadow(FAST, &[("torch", 40)], |world, spawn| {
        // A wall that light goes around.
        fill(world, spawn.offset(3, 0, -6), spawn.offset(3, 3, 6), "stone");
    });
    let mut hands = Hands::join(&world);
    assert_eq!(dark(&world, spawn, 8), 17 * 17 - 13);
    let told = hands.must("light", json!({}));
    assert_eq!((dark(&world, spawn, 8), told["dark"].as_u64()), (0, Some(0)));
    let placed = told["placed"].as_u64().expect("a number");
    assert!((2..=8).contains(&placed), "{told}");
    assert_eq!(u64::from(world.with(|game| game.count(NAME, "torch"))), 40 - placed);
    assert_eq!(hands.must("light", json!({ "x": spawn.x, "y": spawn.y, "z": spawn.z }))["placed"], 0);
    hands.assert_hands_free();
}

#[test]
fn what_keeps_the_ground_dark_is_told() {
    let (world, spawn) = meadow(FAST, &[("torch", 1)], |_, _| ());
    let mut hands = Hands::join(&world);
    let few = hands.call("light", json!({ "radius": 12 }));
    assert_eq!(code(&few), ErrorCode::InsufficientMaterials, "{few:#?}");
    assert!(context(&few)["missing"]["torch"].as_u64().is_some_and(|more| (1..=8).contains(&more)), "{few:#?}");
    let below = json!({ "x": spawn.x, "y": spawn.y - 20, "z": spawn.z });
    let cave = hands.call("light", below);
    assert_eq!((code(&cave), &context(&cave)["lasting"]), (ErrorCode::ActionFailed, &json!(true)), "{cave:#?}");
    assert_eq!(code(&hands.call("light", json!({ "radius": 99 }))), ErrorCode::InvalidParams);
    // A server that undoes it.
    world.with(|game| {
        game.give(NAME, "torch", 9) && {
            game.protect_spawn(30, "Somebody");
            true
        }
    });
    while hands.holds("torch") == 0 {
        hands.must("get_bot_status", json!({}));
    }
    let undone = hands.call("light", json!({ "radius": 12 }));
    assert_eq!(code(&undone), ErrorCode::ActionFailed, "{undone:#?}");
    hands.assert_hands_free();
}

#[test]
fn lighting_can_be_withdrawn() {
    let (world, _) = meadow(FAST, &[("torch", 20)], |_, _| ());
    let mut hands = Hands::join(&world);
    let call = hands.order("light", json!({ "radius": 16 }), CALL_DEADLINE);
    assert!(world.until(2_000, |game| game.count(NAME, "torch") < 20));
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    hands.assert_hands_free();
}

#[test]
fn a_goal_makes_the_torches_it_lights_the_area_with() {
    let (world, spawn) = meadow(FAST, &[("coal", 9), ("stick", 9)], |_, _| ());
    let run = play(&world, &["light up the area within 10 blocks"]);
    run.assert_done();
    assert_eq!(dark(&world, spawn, 10), 0);
    let run = play(&world, &["place torches around here so nothing spawns"]);
    run.assert_done();
}
