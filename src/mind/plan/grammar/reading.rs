//! A goal's clauses, one after the other: which verb, and what goes with it.

use super::{
    behind::takes_of,
    blocks::yielded_by,
    count::{Count, SMALL, SOME, is_number},
    handles::MOST_TIMES,
    meaning::{Coord, Hollow, Intent, Layout, ME, Reading, Share},
    names::{Named, Use, kind_left_open, resolve},
    parser::{Parser, begins_a_clause},
    phrases::{NOTHING, UNTIL_HAVE, Verb, verb_at},
    refusals::{cannot, not_understood},
    standing::UNTIL_STOPPED,
    talk::only_tells,
    wielded::wield,
    words::{Word, is_joint},
};
use crate::{
    domain::{Eat, HOME, PickUp, Sleep, Sneak, Store, Take, ToolError, ToolRequest},
    knowledge,
    mind::plan::stock::name_of,
};

/// Who says so of a tree has all of it down.
const FELLING: &[&str] = &["knock", "tear", "take", "destroy", "demolish", "break", "smash"];

/// Reads a goal, every word of it.
pub(super) fn read_whole(text: &str) -> Result<Reading, ToolError> {
    read_by(Parser::new(text))
}

/// A goal that is understood, every word of it: as [`read_whole`], and sooner where it is not, since no near name is looked for.
pub(super) fn understood(text: &str) -> Option<Reading> {
    let mut parser = Parser::new(text);
    parser.quick = true;
    read_by(parser).ok()
}

/// Whether a goal is understood, every word of it.
pub(super) fn is_read(text: &str) -> bool {
    understood(text).is_some()
}

fn read_by(mut parser: Parser) -> Result<Reading, ToolError> {
    let text = parser.text;
    let mut intents = Vec::new();
    let mut verb = None;
    // Where the clauses begin that have one verb.
    let mut list = 0;
    // And the word at which these clauses begin.
    let mut list_from = 0;
    let mut found_only = false;
    // Where the rest is spoken of, what is made is made of what was got.
    let mut of_that = parser.speaks_of_rest();
    parser.skip_joints();
    // "do you need a furnace for glass?" asks for no furnace.
    let asks =
        ["do you need", "do you want", "do you like", "do i need", "do we need", "should i", "should we", "must i"];
    let asks = asks.iter().any(|phrase| parser.comes(phrase).is_some());
    loop {
        if let Some(question) = parser.question()? {
            intents.push(Intent::Answer(question));
            verb = None;
            if parser.skip_joints() {
                continue;
            }
        }
        if asks {
            return Err(not_understood(text, &format!("the question {:?}", text.trim())));
        }
        parser.skip_fillers();
        if parser.at_end() {
            break;
        }
        // "…, and keep the rest": that is kept anyway.
        const REST: &[&str] = &[
            "keep what's left",
            "keep what is left",
            "keep whatever is left",
            "keep the leftovers",
            "keep the rest",
            "keep the others",
            "leave the rest",
            "keep the other ones",
            "keep the other one",
        ];
        let begun = parser.at;
        if !intents.is_empty()
            && (parser.eat_any(REST) || parser.eat("keep the other") && parser.number_behind())
            && (parser.ends_clause() || parser.at_end())
        {
            parser.skip_joints();
            continue;
        }
        parser.at = begun;
        if let Some(whole) = parser.lacking().or_else(|| parser.place_shown()) {
            intents.push(whole);
            verb = None;
            if parser.at_end() || parser.skip_joints() {
                continue;
            }
            return Err(parser.left_over());
        }
        let mut clause = parser.shifted(intents.is_empty())?;
        clause = clause.or_else(|| parser.replaced()).or_else(|| parser.swapped());
        if clause.is_none() {
            clause = parser.kept_back()?;
        }
        if let Some(clause) = clause {
            intents.extend(clause);
            if parser.at_end() || parser.skip_joints() {
                continue;
            }
            return Err(parser.left_over());
        }
        // "put the cobblestone in the chest and keep the tools": nothing was said of these.
        const KEPT: &[&str] =
            &["keep the tools", "keep your tools", "keep all the tools", "keep the pickaxe", "keep your pickaxe"];
        if intents.last().is_some_and(is_of_one_thing) && parser.eat_any(KEPT) && parser.clone_ends_clause() {
            parser.skip_joints();
            continue;
        }
        if parser.keeps_back() {
            continue;
        }
        if let Some(stored) = parser.put_back(&intents) {
            intents.extend(stored);
            if parser.at_end() || parser.skip_joints() {
                continue;
            }
            return Err(parser.left_over());
        }
        // "get 5 logs, I need them": said twice. "give Bert a sword, make it first": what is given is made where it is not held.
        const MAKE: &[&str] = &[
            "make it",
            "make one",
            "make them",
            "make some",
            "craft it",
            "craft one",
            "craft them",
            "craft some",
            "get some",
            "mine some",
        ];
        // "i need a furnace, can you make one?"
        let is_got = matches!(intents.last(), Some(Intent::Give { .. } | Intent::Get { .. }));
        if intents.last().is_some_and(brings) && parser.wants_that() || is_got && parser.is_all(MAKE) {
            parser.skip_joints();
            continue;
        }
        parser.skip_keep();
        parser.refuse_what_cannot_be()?;
        if !intents.is_empty() && parser.stays() {
            parser.notes.push("it stays there until something else is to be done".to_owned());
            break;
        }
        parser.skip_want();
        let leading = parser.wielded_first();
        let from = parser.at;
        let found = parser.verb();
        parser.goes_on = found.is_none();
        if found.is_some() {
            list_from = from;
        }
        // "look into the chest and the barrel": that is looked into, too.
        let looks = matches!(intents.last(), Some(Intent::Do(ToolRequest::LookInto(_))))
            && ["the barrel", "the chest", "the other chest"].iter().any(|chest| parser.comes(chest).is_some());
        let current = found.or(verb).or(looks.then_some(Verb::LookInto));
        match current {
            Some(verb) => {
                if !matches!(verb, Verb::Say | Verb::Tell | Verb::Ask) {
                    parser.eat_any(&["for me", "for us", "please"]);
                }
                const FOR_ME: &[Verb] = &[
                    Verb::PickUp,
                    Verb::Mine,
                    Verb::Fell,
                    Verb::Harvest,
                    Verb::Get,
                    Verb::Craft,
                    Verb::Smelt,
                    Verb::Build,
                    Verb::Place,
                ];
                if FOR_ME.contains(&verb) && !parser.clone_ends_clause() {
                    parser.eat_any(&["me", "us"]);
                }
                let begun = intents.len();
                match verb {
                    Verb::Open
                    | Verb::Shut
                    | Verb::Press
                    | Verb::Wait
                    | Verb::Jump
                    | Verb::Sneak
                    | Verb::StandUp
                    | Verb::Say
                    | Verb::Tell
                    | Verb::Ask => {}
                    Verb::Go
                    | Verb::Forward
                    | Verb::GoBack
                    | Verb::GoHome
                    | Verb::Come
                    | Verb::Follow
                    | Verb::Face
                    | Verb::Sleep => parser.left_door = true,
                    _ => parser.door = None,
                }
                parser.done = intents.last().cloned();
                parser.mark_goods();
                let took = took_all(&intents).cloned();
                parser.took_all = took.is_some();
                parser.took = took_first(&intents);
                let makes = matches!(verb, Verb::Craft | Verb::Smelt | Verb::Build | Verb::Turn);
                parser.uses_it = of_that && makes && found.is_some();
                parser.into_it = None;
                parser.clauses(verb, &mut intents)?;
                // "mine 4 stone and 3 granite with the wooden pick" is said of both.
                list = if parser.goes_on { list.min(begun) } else { begun };
                if let Some(tool) = leading.or_else(|| parser.wielded(&intents[begun..])) {
                    wield(tool, &mut intents[list..]);
                }
                if parser.is_for_one(list_from) {
                    give_all_of_them(&mut intents, list);
                }
                if let Some(chest) = parser.into_it {
                    into_what_was_made(chest, &mut intents, begun);
                }
                if parser.uses_it {
                    made_once(&mut intents, begun);
                }
                // "get 2 coal, not from the chest, go mine it"
                let mines_it = verb == Verb::Mine && parser.spoke_of_it();
                if found_only || mines_it && same_count(&intents, begun) {
                    found_once(&mut intents, begun);
                }
                found_only = ["find", "look", "search"].contains(&parser.said.as_str());
                match intents.last() {
                    Some(Intent::Remember { name }) => parser.places_named.push(name.clone()),
                    // "go to mia and give her 5 bread": what is no place of that name may be a player.
                    Some(Intent::GoNamed { name }) if !name.contains(' ') => parser.gone_to = Some(name.clone()),
                    _ => {}
                }
                // "make a sword for Bert and bring it to him": said twice.
                if let [.., first @ Intent::Give { .. }, second] = intents.as_slice()
                    && first == second
                    && intents.len() == begun + 1
                    && parser.spoke_of_it()
                {
                    intents.pop();
                }
                // "go to bed and sleep": so is that.
                if let [.., first @ Intent::Do(ToolRequest::Sleep(_)), second] = intents.as_slice()
                    && first == second
                {
                    intents.pop();
                }
                // "stay behind Bert for 1 minute, follow him": said twice.
                if let [.., Intent::Do(ToolRequest::Follow(first)), Intent::Do(ToolRequest::Follow(second))] =
                    intents.as_slice()
                    && first.player == second.player
                    && second.ticks.is_none()
                {
                    intents.pop();
                }
                if let (Some(ToolRequest::Take(took)), Some(last)) = (took, intents.last_mut()) {
                    parser.is_another(&took, last)?;
                }
                let gets = |intent: &Intent| {
                    matches!(
                        intent,
                        Intent::Get { .. }
                            | Intent::Mine { .. }
                            | Intent::With { .. }
                            | Intent::Smelt { .. }
                            | Intent::Craft { .. }
                    ) || intent.takes().is_some_and(|take| take.count.is_some())
                };
                // "smelt all your raw iron and make shears": of those ingots.
                // "…, and give me the wheat": it is not used up then.
                let stem = |word: &str| word.trim_end_matches('s').to_owned();
                let is_named_again = |item: &str| {
                    let is_of_it = |word: &str| item.split('_').any(|part| stem(part) == stem(word));
                    parser.words[parser.at..].iter().any(|word| is_of_it(&word.text))
                };
                let is_kept =
                    begun > 0 && matches!(&intents[begun - 1], Intent::Get { item, .. } if is_named_again(item));
                let feeds =
                    begun > 0 && !is_kept && intents[begun..].iter().any(|made| feeds(&intents[begun - 1], made));
                let of_it =
                    parser.uses_it && begun > 0 && gets(&intents[begun - 1]) && intents[begun..].iter().any(gets);
                if of_it || feeds {
                    intents.insert(begun, Intent::Then);
                    // And what is made after it, of what came of it.
                    of_that = true;
                }
                // "dig down 3 blocks, then fill that hole": a stair leads down there, and it is no hole that one would know.
                if let [.., Intent::Go { y: Some(_), dig: true, .. }, Intent::FillUp { hollow: Hollow::Nearest, .. }] =
                    intents.as_slice()
                {
                    return Err(not_understood(
                        text,
                        "which hole is meant (say: dig a 1x1x3 hole and fill it with dirt)",
                    ));
                }
                parser.over = left_over(&intents);
                // "find a bed and sleep": who sleeps finds one.
                let bed = parser.named.last().is_some_and(|(named, _)| named.name.ends_with("_bed"));
                let sleeps = bed && parser.said == "find" && parser.is_followed_by(Verb::Sleep);
                if verb == Verb::Get && (sleeps || parser.is_gone_on_with()) {
                    intents.truncate(begun);
                }
            }
            // A thing alone is wanted: "10 torches".
            None => intents.extend(
                parser
                    .clause(Verb::Get)
                    .map_err(|error| if error.context["name"].is_null() { error } else { parser.lost(error) })?,
            ),
        }
        verb = match current.unwrap_or(Verb::Get) {
            // What comes after these is another matter.
            Verb::Say
            | Verb::Tell
            | Verb::Ask
            | Verb::Look
            | Verb::LookInto
            | Verb::Clear
            | Verb::Come
            | Verb::Follow
            | Verb::Sleep
            | Verb::Jump
            | Verb::Sneak
            | Verb::StandUp
            | Verb::SetHome
            | Verb::Remember
            | Verb::Forget
            | Verb::ForgetHome
            | Verb::GoHome
            | Verb::Explore
            | Verb::ExploreFor
            | Verb::GoBack
            | Verb::Undo
            | Verb::TearDown
            | Verb::Unload
            | Verb::Empty
            | Verb::Surface
            | Verb::Down
            | Verb::Move
            | Verb::Brighten
            | Verb::Write
            | Verb::Inscribe
            | Verb::Wait => None,
            verb => Some(verb),
        };
        intents.extend(parser.held_back(intents.last()));
        parser.skip_fillers();
        if !parser.at_end() && !parser.skip_joints() {
            return Err(parser.left_over());
        }
    }
    if intents.is_empty() {
        let what = if text.trim().is_empty() {
            "an empty goal".to_owned()
        } else {
            format!("what to do in {:?}", text.trim())
        };
        return Err(not_understood(text, &what));
    }
    // What is asked at the end is answered then; and whoever asks what lies in a chest asks too, though somebody has to go there.
    let asks = |intent: &Intent| matches!(intent, Intent::Answer(_));
    if intents.iter().all(|intent| asks(intent) || matches!(intent, Intent::Do(ToolRequest::LookInto(_)))) {
        intents.sort_by_key(asks);
    }
    let first = intents.iter().position(asks).unwrap_or(intents.len());
    if first > 0 && !intents[first..].iter().all(asks) || first == 0 && !intents.iter().all(asks) {
        return Err(not_understood(text, "a question before things to do: ask it at the end, or by itself"));
    }
    if let Some((kept, count)) = parser.kept_back.first() {
        let words =
            format!("what is to become of the rest (say: put all but {count} {} in the chest)", kept.replace('_', " "));
        return Err(not_understood(text, &words));
    }
    if intents.len() > 1 && intents.contains(&Intent::Undo) {
        return Err(not_understood(text, "an undo among other things to do: ask for it by itself (say: undo)"));
    }
    led_to_what_was_named(&mut intents);
    parser.notes.dedup();
    made_of_all(&mut intents);
    made_as_it_is_got(&mut intents);
    Ok(Reading { intents, notes: parser.notes })
}

/// "name this spot Camp, go 15 blocks east and return to Camp": no player is called so.
fn led_to_what_was_named(intents: &mut [Intent]) {
    let mut places: Vec<String> = Vec::new();
    for intent in intents {
        let place = match intent {
            Intent::Remember { name } => {
                places.push(name.clone());
                None
            }
            Intent::Do(ToolRequest::GoToPlayer(go)) => places.iter().find(|name| name.eq_ignore_ascii_case(&go.player)),
            _ => None,
        };
        if let Some(name) = place.cloned() {
            *intent = Intent::GoNamed { name };
        }
    }
}

/// "take 2 sticks and 2 coal and make torches of them": of both together, and not of each. As many as the lesser allows.
fn made_once(intents: &mut Vec<Intent>, begun: usize) {
    let made = |intent: &Intent| match intent {
        Intent::Craft { item, count } => Some((*item, *count)),
        _ => None,
    };
    let all: Option<Vec<(&'static str, u32)>> = intents[begun..].iter().map(made).collect();
    let Some(all) = all.filter(|all| all.len() > 1 && all.iter().all(|(item, _)| *item == all[0].0)) else { return };
    let count = all.iter().map(|(_, count)| *count).min().unwrap_or_default();
    intents.truncate(begun);
    intents.push(Intent::Craft { item: all[0].0, count });
}

/// "make a barrel and put the seeds in it": that one, which is put up first where nothing was said of it.
fn into_what_was_made(chest: &'static str, intents: &mut Vec<Intent>, begun: usize) {
    let places =
        |intent: &Intent| matches!(intent, Intent::Place { block, .. } | Intent::Swap { block, .. } if *block == chest);
    let makes =
        |intent: &Intent| matches!(intent, Intent::Craft { item, .. } | Intent::Get { item, .. } if *item == chest);
    let is_placed = intents[..begun].iter().any(places);
    let Some(made) = intents[..begun].iter().rposition(|intent| places(intent) || makes(intent)) else { return };
    // Another may be meant that was opened since.
    let opens = |intent: &Intent| matches!(intent, Intent::Do(ToolRequest::LookInto(_) | ToolRequest::GoToBlock(_)));
    if intents[made..begun].iter().any(opens) {
        return;
    }
    let stored = intents.split_off(begun);
    if !is_placed {
        intents.push(Intent::Place { block: chest, count: 1, at: None, by: None });
    }
    let is_stored = |intent: &Intent| match intent {
        Intent::Part { of, .. } => matches!(**of, Intent::Do(ToolRequest::Store(_))),
        intent => matches!(intent, Intent::Do(ToolRequest::Store(_)) | Intent::StoreAll { .. }),
    };
    intents.extend(stored.into_iter().map(|intent| match is_stored(&intent) {
        true => Intent::IntoPlaced(Box::new(intent)),
        false => intent,
    }));
}

/// The call that has taken all that lay in a chest, or about, where that was last, wherever the bot went with it.
fn took_all(intents: &[Intent]) -> Option<&ToolRequest> {
    let goes = |intent: &&Intent| matches!(intent, Intent::Go { .. } | Intent::GoNamed { .. } | Intent::GoBack);
    let Intent::Do(request) = intents.iter().rev().find(|intent| !goes(intent))? else { return None };
    let all = match request {
        ToolRequest::Take(take) => take.item == knowledge::ANY_ITEM && take.count.is_none(),
        ToolRequest::PickUp(pick_up) => pick_up.item.is_none(),
        _ => false,
    };
    all.then_some(request)
}

/// What the goal begins with taking out of a chest, if all it does since is to go somewhere, and how many that is shows only then.
fn took_first(intents: &[Intent]) -> Option<&'static str> {
    let (first, rest) = intents.split_first()?;
    let goes = |intent: &Intent| {
        matches!(
            intent,
            Intent::Go { .. } | Intent::GoNamed { .. } | Intent::GoBack | Intent::Do(ToolRequest::GoToPlayer(_))
        )
    };
    match first {
        Intent::Do(ToolRequest::Take(Take { item, count: None, .. })) if rest.iter().all(goes) => {
            knowledge::item(item).map(|item| item.name)
        }
        _ => None,
    }
}

/// Whether just one thing goes away, and none that one works with.
fn is_of_one_thing(intent: &Intent) -> bool {
    let stacks = |item: &str| knowledge::group(item).is_none() && knowledge::stack_size(knowledge::plain(item)) > 1;
    match intent {
        Intent::Do(ToolRequest::Store(Store { item: Some(item), .. })) => stacks(item),
        Intent::Drop { item, .. } | Intent::Give { item, .. } => stacks(item),
        Intent::Part { of, .. } => is_of_one_thing(of),
        _ => false,
    }
}

/// Whether a clause brings something, whichever way.
fn brings(intent: &Intent) -> bool {
    matches!(
        intent,
        Intent::Get { .. }
            | Intent::Craft { .. }
            | Intent::Smelt { .. }
            | Intent::Mine { .. }
            | Intent::Fetch(_)
            | Intent::With { .. }
            | Intent::Do(ToolRequest::Take(_) | ToolRequest::Harvest(_))
    )
}

/// Whether as many were to be got before as are mined now.
fn same_count(intents: &[Intent], begun: usize) -> bool {
    let before = begun.checked_sub(1).and_then(|before| intents.get(before));
    matches!((before, intents.get(begun)), (Some(Intent::Get { count: got, .. }), Some(Intent::Mine { count, .. })) if got == count)
}

/// "look for some coal ore and mine four pieces": what was looked for is what is mined then, and no more of it.
fn found_once(intents: &mut Vec<Intent>, begun: usize) {
    let is_open = |count: u32| matches!(count, 1 | SOME) || same_count(intents, begun);
    let sought = begun.checked_sub(1).and_then(|before| match intents.get(before) {
        Some(Intent::Get { item, more: false, count }) if is_open(*count) => Some(*item),
        _ => None,
    });
    let got = intents.get(begun).and_then(|intent| match intent {
        Intent::Mine { target, .. } => Some(yielded_by(target)),
        Intent::Get { item, .. } => Some(*item),
        _ => None,
    });
    if sought.is_some_and(|sought| got.is_some_and(|got| got == yielded_by(sought) || got == sought)) {
        intents.remove(begun - 1);
    }
}

/// What is got, and given to whoever asks.
fn handed_over(parts: Vec<Intent>) -> Vec<Intent> {
    let give = |part: &Intent| match part {
        Intent::Get { item, count, .. } => Some(Intent::Give { player: ME.to_owned(), item, count: Some(*count) }),
        _ => None,
    };
    let gifts: Vec<Intent> = parts.iter().filter_map(give).collect();
    parts.into_iter().chain(gifts).collect()
}

/// Of what some may be over after these clauses: what a part was just taken of; else what went into something else, and all that was
/// got beside it.
fn left_over(intents: &[Intent]) -> Vec<&'static str> {
    let part_of = |intent: &Intent| match intent {
        Intent::Part { share, item, .. } if !matches!(share, Share::All | Share::Gained) => Some(*item),
        Intent::Drop { item, count: Some(_) } | Intent::Give { item, count: Some(_), .. } => Some(*item),
        Intent::Place { block, .. } | Intent::Lay(Layout { block, .. }) => Some(*block),
        Intent::Do(ToolRequest::Store(Store { item: Some(item), count: Some(_), .. }))
        | Intent::Do(ToolRequest::Eat(Eat { item: Some(item), count: Some(_), .. })) => name_of(item),
        _ => None,
    };
    let mut over: Vec<&'static str> = Vec::new();
    // "make 2 helmets, wear one and give the other to Bert"
    let made_several = |name: &str| {
        let makes = |intent: &Intent| matches!(intent, Intent::Craft { item, count: 2.. } | Intent::Get { item, count: 2.., .. } if *item == name);
        intents.iter().any(makes)
    };
    let worn = |intent: &Intent| match intent {
        Intent::Do(ToolRequest::Equip(equip)) => knowledge::item(&equip.item).map(|item| item.name),
        other => part_of(other),
    };
    if let Some(part) = intents.last().and_then(worn).filter(|part| made_several(part)) {
        return vec![part];
    }
    // "make a sword and a shovel, hold the sword and put the other one away"
    let made = |intent: &Intent| match intent {
        Intent::Craft { item, count: 1 } | Intent::Get { item, count: 1, .. } => Some(*item),
        _ => None,
    };
    let ones: Vec<&'static str> = intents.iter().filter_map(made).collect();
    if let ([one, other], Some(part)) = (ones.as_slice(), intents.last().and_then(worn))
        && one != other
        && (part == *one || part == *other)
    {
        return vec![if part == *one { *other } else { *one }];
    }
    match intents.last().and_then(part_of) {
        Some(part) => over.push(part),
        None => {
            let mut got: Vec<(&'static str, u32)> = Vec::new();
            for (at, intent) in intents.iter().enumerate() {
                let of_that = at > 0 && intents[at - 1] == Intent::Then;
                let intent = if let Intent::With { of, .. } = intent { of } else { intent };
                let (item, count) = match intent {
                    Intent::Get { item, count, .. } => (*item, *count),
                    Intent::Do(ToolRequest::Take(Take { item, count, .. }))
                    | Intent::Fetch(Take { item, count, .. }) => match knowledge::item(item) {
                        Some(item) => (item.name, count.unwrap_or(u32::MAX)),
                        None => continue,
                    },
                    Intent::Mine { target, count, .. } => (yielded_by(target), *count),
                    Intent::Craft { item, count } | Intent::Smelt { item, count } => {
                        let used = |name: &str| takes_of(name, &[(*item, *count)]);
                        // Who makes something of all of it leaves nothing.
                        got.retain(|(name, has)| !(of_that && used(name) >= *has));
                        over.extend(got.iter().map(|(name, _)| *name).filter(|name| used(name) > 0));
                        (*item, *count)
                    }
                    Intent::Part { share: Share::All | Share::Gained, item, of } => match &**of {
                        Intent::Craft { item: made, .. } | Intent::Smelt { item: made, .. } => {
                            got.retain(|(name, _)| name != item && takes_of(name, &[(*made, 1)]) == 0);
                            (*made, u32::MAX)
                        }
                        _ => continue,
                    },
                    _ => continue,
                };
                over.retain(|name| got.iter().any(|(known, _)| known == name));
                got.push((item, count));
            }
            // What was made last is wanted, and what it is made of may be over; so may what nothing was made of.
            let is_made = |name: &str| {
                let makes = |intent: &Intent| matches!(intent, Intent::Craft { item, .. } | Intent::Smelt { item, .. } if *item == name);
                intents.iter().any(makes)
            };
            if over.is_empty() {
                return over;
            }
            over.extend(got.iter().map(|(name, _)| *name).filter(|name| !is_made(name)));
        }
    }
    over.retain(|name| !knowledge::is_chest(name) && knowledge::stack_size(name) > 1);
    over
}

/// Whether these words are spoken to somebody, or written: what follows belongs to the message.
pub(super) fn says(goal: &str) -> bool {
    let is_said = |intent: &Intent| matches!(intent, Intent::Say { .. } | Intent::Do(ToolRequest::WriteSign(_)));
    let said = |intents: Vec<Intent>| intents.iter().any(is_said);
    understood(goal).is_some_and(|reading| said(reading.intents))
        && !goal.trim_end().ends_with(['"', '\'', '\u{201d}', '\u{2019}'])
}

/// Whether the words at its end are written somewhere.
pub(super) fn writes(goal: &str) -> bool {
    let last = understood(goal).and_then(|reading| reading.intents.last().cloned());
    matches!(last, Some(Intent::Do(ToolRequest::WriteSign(_)))) && says(goal)
}

/// A goal without "but keep the logs" at its end, where it does nothing to logs anyway.
pub(super) fn kept_apart(text: &str) -> Option<(String, Vec<String>)> {
    let lower = text.to_ascii_lowercase();
    let (at, joint) = [", but keep ", " but keep ", ", and keep ", " and keep ", ", keep "]
        .iter()
        .filter_map(|joint| Some((lower.rfind(joint)?, joint.len())))
        .min()?;
    let (head, kept) = (&text[..at], text[at + joint..].trim_end_matches(['.', '!', ' ']));
    let kept = kept
        .trim_start_matches("all ")
        .trim_start_matches("the ")
        .trim_start_matches("your ")
        .trim_start_matches("my ");
    let kept = resolve(&kept.to_lowercase(), Use::Held)?;
    let touched = |intent: &Intent| match intent {
        Intent::Do(ToolRequest::Store(Store { item: Some(item), .. })) => Some(item.clone()),
        Intent::Drop { item, .. } | Intent::Give { item, .. } => Some((*item).to_owned()),
        Intent::Part { item, of, .. }
            if matches!(**of, Intent::Do(ToolRequest::Store(_)) | Intent::Drop { .. } | Intent::Give { .. }) =>
        {
            Some((*item).to_owned())
        }
        _ => None,
    };
    let apart = |item: String| {
        let all = |name: &str| knowledge::items_called(name).unwrap_or_default();
        let kept = all(kept.name);
        !kept.is_empty() && !all(&item).iter().any(|item| kept.contains(item))
    };
    let reading = understood(head)?;
    let is_apart = reading.intents.iter().all(|intent| touched(intent).is_some_and(apart));
    is_apart.then(|| (head.to_owned(), vec![format!("{:?} changes nothing", text[at..].trim_matches([',', ' ']))]))
}

/// Whether something is made next of what all of a thing has become; or so many of it, where that suffices: "smelt 3 iron, make a bucket".
fn feeds(all: &Intent, made: &Intent) -> bool {
    if let (Intent::Smelt { item: became, count: smelted }, Intent::Craft { item, count }) = (all, made) {
        return (1..=*smelted).contains(&takes_of(became, &[(*item, *count)]));
    }
    // "collect 6 wheat and craft 2 breads": just as many as that takes.
    if let (Intent::Get { item: got, count: many, .. }, Intent::Craft { item, count }) = (all, made) {
        return takes_of(got, &[(*item, *count)]) == *many;
    }
    let (Intent::Part { share: Share::All | Share::Gained, of, .. }, Intent::Craft { item, count }) = (all, made)
    else {
        return false;
    };
    matches!(**of, Intent::Smelt { item: became, .. } | Intent::Craft { item: became, .. } if takes_of(became, &[(*item, *count)]) > 0)
}

/// So many of a thing as go into a chest, where a number is said.
fn stored_count(intent: &Intent) -> Option<(&'static str, u32)> {
    match intent {
        Intent::Do(ToolRequest::Store(Store { item: Some(item), count: Some(count), .. })) => {
            Some((knowledge::item(item)?.name, *count))
        }
        _ => None,
    }
}

/// "pick 3 flowers": three more of them.
fn picked(intent: Intent) -> Intent {
    match intent {
        Intent::Get { item, count, .. } if knowledge::group(item).is_some() => {
            Intent::Mine { target: item, count, at: None }
        }
        other => other,
    }
}

impl Parser<'_> {
    /// "keep chopping until you have 40 logs": what ends so may be kept up.
    fn skip_keep(&mut self) {
        let clause = self.words[self.at..].iter().take_while(|word| !is_joint(&word.text));
        let ends = clause.clone().any(|word| matches!(word.text.as_str(), "until" | "till"));
        let doing = self.words.get(self.at + 1).is_some_and(|word| word.text.ends_with("ing"));
        let stopped = (self.at..self.words.len())
            .any(|at| UNTIL_STOPPED.iter().any(|phrase| self.comes_at(at, phrase).is_some()));
        if self.word() == Some("keep") && doing && ends && !stopped {
            self.at += 1;
        }
    }

    /// "we are out of coal, fetch us 16": what is said first only names it.
    fn skip_want(&mut self) {
        const OUT_OF: &[&str] = &[
            "we are running out of",
            "we are running low on",
            "i am running out of",
            "i'm running out of",
            "we're almost out of",
            "we're nearly out of",
            "we are almost out of",
            "i'm almost out of",
            "we are short of",
            "we're short on",
            "we are short on",
            "i am out of",
            "we are out of",
            "we're out of",
            "i'm out of",
            "we ran out of",
            "i ran out of",
            "we have no",
            "i have no",
            "there is no",
            "there's no",
            "we don't have any",
            "we don't have enough",
            "we are low on",
            "we're low on",
            "i'm low on",
            "we're running out of",
            "we're running low on",
            "i'm running low on",
        ];
        const AGAIN: &[&str] = &["again", "left", "any more", "anymore", "here", "in the house", "at home"];
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        if self.eat_any(OUT_OF) && self.counted(Use::Got).is_ok() {
            self.eat_any(AGAIN);
            if self.skip_joints() {
                self.skip_fillers();
                return;
            }
        }
        self.at = begun;
        self.named.truncate(named);
        self.notes.truncate(notes);
    }

    /// "make 12 ladders, but keep 4 sticks": what is held after all; `None`, and nothing taken, where that is not said.
    fn held_back(&mut self, before: Option<&Intent>) -> Option<Intent> {
        let (Some(Intent::Craft { item: made, .. } | Intent::Smelt { item: made, .. }), begun) = (before, self.at)
        else {
            return None;
        };
        let (named, notes) = (self.named.len(), self.notes.len());
        self.skip_joints();
        let kept = self.eat_any(&["but keep", "but leave", "but save", "keep", "keeping", "leaving"]);
        let said = if kept { self.counted(Use::Got).ok() } else { None };
        self.eat_any(&["for me", "for us", "for yourself", "for later", "over", "spare", "left", "back"]);
        match said {
            Some((thing, Count::Some(count), false)) if thing.name != *made && self.clone_ends_clause() => {
                // What is spoken of is what was made.
                self.named.truncate(named);
                Some(Intent::Get { item: thing.name, count, more: false })
            }
            _ => {
                self.restore(begun, named, notes);
                None
            }
        }
    }

    /// "if you have no pickaxe, make one": one is held in the end; `None`, and nothing taken, for any other condition.
    pub(super) fn lacking(&mut self) -> Option<Intent> {
        const LACKING: &[&str] = &[
            "if you have no",
            "if you've got no",
            "if you have got no",
            "if you don't have a",
            "if you don't have an",
            "if you don't have any",
            "if you haven't got a",
            "if you haven't got an",
            "if you haven't got any",
            "if we have no",
            "if we don't have a",
            "if we don't have any",
        ];
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        let thing = if self.eat_any(LACKING) { self.counted(Use::Got).ok() } else { None };
        self.eat_any(&["yet", "already", "left"]);
        self.skip_joints();
        self.skip_fillers();
        let gets = thing.is_some() && matches!(self.verb(), Some(Verb::Get | Verb::Craft));
        let one = gets && self.eat_any(&["one", "one first", "a new one", "it", "one for yourself", "some"]);
        let plain = |named: &Named| knowledge::group(named.name).is_none();
        match thing {
            Some((thing, Count::Unsaid | Count::The | Count::Some(1), false))
                if one && plain(&thing) && self.clone_ends_clause() =>
            {
                let some = self.words[self.at - 1].text == "some";
                let get = Intent::Get { item: thing.name, count: if some { 4 } else { 1 }, more: false };
                // An iron one is one, too.
                Some(match kind_left_open(&thing.said) {
                    Some(kind) => Intent::Unless { kind, of: Box::new(get) },
                    None => get,
                })
            }
            _ => {
                self.restore(begun, named, notes);
                None
            }
        }
    }

    /// Whether the next clause begins with this verb.
    fn is_followed_by(&mut self, wanted: Verb) -> bool {
        let begun = self.at;
        self.skip_fillers();
        let joined = self.skip_joints();
        self.skip_fillers();
        let next = verb_at(|phrase| self.comes(phrase));
        self.at = begun;
        joined && next.is_some_and(|(_, verb)| verb == wanted)
    }

    /// "find some clay and dig up 24 of it": what is got is said by the second clause, the first names it.
    fn is_gone_on_with(&mut self) -> bool {
        let few = |count: &Count| !matches!(count, Count::QuarterStacks(_) | Count::Some(5..));
        let vague = self.named.last().is_some_and(|(_, count)| few(count));
        let begun = self.at;
        self.skip_fillers();
        let joined = self.skip_joints();
        self.skip_fillers();
        if joined {
            self.join_particle();
        }
        let next = verb_at(|phrase| self.comes(phrase)).filter(|_| joined);
        let gets =
            matches!(next, Some((_, Verb::Get | Verb::Mine | Verb::Fell | Verb::Craft | Verb::PickUp | Verb::Harvest)));
        let opens = matches!(next, Some((_, Verb::Open | Verb::LookInto)));
        self.at += next.map_or(0, |(count, _)| count);
        let of_it: &[&str] = &["it", "them", "those", "that", "all of it", "all of them", "it all", "them all"];
        // "find a tree and chop it down": who looks for it has not got it yet.
        let sought = matches!(self.said.as_str(), "find" | "look" | "search" | "locate" | "spot");
        let sought = sought && (gets || opens) && self.eat_any(of_it);
        let counts =
            gets && self.amount().is_ok_and(|(count, _)| matches!(count, Count::Some(_) | Count::QuarterStacks(_)));
        let of_it = counts && self.eat_any(of_it);
        self.at = begun;
        sought || vague && of_it
    }

    /// A clause, once for each of the things that "them" are.
    fn clauses(&mut self, verb: Verb, intents: &mut Vec<Intent>) -> Result<(), ToolError> {
        let begun = self.at;
        let mut several = self.several_meant();
        // "make a pickaxe out of them" is one clause.
        const OF: &[&str] = &["out of them", "from them", "with them", "using them", "out of those", "from those"];
        let of_them = (self.at..self.words.len()).take_while(|at| !is_joint(&self.words[*at].text));
        if matches!(verb, Verb::Craft | Verb::Build)
            && of_them.into_iter().any(|at| OF.iter().any(|of| self.comes_at(at, of).is_some()))
        {
            several.clear();
        }
        if verb == Verb::Place
            && let Some(placed) = self.placed_together(&several)
        {
            intents.extend(placed);
            return Ok(());
        }
        // "a stone pickaxe, then 6 iron ore, smelt them": what can be smelted of them.
        if verb == Verb::Smelt {
            let smelts = |name: &str| knowledge::becomes(name).is_some() || knowledge::usual_ingredient(name).is_some();
            several.retain(|(named, _)| smelts(named.name));
        }
        let before = intents.len();
        if several.is_empty() {
            intents.extend(self.clause(verb)?);
        }
        for one in several {
            self.at = begun;
            self.meant = Some(one);
            let clause = self.clause(verb)?;
            let is_told = |intent: &Intent| match intent {
                // One chest is enough for all of them.
                Intent::Chest => intents.contains(intent),
                // "I need a furnace and a chest, make both": one of each.
                Intent::Craft { item, count } => {
                    intents[..before].contains(&Intent::Get { item, count: *count, more: false })
                }
                _ => false,
            };
            let more: Vec<Intent> = clause.into_iter().filter(|intent| !is_told(intent)).collect();
            intents.extend(more);
        }
        self.meant = None;
        // Where the chest stands that was spoken of.
        if let Some(name) = self.stands_at.take() {
            // What is to be put in is got before one goes there.
            let put = intents[before..].iter().filter_map(stored_count).collect::<Vec<_>>();
            intents.insert(before, Intent::GoNamed { name });
            let got = put.into_iter().map(|(item, count)| Intent::Get { item, count, more: false });
            intents.splice(before..before, got);
        }
        Ok(())
    }

    fn clause(&mut self, verb: Verb) -> Result<Vec<Intent>, ToolError> {
        let one = |intent: Intent| Ok(vec![intent]);
        let begun = self.at;
        if let Some(torn) = self.torn_down()? {
            return one(torn);
        }
        if let Some(around) = self.all_around(verb)? {
            return one(around);
        }
        if let Some(building) = self.building_wished(verb)? {
            return one(building);
        }
        if self.digs_a_stair(verb) {
            return one(self.stair()?);
        }
        if self.makes_a_path(verb) {
            return one(self.path()?);
        }
        match verb {
            Verb::Get | Verb::Mine | Verb::Fell | Verb::Craft if self.eat_any(UNTIL_HAVE) => {
                let (named, count, _) = self.counted(Use::Got)?;
                let count = self.how_many(&named, count, true)?;
                one(Intent::Get { item: named.name, count, more: false })
            }
            // "go find a birch tree": where nothing is done with it, it is gone to.
            Verb::Come if self.is_thing_sought() && self.ends_with_a_tree() => match self.place_of_a_kind()? {
                Some(to) => one(to),
                None => self.wanted(Verb::Get),
            },
            // "find Steve"
            Verb::Get if self.said == "find" && self.names_a_player() => one(self.coming()?),
            Verb::Take if self.is_taken_to() => self.given(),
            Verb::Turn if self.said == "break" && self.names_a_tree() => one(self.mined(Verb::Fell)?),
            Verb::Mine if self.names_a_tree() && FELLING.contains(&self.said.as_str()) => one(self.mined(Verb::Fell)?),
            Verb::Get | Verb::Take if self.lies_about() => one(Intent::Do(PickUp::default().into())),
            Verb::Get if let Some(parts) = self.ingredients()? => Ok(parts),
            Verb::Come if self.is_thing_sought() => self.wanted(Verb::Get),
            Verb::Give if let Some(parts) = self.ingredients()? => Ok(handed_over(parts)),
            Verb::Split => self.split(),
            Verb::Share if self.names_between() => self.split(),
            Verb::Share => one(self.shared()?),
            Verb::TakeOff => self.taken_off(),
            Verb::Take if self.off_behind().is_some() => self.taken_off(),
            Verb::Take if let Some(step) = self.by_heading() => one(step),
            Verb::Get | Verb::Take => match self.taken(verb)? {
                Some(taking) => Ok(taking),
                None if verb == Verb::Take => {
                    Err(not_understood(self.text, "where to take it from (say: take 5 dirt from the chest)"))
                }
                None => self.wanted(verb),
            },
            Verb::Level => one(self.levelled()?),
            Verb::Pave => one(self.path()?),
            Verb::FenceIn => Err(not_understood(
                self.text,
                "what to fence in (say: fence in a 7x7 area; put a fence around the wheat)",
            )),
            Verb::Craft | Verb::Build if let Some(level) = self.made_level()? => one(level),
            Verb::Craft | Verb::Build if let Some(row) = self.row_made()? => Ok(row),
            Verb::Craft | Verb::Build if let Some(building) = self.building()? => {
                let said = &self.words[begun..self.at];
                let is_on_it = said.iter().any(|word| matches!(word.text.as_str(), "there" | "it"));
                if is_on_it && matches!(self.done, Some(Intent::Level { .. })) {
                    let words = "build just where the ground is levelled (say where: build a house at 40 -25)";
                    return Err(cannot(self.text, words));
                }
                one(building)
            }
            Verb::Craft | Verb::Build if self.names_a_tunnel() => one(self.tunnel()?),
            Verb::Craft | Verb::Build if self.names_a_hole() => one(self.boxed()?),
            Verb::Craft if self.is_turned_into() => one(self.turned()?),
            Verb::Craft | Verb::Build => self.wanted(verb),
            Verb::Come => one(self.coming()?),
            Verb::Follow => one(self.followed()?),
            Verb::Give => self.given(),
            Verb::PickUp if self.is_back_up() => one(self.mined(Verb::Mine)?),
            Verb::PickUp if self.said == "pick" && self.words[self.at - 1].text != "up" => match self.harvested()? {
                Some(harvest) => one(harvest),
                None => Ok(self.wanted(Verb::Get)?.into_iter().map(picked).collect()),
            },
            Verb::PickUp => one(self.picked_up()?),
            Verb::Sleep => {
                const UNTIL_MORNING: &[&str] = &[
                    "until morning",
                    "for the night",
                    "till dawn",
                    "until dawn",
                    "until sunrise",
                    "till it is light",
                    "until the morning",
                    "till morning",
                    "through the night",
                    "until the sun comes up",
                    "till the sun comes up",
                    "until the sun rises",
                    "until it gets light",
                    "until it is light",
                    "until daylight",
                    "now",
                ];
                self.eat_any(&["in it", "in the bed", "in your bed", "in a bed", "in my bed", "there"]);
                self.eat_any(UNTIL_MORNING);
                // One wakes then in any case.
                let begun = self.at;
                if !(self.skip_joints() && self.eat_any(&["wake up", "get up", "get up again", "wake up again"])) {
                    self.at = begun;
                }
                one(Intent::Do(Sleep {}.into()))
            }
            Verb::Open => one(self.opened(true)?),
            Verb::Shut => one(self.opened(false)?),
            Verb::Press => self.pressed(),
            Verb::Light => match self.lit_around()? {
                Some(light) => one(light),
                None => one(self.lit()?),
            },
            Verb::Use => match self.used_up()? {
                Some(made) => one(made),
                None => one(self.used()?),
            },
            Verb::Plant => self.planted(),
            Verb::Till => self.tilled(),
            Verb::Fill => one(self.filled()?),
            Verb::FillUp => one(self.filled_up()?),
            Verb::Cover => one(self.covered()?),
            Verb::Surround => one(self.surrounded()?),
            Verb::FillIt => {
                let is_bucket = self.before.last().is_some_and(|(named, _)| named.name == "bucket");
                // "dig a 2x2x2 hole, then fill it again"
                if !is_bucket && self.speaks_of_hole() {
                    if matches!(self.words[self.at - 1].text.as_str(), "water" | "lava") {
                        return Err(cannot(
                            self.text,
                            "fill a hole with water or lava (say: fill that hole with dirt)",
                        ));
                    }
                    self.eat_any(&["up", "up again", "in again", "in", "again", "back up", "back in", "back"]);
                    return one(self.nearest_hole(None)?);
                }
                if !is_bucket {
                    return Err(not_understood(
                        self.text,
                        "what to fill (say: fill the hole at 10 63 4 with dirt, or: fill the bucket with water)",
                    ));
                }
                let full = if self.words[self.at - 1].text == "lava" { "lava_bucket" } else { "water_bucket" };
                // "make 3 buckets and fill them with water"
                if let Some((_, Count::Some(count @ 2..))) = self.before.last() {
                    // None of those is empty in the end.
                    self.uses_it = true;
                    return one(Intent::Get { item: full, count: *count, more: false });
                }
                // "fill it with lava" is one phrase.
                self.at -= usize::from(matches!(self.words[self.at - 1].text.as_str(), "water" | "lava"));
                let filled = self.filled()?;
                // "…, and bring it to Mia": it is full by then.
                if let Some((bucket, _)) = self.before.last().cloned() {
                    self.named = vec![(Named { name: full, ..bucket }, Count::Some(1))];
                }
                one(filled)
            }
            Verb::Eat => one(self.eaten()?),
            Verb::Equip => self.equipped(),
            Verb::LookInto => {
                let look = self.looked_into()?;
                self.skip_telling();
                one(look)
            }
            Verb::Sort => one(self.sorted()?),
            Verb::Store => self.stored(verb).map(Option::unwrap_or_default),
            // "bake as much bread as you can"
            Verb::Smelt if self.comes("as much").is_some() || self.comes("as many").is_some() => {
                self.wanted(Verb::Craft)
            }
            Verb::Smelt => self.smelted(),
            Verb::Surface => Ok(self.surfaced()),
            Verb::Down => one(self.dug_down()?),
            Verb::Move => self.moved(),
            Verb::Brighten => {
                self.eat_any(&["this place", "this area", "the area", "the place", "it", "up"]);
                self.eat_any(&["a bit", "a little", "a little bit", "a bit more"]);
                self.skip_where();
                let radius = self.within()?;
                one(Intent::Light { radius })
            }
            Verb::Turn => one(self.turned()?),
            Verb::TopUp => one(self.topped_up()?),
            Verb::Unload => self.unloaded(),
            Verb::Empty => self.emptied(),
            Verb::Fertilize => one(self.fertilized()?),
            Verb::Scoop => one(self.scooped()?),
            Verb::Pour => self.poured(),
            Verb::Harvest => match self.harvested()? {
                Some(harvest) => one(harvest),
                None => one(self.mined(verb)?),
            },
            // "leave the other half as they are" drops nothing.
            Verb::Drop if self.said == "leave" && !self.leaves_here() => Err(self.left_over()),
            Verb::Drop if self.is_thrown_to() => self.given(),
            Verb::Drop if self.names_a_chest() => self.stored(Verb::Store).map(Option::unwrap_or_default),
            Verb::Drop => one(self.dropped()?),
            Verb::Remove if self.is_worn() => self.taken_off(),
            Verb::Remove => one(self.mined(Verb::Mine)?),
            Verb::Clear if self.names_a_tree() => one(self.mined(Verb::Fell)?),
            Verb::Clear => one(self.boxed()?),
            Verb::Mine | Verb::Fell if self.is_boxed() => one(self.boxed()?),
            Verb::Mine if let Some(down) = self.so_far_down() => one(down),
            Verb::Mine if self.said == "go" && self.is_span() => {
                Err(cannot(self.text, "go and mine without a thing and a number (say: get 5 diamonds)"))
            }
            Verb::Mine if self.names_a_tunnel() => one(self.tunnel()?),
            Verb::Mine | Verb::Fell => one(self.mined(verb)?),
            Verb::Place if self.names_a_hand() => self.equipped(),
            Verb::Place if self.is_bone_meal() => one(self.bone_meal_put()?),
            Verb::Place => match self.stored(verb)? {
                Some(stored) => Ok(stored),
                None => match self.torches_around()? {
                    Some(light) => one(light),
                    None => self.placed(),
                },
            },
            Verb::Go => match self.gone_to() {
                Some(to_player) => one(to_player),
                None => one(self.destination()?),
            },
            Verb::Explore | Verb::ExploreFor => one(self.explored(verb == Verb::ExploreFor)?),
            Verb::SetHome => one(self.home_set()),
            Verb::Remember => one(self.place_named()?),
            Verb::Forget => one(self.place_forgotten()?),
            Verb::ForgetHome => one(Intent::Forget { name: HOME.to_owned() }),
            Verb::GoHome => one(Intent::GoNamed { name: HOME.to_owned() }),
            Verb::GoBack => one(self.gone_back()),
            Verb::Forward => {
                self.at -= 1;
                one(self.destination()?)
            }
            Verb::TearDown => Err(not_understood(self.text, "what is to be torn down (say: tear down the house)")),
            Verb::Undo => {
                if self.eat("the last") && !self.eat_any(&["thing", "goal", "one", "step", "action"]) {
                    return Err(cannot(self.text, "undo more than the last goal (say: undo)"));
                }
                one(Intent::Undo)
            }
            Verb::Face => match self.is_turned_into() {
                true => one(self.turned()?),
                false => one(self.faced()?),
            },
            Verb::Jump => one(self.jumped()?),
            Verb::Sneak => self.sneaked(),
            Verb::StandUp => {
                self.eat_any(&["again", "straight", "now"]);
                one(Intent::Do(Sneak { ticks: 0 }.into()))
            }
            Verb::Say if let Some(place) = self.own_place_said() => one(place),
            Verb::Say => {
                let (message, times) = self.message_so_often()?;
                // "say hi to Bert and give him the poppy"
                if let Some(name) = greeted(&message) {
                    self.player = Some(name.to_owned());
                }
                Ok(vec![Intent::Say { message, to: None }; times])
            }
            Verb::Tell => self.told_to(),
            Verb::Ask => self.asked_of(),
            Verb::Look => one(Intent::Look),
            Verb::Wait if self.waits_for_what_is_smelted() => Ok(Vec::new()),
            Verb::Wait => match self.waited_for_furnace()? {
                Some(wait) => one(wait),
                None => one(self.waited()?),
            },
            Verb::Write => self.written(),
            Verb::Inscribe => one(self.inscription()?),
        }
    }

    /// Up to the sky. Who has dug down before comes up where that began: the sky is over the pit, too.
    fn surfaced(&self) -> Vec<Intent> {
        let here = Coord::Relative(0);
        let up = Intent::Go { x: here, y: None, z: here, dig: true };
        // Out of a hole that was just dug here is beside it.
        if let Some(Intent::Clear {
            from: [Coord::Relative(x), Coord::Relative(..0), _],
            to: [Coord::Relative(other), ..],
        }) = &self.done
        {
            return vec![Intent::Go { x: Coord::Relative(*x.min(other) - 1), y: None, z: here, dig: true }];
        }
        let has_dug = self.done.as_ref().is_some_and(Intent::digs_down);
        if has_dug { vec![Intent::GoBack, up] } else { vec![up] }
    }

    /// Whether what is left is left behind: "leave the seeds here".
    fn leaves_here(&self) -> bool {
        const BEHIND: &[&str] = &["here", "there", "behind", "ground", "floor"];
        let said = self.words[self.at - 1..].iter().take_while(|word| word.text != ",");
        said.into_iter().any(|word| BEHIND.contains(&word.text.as_str()))
    }

    /// "here", "nearby": where else.
    pub(super) fn skip_where(&mut self) {
        while self.eat_any(NOTHING) {}
    }

    /// What is said, and how often: `say hi twice`, `say "good night" 3 times`. A longer sentence may end so.
    fn message_so_often(&mut self) -> Result<(String, usize), ToolError> {
        const SHORT: usize = 2;
        let is_quoted = self.begins_quoted();
        let message = self.message()?;
        let behind = if self.eat("twice") { 2 } else { self.times()? };
        if behind > 1 || is_quoted {
            return Ok((message, (behind as usize).max(1)));
        }
        let words: Vec<&str> = message.split(' ').collect();
        let number = |word: &str| {
            let small = SMALL.iter().find(|(small, _)| *small == word).map(|(_, number)| *number);
            small.or_else(|| word.parse().ok()).filter(|number| (1..=MOST_TIMES).contains(number))
        };
        let often = match words.as_slice() {
            [said @ .., "twice"] => Some((said, 2)),
            [said @ .., many, "times"] => number(many).map(|times| (said, times)),
            _ => None,
        };
        Ok(match often.filter(|(said, _)| (1..=SHORT).contains(&said.len())) {
            Some((said, times)) => (said.join(" "), times as usize),
            None => (message, 1),
        })
    }

    /// Whether the words since say of one list for whom it is, and of no part of it: "a sword and a shield for Jack".
    fn is_for_one(&self, from: usize) -> bool {
        let said = &self.words[from..self.at];
        let of_another = |word: &Word| matches!(word.text.as_str(), "me" | "us" | "yourself" | "then" | ";" | ".");
        said.iter().filter(|word| word.text == "for").count() == 1 && !said.iter().any(of_another)
    }

    /// Whether "it" or "them" was among the last words.
    fn spoke_of_it(&self) -> bool {
        self.words[..self.at].iter().rev().take(5).any(|word| matches!(word.text.as_str(), "it" | "them"))
    }

    /// What is said: to the end, or to the closing quote.
    pub(super) fn message(&mut self) -> Result<String, ToolError> {
        let text: &str = self.text;
        let from = self.words.get(self.at).map_or(text.len(), |word| word.start);
        let rest = text[from..].trim_start_matches([':', ' ']).trim_end();
        let from = text.trim_end().len() - rest.len();
        // "Would you wish Paul a happy birthday?": that is asked of the bot, and not of Paul.
        const ASKS: &[&str] = &["would", "could", "can", "will"];
        let rest = match rest.strip_suffix('?') {
            Some(wish)
                if !rest.contains('"')
                    && self.words.first().is_some_and(|first| ASKS.contains(&first.text.as_str())) =>
            {
                wish
            }
            _ => rest,
        };
        let quotes = [('"', '"'), ('\'', '\''), ('\u{201c}', '\u{201d}'), ('\u{2018}', '\u{2019}')];
        let quoted = quotes.into_iter().find_map(|(open, close)| {
            let inside = rest.strip_prefix(open)?;
            // An apostrophe inside of a word closes nothing.
            let ends = |at: &usize| !inside[at + close.len_utf8()..].starts_with(char::is_alphanumeric);
            let at = inside.match_indices(close).map(|(at, _)| at).find(ends)?;
            Some((&inside[..at], from + open.len_utf8() + at + close.len_utf8()))
        });
        // A thing alone is no deed: "we need wood and then stone".
        let is_deed = |goal: &str| begins_a_clause(goal) && is_read(goal);
        let lower = rest.to_ascii_lowercase();
        const ELSEWHERE: &[&str] = &[
            "on discord",
            "via discord",
            "over discord",
            "on whatsapp",
            "by mail",
            "by email",
            "via email",
            "by phone",
        ];
        if ELSEWHERE.iter().any(|way| lower.starts_with(way)) {
            return Err(cannot(text, "send messages outside of the game (say: tell Anna \"hello\")"));
        }
        let first = |joints: &[&str]| joints.iter().filter_map(|joint| Some((lower.find(joint)?, joint.len()))).min();
        // "tell Mia the iron is ready, then go home": what is to be done then is not said.
        let then = || {
            let found = first(THEN);
            let is_own = |goal: &str| is_own_deed(goal) && is_deed(goal);
            let listed = || first(&[", and "]).filter(|(at, joint)| is_own(&rest[at + joint..]));
            found.filter(|(at, joint)| *at > 0 && is_deed(&rest[at + joint..])).or_else(listed).map(|(at, _)| at)
        };
        // "say good morning and come back": a greeting is over there, a longer sentence may go on.
        let greeted = || {
            let (at, joint) = first(&[" and ", ", "])
                .filter(|(at, joint)| *at > 0 && (is_deed(&rest[at + joint..]) || is_own_deed(&rest[at + joint..])))?;
            let said = spoken(lower[..at].trim());
            (GREETINGS.contains(&said.as_str()) || greeted(&said).is_some() || !said.contains(' '))
                .then_some((at, joint))
        };
        // "tell Mia the coal is gone, and tell Bert the bread is ready"
        let told_again = || {
            let (at, joint) = first(&[", and tell ", " and tell ", ", tell ", "; tell "])?;
            let behind = &rest[at + joint - "tell ".len()..];
            let is_tell = self.said == "tell" && at > 0 && is_read(behind);
            is_tell.then_some(at)
        };
        // "tell Eva that supper is ready, she's not listening to me": of her, and not to her.
        let of_them = || {
            let (at, _) = first(&[", she's ", ", he's ", ", she ", ", he "]).filter(|_| self.said == "tell")?;
            let names_another = rest[..at].contains(char::is_uppercase);
            (!names_another && only_tells(&rest[at + 1..])).then_some(at)
        };
        let ends = || then().or_else(|| greeted().map(|(at, _)| at)).or_else(told_again).or_else(of_them);
        let until = if quoted.is_some() { None } else { ends() };
        if quoted.is_none() && until.is_none() {
            // "…, then go there": what is told to be done is not said, whether it is understood or not.
            let told = first(THEN).or_else(|| first(&[" then "])).filter(|(at, joint)| {
                let signed = !rest[*at..].starts_with(' ');
                if signed { begins_a_clause(&rest[at + joint..]) } else { is_own_deed(&rest[at + joint..]) }
            });
            if let Some((at, joint)) = told {
                let words = format!("what to do by {:?}", rest[at + joint..].trim());
                return Err(not_understood(text, &words));
            }
            // "say I am here and go home": nobody knows.
            let joint = lower.match_indices(" and ").find(|(at, _)| is_own_deed(&rest[at + 5..]));
            if let Some((at, _)) = joint {
                let words = format!(
                    "whether {:?} is said or done (put what is said in quotation marks)",
                    rest[at + 5..].trim()
                );
                return Err(not_understood(text, &words));
            }
        }
        // "light it up, say 8 blocks around" is a guess, and no speech.
        let is_guess = rest.starts_with(|first: char| first.is_ascii_digit())
            || SMALL.iter().any(|(word, _)| lower.strip_prefix(word).is_some_and(|behind| behind.starts_with(' ')));
        let begins = self.at.checked_sub(2).and_then(|before| self.words.get(before));
        let is_guess = is_guess || is_number(lower.trim_end_matches(['.', '!', '?']));
        // "no, say 5 planks": so many of a thing are no speech, either.
        let things = lower.split_once(' ').map_or("", |(_, things)| things.trim_end_matches(['.', '!', '?']));
        let is_counted = resolve(&things.replace(' ', "_"), Use::Held).is_some();
        let behind_mark = |word: &Word| matches!(word.text.as_str(), "," | "no" | "nope" | "well" | "or" | ".");
        let is_guess = is_guess && (is_counted || begins.is_some_and(behind_mark));
        // "say when you are done" tells when, and "say how many torches you have" asks.
        const NO_SPEECH: [&str; 13] = [
            "when ",
            "whenever ",
            "once ",
            "after ",
            "as soon as ",
            "how many ",
            "how much ",
            "how far ",
            "what time ",
            "what you ",
            "where you ",
            "whether ",
            "which ",
        ];
        let said = ["so ", "it in chat ", "it "].iter().find_map(|that| lower.strip_prefix(that)).unwrap_or(&lower);
        let is_none = NO_SPEECH.iter().any(|first| said.starts_with(first));
        if quoted.is_none() && (is_guess || is_none) {
            let words = format!("whether {rest:?} is to be said (put what is said in quotation marks)");
            return Err(not_understood(text, &words));
        }
        let rest = until.map_or(rest, |at| rest[..at].trim_end());
        let end = quoted.map_or(until.map_or(text.len(), |at| from + at), |(_, end)| end);
        self.at = self.words.iter().position(|word| word.start >= end).unwrap_or(self.words.len());
        self.eat_any(&["in chat", "in the chat", "to everyone", "to everybody", "to all", "to us"]);
        let message = quoted.map_or_else(|| spoken(rest), |(message, _)| message.to_owned());
        // "make a chest and say so"
        let is_that = quoted.is_none() && matches!(message.to_lowercase().trim_end_matches(['.', '!']), "so" | "it");
        if is_that && self.done.is_some() {
            return Ok("I am done".to_owned());
        }
        if is_that || message.trim().is_empty() {
            return Err(not_understood(text, "what to say"));
        }
        Ok(message)
    }
}

/// "take sticks and coal and make torches from all of it": of both at once, and not first of the one and then of the other.
fn made_of_all(intents: &mut Vec<Intent>) {
    let made = |intent: &Intent| match intent {
        Intent::Part { share: Share::All, item, of } => match **of {
            Intent::Craft { item: made, .. } => Some((*item, made)),
            _ => None,
        },
        _ => None,
    };
    let again = (1..intents.len()).find(|at| match (made(&intents[at - 1]), made(&intents[*at])) {
        (Some((one, first)), Some((other, second))) => one != other && first == second,
        _ => false,
    });
    if let Some((at, (_, item))) = again.and_then(|at| Some((at, made(&intents[at])?))) {
        intents.splice(at - 1..=at, [Intent::MakeMost { item }]);
    }
}

/// "I'd like 4 ladders, craft them from sticks": no more than those.
fn made_as_it_is_got(intents: &mut Vec<Intent>) {
    let again = intents.windows(3).position(|said| match said {
        [Intent::Get { item, count, more: false }, Intent::Then, Intent::Craft { item: made, count: again }] => {
            (item, count) == (made, again)
        }
        _ => false,
    });
    if let Some(at) = again {
        intents.drain(at + 1..=at + 2);
    }
}

/// "make a sword and a shield for Jack": both are for him.
fn give_all_of_them(intents: &mut Vec<Intent>, list: usize) {
    let [got @ .., Intent::Give { player, item: last, count: Some(_) }] = &intents[list..] else { return };
    let made: Option<Vec<(&'static str, u32)>> = got
        .iter()
        .map(|intent| match intent {
            Intent::Get { item, count, more: false } | Intent::Craft { item, count } => Some((*item, *count)),
            _ => None,
        })
        .collect();
    let Some(made) = made.filter(|made| made.len() > 1 && made.last().is_some_and(|(item, _)| item == last)) else {
        return;
    };
    let player = player.clone();
    let others = made[..made.len() - 1].iter();
    let given: Vec<Intent> =
        others.map(|(item, count)| Intent::Give { player: player.clone(), item, count: Some(*count) }).collect();
    intents.extend(given);
}

/// What joins what is to be done then to what is said.
const THEN: &[&str] = &[", then ", ", and then ", "; then ", " and then "];

/// Whether it begins as an order does that nobody says of others: "go home", "come back".
fn is_own_deed(goal: &str) -> bool {
    const OWN: &[&str] = &[
        "come", "go", "return", "walk", "head", "wait", "jump", "crouch", "sneak", "turn", "open", "close", "drop",
        "place", "give", "hand", "bring", "put", "tell", "say", "whisper", "ask",
    ];
    Parser::new(goal).words.first().is_some_and(|word| OWN.contains(&word.text.as_str()))
}

/// What greets by itself.
const GREETINGS: &[&str] = &[
    "hi",
    "hello",
    "hey",
    "bye",
    "goodbye",
    "good night",
    "goodnight",
    "good morning",
    "good evening",
    "thanks",
    "thank you",
    "welcome",
    "happy birthday",
    "congratulations",
    "sorry",
];

/// Whom a greeting names: "hi Tom", "hello to Tom".
fn greeted(said: &str) -> Option<&str> {
    let lower = said.to_ascii_lowercase();
    let greeting =
        GREETINGS.iter().filter(|greeting| lower.starts_with(**greeting)).max_by_key(|greeting| greeting.len())?;
    let name = said.get(greeting.len()..)?.strip_prefix(' ')?;
    let name = name.strip_prefix("to ").unwrap_or(name);
    (!name.contains(' ')).then(|| name.trim_end_matches(['.', '!', ',']))
}

/// Whether this is one word, or a list of names: "Mia and Bert".
fn are_names(said: &str) -> bool {
    let is_name = |word: &str| word == "and" || word.starts_with(char::is_uppercase);
    !said.contains(' ') || said.split(' ').all(is_name)
}

/// What is said where no quotes tell: without to whom ("hello to her"), and "hi to Bert" is "hi Bert".
fn spoken(rest: &str) -> String {
    const TO_ALL: &[&str] = &[
        "everyone",
        "everybody",
        "all",
        "us",
        "the others",
        "the chat",
        "them all",
        "all players",
        "him",
        "her",
        "them",
        "both",
        "both of them",
    ];
    const ALONE: [&str; 8] = [
        " in chat",
        " in the chat",
        ", just him",
        ", just her",
        ", only him",
        ", only her",
        ", him alone",
        ", her alone",
    ];
    let rest = rest.strip_prefix("that ").unwrap_or(rest);
    let lower = rest.to_ascii_lowercase();
    let bare = lower.trim_end_matches(['.', '!', '?']);
    let ends: Vec<String> = TO_ALL.iter().map(|all| format!(" to {all}")).chain(ALONE.map(str::to_owned)).collect();
    if let Some(end) = ends.iter().find(|end| bare.ends_with(end.as_str())) {
        return rest[..bare.len() - end.len()].to_owned();
    }
    // "welcome to camp": where one is welcome.
    let is_to_them = |greeting: &str, names: &str| {
        are_names(names) && (greeting != "welcome" || names.starts_with(char::is_uppercase))
    };
    match lower.split_once(" to ") {
        Some((greeting, names))
            if GREETINGS.contains(&greeting) && is_to_them(greeting, &rest[lower.len() - names.len()..]) =>
        {
            format!("{} {}", &rest[..greeting.len()], &rest[greeting.len() + " to ".len()..])
        }
        _ => rest.to_owned(),
    }
}
