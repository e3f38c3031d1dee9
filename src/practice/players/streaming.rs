//! Which chunks a client has: those around it, nearest first, no faster than it asks for, and none left behind.

use std::collections::HashSet;

use azalea_core::position::ChunkPos as WireChunkPos;
use azalea_protocol::packets::game::{
    ClientboundChunkBatchFinished, ClientboundChunkBatchStart, ClientboundForgetLevelChunk,
    ClientboundSetChunkCacheCenter, ClientboundSetChunkCacheRadius,
};

use crate::{
    domain::{BlockPos, ChunkPos},
    practice::{
        game::Game,
        net::packets,
        players::player::{Player, View},
        world::{encode, store::World},
    },
};

/// Batches that may be under way; vanilla's, once the client has answered the first.
const MOST_UNANSWERED: u32 = 10;

/// Chunks a tick, whatever the client asks for.
const MOST_PER_TICK: f32 = 64.0;

/// Fewest chunks to each side that still make a world.
const LEAST_RADIUS: u32 = 3;

/// Ticks between looking for chunks that nobody needs.
const TIDY_EVERY: u64 = 200;

impl View {
    fn covers(&self, pos: ChunkPos) -> bool {
        let radius = self.radius as i32;
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
    /// The smaller of what client and world allow, in chunks.
    pub fn widen_view(&mut self, asked: u8, most: u32) {
        let radius = u32::from(asked).clamp(LEAST_RADIUS, most.max(LEAST_RADIUS));
        if radius != self.view.radius {
            self.view.radius = radius;
            self.link.send(ClientboundSetChunkCacheRadius { radius });
            self.forget_chunks();
            self.view.want();
        }
    }

    /// Follows the player with the view.
    pub fn recenter(&mut self) {
        let center = self.at.block().chunk();
        if center != self.view.center {
            self.view.center = center;
            self.link.send(ClientboundSetChunkCacheCenter { x: center.x, z: center.z });
            self.forget_chunks();
            self.view.want();
        }
    }

    fn forget_chunks(&mut self) {
        let sent = std::mem::take(&mut self.view.sent);
        let (kept, left): (HashSet<_>, HashSet<_>) = sent.into_iter().partition(|&pos| self.view.covers(pos));
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

    /// The next batch, if the client has kept up with the last ones.
    pub fn stream_chunks(&mut self, world: &mut World) {
        let view = &mut self.view;
        if view.wanted.is_empty() || view.unanswered >= MOST_UNANSWERED {
            return;
        }
        let count = view.wanted.len().min(view.per_tick.ceil() as usize);
        self.link.send(ClientboundChunkBatchStart);
        for pos in view.wanted.drain(..count) {
            if let Some(packet) = encode::packet(pos, &world.around(pos)) {
                self.link.send(packet);
            }
            view.sent.insert(pos);
        }
        self.link.send(ClientboundChunkBatchFinished { batch_size: count as u32 });
        view.unanswered += 1;
    }
}

impl Game {
    /// Lets go of chunks in which nothing was changed and that nobody sees.
    pub(crate) fn forget_far_chunks(&mut self) {
        if self.tick.is_multiple_of(TIDY_EVERY) {
            let players = &self.players;
            self.world.forget(|pos| players.values().any(|player| player.view.covers(pos)));
        }
    }
}
