//! `chat`: says it, and waits until the server repeats it as the bot's.

use azalea::chat::SendChatEvent;
use serde_json::{Value, json};

use crate::{
    body::cx::Cx,
    domain::{Chat, ErrorCode, ToolError},
};

pub(super) async fn chat(cx: &Cx, params: Chat) -> Result<Value, ToolError> {
    let message = params.message;
    let heard = cx.seen().lines_heard;
    let content = message.clone();
    cx.world(|world, entity| {
        world.write_message(SendChatEvent { entity, content });
    })?;
    let repeated = |cx: &Cx| {
        let seen = cx.seen();
        seen.lines_since(heard).any(|line| line.contains(&message))
    };
    if cx.until(cx.patience(), repeated).await {
        return Ok(json!({ "message": message }));
    }
    let seen: Vec<String> = cx.seen().lines_since(heard).map(str::to_owned).collect();
    Err(ToolError::new(ErrorCode::ActionFailed, "the server did not repeat the message")
        .with(json!({ "expected": message, "seen": seen })))
}
