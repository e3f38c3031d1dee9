//! What is mined, placed and dropped.

use super::{
    beside::Spot,
    count::Count,
    counts::HELD,
    meaning::{Coord, Intent, Kept, Share, Trees},
    names::{Use, raw},
    parser::Parser,
    phrases::{EVERYTHING, UNTIL_HAVE, Verb},
    refusals::{cannot, not_understood},
    words::is_joint,
};
use crate::{
    domain::{BlockPos, ToolError, WriteSign},
    knowledge,
    mind::plan::trees,
};

/// What flies off when a player uses it (Minecraft Wiki, "Projectile").
const THROWN: &[&str] = &[
    "snowball",
    "egg",
    "blue_egg",
    "brown_egg",
    "ender_pearl",
    "ender_eye",
    "experience_bottle",
    "splash_potion",
    "lingering_potion",
    "wind_charge",
    "trident",
];

/// How far around trees are felled, where it is not said, in blocks.
const AROUND: u32 = 16;

/// What one stands on, and how that is said of it.
pub(super) const GROUND: &[&str] =
    &["the block", "the grass block", "the grass", "the dirt", "the ground", "the stone", "the sand"];
pub(super) const UNDERFOOT: &[&str] = &[
    "under you",
    "below you",
    "beneath you",
    "under your feet",
    "below your feet",
    "beneath your feet",
    "you stand on",
    "you are standing on",
    "you're standing on",
];

impl Parser<'_> {
    /// `drop 5 dirt`, `drop the dirt`, `drop everything`.
    pub(super) fn dropped(&mut self) -> Result<Intent, ToolError> {
        if self.is_what_was_taken() {
            return Ok(Intent::DropAll { but: Kept { before: true, ..Kept::default() } });
        }
        if let Some(each) = self.so_many_of_each() {
            return Ok(Intent::DropAll { but: Kept { beyond: Some(each), ..Kept::default() } });
        }
        let begun = self.at;
        // "toss the dirt, all of it" is about the dirt.
        let everything = !self.is_all_of_it() && self.eat_any(EVERYTHING);
        if everything {
            self.eat_any(HELD);
        }
        if everything && self.ends_at(self.at) {
            let but = self.kept()?;
            self.skip_where();
            return Ok(Intent::DropAll { but });
        }
        self.at = begun;
        if let Some(item) = self.piece_of_armour() {
            return Ok(Intent::Drop { item, count: None });
        }
        let (named, count, _) = self.counted(Use::Held)?;
        // What flies when it is used is meant to; what is thrown away is not.
        let away = self.words[..begun].iter().any(|word| matches!(word.text.as_str(), "away" | "out"));
        if matches!(self.said.as_str(), "throw" | "toss" | "chuck") && !away {
            if THROWN.contains(&named.name) {
                let words = format!("throw what flies (say: drop the {})", named.name.replace('_', " "));
                return Err(cannot(self.text, &words));
            }
            if self.word() == Some("at") {
                return Err(cannot(self.text, "throw things at somebody (say: give NAME a snowball)"));
            }
        }
        let here = self.at;
        self.skip_where();
        // "get rid of the gravel here": what is held, or what stands there?
        if self.said == "get" && self.at > here {
            let what = named.said.replace('_', " ");
            let words =
                format!("whether what is held is meant, or what stands there (say: drop the {what}; mine 5 {what})");
            return Err(not_understood(self.text, &words));
        }
        self.skip_rest(&named);
        if let Some(share) = named.part(count).filter(|share| *share != Share::All) {
            let of = Box::new(Intent::Drop { item: named.name, count: None });
            return Ok(Intent::Part { share, item: named.name, of });
        }
        let count = match count {
            Count::All | Count::The | Count::Unsaid => None,
            count => Some(count.of(named.name)),
        };
        Ok(Intent::Drop { item: named.name, count })
    }

    /// `mine 8 cobblestone`, `mine stone at 1 -2 3`, `dig down to y 12`, `chop down a tree`.
    pub(super) fn mined(&mut self, verb: Verb) -> Result<Intent, ToolError> {
        if self.eat_any(&["down to y =", "down to y", "down to level", "down to"]) {
            return self.down_to();
        }
        // "break the block at 1 64 2": whatever stands there.
        let begun = self.at;
        if self.eat_any(&["the block", "whatever is", "what is", "what stands", "the thing"])
            && let Some(at) = self.at_place()?
        {
            return Ok(Intent::Clear { from: at, to: at });
        }
        self.at = begun;
        // "mine the block under your feet"
        const UNDER: &[&str] = &[
            "under your feet",
            "under you",
            "below you",
            "beneath you",
            "below your feet",
            "underneath you",
            "you stand on",
            "you are standing on",
            "you're standing on",
        ];
        if self.eat_any(&["the block", "that block", "the one", "whatever is", "what is"]) && self.eat_any(UNDER) {
            let at = [Coord::Relative(0), Coord::Relative(-1), Coord::Relative(0)];
            return Ok(Intent::Clear { from: at, to: at });
        }
        self.at = begun;
        if let Some(birch) = self.wood_named(verb) {
            return Ok(birch);
        }
        let (mut named, count, _) = self.counted(Use::Mined)?;
        // "find iron and mine 6 of it": it is raw in the ground.
        named.name = raw(named.name);
        if self.names_trees() && self.eat_any(UNTIL_HAVE) {
            let (named, count, _) = self.counted(Use::Got)?;
            let count = self.how_many(&named, count, true)?;
            return Ok(Intent::Get { item: named.name, count, more: false });
        }
        // "find a tree and chop it down"
        let is_tree = named.again && ["tree", "trees"].iter().any(|tree| named.said.ends_with(tree));
        if verb == Verb::Fell && (self.names_trees() || is_tree) {
            if let Some(at) = self.at_place()? {
                let [Coord::Absolute(x), Coord::Absolute(y), Coord::Absolute(z)] = at else {
                    return Err(not_understood(self.text, "which tree that is (say: chop down the tree at x y z)"));
                };
                let (count, replant) = (Trees::At(BlockPos::new(x, y, z)), self.replants());
                return Ok(Intent::Fell { kind: named.name, count, replant });
            }
            // "every tree within 15 blocks", "all the trees around here"
            let begun = self.at;
            let within = if count == Count::All { self.within()? } else { None };
            self.skip_where();
            let around = count == Count::All && self.at > begun;
            let count = match within {
                Some(radius) if !(1..=trees::FAR.unsigned_abs()).contains(&radius) => {
                    let words = format!("fell trees farther off than {} blocks", trees::FAR);
                    return Err(cannot(self.text, &words));
                }
                Some(radius) => Trees::Within(radius),
                None if around => Trees::Within(AROUND),
                None => Trees::Nearest(self.how_many(&named, count, true)?),
            };
            self.skip_where();
            let replant = self.replants();
            return Ok(Intent::Fell { kind: named.name, count, replant });
        }
        // "mine coal until you have 32": so many are held then.
        if let (true, Count::Some(_) | Count::QuarterStacks(_)) = (self.until_held, count) {
            let count = self.how_many(&named, count, true)?;
            return Ok(Intent::Get { item: yielded_by(named.name), count, more: false });
        }
        // "break the glass in front of you": the nearest.
        let front = self.eat_any(&["right in front of you", "in front of you", "before you", "you're looking at"]);
        if front {
            self.notes.push(format!("the nearest {} is meant", named.said.replace('_', " ")));
        }
        let at = if front { None } else { self.at_place()? };
        let count = match at {
            Some(_) if count.of(named.name) != 1 => {
                return Err(not_understood(self.text, "how many there are at one place"));
            }
            Some(_) => 1,
            None => {
                let here = self.at;
                self.skip_where();
                // "cut the grass around you" is more than one, and nobody says how much.
                let around = self.words[here..self.at].iter().any(|word| word.text == "around");
                if around && count == Count::The {
                    return Err(not_understood(
                        self.text,
                        &format!(
                            "how many {} (say for example: {} 5 {})",
                            named.said.replace('_', " "),
                            self.said,
                            named.said.replace('_', " ")
                        ),
                    ));
                }
                self.how_many(&named, count, true)?
            }
        };
        self.skip_where();
        self.skip_picked_up();
        // "mine 10 stone and give it to me": what one has of it then.
        if let Some((last, _)) = self.named.last_mut() {
            last.name = yielded_by(last.name);
        }
        Ok(Intent::Mine { target: named.name, count, at })
    }

    /// `…, and pick it up`: what is mined is picked up anyway.
    fn skip_picked_up(&mut self) {
        const PICKED: &[&str] = &[
            "pick it up",
            "pick it up again",
            "pick them up",
            "pick that up",
            "pick up the drops",
            "pick up what drops",
            "pick up the drop",
            "collect it",
            "collect them",
            "collect the drops",
            "take it with you",
            "take them with you",
            "keep it",
            "keep them",
        ];
        let begun = self.at;
        if !(self.skip_joints() && self.eat_any(PICKED) && self.clone_ends_clause()) {
            self.at = begun;
        }
    }

    /// Whether a tree is the last thing that the goal speaks of.
    pub(super) fn ends_with_a_tree(&self) -> bool {
        let mut said = self.words[self.at..].iter().filter(|word| word.text != ".");
        said.clone().count() <= 3 && said.next_back().is_some_and(|word| word.text == "tree")
    }

    /// Whether the clause speaks of trees.
    pub(super) fn names_a_tree(&self) -> bool {
        let clause = self.words[self.at..].iter().take_while(|word| !is_joint(&word.text));
        clause.take(4).any(|word| matches!(word.text.as_str(), "tree" | "trees"))
    }

    /// Whether it goes on so: `…, and replant them`; taken if so.
    fn replants(&mut self) -> bool {
        const AND_PLANTED: &[&str] = &[
            "replant",
            "replant it",
            "replant them",
            "replant the sapling",
            "replant the saplings",
            "plant a sapling",
            "plant a sapling for each",
            "plant a sapling for each of them",
            "plant one sapling for each",
            "plant new ones",
            "plant saplings",
            "plant new saplings",
            "plant a new one",
            "plant saplings in their place",
            "plant the sapling",
            "plant the saplings",
            "plant the sapling again",
            "plant the saplings again",
            "plant it again",
            "plant them again",
            "plant saplings again",
            "replant all of them",
            "replant everything",
            "replant saplings",
            "put saplings back",
            "put the saplings back",
        ];
        let begun = self.at;
        let replants = self.skip_joints() && self.eat_any(AND_PLANTED) && self.clone_ends_clause();
        if !replants {
            self.at = begun;
        }
        replants
    }

    /// `fell the closest birch`: a tree by its wood.
    fn wood_named(&mut self, verb: Verb) -> Option<Intent> {
        let begun = self.at;
        let count = self.amount().ok().filter(|_| verb == Verb::Fell);
        let start = self.at;
        let log = |said: &str| knowledge::item(&format!("{}_log", said.trim_end_matches('s')));
        let mut ends = (start + 1..=self.words.len().min(start + 2)).rev();
        let end = ends.find(|end| self.ends_at(*end) && log(&self.joined(start, *end)).is_some());
        let said = end.map(|end| self.joined(start, end)).unwrap_or_default();
        let kind = log(&said);
        let (Some((count, _)), Some(end), Some(kind)) = (count, end, kind) else {
            self.at = begun;
            return None;
        };
        let count = match count {
            Count::Some(count) => count,
            _ if said.ends_with('s') => {
                self.at = begun;
                return None;
            }
            _ => 1,
        };
        self.at = end;
        self.skip_where();
        let replant = self.replants();
        Some(Intent::Fell { kind: kind.name, count: Trees::Nearest(count), replant })
    }

    /// `place 5 torches`, `place a chest at 1 64 2`, `place a torch next to the door`.
    pub(super) fn placed(&mut self) -> Result<Vec<Intent>, ToolError> {
        let in_a_row = self.row_of();
        let (named, count, _) = self.counted(Use::Block)?;
        if let Some(laid) = self.laid(&named, count, in_a_row)? {
            return Ok(laid);
        }
        let spot = self.spot(&named)?;
        let (spot, words) = self.inscribed(&named, spot)?;
        if count == Count::All && !self.clone_ends_clause() {
            return Err(self.left_over());
        }
        // "place the rest"
        // "place the torches": those that are held.
        let all = named.several && count == Count::The;
        let share = count.share().or(all.then_some(Share::All));
        if let (Some(share), Spot::Anywhere, true) = (share, &spot, named.again || all)
            && knowledge::block(named.name).is_some()
        {
            let of = Box::new(Intent::Place { block: named.name, count: 1, at: None, by: None });
            return Ok(vec![Intent::Part { share, item: named.name, of }]);
        }
        let count = match count {
            Count::The => 1,
            count => self.how_many(&named, count, true)?,
        };
        let Some(words) = words else { return self.put(&named, count, spot) };
        // Each is written on before the next is put up.
        let mut each = self.put(&named, 1, spot)?;
        each.push(Intent::Do(WriteSign::nearest(&words).into()));
        Ok((0..count).flat_map(|_| each.clone()).collect())
    }
}

/// What is held of what was mined: a block is mined for what it drops.
pub(super) fn yielded_by(name: &'static str) -> &'static str {
    match knowledge::mine_target(name) {
        Ok(_) if knowledge::family(name).is_some() => name,
        Ok(target) if knowledge::item(name).is_none() || !target.items.contains(&name) => {
            target.items.first().copied().unwrap_or(name)
        }
        _ => name,
    }
}
