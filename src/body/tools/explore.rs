//! `explore`: a leg toward unseen land; by hand, one after the other until all has been seen.

use serde_json::{Value, json};

use super::navigate::navigate;
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
    kinds::land_lies_still(cx).await;
    if let Some(to) = params.leg {
        let reached = leg(cx, to).await?;
        let feet = cx.feet()?;
        return Ok(json!({ "x": feet.x, "y": feet.y, "z": feet.z, "reached": reached }));
    }
    let (begun, feet) = (cx.moment(), cx.feet()?);
    let mut seen: PosSet<ChunkPos> = cx.shown().terrain.chunks().collect();
    let before = seen.len();
    let view = view_around(feet.chunk(), |chunk| seen.contains(&chunk));
    let (from, radius) = ([feet.x, feet.z], params.radius() as i32);
    let frontier = Frontier { from, radius, toward: params.toward, view };
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
        if cx.since(begun) > MOST {
            finished = false;
            break;
        }
        leg(cx, to).await?;
        kinds::land_lies_still(cx).await;
        legs += 1;
        let known = seen.len();
        seen.extend(cx.shown().terrain.chunks());
        idle = if seen.len() > known { 0 } else { idle + 1 };
    }
    let new = seen.len() - before;
    let missing = match &params.until {
        Some(kind) => Some((format!("no {kind} has been seen within {radius} blocks"), json!(kind))),
        None if new == 0 => Some((format!("nothing new is to be seen within {radius} blocks"), Value::Null)),
        None => None,
    };
    match missing {
        Some((message, target)) => Err(ToolError::new(ErrorCode::ResourceNotFound, message)
            .with(json!({ "target": target, "seen": new, "finished": finished, "position": cx.feet().ok() }))),
        None => Ok(json!({ "new_columns": new, "legs": legs, "finished": finished })),
    }
}

/// Goes as near to a place as there is a way; whether it is there.
async fn leg(cx: &Cx, [x, z]: [i32; 2]) -> Result<bool, ToolError> {
    match navigate(cx, Navigate { x, y: None, z, tolerance: Some(THERE), dig: false }).await {
        Ok(_) => Ok(true),
        Err(error) if error.code == ErrorCode::PathBlocked => {
            cx.stand_still()?;
            walk::settle(cx).await?;
            Ok(false)
        }
        Err(error) => Err(error),
    }
}
