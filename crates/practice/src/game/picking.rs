//! Items that come by pointing: the block looked at, from the pack or out of nothing; and what creators put where.

use std::{collections::HashMap, sync::LazyLock};

use azalea_protocol::packets::game::ClientboundSetHeldSlot;

use crate::{
    chunks::blocks,
    domain::BlockPos,
    game::Game,
    items::{
        inventory::Inventory,
        menus::{Menu, Place},
        stack::{Slot, Stack},
    },
    knowledge,
    net::inbound::ConnectionId,
    players::player::Player,
    protocol::misread::Misread,
};

/// Which item a block is placed from, where that has another name.
static PLACED_FROM: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| {
    let mut items = HashMap::new();
    for item in knowledge::items() {
        let Some(block) = knowledge::placing::block_of_item(item.name) else { continue };
        for block in [Some(block), knowledge::placing::on_wall(block)].into_iter().flatten() {
            items.insert(block.name, item.id);
        }
    }
    items
});

/// What someone who points at a block of this name means.
fn item_of(block: &str) -> Option<u32> {
    PLACED_FROM.get(block).copied().or_else(|| Some(knowledge::item(block).filter(|item| item.name != "air")?.id))
}

impl Inventory {
    /// The place of the hotbar that something new goes to: an empty one from the held one on, or the held one.
    fn place_for_pick(&self, held: usize) -> usize {
        let from_held = (0..Self::HOTBAR).map(|step| (held + step) % Self::HOTBAR);
        from_held.into_iter().find(|&slot| self.pack[slot].is_none()).unwrap_or(held)
    }

    /// Gets an item into the hotbar, as vanilla does; returns where it is now. Out of nothing, too, for creators.
    fn pick(&mut self, item: u32, held: usize, creative: bool) -> Option<usize> {
        let found = self
            .pack
            .iter()
            .position(|slot| slot.is_some_and(|stack| stack == Stack { count: stack.count, ..Stack::new(item, 1) }));
        if let Some(found) = found.filter(|&found| found < Self::HOTBAR) {
            return Some(found);
        }
        let place = self.place_for_pick(held);
        if let Some(found) = found {
            self.pack.swap(place, found);
            return Some(place);
        }
        if !creative {
            return None;
        }
        // What is in the hand makes room, if there is an empty place for it.
        if self.pack[place].is_some()
            && let Some(empty) = self.pack.iter().position(Option::is_none)
        {
            self.pack.swap(place, empty);
        }
        self.pack[place] = Some(Stack::new(item, 1));
        Some(place)
    }
}

impl Game {
    pub(crate) fn answer_misread(&mut self, id: ConnectionId, packet: Misread) {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        match packet {
            Misread::PickBlock(pos) => self.pick_block(id, pos),
            Misread::CreativeSlot { slot, stack } if player.is_creative() => {
                if stack.is_some_and(|stack| stack.count > stack.most()) {
                    return;
                }
                match (usize::try_from(slot), stack) {
                    (Ok(slot), _) => player.create(slot, stack),
                    (Err(_), Some(thrown)) => self.throw(id, thrown),
                    (Err(_), None) => {}
                }
            }
            // Their client thinks that they are in creative mode.
            Misread::CreativeSlot { .. } => player.show_everything(),
        }
        if let Some(player) = self.players.get_mut(&id) {
            player.show_changes();
        }
    }

    fn pick_block(&mut self, id: ConnectionId, pos: BlockPos) {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.reaches(pos)) else { return };
        let creative = player.is_creative();
        if player.is_spectator() {
            return;
        }
        let Some(item) = item_of(blocks::name(self.world.block(pos))) else { return };
        if let Some(held) = player.inventory.pick(item, player.held, creative) {
            player.hold(held as u16);
            player.link.send(ClientboundSetHeldSlot { slot: held as u32 });
        }
    }
}

impl Player {
    /// Puts a stack into a slot of the player's own window; slots that a creator cannot fill are left alone.
    fn create(&mut self, slot: usize, stack: Slot) {
        let Some(place) = Menu::Player.place(slot) else { return };
        // While a table is open its grid is the grid.
        let is_there = match place {
            Place::Result => false,
            Place::Grid(_) => self.window.id == 0,
            _ => stack.is_none_or(|stack| place.takes(stack.name()) && stack.count <= place.limit(&stack)),
        };
        if is_there {
            self.inventory.set(place, stack);
            self.shown.claim(place, stack);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::crafting::tests::stack;

    #[test]
    fn blocks_are_picked_as_what_they_are_placed_from() {
        let name = |block| item_of(block).and_then(knowledge::item_by_id).map(|item| item.name);
        for (block, item) in
            [("stone", "stone"), ("wall_torch", "torch"), ("redstone_wire", "redstone"), ("wheat", "wheat_seeds")]
        {
            assert_eq!(name(block), Some(item));
        }
        assert_eq!((name("air"), name("water")), (None, None));
    }

    #[test]
    fn picking_fetches_from_the_pack_and_makes_only_for_creators() {
        let mut items = Inventory::default();
        items.pack[0] = Some(stack("stick", 1));
        items.pack[20] = Some(stack("dirt", 9));
        let dirt = stack("dirt", 1).item;
        assert_eq!(items.pick(dirt, 0, false), Some(1));
        assert_eq!((items.pack[1], items.pack[20]), (Some(stack("dirt", 9)), None));
        assert_eq!(items.pick(dirt, 5, false), Some(1), "it is in the hotbar already");
        let stone = stack("stone", 1).item;
        assert_eq!(items.pick(stone, 0, false), None);
        assert_eq!(items.pick(stone, 0, true), Some(2));
        let mut full = Inventory { pack: [Some(stack("stick", 1)); Inventory::PACK], ..Inventory::default() };
        full.pack[30] = None;
        assert_eq!(full.pick(stone, 4, true), Some(4));
        assert_eq!((full.pack[4], full.pack[30]), (Some(stack("stone", 1)), Some(stack("stick", 1))));
    }
}
