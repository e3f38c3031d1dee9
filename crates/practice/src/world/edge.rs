//! How far the world goes: what is no place in it, nobody is let to.

use crate::{
    chunks::heights::{HEIGHT, MIN_Y},
    domain::Vec3,
};

/// Blocks from the middle within which a world's coordinates lie.
pub(crate) const WORLD_EDGE: i32 = 30_000_000;

pub(crate) fn is_a_place(at: Vec3) -> bool {
    let bounds = f64::from(MIN_Y) - 1024.0..f64::from(MIN_Y + HEIGHT) + 4096.0;
    [at.x, at.y, at.z].into_iter().all(f64::is_finite)
        && at.x.abs() < f64::from(WORLD_EDGE)
        && at.z.abs() < f64::from(WORLD_EDGE)
        && bounds.contains(&at.y)
}
