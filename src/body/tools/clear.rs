//! `clear`: digs a box of blocks empty.

use serde_json::Value;

use crate::{
    body::skills::cx::Cx,
    domain::{Clear, ErrorCode, ToolError},
};

pub(super) async fn clear(_: &Cx, _: Clear) -> Result<Value, ToolError> {
    Err(ToolError::new(ErrorCode::ActionFailed, "not written yet"))
}
