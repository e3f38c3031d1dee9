//! Goals: what the user wants, one at a time, in the order they were asked.

use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::{
    BodyLink, Policy,
    act::{Calls, Withdrawn},
    agent::{Agent, Link, Seen, send},
    grammar::check_length,
    steps::{Attempts, Placed, Step, StepState, Steps},
};
use crate::{
    body::Order,
    domain::{
        BlockPos, Connection, ErrorCode, GoalIds, GoalState, ItemCounts, MAX_GOAL_LENGTH, Observation, ToolError,
        Totals, UserAsk, shortened,
    },
    journal::{Event, GoalReport, Journal, ModelCall, Report, StepReport},
};

/// Characters that are shown of a goal that is refused for its length.
const SHOWN: usize = 60;

/// A goal in the user's words.
#[derive(Component, Debug, Clone)]
pub struct Goal {
    /// Counts up, over all runs where there is a store.
    pub id: u64,
    pub text: String,
}

/// Why a goal failed or waits.
#[derive(Component, Debug, Default)]
pub struct GoalNote {
    pub why: Option<String>,
    pub error: Option<ToolError>,
    /// Waiting for the bot to come back: the plan is made anew on Resume.
    pub replan: bool,
}

/// What a goal has cost so far.
#[derive(Component, Debug, Default)]
pub struct Spent {
    /// Ticks of earlier activity, before a pause.
    ticks_before: u64,
    /// The body's tick when it last became active.
    since: Option<u64>,
    /// Wall time of activity.
    wall: Duration,
    begun: Option<Instant>,
    ended_ms: Option<u64>,
    pub tool_calls: u32,
    pub attempts: u32,
    /// Recoveries taken, so that a loop of them ends.
    pub recoveries: u32,
}

impl Spent {
    /// Game ticks of activity.
    pub fn ticks(&self, now: u64) -> u64 {
        self.ticks_before + self.since.map_or(0, |since| now.saturating_sub(since))
    }

    /// Starts or goes on counting.
    fn start(&mut self, now: u64) {
        self.begun.get_or_insert_with(Instant::now);
        self.since.get_or_insert(now);
    }

    fn stop(&mut self, now: u64) {
        self.ticks_before = self.ticks(now);
        self.since = None;
        self.ended_ms = self.begun.map(|begun| begun.elapsed().as_millis() as u64);
    }

    fn duration_ms(&self) -> u64 {
        match (self.since, self.begun) {
            (Some(_), Some(begun)) => begun.elapsed().as_millis() as u64,
            _ => self.ended_ms.unwrap_or(0),
        }
    }
}

/// What a goal asked of language models, oldest first.
#[derive(Component, Debug, Default)]
pub struct Ledger {
    pub calls: Vec<ModelCall>,
    /// What was held and where the bot stood when the newest call was made, and how many calls in a row were made so.
    at: Option<(ItemCounts, BlockPos)>,
    idle: u32,
}

impl Ledger {
    /// Notes that a call is made while the world is like this.
    pub(super) fn note(&mut self, seen: &Observation) {
        self.idle = self.idle(seen) + 1;
        self.at = Some((seen.inventory(), seen.position.block()));
    }

    /// How many calls have been made since anything was got, lost, or gone to.
    pub(super) fn idle(&self, seen: &Observation) -> u32 {
        let still =
            self.at.as_ref().is_some_and(|(held, at)| *at == seen.position.block() && *held == seen.inventory());
        if still { self.idle } else { 0 }
    }

    /// All calls together; nothing where none was made.
    pub fn totals(&self) -> Option<Totals> {
        self.calls.iter().map(Totals::from).reduce(Totals::and)
    }
}

/// Numbers goals.
#[derive(Resource, Debug, Default)]
pub struct Goals(pub GoalIds);

/// What one system needs to change a goal's life.
pub(super) type GoalParts = (Entity, &'static Goal, &'static mut GoalState, &'static mut GoalNote, &'static mut Spent);

/// Turns what the user asks into changes of goals.
pub(super) fn take_asks(
    mut asks: MessageReader<UserAsk>,
    mut goals: Query<(GoalParts, Option<&Steps>)>,
    mut steps: Query<(&mut StepState, &mut Attempts)>,
    ids: Res<Goals>,
    mut calls: ResMut<Calls>,
    body: Res<BodyLink>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    for ask in asks.read() {
        let id = match ask {
            UserAsk::NewGoal(text) => {
                let text = text.trim();
                if text.is_empty() {
                    continue;
                }
                let too_long = check_length(text).err();
                // What nobody reads need not be kept either.
                let text = shortened(text, if too_long.is_some() { SHOWN } else { MAX_GOAL_LENGTH }).into_owned();
                let goal = Goal { id: ids.0.next_id(), text };
                journal.record(Some(goal.id), Event::GoalQueued { text: goal.text.clone() });
                let (mut phase, mut note, mut spent) = (GoalState::Queued, GoalNote::default(), Spent::default());
                if let Some(error) = too_long {
                    fail(&goal, &mut phase, &mut note, &mut spent, error, &mut journal);
                }
                commands.spawn((goal, phase, note, spent, Ledger::default(), Placed::default()));
                continue;
            }
            UserAsk::Pause(id) | UserAsk::Resume(id) | UserAsk::Cancel(id) => *id,
        };
        let Some(((_, goal, mut phase, mut note, mut spent), list)) =
            goals.iter_mut().find(|((_, goal, ..), _)| goal.id == id)
        else {
            continue;
        };
        let tick = journal.tick;
        match ask {
            UserAsk::Pause(_) if matches!(*phase, GoalState::Active | GoalState::Queued) => {
                *phase = GoalState::Paused;
                note.why = Some("paused by you".to_owned());
                spent.stop(tick);
                withdraw_calls(list, &mut steps, &body, &mut calls);
                journal.record(Some(id), Event::GoalPaused { why: "asked by the user".to_owned() });
            }
            UserAsk::Resume(_) if *phase == GoalState::Paused => {
                *phase = GoalState::Queued;
                note.why = None;
                journal.record(Some(id), Event::GoalResumed);
            }
            UserAsk::Cancel(_) if !phase.is_over() => {
                *phase = GoalState::Cancelled;
                spent.stop(tick);
                withdraw_calls(list, &mut steps, &body, &mut calls);
                journal.record(Some(id), Event::GoalCancelled { text: goal.text.clone() });
            }
            _ => {}
        }
    }
}

/// Withdraws the running call of these steps; the step waits again, and the attempt does not count.
fn withdraw_calls(
    list: Option<&Steps>,
    steps: &mut Query<(&mut StepState, &mut Attempts)>,
    body: &BodyLink,
    calls: &mut Calls,
) {
    for entity in list.into_iter().flat_map(|list| list.iter()) {
        let Ok((mut state, mut attempts)) = steps.get_mut(entity) else { continue };
        if let StepState::Running { call, .. } = *state {
            send(body, Order::Cancel { id: call });
            calls.withdrawn = Some(Withdrawn { call, since: Instant::now() });
            *state = StepState::Waiting;
            attempts.used = attempts.used.saturating_sub(1);
        }
    }
}

/// Ends goals whose time is up.
pub(super) fn end_overdue_goals(
    mut goals: Query<(GoalParts, Option<&Steps>)>,
    mut steps: Query<(&mut StepState, &mut Attempts)>,
    policy: Res<Policy>,
    body: Res<BodyLink>,
    time: Res<Time<Real>>,
    mut calls: ResMut<Calls>,
    mut journal: ResMut<Journal>,
) {
    for ((_, goal, mut phase, mut note, mut spent), list) in &mut goals {
        if *phase != GoalState::Active {
            continue;
        }
        spent.wall += time.delta();
        let ticks = policy.timeout.filter(|limit| spent.ticks(journal.tick) > *limit);
        let wall = policy.wall_timeout.filter(|limit| spent.wall > *limit);
        let limit = ticks.map(|limit| format!("{} game seconds", limit / 20));
        if let Some(limit) = limit.or_else(|| wall.map(|limit| format!("{} seconds", limit.as_secs()))) {
            let error = ToolError::new(ErrorCode::Timeout, format!("the goal's time limit of {limit} passed"));
            withdraw_calls(list, &mut steps, &body, &mut calls);
            fail(goal, &mut phase, &mut note, &mut spent, error, &mut journal);
        }
    }
}

/// What becomes of goals when the bot is dead or gone and no call runs whose outcome would tell: without a window they
/// fail, in a window the active one waits.
pub(super) fn hold_goals_of_an_absent_bot(
    mut goals: Query<(GoalParts, Option<&Steps>)>,
    steps: Query<&StepState>,
    agent: Single<(&Agent, &Link)>,
    policy: Res<Policy>,
    mut journal: ResMut<Journal>,
) {
    let (agent, link) = *agent;
    let error = match &link.0 {
        Connection::Dead { message } if agent.ever_joined => ToolError::new(ErrorCode::BotDied, message.clone()),
        Connection::Lost { reason } if agent.ever_joined => ToolError::new(ErrorCode::Disconnected, reason.clone()),
        _ => return,
    };
    for ((_, goal, mut phase, mut note, mut spent), list) in &mut goals {
        let mut states = list.into_iter().flat_map(|list| list.iter()).filter_map(|step| steps.get(step).ok());
        if states.any(|state| matches!(state, StepState::Running { .. })) {
            continue;
        }
        if !policy.comes_back && !phase.is_over() {
            fail(goal, &mut phase, &mut note, &mut spent, error.clone(), &mut journal);
        } else if *phase == GoalState::Active {
            let why = format!("{error}; resume when you like");
            suspend(goal, &mut phase, &mut note, &mut spent, why, &mut journal);
        } else if *phase == GoalState::Paused {
            // What its done steps had gained may be gone.
            note.replan = true;
        }
    }
}

/// The oldest queued goal becomes active once none is and the bot stands in the world.
pub(super) fn activate_next_goal(
    mut goals: Query<GoalParts>,
    link: Single<&Link>,
    seen: Single<&Seen>,
    mut journal: ResMut<Journal>,
) {
    let joined = matches!(link.0, Connection::Joined) && seen.0.is_some();
    if !joined || goals.iter().any(|(_, _, phase, ..)| *phase == GoalState::Active) {
        return;
    }
    let next = goals.iter_mut().filter(|(_, _, phase, ..)| **phase == GoalState::Queued).min_by_key(|goal| goal.1.id);
    if let Some((_, goal, mut phase, _, mut spent)) = next {
        *phase = GoalState::Active;
        spent.start(journal.tick);
        journal.record(Some(goal.id), Event::GoalStarted { text: goal.text.clone() });
    }
}

/// Ends a goal as failed, with its reason.
pub(super) fn fail(
    goal: &Goal,
    phase: &mut GoalState,
    note: &mut GoalNote,
    spent: &mut Spent,
    error: ToolError,
    journal: &mut Journal,
) {
    *phase = GoalState::Failed;
    spent.stop(journal.tick);
    note.why = Some(error.to_string());
    journal.record(Some(goal.id), Event::GoalFailed { text: goal.text.clone(), why: error.to_string() });
    note.error = Some(error);
}

/// Ends a goal as done.
pub(super) fn finish(goal: &Goal, phase: &mut GoalState, spent: &mut Spent, journal: &mut Journal) {
    *phase = GoalState::Done;
    spent.stop(journal.tick);
    let ticks = spent.ticks(journal.tick);
    journal.record(Some(goal.id), Event::GoalDone { text: goal.text.clone(), ticks });
}

/// Lets a goal wait until the user resumes it, to be planned anew from the world as it is then.
pub(super) fn suspend(
    goal: &Goal,
    phase: &mut GoalState,
    note: &mut GoalNote,
    spent: &mut Spent,
    why: String,
    journal: &mut Journal,
) {
    *phase = GoalState::Paused;
    spent.stop(journal.tick);
    note.replan = true;
    note.why = Some(why.clone());
    journal.record(Some(goal.id), Event::GoalPaused { why });
}

/// The report over all goals so far.
pub fn report(world: &mut World, interrupted: bool) -> Report {
    world.resource_mut::<Journal>().close();
    let now = world.resource::<Journal>().tick;
    let mut goals = world.query::<(&Goal, &GoalState, &GoalNote, &Spent, &Ledger, Option<&Steps>)>();
    let mut steps = world.query::<(&Step, &StepState, &Attempts)>();
    let mut reports: Vec<(u64, GoalReport)> = goals
        .iter(world)
        .map(|(goal, phase, note, spent, ledger, list)| {
            let steps = list
                .into_iter()
                .flat_map(|list| list.iter())
                .filter_map(|entity| steps.get(world, entity).ok())
                .map(|(step, state, attempts)| StepReport {
                    step: step.title(),
                    tool: step.request.name().to_owned(),
                    state: state.name().to_owned(),
                    attempts: attempts.used,
                    error: attempts.last_error.clone(),
                })
                .collect();
            let report = GoalReport {
                goal: goal.text.clone(),
                state: format!("{phase:?}").to_lowercase(),
                why: note.why.clone(),
                error: note.error.clone(),
                steps,
                ticks: spent.ticks(now),
                duration_ms: spent.duration_ms(),
                tool_calls: spent.tool_calls,
                attempts: spent.attempts,
                model: ledger.totals(),
            };
            (goal.id, report)
        })
        .collect();
    reports.sort_by_key(|(id, _)| *id);
    let goals: Vec<GoalReport> = reports.into_iter().map(|(_, report)| report).collect();
    let mut seen = world.query_filtered::<&Seen, With<Agent>>();
    let inventory = seen.iter(world).next().and_then(|seen| seen.0.as_ref()).map(|seen| seen.inventory());
    Report {
        event: "report".to_owned(),
        success: !interrupted && !goals.is_empty() && goals.iter().all(|goal| goal.state == "done"),
        ticks: goals.iter().map(|goal| goal.ticks).sum(),
        duration_ms: goals.iter().map(|goal| goal.duration_ms).sum(),
        tool_calls: goals.iter().map(|goal| goal.tool_calls).sum(),
        attempts: goals.iter().map(|goal| goal.attempts).sum(),
        inventory: inventory.unwrap_or_default(),
        model: goals.iter().filter_map(|goal| goal.model.clone()).reduce(Totals::and),
        goals,
        interrupted,
        error: None,
        process: None,
    }
}
