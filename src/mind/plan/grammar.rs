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
mod choices;
mod company;
mod count;
mod counts;
mod earth;
mod explained;
mod field;
mod furnaces;
mod handles;
mod hands;
mod meaning;
mod named;
mod names;
mod orders;
mod parser;
mod partly;
mod paths;
mod pauses;
mod phrases;
mod places;
mod plainly;
mod pours;
mod provided;
mod questions;
mod quoted;
mod reading;
mod refusals;
mod relayed;
mod remarks;
mod righted;
mod rows;
mod series;
mod shapes;
mod signs;
mod spared;
mod speech;
mod spelling;
mod spots;
mod standing;
mod surrounds;
mod swaps;
mod talk;
mod things;
mod told;
mod topics;
mod turned;
mod voice;
mod waiting;
mod whole;
mod wielded;
mod wished;
mod words;
mod worn;

pub use again::{MOST as MOST_AGAIN, recounted};
use asides::without_asides;
pub use behind::{becomes, takes_of};
pub use buildings::quoted;
pub use choices::provided;
use explained::explained;
pub use meaning::{
    ANY_BLOCK, Beside, Centre, Coord, Ditch, Flank, Hollow, Intent, Kept, Layout, ME, Order, Path, PathEnd, Project,
    Question, Reach, Reading, Shape, Share, Stair, Start, Stead, Terrace, Trees, Wielded,
};
pub use orders::{before_all, instead, is_pause, order};
use plainly::put_plainly;
pub use provided::{Fact, Provided};
use reading::is_read;
pub use refusals::{EXAMPLES, check_length, is_too_long, is_wrong_for_all, not_understood};
pub use series::series;
pub use speech::{is_speech, speech};
use spelling::respelt;
pub use standing::{Standing, When};
pub use told::meaning;
use told::{due, ordered};
use waiting::waits;
use whole::put_aside;
pub use whole::{parse, read};
pub use wished::Wish;

use crate::domain::ToolError;

/// What a goal wishes to have built of which there is no blueprint: somebody may draw it.
pub fn wish(text: &str) -> Option<Wish> {
    Wish::of(text, &parse(text).err()?)
}

/// Reads a goal that waits for its time; `None` for any other.
///
/// # Errors
/// `INVALID_PARAMS`: what is to be done then, or when, is not understood.
pub fn standing(text: &str) -> Result<Option<Standing>, ToolError> {
    let text = before_all(text).unwrap_or(text);
    // "if" asks what is so now, and waits for nothing.
    if provided(text).is_some() {
        return Ok(None);
    }
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
