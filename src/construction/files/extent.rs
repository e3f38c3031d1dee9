//! The box that a file claims to fill, and the places in it.

use crate::construction::blueprint::MAX_CELLS;

/// How many cells a box has that a file claims to be so large.
pub(super) fn cells([width, height, depth]: [i64; 3]) -> Result<usize, String> {
    let sides = [width, height, depth];
    let cells = sides.iter().try_fold(1_i64, |cells, side| cells.checked_mul(*side).filter(|_| *side > 0));
    match cells.and_then(|cells| usize::try_from(cells).ok()) {
        Some(cells) if cells <= MAX_CELLS => Ok(cells),
        _ => Err(format!(
            "{width} x {height} x {depth} is no size of a building (at most {MAX_CELLS} cells, at least 1)"
        )),
    }
}

/// The index of a cell in a box; `None` outside.
pub(super) fn index([x, y, z]: [i64; 3], [width, height, depth]: [i64; 3]) -> Option<usize> {
    let inside = (0..width).contains(&x) && (0..height).contains(&y) && (0..depth).contains(&z);
    inside.then_some(((y * depth + z) * width + x) as usize)
}
