//! Where a moat goes: the ground around a thing, so wide and deep, column by column as the land lies.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::{
    grammar::{Centre, Ditch},
    hollows::{Cluster, cluster, cut},
    undo::Built,
};
use crate::{
    construction::Building,
    domain::{BlockPos, ErrorCode, LASTING, ToolError, Volume},
    knowledge::{self, Block, Support, block_of_state},
    voxel::SeenWorld,
};

/// How much higher or lower the ground around a thing may lie than its foot, in blocks, the best first.
const HEIGHTS: [i32; 9] = [0, -1, 1, -2, 2, -3, 3, -4, 4];
/// The most columns of a moat.
const MOST: usize = 400;

/// The boxes of earth that are dug away.
///
/// # Errors
/// `RESOURCE_NOT_FOUND`, `ACTION_FAILED`: what it goes around was not seen or built, it is too wide, or something stands in the way.
pub fn boxes(blocks: &SeenWorld, feet: BlockPos, built: &[Built], ditch: &Ditch) -> Result<Vec<Volume>, ToolError> {
    let (low, high, foot): (BlockPos, BlockPos, BTreeSet<BlockPos>) = match ditch.around {
        Centre::Kind(kind) => {
            let Cluster { found, low, high, .. } = cluster(blocks, feet, kind)?;
            // A pond lies in the ground.
            let is_wet = |at: &BlockPos| block_at(blocks, *at).is_some_and(|block| knowledge::is_fluid(block.name));
            let found = found.into_iter().map(|at| if is_wet(&at) { at.up() } else { at }).collect();
            (low, high, found)
        }
        Centre::Building(name) => {
            let newest = built.iter().rev().find(|built| built.blueprint == name);
            let stands = newest.and_then(|built| Some(Building::of(&built.before).ok()?.volume()));
            let what = name.replace('_', " ");
            let stands = stands.ok_or_else(|| {
                let words =
                    format!("I know of no {what} that I have built in this run (say: dig a moat around the bed)");
                ToolError::new(ErrorCode::ResourceNotFound, words).with(json!({ "target": name }))
            })?;
            (stands.low(), stands.high(), BTreeSet::from([stands.low().up()]))
        }
    };
    let wide = i32::try_from(ditch.wide).unwrap_or(i32::MAX);
    let deep = i32::try_from(ditch.deep).unwrap_or(i32::MAX);
    let is_inside = |x: i32, z: i32| (low.x..=high.x).contains(&x) && (low.z..=high.z).contains(&z);
    let columns = (low.x - wide..=high.x + wide).flat_map(|x| (low.z - wide..=high.z + wide).map(move |z| (x, z)));
    let columns: Vec<(i32, i32)> = columns.filter(|(x, z)| !is_inside(*x, *z)).collect();
    if columns.len() > MOST {
        return Err(refused(format!("a moat of {} columns is more than I dig ({MOST})", columns.len()), low));
    }
    // Columns of one height are dug together.
    let mut tops: BTreeMap<i32, BTreeSet<BlockPos>> = BTreeMap::new();
    for (x, z) in columns {
        let nearest = foot.iter().min_by_key(|at| ((at.x - x).abs() + (at.z - z).abs(), at.y));
        let level = nearest.map_or(low.y, |at| at.y);
        let top = ground(blocks, BlockPos::new(x, level, z))?;
        tops.entry(top.y).or_default().insert(top);
    }
    let boxes = tops.into_values().flat_map(|cells| cut(&cells));
    Ok(boxes.map(|flat| Volume::between(flat.low().offset(0, 1 - deep, 0), flat.high())).collect())
}

/// The ground of a column: what one stands on there.
fn ground(blocks: &SeenWorld, at: BlockPos) -> Result<BlockPos, ToolError> {
    let is_ground = |at: &BlockPos| {
        let below = blocks
            .get(at.down())
            .is_some_and(|state| knowledge::is_sturdy(state, crate::domain::Side::Up, Support::Full));
        below && is_free(blocks, *at)
    };
    let stands = HEIGHTS.into_iter().map(|up| at.offset(0, up, 0)).find(is_ground);
    stands.map(|at| at.down()).ok_or_else(|| match block_at(blocks, at) {
        None => refused(format!("nobody has seen what is at {at}"), at),
        Some(block) if knowledge::is_air(block.name) => refused(format!("there is no ground at {at} to dig in"), at),
        Some(block) => refused(format!("{} at {at} is in the way", block.name), at),
    })
}

/// Whether nothing stands there but air and what gives way, such as grass.
fn is_free(blocks: &SeenWorld, at: BlockPos) -> bool {
    let state = blocks.get(at);
    state.zip(block_at(blocks, at)).is_some_and(|(state, block)| {
        let gives_way = knowledge::is_replaceable(block, state) && !knowledge::is_fluid(block.name);
        knowledge::is_air(block.name) || gives_way || knowledge::is_tagged(block.name, "small_flowers")
    })
}

fn block_at(blocks: &SeenWorld, at: BlockPos) -> Option<&'static Block> {
    blocks.get(at).and_then(block_of_state)
}

fn refused(words: String, at: BlockPos) -> ToolError {
    ToolError::new(ErrorCode::ActionFailed, words).with(json!({ "target": at, LASTING: true }))
}
