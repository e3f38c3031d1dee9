//! `place_block`: puts a held block at a place, by another block, or at any free spot beside the bot.

use serde_json::{Map, Value, json};

use crate::{
    body::{
        skills::{beside, cx::Cx, place, spots::Worksite},
        tools::mine,
    },
    domain::{ErrorCode, IN_ANOTHER_STATE, PlaceBlock, ToolError},
    knowledge,
};

pub(super) async fn place_block(cx: &Cx, params: PlaceBlock) -> Result<Value, ToolError> {
    let block = knowledge::plain(&params.block).to_owned();
    let wants = params.state.as_ref();
    let (pos, state) = match (params.at(), params.by()) {
        (Some(pos), _) => {
            cx.progress(format!("placing {block} at {pos}"), 0, 1, Some(pos));
            (pos, place::place(cx, &block, pos, wants).await?)
        }
        (None, Some(by)) => beside::place_by(cx, &block, &by, wants).await?,
        (None, None) => match by_work(cx, &params).await? {
            Some(site) => place::place_by_work(cx, &block, wants, &site).await?,
            None => place::place_anywhere(cx, &block, wants).await?,
        },
    };
    let properties: Map<String, Value> =
        knowledge::state_properties(state).into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    if let Some(wants) = wants.filter(|wants| !knowledge::is_in_state(state, wants)) {
        let (seen, asked) = (knowledge::seen_state(state, wants), knowledge::in_state(&block, wants));
        let message = format!("{seen} stands at {pos}, and not {asked}");
        return Err(ToolError::new(ErrorCode::ActionFailed, message)
            .with(json!({ "expected": wants, "seen": properties, "target": pos, IN_ANOTHER_STATE: pos })));
    }
    Ok(json!({ "block": block, "x": pos.x, "y": pos.y, "z": pos.z, "state": properties }))
}

/// Goes to where the next work begins, if the call names one.
async fn by_work(cx: &Cx, params: &PlaceBlock) -> Result<Option<Worksite>, ToolError> {
    match &params.by_work {
        Some(target) => mine::go_to_the_edge(cx, target).await,
        None => Ok(None),
    }
}
