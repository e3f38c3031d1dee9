//! What did the person ask for? A small grammar of goals, without a model.
//!
//! A goal is one or several clauses joined by *and*, *then*, a comma, a semicolon or the end of a sentence; a clause without a
//! verb goes on with the one before (`get 3 logs and 2 sticks`). Everything after *say* or *chat* is the message, unless it is
//! quoted. Upper and lower case are the same, except in what is said.
//!
//! Every word is accounted for: it is a verb, a count, a name, a place, or it is known to say nothing (`words::FILLERS`). What
//! is none of these refuses the goal, since nothing may be done but what the words ask for. Where a word leaves a choice
//! (`iron`, `a boat`), what it was taken for is noted, and the plan says so.

mod again;
mod areas;
mod asides;
mod behind;
mod beside;
mod beyond;
mod blocks;
mod buildings;
mod company;
mod count;
mod counts;
mod explained;
mod field;
mod handles;
mod hands;
mod meaning;
mod named;
mod names;
mod orders;
mod parser;
mod partly;
mod pauses;
mod phrases;
mod places;
mod plainly;
mod provided;
mod questions;
mod reading;
mod refusals;
mod remarks;
mod righted;
mod series;
mod shapes;
mod spared;
mod spelling;
mod spots;
mod standing;
mod things;
mod told;
mod topics;
mod turned;
mod voice;
mod waiting;
mod wished;
mod words;
mod worn;

use again::corrected;
pub use again::{MOST as MOST_AGAIN, recounted};
use asides::without_asides;
pub use behind::{becomes, takes_of};
pub use buildings::quoted;
use explained::explained;
pub use meaning::{Coord, Hollow, Intent, Kept, ME, Order, Project, Question, Reading, Share, Trees};
pub use orders::{before_all, instead, is_pause, order};
use plainly::{put_plainly, shorn};
pub use provided::{Fact, Provided, provided};
use reading::{is_read, kept_apart, read_whole, says, understood};
pub use refusals::{EXAMPLES, check_length, is_too_long, is_wrong_for_all, not_understood};
use righted::righted;
pub use series::series;
use spelling::respelt;
pub use standing::{Standing, When};
pub use told::meaning;
use told::{due, ordered};
use topics::topic;
use waiting::{delayed, waits};
pub use wished::Wish;
use words::words;

use crate::domain::{ErrorCode, ToolError, ToolRequest};

/// Reads a goal.
///
/// # Errors
/// `INVALID_PARAMS`: not understood (the context has `examples`), or a name that does not exist (`name`, `nearest`), or a count
/// that is out of range (`count`), or a goal that is too long (`length`). Where all that the goal wants is one thing of an
/// unknown name, a procedure may be called so (`procedure`), so many `times`.
pub fn parse(text: &str) -> Result<Vec<Intent>, ToolError> {
    read(text).map(|reading| reading.intents)
}

/// What a goal wishes to have built of which there is no blueprint: somebody may draw it.
pub fn wish(text: &str) -> Option<Wish> {
    Wish::of(text, &parse(text).err()?)
}

/// Reads a goal, and says how.
///
/// # Errors
/// As [`parse`].
pub fn read(text: &str) -> Result<Reading, ToolError> {
    check_length(text)?;
    if order(text).is_some() {
        let words = format!("{:?} is about a goal that is at work: say it in the window", text.trim());
        return Err(ToolError::new(ErrorCode::InvalidParams, words));
    }
    // What is said in the place of something else is read by itself.
    let text = instead(text).map_or(text, |(_, goal)| goal);
    let text = before_all(text).unwrap_or(text);
    let reads = |text: &str| is_read(text) || put_plainly(text, is_read).is_some_and(|(plain, _)| is_read(&plain));
    if let Some((right, note)) = righted(text, reads) {
        return Ok(noted(read(&right)?, vec![note]));
    }
    let Some((plain, notes)) = shorn(text) else { return read_shorn(text) };
    let reading = match righted(&plain, reads) {
        Some((right, note)) => noted(read_shorn(&right)?, vec![note]),
        None => read_shorn(&plain)?,
    };
    // What is said is said in the words it was given in.
    let alters = |intent: &Intent| matches!(intent, Intent::Say { message, .. } if !text.contains(message.trim_end_matches(['.', '!', '?'])));
    if reading.intents.iter().any(alters) {
        return read_shorn(text);
    }
    Ok(noted(reading, notes))
}

fn read_shorn(text: &str) -> Result<Reading, ToolError> {
    // "mine 3 dirt, then say done after 5 seconds": that is not said.
    if let Some((plain, notes)) = delayed(text).filter(|_| says(text))
        && let Some(reading) = understood(&plain)
    {
        return Ok(noted(reading, notes));
    }
    read_whole(text).or_else(|error| {
        if let Some(reading) = read_but_asides(text) {
            return Ok(reading);
        }
        let reads = |text: &str| understood(text).or_else(|| read_but_asides(text));
        if let Some(right) = corrected(text)
            && let Some(reading) = reads(&right)
        {
            return Ok(noted(reading, vec![format!("the number is corrected: {right:?}")]));
        }
        // Nothing is done for who only asks: "should the door be closed?"
        let may_do = |reading: &Reading| !only_asks(text) || reading.intents.iter().any(answers);
        let reads = |text: &str| reads(text).filter(may_do);
        let put = || put_plainly(text, |plain| reads(plain).is_some());
        for (plain, notes) in [delayed(text), kept_apart(text), put()].into_iter().flatten() {
            if let Some(reading) = reads(&plain) {
                return Ok(noted(reading, notes));
            }
        }
        if let Some((right, notes)) = respelt(text, |text| reads(text).is_some())
            && let Some(reading) = reads(&right)
        {
            return Ok(noted(reading, notes));
        }
        if let Some(question) = topic(text) {
            return Ok(Reading { intents: vec![Intent::Answer(question)], notes: Vec::new() });
        }
        Err(explained(text, error))
    })
}

/// Whether something is asked, and nobody is asked to do it: "diamonds in the chest?", "can the bread go in the barrel?"
fn only_asks(text: &str) -> bool {
    const ASKED: [&str; 10] = ["you", "your", "yourself", "please", "pls", "we", "i", "me", "us", "anyone"];
    const ASKS: [&str; 6] = ["should", "must", "shall", "is", "are", "does"];
    let words = words(text);
    let asks = words.first().is_some_and(|first| ASKS.contains(&first.text.as_str()));
    (asks || text.trim_end().ends_with('?')) && !words.iter().any(|word| ASKED.contains(&word.text.as_str()))
}

/// Whether a clause does no more than tell something.
fn answers(intent: &Intent) -> bool {
    matches!(intent, Intent::Answer(_) | Intent::Do(ToolRequest::LookInto(_)))
}

/// A reading that says first how the goal was put.
fn noted(mut reading: Reading, notes: Vec<String>) -> Reading {
    reading.notes.splice(0..0, notes);
    reading
}

/// A goal without what is said beside it; `None` where it is not understood without that either.
fn read_but_asides(text: &str) -> Option<Reading> {
    let (rest, asides) = without_asides(text)?;
    let mut reading = understood(&rest)?;
    // What is said beside a goal is none of what somebody is to say.
    let asks = reading.intents.iter().any(|intent| matches!(intent, Intent::Answer(_) | Intent::Say { .. }));
    reading.notes.extend(asides.iter().map(|aside| put_aside(aside)));
    (!asks).then_some(reading)
}

fn put_aside(aside: &str) -> String {
    format!("{aside:?} is taken for what it is for, or why: it changes nothing")
}

/// Reads a goal that waits for its time; `None` for any other.
///
/// # Errors
/// `INVALID_PARAMS`: what is to be done then, or when, is not understood.
pub fn standing(text: &str) -> Result<Option<Standing>, ToolError> {
    let text = before_all(text).unwrap_or(text);
    let found = waits(text);
    // "5 minutes from now go home"
    if matches!(found, Ok(None))
        && !is_read(text)
        && let Some((plain, notes)) = put_plainly(text, |plain| matches!(waits(plain), Ok(Some(_))))
        && let Ok(Some(waits)) = waits(&plain)
    {
        return Ok(Some(Standing { notes, ..waits }));
    }
    found.or_else(|error| {
        let plain = |text: &str| waits(text).ok();
        let but_asides = || {
            let (rest, asides) = without_asides(text)?;
            Some((plain(&rest)?, asides.iter().map(|aside| put_aside(aside)).collect()))
        };
        let right = || {
            let (right, notes) = respelt(text, |text| matches!(waits(text), Ok(Some(_))))?;
            Some((plain(&right)?, notes))
        };
        let plainly = || {
            let (plain_words, notes) = put_plainly(text, |plain| waits(plain).is_ok())?;
            Some((plain(&plain_words)?, notes))
        };
        let other = but_asides()
            .or_else(plainly)
            .or_else(right)
            .map(|(waits, notes): (Option<Standing>, Vec<String>)| waits.map(|waits| Standing { notes, ..waits }));
        other.ok_or_else(|| explained(text, error))
    })
}

/// What stands before a clause that makes something of what was got.
const OF_THAT: &str = "of that ";

/// What a goal means, clause by clause.
///
/// # Errors
/// As [`parse`].
pub fn told(goal: &str) -> Result<String, ToolError> {
    if let Some(order) = order(goal) {
        return Ok(format!("order: {}", ordered(&order)));
    }
    if let Some((order, goal)) = instead(goal) {
        return Ok(format!("{}, and: {}", ordered(&order), told(goal)?));
    }
    if let Some(first) = before_all(goal)
        && let Ok(first) = told(first)
    {
        return Ok(format!("before all: {first}"));
    }
    if let Some(provided) = provided(goal) {
        let way = |is_so: bool| provided.branch(is_so).map_or(Ok("nothing".to_owned()), told);
        let (fact, holds) = (&provided.fact, provided.holds);
        return Ok(format!("if {}: {}; otherwise: {}", fact.told(holds), way(holds)?, way(!holds)?));
    }
    if let Some(waits) = standing(goal)? {
        let times = waits.times.map_or(String::new(), |times| format!(", {times} times"));
        return Ok(format!("{}{times}: {}", due(waits.when), told(&waits.goal)?));
    }
    let mut told = String::new();
    for intent in &parse(goal)? {
        let joint = if told.is_empty() || told.ends_with(OF_THAT) { "" } else { "; " };
        told += joint;
        told += &if *intent == Intent::Then { OF_THAT.to_owned() } else { meaning(intent) };
    }
    Ok(told)
}

/// What a goal asks; and whether it is nothing but questions, or asks once its deeds are done.
pub fn questions(text: &str) -> (Vec<Question>, bool) {
    let intents = parse(text).unwrap_or_default();
    let question = |intent: &Intent| match intent {
        Intent::Answer(question) => Some(question.clone()),
        _ => None,
    };
    let asked: Vec<Question> = intents.iter().filter_map(question).collect();
    let alone = asked.len() == intents.len();
    (asked, alone)
}

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod tests;
