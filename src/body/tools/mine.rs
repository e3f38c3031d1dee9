//! `mine`: finds, walks, digs, collects, until `count` more items are in the inventory.
//!
//! The block to break next is chosen by what it costs in ticks: the way there, digging what is in the way, the block
//! itself and fetching what it drops. From one stand everything within reach is broken that is still needed.

use serde_json::{Value, json};

use crate::{
    body::{
        cx::Cx,
        kinds::kind,
        skills::{
            clicks::room_for,
            collect, dig,
            path::{Found, Near, Rules, Step, search},
            walk::{self, blocked},
            work::{self, Job, MineGoal, Quarry},
        },
        terrain::{PosMap, View},
    },
    domain::{BlockPos, ErrorCode, Mine, ToolError},
    knowledge::{self, MineTarget},
    voxel::StateId,
};

const RADIUS: u32 = 64;
/// Nodes one search looks at: about 0.1 s.
const LIMIT: usize = 60_000;
/// How far from the work drops are fetched, in blocks.
const FETCH: f64 = 12.0;

/// Ticks of fetching that no search for a better stand would save.
const FREE: f32 = 8.0;

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
    spoiled: PosMap<BlockPos, ()>,
    undone: PosMap<BlockPos, u32>,
    /// The floors of the stairs that were dug.
    keep: PosMap<BlockPos, ()>,
    /// Where the last way to work began to lead into the ground: what is dug must not cut off the way back there.
    anchor: Option<BlockPos>,
}

pub(super) async fn mine(cx: &Cx, params: Mine) -> Result<Value, ToolError> {
    let target = knowledge::mine_target(&params.target)?;
    let base = cx.seen().windows.counts().count_any(&target.items);
    let mut mining = Mining {
        cx,
        params: &params,
        target,
        wanted: Vec::new(),
        base,
        broken: 0,
        settled: 0,
        due: 0.0,
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

/// Where the way back must lead: to the last node before the way had to be dug, or some steps back on an open way.
fn anchor(start: BlockPos, steps: &[Step]) -> Option<BlockPos> {
    let node = |index: usize| if index == 0 { start } else { steps[index - 1].pos };
    match steps.iter().position(|step| !step.dig.is_empty()) {
        Some(first) => Some(node(first)),
        None => Some(node(steps.len().saturating_sub(6))),
    }
}

/// The item that was asked for; of a family, the member most of which is held.
fn most_gained(mining: &Mining) -> String {
    let counts = mining.cx.seen().windows.counts();
    let items = &mining.target.items;
    items.iter().max_by_key(|item| counts.count(item)).map_or(String::new(), |item| (*item).to_owned())
}

impl Mining<'_> {
    fn gained(&self) -> u32 {
        self.cx.seen().windows.counts().count_any(&self.target.items).saturating_sub(self.base)
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
                self.go_to_work().await?;
            } else {
                self.fetch().await?;
            }
        }
    }

    /// `INVENTORY_FULL` before digging what could not be picked up.
    fn check_room(&self) -> Result<(), ToolError> {
        let slots = self.cx.seen().windows.player_slots();
        if self.target.items.iter().any(|item| room_for(&slots, item) > 0) {
            return Ok(());
        }
        let items = self.target.items.join(" or ");
        Err(ToolError::new(ErrorCode::InventoryFull, format!("no room for {items}"))
            .with(json!({ "item": self.target.items.first(), "collected": self.gained() })))
    }

    /// Which blocks yield with what is held now; `TOOL_REQUIRED` if none does.
    fn refresh_wanted(&mut self) -> Result<(), ToolError> {
        let slots = self.cx.seen().windows.player_slots();
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

    /// Where a block was named: to where it can be seen.
    async fn go_near(&self, at: BlockPos) -> Result<(), ToolError> {
        let is_loaded = |cx: &Cx| cx.seen().terrain.is_loaded(at.chunk());
        for _ in 0..8 {
            if is_loaded(self.cx) {
                break;
            }
            let near = Near { target: at, tolerance: 12, level: false };
            let found = {
                let here = self.cx.position()?;
                let seen = self.cx.seen();
                let view = seen.terrain.view();
                search(
                    &view,
                    walk::start(&view, here),
                    &Rules { dig: None, keep: None, limit: LIMIT, range: 512 },
                    &mut &near,
                )
            };
            let (Found::Way { steps, .. } | Found::None { nearest: steps, .. }) = found;
            if steps.is_empty() || walk::follow(self.cx, &steps).await?.is_err() {
                walk::settle(self.cx).await?;
            }
            self.cx.tick().await;
        }
        let Some(state) = self.cx.seen().terrain.state(at) else {
            return Err(blocked(self.cx, format!("{at} is out of sight"), json!({ "target": at })));
        };
        let name = knowledge::block_of_state(state).map_or("?", |block| block.name);
        if self.target.blocks.iter().any(|block| block.name == name) {
            return Ok(());
        }
        Err(ToolError::new(ErrorCode::ResourceNotFound, format!("{at} is {name}, not {}", self.params.target)).with(
            json!({ "target": self.params.target, "at": at, "seen": name, "search_radius": 0, "position": self.cx.feet()? }),
        ))
    }

    /// Breaks what can be worked at from here without any ado; what takes some is weighed against other stands by
    /// [`Self::go_to_work`]. `false`: nothing.
    async fn work_here(&mut self) -> Result<bool, ToolError> {
        let cx = self.cx;
        if !cx.on_ground()? {
            cx.until(10, |cx| cx.on_ground().unwrap_or(true)).await;
        }
        let feet = cx.feet()?;
        let mut waiting: Vec<(BlockPos, f32)> = Vec::new();
        let mut tried = false;
        loop {
            let pending: f32 = waiting.iter().map(|(_, drops)| drops).sum();
            if self.suffices(pending) || cx.feet()? != feet {
                break;
            }
            let Some(job) = self.next_job(feet, &waiting, FREE)? else { break };
            tried = true;
            let expected = self.expected(job.block);
            if self.dig_job(&job).await? {
                waiting.push((job.block, expected));
            }
        }
        self.account(waiting).await?;
        Ok(tried)
    }

    /// Does one job, as far as the client can tell.
    async fn dig_job(&mut self, job: &Job) -> Result<bool, ToolError> {
        self.report(&format!("digging {}", self.name_at(job.block)), Some(job.block));
        for pos in job.clear.iter().chain([&job.block]) {
            if !dig::dig(self.cx, *pos).await? {
                self.count_failure(job.block);
                return Ok(false);
            }
        }
        let drop = work::landing(&self.cx.seen().terrain.view(), job.block);
        let feet = self.cx.feet()?;
        if drop.y < feet.y {
            // It will be stepped down to: a stair from now on.
            self.keep.insert(drop.down(), ());
            self.keep.insert(feet.down(), ());
        }
        Ok(true)
    }

    /// Counts the broken blocks that the server shows gone.
    async fn account(&mut self, dug: Vec<(BlockPos, f32)>) -> Result<(), ToolError> {
        for (pos, expected) in dug {
            if dig::confirm(self.cx, &[pos]).await? {
                self.broken += 1;
                self.due += expected;
            } else {
                self.count_failure(pos);
            }
        }
        Ok(())
    }

    fn count_failure(&mut self, pos: BlockPos) {
        let count = self.undone.entry(pos).or_insert(0);
        *count += 1;
        if *count >= 3 {
            self.spoiled.insert(pos, ());
        }
    }

    /// The cheapest block to break from this stand with at most `extra` ticks of clearing and fetching.
    fn next_job(&self, feet: BlockPos, waiting: &[(BlockPos, f32)], extra: f32) -> Result<Option<Job>, ToolError> {
        let eye = self.cx.eye()?;
        let prices = dig::prices(self.cx);
        let seen = self.cx.seen();
        let mut view = seen.terrain.view();
        let gone: Vec<BlockPos> = waiting.iter().map(|(pos, _)| *pos).collect();
        view.set_gone(gone.clone());
        let wanted = |state: StateId| self.wanted.get(usize::from(state)).copied().unwrap_or(false);
        let jobs = self.quarry(&wanted, &prices).jobs(&view, feet, &[], eye);
        let alone = |job: &Job| view.state(job.block).and_then(&prices).unwrap_or(0.0);
        let fit: Vec<Job> = jobs.into_iter().filter(|job| job.cost - alone(job) <= extra).take(12).collect();
        let safe = fit.iter().position(|job| {
            view.set_gone(gone.iter().chain(&job.clear).chain([&job.block]).copied().collect());
            self.leaves_a_way_back(&view, feet, job)
        });
        view.set_gone(gone);
        // Where there was no way back to begin with, nothing can be spoiled.
        let safe = safe.or_else(|| (!self.is_way_back(&view, feet)).then_some(0));
        Ok(safe.and_then(|index| fit.into_iter().nth(index)))
    }

    /// Whether one can still walk back, from the stand and from where the drop will lie, once a job is done.
    fn leaves_a_way_back(&self, view: &View, feet: BlockPos, job: &Job) -> bool {
        let drop = work::landing(view, job.block);
        self.is_way_back(view, feet) && (drop.y >= feet.y || self.is_way_back(view, drop))
    }

    fn is_way_back(&self, view: &View, from: BlockPos) -> bool {
        let Some(anchor) = self.anchor else { return true };
        let near = Near { target: anchor, tolerance: 0, level: true };
        let rules = Rules { dig: None, keep: None, limit: 1_500, range: 48 };
        matches!(search(view, from, &rules, &mut &near), Found::Way { .. })
    }

    fn quarry<'q>(&'q self, wanted: &'q dyn Fn(StateId) -> bool, dig: work::DigTicks<'q>) -> Quarry<'q> {
        Quarry { wanted, only: self.params.at, spoiled: &self.spoiled, keep: &self.keep, dig }
    }

    /// Walks, digging where needed, to the stand that costs least.
    async fn go_to_work(&mut self) -> Result<(), ToolError> {
        let radius = self.params.max_radius.unwrap_or(RADIUS) as i32;
        let cx = self.cx;
        let mut candidates = Vec::new();
        let found = {
            let prices = dig::prices(cx);
            let at = cx.position()?;
            let seen = cx.seen();
            let view = seen.terrain.view();
            let from = walk::start(&view, at);
            let wanted = |state: StateId| self.wanted.get(usize::from(state)).copied().unwrap_or(false);
            match self.params.at {
                Some(at) => candidates.push(at),
                None => {
                    let fresh = |pos: BlockPos| !self.spoiled.contains_key(&pos);
                    candidates = work::nearest(&view, from, radius, 48, &wanted, &fresh);
                    // Of what abounds, what lies open may be nearer in ticks than what is nearest in blocks.
                    if candidates.len() == 48 {
                        let open = |pos: BlockPos| {
                            fresh(pos)
                                && [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1)].iter().any(
                                    |&(dx, dy, dz)| {
                                        let beside = view.kind(pos.offset(dx, dy, dz));
                                        beside.passable() && !beside.fluid()
                                    },
                                )
                        };
                        candidates.extend(work::nearest(&view, from, radius.min(32), 24, &wanted, &open));
                    }
                }
            }
            if candidates.is_empty() {
                None
            } else {
                let quarry = self.quarry(&wanted, &prices);
                let mut goal = MineGoal { quarry, nearest: candidates.clone(), best: None };
                let rules = Rules { dig: Some(&prices), keep: Some(&self.keep), limit: LIMIT, range: radius + 8 };
                let found = search(&view, from, &rules, &mut goal);
                Some((found, goal.best.map(|(_, stand, job)| (stand, job))))
            }
        };
        match found {
            None => Err(self.not_found(radius)?),
            Some((Found::Way { steps, .. }, Some((stand, job)))) => {
                self.report(&format!("walking to {} at {}", self.name_at(job.block), job.block), Some(job.block));
                let start = cx.feet()?;
                let on_the_way: Vec<(BlockPos, f32)> = steps
                    .iter()
                    .flat_map(|step| &step.dig)
                    .filter(|pos| self.is_wanted(**pos))
                    .map(|&pos| (pos, self.expected(pos)))
                    .collect();
                let arrived = walk::follow(cx, &steps).await?.is_ok();
                self.anchor = anchor(start, &steps);
                if steps.iter().any(|step| !step.dig.is_empty()) {
                    let floors = steps.iter().map(|step| step.pos).chain([start]);
                    self.keep.extend(floors.map(|pos| (pos.down(), ())));
                }
                let mut dug = Vec::new();
                for (pos, expected) in on_the_way {
                    if cx.client_kind(pos)?.empty() {
                        dug.push((pos, expected));
                    }
                }
                self.account(dug).await?;
                if !arrived {
                    walk::settle(cx).await?;
                    self.count_failure(job.block);
                    return Ok(());
                }
                if self.suffices(0.0) {
                    return Ok(());
                }
                let mut next = self.next_job(cx.feet()?, &[], f32::INFINITY)?;
                if next.is_none() {
                    // A little off the stand's middle the block may hide behind an edge.
                    walk::center(cx, stand).await?;
                    next = self.next_job(cx.feet()?, &[], f32::INFINITY)?;
                }
                match next {
                    Some(job) => {
                        let expected = self.expected(job.block);
                        if self.dig_job(&job).await? {
                            self.account(vec![(job.block, expected)]).await?;
                        }
                    }
                    None => {
                        self.spoiled.insert(job.block, ());
                    }
                }
                Ok(())
            }
            Some(_) => {
                let tried: Vec<&BlockPos> = candidates.iter().take(8).collect();
                let message = format!("no way to any of {} {}", candidates.len(), self.params.target);
                let context = json!({ "target": self.params.target, "tried": tried, "collected": self.gained() });
                Err(blocked(cx, message, context))
            }
        }
    }

    fn not_found(&self, radius: i32) -> Result<ToolError, ToolError> {
        let position = self.cx.feet()?;
        let spoiled: Vec<&BlockPos> = self.spoiled.keys().take(8).collect();
        if !spoiled.is_empty() {
            let message = format!("no {} that can be reached or broken", self.params.target);
            let context = json!({ "target": self.params.target, "tried": spoiled, "collected": self.gained() });
            return Ok(blocked(self.cx, message, context));
        }
        let message = format!("no {} within {radius} blocks", self.params.target);
        Ok(ToolError::new(ErrorCode::ResourceNotFound, message).with(json!({
            "target": self.params.target, "search_radius": radius, "position": position, "collected": self.gained(),
        })))
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
        self.collect_near(enough).await?;
        self.settled = self.gained();
        self.due = 0.0;
        self.report("collected", None);
        Ok(())
    }

    async fn collect_near(&self, enough: u32) -> Result<(), ToolError> {
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

    /// How many items of the target breaking a block should bring.
    fn expected(&self, pos: BlockPos) -> f32 {
        let state = self.cx.seen().terrain.state(pos).unwrap_or(0);
        let Some(block) = knowledge::block_of_state(state) else { return 0.0 };
        let drops = block.drops.iter().filter(|drop| drop.silk_touch != Some(true) && self.wants(drop.item));
        drops.map(|drop| drop.chance * drop.min.max(1) as f32).sum()
    }

    fn is_wanted(&self, pos: BlockPos) -> bool {
        let state = self.cx.seen().terrain.state(pos).unwrap_or(0);
        self.wanted.get(usize::from(state)).copied().unwrap_or(false)
    }

    fn name_at(&self, pos: BlockPos) -> &'static str {
        let state = self.cx.seen().terrain.state(pos).unwrap_or(0);
        debug_assert!(!kind(state).fluid());
        knowledge::block_of_state(state).map_or("block", |block| block.name)
    }

    fn report(&self, text: &str, place: Option<BlockPos>) {
        self.cx.progress(text, self.gained(), self.params.count, place);
    }
}
