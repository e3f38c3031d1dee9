//! Questions are answered from what is seen and known, without a plan and without a wait: also while a goal is at work.

mod facts;
mod tell;

use bevy::prelude::*;
use facts::Facts;

use super::{
    agent::{Agent, Clock, GoalOf, Land, Places, SeenBlocks},
    goals::{Asked, GoalLife},
    plan::grammar::Question,
    view::View,
};
use crate::{
    domain::{Connection, GoalState, HOME},
    journal::{Event, Journal},
};

/// Ticks without new land after which all of it has come.
const STILL: u64 = 20;

fn is_about_land(question: &Question) -> bool {
    matches!(question, Question::Seen | Question::Nearest(_))
}

/// Whether no new land has come in for a while: who has just joined sees next to nothing.
fn lies_still(before: &mut Option<(usize, u64)>, columns: usize, tick: u64) -> bool {
    match *before {
        Some((seen, since)) if seen == columns => tick >= since + STILL,
        _ => {
            *before = Some((columns, tick));
            false
        }
    }
}

/// Answers what is asked of a bot that has seen the world; what is asked of nobody in particular, each of them answers.
pub(super) fn answer_questions(
    mut goals: Query<(GoalLife, &mut Asked)>,
    agents: Query<(Entity, &Agent, &Land, &Clock, &Places)>,
    blocks: Res<SeenBlocks>,
    view: Res<View>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let mut agents: Vec<_> = agents.iter().collect();
    let questions: Vec<u64> = goals.iter().map(|(goal, _)| goal.goal.id).collect();
    agents.sort_by_key(|(_, agent, ..)| agent.number);
    for (mut goal, mut asked) in goals.iter_mut().filter(|(goal, _)| goal.is(GoalState::Queued)) {
        let of = goal.agent();
        let asked_of = |entity: &Entity| of.is_none_or(|of| of == *entity);
        if asked.questions.iter().any(is_about_land) {
            let lands = agents.iter().filter(|(entity, ..)| asked_of(entity));
            let (columns, tick) = lands.fold((0, 0), |(columns, tick), (_, _, land, clock, _)| {
                (columns + blocks.of(land).len(), clock.0.max(tick))
            });
            if !lies_still(&mut asked.land, columns, tick) {
                continue;
            }
        }
        let mut answers = Vec::new();
        for (entity, agent, land, _, places) in agents.iter().filter(|(entity, ..)| asked_of(entity)) {
            let view = &view.0;
            let Some(bot) = view.bots.iter().find(|bot| bot.username == agent.username) else { continue };
            let Some(seen) = bot.observation.as_ref().filter(|_| bot.connection != Connection::Joining) else {
                continue;
            };
            let home = places.named.get(HOME);
            let mut facts = Facts::new(seen, blocks.of(land), view, bot, &questions);
            facts.home = home;
            let words =
                asked.questions.iter().map(|question| tell::tell(*question, &facts)).collect::<Vec<_>>().join(" ");
            answers.push((*entity, agent.username.clone(), words));
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
