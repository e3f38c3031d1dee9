//! The proof of what a model wants done about a failed step: with it, what is left of the plan must still work from here
//! on, and end with what the goal asks.

use super::{
    Decision, MAX_SENTENCE, ModelRecovery, finding, one_line,
    prove::{Asked, Brought, Fitting, Own, checked, settled},
    reason,
};
use crate::{
    brain::{
        dry_run::{Sim, dry_run_steps},
        facts::step_title,
        planner::PlannerState,
        quote::quote,
        reflect::Recovery,
        steps::{PlacedBlock, title},
        steps_of::draft,
    },
    domain::{ErrorCode, StepDraft, ToolRequest},
};

/// A plan of which a step has failed: what a recovery must fit into.
#[derive(Clone, Debug)]
pub struct Rest {
    pub goal: String,
    /// What was held, and where, when the plan was made: "3 more" counts from there.
    pub began: PlannerState,
    /// What is done, as it was planned.
    pub done: Vec<ToolRequest>,
    /// What the done steps and the failed one have brought.
    pub brought: Brought,
    /// The failed step as it was planned.
    pub planned: ToolRequest,
    /// And as it was last tried.
    pub failed: StepDraft,
    pub code: ErrorCode,
    /// It was tried as often as a step may be.
    pub exhausted: bool,
    /// The steps after it.
    pub later: Vec<StepDraft>,
    /// What stands because of the goal.
    pub placed: Vec<PlacedBlock>,
}

impl Rest {
    /// Why the answer cannot be meant for this failure.
    fn unfit(&self, answer: &ModelRecovery) -> Option<String> {
        let tool = self.failed.request.name();
        let same = |request: &ToolRequest| *request == self.failed.request;
        // What the server undid or what took too long may well work the next time.
        let chance = matches!(self.code, ErrorCode::ActionFailed | ErrorCode::Timeout);
        match (answer.decision, answer.steps.as_slice()) {
            (Decision::Retry | Decision::Insert, _) if self.exhausted => {
                Some("the step was tried as often as a step may be: replace what is left, or give_up".to_owned())
            }
            (Decision::Retry, [step]) if step.call.name() != tool => {
                Some(format!("retry means {tool} with other params: to use another tool, insert or replace"))
            }
            (Decision::Retry, [step]) if same(&step.call) && !chance => {
                Some("retry is the very call that has just failed: change its params".to_owned())
            }
            (Decision::Retry, [_]) => None,
            (Decision::Retry, steps) => Some(format!("retry takes one step, and {} are there", steps.len())),
            (Decision::Insert, []) => Some("insert takes the steps to do first, and none is there".to_owned()),
            (Decision::Insert, steps) if steps.iter().any(|step| same(&step.call)) => {
                Some("insert holds the failed step, which is tried again after it anyway: leave it out".to_owned())
            }
            (Decision::Replace, steps) if self.exhausted && steps.iter().any(|step| same(&step.call)) => {
                Some(format!("{} was tried as often as a step may be: find another way", title(&self.failed.request)))
            }
            _ => None,
        }
    }
}

/// Proves what a model wants done about a failed step.
///
/// # Errors
/// What is wrong, in sentences for the model.
pub fn prove_recovery(answer: ModelRecovery, rest: &Rest, state: &PlannerState) -> Result<Recovery, Vec<String>> {
    let why = reason(&answer.why);
    if answer.decision == Decision::GiveUp {
        return Ok(Recovery::GiveUp { why });
    }
    if let Some(fault) = rest.unfit(&answer) {
        return Err(vec![fault]);
    }
    checked(&answer.steps)?;
    let asked = Asked::new(&rest.goal, &rest.began).map_err(|fault| vec![fault])?;
    let decision = answer.decision;
    if asked.is_none() && answer.steps.is_empty() {
        return Err(vec!["no steps are left".to_owned()]);
    }

    // The whole plan as it would then have been: what the goal asks to be done may be done already.
    let before = rest.done.len();
    let count = answer.steps.len();
    let mut whole: Vec<Own> = rest.done.iter().cloned().map(Own::from).collect();
    whole.extend(answer.steps.into_iter().map(Own::from));
    if decision == Decision::Insert {
        whole.push(rest.planned.clone().into());
    }
    if decision != Decision::Replace {
        whole.extend(rest.later.iter().map(|step| Own::from(step.request.clone())));
    }
    let mut findings = Vec::new();
    if let Some(asked) = &asked {
        findings.extend(asked.find_acts(&mut whole, &mut Vec::new()));
    }
    let acts_found = findings.is_empty();
    let own: Vec<Own> = whole.drain(before..before + count).collect();
    if let Some(asked) = &asked {
        findings.extend(asked.unasked(&own));
        let thrown = own.iter().any(|own| !own.asked && matches!(own.request, ToolRequest::Drop(_)));
        if thrown && rest.code != ErrorCode::InventoryFull {
            findings.push("nothing is thrown away but to make room, and there is room".to_owned());
        }
    }

    let mut start = Sim::new(state.inventory.clone(), state.nearby);
    rest.placed.iter().for_each(|placed| start.placed.add(&placed.block, 1));
    let fitting = Fitting::new(&rest.goal, asked.is_some(), start.clone());
    let mut retried = None;
    let mut fitted: Vec<(usize, StepDraft)> = match decision {
        // As it is: its stations are the plan's business.
        Decision::Retry => {
            let steps: Vec<_> = own.into_iter().map(|own| (1, draft(own.request, own.reason))).collect();
            retried = steps.first().map(|(_, step)| step.clone());
            steps
        }
        Decision::Replace => fitting.over(rest.placed.iter().filter(|placed| placed.means)).fit(own).0,
        Decision::Insert | Decision::GiveUp => fitting.fit(own).0,
    };
    let new = fitted.len();
    if decision == Decision::Insert {
        fitted.push((0, rest.failed.clone()));
    }
    if decision != Decision::Replace {
        fitted.extend(rest.later.iter().map(|step| (0, step.clone())));
    }
    let (numbers, mut steps): (Vec<usize>, Vec<StepDraft>) = fitted.into_iter().unzip();
    let run = dry_run_steps(start, &steps);
    findings.extend(run.faults.iter().map(|(at, error)| match numbers[*at] {
        0 => {
            let title = step_title(&steps[*at]);
            one_line(&format!("with that, the plan's {title} would fail: {}", error.message), MAX_SENTENCE)
        }
        number => finding(number, &step_title(&steps[*at]), &error.message),
    }));
    if let Some(asked) = &asked {
        let materials = quote(&steps, &run, state).materials;
        findings.extend(asked.lacking(&run, &Brought::by(&steps, &materials).and(&rest.brought)));
        findings.extend(asked.taken_away(&run).filter(|_| acts_found));
    }
    settled(findings)?;

    steps.truncate(new);
    Ok(match retried {
        Some(StepDraft { request, expectation, .. }) => {
            // Where the same is to be shown in the end, the step goes on from where it is.
            let same = draft(rest.failed.request.clone(), String::new()).expectation == expectation;
            Recovery::Retry { request, expectation: (!same).then_some(expectation), why }
        }
        None if decision == Decision::Insert => Recovery::InsertBefore { steps, retry: None, why },
        None => Recovery::Replace { steps, why },
    })
}
