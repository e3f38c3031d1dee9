//! Where a building goes: the nearest place that is flat, dry and clear enough, or the one that was named.

use std::{collections::BTreeMap, num::NonZeroU32};

use serde_json::json;

use super::grammar::{Coord, Project};
use crate::{
    construction::{Building, Format, Plan, plan_called},
    domain::{BlockPos, Build, ErrorCode, Side, ToolError, Vec3},
    knowledge::{self, Block},
    voxel::SeenWorld,
};

/// How far around one looks, in blocks.
const FAR: i32 = 40;
/// What digging a block away costs against walking a block, and what a cell over a hole does.
const DIGGING: i32 = 3;
const HOLE: i32 = 2;
/// What a block of a tree so near that it is in the way of who builds costs, and how near that is, in blocks.
const CROWN: i32 = 1;
const NEAR: i32 = 2;
/// What a step too high before the front costs.
const STEP: i32 = 12;
/// What it costs that its front looks away from whoever wants it: more than any way to where it need not.
const LOOKS_AWAY: i32 = 2 * FAR;
/// How far around a place that is named the ground counts, in blocks.
const MARGIN: i32 = 3;
/// How far from what it is to stand by a building still stands by it, in blocks.
const BY: i32 = 4;
/// How much higher or lower than most of the ground some of it may be, in blocks.
const UNEVEN: i32 = 4;

/// The parameter of blueprints that are of wood.
const WOOD: &str = "wood";
pub const WOOD_OF_MOST: &str = "oak";

/// A place for a building, and what has to be dug away there.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    pub build: Build,
    pub dug: BTreeMap<&'static str, u32>,
}

/// What a building is to stand by: the box around it, and on which side of that, where it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    pub low: BlockPos,
    pub high: BlockPos,
    pub side: Option<Side>,
}

impl Anchor {
    fn middle(&self) -> BlockPos {
        let half = |low: i32, high: i32| (low + high).div_euclid(2);
        BlockPos::new(half(self.low.x, self.high.x), self.low.y, half(self.low.z, self.high.z))
    }

    /// How far from it a building of this size stands, in blocks: 1 is right beside it. `None`: on another side, or over it.
    fn gap(&self, (x, z): (i32, i32), width: i32, depth: i32) -> Option<i32> {
        let off = |low: i32, high: i32, from: i32, size: i32| (low - (from + size - 1)).max(from - high).max(0);
        let (east_west, north_south) = (off(self.low.x, self.high.x, x, width), off(self.low.z, self.high.z, z, depth));
        let is_on_side = match self.side {
            None => true,
            Some(Side::East) => x > self.high.x && north_south == 0,
            Some(Side::West) => x < self.low.x && north_south == 0,
            Some(Side::South) => z > self.high.z && east_west == 0,
            Some(Side::North) => z < self.low.z && east_west == 0,
            Some(_) => false,
        };
        Some(east_west.max(north_south)).filter(|gap| is_on_side && *gap > 0)
    }
}

/// What a project asks for, wherever it is to be. `wood`: where none is said.
///
/// # Errors
/// `INVALID_PARAMS`: there is no such blueprint, or it cannot be made so.
pub fn asked(project: &Project, wood: &str) -> Result<Build, ToolError> {
    let Project { width, mut height, depth, facing, mirror, together, .. } = *project;
    let (mut with, without) = (project.instead.clone(), project.without.clone());
    let said = project.wood.map(str::to_owned);
    let name = &project.blueprint;
    if Format::of(name).is_some() {
        if let Some(said) = said {
            let message = format!("{name} is of the blocks that it names (say: with {said} instead of {WOOD_OF_MOST})");
            return Err(ToolError::new(ErrorCode::InvalidParams, message).with(json!({ "blueprint": name })));
        }
    } else if let Plan::Drawing(drawing) = plan_called(name, &with, &without)? {
        height = height.map(|height| height + drawing.sunk.unsigned_abs());
        let wood = said.or_else(|| drawing.parameters.contains_key(WOOD).then(|| wood.to_owned()));
        with.extend(wood.map(|wood| (WOOD.to_owned(), wood)));
    }
    let build = Build::new(name, BlockPos::default());
    let together = together.and_then(NonZeroU32::new);
    let build = Build { with, without, width, height, depth, facing, mirror, together, ..build };
    Building::of(&build).map(|_| build)
}

fn placed(build: &Build, at: BlockPos, facing: Side) -> Build {
    let BlockPos { x, y, z } = at;
    Build { x, y, z, facing: Some(facing), ..build.clone() }
}

/// Where it goes. `others`: where other players stand; `anchor`: by what it is to stand.
///
/// # Errors
/// `INVALID_PARAMS`: it cannot be made so. `ACTION_FAILED`: there is no room for it, or not there.
pub fn plot(
    blocks: &SeenWorld,
    from: Vec3,
    others: &[BlockPos],
    anchor: Option<Anchor>,
    project: &Project,
    wood: &str,
) -> Result<Plot, ToolError> {
    // What several build must come out the same for each, wherever they stand.
    let is_alone = project.together.is_none();
    let asked = asked(project, if is_alone { wood } else { WOOD_OF_MOST })?;
    // What another program has saved has no front that could look at somebody: it stands as it was.
    let sides = match project.facing {
        Some(side) => vec![side],
        None if !is_alone || Format::of(&project.blueprint).is_some() => vec![asked.facing()],
        None => Side::LEVEL.to_vec(),
    };
    let of = |side: &Side| Ok((*side, Building::of(&placed(&asked, BlockPos::default(), *side))?));
    let turned: Vec<(Side, Building)> = sides.iter().map(of).collect::<Result<_, ToolError>>()?;
    let feet = from.block();
    let axis = |coord: Coord, feet: i32| match coord {
        Coord::Absolute(at) => at,
        Coord::Relative(off) => feet + off,
    };
    if let Some((x, y, z)) = project.at {
        let (x, z) = (axis(x, feet.x), axis(z, feet.z));
        let (side, building) = turned.iter().min_by_key(|(side, _)| away(*side, feet, x, z)).expect("some side");
        let [width, _, depth] = building.blueprint().size;
        let (x, z) = if project.by_corner { (x, z) } else { (x - width / 2, z - depth / 2) };
        let y = match y {
            Some(y) => axis(y, feet.y),
            // Whoever names a place means it, however uneven it is.
            None => {
                let heights = heights(blocks, building, x, z);
                let mut heights = heights.map_err(|fault| fault.told(building, BlockPos::new(x, feet.y, z)))?;
                // Not at the bottom of a ravine that runs through there.
                let [(x0, x1), (z0, z1)] = [(x, x + width), (z, z + depth)];
                let around = (x0 - MARGIN..x1 + MARGIN).flat_map(|x| (z0 - MARGIN..z1 + MARGIN).map(move |z| (x, z)));
                let beside = around.filter(|(x, z)| !((x0..x1).contains(x) && (z0..z1).contains(z)));
                heights.extend(beside.filter_map(|(x, z)| blocks.ground_level(x, z)));
                heights.sort_unstable();
                most(&heights)
            }
        };
        let at = BlockPos::new(x, y, z);
        let (_, dug) = survey(blocks, building, at).map_err(|fault| fault.told(building, at))?;
        return Ok(Plot { build: placed(&asked, at, *side), dug });
    }
    let mut best: Option<(i32, Plot)> = None;
    let mut columns: Vec<(i32, i32)> = (-FAR..=FAR).flat_map(|x| (-FAR..=FAR).map(move |z| (x, z))).collect();
    columns.sort_by_key(|(x, z)| (x * x + z * z, *x, *z));
    let middle = anchor.map_or(feet, |anchor| anchor.middle());
    for (dx, dz) in columns {
        let (x, z) = (middle.x + dx, middle.z + dz);
        let distance = dx.abs().max(dz.abs());
        if anchor.is_none() && best.as_ref().is_some_and(|(cost, _)| *cost <= distance) {
            break;
        }
        // It looks at whoever wants it, where it has room so.
        let looks = |side: Side| away(side, feet, x, z);
        let most = turned.iter().map(|(side, _)| looks(*side)).min().unwrap_or_default();
        for (side, building) in &turned {
            let distance = distance + if looks(*side) == most { 0 } else { LOOKS_AWAY };
            let [width, _, depth] = building.blueprint().size;
            let (x, z) = (x - width / 2, z - depth / 2);
            let distance = match anchor.map(|anchor| anchor.gap((x, z), width, depth)) {
                None => distance,
                Some(Some(gap)) if gap <= BY => gap + distance,
                Some(_) => continue,
            };
            if best.as_ref().is_some_and(|(cost, _)| *cost <= distance) {
                continue;
            }
            // Nobody is built in.
            let mut people = others.iter().chain([&feet]);
            let stands_in = people.any(|at| (x..x + width).contains(&at.x) && (z..z + depth).contains(&at.z));
            let Some(y) = level(blocks, building, x, z).filter(|y| !stands_in && (y - feet.y).abs() <= FAR / 2) else {
                continue;
            };
            let at = BlockPos::new(x, y, z);
            let Ok((cost, dug)) = survey(blocks, building, at) else { continue };
            let cost = cost + distance + STEP * steps_before(blocks, building, *side, at);
            if best.as_ref().is_some_and(|(least, _)| *least <= cost) {
                continue;
            }
            let is_meant = anchor.is_some_and(|anchor| anchor.side.is_some());
            if !is_meant && bars_a_door(blocks, at, width, depth) {
                continue;
            }
            let cost = cost + CROWN * trees_beside(blocks, building, at);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, Plot { build: placed(&asked, at, *side), dug }));
            }
        }
    }
    best.map(|(_, plot)| plot).ok_or_else(|| {
        let within = match anchor {
            Some(anchor) => format!("right beside {}", anchor.low),
            None => format!("within {FAR} blocks"),
        };
        let message = format!(
            "there is no dry and clear ground for it {within} (say where: build {} at 40 -25)",
            turned.first().map_or("it", |(_, building)| building.blueprint().title.as_str())
        );
        ToolError::new(ErrorCode::ActionFailed, message).with(json!({ "blueprint": project.blueprint }))
    })
}

/// Whether what stands there, so wide and deep, would stand right before or behind a door or a gate.
fn bars_a_door(blocks: &SeenWorld, at: BlockPos, width: i32, depth: i32) -> bool {
    let ((x0, x1), (z0, z1)) = ((at.x, at.x + width), (at.z, at.z + depth));
    let is_on_it = |at: BlockPos| (x0..x1).contains(&at.x) && (z0..z1).contains(&at.z);
    let around = (x0 - 1..=x1).flat_map(|x| (z0 - 1..=z1).map(move |z| BlockPos::new(x, at.y, z)));
    around.filter(|at| !is_on_it(*at)).any(|door| {
        let way = blocks.get(door).and_then(knowledge::way_through);
        way.is_some_and(|way| is_on_it(door.beside(way)) || is_on_it(door.beside(way.opposite())))
    })
}

/// How far a front that looks there looks away from whoever wants it.
fn away(side: Side, feet: BlockPos, x: i32, z: i32) -> i32 {
    let (dx, _, dz) = side.step();
    dx * (x - feet.x) + dz * (z - feet.z)
}

/// The height on which one stands on most of its ground; `None` where that was not seen, is water, or is too uneven.
fn level(blocks: &SeenWorld, building: &Building, x: i32, z: i32) -> Option<i32> {
    let heights = heights(blocks, building, x, z).ok()?;
    let most = most(&heights);
    heights.iter().all(|y| (y - most).abs() <= UNEVEN).then_some(most)
}

/// On what heights one stands on its ground, in order.
fn heights(blocks: &SeenWorld, building: &Building, x: i32, z: i32) -> Result<Vec<i32>, Unfit> {
    let [width, _, depth] = building.blueprint().size;
    let height = |(x, z): (i32, i32)| {
        blocks.ground_level(x, z).ok_or_else(|| match blocks.surface(x, z) {
            Some(top) => {
                let name = knowledge::block_of_state(top.state).map_or("nothing to stand on", |block| block.name);
                Unfit::Taken(BlockPos::new(x, top.y, z), name)
            }
            None => Unfit::Unseen(BlockPos { x, y: 0, z }),
        })
    };
    let columns = (x..x + width).flat_map(|x| (z..z + depth).map(move |z| (x, z)));
    let mut heights: Vec<i32> = columns.map(height).collect::<Result<_, Unfit>>()?;
    heights.sort_unstable();
    Ok(heights)
}

fn most(heights: &[i32]) -> i32 {
    heights[heights.len() / 2]
}

/// Why a building cannot stand somewhere.
enum Unfit {
    Unseen(BlockPos),
    Taken(BlockPos, &'static str),
}

impl Unfit {
    fn told(self, building: &Building, at: BlockPos) -> ToolError {
        match self {
            Self::Unseen(at) => unseen(at.x, at.z),
            Self::Taken(place, name) => {
                let what = building.blueprint().called();
                let message = format!("{name} stands at {place}, where the {what} is to be: say another place");
                ToolError::new(ErrorCode::ActionFailed, message)
                    .with(json!({ "target": place, "seen": name, "place": at }))
            }
        }
    }
}

fn unseen(x: i32, z: i32) -> ToolError {
    let message = format!("nobody has seen the ground at {x}, {z} (say: go there, then build it here)");
    ToolError::new(ErrorCode::ResourceNotFound, message).with(json!({ "target": [x, z] }))
}

/// Whether somebody has put it there, or grows it.
fn is_put_up(block: &Block) -> bool {
    let is_sown = block.name == "farmland" || knowledge::is_tagged(block.name, "crops");
    is_sown || !knowledge::is_ground(block.name) && knowledge::dig_ticks(block, None) != Some(0)
}

/// What the ground costs there, and what is dug away.
fn survey(blocks: &SeenWorld, building: &Building, at: BlockPos) -> Result<(i32, BTreeMap<&'static str, u32>), Unfit> {
    let (mut cost, mut dug) = (0, BTreeMap::new());
    for (place, wanted) in building.wants() {
        let place = BlockPos::new(place.x + at.x, place.y + at.y, place.z + at.z);
        let state = blocks.get(place).ok_or(Unfit::Unseen(place))?;
        let block = knowledge::block_of_state(state).ok_or(Unfit::Unseen(place))?;
        if knowledge::is_fluid(block.name) {
            return Err(Unfit::Taken(place, block.name));
        }
        if wanted.is_met(state) || knowledge::is_air(block.name) {
            // Nothing under what lies in the ground.
            let is_lowest = place.y == at.y - building.blueprint().sunk && building.blueprint().sunk > 0;
            cost += if is_lowest && !wanted.is_air() { HOLE } else { 0 };
            continue;
        }
        if is_put_up(block) {
            return Err(Unfit::Taken(place, block.name));
        }
        *dug.entry(block.name).or_insert(0) += 1;
        // What lies in the ground is dug in any case.
        cost += if place.y < at.y { 0 } else { DIGGING };
    }
    // Nothing is laid under what stands there already.
    let sunk = building.wants().filter(|(place, wanted)| place.y < 0 && !wanted.is_air());
    for over in sunk.map(|(place, _)| place.up()).filter(|over| building.wanted(*over).is_none()) {
        let over = BlockPos::new(over.x + at.x, over.y + at.y, over.z + at.z);
        let there = blocks.get(over).and_then(knowledge::block_of_state);
        if let Some(block) = there.filter(|block| is_put_up(block)) {
            return Err(Unfit::Taken(over, block.name));
        }
    }
    Ok((cost, dug))
}

/// How much of trees stands beside it and over it.
fn trees_beside(blocks: &SeenWorld, building: &Building, at: BlockPos) -> i32 {
    let volume = building.volume();
    let (low, high) = (volume.low(), volume.high());
    let low = BlockPos::new(low.x + at.x - NEAR, at.y, low.z + at.z - NEAR);
    let high = BlockPos::new(high.x + at.x + NEAR, high.y + at.y + NEAR, high.z + at.z + NEAR);
    let states = blocks.count_states(low, high).into_iter();
    let is_tree = |state: u16| knowledge::block_of_state(state).is_some_and(|block| knowledge::is_tree(block.name));
    states.filter(|(state, _)| is_tree(*state)).map(|(_, count)| count as i32).sum()
}

/// How far the ground before the middle of the front is above or below it, beyond a step.
fn steps_before(blocks: &SeenWorld, building: &Building, side: Side, at: BlockPos) -> i32 {
    let [width, _, depth] = building.blueprint().size;
    let (dx, _, dz) = side.step();
    let (x, z) = (at.x + width / 2 + dx * (width / 2 + 1), at.z + depth / 2 + dz * (depth / 2 + 1));
    // Nobody comes through a front that a table stands before.
    let front = BlockPos::new(x, at.y, z);
    let bars = |at: &BlockPos| {
        blocks.get(*at).and_then(knowledge::block_of_state).is_some_and(|block| block.solid && is_put_up(block))
    };
    if [front, front.up()].iter().any(bars) {
        return UNEVEN;
    }
    blocks.standing_place(x, z).map_or(UNEVEN, |before| ((before.y - at.y).abs() - 1).max(0))
}
