//! What is said about goals: stop, wait, go on; this before all; this in the place of that.

use super::{
    meaning::Order,
    parser::{Parser, begins_a_clause},
    phrases::{FIRST, ORDERS, STOPPING, Verb, longest},
    plainly::put_as_order,
    reading::{is_read, says},
    words::{is_joint, words},
};

/// What is done in any case once something else has been done first.
const THEN_ON: &[&str] = &[
    "go on",
    "continue",
    "carry on",
    "resume",
    "keep going",
    "go on with what you were doing",
    "continue what you were doing",
    "continue with what you were doing",
    "carry on with what you were doing",
    "get back to what you were doing",
    "go back to what you were doing",
    "go back to work",
    "do the rest",
    "the rest",
    "do something else",
];
/// Who begins like this puts right what was said before.
const CORRECTIONS: &[&str] = &[
    "i meant",
    "i mean",
    "i said",
    "i wanted",
    "no i meant",
    "no i mean",
    "no i said",
    "no i wanted",
    "no wait",
    "no not that",
    "no sorry",
    "wait no",
    "oops i meant",
    "oh i meant",
    "i actually meant",
    "i beg your pardon i meant",
    "change of plan",
    "change of plans",
    "scratch that",
    "on second thought",
    "on second thoughts",
];
/// What comes before them, and says nothing else.
const BEFORE: &[&str] = &[
    "no",
    "nope",
    "sorry",
    "sry",
    "oops",
    "hmm",
    "hm",
    "wait",
    "uh",
    "um",
    "oh",
    "actually",
    "ok",
    "ah",
    "i beg your pardon",
    "my bad",
    "pardon me",
    "excuse me",
    "my mistake",
];

/// What behind "stop" makes it a deed.
const OF_A_GOAL: &[&str] = &["by", "at", "for", "near", "beside", "next to", "in front of", "up", "wearing", "holding"];

/// What these words say about goals, if they are nothing else.
pub fn order(text: &str) -> Option<Order> {
    plain_order(text).or_else(|| plain_order(&put_as_order(text)?))
}

fn plain_order(text: &str) -> Option<Order> {
    let mut parser = Parser::new(text);
    parser.skip_fillers();
    // "again" adds nothing to a goal, and is an order by itself.
    if let Some(again) = parser.words[..parser.at].iter().position(|word| word.text == "again") {
        parser.at = again;
    }
    // "STOP STOP STOP"
    let mut order = parser.order()?;
    loop {
        parser.skip_on();
        // "skip the torches, do the rest": that is done anyway.
        if order.stops() && parser.eat_any(THEN_ON) {
            parser.skip_on();
        }
        if parser.at_end() {
            return Some(order);
        }
        // "stop, cancel that": the same, and the wider of both.
        let again = parser.order()?;
        if again != order && again != Order::StopAll {
            return None;
        }
        order = again;
    }
}

/// The goal of words that want it done before what is at work: "first get me 3 logs", "get me 3 logs first".
pub fn before_all(text: &str) -> Option<&str> {
    let mut parser = Parser::new(text);
    parser.skip_joints();
    if parser.eat_any(FIRST) {
        parser.skip_joints();
        let goal = parser.words.get(parser.at).map(|word| &text[word.start..])?;
        return Some(without_rest(goal));
    }
    while parser.words.last().is_some_and(|word| word.text == ".") {
        parser.words.pop();
    }
    let last = parser.words.pop().filter(|last| last.text == "first" && !parser.words.is_empty())?;
    let goal = text[..last.start].trim_end_matches([' ', ',']);
    // "say ladies first" is said whole, and "plant 4 seeds, till the soil first" has an order of its own.
    parser.skip_fillers();
    parser.skip_joints();
    let several = parser.words.iter().skip(parser.at).any(|word| matches!(word.text.as_str(), "," | ";" | "."));
    (!several && !says(goal)).then_some(goal)
}

/// "chop a tree, open the door first": the same in the order in which it is done. What speaks of something named before ("make it first") stays
/// behind that.
pub(super) fn last_first(text: &str) -> Option<String> {
    let (head, tail) = text.trim_end_matches(['.', '!', ' ']).strip_suffix(" first")?.rsplit_once(", ")?;
    let speaks_of = |word: &str| matches!(word, "it" | "them" | "that" | "those" | "one" | "some" | "first");
    let is_own = begins_a_clause(tail) && !words(tail).iter().any(|word| speaks_of(&word.text));
    (is_own && !says(head)).then(|| format!("{tail}, then {head}"))
}

/// Whether a goal is to wait, and nothing else: what is at work goes on after it.
pub fn is_pause(text: &str) -> bool {
    let mut parser = Parser::new(text);
    parser.skip_fillers();
    let waits = parser.verb() == Some(Verb::Wait) && parser.waited().is_ok();
    parser.skip_fillers();
    while parser.skip_joints() {}
    waits && parser.at_end()
}

/// A goal without "…, then go on" at its end.
fn without_rest(goal: &str) -> &str {
    let mut parser = Parser::new(goal);
    let joints: Vec<usize> = (1..parser.words.len()).filter(|at| is_joint(&parser.words[*at].text)).collect();
    for at in joints {
        let before = goal[..parser.words[at].start].trim_end();
        parser.at = at;
        if parser.skip_joints() && parser.eat_any(THEN_ON) && parser.ends_clause() && !says(before) {
            while parser.skip_joints() {}
            if parser.at_end() {
                return before;
            }
        }
    }
    goal
}

/// What is to be stopped, and the goal that is to be done in its place: "stop and come here", "no, I meant 6 signs, not 16",
/// "get me a boat instead".
pub fn instead(text: &str) -> Option<(Order, &str)> {
    let mut parser = Parser::new(text);
    parser.skip_joints();
    parser.skip_fillers();
    let ordered = parser
        .order()
        .filter(|order| order.stops())
        .filter(|_| parser.skip_joints() || parser.word() == Some("instead"));
    if let Some(order) = ordered {
        parser.skip_joints();
        let goal = &text[parser.words.get(parser.at)?.start..];
        let goal = trailing(goal, "instead").unwrap_or(goal);
        return is_goal(goal).then_some((order, goal));
    }
    if let Some(goal) = put_right(text) {
        return is_goal(goal).then_some((Order::Stop, goal));
    }
    let goal = trailing(text, "instead")?;
    is_goal(goal).then_some((Order::Stop, goal))
}

/// What is wanted after all, where these words put right what was said before: understood or not.
pub(super) fn put_right(text: &str) -> Option<&str> {
    let mut parser = Parser::new(text);
    let mut put_right = false;
    while !parser.at_end() {
        if parser.eat_any(CORRECTIONS) || parser.eat("no") && parser.word() == Some(",") {
            put_right = true;
        } else if !(parser.eat_any(BEFORE) || parser.skip_joints()) {
            break;
        }
    }
    let goal = &text[parser.words.get(parser.at).filter(|_| put_right)?.start..];
    Some(but_not(trailing(goal, "instead").unwrap_or(goal)))
}

fn is_goal(text: &str) -> bool {
    order(text).is_none() && is_read(text)
}

/// The text before its last word, if that is this one and no part of what is said.
fn trailing<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let all = words(text);
    let mut all = all.iter().rev().skip_while(|last| last.text == ".");
    let last = all.next().filter(|last| last.text == word)?;
    let goal = text[..last.start].trim_end_matches([' ', ',']);
    (!goal.is_empty() && !says(goal)).then_some(goal)
}

/// "spruce planks, not oak": what was understood wrongly is not wanted.
fn but_not(goal: &str) -> &str {
    const LONGEST: usize = 3;
    let words = words(goal);
    let turns = |at: usize| {
        let next = words.get(at + 1).map_or("", |next| next.text.as_str());
        matches!((words[at].text.as_str(), next), ("not", _) | ("rather", "than") | ("instead", "of"))
    };
    let not = (1..words.len()).rev().find(|at| turns(*at)).filter(|at| words.len() - at - 1 <= LONGEST);
    let before = not.map(|at| goal[..words[at].start].trim_end_matches([' ', ',']));
    before.filter(|before| !says(before)).unwrap_or(goal)
}

impl Parser<'_> {
    /// What is said about goals, if that comes next; taken if so.
    fn order(&mut self) -> Option<Order> {
        if let Some(times) = self.repeated() {
            return Some(Order::Repeat(times));
        }
        if let Some(count) = self.counted_anew() {
            return Some(Order::Recount(count));
        }
        let alone = longest(ORDERS.iter().filter_map(|(phrase, order)| Some((self.comes(phrase)?, order.clone()))));
        let begun = self.at;
        if let Some((count, order)) = &alone {
            self.at += count;
            while self.eat("stop") {}
            if self.ends_clause() || self.word() == Some("instead") {
                return Some(order.clone());
            }
            self.at = begun;
        }
        // "stop mining", "cancel the torches", "forget about the ladders"
        if !self.eat_any(STOPPING) {
            return None;
        }
        // "stop by the chest", "stop for 5 seconds" and "stop wearing the helmet" are goals.
        if OF_A_GOAL.iter().any(|phrase| self.comes(phrase).is_some()) {
            self.at = begun;
            return None;
        }
        let follows = self.word() == Some("following");
        let doing = self.word().is_some_and(|word| word.ends_with("ing") && word.len() > "doing".len());
        if doing {
            self.at += 1;
            if self.ends_clause() {
                return Some(Order::Stop);
            }
        }
        if !doing {
            self.eat_any(&["the", "that", "those", "my", "all the", "all those"]);
        }
        let start = self.at;
        const LONGEST: usize = 3;
        while self.at - start < LONGEST && !self.clone_ends_clause() && self.word() != Some("but") {
            self.at += 1;
        }
        let mut about = self.joined(start, self.at).replace('_', " ");
        for unit in [" goal", " goals", " thing", " job", " order", " one"] {
            about = about.strip_suffix(unit).map(str::to_owned).unwrap_or(about);
        }
        // "but keep going with the torches": that is not stopped anyway.
        if self.eat_any(&["but keep", "but go on", "but continue", "but carry on", "but do"]) {
            while !self.clone_ends_clause() {
                self.at += 1;
            }
        }
        // "forget home" is about a place.
        if about.is_empty() || about == "home" || !self.ends_clause() {
            self.at = begun;
            return None;
        }
        // "stop following Sam": what is given to him goes on.
        Some(Order::StopAbout(if follows { format!("follow {about}") } else { about }))
    }
}
