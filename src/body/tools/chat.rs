//! `chat`: says it as soon as the server bears it, to all or to one, and waits until the server repeats it as the bot's.

use azalea::chat::SendChatEvent;
use serde_json::{Value, json};

use crate::{
    body::skills::{cx::Cx, people},
    domain::{Chat, ErrorCode, ToolError},
};

pub(super) async fn chat(cx: &Cx, params: Chat) -> Result<Value, ToolError> {
    let message = params.message;
    if cx.shown().chatter.wait(cx.moment()) > 0 {
        cx.progress("waiting before saying more, or the server throws the bot out", 0, 1, None);
        while cx.shown().chatter.wait(cx.moment()) > 0 {
            cx.tick().await;
        }
    }
    cx.progress("waiting for the server to repeat it", 0, 1, None);
    let heard = cx.shown().lines_heard;
    let content = match &params.to {
        Some(player) => format!("/tell {} {message}", people::named(cx, player)?),
        None => message.clone(),
    };
    cx.world(|world, entity| {
        world.write_message(SendChatEvent { entity, content });
    })?;
    let spoken = cx.moment();
    cx.shown_mut().chatter.spoke(spoken);
    let repeated = |cx: &Cx| {
        let seen = cx.shown();
        seen.lines_since(heard).any(|line| line.contains(&message))
    };
    if cx.until(cx.patience(), repeated).await {
        return Ok(json!({ "message": message, "to": params.to }));
    }
    let seen: Vec<String> = cx.shown().lines_since(heard).map(str::to_owned).collect();
    Err(ToolError::new(ErrorCode::ActionFailed, "the server did not repeat the message")
        .with(json!({ "expected": message, "seen": seen })))
}
