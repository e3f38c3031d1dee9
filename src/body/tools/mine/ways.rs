//! Going where the next block can be worked at: the part of `mine` that searches and walks.

use serde_json::json;
use tracing::debug;

use super::mining::Mining;
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            dig,
            path::{Destination, Found, Rules, Step, find, stair_layer},
            scan::{Sought, nearest},
            walk::{self, blocked},
            work::Job,
            workplace::Workplace,
        },
    },
    domain::{BlockPos, ErrorCode, ToolError},
    knowledge::{self, SPRINT},
    voxel::{StateId, view_around},
};

/// How far blocks are looked for where the call does not say, in blocks.
const RADIUS: u32 = 64;
/// How far off work may lie that something is put up for.
const AHEAD: i32 = 48;
/// Blocks that a search is led to at most.
const NEAREST: usize = 48;

/// How much nearer a part of a way leads, in ticks.
const LEG: f32 = 40.0;

/// Near to one of what lies deep. The estimate takes all ground for stone: there may be cheaper ways, through caves, that are not sought.
struct Deep<'a> {
    targets: &'a [BlockPos],
    /// What one layer of it takes, in ticks.
    layer: f32,
}

impl Deep<'_> {
    /// How near that is, in blocks on each axis: from there the next search sees what it takes.
    const NEAR: i32 = 4;

    fn is_near(at: BlockPos, target: BlockPos) -> bool {
        at.level_distance(target) <= Self::NEAR as u32 && (at.y - target.y).abs() <= Self::NEAR
    }
}

impl Destination for Deep<'_> {
    fn estimate(&self, at: BlockPos) -> f32 {
        let left = |target: &BlockPos| {
            let level = at.level_distance(*target) as i32 - Self::NEAR;
            let layers = (at.y - target.y).abs() - Self::NEAR;
            SPRINT * level.max(0) as f32 + self.layer * layers.max(0) as f32
        };
        self.targets.iter().map(left).fold(f32::INFINITY, f32::min)
    }
    fn ends(&mut self, _: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        self.targets.iter().any(|target| Self::is_near(at, *target)).then_some(0.0)
    }
}

/// What a search for work is led to.
struct Candidates {
    nearest: Vec<BlockPos>,
    /// Of what abounds, such as lie open.
    open: Vec<BlockPos>,
}

/// What a search for work found.
pub(super) struct Work {
    pub steps: Vec<Step>,
    pub stand: BlockPos,
    pub job: Job,
}

/// What is to be seen from a place.
struct Look {
    view: TerrainView,
    from: BlockPos,
    candidates: Candidates,
    work: Option<Work>,
}

impl Mining<'_> {
    /// Where a block was named: to where it can be seen.
    pub(super) async fn go_near(&self, at: BlockPos) -> Result<(), ToolError> {
        let state = walk::into_sight(self.cx, at).await?;
        let name = knowledge::block_of_state(state).map_or("?", |block| block.name);
        if self.target.blocks.iter().any(|block| block.name == name) {
            return Ok(());
        }
        Err(ToolError::new(ErrorCode::ResourceNotFound, format!("{at} is {name}, not {}", self.params.target)).with(
            json!({ "target": self.params.target, "at": at, "seen": name, "search_radius": 0, "position": self.cx.feet()? }),
        ))
    }

    /// How far blocks are looked for.
    pub(super) fn radius(&self) -> i32 {
        self.params.max_radius.unwrap_or(RADIUS) as i32
    }

    /// Looks around for where to work next.
    async fn look(&self, radius: i32) -> Result<Look, ToolError> {
        let view = self.cx.view();
        let from = walk::start(&view, self.cx.position()?);
        let candidates = self.candidates(&view, from, radius).await;
        let work =
            if candidates.nearest.is_empty() { None } else { self.find_work(&view, from, &candidates, radius).await };
        Ok(Look { view, from, candidates, work })
    }

    /// Where the work will begin, and the way there from where the bot is; `None` where that is not known.
    pub(super) async fn look_ahead(&self) -> Result<Option<(BlockPos, Work)>, ToolError> {
        let Look { from, work, .. } = self.look(AHEAD).await?;
        Ok(work.map(|work| (from, work)))
    }

    /// Breaks the next block where that is done from the stand that one is at; `false`: it is better done elsewhere.
    pub(super) async fn go_on_here(&mut self) -> Result<bool, ToolError> {
        if self.params.at.is_some_and(|at| !self.is_wanted(at)) {
            return Ok(false);
        }
        match self.look(self.radius()).await?.work {
            Some(Work { steps, stand, job }) if steps.is_empty() && self.cx.shared.holder.aim_at(job.block) => {
                self.begin_work(stand, job.block).await?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Walks, digging where needed, to the stand that costs least, and breaks the first block there.
    pub(super) async fn go_to_work(&mut self) -> Result<(), ToolError> {
        let radius = self.radius();
        let Look { view, from, candidates, work } = self.look(radius).await?;
        let is_ours = work.as_ref().is_some_and(|work| self.cx.shared.holder.aim_at(work.job.block));
        if !is_ours && self.waits_for_others(from, radius).await {
            return Ok(());
        }
        if candidates.nearest.is_empty() {
            return Err(self.not_found(radius)?);
        }
        let Some(Work { steps, stand, job }) = work else {
            if self.go_nearer(&view, from, &candidates.nearest, radius).await? {
                return Ok(());
            }
            let tried: Vec<&BlockPos> = candidates.nearest.iter().take(8).collect();
            let message = format!(
                "no way to any of {} {}{}",
                candidates.nearest.len() + candidates.open.len(),
                self.params.target,
                self.waited.words()
            );
            let context = json!({ "target": self.params.target, "tried": tried, "collected": self.gained() });
            return Err(blocked(self.cx, message, context));
        };
        self.report(&format!("walking to {} at {}", self.name_at(job.block), job.block), Some(job.block));
        if !self.walk_to_work(from, &steps).await? {
            walk::settle(self.cx).await?;
            self.count_failure(job.block);
            self.cx.tick().await;
            return Ok(());
        }
        if self.suffices(0.0) { Ok(()) } else { self.begin_work(stand, job.block).await }
    }

    /// The blocks that a search is led to, nearest first.
    async fn candidates(&self, view: &TerrainView, from: BlockPos, radius: i32) -> Candidates {
        if let Some(at) = self.params.at {
            return Candidates { nearest: vec![at], open: Vec::new() };
        }
        let wanted = |state: StateId| self.is_wanted_state(state);
        let fresh = |pos: BlockPos| !self.spoiled.contains_key(&pos) && !view.is_spared(pos);
        let sought = Sought { wanted: &wanted, counts: &fresh, open: false };
        let near = nearest(self.cx, view, from, radius, NEAREST, sought).await;
        // Of what abounds, what lies open may be nearer in ticks than what is nearest in blocks.
        let open = if near.len() == NEAREST {
            let sought = Sought { open: true, ..sought };
            nearest(self.cx, view, from, radius.min(32), NEAREST / 2, sought).await
        } else {
            Vec::new()
        };
        Candidates { nearest: near, open }
    }

    /// Waits a moment where what is wanted is in the hands of other bots; `false`: they have none of it, or have had it for
    /// too long.
    async fn waits_for_others(&mut self, from: BlockPos, radius: i32) -> bool {
        let taken = {
            let view = self.cx.view();
            let theirs = |pos: BlockPos| {
                view.is_taken(pos) && !self.spoiled.contains_key(&pos) && self.params.at.is_none_or(|at| at == pos)
            };
            let wanted = |state: StateId| self.is_wanted_state(state);
            let sought = Sought { wanted: &wanted, counts: &theirs, open: false };
            nearest(self.cx, &view, from, radius, 1, sought).await.first().copied()
        };
        let Some(at) = taken.filter(|_| self.waited.is_patient()) else { return false };
        self.report(&format!("waiting until another bot is done with the {} at {at}", self.name_at(at)), Some(at));
        self.waited.wait(self.cx, at).await;
        true
    }

    /// What a way to work may do.
    fn rules<'r>(&'r self, prices: &'r dyn Fn(StateId) -> Option<f32>, radius: i32) -> Rules<'r> {
        Rules {
            dig: Some(prices),
            keep: Some(&self.keep),
            range: radius + 8,
            lay: self.spare(),
            shaft: true,
            ..Rules::default()
        }
    }

    /// The way to the stand from which some wanted block costs least, and that block.
    async fn find_work(
        &self,
        view: &TerrainView,
        from: BlockPos,
        candidates: &Candidates,
        radius: i32,
    ) -> Option<Work> {
        let prices = self.prices();
        let wanted = |state: StateId| self.is_wanted_state(state);
        let digs = self.wanted_blocks().filter_map(|block| prices(block.default_state));
        let least = digs.min_by(f32::total_cmp).unwrap_or(0.0);
        let quarry = self.quarry(&wanted, &prices);
        let mut goal = Workplace::new(view, quarry, candidates.nearest.clone(), candidates.open.clone(), least)
            .of_several(self.lacking())
            .back_to(self.params.back_to);
        let rules = self.rules(&prices, radius);
        let found = find(self.cx, view, from, &rules, &mut goal).await;
        let (Found::Way { steps, cost }, Some((_, stand, job))) = (found, goal.best) else { return None };
        debug!("{} at {} from {stand}, {cost} ticks from {from}", self.params.target, job.block);
        Some(Work { steps, stand, job })
    }

    /// Goes a part of the way where no search sees the end of it: what lies deep is dug to by a stair, and that is looked for as one that
    /// leads down, not as the cheapest there is. `false`: that led no nearer.
    async fn go_nearer(
        &mut self,
        view: &TerrainView,
        from: BlockPos,
        nearest: &[BlockPos],
        radius: i32,
    ) -> Result<bool, ToolError> {
        let prices = dig::prices(self.cx);
        let mut goal = Deep { targets: nearest, layer: stair_layer(&prices) };
        let rules = self.rules(&prices, radius);
        let left = goal.estimate(from);
        let steps = match find(self.cx, view, from, &rules, &mut goal).await {
            Found::Way { steps, .. } | Found::None { nearest: steps, .. } => steps,
        };
        let Some(end) = steps.last().map(|step| step.pos) else {
            // From here none of those around can be worked at.
            let around = nearest.iter().filter(|at| Deep::is_near(from, **at)).map(|at| (*at, ()));
            let known = self.spoiled.len();
            self.spoiled.extend(around);
            return Ok(self.spoiled.len() > known);
        };
        if goal.estimate(end) > left - LEG {
            return Ok(false);
        }
        self.report(&format!("on the way down to {}", self.name_at(nearest[0])), Some(nearest[0]));
        if !self.walk_to_work(from, &steps).await? {
            walk::settle(self.cx).await?;
            self.count_failure(nearest[0]);
            self.cx.tick().await;
        }
        Ok(true)
    }

    /// Walks a way, remembering the stair that it digs, and counts what of it was wanted; `false`: it went astray.
    async fn walk_to_work(&mut self, from: BlockPos, steps: &[Step]) -> Result<bool, ToolError> {
        let cx = self.cx;
        let start = cx.feet()?;
        let on_the_way: Vec<(BlockPos, f32)> = steps
            .iter()
            .flat_map(|step| &step.dig)
            .filter(|pos| self.is_wanted(**pos))
            .map(|&pos| (pos, self.expected(pos)))
            .collect();
        let arrived = walk::follow(cx, from, steps).await?.is_ok();
        self.anchor = anchor(start, steps);
        if steps.iter().any(|step| !step.dig.is_empty()) {
            let floors = steps.iter().map(|step| step.pos).chain([start]);
            self.keep.extend(floors.map(|pos| (pos.down(), ())));
        }
        let mut dug = Vec::new();
        for (pos, expected) in on_the_way {
            if cx.client_traits(pos)?.empty() {
                dug.push((pos, expected));
            }
        }
        self.account(dug).await?;
        Ok(arrived)
    }

    /// Breaks what can be broken from a stand that was walked to for the sake of `target`.
    async fn begin_work(&mut self, stand: BlockPos, target: BlockPos) -> Result<(), ToolError> {
        let cx = self.cx;
        let mut next = self.next_job(cx.feet()?, &[], f32::INFINITY).await?;
        if next.is_none() {
            // A little off the stand's middle the block may hide behind an edge.
            walk::center(cx, stand).await?;
            next = self.next_job(cx.feet()?, &[], f32::INFINITY).await?;
        }
        let Some(job) = next else {
            self.spoiled.insert(target, ());
            cx.tick().await;
            return Ok(());
        };
        let expected = self.expected(job.block);
        if self.dig_job(&job).await? {
            self.account(vec![(job.block, expected)]).await?;
        }
        Ok(())
    }

    /// Why there is nothing to go to.
    fn not_found(&self, radius: i32) -> Result<ToolError, ToolError> {
        let position = self.cx.feet()?;
        if let Some(refusal) = dig::refusal(self.cx) {
            return Ok(refusal);
        }
        let spoiled: Vec<&BlockPos> = self.spoiled.keys().take(8).collect();
        if !spoiled.is_empty() {
            let message = format!("no {} that can be reached or broken", self.params.target);
            let context = json!({ "target": self.params.target, "tried": spoiled, "collected": self.gained() });
            return Ok(blocked(self.cx, message, context));
        }
        // What is not loaded was not looked at.
        let terrain = &self.cx.shown().terrain;
        let loaded = view_around(position.chunk(), |chunk| terrain.column(chunk).is_some()) * 16;
        let looked = radius.min(loaded.max(16));
        let message = format!("no {} within {looked} blocks{}", self.params.target, self.waited.words());
        Ok(ToolError::new(ErrorCode::ResourceNotFound, message).with(json!({
            "target": self.params.target, "search_radius": radius, "position": position, "collected": self.gained(),
        })))
    }
}

/// Where the way back must lead: to the last node before the way had to be dug, or some steps back on an open way.
fn anchor(start: BlockPos, steps: &[Step]) -> Option<BlockPos> {
    let node = |index: usize| if index == 0 { start } else { steps[index - 1].pos };
    match steps.iter().position(|step| !step.dig.is_empty()) {
        Some(first) => Some(node(first)),
        None => Some(node(steps.len().saturating_sub(6))),
    }
}
