//! What is to be held or made: a thing, or a set of them.

use super::{
    behind::becomes,
    beside::Spot,
    beyond::LAND,
    buildings::{is_near_a_blueprint, no_blueprint},
    count::Count,
    counts::HELD,
    hands::split,
    meaning::{Intent, ME},
    names::{Named, Use, material, resolve},
    parser::Parser,
    phrases::{PLACES, Verb},
    refusals::{cannot, not_understood},
    turned::crafted_of,
    words::is_joint,
};
use crate::{
    domain::{ErrorCode, ItemCounts, Store, Take, ToolError},
    knowledge::{self, ways_for},
    mind::plan::{demand::choose_way, graph::Graph},
};

fn made_of_wood(slots: &[(&'static str, u32)]) -> bool {
    slots.iter().any(|(slot, _)| *slot == "planks" || *slot == "log" || slot.ends_with("_planks"))
}

/// Whether a recipe's slot takes that.
fn is_slot(slot: &str, from: &Named) -> bool {
    // "three bricks" are not the block of that name.
    let said = from.said.trim_end_matches('s');
    slot == from.name
        || slot == said
        || knowledge::members(slot).is_some_and(|members| members.contains(&from.name))
        || slot.ends_with(&format!("_{said}"))
}

/// Whether a thing is made of that, and of no fewer than are said.
fn is_ingredient(from: &Named, count: Count, item: &str) -> bool {
    let slots = || ways_for(item).iter().flat_map(|way| &way.slots).filter(|(slot, _)| is_slot(slot, from));
    let wood = matches!(from.name, "log" | "planks") && ways_for(item).iter().any(|way| made_of_wood(&way.slots));
    match count {
        Count::The | Count::Unsaid => wood || becomes(from.name, item).is_some() || slots().next().is_some(),
        Count::Some(many) => slots()
            .any(|(slot, takes)| *takes == many && !slot.ends_with(&format!("_{}", from.said.trim_end_matches('s')))),
        _ => false,
    }
}

/// What makes "as many" as what is held allows.
const AS_CAN: &[&str] = &[
    "as you can",
    "as you can make",
    "as you can with what you have",
    "as you are able to",
    "as possible",
    "as we can",
    "as you have material for",
    "as you have materials for",
    "as you have stuff for",
    "as you've got materials for",
    "as you can with what you've got",
    "as you can with what we've got",
    "as you can with what we have",
    "as possible with what you have",
    "as possible with what we have",
    "as your materials allow",
];

impl Parser<'_> {
    /// What is to be held or made: a thing, or a set of them.
    pub(super) fn wanted(&mut self, verb: Verb) -> Result<Vec<Intent>, ToolError> {
        if verb != Verb::Get && self.eat_any(&["as many", "as much"]) {
            let (named, ..) = self.counted(Use::Got)?;
            if self.eat_any(AS_CAN) || self.as_held_allows() {
                let from = self.at;
                if self.eat_any(&[
                    "from that",
                    "from this",
                    "from the",
                    "out of that",
                    "out of the",
                    "with the",
                    "with that",
                ]) && let Ok((from, ..)) = self.counted(Use::Held)
                    && becomes(from.name, named.name).is_some()
                {
                    let of = Box::new(crafted_of(from.name, named.name, 1));
                    return Ok(vec![Intent::Part { share: self.all_of(from.name), item: from.name, of }]);
                }
                self.at = from;
                let all = self.out_of(&named, Count::Unsaid)?;
                return Ok(vec![all.unwrap_or(Intent::MakeMost { item: named.name })]);
            }
            return Err(not_understood(self.text, "how many that is (say: make 16 sticks)"));
        }
        if verb != Verb::Get
            && let Some(block) = self.block_of_it()
        {
            return Ok(vec![block]);
        }
        let begun = self.at;
        if let Some(set) = self.set(verb)? {
            return Ok(set);
        }
        self.at = begun;
        let _ = self.eat("the nearest") || self.eat("a") || self.eat("the") || self.eat("an");
        if matches!(self.said.as_str(), "find" | "look" | "search")
            && let Some(sought) = self.fluid_sought()?
        {
            return Ok(vec![sought]);
        }
        if matches!(self.said.as_str(), "find" | "look" | "search") && self.eat_any(PLACES) && self.ends_clause() {
            return Err(cannot(self.text, LAND));
        }
        self.at = begun;
        let found = self.counted(Use::Got);
        let (named, count, more) = match (found, verb) {
            (Err(error), _)
                if error.context["name"].as_str().is_some_and(is_near_a_blueprint)
                    && !matches!(self.said.as_str(), "find" | "look" | "search") =>
            {
                return Err(no_blueprint(self.text));
            }
            (Err(mut error), Verb::Get | Verb::Craft) if !error.context["name"].is_null() => {
                // A procedure may be called so, if these are all the words that there are.
                let rest = self.words[self.at..].iter().position(|word| is_joint(&word.text));
                let begins = !self.words[..self.at].iter().any(|word| is_joint(&word.text));
                if begins && rest.is_none_or(|rest| self.words[self.at + rest..].iter().all(|word| word.text == ".")) {
                    error.context["procedure"] = error.context["name"].clone();
                }
                return Err(error);
            }
            (Err(error), Verb::Build) if !error.context["name"].is_null() && self.named.is_empty() => {
                return Err(no_blueprint(self.text));
            }
            (found, _) => found?,
        };
        // "collect dirt until you have 12" is no 12 more.
        let more = more && !self.until_held;
        let named = self.of_material(named);
        if self.said == "upgrade"
            && self.words[self.at - 1].text != "to"
            && material(&self.words[self.at - 1].text).is_none()
        {
            return Err(not_understood(self.text, "what to make of it (say: upgrade your pickaxe to iron)"));
        }
        if verb == Verb::Craft
            && let Some(made) = self.made_from_a_chest(&named, count)?
        {
            return Ok(made);
        }
        if verb != Verb::Get
            && let Some(all) = self.out_of(&named, count)?
        {
            return Ok(vec![all]);
        }
        if verb == Verb::Get && matches!(count, Count::Some(_)) {
            self.skip_made_of(named.name);
        }
        // "get 8 logs, then make planks": of all that was spoken of.
        if verb == Verb::Craft && count == Count::Unsaid && named.several {
            let from =
                self.before.iter().rev().map(|(from, _)| from.name).find(|from| becomes(from, named.name).is_some());
            if let Some(item) = from.filter(|item| knowledge::stack_size(item) > 1) {
                let what = named.name.replace('_', " ");
                self.notes.push(format!("no number of {what} is said: all of the {item} goes into it"));
                self.skip_where();
                let of = Box::new(Intent::Craft { item: named.name, count: 1 });
                return Ok(vec![Intent::Part { share: self.all_of(item), item, of }]);
            }
        }
        // "may I have my torches back?"
        if count == Count::The && self.word() == Some("back") && self.said_before(&named, "my") {
            self.at += 1;
            return Ok(vec![Intent::Give { player: ME.to_owned(), item: named.name, count: None }]);
        }
        let count = self.how_many(&named, count, true)?;
        let item = named.name;
        // What is built somewhere is to stand there.
        let spot = if verb == Verb::Build { self.spot(&named)? } else { Spot::Anywhere };
        if spot != Spot::Anywhere && knowledge::block(item).is_some() {
            let place = self.put(&named, count, spot)?;
            return Ok([Intent::Craft { item, count }].into_iter().chain(place).collect());
        }
        self.skip_where();
        if verb != Verb::Get {
            if let Some(made) = self.with_the_stuff(item, count)? {
                return Ok(made);
            }
            self.skip_made_of(item);
        }
        let player = self.for_whom();
        let give = player.map(|player| Intent::Give { player, item, count: Some(count) });
        Ok([if verb == Verb::Get { Intent::Get { item, count, more } } else { Intent::Craft { item, count } }]
            .into_iter()
            .chain(give)
            .collect())
    }

    /// `some water`, `a lava pool`: looked for until it is seen; `None` for any other thing, such as its bucket.
    fn fluid_sought(&mut self) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        self.eat("some");
        let is_fluid = matches!(self.word(), Some("lava" | "water"));
        self.at += 1;
        // The pool is found by what is in it.
        let pool = is_fluid && self.eat_any(&["pool", "lake", "source"]);
        let ends = is_fluid && self.clone_ends_clause();
        if pool && ends {
            self.words.remove(self.at - 1);
        }
        self.at = begun;
        if !ends {
            return Ok(None);
        }
        self.eat("some");
        self.explored(true).map(Some)
    }

    /// `as your coal allows`: as many as what is held makes.
    fn as_held_allows(&mut self) -> bool {
        const ALLOW: &[&str] =
            &["allows", "allow", "allows for", "is enough for", "are enough for", "lasts for", "last for", "will make"];
        let begun = self.at;
        if self.eat_any(&["as your", "as the", "as our", "as that", "as this"]) {
            let start = self.at;
            let allows = |end: usize| ALLOW.iter().any(|allow| self.comes_at(end, allow).is_some());
            let end = (start + 1..self.words.len().min(start + 4)).find(|end| allows(*end));
            let known = end.filter(|end| resolve(&self.joined(start, *end), Use::Held).is_some());
            if let Some(end) = known {
                self.at = end;
                self.eat_any(ALLOW);
                return true;
            }
        }
        self.at = begun;
        false
    }

    /// `a hoe from stone`: the tool, or the piece of armour, of that stuff.
    fn of_material(&mut self, named: Named) -> Named {
        let begun = self.at;
        let kind = named.said.trim_end_matches('s');
        let upgraded = self.said == "upgrade";
        let kind = if upgraded { kind.rsplit('_').next().unwrap_or(kind) } else { kind }.to_owned();
        let found = if self.eat_any(&["made out of", "made from", "made of", "out of", "from", "of", "with", "using"])
            || upgraded && (self.eat("to an") || self.eat("to a") || self.eat("to"))
        {
            self.eat_any(&["the", "some"]);
            let said = self.word().unwrap_or_default();
            let stuff = material(said).unwrap_or(said);
            knowledge::item(&format!("{stuff}_{kind}"))
        } else {
            None
        };
        match found {
            Some(item) if named.note.is_some() || upgraded => {
                self.at += 1;
                // No choice was made after all.
                if self.notes.last() == named.note.as_ref() {
                    self.notes.pop();
                }
                if let Some((last, _)) = self.named.last_mut() {
                    last.name = item.name;
                }
                Named { name: item.name, note: None, ..named }
            }
            _ => {
                self.at = begun;
                named
            }
        }
    }

    /// `the ingredients for 2 furnaces`: each of what goes into them; `None` where something else is wanted.
    pub(super) fn ingredients(&mut self) -> Result<Option<Vec<Intent>>, ToolError> {
        let begun = self.at;
        let _ = self.eat_any(&["all the", "all of the", "the", "me the", "me", "some"]);
        const GOES_IN: &[&str] = &[
            "everything i need",
            "everything you need",
            "everything we need",
            "everything needed",
            "all i need",
            "all you need",
            "ingredients",
            "materials",
            "stuff",
            "things",
            "resources",
            "what is needed",
            "what's needed",
            "what i need",
            "what you need",
            "what we need",
        ];
        const FOR: &[&str] =
            &["for", "to make", "to craft", "needed for", "needed to make", "i need for", "you need for"];
        if !(self.eat_any(GOES_IN) && self.eat_any(FOR)) {
            self.at = begun;
            return Ok(None);
        }
        let mut parts: Vec<(&'static str, u32)> = Vec::new();
        for (named, count) in self.listed(Use::Got)? {
            let many = self.how_many(&named, count, true)?;
            let chosen = choose_way(Graph::plain(), named.name, many, &ItemCounts::default(), usize::MAX);
            let Some(way) = chosen.or_else(|| ways_for(named.name).first()) else {
                let said = named.name.replace('_', " ");
                let words = format!("what {said} is made of (say: how do I make {said}?)");
                return Err(not_understood(self.text, &words));
            };
            for (slot, per) in &way.slots {
                let count = many.div_ceil(way.count) * per;
                match parts.iter_mut().find(|(known, _)| known == slot) {
                    Some((_, sum)) => *sum += count,
                    None => parts.push((slot, count)),
                }
            }
        }
        Ok(Some(parts.into_iter().map(|(item, count)| Intent::Get { item, count, more: false }).collect()))
    }

    /// `the coal and sticks`: taken if each of them is what a thing is made of.
    fn names_ingredients(&mut self, item: &str) -> bool {
        let mut fits = false;
        loop {
            let begun = self.at;
            if fits && !self.eat("and") {
                return true;
            }
            let from = self.counted(Use::Held).ok();
            if !from.is_some_and(|(from, count, _)| is_ingredient(&from, count, item)) {
                self.at = begun;
                return fits;
            }
            fits = true;
        }
    }

    /// `a crafting table out of the wood`, `a bookshelf from the books and planks you have`: of what it is made of anyway, held things first.
    fn skip_made_of(&mut self, item: &str) {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let fits = self.eat_any(&["out of", "from", "with", "using"]) && self.names_ingredients(item);
        self.eat_any(HELD);
        if !fits || !self.clone_ends_clause() {
            self.at = begun;
        }
        // What it is made of is not what is spoken of.
        self.named.truncate(named);
        self.notes.truncate(notes);
    }

    /// `top up your torches to 64`, `top up the chest to 20 torches`: so many are held then, or lie there.
    pub(super) fn topped_up(&mut self) -> Result<Intent, ToolError> {
        let begun = self.at;
        if let Some(stocked) = self.stocked()? {
            return Ok(stocked);
        }
        self.at = begun;
        let (named, count, _) = self.counted(Use::Got)?;
        let said = self.eat_any(&["to", "until you have", "up to", "till you have"]);
        let count = if said { self.amount()?.0 } else { count };
        self.eat_any(&["of them", "of it", "again", "in total"]);
        let words = "how many are to be held then (say: top up your torches to 64)";
        match count {
            Count::Some(_) | Count::QuarterStacks(_) => {
                let count = self.how_many(&named, count, true)?;
                Ok(Intent::Get { item: named.name, count, more: false })
            }
            _ => Err(not_understood(self.text, words)),
        }
    }

    /// `with the stuff in the chest`, behind what is made: what its recipe takes is taken out of there. `None`, and nothing taken, where that
    /// is not said.
    fn with_the_stuff(&mut self, item: &'static str, count: u32) -> Result<Option<Vec<Intent>>, ToolError> {
        const STUFF: &[&str] = &[
            "the stuff",
            "stuff",
            "the things",
            "things",
            "the materials",
            "materials",
            "what is",
            "what's",
            "what you find",
            "whatever is",
            "whatever's",
            "the resources",
            "the items",
            "what there is",
            "the ingredients",
        ];
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let of = self.eat_any(&["with", "from", "out of", "using"]);
        let stuff = self.eat_any(STUFF) || of && self.names_ingredients(item);
        // "out of it" is of what was taken.
        let is_it = matches!(self.word(), Some("it" | "them" | "that" | "there"));
        let chest = if of && (stuff || !is_it) {
            self.chest(if stuff { &["in", "from", "inside", "out of"] } else { &[] })?
        } else {
            None
        };
        // What it is made of is not what is spoken of.
        let parts = self.named.split_off(named);
        self.notes.truncate(notes);
        let Some(chest) = chest.filter(|_| self.clone_ends_clause()) else {
            self.at = begun;
            return Ok(None);
        };
        // "with the iron in the chest": that alone is taken there.
        let is_meant = |slot: &str| parts.is_empty() || parts.iter().any(|(part, _)| is_slot(slot, part));
        let way = choose_way(Graph::plain(), item, count, &ItemCounts::default(), usize::MAX);
        let way = way.or_else(|| ways_for(item).first());
        let Some(way) = way.filter(|way| way.slots.iter().any(|(slot, _)| is_meant(slot))) else {
            self.at = begun;
            return Ok(None);
        };
        let (x, y, z) = split(chest.at);
        let takes = way.slots.iter().filter(|(slot, _)| is_meant(slot)).map(|(slot, per)| {
            let count = Some(count.div_ceil(way.count) * per);
            Intent::Do(
                Take { item: (*slot).to_owned(), count, x, y, z, chest: chest.called(), ..Take::default() }.into(),
            )
        });
        Ok(Some(takes.chain([Intent::Then, Intent::Craft { item, count }]).collect()))
    }

    /// `the chest to 20 torches`, `the torches in the chest to 20`: how many are to lie there; `None` where no chest is named.
    fn stocked(&mut self) -> Result<Option<Intent>, ToolError> {
        const TO: &[&str] =
            &["to", "up to", "with up to", "until it has", "until it holds", "until there are", "so it has"];
        let (named, notes) = (self.named.len(), self.notes.len());
        let found = match self.chest(&[])? {
            Some(chest) if self.eat_any(TO) => {
                self.counted(Use::Held).ok().map(|(thing, count, _)| (chest, thing, count))
            }
            Some(_) => None,
            None => match self.counted(Use::Held) {
                Ok((thing, ..)) => {
                    let chest = self.chest(&["in", "inside", "of"])?.filter(|_| self.eat_any(TO));
                    let count = if chest.is_some() { self.amount()?.0 } else { Count::Unsaid };
                    chest.map(|chest| (chest, thing, count))
                }
                Err(_) => None,
            },
        };
        self.eat_any(&["in it", "in there", "in total", "of them", "again"]);
        match found {
            Some((chest, thing, count @ (Count::Some(_) | Count::QuarterStacks(_))))
                if chest.kind != Some(knowledge::FURNACE) =>
            {
                let total = Some(self.how_many(&thing, count, true)?);
                let (x, y, z) = split(chest.at);
                let (item, chest) = (Some(thing.name.to_owned()), chest.called());
                let begun = self.at;
                if self.skip_joints() && !self.at_end() && !self.is_verb() {
                    let words = "fill a chest up to several numbers at once (say: top up the chest to 20 torches)";
                    return Err(cannot(self.text, words));
                }
                self.at = begun;
                Ok(Some(Intent::Do(Store { item, total, x, y, z, chest, ..Store::default() }.into())))
            }
            _ => {
                self.named.truncate(named);
                self.notes.truncate(notes);
                Ok(None)
            }
        }
    }

    /// `…, no hoe`, `without the sword`: the pieces of a set that are not wanted.
    fn left_out<'p>(&mut self, pieces: &[&'p str]) -> Result<Vec<&'p str>, ToolError> {
        let begun = self.at;
        let comma = usize::from(self.word() == Some(","));
        self.at += comma;
        if !self.eat_any(&["no", "without", "but no", "except", "except for", "but not", "but without", "minus"]) {
            self.at = begun;
            return Ok(Vec::new());
        }
        let mut left_out = Vec::new();
        loop {
            self.eat_any(&["the", "a", "an", "any"]);
            let piece = self
                .word()
                .and_then(|word| pieces.iter().find(|piece| **piece == word.trim_end_matches('s') || **piece == word));
            let Some(piece) = piece else {
                return Err(not_understood(
                    self.text,
                    "which piece of the set is not wanted (say: a set of stone tools)",
                ));
            };
            left_out.push(*piece);
            self.at += 1;
            if !(self.eat("and") || self.eat("or")) {
                return Ok(left_out);
            }
        }
    }

    /// `a set of stone tools`, `3 sets of iron tools`, `full iron armour`: each of its pieces.
    pub(super) fn set(&mut self, verb: Verb) -> Result<Option<Vec<Intent>>, ToolError> {
        let some = self.word() == Some("some");
        let (count, more) = self.amount()?;
        let more = more && !self.until_held;
        // "some wooden tools" are the tools that there are.
        let count = if some { Count::Unsaid } else { count };
        let sets = self.eat_any(&[
            "full set of",
            "complete set of",
            "whole set of",
            "full suit of",
            "sets of",
            "set of",
            "suits of",
            "suit of",
            "full",
            "complete",
        ]);
        let material = self.word().and_then(material);
        let Some(material) = material else { return Ok(None) };
        self.at += 1;
        let pieces: &[&str] = if self.eat_any(&["tools", "tool set", "toolset"]) {
            &["pickaxe", "axe", "shovel", "sword", "hoe"]
        } else if self.eat_any(&[
            "armor",
            "armour",
            "armor set",
            "armour set",
            "armors",
            "armours",
            "clothes",
            "clothing",
            "outfit",
        ]) {
            &["helmet", "chestplate", "leggings", "boots"]
        } else {
            return Ok(None);
        };
        // "iron armor, the whole set"
        let here = self.at;
        let comma = usize::from(self.word() == Some(","));
        self.at += comma;
        if !self.eat_any(&[
            "the whole set",
            "the full set",
            "a full set",
            "full set",
            "whole set",
            "all of it",
            "all four pieces",
            "all pieces",
            "every piece",
            "the complete set",
        ]) {
            self.at = here;
        }
        self.eat("going");
        let count = match count {
            Count::Unsaid | Count::The | Count::All => 1,
            Count::Some(1) => 1,
            Count::Some(count) if sets => count,
            // "2 stone tools" may be any two.
            _ => return Err(not_understood(self.text, "which of the tools, or how many sets, are wanted")),
        };
        let left_out = self.left_out(pieces)?;
        let mut intents = Vec::new();
        self.named.clear();
        for piece in pieces.iter().filter(|piece| !left_out.contains(piece)) {
            let name = format!("{material}_{piece}");
            let Some(item) = knowledge::item(&name).map(|item| item.name) else {
                let (kind, of) = match *piece {
                    "helmet" => ("armor", "leather, copper, chainmail, iron, gold, diamond or netherite"),
                    _ => ("tools", "wood, stone, copper, iron, gold, diamond or netherite"),
                };
                let words = format!("there is no {material} {kind}: say of {of}");
                return Err(ToolError::new(ErrorCode::InvalidParams, words));
            };
            let said = name.clone();
            self.named.push((
                Named { name: item, said, several: false, more: false, vague: false, again: false, note: None },
                Count::Some(count),
            ));
            intents.push(match verb {
                Verb::Get => Intent::Get { item, count, more },
                _ => Intent::Craft { item, count },
            });
        }
        self.in_set = true;
        Ok(Some(intents))
    }
}
