//! What one sees of a block column from above.

use super::{
    colors::{Look, Sight, look},
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

/// How high one stands on a block column, trees aside: over the highest block that is no part of one. `None` where that is water, or
/// nothing at all. What lies below it, a cave, is not looked at. `x` and `z` are the world's.
pub fn ground_level(column: &Column, x: i32, z: i32) -> Option<i32> {
    let (local_x, local_z) = ((x & 15) as u8, (z & 15) as u8);
    let top = surface_of(column, local_x, local_z).filter(|top| top.depth == 0)?;
    let look = |y: i32| look(column.get(local_x, y, local_z));
    let bears = |look: &Look| look.sight == Sight::Water || look.sight == Sight::Solid && !look.tree;
    let y = (column.min_y..=top.y).rev().find(|y| bears(&look(*y)))?;
    (look(y).sight == Sight::Solid).then_some(y + 1)
}

/// How high the ground of a block column reaches, trees aside, also below water: what lies deeper has a roof.
pub fn roof_level(column: &Column, x: i32, z: i32) -> Option<i32> {
    ground_level(column, x, z).or_else(|| {
        let top = surface_of(column, (x & 15) as u8, (z & 15) as u8).filter(|top| top.depth > 0)?;
        Some(top.y - top.depth as i32 + 1)
    })
}

/// The place on the ground of a block column where a body can stand (its feet), below tree tops rather than on them; `None` where it
/// would stand in a trunk, or be hurt. `x` and `z` are the world's.
pub fn standing_place(column: &Column, x: i32, z: i32) -> Option<BlockPos> {
    stand_at(column, x, z, ground_level(column, x, z)?)
}

/// The same at a height of the feet, over what bears them.
pub fn stand_at(column: &Column, x: i32, z: i32, y: i32) -> Option<BlockPos> {
    let look = |y: i32| look(column.get((x & 15) as u8, y, (z & 15) as u8));
    let free = |y| matches!(look(y).sight, Sight::Nothing | Sight::Cover);
    (!look(y - 1).harmful && free(y) && free(y + 1)).then_some(BlockPos::new(x, y, z))
}
