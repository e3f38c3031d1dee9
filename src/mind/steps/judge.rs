//! An outcome arrived: does the world show it?
//!
//! Success counts once the expectation holds in what the server showed. A failure counts an attempt and is put on the goal for
//! others to decide about.

use std::sync::Arc;

use bevy::{ecs::query::QueryData, prelude::*};
use serde_json::json;

use super::{
    changes::Changes,
    ends::{Ends, gone},
    expect::{Aim, Evidence, Witness},
    placed::{Placed, is_taken_back_by},
    planning::Plan,
    step::{Attempts, Failure, Step, StepOf, StepState, Steps, Unsettled, bundle},
};
use crate::{
    domain::{
        BlockPos, ErrorCode, GoalState, IN_ANOTHER_STATE, NamedPlace, StepDraft, StepNotes, ToolError, ToolRequest,
        ToolResult,
    },
    journal::{Event, Journal},
    mind::{
        agent::{Agent, Agents, BodyLink, Calls, Clock, GoalOf, Heard, Outlook, Places, Seen, SeenBlocks},
        goals::{Goal, GoalLife},
        plan::{
            drafts::take_back,
            edits::{is_lasting, unmet},
            undo::is_undo,
        },
    },
};

/// Game ticks the world may take to show what a call has done: two seconds.
const EVIDENCE_TICKS: u64 = 40;

/// What becomes of a step whose call has an outcome.
enum Judgement {
    /// The world shows it; in words, how.
    Done(String),
    /// The call succeeded, and the world has yet to show it.
    Awaited,
    Failed(ToolError),
}

/// What a step is judged by, of its agent.
#[derive(QueryData)]
#[query_data(mutable)]
pub(in crate::mind) struct Judged {
    entity: Entity,
    agent: &'static Agent,
    seen: &'static Seen,
    heard: &'static Heard,
    clock: &'static Clock,
    body: &'static BodyLink,
    calls: &'static mut Calls,
    places: &'static mut Places,
}

/// A goal with what is judged of it.
type Ran = (Entity, &'static Goal, &'static GoalOf, &'static Steps, &'static mut Placed, &'static mut Changes);

/// Judges the steps whose calls have an outcome, or whose evidence is awaited.
pub(in crate::mind) fn judge_running_steps(
    mut goals: Query<Ran>,
    mut steps: Records,
    mut agents: Query<Judged>,
    blocks: Res<SeenBlocks>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    for mut agent in &mut agents {
        judge_running_step(&mut agent, &mut goals, &mut steps, &blocks, &mut journal, &mut commands);
    }
}

/// The running call of one agent, and the step that it is of.
fn judge_running_step(
    judged: &mut JudgedItem,
    goals: &mut Query<Ran>,
    steps: &mut Records,
    blocks: &SeenBlocks,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    let (calls, tick) = (&mut judged.calls, judged.clock.0);
    let (Some(seen), Some(call)) = (&judged.seen.0, calls.running()) else { return };
    let Some(result) = calls.outcome(tick, judged.body) else { return };
    let mut own = goals.iter_mut().filter(|(_, _, of, ..)| of.0 == judged.entity);
    let ran = own.find_map(|(entity, goal, _, list, placed, changes)| {
        let number = list.iter().position(|step| steps.get(step).is_ok_and(|(_, state, _)| state.runs(call)))?;
        Some((entity, goal, list, placed, changes, number))
    });
    let Some((entity, goal, list, mut placed, mut changes, number)) = ran else { return calls.judged() };
    let foreseen = is_taken_back_later(list, number, steps);
    let Ok((step, mut state, mut attempts)) = steps.get_mut(list[number]) else { return };
    let StepState::Running { evidence_due_since, .. } = &mut *state else { return };
    if evidence_due_since.is_none() {
        journal.record(Some(goal.id), Event::ToolResult { call, result: result.clone() });
        placed.remember(step, &result, foreseen);
        attempts.ticks += result.ticks;
        attempts.outcome = Some(Arc::new(result.clone()));
    }
    let lines: Vec<_> =
        judged.heard.lines.iter().map(|(line, sender, text)| (*line, sender.as_deref(), text.as_str())).collect();
    let witness = Witness { seen, blocks: blocks.of(judged.entity), username: &judged.agent.username, heard: &lines };
    let (number, title) = (number + 1, step.title());
    let told = result.data.as_ref().and_then(BlockPos::told_by);
    let judgement = judge(step, &result, &witness, evidence_due_since, tick);
    if !matches!(judgement, Judgement::Awaited) {
        changes.end(&result, matches!(judgement, Judgement::Done(_)), seen);
    }
    match judgement {
        Judgement::Awaited => {}
        Judgement::Done(evidence) => {
            calls.judged();
            *state = StepState::Done;
            // Also where the call itself had lost sight of what it broke.
            if step.takes_back.is_some() {
                placed.0.retain(|placed| Some(placed.at) != step.request.breaks());
            }
            if let (ToolRequest::Remember(remember), Some(at)) = (&step.request, told) {
                let (name, dimension) = (remember.name.clone(), seen.dimension.clone());
                let (bot, server) = (judged.agent.username.clone(), judged.agent.server.clone());
                let event = match remember.forget {
                    true => {
                        judged.places.named.remove(&name);
                        Event::PlaceForgotten { bot, server, name }
                    }
                    false => {
                        let place = NamedPlace { dimension: dimension.clone(), at };
                        judged.places.named.insert(name.clone(), place);
                        Event::PlaceNamed { bot, server, name, dimension, at }
                    }
                };
                journal.record(Some(goal.id), event);
            }
            attempts.done(evidence, number, title, goal.id, journal);
            take_back_unforeseen(entity, list, number, steps, &placed, commands);
        }
        Judgement::Failed(error) => {
            calls.judged();
            *state = StepState::Waiting;
            attempts.failed.push(format!("{title}: {error}"));
            attempts.last_error = Some(error.clone());
            let left = step.aim.as_ref().and_then(|aim| aim.left(seen));
            if left < attempts.fewest_left {
                (attempts.used, attempts.fewest_left) = (1, left);
            }
            let attempt = attempts.used;
            journal.record(Some(goal.id), Event::StepFailed { step: number, title, attempt, error: error.clone() });
            commands.entity(entity).insert(Failure { step: list[number - 1], error });
        }
    }
    changes.follow(&placed);
}

/// Holds an outcome against what the world shows by this tick.
fn judge(
    step: &Step,
    result: &ToolResult,
    witness: &Witness,
    evidence_due_since: &mut Option<u64>,
    tick: u64,
) -> Judgement {
    let aim = step.aim.clone().unwrap_or(Aim::Answered);
    // Items that are there count however the call ended; for the rest, the call must have succeeded as well.
    let counts = result.success || matches!(aim, Aim::AtLeast { .. });
    let missing = match aim.look(result.data.as_ref(), witness) {
        Evidence::Shown(evidence) if counts => return Judgement::Done(evidence),
        Evidence::Shown(_) => String::new(),
        Evidence::Missing(what) => what,
    };
    if let Some(error) = &result.error {
        return Judgement::Failed(error.clone());
    }
    if tick.saturating_sub(*evidence_due_since.get_or_insert(tick)) < EVIDENCE_TICKS {
        return Judgement::Awaited;
    }
    let error = ToolError::new(ErrorCode::ActionFailed, format!("the tool said done, but the server shows: {missing}"));
    let mut context = json!({ "expected": format!("{:?}", step.expectation), "seen": missing });
    if let Some(at) = aim.in_another_state(result.data.as_ref(), witness.blocks) {
        context[IN_ANOTHER_STATE] = json!(at);
    }
    Judgement::Failed(error.with(context))
}

pub(super) type Records<'w, 's> = Query<'w, 's, (&'static Step, &'static mut StepState, &'static mut Attempts)>;

/// Whether a later step takes back what this one places.
pub(super) fn is_taken_back_later(list: &Steps, number: usize, steps: &Records) -> bool {
    let placed = steps.get(list[number]).ok().and_then(|(step, ..)| step.request.puts_up());
    let Some(block) = placed else { return false };
    let mut later = list.iter().skip(number + 1).filter_map(|step| steps.get(step).ok());
    later.find_map(|(step, ..)| is_taken_back_by(step, block)).unwrap_or(false)
}

/// What stands as a means and no step takes back is taken back: while the bot is still near it, and before another such block
/// stands.
fn take_back_unforeseen(
    entity: Entity,
    list: &Steps,
    next: usize,
    steps: &Records,
    placed: &Placed,
    commands: &mut Commands,
) {
    let all: Vec<(&Step, &StepState)> =
        list.iter().filter_map(|step| steps.get(step).ok()).map(|(step, state, _)| (step, state)).collect();
    let Some(block) = placed.unforeseen(&all) else { return };
    let leaves = |step: &Step| step.request.leaves() || is_taken_back_by(step, block) == Some(false);
    let before = all.iter().skip(next).position(|(step, _)| leaves(step)).map_or(all.len(), |at| next + at);
    let draft = commands.spawn(bundle(take_back(block), Attempts::default())).id();
    commands.entity(entity).insert_related::<StepOf>(before, &[draft]);
}

/// A goal whose steps are all over is done; steps that only tidy up may have failed.
pub(in crate::mind) fn finish_goal(
    mut goals: Query<(GoalLife, &GoalOf, &Plan, Option<&Steps>, Option<&Ends>), Without<Unsettled>>,
    steps: Query<(&Step, &StepState, &StepNotes)>,
    agents: Agents,
    mut journal: ResMut<Journal>,
) {
    for (mut goal, of, plan, list, ends) in &mut goals {
        let own = || list.into_iter().flat_map(|list| list.iter()).filter_map(|step| steps.get(step).ok());
        let over = own().all(|(step, state, _)| {
            matches!(state, StepState::Done | StepState::Skipped)
                || step.takes_back.is_some() && matches!(state, StepState::Failed(_))
        });
        if !goal.is(GoalState::Active) || !over || goal.note.replan {
            continue;
        }
        let outlook = agents.outlook(of);
        let held = outlook.map(|outlook| outlook.seen.inventory()).unwrap_or_default();
        let is_gone = match outlook.filter(|_| is_undo(&goal.goal.text)) {
            Some(outlook) => gone(own().map(|(step, ..)| step), outlook.blocks),
            None => Ok(None),
        };
        let held = ends.cloned().unwrap_or_default().and(&plan.draft.holds).shown(&held);
        let instead = own().filter(|(_, state, notes)| **state == StepState::Done && notes.is_edited);
        let instead: Vec<StepDraft> = instead.map(|(step, ..)| step.draft()).collect();
        let met = is_met(&goal.hand.owed, &instead, outlook.as_ref());
        match is_gone.and_then(|gone| {
            met?;
            Ok([gone, held?].into_iter().flatten().reduce(|all, more| format!("{all}; {more}")))
        }) {
            Ok(shown) => goal.finish(shown, &mut journal),
            Err(error) => goal.fail(error, &mut journal),
        }
    }
}

/// That what the user has taken out of the plan is shown nevertheless: by what they have put in its place, or by the world itself.
///
/// # Errors
/// `ACTION_FAILED`: nothing shows it.
fn is_met(owed: &[StepDraft], instead: &[StepDraft], outlook: Option<&Outlook>) -> Result<(), ToolError> {
    let is_so = |owed: &StepDraft| {
        let Some(outlook) = outlook.filter(|_| is_lasting(&owed.expectation)) else { return false };
        let witness = Witness { seen: outlook.seen, blocks: outlook.blocks, username: "", heard: &[] };
        let aim = Aim::new(&owed.expectation, outlook.seen, 0);
        matches!(aim.look(None, &witness), Evidence::Shown(_))
    };
    let instead: Vec<&StepDraft> = instead.iter().collect();
    match unmet(owed, &instead).into_iter().find(|owed| !is_so(owed)) {
        None => Ok(()),
        Some(owed) => {
            let words = format!(
                "every step is done, but you have taken \"{}\" out of the plan, and nothing shows what it was for: {}",
                owed.request.title(),
                owed.expectation
            );
            Err(ToolError::new(ErrorCode::ActionFailed, words))
        }
    }
}
