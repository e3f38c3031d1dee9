//! What is held, put to use by hand: worn, taken into hands, eaten, used on blocks, slept in. Each tool with its error codes, and withdrawn in its midst.

use blockwright::{
    app::start_body,
    body::{CALL_DEADLINE, Leases, Order, Report, deadline},
    domain::{BlockPos, BodySlot, ErrorCode, Sleep},
    journal::Event,
    knowledge::{self, SopLibrary},
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use crate::harness::{Hands, LEVEL, NAME, code, context, fill, play_by, world};

/// What the server has in a hand or on the body of the bot.
fn in_slot(world: &PracticeWorld, slot: BodySlot) -> Option<(&'static str, u32)> {
    world.with(move |game| game.in_slot(NAME, slot))
}

#[test]
fn armour_goes_on_and_changes_places_with_what_is_worn() {
    let armour = ["iron_helmet", "iron_chestplate", "iron_leggings", "iron_boots", "leather_helmet"];
    let world = world(LEVEL, &armour.map(|item| (item, 1)));
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
    let world = world(LEVEL, &[("carved_pumpkin", 5), ("iron_helmet", 1)]);
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
    let world = world(LEVEL, &held);
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
    let world = world(LEVEL, &[("stick", 1)]);
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
    let world = world(LEVEL, &[("iron_helmet", 1)]);
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
    let world = world(LEVEL, &[("iron_helmet", 1)]);
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
    let world = world(LEVEL, &[("iron_helmet", 1), ("carved_pumpkin", 3)]);
    let mut hands = Hands::join(&world);
    hands.must("equip", json!({ "item": "iron_helmet" }));
    let result = hands.withdrawn("equip", json!({ "item": "carved_pumpkin" }));
    // It may have been done by then.
    assert!(result.success || code(&result) == ErrorCode::Cancelled, "{result:#?}");
    let held = world.with(|game| game.inventory(NAME));
    assert_eq!((held["carved_pumpkin"], held["iron_helmet"]), (3, 1));
    assert!(world.with(|game| game.workspace(NAME).is_empty()));
}

/// A world in which the bot wears iron and holds a sword.
fn clad(more: &[(&str, u32)]) -> (PracticeWorld, Hands) {
    let armour = ["iron_helmet", "iron_chestplate", "iron_leggings", "iron_boots", "iron_sword"];
    let held: Vec<(&str, u32)> = armour.iter().map(|item| (*item, 1)).chain(more.iter().copied()).collect();
    let world = world(LEVEL, &held);
    let mut hands = Hands::join(&world);
    for item in armour {
        hands.must("equip", json!({ "item": item }));
    }
    (world, hands)
}

const WORN: [BodySlot; 4] = [BodySlot::Head, BodySlot::Chest, BodySlot::Legs, BodySlot::Feet];

#[test]
fn what_is_worn_comes_off_by_place_by_name_and_all_at_once() {
    let (world, mut hands) = clad(&[("torch", 7)]);
    let worn = |world: &PracticeWorld| WORN.map(|slot| in_slot(world, slot).is_some());
    let told = hands.must("take_off", json!({ "slot": "head" }));
    assert_eq!((&told["taken_off"], &told["changed"]), (&json!({ "iron_helmet": 1 }), &json!(true)));
    assert_eq!(worn(&world), [false, true, true, true]);
    hands.must("take_off", json!({ "item": "minecraft:iron_boots" }));
    assert_eq!(worn(&world), [false, true, true, false]);
    assert_eq!(hands.must("take_off", json!({ "slot": "feet" }))["changed"], false, "there is nothing more");
    hands.must("take_off", json!({}));
    assert_eq!(worn(&world), [false; 4]);
    assert_eq!(in_slot(&world, BodySlot::MainHand), Some(("iron_sword", 1)), "hands are not armour");
    hands.must("take_off", json!({ "item": "iron_sword" }));
    assert_eq!(in_slot(&world, BodySlot::MainHand), None);
    hands.must("equip", json!({ "item": "torch", "slot": "off_hand" }));
    hands.must("take_off", json!({ "slot": "off_hand" }));
    assert_eq!(in_slot(&world, BodySlot::OffHand), None);
    let held = world.with(|game| game.inventory(NAME));
    assert_eq!(held.values().sum::<u32>(), 5 + 7, "nothing is lost: {held:?}");
    hands.assert_hands_free();
}

#[test]
fn what_is_taken_off_needs_room() {
    let (world, mut hands) = clad(&[]);
    world.with(|game| game.give(NAME, "dirt", 36 * 64));
    while hands.holds("dirt") < 35 * 64 {
        hands.must("get_bot_status", json!({}));
    }
    for params in [json!({ "slot": "head" }), json!({ "item": "iron_sword" })] {
        let full = hands.call("take_off", params);
        assert_eq!(code(&full), ErrorCode::InventoryFull, "{full:#?}");
    }
    assert_eq!(in_slot(&world, BodySlot::Head), Some(("iron_helmet", 1)));
    assert_eq!(in_slot(&world, BodySlot::MainHand), Some(("iron_sword", 1)));
    hands.assert_hands_free();
}

#[test]
fn a_server_that_does_not_take_it_off_is_told_of() {
    let (world, mut hands) = clad(&[]);
    world.with(|game| game.set_spectator(NAME));
    let result = hands.call("take_off", json!({ "slot": "legs" }));
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!(context(&result)["seen"], json!("iron_leggings"));
    hands.assert_hands_free();
}

#[test]
fn what_nobody_wears_is_not_taken_off() {
    let (_world, mut hands) = clad(&[]);
    let result = hands.call("take_off", json!({ "item": "golden_helmet" }));
    assert_eq!((code(&result), &context(&result)["lasting"]), (ErrorCode::ActionFailed, &json!(true)));
    let both = hands.call("take_off", json!({ "item": "iron_helmet", "slot": "head" }));
    assert_eq!(code(&both), ErrorCode::InvalidParams);
    assert_eq!(code(&hands.call("take_off", json!({ "item": "iron_hat" }))), ErrorCode::InvalidParams);
}

#[test]
fn taking_off_can_be_withdrawn() {
    let (world, mut hands) = clad(&[]);
    let result = hands.withdrawn("take_off", json!({}));
    assert!(result.success || code(&result) == ErrorCode::Cancelled, "{result:#?}");
    let held = world.with(|game| game.inventory(NAME));
    assert_eq!(held.values().sum::<u32>(), 5, "{held:?}");
    assert!(world.with(|game| game.workspace(NAME).is_empty()));
}

/// A world in which the bot is hungry, and knows it.
fn hungry(food: u32, give: &[(&str, u32)]) -> (PracticeWorld, Hands) {
    let world = world(LEVEL, give);
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
    // Nobody eats then, and it says so.
    assert_eq!(code(&hands.call("eat", json!({}))), ErrorCode::ActionFailed);
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
    let result = hands.withdrawn("eat", json!({ "item": "bread" }));
    assert_eq!(code(&result), ErrorCode::Cancelled);
    let (then, left) = world.with(|game| (game.tick(), game.count(NAME, "bread")));
    world.until(80, move |game| game.tick() >= then + 80);
    assert_eq!(world.with(|game| game.count(NAME, "bread")), left, "it went on with its mouth full");
    assert!(left > 60, "{left}");
}

/// Flat, empty grass around the spawn with the bot on it.
fn meadow(give: &[(&str, u32)]) -> (PracticeWorld, Hands, BlockPos) {
    let world = world(LEVEL, give);
    let spawn = world.with(|game| game.spawn());
    fill(&world, spawn.offset(-9, 0, -9), spawn.offset(9, 6, 9), "air");
    fill(&world, spawn.offset(-9, -3, -9), spawn.offset(9, -1, 9), "grass_block");
    let hands = Hands::join(&world);
    (world, hands, spawn)
}

/// Waits until the server has such a block there.
fn comes_to_be(world: &PracticeWorld, hands: &mut Hands, at: BlockPos, block: &str) {
    for _ in 0..400 {
        if stands(world, at) == block {
            return;
        }
        hands.must("get_bot_status", json!({}));
    }
    panic!("{} stays at {at}", stands(world, at));
}

/// Puts a block in a state, as commands write it.
fn put(world: &PracticeWorld, at: BlockPos, what: &str) {
    let (_, properties) = knowledge::placing::read_state(what).expect("a state");
    let block = knowledge::block(what.split('[').next().expect("a name")).expect("a block");
    let state = knowledge::state_with(block, &properties).expect("a state of it");
    world.with(move |game| game.set_block(at, state));
}

/// What the server has there: the block, and a property of it.
fn shows(world: &PracticeWorld, at: BlockPos, property: &str) -> (&'static str, Option<&'static str>) {
    let state = world.with(move |game| game.block(at));
    let properties = knowledge::state_properties(state);
    let value = properties.into_iter().find(|(name, _)| *name == property).map(|(_, value)| value);
    (knowledge::block_of_state(state).expect("a block").name, value)
}

fn stands(world: &PracticeWorld, at: BlockPos) -> &'static str {
    shows(world, at, "").0
}

fn on(at: BlockPos, item: &str) -> Value {
    json!({ "item": item, "x": at.x, "y": at.y, "z": at.z })
}

#[test]
fn doors_open_and_close_as_asked_and_stay_so() {
    let (world, mut hands, spawn) = meadow(&[]);
    let (door, gate, trap) = (spawn.offset(5, 0, 0), spawn.offset(0, 0, 5), spawn.offset(-5, 0, 2));
    put(&world, door, "oak_door[half=lower]");
    put(&world, door.up(), "oak_door[half=upper]");
    put(&world, gate, "oak_fence_gate[open=false]");
    put(&world, trap, "oak_trapdoor[open=true]");
    hands.sees(trap, "oak_trapdoor");
    let open = |block: &str, open: bool| json!({ "block": block, "state": { "open": open } });
    for (wanted, changed) in [(true, true), (true, false), (false, true)] {
        let told = hands.must("use_item", open("door", wanted));
        assert_eq!((&told["changed"], &told["state"]), (&json!(changed), &json!({ "open": wanted.to_string() })));
        for half in [door, door.up()] {
            assert_eq!(shows(&world, half, "open"), ("oak_door", Some(if wanted { "true" } else { "false" })));
        }
    }
    hands.must("use_item", open("fence_gate", true));
    assert_eq!(shows(&world, gate, "open"), ("oak_fence_gate", Some("true")));
    let at = json!({ "x": trap.x, "y": trap.y, "z": trap.z, "state": { "open": "false" } });
    hands.must("use_item", at);
    assert_eq!(shows(&world, trap, "open"), ("oak_trapdoor", Some("false")));
    hands.assert_hands_free();
}

#[test]
fn levers_turn_and_buttons_are_pressed() {
    let (world, mut hands, spawn) = meadow(&[]);
    // At the game's own pace: a button springs back after 30 ticks, and both the bot and this test look at it meanwhile.
    world.with(|game| game.set_tick_rate(20.0));
    let (lever, button) = (spawn.offset(4, 0, 0), spawn.offset(-4, 0, 0));
    put(&world, lever, "lever[face=floor]");
    put(&world, button, "oak_button[face=floor,powered=false]");
    hands.sees(button, "oak_button");
    let was = shows(&world, lever, "powered");
    let told = hands.must("use_item", json!({ "block": "lever" }));
    let now = shows(&world, lever, "powered");
    assert!(was != now && told["state"]["powered"] == now.1.unwrap_or_default(), "{was:?} {now:?} {told}");
    let told = hands.must("use_item", json!({ "block": "button" }));
    assert_eq!((&told["block"], &told["state"]["powered"]), (&json!("oak_button"), &json!("true")));
    // It is down for 30 ticks: pressed in that time nothing would come of it.
    let before = world.with(|game| game.tick());
    assert_eq!(shows(&world, button, "powered").1, Some("true"), "still down");
    let told = hands.must("use_item", json!({ "block": "button" }));
    let passed = world.with(|game| game.tick()) - before;
    assert!(passed >= 20 && told["state"]["powered"] == "true", "{passed} ticks: {told}");
    assert_eq!(shows(&world, button, "powered").1, Some("true"), "down once more");
}

#[test]
fn tools_make_of_the_ground_what_they_are_for() {
    let (world, mut hands, spawn) = meadow(&[("stone_hoe", 1), ("iron_shovel", 1), ("wooden_axe", 1)]);
    let (field, log) = (spawn.offset(3, -1, 3), spawn.offset(-4, 0, 4));
    put(&world, log, "birch_log[axis=x]");
    hands.sees(log, "birch_log");
    let dirt = spawn.offset(-3, -1, -3);
    put(&world, dirt, "dirt");
    hands.must("use_item", on(dirt, "stone_hoe"));
    assert_eq!(stands(&world, dirt), "farmland");
    hands.must("use_item", on(field, "stone_hoe"));
    assert_eq!(stands(&world, field), "farmland");
    assert_eq!(hands.must("use_item", on(field, "stone_hoe"))["changed"], false, "it is tilled already");
    let path = hands.must("use_item", json!({ "item": "iron_shovel", "block": "grass_block" }));
    assert_eq!(stands(&world, BlockPos::told_by(&path).expect("a place")), "dirt_path");
    hands.must("use_item", json!({ "item": "wooden_axe", "block": "log" }));
    assert_eq!(shows(&world, log, "axis"), ("stripped_birch_log", Some("x")));
    hands.assert_hands_free();
}

#[test]
fn buckets_are_filled_and_poured_out() {
    let (world, mut hands, spawn) = meadow(&[("bucket", 2)]);
    let (water, lava, to) = (spawn.offset(4, -1, 0), spawn.offset(-5, -1, 0), spawn.offset(2, 0, 4));
    put(&world, water, "water");
    put(&world, lava, "lava");
    hands.sees(lava, "lava");
    hands.sees(water, "water");
    let told = hands.must("use_item", json!({ "item": "bucket", "block": "water" }));
    assert_eq!((&told["got"], BlockPos::told_by(&told)), (&json!("water_bucket"), Some(water)));
    assert_eq!((stands(&world, water), world.with(|game| game.count(NAME, "water_bucket"))), ("air", 1));
    let told = hands.must("use_item", on(lava, "bucket"));
    assert_eq!(told["got"], "lava_bucket");
    assert_eq!((stands(&world, lava), world.with(|game| game.count(NAME, "lava_bucket"))), ("air", 1));
    hands.must("use_item", on(to, "water_bucket"));
    assert_eq!((stands(&world, to), world.with(|game| game.count(NAME, "bucket"))), ("water", 1));
    let far = spawn.offset(-6, 0, -6);
    hands.must("use_item", on(far.down(), "lava_bucket"));
    assert_eq!(stands(&world, far), "lava");
    assert_eq!(world.with(|game| game.count(NAME, "bucket")), 2);
    hands.assert_hands_free();
}

/// What flows may be nearer than its source, and is no good to a bucket; nor does it keep anybody from walking.
#[test]
fn what_was_poured_out_flows_and_is_taken_up_at_its_source() {
    let (world, mut hands, spawn) = meadow(&[("water_bucket", 1)]);
    let source = spawn.offset(-4, 0, 0);
    hands.must("use_item", on(source, "water_bucket"));
    let to = |at: BlockPos| json!({ "x": at.x, "y": at.y, "z": at.z, "tolerance": 1 });
    let far = source.offset(8, 0, 0);
    hands.must("navigate", to(far));
    comes_to_be(&world, &mut hands, source.offset(7, 0, 0), "water");
    let told = hands.must("use_item", json!({ "item": "bucket", "block": "water" }));
    assert_eq!((&told["got"], BlockPos::told_by(&told)), (&json!("water_bucket"), Some(source)));
    hands.must("navigate", to(far));
    assert_eq!(world.with(|game| game.count(NAME, "water_bucket")), 1);
    comes_to_be(&world, &mut hands, source.offset(7, 0, 0), "air");
    hands.assert_hands_free();
}

#[test]
fn fires_are_lit_and_crops_are_sown_and_fed() {
    let give = [
        ("stone_shovel", 1),
        ("flint_and_steel", 1),
        ("wheat_seeds", 3),
        ("bone_meal", 9),
        ("potato", 2),
        ("beetroot_seeds", 1),
    ];
    let (world, mut hands, spawn) = meadow(&give);
    let (campfire, ground) = (spawn.offset(5, 0, 0), spawn.offset(-5, -1, 0));
    let fields = [spawn.offset(2, -1, 4), spawn.offset(3, -1, 4), spawn.offset(4, -1, 4)];
    put(&world, campfire, "campfire[lit=false]");
    fields.iter().for_each(|at| put(&world, *at, "farmland"));
    hands.sees(campfire, "campfire");
    let told = hands.must("use_item", json!({ "item": "flint_and_steel", "block": "campfire" }));
    assert_eq!((shows(&world, campfire, "lit"), &told["changed"]), (("campfire", Some("true")), &json!(true)));
    assert_eq!(hands.must("use_item", on(campfire, "flint_and_steel"))["changed"], false, "it burns already");
    hands.must("use_item", json!({ "item": "stone_shovel", "block": "campfire" }));
    assert_eq!(shows(&world, campfire, "lit"), ("campfire", Some("false")));
    hands.must("use_item", on(ground, "flint_and_steel"));
    assert_eq!(stands(&world, ground.up()), "fire");
    // On the field, at the place above it, and wherever one is.
    hands.must("use_item", on(fields[0], "wheat_seeds"));
    hands.must("use_item", on(fields[1].up(), "potato"));
    hands.must("use_item", json!({ "item": "beetroot_seeds" }));
    let sown = fields.map(|at| stands(&world, at.up()));
    assert_eq!(sown, ["wheat", "potatoes", "beetroots"]);
    for at in fields {
        hands.must("use_item", on(at.up(), "bone_meal"));
        assert_ne!(shows(&world, at.up(), "age").1, Some("0"));
    }
    assert_eq!(world.with(|game| (game.count(NAME, "wheat_seeds"), game.count(NAME, "potato"))), (2, 1));
    hands.assert_hands_free();
}

#[test]
fn what_is_to_be_used_must_be_there() {
    let (world, mut hands, spawn) = meadow(&[("bucket", 1)]);
    let missing = hands.call("use_item", json!({ "item": "stone_hoe" }));
    assert_eq!(
        (code(&missing), &context(&missing)["missing"]),
        (ErrorCode::InsufficientMaterials, &json!({ "stone_hoe": 1 }))
    );
    let none = hands.call("use_item", json!({ "block": "lever" }));
    assert_eq!((code(&none), &context(&none)["search_radius"]), (ErrorCode::ResourceNotFound, &json!(48)));
    let none = hands.call("use_item", json!({ "item": "bucket", "block": "lava" }));
    assert_eq!(code(&none), ErrorCode::ResourceNotFound, "{none:#?}");
    let ground = spawn.offset(2, -1, 0);
    let other = hands.call("use_item", json!({ "block": "door", "x": ground.x, "y": ground.y, "z": ground.z }));
    assert_eq!((code(&other), &context(&other)["seen"]), (ErrorCode::ResourceNotFound, &json!("grass_block")));
    assert_eq!(code(&hands.call("use_item", json!({ "item": "stick" }))), ErrorCode::InvalidParams);
    assert_eq!(stands(&world, ground), "grass_block");
}

#[test]
fn what_nobody_gets_at_is_not_used() {
    let (world, mut hands, spawn) = meadow(&[]);
    let lever = spawn.offset(6, 1, 0);
    fill(&world, lever.offset(-2, -2, -2), lever.offset(2, 2, 2), "bedrock");
    put(&world, lever, "lever[face=floor]");
    hands.sees(lever, "lever");
    let result = hands.call("use_item", json!({ "block": "lever" }));
    assert_eq!(code(&result), ErrorCode::PathBlocked, "{result:#?}");
    let result = hands.call("use_item", json!({ "x": lever.x, "y": lever.y, "z": lever.z }));
    assert_eq!(code(&result), ErrorCode::PathBlocked, "{result:#?}");
}

#[test]
fn what_nothing_comes_of_is_named() {
    let (world, mut hands, spawn) = meadow(&[("stone_hoe", 1)]);
    let (door, covered) = (spawn.offset(4, 0, 0), spawn.offset(0, -1, 4));
    put(&world, door, "iron_door[half=lower]");
    put(&world, door.up(), "iron_door[half=upper]");
    put(&world, covered.up(), "stone");
    hands.sees(covered.up(), "stone");
    let at = json!({ "x": door.x, "y": door.y, "z": door.z, "state": { "open": true } });
    let result = hands.call("use_item", at);
    assert_eq!((code(&result), &context(&result)["seen"]), (ErrorCode::ActionFailed, &json!("iron_door")));
    assert!(format!("{:?}", result.error).contains("redstone") && context(&result)["lasting"] == true, "{result:#?}");
    let result = hands.call("use_item", on(covered, "stone_hoe"));
    assert_eq!((code(&result), &context(&result)["lasting"]), (ErrorCode::ActionFailed, &json!(true)));
    assert!(format!("{:?}", result.error).contains("on top of it"), "{result:#?}");
}

#[test]
fn a_use_that_a_protected_spawn_forbids_is_told_of() {
    let (world, mut hands, spawn) = meadow(&[("stone_hoe", 1), ("water_bucket", 1)]);
    world.with(|game| game.protect_spawn(100, "Keeper"));
    let field = spawn.offset(2, -1, 2);
    for item in ["stone_hoe", "water_bucket"] {
        let result = hands.call("use_item", on(field, item));
        assert_eq!((code(&result), stands(&world, field)), (ErrorCode::ActionFailed, "grass_block"), "{result:#?}");
    }
    assert_eq!(world.with(|game| game.count(NAME, "water_bucket")), 1);
    hands.assert_hands_free();
}

#[test]
fn a_use_can_be_withdrawn_on_the_way() {
    let (world, mut hands, spawn) = meadow(&[("stone_hoe", 1)]);
    let field = spawn.offset(8, -1, 8);
    let result = hands.withdrawn("use_item", on(field, "stone_hoe"));
    assert_eq!((code(&result), stands(&world, field)), (ErrorCode::Cancelled, "grass_block"));
    let before = hands.seen().position;
    hands.must("chat", json!({ "message": "still here" }));
    assert!(before.horizontal_distance(hands.seen().position) < 0.6, "it walked on");
}

/// Puts a bed with its foot here and its head to the east of it.
fn put_bed(world: &PracticeWorld, foot: BlockPos) {
    put(world, foot, "red_bed[facing=east,part=foot]");
    put(world, foot.offset(1, 0, 0), "red_bed[facing=east,part=head]");
}

/// Makes it night, and waits until the bot is shown so.
fn fall_night(world: &PracticeWorld, hands: &mut Hands) {
    world.with(|game| game.set_day_time(14_000));
    while hands.must("get_bot_status", json!({}))["time_of_day"].as_u64() < Some(14_000) {}
}

/// Another player, who stays up.
fn company(world: &PracticeWorld) -> Hands {
    let body = start_body(world.address().to_string(), "Owl", Leases::default(), std::sync::Arc::new(|| ()));
    let mut owl = Hands::with(body.expect("a body"));
    owl.until(|report| matches!(report, Report::Spawned { .. }).then_some(()));
    owl
}

fn is_slept_in(world: &PracticeWorld, foot: BlockPos) -> bool {
    shows(world, foot, "occupied") == ("red_bed", Some("true"))
}

/// A night in which somebody stays up, and a bed four blocks east of the spawn: where its foot is.
fn night_in_company() -> (PracticeWorld, Hands, BlockPos, Hands) {
    let (world, mut hands, spawn) = meadow(&[]);
    let foot = spawn.offset(4, 0, 0);
    put_bed(&world, foot);
    hands.sees(foot, "red_bed");
    let owl = company(&world);
    fall_night(&world, &mut hands);
    (world, hands, foot, owl)
}

/// Orders the bot to sleep, and waits until it lies in bed and knows it.
fn fall_asleep(hands: &mut Hands) -> u64 {
    let call = hands.order("sleep", json!({}), CALL_DEADLINE);
    let slots = hands.body.slots.clone();
    let at = |text: &str| {
        slots.progress.lock().is_ok_and(|now| now.as_ref().is_some_and(|now| now.id == call && now.text == text))
    };
    while !at("asleep") {
        // Who lies down is told things in the chat.
        if let Ok(Report::Outcome { result, .. }) = hands.body.reports.try_recv() {
            panic!("it ended before it lay down: {result:#?}");
        }
        std::thread::yield_now();
    }
    call
}

#[test]
fn a_night_is_slept_through_in_a_bed_near() {
    let (world, mut hands, spawn) = meadow(&[]);
    let foot = spawn.offset(6, 0, 3);
    put_bed(&world, foot);
    hands.sees(foot, "red_bed");
    fall_night(&world, &mut hands);
    let told = hands.must("sleep", json!({}));
    let time = world.with(|game| game.day_time());
    assert!((24_000..30_000).contains(&time), "{time}");
    assert!(told["time_of_day"].as_u64() < Some(6_000), "{told}");
    assert!(!is_slept_in(&world, foot));
    hands.assert_hands_free();
    // It can walk on.
    hands.must("navigate", json!({ "x": spawn.x, "y": spawn.y, "z": spawn.z }));
}

#[test]
fn a_held_bed_is_put_up_and_slept_in() {
    let (world, mut hands, _) = meadow(&[("red_bed", 1)]);
    fall_night(&world, &mut hands);
    let told = hands.must("sleep", json!({}));
    let placed = BlockPos::told_by(&told["placed"]).expect("where it stands");
    assert_eq!((stands(&world, placed), told["placed"]["block"].as_str()), ("red_bed", Some("red_bed")));
    assert!(world.with(|game| game.day_time()) >= 24_000);
}

#[test]
fn nobody_sleeps_by_day() {
    let (world, mut hands, spawn) = meadow(&[("red_bed", 1)]);
    let by_day = |hands: &mut Hands| {
        let result = hands.call("sleep", json!({}));
        assert_eq!(
            (code(&result), &context(&result)["lasting"]),
            (ErrorCode::ActionFailed, &json!(true)),
            "{result:#?}"
        );
        assert_eq!(context(&result)["expected"], "night", "{result:#?}");
    };
    by_day(&mut hands);
    assert_eq!(world.with(|game| game.count(NAME, "red_bed")), 1, "it was put up for nothing");
    put_bed(&world, spawn.offset(4, 0, 0));
    hands.sees(spawn.offset(4, 0, 0), "red_bed");
    by_day(&mut hands);
    assert!(world.with(|game| game.day_time()) < 12_000);
}

#[test]
fn a_covered_bed_is_left_for_another() {
    let (world, mut hands, spawn) = meadow(&[]);
    let (near, far) = (spawn.offset(3, 0, 0), spawn.offset(-7, 0, 0));
    put_bed(&world, near);
    put(&world, near.up(), "stone");
    hands.sees(near, "red_bed");
    fall_night(&world, &mut hands);
    let result = hands.call("sleep", json!({}));
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!(context(&result)["seen"], "This bed is obstructed");
    put_bed(&world, far);
    // That block is the last to be seen.
    put(&world, spawn.offset(0, 0, 6), "gold_block");
    hands.sees(spawn.offset(0, 0, 6), "gold_block");
    let told = hands.must("sleep", json!({}));
    assert_eq!(BlockPos::told_by(&told), Some(far.offset(1, 0, 0)));
}

#[test]
fn who_has_no_bed_is_told_what_is_missing() {
    let (world, mut hands, spawn) = meadow(&[]);
    fall_night(&world, &mut hands);
    let none = hands.call("sleep", json!({}));
    assert_eq!(
        (code(&none), &context(&none)["missing"]),
        (ErrorCode::InsufficientMaterials, &json!({ "white_bed": 1 }))
    );
    let foot = spawn.offset(5, 1, 0);
    fill(&world, foot.offset(-2, -2, -2), foot.offset(3, 2, 2), "bedrock");
    put_bed(&world, foot);
    hands.sees(foot, "red_bed");
    let result = hands.call("sleep", json!({}));
    assert_eq!(code(&result), ErrorCode::PathBlocked, "{result:#?}");
}

#[test]
fn who_is_woken_in_the_night_has_not_slept() {
    let (world, mut hands, foot, _owl) = night_in_company();
    let spawn = foot.offset(-4, 0, 0);
    let call = fall_asleep(&mut hands);
    world.with(move |game| game.teleport(NAME, spawn.center()));
    let result = hands.outcome(call);
    assert_eq!(
        (code(&result), &context(&result)["expected"]),
        (ErrorCode::ActionFailed, &json!("morning")),
        "{result:#?}"
    );
}

/// One who stays up keeps the night from being skipped: it is slept through to its end, of which no usual call knows.
#[test]
fn a_night_that_somebody_stays_up_through_is_slept_to_its_end() {
    let (world, mut hands, foot, _owl) = night_in_company();
    let call = hands.order("sleep", json!({}), deadline(&Sleep {}.into()));
    let result = hands.outcome(call);
    assert!(result.success, "{result:#?}");
    let time = world.with(|game| game.day_time());
    assert!((23_000..30_000).contains(&time), "{time}");
    assert!(!is_slept_in(&world, foot));
}

#[test]
fn who_lies_awake_with_the_others_gets_up_in_the_end() {
    let (world, mut hands, foot, _owl) = night_in_company();
    let call = hands.order("sleep", json!({}), 400);
    let result = hands.outcome(call);
    assert_eq!((code(&result), &context(&result)["doing"]), (ErrorCode::Timeout, &json!("asleep")), "{result:#?}");
    hands.must("chat", json!({ "message": "up again" }));
    assert!(!is_slept_in(&world, foot), "it stayed in bed");
    let call = fall_asleep(&mut hands);
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    hands.must("chat", json!({ "message": "up once more" }));
    assert!(!is_slept_in(&world, foot), "it stayed in bed");
    hands.assert_hands_free();
}

const CHORES: &str = "
name: Morning chores
tags: [morning, chores]
steps:
  - {action: equip, item: iron_helmet}
  - {action: equip, item: torch, slot: off_hand}
  - {action: eat, item: bread}
  - {action: use_item, item: stone_hoe, block: grass_block}
  - {action: use_item, item: wheat_seeds}
  - {action: use_item, block: door}
  - {action: use_item, block: button}
  - {action: use_item, item: bucket, block: water}
  - {action: sleep}
";

/// By a procedure, with a mind that counts each step only once it sees what came of it.
#[test]
fn a_mind_sees_what_each_tool_has_done() {
    let give = ["iron_helmet", "torch", "bread", "stone_hoe", "wheat_seeds", "bucket", "red_bed"].map(|item| (item, 2));
    let world = world(LEVEL, &give);
    let spawn = world.with(|game| game.spawn());
    fill(&world, spawn.offset(-9, 0, -9), spawn.offset(9, 6, 9), "air");
    fill(&world, spawn.offset(-9, -3, -9), spawn.offset(9, -1, 9), "grass_block");
    put(&world, spawn.offset(5, 0, 0), "oak_door[half=lower,open=false]");
    put(&world, spawn.offset(5, 1, 0), "oak_door[half=upper,open=false]");
    put(&world, spawn.offset(0, 0, 5), "stone_button[face=floor]");
    put(&world, spawn.offset(-5, -1, 0), "water");
    world.with(|game| game.set_day_time(14_000));
    let mut sops = SopLibrary::built_in();
    sops.add("morning_chores.yaml", CHORES);
    assert!(sops.faults.is_empty(), "{:?}", sops.faults);
    let mut is_hungry = false;
    let run = play_by(sops, &world.address().to_string(), &["morning chores"], |_| {
        if !is_hungry && world.with(|game| !game.players().is_empty()) {
            world.with(|game| game.set_food(NAME, 14));
            is_hungry = true;
        }
    });
    run.assert_done();
    let report = run.report();
    let steps: Vec<&str> = report.goals[0].steps.iter().map(|step| step.tool.as_str()).collect();
    assert_eq!(steps.len(), 9, "none was done twice, or got in another way: {steps:?}");
    let shown = |words: &str| {
        run.events.iter().any(|event| matches!(event, Event::StepDone { evidence, .. } if evidence.contains(words)))
    };
    for words in
        ["iron_helmet is on the head", "torch is in the off hand", "the food bar holds 20", "farmland stands at"]
    {
        assert!(shown(words), "{words}: {:#?}", run.events);
    }
    assert_eq!(shows(&world, spawn.offset(5, 1, 0), "open"), ("oak_door", Some("true")));
    assert_eq!((report.inventory.count("water_bucket"), report.inventory.count("bread")), (1, 0));
    assert!(world.with(|game| game.day_time()) >= 24_000);
}
