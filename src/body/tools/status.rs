//! `get_bot_status`: what the body sees, and what is around it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{
    body::{senses::observe::observe, skills::cx::Cx},
    domain::{BlockPos, ErrorCode, ToolError},
    knowledge,
};

/// How far blocks are counted, in blocks.
const AROUND: i32 = 8;

pub(super) fn status(cx: &Cx) -> Result<Value, ToolError> {
    let tick = cx.now();
    let observation = {
        let shown = cx.shared.shown.borrow();
        cx.world(|world, bot| observe(world, bot, &shown, tick))?
    };
    let Some(now) = observation else {
        return Err(ToolError::new(ErrorCode::Disconnected, "the bot is in no world"));
    };
    Ok(json!({
        "health": now.health,
        "food": now.food,
        "saturation": now.saturation,
        "position": now.position,
        "heading": { "yaw": now.yaw, "pitch": now.pitch, "toward": toward(now.yaw) },
        "on_ground": now.on_ground,
        "dimension": now.dimension,
        "game_mode": now.game_mode,
        "time_of_day": now.time_of_day,
        "tick_rate": now.server_rate.unwrap_or(now.tick_rate),
        "inventory": now.inventory(),
        "hotbar": now.hotbar,
        "nearby_blocks": nearby_blocks(cx)?,
        "nearby_entities": now.entities,
    }))
}

/// The kinds of block around the bot: how many, and where the nearest is.
fn nearby_blocks(cx: &Cx) -> Result<Value, ToolError> {
    let feet = cx.feet()?;
    let shown = cx.shown();
    let view = shown.terrain.view();
    let mut kinds: BTreeMap<&str, (u32, i32, BlockPos)> = BTreeMap::new();
    for dy in -AROUND..=AROUND {
        for dz in -AROUND..=AROUND {
            for dx in -AROUND..=AROUND {
                let pos = feet.offset(dx, dy, dz);
                let Some(block) = view.state(pos).and_then(knowledge::block_of_state) else { continue };
                if knowledge::is_air(block.name) {
                    continue;
                }
                let far = dx * dx + dy * dy + dz * dz;
                let entry = kinds.entry(block.name).or_insert((0, far, pos));
                entry.0 += 1;
                if far < entry.1 {
                    (entry.1, entry.2) = (far, pos);
                }
            }
        }
    }
    let list = kinds
        .into_iter()
        .map(|(block, (count, _, nearest))| json!({ "block": block, "count": count, "nearest": nearest }));
    Ok(list.collect())
}

fn toward(yaw: f32) -> &'static str {
    match ((yaw.rem_euclid(360.0) + 45.0) / 90.0) as u32 % 4 {
        0 => "south",
        1 => "west",
        2 => "north",
        _ => "east",
    }
}
