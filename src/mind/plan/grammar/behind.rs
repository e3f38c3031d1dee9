//! What is said behind a thing: how many after all, what is left out, what would do as well.

use super::{
    count::Count,
    hands::BUT,
    names::{Named, Use, material, resolve},
    parser::Parser,
    refusals::not_understood,
    words::is_joint,
};
use crate::{
    domain::ToolError,
    knowledge::{self, family, ways_for},
};

/// What comes before a number that is said behind its thing.
const LEADS: &[&str] = &[
    "let's say",
    "lets say",
    "say",
    "make it",
    "make that",
    "at least",
    "about",
    "around",
    "maybe",
    "like",
    "exactly",
    "i need",
    "i want",
    "we need",
    "until you have",
    "until we have",
    "until there are",
    "until you've got",
    "until you got",
    "until i have",
    "till you have",
    "till we have",
    "till you've got",
    "till you got",
    "so that you have",
    "so you have",
];
/// What comes behind such a number.
const UNITS: &[&str] = &[
    "them",
    "those",
    "or so",
    "or thereabouts",
    "pieces",
    "piece",
    "of them",
    "of those",
    "of it",
    "it",
    "pcs",
    "in total",
    "total",
    "blocks",
    "all together",
];
/// "but keep 4": so many are left.
const KEPT: &[&str] = &["but keep", "but leave", "but leave me", "and keep", "and leave", "keeping", "leaving"];

impl Parser<'_> {
    /// `coal, at least 15 pieces`, `sand, half a stack`, `coal until you have 32`: the number behind a thing; taken if there is one.
    pub(super) fn count_behind(&mut self) -> Option<Count> {
        let begun = self.at;
        self.eat_any(&["for me", "for us", "please", "pls"]);
        let comma = self.word() == Some(",");
        self.at += usize::from(comma);
        self.eat_any(&["oh", "well", "uh", "um", "hmm"]);
        let until = matches!(self.word(), Some("until" | "till" | "so"));
        let led = self.eat_any(LEADS);
        let bare = !comma
            && !led
            && self.word().is_some_and(|word| word.trim_start_matches('x').starts_with(|c: char| c.is_ascii_digit()));
        let found = if comma || led || bare { self.amount().ok() } else { None };
        let unit = self.eat_any(UNITS);
        match found {
            Some((count @ (Count::Some(_) | Count::HalfStacks(_)), _))
                if (unit || !self.word_before_is_article()) && self.clone_ends_clause() =>
            {
                self.until_held |= until;
                Some(count)
            }
            _ => {
                self.at = begun;
                None
            }
        }
    }

    fn word_before_is_article(&self) -> bool {
        self.words[..self.at].last().is_some_and(|word| matches!(word.text.as_str(), "a" | "an" | "the" | "any"))
    }

    /// Whether a clause ends here; nothing is taken.
    pub(super) fn clone_ends_clause(&mut self) -> bool {
        let begun = self.at;
        let ends = self.ends_clause();
        self.at = begun;
        ends
    }

    /// `all the seeds except 10`, `the logs, but keep 4`: as all but so many; else as it was.
    pub(super) fn count_but(&mut self, count: Count) -> Count {
        if !matches!(count, Count::All | Count::The | Count::Unsaid) {
            return count;
        }
        let begun = self.at;
        let comma = usize::from(self.word() == Some(","));
        self.at += comma;
        if (self.eat_any(KEPT) || self.eat_any(BUT))
            && let Ok((Count::Some(kept), _)) = self.amount()
            && !self.word_before_is_article()
        {
            self.eat_any(UNITS);
            if self.ends_at(self.at) {
                return Count::But(kept);
            }
        }
        self.at = begun;
        count
    }

    /// `get charcoal, not coal`: what is not meant, and is none of what is.
    pub(super) fn skip_not(&mut self, named: &Named) {
        let begun = self.at;
        let comma = usize::from(self.word() == Some(","));
        self.at += comma;
        if self.eat_any(&["not", "and not", "but not"]) {
            self.eat_any(&["the", "a", "an", "any"]);
            let start = self.at;
            let other = (start + 1..=self.words.len().min(start + 3)).rev().find_map(|end| {
                let other = resolve(&self.joined(start, end), Use::Block).filter(|_| self.ends_at(end))?;
                Some((other.name, end))
            });
            let within = |one: &str, of: &str| family(of).is_some_and(|members| members.contains(&one));
            if let Some((other, end)) = other
                && other != named.name
                && !within(other, named.name)
                && !within(named.name, other)
            {
                self.at = end;
                return;
            }
        }
        self.at = begun;
    }

    /// `drop a stack of sand and keep the rest`: it is kept anyway.
    pub(super) fn skip_rest(&mut self) {
        let begun = self.at;
        let kept = self.skip_joints()
            && self.eat_any(&["keep the rest", "leave the rest", "keep the others", "leave me the rest"]);
        if !kept || !self.clone_ends_clause() {
            self.at = begun;
        }
    }

    /// `an axe or a pickaxe`: either will do, so the first it is.
    pub(super) fn or_another(&mut self) {
        let begun = self.at;
        if !self.eat("or") {
            return;
        }
        let amount = self.amount().is_ok();
        let start = self.at;
        let ends = |parser: &Self, end: usize| {
            parser.ends_at(end) && resolve(&parser.joined(start, end), Use::Block).is_some()
        };
        let end = (start + 1..=self.words.len().min(start + 4)).rev().find(|end| ends(self, *end));
        match end.filter(|_| amount) {
            Some(end) => {
                let other = self.joined(start, end).replace('_', " ");
                self.notes.push(format!("of what would do as well, {other}, nothing is got"));
                self.at = end;
            }
            None => self.at = begun,
        }
    }

    /// `an iron helmet, chestplate and boots`: all of iron. The piece that these words name, of what the one before was made of.
    pub(super) fn of_the_same(&self, start: usize, end: usize, purpose: Use) -> Option<Named> {
        let (before, _) = self.named.last()?;
        let kind = self.joined(start, end);
        let (stuff, _) = before.name.rsplit_once('_')?;
        let is_listed = start.checked_sub(1).is_some_and(|at| is_joint(&self.words[at].text));
        material(stuff).filter(|_| is_listed && self.ends_at(end) && !kind.contains('_'))?;
        let named = resolve(&format!("{stuff}_{kind}"), purpose)?;
        let note = Some(format!("{kind} is read as {}, like what was named before it", named.name));
        Some(Named { note, ..named })
    }

    /// `enough planks for 4 doors`: how many that takes, by the recipe.
    pub(super) fn enough(&mut self, count: Count) -> Result<Option<(Named, Count, usize)>, ToolError> {
        if count != Count::Unsaid || !self.eat("enough") {
            return Ok(None);
        }
        self.eat("of");
        self.eat("the");
        let start = self.at;
        let found = (start + 1..self.words.len().min(start + 5)).find_map(|end| {
            let what = resolve(&self.joined(start, end), Use::Got)?;
            let purpose =
                ["for", "to make", "to craft", "to build"].into_iter().find_map(|word| self.comes_at(end, word))?;
            Some((what, end + purpose))
        });
        let words = "how many that is (say: get 24 planks)";
        let Some((what, purpose)) = found else { return Err(not_understood(self.text, words)) };
        self.at = purpose;
        let (amount, _) = self.amount()?;
        let begun = self.at;
        let made = (begun + 1..=self.words.len().min(begun + 5)).rev().find_map(|end| {
            resolve(&self.joined(begun, end), Use::Got).filter(|_| self.ends_at(end)).map(|named| (named, end))
        });
        let Some((made, until)) = made else { return Err(not_understood(self.text, words)) };
        let many = match amount {
            Count::Unsaid | Count::The if !made.several => 1,
            Count::Some(many) => many,
            _ => return Err(not_understood(self.text, words)),
        };
        let Some(each) = taken_by(made.name, what.name) else {
            let words =
                format!("how {} goes into {} (say: make {many} {})", what.name, made.name, made.name.replace('_', " "));
            return Err(not_understood(self.text, &words));
        };
        let (per, makes) = each;
        let needed = many.div_ceil(makes) * per;
        self.notes.push(format!("{many} {} take {needed} {}", made.name, what.name));
        Ok(Some((what, Count::Some(needed), until)))
    }
}

/// How many of it one crafting takes, and how many that makes.
fn taken_by(made: &str, what: &str) -> Option<(u32, u32)> {
    ways_for(made).iter().find_map(|way| {
        let is_it = |slot: &str| {
            slot == what
                || family(slot).is_some_and(|members| members.contains(&what))
                || family(what).is_some_and(|members| members.contains(&slot))
        };
        way.slots.iter().find(|(slot, _)| is_it(slot)).map(|(_, count)| (*count, way.count))
    })
}

/// What a thing that is turned into another takes of it: so many become so many.
pub fn becomes(from: &str, made: &str) -> Option<(u32, u32)> {
    if knowledge::smelt_ways_for(made).iter().any(|way| way.ingredient == from) {
        return Some((1, 1));
    }
    taken_by(made, from)
}
