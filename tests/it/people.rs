//! Other players: going to them, staying with them, giving them things and picking up what lies about; with two bots and with a
//! foreign client, looking at the server's state.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use blockwright::{
    body::{CALL_DEADLINE, Order, Report},
    domain::{BlockPos, ErrorCode, Vec3, degrees_between},
    journal::Event,
    knowledge,
    practice::{PracticeWorld, guest::Guest},
};
use serde_json::json;

use crate::{
    bots::{ends, play},
    harness::{FAST, Hands, NAME, block_on, code, context, fill, meadow, play_procedure, play_seen},
};

const STRANGER: &str = "Stranger";

/// How far the stranger walks in each tick of the world, in blocks: as fast as one walks who does not run.
const STRIDE: f64 = 0.15;
/// The most strides at once: the world tells its time every 20 ticks.
const STRIDES: u64 = 20;

/// A foreign client that stands about, and walks where it is told to.
struct Stranger {
    over: Arc<AtomicBool>,
    goal: Arc<Mutex<Option<Vec3>>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Stranger {
    /// Joins, and stands at a place.
    fn join(world: &PracticeWorld, at: BlockPos) -> Self {
        let (over, goal) = (Arc::new(AtomicBool::new(false)), Arc::<Mutex<Option<Vec3>>>::default());
        let (address, ends, to) = (world.address(), over.clone(), goal.clone());
        let thread = thread::spawn(move || {
            block_on(async {
                let mut guest = Guest::join(address, STRANGER, 5, false).await.expect("a guest");
                let mut told = guest.seen.tick;
                while !ends.load(Ordering::Relaxed) {
                    let goal = *to.lock().expect("the goal");
                    // By the world's time: its own ticks do not wait for a server that lags.
                    let passed = guest.seen.tick.saturating_sub(std::mem::replace(&mut told, guest.seen.tick));
                    for goal in (0..passed.min(STRIDES)).filter_map(|_| goal) {
                        let (dx, dz) = (goal.x - guest.at.x, goal.z - guest.at.z);
                        let part = (STRIDE / dx.hypot(dz).max(STRIDE)).min(1.0);
                        guest.walk(dx * part, dz * part).await.expect("a world");
                    }
                    if guest.tick(Duration::from_secs_f32(1.0 / FAST)).await.is_err() {
                        break;
                    }
                }
            });
        });
        let stranger = Self { over, goal, thread: Some(thread) };
        assert!(world.until(4_000, |game| game.players().iter().any(|name| name == STRANGER)), "nobody joined");
        stand(world, STRANGER, at);
        stranger
    }

    fn walk_to(&self, at: BlockPos) {
        *self.goal.lock().expect("the goal") = Some(at.center());
    }
}

impl Drop for Stranger {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Puts somebody's feet into the middle of a block.
fn stand(world: &PracticeWorld, name: &'static str, at: BlockPos) {
    world.with(move |game| game.teleport(name, Vec3 { y: f64::from(at.y), ..at.center() }));
}

/// Waits until the bot sees somebody just there, or nowhere.
fn sees(hands: &mut Hands, name: &str, at: Option<BlockPos>) {
    for _ in 0..400 {
        hands.must("get_bot_status", json!({}));
        let entities = hands.seen().entities;
        let found = entities.iter().find(|entity| entity.kind == "player" && entity.name.as_deref() == Some(name));
        if found.map(|found| found.position.block()) == at {
            return;
        }
    }
    panic!("{name} is never seen at {at:?}: {:?}", hands.seen().entities);
}

/// Gives the bot something, by the server's hand.
fn furnish(world: &PracticeWorld, hands: &mut Hands, item: &'static str, count: u32) {
    assert!(world.with(move |game| game.give(NAME, item, count)));
    for _ in 0..400 {
        hands.must("get_bot_status", json!({}));
        if hands.holds(item) >= count {
            return;
        }
    }
    panic!("{item} is never seen");
}

/// How far two are apart on the axis on which they are farthest, by the server.
fn apart(world: &PracticeWorld, one: &'static str, other: &'static str) -> f64 {
    let (one, other) = world.with(move |game| (game.position(one), game.position(other)));
    let (one, other) = (one.expect("one"), other.expect("the other"));
    (one.x - other.x).abs().max((one.y - other.y).abs()).max((one.z - other.z).abs())
}

fn has(world: &PracticeWorld, name: &'static str, item: &'static str) -> u32 {
    world.with(move |game| game.count(name, item))
}

#[test]
fn one_comes_to_who_stands_and_to_who_walks() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let stranger = Stranger::join(&world, spawn.offset(12, 0, 9));
    sees(&mut hands, STRANGER, Some(spawn.offset(12, 0, 9)));
    let data = hands.must("go_to_player", json!({ "player": "stranger" }));
    assert!(apart(&world, NAME, STRANGER) < 3.0, "{data}");
    assert_eq!(data["player"], STRANGER, "{data}");
    let here = hands.seen().position;
    hands.must("get_bot_status", json!({}));
    assert!(here.horizontal_distance(hands.seen().position) < 0.1, "it walks on");
    hands.must("navigate", json!({ "x": spawn.x - 15, "y": spawn.y, "z": spawn.z - 15, "tolerance": 1 }));
    stranger.walk_to(spawn.offset(-12, 0, 12));
    hands.must("go_to_player", json!({ "player": STRANGER, "tolerance": 1 }));
    // Who walks has gone on by the time that the server is asked.
    assert!(apart(&world, NAME, STRANGER) < 10.0, "where it has gone to meanwhile");
    assert!(world.until(4_000, move |game| {
        let at = game.position(STRANGER).expect("the stranger");
        at.horizontal_distance(spawn.offset(-12, 0, 12).center()) < 1.0
    }));
    hands.must("go_to_player", json!({ "player": STRANGER, "tolerance": 1 }));
    // A block away on each axis, at most.
    assert!(apart(&world, NAME, STRANGER) < 3.0);
}

#[test]
fn who_is_not_there_is_told_from_who_is_out_of_sight() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let nobody = hands.call("go_to_player", json!({ "player": "Nobody" }));
    assert_eq!((code(&nobody), &context(&nobody)["online"]), (ErrorCode::ResourceNotFound, &json!(false)));
    let own = hands.call("follow", json!({ "player": NAME.to_lowercase(), "ticks": 20 }));
    assert_eq!(code(&own), ErrorCode::InvalidParams, "{own:#?}");
    assert_eq!(code(&hands.call("give", json!({ "player": "", "item": "dirt" }))), ErrorCode::InvalidParams);
    let stranger = Stranger::join(&world, spawn.offset(3, 0, 3));
    sees(&mut hands, STRANGER, Some(spawn.offset(3, 0, 3)));
    let nobody = hands.call("follow", json!({ "player": "Nobody", "ticks": 20 }));
    assert_eq!(context(&nobody)["players"], json!([STRANGER]), "{nobody:#?}");
    stand(&world, STRANGER, spawn.offset(400, 60, 0));
    sees(&mut hands, STRANGER, None);
    let far = hands.call("go_to_player", json!({ "player": STRANGER }));
    assert_eq!((code(&far), &context(&far)["online"]), (ErrorCode::ResourceNotFound, &json!(true)), "{far:#?}");
    drop(stranger);
}

#[test]
fn nobody_gets_to_who_is_walled_in() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        let cell = spawn.offset(6, 0, 0);
        fill(world, cell.offset(-2, -2, -2), cell.offset(2, 3, 2), "bedrock");
        fill(world, cell.offset(0, 0, 0), cell.up(), "air");
    });
    let mut hands = Hands::join(&world);
    let cell = spawn.offset(6, 0, 0);
    let _stranger = Stranger::join(&world, cell);
    sees(&mut hands, STRANGER, Some(cell));
    let result = hands.call("go_to_player", json!({ "player": STRANGER, "tolerance": 1 }));
    assert_eq!(code(&result), ErrorCode::PathBlocked, "{result:#?}");
    assert_eq!(context(&result)["target"], json!(cell));
    let result = hands.call("give", json!({ "player": STRANGER, "item": "dirt" }));
    assert_eq!(code(&result), ErrorCode::InsufficientMaterials, "{result:#?}");
    furnish(&world, &mut hands, "dirt", 2);
    let result = hands.call("give", json!({ "player": STRANGER, "item": "dirt" }));
    assert_eq!((code(&result), has(&world, NAME, "dirt")), (ErrorCode::PathBlocked, 2), "{result:#?}");
}

#[test]
fn who_is_followed_is_stayed_with_for_as_long_as_was_asked() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let stranger = Stranger::join(&world, spawn.offset(4, 0, 0));
    sees(&mut hands, STRANGER, Some(spawn.offset(4, 0, 0)));
    let call = hands.order("follow", json!({ "player": STRANGER, "ticks": 1_500 }), CALL_DEADLINE);
    for (dx, dz) in [(16, 16), (-16, 16), (-16, -16)] {
        let to = spawn.offset(dx, 0, dz);
        stranger.walk_to(to);
        let came = world.until(1_400, move |game| {
            let (bot, other) = (game.position(NAME).expect("the bot"), game.position(STRANGER).expect("the stranger"));
            other.horizontal_distance(to.center()) < 1.0 && bot.is_beside(other, 3)
        });
        assert!(came || !hands.body.reports.is_empty(), "nobody came along to {to}");
    }
    let result = hands.outcome(call);
    let number = |name: &str| result.data.as_ref().and_then(|data| data[name].as_f64()).unwrap_or_default();
    assert!(result.success && (1_500.0..1_920.0).contains(&number("followed_ticks")), "{result:#?}");
    assert!(number("distance_walked") > 30.0, "{result:#?}");
    // Who stands is stood with.
    *stranger.goal.lock().expect("the goal") = None;
    hands.must("follow", json!({ "player": STRANGER, "ticks": 60 }));
    assert!(apart(&world, NAME, STRANGER) < 4.0);
}

#[test]
fn following_ends_when_it_is_withdrawn_and_when_they_leave() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let stranger = Stranger::join(&world, spawn.offset(4, 0, 0));
    sees(&mut hands, STRANGER, Some(spawn.offset(4, 0, 0)));
    let call = hands.order("follow", json!({ "player": STRANGER }), CALL_DEADLINE);
    stranger.walk_to(spawn.offset(15, 0, 15));
    let start = world.with(|game| game.position(NAME)).expect("the bot");
    while world.with(|game| game.position(NAME)).expect("the bot").horizontal_distance(start) < 3.0 {
        assert!(hands.body.reports.is_empty(), "it ended");
    }
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    hands.must("get_bot_status", json!({}));
    let here = hands.seen().position;
    hands.must("chat", json!({ "message": "here I stay" }));
    assert!(here.horizontal_distance(hands.seen().position) < 0.6, "it walks on");
    // They leave while it walks after them: had the call not begun, it would never have seen them.
    let call = hands.order("follow", json!({ "player": STRANGER }), CALL_DEADLINE);
    stranger.walk_to(spawn.offset(-15, 0, -15));
    assert!(
        world.until(2_000, move |game| { game.position(NAME).is_some_and(|bot| bot.horizontal_distance(here) > 3.0) })
    );
    drop(stranger);
    let result = hands.outcome(call);
    assert_eq!(
        (code(&result), &context(&result)["online"]),
        (ErrorCode::ResourceNotFound, &json!(false)),
        "{result:#?}"
    );
    assert!(context(&result)["last_seen"]["x"].is_number(), "{result:#?}");
}

#[test]
fn a_goal_to_follow_goes_on_call_by_call() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let _stranger = Stranger::join(&world, spawn.offset(4, 0, 0));
    let run = play_procedure(&world, "make a chore", "  - action: follow\n    player: Stranger\n    ticks: 1500\n");
    run.assert_done();
    let asked: Vec<String> = (run.events.iter())
        .filter_map(|event| match event {
            Event::ToolCall { request, .. } => Some(request.title()),
            _ => None,
        })
        .collect();
    assert_eq!(asked, ["follow Stranger for 1200 ticks", "follow Stranger for 300 ticks"]);
}

#[test]
fn bots_give_each_other_what_is_asked_for_and_no_more() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let mut bert = Hands::join_as(&world, "Bert");
    stand(&world, "Bert", spawn.offset(9, 0, 3));
    sees(&mut hands, "Bert", Some(spawn.offset(9, 0, 3)));
    furnish(&world, &mut hands, "bread", 8);
    let data = hands.must("give", json!({ "player": "Bert", "item": "bread", "count": 5 }));
    assert_eq!((has(&world, NAME, "bread"), has(&world, "Bert", "bread")), (3, 5), "{data}");
    assert_eq!(data["given"], 5, "{data}");
    hands.assert_hands_free();
    furnish(&world, &mut hands, "dirt", 100);
    let data = hands.must("give", json!({ "player": "Bert", "item": "dirt", "count": 70 }));
    assert_eq!((has(&world, NAME, "dirt"), has(&world, "Bert", "dirt")), (30, 70), "{data}");
    // Bert has it in his own hands, and gives some back.
    while bert.holds("dirt") < 70 {
        bert.must("get_bot_status", json!({}));
    }
    let back = bert.must("give", json!({ "player": NAME, "item": "dirt", "count": 2 }));
    assert_eq!((has(&world, NAME, "dirt"), has(&world, "Bert", "dirt")), (32, 68), "{back}");
    assert_eq!(world.with(|game| game.lying_items()), [], "nothing lies about");
}

#[test]
fn what_a_foreign_client_has_no_room_for_is_picked_up_again() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let at = spawn.offset(-7, 0, 4);
    let stranger = Stranger::join(&world, at);
    sees(&mut hands, STRANGER, Some(at));
    furnish(&world, &mut hands, "bread", 9);
    let data = hands.must("give", json!({ "player": STRANGER, "item": "bread", "count": 4 }));
    assert_eq!((data["given"].as_u64(), has(&world, STRANGER, "bread"), has(&world, NAME, "bread")), (Some(4), 4, 5));
    // Room for two more, and none for anything else.
    world.with(|game| game.give(STRANGER, "stone", 35 * 64));
    world.with(|game| game.give(STRANGER, "bread", 58));
    let result = hands.call("give", json!({ "player": STRANGER, "item": "bread", "count": 5 }));
    assert_eq!((code(&result), &context(&result)["given"]), (ErrorCode::ActionFailed, &json!(2)), "{result:#?}");
    assert_eq!((has(&world, STRANGER, "bread"), has(&world, NAME, "bread")), (64, 3));
    assert_eq!(world.with(|game| game.lying_items()), [], "nothing lies about");
    // Who walks off does not get it.
    world.with(|game| game.clear_inventory(STRANGER));
    let call = hands.order("give", json!({ "player": STRANGER, "item": "bread", "count": 3 }), CALL_DEADLINE);
    assert!(world.until(2_000, |game| !game.lying_items().is_empty()), "it is thrown");
    stand(&world, STRANGER, spawn.offset(400, 60, 0));
    let result = hands.outcome(call);
    assert!(!result.success, "{result:#?}");
    assert_eq!((has(&world, STRANGER, "bread"), has(&world, NAME, "bread")), (0, 3), "{result:#?}");
    drop(stranger);
}

#[test]
fn a_withdrawn_gift_leaves_the_bot_standing() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let at = spawn.offset(14, 0, 14);
    let _stranger = Stranger::join(&world, at);
    sees(&mut hands, STRANGER, Some(at));
    furnish(&world, &mut hands, "bread", 3);
    let start = hands.seen().position;
    let call = hands.order("give", json!({ "player": STRANGER, "item": "bread", "count": 3 }), CALL_DEADLINE);
    while world.with(|game| game.position(NAME)).expect("the bot").horizontal_distance(start) < 2.0 {
        assert!(hands.body.reports.is_empty(), "it ended");
    }
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    hands.assert_hands_free();
    hands.must("get_bot_status", json!({}));
    let here = hands.seen().position;
    hands.must("chat", json!({ "message": "here I stay" }));
    assert!(here.horizontal_distance(hands.seen().position) < 0.6, "it walks on");
    assert_eq!(has(&world, NAME, "bread"), 3);
}

/// Lays items on the ground.
fn lay(world: &PracticeWorld, at: BlockPos, item: &'static str, count: u32) {
    world.with(move |game| game.spawn_item(Vec3 { y: f64::from(at.y), ..at.center() }, item, count));
}

/// Waits until the bot sees so many items lie about.
fn sees_drops(hands: &mut Hands, count: usize) {
    for _ in 0..400 {
        hands.must("get_bot_status", json!({}));
        if hands.seen().entities.iter().filter(|entity| entity.kind == "item" && entity.name.is_some()).count() == count
        {
            return;
        }
    }
    panic!("{:?}", hands.seen().entities);
}

#[test]
fn what_lies_about_is_picked_up_by_name_and_within_reach() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let none = hands.call("pick_up", json!({}));
    assert_eq!((code(&none), &context(&none)["search_radius"]), (ErrorCode::ResourceNotFound, &json!(16)));
    for (dx, dz, item, count) in [(5, 0, "dirt", 3), (-4, 6, "oak_planks", 2), (0, -8, "dirt", 4), (18, 18, "coal", 1)]
    {
        lay(&world, spawn.offset(dx, 0, dz), item, count);
    }
    sees_drops(&mut hands, 4);
    let data = hands.must("pick_up", json!({ "item": "dirt" }));
    assert_eq!(
        (data["picked_up"].as_u64(), has(&world, NAME, "dirt"), has(&world, NAME, "oak_planks")),
        (Some(7), 7, 0)
    );
    hands.must("navigate", json!({ "x": spawn.x, "y": spawn.y, "z": spawn.z }));
    let data = hands.must("pick_up", json!({}));
    assert_eq!(data["items"], json!({ "oak_planks": 2 }), "the coal lies too far off: {data}");
    hands.must("navigate", json!({ "x": spawn.x, "y": spawn.y, "z": spawn.z }));
    hands.must("pick_up", json!({ "radius": 30 }));
    assert_eq!((has(&world, NAME, "coal"), world.with(|game| game.lying_items()).len()), (1, 0));
    assert_eq!(code(&hands.call("pick_up", json!({ "radius": 0 }))), ErrorCode::InvalidParams);
    assert_eq!(code(&hands.call("pick_up", json!({ "item": "cole" }))), ErrorCode::InvalidParams);
}

#[test]
fn what_cannot_be_picked_up_stays_and_is_told() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        let cell = spawn.offset(6, 0, 0);
        fill(world, cell.offset(-2, -2, -2), cell.offset(2, 2, 2), "bedrock");
        fill(world, cell, cell, "air");
    });
    let mut hands = Hands::join(&world);
    lay(&world, spawn.offset(6, 0, 0), "coal", 2);
    lay(&world, spawn.offset(-5, 0, 0), "dirt", 2);
    sees_drops(&mut hands, 2);
    let result = hands.call("pick_up", json!({}));
    assert_eq!(code(&result), ErrorCode::PathBlocked, "{result:#?}");
    assert_eq!((context(&result)["picked_up"].as_u64(), context(&result)["left"].as_u64()), (Some(2), Some(2)));
    furnish(&world, &mut hands, "stone", 35 * 64);
    lay(&world, spawn.offset(-5, 0, 0), "bread", 2);
    lay(&world, spawn.offset(-3, 0, 4), "dirt", 70);
    sees_drops(&mut hands, 3);
    let result = hands.call("pick_up", json!({ "item": "bread" }));
    assert_eq!((code(&result), has(&world, NAME, "bread")), (ErrorCode::InventoryFull, 0), "{result:#?}");
    let result = hands.call("pick_up", json!({ "item": "dirt" }));
    assert_eq!((code(&result), has(&world, NAME, "dirt")), (ErrorCode::InventoryFull, 64), "{result:#?}");
    assert_eq!(context(&result)["picked_up"], 62, "{result:#?}");
}

/// What lies on the leaves of a tree comes down when they are broken; what somebody has put up there stays.
#[test]
fn what_lies_in_the_leaves_of_a_tree_is_let_fall() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        let foot = spawn.offset(5, 0, 0);
        fill(world, foot.offset(-1, 2, -1), foot.offset(1, 3, 1), "oak_leaves");
        fill(world, foot, foot.offset(0, 3, 0), "oak_log");
        let put_up = knowledge::state_with(knowledge::block("oak_leaves").expect("a block"), &[("persistent", "true")]);
        world.with(move |game| game.set_block(spawn.offset(-6, 2, 0), put_up.expect("a state")));
    });
    let mut hands = Hands::join(&world);
    lay(&world, spawn.offset(4, 4, 1), "oak_log", 1);
    sees_drops(&mut hands, 1);
    hands.must("pick_up", json!({ "item": "oak_log" }));
    assert_eq!((has(&world, NAME, "oak_log"), world.with(|game| game.lying_items()).len()), (1, 0));
    // Another lies on their rim: what is below its middle is air.
    let corner = spawn.offset(4, 4, -1).center();
    let rim = Vec3::new(corner.x - 0.58, f64::from(spawn.y + 4), corner.z);
    world.with(move |game| game.spawn_item(rim, "oak_log", 1));
    sees_drops(&mut hands, 1);
    hands.must("pick_up", json!({ "item": "oak_log" }));
    assert_eq!((has(&world, NAME, "oak_log"), world.with(|game| game.lying_items()).len()), (2, 0));
    lay(&world, spawn.offset(-6, 3, 0), "oak_log", 1);
    sees_drops(&mut hands, 1);
    assert_eq!(code(&hands.call("pick_up", json!({ "item": "oak_log" }))), ErrorCode::PathBlocked);
    let data = hands.must("pick_up", json!({ "item": "oak_log", "leave": true }));
    assert_eq!((data["picked_up"].as_u64(), data["left"].as_u64()), (Some(0), Some(1)), "{data}");
}

#[test]
fn a_withdrawn_gathering_leaves_the_bot_standing() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    for x in -5..=5 {
        lay(&world, spawn.offset(3 * x, 0, 12), "dirt", 1);
    }
    sees_drops(&mut hands, 11);
    let call = hands.order("pick_up", json!({ "radius": 30 }), CALL_DEADLINE);
    while has(&world, NAME, "dirt") == 0 {
        assert!(hands.body.reports.is_empty(), "it ended before it had anything");
    }
    hands.body.orders.send(Order::Cancel { id: call }).expect("a living body");
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Cancelled);
    hands.must("get_bot_status", json!({}));
    let here = hands.seen().position;
    hands.must("chat", json!({ "message": "here I stay" }));
    assert!(here.horizontal_distance(hands.seen().position) < 0.6, "it walks on");
    assert!(has(&world, NAME, "dirt") < 11);
}

#[test]
fn a_goal_that_gathers_comes_and_gives_is_proved_by_what_is_seen() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let _stranger = Stranger::join(&world, spawn.offset(10, 0, -6));
    lay(&world, spawn.offset(-6, 0, 2), "coal", 5);
    let steps = "  - action: pick_up\n    item: coal\n  - action: go_to_player\n    player: stranger\n  - action: give\n    player: Stranger\n    item: coal\n";
    let run = play_procedure(&world, "make a chore", steps);
    run.assert_done();
    assert_eq!(
        (has(&world, STRANGER, "coal"), run.ended.report.as_ref().map(|report| report.inventory.count("coal"))),
        (1, Some(4))
    );
    let shown: Vec<&str> = (run.events.iter())
        .filter_map(|event| match event {
            Event::StepDone { evidence, .. } => Some(evidence.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!((shown[0], shown[2]), ("5 more are held", "Stranger was seen to take 1"));
    assert!(shown[1].starts_with("stranger is ") && shown[1].ends_with(" blocks away"), "{shown:?}");
}

#[test]
fn two_bots_and_a_stranger_come_follow_give_and_share_a_chest() {
    let (world, spawn) = meadow(FAST, &[("dirt", 10)], |world, spawn| {
        fill(world, spawn.offset(4, 0, 3), spawn.offset(4, 0, 3), "chest");
    });
    let _stranger = Stranger::join(&world, spawn.offset(7, 0, -5));
    let bots = ["Ada", "Bert"];
    let (ended, entries) = play(&world, &bots, &["Ada: put 6 dirt in the chest", "Bert: come to Stranger"], |_| ());
    assert_eq!(ends(&ended), [("Ada", "done"), ("Bert", "done")], "{entries:#?}");
    let goals = [
        "Bert: take 4 dirt from the chest and give 3 dirt to Stranger",
        // Bert has joined by then.
        "Ada: follow Stranger for 5 seconds",
        "Ada: follow Bert for 5 seconds",
        "Ada: give 2 dirt to Bert",
        "Bert: follow Stranger for 2 seconds",
    ];
    // What the server has while they are there: it forgets who has left.
    let mut had = Vec::new();
    let (ended, entries) = play(&world, &bots, &goals, |entries| {
        let done = entries.iter().filter(|entry| matches!(entry.event, Event::GoalDone { .. })).count();
        if done == goals.len() && had.is_empty() {
            had = ["Ada", "Bert", STRANGER].map(|name| has(&world, name, "dirt")).to_vec();
        }
    });
    assert!(ends(&ended).iter().all(|(_, state)| *state == "done"), "{entries:#?}");
    let chest = spawn.offset(4, 0, 3);
    let lies = world.with(move |game| game.contents(chest).into_iter().flatten().map(|(_, count)| count).sum::<u32>());
    assert_eq!((had, lies), (vec![2, 13, 13], 2), "{entries:#?}");
}

#[test]
fn what_is_split_between_two_is_shared_out() {
    let (world, _) = meadow(FAST, &[("dirt", 9)], |_, _| ());
    let (_bert, mut cid) = (Hands::join_as(&world, "Bert"), Hands::join_as(&world, "Cid"));
    // Where both stand in one place, one of them takes all: nothing was given to the other.
    let run = crate::harness::play(&world, &["give 2 dirt to Bert and give 2 dirt to Cid"]);
    let had = |name: &'static str| has(&world, name, "dirt") - 9;
    let all_taken = had("Bert") + had("Cid") == 4;
    match run.error() {
        None => assert_eq!((had("Bert"), had("Cid")), (2, 2)),
        Some(error) => assert!(all_taken && error.message.contains("2 went elsewhere"), "{error}"),
    }
    let before = (had("Bert"), had("Cid"));
    let away = cid.seen().position.block().offset(10, 0, 0);
    cid.must("navigate", json!({ "x": away.x, "y": away.y, "z": away.z, "tolerance": 0 }));
    let run = crate::harness::play(&world, &["get 9 dirt, split your dirt between Bert and Cid"]);
    run.assert_done();
    let halves = [had("Bert") - before.0, had("Cid") - before.1];
    assert!(halves[0].abs_diff(halves[1]) <= 1 && halves[0] + halves[1] >= 9, "{halves:?}");
}

/// What two cannot share stays, where the goal says so.
#[test]
fn what_is_left_over_of_equal_parts_is_kept() {
    let (world, _) = meadow(FAST, &[("dirt", 13)], |_, _| ());
    let (_bert, mut cid) = (Hands::join_as(&world, "Bert"), Hands::join_as(&world, "Cid"));
    let away = cid.seen().position.block().offset(10, 0, 0);
    cid.must("navigate", json!({ "x": away.x, "y": away.y, "z": away.z, "tolerance": 0 }));
    let goal = "share your dirt evenly between Bert and Cid and keep what is left over";
    let (run, held) = play_seen(&world, &[goal], |world| has(world, NAME, "dirt"));
    run.assert_done();
    assert_eq!((has(&world, "Bert", "dirt") - 13, has(&world, "Cid", "dirt") - 13, held), (6, 6, 1));
}

#[test]
fn who_is_not_there_fails_the_goal_at_once() {
    let (world, _) = meadow(FAST, &[], |_, _| ());
    let run = play_procedure(&world, "make a chore", "  - action: go_to_player\n    player: Nobody\n");
    assert_eq!(run.error().map(|error| error.code), Some(ErrorCode::ResourceNotFound));
    let calls = run.events.iter().filter(|event| matches!(event, Event::ToolCall { .. })).count();
    assert_eq!(calls, 1, "nobody comes by being looked for again");
}

#[test]
fn what_is_told_to_one_is_heard_by_one() {
    let (world, _) = meadow(FAST, &[], |_, _| ());
    let (mut bert, mut cid) = (Hands::join_as(&world, "Bert"), Hands::join_as(&world, "Cid"));
    let run = crate::harness::play(&world, &["tell bert the door is open", "say all can hear this"]);
    run.assert_done();
    let line = |report: &Report| match report {
        Report::Chat { message, .. } => Some(message.clone()),
        _ => None,
    };
    let told = |message: &String| message.contains("the door is open");
    bert.until(|report| line(report).filter(told));
    let mut heard = Vec::new();
    cid.until(|report| {
        heard.extend(line(report));
        heard.last().filter(|line| line.contains("all can hear this")).map(|_| ())
    });
    assert!(!heard.iter().any(told), "{heard:?}");
    let run = crate::harness::play(&world, &["whisper to Nobody the door is open"]);
    let error = run.error().expect("nobody is there");
    assert!(error.message.contains("nobody called Nobody is online"), "{error}");
}

#[test]
fn one_looks_at_somebody_by_the_server_s_word() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let _stranger = Stranger::join(&world, spawn.offset(-6, 0, 3));
    let mut hands = Hands::join(&world);
    hands.must("face", json!({ "player": "stranger" }));
    let (yaw, pitch) = world.with(|game| game.heading(NAME)).expect("the bot");
    let eyes = |at: Vec3| Vec3 { y: at.y + 1.62, ..at };
    let (from, to) = (world.with(|game| game.position(NAME)), world.with(|game| game.position(STRANGER)));
    let (wanted, level) = eyes(from.expect("the bot")).heading_to(eyes(to.expect("the stranger")));
    assert!(degrees_between(yaw, wanted) < 1.5 && (pitch - level).abs() < 1.5, "{yaw} {pitch}: {wanted} {level}");
    assert_eq!(code(&hands.call("face", json!({ "player": "Nobody" }))), ErrorCode::ResourceNotFound);
    assert_eq!(code(&hands.call("face", json!({ "player": "Stranger", "yaw": 3 }))), ErrorCode::InvalidParams);
}

/// Who is told how many lie in a chest is told what lies there now, to them alone; what is made of two things for one is all theirs.
#[test]
fn what_lies_in_a_chest_is_told_and_both_things_are_given() {
    let (world, spawn) = meadow(FAST, &[("dirt", 7), ("torch", 2)], |world, spawn| {
        fill(world, spawn.offset(3, 0, 0), spawn.offset(3, 0, 0), "chest");
        assert!(world.with(move |game| game.put_into(spawn.offset(3, 0, 0), 0, "coal", 5)));
    });
    let _stranger = Stranger::join(&world, spawn.offset(5, 0, 5));
    let run = crate::harness::play(&world, &["tell Stranger how much coal is left in the chest"]);
    run.assert_done();
    let told = format!("{:?}", run.events);
    assert!(told.contains("There are 5 coal in the chest."), "{told}");
    let (run, given) = play_seen(&world, &["get 3 dirt and 2 torches for Stranger"], |world| {
        world.with(|game| [game.count(STRANGER, "dirt"), game.count(STRANGER, "torch"), game.count(NAME, "dirt")])
    });
    run.assert_done();
    // Whoever joins this world is given 7 dirt and 2 torches.
    assert_eq!(given, [7 + 3, 2 + 2, 7 - 3]);
}
