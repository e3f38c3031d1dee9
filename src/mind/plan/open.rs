//! What is open before it is done: how much a call brings, and where a clause leads. Clauses that build on it are planned later, by
//! [`PlanOn`](crate::domain::PlanOn).

use super::{
    grammar::{Coord, Intent, Layout, takes_of},
    procedure::Wanted,
    state::PlannerState,
    stock::{TORCH, have, name_of},
};
use crate::{
    domain::{Eat, Harvest, ItemCounts, PickUp, Store, Take, ToolRequest},
    knowledge::{self, ANY_ITEM},
};

/// Whether what a clause comes to depends on where the bot stands, or on what is around it.
pub fn needs_world(intent: &Intent) -> bool {
    let relative = |coords: &[Coord]| coords.iter().any(|coord| matches!(coord, Coord::Relative(_)));
    match intent {
        Intent::Fell { .. }
        | Intent::Build(_)
        | Intent::TearDown(_)
        | Intent::FillUp { .. }
        | Intent::Level { .. }
        | Intent::DigStair(_)
        | Intent::Pave(_)
        | Intent::Dig(_)
        | Intent::Lay(_)
        | Intent::Visit(_)
        | Intent::Swap { .. }
        | Intent::Shift { .. }
        | Intent::GoNamed { .. }
        | Intent::Forget { .. }
        | Intent::Step { .. }
        | Intent::GoBack
        | Intent::ComeBack
        | Intent::GoThrough { .. }
        | Intent::TellPlace { .. }
        | Intent::Undo
        | Intent::Sort { .. }
        | Intent::Light { .. } => true,
        Intent::Go { x, y, z, .. } => relative(&[*x, *z]) || y.is_some_and(|y| relative(&[y])),
        Intent::Clear { from, to } | Intent::Fill { from, to, .. } => relative(from) || relative(to),
        Intent::Mine { at: Some(at), .. } | Intent::Place { at: Some(at), .. } => relative(at),
        Intent::Pour { x, y, z, .. } => relative(&[*x, *z]) || y.is_some_and(|y| relative(&[y])),
        _ => false,
    }
}

/// A clause that leaves out what was held when the goal began, with what that was.
pub fn by_what_was_held(intent: &Intent, state: &PlannerState) -> Intent {
    let mut intent = intent.clone();
    if let Intent::StoreAll { but, .. } | Intent::DropAll { but } | Intent::GiveAll { but, .. } = &mut intent
        && std::mem::take(&mut but.before)
    {
        but.things.extend(held_before(state).iter().filter_map(|(item, count)| Some((name_of(item)?, Some(count)))));
    }
    intent
}

/// What was held when the goal began.
pub fn held_before(state: &PlannerState) -> &ItemCounts {
    state.began.as_ref().map_or(&state.inventory, |began| &began.held)
}

/// Whether a clause leads elsewhere by its own words.
pub fn leads_away(intent: &Intent) -> bool {
    matches!(
        intent,
        Intent::Go { .. }
            | Intent::GoNamed { .. }
            | Intent::GoBack
            | Intent::ComeBack
            | Intent::GoThrough { .. }
            | Intent::Visit(_)
            | Intent::Step { .. }
            | Intent::Do(
                ToolRequest::GoToBlock(_)
                    | ToolRequest::GoToPlayer(_)
                    | ToolRequest::Follow(_)
                    | ToolRequest::Explore(_)
                    | ToolRequest::Navigate(_)
            )
    )
}

/// What is put up where a clause leads, behind it: it is got before one goes there, since who gets it has left again.
pub fn placed_there(next: &[Intent]) -> Vec<Wanted> {
    let mut placed: Vec<Wanted> = Vec::new();
    // What is got there is not got before.
    let gets = |intent: &Intent| {
        matches!(
            intent,
            Intent::Get { .. }
                | Intent::Craft { .. }
                | Intent::Smelt { .. }
                | Intent::Mine { .. }
                | Intent::With { .. }
                | Intent::Clear { .. }
                | Intent::Level { .. }
                | Intent::DigStair(_)
                | Intent::Pave(_)
                | Intent::Dig(_)
                | Intent::Fell { .. }
                | Intent::Fetch(_)
                | Intent::TakeUpTo(_)
                | Intent::Do(ToolRequest::Take(_) | ToolRequest::PickUp(_) | ToolRequest::Harvest(_))
        )
    };
    for intent in next.iter().take_while(|intent| !leads_away(intent) && !gets(intent)) {
        if let Intent::Place { block, count, at: None, .. } | Intent::Lay(Layout { block, count, .. }) = intent {
            match placed.iter_mut().find(|wanted| wanted.name == *block) {
                Some(known) => known.count += count,
                None => placed.push(Wanted::get(block, *count)),
            }
        }
    }
    placed
}

/// A family of which so many blocks are to be placed ("place 3 logs"), where they are not held of kinds that are known: which kind it
/// will be shows once they are held.
pub fn kind_is_open(intent: &Intent, held: &ItemCounts) -> Option<(&'static str, u32)> {
    // Whoever gets the blocks of a row may dig where it is to stand.
    if let Intent::Lay(Layout { block, count, .. }) = intent {
        return (have(held, block) < *count).then_some((*block, *count));
    }
    let Intent::Place { block, count, .. } = intent else { return None };
    let known: u32 = kinds(block)?.iter().map(|kind| held.count(kind)).sum();
    (known < *count).then_some((*block, *count))
}

/// Blocks of a family that are to be placed, as those of the kinds that are held, the most of one first; any other clause as it is.
pub fn of_kinds(intent: &Intent, held: &ItemCounts) -> Vec<Intent> {
    let Intent::Place { block, count, at, by } = intent else { return vec![intent.clone()] };
    let Some(kinds) = kinds(block) else { return vec![intent.clone()] };
    let mut known: Vec<(&'static str, u32)> = kinds.iter().map(|kind| (*kind, held.count(kind))).collect();
    known.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut left = *count;
    let of_each = known.into_iter().map(|(block, has)| {
        let count = has.min(left);
        left -= count;
        Intent::Place { block, count, at: *at, by: by.clone() }
    });
    of_each.filter(|intent| !matches!(intent, Intent::Place { count: 0, .. })).collect()
}

/// The blocks of a family that is no block itself.
fn kinds(block: &str) -> Option<&'static [&'static str]> {
    if knowledge::block(block).is_some() { None } else { knowledge::family(block) }
}

/// Whether what a clause comes to depends on where the bot stands by then.
pub fn is_by_place(intent: &Intent) -> bool {
    // The way back and places with names are where they are.
    let is_known = matches!(
        intent,
        Intent::GoBack | Intent::ComeBack | Intent::GoNamed { .. } | Intent::Forget { .. } | Intent::Undo
    );
    !is_known && needs_world(intent)
}

/// Whether nobody knows before a call is over how many of a thing are held then.
pub fn leaves_open(request: &ToolRequest, name: &str) -> bool {
    match request {
        ToolRequest::Take(Take { item, count: None, .. }) => touches(name, knowledge::plain(item)),
        // Of two ingots it shows then of what they are.
        ToolRequest::Take(Take { item, .. }) if knowledge::item(item).is_none() => {
            touches(name, knowledge::plain(item))
        }
        ToolRequest::Store(Store { item: Some(item), total: Some(_), .. }) => touches(name, knowledge::plain(item)),
        ToolRequest::PickUp(PickUp { item: Some(item), .. }) => touches(name, knowledge::plain(item)),
        ToolRequest::PickUp(_) | ToolRequest::Clear(_) | ToolRequest::Harvest(Harvest { crop: None, .. }) => true,
        ToolRequest::Harvest(Harvest { crop: Some(crop), .. }) => {
            let yields = knowledge::crop(crop).map_or(crop.as_str(), |crop| crop.yields);
            touches(name, yields) || name.ends_with("seeds")
        }
        ToolRequest::Eat(Eat { item: Some(item), count: None, .. }) => touches(name, knowledge::plain(item)),
        ToolRequest::Eat(Eat { item: None, .. }) => touches(name, "food"),
        ToolRequest::Light(_) => touches(name, TORCH),
        _ => false,
    }
}

/// Whether who has one of these things has the other, or makes it of that.
fn touches(name: &str, open: &str) -> bool {
    let among = |one: &str, of: &str| {
        knowledge::family(of).is_some_and(|members| members.contains(&one))
            || knowledge::group(of).is_some_and(|(_, members)| members.contains(&one))
    };
    name == ANY_ITEM
        || name == open
        || among(name, open)
        || among(open, name)
        || name_of(name).is_some_and(|name| {
            let members = knowledge::group(open).map_or(&[][..], |(_, members)| members);
            members.iter().chain([&open]).any(|one| takes_of(one, &[(name, 1)]) > 0)
        })
}
