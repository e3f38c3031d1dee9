//! A door or a gate that somebody is to go through: where it stands, and the places before and behind it.

use crate::{domain::BlockPos, knowledge, voxel::SeenWorld};

/// How far around one is looked for, in blocks.
const FAR: u32 = 48;

/// The places before and behind a door, seen from whoever goes through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    pub near: BlockPos,
    pub far: BlockPos,
}

/// Through the nearest door or gate of a kind (`door`, `fence_gate`); `None`: none was seen within 48 blocks.
pub fn nearest(blocks: &SeenWorld, feet: BlockPos, kind: &str) -> Option<Passage> {
    let sought = knowledge::blocks_sought(kind);
    // One stands in the lower half.
    let is_meant = |state: u16| {
        sought.iter().any(|block| block.states().contains(&state))
            && !knowledge::state_properties(state).contains(&("half", "upper"))
    };
    let at = blocks
        .nearest(feet, &is_meant)
        .filter(|at| at.center().horizontal_distance(feet.center()) <= f64::from(FAR))?;
    let way = knowledge::way_through(blocks.get(at)?)?;
    let (dx, _, dz) = way.step();
    let (front, back) = (at.beside(way), at.beside(way.opposite()));
    let ahead = dx * (feet.x - at.x) + dz * (feet.z - at.z);
    Some(if ahead >= 0 { Passage { near: front, far: back } } else { Passage { near: back, far: front } })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        domain::ChunkPos,
        voxel::{Column, Section},
    };

    #[test]
    fn one_goes_through_from_where_one_stands() {
        let block = knowledge::block("oak_door").unwrap();
        let half = |half| knowledge::state_with(block, &[("half", half), ("facing", "east")]).unwrap();
        let mut states = [0; 4096];
        for (y, state) in [(4, half("lower")), (5, half("upper"))] {
            states[y << 8 | 8 << 4 | 8] = state;
        }
        let mut world = SeenWorld::default();
        let column = Column { min_y: 0, sections: vec![Section::from_states(&states)] };
        world.insert(ChunkPos { x: 0, z: 0 }, Arc::new(column));
        let (west, east) = (BlockPos::new(7, 4, 8), BlockPos::new(9, 4, 8));
        let from = |x| nearest(&world, BlockPos::new(x, 4, 6), "door");
        assert_eq!(from(2), Some(Passage { near: west, far: east }));
        assert_eq!(from(12), Some(Passage { near: east, far: west }));
        assert_eq!(nearest(&world, BlockPos::new(200, 4, 8), "door"), None, "too far off");
        assert_eq!(nearest(&world, west, "fence_gate"), None);
    }
}
