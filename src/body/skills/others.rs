//! Waiting for other bots: what they are at is left to them, for a while.

use super::cx::Cx;
use crate::domain::BlockPos;

/// Ticks between two looks at what other bots are at, and for how many a call waits for them in all: a minute.
const GLANCE: u64 = 20;
const PATIENCE: u64 = 1_200;

/// How long a call has waited for others, in ticks.
#[derive(Debug, Default)]
pub struct Waited(u64);

impl Waited {
    /// Whether others are still waited for.
    pub fn is_patient(&self) -> bool {
        self.0 < PATIENCE
    }

    /// Whether nobody was waited for yet.
    pub fn is_fresh(&self) -> bool {
        self.0 == 0
    }

    /// Waits a moment for the others to be done here.
    pub async fn wait(&mut self, cx: &Cx, at: BlockPos) {
        // Who waits needs nothing meanwhile: two might wait for each other.
        cx.shared.holder.let_go();
        self.wait_until(cx, |cx| !cx.view().is_taken(at)).await;
    }

    /// The same where something is still needed meanwhile.
    pub async fn wait_until(&mut self, cx: &Cx, is_over: impl Fn(&Cx) -> bool) {
        self.0 += GLANCE;
        cx.until(GLANCE, is_over).await;
    }

    /// What is to be said beside a failure: that there was more, in other hands.
    pub fn words(&self) -> &'static str {
        if self.is_patient() { "" } else { ", but for what other bots have been at for a minute" }
    }
}
