//! The rest of a goal gets its steps, once it shows what it builds on.

use bevy::prelude::*;

use super::{
    changes::Changes,
    planning::{Plan, Sops, survey},
    step::{Attempts, Failure, OnHold, Step, StepOf, StepState, Steps, Unsettled, bundle},
};
use crate::{
    domain::ToolRequest,
    journal::Journal,
    mind::{
        agent::{Agents, Calls, GoalOf},
        goals::{GoalLife, Owners},
        plan::{
            planner::{leads_elsewhere, plan_rest},
            state::{Began, PlannerState},
        },
    },
};

/// Where a walk was to lead, x and z, that ended beside it.
fn missed(step: &Step) -> Option<[i32; 2]> {
    match (&step.planned, &step.request) {
        (ToolRequest::Navigate(planned), ToolRequest::Navigate(done)) => {
            let meant = [planned.x, planned.z];
            (meant != [done.x, done.z]).then_some(meant)
        }
        _ => None,
    }
}

/// Plans the rest of a goal whose turn has come: what it builds on shows by now. Its steps follow the one that stood for them.
pub(in crate::mind) fn plan_on(
    mut goals: Query<
        (GoalLife, &GoalOf, &Steps, &Changes, &mut Plan),
        (Without<Failure>, Without<OnHold>, Without<Unsettled>),
    >,
    mut steps: Query<(&Step, &mut StepState, &mut Attempts)>,
    owners: Res<Owners>,
    agents: Agents,
    calls: Query<&Calls>,
    sops: Res<Sops>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    for (mut goal, of, list, changes, mut plan) in &mut goals {
        let is_busy = calls.get(of.0).is_ok_and(|calls| calls.running().is_some());
        let Some(outlook) = agents.outlook(of).filter(|outlook| !is_busy && outlook.can_work(&goal.state)) else {
            continue;
        };
        let is_waiting = |step: Entity| steps.get(step).is_ok_and(|(_, state, _)| *state == StepState::Waiting);
        let Some(number) = list.iter().position(is_waiting) else { continue };
        let before = number.checked_sub(1).and_then(|before| steps.get(list[before]).ok());
        let meant = before.and_then(|(step, ..)| missed(step));
        let Ok((step, mut phase, mut attempts)) = steps.get_mut(list[number]) else { continue };
        let ToolRequest::PlanOn(rest) = &step.request else { continue };
        let from = rest.from as usize;
        let left_open = owners.left_open(goal.speaker, outlook.blocks);
        let outlook = outlook.over(left_open.as_ref().unwrap_or(outlook.blocks));
        // "Here" is where the goal was asked for, unless it has led elsewhere since.
        let held = plan.began.inventory.clone();
        let position = plan.began.position;
        let began = Began { position, held, used: changes.used(), chest: changes.chest(), meant };
        let here = began.position.filter(|_| !leads_elsewhere(&goal.goal.text, from));
        let Some(state) = survey(&goal.goal.text, here, &outlook) else { continue };
        let state = PlannerState { speaker: owners.or_first(goal.speaker), began: Some(began), ..state };
        match plan_rest(&goal.goal.text, from, &state, &sops.0) {
            Ok(draft) => {
                let evidence = format!("planned, {} steps: {}", draft.steps.len(), draft.why);
                attempts.done(evidence, number + 1, step.title(), goal.goal.id, &mut journal);
                *phase = StepState::Done;
                let spawn = |draft| commands.spawn(bundle(draft, Attempts::default())).id();
                let next: Vec<Entity> = draft.steps.iter().cloned().map(spawn).collect();
                commands.entity(goal.entity).insert_related::<StepOf>(number + 1, &next);
                plan.draft.steps.extend(draft.steps);
            }
            Err(refusal) => {
                *phase = StepState::Failed(refusal.error.clone());
                goal.fail(refusal.error, &mut journal);
            }
        }
    }
}
