//! A step has failed and the rules only guess: the model is told of it, and what it wants done is proved and done.

use bevy::prelude::*;

use crate::{
    journal::{Event, Journal},
    mind::{
        agent::{Agents, GoalOf, Outlook},
        goals::{Goal, GoalLife, GoalLifeItem, Ledger},
        model::{
            asking::{
                Asking,
                answers::{heard, send_back},
                may_ask, send,
            },
            call::{Prompt, Role},
            config::Models,
            desk::Desk,
            prompt::{Failed, recovery_prompt},
            reply::{Rest, SoFar, prove_recovery, read_recovery},
        },
        recovery::{Around, Decision, Detour, RULE, Recovery, Ruling, StepParts, Verdict, carry_out},
        steps::{Brought, Failure, Placed, Plan, Step, StepState, Steps, planner_state},
    },
};

/// What is held against a failure, on its goal.
type Failing = (
    GoalLife,
    &'static GoalOf,
    &'static mut Asking,
    &'static mut Ledger,
    Option<(&'static Failure, &'static Ruling)>,
    Option<(&'static Plan, &'static Steps, &'static Placed)>,
);

/// Does what the models want done about failures, where it is proved; else what the rules would have done.
pub(in crate::mind) fn heed_recoveries(
    mut goals: Query<Failing>,
    mut steps: Query<StepParts>,
    agents: Agents,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let Some(limits) = desk.limits().cloned() else { return };
    for (mut goal, of, mut asking, mut ledger, failed, plan) in &mut goals {
        let Some(outlook) = agents.outlook(of) else { continue };
        let seen = outlook.seen;
        if asking.prompt.role != Role::Reflexion {
            continue;
        }
        let Some(answer) = asking.answer.take() else { continue };
        let entity = goal.entity;
        let failed = failed.zip(plan).and_then(|(failed, (plan, list, placed))| {
            let around = Around::new(failed.0.step, list, placed, &steps, seen)?;
            let rest = rest(goal.goal, plan, failed, &around, &steps)?;
            Some((failed, around, rest))
        });
        let Some((failed, around, rest)) = failed else {
            // The plan has changed since: there is nothing to mend any more.
            commands.entity(entity).remove::<(Asking, Failure)>();
            continue;
        };
        let state = planner_state(&outlook);
        let proved = heard(answer, |text| read_recovery(text).and_then(|answer| prove_recovery(answer, &rest, &state)));
        let (journal, commands) = (&mut journal, &mut commands);
        match proved {
            Ok(recovery) => {
                commands.entity(entity).remove::<Asking>();
                let model = asking.model.model.clone();
                carry_out_models(recovery, &model, &mut goal, failed, &around, &mut steps, journal, commands);
            }
            Err(unproved) => {
                match send_back(unproved, &asking, goal.goal, seen, &limits, &mut desk, &mut ledger, journal) {
                    Ok(again) => *asking = again,
                    Err(why) => {
                        commands.entity(entity).remove::<Asking>();
                        by_rule(&mut goal, failed, &around, &mut steps, why, journal, commands);
                    }
                }
            }
        }
    }
}

/// Tells the model of a failure; or, where a call may not be made, lets the rules decide.
pub(in crate::mind) fn ask_about_failure(
    mut goals: Query<(GoalLife, &GoalOf, (&Failure, &Ruling), &mut Ledger, &Steps, &Placed, Option<&Asking>)>,
    mut steps: Query<StepParts>,
    agents: Agents,
    models: Query<&Models>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let Some(limits) = desk.limits().cloned() else { return };
    for (mut goal, of, failed, mut ledger, list, placed, asking) in &mut goals {
        let (Some(outlook), Ok(models)) = (agents.outlook(of), models.get(of.0)) else { continue };
        let seen = outlook.seen;
        let (failure, ruling) = failed;
        // While a plan is awaited that may help where the rules have nothing, nothing is given up.
        let waits = asking.is_some_and(|asking| !asking.lets_work() || matches!(ruling.verdict, Verdict::Abandon(_)));
        if !ruling.open || !outlook.can_work(&goal.state) || goal.note.replan || waits {
            continue;
        }
        let Some(around) = Around::new(failure.step, list, placed, &steps, seen) else {
            // The plan has changed since: there is nothing to mend any more.
            commands.entity(goal.entity).remove::<Failure>();
            continue;
        };
        let may = match (&ruling.settled, asking) {
            (Some(why), _) => Err(why.clone()),
            (None, Some(asking)) => Err(asking.words()),
            (None, None) => may_ask(&ledger, &limits, &models.reflexion, seen),
        };
        if let Err(why) = may {
            by_rule(&mut goal, failed, &around, &mut steps, why, &mut journal, &mut commands);
            continue;
        }
        let number = list.iter().position(|step| step == failure.step).map(|at| at + 1);
        let Some(prompt) = prompt(goal.goal, failed, list, &steps, &outlook) else { continue };
        if let Some(asking) =
            send(&mut desk, (prompt, &models.reflexion), (0, number), goal.goal, seen, &mut ledger, &mut journal)
        {
            commands.entity(goal.entity).insert(asking);
        }
    }
}

fn prompt(
    goal: &Goal,
    (failure, ruling): (&Failure, &Ruling),
    list: &Steps,
    steps: &Query<StepParts>,
    outlook: &Outlook,
) -> Option<Prompt> {
    let plan = list.iter().filter_map(|entity| {
        let (step, state, ..) = steps.get(entity).ok()?;
        let state = if entity == failure.step { "failed" } else { state.name() };
        Some((step.title(), state))
    });
    let (step, _, attempts, _) = steps.get(failure.step).ok()?;
    let failed = Failed {
        goal: &goal.text,
        plan: plan.collect(),
        request: &step.request,
        reason: &step.reason,
        error: &failure.error,
        attempts: &attempts.failed,
        exhausted: ruling.exhausted,
        state: &planner_state(outlook),
        observation: outlook.seen,
    };
    Some(recovery_prompt(&failed))
}

/// What a recovery must fit into; `None` if the plan has changed since.
fn rest(
    goal: &Goal,
    plan: &Plan,
    (failure, ruling): (&Failure, &Ruling),
    around: &Around,
    steps: &Query<StepParts>,
) -> Option<Rest> {
    let all: Vec<(Entity, &Step, &StepState)> = (around.list.iter())
        .filter_map(|entity| steps.get(entity).ok().map(|(step, state, ..)| (entity, step, state)))
        .collect();
    let at = all.iter().position(|(entity, ..)| *entity == failure.step)?;
    let failed = all[at].1;
    Some(Rest {
        goal: goal.text.clone(),
        so_far: so_far(plan, around, steps),
        planned: failed.planned.clone(),
        failed: failed.draft(),
        code: failure.error.code,
        exhausted: ruling.exhausted,
        later: all[at + 1..].iter().map(|(_, step, _)| (step.planned.clone(), step.draft())).collect(),
    })
}

/// What has been done up to a step, and of it.
pub(super) fn so_far(plan: &Plan, around: &Around, steps: &Query<StepParts>) -> SoFar {
    let before = around.list.iter().take_while(|step| *step != around.step).filter_map(|step| steps.get(step).ok());
    let done: Vec<&Step> = before.filter(|(_, state, ..)| **state == StepState::Done).map(|(step, ..)| step).collect();
    SoFar {
        began: plan.began.clone(),
        done: done.iter().map(|step| step.planned.clone()).collect(),
        brought: (done.iter())
            .fold(plan.brought.clone().and(&around.brought), |all, step| all.and(&Brought::of(step, 0))),
        placed: around.placed.0.clone(),
        holds: plan.draft.holds.clone(),
    }
}

/// Does what the model wants done. Where it gives up, a guess of the rules is better than nothing.
fn carry_out_models(
    recovery: Recovery,
    model: &str,
    goal: &mut GoalLifeItem,
    failed: (&Failure, &Ruling),
    around: &Around,
    steps: &mut Query<StepParts>,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    let (failure, ruling) = failed;
    let verdict = match (recovery, &ruling.verdict) {
        (Recovery::GiveUp { why }, Verdict::Abandon(_)) => {
            let mut error = failure.error.clone();
            error.message = format!("{} ({model} gives up: {why})", error.message);
            Verdict::Abandon(error)
        }
        (Recovery::GiveUp { why }, _) => {
            let why = format!("{model} gives up: {why}");
            return by_rule(goal, failed, around, steps, why, journal, commands);
        }
        (recovery, _) => Verdict::Recover(Box::new(recovery)),
    };
    if let Ok(step) = steps.get_mut(failure.step) {
        let decision = Decision { verdict, by: model, about: Some(Detour(failure.clone(), ruling.clone())) };
        carry_out(decision, goal, around, step, journal, commands);
    }
}

/// Does what the rules would have done without a model.
fn by_rule(
    goal: &mut GoalLifeItem,
    (failure, ruling): (&Failure, &Ruling),
    around: &Around,
    steps: &mut Query<StepParts>,
    why: String,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    commands.entity(goal.entity).remove::<Failure>();
    journal.record(Some(goal.goal.id), Event::RulesDecide { why });
    if let Ok(step) = steps.get_mut(failure.step) {
        let decision = Decision { verdict: ruling.verdict.clone(), by: RULE, about: None };
        carry_out(decision, goal, around, step, journal, commands);
    }
}
