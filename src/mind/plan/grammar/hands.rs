//! What is done with what one holds, and with chests: eaten, put on, put away, taken out.

use super::{
    count::Count,
    meaning::{Coord, Intent, Kept},
    names::{Use, material},
    parser::Parser,
    phrases::{EVERYTHING, Verb, longest},
    refusals::{cannot, not_understood},
};
use crate::{
    domain::{BlockPos, BodySlot, Eat, Equip, LookInto, Store, Take, ToolError, ToolRequest},
    knowledge,
};

/// A chest that is spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChestNamed {
    /// "a chest": one may be put up.
    any: bool,
    at: Option<BlockPos>,
}

/// What holds things, as people call it.
const CHESTS: &[&str] = &["chest", "chests", "storage", "box", "crate"];

/// What is carried, as far as it is to be put away.
const CARRIED: &[(&str, Option<Kept>)] = &[
    ("everything but tools", Some(Kept::Tools)),
    ("everything but your tools", Some(Kept::Tools)),
    ("everything but the tools", Some(Kept::Tools)),
    ("everything except tools", Some(Kept::Tools)),
    ("everything except your tools", Some(Kept::Tools)),
    ("everything except the tools", Some(Kept::Tools)),
    ("everything except for tools", Some(Kept::Tools)),
    ("everything besides tools", Some(Kept::Tools)),
    ("all but tools", Some(Kept::Tools)),
    ("all but the tools", Some(Kept::Tools)),
    ("all except tools", Some(Kept::Tools)),
    ("everything but tools and food", None),
    ("everything except tools and food", None),
    ("everything", Some(Kept::Nothing)),
    ("everything you have", Some(Kept::Nothing)),
    ("all your stuff", Some(Kept::Nothing)),
    ("all your items", Some(Kept::Nothing)),
    ("all your things", Some(Kept::Nothing)),
    ("your inventory", Some(Kept::Nothing)),
    ("your stuff", Some(Kept::Nothing)),
    ("your things", Some(Kept::Nothing)),
];

/// Of what holds things, one kind.
const KINDS: &[&str] = &[
    "double chest",
    "large chest",
    "big chest",
    "small chest",
    "trapped chest",
    "copper chest",
    "barrel",
    "shulker box",
];

const WHOLE: &[&str] = &["until you are full", "until full", "until you're full", "till you are full", "till full"];

impl Parser<'_> {
    /// `eat`, `eat something`, `eat 2 apples`.
    pub(super) fn eaten(&mut self) -> Result<Intent, ToolError> {
        let vague = self.eat_any(&["something", "anything", "some food", "food", "a meal", "your food"]);
        if vague || self.ends_clause() || WHOLE.iter().any(|phrase| self.comes(phrase).is_some()) {
            self.eat_any(WHOLE);
            return Ok(Intent::Do(Eat::default().into()));
        }
        let (named, count, _) = self.counted(Use::Got)?;
        self.eat_any(WHOLE);
        let count = match count {
            Count::Some(_) | Count::HalfStacks(_) => Some(count.of(named.name)),
            // "eat the apple" is one; "eat apples" goes on.
            Count::The | Count::Unsaid if !named.several && count == Count::The => Some(1),
            _ => None,
        };
        Ok(Intent::Do(Eat { item: Some(named.name.to_owned()), food: None, count }.into()))
    }

    /// `equip the sword`, `wear iron armour`, `hold a torch in your off hand`.
    pub(super) fn equipped(&mut self) -> Result<Vec<Intent>, ToolError> {
        let begun = self.at;
        let _ =
            self.eat_any(&["your", "the", "a", "an", "my", "full", "a full set of", "a set of", "your full", "some"]);
        if let Some(material) = self.word().and_then(material) {
            self.at += 1;
            if self.eat_any(&["armor", "armour", "armor set", "armour set"]) {
                let pieces = ["helmet", "chestplate", "leggings", "boots"].map(|piece| format!("{material}_{piece}"));
                let known = pieces.iter().all(|piece| knowledge::item(piece).is_some());
                if !known {
                    return Err(not_understood(self.text, &format!("what {material} armor would be")));
                }
                return Ok(pieces.map(|item| Intent::Do(Equip { item, slot: None }.into())).to_vec());
            }
        }
        self.at = begun;
        self.eat("your");
        let (named, count, _) = self.counted(Use::Got)?;
        if matches!(count, Count::Some(2..)) || count == Count::All {
            return Err(not_understood(self.text, "how several things would go into one place"));
        }
        let off = self.eat_any(&[
            "in your off hand",
            "in your offhand",
            "in the off hand",
            "in the offhand",
            "in your left hand",
        ]);
        let main =
            self.eat_any(&["in your hand", "in your main hand", "in the main hand", "in your right hand", "in hand"]);
        let _ = self.eat("on") || self.eat_any(&["on your head", "on your feet"]);
        let slot = match (off, main) {
            (true, _) => Some(BodySlot::OffHand),
            (_, true) => Some(BodySlot::MainHand),
            _ => None,
        };
        Ok(vec![Intent::Do(Equip { item: named.name.to_owned(), slot }.into())])
    }

    /// `put 5 logs in the chest`, `store everything`. `verb`: what is put may be meant for the ground.
    pub(super) fn stored(&mut self, verb: Verb) -> Result<Option<Vec<Intent>>, ToolError> {
        let begun = self.at;
        let carried = longest(CARRIED.iter().filter_map(|(phrase, kept)| Some((self.comes(phrase)?, *kept))));
        if let Some((count, kept)) = carried.filter(|(count, _)| self.ends_at(self.at + count)) {
            self.at += count;
            let _ = self.eat("away");
            let chest = match self.chest(&["in", "into", "inside", "to"])? {
                None if verb == Verb::Place => {
                    self.at = begun;
                    return Ok(None);
                }
                chest => chest.unwrap_or(ChestNamed { any: false, at: None }),
            };
            let (x, y, z) = split(chest.at);
            let away = match kept {
                Some(but) => Intent::StoreAll { but, at: chest.at },
                None => Intent::Do(Store { item: None, count: None, x, y, z }.into()),
            };
            return Ok(Some(if chest.any { vec![Intent::Chest, away] } else { vec![away] }));
        }
        if ["everything", "all but", "all except"].iter().any(|phrase| self.comes(phrase).is_some()) {
            return Err(cannot(self.text, "leave out other things than tools (say: everything but tools)"));
        }
        let (named, notes) = (self.named.len(), self.notes.len());
        let list = match self.listed(Use::Got) {
            Ok(list) => list,
            // What is no item may be a block to be placed.
            Err(_) if verb == Verb::Place => {
                self.restore(begun, named, notes);
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let _ = self.eat("away");
        let chest = match self.chest(&["in", "into", "inside", "to"])? {
            None if verb == Verb::Place => {
                self.restore(begun, named, notes);
                return Ok(None);
            }
            chest => chest.unwrap_or(ChestNamed { any: false, at: None }),
        };
        let (x, y, z) = split(chest.at);
        let stores = list.into_iter().map(|(named, count)| {
            let count = match count {
                Count::Some(_) | Count::HalfStacks(_) => Some(count.of(named.name)),
                _ => None,
            };
            Intent::Do(Store { item: Some(named.name.to_owned()), count, x, y, z }.into())
        });
        let first = chest.any.then_some(Intent::Chest);
        Ok(Some(first.into_iter().chain(stores).collect()))
    }

    /// As if nothing had been read from there on.
    fn restore(&mut self, at: usize, named: usize, notes: usize) {
        self.at = at;
        self.named.truncate(named);
        self.notes.truncate(notes);
    }

    /// `take 3 logs from the chest`: behind a verb that gets, `None` where no chest is named.
    pub(super) fn taken(&mut self, verb: Verb) -> Result<Option<Vec<Intent>>, ToolError> {
        let begun = self.at;
        if verb == Verb::Take && self.eat_any(EVERYTHING) && self.ends_at(self.at) {
            return Err(cannot(self.text, "take out what is not named (say: take all the dirt from the chest)"));
        }
        self.at = begun;
        let (named, notes) = (self.named.len(), self.notes.len());
        let list = self.listed(Use::Got).unwrap_or_default();
        let chest = if list.is_empty() { None } else { self.chest(&["from", "out of", "out from", "from inside"])? };
        let Some(chest) = chest else {
            self.restore(begun, named, notes);
            return Ok(None);
        };
        let (x, y, z) = split(chest.at);
        let takes = list.into_iter().map(|(named, count)| {
            let count = match count {
                Count::Some(_) | Count::HalfStacks(_) => Some(count.of(named.name)),
                Count::Unsaid | Count::The if !named.several => Some(1),
                _ => None,
            };
            Intent::Do(Take { item: named.name.to_owned(), count, x, y, z }.into())
        });
        Ok(Some(takes.collect()))
    }

    /// `the chest`, `the chest at 1 64 2`: what is to be looked into.
    pub(super) fn looked_into(&mut self) -> Result<Intent, ToolError> {
        let chest = self.chest(&[])?;
        let Some(chest) = chest else {
            return Err(not_understood(self.text, "what to look into (say: what is in the chest)"));
        };
        let (x, y, z) = split(chest.at);
        Ok(Intent::Do(ToolRequest::from(LookInto { x, y, z })))
    }

    /// A chest, behind one of these words if there are any.
    fn chest(&mut self, behind: &[&str]) -> Result<Option<ChestNamed>, ToolError> {
        let begun = self.at;
        if !behind.is_empty() && !self.eat_any(behind) {
            return Ok(None);
        }
        let any = self.eat_any(&["a", "an", "some", "any"]);
        let _ = self.eat_any(&["the nearest", "the closest", "the", "that", "this", "my", "your", "our", "its"]);
        let kind = self.eat_any(KINDS);
        if !kind && !self.eat_any(CHESTS) {
            self.at = begun;
            return Ok(None);
        }
        self.skip_where();
        if kind && self.comes("at").is_none() {
            return Err(cannot(self.text, "choose among kinds of chests (say where it stands: at x y z)"));
        }
        let at = match self.at_place()? {
            None => None,
            Some([Coord::Absolute(x), Coord::Absolute(y), Coord::Absolute(z)]) => Some(BlockPos::new(x, y, z)),
            Some(_) => return Err(not_understood(self.text, "which chest (say x y z without ~)")),
        };
        Ok(Some(ChestNamed { any: any && at.is_none(), at }))
    }
}

fn split(at: Option<BlockPos>) -> (Option<i32>, Option<i32>, Option<i32>) {
    (at.map(|at| at.x), at.map(|at| at.y), at.map(|at| at.z))
}
