//! Clicking in windows, by the safe subset: left-click a whole stack, right-click one into a cell, shift-click a result.
//!
//! Nothing is predicted. Each click is sent with an empty list of changes and the cursor as it was, so the server tells
//! every slot that changed, and what it tells is all we believe.

use azalea::{inventory::operations::ClickType, protocol::packets::game::s_container_click::ServerboundContainerClick};

use crate::{
    body::{senses::windows::STORAGE, skills::cx::Cx},
    domain::{SlotStack, ToolError},
    knowledge,
};

/// One click on a slot of the window that is open, else the player's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Click {
    /// Takes or puts a whole stack, or swaps.
    Left(usize),
    /// Puts one.
    Right(usize),
    /// Moves to the other part of the window.
    Shift(usize),
    /// Throws one out of a slot.
    ThrowOne(usize),
    /// Throws a slot's stack.
    ThrowAll(usize),
    /// Throws what the cursor carries.
    Outside,
}

impl Cx {
    /// Sends a click to the window that is open.
    pub fn click(&self, click: Click) -> Result<(), ToolError> {
        let (container_id, state_id, carried_item) = {
            let shown = self.shown();
            (shown.windows.id(), shown.windows.state_id, shown.windows.claim())
        };
        let (slot, button_num, click_type) = match click {
            Click::Left(slot) => (slot as i16, 0, ClickType::Pickup),
            Click::Right(slot) => (slot as i16, 1, ClickType::Pickup),
            Click::Shift(slot) => (slot as i16, 0, ClickType::QuickMove),
            Click::ThrowOne(slot) => (slot as i16, 0, ClickType::Throw),
            Click::ThrowAll(slot) => (slot as i16, 1, ClickType::Throw),
            Click::Outside => (-999, 0, ClickType::Pickup),
        };
        self.send(ServerboundContainerClick {
            container_id,
            state_id,
            slot_num: slot,
            button_num,
            click_type,
            changed_slots: Default::default(),
            carried_item,
        })
    }
}

/// Where a carried stack can be put down: on the same item with room, else an empty slot.
pub(super) fn place_for(
    slots: &[Option<SlotStack>],
    storage: std::ops::Range<usize>,
    stack: &SlotStack,
) -> Option<usize> {
    let limit = knowledge::stack_size(&stack.item);
    let fits = |slot: usize| {
        slots[slot].as_ref().is_some_and(|held| {
            held.item == stack.item
                && held.damage.is_none()
                && stack.damage.is_none()
                && held.count + stack.count <= limit
        })
    };
    storage.clone().find(|&slot| fits(slot)).or_else(|| storage.clone().find(|&slot| slots[slot].is_none()))
}

/// The storage part of the window that is open, in its own numbers.
pub(super) fn storage(slots: usize, open: bool) -> std::ops::Range<usize> {
    if open { slots.saturating_sub(36)..slots } else { STORAGE }
}

/// How many more of an item fit into these slots.
pub fn room_for(slots: &[Option<SlotStack>], item: &str) -> u32 {
    let limit = knowledge::stack_size(item);
    slots[STORAGE]
        .iter()
        .map(|slot| match slot {
            None => limit,
            Some(stack) if stack.item == item => limit.saturating_sub(stack.count),
            Some(_) => 0,
        })
        .sum()
}

/// Puts down what the cursor carries; throws it where there is no room. Ends when the server shows the cursor empty, or
/// does not answer.
pub async fn empty_cursor(cx: &Cx) -> Result<(), ToolError> {
    for _ in 0..3 {
        let (slots, cursor, open) = {
            let shown = cx.shown();
            (shown.windows.slots(), shown.windows.cursor(), shown.windows.open.is_some())
        };
        let Some(carried) = cursor else { return Ok(()) };
        let put = if slots.len() < 36 { None } else { place_for(&slots, storage(slots.len(), open), &carried) };
        cx.click(put.map_or(Click::Outside, Click::Left))?;
        // Another click by what was seen before this one's answer would take up what was just put down.
        if !cx.caught_up().await? {
            break;
        }
    }
    Ok(())
}

/// Swaps two slots of the player's own window.
pub(super) async fn swap(cx: &Cx, from: usize, to: usize) -> Result<bool, ToolError> {
    let (moved, other) = {
        let shown = cx.shown();
        (shown.windows.player(from), shown.windows.player(to))
    };
    let Some(moved) = moved else { return Ok(false) };
    cx.click(Click::Left(from))?;
    cx.click(Click::Left(to))?;
    if other.is_some() {
        cx.click(Click::Left(from))?;
    }
    let done = |cx: &Cx| {
        let shown = cx.shown();
        shown.windows.player(to).as_ref() == Some(&moved) && shown.windows.cursor().is_none()
    };
    if cx.until(cx.patience(), done).await {
        return Ok(true);
    }
    empty_cursor(cx).await?;
    Ok(cx.shown().windows.player(to).as_ref() == Some(&moved))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(item: &str, count: u32) -> Option<SlotStack> {
        Some(SlotStack { item: item.into(), count, damage: None })
    }

    #[test]
    fn a_stack_goes_where_it_fits() {
        let mut slots = vec![None; 46];
        slots[9] = stack("stick", 60);
        slots[10] = stack("stick", 3);
        let carried = stack("stick", 5).unwrap();
        assert_eq!(place_for(&slots, STORAGE, &carried), Some(10));
        assert_eq!(place_for(&slots, STORAGE, &stack("stone", 1).unwrap()), Some(11));
        for slot in &mut slots[11..45] {
            *slot = stack("dirt", 64);
        }
        assert_eq!(place_for(&slots, STORAGE, &stack("stone", 1).unwrap()), None);
        assert_eq!(room_for(&slots, "stick"), 65);
        assert_eq!(room_for(&slots, "dirt"), 0);
    }
}
