//! Chests, barrels, shulker boxes and furnaces: going to one, opening it, and moving stacks between it and the pack.
//!
//! Whole stacks are shift-clicked, and the rest of a count is put down one by one. What went over is counted by the slots that the
//! server shows afterwards; what lies in the chest then is remembered ([`Shown::look_into`]).
//!
//! [`Shown::look_into`]: crate::body::senses::shown::Shown::look_into

use std::ops::Range;

use serde_json::{Value, json};

use super::{
    clicks::{self, Click, storage},
    craft, furnace, kinds, place,
    scan::{self, Sought},
    walk::{blocked, into_sight},
};
use crate::{
    body::{senses::shown::CONTAINERS, skills::cx::Cx},
    domain::{BlockPos, ContainerSeen, ErrorCode, FurnaceSlot, ItemCounts, LASTING, SlotStack, ToolError},
    knowledge::{self, FURNACE},
    voxel::StateId,
};

/// How far a chest is looked for, in blocks on each axis.
const RADIUS: i32 = 48;
/// So many of those near are opened at most.
const MOST: usize = 16;
/// What opens of a chest or barrel, of a double chest, of a shulker box, of a furnace (the registry's names of menus).
const WINDOWS: [&str; 4] = ["generic_9x3", "generic_9x6", "shulker_box", "furnace"];
/// So near, in blocks on each axis, the furnace that was used last is the one that is meant: what burns and what smelts go into one.
const BY_IT: u32 = 5;

/// The chest whose window is open.
#[derive(Clone, Copy, Debug)]
pub struct Chest {
    pub at: BlockPos,
    pub block: &'static str,
    other_half: Option<BlockPos>,
}

impl Chest {
    pub fn is_furnace(&self) -> bool {
        self.block == FURNACE
    }
}

/// Which way things go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    In,
    Out,
}

/// The chests that a call goes to: the one at a place, or those near, one after the other.
pub struct Round<'a> {
    cx: &'a Cx,
    asked: Option<BlockPos>,
    /// Only such: `barrel`.
    kind: Option<&'a str>,
    tried: Vec<BlockPos>,
    /// What lay in those that were opened when they were closed again.
    pub visits: Vec<Value>,
    /// Why the last that was tried did not open, or was closed by the server.
    fault: Option<ToolError>,
}

impl<'a> Round<'a> {
    pub fn new(cx: &'a Cx, asked: Option<BlockPos>, kind: Option<&'a str>) -> Self {
        Self { cx, asked, kind: kind.map(knowledge::plain), tried: Vec::new(), visits: Vec::new(), fault: None }
    }

    /// Opens the next one; `None` once there is none any more.
    ///
    /// # Errors
    /// As far as a place was asked for: what is wrong with that one.
    pub async fn next(&mut self) -> Result<Option<Chest>, ToolError> {
        // What the cursor carried would be put into the chest.
        clicks::empty_cursor(self.cx).await?;
        craft::empty_grid(self.cx).await?;
        if let Some(at) = self.asked {
            if !self.tried.is_empty() {
                return Ok(None);
            }
            self.tried.push(at);
            return open(self.cx, at, self.kind).await.map(Some);
        }
        while self.tried.len() < MOST
            && let Some(at) = nearest(self.cx, &self.tried, self.kind).await?
        {
            self.tried.push(at);
            match open(self.cx, at, self.kind).await {
                Ok(chest) => {
                    self.tried.extend(chest.other_half);
                    return Ok(Some(chest));
                }
                Err(error) if error.code == ErrorCode::Disconnected => return Err(error),
                Err(error) => {
                    let state = self.cx.shown().terrain.state(at);
                    self.tried.extend(state.and_then(|state| knowledge::other_half(state, at)));
                    self.fault = Some(error);
                }
            }
            // One that is out of reach may take no time at all: the deadline is looked at before the next.
            self.cx.tick().await;
        }
        Ok(None)
    }

    /// Closes it again, and writes down what lies in it and what went in or came out.
    pub fn close(&mut self, chest: Chest, moved: &ItemCounts) -> Result<(), ToolError> {
        let BlockPos { x, y, z } = chest.at;
        match remember(self.cx, chest) {
            Some(holds) => {
                let mut visit = json!({ "block": chest.block, "x": x, "y": y, "z": z, "holds": holds });
                if !moved.is_empty() {
                    visit["moved"] = json!(moved);
                }
                self.visits.push(visit);
            }
            None => {
                let message = format!("the {} at {} was closed by the server", chest.block, chest.at);
                let context = json!({ "target": chest.at, "expected": "an open window", "seen": "none" });
                self.fault = Some(ToolError::new(ErrorCode::ActionFailed, message).with(context));
            }
        }
        craft::close(self.cx)
    }

    /// That one was looked into to the end.
    ///
    /// # Errors
    /// Why none was, where none was: `RESOURCE_NOT_FOUND` if none stands near.
    pub fn has_seen_one(&mut self) -> Result<(), ToolError> {
        if !self.visits.is_empty() {
            return Ok(());
        }
        Err(self.fault.take().unwrap_or_else(|| {
            let what = self.kind.map_or("chest, barrel or shulker box".to_owned(), |kind| kind.replace('_', " "));
            let message = format!("no {what} within {RADIUS} blocks");
            ToolError::new(ErrorCode::ResourceNotFound, message)
                .with(json!({ "target": self.kind.unwrap_or("chest"), "search_radius": RADIUS, "position": self.cx.feet().ok() }))
        }))
    }
}

/// Those around a place, the nearest first, and of a double chest one half.
pub async fn around(cx: &Cx, middle: BlockPos, radius: i32) -> Result<Vec<BlockPos>, ToolError> {
    let wanted = |state: StateId| chest_at(Some(state)).is_some();
    let view = kinds::known_land(cx, middle, radius).await;
    let sought = Sought { wanted: &wanted, counts: &|_| true, open: false };
    let found = scan::nearest(cx, &view, middle, radius, 2 * CONTAINERS, sought).await;
    let mut chests: Vec<BlockPos> = Vec::new();
    for at in found {
        let other = view.state(at).and_then(|state| knowledge::other_half(state, at));
        if !other.is_some_and(|other| chests.contains(&other)) {
            chests.push(at);
        }
    }
    chests.truncate(CONTAINERS);
    Ok(chests)
}

/// The nearest that was not tried. Where no kind is asked for, a chest is meant, and only without one what else keeps things.
async fn nearest(cx: &Cx, tried: &[BlockPos], kind: Option<&str>) -> Result<Option<BlockPos>, ToolError> {
    let is_chest = |state: StateId| chest_at(Some(state)).is_some_and(|block| block.ends_with("chest"));
    let fits = |state: StateId| match kind {
        Some(kind) => knowledge::is_chest_called(state, kind),
        None => chest_at(Some(state)).is_some(),
    };
    let feet = cx.feet()?;
    let view = kinds::known_land(cx, feet, RADIUS).await;
    let is_new = |pos: BlockPos| !tried.contains(&pos) && !(kind == Some(FURNACE) && view.is_taken(pos));
    if kind == Some(FURNACE) {
        let last = cx.shown().containers.back().filter(|seen| seen.block == FURNACE).map(|seen| seen.at);
        let stands = |at: &BlockPos| view.state(*at).is_some_and(fits) && at.center().is_beside(feet.center(), BY_IT);
        if let Some(last) = last.filter(|at| is_new(*at) && stands(at)) {
            return Ok(Some(last));
        }
    }
    if kind.is_none() {
        let sought = Sought { wanted: &is_chest, counts: &is_new, open: false };
        if let Some(at) = scan::nearest(cx, &view, feet, RADIUS, 1, sought).await.first() {
            return Ok(Some(*at));
        }
    }
    let sought = Sought { wanted: &fits, counts: &is_new, open: false };
    Ok(scan::nearest(cx, &view, feet, RADIUS, 1, sought).await.first().copied())
}

/// The chest of a state, if it is one.
fn chest_at(state: Option<StateId>) -> Option<&'static str> {
    state.and_then(knowledge::block_of_state).map(|block| block.name).filter(|name| knowledge::is_chest(name))
}

/// The chest of a state, or the furnace where that is asked for: what is put into a chest is not to be burnt.
fn block_at(state: Option<StateId>, kind: Option<&str>) -> Option<&'static str> {
    let furnace = || state.and_then(knowledge::block_of_state).map(|block| block.name).filter(|name| *name == FURNACE);
    if kind == Some(FURNACE) { furnace() } else { chest_at(state) }
}

/// Goes to a chest and opens it.
///
/// # Errors
/// `RESOURCE_NOT_FOUND`: none stands there. `PATH_BLOCKED`: it is out of reach. `ACTION_FAILED`: it does not open.
async fn open(cx: &Cx, at: BlockPos, kind: Option<&str>) -> Result<Chest, ToolError> {
    let state = into_sight(cx, at).await?;
    if let Some(kind) = kind.filter(|kind| !knowledge::is_chest_called(state, kind)) {
        let seen = knowledge::block_of_state(state).map_or("?", |block| block.name);
        let message = format!("no {} stands at {at}, but {seen}", kind.replace('_', " "));
        return Err(ToolError::new(ErrorCode::ResourceNotFound, message)
            .with(json!({ "target": at, "expected": kind, "seen": seen })));
    }
    let Some(block) = block_at(Some(state), kind) else {
        let seen = knowledge::block_of_state(state).map_or("?", |block| block.name);
        let message = format!("no chest, barrel or shulker box stands at {at}, but {seen}");
        return Err(ToolError::new(ErrorCode::ResourceNotFound, message).with(json!({ "target": at, "seen": seen })));
    };
    let other_half = knowledge::other_half(state, at);
    let chest = Chest { at, block, other_half };
    cx.progress(format!("going to the {block} at {at}"), 0, 0, Some(at));
    // The server is asked also where it will hardly open, but not twice.
    let tries = if lid(cx, &chest).is_some() { 1 } else { 2 };
    match place::open_any(cx, at, &WINDOWS, tries).await {
        Ok(true) => {
            remember(cx, chest);
            Ok(chest)
        }
        Ok(false) => Err(blocked(cx, format!("no way to the {block} at {at}"), json!({ "target": at }))),
        Err(error) if error.code == ErrorCode::ActionFailed => Err(shut(cx, &chest)),
        Err(error) => Err(error),
    }
}

/// Where something lies on its lid.
fn lid(cx: &Cx, chest: &Chest) -> Option<BlockPos> {
    let lids = [Some(chest.at), chest.other_half].into_iter().flatten().map(BlockPos::up);
    let shown = cx.shown();
    lids.into_iter().find(|lid| !matches!(chest.block, "barrel" | FURNACE) && !shown.terrain.traits(*lid).passable())
}

/// `ACTION_FAILED`: it does not open; with what lies on it, if anything does.
fn shut(cx: &Cx, chest: &Chest) -> ToolError {
    let Chest { at, block, .. } = *chest;
    let on_it = lid(cx, chest);
    let shown = cx.shown();
    let name = |at: BlockPos| shown.terrain.state(at).and_then(knowledge::block_of_state).map_or("?", |b| b.name);
    let (message, context) = match on_it {
        Some(lid) => {
            let what = name(lid);
            let message = format!("the {block} at {at} does not open: {what} lies on it, at {lid}");
            (message, json!({ "target": at, "seen": what, "on_it": lid, LASTING: true }))
        }
        None => (format!("the {block} at {at} does not open"), json!({ "target": at })),
    };
    ToolError::new(ErrorCode::ActionFailed, message).with(context)
}

/// What lies in the open chest, and how many of its slots are free; `None` if none is open.
fn contents(cx: &Cx) -> Option<(ItemCounts, u32)> {
    let shown = cx.shown();
    shown.windows.open.as_ref().filter(|open| WINDOWS.contains(&open.kind.as_str()) && open.slots.len() >= 36)?;
    let slots = shown.windows.slots();
    let own = &slots[..slots.len() - 36];
    let free = own.iter().filter(|slot| slot.is_none()).count() as u32;
    Some((own.iter().flatten().map(|stack| (stack.item.clone(), stack.count)).collect(), free))
}

/// Has what lies in the open chest be seen.
fn remember(cx: &Cx, chest: Chest) -> Option<ItemCounts> {
    let (contents, free_slots) = contents(cx)?;
    let Chest { at, block, other_half } = chest;
    let block = block.to_owned();
    let (burns, raw) = furnace::contents(cx).map_or((false, 0), |furnace| (furnace.burns(), furnace.raw()));
    let seen =
        ContainerSeen { at, other_half, block, contents: contents.clone(), free_slots, burns, raw, tick: cx.now() };
    cx.shown_mut().look_into(seen);
    Some(contents)
}

/// How many of these lie in the open chest; of a furnace, in that slot, if one is named.
pub fn lying(cx: &Cx, items: &[&str], slot: Option<FurnaceSlot>) -> u32 {
    let Some(slot) = slot else { return contents(cx).map_or(0, |(contents, _)| contents.count_any(items)) };
    let stack = cx.shown().windows.slots().get(slot.number()).cloned().flatten();
    stack.filter(|stack| items.contains(&stack.item.as_str())).map_or(0, |stack| stack.count)
}

/// Moves so many of an item, or as many as there are and find room, of a furnace out of that slot, if one is named; how many went over.
pub async fn shift(cx: &Cx, way: Way, item: &str, count: u32, slot: Option<FurnaceSlot>) -> Result<u32, ToolError> {
    let held = |cx: &Cx| cx.shown().windows.counts().count(item);
    let before = held(cx);
    let mut moved = 0;
    while moved < count {
        let clicks = {
            let shown = cx.shown();
            if shown.windows.open.is_none() {
                break;
            }
            let slots = shown.windows.slots();
            let all = 0..slots.len().saturating_sub(36);
            let own = slot.map_or(all, |slot| slot.number()..slot.number() + 1);
            let pack = storage(slots.len(), true);
            let (from, to) = if way == Way::In { (pack, own) } else { (own, pack) };
            let merges = |one: usize, other: usize| shown.windows.may_merge(one, other);
            moving(&slots, from, to, item, count - moved, &merges)
        };
        if clicks.is_empty() {
            break;
        }
        for click in clicks {
            cx.click(click)?;
        }
        let heard = cx.caught_up().await?;
        clicks::empty_cursor(cx).await?;
        let now = match way {
            Way::In => before.saturating_sub(held(cx)),
            Way::Out => held(cx).saturating_sub(before),
        };
        let stalled = now <= moved;
        moved = moved.max(now);
        if stalled || !heard {
            break;
        }
    }
    Ok(moved)
}

/// The next clicks that move at most so many of an item from some slots to others: all whole stacks that are not too many, the
/// smallest first; else of the smallest stack as many as are wanted and find room, one by one.
fn moving(
    slots: &[Option<SlotStack>],
    from: Range<usize>,
    to: Range<usize>,
    item: &str,
    count: u32,
    merges: &dyn Fn(usize, usize) -> bool,
) -> Vec<Click> {
    let held = |slot: usize| slots[slot].as_ref().filter(|stack| stack.item == item).map(|stack| stack.count);
    let mut stacks: Vec<(u32, usize)> = from.filter_map(|slot| Some((held(slot)?, slot))).collect();
    stacks.sort_unstable();
    let mut left = count;
    let mut clicks = Vec::new();
    for (many, slot) in &stacks {
        if *many > left {
            break;
        }
        clicks.push(Click::Shift(*slot));
        left -= many;
    }
    let Some((_, source)) = stacks.first().filter(|_| clicks.is_empty()) else { return clicks };
    let limit = knowledge::stack_size(item);
    let room = |slot: usize| match held(slot) {
        Some(many) if merges(*source, slot) => limit.saturating_sub(many),
        None if slots[slot].is_none() => limit,
        _ => 0,
    };
    // What lies there already is added to first.
    let mut targets: Vec<usize> = to.filter(|&slot| room(slot) > 0).collect();
    targets.sort_by_key(|&slot| slots[slot].is_none());
    let mut ones = Vec::new();
    for slot in targets {
        let many = room(slot).min(left);
        ones.extend(std::iter::repeat_n(Click::Right(slot), many as usize));
        left -= many;
    }
    if ones.is_empty() {
        return clicks;
    }
    clicks.push(Click::Left(*source));
    clicks.append(&mut ones);
    clicks.push(Click::Left(*source));
    clicks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(stacks: &[(usize, &str, u32)]) -> Vec<Option<SlotStack>> {
        let mut slots = vec![None; 63];
        for (slot, item, count) in stacks {
            slots[*slot] = Some(SlotStack { item: (*item).into(), count: *count, damage: None });
        }
        slots
    }

    fn put(stacks: &[(usize, &str, u32)], count: u32) -> Vec<Click> {
        moving(&slots(stacks), 27..63, 0..27, "dirt", count, &|_, _| true)
    }

    #[test]
    fn whole_stacks_go_first_and_the_rest_one_by_one() {
        let held = [(30, "dirt", 64), (31, "dirt", 5), (32, "stone", 9)];
        assert_eq!(put(&held, 69), [Click::Shift(31), Click::Shift(30)]);
        assert_eq!(put(&held, u32::MAX).len(), 2);
        assert_eq!(put(&held, 7), [Click::Shift(31)], "two of the other stack come next");
        let one = [(30, "dirt", 64)];
        assert_eq!(put(&one, 2), [Click::Left(30), Click::Right(0), Click::Right(0), Click::Left(30)]);
        assert_eq!(put(&[(30, "stone", 64)], 2), []);
    }

    #[test]
    fn ones_go_to_what_lies_there_already_as_far_as_there_is_room() {
        let mut stacks: Vec<(usize, &str, u32)> = (0..27).map(|slot| (slot, "stone", 64)).collect();
        stacks[4] = (4, "dirt", 63);
        stacks.push((30, "dirt", 9));
        assert_eq!(put(&stacks, 3), [Click::Left(30), Click::Right(4), Click::Left(30)]);
        let unlike = moving(&slots(&stacks), 27..63, 0..27, "dirt", 3, &|_, _| false);
        assert_eq!(unlike, [], "they would change places");
        stacks[4] = (4, "dirt", 64);
        assert_eq!(put(&stacks, 3), []);
        stacks[9] = (10, "stone", 64);
        stacks[4] = (4, "dirt", 62);
        assert_eq!(put(&stacks, 3)[1..4], [Click::Right(4), Click::Right(4), Click::Right(9)]);
    }
}
