//! What the surfaces may see of the mind, remade each frame: they read this and nothing else.

use bevy::prelude::*;

use super::talk::Talk;
use crate::{
    domain::{
        BotView, Connection, GoalByHand, GoalState, GoalView, JournalLine, MindView, Observation, Priority, Receipt,
        StepByHand, StepNotes, StepStateView, StepView, ToolError, ToolRequest, UserAsk, Zone, tame,
    },
    journal::Journal,
    mind::{
        agent::{Agent, GoalOf, Link, Policy, Seen, Tried, Working, Zones},
        goals::{ByHand, Goal, GoalNote, Ledger, Offer, Spent},
        model::Asking,
        plan::edits::Listed,
        steps::{Attempts, JobProgress, LOST_CALL, Piece, Plan, Step, StepState, Steps, Undos, stage},
    },
};

/// The mind as the surfaces see it.
#[derive(Resource, Default, Debug)]
pub struct View(pub MindView);

/// How many of the newest journal lines the window shows.
const JOURNAL_LINES: usize = 200;

/// Remakes the view. Change detection fires only if something differs, so that a still picture stays still.
pub(in crate::mind) fn make_view(
    agents: Query<(&Agent, &Link, &Seen, &Tried, &Working, &Policy)>,
    goals: Query<(
        &Goal,
        Option<&GoalOf>,
        &GoalState,
        &Priority,
        &GoalNote,
        &Spent,
        &Ledger,
        Option<&Plan>,
        Option<&Steps>,
        Option<&Asking>,
        (&ByHand, Option<&Undos>),
    )>,
    steps: Query<(&Step, &StepState, &Attempts, Option<&JobProgress>, &StepNotes, Has<Piece>)>,
    journal: Res<Journal>,
    offer: Res<Offer>,
    zones: Res<Zones>,
    mut receipts: MessageReader<Receipt>,
    mut talk: Local<Talk>,
    mut view: ResMut<View>,
) {
    talk.follow(&journal);
    // What is asked of a plan is answered at the plan.
    let refused = match receipts.read().filter(|receipt| !matches!(receipt.ask, UserAsk::Edit { .. })).last() {
        Some(receipt) => receipt.outcome.as_ref().err().map(|error| shown(&error.message)),
        None => view.0.refused.clone(),
    };
    let mut bots: Vec<_> = agents.iter().collect();
    bots.sort_by_key(|(agent, ..)| agent.number);
    let mut goal_views: Vec<GoalView> = goals
        .iter()
        .map(|(goal, of, phase, priority, note, spent, ledger, plan, plan_steps, asking, (hand, undos))| {
            let bot = of.and_then(|of| agents.get(of.0).ok());
            GoalView {
                id: goal.id,
                text: shown(&goal.text),
                bot: bot.map(|(agent, ..)| agent.username.clone()),
                state: *phase,
                priority: *priority,
                note: note.why.as_deref().map(shown),
                instead: note.instead.clone(),
                planner: plan.map(|plan| shown(&plan.draft.planner)),
                why: plan.map(|plan| shown(&plan.draft.why)),
                repairs: plan
                    .map(|plan| plan.draft.repairs.iter().map(|repair| shown(repair)).collect())
                    .unwrap_or_default(),
                quote: plan.map(|plan| plan.draft.quote.clone()),
                steps: plan_steps
                    .into_iter()
                    .flat_map(|list| list.iter())
                    .filter_map(|entity| Some((entity, steps.get(entity).ok()?)))
                    .map(|(entity, (step, state, attempts, job, notes, is_piece))| {
                        let (working, policy) = bot.map(|(.., working, policy)| (working, policy)).unzip();
                        StepView {
                            id: entity.to_bits(),
                            by_hand: step_by_hand(entity, (step, state, notes), (is_piece, job.is_some()), *phase),
                            allowed: policy.copied().unwrap_or_default().attempts,
                            ..step_view(step, state, attempts, working, job)
                        }
                    })
                    .collect(),
                ticks: spent.ticks(journal.tick_of(goal.id)),
                model: ledger.totals(),
                asking: asking.map(|asking| shown(&asking.words())),
                by_hand: goal_by_hand(hand, undos),
            }
        })
        .collect();
    goal_views.sort_by_key(|goal| goal.id);
    let lines: Vec<JournalLine> = journal
        .entries()
        .iter()
        .rev()
        .filter_map(|entry| {
            let bot = entry.bot.clone();
            Some(JournalLine { tick: entry.tick, bot, goal: entry.goal, text: entry.event.sentence()? })
        })
        .take(JOURNAL_LINES)
        .collect();
    let now = MindView {
        bots: bots
            .into_iter()
            .map(|(agent, link, seen, tried, ..)| bot_view(agent, link, seen, tried, &zones))
            .collect(),
        goals: goal_views,
        journal: lines.into_iter().rev().collect(),
        chat: talk.lines.clone(),
        refused,
        left_open: offer.0.iter().map(|text| shown(text)).collect(),
    };
    if view.0 != now {
        view.0 = now;
    }
}

fn bot_view(agent: &Agent, link: &Link, seen: &Seen, tried: &Tried, zones: &Zones) -> BotView {
    let here = |zone: &Zone| seen.0.as_ref().is_some_and(|seen| seen.dimension == zone.dimension);
    BotView {
        username: agent.username.clone(),
        connection: shown_connection(&link.0),
        server: shown(&agent.server),
        observation: seen.0.clone().map(shown_observation),
        trial: tried.0.clone(),
        zones: zones.on(&agent.server).into_iter().filter(here).collect(),
    }
}

fn step_view(
    step: &Step,
    state: &StepState,
    attempts: &Attempts,
    working: Option<&Working>,
    job: Option<&JobProgress>,
) -> StepView {
    // A job is under way from its first piece on.
    let job = job.filter(|_| *state == StepState::Waiting);
    let running = match state {
        StepState::Running { call, .. } => {
            working.and_then(|working| working.0.as_ref()).filter(|progress| progress.id == *call)
        }
        _ => None,
    };
    StepView {
        id: 0,
        title: shown(&step.title()),
        reason: shown(&step.reason),
        state: match state {
            StepState::Waiting if job.is_some() => StepStateView::Running,
            StepState::Waiting | StepState::Running { call: LOST_CALL, .. } => StepStateView::Waiting,
            StepState::Running { .. } => StepStateView::Running,
            StepState::Done => StepStateView::Done,
            StepState::Failed(_) => StepStateView::Failed,
            StepState::Skipped => StepStateView::Skipped,
        },
        attempts: attempts.used,
        allowed: 0,
        expects: shown(&step.expectation.to_string()),
        shown: attempts.shown.as_deref().map(shown),
        ticks: attempts.ticks,
        outcome: attempts.outcome.clone(),
        progress: match job {
            Some(job) => Some(("a piece at a time".to_owned(), job.done as u32, job.of as u32)),
            None => running.map(|progress| (shown(&progress.text), progress.done, progress.of)),
        },
        error: match state {
            StepState::Failed(error) => Some(shown_error(error)),
            StepState::Done | StepState::Skipped => None,
            _ => attempts.last_error.as_ref().map(shown_error),
        },
        place: running.and_then(|progress| progress.place).or(step.place()),
        build: match &step.request {
            ToolRequest::Build(build) => Some(Box::new(build.clone())),
            _ => None,
        },
        by_hand: StepByHand::default(),
    }
}

fn step_by_hand(
    entity: Entity,
    (step, state, notes): (&Step, &StepState, &StepNotes),
    (is_piece, is_begun): (bool, bool),
    goal: GoalState,
) -> StepByHand {
    let listed = Listed {
        id: entity.to_bits(),
        request: &step.request,
        stage: stage(state, is_piece, is_begun),
        takes_back: step.takes_back.is_some(),
    };
    let is_open = listed.is_open() && !goal.is_over();
    StepByHand {
        is_open,
        request: (is_open && listed.can_change()).then(|| Box::new(step.request.clone())),
        can_skip: listed.can_skip(goal),
        can_retry: listed.can_retry(goal),
        notes: StepNotes { breaks: notes.breaks.as_deref().filter(|_| !state.has_ended()).map(shown), ..notes.clone() },
    }
}

fn goal_by_hand(hand: &ByHand, undos: Option<&Undos>) -> GoalByHand {
    let all = |words: &[String]| words.iter().map(|words| shown(words)).collect();
    GoalByHand {
        edits: all(&hand.edits),
        can_undo: undos.is_some_and(|undos| !undos.is_empty()),
        refused: hand.refused.as_deref().map(shown),
        lacks: all(&hand.lacks),
        gone: hand.gone.as_deref().map(shown),
    }
}

/// Words as they may be shown: whoever they come from, a window has no use for what would steer it.
fn shown(words: &str) -> String {
    tame(words).into_owned()
}

/// The context stays behind: it is for programs.
fn shown_error(error: &ToolError) -> ToolError {
    ToolError::new(error.code, shown(&error.message))
}

fn shown_connection(connection: &Connection) -> Connection {
    match connection {
        Connection::Dead { message } => Connection::Dead { message: shown(message) },
        Connection::Lost { reason } => Connection::Lost { reason: shown(reason) },
        Connection::Joining | Connection::Joined => connection.clone(),
    }
}

/// Items and kinds are the registry's names; a dimension's and a player's are the server's.
fn shown_observation(mut seen: Observation) -> Observation {
    seen.dimension = shown(&seen.dimension);
    for name in seen.entities.iter_mut().filter_map(|entity| entity.name.as_mut()) {
        *name = shown(name);
    }
    seen
}
