//! Lying in a bed: getting in, and out again.

use azalea::{
    core::entity_id::MinecraftEntityId,
    protocol::packets::game::{ServerboundPlayerCommand, s_player_command::Action},
};

use super::{path::Near, place, walk};
use crate::{
    body::skills::cx::Cx,
    domain::{BlockPos, ToolError},
    knowledge,
};

/// How far from a bed one may stand to get in, in blocks on each axis: a block less than the game's own 3 (Minecraft Wiki, Bed),
/// for who does not stand in the middle of a block.
const BESIDE: i32 = 2;

/// How getting into a bed went.
pub enum Lying {
    /// The server shows the bed occupied.
    InBed,
    /// It did not let the bot, and said why, if it said anything.
    Refused(String),
    /// There is no way to it.
    OutOfReach,
}

/// Whether the server shows somebody in the bed that has a half here; `None` where no bed stands.
pub fn is_occupied(cx: &Cx, bed: BlockPos) -> Option<bool> {
    let state = cx.shown().terrain.state(bed)?;
    let block = knowledge::block_of_state(state)?;
    knowledge::is_tagged(block.name, "beds").then(|| knowledge::state_properties(state).contains(&("occupied", "true")))
}

/// Goes to a bed and gets in.
pub async fn lie_down(cx: &Cx, bed: BlockPos) -> Result<Lying, ToolError> {
    let near = Near { target: bed, tolerance: BESIDE, level: true };
    if !near.is_met(cx.feet()?) {
        if !walk::walk_to(cx, || &near, 64, false).await? && !walk::walk_to(cx, || &near, 64, true).await? {
            return Ok(Lying::OutOfReach);
        }
        walk::settle(cx).await?;
    }
    let heard = cx.shown().words_above_hotbar.0;
    let answered = |cx: &Cx| is_occupied(cx, bed) == Some(true) || cx.shown().words_above_hotbar.0 > heard;
    cx.shared.lying.set(true);
    if !place::use_on(cx, bed, None, None, answered).await? {
        cx.shared.lying.set(false);
        return Ok(Lying::OutOfReach);
    }
    cx.until(cx.patience(), answered).await;
    // The words may also say that others are awake; and blocks are told at the end of the server's tick.
    if cx.until(10 + cx.patience() / 16, |cx| is_occupied(cx, bed) == Some(true)).await {
        return Ok(Lying::InBed);
    }
    cx.shared.lying.set(false);
    let (count, words) = cx.shown().words_above_hotbar.clone();
    Ok(Lying::Refused(if count > heard { words } else { String::new() }))
}

/// Waits until the bot is out of bed again.
pub async fn wake(cx: &Cx, bed: BlockPos) {
    while is_occupied(cx, bed) == Some(true) {
        cx.tick().await;
    }
    cx.shared.lying.set(false);
}

/// Gets out of bed, if the bot lies in one.
pub(super) fn get_up(cx: &Cx) -> Result<(), ToolError> {
    if !cx.shared.lying.replace(false) {
        return Ok(());
    }
    let id = cx.world(|world, bot| world.get::<MinecraftEntityId>(bot).copied())?;
    let Some(id) = id else { return Ok(()) };
    cx.send(ServerboundPlayerCommand { id, action: Action::StopSleeping, data: 0 })
}
