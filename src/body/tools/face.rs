//! `face`: turns the head, and hears from the server that it has taken the turn in.

use serde_json::{Value, json};

use crate::{
    body::skills::{cx::Cx, kinds, walk},
    domain::{ErrorCode, Face, ToolError, degrees_between},
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
    let mut tries = 0;
    let (now, up) = loop {
        tries += 1;
        let put = cx.shown().teleports;
        cx.look(yaw, pitch)?;
        // It goes out with this tick's movement.
        cx.tick().await;
        let taken = cx.caught_up().await?;
        let (now, up) = cx.heading()?;
        let turned = degrees_between(now, yaw) <= OFF && (up - pitch).abs() <= OFF;
        if taken && turned && cx.shown().teleports == put {
            break (now, up);
        }
        if !taken || tries >= TRIES {
            let what = if taken { "puts the bot elsewhere again and again" } else { "has not answered" };
            let message = format!("it is not known that the bot has turned: the server {what}");
            return Err(ToolError::new(ErrorCode::ActionFailed, message)
                .with(json!({ "expected": { "yaw": yaw, "pitch": pitch }, "seen": { "yaw": now, "pitch": up } })));
        }
    };
    let mut told = json!({ "yaw": now, "pitch": up });
    if let Some(at) = at {
        (told["x"], told["y"], told["z"]) = (json!(at.x), json!(at.y), json!(at.z));
    }
    Ok(told)
}
