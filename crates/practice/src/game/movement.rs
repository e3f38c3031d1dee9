//! Where clients say they are, believed within reason, and falling.
//!
//! As in vanilla a client moves itself. A position that cannot be true (not a number, too far, inside a block) is put
//! right by a teleport, and until the client has confirmed that, its movements are about a place it no longer is at.

use azalea_core::position::Vec3 as WireVec3;
use azalea_entity::LookDirection;
use azalea_protocol::packets::game::s_player_command::Action;

use crate::{
    chunks::blocks,
    domain::Vec3,
    game::Game,
    knowledge,
    net::inbound::ConnectionId,
    players::{
        effects::Effect,
        player::{BODY_HEIGHT, CRAWLING_HEIGHT, CROUCHING_HEIGHT, HALF_WIDTH, Player},
        statistics::{CustomStat, centimetres},
        surroundings,
        surroundings::SKIN,
    },
    protocol::{packets, wire},
    rules::game_rules::Rule,
    world::{collide, collide::Bounds, edge::is_a_place, store::World},
};

/// Blocks one movement may cover; vanilla's, for one that does not fly. Where vanilla counts what was covered within a tick,
/// here every movement counts by itself, as worlds tick faster than clients can keep step with.
const FARTHEST_MOVE: f64 = 10.0;

/// Square of the blocks by which a movement may miss where it should have ended; vanilla's.
const WRONG_BY: f64 = 0.0625;

/// How far below the feet the block is that one lands on; vanilla's, for carpets and the like.
const UNDERFOOT: f64 = 0.2;

/// Falls hurt by the block beyond these (Minecraft Wiki, Damage); beyond those, one has fallen from a high place (from the
/// game, not looked up).
const SAFE_FALL: f64 = 3.0;
const HIGH_PLACE: f64 = 5.0;

/// Blocks of a fall from which on it is counted, and of a movement through the air (from the game, not looked up).
const COUNTED_FALL: f64 = 2.0;
const COUNTED_FLIGHT: f64 = 0.25;

/// Exhaustion of a block sprinted or swum, and of a jump (Minecraft Wiki, Hunger).
const SPRINT_EXHAUSTION: f32 = 0.1;
const SWIM_EXHAUSTION: f32 = 0.01;
const JUMP_EXHAUSTION: f32 = 0.05;
const SPRINT_JUMP_EXHAUSTION: f32 = 0.2;

impl Game {
    pub(crate) fn move_player(
        &mut self,
        id: ConnectionId,
        to: Option<WireVec3>,
        look: Option<LookDirection>,
        on_ground: bool,
    ) {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        if player.teleporting.is_some() || player.asleep.is_some() {
            return;
        }
        if let Some(look) = look {
            if !(look.y_rot().is_finite() && look.x_rot().is_finite()) {
                return self.kick_id(id, "Invalid move player packet received");
            }
            (player.yaw, player.pitch) = (look.y_rot(), look.x_rot());
        }
        let (from, stood) = (player.at, player.on_ground);
        if let Some(to) = to.map(wire::from_vec3) {
            if !is_a_place(to) {
                return self.kick_id(id, "Invalid move player packet received");
            }
            // Nobody outruns the land that is made for them.
            let unseen = to.block().chunk() != from.block().chunk() && !self.world.is_here(to.block().chunk());
            let too_far = from.distance(to) > FARTHEST_MOVE && self.rules.is(Rule::PlayerMovementCheck);
            if unseen || too_far {
                return player.put_back();
            }
            player.tall = player.stature(&mut self.world);
            if !player.is_spectator() && !is_free_way(&mut self.world, player.tall, from, to) {
                return player.put_back();
            }
            player.at = to;
        }
        player.on_ground = on_ground;
        let pace = Pace::of(&mut self.world, player, from, stood);
        let floor = self.world.block(Vec3 { y: player.at.y - UNDERFOOT, ..player.at }.block());
        if !player.is_invulnerable() {
            player.vitals.tire(pace.exhaustion());
        }
        player.statistics.count(CustomStat::Jump, pace.jumped.into());
        if let Some((way, blocks)) = pace.way() {
            player.statistics.count(way, centimetres(blocks));
        }
        let (fall, cause) = player.fall(&pace, blocks::name(floor));
        if fall > 0.0 {
            self.hurt(id, fall, "fall", cause);
        }
    }

    pub(crate) fn confirm_teleport(&mut self, id: ConnectionId, teleport: u32) {
        if let Some(player) = self.players.get_mut(&id)
            && let Some((awaited, to)) = player.teleporting
            && awaited == teleport
        {
            player.teleporting = None;
            player.at = to;
        }
    }
}

impl Player {
    /// Puts the player there and waits for the client to confirm it.
    pub fn teleport(&mut self, to: Vec3) {
        self.teleports = self.teleports.wrapping_add(1) & 0x7fff_ffff;
        self.teleporting = Some((self.teleports, to));
        self.at = to;
        self.fallen = 0.0;
        self.link.send(packets::position(self.teleports, to, self.yaw, self.pitch));
    }

    /// How tall the body is by what it does and what it has room for, as vanilla finds it. Who sprints under water
    /// swims, and goes on swimming at the surface.
    pub fn stature(&self, world: &mut World) -> f64 {
        let swims = self.sprinting
            && world.is_water(self.at.block())
            && (self.is_flat() || surroundings::is_under_water(world, self.eyes()));
        let height = match (swims, self.sneaking) {
            (true, _) => CRAWLING_HEIGHT,
            (_, true) => CROUCHING_HEIGHT,
            _ => BODY_HEIGHT,
        };
        if self.is_spectator() {
            return height;
        }
        // Who does not fit where they are, crouches, and then crawls.
        let body = |height: f64| shrunk(&Bounds::of(self.at, HALF_WIDTH, height));
        let fits = |&height: &f64| collide::obstacles(world, &body(height)).is_empty();
        [height, CROUCHING_HEIGHT.min(height), CRAWLING_HEIGHT].into_iter().find(fits).unwrap_or(self.tall)
    }

    /// Back to where they were before a movement that cannot be: a correction, which breaks no fall.
    fn put_back(&mut self) {
        let fallen = self.fallen;
        self.teleport(self.at);
        self.fallen = fallen;
    }

    pub fn command(&mut self, action: Action) {
        match action {
            Action::StartSprinting => self.sprinting = self.vitals.can_sprint(),
            Action::StopSprinting => self.sprinting = false,
            _ => {}
        }
    }

    /// Counts blocks fallen; returns what landing costs, in half hearts, and how the message ends. Going up begins anew.
    fn fall(&mut self, pace: &Pace, floor: &str) -> (f32, &'static str) {
        self.fallen += (-pace.by.y).max(0.0);
        // The game's `LivingEntity.aiStep` says so of both effects.
        let floats =
            [Effect::SlowFalling, Effect::Levitation].into_iter().any(|effect| self.vitals.effects.has(effect));
        if self.flying || floats || pace.caught || pace.water {
            self.fallen = 0.0;
        }
        let mut cost = (0.0, "");
        if self.on_ground {
            let safe = SAFE_FALL + f64::from(self.vitals.effects.level(Effect::JumpBoost).unwrap_or(0));
            let fallen = std::mem::take(&mut self.fallen);
            if fallen >= COUNTED_FALL {
                self.statistics.count(CustomStat::FallOneCm, centimetres(fallen));
            }
            cost = (fall_damage(fallen, safe, floor, self.sneaking), fall_message(fallen));
        }
        if pace.by.y > 0.0 {
            self.fallen = 0.0;
        }
        cost
    }
}

/// Half hearts of landing on a block after a fall of so many blocks.
fn fall_damage(fallen: f64, safe: f64, floor: &str, sneaking: bool) -> f32 {
    let (fallen, softness) = match floor {
        "hay_block" | "honey_block" => (fallen, 0.2),
        "slime_block" if !sneaking => (fallen, 0.0),
        bed if bed.ends_with("_bed") => (fallen * 0.5, 1.0),
        _ => (fallen, 1.0),
    };
    // Vanilla's small allowance for sums of many steps.
    ((fallen + 1.0e-6 - safe) * softness).floor().max(0.0) as f32
}

/// Whether who falls into such a block lands softly: vanilla's tag, and powder snow (Minecraft Wiki, Damage).
fn breaks_falls(block: &str) -> bool {
    knowledge::is_tagged(block, "fall_damage_resetting") || block == "powder_snow"
}

fn fall_message(fallen: f64) -> &'static str {
    if fallen > HIGH_PLACE { "fell from a high place" } else { "hit the ground too hard" }
}

/// One movement, as far as it tires and breaks falls.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pace {
    by: Vec3,
    sprinting: bool,
    bent: bool,
    swims: bool,
    on_ground: bool,
    /// Left the ground upwards.
    jumped: bool,
    water: bool,
    under_water: bool,
    climbing: bool,
    /// In something other than water that breaks falls.
    caught: bool,
}

impl Pace {
    fn of(world: &mut World, player: &Player, from: Vec3, stood: bool) -> Self {
        let at = player.at;
        let by = Vec3::new(at.x - from.x, at.y - from.y, at.z - from.z);
        let feet = world.block(at.block());
        Self {
            by,
            sprinting: player.sprinting,
            bent: player.is_bent(),
            swims: player.sprinting && player.is_flat() && blocks::is_water(feet),
            on_ground: player.on_ground,
            jumped: stood && !player.on_ground && by.y > 0.0,
            water: blocks::is_water(feet),
            under_water: surroundings::is_under_water(world, player.eyes()),
            climbing: blocks::is_climbable(feet),
            caught: breaks_falls(blocks::name(feet)),
        }
    }

    /// What kind of way it was, and how many blocks of it count.
    fn way(&self) -> Option<(CustomStat, f64)> {
        let level = self.by.x.hypot(self.by.z);
        let whole = level.hypot(self.by.y);
        Some(match self {
            Self { swims: true, .. } => (CustomStat::SwimOneCm, whole),
            Self { under_water: true, .. } => (CustomStat::WalkUnderWaterOneCm, whole),
            Self { water: true, .. } => (CustomStat::WalkOnWaterOneCm, level),
            Self { climbing: true, .. } => (CustomStat::ClimbOneCm, self.by.y),
            Self { on_ground: true, sprinting: true, .. } => (CustomStat::SprintOneCm, level),
            Self { on_ground: true, bent: true, .. } => (CustomStat::CrouchOneCm, level),
            Self { on_ground: true, .. } => (CustomStat::WalkOneCm, level),
            _ if level > COUNTED_FLIGHT => (CustomStat::FlyOneCm, level),
            _ => return None,
        })
    }

    fn exhaustion(&self) -> f32 {
        let jump = match (self.jumped, self.sprinting) {
            (false, _) => 0.0,
            (_, false) => JUMP_EXHAUSTION,
            (_, true) => SPRINT_JUMP_EXHAUSTION,
        };
        let level = self.by.x.hypot(self.by.z) as f32;
        jump + if self.under_water {
            SWIM_EXHAUSTION * level.hypot(self.by.y as f32)
        } else if self.water {
            SWIM_EXHAUSTION * level
        } else if self.sprinting && self.on_ground && !self.climbing {
            SPRINT_EXHAUSTION * level
        } else {
            0.0
        }
    }
}

/// A body without its skin, which may touch what is around it.
fn shrunk(body: &Bounds) -> Bounds {
    Bounds { low: body.low.map(|edge| edge + SKIN), high: body.high.map(|edge| edge - SKIN) }
}

/// Whether a body gets from here to there, by vanilla's two questions: does it get stuck on the way, by more than a quarter
/// of a block, and does it end up in something that it was not in before?
fn is_free_way(world: &mut World, height: f64, from: Vec3, to: Vec3) -> bool {
    let by = [to.x - from.x, to.y - from.y, to.z - from.z];
    let body = Bounds::of(from, HALF_WIDTH, height);
    let inside = shrunk(&body);
    let done = collide::slide(world, &body, by);
    let short: [f64; 3] = std::array::from_fn(|axis| by[axis] - done[axis]);
    // Half a block up or down may be a step that only the client has taken.
    let short_y = if short[1].abs() < 0.5 { 0.0 } else { short[1] };
    let wrongly = short[0].powi(2) + short_y.powi(2) + short[2].powi(2) > WRONG_BY;
    let stuck_before = collide::obstacles(world, &inside);
    if wrongly && stuck_before.is_empty() {
        return false;
    }
    let there = inside.moved(by);
    collide::obstacles(world, &there).iter().all(|part| stuck_before.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::BlockPos,
        land::terrain::{LEVEL, MEADOW},
    };

    const FLOOR: f64 = MEADOW as f64 + 1.0;

    /// Whether a body may go from the middle of the block at 0, 0 by so much, with these blocks put there, relative to it.
    fn may(put: &[(i32, i32, &str)], by: [f64; 3]) -> bool {
        let mut world = World::new(LEVEL);
        for &(x, y, name) in put {
            world.set_block(BlockPos::new(x, MEADOW + 1 + y, 0), knowledge::block(name).unwrap().default_state);
        }
        let from = Vec3::new(0.5, FLOOR, 0.5);
        is_free_way(&mut world, BODY_HEIGHT, from, Vec3::new(0.5 + by[0], FLOOR + by[1], 0.5 + by[2]))
    }

    #[test]
    fn nobody_walks_or_hops_through_walls() {
        let wall = [(1, 0, "stone"), (1, 1, "stone")];
        assert!(may(&[], [0.28, 0.0, 0.1]) && may(&[], [0.0, 0.42, 0.0]));
        assert!(may(&wall, [0.2, 0.0, 0.0]), "up to it");
        assert!(!may(&wall, [0.6, 0.0, 0.0]), "into it");
        assert!(!may(&wall, [2.0, 0.0, 0.0]), "through it");
        assert!(!may(&[(1, 0, "glass"), (1, 1, "glass")], [2.0, 0.0, 0.0]), "glass too");
        assert!(!may(&[(0, 2, "stone")], [0.0, 1.0, 0.0]), "into the ceiling");
        assert!(!may(&[], [0.0, -1.5, 0.0]), "into the ground");
        assert!(!may(&[(1, 0, "oak_fence")], [2.0, 1.0, 0.0]), "a fence is higher than it looks");
    }

    #[test]
    fn steps_and_what_one_can_walk_through_are_no_walls() {
        assert!(may(&[(1, 0, "oak_slab")], [0.3, 0.5, 0.0]));
        assert!(may(&[(1, 0, "torch"), (1, 1, "short_grass")], [1.0, 0.0, 0.0]));
        assert!(may(&[(1, 0, "water")], [1.0, 0.0, 0.0]));
        assert!(may(&[(1, 0, "white_carpet")], [0.3, 0.0625, 0.0]));
        assert!(may(&[(0, 0, "sand"), (0, 1, "sand")], [1.0, 0.0, 0.0]), "out of what has fallen on it");
    }

    /// Minecraft Wiki, Damage, Fall damage: a half heart a block beyond three; a fifth on hay and honey, half the fall on
    /// beds, none on slime; a block more for each level of Jump Boost.
    #[test]
    fn falls_cost_what_they_land_on() {
        let rows = [
            (3.0, 3.0, "stone", 0.0),
            (3.99, 3.0, "stone", 0.0),
            (4.0, 3.0, "stone", 1.0),
            (23.0, 3.0, "stone", 20.0),
            (23.0, 3.0, "hay_block", 4.0),
            (23.0, 3.0, "honey_block", 4.0),
            (23.0, 3.0, "slime_block", 0.0),
            (23.0, 3.0, "red_bed", 8.0),
            (23.0, 5.0, "stone", 18.0),
        ];
        for (fallen, safe, floor, cost) in rows {
            assert_eq!(fall_damage(fallen, safe, floor, false), cost, "{fallen} on {floor}");
        }
        assert_eq!(fall_damage(23.0, 3.0, "slime_block", true), 20.0, "sneaking does not bounce");
        assert_eq!((fall_message(5.0), fall_message(6.0)), ("hit the ground too hard", "fell from a high place"));
    }

    /// Minecraft Wiki, Damage, Fall damage reduction.
    #[test]
    fn some_blocks_break_falls() {
        for block in ["ladder", "cave_vines_plant", "scaffolding", "cobweb", "sweet_berry_bush", "powder_snow"] {
            assert!(breaks_falls(block), "{block}");
        }
        for block in ["air", "stone", "slime_block", "snow_block", "oak_leaves"] {
            assert!(!breaks_falls(block), "{block}");
        }
    }

    /// Minecraft Wiki, Hunger: 0.1 a block sprinted, 0.01 swum, 0.05 a jump, 0.2 a sprinting jump, nothing for walking.
    #[test]
    fn moving_tires() {
        let walk = Pace { by: Vec3::new(0.6, 0.0, 0.8), on_ground: true, ..Pace::default() };
        assert_eq!(walk.exhaustion(), 0.0);
        assert_eq!(Pace { sprinting: true, ..walk }.exhaustion(), 0.1);
        assert_eq!(Pace { sprinting: true, climbing: true, ..walk }.exhaustion(), 0.0);
        assert_eq!(Pace { sprinting: true, water: true, ..walk }.exhaustion(), 0.01);
        let jump = Pace { by: Vec3::new(0.0, 0.42, 0.0), jumped: true, ..Pace::default() };
        assert_eq!((jump.exhaustion(), Pace { sprinting: true, ..jump }.exhaustion()), (0.05, 0.2));
        let dive = Pace { by: Vec3::new(0.0, -2.0, 0.0), water: true, under_water: true, ..Pace::default() };
        assert_eq!(dive.exhaustion(), 0.02);
    }
}
