//! `remember`: where the bot stands, once it stands.

use serde_json::{Value, json};

use crate::{
    body::skills::{cx::Cx, walk},
    domain::{Remember, ToolError},
};

pub(super) async fn remember(cx: &Cx, params: Remember) -> Result<Value, ToolError> {
    cx.stand_still()?;
    walk::settle(cx).await?;
    let (feet, dimension) = (cx.feet()?, cx.shown().dimension.clone());
    Ok(json!({ "name": params.name, "x": feet.x, "y": feet.y, "z": feet.z, "dimension": dimension }))
}
