//! Plans that are paused, stepped and changed by hand: by what the server shows that was done, and by scripts where the moment matters.

use bevy::ecs::world::World;
use blockwright::{
    app::{Interrupt, SessionConfig, run_headless},
    body::Order,
    domain::{
        BlockPos, ErrorCode, GoalState, GoalView, MindView, PlanEdit, StepStateView, StepView, ToolRequest, UserAsk,
        Volume,
    },
    journal::{Event, Journal},
    knowledge::{self, SopLibrary},
    mind::{Owners, Policy, View},
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use super::{
    harness::{FAST, NAME, Run, bot, meadow},
    resume::Runs,
    scripted::Scripted,
};

/// Game ticks in which a bot that is not paused would have done more: ten seconds.
const A_WHILE: u64 = 200;

fn window() -> Policy {
    Policy { comes_back: true, ..Policy::default() }
}

fn call(tool: &str, params: Value) -> Box<ToolRequest> {
    Box::new(ToolRequest::from_parts(tool, &params).expect("a call"))
}

/// Plays a goal as somebody at a window would: `act` sees the goal in each frame, and says what is asked.
fn play_by_hand(world: &PracticeWorld, goal: &str, mut act: impl FnMut(&GoalView) -> Vec<UserAsk>) -> Run {
    let config = SessionConfig {
        bots: vec![bot(NAME, &world.address().to_string())],
        owners: Owners::default(),
        goals: vec![goal.to_owned()],
        policy: window(),
        sops: SopLibrary::load(None).expect("our own SOPs"),
        model: None,
        journal_file: None,
        zones: Default::default(),
        recorder: None,
    };
    let mut events: Vec<Event> = Vec::new();
    let ended = run_headless(config, Interrupt::default(), |mind: &mut World| {
        let news = mind.resource::<Journal>().numbered(events.len()..usize::MAX);
        events.extend(news.iter().map(|entry| entry.event.clone()));
        let view: &MindView = &mind.resource::<View>().0;
        let asks = view.goals.first().map(&mut act).unwrap_or_default();
        mind.write_message_batch(asks);
    })
    .expect("a body");
    Run { ended, events }
}

/// An edit that is asked for once, while the first step is under way.
fn once_begun(mut edits: Option<impl FnOnce(&GoalView) -> Vec<PlanEdit>>) -> impl FnMut(&GoalView) -> Vec<UserAsk> {
    move |goal| {
        let is_begun = goal.steps.first().is_some_and(|step| step.state == StepStateView::Running);
        let edits = edits.take_if(|_| is_begun).map(|edits| edits(goal)).unwrap_or_default();
        edits.into_iter().map(|edit| UserAsk::Edit { goal: goal.id, edit }).collect()
    }
}

/// How many blocks of a kind stand around.
fn standing(world: &PracticeWorld, spawn: BlockPos, block: &str) -> usize {
    let kind = knowledge::block(block).expect("a block");
    let around = Volume::between(spawn.offset(-12, 0, -12), spawn.offset(12, 4, 12));
    world.with(move |game| {
        let is_one =
            |at: &BlockPos| knowledge::block_of_state(game.block(*at)).is_some_and(|there| there.name == kind.name);
        around.cells().filter(is_one).count()
    })
}

fn told(run: &Run, words: &str) -> bool {
    run.events.iter().filter_map(Event::sentence).any(|sentence| sentence.contains(words))
}

#[test]
fn a_goal_pauses_before_a_marked_step_and_goes_on_past_it() {
    let (world, spawn) = meadow(FAST, &[("torch", 3)], |_, _| ());
    let mut mark =
        once_begun(Some(|goal: &GoalView| vec![PlanEdit::PauseBefore { step: goal.steps[1].id, pauses: true }]));
    let mut paused_at: Option<u64> = None;
    let mut seen = Vec::new();
    let run = play_by_hand(&world, "place 3 torches", |goal| {
        let now = world.with(|game| game.tick());
        match (goal.state, paused_at) {
            (GoalState::Paused, None) => {
                assert_eq!(goal.note.as_deref(), Some("paused before step 2, as you asked"));
                assert!(!goal.steps[1].by_hand.notes.pauses, "the mark is spent");
                paused_at = Some(now);
                Vec::new()
            }
            (GoalState::Paused, Some(since)) if seen.is_empty() && now > since + A_WHILE => {
                seen.push(standing(&world, spawn, "torch"));
                vec![UserAsk::Resume(goal.id)]
            }
            _ => mark(goal),
        }
    });
    run.assert_done();
    assert_eq!(seen, [1], "nothing was done while it was paused");
    assert_eq!(standing(&world, spawn, "torch"), 3);
    assert!(told(&run, "you asked to pause before step 2"), "{:#?}", run.events);
}

#[test]
fn one_step_at_a_time_is_just_one_block_more() {
    let (world, spawn) = meadow(FAST, &[("torch", 3)], |_, _| ());
    let mut mark =
        once_begun(Some(|goal: &GoalView| vec![PlanEdit::PauseBefore { step: goal.steps[1].id, pauses: true }]));
    let (mut seen, mut since, mut is_asked) = (Vec::new(), None, false);
    let run = play_by_hand(&world, "place 3 torches", |goal| {
        if goal.state != GoalState::Paused {
            (since, is_asked) = (None, false);
            return mark(goal);
        }
        let now = world.with(|game| game.tick());
        if is_asked || now < *since.get_or_insert(now) + A_WHILE {
            return Vec::new();
        }
        seen.push(standing(&world, spawn, "torch"));
        is_asked = true;
        if seen.len() > 1 {
            assert_eq!(goal.note.as_deref(), Some("paused after one step, as you asked"));
        }
        vec![UserAsk::StepOnce(goal.id)]
    });
    run.assert_done();
    assert_eq!(seen, [1, 2]);
    assert_eq!(standing(&world, spawn, "torch"), 3, "with the last step the goal is done");
}

#[test]
fn a_count_that_is_changed_is_what_is_done() {
    let (world, _) = meadow(FAST, &[("torch", 1)], |_, _| ());
    let mut more = once_begun(Some(|goal: &GoalView| {
        let request = call("mine", json!({"target": "dirt", "count": 3}));
        vec![PlanEdit::Change { step: goal.steps[1].id, request }]
    }));
    let mut held = 0;
    let run = play_by_hand(&world, "place a torch, then get 2 dirt", |goal| {
        held = held.max(world.with(|game| game.inventory(NAME).get("dirt").copied().unwrap_or(0)));
        more(goal)
    });
    run.assert_done();
    assert_eq!(held, 3);
    assert!(told(&run, "you changed step 2: count 2 -> 3"), "{:#?}", run.events);
}

#[test]
fn a_goal_is_not_done_without_what_was_deleted() {
    let (world, spawn) = meadow(FAST, &[("torch", 3)], |_, _| ());
    let delete = once_begun(Some(|goal: &GoalView| vec![PlanEdit::Delete { step: goal.steps[2].id }]));
    let run = play_by_hand(&world, "place 3 torches", delete);
    assert_eq!(standing(&world, spawn, "torch"), 2);
    assert!(!run.report().success);
    let error = run.error().expect("it says why");
    assert_eq!(error.code, ErrorCode::ActionFailed);
    assert!(error.message.contains("you have taken \"place torch nearby\" out of the plan"), "{error}");
}

#[test]
fn steps_are_done_in_the_order_they_were_moved_to() {
    let (world, spawn) = meadow(FAST, &[("torch", 1), ("dirt", 1), ("cobblestone", 1)], |_, _| ());
    let goal = "place a torch, then place a dirt block, then place a cobblestone, then say hello";
    let mut swap = once_begun(Some(|goal: &GoalView| {
        let id = |at: usize| goal.steps[at].id;
        // The last before the second, then what was the third before that.
        vec![PlanEdit::Move { step: id(3), before: Some(id(1)) }, PlanEdit::Move { step: id(2), before: Some(id(3)) }]
    }));
    let run = play_by_hand(&world, goal, |goal| swap(goal));
    run.assert_done();
    let done = run.events.iter().filter_map(|event| match event {
        Event::StepDone { title, .. } => Some(title.as_str()),
        _ => None,
    });
    let done: Vec<&str> = done.collect();
    assert_eq!(
        done,
        ["place torch nearby", "place cobblestone nearby", "say \"hello\"", "place dirt nearby"],
        "{:#?}",
        run.events
    );
    assert_eq!(standing(&world, spawn, "dirt") + standing(&world, spawn, "cobblestone"), 2);
}

#[test]
fn a_step_that_is_inserted_is_done() {
    let (world, spawn) = meadow(FAST, &[("torch", 2), ("cobblestone", 1)], |_, _| ());
    let insert = once_begun(Some(|goal: &GoalView| {
        let request = call("place_block", json!({"block": "cobblestone"}));
        vec![PlanEdit::Insert { before: Some(goal.steps[1].id), request }]
    }));
    let run = play_by_hand(&world, "place 2 torches", insert);
    run.assert_done();
    assert_eq!((standing(&world, spawn, "cobblestone"), standing(&world, spawn, "torch")), (1, 2));
    assert!(told(&run, "you inserted step 2: place cobblestone nearby"), "{:#?}", run.events);
}

/// A mind whose goal says two things and gets dirt, its first step under way.
fn saying() -> (Scripted, u64) {
    let mut mind = Scripted::new(&["say one, then say two, then mine 2 dirt"], window());
    let (id, request) = mind.call();
    assert_eq!(request.title(), "say \"one\"");
    (mind, id)
}

fn step(mind: &Scripted, at: usize) -> StepView {
    mind.goal().steps[at].clone()
}

/// The server repeats what the bot says.
fn say(mind: &mut Scripted, call: u64, words: &str) {
    mind.hear(Some("Bot"), words);
    mind.succeed(call, "chat", json!({ "message": words }));
}

fn edit(mind: &mut Scripted, edit: PlanEdit) {
    mind.ask(UserAsk::Edit { goal: 1, edit });
}

fn titles(mind: &Scripted) -> Vec<String> {
    mind.goal().steps.iter().map(|step| step.title.clone()).collect()
}

fn recorded(mind: &Scripted, words: &str) -> bool {
    let journal = mind.app.world().resource::<Journal>();
    journal.entries().iter().filter_map(|entry| entry.event.sentence()).any(|sentence| sentence.contains(words))
}

#[test]
fn several_changes_in_one_frame_are_done_one_after_the_other_and_taken_back_from_the_last() {
    let (mut mind, _) = saying();
    let (two, dirt) = (step(&mind, 1).id, step(&mind, 2).id);
    let jump = || call("jump", json!({}));
    for change in [
        PlanEdit::Insert { before: Some(two), request: jump() },
        PlanEdit::Move { step: dirt, before: Some(two) },
        PlanEdit::Delete { step: two },
        PlanEdit::Change { step: dirt, request: call("mine", json!({"target": "dirt", "count": 5})) },
    ] {
        mind.app.world_mut().write_message(UserAsk::Edit { goal: 1, edit: change });
    }
    mind.frame();
    assert_eq!(titles(&mind), ["say \"one\"", "jump", "mine 5 dirt"]);
    assert!(step(&mind, 1).by_hand.notes.is_edited && step(&mind, 1).by_hand.is_open);
    assert_eq!(step(&mind, 2).expects, "5 more dirt held than before");
    assert_eq!(mind.goal().by_hand.edits.len(), 4);
    let lacks = mind.goal().by_hand.lacks.clone();
    assert!(matches!(lacks.as_slice(), [lack] if lack.contains("\"say \"two\"\" is out of the plan")), "{lacks:?}");
    for titles_then in [
        vec!["say \"one\"", "jump", "mine 2 dirt"],
        vec!["say \"one\"", "jump", "mine 2 dirt", "say \"two\""],
        vec!["say \"one\"", "jump", "say \"two\"", "mine 2 dirt"],
        vec!["say \"one\"", "say \"two\"", "mine 2 dirt"],
    ] {
        assert!(mind.goal().by_hand.can_undo);
        edit(&mut mind, PlanEdit::Undo);
        assert_eq!(titles(&mind), titles_then);
    }
    assert!(!mind.goal().by_hand.can_undo && mind.goal().by_hand.edits.is_empty());
    assert!(mind.goal().by_hand.lacks.is_empty(), "{:?}", mind.goal().by_hand.lacks);
    edit(&mut mind, PlanEdit::Undo);
    assert_eq!(mind.goal().by_hand.refused.as_deref(), Some("there is nothing to take back"));
}

#[test]
fn one_step_is_done_though_it_is_marked_and_the_next_is_not() {
    let (mut mind, id) = saying();
    let two = step(&mind, 1).id;
    let mark = || PlanEdit::PauseBefore { step: two, pauses: true };
    edit(&mut mind, mark());
    say(&mut mind, id, "one");
    mind.no_order();
    edit(&mut mind, mark());
    mind.ask(UserAsk::StepOnce(1));
    let (id, request) = mind.call();
    assert_eq!(request.title(), "say \"two\"");
    say(&mut mind, id, "two");
    mind.no_order();
    assert_eq!(mind.goal().note.as_deref(), Some("paused after one step, as you asked"));
    mind.ask(UserAsk::Resume(1));
    assert_eq!(mind.call().1.title(), "mine 2 dirt");
}

#[test]
fn one_step_with_its_tries_and_not_what_a_recovery_puts_before_it() {
    let mut mind = Scripted::new(&["say one, then mine 1 stone"], window());
    mind.holds(&[("wooden_pickaxe", 1)]);
    let (id, _) = mind.call();
    assert_eq!(titles(&mind).len(), 2, "{:?}", titles(&mind));
    let stone = step(&mind, 1).id;
    edit(&mut mind, PlanEdit::PauseBefore { step: stone, pauses: true });
    say(&mut mind, id, "one");
    mind.no_order();
    mind.ask(UserAsk::StepOnce(1));
    let (id, request) = mind.call();
    mind.holds(&[]);
    mind.fail(id, request.name(), ErrorCode::ToolRequired, json!({ "block": "stone", "tier": "wooden_pickaxe" }));
    mind.no_order();
    assert!(titles(&mind).len() > 2, "a recovery has put steps before it: {:?}", titles(&mind));
    assert_eq!(mind.goal().note.as_deref(), Some("paused after one step, as you asked"));
}

#[test]
fn what_is_under_way_is_not_changed_and_that_is_said() {
    let (mut mind, _) = saying();
    let one = step(&mind, 0).id;
    edit(&mut mind, PlanEdit::Delete { step: one });
    assert_eq!(mind.goal().by_hand.refused.as_deref(), Some("step 1 is under way: it cannot be deleted"));
    assert_eq!(titles(&mind).len(), 3);
    assert!(mind.view().refused.is_none(), "the goal box has nothing to do with it");
}

#[test]
fn a_change_that_breaks_the_plan_is_told_and_paused_before_until_it_is_wanted() {
    let mut mind = Scripted::new(&["say one, then craft 4 sticks"], window());
    mind.holds(&[("oak_planks", 2)]);
    let (id, _) = mind.call();
    let sticks = step(&mind, 1).id;
    edit(&mut mind, PlanEdit::Change { step: sticks, request: call("craft", json!({"item": "stick", "count": 8})) });
    let needs = "needs 4 planks; 2 are held then";
    assert_eq!(step(&mind, 1).by_hand.notes.breaks.as_deref(), Some(needs));
    say(&mut mind, id, "one");
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Paused);
    let note = mind.goal().note.clone().unwrap_or_default();
    assert!(note.contains("before step 2, which would fail as the plan is now") && note.contains(needs), "{note}");
    assert!(!step(&mind, 1).by_hand.notes.is_kept, "nobody has said so yet");
    mind.ask(UserAsk::Resume(1));
    let (_, request) = mind.call();
    assert_eq!(request.title(), "craft 8 stick", "the user wants it so");
    assert_eq!(step(&mind, 1).by_hand.notes.breaks.as_deref(), Some(needs), "the warning stays");
}

#[test]
fn a_step_that_runs_is_skipped_and_its_call_withdrawn() {
    let (mut mind, _) = saying();
    let one = step(&mind, 0).id;
    edit(&mut mind, PlanEdit::Skip { step: one });
    assert!(matches!(mind.order(), Order::Cancel { .. }));
    assert_eq!(step(&mind, 0).state, StepStateView::Skipped);
    assert_eq!(mind.call().1.title(), "say \"two\"");
}

#[test]
fn a_step_that_has_failed_is_tried_again_with_the_plan_as_it_is() {
    let (mut mind, first) = saying();
    let dirt = step(&mind, 2).id;
    edit(&mut mind, PlanEdit::Change { step: dirt, request: call("mine", json!({"target": "dirt", "count": 3})) });
    let mut call = first;
    for _ in 0..3 {
        mind.fail(call, "chat", ErrorCode::ActionFailed, json!({}));
        match mind.goal().state {
            GoalState::Failed => break,
            _ => call = mind.call().0,
        }
    }
    assert_eq!((mind.goal().state, step(&mind, 0).state), (GoalState::Failed, StepStateView::Failed));
    assert!(step(&mind, 0).by_hand.can_retry && !step(&mind, 1).by_hand.is_open);
    let one = step(&mind, 0).id;
    edit(&mut mind, PlanEdit::Retry { step: one });
    assert_eq!(mind.call().1.title(), "say \"one\"");
    assert_eq!(titles(&mind)[2], "mine 3 dirt", "the change is still there");
}

#[test]
fn a_plan_that_is_made_anew_says_that_the_changes_are_gone() {
    let (mut mind, _) = saying();
    let two = step(&mind, 1).id;
    edit(&mut mind, PlanEdit::Delete { step: two });
    mind.ask(UserAsk::Cancel(1));
    mind.ask(UserAsk::Retry(1));
    while !matches!(mind.order(), Order::Call { .. }) {}
    assert_eq!(titles(&mind).len(), 3, "it has what was deleted");
    assert!(recorded(&mind, "without what you had changed in it: deleted step 2"));
    assert!(mind.goal().by_hand.gone.is_some() && mind.goal().by_hand.edits.is_empty());
}

#[test]
fn changes_and_marks_are_there_again_after_a_kill() {
    let runs = Runs::new("edits");
    let mut mind = runs.next(&["say one, then say two, then mine 2 dirt"], window(), &[]);
    mind.call();
    let (two, dirt) = (step(&mind, 1).id, step(&mind, 2).id);
    edit(&mut mind, PlanEdit::Delete { step: two });
    edit(&mut mind, PlanEdit::Change { step: dirt, request: call("mine", json!({"target": "dirt", "count": 3})) });
    edit(&mut mind, PlanEdit::PauseBefore { step: dirt, pauses: true });
    drop(mind);
    let mut mind = runs.next(&[], window(), &[]);
    let (id, request) = mind.call();
    assert_eq!(request.title(), "say \"one\"");
    assert_eq!(titles(&mind), ["say \"one\"", "mine 3 dirt"]);
    assert_eq!(mind.goal().by_hand.edits.len(), 2);
    let notes = step(&mind, 1).by_hand.notes;
    assert!(notes.pauses && notes.is_edited, "{notes:?}");
    say(&mut mind, id, "one");
    mind.no_order();
    assert_eq!(mind.goal().note.as_deref(), Some("paused before step 2, as you asked"));
    mind.ask(UserAsk::Resume(1));
    let (id, _) = mind.call();
    mind.holds(&[("dirt", 3)]);
    mind.succeed(id, "mine", json!({}));
    mind.frame();
    assert_eq!(mind.goal().state, GoalState::Failed, "what was deleted is owed also then");
}
