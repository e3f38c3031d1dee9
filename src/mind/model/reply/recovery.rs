//! The proof of what a model wants done about a failed step: with it, what is left of the plan must still work from here
//! on, and end with what the goal asks.
//!
//! What is new is made for reasons that a dry run cannot see (a walk to where something may be, a block that is in the way), so
//! that walks, digging and placing are not judged by need, as those of a plan are.

use std::iter;

use crate::{
    domain::{ErrorCode, Expectation, StepDraft, ToolRequest},
    knowledge::{item, plain},
    mind::{
        model::reply::{
            answer::{Decision, ModelRecovery, ModelStep, reason, settled},
            asked::{Asked, Own},
            free::Free,
            prove::{SoFar, Trial, checked},
        },
        plan::{drafts::draft, state::PlannerState},
        recovery::Recovery,
    },
};

/// A plan of which a step has failed: what a recovery must fit into.
#[derive(Clone, Debug)]
pub struct Rest {
    pub goal: String,
    pub so_far: SoFar,
    /// The failed step as it was planned.
    pub planned: ToolRequest,
    /// And as it was last tried.
    pub failed: StepDraft,
    pub code: ErrorCode,
    /// It was tried as often as a step may be.
    pub exhausted: bool,
    /// The steps after it: as they were planned, and as they are now.
    pub later: Vec<(ToolRequest, StepDraft)>,
}

impl Rest {
    /// Why the answer cannot be meant for this failure.
    fn unfit(&self, decision: Decision, own: &[Own]) -> Option<String> {
        let failed = &self.failed.request;
        let again = own.iter().any(|own| own.request.alike(failed));
        // What the server undid or what took too long may well work the next time.
        let chance = matches!(self.code, ErrorCode::ActionFailed | ErrorCode::Timeout);
        match (decision, own) {
            (Decision::Retry | Decision::Insert, _) if self.exhausted => {
                Some("the step was tried as often as a step may be: replace what is left, or give_up".to_owned())
            }
            (Decision::Retry, [own]) if own.request.name() != failed.name() => {
                Some(format!("retry means {} with other params: to use another tool, insert or replace", failed.name()))
            }
            (Decision::Retry, [own]) if own.request == *failed && !chance => {
                Some("retry is the very call that has just failed: change its params".to_owned())
            }
            (Decision::Retry, [_]) => None,
            (Decision::Retry, own) => Some(format!("retry takes one step, and {} are there", own.len())),
            (Decision::Insert, []) => Some("insert takes the steps to do first, and none is there".to_owned()),
            (Decision::Insert, _) if again => {
                Some("insert holds the failed step, which is tried again after it anyway: leave it out".to_owned())
            }
            (Decision::Replace, _)
                if self.later.iter().any(|(_, step)| matches!(step.request, ToolRequest::PlanOn(_))) =>
            {
                Some("a part of the goal is only planned later, and would be lost: retry or insert".to_owned())
            }
            (Decision::Replace, _) if self.exhausted && again => {
                Some(format!("{} was tried as often as a step may be: find another way", failed.title()))
            }
            _ => None,
        }
    }

    /// What the plan was to place in a state is placed in that state: models are not offered any.
    fn keep_state(&self, call: &mut ToolRequest) {
        let ToolRequest::PlaceBlock(place) = call else { return };
        let mut left = iter::once(&self.failed).chain(self.later.iter().map(|(_, step)| step));
        let planned = left.find_map(|step| match &step.request {
            ToolRequest::PlaceBlock(own)
                if plain(&own.block) == plain(&place.block) && own.at() == place.at() && own.by() == place.by() =>
            {
                own.state.clone()
            }
            _ => None,
        });
        place.state = place.state.take().or(planned);
    }

    /// The model's steps, those marked that do what the goal asks to be done; and what it asks, and nothing would still do.
    fn marked(&self, decision: Decision, steps: Vec<ModelStep>, asked: Option<&Asked>) -> (Vec<Own>, Vec<String>) {
        // All that would then still be done, as it was planned: what the goal asks to be done must be among it.
        let new = steps.len();
        let mut whole: Vec<Own> = steps.into_iter().map(Own::from).collect();
        let mut request = None;
        if let (Decision::Retry, [own]) = (decision, whole.as_mut_slice())
            && own.request.alike(&self.failed.request)
        {
            // Part of it may be done: it still does what it was planned for.
            request = Some(std::mem::replace(&mut own.request, self.planned.clone()));
        }
        if decision == Decision::Insert {
            whole.push(self.planned.clone().into());
        }
        if decision != Decision::Replace {
            whole.extend(self.later.iter().map(|(planned, _)| Own::from(planned.clone())));
        }
        let findings = asked.map_or_else(Vec::new, |asked| asked.find_acts(&mut whole, &mut Vec::new()));
        whole.truncate(new);
        if let (Some(request), [own]) = (request, whole.as_mut_slice()) {
            own.request = request;
        }
        (whole, findings)
    }

    /// Why something may not be thrown away: to make room one stack will do, and not of what took work.
    fn thrown(&self, own: &[Own]) -> Option<String> {
        let drops = own.iter().filter(|own| !own.asked).filter_map(|own| match &own.request {
            ToolRequest::Drop(drop) => Some(drop),
            _ => None,
        });
        let drops: Vec<_> = drops.collect();
        let drop = drops.first()?;
        if self.code != ErrorCode::InventoryFull {
            return Some("nothing is thrown away but to make room, and there is room".to_owned());
        }
        let known = item(plain(&drop.item));
        let lasts = known.is_some_and(|item| item.durability.is_some());
        let too_many = known.is_none_or(|item| drop.count > item.stack_size);
        (drops.len() > 1 || lasts || too_many)
            .then(|| "to make room one stack is thrown away, and no tool: a single drop of at most a stack".to_owned())
    }
}

/// Proves what a model wants done about a failed step.
///
/// # Errors
/// What is wrong, in sentences for the model.
pub fn prove_recovery(answer: ModelRecovery, rest: &Rest, state: &PlannerState) -> Result<Recovery, Vec<String>> {
    let ModelRecovery { why, decision, mut steps } = answer;
    let why = reason(&why);
    if decision == Decision::GiveUp {
        return Ok(Recovery::GiveUp { why });
    }
    steps.iter_mut().for_each(|step| rest.keep_state(&mut step.call));
    checked(&steps)?;
    let mut asked = Asked::new(&rest.goal, &rest.so_far.began).map_err(|fault| vec![fault])?;
    if let Some(asked) = &mut asked {
        asked.note_done(&rest.so_far.done);
    }
    if asked.is_none() && steps.is_empty() {
        return Err(vec!["no steps are left".to_owned()]);
    }
    let (mut own, mut findings) = rest.marked(decision, steps, asked.as_ref());
    if let Some(fault) = rest.unfit(decision, &own) {
        return Err(vec![fault]);
    }
    if let Some(asked) = &asked {
        findings.extend(asked.unasked(&own));
        findings.extend(rest.thrown(&own));
    } else {
        findings.extend(Free::new(&rest.goal, &rest.so_far.began).beyond(&own, &rest.so_far.placed));
    }

    let mut then: Vec<StepDraft> = match decision {
        Decision::Retry => own.drain(..).map(|own| draft(own.request, own.reason)).collect(),
        Decision::Insert => vec![rest.failed.clone()],
        Decision::Replace | Decision::GiveUp => Vec::new(),
    };
    let retried = then.first().filter(|_| decision == Decision::Retry).cloned();
    if decision != Decision::Replace {
        then.extend(rest.later.iter().map(|(_, step)| step.clone()));
    }
    let trial = Trial {
        goal: &rest.goal,
        state,
        asked: asked.as_ref(),
        placed: &rest.so_far.placed,
        takes_over: decision == Decision::Replace,
        then: &then,
        brought: &rest.so_far.brought,
        holds: &rest.so_far.holds,
    };
    let mut tried = trial.of(own.clone());
    findings.append(&mut tried.findings);
    if let Some(step) = &retried {
        findings.extend(trial.nowhere(&[1], std::slice::from_ref(step)));
    }
    settled((), findings)?;
    if asked.is_some() {
        trial.prune(&mut own, &mut tried, |own, at| own[at].request.makes().is_some());
    }

    Ok(match (retried, decision) {
        (Some(StepDraft { request, expectation, .. }), _) => {
            // Where the same is to be shown in the end, the step goes on from where it is, for what it still lacks.
            let same = shows_the_same(&rest.failed.expectation, &expectation);
            Recovery::Retry { request, expectation: (!same).then_some(expectation), why }
        }
        (None, Decision::Insert) => Recovery::InsertBefore { steps: tried.steps, retry: None, why },
        (None, _) => Recovery::Replace { steps: tried.steps, why },
    })
}

/// Whether two expectations are about the same things, however many.
fn shows_the_same(one: &Expectation, other: &Expectation) -> bool {
    match (one, other) {
        (Expectation::Gain { items: one, .. }, Expectation::Gain { items: other, .. })
        | (Expectation::Given { items: one, .. }, Expectation::Given { items: other, .. })
        | (Expectation::Loss { items: one, .. }, Expectation::Loss { items: other, .. }) => one == other,
        _ => one == other,
    }
}
