//! What the bot does while a model's plan is long in coming: the offline planner's, where there is one. The model's takes its
//! place if it comes while the goal is still at work, is proved from where the bot is by then, and is better; else it is put
//! aside, and why is said. It is better if what is left takes fewer game ticks by it, or if only the model understands the
//! goal in full, or if the plan at work has come to a step that cannot be done.

use bevy::prelude::*;

use crate::{
    domain::{Observation, PlanDraft, StepDraft, ToolRequest},
    journal::{Event, Journal},
    mind::{
        agent::{Agents, GoalOf},
        goals::{Goal, GoalLife, GoalLifeItem},
        model::{
            asking::{Asking, Wait, failure::so_far},
            call::Role,
            desk::Desk,
            reply::SoFar,
        },
        plan::{planner::plan_goal, quote::ticks_from_here, state::PlannerState},
        recovery::{Around, Ruling, StepParts, left_standing, replace_rest},
        steps::{Failure, Placed, Plan, Sops, StepState, Steps, adopt, planner_state, rest},
    },
};

/// Begins with the offline planner's plan where the model's has not come in time; the model is asked on.
pub(in crate::mind) fn lose_patience(
    mut goals: Query<(GoalLife, &GoalOf, &Placed, &mut Asking)>,
    agents: Agents,
    sops: Res<Sops>,
    desk: Res<Desk>,
    time: Res<Time<Real>>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let Some(limits) = desk.limits() else { return };
    for (mut goal, of, placed, mut asking) in &mut goals {
        let Some(outlook) = agents.outlook(of) else { continue };
        let waits = asking.prompt.role == Role::Planner && asking.wait == Wait::Still;
        let waited = time.elapsed().saturating_sub(asking.since);
        if !waits || waited < limits.patience || !outlook.can_work(&goal.state) {
            continue;
        }
        let state = planner_state(&outlook);
        let plan = plan_goal(&goal.goal.text, &state, &sops.0);
        asking.wait = if plan.is_ok() { Wait::AtWork } else { Wait::InVain };
        let model = asking.model.model.clone();
        let event = Event::PatienceLost { model, seconds: limits.patience.as_secs(), begins: plan.is_ok() };
        journal.record(Some(goal.goal.id), event);
        if let Ok(draft) = plan {
            adopt(&mut goal, placed, draft, state, &mut journal, &mut commands);
        }
    }
}

/// The plan that is at work while another is awaited, between two of its steps.
pub(super) struct Underway<'a> {
    around: Around<'a>,
    pub so_far: SoFar,
    /// What is left of it.
    rest: Vec<StepDraft>,
    /// The call for which the rules know no help, and whether it was tried as often as a step may be.
    stuck: Option<(ToolRequest, bool)>,
}

impl<'a> Underway<'a> {
    /// `None` if nothing is left of it.
    pub fn new(
        plan: &Plan,
        list: &'a Steps,
        placed: &'a Placed,
        failed: Option<(&Failure, &Ruling)>,
        steps: &Query<StepParts>,
        seen: &Observation,
    ) -> Option<Self> {
        let waits = |step: &Entity| steps.get(*step).is_ok_and(|(_, state, ..)| *state == StepState::Waiting);
        let next = list.iter().find(waits)?;
        let around = Around::new(next, list, placed, steps, seen)?;
        let undone = list.iter().filter(waits).filter_map(|step| steps.get(step).ok());
        let rest = rest(undone.map(|(step, ..)| step), seen, placed);
        let stuck = failed.and_then(|(failure, ruling)| {
            let (step, ..) = steps.get(failure.step).ok()?;
            Some((step.request.clone(), ruling.exhausted))
        });
        Some(Self { so_far: so_far(plan, &around, steps), around, rest, stuck })
    }

    /// Whether a proved plan is better than what is left of this one, and why.
    ///
    /// # Errors
    /// Why it is not.
    pub fn weigh(&self, draft: &PlanDraft, understood: bool, state: &PlannerState) -> Result<String, String> {
        if let Some((failed, exhausted)) = &self.stuck {
            let again = draft.steps.iter().any(|step| step.request.alike(failed));
            return if again && *exhausted {
                Err(format!("{} was tried as often as a step may be", failed.title()))
            } else {
                Ok("the plan at work has come to no good".to_owned())
            };
        }
        let rest = ticks_from_here(&self.rest, &self.around.placed.0, state);
        weigh(draft.quote.ticks, rest, understood)
    }

    /// The other plan takes its place. What is done stays done, and what stands because of the goal is taken back.
    pub fn give_way(
        &self,
        goal: &mut GoalLifeItem,
        mut draft: PlanDraft,
        why: String,
        journal: &mut Journal,
        commands: &mut Commands,
    ) {
        let (entity, id) = (goal.entity, goal.goal.id);
        draft.steps.extend(left_standing(self.around.placed, &draft.steps));
        journal.record(Some(id), Event::PlanTaken { why });
        journal.record(Some(id), Event::Planned { plan: draft.clone() });
        replace_rest(goal, &self.around, draft.steps.clone(), journal, commands);
        commands.entity(entity).remove::<(Asking, Failure)>().entry::<Plan>().and_modify(|mut plan| plan.draft = draft);
    }
}

/// Whether so many game ticks are better than those of the plan at work, of which a step would fail if it has none.
fn weigh(ticks: u64, rest: Option<u64>, understood: bool) -> Result<String, String> {
    match rest {
        _ if !understood => Ok("only the model understands the goal in full".to_owned()),
        None => Ok("what is left of the offline plan would fail".to_owned()),
        Some(rest) if ticks < rest => {
            Ok(format!("about {ticks} game ticks, {rest} by what is left of the offline plan"))
        }
        Some(rest) => Err(format!("about {ticks} game ticks, and {rest} by what is left of the offline plan")),
    }
}

/// The model's plan or its silence changes nothing any more.
pub(super) fn put_aside(entity: Entity, goal: &Goal, why: String, journal: &mut Journal, commands: &mut Commands) {
    journal.record(Some(goal.id), Event::PutAside { why });
    commands.entity(entity).remove::<Asking>();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_better_if_it_is_quicker_or_the_only_one() {
        assert!(weigh(99, Some(100), true).is_ok_and(|why| why.contains("99") && why.contains("100")));
        assert!(weigh(100, Some(100), true).is_err_and(|why| why.contains("100")));
        assert!(weigh(500, Some(100), false).is_ok(), "what is quicker need not be what was meant");
        assert!(weigh(500, None, true).is_ok(), "a plan that would fail is none");
    }
}
