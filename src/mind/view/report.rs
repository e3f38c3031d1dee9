//! The report over all goals, for the end of a run.

use bevy::{
    ecs::{query::QueryData, system::SystemState},
    prelude::*,
};

use crate::{
    domain::{GoalState, ItemCounts, Totals},
    journal::{BotReport, GoalReport, Journal, Report, StepReport},
    mind::{
        agent::{Agent, GoalOf, Seen},
        goals::{Goal, GoalNote, Ledger, Spent},
        steps::{Attempts, Step, StepState, Steps},
    },
};

/// Goals that are over and stay in the mind: what one scrolls back to.
const KEPT: usize = 100;

/// What older goals that are over have left: all of them are in the report, and nothing else asks for them.
#[derive(Resource, Debug, Default)]
pub struct Past(Vec<GoalReport>);

/// A goal with all that is reported of it.
type Reported = (
    Entity,
    &'static Goal,
    Option<&'static GoalOf>,
    &'static GoalState,
    &'static GoalNote,
    &'static Spent,
    &'static Ledger,
    Option<&'static Steps>,
);
type ReportedStep = (&'static Step, &'static StepState, &'static Attempts);

/// Lets the oldest goals go that are over, so that a long session stays as small and quick as a short one.
pub(in crate::mind) fn forget_old_goals(
    goals: Query<Reported>,
    steps: Query<ReportedStep>,
    agents: Query<&Agent>,
    journal: Res<Journal>,
    mut past: ResMut<Past>,
    mut commands: Commands,
) {
    if goals.iter().len() <= KEPT {
        return;
    }
    let mut over: Vec<_> = goals.iter().filter(|(_, _, _, phase, ..)| phase.is_over()).collect();
    over.sort_by_key(|(_, goal, ..)| goal.id);
    for goal in over.iter().take(over.len().saturating_sub(KEPT)) {
        past.0.push(goal_report(*goal, &steps, &agents, &journal));
        commands.entity(goal.0).despawn();
    }
}

fn goal_report(
    (_, goal, of, phase, note, spent, ledger, list): <Reported as QueryData>::Item<'_, '_>,
    steps: &Query<ReportedStep>,
    agents: &Query<&Agent>,
    journal: &Journal,
) -> GoalReport {
    let several = agents.iter().len() > 1;
    let owner = of.filter(|_| several).and_then(|of| agents.get(of.0).ok());
    let steps = list.into_iter().flat_map(|list| list.iter()).filter_map(|entity| steps.get(entity).ok());
    GoalReport {
        goal: goal.text.clone(),
        bot: owner.map(|agent| agent.username.clone()),
        state: format!("{phase:?}").to_lowercase(),
        why: note.why.clone(),
        error: note.error.clone(),
        steps: steps.map(step_report).collect(),
        ticks: spent.ticks(journal.tick_of(goal.id)),
        duration_ms: spent.duration_ms(),
        tool_calls: spent.tool_calls,
        attempts: spent.attempts,
        model: ledger.totals(),
    }
}

fn step_report((step, state, attempts): (&Step, &StepState, &Attempts)) -> StepReport {
    StepReport {
        step: step.title(),
        tool: step.request.name().to_owned(),
        state: state.name().to_owned(),
        attempts: attempts.used,
        error: attempts.last_error.clone(),
    }
}

/// The report over all goals so far.
pub fn report(world: &mut World, interrupted: bool) -> Report {
    world.resource_mut::<Journal>().close();
    let mut state = SystemState::<(
        Query<Reported>,
        Query<ReportedStep>,
        Query<&Agent>,
        Query<(&Agent, &Seen)>,
        Res<Journal>,
        Res<Past>,
    )>::new(world);
    let (goals, steps, agents, seen, journal, past) = state.get(world);
    let mut current: Vec<_> = goals.iter().collect();
    current.sort_by_key(|(_, goal, ..)| goal.id);
    let current = current.into_iter().map(|goal| goal_report(goal, &steps, &agents, &journal));
    let goals: Vec<GoalReport> = past.0.iter().cloned().chain(current).collect();
    let mut bots: Vec<_> = seen.iter().collect();
    let several = bots.len() > 1;
    bots.sort_by_key(|(agent, _)| agent.number);
    let held = bots.into_iter().map(|(agent, seen)| {
        let inventory = seen.0.as_ref().map(|seen| seen.inventory()).unwrap_or_default();
        BotReport { bot: agent.username.clone(), inventory }
    });
    let bots: Vec<BotReport> = held.collect();
    let inventory = bots.iter().fold(ItemCounts::default(), |mut all, bot| {
        bot.inventory.iter().for_each(|(item, count)| all.add(item, count));
        all
    });
    Report {
        event: "report".to_owned(),
        success: !interrupted && !goals.is_empty() && goals.iter().all(|goal| goal.state == "done"),
        ticks: goals.iter().map(|goal| goal.ticks).sum(),
        duration_ms: goals.iter().map(|goal| goal.duration_ms).sum(),
        tool_calls: goals.iter().map(|goal| goal.tool_calls).sum(),
        attempts: goals.iter().map(|goal| goal.attempts).sum(),
        inventory,
        bots: if several { bots } else { Vec::new() },
        model: goals.iter().filter_map(|goal| goal.model.clone()).reduce(Totals::and),
        goals,
        interrupted,
        error: None,
        process: None,
    }
}
