//! Fetching what broken blocks dropped: the part of `mine` that picks up, and sees whether the server gives anything.

use serde_json::json;

use super::{super::pick_up::gather, mining::Mining};
use crate::{
    body::skills::{
        clicks::room_for,
        collect::{self, Wanted},
        cx::Cx,
        dig, rise,
    },
    domain::{ErrorCode, ToolError},
};

/// How much earth a shaft yields at most, and how far off it lies, in blocks.
const SHAFT: u32 = 8;
const BESIDE: f64 = 4.0;
/// How far from the work drops are fetched, in blocks.
const FETCH: f64 = 12.0;
/// Times that fetching a sure drop may bring nothing, one after the other, before it is no mishap any more.
const BARREN: f32 = 3.0;
/// The same for drops by chance: so many that were expected and did not come are one in three million.
const UNLUCKY: f32 = 15.0;

impl Mining<'_> {
    /// Picks up what broken blocks dropped.
    pub(super) async fn fetch(&mut self) -> Result<(), ToolError> {
        let cx = self.cx;
        let (before, enough) = (self.gained(), self.params.count);
        self.report("collecting", None);
        // The drop may come a moment after the block's end.
        let here = cx.position()?;
        let comes = |cx: &Cx| {
            self.gained() > before
                || collect::lying(cx, here, FETCH, &|item| self.wants(item)).is_ok_and(|items| !items.is_empty())
        };
        cx.until(4 + cx.patience() / 4, comes).await;
        let out_of_reach = self.collect_near(enough).await?;
        if self.gained() > self.settled {
            self.barren = 0.0;
        } else if !out_of_reach {
            self.barren += self.due.min(1.0);
        }
        self.settled = self.gained();
        self.due = 0.0;
        self.report("collected", None);
        self.check_yield()
    }

    /// Whether what is broken brings anything: a server may keep back the drops (creative mode, a rule, a plugin).
    fn check_yield(&self) -> Result<(), ToolError> {
        let by_chance = self.target.blocks.iter().flat_map(|block| &block.drops);
        let by_chance = by_chance.filter(|drop| self.wants(drop.item)).any(|drop| drop.chance < 1.0);
        if self.barren < if by_chance { UNLUCKY } else { BARREN } {
            return Ok(());
        }
        let items = self.target.items.join(" or ");
        let message = format!("{} blocks are broken, and the server gives no {items} for them", self.broken);
        Err(ToolError::new(ErrorCode::ActionFailed, message).with(
            json!({ "expected": self.target.items, "seen": "no drop", "blocks_broken": self.broken, "undone": self.broken }),
        ))
    }

    /// Whether something lies where it cannot be reached.
    async fn collect_near(&self, enough: u32) -> Result<bool, ToolError> {
        let prices = dig::prices(self.cx);
        let wanted = Wanted { is_wanted: &|item| self.wants(item), gained: &|| self.gained(), count: enough };
        gather(self.cx, FETCH, &wanted, Some((&prices, &self.keep))).await
    }

    /// Picks up the earth that the way back is laid of, where what is held of it does not suffice.
    pub(super) async fn see_to_the_way_back(&self) -> Result<(), ToolError> {
        let cx = self.cx;
        let is_full = room_for(&cx.shown().windows.player_slots(), rise::EARTH) == 0;
        if is_full || self.wants(rise::EARTH) || self.is_way_back(&cx.view(), cx.feet()?).await {
            return Ok(());
        }
        let held = || cx.shown().windows.counts().count(rise::EARTH);
        let wanted = Wanted { is_wanted: &|item| item == rise::EARTH, gained: &held, count: held() + SHAFT };
        collect::collect(cx, BESIDE, &wanted, None).await.map(drop)
    }

    /// Items of the kind that lie close by, from an earlier try or anybody's. What dropped from just one block is no other's: that is
    /// fetched only where it was broken by an earlier try.
    pub(super) async fn fetch_lying(&mut self) -> Result<bool, ToolError> {
        let here = self.cx.position()?;
        let is_gone = |at| self.cx.shared.again.get() && self.cx.shown().terrain.traits(at).empty();
        if self.params.at.is_some_and(|at| !is_gone(at))
            || collect::lying(self.cx, here, 8.0, &|item| self.wants(item))?.is_empty()
        {
            return Ok(false);
        }
        let before = self.gained();
        self.collect_near(self.params.count).await?;
        self.settled = self.gained();
        Ok(self.gained() > before)
    }
}
