//! Windows of furnaces and chests as clients meet them.

use azalea_core::game_type::GameMode;
use azalea_protocol::packets::game::s_container_click::{HashedActualItem, HashedPatchMap};
use azalea_registry::{Registry, builtin::ItemKind};

use super::*;
use crate::{
    items::{containers::Container, crafting::tests::stack, furnaces::Furnace, stack::Slot},
    protocol::misread::Misread,
};

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
        self.press_as(ID, window, slot, button, click_type);
    }

    fn press_as(&mut self, who: i32, window: i32, slot: i16, button: u8, click_type: ClickType) {
        let packet = ServerboundContainerClick {
            container_id: window,
            state_id: u32::MAX,
            slot_num: slot,
            button_num: button,
            click_type,
            changed_slots: Default::default(),
            carried_item: HashedStack(None),
        };
        self.game.handle(Inbound::Packet(who, Box::new(ServerboundGamePacket::ContainerClick(packet))));
    }

    /// Someone else in the same world, who stands where everyone begins.
    fn join_another(&mut self, id: i32, name: &str) -> mpsc::Receiver<Batch> {
        let (link, frames) = Link::to_test();
        let information = ClientInformation::default();
        let uuid = Uuid::from_u128(id as u128);
        let joining = Joining { id, name: name.to_owned(), uuid, information, link };
        self.game.handle(Inbound::Joined(Box::new(joining)));
        self.game.players.get_mut(&id).unwrap().teleporting = None;
        frames
    }

    fn hit(&self, pos: BlockPos, direction: Direction) -> BlockHit {
        let (block_pos, location) = (wire::to_block_pos(pos), wire::to_vec3(pos.center()));
        BlockHit { block_pos, direction, location, inside: false, world_border: false }
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
    let points = client.game.players[&ID].vitals.experience.total;
    assert!([1, 2].contains(&points), "1.4 points, and {points} came");
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
fn a_click_into_what_was_broken_just_now_loses_nothing() {
    let mut client = Client::beside("chest");
    client.game.give(NAME, "dirt", 10);
    let (window, _) = client.open(BLOCK).unwrap();
    client.click(window, 54);
    client.game.set_block(BLOCK, blocks::AIR);
    client.click(window, 0);
    assert_eq!((client.game.players[&ID].window.id, client.count("dirt")), (0, 10));
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

/// What it was told.
impl Client {
    fn shown_slots(&mut self, window: i32) -> Vec<(u16, i32)> {
        let packets = self.received().into_iter();
        let slots = packets.filter_map(|packet| match packet {
            ClientboundGamePacket::ContainerSetSlot(packet) if packet.container_id == window => {
                Some((packet.slot, packet.item_stack.count()))
            }
            _ => None,
        });
        slots.collect()
    }

    fn whole_windows(&mut self) -> usize {
        let packets = self.received();
        packets.iter().filter(|packet| matches!(packet, ClientboundGamePacket::ContainerSetContent(_))).count()
    }

    /// How many look into each chest, as told.
    fn lids(&mut self) -> Vec<(BlockPos, u8)> {
        let packets = self.received().into_iter();
        let lids = packets.filter_map(|packet| match packet {
            ClientboundGamePacket::BlockEvent(packet) => {
                assert_eq!(packet.action_id, 1);
                Some((wire::from_block_pos(packet.pos), packet.action_parameter))
            }
            _ => None,
        });
        lids.collect()
    }
}

/// A chest's state.
fn chest(facing: &str, kind: &str) -> u16 {
    let block = crate::knowledge::block("chest").unwrap();
    crate::knowledge::state_with(block, &[("facing", facing), ("type", kind)]).unwrap()
}

/// Beside `BLOCK`, one step east: the other half of a chest that looks north.
const EAST: BlockPos = BlockPos::new(2, MEADOW + 1, 0);

#[test]
fn a_chest_keeps_what_is_put_in_and_lifts_its_lid() {
    for block in ["chest", "trapped_chest", "barrel"] {
        let mut client = Client::beside(block);
        client.game.give(NAME, "dirt", 5);
        client.received();
        client.use_on(BLOCK, Direction::Up);
        let is_open = blocks::property(client.game.block(BLOCK), "open");
        if block == "barrel" {
            assert_eq!(is_open, Some("true"));
        } else {
            assert_eq!(client.lids(), [(BLOCK, 1)], "{block}");
        }
        let window = client.game.players[&ID].window.id;
        client.press(window, 54, 0, ClickType::QuickMove);
        assert_eq!(client.slots(BLOCK)[0], Some(stack("dirt", 5)));
        client.received();
        client.close(window);
        if block == "barrel" {
            assert_eq!(blocks::property(client.game.block(BLOCK), "open"), Some("false"));
        } else {
            assert_eq!(client.lids(), [(BLOCK, 0)]);
        }
        assert_eq!(client.open(BLOCK).map(|(_, kind)| kind), Some(MenuKind::Generic9x3));
        assert_eq!(client.slots(BLOCK)[0], Some(stack("dirt", 5)), "after closing");
        client.game.set_block(BLOCK, blocks::AIR);
        client.collect();
        assert_eq!(client.count("dirt"), 5, "broken");
    }
}

#[test]
fn two_halves_are_one_window() {
    let mut client = Client::join();
    client.game.set_block(BLOCK, chest("north", "left"));
    client.game.set_block(EAST, chest("north", "right"));
    client.game.give(NAME, "dirt", 5);
    client.ticks(5);
    client.received();
    let (window, kind) = client.open(BLOCK).unwrap();
    assert_eq!(kind, MenuKind::Generic9x6);
    client.press(window, 81, 0, ClickType::QuickMove);
    assert_eq!(client.slots(EAST)[0], Some(stack("dirt", 5)), "the right half is first");
    client.press(window, 0, 0, ClickType::Pickup);
    client.press(window, 53, 0, ClickType::Pickup);
    assert_eq!(client.slots(BLOCK)[26], Some(stack("dirt", 5)));
    client.received();
    client.close(window);
    assert_eq!(client.lids(), [(EAST, 0), (BLOCK, 0)]);
    client.open(EAST).unwrap();
    client.game.set_block(EAST, blocks::AIR);
    client.ticks(1);
    assert_eq!(client.game.players[&ID].window.id, 0, "half a chest is no longer that window");
}

#[test]
fn a_chest_with_a_stone_on_it_stays_shut() {
    let mut client = Client::beside("chest");
    client.game.set_block(BLOCK.up(), blocks::state("stone"));
    client.game.give(NAME, "dirt", 1);
    assert_eq!(client.open(BLOCK), None);
    assert_eq!(client.count("dirt"), 1, "and nothing is placed on it");
}

#[test]
fn two_look_into_one_chest_and_see_what_the_other_does() {
    const OTHER: i32 = 2;
    let mut client = Client::beside("chest");
    let mut frames = client.join_another(OTHER, "other");
    client.game.give("other", "dirt", 7);
    let (window, _) = client.open(BLOCK).unwrap();
    let block_hit = client.hit(BLOCK, Direction::Up);
    let packet = ServerboundUseItemOn { hand: InteractionHand::MainHand, block_hit, seq: 1 };
    client.game.handle(Inbound::Packet(OTHER, Box::new(ServerboundGamePacket::UseItemOn(packet))));
    assert_eq!(client.lids(), [(BLOCK, 2)]);
    let theirs = client.game.players[&OTHER].window.id;
    client.received();
    client.press_as(OTHER, theirs, 54, 0, ClickType::QuickMove);
    client.ticks(1);
    assert_eq!(client.shown_slots(window), [(0, 7)]);
    // What the one takes, the other cannot take again.
    client.press(window, 0, 0, ClickType::QuickMove);
    client.press_as(OTHER, theirs, 0, 0, ClickType::QuickMove);
    assert_eq!((client.count("dirt"), client.game.count("other", "dirt")), (7, 0));
    client.received();
    client.game.kick("other", "enough");
    assert_eq!(client.lids(), [(BLOCK, 1)]);
    while frames.try_recv().is_ok() {}
}

#[test]
fn what_means_nothing_is_answered_with_the_whole_window() {
    let mut client = Client::beside("chest");
    client.game.give(NAME, "dirt", 5);
    let (window, _) = client.open(BLOCK).unwrap();
    use ClickType as T;
    for (slot, button, kind) in [
        (63, 0, T::Pickup),
        (i16::MAX, 0, T::QuickMove),
        (i16::MIN, 0, T::Pickup),
        (-1, 0, T::Pickup),
        (0, 2, T::Pickup),
        (0, 77, T::QuickMove),
        (0, 9, T::Swap),
        (0, 255, T::Swap),
        (64, 0, T::Throw),
        (64, 0, T::Clone),
        (90, 1, T::QuickCraft),
        (0, 3, T::QuickCraft),
        (0, 99, T::QuickCraft),
    ] {
        client.received();
        client.press(window, slot, button, kind);
        assert_eq!(client.whole_windows(), 1, "slot {slot}, button {button}, {kind:?}");
    }
    assert_eq!(client.count("dirt"), 5);
    client.press(window + 1, 54, 0, T::QuickMove);
    assert_eq!(client.whole_windows(), 0, "another window's clicks are nobody's");
}

#[test]
fn right_guesses_are_left_alone_and_wrong_ones_put_right() {
    let claim = |name: &str, count| {
        let kind = ItemKind::from_u32(stack(name, 1).item).unwrap();
        let components = HashedPatchMap { added_components: Vec::new(), removed_components: Vec::new() };
        HashedStack(Some(HashedActualItem { kind, count, components }))
    };
    for (guessed, known, answers) in [(5, true, 0), (4, true, 1), (5, false, 1)] {
        let mut client = Client::beside("chest");
        client.game.give(NAME, "dirt", 5);
        let (window, _) = client.open(BLOCK).unwrap();
        let state_id = if known { client.game.players[&ID].state_id } else { u32::MAX };
        client.received();
        client.send(ServerboundGamePacket::ContainerClick(ServerboundContainerClick {
            container_id: window,
            state_id,
            slot_num: 54,
            button_num: 0,
            click_type: ClickType::QuickMove,
            changed_slots: [(54, HashedStack(None)), (0, claim("dirt", guessed))].into_iter().collect(),
            carried_item: HashedStack(None),
        }));
        client.ticks(1);
        let packets = client.received();
        let whole = packets.iter().filter(|packet| matches!(packet, ClientboundGamePacket::ContainerSetContent(_)));
        assert_eq!(whole.count(), answers, "guessed {guessed}, state known: {known}");
        let single = packets.iter().filter(|packet| matches!(packet, ClientboundGamePacket::ContainerSetSlot(_)));
        assert_eq!(single.count(), 0);
    }
}

/// Whatever is clicked, by whomever, in whatever window: all there was is still there.
#[test]
fn no_clicks_of_two_players_make_or_lose_anything() {
    const OTHER: i32 = 2;
    let mut rng = crate::rng::Rng::new(11);
    for block in ["chest", "barrel", "furnace", "crafting_table"] {
        let mut client = Client::beside(block);
        let mut frames = client.join_another(OTHER, "other");
        let items = [("apple", 200), ("bread", 90), ("charcoal", 70), ("bucket", 20), ("iron_helmet", 2)];
        for (item, count) in items {
            client.game.give(NAME, item, count);
        }
        let total = |client: &mut Client, item: &str| {
            let item = crate::knowledge::item(item).unwrap();
            let held = if block == "crafting_table" { Vec::new() } else { client.slots(BLOCK) };
            let held: u32 = held.iter().flatten().filter(|stack| stack.item == item.id).map(|stack| stack.count).sum();
            let lying: u32 =
                client.game.lying_items().iter().filter(|lying| lying.1 == item.name).map(|lying| lying.2).sum();
            client.count(item.name) + client.game.count("other", item.name) + held + lying
        };
        for step in 0..4000 {
            if step % 50 == 0 {
                client.use_on(BLOCK, Direction::Up);
                let block_hit = client.hit(BLOCK, Direction::Up);
                let packet = ServerboundUseItemOn { hand: InteractionHand::MainHand, block_hit, seq: 1 };
                client.game.handle(Inbound::Packet(OTHER, Box::new(ServerboundGamePacket::UseItemOn(packet))));
                client.received();
                while frames.try_recv().is_ok() {}
            }
            if rng.range(0, 40) == 0 {
                client.ticks(1);
            }
            let who = if rng.range(0, 2) == 0 { OTHER } else { ID };
            let window = client.game.players[&who].window.id;
            let kinds = [
                ClickType::Pickup,
                ClickType::QuickMove,
                ClickType::Swap,
                ClickType::Clone,
                ClickType::Throw,
                ClickType::QuickCraft,
                ClickType::PickupAll,
            ];
            let kind = kinds[rng.range(0, 6) as usize];
            let slot = if rng.range(0, 30) == 0 { -999 } else { rng.range(-2, 66) as i16 };
            client.press_as(who, window, slot, rng.range(0, 10) as u8, kind);
            if step % 20 == 0 {
                for (item, count) in items {
                    assert_eq!(total(&mut client, item), count, "{item} with {block} at step {step}, after {kind:?}");
                }
            }
        }
    }
}

#[test]
fn creators_fill_slots_out_of_nothing_and_others_do_not() {
    let mut client = Client::join();
    let dirt = Some(stack("dirt", 64));
    let fill = |client: &mut Client, slot, stack| {
        client.game.handle(Inbound::Misread(ID, Misread::CreativeSlot { slot, stack }));
    };
    fill(&mut client, 36, dirt);
    assert_eq!(client.count("dirt"), 0);
    client.game.set_game_mode(ID, GameMode::Creative);
    fill(&mut client, 36, dirt);
    assert_eq!(client.count("dirt"), 64);
    for slot in [0, 46, 5, i16::MAX] {
        fill(&mut client, slot, dirt);
    }
    fill(&mut client, 37, Some(stack("dirt", 65)));
    assert_eq!(client.count("dirt"), 64);
    fill(&mut client, -1, dirt);
    assert_eq!(client.game.lying_items().len(), 1);
    fill(&mut client, 36, None);
    assert_eq!(client.count("dirt"), 0);
}

#[test]
fn a_block_looked_at_is_taken_into_the_hand() {
    let mut client = Client::beside("furnace");
    client.game.give(NAME, "stick", 1);
    client.game.players.get_mut(&ID).unwrap().inventory.pack[30] = Some(stack("furnace", 3));
    client.received();
    client.game.handle(Inbound::Misread(ID, Misread::PickBlock(BLOCK)));
    let held = client.received().into_iter().find_map(|packet| match packet {
        ClientboundGamePacket::SetHeldSlot(packet) => Some(packet.slot),
        _ => None,
    });
    assert_eq!(held, Some(1));
    assert_eq!(client.game.players[&ID].hand(), Some(stack("furnace", 3)));
    client.game.handle(Inbound::Misread(ID, Misread::PickBlock(BLOCK.offset(50, 0, 0))));
    assert_eq!(client.game.players[&ID].held, 1);
}

/// As the game's own menu does: who closes their window with something in its grid is shown that it is empty now.
#[test]
fn the_own_grid_is_emptied_for_the_client_too() {
    let mut client = Client::join();
    client.game.give(NAME, "oak_log", 3);
    for slot in [36, 1] {
        client.click(0, slot);
    }
    let shown = |client: &mut Client| -> Vec<(i32, u16, u32)> {
        let slots = client.received().into_iter().filter_map(|packet| match packet {
            ClientboundGamePacket::ContainerSetSlot(packet) => {
                Some((packet.container_id, packet.slot, packet.item_stack.count() as u32))
            }
            _ => None,
        });
        slots.collect()
    };
    assert_eq!(client.game.workspace(NAME).len(), 1, "the logs are in the grid");
    client.received();
    client.close(0);
    assert_eq!(shown(&mut client), [(0, 0, 0), (0, 1, 0), (0, 36, 3)]);
    // A window that opens over it, without a word of closing it, finds it empty as well.
    for slot in [36, 1] {
        client.click(0, slot);
    }
    client.game.set_block(BLOCK, blocks::state("crafting_table"));
    client.received();
    client.use_on(BLOCK, Direction::Up);
    assert_eq!(shown(&mut client)[..2], [(0, 0, 0), (0, 1, 0)]);
    assert_eq!((client.count("oak_log"), client.game.workspace(NAME)), (3, vec![]));
}
