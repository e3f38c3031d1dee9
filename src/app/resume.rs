//! Going on with goals that earlier runs left open: which there are, whose they are, and how the store's records become
//! what a mind goes on with.
//!
//! A goal belongs to the bot and the server that it was asked for: pockets and places are theirs. A record that means
//! nothing any more (another version wrote it, or it is damaged) costs the goal its plan, and never more.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    thread,
};

use bevy::prelude::*;
use crossbeam_channel::{Receiver, TryRecvError, bounded};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Failure, HostConfig,
    pages::{counted, each_event, ended},
    status,
};
use crate::{
    domain::{Earthwork, GoalState, ItemCounts, StepNotes, ToolRequest, UserAsk},
    journal::{Entry, Event, Journal, ModelCall},
    mind::{
        Agent, AgentSystems, Aim, Attempts, GoalProgress, LeftGoal, LeftPlan, LeftStep, Offer, Plan, Policy, Spent,
        Step, StepProgress, StepState, is_said, take_up,
    },
    store::{Fault, Goal, GoalRecord, StepRecord, Store, StoreError, Wanted, wall_clock},
};

/// How a session ends that did not get into the server.
pub const NOT_JOINED: &str = "not_joined";

/// Whose goals can be gone on with.
#[derive(Clone, Debug)]
pub struct Here {
    pub bot: String,
    /// In words.
    pub server: String,
    /// The world is not the one that they were begun in.
    pub is_new: bool,
}

impl Here {
    pub fn new(bot: &str, host: &HostConfig) -> Self {
        Self { bot: bot.to_owned(), server: host.name(), is_new: host.is_new_each_time() }
    }

    /// That there is nothing to go on with, in a line.
    pub fn nothing_open(&self) -> String {
        format!("no goal of {} was left open on {}", self.bot, self.server)
    }
}

/// What earlier runs left open.
#[derive(Debug, Default)]
pub struct Open {
    /// What could be gone on with here, oldest first.
    pub here: Vec<Goal>,
    /// How many another program works at here.
    pub held: usize,
    /// How many there are of other bots or on other servers, by both.
    elsewhere: BTreeMap<(String, String), usize>,
}

impl Open {
    /// Reads them; nothing where there is no store yet.
    ///
    /// # Errors
    /// What is wrong with the store.
    pub fn read(path: &Path, here: &Here) -> Result<Self, StoreError> {
        match Store::open_existing(path) {
            Ok(mut store) => {
                store.bury_the_dead()?;
                Self::of(&store, here)
            }
            Err(error) if error.fault == Fault::Missing => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    fn of(store: &Store, here: &Here) -> Result<Self, StoreError> {
        let (mut open, now) = (Self::default(), wall_clock()());
        for goal in store.open_goals()? {
            let asked_in = store.sessions(goal.session.saturating_sub(1), 1)?;
            let asked_in = asked_in.into_iter().find(|session| session.id == goal.session);
            // Nobody was there to begin it, and that was said.
            let is_fresh = goal.record.state == GoalState::Queued && goal.record.plan.is_none();
            let not_joined = asked_in.as_ref().is_some_and(|session| session.outcome.as_deref() == Some(NOT_JOINED));
            if is_fresh && not_joined {
                continue;
            }
            let unknown = || "a server that is not known any more".to_owned();
            let server = asked_in.map_or_else(unknown, |session| session.server);
            if goal.bot != here.bot || server != here.server {
                *open.elsewhere.entry((goal.bot, server)).or_default() += 1;
            } else if store.is_held(goal.record.id, now)? {
                open.held += 1;
            } else {
                open.here.push(goal);
            }
        }
        Ok(open)
    }

    /// What is left alone, in a line.
    pub fn left_alone(&self) -> Option<String> {
        let held = (self.held > 0).then(|| format!("{} that another program works at", goals(self.held)));
        let elsewhere =
            self.elsewhere.iter().map(|((bot, server), count)| format!("{} of {bot} on {server}", goals(*count)));
        let parts: Vec<String> = held.into_iter().chain(elsewhere).collect();
        (!parts.is_empty()).then(|| format!("left alone: {}", parts.join(", ")))
    }

    /// That there is something to go on with, and how, in a line; `crew`: the options that say who plays.
    pub fn hint(&self, here: &Here, crew: &str) -> Option<String> {
        let were = if self.here.len() == 1 { "was" } else { "were" };
        let server = if here.is_new { String::new() } else { format!(" --server {}", here.server) };
        let command = format!("blockwright run --resume{server}{crew}");
        (!self.here.is_empty()).then(|| format!("{} {were} left open; go on with: {command}", goals(self.here.len())))
    }
}

fn goals(count: usize) -> String {
    counted(count as u64, "goal", "goals")
}

/// Takes up what is open, for a session: nobody else does from then on.
///
/// # Errors
/// What is wrong with the store.
pub fn take_open_goals(path: &Path, session: u64, here: &Here) -> Result<(Vec<LeftGoal>, Open), Failure> {
    let mut store = Store::open(path)?;
    store.bury_the_dead()?;
    let mut open = Open::of(&store, here)?;
    let mut taken = Vec::new();
    for goal in std::mem::take(&mut open.here) {
        if store.take_lease(goal.record.id, session, wall_clock()())?.is_err() {
            open.held += 1;
            continue;
        }
        // As it is by now: whoever held it last may have gone on with it.
        let Some(goal) = store.goal(goal.record.id)?.filter(|goal| !goal.record.state.is_over()) else {
            store.release_lease(goal.record.id, session)?;
            continue;
        };
        let id = goal.record.id;
        match left_goal(goal, &store, here) {
            Ok(left) => taken.push(left),
            Err(failure) => {
                // Nobody goes on with them here: another program may.
                for id in taken.iter().map(|left| left.id).chain([id]) {
                    store.release_lease(id, session)?;
                }
                return Err(failure);
            }
        }
    }
    Ok((taken, open))
}

/// What the history tells of a goal beside its record.
#[derive(Debug, Default)]
struct Told {
    calls: Vec<ModelCall>,
    /// Its last call of a tool: the number of the entry, and the session.
    last: Option<(u64, u64)>,
}

fn left_goal(goal: Goal, store: &Store, here: &Here) -> Result<LeftGoal, Failure> {
    let told = told_of(store, goal.record.id)?;
    let Goal { record, session, .. } = goal;
    let (mut placed, mut plan, mut anew) = (Vec::new(), None, None);
    let progress = record.progress.as_ref().and_then(|progress| read::<GoalProgress>(progress).ok());
    let GoalProgress { bot, speaker, priority, mut earthwork, .. } = progress.unwrap_or_default();
    if here.is_new {
        earthwork = Earthwork::default();
        anew = record.plan.is_some().then(|| "the practice world is a new one".to_owned());
    } else {
        placed = record.placed.clone().and_then(|placed| serde_json::from_value(placed).ok()).unwrap_or_default();
        match left_plan(&record) {
            Ok(left) => plan = left,
            Err(error) => anew = Some(format!("its plan cannot be read ({error})")),
        }
    }
    if let Some(plan) = &mut plan {
        plan.said = told
            .last
            .map_or(Ok(false), |last| was_said(store, last, &plan.steps, bot.as_deref().unwrap_or(&here.bot)))?;
        // Lines of chat are numbered anew in each run.
        let aims = plan.steps.iter_mut().filter(|left| left.state != StepState::Done).map(|left| &mut left.step.aim);
        aims.filter(|aim| matches!(aim, Some(Aim::Said { .. }))).for_each(|aim| *aim = None);
    }
    let GoalRecord { id, text, state, note, ticks, tool_calls, attempts, recoveries, .. } = record;
    let spent = Spent::before(ticks, tool_calls, attempts, recoveries);
    let (why, calls) = (note, told.calls);
    Ok(LeftGoal { id, text, bot, speaker, state, priority, why, session, spent, calls, placed, earthwork, plan, anew })
}

/// Reads all entries about a goal.
fn told_of(store: &Store, goal: u64) -> Result<Told, Failure> {
    let mut told = Told::default();
    for_each_event(store, Wanted { goal: Some(goal), session: None }, 0, |id, session, event| match event {
        Event::ModelCalled { call } => told.calls.push(call),
        Event::ToolCall { .. } => told.last = Some((id, session)),
        _ => {}
    })?;
    Ok(told)
}

/// Whether what the step that ran was to say was heard after its call.
fn was_said(store: &Store, (call, session): (u64, u64), steps: &[LeftStep], bot: &str) -> Result<bool, Failure> {
    let ran = steps.iter().find(|left| matches!(left.state, StepState::Running { .. }));
    let Some(aim @ Aim::Said { .. }) = ran.and_then(|left| left.step.aim.as_ref()) else { return Ok(false) };
    let mut said = false;
    for_each_event(store, Wanted { goal: None, session: Some(session) }, call, |_, _, event| {
        if let Event::Chat { sender, message, .. } = event {
            said |= is_said(aim, bot, &[(0, sender.as_deref(), message.as_str())]);
        }
    })?;
    Ok(said)
}

/// What cannot be read, another version wrote: it is no reason not to go on.
fn for_each_event(
    store: &Store,
    wanted: Wanted,
    after: u64,
    mut each: impl FnMut(u64, u64, Event),
) -> Result<(), Failure> {
    let read = each_event(store, wanted, after, u64::MAX, |row| {
        if let Ok(entry) = serde_json::from_str::<Entry>(&row.entry.json) {
            each(row.id, row.session, entry.event);
        }
        Ok(true)
    });
    ended(read.map(drop)).map(drop)
}

/// The plan of a record, if it had one.
///
/// # Errors
/// What of it means nothing.
fn left_plan(record: &GoalRecord) -> Result<Option<LeftPlan>, String> {
    let Some(draft) = &record.plan else { return Ok(None) };
    let progress: GoalProgress = record.progress.as_ref().map_or(Ok(GoalProgress::default()), read)?;
    if progress.replan {
        return Ok(None);
    }
    let GoalProgress { began, brought, by_hand, .. } = progress;
    let mut steps = Vec::new();
    for record in &record.steps {
        let (left, detour) = left_step(record)?;
        // What a model had put before a step that failed is asked about again, should that fail again.
        if !detour || left.state == StepState::Done {
            steps.push(left);
        }
    }
    Ok(Some(LeftPlan { plan: Plan { draft: read(draft)?, began, brought }, steps, said: false, by_hand }))
}

/// A step of a record, and whether a model had put it before one that failed.
fn left_step(record: &StepRecord) -> Result<(LeftStep, bool), String> {
    let request: ToolRequest = read(&record.request)?;
    let last_error = record.error.as_ref().map(read).transpose()?;
    let mut attempts = Attempts { used: record.attempts, last_error, ..Attempts::default() };
    let state = StepState::left(&record.state, &attempts).ok_or_else(|| format!("{:?} is no state", record.state))?;
    let (mut planned, mut had, mut detour, mut is_piece) = (request.clone(), ItemCounts::default(), false, false);
    let mut notes = StepNotes::default();
    if let Some(progress) = &record.progress {
        let progress: StepProgress = read(progress)?;
        (planned, had, detour, is_piece) = (progress.planned, progress.had, progress.detour, progress.piece);
        (attempts.failed, notes) = (progress.failed, progress.notes);
    }
    let (reason, takes_back) = (record.reason.clone(), record.takes_back.clone());
    let (expectation, aim) = (read(&record.expectation)?, record.aim.as_ref().map(read).transpose()?);
    let step = Step { planned, request, reason, expectation, takes_back, aim, had };
    Ok((LeftStep { step, state, attempts, is_piece, notes }, detour))
}

fn read<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|error| error.to_string())
}

/// What a session does about what earlier runs left open.
#[derive(Debug)]
pub enum Beginning {
    /// It begins with that.
    Resumes(Vec<LeftGoal>),
    /// It offers, in its window, to go on with that.
    Offers { open: Open, path: PathBuf, session: u64, here: Here },
}

impl Beginning {
    /// Adds it to a mind.
    pub fn plug_into(self, app: &mut App) {
        match self {
            // Before the mind's first frame.
            Self::Resumes(left) => app.insert_resource(Taken(left)).add_systems(Startup, take_up_taken),
            Self::Offers { open, path, session, here } => {
                let texts = open.here.into_iter().map(|goal| goal.record.text).collect();
                app.insert_resource(Offer(texts))
                    .insert_resource(Offering { path, session, here, taking: None })
                    .add_systems(Update, answer_offer.before(AgentSystems::Think))
            }
        };
    }
}

#[derive(Resource)]
struct Taken(Vec<LeftGoal>);

fn take_up_taken(
    mut taken: ResMut<Taken>,
    agents: Query<(Entity, &Agent, &Policy)>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let taken = std::mem::take(&mut taken.0);
    give_back(taken, &agents, &mut journal, &mut commands);
}

/// Each goal to the bot that was at it.
fn give_back(
    taken: Vec<LeftGoal>,
    agents: &Query<(Entity, &Agent, &Policy)>,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    let waits = agents.iter().any(|(.., policy)| policy.comes_back);
    for left in taken {
        let owner = agents.iter().find(|(_, agent, _)| Some(&agent.username) == left.bot.as_ref());
        take_up(left, owner.map(|(agent, ..)| agent), waits, journal, commands);
    }
}

/// Where what is offered comes from.
#[derive(Resource)]
struct Offering {
    path: PathBuf,
    session: u64,
    here: Here,
    /// From the thread that takes it: a frame waits for no disk.
    taking: Option<Receiver<Result<Vec<LeftGoal>, Failure>>>,
}

fn answer_offer(
    mut asks: MessageReader<UserAsk>,
    mut offering: ResMut<Offering>,
    mut offer: ResMut<Offer>,
    agents: Query<(Entity, &Agent, &Policy)>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    for ask in asks.read().filter(|ask| matches!(ask, UserAsk::GoOn | UserAsk::NotNow)) {
        if !std::mem::take(&mut offer.0).is_empty() && *ask == UserAsk::GoOn {
            offering.taking = Some(begin_taking(&offering));
        }
    }
    let Some(taking) = &offering.taking else { return };
    let taken = match taking.try_recv() {
        Err(TryRecvError::Empty) => return,
        Err(TryRecvError::Disconnected) => Err(Failure::new(status::FAILED, "the system gives no thread for it")),
        Ok(taken) => taken,
    };
    offering.taking = None;
    match taken {
        Ok(taken) => give_back(taken, &agents, &mut journal, &mut commands),
        Err(failure) => tracing::warn!("what was left open cannot be gone on with: {}", failure.message),
    }
}

fn begin_taking(offering: &Offering) -> Receiver<Result<Vec<LeftGoal>, Failure>> {
    let (result, taking) = bounded(1);
    let (path, session, here) = (offering.path.clone(), offering.session, offering.here.clone());
    let work = move || _ = result.send(take_open_goals(&path, session, &here).map(|(taken, _)| taken));
    // Without a thread the channel is closed, which says so.
    _ = thread::Builder::new().name("resume".to_owned()).spawn(work);
    taking
}

#[cfg(test)]
mod tests;
