//! `wait`: stands still until the server's world is so much older, or until a time of the day; a call waits only so long.

use serde_json::{Value, json};

use crate::{
    body::skills::{breath, cx::Cx},
    domain::{DayTime, ErrorCode, ToolError, WAIT_A_CALL, Wait},
    knowledge::ticks_until,
};

/// Ticks that a time of the day may be late: the server tells it every 20.
const LATE: u64 = 40;

pub(super) async fn wait(cx: &Cx, params: Wait) -> Result<Value, ToolError> {
    cx.stand_still()?;
    // Just after a join nothing has been told yet.
    cx.until(cx.patience(), |cx| cx.shown().clock.age().is_some()).await;
    let left = params.until.map(|until| left_until(cx, until)).transpose()?;
    let ticks = match (params.ticks, left) {
        (Some(ticks), _) => u64::from(ticks),
        (None, left) => left.unwrap_or(0),
    };
    if ticks > u64::from(WAIT_A_CALL) {
        let message = format!("that is {ticks} ticks to wait, and one call waits at most {WAIT_A_CALL}");
        return Err(ToolError::new(ErrorCode::InvalidParams, message).with(json!({ "ticks": ticks })));
    }
    let most = ticks + if params.ticks.is_none() { LATE } else { 0 };
    let (begun, from) = (cx.moment(), cx.shown().clock.age());
    loop {
        let waited = cx.since(begun);
        let has_come = params.until.map(|until| left_until(cx, until)).transpose()? == Some(0);
        if has_come || waited >= most {
            break;
        }
        cx.progress("waiting", waited as u32, ticks as u32, None);
        breath::free_head(cx).await?;
        cx.tick().await;
    }
    let (waited, time) = (cx.since(begun), cx.shown().time_of_day);
    if let (None, Some(until)) = (params.ticks, params.until)
        && left_until(cx, until)? > 0
    {
        let message = format!("it has not become {} in {waited} ticks", until.name());
        return Err(ToolError::new(ErrorCode::ActionFailed, message)
            .with(json!({ "expected": until.name(), "seen": time, "waited_ticks": waited })));
    }
    Ok(json!({ "waited_ticks": waited, "from": from, "time_of_day": time }))
}

/// The ticks that are left until a time of the day, by what the server has told.
fn left_until(cx: &Cx, until: DayTime) -> Result<u64, ToolError> {
    let now = cx.shown().time_of_day;
    now.map(|now| ticks_until(until, now)).ok_or_else(|| {
        ToolError::new(ErrorCode::ActionFailed, "the server tells no time of the day")
            .with(json!({ "expected": until.name() }))
    })
}
