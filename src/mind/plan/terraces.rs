//! Ground that is to be level: the box above it that is cleared, and the layer that is filled where it is not full.

use std::collections::BTreeMap;

use serde_json::json;

use super::grammar::Terrace;
use crate::{
    domain::{BlockPos, ErrorCode, LASTING, Side, ToolError, Volume},
    knowledge::{self, Block, block_of_state},
    voxel::{SeenWorld, StateId},
};

/// How far in front of the bot it begins, in blocks.
const AHEAD: i32 = 1;

/// How a piece of ground lies that is to be level.
#[derive(Clone, Debug, PartialEq)]
pub struct Uneven {
    /// What is cleared above it.
    pub above: Volume,
    /// What stands there, air left out.
    pub blocks: BTreeMap<&'static str, u32>,
    /// The layer that is to be full.
    pub floor: Volume,
    /// How many of its places are free.
    pub free: u32,
    /// How many places right over the box are taken: it reaches up no further.
    pub beyond: u32,
}

/// What is to be done for level ground at the height of the bot's feet; `yaw`: where it looks.
///
/// # Errors
/// `RESOURCE_NOT_FOUND`: nobody has seen all of it. `ACTION_FAILED`: something stands there that somebody has put up, or a fluid.
pub fn survey(blocks: &SeenWorld, feet: BlockPos, yaw: Option<f32>, terrace: Terrace) -> Result<Uneven, ToolError> {
    let above = above(feet, yaw, terrace);
    let floor = Volume::between(above.low().down(), BlockPos { y: feet.y - 1, ..above.high() });
    let mut found = BTreeMap::new();
    for at in above.cells() {
        let (state, block) = seen(blocks, at)?;
        if knowledge::is_fluid(block.name) {
            let words = format!("there is {} at {at}, above the height that I stand on: fill it first", block.name);
            return Err(refused(words, at, block.name));
        }
        if !is_of_the_land(block, state) {
            return Err(in_the_way(block.name, at));
        }
        if !knowledge::is_air(block.name) {
            *found.entry(block.name).or_insert(0) += 1;
        }
    }
    let mut free = 0;
    for at in floor.cells() {
        let (state, block) = seen(blocks, at)?;
        if block.name == "lava" {
            let words = format!("there is lava at {at}: say another place");
            return Err(refused(words, at, block.name));
        }
        if knowledge::fills_its_place(state) {
            continue;
        }
        // A flower gives way at a touch.
        let grows = is_of_the_land(block, state) && knowledge::dig_ticks(block, None) == Some(0);
        if !grows && !knowledge::is_air(block.name) && !knowledge::is_replaceable(block, state) {
            return Err(in_the_way(block.name, at));
        }
        free += 1;
    }
    let over = Volume::between(BlockPos { y: above.high().y + 1, ..above.low() }, above.high().up());
    let is_taken = |at: &BlockPos| blocks.get(*at).is_some_and(|state| !knowledge::is_air_state(state));
    let beyond = over.cells().filter(is_taken).count() as u32;
    Ok(Uneven { above, blocks: found, floor, free, beyond })
}

/// The box above the ground: around the bot, or in front of it with its middle where it looks.
fn above(feet: BlockPos, yaw: Option<f32>, terrace: Terrace) -> Volume {
    let Terrace { width, depth, height, ahead } = terrace;
    let half = |size: i32| (size - 1) / 2;
    let level =
        |low: BlockPos, east: i32, south: i32| Volume::between(low, low.offset(east - 1, height - 1, south - 1));
    if !ahead {
        return level(feet.offset(-half(width), 0, -half(depth)), width, depth);
    }
    match yaw.map_or(Side::South, Side::of_yaw) {
        Side::North => level(feet.offset(-half(width), 0, -AHEAD - depth + 1), width, depth),
        Side::East => level(feet.offset(AHEAD, 0, -half(width)), depth, width),
        Side::West => level(feet.offset(-AHEAD - depth + 1, 0, -half(width)), depth, width),
        _ => level(feet.offset(-half(width), 0, AHEAD), width, depth),
    }
}

/// Whether nobody has put it there: ground, what grows wild, and the trees.
pub fn is_of_the_land(block: &Block, state: StateId) -> bool {
    // Cobblestone is ground in caves alone.
    block.name != "cobblestone"
        && (knowledge::is_ground(block.name)
            || knowledge::is_tree(block.name) && !block.name.starts_with("stripped")
            || knowledge::abundance(block.name).is_some()
            || knowledge::is_replaceable(block, state))
}

fn seen(blocks: &SeenWorld, at: BlockPos) -> Result<(StateId, &'static Block), ToolError> {
    let found = blocks.get(at).and_then(|state| Some((state, block_of_state(state)?)));
    found.ok_or_else(|| {
        let words = format!("nobody has seen what is at {at}: go nearer to it first, or say a smaller area");
        ToolError::new(ErrorCode::ResourceNotFound, words).with(json!({ "target": at }))
    })
}

fn in_the_way(name: &'static str, at: BlockPos) -> ToolError {
    let words = format!("{} stands at {at}: take it down first, or say another place", name.replace('_', " "));
    refused(words, at, name)
}

fn refused(words: String, at: BlockPos, name: &str) -> ToolError {
    ToolError::new(ErrorCode::ActionFailed, words).with(json!({ "target": at, "seen": name, LASTING: true }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::plan::stairs;

    const FEET: BlockPos = BlockPos { x: 8, y: 64, z: 8 };

    /// Dirt up to 63, but for these places.
    fn land(others: &[((i32, i32, i32), &str)]) -> SeenWorld {
        stairs::tests::land("dirt", others)
    }

    fn terrace(ahead: bool) -> Terrace {
        Terrace { width: 5, depth: 3, height: 8, ahead }
    }

    #[test]
    fn it_lies_around_the_bot_or_where_it_looks() {
        let level = |yaw, ahead| {
            let found = survey(&land(&[]), FEET, Some(yaw), terrace(ahead)).unwrap().floor;
            (found.low(), found.high())
        };
        let at = |x, z| BlockPos::new(x, 63, z);
        assert_eq!(level(0.0, false), (at(6, 7), at(10, 9)));
        assert_eq!(level(0.0, true), (at(6, 9), at(10, 11)), "south");
        assert_eq!(level(180.0, true), (at(6, 5), at(10, 7)), "north");
        assert_eq!(level(90.0, true), (at(5, 6), at(7, 10)), "west");
        assert_eq!(level(-90.0, true), (at(9, 6), at(11, 10)), "east");
    }

    #[test]
    fn hills_go_and_holes_are_counted() {
        let hill = [((7, 64, 8), "dirt"), ((7, 65, 8), "grass_block"), ((9, 64, 8), "oak_log"), ((9, 64, 9), "poppy")];
        let holes = [((6, 63, 7), "air"), ((10, 63, 9), "water"), ((10, 62, 9), "water"), ((8, 63, 9), "poppy")];
        let found = survey(&land(&[hill, holes].concat()), FEET, None, terrace(false)).unwrap();
        assert_eq!((found.free, found.blocks.values().sum::<u32>(), found.beyond), (3, 4, 0));
    }

    #[test]
    fn what_somebody_has_put_there_and_fluids_refuse() {
        let told = |at, name| survey(&land(&[(at, name)]), FEET, None, terrace(false)).unwrap_err().message;
        for name in ["oak_planks", "cobblestone", "torch", "wheat", "stripped_oak_log", "chest"] {
            assert!(told((7, 64, 8), name).contains("stands at 7, 64, 8: take it down first"), "{name}");
        }
        assert!(told((7, 63, 8), "farmland").contains("farmland stands at 7, 63, 8"));
        assert!(told((7, 64, 8), "water").contains("water at 7, 64, 8, above"));
        assert!(told((7, 63, 8), "lava").contains("lava at 7, 63, 8"));
        let wide = Terrace { width: 20, ..terrace(false) };
        assert!(survey(&land(&[]), FEET, None, wide).unwrap_err().message.contains("nobody has seen"));
    }
}
