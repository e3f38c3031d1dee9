//! `navigate`: walks to a place, in legs where it lies beyond the loaded chunks; digs only where allowed.

use serde_json::{Value, json};
use tracing::trace;

use super::mine;
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            cx::Cx,
            dig,
            onward::{Onward, Seen, beyond},
            path::{Destination, Found, Near, Rules, Step, find, is_standable, stair_layer},
            rise,
            walk::{self, blocked},
            work::DigTicks,
        },
    },
    domain::{BlockPos, ErrorCode, Mine, Navigate, ToolError, Vec3},
    knowledge::SPRINT,
};

/// Times a walk may go astray, or a leg bring nothing, before the place counts as blocked.
const SETBACKS: u32 = 8;
/// Legs in a row to the edge of the loaded land that lead around what lies between, where nothing may be dug or laid.
const AROUND: u32 = 1;
/// How far up or down a part of a way may lead, in blocks, where nothing may be dug and the place is in sight.
const GAMBLE: i32 = 8;
/// A way that ends in a cave, and what is to be dug from there, must take so many times less than one that is dug: most such caves end.
const GAMBLED: f32 = 2.0;
/// How much is dug up to bridge gaps with, at most, and how often, in a call; and how near to the bot, in blocks.
const GATHERED: u32 = 24;
const GATHERINGS: u32 = 8;
const GATHERED_NEAR: u32 = 24;
/// How long that may take for each block, and to begin with, in ticks.
const GATHERING: u64 = 40;
const SEARCHING: u64 = 100;
/// A shorter leg, in blocks, brings nothing but the wait for what comes in.
const SHORT: usize = 8;
/// Ticks in which a chunk comes in that the bot stands before.
const COMES_IN: u64 = 20;
/// Ticks in which the land around the feet has come in after a join.
const JOINED: u64 = 100;
/// What counts as getting nearer, in ticks of walking: some blocks.
const NEARER: f32 = 12.0;

pub(super) async fn navigate(cx: &Cx, params: Navigate) -> Result<Value, ToolError> {
    navigate_while(cx, params, &|_| true).await
}

/// The same as long as it goes on: it is looked at on each node on which the bot stands. Who is stopped has not arrived.
///
/// Beside the place is good enough where it is no more than a block off, but the place itself is what was meant, where one can stand.
pub(super) async fn navigate_while(
    cx: &Cx,
    params: Navigate,
    goes_on: &dyn Fn(&Cx) -> bool,
) -> Result<Value, ToolError> {
    let place = params.y.filter(|_| params.tolerance == Some(1)).map(|y| BlockPos::new(params.x, y, params.z));
    let exactly = Navigate { tolerance: None, dig: false, ..params.clone() };
    let beside = walk_to(cx, params, goes_on).await?;
    let is_free = |at: &BlockPos| is_standable(&cx.shown().terrain.view(), *at);
    let feet = cx.feet()?;
    if place.filter(is_free).is_none_or(|place| place == feet || feet.level_distance(place) > 1) {
        return Ok(beside);
    }
    match walk_to(cx, exactly, goes_on).await {
        Err(error) if error.code == ErrorCode::PathBlocked => Ok(beside),
        there => there,
    }
}

async fn walk_to(cx: &Cx, params: Navigate, goes_on: &dyn Fn(&Cx) -> bool) -> Result<Value, ToolError> {
    let tolerance = params.tolerance.unwrap_or(0) as i32;
    if params.dig
        && params.y.is_none()
        && let Some(rim) = rim(&cx.shown().terrain.view(), params.x, params.z)
    {
        return Err(no_way(cx, &params, rim));
    }
    // Just after a join the land comes chunk by chunk, and a half of it shows no way.
    let feet = cx.feet()?;
    cx.until(JOINED, |cx| cx.shown().terrain.is_loaded_around(feet, 1)).await;
    let mut walked = 0.0;
    let (begun, mut setbacks) = (feet, 0);
    let mut least_left = f32::INFINITY;
    let mut seen = Seen::default();
    let mut gatherings = if params.dig { GATHERINGS } else { 0 };
    loop {
        let goal = goal(cx, &params, tolerance);
        let feet = cx.feet()?;
        if goal.level_known && is_there(cx, &params, &goal.near)? {
            walk::settle(cx).await?;
            if is_there(cx, &params, &goal.near)? {
                let feet = cx.feet()?;
                return Ok(json!({ "x": feet.x, "y": feet.y, "z": feet.z, "distance_walked": round(walked) }));
            }
        }
        if !goes_on(cx) {
            cx.stand_still()?;
            walk::settle(cx).await?;
            let feet = cx.feet()?;
            return Ok(json!({ "x": feet.x, "y": feet.y, "z": feet.z, "distance_walked": round(walked) }));
        }
        let target = goal.near.target;
        let whole = span(begun, target);
        let tell = |feet: BlockPos| {
            let covered = whole.saturating_sub(span(feet, target));
            cx.progress(format!("walking to {target}"), covered, whole, Some(target));
        };
        tell(feet);
        let (view, ticks) = (cx.view(), dig::prices(cx));
        // There is no way only where all the land is known that one could lead through; more of it comes in while a way is searched.
        let is_loaded = |at: BlockPos| cx.shown().terrain.is_loaded_around(at, 1);
        let is_known = is_loaded(feet) && (is_loaded(target) || !view.is_loaded(target));
        let from = walk::start(&view, cx.position()?);
        // Who gets on has as many tries as it takes: a long stair is climbed with many a slip.
        let left = goal.near.estimate(from);
        if left + NEARER < least_left {
            (least_left, setbacks) = (left, 0);
        }
        let dig = params.dig.then_some(&ticks as _);
        // Deeper down a stair winds around what one stood on.
        let undermines = (from.x, from.z) == (target.x, target.z) && (1..=2).contains(&(from.y - target.y));
        let (spare, lacks) = (rise::spare(cx), if gatherings > 0 { GATHERED } else { 0 });
        let pillar = (params.dig && goal.level_known).then_some((target.x, target.z));
        let rules =
            Rules { dig, undermines, lay: spare + lacks, lacks, bridge: params.dig, pillar, ..Rules::default() };
        let found = if view.is_loaded(target) {
            let mut found = find(cx, &view, from, &rules, &mut &goal.near).await;
            let is_unknown = matches!(found, Found::None { exhausted: false, .. });
            // What lies deep is seldom come to by caves alone: any way will do that is dug, before one is gone that ends there, unless
            // that one leaves little to dig. What hangs in the air is none of that.
            if is_unknown && params.dig && view.traits(target.down()).floor() {
                let mut through = Through { near: &goal.near, layer: stair_layer(&ticks) };
                let dug = find(cx, &view, from, &rules, &mut through).await;
                let by_caves = takes(&view, from, &found, &ticks, &through);
                if matches!(&dug, Found::Way { cost, .. } if *cost < GAMBLED * by_caves) {
                    found = dug;
                }
            }
            found
        } else {
            let above_ground = params.y.is_none();
            seen.look_at(&view);
            let onward = || Onward::new(&view, &goal.near, above_ground, &seen);
            let mut found = find(cx, &view, from, &rules, &mut onward()).await;
            if seen.leads_back(&view, &found) {
                let straight = find(cx, &view, from, &rules, &mut onward().straight()).await;
                if straight.cost() < found.cost() {
                    found = straight;
                }
            }
            found
        };
        let (steps, exhausted) = match found {
            Found::Way { steps, .. } => (steps, false),
            Found::None { nearest, exhausted } => (nearest, exhausted),
        };
        let end = steps.last().map_or(from, |last| last.pos);
        let whole_way = goal.near.is_met(end);
        if !whole_way && exhausted && is_known {
            return Err(no_way(cx, &params, target));
        }
        // Who may not dig does not go up or down far towards a place that is in sight and to which no way is known: caves end.
        let is_gamble = (end.y - from.y).abs() > GAMBLE && view.is_loaded(target);
        if !whole_way && !params.dig && is_gamble {
            return Err(no_way(cx, &params, target));
        }
        let so_far = (left, goal.near.estimate(end));
        trace!(
            "tick {}: from {from} to {end}, {} steps, {so_far:?} ticks to go; whole: {whole_way}, exhausted: {exhausted}",
            cx.now(),
            steps.len()
        );
        let laid = steps.iter().filter(|step| step.lays).count() as u32;
        if laid > spare {
            gatherings = if gather(cx, laid - spare).await? { gatherings - 1 } else { 0 };
            continue;
        }
        let edge = beyond(&view, end).filter(|_| !whole_way);
        if !whole_way && steps.len() < SHORT {
            setbacks += 1;
            let comes_in = |cx: &Cx| edge.is_some_and(|chunk| cx.shown().terrain.is_loaded(chunk));
            if !cx.until(COMES_IN, comes_in).await {
                edge.into_iter().for_each(|chunk| seen.miss(chunk));
            }
        } else {
            let leads_around = !whole_way && goal.near.estimate(end) + NEARER > least_left;
            if leads_around && edge.is_some() && !params.dig && setbacks >= AROUND {
                // Digging or bridging is shorter, for whoever may.
                return Err(no_way(cx, &params, target));
            }
            setbacks += u32::from(leads_around);
            edge.into_iter().for_each(|chunk| seen.head_for(chunk));
            walked += length(from, &steps);
            let leads_on = |cx: &Cx| {
                cx.feet().into_iter().for_each(tell);
                goes_on(cx)
            };
            if walk::follow_while(cx, from, &steps, &leads_on).await?.is_err() || whole_way {
                setbacks += u32::from(!whole_way || !is_there(cx, &params, &goal.near)?);
                walk::settle(cx).await?;
                // Standing still settles at once: the loop must let the world go on.
                cx.tick().await;
            }
        }
        if setbacks > SETBACKS {
            return Err(no_way(cx, &params, target));
        }
    }
}

/// How far it is, in blocks along the longest axis.
fn span(from: BlockPos, to: BlockPos) -> u32 {
    from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)).max(from.z.abs_diff(to.z))
}

/// Whether the bot is where it is to go; on water, where no height was asked for, it bobs up and down.
fn is_there(cx: &Cx, params: &Navigate, near: &Near) -> Result<bool, ToolError> {
    let feet = cx.feet()?;
    let floats = || params.y.is_none() && cx.shown().terrain.traits(feet).water();
    Ok(near.is_met(feet) || near.is_met(feet.up()) && floats())
}

/// Digs up what gaps are bridged with; `false`: there is none that is had quickly, or no room for it.
pub(super) async fn gather(cx: &Cx, count: u32) -> Result<bool, ToolError> {
    let mine = Mine { max_radius: Some(GATHERED_NEAR), ..Mine::nearest(rise::EARTH, count) };
    let held = |cx: &Cx| cx.shown().windows.counts().count(rise::EARTH);
    let before = held(cx);
    // In a cave it may be behind stone that takes longer than any way around. What was got by then counts.
    let _ = cx.within(u64::from(count) * GATHERING + SEARCHING, mine::mine(cx, mine)).await;
    cx.stand_still()?;
    dig::stop(cx)?;
    walk::settle(cx).await?;
    let gained = held(cx).saturating_sub(before);
    cx.shared.spare.set(cx.shared.spare.get() + gained);
    Ok(gained > 0)
}

/// A place, straight through whatever is between: all of it is taken for stone, so that the first way is found and not the cheapest.
struct Through<'a> {
    near: &'a Near,
    /// What one layer of it takes, in ticks.
    layer: f32,
}

impl Destination for Through<'_> {
    fn estimate(&self, at: BlockPos) -> f32 {
        let layers = if self.near.level { (at.y - self.near.target.y).unsigned_abs() as f32 } else { 0.0 };
        self.near.estimate(at) + self.layer * layers
    }
    fn ends(&mut self, _: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        self.near.is_met(at).then_some(0.0)
    }
}

/// What going to the end of a way takes, and digging on from there, in ticks.
fn takes(view: &TerrainView, from: BlockPos, found: &Found, ticks: DigTicks, through: &Through) -> f32 {
    let Found::None { nearest: steps, .. } = found else { return 0.0 };
    let dug = steps.iter().flat_map(|step| &step.dig).filter_map(|pos| view.state(*pos).and_then(ticks));
    let end = steps.last().map_or(from, |last| last.pos);
    SPRINT * length(from, steps) as f32 + dug.sum::<f32>() + through.estimate(end)
}

struct Target {
    near: Near,
    /// The height is asked for, or seen.
    level_known: bool,
}

fn goal(cx: &Cx, params: &Navigate, tolerance: i32) -> Target {
    let shown = cx.shown();
    let y = params.y.or_else(|| surface(&shown.terrain.view(), params.x, params.z));
    Target {
        near: Near { target: BlockPos::new(params.x, y.unwrap_or(64), params.z), tolerance, level: y.is_some() },
        level_known: y.is_some(),
    }
}

/// Where a column's ground is: above its highest floor that is no part of a tree, or on its water. Nobody stands there where a trunk or
/// a bed does: what lies below is not meant, and `no_way` tells of the place beside it.
fn surface(view: &TerrainView, x: i32, z: i32) -> Option<i32> {
    if !view.is_loaded(BlockPos::new(x, 0, z)) {
        return None;
    }
    (-63..=320).rev().find(|&y| {
        let pos = BlockPos::new(x, y, z);
        let (here, below) = (view.traits(pos), view.traits(pos.down()));
        here.water() || below.floor() && !below.tree()
    })
}

/// The place on the ground around a shaft, where the column of a way up is one: its bottom is not what is meant by the surface.
fn rim(view: &TerrainView, x: i32, z: i32) -> Option<BlockPos> {
    /// How far around the ground is looked at, and how much lower a shaft is, in blocks.
    const AROUND: i32 = 3;
    const DEEP: i32 = 3;
    let bottom = surface(view, x, z)?;
    let ring = (-AROUND..=AROUND).flat_map(|a| [(a, -AROUND), (a, AROUND), (-AROUND, a), (AROUND, a)]);
    let mut levels: Vec<i32> = ring.filter_map(|(dx, dz)| surface(view, x + dx, z + dz)).collect();
    levels.sort_unstable();
    let ground = *levels.get(levels.len() / 2)?;
    (ground >= bottom + DEEP).then(|| BlockPos::new(x, ground, z))
}

/// `PATH_BLOCKED`, with the nearest place where one could stand if the asked one is none.
fn no_way(cx: &Cx, params: &Navigate, target: BlockPos) -> ToolError {
    let standable = {
        let shown = cx.shown();
        let view = shown.terrain.view();
        (!is_standable(&view, target)).then(|| nearest_standable(&view, target)).flatten()
    };
    let (message, context) = match standable {
        Some(pos) => (
            format!("nobody can stand at {target}; the nearest place is {pos}"),
            json!({ "target": target, "nearest_standable": { "x": pos.x, "y": pos.y, "z": pos.z } }),
        ),
        None => (format!("no way to {target}"), json!({ "target": target })),
    };
    let mut error = blocked(cx, message, context);
    if let Some(context) = error.context.as_object_mut() {
        context.insert("dig".into(), json!(params.dig));
    }
    error
}

fn nearest_standable(view: &TerrainView, around: BlockPos) -> Option<BlockPos> {
    let mut best: Option<(i32, BlockPos)> = None;
    for dy in -48i32..=48 {
        for dx in -6i32..=6 {
            for dz in -6i32..=6 {
                let pos = around.offset(dx, dy, dz);
                let far = dx * dx + dy * dy + dz * dz;
                if best.is_none_or(|(best, _)| far < best) && is_standable(view, pos) {
                    best = Some((far, pos));
                }
            }
        }
    }
    best.map(|(_, pos)| pos)
}

fn length(from: BlockPos, steps: &[Step]) -> f64 {
    let point = |pos: BlockPos| Vec3::new(f64::from(pos.x), f64::from(pos.y), f64::from(pos.z));
    let mut last = point(from);
    let mut sum = 0.0;
    for step in steps {
        sum += last.distance(point(step.pos));
        last = point(step.pos);
    }
    sum
}

fn round(blocks: f64) -> f64 {
    (blocks * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::tests::{flat, put};

    #[test]
    fn the_surface_is_ground_not_tree() {
        let mut terrain = flat();
        assert_eq!(surface(&terrain.view(), 3, 3), Some(64));
        put(&mut terrain, 3, 68, 3, "oak_leaves");
        put(&mut terrain, 3, 67, 3, "oak_log");
        assert_eq!(surface(&terrain.view(), 3, 3), Some(64));
        for (x, what) in [(7, "oak_log"), (9, "red_bed"), (11, "oak_fence")] {
            put(&mut terrain, x, 64, 3, what);
            put(&mut terrain, x, 40, 3, "air");
            put(&mut terrain, x, 41, 3, "air");
            assert_eq!(surface(&terrain.view(), x, 3), Some(64), "{what}, and no cave");
        }
        put(&mut terrain, 5, 63, 5, "water");
        assert_eq!(surface(&terrain.view(), 5, 5), Some(63));
        assert_eq!(surface(&terrain.view(), 500, 5), None);
    }

    #[test]
    fn a_shaft_is_no_surface_and_a_valley_is() {
        let mut terrain = flat();
        for y in 58..64 {
            put(&mut terrain, 3, y, 3, "air");
        }
        assert_eq!(rim(&terrain.view(), 3, 3), Some(BlockPos::new(3, 64, 3)));
        assert_eq!(rim(&terrain.view(), 4, 3), None, "beside it");
        for (x, z) in (-2..=9).flat_map(|x| (-2..=9).map(move |z| (x, z))) {
            (58..64).for_each(|y| put(&mut terrain, x, y, z, "air"));
        }
        assert_eq!(rim(&terrain.view(), 3, 3), None);
    }

    #[test]
    fn a_place_inside_a_block_has_a_nearest_standable() {
        let terrain = flat();
        assert_eq!(nearest_standable(&terrain.view(), BlockPos::new(3, 62, 3)), Some(BlockPos::new(3, 64, 3)));
    }
}
