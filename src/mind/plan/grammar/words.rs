//! A goal as words, and the words that only join or soften others.

/// A word, lower case, with its place in the text.
#[derive(Debug)]
pub(super) struct Word {
    pub text: String,
    pub start: usize,
    pub end: usize,
}

/// Words, with commas, semicolons and the signs that end a sentence as words of their own.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let joint = matches!(c, ',' | ';');
        if c.is_whitespace() || joint {
            if let Some(from) = start.take() {
                split_end(text, from, at, &mut words);
            }
            if joint {
                words.push(Word { text: c.to_string(), start: at, end: at + 1 });
            }
        } else if start.is_none() {
            start = Some(at);
        }
    }
    words
}

/// A word, and apart from it what ends a sentence.
fn split_end(text: &str, from: usize, to: usize, words: &mut Vec<Word>) {
    let whole = &text[from..to];
    let bare = whole.trim_end_matches(['.', '!', '?']);
    if !bare.is_empty() {
        let lower = bare.to_lowercase().replace('\u{2019}', "'");
        words.push(Word { text: lower, start: from, end: from + bare.len() });
    }
    if bare.len() < whole.len() {
        words.push(Word { text: ".".to_owned(), start: from + bare.len(), end: to });
    }
}

/// What stands between two clauses.
pub(super) fn is_joint(word: &str) -> bool {
    matches!(word, "," | ";" | "." | "and" | "then" | "&" | "+" | "plus" | "afterwards" | "finally")
}

/// Words that make a goal friendlier, more urgent or longer, and no other. Longest first where one begins another.
pub(super) const FILLERS: &[&str] = &[
    "i would like you to",
    "i'd like you to",
    "i want you to",
    "i need you to",
    "would you mind",
    "would you please",
    "would you",
    "could you please",
    "could you",
    "can you please",
    "can you",
    "will you",
    "do you think you could",
    "are you able to",
    "please",
    "pls",
    "plz",
    "kindly",
    "thank you very much",
    "thank you",
    "thanks a lot",
    "thanks",
    "thx",
    "ty",
    "cheers",
    "hello",
    "hey",
    "hi there",
    "hi",
    "yo",
    "ok",
    "okay",
    "well",
    "so",
    "um",
    "uh",
    "dear",
    "bot",
    "buddy",
    "mate",
    "dude",
    "friend",
    "right now",
    "right away",
    "now",
    "quickly",
    "quick",
    "asap",
    "as soon as possible",
    "if you can",
    "if you could",
    "if possible",
    "when you can",
    "for me",
    "for us",
    "just",
    "also",
    "too",
    "as well",
    "after that",
    "next",
    "first",
    "go and",
    "go ahead and",
    "try to",
    "let's",
    "lets",
];
