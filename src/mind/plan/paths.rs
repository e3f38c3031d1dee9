//! A path: which blocks of the ground along a way are to be another block.

use std::collections::{BTreeMap, HashMap, VecDeque};

use serde_json::json;

use super::{
    grammar::{Path, PathEnd},
    terraces::is_of_the_land,
};
use crate::{
    domain::{BlockPos, ErrorCode, LASTING, Side, ToolError, Volume},
    knowledge::{self, block_of_state},
    voxel::SeenWorld,
};

/// How far off that may be where it leads, in blocks.
const FAR: i32 = 48;

/// The ground of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Paving {
    /// Straight runs on one height, in order, of what is not that block yet.
    pub runs: Vec<Volume>,
    /// What is dug away there.
    pub blocks: BTreeMap<&'static str, u32>,
    pub first: BlockPos,
    pub last: BlockPos,
}

impl Paving {
    /// How many blocks are to be laid.
    pub fn count(&self) -> u32 {
        self.runs.iter().map(|run| run.count() as u32).sum()
    }
}

/// The ground along a way that one can walk, from where the bot stands.
///
/// # Errors
/// `RESOURCE_NOT_FOUND`: what it leads to was not seen. `ACTION_FAILED`: no path can be there.
pub fn paving(blocks: &SeenWorld, feet: BlockPos, yaw: Option<f32>, path: &Path) -> Result<Paving, ToolError> {
    let ground = match &path.end {
        PathEnd::Long { long, way } => {
            let way = way.unwrap_or_else(|| yaw.map_or(Side::South, Side::of_yaw));
            straight(blocks, feet, way, *long, path.block)?
        }
        PathEnd::To(kind) => led_to(blocks, feet, kind, path.block)?,
    };
    let (Some(first), Some(last)) = (ground.first().copied(), ground.last().copied()) else {
        return Err(no_path("it stands right beside me: there is no room for a path".to_owned(), feet));
    };
    let is_there =
        |at: &BlockPos| blocks.get(*at).and_then(block_of_state).is_some_and(|block| block.name == path.block);
    let mut runs: Vec<Volume> = Vec::new();
    for at in ground.iter().filter(|at| !is_there(at)) {
        match runs.last_mut().filter(|run| goes_on(**run, *at)) {
            Some(run) => *run = run.around(Volume::block(*at)),
            None => runs.push(Volume::block(*at)),
        }
    }
    let mut dug = BTreeMap::new();
    for block in runs.iter().flat_map(|run| run.cells()).filter_map(|at| blocks.get(at).and_then(block_of_state)) {
        *dug.entry(block.name).or_insert(0) += 1;
    }
    Ok(Paving { runs, blocks: dug, first, last })
}

/// Whether a block makes a straight run longer by one.
fn goes_on(run: Volume, at: BlockPos) -> bool {
    let longer = run.around(Volume::block(at));
    let [width, height, depth] = longer.size();
    height == 1 && (width == 1 || depth == 1) && longer.count() == run.count() + 1
}

fn straight(blocks: &SeenWorld, feet: BlockPos, way: Side, long: u32, block: &str) -> Result<Vec<BlockPos>, ToolError> {
    let mut ground = Vec::new();
    let mut from = feet;
    for _ in 0..long {
        let next = from.beside(way);
        let found = step(blocks, from, next.x, next.z, block);
        from = found.map_err(|why| no_path(format!("the path cannot go on to {}, {}: {why}", next.x, next.z), next))?;
        ground.push(from.down());
    }
    Ok(ground)
}

/// The shortest way to beside the nearest of a kind.
fn led_to(blocks: &SeenWorld, feet: BlockPos, kind: &str, block: &str) -> Result<Vec<BlockPos>, ToolError> {
    let sought = knowledge::blocks_sought(kind);
    let is_it = |state: u16| sought.iter().any(|block| block.states().contains(&state));
    let is_near = |at: &BlockPos| at.center().horizontal_distance(feet.center()) <= f64::from(FAR);
    let called = kind.replace('_', " ");
    let Some(thing) = blocks.nearest(feet, &is_it).filter(is_near) else {
        let words = format!("no {called} has been seen within {FAR} blocks (say: explore until you find {called})");
        return Err(ToolError::new(ErrorCode::ResourceNotFound, words).with(json!({ "target": kind })));
    };
    let is_beside = |at: BlockPos| {
        at.level_distance(thing) <= 1 && (at.x == thing.x) != (at.z == thing.z) && (at.y - thing.y).abs() <= 1
    };
    let mut came_from: HashMap<BlockPos, Option<BlockPos>> = HashMap::from([(feet, None)]);
    let mut open = VecDeque::from([feet]);
    while let Some(at) = open.pop_front() {
        if is_beside(at) {
            let mut way: Vec<BlockPos> = std::iter::successors(Some(at), |at| came_from[at]).collect();
            way.pop();
            way.reverse();
            return Ok(way.into_iter().map(BlockPos::down).collect());
        }
        // Straight on first, so that it turns seldom.
        let before = came_from[&at]
            .and_then(|before| Side::LEVEL.into_iter().find(|side| side.step() == level_step(before, at)));
        let sides = before.into_iter().chain(Side::LEVEL.into_iter().filter(|side| Some(*side) != before));
        for next in sides.map(|side| at.beside(side)).filter(|next| next.level_distance(feet) <= 2 * FAR as u32) {
            if let Ok(next) = step(blocks, at, next.x, next.z, block)
                && !came_from.contains_key(&next)
            {
                came_from.insert(next, Some(at));
                open.push_back(next);
            }
        }
    }
    let words = format!("there is no open way on the ground to the {called} at {thing} that could be paved");
    Err(no_path(words, thing))
}

fn level_step(from: BlockPos, to: BlockPos) -> (i32, i32, i32) {
    (to.x - from.x, 0, to.z - from.z)
}

/// Where one stands on the next column of a path; why not, where none can go on there.
fn step(blocks: &SeenWorld, from: BlockPos, x: i32, z: i32, block: &str) -> Result<BlockPos, String> {
    let heights = [0, 1, -1].map(|up| BlockPos::new(x, from.y + up, z));
    let name = |at: BlockPos| blocks.get(at).and_then(block_of_state).map(|block| block.name);
    // What grows on the ground goes.
    let gives_way = |at: BlockPos| {
        let there = blocks.get(at).and_then(|state| Some((state, block_of_state(state)?)));
        there.is_some_and(|(state, block)| {
            let grows = is_of_the_land(block, state) && knowledge::collision(state).is_empty();
            grows && !knowledge::is_fluid(block.name)
        })
    };
    let is_ground = |at: BlockPos| {
        let there = blocks.get(at).and_then(|state| Some((state, block_of_state(state)?)));
        there.is_some_and(|(state, ground)| {
            let firm = knowledge::fills_its_place(state) || ground.name == "dirt_path";
            firm && (ground.name == block || is_of_the_land(ground, state) && !knowledge::is_tree(ground.name))
        })
    };
    let stands = |at: &BlockPos| gives_way(*at) && gives_way(at.up()) && is_ground(at.down());
    // What falls needs something below it.
    let holds = |at: &BlockPos| {
        !knowledge::falls(block) || blocks.get(at.down().down()).is_some_and(knowledge::fills_its_place)
    };
    match heights.into_iter().find(stands) {
        Some(at) if holds(&at) => Ok(at),
        Some(_) => Err(format!("{} would fall there", block.replace('_', " "))),
        None => Err(
            match heights
                .iter()
                .flat_map(|at| [*at, at.down()])
                .find_map(|at| name(at).filter(|_| !gives_way(at) && !is_ground(at)))
            {
                Some(other) => format!("{} is in the way", other.replace('_', " ")),
                None => "it is too steep there, or nobody has seen it".to_owned(),
            },
        ),
    }
}

fn no_path(words: String, at: BlockPos) -> ToolError {
    ToolError::new(ErrorCode::ActionFailed, words).with(json!({ "target": at, LASTING: true }))
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

    fn told(land: &SeenWorld, end: PathEnd) -> Result<Vec<(BlockPos, BlockPos)>, String> {
        let found = paving(land, FEET, Some(180.0), &Path { block: "gravel", end });
        found
            .map(|paving| paving.runs.iter().map(|run| (run.low(), run.high())).collect())
            .map_err(|error| error.message)
    }

    fn long(long: u32, way: Option<Side>) -> PathEnd {
        PathEnd::Long { long, way }
    }

    #[test]
    fn a_path_goes_over_steps_and_leaves_what_is_paved() {
        let at = |x, y, z| BlockPos::new(x, y, z);
        let hill = land(&[((8, 64, 5), "dirt"), ((8, 64, 4), "gravel"), ((8, 64, 7), "poppy")]);
        assert_eq!(told(&hill, long(4, None)), Ok(vec![(at(8, 63, 6), at(8, 63, 7)), (at(8, 64, 5), at(8, 64, 5))]));
        let wall = land(&[((8, 64, 6), "oak_planks"), ((8, 65, 6), "oak_planks")]);
        assert!(told(&wall, long(4, None)).unwrap_err().contains("oak planks is in the way"));
        assert!(told(&land(&[((8, 62, 7), "air")]), long(1, None)).unwrap_err().contains("gravel would fall there"));
    }

    #[test]
    fn a_path_leads_around_what_stands_there_to_beside_the_thing() {
        let wall = [6, 7, 8, 9].map(|x| ((x, 64, 6), "oak_planks"));
        let high = [6, 7, 8, 9].map(|x| ((x, 65, 6), "oak_planks"));
        let chest = [((8, 64, 2), "chest")];
        let land = land(&[wall.as_slice(), &high, &chest].concat());
        let found = paving(&land, FEET, None, &Path { block: "gravel", end: PathEnd::To("chest".to_owned()) }).unwrap();
        assert_eq!(found.last, BlockPos::new(9, 63, 2), "beside it: {found:?}");
        assert!(found.count() >= 8);
        assert!(told(&land, PathEnd::To("furnace".to_owned())).unwrap_err().contains("no furnace has been seen"));
    }
}
