//! Things that are used where they stand: doors, levers, campfires, soil, water; and beds.

use std::collections::BTreeMap;

use super::{
    count::Count,
    meaning::{Coord, Intent},
    names::{Use, resolve},
    parser::Parser,
    refusals::{cannot, not_understood},
};
use crate::{
    domain::{BlockPos, ToolError, ToolRequest, UseItem},
    knowledge,
};

/// What opens and shuts, as people call it and as blocks are called.
const DOORS: &[(&str, &str)] = &[
    ("fence gate", "fence_gate"),
    ("gate", "fence_gate"),
    ("trapdoor", "trapdoor"),
    ("trap door", "trapdoor"),
    ("door", "door"),
];

/// What is said of how a door is used, and changes nothing.
const BEHIND: &[&str] = &["behind you", "behind us", "after you", "again", "for us", "again behind you"];

/// More often nothing is done in one goal.
pub(super) const MOST_TIMES: u32 = 20;

impl Parser<'_> {
    /// `open the door`, `close the gate at 1 64 2`.
    pub(super) fn opened(&mut self, open: bool) -> Result<Intent, ToolError> {
        let begun = self.at;
        // "open the door, wait 5 seconds, close it"
        if let Some(door) = self.door.clone().filter(|door| door.state.is_some())
            && self.eat_any(&["it", "it again", "it up", "it up again", "that again", "it behind you", "it after you"])
            && self.ends_clause()
        {
            return Ok(self.again(UseItem { state: Some(is_open(open)), ..door }));
        }
        self.at = begun;
        // "find a chest and open it"
        let chest = self.referents().last().is_some_and(|(named, _)| knowledge::is_chest(named.name));
        if open && chest && self.eat("it") && self.ends_clause() {
            self.at = begun;
            let look = self.looked_into()?;
            self.skip_telling();
            return Ok(look);
        }
        self.at = begun;
        // "place the door and open it"
        let placed = self.referents().last().map_or("", |(named, _)| named.name);
        let placed = ["fence_gate", "trapdoor", "door"].into_iter().find(|kind| placed.ends_with(kind));
        if let Some(kind) = placed
            && self.eat_any(&["it", "it again"])
            && self.ends_clause()
        {
            return self.door_used(kind, open);
        }
        self.at = begun;
        let _ = self.eat_any(&["the nearest", "that", "this", "the", "a", "your"]);
        let begun = self.at;
        // "open the oak door"
        let of_a_kind = (2..=3).rev().find_map(|length| {
            let end = (begun + length).min(self.words.len());
            let block = knowledge::block(&self.joined(begun, end))?;
            DOORS.iter().any(|(_, kind)| block.name.ends_with(&format!("_{kind}"))).then_some((end, block.name))
        });
        if let Some((end, block)) = of_a_kind {
            self.at = end;
            return self.door_used(block, open);
        }
        let Some((_, block)) = DOORS.iter().find(|(name, _)| self.eat(name)) else {
            self.at = begun;
            if self.eat_any(&[
                "all the doors",
                "all doors",
                "every door",
                "the doors",
                "doors",
                "all the gates",
                "both doors",
            ]) {
                return Err(cannot(self.text, "open or close several doors at once (say: close the door)"));
            }
            if open && self.eat_any(&["chest", "barrel", "shulker box"]) {
                self.at = begun;
                let look = self.looked_into()?;
                self.skip_telling();
                return Ok(look);
            }
            return Err(cannot(self.text, "open or close anything but doors, gates, trapdoors and chests"));
        };
        self.eat_any(BEHIND);
        self.door_used(block, open)
    }

    /// `through the door`, `through it` of one that was used; taken if that comes next.
    pub(super) fn through(&mut self) -> Option<&'static str> {
        let begun = self.at;
        let _ = self.eat_any(&["in", "out", "right", "straight", "on", "back"]);
        if self.eat("through") {
            let used = self.door.as_ref().and_then(|door| door.block.clone());
            let it = self.eat_any(&["it", "that", "there"]).then_some(used).flatten();
            let called = |name: &str| DOORS.iter().find(|(_, block)| name.ends_with(block)).map(|(_, block)| *block);
            let kind = it.as_deref().and_then(called).or_else(|| {
                self.eat_any(&["the nearest", "the closest", "the", "that", "this", "your", "my", "a"]);
                // "the oak door"
                let full =
                    |end: usize| resolve(&self.joined(self.at, end), Use::Block).filter(|it| called(it.name).is_some());
                let full = (self.at + 2..=self.words.len().min(self.at + 4))
                    .rev()
                    .find_map(|end| Some((end, full(end)?.name)));
                if let Some((end, name)) = full {
                    self.at = end;
                    return Some(name);
                }
                DOORS.iter().filter_map(|(said, block)| Some((self.comes(said)?, *block))).max().map(
                    |(count, block)| {
                        self.at += count;
                        block
                    },
                )
            });
            self.eat_any(&["to the other side", "and out the other side"]);
            // "open the door, go through"
            let opened = self.door.as_ref().and_then(|door| door.block.as_deref()).and_then(called);
            let kind = kind.or_else(|| opened.filter(|_| self.clone_ends_clause()));
            if let Some(kind) = kind.filter(|kind| !kind.ends_with("trapdoor") && self.clone_ends_clause()) {
                // "…, and shut it behind you"
                let (block, state) = (Some(kind.to_owned()), Some(is_open(true)));
                self.door = Some(UseItem { block, state, ..UseItem::default() });
                self.left_door = false;
                return Some(kind);
            }
        }
        self.at = begun;
        None
    }

    /// The nearest of a kind of door, opened or shut; "it" from now on.
    fn door_used(&mut self, kind: &str, open: bool) -> Result<Intent, ToolError> {
        let opened = self.used_on(None, Some(kind.to_owned()), Some(is_open(open)))?;
        if let Intent::Do(ToolRequest::UseItem(door)) = &opened {
            (self.door, self.left_door) = (Some(door.clone()), false);
        }
        Ok(opened)
    }

    /// The same door or lever once more. Where it has no place, it is the nearest as long as the bot stays there.
    fn again(&self, used: UseItem) -> Intent {
        if self.left_door && used.at().is_none() { Intent::UseAgain(used) } else { Intent::Do(used.into()) }
    }

    /// `on` or `off`, of a lever.
    fn on_or_off(&mut self) -> Option<BTreeMap<String, String>> {
        let on = self.eat("on");
        (on || self.eat("off")).then(|| BTreeMap::from([("powered".to_owned(), on.to_string())]))
    }

    /// `press the button`, `flip the lever`, `flip it off`.
    pub(super) fn pressed(&mut self) -> Result<Vec<Intent>, ToolError> {
        let begun = self.at;
        if let Some(lever) = self.door.clone().filter(|lever| lever.block.as_deref() == Some("lever"))
            && self.eat("it")
            && let Some(state) = self.on_or_off()
            && self.ends_clause()
        {
            return Ok(vec![self.again(UseItem { state: Some(state), ..lever })]);
        }
        self.at = begun;
        // "pull the lever, wait 10 seconds, pull it again"
        if let Some(lever) = self.door.clone().filter(|lever| lever.state.is_none())
            && self.eat_any(&["it again", "it back", "it once more", "it", "that again", "again"])
            && self.ends_clause()
        {
            return Ok(vec![self.again(lever)]);
        }
        self.at = begun;
        let _ = self.eat_any(&["the nearest", "that", "this", "the", "a"]);
        let _ = self.eat_any(&["stone", "wooden", "wood", "oak"]);
        let block = ["button", "lever", "switch"].into_iter().find(|block| self.eat(block));
        let block = block.map(|block| if block == "switch" { "lever" } else { block });
        let Some(block) = block else { return Err(not_understood(self.text, "what to press (say: press the button)")) };
        let state = if block == "lever" { self.on_or_off() } else { None };
        let press = self.used_on(None, Some(block.to_owned()), state)?;
        let times = match self.eat("twice") {
            true => 2,
            false if self.eat("once") => 1,
            false => self.times()?,
        };
        if let Intent::Do(ToolRequest::UseItem(pressed)) = &press {
            (self.door, self.left_door) = (Some(pressed.clone()), false);
        }
        Ok(vec![press; times as usize])
    }

    /// `3 times`: once where it is not said.
    pub(super) fn times(&mut self) -> Result<u32, ToolError> {
        let begun = self.at;
        match self.amount()? {
            (Count::Some(times), _) if self.words[self.at - 1].text == "times" && times <= MOST_TIMES => Ok(times),
            _ => {
                self.at = begun;
                Ok(1)
            }
        }
    }

    /// Whether bone meal is what comes next, to be put on something.
    pub(super) fn is_bone_meal(&mut self) -> bool {
        let begun = self.at;
        let is = self.eat_bone_meal() && self.eat_any(&["on", "onto", "to"]);
        self.at = begun;
        is
    }

    fn eat_bone_meal(&mut self) -> bool {
        let _ = self.amount();
        self.eat_any(&["bonemeal", "bone meal", "bone_meal"])
    }

    /// `put some bone meal on the saplings`.
    pub(super) fn bone_meal_put(&mut self) -> Result<Intent, ToolError> {
        self.eat_bone_meal();
        self.eat_any(&["on", "onto", "to"]);
        let _ = self.eat_any(&["the nearest", "that", "this", "the", "a", "an", "my", "your"]);
        self.used_upon(Some("bone_meal".to_owned()))
    }

    /// `light the campfire`: with flint and steel.
    pub(super) fn lit(&mut self) -> Result<Intent, ToolError> {
        let _ = self.eat_any(&["the nearest", "that", "this", "the", "a"]);
        let lights = |name: &str| name.ends_with("campfire") || name.ends_with("candle");
        let it = self.named.iter().chain(&self.before).map(|(named, _)| named.name).rfind(|name| lights(name));
        if let Some(it) = it
            && self.eat_any(&["it", "that"])
        {
            let state = BTreeMap::from([("lit".to_owned(), "true".to_owned())]);
            return self.used_on(Some("flint_and_steel".to_owned()), Some(it.to_owned()), Some(state));
        }
        let block = ["soul campfire", "campfire", "camp fire", "candle"].into_iter().find(|block| self.eat(block));
        let Some(block) = block else {
            return Err(cannot(
                self.text,
                "light that by its name (say: light up this area; place 3 torches; light the campfire)",
            ));
        };
        let block = if block == "camp fire" { "campfire" } else { block }.replace(' ', "_");
        let state = BTreeMap::from([("lit".to_owned(), "true".to_owned())]);
        self.used_on(Some("flint_and_steel".to_owned()), Some(block), Some(state))
    }

    /// `use the hoe on the dirt`, `use a bucket on water at 1 64 2`.
    pub(super) fn used(&mut self) -> Result<Intent, ToolError> {
        let (named, _, _) = self.counted(Use::Got)?;
        let item = named.name.to_owned();
        // "use the water bucket here": wherever there is room.
        if item == "water_bucket" {
            let begun = self.at;
            self.eat_any(&["here", "on the ground", "on the floor"]);
            if self.clone_ends_clause() {
                return Ok(used_at(Some(item), None, None, None));
            }
            self.at = begun;
        }
        if !self.eat("on") && !self.eat("with") {
            return match self.at_block()? {
                Some(at) => Ok(used_at(Some(item), None, None, Some(at))),
                None => Err(not_understood(
                    self.text,
                    &format!("what to use the {item} on (say for example: use the hoe on the dirt)"),
                )),
            };
        }
        let _ = self.eat_any(&["the nearest", "some", "that", "this", "the", "a", "an"]);
        self.used_upon(Some(item))
    }

    /// The block that something is used on.
    pub(super) fn used_upon(&mut self, item: Option<String>) -> Result<Intent, ToolError> {
        if self.ends_clause() {
            let item = item.unwrap_or_default().replace('_', " ");
            return Err(not_understood(
                self.text,
                &format!("what to use the {item} on (say for example: use the hoe on the dirt)"),
            ));
        }
        let start = self.at;
        if let Some(block) = self.used_block.clone()
            && self.eat_any(&["it", "that"])
            && self.clone_ends_clause()
        {
            return self.used_on(item, Some(block), None);
        }
        self.at = start;
        for end in (start + 1..=self.words.len().min(start + 5)).rev() {
            // What a hoe or shovel works on, and not what grows there.
            let name =
                if self.joined(start, end) == "grass" { "grass_block".to_owned() } else { self.joined(start, end) };
            let family = DOORS.iter().find(|(door, _)| door.replace(' ', "_") == name).map(|(_, block)| *block);
            let found = family.or_else(|| resolve(&name, Use::Block).map(|named| named.name));
            if let Some(block) = found.filter(|_| self.ends_at(end)) {
                self.at = end;
                return self.used_on(item, Some(block.to_owned()), None);
            }
        }
        Err(cannot(self.text, "use things on anything but blocks"))
    }

    /// `bone meal the sapling`; by itself a thing that is wanted.
    pub(super) fn fertilized(&mut self) -> Result<Intent, ToolError> {
        let item = "bone_meal";
        if self.clone_ends_clause() {
            return Ok(Intent::Get { item, count: 1, more: false });
        }
        let _ = self.eat_any(&["the nearest", "that", "this", "the", "a", "an", "my", "your"]);
        self.used_upon(Some(item.to_owned()))
    }

    /// `scoop up that lava with the empty bucket`.
    pub(super) fn scooped(&mut self) -> Result<Intent, ToolError> {
        let _ = self.eat_any(&["some of the", "some", "that", "this", "the"]);
        let Some(fluid) = ["water", "lava"].into_iter().find(|fluid| self.eat(fluid)) else {
            return Err(not_understood(self.text, "what to scoop up (say: fill the bucket with water)"));
        };
        let _ = self.eat("with")
            && self.eat_any(&["the bucket", "a bucket", "your bucket", "the empty bucket", "an empty bucket", "it"]);
        self.used_on(Some("bucket".to_owned()), Some(fluid.to_owned()), None)
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
        self.used_block.clone_from(&block);
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

fn is_open(open: bool) -> BTreeMap<String, String> {
    BTreeMap::from([("open".to_owned(), open.to_string())])
}

pub(super) fn used_at(
    item: Option<String>,
    block: Option<String>,
    state: Option<BTreeMap<String, String>>,
    at: Option<BlockPos>,
) -> Intent {
    let (x, y, z) = (at.map(|at| at.x), at.map(|at| at.y), at.map(|at| at.z));
    Intent::Do(UseItem { item, block, x, y, z, by: None, state }.into())
}
