//! Water and lava flow: where a block has changed they are looked at when their time has come, and go a block further. Where
//! they go is of `rules::flow`.
//!
//! When that is stands in the chunks themselves, so that it is kept with them: what nobody is near to see waits.

use azalea_protocol::packets::game::ClientboundLevelEvent;

use crate::{
    chunks::{
        blocks,
        fluids::{self, Due, Fluid, Kind},
    },
    domain::{BlockPos, ChunkPos, Side},
    game::Game,
    protocol::wire,
    rules::{flow, game_rules::Rule, loot::Breaker},
};

/// The level event of lava that hardens or burns something (Minecraft Wiki, Java Edition protocol, World Event).
const FIZZ: u32 = 1501;

impl Game {
    /// Has the fluids in a changed block and beside it looked at; lava that touches water hardens at once.
    pub(super) fn stir(&mut self, changed: BlockPos) {
        let mut changed = vec![changed];
        while let Some(pos) = changed.pop() {
            for at in [pos].into_iter().chain(Side::ALL.map(|side| pos.beside(side))) {
                let Some(fluid) = fluids::of(self.world.block(at)) else { continue };
                if let Some(stone) = flow::hardened(&mut self.world, at, fluid) {
                    self.change_block(at, stone);
                    self.fizz(at);
                    changed.push(at);
                } else {
                    self.plan_flow(at, fluid.kind);
                }
            }
        }
    }

    fn plan_flow(&mut self, pos: BlockPos, kind: Kind) {
        self.last_flow += 1;
        let due = Due { tick: self.tick + kind.delay(), order: self.last_flow };
        if self.world.plan_flow(pos, kind, due) {
            self.flowing.insert(pos.chunk());
        }
    }

    /// A chunk has come back: what flowed in it goes on.
    pub(crate) fn wake_flows(&mut self, pos: BlockPos) {
        self.flowing.insert(pos.chunk());
    }

    pub(crate) fn tick_flows(&mut self) {
        let mut due = Vec::new();
        for pos in self.flowing.iter().copied().collect::<Vec<ChunkPos>>() {
            if !self.world.is_loaded(pos) {
                self.flowing.remove(&pos); // it wakes when it comes back
            } else if self.world.is_surrounded(pos) {
                let (now, are_left) = self.world.take_flows(pos, self.tick);
                due.extend(now);
                if !are_left {
                    self.flowing.remove(&pos);
                }
            }
        }
        due.sort_unstable_by_key(|&(due, ..)| due);
        for (_, pos, kind) in due {
            self.flow(pos, kind);
        }
    }

    /// What is left of a fluid in a place, and where that goes.
    fn flow(&mut self, pos: BlockPos, kind: Kind) {
        let Some(mut fluid) = kind.is_in(self.world.block(pos)) else { return };
        let springs = self.has_springs(kind);
        if !fluid.is_source() {
            let Some(now) = flow::settled(&mut self.world, pos, kind, springs) else {
                return self.set_block(pos, blocks::AIR);
            };
            if now != fluid {
                fluid = now;
                self.set_block(pos, fluid.state());
            }
        }
        let falls = flow::downwards(&mut self.world, pos, kind, springs);
        if let Some(falls) = falls {
            self.spread(pos.down(), Side::Down, falls);
        }
        if flow::spreads(&mut self.world, pos, fluid, falls.is_some()) {
            for (side, comes) in flow::sideways(&mut self.world, pos, fluid, springs) {
                self.spread(pos.beside(side), side, comes);
            }
        }
    }

    /// Whether two sources make a third.
    fn has_springs(&self, kind: Kind) -> bool {
        self.rules.is(match kind {
            Kind::Water => Rule::WaterSourceConversion,
            Kind::Lava => Rule::LavaSourceConversion,
        })
    }

    /// A fluid comes into a place from a side: into what takes it in, or in place of what was there.
    fn spread(&mut self, pos: BlockPos, side: Side, fluid: Fluid) {
        let there = self.world.block(pos);
        if fluid.kind == Kind::Lava && side == Side::Down && blocks::is_water(there) {
            if blocks::name(there) == "water" {
                self.set_block(pos, blocks::state("stone"));
            }
            return self.fizz(pos);
        }
        if blocks::property(there, "waterlogged").is_some() {
            return self.set_block(pos, blocks::with(there, "waterlogged", "true"));
        }
        match fluid.kind {
            Kind::Lava if there != blocks::AIR && !blocks::is_liquid(there) => self.fizz(pos),
            Kind::Lava => {}
            Kind::Water => self.wash_away(pos),
        }
        self.set_block(pos, fluid.state());
    }

    /// Drops what a block in the way of water leaves; the block itself is for the caller to replace.
    pub(super) fn wash_away(&mut self, pos: BlockPos) {
        let there = self.world.block(pos);
        if there == blocks::AIR || blocks::is_liquid(there) {
            return;
        }
        for stack in self.loot(pos, there, Breaker::Nobody) {
            self.pop(pos, stack);
        }
    }

    fn fizz(&mut self, pos: BlockPos) {
        let event =
            ClientboundLevelEvent { event_type: FIZZ, pos: wire::to_block_pos(pos), data: 0, global_event: false };
        for player in self.players.values_mut().filter(|player| player.view.sent.contains(&pos.chunk())) {
            player.link.send(event.clone());
        }
    }
}
