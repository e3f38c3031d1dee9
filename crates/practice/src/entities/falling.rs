//! A block on its way down, such as sand: how it falls, what it falls into, and when it has arrived. What starts it and what
//! becomes of it is in `game::falling`.
//!
//! Numbers and rules are of the Minecraft Wiki's pages Falling Block, Sand and Concrete Powder; the pull and the delays, which
//! these do not tell, of SteelMC (falling_block, dragon_egg_block) and Pumpkin (falling, dragon_egg).

use uuid::Uuid;

use crate::{
    chunks::{
        blocks,
        heights::{HEIGHT, MIN_Y},
    },
    domain::{BlockPos, Vec3},
    voxel::StateId,
    world::{collide, collide::Bounds, store::World},
};

/// Half the width and the height of a falling block, in blocks.
const HALF: f64 = 0.49;
const TALL: f64 = 0.98;

/// Blocks a tick, a tick; and what the air leaves of a speed.
const GRAVITY: f64 = 0.04;
const DRAG: f64 = 0.98;

/// Ticks after which it gives up and becomes an item: outside the world, and anywhere.
const GIVES_UP_OUTSIDE: u32 = 100;
const GIVES_UP: u32 = 600;

/// Height around a place within which rounding does not matter.
const ROUNDING: f64 = 1.0e-6;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FallingBlock {
    pub id: i32,
    pub uuid: Uuid,
    pub state: StateId,
    /// The middle of its bottom.
    pub at: Vec3,
    pub velocity: Vec3,
    pub age: u32,
}

/// A falling block's box.
pub(crate) fn body(at: Vec3) -> Bounds {
    Bounds::of(at, HALF, TALL)
}

/// What becomes of a falling block in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fate {
    Falls,
    Lands,
    GivesUp,
}

impl FallingBlock {
    pub fn fall(&mut self, world: &mut World) -> Fate {
        self.age += 1;
        self.velocity.y -= GRAVITY;
        let Vec3 { x, y, z } = self.velocity;
        let by = [x, y, z];
        let done = collide::slide(world, &body(self.at), by);
        self.at = Vec3::new(self.at.x + done[0], self.at.y + done[1], self.at.z + done[2]);
        self.velocity = Vec3::new(done[0] * DRAG, done[1] * DRAG, done[2] * DRAG);
        if done[1] > by[1] || is_powder(self.state) && world.is_water(self.pos()) {
            return Fate::Lands;
        }
        let outside = !(MIN_Y + 1..MIN_Y + HEIGHT).contains(&self.pos().y);
        if self.age > GIVES_UP || outside && self.age > GIVES_UP_OUTSIDE { Fate::GivesUp } else { Fate::Falls }
    }

    /// The block it is in.
    pub fn pos(&self) -> BlockPos {
        Vec3 { y: self.at.y + ROUNDING, ..self.at }.block()
    }
}

/// Whether sand falls into what is there.
pub(crate) fn is_free(state: StateId) -> bool {
    blocks::is_replaceable(state) || blocks::is_liquid(state) || matches!(blocks::name(state), "fire" | "soul_fire")
}

pub(crate) fn is_powder(state: StateId) -> bool {
    blocks::name(state).ends_with("concrete_powder")
}

/// The concrete that a powder is here, in water or with water beside or above it.
pub(crate) fn hardened(world: &mut World, pos: BlockPos, state: StateId) -> Option<StateId> {
    let concrete = blocks::name(state).strip_suffix("_powder").filter(|_| is_powder(state))?;
    let around = [(0, 0, 0), (0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)];
    around.iter().any(|&(x, y, z)| world.is_water(pos.offset(x, y, z))).then(|| blocks::state(concrete))
}
