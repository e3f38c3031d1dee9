//! One of two ways by what is held, or by whether a chest has room: "build a house in birch if you've got it, otherwise oak", "make a door,
//! birch if we have some, else oak", "put the dirt in the chest, or the barrel if it is full". The words name what differs, and each way is
//! the whole goal with one or the other in it.

use super::{
    behind::takes_of,
    buildings::items_of,
    count::{is_number, written_out},
    meaning::{Intent, Wielded},
    names::{Use, WOODS, material, resolve},
    parser::Parser,
    provided::{self, Fact, HAVE, HAVE_NOT, ON_YOU, OTHERWISE, Provided, THERE_IS_NOT, of_clause},
    reading::{says, writes},
    whole::parse,
    words::{Word, has, is_joint, words},
};
use crate::{
    domain::{Store, Take, ToolRequest},
    knowledge,
    mind::plan::stock::name_of,
};

/// What speaks of what the goal has named.
const IT: &[&str] = &[
    "it",
    "that",
    "them",
    "those",
    "one",
    "any",
    "some",
    "enough",
    "any of it",
    "some of it",
    "enough of it",
    "any of that",
    "enough of that",
    "enough for it",
    "any of them",
    "enough of them",
];
/// That there is none of it, in few words.
const NONE: &[&str] = &[
    "there's none",
    "there is none",
    "there are none",
    "there isn't any",
    "there aren't any",
    "you have none",
    "you've got none",
    "we have none",
    "you don't",
    "you haven't",
];
/// That a chest has no room, and that it has.
const FULL: &[&str] = &[
    "it is full",
    "it's full",
    "its full",
    "that is full",
    "that's full",
    "that one is full",
    "that one's full",
    "there's no room",
    "there is no room",
    "there isn't any room",
    "it has no room",
    "it doesn't fit",
    "they don't fit",
];
const ROOM: &[&str] = &[
    "there's room",
    "there is room",
    "there's room in it",
    "there's still room",
    "there is still room",
    "it has room",
    "it fits",
    "they fit",
    "it isn't full",
    "it's not full",
    "it is not full",
];
/// What stands before the other thing.
const LEADS: &[&str] = &[
    "use",
    "take",
    "using",
    "of",
    "in",
    "into",
    "out of",
    "from",
    "with",
    "make it",
    "make it of",
    "make it from",
    "make it out of",
    "make it in",
    "build it of",
    "build it in",
    "build it from",
    "build it out of",
    "put it in",
    "put them in",
    "put it into",
    "just",
    "just use",
    "just take",
    "go for",
    "go with",
];
/// And behind it.
const TAILS: &[&str] = &["instead", "then", "please", "will do", "is fine", "is fine too", "is ok", "is okay"];
/// What stuff is called besides its name.
const OF_STUFF: &str = "one ones planks plank wood logs log";
const HOLDERS: &[&str] = &["chest", "barrel"];
/// What is made of metal, stone, leather or wood, as tools and armour are.
const PIECES: &str = "pickaxe pick axe shovel spade sword hoe helmet chestplate leggings boots";

/// Reads a goal that depends on what is so, or leaves a choice by it; `None` for any other, and where one of its two ways is not understood.
pub fn provided(text: &str) -> Option<Provided> {
    // "…, else of cobblestone" says what the same is made of, and is no goal of its own.
    const OF: &[&str] = &["of ", "in ", "from ", "out of ", "with ", "using "];
    let is_stuff = |goal: &Option<String>| {
        goal.as_ref().is_some_and(|goal| OF.iter().any(|of| goal.trim_start().to_lowercase().starts_with(of)))
    };
    chosen(text).or_else(|| provided::provided(text).filter(|found| !is_stuff(&found.otherwise)))
}

/// Reads a goal that leaves one choice; `None` for any other.
fn chosen(text: &str) -> Option<Provided> {
    if !text.contains("if") || text.contains(['"', '\u{201c}']) || says(text) || writes(text) {
        return None;
    }
    let Split { head, subject, other, asks, how_many } = Split::of(text)?;
    if words(head).is_empty() || words(other).is_empty() {
        return None;
    }
    let (then, otherwise, fact) = match asks {
        Asks::Room => roomy(head, other)?,
        Asks::Held => of_stuff(head, subject, other).or_else(|| of_things(head, (subject, how_many), other))?,
    };
    // A chest of birch is a chest of oak: that is no choice.
    let both = matches!((parse(&then), parse(&otherwise)), (Ok(one), Ok(other)) if one != other);
    both.then_some(Provided { fact, holds: true, then: Some(then), otherwise: Some(otherwise) })
}

/// What decides.
enum Asks {
    Held,
    Room,
}

/// How much of it there is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HowMany {
    /// "any", "one".
    Any,
    /// "it": as many as are spoken of.
    Those,
    /// "enough".
    Enough,
}

/// A goal taken apart.
struct Split<'a> {
    /// What is done in the first place.
    head: &'a str,
    /// What the condition names; nothing where it says "it".
    subject: Option<&'a str>,
    /// What is said of the other way.
    other: &'a str,
    asks: Asks,
    how_many: HowMany,
}

impl<'a> Split<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let mut parser = Parser::new(text);
        let is_otherwise = |at: &usize| OTHERWISE.iter().any(|phrase| parser.comes_at(*at, phrase).is_some());
        let ifs: Vec<usize> = (1..parser.words.len()).filter(|at| parser.words[*at].text == "if").collect();
        // "…, if not oak"
        let at = *ifs.first().filter(|_| ifs[1..].iter().all(is_otherwise))?;
        if parser.words.iter().any(|word| word.text == "unless") {
            return None;
        }
        let before = &text[..parser.words[at].start];
        parser.at = at + 1;
        let (asks, holds, subject) = parser.choice_by(text)?;
        let asked: Vec<&str> = parser.words[at..parser.at].iter().map(|word| word.text.as_str()).collect();
        let how_many = if asked.contains(&"enough") {
            HowMany::Enough
        } else if !holds && subject.is_some() || asked.iter().any(|word| has("any one none some a an", word)) {
            HowMany::Any
        } else {
            HowMany::Those
        };
        let behind = parser.words.get(parser.at).map_or("", |word| &text[word.start..]);
        let head = trimmed(before);
        if holds {
            // "…, otherwise oak"
            while parser.skip_joints() {}
            if !parser.eat_any(OTHERWISE) {
                return None;
            }
            while parser.skip_joints() {}
            let other = parser.words.get(parser.at).map_or("", |word| &text[word.start..]);
            return Some(Self { head, subject, other: trimmed(other), asks, how_many });
        }
        // "…, or, if you have no birch, oak"
        if !trimmed(behind).is_empty() {
            let head = head.strip_suffix("or").filter(|head| head.ends_with([' ', ','])).map_or(head, trimmed);
            return Some(Self { head, subject, other: trimmed(behind), asks, how_many });
        }
        // "…, or oak if you have no birch": the last "or", or the last comma.
        let said = words(head);
        let or = said.iter().rposition(|word| word.text == "or");
        let comma = || said.iter().rposition(|word| word.text == ",");
        let joint = or.or_else(comma)?;
        let (first, second) = (&head[..said[joint].start], &head[said[joint].end..]);
        let second = trimmed(second);
        let second = second.strip_prefix("else ").unwrap_or(second);
        Some(Self { head: trimmed(first), subject, other: second, asks, how_many })
    }
}

/// Without the joints, and what is polite, around it.
fn trimmed(text: &str) -> &str {
    let text = of_clause(text);
    let behind = TAILS.iter().find_map(|tail| text.strip_suffix(tail).filter(|rest| rest.ends_with([' ', ','])));
    behind.map_or(text, of_clause)
}

impl Parser<'_> {
    /// "you've got it", "there's no coal", "it is full": what decides, whether the first way is gone then, and what is named.
    fn choice_by<'t>(&mut self, text: &'t str) -> Option<(Asks, bool, Option<&'t str>)> {
        let begun = self.at;
        // "the chest is full": it is the one of the goal.
        let _ = self.eat("the") && HOLDERS.iter().any(|holder| self.eat(holder));
        let named = self.at > begun;
        let full = [["is full"].as_slice(), &["isn't full", "is not full", "has room"]];
        if named && let Some(at) = full.iter().position(|phrases| self.eat_any(phrases)) {
            return self.ends_choice().then_some((Asks::Room, at == 1, None));
        }
        self.at = begun;
        if self.eat_any(FULL) {
            return self.ends_choice().then_some((Asks::Room, false, None));
        }
        self.at = begun;
        if self.eat_any(ROOM) {
            return self.ends_choice().then_some((Asks::Room, true, None));
        }
        self.at = begun;
        if self.eat_any(NONE) && self.ends_choice() {
            return Some((Asks::Held, false, None));
        }
        self.at = begun;
        let has_not = self.eat_any(THERE_IS_NOT) || self.eat_any(HAVE_NOT);
        if !has_not && !self.eat_any(HAVE) {
            return None;
        }
        let subject = self.at;
        if self.eat_any(IT) {
            self.eat_any(ON_YOU);
            if self.ends_choice() {
                return Some((Asks::Held, !has_not, None));
            }
            self.at = subject;
        }
        let _ = self.eat_any(&["any", "some", "enough", "a", "an", "the"]);
        let start = self.at;
        let mut ends = (start + 1..=self.words.len().min(start + 3)).rev();
        let is_named = |this: &Self, end: usize| {
            let said = this.joined(start, end);
            stuff(&said.replace('_', " ")).is_some() || resolve(&said, Use::Got).is_some()
        };
        let end = ends.find(|end| is_named(self, *end))?;
        self.at = end;
        let _ = self.eat_any(&["for it", "for that"]) || self.eat_any(ON_YOU);
        let said = &text[self.words[start].start..self.words[end - 1].end];
        self.ends_choice().then_some((Asks::Held, !has_not, Some(said)))
    }

    /// Whether the condition ends here.
    fn ends_choice(&self) -> bool {
        self.at_end()
            || self.word().is_some_and(is_joint)
            || OTHERWISE.iter().any(|phrase| self.comes(phrase).is_some())
            || LEADS.iter().any(|phrase| self.comes(phrase).is_some())
    }
}

/// What things are made of, by the word for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stuff {
    Wood(&'static str),
    /// As the names of tools begin.
    Tools(&'static str),
}

fn stuff(said: &str) -> Option<Stuff> {
    let wood = WOODS.iter().find(|(called, _)| *called == said).map(|(_, wood)| Stuff::Wood(wood));
    wood.or_else(|| material(said).map(Stuff::Tools))
}

/// The stuff at a word of a goal, and how many words say so.
fn stuff_at(said: &[Word], at: usize) -> Option<(Stuff, usize)> {
    let two = said.get(at + 1).and_then(|next| stuff(&format!("{} {}", said[at].text, next.text)));
    two.map(|stuff| (stuff, 2)).or_else(|| stuff(&said[at].text).map(|stuff| (stuff, 1)))
}

/// What is said, without what leads to it.
fn bare(other: &str) -> &str {
    let said = words(other);
    let starts = |phrase: &str| {
        let count = phrase.split(' ').count();
        let fits = phrase.split(' ').enumerate().all(|(at, word)| said.get(at).is_some_and(|said| said.text == word));
        fits.then_some(count)
    };
    let lead = LEADS.iter().filter_map(|lead| starts(lead)).max().unwrap_or(0);
    said.get(lead).map_or("", |word| &other[word.start..])
}

/// The same made of one stuff or another: "a birch door … otherwise oak".
fn of_stuff(head: &str, subject: Option<&str>, other: &str) -> Option<(String, String, Fact)> {
    let said = words(bare(other));
    let articles = said.iter().take_while(|word| matches!(word.text.as_str(), "a" | "an" | "the")).count();
    let (another, count) = said.get(articles).and_then(|_| stuff_at(&said, articles))?;
    let rest = said.get(articles + count..).unwrap_or_default();
    // "an oak door", of a birch door.
    let said_of_it =
        |word: &Word| has(OF_STUFF, &word.text) || words(head).iter().skip(1).any(|of| of.text == word.text);
    if !rest.iter().all(said_of_it) {
        return None;
    }
    let last = &said[articles + count - 1];
    let another_said = &bare(other)[said[articles].start..last.end];
    let in_head = words(head);
    // "make a door, birch if …": what stands behind the comma belongs before the thing.
    let comma = in_head.iter().rposition(|word| word.text == ",");
    let (one, with) = match comma {
        Some(comma) => {
            let (one, count) = in_head.get(comma + 1).and_then(|_| stuff_at(&in_head, comma + 1))?;
            let rest = &in_head[comma + 1 + count..];
            let alone = rest.iter().all(|word| has(OF_STUFF, &word.text));
            let before = &head[..in_head[comma].start];
            if !alone || words(before).iter().any(|word| is_joint(&word.text)) {
                return None;
            }
            let one_said = &head[in_head[comma + 1].start..in_head[comma + count].end];
            (one, [one_said, another_said].map(|stuff| with_stuff(before, stuff)))
        }
        None => {
            if in_head.iter().any(|word| is_joint(&word.text)) {
                return None;
            }
            let is_alike = |(one, _): &(Stuff, usize), end: usize| match (one, another) {
                (Stuff::Wood(_), Stuff::Wood(_)) => true,
                // "5 stone with the iron pickaxe": what the tool is of.
                (Stuff::Tools(_), Stuff::Tools(_)) => in_head.get(end).is_some_and(|next| has(PIECES, &next.text)),
                _ => false,
            };
            let found = (0..in_head.len()).filter_map(|at| Some((at, stuff_at(&in_head, at)?)));
            let mut found = found.filter(|(at, one)| is_alike(one, at + one.1));
            let (at, (one, count)) = found.next().filter(|_| found.next().is_none())?;
            let changed = put_in(head, &in_head, at..at + count, another_said);
            (one, [Some(head.to_owned()), Some(changed)])
        }
    };
    if one == another || std::mem::discriminant(&one) != std::mem::discriminant(&another) {
        return None;
    }
    let [then, otherwise] = with;
    let (then, otherwise) = (then?, otherwise?);
    let is_of_it = |subject: &str| {
        let subject = words(subject);
        let of = subject.first().and_then(|_| stuff_at(&subject, 0));
        of.is_some_and(|(of, count)| {
            of == one
                && subject[count..].iter().all(|word| has(OF_STUFF, &word.text) || has("ingot ingots", &word.text))
        }) || one == Stuff::Tools("stone") && subject.iter().all(|word| has("cobble cobblestone", &word.text))
    };
    if subject.is_some_and(|subject| !is_of_it(subject)) {
        return None;
    }
    let fact = takes_of_stuff(one, &then)?;
    Some((then, otherwise, fact))
}

/// `a door` of this stuff: `a birch door`.
fn with_stuff(clause: &str, stuff: &str) -> Option<String> {
    let said = words(clause);
    let is_count = |word: &&Word| matches!(word.text.as_str(), "a" | "an" | "the") || is_number(&word.text);
    let count = said.iter().skip(1).find(is_count)?;
    let count_said = match count.text.as_str() {
        "a" | "an" => article(stuff),
        _ => &clause[count.start..count.end],
    };
    Some(format!("{}{count_said} {stuff}{}", &clause[..count.start], &clause[count.end..]))
}

fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// A goal with other words in the place of some.
fn put_in(head: &str, said: &[Word], place: std::ops::Range<usize>, other: &str) -> String {
    let (start, end) = (said[place.start].start, said[place.end - 1].end);
    let before = place.start.checked_sub(1).map(|at| &said[at]).filter(|word| matches!(word.text.as_str(), "a" | "an"));
    match before {
        Some(word) => format!("{}{} {other}{}", &head[..word.start], article(other), &head[end..]),
        None => format!("{}{other}{}", &head[..start], &head[end..]),
    }
}

/// What is to be held of a stuff for what a goal makes of it, or the thing of it that the goal uses.
fn takes_of_stuff(one: Stuff, then: &str) -> Option<Fact> {
    let intents = parse(then).ok()?;
    let [intent] = intents.as_slice() else { return None };
    let made = match intent {
        Intent::Craft { item, count } | Intent::Get { item, count, .. } => Some((*item, *count)),
        _ => None,
    };
    match (one, intent, made) {
        (Stuff::Wood(wood), Intent::Build(project), _) => {
            let items = items_of(project)?;
            let log = format!("{wood}_log");
            let planks = knowledge::item(&format!("{wood}_planks"))?.name;
            let logs = items.get(log.as_str()).copied().unwrap_or(0);
            let of_planks = items.iter().filter(|(item, _)| item.starts_with(&format!("{wood}_")));
            let each = of_planks.map(|(item, count)| takes_of(planks, &[(*item, *count)]));
            let planks = each.sum();
            (logs + planks > 0).then_some(Fact::Wood { wood, logs, planks })
        }
        (Stuff::Wood(wood), _, Some((item, count))) => {
            let planks = knowledge::item(&format!("{wood}_planks"))?.name;
            match takes_of(planks, &[(item, count)]) {
                // What is of that wood and made of none: saplings, logs.
                0 => None,
                planks => Some(Fact::Wood { wood, logs: 0, planks }),
            }
        }
        (Stuff::Tools(stuff), _, Some((item, count))) => {
            let item_of = match stuff {
                "wooden" => "planks",
                "stone" => "cobblestone",
                "iron" => "iron_ingot",
                "golden" => "gold_ingot",
                "copper" => "copper_ingot",
                "diamond" => "diamond",
                "leather" => "leather",
                _ => return None,
            };
            let takes = takes_of(item_of, &[(item, count)]);
            (takes > 0).then_some(Fact::Held { item: item_of, count: takes })
        }
        (_, intent, None) => used(intent).map(|(item, count)| Fact::Held { item, count }),
    }
}

/// What a deed is done with, and how many it takes of it at least.
fn used(intent: &Intent) -> Option<(&'static str, u32)> {
    let named = |item: &str, count: Option<u32>| Some((knowledge::item(item)?.name, count.unwrap_or(1)));
    match intent {
        Intent::Give { item, count, .. } | Intent::Drop { item, count } => named(item, *count),
        Intent::Place { block, count, .. } => named(block, Some(*count)),
        Intent::Lay(layout) => named(layout.block, Some(layout.count)),
        Intent::Part { of, .. } | Intent::IntoPlaced(of) => used(of),
        Intent::With { tool: Wielded::Tool(tool), .. } => named(tool, None),
        Intent::Do(request) => match request {
            ToolRequest::Equip(equip) => named(&equip.item, None),
            ToolRequest::UseItem(using) => named(using.item.as_deref()?, None),
            ToolRequest::Store(Store { item: Some(item), count, .. }) => named(item, *count),
            ToolRequest::Eat(eat) => named(eat.item.as_deref()?, eat.count),
            _ => None,
        },
        _ => None,
    }
}

/// The same with one thing or another: "a lantern … otherwise a torch".
fn of_things(head: &str, (subject, how_many): (Option<&str>, HowMany), other: &str) -> Option<(String, String, Fact)> {
    let in_head = words(head);
    if in_head.iter().any(|word| is_joint(&word.text)) {
        return None;
    }
    let (one, place) = thing_in(head, &in_head)?;
    // "if you have a lantern": that one.
    if let Some(subject) = subject
        && resolve(&subject.replace(' ', "_"), Use::Got)?.name != one
    {
        return None;
    }
    let other = bare(other);
    let said = words(other);
    let (another, within) = thing_in(other, &said)?;
    if within.end != said.len() || one == another {
        return None;
    }
    let counted = |said: &[Word], place: &std::ops::Range<usize>| {
        let words = &said[place.clone()];
        let lead = words.first().filter(|_| words.len() > 1).map(|word| word.text.clone());
        lead.filter(|lead| is_count(lead))
    };
    let (lead, other_lead) = (counted(&in_head, &place), counted(&said, &within));
    if within.start > 0 {
        return None;
    }
    let put = match (lead.as_deref(), other_lead) {
        // As many of the other, where no number is said of it.
        (Some("a" | "an"), None) => format!("1 {other}"),
        (Some(lead), None) => format!("{lead} {other}"),
        _ => other.to_owned(),
    };
    let otherwise = {
        let (start, end) = (in_head[place.start].start, in_head[place.end - 1].end);
        format!("{}{put}{}", &head[..start], &head[end..])
    };
    let (then, otherwise) = (head.to_owned(), otherwise);
    let intents = parse(&then).ok()?;
    let [.., intent] = intents.as_slice() else { return None };
    // What is got for it first is no deed of its own.
    let got = |intent: &Intent| match intent {
        Intent::Get { item, .. } => *item == one,
        _ => false,
    };
    let many = lead.as_deref().and_then(|lead| written_out(lead).or_else(|| lead.parse().ok())).unwrap_or(1);
    let many = if how_many == HowMany::Any { 1 } else { many };
    let fact = match intent {
        // How many are enough shows once the land is seen.
        Intent::FillUp { block, .. } if *block == one && how_many != HowMany::Enough => {
            Fact::Held { item: one, count: 1 }
        }
        Intent::Do(ToolRequest::Take(take)) => taken(take, one, many)?,
        intent if intents[..intents.len() - 1].iter().all(got) => {
            let (item, count) = used(intent)?;
            let count = if how_many == HowMany::Any { 1 } else { count.max(many) };
            (item == one).then_some(Fact::Held { item, count })?
        }
        _ => return None,
    };
    Some((then, otherwise, fact))
}

/// "take 5 coal from the chest, or charcoal if there's none": so many lie there.
fn taken(take: &Take, one: &'static str, many: u32) -> Option<Fact> {
    let holder = HOLDERS.iter().copied().find(|holder| *holder == take.chest.as_deref().unwrap_or("chest"))?;
    let is_near = take.x.is_none() && take.leave.is_none() && take.one_in.is_none();
    (is_near && take.item == one).then_some(Fact::Stored {
        item: Some(one),
        count: take.count.map_or(1, |_| many),
        holder,
    })
}

fn is_count(word: &str) -> bool {
    matches!(word, "a" | "an" | "the" | "your" | "my" | "some" | "all") || is_number(word)
}

/// The first thing that is named, and which words name it, with what says how many.
fn thing_in(text: &str, said: &[Word]) -> Option<(&'static str, std::ops::Range<usize>)> {
    let parser = Parser::new(text);
    let runs = (0..said.len()).flat_map(|from| (from + 1..=said.len().min(from + 4)).rev().map(move |to| (from, to)));
    let is_verb = |from: usize| from == 0 && said.len() > 2 && !is_count(&said[0].text) && !is_number(&said[0].text);
    let mut runs = runs.filter(|(from, to)| {
        let is_name = |word: &Word| text[word.start..].starts_with(char::is_uppercase);
        !said[*from..*to].iter().any(|word| is_joint(&word.text) || is_name(word)) && !is_verb(*from)
    });
    let (named, from, to) = runs.find_map(|(from, to)| {
        Some((
            resolve(&parser.joined(from, to), Use::Held).or_else(|| resolve(&parser.joined(from, to), Use::Got))?,
            from,
            to,
        ))
    })?;
    let from = from.checked_sub(1).filter(|before| is_count(&said[*before].text)).unwrap_or(from);
    Some((named.name, from..to))
}

/// Into one chest, or another where that has no room.
fn roomy(head: &str, other: &str) -> Option<(String, String, Fact)> {
    let intents = parse(head).ok()?;
    let [intent] = intents.as_slice() else { return None };
    let Intent::Do(ToolRequest::Store(Store { item: Some(item), count, total: None, x: None, chest, .. })) = intent
    else {
        return None;
    };
    let holder = HOLDERS.iter().copied().find(|holder| *holder == chest.as_deref().unwrap_or("chest"))?;
    let said = words(bare(other));
    let said: Vec<&str> =
        said.iter().map(|word| word.text.as_str()).filter(|word| !matches!(*word, "the" | "a" | "that")).collect();
    let [other] = said.as_slice() else { return None };
    let other = HOLDERS.iter().copied().find(|holder| holder == other).filter(|other| *other != holder)?;
    let in_head = words(head);
    let mut places = (0..in_head.len()).filter(|at| in_head[*at].text == holder);
    let at = places.next().filter(|_| places.next().is_none())?;
    let otherwise = format!("{}{other}{}", &head[..in_head[at].start], &head[in_head[at].end..]);
    Some((head.to_owned(), otherwise, Fact::Room { item: name_of(item)?, count: *count, holder }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(text: &str) -> Option<(String, String, Fact)> {
        let Provided { fact, then, otherwise, .. } = chosen(text)?;
        Some((then?, otherwise?, fact))
    }

    #[test]
    fn a_choice_is_both_ways_by_what_is_held() {
        let birch = |planks| Fact::Wood { wood: "birch", logs: 0, planks };
        for (said, then, otherwise, fact) in [
            ("make a door, birch if we have some, else oak", "make a birch door", "make an oak door", birch(6)),
            ("make a birch door if you've got birch, otherwise oak", "make a birch door", "make an oak door", birch(6)),
            ("make a birch door, or oak if there's no birch", "make a birch door", "make an oak door", birch(6)),
            (
                "make an iron pickaxe if you have iron, otherwise a stone one",
                "make an iron pickaxe",
                "make a stone pickaxe",
                Fact::Held { item: "iron_ingot", count: 3 },
            ),
            (
                "place a lantern by the door if you have one, otherwise a torch",
                "place a lantern by the door",
                "place a torch by the door",
                Fact::Held { item: "lantern", count: 1 },
            ),
            (
                "give Mia an apple if you have one, otherwise bread",
                "give Mia an apple",
                "give Mia 1 bread",
                Fact::Held { item: "apple", count: 1 },
            ),
            (
                "put the dirt in the chest, or the barrel if it is full",
                "put the dirt in the chest",
                "put the dirt in the barrel",
                Fact::Room { item: "dirt", count: None, holder: "chest" },
            ),
        ] {
            let wanted = Some((then.to_owned(), otherwise.to_owned(), fact));
            assert_eq!(ways(said), wanted, "{said}");
        }
    }

    #[test]
    fn what_is_no_such_choice_is_none() {
        for none in [
            "make a birch door",
            "make a birch door if you like, otherwise oak",
            "make a birch door if you have iron, otherwise oak",
            "put it in the chest, or the barrel if it is full",
            "say hello if you have one, otherwise bye",
            "make a door, birch if we have some, else an iron pickaxe",
            "give Mia an apple if she is hungry, otherwise bread",
            "craft a chest from birch planks if you have any, otherwise oak",
            "fill the hole with dirt if you have enough, otherwise cobble",
            "get 5 birch logs if there are any, otherwise oak",
        ] {
            assert_eq!(ways(none), None, "{none}");
        }
    }
}
