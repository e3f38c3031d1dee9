//! A bite: one held thing eaten, as far as the server's slots and food bar show it.

use azalea::{
    core::{direction::Direction, position::BlockPos as AzaleaPos},
    local_player::Hunger,
    protocol::packets::game::{ServerboundPlayerAction, s_player_action::Action},
};
use serde_json::json;

use super::{looks::use_hand, wear};
use crate::{
    body::skills::cx::Cx,
    domain::{BodySlot, ErrorCode, ToolError},
    knowledge::{self, FULL_FOOD},
};

/// How often a bite is begun anew that came to nothing.
const TRIES: u32 = 2;

/// The food bar as the server last showed it, in half-drumsticks.
pub fn food_bar(cx: &Cx) -> Result<u32, ToolError> {
    cx.world(|world, bot| world.get::<Hunger>(bot).map_or(0, |hunger| hunger.food))
}

/// Eats one of an item.
///
/// # Errors
/// `INSUFFICIENT_MATERIALS` where it is not held, `ACTION_FAILED` where the server does not show it eaten.
pub async fn eat_one(cx: &Cx, item: &str) -> Result<(), ToolError> {
    let held = |cx: &Cx| cx.shown().windows.counts().count(item);
    let bite = knowledge::eating(item).map_or(0, |eating| eating.ticks);
    let points = knowledge::food(item).map_or(0, |food| food.points);
    for _ in 0..TRIES {
        wear::equip(cx, item, BodySlot::MainHand).await?;
        let (before, had) = (held(cx), food_bar(cx)?);
        cx.shared.eating.set(true);
        use_hand(cx)?;
        let eaten = cx.until(bite + cx.patience(), |cx| held(cx) < before).await;
        if eaten {
            cx.shared.eating.set(false);
            // The food bar is told beside the slot, in a packet of its own.
            let fed = (had + points).min(FULL_FOOD);
            cx.until(4 + cx.patience() / 16, |cx| food_bar(cx).is_ok_and(|food| food >= fed)).await;
            return Ok(());
        }
        stop(cx)?;
    }
    let message = format!("the server does not show {item} eaten");
    Err(ToolError::new(ErrorCode::ActionFailed, message)
        .with(json!({ "item": item, "expected": held(cx).saturating_sub(1), "seen": held(cx) })))
}

/// Takes the food from the mouth, if something is being eaten.
pub(super) fn stop(cx: &Cx) -> Result<(), ToolError> {
    if !cx.shared.eating.replace(false) {
        return Ok(());
    }
    let pos = AzaleaPos::new(0, 0, 0);
    cx.send(ServerboundPlayerAction { action: Action::ReleaseUseItem, pos, direction: Direction::Down, seq: 0 })
}
