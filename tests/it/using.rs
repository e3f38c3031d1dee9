//! What is held, put to use by hand: worn, taken into hands, eaten. Each tool with its error codes, and withdrawn in its midst.

use blockwright::{
    body::{CALL_DEADLINE, Order},
    domain::{BodySlot, ErrorCode, ToolResult},
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use crate::harness::{Hands, NAME, code, context, world};

/// What the server has in a hand or on the body of the bot.
fn in_slot(world: &PracticeWorld, slot: BodySlot) -> Option<(&'static str, u32)> {
    world.with(move |game| game.in_slot(NAME, slot))
}

/// Orders a call, withdraws it as soon as it says what it is at, and gives back its outcome.
fn withdrawn(hands: &mut Hands, tool: &str, params: Value) -> ToolResult {
    let call = hands.order(tool, params, CALL_DEADLINE);
    let slots = hands.body.slots.clone();
    let at_work = || slots.progress.lock().is_ok_and(|now| now.as_ref().is_some_and(|now| now.id == call));
    while !at_work() && hands.body.reports.is_empty() {
        std::thread::yield_now();
    }
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    let result = hands.outcome(call);
    hands.assert_hands_free();
    result
}

#[test]
fn armour_goes_on_and_changes_places_with_what_is_worn() {
    let armour = ["iron_helmet", "iron_chestplate", "iron_leggings", "iron_boots", "leather_helmet"];
    let world = world(26, &armour.map(|item| (item, 1)));
    let mut hands = Hands::join(&world);
    let slots = [BodySlot::Head, BodySlot::Chest, BodySlot::Legs, BodySlot::Feet];
    for (item, slot) in armour.into_iter().zip(slots) {
        let told = hands.must("equip", json!({ "item": item }));
        assert_eq!((&told["slot"], &told["changed"]), (&json!(slot), &json!(true)));
        assert_eq!(in_slot(&world, slot), Some((item, 1)));
    }
    hands.must("equip", json!({ "item": "minecraft:leather_helmet", "slot": "head" }));
    assert_eq!(in_slot(&world, BodySlot::Head), Some(("leather_helmet", 1)));
    assert_eq!(world.with(|game| game.count(NAME, "iron_helmet")), 1, "what was worn is kept");
    assert_eq!(hands.must("equip", json!({ "item": "leather_helmet" }))["changed"], false);
    hands.assert_hands_free();
}

#[test]
fn of_a_stack_one_is_worn_also_in_place_of_another_thing() {
    let world = world(26, &[("carved_pumpkin", 5), ("iron_helmet", 1)]);
    let mut hands = Hands::join(&world);
    hands.must("equip", json!({ "item": "iron_helmet" }));
    hands.must("equip", json!({ "item": "carved_pumpkin" }));
    assert_eq!(in_slot(&world, BodySlot::Head), Some(("carved_pumpkin", 1)));
    let held = world.with(|game| game.inventory(NAME));
    assert_eq!((held["carved_pumpkin"], held["iron_helmet"]), (5, 1));
    hands.assert_hands_free();
}

#[test]
fn hands_take_what_lies_anywhere() {
    // The hotbar is full, and the torches lie in the pack.
    let hotbar = ["stick", "coal", "flint", "bread", "string", "paper", "bone", "feather", "shield"];
    let held: Vec<(&str, u32)> =
        hotbar.map(|item| (item, 1)).into_iter().chain([("torch", 7), ("iron_axe", 1)]).collect();
    let world = world(26, &held);
    let mut hands = Hands::join(&world);
    hands.must("equip", json!({ "item": "shield" }));
    assert_eq!(in_slot(&world, BodySlot::OffHand), Some(("shield", 1)));
    hands.must("equip", json!({ "item": "torch", "slot": "off_hand" }));
    assert_eq!(in_slot(&world, BodySlot::OffHand), Some(("torch", 7)));
    hands.must("equip", json!({ "item": "iron_axe" }));
    assert_eq!(in_slot(&world, BodySlot::MainHand), Some(("iron_axe", 1)));
    // Out of the off hand.
    hands.must("equip", json!({ "item": "torch" }));
    assert_eq!((in_slot(&world, BodySlot::MainHand), in_slot(&world, BodySlot::OffHand)), (Some(("torch", 7)), None));
    let now: Vec<_> = world.with(|game| game.inventory(NAME)).into_keys().collect();
    assert_eq!(now.len(), held.len(), "nothing is lost: {now:?}");
    hands.assert_hands_free();
}

#[test]
fn what_is_not_held_or_does_not_go_there_is_refused() {
    let world = world(26, &[("stick", 1)]);
    let mut hands = Hands::join(&world);
    let missing = hands.call("equip", json!({ "item": "iron_helmet" }));
    assert_eq!(code(&missing), ErrorCode::InsufficientMaterials);
    assert_eq!(context(&missing)["missing"], json!({ "iron_helmet": 1 }));
    let missing = hands.call("equip", json!({ "item": "torch", "slot": "off_hand" }));
    assert_eq!(code(&missing), ErrorCode::InsufficientMaterials);
    let wrong = hands.call("equip", json!({ "item": "stick", "slot": "legs" }));
    assert_eq!(code(&wrong), ErrorCode::InvalidParams, "{wrong:#?}");
    hands.assert_hands_free();
}

#[test]
fn what_is_worn_needs_room_to_be_taken_off() {
    let world = world(26, &[("iron_helmet", 1)]);
    let mut hands = Hands::join(&world);
    hands.must("equip", json!({ "item": "iron_helmet" }));
    world.with(|game| game.give(NAME, "dirt", 35 * 64) && game.give(NAME, "carved_pumpkin", 2));
    while hands.holds("carved_pumpkin") < 2 {
        hands.must("get_bot_status", json!({}));
    }
    let full = hands.call("equip", json!({ "item": "carved_pumpkin" }));
    assert_eq!(code(&full), ErrorCode::InventoryFull, "{full:#?}");
    assert_eq!(in_slot(&world, BodySlot::Head), Some(("iron_helmet", 1)));
    hands.assert_hands_free();
}

#[test]
fn a_server_that_does_not_put_it_on_is_told_of() {
    let world = world(26, &[("iron_helmet", 1)]);
    let mut hands = Hands::join(&world);
    // Who only looks on moves nothing, and is shown so.
    world.with(|game| game.set_spectator(NAME));
    let result = hands.call("equip", json!({ "item": "iron_helmet" }));
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!((&context(&result)["expected"], &context(&result)["seen"]), (&json!("iron_helmet"), &Value::Null));
    assert_eq!(hands.holds("iron_helmet"), 1);
    hands.assert_hands_free();
}

#[test]
fn putting_on_can_be_withdrawn() {
    let world = world(26, &[("iron_helmet", 1), ("carved_pumpkin", 3)]);
    let mut hands = Hands::join(&world);
    hands.must("equip", json!({ "item": "iron_helmet" }));
    let result = withdrawn(&mut hands, "equip", json!({ "item": "carved_pumpkin" }));
    // It may have been done by then.
    assert!(result.success || code(&result) == ErrorCode::Cancelled, "{result:#?}");
    let held = world.with(|game| game.inventory(NAME));
    assert_eq!((held["carved_pumpkin"], held["iron_helmet"]), (3, 1));
    assert!(world.with(|game| game.workspace(NAME).is_empty()));
}

/// A world in which the bot is hungry, and knows it.
fn hungry(food: u32, give: &[(&str, u32)]) -> (PracticeWorld, Hands) {
    let world = world(26, give);
    let mut hands = Hands::join(&world);
    world.with(move |game| game.set_food(NAME, food));
    while hands.must("get_bot_status", json!({}))["food"] != food {}
    (world, hands)
}

#[test]
fn a_meal_ends_when_the_bar_is_full_or_nothing_is_left() {
    let (world, mut hands) = hungry(7, &[("bread", 9), ("golden_apple", 1), ("rotten_flesh", 3)]);
    let told = hands.must("eat", json!({}));
    assert_eq!((&told["eaten"], &told["items"]), (&json!(3), &json!({ "bread": 3 })));
    assert_eq!(world.with(|game| (game.food(NAME), game.count(NAME, "bread"))), (Some(20), 6));
    // There is no more to do, and it says so.
    assert_eq!(hands.must("eat", json!({}))["eaten"], 0);
    world.with(|game| game.set_food(NAME, 1));
    while hands.seen().food != 1 {
        hands.must("get_bot_status", json!({}));
    }
    hands.must("eat", json!({ "food": 5 }));
    assert_eq!(world.with(|game| (game.food(NAME), game.count(NAME, "bread"))), (Some(6), 5));
    hands.must("drop", json!({ "item": "bread", "count": 4 }));
    let told = hands.must("eat", json!({}));
    assert_eq!((&told["eaten"], &told["food"]), (&json!(1), &json!(11)), "all that is eaten unasked: {told}");
    assert_eq!(world.with(|game| (game.count(NAME, "golden_apple"), game.count(NAME, "rotten_flesh"))), (1, 3));
    hands.assert_hands_free();
}

#[test]
fn so_many_of_what_is_named_are_eaten() {
    let (world, mut hands) = hungry(10, &[("bread", 3), ("apple", 3), ("golden_apple", 2), ("mushroom_stew", 1)]);
    hands.must("eat", json!({ "item": "minecraft:apple", "count": 2 }));
    assert_eq!(world.with(|game| (game.food(NAME), game.count(NAME, "apple"))), (Some(18), 1));
    hands.must("eat", json!({ "item": "mushroom_stew", "count": 1 }));
    assert_eq!(world.with(|game| (game.food(NAME), game.count(NAME, "bowl"))), (Some(20), 1));
    // Also with a full bar.
    hands.must("eat", json!({ "item": "golden_apple", "count": 1 }));
    assert_eq!(world.with(|game| game.count(NAME, "golden_apple")), 1);
}

#[test]
fn who_has_too_little_to_eat_is_told_what() {
    let (world, mut hands) = hungry(3, &[("rotten_flesh", 2), ("apple", 1)]);
    let none = hands.call("eat", json!({ "item": "bread", "count": 2 }));
    assert_eq!(code(&none), ErrorCode::InsufficientMaterials);
    assert_eq!(context(&none)["missing"], json!({ "bread": 2 }));
    let few = hands.call("eat", json!({ "item": "apple", "food": 12 }));
    assert_eq!(code(&few), ErrorCode::InsufficientMaterials);
    assert_eq!((&context(&few)["eaten"], &context(&few)["missing"]), (&json!(1), &json!({ "apple": 2 })));
    let unnamed = hands.call("eat", json!({}));
    assert_eq!(code(&unnamed), ErrorCode::InsufficientMaterials);
    assert!(format!("{:?}", unnamed.error).contains("rotten_flesh only if named"), "{unnamed:#?}");
    assert_eq!(world.with(|game| (game.food(NAME), game.count(NAME, "rotten_flesh"))), (Some(7), 2));
    assert_eq!(code(&hands.call("eat", json!({ "item": "stick" }))), ErrorCode::InvalidParams);
}

#[test]
fn nobody_eats_more_than_goes_in() {
    let (world, mut hands) = hungry(16, &[("bread", 3)]);
    let result = hands.call("eat", json!({ "item": "bread", "count": 3 }));
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!((&context(&result)["eaten"], &context(&result)["lasting"]), (&json!(1), &json!(true)));
    assert_eq!(world.with(|game| game.count(NAME, "bread")), 2);
}

#[test]
fn a_server_that_lets_nobody_eat_is_told_of() {
    let (world, mut hands) = hungry(5, &[("bread", 3)]);
    world.with(|game| game.set_spectator(NAME));
    let result = hands.call("eat", json!({}));
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!((&context(&result)["expected"], &context(&result)["seen"]), (&json!(2), &json!(3)));
}

#[test]
fn who_is_withdrawn_from_a_meal_eats_no_more() {
    let (world, mut hands) = hungry(5, &[("bread", 64)]);
    let result = withdrawn(&mut hands, "eat", json!({ "item": "bread" }));
    assert_eq!(code(&result), ErrorCode::Cancelled);
    let (then, left) = world.with(|game| (game.tick(), game.count(NAME, "bread")));
    while world.with(|game| game.tick()) < then + 80 {
        std::thread::yield_now();
    }
    assert_eq!(world.with(|game| game.count(NAME, "bread")), left, "it went on with its mouth full");
    assert!(left > 60, "{left}");
}
