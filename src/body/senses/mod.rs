//! What the server has shown, and how fast its world moves: all that skills judge by.

pub mod chatter;
pub mod clock;
pub mod digs;
pub mod gates;
pub mod heaps;
pub mod moment;
pub mod observe;
pub mod players;
pub mod shown;
pub mod signs;
pub mod terrain;
pub mod traits;
pub mod windows;

use azalea::Vec3 as AzaleaVec3;

use crate::domain::Vec3;

/// A point in our own words.
pub fn point(v: AzaleaVec3) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}
