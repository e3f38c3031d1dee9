//! The next waiting step becomes a tool call.

use std::time::Instant;

use bevy::prelude::*;

use super::{
    BodyLink,
    agent::{Heard, LastOutcome, Link, Seen, can_work, send},
    consult::Asking,
    expect::Aim,
    goal::{Goal, Spent},
    recover::Failure,
    steps::{Attempts, Placed, Step, StepState, Steps},
};
use crate::{
    body::{CALL_DEADLINE, MOST_LAG, Order, TIDY_LIMIT},
    domain::{GoalState, Observation, ToolRequest},
    journal::{Event, Journal},
};

/// The mind waits longer, in ticks of the body, so that the body always gives up first and the two never disagree: the
/// deadline and the clean-up, on the slowest server that the body waits for.
pub const MIND_DEADLINE: u64 = MOST_LAG * (CALL_DEADLINE + TIDY_LIMIT + 200);

/// Numbers the calls, and remembers the one that was withdrawn until the body has let go of it.
#[derive(Resource, Debug, Default)]
pub struct Calls {
    last: u64,
    pub withdrawn: Option<Withdrawn>,
}

/// A call the mind no longer wants, and since when.
#[derive(Debug)]
pub struct Withdrawn {
    pub call: u64,
    pub since: Instant,
}

/// Orders the first step that still waits, if nothing runs and no model's word is waited for.
pub(super) fn start_next_step(
    mut goals: Query<(&Goal, &GoalState, &mut Spent, &Steps, &Placed, Option<&Asking>), Without<Failure>>,
    mut steps: Query<(&mut Step, &mut StepState, &mut Attempts)>,
    agent: Single<(&Link, &Seen, &Heard, &mut LastOutcome)>,
    body: Res<BodyLink>,
    mut calls: ResMut<Calls>,
    mut journal: ResMut<Journal>,
) {
    let (link, seen, heard, mut outcome) = agent.into_inner();
    let Some(seen) = &seen.0 else { return };
    for (goal, phase, mut spent, list, placed, asking) in &mut goals {
        let waits = asking.is_some_and(|asking| !asking.lets_work());
        if waits || !can_work(link, phase) || list.iter().any(|step| is_running(&steps, step)) {
            continue;
        }
        let waiting = list.iter().enumerate().find(|(_, step)| is_waiting(&steps, *step));
        let Some((number, entity)) = waiting else { continue };
        let Ok((mut step, mut state, mut attempts)) = steps.get_mut(entity) else { continue };
        if let Some(block) = &step.takes_back
            && placed.newest(block).is_none()
        {
            let evidence = format!("no {block} of ours stands");
            journal.record(Some(goal.id), Event::StepDone { step: number + 1, title: step.title(), evidence });
            *state = StepState::Done;
            continue;
        }
        if step.aim.is_none() {
            step.aim = Some(Aim::new(&step.expectation, seen, heard.next));
        }
        let request = what_is_left(&step, seen, placed);
        calls.last += 1;
        attempts.used += 1;
        spent.tool_calls += 1;
        spent.attempts += 1;
        let (title, reason, attempt) = (step.title(), step.reason.clone(), attempts.used);
        journal.record(Some(goal.id), Event::StepStarted { step: number + 1, title, reason, attempt });
        journal.record(Some(goal.id), Event::ToolCall { call: calls.last, request: request.clone() });
        step.request = request.clone();
        outcome.0 = None;
        *state = StepState::Running { call: calls.last, since: journal.tick, evidence_due_since: None };
        send(&body, Order::Call { id: calls.last, request, deadline: CALL_DEADLINE });
    }
}

fn is_running(steps: &Query<(&mut Step, &mut StepState, &mut Attempts)>, step: Entity) -> bool {
    steps.get(step).is_ok_and(|(_, state, _)| matches!(state, StepState::Running { .. }))
}

fn is_waiting(steps: &Query<(&mut Step, &mut StepState, &mut Attempts)>, step: Entity) -> bool {
    steps.get(step).is_ok_and(|(_, state, _)| *state == StepState::Waiting)
}

/// The request with the count that is still lacking, and the place that only the outcome of another step told.
pub(super) fn what_is_left(step: &Step, seen: &Observation, placed: &Placed) -> ToolRequest {
    let mut request = step.request.clone();
    let left = step.aim.as_ref().and_then(|aim| aim.left(seen)).filter(|left| *left > 0);
    match &mut request {
        ToolRequest::Mine(mine) => {
            if let Some(block) = &step.takes_back {
                mine.at = placed.newest(block);
            }
            mine.count = left.unwrap_or(mine.count);
        }
        ToolRequest::Craft(craft) => craft.count = left.unwrap_or(craft.count),
        ToolRequest::Smelt(smelt) => smelt.count = left.unwrap_or(smelt.count),
        ToolRequest::Drop(drop) => drop.count = left.unwrap_or(drop.count),
        _ => {}
    }
    request
}
