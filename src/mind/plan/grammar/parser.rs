//! A goal's words, taken one after the other.

use super::{
    count::Count,
    names::{Named, looks_like},
    phrases::{CANNOT, Verb, longest, verb_at},
    refusals::{cannot, not_understood},
    words::{FILLERS, Word, is_joint, words},
};
use crate::domain::ToolError;

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
    /// Which of them, where "them" are several.
    pub(super) meant: Option<(Named, Count)>,
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
            meant: None,
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

    pub(super) fn skip_joints(&mut self) -> bool {
        let before = self.at;
        while self.word().is_some_and(is_joint) {
            self.at += 1;
        }
        self.at > before
    }

    /// How many words of a phrase come next, if all of them do.
    pub(super) fn comes(&self, phrase: &str) -> Option<usize> {
        self.comes_at(self.at, phrase)
    }

    pub(super) fn comes_at(&self, at: usize, phrase: &str) -> Option<usize> {
        let count = phrase.split(' ').count();
        let next = self.words.get(at..at + count)?;
        next.iter().map(|word| word.text.trim_end_matches(':')).eq(phrase.split(' ')).then_some(count)
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

    pub(super) fn skip_fillers(&mut self) {
        loop {
            let begun = self.at;
            while self.eat_any(FILLERS) {}
            // "hi bot, get me …": a comma after a greeting joins nothing.
            if self.at > begun && matches!(self.word(), Some("," | ".")) {
                self.at += 1;
                continue;
            }
            break;
        }
    }

    /// Whether a verb comes next, also one that cannot be done.
    pub(super) fn is_verb(&self) -> bool {
        verb_at(|phrase| self.comes(phrase)).is_some() || CANNOT.iter().any(|(phrase, _)| self.comes(phrase).is_some())
    }

    pub(super) fn verb(&mut self) -> Option<Verb> {
        let (count, verb) = verb_at(|phrase| self.comes(phrase))?;
        self.said = match self.word() {
            Some(word) if !matches!(word, "i" | "i'd" | "we" | "can" | "could" | "may" | "gimme" | "give") => {
                word.to_owned()
            }
            _ => "get".to_owned(),
        };
        self.at += count;
        if !self.named.is_empty() {
            self.before = std::mem::take(&mut self.named);
        }
        Some(verb)
    }

    /// What people ask of a companion and this one cannot do is said to be that.
    pub(super) fn refuse_what_cannot_be(&self) -> Result<(), ToolError> {
        let found = longest(CANNOT.iter().filter_map(|(phrase, what)| Some((self.comes(phrase)?, *what))));
        let Some((count, what)) = found else { return Ok(()) };
        // "use" alone may begin a name; "put" and "take" are verbs that can be done, of fewer words.
        match verb_at(|phrase| self.comes(phrase)) {
            Some((longer, _)) if longer >= count => Ok(()),
            _ => Err(cannot(self.text, what)),
        }
    }

    /// Words that are left when a clause is read.
    pub(super) fn left_over(&self) -> ToolError {
        let rest = self.rest().trim_end_matches(['.', '!', '?']);
        let stores = ["in", "into", "inside", "from"].contains(&self.word().unwrap_or_default());
        if stores && ["chest", "barrel", "box", "furnace", "storage"].iter().any(|store| rest.contains(store)) {
            return cannot(self.text, "put things into anything but chests");
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
