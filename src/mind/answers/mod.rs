//! Questions are answered from what is seen and known, without a plan and without a wait: also while a goal is at work.

mod facts;
mod tell;

use bevy::prelude::*;
use facts::Facts;

use super::{
    agent::{Agent, Clock, ComingIn, GoalOf, Places, Seen, SeenBlocks},
    goals::{Asked, AskedThen, Goal, GoalLife, GoalLifeItem, Goals, look_first},
    plan::grammar::Question,
    view::View,
};
use crate::{
    domain::{Connection, GoalState, Observation},
    journal::{Event, Journal},
    knowledge::block_of_state,
    voxel::{SeenWorld, StateId},
};

/// Answers what a goal asks at its end, once it is done.
pub(super) fn answer_after(
    mut goals: Query<(GoalLife, &AskedThen)>,
    questions: Query<&Goal, With<Asked>>,
    agents: Query<(Entity, &Agent, &Places)>,
    blocks: Res<SeenBlocks>,
    view: Res<View>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    if goals.is_empty() {
        return;
    }
    let questions: Vec<u64> = questions.iter().map(|goal| goal.id).collect();
    for (mut goal, asked) in goals.iter_mut().filter(|(goal, _)| goal.is(GoalState::Done)) {
        commands.entity(goal.entity).remove::<AskedThen>();
        let Some((of, agent, places)) = goal.agent().and_then(|of| agents.get(of).ok()) else { continue };
        let Some(bot) = view.0.bots.iter().find(|bot| bot.username == agent.username) else { continue };
        let Some(seen) = bot.observation.as_ref() else { continue };
        let facts = Facts::new(seen, blocks.of(of), &places.named, &view.0, bot, &questions);
        let answer = told(&asked.0, &facts);
        goal.note.why = Some(answer.clone());
        journal.record(Some(goal.goal.id), Event::Answered { question: goal.goal.text.clone(), answer });
    }
}

/// The answers to these questions, one after the other.
fn told(asked: &[Question], facts: &Facts) -> String {
    asked.iter().map(|question| tell::tell(question, facts)).collect::<Vec<_>>().join(" ")
}

/// Whether it takes what the server tells after a join, a piece at a time: land, and who is on it.
fn is_about_sights(question: &Question) -> bool {
    matches!(
        question,
        Question::Seen | Question::Nearest(_) | Question::Stands(_) | Question::Where(_) | Question::Company
    )
}

/// Whether it is about what lies in chests.
fn is_about_stores(question: &Question) -> bool {
    matches!(question, Question::Stores | Question::Stored(_))
}

/// The chest, or the barrel, that is to be looked into before this is answered: one stands there, and none was looked into yet.
fn to_look_into(goal: &GoalLifeItem, asked: &Asked, seen: &Observation, blocks: &SeenWorld) -> Option<&'static str> {
    if goal.looking.is_some() || !seen.containers.is_empty() || !asked.0.iter().any(is_about_stores) {
        return None;
    }
    let holder = if goal.goal.text.to_lowercase().contains("barrel") { "barrel" } else { "chest" };
    let is_one = |state: StateId| block_of_state(state).is_some_and(|block| block.name == holder);
    blocks.nearest(seen.position.block(), &is_one).map(|_| holder)
}

/// Answers what is asked of a bot that has seen the world; what is asked of nobody in particular, each of them answers.
pub(super) fn answer_questions(
    mut goals: Query<(GoalLife, &Asked)>,
    others: Query<(&Goal, &GoalState), Without<Asked>>,
    agents: Query<(Entity, &Agent, &Clock, &ComingIn, &Seen, &Places)>,
    (blocks, view, ids): (Res<SeenBlocks>, Res<View>, Res<Goals>),
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let mut agents: Vec<_> = agents.iter().collect();
    let questions: Vec<u64> = goals.iter().map(|(goal, _)| goal.goal.id).collect();
    agents.sort_by_key(|(_, agent, ..)| agent.number);
    for (mut goal, asked) in goals.iter_mut().filter(|(goal, _)| goal.is(GoalState::Queued)) {
        let of = goal.agent();
        let asked_of = |entity: &Entity| of.is_none_or(|of| of == *entity);
        let mut those_asked = agents.iter().filter(|(entity, ..)| asked_of(entity));
        let waits = asked.0.iter().any(is_about_sights);
        let is_about_others = asked.0.iter().any(|asked| matches!(asked, Question::Company | Question::Where(_)));
        let comes_in = |of: Entity, clock: &Clock, coming_in: &ComingIn, seen: &Seen| {
            let feet = seen.0.as_ref().map(|seen| seen.position.block());
            // Whoever is online and in nobody's sight may only not have been shown yet.
            let is_missing = |seen: &Observation| {
                let players = seen.entities.iter().filter(|entity| entity.kind == "player").count();
                players < seen.online.len()
            };
            let others_come = is_about_others && coming_in.is_fresh(clock.0) && seen.0.as_ref().is_some_and(is_missing);
            others_come || feet.is_none_or(|feet| !coming_in.lies_still(clock.0, (blocks.of(of), feet)))
        };
        if waits && those_asked.any(|(of, _, clock, coming_in, seen, _)| comes_in(*of, clock, coming_in, seen)) {
            continue;
        }
        let is_open = |id: u64| others.iter().any(|(other, state)| other.id == id && !state.is_over());
        if goal.looking.is_some_and(|looking| is_open(looking.0)) {
            continue;
        }
        // Whoever has nothing to do goes and looks.
        if let Some((entity, .., seen, _)) = agents.iter().find(|(entity, ..)| asked_of(entity))
            && let Some(seen) = seen.0.as_ref()
            && !others.iter().any(|(_, state)| *state == GoalState::Active)
            && let Some(holder) = to_look_into(&goal, asked, seen, blocks.of(*entity))
        {
            look_first(&mut goal, holder, *entity, &ids, &mut journal, &mut commands);
            continue;
        }
        let mut answers = Vec::new();
        for (entity, agent, .., places) in agents.iter().filter(|(entity, ..)| asked_of(entity)) {
            let view = &view.0;
            let Some(bot) = view.bots.iter().find(|bot| bot.username == agent.username) else { continue };
            let Some(seen) = bot.observation.as_ref().filter(|_| bot.connection != Connection::Joining) else {
                continue;
            };
            let facts = Facts::new(seen, blocks.of(*entity), &places.named, view, bot, &questions);
            answers.push((*entity, agent.username.clone(), told(&asked.0, &facts)));
        }
        let Some((first, ..)) = answers.first() else { continue };
        if of.is_none() && answers.len() == 1 {
            commands.entity(goal.entity).insert(GoalOf(*first));
            journal.assign(goal.goal.id, *first);
        }
        let several = answers.len() > 1;
        let said = answers.into_iter().map(|(_, name, words)| if several { format!("{name}: {words}") } else { words });
        let answer = said.collect::<Vec<_>>().join(" ");
        goal.note.why = Some(answer.clone());
        journal.record(Some(goal.goal.id), Event::Answered { question: goal.goal.text.clone(), answer });
        goal.finish(None, &mut journal);
    }
}
