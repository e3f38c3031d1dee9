//! What did the person ask for? A small grammar of goals, without a model.
//!
//! A goal is one or several clauses joined by *and*, *then*, a comma or a semicolon; a clause without a verb goes on with
//! the one before (`get 3 logs and 2 sticks`). Everything after *say* or *chat* is the message. Upper and lower case are
//! the same, except in what is said.

use serde_json::json;

use crate::{
    domain::{ErrorCode, MAX_COUNT, MAX_GOAL_LENGTH, ToolError, thousands},
    knowledge::{self, FAMILIES, block, blocks, family, item, items, nearest_names},
};

/// One clause of a goal, its names known to exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// In the end at least `count` are held.
    Get {
        item: &'static str,
        count: u32,
    },
    /// `count` more are made.
    Craft {
        item: &'static str,
        count: u32,
    },
    /// `count` more are smelted.
    Smelt {
        item: &'static str,
        count: u32,
    },
    /// `count` more are mined; `at`: just that block.
    Mine {
        target: &'static str,
        count: u32,
        at: Option<[Coord; 3]>,
    },
    /// `y` where given, else the surface.
    Go {
        x: Coord,
        y: Option<Coord>,
        z: Coord,
    },
    Say {
        message: String,
    },
    Place {
        block: &'static str,
        at: Option<[Coord; 3]>,
    },
    Drop {
        item: &'static str,
        count: u32,
    },
    /// Nothing is left standing from one corner to the other.
    Clear {
        from: [Coord; 3],
        to: [Coord; 3],
    },
    Look,
}

/// A coordinate as in the game's commands: `~` counts from where the bot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coord {
    Absolute(i32),
    Relative(i32),
}

/// What can be asked, for whoever was not understood.
pub const EXAMPLES: &[&str] = &[
    "get me a stone pickaxe",
    "get 10 torches and a chest",
    "craft 4 ladders",
    "mine 8 cobblestone",
    "smelt 3 iron ingots",
    "go to 100 64 100",
    "go to 40 -25 and say hello",
    "place a crafting table",
    "drop 5 dirt",
    "clear 5x5x3 here",
    "dig a 3x3x4 hole",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Get,
    Craft,
    Smelt,
    Mine,
    Go,
    Say,
    Place,
    Drop,
    Clear,
    Look,
}

/// Longest first where one begins another.
const VERBS: &[(&str, Verb)] = &[
    ("i would like to have", Verb::Get),
    ("i would like", Verb::Get),
    ("i need", Verb::Get),
    ("i want", Verb::Get),
    ("get me", Verb::Get),
    ("get", Verb::Get),
    ("give me", Verb::Get),
    ("find me", Verb::Get),
    ("find", Verb::Get),
    ("fetch me", Verb::Get),
    ("fetch", Verb::Get),
    ("bring me", Verb::Get),
    ("bring", Verb::Get),
    ("obtain", Verb::Get),
    ("acquire", Verb::Get),
    ("collect", Verb::Get),
    ("gather", Verb::Get),
    ("craft me", Verb::Craft),
    ("craft", Verb::Craft),
    ("make me", Verb::Craft),
    ("make", Verb::Craft),
    ("smelt me", Verb::Smelt),
    ("smelt", Verb::Smelt),
    ("cook me", Verb::Smelt),
    ("cook", Verb::Smelt),
    ("bake me", Verb::Smelt),
    ("bake", Verb::Smelt),
    ("roast", Verb::Smelt),
    ("mine", Verb::Mine),
    ("dig out", Verb::Clear),
    ("excavate", Verb::Clear),
    ("clear", Verb::Clear),
    ("dig up", Verb::Mine),
    ("dig", Verb::Mine),
    ("chop down", Verb::Mine),
    ("chop", Verb::Mine),
    ("break", Verb::Mine),
    ("harvest", Verb::Mine),
    ("go over to", Verb::Go),
    ("go to", Verb::Go),
    ("go", Verb::Go),
    ("walk to", Verb::Go),
    ("walk", Verb::Go),
    ("move to", Verb::Go),
    ("move", Verb::Go),
    ("come to", Verb::Go),
    ("run to", Verb::Go),
    ("travel to", Verb::Go),
    ("navigate to", Verb::Go),
    ("head to", Verb::Go),
    ("say", Verb::Say),
    ("chat", Verb::Say),
    ("place", Verb::Place),
    ("put down", Verb::Place),
    ("put", Verb::Place),
    ("drop", Verb::Drop),
    ("throw away", Verb::Drop),
    ("throw", Verb::Drop),
    ("toss", Verb::Drop),
    ("look around", Verb::Look),
    ("look", Verb::Look),
    ("report", Verb::Look),
    ("status", Verb::Look),
];

const POLITE: &[&str] =
    &["please", "kindly", "now", "also", "can you", "could you", "would you", "go and", "let's", "just"];

const NUMBERS: &[(&str, u32)] = &[
    ("a couple of", 2),
    ("a dozen", 12),
    ("a few", 3),
    ("a stack of", 64),
    ("some", 4),
    ("an", 1),
    ("a", 1),
    ("the", 1),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("sixteen", 16),
    ("twenty", 20),
    ("thirty two", 32),
    ("thirty", 30),
    ("fifty", 50),
    ("sixty four", 64),
    ("hundred", 100),
];

/// Other words for a name.
const ALIASES: &[(&str, &str)] = &[
    ("wood", "log"),
    ("tree", "log"),
    ("wooden_log", "log"),
    ("timber", "log"),
    ("plank", "planks"),
    ("wooden_plank", "planks"),
    ("wooden_planks", "planks"),
    ("wood_planks", "planks"),
    ("cobble", "cobblestone"),
    ("cobble_stone", "cobblestone"),
    ("workbench", "crafting_table"),
    ("craft_table", "crafting_table"),
    ("grass", "short_grass"),
    ("steak", "cooked_beef"),
];

/// Reads a goal.
///
/// # Errors
/// `INVALID_PARAMS`: not understood (the context has `examples`), or a name that does not exist (`nearest`), or a count
/// out of range (`count`), or a goal that is too long (`length`).
pub fn parse(text: &str) -> Result<Vec<Intent>, ToolError> {
    check_length(text)?;
    let mut parser = Parser { words: words(text), at: 0, text };
    let mut intents = Vec::new();
    let mut verb = None;
    parser.skip_joints();
    while parser.at < parser.words.len() {
        parser.skip_polite();
        let found = parser.verb();
        let current = found.or(verb);
        let intent = match current {
            Some(verb) => parser.clause(verb)?,
            // A thing alone is wanted: "10 torches".
            None => parser
                .clause(Verb::Get)
                .map_err(|error| if error.context["name"].is_null() { error } else { parser.lost(error) })?,
        };
        intents.push(intent);
        verb = current.or(Some(Verb::Get));
        if !parser.at_end() && !parser.skip_joints() {
            return Err(not_understood(text, &format!("what to do with {:?}", parser.rest())));
        }
    }
    if intents.is_empty() { Err(not_understood(text, "an empty goal")) } else { Ok(intents) }
}

/// Whether a goal is one that somebody may have written. Whatever takes goals in asks this first: what is done with their
/// words may take longer than they are long.
///
/// # Errors
/// `INVALID_PARAMS`, its context with `length` and `most`.
pub fn check_length(goal: &str) -> Result<(), ToolError> {
    let length = goal.chars().count();
    if length <= MAX_GOAL_LENGTH {
        return Ok(());
    }
    let (has, most) = (thousands(length as u64), thousands(MAX_GOAL_LENGTH as u64));
    let words = format!("the goal has {has} characters, and at most {most} are read: make it several goals");
    Err(ToolError::new(ErrorCode::InvalidParams, words).with(json!({ "length": length, "most": MAX_GOAL_LENGTH })))
}

/// Whether what is wrong with a goal is wrong for everybody, also for a model that may understand more: a count or a
/// length that cannot be.
pub fn is_wrong_for_all(error: &ToolError) -> bool {
    !error.context["count"].is_null() || is_too_long(error)
}

/// Whether a goal was refused for its length.
pub fn is_too_long(error: &ToolError) -> bool {
    !error.context["length"].is_null()
}

/// The refusal of a goal that makes no sense here.
pub fn not_understood(text: &str, what: &str) -> ToolError {
    ToolError::new(
        ErrorCode::InvalidParams,
        format!(
            "I do not understand {what}. I can get, craft, smelt, mine, go, say, place, drop and clear, for example: {}",
            EXAMPLES.join("; ")
        ),
    )
    .with(json!({ "goal": text, "examples": EXAMPLES }))
}

/// A word, lower case, with its place in the text.
#[derive(Debug)]
struct Word {
    text: String,
    start: usize,
    end: usize,
}

/// Words, with commas and semicolons as words of their own.
fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let joint = matches!(c, ',' | ';');
        if c.is_whitespace() || joint {
            if let Some(from) = start.take() {
                words.push(Word { text: text[from..at].to_lowercase(), start: from, end: at });
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

struct Parser<'a> {
    words: Vec<Word>,
    at: usize,
    text: &'a str,
}

impl Parser<'_> {
    fn at_end(&self) -> bool {
        self.at >= self.words.len()
    }

    fn word(&self) -> Option<&str> {
        self.words.get(self.at).map(|word| word.text.as_str())
    }

    /// The text from here on, as it was written.
    fn rest(&self) -> &str {
        self.words.get(self.at).map_or("", |word| self.text[word.start..].trim())
    }

    fn is_joint(word: &str) -> bool {
        matches!(word, "," | ";" | "and" | "then" | "&")
    }

    fn skip_joints(&mut self) -> bool {
        let before = self.at;
        while self.word().is_some_and(|word| Self::is_joint(word) || matches!(word, "." | "!" | "to")) {
            self.at += 1;
        }
        self.at > before
    }

    /// Whether these words come next; if so they are taken.
    fn eat(&mut self, phrase: &str) -> bool {
        let count = phrase.split(' ').count();
        let next = self.words.get(self.at..self.at + count).unwrap_or(&[]);
        let same = !next.is_empty() && next.iter().map(|word| word.text.trim_end_matches(':')).eq(phrase.split(' '));
        if same {
            self.at += count;
        }
        same
    }

    fn skip_polite(&mut self) {
        while POLITE.iter().any(|phrase| self.eat(phrase)) {}
    }

    fn verb(&mut self) -> Option<Verb> {
        VERBS.iter().find(|(phrase, _)| self.eat(phrase)).map(|(_, verb)| *verb)
    }

    /// A goal that begins with no verb we know: was it a name or a verb that is wrong? One word or two may be a name.
    fn lost(&self, unknown: ToolError) -> ToolError {
        let like_a_name = unknown.context["name"].as_str().is_some_and(|name| name.contains('_'));
        let near = unknown.context["nearest"].as_array().is_some_and(|nearest| !nearest.is_empty());
        if near && like_a_name {
            return unknown;
        }
        not_understood(self.text, &format!("{:?}", self.text.trim()))
    }

    fn clause(&mut self, verb: Verb) -> Result<Intent, ToolError> {
        match verb {
            Verb::Get => self.counted(false).map(|(item, count)| Intent::Get { item, count }),
            Verb::Craft => self.counted(false).map(|(item, count)| Intent::Craft { item, count }),
            Verb::Smelt => self.counted(false).map(|(name, count)| Intent::Smelt { item: smelted(name), count }),
            Verb::Drop => self.counted(false).map(|(item, count)| Intent::Drop { item, count }),
            Verb::Clear => self.boxed(),
            Verb::Mine if self.is_boxed() => self.boxed(),
            Verb::Mine => {
                let (target, count) = self.counted(true)?;
                Ok(Intent::Mine { target, count, at: self.at_place()? })
            }
            Verb::Place => {
                let (block, _) = self.counted(true)?;
                Ok(Intent::Place { block, at: self.at_place()? })
            }
            Verb::Go => self.destination(),
            Verb::Say => {
                let message = self.rest().trim_start_matches(':').trim();
                let quotes = [('"', '"'), ('\'', '\''), ('\u{201c}', '\u{201d}')];
                let unquoted =
                    quotes.into_iter().find_map(|(open, close)| message.strip_prefix(open)?.strip_suffix(close));
                let message = unquoted.unwrap_or(message).to_owned();
                self.at = self.words.len();
                if message.is_empty() {
                    return Err(not_understood(self.text, "what to say"));
                }
                Ok(Intent::Say { message })
            }
            Verb::Look => Ok(Intent::Look),
        }
    }

    /// `10 torches`, `a stone pickaxe`, `flint and steel`.
    fn counted(&mut self, blocks_too: bool) -> Result<(&'static str, u32), ToolError> {
        let count = self.number()?;
        let start = self.at;
        // "flint and steel" is a name: the longest run of words that is one, joints included.
        for end in (start + 1..=self.words.len().min(start + 6)).rev() {
            let run: Vec<&str> =
                self.words[start..end].iter().map(|word| word.text.trim_matches(['.', '!', '"'])).collect();
            // What follows must end the clause: "stone" is not what "stone pikaxe" means.
            let next = self.words.get(end).map(|word| word.text.as_str());
            let ends = next.is_none_or(|next| {
                Self::is_joint(next) || matches!(next, "at" | "." | "!" | "for" | "from") || POLITE.contains(&next)
            });
            if let Some(name) = resolve(&run.join("_"), blocks_too).filter(|_| ends) {
                self.at = end;
                self.skip_polite();
                return Ok((name, count));
            }
        }
        let stop = |word: &Word| Self::is_joint(&word.text) || word.text == "at";
        let end = self.words[start..].iter().position(stop).map_or(self.words.len(), |length| start + length);
        let (Some(first), Some(last)) =
            (self.words.get(start), end.checked_sub(1).and_then(|last| self.words.get(last)))
        else {
            return Err(not_understood(self.text, &format!("what is wanted in {:?}", self.text.trim())));
        };
        if end == start {
            return Err(not_understood(self.text, &format!("what is wanted in {:?}", self.text.trim())));
        }
        let phrase = self.text[first.start..last.end].to_lowercase();
        Err(unknown(&phrase))
    }

    fn number(&mut self) -> Result<u32, ToolError> {
        let mut count = 1;
        loop {
            if let Some((_, number)) = NUMBERS.iter().find(|(phrase, _)| self.eat(phrase)) {
                count = *number;
                continue;
            }
            let Some(word) = self.word() else { return Ok(count) };
            let digits = word.trim_start_matches('x').trim_end_matches('x');
            let unsigned = digits.trim_start_matches('-');
            if unsigned.is_empty() || !unsigned.chars().all(|c| c.is_ascii_digit()) {
                // No name begins like this: `{{7*7}}`, `2.5`, `½`.
                let meant_as_number = !word.starts_with(char::is_alphabetic) && word.contains(|c: char| c.is_numeric());
                if meant_as_number {
                    let words = format!("{word:?} is no number: a count is a whole number from 1 to {MAX_COUNT}");
                    return Err(ToolError::new(ErrorCode::InvalidParams, words).with(json!({ "number": word })));
                }
                return Ok(count);
            }
            let parsed = digits.parse::<u32>().ok().filter(|number| (1..=MAX_COUNT).contains(number));
            count = parsed.ok_or_else(|| {
                ToolError::new(ErrorCode::InvalidParams, format!("a count must be 1 to {MAX_COUNT}, and not {digits}"))
                    .with(json!({ "count": digits }))
            })?;
            self.at += 1;
            self.eat("of");
        }
    }

    /// Coordinates with or without commas, `~` and the letters x, y and z in front.
    fn coordinates(&mut self) -> Result<Vec<Coord>, ToolError> {
        let mut found = Vec::new();
        let mut at = self.at;
        while found.len() < 3
            && let Some(word) = self.words.get(at)
        {
            let bare = word
                .text
                .trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']' | 'x' | 'y' | 'z' | '=' | ':' | '.' | '!'));
            if bare.is_empty() || word.text == "," {
                at += 1;
                continue;
            }
            let (relative, number) = bare.strip_prefix('~').map_or((false, bare), |rest| (true, rest));
            let value = if relative && number.is_empty() { Some(0.0) } else { number.parse::<f64>().ok() };
            let Some(value) = value.filter(|value| value.is_finite()) else { break };
            let value = value.floor();
            if value.abs() > f64::from(i32::MAX) {
                return Err(ToolError::new(ErrorCode::InvalidParams, format!("{number} is outside the world")));
            }
            found.push(if relative { Coord::Relative(value as i32) } else { Coord::Absolute(value as i32) });
            at += 1;
            self.at = at;
        }
        if self.word() == Some(")") {
            self.at += 1;
        }
        Ok(found)
    }

    fn destination(&mut self) -> Result<Intent, ToolError> {
        self.eat("coordinates");
        let from = self.rest().to_owned();
        match self.coordinates()?.as_slice() {
            [x, z] => Ok(Intent::Go { x: *x, y: None, z: *z }),
            [x, y, z] => Ok(Intent::Go { x: *x, y: Some(*y), z: *z }),
            _ => {
                Err(not_understood(self.text, &format!("where {from:?} is (say x y z, or x z for the surface there)")))
            }
        }
    }

    /// Whether a box of so many blocks comes next: `a 3x3x4 hole`.
    fn is_boxed(&mut self) -> bool {
        let at = self.at;
        let _ = self.eat("a") || self.eat("an") || self.eat("the");
        let is_boxed = self.sizes().is_some_and(|sizes| sizes.len() > 1) || self.eat("hole") || self.eat("pit");
        self.at = at;
        is_boxed
    }

    /// Numbers with an x or a "by" between them, as far as they go.
    fn sizes(&mut self) -> Option<Vec<i32>> {
        let at = self.at;
        let mut sizes = Vec::new();
        let mut open = true;
        while let Some(word) = self.word().map(str::to_owned) {
            if matches!(word.as_str(), "x" | "by" | "\u{d7}") && !open {
                open = true;
            } else {
                let parts: Option<Vec<i32>> =
                    word.trim_matches(['.', '!', '?']).split(['x', '\u{d7}']).map(|part| part.parse().ok()).collect();
                match parts.filter(|_| open) {
                    Some(parts) => sizes.extend(parts),
                    None => break,
                }
                open = false;
            }
            self.at += 1;
        }
        if sizes.is_empty() {
            self.at = at;
            return None;
        }
        Some(sizes)
    }

    /// A box: `5x5x3 here`, `a 3x3 hole 4 deep at 10 64 20`, `10 64 10 to 14 66 14`. What is dug goes down from where one
    /// stands, and what is cleared up.
    fn boxed(&mut self) -> Result<Intent, ToolError> {
        let is_dug = self.words[..self.at].last().is_some_and(|verb| verb.text != "clear");
        let _ = self.eat("a") || self.eat("an") || self.eat("the");
        let noun = |parser: &mut Self| {
            ["hole", "pit", "shaft", "area", "box", "space", "room"].iter().any(|noun| parser.eat(noun))
        };
        noun(self);
        let from = self.at;
        let sizes = self.sizes().filter(|sizes| sizes.len() > 1);
        let Some(mut sizes) = sizes else {
            self.at = from;
            return self.between();
        };
        noun(self);
        if let (2, Some(more)) = (sizes.len(), self.sizes()) {
            sizes.extend(more);
        }
        let _ = ["blocks deep", "blocks high", "deep", "high", "tall"].iter().any(|word| self.eat(word));
        noun(self);
        let words = || {
            format!("how large {:?} is (say width x depth x height, such as 5x5x3, each at most 512)", self.text.trim())
        };
        let [width, depth, height] = sizes[..] else { return Err(not_understood(self.text, &words())) };
        if [width, depth, height].iter().any(|size| !(1..=512).contains(size)) {
            return Err(not_understood(self.text, &words()));
        }
        self.eat("here");
        let corner = self.at_place()?;
        let moved = |coord: Coord, by: i32| match coord {
            Coord::Absolute(value) => Coord::Absolute(value.saturating_add(by)),
            Coord::Relative(offset) => Coord::Relative(offset.saturating_add(by)),
        };
        // Around the bot; or from the corner on that was named.
        let aside = |size: i32| -(size - 1) / 2;
        let [x, y, z] = corner.unwrap_or_else(|| {
            let under = if is_dug { -1 } else { 0 };
            [aside(width), under, aside(depth)].map(Coord::Relative)
        });
        let up = if is_dug { 1 - height } else { height - 1 };
        Ok(Intent::Clear { from: [x, y, z], to: [moved(x, width - 1), moved(y, up), moved(z, depth - 1)] })
    }

    /// `[from] x y z to x y z`.
    fn between(&mut self) -> Result<Intent, ToolError> {
        let what = match self.rest() {
            "" => self.text.trim().to_owned(),
            rest => rest.to_owned(),
        };
        self.eat("from");
        let from = self.coordinates()?;
        let _ = self.eat("to") || self.eat("through");
        let to = self.coordinates()?;
        let corner = |coords: &[Coord]| <[Coord; 3]>::try_from(coords).ok();
        match (corner(&from), corner(&to)) {
            (Some(from), Some(to)) => Ok(Intent::Clear { from, to }),
            _ => Err(not_understood(
                self.text,
                &format!("which blocks {what:?} are (say 5x5x3 here, or x y z to x y z)"),
            )),
        }
    }

    fn at_place(&mut self) -> Result<Option<[Coord; 3]>, ToolError> {
        if !self.eat("at") {
            return Ok(None);
        }
        let from = self.rest().to_owned();
        match self.coordinates()?.as_slice() {
            [x, y, z] => Ok(Some([*x, *y, *z])),
            _ => Err(not_understood(self.text, &format!("where {from:?} is (say x y z)"))),
        }
    }
}

/// What a person means to have smelted: who says "cook 3 beef" names what goes in.
fn smelted(name: &'static str) -> &'static str {
    let is_result = !knowledge::smelt_ways_for(name).is_empty();
    knowledge::becomes(name).filter(|_| !is_result).unwrap_or(name)
}

/// The item, block or family a person's word means.
fn resolve(word: &str, blocks_too: bool) -> Option<&'static str> {
    let word = knowledge::plain(word);
    let mut candidates = vec![word.to_owned()];
    // Plurals: torches, ladders, leaves, berries, boxes.
    for (ending, singular) in [("ies", "y"), ("ves", "f"), ("es", ""), ("s", "")] {
        candidates.extend(word.strip_suffix(ending).map(|stem| format!("{stem}{singular}")));
    }
    for (wrong, right) in [("wood_", "wooden_"), ("gold_", "golden_")] {
        let more: Vec<String> = candidates
            .iter()
            .filter_map(|name| name.strip_prefix(wrong).map(|rest| format!("{right}{rest}")))
            .collect();
        candidates.extend(more);
    }
    candidates.iter().find_map(|name| {
        let name = ALIASES.iter().find(|(alias, _)| alias == name).map_or(name.as_str(), |(_, name)| *name);
        let family = FAMILIES.iter().find(|(family, _)| *family == name).map(|(family, _)| *family);
        family
            .or_else(|| item(name).map(|item| item.name))
            .or_else(|| block(name).filter(|_| blocks_too).map(|block| block.name))
    })
}

fn unknown(phrase: &str) -> ToolError {
    let word = phrase.trim_matches(['.', '!', '?']).replace([' ', '-'], "_");
    let known = items().iter().map(|item| item.name).chain(blocks().iter().map(|block| block.name));
    let known = known.chain(FAMILIES.iter().map(|(family, _)| *family));
    let stem = word.strip_suffix('s').unwrap_or(&word);
    let nearest = nearest_names(stem, known.filter(|name| family(name).is_none()));
    let hint = match nearest.as_slice() {
        [] => String::new(),
        [only] => format!("; did you mean {only}?"),
        several => format!("; did you mean one of {}?", several.join(", ")),
    };
    ToolError::new(ErrorCode::InvalidParams, format!("there is no item or block called {phrase:?}{hint}"))
        .with(json!({ "name": word, "nearest": nearest }))
}

#[cfg(test)]
mod tests;
