//! What a goal says is not to be done ("go to the bed, but don't sleep in it"), or to be kept ("drop two of them and keep the third"),
//! and what would come of it anyway: nobody does what was not asked for. What is left alone is spoken of nowhere else. Where the rest of
//! the goal does otherwise, or may have to on its way to its end, it is refused as before.

use std::mem::{Discriminant, discriminant};

use super::{
    meaning::{Intent, Kept},
    names::{Use, resolve},
    reading::understood,
    words::{has, words},
};
use crate::{
    domain::{Store, Take, ToolRequest},
    knowledge::{self, members},
};

/// What begins the words.
const JOINTS: &str = "but and then please though , also";
/// The first word behind them.
const FIRST: &str = "don't dont never do no not without keep leave save spare";
/// What nobody does who only goes somewhere.
const DOINGS: &str =
    "chopping cutting felling digging mining breaking placing building crafting touching taking stealing fighting";
/// How things are left that nobody touches, and where they are kept.
const ALONE: &[&str] =
    &["alone", "be", "where it is", "where they are", "as it is", "as they are", "untouched", "standing", "in place"];
const KEPT: &[&str] = &[
    "in there",
    "in your pack",
    "in the pack",
    "in your inventory",
    "in your bag",
    "for later",
    "for yourself",
    "with you",
    "on you",
    "to yourself",
    "back",
    "in it",
    "out of it",
    "out",
];
/// What is left of so many.
const OTHERS: &[&str] = &[
    "rest",
    "others",
    "other",
    "other one",
    "other ones",
    "second",
    "third",
    "fourth",
    "last",
    "second one",
    "third one",
    "fourth one",
    "last one",
    "remaining one",
    "remaining ones",
];

/// Whether a goal has words in it that may begin such a clause.
pub(super) fn speaks_of_sparing(text: &str) -> bool {
    words(text).iter().any(|word| has(FIRST, &word.text) || word.text == "none")
}

/// Whether words say so, whatever the rest is.
pub(super) fn may_be_spared(lost: &str) -> bool {
    let mut said = words(lost).into_iter().map(|word| word.text).skip_while(|word| has(JOINTS, word));
    said.next().is_some_and(|first| has(FIRST, &first)) || said.next().is_some_and(|second| second == "none")
}

/// Whether these words may be left out of a goal that is `rest` without them.
pub(super) fn is_spared(lost: &str, rest: &str) -> bool {
    let said: Vec<String> =
        words(lost).into_iter().map(|word| word.text).skip_while(|word| has(JOINTS, word)).collect();
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    // Nobody waits for what they were not asked to wait for.
    if matches!(said.as_slice(), ["don't" | "dont", "wait", rest @ ..] if rest.iter().all(|word| has("for it that them until till is are done finished there around", word)))
    {
        return understood(rest).is_some();
    }
    if lets_chests_be(&said) {
        return understood(rest).is_some_and(|reading| !reading.intents.iter().any(is_about_chests));
    }
    let deed = match said.as_slice() {
        ["don't" | "dont" | "never", deed @ ..] | ["do", "not", deed @ ..] => deed.join(" "),
        ["eat" | "use", "none"] => format!("{} it", said[0]),
        // "take all the food out of the chest and eat none of it"
        [deed, "none", "of", them @ ("it" | "them" | "those")] => format!("{deed} {them}"),
        ["no" | "without", doing] if has(DOINGS, doing) => {
            return understood(rest).is_some_and(|reading| reading.intents.iter().all(walks));
        }
        ["keep" | "leave" | "save" | "spare", thing @ ..] => return is_kept(&thing.join(" "), rest),
        _ => return false,
    };
    let Some(done) = understood(rest).map(|reading| reading.intents) else { return false };
    let whole = understood(&format!("{rest} and {deed}")).or_else(|| understood(&deed));
    let Some(forbidden) = whole.map(|reading| reading.intents) else { return false };
    let forbidden: Vec<&Intent> = forbidden.iter().filter(|intent| !done.contains(intent)).collect();
    let kinds: Vec<Kind> = done.iter().map(kind).collect();
    let only_walks = done.iter().all(walks);
    // On the way doors are opened.
    let opens = |intent: &Intent| matches!(intent, Intent::Do(ToolRequest::UseItem(_)));
    let is_free = |intent: &&Intent| {
        !kinds.contains(&kind(intent)) && (is_no_means(intent) || only_walks && !walks(intent) && !opens(intent))
    };
    !forbidden.is_empty() && forbidden.iter().all(is_free)
}

/// Whether these words leave a chest alone: "don't touch the chest", "not from the barrel". Nothing is fetched from one that was not
/// spoken of.
fn lets_chests_be(said: &[&str]) -> bool {
    let deed = match said {
        ["don't" | "dont" | "never" | "without", deed @ ..] | ["do", "not", deed @ ..] => deed,
        ["not", deed @ ("from" | "out"), rest @ ..] => {
            let from = if *deed == "out" { rest.strip_prefix(&["of"]) } else { Some(rest) };
            return from.is_some_and(names_a_chest);
        }
        ["leave", chest @ .., "alone" | "be" | "untouched" | "shut" | "closed"] => return names_a_chest(chest),
        _ => return false,
    };
    let behind = match deed {
        ["touch" | "touching" | "use" | "using" | "open" | "opening" | "raid" | "raiding", chest @ ..] => chest,
        ["take" | "taking" | "get" | "getting" | "grab" | "grabbing", taken @ ..] => {
            let from = taken.iter().position(|word| *word == "from");
            let what = |word: &&str| has("it them any anything stuff some of that those", word);
            match from.filter(|from| taken[..*from].iter().all(what)) {
                Some(from) => &taken[from + 1..],
                None => return false,
            }
        }
        _ => return false,
    };
    names_a_chest(behind)
}

fn names_a_chest(said: &[&str]) -> bool {
    matches!(said, ["the" | "that" | "my" | "any" | "your", chest] | [chest] if has("chest chests barrel barrels", chest))
}

fn is_about_chests(intent: &Intent) -> bool {
    match intent {
        Intent::Part { of, .. } | Intent::IntoPlaced(of) | Intent::With { of, .. } => is_about_chests(of),
        // What is cleared away or built over may be one.
        Intent::Clear { .. }
        | Intent::Fill { .. }
        | Intent::FillUp { .. }
        | Intent::Level { .. }
        | Intent::DigStair(_)
        | Intent::Pave(_)
        | Intent::Dig(_)
        | Intent::TearDown(_)
        | Intent::Build(_) => true,
        Intent::Mine { target, .. } => knowledge::is_chest(target),
        Intent::StoreAll { .. } | Intent::Carry { .. } | Intent::Sort { .. } | Intent::Chest => true,
        Intent::Fetch(_) | Intent::TakeUpTo(_) => true,
        Intent::Do(request) => matches!(
            request,
            ToolRequest::Store(_) | ToolRequest::Take(_) | ToolRequest::LookInto(_) | ToolRequest::Sort(_)
        ),
        _ => false,
    }
}

/// Which sort of deed it is.
type Kind = (Discriminant<Intent>, Option<Discriminant<ToolRequest>>);

fn kind(intent: &Intent) -> Kind {
    match intent {
        Intent::Part { of, .. } | Intent::IntoPlaced(of) | Intent::With { of, .. } => kind(of),
        Intent::Do(request) => (discriminant(intent), Some(discriminant(request))),
        _ => (discriminant(intent), None),
    }
}

/// Whether nobody does that on the way to something else. What is in the way may be dropped where the pack is full.
fn is_no_means(intent: &Intent) -> bool {
    match intent {
        Intent::Part { of, .. } | Intent::IntoPlaced(of) => is_no_means(of),
        Intent::Give { .. } | Intent::GiveAll { .. } | Intent::StoreAll { .. } | Intent::Say { .. } => true,
        Intent::Do(request) => matches!(
            request,
            ToolRequest::Sleep(_)
                | ToolRequest::Store(_)
                | ToolRequest::Give(_)
                | ToolRequest::Eat(_)
                | ToolRequest::Sort(_)
                | ToolRequest::TakeOff(_)
        ),
        _ => false,
    }
}

/// Whether it only leads somewhere.
fn walks(intent: &Intent) -> bool {
    match intent {
        Intent::Go { dig, .. } => !dig,
        Intent::Step { .. } | Intent::Visit(_) | Intent::GoNamed { .. } | Intent::GoBack | Intent::ComeBack => true,
        Intent::Do(request) => {
            matches!(request, ToolRequest::Navigate(_) | ToolRequest::GoToBlock(_) | ToolRequest::GoToPlayer(_))
        }
        _ => false,
    }
}

/// Whether a thing is there still once the rest is done.
fn is_kept(thing: &str, rest: &str) -> bool {
    let thing = ALONE.iter().chain(KEPT).find_map(|place| thing.strip_suffix(&format!(" {place}"))).unwrap_or(thing);
    let said = thing.split(' ').skip_while(|word| has("the all of your my any those these every", word));
    let said: Vec<&str> = said.collect();
    let Some(done) = understood(rest).map(|reading| reading.intents) else { return false };
    // Whoever says no more than "the seeds" means those of wheat.
    let said = if said == ["seeds"] { vec!["wheat", "seeds"] } else { said };
    let what = said.join(" ");
    let number = |word: &str| {
        word.chars().all(|c| c.is_ascii_digit()) || has("two three four five six seven eight nine ten", word)
    };
    // "take the logs from the chest, leave everything else"
    const ALL_ELSE: &[&str] = &["everything else", "all else", "anything else", "other things", "other stuff"];
    if ALL_ELSE.contains(&what.as_str()) {
        return !done.is_empty() && done.iter().all(is_of_a_thing);
    }
    // "make one loaf of bread and keep the rest of the wheat": no more is made.
    let is_rest = said.first() == Some(&"rest") && said.get(1) == Some(&"of");
    if is_rest {
        return matches!(done.last(), Some(Intent::Craft { .. } | Intent::Smelt { .. }))
            || done.last().is_some_and(is_counted);
    }
    // "leave the other 5 in there": so many are taken, and no more.
    let is_other = OTHERS.contains(&what.as_str()) || matches!(said.as_slice(), ["other", count] if number(count));
    if is_other {
        return done.last().is_some_and(is_counted);
    }
    let Some(named) = resolve(&said.join("_"), Use::Held) else { return false };
    !done.is_empty() && done.iter().all(|intent| leaves(intent, named.name))
}

/// Whether it moves things of a name, and no others.
fn is_of_a_thing(intent: &Intent) -> bool {
    match intent {
        Intent::Part { of, .. } => is_of_a_thing(of),
        Intent::Drop { .. } | Intent::Give { .. } => true,
        Intent::Do(ToolRequest::Store(store)) => store.item.is_some(),
        Intent::Do(ToolRequest::Take(take)) => take.item != knowledge::ANY_ITEM,
        _ => false,
    }
}

/// Whether it takes away so many, and no more.
fn is_counted(intent: &Intent) -> bool {
    match intent {
        Intent::Drop { count, .. } | Intent::Give { count, .. } => count.is_some(),
        Intent::Place { .. } | Intent::Lay(_) => true,
        Intent::Do(ToolRequest::Store(Store { count, .. }) | ToolRequest::Take(Take { count, .. })) => count.is_some(),
        _ => false,
    }
}

/// Whether a deed leaves all there that has this name.
fn leaves(intent: &Intent, name: &str) -> bool {
    let is_other = |item: &str| {
        let [one, other] = [item, name].map(|name| members(name).map_or(vec![name], <[&str]>::to_vec));
        !one.iter().any(|item| other.contains(item))
    };
    match intent {
        Intent::Part { of, .. } | Intent::IntoPlaced(of) => leaves(of, name),
        Intent::Fell { .. } => true,
        Intent::Drop { item, .. } | Intent::Give { item, .. } | Intent::Place { block: item, .. } => is_other(item),
        Intent::Lay(layout) => is_other(layout.block),
        Intent::Carry { take, .. } => is_other(&take.item),
        // Flowers are picked one by one; what else is got may take anything.
        Intent::Get { item, .. } | Intent::Mine { target: item, .. } => {
            knowledge::is_tagged(item, "small_flowers") && is_other(item)
        }
        Intent::DropAll { but: Kept { things, .. } } | Intent::StoreAll { but: Kept { things, .. }, .. } => {
            things.iter().any(|(kept, count)| *kept == name && count.is_none())
        }
        Intent::Do(request) => match request {
            ToolRequest::Store(Store { item: Some(item), .. }) => is_other(item),
            ToolRequest::Take(take) => is_other(&take.item),
            ToolRequest::Equip(equip) => is_other(&equip.item),
            ToolRequest::Harvest(harvest) => harvest.crop.as_deref().is_some_and(is_other),
            ToolRequest::GoToBlock(_)
            | ToolRequest::GoToPlayer(_)
            | ToolRequest::Navigate(_)
            | ToolRequest::LookInto(_) => true,
            _ => false,
        },
        _ => walks(intent),
    }
}

/// Whether words leave a thing alone that is spoken of nowhere else: "but leave the dandelion where it is".
pub(super) fn is_left_alone(lost: &str, text: &str) -> bool {
    let said: Vec<String> = words(lost).into_iter().map(|word| word.text).collect();
    let said: Vec<&str> =
        said.iter().map(String::as_str).filter(|word| !matches!(*word, "but" | "and" | ",")).collect();
    let said = said.join(" ");
    let left = said
        .strip_prefix("leave ")
        .and_then(|left| ALONE.iter().find_map(|alone| left.strip_suffix(&format!(" {alone}"))));
    let Some(thing) = left else { return false };
    let nouns = thing.split(' ').filter(|word| !matches!(*word, "the" | "all" | "your" | "my" | "those" | "other"));
    let stem = |word: &str| word.trim_end_matches('s').to_owned();
    let elsewhere = |noun: &str| words(text).iter().filter(|word| stem(&word.text) == stem(noun)).count() > 1;
    let mut nouns = nouns.peekable();
    nouns.peek().is_some() && !nouns.any(elsewhere)
}

/// Whether a goal is about things of one kind each, so that what is left alone is none of them: of "5 trees" some may be oaks.
pub(super) fn is_of_named_things(goal: &str) -> bool {
    let is_one = |name: &str| knowledge::item(name).is_some();
    let named = |intent: &Intent| match intent {
        Intent::Get { item, .. }
        | Intent::Craft { item, .. }
        | Intent::Drop { item, .. }
        | Intent::Give { item, .. }
        | Intent::Smelt { item, .. }
        | Intent::Mine { target: item, .. }
        | Intent::Place { block: item, .. }
        | Intent::Fell { kind: item, .. } => is_one(item),
        Intent::Do(ToolRequest::Take(take)) => is_one(&take.item),
        Intent::Do(ToolRequest::Store(store)) => store.item.as_deref().is_some_and(is_one),
        _ => false,
    };
    understood(goal).is_some_and(|reading| reading.intents.iter().all(named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_would_do_need_not_be_forbidden() {
        for (rest, lost) in [
            ("go to the bed", "but don't sleep in it"),
            ("take 5 torches out of the chest", "leave the other 5 in there"),
            ("drop two of your signs", "keep the third"),
            ("harvest the wheat, put the wheat in the barrel", "keep the seeds"),
            ("put on the leather boots and the iron helmet", "but leave the chestplate in your pack"),
            ("plant two of your saplings", "keep the third one"),
            ("go to the nearest tree", "no chopping"),
            ("put 5 dirt in the chest", "keep the logs"),
            ("make a bed", "don't sleep in it"),
            ("put on the leather boots", "but leave the iron chestplate in your pack"),
            ("fell two trees", "keep the wood"),
            ("take all the food out of the chest", "and eat none of it"),
            ("move all the planks from the barrel into the chest", "and leave the seeds where they are"),
            ("pick the poppy", "but leave the dandelion"),
            ("get 5 logs", "leave the chest alone"),
            ("mine 2 coal", "but don't take it from the chest"),
            ("get 4 sticks", "not from the chest"),
            ("harvest the wheat, make 1 bread", "keep the rest of the wheat"),
        ] {
            assert!(is_spared(lost, rest), "{rest}, {lost}");
        }
        for (rest, lost) in [
            ("give Mia all your coal", "keep all your coal"),
            ("open the door", "keep it shut"),
            ("get 3 iron ingots", "don't go below y 40"),
            ("make a chest", "don't use oak"),
            ("drop all your dirt", "keep the rest"),
            ("give Bert your logs", "keep the oak logs"),
            ("make 4 torches", "keep the coal"),
            ("take everything out of the chest", "leave the sticks in it"),
            ("drop everything", "keep the sword"),
            ("get 5 logs", "don't open the door"),
            ("drop 5 dirt", "don't drop it"),
            ("mine 64 coal", "don't drop your dirt"),
            ("go to the bed", "don't open the door"),
            ("harvest the crops", "leave the potatoes"),
            ("make a bed", "don't place it"),
            ("eat your bread", "and eat none of it"),
            ("pick the poppy", "but leave the poppy"),
            ("get 5 dirt", "but leave the dandelion"),
            ("get 5 logs", "don't mine any oak"),
            ("put 5 logs in the barrel", "don't touch the chest"),
            ("take 5 logs from the chest", "and leave the chest alone"),
            ("get 5 logs", "not from the oak"),
        ] {
            assert!(!is_spared(lost, rest), "{rest}, {lost}");
        }
    }
}
