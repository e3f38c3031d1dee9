//! One block in the place of another, and blocks that are moved: "replace the crafting table with a chest", "swap the door for a spruce
//! one", "replace the dirt at 4 63 9 with stone bricks", "move the furnace 2 blocks east". What stands there is known once the land is seen.

use super::{
    beside::{YOU, static_kind},
    blocks::{GROUND, UNDERFOOT},
    count::Count,
    meaning::{Coord, Intent, Kept, Stead},
    names::{Use, kind_of_block, resolve},
    parser::Parser,
    refusals::not_understood,
};
use crate::{
    domain::{Side, ToolError},
    knowledge,
};

const SWAPS: &[&str] = &["replace", "swap out", "swap", "exchange", "switch out", "change"];
/// What stands between the old and the new, and what does behind the last of these.
const FOR: &[&str] = &["with", "by", "for", "against"];
const INTO: &[&str] = &["for", "to", "into"];
/// Below and on top of a thing.
const OVER_AND_UNDER: &[(&str, Side)] = &[
    ("right under", Side::Down),
    ("under", Side::Down),
    ("underneath", Side::Down),
    ("beneath", Side::Down),
    ("below", Side::Down),
    ("on top of", Side::Up),
    ("on", Side::Up),
    ("above", Side::Up),
];
/// The longest name of a block in words: "light blue glazed terracotta".
const LONGEST: usize = 4;
/// How far a block is moved by its own words, in blocks: farther off nobody counts.
const FARTHEST: u32 = 32;

impl Parser<'_> {
    /// `replace the crafting table with a chest`: the nearest, or the one by which thing is said; `None` for what says nothing of the kind.
    pub(super) fn swapped(&mut self) -> Result<Option<Vec<Intent>>, ToolError> {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let mut both = || -> Option<Vec<Intent>> {
            if !self.eat_any(SWAPS) {
                return None;
            }
            let changes = self.words[self.at - 1].text == "change";
            let old = self.stead()?;
            if !self.eat_any(if changes { INTO } else { FOR }) {
                return None;
            }
            let new = match self.one_of_that_kind(&old.kind) {
                Some(block) => block,
                None => {
                    let (new, count, _) = self.counted(Use::Block).ok()?;
                    let one = matches!(count, Count::Unsaid | Count::The | Count::Some(1));
                    knowledge::block(new.name).filter(|_| one)?.name
                }
            };
            self.eat("instead");
            let got = Intent::Get { item: new, count: 1, more: false };
            self.clone_ends_clause().then(|| vec![got, Intent::Swap { old, block: new }])
        };
        let found = both();
        if found.is_none() {
            self.at = begun;
            self.named.truncate(named);
            self.notes.truncate(notes);
        }
        Ok(found)
    }

    /// `move the furnace 2 blocks east`, `shift the chest one block to the north`; `None` for what says nothing of the kind.
    ///
    /// # Errors
    /// It is moved farther than anybody counts.
    pub(super) fn shifted(&mut self) -> Result<Option<Vec<Intent>>, ToolError> {
        let (begun, notes) = (self.at, self.notes.len());
        let mut moved = || -> Option<(Stead, u32, Side)> {
            if !self.eat_any(&["move", "shift", "push", "relocate"]) {
                return None;
            }
            let what = self.stead()?;
            self.eat("over");
            let far = self.number().ok()??;
            let _ = self.eat_any(&["blocks", "block", "spaces", "space"]);
            let _ = self.eat_any(&["further", "over", "away"]);
            let _ = self.eat_any(&["to the", "towards the", "toward the", "towards", "to", "due"]);
            let side = self.word().and_then(Side::named).filter(|side| side.is_level())?;
            self.at += 1;
            self.clone_ends_clause().then_some((what, far, side))
        };
        match moved() {
            Some((what, far @ 1..=FARTHEST, side)) => {
                let chest = static_kind(&what.kind).filter(|kind| knowledge::is_chest(kind));
                let shift = Intent::Shift { what, side, far };
                // What lay in it goes back into it.
                let but = Kept { before: true, maybe_all: true, ..Kept::default() };
                let filled = chest.map(|chest| Intent::StoreAll { but, at: None, chest: Some(chest) });
                Ok(Some(std::iter::once(shift).chain(filled).collect()))
            }
            Some(_) => Err(not_understood(self.text, "how far to move it (say: move the furnace 2 blocks east)")),
            None => {
                self.at = begun;
                self.notes.truncate(notes);
                Ok(None)
            }
        }
    }

    /// Whether the nearest of a kind is one thing, and no part of much that is the same: the land, a wall, a floor.
    fn is_one_thing(kind: &str) -> bool {
        let is_full = |block: &&knowledge::Block| block.is_full();
        let blocks = knowledge::blocks_sought(kind);
        // What is a whole block and a thing of its own is made one at a time, of other stuff than itself: a furnace, a barrel.
        let is_made = |block: &knowledge::Block| {
            let name = block.name;
            let is_stuff =
                ["s", "stone", "_block", "_wood", "_hyphae", "mud", "tile"].iter().any(|end| name.ends_with(end));
            !is_stuff && knowledge::recipes_for(name).iter().any(|recipe| recipe.count == 1)
        };
        kind != "short_grass"
            && !kind.ends_with("leaves")
            && blocks.iter().all(|block| !is_full(block) || is_made(block))
    }

    /// `the crafting table`, `the dirt under the chest`, `the grass block south of you`: a block that stands there.
    fn stead(&mut self) -> Option<Stead> {
        let kind = self.kind_before_more()?;
        let begun = self.at;
        let side = OVER_AND_UNDER.iter().find(|(words, _)| self.eat(words)).map(|(_, side)| *side);
        let by = match side.or_else(|| self.side_of()) {
            None => None,
            Some(side) if self.eat_any(YOU) => Some((side, None)),
            Some(side) => Some((side, Some(self.kind_before_more()?))),
        };
        if by.is_none() {
            self.at = begun;
        }
        // Who stands on it stands in its way.
        let is_underfoot = by == Some((Side::Down, None));
        (by.is_some() && !is_underfoot || by.is_none() && Self::is_one_thing(&kind)).then_some(Stead { kind, by })
    }

    /// The name of a kind of block with its article, whatever follows.
    fn kind_before_more(&mut self) -> Option<String> {
        self.eat_any(&["the nearest", "the closest", "nearest", "closest", "the", "that", "this", "your", "my", "our"]);
        let (start, most) = (self.at, self.words.len().min(self.at + LONGEST));
        let kind = (start + 1..=most).rev().find_map(|end| Some((kind_of_block(&self.joined(start, end))?, end)));
        let (kind, end) = kind.filter(|(kind, _)| !knowledge::is_fluid(kind))?;
        // "the torches" are several.
        if self.words[end - 1].text.ends_with('s') && !kind.ends_with('s') {
            return None;
        }
        self.at = end;
        Some(kind)
    }

    /// `a spruce one`, of a door: taken if it comes next.
    fn one_of_that_kind(&mut self, kind: &str) -> Option<&'static str> {
        let begun = self.at;
        self.eat_any(&["a", "an", "one"]);
        let kind = kind.rsplit_once('_').map_or(kind, |(_, kind)| kind);
        let start = self.at;
        let named = (start + 1..self.words.len().min(start + LONGEST)).find_map(|end| {
            let said = format!("{}_{kind}", self.joined(start, end));
            (self.words[end].text == "one").then(|| resolve(&said, Use::Block)).flatten().zip(Some(end + 1))
        });
        let found = named.and_then(|(named, end)| knowledge::block(named.name).zip(Some(end)));
        self.at = found.map_or(begun, |(_, end)| end);
        found.map(|(block, _)| block.name)
    }

    /// `replace the dirt at 4 63 9 with stone bricks`: broken there, and the other put in its place; `None` where no place is said.
    pub(super) fn replaced(&mut self) -> Result<Option<Vec<Intent>>, ToolError> {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let mut both = || -> Option<Vec<Intent>> {
            if !self.eat_any(SWAPS) {
                return None;
            }
            let here = self.at;
            if self.eat_any(GROUND) && self.eat_any(UNDERFOOT) {
                self.eat_any(&["with", "by", "for"]).then_some(())?;
                let (new, count, _) = self.counted(Use::Block).ok()?;
                let one = matches!(count, Count::Unsaid | Count::The | Count::Some(1));
                let block = knowledge::block(new.name).filter(|_| one)?.name;
                let (here, below) = (Coord::Relative(0), Coord::Relative(-1));
                let at = [here, below, here];
                let got = Intent::Get { item: new.name, count: 1, more: false };
                return Some(vec![got, Intent::Clear { from: at, to: at }, Intent::Fill { block, from: at, to: at }]);
            }
            self.at = here;
            // "replace the block at 1 63 2 with dirt", whatever it is.
            if self.eat_any(&["the block at", "the block that is at", "whatever is at", "what is at"]) {
                let at = <[Coord; 3]>::try_from(self.coordinates().ok()?).ok()?;
                self.eat_any(&["with", "by", "for"]).then_some(())?;
                let (new, count, _) = self.counted(Use::Block).ok()?;
                let one = matches!(count, Count::Unsaid | Count::The | Count::Some(1));
                let block = knowledge::block(new.name).filter(|_| one)?.name;
                let got = Intent::Get { item: new.name, count: 1, more: false };
                return Some(vec![got, Intent::Clear { from: at, to: at }, Intent::Fill { block, from: at, to: at }]);
            }
            let spoken_of = self.referents().last().cloned();
            let (old, many, _) = self.counted(Use::Mined).ok()?;
            if !matches!(many, Count::Unsaid | Count::The | Count::Some(1)) {
                return None;
            }
            let at = self.at_place().ok()??;
            if !(self.eat("with") || self.eat("by") || self.eat("for")) {
                return None;
            }
            let one_of_them = self.eat_any(&["one of them", "one of those", "one"]) && self.clone_ends_clause();
            let (new, count, _) = match spoken_of {
                Some((named, _)) if one_of_them => (named, Count::Some(1), false),
                _ if one_of_them => return None,
                _ => self.counted(Use::Block).ok()?,
            };
            let one =
                matches!(count, Count::Unsaid | Count::The | Count::Some(1)) && knowledge::block(new.name).is_some();
            let broken = Intent::Mine { target: old.name, count: 1, at: Some(at) };
            let placed = Intent::Place { block: new.name, count: 1, at: Some(at), by: None };
            let got = Intent::Get { item: new.name, count: 1, more: false };
            one.then(|| vec![got, broken, placed])
        };
        let found = both();
        if found.is_none() {
            self.at = begun;
            self.named.truncate(named);
            self.notes.truncate(notes);
        }
        Ok(found)
    }
}
