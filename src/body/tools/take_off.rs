//! `take_off`: what is worn, or in a hand, goes into the pack.

use serde_json::{Value, json};

use crate::{
    body::skills::{clicks, craft, cx::Cx, wear},
    domain::{ItemCounts, TakeOff, ToolError},
    knowledge,
};

pub(super) async fn take_off(cx: &Cx, params: TakeOff) -> Result<Value, ToolError> {
    let item = params.item.as_deref().map(knowledge::plain);
    cx.progress(
        params.item.as_deref().map_or("taking off".to_owned(), |item| format!("taking off {item}")),
        0,
        1,
        None,
    );
    // What the cursor carries would go into the slot instead.
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    if let Some(item) = item {
        wear::require(cx, item)?;
    }
    let mut off = ItemCounts::default();
    for slot in params.slots() {
        if let Some(stack) = wear::bare(cx, slot, item).await? {
            off.add(&stack.item, stack.count);
        }
    }
    Ok(json!({ "taken_off": off, "changed": !off.is_empty() }))
}
