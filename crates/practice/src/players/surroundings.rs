//! What a body is in and on: water, fire, a wall, the void. Looked up once a tick; what it does is decided by `hazards`.

use crate::{
    chunks::{
        blocks,
        fluids::{self, Kind},
        heights::MIN_Y,
    },
    domain::Vec3,
    players::player::{HALF_WIDTH, Player},
    rules::flow,
    voxel::StateId,
    world::{collide, collide::Bounds, store::World},
};

/// Bodies count as in a block from this much overlap on.
pub(crate) const SKIN: f64 = 1.0e-5;

/// This far below the world's lowest block begins the void that kills (Minecraft Wiki, Void).
const VOID: f64 = MIN_Y as f64 - 64.0;

/// What one body is in and on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Surroundings {
    /// In water without air: bubble columns have some (Minecraft Wiki, Water).
    pub eyes_in_water: bool,
    pub water: bool,
    pub lava: bool,
    /// Half hearts of the hottest fire it stands in: 1, or 2 for soul fire.
    pub fire: Option<f32>,
    /// The same of a lit campfire.
    pub campfire: Option<f32>,
    pub cactus: bool,
    /// Stands, and does not sneak, on magma.
    pub hot_floor: bool,
    /// The eyes are in a wall.
    pub wall: bool,
    pub void: bool,
}

impl Surroundings {
    pub fn of(world: &mut World, player: &Player) -> Self {
        let y = player.at.y;
        let eyes = player.eyes();
        let is_lit = |state: StateId| blocks::property(state, "lit") == Some("true");
        let mut here = Self { void: y < VOID, ..Self::default() };
        let body = Bounds::of(Vec3 { y: y + SKIN, ..player.at }, HALF_WIDTH - SKIN, player.tall - 2.0 * SKIN);
        for pos in collide::cells(&body) {
            let state = world.block(pos);
            if state == blocks::AIR {
                continue;
            }
            match blocks::name(state) {
                "fire" => here.fire = Some(here.fire.unwrap_or(1.0)),
                "soul_fire" => here.fire = Some(2.0),
                "campfire" if is_lit(state) => here.campfire = Some(here.campfire.unwrap_or(1.0)),
                "soul_campfire" if is_lit(state) => here.campfire = Some(2.0),
                "cactus" => here.cactus = true,
                _ => {}
            }
            if let Some(fluid) = fluids::of(state)
                && body.low[1] < f64::from(pos.y) + flow::height(world, pos, fluid)
            {
                match fluid.kind {
                    Kind::Water => here.water = true,
                    Kind::Lava => here.lava = true,
                }
            }
        }
        here.eyes_in_water = is_under_water(world, eyes) && blocks::name(world.block(eyes.block())) != "bubble_column";
        // Vanilla looks at a flat box of four fifths of the body's width about the eyes.
        let wide = HALF_WIDTH * 0.8;
        let about = [(-wide, -wide), (-wide, wide), (wide, -wide), (wide, wide)];
        here.wall = about
            .iter()
            .any(|(dx, dz)| blocks::suffocates(world.block(Vec3::new(eyes.x + dx, eyes.y, eyes.z + dz).block())));
        let floor = Vec3 { y: y - SKIN, ..player.at }.block();
        here.hot_floor = player.on_ground && !player.sneaking && blocks::name(world.block(floor)) == "magma_block";
        here
    }
}

/// Whether a point is below the surface of the water around it.
pub(crate) fn is_under_water(world: &mut World, at: Vec3) -> bool {
    let pos = at.block();
    let Some(water) = Kind::Water.is_in(world.block(pos)) else { return false };
    at.y < f64::from(pos.y) + flow::height(world, pos, water)
}
