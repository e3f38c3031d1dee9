//! What of the server's packets is let through to the client: what someone reads, mended, and no more than is kept.

use std::collections::{BTreeMap, HashMap};

use azalea::{
    core::position::ChunkPos,
    protocol::{
        common::client_information::ClientInformation,
        packets::{
            config::ClientboundConfigPacket,
            game::{ClientboundForgetLevelChunk, ClientboundGamePacket},
        },
    },
    registry::{DataRegistry, data::DimensionKind},
    world::chunk::calculate_chunk_storage_range,
};
use tracing::warn;

use super::{
    limits::{
        MAX_CHUNKS, MAX_COOKIES, MAX_ENTITIES, MAX_ENTITY_DATA, MAX_INFLATED, MAX_PACKET, MAX_PLAYERS, MAX_REGISTRIES,
    },
    registries,
};

/// The game packets that azalea's plugins or the body read. The others (sounds, particles, advancements, commands, maps …)
/// are not even decoded.
const READ: &[&str] = &[
    "add_entity",
    "award_stats",
    "block_changed_ack",
    "block_entity_data",
    "block_update",
    "chunk_batch_finished",
    "chunk_batch_start",
    "container_close",
    "container_set_content",
    "container_set_data",
    "container_set_slot",
    "cookie_request",
    "disconnect",
    "disguised_chat",
    "entity_position_sync",
    "explode",
    "forget_level_chunk",
    "game_event",
    "keep_alive",
    "level_chunk_with_light",
    "login",
    "move_entity_pos",
    "move_entity_pos_rot",
    "move_entity_rot",
    "open_screen",
    "open_sign_editor",
    "ping",
    "player_abilities",
    "player_chat",
    "player_combat_kill",
    "player_info_remove",
    "player_info_update",
    "player_position",
    "remove_entities",
    "remove_mob_effect",
    "resource_pack_push",
    "respawn",
    "section_blocks_update",
    "set_chunk_cache_center",
    "set_cursor_item",
    "set_entity_data",
    "set_entity_motion",
    "set_experience",
    "set_health",
    "set_held_slot",
    "set_player_inventory",
    "set_time",
    "start_configuration",
    "store_cookie",
    "system_chat",
    "take_item_entity",
    "teleport_entity",
    "ticking_state",
    "update_mob_effect",
];

/// How much of what a server can make grow is kept already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    pub entities: usize,
    pub players: usize,
}

/// What is known of a connection's packets so far.
#[derive(Debug)]
pub(super) struct Sift {
    kept: Kept,
    /// Bytes of registries in this configuration.
    registries: usize,
    /// How many kinds of dimension the server has named.
    dimensions: usize,
    cookies: usize,
    /// The chunks that the client keeps, with the bytes of their blocks, and the sum of these.
    chunks: HashMap<ChunkPos, usize>,
    chunk_bytes: usize,
    center: ChunkPos,
    /// Chunks kept this far around the center, as azalea keeps them.
    range: u32,
    /// What was left out, and how often: each kind is told once.
    left_out: BTreeMap<&'static str, u64>,
}

impl Default for Sift {
    fn default() -> Self {
        let view = ClientInformation::default().view_distance;
        Self {
            kept: Kept::default(),
            registries: 0,
            dimensions: 0,
            cookies: 0,
            chunks: HashMap::new(),
            chunk_bytes: 0,
            center: ChunkPos::new(0, 0),
            range: calculate_chunk_storage_range(u32::from(view)),
            left_out: BTreeMap::new(),
        }
    }
}

impl Sift {
    /// What the client keeps as a turn begins.
    pub fn begin_turn(&mut self, kept: Kept) {
        self.kept = kept;
    }

    /// Whether a game packet of this kind and length in bytes is decoded at all.
    pub fn is_read(&mut self, name: &'static str, length: usize) -> bool {
        let most = match name {
            "level_chunk_with_light" => MAX_INFLATED,
            "set_entity_data" => MAX_ENTITY_DATA,
            _ => MAX_PACKET,
        };
        let read = READ.contains(&name);
        if read && length > most {
            self.leave_out(name, &format!("{length} bytes, more than {most}"));
        }
        read && length <= most
    }

    /// A packet that could not be decoded.
    pub fn unread(&mut self, name: &'static str, fault: &str) {
        self.leave_out(name, fault);
    }

    /// A configuration packet as the client gets it, if it does.
    ///
    /// # Errors
    /// If the client could not go on with it: what it is, in words for the user.
    pub fn config(&mut self, mut packet: ClientboundConfigPacket) -> Result<Option<ClientboundConfigPacket>, String> {
        match &mut packet {
            ClientboundConfigPacket::RegistryData(data) => {
                self.registries += registries::size(data);
                if self.registries > MAX_REGISTRIES {
                    return Err(format!("the server sent more than {MAX_REGISTRIES} bytes of registries"));
                }
                registries::mend(data)?;
                if data.registry_id.path() == "dimension_type" {
                    self.dimensions = data.entries.len();
                }
            }
            ClientboundConfigPacket::StoreCookie(_) if !self.takes_cookie() => return Ok(None),
            ClientboundConfigPacket::FinishConfiguration(_) => self.registries = 0,
            _ => {}
        }
        Ok(Some(packet))
    }

    /// Hands on a game packet, as far as there is room for what it brings, and what follows from it.
    ///
    /// # Errors
    /// If the client could not go on with it: what it is, in words for the user.
    pub fn game(
        &mut self,
        packet: ClientboundGamePacket,
        mut hand_on: impl FnMut(ClientboundGamePacket),
    ) -> Result<(), String> {
        match &packet {
            ClientboundGamePacket::AddEntity(_) => {
                if self.kept.entities >= MAX_ENTITIES {
                    self.leave_out("add_entity", &format!("more than {MAX_ENTITIES} entities"));
                    return Ok(());
                }
                self.kept.entities += 1;
            }
            ClientboundGamePacket::PlayerInfoUpdate(p) if p.actions.add_player => {
                if self.kept.players + p.entries.len() > MAX_PLAYERS {
                    self.leave_out("player_info_update", &format!("more than {MAX_PLAYERS} players"));
                    return Ok(());
                }
                self.kept.players += p.entries.len();
            }
            ClientboundGamePacket::StoreCookie(_) if !self.takes_cookie() => return Ok(()),
            ClientboundGamePacket::LevelChunkWithLight(p) => {
                let (at, bytes) = (ChunkPos::new(p.x, p.z), p.chunk_data.data.len());
                if !self.takes_chunk(at, bytes) {
                    self.leave_out("level_chunk_with_light", "the loaded chunks take too much memory");
                    return Ok(());
                }
            }
            ClientboundGamePacket::ForgetLevelChunk(p) => self.forget(p.pos),
            ClientboundGamePacket::SetChunkCacheCenter(p) => {
                self.center = ChunkPos::new(p.x, p.z);
                hand_on(packet);
                // azalea keeps nothing beyond its range: what it drops without a word of the server is gone for the body too.
                let (center, range) = (self.center, self.range);
                let gone: Vec<_> = self.chunks.keys().copied().filter(|at| !within(center, *at, range)).collect();
                for pos in gone {
                    self.forget(pos);
                    hand_on(ClientboundGamePacket::ForgetLevelChunk(ClientboundForgetLevelChunk { pos }));
                }
                return Ok(());
            }
            ClientboundGamePacket::Login(p) => self.enter(Some(p.common.dimension_type))?,
            ClientboundGamePacket::Respawn(p) => self.enter(Some(p.common.dimension_type))?,
            ClientboundGamePacket::StartConfiguration(_) => self.enter(None)?,
            _ => {}
        }
        hand_on(packet);
        Ok(())
    }

    /// Another world begins, or none: the chunks of the last are gone.
    fn enter(&mut self, kind: Option<DimensionKind>) -> Result<(), String> {
        self.chunks.clear();
        self.chunk_bytes = 0;
        match kind.map(|kind| kind.protocol_id()) {
            Some(number) if number as usize >= self.dimensions => Err(format!(
                "the server put the bot into a dimension of kind {number}, and has named only {}",
                self.dimensions
            )),
            _ => Ok(()),
        }
    }

    fn takes_cookie(&mut self) -> bool {
        self.cookies += 1;
        self.cookies <= MAX_COOKIES
    }

    /// Whether there is room for a chunk. One out of range is handed on: azalea drops it.
    fn takes_chunk(&mut self, at: ChunkPos, bytes: usize) -> bool {
        self.forget(at);
        if !within(self.center, at, self.range) {
            return true;
        }
        if self.chunk_bytes + bytes > MAX_CHUNKS {
            return false;
        }
        self.chunk_bytes += bytes;
        self.chunks.insert(at, bytes);
        true
    }

    fn forget(&mut self, at: ChunkPos) {
        self.chunk_bytes -= self.chunks.remove(&at).unwrap_or(0);
    }

    /// Counts what is left out, and tells it once a kind: a flood of it is no flood of words.
    fn leave_out(&mut self, name: &'static str, why: &str) {
        let times = self.left_out.entry(name).or_insert(0);
        *times += 1;
        if *times == 1 {
            warn!("packets of the kind {name} are left out: {why}");
        }
    }
}

fn within(center: ChunkPos, at: ChunkPos, range: u32) -> bool {
    center.x.abs_diff(at.x).max(center.z.abs_diff(at.z)) <= range
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::body::thread::connection::names;

    #[test]
    fn what_is_read_are_names_of_packets() {
        let known: HashSet<&str> = (0..200).map(names::game).collect();
        for name in READ {
            assert!(known.contains(name), "{name}");
        }
    }

    #[test]
    fn packets_that_nobody_reads_and_too_long_ones_are_not_decoded() {
        let mut sift = Sift::default();
        assert!(sift.is_read("set_health", 20));
        assert!(!sift.is_read("level_particles", 20));
        assert!(!sift.is_read("unknown", 20));
        assert!(sift.is_read("level_chunk_with_light", MAX_PACKET + 1));
        assert!(!sift.is_read("set_time", MAX_PACKET + 1));
    }

    #[test]
    fn no_more_chunks_are_kept_than_there_is_room_for() {
        let mut sift = Sift::default();
        let many = MAX_CHUNKS / 10;
        for x in 0..10 {
            assert!(sift.takes_chunk(ChunkPos::new(x, 0), many));
        }
        assert!(!sift.takes_chunk(ChunkPos::new(0, 1), many), "full");
        assert!(sift.takes_chunk(ChunkPos::new(3, 0), many), "the same again is no more");
        sift.forget(ChunkPos::new(3, 0));
        assert!(sift.takes_chunk(ChunkPos::new(0, 1), many), "there is room again");
        assert!(sift.takes_chunk(ChunkPos::new(100, 0), many), "what is out of range is kept nowhere");
        assert_eq!(sift.chunks.len(), 10);
    }

    #[test]
    fn what_moves_out_of_range_is_forgotten() {
        use azalea::protocol::packets::game::ClientboundSetChunkCacheCenter;
        let mut sift = Sift::default();
        for x in [0, 5, 11] {
            assert!(sift.takes_chunk(ChunkPos::new(x, 0), 100));
        }
        let mut handed = Vec::new();
        let center = ClientboundSetChunkCacheCenter { x: 16, z: 0 };
        sift.game(ClientboundGamePacket::SetChunkCacheCenter(center), |packet| handed.push(packet)).unwrap();
        let forgotten: Vec<_> = (handed.iter())
            .filter_map(|packet| match packet {
                ClientboundGamePacket::ForgetLevelChunk(p) => Some(p.pos.x),
                _ => None,
            })
            .collect();
        assert_eq!((forgotten, sift.chunk_bytes), (vec![0], 200));
    }
}
