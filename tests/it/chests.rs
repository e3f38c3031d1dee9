//! Chests by hand: what goes in and out, what is seen in them, every error code, and a goal that puts things away.

use blockwright::{
    body::{CALL_DEADLINE, Order},
    domain::{BlockPos, ErrorCode, ItemCounts, ToolResult, Volume},
    journal::Event,
    knowledge,
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use crate::harness::{FAST, Hands, NAME, code, context, fill, meadow, play, play_procedure, play_seen};

/// Puts one block in a state.
fn put(world: &PracticeWorld, at: BlockPos, block: &str, state: &[(&str, &str)]) {
    let state = knowledge::state_with(knowledge::block(block).expect("a block"), state).expect("a state");
    world.with(move |game| game.set_block(at, state));
}

/// A double chest whose halves lie east of each other, the left one first.
fn double(world: &PracticeWorld, left: BlockPos) -> [BlockPos; 2] {
    let right = left.offset(1, 0, 0);
    put(world, left, "chest", &[("facing", "north"), ("type", "left")]);
    put(world, right, "chest", &[("facing", "north"), ("type", "right")]);
    [left, right]
}

/// What lies in a block, by the world itself.
fn lying(world: &PracticeWorld, at: BlockPos) -> ItemCounts {
    let slots = world.with(move |game| game.contents(at));
    slots.into_iter().flatten().map(|(item, count)| (item.to_owned(), count)).collect()
}

/// Lays a stack into a slot.
fn lay(world: &PracticeWorld, at: BlockPos, slot: usize, item: &'static str, count: u32) {
    assert!(world.with(move |game| game.put_into(at, slot, item, count)), "no slot {slot} at {at}");
}

fn stuff(world: &PracticeWorld, at: BlockPos, item: &'static str) {
    (0..27).for_each(|slot| lay(world, at, slot, item, 64));
}

fn counts(list: &[(&str, u32)]) -> ItemCounts {
    list.iter().map(|(item, count)| ((*item).to_owned(), *count)).collect()
}

fn with(params: Value, at: BlockPos) -> Value {
    let mut params = params;
    for (axis, value) in [("x", at.x), ("y", at.y), ("z", at.z)] {
        params[axis] = json!(value);
    }
    params
}

/// A chest in a meadow that holds these stacks.
fn chest_of(give: &[(&str, u32)], stacks: &[(&'static str, u32)]) -> (PracticeWorld, BlockPos) {
    let at = |spawn: BlockPos| spawn.offset(5, 0, 2);
    let (world, spawn) = meadow(FAST, give, |world, spawn| put(world, at(spawn), "chest", &[]));
    for (slot, (item, count)) in stacks.iter().enumerate() {
        lay(&world, at(spawn), slot, item, *count);
    }
    (world, at(spawn))
}

/// The bot has nothing in its hands and no window open, and so says the server.
fn assert_done_with(world: &PracticeWorld, hands: &Hands) {
    hands.assert_hands_free();
    let closed = world.until(200, |game| game.looks_into(NAME).is_empty());
    assert!(closed, "a window is still open");
    assert!(world.with(|game| game.workspace(NAME).is_empty()));
}

#[test]
fn so_many_go_in_and_so_many_come_out() {
    let chest = |spawn: BlockPos| spawn.offset(5, 0, 2);
    let (world, spawn) = meadow(FAST, &[("dirt", 100), ("oak_planks", 3), ("birch_planks", 4)], |world, spawn| {
        put(world, chest(spawn), "chest", &[]);
    });
    let mut hands = Hands::join(&world);
    let chest = chest(spawn);
    let data = hands.must("store", json!({ "item": "dirt", "count": 39 }));
    assert_eq!((lying(&world, chest), hands.holds("dirt")), (counts(&[("dirt", 39)]), 61), "{data}");
    assert_eq!(data["stored"], 39, "{data}");
    assert_eq!(data["chests"][0]["holds"], json!({ "dirt": 39 }), "{data}");
    assert_done_with(&world, &hands);
    hands.must("store", json!({ "item": "planks", "count": 6 }));
    hands.must("store", json!({ "item": "dirt" }));
    assert_eq!(lying(&world, chest).count("dirt"), 100);
    assert_eq!(world.with(|game| (game.count(NAME, "dirt"), game.count(NAME, "oak_planks"))), (0, 0));
    assert_eq!(hands.holds("birch_planks"), 1);
    let data = hands.must("take", with(json!({ "item": "dirt", "count": 70 }), chest));
    assert_eq!((world.with(|game| game.count(NAME, "dirt")), lying(&world, chest).count("dirt")), (70, 30));
    assert_eq!(data["taken"], 70, "{data}");
    assert_done_with(&world, &hands);
    hands.must("take", json!({ "item": "planks" }));
    assert_eq!(lying(&world, chest), counts(&[("dirt", 30)]));
    assert_eq!((hands.holds("oak_planks"), hands.holds("birch_planks")), (3, 4));
    assert_done_with(&world, &hands);
}

#[test]
fn a_part_of_what_lies_in_a_chest_is_taken() {
    let stacks = [("coal", 13), ("oak_planks", 5), ("birch_planks", 2), ("dirt", 8)];
    let (world, chest) = chest_of(&[], &stacks);
    let mut hands = Hands::join(&world);
    let data = hands.must("take", json!({ "item": "coal", "one_in": 2 }));
    assert_eq!((hands.holds("coal"), lying(&world, chest).count("coal")), (7, 6), "{data}");
    hands.must("take", json!({ "item": "dirt", "leave": 3 }));
    assert_eq!((hands.holds("dirt"), lying(&world, chest).count("dirt")), (5, 3));
    hands.must("take", json!({ "item": "planks", "one_in": 2 }));
    assert_eq!(hands.holds("oak_planks") + hands.holds("birch_planks"), 4, "of all kinds together");
    assert_done_with(&world, &hands);
    let none = hands.call("take", json!({ "item": "dirt", "leave": 3 }));
    assert_fails(&none, ErrorCode::InsufficientMaterials, "no more dirt lies in the chest than is to stay there");
    for bad in [json!({ "item": "item", "one_in": 2 }), json!({ "item": "coal", "count": 2, "leave": 1 })] {
        assert_eq!(code(&hands.call("take", bad)), ErrorCode::InvalidParams);
    }
}

#[test]
fn so_many_are_taken_of_each_kind_or_none_of_any() {
    let stacks = [("coal", 13), ("coal", 5), ("oak_planks", 1), ("dirt", 8)];
    let (world, chest) = chest_of(&[], &stacks);
    let held =
        |world: &PracticeWorld| world.with(|game| ["coal", "oak_planks", "dirt"].map(|item| game.count(NAME, item)));
    let (run, held) = play_seen(&world, &["take two of each item from the chest"], held);
    run.assert_done();
    assert_eq!((held, lying(&world, chest)), ([2, 1, 2], counts(&[("coal", 16), ("dirt", 6)])));
    // Room for one kind, and not for the other.
    let (world, chest) = chest_of(&[("stick", 64 * 35)], &[("coal", 3), ("dirt", 3)]);
    let mut hands = Hands::join(&world);
    let call = json!({ "item": "item", "each": 1 });
    assert_fails(&hands.call("take", call.clone()), ErrorCode::InventoryFull, "no room for 1");
    assert_eq!(lying(&world, chest), counts(&[("coal", 3), ("dirt", 3)]));
    assert_eq!((hands.holds("coal"), hands.holds("dirt")), (0, 0));
    for bad in [json!({ "item": "item", "each": 1, "count": 2 }), json!({ "item": "item", "each": 0 })] {
        assert_eq!(code(&hands.call("take", bad)), ErrorCode::InvalidParams);
    }
}

#[test]
fn what_there_is_no_room_for_is_taken_in_no_part() {
    let (world, chest) = chest_of(&[("stick", 64 * 36 - 10)], &[("stick", 30)]);
    let mut hands = Hands::join(&world);
    assert_fails(
        &hands.call("take", json!({ "item": "stick", "one_in": 2 })),
        ErrorCode::InventoryFull,
        "no room for 15",
    );
    assert_eq!(lying(&world, chest).count("stick"), 30);
}

#[test]
fn everything_but_what_is_kept_at_hand_goes_into_a_double_chest() {
    let give =
        [("cobblestone", 64 * 28), ("stone_pickaxe", 1), ("bread", 5), ("arrow", 9), ("stick", 3), ("iron_boots", 1)];
    let left = |spawn: BlockPos| spawn.offset(-6, 0, 1);
    let (world, spawn) = meadow(FAST, &give, |world, spawn| _ = double(world, left(spawn)));
    let mut hands = Hands::join(&world);
    let [left, right] = [left(spawn), left(spawn).offset(1, 0, 0)];
    // What lies in the grid is no less in the pack than the rest.
    hands.must("store", json!({}));
    let sum = |item: &str| lying(&world, left).count(item) + lying(&world, right).count(item);
    assert_eq!((sum("cobblestone"), sum("stick")), (64 * 28, 3));
    assert_eq!(
        world.with(|game| game.inventory(NAME)).into_iter().collect::<Vec<_>>(),
        [("arrow", 9), ("bread", 5), ("iron_boots", 1), ("stone_pickaxe", 1)]
    );
    let seen = hands.seen().containers;
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert!(seen[0].is_at(left) && seen[0].is_at(right), "{seen:?}");
    assert_eq!((seen[0].contents.count("cobblestone"), seen[0].free_slots), (64 * 28, 54 - 29));
    let data = hands.must("store", json!({}));
    assert_eq!(
        (data["stored"].as_u64(), data["chests"].as_array().map(Vec::len)),
        (Some(0), Some(0)),
        "nothing is left"
    );
    hands.must("take", with(json!({ "item": "stick", "count": 2 }), right));
    assert_eq!(sum("stick"), 1);
}

#[test]
fn barrels_and_trapped_chests_are_looked_into_and_remembered() {
    let at = |spawn: BlockPos| [spawn.offset(3, 0, 0), spawn.offset(0, 0, 6)];
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        let [barrel, trapped] = at(spawn);
        put(world, barrel, "barrel", &[]);
        put(world, trapped, "trapped_chest", &[]);
        lay(world, barrel, 26, "coal", 7);
        lay(world, trapped, 0, "bread", 3);
        lay(world, trapped, 9, "bread", 2);
    });
    let mut hands = Hands::join(&world);
    let [barrel, trapped] = at(spawn);
    let data = hands.must("look_into", json!({ "chest": "barrel" }));
    assert_eq!(data, json!({ "block": "barrel", "x": barrel.x, "y": barrel.y, "z": barrel.z, "holds": { "coal": 7 } }));
    let begun = hands.seen().tick;
    let data = hands.must("look_into", with(json!({}), trapped));
    assert_eq!((&data["block"], &data["holds"]), (&json!("trapped_chest"), &json!({ "bread": 5 })));
    assert_done_with(&world, &hands);
    let seen = hands.seen().containers;
    let known: Vec<_> = seen.iter().map(|seen| (seen.at, seen.block.as_str(), seen.contents.to_string())).collect();
    assert_eq!(known, [(barrel, "barrel", "7 coal".to_owned()), (trapped, "trapped_chest", "5 bread".to_owned())]);
    assert!(seen[0].tick <= begun && seen[1].tick > begun, "{seen:?}");
    hands.must("take", json!({ "item": "bread", "count": 4 }));
    assert_eq!(lying(&world, trapped), counts(&[("bread", 1)]), "the barrel has none");
    let seen = hands.seen().containers;
    assert_eq!(seen.last().map(|seen| seen.contents.clone()), Some(counts(&[("bread", 1)])));
}

#[test]
fn where_one_has_no_room_or_too_few_the_next_is_gone_to() {
    let at = |spawn: BlockPos| [spawn.offset(3, 0, 0), spawn.offset(-8, 0, 0)];
    let (world, spawn) = meadow(FAST, &[("dirt", 90)], |world, spawn| {
        let [near, far] = at(spawn);
        put(world, near, "chest", &[]);
        put(world, far, "chest", &[]);
        stuff(world, near, "stone");
        lay(world, near, 5, "dirt", 60);
    });
    let mut hands = Hands::join(&world);
    let [near, far] = at(spawn);
    let data = hands.must("store", json!({ "item": "dirt", "count": 80 }));
    assert_eq!((lying(&world, near).count("dirt"), lying(&world, far)), (64, counts(&[("dirt", 76)])), "{data}");
    assert_eq!(hands.holds("dirt"), 10);
    hands.must("take", json!({ "item": "dirt", "count": 130 }));
    assert_eq!((lying(&world, near).count("dirt") + lying(&world, far).count("dirt"), hands.holds("dirt")), (10, 140));
    let [full, none] = [json!({ "item": "dirt", "count": 100 }), json!({ "item": "dirt", "count": 11 })];
    let result = hands.call("store", with(full, near));
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    let context = context(&result);
    assert_eq!(
        (&context["lasting"], &context["left"]["dirt"]),
        (&json!(true), &json!(100 - context["stored"].as_u64().expect("a count")))
    );
    assert_eq!(lying(&world, near).count("dirt"), 64, "as much as there was room for");
    let held = hands.holds("dirt");
    let result = hands.call("take", with(none, far));
    assert_eq!(code(&result), ErrorCode::InsufficientMaterials, "{result:#?}");
    assert_eq!(
        hands.holds("dirt"),
        held + result.error.expect("an error").context["taken"].as_u64().expect("a count") as u32
    );
    assert_done_with(&world, &hands);
}

fn assert_fails(result: &ToolResult, expected: ErrorCode, words: &str) {
    assert_eq!(code(result), expected, "{result:#?}");
    let message = &result.error.as_ref().expect("an error").message;
    assert!(message.contains(words), "{words}: {message}");
}

#[test]
fn each_way_to_fail_is_told() {
    let lidded = |spawn: BlockPos| spawn.offset(4, 0, 4);
    let walled = |spawn: BlockPos| spawn.offset(-6, 0, -6);
    let (world, spawn) = meadow(FAST, &[("dirt", 5)], |world, spawn| {
        let [left, right] = double(world, lidded(spawn));
        put(world, right.up(), "stone", &[]);
        let _ = left;
        let walled = walled(spawn);
        fill(world, walled.offset(-2, -2, -2), walled.offset(2, 2, 2), "bedrock");
        put(world, walled, "barrel", &[]);
    });
    let mut hands = Hands::join(&world);
    let [lidded, walled] = [lidded(spawn), walled(spawn)];
    let dirt = json!({ "item": "dirt", "count": 5 });
    let result = hands.call("store", with(dirt.clone(), lidded));
    assert_fails(&result, ErrorCode::ActionFailed, "stone lies on it");
    assert_eq!(context(&result)["on_it"], json!(lidded.offset(1, 1, 0)));
    assert_fails(&hands.call("store", with(dirt.clone(), walled)), ErrorCode::PathBlocked, "no way to the barrel");
    // Neither of those that are near opens.
    assert!(!hands.call("look_into", json!({})).success);
    let nothing = hands.call("store", with(dirt.clone(), spawn.offset(2, -1, 0)));
    assert_fails(&nothing, ErrorCode::ResourceNotFound, "but grass_block");
    fill(&world, lidded, lidded.offset(1, 1, 0), "air");
    fill(&world, walled.offset(-2, 0, -2), walled.offset(2, 2, 2), "air");
    hands.must("navigate", json!({ "x": spawn.x, "y": spawn.y, "z": spawn.z }));
    assert_fails(&hands.call("store", dirt), ErrorCode::ResourceNotFound, "within 48 blocks");
    assert_fails(&hands.call("look_into", json!({})), ErrorCode::ResourceNotFound, "within 48 blocks");
    put(&world, lidded, "chest", &[]);
    hands.sees(lidded, "chest");
    let few = hands.call("store", json!({ "item": "dirt", "count": 6 }));
    assert_fails(&few, ErrorCode::InsufficientMaterials, "5 dirt held");
    assert_fails(&hands.call("take", json!({ "item": "coal" })), ErrorCode::InsufficientMaterials, "no coal lies");
    lay(&world, lidded, 3, "coal", 64);
    world.with(|game| game.give(NAME, "stone", 34 * 64));
    world.with(|game| game.give(NAME, "coal", 60));
    let result = hands.call("take", json!({ "item": "coal", "count": 9 }));
    assert_fails(&result, ErrorCode::InventoryFull, "no room for 5 more coal");
    assert_eq!((context(&result)["taken"].as_u64(), lying(&world, lidded).count("coal")), (Some(4), 60));
    for bad in [json!({ "item": "cole" }), json!({ "item": "coal", "count": 0 }), json!({ "item": "coal", "x": 1 })] {
        assert_eq!(code(&hands.call("take", bad)), ErrorCode::InvalidParams);
    }
    assert_eq!(code(&hands.call("store", json!({ "count": 3 }))), ErrorCode::InvalidParams);
    assert_done_with(&world, &hands);
}

#[test]
fn a_withdrawn_call_leaves_no_window_open() {
    // Many that are full: it goes from one to the next.
    let (world, _) = meadow(FAST, &[("dirt", 5)], |world, spawn| {
        for x in 0..6 {
            let at = spawn.offset(3 * x - 8, 0, 3);
            put(world, at, "chest", &[]);
            stuff(world, at, "stone");
        }
    });
    let mut hands = Hands::join(&world);
    let call = hands.order("store", json!({ "item": "dirt" }), CALL_DEADLINE);
    while world.with(|game| game.looks_into(NAME)).is_empty() {
        assert!(hands.body.reports.is_empty(), "it ended before a chest was open");
    }
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    hands.must("chat", json!({ "message": "done" }));
    assert_done_with(&world, &hands);
    assert_eq!(world.with(|game| game.count(NAME, "dirt")), 5);
}

#[test]
fn a_goal_that_puts_away_and_takes_out_is_proved_by_what_is_seen() {
    let chest = |spawn: BlockPos| spawn.offset(5, 0, 2);
    let (world, spawn) = meadow(FAST, &[("dirt", 20), ("stick", 3), ("bread", 2)], |world, spawn| {
        put(world, chest(spawn), "chest", &[]);
        lay(world, chest(spawn), 0, "coal", 9);
    });
    let steps = "  - action: store\n  - action: take\n    item: dirt\n    count: 7\n  - action: take\n    item: coal\n  - action: look_into\n  - action: store\n    item: dirt\n    count: 2\n";
    let run = play_procedure(&world, "make a chore", steps);
    run.assert_done();
    let chest = chest(spawn);
    assert_eq!(lying(&world, chest), counts(&[("dirt", 15), ("stick", 3)]));
    let shown: Vec<&str> = (run.events.iter())
        .filter_map(|event| match event {
            Event::StepDone { evidence, .. } => Some(evidence.as_str()),
            _ => None,
        })
        .collect();
    let looked = format!("the chest at {chest} holds 13 dirt, 3 stick");
    let stored = format!("the chest at {chest} holds 15 dirt, 3 stick");
    assert_eq!(
        shown,
        [
            "nothing of it is left in the pack",
            "the inventory holds 7 of 7 dirt",
            "the inventory holds 9 coal, 0 before",
            &looked,
            &stored,
        ]
    );
}

#[test]
fn what_does_not_lie_in_the_chest_is_not_made_instead() {
    let (world, _) = meadow(FAST, &[("oak_log", 3)], |world, spawn| {
        put(world, spawn.offset(5, 0, 2), "chest", &[]);
    });
    let run = play_procedure(&world, "make a chore", "  - action: take\n    item: stick\n    count: 4\n");
    let error = run.error().expect("it fails");
    assert_eq!((error.code, world.with(|game| game.count(NAME, "stick"))), (ErrorCode::InsufficientMaterials, 0));
    let calls = run.events.iter().filter(|event| matches!(event, Event::ToolCall { .. })).count();
    assert_eq!(calls, 1, "nothing else is tried");
}

/// A barrel, a trapped chest and a double chest about the spawn.
fn kinds(spawn: BlockPos) -> [BlockPos; 3] {
    [spawn.offset(7, 0, 0), spawn.offset(-5, 0, 3), spawn.offset(2, 0, 4)]
}

#[test]
fn one_kind_of_chest_is_chosen_among_others() {
    let (world, spawn) = meadow(FAST, &[("dirt", 20), ("stick", 5), ("torch", 9), ("bread", 3)], |world, spawn| {
        let [barrel, trapped, large] = kinds(spawn);
        put(world, barrel, "barrel", &[]);
        put(world, trapped, "trapped_chest", &[]);
        double(world, large);
        lay(world, trapped, 0, "coal", 9);
    });
    let [barrel, trapped, large] = kinds(spawn);
    let mut hands = Hands::join(&world);
    hands.must("store", json!({ "item": "dirt", "count": 2, "chest": "barrel" }));
    assert_eq!((lying(&world, barrel), lying(&world, large)), (counts(&[("dirt", 2)]), ItemCounts::default()));
    assert_eq!(hands.must("look_into", json!({ "chest": "double_chest" }))["block"], "chest");
    let wrong = hands.call("store", with(json!({ "item": "dirt", "chest": "barrel" }), trapped));
    assert_fails(&wrong, ErrorCode::ResourceNotFound, "no barrel stands at");
    assert_fails(
        &hands.call("look_into", json!({ "chest": "shulker_box" })),
        ErrorCode::ResourceNotFound,
        "no shulker box",
    );
    assert_eq!(code(&hands.call("look_into", json!({ "chest": "smoker" }))), ErrorCode::InvalidParams);
    assert_done_with(&world, &hands);
    drop(hands);
    let goals = [
        "put 5 dirt in the barrel",
        "take 3 coal from the trapped chest",
        "put all but the food and 5 torches in the large chest",
        "what is in the barrel?",
    ];
    let run = play(&world, &goals);
    run.assert_done();
    assert_eq!(lying(&world, barrel), counts(&[("dirt", 7)]));
    assert_eq!(lying(&world, trapped), counts(&[("coal", 6)]));
    assert_eq!(run.report().inventory.to_string(), "3 bread, 5 torch");
    let in_it = |item: &str| lying(&world, large).count(item) + lying(&world, large.offset(1, 0, 0)).count(item);
    assert_eq!(["dirt", "stick", "torch", "coal"].map(in_it), [13, 5, 4, 3]);
}

/// Three chests and a barrel in which things lie about.
fn messy(spawn: BlockPos) -> [BlockPos; 4] {
    [spawn.offset(4, 0, 0), spawn.offset(-4, 0, 2), spawn.offset(0, 0, 6), spawn.offset(6, 0, 6)]
}

fn mess(world: &PracticeWorld, spawn: BlockPos) {
    let [one, two, three, barrel] = messy(spawn);
    [one, two, three].into_iter().for_each(|at| put(world, at, "chest", &[]));
    put(world, barrel, "barrel", &[]);
    let things = [
        (one, [("dirt", 40), ("stick", 3), ("coal", 1)]),
        (two, [("dirt", 9), ("stick", 5), ("coal", 8)]),
        (three, [("dirt", 64), ("bread", 2), ("coal", 2)]),
        (barrel, [("bread", 7), ("dirt", 1), ("string", 4)]),
    ];
    for (at, stacks) in things {
        for (slot, (item, count)) in stacks.into_iter().enumerate() {
            lay(world, at, 3 * slot, item, count);
        }
    }
}

fn assert_sorted(world: &PracticeWorld, spawn: BlockPos) {
    let lie = messy(spawn).map(|at| lying(world, at).to_string());
    assert_eq!(lie, ["nothing", "11 coal, 8 stick", "114 dirt", "9 bread, 4 string"]);
}

#[test]
fn chests_are_sorted_also_with_next_to_no_room_in_the_pack() {
    let (world, spawn) = meadow(FAST, &[("stone", 64 * 34), ("dirt", 5)], mess);
    let mut hands = Hands::join(&world);
    let told = hands.must("sort", json!({}));
    assert_sorted(&world, spawn);
    assert_eq!((&told["split"], told["chests"].as_array().map(Vec::len)), (&json!([]), Some(4)));
    assert_eq!(world.with(|game| (game.count(NAME, "stone"), game.count(NAME, "dirt"))), (64 * 34, 5));
    assert_eq!(hands.must("sort", json!({}))["moved"], 0, "there is nothing more to do");
    assert_done_with(&world, &hands);
}

#[test]
fn what_keeps_chests_from_being_sorted_is_told() {
    let (world, spawn) = meadow(FAST, &[("stone", 64 * 36)], mess);
    let mut hands = Hands::join(&world);
    let full = hands.call("sort", json!({}));
    assert_fails(&full, ErrorCode::InventoryFull, "no room in the pack");
    let none = hands.call("sort", with(json!({ "radius": 2 }), spawn.offset(-12, 0, -12)));
    assert_fails(&none, ErrorCode::ResourceNotFound, "within 2 blocks");
    assert_eq!(code(&hands.call("sort", json!({ "radius": 99 }))), ErrorCode::InvalidParams);
    // One with a lid on it is left out; what lies in the others is sorted all the same.
    let [one, ..] = messy(spawn);
    put(&world, one.up(), "stone", &[]);
    hands.must("drop", json!({ "item": "stone", "count": 64 }));
    let told = hands.must("sort", json!({}));
    assert_eq!(told["left_out"], json!([one]));
    assert_eq!(lying(&world, one), counts(&[("dirt", 40), ("stick", 3), ("coal", 1)]));
    assert_done_with(&world, &hands);
}

#[test]
fn sorting_can_be_withdrawn_and_nothing_is_lost() {
    let (world, spawn) = meadow(FAST, &[], mess);
    let mut hands = Hands::join(&world);
    let call = hands.order("sort", json!({}), CALL_DEADLINE);
    while world.with(|game| game.inventory(NAME)).is_empty() {
        assert!(hands.body.reports.is_empty(), "it ended before anything was carried");
    }
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    hands.must("chat", json!({ "message": "done" }));
    assert_done_with(&world, &hands);
    let lie = |item: &str| messy(spawn).map(|at| lying(&world, at).count(item)).iter().sum::<u32>();
    let held = |item: &'static str| world.with(move |game| game.count(NAME, item));
    let all = [("dirt", 114), ("stick", 8), ("coal", 11), ("bread", 9), ("string", 4)];
    assert!(all.into_iter().all(|(item, count)| lie(item) + held(item) == count));
}

#[test]
fn a_goal_sorts_the_chests_and_tells_what_lies_where() {
    let (world, spawn) = meadow(FAST, &[("stick", 2)], mess);
    let run = play(&world, &["sort these chests"]);
    run.assert_done();
    assert_sorted(&world, spawn);
    assert_eq!(run.report().inventory.count("stick"), 2);
    let shown = run.events.iter().find_map(|event| match event {
        Event::StepDone { evidence, .. } => Some(evidence.clone()),
        _ => None,
    });
    assert!(shown.is_some_and(|shown| shown.contains("114 dirt") && shown.contains("9 bread, 4 string")));
}

#[test]
fn what_is_moved_is_what_lay_in_the_first_chest() {
    let at = |spawn: BlockPos| [spawn.offset(5, 0, 2), spawn.offset(-5, 0, 2)];
    let (world, spawn) = meadow(FAST, &[("oak_log", 6)], |world, spawn| {
        at(spawn).into_iter().for_each(|chest| put(world, chest, "chest", &[]));
        lay(world, at(spawn)[0], 0, "oak_log", 4);
    });
    let [one, other] = at(spawn);
    let place = |at: BlockPos| format!("the chest at {} {} {}", at.x, at.y, at.z);
    let goal = format!("move all the wood from {} to {}", place(one), place(other));
    let (run, held) = play_seen(&world, &[&goal], |world| world.with(|game| game.count(NAME, "oak_log")));
    run.assert_done();
    assert_eq!((lying(&world, one).count("oak_log"), lying(&world, other).count("oak_log"), held), (0, 4, 6));
    let (run, held) =
        play_seen(&world, &["put 2 wood in the chest"], |world| world.with(|game| game.count(NAME, "oak_log")));
    run.assert_done();
    assert_eq!(held, 4);
}

/// "it" is what came out of the chest, and none of what was held before.
#[test]
fn what_was_taken_is_not_what_was_held_before() {
    let barrel = |spawn: BlockPos| spawn.offset(-3, 0, 0);
    let (world, spawn) = meadow(FAST, &[("coal", 10), ("raw_iron", 2)], |world, spawn| {
        put(world, barrel(spawn), "barrel", &[]);
        put(world, spawn.offset(3, 0, 0), "chest", &[]);
        put(world, spawn.offset(0, 0, 3), "furnace", &[]);
        lay(world, spawn.offset(3, 0, 0), 0, "coal", 12);
        lay(world, spawn.offset(3, 0, 0), 1, "raw_iron", 3);
    });
    for (goal, in_barrel, held) in [
        ("take half of the coal from the chest and put it in the barrel", 6, 10),
        ("take all but 2 of the coal from the chest and put it in the barrel", 10, 10),
        ("take all the coal from the chest and put it in the barrel", 12, 10),
    ] {
        let (run, count) = play_seen(&world, &[goal], |world| world.with(|game| game.count(NAME, "coal")));
        run.assert_done();
        assert_eq!((lying(&world, barrel(spawn)).count("coal"), count), (in_barrel, held), "{goal}");
    }
    let goal = "take the raw iron from the chest and smelt it";
    let (run, counts) = play_seen(&world, &[goal], |world| {
        world.with(|game| ["raw_iron", "iron_ingot"].map(|item| game.count(NAME, item)))
    });
    run.assert_done();
    assert_eq!(counts, [2, 3]);
}

#[test]
fn a_chest_is_meant_where_a_barrel_is_nearer_and_the_barrel_only_without_one() {
    let (near, far) = (|spawn: BlockPos| spawn.offset(2, 0, 0), |spawn: BlockPos| spawn.offset(9, 0, 0));
    let (world, spawn) = meadow(FAST, &[("dirt", 20)], |world, spawn| {
        put(world, near(spawn), "barrel", &[]);
        put(world, far(spawn), "chest", &[]);
    });
    play(&world, &["put 5 dirt in the chest and 2 in the barrel"]).assert_done();
    assert_eq!(
        (lying(&world, near(spawn)), lying(&world, far(spawn))),
        (counts(&[("dirt", 2)]), counts(&[("dirt", 5)]))
    );
    play(&world, &["put 4 dirt in the chest and 1 stick too"]).assert_done();
    assert_eq!(lying(&world, far(spawn)), counts(&[("dirt", 9), ("stick", 1)]));
    put(&world, far(spawn), "air", &[]);
    play(&world, &["put 3 dirt in the chest"]).assert_done();
    assert_eq!(lying(&world, near(spawn)), counts(&[("dirt", 5)]));
}

#[test]
fn what_was_mined_in_two_goes_is_put_away_as_one() {
    let chest = |spawn: BlockPos| spawn.offset(3, 0, 2);
    let (world, spawn) = meadow(FAST, &[], |world, spawn| put(world, chest(spawn), "chest", &[]));
    play(&world, &["mine 3 dirt, then 2 more, and put them all in the chest"]).assert_done();
    assert_eq!(lying(&world, chest(spawn)), counts(&[("dirt", 5)]));
}

#[test]
fn a_part_comes_out_and_all_but_some() {
    let stacks = [("dirt", 20), ("bread", 3), ("stick", 9)];
    for (goal, held, left) in [
        (
            "take everything but the dirt and the food out of the chest",
            vec![("stick", 9)],
            vec![("dirt", 20), ("bread", 3)],
        ),
        (
            "take a quarter of the dirt from the chest",
            vec![("dirt", 5)],
            vec![("dirt", 15), ("bread", 3), ("stick", 9)],
        ),
    ] {
        let (world, chest) = chest_of(&[], &stacks);
        let run = play(&world, &[goal]);
        run.assert_done();
        assert_eq!((&run.report().inventory, lying(&world, chest)), (&counts(&held), counts(&left)), "{goal}");
    }
    // Nothing is left that may be taken.
    let (world, chest) = chest_of(&[], &[("dirt", 20)]);
    let run = play(&world, &["take everything except the dirt from the chest"]);
    assert_eq!(run.error().map(|error| error.code), Some(ErrorCode::InsufficientMaterials));
    assert_eq!(lying(&world, chest), counts(&[("dirt", 20)]));
}

#[test]
fn what_is_put_into_a_chest_that_was_made_goes_into_that_one() {
    let old = |spawn: BlockPos| spawn.offset(4, 0, 0);
    let barrel = |spawn: BlockPos| spawn.offset(-4, 0, 4);
    let (world, spawn) = meadow(FAST, &[("oak_planks", 20), ("cobblestone", 20), ("stick", 4)], |world, spawn| {
        put(world, old(spawn), "chest", &[]);
        put(world, barrel(spawn), "barrel", &[]);
        put(world, spawn.offset(0, 0, -3), "crafting_table", &[]);
    });
    lay(&world, old(spawn), 0, "cobblestone", 30);
    let chests = |world: &PracticeWorld| {
        let around = Volume::between(spawn.offset(-8, 0, -8), spawn.offset(8, 1, 8));
        let all: Vec<BlockPos> = around.cells().collect();
        let is_chest = |game: &mut blockwright::practice::Game, at: BlockPos| {
            knowledge::block_of_state(game.block(at)).is_some_and(|block| block.name == "chest")
        };
        world.with(move |game| all.into_iter().filter(|at| is_chest(&mut *game, *at)).collect::<Vec<_>>())
    };
    play(&world, &["craft a chest, place it by the barrel and put my cobble in it"]).assert_done();
    let new: Vec<BlockPos> = chests(&world).into_iter().filter(|at| *at != old(spawn)).collect();
    let [new] = new.as_slice() else { panic!("one more: {new:?}") };
    assert!(new.level_distance(barrel(spawn)) <= 1, "{new} is by the barrel");
    assert_eq!(
        (lying(&world, *new), lying(&world, old(spawn))),
        (counts(&[("cobblestone", 20)]), counts(&[("cobblestone", 30)]))
    );
    // Where nothing is said of it, it is put up first.
    play(&world, &["make a chest and put the sticks in it"]).assert_done();
    let newer: Vec<BlockPos> = chests(&world).into_iter().filter(|at| *at != old(spawn) && at != new).collect();
    let held: Vec<ItemCounts> = newer.iter().map(|at| lying(&world, *at)).collect();
    assert_eq!(held, [counts(&[("stick", 4)])]);
}
