//! Where a deep box can be climbed in: two columns between walls, and what is known of climbing there.

use crate::{
    body::senses::terrain::TerrainView,
    domain::{BlockPos, PosMap, Volume},
};

/// A box of so many layers is too deep to be worked at from its rim and stepped out of.
const DEEP: i32 = 4;
const SIDES: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// What is known of climbing out of a box.
#[derive(Default)]
pub(super) struct Climbing {
    /// Two columns beside each other, by their lowest blocks.
    pub flue: Option<[BlockPos; 2]>,
    /// Where blocks are laid.
    pub laid: PosMap<BlockPos, ()>,
    pub climbs: u32,
}

impl Climbing {
    /// Whether a block that is gone was laid for climbing: it was no part of the box.
    pub fn takes_up(&mut self, at: BlockPos) -> bool {
        self.laid.remove(&at).is_some()
    }
}

/// Two columns of a box with ground beside each of them from the bottom to the rim, and nothing over them: those with most ground around
/// them, since nobody falls off there.
pub(super) fn flue(view: &TerrainView, volume: Volume) -> Option<[BlockPos; 2]> {
    let (low, high) = (volume.low(), volume.high());
    if high.y - low.y + 1 < DEEP {
        return None;
    }
    let walls = |column: BlockPos, y: i32| {
        let beside = SIDES.map(|(dx, dz)| BlockPos { y, ..column }.offset(dx, 0, dz));
        beside.into_iter().filter(|at| !volume.contains(*at) && view.traits(*at).floor()).count()
    };
    // How much ground is beside a column; `None` where some of it has none.
    let ground = |column: BlockPos| {
        let mut sum = 0;
        for y in low.y..=high.y {
            sum += Some(walls(column, y)).filter(|walls| *walls > 0)?;
        }
        let is_open = (1..=2).all(|up| view.traits(BlockPos { y: high.y + up, ..column }).passable());
        is_open.then_some(sum)
    };
    let floor = (low.x..=high.x).flat_map(|x| (low.z..=high.z).map(move |z| BlockPos { x, y: low.y, z }));
    let pairs = floor.flat_map(|one| [(1, 0), (0, 1)].map(|(dx, dz)| [one, one.offset(dx, 0, dz)]));
    let fit = pairs.filter(|[_, other]| volume.contains(*other));
    let known = fit.filter_map(|[one, other]| Some((ground(one)? + ground(other)?, [one, other])));
    known.max_by_key(|(ground, _)| *ground).map(|(_, pair)| pair)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::tests::{flat, put};

    fn pit(x: i32, z: i32, deep: i32) -> Volume {
        Volume::between(BlockPos::new(1, 64 - deep, 1), BlockPos::new(x, 63, z))
    }

    #[test]
    fn a_deep_box_with_room_for_two_and_walls_around_is_climbed() {
        let terrain = flat();
        let view = terrain.view();
        let columns = |volume| flue(&view, volume).map(|pair| pair.map(|at| (at.x, at.z)));
        assert_eq!(columns(pit(1, 2, 8)), Some([(1, 1), (1, 2)]));
        assert!(columns(pit(2, 2, 5)).is_some());
        assert_eq!(columns(pit(1, 1, 8)), None, "no room for two");
        assert_eq!(columns(pit(2, 2, 3)), None, "it is walked out of");
        assert_eq!(columns(Volume::between(BlockPos::new(1, 64, 1), BlockPos::new(2, 70, 2))), None, "it has no walls");
    }

    #[test]
    fn what_opens_into_a_cave_or_lies_under_a_roof_is_not_climbed() {
        let mut terrain = flat();
        for (x, z) in [(0, 1), (1, 0), (2, 1)] {
            put(&mut terrain, x, 60, z, "air");
        }
        assert_eq!(flue(&terrain.view(), pit(1, 2, 8)), None);
        let mut terrain = flat();
        put(&mut terrain, 1, 65, 1, "oak_planks");
        assert_eq!(flue(&terrain.view(), pit(1, 2, 8)), None);
    }
}
