//! Other players: come to them, follow them, give them things.

use super::{
    count::{Count, SMALL, is_number},
    counts::HELD,
    meaning::{Fraction, Intent, Kept, ME, Share},
    names::{Named, Use, is_mass, resolve},
    parser::Parser,
    phrases::EVERYTHING,
    refusals::{cannot, not_understood},
    standing::UNTIL_STOPPED,
    words::{Word, is_joint},
};
use crate::{
    domain::{Follow, GoToPlayer, HOME, LookInto, PickUp, ToolError},
    knowledge,
};

/// Whoever speaks, behind a verb that goes somewhere.
const TO_ME: &[&str] = &[
    "to where i am",
    "right where i am",
    "right to where i am",
    "over to where i am",
    "where i am",
    "over to where i'm standing",
    "to where i stand",
    "to my side",
    "up here",
    "down here",
    "up",
    "down",
    "in here",
    "out here",
    "to my place",
    "to where i am",
    "to my position",
    "closer",
    "near me",
    "close to me",
    "right here",
    "here now",
    "to me",
    "me",
    "over here",
    "here",
    "over to me",
    "back to me",
    "back here",
    "over",
    "back",
];

/// What people call places of theirs, and nobody's name.
const PLACES_OF_OURS: &[&str] =
    &["base", "home", "camp", "house", "mine", "storage", "farm", "spawn", "village", "hut", "cabin", "outpost"];

impl Parser<'_> {
    /// `come here`, `come to Bert`, `come to 1 64 2`.
    pub(super) fn coming(&mut self) -> Result<Intent, ToolError> {
        // "stand next to Bob" leaves no block between.
        let said = self.joined(self.at.saturating_sub(3), self.at);
        let beside = ["next_to", "beside"].iter().any(|close| said.ends_with(close)).then_some(1);
        let come = |player: String| Intent::Do(GoToPlayer { player, tolerance: beside }.into());
        if self.ends_clause() {
            return Ok(come(ME.to_owned()));
        }
        let begun = self.at;
        if self.eat_any(&[
            "back to where you are now",
            "back to where you are",
            "back to where you stand",
            "back to where you stand now",
            "back to this spot",
        ]) && self.ends_clause()
        {
            return Ok(Intent::GoBack);
        }
        self.at = begun;
        if self.eat_any(&["back", "back here"]) && self.ends_clause() {
            // "dig down 5 blocks and come back": up to where that began, whoever asks.
            let has_dug = self.done.as_ref().is_some_and(Intent::digs_down);
            return Ok(if has_dug { Intent::GoBack } else { Intent::ComeBack });
        }
        self.at = begun;
        if self.eat_any(TO_ME) && self.ends_clause() {
            return Ok(come(ME.to_owned()));
        }
        self.at = begun;
        self.eat("over");
        self.eat("to");
        let to = self.at;
        self.eat_any(&["the", "our", "my", "your"]);
        let is_place = self
            .word()
            .is_some_and(|word| PLACES_OF_OURS.contains(&word) || self.places_named.iter().any(|named| named == word));
        self.at = to;
        if is_place && let Some(place) = self.place_by_name() {
            return Ok(place);
        }
        if let Some(name) = self.player() {
            return Ok(come(name));
        }
        self.destination()
    }

    /// A player who is gone to, behind "go to": by a name that is written as one.
    pub(super) fn gone_to(&mut self) -> Option<Intent> {
        let begun = self.at;
        self.eat("to");
        if self.eat_any(&["where i am", "where i'm standing", "where i stand", "my place", "my position"]) {
            return Some(Intent::Do(GoToPlayer { player: ME.to_owned(), tolerance: None }.into()));
        }
        // "over to where Kate is"
        let begun_where = self.at;
        self.eat_any(&["over to", "over", "to"]);
        if self.eat("where")
            && let Some(player) = self.player()
            && self.eat_any(&["is", "stands", "is standing"])
        {
            return Some(Intent::Do(GoToPlayer { player, tolerance: None }.into()));
        }
        self.at = begun_where;
        self.eat("player");
        let tells = self.words.get(self.at).is_some_and(|word| {
            let written = &self.text[word.start..word.end];
            written.contains(|c: char| c.is_uppercase() || c == '_') || written == "me"
        });
        let player = if tells { self.player() } else { None };
        if player.is_none() {
            self.at = begun;
        }
        player.map(|player| Intent::Do(GoToPlayer { player, tolerance: None }.into()))
    }

    /// `follow me`, `follow Bert for 5 minutes`.
    pub(super) fn followed(&mut self) -> Result<Intent, ToolError> {
        self.eat("with");
        self.eat("along with");
        let Some(player) = self.player() else {
            return Err(not_understood(self.text, "whom to follow (say: follow NAME)"));
        };
        self.eat_any(&["around", "everywhere"]);
        let ticks = if self.eat("for") { Some(self.span()?) } else { None };
        self.eat_any(&["everywhere", "around", "wherever i go", "wherever he goes", "wherever she goes", "closely"]);
        self.eat_any(UNTIL_STOPPED);
        Ok(Intent::Do(Follow { player, ticks }.into()))
    }

    /// Whether a span of time comes next.
    pub(super) fn is_span(&mut self) -> bool {
        let begun = self.at;
        let is = self.span().is_ok();
        self.at = begun;
        is
    }

    /// A span of time, in game ticks.
    pub(super) fn span(&mut self) -> Result<u64, ToolError> {
        const UNITS: &[(&str, u64)] = &[
            ("ticks", 1),
            ("tick", 1),
            ("days", 24_000),
            ("day", 24_000),
            ("seconds", 20),
            ("second", 20),
            ("sec", 20),
            ("minutes", 1_200),
            ("minute", 1_200),
            ("min", 1_200),
            ("mins", 1_200),
            ("secs", 20),
            ("s", 20),
            ("hours", 72_000),
            ("hour", 72_000),
        ];
        if self.eat_any(&["a quarter of an hour", "quarter of an hour", "a quarter hour"]) {
            return Ok(18_000);
        }
        if self.eat_any(&["an hour and a half", "one and a half hours", "1.5 hours"]) {
            return Ok(108_000);
        }
        if self.eat_any(&["a minute or two", "a minute or so"]) {
            return Ok(2_400);
        }
        if let Some(ticks) = self.short_span() {
            return Ok(ticks);
        }
        // "half an hour"
        self.eat_any(&["the next", "the following", "the whole", "about", "around"]);
        let halves = if ["half an", "half a", "half"].iter().any(|half| self.eat(half)) { 2 } else { 1 };
        let count = if self.eat("couple of") || self.eat("other") { Count::Some(2) } else { self.amount()?.0 };
        let count = match count {
            Count::Some(count) => u64::from(count),
            _ => 1,
        };
        let unit = UNITS.iter().find(|(unit, _)| self.eat(unit)).map(|(_, ticks)| *ticks);
        let unit = unit.ok_or_else(|| not_understood(self.text, "how long (say for example: for 5 minutes)"))?;
        Ok(count * unit / halves)
    }

    /// `give Bert 5 torches and a stick`, `give 5 torches to Bert`, `give me a stick`: what is given is got first.
    pub(super) fn given(&mut self) -> Result<Vec<Intent>, ToolError> {
        let begun = self.at;
        if self.eat_any(&["everyone", "everybody", "all of us", "each of us", "all players"]) {
            return Err(cannot(self.text, "give to several at once (say: give NAME 5 torches)"));
        }
        if let Some(gifts) = self.given_each()? {
            return Ok(gifts);
        }
        let to_me = self.words[..self.at].last().is_some_and(|word| matches!(word.text.as_str(), "gimme" | "me"));
        let first = if to_me { Some(ME.to_owned()) } else { self.player() };
        let named = self.at;
        let each = self.so_many_of_each();
        let taken = self.is_what_was_taken();
        let some = each.is_some() || taken;
        if some || !self.is_all_of_it() && self.eat_any(EVERYTHING) && self.ends_at(self.at) {
            self.eat_any(HELD);
            let but = match each {
                None if taken => Kept { before: true, ..Kept::default() },
                None => self.kept()?,
                beyond => Kept { beyond, ..Kept::default() },
            };
            let player = match first {
                None if self.eat("to") => self.player(),
                first => first,
            };
            let words = "to whom to give it (say: give NAME everything)";
            let player = player.ok_or_else(|| not_understood(self.text, words))?;
            return Ok(vec![Intent::GiveAll { player, but }]);
        }
        self.at = named;
        let listed = self.listed(Use::Held);
        // "bring the carrots home": with them in the pack.
        if first.is_none() && listed.is_ok() && self.eat_any(&["home", "back home"]) && self.ends_clause() {
            return Ok(vec![Intent::GoNamed { name: HOME.to_owned() }]);
        }
        let back = self.at;
        if first.is_none() && listed.is_ok() && self.eat_any(&["back", "back here"]) && self.ends_clause() {
            return Ok(vec![Intent::ComeBack]);
        }
        self.at = back;
        let (player, list) = match (first, listed) {
            (Some(player), Ok(list)) => (player, list),
            (Some(_), Err(error)) if !self.says_to_whom(begun) && named < self.words.len() => return Err(error),
            _ => {
                self.at = begun;
                let list = self.listed(Use::Held)?;
                // "get 16 iron ore and bring it to base": with it in the pack.
                let to = self.at;
                self.eat_any(&["back to", "to", "over to"]);
                let led = self.at > to;
                self.eat_any(&["the", "our", "my", "your"]);
                if led
                    && let Some(place) = self.word().filter(|word| PLACES_OF_OURS.contains(word)).map(str::to_owned)
                    && self.ends_at(self.at + 1)
                {
                    self.at += 1;
                    let got = list.iter().filter(|(named, _)| !named.again).filter_map(|(named, count)| {
                        let count =
                            matches!(count, Count::Some(_) | Count::QuarterStacks(_)).then(|| count.of(named.name))?;
                        Some(Intent::Get { item: named.name, count, more: named.more })
                    });
                    let name = if place == "home" { HOME.to_owned() } else { place };
                    return Ok(got.chain([Intent::GoNamed { name }]).collect());
                }
                self.at = to;
                let player = if self.eat("to") { self.player() } else { None };
                let words = "to whom to give it (say: give NAME 5 torches)";
                // "bring 6 planks": to whoever says so.
                let me = || (self.said == "bring").then(|| ME.to_owned());
                (player.or_else(me).ok_or_else(|| not_understood(self.text, words))?, list)
            }
        };
        let mut intents = Vec::new();
        for (named, count) in list {
            intents.extend(self.gift(&player, &named, count)?);
        }
        Ok(intents)
    }

    /// `Tom and Nora 2 iron ingots each`, `2 torches each to Tom and Nora`; `None`, and nothing taken, for anything else.
    fn given_each(&mut self) -> Result<Option<Vec<Intent>>, ToolError> {
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let mut clause =
            (begun..self.words.len()).take_while(|at| !matches!(self.words[*at].text.as_str(), "then" | ";"));
        let Some(each) = clause.find(|at| matches!(self.words[*at].text.as_str(), "each" | "apiece")) else {
            return Ok(None);
        };
        let word = self.words.remove(each);
        let mut players = self.players();
        let list = self.listed(Use::Held).unwrap_or_default();
        if players.is_empty() && self.eat("to") {
            self.eat("of");
            players = self.players();
        }
        let counted = |(_, count): &(Named, Count)| matches!(count, Count::Some(_) | Count::Unsaid);
        if players.len() < 2 || list.is_empty() || !list.iter().all(counted) || !self.clone_ends_clause() {
            self.words.insert(each, word);
            self.restore(begun, named, notes);
            return Ok(None);
        }
        let mut gifts = Vec::new();
        for (named, count) in &list {
            let count = self.how_many(named, *count, true)?;
            let item = named.name;
            gifts.push(Intent::Get { item, count: count * players.len() as u32, more: false });
            gifts.extend(players.iter().map(|player| Intent::Give {
                player: player.clone(),
                item,
                count: Some(count),
            }));
        }
        Ok(Some(gifts))
    }

    /// Players' names, written as such, one after the other.
    fn players(&mut self) -> Vec<String> {
        let mut players = Vec::new();
        loop {
            let begun = self.at;
            if !players.is_empty() && !(self.eat("and") || self.eat(",")) {
                break;
            }
            self.eat("and");
            let written = self.words.get(self.at).map_or("", |word| &self.text[word.start..word.end]);
            let is_name = written.starts_with(char::is_uppercase)
                || resolve(written, Use::Got).is_none() && !is_number(written) && !self.is_verb();
            match is_name.then(|| self.player()).flatten() {
                Some(player) => players.push(player),
                None => {
                    self.at = begun;
                    break;
                }
            }
        }
        players
    }

    /// Whether a player's name comes next, written as one, and nothing else in the clause.
    pub(super) fn names_a_player(&mut self) -> bool {
        let begun = self.at;
        let written = self.words.get(self.at).map_or("", |word| &self.text[word.start..word.end]);
        let named = written.starts_with(char::is_uppercase) || matches!(self.word(), Some("him" | "her" | "me"));
        let is = named && self.player().is_some() && self.clone_ends_clause();
        self.at = begun;
        is
    }

    /// Whether something is brought to a player: "take 10 torches to Mia".
    pub(super) fn is_taken_to(&mut self) -> bool {
        let begun = self.at;
        let (named, notes) = (self.named.len(), self.notes.len());
        let listed = self.listed(Use::Held).is_ok() && self.eat("to");
        let is_place = self.word().is_some_and(|word| PLACES_OF_OURS.contains(&word));
        let is = listed && !is_place && self.player().is_some() && self.clone_ends_clause();
        self.restore(begun, named, notes);
        is
    }

    /// `tell Bert dinner is ready`: to him alone.
    pub(super) fn told_to(&mut self) -> Result<Vec<Intent>, ToolError> {
        let words = "to whom to say it (say: tell NAME dinner is ready)";
        if self.eat_any(&["both of them", "both", "them both"]) {
            return Err(cannot(
                self.text,
                "tell several at once by \"both\" (say: tell NAME and OTHER dinner is ready)",
            ));
        }
        let to = self.player().ok_or_else(|| not_understood(self.text, words))?;
        // "walk over to the chest and tell me what's inside"
        const INSIDE: &[&str] = &[
            "what's inside",
            "what is inside",
            "what's in it",
            "what is in it",
            "what's in there",
            "what is in there",
            "what it contains",
        ];
        let looks = self.at;
        if to == ME
            && self.eat_any(&["what's in", "whats in", "what is in", "what's inside", "what lies in"])
            && let Ok(look) = self.looked_into()
            && self.clone_ends_clause()
        {
            return Ok(vec![look]);
        }
        self.at = looks;
        if to == ME && self.eat_any(INSIDE) && self.ends_clause() {
            return Ok(vec![Intent::Do(LookInto::default().into())]);
        }
        if to == ME {
            let rest = self.rest().to_owned();
            return Err(not_understood(self.text, &format!("what to tell you by {rest:?} (say: what do you have?)")));
        }
        if let Some(told) = self.told_of_itself(&to) {
            return Ok(told);
        }
        // "tell him to be careful"
        if self.comes("to be").is_some() && self.clone_says_to_be() {
            self.at += 1;
            let message = self.message()?;
            return Ok(vec![Intent::Say { message, to: Some(to) }]);
        }
        if self.eat_any(&["to", "how", "what", "where", "when", "if", "whether", "about"]) {
            return Err(cannot(self.text, "find words of my own (say: tell NAME \"dinner is ready\")"));
        }
        // "tell Mia and Bert dinner is ready"
        let mut all = vec![to];
        let begun = self.at;
        let written = |parser: &Self| parser.words.get(parser.at).map_or("", |word| &parser.text[word.start..word.end]);
        if self.eat("and") && written(self).starts_with(char::is_uppercase) {
            all.extend(self.player());
        }
        if all.len() == 1 {
            self.at = begun;
        }
        // "tell Mia, and nobody else, that …"
        const ALONE: &[&str] = &[
            "privately",
            "quietly",
            "in private",
            "alone",
            "only",
            "and nobody else",
            "and no one else",
            "but nobody else",
            ",",
        ];
        while self.eat_any(ALONE) {}
        self.eat_any(&["that", ":"]);
        let message = self.message()?;
        Ok(all.into_iter().map(|to| Intent::Say { message: message.clone(), to: Some(to) }).collect())
    }

    /// Whether what somebody is told to be ends the clause, and is nothing that the bot does, too.
    fn clone_says_to_be(&self) -> bool {
        let from = self.at + 2;
        let end = self.clause_end(from);
        end > from
            && end <= from + 3
            && !self.words[from..end].iter().any(|word| matches!(word.text.as_str(), "my" | "me"))
    }

    /// Whether what is thrown is thrown to somebody: "throw Bert a loaf", "throw the dirt to Bert".
    pub(super) fn is_thrown_to(&mut self) -> bool {
        let begun = self.at;
        let written = self.words.get(self.at).map_or("", |word| &self.text[word.start..word.end]);
        let named = written.starts_with(char::is_uppercase) && self.player().is_some() && !self.clone_ends_clause();
        self.at = begun;
        matches!(self.said.as_str(), "throw" | "toss") && (named || self.says_to_whom(begun))
    }

    /// Whether this word stood before a thing that was just read.
    pub(super) fn said_before(&self, named: &Named, word: &str) -> bool {
        let length = named.said.split('_').count();
        let ends = self.words[..self.at].iter().rposition(|last| named.said.ends_with(last.text.trim_matches('"')));
        ends.and_then(|last| (last + 1).checked_sub(length + 1)).is_some_and(|at| self.words[at].text == word)
    }

    /// Whether a clause names whom at its end: "to Bert".
    fn says_to_whom(&self, begun: usize) -> bool {
        self.words[begun..].iter().take_while(|word| !is_joint(&word.text)).any(|word| word.text == "to")
    }

    fn gift(&mut self, player: &str, named: &Named, count: Count) -> Result<Vec<Intent>, ToolError> {
        let (player, item) = (player.to_owned(), named.name);
        if let Some(share) = count.share().filter(|share| *share != Share::All) {
            let of = Box::new(Intent::Give { player, item, count: None });
            return Ok(vec![Intent::Part { share, item, of }]);
        }
        // "hand me your axe": the one that is held.
        let is_yours = self.said_before(named, "your");
        let is_kind = named.note.is_some() && knowledge::stack_size(item) == 1;
        if (is_yours && !is_mass(named) || is_kind) && count == Count::The && !named.several {
            let of = Box::new(Intent::Give { player, item, count: None });
            return Ok(vec![Intent::Part { share: Share::One, item, of }]);
        }
        // "give Bert the dirt": what is held of it.
        let one = count == Count::The && !named.several && knowledge::stack_size(item) == 1;
        let all = matches!(count, Count::All | Count::The) || named.several && count == Count::Unsaid;
        if all && !one {
            return Ok(vec![Intent::Give { player, item, count: None }]);
        }
        let count = match count {
            Count::Unsaid | Count::The => 1,
            count => self.how_many(named, count, true)?,
        };
        // "get 20 coal and bring it to me": no more are got for that.
        if named.again && !self.goes_on {
            return Ok(vec![Intent::Give { player, item, count: Some(count) }]);
        }
        // Of many things what is held is given.
        if knowledge::group(item).is_some_and(|_| knowledge::mine_target(item).is_err()) {
            return Ok(vec![Intent::Give { player, item, count: Some(count) }]);
        }
        Ok(vec![Intent::Get { item, count, more: named.more }, Intent::Give { player, item, count: Some(count) }])
    }

    /// `get 5 torches for Tom`: they are his in the end; taken if that comes next.
    pub(super) fn for_whom(&mut self) -> Option<String> {
        let begun = self.at;
        let is_name = |word: &Word, text: &str| text[word.start..word.end].starts_with(char::is_uppercase);
        let player = match self.eat("for") && self.words.get(self.at).is_some_and(|word| is_name(word, self.text)) {
            true => self.player().filter(|_| self.clone_ends_clause()),
            false => None,
        };
        if player.is_none() {
            self.at = begun;
        }
        player
    }

    /// Whether what was put up is taken down again: `pick your crafting table back up`; what says so is taken out.
    pub(super) fn is_back_up(&mut self) -> bool {
        let clause = (self.at..self.words.len()).take_while(|at| !is_joint(&self.words[*at].text));
        // The verb has its "up" already.
        let back = clause.into_iter().find(|at| self.words[*at].text == "back" && self.ends_at(at + 1));
        if let Some(at) = back {
            self.words.remove(at);
        }
        back.is_some()
    }

    /// `pick up the dirt`, `pick up what lies there`.
    pub(super) fn picked_up(&mut self) -> Result<Intent, ToolError> {
        let all = self.ends_clause()
            || self.eat_any(&[
                "everything",
                "it up",
                "them up",
                "everything that lies there",
                "what lies here",
                "what lies around here",
                "what's lying here",
                "what is lying here",
                "what is lying around",
                "everything that lies here",
                "everything on the ground",
                "what lies there",
                "what lies around",
                "what lies about",
                "all items",
                "all the items",
                "the items",
                "items",
                "the drops",
                "drops",
                "all drops",
                "all the drops",
                "all",
                "that",
                "it",
                "them",
                "those",
                "the things",
                "the loot",
                "the stuff",
                "that stuff",
                "this stuff",
                "those things",
                "these things",
                "those items",
                "these items",
                "your stuff",
                "everything around",
                "everything that's lying around",
                "everything lying around",
                "everything lying here",
                "everything i dropped",
                "what i dropped",
                "what i just dropped",
                "what i threw",
                "the stuff i dropped",
                "the stuff i just dropped",
                "the things i dropped",
                "the items i dropped",
                "the items lying around",
                "the items on the ground",
                "whatever is lying around",
                "whatever lies around",
                "what you dropped",
                "what's on the ground",
                "what is on the ground",
                "what's lying around",
                "what's lying there",
                "all that stuff",
                "all the stuff",
                "all of that",
                "all of it",
                "the junk",
            ]);
        let all = all || self.all_that_lies();
        if all {
            self.skip_where();
            let radius = self.within()?;
            return Ok(Intent::Do(PickUp { radius, ..PickUp::default() }.into()));
        }
        let (named, count, _) = self.counted(Use::Got)?;
        if matches!(count, Count::Some(2..) | Count::QuarterStacks(_)) {
            return Err(cannot(self.text, "pick up a part of what lies there (say: pick up the dirt)"));
        }
        self.skip_where();
        Ok(Intent::Do(PickUp { item: Some(named.name.to_owned()), ..PickUp::default() }.into()))
    }

    /// `all the stuff lying around here`, `those items on the ground`.
    fn all_that_lies(&mut self) -> bool {
        const STUFF: &[&str] = &["stuff", "items", "things", "drops", "loot", "junk", "everything", "whatever", "what"];
        const LIES: &[&str] = &[
            "lying around",
            "lying around here",
            "lying here",
            "lying there",
            "lying on the ground",
            "lying on the floor",
            "laying on the ground",
            "laying on the floor",
            "laying around",
            "laying there",
            "laying here",
            "lying about",
            "on the ground",
            "on the floor",
            "that lies around",
            "that lie around",
            "i dropped",
            "i just dropped",
            "that i dropped",
            "you dropped",
            "that you dropped",
            "is lying around",
            "is lying here",
            "is on the ground",
            "that's lying around",
            "that are lying around",
            "around here",
            "around you",
            "here",
            "there",
            "lies here",
        ];
        let begun = self.at;
        self.eat_any(&[
            "all the",
            "all of the",
            "all those",
            "all that",
            "all this",
            "all",
            "the",
            "where",
            "behind",
            "those",
            "that",
            "these",
            "this",
            "my",
            "your",
        ]);
        if self.eat_any(STUFF) {
            self.eat_any(LIES);
            if self.clone_ends_clause() {
                return true;
            }
        }
        self.at = begun;
        false
    }

    /// Whether it is what lies about that is to be taken: `that stuff lying on the floor`; taken if so.
    pub(super) fn lies_about(&mut self) -> bool {
        let begun = self.at;
        let found = self.all_that_lies();
        let tells =
            |word: &Word| matches!(word.text.as_str(), "lying" | "laying" | "ground" | "floor" | "dropped" | "lies");
        let said = found && self.words[begun..self.at].iter().any(tells);
        if !said {
            self.at = begun;
        }
        said
    }

    /// Whether "go find …" is about a thing: what is no player is written small, or has an article.
    pub(super) fn is_thing_sought(&mut self) -> bool {
        let begun = self.at;
        let capital = |word: &Word| self.text[word.start..word.end].starts_with(char::is_uppercase);
        let named = self.words.get(self.at).is_some_and(capital);
        let sought = self.said == "go" && self.words[self.at - 1].text == "find" && !named;
        let is_thing = sought && self.counted(Use::Got).is_ok();
        self.at = begun;
        if is_thing {
            self.named.pop();
        }
        is_thing
    }

    /// `your coal between Tom and Lena`: half of it to the first, the rest to the other.
    pub(super) fn split(&mut self) -> Result<Vec<Intent>, ToolError> {
        let (named, count, _) = self.counted(Use::Held)?;
        self.eat_any(&["evenly", "equally", "up", "fairly", "in half"]);
        let words = "between whom to split it (say: give NAME half of your coal)";
        let both = self.eat("between") || self.eat("among");
        let first = if both { self.player() } else { None };
        let other = first.as_ref().and_then(|_| if self.eat("and") { self.player() } else { None });
        self.eat_any(&["evenly", "equally", "fairly"]);
        let (Some(first), Some(other)) = (first, other) else { return Err(not_understood(self.text, words)) };
        let many = matches!(count, Count::Some(_) | Count::QuarterStacks(_)).then(|| count.of(named.name));
        if let Some(half) = many.filter(|many| many % 2 == 0).map(|many| many / 2) {
            let give = |player| Intent::Give { player, item: named.name, count: Some(half) };
            return Ok(vec![give(first), give(other)]);
        }
        if !matches!(count, Count::All | Count::The | Count::Unsaid) {
            let words = "how to split a number (say: give NAME 5 coal and give OTHER 5 coal)";
            return Err(not_understood(self.text, words));
        }
        let item = named.name;
        // The one that is left over stays. Of what the goal gets first nobody knows here how many there were before.
        let keeps = ["and keep the rest", ", and keep the rest", ", keep the rest"];
        if self.done.is_none() && keeps.iter().any(|phrase| self.comes(phrase).is_some()) {
            let part = |player| {
                let of = Box::new(Intent::Give { player, item, count: None });
                Intent::Part { share: Share::Even(2), item, of }
            };
            return Ok(vec![part(first), part(other)]);
        }
        let half = Box::new(Intent::Give { player: first, item, count: None });
        Ok(vec![
            Intent::Part { share: Share::Part(Fraction::HALF), item, of: half },
            Intent::Give { player: other, item, count: None },
        ])
    }

    /// Whether the clause says between whom.
    pub(super) fn names_between(&self) -> bool {
        let mut clause = self.words[self.at..].iter().take_while(|word| word.text != "." && word.text != ",");
        clause.any(|word| matches!(word.text.as_str(), "between" | "among"))
    }

    /// `your coal with Tom`: half of it.
    pub(super) fn shared(&mut self) -> Result<Intent, ToolError> {
        let (named, count, _) = self.counted(Use::Held)?;
        let player = if self.eat("with") { self.player() } else { None };
        let words = "with whom to share it (say: give NAME half of your coal)";
        let player = player.ok_or_else(|| not_understood(self.text, words))?;
        if knowledge::group(named.name).is_some()
            || !matches!(count, Count::All | Count::The | Count::Unsaid | Count::Part(Fraction::HALF))
        {
            let words = format!("how to share that out (say for example: give {player} half of your bread)");
            return Err(not_understood(self.text, &words));
        }
        let item = named.name;
        let of = Box::new(Intent::Give { player, item, count: None });
        Ok(Intent::Part { share: Share::Part(Fraction::HALF), item, of })
    }

    /// A player's name as it is written, or whoever speaks; taken if it is one.
    pub(super) fn player(&mut self) -> Option<String> {
        // "my son Tom"
        const WHOSE: &[&str] = &[
            "son", "daughter", "friend", "brother", "sister", "mate", "buddy", "wife", "husband", "dad", "mom", "mum",
        ];
        if let [my, who, name, ..] = &self.words[self.at..]
            && my.text == "my"
            && WHOSE.contains(&who.text.as_str())
            && self.text[name.start..name.end].starts_with(char::is_uppercase)
        {
            self.at += 2;
        }
        let word = self.words.get(self.at)?;
        if word.text == "not" {
            return None;
        }
        if matches!(word.text.as_str(), "me" | "us") {
            self.at += 1;
            return Some(ME.to_owned());
        }
        if matches!(word.text.as_str(), "him" | "her" | "them") && self.player.is_some() {
            self.at += 1;
            return self.player.clone();
        }
        if matches!(word.text.as_str(), "him" | "her") && self.gone_to.is_some() {
            self.at += 1;
            return self.gone_to.clone();
        }
        // "tell Emma: dinner is ready"
        let written = self.text[word.start..word.end].trim_start_matches('@').trim_end_matches(':');
        // Names of accounts: 3 to 16 letters, digits and _ (Minecraft Wiki, "Player").
        let is_name =
            (3..=16).contains(&written.len()) && written.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let is_number = written.starts_with(|c: char| c.is_ascii_digit()) && !written.contains(char::is_alphabetic)
            || SMALL.iter().any(|(number, _)| *number == written);
        let is_word = [
            "the",
            "into",
            "onto",
            "through",
            "under",
            "from",
            "near",
            "next",
            "beside",
            "behind",
            "below",
            "above",
            "before",
            "after",
            "and",
            "again",
            "some",
            "all",
            "any",
            "your",
            "inside",
            "sit",
            "stand",
            "hang",
            "keep",
            "hold",
            "save",
            "join",
            "play",
            "rest",
            "see",
            "look",
            "watch",
            "outside",
            "down",
            "back",
            "home",
            "along",
            "with",
            "out",
            "closer",
            "quickly",
            "half",
            "each",
            "everything",
            "everybody",
            "everyone",
            "someone",
            "what",
            "him",
            "her",
            "them",
            "over",
            "away",
            "off",
            "around",
            "here",
            "there",
            "how",
            "why",
            "where",
            "when",
            "who",
            "which",
            "that",
            "this",
            "these",
            "those",
            "you",
            "they",
            "then",
            "now",
            "later",
            "please",
            "more",
            "both",
            "none",
            "nothing",
            "anything",
            "something",
            "privately",
            "quietly",
            "secretly",
            "good",
            "loudly",
            "have",
            "must",
            "should",
            "aside",
            "overboard",
            "together",
            "across",
            "saving",
            "keeping",
            "leaving",
            "third",
            "quarter",
            "rest",
            "other",
            "others",
            "another",
            "once",
            "twice",
            "thrice",
            "double",
            "triple",
            "nearly",
            "almost",
            "about",
            "roughly",
            "barely",
            "hardly",
            "exactly",
            "maybe",
            "perhaps",
            "possibly",
            "probably",
            "never",
            "always",
            "often",
            "sometimes",
            "only",
            "just",
            "even",
            "also",
            "neither",
            "either",
            "not",
            "today",
            "tomorrow",
            "tonight",
            "soon",
            "fresh",
            "new",
            "few",
            "many",
            "most",
            "least",
            "enough",
            "extra",
            "spare",
        ]
        .contains(&word.text.as_str());
        // "split the logs between planks and sticks"
        let is_thing = !written.contains(char::is_uppercase) && resolve(written, Use::Held).is_some();
        if !is_name || is_number || is_word || is_thing {
            return None;
        }
        let name = written.to_owned();
        self.at += 1;
        self.player = Some(name.clone());
        Some(name)
    }
}
