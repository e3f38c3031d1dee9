//! Goals live one at a time, in the order they were asked; they end when their time is up, and wait for a bot that is gone.

use bevy::prelude::*;

use super::goal::GoalLife;
use crate::{
    domain::{Connection, ErrorCode, GoalState, ToolError},
    journal::{Event, Journal},
    mind::agent::{Agent, Calls, Link, Policy, Seen},
};

/// Ends goals whose time is up.
pub(in crate::mind) fn end_overdue_goals(
    mut goals: Query<GoalLife>,
    policy: Res<Policy>,
    time: Res<Time<Real>>,
    mut journal: ResMut<Journal>,
) {
    for mut goal in goals.iter_mut().filter(|goal| goal.is(GoalState::Active)) {
        goal.spent.wall += time.delta();
        let ticks = policy.timeout.filter(|limit| goal.spent.ticks(journal.tick) > *limit);
        let wall = policy.wall_timeout.filter(|limit| goal.spent.wall > *limit);
        let limit = ticks.map(|limit| format!("{} game seconds", limit / 20));
        if let Some(limit) = limit.or_else(|| wall.map(|limit| format!("{} seconds", limit.as_secs()))) {
            let error = ToolError::new(ErrorCode::Timeout, format!("the goal's time limit of {limit} passed"));
            goal.fail(error, &mut journal);
        }
    }
}

/// What becomes of goals when the bot is dead or gone and no call runs whose outcome would tell: without a window they
/// fail, in a window the active one waits.
pub(in crate::mind) fn hold_goals_of_an_absent_bot(
    mut goals: Query<GoalLife>,
    agent: Single<(&Agent, &Link, &Calls)>,
    policy: Res<Policy>,
    mut journal: ResMut<Journal>,
) {
    let (agent, link, calls) = *agent;
    let error = match &link.0 {
        Connection::Dead { message } if agent.ever_joined => ToolError::new(ErrorCode::BotDied, message.clone()),
        Connection::Lost { reason } if agent.ever_joined => ToolError::new(ErrorCode::Disconnected, reason.clone()),
        _ => return,
    };
    for mut goal in &mut goals {
        if goal.is(GoalState::Active) && calls.running().is_some() {
            continue;
        }
        if !policy.comes_back && !goal.state.is_over() {
            goal.fail(error.clone(), &mut journal);
        } else if goal.is(GoalState::Active) {
            goal.suspend(format!("{error}; resume when you like"), &mut journal);
        } else if goal.is(GoalState::Paused) {
            // What its done steps had gained may be gone.
            goal.note.replan = true;
        }
    }
}

/// The oldest queued goal becomes active once none is and the bot stands in the world.
pub(in crate::mind) fn activate_next_goal(
    mut goals: Query<GoalLife>,
    link: Single<&Link>,
    seen: Single<&Seen>,
    mut journal: ResMut<Journal>,
) {
    let joined = matches!(link.0, Connection::Joined) && seen.0.is_some();
    if !joined || goals.iter().any(|goal| *goal.state == GoalState::Active) {
        return;
    }
    let queued = goals.iter_mut().filter(|goal| goal.is(GoalState::Queued));
    if let Some(mut next) = queued.min_by_key(|goal| goal.goal.id) {
        *next.state = GoalState::Active;
        next.spent.start(journal.tick);
        journal.record(Some(next.goal.id), Event::GoalStarted { text: next.goal.text.clone() });
    }
}
