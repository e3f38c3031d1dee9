//! Furnaces by hand: what goes into which slot, what comes out, every way to fail, and goals that leave things cooking.

use blockwright::{
    domain::{BlockPos, ErrorCode},
    journal::Event,
    knowledge,
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use crate::harness::{FAST, Hands, NAME, Run, code, context, fill, meadow, play, play_seen};

type Slots = Vec<Option<(&'static str, u32)>>;

fn at(spawn: BlockPos) -> BlockPos {
    spawn.offset(5, 0, 2)
}

/// A furnace in a meadow, with these in its slots.
fn furnace_of(give: &[(&str, u32)], slots: &[(usize, &'static str, u32)]) -> (PracticeWorld, BlockPos) {
    let (world, spawn) = meadow(FAST, give, |world, spawn| {
        fill(world, at(spawn), at(spawn), "furnace");
        for (slot, item, count) in slots.iter().copied() {
            assert!(world.with(move |game| game.put_into(at(spawn), slot, item, count)));
        }
    });
    (world, at(spawn))
}

fn slots(world: &PracticeWorld, furnace: BlockPos) -> Slots {
    world.with(move |game| game.contents(furnace))
}

fn held(world: &PracticeWorld, item: &str) -> u32 {
    let item = knowledge::item(item).expect("an item").name;
    world.with(move |game| game.count(NAME, item))
}

fn is_burning(state: u16) -> bool {
    knowledge::state_properties(state).contains(&("lit", "true"))
}

fn is_lit(world: &PracticeWorld, furnace: BlockPos) -> bool {
    is_burning(world.with(move |game| game.block(furnace)))
}

/// The bot has nothing in its hands and no window open, and so says the server.
fn assert_done_with(world: &PracticeWorld, hands: &Hands) {
    hands.assert_hands_free();
    assert!(world.until(200, |game| game.looks_into(NAME).is_empty()), "a window is still open");
    assert!(world.with(|game| game.workspace(NAME).is_empty()));
}

fn evidence(run: &Run) -> Vec<String> {
    let shown = |event: &Event| match event {
        Event::StepDone { evidence, .. } => Some(evidence.clone()),
        _ => None,
    };
    run.events.iter().filter_map(shown).collect()
}

fn put(item: &str, count: u32) -> Value {
    json!({ "item": item, "count": count, "chest": "furnace" })
}

#[test]
fn each_thing_goes_into_its_slot() {
    let (world, furnace) = furnace_of(&[("dirt", 3), ("coal", 9), ("oak_log", 8)], &[]);
    let mut hands = Hands::join(&world);
    assert_eq!(hands.must("store", put("coal", 4))["stored"], 4);
    assert_eq!(slots(&world, furnace), [None, Some(("coal", 4)), None]);
    assert_eq!((held(&world, "coal"), is_lit(&world, furnace)), (5, false));
    // More of the same, at a place; but where no furnace is asked for, nothing is burnt in one.
    let mut place = json!({ "item": "coal", "count": 2, "x": furnace.x, "y": furnace.y, "z": furnace.z });
    assert_eq!(code(&hands.call("store", place.clone())), ErrorCode::ResourceNotFound);
    place["chest"] = json!("furnace");
    assert_eq!(hands.must("store", place)["stored"], 2);
    assert_eq!(slots(&world, furnace)[1], Some(("coal", 6)));
    // What both smelts and burns is smelted, unless it is to burn: and there coal lies.
    let as_fuel = json!({ "item": "oak_log", "count": 2, "chest": "furnace", "slot": "fuel" });
    let refused = hands.call("store", as_fuel);
    assert_eq!((code(&refused), &context(&refused)["seen"]["item"]), (ErrorCode::ActionFailed, &json!("coal")));
    assert_eq!(held(&world, "oak_log"), 8);
    assert_eq!(hands.must("store", put("log", 3))["items"], json!({ "oak_log": 3 }));
    assert!(world.until(100, move |game| game.contents(furnace)[1] == Some(("coal", 5))), "it is lit");
    assert_eq!((slots(&world, furnace)[0], held(&world, "oak_log")), (Some(("oak_log", 3)), 5));
    assert_done_with(&world, &hands);
}

#[test]
fn fuel_that_burns_at_once_has_gone_in() {
    let (world, furnace) = furnace_of(&[("coal", 1), ("stick", 1)], &[(0, "raw_iron", 8)]);
    let mut hands = Hands::join(&world);
    let told = hands.must("store", put("coal", 1));
    assert_eq!((&told["stored"], held(&world, "coal")), (&json!(1), 0));
    assert!(world.until(200, move |game| game.contents(furnace)[1].is_none()), "it burns");
    assert!(is_lit(&world, furnace));
    let told = hands.must("look_into", json!({ "chest": "furnace" }));
    assert_eq!(told["holds"], json!({ "raw_iron": 8 }));
    let seen = hands.seen().containers;
    assert!(seen.last().is_some_and(|seen| seen.block == "furnace" && seen.burns), "{seen:?}");
}

#[test]
fn things_come_out_of_every_slot() {
    let (world, furnace) = furnace_of(&[("oak_planks", 5)], &[(0, "sand", 9), (2, "iron_ingot", 7)]);
    let mut hands = Hands::join(&world);
    assert_eq!(hands.must("take", put("sand", 4))["taken"], 4);
    assert_eq!(slots(&world, furnace), [Some(("sand", 5)), None, Some(("iron_ingot", 7))]);
    // Of the output nothing can be laid back.
    let some = hands.call("take", put("iron_ingot", 3));
    assert_eq!((code(&some), &context(&some)["seen"]), (ErrorCode::ActionFailed, &json!(7)));
    assert_eq!((slots(&world, furnace)[2], held(&world, "iron_ingot")), (Some(("iron_ingot", 7)), 0));
    let done = json!({ "item": "item", "chest": "furnace", "slot": "output" });
    assert_eq!(hands.must("take", done.clone())["items"], json!({ "iron_ingot": 7 }));
    assert_eq!(slots(&world, furnace), [Some(("sand", 5)), None, None]);
    let nothing = hands.call("take", done);
    assert_eq!(code(&nothing), ErrorCode::InsufficientMaterials);
    assert!(nothing.error.as_ref().is_some_and(|error| error.message == "nothing lies in the furnace's output"));
    let all = json!({ "item": "item", "chest": "furnace" });
    assert_eq!(hands.must("take", all.clone())["items"], json!({ "sand": 5 }));
    hands.must("store", put("planks", 5));
    assert_eq!(hands.must("take", all)["items"], json!({ "oak_planks": 5 }));
    assert_eq!(slots(&world, furnace), [None, None, None]);
    assert_done_with(&world, &hands);
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let give = [("dirt", 3), ("coal", 9), ("cobblestone", 9), ("raw_iron", 2)];
    let (world, furnace) = furnace_of(&give, &[(0, "stick", 1), (1, "coal", 60)]);
    let mut hands = Hands::join(&world);
    let before = slots(&world, furnace);
    for (params, expected, words) in [
        (put("dirt", 1), ErrorCode::InvalidParams, "neither smelts nor burns"),
        (put("coal", 10), ErrorCode::InsufficientMaterials, "9 coal held, 10 to be stored"),
        (put("coal", 5), ErrorCode::ActionFailed, "its fuel holds 60 coal: 4 more coal fit, not 5"),
        (put("cobblestone", 2), ErrorCode::ActionFailed, "its input holds 1 stick: no cobblestone goes in"),
    ] {
        let result = hands.call("store", params);
        let message = &result.error.as_ref().expect("an error").message;
        assert!(code(&result) == expected && message.contains(words), "{result:?}");
        assert_eq!(slots(&world, furnace), before, "{words}");
    }
    assert_eq!(give.map(|(item, _)| held(&world, item)), give.map(|(_, count)| count));
    assert_done_with(&world, &hands);
    fill(&world, furnace, furnace, "crafting_table");
    hands.sees(furnace, "crafting_table");
    let none = hands.call("store", put("coal", 1));
    assert_eq!((code(&none), &context(&none)["target"]), (ErrorCode::ResourceNotFound, &json!("furnace")));
}

#[test]
fn a_goal_leaves_cobblestone_cooking() {
    let (world, furnace) = furnace_of(&[("cobblestone", 10), ("coal", 3)], &[]);
    let goal = "put 6 cobble in the furnace with 1 coal and leave it cooking";
    let (run, burns) = play_seen(&world, &[goal], move |world| {
        // The furnace lights its fire with its next tick.
        world.until(200, move |game| is_burning(game.block(furnace)))
    });
    run.assert_done();
    assert!(burns, "{:?}", slots(&world, furnace));
    let [input, _, output] = slots(&world, furnace)[..] else { panic!("three slots") };
    let many = |slot: Option<(&'static str, u32)>| slot.map_or(0, |(_, count)| count);
    assert_eq!(many(input) + many(output), 6, "{input:?} {output:?}");
    assert_eq!((run.report().inventory.count("cobblestone"), run.report().inventory.count("coal")), (4, 2));
    let shown = evidence(&run);
    assert!(shown.last().is_some_and(|shown| shown.contains("coal") || shown.contains("its fire burns")), "{shown:?}");
}

/// Of two furnaces side by side the second thing goes into the one that has the first.
#[test]
fn iron_and_coal_go_into_one_furnace() {
    let (world, spawn) = meadow(FAST, &[("raw_iron", 9), ("coal", 9)], |world, spawn| {
        fill(world, spawn.offset(4, 0, -1), spawn.offset(4, 0, 1), "furnace");
    });
    let run = play(&world, &["put 4 raw iron and one coal in the furnace"]);
    run.assert_done();
    let all: Vec<Slots> = (-1..=1).map(|dz| slots(&world, spawn.offset(4, 0, dz))).collect();
    let used = all.iter().filter(|slots| slots.iter().any(Option::is_some)).count();
    assert_eq!(used, 1, "{all:?}");
    assert_eq!((run.report().inventory.count("raw_iron"), run.report().inventory.count("coal")), (5, 8));
}

#[test]
fn a_goal_takes_out_what_is_done_and_then_all() {
    let (world, furnace) = furnace_of(&[], &[(0, "raw_iron", 3), (2, "iron_ingot", 5)]);
    let run = play(&world, &["what is in the furnace?", "take the iron out of the furnace"]);
    run.assert_done();
    let shown = evidence(&run);
    assert_eq!(shown[0], format!("the furnace at {furnace} holds 5 iron_ingot, 3 raw_iron"));
    assert_eq!((run.report().inventory.count("iron_ingot"), slots(&world, furnace)[0]), (5, Some(("raw_iron", 3))));
    let run = play(&world, &["take everything out of the furnace"]);
    run.assert_done();
    assert_eq!((run.report().inventory.count("raw_iron"), slots(&world, furnace)), (3, vec![None, None, None]));
}

#[test]
fn what_belongs_in_no_furnace_is_refused_before_anything_is_done() {
    let (world, furnace) = furnace_of(&[("dirt", 9), ("coal", 2)], &[]);
    let run = play(&world, &["put 5 dirt in the furnace with 1 coal"]);
    let error = run.error().expect("it is refused");
    assert!(error.message.contains("dirt neither smelts nor burns"), "{error:?}");
    assert!(!run.events.iter().any(|event| matches!(event, Event::ToolCall { .. })));
    assert_eq!(slots(&world, furnace), [None, None, None]);
}

/// A furnace that the goal puts up itself, and what the goal speaks of is got first.
#[test]
fn what_is_put_into_a_furnace_that_was_placed_goes_in_there() {
    let (world, spawn) = meadow(FAST, &[("furnace", 1), ("cobblestone", 6), ("coal", 1)], |_, _| ());
    let (run, found) = play_seen(&world, &["place the furnace here and put 6 cobble in it with 1 coal"], |world| {
        world.with(move |game| {
            let around = (-4..=4).flat_map(|x| (-4..=4).map(move |z| spawn.offset(x, 0, z)));
            around.map(|at| game.contents(at)).find(|slots| !slots.is_empty())
        })
    });
    run.assert_done();
    let many: u32 = found.expect("it stands").into_iter().flatten().map(|(_, count)| count).sum();
    assert!((6..=7).contains(&many), "the coal may burn: {many}");
}

/// How many of an item lie in a slot.
fn lies(world: &PracticeWorld, furnace: BlockPos, slot: usize) -> Option<(&'static str, u32)> {
    slots(world, furnace)[slot]
}

#[test]
fn a_furnace_is_waited_for_until_nothing_is_raw() {
    let (world, furnace) = furnace_of(&[("dirt", 1)], &[(0, "raw_iron", 3), (1, "coal", 1)]);
    let mut hands = Hands::join(&world);
    let wait = json!({ "chest": "furnace", "until_done": true });
    let told = hands.must("look_into", wait.clone());
    assert_eq!(told["holds"], json!({ "iron_ingot": 3 }));
    assert_eq!(slots(&world, furnace), [None, None, Some(("iron_ingot", 3))]);
    assert_eq!(hands.seen().containers.last().map(|seen| seen.raw), Some(0));
    // Nothing is raw now: that is no wait.
    hands.must("look_into", wait);
    assert_done_with(&world, &hands);
    let chest = hands.call("look_into", json!({ "until_done": true }));
    assert_eq!(code(&chest), ErrorCode::InvalidParams);
}

#[test]
fn a_furnace_that_goes_out_leaves_things_raw_and_that_is_said() {
    let (world, furnace) = furnace_of(&[("dirt", 1)], &[(0, "raw_iron", 4), (1, "stick", 2)]);
    let mut hands = Hands::join(&world);
    let out = hands.call("look_into", json!({ "chest": "furnace", "until_done": true }));
    let message = &out.error.as_ref().expect("an error").message;
    assert_eq!((code(&out), context(&out)["seen"]["input"]["count"].clone()), (ErrorCode::ActionFailed, json!(3)));
    assert!(
        message.contains("has gone out and no fuel is left: 3 raw_iron left to be smelted, 1 iron_ingot"),
        "{message}"
    );
    assert_eq!(slots(&world, furnace), [Some(("raw_iron", 3)), None, Some(("iron_ingot", 1))]);
    assert_done_with(&world, &hands);
    // Where the output takes no more, nothing is made, whatever lies in it.
    let (world, _) = furnace_of(&[("dirt", 1)], &[(0, "raw_iron", 4), (1, "coal", 2), (2, "glass", 1)]);
    let mut hands = Hands::join(&world);
    let full = hands.call("look_into", json!({ "chest": "furnace", "until_done": true }));
    assert!(full.error.as_ref().is_some_and(|error| error.message.contains("makes nothing more")), "{full:?}");
    assert_done_with(&world, &hands);
}

#[test]
fn a_goal_waits_for_the_furnace_and_takes_out_what_is_done() {
    let (world, furnace) = furnace_of(&[("raw_iron", 5), ("coal", 2)], &[]);
    let goal = "put a coal and 3 raw iron in the furnace and wait til its done, then take the iron out";
    let run = play(&world, &[goal]);
    run.assert_done();
    assert_eq!(slots(&world, furnace), [None, None, None]);
    let held = ["iron_ingot", "raw_iron", "coal"].map(|item| run.report().inventory.count(item));
    assert_eq!(held, [3, 2, 1]);
    let shown = evidence(&run);
    assert!(shown.iter().any(|shown| shown.starts_with("nothing is left to smelt in the furnace")), "{shown:?}");
}

/// More than one call waits for: 30 things take 6,000 ticks.
#[test]
fn a_full_furnace_is_waited_for_in_pieces() {
    let (world, furnace) = furnace_of(&[("dirt", 1)], &[(0, "sand", 30), (1, "coal", 4)]);
    let run = play(&world, &["when the furnace is done take out the glass"]);
    run.assert_done();
    assert_eq!((run.report().inventory.count("glass"), lies(&world, furnace, 0)), (30, None));
}

#[test]
fn a_goal_whose_fuel_runs_out_fails_and_says_so() {
    let (world, furnace) = furnace_of(&[("dirt", 1)], &[(0, "raw_iron", 12), (1, "coal", 1)]);
    let run = play(&world, &["take the iron out of the furnace once it is done"]);
    let error = run.error().expect("it fails");
    assert!(error.message.contains("no fuel is left: 4 raw_iron left to be smelted, 8 iron_ingot done"), "{error:?}");
    assert_eq!((lies(&world, furnace, 0), lies(&world, furnace, 2)), (Some(("raw_iron", 4)), Some(("iron_ingot", 8))));
}
