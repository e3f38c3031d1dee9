//! `jump`: on the spot, as often as the server has to count.

use serde_json::{Value, json};

use crate::{
    body::skills::{counted::counted, cx::Cx, walk},
    domain::{ErrorCode, Jump, ToolError},
};

/// What a jump is called that cannot be shown.
const WHAT: &str = "jumps";

pub(super) async fn jump(cx: &Cx, params: Jump) -> Result<Value, ToolError> {
    cx.stand_still()?;
    walk::settle(cx).await?;
    let before = counted(cx, WHAT).await?.jumps;
    let mut jumps = 0;
    while jumps < params.times {
        for done in jumps..params.times {
            cx.progress("jumping", done, params.times, None);
            if !walk::hop(cx).await? {
                break;
            }
        }
        let now = counted(cx, WHAT).await?.jumps.saturating_sub(before);
        if now <= jumps {
            let message = format!("the server has counted {now} of {} jumps, and counts no more", params.times);
            return Err(ToolError::new(ErrorCode::ActionFailed, message)
                .with(json!({ "expected": params.times, "seen": now, "jumps": now })));
        }
        jumps = now;
    }
    Ok(json!({ "jumps": jumps, "before": before }))
}
