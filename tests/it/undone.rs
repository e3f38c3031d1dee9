//! A server that undoes what the bot does: it is told so after a few tries, in few ticks, and goes elsewhere.

use blockwright::{
    domain::{BlockPos, ErrorCode, ToolResult},
    practice::PracticeWorld,
};
use serde_json::json;

use crate::harness::{Hands, LEVEL, NAME, code, context, fill, play, world_at};

/// Ticks in which nobody can have tried for long: a tenth of what a call may take, and more than three digs by hand.
const SOON: u64 = 480;

/// Slower than other tests' worlds: at their rate the server's answers take many ticks.
const TICK_RATE: f32 = 100.0;

/// A flat, empty place at the spawn, which is protected from the bot.
fn protected(radius: u32, give: &[(&str, u32)]) -> (PracticeWorld, BlockPos) {
    let world = world_at(TICK_RATE, LEVEL, give);
    let spawn = world.with(|game| game.spawn());
    fill(&world, spawn.offset(-8, 0, -8), spawn.offset(8, 6, 8), "air");
    fill(&world, spawn.offset(-8, -3, -8), spawn.offset(8, -1, 8), "dirt");
    world.with(move |game| game.protect_spawn(radius, "Keeper"));
    (world, spawn)
}

fn assert_undone(result: &ToolResult, seen: &str) {
    assert_eq!(code(result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!(context(result)["seen"], seen, "{result:#?}");
    assert!(context(result)["undone"].as_u64() >= Some(2), "{result:#?}");
    assert!(result.ticks < SOON, "{result:#?}");
}

#[test]
fn digs_that_are_undone_end_the_call_soon() {
    let (world, spawn) = protected(100, &[]);
    let mut hands = Hands::join(&world);
    assert_undone(&hands.call("mine", json!({ "target": "dirt", "count": 3 })), "dirt");
    let named = hands.call("mine", json!({ "target": "dirt", "at": spawn.offset(2, -1, 0) }));
    assert_undone(&named, "dirt");
    assert_eq!(context(&named)["target"], json!(spawn.offset(2, -1, 0)));
    hands.assert_hands_free();
}

#[test]
fn a_way_that_may_not_be_dug_is_given_up_soon() {
    let (world, spawn) = protected(100, &[]);
    let down = spawn.offset(4, -2, 0);
    fill(&world, down, down, "air");
    let mut hands = Hands::join(&world);
    let result = hands.call("navigate", json!({ "x": down.x, "y": down.y, "z": down.z, "dig": true }));
    assert_undone(&result, "dirt");
}

#[test]
fn blocks_that_are_not_let_be_placed_end_the_call_soon() {
    let (world, _) = protected(100, &[("crafting_table", 1), ("oak_planks", 8)]);
    let mut hands = Hands::join(&world);
    assert_undone(&hands.call("place_block", json!({ "block": "crafting_table" })), "air");
    assert_undone(&hands.call("craft", json!({ "item": "chest" })), "air");
    assert_eq!((hands.holds("crafting_table"), hands.holds("oak_planks")), (1, 8));
    hands.assert_hands_free();
}

#[test]
fn drops_that_never_come_end_the_call_soon() {
    // As for whoever digs in creative mode.
    let (world, _) = protected(0, &[]);
    let mut hands = Hands::join(&world);
    world.with(|game| game.set_creative(NAME));
    hands.must("chat", json!({ "message": "by now it is seen" }));
    let result = hands.call("mine", json!({ "target": "dirt", "count": 3 }));
    assert_undone(&result, "no drop");
}

#[test]
fn what_a_protected_spawn_forbids_is_done_outside() {
    let (world, _) = protected(16, &[]);
    let run = play(&world, &["mine 2 dirt"]);
    run.assert_done();
    let steps: Vec<&str> = run.report().goals[0].steps.iter().map(|step| step.tool.as_str()).collect();
    assert_eq!(steps, ["navigate", "mine"], "{:#?}", run.report());
}
