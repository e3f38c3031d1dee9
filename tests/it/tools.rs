//! The tools by hand: what each gives back, and every error code of the contract provoked.

use std::{
    sync::{atomic::Ordering, mpsc},
    thread,
};

use blockwright::{
    body::{CALL_DEADLINE, Order, Report},
    domain::{BlockPos, ErrorCode},
    journal::Event,
    knowledge::{self, block_of_state, placing::state_named},
    practice::PracticeWorld,
};
use serde_json::json;

use crate::harness::{FAST, Hands, LEVEL, NAME, code, context, fill, meadow, play, play_seen, world, world_at};

#[test]
fn the_main_job_by_hand() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let logs = hands.must("mine", json!({ "target": "log", "count": 3 }));
    assert_eq!(logs["collected"], 3, "{logs}");
    hands.must("craft", json!({ "item": "planks", "count": 12 }));
    hands.must("craft", json!({ "item": "stick", "count": 4 }));
    hands.must("craft", json!({ "item": "crafting_table", "count": 1 }));
    hands.assert_hands_free();
    let table = hands.must("place_block", json!({ "block": "crafting_table" }));
    let place = BlockPos::told_by(&table).expect("a place");
    let there = world.with(move |game| game.block(place));
    assert_eq!(knowledge::block_of_state(there).map(|block| block.name), Some("crafting_table"));
    let made = hands.must("craft", json!({ "item": "wooden_pickaxe", "count": 1 }));
    assert_eq!(made["at"], "crafting_table");
    hands.assert_hands_free();
    hands.must("mine", json!({ "target": "cobblestone", "count": 3 }));
    assert!(hands.holds("cobblestone") >= 3);
    hands.must("craft", json!({ "item": "stone_pickaxe", "count": 1 }));
    assert_eq!(hands.holds("stone_pickaxe"), 1);
    hands.assert_hands_free();
}

#[test]
fn status_tells_what_is_seen() {
    let world = world(LEVEL, &[("oak_log", 5)]);
    let mut hands = Hands::join(&world);
    let status = hands.must("get_bot_status", json!({}));
    assert_eq!(status["health"], 20.0, "{status}");
    assert_eq!(status["inventory"]["oak_log"], 5, "{status}");
    assert!(status["position"]["x"].is_number() && status["nearby_blocks"].is_array(), "{status}");
}

#[test]
fn not_found() {
    let world = world(LEVEL, &[("diamond_pickaxe", 1)]);
    let mut hands = Hands::join(&world);
    let result = hands.call("mine", json!({ "target": "ancient_debris", "count": 1, "max_radius": 24 }));
    assert_eq!(code(&result), ErrorCode::ResourceNotFound);
    assert_eq!(context(&result)["search_radius"], 24);
    assert!(context(&result)["position"]["x"].is_number());
}

#[test]
fn a_walled_in_place_is_blocked() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let feet = hands.seen().position.block();
    let room = feet.offset(8, 6, 0);
    fill(&world, room.offset(-2, -2, -2), room.offset(2, 3, 2), "bedrock");
    fill(&world, room, room.up(), "air");
    let result = hands.call("navigate", json!({ "x": room.x, "y": room.y, "z": room.z }));
    assert_eq!(code(&result), ErrorCode::PathBlocked, "{result:#?}");
}

#[test]
fn materials_that_are_missing_are_listed() {
    let world = world(LEVEL, &[("oak_planks", 1)]);
    let mut hands = Hands::join(&world);
    let result = hands.call("craft", json!({ "item": "stick", "count": 4 }));
    assert_eq!(code(&result), ErrorCode::InsufficientMaterials);
    assert!(context(&result).to_string().contains("planks"), "{result:#?}");
    let result = hands.call("place_block", json!({ "block": "torch" }));
    assert_eq!(code(&result), ErrorCode::InsufficientMaterials);
    hands.assert_hands_free();
}

#[test]
fn stone_needs_a_pickaxe_and_iron_a_better_one() {
    let world = world(LEVEL, &[("wooden_pickaxe", 1)]);
    let mut hands = Hands::join(&world);
    let result = hands.call("mine", json!({ "target": "iron_ore", "count": 1 }));
    assert_eq!(code(&result), ErrorCode::ToolRequired);
    assert!(context(&result).to_string().contains("stone_pickaxe"), "{result:#?}");
    let result = hands.call("drop", json!({ "item": "wooden_pickaxe" }));
    assert!(result.success, "{result:#?}");
    let result = hands.call("mine", json!({ "target": "stone", "count": 1 }));
    assert_eq!(code(&result), ErrorCode::ToolRequired);
}

#[test]
fn no_earth_is_dug_from_under_doors_torches_and_fields() {
    let (world, spawn) = meadow(FAST, &[("iron_shovel", 1)], |world, spawn| {
        fill(world, spawn.offset(-20, -3, -20), spawn.offset(20, -2, 20), "stone");
        let door = |half: &str| state_named(&format!("oak_door[half={half}]")).expect("a door");
        let (low, high) = (door("lower"), door("upper"));
        world.with(move |game| {
            game.set_block(spawn.offset(2, 0, 0), low);
            game.set_block(spawn.offset(2, 1, 0), high);
        });
        fill(world, spawn.offset(0, 0, 2), spawn.offset(0, 0, 2), "torch");
        fill(world, spawn.offset(-3, -1, -1), spawn.offset(-2, -1, 1), "farmland");
        fill(world, spawn.offset(-3, 0, -1), spawn.offset(-2, 0, 1), "wheat");
    });
    let mut hands = Hands::join(&world);
    hands.must("mine", json!({ "target": "dirt", "count": 60 }));
    let name = |x: i32, y: i32, z: i32| {
        world.with(move |game| block_of_state(game.block(spawn.offset(x, y, z))).map(|block| block.name))
    };
    let stands = [name(2, 0, 0), name(2, 1, 0), name(0, 0, 2), name(-3, 0, -1), name(-2, 0, 1), name(-2, -1, 1)];
    let names = ["oak_door", "oak_door", "torch", "wheat", "wheat", "farmland"];
    assert_eq!(stands, names.map(Some));
}

#[test]
fn a_full_inventory_cannot_pick_up() {
    let world = world(LEVEL, &[("dirt", 36 * 64)]);
    let mut hands = Hands::join(&world);
    let result = hands.call("mine", json!({ "target": "log", "count": 1 }));
    assert_eq!(code(&result), ErrorCode::InventoryFull, "{result:#?}");
}

#[test]
fn bad_parameters_are_named_with_the_nearest() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let result = hands.call("mine", json!({ "target": "oak_lgo", "count": 1 }));
    assert_eq!(code(&result), ErrorCode::InvalidParams);
    assert!(format!("{:?}", result.error).contains("oak_log"), "{result:#?}");
    assert_eq!(code(&hands.call("mine", json!({ "target": "oak_log", "count": 0 }))), ErrorCode::InvalidParams);
    assert_eq!(code(&hands.call("navigate", json!({ "x": 0, "y": 9999, "z": 0 }))), ErrorCode::InvalidParams);
    assert_eq!(code(&hands.call("chat", json!({ "message": "/op me" }))), ErrorCode::InvalidParams);
    let long = "x".repeat(257);
    assert_eq!(code(&hands.call("chat", json!({ "message": long }))), ErrorCode::InvalidParams);
}

#[test]
fn a_place_that_is_taken_refuses_a_block() {
    let world = world(LEVEL, &[("dirt", 4)]);
    let mut hands = Hands::join(&world);
    let under = hands.seen().position.block().down();
    let result = hands.call("place_block", json!({ "block": "dirt", "x": under.x, "y": under.y, "z": under.z }));
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    assert_eq!(hands.holds("dirt"), 4);
}

#[test]
fn what_lay_where_a_tool_is_taken_to_is_placed_all_the_same() {
    // The hotbar is full, and what is to be placed gives way to the pickaxe that digs the way out.
    let hotbar = ["stick", "coal", "flint", "bread", "string", "paper", "bone", "feather", "crafting_table"];
    let held: Vec<(&str, u32)> = hotbar.into_iter().chain(["wooden_pickaxe"]).map(|item| (item, 1)).collect();
    let world = world(LEVEL, &held);
    let mut hands = Hands::join(&world);
    let feet = hands.seen().position.block();
    let to = feet.offset(6, 0, 0);
    fill(&world, feet.offset(2, 0, -1), to.offset(1, 2, 1), "air");
    fill(&world, feet.offset(2, -1, -1), to.offset(1, -1, 1), "stone");
    for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        fill(&world, feet.offset(dx, 0, dz), feet.offset(dx, 1, dz), "stone");
    }
    let roof = feet.offset(0, 2, 0);
    fill(&world, roof, roof, "gold_block");
    hands.sees(roof, "gold_block");
    hands.must("place_block", json!({ "block": "crafting_table", "x": to.x, "y": to.y, "z": to.z }));
    let there = world.with(move |game| game.block(to));
    assert_eq!(knowledge::block_of_state(there).map(|block| block.name), Some("crafting_table"));
}

#[test]
fn a_deadline_ends_a_call_and_says_how_far_it_got() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let call = hands.order("mine", json!({ "target": "log", "count": 64 }), 300);
    let result = hands.outcome(call);
    assert_eq!(code(&result), ErrorCode::Timeout);
    assert!(result.ticks <= 400, "cleaning up is bounded too: {result:#?}");
    assert!(context(&result)["done"].is_number() && context(&result)["of"] == 64, "{result:#?}");
    hands.assert_hands_free();
}

#[test]
fn a_cancelled_call_leaves_the_bot_standing_with_free_hands() {
    // Sticks from a thousand planks take many clicks: time enough to be interrupted with the grid full.
    let world = world(LEVEL, &[("oak_planks", 64 * 16)]);
    let mut hands = Hands::join(&world);
    let call = hands.order("craft", json!({ "item": "stick", "count": 1024 }), 4800);
    while world.with(|game| game.workspace(NAME).is_empty()) {
        assert!(hands.body.reports.is_empty(), "it ended before its grid was ever filled");
    }
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    hands.assert_hands_free();
    assert!(world.with(|game| game.workspace(NAME).is_empty()), "the server still holds something in grid or cursor");
    let call = hands.order("navigate", json!({ "x": 60, "z": 60 }), 4800);
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    let before = hands.seen().position;
    hands.must("get_bot_status", json!({}));
    hands.must("chat", json!({ "message": "still here" }));
    assert!(before.horizontal_distance(hands.seen().position) < 0.6, "it walked on");
}

#[test]
fn a_cancelled_call_hears_the_server_out_before_it_tidies_up() {
    let world = world(LEVEL, &[("oak_planks", 64 * 16)]);
    let mut hands = Hands::join(&world);
    let (held, is_held) = mpsc::channel();
    let (let_go, gate) = mpsc::channel::<()>();
    thread::scope(|scope| {
        // The server takes nothing in while this lasts, and what is sent to it piles up.
        scope.spawn(|| {
            world.with(move |_| {
                held.send(()).expect("a test that waits");
                gate.recv().expect("a test that lets go");
            });
        });
        is_held.recv().expect("the server stands still");
        let call = hands.order("craft", json!({ "item": "stick", "count": 1024 }), 4800);
        let slots = hands.body.slots.clone();
        let tick = || slots.tick.load(Ordering::Relaxed);
        let until = |done: &dyn Fn() -> bool| {
            while !done() && hands.body.reports.is_empty() {
                thread::yield_now();
            }
        };
        until(&|| slots.progress.lock().is_ok_and(|progress| progress.is_some()));
        hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
        let since = tick();
        until(&|| tick() > since + 10);
        let_go.send(()).expect("a server that waits");
        assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    });
    hands.assert_hands_free();
    assert!(world.with(|game| game.workspace(NAME).is_empty()), "the server still holds something in grid or cursor");
}

#[test]
fn who_says_a_lot_waits_and_is_not_thrown_out() {
    const MESSAGES: u64 = 24;
    let world = world_at(100.0, LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let began = hands.seen().tick;
    let mut waited = false;
    for number in 0..MESSAGES {
        let message = format!("word {number}");
        let call = hands.order("chat", json!({ "message": message }), CALL_DEADLINE);
        let slots = hands.body.slots.clone();
        while hands.body.reports.is_empty() {
            let progress = slots.progress.lock().expect("the slot").clone();
            waited |= progress.is_some_and(|progress| progress.id == call && progress.text.contains("waiting before"));
            thread::yield_now();
        }
        let result = hands.outcome(call);
        assert!(result.success, "{message}: {result:#?}");
    }
    // Unless this machine took as long over each word as the server wants it to.
    assert!(waited || hands.seen().tick - began > 20 * (MESSAGES - 1), "it never said that it waits");
}

#[test]
fn death_during_a_call() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let call = hands.order("mine", json!({ "target": "log", "count": 5 }), 4800);
    world.with(|game| game.kill(NAME, "was tested to death"));
    let result = hands.outcome(call);
    assert_eq!(code(&result), ErrorCode::BotDied);
    assert!(format!("{:?}", result.error).contains("tested to death"), "{result:#?}");
    hands.body.orders.send(Order::Respawn).expect("a living body");
    hands.until(|report| matches!(report, Report::Spawned { .. }).then_some(()));
    hands.must("chat", json!({ "message": "back again" }));
}

#[test]
fn disconnection_during_a_call_and_coming_back() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let call = hands.order("mine", json!({ "target": "log", "count": 5 }), 4800);
    world.with(|game| game.kick(NAME, "closing time"));
    let result = hands.outcome(call);
    assert_eq!(code(&result), ErrorCode::Disconnected);
    assert!(format!("{:?}", result.error).contains("closing time"), "{result:#?}");
    hands.body.orders.send(Order::Rejoin).expect("a living body");
    hands.until(|report| matches!(report, Report::Spawned { .. }).then_some(()));
    hands.must("chat", json!({ "message": "back again" }));
}

#[test]
fn the_surface_is_found_where_no_height_is_given() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    hands.must("navigate", json!({ "x": 20, "z": -15 }));
    let feet = hands.seen().position.block();
    assert_eq!((feet.x, feet.z), (20, -15));
}

/// A row of stone, and of logs, in a meadow where the bot holds all of these.
fn quarry(give: &[(&str, u32)]) -> PracticeWorld {
    let (world, _) = meadow(FAST, give, |world, spawn| {
        fill(world, spawn.offset(3, 0, 0), spawn.offset(3, 1, 5), "stone");
        fill(world, spawn.offset(-3, 0, 0), spawn.offset(-3, 1, 5), "oak_log");
    });
    world
}

fn wear(world: &PracticeWorld, item: &'static str) -> Vec<u32> {
    world.with(move |game| game.wear(NAME, item))
}

#[test]
fn blocks_are_broken_with_the_tool_that_is_named() {
    let world = quarry(&[("iron_pickaxe", 1), ("wooden_pickaxe", 1), ("stone_axe", 1)]);
    let mut hands = Hands::join(&world);
    hands.must("mine", json!({ "target": "stone", "count": 4, "with": "wooden_pickaxe" }));
    assert_eq!((wear(&world, "wooden_pickaxe"), wear(&world, "iron_pickaxe")), (vec![4], vec![0]));
    hands.must("mine", json!({ "target": "oak_log", "count": 2, "with": "hand" }));
    assert_eq!(wear(&world, "stone_axe"), [0]);
    // The call before has left nothing behind: what is best is used.
    hands.must("mine", json!({ "target": "stone", "count": 1 }));
    assert_eq!((wear(&world, "wooden_pickaxe"), wear(&world, "iron_pickaxe")), (vec![4], vec![1]));
    let none = hands.call("mine", json!({ "target": "stone", "count": 1, "with": "diamond_pickaxe" }));
    assert_eq!((code(&none), &context(&none)["with"]), (ErrorCode::ToolRequired, &json!("diamond_pickaxe")));
    let useless = hands.call("mine", json!({ "target": "iron_ore", "count": 1, "with": "wooden_pickaxe" }));
    assert_eq!(code(&useless), ErrorCode::ToolRequired);
}

#[test]
fn a_goal_says_what_is_mined_with() {
    let world = quarry(&[("diamond_pickaxe", 1), ("wooden_pickaxe", 1), ("stone_axe", 1)]);
    let goals = [
        "mine 5 stone with the wooden pickaxe, save the diamond one",
        "use your stone axe to chop 3 logs",
        "chop a log with your bare hands",
    ];
    let (run, worn) = play_seen(&world, &goals, |world| {
        ["diamond_pickaxe", "wooden_pickaxe", "stone_axe"].map(|tool| wear(world, tool))
    });
    run.assert_done();
    assert_eq!(worn, [vec![0], vec![5], vec![3]]);
    assert_eq!(["cobblestone", "oak_log"].map(|item| run.report().inventory.count(item)), [5, 4]);
}

#[test]
fn a_tool_that_does_not_do_is_refused_before_anything_moves() {
    for (give, goal, words) in [
        ("wooden_pickaxe", "mine 3 iron ore with the wooden pickaxe", "yields nothing with a wooden pickaxe"),
        ("stone_axe", "mine 3 stone by hand", "stone yields nothing by hand"),
        ("stone_axe", "mine 3 stone with the pick you have", "no pickaxe is held, and none is to be made"),
        ("stone_axe", "mine 3 stone, dont make a new tool", "none is to be made"),
    ] {
        let world = quarry(&[(give, 1)]);
        let run = play(&world, &[goal]);
        let error = run.error().expect("it is refused");
        assert!(error.message.contains(words), "{goal}: {error:?}");
        assert!(!run.events.iter().any(|event| matches!(event, Event::ToolCall { .. })), "{goal}");
    }
}
