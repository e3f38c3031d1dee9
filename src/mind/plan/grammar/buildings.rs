//! Buildings: which blueprint, how large, of which wood, where, and where its front looks.

use std::collections::BTreeMap;

use serde_json::json;

use super::{
    meaning::{Coord, Intent, Project},
    parser::Parser,
    refusals::not_understood,
};
use crate::{
    construction::library,
    domain::{ErrorCode, Side, ToolError},
};

/// What says no more than that somebody likes it; drawn as they are, they are small and simple.
const KINDS: &[&str] = &[
    "small", "little", "tiny", "simple", "basic", "nice", "cozy", "cosy", "pretty", "cute", "starter", "new", "plain",
    "proper",
];
/// The woods that planks are made of, as players name them and as the game does.
const WOODS: &[(&str, &str)] = &[
    ("dark oak", "dark_oak"),
    ("pale oak", "pale_oak"),
    ("dark_oak", "dark_oak"),
    ("pale_oak", "pale_oak"),
    ("oak", "oak"),
    ("spruce", "spruce"),
    ("birch", "birch"),
    ("jungle", "jungle"),
    ("acacia", "acacia"),
    ("mangrove", "mangrove"),
    ("cherry", "cherry"),
];
const STUFF: &[&str] = &["wood", "wooden", "planks", "plank", "logs", "log"];
const OF: &[&str] = &["made out of", "made of", "out of", "of", "from", "in", "with", "using"];

impl Parser<'_> {
    /// `a small 5x5 house of birch at 40 -25 facing north`; `None` where no blueprint is named.
    pub(super) fn building(&mut self) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        let _ = self.eat_any(&["a", "an", "one", "the", "my", "us a", "me a", "another"]);
        let (mut size, mut wood) = (None, None);
        loop {
            if self.eat_any(KINDS) || self.eat_any(STUFF) {
                continue;
            }
            if size.is_none() && self.measures(&mut size)? {
                continue;
            }
            match self.wood() {
                Some(named) if wood.is_none() => wood = Some(named),
                _ => break,
            }
        }
        let blueprints = library().iter().flat_map(|one| one.called().map(move |called| (one, called)));
        let comes = |called: &str| self.comes(called).or_else(|| self.comes(&called.replace('_', " ")));
        let found = blueprints.filter_map(|(one, called)| Some((comes(called)?, one)));
        let Some((words, shipped)) = found.max_by_key(|(words, _)| *words) else {
            self.at = begun;
            return Ok(None);
        };
        self.at += words;
        let (mut at, mut facing) = (None, None);
        loop {
            let here = self.at;
            self.skip_where();
            if self.at > here || self.eat(",") && self.continues_building() {
                continue;
            }
            self.at = here;
            if size.is_none() && self.measures(&mut size)? {
                continue;
            }
            if self.is_high(&mut size) {
                continue;
            }
            if wood.is_none() && self.eat_any(OF) {
                wood = self.wood();
                if wood.is_some() || self.eat_any(STUFF) {
                    while self.eat_any(STUFF) {}
                    continue;
                }
                self.at = here;
            }
            if facing.is_none() && self.eat_any(&["facing", "looking", "with the door to the", "with the front to the"])
            {
                let side = self.word().and_then(Side::named).filter(|side| side.is_level());
                let words = "where its front is to look (say: facing north)";
                facing = Some(side.ok_or_else(|| not_understood(self.text, words))?);
                self.at += 1;
                continue;
            }
            if at.is_none() && self.eat("at") {
                at = match self.coordinates()?.as_slice() {
                    [x, z] => Some((*x, None, *z)),
                    [x, y, z] => Some((*x, Some(*y), *z)),
                    _ => return Err(not_understood(self.text, "where it is to be (say: at 40 -25)")),
                };
                continue;
            }
            break;
        }
        let size = size.unwrap_or_default();
        // The layers in the ground are no part of its height.
        let sunk = shipped.drawing.sunk;
        let [width, depth, height] = size.map(|side: Option<i32>| side.map(|side| side.unsigned_abs()));
        let sides = [width, height.map(|height| height + sunk.unsigned_abs()), depth];
        let sides = sides.map(|side| side.map(|side| side as i32));
        let with = wood.map(|wood| ("wood".to_owned(), String::from(wood)));
        let with: BTreeMap<String, String> = with.into_iter().collect();
        if let Err(fault) = shipped.drawing.make(&with, sides) {
            let message = format!("I cannot build {} so: {fault}", shipped.drawing.title);
            let context = json!({ "goal": self.text, "cannot": fault });
            return Err(ToolError::new(ErrorCode::InvalidParams, message).with(context));
        }
        Ok(Some(Intent::Build(Project { blueprint: shipped.name, width, height, depth, wood, at, facing })))
    }

    /// `10 blocks high`: the height alone, or behind the other measures.
    fn is_high(&mut self, size: &mut Option<[Option<i32>; 3]>) -> bool {
        let begun = self.at;
        let known = size.unwrap_or_default();
        let high = self.word().and_then(|word| word.parse::<i32>().ok()).filter(|_| known[2].is_none());
        self.at += 1;
        if high.is_some() && self.eat_any(&["blocks high", "block high", "blocks tall", "high", "tall"]) {
            *size = Some([known[0], known[1], high]);
            return true;
        }
        self.at = begun;
        false
    }

    /// Whether more is said of a building behind a comma.
    fn continues_building(&self) -> bool {
        self.word().is_some_and(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                || OF.contains(&word)
                || matches!(word, "facing" | "at" | "here")
        })
    }

    fn wood(&mut self) -> Option<&'static str> {
        let (called, wood) = WOODS.iter().find(|(called, _)| self.comes(called).is_some())?;
        self.eat(called);
        Some(wood)
    }

    /// `5x5`, `5 by 7 by 4`: how wide, deep and high.
    fn measures(&mut self, size: &mut Option<[Option<i32>; 3]>) -> Result<bool, ToolError> {
        let begun = self.at;
        let Some(sizes) = self.sizes().filter(|sizes| sizes.len() > 1) else {
            self.at = begun;
            return Ok(false);
        };
        let _ = self.eat_any(&["blocks", "block", "large", "big"]);
        *size = match sizes[..] {
            [width, depth] => Some([Some(width), Some(depth), None]),
            [width, depth, height] => Some([Some(width), Some(depth), Some(height)]),
            _ => return Err(not_understood(self.text, "how large it is (say: 5x5, or 5x5x4)")),
        };
        Ok(true)
    }
}

/// What a project is, in words.
pub(super) fn told(project: &Project) -> String {
    let size = match (project.width, project.depth, project.height) {
        (Some(width), Some(depth), Some(height)) => format!("{width}x{depth}x{height} "),
        (Some(width), Some(depth), None) => format!("{width}x{depth} "),
        (None, None, Some(height)) => format!("{height} high "),
        _ => String::new(),
    };
    let of = project.wood.map_or(String::new(), |wood| format!(" of {wood}"));
    let coord = |coord: Coord| match coord {
        Coord::Absolute(at) => at.to_string(),
        Coord::Relative(off) => format!("~{off}"),
    };
    let at = match project.at {
        Some((x, Some(y), z)) => format!(" at {} {} {}", coord(x), coord(y), coord(z)),
        Some((x, None, z)) => format!(" at {} {}", coord(x), coord(z)),
        None => " here".to_owned(),
    };
    let facing = project.facing.map_or(String::new(), |side| format!(", facing {}", side.name()));
    format!("build a {size}{}{of}{at}{facing}", project.blueprint.replace('_', " "))
}
