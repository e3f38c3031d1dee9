//! A large building: as much of it at a time as a call does. What hangs waits for what is above it, so that no call is about a part.

use super::look::{Look, Next};
use crate::{
    construction::Building,
    domain::{Build, MAX_BUILD},
    voxel::SeenWorld,
};

/// Whether it is more than one call builds.
pub(super) fn is_large(build: &Build) -> bool {
    build.only.is_none() && Building::of(build).is_ok_and(|building| building.wants().count() as u64 > MAX_BUILD)
}

/// How much of it differs; `None` where there is no such blueprint.
pub(super) fn look(build: &Build, blocks: &SeenWorld) -> Option<Look> {
    let building = Building::of(build).ok()?;
    let of = building.wants().count() as u64;
    let left = building.difference(|at| blocks.get(at)).faults.len() as u64;
    let next = if left == 0 {
        Next::Done
    } else {
        let part = Build { only: Some(building.volume()), ..build.clone() };
        Next::Call(part.into(), format!("{left} of {of} cells are left"))
    };
    Some(Look { next, of, done: of - left })
}
