//! What was decided about a failed step is done.

use bevy::{ecs::query::QueryItem, prelude::*};

use super::{
    rules::Recovery,
    verdict::{Ruling, Verdict},
};
use crate::{
    domain::{Observation, StepDraft, StepNotes, ToolError, ToolRequest},
    journal::{Event, Journal},
    mind::{
        goals::GoalLifeItem,
        plan::drafts::take_back,
        steps::{Attempts, Brought, Failure, Placed, Plan, Step, StepOf, StepState, Steps, Undos, bundle},
    },
};

/// Who decides where no model does, in the journal.
pub const RULE: &str = "rule";

/// On a step that a model has put before a failed one: if it fails in its turn, that failure is not lost.
#[derive(Component, Debug, Clone)]
pub struct Detour(pub Failure, pub Ruling);

/// A step's parts.
pub type StepParts = (&'static mut Step, &'static mut StepState, &'static mut Attempts, Option<&'static Detour>);

/// What was decided.
pub struct Decision<'a> {
    pub verdict: Verdict,
    /// [`RULE`], or a model's name.
    pub by: &'a str,
    /// What a model's decision was about.
    pub about: Option<Detour>,
}

/// The plan around a failed step.
pub struct Around<'a> {
    pub list: &'a Steps,
    pub step: Entity,
    pub placed: &'a Placed,
    /// What the failed step has brought so far.
    pub brought: Brought,
    /// The steps that are not done, with their attempts.
    pub tried: Vec<(ToolRequest, Attempts)>,
}

impl<'a> Around<'a> {
    /// `None` if the plan has changed since.
    pub fn new(
        step: Entity,
        list: &'a Steps,
        placed: &'a Placed,
        steps: &Query<StepParts>,
        seen: &Observation,
    ) -> Option<Self> {
        let (next, ..) = steps.get(step).ok()?;
        let undone = list.iter().filter_map(|step| steps.get(step).ok());
        let undone = undone.filter(|(_, state, ..)| **state != StepState::Done);
        Some(Self {
            list,
            step,
            placed,
            brought: Brought::so_far(next, seen),
            tried: undone.map(|(step, _, attempts, _)| (step.request.clone(), attempts.clone())).collect(),
        })
    }

    /// The step's place in the plan, from 0.
    fn number(&self) -> usize {
        self.list.iter().position(|other| other == self.step).unwrap_or_default()
    }
}

/// Does what was decided about a failed step, and says so.
pub fn carry_out(
    decision: Decision,
    goal: &mut GoalLifeItem,
    around: &Around,
    step: QueryItem<StepParts>,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    let entity = goal.entity;
    commands.entity(entity).remove::<(Failure, Ruling)>();
    let recovery = match decision.verdict {
        Verdict::ComeBack(why) => return goal.suspend(&why, journal),
        Verdict::Abandon(error) => return abandon(error, goal, around, step, journal, commands),
        Verdict::Recover(recovery) => *recovery,
    };
    let (mut step, ..) = step;
    let number = around.number();
    let why = match recovery {
        Recovery::Retry { request, expectation, why } => {
            if let Some(expectation) = expectation {
                keep_brought(entity, around, commands);
                step.expectation = expectation;
                step.aim = None;
            }
            step.request = request;
            why
        }
        Recovery::InsertBefore { steps, retry, why } => {
            if let Some(request) = retry {
                step.request = request;
            }
            let mut spawn = |draft| {
                let notes = StepNotes { is_recovery: true, ..StepNotes::default() };
                let mut inserted = commands.spawn((bundle(draft, Attempts::default()), notes));
                if let Some(detour) = &decision.about {
                    inserted.insert(detour.clone());
                }
                inserted.id()
            };
            let inserted: Vec<Entity> = steps.into_iter().map(&mut spawn).collect();
            commands.entity(entity).insert_related::<StepOf>(number, &inserted);
            why
        }
        Recovery::Replace { steps, why } => {
            replace_rest(goal, around, steps, journal, commands);
            why
        }
        // Nobody recovers by giving up: who decided has made an `Abandon` of it.
        Recovery::GiveUp { .. } => return,
    };
    goal.spent.recoveries += 1;
    let decided_by = decision.by.to_owned();
    journal.record(Some(goal.goal.id), Event::Recovery { step: number + 1, why, decided_by });
}

/// The step is given up; and with it the goal, unless the step only tidied up or was a way round.
fn abandon(
    error: ToolError,
    goal: &mut GoalLifeItem,
    around: &Around,
    (step, mut state, _, detour): QueryItem<StepParts>,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    *state = StepState::Failed(error.clone());
    if step.takes_back.is_some() {
        goal.note.why = Some(format!("could not take back what was placed: {error}"));
        return;
    }
    let number = around.number();
    let origin = detour.and_then(|Detour(failure, ruling)| {
        let at = around.list.iter().position(|other| other == failure.step)?;
        Some((at, failure.clone(), ruling.clone())).filter(|(at, ..)| *at > number)
    });
    let Some((at, failure, ruling)) = origin else { return goal.fail(error, journal) };
    // Only the way round is lost: what the rules would have done about the step itself is still to be tried.
    around.list.iter().skip(number).take(at - number).for_each(|lost| commands.entity(lost).despawn());
    let why = format!("what was put before the step has failed: {error}");
    commands.entity(goal.entity).insert((failure, Ruling { settled: Some(why), ..ruling }));
}

/// What the step has brought so far counts also when it is no more, or is about something else.
fn keep_brought(entity: Entity, around: &Around, commands: &mut Commands) {
    let brought = around.brought.clone();
    commands.entity(entity).entry::<Plan>().and_modify(move |mut plan| {
        plan.brought = std::mem::take(&mut plan.brought).and(&brought);
    });
}

/// What the goal has put up as a means and these steps do not take back, taken back.
pub fn left_standing(placed: &Placed, steps: &[StepDraft]) -> Vec<StepDraft> {
    let mut kept: Vec<&str> = steps.iter().filter_map(|step| step.takes_back.as_deref()).collect();
    let left = placed.0.iter().filter(|placed| placed.means).filter(|placed| {
        let taken = kept.iter().position(|block| *block == placed.block);
        taken.map(|at| kept.swap_remove(at)).is_none()
    });
    left.map(|placed| take_back(&placed.block)).collect()
}

/// Other steps take the place of this one and all after it.
pub fn replace_rest(
    goal: &mut GoalLifeItem,
    around: &Around,
    steps: Vec<StepDraft>,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    let entity = goal.entity;
    goal.hand.forget(goal.goal.id, journal);
    commands.entity(entity).remove::<Undos>();
    keep_brought(entity, around, commands);
    let left = left_standing(around.placed, &steps);
    // What has been tried remains tried.
    let tried = |draft: &StepDraft| {
        let same = around.tried.iter().filter(|(request, _)| request.alike(&draft.request));
        same.map(|(_, attempts)| attempts).max_by_key(|attempts| attempts.used).cloned().unwrap_or_default()
    };
    let new: Vec<Entity> = steps
        .into_iter()
        .chain(left)
        .map(|draft| {
            let attempts = tried(&draft);
            commands.spawn(bundle(draft, attempts)).id()
        })
        .collect();
    around.list.iter().skip(around.number()).for_each(|old| commands.entity(old).despawn());
    commands.entity(entity).add_related::<StepOf>(&new);
}
