//! Goals that wait for their time. Each time that has come, a goal of its own does what is to be done; the goal that stands ends
//! with the last of them, or when somebody ends it.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{
    asks::{Goals, queue},
    goal::{Goal, GoalLife, Speaker, Standing},
};
use crate::{
    domain::{Connection, ErrorCode, GoalState, Observation, SlotStack, ToolError},
    journal::Journal,
    knowledge::DAY,
    mind::{
        agent::{Agent, Link, Seen},
        plan::{
            grammar::{When, standing},
            stock::have,
        },
    },
};

/// Below this the food bar lets no health grow back (Minecraft Wiki, Hunger).
pub(super) const HEALING_FOOD: u32 = 18;
/// A time of the day that one has joined after counts as that time for so long, in ticks: five minutes.
const LATE: u64 = 6_000;
/// The slots of the pack and the hotbar, by the protocol's numbers.
const PACK: std::ops::Range<usize> = 9..45;

/// Marks a goal that waits for its time.
pub(in crate::mind) fn notice_standing(added: On<Insert, Goal>, goals: Query<&Goal>, mut commands: Commands) {
    let words = goals.get(added.entity).ok().and_then(|goal| standing(&goal.text).ok().flatten());
    if let Some(words) = words {
        commands.entity(added.entity).try_insert(Standing::new(words));
    }
}

/// Begins what is due, and ends what has been done as often as it was to be.
pub(in crate::mind) fn keep_standing(
    mut goals: Query<(GoalLife, Option<&mut Standing>, Option<&Speaker>)>,
    agents: Query<(Entity, &Agent, &Link, &Seen)>,
    ids: Res<Goals>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    if goals.iter().all(|(_, standing, _)| standing.is_none()) {
        return;
    }
    let at_it: Vec<u64> = goals.iter().filter_map(|(_, standing, _)| standing?.at_it).collect();
    let ends: BTreeMap<u64, (GoalState, Option<ToolError>)> = goals
        .iter()
        .filter(|(goal, ..)| at_it.contains(&goal.goal.id))
        .map(|(goal, ..)| (goal.goal.id, (*goal.state, goal.note.error.clone())))
        .collect();
    let mut agents: Vec<_> = agents.iter().collect();
    agents.sort_by_key(|(_, agent, ..)| agent.number);
    for (mut goal, standing, by) in &mut goals {
        let Some(mut standing) = standing.filter(|_| goal.is(GoalState::Queued)) else { continue };
        let standing = &mut *standing;
        if let Some(id) = standing.at_it {
            let end = ends.get(&id);
            if end.is_some_and(|(state, _)| !state.is_over()) {
                continue;
            }
            standing.at_it = None;
            if let Some((_, error)) = end.filter(|(state, _)| *state != GoalState::Done) {
                let cancelled = || ToolError::new(ErrorCode::Cancelled, "what was to be done was cancelled");
                standing.missed += 1;
                standing.last_error = Some(error.clone().unwrap_or_else(cancelled));
            }
        }
        if standing.words.times.is_some_and(|times| standing.begun >= times) {
            match outcome(standing) {
                Ok(shown) => goal.finish(Some(shown), &mut journal),
                Err(error) => goal.fail(error, &mut journal),
            }
            continue;
        }
        let of = goal.agent();
        let here = agents
            .iter()
            .find(|(entity, _, link, _)| of.is_none_or(|of| of == *entity) && matches!(link.0, Connection::Joined));
        let Some((agent, .., seen)) = here else { continue };
        let Some(seen) = seen.0.as_ref() else { continue };
        if let (When::In(ticks), 0) = (standing.words.when, standing.next) {
            standing.next = seen.tick + ticks;
        }
        let due = is_due(standing, seen);
        let was_due = std::mem::replace(&mut standing.was_due, due);
        if goal.note.why.is_none() {
            goal.note.why = Some(waits_for(standing));
        }
        if !due || was_due {
            continue;
        }
        if let When::Every(ticks) = standing.words.when {
            (standing.next, standing.was_due) = (seen.tick + ticks, false);
        }
        let by = by.map(|by| by.0.as_str());
        if let Ok(id) = queue(&standing.words.goal, Some(*agent), by, *goal.priority, &ids, &mut journal, &mut commands)
        {
            (standing.at_it, standing.begun) = (Some(id), standing.begun + 1);
            goal.note.why = Some(waits_for(standing));
        }
    }
}

/// Whether its time has come.
fn is_due(standing: &Standing, seen: &Observation) -> bool {
    match standing.words.when {
        When::Every(_) | When::In(_) => seen.tick >= standing.next,
        When::Daily(at) => seen.time_of_day.is_some_and(|time| (time + DAY - at) % DAY < LATE),
        When::Held { item, count } => have(&seen.inventory(), item) >= count,
        When::Hungry => seen.food < HEALING_FOOD,
        When::Full => {
            let free = |slot: &Option<SlotStack>| slot.is_none();
            seen.slots.len() >= PACK.end && !seen.slots[PACK].iter().any(free)
        }
    }
}

/// What it comes to in the end.
fn outcome(standing: &Standing) -> Result<String, ToolError> {
    let (begun, missed) = (standing.begun, standing.missed);
    match &standing.last_error {
        None => Ok(format!("done {begun} of {begun} times: {}", standing.words.goal)),
        Some(last) => {
            let words = format!("{missed} of {begun} times it came to nothing: {}", last.message);
            Err(ToolError { message: words, ..last.clone() })
        }
    }
}

fn waits_for(standing: &Standing) -> String {
    let done = match (standing.begun, standing.words.times) {
        (0, _) => String::new(),
        (begun, Some(times)) => format!(" (begun {begun} of {times} times)"),
        (begun, None) => format!(" (begun {begun} times)"),
    };
    format!("it is done {}{done}", standing.words.when.told())
}
