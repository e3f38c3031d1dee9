//! What stands in a row or otherwise to a thing: "place 3 torches in a row going north", "a line of 5 cobblestone", "put a torch on each
//! side of the door", "at each corner of the field", "2 blocks in front of you". Their places are found once the land is seen.

use super::{
    beside::{FARTHEST, IN_FRONT, Spot, YOU},
    count::{Count, SMALL},
    meaning::{Coord, Flank, Intent, Layout, NO_BLOCK, Shape, Start},
    names::{Named, Use, kind_of_block, resolve},
    parser::Parser,
    refusals::{cannot, not_understood},
    words::is_joint,
};
use crate::{
    domain::{BlockPos, By, GoToPlayer, Side, ToolError},
    knowledge,
};

const ROW_OF: &[&str] = &[
    "row of",
    "line of",
    "path of",
    "straight row of",
    "straight line of",
    "straight path of",
    "single row of",
    "single line of",
    "neat row of",
    "neat line of",
    "little row of",
    "short row of",
    "short line of",
];
const IN_A_ROW: &[&str] = &[
    "in a row",
    "in a line",
    "in a straight line",
    "in a straight row",
    "in a single row",
    "in a single line",
    "in a neat row",
    "in a neat line",
    "in one row",
    "in one line",
    "in line",
    "all in a row",
    "all in a line",
    "into a row",
    "into a line",
    "as a row",
    "as a line",
];
/// What the way of a row is said with.
const GOING: &[&str] = &[
    "going",
    "heading",
    "headed",
    "running",
    "leading",
    "stretching",
    "extending",
    "pointing",
    "that goes",
    "that runs",
    "which goes",
    "which runs",
];
const TOWARD: &[&str] = &["to the", "towards the", "toward the", "towards", "toward", "to", "due", "straight"];
const BETWEEN: &[&str] = &[
    "between them",
    "in between them",
    "in between",
    "between each",
    "between each one",
    "between each of them",
    "between each pair",
    "between each two",
    "between every two",
    "between each other",
    "between one and the next",
];
const NO_GAP: &[&str] = &[
    "with no gap",
    "with no gaps",
    "without gaps",
    "without a gap",
    "without any gaps",
    "with no space",
    "touching each other",
];
const GAP: &[&str] = &["gap", "gaps", "space", "spaces"];
const BLOCKS: &[&str] = &[
    "blocks",
    "block",
    "empty blocks",
    "empty block",
    "free blocks",
    "free block",
    "blocks of space",
    "block of space",
];
const APART: &[&str] = &["apart", "apart from each other", "apart from one another", "away from each other"];
const ON_SIDES: &[&str] = &["on", "to", "at", "by"];
const SIDES_OF: &[&str] = &[
    "both sides of",
    "either side of",
    "each side of",
    "both the sides of",
    "the two sides of",
    "opposite sides of",
    "left and right of",
    "the left and right of",
    "the left and the right of",
    "the left and right side of",
    "the left and right sides of",
    "the left and the right side of",
];

const CORNERS_OF: &[&str] = &[
    "each corner of",
    "every corner of",
    "all corners of",
    "all the corners of",
    "all four corners of",
    "all 4 corners of",
    "the corners of",
    "the four corners of",
    "the 4 corners of",
    "each of the corners of",
    "each of the four corners of",
];
/// How often one goes around a thing, and how far.
const ONCE: &[&str] = &["once", "one time", "a full circle", "in a circle", "one lap", "a lap", "all the way"];
/// What stands before two things that something is between.
const AMID: &[&str] = &[
    "between",
    "in between",
    "right between",
    "halfway between",
    "half way between",
    "midway between",
    "in the middle between",
    "in the middle of",
    "exactly between",
];
/// Which way that is from the bot as it looks: ahead, and to its right.
const OFF_YOU: &[(&str, [i32; 2])] = &[
    ("in front of you", [1, 0]),
    ("in front of yourself", [1, 0]),
    ("in front", [1, 0]),
    ("ahead of you", [1, 0]),
    ("ahead", [1, 0]),
    ("behind you", [-1, 0]),
    ("behind yourself", [-1, 0]),
    ("to your right", [0, 1]),
    ("to the right of you", [0, 1]),
    ("right of you", [0, 1]),
    ("to your left", [0, -1]),
    ("to the left of you", [0, -1]),
    ("left of you", [0, -1]),
];
/// Which side of a thing that is.
const FLANKS: &[(&[&str], Flank)] = &[
    (&["right behind", "directly behind", "just behind", "behind", "at the back of", "in back of"], Flank::Behind),
    (
        &[
            "to the left of",
            "on the left of",
            "on the left side of",
            "to the left side of",
            "at the left of",
            "just left of",
            "left of",
        ],
        Flank::Left,
    ),
    (
        &[
            "to the right of",
            "on the right of",
            "on the right side of",
            "to the right side of",
            "at the right of",
            "just right of",
            "right of",
        ],
        Flank::Right,
    ),
    (
        &[
            "on the far side of",
            "at the far side of",
            "on the other side of",
            "at the other side of",
            "on the opposite side of",
            "on the back side of",
        ],
        Flank::Beyond,
    ),
];
/// Where no number is said of these, it is one block.
const RIGHT_THERE: &[&str] =
    &["to your right", "to the right of you", "right of you", "to your left", "to the left of you", "left of you"];
/// How a place is refused at which one block has room.
const ONE_THERE: &str = "put several things at one place (say: place a torch 2 blocks in front of you)";

const SEVERAL: &str = "place things of several kinds in one row or on both sides of a thing (say: place 2 torches in a row; place 3 dirt in a row)";

/// How a row was said to lie.
#[derive(Default)]
struct Said {
    way: Option<Side>,
    gap: Option<u32>,
    /// So many blocks long.
    long: Option<u32>,
    start: Option<Start>,
    /// It begins beside this player.
    player: Option<String>,
}

impl Parser<'_> {
    /// `a row of`, `a straight line of`: taken if it comes next.
    pub(super) fn row_of(&mut self) -> bool {
        let begun = self.at;
        self.eat_any(&["a", "one", "the", "another", "me a", "us a"]);
        let is_row = self.eat_any(ROW_OF);
        if !is_row {
            self.at = begun;
        }
        is_row
    }

    /// `a line of 5 cobble heading east`, behind a verb that makes or builds; `None`, and nothing taken, for what is no row.
    pub(super) fn row_made(&mut self) -> Result<Option<Vec<Intent>>, ToolError> {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        if self.row_of()
            && let Ok((block, count @ Count::Some(_), _)) = self.counted(Use::Block)
            && let Some(laid) = self.laid(&block, count, true)?
            && self.clone_ends_clause()
        {
            return Ok(Some(laid));
        }
        self.restore(begun, named, notes);
        Ok(None)
    }

    /// So many of what was just named in a row, or on both sides of a thing; `None`, and nothing taken, where neither is said.
    /// `in_a_row`: it was said before.
    pub(super) fn laid(
        &mut self,
        named: &Named,
        count: Count,
        in_a_row: bool,
    ) -> Result<Option<Vec<Intent>>, ToolError> {
        if !in_a_row && let Some(shape) = self.on_both_sides(named)? {
            let count = self.of_both_sides(named, count)?;
            // "… of the bed and the chest": of which else?
            if self.comes("and the").is_some() {
                return Err(cannot(self.text, SEVERAL));
            }
            return Ok(Some(vec![Intent::Lay(Layout { block: self.laid_block(named)?, count, shape })]));
        }
        if !in_a_row && let Some(shape) = self.at_corners(named)? {
            let count = self.of_corners(named, count)?;
            return Ok(Some(vec![Intent::Lay(Layout { block: self.laid_block(named)?, count, shape })]));
        }
        if !in_a_row && let Some(shape) = self.one_place(named)? {
            let is_one = count == Count::Some(1) || matches!(count, Count::The | Count::Unsaid) && !named.several;
            if !is_one {
                return Err(cannot(self.text, ONE_THERE));
            }
            return Ok(Some(vec![Intent::Lay(Layout { block: self.laid_block(named)?, count: 1, shape })]));
        }
        if !in_a_row && !self.says_a_row() {
            return if self.lays_what_comes() { Err(cannot(self.text, SEVERAL)) } else { Ok(None) };
        }
        let block = self.laid_block(named)?;
        let said = self.row_said(named)?;
        let count = match (count, said.long) {
            (Count::Unsaid, Some(long)) => long,
            (Count::Some(count), Some(long)) if count != long => {
                return Err(not_understood(self.text, "how long the row is (say: place 3 torches in a row)"));
            }
            (count, _) => self.how_many(named, count, true)?,
        };
        let shape =
            Shape::Row { way: said.way, gap: said.gap.unwrap_or_default(), start: said.start.unwrap_or(Start::Here) };
        let lay = Intent::Lay(Layout { block, count, shape });
        // Who gets it afterwards has left them again.
        Ok(Some(match said.player {
            Some(player) => vec![
                Intent::Get { item: block, count, more: false },
                Intent::Do(GoToPlayer { player, tolerance: None }.into()),
                lay,
            ],
            None => vec![lay],
        }))
    }

    /// Whether these words go on with how a row lies, behind a name that ends there: "in a row", "heading east", "2 blocks apart".
    pub(super) fn goes_on_at(&self, end: usize) -> bool {
        if SIDES_OF.iter().any(|sides| self.comes_at(end, sides).is_some()) {
            return true;
        }
        let is_off = self.words.get(end).is_some_and(|word| is_small(&word.text) || word.text == "one")
            && self.words.get(end + 1).is_some_and(|unit| matches!(unit.text.as_str(), "block" | "blocks"))
            && OFF_YOU.iter().any(|(off, _)| self.comes_at(end + 2, off).is_some());
        if is_off {
            return true;
        }
        let is_row = |word: &str| matches!(word, "row" | "line" | "path");
        let said_before = self.words[..end.min(self.words.len())].iter().any(|word| is_row(&word.text));
        let going = GOING.iter().any(|going| self.comes_at(end, going).is_some());
        let spaced = self.words.get(end).is_some_and(|word| is_small(&word.text))
            && self.words[end + 1..].iter().take(2).any(|word| matches!(word.text.as_str(), "apart" | "long"));
        said_before && going || spaced || self.comes_at(end, "spaced").is_some()
    }

    /// Whether the clause says somewhere that it is about a row.
    fn says_a_row(&self) -> bool {
        let end = (self.at..self.words.len())
            .find(|at| is_joint(&self.words[*at].text) && self.words[*at].text != ",")
            .unwrap_or(self.words.len());
        let comes = |phrases: &[&str]| {
            (self.at..end).any(|at| phrases.iter().any(|phrase| self.comes_at(at, phrase).is_some()))
        };
        comes(IN_A_ROW) || comes(BETWEEN) || comes(&["apart"])
    }

    /// "2 torches and 3 dirt in a row": nobody knows whether that is said of the last alone.
    fn lays_what_comes(&mut self) -> bool {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let mut lays = false;
        while !lays && self.skip_joints() && !self.is_verb() && !self.row_of() {
            let Ok((other, ..)) = self.counted(Use::Block) else { break };
            lays = self.says_a_row() || matches!(self.on_both_sides(&other), Ok(Some(_)));
        }
        self.restore(begun, named, notes);
        lays
    }

    /// What is put there, where it can stand in a row.
    fn laid_block(&self, named: &Named) -> Result<&'static str, ToolError> {
        let name = named.name;
        let one = knowledge::one_of(name);
        let is_sown = knowledge::food(name).is_some() || name.ends_with("_seeds");
        // They take two places each.
        let is_double = name.ends_with("bed") || name.ends_with("door") && !name.ends_with("trapdoor");
        if is_double || is_sown || knowledge::placing::block_of_item(one).is_none() {
            let words = "place those in rows or on both sides of a thing (say: place 3 torches in a row)";
            return Err(cannot(self.text, words));
        }
        Ok(name)
    }

    /// All that is said of how a row lies, in any order.
    fn row_said(&mut self, named: &Named) -> Result<Said, ToolError> {
        let mut said = Said::default();
        let mut is_row = false;
        loop {
            let begun = self.at;
            self.eat(",");
            if self.eat_any(IN_A_ROW) {
                is_row = true;
            } else if let Some(gap) = self.gap(named)? {
                self.say_once(&mut said.gap, gap)?;
            } else if let Some(long) = self.length() {
                self.say_once(&mut said.long, long)?;
            } else if let Some((start, player)) = self.start_of_row(named)? {
                self.say_once(&mut said.start, start)?;
                said.player = player;
            } else if let Some(way) = self.way_of_row()? {
                self.say_once(&mut said.way, way)?;
            } else {
                self.at = begun;
                self.skip_where();
                if self.at == begun {
                    break;
                }
            }
        }
        if !is_row && said.gap.is_some_and(|gap| gap > 0) {
            self.notes.push("they are placed in a row".to_owned());
        }
        Ok(said)
    }

    /// Keeps what is said; a row that is said to lie in two ways is not understood.
    fn say_once<T>(&self, slot: &mut Option<T>, value: T) -> Result<(), ToolError> {
        match slot.replace(value) {
            None => Ok(()),
            Some(_) => {
                let words = "where the row goes (say: place 3 torches in a row going north)";
                Err(not_understood(self.text, words))
            }
        }
    }

    /// `going north`, `to the east`, `from west to east`.
    fn way_of_row(&mut self) -> Result<Option<Side>, ToolError> {
        let begun = self.at;
        let going = self.eat_any(GOING);
        let from = self.eat_any(&["from the", "from"]).then(|| self.side()).flatten();
        let toward = self.eat_any(TOWARD);
        let way = self.side().filter(|way| from.is_none_or(|from| toward && from.opposite() == *way));
        if way.is_none() && going {
            return Err(not_understood(
                self.text,
                "which way the row goes (say: place 3 torches in a row going north)",
            ));
        }
        if way.is_none() {
            self.at = begun;
        }
        Ok(way)
    }

    /// `north`, `northwards`: taken if it comes next.
    fn side(&mut self) -> Option<Side> {
        let word = self.word()?;
        let word = word.strip_suffix("wards").or_else(|| word.strip_suffix("ward")).unwrap_or(word);
        let side = Side::named(word).filter(|side| side.is_level())?;
        self.at += 1;
        Some(side)
    }

    /// `in front of you`, `next to the chest`, `east of the chest`, `starting at 10 64 3`; and beside which player.
    fn start_of_row(&mut self, named: &Named) -> Result<Option<(Start, Option<String>)>, ToolError> {
        let begun = self.at;
        let starts = self.eat_any(&["starting", "beginning", "that starts", "that begins"]);
        let first = self.at;
        if self.eat_any(IN_FRONT) && self.eat_any(YOU) {
            return Ok(Some((Start::Ahead, None)));
        }
        self.at = first;
        if self.eat_any(&["ahead of you", "in front"]) && self.clone_ends_clause() {
            return Ok(Some((Start::Ahead, None)));
        }
        self.at = first;
        if starts && self.eat_any(&["here", "from here", "where you are", "where you stand"]) {
            return Ok(Some((Start::Here, None)));
        }
        if let Some(at) = self.at_numbers()? {
            return Ok(Some((Start::At(at), None)));
        }
        let words = "place a row there (say: place 3 torches in a row next to the chest)";
        Ok(match self.by_something(named)? {
            Some(Spot::By(By::Beside(kind))) => Some((Start::By(kind), None)),
            Some(Spot::By(By::Toward(side, kind))) => Some((Start::Toward(side, kind), None)),
            Some(Spot::Anywhere) => Some((Start::Here, None)),
            Some(Spot::Near(player)) => Some((Start::Here, Some(player))),
            // "next to each other" is what a row is.
            Some(Spot::Together) => Some((Start::Here, None)),
            Some(_) => return Err(cannot(self.text, words)),
            None => {
                self.at = begun;
                None
            }
        })
    }

    /// `at 10 64 3`.
    fn at_numbers(&mut self) -> Result<Option<BlockPos>, ToolError> {
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '~');
        if self.word() != Some("at") || !self.words.get(self.at + 1).is_some_and(|word| is_number(&word.text)) {
            return Ok(None);
        }
        match self.at_place()? {
            Some([Coord::Absolute(x), Coord::Absolute(y), Coord::Absolute(z)]) => Ok(Some(BlockPos::new(x, y, z))),
            _ => Err(not_understood(self.text, "where the row begins (say: place 3 torches in a row at 10 64 3)")),
        }
    }

    /// `5 long`, `5 blocks long`.
    fn length(&mut self) -> Option<u32> {
        let begun = self.at;
        let many = self.number().ok().flatten();
        self.eat_any(&["blocks", "block"]);
        if many.is_none() || !self.eat("long") {
            self.at = begun;
            return None;
        }
        many
    }

    /// `with 2 blocks between them`, `with a gap of one block`, `3 blocks apart`: how many places are left free between two of them.
    fn gap(&mut self, named: &Named) -> Result<Option<u32>, ToolError> {
        let begun = self.at;
        if self.eat_any(NO_GAP) {
            self.eat_between(named);
            return Ok(Some(0));
        }
        if self.eat_any(&["with", "leaving"]) {
            let gap_of = self.eat_any(&["a gap of", "gaps of", "a space of", "spaces of", "a distance of"]);
            let many = self.blocks_free();
            let gaps = self.eat_any(GAP);
            self.eat("of");
            let between = self.eat_between(named);
            if let Some(many) = many.filter(|_| gap_of || gaps || between) {
                return Ok(Some(many));
            }
            self.at = begun;
            return Ok(None);
        }
        self.eat_any(&["spaced", "each", "standing", "placed", "set", "all"]);
        match self.blocks_free().filter(|_| self.eat_any(APART)) {
            Some(apart @ 2..) => {
                self.notes.push(format!("{apart} apart is {} free between one and the next", apart - 1));
                Ok(Some(apart - 1))
            }
            Some(_) => Err(not_understood(
                self.text,
                "whether a place is left free between them (say: in a row with one block between them)",
            )),
            None => {
                self.at = begun;
                Ok(None)
            }
        }
    }

    /// `2 blocks`, `a block`, `one`, `a 2-block`, as far as it is said: how many.
    fn blocks_free(&mut self) -> Option<u32> {
        let begun = self.at;
        let one = self.eat_any(&["a", "a single", "just"]);
        let hyphened =
            self.word().and_then(|word| word.strip_suffix("-block").or_else(|| word.strip_suffix("-blocks")));
        if let Some(many) = hyphened.and_then(number_of) {
            self.at += 1;
            return Some(many);
        }
        let many = self.number().ok().flatten();
        let unit = self.eat_any(BLOCKS) || GAP.iter().any(|gap| self.comes(gap).is_some());
        let many = many.or((one && unit).then_some(1));
        if many.is_none() {
            self.at = begun;
        }
        many
    }

    /// `between them`, `between the torches`.
    fn eat_between(&mut self, named: &Named) -> bool {
        let begun = self.at;
        if self.eat_any(&["between the", "in between the", "between each", "between every", "between all the"]) {
            for end in (self.at + 1..=self.words.len().min(self.at + 3)).rev() {
                let said = self.joined(self.at, end);
                let is_it = resolve(&said, Use::Block).is_some_and(|other| other.name == named.name);
                if is_it || said.trim_end_matches('s') == named.said.trim_end_matches('s') {
                    self.at = end;
                    return true;
                }
            }
            self.at = begun;
        }
        self.eat_any(BETWEEN)
    }

    /// How many are put on both sides of a thing: one each.
    fn of_both_sides(&mut self, named: &Named, count: Count) -> Result<u32, ToolError> {
        let each = self.words[..self.at].iter().any(|word| word.text == "each");
        match count {
            Count::Some(2) if !each => {
                self.notes.push("one of them is put on each side".to_owned());
            }
            Count::Some(1) | Count::Unsaid => {}
            Count::The if !named.several => {}
            _ => {
                let words = "put more than one on each side of a thing (say: put a torch on each side of the door)";
                return Err(cannot(self.text, words));
            }
        }
        Ok(2)
    }

    /// `at each corner of the field`; `None`, and nothing taken, where that is not said.
    fn at_corners(&mut self, named: &Named) -> Result<Option<Shape>, ToolError> {
        let (begun, names, notes) = (self.at, self.named.len(), self.notes.len());
        self.eat_any(&["at", "on", "in", "to", "by", "around"]);
        if self.eat_any(CORNERS_OF)
            && let Some(kind) = self.kind_it_is_by(named)?
            && !self.goes_on_with_a_thing()
        {
            return Ok(Some(Shape::Corners { kind }));
        }
        self.restore(begun, names, notes);
        Ok(None)
    }

    /// How many are put at the corners of a thing: one each.
    fn of_corners(&self, named: &Named, count: Count) -> Result<u32, ToolError> {
        match count {
            Count::Some(1 | 4) | Count::Unsaid => Ok(4),
            Count::The if !named.several => Ok(4),
            _ => {
                let words =
                    "put more than one at each corner of a thing (say: put a torch at each corner of the wheat)";
                Err(cannot(self.text, words))
            }
        }
    }

    /// A place for one of them: off the bot, between two things, or at a side of one.
    fn one_place(&mut self, named: &Named) -> Result<Option<Shape>, ToolError> {
        if let Some(off) = self.off_you()? {
            return Ok(Some(off));
        }
        if let Some(amid) = self.amid(named)? {
            return Ok(Some(amid));
        }
        self.at_flank(named)
    }

    /// `2 blocks in front of you`, `one block to your left`: taken if it comes next.
    fn off_you(&mut self) -> Result<Option<Shape>, ToolError> {
        let begun = self.at;
        let many = self.number()?.filter(|many| (1..=FARTHEST).contains(many));
        let many = many.and_then(|many| i32::try_from(many).ok());
        self.eat_any(&["blocks", "block"]);
        self.eat_any(&["away", "straight", "directly", "right"]);
        // "in front of you" without a number is read by `spot`.
        let many = many
            .or((self.at == begun).then_some(1).filter(|_| RIGHT_THERE.iter().any(|off| self.comes(off).is_some())));
        let said = OFF_YOU.iter().filter(|_| many.is_some());
        let said = said.filter(|(off, _)| self.comes(off).is_some()).max_by_key(|(off, _)| off.len());
        let Some((off, [ahead, right])) = said else {
            self.at = begun;
            return Ok(None);
        };
        self.eat(off);
        if !self.clone_ends_clause() {
            self.at = begun;
            return Ok(None);
        }
        Ok(many.map(|many| Shape::Off { ahead: ahead * many, right: right * many }))
    }

    /// `between the chest and the barrel`; `None`, and nothing taken, where that is not said.
    fn amid(&mut self, named: &Named) -> Result<Option<Shape>, ToolError> {
        let (begun, names, notes) = (self.at, self.named.len(), self.notes.len());
        if self.eat_any(AMID)
            && let Some(one) = self.kind_it_is_by(named)?
            && self.eat("and")
            && let Some(other) = self.kind_it_is_by(named)?
            && one != other
            && !self.goes_on_with_a_thing()
        {
            return Ok(Some(Shape::Between { kinds: [one, other] }));
        }
        self.restore(begun, names, notes);
        Ok(None)
    }

    /// `behind the furnace`, `to the left of the chest`; `None`, and nothing taken, where that is not said.
    fn at_flank(&mut self, named: &Named) -> Result<Option<Shape>, ToolError> {
        let (begun, names, notes) = (self.at, self.named.len(), self.notes.len());
        if let Some(flank) = self.flank_said()
            && let Some(kind) = self.kind_it_is_by(named)?
            && !self.goes_on_with_a_thing()
        {
            return Ok(Some(Shape::Flank { kind, flank }));
        }
        self.restore(begun, names, notes);
        Ok(None)
    }

    /// A side of a thing that is told by how one looks at it; taken if it comes next.
    pub(super) fn flank_said(&mut self) -> Option<Flank> {
        FLANKS.iter().find(|(phrases, _)| self.eat_any(phrases)).map(|(_, flank)| *flank)
    }

    /// `between the chest and the barrel`, behind a word that leads there; `None`, and nothing taken, where that is not said.
    pub(super) fn gone_between(&mut self) -> Result<Option<Intent>, ToolError> {
        let nothing = Named { name: NO_BLOCK, said: NO_BLOCK.to_owned(), ..Named::default() };
        let shape = self.amid(&nothing)?;
        Ok(shape.map(|shape| Intent::Visit(Layout { block: NO_BLOCK, count: 1, shape })))
    }

    /// `around the field`, `once round the furnace`, behind a word that leads there: by its corners, and back to the first; `None`, and
    /// nothing taken, where that is not said.
    pub(super) fn gone_around(&mut self) -> Result<Option<Intent>, ToolError> {
        let (begun, names, notes) = (self.at, self.named.len(), self.notes.len());
        self.eat_any(ONCE);
        let around = self.eat_any(&["around", "round", "around all of", "all around"]);
        let found = if around { self.around_the_nearest()? } else { None };
        if found.is_none() {
            self.restore(begun, names, notes);
        }
        Ok(found)
    }

    /// `the field`, `the furnace once`, behind a word that leads around it.
    pub(super) fn around_the_nearest(&mut self) -> Result<Option<Intent>, ToolError> {
        let (begun, names, notes) = (self.at, self.named.len(), self.notes.len());
        self.eat_any(&["the", "that", "this", "our", "my", "a"]);
        let start = self.at;
        let mut ends = (start + 1..=self.words.len().min(start + 4)).rev();
        let kind = ends.find_map(|end| Some((kind_of_block(&self.joined(start, end))?, end)));
        if let Some((kind, end)) = kind {
            self.at = end;
            self.eat_any(ONCE);
            if self.clone_ends_clause() && !self.goes_on_with_a_thing() {
                let shape = Shape::Corners { kind };
                return Ok(Some(Intent::Visit(Layout { block: NO_BLOCK, count: 5, shape })));
            }
        }
        self.restore(begun, names, notes);
        Ok(None)
    }

    /// `on both sides of the door`, `either side of the bed, east and west`; `None`, and nothing taken, where that is not said.
    fn on_both_sides(&mut self, named: &Named) -> Result<Option<Shape>, ToolError> {
        let (begun, names, notes) = (self.at, self.named.len(), self.notes.len());
        self.eat_any(ON_SIDES);
        let sides = self.eat_any(SIDES_OF);
        let said = if sides { None } else { self.two_sides_of() };
        if sides || said.is_some() {
            let kind = self.kind_it_is_by(named)?;
            let side = match said {
                Some(side) => Some(side),
                None => self.two_sides()?,
            };
            if let Some(kind) = kind {
                return Ok(Some(Shape::Sides { kind, side }));
            }
        }
        self.restore(begun, names, notes);
        Ok(None)
    }

    /// `the east and west sides of`, `north and south of`: one of the two; nothing taken where they are not opposite.
    fn two_sides_of(&mut self) -> Option<Side> {
        let begun = self.at;
        let pair = self.pair_of_sides();
        self.eat_any(&["side", "sides"]);
        match pair {
            Some((one, other)) if one.opposite() == other && self.eat("of") => Some(one),
            _ => {
                self.at = begun;
                None
            }
        }
    }

    /// `, east and west`, `to the north and south`, behind the thing.
    fn two_sides(&mut self) -> Result<Option<Side>, ToolError> {
        let begun = self.at;
        self.eat(",");
        self.eat_any(&["to", "on", "at", "one"]);
        match self.pair_of_sides() {
            Some((one, other)) if one.opposite() == other => {
                self.eat_any(&["side", "sides", "of it"]);
                Ok(Some(one))
            }
            Some(_) => Err(not_understood(self.text, "which two sides are opposite each other (say: east and west)")),
            None => {
                self.at = begun;
                Ok(None)
            }
        }
    }

    fn pair_of_sides(&mut self) -> Option<(Side, Side)> {
        let begun = self.at;
        let pair = (|| {
            self.eat("the");
            let one = self.side()?;
            self.eat("side");
            let joined = self.eat("and");
            self.eat_any(&["to the", "on the", "the", "one"]);
            let other = self.side().filter(|_| joined)?;
            Some((one, other))
        })();
        if pair.is_none() {
            self.at = begun;
        }
        pair
    }
}

/// A number as it is written or spelt: "2", "two".
fn number_of(word: &str) -> Option<u32> {
    let spelt = SMALL.iter().find(|(name, _)| *name == word).map(|(_, number)| *number);
    spelt.or_else(|| word.parse().ok())
}

fn is_small(word: &str) -> bool {
    number_of(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::{meaning, parse};

    fn read(goal: &str) -> String {
        match parse(goal) {
            Ok(intents) => intents.iter().map(meaning).collect::<Vec<_>>().join("; "),
            Err(error) => format!("refused: {}", error.message),
        }
    }

    #[test]
    fn how_a_row_lies_is_said_in_any_order() {
        for goal in [
            "place 3 torches in a row going west with 2 blocks between them",
            "place 3 torches with a gap of two blocks in a line to the west",
            "put a row of 3 torches heading west, 3 blocks apart",
            "lay a straight line of three torches, with 2 blocks between each, from east to west",
        ] {
            assert_eq!(read(goal), "place 3 torch in a row going west, 2 free between", "{goal}");
        }
    }

    #[test]
    fn what_is_not_understood_of_a_row_refuses_the_goal() {
        for (goal, words) in [
            ("place 6 cobblestone in a row going up", "which way the row goes"),
            ("place 3 torches 1 block apart", "whether a place is left free"),
            ("place 3 torches in a row along the wall", "along the wall"),
            ("place 3 beds in a row", "place those in rows"),
            ("put 2 torches and 3 dirt in a row", "several kinds"),
            ("place 3 torches in a row going north going south", "where the row goes"),
            ("put 2 torches on each side of the door", "more than one on each side"),
            ("put a torch on both sides of the door, north and east", "opposite"),
        ] {
            assert!(read(goal).contains(words), "{goal}: {}", read(goal));
        }
    }
}
