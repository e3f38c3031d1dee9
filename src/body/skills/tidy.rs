//! After a call: the bot stands, digs nothing, the cursor and the grid are empty, nothing of the call lies in a furnace and
//! no window is open. Bounded in ticks.

use super::{clicks, craft, dig, furnace, meal, rest, signs};
use crate::{body::skills::cx::Cx, domain::ToolError};

/// Tidies up, as far as the server plays along; never fails and always ends. `cut_short`: the call did not hear the server
/// out.
pub async fn tidy(cx: &Cx, cut_short: bool) {
    // What cannot be tidied (the connection is gone) needs no tidying.
    let _ = tidy_up(cx, cut_short).await;
}

/// Lets go of all keys.
pub fn let_go(cx: &Cx) -> Result<(), ToolError> {
    cx.stand_still()?;
    cx.sneak(false)?;
    meal::stop(cx)?;
    rest::get_up(cx)?;
    signs::close(cx)?;
    dig::stop(cx)
}

async fn tidy_up(cx: &Cx, cut_short: bool) -> Result<(), ToolError> {
    let_go(cx)?;
    if cut_short {
        // Clicks still on their way fill the grid, or open a window, only after it was looked at.
        cx.caught_up().await?;
    }
    if is_untidy(cx) {
        clicks::empty_cursor(cx).await?;
        craft::empty_grid(cx).await?;
        furnace::reclaim(cx).await?;
        craft::close(cx)?;
    }
    Ok(())
}

fn is_untidy(cx: &Cx) -> bool {
    let shown = cx.shown();
    let windows = &shown.windows;
    cx.lent().is_some()
        || windows.open.is_some()
        || windows.cursor().is_some()
        || (1..5).any(|slot| windows.player(slot).is_some())
}
