//! What did the person ask for? A small grammar of goals, without a model.
//!
//! A goal is one or several clauses joined by *and*, *then*, a comma, a semicolon or the end of a sentence; a clause without a
//! verb goes on with the one before (`get 3 logs and 2 sticks`). Everything after *say* or *chat* is the message, unless it is
//! quoted. Upper and lower case are the same, except in what is said.
//!
//! Every word is accounted for: it is a verb, a count, a name, a place, or it is known to say nothing (`words::FILLERS`). What
//! is none of these refuses the goal, since nothing may be done but what the words ask for. Where a word leaves a choice
//! (`iron`, `a boat`), what it was taken for is noted, and the plan says so.

mod areas;
mod blocks;
mod company;
mod count;
mod counts;
mod field;
mod handles;
mod hands;
mod meaning;
mod named;
mod names;
mod parser;
mod phrases;
mod places;
mod questions;
mod refusals;
mod spots;
mod standing;
mod things;
mod words;
mod worn;

pub use meaning::{Coord, Hollow, Intent, Kept, ME, Order, Question, Reading};
use names::Use;
use parser::Parser;
use phrases::{FIRST, NOTHING, ORDERS, Verb, longest};
pub use refusals::{EXAMPLES, check_length, is_too_long, is_wrong_for_all, not_understood};
use standing::UNTIL_STOPPED;
pub use standing::{Standing, When};

use crate::{
    domain::{ErrorCode, HOME, Sleep, ToolError},
    knowledge,
};

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
    let mut parser = Parser::new(text);
    let mut intents = Vec::new();
    let mut verb = None;
    parser.skip_joints();
    loop {
        if let Some(question) = parser.question()? {
            intents.push(Intent::Answer(question));
            verb = None;
            if parser.skip_joints() {
                continue;
            }
        }
        parser.skip_fillers();
        if parser.at_end() {
            break;
        }
        parser.refuse_what_cannot_be()?;
        let found = parser.verb();
        let current = found.or(verb);
        match current {
            Some(verb) => parser.clauses(verb, &mut intents)?,
            // A thing alone is wanted: "10 torches".
            None => intents.extend(
                parser
                    .clause(Verb::Get)
                    .map_err(|error| if error.context["name"].is_null() { error } else { parser.lost(error) })?,
            ),
        }
        verb = match current.unwrap_or(Verb::Get) {
            // What comes after these is another matter.
            Verb::Say
            | Verb::Look
            | Verb::LookInto
            | Verb::Clear
            | Verb::Come
            | Verb::Follow
            | Verb::Sleep
            | Verb::Jump
            | Verb::SetHome
            | Verb::Remember
            | Verb::GoHome
            | Verb::Explore
            | Verb::ExploreFor
            | Verb::GoBack => None,
            verb => Some(verb),
        };
        parser.skip_fillers();
        if !parser.at_end() && !parser.skip_joints() {
            return Err(parser.left_over());
        }
    }
    if intents.is_empty() {
        let what = if text.trim().is_empty() {
            "an empty goal".to_owned()
        } else {
            format!("what to do in {:?}", text.trim())
        };
        return Err(not_understood(text, &what));
    }
    let questions = intents.iter().filter(|intent| matches!(intent, Intent::Answer(_))).count();
    if questions > 0 && questions < intents.len() {
        return Err(not_understood(text, "a question among things to do: ask it by itself"));
    }
    parser.notes.dedup();
    Ok(Reading { intents, notes: parser.notes })
}

/// What these words say about goals, if they are nothing else.
pub fn order(text: &str) -> Option<Order> {
    let mut parser = Parser::new(text);
    parser.skip_fillers();
    let orders = ORDERS.iter().filter_map(|(phrase, order)| Some((parser.comes(phrase)?, *order)));
    let (count, order) = longest(orders)?;
    parser.at += count;
    parser.skip_fillers();
    while parser.skip_joints() {}
    parser.at_end().then_some(order)
}

/// Reads a goal that waits for its time; `None` for any other.
///
/// # Errors
/// `INVALID_PARAMS`: what is to be done then, or when, is not understood.
pub fn standing(text: &str) -> Result<Option<Standing>, ToolError> {
    let mut parser = Parser::new(text);
    parser.skip_fillers();
    if let Some((when, mut times)) = parser.condition()? {
        times = parser.limit(when)?.or(times);
        parser.skip_joints();
        let from = parser.words.get(parser.at).map_or(text.len(), |word| word.start);
        let (goal, last) = without_limit(&text[from..], when)?;
        return waiting(text, when, last.or(times), goal).map(Some);
    }
    // "sleep every evening": the time comes last.
    for at in 1..parser.words.len() {
        parser.at = at;
        let before = text[..parser.words[at].start].trim_end_matches([' ', ',']);
        let Ok(Some((when, mut times))) = parser.condition() else { continue };
        times = parser.limit(when)?.or(times);
        parser.skip_fillers();
        while parser.skip_joints() {}
        // What is said may be about evenings.
        if parser.at_end() && !says(before) {
            return waiting(text, when, times, before.to_owned()).map(Some);
        }
    }
    Ok(None)
}

/// Whether these words are spoken to somebody: what follows belongs to the message.
fn says(goal: &str) -> bool {
    let said = |intents: Vec<Intent>| intents.iter().any(|intent| matches!(intent, Intent::Say { .. }));
    parse(goal).is_ok_and(said) && !goal.trim_end().ends_with(['"', '\'', '\u{201d}', '\u{2019}'])
}

fn waiting(text: &str, when: When, times: Option<u32>, goal: String) -> Result<Standing, ToolError> {
    if order(&goal).is_some() || matches!(standing(&goal), Ok(Some(_))) {
        return Err(not_understood(text, "what to do then (say: every evening sleep)"));
    }
    parse(&goal)?;
    Ok(Standing { when, times, goal })
}

/// The goal without how often it is done at its end.
fn without_limit(goal: &str, when: When) -> Result<(String, Option<u32>), ToolError> {
    let mut parser = Parser::new(goal);
    for at in 1..parser.words.len() {
        parser.at = at;
        let begun = parser.words[at].start;
        let is_limit = UNTIL_STOPPED.iter().any(|phrase| parser.comes(phrase).is_some());
        let times = parser.limit(when);
        while parser.skip_joints() {}
        if parser.at_end() && (is_limit || matches!(times, Ok(Some(_)))) {
            if says(&goal[..begun]) {
                let what = format!("whether {:?} is to be said: put what is said in quotation marks", &goal[begun..]);
                return Err(not_understood(goal, &what));
            }
            return Ok((goal[..begun].trim_end_matches([' ', ',']).to_owned(), times?));
        }
    }
    Ok((goal.trim().to_owned(), None))
}

/// The goal of words that want it done before what is at work: "first get me 3 logs", "get me 3 logs first".
pub fn before_all(text: &str) -> Option<&str> {
    let mut parser = Parser::new(text);
    parser.skip_joints();
    if parser.eat_any(FIRST) {
        parser.skip_joints();
        return parser.words.get(parser.at).map(|word| &text[word.start..]);
    }
    while parser.words.last().is_some_and(|word| word.text == ".") {
        parser.words.pop();
    }
    let last = parser.words.pop().filter(|last| last.text == "first" && !parser.words.is_empty())?;
    let goal = text[..last.start].trim_end_matches([' ', ',']);
    // "say ladies first" is said whole.
    (!says(goal)).then_some(goal)
}

/// What a goal asks, if it is nothing but questions.
pub fn questions(text: &str) -> Option<Vec<Question>> {
    let question = |intent: &Intent| match intent {
        Intent::Answer(question) => Some(*question),
        _ => None,
    };
    parse(text).ok()?.iter().map(question).collect()
}

impl Parser<'_> {
    /// A clause, once for each of the things that "them" are.
    fn clauses(&mut self, verb: Verb, intents: &mut Vec<Intent>) -> Result<(), ToolError> {
        let begun = self.at;
        let several = self.several_meant();
        if several.is_empty() {
            intents.extend(self.clause(verb)?);
        }
        for one in several {
            self.at = begun;
            self.meant = Some(one);
            let clause = self.clause(verb)?;
            // One chest is enough for all of them.
            let more = clause.into_iter().filter(|intent| *intent != Intent::Chest || !intents.contains(intent));
            let more: Vec<Intent> = more.collect();
            intents.extend(more);
        }
        self.meant = None;
        Ok(())
    }

    fn clause(&mut self, verb: Verb) -> Result<Vec<Intent>, ToolError> {
        let one = |intent: Intent| Ok(vec![intent]);
        match verb {
            Verb::TakeOff => self.taken_off(),
            Verb::Take if self.off_behind().is_some() => self.taken_off(),
            Verb::Get | Verb::Take => match self.taken(verb)? {
                Some(taking) => Ok(taking),
                None if verb == Verb::Take => {
                    Err(not_understood(self.text, "where to take it from (say: take 5 dirt from the chest)"))
                }
                None => self.wanted(verb),
            },
            Verb::Craft | Verb::Build => self.wanted(verb),
            Verb::Come => one(self.coming()?),
            Verb::Follow => one(self.followed()?),
            Verb::Give => self.given(),
            Verb::PickUp => one(self.picked_up()?),
            Verb::Sleep => {
                self.eat_any(&["until morning", "until the morning", "till morning", "through the night", "now"]);
                one(Intent::Do(Sleep {}.into()))
            }
            Verb::Open => one(self.opened(true)?),
            Verb::Shut => one(self.opened(false)?),
            Verb::Press => one(self.pressed()?),
            Verb::Light => match self.lit_around()? {
                Some(light) => one(light),
                None => one(self.lit()?),
            },
            Verb::Use => one(self.used()?),
            Verb::Plant => self.planted(),
            Verb::Till => one(self.tilled()?),
            Verb::Fill => one(self.filled()?),
            Verb::FillUp => one(self.filled_up()?),
            Verb::Eat => one(self.eaten()?),
            Verb::Equip => self.equipped(),
            Verb::LookInto => one(self.looked_into()?),
            Verb::Sort => one(self.sorted()?),
            Verb::Store => self.stored(verb).map(Option::unwrap_or_default),
            Verb::Smelt => {
                let (named, count, _) = self.counted(Use::Smelted)?;
                let count = self.how_many(&named, count, false)?;
                one(Intent::Smelt { item: smelted(named.name), count })
            }
            Verb::Harvest => match self.harvested()? {
                Some(harvest) => one(harvest),
                None => one(self.mined(verb)?),
            },
            Verb::Drop => one(self.dropped()?),
            Verb::Clear => one(self.boxed()?),
            Verb::Mine | Verb::Fell if self.is_boxed() => one(self.boxed()?),
            Verb::Mine if self.names_a_tunnel() => one(self.tunnel()?),
            Verb::Mine | Verb::Fell => one(self.mined(verb)?),
            Verb::Place => match self.stored(verb)? {
                Some(stored) => Ok(stored),
                None => match self.torches_around()? {
                    Some(light) => one(light),
                    None => one(self.placed()?),
                },
            },
            Verb::Go => match self.gone_to() {
                Some(to_player) => one(to_player),
                None => one(self.destination()?),
            },
            Verb::Explore | Verb::ExploreFor => one(self.explored(verb == Verb::ExploreFor)?),
            Verb::SetHome => one(self.home_set()),
            Verb::Remember => one(self.place_named()?),
            Verb::GoHome => one(Intent::GoNamed { name: HOME.to_owned() }),
            Verb::GoBack => one(Intent::GoBack),
            Verb::Face => one(self.faced()?),
            Verb::Jump => one(self.jumped()?),
            Verb::Say => one(Intent::Say { message: self.message()? }),
            Verb::Look => one(Intent::Look),
        }
    }

    /// "here", "nearby": where else.
    pub(super) fn skip_where(&mut self) {
        while self.eat_any(NOTHING) {}
    }

    /// What is said: to the end, or to the closing quote.
    fn message(&mut self) -> Result<String, ToolError> {
        let text: &str = self.text;
        let from = self.words.get(self.at).map_or(text.len(), |word| word.start);
        let rest = text[from..].trim_start_matches([':', ' ']).trim_end();
        let from = text.trim_end().len() - rest.len();
        let quotes = [('"', '"'), ('\'', '\''), ('\u{201c}', '\u{201d}'), ('\u{2018}', '\u{2019}')];
        let quoted = quotes.into_iter().find_map(|(open, close)| {
            let inside = rest.strip_prefix(open)?;
            // An apostrophe inside of a word closes nothing.
            let ends = |at: &usize| !inside[at + close.len_utf8()..].starts_with(char::is_alphanumeric);
            let at = inside.match_indices(close).map(|(at, _)| at).find(ends)?;
            Some((&inside[..at], from + open.len_utf8() + at + close.len_utf8()))
        });
        let end = quoted.map_or(text.len(), |(_, end)| end);
        self.at = self.words.iter().position(|word| word.start >= end).unwrap_or(self.words.len());
        let message = quoted.map_or(rest, |(message, _)| message);
        if message.trim().is_empty() {
            return Err(not_understood(text, "what to say"));
        }
        Ok(message.to_owned())
    }
}

/// What a person means to have smelted: who says "cook 3 beef" names what goes in.
fn smelted(name: &'static str) -> &'static str {
    let is_result = !knowledge::smelt_ways_for(name).is_empty();
    knowledge::becomes(name).filter(|_| !is_result).unwrap_or(name)
}

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod tests;
