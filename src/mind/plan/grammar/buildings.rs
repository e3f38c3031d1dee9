//! Buildings: which blueprint, how large, of which wood, where, and where its front looks.

use std::collections::BTreeMap;

use serde_json::json;

use super::{
    beside::{BESIDE, IN_FRONT, YOU},
    beyond::BUILDINGS,
    meaning::{Beside, Coord, Flank, Intent, Project},
    names::{WOODS, wood_of},
    parser::Parser,
    phrases::Verb,
    places::whole,
    refusals::{cannot, not_understood},
    shapes::{KINDS, PILLAR, POST, counted_side, made_of, plain_form},
    spots::BY_THE_BOT,
    words::{is_joint, words},
};
use crate::{
    construction::{Building, Shipped, is_file, is_of_some_block, library},
    domain::{BlockPos, Build, ErrorCode, Side, ToolError},
    knowledge::{self, plain},
    mind::plan::stock::with_article,
};

const STUFF: &[&str] = &["wood", "wooden", "planks", "plank", "logs", "log"];
const OF: &[&str] = &["made out of", "made of", "out of", "of", "from", "in", "with", "using"];

/// How high a lamp post is, its torch counted, where nothing is said.
const HEIGHT_OF_A_LAMP: u32 = 4;

impl Parser<'_> {
    /// `a small 5x5 house of birch at 40 -25 facing north`, `castle.schem here without water`; `None` where no blueprint is named.
    pub(super) fn building(&mut self) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        let _ = self.eat_any(&["a", "an", "one", "the", "my", "us a", "me a", "another"]);
        let (mut project, mut size) = (Project::default(), None);
        let mut block = self.block_before_shape();
        // "a 5x3 cobblestone platform"
        let sized = self.at;
        if block.is_none() && self.measures(&mut size)? {
            block = self.block_before_shape();
            if block.is_none() {
                (self.at, size) = (sized, None);
            }
        }
        let shipped = match self.file_named() {
            Some(file) => {
                project.blueprint = file;
                None
            }
            None => {
                let Some(shipped) = self.shipped(&mut project, &mut size)? else {
                    self.at = begun;
                    return Ok(None);
                };
                Some(shipped)
            }
        };
        let counted = shipped.and_then(counted_side);
        loop {
            if let Some(side) = counted.filter(|_| block.is_none()) {
                block = self.block_behind_shape(&mut size, side);
                if block.is_some() {
                    continue;
                }
            }
            if !self.detail(&mut project, &mut size)? {
                break;
            }
        }
        let shipped =
            shipped.and_then(|shipped| library().get(plain_form(shipped.name, block, size.unwrap_or_default())));
        if let Some(shipped) = shipped {
            shipped.name.clone_into(&mut project.blueprint);
        }
        block.into_iter().for_each(|block| made_of(&mut project, block));
        self.top_off(&mut project, &mut size);
        let shipped = shipped.and_then(|_| library().get(&project.blueprint));
        let is_fixed = matches!(project.at, Some((Coord::Absolute(_), _, Coord::Absolute(_))));
        if project.together.is_some() && !is_fixed {
            let message = "several bots build one thing together where its place is said (say: at 40 -25)";
            let context = json!({ "goal": self.text, "cannot": message, "impossible": true });
            return Err(ToolError::new(ErrorCode::InvalidParams, message).with(context));
        }
        [project.width, project.depth, project.height] =
            size.unwrap_or_default().map(|side| side.map(i32::unsigned_abs));
        // Its least is one block and a torch, and nobody means that.
        if project.blueprint == POST && project.height.is_none() {
            project.height = Some(HEIGHT_OF_A_LAMP);
        }
        // What a file holds shows once it is read.
        let Some(shipped) = shipped else { return Ok(Some(Intent::Build(project))) };
        // "with spruce instead of oak" of what is of any wood chooses it.
        let woods = project.instead.iter().find_map(|(given, other)| Some((wood_of(given)?, wood_of(other)?)));
        if let Some((given, other)) = woods.filter(|_| project.wood.is_none())
            && shipped.drawing.parameters.contains_key("wood")
        {
            project.instead.remove(given);
            project.wood = Some(other);
        }
        // The layers in the ground are no part of its height.
        let sunk = shipped.drawing.sunk.unsigned_abs();
        let sides = [project.width, project.height.map(|height| height + sunk), project.depth];
        let sides = sides.map(|side| side.map(|side| side as i32));
        let with = project.wood.map(|wood| ("wood".to_owned(), wood.to_owned())).into_iter().collect();
        if let Err(fault) = shipped.drawing.make(&with, sides) {
            let message = format!("I cannot build {} so: {fault}", shipped.drawing.title);
            let context = json!({ "goal": self.text, "cannot": fault, "impossible": true });
            return Err(ToolError::new(ErrorCode::InvalidParams, message).with(context));
        }
        Ok(Some(Intent::Build(project)))
    }

    /// `a hut`, behind words that wish for a thing or put it somewhere; `None` where no building is named.
    pub(super) fn building_wished(&mut self, verb: Verb) -> Result<Option<Intent>, ToolError> {
        // What is looked for stands somewhere.
        let is_wished = matches!(verb, Verb::Get) && ["get", "want", "need"].contains(&self.said.as_str());
        if !is_wished && verb != Verb::Place {
            return Ok(None);
        }
        let begun = self.at;
        let _ = self.eat_any(&["me", "us"]);
        let from = self.at;
        let _ = self.eat_any(&["a", "an", "one", "the", "another"]);
        let shipped = self.shipped(&mut Project::default(), &mut None)?;
        let is_named = shipped.is_some();
        if !is_named && verb == Verb::Place && library().near().any(|(name, _)| self.comes(name).is_some()) {
            return Err(no_blueprint(self.text));
        }
        let behind = self.at;
        self.skip_fillers();
        let is_over = self.word().is_none_or(is_joint);
        self.at = behind;
        // "put up a pillar of 3 logs"
        let is_pillar = shipped.is_some_and(|shipped| shipped.name == PILLAR);
        let of_a_block = verb == Verb::Place && is_pillar && OF.iter().any(|of| self.comes(of).is_some());
        if !is_named || !is_over && !of_a_block && !self.detail(&mut Project::default(), &mut None)? {
            self.at = begun;
            return Ok(None);
        }
        self.at = from;
        self.building()
    }

    /// `the house that you built`, behind a verb that does away with it; `None` where no building is named.
    pub(super) fn torn_down(&mut self) -> Result<Option<Intent>, ToolError> {
        /// Verbs behind which "it" is a building, and of those that are said of other things, too.
        const TEARING: &[&str] = &["tear", "demolish", "dismantle", "raze", "pull"];
        const OTHERS: &[&str] = &["knock", "take", "destroy", "remove", "undo"];
        /// Those that say so only with "down".
        const DOWN: &[&str] = &["pull", "knock", "take"];
        const LAST: &[&str] = &[
            "the last build",
            "the last building",
            "the build",
            "the building",
            "your last build",
            "your last building",
            "your building",
            "your build",
            "that building",
            "this building",
            "what you built",
            "what you built last",
            "what you just built",
            "the last thing you built",
            "the thing you built",
            "everything you built",
        ];
        const BEHIND: &[&str] = &[
            "down",
            "again",
            "you built",
            "that you built",
            "you just built",
            "you have built",
            "you made",
            "that you made",
            "you just made",
            "over there",
        ];
        let said = self.said.clone();
        let tears = TEARING.contains(&said.as_str());
        if !tears && !OTHERS.contains(&said.as_str()) {
            return Ok(None);
        }
        let begun = self.at;
        let named = if self.eat_any(LAST) || tears && self.eat_any(&["it", "that", "this", "it all", "all of it"]) {
            Some(None)
        } else {
            let _ = self.eat_any(&["the", "my", "your", "our", "that", "this", "the whole", "the entire", "the last"]);
            self.shipped(&mut Project::default(), &mut None)?.map(|shipped| Some(shipped.name))
        };
        while named.is_some() && self.eat_any(BEHIND) {}
        // The verb's own words stand before it.
        let says_down = self.words[begun.saturating_sub(1)..self.at].iter().any(|word| word.text == "down");
        let named = named.filter(|_| says_down || !DOWN.contains(&said.as_str()));
        let behind = self.at;
        self.skip_fillers();
        let is_over = self.word().is_none_or(is_joint);
        self.at = if named.is_some() && is_over { behind } else { begun };
        Ok(named.filter(|_| is_over).map(Intent::TearDown))
    }

    /// `small birch house`: one that comes with the program.
    fn shipped(
        &mut self,
        project: &mut Project,
        size: &mut Option<[Option<i32>; 3]>,
    ) -> Result<Option<&'static Shipped>, ToolError> {
        loop {
            if self.eat_any(KINDS) || self.eat_any(STUFF) || size.is_none() && self.measures(size)? {
                continue;
            }
            match self.wood() {
                Some(named) if project.wood.is_none() => project.wood = Some(named),
                _ => break,
            }
        }
        let blueprints = library().iter().flat_map(|one| one.called().map(move |called| (one, called)));
        let comes = |called: &str| self.comes(called).or_else(|| self.comes(&called.replace('_', " ")));
        // "a wall of stone bricks" is no wall of stone.
        let goes_on = |called: &str, words: usize| {
            let last = called.rsplit([' ', '_']).next().unwrap_or_default();
            let next = self.words.get(self.at + words);
            next.is_some_and(|next| knowledge::block(&format!("{last}_{}", next.text)).is_some())
        };
        let found = blueprints.filter_map(|(one, called)| Some((called, comes(called)?, one)));
        let found = found.filter(|(called, words, _)| !goes_on(called, *words)).map(|(_, words, one)| (words, one));
        let Some((words, shipped)) = found.max_by_key(|(words, _)| *words) else { return Ok(None) };
        self.at += words;
        Ok(Some(shipped))
    }

    /// A file that blueprints are in, as it is written; one whose name has spaces stands in quotes.
    fn file_named(&mut self) -> Option<String> {
        const LED: &[&str] =
            &["file", "blueprint", "schematic", "structure", "litematic", "from", "from the file", "file called"];
        let begun = self.at;
        self.eat_any(LED);
        let found = self.words.get(self.at).and_then(|word| {
            let written = &self.text[word.start..];
            let closing = match written.chars().next()? {
                open @ ('"' | '\'' | '`') => open,
                '\u{201c}' => '\u{201d}',
                _ => return Some((&self.text[word.start..word.end], word.end)),
            };
            let (_, inside) = written.split_at(written.chars().next()?.len_utf8());
            let name = &inside[..inside.find(closing)?];
            Some((name, self.text.len() - inside.len() + name.len() + closing.len_utf8()))
        });
        let Some((name, end)) = found.filter(|(name, _)| is_file(name)) else {
            self.at = begun;
            return None;
        };
        let name = name.to_owned();
        while self.words.get(self.at).is_some_and(|word| word.start < end) {
            self.at += 1;
        }
        Some(name)
    }

    /// One more thing that is said of it; whether there was one.
    pub(super) fn detail(
        &mut self,
        project: &mut Project,
        size: &mut Option<[Option<i32>; 3]>,
    ) -> Result<bool, ToolError> {
        let here = self.at;
        self.skip_where();
        // Its place is chosen near the bot anyway.
        self.eat_any(BY_THE_BOT);
        if self.at > here || self.eat(",") && self.continues_building() {
            return Ok(true);
        }
        self.at = here;
        if size.is_none() && self.measures(size)? || self.is_high(size) || self.is_wide(size) {
            return Ok(true);
        }
        // "7 long and 3 high"
        if size.is_some() && self.eat("and") && (self.is_high(size) || self.is_wide(size)) {
            return Ok(true);
        }
        self.at = here;
        if self.leaves_out(project) || self.puts_instead(project) {
            return Ok(true);
        }
        if project.wood.is_none() && self.eat_any(OF) {
            project.wood = self.wood();
            if project.wood.is_some() || self.eat_any(STUFF) {
                while self.eat_any(STUFF) {}
                return Ok(true);
            }
            self.at = here;
        }
        if !project.mirror && self.eat_any(&["mirrored", "flipped", "in a mirror", "mirror inverted"]) {
            project.mirror = true;
            return Ok(true);
        }
        if project.together.is_none() && self.eat("as one of") {
            let count = self.word().and_then(|word| word.parse().ok()).filter(|count| *count > 0);
            let words = "how many build it together (say: as one of 2)";
            project.together = Some(count.ok_or_else(|| not_understood(self.text, words))?);
            self.at += 1;
            let _ = self.eat("bots");
            return Ok(true);
        }
        if project.facing.is_none()
            && self.eat_any(&["facing", "looking", "with the door to the", "with the front to the"])
        {
            let side = self.word().and_then(Side::named).filter(|side| side.is_level());
            let words = "where its front is to look (say: facing north)";
            project.facing = Some(side.ok_or_else(|| not_understood(self.text, words))?);
            self.at += 1;
            return Ok(true);
        }
        if project.at.is_none() && project.by.is_none() {
            project.by = self.stands_by()?;
            if project.by.is_some() {
                return Ok(true);
            }
        }
        let by_corner = self.eat_any(&["with its corner at", "with the corner at", "with a corner at"]);
        if project.at.is_none() && (by_corner || self.eat("at")) {
            project.by_corner = by_corner;
            project.at = match self.coordinates()?.as_slice() {
                [x, z] => Some((*x, None, *z)),
                [x, y, z] => Some((*x, Some(*y), *z)),
                _ => return Err(not_understood(self.text, "where it is to be (say: at 40 -25)")),
            };
            return Ok(true);
        }
        self.at = here;
        Ok(false)
    }

    /// `behind the bed`, `next to the chest`, `to the north of you`; `None`, and nothing taken, where that does not come next.
    fn stands_by(&mut self) -> Result<Option<Beside>, ToolError> {
        let (begun, notes) = (self.at, self.notes.len());
        // "to the north": of the bot.
        let toward = if self.eat_any(&["to the", "towards the"]) { self.word().and_then(Side::named) } else { None };
        if let Some(side) = toward.filter(|side| side.is_level()) {
            self.at += 1;
            if self.clone_ends_clause() {
                return Ok(Some(Beside { kind: None, flank: Flank::Toward(side) }));
            }
        }
        self.at = begun;
        let flank = if let Some(side) = self.side_of() {
            Flank::Toward(side)
        } else if let Some(flank) = self.flank_said() {
            flank
        } else if self.eat_any(IN_FRONT) {
            Flank::Before
        } else if self.eat_any(BESIDE) && !matches!(self.words[self.at - 1].text.as_str(), "around" | "at") {
            Flank::Any
        } else {
            self.at = begun;
            return Ok(None);
        };
        if matches!(flank, Flank::Toward(_))
            && (self.eat_any(YOU) || self.eat_any(&["here", "this place", "this spot"]))
        {
            return Ok(Some(Beside { kind: None, flank }));
        }
        if let Ok(kind) = self.kind()?
            && !self.goes_on_with_a_thing()
        {
            return Ok(Some(Beside { kind: Some(kind), flank }));
        }
        self.at = begun;
        self.notes.truncate(notes);
        Ok(None)
    }

    /// `without water and lava`
    fn leaves_out(&mut self, project: &mut Project) -> bool {
        let begun = self.at;
        if !self.eat_any(&["without", "but without", "leaving out", "but leave out"]) {
            return false;
        }
        let of_file = is_file(&project.blueprint);
        let Some(first) = self.block_said(of_file) else {
            self.at = begun;
            return false;
        };
        project.without.push(first);
        loop {
            let behind = self.at;
            let joined = self.eat_any(&[", and", ", or", ",", "and", "or", "and without"]);
            match self.block_said(of_file).filter(|_| joined) {
                Some(more) => project.without.push(more),
                None => {
                    self.at = behind;
                    return true;
                }
            }
        }
    }

    /// `with stone instead of cobblestone`
    fn puts_instead(&mut self, project: &mut Project) -> bool {
        let (begun, of_file) = (self.at, is_file(&project.blueprint));
        let _ = self.eat_any(&["with", "using", "and", "and with", "but with"]);
        if let Some(other) = self.block_said(false)
            && self.eat_any(&["instead of", "in place of"])
            && let Some(given) = self.block_said(of_file)
        {
            project.instead.insert(given, other);
            return true;
        }
        self.at = begun;
        false
    }

    /// Blocks by their name or by the end of it (`doors`). `of_file`: or by what a mod or another version calls them.
    fn block_said(&mut self, of_file: bool) -> Option<String> {
        const LONGEST: usize = 4;
        let begun = self.at;
        let _ = self.eat_any(&["the", "any", "a", "an", "its", "all the", "all"]);
        let has = |form: &str| wood_of(form).is_some() || is_of_some_block(form);
        for count in (1..=LONGEST.min(self.words.len() - self.at)).rev() {
            let said = self.joined(self.at, self.at + count);
            let said = plain(&said);
            let forms = [Some(said), said.strip_suffix('s'), said.strip_suffix("es")];
            let is_foreign = of_file && count == 1 && said.contains([':', '_']);
            if let Some(form) = forms.into_iter().flatten().find(|form| is_foreign || has(form)) {
                self.at += count;
                return Some(form.to_owned());
            }
        }
        self.at = begun;
        None
    }

    /// `10 blocks high`: the height alone, or behind the other measures.
    fn is_high(&mut self, size: &mut Option<[Option<i32>; 3]>) -> bool {
        let begun = self.at;
        let known = size.unwrap_or_default();
        let high = self.word().and_then(whole).filter(|_| known[2].is_none());
        self.at += 1;
        if high.is_some() && self.eat_any(&["blocks high", "block high", "blocks tall", "high", "tall"]) {
            *size = Some([known[0], known[1], high]);
            return true;
        }
        self.at = begun;
        false
    }

    /// `7 blocks wide`, `9 long`, `5 deep`: one measure. How long something is counts along its front, unless that is said as well.
    fn is_wide(&mut self, size: &mut Option<[Option<i32>; 3]>) -> bool {
        let begun = self.at;
        let [width, depth, height] = size.unwrap_or_default();
        let side = self.word().and_then(whole);
        self.at += usize::from(side.is_some());
        let _ = self.eat_any(&["blocks", "block"]);
        let said = self.word().map(str::to_owned);
        let found = match (side, said.as_deref()) {
            (Some(side), Some("wide" | "across")) if width.is_none() || depth.is_none() => {
                Some([Some(side), width.or(depth), height])
            }
            (Some(side), Some("long")) if width.is_none() => Some([Some(side), depth, height]),
            (Some(side), Some("long" | "deep")) if depth.is_none() => Some([width, Some(side), height]),
            _ => None,
        };
        self.at = if found.is_some() { self.at + 1 } else { begun };
        *size = found.or(*size);
        found.is_some()
    }

    /// Whether more is said of a building behind a comma.
    fn continues_building(&self) -> bool {
        self.word().is_some_and(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                || OF.contains(&word)
                || BY_THE_BOT.iter().chain(&["right here"]).any(|phrase| self.comes(phrase).is_some())
                || BESIDE.iter().chain(IN_FRONT).chain(&["behind"]).any(|phrase| self.comes(phrase).is_some())
                || matches!(word, "facing" | "as" | "at" | "here" | "mirrored" | "flipped" | "without" | "but")
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

/// What a building takes by its blueprint, of those that come with the program; `None` where it cannot be made so.
pub(super) fn items_of(project: &Project) -> Option<BTreeMap<&'static str, u32>> {
    let drawing = &library().get(&project.blueprint)?.drawing;
    let wood = project.wood.filter(|_| drawing.parameters.contains_key("wood"));
    let mut with = project.instead.clone();
    with.extend(wood.map(|wood| ("wood".to_owned(), wood.to_owned())));
    let Project { width, depth, .. } = *project;
    let height = project.height.map(|height| height + drawing.sunk.unsigned_abs());
    let build = Build::new(&project.blueprint, BlockPos::default());
    let build = Build { with, without: project.without.clone(), width, height, depth, ..build };
    Building::of(&build).ok()?.blueprint().items().ok()
}

/// Whether it is a building that some blueprint comes near to.
pub(super) fn is_near_a_blueprint(name: &str) -> bool {
    let name = name.trim().replace('_', " ");
    library().near().any(|(near, _)| name.strip_suffix('s').unwrap_or(&name) == near || name == near)
}

/// How a building is refused of which there is no blueprint: what comes nearest to it is offered.
pub(super) fn no_blueprint(text: &str) -> ToolError {
    let said: Vec<String> = words(text).into_iter().map(|word| word.text).collect();
    let is_said = |name: &str| {
        let name: Vec<&str> = name.split(' ').collect();
        said.windows(name.len()).any(|words| words.iter().zip(&name).all(|(word, of)| word == of))
    };
    let said = library().near().filter(|(name, _)| is_said(name));
    let Some((name, nearest)) = said.max_by_key(|(name, _)| name.len()) else {
        return undrawn(cannot(text, BUILDINGS));
    };
    let nearest = &nearest.drawing.title;
    let wanted = with_article(name);
    let file = name.replace(' ', "_");
    let message = format!(
        "I cannot build {wanted} yet, and {nearest} is the nearest that I can (say: build {nearest}; or draw it, and say: build {file}.yaml)"
    );
    let context = json!({ "goal": text, "cannot": format!("build {wanted}") });
    undrawn(ToolError::new(ErrorCode::InvalidParams, message).with(context))
}

/// Where a refusal says that only a drawing is missing.
const UNDRAWN: &str = "undrawn";

/// The same refusal, of what could be built if somebody drew it.
pub(super) fn undrawn(mut refusal: ToolError) -> ToolError {
    refusal.context[UNDRAWN] = json!(true);
    refusal
}

/// Whether it is one.
pub(super) fn is_undrawn(refusal: &ToolError) -> bool {
    refusal.context[UNDRAWN] == true
}

/// A name in quotes that it has none of; `None` where it has all kinds of them.
pub fn quoted(name: &str) -> Option<String> {
    let quote = ['"', '\'', '`'].into_iter().find(|quote| !name.contains(*quote))?;
    Some(format!("{quote}{name}{quote}"))
}

pub(super) fn beside(by: &Beside) -> String {
    let what = by.kind.as_ref().map_or("me".to_owned(), |kind| format!("the nearest {}", kind.replace('_', " ")));
    match by.flank {
        Flank::Any => format!(" beside {what}"),
        Flank::Toward(side) => format!(" {} of {what}", side.name()),
        Flank::Before => format!(" before {what}"),
        Flank::Behind => format!(" behind {what}"),
        Flank::Left => format!(" left of {what}"),
        Flank::Right => format!(" right of {what}"),
        Flank::Beyond => format!(" on the far side of {what}"),
    }
}

/// What a project is, in words.
pub(super) fn told(project: &Project) -> String {
    let size = match (project.width, project.depth, project.height) {
        (Some(width), Some(depth), Some(height)) => format!("{width}x{depth}x{height} "),
        (Some(width), Some(depth), None) => format!("{width}x{depth} "),
        sides => {
            let said = [(sides.0, "wide"), (sides.1, "deep"), (sides.2, "high")];
            said.iter().filter_map(|(side, way)| Some(format!("{} {way} ", (*side)?))).collect()
        }
    };
    // The wood of what another block stands for is none that one sees.
    let wood = project.wood.filter(|wood| !project.instead.contains_key(&format!("{wood}_planks")));
    let of = wood.map_or(String::new(), |wood| format!(" of {wood}"));
    let coord = |coord: Coord| match coord {
        Coord::Absolute(at) => at.to_string(),
        Coord::Relative(off) => format!("~{off}"),
    };
    let at = match project.at {
        Some((x, Some(y), z)) => format!(" at {} {} {}", coord(x), coord(y), coord(z)),
        Some((x, None, z)) => format!(" at {} {}", coord(x), coord(z)),
        None => project.by.as_ref().map_or(" here".to_owned(), beside),
    };
    let corner = if project.by_corner { " with its corner" } else { "" };
    let facing = project.facing.map_or(String::new(), |side| format!(", facing {}", side.name()));
    let mirror = if project.mirror { ", mirrored" } else { "" };
    let instead = project.instead.iter().map(|(given, other)| format!(", with {other} instead of {given}"));
    let instead: String = instead.collect();
    let without = match project.without.as_slice() {
        [] => String::new(),
        names => format!(", without {}", names.join(" and ")),
    };
    let what = match is_file(&project.blueprint) {
        true => {
            let spaced = Some(&project.blueprint).filter(|name| name.contains(char::is_whitespace));
            spaced.and_then(|name| quoted(name)).unwrap_or_else(|| project.blueprint.clone())
        }
        false => format!("a {size}{}", project.blueprint.replace('_', " ")),
    };
    let together = project.together.map_or(String::new(), |bots| format!(", as one of {bots}"));
    format!("build {what}{of}{corner}{at}{facing}{mirror}{instead}{without}{together}")
}
