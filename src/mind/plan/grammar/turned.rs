//! What is made of something: smelted, or turned into another thing.

use super::{
    behind::{becomes, is_one_of, takes_of},
    blocks::yielded_by,
    count::{Count, SOME},
    counts::is_pair,
    meaning::{Intent, Share},
    names::{Named, Use, is_mass, resolve},
    parser::Parser,
    phrases::{UNTIL_HAVE, verb_at},
    refusals::{cannot, not_understood},
    words::{Word, is_joint},
};
use crate::{
    domain::{Craft, Smelt, ToolError, ToolRequest},
    knowledge,
    mind::plan::stock::is_of_kind,
};

/// What is called so where it is made of that: `cobblestone_stairs`.
fn of_stuff(said: &str, stuff: &str) -> Option<Named> {
    let stems = [stuff, stuff.trim_end_matches('s'), stuff.trim_end_matches("_planks")];
    let forms = [said, said.trim_end_matches('s')];
    let found = stems.iter().flat_map(|stem| forms.iter().map(move |form| format!("{stem}_{form}")));
    found.into_iter().find_map(|name| knowledge::item(&name).and_then(|item| resolve(item.name, Use::Got)))
}

impl Parser<'_> {
    /// `from logs`, behind charcoal: what it is smelted of anyway.
    fn skip_smelted_of(&mut self, item: &str) {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let of = self.eat_any(&["from", "out of"]) && {
            let from = self
                .counted(Use::Held)
                .ok()
                .map(|(from, ..)| knowledge::members(from.name).unwrap_or(&[from.name]).to_vec());
            let is_of = |name: &&str| {
                knowledge::smelt_ways_for(item)
                    .iter()
                    .any(|way| way.ingredient == *name || is_one_of(way.ingredient, name))
            };
            from.is_some_and(|from| from.iter().any(is_of)) && self.clone_ends_clause()
        };
        let at = if of { self.at } else { begun };
        self.restore(at, named, notes);
    }

    /// `with planks as fuel`: what is to burn.
    fn burnt(&mut self) -> Option<&'static str> {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let with = self.eat_any(&["with", "using", "burning", "over"]);
        let _ = self.eat_any(&["the", "your", "my", "some"]);
        let fuel = if with { self.counted(Use::Held).ok() } else { None };
        // Some woods do not burn, and nobody means those.
        let burns = |name: &str| {
            let burns = |item: &&str| knowledge::burn_ticks(item).is_some();
            matches!(name, "planks" | "log") || knowledge::members(name).unwrap_or(&[name]).iter().all(burns)
        };
        let fuel = fuel.filter(|(named, count, _)| matches!(count, Count::Unsaid | Count::The) && burns(named.name));
        self.eat_any(&["as fuel", "as the fuel", "for fuel", "as a fuel"]);
        let fuel = fuel.filter(|_| self.clone_ends_clause()).map(|(named, ..)| named.name);
        let at = if fuel.is_some() { self.at } else { begun };
        self.restore(at, named, notes);
        fuel
    }

    /// `smelt 5 iron`, `cook 6 potatoes and a steak`, `smelt a stack of sand into glass`, `bake 3 bread`.
    pub(super) fn smelted(&mut self) -> Result<Vec<Intent>, ToolError> {
        if self.is_turned_into() {
            return Ok(vec![self.turned()?]);
        }
        let said = self.said.clone();
        if self.eat_any(&["everything", "everything you can", "everything you have", "all you can", "all you have"]) {
            return Err(cannot(self.text, "smelt what is not named (say: smelt all the raw iron)"));
        }
        let (named, count, _) = self.counted(Use::Smelted)?;
        // "melt sand until you have 10 glass"
        if self.eat_any(UNTIL_HAVE) {
            if matches!(count, Count::Some(_) | Count::QuarterStacks(_)) {
                return Err(not_understood(self.text, "which of both numbers is meant (say: smelt 5 sand)"));
            }
            let (named, count, _) = self.counted(Use::Got)?;
            let count = self.how_many(&named, count, true)?;
            return Ok(vec![Intent::Get { item: named.name, count, more: false }]);
        }
        let is_smelted = knowledge::becomes(named.name).is_some() || !knowledge::smelt_ways_for(named.name).is_empty();
        // Bread is baked of wheat, at a table.
        if !is_smelted && matches!(said.as_str(), "bake" | "cook") && !knowledge::ways_for(named.name).is_empty() {
            if let Some(all) = self.out_of(&named, count)? {
                return Ok(vec![all]);
            }
            // "harvest the wheat, bake bread": of all of it.
            let harvested = match &self.done {
                Some(Intent::Do(ToolRequest::Harvest(harvest))) => harvest.crop.as_deref().and_then(knowledge::crop),
                _ => None,
            };
            if let Some(crop) = harvested.filter(|_| count == Count::Unsaid)
                && becomes(crop.yields, named.name).is_some()
                && let Some(item) = knowledge::item(crop.yields)
            {
                self.speaks_of(&named, Count::The);
                let of = Box::new(Intent::Craft { item: named.name, count: 1 });
                return Ok(vec![Intent::Part { share: Share::All, item: item.name, of }]);
            }
            let count = self.how_many(&named, count, true)?;
            return Ok(vec![Intent::Craft { item: named.name, count }]);
        }
        let item = smelted(named.name);
        // "mine 10 iron ore and smelt it"
        if named.again {
            self.uses_it = true;
            self.named.push((Named { name: item, ..named.clone() }, count));
        }
        // "cook 3 potatoes and eat them": what comes out.
        if let Some((last, _)) = self.named.last_mut() {
            last.name = item;
        }
        self.eat_any(&[
            "in it",
            "in there",
            "with it",
            "in the furnace",
            "in a furnace",
            "in your furnace",
            "in the oven",
        ]);
        self.skip_smelted_of(item);
        let fuel = self.burnt();
        // "cook the beef": what is held of it.
        let share = count.share().or((count == Count::The).then_some(Share::All));
        if fuel.is_some() && (share.is_some() || !matches!(count, Count::Some(_) | Count::QuarterStacks(_))) {
            return Err(not_understood(self.text, "how many that is (say: smelt 5 iron with coal as fuel)"));
        }
        if let Some(fuel) = fuel {
            let count = self.how_many(&named, count, false)?;
            return Ok(vec![Intent::Do(Smelt { item: item.to_owned(), count, fuel: Some(fuel.to_owned()) }.into())]);
        }
        if let Some(share) = share {
            let of = Box::new(Intent::Smelt { item, count: 1 });
            return Ok(vec![Intent::Part { share, item: smelts_to(named.name).unwrap_or(named.name), of }]);
        }
        let count = self.how_many(&named, count, false)?;
        Ok(vec![Intent::Smelt { item, count }])
    }

    /// `sticks out of all the planks`: what all of it, or half, makes; `None` where nothing of the kind is said.
    pub(super) fn out_of(&mut self, made: &Named, count: Count) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        let (named, notes) = (self.named.len(), self.notes.len());
        if !self.eat_any(&["out of", "from", "with", "of", "using"]) {
            return Ok(None);
        }
        self.refuse_two_ingredients(made)?;
        // "some red dye from the poppy": as much as that makes.
        let some = self.words[..begun].iter().rev().take(4).any(|word| word.text == "some") && !made.several;
        let count = if some && count == Count::Some(SOME) { Count::Unsaid } else { count };
        // "shears" are one thing.
        let count = if count == Count::Unsaid && is_pair(made.name) { Count::Some(1) } else { count };
        if let Count::Some(many) = count {
            let of_it = self.is_of_what_was_named(made);
            let made_of_it = of_it || (many == 1 && self.is_of_these(made));
            self.at = if made_of_it { self.at } else { begun };
            return Ok(made_of_it.then(|| {
                self.speaks_of(made, count);
                self.uses_it |= of_it;
                let item = made.name;
                let is_smelted = knowledge::ways_for(item).is_empty() && !knowledge::smelt_ways_for(item).is_empty();
                if is_smelted { Intent::Smelt { item, count: many } } else { Intent::Craft { item, count: many } }
            }));
        }
        if !matches!(count, Count::Unsaid | Count::The) {
            self.at = begun;
            return Ok(None);
        }
        // "make planks out of half of them": of what was named before the planks.
        let made_named = std::mem::take(&mut self.named);
        let from = self.counted(Use::Held).ok().filter(|_| self.clone_ends_clause());
        let said = std::mem::replace(&mut self.named, made_named);
        self.named.extend(said);
        // "get 5 logs, make planks from them"
        if let Some((from, Count::Some(many), _)) = &from
            && from.again
            && !self.before.iter().any(|(named, count)| {
                named.name == from.name
                    && *count != Count::Some(*many)
                    && matches!(count, Count::Some(named) if named < many)
            })
            && let Some((per, makes)) = becomes(from.name, made.name).filter(|(per, _)| many >= per)
        {
            self.speaks_of(made, Count::The);
            self.uses_it = true;
            return Ok(Some(crafted_of(from.name, made.name, many / per * makes)));
        }
        // "make planks from 3 of your logs"
        if let Some((from, Count::Some(many), _)) = &from
            && !from.again
            && let Some((per, makes)) = becomes(from.name, made.name).filter(|(per, _)| many >= per)
        {
            let count = many / per * makes;
            self.speaks_of(made, Count::Some(count));
            return Ok(Some(crafted_of(from.name, made.name, count)));
        }
        let share = from.as_ref().and_then(|(from, count, _)| {
            // "bread out of your wheat"
            let is_all = from.several || is_mass(from) && (is_mass(made) || some);
            let one = (*count == Count::The && some).then_some(Share::One);
            let all = count.share().or((*count == Count::The && is_all).then_some(Share::All)).or(one)?;
            // "stairs out of all my cobblestone" are no wooden ones.
            let made = becomes(from.name, made.name).map(|_| made.clone()).or_else(|| {
                let of_that = made.note.is_some().then(|| of_stuff(&made.said, from.name)).flatten()?;
                becomes(from.name, of_that.name).map(|_| of_that)
            })?;
            Some((all, from.name, made))
        });
        if let Some((share, item, made)) = share {
            let of = Box::new(Intent::Craft { item: made.name, count: 1 });
            self.speaks_of(&made, Count::The);
            return Ok(Some(Intent::Part { share, item, of }));
        }
        // "make an iron sword from your ingots": of several things one is made.
        self.at = begun + 1;
        self.at += usize::from(self.words[begun].text == "out");
        self.named.truncate(named);
        self.notes.truncate(notes);
        if !made.several && self.is_of_these(made) {
            self.speaks_of(made, Count::Some(1));
            return Ok(Some(Intent::Craft { item: made.name, count: 1 }));
        }
        self.at = begun;
        Ok(None)
    }

    /// Whether things come that this is made of, as they may be called then ("this ingot and a torch"), and no number of them; taken
    /// if so.
    fn is_of_these(&mut self, made: &Named) -> bool {
        const BEFORE: &[&str] =
            &["all", "the", "your", "my", "our", "this", "that", "these", "those", "some", "a", "an"];
        let begun = self.at;
        let called = |said: &str, item: &str| {
            let singular = said.trim_end_matches('s');
            [said, singular].iter().any(|said| item == *said || is_of_kind(item, said))
        };
        let goes_in = |said: &str| {
            resolve(said, Use::Held).is_some_and(|thing| takes_of(thing.name, &[(made.name, 1)]) > 0)
                || knowledge::ways_for(made.name).iter().flat_map(|way| &way.slots).any(|(slot, _)| {
                    knowledge::family(slot)
                        .map_or(called(said, slot), |family| family.iter().any(|item| called(said, item)))
                        || called(said, slot)
                })
        };
        loop {
            while self.eat_any(BEFORE) {}
            let end =
                (self.at..self.words.len()).find(|at| is_joint(&self.words[*at].text)).unwrap_or(self.words.len());
            let stop = (self.at + 1..=end).rev().find(|stop| goes_in(&self.joined(self.at, *stop)));
            let Some(stop) = stop else { break };
            self.at = stop;
            if self.clone_ends_clause() && !self.is_more_of_these() {
                return true;
            }
            if !self.is_more_of_these() {
                break;
            }
            self.at += 1;
        }
        self.at = begun;
        false
    }

    /// "and a torch": no verb comes.
    fn is_more_of_these(&self) -> bool {
        self.word() == Some("and") && verb_at(|phrase| self.comes_at(self.at + 1, phrase)).is_none()
    }

    /// Whether "it" or "them" comes, and some of what was named goes into this; taken if so.
    fn is_of_what_was_named(&mut self, made: &Named) -> bool {
        const OF_IT: &[&str] = &["it", "them", "those", "these", "that", "all of it", "all of them", "what you get"];
        let begun = self.at;
        let before = self.before.iter().map(|(named, _)| named.name);
        let goes_in = before.clone().any(|what| takes_of(what, &[(made.name, 1)]) > 0);
        let is = goes_in && self.eat_any(OF_IT) && self.clone_ends_clause();
        if !is {
            self.at = begun;
        }
        is
    }

    /// `a block of it`: of the metal or mineral that was named; `None`, and nothing taken, for anything else.
    pub(super) fn block_of_it(&mut self) -> Option<Intent> {
        let begun = self.at;
        let count = match self.amount() {
            Ok((Count::Some(many), false)) => many,
            Ok((Count::Unsaid, false)) => 1,
            _ => 0,
        };
        let block = self.eat_any(&["block", "blocks"])
            && self.eat_any(&[
                "of it",
                "out of it",
                "from it",
                "of that",
                "out of that",
                "of them",
                "out of them",
                "from them",
            ])
            && self.clone_ends_clause();
        let stuff =
            self.before.last().map(|(named, _)| named.name.trim_start_matches("raw_").trim_end_matches("_ingot"));
        let item = stuff.and_then(|stuff| knowledge::item(&format!("{stuff}_block"))).filter(|_| block && count > 0);
        match item {
            Some(item) => {
                self.uses_it = true;
                let said = item.name.to_owned();
                let made = Named {
                    name: item.name,
                    said,
                    several: false,
                    more: false,
                    vague: false,
                    again: false,
                    note: None,
                };
                self.speaks_of(&made, Count::Some(count));
                Some(Intent::Craft { item: item.name, count })
            }
            None => {
                self.at = begun;
                None
            }
        }
    }

    /// `up all the coal for torches`: what all of it, or half, makes; `None` where it is used on something.
    pub(super) fn used_up(&mut self) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        let (named, notes) = (self.named.len(), self.notes.len());
        let up = self.eat("up");
        if let Ok((from, count, _)) = self.counted(Use::Held)
            && self.eat_any(&["to make", "to craft", "for", "making", "on making", "to get", "and make", "and craft"])
        {
            let all = count.share().or((count == Count::The && from.several).then_some(Share::All));
            self.eat_any(&["some", "as many", "more"]);
            let (made, many, _) = match self.of_stuff(&from) {
                Some(made) => (made, Count::Unsaid, false),
                None => self.counted(Use::Got)?,
            };
            self.eat_any(&["as you can", "as possible"]);
            if let (Some(share), Some(_), Count::Unsaid | Count::The) = (all, becomes(from.name, made.name), many) {
                let of = Box::new(crafted_of(from.name, made.name, 1));
                self.speaks_of(&made, Count::The);
                return Ok(Some(Intent::Part { share, item: from.name, of }));
            }
            let many = self.how_many(&made, many, false)?;
            if becomes(from.name, made.name).is_some() {
                self.speaks_of(&made, Count::Some(many));
                return Ok(Some(crafted_of(from.name, made.name, many)));
            }
            let words = format!("how {} becomes {} (say: make 16 sticks)", from.name, made.name);
            return Err(not_understood(self.text, &words));
        }
        if up {
            return Err(not_understood(self.text, "what to make of it (say: make as many torches as you can)"));
        }
        self.at = begun;
        self.named.truncate(named);
        self.notes.truncate(notes);
        Ok(None)
    }

    /// `stairs`, where they are to be made of cobblestone; taken if that comes next.
    fn of_stuff(&mut self, from: &Named) -> Option<Named> {
        let said = self.word().filter(|_| self.ends_at(self.at + 1))?;
        let made = of_stuff(said, from.name)?;
        self.at += 1;
        self.named.push((made.clone(), Count::Unsaid));
        Some(made)
    }

    /// What was made is what is spoken of from now on, and not what went in: "and put them in the chest".
    fn speaks_of(&mut self, made: &Named, count: Count) {
        self.named = vec![(made.clone(), count)];
    }

    /// "torches out of 2 sticks and 2 coal": how many that makes is more than one number says.
    fn refuse_two_ingredients(&mut self, made: &Named) -> Result<(), ToolError> {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let mut goes_in = || match self.counted(Use::Held) {
            Ok((of, Count::Some(_) | Count::QuarterStacks(_), _)) => takes_of(of.name, &[(made.name, 1)]) > 0,
            _ => false,
        };
        let both = goes_in()
            && self.eat("and")
            && self.counted(Use::Held).is_ok_and(|(of, count, _)| {
                matches!(count, Count::Some(_)) && takes_of(of.name, &[(made.name, 1)]) > 0
            });
        self.restore(begun, named, notes);
        if !both {
            return Ok(());
        }
        let words = format!("how many {} that makes (say: make 8 {})", made.said, made.said);
        Err(not_understood(self.text, &words))
    }

    /// Whether what comes next is to become something else: `3 logs into planks`.
    pub(super) fn is_turned_into(&self) -> bool {
        // "make planks of it and put these into the chest" is two clauses.
        let goes_on =
            |at: usize| self.words[at].text == "and" && verb_at(|phrase| self.comes_at(at + 1, phrase)).is_none();
        let clause = (self.at..self.words.len()).take_while(|at| !is_joint(&self.words[*at].text) || goes_on(*at));
        let words: Vec<&str> = clause.map(|at| self.words[at].text.as_str()).collect();
        words.iter().position(|word| *word == "into").is_some_and(|at| at > 0)
    }

    /// `3 logs into planks`: so many as that makes.
    pub(super) fn turned(&mut self) -> Result<Intent, ToolError> {
        let (from, count, _) = self.counted(Use::Smelted)?;
        if !self.eat("into") {
            return Err(not_understood(self.text, "what it is to become (say: turn 3 logs into planks)"));
        }
        // "mine 10 stone and smelt 3 of the cobblestone into stone"
        let of_that = |named: &Named| named.name == from.name || yielded_by(named.name) == from.name;
        self.uses_it |= from.again || self.before.iter().any(|(named, _)| of_that(named));
        let (made, wanted) = self.made_of(&from)?;
        // "the planks into a crafting table and a chest": how much of it each of them takes is not said.
        let is_article = |word: &Word| matches!(word.text.as_str(), "a" | "an" | "some");
        if self.word() == Some("and") && self.words.get(self.at + 1).is_some_and(is_article) {
            return Err(cannot(
                self.text,
                "turn one thing into several at once (say: make a crafting table and a chest)",
            ));
        }
        let wanted = wanted.or_else(|| match self.count_behind() {
            Some(Count::Some(many)) => Some(many),
            _ => None,
        });
        let (several, mass, from_count) = (from.several, is_mass(&from), count);
        let from = match knowledge::smelt_ways_for(made.name)
            .iter()
            .find(|way| smelts_to(from.name) == Some(way.ingredient))
        {
            Some(way) => way.ingredient,
            None => from.name,
        };
        // "smelt cobblestone into 16 smooth stone": by way of stone.
        let through = |way: &&knowledge::SmeltWay| becomes(from, way.ingredient).is_some();
        if let (None, Some(count)) = (becomes(from, made.name), wanted)
            && knowledge::smelt_ways_for(made.name).iter().any(|way| through(&way))
        {
            if !matches!(from_count, Count::Unsaid | Count::The | Count::All) && from_count != Count::Some(count) {
                return Err(not_understood(self.text, "which of both numbers is meant (say: smelt 5 smooth stone)"));
            }
            self.speaks_of(&made, Count::Some(count));
            return Ok(Intent::Smelt { item: made.name, count });
        }
        let Some((per, makes)) = becomes(from, made.name) else {
            let words =
                format!("how {from} becomes {} (say: how do I make {}?)", made.name, made.name.replace('_', " "));
            return Err(not_understood(self.text, &words));
        };
        let item = made.name;
        let share = count.share().or((count == Count::The && (several || mass)).then_some(Share::All));
        let kept = if matches!(share, Some(Share::All | Share::Gained)) {
            self.kept_of_it(from).map(Share::But)
        } else {
            None
        };
        if let (Some(share), None) = (kept.or(share), wanted) {
            let of = crafted_of(from, item, 1);
            self.speaks_of(&made, Count::The);
            return Ok(Intent::Part { share, item: from, of: Box::new(of) });
        }
        let many = match (wanted, count) {
            (Some(wanted), _) => wanted,
            (None, Count::Some(_) | Count::QuarterStacks(_)) => count.of(from) / per * makes,
            (None, Count::The) if !several && count.of(from) >= per => makes / per,
            (None, Count::Unsaid | Count::The) => {
                return Err(not_understood(
                    self.text,
                    &format!(
                        "how many {from} (say: turn 3 {} into {})",
                        from.replace('_', " "),
                        item.replace('_', " ")
                    ),
                ));
            }
            _ => {
                let words = format!("how many {} that makes (say: make 12 {})", item, item.replace('_', " "));
                return Err(not_understood(self.text, &words));
            }
        };
        if many == 0 {
            let words = format!(
                "how so few {from} would make {item}: {per} are taken for {makes} (say: how do I make {}?)",
                item.replace('_', " ")
            );
            return Err(not_understood(self.text, &words));
        }
        self.speaks_of(&made, Count::Some(many));
        Ok(crafted_of(from, item, many))
    }

    /// What it becomes, and how many where that is said: `into ingots` are of the metal that goes in.
    fn made_of(&mut self, from: &Named) -> Result<(Named, Option<u32>), ToolError> {
        let begun = self.at;
        let (count, _) = self.amount()?;
        let start = self.at;
        for end in (start + 1..=self.words.len().min(start + 4)).rev() {
            let said = self.joined(start, end);
            let metal = from.name.trim_start_matches("raw_").trim_end_matches("_ingot");
            let own =
                matches!(said.as_str(), "ingot" | "ingots" | "bars" | "nuggets").then(|| format!("{metal}_{said}"));
            let blocks = matches!(said.as_str(), "block" | "blocks");
            let own = own.or(blocks.then(|| format!("{metal}_block")));
            let wood = from.name.strip_suffix("_log").filter(|_| said == "planks").map(|wood| format!("{wood}_planks"));
            let named = own.or(wood).and_then(|name| resolve(&name, Use::Got));
            // "turn the cobblestone into stairs": into no others.
            let named = named.or_else(|| of_stuff(&said, from.name)).or_else(|| resolve(&said, Use::Got));
            // "planks into buttons": of no stone.
            let named = named.map(|named| match named.name.strip_prefix("stone_") {
                Some(kind) if becomes(from.name, named.name).is_none() => resolve(&format!("oak_{kind}"), Use::Got)
                    .filter(|oak| becomes(from.name, oak.name).is_some())
                    .unwrap_or(named),
                _ => named,
            });
            if let Some(named) = named.filter(|_| self.ends_at(end)) {
                self.at = end;
                self.named.push((named.clone(), count));
                // "a pair of shears" is one thing.
                let is_pair = self.words[begun..start].iter().any(|word| word.text == "pair")
                    && knowledge::stack_size(named.name) == 1;
                let many = match count {
                    Count::Some(_) if is_pair => Some(1),
                    Count::Some(many) if many > 1 => Some(many),
                    _ => None,
                };
                return Ok((named, many));
            }
        }
        self.at = begun;
        self.counted(Use::Got).map(|(named, ..)| (named, None))
    }
}

/// What a person means to have smelted: who says "cook 3 beef" names what goes in.
fn smelted(name: &'static str) -> &'static str {
    let is_result = !knowledge::smelt_ways_for(name).is_empty();
    knowledge::becomes(name).filter(|_| !is_result).unwrap_or(name)
}

/// What goes in where a metal is named by what comes out: "smelt 5 iron into ingots".
fn smelts_to(name: &'static str) -> Option<&'static str> {
    if knowledge::becomes(name).is_some() {
        return Some(name);
    }
    knowledge::usual_ingredient(name)
}

/// So many made of that: smelted, where it smelts. What is smelted of something else alone is crafted then, and no other way: ingots of a
/// block of iron.
pub(super) fn crafted_of(from: &str, item: &'static str, count: u32) -> Intent {
    let smelted = knowledge::smelt_ways_for(item);
    if smelted.iter().any(|way| way.ingredient == from) {
        return Intent::Smelt { item, count };
    }
    match smelted.is_empty() {
        true => Intent::Craft { item, count },
        false => Intent::Do(Craft { item: item.to_owned(), count }.into()),
    }
}
