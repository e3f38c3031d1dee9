//! Which chunks a client has: those around it, nearest first, no faster than it asks for, and none left behind.
//!
//! Chunks are made in the workshop (`world::workshop`); every tick the players order in turn, one chunk a player at a
//! time, so that nobody waits for another's land.

use azalea_core::position::ChunkPos as WireChunkPos;
use azalea_protocol::packets::game::{
    ClientboundChunkBatchFinished, ClientboundChunkBatchStart, ClientboundForgetLevelChunk,
    ClientboundSetChunkCacheCenter, ClientboundSetChunkCacheRadius,
};

use crate::{
    domain::{BlockPos, ChunkPos, PosSet},
    game::Game,
    players::player::{Player, View},
    protocol::{limits::MAX_UNREAD_CHUNKS, packets},
    world::store::World,
};

/// Batches that may be under way; vanilla's, once the client has answered the first.
const MOST_UNANSWERED: u32 = 10;

/// Chunks a tick, whatever the client asks for.
const MOST_PER_TICK: f32 = 64.0;

/// Chunks that are ordered ahead for a player, and looked through for such as are ready.
const AHEAD: usize = 32;

/// Fewest chunks to each side that still make a world.
const LEAST_RADIUS: u32 = 3;

/// Ticks a second up to which chunks may take their time; faster, a client's ticks would run ahead of its land.
const REAL_TIME: f32 = 60.0;

/// Chunks that a player gets in a tick of such a fast world, made within the tick where the workshop has not made as many:
/// more would hold up everyone's clicks for many of the clients' ticks.
const AT_ONCE: usize = 2;

/// Ticks between looking for chunks that nobody needs.
const TIDY_EVERY: u64 = 200;

impl View {
    fn covers(&self, pos: ChunkPos) -> bool {
        self.is_within(pos, self.radius as i32)
    }

    fn is_within(&self, pos: ChunkPos, radius: i32) -> bool {
        (pos.x - self.center.x).abs() <= radius && (pos.z - self.center.z).abs() <= radius
    }

    /// Lines up what is missing, nearest first.
    pub fn want(&mut self) {
        let (radius, ChunkPos { x, z }) = (self.radius as i32, self.center);
        let around = (-radius..=radius).flat_map(|dx| (-radius..=radius).map(move |dz| (dx, dz)));
        let missing = around.filter(|(dx, dz)| !self.sent.contains(&ChunkPos { x: x + dx, z: z + dz }));
        let mut missing: Vec<(i32, i32)> = missing.collect();
        missing.sort_by_key(|(dx, dz)| dx * dx + dz * dz);
        self.wanted = missing.into_iter().map(|(dx, dz)| ChunkPos { x: x + dx, z: z + dz }).collect();
    }

    /// The client has taken in a batch, and says how fast the next ones may come.
    pub fn answered(&mut self, per_tick: f32) {
        self.unanswered = self.unanswered.saturating_sub(1);
        if per_tick.is_finite() {
            self.per_tick = per_tick.clamp(1.0, MOST_PER_TICK);
        }
    }
}

impl Player {
    /// The smaller of what client and world allow, in chunks; from the next tick on.
    pub fn widen_view(&mut self, asked: u8, most: u32) {
        self.view.asked = u32::from(asked).clamp(LEAST_RADIUS, most.max(LEAST_RADIUS));
    }

    /// Follows the player with the view. Once a tick, however often a client moves or changes its mind in it.
    fn recenter(&mut self) {
        let center = self.at.block().chunk();
        let View { radius, asked, .. } = self.view;
        if (self.view.center, radius) == (center, asked) {
            return;
        }
        if self.view.center != center {
            self.view.center = center;
            self.link.send(ClientboundSetChunkCacheCenter { x: center.x, z: center.z });
        }
        if radius != asked {
            self.view.radius = asked;
            self.link.send(ClientboundSetChunkCacheRadius { radius: asked });
        }
        self.forget_chunks();
        self.view.want();
    }

    fn forget_chunks(&mut self) {
        let sent = std::mem::take(&mut self.view.sent);
        let (kept, left): (PosSet<_>, PosSet<_>) = sent.into_iter().partition(|&pos| self.view.covers(pos));
        self.view.sent = kept;
        for ChunkPos { x, z } in left {
            self.link.send(ClientboundForgetLevelChunk { pos: WireChunkPos { x, z } });
        }
    }

    /// What a block of theirs is, to a client that thinks otherwise. Blocks they have not been sent are none of theirs.
    pub fn show_block(&mut self, world: &mut World, pos: BlockPos) {
        if self.view.sent.contains(&pos.chunk()) {
            self.link.send(packets::block_update(pos, world.block(pos)));
        }
    }

    /// Whether the client has kept up with what it was sent.
    fn can_take_chunks(&self) -> bool {
        let view = &self.view;
        !view.wanted.is_empty() && view.unanswered < MOST_UNANSWERED && self.link.unread() < MAX_UNREAD_CHUNKS
    }

    /// The next batch, of what is ready.
    fn send_chunks(&mut self, world: &mut World) {
        let most = self.view.per_tick.ceil() as usize;
        let mut batch = Vec::new();
        let mut ahead = 0;
        while batch.len() < most
            && ahead < AHEAD
            && let Some(&pos) = self.view.wanted.get(ahead)
        {
            match world.shown(pos) {
                Some(frame) => {
                    self.view.wanted.remove(ahead);
                    batch.push((pos, frame));
                }
                None => ahead += 1,
            }
        }
        while world.at_once
            && batch.len() < AT_ONCE.min(most)
            && let Some(pos) = self.view.wanted.pop_front()
        {
            batch.extend(world.show(pos).map(|frame| (pos, frame)));
        }
        if !batch.is_empty() {
            self.link.send(ClientboundChunkBatchStart);
            let batch_size = batch.len() as u32;
            for (pos, frame) in batch {
                self.link.send_frame(frame);
                self.view.sent.insert(pos);
            }
            self.link.send(ClientboundChunkBatchFinished { batch_size });
            self.view.unanswered += 1;
        }
    }
}

impl Game {
    /// Sends what is ready and orders what comes next, each tick beginning with another player.
    pub(crate) fn stream_chunks(&mut self) {
        self.world.at_once = self.config.tick_rate > REAL_TIME;
        self.world.take_in();
        let first = self.tick as usize % self.players.len().max(1);
        for player in self.players.values_mut() {
            player.recenter();
            if player.can_take_chunks() {
                player.send_chunks(&mut self.world);
            }
        }
        let mut waiting: Vec<_> = self
            .players
            .values()
            .filter(|player| player.can_take_chunks())
            .map(|player| player.view.wanted.iter().take(AHEAD))
            .collect();
        let players = waiting.len().max(1);
        waiting.rotate_left(first % players);
        for _ in 0..AHEAD {
            for wanted in &mut waiting {
                if wanted.next().is_some_and(|&pos| !self.world.order(pos)) {
                    return;
                }
            }
        }
    }

    /// Lets go of chunks in which nothing was changed and that nobody sees.
    pub(crate) fn forget_far_chunks(&mut self) {
        if self.tick.is_multiple_of(TIDY_EVERY) {
            let players = &self.players;
            // One beyond the view: what lights its edge.
            self.world
                .forget(|pos| players.values().any(|player| player.view.is_within(pos, player.view.radius as i32 + 1)));
        }
    }
}
