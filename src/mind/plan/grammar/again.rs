//! What was asked for last, so many times more: "again, 3 times", "do that 2 more times", "repeat that twice"; or with another
//! number: "make that 20".

use super::{
    count::{Count, is_number},
    parser::Parser,
    words::words,
};

/// How often the last goal may be asked for at once.
pub const MOST: u32 = 10;
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

/// The goal with this number in the place of the one that it has; `None` where it has none, or several.
pub fn recounted(goal: &str, count: u32) -> Option<String> {
    let words = words(goal);
    // Of "two dozen" and "3 stacks" the number is not all.
    let more = ["dozen", "hundred", "thousand", "stack", "stacks", "half", "x"];
    if words.iter().any(|word| more.contains(&word.text.as_str())) {
        return None;
    }
    let mut numbers = words.iter().filter(|word| is_number(&word.text) || is_number(word.text.trim_matches('x')));
    let only = numbers.next().filter(|_| numbers.next().is_none())?;
    Some(format!("{}{count}{}", &goal[..only.start], &goal[only.end..]))
}

/// A goal that corrects its own number: "6 glass panes, no wait make that 16" asks for 16 of them.
pub(super) fn corrected(text: &str) -> Option<String> {
    let mut parser = Parser::new(text);
    (1..parser.words.len()).find_map(|at| {
        parser.at = at;
        let count = parser.counted_anew().filter(|_| parser.at_end())?;
        recounted(text[..parser.words[at].start].trim_end_matches([' ', ',', '.']), count)
    })
}

impl Parser<'_> {
    /// The other number of the last goal, where nothing but it comes: `make that 20`, `sorry, I meant 12 instead`; taken if so.
    pub(super) fn counted_anew(&mut self) -> Option<u32> {
        const BEFORE: &[&str] = &[
            "no",
            "nope",
            "sorry",
            "oops",
            "wait",
            "actually",
            "hm",
            "hmm",
            "oh",
            "uh",
            "forget it",
            "forget that",
            "never mind",
            "nvm",
        ];
        const RATHER: &[&str] = &[
            "make it",
            "make that",
            "make those",
            "i meant",
            "i mean",
            "i said",
            "i wanted",
            "change it to",
            "change that to",
            "better make it",
            "better make that",
            "let's make it",
            "let's make that",
            "say",
        ];
        let begun = self.at;
        while self.eat_any(BEFORE) || self.skip_joints() {}
        let rather = self.eat_any(RATHER) && self.words[self.at - 1].text != "say";
        if !rather {
            self.eat_any(&["make", "get", "do"]);
        }
        self.eat_any(&["to", "rather"]);
        let count = match self.amount() {
            Ok((Count::Some(count), false)) => Some(count),
            _ => None,
        };
        let said = self
            .words
            .get(self.at.wrapping_sub(1))
            .is_some_and(|word| !matches!(word.text.as_str(), "a" | "an" | "any" | "some"));
        self.eat_any(&["of them", "of those"]);
        let against = self.comes("instead of").is_some() || self.comes("rather than").is_some();
        let instead = !against && (self.eat("instead") || self.eat("rather"));
        // "not 6", "instead of 6"
        let begun_not = self.at;
        self.skip_joints();
        if !(self.eat_any(&["not", "instead of", "rather than"])
            && self.amount().is_ok_and(|(count, _)| matches!(count, Count::Some(_))))
        {
            self.at = begun_not;
        }
        match count {
            Some(count) if said && (rather || instead) && self.clone_ends_clause() => Some(count),
            _ => {
                self.at = begun;
                None
            }
        }
    }

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
