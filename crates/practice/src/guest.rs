//! A light client: enough of the protocol to stand in a world, walk on its land, dig, chat and tell what it was sent.
//!
//! Many of it fit into one process, which is what load and abuse are measured with. It keeps no blocks, only how high each
//! column is. All it sends can be recorded, to be sent again in worse shape.

use std::{
    collections::{HashMap, HashSet},
    net::SocketAddr,
    time::Duration,
};

use azalea_core::{direction::Direction, heightmap_kind::HeightmapKind};
use azalea_entity::LookDirection;
use azalea_inventory::operations::ClickType;
use azalea_protocol::{
    common::{client_information::ClientInformation, movements::MoveFlags},
    packets::{
        ClientIntention, PROTOCOL_VERSION, Packet, ProtocolPacket,
        config::{
            ClientboundConfigPacket, ServerboundClientInformation, ServerboundFinishConfiguration,
            ServerboundSelectKnownPacks,
        },
        game::{
            ClientboundGamePacket, ServerboundAcceptTeleportation, ServerboundChat, ServerboundChunkBatchReceived,
            ServerboundClientTickEnd, ServerboundContainerClick, ServerboundContainerClose, ServerboundGamePacket,
            ServerboundKeepAlive, ServerboundMovePlayerPosRot, ServerboundMovePlayerRot, ServerboundPlayerAction,
            ServerboundPlayerLoaded, ServerboundSetCarriedItem, ServerboundUseItemOn, s_chat::LastSeenMessagesUpdate,
            s_container_click::HashedStack, s_interact::InteractionHand, s_player_action::Action,
            s_use_item_on::BlockHit,
        },
        handshake::s_intention::ServerboundIntention,
        login::{ClientboundLoginPacket, ServerboundHello, ServerboundLoginAcknowledged},
    },
    read::MAXIMUM_UNCOMPRESSED_LENGTH,
};
use tokio::{
    io::AsyncWriteExt,
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    time::{Instant, timeout_at},
};
use uuid::Uuid;

use crate::{
    chunks::heights::{HEIGHT, MIN_Y},
    domain::{BlockPos, ChunkPos, Side, Vec3},
    players::player::HALF_WIDTH,
    protocol::{frames, frames::FrameReader, wire},
    voxel::StateId,
    wire::frames::write_frame,
};

/// Packets of a batch of chunks that it asks for a tick.
const CHUNKS_PER_TICK: f32 = 25.0;

/// Blocks that it climbs up in one movement, still believed, and down, without hurting itself.
const STEP_UP: f64 = 8.0;
const STEP_DOWN: f64 = 2.0;

/// A light client in the game. Its methods fail with the reason once the world has hung up.
pub struct Guest {
    reader: FrameReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
    threshold: Option<u32>,
    /// Packets sent, as they were before framing, if they are recorded.
    pub sent: Option<Vec<Vec<u8>>>,
    pub at: Vec3,
    /// Of the columns of the chunks it has: the y on which to stand.
    heights: HashMap<ChunkPos, Box<[i32; 256]>>,
    sequence: u32,
    pub seen: Seen,
}

/// What a guest has been told.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Packets of chunks, all in all.
    pub chunks: u64,
    /// Bytes of frames, all in all.
    pub bytes: u64,
    /// Half hearts.
    pub health: f32,
    /// The world's tick when it last said so.
    pub tick: u64,
    /// Blocks that changed, where and to what.
    pub blocks: HashMap<BlockPos, StateId>,
    /// What players said.
    pub said: Vec<String>,
    pub teleports: u64,
}

impl Guest {
    /// Joins and waits to be told where it is.
    pub async fn join(address: SocketAddr, name: &str, view_distance: u8, record: bool) -> Result<Self, String> {
        let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        let (reader, writer) = stream.into_split();
        let mut guest = Self {
            reader: FrameReader::with_longest(reader, MAXIMUM_UNCOMPRESSED_LENGTH as usize),
            writer,
            threshold: None,
            sent: record.then(Vec::new),
            at: Vec3::default(),
            heights: HashMap::new(),
            sequence: 0,
            seen: Seen::default(),
        };
        guest.log_in(address, name).await?;
        guest.configure(view_distance).await?;
        while guest.seen.teleports == 0 {
            guest.next().await?;
        }
        guest.send(ServerboundPlayerLoaded).await?;
        Ok(guest)
    }

    async fn log_in(&mut self, address: SocketAddr, name: &str) -> Result<(), String> {
        let (hostname, port) = (address.ip().to_string(), address.port());
        let (protocol_version, intention) = (PROTOCOL_VERSION, ClientIntention::Login);
        self.write(&packet(ServerboundIntention { protocol_version, hostname, port, intention })).await?;
        self.write(&packet(ServerboundHello { name: name.to_owned(), profile_id: Uuid::nil() })).await?;
        loop {
            match self.read().await? {
                ClientboundLoginPacket::LoginCompression(packet) => {
                    self.threshold = Some(packet.compression_threshold as u32);
                    self.reader.threshold = self.threshold;
                }
                ClientboundLoginPacket::LoginFinished(_) => break,
                ClientboundLoginPacket::LoginDisconnect(packet) => return Err(packet.reason.to_string()),
                _ => {}
            }
        }
        self.write(&packet(ServerboundLoginAcknowledged)).await
    }

    async fn configure(&mut self, view_distance: u8) -> Result<(), String> {
        let information = ClientInformation { view_distance, ..ClientInformation::default() };
        self.write(&packet(ServerboundClientInformation { information })).await?;
        loop {
            match self.read().await? {
                ClientboundConfigPacket::SelectKnownPacks(_) => {
                    self.write(&packet(ServerboundSelectKnownPacks { known_packs: Vec::new() })).await?;
                }
                ClientboundConfigPacket::FinishConfiguration(_) => break,
                ClientboundConfigPacket::Disconnect(packet) => return Err(packet.reason.to_string()),
                _ => {}
            }
        }
        self.write(&packet(ServerboundFinishConfiguration)).await
    }

    async fn read<P: ProtocolPacket + std::fmt::Debug>(&mut self) -> Result<P, String> {
        let packet = self.reader.next().await?.ok_or("the world has hung up")?;
        self.seen.bytes += packet.len() as u64;
        frames::decode(&packet)
    }

    async fn write(&mut self, packet: &[u8]) -> Result<(), String> {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, packet, self.threshold);
        if let Some(sent) = &mut self.sent {
            sent.push(packet.to_vec());
        }
        self.writer.write_all(&bytes).await.map_err(|error| error.to_string())
    }

    /// Any packet of the game.
    pub async fn send(&mut self, of: impl Packet<ServerboundGamePacket>) -> Result<(), String> {
        self.write(&packet(of)).await
    }

    /// Whatever bytes, as they are.
    pub async fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.writer.write_all(bytes).await.map_err(|error| error.to_string())
    }

    /// Some bytes in place of a packet's id and body.
    pub async fn send_junk(&mut self, packet: &[u8]) -> Result<(), String> {
        self.write(packet).await
    }

    /// Takes in what comes until the world hangs up, and returns the reason it gave.
    pub async fn last_word(&mut self) -> String {
        loop {
            if let Err(reason) = self.next().await {
                return reason;
            }
        }
    }

    /// Takes one packet in and answers it.
    async fn next(&mut self) -> Result<(), String> {
        let packet = self.read().await?;
        self.answer(packet).await
    }

    /// Takes note of a packet and answers it as every client must.
    async fn answer(&mut self, packet: ClientboundGamePacket) -> Result<(), String> {
        use ClientboundGamePacket as P;
        match packet {
            P::KeepAlive(packet) => self.send(ServerboundKeepAlive { id: packet.id }).await?,
            P::PlayerPosition(packet) => {
                self.at = wire::from_vec3(packet.change.pos);
                self.seen.teleports += 1;
                self.send(ServerboundAcceptTeleportation { id: packet.id }).await?;
            }
            P::ChunkBatchFinished(_) => {
                self.send(ServerboundChunkBatchReceived { desired_chunks_per_tick: CHUNKS_PER_TICK }).await?;
            }
            P::LevelChunkWithLight(packet) => {
                self.seen.chunks += 1;
                let blocking =
                    packet.chunk_data.heightmaps.iter().find(|(kind, _)| *kind == HeightmapKind::MotionBlocking);
                let heights = blocking.map(|(_, longs)| unpack_heights(longs)).unwrap_or(Box::new([MIN_Y; 256]));
                self.heights.insert(ChunkPos { x: packet.x, z: packet.z }, heights);
            }
            P::ForgetLevelChunk(packet) => {
                self.heights.remove(&ChunkPos { x: packet.pos.x, z: packet.pos.z });
            }
            P::BlockUpdate(packet) => {
                let (pos, state) = (wire::from_block_pos(packet.pos), StateId::from(packet.block_state.id()));
                self.seen.blocks.insert(pos, state);
                if let Some(height) = self.height(pos.x, pos.z) {
                    match (state, pos.y - *height) {
                        (0, -1) => *height -= 1,
                        (state, above) if state != 0 && above >= 0 => *height = pos.y + 1,
                        _ => {}
                    }
                }
            }
            P::SetHealth(packet) => self.seen.health = packet.health,
            P::SetTime(packet) => self.seen.tick = packet.game_time,
            P::PlayerChat(packet) => self.seen.said.push(packet.body.content),
            P::Disconnect(packet) => return Err(packet.reason.to_string()),
            _ => {}
        }
        Ok(())
    }

    /// Takes in what comes until a tick of this length is over, and ends the tick.
    pub async fn tick(&mut self, length: Duration) -> Result<(), String> {
        let end = Instant::now() + length;
        // Only the waiting is given up: an answer that is cut off would spoil all that follows it.
        while let Ok(packet) = timeout_at(end, self.read()).await {
            self.answer(packet?).await?;
        }
        self.send(ServerboundClientTickEnd).await
    }

    fn height(&mut self, x: i32, z: i32) -> Option<&mut i32> {
        let heights = self.heights.get_mut(&ChunkPos { x: x >> 4, z: z >> 4 })?;
        heights.get_mut((z as usize & 15) << 4 | (x as usize & 15))
    }

    /// How many chunks it has.
    pub fn chunks(&self) -> usize {
        self.heights.len()
    }

    /// The block on which one stands in a column, if its chunk is known.
    pub fn ground(&mut self, x: i32, z: i32) -> Option<BlockPos> {
        self.height(x, z).map(|height| BlockPos::new(x, *height - 1, z))
    }

    /// The y on which the whole body stands at a place, if the land there is known.
    fn footing(&mut self, x: f64, z: f64) -> Option<f64> {
        let mut highest = None;
        for (dx, dz) in
            [(-HALF_WIDTH, -HALF_WIDTH), (-HALF_WIDTH, HALF_WIDTH), (HALF_WIDTH, -HALF_WIDTH), (HALF_WIDTH, HALF_WIDTH)]
        {
            let column = Vec3::new(x + dx, 0.0, z + dz).block();
            highest = highest.max(Some(*self.height(column.x, column.z)?));
        }
        highest.map(f64::from)
    }

    /// One step along the ground, in blocks: up whatever is there, over, and down again. Stays where the land is not known
    /// or too steep.
    pub async fn walk(&mut self, dx: f64, dz: f64) -> Result<(), String> {
        let (x, z) = (self.at.x + dx, self.at.z + dz);
        let Some(top) = self.footing(x, z).filter(|top| top - self.at.y <= STEP_UP) else { return Ok(()) };
        let yaw = (-dx).atan2(dz).to_degrees() as f32;
        let Vec3 { x: before_x, y: before, z: before_z } = self.at;
        let over = before.max(top);
        for at in [(before_x, over, before_z), (x, over, z), (x, top.max(before - STEP_DOWN), z)] {
            let to = Vec3::new(at.0, at.1, at.2);
            if to != self.at {
                self.at = to;
                self.send(ServerboundMovePlayerPosRot {
                    pos: wire::to_vec3(to),
                    look_direction: LookDirection::new(yaw, 0.0),
                    flags: MoveFlags { on_ground: true, horizontal_collision: false },
                })
                .await?;
            }
        }
        Ok(())
    }

    /// Begins to dig a block, or says that it is done.
    pub async fn dig(&mut self, pos: BlockPos, done: bool) -> Result<(), String> {
        self.sequence += 1;
        let action = if done { Action::StopDestroyBlock } else { Action::StartDestroyBlock };
        let (pos, direction, seq) = (wire::to_block_pos(pos), Direction::Up, self.sequence);
        self.send(ServerboundPlayerAction { action, pos, direction, seq }).await
    }

    /// Uses what is in a place of the hotbar on top of a block.
    pub async fn place_on(&mut self, pos: BlockPos, slot: u16) -> Result<(), String> {
        self.send(ServerboundSetCarriedItem { slot }).await?;
        let top = Vec3::new(f64::from(pos.x) + 0.5, f64::from(pos.y) + 1.0, f64::from(pos.z) + 0.5);
        self.click_on(pos, Side::Up, top).await
    }

    /// Looks somewhere, from where it stands; yaw and pitch in degrees.
    pub async fn look(&mut self, yaw: f32, pitch: f32) -> Result<(), String> {
        let look_direction = LookDirection::new(yaw, pitch);
        let flags = MoveFlags { on_ground: true, horizontal_collision: false };
        self.send(ServerboundMovePlayerRot { look_direction, flags }).await
    }

    /// Uses what it holds on a side of a block, at a point of the world.
    pub async fn click_on(&mut self, block: BlockPos, side: Side, point: Vec3) -> Result<(), String> {
        self.sequence += 1;
        let (block_pos, direction) = (wire::to_block_pos(block), wire::to_direction(side));
        let block_hit =
            BlockHit { block_pos, direction, location: wire::to_vec3(point), inside: false, world_border: false };
        self.send(ServerboundUseItemOn { hand: InteractionHand::MainHand, block_hit, seq: self.sequence }).await
    }

    /// Clicks into its own inventory, then closes it.
    pub async fn click(&mut self, slot: i16) -> Result<(), String> {
        self.send(ServerboundContainerClick {
            container_id: 0,
            state_id: u32::MAX,
            slot_num: slot,
            button_num: 0,
            click_type: ClickType::Pickup,
            changed_slots: Default::default(),
            carried_item: HashedStack(None),
        })
        .await?;
        self.send(ServerboundContainerClose { container_id: 0 }).await
    }

    pub async fn say(&mut self, message: &str) -> Result<(), String> {
        let last_seen_messages = LastSeenMessagesUpdate::default();
        let message = message.to_owned();
        self.send(ServerboundChat { message, timestamp: 0, salt: 0, signature: None, last_seen_messages }).await
    }

    /// Every kind of packet that it has recorded, by protocol id of the game.
    pub fn kinds(&self) -> HashSet<u8> {
        self.sent.iter().flatten().filter_map(|packet| packet.first().copied()).collect()
    }
}

/// A packet of any state, id and body.
fn packet<P: ProtocolPacket + std::fmt::Debug>(packet: impl Packet<P>) -> Vec<u8> {
    azalea_protocol::write::serialize_packet(&packet.into_variant()).map(Vec::from).unwrap_or_default()
}

/// The y above each column's highest block, from values of nine bits, seven a long.
fn unpack_heights(longs: &[u64]) -> Box<[i32; 256]> {
    let bits = u32::BITS - (HEIGHT as u32).leading_zeros();
    let each = 64 / bits as usize;
    Box::new(std::array::from_fn(|column| {
        let long = longs.get(column / each).copied().unwrap_or(0);
        MIN_Y + (long >> (column % each * bits as usize) & ((1 << bits) - 1)) as i32
    }))
}

/// Packets as a client's stream has them: the first two as they are, the others as after the compression is agreed on.
pub fn stream(packets: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (at, packet) in packets.iter().enumerate() {
        let threshold = (at >= 2).then_some(crate::protocol::limits::COMPRESSION_THRESHOLD);
        write_frame(&mut bytes, packet, threshold);
    }
    bytes
}
