//! Sneaking: by hand and as goals, looking at what the server counts and whether it has the bot crouched.

use std::thread;

use blockwright::{
    body::{Order, Report},
    domain::ErrorCode,
    practice::PracticeWorld,
};
use serde_json::json;

use super::{
    harness::{FAST, Hands, NAME, code, context, meadow, play, play_seen},
    places::counted_no_more,
};

fn sneaked(world: &PracticeWorld) -> i32 {
    world.with(|game| game.sneaked(NAME)).expect("the bot")
}

fn sneaks(world: &PracticeWorld) -> bool {
    world.with(|game| game.is_sneaking(NAME)).expect("the bot")
}

/// Orders so long a crouch, and waits until the server has the bot crouched.
fn crouched(world: &PracticeWorld, hands: &mut Hands, deadline: u64) -> u64 {
    let call = hands.order("sneak", json!({ "ticks": 4_000 }), deadline);
    while !sneaks(world) && hands.body.reports.is_empty() {
        thread::yield_now();
    }
    call
}

/// What was crouched by then is all there will be: the server has the bot upright.
fn assert_stands(world: &PracticeWorld, hands: &mut Hands) {
    hands.must("sneak", json!({ "ticks": 0 }));
    let then = sneaked(world);
    hands.must("wait", json!({ "ticks": 20 }));
    assert_eq!((sneaked(world), sneaks(world)), (then, false), "it sneaks on");
}

#[test]
fn one_crouches_until_the_server_has_counted_it_and_stands_up() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let told = hands.must("sneak", json!({ "ticks": 100 }));
    let counted = sneaked(&world);
    assert!(counted >= 100, "{counted} ticks");
    assert!(told["ticks"].as_i64().is_some_and(|ticks| (100..=i64::from(counted)).contains(&ticks)), "{told}");
    assert_stands(&world, &mut hands);
    let then = sneaked(&world);
    assert_eq!(hands.must("sneak", json!({}))["before"], json!(then), "what was counted before is not of this call");
    assert!(sneaked(&world) - then >= 40, "a moment");
    assert_eq!(world.with(|game| game.position(NAME)).expect("the bot").block(), spawn, "on the spot");
    assert!(hands.seen().sneaked >= Some(140));
    assert_eq!(code(&hands.call("sneak", json!({ "ticks": 4_001 }))), ErrorCode::InvalidParams);
}

#[test]
fn whatever_ends_a_call_lets_go_of_the_key() {
    let (world, _) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    assert_eq!(code(&hands.withdrawn("sneak", json!({ "ticks": 4_000 }))), ErrorCode::Cancelled);
    assert_stands(&world, &mut hands);
    let call = crouched(&world, &mut hands, 200);
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Timeout);
    assert_stands(&world, &mut hands);
    let call = crouched(&world, &mut hands, 4_000);
    world.with(|game| game.kill(NAME, "Tester was tested to death"));
    assert_eq!(code(&hands.outcome(call)), ErrorCode::BotDied);
    hands.body.orders.send(Order::Respawn).expect("a living body");
    hands.until(|report| matches!(report, Report::Spawned { .. }).then_some(()));
    assert_stands(&world, &mut hands);
    let call = crouched(&world, &mut hands, 4_000);
    world.with(|game| game.kick(NAME, "closing time"));
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Disconnected);
    drop(hands);
    let mut hands = Hands::join(&world);
    assert_stands(&world, &mut hands);
}

#[test]
fn a_server_that_counts_no_sneaking_is_told_of() {
    let (world, _) = meadow(FAST, &[], |_, _| ());
    let mut hands = counted_no_more(&world);
    let result = hands.call("sneak", json!({ "ticks": 30 }));
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!((&context(&result)["expected"], &context(&result)["seen"]), (&json!(30), &json!(0)));
}

#[test]
fn goals_crouch_for_so_long() {
    let (world, _) = meadow(FAST, &[], |_, _| ());
    let (run, (counted, now)) =
        play_seen(&world, &["sneak for 3 seconds then stand up again"], |world| (sneaked(world), sneaks(world)));
    run.assert_done();
    // A server that runs ahead of its client counts more.
    assert!(counted >= 60 && !now, "{counted}: {:#?}", run.events);
    let (run, in_all) = play_seen(&world, &["crouch"], sneaked);
    run.assert_done();
    assert!(in_all >= counted + 40, "{in_all}");
    play(&world, &["stand up"]).assert_done();
    let run = play(&world, &["crouch for 10 minutes"]);
    assert_eq!(run.error().map(|error| error.code), Some(ErrorCode::InvalidParams), "{:#?}", run.report());
}
