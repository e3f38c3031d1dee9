//! After a call: the bot stands, digs nothing, the cursor and the grid are empty, nothing of the call lies in a furnace and
//! no window is open. Bounded in ticks.

use super::{clicks, craft, dig, furnace};
use crate::{body::cx::Cx, domain::ToolError};

/// Tidies up, as far as the server plays along; never fails and always ends.
pub async fn tidy(cx: &Cx) {
    // What cannot be tidied (the connection is gone) needs no tidying.
    let _ = tidy_up(cx).await;
}

/// Lets go of all keys.
pub fn let_go(cx: &Cx) -> Result<(), ToolError> {
    cx.stand_still()?;
    cx.sneak(false)?;
    dig::stop(cx)
}

async fn tidy_up(cx: &Cx) -> Result<(), ToolError> {
    let_go(cx)?;
    if is_untidy(cx) {
        clicks::empty_cursor(cx).await?;
        craft::empty_grid(cx).await?;
        furnace::reclaim(cx).await?;
        craft::close(cx)?;
    }
    Ok(())
}

fn is_untidy(cx: &Cx) -> bool {
    let seen = cx.seen();
    let windows = &seen.windows;
    cx.lent().is_some()
        || windows.open.is_some()
        || windows.cursor().is_some()
        || (1..5).any(|slot| windows.player(slot).is_some())
}
