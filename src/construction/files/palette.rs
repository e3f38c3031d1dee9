//! The blocks that a file names, as this version of the game has them.

use std::collections::{BTreeMap, HashMap};

use super::{
    renames::{self, Properties},
    tags::Tags,
};
use crate::{
    construction::{
        blueprint::Wanted,
        instead::{Instead, has_value},
    },
    knowledge::{self, plain},
};

/// What is left as it is: the game's own word for it in structures.
pub const LEFT: &str = "structure_void";

/// The version of data that is written: Java 26.1's (the Minecraft Wiki, "Data version").
pub(super) const DATA_VERSION: i32 = 4786;

/// As many different states as a cell's number can tell.
const MAX_STATES: usize = u16::MAX as usize - 1;

/// Collects states, and gives each the number of the cells that want it.
pub(super) struct Palette<'a> {
    /// The version of the file's data.
    version: i64,
    instead: &'a Instead<'a>,
    wants: Vec<Wanted>,
    by_state: HashMap<u16, u16>,
    numbers: HashMap<String, u16>,
    /// What the game does not know, and why.
    unknown: BTreeMap<String, String>,
}

impl<'a> Palette<'a> {
    pub fn new(version: i64, instead: &'a Instead<'a>) -> Self {
        Self {
            version,
            instead,
            wants: Vec::new(),
            by_state: HashMap::new(),
            numbers: HashMap::new(),
            unknown: BTreeMap::new(),
        }
    }

    /// The number of a state written out, `minecraft:oak_log[axis=x]`.
    pub fn of_text(&mut self, text: &str) -> Result<u16, String> {
        let (name, rest) = text.split_once('[').unwrap_or((text, "]"));
        let pairs = rest.strip_suffix(']').ok_or_else(|| format!("{text:?} is no state of a block"))?;
        let pairs = pairs.split(',').filter(|pair| !pair.is_empty());
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=').ok_or_else(|| format!("{text:?} is no state of a block"))?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        };
        let properties = pairs.map(pair).collect::<Result<_, String>>()?;
        self.number(name.trim(), properties)
    }

    /// The number of a state in two tags. 26.3 writes their names small.
    pub fn of_tags(&mut self, tags: &Tags) -> Result<u16, String> {
        let name = if tags.has("id") { tags.text("id")? } else { tags.text("Name")? };
        let mut properties = Properties::new();
        for key in ["Properties", "properties"] {
            if tags.has(key) {
                for (name, value) in tags.compound(key)?.entries() {
                    let value = value.text().ok_or_else(|| tags.wrong(format!("{key}/{name} is no text")))?;
                    properties.insert(name, value);
                }
            }
        }
        self.number(&name, properties)
    }

    /// The number of a state.
    pub fn number(&mut self, name: &str, mut properties: Properties) -> Result<u16, String> {
        let mut name = plain(name).to_owned();
        let given = name.clone();
        renames::renew(self.version, &mut name, &mut properties);
        if let Some(other) = self.instead.of(&name).or_else(|| self.instead.of(&given)) {
            name = other;
            // Those that the other has as well stay.
            let block = knowledge::block(&name);
            properties.retain(|name, value| block.is_some_and(|block| has_value(block, name, value)));
        }
        if name == LEFT {
            return Ok(0);
        }
        let text = knowledge::in_state(&name, &properties);
        if let Some(number) = self.numbers.get(&text) {
            return Ok(*number);
        }
        match Wanted::read(&text) {
            Ok(wanted) => {
                let state = wanted.state().ok_or_else(|| format!("{text} is no state of a block"))?;
                // Two ways to write the same state are one.
                let next = self.wants.len() as u16 + 1;
                let number = *self.by_state.entry(state).or_insert(next);
                if number == next {
                    if self.wants.len() == MAX_STATES {
                        return Err(format!("it has more than {MAX_STATES} different states"));
                    }
                    self.wants.extend(Wanted::of_state(state));
                }
                self.numbers.insert(text, number);
                Ok(number)
            }
            Err(fault) => {
                self.unknown.entry(given).or_insert(fault);
                Ok(0)
            }
        }
    }

    /// All that is wanted.
    ///
    /// # Errors
    /// What this version of the game does not have.
    pub fn finish(self) -> Result<Vec<Wanted>, String> {
        const SHOWN: usize = 8;
        let Some(first) = self.unknown.keys().next() else {
            self.instead.check()?;
            return Ok(self.wants);
        };
        let mut faults: Vec<&str> = self.unknown.values().map(String::as_str).take(SHOWN).collect();
        let more = format!("and {} more", self.unknown.len().saturating_sub(SHOWN));
        if self.unknown.len() > SHOWN {
            faults.push(&more);
        }
        Err(format!("{} (say: with stone instead of {first}, or: without {first})", faults.join("; ")))
    }
}

/// A state as files name it.
pub(super) fn full_state(wanted: &Wanted) -> (String, Vec<(&'static str, &'static str)>) {
    let state = wanted.state().unwrap_or(wanted.block.default_state);
    let mut properties = knowledge::state_properties(state);
    properties.sort_unstable();
    (format!("minecraft:{}", wanted.block.name), properties)
}
