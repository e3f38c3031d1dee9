//! "undo": what the last goal has changed is as it was before, by the server's state; and what cannot be undone is said.

use blockwright::{
    body::Order,
    domain::{BlockPos, BodySlot, ContainerSeen, ErrorCode, GoalState, ItemCounts, ToolRequest, UserAsk},
    journal::Event,
    knowledge::{self, block_of_state},
    mind::Policy,
    practice::PracticeWorld,
};
use serde_json::json;

use crate::{
    harness::{FAST, NAME, Run, fill, meadow, play, play_on, play_seen},
    scripted::Scripted,
};

/// How many blocks of a name stand on the meadow.
fn standing(world: &PracticeWorld, name: &'static str) -> usize {
    world.with(move |game| {
        let spawn = game.spawn();
        let mut found = 0;
        for (x, y, z) in (-20..=20).flat_map(|x| (-3..6).flat_map(move |y| (-20..=20).map(move |z| (x, y, z)))) {
            let state = game.block(spawn.offset(x, y, z));
            let is_one = block_of_state(state).is_some_and(|block| knowledge::is_placed_from(block.name, name));
            found += usize::from(is_one);
        }
        found
    })
}

fn held(world: &PracticeWorld, item: &'static str) -> u32 {
    world.with(move |game| game.count(NAME, item))
}

fn feet(world: &PracticeWorld) -> BlockPos {
    world.with(|game| game.position(NAME)).expect("the bot").block()
}

fn lying(world: &PracticeWorld, at: BlockPos) -> ItemCounts {
    let slots = world.with(move |game| game.contents(at));
    slots.into_iter().flatten().map(|(item, count)| (item.to_owned(), count)).collect()
}

/// The last goal's plan, in words.
fn why(run: &Run) -> String {
    let plans = run.events.iter().rev().filter_map(|event| match event {
        Event::Planned { plan } => Some(plan.why.clone()),
        _ => None,
    });
    plans.take(1).collect()
}

/// Why the last goal was refused; and that no call was made for it.
fn refused(run: &Run) -> String {
    let goal = run.report().goals.last().expect("a goal");
    let error = goal.error.as_ref().unwrap_or_else(|| panic!("it should have been refused: {:#?}", run.report()));
    assert_eq!(error.code, ErrorCode::ActionFailed, "{error}");
    let begun = run.events.iter().rposition(|event| matches!(event, Event::GoalStarted { .. })).expect("it began");
    let calls = run.events[begun..].iter().filter(|event| matches!(event, Event::ToolCall { .. })).count();
    assert_eq!(calls, 0, "somebody moves: {error}");
    error.message.clone()
}

/// Plays goals, and looks at the world as each of them ends. Between two the bot only looks around, which changes nothing: else the
/// next would be at work by then.
fn play_looking<T>(world: &PracticeWorld, goals: &[&str], look: impl Fn(&PracticeWorld) -> T) -> (Run, Vec<T>) {
    let between = goals.iter().flat_map(|goal| ["look around", *goal]);
    let goals: Vec<&str> = between.skip(1).collect();
    let mut seen = Vec::new();
    let run = play_on(&world.address().to_string(), &goals, Policy::default(), |events| {
        let is_end = |event: &&Event| matches!(event, Event::GoalDone { .. } | Event::GoalFailed { .. });
        while seen.len() < events.iter().filter(is_end).count() {
            seen.push(look(world));
        }
    });
    assert_eq!(seen.len(), goals.len(), "each goal ends: {:#?}", run.report());
    (run, seen.into_iter().step_by(2).collect())
}

#[test]
fn what_was_placed_is_gone_and_held_again() {
    let (world, _) = meadow(FAST, &[("torch", 3), ("cobblestone", 2), ("stone_pickaxe", 1)], |_, _| ());
    let look = |world: &PracticeWorld| {
        let stand = ["torch", "cobblestone"].map(|block| standing(world, block));
        (stand, [held(world, "torch"), held(world, "cobblestone")])
    };
    let (run, seen) = play_looking(&world, &["place 3 torches and 2 cobblestone", "undo"], look);
    run.assert_done();
    assert_eq!(seen, [([3, 2], [0, 0]), ([0, 0], [3, 2])]);
    assert!(why(&run).contains("the last goal, \"place 3 torches and 2 cobblestone\", is undone"), "{}", why(&run));
}

#[test]
fn what_was_put_into_a_chest_is_taken_out_and_the_other_way_round() {
    let chest = |spawn: BlockPos| spawn.offset(6, 0, -2);
    let (world, spawn) = meadow(FAST, &[("dirt", 5)], |world, spawn| fill(world, chest(spawn), chest(spawn), "chest"));
    let chest = chest(spawn);
    let look = |world: &PracticeWorld| (lying(world, chest).to_string(), held(world, "dirt"));
    let goals =
        ["put 5 dirt in the chest", "undo that", "put 4 dirt in the chest", "take 3 dirt from the chest", "undo"];
    let (run, seen) = play_looking(&world, &goals, look);
    run.assert_done();
    let seen: Vec<(&str, u32)> = seen.iter().map(|(lies, held)| (lies.as_str(), *held)).collect();
    assert_eq!(seen, [("5 dirt", 0), ("nothing", 5), ("4 dirt", 1), ("1 dirt", 4), ("4 dirt", 1)]);
}

#[test]
fn who_went_somewhere_stands_where_it_stood() {
    let (world, spawn) = meadow(FAST, &[("torch", 1)], |_, _| ());
    let goals = ["go 10 blocks north", "put it back the way it was", "go 7 blocks west and place a torch here", "undo"];
    let (run, seen) = play_looking(&world, &goals, |world| (feet(world), standing(world, "torch")));
    run.assert_done();
    let [north, back, west, home] = seen.as_slice() else { panic!("{seen:?}") };
    assert_eq!((*north, *back), ((spawn.offset(0, 0, -10), 0), (spawn, 0)));
    assert!(west.0.level_distance(spawn.offset(-7, 0, 0)) <= 2 && west.1 == 1, "{west:?}");
    assert_eq!(*home, (spawn, 0));
}

#[test]
fn what_was_mined_cannot_be_undone_and_nobody_moves() {
    let (world, _) = meadow(FAST, &[("bread", 1)], |world, spawn| {
        fill(world, spawn.offset(5, 0, 1), spawn.offset(5, 2, 1), "oak_log");
    });
    let (run, seen) = play_looking(&world, &["get 3 logs", "undo"], |world| (feet(world), held(world, "oak_log")));
    let words = refused(&run);
    assert_eq!(words, "the last goal, \"get 3 logs\", cannot be undone: what was mined stays as it is");
    assert_eq!((seen[0], seen[0].1), (seen[1], 3));
}

#[test]
fn an_undo_is_not_undone_nor_is_what_nobody_did() {
    let (world, _) = meadow(FAST, &[("torch", 1)], |_, _| ());
    let run = play(&world, &["what do you have?", "look around", "undo"]);
    assert_eq!(refused(&run), "nothing has been done yet that could be undone");
    let look = |world: &PracticeWorld| (standing(world, "torch"), held(world, "torch"));
    // Neither a question nor what is refused is what was done last.
    let goals = ["place a torch", "what do you have?", "get 3 bedrock", "undo", "take that back"];
    let (run, seen) = play_looking(&world, &[goals[0], goals[2], goals[3], goals[4]], look);
    let words = refused(&run);
    assert!(words.contains("\"place a torch\", is undone already"), "{words}");
    assert_eq!(seen, [(1, 0), (1, 0), (0, 1), (0, 1)]);
}

#[test]
fn what_is_worn_opened_and_turned_is_as_before() {
    let door = |spawn: BlockPos| spawn.offset(4, 0, 0);
    let give = [("iron_helmet", 1), ("golden_helmet", 1), ("iron_boots", 1)];
    let (world, spawn) = meadow(FAST, &give, |world, spawn| {
        for (half, at) in [("lower", door(spawn)), ("upper", door(spawn).up())] {
            let block = knowledge::block("oak_door").expect("a door");
            let state = knowledge::state_with(block, &[("half", half)]).expect("a half");
            world.with(move |game| game.set_block(at, state));
        }
    });
    let door = door(spawn);
    let look = move |world: &PracticeWorld| {
        world.with(move |game| {
            let worn = [BodySlot::Head, BodySlot::Feet].map(|slot| game.in_slot(NAME, slot).map(|(item, _)| item));
            let state = knowledge::state_properties(game.block(door));
            let is_open = state.into_iter().any(|property| property == ("open", "true"));
            (worn, is_open, game.heading(NAME).map(|(yaw, _)| yaw.round().rem_euclid(360.0) as i32))
        })
    };
    let goals = [
        "wear the golden helmet and turn east",
        "wear the iron helmet and the iron boots, open the door and turn north",
        "undo the last one",
        "take off the golden helmet",
        "undo",
    ];
    let (run, seen) = play_looking(&world, &goals, look);
    run.assert_done();
    let gold = [Some("golden_helmet"), None];
    assert_eq!(seen[0], (gold, false, Some(270)));
    assert_eq!(seen[1], ([Some("iron_helmet"), Some("iron_boots")], true, Some(180)));
    assert_eq!(seen[2], (gold, false, Some(270)));
    assert_eq!(seen[3].0, [None, None]);
    assert_eq!(seen[4].0, gold);
}

#[test]
fn what_was_dropped_is_picked_up_and_what_lit_the_ground_too() {
    let (world, _) = meadow(FAST, &[("dirt", 12), ("torch", 9)], |_, _| ());
    let look = |world: &PracticeWorld| (held(world, "dirt"), held(world, "torch"), standing(world, "torch"));
    let goals = ["drop 7 dirt", "undo", "light up the area within 6 blocks", "undo"];
    let (run, seen) = play_looking(&world, &goals, look);
    run.assert_done();
    assert_eq!(seen[..2], [(5, 9, 0), (12, 9, 0)]);
    assert!(seen[2].2 > 0 && seen[2].1 + seen[2].2 as u32 == 9, "{seen:?}");
    assert_eq!(seen[3], (12, 9, 0));
}

#[test]
fn a_hole_that_was_filled_is_open_again() {
    let hole = |spawn: BlockPos| [spawn.offset(3, -2, 0), spawn.offset(4, -1, 1)];
    let (world, spawn) = meadow(FAST, &[("cobblestone", 12), ("stone_pickaxe", 1)], |world, spawn| {
        let [low, high] = hole(spawn);
        fill(world, low.offset(-1, -1, -1), high.offset(1, 0, 1), "dirt");
        fill(world, low, high, "air");
    });
    let [low, high] = hole(spawn);
    let goal = format!("fill the hole at {} {} {} with cobblestone", high.x, high.y, high.z);
    let (run, seen) =
        play_looking(&world, &[&goal, "undo"], |world| (standing(world, "cobblestone"), standing(world, "dirt")));
    run.assert_done();
    assert_eq!((seen[0].0, seen[1].0), (8, 0), "{low} to {high}");
    assert!(why(&run).contains("of the 8 blocks that are dug away not all need be held again"), "{}", why(&run));
    assert!(seen[1].1 >= seen[0].1 - 2, "but for a stair what was there before stands: {seen:?}");
}

/// A chest that was placed and filled is emptied before it is taken along.
#[test]
fn the_newest_is_undone_first_and_what_stays_is_said() {
    let (world, _) = meadow(FAST, &[("oak_planks", 12), ("dirt", 3)], |_, _| ());
    let look = |world: &PracticeWorld| (standing(world, "chest"), held(world, "chest"), held(world, "dirt"));
    let (run, seen) = play_looking(&world, &["place a chest and put 3 dirt in the chest", "undo"], look);
    run.assert_done();
    assert_eq!(seen, [(1, 0, 0), (0, 1, 3)]);
    let why = why(&run);
    assert!(why.contains("undone as far as that can be: what was crafted stays as it is"), "{why}");
    assert_eq!(standing(&world, "crafting_table"), 0);
}

/// Of a goal that is cut short what it had done by then is undone, and no more.
#[test]
fn what_a_stopped_goal_had_done_is_undone() {
    let mut mind = Scripted::new(&["place 3 torches"], Policy { comes_back: true, ..Policy::default() });
    mind.holds(&[("torch", 3)]);
    let at = BlockPos::new(2, 64, 0);
    let (id, _) = mind.call();
    mind.sees_one(at, "torch");
    mind.holds(&[("torch", 2)]);
    mind.succeed(id, "place_block", json!({ "block": "torch", "x": at.x, "y": at.y, "z": at.z }));
    let (id, _) = mind.call();
    mind.ask(UserAsk::Cancel(1));
    mind.order();
    mind.fail(id, "place_block", ErrorCode::Cancelled, json!({}));
    mind.ask(UserAsk::NewGoal("undo".to_owned()));
    let (id, request) = mind.call();
    assert!(
        matches!(&request, ToolRequest::Mine(mine) if mine.target == "torch" && mine.at == Some(at)),
        "{request:?}"
    );
    mind.sees_one(at, "air");
    mind.holds(&[("torch", 3)]);
    mind.succeed(id, "mine", json!({}));
    mind.no_order();
    let states: Vec<GoalState> = mind.view().goals.iter().map(|goal| goal.state).collect();
    assert_eq!(states, [GoalState::Cancelled, GoalState::Done]);
}

/// What it was at when it was stopped nobody tells: that something of it stays is said.
#[test]
fn what_a_stopped_call_had_done_is_named() {
    let mut mind = Scripted::new(&["drop 5 dirt"], Policy { comes_back: true, ..Policy::default() });
    mind.holds(&[("dirt", 5)]);
    let (id, _) = mind.call();
    mind.holds(&[("dirt", 3)]);
    mind.ask(UserAsk::Cancel(1));
    assert_eq!(mind.order(), Order::Cancel { id });
    mind.ask(UserAsk::NewGoal("undo".to_owned()));
    mind.no_order();
    let goals = &mind.view().goals;
    let why = goals.iter().find_map(|goal| goal.note.clone().filter(|_| goal.text == "undo")).unwrap_or_default();
    assert!(why.contains("what \"drop 5 dirt\" had done when it was stopped stays as it is"), "{why}: {goals:#?}");
}

/// "stop" and "undo" in one breath.
#[test]
fn what_has_just_been_stopped_is_what_is_undone() {
    let mut mind = Scripted::new(&["go to 100 64 100"], Policy { comes_back: true, ..Policy::default() });
    let (id, _) = mind.call();
    mind.seen.position.x = 9.5;
    mind.show();
    for ask in ["stop", "undo"] {
        mind.app.world_mut().write_message(UserAsk::NewGoal(ask.to_owned()));
    }
    assert_eq!(mind.order(), Order::Cancel { id });
    mind.fail(id, "navigate", ErrorCode::Cancelled, json!({}));
    let (_, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Navigate(to) if (to.x, to.y, to.z) == (0, Some(64), 0)), "{request:?}");
}

/// What an undo that failed had undone is not undone once more.
#[test]
fn an_undo_that_failed_leaves_the_rest_to_another() {
    let mut mind = Scripted::new(&["place a torch and put 5 dirt in the chest"], Policy::default());
    mind.holds(&[("torch", 1), ("dirt", 5)]);
    let (at, chest) = (BlockPos::new(2, 64, 0), json!({ "block": "chest", "x": 5, "y": 64, "z": 5 }));
    let with = |moved: u32| {
        let mut visit = chest.clone();
        visit["moved"] = json!({ "dirt": moved });
        json!({ "chests": [visit] })
    };
    let (id, _) = mind.call();
    mind.sees_one(at, "torch");
    mind.holds(&[("dirt", 5)]);
    mind.succeed(id, "place_block", json!({ "block": "torch", "x": at.x, "y": at.y, "z": at.z }));
    let (id, request) = mind.call();
    assert_eq!(request.name(), "store");
    let contents = [("dirt".to_owned(), 5)].into_iter().collect();
    let (place, block) = (BlockPos::new(5, 64, 5), "chest".to_owned());
    let tick = mind.seen.tick + 1;
    mind.seen.containers = vec![ContainerSeen {
        at: place,
        other_half: None,
        block,
        contents,
        free_slots: 26,
        burns: false,
        raw: 0,
        tick,
    }];
    mind.holds(&[]);
    mind.succeed(id, "store", with(5));
    mind.ask(UserAsk::NewGoal("undo".to_owned()));
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Take(take) if take.count == Some(5) && take.x == Some(5)), "{request:?}");
    mind.holds(&[("dirt", 5)]);
    mind.succeed(id, "take", with(5));
    let (id, request) = mind.call();
    assert_eq!(request.name(), "mine");
    mind.fail(id, "mine", ErrorCode::ActionFailed, json!({ "lasting": true }));
    mind.no_order();
    mind.ask(UserAsk::NewGoal("undo".to_owned()));
    let (id, request) = mind.call();
    assert_eq!(request.name(), "mine", "the dirt is taken out already: {request:?}");
    mind.sees_one(at, "air");
    mind.holds(&[("dirt", 5), ("torch", 1)]);
    mind.succeed(id, "mine", json!({}));
    mind.no_order();
    let states: Vec<GoalState> = mind.view().goals.iter().map(|goal| goal.state).collect();
    assert_eq!(states, [GoalState::Done, GoalState::Failed, GoalState::Done]);
}

/// How the land lay, by block and place: grass that was dug is earth then, and nobody plants what grew on it.
fn land(world: &PracticeWorld) -> Vec<&'static str> {
    world.with(|game| {
        let spawn = game.spawn();
        let cells = (-3..8).flat_map(|y| (-16..=16).flat_map(move |x| (-16..=16).map(move |z| (x, y, z))));
        let named = cells.map(|(x, y, z)| {
            let name = block_of_state(game.block(spawn.offset(x, y, z))).map_or("", |block| block.name);
            match name {
                "grass_block" => "dirt",
                "short_grass" => "air",
                name => name,
            }
        });
        named.collect()
    })
}

#[test]
fn a_building_is_torn_down_and_what_stood_there_stands_again() {
    let give = [("oak_planks", 90), ("oak_log", 12), ("oak_door", 1), ("dirt", 8), ("iron_axe", 1), ("iron_shovel", 1)];
    for (asked, then) in [
        (vec!["build a 5x5 house", "undo"], "undo"),
        (vec!["build a 5x5 house", "jump", "take the house down"], "take the house down"),
        (vec!["build a 5x5 house, then tear it down"], "both"),
    ] {
        let (world, spawn) = meadow(FAST, &give, |world, spawn| {
            fill(world, spawn.offset(-16, -4, -16), spawn.offset(16, -2, 16), "dirt");
        });
        // Somebody's wall, which is in nobody's way.
        fill(&world, spawn.offset(9, 0, -9), spawn.offset(9, 2, 9), "cobblestone");
        let before = land(&world);
        let (run, after) = play_seen(&world, &asked, land);
        run.assert_done();
        assert!(before == after, "{then}: {:#?}", run.report());
        let has = &run.report().inventory;
        assert!(has.count("oak_planks") > 80 && has.count("oak_door") == 1, "{then}: {has:?}");
    }
}

/// A building of earth, and none is held: what is dug for it is put back, too.
#[test]
fn the_earth_that_was_dug_for_a_building_is_put_back() {
    let mound = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/mound.yaml");
    let build = format!("build \"{mound}\" at 5 0");
    for asked in [vec![build.clone(), "undo".to_owned()], vec![format!("{build}, then tear it down")]] {
        let (world, _) = meadow(FAST, &[("iron_shovel", 1)], |world, spawn| {
            fill(world, spawn.offset(-16, -4, -16), spawn.offset(16, -2, 16), "dirt");
        });
        let before = land(&world);
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        let (run, after) = play_seen(&world, &asked, land);
        run.assert_done();
        let dug = |event: &Event| matches!(event, Event::StepDone { title, .. } if title.starts_with("mine") && title.ends_with("dirt"));
        assert!(run.events.iter().any(dug), "no earth was dug: {:#?}", run.report());
        let other = before.iter().zip(&after).filter(|(before, after)| before != after).count();
        assert_eq!(other, 0, "{asked:?}: {:#?}", run.report());
    }
}

/// A pen over a gap, with the materials for it alone.
#[test]
fn a_building_over_a_gap_leaves_the_land_as_it_was() {
    let give = [("oak_fence", 30), ("oak_fence_gate", 2), ("iron_shovel", 1)];
    for asked in [vec!["build an animal pen at 5 0", "undo"], vec!["build an animal pen at 5 0, then tear it down"]] {
        let (world, _) = meadow(FAST, &give, |world, spawn| {
            fill(world, spawn.offset(-16, -4, -16), spawn.offset(16, -2, 16), "dirt");
            fill(world, spawn.offset(4, -1, -1), spawn.offset(6, -1, 1), "air");
        });
        let before = land(&world);
        let (run, after) = play_seen(&world, &asked, land);
        run.assert_done();
        let other = before.iter().zip(&after).filter(|(before, after)| before != after).count();
        assert_eq!(other, 0, "{asked:?}: {:#?}", run.report());
    }
}

#[test]
fn nobody_tears_down_what_he_has_not_built() {
    let (world, spawn) = meadow(FAST, &[], |_, _| ());
    fill(&world, spawn.offset(3, 0, 3), spawn.offset(5, 2, 5), "oak_planks");
    let run = play(&world, &["tear down the house"]);
    assert!(refused(&run).contains("no house that I have built"), "{}", refused(&run));
    assert_eq!(standing(&world, "oak_planks"), 27);
}

#[test]
fn what_a_building_was_made_of_is_held_where_only_air_is_left() {
    let (world, _) = meadow(FAST, &[("oak_fence", 23), ("oak_fence_gate", 1), ("dirt", 6)], |_, _| ());
    let run = play(&world, &["build an animal pen", "tear it down"]);
    run.assert_done();
    let has = &run.report().inventory;
    assert_eq!((has.count("oak_fence"), has.count("oak_fence_gate")), (23, 1), "{has:?}");
}
