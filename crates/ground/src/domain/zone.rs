//! Land that is kept as it is, whoever asks.

use serde::{Deserialize, Serialize};

use super::{pos::BlockPos, volume::Volume};

/// So many zones a world may have: the body asks them all about each block that it thinks of changing.
pub const MAX_ZONES: usize = 64;

/// Columns of a dimension, from corner to corner, in which nothing is dug, placed or worked, at any height. Who comes there walks, opens doors and
/// uses chests as elsewhere.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// Without namespace.
    pub dimension: String,
    /// The corner with the least x and z, and the other; both belong to it. Blocks.
    low: [i32; 2],
    high: [i32; 2],
}

impl Zone {
    /// Between any two opposite corners, each x and z.
    pub fn between(dimension: &str, one: [i32; 2], other: [i32; 2]) -> Self {
        let of = |pick: fn(i32, i32) -> i32| [pick(one[0], other[0]), pick(one[1], other[1])];
        Self { dimension: dimension.to_owned(), low: of(i32::min), high: of(i32::max) }
    }

    /// The corner with the least x and z.
    pub fn low(&self) -> [i32; 2] {
        self.low
    }

    /// The corner with the greatest x and z.
    pub fn high(&self) -> [i32; 2] {
        self.high
    }

    /// Its blocks.
    pub fn volume(&self) -> Volume {
        let corner = |[x, z]: [i32; 2], y: i32| BlockPos::new(x, y, z);
        Volume::between(corner(self.low, i32::MIN), corner(self.high, i32::MAX))
    }
}

impl std::fmt::Display for Zone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ([x, z], [to_x, to_z]) = (self.low, self.high);
        write!(f, "the zone from {x}, {z} to {to_x}, {to_z}")
    }
}
