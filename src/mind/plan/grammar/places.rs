//! Where: coordinates, directions, heights, and boxes of so many blocks.

use super::{
    count::{Count, written_out},
    meaning::{Coord, Intent, Layout},
    names::Use,
    parser::Parser,
    refusals::{cannot, not_understood},
    spots::BY_THE_BOT,
    words::{has, is_joint},
};
use crate::{
    domain::{ErrorCode, MAX_COUNT, ToolError},
    knowledge,
};

/// Where the bot stood before it went.
const BEFORE: &[&str] = &[
    "where you were",
    "where you were before",
    "where you came from",
    "where you stood",
    "where we were",
    "where we came from",
    "the place you came from",
    "the place where you were",
];

/// A whole number, in digits or in a word.
pub(super) fn whole(word: &str) -> Option<i32> {
    written_out(word).and_then(|number| i32::try_from(number).ok()).or_else(|| word.parse().ok())
}

/// From so many blocks beside where one stands something is dug that is to be in front of one.
const CLEAR_OF_FEET: i32 = 2;

impl Parser<'_> {
    /// Coordinates with or without commas, `~` and the letters x, y and z in front.
    pub(super) fn coordinates(&mut self) -> Result<Vec<Coord>, ToolError> {
        let mut found = Vec::new();
        let mut at = self.at;
        while found.len() < 3
            && let Some(word) = self.words.get(at)
        {
            let bare = word
                .text
                .trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']' | 'x' | 'y' | 'z' | '=' | ':' | '.' | '!'));
            if bare.is_empty() || word.text == "," {
                at += 1;
                continue;
            }
            let (relative, number) = bare.strip_prefix('~').map_or((false, bare), |rest| (true, rest));
            let value = if relative && number.is_empty() { Some(0.0) } else { number.parse::<f64>().ok() };
            let Some(value) = value.filter(|value| value.is_finite()) else { break };
            let value = value.floor();
            if value.abs() > f64::from(i32::MAX) {
                return Err(ToolError::new(ErrorCode::InvalidParams, format!("{number} is outside the world")));
            }
            found.push(if relative { Coord::Relative(value as i32) } else { Coord::Absolute(value as i32) });
            at += 1;
            self.at = at;
        }
        if self.word() == Some(")") {
            self.at += 1;
        }
        Ok(found)
    }

    pub(super) fn destination(&mut self) -> Result<Intent, ToolError> {
        let begun = self.at;
        let _ = self.eat_any(&["to the coordinates", "to coordinates", "the coordinates", "coordinates", "to"]);
        let here = Coord::Relative(0);
        if self.eat_any(&["up to the surface", "the surface", "back to the surface", "surface", "up to the top"]) {
            return Ok(Intent::Go { x: here, y: None, z: here, dig: true });
        }
        // "go to the chest", and not "go away".
        if self.eat_any(BEFORE) {
            return Ok(Intent::GoBack);
        }
        if self.eat_any(&["where you died", "the place where you died", "your death point", "your grave"]) {
            return Err(cannot(self.text, "go back to where I died (say: go back; go home)"));
        }
        if let Some(kind) = self.through() {
            return Ok(Intent::GoThrough { kind });
        }
        let is_to = self.words[..self.at].last().is_some_and(|word| matches!(word.text.as_str(), "to" | "at"))
            || self.at > begun
            // "go to the bed, then the chest"
            || self.goes_on && self.word() == Some("the");
        let begun = self.at;
        let _ = self.eat_any(&["down to", "up to", "down", "up"]);
        if self.eat_any(&["y =", "y level", "level", "height"])
            || self.word().is_some_and(|word| word.starts_with('y')) && self.is_one_coordinate()
        {
            return self.down_to();
        }
        self.at = begun;
        if let Some(onto) = self.onto_a_block() {
            return Ok(onto);
        }
        if let Some(met) = self.until_one_meets() {
            return Ok(met);
        }
        if let Some(amid) = self.gone_between()? {
            return Ok(amid);
        }
        if let Some(around) = self.gone_around()? {
            return Ok(around);
        }
        let from = self.clause_said();
        if let Some(step) = self.by_heading() {
            return Ok(step);
        }
        if let Some(go) = self.by_compass()? {
            return Ok(go);
        }
        self.at = begun;
        match self.coordinates()?.as_slice() {
            [x, z] => Ok(Intent::Go { x: *x, y: None, z: *z, dig: false }),
            [x, y, z] => Ok(Intent::Go { x: *x, y: Some(*y), z: *z, dig: false }),
            [] if is_to && let Some(to) = self.place_of_a_kind()? => Ok(to),
            [] if is_to && let Some(to) = self.place_by_name() => Ok(to),
            _ => {
                Err(not_understood(self.text, &format!("where {from:?} is (say x y z, or x z for the surface there)")))
            }
        }
    }

    /// `go back`, and `go back 5 blocks`.
    pub(super) fn gone_back(&mut self) -> Intent {
        let begun = self.at;
        self.at -= 1;
        self.by_heading().unwrap_or_else(|| {
            self.at = begun;
            Intent::GoBack
        })
    }

    /// `dig straight down 5 blocks`, `dig down to y 12`.
    pub(super) fn dug_down(&mut self) -> Result<Intent, ToolError> {
        if let Some(kind) = self.layer_below() {
            return Ok(Intent::Visit(Layout::down_to(kind)));
        }
        if self.eat_any(&["to y =", "to y", "to level", "to height", "to"]) {
            return self.down_to();
        }
        self.eat_any(&["for", "by"]);
        if self.comes("diamond level").is_some() {
            let words = "how far down that is (say: go down to y -58, where diamonds are most frequent)";
            return Err(not_understood(self.text, words));
        }
        let Ok((Count::Some(deep), _)) = self.amount() else {
            return Err(not_understood(self.text, "how far down (say: dig down 5 blocks; go down to y 12)"));
        };
        self.eat_any(&["blocks", "block", "meters", "metres", "m", "deep"]);
        self.eat_any(&["straight down", "down"]);
        let here = Coord::Relative(0);
        Ok(Intent::Go { x: here, y: Some(Coord::Relative(-(deep as i32))), z: here, dig: true })
    }

    /// `to stone`, `until you hit the bedrock`: what lies below everywhere, and is no ore; taken if it comes next.
    fn layer_below(&mut self) -> Option<&'static str> {
        const UNTIL: &[&str] = &["until you", "till you", "til you", "untill you", "until we", "till we"];
        const MEET: &[&str] = &[
            "hit",
            "reach",
            "get to",
            "come to",
            "strike",
            "come across",
            "meet",
            "see",
            "are at",
            "are on",
            "stand on",
            "get down to",
        ];
        const LAYERS: &str = "stone deepslate bedrock dirt sand sandstone gravel clay granite diorite andesite tuff";
        let begun = self.at;
        let down = self.eat_any(&["to", "down to"]) || self.eat_any(UNTIL) && self.eat_any(MEET);
        let _ = self.eat_any(&["the first", "the solid", "some", "solid", "the", "bare"]);
        let kind = self.word().filter(|word| down && has(LAYERS, word)).and_then(knowledge::block);
        self.at += 1;
        let _ = self.eat_any(&["layer", "level", "below", "underneath", "beneath", "below you", "under you"]);
        let kind = kind.filter(|_| self.clone_ends_clause()).map(|block| block.name);
        if kind.is_none() {
            self.at = begun;
        }
        kind
    }

    /// `10 blocks down`, behind a verb that digs; taken if it is such.
    pub(super) fn so_far_down(&mut self) -> Option<Intent> {
        let begun = self.at;
        let deep = match self.amount() {
            Ok((Count::Some(deep), _)) if self.eat_any(&["blocks", "block", "meters", "metres", "m"]) => {
                i32::try_from(deep).ok()
            }
            _ => None,
        };
        let down = self.eat_any(&["straight down", "down", "downwards", "downward"]) && self.clone_ends_clause();
        let here = Coord::Relative(0);
        match deep.filter(|_| down) {
            Some(deep) => Some(Intent::Go { x: here, y: Some(Coord::Relative(-deep)), z: here, dig: true }),
            None => {
                self.at = begun;
                None
            }
        }
    }

    /// A height, below or above where one is.
    pub(super) fn down_to(&mut self) -> Result<Intent, ToolError> {
        let from = self.rest().to_owned();
        match self.coordinates()?.as_slice() {
            [y] => Ok(Intent::Go { x: Coord::Relative(0), y: Some(*y), z: Coord::Relative(0), dig: true }),
            _ => Err(not_understood(self.text, &format!("which height {from:?} is (say: go down to y 12)"))),
        }
    }

    /// Whether just one coordinate comes next: `y=12`.
    fn is_one_coordinate(&mut self) -> bool {
        let begun = self.at;
        let one = self.coordinates().is_ok_and(|coords| coords.len() == 1);
        self.at = begun;
        one
    }

    /// `forward 10 blocks`, `3 steps back`, `5 blocks to the left`: by where the bot looks; taken if it is such.
    pub(super) fn by_heading(&mut self) -> Option<Intent> {
        const HEADINGS: &[(&str, [i32; 2])] = &[
            ("straight ahead", [1, 0]),
            ("straight forward", [1, 0]),
            ("straight on", [1, 0]),
            ("straight", [1, 0]),
            ("forward", [1, 0]),
            ("forwards", [1, 0]),
            ("ahead", [1, 0]),
            ("onward", [1, 0]),
            ("backward", [-1, 0]),
            ("backwards", [-1, 0]),
            ("back", [-1, 0]),
            ("to your right", [0, 1]),
            ("to the right", [0, 1]),
            ("right", [0, 1]),
            ("to your left", [0, -1]),
            ("to the left", [0, -1]),
            ("left", [0, -1]),
            ("the right", [0, 1]),
            ("the left", [0, -1]),
        ];
        let begun = self.at;
        let heading = |parser: &mut Self| HEADINGS.iter().find(|(said, _)| parser.eat(said)).map(|(_, by)| *by);
        let first = heading(self);
        self.eat("by");
        self.eat("for");
        let many = match self.amount() {
            Ok((Count::Some(many), _)) => i32::try_from(many).ok(),
            _ => None,
        };
        let unit = self.eat_any(&["blocks", "block", "steps", "step", "meters", "metres", "m"]);
        let by = first.or_else(|| heading(self));
        match (many.filter(|_| unit || first.is_some()), by) {
            (Some(many), Some([ahead, right])) if self.ends_clause() => {
                Some(Intent::Step { ahead: ahead * many, right: right * many })
            }
            _ => {
                self.at = begun;
                None
            }
        }
    }

    /// `10 blocks north`, `north 10`, `20 blocks to the west`, `up 5`.
    fn by_compass(&mut self) -> Result<Option<Intent>, ToolError> {
        let first = self.compass();
        let _ = self.eat("for") || self.eat("by");
        let (count, _) = match self.amount() {
            Ok(amount) => amount,
            // A number that is no count may be a place: unless a direction says that it is none.
            Err(error) if first.is_none() && self.compass_after_number().is_none() => {
                drop(error);
                return Ok(None);
            }
            Err(_) => {
                let words = format!("a distance is 1 to {} blocks", MAX_COUNT);
                return Err(ToolError::new(
                    ErrorCode::InvalidParams,
                    format!("{words}: name the place for more, as x z"),
                ));
            }
        };
        let _ = self.eat_any(&["blocks", "block", "steps", "step", "meters", "metres", "m"]);
        let Some([dx, dy, dz]) = first.or_else(|| self.compass()) else { return Ok(None) };
        let Count::Some(steps) = count else {
            return Err(not_understood(self.text, "how far (say for example: go 10 blocks north)"));
        };
        let steps = steps as i32;
        let y = (dy != 0).then_some(Coord::Relative(dy * steps));
        let (x, z) = (Coord::Relative(dx * steps), Coord::Relative(dz * steps));
        Ok(Some(Intent::Go { x, y, z, dig: dy != 0 }))
    }

    /// The direction behind a number that is no count.
    fn compass_after_number(&mut self) -> Option<[i32; 3]> {
        let begun = self.at;
        while self.word().is_some_and(|word| word == "," || word.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
        {
            self.at += 1;
        }
        let _ = self.eat_any(&["blocks", "block", "steps", "step", "meters", "metres", "m"]);
        let found = self.compass();
        self.at = begun;
        found
    }

    /// North is towards smaller z, east towards greater x (Minecraft Wiki, "Coordinates").
    pub(super) fn compass(&mut self) -> Option<[i32; 3]> {
        let begun = self.at;
        let _ = self.eat_any(&["to the", "towards the", "towards", "toward", "due"]);
        const WINDS: &[(&str, [i32; 3])] = &[
            ("north", [0, 0, -1]),
            ("south", [0, 0, 1]),
            ("east", [1, 0, 0]),
            ("west", [-1, 0, 0]),
            ("northeast", [1, 0, -1]),
            ("north-east", [1, 0, -1]),
            ("northwest", [-1, 0, -1]),
            ("north-west", [-1, 0, -1]),
            ("southeast", [1, 0, 1]),
            ("south-east", [1, 0, 1]),
            ("southwest", [-1, 0, 1]),
            ("south-west", [-1, 0, 1]),
            ("up", [0, 1, 0]),
            ("upwards", [0, 1, 0]),
            ("down", [0, -1, 0]),
            ("downwards", [0, -1, 0]),
        ];
        let wind = WINDS.iter().find(|(name, _)| self.eat(name)).map(|(_, wind)| *wind);
        if wind.is_none() {
            self.at = begun;
        }
        wind
    }

    /// Whether a tunnel comes next: `a tunnel 20 long`, `a 20 blocks long tunnel`.
    pub(super) fn names_a_tunnel(&self) -> bool {
        let clause = self.words[self.at..].iter().take_while(|word| !is_joint(&word.text));
        clause.take(6).any(|word| matches!(word.text.as_str(), "tunnel" | "corridor"))
    }

    /// `a tunnel 20 long north`: a body high and wide, if nothing else is said, from where the bot stands.
    pub(super) fn tunnel(&mut self) -> Result<Intent, ToolError> {
        let (mut long, mut side, mut wide, mut high) = (None, None, None, None);
        // "2 high and 20 long, going east"
        while !self.ends_clause() || self.says_more_of_it() {
            let skipped =
                self.eat_any(&["tunnel", "corridor", "long", "of", "with a length of", "a", "an", "the", "straight"])
                    || self.eat_any(&["blocks", "block", "deep", "for"]);
            if skipped {
                continue;
            }
            if let Some(found) = self.compass() {
                side = Some(found);
                continue;
            }
            if self.eat_any(&["and", ",", "going", "heading", "leading", "towards", "toward"]) {
                continue;
            }
            // "a 2x3 tunnel": as wide, and as high.
            let begun = self.at;
            if let Some([across, up]) = self.sizes().as_deref() {
                (wide, high) = (Some(*across), Some(*up));
                continue;
            }
            self.at = begun;
            let Count::Some(count) = self.amount()?.0 else {
                return Err(not_understood(self.text, &format!("what to do with {:?}", self.rest())));
            };
            let _ = self.eat_any(&["blocks", "block"]);
            let slot = match self.word() {
                Some("wide" | "across") => &mut wide,
                Some("high" | "tall") => &mut high,
                _ => &mut long,
            };
            if slot.replace(count as i32).is_some() {
                let words = "how long, wide and high the tunnel is (say: dig a tunnel 20 long north)";
                return Err(not_understood(self.text, words));
            }
            let _ = self.eat_any(&["wide", "across", "high", "tall"]);
        }
        let (wide, high) = (wide.unwrap_or(1), high.unwrap_or(2));
        if high < 2 || wide.max(high) > 512 {
            return Err(cannot(self.text, "dig a tunnel that one cannot walk in (say: dig a tunnel 20 long north)"));
        }
        let Some(long) = long.filter(|long| (1..=512).contains(long)) else {
            return Err(not_understood(self.text, "how long the tunnel is (say: dig a tunnel 20 long north)"));
        };
        let Some([dx, 0, dz]) = side.filter(|[x, y, z]| (x.abs() + z.abs(), *y) == (1, 0)) else {
            return Err(not_understood(self.text, "which way the tunnel goes (say: dig a tunnel 20 long north)"));
        };
        // As far to one side as to the other, where that can be.
        let at = |far: i32, up: i32, aside: i32| {
            [dx * far + dz.abs() * aside, up, dz * far + dx.abs() * aside].map(Coord::Relative)
        };
        let aside = -(wide - 1) / 2;
        Ok(Intent::Clear { from: at(1, 0, aside), to: at(long, high - 1, aside + wide - 1) })
    }

    /// Whether what comes behind a joint is a size or a direction, and no other clause.
    fn says_more_of_it(&mut self) -> bool {
        let begun = self.at;
        self.skip_joints();
        self.eat_any(&["going", "heading", "to the", "towards"]);
        let number = self.amount().is_ok_and(|(count, _)| matches!(count, Count::Some(_)));
        self.eat_any(&["blocks", "block"]);
        let size = number && self.eat_any(&["long", "high", "tall", "wide", "deep"]);
        let more = self.at > begun && (size || self.compass().is_some());
        self.at = begun;
        more
    }

    /// Whether a box of so many blocks comes next: `a 3x3x4 hole`.
    pub(super) fn is_boxed(&mut self) -> bool {
        let at = self.at;
        let _ = self.eat("a") || self.eat("an") || self.eat("the");
        let is_boxed = self.sizes().is_some_and(|sizes| sizes.len() > 1)
            || self.eat_any(&["hole", "pit", "cellar", "basement", "pool", "quarry", "shaft"])
            || self.labelled_sizes().is_ok_and(|sizes| sizes.is_some());
        self.at = at;
        is_boxed
    }

    /// Whether it is a hole that is to be made: `a 2x2 shaft`.
    pub(super) fn names_a_hole(&mut self) -> bool {
        const HOLES: &[&str] = &["hole", "pit", "shaft", "mineshaft", "trench", "ditch"];
        let clause = self.words[self.at..].iter().take_while(|word| !is_joint(&word.text));
        let named = clause.take(4).any(|word| HOLES.contains(&word.text.as_str()));
        named && self.is_boxed()
    }

    /// Numbers with an x or a "by" between them, as far as they go.
    pub(super) fn sizes(&mut self) -> Option<Vec<i32>> {
        let at = self.at;
        let mut sizes = Vec::new();
        let mut open = true;
        while let Some(word) = self.word().map(str::to_owned) {
            if matches!(word.as_str(), "x" | "by" | "\u{d7}") && !open {
                open = true;
            } else {
                let parts: Option<Vec<i32>> =
                    word.trim_matches(['.', '!', '?']).split(['x', '\u{d7}']).map(whole).collect();
                match parts.filter(|_| open) {
                    Some(parts) => sizes.extend(parts),
                    None => break,
                }
                open = false;
            }
            self.at += 1;
        }
        if sizes.is_empty() {
            self.at = at;
            return None;
        }
        Some(sizes)
    }

    /// A box: `5x5x3 here`, `a 3x3 hole 4 deep at 10 64 20`, `10 64 10 to 14 66 14`. What is dug goes down from where one
    /// stands, and what is cleared up.
    pub(super) fn boxed(&mut self) -> Result<Intent, ToolError> {
        let begun = self.at;
        let mut is_dug = !self.words[..self.at].iter().rev().take(2).any(|verb| verb.text == "clear");
        let _ = self.eat("a") || self.eat("an") || self.eat("the");
        if let Some(shaft) = self.shaft_down_to()? {
            return Ok(shaft);
        }
        let sizes = match self.labelled_sizes()? {
            Some(sizes) => {
                // What is deep goes down.
                is_dug = true;
                Some(sizes)
            }
            None => self.three_sizes()?,
        };
        let Some([width, depth, height]) = sizes else { return self.between() };
        // "a 7x4x7 room" is seldom higher than wide.
        let is_room = self.words[begun..self.at].iter().any(|word| word.text == "room");
        let (depth, height) = if is_room && depth < width && depth < height {
            self.notes.push(format!("the room is {depth} high"));
            (height, depth)
        } else {
            (depth, height)
        };
        self.eat_any(&["here", "around you", "around here", "around us", "there", "right there", "right here"]);
        let is_beside = is_dug && self.eat_any(BY_THE_BOT);
        if is_beside {
            self.notes.push("it is dug beside me, to the south of where I stand".to_owned());
        }
        let corner = self.at_place()?;
        let moved = |coord: Coord, by: i32| match coord {
            Coord::Absolute(value) => Coord::Absolute(value.saturating_add(by)),
            Coord::Relative(offset) => Coord::Relative(offset.saturating_add(by)),
        };
        // Around the bot; or from the corner on that was named.
        let aside = |size: i32| -(size - 1) / 2;
        let [x, y, z] = corner.unwrap_or_else(|| {
            let under = if is_dug { -1 } else { 0 };
            let south = if is_beside { CLEAR_OF_FEET } else { aside(depth) };
            [aside(width), under, south].map(Coord::Relative)
        });
        let up = if is_dug { 1 - height } else { height - 1 };
        Ok(Intent::Clear { from: [x, y, z], to: [moved(x, width - 1), moved(y, up), moved(z, depth - 1)] })
    }

    /// `a 2x2 shaft down to y 20`, from below the bot's feet; `None` where no height is said.
    fn shaft_down_to(&mut self) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        self.eat_any(&["a", "an", "the"]);
        let sizes = self.sizes().filter(|sizes| sizes.len() == 2);
        let noun = self.eat_any(&["shaft", "hole", "pit", "mineshaft"]);
        let down = self.eat_any(&[
            "straight down to y =",
            "straight down to y",
            "down to y =",
            "down to y",
            "to y",
            "down to level",
            "down to",
        ]);
        let (Some([width, depth]), true, true) =
            (sizes.as_deref().and_then(|sizes| <[i32; 2]>::try_from(sizes).ok()), noun, down)
        else {
            self.at = begun;
            return Ok(None);
        };
        let Some(y) = self.word().and_then(|word| word.trim_start_matches("y=").parse::<i32>().ok()) else {
            self.at = begun;
            return Ok(None);
        };
        if ![width, depth].iter().all(|size| (1..=512).contains(size)) {
            return Err(not_understood(self.text, "a size above 512 (say: dig a 2x2 shaft down to y 20)"));
        }
        self.at += 1;
        let aside = |size: i32| -(size - 1) / 2;
        let (x, z) = (aside(width), aside(depth));
        let from = [Coord::Relative(x), Coord::Relative(-1), Coord::Relative(z)];
        let to = [Coord::Relative(x + width - 1), Coord::Absolute(y), Coord::Relative(z + depth - 1)];
        Ok(Some(Intent::Clear { from, to }))
    }

    /// `a trench 12 long, 2 wide and 3 deep`, in any order: how long, wide and deep; `None` where the depth is not said so.
    fn labelled_sizes(&mut self) -> Result<Option<[i32; 3]>, ToolError> {
        const NOUNS: &[&str] = &["trench", "ditch", "moat", "hole", "pit", "channel", "canal", "pool", "pond"];
        let (begun, notes) = (self.at, self.notes.len());
        self.eat_any(&["a", "an", "the"]);
        self.eat_any(NOUNS);
        self.eat_any(&["that is", "that's", "which is", "of"]);
        self.eat(",");
        let (mut long, mut wide, mut deep) = (None, None, None);
        loop {
            let at = self.at;
            self.skip_joints();
            let size = match self.amount() {
                Ok((Count::Some(size), _)) => i32::try_from(size).ok(),
                _ => None,
            };
            self.eat_any(&["blocks", "block"]);
            let slot = match self.word() {
                Some("long") => &mut long,
                Some("wide" | "across") => &mut wide,
                Some("deep") => &mut deep,
                _ => {
                    self.at = at;
                    break;
                }
            };
            if size.is_none() || slot.is_some() {
                self.at = at;
                break;
            }
            *slot = size;
            self.at += 1;
        }
        self.eat_any(NOUNS);
        // "a hole 3 deep"
        let is_hole = self.words[begun..self.at].iter().any(|word| NOUNS.contains(&word.text.as_str()));
        let Some(deep) = deep.filter(|_| long.is_some() || wide.is_some() || is_hole) else {
            self.at = begun;
            self.notes.truncate(notes);
            return Ok(None);
        };
        let sizes = [long.or(wide), wide.or(long.map(|_| 1)), Some(deep)].map(|size| size.unwrap_or(1));
        if long.is_none() && wide.is_none() {
            self.notes.push("it is one block wide, as nothing else is said".to_owned());
        } else if long.is_none() {
            self.notes.push("it is as long as it is wide, as nothing else is said".to_owned());
        }
        if sizes.iter().any(|size| !(1..=512).contains(size)) {
            return Err(not_understood(self.text, "a size above 512 (say: dig a 12x2x3 hole)"));
        }
        Ok(Some(sizes))
    }

    /// `a 3 by 3 hole, 4 deep`: how wide, long and high; `None` where no sizes are named.
    pub(super) fn three_sizes(&mut self) -> Result<Option<[i32; 3]>, ToolError> {
        let noun = |parser: &mut Self| {
            const NOUNS: &[&str] = &[
                "hole",
                "pit",
                "shaft",
                "flat area",
                "flat space",
                "area",
                "box",
                "space",
                "room",
                "cellar",
                "basement",
                "pond",
                "pool",
                "quarry",
            ];
            NOUNS.iter().any(|noun| parser.eat(noun))
        };
        if noun(self) {
            self.eat(",");
        }
        let from = self.at;
        let sizes = self.sizes().filter(|sizes| sizes.len() > 1);
        let Some(mut sizes) = sizes else {
            self.at = from;
            return Ok(None);
        };
        noun(self);
        if sizes.len() == 2 {
            let at = self.at;
            let _ = self.eat(",");
            let _ = self.eat("and");
            match self.sizes() {
                Some(more) => sizes.extend(more),
                None => self.at = at,
            }
        }
        let _ = ["blocks deep", "block deep", "blocks high", "block high", "deep", "high", "tall"]
            .iter()
            .any(|word| self.eat(word));
        noun(self);
        let words = || {
            format!("how large {:?} is (say width x depth x height, such as 5x5x3, each at most 512)", self.text.trim())
        };
        let [width, depth, height] = sizes[..] else { return Err(not_understood(self.text, &words())) };
        if [width, depth, height].iter().any(|size| !(1..=512).contains(size)) {
            return Err(not_understood(self.text, &words()));
        }
        Ok(Some([width, depth, height]))
    }

    /// `[from] x y z to x y z`.
    pub(super) fn corners(&mut self) -> Result<Option<([Coord; 3], [Coord; 3])>, ToolError> {
        let _ = self.eat("from") || self.eat("between");
        let from = self.coordinates()?;
        let _ = self.eat("to") || self.eat("through") || self.eat("and");
        let to = self.coordinates()?;
        let corner = |coords: &[Coord]| <[Coord; 3]>::try_from(coords).ok();
        Ok(corner(&from).zip(corner(&to)))
    }

    fn between(&mut self) -> Result<Intent, ToolError> {
        let what = match self.rest() {
            "" => self.text.trim().to_owned(),
            rest => rest.to_owned(),
        };
        let begun = self.at;
        let corners = self.corners()?;
        if corners.is_none() {
            self.at = begun;
        }
        match corners {
            Some((from, to)) => Ok(Intent::Clear { from, to }),
            None if let Some(mined) = self.dug_at()? => Ok(mined),
            None => Err(not_understood(
                self.text,
                &format!("which blocks {what:?} are (say 5x5x3 here, or x y z to x y z)"),
            )),
        }
    }

    /// `the gravel at 12 62 -8`, where a box might have been named.
    fn dug_at(&mut self) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        self.eat("away");
        let found = self.counted(Use::Mined).ok();
        if let Some((named, count, _)) = found {
            if matches!(count, Count::Unsaid | Count::The | Count::Some(1))
                && let Some(at) = self.at_place()?
            {
                return Ok(Some(Intent::Mine { target: named.name, count: 1, at: Some(at) }));
            }
            let what = named.said.replace('_', " ");
            let words =
                format!("clear a kind of block without a number or a box (say: mine 10 {what}; clear 5x5x3 here)");
            return Err(cannot(self.text, &words));
        }
        self.at = begun;
        Ok(None)
    }

    pub(super) fn at_place(&mut self) -> Result<Option<[Coord; 3]>, ToolError> {
        if !self.eat("at") {
            return Ok(None);
        }
        let from = self.rest().to_owned();
        match self.coordinates()?.as_slice() {
            [x, y, z] => Ok(Some([*x, *y, *z])),
            _ => Err(not_understood(self.text, &format!("where {from:?} is (say x y z)"))),
        }
    }
}
