//! Waiting for a furnace: "wait until the furnace is done", "take the iron out once it is done". What comes once it is done is put in
//! its order first, with the wait before it, so that one clause reads all of these.

use super::{
    hands::{put_into, smelts, split},
    meaning::{Coord, Intent},
    names::{Use, resolve},
    parser::Parser,
    reading::says,
    refusals::not_understood,
    words::{is_joint, words},
};
use crate::{
    domain::{BlockPos, FurnaceSlot, LookInto, Take, ToolError, ToolRequest},
    knowledge,
};

const FURNACES: &[&str] = &["furnace", "oven"];
/// What begins a clause that waits for its time.
const ONCE: &[&str] = &["when", "once", "as soon as", "after", "the moment", "only when", "only once"];
const UNTIL: &[&str] = &["until", "till", "til", "'til", "untill"];
/// What lies in the furnace, in the place of its name.
const IT: &[&str] = &[
    "it",
    "that",
    "this",
    "they",
    "them",
    "those",
    "all",
    "it all",
    "all of it",
    "all of them",
    "them all",
    "everything",
    "everything in it",
    "everything in there",
    "everything in the furnace",
    "the smelting",
    "the cooking",
    "the lot",
];
/// The same with "is" or "has".
const IT_IS: &[&str] =
    &["it's", "its", "that's", "they're", "theyre", "they've", "everything's", "all's", "everything's all"];
const THE: &[&str] = &["the", "your", "my", "our", "that", "this"];
const FURNACE_IS: &[&str] = &["the furnace's", "your furnace's", "my furnace's", "the oven's"];
const IS: &[&str] =
    &["is", "are", "has", "have", "been", "be", "gets", "get", "got", "all", "completely", "fully", "both", "finally"];
const DONE: &[&str] =
    &["done", "finished", "ready", "smelted", "cooked", "baked", "complete", "completed", "through", "melted"];
/// The same without "is".
const FINISHES: &[&str] = &["finishes", "finish", "is finishing", "stops smelting", "stops cooking"];
/// What is said behind it, and adds nothing.
const WITH_IT: &[&str] = &[
    "smelting",
    "cooking",
    "baking",
    "working",
    "with it",
    "with them",
    "with that",
    "with everything",
    "with all of it",
    "smelting it",
    "smelting them",
    "smelting everything",
    "cooking it",
    "cooking them",
    "cooking everything",
    "everything",
    "it",
    "it all",
    "all of it",
    "them",
    "them all",
    "all of them",
    "completely",
    "fully",
    "in there",
    "in it",
    "inside",
    "up",
    "in the furnace",
    "in the oven",
];
const LEAVE: &[&str] = &["leave", "let", "just leave", "just let"];
const AS_IT_IS: &[&str] = &[
    "cook", "smelt", "bake", "burn", "run", "work", "be", "in", "there", "in there", "in it", "inside", "cooking",
    "smelting",
];
/// Where one waits for it, and how.
const AT_IT: &[&str] = &[
    "there",
    "here",
    "by it",
    "at it",
    "by the furnace",
    "at the furnace",
    "next to it",
    "next to the furnace",
    "beside it",
    "beside the furnace",
    "patiently",
];

/// A goal in which something is done once a furnace is done, with the wait in its place, and how that was done.
pub(super) fn once_smelted(text: &str) -> Option<(String, Vec<String>)> {
    let lower = text.to_lowercase();
    if !FURNACES.iter().any(|furnace| lower.contains(furnace)) || says(text) {
        return None;
    }
    let mut parser = Parser::new(text);
    let wait = (0..parser.words.len()).find_map(|at| {
        parser.at = at;
        parser.waits_for_furnace()
    })?;
    let Wait { clause, begun, said, end } = wait;
    let byte = |at: usize| parser.words.get(at).map_or(text.len(), |word| word.start);
    let part = |from: usize, to: usize| text[byte(from)..byte(to)].trim_matches([' ', ',']);
    let (said, head, rest) = (part(said, end), part(clause, begun), text[byte(end)..].trim_start_matches([' ', ',']));
    let told = told(head).map(|to| match to.to_lowercase().as_str() {
        "me" | "us" => format!("say {said}"),
        _ => format!("tell {to} {said}"),
    });
    let head = told.as_deref().unwrap_or(head);
    // A comma that stood behind it ends what is done then.
    let rest = if head.is_empty() { rest } else { text[byte(end)..].trim_start() };
    let gap = if head.is_empty() || rest.is_empty() || rest.starts_with([',', ';', '.']) { "" } else { " " };
    let put = format!("{}wait until {said}, {head}{gap}{rest}", &text[..byte(clause)]);
    let put = put.trim_end_matches([' ', ',']).to_owned();
    let (put, mut notes) = once_smelted(&put).unwrap_or((put, Vec::new()));
    notes.insert(0, format!("it waits until {said} first"));
    Some((put, notes))
}

/// Who is told that it is done, where a clause does no more than that: "let me know".
fn told(head: &str) -> Option<String> {
    let words = words(head);
    let said: Vec<&str> = words.iter().map(|word| word.text.as_str()).filter(|word| *word != "please").collect();
    let to = match said.as_slice() {
        ["tell" | "message" | "inform" | "notify" | "warn", to] | ["let", to, "know"] => *to,
        ["give", to, "a", "shout"] => *to,
        _ => return None,
    };
    words.iter().find(|word| word.text == to).map(|word| head[word.start..word.end].to_owned())
}

/// That a clause waits for a furnace: the words at which the clause begins, and this is said, "the furnace is done" and the end of that.
struct Wait {
    clause: usize,
    begun: usize,
    said: usize,
    end: usize,
}

impl Parser<'_> {
    /// Whether it is said here that a clause waits for a furnace.
    fn waits_for_furnace(&mut self) -> Option<Wait> {
        let begun = self.at;
        if self.eat_any(ONCE) {
            let said = self.at;
            let is_named = self.eats_done(false)?;
            let end = self.at;
            return (is_named || self.is_meant()).then(|| Wait { clause: self.clause_begun(begun), begun, said, end });
        }
        // "let it cook until it is done"
        if self.eat_any(LEAVE) && self.eats_it() {
            self.eat_any(AS_IT_IS);
            let until = self.eat_any(UNTIL);
            let said = self.at;
            if until && self.eats_done(false).is_some() {
                return Some(Wait { clause: begun, begun, said, end: self.at });
            }
        }
        None
    }

    /// Where the clause begins that goes on there: behind a joint and at a verb, so that "the iron and the glass" is one.
    fn clause_begun(&mut self, there: usize) -> usize {
        let ended = self.at;
        let begins = |parser: &mut Self, at: usize| {
            parser.at = at;
            parser.skip_fillers();
            is_joint(&parser.words[at - 1].text) && (parser.at >= there || parser.is_verb())
        };
        let begun = (1..=there).rev().find(|at| begins(self, *at)).unwrap_or(0);
        self.at = ended;
        begun
    }

    fn eats_it(&mut self) -> bool {
        self.eat_any(IT) || self.eats_furnace()
    }

    /// Whether what has no name lies in a furnace: something is put in there, or taken out.
    fn is_meant(&self) -> bool {
        const THERE: &[&str] = &["in", "into", "inside", "of", "from", "load", "fill", "fuel", "stoke", "feed"];
        let is = |at: usize, list: &[&str]| list.contains(&self.words[at].text.as_str());
        let furnaces = (0..self.words.len()).filter(|at| is(*at, FURNACES));
        let mut before = furnaces.filter_map(|at| (0..at).rev().find(|at| !is(*at, THE)));
        let in_it = (1..self.words.len()).any(|at| is(at, &["it"]) && is(at - 1, &["in", "into"]));
        in_it || before.any(|at| is(at, THERE))
    }

    /// `the furnace is done`, `it has finished`, `done`; with `to`, `it to finish`. Taken if it comes next and ends there; whether it has a
    /// name.
    fn eats_done(&mut self, to: bool) -> Option<bool> {
        let begun = self.at;
        let found = self.subject().filter(|(_, is)| if to { self.finishes() } else { self.is_done(*is) });
        if found.is_none() {
            self.at = begun;
        }
        found.map(|(is_named, _)| is_named)
    }

    /// What is to be done: whether it has a name, and whether "is" is taken already, or goes without saying.
    fn subject(&mut self) -> Option<(bool, bool)> {
        if self.eats_furnace() {
            let named = self.at;
            if !matches!(self.at_place(), Ok(Some(_))) {
                self.at = named;
            }
            return Some((true, false));
        }
        if self.eat_any(FURNACE_IS) {
            return Some((true, true));
        }
        if self.eat_any(IT_IS) {
            return Some((false, true));
        }
        if self.thing_smelted() {
            self.eat_any(&["in the furnace", "in the oven", "in it", "in there"]);
            return Some((true, false));
        }
        if self.eat_any(IT) {
            return Some((false, false));
        }
        DONE.iter().any(|done| self.comes(done).is_some()).then_some((false, true))
    }

    /// `the furnace`; taken if it comes next.
    fn eats_furnace(&mut self) -> bool {
        let begun = self.at;
        self.eat_any(THE);
        let is = self.eat_any(FURNACES);
        if !is {
            self.at = begun;
        }
        is
    }

    /// `the iron`, `all your glass`: what smelts, or has been smelted; taken if it comes next.
    fn thing_smelted(&mut self) -> bool {
        let begun = self.at;
        self.eat_any(&["all the", "all of the", "all your", "the last of the", "all"]);
        self.eat_any(THE);
        let named = self.at;
        for many in (1..=3).rev() {
            let Some(words) = self.words.get(named..named + many) else { continue };
            let said: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            let is_smelted = |name: &str| smelts(name) || knowledge::usual_ingredient(name).is_some();
            if resolve(&said.join("_"), Use::Held).is_some_and(|named| is_smelted(named.name)) {
                self.at = named + many;
                return true;
            }
        }
        self.at = begun;
        false
    }

    /// `is done`, `has smelted everything`, `finishes`; `is`: that was said already.
    fn is_done(&mut self, mut is: bool) -> bool {
        while self.eat_any(IS) {
            is = true;
        }
        let done = is && self.eat_any(DONE) || self.eat_any(FINISHES) || is && self.eat("nothing left to smelt");
        done && self.with_it()
    }

    /// `to finish`, `to be done`; nothing, where it ends.
    fn finishes(&mut self) -> bool {
        if self.clone_ends_clause() {
            return true;
        }
        let to = self.eat("to");
        while to && self.eat_any(IS) {}
        let finish = ["cook", "smelt", "bake", "complete", "stop"];
        to && (self.eat_any(DONE) || self.eat_any(FINISHES) || self.eat_any(&finish)) && self.with_it()
    }

    /// What is said behind it, to the end of what is said of the furnace: a verb may come at once, "once it is done take the iron out".
    fn with_it(&mut self) -> bool {
        loop {
            let begun = self.at;
            // "has smelted all the iron", "is finished with the iron"
            let _ = self.eat_any(WITH_IT) || self.eat("with") && self.thing_smelted() || self.thing_smelted();
            if self.at == begun {
                return self.clone_ends_clause() || self.is_verb();
            }
        }
    }

    /// `until the furnace is done`, `for it to finish`: behind "wait". `None`, and nothing taken, for anything else.
    pub(super) fn waited_for_furnace(&mut self) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        self.eat_any(AT_IT);
        let is_until = self.eat_any(UNTIL);
        let is_for = !is_until && self.eat_any(&["for", "on"]);
        let named = self.at;
        let found = if is_until || is_for { self.eats_done(is_for) } else { None };
        let speaks = self.words.iter().any(|word| FURNACES.contains(&word.text.as_str()));
        if found.is_none() || !speaks || !self.clone_ends_clause() {
            self.at = begun;
            return Ok(None);
        }
        // The one that was filled, unless another is named.
        let filled = || self.done.as_ref().and_then(put_into).filter(|chest| chest.kind == Some(knowledge::FURNACE));
        let filled = filled().and_then(|chest| chest.at);
        let (x, y, z) = split(self.place_said(named)?.or(filled));
        // What was put in is something else by then.
        self.named.clear();
        self.before.clear();
        let chest = Some(knowledge::FURNACE.to_owned());
        Ok(Some(Intent::Do(LookInto { x, y, z, chest, until_done: true, ticks: None }.into())))
    }

    /// `until it's done`, behind what is smelted: nobody leaves before that.
    pub(super) fn waits_for_what_is_smelted(&mut self) -> bool {
        let begun = self.at;
        let smelts = matches!(self.done, Some(Intent::Smelt { .. }));
        let is_until = smelts && self.eat_any(UNTIL);
        let waits = (is_until || smelts && self.eat("for")) && self.eats_done(!is_until).is_some();
        if !(waits && self.clone_ends_clause()) {
            self.at = begun;
        }
        self.at > begun
    }

    /// `it`, `them`, where a furnace was waited for: what is done there is taken out. `None`, and nothing taken, for anything else.
    pub(super) fn taken_once_done(&mut self) -> Option<Intent> {
        let begun = self.at;
        let Some(Intent::Do(ToolRequest::LookInto(LookInto { x, y, z, until_done: true, .. }))) = self.done else {
            return None;
        };
        let taken = self.eat_any(IT) && {
            self.eat_any(&["out", "out of it", "out of there", "from it", "back", "back out", "out again"]);
            self.clone_ends_clause()
        };
        if !taken {
            self.at = begun;
            return None;
        }
        let (item, slot) = (knowledge::ANY_ITEM.to_owned(), Some(FurnaceSlot::Output));
        let chest = Some(knowledge::FURNACE.to_owned());
        Some(Intent::Do(Take { item, x, y, z, chest, slot, ..Take::default() }.into()))
    }

    /// The place of the furnace that is named there, if it is said.
    fn place_said(&mut self, named: usize) -> Result<Option<BlockPos>, ToolError> {
        let ended = std::mem::replace(&mut self.at, named);
        let place = if self.eats_furnace() { self.at_place() } else { Ok(None) };
        self.at = ended;
        match place? {
            None => Ok(None),
            Some([Coord::Absolute(x), Coord::Absolute(y), Coord::Absolute(z)]) => Ok(Some(BlockPos::new(x, y, z))),
            Some(_) => Err(not_understood(self.text, "which furnace (say x y z without ~)")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_once_a_furnace_is_done_is_put_in_its_order() {
        for (text, put) in [
            (
                "take the iron out of the furnace once it is done",
                "wait until it is done, take the iron out of the furnace",
            ),
            ("when the furnace is done take out the glass", "wait until the furnace is done, take out the glass"),
            (
                "put 3 sand in the furnace, let it cook until it's done and take the glass out",
                "put 3 sand in the furnace, wait until it's done, and take the glass out",
            ),
            (
                "fill the furnace with sand and take the glass and the coal out when it has finished smelting",
                "fill the furnace with sand and wait until it has finished smelting, take the glass and the coal out",
            ),
            ("let me know when the furnace is done", "wait until the furnace is done, say the furnace is done"),
        ] {
            let found = once_smelted(text).map(|(put, _)| put);
            assert_eq!(found.as_deref(), Some(put), "{text}");
        }
        for text in [
            "take the iron out of the furnace",
            "when it is done take the iron out of the chest",
            "place a furnace, when that's done get 3 logs",
            "when the furnace is full come back",
        ] {
            assert!(once_smelted(text).is_none(), "{text}");
        }
    }
}
