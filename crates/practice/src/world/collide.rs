//! Boxes that move until something is in their way: bodies, items, falling blocks, by vanilla's rule of one axis after the
//! other, up and down first.

use crate::{
    chunks::blocks,
    domain::{BlockPos, Vec3},
    world::store::World,
};

/// Boxes that only touch do not overlap, rounding aside.
const TOUCH: f64 = 1.0e-7;

/// A box in the world, in blocks; x, y, z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub low: [f64; 3],
    pub high: [f64; 3],
}

impl Bounds {
    /// Of a thing so wide and tall whose bottom's middle is at a place.
    pub fn of(at: Vec3, half_width: f64, tall: f64) -> Self {
        let Vec3 { x, y, z } = at;
        Self { low: [x - half_width, y, z - half_width], high: [x + half_width, y + tall, z + half_width] }
    }

    pub fn moved(&self, by: [f64; 3]) -> Self {
        let add = |edge: [f64; 3]| std::array::from_fn(|axis| edge[axis] + by[axis]);
        Self { low: add(self.low), high: add(self.high) }
    }

    /// The box around this one and itself, moved.
    fn swept(&self, by: [f64; 3]) -> Self {
        let to = self.moved(by);
        Self {
            low: std::array::from_fn(|axis| self.low[axis].min(to.low[axis])),
            high: std::array::from_fn(|axis| self.high[axis].max(to.high[axis])),
        }
    }

    fn overlaps_along(&self, other: &Self, axis: usize) -> bool {
        self.low[axis] < other.high[axis] - TOUCH && self.high[axis] > other.low[axis] + TOUCH
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.overlaps_along(other, axis))
    }
}

/// The blocks that a box reaches into.
pub(crate) fn cells(bounds: &Bounds) -> impl Iterator<Item = BlockPos> {
    let [low, high] = [bounds.low, bounds.high].map(|[x, y, z]| Vec3::new(x, y, z).block());
    (low.x..=high.x)
        .flat_map(move |x| (low.y..=high.y).flat_map(move |y| (low.z..=high.z).map(move |z| BlockPos::new(x, y, z))))
}

/// What could be in the way within a box.
pub(crate) fn obstacles(world: &mut World, within: &Bounds) -> Vec<Bounds> {
    let mut reach = *within;
    // Fences reach half a block into the one above them.
    reach.low[1] -= 1.0;
    let mut obstacles = Vec::new();
    for pos in cells(&reach) {
        let corner = [pos.x, pos.y, pos.z].map(f64::from);
        for part in blocks::collision(world.block(pos)) {
            let part = Bounds { low: part.min, high: part.max }.moved(corner);
            if part.overlaps(within) {
                obstacles.push(part);
            }
        }
    }
    obstacles
}

/// How far along an axis a box gets. What it is inside of already does not hold it.
fn slide_along(obstacles: &[Bounds], bounds: &Bounds, axis: usize, mut by: f64) -> f64 {
    let across = [(axis + 1) % 3, (axis + 2) % 3];
    for part in obstacles.iter().filter(|part| across.iter().all(|&other| bounds.overlaps_along(part, other))) {
        let (ahead, behind) = (part.low[axis] - bounds.high[axis], part.high[axis] - bounds.low[axis]);
        if by > 0.0 && ahead >= -TOUCH {
            by = by.min(ahead.max(0.0));
        } else if by < 0.0 && behind <= TOUCH {
            by = by.max(behind.min(0.0));
        }
    }
    by
}

/// How far a box gets that wants to move so far.
pub(crate) fn slide(world: &mut World, bounds: &Bounds, by: [f64; 3]) -> [f64; 3] {
    let mut margin = bounds.swept(by);
    for axis in 0..3 {
        margin.low[axis] -= TOUCH * 4.0;
        margin.high[axis] += TOUCH * 4.0;
    }
    let obstacles = obstacles(world, &margin);
    let order = if by[0].abs() < by[2].abs() { [1, 2, 0] } else { [1, 0, 2] };
    let (mut bounds, mut done) = (*bounds, [0.0; 3]);
    for axis in order {
        done[axis] = slide_along(&obstacles, &bounds, axis, by[axis]);
        let mut step = [0.0; 3];
        step[axis] = done[axis];
        bounds = bounds.moved(step);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        knowledge,
        land::terrain::{LEVEL, MEADOW},
    };

    const FLOOR: f64 = MEADOW as f64 + 1.0;

    /// How far a player's body gets from the middle of a block.
    fn slid(put: &[(BlockPos, &str, &[(&str, &str)])], by: [f64; 3]) -> [f64; 3] {
        let mut world = World::new(LEVEL);
        for (pos, name, properties) in put {
            let block = knowledge::block(name).unwrap();
            world.set_block(*pos, knowledge::state_with(block, properties).unwrap());
        }
        slide(&mut world, &Bounds::of(Vec3::new(0.5, FLOOR, 0.5), 0.3, 1.8), by)
    }

    fn near(is: [f64; 3], wanted: [f64; 3]) {
        assert!((0..3).all(|axis| (is[axis] - wanted[axis]).abs() < 1.0e-6), "{is:?}, not {wanted:?}");
    }

    #[test]
    fn bodies_stop_at_what_is_in_the_way() {
        let feet = BlockPos::new(2, MEADOW + 1, 0);
        near(slid(&[], [0.0, -3.0, 0.0]), [0.0; 3]);
        near(slid(&[], [2.5, 0.0, 0.0]), [2.5, 0.0, 0.0]);
        near(slid(&[(feet, "stone", &[])], [3.0, 0.0, 0.2]), [1.2, 0.0, 0.2]);
        near(slid(&[(feet, "torch", &[])], [3.0, 0.0, 0.0]), [3.0, 0.0, 0.0]);
        near(slid(&[(feet, "oak_slab", &[("type", "top")])], [3.0, 0.0, 0.0]), [1.2, 0.0, 0.0]);
        near(slid(&[(feet, "oak_slab", &[])], [3.0, 0.5, 0.0]), [3.0, 0.5, 0.0]);
        near(slid(&[(feet, "oak_fence", &[])], [3.0, 1.3, 0.0]), [1.575, 1.3, 0.0]);
        near(slid(&[(feet, "oak_fence", &[])], [3.0, 1.5, 0.0]), [3.0, 1.5, 0.0]);
        near(slid(&[(feet, "stone", &[])], [9.0, 0.0, 0.0]), [1.2, 0.0, 0.0]);
    }
}
