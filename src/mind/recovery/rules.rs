//! After a failure: what to try next? Rules, chosen by the error's code; every answer says why. Where a rule only guesses, a
//! model, if there is one, is asked instead ([`is_certain`]).
//!
//! Not found: search farther, explore, take another of the family. Blocked: another of the kind, then dig; a place nobody
//! can stand at: beside it. Inventory full: drop what is worth least. Materials or tool missing: get them first. Timeout:
//! once more with what is left. Undone by the server again and again: elsewhere. Died, disconnected,
//! cancelled: that is not for this step to mend.

use serde_json::Value;

use crate::{
    domain::{
        BlockPos, Craft, Drop, Eat, ErrorCode, Expectation, Explore, GoToBlock, IN_ANOTHER_STATE, ItemCounts, LASTING,
        Mine, Navigate, Smelt, StepDraft, Store, Tool, ToolError, ToolRequest, UseItem, Volume,
    },
    knowledge::{family, family_of, mine_target, plain, stack_size},
    mind::plan::{
        drafts::{draft, placed_station, taken_station},
        planner::plan_things,
        procedure::{Means, Wanted},
        state::PlannerState,
        stock::{FURNACE, Stations, TABLE, name_of, with_article},
    },
};

/// What to do about a failed step.
#[derive(Clone, Debug, PartialEq)]
pub enum Recovery {
    /// Once more, perhaps differently; a new expectation where what is asked for has changed.
    Retry {
        request: ToolRequest,
        expectation: Option<Expectation>,
        why: String,
    },
    /// Other things first, then the step again (differently, where `retry` says so).
    InsertBefore {
        steps: Vec<StepDraft>,
        retry: Option<ToolRequest>,
        why: String,
    },
    /// Other things in place of the step and all that comes after it. Only a model says so.
    Replace {
        steps: Vec<StepDraft>,
        why: String,
    },
    GiveUp {
        why: String,
    },
}

/// Whether a rule knows what helps. Else it costs little to ask who may know better.
pub fn is_certain(recovery: &Recovery, failed: &ToolRequest, code: ErrorCode, attempt: u32) -> bool {
    let passing = matches!(code, ErrorCode::ActionFailed | ErrorCode::Timeout);
    match (code, recovery) {
        (ErrorCode::Cancelled, _) => true,
        (_, Recovery::GiveUp { .. }) => false,
        // The same once more helps only against what may pass.
        (_, Recovery::Retry { request, .. }) if request == failed && !passing => false,
        // Nobody can know by rules where else a thing is, or where there is room.
        (
            ErrorCode::ResourceNotFound | ErrorCode::PathBlocked | ErrorCode::ActionFailed,
            Recovery::InsertBefore { .. },
        ) => false,
        // What did not do it the second time will hardly do it the third.
        (ErrorCode::ActionFailed | ErrorCode::Timeout, _) => attempt <= 1,
        _ => true,
    }
}

/// Search radii in blocks, one after the other: the tool's own, one that is soon searched, then all that a server may send.
const RADII: [u32; 3] = [64, 96, 512];
/// How far one goes elsewhere, in blocks: half of what is usually loaded, so that most of what comes into view is new.
const EXPLORE: i32 = 48;
/// How far from an asked place nobody can stand at another one still counts as beside it, in blocks on each axis.
const BESIDE: u32 = 2;
/// What is to be placed farther off than this is gone to first, in blocks: nothing may be loaded there yet.
const FAR: u32 = 16;
/// One part in so many of an exploring walk may be left out.
const EXPLORE_TOLERANCE: i32 = 6;

/// Decides. `attempt` counts from 1 and is the one that has just failed.
pub fn reflect(step: &StepDraft, error: &ToolError, attempt: u32, state: &PlannerState) -> Recovery {
    match error.code {
        ErrorCode::ResourceNotFound => not_found(step, error, attempt, state),
        ErrorCode::PathBlocked => blocked(step, error, attempt, state),
        ErrorCode::InsufficientMaterials => materials_missing(step, error, state),
        ErrorCode::ToolRequired => tool_missing(error, state),
        ErrorCode::InventoryFull => inventory_full(step, state),
        ErrorCode::ActionFailed if error.context[LASTING] == true => give_up(&error.message),
        ErrorCode::ActionFailed if is_undone(error) => undone(step, attempt, state),
        ErrorCode::ActionFailed if error.context[IN_ANOTHER_STATE].is_object() => in_another_state(step, error),
        ErrorCode::ActionFailed => again(step, "the server did not do it: once more".to_owned()),
        ErrorCode::Timeout if attempt <= 1 => again(step, "it took too long: once more with what is left".to_owned()),
        ErrorCode::Timeout => give_up("it took too long twice"),
        ErrorCode::InvalidParams => give_up("asking the same again cannot help"),
        ErrorCode::Cancelled => give_up("it was withdrawn"),
        ErrorCode::BotDied => give_up("the bot died"),
        ErrorCode::Disconnected => give_up("the connection is gone"),
    }
}

/// Whether the server undid it more than once: no mishap, but a rule of the place.
fn is_undone(error: &ToolError) -> bool {
    error.context["undone"].as_u64().is_some_and(|times| times > 1)
}

/// A protected spawn, somebody's claim: elsewhere it may be allowed.
fn undone(step: &StepDraft, attempt: u32, state: &PlannerState) -> Recovery {
    match &step.request {
        ToolRequest::Navigate(to) => {
            let request: ToolRequest = Navigate { dig: false, ..to.clone() }.into();
            if request == step.request {
                return give_up("the server lets nobody dig here");
            }
            let why = "the server undoes the digging: going without".to_owned();
            Recovery::Retry { request, expectation: None, why }
        }
        ToolRequest::Mine(Mine { at: Some(_), .. }) | ToolRequest::Clear(_) => give_up("the server lets nobody dig it"),
        ToolRequest::Fill(_) | ToolRequest::Build(_) | ToolRequest::Light(_) => {
            give_up("the server lets nobody build there")
        }
        ToolRequest::PlaceBlock(place) if place.by().is_some() => give_up("the server lets nobody build there"),
        _ => match explore(state, attempt, EXPLORE, false) {
            Some((go, direction)) => {
                let why = format!("the server undoes it here: going {EXPLORE} blocks {direction}");
                Recovery::InsertBefore { steps: vec![go], retry: None, why }
            }
            None => again(step, "the server undid it: once more".to_owned()),
        },
    }
}

/// What stands otherwise than asked is taken back, and placed once more.
fn in_another_state(step: &StepDraft, error: &ToolError) -> Recovery {
    let at = BlockPos::told_by(&error.context[IN_ANOTHER_STATE]);
    let (ToolRequest::PlaceBlock(place), Some(at)) = (&step.request, at) else {
        return again(step, "the server did not do it: once more".to_owned());
    };
    let target = plain(&place.block).to_owned();
    if mine_target(&target).is_err() {
        return give_up("what has been placed cannot be taken back");
    }
    let why = format!("{target} stands in another state than asked: taking it back and placing it once more");
    let mine = Mine { at: Some(at), ..Mine::nearest(&target, 1) };
    let steps = vec![draft(mine.into(), "it stands in another state than asked".to_owned())];
    Recovery::InsertBefore { steps, retry: None, why }
}

fn again(step: &StepDraft, why: String) -> Recovery {
    Recovery::Retry { request: step.request.clone(), expectation: None, why }
}

fn give_up(why: &str) -> Recovery {
    Recovery::GiveUp { why: why.to_owned() }
}

/// The next radius after the one that was searched.
fn wider(mine: &Mine, error: &ToolError) -> Option<u32> {
    let searched = error.context["search_radius"].as_u64().and_then(|radius| u32::try_from(radius).ok());
    let searched = searched.or(mine.max_radius).unwrap_or(RADII[0]);
    RADII.into_iter().find(|radius| *radius > searched)
}

/// What makes a field for seeds that find none, where a hoe is held.
fn tilling(step: &StepDraft, state: &PlannerState) -> Option<UseItem> {
    let ToolRequest::UseItem(used) = &step.request else { return None };
    let on_a_field = used.block.as_deref().map(plain) == Some("farmland") && used.at().is_none();
    let (hoe, _) = state.inventory.iter().find(|(item, _)| on_a_field && item.ends_with("_hoe"))?;
    let ground = ["grass_block", "dirt"].into_iter().find(|ground| state.known.contains_key(*ground))?;
    Some(UseItem { item: Some(hoe.to_owned()), block: Some(ground.to_owned()), ..UseItem::default() })
}

fn not_found(step: &StepDraft, error: &ToolError, attempt: u32, state: &PlannerState) -> Recovery {
    if attempt <= 1
        && let Some(till) = tilling(step, state)
    {
        let why = format!("no field is free: {}", till.title());
        let steps = vec![draft(till.into(), "there is no free field".to_owned())];
        return Recovery::InsertBefore { steps, retry: None, why };
    }
    let ToolRequest::Mine(mine) = &step.request else {
        // The body has waited for what comes in.
        let is_sought = match &step.request {
            ToolRequest::Explore(explore) if explore.is_errand() => {
                return give_up("go elsewhere first, or look farther with --search");
            }
            ToolRequest::Face(_) | ToolRequest::GoToBlock(_) | ToolRequest::Explore(_) => true,
            ToolRequest::PlaceBlock(place) => place.by().is_some(),
            _ => false,
        };
        if error.context["online"] == false || is_sought {
            return give_up(&error.message);
        }
        return again(step, "it was not there: once more".to_owned());
    };
    if mine.at.is_some() {
        return give_up("that block is not there any more");
    }
    // Another of the family, if one was seen.
    let other = family_of(plain(&mine.target)).filter(|family_name| {
        // Who asked for the family has been told of all its members.
        *family_name != plain(&mine.target)
            && !state.exact
            && family(family_name).unwrap_or(&[]).iter().any(|member| state.known.contains_key(*member))
    });
    if let Some(family_name) = other {
        let members = family(family_name).unwrap_or(&[]);
        let seen: Vec<&str> = members.iter().copied().filter(|member| state.known.contains_key(*member)).collect();
        let request = Mine { target: family_name.to_owned(), ..mine.clone() }.into();
        let expectation =
            Expectation::Gain { items: members.iter().map(|name| (*name).to_owned()).collect(), count: mine.count };
        let why =
            format!("no {} is found, but {} was seen: any {family_name} will do", mine.target, seen.join(" and "));
        return Recovery::Retry { request, expectation: Some(expectation), why };
    }
    let radius = wider(mine, error);
    let farther = |radius: u32| ToolRequest::from(Mine { max_radius: Some(radius), ..mine.clone() });
    if attempt <= 1
        && let Some(radius) = radius
    {
        let why = format!("no {} is near: searching {radius} blocks around", mine.target);
        return Recovery::Retry { request: farther(radius), expectation: None, why };
    }
    let Some(until) = shown_by(&mine.target).filter(|_| state.farthest > 0) else { return give_up(&error.message) };
    let blocks = state.farthest;
    let why = format!("no {} is in sight: exploring up to {blocks} blocks around, until {until} is seen", mine.target);
    let explore = Explore { radius: Some(blocks), until: Some(until), dig: true, ..Explore::default() };
    let steps = vec![draft(explore.into(), format!("no {} is in sight", mine.target))];
    Recovery::InsertBefore { steps, retry: Some(farther(RADII[2])), why }
}

/// What is looked for by whoever wants to mine this: its own name, or where the block that is called so is seldom found, that of the
/// block which it comes of.
fn shown_by(target: &str) -> Option<String> {
    let blocks = mine_target(target).ok()?.blocks;
    let source = blocks.first().filter(|_| blocks.iter().any(|block| block.name == plain(target)));
    Some(source.map_or(plain(target), |block| block.name).to_owned())
}

/// A walk in a direction that varies with the attempt, dug where it must be and may: a step that may fail is no help.
fn explore(state: &PlannerState, attempt: u32, blocks: i32, dig: bool) -> Option<(StepDraft, &'static str)> {
    let here = state.position?.block();
    let directions = [(1, 0, "east"), (0, 1, "south"), (-1, 0, "west"), (0, -1, "north")];
    // Where it stands decides too, so that a second search does not walk the first one's way back.
    let turn = (here.x.div_euclid(EXPLORE) + here.z.div_euclid(EXPLORE)).rem_euclid(2) as usize;
    let is_open = |&(dx, dz, _): &(i32, i32, &str)| {
        let (x, z) = (here.x + dx * blocks, here.z + dz * blocks);
        let column = Volume::between(BlockPos::new(x, i32::MIN, z), BlockPos::new(x, i32::MAX, z));
        !state.closed.iter().any(|closed| closed.meets(&column))
    };
    let from = (attempt as usize + turn) % directions.len();
    let (dx, dz, name) = directions.into_iter().cycle().skip(from).take(directions.len()).find(is_open)?;
    let go = Navigate {
        x: here.x + dx * blocks,
        y: None,
        z: here.z + dz * blocks,
        tolerance: Some((blocks / EXPLORE_TOLERANCE) as u32),
        dig,
    };
    Some((draft(go.into(), format!("to see what there is to the {name}")), name))
}

fn blocked(step: &StepDraft, error: &ToolError, attempt: u32, state: &PlannerState) -> Recovery {
    match &step.request {
        ToolRequest::Navigate(to) => {
            let beside = BlockPos::told_by(&error.context["nearest_standable"]).filter(|place| {
                let off = |a: i32, b: i32| a.abs_diff(b) <= BESIDE;
                // Who is to dig down two blocks has not done so two blocks above.
                let is_level = |asked: i32| if to.dig { place.y == asked } else { off(place.y, asked) };
                off(place.x, to.x) && off(place.z, to.z) && to.y.is_none_or(is_level)
            });
            if let Some(BlockPos { x, y, z }) = beside {
                let request = Navigate { x, y: Some(y), z, ..to.clone() }.into();
                let expectation = Expectation::Near { x, y: Some(y), z, tolerance: to.tolerance.unwrap_or(0) };
                let why = format!("nobody can stand at the place itself: going to {x}, {y}, {z} beside it");
                return Recovery::Retry { request, expectation: Some(expectation), why };
            }
            if !to.dig {
                let request = Navigate { dig: true, ..to.clone() }.into();
                return Recovery::Retry {
                    request,
                    expectation: None,
                    why: "the way is blocked: digging through".to_owned(),
                };
            }
            give_up("there is no way there, not even by digging")
        }
        ToolRequest::Mine(mine) => {
            if let Some(radius) = wider(mine, error).filter(|_| mine.at.is_none() && attempt <= 1) {
                let request = Mine { max_radius: Some(radius), ..mine.clone() }.into();
                let why =
                    format!("none of the {} near can be reached: trying others, {radius} blocks around", mine.target);
                return Recovery::Retry { request, expectation: None, why };
            }
            match explore(state, attempt, EXPLORE / 2, true) {
                Some((go, direction)) if mine.at.is_none() => {
                    let why = format!("no {} can be reached from here: going {direction}", mine.target);
                    Recovery::InsertBefore { steps: vec![go], retry: None, why }
                }
                _ => again(step, "it could not be reached: once more".to_owned()),
            }
        }
        ToolRequest::PlaceBlock(place)
            if let Some(at) = place.at()
                && state.position.is_some_and(|here| here.block().level_distance(at) > FAR) =>
        {
            let go = Navigate { x: at.x, y: None, z: at.z, tolerance: Some(3), dig: true };
            let steps = vec![draft(go.into(), "to where it is to be placed".to_owned())];
            Recovery::InsertBefore { steps, retry: None, why: format!("{at} is far away: going there first") }
        }
        // Elsewhere it would be placed by another, or there is none.
        ToolRequest::PlaceBlock(place) if place.by().is_some() => {
            again(step, "it could not be reached: once more from here".to_owned())
        }
        ToolRequest::GoToPlayer(_) | ToolRequest::Follow(_) | ToolRequest::Give(_) => {
            again(step, "nobody got there: once more, since players move".to_owned())
        }
        ToolRequest::GoToBlock(go) if !go.dig => {
            let request = GoToBlock { dig: true, ..go.clone() }.into();
            let why = "the way is blocked: digging through".to_owned();
            Recovery::Retry { request, expectation: None, why }
        }
        ToolRequest::GoToBlock(_) => give_up("there is no way there, not even by digging"),
        ToolRequest::PickUp(_) => again(step, "some could not be reached: once more from here".to_owned()),
        ToolRequest::Clear(_) | ToolRequest::Fill(_) | ToolRequest::Build(_) | ToolRequest::Light(_) => {
            again(step, "it could not be reached: once more from here".to_owned())
        }
        _ => match explore(state, attempt, 6, true) {
            Some((go, direction)) => {
                let why = format!("there is no room for it here: a few steps {direction}");
                Recovery::InsertBefore { steps: vec![go], retry: None, why }
            }
            None => again(step, "it was blocked: once more".to_owned()),
        },
    }
}

fn materials_missing(step: &StepDraft, error: &ToolError, state: &PlannerState) -> Recovery {
    if matches!(step.request, ToolRequest::Take(_)) {
        // Whoever wants it out of the chest does not want it made.
        return give_up(&error.message);
    }
    let missing = missing_of(error, &step.request);
    if let ToolRequest::Craft(craft) = &step.request
        && !state.exact
        && let Some(family_name) = family_of(plain(&craft.item))
        && family(family_name).is_some_and(|members| members.contains(&plain(&craft.item)))
        && let Some(woods) = held_woods(state)
    {
        // The steps before gathered another wood than was planned.
        let items: Vec<String> = family(family_name).unwrap_or(&[]).iter().map(|name| (*name).to_owned()).collect();
        let request = Craft { item: family_name.to_owned(), count: craft.count }.into();
        let why = format!("there is no wood for {}, but {woods} are held: any {family_name} will do", craft.item);
        return Recovery::Retry { request, expectation: Some(Expectation::Gain { items, count: craft.count }), why };
    }
    if let ToolRequest::Eat(Eat { item: None, .. }) = &step.request {
        // What it might find to eat, nobody has said.
        return give_up(&error.message);
    }
    // A station that is near and still missed is out of reach or somebody's.
    let absent = |station: &str| missing.count(station) > 0;
    let nearby =
        Stations { table: state.nearby.table && !absent(TABLE), furnace: state.nearby.furnace && !absent(FURNACE) };
    let state = &PlannerState { nearby, ..state.clone() };
    let mut retry = None;
    // The chest that was looked into, and not what is nearest once that is got.
    if let (ToolRequest::Store(store @ Store { total: Some(_), x: None, .. }), Some(BlockPos { x, y, z })) =
        (&step.request, BlockPos::told_by(&error.context["target"]))
    {
        retry = Some(Store { x: Some(x), y: Some(y), z: Some(z), ..store.clone() }.into());
    }
    let steps = match &step.request {
        ToolRequest::Craft(craft) => for_crafting(craft, state),
        ToolRequest::Smelt(smelt) => for_smelting(smelt, state).map(|(steps, smelting)| {
            retry = smelting;
            steps
        }),
        ToolRequest::PlaceBlock(place) => name_of(&place.block)
            .ok_or_else(|| error.clone())
            .and_then(|block| plan_things(vec![Wanted::get(block, 1)], state)),
        _ => plan_things(
            missing
                .iter()
                .filter_map(|(name, count)| {
                    let name = name_of(name)?;
                    Some(Wanted::get(name, crate::mind::plan::stock::have(&state.inventory, name) + count))
                })
                .collect(),
            state,
        ),
    };
    match steps {
        Ok(steps) if steps.is_empty() && retry.as_ref().is_none_or(|retry| *retry == step.request) => {
            again(step, "everything needed is held after all: once more".to_owned())
        }
        Ok(steps) => {
            let what = if missing.is_empty() { "materials are".to_owned() } else { format!("{missing} are") };
            Recovery::InsertBefore { steps, retry, why: format!("{what} missing: getting them first") }
        }
        Err(reason) => Recovery::GiveUp { why: reason.message },
    }
}

/// What must come before a crafting: the plan for it without its last crafting.
fn for_crafting(craft: &Craft, state: &PlannerState) -> Result<Vec<StepDraft>, ToolError> {
    let name = name_of(&craft.item)
        .ok_or_else(|| ToolError::new(ErrorCode::InvalidParams, format!("there is no item called {}", craft.item)))?;
    let wanted = Wanted { more: true, ..Wanted::get(name, craft.count) };
    let mut steps = plan_things(vec![wanted], state)?;
    let own = |step: &StepDraft| matches!(&step.request, ToolRequest::Craft(other) if plain(&other.item) == name);
    if let Some(at) = steps.iter().rposition(own) {
        // Its table stays for it; what was placed is taken back by the plan that placed it, or by the mind.
        steps.truncate(at);
    }
    Ok(steps)
}

/// What must come before a smelting, and the smelting itself with the fuel that is got for it.
fn for_smelting(smelt: &Smelt, state: &PlannerState) -> Result<(Vec<StepDraft>, Option<ToolRequest>), ToolError> {
    let name = name_of(&smelt.item)
        .ok_or_else(|| ToolError::new(ErrorCode::InvalidParams, format!("there is no item called {}", smelt.item)))?;
    let wanted = Wanted { more: true, means: Means::Smelted, ..Wanted::get(name, smelt.count) };
    let mut steps = plan_things(vec![wanted], state)?;
    let own = |step: &StepDraft| matches!(&step.request, ToolRequest::Smelt(other) if plain(&other.item) == name);
    let mut retry = None;
    if let Some(at) = steps.iter().position(own) {
        if let ToolRequest::Smelt(first) = &steps[at].request {
            retry = Some(Smelt { fuel: first.fuel.clone(), ..smelt.clone() }.into());
        }
        steps.truncate(at);
    }
    // The tool places the furnace that is held, and says so: then it is known where to take it back from.
    let furnace = |step: &StepDraft| {
        placed_station(&step.request) == Some(FURNACE) || taken_station(&step.request) == Some(FURNACE)
    };
    steps.retain(|step| !furnace(step));
    Ok((steps, retry))
}

/// The context's `missing`, whichever way it is written: name → count, or a list of item and count.
fn missing_of(error: &ToolError, request: &ToolRequest) -> ItemCounts {
    let missing = &error.context["missing"];
    let count = |value: &Value| value.as_u64().and_then(|count| u32::try_from(count).ok());
    let listed = missing
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|entry| Some((entry["item"].as_str()?.to_owned(), count(&entry["count"])?)));
    let mapped =
        missing.as_object().into_iter().flatten().filter_map(|(name, value)| Some((name.clone(), count(value)?)));
    // Which wood lacks least is chance: the family is what lacks. A building is of one wood.
    let is_of_kind = matches!(request, ToolRequest::Build(_));
    let family = |name: &str| family_of(name).filter(|_| !is_of_kind);
    let wide = |(name, count): (String, u32)| (family(&name).map_or(name.clone(), str::to_owned), count);
    listed.chain(mapped).map(wide).collect()
}

/// The logs that are held, in words.
fn held_woods(state: &PlannerState) -> Option<String> {
    let logs = family("log").unwrap_or(&[]);
    let held: ItemCounts = state
        .inventory
        .iter()
        .filter(|(name, _)| logs.contains(name))
        .map(|(name, count)| (name.to_owned(), count))
        .collect();
    (!held.is_empty()).then(|| held.to_string())
}

fn tool_missing(error: &ToolError, state: &PlannerState) -> Recovery {
    let keys = ["tier", "required", "tool"];
    let tier = keys.into_iter().find_map(|key| name_of(error.context[key].as_str()?));
    let Some(tier) = tier else { return Recovery::GiveUp { why: error.message.clone() } };
    // One may be held and worn out by now: one more than there is.
    let wanted = Wanted { more: true, ..Wanted::get(tier, 1) };
    match plan_things(vec![wanted], state) {
        Ok(steps) => Recovery::InsertBefore {
            steps,
            retry: None,
            why: format!("it takes {}: making one first", with_article(tier)),
        },
        Err(reason) => Recovery::GiveUp { why: reason.message },
    }
}

/// What is given up first when there is no room, from the least worth on. Anything not listed is worth more, what wears
/// out and what was made is worth most and is never dropped.
const WORTH_LEAST_FIRST: &[&str] = &[
    "rotten_flesh",
    "poisonous_potato",
    "dead_bush",
    "wheat_seeds",
    "beetroot_seeds",
    "melon_seeds",
    "pumpkin_seeds",
    "leaf_litter",
    "short_grass",
    "fern",
    "oak_leaves",
    "birch_leaves",
    "dirt",
    "coarse_dirt",
    "rooted_dirt",
    "mud",
    "gravel",
    "netherrack",
    "diorite",
    "granite",
    "andesite",
    "tuff",
    "calcite",
    "sand",
    "red_sand",
    "dandelion",
    "poppy",
    "azure_bluet",
    "oxeye_daisy",
    "cornflower",
    "snowball",
    "clay_ball",
    "flint",
    "oak_sapling",
    "birch_sapling",
    "spruce_sapling",
    "cobbled_deepslate",
    "sandstone",
    "cobblestone",
    "stone",
    "stick",
];

fn inventory_full(step: &StepDraft, state: &PlannerState) -> Recovery {
    let mut wanted: Vec<&str> = state.keep.iter().map(String::as_str).collect();
    if let Expectation::Gain { items, .. } = &step.expectation {
        wanted.extend(items.iter().map(String::as_str));
    }
    let least =
        WORTH_LEAST_FIRST.iter().copied().find(|name| state.inventory.count(name) > 0 && !wanted.contains(name));
    let Some(least) = least else {
        return give_up("the inventory is full, and everything in it is worth keeping");
    };
    // A stack makes a slot free.
    let stack = stack_size(least);
    let count = state.inventory.count(least).min(stack);
    let drop = Drop { item: least.to_owned(), count }.into();
    Recovery::InsertBefore {
        steps: vec![draft(drop, "to make room: nothing held is worth less".to_owned())],
        retry: None,
        why: format!("the inventory is full: dropping {count} {least}, which is worth least"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::domain::Vec3;

    fn step(tool: &str, params: Value) -> StepDraft {
        draft(ToolRequest::from_parts(tool, &params).unwrap(), String::new())
    }

    fn state(held: &[(&str, u32)]) -> PlannerState {
        PlannerState {
            inventory: held.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect(),
            position: Some(Vec3::new(0.5, 64.0, 0.5)),
            farthest: 200,
            ..Default::default()
        }
    }

    fn after(step: &StepDraft, code: ErrorCode, context: Value, attempt: u32, state: &PlannerState) -> Recovery {
        reflect(step, &ToolError::new(code, "so it was").with(context), attempt, state)
    }

    fn retried(recovery: Recovery) -> (ToolRequest, String) {
        match recovery {
            Recovery::Retry { request, why, .. } => (request, why),
            other => panic!("{other:?}"),
        }
    }

    fn inserted(recovery: Recovery) -> (Vec<String>, Option<ToolRequest>, String) {
        match recovery {
            Recovery::InsertBefore { steps, retry, why } => {
                let steps = steps.iter().map(|step| match &step.request {
                    ToolRequest::Mine(mine) => format!("mine {} {}", mine.count, mine.target),
                    ToolRequest::Craft(craft) => format!("craft {} {}", craft.count, craft.item),
                    ToolRequest::Smelt(_) | ToolRequest::Explore(_) => step.request.title(),
                    other => other.name().to_owned(),
                });
                (steps.collect(), retry, why)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_rule_that_guesses_is_not_certain() {
        let coal = step("mine", json!({"target": "coal", "count": 3}));
        for (code, attempt, certain) in [
            (ErrorCode::ResourceNotFound, 1, true),
            (ErrorCode::ResourceNotFound, 2, false),
            (ErrorCode::PathBlocked, 1, true),
            (ErrorCode::PathBlocked, 2, false),
            (ErrorCode::ActionFailed, 1, true),
            (ErrorCode::ActionFailed, 2, false),
            (ErrorCode::Timeout, 1, true),
            (ErrorCode::Timeout, 2, false),
            (ErrorCode::InventoryFull, 1, false),
            (ErrorCode::InvalidParams, 1, false),
            (ErrorCode::Cancelled, 1, true),
        ] {
            let recovery = after(&coal, code, json!({}), attempt, &state(&[("diamond", 3)]));
            assert_eq!(is_certain(&recovery, &coal.request, code, attempt), certain, "{code} {attempt}: {recovery:?}");
        }
        let held = state(&[("dirt", 3)]);
        let recovery = after(&coal, ErrorCode::InventoryFull, json!({}), 2, &held);
        assert!(is_certain(&recovery, &coal.request, ErrorCode::InventoryFull, 2), "{recovery:?}");
        let named = step("mine", json!({"target": "coal_ore", "at": {"x": 1, "y": 2, "z": 3}}));
        let recovery = after(&named, ErrorCode::PathBlocked, json!({}), 1, &state(&[]));
        assert!(!is_certain(&recovery, &named.request, ErrorCode::PathBlocked, 1), "{recovery:?}");
    }

    #[test]
    fn who_sows_without_a_field_and_has_a_hoe_makes_one() {
        let sow = step("use_item", json!({"item": "wheat_seeds", "block": "farmland"}));
        let held = |held| PlannerState { known: [("grass_block".to_owned(), 9)].into_iter().collect(), ..state(held) };
        let with_a_hoe = held(&[("stone_hoe", 1), ("wheat_seeds", 3)]);
        let (steps, retry, why) = inserted(after(&sow, ErrorCode::ResourceNotFound, json!({}), 1, &with_a_hoe));
        assert!(steps == ["use_item"] && retry.is_none() && why.contains("stone_hoe"), "{steps:?} {why}");
        retried(after(&sow, ErrorCode::ResourceNotFound, json!({}), 1, &held(&[("wheat_seeds", 3)])));
        let there = step("use_item", json!({"item": "wheat_seeds", "block": "farmland", "x": 1, "y": 2, "z": 3}));
        retried(after(&there, ErrorCode::ResourceNotFound, json!({}), 1, &with_a_hoe));
    }

    #[test]
    fn not_found_searches_farther_then_explores() {
        let coal = step("mine", json!({"target": "coal", "count": 3}));
        let context = json!({"target": "coal", "search_radius": 64});
        let (request, why) = retried(after(&coal, ErrorCode::ResourceNotFound, context.clone(), 1, &state(&[])));
        assert!(matches!(request, ToolRequest::Mine(mine) if mine.max_radius == Some(96)) && why.contains("search"));
        let (steps, retry, why) = inserted(after(&coal, ErrorCode::ResourceNotFound, context.clone(), 2, &state(&[])));
        assert_eq!(steps, ["explore 200 blocks until coal is seen"]);
        assert!(
            matches!(retry, Some(ToolRequest::Mine(mine)) if mine.max_radius == Some(512)) && why.contains("exploring")
        );
        let stays = PlannerState { farthest: 0, ..state(&[]) };
        let recovery = after(&coal, ErrorCode::ResourceNotFound, context, 2, &stays);
        assert_eq!(recovery, Recovery::GiveUp { why: "so it was".to_owned() }, "who is not to look does not");
    }

    #[test]
    fn what_is_explored_for_is_what_will_be_broken() {
        for (target, until) in [
            ("log", "log"),
            ("minecraft:birch_log", "birch_log"),
            ("raw_iron", "raw_iron"),
            ("dirt", "dirt"),
            ("cobblestone", "stone"),
        ] {
            assert_eq!(shown_by(target).as_deref(), Some(until), "{target}");
        }
    }

    #[test]
    fn not_found_takes_another_of_the_family() {
        let oak = step("mine", json!({"target": "oak_log", "count": 3}));
        let birches = PlannerState { known: [("birch_log".to_owned(), 9)].into(), ..state(&[]) };
        let (request, why) = retried(after(&oak, ErrorCode::ResourceNotFound, json!({}), 1, &birches));
        assert!(matches!(request, ToolRequest::Mine(mine) if mine.target == "log"), "{why}");
        let planks = step("craft", json!({"item": "oak_planks", "count": 4}));
        let missing = json!({"missing": {"oak_log": 1}});
        let (request, why) =
            retried(after(&planks, ErrorCode::InsufficientMaterials, missing, 1, &state(&[("birch_log", 3)])));
        assert!(matches!(request, ToolRequest::Craft(craft) if craft.item == "planks"), "{why}");
    }

    #[test]
    fn blocked_digs_or_goes_beside() {
        let go = step("navigate", json!({"x": 30, "y": 64, "z": 30}));
        let (request, _) = retried(after(&go, ErrorCode::PathBlocked, json!({}), 1, &state(&[])));
        assert!(matches!(request, ToolRequest::Navigate(to) if to.dig));
        let beside = json!({"nearest_standable": {"x": 30, "y": 66, "z": 30}});
        match after(&go, ErrorCode::PathBlocked, beside, 1, &state(&[])) {
            Recovery::Retry { expectation: Some(Expectation::Near { y, .. }), .. } => assert_eq!(y, Some(66)),
            other => panic!("{other:?}"),
        }
        let coal = step("mine", json!({"target": "coal"}));
        let (request, _) = retried(after(&coal, ErrorCode::PathBlocked, json!({}), 1, &state(&[])));
        assert!(matches!(request, ToolRequest::Mine(mine) if mine.max_radius == Some(96)));
        assert_eq!(inserted(after(&coal, ErrorCode::PathBlocked, json!({}), 2, &state(&[]))).0, ["navigate"]);
    }

    #[test]
    fn a_place_far_away_is_gone_to_and_one_close_by_given_room() {
        let to = |x: i32| {
            let place = step("place_block", json!({"block": "dirt", "x": x, "y": 64, "z": 0}));
            match after(&place, ErrorCode::PathBlocked, json!({}), 1, &state(&[("dirt", 1)])) {
                Recovery::InsertBefore { steps, retry: None, .. } => match &steps[0].request {
                    ToolRequest::Navigate(to) => (to.x, to.z),
                    other => panic!("{other:?}"),
                },
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(to(300), (300, 0));
        assert_ne!(to(3), (3, 0), "a few steps elsewhere");
    }

    #[test]
    fn what_is_placed_by_another_block_is_placed_nowhere_else() {
        let place = step("place_block", json!({"block": "dirt", "beside": "furnace"}));
        let after = |code, context: Value| after(&place, code, context, 1, &state(&[("dirt", 1)]));
        for (code, context) in [
            (ErrorCode::ResourceNotFound, json!({})),
            (ErrorCode::ActionFailed, json!({ LASTING: true })),
            (ErrorCode::ActionFailed, json!({"undone": 2})),
        ] {
            assert!(matches!(after(code, context.clone()), Recovery::GiveUp { .. }), "{code:?} {context}");
        }
        let (request, _) = retried(after(ErrorCode::PathBlocked, json!({})));
        assert_eq!(request, place.request, "from where it stands");
    }

    #[test]
    fn an_exploring_walk_is_one() {
        for blocks in [6, EXPLORE / 2, EXPLORE] {
            let (go, _) = explore(&state(&[]), 1, blocks, true).unwrap();
            let ToolRequest::Navigate(to) = go.request else { panic!("a walk") };
            assert!(to.x.abs().max(to.z.abs()) == blocks && to.tolerance.is_some_and(|near| near < blocks as u32 / 2));
        }
        let (_, usual) = explore(&state(&[]), 1, EXPLORE, true).unwrap();
        let open = state(&[]).position.unwrap().block().offset(0, 0, -EXPLORE);
        let far = |x: i32, z: i32| BlockPos::new(open.x + x, 64, open.z + z);
        let closed = vec![Volume::between(far(-99, 10), far(99, 999))];
        let (_, name) = explore(&PlannerState { closed, ..state(&[]) }, 1, EXPLORE, true).unwrap();
        assert!(usual != name && name == "north", "not where it is closed: {usual}, {name}");
        let everywhere = vec![Volume::between(far(-999, -999), far(999, 999))];
        assert_eq!(explore(&PlannerState { closed: everywhere, ..state(&[]) }, 1, EXPLORE, true), None);
    }

    #[test]
    fn a_full_inventory_loses_what_is_worth_least() {
        let log = step("mine", json!({"target": "oak_log"}));
        let held = state(&[("diamond", 3), ("cobblestone", 64), ("dirt", 128)]);
        match after(&log, ErrorCode::InventoryFull, json!({}), 1, &held) {
            Recovery::InsertBefore { steps, .. } => {
                assert_eq!(steps[0].request, ToolRequest::Drop(Drop { item: "dirt".to_owned(), count: 64 }));
                assert_eq!(steps[0].expectation, Expectation::Loss { items: vec!["dirt".to_owned()], count: 64 });
            }
            other => panic!("{other:?}"),
        }
        let full = state(&[("diamond", 64 * 36)]);
        assert!(matches!(after(&log, ErrorCode::InventoryFull, json!({}), 1, &full), Recovery::GiveUp { .. }));
    }

    #[test]
    fn a_building_lacks_planks_of_its_own_wood() {
        let house = step("build", json!({"blueprint": "house", "x": 0, "y": 64, "z": 0, "with": {"wood": "spruce"}}));
        let missing = json!({"missing": {"spruce_planks": 3}});
        let held = state(&[("oak_planks", 11), ("spruce_log", 1)]);
        let (steps, _, why) = inserted(after(&house, ErrorCode::InsufficientMaterials, missing, 1, &held));
        assert_eq!(
            (steps.as_slice(), why.contains("3 spruce_planks")),
            (&["craft 4 spruce_planks".to_owned()][..], true),
            "{why}"
        );
    }

    #[test]
    fn what_is_missing_is_got_first() {
        let pickaxe = step("craft", json!({"item": "stone_pickaxe"}));
        let near = PlannerState {
            nearby: Stations { table: true, furnace: false },
            ..state(&[("stick", 2), ("wooden_pickaxe", 1), ("cobblestone", 1)])
        };
        let (steps, _, why) = inserted(after(
            &pickaxe,
            ErrorCode::InsufficientMaterials,
            json!({"missing": {"cobblestone": 2}}),
            1,
            &near,
        ));
        assert_eq!(steps, ["mine 2 cobblestone"]);
        assert!(why.contains("2 cobblestone"), "{why}");
        let (steps, _, _) =
            inserted(after(&pickaxe, ErrorCode::InsufficientMaterials, json!({}), 1, &state(&[("stick", 2)])));
        assert_eq!(steps.first().map(String::as_str), Some("mine 3 log"));
        assert!(!steps.iter().any(|step| step.contains("stone_pickaxe")));
    }

    #[test]
    fn a_missing_tool_is_made() {
        let iron = step("mine", json!({"target": "raw_iron"}));
        let held = state(&[("wooden_pickaxe", 1), ("crafting_table", 1), ("stick", 2)]);
        let (steps, _, _) = inserted(after(&iron, ErrorCode::ToolRequired, json!({"tier": "stone_pickaxe"}), 1, &held));
        assert_eq!(steps, ["mine 3 cobblestone", "place_block", "craft 1 stone_pickaxe", "mine 1 crafting_table"]);
        let silk = after(&iron, ErrorCode::ToolRequired, json!({"required": "silk_touch"}), 1, &held);
        assert!(matches!(silk, Recovery::GiveUp { .. }));
    }

    #[test]
    fn a_smelting_gets_what_it_lacks() {
        let smelt = step("smelt", json!({"item": "glass", "count": 3, "fuel": "coal"}));
        let after = |missing: Value, held: &[(&str, u32)]| {
            let near = PlannerState { nearby: Stations { table: true, furnace: true }, ..state(held) };
            inserted(after(&smelt, ErrorCode::InsufficientMaterials, json!({ "missing": missing }), 1, &near))
        };
        let (steps, retry, _) = after(json!({"sand": 2}), &[("sand", 1), ("coal", 1)]);
        assert_eq!(steps, ["mine 2 sand"]);
        assert_eq!(retry, Some(smelt.request.clone()));
        let (steps, retry, _) = after(json!({"coal": 1}), &[("sand", 3), ("oak_planks", 2)]);
        assert_eq!(steps, Vec::<String>::new(), "there is other fuel");
        assert!(matches!(retry, Some(ToolRequest::Smelt(smelt)) if smelt.fuel.as_deref() == Some("planks")));
        let held = [("sand", 3), ("coal", 1), ("stone_pickaxe", 1), ("cobblestone", 5)];
        let (steps, _, _) = after(json!({"furnace": 1}), &held);
        assert_eq!(steps, ["mine 3 cobblestone", "craft 1 furnace"], "the one that is near is somebody's");
    }

    #[test]
    fn what_the_server_undoes_is_tried_elsewhere() {
        let undone = |call: StepDraft| after(&call, ErrorCode::ActionFailed, json!({"undone": 3}), 1, &state(&[]));
        for call in [
            step("mine", json!({"target": "dirt"})),
            step("place_block", json!({"block": "crafting_table"})),
            step("craft", json!({"item": "chest"})),
        ] {
            match undone(call) {
                Recovery::InsertBefore { steps, retry: None, .. } => {
                    assert!(matches!(&steps[0].request, ToolRequest::Navigate(to) if !to.dig), "{steps:?}");
                }
                other => panic!("{other:?}"),
            }
        }
        let go = |dig: bool| step("navigate", json!({"x": 30, "z": 30, "dig": dig}));
        let (request, _) = retried(undone(go(true)));
        assert!(matches!(request, ToolRequest::Navigate(to) if !to.dig));
        assert!(matches!(undone(go(false)), Recovery::GiveUp { .. }));
        let named = step("mine", json!({"target": "dirt", "at": {"x": 1, "y": 63, "z": 0}}));
        assert!(matches!(undone(named), Recovery::GiveUp { .. }));
        let once = step("place_block", json!({"block": "dirt", "x": 1, "y": 64, "z": 0}));
        let (request, _) = retried(after(&once, ErrorCode::ActionFailed, json!({"undone": 1}), 1, &state(&[])));
        assert_eq!(request, once.request, "once may be a mishap");
    }

    #[test]
    fn a_box_is_cleared_where_it_lies_or_not_at_all() {
        let clear = step("clear", json!({"from": {"x": 1, "y": 60, "z": 1}, "to": {"x": 4, "y": 63, "z": 4}}));
        let after = |code: ErrorCode, context: Value| after(&clear, code, context, 1, &state(&[("oak_log", 9)]));
        for context in [json!({"lasting": true, "seen": "bedrock"}), json!({"undone": 3})] {
            assert!(matches!(after(ErrorCode::ActionFailed, context), Recovery::GiveUp { .. }));
        }
        assert_eq!(retried(after(ErrorCode::PathBlocked, json!({"left": 3}))).0, clear.request);
        let (steps, retry, _) = inserted(after(ErrorCode::ToolRequired, json!({"tier": "wooden_pickaxe"})));
        assert!(steps.iter().any(|step| step == "craft 1 wooden_pickaxe") && retry.is_none(), "{steps:?}");
    }

    #[test]
    fn who_has_left_is_not_waited_for_and_who_moves_is() {
        for tool in ["go_to_player", "follow"] {
            let go = step(tool, json!({"player": "Ada"}));
            let gone = after(&go, ErrorCode::ResourceNotFound, json!({"online": false}), 1, &state(&[]));
            assert!(matches!(gone, Recovery::GiveUp { .. }));
            let hidden = after(&go, ErrorCode::ResourceNotFound, json!({"online": true}), 1, &state(&[]));
            assert_eq!(retried(hidden).0, go.request);
            assert_eq!(retried(after(&go, ErrorCode::PathBlocked, json!({}), 1, &state(&[]))).0, go.request);
        }
        let take = step("take", json!({"item": "stick", "count": 4}));
        let missing = after(&take, ErrorCode::InsufficientMaterials, json!({"missing": {"stick": 4}}), 1, &state(&[]));
        assert!(matches!(missing, Recovery::GiveUp { .. }));
        let give = step("give", json!({"player": "Ada", "item": "stick", "count": 4}));
        let missing = json!({"missing": {"stick": 4}});
        let (steps, ..) =
            inserted(after(&give, ErrorCode::InsufficientMaterials, missing, 1, &state(&[("oak_log", 1)])));
        assert_eq!(steps.last().map(String::as_str), Some("craft 4 stick"));
    }

    #[test]
    fn the_rest() {
        let dirt = step("mine", json!({"target": "dirt"}));
        let go = |code, attempt| after(&dirt, code, json!({}), attempt, &state(&[]));
        assert!(matches!(go(ErrorCode::Timeout, 1), Recovery::Retry { .. }));
        assert!(matches!(go(ErrorCode::Timeout, 2), Recovery::GiveUp { .. }));
        assert!(matches!(go(ErrorCode::ActionFailed, 2), Recovery::Retry { .. }));
        for code in [ErrorCode::BotDied, ErrorCode::Disconnected, ErrorCode::Cancelled, ErrorCode::InvalidParams] {
            assert!(matches!(go(code, 1), Recovery::GiveUp { .. }), "{code}");
        }
    }
}
