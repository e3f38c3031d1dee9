//! What is taken into hands or put on, and what is taken off again.

use serde_json::json;

use super::{
    count::Count,
    meaning::Intent,
    names::{Named, Use, material, resolve},
    parser::Parser,
    refusals::not_understood,
    words::is_joint,
};
use crate::{
    domain::{BodySlot, Equip, ErrorCode, TakeOff, ToolError},
    knowledge,
    mind::plan::stock::with_article,
};

/// What is worn, as people call it whatever it is made of.
const WORN: &[(&str, BodySlot)] = &[
    ("helmet", BodySlot::Head),
    ("hat", BodySlot::Head),
    ("cap", BodySlot::Head),
    ("chestplate", BodySlot::Chest),
    ("breastplate", BodySlot::Chest),
    ("leggings", BodySlot::Legs),
    ("pants", BodySlot::Legs),
    ("boots", BodySlot::Feet),
    ("shoes", BodySlot::Feet),
];

/// All that is worn.
const ALL_WORN: &[&str] = &[
    "all armor",
    "all armour",
    "all of your armor",
    "all of your armour",
    "all your armor",
    "all your armour",
    "all the armor",
    "all the armour",
    "your armor",
    "your armour",
    "the armor",
    "the armour",
    "armor",
    "armour",
    "everything",
    "everything you wear",
    "everything you are wearing",
    "what you wear",
    "what you are wearing",
];

/// Where pieces are put on.
const ON_THE_BODY: &[&str] =
    &["on your head", "on your feet", "on your legs", "on your chest", "on your body", "on yourself"];

/// The best of what is held.
const BEST: &[&str] = &[
    "any armor you find",
    "any armor you have",
    "any armor you've got",
    "any armour you find",
    "any armour you have",
    "whatever armor you have",
    "whatever armor you find",
    "all the armor you have",
    "all your armor",
    "the best gear you have",
    "your best gear",
    "the best armor",
    "the best armour",
    "your best armor",
    "your best armour",
    "your armor",
    "your armour",
    "the armor",
    "the armour",
    "armor",
    "armour",
    "some armor",
    "some armour",
    "any armor",
    "any armour",
    "the best armor you have",
    "the best armour you have",
    "the best armor you've got",
    "the best armour you've got",
    "the best armor you got",
];

const IN_OFF_HAND: &[&str] = &[
    "in your off hand",
    "in your offhand",
    "in the off hand",
    "in the offhand",
    "in your left hand",
    "in your other hand",
    "into your off hand",
    "into your offhand",
    "in off hand",
    "in offhand",
];
const IN_HAND: &[&str] = &[
    "in your hand",
    "in your hands",
    "in your main hand",
    "in the main hand",
    "in your right hand",
    "in hand",
    "into your hand",
    "into your main hand",
    "in your mainhand",
    "in main hand",
];

/// What is said of what is held.
const YOU_HAVE: &[&str] = &[
    "you have",
    "you've got",
    "you have got",
    "you got",
    "you hold",
    "you carry",
    "you are carrying",
    "that you have",
];

/// The pieces of a set of armour.
const PIECES: [&str; 4] = ["helmet", "chestplate", "leggings", "boots"];

impl Parser<'_> {
    /// Behind what is put on: where it goes anyway.
    pub(super) fn skip_worn_at(&mut self) {
        let _ = self.eat_any(ON_THE_BODY) || self.eat("on");
    }

    /// `equip the sword`, `wear iron armour`, `hold a torch in your off hand`.
    pub(super) fn equipped(&mut self) -> Result<Vec<Intent>, ToolError> {
        let begun = self.at;
        if self.said == "hold" && self.eat_any(&["nothing", "nothing in your hand", "no item"]) && self.ends_clause() {
            return Ok(vec![Intent::Do(TakeOff { item: None, slot: Some(BodySlot::MainHand) }.into())]);
        }
        self.at = begun;
        let yours = self.eat_any(&["your", "all your", "all of your", "all the", "all"]);
        let _ =
            !yours && self.eat_any(&["the", "a", "an", "my", "full", "a full set of", "a set of", "your full", "some"]);
        if let Some(material) = self.word().and_then(material) {
            self.at += 1;
            if self.eat_any(&["armor", "armour", "armor set", "armour set"]) {
                // Of what is the bot's already no more is made.
                if self.eat_any(YOU_HAVE) || yours {
                    return Ok(vec![Intent::WearBest { of: Some(material) }]);
                }
                let pieces = PIECES.map(|piece| format!("{material}_{piece}"));
                let known = pieces.iter().all(|piece| knowledge::item(piece).is_some());
                if !known {
                    return Err(not_understood(self.text, &format!("what {material} armor would be")));
                }
                return Ok(pieces.map(|item| Intent::Do(Equip { item, slot: None }.into())).to_vec());
            }
        }
        self.at = begun;
        if self.eat_any(BEST) && self.ends_clause() {
            return Ok(vec![Intent::WearBest { of: None }]);
        }
        self.at = begun;
        self.eat_any(&[
            "your",
            "my",
            "your old",
            "my old",
            "your best",
            "the best",
            "your strongest",
            "the strongest",
            "some of your",
            "a pair of",
            "some",
        ]);
        // "your helmet" is the one that is held.
        let of_any = WORN.iter().find(|(piece, _)| self.word() == Some(piece)).filter(|_| self.ends_at(self.at + 1));
        if let Some((_, slot)) = of_any {
            // "iron boots and helmet": of the same stuff.
            let before =
                self.named.last().filter(|_| self.at == begun).and_then(|(before, _)| before.name.rsplit_once('_'));
            let same = before.and_then(|(stuff, _)| knowledge::item(&format!("{stuff}_{}", piece_of(*slot))));
            self.at += 1;
            if let Some(item) = same {
                self.skip_worn_at();
                return Ok(vec![Intent::Do(Equip { item: item.name.to_owned(), slot: None }.into())]);
            }
            self.eat("on");
            self.worn.push(*slot);
            return Ok(vec![Intent::WearHeld { slot: *slot }]);
        }
        self.at = begun;
        // "your best sword" is the best that is held.
        if self.eat_any(&["your best", "the best", "your strongest", "the strongest", "my best", "your good"]) {
            let kinds = ["pickaxe", "axe", "shovel", "sword", "hoe"];
            let kind = kinds.into_iter().find(|kind| self.word().map(spelt_tool) == Some(kind));
            if let Some(kind) = kind {
                self.at += 1;
                self.eat_any(&["you have", "you've got", "you got", "in your hand", "in hand"]);
                if self.ends_clause() {
                    return Ok(vec![Intent::HoldBest { kind }]);
                }
            }
            self.at = begun;
        }
        self.eat_any(&["your", "my", "your old", "my old", "your best"]);
        let wears = self.said == "wear" || self.said.starts_with("put");
        let (named, count, _) = self.counted(Use::Got)?;
        // "put some iron boots on" is one pair.
        let some = self.words[begun..self.at].iter().any(|word| word.text == "some");
        if matches!(count, Count::Some(2..)) && !some || count == Count::All {
            return Err(not_understood(self.text, "how several things would go into one place"));
        }
        let off = self.eat_any(IN_OFF_HAND);
        let main = self.eat_any(IN_HAND);
        self.skip_worn_at();
        let is_to_wear = knowledge::worn_in(named.name).is_some() || knowledge::group(named.name).is_some();
        if wears && !off && !main && !is_to_wear && self.clone_ends_clause() {
            let said = named.name.replace('_', " ");
            let message = format!("{} is nothing to wear (say: hold the {said})", with_article(&said));
            let context = json!({ "goal": self.text, "cannot": message });
            return Err(ToolError::new(ErrorCode::InvalidParams, message).with(context));
        }
        let slot = match (off, main) {
            (true, _) => Some(BodySlot::OffHand),
            (_, true) => Some(BodySlot::MainHand),
            _ => None,
        };
        Ok(vec![Intent::Do(Equip { item: named.name.to_owned(), slot }.into())])
    }

    /// Whether something is put into a hand, or on the body.
    pub(super) fn names_a_hand(&self) -> bool {
        let clause = (self.at..self.words.len()).take_while(|at| !is_joint(&self.words[*at].text));
        let hands = IN_OFF_HAND.iter().chain(IN_HAND).chain(ON_THE_BODY);
        clause.into_iter().any(|at| hands.clone().any(|hand| self.comes_at(at, hand).is_some()))
    }

    /// Whether a piece that is worn comes next.
    pub(super) fn is_worn(&mut self) -> bool {
        let begun = self.at;
        let _ = self.eat_any(&["your", "the", "my", "that", "all your", "all the"]);
        let words =
            self.words[self.at..].iter().take_while(|word| !matches!(word.text.as_str(), "." | ";" | "at" | "from"));
        let is_worn = words.take(3).any(|word| {
            WORN.iter().any(|(piece, _)| *piece == word.text) || matches!(word.text.as_str(), "armor" | "armour")
        });
        self.at = begun;
        is_worn
    }

    /// Where a word "off" ends the clause of a verb: `take your boots off`.
    pub(super) fn off_behind(&self) -> Option<usize> {
        const LONGEST: usize = 12;
        let next = self.words.iter().enumerate().skip(self.at).take(LONGEST);
        let mut next = next.take_while(|(_, word)| !matches!(word.text.as_str(), "." | ";" | "then" | "from"));
        let off = next.find(|(_, word)| word.text == "off").map(|(at, _)| at).filter(|at| *at > self.at)?;
        self.ends_at(off + 1).then_some(off)
    }

    /// `your helmet`, where the clause ends behind it: it stands for the one that is held, whatever it is made of.
    pub(super) fn piece_of_armour(&mut self) -> Option<&'static str> {
        let begun = self.at;
        let _ = self.eat_any(&["your", "the", "that"]);
        let slot = WORN.iter().find(|(name, _)| self.eat(name)).map(|(_, slot)| *slot).filter(|_| self.ends_clause());
        let piece = slot.and_then(|slot| knowledge::item(&format!("iron_{}", piece_of(slot))));
        if piece.is_none() {
            self.at = begun;
        }
        piece.map(|piece| piece.name)
    }

    /// `take off your helmet`, `take your boots and your leggings off`, `unequip`: the hand's, where nothing is named.
    pub(super) fn taken_off(&mut self) -> Result<Vec<Intent>, ToolError> {
        let off = if self.said == "take" && !self.words[..self.at].last().is_some_and(|word| word.text == "off") {
            self.off_behind()
        } else {
            None
        };
        if off.is_none() && self.ends_clause() {
            let hand = TakeOff { item: None, slot: Some(BodySlot::MainHand) };
            return match self.said.as_str() {
                "unequip" => Ok(vec![Intent::Do(hand.into())]),
                _ => Err(not_understood(self.text, "what to take off (say: take off your helmet)")),
            };
        }
        // "put your helmet on, wait 5 seconds and take it off again"
        let it = self.at;
        let of_all = !self.worn.is_empty() && self.eat_any(&["them off again", "them off", "them again", "them"]);
        let of_last = !self.worn.is_empty() && self.eat_any(&["it off again", "it off", "it again", "it"]);
        if (of_all || of_last) && self.clone_ends_clause() {
            // "put on your helmet and boots, then take them off": all of them.
            let slots = if of_all { std::mem::take(&mut self.worn) } else { self.worn.pop().into_iter().collect() };
            let off = |slot| Intent::Do(TakeOff { item: None, slot: Some(slot) }.into());
            return Ok(slots.into_iter().map(off).collect());
        }
        self.at = it;
        let mut all = self.piece_taken_off()?;
        while off.is_some_and(|off| self.at < off) && self.skip_joints() {
            all.extend(self.piece_taken_off()?);
        }
        match off {
            Some(off) if off != self.at => {
                return Err(not_understood(self.text, &format!("what to take off by {:?}", self.rest())));
            }
            _ => _ = self.eat("off"),
        }
        Ok(all.into_iter().map(|off| Intent::Do(off.into())).collect())
    }

    fn piece_taken_off(&mut self) -> Result<Vec<TakeOff>, ToolError> {
        let ends = |parser: &Self, at: usize| {
            parser.ends_at(at) || parser.words.get(at).is_some_and(|word| word.text == "off")
        };
        let begun = self.at;
        if self.eat_any(ALL_WORN) && ends(self, self.at) {
            self.named.extend(resolve("armor", Use::Held).map(|armour| (Named { again: true, ..armour }, Count::All)));
            return Ok(vec![TakeOff::default()]);
        }
        self.at = begun;
        let _ = self.eat_any(&["your", "the", "my", "that"]);
        let named = self.at;
        if let Some((_, slot)) = WORN.iter().find(|(name, _)| self.eat(name))
            && ends(self, self.at)
        {
            // "it" may be spoken of then.
            let said = self.joined(named, self.at);
            if let Some(piece) = resolve(&said, Use::Got) {
                self.named.push((piece, Count::The));
            }
            return Ok(vec![TakeOff { item: None, slot: Some(*slot) }]);
        }
        self.at = named;
        if let Some(material) = self.word().and_then(material) {
            self.at += 1;
            if self.eat_any(&["armor", "armour"]) {
                let pieces = PIECES.map(|piece| format!("{material}_{piece}")).into_iter();
                let known = pieces.filter(|piece| knowledge::item(piece).is_some());
                return Ok(known.map(|item| TakeOff { item: Some(item), slot: None }).collect());
            }
        }
        self.at = if self.words.get(begun).is_some_and(|word| word.text == "your") { named } else { begun };
        let (named, count, _) = self.counted(Use::Got)?;
        if !matches!(count, Count::The | Count::Unsaid | Count::Some(1)) {
            return Err(not_understood(self.text, "how several of one thing would be worn"));
        }
        if self.said == "take" && knowledge::worn_in(named.name).is_none() {
            return Err(not_understood(self.text, &format!("how {} would be worn", named.name)));
        }
        Ok(vec![TakeOff { item: Some(named.name.to_owned()), slot: None }])
    }
}

/// What of a set of armour is worn there.
fn piece_of(slot: BodySlot) -> &'static str {
    match slot {
        BodySlot::Head => "helmet",
        BodySlot::Chest => "chestplate",
        BodySlot::Legs => "leggings",
        _ => "boots",
    }
}

/// A tool's name, where it is shortened.
fn spelt_tool(word: &str) -> &str {
    match word {
        "pick" => "pickaxe",
        "spade" => "shovel",
        word => word,
    }
}
