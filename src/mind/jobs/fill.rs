//! Filling a box: some layers or a piece of one at a time, from the bottom up.

use super::{
    clear::{far, pieces},
    look::{Look, Next},
};
use crate::{
    domain::{BlockPos, Fill, MAX_FILL, Volume},
    knowledge,
    voxel::SeenWorld,
};

/// What is left of a box, and which piece of it comes next: of the lowest that are not full the one nearest to the feet.
pub(super) fn look(fill: &Fill, blocks: &SeenWorld, feet: BlockPos) -> Look {
    let (volume, name) = (fill.volume(), knowledge::plain(&fill.block));
    let is_full = |at: BlockPos| {
        let there = blocks.get(at).and_then(knowledge::block_of_state);
        there.is_some_and(|there| knowledge::is_placed_from(there.name, name))
            || fill.level && blocks.get(at).is_some_and(knowledge::fills_its_place)
    };
    let mut next: Option<(i32, u64, Volume)> = None;
    let mut done = 0;
    for piece in pieces(volume, MAX_FILL) {
        let full = piece.cells().filter(|at| is_full(*at)).count() as u64;
        done += full;
        let (bottom, far) = (piece.low().y, far(&piece, feet));
        let comes_first = next.is_none_or(|(other, nearest, _)| bottom < other || bottom == other && far < nearest);
        if full < piece.count() && comes_first {
            next = Some((bottom, far, piece));
        }
    }
    let of = volume.count();
    let next = match next {
        Some((.., piece)) => {
            let (from, to) = (piece.low(), piece.high());
            Next::Call(Fill { from, to, ..fill.clone() }.into(), format!("{} of {of} places are left", of - done))
        }
        None => Next::Done,
    };
    Look { next, of, done }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        domain::{MAX_FILL, ToolRequest},
        voxel::{Column, Section},
    };

    #[test]
    fn what_is_lowest_comes_first_and_what_is_full_is_left() {
        let stone = knowledge::block("stone").unwrap().default_state;
        let column = Arc::new(Column { min_y: 0, sections: vec![Section::Uniform(stone), Section::Uniform(0)] });
        let mut land = SeenWorld::default();
        [(-1, -1), (-1, 0), (0, -1), (0, 0)].into_iter().for_each(|(x, z)| {
            land.insert(BlockPos::new(x * 16, 0, z * 16).chunk(), column.clone());
        });
        let volume = Volume::between(BlockPos::new(-9, 14, -9), BlockPos::new(9, 20, 9));
        let feet = BlockPos::new(9, 16, 9);
        let stones = look(&Fill::new("minecraft:stone", volume), &land, feet);
        assert_eq!((stones.done, stones.of), (19 * 19 * 2, 19 * 19 * 7));
        let Next::Call(ToolRequest::Fill(piece), _) = &stones.next else { panic!("{stones:?}") };
        assert_eq!((piece.volume().low().y, piece.volume().contains(BlockPos::new(9, 16, 9))), (16, true));
        assert!(piece.volume().count() <= MAX_FILL);
        let low = Volume::between(BlockPos::new(-9, 3, -9), BlockPos::new(9, 9, 9));
        assert_eq!(look(&Fill::new("stone", low), &land, feet).next, Next::Done);
    }
}
