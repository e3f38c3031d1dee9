//! A goal as an entity, and how its life may change.

use std::time::{Duration, Instant};

use bevy::{ecs::query::QueryData, prelude::*};

use super::{by_hand::ByHand, ledger::Ledger};
use crate::{
    domain::{ErrorCode, GoalState, Priority, ToolError},
    journal::{Event, Journal},
    mind::{
        agent::GoalOf,
        plan::{
            grammar::{self, Question},
            instead::instead_of,
        },
    },
};

/// A goal in the user's words.
#[derive(Component, Debug, Clone)]
#[require(GoalState, Priority, GoalNote, Spent, Ledger, ByHand)]
pub struct Goal {
    /// Counts up, over all runs where there is a store.
    pub id: u64,
    pub text: String,
}

/// What a goal asks, where it is nothing but questions: it is answered, never planned.
#[derive(Component, Debug)]
pub struct Asked(pub Vec<Question>);

/// What a goal asks once its deeds are done: it is answered then.
#[derive(Component, Debug)]
pub struct AskedThen(pub Vec<Question>);

/// On a goal that waits for its time, and is done by goals of its own: one each time.
#[derive(Component, Debug)]
pub struct Standing {
    pub words: grammar::Standing,
    /// How often it has been begun.
    pub begun: u32,
    /// How often of these it came to nothing, and why it did last.
    pub missed: u32,
    pub last_error: Option<ToolError>,
    /// The goal that is at it.
    pub(super) at_it: Option<u64>,
    /// Whether its time had come when that was last looked at.
    pub(super) was_due: bool,
    /// The tick from which it is due again.
    pub(super) next: u64,
}

impl Standing {
    pub fn new(words: grammar::Standing) -> Self {
        Self { words, begun: 0, missed: 0, last_error: None, at_it: None, was_due: false, next: 0 }
    }
}

/// On a goal that is decided, or answered, by a look into a chest: the goal that looks.
#[derive(Component, Debug, Clone, Copy)]
pub struct Looking(pub u64);

/// On a goal: the player who asked for it.
#[derive(Component, Debug, Clone)]
pub struct Speaker(pub String);

/// Why a goal failed or waits; of a question, the answer.
#[derive(Component, Debug, Default)]
pub struct GoalNote {
    pub why: Option<String>,
    pub error: Option<ToolError>,
    /// What could be asked for instead, where it was refused.
    pub instead: Vec<String>,
    /// Waiting for the bot to come back: the plan is made anew on Resume.
    pub replan: bool,
}

impl GoalNote {
    /// Notes why this goal has failed, here and in the journal.
    pub(super) fn fail(&mut self, goal: &Goal, error: ToolError, journal: &mut Journal) {
        let (text, why) = (goal.text.clone(), error.to_string());
        self.why = Some(why.clone());
        self.instead = if error.code == ErrorCode::InvalidParams { instead_of(&text, &error) } else { Vec::new() };
        journal.record(Some(goal.id), Event::GoalFailed { text, why });
        self.error = Some(error);
    }
}

/// What a goal has cost so far.
#[derive(Component, Debug, Default, Clone)]
pub struct Spent {
    /// Ticks of earlier activity, before a pause.
    ticks_before: u64,
    /// Of these, what counts towards no limit: an earlier try of a goal that was tried again.
    earlier_try: u64,
    /// The body's tick when it last became active.
    since: Option<u64>,
    /// Wall time of activity.
    pub(super) wall: Duration,
    begun: Option<Instant>,
    ended_ms: Option<u64>,
    pub tool_calls: u32,
    pub attempts: u32,
    /// Recoveries taken, so that a loop of them ends.
    pub recoveries: u32,
}

impl Spent {
    /// What an earlier run has spent, in game ticks, calls, attempts and recoveries.
    pub fn before(ticks: u64, tool_calls: u32, attempts: u32, recoveries: u32) -> Self {
        Self { ticks_before: ticks, tool_calls, attempts, recoveries, ..Self::default() }
    }

    /// Game ticks of activity.
    pub fn ticks(&self, now: u64) -> u64 {
        self.ticks_before + self.since.map_or(0, |since| now.saturating_sub(since))
    }

    /// Game ticks of this try, for its time limit.
    pub(super) fn ticks_of_this_try(&self, now: u64) -> u64 {
        self.ticks(now).saturating_sub(self.earlier_try)
    }

    /// A new try begins: its limits count anew, and what it has cost counts on.
    pub(super) fn try_again(&mut self, now: u64) {
        self.earlier_try = self.ticks(now);
        self.wall = Duration::ZERO;
        self.recoveries = 0;
    }

    /// Starts or goes on counting.
    pub(super) fn start(&mut self, now: u64) {
        self.begun.get_or_insert_with(Instant::now);
        self.since.get_or_insert(now);
    }

    pub(super) fn stop(&mut self, now: u64) {
        self.ticks_before = self.ticks(now);
        self.since = None;
        self.ended_ms = self.begun.map(|begun| begun.elapsed().as_millis() as u64);
    }

    /// Wall time from its beginning, or to its end.
    pub fn duration_ms(&self) -> u64 {
        match (self.since, self.begun) {
            (Some(_), Some(begun)) => begun.elapsed().as_millis() as u64,
            _ => self.ended_ms.unwrap_or(0),
        }
    }
}

/// What one system needs to change a goal's life.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct GoalLife {
    pub entity: Entity,
    pub goal: &'static Goal,
    pub of: Option<&'static GoalOf>,
    /// The player who has asked for it, if one has.
    pub speaker: Option<&'static Speaker>,
    /// What looks into a chest for it.
    pub looking: Option<&'static Looking>,
    /// It is nothing but questions.
    pub is_question: Has<Asked>,
    /// It waits for its time.
    pub is_standing: Has<Standing>,
    pub state: &'static mut GoalState,
    pub priority: &'static mut Priority,
    pub note: &'static mut GoalNote,
    pub spent: &'static mut Spent,
    /// What the user has done with its plan.
    pub hand: &'static mut ByHand,
}

impl GoalLifeItem<'_, '_> {
    /// Whose it is.
    pub fn agent(&self) -> Option<Entity> {
        self.of.map(|of| of.0)
    }

    pub fn is(&self, state: GoalState) -> bool {
        *self.state == state
    }

    /// Ends it as failed, with its reason.
    pub fn fail(&mut self, error: ToolError, journal: &mut Journal) {
        *self.state = GoalState::Failed;
        self.spent.stop(journal.tick_of(self.goal.id));
        self.note.fail(self.goal, error, journal);
    }

    /// Ends it as done; with what shows it, as a whole, to be so.
    pub fn finish(&mut self, shown: Option<String>, journal: &mut Journal) {
        *self.state = GoalState::Done;
        let now = journal.tick_of(self.goal.id);
        self.spent.stop(now);
        let (text, ticks) = (self.goal.text.clone(), self.spent.ticks(now));
        journal.record(Some(self.goal.id), Event::GoalDone { text, ticks, shown });
    }

    /// Lets it wait, with its plan, until the user resumes it.
    pub fn hold(&mut self, why: &str, journal: &mut Journal) {
        *self.state = GoalState::Paused;
        self.spent.stop(journal.tick_of(self.goal.id));
        self.note.why = Some(why.to_owned());
        journal.record(Some(self.goal.id), Event::GoalPaused { why: why.to_owned() });
    }

    /// Has what has failed go on with the plan that it has.
    pub fn go_on(&mut self, journal: &mut Journal) {
        *self.state = GoalState::Queued;
        *self.note = GoalNote::default();
        self.spent.try_again(journal.tick_of(self.goal.id));
        journal.record(Some(self.goal.id), Event::GoalRetried);
    }

    /// Lets it wait until the user resumes it, to be planned anew from the world as it is then.
    pub fn suspend(&mut self, why: &str, journal: &mut Journal) {
        self.hold(why, journal);
        self.note.replan = true;
    }
}
