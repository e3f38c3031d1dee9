//! `equip`: takes a held item into a hand, or puts it on.

use serde_json::{Value, json};

use crate::{
    body::skills::{clicks, craft, cx::Cx, wear},
    domain::{Equip, ToolError},
    knowledge,
};

pub(super) async fn equip(cx: &Cx, params: Equip) -> Result<Value, ToolError> {
    let item = knowledge::plain(&params.item);
    let slot = params.slot.unwrap_or_else(|| knowledge::usual_slot(item));
    cx.progress(format!("putting {item} {slot}"), 0, 1, None);
    // What the cursor carries would go into the slot instead.
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    let changed = wear::equip(cx, item, slot).await?;
    Ok(json!({ "item": item, "slot": slot, "changed": changed }))
}
