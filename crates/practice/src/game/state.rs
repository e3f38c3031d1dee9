//! Everything there is in a practice world, in one place. What happens in it is in the files beside this one, a deed a file; in
//! which order, in `turn`.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    sync::Arc,
    time::{Duration, Instant},
};

use azalea_protocol::packets::{Packet, game::ClientboundGamePacket};
use tracing::error;
use uuid::Uuid;

use crate::{
    WorldConfig,
    domain::{BlockPos, ChunkPos},
    entities::{falling::FallingBlock, lying::ItemEntity},
    keep::Saving,
    net::{
        inbound::{ConnectionId, LAST_ID},
        status::Status,
    },
    players::player::{Belongings, Player},
    protocol::{complaints::complain, fixups, frames::Frame},
    rng::Rng,
    rules::{
        game_rules::GameRules,
        weather::{Sky, Weather},
    },
    tick_times::TickTimes,
    voxel::StateId,
    world::store::World,
};

/// Entity ids below are players', given by the listener.
const FIRST_ITEM_ID: i32 = LAST_ID + 1;

/// Everything there is in a practice world.
pub struct Game {
    pub(crate) config: WorldConfig,
    pub(crate) world: World,
    pub(crate) players: BTreeMap<ConnectionId, Player>,
    pub(crate) items: BTreeMap<i32, ItemEntity>,
    /// By player who has left, for when they come back; with the tick when they left.
    pub(crate) belongings: HashMap<Uuid, (u64, Box<Belongings>)>,
    /// In a world that has a folder.
    pub(crate) saving: Option<Saving>,
    /// What server lists are told.
    pub(crate) status: Arc<Status>,
    pub(crate) rng: Rng,
    pub(crate) tick: u64,
    pub(crate) day_offset: u64,
    pub(crate) rules: GameRules,
    pub(crate) weather: Weather,
    pub(crate) last_entity: i32,
    /// Blocks whose neighbours have changed, as they stood then: their support has to be looked at.
    pub(crate) unsettled: Vec<(BlockPos, StateId)>,
    /// Sand and its like that may fall, and from which tick on; the first to fall in front.
    pub(crate) loose: VecDeque<(u64, BlockPos)>,
    pub(crate) falling: BTreeMap<i32, FallingBlock>,
    /// Chunks in which fluids wait to be looked at, and how many have been told to.
    pub(crate) flowing: BTreeSet<ChunkPos>,
    pub(crate) last_flow: u64,
    /// Furnaces in which something may be going on.
    pub(crate) furnaces: BTreeSet<BlockPos>,
    /// Buttons and plates that are down, and the tick in which they are looked at.
    pub(crate) pressed: BTreeMap<BlockPos, u64>,
    /// When the world began, in wall time: what keep-alives are numbered by.
    pub(crate) started: Instant,
    /// Time spent since the last tick, and in the ticks before it.
    pub(crate) busy: Duration,
    pub(crate) tick_times: TickTimes,
    /// Bytes told to clients, chunks as compressed.
    pub(crate) told_bytes: u64,
    /// Blocks at which somebody else was digging as well when a player broke them.
    pub(crate) contested: u64,
}

impl Game {
    pub(crate) fn new(config: WorldConfig) -> Self {
        Self {
            world: match config.begins {
                Some(place) => World::begun_at(config.seed as u64, place),
                None => World::new(config.seed as u64),
            },
            players: BTreeMap::new(),
            items: BTreeMap::new(),
            belongings: HashMap::new(),
            saving: None,
            status: Arc::new(Status::new(config.seed)),
            rng: Rng::new(config.seed as u64 ^ 0x6368_616e_6365),
            tick: 0,
            day_offset: 0,
            rules: GameRules::default(),
            weather: Weather::new(Sky::default(), config.seed as u64),
            last_entity: FIRST_ITEM_ID,
            unsettled: Vec::new(),
            loose: VecDeque::new(),
            falling: BTreeMap::new(),
            flowing: BTreeSet::new(),
            last_flow: 0,
            furnaces: BTreeSet::new(),
            pressed: BTreeMap::new(),
            started: Instant::now(),
            busy: Duration::ZERO,
            tick_times: TickTimes::default(),
            told_bytes: 0,
            contested: 0,
            config,
        }
    }

    /// To every player.
    pub(crate) fn broadcast(&mut self, packet: impl Packet<ClientboundGamePacket>) {
        match fixups::encode(&packet.into_variant()) {
            Ok(bytes) => {
                let frame = Frame::whole(&bytes);
                self.players.values_mut().for_each(|player| player.link.send_frame(frame.clone()));
            }
            Err(error) => error!("a packet could not be written: {error}"),
        }
    }

    pub(crate) fn kick_id(&mut self, id: ConnectionId, reason: &str) {
        if let Some(player) = self.leave(id) {
            complain(format_args!("{} is disconnected: {reason}", player.name));
            player.link.disconnect(reason);
        }
    }

    pub(crate) fn named(&mut self, name: &str) -> Option<&mut Player> {
        self.players.values_mut().find(|player| player.name == name)
    }

    /// May use all commands, and builds where others may not.
    pub(crate) fn is_operator(&self, name: &str) -> bool {
        self.config.operators.iter().any(|operator| operator == name)
    }
}
