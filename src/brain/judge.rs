//! An outcome arrived: does the world show it? If not, what now?
//!
//! Success counts once the expectation holds in what the server showed. Failure counts an attempt and goes to
//! reflection, whose answer changes the step or inserts others before it. Exhausted: the goal fails, with the reason.

use bevy::prelude::*;
use serde_json::json;

use super::{
    BodyLink, Policy,
    act::MIND_DEADLINE,
    agent::{Agent, Heard, LastOutcome, Seen, send},
    closure::TABLE,
    expect::{Aim, Evidence, Witness},
    goal::{GoalParts, finish},
    llm::Desk,
    planner::PlannerState,
    recover::{Around, Failure, RULE, Ruling, StepParts, carry_out, rule},
    steps::{Attempts, Brought, Placed, PlacedBlock, Step, StepOf, StepState, Steps, bundle},
    steps_of::{take_back, used},
    think::planner_state,
    view::SeenBlocks,
};
use crate::{
    body::Order,
    domain::{BlockPos, Craft, ErrorCode, Expectation, GoalState, Mine, ToolError, ToolRequest, ToolResult},
    journal::{Event, Journal},
};

/// Game ticks the world may take to show what a call has done: two seconds.
const EVIDENCE_TICKS: u64 = 40;

/// Judges the step whose call has an outcome, or whose evidence is awaited.
pub(super) fn judge_running_step(
    mut goals: Query<(GoalParts, &Steps, &mut Placed)>,
    desk: Res<Desk>,
    mut steps: Query<StepParts>,
    agent: Single<(&Agent, &Seen, &Heard, &mut LastOutcome)>,
    blocks: Res<SeenBlocks>,
    policy: Res<Policy>,
    body: Res<BodyLink>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let (agent, seen, heard, mut outcome) = agent.into_inner();
    let Some(seen) = &seen.0 else { return };
    for ((entity, goal, phase, note, spent), list, mut placed) in &mut goals {
        if *phase != GoalState::Active {
            continue;
        }
        let running = list.iter().enumerate().find_map(|(number, step)| {
            let (_, state, _) = steps.get(step).ok()?;
            match state {
                StepState::Running { call, since, .. } => Some((number, step, *call, *since)),
                _ => None,
            }
        });
        let Some((number, step_entity, call, since)) = running else { continue };
        if outcome.0.as_ref().is_some_and(|(id, _)| *id != call) {
            tracing::debug!("an outcome of a withdrawn call is dropped");
            outcome.0 = None;
        }
        let result = match &outcome.0 {
            Some((_, result)) => result.clone(),
            None if journal.tick.saturating_sub(since) > MIND_DEADLINE => {
                send(&body, Order::Cancel { id: call });
                let error = ToolError::new(ErrorCode::Timeout, "the body never answered");
                ToolResult::new("", 0, 0, Err(error))
            }
            None => continue,
        };
        let foreseen = match steps.get(step_entity) {
            Ok((Step { request: ToolRequest::PlaceBlock(place), .. }, ..)) => {
                let mut later = list.iter().skip(number + 1).filter_map(|step| steps.get(step).ok());
                later.find_map(|(step, ..)| is_taken_back_by(step, &place.block)).unwrap_or(false)
            }
            _ => false,
        };
        let keep: Vec<String> = list
            .iter()
            .filter_map(|step| steps.get(step).ok())
            .flat_map(|(step, state, _)| {
                let gained = match &step.expectation {
                    Expectation::Gain { items, .. } => items.clone(),
                    _ => Vec::new(),
                };
                let used = if *state == StepState::Done { Vec::new() } else { used(&step.request) };
                gained.into_iter().chain(used.into_iter().map(str::to_owned))
            })
            .collect();
        let Ok((step, mut state, mut attempts)) = steps.get_mut(step_entity) else { continue };
        let evidence_due_since = match &mut *state {
            StepState::Running { evidence_due_since, .. } => evidence_due_since,
            _ => continue,
        };
        if evidence_due_since.is_none() {
            journal.record(Some(goal.id), Event::ToolResult { call, result: result.clone() });
            remember_placed(&mut placed, &step, &result, foreseen);
        }
        let heard: Vec<_> =
            heard.lines.iter().map(|(line, sender, text)| (*line, sender.as_deref(), text.as_str())).collect();
        let witness = Witness { seen, blocks: &blocks.0, username: &agent.username, heard: &heard };
        let aim = step.aim.clone().unwrap_or(Aim::Answered);
        let evidence = aim.look(result.data.as_ref(), &witness);
        // Items that are there count however the call ended; for the rest, the call must have succeeded as well.
        let counts = result.success || matches!(aim, Aim::AtLeast { .. });
        let missing = match evidence {
            Evidence::Shown(evidence) if counts => {
                journal.record(Some(goal.id), Event::StepDone { step: number + 1, title: step.title(), evidence });
                *state = StepState::Done;
                outcome.0 = None;
                // Also where the call itself had lost sight of what it broke.
                if let (ToolRequest::Mine(mine), Some(_)) = (&step.request, &step.takes_back) {
                    placed.0.retain(|placed| Some(placed.at) != mine.at);
                }
                if let Some(block) = unforeseen(list, &steps, &placed) {
                    // While the bot is still near it, and before another such block stands.
                    let leaves = |step: &Step| {
                        matches!(step.request, ToolRequest::Navigate(_)) || is_taken_back_by(step, block) == Some(false)
                    };
                    let mut later = list.iter().enumerate().skip(number + 1);
                    let before = later.find(|(_, step)| steps.get(*step).is_ok_and(|(step, ..)| leaves(step)));
                    let draft = commands.spawn(bundle(take_back(block), None, Attempts::default())).id();
                    commands.entity(entity).insert_related::<StepOf>(before.map_or(list.len(), |(at, _)| at), &[draft]);
                }
                continue;
            }
            Evidence::Shown(_) => None,
            Evidence::Missing(what) => Some(what),
        };
        let error = match (result.error, missing) {
            (Some(error), _) => error,
            (None, missing) => {
                let due = *evidence_due_since.get_or_insert(journal.tick);
                if journal.tick.saturating_sub(due) < EVIDENCE_TICKS {
                    continue;
                }
                let what = missing.unwrap_or_default();
                ToolError::new(ErrorCode::ActionFailed, format!("the tool said done, but the server shows: {what}"))
                    .with(json!({ "expected": format!("{:?}", step.expectation), "seen": what }))
            }
        };
        outcome.0 = None;
        let attempt = attempts.used;
        let title = step.title();
        attempts.failed.push(format!("{title}: {error}"));
        journal.record(Some(goal.id), Event::StepFailed { step: number + 1, title, attempt, error: error.clone() });
        attempts.last_error = Some(error.clone());
        *state = StepState::Waiting;
        let ruling = rule(&step, &error, attempt, &spent, &policy, || PlannerState {
            keep,
            exact: names_the_kind(&goal.text, &step.request),
            ..planner_state(seen, &blocks.0)
        });
        if ruling.open && desk.limits().is_some() {
            let Ruling { verdict: rule, exhausted, .. } = ruling;
            commands.entity(entity).insert(Failure { step: step_entity, error, exhausted, rule, settled: None });
            continue;
        }
        let brought = Brought::so_far(&step, seen);
        let around = Around { list, step: step_entity, placed: &placed, brought, tried: Vec::new() };
        let (parts, step) = ((entity, goal, phase, note, spent), (step, state, attempts));
        carry_out(ruling.verdict, (RULE, None), parts, &around, step, &mut journal, &mut commands);
    }
}

/// Whether the user's own words name the kind that a step is about: "jungle planks", and not just any.
fn names_the_kind(goal: &str, request: &ToolRequest) -> bool {
    let (ToolRequest::Mine(Mine { target: name, .. }) | ToolRequest::Craft(Craft { item: name, .. })) = request else {
        return false;
    };
    let kind = name.rsplit_once('_').map_or(name.as_str(), |(kind, _)| kind);
    goal.to_lowercase().replace(' ', "_").contains(kind)
}

/// Keeps a record of what stands in the world because of this goal. `foreseen`: the plan means to take it back.
fn remember_placed(placed: &mut Placed, step: &Step, result: &ToolResult, foreseen: bool) {
    // A craft or a smelting that failed after it had placed its station says so in the error's context.
    let told = result.data.as_ref().or(result.error.as_ref().map(|error| &error.context));
    let Some(told) = told else { return };
    match &step.request {
        ToolRequest::PlaceBlock(place) if result.success => {
            let block = place.block.clone();
            placed.0.extend(BlockPos::told_by(told).map(|at| PlacedBlock { block, at, means: foreseen }));
        }
        ToolRequest::Craft(_) | ToolRequest::Smelt(_) => {
            let station = told.get("placed").filter(|placed| !placed.is_null());
            let block = station.and_then(|station| station.get("block")?.as_str()).unwrap_or(TABLE);
            let at = station.and_then(BlockPos::told_by);
            placed.0.extend(at.map(|at| PlacedBlock { block: block.to_owned(), at, means: true }));
        }
        ToolRequest::Mine(mine) if result.success => placed.0.retain(|placed| Some(placed.at) != mine.at),
        _ => {}
    }
}

/// Whether a step takes such a block back or puts another up; `None` where it is not about it.
fn is_taken_back_by(step: &Step, block: &str) -> Option<bool> {
    match &step.request {
        ToolRequest::PlaceBlock(place) if place.block == block => Some(false),
        _ => (step.takes_back.as_deref() == Some(block)).then_some(true),
    }
}

/// What was placed as a means and what no waiting step takes back: a craft may have placed a table that the plan did
/// not foresee.
fn unforeseen<'a>(list: &Steps, steps: &Query<StepParts>, placed: &'a Placed) -> Option<&'a str> {
    let forgotten = placed.0.iter().filter(|placed| placed.means).find(|placed| {
        !list.iter().filter_map(|step| steps.get(step).ok()).any(|(step, state, _)| {
            step.takes_back.as_ref() == Some(&placed.block) && !matches!(state, StepState::Done)
        })
    })?;
    Some(&forgotten.block)
}

/// A goal whose steps are all over is done; steps that only tidy up may have failed.
pub(super) fn finish_goal(
    mut goals: Query<(GoalParts, Option<&Steps>), With<super::steps::Plan>>,
    steps: Query<(&Step, &StepState)>,
    mut journal: ResMut<Journal>,
) {
    for ((_, goal, mut phase, note, mut spent), list) in &mut goals {
        let mut states = list.into_iter().flat_map(|list| list.iter()).filter_map(|step| steps.get(step).ok());
        let over = states.all(|(step, state)| {
            *state == StepState::Done || step.takes_back.is_some() && matches!(state, StepState::Failed(_))
        });
        if *phase == GoalState::Active && over && !note.replan {
            finish(goal, &mut phase, &mut spent, &mut journal);
        }
    }
}
