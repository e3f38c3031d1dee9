//! A head that is free: what has fallen onto it is dug away.

use super::dig;
use crate::{body::skills::cx::Cx, domain::ToolError};

/// As many blocks as fall one after the other, at most: a column of sand in sight.
const COLUMN: u32 = 16;
/// Ticks in which the next one falls into the place of the last.
const FALLS: u64 = 12;

/// Digs away what the head is stuck in, and what falls after it. Where nothing is, it takes no time.
pub async fn free_head(cx: &Cx) -> Result<(), ToolError> {
    for _ in 0..COLUMN {
        let head = cx.eye()?.block();
        let is_stuck = |cx: &Cx| {
            let traits = cx.shown().terrain.traits(head);
            !traits.passable() && traits.natural() && !cx.shown().terrain.is_kept(head)
        };
        if !is_stuck(cx) {
            break;
        }
        if !dig::dig(cx, head).await? || !dig::confirm(cx, &[head]).await? {
            break;
        }
        cx.until(FALLS, is_stuck).await;
    }
    Ok(())
}
