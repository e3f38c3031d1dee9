//! `explore`: a leg toward unseen land; by hand, one after the other until all has been seen.

use std::cell::RefCell;

use serde_json::{Value, json};

use super::navigate::navigate_while;
use crate::{
    body::skills::{cx::Cx, kinds, walk},
    domain::{ChunkPos, ErrorCode, Explore, MAX_EXPLORE, Navigate, PosSet, ToolError},
    knowledge::{self, Block},
    voxel::{Frontier, StateId, view_around},
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
    let lookout = Lookout::new(cx, params.until.as_deref());
    if let Some(to) = params.leg {
        let is_over = |cx: &Cx| params.ticks.is_some_and(|ticks| cx.since(begun) >= u64::from(ticks));
        let reached = leg(cx, to, params.dig, &|cx| !is_over(cx) && !lookout.sees(cx)).await?;
        let feet = cx.feet()?;
        return Ok(json!({ "x": feet.x, "y": feet.y, "z": feet.z, "reached": reached }));
    }
    let feet = cx.feet()?;
    let mut seen: PosSet<ChunkPos> = cx.shown().terrain.chunks().collect();
    let before = seen.len();
    let view = view_around(feet.chunk(), |chunk| seen.contains(&chunk));
    let (from, radius) = ([feet.x, feet.z], params.radius() as i32);
    let frontier = Frontier { from, radius, toward: params.toward, view, to_end: params.goes_to_the_end() };
    let most = params.ticks.map_or(MOST, |ticks| u64::from(ticks).min(MOST));
    let is_over = |cx: &Cx| cx.since(begun) >= most;
    let (mut idle, mut tried) = (0, Vec::new());
    let mut finished = true;
    loop {
        if let Some(kind) = &params.until
            && let Ok(found) = kinds::nearest_within(cx, kind, 1, MAX_EXPLORE as i32).await
        {
            return Ok(
                json!({ "found": found.first(), "block": kind, "new_columns": seen.len() - before, "legs": tried.len() }),
            );
        }
        let feet = cx.feet()?;
        let to = frontier.next(|chunk| seen.contains(&chunk), [feet.x, feet.z], &tried).filter(|_| idle < IDLE);
        let Some(to) = to else { break };
        if is_over(cx) {
            finished = false;
            break;
        }
        let goes_on = |cx: &Cx| (params.ticks.is_none() || !is_over(cx)) && !lookout.sees(cx);
        leg(cx, to, params.dig, &goes_on).await?;
        kinds::land_lies_still(cx).await;
        tried.push(to);
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
        None => Ok(json!({ "new_columns": new, "legs": tried.len(), "finished": finished })),
    }
}

/// Looks out for something in each column that comes into view: who sees it goes no further.
struct Lookout {
    blocks: Vec<&'static Block>,
    looked_at: RefCell<PosSet<ChunkPos>>,
}

impl Lookout {
    /// What is shown already is not what is looked out for.
    fn new(cx: &Cx, kind: Option<&str>) -> Self {
        let blocks = kind.map(knowledge::blocks_showing).unwrap_or_default();
        Self { blocks, looked_at: RefCell::new(cx.shown().terrain.chunks().collect()) }
    }

    fn sees(&self, cx: &Cx) -> bool {
        if self.blocks.is_empty() {
            return false;
        }
        let wanted = |state: StateId| self.blocks.iter().any(|block| block.states().contains(&state));
        let (shown, mut looked_at) = (cx.shown(), self.looked_at.borrow_mut());
        let new = shown.terrain.chunks().filter(|chunk| looked_at.insert(*chunk));
        let mut columns = new.filter_map(|chunk| shown.terrain.column(chunk));
        columns.any(|column| column.sections.iter().any(|section| section.holds(&wanted)))
    }
}

/// Goes as near to a place as there is a way, as long as it goes on; whether it is there. Who gets nowhere may dig, where that is
/// allowed: a hill is walked around, and a hole is left.
async fn leg(cx: &Cx, [x, z]: [i32; 2], dig: bool, goes_on: &dyn Fn(&Cx) -> bool) -> Result<bool, ToolError> {
    let from = cx.feet()?;
    for dig in [false, true].into_iter().filter(|digs| dig || !digs) {
        match navigate_while(cx, Navigate { x, y: None, z, tolerance: Some(THERE), dig }, goes_on).await {
            Ok(_) => return Ok(goes_on(cx)),
            Err(error) if error.code == ErrorCode::PathBlocked => {
                cx.stand_still()?;
                walk::settle(cx).await?;
            }
            Err(error) => return Err(error),
        }
        if cx.feet()?.level_distance(from) > THERE {
            break;
        }
    }
    Ok(false)
}
