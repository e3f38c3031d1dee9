//! What the user asks becomes goals, and changes of them.

use bevy::prelude::*;

use super::{
    by_hand::Once,
    goal::{Asked, AskedThen, Goal, GoalLife, GoalLifeItem, GoalNote, Speaker},
    open::LEFT_OPEN,
    whose::{addressed, shared_out},
};
use crate::{
    body,
    domain::{ErrorCode, GoalIds, GoalState, MAX_GOAL_LENGTH, Priority, Receipt, ToolError, UserAsk, shortened},
    journal::{Event, Journal},
    mind::{
        agent::{Agent, BodyLink, GoalOf},
        plan::grammar::{
            MOST_AGAIN, Order, before_all, check_length, instead, is_pause, is_speech, is_too_long, order, parse,
            questions, recounted, series, speech,
        },
    },
};

/// Characters that are shown of a goal that is refused for its length.
const SHOWN: usize = 60;

/// Numbers goals.
#[derive(Resource, Debug, Default)]
pub struct Goals(pub GoalIds);

/// Turns what the user asks into changes of goals, and says what became of each.
pub(in crate::mind) fn take_asks(
    mut asks: MessageReader<UserAsk>,
    mut receipts: MessageWriter<Receipt>,
    mut goals: Query<GoalLife>,
    agents: Query<(Entity, &Agent)>,
    links: Query<&BodyLink>,
    ids: Res<Goals>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let called = |name: &str| agents.iter().find(|(_, agent)| agent.username == name).map(|(of, _)| of);
    for ask in asks.read() {
        let outcome = match ask {
            UserAsk::Said { by, bot, words } => {
                let mut outcome = Ok(None);
                for words in series(words) {
                    outcome =
                        said(&words, called(bot), Some(by.as_str()), &mut goals, &ids, &mut journal, &mut commands);
                    if outcome.is_err() {
                        break;
                    }
                }
                outcome
            }
            UserAsk::NewGoal(text) => {
                let names: Vec<&str> = agents.iter().map(|(_, agent)| agent.username.as_str()).collect();
                let mut outcome = Ok(None);
                let goals_of = |text: String| series(&text);
                for text in shared_out(text.trim(), &names).into_iter().flat_map(goals_of) {
                    let (name, words) = addressed(&text, names.iter().copied());
                    outcome = said(words, name.and_then(called), None, &mut goals, &ids, &mut journal, &mut commands);
                    if outcome.is_err() {
                        break;
                    }
                }
                outcome
            }
            UserAsk::Say { bot, words } => {
                speech(words).and_then(|goal| speak(&goal, called(bot), &mut goals, &ids, &mut journal, &mut commands))
            }
            UserAsk::Pause(id)
            | UserAsk::Resume(id)
            | UserAsk::StepOnce(id)
            | UserAsk::Cancel(id)
            | UserAsk::Retry(id)
            | UserAsk::Rank(id, _)
            | UserAsk::Leave(id) => {
                let life = goals.iter_mut().find(|life| life.goal.id == *id);
                change(ask, *id, life, &mut journal).map(|()| Some(*id))
            }
            UserAsk::Try { bot, build, at } => {
                let link = called(bot).and_then(|of| links.get(of).ok());
                if let Some(link) = link {
                    link.send(body::Order::Try { build: build.clone(), at: *at });
                }
                // It is answered by what is shown.
                continue;
            }
            // Whoever knows the steps answers the one, whoever knows the land the others.
            UserAsk::Edit { .. } | UserAsk::Keep { .. } | UserAsk::Lift { .. } => continue,
            // What was left open is in the store, which the mind does not know.
            UserAsk::GoOn | UserAsk::NotNow => Ok(None),
        };
        receipts.write(Receipt { ask: ask.clone(), outcome });
    }
}

/// Words become a goal, or change others.
fn said(
    words: &str,
    of: Option<Entity>,
    by: Option<&str>,
    goals: &mut Query<GoalLife>,
    ids: &Goals,
    journal: &mut Journal,
    commands: &mut Commands,
) -> Result<Option<u64>, ToolError> {
    let obeyed = match (order(words), instead(words)) {
        (Some(order), _) => obey(&order, of, goals, journal)?,
        (None, Some((order, goal))) => {
            // What is wanted in its place is done also where nothing is at work.
            let goal = goal.to_owned();
            _ = obey(&order, of, goals, journal);
            Obeyed::Goal(goal, 1)
        }
        (None, None) => Obeyed::Goal(words.to_owned(), 1),
    };
    match obeyed {
        Obeyed::Changed(id) => Ok(Some(id)),
        Obeyed::Goal(text, times) => {
            let is_at_work =
                |goal: &GoalLifeItem| goal.is(GoalState::Active) && of.is_none_or(|of| goal.agent() == Some(of));
            // "pause for a minute": what is at work goes on then.
            let pauses = is_pause(&text) && goals.iter_mut().any(|goal| is_at_work(&goal));
            let (text, priority) = match before_all(&text).or(pauses.then_some(text.as_str())) {
                Some(first) => {
                    step_back(of, goals, journal);
                    (first, Priority::High)
                }
                None => (text.as_str(), Priority::default()),
            };
            let id = queue(text, of, by, priority, ids, journal, commands)?;
            (1..times).try_for_each(|_| queue(text, of, by, priority, ids, journal, commands).map(drop))?;
            Ok(Some(id))
        }
    }
}

/// Words that are typed to be said come first: who chats does not wait for a house to be built. They are a goal all the same, so that the
/// bot does one thing at a time and the server shows what was said. What is said already is let finish: words keep their order.
fn speak(
    goal: &str,
    of: Option<Entity>,
    goals: &mut Query<GoalLife>,
    ids: &Goals,
    journal: &mut Journal,
    commands: &mut Commands,
) -> Result<Option<u64>, ToolError> {
    let of = of.ok_or_else(|| refusal("no bot of this name is there to say it".to_owned()))?;
    let speaks =
        |goal: &GoalLifeItem| goal.is(GoalState::Active) && goal.agent() == Some(of) && is_speech(&goal.goal.text);
    if !goals.iter_mut().any(|goal| speaks(&goal)) {
        step_back(Some(of), goals, journal);
    }
    queue(goal, Some(of), None, Priority::High, ids, journal, commands).map(Some)
}

/// What is at work waits in its turn: something else is to be done before.
fn step_back(of: Option<Entity>, goals: &mut Query<GoalLife>, journal: &mut Journal) {
    let at_work = goals.iter_mut().filter(|goal| goal.is(GoalState::Active));
    for mut goal in at_work.filter(|goal| of.is_none_or(|of| goal.agent() == Some(of))) {
        let (id, tick) = (goal.goal.id, journal.tick_of(goal.goal.id));
        goal.spent.stop(tick);
        *goal.state = GoalState::Queued;
        journal.record(Some(id), Event::GoalPaused { why: "something else comes first".to_owned() });
        journal.record(Some(id), Event::GoalResumed { left: None });
        if *goal.priority == Priority::High {
            *goal.priority = Priority::Normal;
            journal.record(Some(id), Event::GoalRanked { priority: Priority::Normal });
        }
    }
}

/// What becomes of words about goals.
enum Obeyed {
    /// A goal has changed.
    Changed(u64),
    /// These words are a goal, so many times.
    Goal(String, u32),
}

/// Does what is said about goals: of one bot, or of all.
fn obey(
    order: &Order,
    of: Option<Entity>,
    goals: &mut Query<GoalLife>,
    journal: &mut Journal,
) -> Result<Obeyed, ToolError> {
    let mut meant: Vec<(u64, GoalState, String)> = goals
        .iter()
        .filter(|goal| !goal.is_question && of.is_none_or(|of| goal.of.is_none_or(|its| its.0 == of)))
        .map(|goal| (goal.goal.id, *goal.state, goal.goal.text.clone()))
        .collect();
    meant.sort_by_key(|(id, ..)| *id);
    let of_state = |state: GoalState| meant.iter().filter(move |(_, its, _)| *its == state).map(|(id, ..)| *id);
    let newest = || meant.iter().rev().find(|(_, state, _)| !state.is_over()).map(|(id, ..)| *id);
    let open = || meant.iter().filter(|(_, state, _)| !state.is_over());
    let (ids, ask, none): (Vec<u64>, fn(u64) -> UserAsk, &str) = match order {
        Order::Repeat(times) if *times > MOST_AGAIN => {
            return Err(refusal(format!(
                "that is done at most {MOST_AGAIN} times more (say: again, {MOST_AGAIN} times)"
            )));
        }
        Order::Again | Order::Repeat(_) => {
            let times = if let Order::Repeat(times) = order { *times } else { 1 };
            let last = meant.iter().rev().find(|(_, state, _)| state.is_over());
            let (_, _, text) =
                last.ok_or_else(|| refusal("nothing was done yet that could be done again".to_owned()))?;
            return Ok(Obeyed::Goal(text.clone(), times));
        }
        Order::Recount(count) => {
            let last = meant.last().map(|(id, state, text)| (*id, *state, text.clone()));
            let (id, state, text) =
                last.ok_or_else(|| refusal("nothing was asked for yet that could have another number".to_owned()))?;
            let text = recounted(&text, *count).filter(|text| parse(text).is_ok()).ok_or_else(|| {
                refusal(format!("{text:?} has not one number that could be {count}: say the whole goal once more"))
            })?;
            if !state.is_over() {
                let life = goals.iter_mut().find(|life| life.goal.id == id);
                change(&UserAsk::Cancel(id), id, life, journal)?;
            }
            return Ok(Obeyed::Goal(text, 1));
        }
        Order::Stop => {
            let at_work: Vec<u64> = of_state(GoalState::Active).collect();
            let ids = if at_work.is_empty() { newest().into_iter().collect() } else { at_work };
            (ids, UserAsk::Cancel, "nothing is at work")
        }
        Order::StopAll => {
            (open().map(|(id, ..)| *id).collect(), UserAsk::Cancel, "nothing is at work, and nothing waits")
        }
        Order::StopLast => (newest().into_iter().collect(), UserAsk::Cancel, "nothing is at work"),
        Order::StopAbout(words) => {
            let ids: Vec<u64> = open().filter(|(.., text)| is_about(text, words)).map(|(id, ..)| *id).collect();
            if ids.is_empty() {
                return Err(refusal(format!(
                    "no goal that is open speaks of {words:?} (a place of this name: forget the place called {words})"
                )));
            }
            (ids, UserAsk::Cancel, "nothing is at work")
        }
        Order::Wait => (of_state(GoalState::Active).collect(), UserAsk::Pause, "nothing is at work"),
        Order::WaitAll => {
            let waits = open().filter(|(_, state, _)| *state != GoalState::Paused);
            (waits.map(|(id, ..)| *id).collect(), UserAsk::Pause, "nothing is at work, and nothing waits")
        }
        Order::GoOn => (of_state(GoalState::Paused).collect(), UserAsk::Resume, "nothing is paused"),
    };
    let first = *ids.first().ok_or_else(|| refusal(none.to_owned()))?;
    for id in ids {
        let life = goals.iter_mut().find(|life| life.goal.id == id);
        change(&ask(id), id, life, journal)?;
    }
    Ok(Obeyed::Changed(first))
}

/// Whether a goal has these words, in the plural or not.
fn is_about(goal: &str, words: &str) -> bool {
    let plain = |text: &str| -> Vec<String> {
        text.to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .map(|word| word.trim_end_matches('s').to_owned())
            .collect()
    };
    let goal = plain(goal);
    plain(words).iter().all(|word| goal.contains(word))
}

/// Makes a goal of words, and says its number.
pub(super) fn queue(
    text: &str,
    of: Option<Entity>,
    by: Option<&str>,
    priority: Priority,
    ids: &Goals,
    journal: &mut Journal,
    commands: &mut Commands,
) -> Result<u64, ToolError> {
    if text.is_empty() {
        return Err(refusal("a goal needs words, such as: get me a stone pickaxe".to_owned()));
    }
    let too_long = check_length(text).err();
    // What nobody reads need not be kept either.
    let text = shortened(text, if too_long.is_some() { SHOWN } else { MAX_GOAL_LENGTH }).into_owned();
    let goal = Goal { id: ids.0.next_id(), text };
    let id = goal.id;
    if let Some(agent) = of {
        journal.assign(id, agent);
    }
    journal.record(Some(id), Event::GoalQueued { text: goal.text.clone() });
    if priority != Priority::default() {
        journal.record(Some(id), Event::GoalRanked { priority });
    }
    let (mut state, mut note) = (GoalState::Queued, GoalNote::default());
    // It is not even read.
    if let Some(error) = too_long {
        note.fail(&goal, error, journal);
        state = GoalState::Failed;
    }
    let mut goal = commands.spawn((goal, state, priority, note));
    if let Some(agent) = of {
        goal.insert(GoalOf(agent));
    }
    if let Some(by) = by {
        goal.insert(Speaker(by.to_owned()));
    }
    Ok(id)
}

/// Marks a goal that is nothing but questions, or that asks something at its end.
pub(in crate::mind) fn notice_questions(added: On<Insert, Goal>, goals: Query<&Goal>, mut commands: Commands) {
    let Ok(goal) = goals.get(added.entity) else { return };
    let (asked, alone) = questions(&goal.text);
    let mut marked = commands.entity(added.entity);
    match alone {
        _ if asked.is_empty() => {}
        true => _ = marked.try_insert(Asked(asked)),
        false => _ = marked.try_insert(AskedThen(asked)),
    }
}

/// Pauses, resumes, cancels, retries or ranks a goal, goes on with it for a step, or leaves it open.
fn change(ask: &UserAsk, id: u64, life: Option<GoalLifeItem>, journal: &mut Journal) -> Result<(), ToolError> {
    let Some(mut life) = life else { return Err(refusal(format!("there is no goal {id}"))) };
    let tick = journal.tick_of(id);
    match ask {
        UserAsk::Pause(_) if life.is(GoalState::Active) || life.is(GoalState::Queued) => {
            *life.state = GoalState::Paused;
            life.note.why = Some("paused by you".to_owned());
            life.spent.stop(tick);
            journal.record(Some(id), Event::GoalPaused { why: "asked by the user".to_owned() });
        }
        UserAsk::Leave(_) if life.is(GoalState::Active) || life.is(GoalState::Queued) => {
            life.hold(LEFT_OPEN, journal);
        }
        UserAsk::Resume(_) if life.is(GoalState::Paused) => {
            *life.state = GoalState::Queued;
            life.note.why = None;
            journal.record(Some(id), Event::GoalResumed { left: None });
        }
        UserAsk::StepOnce(_) if life.is(GoalState::Paused) => {
            *life.state = GoalState::Queued;
            life.note.why = None;
            life.hand.once = Some(Once::default());
            journal.record(Some(id), Event::edited("asked for one step".to_owned()));
            journal.record(Some(id), Event::GoalResumed { left: None });
        }
        UserAsk::Retry(_) if life.is(GoalState::Failed) || life.is(GoalState::Cancelled) => {
            // Of what was too long only the beginning is kept.
            if let Some(error) = life.note.error.as_ref().filter(|error| is_too_long(error)) {
                return Err(error.clone());
            }
            *life.state = GoalState::Queued;
            *life.note = GoalNote { replan: true, ..GoalNote::default() };
            life.spent.try_again(tick);
            journal.record(Some(id), Event::GoalRetried);
        }
        UserAsk::Rank(_, priority) if !life.state.is_over() => {
            *life.priority = *priority;
            journal.record(Some(id), Event::GoalRanked { priority: *priority });
        }
        UserAsk::Cancel(_) if !life.state.is_over() => {
            *life.state = GoalState::Cancelled;
            life.spent.stop(tick);
            journal.record(Some(id), Event::GoalCancelled { text: life.goal.text.clone() });
        }
        _ => return Err(refusal(format!("goal {id} is {}", life.state.name()))),
    }
    // Whatever else was asked, it is not that one step any more.
    if !matches!(ask, UserAsk::StepOnce(_) | UserAsk::Rank(..)) {
        life.hand.once = None;
    }
    Ok(())
}

fn refusal(words: String) -> ToolError {
    ToolError::new(ErrorCode::InvalidParams, words)
}
