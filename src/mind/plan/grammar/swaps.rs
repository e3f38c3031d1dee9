//! One block in the place of another, and blocks that are moved: "replace the crafting table with a chest", "swap the door for a spruce
//! one", "replace the dirt at 4 63 9 with stone bricks", "move the furnace 2 blocks east". What stands there is known once the land is seen.

use super::{
    beside::{YOU, static_kind},
    blocks::{GROUND, UNDERFOOT},
    count::Count,
    meaning::{ANY_BLOCK, Coord, Intent, Kept, Stead},
    names::{Use, kind_of_block, resolve},
    parser::Parser,
    refusals::{cannot, not_understood},
};
use crate::{
    domain::{Side, ToolError},
    knowledge,
};

const SWAPS: &[&str] = &["replace", "swap out", "swap", "exchange", "switch out", "change"];
/// What stands between the old and the new, and what does behind "change".
const WITH: &[&str] = &["with", "by", "for"];
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
/// The farthest that a block is moved, in blocks: nobody counts more.
const FARTHEST: u32 = 32;

impl Parser<'_> {
    /// `replace the crafting table with a chest`: the nearest, or the one by which thing is said; `None` for what says nothing of the kind.
    pub(super) fn swapped(&mut self) -> Option<Vec<Intent>> {
        self.or_restored(Self::swap_said)
    }

    /// What is read; where that is nothing, nothing is taken.
    fn or_restored<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let found = read(self);
        if found.is_none() {
            self.restore(begun, named, notes);
        }
        found
    }

    fn swap_said(&mut self) -> Option<Vec<Intent>> {
        if !self.eat_any(SWAPS) {
            return None;
        }
        let verb = self.words[self.at - 1].text.clone();
        let (changes, replaces) = (verb == "change", verb == "replace");
        // "swap your torch for a lantern" may be about what is held.
        let old = self.stead(replaces)?;
        if !(self.eat_any(if changes { INTO } else { WITH }) || !changes && self.eat("against")) {
            return None;
        }
        let new = match self.one_of_that_kind(&old.kind) {
            Some(block) => block,
            None => {
                let (new, count, _) = self.counted(Use::Block).ok()?;
                let one = match count {
                    Count::Some(many) => many == 1,
                    // "swap the chest with the furnace" may have both trade places.
                    Count::The => replaces && !new.several,
                    Count::Unsaid => !new.several,
                    _ => false,
                };
                let is_held = knowledge::item(new.name).is_some();
                knowledge::block(new.name).filter(|_| one && is_held)?.name
            }
        };
        self.eat("instead");
        self.skip_fillers();
        let got = Intent::Get { item: new, count: 1, more: false };
        self.clone_ends_clause().then(|| vec![got, Intent::Swap { old, block: new }])
    }

    /// `move the furnace 2 blocks east`, `shift the chest one block to the north`; `None` for what says nothing of the kind. `is_first`: no
    /// clause comes before.
    ///
    /// # Errors
    /// It is moved farther than anybody counts, or two ways, or is a chest for which it matters what was held before.
    pub(super) fn shifted(&mut self, is_first: bool) -> Result<Option<Vec<Intent>>, ToolError> {
        let (begun, notes) = (self.at, self.notes.len());
        let mut moved = || -> Option<(Stead, u32, Side)> {
            let moves = self.eat_any(&["move", "shift", "push", "relocate"]);
            // "put the furnace 2 blocks further east": it stands there already.
            let puts = !moves && self.eat_any(&["put", "place", "set"]);
            if !moves && !puts {
                return None;
            }
            let what = self.stead(moves)?;
            self.eat("over");
            let first = self.way_of_shift();
            self.eat("by");
            let far = self.blocks_of_shift()?;
            let further = self.eat_any(&["further", "farther", "over", "away", "more"])
                && matches!(self.words[self.at - 1].text.as_str(), "further" | "farther");
            let side = first.or_else(|| self.way_of_shift())?;
            let further =
                self.eat_any(&["of where it is", "of where it stands", "from where it is", "from where it stands"])
                    || self.eat_any(&["further", "farther"])
                    || further;
            self.skip_fillers();
            (self.clone_ends_clause() && (moves || further)).then_some((what, far, side))
        };
        match moved() {
            // "… 2 blocks east and 1 south"
            Some(_) if self.goes_on_with_a_thing() => {
                let words = "move things two ways, or several of them, at once (say: move the furnace 2 blocks east)";
                Err(cannot(self.text, words))
            }
            Some((what, far @ 1..=FARTHEST, side)) => {
                let chest = static_kind(&what.kind).filter(|kind| knowledge::is_chest(kind));
                // What was held before it is moved is not known apart from what the goal has got by then.
                if chest.is_some() && !is_first {
                    let words =
                        "move a chest after something else (say in a goal of its own: move the chest 2 blocks east)";
                    return Err(cannot(self.text, words));
                }
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

    /// `to the east`, `north`: taken if it comes next.
    fn way_of_shift(&mut self) -> Option<Side> {
        let begun = self.at;
        let _ = self.eat_any(&["to the", "towards the", "toward the", "towards", "to", "due"]);
        let side = self.word().and_then(|word| Side::named(word.trim_end_matches("wards").trim_end_matches("ward")));
        let side = side.filter(|side| side.is_level());
        self.at = if side.is_some() { self.at + 1 } else { begun };
        side
    }

    /// `2 blocks`, `a block`: taken if it comes next.
    fn blocks_of_shift(&mut self) -> Option<u32> {
        const UNITS: &[&str] = &["blocks", "block", "spaces", "space"];
        let begun = self.at;
        if self.eat("a") && self.eat_any(UNITS) {
            return Some(1);
        }
        self.at = begun;
        let far = self.number().ok().flatten()?;
        self.eat_any(UNITS);
        Some(far)
    }

    /// Whether the nearest of a kind is one thing, and no part of much that is the same: of the land, a wall, a floor.
    fn is_one_thing(kind: &str) -> bool {
        /// How the names end of what stands in rows, or is spread over the land.
        const MUCH: &[&str] = &[
            "wall",
            "fence",
            "stairs",
            "slab",
            "rail",
            "rails",
            "ladder",
            "ice",
            "snow",
            "glass",
            "pane",
            "farmland",
            "carpet",
            "bars",
            "vine",
            "vines",
            "chain",
            "grass",
            "fern",
            "leaves",
            "path",
            "wheat",
            "carrots",
            "potatoes",
            "beetroots",
            "kelp",
            "seagrass",
        ];
        /// And of whole blocks that are only building material, though each is made one at a time.
        const MATERIAL: &[&str] = &["s", "stone", "_block", "_wood", "_hyphae", "mud", "tile"];
        let ends = |ends: &[&str]| ends.iter().any(|end| kind.ends_with(end));
        let is_made = |name: &str| knowledge::recipes_for(name).iter().any(|recipe| recipe.count == 1);
        let blocks = knowledge::blocks_sought(kind);
        !ends(MUCH) && blocks.iter().all(|block| !block.is_full() || !ends(MATERIAL) && is_made(block.name))
    }

    /// `the crafting table`, `the dirt under the chest`, `the grass block south of you`: a block that stands there. `owned`: "your" may be said
    /// of it.
    fn stead(&mut self, owned: bool) -> Option<Stead> {
        let any = self.eat_any(&["the block", "the ground", "what's", "what is", "whatever is"]);
        let kind = if any { ANY_BLOCK.to_owned() } else { self.kind_before_more(owned)? };
        let begun = self.at;
        let side = OVER_AND_UNDER.iter().find(|(words, _)| self.eat(words)).map(|(_, side)| *side);
        let by = match side.or_else(|| self.side_of()) {
            None => None,
            Some(side) if self.eat_any(YOU) => Some((side, None)),
            Some(side) => Some((side, Some(self.kind_before_more(true)?))),
        };
        if by.is_none() {
            self.at = begun;
        }
        // Who stands on it stands in its way.
        let is_underfoot = by == Some((Side::Down, None));
        let is_one = !any && Self::is_one_thing(&kind);
        (by.is_some() && !is_underfoot || by.is_none() && is_one).then_some(Stead { kind, by })
    }

    /// The name of a kind of block with its article, whatever follows.
    pub(super) fn kind_before_more(&mut self, owned: bool) -> Option<String> {
        self.eat_any(&["the nearest", "the closest", "nearest", "closest", "the", "that", "this"]);
        let _ = owned && self.eat_any(&["your", "my", "our"]);
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
    pub(super) fn replaced(&mut self) -> Option<Vec<Intent>> {
        self.or_restored(Self::replacement_said)
    }

    fn replacement_said(&mut self) -> Option<Vec<Intent>> {
        if !self.eat_any(SWAPS) {
            return None;
        }
        // "replace the block at 1 63 2 with dirt", whatever it is; the ground under the bot is one, too.
        if let Some(at) = self.any_block_at() {
            let block = self.eat_any(WITH).then(|| self.one_block()).flatten()?;
            let got = Intent::Get { item: block, count: 1, more: false };
            return Some(vec![got, Intent::Clear { from: at, to: at }, Intent::Fill { block, from: at, to: at }]);
        }
        let spoken_of = self.referents().last().cloned();
        let (old, many, _) = self.counted(Use::Mined).ok()?;
        if !matches!(many, Count::Unsaid | Count::The | Count::Some(1)) {
            return None;
        }
        let at = self.at_place().ok()??;
        if !self.eat_any(WITH) {
            return None;
        }
        let one_of_them = self.eat_any(&["one of them", "one of those", "one"]) && self.clone_ends_clause();
        let block = match spoken_of {
            Some((named, _)) if one_of_them => knowledge::block(named.name).map(|_| named.name)?,
            _ if one_of_them => return None,
            _ => self.one_block()?,
        };
        let broken = Intent::Mine { target: old.name, count: 1, at: Some(at) };
        let placed = Intent::Place { block, count: 1, at: Some(at), by: None };
        Some(vec![Intent::Get { item: block, count: 1, more: false }, broken, placed])
    }

    /// `the ground under you`, `the block at 1 63 2`: taken if it comes next.
    fn any_block_at(&mut self) -> Option<[Coord; 3]> {
        let begun = self.at;
        if self.eat_any(GROUND) && self.eat_any(UNDERFOOT) {
            let (here, below) = (Coord::Relative(0), Coord::Relative(-1));
            return Some([here, below, here]);
        }
        self.at = begun;
        let said = self.eat_any(&["the block at", "the block that is at", "whatever is at", "what is at"]);
        let at = if said { self.coordinates().ok() } else { None };
        let at = at.and_then(|at| <[Coord; 3]>::try_from(at).ok());
        if at.is_none() {
            self.at = begun;
        }
        at
    }

    /// One block that is put somewhere, by its name.
    fn one_block(&mut self) -> Option<&'static str> {
        let (new, count, _) = self.counted(Use::Block).ok()?;
        let one = matches!(count, Count::Unsaid | Count::The | Count::Some(1));
        knowledge::block(new.name).filter(|_| one).map(|block| block.name)
    }
}
