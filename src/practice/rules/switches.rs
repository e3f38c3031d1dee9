//! Levers, buttons and pressure plates move: a hand turns a lever and presses a button, which comes out again; a plate is
//! down while something stands on it. There is no redstone in this world, so nothing else comes of it.
//!
//! Times and what each plate answers to are of the Minecraft Wiki (Button, Pressure Plate, Light and Heavy Weighted Pressure
//! Plate), SteelMC (button) and Pumpkin (buttons, pressure_plate) agreeing; where a plate feels is of Pumpkin.

use crate::{
    domain::BlockPos,
    knowledge::{self, is_tagged},
    practice::{
        game::Game,
        players::player::HALF_WIDTH,
        rules::{drops, falling},
        world::{
            blocks,
            collide::{self, Bounds},
        },
    },
    voxel::StateId,
};

/// Ticks that a button stays pressed.
const STONE_BUTTON: u64 = 20;
const WOODEN_BUTTON: u64 = 30;

/// Ticks after which a plate that is down looks whether it still should be.
const PLATE: u64 = 20;
const WEIGHTED_PLATE: u64 = 10;

/// Entities that press a weighted plate as far as it goes, and how far that is.
const LIGHT: usize = 15;
const HEAVY: usize = 150;
const WHOLE: usize = 15;

/// Where in its block a plate feels, in blocks.
const FEELS: Bounds = Bounds { low: [0.0625, 0.0, 0.0625], high: [0.9375, 0.25, 0.9375] };

/// What moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Switch {
    Lever,
    /// Stays pressed for so many ticks.
    Button(u64),
    /// Of wood, for everything; of stone, for living things.
    Plate {
        living_only: bool,
    },
    /// Goes down the further, the more is on it: whole from so many on.
    Weighted(usize),
}

impl Switch {
    fn of(state: StateId) -> Option<Self> {
        let name = blocks::name(state);
        Some(match name {
            "lever" => Self::Lever,
            "light_weighted_pressure_plate" => Self::Weighted(LIGHT),
            "heavy_weighted_pressure_plate" => Self::Weighted(HEAVY),
            _ if is_tagged(name, "stone_buttons") => Self::Button(STONE_BUTTON),
            _ if is_tagged(name, "buttons") => Self::Button(WOODEN_BUTTON),
            _ if is_tagged(name, "pressure_plates") => {
                Self::Plate { living_only: is_tagged(name, "stone_pressure_plates") }
            }
            _ => return None,
        })
    }

    /// Ticks until one that is pressed is looked at again; `None` for what stays as it is.
    fn lasts(self) -> Option<u64> {
        match self {
            Self::Lever => None,
            Self::Button(ticks) => Some(ticks),
            Self::Plate { .. } => Some(PLATE),
            Self::Weighted(_) => Some(WEIGHTED_PLATE),
        }
    }

    fn is_plate(self) -> bool {
        matches!(self, Self::Plate { .. } | Self::Weighted(_))
    }
}

/// How far down something is: 0 is not at all.
fn strength(state: StateId) -> usize {
    match (blocks::property(state, "powered"), blocks::property(state, "power")) {
        (Some("true"), _) => WHOLE,
        (_, Some(power)) => power.parse().unwrap_or(0),
        _ => 0,
    }
}

fn with_strength(state: StateId, strength: usize) -> StateId {
    let Some(block) = knowledge::block_of_state(state) else { return state };
    match block.properties.iter().find(|property| property.name == "power") {
        Some(power) => power.values.get(strength).map_or(state, |value| blocks::with(state, "power", value)),
        None => blocks::with(state, "powered", if strength > 0 { "true" } else { "false" }),
    }
}

/// Whether a state is one that does not last: what comes out of a file so must be looked at.
pub(crate) fn is_pressed(state: StateId) -> bool {
    strength(state) > 0 && Switch::of(state).is_some_and(|switch| switch.lasts().is_some())
}

/// Something that can stand on a plate.
struct Weight {
    body: Bounds,
    living: bool,
}

impl Game {
    /// A hand on a block; false if nothing there can be moved by hand.
    pub(crate) fn use_switch(&mut self, pos: BlockPos) -> bool {
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
        let items = self.items.values().map(|item| (drops::body(item.at), item.at, false));
        let falling = self.falling.values().map(|block| (falling::body(block.at), block.at, false));
        let all = bodies.chain(items).chain(falling);
        let loaded = all.filter(|(_, at, _)| self.world.is_loaded(at.block().chunk()));
        loaded.map(|(body, _, living)| Weight { body, living }).collect()
    }
}
