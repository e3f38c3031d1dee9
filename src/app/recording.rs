//! What the window shows, on its way into the store, so that the run can be watched again: looked at some times a second, and written
//! down by a thread of its own, since new land takes milliseconds to pack and no frame has these to give.
//!
//! A thread that cannot follow misses a look and not what has changed: the next look tells it. What ends the program from outside loses
//! the last seconds.

use std::{
    collections::BTreeMap,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use bevy::prelude::Entity;
use crossbeam_channel::{Receiver, Sender, bounded};

use crate::{
    domain::{ChunkPos, GoalView, MindView, PosMap, StepByHand},
    mind::SeenBlocks,
    replay::{BotSight, MOST_BYTES, Row, Scribe, Sight},
    store::{Clock, MomentsRow, MomentsSink},
    voxel::{Column, SeenWorld},
};

/// Between two looks: less than a person sees, and some game ticks.
const EVERY: Duration = Duration::from_millis(100);
/// Looks that wait for the thread at most.
const QUEUE: usize = 8;
/// How long the last look waits for room among them.
const LAST_LOOK: Duration = Duration::from_secs(1);
/// How long the end waits for the thread.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// The way to the thread, and what it has been told.
pub struct Recording {
    clock: Clock,
    /// `None` once nothing more is written.
    sights: Option<Sender<Sight>>,
    /// Closes when the thread has ended.
    ended: Receiver<()>,
    looked: Option<Instant>,
    /// The session was over at the last look.
    was_over: bool,
    bots: BTreeMap<String, Told>,
    goals: BTreeMap<u64, GoalView>,
}

/// The land that was told of a bot: the stamps of the whole and of its columns.
#[derive(Default, Clone)]
struct Told {
    stamp: Option<u64>,
    columns: PosMap<ChunkPos, u64>,
}

impl Drop for Recording {
    fn drop(&mut self) {
        self.sights = None;
        _ = self.ended.recv_timeout(LAST_WORDS);
    }
}

impl Recording {
    /// Begins; `None` where the system gives no thread, which is said. `as_written`: takes out of a text what must not be kept.
    pub fn begin(
        clock: Clock,
        sink: MomentsSink,
        as_written: impl Fn(&str) -> String + Send + 'static,
    ) -> Option<Self> {
        let (sights, waiting) = bounded(QUEUE);
        let (end, ended) = bounded::<()>(0);
        let scribe = Scribe::new(MOST_BYTES, Box::new(as_written));
        let work = move || {
            write_down(&waiting, scribe, &sink);
            // In this order: whoever waits for the end may then end the store's thread.
            drop(sink);
            drop(end);
        };
        if let Err(error) = thread::Builder::new().name("recording".to_owned()).spawn(work) {
            tracing::warn!("this run cannot be watched again: {error}");
            return None;
        }
        let (bots, goals) = (BTreeMap::new(), BTreeMap::new());
        Some(Self { clock, sights: Some(sights), ended, looked: None, was_over: false, bots, goals })
    }

    /// Looks, where it is time to, or the session is over. `bots`: who is who.
    pub fn look(&mut self, view: &MindView, blocks: &SeenBlocks, bots: &[(Entity, &str)], is_over: bool) {
        let Some(sights) = &self.sights else { return };
        let is_end = is_over && !self.was_over;
        if !is_end && self.looked.is_some_and(|looked| looked.elapsed() < EVERY) {
            return;
        }
        let lands = bots.iter().map(|(entity, name)| (*name, blocks.of(*entity)));
        let (bots, told) = bot_sights(view, lands, &self.bots);
        let goals = self.changed_goals(view);
        let is_gone = |goal: &&u64| view.goals.binary_search_by_key(*goal, |goal| goal.id).is_err();
        let gone: Vec<u64> = self.goals.keys().filter(is_gone).copied().collect();
        let sight = Sight { ms: (self.clock)(), bots, goals: goals.clone(), gone: gone.clone() };
        // After the last look there is none that could tell what it missed.
        let is_full = match is_end {
            true => sights.send_timeout(sight, LAST_LOOK).map_err(|error| error.is_timeout()),
            false => sights.try_send(sight).map_err(|error| error.is_full()),
        };
        match is_full {
            Ok(()) => {}
            Err(true) => return,
            Err(false) => {
                self.sights = None;
                return;
            }
        }
        (self.looked, self.was_over, self.bots) = (Some(Instant::now()), is_over, told);
        self.goals.extend(goals.into_iter().map(|goal| (goal.id, goal)));
        gone.iter().for_each(|goal| _ = self.goals.remove(goal));
    }

    fn changed_goals(&self, view: &MindView) -> Vec<GoalView> {
        let rests = |goal: &&GoalView| {
            let is_as_told = |told: &GoalView| {
                (told.state, told.ticks, &told.note, told.steps.len())
                    == (goal.state, goal.ticks, &goal.note, goal.steps.len())
            };
            goal.state.is_over() && self.goals.get(&goal.id).is_some_and(is_as_told)
        };
        view.goals.iter().filter(|goal| !rests(goal)).map(as_kept).collect()
    }
}

/// A goal without what changes with each tick, and without what only the living can do with it.
fn as_kept(goal: &GoalView) -> GoalView {
    let mut goal = goal.clone();
    for step in &mut goal.steps {
        (step.progress, step.outcome) = (None, None);
        step.by_hand = StepByHand { notes: std::mem::take(&mut step.by_hand.notes), ..StepByHand::default() };
        step.by_hand.notes.breaks = None;
    }
    goal
}

/// What there is to be told of the bots, and what has been told with it.
fn bot_sights<'a>(
    view: &MindView,
    lands: impl Iterator<Item = (&'a str, &'a SeenWorld)>,
    told: &BTreeMap<String, Told>,
) -> (Vec<BotSight>, BTreeMap<String, Told>) {
    let (mut sights, mut now) = (Vec::new(), told.clone());
    for (name, land) in lands {
        let Some(bot) = view.bots.iter().find(|bot| bot.username == name) else { continue };
        let told = now.entry(name.to_owned()).or_default();
        sights.push(BotSight {
            name: name.to_owned(),
            server: bot.server.clone(),
            connection: bot.connection.clone(),
            observation: bot.observation.clone(),
            columns: changed_columns(land, told),
        });
    }
    (sights, now)
}

fn changed_columns(land: &SeenWorld, told: &mut Told) -> Vec<(ChunkPos, Option<Arc<Column>>)> {
    if told.stamp.replace(land.stamp()) == Some(land.stamp()) {
        return Vec::new();
    }
    let gone: Vec<ChunkPos> = told.columns.keys().filter(|chunk| land.column(**chunk).is_none()).copied().collect();
    let mut changed: Vec<_> = gone.iter().map(|chunk| (*chunk, None)).collect();
    gone.iter().for_each(|chunk| _ = told.columns.remove(chunk));
    for (chunk, stamp) in land.stamps() {
        if told.columns.insert(chunk, stamp) != Some(stamp) {
            changed.push((chunk, land.column(chunk).cloned()));
        }
    }
    changed
}

/// The thread.
fn write_down(sights: &Receiver<Sight>, mut scribe: Scribe, sink: &MomentsSink) {
    let put = |row: Row| {
        let Row { from_ms, to_ms, whole, data, sheets } = row;
        sink.put(MomentsRow { from_ms, to_ms, whole, data, sheets }).is_ok()
    };
    for sight in sights {
        if !scribe.take(sight).into_iter().all(put) {
            return;
        }
        if scribe.is_full() {
            tracing::warn!(
                "the recording of this run has {} MiB and ends here: what follows cannot be watched again",
                MOST_BYTES >> 20
            );
            return;
        }
    }
    scribe.close().into_iter().for_each(|row| _ = put(row));
}
