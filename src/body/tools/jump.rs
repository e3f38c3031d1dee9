//! `jump`: on the spot, as often as the server has to count.

use azalea::protocol::packets::game::{ServerboundClientCommand, s_client_command::Action};
use serde_json::{Value, json};

use crate::{
    body::skills::{cx::Cx, walk},
    domain::{ErrorCode, Jump, ToolError},
};

/// A client sees its own jumps; that they were any, only the server's statistics say.
pub(super) async fn jump(cx: &Cx, params: Jump) -> Result<Value, ToolError> {
    cx.stand_still()?;
    walk::settle(cx).await?;
    let before = counted(cx).await?;
    let mut jumps = 0;
    while jumps < params.times {
        for done in jumps..params.times {
            cx.progress("jumping", done, params.times, None);
            if !walk::hop(cx).await? {
                break;
            }
        }
        let now = counted(cx).await?.saturating_sub(before);
        if now <= jumps {
            let message = format!("the server has counted {now} of {} jumps, and counts no more", params.times);
            return Err(ToolError::new(ErrorCode::ActionFailed, message)
                .with(json!({ "expected": params.times, "seen": now, "jumps": now })));
        }
        jumps = now;
    }
    Ok(json!({ "jumps": jumps, "before": before }))
}

/// How often the bot has jumped in its life, as the server counts.
async fn counted(cx: &Cx) -> Result<u32, ToolError> {
    let heard = cx.shown().counted.answers;
    cx.send(ServerboundClientCommand { action: Action::RequestStats })?;
    if !cx.until(cx.patience(), |cx| cx.shown().counted.answers > heard).await {
        return Err(ToolError::new(
            ErrorCode::ActionFailed,
            "the server does not tell what it counts: jumps cannot be shown",
        )
        .with(json!({ "expected": "statistics" })));
    }
    Ok(cx.shown().counted.jumps)
}
