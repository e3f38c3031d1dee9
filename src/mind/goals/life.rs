//! An agent works at its goals one at a time, in the order they were asked; they end when their time is up, and wait for a bot
//! that is gone.

use std::{cmp::Reverse, collections::BTreeMap};

use bevy::prelude::*;

use super::{
    asks::{Goals, queue},
    goal::{GoalLife, GoalLifeItem, Looking},
    standing::HEALING_FOOD,
};
use crate::{
    domain::{
        Connection, ContainerSeen, EntitySeen, ErrorCode, GoalState, ItemCounts, Observation, Priority, ToolError,
    },
    journal::{Event, Journal},
    knowledge::{self, is_night},
    mind::{
        agent::{Advised, Agent, Calls, GoalOf, LastDone, Link, Policy, Seen, SeenBlocks},
        plan::{
            grammar::{self, Fact, Provided, becomes, provided},
            stock::{have, is_of_kind},
            undo::is_undo,
        },
    },
    voxel::{SeenWorld, StateId},
};

/// Ends goals whose time is up.
pub(in crate::mind) fn end_overdue_goals(
    mut goals: Query<GoalLife>,
    agents: Query<&Policy>,
    time: Res<Time<Real>>,
    mut journal: ResMut<Journal>,
) {
    for mut goal in goals.iter_mut().filter(|goal| goal.is(GoalState::Active)) {
        let Some(policy) = goal.agent().and_then(|agent| agents.get(agent).ok()) else { continue };
        goal.spent.wall += time.delta();
        let now = journal.tick_of(goal.goal.id);
        let ticks = policy.timeout.filter(|limit| goal.spent.ticks_of_this_try(now) > *limit);
        let wall = policy.wall_timeout.filter(|limit| goal.spent.wall > *limit);
        let limit = ticks.map(|limit| format!("{} game seconds", limit / 20));
        if let Some(limit) = limit.or_else(|| wall.map(|limit| format!("{} seconds", limit.as_secs()))) {
            let error = ToolError::new(ErrorCode::Timeout, format!("the goal's time limit of {limit} passed"));
            goal.fail(error, &mut journal);
        }
    }
}

/// What becomes of goals when their bot is dead or gone and no call runs whose outcome would tell: without a window they
/// fail, in a window the active one waits. What nobody has taken up yet waits for whoever is left.
pub(in crate::mind) fn hold_goals_of_an_absent_bot(
    mut goals: Query<GoalLife>,
    agents: Query<(&Agent, &Link, &Calls, &Policy)>,
    mut journal: ResMut<Journal>,
) {
    let mut absent = agents.iter().map(|(agent, link, _, policy)| Some((absence(agent, link)?, policy.comes_back)));
    let nobody_left = match absent.next() {
        Some(Some((error, false))) if absent.all(|absent| matches!(absent, Some((_, false)))) => Some(error),
        _ => None,
    };
    for mut goal in &mut goals {
        let Some(agent) = goal.agent() else {
            if let Some(error) = nobody_left.clone().filter(|_| !goal.state.is_over()) {
                goal.fail(error, &mut journal);
            }
            continue;
        };
        let Ok((agent, link, calls, policy)) = agents.get(agent) else { continue };
        let Some(error) = absence(agent, link) else { continue };
        if goal.is(GoalState::Active) && calls.running().is_some() {
            continue;
        }
        if !policy.comes_back && !goal.state.is_over() {
            goal.fail(error, &mut journal);
        } else if goal.is(GoalState::Active) {
            goal.suspend(&format!("{error}; resume when you like"), &mut journal);
        } else if goal.is(GoalState::Paused) {
            // What its done steps had gained may be gone.
            goal.note.replan = true;
        }
    }
}

/// Why a bot that was in the world is not.
fn absence(agent: &Agent, link: &Link) -> Option<ToolError> {
    match &link.0 {
        Connection::Dead { message } if agent.ever_joined => Some(ToolError::new(ErrorCode::BotDied, message.clone())),
        Connection::Lost { reason } if agent.ever_joined => {
            Some(ToolError::new(ErrorCode::Disconnected, reason.clone()))
        }
        _ => None,
    }
}

/// The oldest queued goal that is its own, or nobody's, becomes active once an agent has none and stands in the world. What
/// no grammar understands waits for a bot with a model, while there is one; what undoes the last goal, until what was asked before
/// is over, for the bot that did it.
pub(in crate::mind) fn activate_next_goal(
    mut goals: Query<GoalLife>,
    agents: Query<(Entity, &Agent, &Link, &Seen, Has<Advised>, &LastDone)>,
    (ids, blocks): (Res<Goals>, Res<SeenBlocks>),
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let mut agents: Vec<_> = agents.iter().collect();
    agents.sort_by_key(|(_, agent, ..)| agent.number);
    let advice = agents.iter().any(|(_, agent, link, _, advised, _)| *advised && absence(agent, link).is_none());
    let here = agents.iter().filter(|(_, agent, link, ..)| absence(agent, link).is_none());
    let is_alone = agents.len() == 1;
    let did_last = here.filter_map(|(agent, .., last)| Some((last.0.as_ref()?.goal, *agent))).max();
    for (agent, _, link, seen, advised, _) in agents {
        let joined = matches!(link.0, Connection::Joined) && seen.0.is_some();
        if !joined
            || goals.iter().any(|goal| *goal.state == GoalState::Active && goal.of.is_some_and(|of| of.0 == agent))
        {
            continue;
        }
        // The looks that are over, of those that a goal waits for.
        let looks: Vec<u64> = goals.iter().filter_map(|goal| Some(goal.looking?.0)).collect();
        let over = goals.iter().filter(|goal| goal.state.is_over() && looks.contains(&goal.goal.id));
        let over: BTreeMap<u64, GoalState> = over.map(|goal| (goal.goal.id, *goal.state)).collect();
        let open = goals.iter().filter(|goal| matches!(*goal.state, GoalState::Active | GoalState::Queued));
        let open = open.filter(|goal| !goal.is_question && !goal.is_standing);
        let open: Vec<_> = open.map(|goal| (*goal.priority, goal.goal.id)).collect();
        let may_undo = |priority: Priority, id: u64| {
            is_alone
                || did_last.is_none_or(|(_, other)| other == agent)
                    && open.iter().all(|(others, other)| *other >= id || *others < priority)
        };
        let queued =
            goals.iter_mut().filter(|goal| goal.is(GoalState::Queued) && !goal.is_question && !goal.is_standing);
        // One that is decided by a look waits for that.
        let queued = queued.filter(|goal| goal.looking.is_none_or(|looking| over.contains_key(&looking.0)));
        let free = queued.filter(|goal| match goal.agent() {
            Some(owner) => owner == agent,
            None if !may_undo(*goal.priority, goal.goal.id) && is_undo(&goal.goal.text) => false,
            None => advised || !advice || is_known(&goal.goal.text),
        });
        let first = free.max_by_key(|goal| (*goal.priority, Reverse(goal.goal.id)));
        let Some(mut next) = first else { continue };
        let decided = provided(&next.goal.text).zip(seen.0.as_ref());
        if let Some((provided, seen)) = decided {
            let looked = next.looking.map(|looking| over.get(&looking.0) == Some(&GoalState::Done));
            let is_so = holds(&provided.fact, looked == Some(true), seen, blocks.of(agent));
            decide(&mut next, &provided, (is_so, looked), agent, &ids, &mut journal, &mut commands);
            continue;
        }
        *next.state = GoalState::Active;
        if next.of.is_none() {
            commands.entity(next.entity).insert(GoalOf(agent));
        }
        journal.assign(next.goal.id, agent);
        next.spent.start(journal.tick_of(next.goal.id));
        journal.record(Some(next.goal.id), Event::GoalStarted { text: next.goal.text.clone() });
    }
}

/// Whether a grammar understands a goal, or both ways that it may go.
fn is_known(text: &str) -> bool {
    grammar::parse(text).is_ok() || provided(text).is_some()
}

/// Ends a goal that depends on what is so, with what that is; what is to be done then becomes a goal of its own, which comes before all
/// others. `is_so`: `None` where that is not known yet; `looked`: whether a chest was looked into for it, if that was tried.
fn decide(
    goal: &mut GoalLifeItem,
    provided: &Provided,
    (is_so, looked): (Option<Result<bool, ToolError>>, Option<bool>),
    agent: Entity,
    ids: &Goals,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    commands.entity(goal.entity).insert(GoalOf(agent)).remove::<Looking>();
    let Some(is_so) = is_so else {
        // What lies in a chest is not known without a look, however it was when somebody last looked.
        let Some(holder) = provided.fact.holder() else { return };
        if looked.is_some() {
            let why = format!("what lies in the {holder} could not be looked at");
            return goal.fail(ToolError::new(ErrorCode::ResourceNotFound, why), journal);
        }
        return look_first(goal, holder, agent, ids, journal, commands);
    };
    let is_so = match is_so {
        Ok(is_so) => is_so,
        Err(error) => return goal.fail(error, journal),
    };
    let (fact, branch) = (provided.fact.told(is_so), provided.branch(is_so));
    if let Some(branch) = branch {
        let by = goal.speaker.map(|by| by.0.as_str());
        if let Err(error) = queue(branch, Some(agent), by, Priority::High, ids, journal, commands) {
            return goal.fail(error, journal);
        }
    }
    let done = branch.map_or("there is nothing to do".to_owned(), |branch| format!("what is done is: {branch}"));
    goal.finish(Some(format!("{fact}, so {done}")), journal);
}

/// Has the nearest chest, or barrel, looked into before a goal is decided or answered: by a goal of its own, which comes before all others.
pub(in crate::mind) fn look_first(
    goal: &mut GoalLifeItem,
    holder: &str,
    agent: Entity,
    ids: &Goals,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    let by = goal.speaker.map(|by| by.0.as_str());
    let words = format!("what is in the {holder}?");
    match queue(&words, Some(agent), by, Priority::High, ids, journal, commands) {
        Ok(id) => _ = commands.entity(goal.entity).insert(Looking(id)),
        Err(error) => goal.fail(error, journal),
    }
}

/// How many there are of an item, a family, or a kind that is none of these: `iron_pickaxe` is a `pickaxe`.
fn held_of(held: &ItemCounts, name: &str) -> u32 {
    if knowledge::item(name).is_some() {
        return have(held, name);
    }
    have(held, name).max(held.iter().filter(|(item, _)| is_of_kind(item, name)).map(|(_, count)| count).sum())
}

/// Whether so many logs of a wood are held, and besides them what becomes so many planks of it.
fn is_enough(held: &ItemCounts, wood: &str, (logs, planks): (u32, u32)) -> bool {
    let (log, plank) = (format!("{wood}_log"), format!("{wood}_planks"));
    let (per, makes) = becomes(&log, &plank).unwrap_or((1, 0));
    let over = held.count(&log).checked_sub(logs);
    over.is_some_and(|over| held.count(&plank) + over / per.max(1) * makes >= planks)
}

/// Whether so many of an item, or of a family, have room in a chest; without a number, all that are held. How what lies there is spread over
/// its slots is not known: at the worst all stacks of a kind but one are full.
fn has_room(chest: &ContainerSeen, held: &ItemCounts, name: &str, count: Option<u32>) -> bool {
    let kinds =
        held.iter().filter(|(item, _)| *item == name || knowledge::members(name).is_some_and(|all| all.contains(item)));
    let wanted: Vec<(&str, u32)> = match count {
        Some(count) => vec![(name, count)],
        None => kinds.collect(),
    };
    let slots = |(item, count): (&str, u32)| {
        let stack = knowledge::stack_size(knowledge::one_of(item)).max(1);
        let last = chest.contents.count(item) % stack;
        count.saturating_sub(if last > 0 { stack - last } else { 0 }).div_ceil(stack)
    };
    wanted.into_iter().map(slots).sum::<u32>() <= chest.free_slots
}

/// How long after its first spawn the bot has been told of everybody around, in ticks: the server sends them with the land.
const ARRIVED: u64 = 40;

/// Whether a fact is so; `None` where that is not known yet: a chest is to be looked into, or who is near has not been told yet.
///
/// # Errors
/// `RESOURCE_NOT_FOUND`: there is nothing that could stand one way or the other.
fn holds(fact: &Fact, looked: bool, seen: &Observation, blocks: &SeenWorld) -> Option<Result<bool, ToolError>> {
    Some(Ok(match fact {
        Fact::Stored { item, count, holder } => {
            let held = seen.containers.iter().rev().find(|seen| seen.block == *holder).filter(|_| looked)?;
            match item {
                Some(item) => held_of(&held.contents, item) >= *count,
                None => !held.contents.is_empty(),
            }
        }
        Fact::Near(name) => {
            let is_called = |entity: &EntitySeen| entity.name.as_ref().is_some_and(|is| is.eq_ignore_ascii_case(name));
            let is_near = seen.entities.iter().any(|entity| entity.kind == "player" && is_called(entity));
            // Who has just joined has not been told of everybody yet.
            (is_near || seen.tick >= ARRIVED).then_some(is_near)?
        }
        Fact::Stands(kind) => {
            let is_one = |state: StateId| {
                knowledge::block_of_state(state).is_some_and(|block| knowledge::blocks_sought(kind).contains(&block))
            };
            // Just after a join the land comes chunk by chunk.
            let feet = (seen.tick >= ARRIVED).then(|| seen.position.block())?;
            match blocks.nearest(feet, &is_one).and_then(|at| knowledge::stands_how(blocks.get(at)?)) {
                Some((_, is_so)) => is_so,
                None => {
                    let words = format!("I have seen no {} that could be looked at", kind.replace('_', " "));
                    return Some(Err(ToolError::new(ErrorCode::ResourceNotFound, words)));
                }
            }
        }
        Fact::Held { item, count } => held_of(&seen.inventory(), item) >= *count,
        Fact::Wood { wood, logs, planks } => is_enough(&seen.inventory(), wood, (*logs, *planks)),
        Fact::Room { item, count, holder } => {
            let stored = seen.containers.iter().rev().find(|seen| seen.block == *holder).filter(|_| looked)?;
            has_room(stored, &seen.inventory(), item, *count)
        }
        Fact::Hungry => seen.food < HEALING_FOOD,
        Fact::Dark => seen.time_of_day.is_some_and(|time| is_night(time, false)),
    }))
}
