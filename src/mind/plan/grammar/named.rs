//! Places that are given a name, and that are gone to by it.

use super::{
    meaning::Intent,
    names::{Use, kind_of_block, resolve},
    parser::Parser,
    phrases::{NOTHING, PLACES},
    refusals::{cannot, not_understood},
    words::is_joint,
};
use crate::domain::{HOME, ToolError, Toward};

/// Words and letters of a name at most.
const MOST_WORDS: usize = 3;
const MOST_LETTERS: usize = 40;
/// What stands for something else, and names nothing.
const POINTERS: &[&str] = &[
    "nearest",
    "closest",
    "next",
    "where",
    "what",
    "who",
    "everyone",
    "somewhere",
    "anywhere",
    "it",
    "that",
    "this",
    "there",
    "here",
    "him",
    "her",
    "them",
    "me",
    "you",
    "us",
    "away",
    "back",
    "surface",
    "place",
    "spot",
    "left",
    "right",
    "around",
    "up",
    "down",
];

impl Parser<'_> {
    /// `set home`, `this is home`, `set home here`.
    pub(super) fn home_set(&mut self) -> Intent {
        self.eat_any(&["to this place", "at this place", "to here", "right here", "here", "at this spot"]);
        Intent::Remember { name: HOME.to_owned() }
    }

    /// `remember this place as the mine`, `call this place home`.
    pub(super) fn place_named(&mut self) -> Result<Intent, ToolError> {
        let begun = self.at;
        if self.eat_any(&["home", "your home", "my home", "our home"]) && self.ends_clause() {
            return Ok(Intent::Remember { name: HOME.to_owned() });
        }
        self.at = begun;
        let Some(name) = self.name_of_place() else {
            let words = "what to call this place: one to three words (say: call this place the mine)";
            return Err(not_understood(self.text, words));
        };
        if is_taken(&name) {
            return Err(cannot(
                self.text,
                &format!("call a place {name:?}, which means something else (say another name)"),
            ));
        }
        Ok(Intent::Remember { name })
    }

    /// `this is our base, remember it`; `None`, and nothing taken, where it is not to be remembered.
    pub(super) fn place_shown(&mut self) -> Option<Intent> {
        const REMEMBERED: &[&str] = &[
            "remember it",
            "remember that",
            "remember this",
            "remember this place",
            "remember the place",
            "remember where it is",
            "keep it in mind",
            "don't forget it",
            "save it",
            "save this place",
            "mark it",
        ];
        let begun = self.at;
        let shown = ["this is", "this place is", "this here is", "here is"].iter().any(|this| self.eat(this));
        let name = if shown { self.name_of_place().filter(|name| name == HOME || !is_taken(name)) } else { None };
        let named = name.filter(|_| self.skip_joints() && self.eat_any(REMEMBERED) && self.clone_ends_clause());
        if named.is_none() {
            self.at = begun;
        }
        named.map(|name| Intent::Remember { name })
    }

    /// `forget the place called the mine`, `forget home`.
    pub(super) fn place_forgotten(&mut self) -> Result<Intent, ToolError> {
        match self.place_by_name() {
            Some(Intent::GoNamed { name }) => Ok(Intent::Forget { name }),
            _ => Err(not_understood(self.text, "which place to forget (say: forget the place called the mine)")),
        }
    }

    /// A place by its name, behind a word that leads to it; `None` where it cannot be one.
    pub(super) fn place_by_name(&mut self) -> Option<Intent> {
        let begun = self.at;
        if self.eat_any(&["home", "your home", "my home", "our home"]) && self.ends_clause() {
            return Some(Intent::GoNamed { name: HOME.to_owned() });
        }
        self.at = begun;
        let name = self.name_of_place().filter(|name| !is_taken(name));
        if name.is_none() {
            self.at = begun;
        }
        name.map(|name| Intent::GoNamed { name })
    }

    /// A name in quotation marks is meant without them.
    fn unquote(&mut self) {
        for word in &mut self.words[self.at..] {
            word.text = word.text.trim_matches(['"', '\u{201c}', '\u{201d}']).to_owned();
        }
    }

    /// One to three words up to the end of the clause.
    fn name_of_place(&mut self) -> Option<String> {
        self.unquote();
        self.eat_any(&["the", "our", "your", "my", "a"]);
        let start = self.at;
        let is_word = |word: &str| {
            word.starts_with(char::is_alphabetic)
                && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '\''))
        };
        for end in start + 1..=(start + MOST_WORDS).min(self.words.len()) {
            let words: Vec<&str> = self.words[start..end].iter().map(|word| word.text.as_str()).collect();
            if !words.iter().all(|word| is_word(word) && !is_joint(word)) {
                break;
            }
            // "the old well": that word says nothing elsewhere.
            if self.words.get(end).is_some_and(|next| next.text == "well") {
                continue;
            }
            let name = words.join(" ");
            self.at = end;
            if self.ends_clause() {
                return Some(name).filter(|name| name.chars().count() <= MOST_LETTERS);
            }
        }
        None
    }
}

/// Whether these words mean something else already: a thing, a place that nobody has named, a direction.
fn is_taken(name: &str) -> bool {
    let joined = name.replace(' ', "_");
    resolve(&joined, Use::Block).is_some()
        || kind_of_block(&joined).is_some()
        || PLACES.contains(&name)
        || NOTHING.contains(&name)
        || name.split(' ').any(|word| POINTERS.contains(&word))
        || Toward::named(name).is_some()
}
