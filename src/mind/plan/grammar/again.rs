//! What was asked for last, so many times more: "again, 3 times", "do that 2 more times", "repeat that twice".

use super::{count::Count, parser::Parser};

/// What says that it is about the last goal.
const LAST: &[&str] = &[
    "again",
    "try again",
    "try that again",
    "try it again",
    "do it",
    "do that",
    "do this",
    "do it again",
    "do that again",
    "do this again",
    "do the same",
    "do the same again",
    "do the same thing",
    "do the same thing again",
    "do the last one",
    "do that last one",
    "do the last thing",
    "do that last thing",
    "do what you just did",
    "do what you just did again",
    "the same",
    "the same again",
    "the same thing again",
    "same",
    "same again",
    "same thing again",
    "repeat",
    "repeat it",
    "repeat that",
    "repeat this",
    "repeat the last one",
    "repeat that last one",
    "repeat the last thing",
    "repeat the last goal",
    "repeat what you just did",
];

impl Parser<'_> {
    /// How many times the last goal is asked for, where words with a number of times come next; taken if so.
    pub(super) fn repeated(&mut self) -> Option<u32> {
        let begun = self.at;
        let is_last = self.eat_any(LAST);
        let again = self.words[begun..self.at].iter().any(|word| matches!(word.text.as_str(), "again" | "repeat"));
        self.skip_joints();
        self.eat_any(&["for", "just", "please"]);
        let (times, more) = self.times_more().unwrap_or((0, false));
        let is_more = self.eat_any(&["more", "again", "over"]) || more || again;
        self.eat_any(&["in a row", "please"]);
        // "3 times" says of nothing that it is to be done again, and "do that once" may be about the first time.
        let counts = times > 0 && (is_more || is_last && times > 1);
        if counts && self.ends_clause() {
            return Some(times);
        }
        self.at = begun;
        None
    }

    /// `3 times`, `2 more times`, `twice`, `once more`; and whether it says that so many are more.
    fn times_more(&mut self) -> Option<(u32, bool)> {
        for (word, times) in [("once", 1), ("twice", 2), ("thrice", 3)] {
            if self.eat(word) {
                return Some((times, false));
            }
        }
        match self.amount() {
            Ok((Count::Some(times), more)) => {
                let said = self.eat_any(&["times", "time"])
                    || self.words[..self.at].iter().rev().take(2).any(|word| word.text == "times");
                said.then_some((times, more))
            }
            _ => None,
        }
    }
}
