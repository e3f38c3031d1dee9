//! What is written down is what comes back: at the end, on the way, and where some of it is damaged.

use std::{collections::HashMap, sync::Arc};

use super::*;
use crate::{
    domain::{
        BlockPos, ChunkPos, Connection, GoalByHand, GoalState, GoalView, Observation, Priority, SlotStack, StepByHand,
        StepStateView, StepView, Vec3,
    },
    voxel::{Column, Section, SeenWorld, StateId},
};

const NAME: &str = "Ada";

fn scribe() -> Scribe {
    Scribe::new(MOST_BYTES, Box::new(str::to_owned))
}

fn column(state: StateId) -> Column {
    let mut states = [0; 4096];
    states[..2048].fill(state);
    Column { min_y: -64, sections: vec![Section::Uniform(1), Section::from_states(&states), Section::Uniform(0)] }
}

fn observation(tick: u64, x: f64, logs: u32) -> Observation {
    let mut slots = vec![None; 46];
    slots[36] = (logs > 0).then(|| SlotStack { item: "oak_log".to_owned(), count: logs, damage: None });
    let position = Vec3::new(x, 65.0, 0.5);
    Observation { tick, position, slots, dimension: "overworld".to_owned(), health: 20.0, ..Observation::default() }
}

fn goal(id: u64, states: &[StepStateView]) -> GoalView {
    let step = |(number, state): (usize, &StepStateView)| StepView {
        id: 100 * id + number as u64,
        title: format!("step {number}"),
        reason: "so".to_owned(),
        state: *state,
        attempts: 1,
        allowed: 3,
        expects: "more".to_owned(),
        shown: None,
        ticks: 0,
        outcome: None,
        progress: None,
        error: None,
        place: Some(BlockPos::new(1, 2, 3)),
        build: None,
        by_hand: StepByHand::default(),
    };
    GoalView {
        id,
        text: "get me a log".to_owned(),
        bot: Some(NAME.to_owned()),
        state: GoalState::Active,
        priority: Priority::Normal,
        note: None,
        instead: Vec::new(),
        planner: Some("offline".to_owned()),
        why: None,
        repairs: Vec::new(),
        quote: None,
        steps: states.iter().enumerate().map(step).collect(),
        ticks: 0,
        model: None,
        asking: None,
        by_hand: GoalByHand::default(),
    }
}

fn sight(ms: u64, seen: Observation, columns: Vec<(ChunkPos, Option<Arc<Column>>)>, goals: Vec<GoalView>) -> Sight {
    let bot = BotSight {
        name: NAME.to_owned(),
        server: "a test".to_owned(),
        connection: Connection::Joined,
        observation: Some(seen),
        columns,
    };
    Sight { ms, bots: vec![bot], goals, gone: Vec::new() }
}

/// Rows as a store has them, and what stood at each moment.
struct Played {
    rows: Vec<Row>,
    sheets: HashMap<u32, Vec<u8>>,
    was: Vec<(u64, Observation, SeenWorld, Vec<GoalView>)>,
}

/// Three minutes: one walks, columns come, change and go, a goal begins and gets on.
fn played() -> Played {
    let (mut scribe, mut world, mut was, mut rows) = (scribe(), SeenWorld::default(), Vec::new(), Vec::new());
    let mut random = 7u32;
    let mut any = |below: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % below
    };
    for number in 0..900u64 {
        let ms = 1_000 + 200 * number;
        let chunk = ChunkPos { x: any(6) as i32 - 3, z: any(3) as i32 - 1 };
        let mut columns = Vec::new();
        match (any(10), world.column(chunk).cloned()) {
            (0, Some(_)) => {
                world.remove(chunk);
                columns.push((chunk, None));
            }
            (1..=6, Some(mut column)) => {
                // Now and then so much that it is shorter to keep it anew.
                let blocks = if any(40) == 0 { 900 } else { 1 + any(4) };
                for _ in 0..blocks {
                    let (x, y, z) = (any(16) as u8, -48 + any(32) as i32, any(16) as u8);
                    Arc::make_mut(&mut column).set(x, y, z, any(500) as StateId);
                }
                world.insert(chunk, column.clone());
                columns.push((chunk, Some(column)));
            }
            (_, Some(_)) => {}
            (_, None) => {
                let column = Arc::new(column(any(3) as StateId + 1));
                world.insert(chunk, column.clone());
                columns.push((chunk, Some(column)));
            }
        }
        let seen = observation(4 * number, (number / 3) as f64 / 4.0, (number / 100) as u32);
        let (done, at_work) = (StepStateView::Done, StepStateView::Running);
        let goals = match number {
            0..100 => Vec::new(),
            100..400 => vec![goal(1, &[at_work, StepStateView::Waiting])],
            _ => vec![goal(1, &[done, done]), goal(2, &[at_work; 3])],
        };
        rows.extend(scribe.take(sight(ms, seen.clone(), columns, goals.clone())));
        was.push((ms, seen, world.clone(), goals));
    }
    rows.extend(scribe.close());
    let sheets = rows.iter().flat_map(|row| row.sheets.clone()).collect();
    Played { rows, sheets, was }
}

fn fold_to(rows: &[Row], ms: u64) -> Fold {
    let begin = rows.iter().rposition(|row| row.whole && row.from_ms <= ms).expect("a row that says all");
    let mut fold = Fold::default();
    for row in &rows[begin..] {
        for moment in read_moments(&row.data).expect("a good row").iter().filter(|moment| moment.ms <= ms) {
            fold.take(moment);
        }
    }
    fold
}

fn same_blocks(a: &SeenWorld, b: &SeenWorld) -> bool {
    let all = |world: &SeenWorld| {
        let mut chunks: Vec<ChunkPos> = world.stamps().map(|(chunk, _)| chunk).collect();
        chunks.sort_unstable_by_key(|chunk| (chunk.x, chunk.z));
        chunks
    };
    let same = |chunk: &ChunkPos| {
        let (a, b) = (a.column(*chunk).expect("it is there"), b.column(*chunk).expect("it is there"));
        a.min_y == b.min_y && (0..16).all(|x| (0..16).all(|z| (-64..0).all(|y| a.get(x, y, z) == b.get(x, y, z))))
    };
    all(a) == all(b) && all(a).iter().all(same)
}

#[test]
fn any_moment_comes_back_as_it_was() {
    let Played { rows, sheets, was } = played();
    assert!(
        rows.iter().filter(|row| row.whole).count() >= 3,
        "no moment is further than a minute from one that says all"
    );
    assert!(rows.iter().all(|row| row.to_ms - row.from_ms <= 2_200));
    let mut land = Land::default();
    // On, back, and far on: the land is the same whatever was laid out before.
    for number in [0, 1, 2, 250, 251, 260, 99, 100, 0, 620, 899, 450, 451] {
        let (ms, seen, world, goals) = &was[number];
        let fold = fold_to(&rows, *ms);
        let view = fold.view();
        let bot = view.bots[0].observation.as_ref().expect("it was in the world");
        assert_eq!((bot.position, bot.inventory()), (seen.position, seen.inventory()), "{number}");
        assert_eq!((&view.goals, view.bots[0].username.as_str()), (goals, NAME), "{number}");
        let fetch = |wanted: &[u32]| -> Result<Vec<(u32, Vec<u8>)>, ()> {
            Ok(wanted.iter().map(|number| (*number, sheets[number].clone())).collect())
        };
        let missing = land.lay(fold.columns(NAME).expect("a bot"), fetch);
        assert_eq!(missing, Ok(0));
        assert!(same_blocks(land.world(), world), "{number}");
    }
}

#[test]
fn only_what_changes_is_laid_out_anew() {
    let Played { rows, sheets, was } = played();
    let mut land = Land::default();
    let mut lay = |ms: u64| {
        let fetch = |wanted: &[u32]| -> Result<_, ()> {
            Ok(wanted.iter().map(|number| (*number, sheets[number].clone())).collect())
        };
        land.lay(fold_to(&rows, ms).columns(NAME).expect("a bot"), fetch).expect("they are there");
        let mut stamps: Vec<u64> = land.world().stamps().map(|(_, stamp)| stamp).collect();
        stamps.sort_unstable();
        stamps
    };
    let (first, same, next) = (lay(was[300].0), lay(was[300].0 + 1), lay(was[301].0));
    assert_eq!(first, same);
    let differ = next.iter().filter(|stamp| !first.contains(stamp)).count();
    assert!(differ <= 1, "one column at most changes at a time: {differ}");
}

#[test]
fn what_is_seen_again_is_not_kept_again() {
    let mut scribe = scribe();
    let chunk = ChunkPos { x: 0, z: 0 };
    let mut sheets = 0;
    for number in 0..40u64 {
        let column = (number % 2 == 0).then(|| Arc::new(column(3)));
        let rows = scribe.take(sight(1_000 * number, observation(0, 0.0, 0), vec![(chunk, column)], Vec::new()));
        sheets += rows.iter().map(|row| row.sheets.len()).sum::<usize>();
    }
    assert_eq!(sheets, 1);
}

#[test]
fn nothing_is_written_while_nothing_changes() {
    let mut scribe = scribe();
    let mut rows = 0;
    for number in 0..600u64 {
        // Its clock and the day go on.
        let seen = Observation { time_of_day: Some(number), ..observation(number, 3.5, 2) };
        rows += scribe.take(sight(500 * number, seen, Vec::new(), vec![goal(1, &[StepStateView::Running])])).len();
    }
    assert_eq!((rows, scribe.close()), (1, None));
}

#[test]
fn a_recording_that_is_full_says_so_and_ends() {
    let mut scribe = Scribe::new(2_000, Box::new(str::to_owned));
    let mut rows = Vec::new();
    for number in 0..4_000u64 {
        rows.extend(scribe.take(sight(100 * number, observation(number, number as f64, 0), Vec::new(), Vec::new())));
    }
    assert!(scribe.is_full());
    assert!(rows.iter().map(Row::bytes).sum::<usize>() < 6_000);
    let last = read_moments(&rows.last().expect("rows").data).expect("a good row");
    assert!(last.last().is_some_and(|moment| moment.full));
    assert!(fold_to(&rows, u64::MAX).is_full);
    assert!(scribe.take(sight(u64::MAX / 2, observation(1, 1.0, 1), Vec::new(), Vec::new())).is_empty());
}

#[test]
fn a_clock_that_is_set_back_is_waited_for() {
    let mut scribe = scribe();
    _ = scribe.take(sight(10_000, observation(1, 1.0, 0), Vec::new(), Vec::new()));
    _ = scribe.take(sight(4_000, observation(2, 2.0, 0), Vec::new(), Vec::new()));
    let row = scribe.close().expect("what was taken down");
    let moments = read_moments(&row.data).expect("a good row");
    assert_eq!(moments.iter().map(|moment| moment.ms).collect::<Vec<_>>(), [10_000, 10_000]);
}

#[test]
fn land_that_is_damaged_is_left_out_and_counted() {
    let mut scribe = scribe();
    let columns = (0..3).map(|x| (ChunkPos { x, z: 0 }, Some(Arc::new(column(x as StateId + 1))))).collect();
    _ = scribe.take(sight(1, observation(1, 1.0, 0), columns, Vec::new()));
    let row = scribe.close().expect("a row");
    let fold = fold_to(std::slice::from_ref(&row), 1);
    let mut land = Land::default();
    let missing = land.lay(fold.columns(NAME).expect("a bot"), |_| -> Result<_, ()> {
        // One is gone, one is damaged, one is whole.
        let mut sheets = row.sheets.clone();
        sheets.remove(0);
        sheets[0].1.truncate(9);
        Ok(sheets)
    });
    assert_eq!((missing, land.world().len()), (Ok(2), 1));
}
