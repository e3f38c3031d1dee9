//! A plan that its user has changed is rehearsed from the world as it is: at once, and anew as each of its steps begins and ends. What breaks
//! is noted at the step that breaks; nothing is repaired.

use bevy::prelude::*;

use super::{
    act::what_is_left,
    ends::Ends,
    placed::Placed,
    planning::{Plan, planner_state},
    step::{Piece, Step, StepState, Steps, Unsettled},
};
use crate::{
    domain::{StepDraft, StepNotes, ToolRequest},
    mind::{
        agent::{Agents, GoalOf},
        goals::GoalLife,
        plan::{
            edits::{rehearse, unmet},
            stock::have,
        },
    },
};

/// A step, and whether it has changed.
type Rehearsed = (&'static Step, Ref<'static, StepState>, &'static mut StepNotes, Has<Piece>);

/// Rehearses what is left of plans that were changed.
pub(in crate::mind) fn rehearse_edited(
    mut goals: Query<(GoalLife, &GoalOf, &Steps, &Placed, &Plan, Option<&Ends>), Without<Unsettled>>,
    mut steps: Query<Rehearsed>,
    agents: Agents,
) {
    for (mut goal, of, list, placed, plan, ends) in &mut goals {
        if goal.state.is_over() || !goal.hand.is_new && goal.hand.edits.is_empty() {
            continue;
        }
        // Once all is taken back it is the plan that was proved.
        if goal.hand.edits.is_empty() {
            let mut all = steps.iter_many_mut(list.iter());
            while let Some((.., mut notes, _)) = all.fetch_next() {
                (notes.breaks, notes.is_kept, notes.is_warned) = (None, false, false);
            }
            (goal.hand.is_new, goal.hand.lacks) = (false, Vec::new());
            continue;
        }
        let goes_on = || list.iter().any(|step| steps.get(step).is_ok_and(|(_, state, ..)| state.is_changed()));
        let Some(outlook) = agents.outlook(of).filter(|_| goal.hand.is_new || goes_on()) else { continue };
        // A job is rehearsed as a whole.
        let undone = list.iter().filter_map(|entity| Some((entity, steps.get(entity).ok()?)));
        let undone = undone.filter(|(_, (_, state, _, is_piece))| !state.has_ended() && !is_piece);
        let (entities, drafts): (Vec<Entity>, Vec<StepDraft>) = undone
            .map(|(entity, (step, ..))| {
                let request = what_is_left(step, outlook.seen, placed);
                (entity, StepDraft { request, ..step.draft() })
            })
            .unzip();
        let (breaks, held) = rehearse(&planner_state(&outlook), &placed.0, &drafts);
        for (entity, breaks) in entities.into_iter().zip(breaks) {
            let Ok((.., mut notes, _)) = steps.get_mut(entity) else { continue };
            if notes.breaks != breaks {
                // What the user wanted was what broke then.
                notes.is_kept &= breaks.is_some();
                notes.is_warned &= breaks.is_some();
                notes.breaks = breaks;
            }
        }
        // What the rest of a goal brings that is planned later nobody knows.
        let is_open = drafts.iter().any(|draft| matches!(draft.request, ToolRequest::PlanOn(_)));
        let ends = ends.cloned().unwrap_or_default().and(&plan.draft.holds);
        let lacking = ends.lacking(&held).filter(|_| !is_open);
        let lacking = lacking.map(|(name, count)| {
            format!("{} {name} are held at the end, and the goal wants {count}", have(&held, name))
        });
        let shows = list.iter().filter_map(|step| steps.get(step).ok());
        let shows = shows.filter(|(_, state, notes, _)| {
            notes.is_edited && !matches!(**state, StepState::Failed(_) | StepState::Skipped)
        });
        let shows: Vec<StepDraft> = shows.map(|(step, ..)| step.draft()).collect();
        let shows: Vec<&StepDraft> = shows.iter().collect();
        let owed = unmet(&goal.hand.owed, &shows);
        let owed = owed.iter().map(|owed| {
            format!(
                "\"{}\" is out of the plan, and the goal wants what it shows: {}",
                owed.request.title(),
                owed.expectation
            )
        });
        let lacks = lacking.into_iter().chain(owed).collect();
        (goal.hand.is_new, goal.hand.lacks) = (false, lacks);
    }
}
