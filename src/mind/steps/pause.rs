//! A goal pauses between two steps, where its user wants that: before a step that they have marked, after the one step that they have asked
//! for, and before what would fail in a plan that they have changed.

use bevy::prelude::*;

use super::step::{Failure, OnHold, StepState, Steps, Unsettled};
use crate::{
    domain::StepNotes,
    journal::Journal,
    mind::{
        agent::{Agents, Calls, GoalOf},
        goals::{GoalLife, GoalLifeItem},
    },
};

/// Pauses goals before their next step.
pub(in crate::mind) fn pause_where_asked(
    mut goals: Query<(GoalLife, &GoalOf, &Steps), (Without<Failure>, Without<OnHold>, Without<Unsettled>)>,
    mut steps: Query<(&StepState, &mut StepNotes)>,
    agents: Agents,
    calls: Query<&Calls>,
    mut journal: ResMut<Journal>,
) {
    for (mut goal, of, list) in &mut goals {
        let Some(outlook) = agents.outlook(of).filter(|outlook| outlook.can_work(&goal.state)) else { continue };
        if calls.get(of.0).is_ok_and(|calls| calls.running().is_some()) {
            continue;
        }
        let state = |step: Entity| steps.get(step).map(|(state, _)| state);
        let next = list.iter().position(|step| state(step).is_ok_and(|state| *state == StepState::Waiting));
        let Some(at) = next else { continue };
        let next = list[at];
        if let Some(once) = goal.hand.once {
            if once.is_over(next, |step| state(step).map_or(true, StepState::has_ended)) {
                goal.hand.once = None;
                pause(&mut goal, "after one step, as you asked", &mut journal);
                continue;
            }
            if let Some(once) = &mut goal.hand.once {
                once.first.get_or_insert(next);
            }
        }
        // Where nobody sits at a window, nobody could go on.
        let Ok((_, mut notes)) = steps.get_mut(next) else { continue };
        if !outlook.policy.comes_back || !waits(&notes) {
            continue;
        }
        let is_broken = notes.breaks.is_some();
        let pauses = std::mem::replace(&mut notes.pauses, false);
        notes.is_warned = is_broken;
        // Who asks for just this step wants it begun.
        if goal.hand.once.is_some() {
            continue;
        }
        let why = match &notes.breaks {
            Some(breaks) if !pauses => {
                let number = at + 1;
                format!(
                    "before step {number}, which would fail as the plan is now: {breaks}; Resume begins it all the same"
                )
            }
            _ => format!("before step {}, as you asked", at + 1),
        };
        pause(&mut goal, &why, &mut journal);
    }
}

/// Whether a goal pauses before a step.
fn waits(notes: &StepNotes) -> bool {
    notes.pauses || notes.breaks.is_some() && !notes.is_kept && !notes.is_warned
}

fn pause(goal: &mut GoalLifeItem, why: &str, journal: &mut Journal) {
    goal.hold(why, journal);
    goal.note.why = Some(format!("paused {why}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_pauses_and_so_does_what_breaks_until_the_user_wants_it() {
        let breaks = Some("needs 1 torch; none is held then".to_owned());
        assert!(!waits(&StepNotes::default()));
        assert!(waits(&StepNotes { pauses: true, ..StepNotes::default() }));
        assert!(waits(&StepNotes { breaks: breaks.clone(), ..StepNotes::default() }));
        assert!(!waits(&StepNotes { breaks: breaks.clone(), is_kept: true, ..StepNotes::default() }));
        assert!(!waits(&StepNotes { breaks: breaks.clone(), is_warned: true, ..StepNotes::default() }));
        assert!(waits(&StepNotes { breaks, is_kept: true, pauses: true, ..StepNotes::default() }));
    }
}
