//! A furnace's window: loading it, reading it, and taking out what is ours.

use serde_json::json;

use super::{
    clicks::{self, Click, storage},
    place,
};
use crate::{
    body::skills::cx::Cx,
    domain::{BlockPos, ErrorCode, SlotStack, ToolError},
    knowledge,
};

/// The block, and the window it opens.
pub const FURNACE: &str = "furnace";
/// The slots of its window.
pub const INPUT: usize = 0;
pub const FUEL: usize = 1;
pub const OUTPUT: usize = 2;

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

/// Puts so many of an item, at most a stack, into an empty slot of the open furnace, and waits for the server's word.
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

/// Whether the server shows a furnace there.
pub fn stands(cx: &Cx, at: BlockPos) -> bool {
    let state = cx.shown().terrain.state(at);
    state.and_then(knowledge::block_of_state).is_some_and(|block| block.name == FURNACE)
}

#[cfg(test)]
mod tests {
    use super::*;

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
