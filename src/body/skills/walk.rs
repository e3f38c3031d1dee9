//! Following a way: each tick turns to the next node, sprints or walks, jumps where it steps up, digs what is in the way.

use std::f64::consts::FRAC_PI_2;

use azalea::{
    PhysicsState, WalkDirection,
    entity::{Attributes, Jumping, Physics, attributes::sprinting_modifier, metadata::Sprinting},
};
use serde_json::json;
use tracing::{debug, trace};

use super::{
    bridge, dig, gates,
    path::{Destination, Found, LIMIT, Near, Rules, Step, find, is_standable},
    rise,
};
use crate::{
    body::{senses::terrain::TerrainView, skills::cx::Cx},
    domain::{BlockPos, ErrorCode, ToolError, Vec3},
    voxel::StateId,
};

/// Ticks without reaching a further node before the way is given up.
const STUCK: u32 = 50;
/// No jump leads higher above both nodes than this, in blocks: vanilla's is 1.25 high.
const JUMP: f64 = 1.3;
/// Who digs a step stands as high as the one before, give or take so many blocks.
const LEVEL: f64 = 0.7;
/// How far off its start a way can still be begun, in blocks on each axis.
const AWAY: f64 = 1.6;
/// How far up loose ground is looked for that may come down there, in blocks.
const LOOSE: i32 = 4;
/// How far ahead the ground is looked at by who presses towards something: half a body and a step.
const STRIDE: f64 = 0.5;
/// A jump lasts 12 ticks on the level; longer, with room to fall. It begins at once.
const HOP: u64 = 40;
const LEAVES: u64 = 4;
/// How often a way is searched anew before the place counts as unreachable.
const TRIES: u32 = 6;
/// What digging must save of a way on foot, in ticks: holes are left behind.
const DETOUR: f32 = 60.0;
/// How many legs a walk to where something can be seen has.
const INTO_SIGHT: u32 = 8;
/// Ticks that land still takes to come in where it is in view.
const COMES_IN: u64 = 20;

/// The keys that go somewhere, by how far each turns off the way one looks, clockwise, in eighths of a turn.
const KEYS: [WalkDirection; 8] = [
    WalkDirection::Forward,
    WalkDirection::ForwardRight,
    WalkDirection::Right,
    WalkDirection::BackwardRight,
    WalkDirection::Backward,
    WalkDirection::BackwardLeft,
    WalkDirection::Left,
    WalkDirection::ForwardLeft,
];

/// Legs and jumping, set for the coming tick.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Legs {
    walk: WalkDirection,
    sprint: bool,
    jump: bool,
}

impl Default for Legs {
    fn default() -> Self {
        Self { walk: WalkDirection::None, sprint: false, jump: false }
    }
}

/// The key for straight on, or none.
fn ahead(goes: bool) -> WalkDirection {
    if goes { WalkDirection::Forward } else { WalkDirection::None }
}

impl Cx {
    fn legs(&self, legs: Legs) -> Result<(), ToolError> {
        self.world(|world, bot| {
            if let Some(mut state) = world.get_mut::<PhysicsState>(bot) {
                state.move_direction = legs.walk;
                state.trying_to_sprint = legs.sprint;
            }
            if let Some(mut jumping) = world.get_mut::<Jumping>(bot) {
                **jumping = legs.jump;
            }
            if !legs.sprint
                && let Some(mut sprinting) = world.get_mut::<Sprinting>(bot)
                && **sprinting
            {
                **sprinting = false;
                if let Some(mut attributes) = world.get_mut::<Attributes>(bot) {
                    attributes.movement_speed.remove(&sprinting_modifier().id);
                }
            }
        })
    }

    /// Blocks a tick over the ground.
    fn speed(&self) -> Result<f64, ToolError> {
        self.world(|world, bot| {
            world.get::<Physics>(bot).map_or(0.0, |physics| physics.velocity.x.hypot(physics.velocity.z))
        })
    }

    /// Lets go of all movement keys.
    pub fn stand_still(&self) -> Result<(), ToolError> {
        self.legs(Legs::default())
    }

    /// Presses or lets go of the sneaking key.
    pub fn sneak(&self, on: bool) -> Result<(), ToolError> {
        self.world(|world, bot| {
            if let Some(mut state) = world.get_mut::<PhysicsState>(bot) {
                state.trying_to_crouch = on;
            }
        })
    }
}

/// How a walk went wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Astray {
    /// No progress, pushed off the way, or something got in it: search again.
    Stuck,
}

/// Walks a way from its start ([`start`]) to its end. Where it ends the bot may still be gliding; [`settle`] waits for that.
pub async fn follow(cx: &Cx, start: BlockPos, steps: &[Step]) -> Result<Result<(), Astray>, ToolError> {
    follow_while(cx, start, steps, &|_| true).await
}

/// The same as long as it leads anywhere: it is looked at on each node on which the bot stands.
pub async fn follow_while(
    cx: &Cx,
    start: BlockPos,
    steps: &[Step],
    leads_there: &dyn Fn(&Cx) -> bool,
) -> Result<Result<(), Astray>, ToolError> {
    if !is_about(cx.position()?, start) {
        debug!("{:?} is not where the way from {start} begins", cx.position()?);
        return Ok(Err(Astray::Stuck));
    }
    if steps.is_empty() && cx.feet()? != start {
        // Held up by the edge of the start's block, over another: no step leads into the block where one is said to be.
        center(cx, start).await?;
        return Ok(if cx.feet()? == start { Ok(()) } else { Err(Astray::Stuck) });
    }
    // A bridge that was given up half-way leaves one sneaking.
    cx.sneak(false)?;
    let mut next = 0;
    let mut idle = 0;
    let mut from = cx.feet()?;
    trace!(
        "tick {}: from {from}: {:?}",
        cx.now(),
        steps.iter().map(|step| (step.pos.to_string(), step.dig.len())).collect::<Vec<_>>()
    );
    while next < steps.len() {
        let at = cx.position()?;
        if let Some(reached) = (next..steps.len().min(next + 4)).rev().find(|&i| is_reached(at, steps, i, next)) {
            from = steps[reached].pos;
            next = reached + 1;
            idle = 0;
            if steps[reached].lays && !steps.get(next).is_some_and(|step| step.lays) {
                cx.sneak(false)?;
            }
            if cx.on_ground()? && !leads_there(cx) {
                break;
            }
            continue;
        }
        gates::shut_behind(cx).await?;
        let step = &steps[next];
        if let Some(shut) =
            [at.stood().block(), step.pos].into_iter().find(|&pos| gates::at(cx, pos).is_some_and(|gate| !gate.open))
        {
            cx.stand_still()?;
            if !gates::open(cx, shut).await? {
                debug!("{shut} does not open");
                return Ok(Err(Astray::Stuck));
            }
            idle = 0;
            continue;
        }
        let mut in_way = Vec::new();
        for &pos in &step.dig {
            if !cx.client_traits(pos)?.passable() {
                in_way.push(pos);
            }
        }
        // Who was put back by the server would dig the next step from the wrong place, and so a shaft and not a stair.
        let off_level = !in_way.is_empty() && (at.y - f64::from(from.y)).abs() > LEVEL;
        if off_level || strayed(at, from, step.pos) {
            cx.stand_still()?;
            dig::stop(cx)?;
            debug!("strayed to {at:?} between {from} and {}", step.pos);
            return Ok(Err(Astray::Stuck));
        }
        let upright = (step.pos.x, step.pos.z) == (from.x, from.z);
        if upright && (step.lays || !in_way.is_empty()) {
            // Whoever stands on an edge does not fall in, and what is laid has no room.
            center(cx, from).await?;
        }
        if !in_way.is_empty() {
            if !dig_away(cx, &in_way).await? {
                return Ok(Err(Astray::Stuck));
            }
            idle = 0;
            continue;
        }
        if step.lays && !upright && !cx.client_traits(step.pos.down())?.floor() {
            let go = |to: Option<Vec3>| {
                to.map_or(Ok(()), |to| cx.look_at(to))?;
                cx.legs(Legs { walk: ahead(to.is_some()), ..Legs::default() })
            };
            if !bridge::lay_ahead(cx, from, step.pos, go).await? {
                return Ok(Err(Astray::Stuck));
            }
            idle = 0;
            continue;
        }
        if step.lays && upright {
            let jump = |jump: bool| cx.legs(Legs { jump, ..Legs::default() });
            if !rise::rise(cx, from, jump).await? {
                return Ok(Err(Astray::Stuck));
            }
            idle = 0;
            continue;
        }
        idle += 1;
        if upright && step.pos.y < from.y && idle < STUCK {
            // It falls, unless an edge that it has glided onto holds it.
            cx.stand_still()?;
            cx.tick().await;
            if cx.on_ground()? && cx.position()?.y == at.y {
                center(cx, from).await?;
            }
            continue;
        }
        let is_passed = |pos: BlockPos| cx.client_traits(pos).map(|traits| traits.passable() || traits.gate());
        let blocked = !is_passed(step.pos)? || !is_passed(step.pos.up())?;
        if idle > STUCK || blocked {
            cx.stand_still()?;
            dig::stop(cx)?;
            debug!("astray at {at:?} between {from} and {:?}: idle {idle}, blocked {blocked}", &steps[next..]);
            return Ok(Err(Astray::Stuck));
        }
        let (yaw, legs) = steer(cx, at, from, steps, next)?;
        cx.look(yaw, 0.0)?;
        cx.legs(legs)?;
        if let Some(ahead) = steps.get(next + 1) {
            for &pos in &ahead.dig {
                if !cx.client_traits(pos)?.passable() {
                    dig::begin_ahead(cx, pos, yaw)?;
                    break;
                }
            }
        }
        cx.tick().await;
    }
    cx.stand_still()?;
    gates::shut_behind(cx).await?;
    Ok(Ok(()))
}

/// Digs what is in the way, standing still; `false`: something stays.
async fn dig_away(cx: &Cx, in_way: &[BlockPos]) -> Result<bool, ToolError> {
    cx.stand_still()?;
    for &pos in in_way {
        // A zone may have come since the way was found.
        if cx.shown().terrain.is_kept(pos) || !dig::dig(cx, pos).await? {
            let (state, traits) = (cx.shown().terrain.state(pos), cx.client_traits(pos)?);
            debug!("could not dig {pos} from {:?}: {state:?} {traits:?}", cx.position()?);
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a body is where a way begins, or has glided off it a little: a long search takes some ticks, in which it may have
/// fallen or been moved.
fn is_about(at: Vec3, start: BlockPos) -> bool {
    let middle = start.center();
    (at.x - middle.x).abs().max((at.z - middle.z).abs()) < AWAY && (at.y - f64::from(start.y)).abs() < AWAY
}

/// Whether the bot stands in a node's block. Nodes further on count too, so that a corner that was cut is not walked back.
fn is_reached(at: Vec3, steps: &[Step], index: usize, next: usize) -> bool {
    let pos = steps[index].pos;
    let here = at.stood().block();
    let level = here.x == pos.x && here.z == pos.z;
    let digs_between = steps[next..=index].iter().skip(1).any(|step| !step.dig.is_empty());
    if !level || digs_between {
        return false;
    }
    let height = at.y - f64::from(pos.y);
    // The last node is reached near its middle; others as soon as their block is entered.
    let last = index + 1 == steps.len();
    let middle = (at.x - f64::from(pos.x) - 0.5).abs().max((at.z - f64::from(pos.z) - 0.5).abs());
    (-0.6..0.6).contains(&height) && (!last || middle < 0.36)
}

fn strayed(at: Vec3, from: BlockPos, to: BlockPos) -> bool {
    let away = |pos: BlockPos| at.horizontal_distance(Vec3::new(f64::from(pos.x) + 0.5, at.y, f64::from(pos.z) + 0.5));
    let (low, high) = (f64::from(from.y.min(to.y)), f64::from(from.y.max(to.y)));
    away(to) > 3.0 && away(from) > 3.0 || at.y < low - 2.0 || at.y > high + JUMP
}

/// The turn of the head and the keys for this tick.
fn steer(cx: &Cx, at: Vec3, from: BlockPos, steps: &[Step], next: usize) -> Result<(f32, Legs), ToolError> {
    let (grounded, in_water, bumped, speed) = cx.world(|world, bot| {
        world.get::<Physics>(bot).map_or((true, false, false, 0.0), |physics| {
            let speed = physics.velocity.x.hypot(physics.velocity.z);
            (physics.on_ground(), physics.is_in_water(), physics.horizontal_collision, speed)
        })
    })?;
    let target = steps[next].pos;
    let mut aim = Vec3::new(f64::from(target.x) + 0.5, at.y, f64::from(target.z) + 0.5);
    if let Some(gate) = gates::at(cx, target) {
        let across = if gate.along_x { &mut aim.z } else { &mut aim.x };
        *across += gate.middle - 0.5;
    }
    let (dx, dz) = (aim.x - at.x, aim.z - at.z);
    let distance = dx.hypot(dz);
    let yaw = ((-dx).atan2(dz)).to_degrees() as f32;
    let up = f64::from(target.y) - at.y > 0.5;
    let shown = cx.shown();
    // Loose footing beside the node: no running where a stray step falls far.
    let risky = [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().any(|&(dx, dz)| {
        let beside = target.offset(dx, 0, dz);
        (0..=4).all(|depth| shown.terrain.traits(beside.offset(0, -depth, 0)).passable())
            || (0..=2).any(|depth| shown.terrain.traits(beside.offset(0, -depth, 0)).hurts())
    });
    drop(shown);
    let last = next + 1 == steps.len();
    let braking = last && distance < 0.9 && speed > 0.2 && !up;
    let turning = turn(from, target, steps.get(next + 1).map(|step| step.pos));
    let drop_ahead = f64::from(target.y) - at.y < -1.2;
    let sprint = !risky && !braking && !drop_ahead && !(turning > FRAC_PI_2 * 1.1 && distance < 0.8);
    // Jumping from a run, a block is cleared from 1.5 blocks before its middle; from standing, only against it.
    let jump = in_water || up && grounded && (distance < 1.0 + speed * 2.2 || bumped);
    let glide = braking && speed > 0.1 && distance < speed * 1.3 + 0.05;
    Ok((yaw, Legs { walk: ahead(!glide), sprint, jump }))
}

/// How sharply the way turns at a node, in radians.
fn turn(from: BlockPos, at: BlockPos, to: Option<BlockPos>) -> f64 {
    let Some(to) = to else { return 0.0 };
    let angle = |a: BlockPos, b: BlockPos| f64::from(b.z - a.z).atan2(f64::from(b.x - a.x));
    let difference = (angle(at, to) - angle(from, at)).abs();
    difference.min(std::f64::consts::TAU - difference)
}

/// Waits until the bot stands, after a walk or a fall.
pub async fn settle(cx: &Cx) -> Result<(), ToolError> {
    for _ in 0..40 {
        let still = cx.world(|world, bot| {
            world.get::<Physics>(bot).is_none_or(|physics| {
                (physics.on_ground() || physics.is_in_water()) && physics.velocity.x.hypot(physics.velocity.z) < 0.05
            })
        })?;
        if still {
            break;
        }
        cx.tick().await;
    }
    Ok(())
}

/// Presses or lets go of the key to jump, with the legs still.
pub fn leap(cx: &Cx, jump: bool) -> Result<(), ToolError> {
    cx.legs(Legs { jump, ..Legs::default() })
}

/// Jumps on the spot, once; `false` where the bot does not leave the ground.
pub async fn hop(cx: &Cx) -> Result<bool, ToolError> {
    if !cx.until(HOP, |cx| cx.on_ground().unwrap_or(true)).await {
        return Ok(false);
    }
    cx.legs(Legs { jump: true, ..Legs::default() })?;
    let leaves = cx.until(LEAVES, |cx| !cx.on_ground().unwrap_or(true)).await;
    cx.stand_still()?;
    cx.until(HOP, |cx| cx.on_ground().unwrap_or(true)).await;
    Ok(leaves)
}

/// The node a search starts from: the block of the feet, or, at the edge of one that cannot be stood in, its neighbour.
pub fn start(view: &TerrainView, at: Vec3) -> BlockPos {
    let feet = at.stood().block();
    let neighbours = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    let mut near: Vec<BlockPos> = Vec::new();
    for (dx, dz) in neighbours {
        let pos = feet.offset(dx, 0, dz);
        // Standing on a block's edge: the body is 0.3 wide to each side.
        let reach = |low: i32, at: f64| at + 0.31 > f64::from(low) && at - 0.31 < f64::from(low) + 1.0;
        if reach(pos.x, at.x) && reach(pos.z, at.z) && is_standable(view, pos) {
            near.push(pos);
        }
    }
    near.first().copied().unwrap_or(feet)
}

/// When a way may be dug through natural ground.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Digs {
    Never,
    AtItsPrice,
    /// Where it saves a good part of a long way on foot.
    WhereItSaves,
}

/// Walks to a goal, searching again where the way was lost; with `digs` also through natural ground, at its price.
/// `Ok(false)`: there is no way.
pub async fn walk_to<G: Destination>(cx: &Cx, make: impl Fn() -> G, range: i32, digs: bool) -> Result<bool, ToolError> {
    walk_by(cx, make, range, if digs { Digs::AtItsPrice } else { Digs::Never }).await
}

/// The same, digging where that saves a long way on foot.
pub async fn walk_or_dig<G: Destination>(cx: &Cx, make: impl Fn() -> G, range: i32) -> Result<bool, ToolError> {
    walk_by(cx, make, range, Digs::WhereItSaves).await
}

async fn walk_by<G: Destination>(cx: &Cx, make: impl Fn() -> G, range: i32, digs: Digs) -> Result<bool, ToolError> {
    for _ in 0..TRIES {
        let (view, prices) = (cx.view(), dig::prices(cx));
        let rules = Rules {
            dig: (digs != Digs::Never).then_some(&prices as _),
            limit: 30_000,
            range,
            lay: rise::spare(cx),
            ..Rules::default()
        };
        let from = start(&view, cx.position()?);
        let found = match digs {
            Digs::WhereItSaves => way(cx, &view, from, &rules, &make).await,
            _ => find(cx, &view, from, &rules, &mut make()).await,
        };
        let Found::Way { steps, .. } = found else { return Ok(false) };
        if follow(cx, from, &steps).await?.is_ok() {
            return Ok(true);
        }
        settle(cx).await?;
    }
    Ok(false)
}

/// The way on foot to a goal; where that is long, and digging saves a good part of it, the way that the rules allow.
pub async fn way<G: Destination>(
    cx: &Cx,
    view: &TerrainView,
    from: BlockPos,
    rules: &Rules<'_>,
    make: impl Fn() -> G,
) -> Found {
    let found = find(cx, view, from, &Rules { dig: None, ..*rules }, &mut make()).await;
    let walked = if let Found::Way { cost, .. } = &found { *cost } else { f32::INFINITY };
    if walked < DETOUR || rules.dig.is_none() {
        return found;
    }
    let other = find(cx, view, from, rules, &mut make()).await;
    if matches!(&other, Found::Way { cost, .. } if cost + DETOUR < walked) { other } else { found }
}

/// Walks until a place can be seen, and says what stands there.
///
/// # Errors
/// `PATH_BLOCKED` where it stays out of sight.
pub async fn into_sight(cx: &Cx, at: BlockPos) -> Result<StateId, ToolError> {
    let is_loaded = |cx: &Cx| cx.shown().terrain.is_loaded(at.chunk());
    for _ in 0..INTO_SIGHT {
        if is_loaded(cx) {
            break;
        }
        let near = Near { target: at, tolerance: 12, level: false };
        let view = cx.view();
        let from = start(&view, cx.position()?);
        let rules = Rules { dig: None, keep: None, limit: LIMIT, range: 512, ..Rules::default() };
        let found = find(cx, &view, from, &rules, &mut &near).await;
        let (Found::Way { steps, .. } | Found::None { nearest: steps, .. }) = found;
        if steps.is_empty() || follow(cx, from, &steps).await?.is_err() {
            settle(cx).await?;
        }
        // Just after a join, or a walk, the land still comes in.
        cx.until(COMES_IN, is_loaded).await;
    }
    let seen = cx.shown().terrain.state(at);
    seen.ok_or_else(|| blocked(cx, format!("{at} is out of sight"), json!({ "target": at })))
}

/// Steps to the middle of the block the bot stands in, or of one beside it on the same level.
pub async fn center(cx: &Cx, pos: BlockPos) -> Result<(), ToolError> {
    for _ in 0..25 {
        let at = cx.position()?;
        let middle = Vec3::new(f64::from(pos.x) + 0.5, at.y, f64::from(pos.z) + 0.5);
        let (distance, speed) = (at.horizontal_distance(middle), cx.speed()?);
        if distance < 0.15 {
            break;
        }
        let yaw = (-(middle.x - at.x)).atan2(middle.z - at.z).to_degrees() as f32;
        cx.look(yaw, 0.0)?;
        cx.legs(Legs { walk: ahead(distance > speed * 1.3 + 0.05), ..Legs::default() })?;
        cx.tick().await;
    }
    cx.stand_still()?;
    settle(cx).await
}

/// The same to a twentieth of a block, in sneaking steps.
pub async fn center_closely(cx: &Cx, pos: BlockPos) -> Result<(), ToolError> {
    const CLOSE: f64 = 0.05;
    center(cx, pos).await?;
    cx.sneak(true)?;
    for _ in 0..20 {
        let at = cx.position()?;
        let middle = Vec3::new(f64::from(pos.x) + 0.5, at.y, f64::from(pos.z) + 0.5);
        if at.horizontal_distance(middle) < CLOSE {
            break;
        }
        cx.look(at.heading_to(middle).0, 0.0)?;
        // One step, and what is left of it.
        cx.legs(Legs { walk: ahead(true), ..Legs::default() })?;
        cx.tick().await;
        cx.legs(Legs::default())?;
        cx.tick().await;
    }
    cx.sneak(false)?;
    cx.stand_still()?;
    settle(cx).await
}

/// Presses the key towards a point on the level for the coming tick, to within `near` blocks of it, as long as that leads over no
/// edge; against a wall it does no harm. `false`: loose ground hangs over it, and comes down once what bore it is dug.
pub fn press_towards(cx: &Cx, to: Vec3, near: f64) -> Result<bool, ToolError> {
    press(cx, to, near, true)
}

/// The same with the eyes kept where they are: the keys go in eight directions, which is near enough for a step or two.
pub fn sidle_towards(cx: &Cx, to: Vec3, near: f64) -> Result<bool, ToolError> {
    press(cx, to, near, false)
}

fn press(cx: &Cx, to: Vec3, near: f64, turns: bool) -> Result<bool, ToolError> {
    let (at, speed) = (cx.position()?, cx.speed()?);
    let (dx, dz) = (to.x - at.x, to.z - at.z);
    let distance = dx.hypot(dz);
    let ahead = Vec3::new(at.x + dx / distance.max(0.01) * STRIDE, at.y, at.z + dz / distance.max(0.01) * STRIDE);
    let (leads_on, falls) = {
        let (shown, block) = (cx.shown(), ahead.stood().block());
        let traits = |pos: BlockPos| shown.terrain.traits(pos);
        let above = (1..LOOSE).map(|up| traits(block.offset(0, up, 0))).find(|traits| !traits.passable());
        let falls = traits(block).passable() && above.is_some_and(|above| above.falls());
        let is_harmless = !traits(block).hurts() && !traits(block.up()).hurts();
        let is_firm = !traits(block).passable() || traits(block.down()).floor();
        (is_harmless && is_firm && !falls, falls)
    };
    let yaw = (-dx).atan2(dz).to_degrees() as f32;
    let aside = if turns { 0.0 } else { yaw - cx.heading()?.0 };
    if turns && leads_on && distance > near {
        cx.look(yaw, 0.0)?;
    }
    let goes = leads_on && distance > near + speed;
    let walk = if goes { KEYS[(aside / 45.0).round().rem_euclid(8.0) as usize] } else { WalkDirection::None };
    cx.legs(Legs { walk, ..Legs::default() })?;
    Ok(!falls)
}

/// `PATH_BLOCKED` with where to and from.
pub fn blocked(cx: &Cx, message: impl Into<String>, context: serde_json::Value) -> ToolError {
    let mut context = context;
    if let (Some(object), Ok(feet)) = (context.as_object_mut(), cx.feet()) {
        object.insert("position".into(), json!(feet));
    }
    ToolError::new(ErrorCode::PathBlocked, message).with(context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_begun_only_where_it_begins() {
        let start = BlockPos::new(4, 64, -3);
        let at = |x: f64, y: f64, z: f64| is_about(Vec3::new(x, y, z), start);
        assert!(at(4.5, 64.0, -2.5));
        assert!(at(5.29, 64.0, -2.5), "held by its edge");
        assert!(at(5.9, 65.2, -2.5), "gliding on, or in a jump");
        assert!(!at(4.5, 62.0, -2.5), "it fell meanwhile");
        assert!(!at(7.5, 64.0, -2.5) && !at(4.5, 64.0, 4.5), "it was moved meanwhile");
    }
}
