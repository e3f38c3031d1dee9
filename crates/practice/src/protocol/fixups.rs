//! What azalea-protocol 0.16 writes or reads wrongly, and the way round, in one place.
//!
//! Clientbound faults are avoided rather than repaired: positions are always absolute (`RelativeMovements` would be
//! written byte-reversed), player infos go without list order and hat (flagged but never written), and texts are plain
//! (`Translatable` loses its siblings). Only forgetting a chunk is repaired. The tests here hold all that to the wire.
//!
//! Serverbound, some packets are decoded wrongly. Those that mean something in this world are read in `misread`; the
//! frames of the others are dropped before decoding.

use std::io::Cursor;

use azalea_buf::AzBufVar;
use azalea_protocol::{
    packets::game::{ClientboundGamePacket, ServerboundGamePacket},
    write::{PacketEncodeError, serialize_packet},
};

use crate::protocol::{claims, frames, misread, misread::Misread};

/// What became of a frame.
#[derive(Debug, PartialEq)]
pub(crate) enum Decoded {
    Packet(Box<ServerboundGamePacket>),
    /// One that azalea cannot read, and we can.
    Misread(Misread),
    /// Legitimate, and nothing to us.
    Ignored,
}

/// By protocol id: attack, pick_item_from_block, place_recipe, recipe_book_seen_recipe, move_vehicle and
/// set_creative_mode_slot. Azalea's own attack is four bytes long where others send a VarInt; both end here.
const MISREAD: [u32; 6] = [
    ids::ATTACK,
    ids::PICK_ITEM_FROM_BLOCK,
    ids::PLACE_RECIPE,
    ids::RECIPE_BOOK_SEEN_RECIPE,
    ids::MOVE_VEHICLE,
    ids::SET_CREATIVE_MODE_SLOT,
];

/// Debug_subscription_request and set_game_rule: lists of any length that this world would not look at.
const UNMINDED: [u32; 2] = [ids::DEBUG_SUBSCRIPTION_REQUEST, ids::SET_GAME_RULE];

/// Places in the protocol's list of serverbound game packets; a test compares them with azalea's.
mod ids {
    pub const ATTACK: u32 = 1;
    pub const DEBUG_SUBSCRIPTION_REQUEST: u32 = 23;
    pub const MOVE_VEHICLE: u32 = 34;
    pub const PICK_ITEM_FROM_BLOCK: u32 = 36;
    pub const PLACE_RECIPE: u32 = 39;
    pub const RECIPE_BOOK_SEEN_RECIPE: u32 = 47;
    pub const SET_CREATIVE_MODE_SLOT: u32 = 56;
    pub const SET_GAME_RULE: u32 = 57;
}

/// Encodes one packet. A chunk's place is put together by hand: azalea sign-extends a negative x over the z.
pub(crate) fn encode(packet: &ClientboundGamePacket) -> Result<Box<[u8]>, PacketEncodeError> {
    let mut bytes = serialize_packet(packet)?;
    if let ClientboundGamePacket::ForgetLevelChunk(p) = packet {
        let place = u64::from(p.pos.x as u32) | u64::from(p.pos.z as u32) << 32;
        let start = bytes.len() - size_of::<u64>();
        bytes[start..].copy_from_slice(&place.to_be_bytes());
    }
    Ok(bytes)
}

/// Decodes one frame, to its last byte.
pub(crate) fn decode(frame: &[u8]) -> Result<Decoded, String> {
    let mut cursor = Cursor::new(frame);
    let id = u32::azalea_read_var(&mut cursor).map_err(|error| format!("no packet id: {error}"))?;
    if MISREAD.contains(&id) {
        let body = &frame[cursor.position() as usize..];
        return match id {
            ids::SET_CREATIVE_MODE_SLOT => misread::creative_slot(body).map(Decoded::Misread),
            ids::PICK_ITEM_FROM_BLOCK => misread::pick_block(body).map(Decoded::Misread),
            _ => Ok(Decoded::Ignored),
        };
    }
    if UNMINDED.contains(&id) {
        return Ok(Decoded::Ignored);
    }
    claims::check(frame, claims::GAME)?;
    Ok(Decoded::Packet(Box::new(frames::decode(frame)?)))
}

#[cfg(test)]
mod tests {
    use azalea_core::{game_type::GameMode, position::Vec3};
    use azalea_entity::LookDirection;
    use azalea_protocol::{
        common::movements::{PositionMoveRotation, RelativeMovements},
        packets::{
            ProtocolPacket,
            game::{
                ClientboundPlayerInfoUpdate, ClientboundPlayerPosition, ServerboundAttack, ServerboundClientTickEnd,
                ServerboundDebugSubscriptionRequest, ServerboundMoveVehicle, ServerboundPickItemFromBlock,
                ServerboundPlaceRecipe, ServerboundRecipeBookSeenRecipe, ServerboundSetCreativeModeSlot,
                ServerboundSetGameRule, c_player_info_update::PlayerInfoEntry,
            },
        },
    };
    use azalea_registry::identifier::Identifier;

    use super::*;
    use crate::protocol::packets::player_info_actions;

    #[test]
    fn a_chunk_west_of_the_origin_is_forgotten_where_it_is() {
        let pos = azalea_core::position::ChunkPos { x: -1, z: 6 };
        let packet =
            ClientboundGamePacket::ForgetLevelChunk(azalea_protocol::packets::game::ClientboundForgetLevelChunk {
                pos,
            });
        let bytes = encode(&packet).unwrap();
        let read: ClientboundGamePacket = azalea_protocol::read::deserialize_packet(&mut Cursor::new(&*bytes)).unwrap();
        assert_eq!(read, packet);
    }

    #[test]
    fn misread_packets_are_known_by_their_ids() {
        use ServerboundGamePacket as P;
        let recipe = Identifier::new("stick");
        let packets = [
            P::Attack(ServerboundAttack { entity_id: Default::default() }),
            P::PickItemFromBlock(ServerboundPickItemFromBlock { slot: 0 }),
            P::PlaceRecipe(ServerboundPlaceRecipe { container_id: 0, recipe: recipe.clone(), shift_down: false }),
            P::RecipeBookSeenRecipe(ServerboundRecipeBookSeenRecipe { recipe }),
            P::MoveVehicle(ServerboundMoveVehicle { pos: Vec3::ZERO, look_direction: LookDirection::default() }),
            P::SetCreativeModeSlot(ServerboundSetCreativeModeSlot { slot_num: 0, item_stack: Default::default() }),
            P::DebugSubscriptionRequest(ServerboundDebugSubscriptionRequest { subscriptions: Vec::new() }),
            P::SetGameRule(ServerboundSetGameRule { entries: Vec::new() }),
        ];
        for (packet, id) in packets.iter().zip(MISREAD.into_iter().chain(UNMINDED)) {
            assert_eq!(packet.id(), id, "{packet:?}");
        }
    }

    #[test]
    fn an_attack_is_taken_in_either_length() {
        assert_eq!(decode(&[1, 0, 0, 0, 7]), Ok(Decoded::Ignored)); // azalea's
        assert_eq!(decode(&[1, 7]), Ok(Decoded::Ignored)); // everyone else's
    }

    #[test]
    fn junk_is_an_error_and_no_panic() {
        let tick_end = ServerboundGamePacket::ClientTickEnd(ServerboundClientTickEnd);
        let mut frame = serialize_packet(&tick_end).unwrap().into_vec();
        assert_eq!(decode(&frame), Ok(Decoded::Packet(Box::new(tick_end))));
        frame.push(0);
        assert!(decode(&frame).unwrap_err().contains("Leftover"));
        assert!(decode(&[]).is_err());
        assert!(decode(&[255, 255, 255, 255, 255, 255]).is_err());
        assert!(decode(&[200, 1, 1]).is_err());
        for id in 0..80 {
            for fill in [0u8, 1, 127, 128, 255] {
                let _ = decode(&[&[id][..], &[fill; 40]].concat());
            }
        }
    }

    #[test]
    fn an_absolute_position_has_four_zero_bytes_at_its_end() {
        let change =
            PositionMoveRotation { pos: Vec3::ZERO, delta: Vec3::ZERO, look_direction: LookDirection::default() };
        let packet = ClientboundPlayerPosition { id: 1, change, relative: RelativeMovements::all_absolute() };
        let mut body = Vec::new();
        packet.write(&mut body).unwrap();
        assert_eq!(body.len(), 1 + 6 * 8 + 2 * 4 + 4);
        assert_eq!(body[body.len() - 4..], [0; 4]);
    }

    #[test]
    fn a_player_info_reads_back_whole() {
        let mut entry = PlayerInfoEntry { game_mode: GameMode::Survival, listed: true, ..Default::default() };
        entry.profile.name = "a".to_owned();
        let packet = ClientboundPlayerInfoUpdate { actions: player_info_actions(), entries: vec![entry] };
        let mut body = Vec::new();
        packet.write(&mut body).unwrap();
        let mut cursor = Cursor::new(body.as_slice());
        ClientboundPlayerInfoUpdate::read(&mut cursor).unwrap();
        assert_eq!(cursor.position(), body.len() as u64);
    }
}
