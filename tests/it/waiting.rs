//! Waiting, the same again, and exploring for so long: by hand and as goals, by the server's own ticks.

use blockwright::{
    body::{CALL_DEADLINE, Order, Report},
    domain::{BlockPos, ErrorCode, GoalState, ToolRequest, UserAsk},
    journal::Event,
    knowledge::{self, block_of_state, state_properties, state_with},
    mind::Policy,
    practice::PracticeWorld,
};
use serde_json::json;

use super::{
    harness::{FAST, Hands, LEVEL, NAME, Run, code, context, meadow, play, play_on, world, world_at},
    scripted::Scripted,
};

/// By how many ticks a wait may be short: the server tells its time every 20, and the body may be so far ahead of it.
const EARLY: u64 = 40;
/// By how many it may be late, where other tests run beside: a tick is 2.5 ms here.
const LATE: u64 = 400;

fn tick(world: &PracticeWorld) -> u64 {
    world.with(|game| game.tick())
}

fn feet(world: &PracticeWorld) -> BlockPos {
    world.with(|game| game.position(NAME)).expect("the bot").block()
}

/// When something was noticed: between these two of the server's ticks.
#[derive(Clone, Copy, Debug)]
struct Between(u64, u64);

/// Whether about so many ticks may have passed from one to the other.
fn passed(from: Between, to: Between, ticks: u64) -> bool {
    (ticks - EARLY..ticks + LATE).contains(&(to.1 - from.0))
}

/// Plays a goal; when each of its calls began and when it ended, and what was to be seen there by then.
fn steps_of<T>(world: &PracticeWorld, goal: &str, look: impl Fn(&PracticeWorld) -> T) -> (Run, Vec<(Between, T)>) {
    let (mut begun, mut before) = (Vec::new(), tick(world));
    let run = play_on(&world.address().to_string(), &[goal], Policy::default(), |events| {
        let is_mark = |event: &&Event| matches!(event, Event::ToolCall { .. } | Event::GoalDone { .. });
        let marks = events.iter().filter(is_mark).count();
        let now = tick(world);
        while begun.len() < marks {
            begun.push((Between(before, now), look(world)));
        }
        before = now;
    });
    (run, begun)
}

/// What shows that a goal's last step is done.
fn told(run: &Run) -> &str {
    let evidence = |event: &'_ Event| matches!(event, Event::StepDone { .. });
    match run.events.iter().rfind(|event| evidence(event)) {
        Some(Event::StepDone { evidence, .. }) => evidence,
        _ => "",
    }
}

// ── Waiting ──

#[test]
fn who_waits_stands_there_for_as_long_as_was_asked_and_can_be_withdrawn() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let before = tick(&world);
    let told = hands.must("wait", json!({ "ticks": 300 }));
    let passed = tick(&world) - before;
    assert!((300 - EARLY..300 + LATE).contains(&passed), "{passed}: {told}");
    assert!(told["waited_ticks"].as_u64() >= Some(300), "{told}");
    assert_eq!(feet(&world), spawn);
    assert!(hands.seen().world_age >= told["from"].as_u64().map(|from| from + 300), "{told}");
    let begun = tick(&world);
    assert_eq!(code(&hands.withdrawn("wait", json!({ "ticks": 4_000 }))), ErrorCode::Cancelled);
    assert!(tick(&world) - begun < 1_000);
    for wrong in [json!({}), json!({ "ticks": 0 }), json!({ "ticks": 72_001 }), json!({ "ticks": 4_001 })] {
        assert_eq!(code(&hands.call("wait", wrong.clone())), ErrorCode::InvalidParams, "{wrong}");
    }
}

#[test]
fn a_time_of_the_day_is_waited_for_by_the_servers_clock() {
    let (world, _) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let at = |hands: &mut Hands, time: u64| {
        world.with(move |game| game.set_day_time(time));
        while hands.must("get_bot_status", json!({}))["time_of_day"].as_u64().is_none_or(|now| now.abs_diff(time) > 500)
        {
        }
    };
    at(&mut hands, 12_000);
    hands.must("wait", json!({ "until": "night" }));
    let time = world.with(|game| game.day_time());
    assert!((12_523..12_523 + LATE).contains(&time), "{time}");
    let before = tick(&world);
    hands.must("wait", json!({ "until": "night" }));
    assert!(tick(&world) - before < LATE, "it is night already");
    let far = hands.call("wait", json!({ "until": "noon" }));
    assert_eq!(code(&far), ErrorCode::InvalidParams, "{far:#?}");
    assert!(context(&far)["ticks"].as_u64() > Some(10_000), "{far:#?}");
    // With both, whichever comes first.
    at(&mut hands, 23_900);
    let told = hands.must("wait", json!({ "ticks": 3_000, "until": "morning" }));
    assert!(told["waited_ticks"].as_u64() < Some(700), "{told}");
}

#[test]
fn death_and_a_lost_server_end_a_wait() {
    let (world, _) = meadow(FAST, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let call = hands.order("wait", json!({ "ticks": 4_000 }), CALL_DEADLINE);
    world.with(|game| game.kill(NAME, "was tested to death"));
    assert_eq!(code(&hands.outcome(call)), ErrorCode::BotDied);
    hands.body.orders.send(Order::Respawn).expect("a living body");
    hands.until(|report| matches!(report, Report::Spawned { .. }).then_some(()));
    let call = hands.order("wait", json!({ "ticks": 4_000 }), CALL_DEADLINE);
    world.with(|game| game.kick(NAME, "closing time"));
    assert_eq!(code(&hands.outcome(call)), ErrorCode::Disconnected);
}

/// Whether the door is open, by the server.
fn is_open(world: &PracticeWorld, door: BlockPos) -> bool {
    world.with(move |game| state_properties(game.block(door)).contains(&("open", "true")))
}

#[test]
fn a_wait_between_two_deeds_is_as_long_as_it_says() {
    let door = |spawn: BlockPos| spawn.offset(2, 0, 1);
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        let block = knowledge::block("oak_door").expect("a door");
        let half = |half: &str| state_with(block, &[("half", half), ("open", "true")]).expect("a state");
        let (lower, upper, at) = (half("lower"), half("upper"), door(spawn));
        world.with(move |game| {
            game.set_block(at, lower);
            game.set_block(at.up(), upper);
        });
    });
    let door = door(spawn);
    let (run, steps) = steps_of(&world, "close the door, wait 20 seconds, open it", |world| is_open(world, door));
    run.assert_done();
    let [_, (waits, shut), (opens, _), (_, end)] = steps[..] else { panic!("{steps:?}") };
    assert_eq!((shut, end), (false, true));
    assert!(passed(waits, opens, 400), "{steps:?}");
    assert_eq!(block_of_state(world.with(move |game| game.block(door))).map(|block| block.name), Some("oak_door"));
}

#[test]
fn who_goes_somewhere_and_waits_is_there_and_stays() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let to = spawn.offset(9, 0, -5);
    let goal = format!("go to {} {} and wait half a minute", to.x, to.z);
    let (run, steps) = steps_of(&world, &goal, feet);
    run.assert_done();
    let [_, (begun, there), (ended, end)] = steps[..] else { panic!("{steps:?}") };
    assert!(there.level_distance(to) <= 1 && there == end, "{steps:?}");
    assert!(passed(begun, ended, 600), "{steps:?}");
    let (run, steps) = steps_of(&world, &format!("go to {} {} and wait there", spawn.x, spawn.z), feet);
    run.assert_done();
    assert_eq!(steps.len(), 2, "the walk and the end");
}

#[test]
fn a_wait_that_is_longer_than_a_call_is_done_in_several() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    let (run, steps) = steps_of(&world, "wait 4100 seconds", feet);
    assert_eq!(run.error().map(|error| error.code), Some(ErrorCode::InvalidParams), "{steps:?}");
    let (run, steps) = steps_of(&world, "wait 3 minutes and 40 seconds", feet);
    run.assert_done();
    assert_eq!(steps.len(), 3, "two calls and the end");
    assert!(passed(steps[0].0, steps[2].0, 4_400), "{steps:?}");
    assert!(told(&run).contains("4400 ticks older") && steps[2].1 == spawn, "{}", told(&run));
}

#[test]
fn the_night_is_waited_for_as_a_goal() {
    let (world, _) = meadow(FAST, &[], |world, _| world.with(|game| game.set_day_time(11_500)));
    let (run, steps) =
        steps_of(&world, "wait until it gets dark and say good night", |world| world.with(|game| game.day_time()));
    run.assert_done();
    let said = steps[steps.len() - 2].1;
    assert!((12_523..12_523 + LATE).contains(&said), "{steps:?}");
    // It is so already.
    let (run, steps) = steps_of(&world, "wait until night", |_| ());
    run.assert_done();
    assert!(steps.len() == 1 && told(&run).contains("it is night"), "{}: {steps:?}", told(&run));
}

/// The body's word is not enough: the world's time must have gone on.
#[test]
fn a_wait_is_shown_by_the_worlds_age() {
    let mut mind = Scripted::new(&["wait 10 seconds"], Policy::default());
    mind.seen.world_age = Some(5_000);
    mind.show();
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Wait(wait) if wait.ticks == Some(200)), "{request:?}");
    mind.seen.world_age = Some(5_060);
    mind.show();
    mind.succeed(id, "wait", json!({ "waited_ticks": 200, "from": 5_000 }));
    mind.pass(60);
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Wait(wait) if wait.ticks == Some(140)), "the rest: {request:?}");
    mind.seen.world_age = Some(5_200);
    mind.show();
    mind.succeed(id, "wait", json!({ "waited_ticks": 140, "from": 5_060 }));
    (0..3).for_each(|_| mind.frame());
    assert_eq!(mind.goal().state, GoalState::Done);
}

#[test]
fn where_the_time_stands_still_nobody_has_waited() {
    let mut mind = Scripted::new(&["wait 10 seconds"], Policy::default());
    mind.seen.world_age = Some(5_000);
    mind.show();
    for _ in 0..3 {
        let (id, _) = mind.call();
        mind.succeed(id, "wait", json!({ "waited_ticks": 200, "from": 5_000 }));
        mind.pass(60);
    }
    (0..3).for_each(|_| mind.frame());
    assert_eq!(mind.goal().state, GoalState::Failed);
    let note = mind.goal().note.clone().unwrap_or_default();
    assert!(note.contains("the world is 0 of 200 ticks older"), "{note}");
}

fn states(mind: &Scripted) -> Vec<(String, GoalState)> {
    mind.view().goals.iter().map(|goal| (goal.text.clone(), goal.state)).collect()
}

fn say(mind: &mut Scripted, words: &str) {
    mind.ask(UserAsk::NewGoal(words.to_owned()));
    (0..3).for_each(|_| mind.frame());
}

/// "wait" pauses what is at work until somebody says "go on"; with a time it goes on by itself.
#[test]
fn a_pause_of_so_long_comes_before_what_is_at_work() {
    let mut mind = Scripted::new(&["mine 3 dirt", "say done"], Policy::default());
    mind.seen.world_age = Some(5_000);
    mind.show();
    let (id, _) = mind.call();
    mind.ask(UserAsk::NewGoal("pause for 10 seconds".to_owned()));
    mind.frame();
    assert_eq!(mind.order(), Order::Cancel { id });
    mind.fail(id, "mine", ErrorCode::Cancelled, json!({}));
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Wait(wait) if wait.ticks == Some(200)), "{request:?}");
    mind.seen.world_age = Some(5_200);
    mind.show();
    mind.succeed(id, "wait", json!({ "waited_ticks": 200, "from": 5_000 }));
    assert!(matches!(mind.call().1, ToolRequest::Mine(_)), "it goes on");
    // What waits and does more waits for its turn.
    say(&mut mind, "wait 5 seconds and say hello");
    let of = |mind: &Scripted, text: &str| states(mind).into_iter().find(|(its, _)| its == text).map(|(_, its)| its);
    assert_eq!(of(&mind, "mine 3 dirt"), Some(GoalState::Active));
    assert_eq!(of(&mind, "wait 5 seconds and say hello"), Some(GoalState::Queued));
    say(&mut mind, "pause");
    assert_eq!(of(&mind, "mine 3 dirt"), Some(GoalState::Paused));
}

/// Where nothing is at work yet, goals are done in the order in which they were given.
#[test]
fn a_wait_among_the_first_goals_keeps_its_place() {
    let (world, _) = meadow(FAST, &[("dirt", 2)], |_, _| ());
    let run = play(&world, &["drop 1 dirt", "wait 5 seconds", "drop 1 dirt"]);
    run.assert_done();
    let done = run.events.iter().filter_map(|event| match event {
        Event::GoalDone { text, .. } => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(done.collect::<Vec<_>>(), ["drop 1 dirt", "wait 5 seconds", "drop 1 dirt"]);
}

#[test]
fn a_wait_goes_on_counting_while_it_is_paused() {
    let mut mind = Scripted::new(&["wait 10 seconds and jump"], Policy::default());
    mind.seen.world_age = Some(5_000);
    mind.show();
    let (id, _) = mind.call();
    mind.ask(UserAsk::Pause(1));
    assert_eq!(mind.order(), Order::Cancel { id });
    mind.fail(id, "wait", ErrorCode::Cancelled, json!({}));
    mind.seen.world_age = Some(5_150);
    mind.show();
    mind.ask(UserAsk::Resume(1));
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Wait(wait) if wait.ticks == Some(50)), "{request:?}");
    mind.ask(UserAsk::Pause(1));
    assert_eq!(mind.order(), Order::Cancel { id });
    mind.fail(id, "wait", ErrorCode::Cancelled, json!({}));
    mind.seen.world_age = Some(9_000);
    mind.show();
    mind.ask(UserAsk::Resume(1));
    assert!(matches!(mind.call().1, ToolRequest::Jump(_)), "it is over by now");
}

// ── The same again ──

#[test]
fn the_last_goal_is_asked_for_so_many_times_more() {
    let mut mind = Scripted::new(&["say hello"], Policy::default());
    say(&mut mind, "again, 3 times");
    assert_eq!(mind.view().refused.as_deref(), Some("nothing was done yet that could be done again"));
    let hello = |mind: &mut Scripted| {
        let (id, request) = mind.call();
        assert!(matches!(&request, ToolRequest::Chat(chat) if chat.message == "hello"), "{request:?}");
        mind.hear(Some("Bot"), "hello");
        mind.succeed(id, "chat", json!({}));
        (0..3).for_each(|_| mind.frame());
    };
    hello(&mut mind);
    say(&mut mind, "again, 3 times");
    assert_eq!(states(&mind).len(), 4, "{:?}", states(&mind));
    for done in 1..=3 {
        let over = states(&mind).iter().filter(|(_, state)| *state == GoalState::Done).count();
        assert_eq!(over, done, "one after the other");
        hello(&mut mind);
    }
    mind.no_order();
    for (words, more) in [("do that 2 more times", 2), ("repeat that twice", 2), ("again", 1)] {
        say(&mut mind, words);
        (0..more).for_each(|_| hello(&mut mind));
        mind.no_order();
    }
    say(&mut mind, "do that last one 11 more times");
    let told = "that is done at most 10 times more (say: again, 10 times)";
    assert_eq!(mind.view().refused.as_deref(), Some(told));
    assert_eq!(states(&mind).len(), 9);
}

// ── Exploring for so long ──

#[test]
fn exploring_ends_with_its_time() {
    // Searches take longer than their ticks at a higher rate.
    let world = world_at(FAST / 4.0, LEVEL, &[]);
    let spawn = world.with(|game| game.spawn());
    let (run, steps) = steps_of(&world, "explore to the north for 1 minute", feet);
    run.assert_done();
    assert!(told(&run).starts_with("1200 ticks are over: ") && told(&run).contains("of them new"), "{}", told(&run));
    let ((begun, _), (ended, at)) = (steps[0], steps[steps.len() - 1]);
    assert!((1_200 - EARLY..1_200 + LATE).contains(&(ended.1 - begun.0)), "{begun:?} to {ended:?}");
    assert!(spawn.z - at.z > 10, "{at} from {spawn}");
}

#[test]
fn what_is_not_found_in_time_is_not_found() {
    let world = world(LEVEL, &[]);
    let run = play(&world, &["look around for a beacon for 20 seconds"]);
    let error = run.error().expect("an error");
    assert_eq!(error.code, ErrorCode::ResourceNotFound, "{error:?}");
    assert!(error.message.contains("no beacon has been seen in that time"), "{error:?}");
    let run = play(&world, &["explore for 2 hours"]);
    assert_eq!(run.error().map(|error| error.code), Some(ErrorCode::InvalidParams));
}

#[test]
fn a_leg_of_an_exploring_ends_with_its_time() {
    let (world, spawn) = meadow(FAST / 4.0, &[], |_, _| ());
    let mut hands = Hands::join(&world);
    let before = tick(&world);
    let told = hands.must("explore", json!({ "leg": [spawn.x - 45, spawn.z + 50], "ticks": 100 }));
    assert_eq!(told["reached"], false, "{told}");
    let passed = tick(&world) - before;
    assert!((100 - EARLY..100 + LATE).contains(&passed), "{passed}");
    let here = feet(&world);
    assert!(world.until(100, move |game| game.position(NAME).is_some()) && here.z > spawn.z + 3, "{here}");
    hands.must("face", json!({ "toward": "south" }));
    assert_eq!(feet(&world), here, "it walks on");
    let told = hands.must("explore", json!({ "ticks": 100 }));
    assert_eq!(told["finished"], false, "{told}");
    assert_eq!(code(&hands.call("explore", json!({ "ticks": 0 }))), ErrorCode::InvalidParams);
}

/// A pause takes nothing from the time that is explored.
#[test]
fn the_time_of_an_exploring_stands_still_in_a_pause() {
    let mut mind = Scripted::new(&["explore for 1 minute"], Policy::default());
    let leg = |mind: &mut Scripted| match mind.call() {
        (id, ToolRequest::Explore(explore)) => (id, explore.ticks.expect("a limit")),
        other => panic!("{other:?}"),
    };
    let (id, left) = leg(&mut mind);
    assert_eq!(left, 1_200);
    mind.ask(UserAsk::Pause(1));
    assert_eq!(mind.order(), Order::Cancel { id });
    mind.fail(id, "explore", ErrorCode::Cancelled, json!({}));
    mind.pass(5_000);
    mind.ask(UserAsk::Resume(1));
    let (id, _) = leg(&mut mind);
    mind.succeed(id, "explore", json!({ "reached": true }));
    let (_, left) = leg(&mut mind);
    assert!((1_000..=1_200).contains(&left), "{left}");
}
