//! The session in the store: what the mind writes into its journal, and what becomes of its goals, handed to the one
//! thread that writes; from here it also has its numbers of goals ([`Goals`]). The way back, from the store to the mind, is
//! [`super::resume`].
//!
//! Whatever the journal says of a goal changes it, so a goal is written again with each entry about it, and before that
//! entry: what is known to have happened is also known to be part of the goal. What finds no room in the queue stays in
//! the journal and is offered again in the next frame.

use std::{
    collections::BTreeSet,
    fmt,
    path::{Path, PathBuf},
    time::Duration,
};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Ended, Failure,
    host::PRACTICE,
    recording::Recording,
    resume::{Beginning, NOT_JOINED},
    status,
};
use crate::{
    domain::{self, GoalIds, GoalState, MAX_PLACES, NamedPlace, Priority, StepNotes},
    journal::{Entry, Event, Journal, as_they_may_be_written, redacted},
    mind::{
        Agent, Attempts, ByHand, Detour, Goal, GoalNote, GoalOf, GoalProgress, Goals, Ledger, Moved, Piece, Placed,
        Places, Plan, SeenBlocks, Speaker, Spent, Step, StepProgress, StepState, Steps, View, Zones, model::Drawings,
    },
    store::{
        Clock, GoalRecord, NewEvent, NewSession, PlaceRecord, Record, Refused, StepRecord, Store, StoreError, Writer,
        ZoneRecord, wall_clock,
    },
};

/// An entry is shown once it is kept; but a disk that stalls for longer than this, in milliseconds, holds nobody up.
const STALLED: u64 = 1_000;
/// How long the end waits for the last entries to be kept.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Writes the session into the store.
#[derive(Resource)]
pub struct Recorder {
    /// What the window shows. Before the writer, which waits for it when they are dropped.
    recording: Option<Recording>,
    writer: Writer,
    ids: GoalIds,
    clock: Clock,
    keys: Vec<String>,
    /// What is done about goals that earlier sessions left open.
    beginning: Option<Beginning>,
    /// How many of the journal's entries were looked at, how many handed in, and how many of these had left the journal's
    /// memory by then.
    looked_at: usize,
    handed_in: usize,
    lost: usize,
    /// Goals to be written again.
    changed: BTreeSet<u64>,
    /// What bots have given names to in earlier sessions.
    places: Vec<PlaceRecord>,
    /// The status that was written as the session's end.
    outcome: Option<u8>,
    /// Where the store is.
    folder: Option<PathBuf>,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("session", &self.writer.session()).finish_non_exhaustive()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // A store that failed has been told of already.
        if self.lost > 0 && !self.writer.has_failed() {
            tracing::warn!("{} entries are missing from the history: the disk was too slow for them", self.lost);
        }
    }
}

impl Recorder {
    /// Begins a session in this store; `keys` are what must never be written.
    ///
    /// # Errors
    /// What is wrong with the store.
    pub fn begin(path: &Path, session: &NewSession, keys: Vec<String>) -> Result<Self, StoreError> {
        let clock = wall_clock();
        let store = Store::open(path)?;
        let places = store.places()?;
        let (writer, ids) = Writer::begin(store, session, clock.clone(), |error| {
            tracing::warn!("the history is written no further: {error}");
        })?;
        let keys = as_they_may_be_written(keys);
        let secret = keys.clone();
        let recording = writer
            .moments()
            .and_then(|sink| Recording::begin(clock.clone(), sink, move |text| redacted(text, &secret).into_owned()));
        let (changed, outcome) = (BTreeSet::new(), None);
        let (beginning, folder) = (None, path.parent().map(Path::to_path_buf));
        Ok(Self {
            recording,
            writer,
            ids,
            clock,
            keys,
            beginning,
            looked_at: 0,
            handed_in: 0,
            lost: 0,
            changed,
            places,
            outcome,
            folder,
        })
    }

    /// Adds it to a mind.
    pub fn plug_into(mut self, app: &mut App) {
        if let Some(beginning) = self.beginning.take() {
            beginning.plug_into(app);
        }
        // Beside what else is kept.
        if let Some(folder) = self.folder.take() {
            app.insert_resource(Drawings(folder.join("blueprints")));
        }
        // After everything that may still record something in a frame.
        app.insert_resource(Goals(self.ids.clone())).insert_resource(self);
        app.add_systems(First, give_places).add_systems(Last, (record, look_on).chain());
    }

    /// What the session does about goals that earlier ones left open.
    pub fn begin_with(&mut self, beginning: Beginning) {
        self.beginning = Some(beginning);
    }

    /// The number of the session.
    pub fn session(&self) -> u64 {
        self.writer.session()
    }

    /// Whether what is open at the end of the program is there in the next one.
    pub fn keeps(&self) -> bool {
        !self.writer.has_failed()
    }

    /// How many of the journal's entries may be shown: no end of the program, however sudden, makes them unsaid.
    pub fn may_be_shown(&self, journal: &Journal) -> usize {
        let all = journal.count();
        if self.writer.has_failed() {
            return all;
        }
        let now = journal.elapsed_ms();
        let overdue = journal.first() + journal.entries().partition_point(|entry| entry.ms + STALLED <= now);
        overdue.max(self.lost + self.writer.kept() as usize).min(all)
    }

    /// Waits a moment for what is still to be written.
    pub fn flush(&self) {
        self.writer.flush(LAST_WORDS);
    }

    /// As it may be written; nothing where that cannot be told.
    fn without_keys(&self, goal: GoalRecord) -> Option<GoalRecord> {
        if self.keys.is_empty() {
            return Some(goal);
        }
        serde_json::from_str(&redacted(&domain::json(&goal).ok()?, &self.keys)).ok()
    }

    /// How many of the journal's entries are in the store.
    pub fn kept(&self) -> u64 {
        self.writer.kept()
    }

    fn event(&self, entry: &Entry, journal: &Journal) -> serde_json::Result<NewEvent> {
        let wall_ms = (self.clock)().saturating_sub(journal.elapsed_ms().saturating_sub(entry.ms));
        let event = event_of(entry, wall_ms)?;
        let json = redacted(&event.json, &self.keys).into_owned();
        Ok(NewEvent { json, ..event })
    }
}

/// An entry as the store has it, but for keys that are in it. `wall_ms`: when it was written.
pub(super) fn event_of(entry: &Entry, wall_ms: u64) -> serde_json::Result<NewEvent> {
    #[derive(Deserialize)]
    struct Kind {
        event: String,
    }
    let json = domain::json(entry)?;
    let kind = serde_json::from_str::<Kind>(&json)?.event;
    Ok(NewEvent { goal: entry.goal, tick: entry.tick, wall_ms, kind, json })
}

/// Gives each bot the places that it knows of its world. A practice world is a new one in each run.
fn give_places(recorder: Res<Recorder>, mut agents: Query<(&Agent, &mut Places), Added<Places>>) {
    for (agent, mut places) in &mut agents {
        let is_its = |place: &&PlaceRecord| place.bot == agent.username && place.server == agent.server;
        let known = recorder.places.iter().filter(is_its).filter(|place| place.server != PRACTICE);
        places.named =
            known.take(MAX_PLACES).filter_map(|known| Some((known.name.clone(), known.place.clone()?))).collect();
    }
}

/// What an entry says of a place that lasts, or of a name that does not.
fn place_of(event: &Event) -> Option<PlaceRecord> {
    let (bot, server, name, place) = match event {
        Event::PlaceNamed { bot, server, name, dimension, at } => {
            (bot, server, name, Some(NamedPlace { dimension: dimension.clone(), at: *at }))
        }
        Event::PlaceForgotten { bot, server, name } => (bot, server, name, None),
        _ => return None,
    };
    let record = PlaceRecord { bot: bot.clone(), server: server.clone(), name: name.clone(), place };
    (record.server != PRACTICE).then_some(record)
}

/// The land that is kept, as the store at this path has it, also for a run that writes no history. Those of a practice world are gone with it.
///
/// # Errors
/// Where the store cannot be used: no zone holds then, and who asks says so.
pub fn lasting_zones(path: Result<PathBuf, Failure>) -> Result<Zones, Failure> {
    let path = path?;
    if !path.exists() {
        return Ok(Zones::default());
    }
    let kept = Store::open(&path)?.zones()?.into_iter().filter(|kept| kept.server != PRACTICE);
    Ok(Zones(kept.map(|kept| (kept.server, kept.zone)).collect()))
}

/// What an entry says of land that is kept, or no longer.
fn zone_of(event: &Event) -> Option<ZoneRecord> {
    let (server, zone, is_kept) = match event {
        Event::ZoneKept { server, zone } => (server, zone, true),
        Event::ZoneLifted { server, zone } => (server, zone, false),
        _ => return None,
    };
    (server != PRACTICE).then(|| ZoneRecord { server: server.clone(), zone: zone.clone(), is_kept })
}

/// What a goal is made of.
type GoalRow = (
    &'static Goal,
    Option<&'static GoalOf>,
    Option<&'static Speaker>,
    &'static GoalState,
    &'static Priority,
    &'static GoalNote,
    &'static Spent,
    &'static Ledger,
    &'static Placed,
    &'static ByHand,
    Option<&'static Plan>,
    Option<&'static Steps>,
);
type StepRow = (&'static Step, &'static StepState, &'static Attempts, &'static StepNotes, Has<Detour>, Has<Piece>);

/// Hands in what is shown, so that it can be watched again.
fn look_on(
    mut recorder: ResMut<Recorder>,
    view: Res<View>,
    blocks: Res<SeenBlocks>,
    ended: Option<Res<Ended>>,
    agents: Query<(Entity, &Agent)>,
) {
    let Some(recording) = recorder.bypass_change_detection().recording.as_mut() else { return };
    let bots: Vec<(Entity, &str)> = agents.iter().map(|(entity, agent)| (entity, agent.username.as_str())).collect();
    recording.look(&view.0, &blocks, &bots, ended.is_some());
}

/// Hands in what is new.
fn record(
    mut recorder: ResMut<Recorder>,
    journal: Res<Journal>,
    ended: Option<Res<Ended>>,
    goals: Query<GoalRow>,
    steps: Query<StepRow>,
    agents: Query<(&Agent, Ref<Moved>)>,
) {
    let recorder = &mut *recorder;
    let at_work = goals.iter().filter(|row| !row.3.is_over());
    let moved =
        at_work.filter(|row| row.1.and_then(|of| agents.get(of.0).ok()).is_some_and(|(_, moved)| moved.is_changed()));
    recorder.changed.extend(moved.map(|row| row.0.id));
    // A store that has failed was told of; one that is full is offered the rest in the next frame.
    _ = hand_in(recorder, &journal, ended.as_deref(), goals, steps, agents);
}

fn hand_in(
    recorder: &mut Recorder,
    journal: &Journal,
    ended: Option<&Ended>,
    goals: Query<GoalRow>,
    steps: Query<StepRow>,
    agents: Query<(&Agent, Ref<Moved>)>,
) -> Result<(), Refused> {
    let news = journal.numbered(recorder.looked_at..journal.count());
    recorder.changed.extend(news.iter().filter_map(|entry| entry.goal));
    recorder.looked_at = journal.count();
    let missed = journal.first().saturating_sub(recorder.handed_in);
    recorder.handed_in += missed;
    recorder.lost += missed;
    for row in &goals {
        let id = row.0.id;
        if !recorder.changed.contains(&id) {
            continue;
        }
        if let Some(goal) = recorder.without_keys(goal_record(row, &steps, &agents, journal.tick_of(id))) {
            recorder.writer.put(Record::Goal(Box::new(goal)))?;
        }
        recorder.changed.remove(&id);
    }
    for entry in journal.numbered(recorder.handed_in..journal.count()) {
        if let Some(place) = place_of(&entry.event) {
            recorder.writer.put(Record::Place(place))?;
        }
        if let Some(zone) = zone_of(&entry.event) {
            recorder.writer.put(Record::Zone(zone))?;
        }
        match recorder.event(entry, journal) {
            Ok(event) => recorder.writer.put(Record::Event(event))?,
            // What is no JSON cannot be kept; no entry is such.
            Err(_) => recorder.lost += 1,
        }
        recorder.handed_in += 1;
    }
    let status = ended.map(|ended| ended.status);
    if let Some(status) = status.filter(|_| status != recorder.outcome) {
        recorder.writer.put(Record::Outcome(outcome(status).to_owned()))?;
        recorder.outcome = Some(status);
    }
    Ok(())
}

fn outcome(status: u8) -> &'static str {
    match status {
        status::DONE => "done",
        status::INTERRUPTED => "interrupted",
        status::NOT_JOINED => NOT_JOINED,
        _ => "failed",
    }
}

fn goal_record(
    row: <GoalRow as bevy::ecs::query::QueryData>::Item<'_, '_>,
    steps: &Query<StepRow>,
    agents: &Query<(&Agent, Ref<Moved>)>,
    now: u64,
) -> GoalRecord {
    let (goal, of, speaker, state, priority, note, spent, ledger, placed, by_hand, plan, list) = row;
    let (agent, moved) = of.and_then(|of| agents.get(of.0).ok()).unzip();
    let bot = agent.map(|agent| agent.username.clone());
    GoalRecord {
        id: goal.id,
        text: goal.text.clone(),
        state: *state,
        note: note.why.clone(),
        planner: plan.map(|plan| plan.draft.planner.clone()),
        plan: plan.and_then(|plan| value(&plan.draft)),
        placed: if placed.0.is_empty() { None } else { value(&placed.0) },
        attempts: spent.attempts,
        recoveries: spent.recoveries,
        tool_calls: spent.tool_calls,
        ticks: spent.ticks(now),
        cost: ledger.totals(),
        progress: value(&GoalProgress {
            bot,
            speaker: speaker.map(|speaker| speaker.0.clone()),
            began: plan.map(|plan| plan.began.clone()).unwrap_or_default(),
            brought: plan.map(|plan| plan.brought.clone()).unwrap_or_default(),
            replan: note.replan,
            priority: *priority,
            earthwork: moved.filter(|_| !state.is_over()).map(|moved| moved.0.clone()).unwrap_or_default(),
            by_hand: by_hand.clone(),
        }),
        steps: list
            .into_iter()
            .flat_map(|list| list.iter())
            .filter_map(|entity| steps.get(entity).ok())
            .map(|(step, state, attempts, notes, detour, piece)| StepRecord {
                request: value(&step.request).unwrap_or_default(),
                reason: step.reason.clone(),
                expectation: value(&step.expectation).unwrap_or_default(),
                aim: step.aim.as_ref().and_then(value),
                takes_back: step.takes_back.clone(),
                state: state.name().to_owned(),
                attempts: attempts.used,
                error: attempts.last_error.as_ref().and_then(value),
                progress: value(&StepProgress {
                    planned: step.planned.clone(),
                    had: step.had.clone(),
                    failed: attempts.failed.clone(),
                    detour,
                    piece,
                    notes: notes.clone(),
                }),
            })
            .collect(),
    }
}

fn value(data: &impl Serialize) -> Option<Value> {
    serde_json::to_value(data).ok()
}
