//! `look_into`: opens a chest and tells what lies in it; of a furnace also once nothing smelts there any more.

use serde_json::Value;

use crate::{
    body::skills::{chest::Round, cx::Cx, furnace},
    domain::{ItemCounts, LookInto, Tool, ToolError},
};

pub(super) async fn look_into(cx: &Cx, params: LookInto) -> Result<Value, ToolError> {
    let mut round = Round::new(cx, params.place(), params.chest.as_deref());
    if let Some(chest) = round.next().await? {
        let ended = match params.until_done {
            true => furnace::until_done(cx, chest.at, params.ticks).await,
            false => Ok(()),
        };
        // What is left there was seen in any case.
        round.close(chest, &ItemCounts::default())?;
        ended?;
    }
    round.has_seen_one()?;
    Ok(round.visits.pop().unwrap_or_default())
}
