//! Windows of furnaces and chests as clients meet them.

use super::*;
use crate::practice::items::{containers::Container, crafting::tests::stack, furnaces::Furnace, inventory::Slot};

/// Where a test puts its block: on the grass beside the player.
const BLOCK: BlockPos = BlockPos::new(1, MEADOW + 1, 0);

impl Client {
    /// A world in which the player stands beside a block of this name.
    fn beside(block: &str) -> Self {
        let mut client = Self::join();
        client.game.set_block(BLOCK, blocks::state(block));
        client.ticks(5);
        client.received();
        client
    }

    /// Uses a block; the window's number and kind, if one opened.
    fn open(&mut self, pos: BlockPos) -> Option<(i32, MenuKind)> {
        self.received();
        self.use_on(pos, Direction::Up);
        self.received().into_iter().find_map(|packet| match packet {
            ClientboundGamePacket::OpenScreen(packet) => Some((packet.container_id, packet.menu_type)),
            _ => None,
        })
    }

    fn close(&mut self, window: i32) {
        self.send(ServerboundGamePacket::ContainerClose(ServerboundContainerClose { container_id: window }));
    }

    /// Any click, its outcome not guessed at.
    fn press(&mut self, window: i32, slot: i16, button: u8, click_type: ClickType) {
        self.send(ServerboundGamePacket::ContainerClick(ServerboundContainerClick {
            container_id: window,
            state_id: u32::MAX,
            slot_num: slot,
            button_num: button,
            click_type,
            changed_slots: Default::default(),
            carried_item: HashedStack(None),
        }));
    }

    fn furnace(&mut self) -> Furnace {
        match self.game.world.container(BLOCK) {
            Some(Container::Furnace(furnace)) => furnace.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn slots(&mut self, pos: BlockPos) -> Vec<Slot> {
        self.game.world.slots_of(&[pos])
    }

    fn is_lit(&mut self) -> bool {
        blocks::property(self.game.block(BLOCK), "lit") == Some("true")
    }

    /// The gauges' values that were told of, in order: which, and what.
    fn told_gauges(&mut self) -> Vec<(u16, u16)> {
        let packets = self.received().into_iter();
        let gauges = packets.filter_map(|packet| match packet {
            ClientboundGamePacket::ContainerSetData(packet) => Some((packet.id, packet.value)),
            _ => None,
        });
        gauges.collect()
    }
}

#[test]
fn a_furnace_makes_iron_and_shows_how_far_it_is() {
    let mut client = Client::beside("furnace");
    client.game.give(NAME, "raw_iron", 2);
    client.game.give(NAME, "coal", 1);
    let (window, kind) = client.open(BLOCK).expect("the furnace opens");
    assert_eq!(kind, MenuKind::Furnace);
    client.press(window, 30, 0, ClickType::QuickMove);
    client.press(window, 31, 0, ClickType::QuickMove);
    assert_eq!(client.slots(BLOCK), [Some(stack("raw_iron", 2)), Some(stack("coal", 1)), None]);
    assert!(!client.is_lit());
    client.received();
    client.ticks(1);
    assert_eq!(client.told_gauges(), [(0, 1600), (1, 1600), (2, 1)]);
    assert!(client.is_lit());
    client.ticks(398);
    assert_eq!(client.furnace().output, Some(stack("iron_ingot", 1)));
    client.ticks(1);
    assert_eq!(client.slots(BLOCK), [None, None, Some(stack("iron_ingot", 2))]);
    client.press(window, 2, 0, ClickType::QuickMove);
    assert_eq!(client.game.players[&ID].inventory.pack[8], Some(stack("iron_ingot", 2)), "the hotbar from its end");
    client.close(window);
    client.ticks(1201);
    assert!(!client.is_lit());
    assert_eq!(client.furnace().output, None);
}

#[test]
fn a_window_tells_where_the_furnace_is_when_it_opens() {
    let mut client = Client::beside("furnace");
    client.use_on(BLOCK, Direction::Up);
    let kinds: Vec<&str> = client
        .received()
        .iter()
        .filter_map(|packet| match packet {
            ClientboundGamePacket::OpenScreen(_) => Some("open"),
            ClientboundGamePacket::ContainerSetContent(packet) => {
                assert_eq!(packet.items.len(), 39);
                Some("content")
            }
            ClientboundGamePacket::ContainerSetData(_) => Some("data"),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, ["open", "content", "data", "data", "data", "data"]);
}

#[test]
fn a_broken_furnace_leaves_what_was_in_it() {
    let mut client = Client::beside("furnace");
    client.game.give(NAME, "raw_iron", 3);
    client.game.give(NAME, "coal", 2);
    let (window, _) = client.open(BLOCK).unwrap();
    client.press(window, 30, 0, ClickType::QuickMove);
    client.press(window, 31, 0, ClickType::QuickMove);
    client.ticks(250);
    client.game.set_block(BLOCK, blocks::AIR);
    client.ticks(1);
    let closed = client.received().into_iter().any(|packet| matches!(packet, ClientboundGamePacket::ContainerClose(_)));
    assert!(closed, "its window closes");
    client.collect();
    for (item, count) in [("raw_iron", 2), ("coal", 1), ("iron_ingot", 1)] {
        assert_eq!(client.count(item), count, "{item}");
    }
    assert!(client.game.world.chunk(BLOCK.chunk()).containers.is_empty());
}

#[test]
fn smokers_stay_shut_and_nothing_is_placed_on_them() {
    for block in ["smoker", "blast_furnace"] {
        let mut client = Client::beside(block);
        client.game.give(NAME, "dirt", 1);
        assert_eq!(client.open(BLOCK), None);
        assert_eq!(client.name_at(BLOCK.up()), "air");
    }
}

#[test]
fn sneaking_with_something_in_hand_places_it() {
    let mut client = Client::beside("furnace");
    client.game.give(NAME, "dirt", 1);
    client.game.players.get_mut(&ID).unwrap().sneaking = true;
    assert_eq!(client.open(BLOCK), None);
    assert_eq!(client.name_at(BLOCK.up()), "dirt");
    assert!(client.open(BLOCK).is_some(), "with empty hands it opens all the same");
}
