//! `face`: turns the head, and hears from the server that it has taken the turn in.

use serde_json::{Value, json};

use crate::{
    body::skills::{
        cx::Cx,
        kinds,
        people::{Company, absent},
        walk,
    },
    domain::{ErrorCode, Face, ToolError, Vec3, degrees_between},
    knowledge::EYE_HEIGHT,
};

/// How far off a look may be, in degrees.
const OFF: f32 = 1.0;
/// A server that puts the bot somewhere turns its head, too: then it is turned once more.
const TRIES: u32 = 3;

/// No server tells a client where it looks: it takes what the client says. That it has taken it is known once it answers what
/// was sent after the turn, and has put the bot nowhere else meanwhile.
pub(super) async fn face(cx: &Cx, params: Face) -> Result<Value, ToolError> {
    cx.stand_still()?;
    walk::settle(cx).await?;
    if let Some(player) = &params.player {
        let mut company = Company::new(cx, player).await?;
        let seen = company.look()?.ok_or_else(|| absent(cx, player, None))?;
        let (yaw, pitch) = cx.eye()?.heading_to(Vec3 { y: seen.position.y + EYE_HEIGHT, ..seen.position });
        let (yaw, pitch) = turn(cx, yaw, pitch).await?;
        return Ok(json!({ "player": company.name(), "yaw": yaw, "pitch": pitch }));
    }
    let at = match (&params.block, params.at()) {
        (Some(kind), _) => kinds::nearest(cx, kind, 1).await?.first().copied(),
        (None, at) => at,
    };
    let (before, level) = cx.heading()?;
    let (yaw, pitch) = match (at, params.toward) {
        (Some(at), _) => cx.eye()?.heading_to(at.center()),
        (None, Some(toward)) => (toward.yaw(before).unwrap_or(before), toward.pitch()),
        (None, None) => (params.yaw.unwrap_or(before), level),
    };
    let (now, up) = turn(cx, yaw, pitch).await?;
    let mut told = json!({ "yaw": now, "pitch": up });
    if let Some(at) = at {
        (told["x"], told["y"], told["z"]) = (json!(at.x), json!(at.y), json!(at.z));
    }
    Ok(told)
}

/// Turns the head so, in degrees; where it is turned to in the end.
async fn turn(cx: &Cx, yaw: f32, pitch: f32) -> Result<(f32, f32), ToolError> {
    let mut tries = 0;
    loop {
        tries += 1;
        let put = cx.shown().teleports;
        cx.look(yaw, pitch)?;
        // It goes out with this tick's movement.
        cx.tick().await;
        let taken = cx.caught_up().await?;
        let (now, up) = cx.heading()?;
        let turned = degrees_between(now, yaw) <= OFF && (up - pitch).abs() <= OFF;
        if taken && turned && cx.shown().teleports == put {
            return Ok((now, up));
        }
        if !taken || tries >= TRIES {
            let what = if taken { "puts the bot elsewhere again and again" } else { "has not answered" };
            let message = format!("it is not known that the bot has turned: the server {what}");
            return Err(ToolError::new(ErrorCode::ActionFailed, message)
                .with(json!({ "expected": { "yaw": yaw, "pitch": pitch }, "seen": { "yaw": now, "pitch": up } })));
        }
    }
}
