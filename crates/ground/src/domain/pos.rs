//! Places, in blocks. `BlockPos` names a block's lower corner, `Vec3` any point, `ChunkPos` a 16x16 column.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    hash::{BuildHasherDefault, Hasher},
};

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
    #[inline]
    pub const fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }

    #[inline]
    pub const fn offset(self, dx: i32, dy: i32, dz: i32) -> Self {
        Self::new(self.x + dx, self.y + dy, self.z + dz)
    }

    #[inline]
    pub const fn up(self) -> Self {
        self.offset(0, 1, 0)
    }

    #[inline]
    pub const fn down(self) -> Self {
        self.offset(0, -1, 0)
    }

    /// How far off another place is along x or z, whichever is more, in blocks.
    #[inline]
    pub fn level_distance(self, other: Self) -> u32 {
        self.x.abs_diff(other.x).max(self.z.abs_diff(other.z))
    }

    /// The middle of the block.
    #[inline]
    pub fn center(self) -> Vec3 {
        Vec3::new(f64::from(self.x) + 0.5, f64::from(self.y) + 0.5, f64::from(self.z) + 0.5)
    }

    /// Whether a body whose feet are here stands at that block: beside it or in it, from the ground under the feet to a block above
    /// the head.
    #[inline]
    pub const fn is_at_hand(self, block: Self) -> bool {
        let up = block.y - self.y;
        self.x.abs_diff(block.x) <= 1 && self.z.abs_diff(block.z) <= 1 && -1 <= up && up <= 2
    }

    /// The place that a JSON object tells by its `x`, `y` and `z`, whatever else it holds.
    pub fn told_by(value: &serde_json::Value) -> Option<Self> {
        Self::deserialize(value).ok()
    }

    /// The column of chunks this block is in.
    #[inline]
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
    #[inline]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// The block that holds this point.
    #[inline]
    pub fn block(self) -> BlockPos {
        BlockPos::new(self.x.floor() as i32, self.y.floor() as i32, self.z.floor() as i32)
    }

    /// Where feet stand that are a little lower than a whole block: on a field, a path or a chest one stands above it, and not
    /// in it.
    pub fn stood(self) -> Self {
        /// A field is a sixteenth lower, a chest two.
        const LOWER: f64 = 0.2;
        if self.y.ceil() - self.y < LOWER { Self { y: self.y.ceil(), ..self } } else { self }
    }

    /// Distance in blocks.
    #[inline]
    pub fn distance(self, other: Self) -> f64 {
        let (dx, dy, dz) = (self.x - other.x, self.y - other.y, self.z - other.z);
        (dx * dx + dy * dy + dz * dz).sqrt()
    }

    /// Whether another point is so near, in blocks on each axis: the blocks of both are no more than so many apart, give or
    /// take where in its block each is.
    #[inline]
    pub fn is_beside(self, other: Self, tolerance: u32) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < f64::from(tolerance) + 1.0;
        near(self.x, other.x) && near(self.y, other.y) && near(self.z, other.z)
    }

    /// Yaw and pitch, in degrees, of a look from here to another point.
    pub fn heading_to(self, target: Self) -> (f32, f32) {
        let (dx, dy, dz) = (target.x - self.x, target.y - self.y, target.z - self.z);
        let yaw = (-dx).atan2(dz).to_degrees();
        let pitch = -dy.atan2(dx.hypot(dz)).to_degrees();
        (yaw as f32, pitch as f32)
    }

    /// Distance over the ground, in blocks.
    #[inline]
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

impl ChunkPos {
    /// The square of chunks that reaches so many to each side, this one included.
    pub fn around(self, radius: i32) -> impl Iterator<Item = Self> {
        let side = -radius..=radius;
        side.clone().flat_map(move |x| side.clone().map(move |z| Self { x: self.x + x, z: self.z + z }))
    }
}

/// A quick hash for places: searches and worlds look up millions of them, and nobody attacks these maps.
#[derive(Default)]
pub struct PosHasher(u64);

impl Hasher for PosHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_i32(i32::from(byte));
        }
    }
    #[inline]
    fn write_i32(&mut self, value: i32) {
        self.0 = (self.0.rotate_left(5) ^ value as u32 as u64).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

pub type PosMap<K, V> = HashMap<K, V, BuildHasherDefault<PosHasher>>;

pub type PosSet<K> = HashSet<K, BuildHasherDefault<PosHasher>>;
