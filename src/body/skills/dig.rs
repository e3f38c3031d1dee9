//! Breaking one block, with the best tool held, until the server shows it gone.
//!
//! azalea predicts the break and the server's ack undoes a wrong one, so success is the terrain's word alone. The next
//! block may be begun before that word has come: [`dig`] returns on the prediction, [`confirm`] waits for the server.
//! Where the server puts back what is dug, one block after the other, either ends with `ACTION_FAILED`.

use std::cell::OnceCell;

use azalea::{
    core::{direction::Direction, position::BlockPos as AzaleaPos},
    mining::{Mining, MiningQueued},
    protocol::packets::game::{ServerboundPlayerAction, s_player_action::Action},
};
use serde_json::json;
use tracing::{debug, trace};

use super::{
    hold,
    sight::{REACH, clear_aim, distance_to_block},
};
use crate::{
    body::{
        senses::{digs::Dig, traits::Traits},
        skills::cx::Cx,
    },
    construction::yields_earth,
    domain::{BlockPos, ErrorCode, ToolError, Vec3},
    knowledge,
    voxel::StateId,
};

/// Blocks put back one after the other that are no mishap any more.
const REFUSALS: usize = 3;
/// Who has moved so far, in blocks, turns the head anew to what is being dug.
const MOVED: f64 = 0.1;

/// Digs one block from where the bot stands. `false`: it could not be broken (out of reach, unbreakable, or something
/// kept it from ending). Whether it is wanted and safe is the caller's business.
///
/// # Errors
/// `ACTION_FAILED` where it lies in a zone, see [`Cx::may_change`].
pub async fn dig(cx: &Cx, pos: BlockPos) -> Result<bool, ToolError> {
    dig_while(cx, pos, &|| Ok(())).await
}

/// The same; each tick the legs may do something that leaves the block in reach and the feet on the ground.
pub async fn dig_while(cx: &Cx, pos: BlockPos, legs: &dyn Fn() -> Result<(), ToolError>) -> Result<bool, ToolError> {
    let Some(state) = cx.shown().terrain.state(pos) else { return Ok(false) };
    if !Traits::of(state).empty() {
        cx.may_change(pos)?;
    }
    if Traits::of(state).empty() {
        if !cx.client_traits(pos)?.passable() {
            // The client's world is behind the server's word: who asks until it is not must let time pass.
            cx.tick().await;
        }
        return Ok(true);
    }
    if cx.shared.digs_for_earth.get() && yields_earth(state) {
        cx.shared.earthwork.borrow_mut().dig([pos]);
    }
    if cx.client_traits(pos)?.empty() || cx.shown().digs.is_open(pos) {
        // Broken here already, the server's word still on its way, or it was put back.
        if confirm(cx, &[pos]).await? {
            return Ok(true);
        }
        if cx.client_traits(pos)?.empty() {
            debug!("{pos} is gone here and not at the server");
            return Ok(false);
        }
    }
    let Some(block) = knowledge::block_of_state(state) else { return Ok(false) };
    if distance_to_block(cx.eye()?, pos) > REACH + 0.1 {
        return Ok(false);
    }
    if !cx.shared.holder.dig(pos) {
        // Another bot was quicker. Who asks until it is gone must let time pass.
        cx.tick().await;
        return Ok(false);
    }
    hold::best_tool(cx, block).await?;
    // Off the ground it takes five times as long.
    cx.until(10, |cx| cx.on_ground().unwrap_or(true)).await;
    let tool = hold::held(cx)?.map(|stack| stack.item);
    let Some(ticks) = knowledge::dig_ticks(block, tool.as_deref()) else { return Ok(false) };
    let eye = cx.eye()?;
    look_at(cx, pos, eye)?;
    trace!("tick {}: digging {} at {pos} from {:?} in {ticks} ticks", cx.now(), block.name, cx.position()?);
    begin(cx, pos, eye)?;
    let begun = cx.moment();
    let alone = cx.shown().digs.is_idle(begun);
    // In water it takes five times as long.
    let limit = u64::from(ticks) * 6 + 10;
    let mut looked_from = eye;
    for _ in 0..limit {
        legs()?;
        cx.tick().await;
        let eye = cx.eye()?;
        if eye.distance(looked_from) > MOVED {
            look_at(cx, pos, eye)?;
            looked_from = eye;
        }
        let gone = cx.client_traits(pos)?.empty();
        let mining =
            cx.world(|world, bot| world.get::<Mining>(bot).is_some() || world.get::<MiningQueued>(bot).is_some())?;
        if gone || !mining {
            if mining {
                stop(cx)?;
            }
            // Where it is not gone here, it was, and the server was quick to put it back.
            await_word(cx, pos, Dig { begun, ticks: ticks.into(), alone })?;
            return Ok(true);
        }
    }
    debug!("digging {pos} did not end");
    stop(cx)?;
    Ok(false)
}

fn look_at(cx: &Cx, pos: BlockPos, eye: Vec3) -> Result<(), ToolError> {
    let aim = clear_aim(&cx.shown().terrain.view(), eye, pos).unwrap_or_else(|| pos.center());
    cx.look_at(aim)
}

/// Begins a block that stands in the way of the step after next, while still walking: if it is in sight, roughly ahead
/// (one looks where one walks), and the hand already holds what digs it fastest. [`dig`] goes on where this left off.
pub(super) fn begin_ahead(cx: &Cx, pos: BlockPos, yaw: f32) -> Result<(), ToolError> {
    let busy = cx.world(|world, bot| world.get::<Mining>(bot).is_some() || world.get::<MiningQueued>(bot).is_some())?;
    if busy || !cx.on_ground()? || cx.shown().terrain.is_kept(pos) {
        return Ok(());
    }
    let eye = cx.eye()?;
    let (aim, block) = {
        let shown = cx.shown();
        let aim = clear_aim(&shown.terrain.view(), eye, pos);
        (aim, shown.terrain.state(pos).and_then(knowledge::block_of_state))
    };
    let (Some(aim), Some(block)) = (aim, block) else { return Ok(()) };
    let toward = (-(aim.x - eye.x)).atan2(aim.z - eye.z).to_degrees() as f32;
    let aside = (toward - yaw + 180.0).rem_euclid(360.0) - 180.0;
    let held = hold::held(cx)?.map(|stack| stack.item);
    let slots = cx.shown().windows.player_slots();
    if aside.abs() > 50.0
        || knowledge::dig_ticks(block, held.as_deref()) != hold::fastest(&slots, block).1
        || !cx.shared.holder.dig(pos)
    {
        return Ok(());
    }
    begin(cx, pos, eye)
}

/// Presses the digging key on a block.
fn begin(cx: &Cx, pos: BlockPos, eye: Vec3) -> Result<(), ToolError> {
    cx.shown_mut().digs.begin(pos);
    let (position, direction) = (AzaleaPos::new(pos.x, pos.y, pos.z), face(eye, pos));
    cx.world(|world, bot| {
        world.entity_mut(bot).insert(MiningQueued { position, direction, force: true });
    })
}

/// Notes that a block is broken here.
fn await_word(cx: &Cx, pos: BlockPos, dig: Dig) -> Result<(), ToolError> {
    let eye = cx.eye()?.block();
    let mut shown = cx.shown_mut();
    // Under water it takes five times as long, which the client does not know.
    let slower = if shown.terrain.traits(eye).water() { 5 } else { 1 };
    shown.digs.broke(pos, Dig { ticks: dig.ticks * slower, ..dig });
    // The word may have come before this tick.
    if shown.terrain.traits(pos).empty() {
        shown.digs.gone(pos);
    }
    Ok(())
}

/// Waits until the server shows all of these gone; `false` if one stayed.
///
/// # Errors
/// `ACTION_FAILED` where this was the last of several that the server put back.
pub async fn confirm(cx: &Cx, blocks: &[BlockPos]) -> Result<bool, ToolError> {
    let (begun, mut heard) = (cx.moment(), cx.moment());
    while !cx.moment().has_waited(begun, 4 * cx.patience()) {
        let standing: Vec<BlockPos> =
            blocks.iter().copied().filter(|&pos| !cx.shown().terrain.traits(pos).empty()).collect();
        if standing.is_empty() {
            // Whole columns come without a word on each of their blocks.
            blocks.iter().for_each(|&pos| cx.shown_mut().digs.gone(pos));
            return Ok(true);
        }
        if cx.moment().has_waited(heard, cx.patience()) {
            break;
        }
        for pos in standing {
            if cx.client_traits(pos)?.empty() {
                continue;
            }
            let now = cx.moment();
            cx.shown_mut().digs.is_back(pos, now);
            if !cx.shown().digs.may_break(pos, now) {
                put_back(cx, pos)?;
                return Ok(false);
            }
            heard = cx.moment();
        }
        cx.tick().await;
    }
    Ok(false)
}

/// Counts a block that the server has put back.
fn put_back(cx: &Cx, pos: BlockPos) -> Result<(), ToolError> {
    let mut shown = cx.shown_mut();
    let state = shown.terrain.state(pos).unwrap_or_default();
    shown.digs.put_back(pos, state);
    debug!("{pos} was put back: {:?}", shown.digs.refused());
    drop(shown);
    match refusal(cx) {
        Some(error) if cx.shown().digs.refused().len() >= REFUSALS => Err(error),
        _ => Ok(()),
    }
}

/// `ACTION_FAILED`, where the last block that was dug is one that the server has put back.
pub fn refusal(cx: &Cx) -> Option<ToolError> {
    let shown = cx.shown();
    let (pos, state) = *shown.digs.refused().last()?;
    let (times, name) = (shown.digs.refused().len(), knowledge::block_of_state(state).map_or("?", |block| block.name));
    let message = format!("the server puts back what is dug here, last {name} at {pos}: the place may be protected");
    let context = json!({ "expected": "air", "seen": name, "target": pos, "undone": times });
    Some(ToolError::new(ErrorCode::ActionFailed, message).with(context))
}

/// What digging each state takes with the best tool held now; `None` for what cannot be broken.
pub fn prices(cx: &Cx) -> impl Fn(StateId) -> Option<f32> + use<> {
    prices_with(cx, None)
}

/// The same once another tool is held.
pub fn prices_with(cx: &Cx, tool: Option<&'static str>) -> impl Fn(StateId) -> Option<f32> + use<> {
    let slots = hold::usable(cx);
    let known: Vec<OnceCell<Option<f32>>> = vec![OnceCell::new(); knowledge::blocks().len()];
    move |state| {
        let block = knowledge::block_of_state(state)?;
        let with_it = || tool.and_then(|tool| knowledge::dig_ticks(block, Some(tool)));
        let price = || {
            let least = hold::fastest(&slots, block).1.into_iter().chain(with_it()).min();
            least.map(|ticks| ticks.max(1) as f32)
        };
        *known.get(block.id as usize)?.get_or_init(price)
    }
}

/// Lets go of the digging key.
pub fn stop(cx: &Cx) -> Result<(), ToolError> {
    let mining = cx.world(|world, bot| {
        let mining = world.get::<Mining>(bot).map(|mining| mining.pos);
        world.entity_mut(bot).remove::<(Mining, MiningQueued)>();
        mining
    })?;
    if let Some(pos) = mining {
        cx.send(ServerboundPlayerAction {
            action: Action::AbortDestroyBlock,
            pos,
            direction: Direction::Down,
            seq: 0,
        })?;
    }
    Ok(())
}

/// The face of a block that is turned to the eye.
fn face(eye: Vec3, pos: BlockPos) -> Direction {
    let center = pos.center();
    let (dx, dy, dz) = (eye.x - center.x, eye.y - center.y, eye.z - center.z);
    if dy.abs() >= dx.abs() && dy.abs() >= dz.abs() {
        if dy > 0.0 { Direction::Up } else { Direction::Down }
    } else if dx.abs() >= dz.abs() {
        if dx > 0.0 { Direction::East } else { Direction::West }
    } else if dz > 0.0 {
        Direction::South
    } else {
        Direction::North
    }
}
