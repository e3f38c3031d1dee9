//! A step has failed and the rules only guess: the model is told of it, and what it wants done is proved and done.

use bevy::{ecs::query::QueryItem, prelude::*};

use super::{
    Asking,
    answers::{heard, send_back},
    may_ask, send,
};
use crate::{
    brain::{
        agent::{Link, Seen, can_work},
        goal::{Goal, GoalParts, Ledger},
        llm::{
            Desk, Prompt, Role,
            prompt::{Failed, recovery_prompt},
            reply::{Rest, SoFar, prove_recovery, read_recovery},
        },
        recover::{Around, Failure, RULE, StepParts, Verdict, carry_out},
        reflect::Recovery,
        steps::{Brought, Placed, Plan, Step, StepState, Steps},
        think::planner_state,
        view::SeenBlocks,
    },
    domain::Observation,
    journal::{Event, Journal},
};

/// What is held against a failure, on its goal.
type Failing = (
    GoalParts,
    &'static mut Asking,
    &'static mut Ledger,
    Option<&'static Failure>,
    Option<(&'static Plan, &'static Steps, &'static Placed)>,
);

/// Does what the models want done about failures, where it is proved; else what the rules would have done.
pub(in crate::brain) fn heed_recoveries(
    mut goals: Query<Failing>,
    mut steps: Query<StepParts>,
    seen: Single<&Seen>,
    blocks: Res<SeenBlocks>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let (Some(seen), Some(limits)) = (&seen.0, desk.limits().cloned()) else { return };
    for (parts, mut asking, mut ledger, failure, plan) in &mut goals {
        if asking.prompt.role != Role::Reflexion {
            continue;
        }
        let Some(answer) = asking.answer.take() else { continue };
        let (entity, goal) = (parts.0, parts.1);
        let failed = failure.zip(plan).and_then(|(failure, (plan, list, placed))| {
            let around = around(failure.step, list, placed, &steps, seen)?;
            let rest = rest(goal, plan, failure, &around, &steps)?;
            Some((failure, around, rest))
        });
        let Some((failure, around, rest)) = failed else {
            // The plan has changed since: there is nothing to mend any more.
            commands.entity(entity).remove::<(Asking, Failure)>();
            continue;
        };
        let state = planner_state(seen, &blocks.0);
        let proved = heard(answer, |text| read_recovery(text).and_then(|answer| prove_recovery(answer, &rest, &state)));
        let (journal, commands) = (&mut journal, &mut commands);
        match proved {
            Ok(recovery) => {
                commands.entity(entity).remove::<Asking>();
                let model = desk.model(Role::Reflexion).to_owned();
                carry_out_models(recovery, &model, parts, failure, &around, &mut steps, journal, commands);
            }
            Err(unproved) => match send_back(unproved, &asking, goal, seen, &limits, &mut desk, &mut ledger, journal) {
                Ok(again) => *asking = again,
                Err(why) => {
                    commands.entity(entity).remove::<Asking>();
                    by_rule(parts, failure, &around, &mut steps, why, journal, commands);
                }
            },
        }
    }
}

/// Tells the model of a failure; or, where a call may not be made, lets the rules decide.
pub(in crate::brain) fn ask_about_failure(
    mut goals: Query<(GoalParts, &Failure, &mut Ledger, &Steps, &Placed, Option<&Asking>)>,
    mut steps: Query<StepParts>,
    agent: Single<(&Link, &Seen)>,
    blocks: Res<SeenBlocks>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let (link, seen) = *agent;
    let (Some(seen), Some(limits)) = (&seen.0, desk.limits().cloned()) else { return };
    for (parts, failure, mut ledger, list, placed, asking) in &mut goals {
        let (entity, goal, phase, note, _) = &parts;
        // While a plan is awaited that may help where the rules have nothing, nothing is given up.
        let waits = asking.is_some_and(|asking| !asking.lets_work() || matches!(failure.rule, Verdict::Abandon(_)));
        if !can_work(link, phase) || note.replan || waits {
            continue;
        }
        let Some(around) = around(failure.step, list, placed, &steps, seen) else {
            // The plan has changed since: there is nothing to mend any more.
            commands.entity(*entity).remove::<Failure>();
            continue;
        };
        let may = match (&failure.settled, asking) {
            (Some(why), _) => Err(why.clone()),
            (None, Some(asking)) => Err(asking.words(&desk)),
            (None, None) => may_ask(&ledger, &limits, &desk, Role::Reflexion, seen),
        };
        if let Err(why) = may {
            by_rule(parts, failure, &around, &mut steps, why, &mut journal, &mut commands);
            continue;
        }
        let number = list.iter().position(|step| step == failure.step).map(|at| at + 1);
        let Some(prompt) = prompt(goal, failure, list, &steps, seen, &blocks) else { continue };
        if let Some(asking) = send(&mut desk, prompt, (0, number), goal, seen, &mut ledger, &mut journal) {
            commands.entity(*entity).insert(asking);
        }
    }
}

fn prompt(
    goal: &Goal,
    failure: &Failure,
    list: &Steps,
    steps: &Query<StepParts>,
    seen: &Observation,
    blocks: &SeenBlocks,
) -> Option<Prompt> {
    let plan = list.iter().filter_map(|entity| {
        let (step, state, _) = steps.get(entity).ok()?;
        let state = if entity == failure.step { "failed" } else { state.name() };
        Some((step.title(), state))
    });
    let (step, _, attempts) = steps.get(failure.step).ok()?;
    let failed = Failed {
        goal: &goal.text,
        plan: plan.collect(),
        request: &step.request,
        reason: &step.reason,
        error: &failure.error,
        attempts: &attempts.failed,
        exhausted: failure.exhausted,
        state: &planner_state(seen, &blocks.0),
        observation: seen,
    };
    Some(recovery_prompt(&failed))
}

/// The plan around a step; `None` if it has changed since.
pub(super) fn around<'a>(
    step: Entity,
    list: &'a Steps,
    placed: &'a Placed,
    steps: &Query<StepParts>,
    seen: &Observation,
) -> Option<Around<'a>> {
    let (next, ..) = steps.get(step).ok()?;
    let undone = list.iter().filter_map(|step| steps.get(step).ok()).filter(|(_, state, _)| **state != StepState::Done);
    Some(Around {
        list,
        step,
        placed,
        brought: Brought::so_far(next, seen),
        tried: undone.map(|(step, _, attempts)| (step.request.clone(), attempts.clone())).collect(),
    })
}

/// What a recovery must fit into; `None` if the plan has changed since.
fn rest(goal: &Goal, plan: &Plan, failure: &Failure, around: &Around, steps: &Query<StepParts>) -> Option<Rest> {
    let all: Vec<(Entity, &Step, &StepState)> = (around.list.iter())
        .filter_map(|entity| steps.get(entity).ok().map(|(step, state, _)| (entity, step, state)))
        .collect();
    let at = all.iter().position(|(entity, ..)| *entity == failure.step)?;
    let failed = all[at].1;
    Some(Rest {
        goal: goal.text.clone(),
        so_far: so_far(plan, around, steps),
        planned: failed.planned.clone(),
        failed: failed.draft(),
        code: failure.error.code,
        exhausted: failure.exhausted,
        later: all[at + 1..].iter().map(|(_, step, _)| (step.planned.clone(), step.draft())).collect(),
    })
}

/// What has been done up to a step, and of it.
pub(super) fn so_far(plan: &Plan, around: &Around, steps: &Query<StepParts>) -> SoFar {
    let before = around.list.iter().take_while(|step| *step != around.step).filter_map(|step| steps.get(step).ok());
    let done: Vec<&Step> = before.filter(|(_, state, _)| **state == StepState::Done).map(|(step, ..)| step).collect();
    SoFar {
        began: plan.began.clone(),
        done: done.iter().map(|step| step.planned.clone()).collect(),
        brought: (done.iter())
            .fold(plan.brought.clone().and(&around.brought), |all, step| all.and(&Brought::of(step, 0))),
        placed: around.placed.0.clone(),
    }
}

/// Does what the model wants done. Where it gives up, a guess of the rules is better than nothing.
fn carry_out_models(
    recovery: Recovery,
    model: &str,
    parts: QueryItem<GoalParts>,
    failure: &Failure,
    around: &Around,
    steps: &mut Query<StepParts>,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    let verdict = match (recovery, &failure.rule) {
        (Recovery::GiveUp { why }, Verdict::Abandon(_)) => {
            let mut error = failure.error.clone();
            error.message = format!("{} ({model} gives up: {why})", error.message);
            Verdict::Abandon(error)
        }
        (Recovery::GiveUp { why }, _) => {
            let why = format!("{model} gives up: {why}");
            return by_rule(parts, failure, around, steps, why, journal, commands);
        }
        (recovery, _) => Verdict::Recover(recovery),
    };
    if let Ok(step) = steps.get_mut(failure.step) {
        carry_out(verdict, (model, Some(failure)), parts, around, step, journal, commands);
    }
}

/// Does what the rules would have done without a model.
fn by_rule(
    parts: QueryItem<GoalParts>,
    failure: &Failure,
    around: &Around,
    steps: &mut Query<StepParts>,
    why: String,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    commands.entity(parts.0).remove::<Failure>();
    journal.record(Some(parts.1.id), Event::RulesDecide { why });
    if let Ok(step) = steps.get_mut(failure.step) {
        carry_out(failure.rule.clone(), (RULE, None), parts, around, step, journal, commands);
    }
}
