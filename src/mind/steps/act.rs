//! The next waiting step becomes a tool call, and a call that nobody wants any more is withdrawn.

use bevy::prelude::*;

use super::{
    changes::Changes,
    expect::Aim,
    placed::Placed,
    planning::Plan,
    step::{Attempts, Failure, OnHold, Step, StepState, Steps, Unsettled},
};
use crate::{
    construction::Building,
    domain::{BlockPos, GoalState, Observation, StepDraft, Tool, ToolRequest, Toward, Volume},
    journal::{Event, Journal},
    mind::{
        agent::{Agents, BodyLink, Calls, Clock, GoalOf, Heard, Outlook},
        goals::{ByHand, Goal, GoalLife, Owners, Speaker, Spent},
        jobs::is_job,
        plan::bounds::spare,
    },
};

/// Orders the first step that still waits, if nothing runs and no model's word is waited for.
pub(in crate::mind) fn start_next_step(
    mut goals: Query<
        (&Goal, &GoalOf, &GoalState, &mut Spent, &Steps, &Placed, &Plan, &mut Changes, &mut ByHand, Option<&Speaker>),
        (Without<Failure>, Without<OnHold>, Without<Unsettled>),
    >,
    mut steps: Query<(&mut Step, &mut StepState, &mut Attempts)>,
    owners: Res<Owners>,
    agents: Agents,
    mut bodies: Query<(&Heard, &Clock, &BodyLink, &mut Calls)>,
    mut journal: ResMut<Journal>,
) {
    for (goal, of, phase, mut spent, list, placed, plan, mut changes, mut hand, speaker) in &mut goals {
        let (Some(outlook), Ok((heard, clock, body, mut calls))) = (agents.outlook(of), bodies.get_mut(of.0)) else {
            continue;
        };
        if !outlook.can_work(phase) || calls.running().is_some() {
            continue;
        }
        let seen = outlook.seen;
        let waiting = list.iter().enumerate().find(|(_, step)| is_waiting(&steps, *step));
        let Some((number, entity)) = waiting else { continue };
        let then = list.iter().skip(number + 1).filter_map(|step| steps.get(step).ok());
        let back_to = then.filter_map(|(step, ..)| placed.newest(step.takes_back.as_ref()?)).next();
        let built = what_is_built(&steps, list, entity);
        let levelled = what_is_levelled(&steps, list);
        let Ok((mut step, mut state, mut attempts)) = steps.get_mut(entity) else { continue };
        // It is done a piece at a time, or planned first.
        if is_job(&step.request) || matches!(step.request, ToolRequest::PlanOn(_)) {
            continue;
        }
        if let Some(block) = &step.takes_back
            && placed.newest(block).is_none()
        {
            let evidence = format!("no {block} of ours stands");
            attempts.done(evidence, number + 1, step.title(), goal.id, &mut journal);
            *state = StepState::Done;
            continue;
        }
        // What is there by now is not got again.
        if let Some(evidence) = step.aim.as_ref().and_then(|aim| aim.counted(seen)) {
            attempts.done(evidence, number + 1, step.title(), goal.id, &mut journal);
            *state = StepState::Done;
            continue;
        }
        if step.aim.is_none() {
            step.aim = Some(Aim::new(&step.expectation, seen, heard.next));
        }
        step.had = step.may_put_up(&seen.inventory());
        let mut request = what_is_left(&step, seen, placed);
        if let ToolRequest::Mine(mine) = &mut request {
            mine.back_to = back_to;
            mine.spare = levelled;
        }
        if let ToolRequest::Build(build) = &mut request {
            let moved = Some(outlook.moved).filter(|moved| moved.is_for(build) && !moved.is_empty());
            build.earthwork = moved.cloned().map(Box::new);
        }
        if let ToolRequest::Give(give) = &mut request
            && !attempts.lost
        {
            // What was taken by the last try is not given again.
            let told = attempts.last_error.as_ref().and_then(|error| error.context["given"].as_u64());
            let given = told.and_then(|given| u32::try_from(given).ok()).unwrap_or(0);
            give.count = step.request.count().unwrap_or(1).saturating_sub(given).max(1);
        }
        attempts.used += 1;
        attempts.fewest_left = attempts.fewest_left.or(step.aim.as_ref().and_then(|aim| aim.left(seen)));
        spent.tool_calls += 1;
        spent.attempts += 1;
        let (title, reason, attempt) = (step.title(), step.reason.clone(), attempts.used);
        journal.record(Some(goal.id), Event::StepStarted { step: number + 1, title, reason, attempt });
        step.request = request.clone();
        changes.begin(&step, plan, seen, outlook.blocks, attempts.lost);
        // What an earlier try has broken may lie about.
        let again = std::mem::take(&mut attempts.lost) || attempts.used > 1;
        let mut closed = owners.closed_to(speaker).to_vec();
        closed.extend(built);
        let call = calls.order(request.clone(), again, &closed, clock.0, body);
        journal.record(Some(goal.id), Event::ToolCall { call, request });
        *state = StepState::Running { call, evidence_due_since: None };
        if let Some(once) = &mut hand.once {
            once.begun.get_or_insert(entity);
        }
    }
}

/// Where a goal builds, for a step that mines what is nearest: what is lacking for a building is not taken out of it.
fn what_is_built(steps: &Query<(&mut Step, &mut StepState, &mut Attempts)>, of: &Steps, step: Entity) -> Vec<Volume> {
    // A station that was put up there is taken along again.
    let is_nearest = |step: &Step| {
        step.takes_back.is_none() && matches!(&step.request, ToolRequest::Mine(mine) if mine.at.is_none())
    };
    if !steps.get(step).is_ok_and(|(step, ..)| is_nearest(step)) {
        return Vec::new();
    }
    let volume = |step: &Step| match &step.request {
        ToolRequest::Build(build) => Building::of(build).ok().map(|building| building.volume()),
        _ => None,
    };
    of.iter().filter_map(|step| volume(steps.get(step).ok()?.0)).collect()
}

/// The ground that a goal makes level, and its rim: what is lacking there is not dug there.
fn what_is_levelled(steps: &Query<(&mut Step, &mut StepState, &mut Attempts)>, of: &Steps) -> Option<Volume> {
    let volume = |step: &Step| match &step.planned {
        ToolRequest::Fill(fill) if fill.level => Some(fill.volume()),
        _ => None,
    };
    let found = of.iter().filter_map(|step| volume(steps.get(step).ok()?.0));
    let all = found.reduce(|one, other| one.around(other))?;
    Some(Volume::between(all.low().offset(-1, 0, -1), all.high().offset(1, 0, 1)))
}

fn is_waiting(steps: &Query<(&mut Step, &mut StepState, &mut Attempts)>, step: Entity) -> bool {
    steps.get(step).is_ok_and(|(_, state, _)| *state == StepState::Waiting)
}

/// Ends goals whose plans would change land that is kept as it is, and goals of owners whose plans would do what owners may not ask
/// for: before their first step, and before whatever comes into their plans on the way.
pub(in crate::mind) fn keep_in_bounds(
    mut goals: Query<(GoalLife, &GoalOf, Ref<Steps>)>,
    steps: Query<(&Step, &StepState)>,
    owners: Res<Owners>,
    agents: Agents,
    mut journal: ResMut<Journal>,
) {
    for (mut goal, of, list) in goals.iter_mut().filter(|(goal, ..)| !goal.state.is_over()) {
        let (outlook, is_owners) = (agents.outlook(of), goal.speaker.is_some());
        let zones = outlook.as_ref().map_or(Vec::new(), Outlook::zones);
        if zones.is_empty() && !is_owners {
            continue;
        }
        let steps = list.iter().filter_map(|step| steps.get(step).ok());
        let waiting = steps.filter(|(_, state)| **state == StepState::Waiting);
        let calls: Vec<_> = waiting.map(|(step, _)| (&step.request, step.takes_back.as_deref())).collect();
        // The words are read again only once the plan is another.
        let from = calls.iter().find_map(|(request, _)| match request {
            ToolRequest::PlanOn(rest) if is_owners && list.is_changed() => Some(rest.from as usize),
            _ => None,
        });
        let rest = from.map_or(Ok(()), |from| owners.bounds.allow_rest(&goal.goal.text, from));
        let allowed = outlook.as_ref().map_or(Ok(()), |outlook| {
            let requests = calls.iter().map(|(request, _)| *request);
            spare(&zones, requests, outlook.seen)?;
            if is_owners { owners.bounds.allow(&calls, outlook.seen) } else { Ok(()) }
        });
        if let Err(error) = allowed.and(rest) {
            goal.fail(error, &mut journal);
        }
    }
}

/// Withdraws the running call of a goal that is no longer to be worked at: its step waits again, and the attempt does not count.
pub(in crate::mind) fn withdraw_calls(
    goals: Query<(&GoalOf, &GoalState, &Steps)>,
    mut steps: Query<(&mut StepState, &mut Attempts)>,
    mut agents: Query<(&BodyLink, &mut Calls)>,
) {
    for (of, _, list) in goals.iter().filter(|(_, phase, _)| **phase != GoalState::Active) {
        let Ok((body, mut calls)) = agents.get_mut(of.0) else { continue };
        let Some(call) = calls.running() else { continue };
        let mut records = steps.iter_many_mut(list.iter());
        while let Some((mut state, mut attempts)) = records.fetch_next() {
            if state.runs(call) {
                calls.withdraw(body);
                *state = StepState::Waiting;
                attempts.used = attempts.used.saturating_sub(1);
            }
        }
    }
}

/// What is left of these steps, which are not done, as drafts: what lacks nothing is left out, and what does not stand is not
/// taken back.
pub fn rest<'a>(undone: impl Iterator<Item = &'a Step>, seen: &Observation, placed: &Placed) -> Vec<StepDraft> {
    let mut rest: Vec<StepDraft> = Vec::new();
    for step in undone {
        let places = |step: &StepDraft, block: &str| step.request.puts_up() == Some(block);
        let stands = |block: &String| placed.newest(block).is_some() || rest.iter().any(|step| places(step, block));
        // That it is gone does not show that it was given.
        let counts = |aim: &Aim| !matches!(aim, Aim::Given { .. });
        let is_there = step.aim.as_ref().is_some_and(|aim| counts(aim) && aim.left(seen) == Some(0));
        if step.takes_back.as_ref().map_or(!is_there, stands) {
            rest.push(StepDraft { request: what_is_left(step, seen, placed), ..step.draft() });
        }
    }
    rest
}

/// The request with the count that is still lacking, and the place that only the outcome of another step told.
pub fn what_is_left(step: &Step, seen: &Observation, placed: &Placed) -> ToolRequest {
    let mut request = step.request.clone();
    if let (ToolRequest::Mine(mine), Some(block)) = (&mut request, &step.takes_back) {
        mine.at = placed.newest(block);
    }
    // A sign that was put up for it.
    if let ToolRequest::WriteSign(write) = &mut request
        && write.place().is_none()
        && let Some(BlockPos { x, y, z }) = placed.newest_sign()
    {
        (write.x, write.y, write.z) = (Some(x), Some(y), Some(z));
    }
    // Where to, and not by how much: a turn that was made once would be made twice.
    if let (ToolRequest::Face(face), Some(Aim::Turned { yaw: yaw @ Some(_), .. })) = (&mut request, &step.aim)
        && matches!(face.toward, Some(Toward::Left | Toward::Right | Toward::Around))
    {
        (face.toward, face.yaw) = (None, *yaw);
    }
    let left = step.aim.as_ref().and_then(|aim| aim.left(seen)).filter(|left| *left > 0);
    if let (Some(left), Some(count)) = (left, request.count_mut()) {
        *count = left;
    }
    if let (Some(left), ToolRequest::Wait(wait)) = (left, &mut request) {
        wait.ticks = Some(left);
    }
    request
}
