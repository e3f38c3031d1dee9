//! A box of blocks, from one corner to another.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pos::BlockPos;

/// The blocks from one corner to another, both included.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Volume {
    low: BlockPos,
    high: BlockPos,
}

impl Volume {
    /// One block.
    pub fn block(at: BlockPos) -> Self {
        Self { low: at, high: at }
    }

    /// Between any two opposite corners.
    pub fn between(one: BlockPos, other: BlockPos) -> Self {
        let of =
            |pick: fn(i32, i32) -> i32| BlockPos::new(pick(one.x, other.x), pick(one.y, other.y), pick(one.z, other.z));
        Self { low: of(i32::min), high: of(i32::max) }
    }

    /// The least box with both in it.
    pub fn around(self, other: Self) -> Self {
        let low = Self::between(self.low, other.low).low;
        Self { low, high: Self::between(self.high, other.high).high }
    }

    /// The corner with the least coordinates.
    pub fn low(&self) -> BlockPos {
        self.low
    }

    /// The corner with the greatest coordinates.
    pub fn high(&self) -> BlockPos {
        self.high
    }

    /// Blocks along each axis.
    pub fn size(&self) -> [u64; 3] {
        let (low, high) = (self.low, self.high);
        [(low.x, high.x), (low.y, high.y), (low.z, high.z)].map(|(low, high)| u64::from(low.abs_diff(high)) + 1)
    }

    /// How many blocks it holds.
    pub fn count(&self) -> u64 {
        self.size().into_iter().fold(1, u64::saturating_mul)
    }

    #[inline]
    pub fn contains(&self, at: BlockPos) -> bool {
        let (low, high) = (self.low, self.high);
        (low.x..=high.x).contains(&at.x) && (low.y..=high.y).contains(&at.y) && (low.z..=high.z).contains(&at.z)
    }

    /// Whether the two have a block in common.
    pub fn meets(&self, other: &Self) -> bool {
        let meet = |low: i32, high: i32, other_low: i32, other_high: i32| low <= other_high && other_low <= high;
        meet(self.low.x, self.high.x, other.low.x, other.high.x)
            && meet(self.low.y, self.high.y, other.low.y, other.high.y)
            && meet(self.low.z, self.high.z, other.low.z, other.high.z)
    }

    /// Its blocks, layer by layer from the top.
    pub fn cells(self) -> impl Iterator<Item = BlockPos> {
        let Self { low, high } = self;
        let rows = (low.y..=high.y).rev().flat_map(move |y| (low.z..=high.z).map(move |z| (y, z)));
        rows.flat_map(move |(y, z)| (low.x..=high.x).map(move |x| BlockPos::new(x, y, z)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_may_be_given_in_any_order() {
        let volume = Volume::between(BlockPos::new(3, -2, 5), BlockPos::new(1, 0, 5));
        assert_eq!((volume.low(), volume.high()), (BlockPos::new(1, -2, 5), BlockPos::new(3, 0, 5)));
        assert_eq!((volume.size(), volume.count()), ([3, 3, 1], 9));
        let cells: Vec<BlockPos> = volume.cells().collect();
        assert_eq!((cells.len(), cells[0], cells[8]), (9, BlockPos::new(1, 0, 5), BlockPos::new(3, -2, 5)));
        assert!(cells.iter().all(|at| volume.contains(*at)) && !volume.contains(BlockPos::new(1, 1, 5)));
        let at = |x: i32, y: i32, z: i32| Volume::block(BlockPos::new(x, y, z));
        assert!(
            volume.meets(&at(1, -2, 5)) && volume.meets(&Volume::between(BlockPos::default(), BlockPos::new(9, 9, 9)))
        );
        assert!(![at(4, 0, 5), at(1, 1, 5), at(1, 0, 4)].iter().any(|beside| volume.meets(beside)));
        let all =
            Volume::between(BlockPos::new(i32::MIN, i32::MIN, i32::MIN), BlockPos::new(i32::MAX, i32::MAX, i32::MAX));
        assert_eq!(all.count(), u64::MAX, "no overflow");
    }
}
