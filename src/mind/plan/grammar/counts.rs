//! How many of what: digits, words, stacks and dozens, and the thing that is counted.

use serde_json::json;

use super::{
    behind::{is_one_of, takes_of},
    count::{Count, OR_SO, PHRASES, ROUGHLY, SMALL, SOME, TENS, checked, out_of_range, written_out},
    hands::WHOLE,
    meaning::{Fraction, Intent, Share},
    names::{Named, Use, made_of_that, material, resolve, resolve_loosely, unknown, yielded},
    parser::Parser,
    phrases::NOTHING,
    refusals::not_understood,
    words::{BUT, FILLERS, Word, has, is_joint},
};
use crate::{
    domain::{ErrorCode, MAX_COUNT, ToolError, ToolRequest},
    knowledge,
};

/// Verbs of which a recipe's number is as many as are wanted, where nobody says how many.
const MAKING: &[&str] = &["make", "craft", "bake", "create", "produce", "prepare"];
/// What stands for a thing that was named, and for several.
const IT: &[&str] = &["it", "that", "all of it", "it all"];
/// Who has a thing, where that is clear.
pub(super) const HELD: &[&str] = &[
    "you have",
    "that you have",
    "you have left",
    "you have got",
    "you've got",
    "that you've got",
    "you got",
    "you carry",
    "you are carrying",
    "you're carrying",
    "that you are carrying",
    "you are holding",
    "in your inventory",
    "from your inventory",
    "on you",
    "of yours",
    "for yourself",
    "to yourself",
    "we have",
    "with it",
    "with that",
    "using it",
    "with that one",
    "you get from it",
    "you got from it",
    "that you get from it",
    "that you got from it",
    "you get",
    "you dig up",
    "you dug up",
    "you mined",
    "you hold",
    "that you hold",
    "you're holding",
    "that you're holding",
    "you already have",
    "in your pack",
    "from your pack",
    "that are in your pack",
    "that is in your pack",
    "that are in your inventory",
    "in your bag",
    "in your backpack",
    "in your pockets",
    "at hand",
    "on hand",
];
/// As many more as what is held already.
const MORE_THAN_HELD: &[&str] = &[
    "than you have",
    "than you've got",
    "than you have got",
    "than you hold",
    "than you're carrying",
    "than you are carrying",
    "than what you have",
    "on top of what you have",
    "on top of what you've got",
    "on top of what you hold",
    "on top of what you carry",
    "on top of what you're carrying",
    "on top of what you are carrying",
    "on top of those you have",
    "in addition to what you have",
    "in addition to those you have",
    "besides what you have",
];
const THEM: &[&str] = &["them", "those", "these", "all of them", "both", "both of them", "all of those", "them all"];
/// What is over of what was spoken of.
const REST: &[&str] = &[
    "the rest of them",
    "the others",
    "the other ones",
    "the other one",
    "the other",
    "the second one",
    "what's left over",
    "what is left over",
    "whatever is left over",
    "whatever's left over",
    "the other half",
    "the second half",
    "the rest of it",
    "the rest",
    "what is left of them",
    "what's left of them",
    "what's left of it",
    "what is left of it",
    "whatever is left of it",
    "whatever's left of it",
    "whatever is left of them",
    "what's left",
    "what is left",
    "whatever is left",
    "whatever's left",
    "the leftovers",
    "the remainder",
    "the remaining ones",
    "what remains",
];

/// Whether one of it has a name in the plural.
pub(super) fn is_pair(item: &str) -> bool {
    item == "shears" || ["_boots", "_leggings"].iter().any(|worn| item.ends_with(worn))
}

/// How many of it one recipe makes; of a family, of its first.
fn batch(name: &str) -> u32 {
    knowledge::recipes_for(knowledge::one_of(name)).first().map_or(1, |recipe| recipe.count)
}

impl Parser<'_> {
    /// `10`, `1,000`, `twenty five`, `a stack of`, `two dozen`, `all the`; and whether that many more are meant.
    pub(super) fn amount(&mut self) -> Result<(Count, bool), ToolError> {
        // "either a stone sword or an iron sword": see `or_another`.
        self.eat("either");
        let another = self.eat("another");
        let dozens = another
            && ["dozen", "half a dozen", "half dozen", "couple", "few", "stack", "hundred"]
                .iter()
                .any(|unit| self.comes(unit).is_some());
        let begun = self.at;
        if dozens {
            // "another dozen" is a dozen more.
            self.at -= 1;
            self.words[self.at].text = "a".to_owned();
        }
        let count = if another && !dozens && self.at_name() { Ok(Count::Some(1)) } else { self.count() };
        if dozens {
            // Who reads it once more is to find it as it was.
            self.words[begun - 1].text = "another".to_owned();
        }
        let count = count?;
        // "another by the furnace": of what was spoken of, and no more of it.
        const WHERE: &[&str] = &["by", "beside", "next to", "near", "on", "in", "at"];
        let of_those = another && !self.referents().is_empty() && WHERE.iter().any(|at| self.comes(at).is_some());
        let more = another && !of_those || self.eat("more") || self.eat("additional") || self.eat("extra");
        self.eat("of");
        // "some basic wooden tools", "a new stone pickaxe"
        const PLAIN: &[&str] = &[
            "single",
            "second",
            "third",
            "2nd",
            "basic",
            "simple",
            "nice",
            "new",
            "brand new",
            "fresh",
            "proper",
            "decent",
            "regular",
            "ordinary",
            "good old",
            "really cool",
            "really nice",
            "very nice",
            "cool",
            "shiny",
            "pretty",
            "beautiful",
            "lovely",
        ];
        let begun = self.at;
        if !matches!(count, Count::Unsaid) && (!self.eat_any(PLAIN) || self.clone_ends_clause()) {
            self.at = begun;
        }
        Ok((count, more))
    }

    /// Whether no count comes next.
    fn at_name(&mut self) -> bool {
        let at = self.at;
        let none = self.count().is_ok_and(|count| count == Count::Unsaid);
        self.at = at;
        none
    }

    fn count(&mut self) -> Result<Count, ToolError> {
        if self.comes("as many").is_some() || self.comes("as much").is_some() {
            return Err(not_understood(self.text, "how many that is: the number is to be named (say: make 16 sticks)"));
        }
        // "around the wheat" is a place, and no number.
        const PLACED: &str = "the that this these those my your our it them here you me";
        let is_place = |this: &Self| {
            this.word() == Some("around") && this.words.get(this.at + 1).is_some_and(|next| has(PLACED, &next.text))
        };
        while !is_place(self) && ROUGHLY.iter().any(|phrase| self.eat(phrase)) {}
        const LEFT: &[&str] = &[
            "the rest of the",
            "the rest of your",
            "the rest of my",
            "what's left of the",
            "what is left of the",
            "the leftover",
            "the remaining",
            "all the leftover",
            "all the remaining",
            "any leftover",
            "any remaining",
            "leftover",
            "remaining",
            "whatever is left of the",
        ];
        if self.eat_any(LEFT) {
            return Ok(Count::All);
        }
        for (phrase, quarters) in [("a quarter of a stack", 1), ("a quarter stack", 1), ("quarter of a stack", 1)]
            .into_iter()
            .chain([("three quarters of a stack", 3), ("half of a stack", 2)])
        {
            if self.eat(phrase) {
                self.eat("of");
                return Ok(Count::QuarterStacks(quarters));
            }
        }
        // "plant both saplings"
        if self.eat_before_name(&["both of the", "both the", "both your", "both"]) {
            return Ok(Count::Some(2));
        }
        // "those logs", and not "those" alone.
        if self.eat_before_name(&["half of those", "half of these", "half those", "half these"]) {
            return Ok(Count::Part(Fraction::HALF));
        }
        if self.eat_before_name(&["all of those", "all of these", "all those", "all these"]) {
            return Ok(Count::All);
        }
        if [
            "half of all the",
            "half of all your",
            "half of the",
            "half of your",
            "half of my",
            "the half of the",
            "the half of your",
            "the half of my",
            "the half of",
            "half the",
            "half your",
            "half my",
            "half of",
        ]
        .iter()
        .any(|phrase| self.eat(phrase))
        {
            self.skip_how_many_there_are();
            return Ok(Count::Part(Fraction::HALF));
        }
        if let Some(part) = self.fraction() {
            self.skip_how_many_there_are();
            return Ok(Count::Part(part));
        }
        // "all three saplings"
        let begun = self.at;
        if self.eat_any(&[
            "all of the",
            "all of your",
            "all of my",
            "all of those",
            "all the",
            "all your",
            "all my",
            "all",
        ]) && let Some(number) = self.number()?
            && !self.ends_at(self.at)
        {
            return Ok(Count::Some(number));
        }
        self.at = begun;
        if [
            "all of the",
            "all of my",
            "all of your",
            "all the",
            "all my",
            "all your",
            "all of",
            "all that",
            "all",
            "every",
            "each",
        ]
        .iter()
        .any(|phrase| self.eat(phrase))
        {
            return Ok(Count::All);
        }
        if let Some((_, number)) = PHRASES.iter().find(|(phrase, _)| self.eat(phrase)) {
            self.eat("of");
            self.eat("the");
            return Ok(Count::Some(*number));
        }
        if self.eat("between") {
            // The fewer of both will do.
            let least = self.number()?;
            let most = if self.eat("and") { self.number()? } else { None };
            let words = "how many that is (say: get 10 logs)";
            return match (least, most) {
                (Some(least), Some(_)) => Ok(Count::Some(least)),
                _ => Err(not_understood(self.text, words)),
            };
        }
        if self.eat_any(&["a stack and a half", "stack and a half", "one and a half stacks"]) {
            self.eat("of");
            return Ok(Count::QuarterStacks(6));
        }
        for half in ["half a stack", "half stack", "a half stack"] {
            if self.eat(half) {
                self.eat("of");
                return Ok(Count::QuarterStacks(2));
            }
        }
        if self.eat_any(&["a full stack", "full stack", "a whole stack", "an entire stack", "a complete stack"]) {
            self.eat("of");
            return Ok(Count::QuarterStacks(4));
        }
        let the = self.eat("the nearest")
            || self.eat("the closest")
            || self.eat("the")
            || self.eat("my")
            || ["nearest", "closest", "these", "your", "our", "his", "her", "their"].iter().any(|word| self.eat(word))
            || self.eat_before_name(&["those", "that", "this"]);
        let mut count = if the { Count::The } else { Count::Unsaid };
        // "the 5 logs" are five.
        if let Some(number) = self.number()? {
            count = Count::Some(number);
            if self.eat("dozen") {
                count = Count::Some(checked(&(number * 12).to_string())?);
            } else if self.eat("stacks") || self.eat("stack") {
                checked(&number.to_string())?;
                count = Count::QuarterStacks(number * 4);
            } else if self.eat_any(&["and a half stacks", "and a half stack", "and a half stacks of", "1/2 stacks"]) {
                checked(&number.to_string())?;
                count = Count::QuarterStacks(number * 4 + 2);
            }
            let _ = self.eat("x") || self.eat("times");
            // "3 of the fences"
            let whose = ["of the", "of your", "of my", "of our", "of these", "of those", "of that", "of this"];
            if matches!(count, Count::Some(_)) && self.eat_any(&whose) {
                if self.clone_ends_clause() {
                    self.at -= 2;
                } else if let Some(there) = self.skip_how_many_there_are()
                    && there < number
                {
                    let words = format!("how to take {number} of {there}: that is more than there are");
                    return Err(not_understood(self.text, &words));
                }
            }
            // "5 or 6" are enough with the larger.
            let begun = self.at;
            if (self.eat("or") || self.eat("to"))
                && let Ok(Some(other)) = self.number()
                && other > number
                && count == Count::Some(number)
            {
                count = Count::Some(other);
            } else {
                self.at = begun;
            }
            self.eat("of");
        } else if !the {
            let one = self.eat("an") || self.eat("a") || self.eat("any");
            if one && self.eat("stack") {
                self.eat("of");
                return Ok(Count::QuarterStacks(4));
            }
            if one {
                count = Count::Some(1);
            }
        }
        Ok(count)
    }

    /// `a third of the`, `two thirds of your`, `3/4 of`, with its *of*.
    fn fraction(&mut self) -> Option<Fraction> {
        const PARTS: &[(&str, u32)] = &[
            ("half", 2),
            ("halves", 2),
            ("third", 3),
            ("thirds", 3),
            ("quarter", 4),
            ("quarters", 4),
            ("fourth", 4),
            ("fourths", 4),
            ("fifth", 5),
            ("fifths", 5),
            ("sixth", 6),
            ("sixths", 6),
            ("eighth", 8),
            ("eighths", 8),
            ("tenth", 10),
            ("tenths", 10),
        ];
        const OF: &[&str] = &["of all the", "of all your", "of the", "of your", "of my", "of those", "of these", "of"];
        let part_called = |word: &str| PARTS.iter().find(|(name, _)| *name == word).map(|(_, of)| *of);
        let named = |at: usize| part_called(&self.words.get(at)?.text);
        let number = |word: &str| written_out(word).or_else(|| word.parse().ok());
        let word = self.word()?;
        let (part, length) = match (word, word.split_once(['/', '-'])) {
            (_, Some((parts, of))) => {
                let of = part_called(of).or_else(|| number(of))?;
                (Fraction { parts: number(parts)?, of }, 1)
            }
            ("a", None) => (Fraction { parts: 1, of: named(self.at + 1)? }, 2),
            (word, None) => match named(self.at) {
                Some(of) => (Fraction { parts: 1, of }, 1),
                None => (Fraction { parts: number(word)?, of: named(self.at + 1)? }, 2),
            },
        };
        let behind = OF.iter().filter_map(|of| self.comes_at(self.at + length, of)).max()?;
        if !(1..part.of).contains(&part.parts) {
            return None;
        }
        self.at += length + behind;
        Some(part)
    }

    /// Takes a number, if one comes next: "the other two".
    pub(super) fn number_behind(&mut self) -> bool {
        self.number().is_ok_and(|number| number.is_some())
    }

    /// "half of your ten torches", "four of your nine logs": how many there are is for the world to say. Taken where a thing is named behind it.
    fn skip_how_many_there_are(&mut self) -> Option<u32> {
        let begun = self.at;
        let there = self.number().ok().flatten().filter(|_| !self.clone_ends_clause());
        if there.is_none() {
            self.at = begun;
        }
        there
    }

    /// Takes one of these phrases where something is named behind it.
    fn eat_before_name(&mut self, phrases: &[&str]) -> bool {
        let begun = self.at;
        let eaten = self.eat_any(phrases) && !self.ends_at(self.at);
        if !eaten {
            self.at = begun;
        }
        eaten
    }

    pub(super) fn number(&mut self) -> Result<Option<u32>, ToolError> {
        if let Some(number) = self.in_words()? {
            return Ok(Some(number));
        }
        let Some(word) = self.word().map(str::to_owned) else { return Ok(None) };
        let digits = word.trim_start_matches('x').trim_end_matches('x');
        let unsigned = digits.trim_start_matches('-');
        if unsigned.is_empty() || !unsigned.chars().all(|c| c.is_ascii_digit()) {
            // No name begins like this: `{{7*7}}`, `2.5`, `½`.
            let meant_as_number = !word.starts_with(char::is_alphabetic) && word.contains(|c: char| c.is_numeric());
            if meant_as_number {
                let words = format!("{word:?} is no number: a count is a whole number from 1 to {MAX_COUNT}");
                return Err(ToolError::new(ErrorCode::InvalidParams, words).with(json!({ "number": word })));
            }
            return Ok(None);
        }
        let mut digits = digits.to_owned();
        self.at += 1;
        // "1,000": three digits right behind a comma, without a space.
        while let [comma, group] = self.words.get(self.at..self.at + 2).unwrap_or(&[])
            && comma.text == ","
            && comma.start == self.words[self.at - 1].end
            && group.start == comma.end
            && group.text.len() == 3
            && group.text.chars().all(|c| c.is_ascii_digit())
        {
            digits.push_str(&group.text);
            self.at += 2;
        }
        checked(&digits).map(Some)
    }

    /// `seven`, `twenty five`, `a hundred`, `two hundred and fifty`, `a thousand`.
    fn in_words(&mut self) -> Result<Option<u32>, ToolError> {
        let begun = self.at;
        let negative = self.eat_any(&["minus", "negative"]);
        let below_hundred = |parser: &mut Self| -> Option<u32> {
            let word = parser.word()?.to_owned();
            let find =
                |table: &[(&str, u32)], word: &str| table.iter().find(|(name, _)| *name == word).map(|(_, n)| *n);
            if let Some((tens, ones)) = word.split_once('-')
                && let (Some(tens), Some(ones)) = (find(TENS, tens), find(SMALL, ones))
            {
                parser.at += 1;
                return Some(tens + ones);
            }
            if let Some(small) = find(SMALL, &word) {
                parser.at += 1;
                return Some(small);
            }
            let tens = find(TENS, &word)?;
            parser.at += 1;
            let ones = parser.word().and_then(|word| find(SMALL, word)).filter(|ones| (1..10).contains(ones));
            parser.at += usize::from(ones.is_some());
            Some(tens + ones.unwrap_or(0))
        };
        let first = below_hundred(self).or_else(|| {
            let next = self.words.get(self.at + 1).map(|word| word.text.as_str());
            let one = self.word() == Some("a") && matches!(next, Some("hundred" | "thousand"));
            self.at += usize::from(one);
            (one || matches!(self.word(), Some("hundred" | "thousand"))).then_some(1)
        });
        let million = usize::from(self.word() == Some("a"));
        let most = self.words.get(self.at + million).map(|word| word.text.as_str());
        if let Some(said @ ("million" | "millions" | "billion" | "billions" | "trillion")) = most {
            return Err(out_of_range(&format!("a {said}")));
        }
        let Some(mut number) = first else {
            self.at = begun;
            return Ok(None);
        };
        if negative {
            return Err(out_of_range("fewer than none"));
        }
        for (word, times) in [("hundred", 100), ("thousand", 1000)] {
            if self.eat(word) {
                number *= times;
                let before = self.at;
                self.eat("and");
                match below_hundred(self) {
                    Some(rest) => number += rest,
                    None => self.at = before,
                }
            }
        }
        checked(&number.to_string()).map(Some)
    }

    /// How many are meant where a number is wanted. `alone`: one, where nothing is said of a thing in the singular.
    pub(super) fn how_many(&mut self, named: &Named, count: Count, alone: bool) -> Result<u32, ToolError> {
        match count {
            // "some mushroom stew" is one bowl of it.
            Count::Some(SOME)
                if !named.several && knowledge::stack_size(named.name) == 1 && self.said_before(named, "some") =>
            {
                Ok(1)
            }
            Count::Some(_) | Count::QuarterStacks(_) => {
                let many = count.of(named.name);
                if many > MAX_COUNT {
                    return Err(out_of_range(&many.to_string()));
                }
                Ok(many)
            }
            Count::Unsaid | Count::The if alone && !named.several => Ok(1),
            // "make torches": what is made several at a time is made once.
            Count::Unsaid
                if named.several && !self.goes_on && MAKING.contains(&self.said.as_str()) && batch(named.name) > 1 =>
            {
                let (batch, name) = (batch(named.name), named.name.replace('_', " "));
                self.notes.push(format!("nobody said how many {name}: as many as one recipe makes, {batch}"));
                Ok(batch)
            }
            _ => {
                let mut said = named.said.replace('_', " ");
                let each = self.words[..self.at]
                    .iter()
                    .rev()
                    .take(6)
                    .any(|word| matches!(word.text.as_str(), "every" | "each"));
                if each && !named.several && !said.ends_with('s') {
                    said.push('s');
                }
                let verb = match self.said.as_str() {
                    "look" | "search" | "go" | "hunt" | "do" | "let" => "get",
                    said => said,
                };
                Err(not_understood(self.text, &format!("how many {said} (say for example: {verb} 5 {said})")))
            }
        }
    }

    /// Whether the thing that was just read was called a tree.
    pub(super) fn names_trees(&self) -> bool {
        self.named.last().is_some_and(|(named, _)| !named.again && ["tree", "trees"].contains(&named.said.as_str()))
            || self.words[..self.at].last().is_some_and(|word| matches!(word.text.as_str(), "tree" | "trees"))
    }

    /// Whether a clause is one of these and nothing else; taken if so.
    pub(super) fn is_all(&mut self, clauses: &[&str]) -> bool {
        let begun = self.at;
        let is = self.eat_any(clauses) && self.ends_clause();
        if !is {
            self.at = begun;
        }
        is
    }

    /// Whether a clause only says that what was spoken of is wanted; taken if so.
    pub(super) fn wants_that(&mut self) -> bool {
        const WANT: &[&str] = &[
            "i really need",
            "we really need",
            "i need",
            "we need",
            "i want",
            "we want",
            "i'd like",
            "get",
            "grab",
            "fetch",
            "collect",
        ];
        let begun = self.at;
        let is =
            self.eat_any(WANT) && (self.eat_any(IT) || self.eat_any(THEM) || self.eat("one")) && self.ends_clause();
        if !is {
            self.at = begun;
        }
        is
    }

    /// `10 torches`, `a stone pickaxe`, `flint and steel`, `3 more logs`; or what was named last.
    pub(super) fn counted(&mut self, purpose: Use) -> Result<(Named, Count, bool), ToolError> {
        if let Some((rest, count)) = self.rest_of()? {
            self.named.push((rest.clone(), count));
            return Ok((rest, count, false));
        }
        if let Some((named, count)) = self.all_but_some_of_it() {
            return Ok((named, count, false));
        }
        let begun = self.at;
        let (count, more) = self.amount()?;
        // "make 2 beds, one for me and one for my brother": no more than two.
        let shared = matches!(count, Count::Some(_)) && self.word() == Some("for") && !self.referents().is_empty();
        if shared {
            let words = "how to share them out (say how many in all, and then: give NAME 1 bed)";
            return Err(not_understood(self.text, words));
        }
        // "go to the barrel and put it in": not the barrel.
        let last = self.referents().last().cloned();
        let went = last.as_ref().is_some_and(|(named, _)| self.went_to == Some(named.name));
        let came = went || matches!(self.done, Some(Intent::Do(ToolRequest::LookInto(_) | ToolRequest::Navigate(_))));
        let is_place = last.as_ref().is_some_and(|(named, _)| went || knowledge::is_chest(named.name));
        let goods = self.goods.clone().filter(|_| came && (purpose == Use::Held || went && purpose == Use::Got));
        let goods = goods.filter(|_| is_place);
        let several =
            went && goods.is_some() && self.goods_are_several && THEM.iter().any(|them| self.comes(them).is_some());
        if several {
            return Err(not_understood(self.text, "which of these things (name them)"));
        }
        let last = goods.or(last);
        let meant = self.meant.clone().or(last);
        if let Some((named, before)) = meant {
            // "fetch us 16": of what was spoken of.
            let numbered = matches!(count, Count::Some(_) | Count::QuarterStacks(_));
            // "put 3 logs in the chest and 2 in the barrel"
            const GOES: &[&str] = &[
                "in the",
                "in a",
                "into",
                "inside",
                "from",
                "out",
                "to",
                "back",
                "away",
                "next to",
                "on the",
                "by the",
                "beside",
                "near the",
                "on top",
                "on each side",
                "on both sides",
                "on either side",
                "each side of",
                "either side of",
            ];
            let goes = numbered && GOES.iter().any(|goes| self.comes(goes).is_some());
            let alone = numbered && (goes || self.clone_ends_clause());
            // "make 3 signs, 6" are neither nine signs nor surely six.
            const MUSES: &str = "well maybe perhaps hmm hm oh um umm er uh ok okay yes";
            let joined = |word: &Word| is_joint(&word.text) || has(MUSES, &word.text);
            if alone
                && !goes
                && !more
                && begun.checked_sub(1).and_then(|before| self.words.get(before)).is_some_and(joined)
            {
                let words = format!(
                    "whether that is how many {} there are to be, or so many more",
                    named.name.replace('_', " ")
                );
                return Err(not_understood(self.text, &words));
            }
            if alone || self.eat_any(IT) || self.eat_any(THEM) {
                let count = match (count, before) {
                    (Count::Unsaid, _) if self.took == Some(named.name) => Count::Gained,
                    // Half of it was taken, after what else was got: how many that is is not seen from what is held.
                    (Count::Unsaid, Count::Part(_) | Count::But(_)) if self.has_taken(named.name) => {
                        let words = format!("how many {} that is (say a number)", named.name.replace('_', " "));
                        return Err(not_understood(self.text, &words));
                    }
                    (Count::Unsaid, before) => before,
                    (count, _) => count,
                };
                // "mine 3 stone and then 2 more": five are spoken of then.
                if let (true, Count::Some(had), Count::Some(more)) = (more && alone, before, count) {
                    let others = |(other, _): &(Named, Count)| other.name != named.name;
                    self.named.retain(others);
                    self.before.retain(others);
                    self.named.push((named.clone(), Count::Some(had.saturating_add(more))));
                }
                return Ok((Named { more, again: true, ..named }, count, more));
            }
        }
        if let Some((named, count, until)) = self.enough(count)? {
            self.at = until;
            self.named.push((named.clone(), count));
            return Ok((named, count, more));
        }
        let start = self.at;
        if let Some(named) = self.like_the_last(start, purpose) {
            return Ok(self.take(named, count, more, start + 2));
        }
        if let Some(named) = self.named_before(count) {
            let count = if count == Count::The { Count::All } else { count };
            return Ok(self.take(named, count, more, start + 1));
        }
        // "flint and steel" is a name: the longest run of words that is one, joints included.
        for end in (start + 1..=self.words.len().min(start + 8)).rev() {
            if let Some(named) = resolve(&self.joined(start, end), purpose).filter(|_| self.ends_at(end)) {
                // The registry's own name, in one word, is meant as it is.
                let named = if purpose == Use::Got && end > start + 1 { yielded(named) } else { named };
                let named = self.of_that_stuff(named, start, end);
                return Ok(self.take(named, count, more, end));
            }
        }
        let stop = |word: &Word| {
            is_joint(&word.text)
                || matches!(word.text.as_str(), "at" | "for" | "from" | "in" | "into" | "here" | "please")
        };
        let end = self.words[start..].iter().position(stop).map_or(self.words.len(), |length| start + length);
        // "iorn ingots pls"
        let shorter = (start + 1..end).find(|at| self.ends_at(*at)).unwrap_or(end);
        let (Some(first), Some(last)) =
            (self.words.get(start), end.checked_sub(1).and_then(|last| self.words.get(last)))
        else {
            return Err(not_understood(self.text, &format!("what is wanted in {:?}", self.text.trim())));
        };
        if end == start {
            return Err(not_understood(self.text, &format!("what is wanted in {:?}", self.text.trim())));
        }
        if let Some(named) = self.of_the_same(start, end, purpose) {
            return Ok(self.take(named, count, more, end));
        }
        for end in [end, shorter] {
            if let Some(named) = resolve_loosely(&self.joined(start, end), purpose).filter(|_| self.ends_at(end)) {
                return Ok(self.take(named, count, more, end));
            }
        }
        // A word that was put elsewhere ("put it on") stands before what comes before it.
        let phrase = self.text.get(first.start..last.end);
        let phrase = phrase.map_or_else(|| self.joined(start, end).replace('_', " "), str::to_lowercase);
        let mut error = if self.quick {
            ToolError::new(ErrorCode::InvalidParams, "an unknown name").with(json!({ "name": phrase }))
        } else {
            unknown(&phrase)
        };
        error.context["times"] = json!(match count {
            Count::Unsaid | Count::The | Count::Some(1) => Some(1),
            Count::Some(count) => Some(count),
            _ => None,
        });
        Err(error)
    }

    /// All of a thing: what was taken of it, where that is what the goal began with.
    pub(super) fn all_of(&self, item: &str) -> Share {
        if self.took == Some(item) { Share::Gained } else { Share::All }
    }

    fn has_taken(&self, item: &str) -> bool {
        matches!(&self.done, Some(Intent::Do(ToolRequest::Take(take))) if take.count.is_none() && take.item == item)
    }

    /// `the leather one`: of that stuff, and of the kind that was named last.
    fn like_the_last(&self, start: usize, purpose: Use) -> Option<Named> {
        let one = self.words.get(start + 1).map(|word| word.text.as_str());
        let several = match one {
            Some("one") => false,
            Some("ones") => true,
            _ => return None,
        };
        let stuff = self.words[start].text.as_str();
        let stuff = material(stuff).unwrap_or(stuff);
        // "a bed, a red one" is the same bed.
        let is_the = self.words[..start].last().is_some_and(|word| matches!(word.text.as_str(), "the" | "your" | "my"));
        // "then make a stone one"
        let is_made = matches!(&self.words[..start], [.., verb, a] if a.text == "a" && matches!(verb.text.as_str(), "make" | "craft" | "get" | "build"));
        let (last, _) = self.referents().last().filter(|_| (is_the || is_made) && self.ends_at(start + 2))?;
        let kind = last.name.rsplit_once('_').map_or(last.name, |(_, kind)| kind);
        let named = resolve(&format!("{stuff}_{kind}"), purpose)?;
        Some(Named { several, ..named })
    }

    /// `the ingots`, where iron ingots were spoken of: what is no name alone is the end of one.
    fn named_before(&self, count: Count) -> Option<Named> {
        const ENDS: &[&str] = &["ingot", "ingots", "bar", "bars"];
        let said = self.word().filter(|said| ENDS.contains(said) && self.ends_at(self.at + 1))?;
        let is_open = matches!(count, Count::The | Count::All | Count::Part(_) | Count::Some(_));
        let (named, _) = self.referents().last().filter(|_| is_open)?;
        let is_meant = named.name.ends_with("_ingot");
        let said = said.to_owned();
        is_meant.then(|| Named {
            several: said.ends_with('s'),
            said,
            again: true,
            more: false,
            note: None,
            ..named.clone()
        })
    }

    /// Whether "all of it" comes, and something was named that it is of.
    pub(super) fn is_all_of_it(&self) -> bool {
        let comes = ["all of it", "it all", "all of them"].iter().any(|it| self.comes(it).is_some());
        comes && !self.referents().is_empty()
    }

    /// Whether something is to be done with what is over.
    pub(super) fn speaks_of_rest(&self) -> bool {
        if self.words.iter().any(|word| matches!(word.text.as_str(), "leftover" | "leftovers" | "remaining")) {
            return true;
        }
        (1..self.words.len()).any(|at| {
            let kept = matches!(self.words[at - 1].text.as_str(), "keep" | "leave" | "do" | "with")
                // "the other chest" is no rest.
                || self.words[at].text == "the" && self.comes_at(at, "the other").is_some() && !self.ends_at(at + 2);
            let numbered = self.comes_at(at, "the other").is_some()
                && self.words.get(at + 2).is_some_and(|word| {
                    word.text.chars().all(|c| c.is_ascii_digit())
                        || SMALL.iter().any(|(number, _)| *number == word.text)
                });
            numbered || !kept && REST.iter().any(|rest| self.comes_at(at, rest).is_some())
        })
    }

    /// `the rest`, `the other 10`: what is held of the one thing of which some may be over.
    fn rest_of(&mut self) -> Result<Option<(Named, Count)>, ToolError> {
        let begun = self.at;
        let mut count = Count::All;
        // "place two of the rest"
        let some = self.number().ok().flatten();
        if let Some(some) = some
            && self.eat("of")
            && self.eat_any(REST)
            && self.ends_at(self.at)
            && let [name] = self.over.as_slice()
        {
            let said = (*name).to_owned();
            let named = Named { name, said, several: true, more: false, vague: false, again: true, note: None };
            return Ok(Some((named, Count::Some(some))));
        }
        self.at = begun;
        let numbered = self.eat("the other") && {
            count = self.number().ok().flatten().map_or(Count::All, Count::Some);
            count != Count::All && self.ends_at(self.at)
        };
        if !numbered {
            self.at = begun;
            count = Count::All;
            if !self.eat_any(REST) || !self.ends_at(self.at) {
                self.at = begun;
                return Ok(None);
            }
            // One is made of two: the other is one.
            if matches!(self.words[self.at - 1].text.as_str(), "one" | "other") {
                count = Count::Some(1);
            }
        }
        let mut over = self.over.clone();
        over.sort_unstable();
        over.dedup();
        let words = "what the rest is of (say it by its name: put the dirt in the chest)";
        let [name] = over[..] else { return Err(not_understood(self.text, words)) };
        // "keep 5 torches, put 20 in the chest and give the others to Sam"
        let kept = self.kept_back.iter().find(|(kept, _)| *kept == name).map(|(_, kept)| *kept);
        if let (Some(kept), Count::All) = (kept, count) {
            self.kept_back.retain(|(kept, _)| *kept != name);
            count = Count::But(kept);
        }
        let said = name.to_owned();
        Ok(Some((Named { name, said, several: true, more: false, vague: false, again: true, note: None }, count)))
    }

    /// `five more bowls than you have now`, `12 cobblestone on top of what you carry`; taken if it comes next.
    fn more_than_held(&mut self, count: Count) -> bool {
        let is_more = matches!(count, Count::Some(_) | Count::QuarterStacks(_)) && self.eat_any(MORE_THAN_HELD);
        if is_more {
            self.eat_any(&["already", "right now", "now", "at the moment", "so far"]);
        }
        is_more
    }

    pub(super) fn take(&mut self, mut named: Named, count: Count, more: bool, end: usize) -> (Named, Count, bool) {
        // "a pair of shears" is one thing.
        let of_pair = self.at > 1 && self.words[self.at - 2].text == "pair" && self.words[self.at - 1].text == "of";
        let is_pair = is_pair(named.name);
        // Nor are "some shears" several, nor "shears".
        let some = self.at > 0 && self.words[self.at - 1].text == "some";
        let count = match count {
            Count::Some(2) if of_pair && is_pair => Count::Some(1),
            Count::Some(_) if some && is_pair => Count::Some(1),
            count => count,
        };
        named.several &= !(is_pair && count == Count::Unsaid);
        // "collect 5 logs": so many more, whoever holds some.
        let more = more || matches!(self.said.as_str(), "collect" | "gather");
        named.said = self.joined(self.at, end);
        let open = |word: &Word| matches!(word.text.as_str(), "some" | "few" | "several" | "handful" | "bit");
        let before = self.words[..self.at].iter().rev().take(3).take_while(|word| !is_joint(&word.text));
        named.vague = matches!(count, Count::Some(3 | 4)) && before.into_iter().any(open);
        let is_vague = self.at > 0 && matches!(self.words[self.at - 1].text.as_str(), "some" | "of");
        self.at = end;
        let with = self.at;
        self.eat_any(HELD);
        let more = self.more_than_held(count) || more;
        named.more = more;
        // "smelt 3 raw iron, make a bucket with it": of that, and no more.
        let with_it =
            ["with it", "with that", "using it", "with that one"].iter().any(|it| self.comes_at(with, it).is_some());
        if with_it && self.at > with && matches!(self.said.as_str(), "make" | "craft" | "create") {
            let goes_in = self.before.iter().any(|(what, _)| takes_of(what.name, &[(named.name, 1)]) > 0);
            self.uses_it |= goes_in;
        }
        self.made_of_so_many(&named, count);
        if matches!(count, Count::Some(_) | Count::QuarterStacks(_)) {
            self.eat_any(OR_SO);
        }
        // "the dirt, all of it"
        let here = self.at;
        self.eat(",");
        let all = matches!(count, Count::The | Count::Unsaid)
            && self.eat_any(&[
                "all of it",
                "all of them",
                "it all",
                "every bit of it",
                "every last one",
                "every one of them",
            ])
            && self.clone_ends_clause();
        // "the gold, all 4 of it"
        let numbered = if !all && matches!(count, Count::The | Count::Unsaid) {
            self.at = here;
            let comma = self.eat(",");
            let many = if comma && self.eat("all") { self.number().ok().flatten() } else { None };
            many.filter(|_| self.eat_any(&["of it", "of them", "of those"]) && self.clone_ends_clause())
        } else {
            None
        };
        if let Some(many) = numbered {
            self.notes.extend(named.note.clone());
            self.named.push((named.clone(), Count::Some(many)));
            self.in_set = false;
            return (named, Count::Some(many), more);
        }
        if !all {
            self.at = here;
        } else if self.word() == Some(",")
            && self
                .words
                .get(self.at + 1)
                .is_some_and(|next| matches!(next.text.as_str(), "in" | "into" | "to" | "away"))
        {
            self.at += 1;
        }
        let count = if all { Count::All } else { count };
        self.or_another();
        let count = match count {
            Count::Some(_) | Count::QuarterStacks(_) if !is_vague => self.count_but(count),
            count => self.count_behind().unwrap_or_else(|| self.count_but(count)),
        };
        self.skip_not(&named);
        self.skip_rest(&named);
        self.notes.extend(named.note.clone());
        self.named.push((named.clone(), count));
        self.in_set = false;
        (named, count, more)
    }

    /// "mine 20 cobblestone and make a furnace out of eight of them": as many as it takes. Nothing is taken where it takes another number.
    fn made_of_so_many(&mut self, made: &Named, count: Count) {
        let begun = self.at;
        let makes = matches!(self.said.as_str(), "make" | "craft" | "create" | "build");
        let of = makes && self.eat_any(&["out of", "with", "from", "using", "of"]);
        let many = if of { self.number().ok().flatten() } else { None };
        let those = self.eat_any(&["of them", "of those", "of these"]) && self.clone_ends_clause();
        let goes_in = |many: u32| {
            self.before.iter().any(|(what, _)| takes_of(what.name, &[(made.name, count.of(made.name))]) == many)
        };
        if those && many.is_some_and(goes_in) {
            self.uses_it = true;
        } else {
            self.at = begun;
        }
    }

    /// "get 5 leather and make boots": of what was named before, where nothing else is said.
    fn of_that_stuff(&self, named: Named, start: usize, end: usize) -> Named {
        let stuff = self.before.iter().chain(&self.named).rev();
        let made = stuff.filter_map(|(stuff, _)| made_of_that(&self.joined(start, end), stuff.name)).next();
        match made.filter(|_| named.note.is_some() && matches!(self.said.as_str(), "make" | "craft" | "create")) {
            Some(name) => Named { name, note: Some(format!("{} is read as {name}", self.joined(start, end))), ..named },
            None => named,
        }
    }

    /// `all but 3 of it`, of what was named before; taken if it comes next.
    fn all_but_some_of_it(&mut self) -> Option<(Named, Count)> {
        let begun = self.at;
        let but = self.eat_any(&["all but", "all except", "all except for", "everything but"]);
        let kept = if but { self.number().ok().flatten() } else { None };
        let of_it = kept.is_some() && self.eat_any(&["of it", "of them", "of those", "of these"]);
        let meant = self.referents().last().cloned().filter(|_| of_it);
        let found = meant.zip(kept).and_then(|((named, before), kept)| {
            let count = match before {
                Count::Some(_) | Count::QuarterStacks(_) => {
                    Count::Some(before.of(named.name).checked_sub(kept).filter(|left| *left > 0)?)
                }
                _ => Count::But(kept),
            };
            Some((Named { again: true, more: false, ..named }, count))
        });
        if found.is_none() {
            self.at = begun;
        }
        found
    }

    /// Remembers what the last clause names as what is carried on, a chest aside, or as where one has gone: "go to the door and drop them".
    pub(super) fn mark_goods(&mut self) {
        let goods: Vec<_> = self.before.iter().filter(|(named, _)| !knowledge::is_chest(named.name)).collect();
        let Some(last) = self.before.last().map(|(named, _)| named.name) else { return };
        match (&self.done, goods.as_slice()) {
            (Some(Intent::Do(ToolRequest::GoToBlock(_))), _) => self.went_to = Some(last),
            (_, [.., goods]) if self.went_to != Some(goods.0.name) => {
                self.goods = Some((*goods).clone());
                self.goods_are_several = self.before.len() > 1;
            }
            _ => {}
        }
    }

    /// What "it" and "them" may mean, the last the likeliest.
    pub(super) fn referents(&self) -> &[(Named, Count)] {
        if self.named.is_empty() { &self.before } else { &self.named }
    }

    /// The things that a plural word of this clause stands for, if they are several.
    pub(super) fn several_meant(&self) -> Vec<(Named, Count)> {
        let clause = self.words[self.at..].iter().position(|word| is_joint(&word.text));
        let end = clause.map_or(self.words.len(), |length| self.at + length);
        // "20 sand and 5 flint, and put it all in a barrel"
        let it: &[&str] = if self.in_set { IT } else { &["it all", "all of it"] };
        let stands = (self.at..end).any(|at| THEM.iter().chain(it).any(|phrase| self.comes_at(at, phrase).is_some()));
        let meant = self.referents();
        if stands && meant.len() > 1 { meant.to_vec() } else { Vec::new() }
    }

    /// `but keep 16 of them`, behind what is done with a thing: so many stay.
    /// Of anything else nothing is said so.
    pub(super) fn kept_of_it(&mut self, of: &str) -> Option<u32> {
        const KEEP: &[&str] =
            &["but keep", "and keep", "keep", "but leave", "but save", "but hold on to", "but hang on to", "just keep"];
        let begun = self.at;
        let comma = usize::from(self.word() == Some(","));
        self.at += comma;
        if self.eat_any(KEEP)
            && let Ok((Count::Some(kept), _)) = self.amount()
        {
            let start = self.at;
            let is_it = |end: &usize| {
                resolve(&self.joined(start, *end), Use::Held).is_some_and(|named| is_one_of(named.name, of))
            };
            if let Some(end) = (start + 1..=self.words.len().min(start + 3)).rev().find(is_it) {
                self.at = end;
            }
            // A number takes its "of" with it.
            self.eat_any(&["of them", "of it", "of those", "them", "it", "those"]);
            self.eat_any(&["for yourself", "for me", "back", "on you", "with you", "in your inventory"]);
            if self.clone_ends_clause() {
                return Some(kept);
            }
        }
        self.at = begun;
        None
    }

    /// Things named one after the other: `3 sticks, 2 planks and a chest`.
    pub(super) fn listed(&mut self, purpose: Use) -> Result<Vec<(Named, Count)>, ToolError> {
        let (named, count, _) = self.counted(purpose)?;
        let mut list = vec![(named, count)];
        loop {
            let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
            let next = if self.skip_joints() && !self.is_verb() { self.counted(purpose).ok() } else { None };
            match next {
                // "half of your coal and iron": of both.
                Some((named, Count::Unsaid, _)) if matches!(list.last(), Some((_, Count::Part(_)))) => {
                    let part = list[list.len() - 1].1;
                    list.push((named, part));
                }
                Some((named, count, _)) => list.push((named, count)),
                None => {
                    self.at = begun;
                    self.named.truncate(named);
                    self.notes.truncate(notes);
                    return Ok(list);
                }
            }
        }
    }

    /// Words as a name might be written.
    pub(super) fn joined(&self, start: usize, end: usize) -> String {
        let words: Vec<&str> =
            self.words[start..end].iter().map(|word| word.text.trim_matches(['"', '\'', '(', ')'])).collect();
        words.join("_")
    }

    /// Whether a name may end here: "stone" is not what "stone pikaxe" means.
    pub(super) fn ends_at(&self, end: usize) -> bool {
        if self.says_at(end) {
            return true;
        }
        let next = self.words.get(end).map(|word| word.text.as_str());
        // "iron ingot 7", "torches x10"
        let digits = next.map_or("", |next| next.trim_matches('x'));
        let counts = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
        // "a torch 3 blocks north of the chest"
        let is_far = self.words.get(end + 1).is_some_and(|unit| matches!(unit.text.as_str(), "block" | "blocks"));
        if counts && (is_far || self.words.get(end + 1).is_none_or(|after| is_joint(&after.text))) {
            return true;
        }
        // "planks of them"
        let after = self.words.get(end + 1).map_or("", |word| word.text.as_str());
        if next == Some("of") && matches!(after, "them" | "it" | "those" | "these" | "that") {
            return true;
        }
        if self.goes_on_at(end) {
            return true;
        }
        next.is_none_or(|next| {
            is_joint(next)
                || matches!(
                    next,
                    "at" | "for"
                        | "from"
                        | "in"
                        | "into"
                        | "to"
                        | "inside"
                        | "out"
                        | "off"
                        | "on"
                        | "until"
                        | "till"
                        | "away"
                        | "with"
                        | "than"
                        | "home"
                        | "back"
                        | "or"
                        | "behind"
                        | "between"
                        | "among"
                        | "not"
                        | "like"
                        | "as"
                        | "within"
                        | "is"
                        | "are"
                        | "lies"
                        | "using"
                        | "beside"
                        | "by"
                        | "near"
                        | "close"
                        | "right"
                        | "directly"
                        | "alongside"
                        | "against"
                        | "adjacent"
                        | "onto"
                        | "atop"
                        | "upon"
                        | "north"
                        | "south"
                        | "west"
                        | "east"
                        | "above"
                        | "under"
                        | "underneath"
                        | "below"
                        | "beneath"
                )
        }) || FILLERS
            .iter()
            .chain(BUT)
            .chain(NOTHING)
            .chain(HELD)
            .chain(MORE_THAN_HELD)
            .chain(OR_SO)
            .chain(WHOLE)
            .any(|phrase| self.comes_at(end, phrase).is_some())
    }
}
