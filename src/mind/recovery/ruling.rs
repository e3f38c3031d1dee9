//! The rules are held against each failure; what they are sure of is done.

use bevy::prelude::*;

use super::{
    carry_out::{Around, Decision, RULE, StepParts, carry_out},
    rules::{Recovery, is_certain, reflect},
    verdict::{Ruling, Verdict},
};
use crate::{
    domain::{ErrorCode, Expectation, ToolError, ToolRequest},
    journal::Journal,
    mind::{
        agent::{Advised, Agents, GoalOf, Policy},
        goals::{Goal, GoalLife, Owners, Speaker, Spent},
        plan::{drafts::used, state::PlannerState},
        steps::{Attempts, Failure, Placed, Step, StepState, Steps, planner_state},
    },
};

/// Recoveries a goal gets in all, so that recoveries which provoke each other end.
const RECOVERIES: u32 = 24;

/// Holds new failures against the rules.
pub(in crate::mind) fn rule_on_failures(
    goals: Query<(Entity, &Goal, &GoalOf, &Spent, &Steps, &Failure, Option<&Speaker>), Without<Ruling>>,
    steps: Query<(&Step, &StepState, &Attempts)>,
    owners: Res<Owners>,
    agents: Agents,
    policies: Query<&Policy>,
    mut commands: Commands,
) {
    for (entity, goal, of, spent, list, failure, speaker) in &goals {
        let (Some(outlook), Ok(policy)) = (agents.outlook(of), policies.get(of.0)) else { continue };
        let Ok((step, _, attempts)) = steps.get(failure.step) else {
            commands.entity(entity).remove::<Failure>();
            continue;
        };
        let all = list.iter().filter_map(|step| steps.get(step).ok()).map(|(step, state, _)| (step, state));
        let state = || PlannerState {
            keep: kept(all),
            exact: names_the_kind(&goal.text, &step.request),
            closed: owners.closed_to(speaker).to_vec(),
            farthest: policy.farthest,
            ..planner_state(&outlook)
        };
        commands.entity(entity).insert(rule(step, &failure.error, attempts.used, spent, policy, state));
    }
}

/// A ruling goes with the failure that it is about.
pub(in crate::mind) fn forget_ruling(settled: On<Remove, Failure>, mut commands: Commands) {
    commands.entity(settled.entity).try_remove::<Ruling>();
}

/// Where nobody else can be asked, the rules' guesses stand.
pub(in crate::mind) fn close_rulings(mut rulings: Query<(&mut Ruling, &GoalOf)>, advised: Query<(), With<Advised>>) {
    let open = rulings.iter_mut().filter(|(ruling, of)| ruling.open && !advised.contains(of.0));
    open.for_each(|(mut ruling, _)| ruling.open = false);
}

/// Does what the rules are sure of.
pub(in crate::mind) fn obey_rulings(
    mut goals: Query<(GoalLife, &GoalOf, &Failure, &Ruling, &Steps, &Placed)>,
    mut steps: Query<StepParts>,
    agents: Agents,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    for (mut goal, of, failure, ruling, list, placed) in goals.iter_mut().filter(|goal| !goal.3.open) {
        let Some(outlook) = agents.outlook(of) else { continue };
        let Some(around) = Around::new(failure.step, list, placed, &steps, outlook.seen) else { continue };
        let decision = Decision { verdict: ruling.verdict.clone(), by: RULE, about: None };
        if let Ok(step) = steps.get_mut(failure.step) {
            carry_out(decision, &mut goal, &around, step, &mut journal, &mut commands);
        }
    }
}

/// What the plan's steps gain, and what those that are not done are to use: not to be thrown away to make room.
fn kept<'a>(steps: impl Iterator<Item = (&'a Step, &'a StepState)>) -> Vec<String> {
    let of = |(step, state): (&Step, &StepState)| {
        let gained = match &step.expectation {
            Expectation::Gain { items, .. } => items.clone(),
            _ => Vec::new(),
        };
        let used = if state.has_ended() { Vec::new() } else { used(&step.request) };
        gained.into_iter().chain(used.into_iter().map(str::to_owned)).collect::<Vec<String>>()
    };
    steps.flat_map(of).collect()
}

/// Whether the user's own words name the kind that a step is about: "jungle planks", and not just any.
fn names_the_kind(goal: &str, request: &ToolRequest) -> bool {
    let Some(name) = request.gets() else { return false };
    let kind = name.rsplit_once('_').map_or(name, |(kind, _)| kind);
    goal.to_lowercase().replace(' ', "_").contains(kind)
}

/// Holds a failed attempt against the rules.
fn rule(
    step: &Step,
    error: &ToolError,
    attempt: u32,
    spent: &Spent,
    policy: &Policy,
    state: impl FnOnce() -> PlannerState,
) -> Ruling {
    if matches!(error.code, ErrorCode::BotDied | ErrorCode::Disconnected) {
        return Ruling::closed(if policy.comes_back {
            Verdict::ComeBack(format!("{error}; resume when you like"))
        } else {
            Verdict::Abandon(error.clone())
        });
    }
    // Tidying up is worth neither a question nor a second try, let alone new work: what was asked for is done without it.
    if step.takes_back.is_some() {
        return Ruling::closed(Verdict::Abandon(error.clone()));
    }
    let abandon = |why: String| {
        let mut last = error.clone();
        if why != last.message {
            last.message = format!("{} ({why})", last.message);
        }
        Verdict::Abandon(last)
    };
    let exhausted = attempt >= policy.attempts;
    if exhausted || spent.recoveries >= RECOVERIES {
        let open = spent.recoveries < RECOVERIES && error.code != ErrorCode::Cancelled;
        let verdict = abandon(format!("after {attempt} attempts"));
        return Ruling { verdict, open, exhausted, settled: None };
    }
    let recovery = reflect(&step.draft(), error, attempt, &state());
    let open = !is_certain(&recovery, &step.request, error.code, attempt);
    let verdict = match recovery {
        Recovery::GiveUp { why } => abandon(why),
        recovery => Verdict::Recover(Box::new(recovery)),
    };
    Ruling { verdict, open, exhausted: false, settled: None }
}
