//! `mine`: finds, walks, digs, collects, until `count` more items are in the inventory.
//!
//! The block to break next is chosen by what it costs in ticks: the way there, digging what is in the way, the block
//! itself and fetching what it drops. From one stand everything within reach is broken that is still needed.

mod ahead;
mod fetch;
mod jobs;
mod mining;
mod upheld;
mod ways;

pub(super) use ahead::go_to_the_edge;
use mining::Mining;
use serde_json::{Value, json};

use crate::{
    body::skills::{breath, cx::Cx, kinds},
    domain::{Mine, ToolError},
};

pub(super) async fn mine(cx: &Cx, params: Mine) -> Result<Value, ToolError> {
    let mut mining = Mining::new(cx, &params)?;
    let ended = mining.run().await;
    if ended.is_ok() {
        // What was asked for is there, whatever comes of this.
        let _ = mining.see_to_the_way_back().await;
    }
    mining.leave();
    ended?;
    let mut told =
        json!({ "item": mining.most_gained(), "collected": mining.gained(), "blocks_broken": mining.broken });
    if !mining.earth_at.is_empty() {
        told["earth"] = json!(mining.earth_at);
    }
    Ok(told)
}

impl Mining<'_> {
    async fn run(&mut self) -> Result<(), ToolError> {
        if let Some(at) = self.params.at {
            self.go_near(at).await?;
        }
        kinds::known_land(self.cx, self.cx.feet()?, self.radius()).await;
        // What an earlier try broke and did not pick up is not broken once more.
        if self.cx.shared.again.get() {
            self.fetch_lying().await?;
        }
        loop {
            breath::free_head(self.cx).await?;
            let gained = self.gained();
            if gained >= self.params.count && !self.named_stands() {
                return Ok(());
            }
            self.check_room()?;
            self.refresh_wanted()?;
            self.spare_what_upholds().await?;
            if !self.suffices(0.0) {
                if self.work_here().await? {
                    continue;
                }
                if self.due > 0.0 {
                    if !self.go_on_here().await? {
                        self.fetch().await?;
                    }
                    continue;
                }
                // Something of the kind may lie about from before.
                if self.fetch_lying().await? {
                    continue;
                }
                self.check_named_block()?;
                self.go_to_work().await?;
            } else {
                self.fetch().await?;
            }
        }
    }
}
