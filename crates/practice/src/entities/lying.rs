//! An item that lies in the world: how it falls and settles, and where it burns.

use uuid::Uuid;

pub(crate) use crate::knowledge::lying::{HALF, TALL};
use crate::{
    chunks::{blocks, fluids::Kind},
    domain::Vec3,
    items::stack::Stack,
    knowledge::lying::{AIR_DRAG, GRAVITY, GROUND_DRAG, STILL},
    rng::Rng,
    rules::flow,
    voxel::StateId,
    world::{collide, collide::Bounds, store::World},
};

/// What water and lava leave of its speed, how fast it rises in them, and from how deep it does (SteelMC and Pumpkin, `entity/item`).
const WATER_DRAG: f64 = 0.99;
const LAVA_DRAG: f64 = 0.95;
const BUOYANCY: f64 = 5.0e-4;
const RISING: f64 = 0.06;
const AFLOAT: f64 = 0.1;

/// What is built over pushes it out: at 0.1 and up to 0.2 more, in blocks a tick, and what it has of other speed shrinks (Pumpkin,
/// `push_out_of_blocks`).
const PUSH: f64 = 0.1;
const PUSH_MORE: f64 = 0.2;
const PUSHED: f64 = 0.75;

/// How far below an item at rest its support is looked for.
const UNDER: f64 = 1.0e-3;

pub(crate) struct ItemEntity {
    pub id: i32,
    pub uuid: Uuid,
    pub stack: Stack,
    /// The middle of its bottom.
    pub at: Vec3,
    pub velocity: Vec3,
    pub on_ground: bool,
    pub age: u32,
    pub delay: u32,
    /// Where clients were last told it is.
    pub told: Vec3,
    pub stack_changed: bool,
}

/// An item that lies in the world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LyingItem {
    pub uuid: uuid::Uuid,
    pub stack: Stack,
    pub at: Vec3,
    /// Blocks a tick.
    pub velocity: Vec3,
    /// Ticks since it fell, and until it can be picked up.
    pub age: u32,
    pub delay: u32,
}

impl ItemEntity {
    pub fn is_resting(&self) -> bool {
        self.on_ground && self.velocity == Vec3::default()
    }

    /// One that was saved.
    pub fn resume(id: i32, saved: LyingItem) -> Self {
        let LyingItem { uuid, stack, at, velocity, age, delay } = saved;
        Self { id, uuid, stack, at, velocity, on_ground: false, age, delay, told: at, stack_changed: false }
    }

    pub fn to_save(&self) -> LyingItem {
        let Self { uuid, stack, at, velocity, age, delay, .. } = *self;
        LyingItem { uuid, stack, at, velocity, age, delay }
    }

    /// What flows takes it along; the drag of what it floats in.
    fn drift(&mut self, world: &mut World) -> Option<f64> {
        let mut floats = None;
        for (kind, drag) in [(Kind::Water, WATER_DRAG), (Kind::Lava, LAVA_DRAG)] {
            let Some(current) = flow::current(world, &body(self.at), self.velocity, kind) else { continue };
            let Vec3 { x, y, z } = current.push;
            self.velocity = Vec3::new(self.velocity.x + x, self.velocity.y + y, self.velocity.z + z);
            if floats.is_none() && current.depth > AFLOAT {
                floats = Some(drag);
            }
        }
        floats
    }

    /// One tick of it.
    pub fn fall(&mut self, world: &mut World, rng: &mut Rng) {
        let floats = self.drift(world);
        if hits(world, self.at) {
            return self.come_out(world, PUSH + PUSH_MORE * rng.unit());
        }
        if self.is_resting() && hits(world, Vec3 { y: self.at.y - UNDER, ..self.at }) {
            return;
        }
        match floats {
            Some(drag) => {
                self.velocity.x *= drag;
                self.velocity.z *= drag;
                // Floats up slowly, as in vanilla.
                self.velocity.y = (self.velocity.y + BUOYANCY).min(RISING);
            }
            None => self.velocity.y -= GRAVITY,
        }
        let Vec3 { x, y, z } = self.velocity;
        let by = [x, y, z];
        let done = collide::slide(world, &Bounds::of(self.at, HALF, TALL), by);
        self.at = Vec3::new(self.at.x + done[0], self.at.y + done[1], self.at.z + done[2]);
        // What was stopped on the way has lost that part of its speed.
        let [x, y, z] = std::array::from_fn(|axis| if done[axis] == by[axis] { by[axis] } else { 0.0 });
        self.velocity = Vec3::new(x, y, z);
        self.on_ground = by[1] < 0.0 && done[1] > by[1];
        let drag = if self.on_ground { GROUND_DRAG } else { AIR_DRAG };
        self.velocity = Vec3::new(self.velocity.x * drag, self.velocity.y * AIR_DRAG, self.velocity.z * drag);
        if self.on_ground && self.velocity.x.hypot(self.velocity.z) < STILL {
            self.velocity = Vec3::default();
        }
    }

    /// Through whatever is there, to the nearest side but the lower one where no whole block stands; up where all of them have one.
    fn come_out(&mut self, world: &mut World, speed: f64) {
        let middle = Vec3 { y: self.at.y + TALL / 2.0, ..self.at };
        let cell = middle.block();
        let within = [middle.x - f64::from(cell.x), middle.y - f64::from(cell.y), middle.z - f64::from(cell.z)];
        let sides = [(2, -1), (2, 1), (0, -1), (0, 1), (1, 1)];
        let open = sides.into_iter().filter(|(axis, way)| {
            let mut by = [0; 3];
            by[*axis] = *way;
            !is_whole(world.block(cell.offset(by[0], by[1], by[2])))
        });
        let far = |(axis, way): (usize, i32)| if way > 0 { 1.0 - within[axis] } else { within[axis] };
        let nearest = open.min_by(|one, other| far(*one).total_cmp(&far(*other)));
        let (axis, way) = nearest.unwrap_or((1, 1));
        let Vec3 { x, y, z } = self.velocity;
        let mut velocity = [x * PUSHED, (y - GRAVITY) * PUSHED, z * PUSHED];
        velocity[axis] = f64::from(way) * speed;
        self.at = Vec3::new(self.at.x + velocity[0], self.at.y + velocity[1], self.at.z + velocity[2]);
        self.velocity = Vec3::new(velocity[0] * AIR_DRAG, velocity[1] * AIR_DRAG, velocity[2] * AIR_DRAG);
        self.on_ground = false;
    }
}

/// Whether a block fills all of its place.
fn is_whole(state: StateId) -> bool {
    matches!(blocks::collision(state), [part] if part.min == [0.0; 3] && part.max == [1.0; 3])
}

/// An item's box.
pub(crate) fn body(at: Vec3) -> Bounds {
    Bounds::of(at, HALF, TALL)
}

/// Whether an item's box there touches anything solid.
pub(crate) fn hits(world: &mut World, at: Vec3) -> bool {
    !collide::obstacles(world, &body(at)).is_empty()
}

/// Whether an item there burns up at once: in lava or fire, unless it is of netherite (vanilla's `damage_resistant`).
pub(crate) fn burns(world: &mut World, item: &ItemEntity) -> bool {
    let name = item.stack.name();
    matches!(blocks::name(world.block(item.at.block())), "lava" | "fire" | "soul_fire")
        && !name.starts_with("netherite_")
        && name != "ancient_debris"
}
