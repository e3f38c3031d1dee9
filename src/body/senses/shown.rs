//! What the server has shown, gathered from its packets as they come in.
//!
//! Skills judge by this and by nothing else: the client's own world and inventory also hold predictions.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use azalea::{
    FormattedText,
    chat::ChatPacket,
    protocol::packets::game::{ClientboundGamePacket, c_award_stats::Stat},
    registry::builtin::CustomStat,
    world::{Chunk, World as ClientWorld, chunk::Section as ClientSection, palette::Palette},
};
use uuid::Uuid;

use super::{
    chatter::Chatter, clock::ServerClock, digs::Digs, heaps::Heaps, signs::Signs, terrain::Terrain, traits::Traits,
    windows::Windows,
};
use crate::{
    body::orders::Report,
    domain::{Audience, BlockPos, ChunkPos, ContainerSeen, MOST_WORDS, PosMap, Vec3, shortened},
    voxel::{Column, Section, StateId},
};

/// A death as the server told it.
#[derive(Clone, Debug, PartialEq)]
pub struct Death {
    pub message: String,
    pub position: Vec3,
}

/// What the server has counted of what the bot did. It tells when it is asked: all at first, then what has changed (Minecraft
/// Wiki, Java Edition protocol, Award Statistics).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counted {
    /// How often it has answered.
    pub answers: u64,
    pub jumps: u32,
    /// Ticks spent sneaking.
    pub sneaked: u32,
}

/// Lines of players that wait to be told at most.
const MOST_SPOKEN: usize = 64;
/// Ticks a second where the server announces no other rate.
pub const USUAL_RATE: f32 = 20.0;

/// How many chests that were looked into are remembered here: enough that none is missed between two observations.
pub const CONTAINERS: usize = 32;

/// The server's word on everything.
#[derive(Debug, Default)]
pub struct Shown {
    pub terrain: Terrain,
    pub windows: Windows,
    /// Ticks a second as announced; 0 where the server never said.
    pub tick_rate: f32,
    /// Ticks a second as they really pass there.
    pub clock: ServerClock,
    /// How long the server has said nothing at all.
    pub silent: Duration,
    pub frozen: bool,
    /// Ticks since the world's beginning, where it was told.
    pub time_of_day: Option<u64>,
    /// The highest block-change number the server has answered.
    pub acked: u32,
    /// Set by the server's death screen; cleared on respawn.
    pub death: Option<Death>,
    /// The dimension's name, without namespace.
    pub dimension: String,
    /// What the bot has broken, until the server's word on it.
    pub digs: Digs,
    /// Corrections of our position by the server since the start.
    pub teleports: u64,
    /// Columns to be read again from the client's world.
    dirty: PosMap<ChunkPos, ()>,
    /// Columns whose copy in the slots is behind.
    changed: PosMap<ChunkPos, ()>,
    /// Blocks the server set since the last look, over fresh columns.
    updates: Vec<(BlockPos, u16)>,
    pub chat: VecDeque<Report>,
    /// What players said, by the server's number of each, and whether to the bot alone.
    pub spoken: VecDeque<(Uuid, String, bool)>,
    /// How often the server has said something above the hotbar, and what it said last.
    pub words_above_hotbar: (u64, String),
    /// The last lines of chat, oldest first, and how many there were ever.
    lines: VecDeque<String>,
    pub lines_heard: u64,
    /// What lies about, and who takes of it.
    pub heaps: Heaps,
    /// The chests of this world that were last looked into, the newest last.
    pub containers: VecDeque<ContainerSeen>,
    /// What is written on signs.
    pub signs: Signs,
    pub counted: Counted,
    /// What the bot itself has said to this server.
    pub chatter: Chatter,
}

impl Shown {
    pub fn rate(&self) -> f32 {
        if self.tick_rate > 0.0 { self.tick_rate.clamp(1.0, 10_000.0) } else { USUAL_RATE }
    }

    /// Takes in one packet.
    pub fn apply(&mut self, packet: &ClientboundGamePacket) {
        if self.windows.apply(packet) {
            return;
        }
        self.heaps.apply(packet);
        self.signs.apply(packet);
        match packet {
            ClientboundGamePacket::LevelChunkWithLight(p) => {
                let pos = ChunkPos { x: p.x, z: p.z };
                self.updates.retain(|(block, _)| block.chunk() != pos);
                tracing::trace!("chunk {pos:?}");
                self.dirty.insert(pos, ());
            }
            ClientboundGamePacket::ForgetLevelChunk(p) => {
                let pos = ChunkPos { x: p.pos.x, z: p.pos.z };
                self.dirty.remove(&pos);
                if self.terrain.forget(pos) {
                    tracing::trace!("forgot {pos:?}");
                    self.changed.insert(pos, ());
                }
            }
            ClientboundGamePacket::BlockUpdate(p) => {
                self.updates.push((BlockPos::new(p.pos.x, p.pos.y, p.pos.z), p.block_state.id()));
            }
            ClientboundGamePacket::SectionBlocksUpdate(p) => {
                for change in &p.states {
                    let pos = p.section_pos + change.pos;
                    self.updates.push((BlockPos::new(pos.x, pos.y, pos.z), change.state.id()));
                }
            }
            ClientboundGamePacket::BlockChangedAck(p) => self.acked = self.acked.max(p.seq),
            ClientboundGamePacket::TickingState(p) => {
                self.tick_rate = p.tick_rate;
                self.frozen = p.is_frozen;
            }
            ClientboundGamePacket::SetTime(p) => {
                self.clock.heard(p.game_time, Instant::now());
                let clock = p.clock_updates.values().next().map(|clock| clock.total_ticks);
                self.time_of_day = clock.or(self.time_of_day).map(|ticks| ticks % 24_000);
            }
            ClientboundGamePacket::AwardStats(p) => {
                self.counted.answers += 1;
                if let Some(jumps) = p.stats.get(&Stat::Custom(CustomStat::Jump)) {
                    self.counted.jumps = jumps.unsigned_abs();
                }
                if let Some(ticks) = p.stats.get(&Stat::Custom(CustomStat::SneakTime)) {
                    self.counted.sneaked = ticks.unsigned_abs();
                }
            }
            ClientboundGamePacket::PlayerPosition(_) => self.teleports += 1,
            ClientboundGamePacket::Login(p) => {
                self.enter(p.common.dimension.path());
                self.acked = 0;
                self.counted = Counted::default();
                self.chatter = Chatter::default();
            }
            ClientboundGamePacket::Respawn(p) => {
                self.enter(p.common.dimension.path());
                self.death = None;
            }
            ClientboundGamePacket::PlayerCombatKill(p) => {
                let message = shortened(&p.message.to_string(), MOST_WORDS).into_owned();
                let position = Vec3::default();
                self.death.get_or_insert(Death { message, position });
            }
            ClientboundGamePacket::PlayerChat(p) => self.said(&ChatPacket::Player(Arc::new(p.clone()))),
            ClientboundGamePacket::DisguisedChat(p) => self.said(&ChatPacket::Disguised(Arc::new(p.clone()))),
            ClientboundGamePacket::SystemChat(p) if p.overlay => {
                let words = shortened(&p.content.to_string(), MOST_WORDS).into_owned();
                self.words_above_hotbar = (self.words_above_hotbar.0 + 1, words);
            }
            ClientboundGamePacket::SystemChat(p) => self.said(&ChatPacket::System(Arc::new(p.clone()))),
            _ => {}
        }
    }

    fn said(&mut self, chat: &ChatPacket) {
        let (sender, message) = chat.split_sender_and_content();
        let short = |words: &str| shortened(words, MOST_WORDS).into_owned();
        let (sender, message) = (sender.as_deref().map(short), short(&message));
        if let (ChatPacket::Player(packet), true) = (chat, self.spoken.len() < MOST_SPOKEN) {
            self.spoken.push_back((packet.sender, message.clone(), chat.is_whisper()));
        }
        self.lines_heard += 1;
        if self.lines.len() == 32 {
            self.lines.pop_front();
        }
        self.lines.push_back(message.clone());
        if self.chat.len() < 256 {
            self.chat.push_back(Report::Chat { sender, message, audience: audience(chat) });
        }
    }

    /// The lines of chat since there had been `heard`, as far as they are remembered.
    pub fn lines_since(&self, heard: u64) -> impl Iterator<Item = &str> {
        let new = (self.lines_heard - heard).min(self.lines.len() as u64) as usize;
        self.lines.iter().skip(self.lines.len() - new).map(String::as_str)
    }

    /// A world was entered: what was known of the last one is void.
    fn enter(&mut self, dimension: &str) {
        self.dimension = dimension.to_owned();
        self.terrain.keep_in(dimension);
        self.leave();
    }

    /// Forgets the world's blocks.
    pub fn leave(&mut self) {
        for pos in self.terrain.clear() {
            self.changed.insert(pos, ());
        }
        self.containers.clear();
        self.heaps.clear();
        self.signs.clear();
        self.clock.forget();
        self.dirty.clear();
        self.updates.clear();
        self.windows.closed();
    }

    /// Brings the terrain up to what the packets said, from the client's world where whole columns came. At most `limit`
    /// columns are translated; the rest wait for the next call.
    pub fn refresh(&mut self, world: &ClientWorld, here: ChunkPos, limit: usize) {
        self.terrain.here = here;
        let mut waiting: Vec<ChunkPos> = self.dirty.keys().copied().collect();
        waiting.sort_by_key(|pos| (pos.x - here.x).abs().max((pos.z - here.z).abs()));
        for pos in waiting.into_iter().take(limit) {
            self.dirty.remove(&pos);
            let Some(chunk) = world.chunks.get(&azalea::core::position::ChunkPos::new(pos.x, pos.z)) else {
                tracing::trace!("{pos:?} is not in the client's world");
                continue;
            };
            let column = translate(&chunk.read(), world.chunks.min_y());
            self.terrain.insert(pos, Arc::new(column));
            self.changed.insert(pos, ());
        }
        for (pos, state) in std::mem::take(&mut self.updates) {
            if Traits::of(state).empty() {
                self.digs.gone(pos);
            }
            if self.terrain.set(pos, state) {
                self.changed.insert(pos.chunk(), ());
            }
        }
    }

    /// A chest's window shows what lies in it.
    pub fn look_into(&mut self, container: ContainerSeen) {
        self.containers.retain(|known| !known.is_at(container.at));
        if self.containers.len() == CONTAINERS {
            self.containers.pop_front();
        }
        self.containers.push_back(container);
    }

    /// Columns still to be translated.
    pub fn is_behind(&self) -> bool {
        !self.dirty.is_empty()
    }

    /// At most `limit` columns whose published copy is behind; `None` for one that was unloaded.
    pub fn take_changed(&mut self, limit: usize) -> Vec<(ChunkPos, Option<Arc<Column>>)> {
        let taken: Vec<ChunkPos> = self.changed.keys().copied().take(limit).collect();
        for pos in &taken {
            self.changed.remove(pos);
        }
        taken.into_iter().map(|pos| (pos, self.terrain.column(pos).cloned())).collect()
    }
}

/// Who hears a line, by the key of its kind: of what the bot says in private the server repeats another kind.
fn audience(chat: &ChatPacket) -> Audience {
    let said_to = match chat {
        ChatPacket::Player(packet) => packet.chat_type.target_name.as_ref(),
        ChatPacket::System(_) | ChatPacket::Disguised(_) => None,
    };
    match (chat.message(), said_to) {
        _ if chat.is_whisper() => Audience::Bot,
        (FormattedText::Translatable(kind), Some(player)) if kind.key == "commands.message.display.outgoing" => {
            Audience::Player(shortened(&player.to_string(), MOST_WORDS).into_owned())
        }
        _ => Audience::Everyone,
    }
}

/// Our own copy of one of azalea's chunks.
fn translate(chunk: &Chunk, min_y: i32) -> Column {
    Column { min_y, sections: chunk.sections.iter().map(translate_section).collect() }
}

fn translate_section(section: &ClientSection) -> Section {
    if section.block_count == 0 && section.fluid_count == 0 {
        return Section::Uniform(0);
    }
    let states = &section.states;
    let entries = match &states.palette {
        Palette::SingleValue(only) => return Section::Uniform(only.id()),
        Palette::Linear(entries) | Palette::Hashmap(entries) => entries,
        Palette::Global => {
            let mut all = [0; 4096];
            all.iter_mut().enumerate().for_each(|(index, state)| *state = states.get_at_index(index).id());
            return Section::from_states(&all);
        }
    };
    // Ours has the same palette: only the indices lie closer together there. Columns come by the hundred.
    let bits = usize::from(states.bits_per_entry);
    let mut indices = Box::new([0; 4096]);
    for (cells, word) in indices.chunks_mut(64 / bits.max(1)).zip(&states.storage.data) {
        let mut word = *word;
        for cell in cells {
            *cell = (word & ((1 << bits) - 1)) as u8;
            word >>= bits;
        }
    }
    let mut palette: Vec<StateId> = entries.iter().map(|state| state.id()).collect();
    // What the palette does not have is air to azalea as well.
    // Written out: as this is built, `max` calls a comparison for each of 4,096, in columns that come by the hundred.
    let most = indices.iter().fold(0, |most, index| if *index > most { *index } else { most });
    palette.resize(palette.len().max(usize::from(most) + 1), 0);
    Section::Small { palette, indices }
}

#[cfg(test)]
mod tests {
    use azalea::{block::BlockState, core::position::ChunkSectionBlockPos};

    use super::*;

    #[test]
    fn a_section_is_as_azalea_has_it_however_mixed() {
        for kinds in [1, 2, 3, 16, 17, 200] {
            let mut theirs = ClientSection::default();
            for index in 0..4096u32 {
                let state = BlockState::try_from(1 + index * 7 % kinds).unwrap();
                let at = ChunkSectionBlockPos::new((index & 15) as u8, (index >> 8) as u8, (index >> 4 & 15) as u8);
                theirs.get_and_set_block_state(at, state);
            }
            let ours = translate_section(&theirs);
            let same = |index: usize| ours.get(index) == theirs.states.get_at_index(index).id();
            assert!((0..4096).all(same), "{kinds} kinds");
        }
    }
}
