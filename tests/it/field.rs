//! The field by hand and as goals: what is ripe is harvested and sown again, what is not is left, every error code.

use blockwright::{
    body::{CALL_DEADLINE, Order},
    domain::{BlockPos, ErrorCode},
    knowledge,
    practice::PracticeWorld,
};
use serde_json::json;

use crate::harness::{FAST, Hands, NAME, code, context, fill, meadow, play};

/// A crop at this age on farmland.
fn sow(world: &PracticeWorld, at: BlockPos, crop: &str, age: &str) {
    fill(world, at.down(), at.down(), "farmland");
    let state = knowledge::state_with(knowledge::block(crop).expect("a crop"), &[("age", age)]).expect("an age");
    world.with(move |game| game.set_block(at, state));
}

/// What grows there, and how old it is.
fn grows(world: &PracticeWorld, at: BlockPos) -> (&'static str, Option<u32>) {
    let state = world.with(move |game| game.block(at));
    (knowledge::block_of_state(state).expect("a block").name, knowledge::age(state))
}

/// Two rows: ten of wheat, of which every other is ripe, and three ripe carrots.
fn field(spawn: BlockPos) -> (Vec<BlockPos>, Vec<BlockPos>) {
    let row = |dz: i32, many: i32| (0..many).map(|x| spawn.offset(3 + x, 0, dz)).collect();
    (row(2, 10), row(4, 3))
}

fn farm(give: &[(&str, u32)]) -> (PracticeWorld, BlockPos, Vec<BlockPos>, Vec<BlockPos>) {
    let (world, spawn) = meadow(FAST, give, |world, spawn| {
        let (wheat, carrots) = field(spawn);
        for (number, at) in wheat.iter().enumerate() {
            sow(world, *at, "wheat", if number % 2 == 0 { "7" } else { "3" });
        }
        carrots.iter().for_each(|at| sow(world, *at, "carrots", "7"));
    });
    let (wheat, carrots) = field(spawn);
    (world, spawn, wheat, carrots)
}

#[test]
fn what_is_ripe_is_harvested_and_sown_again() {
    let (world, _, wheat, carrots) = farm(&[]);
    let mut hands = Hands::join(&world);
    let told = hands.must("harvest", json!({ "crop": "wheat" }));
    assert_eq!((told["harvested"].as_u64(), world.with(|game| game.count(NAME, "wheat"))), (Some(5), 5));
    for (number, at) in wheat.iter().enumerate() {
        let age = if number % 2 == 0 { 0 } else { 3 };
        assert_eq!(grows(&world, *at), ("wheat", Some(age)), "{at}");
    }
    assert!(carrots.iter().all(|at| grows(&world, *at) == ("carrots", Some(7))), "nobody asked for carrots");
    assert_eq!(world.with(|game| game.lying_items()), [], "what drops is picked up");
    hands.must("harvest", json!({}));
    assert!(carrots.iter().all(|at| grows(&world, *at) == ("carrots", Some(0))));
    assert!(world.with(|game| game.lying_items()).is_empty());
    hands.assert_hands_free();
}

#[test]
fn as_many_as_are_asked_for_are_harvested_and_nothing_sown_where_so_asked() {
    let (world, _, wheat, _) = farm(&[]);
    let mut hands = Hands::join(&world);
    hands.must("harvest", json!({ "crop": "minecraft:wheat", "count": 2, "replant": false }));
    assert_eq!(world.with(|game| game.count(NAME, "wheat")), 2);
    let left: Vec<_> = wheat.iter().map(|at| grows(&world, *at)).filter(|left| *left == ("wheat", Some(7))).collect();
    let bare = wheat.iter().filter(|at| grows(&world, **at).0 == "air").count();
    assert_eq!((left.len(), bare), (3, 2));
    // Of carrots one goes back into the ground: so many more are held all the same.
    hands.must("harvest", json!({ "crop": "carrot", "count": 1 }));
    assert!(world.with(|game| game.count(NAME, "carrot")) >= 1);
    hands.assert_hands_free();
}

#[test]
fn what_is_not_ripe_or_not_there_is_told() {
    let (world, spawn, wheat, _) = farm(&[]);
    let mut hands = Hands::join(&world);
    let many = hands.call("harvest", json!({ "crop": "wheat", "count": 6 }));
    assert_eq!((code(&many), &context(&many)["lasting"]), (ErrorCode::ActionFailed, &json!(true)));
    assert_eq!((&context(&many)["harvested"], &context(&many)["unripe"]), (&json!(5), &json!(10)));
    let unripe = hands.call("harvest", json!({ "crop": "wheat" }));
    assert_eq!(code(&unripe), ErrorCode::ActionFailed, "{unripe:#?}");
    assert!(unripe.error.as_ref().is_some_and(|error| error.message.starts_with("the wheat is not ripe")));
    let none = hands.call("harvest", json!({ "crop": "potato" }));
    assert_eq!(code(&none), ErrorCode::ResourceNotFound, "{none:#?}");
    for bad in [json!({ "crop": "oak_log" }), json!({ "count": 3 }), json!({ "radius": 0 })] {
        assert_eq!(code(&hands.call("harvest", bad)), ErrorCode::InvalidParams);
    }
    // Walled in with bedrock.
    let behind = wheat[0].offset(0, 0, -8);
    fill(&world, behind.offset(-2, -2, -2), behind.offset(2, 3, 2), "bedrock");
    fill(&world, behind, behind.up(), "air");
    sow(&world, behind, "potatoes", "7");
    hands.must("chat", json!({ "message": "what is there is shown by now" }));
    let blocked = hands.call("harvest", json!({ "crop": "potato" }));
    assert_eq!(code(&blocked), ErrorCode::PathBlocked, "{blocked:#?}");
    // Nothing more goes in.
    let far = spawn.offset(-6, 0, 0);
    sow(&world, far, "beetroots", "3");
    hands.must("chat", json!({ "message": "and this" }));
    world.with(|game| game.give(NAME, "stone", 36 * 64));
    while hands.holds("stone") == 0 {
        hands.must("get_bot_status", json!({}));
    }
    let full = hands.call("harvest", json!({ "crop": "beetroot" }));
    assert_eq!(code(&full), ErrorCode::InventoryFull, "{full:#?}");
    assert_eq!(grows(&world, far), ("beetroots", Some(3)));
    hands.assert_hands_free();
}

/// Who keeps all drops back keeps the seed back as well.
#[test]
fn what_could_not_be_sown_again_is_told() {
    let (world, _, _, carrots) = farm(&[]);
    let mut hands = Hands::join(&world);
    world.with(|game| game.set_creative(NAME));
    let result = hands.call("harvest", json!({ "crop": "carrot" }));
    assert_eq!((code(&result), &context(&result)["lasting"]), (ErrorCode::ActionFailed, &json!(true)), "{result:#?}");
    assert_eq!(context(&result)["bare"].as_array().map(Vec::len), Some(3));
    assert!(carrots.iter().all(|at| grows(&world, *at).0 == "air"));
}

#[test]
fn who_is_withdrawn_from_the_field_stands_with_free_hands() {
    let (world, _, wheat, _) = farm(&[]);
    let mut hands = Hands::join(&world);
    let call = hands.order("harvest", json!({}), CALL_DEADLINE);
    while world.with(|game| game.lying_items()).is_empty() && hands.holds("wheat") == 0 {
        assert!(hands.body.reports.is_empty(), "it ended before anything was broken");
    }
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    hands.assert_hands_free();
    let ripe = wheat.iter().filter(|at| grows(&world, **at) == ("wheat", Some(7))).count();
    assert!(ripe < 5, "something was harvested by then");
}

#[test]
fn a_goal_harvests_what_is_ripe_and_no_more() {
    let (world, _, wheat, carrots) = farm(&[]);
    let run = play(&world, &["harvest 3 wheat", "harvest all the crops here"]);
    run.assert_done();
    assert_eq!(run.report().inventory.count("wheat"), 5);
    let ages = |row: &[BlockPos]| row.iter().map(|at| grows(&world, *at).1).collect::<Vec<_>>();
    assert_eq!(ages(&wheat), [Some(0), Some(3)].repeat(5));
    assert_eq!(ages(&carrots), [Some(0); 3]);
    let run = play(&world, &["harvest the wheat"]);
    let error = run.error().expect("nothing is ripe");
    assert!(error.message.contains("the wheat is not ripe"), "{error}");
}

/// The seeds that are held, or as many as the ground was tilled for.
#[test]
fn the_seeds_are_planted_that_are_meant() {
    for (goal, left) in [("plant your seeds", 0), ("till 2 dirt and plant the seeds on them", 1)] {
        let (world, spawn) = meadow(FAST, &[("wheat_seeds", 3), ("stone_hoe", 1)], |world, spawn| {
            if left == 0 {
                fill(world, spawn.offset(3, -1, 2), spawn.offset(6, -1, 3), "farmland");
            }
        });
        let run = play(&world, &[goal]);
        run.assert_done();
        assert_eq!(run.report().inventory.count("wheat_seeds"), left, "{goal}");
        let around = (-8..=8).flat_map(|x| (-8..=8).map(move |z| (x, z)));
        let sown = around.filter(|(x, z)| grows(&world, spawn.offset(*x, 0, *z)) == ("wheat", Some(0))).count();
        assert_eq!(sown as u32, 3 - left, "{goal}");
    }
}

/// As many as were asked for, one in each piece of farmland.
#[test]
fn so_many_seeds_are_planted() {
    let (world, spawn) = meadow(FAST, &[("wheat_seeds", 9)], |world, spawn| {
        fill(world, spawn.offset(3, -1, 2), spawn.offset(6, -1, 3), "farmland");
    });
    let run = play(&world, &["plant 5 wheat seeds"]);
    run.assert_done();
    assert_eq!(run.report().inventory.count("wheat_seeds"), 4);
    let cells = (3..=6).flat_map(|x| (2..=3).map(move |z| (x, z)));
    let sown = cells.filter(|(x, z)| grows(&world, spawn.offset(*x, 0, *z)) == ("wheat", Some(0))).count();
    assert_eq!(sown, 5);
}
