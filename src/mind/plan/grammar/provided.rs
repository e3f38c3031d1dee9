//! Goals that depend on what is so when their turn comes: "if you have any coal give 3 to Tom, otherwise mine 2". Unlike those that wait
//! ("when you have 10 coal …") they are decided at once, and may come to nothing.

use super::{
    behind::takes_of,
    count::{Count, is_number, written_out},
    meaning::Intent,
    names::{Use, kind_left_open, resolve},
    parser::Parser,
    phrases::verb_at,
    plainly::{put_plainly, put_somehow},
    questions::kind_that_stands,
    standing::{DARK, HUNGRY},
    waiting::of_those,
    whole::parse,
    words::{Word, is_joint, words},
};
use crate::{domain::ToolRequest, knowledge};

/// What is to be so, and what is done then, and otherwise: goals of their own; `None`: nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Provided {
    pub fact: Fact,
    /// It is to be so; else it is not to be.
    pub holds: bool,
    pub then: Option<String>,
    pub otherwise: Option<String>,
}

/// What can be told from what the bot sees of itself, of the sky and of others, or by a look into a chest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// So many are held, or more: of an item, a family, or a kind such as `pickaxe`.
    Held { item: &'static str, count: u32 },
    /// So many lie in the nearest chest or barrel, or more; without an item, anything at all.
    Stored { item: Option<&'static str>, count: u32, holder: &'static str },
    /// This player is in sight.
    Near(String),
    /// The nearest block of a kind is open, lit or on.
    Stands(&'static str),
    /// So many logs of a wood are held, or more, and besides them what becomes so many planks of it.
    Wood { wood: &'static str, logs: u32, planks: u32 },
    /// The nearest chest or barrel has room for so many of an item; without a number, for all that are held.
    Room { item: &'static str, count: Option<u32>, holder: &'static str },
    /// Hunger keeps health from growing back.
    Hungry,
    /// One can sleep.
    Dark,
}

impl Fact {
    /// As a sentence, and as its contrary.
    pub fn told(&self, is_so: bool) -> String {
        let not = if is_so { "" } else { "not " };
        match self {
            Self::Stored { item: None, holder, .. } => {
                format!("the {holder} is {}empty", if is_so { "not " } else { "" })
            }
            Self::Stored { item: Some(item), count, holder } => {
                let fewer = if is_so { "" } else { "fewer than " };
                format!("the {holder} holds {fewer}{count} {item}")
            }
            Self::Near(name) => format!("{name} is {not}in sight"),
            Self::Stands(kind) => {
                let [so, otherwise] = one_way(kind);
                format!("the {} is {}", kind.replace('_', " "), if is_so { so } else { otherwise })
            }
            Self::Held { item, count: 1 } if is_so => format!("{item} is held"),
            Self::Held { item, count: 1 } => format!("no {item} is held"),
            Self::Held { item, count } if is_so => format!("{count} {item} are held"),
            Self::Held { item, count } => format!("fewer than {count} {item} are held"),
            Self::Wood { wood, logs, planks } => {
                let what = match (logs, planks) {
                    (0, planks) => format!("{planks} {wood}_planks"),
                    (logs, 0) => format!("{logs} {wood}_log"),
                    (logs, planks) => format!("{logs} {wood}_log and {planks} {wood}_planks"),
                };
                format!("what is held is {not}enough for {what}")
            }
            Self::Room { item, count, holder } => {
                let many = count.map_or("all the".to_owned(), |count| count.to_string());
                format!("the {holder} has {} for {many} {item}", if is_so { "room" } else { "no room" })
            }
            Self::Hungry => format!("the bot is {not}hungry"),
            Self::Dark => format!("it is {not}dark"),
        }
    }
}

impl Fact {
    /// What is looked into before it decides.
    pub fn holder(&self) -> Option<&'static str> {
        match self {
            Self::Stored { holder, .. } | Self::Room { holder, .. } => Some(holder),
            _ => None,
        }
    }
}

impl Provided {
    /// What is done where it is so, or is not.
    pub fn branch(&self, is_so: bool) -> Option<&str> {
        if is_so == self.holds { self.then.as_deref() } else { self.otherwise.as_deref() }
    }
}

pub(super) const HAVE: &[&str] = &[
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
    "you already own",
    "you happen to have",
    "you do have",
    "we have",
    "we've got",
];
pub(super) const HAVE_NOT: &[&str] = &[
    "you don't have",
    "you do not have",
    "you haven't got",
    "you haven't",
    "you have not got",
    "you have no",
    "you've no",
    "you haven't any",
    "you've got no",
    "you got no",
    "we don't have",
    "we haven't got",
    "we have no",
];
const FEWER: &[&str] = &["less than", "fewer than", "under"];
/// What a number is not the least of.
const NO_LEAST: &[&str] = &[
    "enough",
    "at most",
    "no more than",
    "not more than",
    "up to",
    "only",
    "just",
    "exactly",
    "about",
    "around",
    "roughly",
];
/// Behind what is held.
pub(super) const ON_YOU: &[&str] = &[
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
/// Behind a player's name.
const NEAR: &[&str] =
    &["is nearby", "is near", "is here", "is around", "is close", "is close by", "is there", "is in sight"];
/// What begins what lies in a chest, and says whether it does.
const THERE_IS: &[&str] = &["there's", "theres", "there is", "there are"];
pub(super) const THERE_IS_NOT: &[&str] =
    &["there isn't", "there is no", "there's no", "there are no", "there aren't", "there is not", "there are not"];
const HOLDS: &[&str] = &["has", "contains", "holds", "has got"];
const HOLDERS: &[&str] = &["chest", "barrel"];
const NOT_HUNGRY: &[&str] =
    &["you are full", "you're full", "you are not hungry", "you're not hungry", "you aren't hungry", "not hungry"];
/// What a block is that stands one way or the other, and whether that is open, lit or on.
const SO: &[(&str, bool)] = &[
    ("open", true),
    ("lit", true),
    ("burning", true),
    ("on", true),
    ("switched on", true),
    ("closed", false),
    ("shut", false),
    ("out", false),
    ("off", false),
    ("switched off", false),
    ("unlit", false),
];
const LIGHT: &[&str] = &[
    "it is daytime",
    "it's daytime",
    "its daytime",
    "its day",
    "it is day",
    "it's day",
    "it is light",
    "it's light",
    "it is not dark",
    "it's not dark",
    "it isn't dark",
];
/// What stands between the two ways.
pub(super) const OTHERWISE: &[&str] = &[
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
    "if you have none",
    "if you've got none",
    "if there is none",
    "if there's none",
    "if there are none",
];
/// Stands for as many as what is done then takes, until that is known.
const ENOUGH: u32 = 0;
/// Behind a thing of which there is to be enough.
const FOR_IT: &[&str] = &["for it", "for that", "for one", "for them", "for this", "to make it", "to make one"];
/// Ways of saying that nothing is done.
const NOTHING: &[&str] = &[
    "keep it",
    "keep them",
    "leave it",
    "leave them",
    "do nothing",
    "don't",
    "dont",
    "don't bother",
    "dont bother",
    "never mind",
    "forget it",
    "forget about it",
    "don't worry",
    "don't worry about it",
    "no worries",
    "fine",
    "leave it alone",
    "leave it there",
    "leave them there",
    "leave it as it is",
    "leave them alone",
    "leave them be",
    "leave it be",
    "don't eat",
    "dont eat",
];

/// The same of the other way: how it stands is told once that is decided.
const ONLY_TOLD: &[&str] = &["tell me", "tell me so", "just tell me", "let me know", "say so"];

/// Reads a goal that depends on what is so; `None` for any other, and where one of its two ways is not understood.
pub(super) fn provided(text: &str) -> Option<Provided> {
    let asks = words(text).iter().any(|word| is_if(&word.text));
    let as_said = as_it_is(text);
    if as_said.is_some() || !asks || parse(text).is_ok() {
        return as_said;
    }
    let reads = |plain: &str| as_it_is(plain).is_some();
    let put = put_plainly(text, reads).filter(|(plain, _)| reads(plain)).or_else(|| put_somehow(text, reads));
    as_it_is(&put?.0)
}

/// The same of words that need not be put plainly first.
fn as_it_is(text: &str) -> Option<Provided> {
    let mut parser = Parser::new(text);
    let asks: Vec<usize> = (0..parser.words.len()).filter(|at| is_if(&parser.words[*at].text)).collect();
    if asks.is_empty() {
        return None;
    }
    parser.skip_fillers();
    let leads = parser.word().is_some_and(is_if);
    let at = if leads { parser.at } else { *asks.iter().find(|at| **at > parser.at)? };
    let before = if leads { None } else { Some(of_clause(&text[..parser.words[at].start])) };
    // Of several clauses it is not said for which the condition is.
    if before.is_some_and(|before| words(before).iter().any(|word| is_joint(&word.text))) {
        return None;
    }
    parser.at = at + 1;
    let (fact, holds) = match before.and_then(named_in).and_then(|item| parser.has_any(item)) {
        Some(fact) => fact,
        None => parser.fact()?,
    };
    // Of who eats the grammar takes hunger for granted; what else it reads has its "if" in it.
    let eats = |intent: &Intent| matches!(intent, Intent::Do(ToolRequest::Eat(_)));
    if parse(text).is_ok_and(|intents| fact != Fact::Hungry || !intents.iter().all(eats)) {
        return None;
    }
    let holds = holds ^ (parser.words[at].text == "unless");
    let rest = rest_of(&mut parser);
    let rest = &with_the_extra(rest, &fact, text);
    let (behind, other) = apart(rest, &fact, holds);
    let then = match before {
        // "drop the dirt if you have any": what stands behind the condition is the other way, or nothing.
        Some(then) if behind.is_empty() => then,
        Some(_) => return None,
        None => behind,
    };
    let fact = match fact {
        Fact::Held { item, count: ENOUGH } => Fact::Held { item, count: takes(item, then)? },
        fact => fact,
    };
    let way = |said: &str, is_there: bool| -> Option<Option<String>> {
        if NOTHING.contains(&said.to_lowercase().as_str()) {
            return Some(None);
        }
        done(said, &fact, is_there).map(Some)
    };
    let then_done = match (&fact, is_more(then)) {
        // "if you have fewer than 10 planks, make some more": as many as that.
        (Fact::Held { item, count }, true) if !holds => {
            let said =
                words(then).iter().rev().find_map(|word| written_out(&word.text).or_else(|| word.text.parse().ok()));
            way(&format!("get {} {}", said.unwrap_or(*count), item.replace('_', " ")), holds)?
        }
        (Fact::Near(name), _) => way(&with_name(then, name), holds)?,
        _ => way(then, holds)?,
    };
    let otherwise = match (other, &fact) {
        (Some(other), _) if NOTHING.iter().chain(ONLY_TOLD).any(|nothing| *nothing == other.to_lowercase()) => None,
        (Some(other), Fact::Near(name)) => way(&with_thing(&with_name(other, name), then), !holds)?,
        (Some(other), _) => way(&of_the_kind(&with_thing(&with_player(other, then), then), then), !holds)?,
        (None, _) => None,
    };
    (then_done.is_some() || otherwise.is_some()).then_some(Provided { fact, holds, then: then_done, otherwise })
}

/// How many of it what a clause makes takes; `None` where it takes none, or nothing is made.
fn takes(item: &str, clause: &str) -> Option<u32> {
    let made = parse(clause).ok()?.into_iter().filter_map(|intent| match intent {
        Intent::Craft { item, count } | Intent::Get { item, count, .. } => Some((item, count)),
        _ => None,
    });
    Some(takes_of(item, &made.collect::<Vec<_>>())).filter(|many| *many > 0)
}

/// "otherwise a stone one": the same thing of other stuff.
fn of_the_kind(other: &str, then: &str) -> String {
    let said = words(other);
    let said: Vec<&str> = said.iter().map(|word| word.text.as_str()).filter(|word| *word != "make").collect();
    let kind = named_in(then).and_then(|item| item.rsplit_once('_'));
    // What is given or placed would only be made then.
    let is_made = |intent: &Intent| matches!(intent, Intent::Craft { .. } | Intent::Get { .. });
    let made = parse(then).is_ok_and(|intents| intents.iter().all(is_made));
    match (said.as_slice(), kind) {
        (["a" | "an", stuff, "one"], Some((_, kind))) if made => format!("make a {stuff} {kind}"),
        _ => other.to_owned(),
    }
}

fn is_if(word: &str) -> bool {
    matches!(word, "if" | "unless")
}

/// Where the last clause of a goal is one that depends on what is so by then: the goals before and behind.
pub(super) fn decided_apart(text: &str) -> Option<Vec<String>> {
    let parser = Parser::new(text);
    let ifs: Vec<usize> = (2..parser.words.len()).filter(|at| is_if(&parser.words[*at].text)).collect();
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
        if self.eat_any(THERE_IS) && self.eat_any(&any) && self.eat_any(&["in", "inside", "left in"]) {
            let holder = self.holder().filter(|_| self.at_end() || self.word().is_some_and(is_joint));
            if let Some(holder) = holder {
                return Some((Fact::Stored { item: Some(item), count: 1, holder }, true));
            }
        }
        self.at = begun;
        let count = match self.eat_any(HAVE) {
            true if self.eat_any(&any) => Some(1),
            true => {
                self.eat("at least");
                let beyond = u32::from(self.eat("more than") || self.eat("over"));
                let number = self.word().and_then(|word| written_out(word).or_else(|| word.parse().ok()));
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
            // "if you get hungry" waits for that.
            if self.comes("you get hungry").is_none() && self.eat_any(phrases) {
                return self.ends_fact().then_some((fact, holds));
            }
        }
        if let Some(found) = self.player_near().or_else(|| self.holder_holds()).or_else(|| self.stands_so()) {
            return Some(found);
        }
        let is_not_there = self.eat_any(THERE_IS_NOT);
        let is_there = !is_not_there && self.eat_any(THERE_IS);
        let has_not = is_not_there || !is_there && self.eat_any(HAVE_NOT);
        if !is_there && !has_not && !self.eat_any(HAVE) {
            return None;
        }
        let (item, count, fewer) = match self.enough_for_it() {
            Some(item) if !is_there && !is_not_there => (item, ENOUGH, false),
            Some(_) => return None,
            None => self.so_many()?,
        };
        let mut fact = Fact::Held { item, count };
        if is_there || is_not_there {
            let _ = self.eat_any(&["left", "still"]);
            let holder = if self.eat_any(&["in", "inside"]) { self.holder()? } else { return None };
            fact = Fact::Stored { item: Some(item), count, holder };
        }
        self.eat_any(ON_YOU);
        self.ends_fact().then_some((fact, has_not == fewer))
    }

    /// "Mia is nearby".
    fn player_near(&mut self) -> Option<(Fact, bool)> {
        let begun = self.at;
        let word = self.words.get(begun).filter(|word| is_written_large(self.text, word))?;
        let written = &self.text[word.start..word.end];
        // "Anna's nearby"
        let is = written.strip_suffix("'s");
        let name = is.unwrap_or(written).to_owned();
        self.at += 1;
        let (not, near) = (["isn't", "is not"], ["nearby", "near", "here", "around", "close", "close by", "there"]);
        let found = if is.is_some() {
            self.eat_any(&near).then_some(true)
        } else if self.eat_any(NEAR) {
            Some(true)
        } else {
            (self.eat_any(&not) && self.eat_any(&near)).then_some(false)
        };
        if found.is_none() {
            self.at = begun;
        }
        found.filter(|_| self.ends_fact()).map(|holds| (Fact::Near(name), holds))
    }

    /// "the barrel has any bread in it", "the chest is empty".
    fn holder_holds(&mut self) -> Option<(Fact, bool)> {
        let begun = self.at;
        let found = self.holder().and_then(|holder| {
            let nothing = Fact::Stored { item: None, count: 1, holder };
            if self.eat_any(&["is empty", "is completely empty"]) {
                return Some((nothing, false));
            }
            if self.eat_any(&["isn't empty", "is not empty"]) {
                return Some((nothing, true));
            }
            let has_not = self.eat_any(&["has no", "contains no", "holds no", "doesn't have", "does not have"]);
            if !has_not && !self.eat_any(HOLDS) {
                return None;
            }
            let (item, count, fewer) = self.so_many()?;
            self.eat_any(&["in it", "inside", "left", "left in it", "inside it"]);
            self.ends_fact().then_some((Fact::Stored { item: Some(item), count, holder }, has_not == fewer))
        });
        if found.is_none() {
            self.at = begun;
        }
        found
    }

    /// "the door is open", "the campfire isn't lit".
    fn stands_so(&mut self) -> Option<(Fact, bool)> {
        const LONGEST: usize = 3;
        let begun = self.at;
        let _ = self.eat_any(&["the", "that", "your", "our", "my"]);
        let start = self.at;
        for end in (start + 1..=self.words.len().min(start + LONGEST)).rev() {
            let said = self.joined(start, end);
            // "the doors open" is one door's.
            let said = if said == "doors" { "door" } else { said.strip_suffix("'s").unwrap_or(&said) };
            let Some(kind) = kind_that_stands(said) else { continue };
            self.at = end;
            let is_not = self.eat_any(&["isn't", "is not", "isnt", "aint"]);
            self.eat("is");
            self.eat_any(&["still", "already"]);
            let so = SO.iter().find(|(phrase, _)| self.eat(phrase)).map(|(_, so)| *so);
            if let Some(so) = so.filter(|_| self.ends_fact()) {
                return Some((Fact::Stands(kind), so != is_not));
            }
        }
        self.at = begun;
        None
    }

    fn holder(&mut self) -> Option<&'static str> {
        let _ = self.eat_any(&["the", "your", "my", "our", "that"]);
        HOLDERS.iter().copied().find(|holder| self.eat(holder))
    }

    /// Whether what is to be done, or the end, comes next.
    fn ends_fact(&mut self) -> bool {
        let begun = self.at;
        if self.word().is_some_and(|word| is_joint(word) && word != "and") {
            self.at += 1;
            self.skip_fillers();
        }
        let ends = self.at_end()
            || self.word() == Some("then")
            // Only to what lies in something.
            || self.word() == Some("add") && self.words[..self.at].iter().any(|word| HOLDERS.contains(&word.text.as_str()))
            || OTHERWISE.iter().any(|phrase| self.comes(phrase).is_some())
            || verb_at(|phrase| self.comes(phrase)).is_some();
        self.at = begun;
        ends
    }

    /// "enough iron", "the gold for it": of what there is to be as much as it takes.
    fn enough_for_it(&mut self) -> Option<&'static str> {
        let begun = self.at;
        let enough = self.eat_any(&["enough", "enough of the", "sufficient"]);
        if enough || self.eat("the") {
            let start = self.at;
            for end in (start + 1..=self.words.len().min(start + 3)).rev() {
                let Some(named) = resolve(&self.joined(start, end), Use::Got) else { continue };
                self.at = end;
                if self.eat_any(FOR_IT) || enough {
                    return Some(named.name);
                }
            }
        }
        self.at = begun;
        None
    }

    /// "any coal", "at least 5 logs", "fewer than 3 torches": what, how many, and whether there are to be fewer.
    fn so_many(&mut self) -> Option<(&'static str, u32, bool)> {
        let fewer = self.eat_any(FEWER);
        if self.eat_any(NO_LEAST) {
            return None;
        }
        self.eat("at least");
        let beyond = self.eat("more than") || self.eat("over");
        self.eat_any(&["any", "some"]);
        let (count, _) = self.amount().ok()?;
        self.eat_any(&["spare", "or more"]);
        let count = match count {
            Count::Some(many) => many.saturating_add(u32::from(beyond)).max(1),
            Count::Unsaid | Count::The => 1,
            _ => return None,
        };
        let start = self.at;
        for end in (start + 1..=self.words.len().min(start + 5)).rev() {
            let said = self.joined(start, end);
            let Some(named) = resolve(&said, Use::Got) else { continue };
            self.at = end;
            self.eat("or more");
            // An iron pickaxe is a pickaxe, too.
            return Some((kind_left_open(&said).unwrap_or(named.name), count, fewer));
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

/// The two ways of what stands behind a condition: behind "otherwise", or behind the same condition put the other way.
fn apart<'a>(rest: &'a str, fact: &Fact, holds: bool) -> (&'a str, Option<&'a str>) {
    let mut parser = Parser::new(rest);
    for at in 0..parser.words.len() {
        parser.at = at;
        if is_if(&parser.words[at].text) {
            parser.at += 1;
            let contrary = parser.fact();
            let is_contrary =
                |(other, so): &(Fact, bool)| other == fact && (*so != holds) == (parser.words[at].text == "if");
            if contrary.as_ref().is_some_and(is_contrary) {
                return (of_clause(&rest[..parser.words[at].start]), Some(rest_of(&mut parser)));
            }
            parser.at = at;
        }
        let is_break = at == 0 || is_joint(&parser.words[at - 1].text) || parser.words[at].text == "otherwise";
        if is_break && parser.eat_any(OTHERWISE) {
            return (of_clause(&rest[..parser.words[at].start]), Some(rest_of(&mut parser)));
        }
    }
    (rest, None)
}

/// Without the joints around it.
pub(super) fn of_clause(text: &str) -> &str {
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

/// "make some more", "get more", "make some".
fn is_more(said: &str) -> bool {
    let words = words(said);
    let said: Vec<&str> = words.iter().map(|word| word.text.as_str()).filter(|word| *word != ".").collect();
    // "make some so that you have 10": that many were said before.
    let end = said.iter().position(|word| matches!(*word, "so" | "until" | "till"));
    let has_so_many = |rest: &[&str]| {
        matches!(rest, [.., "you", "have" | "hold", number] | [.., "it's" | "its" | "are" | "is", number] if is_number(number))
            || matches!(rest, [.., "you", "have" | "hold", "at", "least", number] if is_number(number))
    };
    let said = match end {
        Some(end) if has_so_many(&said[end..]) => &said[..end],
        _ => said.as_slice(),
    };
    let is_got = said.first().is_some_and(|verb| ["make", "get", "craft", "mine", "fetch", "gather"].contains(verb));
    is_got && [&["more"][..], &["some", "more"], &["some"]].contains(&&said[1..])
}

/// One way as a goal of its own: what the condition speaks of is named in it, and where it lies. `is_there`: on this way so much of it lies in
/// the chest.
fn done(said: &str, fact: &Fact, is_there: bool) -> Option<String> {
    let item = match fact {
        Fact::Held { item, .. } | Fact::Stored { item: Some(item), .. } => Some(*item),
        _ => None,
    };
    // "close it": the door.
    if let Fact::Stands(kind) = fact {
        let it = with_word(said, &["it", "them"], &format!("the {}", kind.replace('_', " ")));
        return [it, said.to_owned()].into_iter().find(|goal| parse(goal).is_ok());
    }
    let said = match fact {
        Fact::Stored { holder, .. } => &in_the(said, holder),
        _ => said,
    };
    if let Fact::Stored { item: None, .. } = fact {
        return Some(said.to_owned()).filter(|goal| parse(goal).is_ok());
    }
    // "make shears and give them to Zoe": what the way itself has named. "make a bucket out of it": of what lies there.
    let of_it = |before: &str| [" of", " from", " with"].iter().any(|of| before.trim_end().ends_with(of));
    let own = before_it(said).is_some_and(|before| named_in(before).is_some() && !of_it(before));
    let named: Vec<String> = match item {
        Some(item) if !own => vec![of_those(said, item, None), numbered(said, item)],
        Some(_) => vec![said.to_owned()],
        None => Vec::new(),
    };
    let speaks_of_it = named.iter().any(|way| way != said);
    let mut ways = Vec::new();
    if let Fact::Stored { item: Some(item), holder, .. } = fact {
        ways.extend(named.iter().flat_map(|way| out_of(way, way != said, item, holder, is_there)));
        // "bring one loaf to Lena", of bread: that lies there, too.
        const HANDS_OVER: &[&str] = &["bring", "give", "hand", "eat", "throw", "toss"];
        let hands_over = words(said).iter().take(2).any(|word| HANDS_OVER.contains(&word.text.as_str()));
        if !speaks_of_it && hands_over && named_in(said) == Some(*item) {
            ways.extend(out_of(said, true, item, holder, is_there));
        }
        // What speaks of what lies there and takes none of it out is nothing that is known.
        if is_there && speaks_of_it {
            return ways.into_iter().find(|goal| parse(goal).is_ok());
        }
    }
    // "it" is what the way itself has named, where it has.
    let as_said = [said.to_owned()];
    let plain: Vec<String> = match named_in(said) {
        Some(_) => as_said.into_iter().chain(named).collect(),
        None => named.into_iter().chain(as_said).collect(),
    };
    ways.into_iter().chain(plain).find(|goal| parse(goal).is_ok())
}

/// The same out of the chest that the condition speaks of. `is_named`: the way speaks of what lies there.
fn out_of(way: &str, is_named: bool, item: &str, holder: &str, is_there: bool) -> Vec<String> {
    const TAKES: &[&str] = &["take", "get", "grab", "fetch", "collect"];
    /// What is done with what lies there, once it is held.
    const USES: &[&str] =
        &["bring", "give", "eat", "put", "place", "plant", "smelt", "drop", "hand", "throw", "wear", "use"];
    let way =
        ["please ", "Please ", "kindly ", "pls "].iter().find_map(|polite| way.strip_prefix(polite)).unwrap_or(way);
    let words = words(way);
    let verb = words.first().map_or("", |word| word.text.as_str());
    // Of what is made of it so many as that takes.
    let needed = takes(item, way);
    let said = words.iter().find(|word| is_number(&word.text)).map(|word| word.text.clone());
    let number = match said {
        _ if let Some(needed) = needed => needed.to_string(),
        _ if words.iter().any(|word| matches!(word.text.as_str(), "one" | "a" | "an")) => "1".to_owned(),
        said => said.unwrap_or("all the".to_owned()),
    };
    let item = item.replace('_', " ");
    if TAKES.contains(&verb) {
        // "take 2, after that go to the bed": out of there is the first.
        let end = words.iter().find(|word| is_joint(&word.text)).map_or(way.len(), |joint| joint.start);
        let (first, rest) = (way[..end].trim_end(), &way[end..]);
        let space = if rest.is_empty() || rest.starts_with(',') { "" } else { " " };
        vec![format!("{first} from the {holder}{space}{rest}")]
    } else if is_there && (is_named && USES.contains(&verb) || ["make", "craft"].contains(&verb)) {
        vec![format!("take {number} {item} from the {holder}, {way}")]
    } else {
        Vec::new()
    }
}

/// "give 3 to Tom": of that.
fn numbered(said: &str, item: &str) -> String {
    let words = words(said);
    let ends = |at: &usize| words.get(at + 1).is_none_or(|word| is_joint(&word.text));
    let last = |is_it: &dyn Fn(usize) -> bool| (1..words.len()).filter(ends).find(|at| is_it(*at));
    // "take two pieces" of that, "make 4 more" of that
    let piece = last(&|at| matches!(words[at].text.as_str(), "piece" | "pieces")).map(|at| (at - 1, at));
    let more = || last(&|at| words[at].text == "more" && is_number(&words[at - 1].text)).map(|at| (at, at));
    if let Some((kept, from)) = piece.or_else(more) {
        return format!("{} {}{}", &said[..words[kept].end], item.replace('_', " "), &said[words[from].end..]);
    }
    let bare = (0..words.len()).find(|at| {
        let is_one = is_number(&words[*at].text) || matches!(words[*at].text.as_str(), "some" | "one");
        let behind = words.get(at + 1).map(|word| word.text.as_str());
        is_one
            && behind.is_none_or(|word| {
                is_joint(word) || matches!(word, "to" | "in" | "into" | "for" | "of" | "on" | "from" | "out")
            })
    });
    let Some(at) = bare else { return said.to_owned() };
    // "make a stone one"
    let stuff = at.checked_sub(1).map_or("", |before| words[before].text.as_str());
    if words[at].text == "one" && ["wooden", "stone", "iron", "golden", "diamond", "leather", "new"].contains(&stuff) {
        return format!("{}{}{}", &said[..words[at].start], item.replace('_', " "), &said[words[at].end..]);
    }
    let of_it = words.get(at + 1).is_some_and(|word| word.text == "of")
        && words.get(at + 2).is_some_and(|word| matches!(word.text.as_str(), "it" | "them" | "those"));
    let from = if of_it { at + 2 } else { at };
    format!("{} {}{}", &said[..words[at].end], item.replace('_', " "), &said[words[from].end..])
}

/// "put 4 dirt in there": into what the condition is about.
fn in_the(said: &str, holder: &str) -> String {
    // "store the dirt there"
    let stores =
        words(said).first().is_some_and(|verb| matches!(verb.text.as_str(), "put" | "store" | "stash" | "place"));
    if let Some(head) = said.strip_suffix(" there").filter(|head| stores && !head.ends_with(" in")) {
        return format!("{head} in the {holder}");
    }
    const ENDS: &[&str] = &[" in it", " into it", " from it", " in there", " into there", " from there"];
    // "add 5", "put 3 in, then go home": the first clause is meant.
    let all = words(said);
    let end = all.iter().find(|word| is_joint(&word.text)).map_or(said.len(), |joint| joint.start);
    let (first, rest) = (said[..end].trim_end(), &said[end..]);
    let rest = if rest.is_empty() || rest.starts_with(',') { rest.to_owned() } else { format!(" {rest}") };
    let verb = all.iter().find(|word| !matches!(word.text.as_str(), "please" | "then"));
    let verb = verb.map_or("", |verb| verb.text.as_str());
    let added = first.split_once("add ").map(|(_, added)| added).filter(|_| verb == "add");
    let placed = |what: &str| what.split(' ').any(|word| matches!(word, "in" | "into" | "to" | "from"));
    match added {
        Some(added) if !placed(added) => return format!("put {added} in the {holder}{rest}"),
        Some(added) if added.ends_with(" in it") || added.ends_with(" to it") => {
            return format!("put {} in the {holder}{rest}", &added[..added.len() - " in it".len()]);
        }
        _ => {}
    }
    if matches!(verb, "put" | "throw" | "place")
        && let Some(head) = first.strip_suffix(" in")
    {
        return format!("{head} in the {holder}{rest}");
    }
    let named = ENDS.iter().find_map(|end| Some((said.strip_suffix(end)?, end.rsplit_once(' ')?.0)));
    named.map_or_else(|| said.to_owned(), |(head, into)| format!("{head}{into} the {holder}"))
}

/// "if you have more than 10 cobblestone put the extra in the chest": what is held beyond those ten.
fn with_the_extra(said: &str, fact: &Fact, text: &str) -> String {
    const EXTRA: &[&str] = &["the extra ones", "the extra", "the surplus", "the excess"];
    let Fact::Held { item, count } = fact else { return said.to_owned() };
    let more = words(text).windows(2).any(|two| two[0].text == "more" && two[1].text == "than");
    let kept = count.saturating_sub(u32::from(more));
    let found = EXTRA.iter().find_map(|extra| said.split_once(extra));
    match found.filter(|_| kept > 0) {
        Some((before, behind)) => format!("{before}all but {kept} {}{behind}", item.replace('_', " ")),
        None => said.to_owned(),
    }
}

/// The first of these words by another.
fn with_word(said: &str, which: &[&str], other: &str) -> String {
    let words = words(said);
    match words.iter().find(|word| which.contains(&word.text.as_str())) {
        Some(word) => format!("{}{other}{}", &said[..word.start], &said[word.end..]),
        None => said.to_owned(),
    }
}

/// What stands before "it" or "them".
fn before_it(said: &str) -> Option<&str> {
    let it = words(said).into_iter().find(|word| matches!(word.text.as_str(), "it" | "them"))?;
    Some(&said[..it.start])
}

/// "give her a torch" of somebody who is named.
fn with_name(said: &str, name: &str) -> String {
    with_word(said, &["her", "him"], name)
}

/// "put your dirt in there, otherwise put it in the chest": what is spoken of in the other way, where the first names all of it.
fn with_thing(other: &str, then: &str) -> String {
    let said = words(then);
    let is_single = |word: &&Word| matches!(word.text.as_str(), "a" | "an" | "one" | "1");
    let singles = said.iter().filter(is_single).count();
    let is_more = said.iter().any(|word| is_number(&word.text) && !is_single(&word));
    let is_then = before_it(other).is_some_and(|before| named_in(before).is_none());
    match named_in(then).filter(|_| is_then && !is_more) {
        // "give her a bread, otherwise eat it"
        Some(item) if singles == 1 => with_word(other, &["it"], &format!("1 {}", item.replace('_', " "))),
        Some(item) if singles == 0 => of_those(other, item, None),
        _ => other.to_owned(),
    }
}

/// How a block of a kind is told to stand, and how else.
fn one_way(kind: &str) -> [&'static str; 2] {
    let how = knowledge::blocks_sought(kind).first().and_then(|block| knowledge::stands_how(block.default_state));
    match how {
        Some(("open", _)) => ["open", "shut"],
        Some(("lit", _)) => ["lit", "not lit"],
        _ => ["on", "off"],
    }
}

/// "otherwise give her a stick": who is spoken of in the other way.
fn with_player(other: &str, then: &str) -> String {
    let said = words(then);
    let gives =
        said.first().is_some_and(|verb| ["give", "bring", "hand", "throw", "toss", "pass"].contains(&&*verb.text));
    let large = said.iter().skip(1).find(|word| is_written_large(then, word));
    let behind_to = || said.windows(2).find(|two| gives && two[0].text == "to").map(|two| &two[1]);
    let name = large.or_else(behind_to).map(|word| &then[word.start..word.end]);
    name.map_or_else(|| other.to_owned(), |name| with_name(other, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coal(count: u32) -> Fact {
        Fact::Held { item: "coal", count }
    }

    fn in_chest(count: u32) -> Fact {
        Fact::Stored { item: Some("coal"), count, holder: "chest" }
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
            ("if you have fewer than 10 coal, mine some more.", coal(10), false, Some("get 10 coal"), None),
            ("if you have less than 5 coal get 4 more", coal(5), false, Some("get 4 more coal"), None),
            ("if there's coal in the chest take 5 of it", in_chest(1), true, Some("take 5 coal from the chest"), None),
            (
                "if there are at least 8 coal in the chest, take 4, if not take all of it",
                in_chest(8),
                true,
                Some("take 4 coal from the chest"),
                Some("take all the coal from the chest"),
            ),
            (
                "if the chest has any coal in it, bring it to Zoe",
                in_chest(1),
                true,
                Some("take all the coal from the chest, bring all the coal to Zoe"),
                None,
            ),
            (
                "if there's any iron in the chest make shears",
                Fact::Stored { item: Some("iron_ingot"), count: 1, holder: "chest" },
                true,
                Some("take 2 iron ingot from the chest, make shears"),
                None,
            ),
            ("if there is no coal in the chest, mine 2", in_chest(1), false, Some("mine 2 coal"), None),
            ("if you have some coal, give 1 to Tom", coal(1), true, Some("give 1 coal to Tom"), None),
            (
                "if you have any coal, get 3 bread from the chest and give it to Tom",
                coal(1),
                true,
                Some("get 3 bread from the chest and give it to Tom"),
                None,
            ),
            ("if you have 3 coal or more drop it", coal(3), true, Some("drop all the coal"), None),
            (
                "if the barrel is empty put 4 dirt in it",
                Fact::Stored { item: None, count: 1, holder: "barrel" },
                false,
                Some("put 4 dirt in the barrel"),
                None,
            ),
            ("if Mia is nearby give her a torch", Fact::Near("Mia".to_owned()), true, Some("give Mia a torch"), None),
            (
                "unless you have a sword already, make a stone one",
                Fact::Held { item: "sword", count: 1 },
                false,
                Some("make a stone sword"),
                None,
            ),
            ("unless you have 2 coal, mine 3 dirt", coal(2), false, Some("mine 3 dirt"), None),
            ("drop the coal if you have any", coal(1), true, Some("drop the coal"), None),
            ("if you have 3 coal then go home", coal(3), true, Some("go home"), None),
            (
                "if the doors open close it otherwise open it",
                Fact::Stands("door"),
                true,
                Some("close the door"),
                Some("open the door"),
            ),
            (
                "if it's night go to bed, if it's day go to the crafting table",
                Fact::Dark,
                true,
                Some("go to bed"),
                Some("go to the crafting table"),
            ),
            (
                "if there's no coal in the barrel put your dirt in there, otherwise put it in the chest",
                Fact::Stored { item: Some("coal"), count: 1, holder: "barrel" },
                false,
                Some("put your dirt in the barrel"),
                Some("put all the dirt in the chest"),
            ),
            (
                "if there is coal in the chest take 2, after that go to the bed",
                in_chest(1),
                true,
                Some("take 2 coal from the chest, after that go to the bed"),
                None,
            ),
        ] {
            let wanted =
                Provided { fact, holds, then: then.map(str::to_owned), otherwise: otherwise.map(str::to_owned) };
            assert_eq!(provided(said), Some(wanted), "{said}");
        }
        for none in [
            "get me 3 logs",
            "if it rains go in",
            "if you have coal frob the wotsit",
            "close the door if it is open",
            "if there are more than 8 coal in the chest, remove it",
        ] {
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
