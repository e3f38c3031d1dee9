//! A goal's words as a whole: put right, without what is said beside it, in plain words and rightly spelt, until every one of them is read.

use super::{
    again::corrected,
    asides::without_asides,
    explained::explained,
    furnaces::once_smelted,
    meaning::{Intent, Reading},
    orders::{before_all, instead, last_first, order},
    plainly::{put_plainly, put_somehow, shorn},
    reading::{is_read, kept_apart, read_whole, says, understood},
    refusals::{check_length, not_understood},
    righted::righted,
    signs::labelled,
    spelling::respelt,
    talk::without_talk,
    topics::topic,
    waiting::delayed,
    words::words,
};
use crate::domain::{ErrorCode, ToolError, ToolRequest, WriteSign};

/// Reads a goal.
///
/// # Errors
/// `INVALID_PARAMS`: not understood (the context has `examples`), or a name that does not exist (`name`, `nearest`), or a count
/// that is out of range (`count`), or a goal that is too long (`length`). Where all that the goal wants is one thing of an
/// unknown name, a procedure may be called so (`procedure`), so many `times`.
pub fn parse(text: &str) -> Result<Vec<Intent>, ToolError> {
    read(text).map(|reading| reading.intents)
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
    // "enough iron for a bucket?" is asked, and not got.
    if text.trim_end().ends_with('?') && text.trim_start().to_lowercase().starts_with("enough ") {
        return read(&format!("do you have {}", text.trim()));
    }
    // What is said in the place of something else is read by itself.
    let text = instead(text).map_or(text, |(_, goal)| goal);
    let text = before_all(text).unwrap_or(text);
    if let Some(plain) = labelled(text)
        && let Ok(reading) = read(&plain)
    {
        return Ok(noted(reading, vec![format!("what stands behind the colon is written on the sign: {plain:?}")]));
    }
    if let Some(right) = last_first(text) {
        return read(&right).map(|reading| noted(reading, vec![format!("the last is done first: {right:?}")]));
    }
    let reads = |text: &str| is_read(text) || put_plainly(text, is_read).is_some_and(|(plain, _)| is_read(&plain));
    if let Some((right, note)) = righted(text, reads) {
        return Ok(noted(read(&right)?, vec![note]));
    }
    let Some((plain, notes)) = shorn(text) else {
        return read_shorn(text).and_then(|reading| as_written(text, reading));
    };
    let reading = match righted(&plain, reads) {
        Some((right, note)) => noted(read_shorn(&right)?, vec![note]),
        None => read_shorn(&plain)?,
    };
    // What is said is said in the words it was given in.
    let is_said = |intent: &Intent| match intent {
        Intent::Say { message, .. } => is_of(message, text),
        intent => is_written_as_said(intent, text),
    };
    if !reading.intents.iter().all(is_said) {
        return read_shorn(text).and_then(|reading| as_written(text, reading));
    }
    Ok(noted(reading, notes))
}

/// A reading that writes nothing but what was said.
///
/// # Errors
/// `INVALID_PARAMS`: turns of phrase have changed what is to be written.
fn as_written(text: &str, reading: Reading) -> Result<Reading, ToolError> {
    if reading.intents.iter().all(|intent| is_written_as_said(intent, text)) {
        return Ok(reading);
    }
    Err(not_understood(text, "what is to be written (put it in quotation marks)"))
}

/// Whether what a clause writes stands in the goal; a clause that writes nothing does.
fn is_written_as_said(intent: &Intent, goal: &str) -> bool {
    match intent {
        Intent::Do(ToolRequest::WriteSign(WriteSign { text, .. })) => is_of(text, goal),
        _ => true,
    }
}

/// Whether words stand in a goal, but for the sign that ends them.
fn is_of(words: &str, goal: &str) -> bool {
    goal.contains(words.trim_end_matches(['.', '!', '?']))
}

fn read_shorn(text: &str) -> Result<Reading, ToolError> {
    if let Some((plain, notes)) = once_smelted(text) {
        return Ok(noted(read_shorn(&plain)?, notes));
    }
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
        if let Some(reading) = read_but_talk(text).filter(may_do) {
            return Ok(reading);
        }
        if let Some((right, notes)) = respelt(text, |text| reads(text).is_some())
            && let Some(reading) = reads(&right)
        {
            return Ok(noted(reading, notes));
        }
        if let Some((plain, notes)) =
            put_somehow(text, |plain| understood(plain).is_some_and(|reading| may_do(&reading)))
            && let Some(reading) = understood(&plain)
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

/// A goal without the sentences before it and behind it that only tell something.
fn read_but_talk(text: &str) -> Option<Reading> {
    without_talk(text).into_iter().find_map(|(rest, talk)| {
        let mut reading = read(&rest).ok()?;
        // Where what is said or written ends, nobody knows.
        let speaks = |intent: &Intent| matches!(intent, Intent::Say { .. } | Intent::Do(ToolRequest::WriteSign(_)));
        let goes_on = talk.iter().any(|told| text.trim_end().ends_with(told.as_str()));
        reading.notes.extend(talk.iter().map(|told| put_aside(told)));
        // Nobody is told of themselves as of another: "tell Eva that supper is ready, she's not listening to me".
        let is_of_them = talk.last().is_some_and(|told| {
            words(told).first().is_some_and(|who| matches!(who.text.as_str(), "she" | "she's" | "he" | "he's"))
        });
        (!goes_on || is_of_them || !reading.intents.iter().any(speaks)).then_some(reading)
    })
}

pub(super) fn put_aside(aside: &str) -> String {
    format!("{aside:?} is taken for what it is for, or why: it changes nothing")
}
