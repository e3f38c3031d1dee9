//! Clearing a box: a few layers or a piece of one at a time, from the top down.

use super::look::{Look, Next};
use crate::{
    domain::{BlockPos, Clear, MAX_CLEAR, Volume},
    knowledge,
    voxel::SeenWorld,
};

/// Blocks on a side of a piece of a layer that is too large for one call.
const SIDE: i32 = 8;

/// What is left of a box, and which piece of it comes next: of the highest that are not empty the one nearest to the feet.
pub(super) fn look(volume: Volume, blocks: &SeenWorld, feet: BlockPos) -> Look {
    let is_empty = |at: BlockPos| blocks.get(at).is_some_and(knowledge::is_air_state);
    let mut next: Option<(i32, u64, Volume)> = None;
    let mut done = 0;
    for piece in pieces(volume, MAX_CLEAR) {
        let empty = piece.cells().filter(|at| is_empty(*at)).count() as u64;
        done += empty;
        let (top, far) = (piece.high().y, far(&piece, feet));
        let comes_first = next.is_none_or(|(other, nearest, _)| top > other || top == other && far < nearest);
        if empty < piece.count() && comes_first {
            next = Some((top, far, piece));
        }
    }
    let of = volume.count();
    let next = match next {
        Some((.., piece)) => Next::Call(Clear::from(piece).into(), format!("{} of {of} blocks are left", of - done)),
        None => Next::Done,
    };
    Look { next, of, done }
}

/// The box in pieces of at most so many blocks, [`SIDE`] squared or more.
pub(super) fn pieces(volume: Volume, most: u64) -> impl Iterator<Item = Volume> {
    let [width, _, depth] = volume.size();
    // A narrow box goes some layers at a time.
    let (side, height) = match most / width.saturating_mul(depth) {
        0 => (SIDE, 1),
        layers => (i32::MAX, layers as i32),
    };
    let tops = spans(volume.low().y, volume.high().y, height);
    tops.flat_map(move |(bottom, top)| {
        spans(volume.low().z, volume.high().z, side).flat_map(move |(north, south)| {
            spans(volume.low().x, volume.high().x, side).map(move |(west, east)| {
                Volume::between(BlockPos::new(west, bottom, north), BlockPos::new(east, top, south))
            })
        })
    })
}

/// From one end to the other in spans of so many, counted down from the high end.
fn spans(low: i32, high: i32, length: i32) -> impl Iterator<Item = (i32, i32)> {
    let mut top = Some(high).filter(|high| *high >= low);
    std::iter::from_fn(move || {
        let end = top?;
        let start = end.saturating_sub(length - 1).max(low);
        top = (start > low).then(|| start - 1);
        Some((start, end))
    })
}

/// How far a piece is from the feet, squared, in blocks.
pub(super) fn far(piece: &Volume, feet: BlockPos) -> u64 {
    let off = |at: i32, low: i32, high: i32| u64::from(at.clamp(low, high).abs_diff(at));
    let (low, high) = (piece.low(), piece.high());
    let (x, z) = (off(feet.x, low.x, high.x), off(feet.z, low.z, high.z));
    x * x + z * z
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        domain::{MAX_FILL, ToolRequest},
        voxel::{Column, Section},
    };

    /// Stone from 0 to 15, air above.
    fn land() -> SeenWorld {
        let stone = knowledge::block("stone").unwrap().default_state;
        let column = Arc::new(Column { min_y: 0, sections: vec![Section::Uniform(stone), Section::Uniform(0)] });
        let mut land = SeenWorld::default();
        for x in -2..=2 {
            for z in -2..=2 {
                land.insert(BlockPos::new(x * 16, 0, z * 16).chunk(), column.clone());
            }
        }
        land
    }

    fn volume(low: (i32, i32, i32), high: (i32, i32, i32)) -> Volume {
        Volume::between(BlockPos::new(low.0, low.1, low.2), BlockPos::new(high.0, high.1, high.2))
    }

    fn called(look: &Look) -> Volume {
        match &look.next {
            Next::Call(ToolRequest::Clear(clear), _) => clear.volume(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_block_is_in_one_piece_that_a_call_can_clear() {
        for volume in [
            volume((0, 0, 0), (0, 0, 0)),
            volume((-3, 5, 2), (4, 9, 40)),
            volume((0, -64, 0), (2, 300, 2)),
            volume((0, 0, 0), (99, 0, 0)),
            volume((-7, 1, -7), (7, 2, 7)),
        ] {
            for most in [MAX_CLEAR, MAX_FILL] {
                let pieces: Vec<Volume> = pieces(volume, most).collect();
                assert!(pieces.iter().all(|piece| piece.count() <= most));
                assert_eq!(pieces.iter().map(Volume::count).sum::<u64>(), volume.count());
                assert!(volume.cells().all(|at| pieces.iter().filter(|piece| piece.contains(at)).count() == 1));
            }
        }
    }

    #[test]
    fn what_is_highest_comes_first_and_of_that_what_is_near() {
        let (land, feet) = (land(), BlockPos::new(20, 16, 1));
        let look = look(volume((-10, 12, -10), (25, 20, 25)), &land, feet);
        let piece = called(&look);
        assert_eq!((piece.low().y, piece.high().y), (15, 15), "what is empty is passed over");
        assert!((piece.low().x..=piece.high().x).contains(&20) && (piece.low().z..=piece.high().z).contains(&1));
        assert_eq!((look.done, look.of), (36 * 36 * 5, 36 * 36 * 9));
    }

    #[test]
    fn a_narrow_shaft_goes_some_layers_at_a_time() {
        let piece = called(&look(volume((3, 1, 3), (8, 15, 8)), &land(), BlockPos::new(4, 16, 4)));
        assert_eq!((piece.low().y, piece.high().y, piece.count()), (9, 15, 252));
    }

    #[test]
    fn done_is_what_is_seen_to_be_empty() {
        let land = land();
        let feet = BlockPos::new(0, 16, 0);
        assert!(matches!(look(volume((0, 16, 0), (9, 30, 9)), &land, feet).next, Next::Done));
        let unseen = look(volume((300, 16, 0), (309, 30, 9)), &land, feet);
        assert!(matches!(unseen.next, Next::Call(..)), "what nobody has seen is not known to be empty");
        assert_eq!(unseen.done, 0);
    }
}
