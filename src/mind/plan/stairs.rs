//! A stair that is dug: where each step is, which way the ground lets it go, and where a step has to be laid.

use std::collections::BTreeMap;

use serde_json::json;

use super::{
    grammar::{Reach, Stair},
    terraces::is_of_the_land,
};
use crate::{
    domain::{BlockPos, ErrorCode, LASTING, Side, ToolError, Volume},
    knowledge::{self, Block, block_of_state},
    voxel::SeenWorld,
};

/// How high it is, in blocks: who goes up jumps.
const HIGH: i32 = 3;
/// The most steps of one stair.
const MOST: i32 = 200;

/// A stair in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    pub way: Side,
    pub steps: Vec<Tread>,
    /// What is dug away for it, air left out.
    pub blocks: BTreeMap<&'static str, u32>,
}

/// A step of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tread {
    /// What is cleared.
    pub room: Volume,
    /// What is stood on, where nothing is there to stand on.
    pub laid: Option<BlockPos>,
}

impl Tread {
    /// Where the feet are on it.
    pub fn feet(&self) -> BlockPos {
        self.room.low()
    }
}

/// The way that is said, or the first that the ground allows, from where the bot looks on.
///
/// # Errors
/// `INVALID_PARAMS`: it leads nowhere. `RESOURCE_NOT_FOUND`: nobody has seen the ground there. `ACTION_FAILED`: something is in the way.
pub fn flight(blocks: &SeenWorld, feet: BlockPos, yaw: Option<f32>, stair: Stair) -> Result<Flight, ToolError> {
    let look = yaw.map_or(Side::South, Side::of_yaw);
    let ways =
        stair.way.map_or(vec![look, look.clockwise(), look.counterclockwise(), look.opposite()], |way| vec![way]);
    let mut first = None;
    for way in ways {
        match going(blocks, feet, way, stair) {
            Ok(flight) => return Ok(flight),
            Err(error) if error.code == ErrorCode::InvalidParams => return Err(error),
            Err(error) => _ = first.get_or_insert(error),
        }
    }
    Err(first.expect("some way was tried"))
}

fn going(blocks: &SeenWorld, feet: BlockPos, way: Side, stair: Stair) -> Result<Flight, ToolError> {
    let (dx, _, dz) = way.step();
    let rise = if stair.down { -1 } else { 1 };
    let at = |step: i32| feet.offset(dx * step, rise * step, dz * step);
    let room = |at: BlockPos| Volume::between(at, at.offset(0, HIGH - 1, 0));
    let count = steps(blocks, feet, stair, at)?;
    let mut rooms: Vec<Volume> = (1..=count).map(|step| room(at(step))).collect();
    // Who jumps up from the first takes some room over the head.
    if !stair.down {
        rooms.insert(0, room(feet));
    }
    let mut found = BTreeMap::new();
    let mut treads = Vec::new();
    for room in &rooms {
        for at in room.cells() {
            let block = diggable(blocks, at, &rooms)?;
            if !knowledge::is_air(block.name) {
                *found.entry(block.name).or_insert(0) += 1;
            }
        }
        let laid = if room.low() == feet { None } else { laid(blocks, room.low().down(), &rooms)? };
        treads.push(Tread { room: *room, laid });
    }
    Ok(Flight { way, steps: treads, blocks: found })
}

/// How many steps that is.
fn steps(blocks: &SeenWorld, feet: BlockPos, stair: Stair, at: impl Fn(i32) -> BlockPos) -> Result<i32, ToolError> {
    let invalid = |words: String| ToolError::new(ErrorCode::InvalidParams, words);
    let count = match stair.reach {
        Reach::Steps(count) => i32::try_from(count).unwrap_or(i32::MAX),
        Reach::Height(y) if stair.down == (y < feet.y) && y != feet.y => y.saturating_sub(feet.y).saturating_abs(),
        Reach::Height(y) => {
            let (there, another) = if stair.down { ("below", "lower") } else { ("above", "higher") };
            return Err(invalid(format!("y {y} is not {there} where I stand, at y {}: say a {another} one", feet.y)));
        }
        Reach::Surface => {
            let ground = |step: i32| blocks.ground_level(at(step).x, at(step).z).ok_or_else(|| unseen(at(step)));
            let mut step = 1;
            while step <= MOST && ground(step)? > at(step).y {
                step += 1;
            }
            // Up to the last that is in the ground, and the one that leads onto it.
            let count = if ground(step)? == at(step).y { step } else { step - 1 };
            if count < 1 {
                return Err(invalid("I stand on the surface already".to_owned()));
            }
            count
        }
    };
    if count > MOST {
        return Err(invalid(format!("a staircase has at most {MOST} steps, and that is {count}")));
    }
    Ok(count)
}

/// A block that can be dug away without anything running in.
fn diggable(blocks: &SeenWorld, at: BlockPos, rooms: &[Volume]) -> Result<&'static Block, ToolError> {
    let (state, block) = seen(blocks, at)?;
    if knowledge::is_fluid(block.name) {
        return Err(refused(format!("there is {} at {at}, where the staircase leads", block.name), at, block.name));
    }
    if block.hardness.is_none() && !knowledge::is_air(block.name) {
        return Err(refused(format!("{} at {at} cannot be broken", block.name), at, block.name));
    }
    if !is_of_the_land(block, state) {
        return Err(in_the_way(block.name, at));
    }
    let beside = Side::LEVEL.map(|side| at.beside(side)).into_iter().chain([at.up()]);
    for beside in beside.filter(|beside| !rooms.iter().any(|room| room.contains(*beside))) {
        let other = seen(blocks, beside)?.1.name;
        if knowledge::is_fluid(other) {
            return Err(refused(format!("{other} at {beside} would run into the staircase"), beside, other));
        }
    }
    Ok(block)
}

/// Where a step has to be laid.
fn laid(blocks: &SeenWorld, floor: BlockPos, rooms: &[Volume]) -> Result<Option<BlockPos>, ToolError> {
    let (state, block) = seen(blocks, floor)?;
    if knowledge::fills_its_place(state) {
        return Ok(None);
    }
    if knowledge::is_fluid(block.name) {
        return Err(refused(format!("there is {} at {floor}, under the staircase", block.name), floor, block.name));
    }
    if !knowledge::is_air(block.name) && !knowledge::is_replaceable(block, state) {
        return Err(in_the_way(block.name, floor));
    }
    let stays = |at: &BlockPos| !rooms.iter().any(|room| room.contains(*at));
    let mut beside = Side::LEVEL.map(|side| floor.beside(side)).into_iter().chain([floor.down()]).filter(stays);
    match beside.any(|at| blocks.get(at).is_some_and(knowledge::fills_its_place)) {
        true => Ok(Some(floor)),
        false => Err(refused(format!("the staircase would hang in the air at {floor}"), floor, block.name)),
    }
}

fn seen(blocks: &SeenWorld, at: BlockPos) -> Result<(u16, &'static Block), ToolError> {
    blocks.get(at).and_then(|state| Some((state, block_of_state(state)?))).ok_or_else(|| unseen(at))
}

fn unseen(at: BlockPos) -> ToolError {
    let words = format!("nobody has seen what is at {at}, where the staircase leads: say fewer steps, or another way");
    ToolError::new(ErrorCode::ResourceNotFound, words).with(json!({ "target": at }))
}

fn in_the_way(name: &'static str, at: BlockPos) -> ToolError {
    refused(format!("{} stands at {at}, in the way of the staircase", name.replace('_', " ")), at, name)
}

fn refused(words: String, at: BlockPos, name: &str) -> ToolError {
    let words = format!("{words}: say another way (dig a staircase down 10 blocks to the north), or dig it elsewhere");
    ToolError::new(ErrorCode::ActionFailed, words).with(json!({ "target": at, "seen": name, LASTING: true }))
}

#[cfg(test)]
pub mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        knowledge::placing::state_named,
        voxel::{Column, Section},
    };

    const FEET: BlockPos = BlockPos { x: 8, y: 64, z: 8 };

    /// A block from 32 up to 63, but for these places of the chunk at the origin.
    pub fn land(ground: &str, others: &[((i32, i32, i32), &str)]) -> SeenWorld {
        let ground = state_named(ground).unwrap();
        let (mut below, mut above) = ([ground; 4096], [0; 4096]);
        for ((x, y, z), name) in others {
            let layer = if *y < 64 { &mut below } else { &mut above };
            layer[((y & 15) << 8 | z << 4 | x) as usize] = state_named(name).unwrap();
        }
        let sections = vec![Section::Uniform(ground), Section::from_states(&below), Section::from_states(&above)];
        let mut land = SeenWorld::default();
        land.insert(BlockPos::default().chunk(), Arc::new(Column { min_y: 32, sections }));
        land
    }

    fn down(reach: Reach, way: Option<Side>) -> Stair {
        Stair { down: true, reach, way }
    }

    #[test]
    fn it_goes_a_step_down_a_block_the_way_the_bot_looks() {
        let found = flight(&land("stone", &[]), FEET, Some(90.0), down(Reach::Steps(3), None)).unwrap();
        let feet: Vec<BlockPos> = found.steps.iter().map(Tread::feet).collect();
        assert_eq!(feet, [(7, 63), (6, 62), (5, 61)].map(|(x, y)| BlockPos::new(x, y, 8)), "west");
        assert!(found.steps.iter().all(|step| step.laid.is_none() && step.room.size() == [1, 3, 1]));
        assert_eq!(found.blocks.get("stone"), Some(&(1 + 2 + 3)));
        let deep = flight(&land("stone", &[]), FEET, None, down(Reach::Height(60), Some(Side::North))).unwrap();
        assert_eq!((deep.steps.len(), deep.way), (4, Side::North));
        assert!(flight(&land("stone", &[]), FEET, None, down(Reach::Height(64), None)).is_err());
        assert!(flight(&land("stone", &[]), FEET, None, down(Reach::Steps(20), None)).is_err(), "out of sight");
    }

    #[test]
    fn what_would_run_in_turns_it_aside_unless_the_way_is_said() {
        let wet = land("stone", &[((6, 62, 9), "lava")]);
        let found = flight(&wet, FEET, Some(90.0), down(Reach::Steps(3), None)).unwrap();
        assert_eq!(found.way, Side::North, "to the right of who looks west");
        let refused = flight(&wet, FEET, None, down(Reach::Steps(3), Some(Side::West))).unwrap_err().message;
        assert!(refused.contains("lava at 6, 62, 9 would run into"), "{refused}");
    }

    #[test]
    fn a_step_is_laid_over_a_gap_and_none_hangs_in_the_air() {
        let gap = land("stone", &[((7, 62, 8), "air")]);
        let found = flight(&gap, FEET, Some(90.0), down(Reach::Steps(2), None)).unwrap();
        assert_eq!(found.steps[0].laid, Some(BlockPos::new(7, 62, 8)));
        let cave: Vec<_> =
            (5..9).flat_map(|x| (60..63).flat_map(move |y| (7..10).map(move |z| ((x, y, z), "air")))).collect();
        let refused =
            flight(&land("stone", &cave), FEET, None, down(Reach::Steps(2), Some(Side::West))).unwrap_err().message;
        assert!(refused.contains("would hang in the air at 7, 62, 8"), "{refused}");
    }

    #[test]
    fn up_ends_on_the_surface() {
        let mine: Vec<_> = (60..62).map(|y| ((8, y, 8), "air")).collect();
        let up = |reach| Stair { down: false, reach, way: Some(Side::East) };
        let feet = BlockPos::new(8, 60, 8);
        let found = flight(&land("stone", &mine), feet, None, up(Reach::Surface)).unwrap();
        assert_eq!(found.steps.last().map(Tread::feet), Some(BlockPos::new(12, 64, 8)));
        assert_eq!(found.steps[0].room, Volume::between(feet, feet.offset(0, 2, 0)), "room to jump");
        assert!(flight(&land("stone", &mine), FEET, None, up(Reach::Surface)).is_err(), "it is there already");
    }
}
