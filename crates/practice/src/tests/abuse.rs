//! Packets that no honest client sends, straight into the game: whatever comes out, no fault of ours does.

use azalea_protocol::packets::game::{
    ServerboundChat, ServerboundGamePacket, ServerboundSetCarriedItem, s_chat::LastSeenMessagesUpdate,
};

use super::{Client, GRASS, ID, NAME};
use crate::{
    net::inbound::{Inbound, Joining},
    protocol::{
        fixups,
        fixups::Decoded,
        limits::{MAX_PACKET, MAX_REASON, PACKETS_PER_TICK},
    },
    rng::Rng,
};

/// One past the last id of a serverbound game packet; a test says so.
const IDS: u8 = 69;

/// Values that break what was not made for them.
const EXTREMES: [&[u8]; 12] = [
    &[0xff; 5],
    &[0xff, 0xff, 0xff, 0xff, 0x07],
    &[0x80, 0x80, 0x80, 0x80, 0x08],
    &[0x7f; 8],
    &[0x80; 8],
    &[0; 8],
    &[0x7f, 0xf0, 0, 0, 0, 0, 0, 0], // infinity
    &[0xff, 0xf8, 0, 0, 0, 0, 0, 0], // not a number
    &[0x7f, 0xef, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    &[0x80, 0, 0, 0],
    &[0x7f, 0x7f, 0xff, 0xff],
    &[0xed, 0xa0, 0x80], // half of a surrogate pair
];

fn some_packet(rng: &mut Rng) -> Vec<u8> {
    let mut packet = vec![rng.range(0, i32::from(IDS)) as u8];
    for _ in 0..rng.range(0, 12) {
        match rng.range(0, 5) {
            0 => packet.extend(EXTREMES[rng.range(0, EXTREMES.len() as i32 - 1) as usize]),
            1 | 2 => packet.push(rng.range(0, 5) as u8),
            3 => packet.extend(rng.bits().to_be_bytes()),
            4 => {
                let text = "a§\n/x".repeat(rng.range(0, 4) as usize);
                packet.push(text.len() as u8);
                packet.extend(text.as_bytes());
            }
            // A small number in a double: a position that could be.
            _ => packet.extend((f64::from(rng.range(-200, 200)) / 8.0).to_be_bytes()),
        }
    }
    packet
}

#[test]
fn what_is_decoded_ends_in_a_packet_or_a_short_reason() {
    let mut rng = Rng::new(11);
    for _ in 0..60_000 {
        let packet = some_packet(&mut rng);
        if let Err(reason) = fixups::decode(&packet) {
            assert!(reason.chars().count() <= MAX_REASON + 1, "{packet:?}: {reason}");
        }
    }
}

#[test]
fn ids_end_where_they_end() {
    let known = |id: u8| match fixups::decode(&[&[id][..], &[0; 4]].concat()) {
        Err(reason) => !reason.contains("Unknown packet id"),
        Ok(_) => true,
    };
    assert!(known(IDS - 1) && !known(IDS));
}

/// A client that bears the player's name.
fn joining(id: i32, uuid: u128, link: super::Link) -> Joining {
    let uuid = uuid::Uuid::from_u128(uuid);
    Joining { id, name: NAME.to_owned(), uuid, information: Default::default(), link }
}

/// What a thousand mad clients do to the rules.
#[test]
fn no_packet_makes_a_rule_fall_over() {
    let mut rng = Rng::new(23);
    let mut client = Client::join();
    let mut heard = 0;
    for round in 0..120_000u32 {
        if round.is_multiple_of(10_000) {
            client = Client::join();
        }
        if client.game.players.is_empty() {
            let (link, frames) = super::Link::to_test();
            client.frames = frames;
            client.game.handle(Inbound::Joined(Box::new(joining(ID, 1, link))));
            client.confirm_teleports();
            for item in ["oak_log", "dirt", "oak_door", "bread", "furnace", "chest", "wooden_pickaxe", "sand"] {
                client.game.give(NAME, item, 64);
            }
        }
        match fixups::decode(&some_packet(&mut rng)) {
            Ok(Decoded::Packet(packet)) => {
                heard += 1;
                client.game.hear(ID, *packet);
            }
            Ok(Decoded::Misread(packet)) => client.game.answer_misread(ID, packet),
            Ok(Decoded::Ignored) | Err(_) => {}
        }
        if rng.range(0, 7) == 0 {
            client.ticks(1);
            client.received();
        }
    }
    assert!(heard > 2000, "only {heard} packets could be read: the test has grown blunt");
}

#[test]
fn a_fault_in_a_rule_costs_only_its_sender_the_connection() {
    let mut client = Client::join();
    // A state that cannot be, and that the next packet meets.
    client.game.players.get_mut(&ID).unwrap().held = usize::MAX;
    client.act(super::Action::DropItem, GRASS);
    assert!(client.game.players.is_empty());
    client.game.pass_tick();
}

#[test]
fn who_floods_is_thrown_out_and_who_plays_fast_is_not() {
    let borne = |per_tick: u32| {
        let mut client = Client::join();
        (0..400).find(|_| {
            for _ in 0..per_tick {
                client.send(ServerboundGamePacket::SetCarriedItem(ServerboundSetCarriedItem { slot: 1 }));
            }
            client.ticks(1);
            client.received();
            client.game.players.is_empty()
        })
    };
    assert_eq!(borne(20), None);
    assert!(borne(PACKETS_PER_TICK).is_some());
}

fn after_saying(message: &str) -> bool {
    let mut client = Client::join();
    let last_seen_messages = LastSeenMessagesUpdate::default();
    let message = message.to_owned();
    let chat = ServerboundChat { message, timestamp: 0, salt: 0, signature: None, last_seen_messages };
    client.send(ServerboundGamePacket::Chat(chat));
    !client.game.players.is_empty()
}

#[test]
fn every_codepoint_is_said_or_ends_it() {
    // One client a codepoint would take long: a sample of every plane, and all of the first.
    for code in (0..0x100).chain((0x100..0x11_0000).step_by(4099)) {
        let Some(char) = char::from_u32(code) else { continue };
        let allowed = char >= ' ' && char != '\u{7f}' && char != '§';
        assert_eq!(after_saying(&format!("a{char}b")), allowed, "U+{code:04X}");
    }
    assert!(after_saying(&"é".repeat(256)));
    assert!(!after_saying(&"é".repeat(257)));
}

#[test]
fn packets_of_the_greatest_length_are_read_in_time() {
    for id in 0..IDS {
        for fill in [0, 1, 0x7f, 0xff] {
            let mut packet = vec![fill; MAX_PACKET];
            packet[0] = id;
            let _ = fixups::decode(&packet);
        }
    }
}

#[test]
fn a_second_of_the_same_name_waits_for_the_first_to_fall_silent() {
    let mut client = Client::join();
    let (link, _frames) = super::Link::to_test();
    client.game.handle(Inbound::Joined(Box::new(joining(ID + 1, 2, link))));
    assert_eq!(client.game.players.keys().copied().collect::<Vec<_>>(), [ID]);
}
