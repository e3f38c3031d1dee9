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
    chunks::blocks,
    domain::{BlockPos, Side},
    game::{Game, chests},
    items::{
        clicks::{Click, Share},
        containers,
        inventory::Inventory,
        menus::{Menu, Place},
        signs::is_sign,
        window::Window,
    },
    net::inbound::ConnectionId,
    players::{
        player::Player,
        statistics::{CustomStat, Stat},
    },
    protocol::wire,
    rules::paired,
};

/// The slot number that stands for outside the window.
const OUTSIDE: i16 = -999;

/// The button of a swap that means the off hand.
const OFFHAND_BUTTON: u8 = 40;

/// Windows are numbered up to here, then from 1 again; vanilla's.
const LAST_WINDOW: i32 = 100;

impl Game {
    pub(crate) fn container_click(&mut self, id: ConnectionId, packet: &ServerboundContainerClick) {
        // What is put into a block that has gone since the last tick would be lost.
        self.check_windows();
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        if packet.container_id != player.window.id {
            return; // about a window that has closed meanwhile
        }
        if player.is_spectator() {
            return player.show_everything();
        }
        // Whoever else has it open may have changed it since.
        player.look_into(&mut self.world);
        let (grid_before, slots_before) = (player.inventory.grid.clone(), player.window.slots.clone());
        let click = read_click(packet, player.window.menu);
        let (mut thrown, mut took_output) = (Vec::new(), false);
        if let Some(click) = click {
            let mut clicker = player.clicker();
            clicker.click(click);
            let (made, dropped) = (clicker.made, clicker.dropped);
            (thrown, took_output) = (clicker.thrown, clicker.took_output);
            made.iter().for_each(|stack| player.statistics.count_item(Stat::Crafted, stack, stack.count));
            dropped.iter().for_each(|stack| player.count_throw(stack));
        }
        if player.inventory.grid != grid_before {
            player.shown.forget_result();
        }
        let agreed = click.is_some() && packet.state_id == player.state_id && player.agrees(packet);
        if agreed {
            player.show_changes();
        } else {
            player.show_everything();
        }
        if player.window.slots != slots_before {
            let (blocks, slots) = (player.window.blocks.clone(), player.window.slots.clone());
            self.world.fill_slots(&blocks, &slots);
            for &pos in &blocks {
                self.wake_furnace(pos);
            }
            if took_output && let [furnace] = blocks[..] {
                self.pay_experience(id, furnace);
            }
        }
        for stack in thrown {
            self.throw(id, stack);
        }
    }

    /// Opens what a block has to open: a window, or the block itself. False if there is nothing to open.
    pub(super) fn open_block(&mut self, id: ConnectionId, pos: BlockPos) -> bool {
        let state = self.world.block(pos);
        match blocks::name(state) {
            "crafting_table" => self.open_window(id, Menu::Table, vec![pos], "Crafting"),
            "furnace" => self.open_window(id, Menu::Furnace, vec![pos], "Furnace"),
            "barrel" => self.open_window(id, Menu::Chest { rows: 3 }, vec![pos], "Barrel"),
            chest if containers::is_chest(chest) => {
                if let Some(halves) = chests::to_open(&mut self.world, pos) {
                    let title = if halves.len() == 2 { "Large Chest" } else { "Chest" };
                    self.open_window(id, Menu::Chest { rows: 3 * halves.len() }, halves, title);
                }
            }
            // Not in this world: they stay shut.
            "smoker" | "blast_furnace" => {}
            bed if bed.ends_with("_bed") => self.use_bed(id, pos),
            sign if is_sign(sign) => return self.use_sign(id, pos),
            _ => {
                let looks = self.players.get(&id).map_or(Side::South, |player| Side::of_yaw(player.yaw));
                match paired::swung(state, looks) {
                    Some(swung) => self.swing(pos, swung),
                    None => return self.use_switch(pos),
                }
            }
        }
        true
    }

    fn open_window(&mut self, id: ConnectionId, menu: Menu, blocks: Vec<BlockPos>, title: &str) {
        self.close_window(id);
        let Some(player) = self.players.get_mut(&id) else { return };
        player.window_count = player.window_count % LAST_WINDOW + 1;
        let block = blocks.first().map_or("air", |&pos| blocks::name(self.world.block(pos)));
        match menu {
            Menu::Player => {}
            Menu::Table => player.statistics.count(CustomStat::InteractWithCraftingTable, 1),
            Menu::Furnace => player.statistics.count(CustomStat::InteractWithFurnace, 1),
            Menu::Chest { .. } if block == "barrel" => player.statistics.count(CustomStat::OpenBarrel, 1),
            Menu::Chest { .. } if block == "trapped_chest" => {
                player.statistics.count(CustomStat::TriggerTrappedChest, 1);
            }
            Menu::Chest { .. } => player.statistics.count(CustomStat::OpenChest, 1),
        }
        player.window = Window { id: player.window_count, menu, blocks, block, ..Window::default() };
        player.inventory.grid = vec![None; menu.grid_cells()];
        player.look_into(&mut self.world);
        let blocks = player.window.blocks.clone();
        player.link.send(ClientboundOpenScreen {
            container_id: player.window.id,
            menu_type: menu.kind(),
            title: title.into(),
        });
        player.show_everything();
        for pos in blocks {
            self.show_lid(pos);
        }
    }

    /// The client closed a window; -1 is whatever is open.
    pub(crate) fn container_close(&mut self, id: ConnectionId, window: i32) {
        if self.players.get(&id).is_some_and(|player| window == -1 || player.window.id == window) {
            self.close_window(id);
        }
    }

    /// Back to the player's own window; grid and cursor go into the pack, or to the ground if it is full.
    pub(super) fn close_window(&mut self, id: ConnectionId) {
        let Some(player) = self.players.get_mut(&id) else { return };
        let loose = player.inventory.clear_workspace(player.held);
        player.inventory.grid = vec![None; Menu::Player.grid_cells()];
        let window = std::mem::take(&mut player.window);
        player.drag = None;
        if window.id == 0 {
            // The client goes on showing its own window, and leaves its grid to the server: vanilla's menu tells of each slot
            // that has changed (`AbstractContainerMenu.broadcastChanges`).
            player.show_changes();
        } else {
            player.shown.forget_window();
        }
        for stack in loose {
            self.throw(id, stack);
        }
        for pos in window.blocks {
            self.show_lid(pos);
        }
    }

    /// Closes windows whose block is gone or out of reach, and says so.
    pub(crate) fn check_windows(&mut self) {
        let mut closing = Vec::new();
        for player in self.players.values() {
            let window = &player.window;
            let is_there = |&pos: &BlockPos| {
                player.is_within(OPEN_REACH, pos) && blocks::name(self.world.block(pos)) == window.block
            };
            if !window.blocks.iter().all(is_there) {
                closing.push((player.id, window.id));
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

/// How far an open window's block may be from the eyes, in blocks: vanilla's 4.5 and 4 of leniency.
const OPEN_REACH: f64 = 4.5 + 4.0;

impl Menu {
    /// As the protocol calls it; the player's own is never opened.
    fn kind(self) -> MenuKind {
        match self {
            Self::Player | Self::Table => MenuKind::Crafting,
            Self::Furnace => MenuKind::Furnace,
            Self::Chest { rows: 6 } => MenuKind::Generic9x6,
            Self::Chest { .. } => MenuKind::Generic9x3,
        }
    }
}

impl Player {
    /// Whether all that the client claims to show by now is so; what it claims it need not be sent.
    fn agrees(&mut self, packet: &ServerboundContainerClick) -> bool {
        let mut agrees = true;
        for (&slot, claim) in &packet.changed_slots {
            let Some(place) = self.window.menu.place(usize::from(slot)) else { return false };
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
        let now = self.stack_at(place);
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

/// A click as the protocol writes it; `None` for what means nothing here, or is about a slot that is not there.
fn read_click(packet: &ServerboundContainerClick, menu: Menu) -> Option<Click> {
    let slot = usize::try_from(packet.slot_num).ok().filter(|&slot| slot < menu.slots());
    Some(match (packet.click_type, packet.button_num) {
        (ClickType::Pickup, button @ (0 | 1)) if slot.is_some() || packet.slot_num == OUTSIDE => {
            Click::Pickup { slot, right: button == 1 }
        }
        (ClickType::QuickMove, 0 | 1) => Click::QuickMove { slot: slot? },
        (ClickType::Swap, OFFHAND_BUTTON) => Click::Swap { slot: slot?, with: Place::Offhand },
        (ClickType::Swap, key) if usize::from(key) < Inventory::HOTBAR => {
            Click::Swap { slot: slot?, with: Place::Pack(key.into()) }
        }
        (ClickType::Clone, _) => Click::Clone { slot: slot? },
        (ClickType::Throw, button) => Click::Throw { slot: slot?, all: button == 1 },
        (ClickType::PickupAll, button) => Click::PickupAll { slot: slot?, from_end: button != 0 },
        // Low bits: start, over a slot, end; high bits: which button.
        (ClickType::QuickCraft, 0) => Click::DragStart(Share::Even),
        (ClickType::QuickCraft, 4) => Click::DragStart(Share::One),
        (ClickType::QuickCraft, 8) => Click::DragStart(Share::Full),
        (ClickType::QuickCraft, 1 | 5 | 9) => Click::DragOver { slot: slot? },
        (ClickType::QuickCraft, 2 | 6 | 10) => Click::DragEnd,
        _ => return None,
    })
}
