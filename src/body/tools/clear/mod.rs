//! `clear`: digs a box of blocks empty, until the server shows nothing but air there.
//!
//! From the top down, since what is high is hard to get at once all below it is gone. From one stand everything within reach
//! of the uppermost layers is broken; then the stand is gone to from which the next block costs least. Nothing is broken that
//! would cut off the way out of the box: the last blocks are broken from beside it, or from a stair beside it, which is filled behind the
//! bot as it goes out. A deep box with
//! room for two and walls around is dug sheer, and climbed out of on two blocks that are laid and taken up in turn.

mod clearing;
mod climb;
mod flue;
mod jobs;
mod mend;
mod obstacles;
mod ways;

use clearing::Clearing;
use serde_json::{Value, json};

use crate::{
    body::skills::cx::Cx,
    domain::{Clear, ErrorCode, MAX_CLEAR, ToolError},
};

pub(super) async fn clear(cx: &Cx, params: Clear) -> Result<Value, ToolError> {
    let blocks = params.volume().count();
    if blocks > MAX_CLEAR {
        let message =
            format!("a box of {blocks} blocks is more than one call clears ({MAX_CLEAR}): a goal may ask for it");
        return Err(ToolError::new(ErrorCode::InvalidParams, message));
    }
    let mut clearing = Clearing::new(cx, params.volume());
    clearing.run().await?;
    Ok(json!({ "broken": clearing.broken }))
}

impl Clearing<'_> {
    async fn run(&mut self) -> Result<(), ToolError> {
        self.come_into_sight().await?;
        if self.left().is_empty() {
            return Ok(());
        }
        let home = self.way_out().await?;
        self.come_home_to(home);
        self.survey_flue();
        loop {
            self.come_into_sight().await?;
            self.tally();
            if self.left().is_empty() && self.stays_empty().await {
                self.come_out().await?;
                // What it climbed on may be left.
                if self.left().is_empty() {
                    self.tally();
                    return self.mend().await;
                }
            }
            self.check_obstacles()?;
            if !self.work_here(false).await? {
                self.go_to_work().await?;
            }
        }
    }
}
