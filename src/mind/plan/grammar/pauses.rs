//! Waiting among deeds: "wait 10 seconds", "stay there for 2 minutes", "wait until morning".

use super::{
    count::Count,
    meaning::Intent,
    parser::Parser,
    phrases::NOTHING,
    refusals::{cannot, is_wrong_for_all, not_understood},
    standing::{DAILY, ONCE_A_DAY},
    words::is_joint,
};
use crate::{
    domain::{DayTime, ToolError, Wait},
    knowledge::{MIDNIGHT, NIGHTFALL, NOON},
};

/// What one does anyway when all is done.
const STAYS: &[&str] = &[
    "wait there for me",
    "wait here for me",
    "wait for me there",
    "wait for me here",
    "wait there",
    "wait here",
    "wait for me",
    "wait for me to come",
    "stay there",
    "stay here",
    "stop there",
    "wait",
    "go",
    "go go go",
    "chop chop",
    "off you go",
    "stay",
];
const UNTIL_BACK: &[&str] = &[
    "until i'm back",
    "until i am back",
    "until i come",
    "until i come back",
    "until i get back",
    "until i get there",
    "until i'm there",
    "till i'm back",
    "till i come",
    "till i come back",
    "till i get back",
    "till i get there",
];

/// What is said between "wait" and for how long, and says nothing.
const MEANWHILE: &[&str] = &["still", "put", "a bit", "for me", "nothing", "another", "about", "around", "just"];

/// The day from dawn to nightfall.
const BY_DAY: &[&str] = &["day", "daylight", "daytime", "light", "it's day", "it is day", "it's light", "it is light"];

/// Units that are written behind the number: "10s".
const SHORT_UNITS: &[(&str, u64)] = &[
    ("s", 20),
    ("sec", 20),
    ("secs", 20),
    ("m", 1_200),
    ("min", 1_200),
    ("mins", 1_200),
    ("h", 72_000),
    ("hr", 72_000),
    ("hrs", 72_000),
];

impl Parser<'_> {
    /// "… and wait there", at a goal's end: nothing more is to be done; taken if so.
    pub(super) fn stays(&mut self) -> bool {
        let begun = self.at;
        let mut stays = self.eat_any(STAYS);
        self.eat_any(UNTIL_BACK);
        stays &= self.ends_clause() && self.at_end();
        if !stays {
            self.at = begun;
        }
        stays
    }

    /// `wait 10 seconds`, `hang on for a minute`, `stay there for 2 minutes`, `wait until night`.
    pub(super) fn waited(&mut self) -> Result<Intent, ToolError> {
        while self.eat_any(NOTHING) || self.eat_any(MEANWHILE) {}
        if self.ends_clause() {
            return Err(not_understood(self.text, "how long to wait (say: wait 10 seconds; wait until night)"));
        }
        let is_until = self.eat_any(&["until", "till"]);
        let is_for = !is_until && self.eat("for");
        if let Some(until) = self.day_time(is_until).filter(|_| is_until || is_for) {
            return Ok(Intent::Do(Wait { ticks: None, until: Some(until) }.into()));
        }
        if is_until {
            return Err(cannot(self.text, THAT));
        }
        self.eat_any(&["about", "around", "at least", "another"]);
        let begun = self.at;
        let mut ticks = match self.span() {
            Ok(ticks) => ticks,
            Err(error) if is_wrong_for_all(&error) => return Err(error),
            Err(_) if is_for => return Err(cannot(self.text, THAT)),
            Err(_) => match self.so_much_more(begun) {
                Some(ticks) => ticks,
                None => {
                    self.at = begun;
                    return Err(self.left_over());
                }
            },
        };
        // "1 minute and 30 seconds"
        let whole = self.at;
        let more = self.word().is_some_and(is_joint) && self.skip_joints();
        match self.span() {
            Ok(rest) if more => ticks = ticks.saturating_add(rest),
            _ => self.at = whole,
        }
        self.eat_any(&["or so", "longer", "more", "long", "please"]);
        self.skip_where();
        let ticks = u32::try_from(ticks).unwrap_or(u32::MAX);
        Ok(Intent::Do(Wait { ticks: Some(ticks), until: None }.into()))
    }

    /// "wait ten seconds, …, wait ten more": of the unit that was said last.
    fn so_much_more(&mut self, begun: usize) -> Option<u64> {
        self.at = begun;
        let Ok((Count::Some(many), true)) = self.amount() else { return None };
        let unit = self.words[..begun].iter().rev().find_map(|word| match word.text.as_str() {
            "second" | "seconds" | "sec" | "secs" => Some(20),
            "minute" | "minutes" | "min" | "mins" => Some(1_200),
            _ => None,
        })?;
        Some(u64::from(many) * unit)
    }

    /// A time of the day that ends the clause: "the morning", behind "until" also "it gets dark"; taken if it is one.
    fn day_time(&mut self, is_until: bool) -> Option<DayTime> {
        let begun = self.at;
        let beginning = |at: u64| match at {
            NIGHTFALL => DayTime::Night,
            NOON => DayTime::Noon,
            MIDNIGHT => DayTime::Midnight,
            _ => DayTime::Morning,
        };
        let sentence = ONCE_A_DAY.iter().find(|(phrase, _)| is_until && self.eat(phrase));
        if sentence.is_none() {
            self.eat_any(&["the next", "next", "the", "tomorrow"]);
        }
        let found = match sentence.or_else(|| DAILY.iter().find(|(name, _)| self.eat(name))) {
            Some((_, at)) => Some(beginning(*at)),
            None if self.eat_any(BY_DAY) => Some(DayTime::Day),
            None => self.eat("dark").then_some(DayTime::Night),
        };
        self.eat_any(&["again", "time", "comes"]);
        if found.is_none() || !self.ends_clause() {
            self.at = begun;
            return None;
        }
        found
    }

    /// "10s", "5min": a span in one word, in game ticks; taken if it is one.
    pub(super) fn short_span(&mut self) -> Option<u64> {
        let word = self.word()?;
        let digits = word.find(|c: char| !c.is_ascii_digit()).filter(|digits| *digits > 0)?;
        let (number, unit) = word.split_at(digits);
        let (_, ticks) = SHORT_UNITS.iter().find(|(short, _)| *short == unit)?;
        let span = number.parse::<u64>().ok()?.checked_mul(*ticks)?;
        self.at += 1;
        Some(span)
    }
}

/// How other things are refused that one might wait for.
const THAT: &str = "wait for that (say: wait 30 seconds; wait until night)";
