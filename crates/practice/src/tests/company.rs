//! What a client is told when it joins, and what it is shown of the others.

use ClientboundGamePacket as P;
use azalea_entity::{EntityDataItem, EntityDataValue, Pose};
use azalea_inventory::components::EquipmentSlot;
use azalea_protocol::packets::{
    ProtocolPacket,
    game::{ServerboundKeepAlive, ServerboundPlayerInput, ServerboundSwing, c_animate::AnimationAction},
};
use azalea_registry::{
    Registry,
    builtin::{BlockEntityKind, ItemKind},
};

use super::*;
use crate::{chunks::encode, domain::ChunkPos, protocol::limits::MOST_REMEMBERED};

/// The other player.
pub(super) const OTHER: i32 = 2;

/// A second client in the same world; what it is sent comes out of the answer.
pub(super) fn join_other(game: &mut Game) -> mpsc::Receiver<Batch> {
    let (link, frames) = Link::to_test();
    let information = ClientInformation::default();
    let joining = Joining { id: OTHER, name: "other".to_owned(), uuid: Uuid::from_u128(2), information, link };
    game.handle(Inbound::Joined(Box::new(joining)));
    frames
}

#[test]
fn who_joins_is_told_what_vanilla_tells_in_its_order() {
    let (link, mut frames) = Link::to_test();
    let mut game = Game::new(WorldConfig { seed: LEVEL as i64, ..WorldConfig::default() });
    let information = ClientInformation::default();
    let joining = Joining { id: ID, name: NAME.to_owned(), uuid: Uuid::from_u128(1), information, link };
    game.handle(Inbound::Joined(Box::new(joining)));
    game.pass_tick();
    game.flush();
    let packets = packets_of(&mut frames);
    let names: Vec<_> = packets.iter().map(|packet| packet.name()).collect();
    let order = [
        "login",
        "change_difficulty",
        "player_abilities",
        "set_held_slot",
        "update_recipes",
        "entity_event",
        "commands",
        "recipe_book_settings",
        "recipe_book_add",
        "player_position",
        "server_data",
        "player_info_update",
        "initialize_border",
        "set_time",
        "set_default_spawn_position",
        "game_event",
        "ticking_state",
        "ticking_step",
        "set_chunk_cache_center",
        "update_attributes",
        "container_set_content",
        "chunk_batch_start",
        "level_chunk_with_light",
        "chunk_batch_finished",
    ];
    assert_eq!(names[0], "login", "clients know no packet of the game before it");
    let mut after = 0;
    for name in order {
        let at = names[after..].iter().position(|sent| *sent == name);
        after += at.unwrap_or_else(|| panic!("no {name} in its place: {names:?}")) + 1;
    }
    // Vanilla tells these with a player's ticks, so their place among the rest is no matter.
    for name in ["set_experience", "set_health", "set_entity_data"] {
        assert!(names.contains(&name), "no {name}: {names:?}");
    }
}

#[test]
fn the_others_are_seen_with_all_they_wear_and_do() {
    let mut client = Client::join();
    let _frames = join_other(&mut client.game);
    client.ticks(3);
    let seen = client.received();
    assert!(seen.iter().any(|packet| matches!(packet, P::AddEntity(packet) if packet.id.0 == OTHER)));
    assert!(seen.iter().any(|packet| matches!(packet, P::UpdateAttributes(packet) if packet.entity_id.0 == OTHER)));
    let data = |packets: &[P]| -> Vec<EntityDataItem> {
        let own = packets.iter().filter_map(|packet| match packet {
            P::SetEntityData(packet) if packet.id.0 == OTHER => Some(packet.packed_items.0.clone()),
            _ => None,
        });
        own.flatten().collect()
    };
    let skin = EntityDataItem { index: 16, value: EntityDataValue::Byte(0x7f) };
    assert!(data(&seen).contains(&skin), "every part of the skin: {:?}", data(&seen));

    // Sneaks, swings, takes a sword into the hand: told once, and nothing else with it.
    let input = ServerboundPlayerInput { shift: true, ..ServerboundPlayerInput::default() };
    client.game.handle(Inbound::Packet(OTHER, Box::new(ServerboundGamePacket::PlayerInput(input))));
    let swing = ServerboundSwing { hand: InteractionHand::OffHand };
    client.game.handle(Inbound::Packet(OTHER, Box::new(ServerboundGamePacket::Swing(swing))));
    client.game.give("other", "iron_sword", 1);
    client.ticks(2);
    let seen = client.received();
    let wanted = [
        EntityDataItem { index: 0, value: EntityDataValue::Byte(2) },
        EntityDataItem { index: 6, value: EntityDataValue::Pose(Pose::Crouching) },
    ];
    assert_eq!(data(&seen), wanted);
    let swings = seen.iter().filter(|packet| {
        matches!(packet, P::Animate(packet) if packet.id.0 == OTHER && packet.action == AnimationAction::SwingOffHand)
    });
    assert_eq!(swings.count(), 1);
    let worn: Vec<_> = seen
        .iter()
        .filter_map(|packet| match packet {
            P::SetEquipment(packet) if packet.entity_id.0 == OTHER => Some(&packet.slots.slots),
            _ => None,
        })
        .collect();
    assert!(matches!(worn[..], [slots] if slots.len() == 1 && slots[0].0 == EquipmentSlot::Mainhand
        && slots[0].1.kind() == ItemKind::IronSword));
    client.ticks(2);
    assert_eq!(data(&client.received()), []);
}

/// Clients hang up at a number that does not follow the one before it.
#[test]
fn every_client_is_told_messages_in_its_own_numbers() {
    let mut client = Client::join();
    client.game.chat(ID, "one".to_owned());
    let mut frames = join_other(&mut client.game);
    client.game.chat(OTHER, "two".to_owned());
    client.game.chat(ID, "three".to_owned());
    let numbers = |packets: Vec<P>| -> Vec<u32> {
        let number = |packet: &P| if let P::PlayerChat(packet) = packet { Some(packet.global_index) } else { None };
        packets.iter().filter_map(number).collect()
    };
    assert_eq!(numbers(client.received()), [0, 1, 2]);
    assert_eq!(numbers(packets_of(&mut frames)), [0, 1]);
}

#[test]
fn a_new_life_begins_with_nothing_of_the_old_one() {
    let mut client = Client::join();
    let _frames = join_other(&mut client.game);
    client.ticks(3);
    let input = ServerboundPlayerInput { shift: true, ..ServerboundPlayerInput::default() };
    client.send(ServerboundGamePacket::PlayerInput(input));
    client.game.players.get_mut(&ID).unwrap().sprinting = true;
    client.game.kill(NAME, "died");
    client.received();
    client.respawn();
    let packets = client.received();
    let removed = packets.iter().position(
        |packet| matches!(packet, P::RemoveEntities(packet) if packet.entity_ids.iter().any(|id| id.0 == OTHER)),
    );
    let reborn = packets.iter().position(|packet| matches!(packet, P::Respawn(_)));
    assert!(removed.is_some() && removed < reborn, "{removed:?} {reborn:?}");
    let player = &client.game.players[&ID];
    assert!(!player.sneaking && !player.sprinting);
    client.ticks(3);
    assert!(client.received().iter().any(|packet| matches!(packet, P::AddEntity(packet) if packet.id.0 == OTHER)));
}

#[test]
fn latencies_are_measured_and_told() {
    let mut client = Client::join();
    client.received();
    // As if the world were a second older.
    client.game.started -= std::time::Duration::from_secs(1);
    client.send(ServerboundGamePacket::KeepAlive(ServerboundKeepAlive { id: 0 }));
    client.send(ServerboundGamePacket::KeepAlive(ServerboundKeepAlive { id: u64::MAX }));
    let measured = client.game.players[&ID].latency;
    assert!(measured > 0, "a quarter of what has passed since the world began");
    client.ticks(600);
    let told = client.received().into_iter().find_map(|packet| match packet {
        P::PlayerInfoUpdate(packet) => Some((packet.actions.add_player, packet.entries[0].latency)),
        _ => None,
    });
    assert_eq!(told, Some((false, measured as i32)));
}

#[test]
fn chests_are_listed_with_their_chunk() {
    let mut client = Client::join();
    let pos = BlockPos::new(3, MEADOW + 1, 5);
    client.game.set_block(pos, blocks::state("chest"));
    let chunk = ChunkPos { x: 0, z: 0 };
    let packet = encode::packet(chunk, &client.game.world.around(chunk)).unwrap();
    let [entity] = &packet.chunk_data.block_entities[..] else { panic!("{:?}", packet.chunk_data.block_entities) };
    assert_eq!((entity.packed_xz, i32::from(entity.y as i16)), (3 << 4 | 5, pos.y));
    assert_eq!(entity.kind.to_u32(), BlockEntityKind::Chest.to_u32());
}

#[test]
fn who_has_been_gone_the_longest_is_forgotten() {
    let mut game = Game::new(WorldConfig { seed: LEVEL as i64, ..WorldConfig::default() });
    // Comes and goes; says how many sticks they had, and leaves with one.
    let mut visit = |number: usize| {
        let (link, _frames) = Link::to_test();
        let (id, name, uuid) = (number as i32 + 1, format!("guest_{number}"), Uuid::from_u128(number as u128));
        let information = ClientInformation::default();
        game.handle(Inbound::Joined(Box::new(Joining { id, name: name.clone(), uuid, information, link })));
        let sticks = game.count(&name, "stick");
        if sticks == 0 {
            game.give(&name, "stick", 1);
        }
        game.handle(Inbound::Left(id, "bye".to_owned()));
        game.pass_tick();
        sticks
    };
    for number in 0..=MOST_REMEMBERED {
        assert_eq!(visit(number), 0);
    }
    assert_eq!(visit(1), 1, "all but the first are known");
    assert_eq!(visit(0), 0, "the first has been forgotten");
    assert_eq!(visit(2), 0, "and took the place of the next");
    assert_eq!(visit(MOST_REMEMBERED), 1);
}
