//! The session in the store: what the mind writes into its journal, and what becomes of its goals, handed to the one
//! thread that writes. All that ties the mind to the store is here, and its numbers of goals ([`Goals`]).
//!
//! Whatever the journal says of a goal changes it, so a goal is written again with each entry about it, and before that
//! entry: what is known to have happened is also known to be part of the goal. What finds no room in the queue stays in
//! the journal and is offered again in the next frame.

use std::{collections::BTreeSet, fmt, path::Path, time::Duration};

use bevy::prelude::*;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{Ended, status};
use crate::{
    brain::{Attempts, Goal, GoalNote, Goals, Ledger, Placed, Plan, Spent, Step, StepState, Steps},
    domain::{self, GoalIds, GoalState},
    journal::{Entry, Journal, as_they_may_be_written, redacted},
    store::{
        Clock, GoalRecord, NewEvent, NewSession, Record, Refused, StepRecord, Store, StoreError, Writer, wall_clock,
    },
};

/// An entry is shown once it is kept; but a disk that stalls for longer than this, in milliseconds, holds nobody up.
const STALLED: u64 = 1_000;
/// How long the end waits for the last entries to be kept.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Writes the session into the store.
#[derive(Resource)]
pub struct Recorder {
    writer: Writer,
    ids: GoalIds,
    clock: Clock,
    keys: Vec<String>,
    /// How many of the journal's entries were looked at, and how many handed in.
    looked_at: usize,
    handed_in: usize,
    /// Goals to be written again.
    changed: BTreeSet<u64>,
    /// The status that was written as the session's end.
    outcome: Option<u8>,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("session", &self.writer.session()).finish_non_exhaustive()
    }
}

impl Recorder {
    /// Begins a session in this store; `keys` are what must never be written.
    ///
    /// # Errors
    /// What is wrong with the store.
    pub fn begin(path: &Path, bot: &str, server: &str, keys: Vec<String>) -> Result<Self, StoreError> {
        let session = NewSession { bot: bot.to_owned(), server: server.to_owned() };
        let clock = wall_clock();
        let (writer, ids) = Writer::begin(Store::open(path)?, &session, clock.clone(), |error| {
            tracing::warn!("the history is written no further: {error}");
        })?;
        let keys = as_they_may_be_written(keys);
        let (changed, outcome) = (BTreeSet::new(), None);
        Ok(Self { writer, ids, clock, keys, looked_at: 0, handed_in: 0, changed, outcome })
    }

    /// Adds it to a mind.
    pub fn plug_into(self, app: &mut App) {
        // After everything that may still record something in a frame.
        app.insert_resource(Goals(self.ids.clone())).insert_resource(self).add_systems(Last, record);
    }

    /// How many of the journal's entries may be shown: no end of the program, however sudden, makes them unsaid.
    pub fn may_be_shown(&self, journal: &Journal) -> usize {
        let all = journal.entries().len();
        if self.writer.has_failed() {
            return all;
        }
        let now = journal.elapsed_ms();
        let overdue = journal.entries().partition_point(|entry| entry.ms + STALLED <= now);
        overdue.max(usize::try_from(self.writer.kept()).unwrap_or(all)).min(all)
    }

    /// Waits a moment for what is still to be written.
    pub fn flush(&self) {
        self.writer.flush(LAST_WORDS);
    }

    /// As it may be written.
    fn without_keys<T: Serialize + DeserializeOwned>(&self, value: T) -> T {
        if self.keys.is_empty() {
            return value;
        }
        let clean = domain::json(&value).ok().and_then(|json| serde_json::from_str(&redacted(&json, &self.keys)).ok());
        clean.unwrap_or(value)
    }

    fn event(&self, entry: &Entry, journal: &Journal) -> serde_json::Result<NewEvent> {
        #[derive(Deserialize)]
        struct Kind {
            event: String,
        }
        let line = domain::json(entry)?;
        let kind = serde_json::from_str::<Kind>(&line)?.event;
        let wall_ms = (self.clock)().saturating_sub(journal.elapsed_ms().saturating_sub(entry.ms));
        let json = redacted(&line, &self.keys).into_owned();
        Ok(NewEvent { goal: entry.goal, tick: entry.tick, wall_ms, kind, json })
    }
}

/// What a goal is made of.
type GoalRow = (
    &'static Goal,
    &'static GoalState,
    &'static GoalNote,
    &'static Spent,
    &'static Ledger,
    &'static Placed,
    Option<&'static Plan>,
    Option<&'static Steps>,
);
type StepRow = (&'static Step, &'static StepState, &'static Attempts);

/// Hands in what is new.
fn record(
    mut recorder: ResMut<Recorder>,
    journal: Res<Journal>,
    ended: Option<Res<Ended>>,
    goals: Query<GoalRow>,
    steps: Query<StepRow>,
) {
    let recorder = &mut *recorder;
    // A store that has failed was told of; one that is full is offered the rest in the next frame.
    _ = hand_in(recorder, &journal, ended.as_deref(), goals, steps);
}

fn hand_in(
    recorder: &mut Recorder,
    journal: &Journal,
    ended: Option<&Ended>,
    goals: Query<GoalRow>,
    steps: Query<StepRow>,
) -> Result<(), Refused> {
    let entries = journal.entries();
    let news = entries.get(recorder.looked_at..).unwrap_or_default();
    recorder.changed.extend(news.iter().filter_map(|entry| entry.goal));
    recorder.looked_at = entries.len();
    for row in &goals {
        if !recorder.changed.contains(&row.0.id) {
            continue;
        }
        let goal = recorder.without_keys(goal_record(row, &steps, journal.tick));
        let id = goal.id;
        recorder.writer.put(Record::Goal(Box::new(goal)))?;
        recorder.changed.remove(&id);
    }
    while let Some(entry) = entries.get(recorder.handed_in) {
        match recorder.event(entry, journal) {
            Ok(event) => recorder.writer.put(Record::Event(event))?,
            Err(error) => tracing::warn!("an entry of the journal is no JSON: {error}"),
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
        status::NOT_JOINED => "not_joined",
        _ => "failed",
    }
}

fn goal_record(
    row: <GoalRow as bevy::ecs::query::QueryData>::Item<'_, '_>,
    steps: &Query<StepRow>,
    now: u64,
) -> GoalRecord {
    let (goal, state, note, spent, ledger, placed, plan, list) = row;
    let placed: Vec<Value> = placed
        .0
        .iter()
        .map(|placed| json!({ "block": placed.block, "at": placed.at, "means": placed.means }))
        .collect();
    GoalRecord {
        id: goal.id,
        text: goal.text.clone(),
        state: *state,
        note: note.why.clone(),
        planner: plan.map(|plan| plan.draft.planner.clone()),
        plan: plan.and_then(|plan| value(&plan.draft)),
        placed: (!placed.is_empty()).then_some(Value::Array(placed)),
        attempts: spent.attempts,
        recoveries: spent.recoveries,
        tool_calls: spent.tool_calls,
        ticks: spent.ticks(now),
        cost: ledger.totals(),
        steps: list
            .into_iter()
            .flat_map(|list| list.iter())
            .filter_map(|entity| steps.get(entity).ok())
            .map(|(step, state, attempts)| StepRecord {
                request: value(&step.request).unwrap_or_default(),
                reason: step.reason.clone(),
                expectation: value(&step.expectation).unwrap_or_default(),
                aim: step.aim.as_ref().and_then(value),
                takes_back: step.takes_back.clone(),
                state: state.name().to_owned(),
                attempts: attempts.used,
                error: attempts.last_error.as_ref().and_then(value),
            })
            .collect(),
    }
}

fn value(data: &impl Serialize) -> Option<Value> {
    serde_json::to_value(data).ok()
}
