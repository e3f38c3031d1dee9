//! Level ground to build on.

use crate::{domain::BlockPos, knowledge, practice::Game};

/// A seed whose land is level around the spawn.
pub const LEVEL: i64 = 418;
/// How far from the spawn the ground is levelled, how high above it all is cleared and how deep under it the earth goes, in blocks.
const FAR: i32 = 24;
const CLEAR: i32 = 48;
const DEEP: i32 = 4;
/// From the spawn to the building's corner.
const CORNER: (i32, i32) = (3, 2);

/// Clears the site; the corner of what is to be built on it, with the least coordinates.
pub fn lay_out(game: &mut Game) -> BlockPos {
    let spawn = game.spawn();
    let of = |name: &str| knowledge::block(name).map_or(0, |block| block.default_state);
    let (grass, earth) = (of("grass_block"), of("dirt"));
    for (x, z) in (-FAR..=FAR).flat_map(|x| (-FAR..=FAR).map(move |z| (x, z))) {
        for y in -DEEP..CLEAR {
            let state = match y {
                ..-1 => earth,
                -1 => grass,
                _ => 0,
            };
            let at = spawn.offset(x, y, z);
            if game.block(at) != state {
                game.set_block(at, state);
            }
        }
    }
    spawn.offset(CORNER.0, 0, CORNER.1)
}
