//! The report over all goals, for the end of a run.

use bevy::prelude::*;

use crate::{
    domain::{GoalState, Totals},
    journal::{GoalReport, Journal, Report, StepReport},
    mind::{
        agent::{Agent, Seen},
        goals::{Goal, GoalNote, Ledger, Spent},
        steps::{Attempts, Step, StepState, Steps},
    },
};

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
