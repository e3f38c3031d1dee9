//! What is in the hand: the best tool for a block, or an item to place.

use azalea::{
    entity::inventory::Inventory, inventory::LastSentSelectedHotbarSlot,
    protocol::packets::game::ServerboundSetCarriedItem,
};
use serde_json::json;

use super::clicks;
use crate::{
    body::{
        senses::windows::{HOTBAR, STORAGE},
        skills::cx::{Cx, OnlyWith},
    },
    domain::{ErrorCode, SlotStack, ToolError},
    knowledge::{self, Block},
};

/// The selected hotbar slot, 0 to 8.
pub(super) fn selected(cx: &Cx) -> Result<usize, ToolError> {
    cx.world(|world, bot| world.get::<Inventory>(bot).map_or(0, |inventory| inventory.selected_hotbar_slot.into()))
}

/// What the hand holds, as the server showed it.
pub fn held(cx: &Cx) -> Result<Option<SlotStack>, ToolError> {
    let slot = HOTBAR.start + selected(cx)?;
    Ok(cx.shown().windows.player(slot))
}

/// Where in the player's window an item lies, the hotbar first.
pub fn slot_of(cx: &Cx, item: &str) -> Option<usize> {
    let shown = cx.shown();
    STORAGE.rev().find(|&slot| shown.windows.player(slot).is_some_and(|stack| stack.item == item))
}

/// Selects a hotbar slot and tells the server at once, so that whatever is sent next is done with it; azalea would tell
/// it only after this tick's digging.
pub(super) fn select(cx: &Cx, hotbar: usize) -> Result<(), ToolError> {
    if selected(cx)? == hotbar {
        return Ok(());
    }
    let slot = hotbar as u8;
    cx.world(|world, bot| {
        if let Some(mut inventory) = world.get_mut::<Inventory>(bot) {
            inventory.selected_hotbar_slot = slot;
        }
        world.entity_mut(bot).insert(LastSentSelectedHotbarSlot { slot });
    })?;
    cx.send(ServerboundSetCarriedItem { slot: slot.into() })
}

/// The slot (player's window) whose item breaks a block fastest, and in how many ticks; `None`: nothing beats the hand.
pub fn fastest(slots: &[Option<SlotStack>], block: &Block) -> (Option<usize>, Option<u32>) {
    let by_hand = knowledge::dig_ticks(block, None);
    let mut best = (None, by_hand);
    for slot in STORAGE {
        let Some(stack) = &slots[slot] else { continue };
        let ticks = knowledge::dig_ticks(block, Some(&stack.item));
        if let Some(ticks) = ticks
            && best.1.is_none_or(|best| ticks < best)
        {
            best = (Some(slot), Some(ticks));
        }
    }
    best
}

/// The slots with what may be dug with; the others as if they were empty.
pub fn usable(cx: &Cx) -> Vec<Option<SlotStack>> {
    let slots = cx.shown().windows.player_slots();
    match &*cx.shared.only_with.borrow() {
        Some(only) => slots.into_iter().map(|slot| slot.filter(|stack| is_usable(stack, only))).collect(),
        None => slots,
    }
}

/// Whether a call that digs with one tool may have this in its hand.
fn is_usable(stack: &SlotStack, only: &OnlyWith) -> bool {
    let wears = knowledge::item(&stack.item).is_some_and(|item| item.durability.is_some());
    !wears || only.tool.as_deref() == Some(&*stack.item)
}

/// The tool that a block is broken with in any case, where the call says so.
fn named_for(cx: &Cx, block: &Block) -> Option<String> {
    cx.shared.only_with.borrow().as_ref().filter(|only| only.blocks.contains(&block.name))?.tool.clone()
}

/// `TOOL_REQUIRED`: the one that was named is not held, or not any more.
pub fn not_held(tool: &str) -> ToolError {
    let message = format!("no {} is held (any more)", tool.replace('_', " "));
    ToolError::new(ErrorCode::ToolRequired, message).with(json!({ "with": tool }))
}

/// Takes into the hand what breaks a block fastest; where nothing beats the hand, puts away what would only wear out.
pub(super) async fn best_tool(cx: &Cx, block: &Block) -> Result<(), ToolError> {
    let now = HOTBAR.start + selected(cx)?;
    if let Some(tool) = named_for(cx, block) {
        let slot = slot_of(cx, &tool).ok_or_else(|| not_held(&tool))?;
        let has = held(cx)?.is_some_and(|stack| stack.item == tool);
        return if has { Ok(()) } else { take(cx, slot).await };
    }
    let slots = usable(cx);
    let shown = cx.shown().windows.player_slots();
    let ticks_with = |slot: usize| knowledge::dig_ticks(block, slots[slot].as_ref().map(|stack| stack.item.as_str()));
    let wears = |slot: usize| {
        shown[slot]
            .as_ref()
            .and_then(|stack| knowledge::item(&stack.item))
            .is_some_and(|item| item.durability.is_some())
    };
    match fastest(&slots, block) {
        (Some(slot), ticks) => {
            if ticks_with(now) == ticks {
                return Ok(());
            }
            take(cx, slot).await
        }
        (None, _) if wears(now) => match HOTBAR.rev().find(|&slot| !wears(slot)) {
            Some(slot) => select(cx, slot - HOTBAR.start),
            None => Ok(()),
        },
        (None, _) => Ok(()),
    }
}

/// Takes a slot of the player's window into the hand, through the hotbar.
pub async fn take(cx: &Cx, slot: usize) -> Result<(), ToolError> {
    if HOTBAR.contains(&slot) {
        return select(cx, slot - HOTBAR.start);
    }
    let slots = cx.shown().windows.player_slots();
    let to = seat(&slots);
    clicks::swap(cx, slot, to).await?;
    select(cx, to - HOTBAR.start)
}

/// The hotbar slot that gives way: an empty one, else one without a tool, from the right.
fn seat(slots: &[Option<SlotStack>]) -> usize {
    let is_tool = |slot: usize| {
        slots[slot]
            .as_ref()
            .and_then(|stack| knowledge::item(&stack.item))
            .is_some_and(|item| item.durability.is_some())
    };
    let empty = HOTBAR.clone().find(|&slot| slots[slot].is_none());
    empty.or_else(|| HOTBAR.rev().find(|&slot| !is_tool(slot))).unwrap_or(HOTBAR.end - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(items: &[(usize, &str)]) -> Vec<Option<SlotStack>> {
        let mut slots = vec![None; 46];
        for (slot, item) in items {
            slots[*slot] = Some(SlotStack { item: (*item).into(), count: 1, damage: None });
        }
        slots
    }

    #[test]
    fn the_fastest_tool_is_found_wherever_it_lies() {
        let stone = knowledge::block("stone").unwrap();
        let slots = with(&[(36, "wooden_pickaxe"), (10, "stone_pickaxe"), (37, "stick")]);
        assert_eq!(fastest(&slots, stone), (Some(10), knowledge::dig_ticks(stone, Some("stone_pickaxe"))));
        let log = knowledge::block("oak_log").unwrap();
        assert_eq!(fastest(&slots, log).0, None);
    }

    #[test]
    fn where_one_tool_is_named_no_other_is_used() {
        let only = |tool: Option<&str>| OnlyWith { tool: tool.map(str::to_owned), blocks: Vec::new() };
        let stack = |item: &str| SlotStack { item: item.into(), count: 1, damage: None };
        let usable = |tool, item| is_usable(&stack(item), &only(tool));
        assert!(usable(Some("wooden_pickaxe"), "wooden_pickaxe") && !usable(Some("wooden_pickaxe"), "iron_pickaxe"));
        assert!(usable(None, "dirt") && !usable(None, "stone_axe"));
    }

    #[test]
    fn a_tool_is_not_pushed_out_of_the_hotbar() {
        let mut items: Vec<(usize, &str)> = HOTBAR.map(|slot| (slot, "stone_axe")).collect();
        items[3].1 = "dirt";
        assert_eq!(seat(&with(&items)), 39);
        items.remove(5);
        assert_eq!(seat(&with(&items)), 41);
    }
}
