//! A step has failed: what is done about it, whoever decides.
//!
//! The rules of `reflect` are asked first. Where they only guess and there is a model, the failure waits on its goal
//! ([`Failure`]) until `consult` has the model's word; what the rules would do is kept for when that word is none.

use bevy::{ecs::query::QueryItem, prelude::*};

use super::{
    Policy,
    goal::{GoalParts, Spent, fail, suspend},
    planner::PlannerState,
    reflect::{Recovery, is_certain, reflect},
    steps::{Attempts, Brought, Placed, Plan, Step, StepOf, StepState, Steps, alike, bundle},
    steps_of::take_back,
};
use crate::{
    domain::{ErrorCode, StepDraft, ToolError, ToolRequest},
    journal::{Event, Journal},
};

/// Recoveries a goal gets in all, so that recoveries which provoke each other end.
const RECOVERIES: u32 = 24;
/// Who decides where no model does, in the journal.
pub(super) const RULE: &str = "rule";

/// A step's parts.
pub(super) type StepParts = (&'static mut Step, &'static mut StepState, &'static mut Attempts);

/// On a goal: one of its steps has failed, and a model may know what to do.
#[derive(Component, Debug, Clone)]
pub struct Failure {
    pub(super) step: Entity,
    pub(super) error: ToolError,
    /// It was tried as often as a step may be.
    pub(super) exhausted: bool,
    /// What the rules would do.
    pub(super) rule: Verdict,
    /// Why no model is asked any more.
    pub(super) settled: Option<String>,
}

/// What follows a failed attempt.
#[derive(Debug, Clone)]
pub(super) enum Verdict {
    /// The bot died or lost its server: wait until it is back.
    ComeBack(String),
    Abandon(ToolError),
    Recover(Recovery),
}

/// What the rules say about a failed attempt, and whether somebody may know better.
pub(super) struct Ruling {
    pub verdict: Verdict,
    /// A guess, or nothing at all: a model may be asked.
    pub open: bool,
    pub exhausted: bool,
}

impl Ruling {
    fn closed(verdict: Verdict) -> Self {
        Self { verdict, open: false, exhausted: false }
    }
}

/// Holds a failed attempt against the rules.
pub(super) fn rule(
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
        last.message = format!("{} ({why})", last.message);
        Verdict::Abandon(last)
    };
    let exhausted = attempt >= policy.attempts;
    if exhausted || spent.recoveries >= RECOVERIES {
        let open = spent.recoveries < RECOVERIES && error.code != ErrorCode::Cancelled;
        return Ruling { verdict: abandon(format!("after {attempt} attempts")), open, exhausted };
    }
    let recovery = reflect(&step.draft(), error, attempt, &state());
    let open = !is_certain(&recovery, &step.request, error.code, attempt);
    let verdict = match recovery {
        Recovery::GiveUp { why } => abandon(why),
        recovery => Verdict::Recover(recovery),
    };
    Ruling { verdict, open, exhausted: false }
}

/// The plan around a failed step.
pub(super) struct Around<'a> {
    pub list: &'a Steps,
    pub step: Entity,
    pub placed: &'a Placed,
    /// What the failed step has brought so far.
    pub brought: Brought,
    /// The steps that are not done, with their attempts.
    pub tried: Vec<(ToolRequest, Attempts)>,
}

/// Does what was decided about a failed step, and says so. A model's decision comes with the failure that it was about.
pub(super) fn carry_out(
    verdict: Verdict,
    (decided_by, about): (&str, Option<&Failure>),
    (entity, goal, mut phase, mut note, mut spent): QueryItem<GoalParts>,
    around: &Around,
    (mut step, mut state, _): QueryItem<StepParts>,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    commands.entity(entity).remove::<Failure>();
    let number = around.list.iter().position(|other| other == around.step).unwrap_or_default();
    let recovery = match verdict {
        Verdict::ComeBack(why) => return suspend(goal, &mut phase, &mut note, &mut spent, why, journal),
        Verdict::Abandon(error) => {
            *state = StepState::Failed(error.clone());
            if step.takes_back.is_some() {
                note.why = Some(format!("could not take back what was placed: {error}"));
                return;
            }
            let origin = step.detour.as_ref().and_then(|failure| {
                let at = around.list.iter().position(|other| other == failure.step)?;
                Some((at, failure)).filter(|(at, _)| *at > number)
            });
            let Some((at, failure)) = origin else {
                return fail(goal, &mut phase, &mut note, &mut spent, error, journal);
            };
            // Only the way round is lost: what the rules would have done about the step itself is still to be tried.
            around.list.iter().skip(number).take(at - number).for_each(|lost| commands.entity(lost).despawn());
            let why = format!("what was put before the step has failed: {error}");
            commands.entity(entity).insert(Failure { settled: Some(why), ..failure.clone() });
            return;
        }
        Verdict::Recover(recovery) => recovery,
    };
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
            let inserted: Vec<Entity> = steps
                .into_iter()
                .map(|draft| commands.spawn(bundle(draft, about.cloned(), Attempts::default())).id())
                .collect();
            commands.entity(entity).insert_related::<StepOf>(number, &inserted);
            why
        }
        Recovery::Replace { steps, why } => {
            replace_rest(entity, around, steps, commands);
            why
        }
        // Nobody recovers by giving up: who decided has made an `Abandon` of it.
        Recovery::GiveUp { .. } => return,
    };
    spent.recoveries += 1;
    journal.record(Some(goal.id), Event::Recovery { step: number + 1, why, decided_by: decided_by.to_owned() });
}

/// What the step has brought so far counts also when it is no more, or is about something else.
fn keep_brought(entity: Entity, around: &Around, commands: &mut Commands) {
    let brought = around.brought.clone();
    commands.entity(entity).entry::<Plan>().and_modify(move |mut plan| {
        plan.brought = std::mem::take(&mut plan.brought).and(&brought);
    });
}

/// What the goal has put up as a means and these steps do not take back, taken back.
pub(super) fn left_standing(placed: &Placed, steps: &[StepDraft]) -> Vec<StepDraft> {
    let mut kept: Vec<&str> = steps.iter().filter_map(|step| step.takes_back.as_deref()).collect();
    let left = placed.0.iter().filter(|placed| placed.means).filter(|placed| {
        let taken = kept.iter().position(|block| *block == placed.block);
        taken.map(|at| kept.swap_remove(at)).is_none()
    });
    left.map(|placed| take_back(&placed.block)).collect()
}

/// Other steps take the place of this one and all after it.
pub(super) fn replace_rest(entity: Entity, around: &Around, steps: Vec<StepDraft>, commands: &mut Commands) {
    keep_brought(entity, around, commands);
    let left = left_standing(around.placed, &steps);
    // What has been tried remains tried.
    let tried = |draft: &StepDraft| {
        let same = around.tried.iter().filter(|(request, _)| alike(request, &draft.request));
        same.map(|(_, attempts)| attempts).max_by_key(|attempts| attempts.used).cloned().unwrap_or_default()
    };
    let new: Vec<Entity> = steps
        .into_iter()
        .chain(left)
        .map(|draft| {
            let attempts = tried(&draft);
            commands.spawn(bundle(draft, None, attempts)).id()
        })
        .collect();
    let number = around.list.iter().position(|other| other == around.step).unwrap_or_default();
    around.list.iter().skip(number).for_each(|old| commands.entity(old).despawn());
    commands.entity(entity).add_related::<StepOf>(&new);
}
