//! The report over all goals, for the end of a run.

use bevy::prelude::*;

use crate::{
    domain::{GoalState, ItemCounts, Totals},
    journal::{BotReport, GoalReport, Journal, Report, StepReport},
    mind::{
        agent::{Agent, GoalOf, Seen},
        goals::{Goal, GoalNote, Ledger, Spent},
        steps::{Attempts, Step, StepState, Steps},
    },
};

/// The report over all goals so far.
pub fn report(world: &mut World, interrupted: bool) -> Report {
    world.resource_mut::<Journal>().close();
    let mut agents = world.query::<(&Agent, &Seen)>();
    let several = agents.iter(world).count() > 1;
    let mut goals = world.query::<(&Goal, Option<&GoalOf>, &GoalState, &GoalNote, &Spent, &Ledger, Option<&Steps>)>();
    let mut steps = world.query::<(&Step, &StepState, &Attempts)>();
    let mut reports: Vec<(u64, GoalReport)> = goals
        .iter(world)
        .map(|(goal, of, phase, note, spent, ledger, list)| {
            let owner = of.filter(|_| several).and_then(|of| agents.get(world, of.0).ok());
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
                bot: owner.map(|(agent, _)| agent.username.clone()),
                state: format!("{phase:?}").to_lowercase(),
                why: note.why.clone(),
                error: note.error.clone(),
                steps,
                ticks: spent.ticks(world.resource::<Journal>().tick_of(goal.id)),
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
    let mut bots: Vec<_> = agents.iter(world).collect();
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
