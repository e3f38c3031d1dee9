//! Where a thing is placed: next to the furnace, on top of the chest, at somebody's feet.

use super::{
    count::{Count, is_number},
    meaning::{Coord, Hollow, Intent, ME},
    names::{Named, Use, kind_of_block},
    parser::Parser,
    refusals::{cannot, not_understood},
    words::is_joint,
};
use crate::{
    domain::{By, Face, GoToPlayer, Side, ToolError, Toward},
    knowledge,
    mind::plan::stock::name_of,
};

/// Where a thing is placed, as far as it is said.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Spot {
    Anywhere,
    At([Coord; 3]),
    By(By),
    /// With its back to it.
    BehindIt,
    /// Near this player.
    Near(String),
    /// One beside the other.
    Together,
    /// All around the nearest of a kind: a fence.
    Around(&'static str),
    /// The same, with a gate.
    Gated(&'static str, Option<Side>),
}

pub(super) const BESIDE: &[&str] = &[
    "next to",
    "right next to",
    "directly next to",
    "just next to",
    "beside",
    "right beside",
    "directly beside",
    "by",
    "right by",
    "just by",
    "by the side of",
    "near",
    "right near",
    "near to",
    "close to",
    "close by",
    "right close to",
    "alongside",
    "alongside of",
    "against",
    "right against",
    "up against",
    "adjacent to",
    "to the side of",
    "at the side of",
    "on the side of",
    "around",
    "all around",
    "at",
];
const ON: &[&str] = &[
    "on",
    "on top of",
    "right on top of",
    "on the top of",
    "up on",
    "upon",
    "onto",
    "on to",
    "atop",
    "above",
    "right above",
    "directly above",
];
const TOGETHER: &[&str] = &[
    "next to each other",
    "right next to each other",
    "beside each other",
    "side by side",
    "next to one another",
    "beside one another",
];
const UNDER: &[&str] = &["under", "right under", "underneath", "below", "right below", "beneath"];
/// What a block is named behind, that says nothing of which.
const WHICH: &[&str] =
    &["another", "the other", "that", "this", "my", "your", "our", "his", "her", "their", "one of the", "any of the"];
/// One like it, that stands there already.
const OTHER_ONE: &[&str] = &[
    "the other one",
    "the old one",
    "the first one",
    "the first",
    "the existing one",
    "the one there",
    "the one you have",
    "the one that is there",
    "the one that's there",
    "the other",
];
/// Whoever places it.
pub(super) const YOU: &[&str] = &["you", "yourself", "your feet", "your side", "where you are", "where you stand"];
const AT_YOUR_FEET: &[&str] = &["at your feet", "at your side", "by your side", "to your side"];
pub(super) const IN_FRONT: &[&str] = &["right in front of", "directly in front of", "in front of"];
const BEHIND_YOU: &[&str] =
    &["right behind you", "directly behind you", "behind you", "behind yourself", "behind your back"];
const AT_MY_FEET: &[&str] = &["at my feet", "at our feet", "at my side", "by my side", "to my side", "at my position"];
const WHERE_I_AM: &[&str] = &["where i am", "where i stand", "where i'm standing", "where i am standing"];
/// So far off a block something is placed by it, in blocks: farther off nobody counts.
pub(super) const FARTHEST: u32 = 32;
/// Of these there is no block that would be meant.
const NO_BLOCKS: &[&str] = &["wall", "walls", "side", "ground", "floor", "ceiling", "roof", "corner", "surface"];

/// A kind of block, by the name that the data has for it.
pub(super) fn static_kind(kind: &str) -> Option<&'static str> {
    knowledge::block(kind).map(|block| block.name).or_else(|| name_of(kind))
}

impl Parser<'_> {
    /// Where a thing is placed that was just named.
    ///
    /// # Errors
    /// It is said in words that nobody here can go by.
    pub(super) fn spot(&mut self, placed: &Named) -> Result<Spot, ToolError> {
        if let Some(spot) = self.by_something(placed)? {
            self.skip_where();
            return Ok(spot);
        }
        let begun = self.at;
        self.skip_where();
        if let Some(spot) = self.by_something(placed)? {
            return Ok(spot);
        }
        if let Some(at) = self.at_place()? {
            return Ok(Spot::At(at));
        }
        let is_here = self.at > begun;
        if self.words[begun..self.at].iter().any(|word| word.text == "there") && self.breaks_before(begun) {
            let words = "put things where something else stood by these words (say: replace the chest with a barrel)";
            return Err(cannot(self.text, words));
        }
        Ok(if is_here { None } else { self.by_what_comes(placed) }.unwrap_or(Spot::Anywhere))
    }

    /// Whether the goal does away with something before this word and goes nowhere since: "there" is where that stood.
    fn breaks_before(&self, at: usize) -> bool {
        const BREAKS: &[&str] =
            &["break", "mine", "dig", "remove", "destroy", "smash", "knock", "demolish", "tear", "pick"];
        const GOES: &[&str] = &["go", "walk", "come", "run", "head", "return"];
        let last =
            self.words[..at].iter().rev().find(|word| BREAKS.contains(&&*word.text) || GOES.contains(&&*word.text));
        last.is_some_and(|word| BREAKS.contains(&&*word.text))
    }

    /// So many of it, each placed there.
    pub(super) fn put(&mut self, named: &Named, count: u32, spot: Spot) -> Result<Vec<Intent>, ToolError> {
        let block = named.name;
        let place = |at, by| Intent::Place { block, count, at, by };
        Ok(match spot {
            Spot::Anywhere => vec![place(None, None)],
            Spot::At(_) if count > 1 => {
                return Err(not_understood(self.text, "how several blocks could stand at one place"));
            }
            Spot::At(at) => vec![place(Some(at), None)],
            Spot::By(by) => vec![place(None, Some(by))],
            Spot::Together if count > 1 => {
                let first = Intent::Place { block, count: 1, at: None, by: None };
                let by = Some(By::Beside(block.to_owned()));
                vec![first, Intent::Place { block, count: count - 1, at: None, by }]
            }
            Spot::Around(kind) => vec![Intent::FillUp { block, hollow: Hollow::Around { kind, high: 1 } }],
            Spot::Gated(kind, side) => vec![Intent::FillUp { block, hollow: Hollow::Gated(kind, side) }],
            Spot::Together => return Err(not_understood(self.text, "what the one is to stand next to")),
            Spot::BehindIt => {
                let turn = Face { toward: Some(Toward::Around), ..Face::default() };
                vec![place(None, None), Intent::Do(turn.into())]
            }
            // Who gets it afterwards has left them again.
            Spot::Near(player) => vec![
                Intent::Get { item: block, count, more: false },
                Intent::Do(GoToPlayer { player, tolerance: None }.into()),
                place(None, None),
            ],
        })
    }

    /// `them next to each other`, of several things: the second beside the first, and so on.
    pub(super) fn placed_together(&mut self, several: &[(Named, Count)]) -> Option<Vec<Intent>> {
        let begun = self.at;
        let together = self.eat_any(&["them", "those", "these", "both", "them both", "both of them"])
            && self.eat_any(TOGETHER)
            && self.clone_ends_clause();
        let block = |named: &Named| knowledge::block(named.name).map(|block| block.name);
        let one = |(named, count): &(Named, Count)| {
            matches!(count, Count::Some(1) | Count::The | Count::Unsaid).then(|| block(named))
        };
        let blocks: Option<Vec<&'static str>> = several.iter().map(|each| one(each).flatten()).collect();
        let Some(blocks) = blocks.filter(|blocks| together && blocks.len() > 1) else {
            self.at = begun;
            return None;
        };
        let by = |at: usize| at.checked_sub(1).map(|before| By::Beside(blocks[before].to_owned()));
        let each = blocks.iter().enumerate().map(|(at, block)| Intent::Place { block, count: 1, at: None, by: by(at) });
        Some(each.collect())
    }

    /// By a block, by the bot or by a player; `None`, and nothing taken, where none of these is named.
    pub(super) fn by_something(&mut self, placed: &Named) -> Result<Option<Spot>, ToolError> {
        let begun = self.at;
        if self.eat_any(TOGETHER) {
            return Ok(Some(Spot::Together));
        }
        if let Some((side, blocks)) = self.so_far_beside()? {
            if let Some(kind) = self.kind_it_is_by(placed)? {
                return Ok(Some(Spot::By(By::Off(side, blocks, kind))));
            }
            self.at = begun;
        }
        if let Some(side) = self.side_of() {
            if let Some(kind) = self.kind_it_is_by(placed)? {
                return Ok(Some(Spot::By(By::Toward(side, kind))));
            }
            self.at = begun;
        }
        if self.eat_any(UNDER) && !self.ends_clause() {
            return Err(cannot(self.text, "place things under others (say: put a torch next to the furnace)"));
        }
        self.at = begun;
        if self.eat_any(BEHIND_YOU) {
            self.notes.push("it is placed where there is room, and I turn my back to it".to_owned());
            return Ok(Some(Spot::BehindIt));
        }
        if self.eat_any(AT_YOUR_FEET) {
            return Ok(Some(Spot::Anywhere));
        }
        if self.eat_any(AT_MY_FEET) || self.eat_any(WHERE_I_AM) {
            return Ok(Some(Spot::Near(ME.to_owned())));
        }
        if self.eat_any(IN_FRONT) {
            let said = self.at;
            if self.eat_any(YOU) {
                self.notes.push("it is placed where there is room, and I look at it".to_owned());
                return Ok(Some(Spot::Anywhere));
            }
            self.at = said;
            if let Some(player) = self.player_told() {
                self.notes.push("it is placed where there is room beside you or me".to_owned());
                return Ok(Some(Spot::Near(player)));
            }
            if let Some(kind) = self.kind_it_is_by(placed)? {
                return Ok(Some(Spot::By(By::Before(kind))));
            }
        }
        self.at = begun;
        if self.eat_any(ON) {
            if let Some(kind) = self.kind_it_is_by(placed)? {
                // What is put on grass is put on the ground.
                let kind = if kind == "short_grass" { "grass_block".to_owned() } else { kind };
                return Ok(Some(Spot::By(By::On(kind))));
            }
            self.at = begun;
        }
        if self.eat_any(BESIDE) {
            // Some of it beside a thing is no fence around that.
            let is_ring = self.words[self.at - 1].text == "around";
            let clause = self.words[..begun].iter().rev().take_while(|word| !is_joint(&word.text));
            let is_counted = clause.into_iter().any(|word| is_number(&word.text));
            if is_ring && !is_counted && ["_fence", "_wall"].iter().any(|end| placed.name.ends_with(end)) {
                let kind = self.kind_it_is_by(placed)?;
                if let Some(kind) = kind.as_deref().and_then(static_kind) {
                    let gate = self.with_a_gate();
                    // "… around the wheat and the chest": that one is not placed.
                    let next = self.words.get(self.at + 1).map_or("", |word| word.text.as_str());
                    let is_new = matches!(next, "a" | "an" | "one" | "another") || is_number(next);
                    if self.word() == Some(",") && !is_new {
                        self.alone()?;
                    }
                    if self.goes_on_with_a_thing() && !is_new {
                        return Err(cannot(
                            self.text,
                            "fence in two things at once (say: put a fence around the wheat)",
                        ));
                    }
                    return Ok(Some(gate.map_or(Spot::Around(kind), |side| Spot::Gated(kind, side))));
                }
                return Err(cannot(self.text, "fence that in (say: put a fence around the wheat)"));
            }
            if self.eat_any(YOU) {
                return Ok(Some(Spot::Anywhere));
            }
            if let Some(kind) = self.kind_it_is_by(placed)? {
                return Ok(Some(Spot::By(By::Beside(kind))));
            }
            if let Some(player) = self.player_told() {
                return Ok(Some(Spot::Near(player)));
            }
            self.at = begun;
        }
        Ok(None)
    }

    /// `with a gate`, `and a gate on the north side`: the side, where it is said; taken if it comes next.
    fn with_a_gate(&mut self) -> Option<Option<Side>> {
        const GATE: &[&str] = &[
            "a gate",
            "one gate",
            "a fence gate",
            "one fence gate",
            "a gate in it",
            "a single gate",
            "gate",
            "the gate",
        ];
        const AMID: &[&str] =
            &["in the middle", "in the middle of a side", "in the middle of one side", "on one side", "in one side"];
        let begun = self.at;
        self.skip_joints();
        self.eat_any(&["with", "put", "and put", "put in"]);
        // "with a north gate"
        let articles = self.at;
        let _ = self.eat_any(&["a", "one"]);
        let named = self.word().and_then(Side::named).filter(|side| side.is_level());
        if named.is_some() && self.words.get(self.at + 1).is_some_and(|word| word.text == "gate") {
            self.at += 2;
            return Some(named);
        }
        self.at = articles;
        if !self.eat_any(GATE) {
            self.at = begun;
            return None;
        }
        self.eat_any(&["in it", "in the fence"]);
        self.eat_any(AMID);
        let there = self.at;
        let led = self.eat_any(&["on the", "in the", "to the", "at the", "facing", "on", "to"]);
        let side = self.word().and_then(Side::named).filter(|side| led && side.is_level());
        match side {
            Some(_) => {
                self.at += 1;
                self.eat("side");
            }
            None => self.at = there,
        }
        Some(side)
    }

    /// `on the south side of`, `north of`: taken if it comes next.
    pub(super) fn side_of(&mut self) -> Option<Side> {
        const BEFORE: &[&str] =
            &["on the", "to the", "at the", "against the", "by the", "just to the", "just", "directly", "right", "to"];
        let begun = self.at;
        self.eat_any(BEFORE);
        let side = self.word().and_then(Side::named).filter(|side| Side::LEVEL.contains(side));
        self.at += 1;
        self.eat("side");
        if side.is_none() || !self.eat("of") {
            self.at = begun;
            return None;
        }
        side
    }

    /// `2 blocks south of`: which way, and how far; taken if it comes next.
    fn so_far_beside(&mut self) -> Result<Option<(Side, u32)>, ToolError> {
        let begun = self.at;
        let many = self.number()?.filter(|many| (1..=FARTHEST).contains(many));
        let unit = self.eat_any(&["blocks", "block", "spaces", "space"]);
        self.eat("away");
        let side = if many.is_some() && unit { self.side_of() } else { None };
        if side.is_none() {
            self.at = begun;
        }
        Ok(side.zip(many))
    }

    /// The block that something is placed by; "it" is what was named before.
    pub(super) fn kind_it_is_by(&mut self, placed: &Named) -> Result<Option<String>, ToolError> {
        let begun = self.at;
        if self.eat_any(&["it", "that", "them"]) && (self.clone_ends_clause() || self.says_at(self.at)) {
            let before = self.named.iter().rev().chain(self.before.iter().rev()).map(|(named, _)| named);
            let mut others = before.filter(|named| named.name != placed.name && knowledge::block(named.name).is_some());
            // A bed of any colour, where none was said.
            let kind = |named: &Named| kind_of_block(&named.said).unwrap_or_else(|| named.name.to_owned());
            return Ok(others.next().map(kind));
        }
        self.at = begun;
        // "make a furnace and put it next to the other one"
        if self.eat_any(OTHER_ONE) && self.clone_ends_clause() {
            return Ok(Some(kind_of_block(&placed.said).unwrap_or_else(|| placed.name.to_owned())));
        }
        self.at = begun;
        self.eat_any(WHICH);
        // Numbers are a place.
        let numbered = self.word().is_none_or(|word| word.starts_with(|c: char| !c.is_alphabetic()));
        let none = numbered || NO_BLOCKS.iter().any(|name| self.names(name));
        let kind = if none { None } else { self.kind()?.ok() };
        if kind.is_none() {
            self.at = begun;
        }
        Ok(kind)
    }

    /// Whether this is what comes next, with or without an article.
    fn names(&self, name: &str) -> bool {
        let article = usize::from(matches!(self.word(), Some("the" | "a")));
        self.comes_at(self.at + article, name).is_some()
    }

    /// A player whose name is written as one, or whoever speaks, at the end of a clause.
    fn player_told(&mut self) -> Option<String> {
        let begun = self.at;
        let is_told = self.words.get(self.at).is_some_and(|word| {
            let written = &self.text[word.start..word.end];
            written.contains(|c: char| c.is_uppercase() || c == '_') || matches!(word.text.as_str(), "me" | "us")
        });
        let player = if is_told { self.player() } else { None }.filter(|_| self.clone_ends_clause());
        if player.is_none() {
            self.at = begun;
        }
        player
    }

    /// "a torch and a chest next to the door": what is said of the last is said of all.
    fn by_what_comes(&mut self, placed: &Named) -> Option<Spot> {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let mut found = None;
        while found.is_none() && self.skip_joints() && !self.is_verb() {
            let Ok((other, ..)) = self.counted(Use::Block) else { break };
            found = match self.by_something(&other) {
                Ok(Some(Spot::By(by))) if by.kind() != placed.name => Some(Spot::By(by)),
                Ok(Some(near @ Spot::Near(_))) => Some(near),
                Ok(None) if self.word().is_some_and(is_joint) => continue,
                _ => break,
            };
        }
        self.at = begun;
        self.named.truncate(named);
        self.notes.truncate(notes);
        found
    }
}
