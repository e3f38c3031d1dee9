//! Opening a station (a crafting table, a furnace): one near, else the held one, placed; else one farther off.

use serde_json::json;

use super::{
    craft, hold, kinds, place,
    scan::{self, Sought},
};
use crate::{
    body::skills::cx::Cx,
    domain::{BlockPos, ErrorCode, ToolError},
    knowledge,
    voxel::StateId,
};

/// How far a station may stand to be used rather than placing a held one, in blocks on each axis. A plan counts on those
/// that stand as near.
pub const STATION_RADIUS: i32 = 24;
/// How far one is looked for where none is held.
const FAR: i32 = 48;

/// Opens the window of a station that is free, to make `item`; where it stands.
///
/// # Errors
/// `INSUFFICIENT_MATERIALS`: none is held, and none within reach is free.
pub async fn open(
    cx: &Cx,
    block: &'static str,
    window: &str,
    item: &str,
    is_free: impl Fn(&Cx) -> bool,
) -> Result<BlockPos, ToolError> {
    let mut tried = Vec::new();
    let mut taken = Vec::new();
    for radius in [STATION_RADIUS, FAR] {
        while let Some(at) = nearest(cx, block, radius, &tried).await? {
            cx.progress(format!("going to the {block} at {at}"), 0, 0, Some(at));
            tried.push(at);
            if place::open(cx, at, window).await? {
                if is_free(cx) {
                    return Ok(at);
                }
                craft::close(cx)?;
                taken.push(at);
            }
            // One that is out of reach may take no time at all: the deadline is looked at before the next.
            cx.tick().await;
        }
        if radius == STATION_RADIUS && hold::slot_of(cx, block).is_some() {
            let (at, _) = place::place_anywhere(cx, block, None).await?;
            cx.has_placed(block, at);
            tried.push(at);
            if place::open(cx, at, window).await? && is_free(cx) {
                return Ok(at);
            }
        }
    }
    let others = if taken.is_empty() { "" } else { ", but for such as hold somebody's things" };
    let message = format!("{item} needs a {block}: none held, none within reach{others}");
    Err(ToolError::new(ErrorCode::InsufficientMaterials, message)
        .with(json!({ "item": item, "missing": { block: 1 }, "search_radius": FAR, "taken": taken })))
}

/// The nearest of these blocks that was not tried and that no other bot has put up for itself.
async fn nearest(cx: &Cx, block: &str, radius: i32, tried: &[BlockPos]) -> Result<Option<BlockPos>, ToolError> {
    let Some(block) = knowledge::block(block) else { return Ok(None) };
    let wanted = |state: StateId| block.states().contains(&state);
    let feet = cx.feet()?;
    let view = kinds::known_land(cx, feet, radius).await;
    let is_free = |pos: BlockPos| !tried.contains(&pos) && !view.is_taken(pos);
    let sought = Sought { wanted: &wanted, counts: &is_free, open: false };
    let found = scan::nearest(cx, &view, feet, radius, 1, sought).await;
    Ok(found.first().copied())
}
