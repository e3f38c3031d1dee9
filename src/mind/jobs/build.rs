//! A large building: a piece of it at a time, from the bottom up.

use super::{
    clear::{far, pieces},
    look::{Look, Next},
};
use crate::{
    construction::Building,
    domain::{BlockPos, Build, MAX_BUILD, PosSet, Volume},
    voxel::SeenWorld,
};

/// Whether it is more than one call builds.
pub(super) fn is_large(build: &Build) -> bool {
    build.only.is_none() && Building::of(build).is_ok_and(|building| building.wants().count() as u64 > MAX_BUILD)
}

/// What of it differs, and which piece comes next: of the lowest that differ the one nearest to the feet; `None` where there is no such
/// blueprint.
pub(super) fn look(build: &Build, blocks: &SeenWorld, feet: BlockPos) -> Option<Look> {
    let building = Building::of(build).ok()?;
    let of = building.wants().count() as u64;
    let differs: PosSet<BlockPos> =
        building.difference(|at| blocks.get(at)).faults.into_iter().map(|(at, ..)| at).collect();
    let left = differs.len() as u64;
    let mut next: Option<(i32, u64, Volume)> = None;
    for piece in pieces(building.volume(), MAX_BUILD) {
        let (bottom, far) = (piece.low().y, far(&piece, feet));
        let comes_first = next.is_none_or(|(other, nearest, _)| bottom < other || bottom == other && far < nearest);
        if comes_first && differs.iter().any(|at| piece.contains(*at)) {
            next = Some((bottom, far, piece));
        }
    }
    let next = match next {
        Some((.., piece)) => {
            let part = Build { only: Some(piece), ..build.clone() };
            Next::Call(part.into(), format!("{left} of {of} cells are left"))
        }
        None => Next::Done,
    };
    Some(Look { next, of, done: of - left })
}
