//! Simple shapes of one block: "a pillar of 4 dirt", "a stone wall 4 long and 2 high", "a 3x3 floor of planks". They are blueprints as
//! buildings are, of a block that the words name.

use super::{
    meaning::Project,
    names::{Named, Use, resolve, wood_of},
    parser::Parser,
    places::whole,
};
use crate::{
    construction::Shipped,
    knowledge::{self, Block},
};

/// What says no more than that somebody likes it; drawn as they are, they are small and simple.
pub(super) const KINDS: &[&str] = &[
    "small", "little", "tiny", "simple", "basic", "nice", "cozy", "cosy", "pretty", "cute", "starter", "new", "plain",
    "proper",
];
/// The shapes by their blueprints, with the block that each is drawn in, and the side that a number of blocks is for.
const SHAPES: &[(&str, &str, usize)] = &[
    (PILLAR, "cobblestone", HEIGHT),
    (POST, "cobblestone", HEIGHT),
    ("plain_wall", "cobblestone", WIDTH),
    ("floor", "oak_planks", WIDTH),
];
const WIDTH: usize = 0;
const HEIGHT: usize = 2;
pub(super) const PILLAR: &str = "pillar";
/// How high it is where nothing is said, in blocks.
const LOW: i32 = 1;
/// A pillar with something on top, and what that is as it is drawn.
pub(super) const POST: &str = "lamp_post";
const LAMP: &str = "torch";
/// What does not stand on a pillar by itself, or takes more than one block.
const NO_TOPS: &[&str] = &["door", "bed", "sign", "button", "lever", "ladder", "rail", "sapling"];
/// The wall of which [`PLAIN`] is the simple form, and how wide and high it is at least.
const WALL: &str = "wall";
const PLAIN: &str = "plain_wall";
const LEAST: (i32, i32) = (7, 3);

impl Parser<'_> {
    /// `dirt` in front of a shape's name; taken only if such a name follows.
    pub(super) fn block_before_shape(&mut self) -> Option<&'static str> {
        let begun = self.at;
        self.eat_any(KINDS);
        let first = self.at;
        for count in (1..=3.min(self.words.len() - first)).rev() {
            let Some(block) = stuff_of(&self.joined(first, first + count)) else { continue };
            self.at = first + count;
            let _ = self.eat_any(&["block", "blocks"]);
            let name = self.at;
            if self.eat_any(&[
                "wall",
                "pillar",
                "column",
                "floor",
                "row",
                "low wall",
                "straight wall",
                "patio",
                "platform",
            ]) {
                self.at = name;
                return Some(block);
            }
        }
        self.at = begun;
        None
    }

    /// Puts on a pillar what is said behind it to be on top.
    pub(super) fn top_off(&mut self, project: &mut Project, size: &mut Option<[Option<i32>; 3]>) {
        if project.blueprint != PILLAR {
            return;
        }
        let Some(top) = self.topped() else { return };
        POST.clone_into(&mut project.blueprint);
        project.instead.extend((top != LAMP).then(|| (LAMP.to_owned(), top.to_owned())));
        let height = size.get_or_insert_default()[HEIGHT].get_or_insert(LOW);
        *height = height.saturating_add(1);
    }

    /// `with a torch on top`, `and put a lantern on top of it`: what that is.
    fn topped(&mut self) -> Option<&'static str> {
        const WITH: &[&str] = &["with", "put", "place", "set", "stick", "then put", "then place"];
        const ON_TOP: &[&str] =
            &["on top of it", "on top of that", "on top of the pillar", "on the top", "on top", "on it"];
        let begun = self.at;
        let top = (|| {
            let _ = self.skip_joints();
            let crowned = self.eat_any(&["topped with", "topped by", "topped off with", "crowned with"]);
            let with = crowned || self.eat_any(WITH);
            let article = self.eat_any(&["a", "an", "one", "1"]);
            let start = self.at;
            let mut ends = (start + 1..=self.words.len().min(start + 3)).rev();
            let (named, end) = ends.find_map(|end| {
                let named = resolve(&self.joined(start, end), Use::Block)?;
                let stands = !NO_TOPS.iter().any(|kind| named.name.ends_with(kind));
                knowledge::block(named.name).filter(|_| stands).map(|block| (block.name, end))
            })?;
            self.at = end;
            (with && article && (self.eat_any(ON_TOP) || crowned) && self.clone_ends_clause()).then_some(named)
        })();
        if top.is_none() {
            self.at = begun;
        }
        top
    }

    /// `of 4 dirt blocks`, `out of cobble`, behind a shape's name: its block, and how many there are of it.
    pub(super) fn block_behind_shape(
        &mut self,
        size: &mut Option<[Option<i32>; 3]>,
        side: usize,
    ) -> Option<&'static str> {
        let begun = self.at;
        if !self.eat_any(&["made out of", "made of", "out of", "of", "from", "in", "with", "using"]) {
            return None;
        }
        let number = self.word().and_then(whole);
        self.at += usize::from(number.is_some());
        let _ = self.eat_any(&["the", "your", "my", "some"]);
        let start = self.at;
        for end in (start + 1..=self.words.len().min(start + 3)).rev() {
            let Some(block) = stuff_of(&self.joined(start, end)) else { continue };
            self.at = end;
            let _ = self.eat_any(&["blocks", "block"]);
            if let Some(number) = number {
                let mut sides = size.unwrap_or_default();
                // A number of blocks that a side contradicts means something else.
                if sides[side].is_some_and(|known| known != number) {
                    break;
                }
                sides[side] = Some(number);
                *size = Some(sides);
            }
            return Some(block);
        }
        self.at = begun;
        None
    }
}

/// The side that a number of blocks is for, where this is a shape, or the wall that has a plain form.
pub(super) fn counted_side(shipped: &Shipped) -> Option<usize> {
    let name = if shipped.name == WALL { PLAIN } else { shipped.name };
    SHAPES.iter().find(|(shape, ..)| *shape == name).map(|(_, _, side)| *side)
}

/// The blueprint of a wall of another block, or smaller than the one with battlements: a plain one. Any other as it is.
pub(super) fn plain_form(name: &'static str, block: Option<&str>, size: [Option<i32>; 3]) -> &'static str {
    let is_small = size[WIDTH].is_some_and(|width| width < LEAST.0) || size[HEIGHT].is_some_and(|high| high < LEAST.1);
    if name == WALL && (is_small || block.is_some_and(|block| block != "cobblestone")) { PLAIN } else { name }
}

/// Has a shape be of this block.
pub(super) fn made_of(project: &mut Project, block: &'static str) {
    let drawn = SHAPES.iter().find(|(shape, ..)| *shape == project.blueprint).map(|(_, drawn, _)| *drawn);
    let of_wood = |block: &str| block.strip_suffix("_planks").and_then(wood_of);
    match (drawn, drawn.and_then(of_wood)) {
        // Of planks it is drawn in any wood.
        (Some(_), Some(_)) if block == PLANKS => {}
        (Some(_), Some(_)) if let Some(wood) = of_wood(block) => project.wood = Some(wood),
        (Some(drawn), wood) if drawn != block => {
            project.wood = wood;
            let block = if block == PLANKS { "oak_planks" } else { block };
            project.instead.insert(drawn.to_owned(), block.to_owned());
        }
        _ => {}
    }
}

/// The family, of which a blueprint chooses.
const PLANKS: &str = "planks";

/// The block of a shape: planks of any wood, or a full block.
fn stuff_of(said: &str) -> Option<&'static str> {
    let planks = resolve(said, Use::Held).filter(|named| named.name == PLANKS);
    planks.map(|_| PLANKS).or_else(|| block_of(said))
}

/// The full block that a name means: oak of what is of any wood.
pub(super) fn block_of(said: &str) -> Option<&'static str> {
    // "a stone brick wall" is of stone bricks.
    let is_full = |named: &Named| knowledge::block(named.name).is_some_and(Block::is_full);
    let several = || resolve(&format!("{said}s"), Use::Held).filter(is_full);
    let named = resolve(said, Use::Held).filter(|named| knowledge::members(named.name).is_some() || is_full(named));
    let name = match named.or_else(several)?.name {
        PLANKS => "oak_planks",
        "log" => "oak_log",
        name => name,
    };
    knowledge::block(name).filter(|block| block.is_full()).map(|block| block.name)
}
