//! The report over all goals, for the end of a run.

use std::collections::VecDeque;

use bevy::{
    ecs::{query::QueryData, system::SystemState},
    prelude::*,
};

use crate::{
    domain::{GoalState, ItemCounts},
    journal::{BotReport, EarlierGoals, GoalReport, Journal, Report, StepReport},
    mind::{
        agent::{Agent, GoalOf, Seen},
        goals::{Goal, GoalNote, Ledger, Spent},
        steps::{Attempts, Step, StepState, Steps},
    },
};

/// Goals that are over and stay in the mind: what one scrolls back to.
const KEPT: usize = 100;

/// Older goals that the report tells of one by one; those before them are counted.
const TOLD: usize = 1_000;

/// What older goals that are over have left: nothing but the report asks for them.
#[derive(Resource, Debug, Default)]
pub struct Past {
    goals: VecDeque<GoalReport>,
    earlier: EarlierGoals,
}

impl Past {
    fn add(&mut self, goal: GoalReport) {
        self.goals.push_back(goal);
        if self.goals.len() > TOLD
            && let Some(oldest) = self.goals.pop_front()
        {
            self.earlier.add(oldest);
        }
    }
}

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
    mut journal: ResMut<Journal>,
    mut past: ResMut<Past>,
    mut commands: Commands,
) {
    if goals.iter().len() <= KEPT {
        return;
    }
    let mut over: Vec<_> = goals.iter().filter(|(_, _, _, phase, ..)| phase.is_over()).collect();
    over.sort_by_key(|(_, goal, ..)| goal.id);
    for goal in over.iter().take(over.len().saturating_sub(KEPT)) {
        past.add(goal_report(*goal, &steps, &agents, &journal));
        journal.forget(goal.1.id);
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
    let goals: Vec<GoalReport> = past.goals.iter().cloned().chain(current).collect();
    let earlier = past.earlier.clone();
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
    let mut all = earlier.clone();
    goals.iter().cloned().for_each(|goal| all.add(goal));
    Report {
        event: "report".to_owned(),
        success: !interrupted && all.goals > 0 && all.done == all.goals,
        ticks: all.ticks,
        duration_ms: all.duration_ms,
        tool_calls: all.tool_calls,
        attempts: all.attempts,
        inventory,
        bots: if several { bots } else { Vec::new() },
        model: all.model,
        goals,
        earlier: (earlier.goals > 0).then_some(earlier),
        interrupted,
        error: None,
        process: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(number: usize) -> GoalReport {
        GoalReport {
            goal: format!("say {number}"),
            bot: None,
            state: if number == 3 { "failed" } else { "done" }.to_owned(),
            why: None,
            error: None,
            steps: Vec::new(),
            ticks: 2,
            duration_ms: 5,
            tool_calls: 1,
            attempts: 1,
            model: None,
        }
    }

    #[test]
    fn the_oldest_goals_of_a_long_run_are_counted_and_stay_in_the_sums() {
        let mut app = App::new();
        app.init_resource::<Journal>().init_resource::<Past>();
        (0..TOLD + 10).for_each(|number| app.world_mut().resource_mut::<Past>().add(goal(number)));
        let told = report(app.world_mut(), false);
        assert_eq!((told.goals.len(), told.goals[0].goal.as_str()), (TOLD, "say 10"));
        let earlier = told.earlier.clone().unwrap();
        assert_eq!((earlier.goals, earlier.done, earlier.ticks), (10, 9, 20));
        assert_eq!((told.ticks, told.tool_calls, told.success), (2 * 1010, 1010, false), "the fourth failed");
        assert!(told.to_string().starts_with("10 goals before these, 9 of them done"), "{told}");
    }
}
