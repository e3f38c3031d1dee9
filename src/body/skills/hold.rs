//! What is in the hand: the best tool for a block, or an item to place.

use azalea::{
    entity::inventory::Inventory, inventory::LastSentSelectedHotbarSlot,
    protocol::packets::game::ServerboundSetCarriedItem,
};

use super::clicks;
use crate::{
    body::{
        senses::windows::{HOTBAR, STORAGE},
        skills::cx::Cx,
    },
    domain::{SlotStack, ToolError},
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

/// Takes into the hand what breaks a block fastest; where nothing beats the hand, puts away what would only wear out.
pub(super) async fn best_tool(cx: &Cx, block: &Block) -> Result<(), ToolError> {
    let slots = cx.shown().windows.player_slots();
    let now = HOTBAR.start + selected(cx)?;
    let ticks_with = |slot: usize| knowledge::dig_ticks(block, slots[slot].as_ref().map(|stack| stack.item.as_str()));
    let wears = |slot: usize| {
        slots[slot]
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
    fn a_tool_is_not_pushed_out_of_the_hotbar() {
        let mut items: Vec<(usize, &str)> = HOTBAR.map(|slot| (slot, "stone_axe")).collect();
        items[3].1 = "dirt";
        assert_eq!(seat(&with(&items)), 39);
        items.remove(5);
        assert_eq!(seat(&with(&items)), 41);
    }
}
