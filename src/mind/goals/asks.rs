//! What the user asks becomes goals, and changes of them.

use bevy::prelude::*;

use super::{
    goal::{Goal, GoalLife, GoalNote},
    open::LEFT_OPEN,
};
use crate::{
    domain::{GoalIds, GoalState, MAX_GOAL_LENGTH, UserAsk, shortened},
    journal::{Event, Journal},
    mind::plan::grammar::check_length,
};

/// Characters that are shown of a goal that is refused for its length.
const SHOWN: usize = 60;

/// Numbers goals.
#[derive(Resource, Debug, Default)]
pub struct Goals(pub GoalIds);

/// Turns what the user asks into changes of goals.
pub(in crate::mind) fn take_asks(
    mut asks: MessageReader<UserAsk>,
    mut goals: Query<GoalLife>,
    ids: Res<Goals>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    for ask in asks.read() {
        let id = match ask {
            UserAsk::NewGoal(text) => {
                let text = text.trim();
                if text.is_empty() {
                    continue;
                }
                let too_long = check_length(text).err();
                // What nobody reads need not be kept either.
                let text = shortened(text, if too_long.is_some() { SHOWN } else { MAX_GOAL_LENGTH }).into_owned();
                let goal = Goal { id: ids.0.next_id(), text };
                journal.record(Some(goal.id), Event::GoalQueued { text: goal.text.clone() });
                let (mut state, mut note) = (GoalState::Queued, GoalNote::default());
                // It is not even read.
                if let Some(error) = too_long {
                    note.fail(&goal, error, &mut journal);
                    state = GoalState::Failed;
                }
                commands.spawn((goal, state, note));
                continue;
            }
            UserAsk::Pause(id) | UserAsk::Resume(id) | UserAsk::Cancel(id) | UserAsk::Leave(id) => *id,
            // What was left open is in the store, which the mind does not know.
            UserAsk::GoOn | UserAsk::NotNow => continue,
        };
        let Some(mut life) = goals.iter_mut().find(|life| life.goal.id == id) else { continue };
        let tick = journal.tick;
        match ask {
            UserAsk::Pause(_) if life.is(GoalState::Active) || life.is(GoalState::Queued) => {
                *life.state = GoalState::Paused;
                life.note.why = Some("paused by you".to_owned());
                life.spent.stop(tick);
                journal.record(Some(id), Event::GoalPaused { why: "asked by the user".to_owned() });
            }
            UserAsk::Leave(_) if life.is(GoalState::Active) || life.is(GoalState::Queued) => {
                *life.state = GoalState::Paused;
                life.note.why = Some(LEFT_OPEN.to_owned());
                life.spent.stop(tick);
                journal.record(Some(id), Event::GoalPaused { why: LEFT_OPEN.to_owned() });
            }
            UserAsk::Resume(_) if life.is(GoalState::Paused) => {
                *life.state = GoalState::Queued;
                life.note.why = None;
                journal.record(Some(id), Event::GoalResumed { left: None });
            }
            UserAsk::Cancel(_) if !life.state.is_over() => {
                *life.state = GoalState::Cancelled;
                life.spent.stop(tick);
                journal.record(Some(id), Event::GoalCancelled { text: life.goal.text.clone() });
            }
            _ => {}
        }
    }
}
