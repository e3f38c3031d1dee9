//! Earth that is moved: ground that is made level, and stairs that are dug.

use super::{
    count::Count,
    meaning::{Intent, Reach, Stair, Terrace},
    parser::Parser,
    phrases::Verb,
    refusals::{cannot, not_understood},
    words::is_joint,
};
use crate::{
    domain::{Side, ToolError},
    knowledge,
};

/// How wide level ground may be, and how high it is cleared, in blocks.
const WIDEST: i32 = 32;
const HIGHEST: i32 = 16;
/// How high it is cleared where nothing is said: as high as most trees and hillocks.
const HIGH: i32 = 8;
/// How many steps a stair may have.
const MOST_STEPS: u32 = 200;

/// The ground as people call it.
const GROUND: &[&str] = &[
    "ground",
    "land",
    "terrain",
    "area",
    "patch",
    "patch of ground",
    "patch of land",
    "area of ground",
    "area of land",
    "piece of ground",
    "piece of land",
    "plot",
    "plot of land",
    "square",
    "spot",
    "surface",
    "earth",
    "site",
    "building site",
    "building plot",
    "space",
    "section",
];
const FLAT: &[&str] = &["flat", "level", "even", "nice and flat", "nice and level", "completely flat"];
const ARTICLES: &[&str] = &["the", "a", "an", "this", "that", "of", "all the", "out", "off"];
const HERE: &[&str] = &[
    "here",
    "right here",
    "around here",
    "around you",
    "right around you",
    "under you",
    "centered on you",
    "centred on you",
    "where you are",
    "where you stand",
    "where you are standing",
    "where you're standing",
    "at your feet",
];
pub(super) const AHEAD: &[&str] =
    &["in front of you", "right in front of you", "just in front of you", "before you", "ahead of you", "ahead"];

/// What is said of ground that is to be level.
#[derive(Default)]
struct Said {
    sizes: Option<[i32; 2]>,
    wide: Option<i32>,
    long: Option<i32>,
    height: Option<i32>,
    ahead: bool,
    here: bool,
    flat: bool,
    ground: bool,
    block: Option<&'static str>,
}

impl Parser<'_> {
    /// `5x5 here`, `the ground, 7 by 7`, `a 9x9 area in front of you`: behind a verb that says to make it level.
    pub(super) fn levelled(&mut self) -> Result<Intent, ToolError> {
        let said = self.ground_said()?;
        let level = self.level(&said)?;
        self.alone()?;
        Ok(level)
    }

    /// `a 6x6 area flat`, `the ground level here, 5 by 5`; `None` where something else is made.
    pub(super) fn made_level(&mut self) -> Result<Option<Intent>, ToolError> {
        let clause = self.words[self.at..].iter().take_while(|word| !is_joint(&word.text));
        if !clause.into_iter().any(|word| matches!(word.text.as_str(), "flat" | "level" | "even")) {
            return Ok(None);
        }
        let (begun, notes) = (self.at, self.notes.len());
        match self.ground_said() {
            Ok(said) if said.flat && (said.ground || said.sizes.is_some()) && self.clone_ends_clause() => {
                self.level(&said).map(Some)
            }
            _ => {
                self.at = begun;
                self.notes.truncate(notes);
                Ok(None)
            }
        }
    }

    fn level(&mut self, said: &Said) -> Result<Intent, ToolError> {
        if said.sizes.is_some() && (said.wide.is_some() || said.long.is_some()) {
            let words = "how large the area is: it is said twice, and how deep it is dug nobody can say of level ground (say: flatten 5x5 here)";
            return Err(not_understood(self.text, words));
        }
        let sizes = said.sizes.or_else(|| said.wide.zip(said.long).map(|(wide, long)| [wide, long]));
        let Some([width, depth]) = sizes else {
            return Err(not_understood(self.text, "how large the area is (say: flatten 5x5 here)"));
        };
        if ![width, depth].iter().all(|size| (1..=WIDEST).contains(size)) {
            let words = format!("level more than {WIDEST} by {WIDEST} blocks at once (say: flatten 9x9 here)");
            return Err(cannot(self.text, &words));
        }
        let height = said.height.unwrap_or(HIGH);
        if !(2..=HIGHEST).contains(&height) {
            let words = format!("clear it other than 2 to {HIGHEST} blocks high (say: flatten 5x5 here, 4 high)");
            return Err(cannot(self.text, &words));
        }
        let block = self.or_dirt(said.block);
        if knowledge::falls(block) {
            let words = format!("fill the ground with {}, which falls (say: with dirt)", block.replace('_', " "));
            return Err(cannot(self.text, &words));
        }
        Ok(Intent::Level { block, terrace: Terrace { width, depth, height, ahead: said.ahead } })
    }

    /// What is said of the ground, as far as it goes.
    fn ground_said(&mut self) -> Result<Said, ToolError> {
        let mut said = Said::default();
        loop {
            let begun = self.at;
            // "flatten the ground here, 10 by 10"
            self.skip_joints();
            if self.ground_piece(&mut said)? {
                continue;
            }
            self.at = begun;
            return Ok(said);
        }
    }

    fn ground_piece(&mut self, said: &mut Said) -> Result<bool, ToolError> {
        let behind_joint = self.at > 0 && is_joint(&self.words[self.at - 1].text);
        let begun = self.at;
        self.eat_any(ARTICLES);
        if self.eat_any(FLAT) {
            said.flat = true;
            return Ok(true);
        }
        if self.eat_any(GROUND) {
            // "flatten 5x5 here and the ground there": two of them.
            let twice = std::mem::replace(&mut said.ground, true);
            return Ok(!(twice && behind_joint));
        }
        let sized = self.at;
        if let Some(sizes) = self.sizes().filter(|sizes| (2..=3).contains(&sizes.len())) {
            let again = said.sizes.replace([sizes[0], sizes[1]]).is_some();
            let height = sizes.get(2).copied().is_some_and(|height| said.height.replace(height).is_some());
            self.eat_any(&["blocks", "block", "blocks large", "in size"]);
            return Ok(!again && !height);
        }
        self.at = sized;
        if self.at > begun {
            self.at = begun;
            return Ok(false);
        }
        if self.eat_any(HERE) {
            return Ok(!std::mem::replace(&mut said.here, true) && !said.ahead);
        }
        if self.eat_any(AHEAD) {
            return Ok(!std::mem::replace(&mut said.ahead, true) && !said.here);
        }
        if self.comes("with").is_some() && said.block.is_none() {
            said.block = self.filling()?;
            return Ok(said.block.is_some());
        }
        let Ok((Count::Some(count), _)) = self.amount() else { return Ok(false) };
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        self.eat_any(&["blocks", "block"]);
        let slot = match self.word() {
            Some("wide" | "across") => &mut said.wide,
            Some("long" | "deep") => &mut said.long,
            Some("high" | "tall") => &mut said.height,
            _ => return Ok(false),
        };
        let again = slot.replace(count).is_some();
        self.at += 1;
        Ok(!again)
    }

    /// Whether a stair comes next that is dug: `a staircase down`, and not `4 stairs`.
    pub(super) fn names_a_stair(&self) -> bool {
        let clause = self.words[self.at..].iter().take_while(|word| !is_joint(&word.text));
        let clause: Vec<&str> = clause.map(|word| word.text.as_str()).collect();
        let has = |words: &[&str]| clause.iter().take(12).any(|word| words.contains(word));
        let leads = has(&["down", "up", "downwards", "upwards", "deep"]);
        // "with stairs", "to the stairs": those stand there.
        let is_first = ["stairs", "stair", "steps"].iter().any(|stairs| {
            let at = clause.iter().position(|word| word == stairs);
            at.is_some_and(|at| {
                clause[..at].iter().all(|word| matches!(*word, "a" | "some" | "set" | "flight" | "of" | "down" | "up"))
            })
        });
        let staircase = clause.iter().take(4).any(|word| matches!(*word, "staircase" | "stairway"));
        staircase || is_first && leads
    }

    /// `a staircase down to y 12`, `stairs down 10 blocks`, `a staircase 8 deep going north`.
    pub(super) fn stair(&mut self) -> Result<Intent, ToolError> {
        const NOUNS: &[&str] = &[
            "staircase",
            "stairway",
            "stairs",
            "stair",
            "set of stairs",
            "flight of stairs",
            "steps",
            "a",
            "an",
            "the",
            "some",
        ];
        let mut down = match self.words[..self.at].last().map(|word| word.text.as_str()) {
            Some("down") => Some(true),
            Some("up") => Some(false),
            _ => None,
        };
        let (mut reach, mut way) = (None, None);
        let twice = "how long the staircase is (say: dig a staircase down to y 12)";
        while !self.ends_clause() || self.says_more_of_stairs() {
            self.skip_joints();
            if self.eat_any(NOUNS) || self.eat_any(&["for me", "for us"]) || self.eat_any(HERE) || self.eat("from here")
            {
                continue;
            }
            let straight = ["forward", "forwards", "straight ahead", "ahead", "the way you face", "where you look"];
            if self.eat_any(AHEAD) || self.eat_any(&straight) {
                continue;
            }
            const DOWN: &[&str] = &[
                "down",
                "downwards",
                "going down",
                "leading down",
                "that goes down",
                "that leads down",
                "straight down",
            ];
            const UP: &[&str] = &["up", "upwards", "going up", "leading up", "that goes up", "that leads up"];
            if self.eat_any(DOWN) {
                if down == Some(false) {
                    return Err(self.left_over());
                }
                down = Some(true);
                continue;
            }
            if self.eat_any(UP) {
                if down == Some(true) {
                    return Err(self.left_over());
                }
                down = Some(false);
                continue;
            }
            let surface = self.eat_any(&["to the surface", "to the top", "to daylight", "out to the surface"]);
            let height = if surface { None } else { self.height_named()? };
            if surface || height.is_some() {
                let to = height.map_or(Reach::Surface, Reach::Height);
                if reach.replace(to).is_some() {
                    return Err(not_understood(self.text, twice));
                }
                down = down.or(surface.then_some(false));
                continue;
            }
            self.eat_any(&["going", "heading", "leading", "facing", "running"]);
            if let Some([dx, 0, dz]) = self.compass() {
                let side = Side::LEVEL.into_iter().find(|side| side.step() == (dx, 0, dz));
                let Some(side) = side.filter(|_| way.is_none()) else {
                    let words = "which way the staircase goes (say: dig a staircase down 10 blocks to the north)";
                    return Err(not_understood(self.text, words));
                };
                way = Some(side);
                continue;
            }
            let begun = self.at;
            let Ok((Count::Some(count), _)) = self.amount() else { return Err(self.left_over()) };
            self.eat_any(&["blocks", "block", "steps", "step", "levels", "stairs"]);
            match self.word() {
                Some("wide" | "across") if count == 1 => self.at += 1,
                Some("high" | "tall") if count == 3 && down == Some(true) => self.at += 1,
                Some("wide" | "across") => {
                    return Err(cannot(
                        self.text,
                        "dig a staircase that is wider than one block (say: dig a staircase down to y 12)",
                    ));
                }
                Some("high" | "tall") if down == Some(true) => {
                    return Err(cannot(
                        self.text,
                        "dig a staircase other than 3 high (say: dig a staircase down to y 12)",
                    ));
                }
                word => {
                    let leads = match word {
                        Some("deep") => Some(true),
                        Some("high" | "tall") => Some(false),
                        _ => None,
                    };
                    if down.is_some() && leads.is_some() && leads != down {
                        return Err(self.left_over());
                    }
                    down = down.or(leads);
                    self.at += usize::from(leads.is_some() || word == Some("long"));
                    if count > MOST_STEPS {
                        let words = format!(
                            "dig a staircase of more than {MOST_STEPS} steps (say: dig a staircase down to y 12)"
                        );
                        return Err(cannot(self.text, &words));
                    }
                    if self.at == begun || reach.replace(Reach::Steps(count)).is_some() {
                        return Err(not_understood(self.text, twice));
                    }
                }
            }
        }
        let Some(reach) = reach else {
            return Err(not_understood(self.text, "how deep the staircase goes (say: dig a staircase down to y 12)"));
        };
        let Some(down) = down else {
            let words = "whether the staircase goes down or up (say: dig a staircase down 10 blocks)";
            return Err(not_understood(self.text, words));
        };
        if down && reach == Reach::Surface {
            return Err(self.left_over());
        }
        self.alone()?;
        Ok(Intent::DigStair(Stair { down, reach, way }))
    }

    /// `to y 12`, `to y=12`, `to level -20`.
    fn height_named(&mut self) -> Result<Option<i32>, ToolError> {
        if self.eat_any(&["to bedrock", "to the bedrock"]) {
            let words =
                "dig a staircase to bedrock, which nobody can tell the depth of (say: dig a staircase down to y -55)";
            return Err(cannot(self.text, words));
        }
        let begun = self.at;
        if !self.eat_any(&["to y =", "to y", "to level", "to height", "until y", "till y", "to"]) {
            return Ok(None);
        }
        let height = self.word().and_then(|word| word.trim_start_matches("y=").trim_start_matches('y').parse().ok());
        match height {
            Some(height) => {
                self.at += 1;
                Ok(Some(height))
            }
            None => {
                self.at = begun;
                Ok(None)
            }
        }
    }

    /// Whether a joint is followed by more about the stair: "…, 10 deep", "… and going north".
    fn says_more_of_stairs(&mut self) -> bool {
        let begun = self.at;
        let joined = self.skip_joints();
        self.eat_any(&["going", "heading", "leading", "facing"]);
        let number = self.at;
        let counts = matches!(self.amount(), Ok((Count::Some(_), _)));
        self.eat_any(&["blocks", "block", "steps", "step"]);
        let sized = counts && matches!(self.word(), Some("deep" | "down" | "up" | "wide" | "high" | "long"));
        self.at = number;
        let more = joined && (sized || self.compass().is_some() || self.eat_any(AHEAD));
        self.at = begun;
        more
    }

    /// Whether it is a stair that is dug or made by this verb.
    pub(super) fn digs_a_stair(&self, verb: Verb) -> bool {
        matches!(verb, Verb::Mine | Verb::Craft | Verb::Build | Verb::Down | Verb::Clear | Verb::Fell)
            && self.names_a_stair()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::plan::grammar::parse;

    fn level(text: &str) -> Option<Terrace> {
        match parse(text).as_deref() {
            Ok([Intent::Level { block: "dirt", terrace }]) => Some(*terrace),
            _ => None,
        }
    }

    #[test]
    fn ground_is_made_level_as_large_as_it_is_said() {
        let here = |width, depth| Some(Terrace { width, depth, height: HIGH, ahead: false });
        for text in ["flatten 5x5 here", "level this 5x5", "make a 5x5 area flat", "flatten the ground here, 5 by 5"] {
            assert_eq!(level(text), here(5, 5), "{text}");
        }
        assert_eq!(level("level the ground, 7 by 9"), here(7, 9));
        let ahead = Terrace { width: 9, depth: 9, height: HIGH, ahead: true };
        assert_eq!(level("flatten a 9x9 area in front of you"), Some(ahead));
        assert_eq!(
            level("flatten a 5x5 area here, 3 high"),
            here(5, 5).map(|terrace| Terrace { height: 3, ..terrace })
        );
        for text in
            ["flatten the ground", "flatten 5x5 around the house", "flatten 5x5 here with sand", "flatten 90x90 here"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_stair_is_dug_and_stairs_are_made() {
        let stair = |text: &str| match parse(text).as_deref() {
            Ok([Intent::DigStair(stair)]) => Some(*stair),
            _ => None,
        };
        let down = |reach, way| Some(Stair { down: true, reach, way });
        for text in ["dig a staircase down to y 12", "make stairs down to y 12", "dig down a staircase to y 12"] {
            assert_eq!(stair(text), down(Reach::Height(12), None), "{text}");
        }
        assert_eq!(stair("dig stairs down 10 blocks"), down(Reach::Steps(10), None));
        assert_eq!(stair("make a staircase 8 deep"), down(Reach::Steps(8), None));
        assert_eq!(stair("dig a staircase 8 deep going north"), down(Reach::Steps(8), Some(Side::North)));
        let up = Some(Stair { down: false, reach: Reach::Surface, way: None });
        assert_eq!(stair("dig a staircase up to the surface"), up);
        assert!(matches!(parse("craft 24 oak stairs").as_deref(), Ok([Intent::Craft { count: 24, .. }])));
        for text in [
            "dig a staircase",
            "dig a staircase down 10 blocks, 3 wide",
            "dig a staircase down to y 12 with cobblestone",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
