//! Buckets: a source of water or lava is scooped up or poured out where the player looks.

use crate::{
    chunks::{
        blocks,
        blocks::{property, with},
        fluids,
        heights::{HEIGHT, MIN_Y},
    },
    domain::{BlockPos, Side, Vec3},
    game::{Game, protection::Protected},
    items::stack::Stack,
    knowledge,
    net::inbound::ConnectionId,
    players::player::Player,
    voxel::StateId,
    world::store::World,
};

/// How far a player reaches, in blocks; vanilla's.
const REACH: f64 = 4.5;

impl Game {
    /// Uses the bucket in the hand; false if there is none.
    pub(super) fn use_bucket(&mut self, id: ConnectionId) -> bool {
        let Some(player) = self.players.get(&id) else { return false };
        let Some(stack) = player.hand() else { return false };
        if !matches!(stack.name(), "bucket" | "water_bucket" | "lava_bucket") {
            return false;
        }
        if !player.may_build() || player.teleporting.is_some() {
            return true;
        }
        let (eyes, look, area) = (player.eyes(), player.look(), self.protected_from(id));
        let done = match stack.name() {
            "bucket" => self.scoop(eyes, look, area),
            "water_bucket" => self.pour(eyes, look, area, "water").then_some("bucket"),
            _ => self.pour(eyes, look, area, "lava").then_some("bucket"),
        };
        if let Some(now) = done {
            self.exchange(id, stack, now);
        }
        true
    }

    /// Takes up the first source in sight; returns the bucket it makes.
    fn scoop(&mut self, eyes: Vec3, look: Vec3, area: Option<Protected>) -> Option<&'static str> {
        let (pos, _) = first_hit(&mut self.world, eyes, look, |state| is_source(state) || blocks_sight(state))?;
        if area.is_some_and(|area| area.covers(pos)) {
            return None;
        }
        let state = self.world.block(pos);
        let (left, bucket) = match blocks::name(state) {
            "water" if is_source(state) => (blocks::AIR, "water_bucket"),
            "lava" if is_source(state) => (blocks::AIR, "lava_bucket"),
            "powder_snow" => (blocks::AIR, "powder_snow_bucket"),
            _ if property(state, "waterlogged") == Some("true") => {
                (with(state, "waterlogged", "false"), "water_bucket")
            }
            _ => return None,
        };
        self.set_block(pos, left);
        Some(bucket)
    }

    /// Pours into the block in sight if it takes water, else before it.
    fn pour(&mut self, eyes: Vec3, look: Vec3, area: Option<Protected>, fluid: &'static str) -> bool {
        let Some((hit, face)) = first_hit(&mut self.world, eyes, look, blocks_sight) else { return false };
        if area.is_some_and(|area| area.covers(hit)) {
            return false;
        }
        // Every slab has the property, and a double one no room.
        let takes_water = |state: StateId| {
            fluid == "water" && property(state, "waterlogged").is_some() && property(state, "type") != Some("double")
        };
        let pos = if takes_water(self.world.block(hit)) { hit } else { hit.beside(face) };
        let there = self.world.block(pos);
        if !(MIN_Y..MIN_Y + HEIGHT).contains(&pos.y) {
            return false;
        }
        if takes_water(there) {
            if property(there, "waterlogged") == Some("true") {
                return false;
            }
            self.set_block(pos, with(there, "waterlogged", "true"));
        } else if blocks::is_replaceable(there) || !blocks::is_solid(there) {
            self.wash_away(pos);
            self.set_block(pos, blocks::state(fluid));
        } else {
            return false;
        }
        true
    }

    /// Another bucket in place of one of these.
    fn exchange(&mut self, id: ConnectionId, from: Stack, to: &str) {
        let Some((player, item)) = self.players.get_mut(&id).zip(knowledge::item(to)) else { return };
        player.count_use(&from);
        if player.is_creative() {
            return;
        }
        let to = Stack::new(item.id, 1);
        let Some(rest) = from.with_count(from.count - 1) else {
            player.inventory.pack[player.held] = Some(to);
            return;
        };
        player.inventory.pack[player.held] = Some(rest);
        if let Some(left) = player.inventory.add(to, player.held) {
            self.throw(id, left);
        }
    }
}

fn is_source(state: StateId) -> bool {
    matches!(blocks::name(state), "water" | "lava") && fluids::of(state).is_some_and(fluids::Fluid::is_source)
}

/// What a look stops at: anything but air and liquids.
fn blocks_sight(state: StateId) -> bool {
    state != blocks::AIR && !blocks::is_liquid(state)
}

impl Player {
    /// Where the player looks, one block long.
    pub(crate) fn look(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = f64::from(self.yaw).to_radians().sin_cos();
        let (sin_pitch, cos_pitch) = f64::from(self.pitch).to_radians().sin_cos();
        Vec3::new(-sin_yaw * cos_pitch, -sin_pitch, cos_yaw * cos_pitch)
    }
}

/// The first block that stops a look, and the side it is looked at from. A block with boxes stops it there; what has
/// none, a plant or a liquid, as a whole.
fn first_hit(world: &mut World, eyes: Vec3, look: Vec3, stops: impl Fn(StateId) -> bool) -> Option<(BlockPos, Side)> {
    let mut pos = eyes.block();
    let origin = [eyes.x, eyes.y, eyes.z];
    let along = [look.x, look.y, look.z];
    let ways = [[Side::West, Side::East], [Side::Down, Side::Up], [Side::North, Side::South]];
    // The side through which the look came into this block.
    let mut came = Side::Up;
    let mut gone = 0.0;
    while gone <= REACH {
        let state = world.block(pos);
        let corner = [pos.x, pos.y, pos.z].map(f64::from);
        if stops(state) {
            let boxes = blocks::collision(state);
            if boxes.is_empty() {
                return Some((pos, came));
            }
            let first = boxes
                .iter()
                .filter_map(|part| {
                    let low = std::array::from_fn(|axis| corner[axis] + part.min[axis]);
                    let high = std::array::from_fn(|axis| corner[axis] + part.max[axis]);
                    enters(origin, along, low, high)
                })
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, axis)) = first.filter(|hit| hit.0 <= REACH) {
                let side = axis.map_or(came, |axis| ways[axis][usize::from(along[axis] < 0.0)]);
                return Some((pos, side));
            }
        }
        // On to the block through the nearest of the planes ahead.
        let ahead = |axis: usize| {
            let plane = corner[axis] + f64::from(u8::from(along[axis] > 0.0));
            if along[axis] == 0.0 { f64::INFINITY } else { (plane - origin[axis]) / along[axis] }
        };
        let axis = (0..3).min_by(|&a, &b| ahead(a).total_cmp(&ahead(b)))?;
        gone = ahead(axis);
        let way = ways[axis][usize::from(along[axis] > 0.0)];
        came = way.opposite();
        pos = pos.beside(way);
    }
    None
}

/// How far along the look a box is entered, and across which axis; no axis from inside.
fn enters(origin: [f64; 3], along: [f64; 3], low: [f64; 3], high: [f64; 3]) -> Option<(f64, Option<usize>)> {
    let (mut from, mut to, mut across) = (0.0, f64::INFINITY, None);
    for axis in 0..3 {
        if along[axis] == 0.0 {
            if !(low[axis]..=high[axis]).contains(&origin[axis]) {
                return None;
            }
            continue;
        }
        let planes = [low[axis], high[axis]].map(|plane| (plane - origin[axis]) / along[axis]);
        let (near, far) = (planes[0].min(planes[1]), planes[0].max(planes[1]));
        if near > from {
            (from, across) = (near, Some(axis));
        }
        to = to.min(far);
    }
    (from <= to).then_some((from, across))
}
