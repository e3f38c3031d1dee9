//! `mine`: finds, walks, digs, collects, until `count` more items are in the inventory.
//!
//! The block to break next is chosen by what it costs in ticks: the way there, digging what is in the way, the block
//! itself and fetching what it drops. From one stand everything within reach is broken that is still needed.

mod jobs;
mod ways;

use serde_json::{Value, json};

use crate::{
    body::{
        senses::terrain::PosMap,
        skills::{clicks::room_for, collect, cx::Cx, dig},
    },
    domain::{BlockPos, ErrorCode, Mine, ToolError},
    knowledge::{self, MineTarget},
};

const RADIUS: u32 = 64;
/// Nodes one search looks at: about 0.1 s.
const LIMIT: usize = 60_000;
/// How far from the work drops are fetched, in blocks.
const FETCH: f64 = 12.0;

/// Ticks of fetching that no search for a better stand would save.
const FREE: f32 = 8.0;

/// Times that fetching a sure drop may bring nothing, one after the other, before it is no mishap any more.
const BARREN: f32 = 3.0;
/// The same for drops by chance: so many that were expected and did not come are one in three million.
const UNLUCKY: f32 = 15.0;

struct Mining<'a> {
    cx: &'a Cx,
    params: &'a Mine,
    target: MineTarget,
    /// By state: wanted, and yielding with what is held.
    wanted: Vec<bool>,
    /// Items of the target held when the call began.
    base: u32,
    broken: u32,
    /// What was gained when drops were last fetched, and what blocks broken since should have dropped.
    settled: u32,
    due: f32,
    /// What should have been fetched since something last was, each time as one at most.
    barren: f32,
    spoiled: PosMap<BlockPos, ()>,
    undone: PosMap<BlockPos, u32>,
    /// The floors of the stairs that were dug.
    keep: PosMap<BlockPos, ()>,
    /// Where the last way to work began to lead into the ground: what is dug must not cut off the way back there.
    anchor: Option<BlockPos>,
}

pub(super) async fn mine(cx: &Cx, params: Mine) -> Result<Value, ToolError> {
    let target = knowledge::mine_target(&params.target)?;
    let base = cx.shown().windows.counts().count_any(&target.items);
    let mut mining = Mining {
        cx,
        params: &params,
        target,
        wanted: Vec::new(),
        base,
        broken: 0,
        settled: 0,
        due: 0.0,
        barren: 0.0,
        spoiled: PosMap::default(),
        undone: PosMap::default(),
        keep: PosMap::default(),
        anchor: None,
    };
    mining.run().await?;
    let collected = mining.gained();
    let item = most_gained(&mining);
    Ok(json!({ "item": item, "collected": collected, "blocks_broken": mining.broken }))
}

/// The item that was asked for; of a family, the member most of which is held.
fn most_gained(mining: &Mining) -> String {
    let counts = mining.cx.shown().windows.counts();
    let items = &mining.target.items;
    items.iter().max_by_key(|item| counts.count(item)).map_or(String::new(), |item| (*item).to_owned())
}

impl Mining<'_> {
    fn gained(&self) -> u32 {
        self.cx.shown().windows.counts().count_any(&self.target.items).saturating_sub(self.base)
    }

    /// Whether what is held and what lies about, `pending` included, is enough.
    fn suffices(&self, pending: f32) -> bool {
        let expected = self.settled as f32 + self.due + pending;
        expected.max(self.gained() as f32) > self.params.count as f32 - 0.001
    }

    fn wants(&self, item: &str) -> bool {
        self.target.items.contains(&item)
    }

    async fn run(&mut self) -> Result<(), ToolError> {
        if let Some(at) = self.params.at {
            self.go_near(at).await?;
        }
        loop {
            let gained = self.gained();
            if gained >= self.params.count {
                return Ok(());
            }
            self.check_room()?;
            self.refresh_wanted()?;
            if !self.suffices(0.0) {
                if self.work_here().await? {
                    continue;
                }
                if self.due > 0.0 {
                    self.fetch().await?;
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

    /// A block that was named and is broken, its drop gone, cannot be broken again.
    fn check_named_block(&self) -> Result<(), ToolError> {
        let Some(at) = self.params.at.filter(|&at| self.broken > 0 && !self.is_wanted(at)) else { return Ok(()) };
        Err(ToolError::new(ErrorCode::ActionFailed, format!("the block at {at} is broken, but nothing of it was got"))
            .with(
                json!({ "expected": self.target.items, "seen": "no drop", "target": at, "blocks_broken": self.broken }),
            ))
    }

    /// `INVENTORY_FULL` before digging what could not be picked up.
    fn check_room(&self) -> Result<(), ToolError> {
        let slots = self.cx.shown().windows.player_slots();
        if self.target.items.iter().any(|item| room_for(&slots, item) > 0) {
            return Ok(());
        }
        let items = self.target.items.join(" or ");
        Err(ToolError::new(ErrorCode::InventoryFull, format!("no room for {items}"))
            .with(json!({ "item": self.target.items.first(), "collected": self.gained() })))
    }

    /// Which blocks yield with what is held now; `TOOL_REQUIRED` if none does.
    fn refresh_wanted(&mut self) -> Result<(), ToolError> {
        let slots = self.cx.shown().windows.player_slots();
        let tools: Vec<String> = slots.iter().skip(9).flatten().map(|stack| stack.item.clone()).collect();
        self.wanted.clear();
        let mut any = false;
        for block in &self.target.blocks {
            let yields = |tool: Option<&str>| {
                knowledge::yields(block, tool).iter().any(|drop| self.target.items.contains(&drop.item))
            };
            if !yields(None) && !tools.iter().any(|tool| yields(Some(tool))) {
                continue;
            }
            any = true;
            if self.wanted.len() <= usize::from(block.max_state) {
                self.wanted.resize(usize::from(block.max_state) + 1, false);
            }
            self.wanted[usize::from(block.min_state)..=usize::from(block.max_state)].fill(true);
        }
        if any {
            return Ok(());
        }
        let block = self.target.blocks.first();
        let tier = block.and_then(|block| knowledge::harvest_tier(block));
        let name = block.map_or(&*self.params.target, |block| block.name);
        Err(ToolError::new(
            ErrorCode::ToolRequired,
            format!("{name} yields nothing without {} or better", tier.unwrap_or("a tool")),
        )
        .with(json!({ "target": self.params.target, "block": name, "tier": tier, "collected": self.gained() })))
    }

    /// Picks up what broken blocks dropped.
    async fn fetch(&mut self) -> Result<(), ToolError> {
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
        let done = |_: &Cx| self.gained() >= enough;
        collect::collect(self.cx, FETCH, &|item| self.wants(item), Some((&prices, &self.keep)), &done).await
    }

    /// Items of the kind that lie close by, from an earlier try or anybody's.
    async fn fetch_lying(&mut self) -> Result<bool, ToolError> {
        let here = self.cx.position()?;
        if self.params.at.is_some() || collect::lying(self.cx, here, 8.0, &|item| self.wants(item))?.is_empty() {
            return Ok(false);
        }
        let before = self.gained();
        self.collect_near(self.params.count).await?;
        self.settled = self.gained();
        Ok(self.gained() > before)
    }

    fn report(&self, text: &str, place: Option<BlockPos>) {
        self.cx.progress(text, self.gained(), self.params.count, place);
    }
}
