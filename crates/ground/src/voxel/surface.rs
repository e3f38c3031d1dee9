//! What one sees of a block column from above.

use super::{
    colors::{Sight, look},
    column::{Column, Section, StateId},
};
use crate::domain::BlockPos;

/// The top of one block column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surface {
    /// The top block, or the top of the water.
    pub y: i32,
    pub state: StateId,
    /// Blocks of water down to the ground; 0 on land.
    pub depth: u32,
    /// What lies under the water; `state` itself on land.
    pub ground: StateId,
    /// What stands on the top block without filling it: a flower, a torch.
    pub cover: Option<StateId>,
}

/// The highest drawn block at a column's local x, z (0 to 15); `None` where there is only air.
pub fn surface_of(column: &Column, x: u8, z: u8) -> Option<Surface> {
    let mut cover = None;
    let mut water: Option<(i32, StateId)> = None;
    for (number, section) in column.sections.iter().enumerate().rev() {
        // Most of a column is sky.
        if let Section::Uniform(state) = section
            && look(*state).sight == Sight::Nothing
        {
            continue;
        }
        let bottom = column.min_y + 16 * number as i32;
        for y in (bottom..bottom + 16).rev() {
            let state = column.get(x, y, z);
            match (look(state).sight, water) {
                (Sight::Nothing, _) | (Sight::Water, Some(_)) => {}
                (Sight::Cover, None) => cover = cover.or(Some(state)),
                (Sight::Cover, Some(_)) => {}
                (Sight::Water, None) => water = Some((y, state)),
                (Sight::Solid, None) => return Some(Surface { y, state, depth: 0, ground: state, cover }),
                (Sight::Solid, Some((top, water))) => {
                    return Some(Surface { y: top, state: water, depth: (top - y) as u32, ground: state, cover });
                }
            }
        }
    }
    // Water or a lone torch over nothing at all.
    let (top, state) = water?;
    Some(Surface { y: top, state, depth: (top - column.min_y + 1) as u32, ground: state, cover })
}

/// The highest place of a block column where a body can stand (its feet), below tree tops rather than on them. `x` and `z` are the
/// world's.
pub fn standing_place(column: &Column, x: i32, z: i32) -> Option<BlockPos> {
    let (local_x, local_z) = ((x & 15) as u8, (z & 15) as u8);
    let top = surface_of(column, local_x, local_z)?;
    let stands = |y: &i32| is_standing_place(column, local_x, *y, local_z);
    (column.min_y + 1..=top.y + 1).rev().find(stands).map(|y| BlockPos::new(x, y, z))
}

/// Whether feet at this y find ground and two free blocks. Tree tops do not count as ground: nobody means them.
fn is_standing_place(column: &Column, x: u8, y: i32, z: u8) -> bool {
    let free = |y| matches!(look(column.get(x, y, z)).sight, Sight::Nothing | Sight::Cover);
    let ground = look(column.get(x, y - 1, z));
    ground.sight == Sight::Solid && !ground.tree && !ground.harmful && free(y) && free(y + 1)
}
