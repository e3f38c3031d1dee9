//! A furnace's window: loading it, reading it, and taking out what is ours.

use serde_json::json;

use super::{
    breath,
    clicks::{self, Click, storage},
    place,
    walk::blocked,
};
/// The block, and the window it opens.
pub use crate::knowledge::FURNACE;
use crate::{
    body::skills::cx::Cx,
    domain::{BlockPos, ErrorCode, FurnaceSlot, LASTING, SlotStack, ToolError},
    knowledge,
};
/// The slots of its window.
pub const INPUT: usize = FurnaceSlot::Input.number();
pub const FUEL: usize = FurnaceSlot::Fuel.number();
pub const OUTPUT: usize = FurnaceSlot::Output.number();

/// What the open window of a furnace shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    pub input: Option<SlotStack>,
    pub fuel: Option<SlotStack>,
    pub output: Option<SlotStack>,
    /// Ticks the fire still burns, and ticks the item has been over it, where the server told.
    pub lit: Option<u16>,
    pub cooked: Option<u16>,
}

impl Contents {
    pub fn is_empty(&self) -> bool {
        self.input.is_none() && self.fuel.is_none() && self.output.is_none()
    }

    /// Whether its fire burns.
    pub fn burns(&self) -> bool {
        self.lit.is_some_and(|lit| lit > 0)
    }

    pub fn slot(&self, slot: FurnaceSlot) -> Option<&SlotStack> {
        match slot {
            FurnaceSlot::Input => self.input.as_ref(),
            FurnaceSlot::Fuel => self.fuel.as_ref(),
            FurnaceSlot::Output => self.output.as_ref(),
        }
    }

    /// How many things in it are still to be smelted.
    pub fn raw(&self) -> u32 {
        let smelts = self.input.as_ref().filter(|stack| knowledge::smelting_of(&stack.item).is_some());
        smelts.map_or(0, |stack| stack.count)
    }

    /// Whether no fire burns in it, and nothing is left that could.
    fn is_out(&self) -> bool {
        let is_fuel = |stack: &SlotStack| knowledge::burn_ticks(&stack.item).is_some();
        !self.burns() && !self.fuel.as_ref().is_some_and(is_fuel)
    }

    pub fn made(&self) -> u32 {
        self.output.as_ref().map_or(0, |stack| stack.count)
    }
}

/// What lies in the furnace whose window is open; `None` if none is.
pub fn contents(cx: &Cx) -> Option<Contents> {
    let shown = cx.shown();
    let open = shown.windows.open.as_ref().filter(|open| open.kind == FURNACE && open.slots.len() >= 36)?;
    let mut slots = shown.windows.slots();
    slots.truncate(3);
    let mut slots = slots.into_iter();
    let mut next = || slots.next().flatten();
    let (lit, cooked) = (open.gauges.get(&0).copied(), open.gauges.get(&2).copied());
    Some(Contents { input: next(), fuel: next(), output: next(), lit, cooked })
}

/// The clicks that move so many of an item out of the storage into an empty slot, small stacks first; `None` if there are
/// too few.
fn moving(
    slots: &[Option<SlotStack>],
    storage: std::ops::Range<usize>,
    item: &str,
    to: usize,
    count: u32,
) -> Option<Vec<Click>> {
    let stack = |slot: usize| slots[slot].as_ref().filter(|stack| stack.item == item);
    let mut from: Vec<(u32, usize)> = storage.filter_map(|slot| Some((stack(slot)?.count, slot))).collect();
    from.sort_unstable();
    let mut left = count;
    let mut clicks = Vec::new();
    for (held, slot) in from {
        if left == 0 {
            break;
        }
        clicks.push(Click::Left(slot));
        if held <= left {
            clicks.push(Click::Left(to));
            left -= held;
        } else {
            clicks.extend(std::iter::repeat_n(Click::Right(to), left as usize));
            clicks.push(Click::Left(slot));
            left = 0;
        }
    }
    (left == 0).then_some(clicks)
}

/// The first slot of the open furnace in which an item lies, if it lies in one.
pub fn slot_of(cx: &Cx, item: &str) -> Option<FurnaceSlot> {
    let seen = contents(cx)?;
    FurnaceSlot::ALL.into_iter().find(|slot| seen.slot(*slot).is_some_and(|stack| stack.item == item))
}

/// How many of an item lie in the output, where they do, and some of them are to stay: a click takes all of them, and nothing can be
/// laid back there. `None` where so many can be had.
pub fn comes_out_whole(cx: &Cx, item: &str, wanted: u32) -> Option<u32> {
    let seen = contents(cx)?;
    let lies = seen.output.filter(|stack| stack.item == item && stack.count > wanted)?;
    let elsewhere =
        |slot: &Option<SlotStack>| slot.as_ref().is_some_and(|stack| stack.item == item && stack.count >= wanted);
    (!elsewhere(&seen.input) && !elsewhere(&seen.fuel)).then_some(lies.count)
}

/// Puts so many of an item into a slot of the open furnace, all of them or none, and waits until the server shows them there, or what
/// became of them.
///
/// # Errors
/// `ACTION_FAILED`: something else lies in the slot, or there is no room for so many; or the server does not show it.
pub async fn put_in(cx: &Cx, slot: FurnaceSlot, item: &str, count: u32) -> Result<(), ToolError> {
    let seen = contents(cx).unwrap_or_default();
    let there = seen.slot(slot);
    let room = room_beside(there, item);
    if room < count {
        let holds = there.map_or("nothing".to_owned(), |stack| format!("{} {}", stack.count, stack.item));
        let message = match there {
            Some(other) if other.item != item => format!("its {slot} holds {holds}: no {item} goes in beside it"),
            _ => format!("its {slot} holds {holds}: {room} more {item} fit, not {count}"),
        };
        return Err(ToolError::new(ErrorCode::ActionFailed, message)
            .with(json!({ "expected": count, "item": item, "seen": there, "slot": slot, LASTING: true })));
    }
    load(cx, slot.number(), item, count).await?;
    // A piece of fuel may burn by now, and the last of what smelts be done.
    let is_in = |cx: &Cx| {
        contents(cx).is_some_and(|now| {
            let lies = now.slot(slot).is_some_and(|stack| stack.item == item);
            lies || slot == FurnaceSlot::Fuel && now.burns() || slot == FurnaceSlot::Input && now.made() > seen.made()
        })
    };
    if cx.until(cx.patience(), is_in).await {
        return Ok(());
    }
    let message = format!("the server does not show {item} in the {slot} of the {FURNACE}");
    Err(ToolError::new(ErrorCode::ActionFailed, message)
        .with(json!({ "expected": item, "seen": contents(cx).and_then(|now| now.slot(slot).cloned()), "slot": slot })))
}

/// How many of an item fit into a slot in which this lies.
fn room_beside(there: Option<&SlotStack>, item: &str) -> u32 {
    let limit = knowledge::stack_size(item);
    match there {
        None => limit,
        Some(stack) if stack.item == item && stack.damage.is_none() => limit.saturating_sub(stack.count),
        Some(_) => 0,
    }
}

/// Puts so many of an item, at most as many as fit, into a slot of the open furnace, and waits for the server's word.
pub async fn load(cx: &Cx, to: usize, item: &str, count: u32) -> Result<(), ToolError> {
    let slots = cx.shown().windows.slots();
    let missing = || {
        ToolError::new(ErrorCode::InsufficientMaterials, format!("{count} {item} are not held any more"))
            .with(json!({ "missing": { item: count } }))
    };
    let before = cx.shown().windows.counts().count(item);
    let clicks = moving(&slots, storage(slots.len(), true), item, to, count).ok_or_else(missing)?;
    for click in clicks {
        cx.click(click)?;
    }
    // The slot itself tells nothing: a piece of fuel may burn by now.
    let gone = |cx: &Cx| {
        let shown = cx.shown();
        shown.windows.cursor().is_none() && shown.windows.counts().count(item) + count <= before
    };
    if cx.until(cx.patience(), gone).await {
        return Ok(());
    }
    let held = cx.shown().windows.counts().count(item);
    Err(ToolError::new(ErrorCode::ActionFailed, format!("the server did not take {count} {item} into the {FURNACE}"))
        .with(json!({ "item": item, "expected": before.saturating_sub(count), "seen": held })))
}

/// Takes a slot's stack out of the open furnace, as far as there is room. Returns how many were got.
pub async fn take_out(cx: &Cx, slot: usize) -> Result<u32, ToolError> {
    let Some(stack) = cx.shown().windows.slots().get(slot).cloned().flatten() else { return Ok(0) };
    let held = |cx: &Cx| cx.shown().windows.counts().count(&stack.item);
    let before = held(cx);
    cx.click(Click::Shift(slot))?;
    let left = |cx: &Cx| {
        let shown = cx.shown();
        shown.windows.slots().get(slot).cloned().flatten().map_or(0, |left| left.count)
    };
    // The server tells the slot here and the slots there one after the other.
    cx.until(cx.patience(), |cx| left(cx) == 0 && held(cx) > before).await;
    Ok(held(cx).saturating_sub(before))
}

/// Takes everything out of the open furnace: first what would be smelted on. What there is no room for is thrown before
/// the bot's feet, since it must not stay.
pub async fn empty(cx: &Cx) -> Result<(), ToolError> {
    for slot in [INPUT, OUTPUT, FUEL] {
        let lies = |cx: &Cx| cx.shown().windows.slots().get(slot).is_some_and(Option::is_some);
        if contents(cx).is_none() || !lies(cx) {
            continue;
        }
        take_out(cx, slot).await?;
        if lies(cx) {
            cx.click(Click::ThrowAll(slot))?;
            cx.until(cx.patience() / 4, |cx| !lies(cx)).await;
        }
    }
    Ok(())
}

/// Takes back what the call has in a furnace, if it has anything in one.
pub(super) async fn reclaim(cx: &Cx) -> Result<(), ToolError> {
    let Some(at) = cx.lent() else { return Ok(()) };
    // Once: what cannot be had back now is not worth another walk.
    cx.lend(None);
    if contents(cx).is_none() && !(stands(cx, at) && place::open(cx, at, FURNACE).await?) {
        return Ok(());
    }
    empty(cx).await?;
    clicks::empty_cursor(cx).await
}

/// Waits at the open furnace until nothing is left in it to be smelted, so many ticks at most.
///
/// # Errors
/// `ACTION_FAILED`: things are left raw, and it has gone out or makes nothing more; or it is gone.
pub async fn until_done(cx: &Cx, at: BlockPos, most: Option<u32>) -> Result<(), ToolError> {
    let begun = cx.moment();
    let (mut of, mut last, mut still) = (0, (0, 0), begun);
    // Its fire is told a moment after what lies in it.
    let mut burnt = begun;
    while most.is_none_or(|most| cx.since(begun) < u64::from(most)) {
        let Some(now) = contents(cx) else {
            open_again(cx, at).await?;
            continue;
        };
        let raw = now.raw();
        if raw == 0 {
            return Ok(());
        }
        of = of.max(raw);
        cx.progress(format!("waiting for the {FURNACE} at {at}"), of - raw, of, Some(at));
        if (raw, now.made()) != last {
            (last, still) = ((raw, now.made()), cx.moment());
        }
        if !now.is_out() {
            burnt = cx.moment();
        }
        let each = now.input.as_ref().and_then(|stack| knowledge::smelting_of(&stack.item)).map_or(0, |way| way.ticks);
        if cx.since(burnt) > cx.patience() {
            return Err(left_raw(at, &now, "has gone out and no fuel is left"));
        }
        if cx.since(still) > u64::from(each) + cx.patience() {
            return Err(left_raw(at, &now, "makes nothing more"));
        }
        breath::free_head(cx).await?;
        cx.tick().await;
    }
    Ok(())
}

/// What is left undone in a furnace, and why.
fn left_raw(at: BlockPos, now: &Contents, why: &str) -> ToolError {
    let lies = |stack: &Option<SlotStack>| {
        stack.as_ref().map_or("nothing".to_owned(), |stack| format!("{} {}", stack.count, stack.item))
    };
    let message =
        format!("the {FURNACE} at {at} {why}: {} left to be smelted, {} done", lies(&now.input), lies(&now.output));
    ToolError::new(ErrorCode::ActionFailed, message).with(json!({
        "target": at, "expected": "nothing left to be smelted", LASTING: true,
        "seen": { "input": now.input, "fuel": now.fuel, "output": now.output },
    }))
}

/// Opens once more what the server has closed.
async fn open_again(cx: &Cx, at: BlockPos) -> Result<(), ToolError> {
    if !stands(cx, at) {
        let message = format!("the {FURNACE} at {at} is gone");
        return Err(ToolError::new(ErrorCode::ActionFailed, message)
            .with(json!({ "target": at, "expected": FURNACE, "seen": "none", LASTING: true })));
    }
    if place::open(cx, at, FURNACE).await? {
        return Ok(());
    }
    Err(blocked(cx, format!("the {FURNACE} at {at} cannot be reached"), json!({ "target": at })))
}

/// Whether the server shows a furnace there.
pub fn stands(cx: &Cx, at: BlockPos) -> bool {
    let state = cx.shown().terrain.state(at);
    state.and_then(knowledge::block_of_state).is_some_and(|block| block.name == FURNACE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_raw_and_whether_it_is_out_are_told_by_its_slots() {
        let stack = |item: &str, count| Some(SlotStack { item: item.into(), count, damage: None });
        let full = Contents { input: stack("raw_iron", 3), fuel: stack("coal", 1), ..Contents::default() };
        assert_eq!((full.raw(), full.is_out()), (3, false), "it is about to be lit");
        let lit = Contents { fuel: None, lit: Some(40), ..full.clone() };
        assert_eq!((lit.raw(), lit.is_out()), (3, false));
        let out = Contents { fuel: stack("bucket", 1), lit: Some(0), ..full };
        assert!(out.is_out());
        assert_eq!(Contents { input: stack("dirt", 3), ..out }.raw(), 0);
    }

    #[test]
    fn a_slot_has_room_for_more_of_the_same() {
        let stack = |item: &str, count| SlotStack { item: item.into(), count, damage: None };
        assert_eq!(room_beside(None, "coal"), 64);
        assert_eq!(room_beside(Some(&stack("coal", 60)), "coal"), 4);
        assert_eq!(room_beside(Some(&stack("oak_log", 1)), "coal"), 0);
        assert_eq!(room_beside(None, "lava_bucket"), 1);
    }

    #[test]
    fn so_many_and_no_more_are_moved() {
        let mut slots = vec![None; 39];
        let mut put = |slot: usize, count: u32| {
            slots[slot] = Some(SlotStack { item: "sand".into(), count, damage: None });
        };
        put(10, 64);
        put(20, 3);
        let clicks = |count| moving(&slots, 3..39, "sand", INPUT, count);
        assert_eq!(clicks(3).unwrap(), [Click::Left(20), Click::Left(0)]);
        assert_eq!(
            clicks(5).unwrap(),
            [Click::Left(20), Click::Left(0), Click::Left(10), Click::Right(0), Click::Right(0), Click::Left(10)]
        );
        assert_eq!(clicks(67).unwrap().len(), 4);
        assert!(clicks(68).is_none());
    }
}
