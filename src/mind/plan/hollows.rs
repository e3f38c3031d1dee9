//! What is to be filled where no corners are named: a hole at a place, or what is free around the bot.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::json;

use super::grammar::Hollow;
use crate::{
    domain::{BlockPos, ErrorCode, Side, ToolError, Volume},
    knowledge::{self, Block, block_of_state},
    voxel::SeenWorld,
};

/// The most blocks of a hole: what is larger may be a cave, or the sky.
const MOST: usize = 64;
/// How far around one looks for a hole, in blocks on each axis.
const FAR: i32 = 16;
/// How deep below its rim a place in a hole may be, in blocks.
const DEEP: i32 = 64;
/// How far over or under the feet a thing may stand to be fenced in, in blocks.
const STEEP: i32 = 6;
/// How far apart, in blocks, plants of one field may stand: a ditch or a row left free lies between them.
const APART: i32 = 2;
/// How high, in blocks, what is stood on is at least: farmland and paths are a little lower than other ground; and a chest.
const FLAT: f64 = 0.9;
const LID: f64 = 0.85;
/// How wide a field may be that is fenced in, in blocks.
const WIDE: i32 = 16;

/// The boxes that make up a hollow, the lowest first.
///
/// # Errors
/// `ACTION_FAILED`: there is none, it is too large, or it was not seen.
pub fn boxes(blocks: &SeenWorld, feet: BlockPos, hollow: Hollow) -> Result<Vec<Volume>, ToolError> {
    match hollow {
        Hollow::At(at) => hole(blocks, at).map(|cells| cut(&cells)),
        Hollow::Here(size) => around(blocks, feet, size).map(|cells| cut(&cells)),
        Hollow::Nearest => nearest(blocks, feet).map(|cells| cut(&cells)),
        Hollow::Pond => pond(blocks, feet).map(|cells| cut(&cells)),
        Hollow::Lid => pond(blocks, feet).map(|cells| cut(&top_of(&cells))),
        Hollow::Around { kind, high } => ring(blocks, feet, kind, high).map(|cells| cut(&cells)),
        Hollow::Gated(kind, side) => {
            let mut cells = ring(blocks, feet, kind, 1)?;
            cells.remove(&gate(blocks, feet, kind, side)?.at);
            Ok(cut(&cells))
        }
    }
}

/// Where a gate goes in a ring, and on which side of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    pub at: BlockPos,
    pub side: Side,
}

/// The place for a gate in the ring around the nearest of a kind: in the middle of a side, or as near to it as one can go through, on the
/// side of the bot where none is said.
///
/// # Errors
/// As [`boxes`]; `ACTION_FAILED`: nobody could go through one there.
pub fn gate(blocks: &SeenWorld, feet: BlockPos, kind: &str, side: Option<Side>) -> Result<Gate, ToolError> {
    let cells = ring(blocks, feet, kind, 1)?;
    let Cluster { low, high, first, .. } = cluster(blocks, feet, kind)?;
    let middle = BlockPos::new((low.x + high.x).div_euclid(2), first.y, (low.z + high.z).div_euclid(2));
    let is_closed = |at: BlockPos| {
        [at.up(), at, at.down()].iter().any(|at| cells.contains(at)) || is_free(blocks, at) == Some(false)
    };
    let is_clear = |at: BlockPos| {
        let passed = |at: BlockPos| blocks.get(at).is_some_and(|state| knowledge::collision(state).is_empty());
        let is_wet = |at: BlockPos| block_at(blocks, at).is_some_and(|block| knowledge::is_fluid(block.name));
        let stood_on = blocks.get(at.down()).is_some_and(|state| !knowledge::collision(state).is_empty());
        passed(at) && passed(at.up()) && stood_on && !is_wet(at)
    };
    let fits = |at: &BlockPos, side: Side| {
        let alone = !cells.contains(&at.up()) && !cells.contains(&at.down());
        let held = [side.clockwise(), side.counterclockwise()].into_iter().all(|along| is_closed(at.beside(along)));
        alone && held && is_clear(at.beside(side)) && is_clear(at.beside(side.opposite()))
    };
    let on = |side: Side| {
        let (dx, _, dz) = side.step();
        let is_on = move |at: &&BlockPos| match (dx, dz) {
            (0, dz) => at.z == if dz < 0 { low.z - 1 } else { high.z + 1 } && (low.x..=high.x).contains(&at.x),
            (dx, _) => at.x == if dx < 0 { low.x - 1 } else { high.x + 1 } && (low.z..=high.z).contains(&at.z),
        };
        let found = cells.iter().filter(is_on).filter(move |at| fits(at, side));
        let off = |at: &BlockPos| (at.x - middle.x).abs() + (at.z - middle.z).abs();
        found.min_by_key(|at| off(at)).map(|at| Gate { at: *at, side })
    };
    let sides = side.map_or(Side::LEVEL.to_vec(), |side| vec![side]);
    let found = sides.into_iter().filter_map(on).min_by_key(|gate| gate.at.level_distance(feet));
    found.ok_or_else(|| {
        let side = side.map_or(String::new(), |side| format!(" on the {} side", side.name()));
        let words = format!("there is no place for a gate{side} around the {} at {first}", kind.replace('_', " "));
        none(words, first)
    })
}

/// The nearest water on the surface that is small enough to be filled.
fn pond(blocks: &SeenWorld, feet: BlockPos) -> Result<BTreeSet<BlockPos>, ToolError> {
    let wet = |(x, z): &(i32, i32)| {
        let top = blocks.surface(feet.x + x, feet.z + z).filter(|top| top.depth > 0)?;
        Some(BlockPos::new(feet.x + x, top.y, feet.z + z))
    };
    let found = columns().iter().filter_map(wet).find_map(|at| hole(blocks, at).ok());
    found.ok_or_else(|| none(format!("no water of at most {MOST} blocks is within {FAR} blocks"), feet))
}

/// The highest layer of these.
fn top_of(cells: &BTreeSet<BlockPos>) -> BTreeSet<BlockPos> {
    let top = cells.iter().map(|at| at.y).max();
    cells.iter().filter(|at| Some(at.y) == top).copied().collect()
}

/// The nearest of a kind, with what of it hangs together with it.
#[derive(Debug)]
pub(super) struct Cluster {
    pub found: BTreeSet<BlockPos>,
    /// The corners of the box around it.
    pub low: BlockPos,
    pub high: BlockPos,
    first: BlockPos,
}

/// The nearest of a kind and all of it that hangs together with it.
///
/// # Errors
/// `ACTION_FAILED`: none is near, or it is too wide.
pub(super) fn cluster(blocks: &SeenWorld, feet: BlockPos, kind: &str) -> Result<Cluster, ToolError> {
    let sought = knowledge::blocks_sought(kind);
    let is_it =
        |at: BlockPos| block_at(blocks, at).is_some_and(|block| sought.iter().any(|one| one.name == block.name));
    let heights = (0..=STEEP).flat_map(|far| [feet.y + far, feet.y - far]);
    let near =
        columns().into_iter().flat_map(|(x, z)| heights.clone().map(move |y| BlockPos::new(feet.x + x, y, feet.z + z)));
    let first = near
        .into_iter()
        .find(|at| is_it(*at))
        .ok_or_else(|| none(format!("no {} is within {FAR} blocks of here", kind.replace('_', " ")), feet))?;
    let (mut low, mut high) = (first, first);
    let mut found = BTreeSet::from([first]);
    let mut open = VecDeque::from([first]);
    while let Some(at) = open.pop_front() {
        for beside in Volume::between(at.offset(-APART, -1, -APART), at.offset(APART, 1, APART)).cells() {
            if !is_it(beside) || !found.insert(beside) {
                continue;
            }
            low = BlockPos::new(low.x.min(beside.x), low.y.min(beside.y), low.z.min(beside.z));
            high = BlockPos::new(high.x.max(beside.x), high.y.max(beside.y), high.z.max(beside.z));
            if high.x - low.x >= WIDE || high.z - low.z >= WIDE {
                let words = format!("the {} at {first} is wider than {WIDE} blocks", kind.replace('_', " "));
                return Err(none(words, first));
            }
            open.push_back(beside);
        }
    }
    Ok(Cluster { found, low, high, first })
}

/// The ground right around the nearest of a kind and what of it hangs together with it, as a rectangle: what stands there closes it as
/// well, and is left out.
fn ring(blocks: &SeenWorld, feet: BlockPos, kind: &str, high: u32) -> Result<BTreeSet<BlockPos>, ToolError> {
    let Cluster { found, low, high: far, first } = cluster(blocks, feet, kind)?;
    let is_wet = |at| block_at(blocks, at).is_some_and(|block| knowledge::is_fluid(block.name));
    // What is let into the ground has its edge one higher.
    let raised = i32::from(is_wet(first));
    let edge = |(x, z): &(i32, i32)| [low.x - 1, far.x + 1].contains(x) || [low.z - 1, far.z + 1].contains(z);
    let around = (low.x - 1..=far.x + 1).flat_map(|x| (low.z - 1..=far.z + 1).map(move |z| (x, z)));
    let mut cells = BTreeSet::new();
    for (x, z) in around.filter(edge) {
        let nearest = found.iter().min_by_key(|at| ((at.x - x).abs() + (at.z - z).abs(), at.y));
        let at = BlockPos::new(x, nearest.map_or(first.y, |at| at.y) + raised, z);
        let posts = posts(blocks, at, &is_wet)?;
        cells.extend(over(blocks, &posts, high)?);
        cells.extend(posts);
    }
    match cells.is_empty() {
        true => Err(none(format!("the {} at {first} is closed in already", kind.replace('_', " ")), first)),
        false => Ok(cells),
    }
}

/// What comes on top of the highest of these, so that so many stand over the ground.
fn over(blocks: &SeenWorld, posts: &[BlockPos], high: u32) -> Result<Vec<BlockPos>, ToolError> {
    let Some(top) = posts.iter().max_by_key(|at| at.y) else { return Ok(Vec::new()) };
    let above = (1..i32::try_from(high).unwrap_or(1)).map(|up| top.offset(0, up, 0));
    above
        .map(|at| match is_free(blocks, at) {
            Some(true) => Ok(at),
            Some(false) => Err(in_the_way(blocks, at)),
            None => Err(unseen(at)),
        })
        .collect()
}

fn in_the_way(blocks: &SeenWorld, at: BlockPos) -> ToolError {
    let name = block_at(blocks, at).map_or("?", |block| block.name);
    none(format!("{name} at {at} is in the way"), at)
}

/// Where the fence stands in one column of a ring, up a step or down one; nowhere where what stands there closes it by itself.
fn posts(blocks: &SeenWorld, at: BlockPos, is_wet: &impl Fn(BlockPos) -> bool) -> Result<Vec<BlockPos>, ToolError> {
    let free = |at: BlockPos| is_free(blocks, at).ok_or_else(|| unseen(at));
    let tall = |at: BlockPos| {
        let boxes = blocks.get(at).map_or(&[][..], knowledge::collision);
        boxes.iter().map(|part| part.max[1]).fold(0.0, f64::max)
    };
    let (above, below) = (at.up(), at.down());
    if !free(at)? {
        return match tall(at) {
            // A step of ground, over which one walks; a chest and a fence close it.
            height if (FLAT..=1.0).contains(&height) && free(above)? => Ok(vec![above]),
            height if height >= LID => Ok(Vec::new()),
            _ => Err(in_the_way(blocks, at)),
        };
    }
    // Over water it hangs on the fence beside it.
    if tall(below) >= FLAT || is_wet(below) {
        return Ok(vec![at]);
    }
    if !free(below)? {
        return Err(in_the_way(blocks, below));
    }
    // Two high down a step: over one alone one walks from above.
    match tall(below.down()) >= FLAT {
        true => Ok(vec![below, at]),
        false => Err(none(format!("the ground at {at} falls away by more than a step"), at)),
    }
}

/// How far the columns around are to the east and south, the nearest first.
fn columns() -> Vec<(i32, i32)> {
    let mut columns: Vec<(i32, i32)> = (-FAR..=FAR).flat_map(|x| (-FAR..=FAR).map(move |z| (x, z))).collect();
    columns.sort_by_key(|(x, z)| x * x + z * z);
    columns
}

/// The nearest hole on the surface: what is free at the ground and is closed all around.
fn nearest(blocks: &SeenWorld, feet: BlockPos) -> Result<BTreeSet<BlockPos>, ToolError> {
    let ground = columns().into_iter().filter_map(|(x, z)| blocks.standing_place(feet.x + x, feet.z + z));
    // Not what hangs in trees, and not what one looks down on from a mountain.
    let near = ground.filter(|at| (at.y - feet.y).abs() <= FAR);
    // Water is no hole.
    let dry = |at: &BlockPos| block_at(blocks, *at).is_some_and(|block| !knowledge::is_fluid(block.name));
    near.filter(dry).find_map(|at| hole(blocks, at).ok()).ok_or_else(|| {
        none(format!("no hole of at most {MOST} blocks is within {FAR} blocks (say: fill the hole at 10 63 4)"), feet)
    })
}

fn block_at(blocks: &SeenWorld, at: BlockPos) -> Option<&'static Block> {
    blocks.get(at).and_then(block_of_state)
}

/// Whether something can be put there, a fluid or a plant that gives way put aside; `None`: nobody has seen it.
fn is_free(blocks: &SeenWorld, at: BlockPos) -> Option<bool> {
    let state = blocks.get(at)?;
    let block = block_of_state(state)?;
    Some(knowledge::is_air(block.name) || knowledge::is_replaceable(block, state))
}

fn unseen(at: BlockPos) -> ToolError {
    ToolError::new(ErrorCode::ResourceNotFound, format!("nobody has seen what is at {at}"))
        .with(json!({ "target": at }))
}

fn none(words: String, at: BlockPos) -> ToolError {
    ToolError::new(ErrorCode::ActionFailed, words).with(json!({ "target": at }))
}

/// All that hangs together with a place below the lowest edge over which it would run out.
fn hole(blocks: &SeenWorld, at: BlockPos) -> Result<BTreeSet<BlockPos>, ToolError> {
    match is_free(blocks, at) {
        Some(true) => {}
        Some(false) => {
            let name = block_at(blocks, at).map_or("?", |block| block.name);
            return Err(none(format!("there is no hole at {at}: {name} stands there"), at));
        }
        None => return Err(unseen(at)),
    }
    let mut best = None;
    for rim in at.y..=at.y + DEEP {
        match flood(blocks, at, rim) {
            Some(cells) if best.as_ref() != Some(&cells) => best = Some(cells),
            // It is closed, or runs out here.
            _ => break,
        }
    }
    best.ok_or_else(|| none(format!("there is no hole of at most {MOST} blocks at {at}: it is open to a side"), at))
}

/// What is free and hangs together with a place, no higher than so; `None` where it is too much or out of sight.
fn flood(blocks: &SeenWorld, at: BlockPos, rim: i32) -> Option<BTreeSet<BlockPos>> {
    let mut found = BTreeSet::from([at]);
    let mut open = VecDeque::from([at]);
    while let Some(at) = open.pop_front() {
        for (x, y, z) in [(1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1), (0, 1, 0), (0, -1, 0)] {
            let beside = at.offset(x, y, z);
            if beside.y <= rim && is_free(blocks, beside)? && found.insert(beside) {
                open.push_back(beside);
            }
        }
        if found.len() > MOST {
            return None;
        }
    }
    Some(found)
}

/// What is free of a box: below the feet; or, for who stands in a hole of that depth, from the feet on upwards.
fn around(
    blocks: &SeenWorld,
    feet: BlockPos,
    [width, depth, height]: [i32; 3],
) -> Result<BTreeSet<BlockPos>, ToolError> {
    let aside = |size: i32| -(size - 1) / 2;
    let low = feet.offset(aside(width), 0, aside(depth));
    let layers = |from: i32, to: i32| Volume::between(low.offset(0, from, 0), low.offset(width - 1, to, depth - 1));
    let free = |volume: Volume| -> Result<BTreeSet<BlockPos>, ToolError> {
        let mut cells = BTreeSet::new();
        for at in volume.cells() {
            match is_free(blocks, at) {
                Some(true) => _ = cells.insert(at),
                Some(false) => {}
                None => return Err(unseen(at)),
            }
        }
        Ok(cells)
    };
    let below = free(layers(-height, -1))?;
    if !below.is_empty() {
        return Ok(below);
    }
    let is_deep = flood(blocks, feet, feet.y + height - 1).is_some();
    if is_deep {
        return free(layers(0, height - 1));
    }
    let words = format!("nothing is free {height} deep below {feet}: stand in the hole, or name its corners");
    Err(none(words, feet))
}

/// Cells as boxes, layer by layer from below; one box where all layers are alike.
pub fn cut(cells: &BTreeSet<BlockPos>) -> Vec<Volume> {
    let mut layers: BTreeMap<i32, BTreeSet<(i32, i32)>> = BTreeMap::new();
    for at in cells {
        layers.entry(at.y).or_default().insert((at.z, at.x));
    }
    let mut volumes: Vec<Volume> = Vec::new();
    for (y, mut layer) in layers {
        let mut flat = Vec::new();
        while let Some((z, x)) = layer.first().copied() {
            let east = (x..).take_while(|x| layer.contains(&(z, *x))).last().unwrap_or(x);
            let is_row = |row: &i32| (x..=east).all(|x| layer.contains(&(*row, x)));
            let south = (z..).take_while(is_row).last().unwrap_or(z);
            layer.retain(|(row, at)| !((z..=south).contains(row) && (x..=east).contains(at)));
            flat.push(Volume::between(BlockPos::new(x, y, z), BlockPos::new(east, y, south)));
        }
        let below = volumes.last().copied();
        match (below, flat.as_slice()) {
            (Some(below), [only]) if stacks(below, *only) => {
                volumes.pop();
                volumes.push(Volume::between(below.low(), only.high()));
            }
            _ => volumes.extend(flat),
        }
    }
    volumes
}

/// Whether the one lies just on the other, as wide and deep.
fn stacks(below: Volume, above: Volume) -> bool {
    let (low, high, top) = (below.low(), below.high(), above.high());
    above.low() == BlockPos::new(low.x, high.y + 1, low.z) && (top.x, top.z) == (high.x, high.z)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::voxel::{Column, Section};

    /// Stone up to 63, but for these places.
    fn land(free: &[(i32, i32, i32)]) -> SeenWorld {
        let stone = knowledge::block("stone").unwrap().default_state;
        let mut states = [stone; 4096];
        for (x, y, z) in free {
            states[((y - 48) << 8 | z << 4 | x) as usize] = 0;
        }
        let sections = vec![Section::from_states(&states), Section::Uniform(0)];
        let mut land = SeenWorld::default();
        land.insert(BlockPos::new(0, 0, 0).chunk(), Arc::new(Column { min_y: 48, sections }));
        land
    }

    #[test]
    fn a_pond_is_filled_to_its_edge_and_a_dry_hole_is_none() {
        let water = knowledge::block("water").unwrap().default_state;
        let mut land = land(&pit(3, 1));
        assert!(boxes(&land, BlockPos::new(0, 64, 0), Hollow::Pond).is_err());
        let column = land.column(BlockPos::default().chunk()).unwrap().clone();
        let mut states: [u16; 4096] = std::array::from_fn(|cell| column.sections[0].get(cell));
        states.iter_mut().filter(|state| **state == 0).for_each(|state| *state = water);
        let sections = vec![Section::from_states(&states), Section::Uniform(0)];
        land.insert(BlockPos::default().chunk(), Arc::new(Column { min_y: 48, sections }));
        let all = Volume::between(BlockPos::new(5, 63, 5), BlockPos::new(7, 63, 7));
        assert_eq!(boxes(&land, BlockPos::new(0, 64, 0), Hollow::Pond), Ok(vec![all]));
    }

    #[test]
    fn a_fence_goes_around_all_of_a_field_and_up_a_step() {
        let set = |(x, y, z): (i32, i32, i32), name: &str| (at(x, y, z), knowledge::block(name).unwrap().default_state);
        let field = [(5, 64, 5), (7, 64, 5), (6, 64, 7)].map(|at| set(at, "wheat"));
        let seen = |more: &[(BlockPos, u16)]| {
            let mut seen = land(&[]);
            let mut states = [0; 4096];
            field
                .iter()
                .chain(more)
                .for_each(|(at, state)| states[((at.y - 64) << 8 | at.z << 4 | at.x) as usize] = *state);
            let chunk = at(0, 0, 0).chunk();
            let mut column = (**seen.column(chunk).unwrap()).clone();
            column.sections[1] = Section::from_states(&states);
            seen.insert(chunk, Arc::new(column));
            seen
        };
        let ring = |seen: &SeenWorld| boxes(seen, at(1, 64, 1), Hollow::Around { kind: "wheat", high: 1 });
        let cells: u64 = ring(&seen(&[])).unwrap().iter().map(Volume::count).sum();
        assert_eq!(cells, 16, "around 3 by 3, with the row between");
        // A step of stone at the edge, and a chest, which closes it by itself.
        let seen = seen(&[set((4, 64, 4), "stone"), set((5, 64, 4), "chest")]);
        let cells: Vec<BlockPos> = ring(&seen).unwrap().iter().flat_map(|volume| volume.cells()).collect();
        assert!(cells.contains(&at(4, 65, 4)) && !cells.contains(&at(5, 64, 4)) && cells.len() == 15, "{cells:?}");
        assert!(boxes(&seen, at(1, 64, 1), Hollow::Around { kind: "carrots", high: 1 }).is_err());
    }

    fn pit(width: i32, deep: i32) -> Vec<(i32, i32, i32)> {
        let row = 5..5 + width;
        (64 - deep..64).flat_map(|y| row.clone().flat_map(move |z| (5..5 + width).map(move |x| (x, y, z)))).collect()
    }

    fn at(x: i32, y: i32, z: i32) -> BlockPos {
        BlockPos::new(x, y, z)
    }

    #[test]
    fn a_hole_reaches_up_to_its_rim() {
        let all = Volume::between(at(5, 62, 5), at(7, 63, 7));
        assert_eq!(boxes(&land(&pit(3, 2)), at(0, 64, 0), Hollow::At(at(6, 63, 6))), Ok(vec![all]));
        assert_eq!(boxes(&land(&pit(3, 2)), at(0, 64, 0), Hollow::At(at(5, 62, 7))), Ok(vec![all]));
        let mut stepped = pit(2, 1);
        stepped.push((5, 62, 5));
        let stepped = boxes(&land(&stepped), at(0, 64, 0), Hollow::At(at(5, 63, 5))).unwrap();
        assert_eq!(stepped, [Volume::block(at(5, 62, 5)), Volume::between(at(5, 63, 5), at(6, 63, 6))]);
        for none in [at(6, 61, 6), at(6, 64, 6), at(6, 63, 40)] {
            assert!(boxes(&land(&pit(3, 2)), at(0, 64, 0), Hollow::At(none)).is_err(), "{none}");
        }
        assert!(boxes(&land(&pit(6, 2)), at(0, 64, 0), Hollow::At(at(6, 63, 6))).is_err(), "72 are too many");
    }

    #[test]
    fn here_is_what_is_free_below_or_around_who_stands_in_it() {
        let land = land(&pit(3, 2));
        let all = Volume::between(at(5, 62, 5), at(7, 63, 7));
        assert_eq!(boxes(&land, at(6, 62, 6), Hollow::Here([3, 3, 2])), Ok(vec![all]));
        let beside = boxes(&land, at(4, 64, 6), Hollow::Here([3, 3, 2])).unwrap();
        assert_eq!(beside, [Volume::between(at(5, 62, 5), at(5, 63, 7))], "as far as the box reaches");
        assert!(boxes(&land, at(1, 64, 1), Hollow::Here([1, 1, 2])).is_err());
    }
}
