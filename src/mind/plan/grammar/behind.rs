//! What is said behind a thing: how many after all, what is left out, what would do as well.

use std::collections::BTreeMap;

use super::{
    count::{Count, OR_SO},
    names::{Named, Use, made_of_that, material, resolve},
    parser::Parser,
    refusals::not_understood,
    words::{BUT, is_joint},
};
use crate::{
    domain::ToolError,
    knowledge::{self, Way, family, ways_for},
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
    "is enough",
    "are enough",
    "will do",
    "should do",
    "would do",
    "should be enough",
    "will be enough",
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
        self.eat_any(OR_SO);
        let unit = self.eat_any(UNITS);
        self.eat_any(OR_SO);
        match found {
            Some((count @ (Count::Some(_) | Count::QuarterStacks(_)), _))
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
    pub(super) fn skip_rest(&mut self, named: &Named) {
        let begun = self.at;
        let kept = self.skip_joints()
            && self.eat_any(&["keep the rest", "leave the rest", "keep the others", "leave me the rest"]);
        if kept && self.clone_ends_clause() {
            return;
        }
        self.at = begun;
        // "…, but keep the cobble": that is kept anyway, where it is none of what goes.
        self.eat(",");
        let goes: Vec<&str> = self.named.iter().map(|(named, _)| named.name).chain([named.name]).collect();
        let one_thing = |named: &Named| named.note.is_none() && knowledge::group(named.name).is_none();
        // "put the cobblestone in the chest and keep the tools"
        let stacks = goes.iter().all(|goes| knowledge::group(goes).is_none() && knowledge::stack_size(goes) > 1);
        let and = self.at;
        if stacks
            && (self.eat_any(&["but keep", "and keep", "keep"]))
            && self.eat_any(&[
                "the tools",
                "your tools",
                "all the tools",
                "the pickaxe",
                "your pickaxe",
                "the rest of it",
            ])
            && self.clone_ends_clause()
        {
            return;
        }
        self.at = and;
        let kept = one_thing(named) && self.eat_any(&["but keep", "and keep", "keep"]) && {
            self.eat_any(&["the", "your", "all the", "all your", "any"]);
            let start = self.at;
            let other = |end: &usize| {
                let is_other = |kept: Named| one_thing(&kept) && !goes.iter().any(|goes| is_one_of(goes, kept.name));
                self.ends_at(*end) && resolve(&self.joined(start, *end), Use::Held).is_some_and(is_other)
            };
            let end = (start + 1..=self.words.len().min(start + 4)).rev().find(other);
            self.at = end.unwrap_or(start);
            end.is_some()
        };
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
        let (named, notes) = (self.named.len(), self.notes.len());
        // "enough iron for a full suit of armour"
        const SUIT: &[&str] = &[
            "a full suit of armor",
            "a full suit of armour",
            "a full set of armor",
            "a full set of armour",
            "a set of armor",
            "a set of armour",
            "a suit of armor",
            "a suit of armour",
            "full armor",
            "full armour",
            "all the armor",
        ];
        if self.eat_any(SUIT) {
            if !self.clone_ends_clause() || self.word() == Some("and") {
                return Err(not_understood(self.text, words));
            }
            let pieces = ["helmet", "chestplate", "leggings", "boots"];
            let made: Option<Vec<_>> = pieces.iter().map(|piece| Some((made_of_that(piece, what.name)?, 1))).collect();
            let made = made.ok_or_else(|| not_understood(self.text, words))?;
            let needed = takes_of(what.name, &made);
            self.notes.push(format!("a suit of it takes {needed} {}", what.name));
            return Ok(Some((what, Count::Some(needed), self.at)));
        }
        let list = self.listed(Use::Got).map_err(|_| not_understood(self.text, words))?;
        self.named.truncate(named);
        self.notes.truncate(notes);
        // "iron for a pickaxe": for one of iron.
        let made = |named: &Named| made_of_that(&named.said, what.name).unwrap_or(named.name);
        let many = |(named, count): &(Named, Count)| match count {
            Count::Unsaid | Count::The if !named.several => Some((made(named), 1)),
            Count::Some(many) => Some((made(named), *many)),
            _ => None,
        };
        let made: Option<Vec<(&str, u32)>> = list.iter().map(many).collect();
        let made = made.ok_or_else(|| not_understood(self.text, words))?;
        let told: Vec<String> = made.iter().map(|(item, many)| format!("{many} {item}")).collect();
        let told = told.join(" and ");
        let needed = takes_of(what.name, &made);
        if made.iter().any(|one| takes_of(what.name, std::slice::from_ref(one)) == 0) {
            let words = format!("how {} goes into {told} (say: make {told})", what.name);
            return Err(not_understood(self.text, &words.replace('_', " ")));
        }
        self.notes.push(format!("{told} take {needed} {}", what.name));
        Ok(Some((what, Count::Some(needed), self.at)))
    }
}

/// How many of a thing go into what is made, what it is made of in turn included: logs for a boat are the logs of its planks.
/// Nothing where none does.
pub fn takes_of(what: &str, made: &[(&'static str, u32)]) -> u32 {
    /// More steps lie between no two things.
    const DEEPEST: usize = 6;
    let is_it = |item: &str| {
        let smelted = || knowledge::smelt_ways_for(item).iter().any(|way| way.ingredient == what);
        is_one_of(item, what) || smelted()
    };
    // What is made into it at last, by the way that takes some of it.
    fn leads<'w>(item: &str, is_it: &impl Fn(&str) -> bool, depth: usize) -> Option<&'w Way> {
        let ways = || ways_for(item).iter();
        let direct = ways().find(|way| way.slots.iter().any(|(slot, _)| is_it(slot)));
        direct.or_else(|| {
            let deeper = |way: &&Way| way.slots.iter().any(|(slot, _)| leads(slot, is_it, depth - 1).is_some());
            if depth > 0 { ways().find(deeper) } else { None }
        })
    }
    let mut wanted: BTreeMap<&str, u32> = BTreeMap::new();
    let plain = |item: &'static str| kind_of(item);
    made.iter().for_each(|(item, count)| *wanted.entry(plain(item)).or_default() += count);
    let mut sum = 0;
    for depth in (0..DEEPEST).rev() {
        let mut next: BTreeMap<&str, u32> = BTreeMap::new();
        for (item, count) in std::mem::take(&mut wanted) {
            if is_it(item) {
                sum += count;
                continue;
            }
            let Some(way) = leads(item, &is_it, depth) else { continue };
            for (slot, per) in &way.slots {
                *next.entry(plain(slot)).or_default() += count.div_ceil(way.count) * per;
            }
        }
        wanted = next;
    }
    sum
}

/// The family of which any will do, where it has one: the planks of a boat are planks like those of a chest.
fn kind_of(item: &'static str) -> &'static str {
    ["planks", "log"]
        .into_iter()
        .find(|kind| family(kind).is_some_and(|members| members.contains(&item)))
        .unwrap_or(item)
}

/// Whether both are the same, or one is of the other's family.
pub(super) fn is_one_of(one: &str, other: &str) -> bool {
    let within = |one: &str, of: &str| family(of).is_some_and(|members| members.contains(&one));
    one == other || within(one, other) || within(other, one)
}

/// How many of it one crafting takes, and how many that makes.
fn taken_by(made: &str, what: &str) -> Option<(u32, u32)> {
    ways_for(made).iter().find_map(|way| {
        let is_it = |slot: &str| is_one_of(slot, what);
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
