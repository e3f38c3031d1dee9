//! Things that are used where they stand: doors, levers, campfires, soil, water; and beds.

use std::collections::BTreeMap;

use super::{
    meaning::{Coord, Intent},
    names::{Use, resolve},
    parser::Parser,
    refusals::{cannot, not_understood},
};
use crate::domain::{BlockPos, ToolError, UseItem};

/// What opens and shuts, as people call it and as blocks are called.
const DOORS: &[(&str, &str)] = &[
    ("fence gate", "fence_gate"),
    ("gate", "fence_gate"),
    ("trapdoor", "trapdoor"),
    ("trap door", "trapdoor"),
    ("door", "door"),
];

impl Parser<'_> {
    /// `open the door`, `close the gate at 1 64 2`.
    pub(super) fn opened(&mut self, open: bool) -> Result<Intent, ToolError> {
        let _ = self.eat_any(&["the nearest", "that", "this", "the", "a", "your"]);
        let begun = self.at;
        let Some((_, block)) = DOORS.iter().find(|(name, _)| self.eat(name)) else {
            self.at = begun;
            if open && self.eat_any(&["chest", "barrel", "shulker box"]) {
                self.at = begun;
                return self.looked_into();
            }
            return Err(cannot(self.text, "open or close anything but doors, gates, trapdoors and chests"));
        };
        let state = BTreeMap::from([("open".to_owned(), open.to_string())]);
        self.used_on(None, Some((*block).to_owned()), Some(state))
    }

    /// `press the button`, `flip the lever`.
    pub(super) fn pressed(&mut self) -> Result<Intent, ToolError> {
        let _ = self.eat_any(&["the nearest", "that", "this", "the", "a"]);
        let block = ["button", "lever"].into_iter().find(|block| self.eat(block));
        let Some(block) = block else { return Err(not_understood(self.text, "what to press (say: press the button)")) };
        self.used_on(None, Some(block.to_owned()), None)
    }

    /// `light the campfire`: with flint and steel.
    pub(super) fn lit(&mut self) -> Result<Intent, ToolError> {
        let _ = self.eat_any(&["the nearest", "that", "this", "the", "a"]);
        let block = ["soul campfire", "campfire", "camp fire", "candle"].into_iter().find(|block| self.eat(block));
        let Some(block) = block else {
            return Err(cannot(self.text, "light anything but campfires and candles (say: place 3 torches)"));
        };
        let block = if block == "camp fire" { "campfire" } else { block }.replace(' ', "_");
        let state = BTreeMap::from([("lit".to_owned(), "true".to_owned())]);
        self.used_on(Some("flint_and_steel".to_owned()), Some(block), Some(state))
    }

    /// `use the hoe on the dirt`, `use a bucket on water at 1 64 2`.
    pub(super) fn used(&mut self) -> Result<Intent, ToolError> {
        let (named, _, _) = self.counted(Use::Got)?;
        let item = named.name.to_owned();
        if !self.eat("on") && !self.eat("with") {
            return match self.at_block()? {
                Some(at) => Ok(used_at(Some(item), None, None, Some(at))),
                None => Err(not_understood(self.text, &format!("what to use the {item} on (say: use {item} on dirt)"))),
            };
        }
        let _ = self.eat_any(&["the nearest", "some", "that", "this", "the", "a", "an"]);
        if self.ends_clause() {
            return Err(not_understood(self.text, &format!("what to use the {item} on")));
        }
        let start = self.at;
        for end in (start + 1..=self.words.len().min(start + 5)).rev() {
            // What a hoe or shovel works on, and not what grows there.
            let name =
                if self.joined(start, end) == "grass" { "grass_block".to_owned() } else { self.joined(start, end) };
            let family = DOORS.iter().find(|(door, _)| door.replace(' ', "_") == name).map(|(_, block)| *block);
            let found = family.or_else(|| resolve(&name, Use::Block).map(|named| named.name));
            if let Some(block) = found.filter(|_| self.ends_at(end)) {
                self.at = end;
                return self.used_on(Some(item), Some(block.to_owned()), None);
            }
        }
        Err(cannot(self.text, "use things on anything but blocks"))
    }

    /// `fill the bucket with lava`: with water, where it is not said.
    pub(super) fn filled(&mut self) -> Result<Intent, ToolError> {
        let _ = self.eat("with");
        let fluid = ["water", "lava"].into_iter().find(|fluid| self.eat(fluid)).unwrap_or("water");
        self.used_on(Some("bucket".to_owned()), Some(fluid.to_owned()), None)
    }

    pub(super) fn used_on(
        &mut self,
        item: Option<String>,
        block: Option<String>,
        state: Option<BTreeMap<String, String>>,
    ) -> Result<Intent, ToolError> {
        self.skip_where();
        let at = self.at_block()?;
        Ok(used_at(item, block, state, at))
    }

    /// `at 1 64 2`, without `~`.
    fn at_block(&mut self) -> Result<Option<BlockPos>, ToolError> {
        match self.at_place()? {
            None => Ok(None),
            Some([Coord::Absolute(x), Coord::Absolute(y), Coord::Absolute(z)]) => Ok(Some(BlockPos::new(x, y, z))),
            Some(_) => Err(not_understood(self.text, "which block (say x y z without ~)")),
        }
    }
}

pub(super) fn used_at(
    item: Option<String>,
    block: Option<String>,
    state: Option<BTreeMap<String, String>>,
    at: Option<BlockPos>,
) -> Intent {
    let (x, y, z) = (at.map(|at| at.x), at.map(|at| at.y), at.map(|at| at.z));
    Intent::Do(UseItem { item, block, x, y, z, state }.into())
}
