//! Jobs: goals that are more than one call, done a piece at a time as the world shows what is left; and what else may be
//! asked of a goal as a whole: to come first, to be tried again.

use blockwright::{
    domain::{
        BlockPos, ChunkPos, ErrorCode, GoalState, MAX_CLEAR, Priority, StepStateView, ToolRequest, UserAsk, Volume,
    },
    knowledge,
    mind::Policy,
};
use serde_json::json;

use super::{
    harness::{LEVEL, fill, play, world},
    resume::Runs,
    scripted::Scripted,
};

/// A box of 1,000 blocks, more than three calls can clear, in a column full of dirt; and the pieces that it comes in.
const BOX: &str = "clear 0 64 0 to 9 73 9";
const PIECES: usize = 5;
const COLUMN: ChunkPos = ChunkPos { x: 0, z: 0 };

/// The land that the test plays.
struct Land([u16; 4096]);

impl Land {
    fn of(block: &str) -> Self {
        Self([state(block); 4096])
    }

    fn fill(&mut self, volume: Volume, block: &str) {
        for at in volume.cells() {
            self.0[((at.y - 64) << 8 | at.z << 4 | at.x) as usize] = state(block);
        }
    }

    fn show(&self, mind: &mut Scripted) {
        mind.sees_states(COLUMN, &self.0);
    }
}

fn state(block: &str) -> u16 {
    knowledge::block(block).expect("a block").default_state
}

/// The next call, which must be to clear something.
fn clears(mind: &mut Scripted) -> (u64, Volume) {
    match mind.call() {
        (id, ToolRequest::Clear(clear)) => (id, clear.volume()),
        other => panic!("{other:?}"),
    }
}

fn begun(goal: &str, land: &Land) -> Scripted {
    let mut mind = Scripted::new(&[goal], Policy::default());
    land.show(&mut mind);
    mind
}

#[test]
fn a_box_is_cleared_a_piece_at_a_time_and_done_when_it_is_empty() {
    let mut land = Land::of("dirt");
    let mut mind = begun(BOX, &land);
    let mut cleared: Vec<BlockPos> = Vec::new();
    for _ in 0..PIECES {
        let (id, piece) = clears(&mut mind);
        assert!(piece.count() <= MAX_CLEAR);
        cleared.extend(piece.cells());
        assert!(mind.goal().steps.len() <= 3, "{:#?}", mind.goal().steps);
        let job = mind.goal().steps.last().expect("the job");
        assert_eq!((job.title.as_str(), job.state), ("clear 0, 64, 0 to 9, 73, 9", StepStateView::Running));
        let progress = job.progress.as_ref().map(|(_, done, of)| (*done, *of));
        assert_eq!(progress, Some((cleared.len() as u32 - piece.count() as u32, 1_000)));
        land.fill(piece, "air");
        land.show(&mut mind);
        mind.succeed(id, "clear", json!({ "broken": piece.count() }));
    }
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Done, "{:#?}", mind.goal());
    cleared.sort_unstable();
    cleared.dedup();
    assert_eq!(cleared.len(), 1_000, "each block once");
}

#[test]
fn what_is_empty_already_is_passed_over() {
    let mut land = Land::of("air");
    let last = Volume::between(BlockPos::new(1, 64, 1), BlockPos::new(1, 64, 1));
    land.fill(last, "dirt");
    let mut mind = begun(BOX, &land);
    let (id, piece) = clears(&mut mind);
    assert!(piece.contains(last.low()) && piece.count() <= MAX_CLEAR);
    land.fill(last, "air");
    land.show(&mut mind);
    mind.succeed(id, "clear", json!({ "broken": 1 }));
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Done);
}

#[test]
fn a_tool_that_says_done_is_not_believed() {
    let mut mind = begun(BOX, &Land::of("dirt"));
    for _ in 0..3 {
        let (id, piece) = clears(&mut mind);
        mind.succeed(id, "clear", json!({ "broken": piece.count() }));
        mind.pass(60);
    }
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Failed);
    assert!(
        mind.goal().note.as_deref().is_some_and(|why| why.contains("the server shows: dirt stands at")),
        "{:?}",
        mind.goal()
    );
}

#[test]
fn what_is_filled_up_again_and_again_ends_it() {
    let mut land = Land::of("dirt");
    let mut mind = begun(BOX, &land);
    mind.frame();
    let mut calls = 0;
    while mind.goal().state == GoalState::Queued || mind.goal().state == GoalState::Active {
        let Some(order) = mind.next_order() else { continue };
        let blockwright::body::Order::Call { id, request: ToolRequest::Clear(clear), .. } = order else {
            panic!("{order:?}")
        };
        calls += 1;
        assert!(calls < 10, "it goes on for ever");
        land.fill(clear.volume(), "air");
        land.show(&mut mind);
        mind.succeed(id, "clear", json!({ "broken": clear.volume().count() }));
        // It was empty for a moment.
        land.fill(clear.volume(), "sand");
        land.show(&mut mind);
    }
    assert_eq!(mind.goal().state, GoalState::Failed);
    let why = mind.goal().note.clone().unwrap_or_default();
    assert!(why.contains("undone again"), "{why}");
}

#[test]
fn what_cannot_be_cleared_is_refused_before_anything_moves() {
    for (block, why) in [("bedrock", "bedrock cannot be broken"), ("lava", "lava there"), ("water", "water there")] {
        let mut land = Land::of("dirt");
        land.fill(Volume::block(BlockPos::new(3, 65, 3)), block);
        let mut mind = begun(BOX, &land);
        mind.no_order();
        assert_eq!(mind.goal().state, GoalState::Failed);
        let note = mind.goal().note.clone().unwrap_or_default();
        assert!(note.contains(why), "{block}: {note}");
    }
    let mut mind = begun("clear 500x500x100 here", &Land::of("dirt"));
    mind.no_order();
    assert!(mind.goal().note.as_deref().is_some_and(|why| why.contains("at most 32768")), "{:?}", mind.goal());
}

#[test]
fn stone_takes_a_pickaxe_first_and_the_quote_says_so() {
    let mut mind = begun(BOX, &Land::of("stone"));
    let (_, first) = mind.call();
    assert!(!matches!(first, ToolRequest::Clear(_)), "{first:?}");
    let goal = mind.goal();
    let titles: Vec<&str> = goal.steps.iter().map(|step| step.title.as_str()).collect();
    assert!(titles.iter().any(|title| title.contains("pickaxe")), "{titles:?}");
    assert_eq!(titles.last(), Some(&"clear 0, 64, 0 to 9, 73, 9"));
    assert!(goal.quote.as_ref().is_some_and(|quote| quote.ticks > 1_000 * 10), "{:?}", goal.quote);
}

#[test]
fn a_pause_lets_go_of_the_piece_and_resuming_goes_on_with_it() {
    let mut land = Land::of("dirt");
    let mut mind = begun(BOX, &land);
    let (id, piece) = clears(&mut mind);
    mind.ask(UserAsk::Pause(1));
    assert!(matches!(mind.order(), blockwright::body::Order::Cancel { id: withdrawn } if withdrawn == id));
    mind.fail(id, "clear", ErrorCode::Cancelled, json!({}));
    mind.no_order();
    mind.ask(UserAsk::Resume(1));
    let (id, again) = clears(&mut mind);
    assert_eq!(again, piece);
    land.fill(piece, "air");
    land.show(&mut mind);
    mind.succeed(id, "clear", json!({ "broken": piece.count() }));
    assert_ne!(clears(&mut mind).1, piece);
}

#[test]
fn a_job_outlives_the_program() {
    let runs = Runs::new("job");
    let mut land = Land::of("dirt");
    let mut mind = runs.next(&[BOX], Policy::default(), &[]);
    land.show(&mut mind);
    let mut left: Vec<Volume> = Vec::new();
    for _ in 0..2 {
        let (id, piece) = clears(&mut mind);
        land.fill(piece, "air");
        land.show(&mut mind);
        mind.succeed(id, "clear", json!({ "broken": piece.count() }));
        left.push(piece);
    }
    let (_, running) = clears(&mut mind);
    drop(mind);
    // The piece was cleared, and nobody heard of it.
    land.fill(running, "air");
    left.push(running);
    let mut mind = runs.next(&[], Policy::default(), &[]);
    land.show(&mut mind);
    for _ in 3..PIECES {
        let (id, piece) = clears(&mut mind);
        assert!(!left.contains(&piece), "{piece:?} is empty");
        assert!(mind.goal().steps.len() <= 3, "{:#?}", mind.goal().steps);
        land.fill(piece, "air");
        land.show(&mut mind);
        mind.succeed(id, "clear", json!({ "broken": piece.count() }));
    }
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Done, "{:#?}", mind.goal());
}

#[test]
fn of_queued_goals_the_one_that_matters_most_comes_first() {
    let mut mind = Scripted::new(&["say one", "say two", "say three", "say four"], Policy::default());
    mind.frame();
    let said = |mind: &mut Scripted| {
        let (id, ToolRequest::Chat(chat)) = mind.call() else { panic!("a chat") };
        mind.hear(Some("Bot"), &chat.message);
        mind.succeed(id, "chat", json!({}));
        chat.message
    };
    mind.ask(UserAsk::Rank(2, Priority::Low));
    mind.ask(UserAsk::Rank(4, Priority::High));
    let order: Vec<String> = (0..4).map(|_| said(&mut mind)).collect();
    // The first was at work already.
    assert_eq!(order, ["one", "four", "three", "two"]);
}

#[test]
fn what_has_failed_can_be_tried_again_and_its_cost_counts_on() {
    let window = Policy { comes_back: true, ..Policy::default() };
    let mut mind = Scripted::new(&["mine 3 dirt", "say hello"], window);
    for _ in 0..3 {
        let (id, _) = mind.call();
        mind.fail(id, "mine", ErrorCode::ActionFailed, json!({}));
    }
    assert_eq!(mind.goal().state, GoalState::Failed);
    let spent = mind.goal().ticks;
    mind.ask(UserAsk::Retry(1));
    assert_eq!((mind.goal().state, &mind.goal().note), (GoalState::Queued, &None));
    // The other had begun meanwhile.
    let (id, _) = mind.call();
    mind.hear(Some("Bot"), "hello");
    mind.succeed(id, "chat", json!({}));
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.count == 3), "{request:?}");
    mind.holds(&[("dirt", 3)]);
    mind.succeed(id, "mine", json!({}));
    mind.frame();
    assert_eq!(mind.goal().state, GoalState::Done);
    assert!(mind.goal().ticks >= spent);
}

#[test]
fn a_hole_is_dug_in_the_practice_world_from_nothing() {
    let world = world(LEVEL, &[]);
    let spawn = world.with(|game| game.spawn());
    fill(&world, spawn.offset(-8, 0, -8), spawn.offset(8, 12, 8), "air");
    fill(&world, spawn.offset(-8, -6, -8), spawn.offset(8, -2, 8), "stone");
    fill(&world, spawn.offset(-8, -1, -8), spawn.offset(8, -1, 8), "grass_block");
    let run = play(&world, &["dig a 9x9x3 hole and say that was it"]);
    run.assert_done();
    let volume = Volume::between(spawn.offset(-4, -3, -4), spawn.offset(4, -1, 4));
    let left = world.with(move |game| volume.cells().filter(|at| game.block(*at) != 0).count());
    assert_eq!(left, 0);
    assert!(run.report().inventory.count("wooden_pickaxe") + run.report().inventory.count("stone_pickaxe") > 0);
}

#[test]
fn what_was_too_long_to_be_read_cannot_be_tried_again() {
    let window = Policy { comes_back: true, ..Policy::default() };
    let mut mind = Scripted::new(&[&"get me dirt and ".repeat(400)], window);
    mind.frame();
    assert_eq!(mind.goal().state, GoalState::Failed);
    mind.ask(UserAsk::Retry(1));
    let goal = mind.goal();
    assert_eq!(goal.state, GoalState::Failed, "only its beginning was kept: {goal:?}");
}
