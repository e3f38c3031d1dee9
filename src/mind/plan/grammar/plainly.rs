//! A goal in other words that mean the same: what is not understood as it stands may be once turns of phrase that the grammar has no
//! clause for are put plainly. What was said and what it was taken for is noted, so that the plan can say so.

use std::{
    cell::Cell,
    collections::{HashMap, HashSet, VecDeque},
    sync::LazyLock,
};

use tracing::debug;

use super::{
    count::{self, written_out},
    parser::begins_a_clause,
    quoted::Quoted,
    reading::says,
    voice::ordered,
    words::{Word, is_joint, words},
};

/// The turns of phrase, in the order in which they are tried; the first says how a line of them is written, and has the groups of phrases
/// that all may name.
const COMMON: &str = include_str!("../../../../assets/words/common.txt");
const OTHERS: [&str; 8] = [
    include_str!("../../../../assets/words/asides.txt"),
    include_str!("../../../../assets/words/verbs.txt"),
    include_str!("../../../../assets/words/things.txt"),
    include_str!("../../../../assets/words/chests.txt"),
    include_str!("../../../../assets/words/work.txt"),
    include_str!("../../../../assets/words/hands.txt"),
    include_str!("../../../../assets/words/people.txt"),
    include_str!("../../../../assets/words/questions.txt"),
];
/// Sentences of other shapes.
const CLAUSES: &str = include_str!("../../../../assets/words/clauses.txt");
/// The verbs that are said for those that the grammar knows.
const SYNONYMS: &str = include_str!("../../../../assets/words/synonyms.txt");

/// The most words of a run.
const LONGEST: usize = 7;

/// A turn of phrase, and the plain words for it.
struct Turn {
    said: Vec<Piece>,
    plain: &'static str,
    /// Words that must be there: without them nothing is tried.
    telling: Vec<&'static str>,
}

/// What a turn of phrase is made of, one after the other.
enum Piece {
    /// The goal begins here.
    First,
    /// A clause begins here.
    Begins,
    /// A clause ends here.
    Ends,
    /// A clause ends here, and no "and" goes on with it.
    Closes,
    Said(&'static str),
    /// One of these words, or none where that may be.
    Either {
        words: Vec<&'static str>,
        or_none: bool,
    },
    /// One of these phrases, the longest first; named, as the plain words may repeat it.
    Phrase {
        name: &'static str,
        phrases: Vec<Vec<&'static str>>,
        or_none: bool,
    },
    Gap {
        name: &'static str,
        of: Gap,
    },
}

/// What a gap in a turn of phrase takes.
#[derive(Clone, Copy)]
enum Gap {
    Run,
    Word,
    Number,
    Compass,
    Name,
}

/// What is put plainly in any case, what where it comes out as an order about goals, and what only where a goal is not understood.
#[derive(Default)]
struct Table {
    always: Vec<Turn>,
    orders: Vec<Turn>,
    turns: Vec<Turn>,
    clauses: Vec<Turn>,
    synonyms: Vec<Turn>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    let shared = phrases_of(COMMON, &Phrases::new());
    let read = |table: &mut Table, text| table.read(text, &phrases_of(text, &shared));
    read(&mut table, SYNONYMS);
    table.synonyms = std::mem::take(&mut table.turns);
    read(&mut table, CLAUSES);
    table.clauses = std::mem::take(&mut table.turns);
    [COMMON].into_iter().chain(OTHERS).for_each(|text| read(&mut table, text));
    table
});

/// Groups of phrases, by name.
type Phrases = HashMap<&'static str, Vec<Vec<&'static str>>>;

/// The lines of one section of a file.
fn lines(text: &'static str, section: &str) -> impl Iterator<Item = &'static str> {
    let begun = text.split_once(&format!("\n[{section}]\n")).map_or("", |(_, behind)| behind);
    let part = begun.split_once("\n[").map_or(begun, |(part, _)| part);
    part.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The groups that a file may name: its own, and those that all share.
fn phrases_of(text: &'static str, shared: &Phrases) -> Phrases {
    let mut phrases = shared.clone();
    for (name, listed) in lines(text, "phrases").filter_map(|line| line.split_once(" = ")) {
        let mut listed: Vec<Vec<&str>> = listed.split(" / ").map(|phrase| phrase.split(' ').collect()).collect();
        listed.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        phrases.insert(name, listed);
    }
    phrases
}

impl Table {
    fn read(&mut self, text: &'static str, phrases: &Phrases) {
        let turns = |section: &str| {
            let halves = lines(text, section).filter_map(|line| line.split_once("=>"));
            halves.map(|(said, plain)| Turn::read(said.trim(), plain.trim(), phrases)).collect::<Vec<_>>()
        };
        self.always.extend(turns("always"));
        self.orders.extend(turns("orders"));
        self.turns.extend(turns("turns"));
    }
}

impl Turn {
    fn read(said: &'static str, plain: &'static str, phrases: &Phrases) -> Self {
        let last = said.split(' ').count() - 1;
        let piece = |(at, word): (usize, &'static str)| match word {
            "^" => Piece::First,
            "|" if at == last => Piece::Ends,
            "|" => Piece::Begins,
            "$" => Piece::Closes,
            "<a>" | "<b>" | "<c>" => Piece::Gap { name: word, of: Gap::Run },
            "<w>" | "<v>" => Piece::Gap { name: word, of: Gap::Word },
            "<n>" | "<m>" => Piece::Gap { name: word, of: Gap::Number },
            "<d>" => Piece::Gap { name: word, of: Gap::Compass },
            "<p>" | "<q>" => Piece::Gap { name: word, of: Gap::Name },
            named if named.starts_with('@') => {
                let name = named.trim_end_matches('?');
                let phrases = phrases.get(name).cloned().unwrap_or_default();
                Piece::Phrase { name, phrases, or_none: named.ends_with('?') }
            }
            either if either.contains('/') => {
                let words = either.split('/').filter(|word| !word.is_empty()).collect();
                Piece::Either { words, or_none: either.ends_with('/') }
            }
            said => Piece::Said(said),
        };
        let said: Vec<Piece> = said.split(' ').enumerate().map(piece).collect();
        let telling = said.iter().filter_map(|piece| match piece {
            Piece::Said(word) => Some(*word),
            _ => None,
        });
        Self { plain, telling: telling.collect(), said }
    }
}

/// What is no name of a place or a player.
const NO_NAMES: &[&str] = &[
    "nobody",
    "noone",
    "none",
    "anybody",
    "anyone",
    "he",
    "she",
    "they",
    "night",
    "noon",
    "midnight",
    "dawn",
    "dusk",
    "sunset",
    "sunrise",
    "nightfall",
    "once",
    "least",
    "most",
    "all",
    "me",
    "you",
    "him",
    "her",
    "it",
    "them",
    "us",
    "y",
    "x",
    "z",
    "here",
    "there",
    "this",
    "that",
    "away",
    "up",
    "down",
    "off",
    "on",
    "out",
    "in",
    "over",
    "back",
    "aside",
    "open",
    "shut",
    "closed",
    "yourself",
];

/// How many ways of putting a goal are tried where turns in the order of their lines lead nowhere.
const MOST_SOUGHT: usize = 80;
/// How many turns of phrase after each other are tried then.
const MOST_TURNS: usize = 4;

/// What may stand before the beginning of a clause.
const POLITE: &[&str] =
    &["please", "pls", "plz", "now", "just", "kindly", "could", "can", "would", "you", "also", "next"];
/// What may stand behind the end of a clause.
const ENDS: &[&str] = &["please", "pls", "plz", "thanks", "thx", "so", "now", "for"];

/// A goal put plainly, as far as it takes to be understood, and how that was done; `None` where there is nothing to put so.
pub(super) fn put_plainly(text: &str, is_understood: impl Fn(&str) -> bool) -> Option<(String, Vec<String>)> {
    match Quoted::of(text) {
        Some(quoted) => around_quotes(&quoted, |masked, is_understood| plainly(masked, is_understood), is_understood),
        None => plainly(text, &is_understood),
    }
}

type IsUnderstood<'a> = &'a dyn Fn(&str) -> bool;

/// The same of a goal that quotes: the words around what is quoted are put.
fn around_quotes(
    quoted: &Quoted,
    put: impl Fn(&str, IsUnderstood) -> Option<(String, Vec<String>)>,
    is_understood: impl Fn(&str) -> bool,
) -> Option<(String, Vec<String>)> {
    let reads = |masked: &str| quoted.whole(masked).is_some_and(|plain| is_understood(&plain));
    let (masked, notes) = put(&quoted.masked, &reads)?;
    let notes = notes.into_iter().map(|note| quoted.told(&note)).collect();
    Some((quoted.whole(&masked)?, notes))
}

fn plainly(text: &str, is_understood: IsUnderstood) -> Option<(String, Vec<String>)> {
    let (order, mut notes) = ordered(text).unwrap_or_else(|| (text.to_owned(), Vec::new()));
    if notes.is_empty() || !is_understood(&order) {
        // What has a turn of its own is put by that; where that leads nowhere, the sentence may have another shape, or its verb stand for
        // another.
        let (turns, clauses, synonyms) = (TABLE.turns.as_slice(), TABLE.clauses.as_slice(), TABLE.synonyms.as_slice());
        let orders = [[turns, clauses, synonyms], [synonyms, turns, clauses], [clauses, turns, synonyms]];
        let mut put = None;
        for by in orders {
            let Some((plain, more)) = put_by(&by, &order, is_understood) else { break };
            if is_understood(&plain) {
                put = Some((plain, more));
                break;
            }
            put = put.or(Some((plain, more)));
        }
        let Some((plain, more)) = put else {
            return (!notes.is_empty()).then_some((order, notes));
        };
        notes.extend(more);
        return Some((plain, notes));
    }
    Some((order, notes))
}

/// What is said about goals, put plainly.
pub(super) fn put_as_order(text: &str) -> Option<String> {
    put_by(&[&TABLE.orders], text, |_| false).map(|(plain, _)| plain)
}

/// A goal without what would be understood otherwise than it is meant, and what that was.
pub(super) fn shorn(said: &str) -> Option<(String, Vec<String>)> {
    let text = &without_signs(said);
    let (mut plain, mut notes) =
        put_by(&[&TABLE.always], text, |_| false).unwrap_or_else(|| (text.clone(), Vec::new()));
    if let Some((next, note)) = by_their_names(&plain) {
        plain = next;
        notes.push(note);
    }
    if let Some((next, note)) = all_but(&plain) {
        plain = next;
        notes.push(note);
    }
    (plain != *text || !notes.is_empty() || text != said).then_some((plain, notes))
}

/// "get 5 logs (no rush)", "two - no, three - torches": what is put between dashes or in brackets stands between commas.
fn without_signs(text: &str) -> String {
    if text.contains(['"', '\u{201c}']) {
        return text.to_owned();
    }
    let mut plain = text
        .replace(['\u{2013}', '\u{2014}'], " - ")
        .replace(" -- ", " - ")
        .replace("? ", ". ")
        .replace(" & ", " and ");
    if let Some(asked) = plain.trim_end().strip_suffix(", please") {
        plain = asked.to_owned();
    }
    // "from 10 - 20" is none.
    let between = |plain: &str, at: usize| {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        digit(plain[..at].trim_end().chars().next_back()) && digit(plain[at + 3..].trim_start().chars().next())
    };
    while let Some(at) = plain.match_indices(" - ").map(|(at, _)| at).find(|at| !between(&plain, *at)) {
        plain.replace_range(at..at + 3, ", ");
    }
    if let (Some(open), Some(close)) = (plain.find(" ("), plain.find(')'))
        && open < close
    {
        let rest = plain[close + 1..].trim_start();
        let joint = if rest.is_empty() || rest.starts_with([',', '.', ';', '!', '?']) { "" } else { ", " };
        plain = format!("{}, {}{joint}{rest}", &plain[..open], &plain[open + 2..close]);
    }
    plain
}

/// "my granddaughter Emma" is Emma.
fn by_their_names(text: &str) -> Option<(String, String)> {
    const KIN: &[&str] = &[
        "granddaughter",
        "grandson",
        "friend",
        "daughter",
        "son",
        "sister",
        "brother",
        "wife",
        "husband",
        "buddy",
        "mate",
        "pal",
        "teacher",
        "neighbour",
        "neighbor",
        "cousin",
        "colleague",
        "mum",
        "mom",
        "dad",
        "aunt",
        "uncle",
        "grandma",
        "grandpa",
    ];
    const SPEAKS: &[&str] = &["say", "tell", "write", "call", "ask", "whisper", "shout", "name", "message"];
    let words = words(text);
    if words.iter().any(|word| SPEAKS.contains(&word.text.as_str())) {
        return None;
    }
    let at = (0..words.len().saturating_sub(2)).find(|at| {
        matches!(words[*at].text.as_str(), "my" | "our" | "your")
            && KIN.contains(&words[at + 1].text.as_str())
            && text[words[at + 2].start..].starts_with(char::is_uppercase)
    })?;
    let (said, name) = (&text[words[at].start..words[at + 2].end], &text[words[at + 2].start..words[at + 2].end]);
    Some((
        format!("{}{}", &text[..words[at].start], &text[words[at + 2].start..]),
        format!("{said:?} is read as {name:?}"),
    ))
}

/// "drop all but 6 planks": of the planks, and not of all that is held.
fn all_but(text: &str) -> Option<(String, String)> {
    /// What is no kind of thing.
    const OF_ALL: &[&str] = &["them", "it", "things", "items", "stacks", "stack", "tools", "those", "these"];
    let words = words(text);
    let at = (0..words.len().saturating_sub(3)).find(|at| {
        words[*at].text == "all"
            && matches!(words[at + 1].text.as_str(), "but" | "except")
            && is_number(&words[at + 2].text)
    })?;
    let of = words[at + 3].text == "of";
    let whose = words.get(at + 4).is_some_and(|word| matches!(word.text.as_str(), "your" | "the" | "my"));
    let start = if of { at + 4 + usize::from(whose) } else { at + 3 };
    let ends = |word: &Word| {
        is_joint(&word.text) || matches!(word.text.as_str(), "in" | "into" | "inside" | "to" | "from" | "out" | "away")
    };
    let end = (start..words.len()).find(|at| ends(&words[*at])).unwrap_or(words.len());
    let things = words.get(start..end).filter(|things| !things.is_empty())?;
    if things.iter().any(|word| OF_ALL.contains(&word.text.as_str())) {
        return None;
    }
    // "all but 3 torches and the axe" is of all.
    let rest = words.get(end).filter(|word| matches!(word.text.as_str(), "and" | ",")).map(|word| &text[word.end..]);
    if rest.is_some_and(|rest| !begins_a_clause(rest)) {
        return None;
    }
    let (number, thing) =
        (&text[words[at + 2].start..words[at + 2].end], &text[words[start].start..words[end - 1].end]);
    let plain = format!("all your {thing} but {number}");
    let note = format!("{:?} is read as {plain:?}", &text[words[at].start..words[end - 1].end]);
    Some((format!("{}{plain}{}", &text[..words[at].start], &text[words[end - 1].end..]), note))
}

fn put_by(turns: &[&'static [Turn]], text: &str, is_enough: impl Fn(&str) -> bool) -> Option<(String, Vec<String>)> {
    // What is in quotes is said.
    if text.contains(['"', '\u{201c}']) {
        return None;
    }
    let (mut plain, mut notes) = (text.to_owned(), Vec::new());
    let mut said = words(&plain);
    // What softens a goal goes on the first round: some turns begin where a clause does, and fit only then.
    for _ in 0..2 {
        let before = notes.len();
        for turn in turns.iter().copied().flatten() {
            // A phrase may be said twice.
            for _ in 0..2 {
                let Some((next, note)) = turned(&plain, &said, turn).filter(|(next, _)| *next != plain) else { break };
                debug!("{note}: {next:?}");
                plain = next;
                said = words(&plain);
                notes.push(note);
                // What is understood would only be put otherwise by those behind.
                if is_enough(&plain) {
                    return Some((plain, notes));
                }
            }
        }
        if notes.len() == before {
            break;
        }
    }
    (!notes.is_empty()).then_some((plain, notes))
}

/// A goal put plainly by the fewest turns after which it is understood, in whatever order: a turn that comes early may spoil what a later one
/// is about. `None` where none is found among the first [`MOST_SOUGHT`].
pub(super) fn put_somehow(text: &str, is_understood: impl Fn(&str) -> bool) -> Option<(String, Vec<String>)> {
    thread_local! {
        /// What is tried is read as well, and must not be looked for in the same way again: that would take many times as long.
        static SEEKING: Cell<bool> = const { Cell::new(false) };
    }
    if SEEKING.replace(true) {
        return None;
    }
    let found = match Quoted::of(text) {
        Some(quoted) => around_quotes(&quoted, |masked, is_understood| sought(masked, is_understood), is_understood),
        None => sought(text, &is_understood),
    };
    SEEKING.set(false);
    found
}

fn sought(text: &str, is_understood: IsUnderstood) -> Option<(String, Vec<String>)> {
    let turns = [&TABLE.turns, &TABLE.clauses, &TABLE.synonyms];
    if text.contains(['"', '\u{201c}']) {
        return None;
    }
    let mut known = HashSet::from([text.to_owned()]);
    let mut open = VecDeque::from([(text.to_owned(), Vec::<String>::new())]);
    // "tidy up: put all of it away": what stands behind the colon is a clause of its own.
    if let Some((before, behind)) = text.split_once(": ").filter(|_| !says(text)) {
        open.push_back((format!("{before}, {behind}"), Vec::new()));
    }
    while let Some((plain, notes)) = open.pop_front() {
        let said = words(&plain);
        for turn in turns.into_iter().flatten() {
            let Some((next, note)) = turned(&plain, &said, turn) else { continue };
            if !known.insert(next.clone()) {
                continue;
            }
            let notes: Vec<String> = notes.iter().cloned().chain([note]).collect();
            if is_understood(&next) {
                debug!("{notes:?}: {next:?}");
                return Some((next, notes));
            }
            if known.len() > MOST_SOUGHT {
                return None;
            }
            if notes.len() < MOST_TURNS {
                open.push_back((next, notes));
            }
        }
    }
    None
}

/// Puts a phrase plainly where it comes first.
fn turned(text: &str, words: &[Word], turn: &'static Turn) -> Option<(String, String)> {
    if !turn.telling.iter().all(|telling| words.iter().any(|word| word.text == *telling)) {
        return None;
    }
    (0..words.len()).find_map(|at| {
        let mut found = Vec::new();
        let end = matches(words, at, &turn.said, &mut found)?;
        let from = words[at].start;
        let to = words[end - 1].end;
        let plain: Vec<String> = turn
            .plain
            .split(' ')
            .map(|word| {
                let said = |(_, first, last): &(&str, usize, usize)| &text[words[*first].start..words[*last - 1].end];
                if let Some(gap) = found.iter().find(|(name, ..)| *name == word) {
                    // "five": in digits, which every clause takes. "one" may be a thing.
                    let number = Some(said(gap)).filter(|said| matches!(word, "<n>" | "<m>") && *said != "one");
                    let digits = number.and_then(number_of).map(|number| number.to_string());
                    return digits.unwrap_or_else(|| said(gap).to_owned());
                }
                // A number within a word: `~<n>`, `<n>x<m>`.
                ["<n>", "<m>"].into_iter().fold(word.to_owned(), |word, gap| {
                    let number = found.iter().find(|(name, ..)| *name == gap).and_then(|gap| number_of(said(gap)));
                    let number = number.filter(|number| *number > 0);
                    number.map_or(word.clone(), |number| word.replace(gap, &number.to_string()))
                })
            })
            .collect();
        // What stands for a gap may have an article of its own: "a", and then "a house".
        let is_article = |word: &str| matches!(word.to_ascii_lowercase().as_str(), "a" | "an" | "the");
        let goes_twice = |at: usize| {
            let next = plain.get(at + 1).and_then(|next| next.split(' ').next());
            is_article(&plain[at]) && next.is_some_and(is_article)
        };
        let plain: Vec<&str> = (0..plain.len()).filter(|at| !goes_twice(*at)).map(|at| plain[at].as_str()).collect();
        let plain = plain.join(" ");
        let note = match plain.as_str() {
            "" => format!("{:?} changes nothing", text[from..to].trim_matches([',', ' '])),
            plain => format!("{:?} is read as {plain:?}", &text[from..to]),
        };
        let rest = text[to..].trim_start();
        let before = text[..from].trim_end();
        // A sign stands right behind a word.
        let gap = if rest.starts_with([',', ';', '.', '!', '?']) { "" } else { " " };
        let plain = format!("{before} {plain}");
        Some((format!("{}{gap}{rest}", plain.trim_end()).replace("  ", " ").trim().to_owned(), note))
    })
}

/// Where the words end that a turn of phrase fits from a word on, with what stands for its gaps.
fn matches(
    words: &[Word],
    at: usize,
    pieces: &[Piece],
    found: &mut Vec<(&'static str, usize, usize)>,
) -> Option<usize> {
    let Some((first, rest)) = pieces.split_first() else { return Some(at) };
    let word = words.get(at).map(|word| word.text.as_str());
    // What stands for a gap, up to a word; taken back where the rest does not fit.
    let takes = |name: &'static str, end: usize, found: &mut Vec<_>| {
        let length = found.len();
        found.push((name, at, end));
        let fits = matches(words, end, rest, found);
        if fits.is_none() {
            found.truncate(length);
        }
        fits
    };
    match first {
        Piece::First => {
            let begins = words[..at].iter().all(|word| is_joint(&word.text) || POLITE.contains(&word.text.as_str()));
            begins.then(|| matches(words, at, rest, found)).flatten()
        }
        Piece::Begins => {
            let before = words[..at].iter().rev().find(|word| !POLITE.contains(&word.text.as_str()));
            let begins = before.is_none_or(|word| is_joint(&word.text)) || is_behind_a_time(&words[..at]);
            begins.then(|| matches(words, at, rest, found)).flatten()
        }
        Piece::Ends => {
            let ends = word.is_none_or(|word| is_joint(word) || ENDS.contains(&word));
            ends.then(|| matches(words, at, rest, found)).flatten()
        }
        Piece::Closes => {
            let ends = word.is_none_or(|word| matches!(word, "." | "," | ";") || ENDS.contains(&word));
            ends.then(|| matches(words, at, rest, found)).flatten()
        }
        Piece::Said(said) => (word? == *said).then(|| matches(words, at + 1, rest, found)).flatten(),
        Piece::Either { words: either, or_none } => {
            let length = found.len();
            let said = word.filter(|word| either.contains(word));
            said.and_then(|_| matches(words, at + 1, rest, found)).or_else(|| {
                found.truncate(length);
                or_none.then(|| matches(words, at, rest, found)).flatten()
            })
        }
        Piece::Phrase { name, phrases, or_none } => {
            let comes = |phrase: &&Vec<&str>| {
                let next = words.get(at..at + phrase.len());
                next.is_some_and(|next| next.iter().map(|word| word.text.as_str()).eq(phrase.iter().copied()))
            };
            let fits = phrases.iter().filter(comes).find_map(|phrase| takes(name, at + phrase.len(), found));
            fits.or_else(|| or_none.then(|| matches(words, at, rest, found)).flatten())
        }
        Piece::Gap { name, of: Gap::Run } => (at + 1..=words.len().min(at + LONGEST))
            .take_while(|end| !is_joint(&words[end - 1].text))
            .find_map(|end| takes(name, end, found)),
        Piece::Gap { name, of } => {
            let end = gap_end(words, at, *of)?;
            takes(name, end, found)
        }
    }
}

/// Whether the words before are when something is to be done: "every 5 minutes", "in two minutes".
fn is_behind_a_time(before: &[Word]) -> bool {
    const TIMES: &[&str] = &[
        "second", "seconds", "minute", "minutes", "hour", "hours", "tick", "ticks", "evening", "morning", "night",
        "day", "noon", "midnight", "dusk", "dawn",
    ];
    let is = |back: usize, words: &[&str]| {
        before.len().checked_sub(back).is_some_and(|at| words.contains(&before[at].text.as_str()))
    };
    is(1, TIMES) && (2..4).any(|back| is(back, &["every", "each", "in", "at"]))
}

/// Where a gap of one word, or of a name, ends; `None` where no such comes next.
fn gap_end(words: &[Word], at: usize, gap: Gap) -> Option<usize> {
    let word = words.get(at)?.text.as_str();
    match gap {
        Gap::Run | Gap::Word => !is_joint(word),
        Gap::Number => is_number(word),
        Gap::Compass => is_compass(word),
        Gap::Name => {
            let the = usize::from(matches!(word, "the" | "my" | "our"));
            let name = words.get(at + the)?.text.as_str();
            let is_name = name.len() > 1 && name.chars().all(char::is_alphabetic) && !NO_NAMES.contains(&name);
            return is_name.then_some(at + the + 1);
        }
    }
    .then_some(at + 1)
}

fn is_compass(word: &str) -> bool {
    let way = |word: &str| ["north", "south", "east", "west"].contains(&word);
    way(word) || ["north", "south"].iter().any(|first| word.strip_prefix(first).is_some_and(way))
}

fn number_of(word: &str) -> Option<i64> {
    written_out(word).map(i64::from).or_else(|| word.parse().ok())
}

/// As coordinates are, too.
fn is_number(word: &str) -> bool {
    count::is_number(word.strip_prefix('-').unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line that is no turn, a group that nobody has written and plain words that nothing stands for would do nothing, unnoticed.
    #[test]
    fn every_line_is_a_turn() {
        let shared = phrases_of(COMMON, &Phrases::new());
        for text in [COMMON, SYNONYMS, CLAUSES].into_iter().chain(OTHERS) {
            let phrases = phrases_of(text, &shared);
            let turns = ["always", "orders", "turns"].into_iter().flat_map(|section| lines(text, section));
            for line in turns {
                let (said, plain) = line.split_once("=>").unwrap_or_else(|| panic!("no turn: {line}"));
                let gap = |word: &str| word.starts_with(['<', '@']);
                for name in said.split(' ').filter(|word| word.starts_with('@')) {
                    assert!(phrases.contains_key(name.trim_end_matches('?')), "no group {name}: {line}");
                }
                for word in plain.replace("x<", " <").split(' ').filter(|word| gap(word)) {
                    assert!(
                        said.split(' ').any(|said| said.trim_end_matches('?') == word),
                        "nothing is {word}: {line}"
                    );
                }
            }
            for name in lines(text, "phrases").filter_map(|line| line.split_once(" = ")).map(|(name, _)| name) {
                let used = text.split([' ', '\n']).filter(|word| word.trim_end_matches('?') == name).count();
                assert!(text == COMMON || used > 1, "nobody uses {name}");
            }
        }
    }

    #[test]
    fn turns_of_phrase_are_put_plainly() {
        for (said, plain) in [
            ("get 6 sand, smelt it to glass and go home", "get 6 sand, smelt it into glass and go home"),
            ("mine 12 coal, keep four, rest goes in the chest", "mine 12 coal, keep four, put the rest in the chest"),
            ("get your best armor on", "wear your best armour"),
            ("the door should be closed, please", "close the door"),
            ("Head for ~6 ~-6 and say hi once you're there.", "go to ~6 ~-6 and say hi."),
            ("take all but a dozen of the dirt in the chest", "take all the dirt but 12 from the chest"),
            ("before you go home, eat", "eat , then go home"),
            ("sort the chests at base", "go to base and sort the chests"),
            ("every evening sleep, for the next two days", "every evening sleep, for 2 days"),
        ] {
            assert_eq!(put_plainly(said, |_| false).map_or(said.to_owned(), |(plain, _)| plain), plain, "{said}");
        }
        assert_eq!(shorn("make a door, any wood").map(|(plain, _)| plain).as_deref(), Some("make a door"));
        for same in ["sort the chests at night", "say \"any wood will do, any wood\"", "put the tools in a barrel"] {
            assert_eq!(put_plainly(same, |_| false), None, "{same}");
        }
    }
}
