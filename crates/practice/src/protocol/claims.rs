//! How many elements a packet claims to hold, looked at before it is decoded.
//!
//! azalea makes room for what is claimed, up to 65,536 elements of any size: a packet of twenty bytes would cost megabytes.
//! Vanilla's own limits are far below. Where a count stands is taken from minecraft-data 3.117.0, protocol of 26.1.

use std::io::Cursor;

use Before::{Bytes, Text, Var};
use azalea_buf::AzBufVar;

use crate::protocol::{
    check::within,
    limits::{MAX_CHANGED_SLOTS, MAX_KNOWN_PACKS, MAX_PAGES, MAX_SIGNATURES},
};

/// What stands before the count.
enum Before {
    /// So many bytes.
    Bytes(usize),
    Var,
    /// A length and as many bytes.
    Text,
}

/// A count in a packet, and how high it may be.
pub(crate) struct Claim {
    /// The packet's number in its state.
    pub id: u32,
    before: &'static [Before],
    most: usize,
    what: &'static str,
}

/// Of the configuration: select_known_packs.
pub(crate) const CONFIGURATION: &[Claim] = &[Claim { id: 7, before: &[], most: MAX_KNOWN_PACKS, what: "known packs" }];

/// Of the game: chat_command_signed, container_click and edit_book.
pub(super) const GAME: &[Claim] = &[
    // After command, time and salt.
    Claim { id: 8, before: &[Text, Bytes(16)], most: MAX_SIGNATURES, what: "signatures" },
    // After window, state, slot, button and mode.
    Claim { id: 18, before: &[Var, Var, Bytes(3), Var], most: MAX_CHANGED_SLOTS, what: "a click's slots" },
    // After the book's slot.
    Claim { id: 24, before: &[Var], most: MAX_PAGES, what: "a book's pages" },
];

/// The reason why a packet is not even decoded. Where it ends before its count the decoder says so.
pub(crate) fn check(packet: &[u8], claims: &[Claim]) -> Result<(), String> {
    let mut packet = Cursor::new(packet);
    let id = u32::azalea_read_var(&mut packet).ok();
    let Some(claim) = claims.iter().find(|claim| Some(claim.id) == id) else { return Ok(()) };
    claim.count(&mut packet).map_or(Ok(()), |count| within(count, claim.most, claim.what))
}

impl Claim {
    fn count(&self, packet: &mut Cursor<&[u8]>) -> Option<usize> {
        for part in self.before {
            let bytes = match part {
                Bytes(bytes) => *bytes,
                Var => u32::azalea_read_var(packet).map(|_| 0).ok()?,
                Text => u32::azalea_read_var(packet).ok()? as usize,
            };
            packet.set_position(packet.position() + bytes as u64);
        }
        u32::azalea_read_var(packet).ok().map(|count| count as usize)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use azalea_crypto::signing::MessageSignature;
    use azalea_inventory::operations::ClickType;
    use azalea_protocol::{
        packets::{
            ProtocolPacket,
            config::{ServerboundConfigPacket, ServerboundSelectKnownPacks, s_select_known_packs::KnownPack},
            game::{
                ServerboundChatCommandSigned, ServerboundContainerClick, ServerboundEditBook, ServerboundGamePacket,
                s_chat_command_signed::ArgumentSignature, s_container_click::HashedStack,
            },
        },
        write::serialize_packet,
    };

    use super::*;

    fn click(slots: u16) -> ServerboundGamePacket {
        ServerboundGamePacket::ContainerClick(ServerboundContainerClick {
            container_id: 300,
            state_id: 70_000,
            slot_num: -999,
            button_num: 1,
            click_type: ClickType::QuickCraft,
            changed_slots: (0..slots).map(|slot| (slot, HashedStack(None))).collect(),
            carried_item: HashedStack(None),
        })
    }

    fn book(pages: usize) -> ServerboundGamePacket {
        let pages = vec!["page".to_owned(); pages];
        ServerboundGamePacket::EditBook(ServerboundEditBook { slot: 3, pages, title: None })
    }

    fn command(signatures: usize) -> ServerboundGamePacket {
        let signature =
            ArgumentSignature { name: "message".to_owned(), signature: MessageSignature { bytes: [1; 256] } };
        ServerboundGamePacket::ChatCommandSigned(ServerboundChatCommandSigned {
            command: "msg a hello".to_owned(),
            timestamp: u64::MAX,
            salt: 1,
            argument_signatures: vec![signature; signatures],
            last_seen_messages: Default::default(),
        })
    }

    fn packs(count: usize) -> ServerboundConfigPacket {
        let pack = KnownPack { namespace: "minecraft".to_owned(), id: "core".to_owned(), version: "26.1".to_owned() };
        ServerboundConfigPacket::SelectKnownPacks(ServerboundSelectKnownPacks { known_packs: vec![pack; count] })
    }

    /// What azalea writes is read where this file looks for it.
    fn checked<P: ProtocolPacket + Debug>(packet: P, claims: &[Claim]) -> Result<(), String> {
        check(&serialize_packet(&packet).unwrap(), claims)
    }

    #[test]
    fn counts_are_found_and_held_against_vanillas_limits() {
        for (within, beyond) in [(click(128), click(129)), (book(100), book(101)), (command(8), command(9))] {
            assert_eq!(checked(within, GAME), Ok(()));
            let reason = checked(beyond, GAME).unwrap_err();
            assert!(reason.starts_with("Too long: "), "{reason}");
        }
        assert_eq!(checked(packs(64), CONFIGURATION), Ok(()));
        assert_eq!(checked(packs(65), CONFIGURATION), Err("Too long: known packs of 65, at most 64".to_owned()));
    }

    #[test]
    fn what_ends_too_early_is_left_to_the_decoder() {
        let whole = serialize_packet(&click(1)).unwrap();
        for end in 0..whole.len() {
            assert_eq!(check(&whole[..end], GAME), Ok(()));
        }
        // A text that claims to be longer than anything.
        assert_eq!(check(&[8, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1], GAME), Ok(()));
    }
}
