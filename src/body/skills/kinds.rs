//! Blocks of a kind, the nearest first: what calls mean that name a kind and no place.

use std::collections::VecDeque;

use serde_json::json;

use super::{
    cx::Cx,
    scan::{self, Sought},
};
use crate::{
    body::senses::terrain::TerrainView,
    domain::{BlockPos, ErrorCode, PosSet, ToolError},
    knowledge::{self, Block},
    voxel::StateId,
};

/// How far one looks, in blocks on each axis.
pub const FAR: i32 = 48;
/// How wide a chunk is, in blocks.
const CHUNK: i32 = 16;
/// Land that has not grown for so many ticks has come in, if it reaches so many chunks around; and how long is waited for that.
const STILL: u64 = 10;
const AROUND: i32 = 2;
const COMES_IN: u64 = 100;
/// The most logs of a tree that are looked at.
const LOGS: usize = 128;

/// The nearest blocks of this name or kind within [`FAR`], at most so many.
///
/// # Errors
/// `RESOURCE_NOT_FOUND`: none has been seen.
pub async fn nearest(cx: &Cx, kind: &str, most: usize) -> Result<Vec<BlockPos>, ToolError> {
    nearest_within(cx, kind, most, FAR).await
}

/// As [`nearest`], but within so many blocks on each axis.
///
/// # Errors
/// `RESOURCE_NOT_FOUND`: none has been seen.
pub async fn nearest_within(cx: &Cx, kind: &str, most: usize, far: i32) -> Result<Vec<BlockPos>, ToolError> {
    let view = known_land(cx, cx.feet()?, far).await;
    let blocks = knowledge::blocks_showing(kind);
    let is_of = |blocks: &[&'static Block], state: StateId| blocks.iter().any(|block| block.states().contains(&state));
    let wanted = |state: StateId| is_of(&blocks, state);
    let is_grown = |at: BlockPos| is_tree(&view, at, &wanted);
    let any = |_: BlockPos| true;
    let counts: &dyn Fn(BlockPos) -> bool = if knowledge::tree_logs(kind).is_some() { &is_grown } else { &any };
    let sought = Sought { wanted: &wanted, counts, open: false };
    let found = scan::nearest(cx, &view, cx.feet()?, far, most, sought).await;
    if found.is_empty() {
        let message = format!("no {kind} has been seen within {far} blocks (say: explore until you find {kind})");
        return Err(ToolError::new(ErrorCode::ResourceNotFound, message)
            .with(json!({ "target": kind, "search_radius": far, "position": cx.feet().ok(), "seen": 0 })));
    }
    Ok(found)
}

/// The land once all of it has come in within so many blocks of a place, on each axis: of what is seen too early, another may be
/// nearer. Where the server sends less, once no more comes in.
pub async fn known_land(cx: &Cx, from: BlockPos, far: i32) -> TerrainView {
    if !cx.shown().terrain.is_loaded_around(from, (far + CHUNK - 1) / CHUNK) {
        land_lies_still(cx).await;
    }
    cx.view()
}

/// Waits until no more land comes in, as it does just after a join.
pub async fn land_lies_still(cx: &Cx) {
    let columns = |cx: &Cx| cx.shown().terrain.len();
    let is_around = |cx: &Cx| cx.feet().is_ok_and(|feet| cx.shown().terrain.is_loaded_around(feet, AROUND));
    let (mut before, mut since) = (columns(cx), cx.moment());
    cx.until(COMES_IN, |cx| {
        let now = columns(cx);
        if now != before {
            (before, since) = (now, cx.moment());
        }
        cx.moment().since(since) >= STILL && is_around(cx)
    })
    .await;
}

/// Whether a log is the foot of a tree: it stands on soil, and over logs that hang together one comes to leaves. Nobody takes a
/// house for one.
fn is_tree(view: &TerrainView, foot: BlockPos, is_log: &dyn Fn(StateId) -> bool) -> bool {
    let name = |at: BlockPos| view.state(at).and_then(knowledge::block_of_state).map(|block| block.name);
    if !name(foot.down()).is_some_and(|below| knowledge::is_tagged(below, "dirt")) {
        return false;
    }
    let mut open = VecDeque::from([foot]);
    let mut found: PosSet<BlockPos> = open.iter().copied().collect();
    while let Some(at) = open.pop_front() {
        for (x, y, z) in (0..27).map(|cell| (cell % 3 - 1, cell / 3 % 3 - 1, cell / 9 - 1)) {
            let beside = at.offset(x, y, z);
            if name(beside).is_some_and(|name| knowledge::is_tagged(name, "leaves")) {
                return true;
            }
            if view.state(beside).is_some_and(is_log) && found.len() < LOGS && found.insert(beside) {
                open.push_back(beside);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::tests::{flat, put};

    #[test]
    fn a_tree_has_leaves_and_stands_on_soil() {
        let mut terrain = flat();
        for y in 64..68 {
            put(&mut terrain, 3, y, 3, "oak_log");
            put(&mut terrain, -3, y, 3, "oak_log");
            put(&mut terrain, 9, y + 1, 3, "oak_log");
        }
        // Whatever grows turns what it stands on to dirt.
        put(&mut terrain, 3, 63, 3, "dirt");
        put(&mut terrain, -3, 63, 3, "dirt");
        put(&mut terrain, 3, 68, 3, "oak_leaves");
        put(&mut terrain, 9, 69, 3, "oak_leaves");
        put(&mut terrain, 9, 64, 3, "stone");
        let log = knowledge::block("oak_log").unwrap();
        let is_log = |state: StateId| log.states().contains(&state);
        let is_tree = |x: i32, y: i32| is_tree(&terrain.view(), BlockPos::new(x, y, 3), &is_log);
        assert!(is_tree(3, 64));
        assert!(!is_tree(3, 65), "only its foot");
        assert!(!is_tree(-3, 64), "a post");
        assert!(!is_tree(9, 65), "on stone");
    }
}
