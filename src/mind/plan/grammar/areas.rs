//! Whole areas: holes and boxes that are filled, and ground that is lit.

use super::{
    beside::static_kind,
    beyond::SMOKERS,
    count::Count,
    meaning::{Coord, Hollow, Intent},
    names::{Use, kind_of_block},
    parser::Parser,
    refusals::{cannot, not_understood},
    shapes::block_of,
};
use crate::{
    domain::{BlockPos, ToolError},
    knowledge,
};

/// The ground where the bot is.
const AROUND: &[&str] = &[
    "this area",
    "the area",
    "the area around you",
    "the area around here",
    "the area around",
    "this place",
    "the place",
    "the surroundings",
    "your surroundings",
    "everything around here",
    "everything around you",
    "everything here",
    "everything",
    "the whole area",
    "this whole area",
    "the whole place",
    "the ground around here",
    "around here",
    "around you",
    "around",
    "it up here",
    "up here",
];

/// Torches all about.
const TORCHES_AROUND: &[&str] = &[
    "torches around here",
    "torches around you",
    "torches around",
    "torches all around",
    "torches all around here",
    "torches everywhere",
    "torches everywhere around here",
    "torches in this area",
    "torches around this area",
    "torches around the area",
    "some torches around here",
    "some torches around",
];

/// What it is for.
const SO_NOTHING_SPAWNS: &[&str] = &[
    "so nothing spawns",
    "so that nothing spawns",
    "so nothing spawns here",
    "so that nothing spawns here",
    "so nothing can spawn",
    "so that nothing can spawn",
    "so no mobs spawn",
    "so that no mobs spawn",
    "so no monsters spawn",
    "so that no monsters spawn",
    "so mobs don't spawn",
    "so that mobs don't spawn",
    "so that no mobs can spawn",
    "against mobs",
    "against monsters",
    "with torches",
    "with your torches",
    "with the torches you have",
    "with the torches",
];

const PONDS: &[&str] = &["pond", "puddle", "pool", "lake", "little pond", "small pond", "water"];

impl Parser<'_> {
    /// `the pond with planks`: its top.
    pub(super) fn covered(&mut self) -> Result<Intent, ToolError> {
        let _ = self.eat_any(&["over the", "the", "that", "this", "a"]);
        self.eat_any(&["nearest", "closest"]);
        if !self.eat_any(PONDS) {
            return Err(cannot(self.text, "cover anything but ponds (say: cover the pond with planks)"));
        }
        let block = self.filling()?;
        Ok(Intent::FillUp { block: self.with(block)?, hollow: Hollow::Lid })
    }

    /// `the furnace with cobblestone`: all around it.
    pub(super) fn surrounded(&mut self) -> Result<Intent, ToolError> {
        let words = "what to surround with what (say: surround the furnace with cobblestone)";
        let _ = self.eat_any(&["the", "that", "this", "a"]);
        self.eat_any(&["nearest", "closest"]);
        let begun = self.at;
        let with = (begun + 1..self.words.len()).find(|at| self.words[*at].text == "with");
        let kind = with.and_then(|with| static_kind(&kind_of_block(&self.joined(begun, with))?));
        let (Some(kind), Some(with)) = (kind, with) else { return Err(not_understood(self.text, words)) };
        self.at = with;
        let block = self.filling()?;
        let block = block.ok_or_else(|| not_understood(self.text, words))?;
        Ok(Intent::FillUp { block, hollow: Hollow::Around { kind, high: 1 } })
    }

    /// `the hole at 10 63 4 with dirt`, `3 by 3, 2 deep with dirt here`, `from 1 64 1 to 3 65 3 with cobblestone`.
    pub(super) fn filled_up(&mut self) -> Result<Intent, ToolError> {
        let _ = self.eat_any(&["up", "in"]);
        // "dig a 2x2x2 hole, then fill it up again"
        if self.speaks_of_hole() && self.eat_any(&["it", "it again", "that again"]) {
            return self.nearest_hole(None);
        }
        let _ = self.eat_any(&["the", "that", "this", "a", "an"]);
        let begun = self.at;
        if let Some(filled) = self.buckets_filled() {
            return Ok(filled);
        }
        if let Some(size) = self.three_sizes()? {
            let mut block = self.filling()?;
            let here = self.at;
            self.skip_where();
            let is_here = self.at > here;
            block = if block.is_none() { self.filling()? } else { block };
            if self.comes("at").is_some() {
                return Err(not_understood(
                    self.text,
                    "which corners those are (say: fill from 1 64 1 to 3 65 3 with dirt)",
                ));
            }
            if !is_here {
                self.skip_where();
            }
            return Ok(Intent::FillUp { block: self.or_dirt(block), hollow: Hollow::Here(size) });
        }
        self.at = begun;
        if self.eat_any(&["smoker", "blast furnace"]) {
            return Err(cannot(self.text, SMOKERS));
        }
        if self.eat_any(&["furnace", "oven"]) {
            return self.stoked();
        }
        if self.eat_any(&["chest", "barrel", "chests", "box"]) {
            return Err(cannot(self.text, "fill chests to the brim (say: put all the cobblestone in the chest)"));
        }
        self.eat_any(&["nearest", "closest"]);
        if self.eat_any(PONDS) {
            let block = self.filling()?;
            return Ok(Intent::FillUp { block: self.or_dirt(block), hollow: Hollow::Pond });
        }
        let is_hole = self.eat_any(&["hole", "creeper hole", "pit", "ditch", "trench", "hollow", "gap", "crater"]);
        if is_hole && self.comes("between").is_none() && self.comes("from").is_none() {
            let mut block = self.filling()?;
            let at = self.at_place()?;
            block = if block.is_none() { self.filling()? } else { block };
            let hollow = match at {
                None => return self.nearest_hole(block),
                Some([Coord::Absolute(x), Coord::Absolute(y), Coord::Absolute(z)]) => {
                    Hollow::At(BlockPos::new(x, y, z))
                }
                Some(_) => {
                    return Err(not_understood(self.text, "which hole (say: fill the hole at 10 63 4 with dirt)"));
                }
            };
            return Ok(Intent::FillUp { block: self.or_dirt(block), hollow });
        }
        self.eat_any(&["box", "space", "area"]);
        let Some((from, to)) = self.corners()? else {
            let words =
                "what to fill (say: fill the hole at 10 63 4 with dirt, or: fill from 1 64 1 to 3 65 3 with dirt)";
            return Err(not_understood(self.text, words));
        };
        let block = self.filling()?;
        Ok(Intent::Fill { block: self.with(block)?, from, to })
    }

    /// Whether a hole was spoken of before.
    pub(super) fn speaks_of_hole(&self) -> bool {
        const HOLES: &[&str] = &["hole", "pit", "trench", "ditch", "shaft"];
        self.words[..self.at].iter().any(|word| HOLES.contains(&word.text.as_str()))
    }

    /// The nearest hole, with what is said behind it.
    pub(super) fn nearest_hole(&mut self, block: Option<&'static str>) -> Result<Intent, ToolError> {
        const NEAR: &[&str] = &[
            "again",
            "up",
            "up again",
            "in front of you",
            "right in front of you",
            "next to you",
            "you dug",
            "you made",
            "you just dug",
        ];
        while self.eat_any(NEAR) {}
        self.skip_where();
        let block = if block.is_none() { self.filling()? } else { block };
        while self.eat_any(NEAR) {}
        Ok(Intent::FillUp { block: self.or_dirt(block), hollow: Hollow::Nearest })
    }

    /// `3 buckets with water`: so many full ones are held in the end.
    fn buckets_filled(&mut self) -> Option<Intent> {
        let begun = self.at;
        let many = match self.amount() {
            Ok((Count::Some(many), false)) if self.eat_any(&["buckets", "bucket"]) => Some(many),
            _ => None,
        };
        let item = [("with water", "water_bucket"), ("with lava", "lava_bucket")];
        let item = item.iter().find(|(with, _)| self.eat(with)).map(|(_, item)| *item);
        match (many, item) {
            (Some(count), Some(item)) if self.clone_ends_clause() => Some(Intent::Get { item, count, more: false }),
            _ => {
                self.at = begun;
                None
            }
        }
    }

    /// `with dirt`: nothing where it is not said.
    pub(super) fn filling(&mut self) -> Result<Option<&'static str>, ToolError> {
        if !self.eat("with") {
            return Ok(None);
        }
        let (named, count, _) = self.counted(Use::Block)?;
        // "get 64 dirt and fill that hole with it"
        if !matches!(count, Count::Unsaid | Count::The) && !named.again {
            return Err(not_understood(self.text, "how so many of them would fill it just so (say: with dirt)"));
        }
        let block = knowledge::block(named.name).filter(|block| block.solid).map(|block| block.name);
        match block.or_else(|| block_of(named.name)) {
            Some(block) => Ok(Some(block)),
            None => Err(not_understood(self.text, &format!("how {} would fill it (say: with dirt)", named.name))),
        }
    }

    /// A hole is filled with what the ground is made of, where nothing else is said.
    pub(super) fn or_dirt(&mut self, block: Option<&'static str>) -> &'static str {
        block.unwrap_or_else(|| {
            self.notes.push("it is filled with dirt, as nothing else is named".to_owned());
            "dirt"
        })
    }

    fn with(&self, block: Option<&'static str>) -> Result<&'static str, ToolError> {
        block.ok_or_else(|| not_understood(self.text, "what to fill it with (say: fill the hole at 10 63 4 with dirt)"))
    }

    /// `light this area`, `light up the area within 10 blocks`; `None` for what is lit by itself.
    pub(super) fn lit_around(&mut self) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        let _ = self.eat("up");
        if let Some(radius) = self.radius_named() {
            self.skip_where();
            self.eat_any(SO_NOTHING_SPAWNS);
            return Ok(Some(Intent::Light { radius: Some(radius) }));
        }
        let named = self.eat_any(AROUND);
        let up = self.words[..self.at].last().is_some_and(|word| word.text == "up");
        let far = self.comes("within").is_some();
        if !named && !(far && up) {
            self.at = begun;
            return Ok(None);
        }
        let radius = self.within()?;
        let _ = self.eat("up");
        self.eat_any(&["a bit", "a little", "a little bit", "a bit more"]);
        self.skip_where();
        self.eat_any(SO_NOTHING_SPAWNS);
        Ok(Some(Intent::Light { radius }))
    }

    /// `a 20 block radius`, `20 blocks around you`.
    fn radius_named(&mut self) -> Option<u32> {
        let begun = self.at;
        // The article is no number.
        self.eat("a");
        let found = match self.amount() {
            Ok((Count::Some(radius), _)) => Some(radius),
            _ => None,
        };
        const UNITS: &[&str] =
            &["block radius", "blocks radius", "blocks around", "blocks around you", "blocks around here"];
        let unit = self.eat_any(UNITS);
        if found.is_none() || !unit {
            self.at = begun;
            return None;
        }
        found
    }

    /// `torches around here so nothing spawns`: as many as it takes; `None` for what is just placed.
    pub(super) fn torches_around(&mut self) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        self.eat("the");
        if !self.eat_any(TORCHES_AROUND) {
            self.at = begun;
            return Ok(None);
        }
        let radius = self.within()?;
        self.skip_where();
        self.eat_any(SO_NOTHING_SPAWNS);
        Ok(Some(Intent::Light { radius }))
    }
}
