//! What the surfaces may see of the mind, remade each frame: they read this and nothing else.

use bevy::prelude::*;

use super::{
    agent::{Agent, Heard, Link, Seen, Working},
    consult::Asking,
    goal::{Goal, GoalNote, Ledger, Spent},
    llm::Desk,
    steps::{Attempts, Plan, Step, StepState, Steps},
};
use crate::{
    domain::{GoalState, GoalView, JournalLine, MindView, StepStateView, StepView},
    journal::Journal,
    voxel::SeenWorld,
};

/// The mind as the surfaces see it.
#[derive(Resource, Default, Debug)]
pub struct View(pub MindView);

/// The blocks seen so far.
#[derive(Resource, Default, Debug)]
pub struct SeenBlocks(pub SeenWorld);

/// How many of the newest journal lines the window shows.
const JOURNAL_LINES: usize = 200;

/// Remakes the view. Change detection fires only if something differs, so that a still picture stays still.
pub(super) fn make_view(
    agent: Single<(&Agent, &Link, &Seen, &Working, &Heard)>,
    goals: Query<(&Goal, &GoalState, &GoalNote, &Spent, &Ledger, Option<&Plan>, Option<&Steps>, Option<&Asking>)>,
    steps: Query<(&Step, &StepState, &Attempts)>,
    journal: Res<Journal>,
    desk: Res<Desk>,
    mut view: ResMut<View>,
) {
    let (agent, link, seen, working, _) = *agent;
    let mut goal_views: Vec<GoalView> = goals
        .iter()
        .map(|(goal, phase, note, spent, ledger, plan, plan_steps, asking)| GoalView {
            id: goal.id,
            text: goal.text.clone(),
            state: *phase,
            note: note.why.clone(),
            planner: plan.map(|plan| plan.draft.planner.clone()),
            why: plan.map(|plan| plan.draft.why.clone()),
            repairs: plan.map(|plan| plan.draft.repairs.clone()).unwrap_or_default(),
            quote: plan.map(|plan| plan.draft.quote.clone()),
            steps: plan_steps
                .into_iter()
                .flat_map(|list| list.iter())
                .filter_map(|entity| steps.get(entity).ok())
                .map(|(step, state, attempts)| step_view(step, state, attempts, working))
                .collect(),
            ticks: spent.ticks(journal.tick),
            model: ledger.totals(),
            asking: asking.map(|asking| asking.words(&desk)),
        })
        .collect();
    goal_views.sort_by_key(|goal| goal.id);
    let lines: Vec<JournalLine> = journal
        .entries()
        .iter()
        .rev()
        .filter_map(|entry| Some(JournalLine { tick: entry.tick, goal: entry.goal, text: entry.event.sentence()? }))
        .take(JOURNAL_LINES)
        .collect();
    let now = MindView {
        connection: link.0.clone(),
        server: agent.server.clone(),
        username: agent.username.clone(),
        observation: seen.0.clone(),
        goals: goal_views,
        journal: lines.into_iter().rev().collect(),
    };
    if view.0 != now {
        view.0 = now;
    }
}

fn step_view(step: &Step, state: &StepState, attempts: &Attempts, working: &Working) -> StepView {
    let running = match state {
        StepState::Running { call, .. } => working.0.as_ref().filter(|progress| progress.id == *call),
        _ => None,
    };
    StepView {
        title: step.title(),
        reason: step.reason.clone(),
        state: match state {
            StepState::Waiting => StepStateView::Waiting,
            StepState::Running { .. } => StepStateView::Running,
            StepState::Done => StepStateView::Done,
            StepState::Failed(_) => StepStateView::Failed,
        },
        attempts: attempts.used,
        progress: running.map(|progress| (progress.text.clone(), progress.done, progress.of)),
        error: match state {
            StepState::Failed(error) => Some(error.clone()),
            _ => attempts.last_error.clone().filter(|_| !matches!(state, StepState::Done)),
        },
        place: running.and_then(|progress| progress.place).or(step.place()),
    }
}
