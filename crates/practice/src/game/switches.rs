//! Levers, buttons and pressure plates move: a hand turns a lever and presses a button, which comes out again; a plate is
//! down while something stands on it. Where a plate feels is of Pumpkin (pressure_plate).

use crate::{
    chunks::blocks,
    domain::BlockPos,
    entities::{falling, lying},
    game::Game,
    players::player::HALF_WIDTH,
    rules::switches::{Switch, WHOLE, strength, with_strength},
    voxel::StateId,
    world::{collide, collide::Bounds},
};

/// Where in its block a plate feels, in blocks.
const FEELS: Bounds = Bounds { low: [0.0625, 0.0, 0.0625], high: [0.9375, 0.25, 0.9375] };

/// Something that can stand on a plate.
struct Weight {
    body: Bounds,
    living: bool,
}

impl Game {
    /// A hand on a block; false if nothing there can be moved by hand.
    pub(super) fn use_switch(&mut self, pos: BlockPos) -> bool {
        let state = self.world.block(pos);
        match Switch::of(state) {
            Some(Switch::Lever) => {
                let turned = if strength(state) > 0 { 0 } else { WHOLE };
                self.set_block(pos, with_strength(state, turned));
            }
            Some(Switch::Button(_)) if strength(state) == 0 => {
                self.set_block(pos, with_strength(state, WHOLE));
                self.wake_switch(pos);
            }
            Some(Switch::Button(_)) => {} // it is pressed already
            _ => return false,
        }
        true
    }

    /// Has something that is pressed looked at when its time has come.
    pub(crate) fn wake_switch(&mut self, pos: BlockPos) {
        let state = self.world.block(pos);
        if strength(state) > 0
            && let Some(ticks) = Switch::of(state).and_then(Switch::lasts)
        {
            self.pressed.insert(pos, self.tick + ticks);
        }
    }

    pub(crate) fn tick_switches(&mut self) {
        let weights = self.weights();
        let due: Vec<BlockPos> =
            self.pressed.iter().filter(|&(_, &due)| due <= self.tick).map(|(&pos, _)| pos).collect();
        for pos in due {
            if self.world.is_loaded(pos.chunk()) {
                self.pressed.remove(&pos);
                self.release(pos, &weights);
            }
        }
        for weight in &weights {
            for pos in collide::cells(&weight.body) {
                let state = self.world.block(pos);
                // Nearly all of them are air.
                if state != blocks::AIR && strength(state) == 0 && Switch::of(state).is_some_and(Switch::is_plate) {
                    self.weigh(pos, state, &weights);
                }
            }
        }
    }

    /// A button comes out; a plate comes up, or goes as far down as what is on it by now makes it.
    fn release(&mut self, pos: BlockPos, weights: &[Weight]) {
        let state = self.world.block(pos);
        match Switch::of(state) {
            Some(Switch::Button(_)) if strength(state) > 0 => self.set_block(pos, with_strength(state, 0)),
            Some(switch) if switch.is_plate() && strength(state) > 0 => self.weigh(pos, state, weights),
            _ => {} // meanwhile it is something else
        }
    }

    fn weigh(&mut self, pos: BlockPos, state: StateId, weights: &[Weight]) {
        let Some(switch) = Switch::of(state) else { return };
        let feels = FEELS.moved([pos.x, pos.y, pos.z].map(f64::from));
        let living_only = switch == Switch::Plate { living_only: true };
        let counts = |weight: &&Weight| (weight.living || !living_only) && weight.body.overlaps(&feels);
        let count = weights.iter().filter(counts).count();
        let now = match switch {
            Switch::Weighted(whole) => (count.min(whole) * WHOLE).div_ceil(whole),
            _ if count > 0 => WHOLE,
            _ => 0,
        };
        if now != strength(state) {
            self.set_block(pos, with_strength(state, now));
        }
        self.wake_switch(pos);
    }

    /// Everything that can stand on a plate, as far as its land is loaded.
    fn weights(&self) -> Vec<Weight> {
        let bodies = self.players.values().filter(|player| player.is_alive() && !player.is_spectator());
        let bodies = bodies.map(|player| (Bounds::of(player.at, HALF_WIDTH, player.tall), player.at, true));
        let items = self.items.values().map(|item| (lying::body(item.at), item.at, false));
        let falling = self.falling.values().map(|block| (falling::body(block.at), block.at, false));
        let all = bodies.chain(items).chain(falling);
        let loaded = all.filter(|(_, at, _)| self.world.is_loaded(at.block().chunk()));
        loaded.map(|(body, _, living)| Weight { body, living }).collect()
    }
}
