//! Windows opened, clicked in and closed by clients, and how the answer is put together.
//!
//! A client predicts what its click does and sends the prediction along. Where it agrees with us nothing more is said
//! about it; where it does not, or the client says it has lost track, it gets the whole window.

use azalea_inventory::operations::ClickType;
use azalea_protocol::packets::game::{
    ClientboundOpenScreen, ServerboundContainerClick, s_container_click::HashedStack,
};
use azalea_registry::builtin::MenuKind;

use crate::{
    domain::BlockPos,
    practice::{
        game::Game,
        items::{
            clicks::Click,
            inventory::Inventory,
            menus::{Menu, Place},
        },
        net::{listener::ConnectionId, wire},
        players::player::Player,
    },
};

/// The slot number that stands for outside the window.
const OUTSIDE: i16 = -999;

/// The button of a swap that means the off hand.
const OFFHAND_BUTTON: u8 = 40;

/// Windows are numbered up to here, then from 1 again; vanilla's.
const LAST_WINDOW: i32 = 100;

impl Game {
    pub(crate) fn container_click(&mut self, id: ConnectionId, packet: &ServerboundContainerClick) {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        if packet.container_id != player.window {
            return; // about a window that has closed meanwhile
        }
        let grid_before = player.inventory.grid.clone();
        let thrown = match read_click(packet) {
            Some(click) => {
                let mut clicker = player.clicker();
                clicker.click(click);
                clicker.thrown
            }
            None => Vec::new(),
        };
        if player.inventory.grid != grid_before {
            player.shown.forget_result();
        }
        if packet.state_id == player.state_id && player.agrees(packet) {
            player.show_changes();
        } else {
            player.show_everything();
        }
        for stack in thrown {
            self.throw(id, stack);
        }
    }

    pub(crate) fn open_table(&mut self, id: ConnectionId, table: BlockPos) {
        self.close_window(id);
        let Some(player) = self.players.get_mut(&id) else { return };
        player.window_count = player.window_count % LAST_WINDOW + 1;
        player.window = player.window_count;
        player.menu = Menu::Table;
        player.table = Some(table);
        player.inventory.grid = vec![None; Menu::Table.grid_cells()];
        player.link.send(ClientboundOpenScreen {
            container_id: player.window,
            menu_type: MenuKind::Crafting,
            title: "Crafting".into(),
        });
        player.show_everything();
    }

    /// The client closed a window; -1 is whatever is open.
    pub(crate) fn container_close(&mut self, id: ConnectionId, window: i32) {
        if self.players.get(&id).is_some_and(|player| window == -1 || player.window == window) {
            self.close_window(id);
        }
    }

    /// Back to the player's own window; grid and cursor go into the pack, or to the ground if it is full.
    fn close_window(&mut self, id: ConnectionId) {
        let Some(player) = self.players.get_mut(&id) else { return };
        let loose = player.inventory.clear_workspace(player.held);
        player.inventory.grid = vec![None; Menu::Player.grid_cells()];
        player.menu = Menu::Player;
        player.window = 0;
        player.table = None;
        player.drag = None;
        player.shown.forget_grid();
        for stack in loose {
            self.throw(id, stack);
        }
    }

    /// Closes windows whose table is gone or out of reach, and says so.
    pub(crate) fn check_windows(&mut self) {
        let mut closing = Vec::new();
        for player in self.players.values() {
            if let Some(table) = player.table
                && (!player.reaches(table)
                    || crate::practice::world::blocks::name(self.world.block(table)) != "crafting_table")
            {
                closing.push((player.id, player.window));
            }
        }
        for (id, window) in closing {
            self.close_window(id);
            if let Some(player) = self.players.get_mut(&id) {
                player.link.send(azalea_protocol::packets::game::ClientboundContainerClose { container_id: window });
            }
        }
    }
}

impl Player {
    /// Whether all that the client claims to show by now is so; what it claims it need not be sent.
    fn agrees(&mut self, packet: &ServerboundContainerClick) -> bool {
        let mut agrees = true;
        for (&slot, claim) in &packet.changed_slots {
            let Some(place) = self.menu.place(usize::from(slot)) else { return false };
            agrees &= self.claim(place, claim);
        }
        let cursor = self.inventory.cursor;
        if wire::claim_agrees(&packet.carried_item, cursor) {
            self.shown.claim_cursor(cursor);
        } else {
            agrees = false;
        }
        agrees
    }

    fn claim(&mut self, place: Place, claim: &HashedStack) -> bool {
        if place == Place::Result {
            return true; // always sent anew
        }
        let now = self.inventory.get(place);
        if wire::claim_agrees(claim, now) {
            self.shown.claim(place, now);
            return true;
        }
        false
    }

    /// Takes another place of the hotbar into the hand.
    pub fn hold(&mut self, slot: u16) {
        if usize::from(slot) < Inventory::HOTBAR {
            self.held = usize::from(slot);
            self.eating = None;
        }
    }
}

/// A click as the protocol writes it; `None` for what means nothing here.
fn read_click(packet: &ServerboundContainerClick) -> Option<Click> {
    let slot = usize::try_from(packet.slot_num).ok();
    Some(match (packet.click_type, packet.button_num) {
        (ClickType::Pickup, button @ (0 | 1)) if slot.is_some() || packet.slot_num == OUTSIDE => {
            Click::Pickup { slot, right: button == 1 }
        }
        (ClickType::QuickMove, 0 | 1) => Click::QuickMove { slot: slot? },
        (ClickType::Swap, OFFHAND_BUTTON) => Click::Swap { slot: slot?, with: Place::Offhand },
        (ClickType::Swap, key) if usize::from(key) < Inventory::HOTBAR => {
            Click::Swap { slot: slot?, with: Place::Pack(key.into()) }
        }
        (ClickType::Throw, button) => Click::Throw { slot: slot?, all: button == 1 },
        (ClickType::PickupAll, _) => Click::PickupAll { slot: slot? },
        // Low bits: start, over a slot, end; high bits: evenly or one each (or, in creative mode, full stacks).
        (ClickType::QuickCraft, 0) => Click::DragStart { one_each: false },
        (ClickType::QuickCraft, 4) => Click::DragStart { one_each: true },
        (ClickType::QuickCraft, 1 | 5) => Click::DragOver { slot: slot? },
        (ClickType::QuickCraft, 2 | 6) => Click::DragEnd,
        _ => return None,
    })
}
