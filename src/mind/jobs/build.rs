//! A building: as much of it at a time as a call does. What hangs waits for what is above it, so that no call is about a part.

use super::look::{Look, Next};
use crate::{
    construction::{Building, left_standing},
    domain::{Build, Earthwork},
    voxel::SeenWorld,
};

/// How much of it differs, and what of the earth that was laid for it stands still; `None` where there is no such blueprint.
pub(super) fn look(build: &Build, blocks: &SeenWorld, moved: &Earthwork) -> Option<Look> {
    let building = Building::of(build).ok()?;
    let ours = Some(moved).filter(|moved| moved.is_for(build));
    let laid = ours.map_or(0, |moved| left_standing(&building, moved, |at| blocks.get(at)).len() as u64);
    let of = building.wants().count() as u64 + laid;
    let left = building.difference(|at| blocks.get(at)).faults.len() as u64 + laid;
    let next = if left == 0 {
        Next::Done
    } else {
        let part = Build { only: Some(building.volume()), ..build.clone() };
        Next::Call(part.into(), format!("{left} of {of} cells to be done"))
    };
    Some(Look { next, of, done: of - left })
}
