//! Smelting: the tool by hand with every error it can end in, and goals that need a furnace, from nothing.

use blockwright::{
    body::{Order, Report},
    domain::{BlockPos, ErrorCode, Vec3},
    journal::Event,
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use crate::harness::{Hands, LEVEL, NAME, code, context, fill, play, world};

/// A furnace two blocks beside the bot, on the ground.
fn furnace_beside(world: &PracticeWorld, hands: &Hands) -> BlockPos {
    let at = hands.seen().position.block().offset(2, 0, 0);
    fill(world, at.offset(-1, 0, -1), at.offset(1, 2, 1), "air");
    fill(world, at.offset(-1, -1, -1), at.offset(1, -1, 1), "stone");
    fill(world, at, at, "furnace");
    at
}

/// Level ground before the bot, towards +x, so many blocks long; where it stands.
fn floor(world: &PracticeWorld, hands: &Hands, length: i32) -> BlockPos {
    let feet = hands.seen().position.block();
    fill(world, feet.offset(1, 0, -3), feet.offset(length, 2, 3), "air");
    fill(world, feet.offset(1, -1, -3), feet.offset(length, -1, 3), "stone");
    feet
}

/// A furnace beside the bot and ten glass ordered, something lying in this slot by now; its place and the call.
fn loading(world: &PracticeWorld, hands: &mut Hands, slot: usize) -> (BlockPos, u64) {
    let at = furnace_beside(world, hands);
    hands.sees(at, "furnace");
    let call = hands.order("smelt", json!({ "item": "glass", "count": 10 }), 4800);
    let begun = world.with(|game| game.tick());
    while contents(world, at)[slot].is_none() {
        assert!(world.with(|game| game.tick()) - begun < 4_800, "nothing is loaded");
    }
    (at, call)
}

fn contents(world: &PracticeWorld, at: BlockPos) -> Vec<Option<(&'static str, u32)>> {
    world.with(move |game| game.contents(at))
}

fn placed(data: &Value) -> BlockPos {
    assert_eq!(data["placed"]["block"], "furnace", "{data}");
    BlockPos::told_by(&data["placed"]).expect("a place")
}

/// What every ended call owes: nothing of ours in the furnace, free hands, nothing in grid and cursor by the server's word.
fn assert_left_tidy(world: &PracticeWorld, hands: &Hands, furnace: BlockPos) {
    assert_eq!(contents(world, furnace), [None, None, None]);
    hands.assert_hands_free();
    assert!(world.with(|game| game.workspace(NAME).is_empty()));
}

#[test]
fn iron_is_smelted_in_a_furnace_that_is_placed() {
    let world = world(LEVEL, &[("furnace", 1), ("raw_iron", 3), ("oak_planks", 5), ("coal", 2)]);
    let mut hands = Hands::join(&world);
    let data = hands.must("smelt", json!({ "item": "iron_ingot", "count": 2 }));
    assert_eq!((&data["item"], &data["smelted"]), (&json!("iron_ingot"), &json!(2)), "{data}");
    assert_eq!(data["fuel"], json!({ "oak_planks": 2 }), "planks are worth less than coal");
    let at = placed(&data);
    assert_eq!(
        ["iron_ingot", "raw_iron", "oak_planks", "coal", "furnace"].map(|item| hands.holds(item)),
        [2, 1, 3, 2, 0]
    );
    assert_left_tidy(&world, &hands, at);
    // The same furnace again, with the fuel that is named. The planks' fire is out by then: it has as long to go as one ingot takes.
    hands.must("wait", json!({ "ticks": 240 }));
    let data = hands.must("smelt", json!({ "item": "iron_ingot", "fuel": "coal" }));
    assert_eq!((&data["placed"], hands.holds("coal"), hands.holds("iron_ingot")), (&Value::Null, 1, 3), "{data}");
    assert_left_tidy(&world, &hands, at);
}

#[test]
fn mixed_woods_and_more_than_one_kind_of_fuel() {
    let world = world(LEVEL, &[("oak_log", 2), ("birch_log", 2), ("stick", 3), ("oak_planks", 1)]);
    let mut hands = Hands::join(&world);
    let at = furnace_beside(&world, &hands);
    hands.sees(at, "furnace");
    let data = hands.must("smelt", json!({ "item": "charcoal", "count": 3 }));
    assert_eq!((&data["smelted"], hands.holds("charcoal")), (&json!(3), 3), "{data}");
    assert_eq!((hands.holds("stick"), hands.holds("oak_planks")), (0, 0), "{data}");
    assert_left_tidy(&world, &hands, at);
}

#[test]
fn what_is_missing_is_listed() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let mut lacks = |params: Value, give: (&'static str, u32)| {
        let result = hands.call("smelt", params);
        assert_eq!(code(&result), ErrorCode::InsufficientMaterials, "{result:#?}");
        hands.assert_hands_free();
        world.with(move |game| game.give(NAME, give.0, give.1));
        while hands.holds(give.0) < give.1 {
            hands.must("get_bot_status", json!({}));
        }
        context(&result)["missing"].clone()
    };
    let glass = json!({ "item": "glass", "count": 3 });
    assert_eq!(lacks(glass.clone(), ("sand", 1)), json!({ "sand": 3 }));
    assert_eq!(lacks(glass.clone(), ("sand", 3)), json!({ "sand": 2 }));
    assert_eq!(lacks(glass.clone(), ("stick", 2)), json!({ "coal": 1 }));
    assert_eq!(lacks(json!({ "item": "glass", "count": 3, "fuel": "planks" }), ("coal", 1)), json!({ "planks": 2 }));
    assert_eq!(lacks(glass, ("furnace", 1)), json!({ "furnace": 1 }));
    hands.must("smelt", json!({ "item": "glass", "count": 1 }));
}

#[test]
fn the_result_is_named_not_the_ingredient() {
    let world = world(LEVEL, &[("raw_iron", 1)]);
    let mut hands = Hands::join(&world);
    let result = hands.call("smelt", json!({ "item": "raw_iron" }));
    assert_eq!(code(&result), ErrorCode::InvalidParams);
    assert_eq!(context(&result)["becomes"], "iron_ingot");
    // As with craft and mine: it is clear what is meant, and it cannot be.
    assert_eq!(code(&hands.call("smelt", json!({ "item": "dirt" }))), ErrorCode::ResourceNotFound);
    for params in [
        json!({ "item": "iron_ingto" }),
        json!({ "item": "glass", "count": 0 }),
        json!({ "item": "glass", "fuel": "dirt" }),
    ] {
        assert_eq!(code(&hands.call("smelt", params.clone())), ErrorCode::InvalidParams, "{params}");
    }
}

#[test]
fn a_furnace_with_somebodys_things_is_left_alone() {
    let world = world(LEVEL, &[("sand", 1), ("coal", 1)]);
    let mut hands = Hands::join(&world);
    let at = furnace_beside(&world, &hands);
    world.with(move |game| game.put_into(at, 2, "gold_ingot", 5));
    hands.sees(at, "furnace");
    let result = hands.call("smelt", json!({ "item": "glass" }));
    assert_eq!(code(&result), ErrorCode::InsufficientMaterials, "{result:#?}");
    assert_eq!(context(&result)["missing"], json!({ "furnace": 1 }));
    assert_eq!(contents(&world, at), [None, None, Some(("gold_ingot", 5))]);
    hands.assert_hands_free();
    world.with(|game| game.give(NAME, "furnace", 1));
    while hands.holds("furnace") < 1 {
        hands.must("get_bot_status", json!({}));
    }
    let data = hands.must("smelt", json!({ "item": "glass" }));
    assert_ne!(placed(&data), at);
    assert_eq!(contents(&world, at), [None, None, Some(("gold_ingot", 5))]);
}

#[test]
fn a_free_furnace_is_found_behind_those_of_others() {
    let world = world(LEVEL, &[("sand", 1), ("coal", 1)]);
    let mut hands = Hands::join(&world);
    let feet = floor(&world, &hands, 6);
    let all = [2, -2, 1, -1, 0].map(|z| feet.offset(4, 0, z));
    for at in all {
        fill(&world, at, at, "furnace");
    }
    for at in all.into_iter().skip(1) {
        world.with(move |game| game.put_into(at, 2, "gold_ingot", 5));
    }
    hands.sees(all[4], "furnace");
    let data = hands.must("smelt", json!({ "item": "glass" }));
    assert_eq!((&data["placed"], hands.holds("glass")), (&Value::Null, 1), "{data}");
    assert_left_tidy(&world, &hands, all[0]);
    assert!(all.into_iter().skip(1).all(|at| contents(&world, at)[2] == Some(("gold_ingot", 5))));
}

/// The planner counts on stations as far off as this: the tool must not put up another, which no step would take back.
#[test]
fn a_furnace_that_a_plan_counts_on_is_walked_to() {
    let world = world(LEVEL, &[("furnace", 1), ("sand", 1), ("coal", 1)]);
    let mut hands = Hands::join(&world);
    let feet = floor(&world, &hands, 24);
    let at = feet.offset(20, 0, 0);
    fill(&world, at, at, "furnace");
    let go = |hands: &mut Hands, dx: i32| {
        hands.must("navigate", json!({ "x": feet.x + dx, "y": feet.y, "z": feet.z }));
    };
    go(&mut hands, 16);
    hands.sees(at, "furnace");
    go(&mut hands, 0);
    let data = hands.must("smelt", json!({ "item": "glass" }));
    assert_eq!((&data["placed"], hands.holds("furnace")), (&Value::Null, 1), "{data}");
}

#[test]
fn a_full_inventory_has_no_room_for_results() {
    // Sand and coal are not used up, so their slots do not come free.
    let world = world(LEVEL, &[("sand", 2), ("coal", 2), ("dirt", 34 * 64)]);
    let mut hands = Hands::join(&world);
    let at = furnace_beside(&world, &hands);
    hands.sees(at, "furnace");
    let result = hands.call("smelt", json!({ "item": "glass", "count": 1 }));
    assert_eq!(code(&result), ErrorCode::InventoryFull, "{result:#?}");
    assert_eq!((hands.holds("sand"), hands.holds("coal"), hands.holds("dirt")), (2, 2, 34 * 64));
    assert_left_tidy(&world, &hands, at);
    // Two of them leave a slot behind.
    hands.must("smelt", json!({ "item": "glass", "count": 2 }));
    assert_left_tidy(&world, &hands, at);
}

#[test]
fn a_deadline_says_how_much_was_smelted_and_leaves_nothing_behind() {
    let world = world(LEVEL, &[("furnace", 1), ("sand", 64), ("coal", 8)]);
    let mut hands = Hands::join(&world);
    let call = hands.order("smelt", json!({ "item": "glass", "count": 64 }), 700);
    let result = hands.outcome(call);
    assert_eq!(code(&result), ErrorCode::Timeout, "{result:#?}");
    let smelted = context(&result)["smelted"].as_u64().expect("how far it got");
    assert!((1..=4).contains(&smelted), "{result:#?}");
    // One more may have been done by the time the furnace was emptied.
    let glass = hands.holds("glass");
    assert!((smelted..=smelted + 1).contains(&u64::from(glass)), "what was made is taken along: {glass}");
    assert_eq!(hands.holds("sand"), 64 - glass);
    assert_eq!(hands.holds("coal"), 7, "one was lit");
    assert_left_tidy(&world, &hands, placed(context(&result)));
}

#[test]
fn a_cancelled_call_takes_its_things_back() {
    let world = world(LEVEL, &[("sand", 10), ("coal", 2)]);
    let mut hands = Hands::join(&world);
    let (at, call) = loading(&world, &mut hands, 0);
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    assert_left_tidy(&world, &hands, at);
    assert_eq!(hands.holds("sand") + hands.holds("glass"), 10);
}

#[test]
fn a_furnace_that_is_taken_away_fails_the_call() {
    let world = world(LEVEL, &[("sand", 10), ("coal", 2)]);
    let mut hands = Hands::join(&world);
    let (at, call) = loading(&world, &mut hands, 1);
    fill(&world, at, at, "air");
    let result = hands.outcome(call);
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!(context(&result)["seen"], "air");
    hands.assert_hands_free();
}

#[test]
fn a_furnace_that_cannot_be_reached_any_more_is_not_called_gone() {
    let world = world(LEVEL, &[("sand", 10), ("coal", 2)]);
    let mut hands = Hands::join(&world);
    // A cell high above, with no way down.
    let cell = hands.seen().position.block().offset(2, 20, 0);
    fill(&world, cell.offset(-2, -2, -2), cell.offset(2, 3, 2), "bedrock");
    fill(&world, cell, cell.up(), "air");
    let (at, call) = loading(&world, &mut hands, 1);
    let inside = Vec3::new(f64::from(cell.x) + 0.5, f64::from(cell.y), f64::from(cell.z) + 0.5);
    world.with(move |game| game.teleport(NAME, inside));
    let result = hands.outcome(call);
    assert_eq!(code(&result), ErrorCode::PathBlocked, "{result:#?}");
    assert_eq!(context(&result)["target"], json!(at));
}

#[test]
fn death_and_disconnection_end_a_smelting() {
    let world = world(LEVEL, &[("sand", 20), ("coal", 4)]);
    let mut hands = Hands::join(&world);
    let (_, call) = loading(&world, &mut hands, 0);
    world.with(|game| game.kick(NAME, "closing time"));
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Disconnected);
    hands.body.orders.send(Order::Rejoin).expect("a living body");
    hands.until(|report| matches!(report, Report::Spawned { .. }).then_some(()));
    let (_, call) = loading(&world, &mut hands, 0);
    world.with(|game| game.kill(NAME, "was tested to death"));
    let result = hands.outcome(call);
    assert_eq!(code(&result), ErrorCode::BotDied, "{result:#?}");
}

#[test]
fn get_me_an_iron_pickaxe() {
    let world = world(LEVEL, &[]);
    let run = play(&world, &["get me an iron pickaxe"]);
    run.assert_done();
    let held = &run.report().inventory;
    for item in ["iron_pickaxe", "furnace", "crafting_table"] {
        assert_eq!(held.count(item), 1, "{item}: {held}");
    }
}

#[test]
fn get_me_three_glass() {
    let world = world(7, &[]);
    let run = play(&world, &["get me 3 glass"]);
    run.assert_done();
    assert_eq!((run.report().inventory.count("glass"), run.report().inventory.count("furnace")), (3, 1));
}

#[test]
fn charcoal_in_loads() {
    let world = world(LEVEL, &[("oak_log", 24), ("oak_planks", 20), ("furnace", 1), ("iron_pickaxe", 1)]);
    let run = play(&world, &["get me 20 charcoal"]);
    run.assert_done();
    let calls =
        run.events.iter().filter(|event| matches!(event, Event::ToolCall { request, .. } if request.name() == "smelt"));
    assert_eq!(calls.count(), 2, "no call is longer than its deadline");
    assert_eq!((run.report().inventory.count("charcoal"), run.report().inventory.count("furnace")), (20, 1));
}

/// What the bot's furnace held is gone with it; another is made, and the rest is smelted in that.
#[test]
fn a_furnace_that_is_gone_is_made_again() {
    let give =
        [("sand", 6), ("coal", 2), ("furnace", 1), ("cobblestone", 8), ("crafting_table", 1), ("stone_pickaxe", 1)];
    let world = world(LEVEL, &give);
    let mut taken = false;
    let run = crate::harness::play_on(
        &world.address().to_string(),
        &["get me 3 glass"],
        blockwright::mind::Policy::default(),
        |events| {
            let stands = events.iter().find_map(|event| match event {
                Event::ToolResult { result, .. } if result.tool == "place_block" && result.success => {
                    BlockPos::told_by(result.data.as_ref()?)
                }
                _ => None,
            });
            if let Some(at) = stands.filter(|_| !taken)
                && contents(&world, at).first().is_some_and(Option::is_some)
            {
                taken = true;
                fill(&world, at, at, "air");
            }
        },
    );
    run.assert_done();
    assert!(taken);
    assert!(run.report().inventory.count("glass") >= 3);
}
