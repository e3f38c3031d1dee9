//! `follow`: stays within some blocks of somebody, for as long as was asked or a call may last; that it is over then is no failure.

use serde_json::{Value, json};

use crate::{
    body::skills::{cx::Cx, people::Company},
    domain::{Follow, IN_COMPANY, ToolError},
};

/// How near to them the bot stays, in blocks on each axis, and how near it goes once they are farther off.
const WITHIN: u32 = 3;
const UP_TO: u32 = 2;
/// The longest that a call follows, in ticks of the slower clock: less than its deadline, with time to catch up.
const MOST: u64 = 4_000;
/// Ticks to catch up at the end with who is far ahead.
const CATCH_UP: u64 = 400;

pub(super) async fn follow(cx: &Cx, params: Follow) -> Result<Value, ToolError> {
    let ticks = params.ticks.unwrap_or(MOST).min(MOST);
    let mut company = Company::new(cx, &params.player).await?;
    let begun = cx.moment();
    loop {
        let followed = cx.since(begun);
        let is_near = company.is_near(WITHIN)?;
        let ends = is_near || followed >= ticks + CATCH_UP || company.is_near(IN_COMPANY - 1)?;
        if followed >= ticks && ends {
            break;
        }
        if is_near {
            cx.progress(format!("staying with {}", company.name()), followed as u32, ticks as u32, None);
            cx.stand_still()?;
            company.face()?;
            cx.tick().await;
        } else {
            company.approach(UP_TO, &|cx| cx.since(begun) >= ticks).await?;
        }
    }
    cx.stand_still()?;
    let walked = (company.walked * 10.0).round() / 10.0;
    Ok(json!({
        "player": company.name(), "followed_ticks": cx.since(begun), "distance_walked": walked,
        "beside": company.is_near(WITHIN)?,
    }))
}
