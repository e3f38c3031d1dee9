//! Jobs unfold: the next call of one is put before it as a step, and it is done once it finds nothing left to do.

use bevy::prelude::*;

use super::{
    expect::{Aim, Evidence, Witness},
    step::{Attempts, Failure, OnHold, Piece, Step, StepOf, StepState, Steps, Unsettled, bundle},
};
use crate::{
    domain::{ErrorCode, GoalState, Observation, StepDraft, ToolError, ToolRequest},
    journal::{Event, Journal},
    mind::{
        agent::{Agents, Calls, GoalOf},
        goals::{Goal, GoalNote, Spent},
        jobs::{self, Next},
        plan::drafts::draft,
    },
    voxel::SeenWorld,
};

/// How far a job is, in its own pieces.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobProgress {
    pub done: u64,
    /// The most that were done at a look.
    pub most: u64,
    pub of: u64,
    /// How many of its calls are over.
    pieces: u64,
}

/// What a job has seen on its way.
#[derive(Component, Debug, Default)]
pub(in crate::mind) struct JobWay(jobs::Way);

/// A job, or a step of any other kind.
type Looked = (
    &'static Step,
    &'static mut StepState,
    &'static mut Attempts,
    Option<&'static JobProgress>,
    Option<&'static mut JobWay>,
    Has<Piece>,
);

/// Looks at the jobs whose turn it is.
pub(in crate::mind) fn unfold_jobs(
    mut goals: Query<
        (Entity, &Goal, &GoalOf, &GoalState, &Steps, &Spent, &mut GoalNote),
        (Without<Failure>, Without<OnHold>, Without<Unsettled>),
    >,
    mut steps: Query<Looked>,
    agents: Agents,
    calls: Query<&Calls>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    for (entity, goal, of, phase, list, spent, mut note) in &mut goals {
        let Some(outlook) = agents.outlook(of).filter(|outlook| outlook.can_work(phase)) else { continue };
        if calls.get(of.0).is_ok_and(|calls| calls.running().is_some()) {
            continue;
        }
        let is_waiting = |step: Entity| steps.get(step).is_ok_and(|(_, state, ..)| *state == StepState::Waiting);
        let Some(number) = list.iter().position(is_waiting) else { continue };
        let over = list.iter().take(number).filter(|step| {
            steps.get(*step).is_ok_and(|(_, state, .., is_piece)| is_piece && *state == StepState::Done)
        });
        let over: Vec<Entity> = over.collect();
        let job = list[number];
        let Ok((step, mut state, mut attempts, before, known, _)) = steps.get_mut(job) else { continue };
        let pieces = before.map_or(0, |before| before.pieces) + over.len() as u64;
        let mut way = known.map_or_else(JobWay::default, |mut known| std::mem::take(&mut *known)).0;
        (way.pieces, way.idle, way.now) = (pieces, attempts.used, spent.ticks(journal.tick_of(goal.id)));
        let look = jobs::look(&step.request, outlook.blocks, outlook.seen, outlook.moved, &mut way);
        let Some(look) = look else { continue };
        // What is put back again and again is not waited out.
        let is_stuck = before.is_some_and(|before| before.most >= look.done);
        let most = before.map_or(0, |before| before.most).max(look.done);
        let progress = JobProgress { done: look.done, most, of: look.of, pieces };
        commands.entity(job).insert((progress, JobWay(way)));
        attempts.used = if is_stuck { attempts.used + 1 } else { 0 };
        let next = match look.next {
            Next::Call(..) if attempts.used >= jobs::patience(&step.request) => Next::Missing(stuck(progress)),
            next => next,
        };
        let error = match next {
            Next::Call(request, reason) => {
                // Of ten thousand pieces no more than two are ever there.
                over.iter().for_each(|piece| commands.entity(*piece).despawn());
                let piece = StepDraft { reason, ..draft(request, String::new()) };
                let piece = commands.spawn((bundle(piece, Attempts::default()), Piece)).id();
                commands.entity(entity).insert_related::<StepOf>(number - over.len(), &[piece]);
                continue;
            }
            Next::Shown(words) => {
                *state = StepState::Done;
                // It is an answer, too, where somebody has asked for it.
                if !matches!(&step.request, ToolRequest::Explore(explore) if explore.is_errand()) {
                    note.why = Some(words.clone());
                }
                attempts.done(words, number + 1, step.title(), goal.id, &mut journal);
                continue;
            }
            Next::Done => match shown(step, outlook.seen, outlook.blocks) {
                Evidence::Shown(evidence) => {
                    *state = StepState::Done;
                    attempts.done(evidence, number + 1, step.title(), goal.id, &mut journal);
                    continue;
                }
                Evidence::Missing(what) => ToolError::new(ErrorCode::ActionFailed, what),
            },
            Next::Missing(error) => error,
        };
        let (step, title, attempt) = (number + 1, step.title(), attempts.used.max(1));
        attempts.last_error = Some(error.clone());
        journal.record(Some(goal.id), Event::StepFailed { step, title, attempt, error: error.clone() });
        commands.entity(entity).insert(Failure { step: job, error });
    }
}

/// What shows that a job is done: the same as with any step.
fn shown(step: &Step, seen: &Observation, blocks: &SeenWorld) -> Evidence {
    let witness = Witness { seen, blocks, username: "", heard: &[] };
    Aim::new(&step.expectation, seen, 0).look(None, &witness)
}

fn stuck(progress: JobProgress) -> ToolError {
    let JobProgress { done, of, .. } = progress;
    let words = format!("what is done is undone again: {done} of {of} pieces are done, and it becomes no more");
    ToolError::new(ErrorCode::ActionFailed, words)
}
