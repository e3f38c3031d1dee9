//! What goes all around a thing: "dig a moat around the chest, 2 wide", "build a wall around the wheat, 2 high, of cobblestone". Which
//! ground that is shows once the land is seen.

use super::{
    beside::static_kind,
    count::written_out,
    meaning::{Centre, Ditch, Hollow, Intent},
    parser::Parser,
    phrases::Verb,
    refusals::{cannot, not_understood},
    shapes::{KINDS, block_of},
    words::is_joint,
};
use crate::{construction::library, domain::ToolError, knowledge};

const DITCHES: &[&str] = &["moat", "trench", "ditch", "canal", "channel"];
const WALLS: &[&str] = &["wall", "walls"];
const AROUND: &[&str] = &[
    "all around",
    "all the way around",
    "right around",
    "around",
    "all round",
    "all the way round",
    "right round",
    "round",
    "that goes around",
    "going around",
    "surrounding",
    "to surround",
    "encircling",
];
const OF: &[&str] = &["made out of", "made of", "out of", "of", "from", "with", "using", "in"];
/// The most that a moat is wide and deep, and a wall high, in blocks: what is higher or deeper nobody gets out of by a jump and a block.
const WIDEST: u32 = 5;
const DEEPEST: u32 = 4;
const HIGHEST: u32 = 4;
/// How wide and deep, and how high, where nothing is said: over a wall of one block one jumps.
const SHALLOW: u32 = 1;
const HIGH: u32 = 2;
const MOAT: &str = "dig a moat so (say: dig a moat around the chest, 2 wide and 1 deep)";
const WALL: &str = "build a wall around a thing so (say: build a wall of cobblestone around the wheat, 2 high)";
/// What comes in kinds of which each will do.
const OF_ANY: &[&str] = &["bed", "sign", "door", "banner", "sapling", "fence", "candle", "shulker_box"];
/// Who stands there walks away, and a moat stays.
const BOT: &[&str] = &["you", "yourself", "me", "us", "here", "this spot", "this place", "myself", "where you stand"];

/// What is said of it.
#[derive(Default)]
struct Said {
    wide: Option<u32>,
    deep: Option<u32>,
    high: Option<u32>,
    block: Option<&'static str>,
    around: Option<Centre>,
}

impl Parser<'_> {
    /// A moat or a wall all around a thing, behind a verb that digs or builds; `None`, and nothing taken, where the clause has none.
    ///
    /// # Errors
    /// It goes around something that nobody can look for, or is larger than it can be.
    pub(super) fn all_around(&mut self, verb: Verb) -> Result<Option<Intent>, ToolError> {
        let digs = matches!(verb, Verb::Mine | Verb::Clear | Verb::Build | Verb::Craft);
        let builds = matches!(verb, Verb::Build | Verb::Craft | Verb::Place);
        let end = (self.at..self.words.len())
            .find(|at| is_joint(&self.words[*at].text) && !matches!(self.words[*at].text.as_str(), "," | "and"))
            .unwrap_or(self.words.len());
        let noun = |names: &[&str]| (self.at..end).find(|at| names.contains(&self.words[*at].text.as_str()));
        let goes_around =
            |from: usize| (from..end).find(|at| AROUND.iter().any(|around| self.comes_at(*at, around).is_some()));
        let ditch = noun(DITCHES).filter(|_| digs).filter(|at| goes_around(*at).is_some());
        let wall = noun(WALLS).filter(|_| builds).filter(|at| goes_around(*at).is_some());
        let Some(noun) = ditch.or(wall) else { return Ok(None) };
        let (begun, notes) = (self.at, self.notes.len());
        let is_ditch = ditch.is_some();
        match self.ring_said(noun, is_ditch)? {
            // "… around the wheat and the chest": that one is not mined.
            Some(_) if self.goes_on_with_a_thing() => Err(cannot(self.text, if is_ditch { MOAT } else { WALL })),
            Some(said) => {
                self.alone()?;
                self.ring_of(said, is_ditch).map(Some)
            }
            None => {
                self.at = begun;
                self.notes.truncate(notes);
                Ok(None)
            }
        }
    }

    /// All that is said of it, in any order, every word of the clause; `noun`: where it is named.
    fn ring_said(&mut self, noun: usize, is_ditch: bool) -> Result<Option<Said>, ToolError> {
        let mut said = Said::default();
        self.eat_any(&["me", "us"]);
        self.eat_any(&["a", "an", "one", "the"]);
        loop {
            if self.at == noun {
                self.at += 1;
                continue;
            }
            let begun = self.at;
            // What is joined is said of it as well, or is another deed.
            let joined = self.eat(",");
            let joined = self.eat("and") || joined;
            if self.at < noun && self.eat_any(KINDS) || self.measured(&mut said, is_ditch) {
                continue;
            }
            if said.around.is_none() && self.eat_any(AROUND) {
                said.around = Some(self.ringed(is_ditch)?);
                continue;
            }
            if !is_ditch && said.block.is_none() {
                let of = self.at > noun && self.eat_any(OF);
                said.block = if of || self.at < noun { self.stuff_of_it(noun) } else { None };
                if said.block.is_some() {
                    continue;
                }
            }
            self.at = begun;
            let ends = self.ends_clause();
            return Ok(Some(said).filter(|said| ends && !(joined && begun < noun) && said.around.is_some()));
        }
    }

    /// `2 blocks wide`, `2-wide`: taken if it comes next.
    fn measured(&mut self, said: &mut Said, is_ditch: bool) -> bool {
        let begun = self.at;
        let word = self.word().unwrap_or_default().to_owned();
        let number = |word: &str| written_out(word).or_else(|| word.parse().ok());
        // "2-wide", "2-block wide"
        let (number, mut way) = match word.split_once('-') {
            Some((many, rest)) => (number(many), rest.trim_end_matches("-wide").to_owned()),
            None => (if matches!(word.as_str(), "a" | "an") { Some(1) } else { number(&word) }, String::new()),
        };
        self.at += 1;
        if matches!(way.as_str(), "" | "block" | "blocks") {
            let unit = self.eat_any(&["blocks", "block"]) || !way.is_empty();
            way = self.word().unwrap_or_default().to_owned();
            self.at += 1;
            // "a wide moat" has no number.
            if matches!(word.as_str(), "a" | "an") && !unit {
                self.at = begun;
                return false;
            }
        }
        let slot = match way.as_str() {
            "wide" | "across" | "thick" if is_ditch => &mut said.wide,
            "deep" if is_ditch => &mut said.deep,
            "high" | "tall" if !is_ditch => &mut said.high,
            _ => {
                self.at = begun;
                return false;
            }
        };
        let is_new = number.is_some() && slot.is_none();
        if is_new {
            *slot = number;
        } else {
            self.at = begun;
        }
        is_new
    }

    /// What it goes around.
    fn ringed(&mut self, is_ditch: bool) -> Result<Centre, ToolError> {
        let refused = if is_ditch { MOAT } else { WALL };
        let here = self.at;
        if self.eat_any(BOT)
            && (self.ends_clause() || self.word().is_none_or(|word| !word.starts_with(char::is_alphabetic)))
        {
            return Err(cannot(self.text, refused));
        }
        self.at = here;
        let _ = self.eat_any(&["the", "my", "your", "our", "that", "this", "a"]);
        let blueprints = library().iter().flat_map(|one| one.called().map(move |called| (one, called)));
        let named = blueprints.filter_map(|(one, called)| {
            let count = self.comes(called).or_else(|| self.comes(&called.replace('_', " ")))?;
            // What stands as a block is that.
            let is_block = knowledge::block(&called.replace(' ', "_")).is_some();
            (!is_block).then_some((count, one.name))
        });
        if let Some((count, name)) = named.max_by_key(|(count, _)| *count) {
            self.at += count;
            return match is_ditch {
                true => Ok(Centre::Building(name)),
                false => Err(cannot(
                    self.text,
                    "wall in a building, since its door would be behind the wall (say: dig a moat around the house)",
                )),
            };
        }
        let kind = match self.kind_before_more(false) {
            Some(kind) => Some(kind),
            None => self.kind()?.ok(),
        };
        self.eat_any(&["field", "patch", "farm"]);
        let of_any = |kind: &str| OF_ANY.iter().find(|of_any| **of_any == kind).copied();
        let kind = kind.and_then(|kind| static_kind(&kind).or_else(|| of_any(&kind)));
        kind.map(Centre::Kind).ok_or_else(|| cannot(self.text, refused))
    }

    /// The block of a wall, before its noun or behind "of".
    fn stuff_of_it(&mut self, noun: usize) -> Option<&'static str> {
        let start = self.at;
        let last = if start < noun { noun } else { self.words.len() };
        let found =
            (start + 1..=last.min(start + 3)).rev().find_map(|end| Some((block_of(&self.joined(start, end))?, end)));
        let (block, end) = found?;
        self.at = end;
        let _ = self.eat_any(&["blocks", "block"]);
        Some(block)
    }

    fn ring_of(&mut self, said: Said, is_ditch: bool) -> Result<Intent, ToolError> {
        let Said { wide, deep, high, block, around } = said;
        let within = |side: Option<u32>, most: u32| side.is_none_or(|side| (1..=most).contains(&side));
        match around {
            Some(around) if is_ditch => {
                if !within(wide, WIDEST) || !within(deep, DEEPEST) {
                    let words = format!("how large it is: a moat is 1 to {WIDEST} wide and 1 to {DEEPEST} deep");
                    return Err(not_understood(self.text, &words));
                }
                if wide.is_none() || deep.is_none() {
                    self.notes.push(format!("a moat is {SHALLOW} wide and {SHALLOW} deep where nothing else is said"));
                }
                let [wide, deep] = [wide, deep].map(|side| side.unwrap_or(SHALLOW));
                Ok(Intent::Dig(Ditch { around, wide, deep }))
            }
            Some(Centre::Kind(kind)) => {
                if !within(high, HIGHEST) {
                    let words = format!("how high it is: a wall around a thing is 1 to {HIGHEST} high");
                    return Err(not_understood(self.text, &words));
                }
                if high.is_none() {
                    self.notes.push(format!("the wall is {HIGH} high, since nothing else is said"));
                }
                if block.is_none() {
                    self.notes.push("the wall is of cobblestone, since nothing else is said".to_owned());
                }
                let (high, block) = (high.unwrap_or(HIGH), block.unwrap_or("cobblestone"));
                Ok(Intent::FillUp { block, hollow: Hollow::Around { kind, high } })
            }
            _ => Err(cannot(self.text, WALL)),
        }
    }
}
