//! `look_into`: opens a chest and tells what lies in it.

use serde_json::Value;

use crate::{
    body::skills::{chest::Round, cx::Cx},
    domain::{ItemCounts, LookInto, Tool, ToolError},
};

pub(super) async fn look_into(cx: &Cx, params: LookInto) -> Result<Value, ToolError> {
    let mut round = Round::new(cx, params.place(), params.chest.as_deref());
    if let Some(chest) = round.next().await? {
        round.close(chest, &ItemCounts::default())?;
    }
    round.has_seen_one()?;
    Ok(round.visits.pop().unwrap_or_default())
}
