//! Goals that depend on what is so when their turn comes: "if you have any coal give 3 to Tom, otherwise mine 2". Unlike those that wait
//! ("when you have 10 coal …") they are decided at once, and may come to nothing.

use super::{
    count::{Count, is_number},
    names::{Use, kind_left_open, resolve},
    parse,
    parser::Parser,
    phrases::verb_at,
    standing::{DARK, HUNGRY},
    waiting::of_those,
    words::{Word, is_joint, words},
};

/// What is to be so, and what is done then, and otherwise: goals of their own; `None`: nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Provided {
    pub fact: Fact,
    /// It is to be so; else it is not to be.
    pub holds: bool,
    pub then: Option<String>,
    pub otherwise: Option<String>,
}

/// What can be told at once from what the bot sees of itself and of the sky.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// So many are held, or more: of an item, a family, or a kind such as `pickaxe`.
    Held { item: &'static str, count: u32 },
    /// Hunger keeps health from growing back.
    Hungry,
    /// One can sleep.
    Dark,
}

impl Fact {
    /// As a sentence, and as its contrary.
    pub fn told(self, is_so: bool) -> String {
        let not = if is_so { "" } else { "not " };
        match self {
            Self::Held { item, count: 1 } if is_so => format!("{item} is held"),
            Self::Held { item, count: 1 } => format!("no {item} is held"),
            Self::Held { item, count } if is_so => format!("{count} {item} are held"),
            Self::Held { item, count } => format!("fewer than {count} {item} are held"),
            Self::Hungry => format!("the bot is {not}hungry"),
            Self::Dark => format!("it is {not}dark"),
        }
    }
}

impl Provided {
    /// What is done where it is so, or is not.
    pub fn branch(&self, is_so: bool) -> Option<&str> {
        if is_so == self.holds { self.then.as_deref() } else { self.otherwise.as_deref() }
    }
}

const HAVE: &[&str] = &[
    "you have",
    "you have got",
    "you've got",
    "you got",
    "you've",
    "you hold",
    "you are holding",
    "you're holding",
    "you carry",
    "you are carrying",
    "you're carrying",
    "you own",
    "you still have",
    "you've still got",
    "you already have",
    "you happen to have",
    "you do have",
    "we have",
    "we've got",
];
const HAVE_NOT: &[&str] = &[
    "you don't have",
    "you do not have",
    "you haven't got",
    "you haven't",
    "you have not got",
    "you have no",
    "you've no",
    "you've got no",
    "you got no",
    "we don't have",
    "we haven't got",
    "we have no",
];
const FEWER: &[&str] = &["less than", "fewer than", "under"];
/// Behind what is held.
const ON_YOU: &[&str] = &[
    "left",
    "left over",
    "over",
    "on you",
    "with you",
    "in your inventory",
    "in your pack",
    "in your bag",
    "in your pockets",
    "to spare",
    "yet",
    "already",
    "at hand",
];
const NOT_HUNGRY: &[&str] = &["you are not hungry", "you're not hungry", "you aren't hungry", "not hungry"];
const LIGHT: &[&str] =
    &["it is day", "it's day", "it is light", "it's light", "it is not dark", "it's not dark", "it isn't dark"];
/// What stands between the two ways.
const OTHERWISE: &[&str] = &[
    "otherwise",
    "or else",
    "else",
    "if not",
    "if you don't",
    "if you do not",
    "if you haven't",
    "if you're not",
    "if you are not",
    "if you aren't",
    "if there isn't",
    "if there aren't",
    "if it isn't",
    "if it's not",
];
/// Ways of saying that nothing is done.
const NOTHING: &[&str] = &[
    "keep it",
    "just keep it",
    "keep them",
    "just keep them",
    "leave it",
    "just leave it",
    "leave them",
    "do nothing",
    "don't",
    "dont",
    "don't bother",
    "never mind",
    "forget it",
    "forget about it",
    "don't worry",
    "don't worry about it",
    "no worries",
    "fine",
    "just wait",
];

/// Reads a goal that depends on what is so; `None` for any other, and where one of its two ways is not understood.
pub fn provided(text: &str) -> Option<Provided> {
    let mut parser = Parser::new(text);
    let asks: Vec<usize> = (0..parser.words.len()).filter(|at| parser.words[*at].text == "if").collect();
    if asks.is_empty() || parse(text).is_ok() {
        return None;
    }
    parser.skip_fillers();
    let leads = parser.word() == Some("if");
    let at = if leads { parser.at } else { *asks.iter().find(|at| **at > parser.at)? };
    let before = if leads { None } else { Some(of_clause(&text[..parser.words[at].start])) };
    parser.at = at + 1;
    let (fact, holds) = match before.and_then(named_in).and_then(|item| parser.has_any(item)) {
        Some(fact) => fact,
        None => parser.fact()?,
    };
    let rest = rest_of(&mut parser);
    let (behind, other) = apart(rest);
    let then = match before {
        // "drop the dirt if you have any": what stands behind the condition is the other way, or nothing.
        Some(then) if behind.is_empty() => then,
        Some(_) => return None,
        None => behind,
    };
    let item = match fact {
        Fact::Held { item, .. } => Some(item),
        _ => None,
    };
    let way = |said: &str| -> Option<Option<String>> {
        if NOTHING.contains(&said.to_lowercase().as_str()) {
            return Some(None);
        }
        done(said, item).map(Some)
    };
    let then_done = way(then)?;
    let otherwise = match other {
        Some(other) => way(&with_player(other, then))?,
        None => None,
    };
    (then_done.is_some() || otherwise.is_some()).then_some(Provided { fact, holds, then: then_done, otherwise })
}

/// Where the last clause of a goal is one that depends on what is so by then: the goals before and behind.
pub(super) fn decided_apart(text: &str) -> Option<Vec<String>> {
    let parser = Parser::new(text);
    let ifs: Vec<usize> = (2..parser.words.len()).filter(|at| parser.words[*at].text == "if").collect();
    ifs.into_iter().find_map(|at| {
        let joints = (1..at).rev().take_while(|at| is_joint(&parser.words[*at].text)).last()?;
        let (head, tail) = (text[..parser.words[joints].start].trim_end(), &text[parser.words[at].start..]);
        (parse(head).is_ok() && provided(tail).is_some()).then(|| vec![head.to_owned(), tail.to_owned()])
    })
}

/// As names are.
fn is_written_large(text: &str, word: &Word) -> bool {
    text[word.start..].starts_with(char::is_uppercase)
}

/// The thing that a clause names first.
fn named_in(clause: &str) -> Option<&'static str> {
    let parser = Parser::new(clause);
    let count = parser.words.len();
    let runs = (1..count).flat_map(|from| (from + 1..=count.min(from + 4)).rev().map(move |to| (from, to)));
    let is_none = |word: &Word| is_joint(&word.text) || is_written_large(clause, word);
    let found = runs.filter(|(from, to)| !parser.words[*from..*to].iter().any(is_none));
    let mut found = found.filter_map(|(from, to)| resolve(&parser.joined(from, to), Use::Got));
    found.next().map(|named| named.name)
}

impl Parser<'_> {
    /// "if you have any", "if you have more than 4", of what the goal has named.
    fn has_any(&mut self, item: &'static str) -> Option<(Fact, bool)> {
        let begun = self.at;
        let any = ["any", "some", "it", "them", "one"];
        let count = match self.eat_any(HAVE) {
            true if self.eat_any(&any) => Some(1),
            true => {
                self.eat("at least");
                let beyond = u32::from(self.eat("more than") || self.eat("over"));
                let number = self.word().and_then(|word| word.parse::<u32>().ok());
                self.at += usize::from(number.is_some());
                number.map(|number| number + beyond)
            }
            false => None,
        };
        self.eat_any(&["of it", "of them", "of those"]);
        self.eat_any(ON_YOU);
        match count {
            Some(count) if self.at_end() || self.word().is_some_and(is_joint) => {
                Some((Fact::Held { item, count: count.max(1) }, true))
            }
            _ => {
                self.at = begun;
                None
            }
        }
    }

    /// What is to be so, and whether it is to be.
    fn fact(&mut self) -> Option<(Fact, bool)> {
        for (phrases, fact, holds) in [
            (NOT_HUNGRY, Fact::Hungry, false),
            (HUNGRY, Fact::Hungry, true),
            (LIGHT, Fact::Dark, false),
            (DARK, Fact::Dark, true),
        ] {
            if self.eat_any(phrases) {
                return Some((fact, holds));
            }
        }
        let has_not = self.eat_any(HAVE_NOT);
        if !has_not && !self.eat_any(HAVE) {
            return None;
        }
        let fewer = self.eat_any(FEWER);
        if self.eat("enough") || self.eat_any(&["at most", "no more than", "only", "just"]) {
            return None;
        }
        self.eat("at least");
        let beyond = self.eat("more than") || self.eat("over");
        self.eat("any");
        let (count, _) = self.amount().ok()?;
        self.eat_any(&["spare", "or more"]);
        let count = match count {
            Count::Some(many) => many.saturating_add(u32::from(beyond)).max(1),
            Count::Unsaid | Count::The => 1,
            _ => return None,
        };
        let start = self.at;
        for end in (start + 1..=self.words.len().min(start + 5)).rev() {
            let Some(named) = resolve(&self.joined(start, end), Use::Got) else { continue };
            self.at = end;
            self.eat_any(ON_YOU);
            let goes_on = self.at_end()
                || self.word().is_some_and(|word| is_joint(word) && word != "and" || word == "then")
                || OTHERWISE.iter().any(|phrase| self.comes(phrase).is_some())
                || verb_at(|phrase| self.comes(phrase)).is_some();
            if goes_on {
                // An iron pickaxe is a pickaxe, too.
                let item = kind_left_open(&self.joined(start, end)).unwrap_or(named.name);
                return Some((Fact::Held { item, count }, !has_not && !fewer));
            }
        }
        None
    }
}

/// What stands behind a condition.
fn rest_of<'a>(parser: &mut Parser<'a>) -> &'a str {
    loop {
        let begun = parser.at;
        parser.skip_joints();
        parser.eat("then");
        if parser.at == begun {
            break;
        }
    }
    of_clause(parser.words.get(parser.at).map_or("", |word| &parser.text[word.start..]))
}

/// The two ways of what stands behind a condition.
fn apart(rest: &str) -> (&str, Option<&str>) {
    let mut parser = Parser::new(rest);
    for at in 0..parser.words.len() {
        parser.at = at;
        let is_break = at == 0 || is_joint(&parser.words[at - 1].text) || parser.words[at].text == "otherwise";
        if is_break && parser.eat_any(OTHERWISE) {
            return (of_clause(&rest[..parser.words[at].start]), Some(rest_of(&mut parser)));
        }
    }
    (rest, None)
}

/// Without the joints around it.
fn of_clause(text: &str) -> &str {
    let text = text.trim().trim_matches([',', ';', '.', '!', ' ']);
    ["and", "but", "then", "just"].iter().fold(text, |text, word| {
        let text = text.strip_suffix(word).filter(|rest| rest.ends_with([' ', ','])).unwrap_or(text);
        let text = text.trim_end_matches([',', ' ']);
        text.strip_prefix(word)
            .filter(|rest| rest.starts_with([' ', ',']))
            .unwrap_or(text)
            .trim_start_matches([',', ' '])
    })
}

/// One way as a goal of its own: what the condition speaks of is named in it.
fn done(said: &str, item: Option<&'static str>) -> Option<String> {
    let named = item.map(|item| [of_those(said, item, None), numbered(said, item)]);
    let said = std::iter::once(said.to_owned());
    named.into_iter().flatten().chain(said).find(|goal| parse(goal).is_ok())
}

/// "give 3 to Tom": of that.
fn numbered(said: &str, item: &str) -> String {
    let words = words(said);
    let bare = (0..words.len()).find(|at| {
        let is_one = is_number(&words[*at].text) || matches!(words[*at].text.as_str(), "some" | "one");
        let behind = words.get(at + 1).map(|word| word.text.as_str());
        is_one && behind.is_none_or(|word| is_joint(word) || matches!(word, "to" | "in" | "into" | "for" | "of" | "on"))
    });
    let Some(at) = bare else { return said.to_owned() };
    let of_it = words.get(at + 1).is_some_and(|word| word.text == "of")
        && words.get(at + 2).is_some_and(|word| matches!(word.text.as_str(), "it" | "them" | "those"));
    let from = if of_it { at + 2 } else { at };
    format!("{} {}{}", &said[..words[at].end], item.replace('_', " "), &said[words[from].end..])
}

/// "otherwise give her a stick": who is spoken of in the other way.
fn with_player(other: &str, then: &str) -> String {
    let said = words(then);
    let large = said.iter().skip(1).find(|word| is_written_large(then, word));
    let name = large.or_else(|| said.windows(2).find(|two| two[0].text == "to").map(|two| &two[1]));
    let name = name.map(|word| &then[word.start..word.end]);
    let words = words(other);
    let whom = words.iter().find(|word| matches!(word.text.as_str(), "her" | "him"));
    match (name, whom) {
        (Some(name), Some(whom)) => format!("{}{name}{}", &other[..whom.start], &other[whom.end..]),
        _ => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coal(count: u32) -> Fact {
        Fact::Held { item: "coal", count }
    }

    #[test]
    fn both_ways_are_goals_of_their_own() {
        for (said, fact, holds, then, otherwise) in [
            ("if you have any coal give 3 to Tom", coal(1), true, Some("give 3 coal to Tom"), None),
            ("If you have at least 5 coal, give it to Tom", coal(5), true, Some("give all the coal to Tom"), None),
            ("drop 3 dirt if you've got more than 8 coal left", coal(9), true, Some("drop 3 dirt"), None),
            ("if you don't have any coal, mine 2", coal(1), false, Some("mine 2 coal"), None),
            (
                "if you've got coal, give it to Anna, otherwise give her a stick",
                coal(1),
                true,
                Some("give all the coal to Anna"),
                Some("give Anna a stick"),
            ),
            ("eat an apple if you're hungry, if not just keep it", Fact::Hungry, true, Some("eat an apple"), None),
            (
                "if it is dark go to sleep, otherwise chop a tree",
                Fact::Dark,
                true,
                Some("go to sleep"),
                Some("chop a tree"),
            ),
            (
                "if you have no pickaxe make one",
                Fact::Held { item: "pickaxe", count: 1 },
                false,
                Some("make one pickaxe"),
                None,
            ),
            (
                "give Mia 2 coal if you have more than 4, otherwise give her 1 apple",
                coal(5),
                true,
                Some("give Mia 2 coal"),
                Some("give Mia 1 apple"),
            ),
            ("drop the coal if you have any", coal(1), true, Some("drop the coal"), None),
            ("if you have 3 coal then go home", coal(3), true, Some("go home"), None),
        ] {
            let wanted =
                Provided { fact, holds, then: then.map(str::to_owned), otherwise: otherwise.map(str::to_owned) };
            assert_eq!(provided(said), Some(wanted), "{said}");
        }
        for none in
            ["get me 3 logs", "if it rains go in", "if you have coal frob the wotsit", "close the door if it is open"]
        {
            assert_eq!(provided(none), None, "{none}");
        }
    }

    #[test]
    fn what_comes_before_is_done_before() {
        let goals = decided_apart("make me a stone sword and if you have cobble left over make a furnace too");
        let goals = goals.expect("two goals");
        assert_eq!(goals, ["make me a stone sword", "if you have cobble left over make a furnace too"]);
        assert_eq!(decided_apart("get me 3 logs and make a chest"), None);
    }
}
