//! `sneak`: the key is held on the spot until the server has counted so much of it. The end of the call lets go of it, however it
//! ends.

use serde_json::{Value, json};

use crate::{
    body::skills::{breath, counted::counted, cx::Cx, walk},
    domain::{ErrorCode, Sneak, ToolError},
};

/// How it is called to the user what cannot be shown.
const WHAT: &str = "crouching";

pub(super) async fn sneak(cx: &Cx, params: Sneak) -> Result<Value, ToolError> {
    cx.stand_still()?;
    cx.sneak(false)?;
    walk::settle(cx).await?;
    if params.ticks == 0 {
        return stand_up(cx).await;
    }
    let before = counted(cx, WHAT).await?.sneaked;
    cx.sneak(true)?;
    let mut sneaked = 0;
    while sneaked < params.ticks {
        let (begun, left) = (cx.moment(), u64::from(params.ticks - sneaked));
        while cx.since(begun) < left {
            let done = u64::from(sneaked) + cx.since(begun);
            cx.progress("crouching", done as u32, params.ticks, None);
            // Digging a buried head free ends with the key let go of.
            breath::free_head(cx).await?;
            cx.sneak(true)?;
            cx.tick().await;
        }
        let now = counted(cx, WHAT).await?.sneaked.saturating_sub(before);
        if now <= sneaked {
            let message =
                format!("the server has counted {now} of {} ticks crouched, and counts no more", params.ticks);
            return Err(ToolError::new(ErrorCode::ActionFailed, message)
                .with(json!({ "expected": params.ticks, "seen": now, "ticks": now })));
        }
        sneaked = now;
    }
    cx.sneak(false)?;
    Ok(json!({ "ticks": sneaked, "before": before }))
}

/// That one stands, the server shows by counting no more of it.
async fn stand_up(cx: &Cx) -> Result<Value, ToolError> {
    cx.tick().await;
    let before = counted(cx, WHAT).await?.sneaked;
    cx.tick().await;
    let now = counted(cx, WHAT).await?.sneaked;
    if now > before {
        return Err(ToolError::new(ErrorCode::ActionFailed, "the server still counts the bot as crouching")
            .with(json!({ "expected": before, "seen": now })));
    }
    Ok(json!({ "ticks": 0, "before": before }))
}
