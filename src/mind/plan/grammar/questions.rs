//! What is asked, and needs an answer and no deed.

use super::{
    meaning::Question,
    names::{Use, resolve, resolve_loosely, unknown},
    parser::Parser,
    phrases::{About, PLACES, QUESTIONS, QUESTIONS_ABOUT, longest},
    refusals::{cannot, not_understood},
    words::is_joint,
};
use crate::domain::ToolError;

impl Parser<'_> {
    /// A question that comes next, up to the end of its clause; if so it is taken.
    pub(super) fn question(&mut self) -> Result<Option<Question>, ToolError> {
        let begun = self.at;
        self.skip_fillers();
        let alone = longest(QUESTIONS.iter().filter_map(|(phrase, question)| Some((self.comes(phrase)?, *question))));
        if let Some((count, question)) = alone {
            self.at += count;
            if self.ends_clause() {
                return Ok(Some(question));
            }
            self.at -= count;
        }
        for (before, after, about) in QUESTIONS_ABOUT {
            let start = self.at;
            if self.eat(before) {
                let end = self.end_of_question();
                match self.where_comes(after, end) {
                    Some(stop) => return self.about(*about, stop, end).map(Some),
                    None => self.at = start,
                }
            }
        }
        self.at = begun;
        Ok(None)
    }

    /// Where the clause ends; "flint and steel" may be asked about.
    fn end_of_question(&self) -> usize {
        let joint = self.words[self.at..].iter().position(|word| is_joint(&word.text) && word.text != "and");
        joint.map_or(self.words.len(), |length| self.at + length)
    }

    /// Where these words come before the end; the end itself if there are none.
    fn where_comes(&self, phrase: &str, end: usize) -> Option<usize> {
        if phrase.is_empty() { Some(end) } else { (self.at..end).find(|at| self.comes_at(*at, phrase).is_some()) }
    }

    /// A question about what is named from here on up to there.
    fn about(&mut self, about: About, stop: usize, end: usize) -> Result<Question, ToolError> {
        self.amount()?;
        while self.eat_any(&["any", "some", "nearest", "closest", "next", "the"]) {}
        if self.at >= stop {
            return Err(not_understood(self.text, "what the question is about"));
        }
        let name = self.joined(self.at, stop);
        if about == About::Nearest && matches!(name.as_str(), "home" | "your_home" | "my_home" | "our_home") {
            self.at = end;
            return Ok(Question::Home);
        }
        let purpose = if about == About::Nearest { Use::Block } else { Use::Got };
        let Some(named) = resolve(&name, purpose).or_else(|| resolve_loosely(&name, purpose)) else {
            let phrase = name.replace('_', " ");
            let written = self.words.get(self.at).map_or("", |word| &self.text[word.start..word.end]);
            if about == About::Nearest && written.starts_with(char::is_uppercase) {
                return Err(cannot(self.text, "say where others are (say: come to NAME)"));
            }
            return Err(match PLACES.contains(&phrase.as_str()) {
                true => cannot(self.text, "look for places"),
                false => unknown(&phrase),
            });
        };
        self.at = end;
        self.notes.extend(named.note);
        Ok(match about {
            About::Held => Question::Held(named.name),
            About::Recipe => Question::Recipe(named.name),
            About::Nearest => Question::Nearest(named.name),
        })
    }

    /// Whether a clause ends here, fillers put aside; if so they are taken.
    pub(super) fn ends_clause(&mut self) -> bool {
        let begun = self.at;
        self.skip_fillers();
        let ends = self.word().is_none_or(is_joint);
        if !ends {
            self.at = begun;
        }
        ends
    }
}
