//! What people say, in the mind and in the world: questions, words about goals, and counts that count.

use blockwright::{
    body::Order,
    domain::{BlockPos, ContainerSeen, ErrorCode, GoalState, ToolRequest, UserAsk, Volume},
    journal::{Event, Journal},
    knowledge::block_of_state,
    mind::Policy,
};
use serde_json::json;

use super::{
    harness::{FAST, fill, meadow, play, world},
    scripted::Scripted,
};

/// Asks, and says what was answered.
fn answer(mind: &mut Scripted, question: &str) -> String {
    mind.ask(UserAsk::NewGoal(question.to_owned()));
    // Land is waited for where too little of it has come.
    mind.pass(200);
    (0..25).for_each(|_| mind.frame());
    let asked = mind.view().goals.iter().find(|goal| goal.text == question).expect("the question");
    assert_eq!((asked.state, asked.steps.len()), (GoalState::Done, 0), "{asked:?}");
    asked.note.clone().expect("an answer")
}

#[test]
fn questions_are_answered_while_a_goal_is_at_work() {
    let mut mind = Scripted::new(&["mine 3 dirt", "say done"], Policy::default());
    let (id, _) = mind.call();
    mind.seen.dimension = "overworld".to_owned();
    mind.holds(&[("dirt", 1), ("oak_log", 2), ("birch_log", 3)]);
    assert_eq!(answer(&mut mind, "what do you have?"), "I hold 3 birch_log, 1 dirt, 2 oak_log.");
    assert_eq!(answer(&mut mind, "how many logs do you have?"), "I hold 5 log.");
    assert_eq!(answer(&mut mind, "do you have any torches"), "I hold no torch.");
    assert_eq!(answer(&mut mind, "where are you?"), "I am at 0, 64, 0 in the overworld.");
    assert_eq!(answer(&mut mind, "what are you doing?"), "mine 3 dirt: step 1 of 1, mine 3 dirt. 1 more wait.");
    assert_eq!(answer(&mut mind, "why?"), "mine 3 dirt: as asked. The goal is: mine 3 dirt.");
    assert_eq!(answer(&mut mind, "what next"), "Nothing after this step. Then: say done.");
    assert_eq!(
        answer(&mut mind, "how do I make torches?"),
        "1 coal and 1 stick make 4 torch; 1 charcoal and 1 stick make 4 torch."
    );
    assert!(answer(&mut mind, "what can you do?").starts_with("I can get, craft"));
    // The goal at work has not noticed.
    mind.holds(&[("dirt", 3)]);
    mind.succeed(id, "mine", json!({ "collected": 3 }));
    assert!(matches!(mind.call().1, ToolRequest::Chat(_)), "the next goal");
}

#[test]
fn what_was_seen_is_told_with_its_distance() {
    let mut mind = Scripted::new(&["mine 3 dirt"], Policy::default());
    mind.call();
    mind.sees_one(blockwright::domain::BlockPos::new(4, 64, 3), "iron_ore");
    mind.frame();
    assert_eq!(answer(&mut mind, "what have you seen?"), "Within 48 blocks I have seen 1 iron_ore.");
    let nearest = "The nearest iron_ore is 5 blocks away (southeast), at 4, 64, 3.";
    assert_eq!(answer(&mut mind, "where is the nearest iron ore?"), nearest);
    assert_eq!(answer(&mut mind, "how far is a chest"), "I have seen no chest within 48 blocks.");
}

fn states(mind: &Scripted) -> Vec<(String, GoalState)> {
    mind.view().goals.iter().map(|goal| (goal.text.clone(), goal.state)).collect()
}

#[test]
fn words_about_goals_change_them_and_are_none() {
    let mut mind = Scripted::new(&["mine 3 dirt"], Policy::default());
    mind.call();
    let say = |mind: &mut Scripted, words: &str| {
        mind.ask(UserAsk::NewGoal(words.to_owned()));
        (0..3).for_each(|_| mind.frame());
    };
    let dirt = |state| ("mine 3 dirt".to_owned(), state);
    say(&mut mind, "hold on");
    assert_eq!(states(&mind), [dirt(GoalState::Paused)]);
    say(&mut mind, "ok, go on please");
    assert_eq!(states(&mind), [dirt(GoalState::Active)]);
    say(&mut mind, "Never mind!");
    assert_eq!(states(&mind), [dirt(GoalState::Cancelled)]);
    say(&mut mind, "stop");
    assert_eq!(mind.view().refused.as_deref(), Some("nothing is at work"));
    say(&mut mind, "do it again");
    assert_eq!(states(&mind), [dirt(GoalState::Cancelled), dirt(GoalState::Active)]);
}

#[test]
fn words_may_be_about_all_goals_or_about_those_that_speak_of_something() {
    let mut mind = Scripted::new(&["mine 3 dirt", "get 10 torches", "say done"], Policy::default());
    mind.call();
    let say = |mind: &mut Scripted, words: &str| {
        mind.ask(UserAsk::NewGoal(words.to_owned()));
        (0..3).for_each(|_| mind.frame());
    };
    let of = |mind: &Scripted, text: &str| {
        states(mind).into_iter().find(|(its, _)| its == text).map(|(_, state)| state).expect("the goal")
    };
    say(&mut mind, "forget about the torches");
    assert_eq!(of(&mind, "get 10 torches"), GoalState::Cancelled);
    assert_eq!((of(&mind, "mine 3 dirt"), of(&mind, "say done")), (GoalState::Active, GoalState::Queued));
    say(&mut mind, "cancel the ladders");
    assert!(mind.view().refused.as_ref().is_some_and(|words| words.contains("ladders")), "none speaks of them");
    say(&mut mind, "no, I meant 5 sticks, not dirt");
    assert_eq!((of(&mind, "mine 3 dirt"), of(&mind, "5 sticks")), (GoalState::Cancelled, GoalState::Queued));
    say(&mut mind, "sorry, make that 12 instead");
    assert_eq!((of(&mind, "5 sticks"), of(&mind, "12 sticks")), (GoalState::Cancelled, GoalState::Queued));
    say(&mut mind, "stop everything");
    assert!(states(&mind).iter().all(|(_, state)| *state == GoalState::Cancelled), "{:?}", states(&mind));
    say(&mut mind, "say hello");
    say(&mut mind, "make it 7");
    let refused = mind.view().refused.clone().expect("no number");
    assert!(refused.contains("has not one number that could be 7"), "{refused}");
}

#[test]
fn what_lay_in_the_chests_is_told_with_its_age() {
    let mut mind = Scripted::new(&["mine 3 dirt"], Policy::default());
    mind.call();
    let none = "I have looked into no chest here yet (say: what is in the chest).";
    assert_eq!(answer(&mut mind, "what is in our chests?"), none);
    let chest = |x: i32, tick: u64, contents: &[(&str, u32)]| ContainerSeen {
        at: BlockPos::new(x, 64, 2),
        other_half: None,
        block: "chest".to_owned(),
        contents: contents.iter().map(|(item, count)| ((*item).to_owned(), *count)).collect(),
        free_slots: 20,
        burns: false,
        raw: 0,
        tick,
    };
    mind.seen.tick += 10_000;
    let now = mind.seen.tick;
    mind.seen.containers = vec![chest(1, now - 6_000, &[("torch", 12), ("dirt", 3)]), chest(5, now - 200, &[])];
    mind.show();
    let told = answer(&mut mind, "what's in our chests?");
    assert_eq!(
        told,
        "The chest at 5, 64, 2, seen 10 s ago, held nothing; the chest at 1, 64, 2, seen 5 minutes ago, held 3 dirt, 12 torch."
    );
    let told = answer(&mut mind, "how many torches are in the chest?");
    assert_eq!(told, "The chest at 1, 64, 2, seen 5 minutes ago, held 12 torch.");
    let told = answer(&mut mind, "is there any coal in the chest?");
    assert_eq!(told, "No coal lay in any of the 2 chests that I have looked into.");
}

#[test]
fn the_time_is_told_by_the_servers_clock() {
    let mut mind = Scripted::new(&["mine 3 dirt"], Policy::default());
    mind.call();
    assert_eq!(answer(&mut mind, "what time is it?"), "The server has not told me the time yet.");
    mind.seen.time_of_day = Some(1_000);
    mind.show();
    assert_eq!(answer(&mut mind, "is it night already?"), "It is 07:00, by day; one can sleep in 577 s of the game.");
    mind.seen.time_of_day = Some(18_000);
    mind.show();
    assert_eq!(answer(&mut mind, "what's the time?"), "It is 00:00, at night; the day begins in 300 s of the game.");
}

#[test]
fn a_goal_for_later_is_done_once_and_not_before() {
    let mut mind = Scripted::new(&["in 10 seconds say hello"], Policy::default());
    pass(&mut mind, 0);
    mind.no_order();
    pass(&mut mind, 150);
    mind.no_order();
    pass(&mut mind, 60);
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Chat(chat) if chat.message == "hello"), "{request:?}");
    mind.hear(Some("Bot"), "hello");
    mind.succeed(id, "chat", json!({}));
    pass(&mut mind, 10);
    assert_eq!(states(&mind)[0].1, GoalState::Done);
    pass(&mut mind, 1_000);
    mind.no_order();
}

#[test]
fn what_is_to_be_done_first_is_done_before_what_is_at_work() {
    let mut mind = Scripted::new(&["mine 3 dirt", "say done"], Policy::default());
    let (id, _) = mind.call();
    mind.ask(UserAsk::NewGoal("first say hello".to_owned()));
    mind.frame();
    assert_eq!(mind.order(), Order::Cancel { id });
    mind.fail(id, "mine", ErrorCode::Cancelled, json!({}));
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Chat(chat) if chat.message == "hello"), "{request:?}");
    mind.hear(Some("Bot"), "hello");
    mind.succeed(id, "chat", json!({}));
    // Then what was at work goes on, before what had waited behind it.
    assert!(matches!(mind.call().1, ToolRequest::Mine(_)));
}

/// A minute of a scripted mind, whose day goes on.
fn pass(mind: &mut Scripted, ticks: u64) {
    mind.seen.tick += ticks;
    mind.seen.time_of_day = mind.seen.time_of_day.map(|time| (time + ticks) % 24_000);
    mind.show();
    (0..3).for_each(|_| mind.frame());
}

#[test]
fn a_goal_that_waits_is_done_each_time_and_no_oftener() {
    let mut mind = Scripted::new(&["every evening for 2 days say good night"], Policy::default());
    mind.seen.time_of_day = Some(1_000);
    pass(&mut mind, 0);
    mind.no_order();
    let standing = mind.view().goals[0].clone();
    assert_eq!((standing.state, standing.steps.len()), (GoalState::Queued, 0));
    assert_eq!(standing.note.as_deref(), Some("it is done each day at 18:31"));
    for evening in 0..2 {
        pass(&mut mind, 12_000);
        let (id, request) = mind.call();
        assert!(matches!(&request, ToolRequest::Chat(chat) if chat.message == "good night"), "{evening}: {request:?}");
        mind.hear(Some("Bot"), "good night");
        mind.succeed(id, "chat", json!({}));
        pass(&mut mind, 2_000);
        mind.no_order();
        pass(&mut mind, 10_000);
    }
    pass(&mut mind, 12_000);
    mind.no_order();
    let goals = states(&mind);
    assert_eq!(goals[0], ("every evening for 2 days say good night".to_owned(), GoalState::Done));
    assert_eq!(goals[1..].iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), ["say good night"; 2]);
}

#[test]
fn a_goal_that_waits_for_something_held_is_done_once_it_is_and_fails_with_what_it_does() {
    let mut mind = Scripted::new(&["when you have 3 dirt, drop 5 dirt"], Policy::default());
    mind.holds(&[("dirt", 2)]);
    pass(&mut mind, 20);
    mind.no_order();
    mind.holds(&[("dirt", 3)]);
    pass(&mut mind, 20);
    (0..10).for_each(|_| mind.frame());
    let goals = states(&mind);
    assert_eq!(goals.iter().map(|(_, state)| *state).collect::<Vec<_>>(), [GoalState::Failed; 2], "{goals:?}");
    let why = mind.view().goals[0].note.clone().unwrap_or_default();
    assert!(why.contains("1 of 1 times it came to nothing"), "{why}");
}

/// Nobody is asked for what cannot be understood each evening.
#[test]
fn what_is_to_be_done_then_must_be_understood_now() {
    let mut mind = Scripted::new(&["every evening frobnicate"], Policy::default());
    pass(&mut mind, 20);
    assert_eq!(states(&mind)[0].1, GoalState::Failed);
}

#[test]
fn in_the_world_a_goal_that_waits_comes_to_its_end() {
    let world = world(7, &[("dirt", 9)]);
    let run = play(&world, &["every 5 seconds drop 2 dirt, 3 times", "when you have 3 dirt say I have 3"]);
    run.assert_done();
    assert_eq!(run.report().inventory.count("dirt"), 3);
    let texts: Vec<&str> = run.report().goals.iter().map(|goal| goal.goal.as_str()).collect();
    assert_eq!(texts.iter().filter(|text| **text == "drop 2 dirt").count(), 3, "{texts:?}");
    assert!(texts.contains(&"say I have 3"), "{texts:?}");
}

/// The steps may each have shown what they should, and what is asked for may still be gone.
#[test]
fn a_goal_is_done_when_its_words_are_shown_and_not_before() {
    let mut mind = Scripted::new(&["get 2 sticks"], Policy::default());
    mind.holds(&[("oak_planks", 2)]);
    let (id, _) = mind.call();
    mind.holds(&[("stick", 4)]);
    mind.succeed(id, "craft", json!({}));
    (0..5).for_each(|_| mind.frame());
    assert_eq!(mind.goal().state, GoalState::Done);
    let journal = mind.app.world().resource::<Journal>();
    let shown = journal.entries().iter().find_map(|entry| match &entry.event {
        Event::GoalDone { shown, .. } => shown.clone(),
        _ => None,
    });
    assert_eq!(shown.as_deref(), Some("held: 4 stick"));
}

/// Goals with counts, what is given, and what must be there in the end: item and exact number, or at least.
#[test]
fn what_is_asked_for_is_done_to_the_number() {
    let cases: &[(&str, &[(&str, u32)], &[(&str, u32)])] = &[
        (
            "smelt 5 iron",
            &[("raw_iron", 7), ("coal", 2), ("furnace", 1), ("stone_pickaxe", 1)],
            &[("iron_ingot", 5), ("raw_iron", 2)],
        ),
        ("get me 5 pickaxes", &[("cobblestone", 20), ("stick", 12), ("crafting_table", 1)], &[("stone_pickaxe", 5)]),
        ("get me 3 boats", &[("oak_planks", 20), ("crafting_table", 1)], &[("oak_boat", 3)]),
        ("make 10 fences", &[("oak_planks", 20), ("stick", 10), ("crafting_table", 1)], &[("oak_fence", 12)]),
        (
            "make 3 sets of stone tools",
            &[("cobblestone", 40), ("stick", 40), ("crafting_table", 1)],
            &[("stone_pickaxe", 3), ("stone_axe", 3), ("stone_shovel", 3), ("stone_sword", 3), ("stone_hoe", 3)],
        ),
        ("drop the dirt", &[("dirt", 20), ("stone", 3)], &[("dirt", 0), ("stone", 3)]),
        ("drop everything", &[("dirt", 5), ("stone", 3)], &[("dirt", 0), ("stone", 0)]),
        ("drop 3 dirt", &[("dirt", 20)], &[("dirt", 17)]),
        ("place 5 torches", &[("torch", 8)], &[("torch", 3)]),
        ("place 2 chests", &[("chest", 2)], &[("chest", 0)]),
        ("get 2 more sticks", &[("stick", 3), ("oak_planks", 4)], &[("stick", 7)]),
        ("get a dozen sticks", &[("oak_planks", 8)], &[("stick", 12)]),
        ("hold the sword", &[("iron_sword", 1)], &[("iron_sword", 1), ("stone_sword", 0)]),
        (
            "wear iron armor",
            &[("iron_helmet", 1), ("iron_chestplate", 1), ("iron_leggings", 1), ("iron_boots", 1)],
            &[],
        ),
        ("put 5 dirt in a chest", &[("dirt", 8), ("chest", 1)], &[("dirt", 3), ("chest", 0)]),
        (
            "put everything but tools in a chest; take 2 sticks out of the chest",
            &[("dirt", 8), ("stick", 5), ("chest", 1), ("stone_axe", 1), ("apple", 2)],
            &[("dirt", 0), ("stick", 2), ("stone_axe", 1), ("apple", 0)],
        ),
        ("craft half a stack of sticks", &[("oak_planks", 16)], &[("stick", 32)]),
    ];
    for (goal, given, expected) in cases {
        let world = world(7, given);
        let run = play(&world, &[goal]);
        run.assert_done();
        let held = &run.report().inventory;
        for (item, count) in *expected {
            assert_eq!(held.count(item), *count, "{goal}: {item} of {held}");
        }
    }
}

/// All of a tree, whatever its shape; and another in its place.
#[test]
fn a_tree_is_felled_and_planted_anew() {
    let (world, spawn) = meadow(FAST, &[("oak_sapling", 1)], |world, spawn| {
        let foot = spawn.offset(5, 0, 2);
        fill(world, foot.down(), foot.down(), "dirt");
        fill(world, foot.offset(-1, 3, -1), foot.offset(1, 5, 1), "oak_leaves");
        fill(world, foot, foot.offset(0, 4, 0), "oak_log");
        fill(world, foot.offset(1, 3, 1), foot.offset(1, 3, 1), "oak_log");
        // No tree: nobody fells a house.
        fill(world, spawn.offset(-3, 0, 0), spawn.offset(-3, 4, 0), "oak_log");
    });
    let run = play(&world, &["chop down a tree"]);
    run.assert_done();
    let foot = spawn.offset(5, 0, 2);
    let logs = |low: BlockPos, high: BlockPos| {
        let cells: Vec<BlockPos> = Volume::between(low, high).cells().collect();
        world.with(move |game| {
            let log = |at: &&BlockPos| block_of_state(game.block(**at)).is_some_and(|block| block.name == "oak_log");
            cells.iter().filter(log).count()
        })
    };
    assert_eq!(logs(foot.offset(-2, 0, -2), foot.offset(2, 6, 2)), 0);
    assert_eq!(logs(spawn.offset(-3, 0, 0), spawn.offset(-3, 4, 0)), 5, "what somebody has built stands");
    let planted = world.with(move |game| block_of_state(game.block(foot)).map(|block| block.name));
    assert_eq!(planted, Some("oak_sapling"));
}

/// What lies about is picked up; what stands is taken down where none lies about.
#[test]
fn what_stands_is_picked_up_where_none_of_it_lies_about() {
    for lies in [false, true] {
        let (world, spawn) = meadow(FAST, &[("stone_axe", 1)], |world, spawn| {
            fill(world, spawn.offset(4, 0, 1), spawn.offset(4, 0, 1), "crafting_table");
        });
        if lies {
            let at = spawn.offset(-3, 0, 0).center();
            world.with(move |game| game.spawn_item(at, "crafting_table", 1));
        }
        let run = play(&world, &["pick up the crafting table"]);
        run.assert_done();
        assert_eq!(run.report().inventory.count("crafting_table"), 1);
        let stands = world.with(move |game| block_of_state(game.block(spawn.offset(4, 0, 1))).map(|block| block.name));
        assert_eq!(stands == Some("crafting_table"), lies, "one lies about: {lies}");
    }
}

#[test]
fn what_is_said_of_the_goal_before_comes_after_it() {
    let mut mind = Scripted::new(&[], Policy::default());
    for text in ["mine 3 dirt and then undo that", "say hi and do that again two more times"] {
        mind.ask(UserAsk::NewGoal(text.to_owned()));
    }
    mind.frame();
    let goals: Vec<String> = mind.view().goals.iter().map(|goal| goal.text.clone()).collect();
    assert_eq!(goals, ["mine 3 dirt", "undo", "say hi and do that again two more times"], "what is said is said whole");
}

#[test]
fn all_is_held_at_one_word_and_gone_on_with_at_another() {
    let mut mind = Scripted::new(&["mine 3 dirt", "say done"], Policy::default());
    mind.call();
    mind.ask(UserAsk::NewGoal("hold everything".to_owned()));
    mind.frame();
    let states = |mind: &Scripted| mind.view().goals.iter().map(|goal| goal.state).collect::<Vec<_>>();
    assert_eq!(states(&mind), [GoalState::Paused, GoalState::Paused], "nothing else is begun");
    mind.ask(UserAsk::NewGoal("go on".to_owned()));
    mind.frame();
    assert!(states(&mind).iter().all(|state| *state != GoalState::Paused), "{:?}", states(&mind));
}
