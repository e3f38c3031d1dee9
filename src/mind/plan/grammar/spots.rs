//! Where the head is turned, jumping and crouching, and what is gone to by what stands there.

use super::{
    beyond::LAND,
    count::Count,
    meaning::{Coord, Intent},
    names::{Named, Use, kind_of_block, resolve, resolve_loosely},
    parser::Parser,
    phrases::{PLACES, longest},
    refusals::{cannot, not_understood},
    words::is_joint,
};
use crate::{
    domain::{Explore, Face, GoToBlock, HOME, Jump, MIN_EXPLORE, Side, Sneak, ToolError, Toward},
    knowledge,
};

/// Beside the bot, as people say it of what is dug or built.
pub(super) const BY_THE_BOT: &[&str] = &[
    "right in front of you",
    "just in front of you",
    "in front of you",
    "right next to you",
    "next to you",
    "beside you",
];

/// Ways to turn the head, as people say them.
const TURNS: &[(&str, Toward)] = &[
    ("north-east", Toward::Northeast),
    ("north-west", Toward::Northwest),
    ("south-east", Toward::Southeast),
    ("south-west", Toward::Southwest),
    ("upwards", Toward::Up),
    ("up at the sky", Toward::Up),
    ("straight up", Toward::Up),
    ("sky", Toward::Up),
    ("downwards", Toward::Down),
    ("down at the ground", Toward::Down),
    ("down at your feet", Toward::Down),
    ("straight down", Toward::Down),
    ("ground", Toward::Down),
    ("floor", Toward::Down),
    ("your feet", Toward::Down),
    ("round", Toward::Around),
    ("back", Toward::Around),
    ("backwards", Toward::Around),
    ("behind you", Toward::Around),
    ("other way", Toward::Around),
];

/// Where one would explore anyway.
const AROUND: &[&str] = &[
    "around here",
    "around you",
    "around",
    "the area",
    "this area",
    "the land",
    "the world",
    "the surroundings",
    "your surroundings",
    "here",
    "nearby",
    "a bit",
    "a little",
    "further",
    "farther",
];
/// What exploring may be until.
const UNTIL: &[&str] = &[
    "until you find",
    "until you see",
    "until you have found",
    "until you have seen",
    "until you discover",
    "until we find",
    "till you find",
    "till you see",
    "to find",
    "and find",
    "for",
    "and look for",
    "looking for",
    "in search of",
];

/// How often, in a word.
const TIMES: &[(&str, u32)] = &[
    ("once", 1),
    ("twice", 2),
    ("thrice", 3),
    ("once more", 1),
    ("again", 1),
    ("once again", 1),
    ("one more time", 1),
    ("twice more", 2),
];

/// No time that anybody could name.
const SHORTLY: &[&str] = &[
    "for a moment",
    "for a bit",
    "for a little bit",
    "for a while",
    "for a little while",
    "for a short while",
    "briefly",
    "quickly",
    "a bit",
    "a little",
    "for a short time",
];
/// What leads somewhere.
const TOWARDS: &[&str] = &[
    "to", "over", "up", "towards", "toward", "into", "in", "past", "behind", "around", "through", "out", "away",
    "along", "across", "down", "onto", "back", "forward", "forwards", "off", "up to", "near", "next to",
];
/// How that is refused.
const SNEAKS_THERE: &str = "go anywhere sneaking (say: crouch for 5 seconds; go to the bed)";
/// How often one crouches of one goal: each time is a step.
const MOST_NODS: u32 = 20;

/// A player's name has so many letters or more, by the game's rule.
const SHORTEST_NAME: usize = 3;

impl Parser<'_> {
    /// `face north`, `turn around`, `look at 10 64 5`, `face the nearest chest`.
    pub(super) fn faced(&mut self) -> Result<Intent, ToolError> {
        let face = |face: Face| Ok(Intent::Do(face.into()));
        let _ = self.eat_any(&["at", "to", "towards", "toward", "due"]);
        if let Some(toward) = self.turn() {
            return face(Face { toward: Some(toward), ..Face::default() });
        }
        let begun = self.at;
        let _ = self.eat_any(&["the block at", "the place at", "the coordinates", "coordinates"]);
        match self.coordinates()?.as_slice() {
            [Coord::Absolute(x), Coord::Absolute(y), Coord::Absolute(z)] => {
                return face(Face { x: Some(*x), y: Some(*y), z: Some(*z), ..Face::default() });
            }
            [] => self.at = begun,
            _ => return Err(not_understood(self.text, "where to look (say x y z without ~)")),
        }
        if self.word().is_none_or(is_joint) {
            return Err(not_understood(self.text, "which way to turn (say: face north, or look at x y z)"));
        }
        let written = self.words.get(self.at).map_or("", |word| &self.text[word.start..word.end]);
        let is_name = written.starts_with(char::is_uppercase) && self.at > 0;
        let is_player = is_name || matches!(self.word(), Some("me" | "us" | "him" | "her" | "them"));
        if is_player && let Some(player) = self.player() {
            return face(Face { player: Some(player), ..Face::default() });
        }
        let begun = self.at;
        match self.kind()? {
            Ok(block) => face(Face { block: Some(block), ..Face::default() }),
            // "look at bert": what is one word and no thing may be somebody.
            Err(phrase)
                if phrase.len() >= SHORTEST_NAME && phrase.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') =>
            {
                self.at = begun;
                face(Face { player: self.player(), ..Face::default() })
            }
            Err(phrase) => {
                let words = format!("where {phrase:?} is (say: face north, look at x y z, or face the nearest chest)");
                Err(not_understood(self.text, &words))
            }
        }
    }

    /// A way to turn the head that ends the clause; taken if it is one.
    fn turn(&mut self) -> Option<Toward> {
        let begun = self.at;
        self.eat("the");
        let said = TURNS.iter().find(|(phrase, _)| self.comes(phrase).is_some());
        let turn = match said {
            Some((phrase, toward)) => {
                self.eat(phrase);
                Some(*toward)
            }
            None => {
                let named = self.word().and_then(Toward::named);
                self.at += usize::from(named.is_some());
                named
            }
        };
        if turn.is_none() || !self.ends_clause() {
            self.at = begun;
            return None;
        }
        turn
    }

    /// `jump`, `jump 3 times`.
    pub(super) fn jumped(&mut self) -> Result<Intent, ToolError> {
        if let Some(onto) = self.onto_a_block() {
            return Ok(onto);
        }
        self.eat_any(&["up and down", "up in the air", "up", "on the spot", "in place", "where you are"]);
        let jump = |times: u32| Ok(Intent::Do(Jump { times }.into()));
        if let Some((_, (phrase, times))) =
            longest(TIMES.iter().filter_map(|(phrase, times)| Some((self.comes(phrase)?, (phrase, times)))))
        {
            self.eat(phrase);
            return jump(*times);
        }
        if self.ends_clause() {
            return jump(1);
        }
        match self.amount()? {
            (Count::Some(times), _) => {
                self.eat_any(&["times", "time", "jumps"]);
                jump(times)
            }
            _ => Err(not_understood(self.text, "how to jump (say: jump, or jump 3 times)")),
        }
    }

    /// `crouch`, `sneak for 5 seconds`, `crouch 3 times`: for a moment where nobody says for how long.
    pub(super) fn sneaked(&mut self) -> Result<Vec<Intent>, ToolError> {
        let sneak = |ticks: u32| Intent::Do(Sneak { ticks }.into());
        self.eat_any(&["on the spot", "in place", "where you are", "here", "there", "in here"]);
        if let Some((_, (phrase, times))) =
            longest(TIMES.iter().filter_map(|(phrase, times)| Some((self.comes(phrase)?, (phrase, times)))))
        {
            self.eat(phrase);
            return Ok(vec![sneak(Sneak::A_NOD); *times as usize]);
        }
        if self.ends_clause() {
            return Ok(vec![sneak(Sneak::A_MOMENT)]);
        }
        if TOWARDS.iter().any(|to| self.comes(to).is_some()) {
            return Err(cannot(self.text, SNEAKS_THERE));
        }
        if self.eat_any(SHORTLY) && self.ends_clause() {
            return Ok(vec![sneak(Sneak::A_MOMENT)]);
        }
        let begun = self.at;
        if let Some(ticks) = self.timed() {
            // "1 minute and 30 seconds"
            let whole = self.at;
            let more = if self.word().is_some_and(is_joint) && self.skip_joints() { self.span().ok() } else { None };
            if more.is_none() {
                self.at = whole;
            }
            let ticks = u64::from(ticks).saturating_add(more.unwrap_or(0));
            self.eat_any(&["or so", "straight", "please"]);
            return Ok(vec![sneak(u32::try_from(ticks).unwrap_or(u32::MAX))]);
        }
        self.at = begun;
        match self.amount()? {
            (Count::Some(times), _) if times <= MOST_NODS && (self.eat("times") || self.has_said("times")) => {
                Ok(vec![sneak(Sneak::A_NOD); times as usize])
            }
            _ => Err(not_understood(self.text, "how to crouch (say: crouch for 5 seconds; crouch 3 times)")),
        }
    }

    /// Whether this was the last word that was taken.
    pub(super) fn has_said(&self, word: &str) -> bool {
        self.at.checked_sub(1).is_some_and(|before| self.words[before].text == word)
    }

    /// `explore`, `explore 200 blocks to the north`, `explore until you find iron ore`; `sought`: what is named next is looked for.
    pub(super) fn explored(&mut self, sought: bool) -> Result<Intent, ToolError> {
        // "walk around the field"
        if !sought
            && self.has_said("around")
            && matches!(self.word(), Some("the" | "that" | "this" | "our" | "my"))
            && let Some(around) = self.around_the_nearest()?
        {
            return Ok(around);
        }
        // "look around for a minute" is for nothing.
        let mut explore = Explore { ticks: self.timed(), ..Explore::default() };
        if sought && explore.ticks.is_none() {
            explore.until = Some(self.sought()?);
        }
        while !self.ends_clause() {
            if self.eat_any(AROUND) {
                continue;
            }
            if explore.ticks.is_none()
                && let Some(ticks) = self.timed()
            {
                explore.ticks = Some(ticks);
                continue;
            }
            if explore.until.is_none() && self.eat_any(UNTIL) {
                explore.until = Some(self.sought()?);
                continue;
            }
            if explore.toward.is_none()
                && let Some(toward) = self.wind()
            {
                explore.toward = Some(toward);
                continue;
            }
            let _ =
                self.eat_any(&["within a radius of", "in a radius of", "with a radius of", "within", "up to", "for"]);
            let Ok((Count::Some(blocks), _)) = self.amount() else {
                let words = format!(
                    "how to explore {:?} (say: explore 200 blocks to the north, or until you find coal ore)",
                    self.rest()
                );
                return Err(not_understood(self.text, &words));
            };
            if explore.radius.is_some() || !self.eat_any(&["blocks", "block", "meters", "metres", "m"]) {
                return Err(not_understood(self.text, "how far to explore (say: explore 200 blocks)"));
            }
            self.eat_any(&["around you", "around", "away", "in every direction", "in all directions"]);
            // Nearer than that there is nothing to explore, and whoever says 30 means as far as that.
            explore.radius = Some(if blocks >= MIN_EXPLORE / 2 { blocks.max(MIN_EXPLORE) } else { blocks });
        }
        Ok(Intent::Do(explore.into()))
    }

    /// `for 5 minutes`, `2 minutes`, in ticks as calls have them; taken if it comes next.
    fn timed(&mut self) -> Option<u32> {
        let begun = self.at;
        self.eat("for");
        let span = self.span().ok();
        if span.is_none() {
            self.at = begun;
        }
        // What is more than that is too long anyway.
        span.map(|ticks| u32::try_from(ticks).unwrap_or(u32::MAX))
    }

    /// What is explored for.
    fn sought(&mut self) -> Result<String, ToolError> {
        let kind = self.kind()?.map_err(|phrase| {
            not_understood(self.text, &format!("what {phrase:?} is (say: explore until you find coal ore)"))
        })?;
        self.sought = Some(kind.clone());
        // "explore until you find iron ore, then mine 2 of it"
        self.named.extend(resolve(&kind, Use::Mined).map(|named| (named, Count::The)));
        Ok(kind)
    }

    /// A compass direction; taken if one comes next.
    fn wind(&mut self) -> Option<Toward> {
        let begun = self.at;
        self.eat_any(&["to the", "towards the", "toward the", "towards", "toward", "in the", "due", "the"]);
        let word = self.word()?.replace('-', "");
        let found = Toward::named(word.trim_end_matches("wards").trim_end_matches("ward"))
            .filter(|toward| toward.step().is_some());
        self.at = if found.is_some() { self.at + 1 } else { begun };
        found
    }

    /// `on the chest`, `onto the furnace`, behind a word that leads there; `None` where no block is named.
    pub(super) fn onto_a_block(&mut self) -> Option<Intent> {
        const ONTO: &[&str] =
            &["onto", "on top of", "up on", "up onto", "up on top of", "on", "over onto", "over on top of"];
        let begun = self.at;
        if self.eat_any(ONTO)
            && !self.word().is_none_or(is_joint)
            && let Ok(Ok(block)) = self.kind()
            && !knowledge::is_fluid(&block)
        {
            return Some(Intent::Do(GoToBlock { on: true, ..GoToBlock::nearest(&block) }.into()));
        }
        self.at = begun;
        None
    }

    /// `north until you hit the bed`: to the nearest of that kind which lies that way; `None`, and nothing taken, for anything else.
    pub(super) fn until_one_meets(&mut self) -> Option<Intent> {
        const UNTIL: &[&str] = &["until you", "till you", "til you", "until you've", "till you've"];
        const MEETS: &[&str] = &[
            "hit",
            "reach",
            "get to",
            "come to",
            "are at",
            "bump into",
            "run into",
            "meet",
            "find",
            "see",
            "arrive at",
            "reached",
        ];
        let begun = self.at;
        let toward = self.wind().and_then(|toward| Side::named(toward.name()));
        if let Some(toward) = toward
            && self.eat_any(UNTIL)
            && self.eat_any(MEETS)
            && let Ok(Ok(block)) = self.kind()
        {
            return Some(Intent::Do(GoToBlock { toward: Some(toward), ..GoToBlock::nearest(&block) }.into()));
        }
        self.at = begun;
        None
    }

    /// `the nearest chest`, `a tree`, behind a word that leads to it; `None` where nothing is named.
    pub(super) fn place_of_a_kind(&mut self) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        if self.word().is_none_or(is_joint) {
            return Ok(None);
        }
        if let Ok(block) = self.kind()? {
            // "go to the nearest tree and chop it down"
            let ends = (begun + 1..=self.at).rev();
            let said = (begun..self.at)
                .filter(|start| *start <= begun + 2)
                .flat_map(|start| ends.clone().map(move |end| (start, end)));
            let thing = said.filter(|(start, end)| start < end).find_map(|(start, end)| {
                let said = self.joined(start, end);
                resolve(&said, Use::Mined).map(|thing| Named { said, ..thing })
            });
            self.named.extend(thing.map(|thing| (thing, Count::Some(1))));
            return Ok(Some(Intent::Do(GoToBlock::nearest(&block).into())));
        }
        self.at = begun;
        Ok(None)
    }

    /// A kind of block that is named to the end of the clause, as calls name it; `Err` within: the words that are none.
    ///
    /// # Errors
    /// It is a place that nobody can look for.
    pub(super) fn kind(&mut self) -> Result<Result<String, String>, ToolError> {
        let nearest = self.eat_any(&["the nearest", "the closest", "the next", "nearest", "closest"]);
        if !nearest {
            self.eat_any(&["the", "a", "an", "any", "some"]);
        }
        let start = self.at;
        let end = (start + 1..=self.words.len().min(start + 5)).find(|end| self.ends_at(*end));
        let Some(end) = end else { return Ok(Err(self.rest().to_owned())) };
        let name = self.joined(start, end);
        let loosely = || resolve_loosely(&name, Use::Block).filter(|named| knowledge::block(named.name).is_some());
        if let Some(kind) = kind_of_block(&name) {
            self.at = end;
            return Ok(Ok(kind));
        }
        let phrase = name.replace('_', " ");
        if PLACES.contains(&phrase.as_str()) && phrase != HOME {
            return Err(cannot(self.text, LAND));
        }
        match loosely() {
            Some(named) => {
                self.at = end;
                self.notes.extend(named.note);
                Ok(Ok(named.name.to_owned()))
            }
            None => Ok(Err(phrase)),
        }
    }
}
