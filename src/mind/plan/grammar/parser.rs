//! A goal's words, taken one after the other.

use super::{
    beyond::begins,
    count::{Count, SMALL},
    meaning::Intent,
    names::{Named, Use, looks_like, resolve},
    phrases::{Verb, is_verb_word, longest, slip, verb_at},
    refusals::{cannot, not_understood},
    words::{FILLERS, Word, has, is_joint, words},
};
use crate::domain::{BodySlot, ToolError, UseItem};

/// Behind these a verb ends in -ing.
const GERUND_BEHIND: &[&str] =
    &["keep", "mind", "terribly", "start", "begin", "about", "by", "consider", "try", "and", "then"];

/// Verbs of two words, which the thing may stand between.
const APART: &[(&str, &str)] = &[
    ("put", "down"),
    ("put", "on"),
    ("set", "down"),
    ("pick", "up"),
    ("throw", "away"),
    ("throw", "out"),
    ("hand", "over"),
    ("chop", "down"),
    ("cut", "down"),
    ("tear", "down"),
    ("knock", "down"),
    ("pull", "down"),
    ("dig", "up"),
    ("dig", "out"),
    ("clear", "out"),
    ("eat", "up"),
    ("light", "up"),
    ("fill", "up"),
    ("fill", "in"),
    ("sort", "out"),
];

/// Words, and how far they are read.
pub(super) struct Parser<'a> {
    pub(super) words: Vec<Word>,
    pub(super) at: usize,
    pub(super) text: &'a str,
    pub(super) notes: Vec<String>,
    /// The verb as it was said.
    pub(super) said: String,
    /// What was named behind this verb, and how many of each.
    pub(super) named: Vec<(Named, Count)>,
    /// The same of the verb before: what "it" and "them" mean.
    pub(super) before: Vec<(Named, Count)>,
    /// What was named last that holds nothing: "it" of who goes to a chest to put it in.
    pub(super) goods: Option<(Named, Count)>,
    /// It was several things.
    pub(super) goods_are_several: bool,
    /// The kind of block that one has gone to since.
    pub(super) went_to: Option<&'static str>,
    /// Of what some may be over: what "the rest" may be of.
    pub(super) over: Vec<&'static str>,
    /// Which of them, where "them" are several.
    pub(super) meant: Option<(Named, Count)>,
    /// "Would you mind making …, and setting …".
    in_gerunds: bool,
    /// What was named last is a set: "it" is each of its pieces.
    pub(super) in_set: bool,
    /// Only whether the goal is understood is asked: what is near to an unknown name is not looked for.
    pub(super) quick: bool,
    /// This clause makes something of what was named before.
    pub(super) uses_it: bool,
    /// "until you have 32".
    pub(super) until_held: bool,
    /// The player who was named last: "him".
    pub(super) player: Option<String>,
    /// What was looked for last: "tell me where it is".
    pub(super) sought: Option<String>,
    /// The place with a name where the chest stands that this clause speaks of.
    pub(super) stands_at: Option<String>,
    /// What was asked last was told to be told: "tell me where you are, and what you have".
    pub(super) asked_indirectly: bool,
    /// What is put away goes into the chest that was spoken of before: "it".
    pub(super) into_it: Option<&'static str>,
    /// Everything was taken out of a chest: "it all".
    pub(super) took_all: bool,
    /// What was taken out of a chest before anything else, where only that shows how many it is: "it".
    pub(super) took: Option<&'static str>,
    /// What the clause before asks for.
    pub(super) done: Option<Intent>,
    /// The clause goes on with the verb of the one before: "give Mia 5 apples and Bert 3".
    pub(super) goes_on: bool,
    /// How many blocks were tilled last: seeds go into them.
    pub(super) tilled: Option<u32>,
    /// What something was used on last: "it".
    pub(super) used_block: Option<String>,
    /// The door or lever that was used last: "it".
    pub(super) door: Option<UseItem>,
    /// The bot has gone elsewhere since: another may be nearer by then.
    pub(super) left_door: bool,
    /// What was named last is put away: it is not what it goes into.
    pub(super) stores_what_was_named: bool,
    /// Where that is worn which was put on last: "take it off".
    pub(super) worn: Vec<BodySlot>,
    /// The place with a name that was gone to: a player may be called so.
    pub(super) gone_to: Option<String>,
    /// What this goal has called places by.
    pub(super) places_named: Vec<String>,
    /// So many of what is spoken of later stay: "keep 5 torches, …".
    pub(super) kept_back: Vec<(&'static str, u32)>,
}

/// What a verb may be whose ending was cut off: of "chopp" chopp, chop and choppe.
pub(super) fn verbs_of_stem(stem: &str) -> [String; 3] {
    let undoubled = stem.char_indices().next_back().map_or(stem, |(last, _)| &stem[..last]);
    [stem.to_owned(), format!("{stem}e"), undoubled.to_owned()]
}

/// Whether these words begin with a deed, or with what comes before one.
pub(super) fn begins_a_clause(text: &str) -> bool {
    let mut parser = Parser::new(text);
    while parser.skip_joints() {}
    parser.skip_fillers();
    parser.is_verb()
}

/// Whether these words are read elsewhere: as what is left alone, or as a time or a condition.
fn says_otherwise(text: &str) -> bool {
    const BEGIN: &str = "but except without leaving keeping if when once until while unless before after as then afterwards finally \
                         again undo";
    words(text).first().is_some_and(|first| has(BEGIN, &first.text))
}

impl Parser<'_> {
    pub(super) fn new(text: &str) -> Parser<'_> {
        Parser {
            words: words(text),
            at: 0,
            text,
            notes: Vec::new(),
            said: "get".to_owned(),
            named: Vec::new(),
            before: Vec::new(),
            goods: None,
            goods_are_several: false,
            went_to: None,
            over: Vec::new(),
            meant: None,
            in_gerunds: false,
            in_set: false,
            quick: false,
            uses_it: false,
            until_held: false,
            player: None,
            sought: None,
            stands_at: None,
            asked_indirectly: false,
            into_it: None,
            took_all: false,
            took: None,
            used_block: None,
            door: None,
            left_door: false,
            tilled: None,
            goes_on: false,
            done: None,
            stores_what_was_named: false,
            worn: Vec::new(),
            gone_to: None,
            places_named: Vec::new(),
            kept_back: Vec::new(),
        }
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.words.len()
    }

    pub(super) fn word(&self) -> Option<&str> {
        self.words.get(self.at).map(|word| word.text.as_str())
    }

    /// The text from here on, as it was written.
    pub(super) fn rest(&self) -> &str {
        self.words.get(self.at).map_or("", |word| self.text[word.start..].trim())
    }

    /// The text from here on to the end of the clause, as it was written; a comma may stand within.
    pub(super) fn clause_said(&self) -> String {
        let clause = self.words[self.at..].iter().take_while(|word| !is_joint(&word.text) || word.text == ",");
        let clause: Vec<&Word> = clause.collect();
        let (Some(first), Some(last)) = (clause.first(), clause.last()) else { return String::new() };
        self.text[first.start..last.end].trim_end_matches([',', ' ']).to_owned()
    }

    /// Where the clause ends that goes on at a word.
    pub(super) fn clause_end(&self, from: usize) -> usize {
        (from..self.words.len()).find(|at| is_joint(&self.words[*at].text)).unwrap_or(self.words.len())
    }

    pub(super) fn skip_joints(&mut self) -> bool {
        let before = self.at;
        while self.word().is_some_and(is_joint) {
            self.at += 1;
        }
        self.at > before
    }

    /// Refuses what goes on behind a joint without a verb of its own: "a path to the chest and the furnace", "10 blocks north, 5 east" are
    /// about the same deed, of which only the first part would be done.
    pub(super) fn alone(&mut self) -> Result<(), ToolError> {
        let begun = self.at;
        if !self.skip_joints() || self.words.get(self.at).is_none() {
            self.at = begun;
            return Ok(());
        }
        let behind = self.at;
        let text = &self.text[self.words[behind].start..];
        self.skip_fillers();
        let goes_on = begins_a_clause(text) || says_otherwise(text) || self.words.get(self.at).is_none();
        self.at = behind;
        let refusal = self.left_over();
        self.at = begun;
        if goes_on { Ok(()) } else { Err(refusal) }
    }

    /// How many words of a phrase come next, if all of them do.
    pub(super) fn comes(&self, phrase: &str) -> Option<usize> {
        self.comes_at(self.at, phrase)
    }

    pub(super) fn comes_at(&self, at: usize, phrase: &str) -> Option<usize> {
        // Most phrases are asked for in vain: the first byte tells.
        if self.words.get(at)?.text.as_bytes().first() != phrase.as_bytes().first() {
            return None;
        }
        let mut end = at;
        for part in phrase.split(' ') {
            if self.words.get(end)?.text.trim_end_matches(':') != part {
                return None;
            }
            end += 1;
        }
        Some(end - at)
    }

    /// Whether these words come next; if so they are taken.
    pub(super) fn eat(&mut self, phrase: &str) -> bool {
        let count = self.comes(phrase);
        self.at += count.unwrap_or(0);
        count.is_some()
    }

    pub(super) fn eat_any(&mut self, phrases: &[&str]) -> bool {
        let found = longest(phrases.iter().filter_map(|phrase| Some((self.comes(phrase)?, ()))));
        self.at += found.map_or(0, |(count, ())| count);
        found.is_some()
    }

    /// Whether "and" comes next, and a thing without a verb of its own: it goes with what was said last.
    pub(super) fn goes_on_with_a_thing(&self) -> bool {
        let behind = self.words.get(self.at + 1).map_or("", |word| &self.text[word.start..]);
        self.word() == Some("and") && !begins_a_clause(behind)
    }

    pub(super) fn skip_fillers(&mut self) {
        loop {
            let begun = self.at;
            while self.eat_any(FILLERS) {}
            // "okay chat, …": who is spoken to; "right, …" is not the side.
            if matches!(self.word(), Some("chat" | "right"))
                && self.words.get(self.at + 1).is_some_and(|next| next.text == ",")
            {
                self.at += 2;
                continue;
            }
            // "hi bot, get me …": a comma after a greeting joins nothing.
            if self.at > begun && matches!(self.word(), Some("," | ".")) {
                self.at += 1;
                continue;
            }
            break;
        }
    }

    /// All that comes before the next words that count.
    pub(super) fn skip_on(&mut self) {
        loop {
            let begun = self.at;
            self.skip_fillers();
            self.skip_joints();
            if self.at == begun {
                return;
            }
        }
    }

    /// Whether a verb comes next, also one that cannot be done.
    pub(super) fn is_verb(&self) -> bool {
        verb_at(|phrase| self.comes(phrase)).is_some() || begins(|phrase| self.comes(phrase)).is_some()
    }

    pub(super) fn verb(&mut self) -> Option<Verb> {
        // "go look around": whoever is to do something goes where it is done.
        let gone = if self.comes("go and").is_some() { 2 } else { usize::from(self.word() == Some("go")) };
        let here = verb_at(|phrase| self.comes(phrase)).map_or(0, |(count, _)| count);
        let then = verb_at(|phrase| self.comes_at(self.at + gone, phrase)).map_or(0, |(count, _)| count);
        if gone > 0 && then > 0 && here <= gone {
            self.at += gone;
        }
        self.mend_verb();
        self.join_particle();
        let (count, verb) = verb_at(|phrase| self.comes(phrase))?;
        self.said = match self.word() {
            Some(word) if !matches!(word, "i" | "i'd" | "we" | "can" | "could" | "may" | "gimme" | "give") => {
                word.to_owned()
            }
            _ => "get".to_owned(),
        };
        self.at += count;
        self.until_held = false;
        if !self.named.is_empty() {
            self.before = std::mem::take(&mut self.named);
        }
        Some(verb)
    }

    /// The verb that comes next as verbs are written: "making" behind "would you mind", and "mak", where it can be but one.
    fn mend_verb(&mut self) {
        let Some(word) = self.word().map(str::to_owned) else { return };
        // "stick a torch there": a stick is wanted by its name alone.
        let next = self.words.get(self.at + 1).map_or("", |next| next.text.as_str());
        let counts = next.starts_with(|c: char| c.is_ascii_digit()) || SMALL.iter().any(|(number, _)| *number == next);
        if word == "stick"
            && (counts || matches!(next, "a" | "an" | "the" | "some" | "that" | "this" | "it" | "them" | "your"))
        {
            self.words[self.at].text = "put".to_owned();
            return;
        }
        if self.is_verb() || word.len() < 3 {
            return;
        }
        let led = self.at > 0 && GERUND_BEHIND.contains(&self.words[self.at - 1].text.as_str());
        let doing = word.strip_suffix("ing").filter(|_| led || self.in_gerunds);
        let meant = match doing {
            Some(stem) => {
                let is_apart = |form: &str| APART.iter().any(|(verb, _)| *verb == form);
                let found = verbs_of_stem(stem).into_iter().find(|form| is_verb_word(form) || is_apart(form));
                self.in_gerunds |= found.is_some();
                found
            }
            None => slip(&word).map(|verb| {
                self.notes.push(format!("{word} is read as {verb}"));
                verb.to_owned()
            }),
        };
        if let Some(verb) = meant {
            self.words[self.at].text = verb;
        }
    }

    /// "put them down" is "put down them": a verb's second word may stand at the end of its clause.
    pub(super) fn join_particle(&mut self) {
        let ends = self.words[self.at..].iter().position(|word| is_joint(&word.text));
        let end = ends.map_or(self.words.len(), |length| self.at + length);
        // "set them down by the door"
        let pronoun =
            self.words.get(self.at + 1).is_some_and(|word| matches!(word.text.as_str(), "it" | "them" | "that"));
        // "pick that stuff up"
        let Some(verb) = self.word().map(str::to_owned) else { return };
        let parts = |at: usize| APART.iter().any(|(one, other)| *one == verb && *other == self.words[at].text);
        let behind = self.at + 2;
        // "put it on top of the chest" puts nothing on.
        let article =
            self.words.get(behind + 1).is_some_and(|word| matches!(word.text.as_str(), "the" | "a" | "an" | "that"));
        let thing = (article && behind + 2 < end).then(|| self.joined(behind + 2, end));
        let on_what = self.words.get(behind + 1).is_some_and(|word| word.text == "top")
            || thing.is_some_and(|thing| resolve(&thing, Use::Block).is_some());
        let particle = pronoun && behind < end && parts(behind) && !(self.words[behind].text == "on" && on_what);
        // "knock the tower down again"
        let end = if end > 0 && self.words[end - 1].text == "again" { end - 1 } else { end };
        let last = if particle { Some(behind) } else { end.checked_sub(1) };
        let Some(last) = last.filter(|last| *last > self.at + 1) else { return };
        let (verb, particle) = (self.words[self.at].text.as_str(), self.words[last].text.as_str());
        if APART.iter().any(|(one, other)| *one == verb && *other == particle) {
            let particle = self.words.remove(last);
            self.words.insert(self.at + 1, particle);
        }
    }

    /// What people ask of a companion and this one cannot do is said to be that.
    pub(super) fn refuse_what_cannot_be(&self) -> Result<(), ToolError> {
        // "go slay the dragon"
        let gone = usize::from(self.word() == Some("go"));
        let gone = if gone == 1 && self.comes("go and").is_some() { 2 } else { gone };
        let found = begins(|phrase| self.comes(phrase));
        let found = found.or_else(|| {
            begins(|phrase| self.comes_at(self.at + gone, phrase)).map(|(count, beyond)| (count + gone, beyond))
        });
        let Some((count, beyond)) = found else { return Ok(()) };
        // "put" and "take" are verbs that can be done, of fewer words.
        match verb_at(|phrase| self.comes(phrase)) {
            Some((longer, _)) if longer >= count => Ok(()),
            _ => Err(cannot(self.text, beyond.what)),
        }
    }

    /// Words that are left when a clause is read.
    pub(super) fn left_over(&self) -> ToolError {
        let rest = self.rest().trim_end_matches(['.', '!', '?']);
        let clause = self.clause_said();
        let stores = ["in", "into", "inside", "from"].contains(&self.word().unwrap_or_default());
        if ["in each ", "into each ", "in every ", "into every "].iter().any(|each| clause.contains(each)) {
            return cannot(self.text, "put things into several chests at once (say: put 5 dirt in the chest)");
        }
        if stores && ["chest", "barrel", "box", "furnace", "storage"].iter().any(|store| clause.contains(store)) {
            return cannot(self.text, "put things there, only into chests (say: put 5 dirt in the chest)");
        }
        not_understood(self.text, &format!("what to do with {rest:?}"))
    }

    /// A goal that begins with no verb we know: was it a name or a verb that is wrong? Two words or three may be a name.
    pub(super) fn lost(&self, unknown: ToolError) -> ToolError {
        let name = unknown.context["name"].as_str().unwrap_or_default();
        let like_a_name = (1..=2).contains(&name.matches('_').count());
        let nearest = unknown.context["nearest"].as_array().into_iter().flatten().filter_map(|name| name.as_str());
        let near = |other: &str| strsim::normalized_damerau_levenshtein(name, other) >= 0.7 && looks_like(name, other);
        if like_a_name && nearest.into_iter().any(near) {
            return unknown;
        }
        let mut error = not_understood(self.text, &format!("{:?}", self.text.trim()));
        error.context["procedure"] = unknown.context["procedure"].clone();
        error.context["times"] = unknown.context["times"].clone();
        error
    }
}
