//! The inventory as the server showed it: slots, the open window, the cursor.
//!
//! azalea ignores the packet that sets the cursor and drops the carried item and the state number of a full content; a
//! wrong cursor never heals there. So clicks are planned and judged by these slots, which hold nothing but what packets
//! said, and azalea's own copy (mining looks at the held item) is repaired from them.

use std::collections::BTreeMap;

use azalea::{
    entity::inventory::Inventory,
    inventory::{ItemStack, components},
    protocol::packets::game::{
        ClientboundGamePacket,
        s_container_click::{HashedActualItem, HashedPatchMap, HashedStack},
    },
};

use crate::domain::{ItemCounts, SlotStack};

/// Slots of the player's own window, by the protocol's numbers.
const PLAYER_SLOTS: usize = 46;
/// Main inventory and hotbar in the player's own window.
pub const STORAGE: std::ops::Range<usize> = 9..45;
/// The hotbar in the player's own window.
pub const HOTBAR: std::ops::Range<usize> = 36..45;
/// The off hand's slot in the player's own window.
pub const OFF_HAND: usize = 45;

/// A window besides the player's own.
#[derive(Clone, Debug, Default)]
pub struct OpenWindow {
    pub id: i32,
    /// `crafting`, `generic_9x3`, as the registry names menus.
    pub kind: String,
    /// All of its slots, the player's 36 last; empty until the server sent them.
    pub slots: Vec<ItemStack>,
    /// Its gauges by number, as far as the server told them (a furnace's: 0 how long the fire still burns, 2 how far the
    /// item is, in ticks).
    pub gauges: BTreeMap<u16, u16>,
}

/// Everything a click may touch.
#[derive(Clone, Debug)]
pub struct Windows {
    player: Vec<ItemStack>,
    pub open: Option<OpenWindow>,
    cursor: ItemStack,
    /// The number the server last gave the open window's content.
    pub state_id: u32,
    /// Counts changes, so that a skill can wait for one.
    pub changes: u64,
    /// azalea's copy is behind.
    stale: bool,
}

impl Default for Windows {
    fn default() -> Self {
        Self {
            player: vec![ItemStack::Empty; PLAYER_SLOTS],
            open: None,
            cursor: ItemStack::Empty,
            state_id: 0,
            changes: 0,
            stale: false,
        }
    }
}

impl Windows {
    /// Takes in a packet; `true` if it was about slots.
    pub fn apply(&mut self, packet: &ClientboundGamePacket) -> bool {
        match packet {
            ClientboundGamePacket::ContainerSetContent(p) => {
                if p.container_id == 0 {
                    for (slot, stack) in self.player.iter_mut().zip(&p.items) {
                        *slot = stack.clone();
                    }
                    if self.open.is_none() {
                        self.state_id = p.state_id;
                    }
                } else if let Some(open) = self.open.as_mut().filter(|open| open.id == p.container_id) {
                    open.slots = p.items.clone();
                    self.state_id = p.state_id;
                    self.mirror_open();
                }
                self.cursor = p.carried_item.clone();
            }
            ClientboundGamePacket::ContainerSetSlot(p) => match p.container_id {
                -1 => self.cursor = p.item_stack.clone(),
                // The same slot numbers as window 0 as far as the hotbar and main inventory go.
                0 | -2 => {
                    if let Some(slot) = self.player.get_mut(usize::from(p.slot)) {
                        *slot = p.item_stack.clone();
                    }
                    if self.open.is_none() {
                        self.state_id = p.state_id;
                    }
                }
                id => {
                    let Some(open) = self.open.as_mut().filter(|open| open.id == id) else { return false };
                    let Some(slot) = open.slots.get_mut(usize::from(p.slot)) else { return false };
                    *slot = p.item_stack.clone();
                    self.state_id = p.state_id;
                    self.mirror_open();
                }
            },
            ClientboundGamePacket::SetCursorItem(p) => self.cursor = p.contents.clone(),
            ClientboundGamePacket::SetPlayerInventory(p) => {
                let slot = match p.slot as usize {
                    hotbar @ 0..=8 => 36 + hotbar,
                    main @ 9..=35 => main,
                    armour @ 36..=39 => 8 - (armour - 36),
                    40 => OFF_HAND,
                    _ => return false,
                };
                self.player[slot] = p.contents.clone();
            }
            ClientboundGamePacket::OpenScreen(p) => {
                let kind = p.menu_type.to_str().trim_start_matches("minecraft:").to_owned();
                self.open = Some(OpenWindow { id: p.container_id, kind, ..OpenWindow::default() });
            }
            ClientboundGamePacket::ContainerSetData(p) => {
                let Some(open) = self.open.as_mut().filter(|open| open.id == p.container_id) else { return false };
                open.gauges.insert(p.id, p.value);
                return true;
            }
            ClientboundGamePacket::ContainerClose(_) => self.closed(),
            _ => return false,
        }
        self.changes += 1;
        self.stale = true;
        true
    }

    /// The window was closed, by either side. What the cursor carried, the server gives back or drops.
    pub fn closed(&mut self) {
        self.open = None;
        self.cursor = ItemStack::Empty;
    }

    /// The open window's last 36 slots are the player's.
    fn mirror_open(&mut self) {
        let Some(open) = &self.open else { return };
        let Some(first) = open.slots.len().checked_sub(36) else { return };
        for (slot, stack) in self.player[STORAGE].iter_mut().zip(&open.slots[first..]) {
            *slot = stack.clone();
        }
    }

    /// Puts right azalea's own inventory where it missed a packet.
    pub fn repair(&mut self, inventory: &mut Inventory) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        for (index, stack) in self.player.iter().enumerate() {
            if let Some(slot) = inventory.inventory_menu.slot_mut(index)
                && slot != stack
            {
                *slot = stack.clone();
            }
        }
        inventory.carried = self.cursor.clone();
        inventory.state_id = self.state_id;
    }

    /// A slot of the player's own window.
    pub fn player(&self, slot: usize) -> Option<SlotStack> {
        self.player.get(slot).and_then(stack)
    }

    /// All slots of the player's own window.
    pub fn player_slots(&self) -> Vec<Option<SlotStack>> {
        self.player.iter().map(stack).collect()
    }

    /// All slots of the window that clicks go to: the open one, else the player's.
    pub fn slots(&self) -> Vec<Option<SlotStack>> {
        self.open.as_ref().map_or(&self.player, |open| &open.slots).iter().map(stack).collect()
    }

    /// Whether two slots of the window that clicks go to hold what may lie in one: the same item with the same components.
    pub fn may_merge(&self, one: usize, other: usize) -> bool {
        let slots = self.open.as_ref().map_or(&self.player, |open| &open.slots);
        let stack = |slot: usize| slots.get(slot).and_then(ItemStack::as_present);
        stack(one).zip(stack(other)).is_some_and(|(one, other)| one.is_same_item_and_components(other))
    }

    /// The number of the window that clicks go to.
    pub fn id(&self) -> i32 {
        self.open.as_ref().map_or(0, |open| open.id)
    }

    pub fn cursor(&self) -> Option<SlotStack> {
        stack(&self.cursor)
    }

    /// The cursor as a click's claim, without its components: what it is before the click, not what it will be. So the
    /// server, which tells only what a claim has wrong, tells every change.
    pub fn claim(&self) -> HashedStack {
        let ItemStack::Present(held) = &self.cursor else { return HashedStack(None) };
        let components = HashedPatchMap { added_components: Vec::new(), removed_components: Vec::new() };
        HashedStack(Some(HashedActualItem { kind: held.kind, count: held.count, components }))
    }

    /// Totals over everything held, as the observation counts them.
    pub fn counts(&self) -> ItemCounts {
        let held = self.player.iter().skip(5).chain(std::iter::once(&self.cursor));
        held.filter_map(stack).map(|stack| (stack.item, stack.count)).collect()
    }
}

fn stack(stack: &ItemStack) -> Option<SlotStack> {
    let present = stack.as_present().filter(|_| stack.is_present())?;
    let damage = stack.get_component::<components::Damage>().map(|damage| damage.amount.max(0) as u32);
    Some(SlotStack {
        item: present.kind.to_str().trim_start_matches("minecraft:").to_owned(),
        count: present.count.max(0) as u32,
        damage: damage.filter(|&damage| damage > 0),
    })
}

#[cfg(test)]
mod tests {
    use azalea::{
        protocol::packets::game::{
            ClientboundContainerSetSlot, ClientboundSetCursorItem, ClientboundSetPlayerInventory,
        },
        registry::builtin::ItemKind,
    };

    use super::*;

    #[test]
    fn the_cursor_follows_the_packets_that_the_client_ignores() {
        let mut windows = Windows::default();
        let two = ItemStack::new(ItemKind::Stick, 2);
        windows.apply(&ClientboundGamePacket::SetCursorItem(ClientboundSetCursorItem { contents: two.clone() }));
        assert_eq!(windows.cursor().unwrap().count, 2);
        windows.apply(&ClientboundGamePacket::SetPlayerInventory(ClientboundSetPlayerInventory {
            slot: 0,
            contents: two.clone(),
        }));
        assert_eq!(windows.player(36).unwrap().item, "stick");
        windows.apply(&ClientboundGamePacket::ContainerSetSlot(ClientboundContainerSetSlot {
            container_id: 0,
            state_id: 7,
            slot: 9,
            item_stack: two,
        }));
        assert_eq!((windows.counts().count("stick"), windows.state_id), (6, 7));
        let mut inventory = Inventory::default();
        windows.repair(&mut inventory);
        assert_eq!(inventory.carried.count(), 2);
    }
}
