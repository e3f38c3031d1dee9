//! Putting a held thing into a hand or onto the body, as far as the server's slots show it.

use serde_json::json;

use super::{
    clicks::{self, Click},
    hold,
};
use crate::{
    body::{
        senses::windows::{HOTBAR, STORAGE},
        skills::cx::Cx,
    },
    domain::{BodySlot, ErrorCode, LASTING, SlotStack, ToolError},
};

/// The slots of the player's window that hold something on the body: worn, and the off hand.
pub(super) const WORN: [usize; 5] = [5, 6, 7, 8, 45];

/// Puts an item there and waits until the server shows it; `false` where it was there already.
///
/// # Errors
/// `INSUFFICIENT_MATERIALS` where it is not held, `INVENTORY_FULL` where what is there has nowhere to go, `ACTION_FAILED` where
/// the server does not do it.
pub async fn equip(cx: &Cx, item: &str, slot: BodySlot) -> Result<bool, ToolError> {
    if is_in(cx, item, slot)? {
        return Ok(false);
    }
    if slot == BodySlot::MainHand {
        take_into_hand(cx, item).await?;
    } else {
        put_on(cx, item, slot).await?;
    }
    // A click that the server undoes, or a hand that it does not change, is told by the time it has caught up.
    cx.caught_up().await?;
    if is_in(cx, item, slot)? {
        return Ok(true);
    }
    clicks::empty_cursor(cx).await?;
    let seen = there(cx, slot)?.map(|stack| stack.item);
    let message = format!("the server did not put {item} {slot}");
    Err(ToolError::new(ErrorCode::ActionFailed, message)
        .with(json!({ "item": item, "slot": slot, "expected": item, "seen": seen })))
}

/// Empties a place on the body, of this item where one is named, and waits until the server shows it; what was there.
///
/// # Errors
/// `INVENTORY_FULL` where it has nowhere to go, `ACTION_FAILED` where the server does not do it.
pub async fn bare(cx: &Cx, slot: BodySlot, item: Option<&str>) -> Result<Option<SlotStack>, ToolError> {
    let is_meant = |stack: &SlotStack| item.is_none_or(|item| stack.item == item);
    let Some(stack) = there(cx, slot)?.filter(is_meant) else { return Ok(None) };
    let slots = cx.shown().windows.player_slots();
    match HOTBAR.clone().find(|&place| slots[place].is_none()) {
        Some(place) if slot == BodySlot::MainHand => hold::select(cx, place - HOTBAR.start)?,
        _ => take_off(cx, number_of(cx, slot)?).await?,
    }
    cx.caught_up().await?;
    if there(cx, slot)?.is_some_and(|stack| is_meant(&stack)) {
        let message = format!("the server did not take {} off: it is still {slot}", stack.item);
        return Err(ToolError::new(ErrorCode::ActionFailed, message)
            .with(json!({ "item": stack.item, "slot": slot, "expected": null, "seen": stack.item })));
    }
    Ok(Some(stack))
}

/// That an item is held at all, be it on the body.
///
/// # Errors
/// `ACTION_FAILED`, for good: nobody gets a thing only to take it off.
pub fn require(cx: &Cx, item: &str) -> Result<(), ToolError> {
    if cx.shown().windows.counts().count(item) > 0 {
        return Ok(());
    }
    let message = format!("no {item} is worn, nor held");
    Err(ToolError::new(ErrorCode::ActionFailed, message).with(json!({ "item": item, "seen": null, LASTING: true })))
}

/// What the server shows there.
fn there(cx: &Cx, slot: BodySlot) -> Result<Option<SlotStack>, ToolError> {
    let number = number_of(cx, slot)?;
    Ok(cx.shown().windows.player(number))
}

fn number_of(cx: &Cx, slot: BodySlot) -> Result<usize, ToolError> {
    Ok(slot.number(hold::selected(cx)? as u8))
}

fn is_in(cx: &Cx, item: &str, slot: BodySlot) -> Result<bool, ToolError> {
    Ok(there(cx, slot)?.is_some_and(|stack| stack.item == item))
}

/// Where an item lies: in the hotbar or the pack before the body; not in the slot that it is to go to.
fn source(slots: &[Option<SlotStack>], item: &str, to: Option<usize>) -> Option<usize> {
    let holds = |slot: &usize| Some(*slot) != to && slots[*slot].as_ref().is_some_and(|stack| stack.item == item);
    STORAGE.rev().chain(WORN).find(holds)
}

fn not_held(item: &str) -> ToolError {
    ToolError::new(ErrorCode::InsufficientMaterials, format!("no {item} in the inventory"))
        .with(json!({ "item": item, "missing": { item: 1 } }))
}

async fn take_into_hand(cx: &Cx, item: &str) -> Result<(), ToolError> {
    let mut from = source(&cx.shown().windows.player_slots(), item, None).ok_or_else(|| not_held(item))?;
    if WORN.contains(&from) {
        take_off(cx, from).await?;
        from = source(&cx.shown().windows.player_slots(), item, None).ok_or_else(|| not_held(item))?;
    }
    hold::take(cx, from).await
}

async fn put_on(cx: &Cx, item: &str, slot: BodySlot) -> Result<(), ToolError> {
    let to = number_of(cx, slot)?;
    let slots = cx.shown().windows.player_slots();
    let from = source(&slots, item, Some(to)).ok_or_else(|| not_held(item))?;
    let several = slots[from].as_ref().is_some_and(|stack| stack.count > 1);
    if slot != BodySlot::OffHand && several && slots[to].is_some() {
        // A stack cannot change places with what is worn.
        take_off(cx, to).await?;
    }
    let plan = clicks_to(&cx.shown().windows.player_slots(), from, to);
    for click in plan {
        cx.click(click)?;
    }
    let done = |cx: &Cx| {
        let shown = cx.shown();
        shown.windows.cursor().is_none() && shown.windows.player(to).is_some_and(|stack| stack.item == item)
    };
    cx.until(cx.patience(), done).await;
    Ok(())
}

/// The clicks that put a stack into a slot of the body, and what was there in its place; of a stack only one is worn.
fn clicks_to(slots: &[Option<SlotStack>], from: usize, to: usize) -> Vec<Click> {
    let several = slots[from].as_ref().is_some_and(|stack| stack.count > 1);
    let worn = to != BodySlot::OffHand.number(0);
    if several && worn {
        return vec![Click::Left(from), Click::Right(to), Click::Left(from)];
    }
    let back = slots[to].is_some().then_some(Click::Left(from));
    [Click::Left(from), Click::Left(to)].into_iter().chain(back).collect()
}

/// Moves what is on the body into the pack.
async fn take_off(cx: &Cx, slot: usize) -> Result<(), ToolError> {
    let Some(stack) = cx.shown().windows.player(slot) else { return Ok(()) };
    let mut slots = cx.shown().windows.player_slots();
    if HOTBAR.contains(&slot) {
        // Out of the hotbar it goes into the pack behind it.
        slots[HOTBAR].fill(Some(SlotStack { item: String::new(), count: 1, damage: None }));
    }
    if clicks::room_for(&slots, &stack.item) < stack.count {
        return Err(ToolError::new(
            ErrorCode::InventoryFull,
            format!("no room for the {} to be taken off", stack.item),
        )
        .with(json!({ "item": stack.item })));
    }
    cx.click(Click::Shift(slot))?;
    cx.until(cx.patience(), |cx| cx.shown().windows.player(slot).is_none()).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(items: &[(usize, &str, u32)]) -> Vec<Option<SlotStack>> {
        let mut slots = vec![None; 46];
        for (slot, item, count) in items {
            slots[*slot] = Some(SlotStack { item: (*item).into(), count: *count, damage: None });
        }
        slots
    }

    #[test]
    fn what_is_in_the_pack_is_taken_before_what_is_on_the_body() {
        let slots = with(&[(45, "torch", 3), (9, "torch", 1), (36, "stick", 1), (5, "iron_helmet", 1)]);
        assert_eq!(source(&slots, "torch", None), Some(9));
        assert_eq!(source(&slots, "torch", Some(9)), Some(45));
        assert_eq!(source(&slots, "iron_helmet", Some(5)), None);
    }

    #[test]
    fn of_a_stack_one_is_worn_and_a_hand_holds_all() {
        let slots = with(&[(36, "carved_pumpkin", 5), (37, "torch", 5), (38, "iron_helmet", 1), (45, "shield", 1)]);
        assert_eq!(clicks_to(&slots, 36, 5), [Click::Left(36), Click::Right(5), Click::Left(36)]);
        assert_eq!(clicks_to(&slots, 37, 45), [Click::Left(37), Click::Left(45), Click::Left(37)]);
        assert_eq!(clicks_to(&slots, 38, 5), [Click::Left(38), Click::Left(5)]);
    }
}
