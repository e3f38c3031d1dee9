//! Places, in blocks. `BlockPos` names a block's lower corner, `Vec3` any point, `ChunkPos` a 16x16 column.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A block's coordinates, in blocks.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockPos {
    pub x: i32,
    pub y: i32,
    pub z: i32,
}

impl BlockPos {
    pub const fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }

    pub const fn offset(self, dx: i32, dy: i32, dz: i32) -> Self {
        Self::new(self.x + dx, self.y + dy, self.z + dz)
    }

    pub const fn up(self) -> Self {
        self.offset(0, 1, 0)
    }

    pub const fn down(self) -> Self {
        self.offset(0, -1, 0)
    }

    /// How far off another place is along x or z, whichever is more, in blocks.
    pub fn level_distance(self, other: Self) -> u32 {
        self.x.abs_diff(other.x).max(self.z.abs_diff(other.z))
    }

    /// The middle of the block.
    pub fn center(self) -> Vec3 {
        Vec3::new(f64::from(self.x) + 0.5, f64::from(self.y) + 0.5, f64::from(self.z) + 0.5)
    }

    /// The place that a JSON object tells by its `x`, `y` and `z`, whatever else it holds.
    pub fn told_by(value: &serde_json::Value) -> Option<Self> {
        Self::deserialize(value).ok()
    }

    /// The column of chunks this block is in.
    pub const fn chunk(self) -> ChunkPos {
        ChunkPos { x: self.x >> 4, z: self.z >> 4 }
    }
}

impl fmt::Display for BlockPos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}", self.x, self.y, self.z)
    }
}

/// A point in the world, in blocks; for a body, the middle of its feet.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

impl Vec3 {
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// The block that holds this point.
    pub fn block(self) -> BlockPos {
        BlockPos::new(self.x.floor() as i32, self.y.floor() as i32, self.z.floor() as i32)
    }

    /// Distance in blocks.
    pub fn distance(self, other: Self) -> f64 {
        let (dx, dy, dz) = (self.x - other.x, self.y - other.y, self.z - other.z);
        (dx * dx + dy * dy + dz * dz).sqrt()
    }

    /// Distance over the ground, in blocks.
    pub fn horizontal_distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.z - other.z)
    }
}

/// A 16x16 column of the world, in chunks.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChunkPos {
    pub x: i32,
    pub z: i32,
}
