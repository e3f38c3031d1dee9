//! What the server counts of what the bot does: a client sees its own jumps and its own sneaking; that they were any, only the
//! server's statistics say.

use azalea::protocol::packets::game::{ServerboundClientCommand, s_client_command::Action};
use serde_json::json;

use crate::{
    body::{senses::shown::Counted, skills::cx::Cx},
    domain::{ErrorCode, ToolError},
};

/// Asks the server what it has counted so far.
///
/// # Errors
/// `ACTION_FAILED`: it does not answer, so that `what` cannot be shown.
pub async fn counted(cx: &Cx, what: &str) -> Result<Counted, ToolError> {
    let heard = cx.shown().counted.answers;
    cx.send(ServerboundClientCommand { action: Action::RequestStats })?;
    if !cx.until(cx.patience(), |cx| cx.shown().counted.answers > heard).await {
        let message = format!("the server does not tell what it counts: {what} cannot be shown");
        return Err(ToolError::new(ErrorCode::ActionFailed, message).with(json!({ "expected": "statistics" })));
    }
    Ok(cx.shown().counted)
}
