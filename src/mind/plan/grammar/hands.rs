//! What is done with what one holds, and with chests: eaten, put on, put away, taken out.

use super::{
    behind::takes_of,
    beyond::SMOKERS,
    count::Count,
    meaning::{ChestNamed, Coord, Fraction, Intent, Kept, Share},
    names::{Named, Use, is_mass, kind_left_open},
    parser::{Parser, begins_a_clause},
    phrases::{EVERYTHING, UNTIL_HAVE, Verb, verb_at},
    refusals::{cannot, not_understood},
    words::{BUT, is_joint},
};
use crate::{
    domain::{BlockPos, Eat, FurnaceSlot, LookInto, Store, Take, TakeOff, Tool, ToolError, ToolRequest},
    knowledge,
};

/// What holds things, as people call it.
const CHESTS: &[&str] = &["chest", "chests", "storage", "box", "crate", "storage chest", "chest again"];

/// All that is carried, as far as it is to be put away.
const CARRIED: &[&str] = &[
    "it all",
    "all the stuff",
    "all that stuff",
    "all this stuff",
    "all of your stuff",
    "all of it",
    "what you have",
    "whatever you have",
    "everything",
    "everything you have",
    "everything you've got",
    "everything you are carrying",
    "everything you're carrying",
    "everything you carry",
    "all your stuff",
    "all your items",
    "all your things",
    "your inventory",
    "your stuff",
    "your things",
];

/// Of what holds things, one kind; as people call it, and as calls do.
const KINDS: &[(&str, &str)] = &[
    ("double chest", "double_chest"),
    ("large chest", "double_chest"),
    ("big chest", "double_chest"),
    ("small chest", "small_chest"),
    ("single chest", "small_chest"),
    ("trapped chest", "trapped_chest"),
    ("copper chest", "copper_chest"),
    ("barrel", "barrel"),
    ("shulker box", "shulker_box"),
    ("shulker", "shulker_box"),
    ("furnace", knowledge::FURNACE),
    ("oven", knowledge::FURNACE),
];

/// Until when, or on what condition, one eats: whoever is full eats nothing in any case.
pub(super) const WHOLE: &[&str] = &[
    "your hungry",
    "you're hungry",
    "you are hungry",
    "you must be hungry",
    "you look hungry",
    "till you're full",
    "till you are not hungry",
    "until you are not hungry",
    "until you're not hungry",
    "until you aren't hungry",
    "until you are no longer hungry",
    "until your hunger is full",
    "until your food bar is full",
    "until you are full",
    "if you are hungry",
    "if you're hungry",
    "if your hungry",
    "if you need to",
    "if needed",
    "if you need it",
    "if you feel hungry",
    "until full",
    "until you're full",
    "till you are full",
    "till full",
];

/// Of so many, where fewer may lie there.
const AS_MANY_AS_LIE: &[&str] = &[
    "or as many as there are",
    "or as many as there is",
    "or as many as you can",
    "or as many as you can get",
    "or as many as it has",
    "or as much as there is",
    "or whatever is there",
    "or whatever there is",
    "or all there is",
    "or all there are",
];
/// What points at something that was spoken of, or that somebody has already.
const POINTING: &[&str] =
    &["it", "them", "that", "those", "these", "this", "one", "ones", "your", "my", "our", "his", "her", "their"];

impl Parser<'_> {
    /// `eat`, `eat something`, `eat 2 apples`.
    pub(super) fn eaten(&mut self) -> Result<Intent, ToolError> {
        let vague = self.eat_any(&[
            "something",
            "anything",
            "some food",
            "food",
            "a meal",
            "your food",
            "the food",
            "a snack",
            "any food",
        ]);
        if vague || self.ends_clause() || WHOLE.iter().any(|phrase| self.comes(phrase).is_some()) {
            self.eat_any(WHOLE);
            return Ok(Intent::Do(Eat::default().into()));
        }
        let some = self.word() == Some("some");
        let (named, count, _) = self.counted(Use::Got)?;
        let until_full = self.eat_any(WHOLE);
        if let Some(share) = count.share().filter(|share| *share != Share::All) {
            let of = Box::new(Intent::Do(Eat { item: Some(named.name.to_owned()), food: None, count: None }.into()));
            return Ok(Intent::Part { share, item: named.name, of });
        }
        let count = match count {
            // "eat some bread": one at least, or it is said that nobody eats who is full.
            _ if some => (!until_full && !self.eats_if_hungry()).then_some(1),
            Count::Some(_) | Count::QuarterStacks(_) => Some(count.of(named.name)),
            // "eat the apple" is one; "eat apples" goes on.
            Count::The | Count::Unsaid if !named.several && count == Count::The => Some(1),
            _ => None,
        };
        Ok(Intent::Do(Eat { item: Some(named.name.to_owned()), food: None, count }.into()))
    }

    /// Whether it is eaten "if you are hungry": until one is not, which is at once for whoever is full.
    pub(super) fn eats_if_hungry(&self) -> bool {
        const IF: &[&str] =
            &["if you're hungry", "if you are hungry", "if your hungry", "if you feel hungry", "if hungry"];
        let words: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).filter(|word| *word != ".").collect();
        let said = words.join(" ");
        let ends = IF.iter().any(|phrase| said.ends_with(phrase));
        let begins = IF.iter().find_map(|phrase| said.strip_prefix(phrase));
        let eats = |said: &str| said.trim_start_matches([' ', ',']).starts_with("eat ");
        let joined = |said: &str| said.trim_start_matches([' ', ',']).split(' ').any(is_joint);
        ends && eats(&said) && !joined(&said) || begins.is_some_and(|rest| eats(rest) && !joined(rest))
    }

    /// `put 5 logs in the chest`, `store everything`. `verb`: what is put may be meant for the ground.
    pub(super) fn stored(&mut self, verb: Verb) -> Result<Option<Vec<Intent>>, ToolError> {
        let begun = self.at;
        if let Some(mut but) = self.carried()? {
            let _ = self.eat("away");
            let chest = match self.chest(&["in", "into", "inside", "to"])? {
                None if verb == Verb::Place => {
                    self.at = begun;
                    return Ok(None);
                }
                chest => chest.unwrap_or(ChestNamed::NEAR),
            };
            self.refuse_all_in_a_furnace(chest)?;
            // "put your stuff in the chest except for your tools"
            if but == Kept::default() {
                but = self.kept()?;
            }
            let (x, y, z) = split(chest.at);
            let kit = Kept { tools: true, food: true, ..Kept::default() };
            let away = if but == kit {
                Intent::Do(Store { x, y, z, chest: chest.called(), ..Store::default() }.into())
            } else {
                Intent::StoreAll { but, at: chest.at, chest: chest.kind }
            };
            return Ok(Some(if chest.any { vec![Intent::Chest, away] } else { vec![away] }));
        }
        let (named, notes) = (self.named.len(), self.notes.len());
        let list = match self.listed(Use::Held) {
            Ok(list) => list,
            // What is no item may be a block to be placed.
            Err(_) if verb == Verb::Place => {
                self.restore(begun, named, notes);
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        if self.names_a_smoker(&["in", "into", "inside"]) {
            return Err(cannot(self.text, SMOKERS));
        }
        let away = self.eat("away") || verb == Verb::Store;
        self.eat("back");
        self.stores_what_was_named = true;
        let chest = self.chest(&["in", "into", "inside", "to"]);
        self.stores_what_was_named = false;
        let chest = match chest? {
            // "put the sword away": out of the hand.
            None if away && self.said == "put" && list.iter().all(is_taken_in_hand) => {
                let off = |(named, _): (Named, Count)| {
                    Intent::Do(TakeOff { item: Some(named.name.to_owned()), slot: None }.into())
                };
                return Ok(Some(list.into_iter().map(off).collect()));
            }
            // "put 5 coal in the chest and 4 dirt too"
            None if self.goes_on
                && let Some(chest) = self.done.as_ref().and_then(put_into)
                && self.clone_ends_clause() =>
            {
                chest
            }
            None if !away => {
                self.restore(begun, named, notes);
                return Ok(None);
            }
            chest => chest.unwrap_or(ChestNamed::NEAR),
        };
        let (x, y, z) = split(chest.at);
        let list = self.with_slots(list, chest)?;
        // "put the seeds in the barrel, but keep 16"
        let kept = match list.as_slice() {
            [(named, Count::All | Count::The | Count::Unsaid | Count::Gained, _)] => self.kept_of_it(named.name),
            _ => None,
        };
        // "mine 10 coal and put it in the barrel, but keep 3"
        let of_it = match list.as_slice() {
            [(named, Count::Some(many), _)] if named.again => {
                let begun = self.at;
                let left = self.kept_of_it(named.name).and_then(|kept| many.checked_sub(kept)).filter(|left| *left > 0);
                self.at = if left.is_some() { self.at } else { begun };
                left
            }
            _ => None,
        };
        let stores = list.into_iter().map(|(named, count, slot)| {
            let count = of_it.map_or(kept.map_or(count, Count::But), Count::Some);
            let share = named.part(count).filter(|share| *share != Share::All);
            let count = match count {
                Count::Some(_) | Count::QuarterStacks(_) => Some(count.of(named.name)),
                _ => None,
            };
            let item = Some(named.name.to_owned());
            let store = Store { item, count, x, y, z, chest: chest.called(), slot, ..Store::default() };
            match share {
                Some(share) => Intent::Part { share, item: named.name, of: Box::new(Intent::Do(store.into())) },
                None => Intent::Do(store.into()),
            }
        });
        let first = chest.any.then_some(Intent::Chest);
        Ok(Some(first.into_iter().chain(stores).collect()))
    }

    /// What goes into a chest, with the slot of each where it is a furnace: `6 cobble … with 1 coal`, `2 logs … as fuel`.
    fn with_slots(
        &mut self,
        list: Vec<(Named, Count)>,
        chest: ChestNamed,
    ) -> Result<Vec<(Named, Count, Option<FurnaceSlot>)>, ToolError> {
        if chest.kind != Some(knowledge::FURNACE) {
            return Ok(list.into_iter().map(|(named, count)| (named, count, None)).collect());
        }
        let mut all: Vec<(Named, Count, Option<FurnaceSlot>)> = Vec::new();
        let slot = self.eats_as_fuel().then_some(FurnaceSlot::Fuel);
        all.extend(list.into_iter().map(|(named, count)| (smelted_of(named), count, slot)));
        if self.eat_any(&["with", "along with", "together with", "plus", "using", ", with"]) {
            let with = self.listed(Use::Held)?;
            self.eats_as_fuel();
            let burns = |named: &Named| burns(named.name).then_some(FurnaceSlot::Fuel);
            all.extend(with.into_iter().map(|(named, count)| {
                let named = smelted_of(named);
                let slot = burns(&named);
                (named, count, slot)
            }));
        }
        // "raw iron and logs": where one of them can only be smelted, what burns is burnt.
        if all.iter().any(|(named, ..)| smelts(named.name) && !burns(named.name)) {
            for (named, _, slot) in &mut all {
                *slot = slot.or(burns(named.name).then_some(FurnaceSlot::Fuel));
            }
        }
        self.skip_leaving();
        Ok(all)
    }

    /// Whether it is said what is to burn: "with 1 coal", "as fuel".
    fn says_what_burns(&self) -> bool {
        ["with", "as", "for fuel"].iter().any(|word| self.comes(word).is_some())
    }

    fn eats_as_fuel(&mut self) -> bool {
        self.eat_any(&["as fuel", "as the fuel", "for fuel", "as its fuel", "to burn", "as fuel for it"])
    }

    /// `and leave it cooking`: nobody waits for what is put into a furnace.
    fn skip_leaving(&mut self) {
        const LEAVE: &[&str] = &["leave", "let", "just leave", "just let"];
        const IT: &[&str] = &["it all", "it", "them", "that", "everything", "the furnace", "all of it", "the lot"];
        const BE: &[&str] = &[
            "cooking",
            "smelting",
            "burning",
            "going",
            "running",
            "there",
            "in there",
            "in it",
            "be",
            "alone",
            "to cook",
            "to smelt",
            "cook",
            "smelt",
            "burn",
            "to it",
            "to do its thing",
            "do its thing",
            "work",
            "to work",
            "run",
            "working",
            "inside",
            "stay there",
            "lie there",
            "sit there",
            "on",
            "in the furnace",
            "cook there",
            "to burn",
        ];
        let begun = self.at;
        let leaves = self.skip_joints() && self.eat_any(LEAVE) && self.eat_any(IT);
        self.eat_any(BE);
        if !(leaves && self.clone_ends_clause()) {
            self.at = begun;
        }
    }

    /// `fill the furnace with coal`: what comes next goes in, all that is held of it where no number is said.
    pub(super) fn stoked(&mut self) -> Result<Intent, ToolError> {
        let what = "what to put into the furnace (say: put 6 cobblestone in the furnace with 1 coal)";
        if !self.eat("with") {
            return Err(not_understood(self.text, what));
        }
        let (named, count, _) = self.counted(Use::Held)?;
        let slot = self.eats_as_fuel().then_some(FurnaceSlot::Fuel);
        let named = smelted_of(named);
        let count = match count {
            Count::Some(_) | Count::QuarterStacks(_) => Some(count.of(named.name)),
            Count::All | Count::The | Count::Unsaid => None,
            _ => return Err(not_understood(self.text, what)),
        };
        self.skip_leaving();
        let (item, chest) = (Some(named.name.to_owned()), Some(knowledge::FURNACE.to_owned()));
        Ok(Intent::Do(Store { item, count, chest, slot, ..Store::default() }.into()))
    }

    /// What all belongs in a furnace nobody has said.
    fn refuse_all_in_a_furnace(&self, chest: ChestNamed) -> Result<(), ToolError> {
        if chest.kind == Some(knowledge::FURNACE) {
            let words = "put everything into a furnace (say: put 6 cobblestone in the furnace with 1 coal)";
            return Err(cannot(self.text, words));
        }
        Ok(())
    }

    /// `everything but the tools, food and 5 torches`: what is left out; `None` where not all is meant.
    fn carried(&mut self) -> Result<Option<Kept>, ToolError> {
        if self.is_what_was_taken() {
            return Ok(Some(Kept { before: true, ..Kept::default() }));
        }
        let begun = self.at;
        let of_it = ["of it", "of them", "of those"].iter().any(|it| self.comes_at(begun + 3, it).is_some());
        if of_it && self.comes("all but").is_some() && !self.referents().is_empty() {
            return Ok(None);
        }
        // "put stuff in the chest": what one can do without.
        if self.eat_any(&["stuff", "some stuff", "the stuff", "things", "your extra stuff", "what you don't need"])
            && self.ends_at(self.at)
        {
            return Ok(Some(Kept { tools: true, food: true, ..Kept::default() }));
        }
        self.at = begun;
        if let Some(each) = self.so_many_of_each() {
            return Ok(Some(Kept { beyond: Some(each), ..Kept::default() }));
        }
        let is_but = |parser: &Self| BUT.iter().any(|but| parser.comes(but).is_some());
        let all = !self.is_all_of_it() && self.eat_any(CARRIED) && (self.ends_at(self.at) || is_but(self));
        if !all {
            self.at = begun;
            if !(self.eat("all") && is_but(self)) {
                self.at = begun;
                return Ok(None);
            }
        }
        self.kept().map(Some)
    }

    /// `one of each thing you have`: how many of each; taken if that comes next.
    pub(super) fn so_many_of_each(&mut self) -> Option<u32> {
        const EACH: &[&str] = &[
            "each",
            "each thing",
            "each item",
            "each kind",
            "each kind of thing",
            "each kind of item",
            "each of your things",
            "each of your items",
            "everything",
            "every thing",
            "every item",
            "every kind",
        ];
        let begun = self.at;
        // "of" may be taken with the number.
        let many = match self.amount() {
            Ok((Count::Some(many), false)) => Some(many),
            _ => None,
        };
        self.eat("of");
        let many = many.filter(|_| self.eat_any(EACH));
        if many.is_some() {
            self.eat_any(&["that", "which"]);
            self.eat_any(&[
                "you have",
                "you've got",
                "you have got",
                "you hold",
                "you are holding",
                "you carry",
                "you are carrying",
                "you're carrying",
                "in your inventory",
                "you own",
                "you have on you",
            ]);
        }
        let is_over = self.ends_at(self.at)
            || self.comes("in").is_some()
            || self.comes("into").is_some()
            || self.comes("to").is_some();
        let many = many.filter(|_| is_over);
        if many.is_none() {
            self.at = begun;
        }
        many
    }

    /// `it all`, where everything was taken out of a chest before; taken if that comes next.
    pub(super) fn is_what_was_taken(&mut self) -> bool {
        const ALL: &[&str] = &[
            "it all",
            "all of it",
            "it",
            "that",
            "all that",
            "that all",
            "them",
            "them all",
            "all of them",
            "everything",
            "everything from it",
            "everything that was in it",
            "what was in it",
            "all the stuff",
            "the stuff",
            "the things",
            "the items",
        ];
        let begun = self.at;
        let is = self.took_all && self.eat_any(ALL) && (self.ends_at(self.at) || self.comes("to").is_some());
        if !is {
            self.at = begun;
        }
        is
    }

    /// `but the tools, food and 5 torches`; nothing is kept where nothing is said.
    pub(super) fn kept(&mut self) -> Result<Kept, ToolError> {
        let mut kept = Kept::default();
        let begun = self.at;
        self.eat(",");
        if !self.eat_any(BUT) {
            self.at = begun;
            return Ok(kept);
        }
        loop {
            let thing = self.at;
            let _ = self.eat_any(&["all your", "all the", "your", "the", "my", "any"]);
            let ends = |parser: &Self| parser.ends_at(parser.at);
            if self.eat_any(&["tools", "tools and weapons", "gear"]) && ends(self) {
                kept.tools = true;
            } else if self.eat("food") && ends(self) {
                kept.food = true;
            } else if self.eat_any(&[
                "what you're wearing",
                "what you are wearing",
                "what you wear",
                "the armor you're wearing",
                "your clothes",
                "what's on your body",
            ]) {
                // What is worn is not given away in any case.
            } else {
                self.at = thing;
                let (named, count, _) = self.counted(Use::Held)?;
                let count = match count {
                    Count::Some(_) | Count::QuarterStacks(_) => Some(count.of(named.name)),
                    Count::Part(_) | Count::But(_) => {
                        let words = "how many stay (say: drop everything but 5 dirt)";
                        return Err(not_understood(self.text, words));
                    }
                    _ => None,
                };
                kept.things.push((named.name, count));
            }
            let next = self.at;
            if !self.skip_joints() || self.is_verb() || self.at_end() {
                self.at = next;
                return Ok(kept);
            }
        }
    }

    /// `look into the barrel and tell me what you see`: that is told anyway.
    pub(super) fn skip_telling(&mut self) {
        const TELL: &[&str] = &[
            "tell me what you see",
            "tell me what's there",
            "tell me what is there",
            "say what's in it",
            "tell me what's in it",
            "tell me what is in it",
            "tell me what you find",
            "tell me what's in there",
            "tell me what is in there",
            "tell me what you found",
            "tell me what's inside",
            "tell me what it has",
            "tell me what it contains",
            "tell me what it holds",
            "look inside",
            "see what's inside",
            "see what is inside",
            "check what's inside",
            "see what's in it",
            "see what is in it",
            "look what's inside",
            "let me know what's inside",
            "let me know what you find",
            "report back",
            "report",
            "tell me what there is",
        ];
        let begun = self.at;
        if !(self.skip_joints() && self.eat_any(TELL) && self.clone_ends_clause()) {
            self.at = begun;
        }
    }

    /// `these chests`, `the chests within 10 blocks`.
    pub(super) fn sorted(&mut self) -> Result<Intent, ToolError> {
        let named = self.eat_any(&[
            "these chests",
            "the chests",
            "the chest",
            "this chest",
            "my chest",
            "your chest",
            "our chest",
            "all chests",
            "all the chests",
            "all these chests",
            "my chests",
            "your chests",
            "our chests",
            "chests",
            "the chests around",
            "these chests out",
            "the storage",
            "the storage room",
            "the storeroom",
            "the chest room",
            "my storage",
            "our storage",
            "the storage chests",
            "your storage",
        ]);
        if !named {
            return Err(not_understood(self.text, "what to sort (say: sort these chests)"));
        }
        self.skip_where();
        let _ = self.eat_any(&["around here", "around you", "around"]);
        let radius = self.within()?;
        self.skip_where();
        Ok(Intent::Sort { radius })
    }

    /// `keep 5 torches and put the rest away`: all but so many goes into a chest; `None` for any other keeping.
    pub(super) fn kept_back(&mut self) -> Result<Option<Vec<Intent>>, ToolError> {
        const REST: &[&str] = &[
            "put the rest",
            "put the others",
            "put the other ones",
            "store the rest",
            "store the others",
            "stash the rest",
            "put all the rest",
            "put everything else of it",
            "store everything else of it",
            "stash the others",
            "store everything else",
            "drop the rest",
            "drop the others",
        ];
        let begun = self.at;
        let (named, notes) = (self.named.len(), self.notes.len());
        if self.eat("keep")
            && let Ok((thing, count @ (Count::Some(_) | Count::QuarterStacks(_)), _)) = self.counted(Use::Got)
        {
            let kept = count.of(thing.name);
            self.eat_any(&["on you", "with you", "for yourself", "in your inventory"]);
            if self.skip_joints() && self.eat_any(REST) {
                let drops = self.words[..self.at].iter().any(|word| word.text == "drop");
                let item = thing.name;
                let share = Share::But(kept);
                if drops {
                    let of = Box::new(Intent::Drop { item, count: None });
                    return Ok(Some(vec![Intent::Part { share, item, of }]));
                }
                self.eat("away");
                let chest = self.chest(&["in", "into", "inside", "to"])?.unwrap_or(ChestNamed::NEAR);
                let (x, y, z) = split(chest.at);
                let store = Store { item: Some(item.to_owned()), x, y, z, chest: chest.called(), ..Store::default() };
                let away = Intent::Part { share, item, of: Box::new(Intent::Do(store.into())) };
                return Ok(Some(if chest.any { vec![Intent::Chest, away] } else { vec![away] }));
            }
        }
        self.restore(begun, named, notes);
        Ok(None)
    }

    /// `put the ingots back in`, where something was taken out of a chest: into that one. `None`, and nothing taken, where none was.
    pub(super) fn put_back(&mut self, intents: &[Intent]) -> Option<Vec<Intent>> {
        let take = intents.iter().rev().find_map(Intent::takes).cloned()?;
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let before = self.before.clone();
        if !self.eat("put") {
            return None;
        }
        let spoken_of = std::mem::take(&mut self.named);
        if !spoken_of.is_empty() {
            self.before = spoken_of.clone();
        }
        const THERE: &[&str] = &[
            "in there",
            "in it",
            "in",
            "inside",
            "there",
            "in the same chest",
            "where it was",
            "where they were",
            "where you got them",
            "where you got it",
        ];
        let thing = self.counted(Use::Held).ok();
        // "back in the barrel" may be another.
        let back = self.eat("back") && {
            self.eat_any(THERE);
            self.clone_ends_clause()
        };
        match thing.filter(|_| back) {
            // What was only taken out is as it was: that is undone by its own word.
            Some((thing, count, _)) if intents.last().is_none_or(|last| last.takes().is_none()) => {
                let Take { x, y, z, chest, .. } = take;
                let slot = None;
                let count = match count {
                    Count::Some(_) | Count::QuarterStacks(_) => Some(count.of(thing.name)),
                    _ => None,
                };
                let item = Some(thing.name.to_owned());
                Some(vec![Intent::Do(Store { item, count, x, y, z, chest, slot, ..Store::default() }.into())])
            }
            _ => {
                (self.named, self.before) = (spoken_of, before);
                self.restore(begun, named, notes);
                None
            }
        }
    }

    /// `keep 5 torches`, where the rest is spoken of later: so many stay of it. Taken if it is such.
    pub(super) fn keeps_back(&mut self) -> bool {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        if self.eat("keep")
            && let Ok((thing, count @ (Count::Some(_) | Count::QuarterStacks(_)), false)) = self.counted(Use::Held)
        {
            let kept = count.of(thing.name);
            self.eat_any(&["on you", "with you", "for yourself", "in your inventory"]);
            // "keep 10 dirt and 5 cobblestone, …": the rest of which?
            if self.skip_joints() && self.speaks_of_rest() && begins_a_clause(self.rest()) {
                self.over.push(thing.name);
                self.kept_back.push((thing.name, kept));
                return true;
            }
        }
        self.restore(begun, named, notes);
        false
    }

    /// Whether a chest is named in the clause, as what something goes into.
    pub(super) fn names_a_chest(&mut self) -> bool {
        let (begun, stands_at) = (self.at, self.stands_at.take());
        let mut named = false;
        while !named && !self.at_end() {
            // "drop 1 and put the others in the barrel": that is another clause.
            // "drop the dirt but keep 3 in the chest"
            if self.word() == Some("but") && self.words[self.at + 1..].first().is_some_and(|next| next.text == "keep") {
                break;
            }
            if self.word().is_some_and(is_joint) && verb_at(|phrase| self.comes_at(self.at + 1, phrase)).is_some() {
                break;
            }
            named = matches!(self.chest(&["in", "into", "inside"]), Ok(Some(_)));
            self.at += 1;
        }
        (self.at, self.stands_at) = (begun, stands_at);
        named
    }

    /// Whether a furnace of another kind is named behind these words.
    fn names_a_smoker(&mut self, behind: &[&str]) -> bool {
        let begun = self.at;
        let is_behind = self.eat_any(behind);
        self.eat_any(&["the", "a", "that", "my", "your"]);
        let is_smoker = is_behind && self.eat_any(&["smoker", "blast furnace"]);
        self.at = begun;
        is_smoker
    }

    /// `whatever is done` out of the furnace: what lies in its output. `None`, and nothing taken, for anything else.
    fn done_in_a_furnace(&mut self) -> Result<Option<Intent>, ToolError> {
        const ALL: &[&str] = &[
            "whatever is",
            "whatever's",
            "what is",
            "what's",
            "what has been",
            "whatever has been",
            "whatever got",
            "what got",
            "everything that is",
            "everything that's",
            "everything that has been",
            "all that is",
            "all that's",
            "anything that is",
            "anything that's",
            "everything",
            "all the stuff that is",
            "all that has been",
        ];
        const DONE: &[&str] =
            &["already done", "done", "finished", "ready", "smelted", "cooked", "already finished", "already smelted"];
        const RESULTS: &[&str] = &["the results", "the result", "the output", "the finished stuff", "the products"];
        let begun = self.at;
        let done = self.eat_any(RESULTS) || self.eat_any(ALL) && self.eat_any(DONE);
        let chest = if done { self.chest(&["from", "out of", "in", "inside", "out from"])? } else { None };
        let Some(chest) = chest.filter(|chest| chest.kind == Some(knowledge::FURNACE)) else {
            self.at = begun;
            return Ok(None);
        };
        let (x, y, z) = split(chest.at);
        let (item, slot) = (knowledge::ANY_ITEM.to_owned(), Some(FurnaceSlot::Output));
        Ok(Some(Intent::Do(Take { item, x, y, z, chest: chest.called(), slot, ..Take::default() }.into())))
    }

    /// `move 5 logs from the chest at 1 64 2 to the chest at 5 64 2`; or oneself, to another place.
    pub(super) fn moved(&mut self) -> Result<Vec<Intent>, ToolError> {
        let begun = self.at;
        if self.eat_any(EVERYTHING) && (self.comes("from").is_some() || self.comes("out of").is_some()) {
            let words = "tell chests apart but by where they stand, or by their kind (say: move everything from the chest at 1 64 2 to the barrel)";
            return match self.chest(&["from", "out of"])? {
                Some(from) => self.emptied_into(from),
                None => Err(cannot(self.text, words)),
            };
        }
        self.at = begun;
        let (named, notes) = (self.named.len(), self.notes.len());
        let list = self.listed(Use::Held).unwrap_or_default();
        if list.is_empty() {
            self.restore(begun, named, notes);
            return Ok(vec![self.destination()?]);
        }
        let from = self.chest(&["from", "out of"])?;
        let to = self.chest(&["to", "into", "in"])?.ok_or_else(|| {
            not_understood(
                self.text,
                "where to move it (say: move 5 logs from the chest at 1 64 2 to the chest at 5 64 2)",
            )
        })?;
        let open = |(named, count): &&(Named, Count)| *count == Count::All && kind_left_open(&named.said).is_some();
        if let Some((named, _)) = list.iter().find(open).filter(|_| from.is_some()) {
            return Err(not_understood(self.text, &which_kind(named)));
        }
        let mut intents = Vec::new();
        for (named, said) in &list {
            let count = match said {
                Count::Some(_) | Count::QuarterStacks(_) => Some(said.of(named.name)),
                _ => None,
            };
            let item = named.name.to_owned();
            let (x, y, z) = split(to.at);
            let store = Store { item: Some(item), count, x, y, z, chest: to.called(), ..Store::default() };
            intents.push(match (from, said.share().filter(|share| *share != Share::All)) {
                (Some(from), _) => Intent::Carry { take: self.out_of_chest(from, named.name, count, *said)?, store },
                (None, Some(share)) => {
                    let part = Box::new(Intent::Do(store.into()));
                    Intent::Part { share, item: named.name, of: part }
                }
                (None, None) => Intent::Do(store.into()),
            });
        }
        Ok(intents)
    }

    /// `empty your inventory into the chest`, `unload`: what one would put away.
    pub(super) fn unloaded(&mut self) -> Result<Vec<Intent>, ToolError> {
        self.eat_any(&["everything", "your inventory", "all", "yourself"]);
        let chest = self.chest(&["in", "into", "inside", "to"])?.unwrap_or(ChestNamed::NEAR);
        self.refuse_all_in_a_furnace(chest)?;
        // Whoever says "everything" or "your inventory" means all of it.
        let whole = self.words[..self.at]
            .iter()
            .any(|word| matches!(word.text.as_str(), "everything" | "inventory" | "pockets"));
        let (x, y, z) = split(chest.at);
        let away = match whole {
            true => Intent::StoreAll { but: Kept::default(), at: chest.at, chest: chest.kind },
            false => Intent::Do(Store { x, y, z, chest: chest.called(), ..Store::default() }.into()),
        };
        Ok(if chest.any { vec![Intent::Chest, away] } else { vec![away] })
    }

    /// As if nothing had been read from there on.
    pub(super) fn restore(&mut self, at: usize, named: usize, notes: usize) {
        self.at = at;
        self.named.truncate(named);
        self.notes.truncate(notes);
    }

    /// `take 3 logs from the chest`: behind a verb that gets, `None` where no chest is named.
    pub(super) fn taken(&mut self, verb: Verb) -> Result<Option<Vec<Intent>>, ToolError> {
        if let Some(done) = self.taken_once_done() {
            return Ok(Some(vec![done]));
        }
        let begun = self.at;
        let (named, notes) = (self.named.len(), self.notes.len());
        if !self.is_all_of_it()
            && self.eat_any(EVERYTHING)
            && let Some(but) = self.left_there()
            && let Some(chest) = self.chest(&["from", "out of", "out from", "in", "inside"])?
        {
            return Ok(Some(vec![everything_in_but(chest, but)]));
        }
        self.restore(begun, named, notes);
        let everything = !self.is_all_of_it() && self.eat_any(EVERYTHING) && self.ends_at(self.at);
        let is_out = ["from", "out of", "in", "out"].iter().any(|phrase| self.comes(phrase).is_some());
        if everything && self.names_a_smoker(&["from", "out of", "in"]) {
            return Err(cannot(self.text, SMOKERS));
        }
        if everything && (verb == Verb::Take || is_out) {
            if let Some(chest) = self.chest(&["from", "out of", "out from", "in", "inside"])? {
                return Ok(Some(vec![everything_in(chest)]));
            }
            return Err(not_understood(self.text, "where to take it from (say: take everything from the chest)"));
        }
        self.at = begun;
        if let Some(each) = self.of_each_kind()?
            && let Some(chest) = self.chest(&["from", "out of", "in", "inside"])?
        {
            let (x, y, z) = split(chest.at);
            let item = knowledge::ANY_ITEM.to_owned();
            let take = Take { item, each: Some(each), x, y, z, chest: chest.called(), ..Take::default() };
            return Ok(Some(vec![Intent::Do(take.into())]));
        }
        self.at = begun;
        if let Some(done) = self.done_in_a_furnace()? {
            return Ok(Some(vec![done]));
        }
        let clause = self.words[self.at..].iter().take_while(|word| !is_joint(&word.text));
        let words: Vec<&str> = clause.map(|word| word.text.as_str()).collect();
        let out = words.iter().any(|word| matches!(*word, "out" | "from"));
        if out && words.iter().any(|word| matches!(*word, "every" | "each")) && words.last() == Some(&"chest") {
            return Err(cannot(
                self.text,
                "take things out of several chests at once (say: take 5 dirt from the chest)",
            ));
        }
        self.eat_any(&["whatever", "what", "any"]);
        let list = self.listed(Use::Held).unwrap_or_default();
        // "whatever food there is in the chest"
        let lies = self.eat_any(&[
            "is",
            "there is",
            "you find",
            "you can find",
            "that is",
            "that's",
            "that are",
            "are",
            "lies",
        ]);
        let behind: &[&str] =
            if lies { &["in", "inside"] } else { &["from", "out of", "out from", "from inside", "from within"] };
        let mut chest = if list.is_empty() { None } else { self.chest(behind)? };
        // "go to the chest and take the coal out"
        if chest.is_none()
            && !list.is_empty()
            && self.eat_any(&["out again", "back out", "out", "back", "out of it", "from it", "from there"])
        {
            let before = &self.words[..begun];
            let kind =
                KINDS.iter().find(|(name, _)| before.iter().any(|word| word.text == *name)).map(|(_, kind)| *kind);
            let spoken_of = kind.is_some() || before.iter().any(|word| word.text == "chest");
            chest = (spoken_of && self.clone_ends_clause()).then_some(ChestNamed { kind, ..ChestNamed::NEAR });
        }
        // "go to the chest and grab 5 coal"
        let grabs =
            matches!(self.said.as_str(), "get" | "grab" | "fetch" | "take" | "collect" | "remove") && !self.goes_on;
        if chest.is_none() && !list.is_empty() && grabs && self.clone_ends_clause() {
            chest = self.done.as_ref().and_then(chest_at);
        }
        // "take out 5 iron": of what else?
        let out = begun.checked_sub(1).is_some_and(|at| self.words[at].text == "out");
        if chest.is_none() && !list.is_empty() && out && self.clone_ends_clause() {
            chest = Some(ChestNamed::NEAR);
        }
        // "take the iron ingots and make shears": where nothing else was spoken of, what lies in the chest.
        let is_new = |(thing, _): &(Named, Count)| {
            !self.named[..named].iter().chain(&self.before).any(|(other, _)| other.name == thing.name)
        };
        // "all but 2 of the ingots" has been put as "all your ingots but 2".
        let some_stay = list.iter().any(|(_, count)| matches!(count, Count::But(_)));
        let points = !some_stay && self.words[begun..self.at].iter().any(|word| POINTING.contains(&word.text.as_str()));
        // "take the bed": one that stands somewhere, as likely as not.
        let stands = |(thing, count): &(Named, Count)| {
            *count == Count::The && !thing.several && !is_mass(thing) && knowledge::block(thing.name).is_some()
        };
        let grows = |(thing, _): &(Named, Count)| knowledge::crop(thing.name).is_some();
        // "chop a tree and take the saplings": those, and none of a chest.
        let is_first = self.done.as_ref().is_none_or(|done| done.takes().is_some());
        let points = points || !is_first || list.iter().any(|listed| stands(listed) || grows(listed));
        let unsaid = chest.is_none() && verb == Verb::Take && !list.is_empty() && !points && list.iter().all(is_new);
        if unsaid {
            chest = self.clone_ends_clause().then_some(ChestNamed::NEAR);
        }
        if chest.is_some() && self.words[self.at - 1].text == "chests" {
            return Err(cannot(
                self.text,
                "take things out of several chests at once (say: take 5 dirt from the chest)",
            ));
        }
        let Some(chest) = chest else {
            if !list.is_empty() && self.names_a_smoker(&["from", "out of"]) {
                return Err(cannot(self.text, SMOKERS));
            }
            self.restore(begun, named, notes);
            return Ok(None);
        };
        // Which kinds of it lie there, nobody knows before it is opened.
        if let Some((named, _)) =
            list.iter().find(|(named, count)| *count == Count::All && kind_left_open(&named.said).is_some())
        {
            return Err(not_understood(self.text, &which_kind(named)));
        }
        // "take torches from the chest until you have eight"
        let open = matches!(list.as_slice(), [(_, Count::Unsaid | Count::The)]);
        let total = if open && self.eat_any(UNTIL_HAVE) { self.number()? } else { None };
        self.eat_any(&["of them", "in total"]);
        // "take 10 sticks from the chest, or as many as there are"
        let behind = self.at;
        self.eat(",");
        let at_most = self.eat_any(AS_MANY_AS_LIE);
        if !at_most {
            self.at = behind;
        }
        let takes = list.into_iter().map(|(named, said)| {
            let count = match said {
                Count::Some(_) | Count::QuarterStacks(_) => Some(said.of(named.name)),
                // "get the iron out of the chest" is all of it, and so is "take coal"; "take the pickaxe" is one.
                Count::Unsaid | Count::The if is_mass(&named) || chest.kind == Some(knowledge::FURNACE) => None,
                Count::Unsaid | Count::The if !named.several && knowledge::group(named.name).is_none() => Some(1),
                _ => None,
            };
            let take = self.out_of_chest(chest, named.name, count, said)?;
            if at_most && knowledge::item(&take.item).is_none() {
                let words = "take as many as there are of several kinds (say: take 10 sticks from the chest, or as many as there are)";
                return Err(cannot(self.text, words));
            }
            if at_most && take.count.is_some() {
                return Ok(Intent::Do(Take { count: None, each: take.count, ..take }.into()));
            }
            if let Some(total) = total {
                return Ok(Intent::TakeUpTo(Take { count: Some(total), ..take }));
            }
            Ok(if unsaid && take.count.is_some() { Intent::Fetch(take) } else { Intent::Do(take.into()) })
        });
        takes.collect::<Result<_, _>>().map(Some)
    }

    /// `one of each thing`: how many of each.
    fn of_each_kind(&mut self) -> Result<Option<u32>, ToolError> {
        const EACH: &[&str] = &["of each", "of every", "of everything"];
        const KIND: &[&str] = &[
            "kind of item",
            "kind of thing",
            "type of item",
            "thing",
            "item",
            "kind",
            "type",
            "sort",
            "kind of stuff",
        ];
        let Some(many) = self.number()? else { return Ok(None) };
        let is_each = self.eat_any(EACH);
        self.eat_any(KIND);
        self.eat_any(&["that is", "that's", "that lies", "there is", "you find", "lying", "which is"]);
        Ok(is_each.then_some(many))
    }

    /// `a bucket from the iron in the chest`: as much is taken out as goes into it. `None`, and nothing taken, for anything else.
    pub(super) fn made_from_a_chest(&mut self, made: &Named, count: Count) -> Result<Option<Vec<Intent>>, ToolError> {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let many = match count {
            Count::Some(many) => Some(many),
            Count::Unsaid | Count::The => (!made.several).then_some(1),
            _ => None,
        };
        if let Some(many) = many
            && self.eat_any(&["out of", "from", "with", "of", "using"])
            && self.eat_any(&["some of the", "the", "some"])
            && let Ok((from, Count::Unsaid, false)) = self.counted(Use::Held)
        {
            self.eat_any(&["that's", "that is", "you find", "lying", "which is"]);
            let chest = self.chest(&["from", "in", "inside", "out of"])?;
            let takes = takes_of(from.name, &[(made.name, many)]);
            if let Some(chest) = chest.filter(|chest| !chest.any && takes > 0 && self.clone_ends_clause()) {
                self.named.truncate(named);
                let take = self.out_of_chest(chest, from.name, Some(takes), Count::Some(takes))?;
                return Ok(Some(vec![Intent::Do(take.into()), Intent::Craft { item: made.name, count: many }]));
            }
        }
        self.restore(begun, named, notes);
        Ok(None)
    }

    /// So many of a kind out of a chest, or the part of them that was said.
    fn out_of_chest(&self, chest: ChestNamed, item: &str, count: Option<u32>, said: Count) -> Result<Take, ToolError> {
        let (x, y, z) = split(chest.at);
        let leave = match said {
            Count::But(kept) => Some(kept),
            _ => None,
        };
        let one_in = match said {
            Count::Part(Fraction { parts: 1, of }) => Some(of),
            Count::Part(_) => {
                let words = "how much of a chest that is (say: take half of the dirt out of the chest)";
                return Err(not_understood(self.text, words));
            }
            _ => None,
        };
        Ok(Take { item: item.to_owned(), count, one_in, leave, x, y, z, chest: chest.called(), ..Take::default() })
    }

    /// `but the dirt and the food`: what stays in a chest out of which all else is taken; `None` where nothing of the kind is said, or a number
    /// of it.
    fn left_there(&mut self) -> Option<Vec<String>> {
        if !self.eat_any(BUT) {
            return None;
        }
        let list = self.listed(Use::Held).ok()?;
        let is_all = |count: &Count| matches!(count, Count::Unsaid | Count::The | Count::All);
        let all = !list.is_empty() && list.iter().all(|(_, count)| is_all(count));
        all.then(|| list.into_iter().map(|(named, _)| named.name.to_owned()).collect())
    }

    /// `empty the chest at 1 64 2`: all that lies in it is taken.
    pub(super) fn emptied(&mut self) -> Result<Vec<Intent>, ToolError> {
        match self.chest(&[])? {
            Some(chest) if self.names_a_chest() => self.emptied_into(chest),
            Some(chest) => Ok(vec![everything_in(chest)]),
            None => Err(not_understood(self.text, "what to empty (say: empty the chest; put everything in the chest)")),
        }
    }

    /// All that lies in a chest, into the one that comes next.
    fn emptied_into(&mut self, from: ChestNamed) -> Result<Vec<Intent>, ToolError> {
        let to = self.chest(&["to", "into", "in"])?.ok_or_else(|| {
            not_understood(
                self.text,
                "where to move it (say: move everything from the chest at 1 64 2 to the chest at 5 64 2)",
            )
        })?;
        self.refuse_all_in_a_furnace(to)?;
        if from.at == to.at && from.kind == to.kind {
            let words = "which chest is which (say: move everything from the chest at 1 64 2 to the barrel)";
            return Err(not_understood(self.text, words));
        }
        let but = Kept { before: true, ..Kept::default() };
        // From a barrel into "the chest": a barrel is none then.
        let kind = to.kind.or(from.kind.filter(|_| to.at.is_none()).map(|_| "chest"));
        Ok(vec![everything_in(from), Intent::StoreAll { but, at: to.at, chest: kind }])
    }

    /// What was taken out of such a chest is put into another: which one, where both are called alike?
    pub(super) fn is_another(&self, from: &Take, into: &mut Intent) -> Result<(), ToolError> {
        let Intent::StoreAll { but: Kept { before: true, .. }, at: None, chest } = into else { return Ok(()) };
        match (&from.chest, &chest) {
            (Some(from), Some(to)) if from != to => Ok(()),
            (Some(_), None) => {
                *chest = Some("chest");
                Ok(())
            }
            (None, Some(_)) => Ok(()),
            _ if from.x.is_some() => Ok(()),
            _ => {
                let words = "which chest is which (say: move everything from the chest at 1 64 2 to the barrel)";
                Err(not_understood(self.text, words))
            }
        }
    }

    /// `the chest`, `the chest at 1 64 2`: what is to be looked into.
    pub(super) fn looked_into(&mut self) -> Result<Intent, ToolError> {
        if self.eat_any(&[
            "all chests",
            "all the chests",
            "every chest",
            "each chest",
            "all of the chests",
            "both chests",
            "all our chests",
        ]) {
            return Err(cannot(self.text, "look into several chests at once (say: look into the chest)"));
        }
        // "put the food in the barrel and tell me what is in it"
        let begun = self.at;
        let filled = self.done.as_ref().and_then(put_into);
        let it = filled.filter(|_| self.eat_any(&["it", "there"]) && self.clone_ends_clause());
        if it.is_none() {
            self.at = begun;
        }
        let Some(chest) = it.map_or_else(|| self.chest(&[]), |it| Ok(Some(it)))? else {
            return Err(not_understood(self.text, "what to look into (say: what is in the chest)"));
        };
        // "check the chest for torches": all that lies there is told.
        let begun = self.at;
        if !(self.eat("for") && self.counted(Use::Held).is_ok()) {
            self.at = begun;
        }
        let (x, y, z) = split(chest.at);
        Ok(Intent::Do(LookInto { x, y, z, chest: chest.called(), ..LookInto::default() }.into()))
    }

    /// A chest, behind one of these words if there are any.
    pub(super) fn chest(&mut self, behind: &[&str]) -> Result<Option<ChestNamed>, ToolError> {
        let begun = self.at;
        if !behind.is_empty() && !self.eat_any(behind) {
            return Ok(None);
        }
        // "take 3 ingots from the chest and put 3 coal in it"
        // "put 6 sand in the furnace and put 2 coal in it"
        let is_furnace = |chest: &ChestNamed| chest.kind == Some(knowledge::FURNACE);
        let fed = self.done.as_ref().and_then(put_into).filter(is_furnace);
        if let Some(chest) = self.done.as_ref().and_then(chest_of).or(fed)
            && self.eat_any(&["it", "there"])
            && (self.clone_ends_clause() || is_furnace(&chest) && self.says_what_burns())
        {
            return Ok(Some(chest));
        }
        // "make a barrel and put the seeds in it".
        // "put a chest in it": not into itself.
        let goes_in = self.named.last().map(|(named, _)| named.name).filter(|_| self.stores_what_was_named);
        let it = self
            .named
            .iter()
            .chain(&self.before)
            .rev()
            .map(|(named, _)| named.name)
            .find(|name| (knowledge::is_chest(name) || *name == knowledge::FURNACE) && goes_in != Some(*name));
        let inside = behind.contains(&"inside") && self.words[begun..self.at].iter().any(|word| word.text == "inside");
        if let Some(it) = it
            && (self.eat("it") || self.eat("there") || self.eat("that") || inside)
            && (self.ends_clause() || it == knowledge::FURNACE && self.says_what_burns())
        {
            self.into_it = Some(it);
            let kind = kind_called(it);
            return Ok(Some(ChestNamed { any: false, at: None, kind }));
        }
        let any = self.eat_any(&["a", "an", "some", "any"]);
        let _ = self.eat_any(&[
            "nearest",
            "closest",
            "the nearest",
            "the closest",
            "whatever",
            "whichever",
            "the",
            "that",
            "this",
            "my",
            "your",
            "our",
            "its",
        ]);
        let side = self.word().is_some_and(|word| {
            matches!(word, "left" | "right" | "first" | "second" | "third" | "last" | "upper" | "lower")
        });
        if side
            && self.words.get(self.at + 1).is_some_and(|next| matches!(next.text.as_str(), "chest" | "barrel" | "one"))
        {
            return Err(cannot(
                self.text,
                "tell chests apart but by where they stand (say: put 5 dirt in the chest at 1 64 2)",
            ));
        }
        let kind = KINDS.iter().find(|(name, _)| self.eat(name)).map(|(_, kind)| *kind);
        if kind.is_none() && !self.eat_any(CHESTS) {
            self.at = begun;
            return Ok(None);
        }
        self.skip_where();
        // "in the chest at home": one goes there first.
        let named = self.at;
        if self.eat_any(&["at", "back at", "in", "by", "near"])
            && self.word().is_some_and(|word| !word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '~'))
            && let Some(Intent::GoNamed { name }) = self.place_by_name()
        {
            self.stands_at = Some(name);
            return Ok(Some(ChestNamed { any: any && kind.is_none(), at: None, kind }));
        }
        self.at = named;
        let at = match self.at_place()? {
            None => None,
            Some([Coord::Absolute(x), Coord::Absolute(y), Coord::Absolute(z)]) => Some(BlockPos::new(x, y, z)),
            Some(_) => return Err(not_understood(self.text, "which chest (say x y z without ~)")),
        };
        // Only a chest is put up where none stands.
        Ok(Some(ChestNamed { any: any && at.is_none() && kind.is_none(), at, kind }))
    }
}

/// What is smelted, where it was called by what it becomes: "put the iron in the furnace" is raw iron.
fn smelted_of(named: Named) -> Named {
    let belongs = knowledge::group(named.name).is_some() || smelts(named.name) || burns(named.name);
    match knowledge::usual_ingredient(named.name).filter(|_| !belongs && !named.said.contains('_')) {
        Some(name) => Named { name, ..named },
        None => named,
    }
}

pub(super) fn smelts(name: &str) -> bool {
    knowledge::items_called(name).is_ok_and(|items| items.iter().any(|item| knowledge::smelting_of(item).is_some()))
}

fn burns(name: &str) -> bool {
    knowledge::items_called(name).is_ok_and(|items| items.iter().any(|item| knowledge::burn_ticks(item).is_some()))
}

/// A kind of chest, as calls name it.
fn kind_called(name: &str) -> Option<&'static str> {
    KINDS.iter().find(|(_, kind)| *kind == name).map(|(_, kind)| *kind)
}

/// The chest that a clause leads to, or looks into.
fn chest_at(intent: &Intent) -> Option<ChestNamed> {
    match intent {
        Intent::Do(ToolRequest::GoToBlock(go)) if knowledge::is_chest(&go.block) => {
            Some(ChestNamed { kind: kind_called(&go.block), ..ChestNamed::NEAR })
        }
        Intent::Do(ToolRequest::LookInto(look)) => Some(called_by(look.place(), look.chest.as_deref())),
        _ => None,
    }
}

/// The chest that something was taken out of, or that was looked into.
fn chest_of(intent: &Intent) -> Option<ChestNamed> {
    match intent {
        Intent::Do(ToolRequest::Take(take)) | Intent::Fetch(take) => {
            Some(called_by(take.place(), take.chest.as_deref()))
        }
        Intent::Do(ToolRequest::LookInto(_)) => chest_at(intent),
        _ => None,
    }
}

/// The chest that a clause puts something into.
pub(super) fn put_into(intent: &Intent) -> Option<ChestNamed> {
    match intent {
        Intent::Part { of, .. } | Intent::IntoPlaced(of) => put_into(of),
        Intent::StoreAll { at, chest, .. } => Some(ChestNamed { any: false, at: *at, kind: *chest }),
        Intent::Do(ToolRequest::Store(store)) => Some(called_by(store.place(), store.chest.as_deref())),
        _ => None,
    }
}

/// A chest as a call names it.
fn called_by(at: Option<BlockPos>, chest: Option<&str>) -> ChestNamed {
    ChestNamed { any: false, at, kind: chest.and_then(kind_called) }
}

fn which_kind(named: &Named) -> String {
    let (said, kind) = (named.said.replace('_', " "), named.name.replace('_', " "));
    format!("which kind of {said} is meant (say for example: take all the {kind} from the chest)")
}

fn everything_in(chest: ChestNamed) -> Intent {
    everything_in_but(chest, Vec::new())
}

fn everything_in_but(chest: ChestNamed, but: Vec<String>) -> Intent {
    let (x, y, z) = split(chest.at);
    let item = knowledge::ANY_ITEM.to_owned();
    Intent::Do(Take { item, but, x, y, z, chest: chest.called(), ..Take::default() }.into())
}

/// Whether one thing is named that wears out: what one holds or wears.
fn is_taken_in_hand((named, count): &(Named, Count)) -> bool {
    let one = matches!(count, Count::The | Count::Unsaid | Count::Some(1)) && !named.several;
    one && knowledge::item(named.name).is_some_and(|item| item.durability.is_some())
}

pub(super) fn split(at: Option<BlockPos>) -> (Option<i32>, Option<i32>, Option<i32>) {
    (at.map(|at| at.x), at.map(|at| at.y), at.map(|at| at.z))
}
