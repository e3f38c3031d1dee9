//! `sleep`: a bed near, else the held one, placed; in it until the server shows the morning.

use serde_json::{Value, json};

use crate::{
    body::skills::{
        cx::Cx,
        kinds, place,
        rest::{self, Lying},
        scan::{self, Sought},
        station::STATION_RADIUS,
        walk::blocked,
    },
    domain::{BlockPos, ErrorCode, LASTING, Side, ToolError},
    knowledge,
    voxel::StateId,
};

/// How far a bed is looked for where none is held, in blocks on each axis, and how many halves of beds are looked at.
const FAR: i32 = 48;
const MOST: usize = 8;

pub(super) async fn sleep(cx: &Cx) -> Result<Value, ToolError> {
    let began = cx.shown().time_of_day;
    let mut tried: Vec<BlockPos> = Vec::new();
    let mut refused = String::new();
    for radius in [STATION_RADIUS, FAR] {
        for bed in beds(cx, radius).await? {
            let bed = head_of(cx, bed);
            if tried.contains(&bed) {
                continue;
            }
            tried.push(bed);
            cx.progress(format!("going to the bed at {bed}"), 0, 0, Some(bed));
            match try_bed(cx, bed).await? {
                Lying::InBed => return wake_up(cx, bed, began).await,
                Lying::Refused(words) => refused = words,
                Lying::OutOfReach => {}
            }
            // One that is out of reach may take no time at all: the deadline is looked at before the next.
            cx.tick().await;
        }
        if radius == STATION_RADIUS
            && let Some(held) = held_bed(cx)
        {
            if is_day(cx) {
                return Err(by_day(cx, "it is day"));
            }
            let (bed, _) = place::place_anywhere(cx, held, None).await?;
            cx.has_placed(held, bed);
            tried.push(head_of(cx, bed));
            match try_bed(cx, bed).await? {
                Lying::InBed => return wake_up(cx, bed, began).await,
                Lying::Refused(words) => refused = words,
                Lying::OutOfReach => {}
            }
        }
    }
    Err(no_bed(cx, &tried, &refused))
}

/// Lies down in a bed; what no other bed would help against ends the call.
async fn try_bed(cx: &Cx, bed: BlockPos) -> Result<Lying, ToolError> {
    let lying = rest::lie_down(cx, bed).await?;
    let Lying::Refused(words) = &lying else { return Ok(lying) };
    if is_day(cx) {
        return Err(by_day(cx, words));
    }
    if words.contains("monsters") {
        return Err(ToolError::new(ErrorCode::ActionFailed, format!("nobody sleeps here now: {words}"))
            .with(json!({ "target": bed, "expected": "asleep", "seen": words })));
    }
    Ok(lying)
}

/// Sleeps, and says when the bot woke.
async fn wake_up(cx: &Cx, bed: BlockPos, began: Option<u64>) -> Result<Value, ToolError> {
    cx.progress("asleep", 0, 0, Some(bed));
    rest::wake(cx, bed).await;
    // The time is told beside the waking.
    cx.until(cx.patience(), is_day).await;
    let now = cx.shown().time_of_day;
    if !is_day(cx) {
        return Err(ToolError::new(ErrorCode::ActionFailed, "the bot woke up, or was woken, before the morning")
            .with(json!({ "target": bed, "expected": "morning", "seen": now })));
    }
    Ok(json!({ "x": bed.x, "y": bed.y, "z": bed.z, "from": began, "time_of_day": now, "placed": null }))
}

/// Whether the server shows a time by which nobody sleeps under a clear sky.
fn is_day(cx: &Cx) -> bool {
    cx.shown().time_of_day.is_some_and(|time| !knowledge::is_night(time, false))
}

/// The beds near that are free, the nearest first, by one or both of their halves.
async fn beds(cx: &Cx, radius: i32) -> Result<Vec<BlockPos>, ToolError> {
    let feet = cx.feet()?;
    let view = kinds::known_land(cx, feet, radius).await;
    let wanted = |state: StateId| {
        let is_bed = knowledge::block_of_state(state).is_some_and(|block| knowledge::is_tagged(block.name, "beds"));
        is_bed && !knowledge::state_properties(state).contains(&("occupied", "true"))
    };
    let counts = |pos: BlockPos| !view.is_taken(pos);
    let sought = Sought { wanted: &wanted, counts: &counts, open: false };
    Ok(scan::nearest(cx, &view, feet, radius, MOST, sought).await)
}

/// Where the head of a bed is that has a half here.
fn head_of(cx: &Cx, half: BlockPos) -> BlockPos {
    let properties = knowledge::state_properties(cx.shown().terrain.state(half).unwrap_or(0));
    let side = properties.iter().find(|(name, _)| *name == "facing").and_then(|(_, side)| Side::named(side));
    match side {
        Some(side) if properties.contains(&("part", "foot")) => half.beside(side),
        _ => half,
    }
}

fn held_bed(cx: &Cx) -> Option<&'static str> {
    let held = cx.shown().windows.counts();
    knowledge::blocks_called("beds").into_iter().map(|bed| bed.name).find(|bed| held.count(bed) > 0)
}

fn by_day(cx: &Cx, words: &str) -> ToolError {
    let now = cx.shown().time_of_day;
    let message = format!("nobody sleeps at this time of the day ({}): {words}", now.unwrap_or_default());
    // A little later it is the same.
    ToolError::new(ErrorCode::ActionFailed, message).with(json!({ "expected": "night", "seen": now, LASTING: true }))
}

fn no_bed(cx: &Cx, tried: &[BlockPos], refused: &str) -> ToolError {
    if !refused.is_empty() {
        return ToolError::new(ErrorCode::ActionFailed, format!("the server lets the bot sleep in no bed: {refused}"))
            .with(json!({ "expected": "asleep", "seen": refused, "target": tried }));
    }
    if let Some(nearest) = tried.first() {
        return blocked(cx, format!("no way to any bed, the nearest at {nearest}"), json!({ "target": nearest }));
    }
    let message = format!("no bed is held, and none that is free within {FAR} blocks");
    ToolError::new(ErrorCode::InsufficientMaterials, message)
        .with(json!({ "missing": { "white_bed": 1 }, "search_radius": FAR }))
}
