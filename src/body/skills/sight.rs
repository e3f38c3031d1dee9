//! What can be hit from where: distance to a block, and what stands between it and the eye.

use crate::{
    body::senses::terrain::TerrainView,
    domain::{BlockPos, Vec3},
    knowledge,
};

/// How far a block's surface may be from the eye: a little less than the game allows leaves room for a bot that does not
/// stand exactly in the middle of its block.
pub(super) const REACH: f64 = knowledge::REACH - 0.1;

/// The distance from a point to the nearest point of a block, in blocks.
pub(super) fn distance_to_block(from: Vec3, block: BlockPos) -> f64 {
    let axis = |at: f64, low: i32| (f64::from(low) - at).max(at - f64::from(low) - 1.0).max(0.0);
    let (dx, dy, dz) = (axis(from.x, block.x), axis(from.y, block.y), axis(from.z, block.z));
    (dx * dx + dy * dy + dz * dz).sqrt()
}

/// Points on a block worth aiming at from an eye: the middles of the faces turned to it, then the block's middle.
pub(super) fn aims(eye: Vec3, block: BlockPos) -> impl Iterator<Item = Vec3> {
    let center = block.center();
    let face = |dx: f64, dy: f64, dz: f64| Vec3::new(center.x + dx, center.y + dy, center.z + dz);
    let side = 0.499;
    let x = (eye.x - center.x).abs() > 0.5;
    let y = (eye.y - center.y).abs() > 0.5;
    let z = (eye.z - center.z).abs() > 0.5;
    [
        y.then(|| face(0.0, side * (eye.y - center.y).signum(), 0.0)),
        x.then(|| face(side * (eye.x - center.x).signum(), 0.0, 0.0)),
        z.then(|| face(0.0, 0.0, side * (eye.z - center.z).signum())),
    ]
    .into_iter()
    .flatten()
}

/// The blocks a straight look passes through, from the eye's own (left out) to the one that holds `to` (left out).
pub fn between(from: Vec3, to: Vec3) -> Vec<BlockPos> {
    let (mut at, end) = (from.block(), to.block());
    let delta = [to.x - from.x, to.y - from.y, to.z - from.z];
    let origin = [from.x, from.y, from.z];
    let mut cell = [at.x, at.y, at.z];
    let mut next = [f64::INFINITY; 3];
    let mut pace = [f64::INFINITY; 3];
    for axis in 0..3 {
        if delta[axis].abs() > 1e-9 {
            pace[axis] = 1.0 / delta[axis].abs();
            let edge = f64::from(cell[axis]) + if delta[axis] > 0.0 { 1.0 } else { 0.0 };
            next[axis] = (edge - origin[axis]) / delta[axis];
        }
    }
    let mut passed = Vec::new();
    for _ in 0..32 {
        let axis = (0..3).min_by(|&a, &b| next[a].total_cmp(&next[b])).unwrap_or(0);
        if next[axis] > 1.0 {
            break;
        }
        cell[axis] += if delta[axis] > 0.0 { 1 } else { -1 };
        next[axis] += pace[axis];
        at = BlockPos::new(cell[0], cell[1], cell[2]);
        if at == end {
            break;
        }
        passed.push(at);
    }
    passed
}

/// The point to aim at so that nothing solid is between, if there is one within reach.
pub(super) fn clear_aim(view: &TerrainView, eye: Vec3, block: BlockPos) -> Option<Vec3> {
    if distance_to_block(eye, block) > REACH {
        return None;
    }
    aims(eye, block).find(|&aim| between(eye, aim).iter().all(|&pos| view.traits(pos).passable()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::tests::{flat, put};

    #[test]
    fn a_look_passes_through_the_blocks_between() {
        let passed = between(Vec3::new(0.5, 0.5, 0.5), Vec3::new(3.5, 0.5, 0.5));
        assert_eq!(passed, [BlockPos::new(1, 0, 0), BlockPos::new(2, 0, 0)]);
        assert!(between(Vec3::new(0.5, 0.5, 0.5), Vec3::new(0.6, 1.2, 0.5)).is_empty());
        let down = between(Vec3::new(-0.5, 1.5, 0.5), Vec3::new(-2.5, -0.5, 0.5));
        assert!(down.contains(&BlockPos::new(-2, 0, 0)) || down.contains(&BlockPos::new(-2, 1, 0)), "{down:?}");
    }

    #[test]
    fn a_wall_hides_what_is_behind() {
        let mut terrain = flat();
        put(&mut terrain, 3, 65, 0, "oak_log");
        let eye = Vec3::new(0.5, 65.62, 0.5);
        assert!(clear_aim(&terrain.view(), eye, BlockPos::new(3, 65, 0)).is_some());
        put(&mut terrain, 2, 65, 0, "stone");
        put(&mut terrain, 2, 66, 0, "stone");
        assert!(clear_aim(&terrain.view(), eye, BlockPos::new(3, 65, 0)).is_none());
        assert!(clear_aim(&terrain.view(), eye, BlockPos::new(9, 65, 0)).is_none(), "too far");
        assert!(clear_aim(&terrain.view(), eye, BlockPos::new(1, 63, 1)).is_some(), "the ground beside");
    }

    #[test]
    fn distances_are_to_the_surface() {
        let eye = Vec3::new(0.5, 65.62, 0.5);
        assert!((distance_to_block(eye, BlockPos::new(0, 60, 0)) - 4.62).abs() < 1e-9);
        assert_eq!(distance_to_block(eye, BlockPos::new(0, 65, 0)), 0.0);
    }
}
