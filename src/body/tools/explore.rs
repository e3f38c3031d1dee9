//! `explore`: a leg toward unseen land; by hand, one after the other until all has been seen.

use serde_json::{Value, json};

use super::navigate::navigate_while;
use crate::{
    body::skills::{cx::Cx, kinds, walk},
    domain::{ChunkPos, ErrorCode, Explore, Navigate, PosSet, ToolError},
    voxel::{Frontier, view_around},
};

/// How near to a place a leg ends, in blocks on each axis.
const THERE: u32 = 6;
/// A call explores so long, in ticks of the slower clock: less than its deadline, with time for the last leg.
const MOST: u64 = 3_000;
/// Legs in a row that may bring nothing new.
const IDLE: usize = 6;

pub(super) async fn explore(cx: &Cx, params: Explore) -> Result<Value, ToolError> {
    let begun = cx.moment();
    kinds::land_lies_still(cx).await;
    if let Some(to) = params.leg {
        let reached = leg(cx, to, &|cx| params.ticks.is_none_or(|ticks| cx.since(begun) < u64::from(ticks))).await?;
        let feet = cx.feet()?;
        return Ok(json!({ "x": feet.x, "y": feet.y, "z": feet.z, "reached": reached }));
    }
    let feet = cx.feet()?;
    let mut seen: PosSet<ChunkPos> = cx.shown().terrain.chunks().collect();
    let before = seen.len();
    let view = view_around(feet.chunk(), |chunk| seen.contains(&chunk));
    let (from, radius) = ([feet.x, feet.z], params.radius() as i32);
    let frontier = Frontier { from, radius, toward: params.toward, view };
    let most = params.ticks.map_or(MOST, |ticks| u64::from(ticks).min(MOST));
    let is_over = |cx: &Cx| cx.since(begun) >= most;
    let (mut idle, mut legs) = (0, 0);
    let mut finished = true;
    loop {
        if let Some(kind) = &params.until
            && let Ok(found) = kinds::nearest(cx, kind, 1).await
        {
            return Ok(
                json!({ "found": found.first(), "block": kind, "new_columns": seen.len() - before, "legs": legs }),
            );
        }
        let feet = cx.feet()?;
        let to = frontier.next(|chunk| seen.contains(&chunk), [feet.x, feet.z], idle).filter(|_| idle < IDLE);
        let Some(to) = to else { break };
        if is_over(cx) {
            finished = false;
            break;
        }
        leg(cx, to, &|cx| params.ticks.is_none() || !is_over(cx)).await?;
        kinds::land_lies_still(cx).await;
        legs += 1;
        let known = seen.len();
        seen.extend(cx.shown().terrain.chunks());
        idle = if seen.len() > known { 0 } else { idle + 1 };
    }
    let new = seen.len() - before;
    let missing = match &params.until {
        Some(kind) => Some((format!("no {kind} has been seen within {radius} blocks"), json!(kind))),
        None if new == 0 && (params.ticks.is_none() || finished) => {
            Some((format!("nothing new is to be seen within {radius} blocks"), Value::Null))
        }
        None => None,
    };
    match missing {
        Some((message, target)) => Err(ToolError::new(ErrorCode::ResourceNotFound, message)
            .with(json!({ "target": target, "seen": new, "finished": finished, "position": cx.feet().ok() }))),
        None => Ok(json!({ "new_columns": new, "legs": legs, "finished": finished })),
    }
}

/// Goes as near to a place as there is a way, as long as it goes on; whether it is there.
async fn leg(cx: &Cx, [x, z]: [i32; 2], goes_on: &dyn Fn(&Cx) -> bool) -> Result<bool, ToolError> {
    match navigate_while(cx, Navigate { x, y: None, z, tolerance: Some(THERE), dig: false }, goes_on).await {
        Ok(_) => Ok(goes_on(cx)),
        Err(error) if error.code == ErrorCode::PathBlocked => {
            cx.stand_still()?;
            walk::settle(cx).await?;
            Ok(false)
        }
        Err(error) => Err(error),
    }
}
