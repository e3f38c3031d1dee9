//! Earth laid under oneself to reach what nothing else reaches, and taken up again at once.

use tracing::trace;

use super::site::{Gone, Pillar, Site};
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            cells::{Cell, Cells},
            collect::{self, Wanted},
            dig,
            faces::middle,
            path::{Found, Near, PILLAR, Rules, Step, find, is_standable},
            rise, walk,
        },
        tools::navigate,
    },
    domain::{BlockPos, ErrorCode, PosSet, Side, ToolError, Volume},
    knowledge::{self, SPRINT},
};

/// How far from a cell one rises, in blocks on each level axis; how high, and from how far below the cell.
const SIDE: i32 = 3;
const HIGH: i32 = 12;
const BELOW: i32 = 12;
/// How much higher one rises from a pillar for the next cells, in blocks.
const HIGHER: i32 = 2;
/// Nodes looked at on the way to where one rises.
const NODES: usize = 4_000;
/// Pillars that are looked at for a way over.
const STILES: usize = 48;
/// How far one goes on top of what stands, in blocks.
const ON_TOP: i32 = 24;
/// How far from a cell leaves are in the way, in blocks, and of how many cells they are dug at once.
const CROWN: i32 = 2;
const THINNED: usize = 8;
/// How far off earth that lies about is picked up, in blocks.
const LYING: f64 = 8.0;

/// Whether one can rise there: in water nobody jumps high enough to lay earth under himself.
fn is_foot(view: &TerrainView, at: BlockPos) -> bool {
    is_standable(view, at) && !view.traits(at).water()
}

fn on_top() -> Rules<'static> {
    Rules { range: ON_TOP, limit: NODES, ..Rules::default() }
}

impl<'a> Site<'a> {
    /// Rises there, does what can be done from there, higher and higher, and comes down again.
    ///
    /// # Errors
    /// `INSUFFICIENT_MATERIALS`: no earth is held for it.
    pub(super) async fn rise_and_work(&mut self, pillar: Pillar, at: BlockPos) -> Result<(), ToolError> {
        let (cx, Pillar { foot, high }) = (self.cx, pillar);
        trace!("tick {}: up {high} blocks at {foot} for {at}", cx.now());
        self.get_earth(high).await?;
        let Some((from, steps)) = self.way_to(&cx.view(), foot).await? else { return self.failed(at) };
        if walk::follow(cx, from, &steps).await?.is_err() {
            walk::settle(cx).await?;
            return self.failed(at);
        }
        walk::settle(cx).await?;
        let mut worked = false;
        let mut to = high;
        while self.rise(foot, to).await? {
            let mut is_close = false;
            loop {
                let cells = Cells::new(self.doable(&self.faults()));
                let reached = match cells.from(&cx.view(), cx.position()?) {
                    // It was reckoned from the middle.
                    None if !worked && !is_close => {
                        is_close = true;
                        walk::center_closely(cx, cx.feet()?).await?;
                        continue;
                    }
                    None => break,
                    Some(reached) => reached,
                };
                let cell = cells.cells[reached.index].clone();
                if cell.not_from.as_ref().is_some_and(|stands| stands.contains(&foot)) {
                    break;
                }
                self.work(&cell, reached, foot).await?;
                worked = true;
            }
            worked |= self.work_on_top(foot).await?;
            // What is a little higher is done from here, too.
            let cells = Cells::new(self.doable(&self.faults()));
            let view = cx.view();
            let top = cx.feet()?;
            let next = (0..cells.cells.len()).find_map(|index| self.height(&view, &cells, index, top, HIGHER));
            match next {
                Some(more) if cx.shown().windows.counts().count(rise::EARTH) >= more as u32 => {
                    to = top.y - foot.y + more
                }
                _ => break,
            }
        }
        self.come_down(foot).await?;
        if worked { Ok(()) } else { self.astray(at, foot) }
    }

    /// Sees to it that so much earth is held: what was dug lies about, and there is more in the ground.
    pub(super) async fn get_earth(&self, high: i32) -> Result<(), ToolError> {
        let cx = self.cx;
        let held = || cx.shown().windows.counts().count(rise::EARTH);
        let count = high.unsigned_abs();
        if held() < count {
            let wanted =
                Wanted { is_wanted: &|item| item == rise::EARTH, gained: &|| 0, count: count.saturating_sub(held()) };
            collect::collect(cx, LYING, &wanted, None).await?;
        }
        if held() < count {
            navigate::gather(cx, count - held()).await?;
        }
        if held() >= count {
            return Ok(());
        }
        let message = format!("{count} {} are needed to stand on", rise::EARTH);
        let mut told = self.told();
        told["missing"] = serde_json::json!({ rise::EARTH: count - held() });
        Err(ToolError::new(ErrorCode::InsufficientMaterials, message).with(told))
    }

    /// Up to so many blocks over the foot; whether one stands there.
    async fn rise(&mut self, foot: BlockPos, high: i32) -> Result<bool, ToolError> {
        let cx = self.cx;
        let from = cx.feet()?;
        let to = foot.y + high;
        let up = (from.y + 1..=to).map(|y| Step { pos: BlockPos { y, ..foot }, dig: Vec::new(), lays: true });
        let rises = walk::follow(cx, from, &up.collect::<Vec<_>>()).await?.is_ok();
        walk::settle(cx).await?;
        self.laid += (cx.feet()?.y - from.y).max(0) as u32;
        trace!("tick {}: risen from {from} to {:?}: {rises}", cx.now(), cx.position()?);
        Ok(rises)
    }

    /// Where one rises for the first of the cells that can be reached so, of the places to which there is a way.
    pub(super) async fn pillar(&self, cells: &Cells<'a>) -> Result<Option<(Pillar, BlockPos)>, ToolError> {
        let (view, feet) = (self.cx.view(), self.cx.feet()?);
        let mut unreached = PosSet::default();
        for alike in cells.cells.chunk_by(|one, other| one.price == other.price) {
            let first = cells.cells.iter().position(|cell| cell.at == alike[0].at).unwrap_or_default();
            let mut found: Vec<(f32, Pillar, BlockPos)> = Vec::new();
            for (index, cell) in cells.cells.iter().enumerate().skip(first).take(alike.len()) {
                for (dx, dz) in (-SIDE..=SIDE).flat_map(|dx| (-SIDE..=SIDE).map(move |dz| (dx, dz))) {
                    let column = cell.at.offset(dx, 0, dz);
                    for foot in (1..=BELOW).map(|down| column.offset(0, -down, 0)) {
                        let shuts_in = cell.not_from.as_ref().is_some_and(|stands| stands.contains(&foot));
                        if shuts_in || !is_foot(&view, foot) {
                            continue;
                        }
                        let Some(high) = self.height(&view, cells, index, foot, HIGH) else { continue };
                        let ticks = SPRINT * foot.level_distance(feet) as f32 + PILLAR * 2.0 * high as f32;
                        found.push((ticks, Pillar { foot, high }, cell.at));
                    }
                }
            }
            found.sort_by(|one, other| one.0.total_cmp(&other.0));
            for (_, pillar, at) in found {
                if unreached.contains(&pillar.foot) {
                    continue;
                }
                if self.way_to(&view, pillar.foot).await?.is_some() {
                    return Ok(Some((pillar, at)));
                }
                unreached.insert(pillar.foot);
            }
        }
        Ok(None)
    }

    /// Where one rises to step over onto what stands already, and from there reaches one of the cells.
    pub(super) async fn stile(&self, cells: &Cells<'a>) -> Result<Option<(Pillar, BlockPos)>, ToolError> {
        let (view, feet, volume) = (self.cx.view(), self.cx.feet()?, self.building.volume());
        let (low, high) = (volume.low(), volume.high());
        let mut found: Vec<(f32, Pillar)> = Vec::new();
        let columns = (low.x - 1..=high.x + 1).flat_map(|x| (low.z - 1..=high.z + 1).map(move |z| (x, z)));
        for (x, z) in columns {
            let Some(foot) = (low.y..=high.y).map(|y| BlockPos::new(x, y, z)).find(|at| is_foot(&view, *at)) else {
                continue;
            };
            for up in 2..=HIGH {
                let top = foot.offset(0, up, 0);
                if !view.traits(top.up()).passable() {
                    break;
                }
                let leads_over = Side::LEVEL.into_iter().any(|side| is_standable(&view, top.beside(side)));
                if leads_over {
                    let ticks = SPRINT * foot.level_distance(feet) as f32 + PILLAR * 2.0 * up as f32;
                    found.push((ticks, Pillar { foot, high: up }));
                }
            }
        }
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut unreached = PosSet::default();
        for (_, pillar) in found.into_iter().take(STILES) {
            if unreached.contains(&pillar.foot) {
                continue;
            }
            let mut risen = self.cx.view();
            let earth = (0..pillar.high).map(|up| pillar.foot.offset(0, up, 0));
            earth.for_each(|at| risen.put(at, self.earth.block.default_state));
            let top = pillar.foot.offset(0, pillar.high, 0);
            let Some((_, at)) = self.way_on_top(&risen, top, top, cells).await? else { continue };
            if self.way_to(&view, pillar.foot).await?.is_some() {
                return Ok(Some((pillar, at)));
            }
            unreached.insert(pillar.foot);
        }
        Ok(None)
    }

    /// From a pillar's top, where one stands, over to what stands already: does there what can be done, and comes back; whether anything
    /// was.
    async fn work_on_top(&mut self, foot: BlockPos) -> Result<bool, ToolError> {
        let (cx, top) = (self.cx, self.cx.feet()?);
        if (top.x, top.z) != (foot.x, foot.z) {
            return Ok(false);
        }
        let mut worked = false;
        loop {
            // The pillar itself is the way back.
            let is_pillar = |at: BlockPos| (at.x, at.z) == (top.x, top.z) && at.y < top.y;
            let mut cells = self.doable(&self.faults());
            cells.retain(|cell| !is_pillar(cell.at));
            let cells = Cells::new(cells);
            if cells.cells.is_empty() {
                break;
            }
            let (view, here) = (cx.view(), cx.feet()?);
            let Some((steps, at)) = self.way_on_top(&view, here, top, &cells).await? else { break };
            let arrives = walk::follow(cx, here, &steps).await?.is_ok();
            walk::settle(cx).await?;
            let reached = if arrives { cells.from(&cx.view(), cx.position()?) } else { None };
            match reached {
                Some(reached) => {
                    let cell = cells.cells[reached.index].clone();
                    // That there is a way back was seen.
                    self.work_at(&cell, reached).await?;
                    worked = true;
                }
                None => self.astray(at, steps.last().map_or(here, |step| step.pos))?,
            }
        }
        self.back_to(top).await?;
        Ok(worked)
    }

    async fn back_to(&self, top: BlockPos) -> Result<(), ToolError> {
        let (cx, view) = (self.cx, self.cx.view());
        if cx.feet()? == top {
            return walk::center(cx, top).await;
        }
        let from = walk::start(&view, cx.position()?);
        let near = Near { target: top, tolerance: 0, level: false };
        let Found::Way { steps, .. } = find(cx, &view, from, &on_top(), &mut &near).await else {
            return Err(walk::blocked(cx, format!("no way back to {top}"), self.told()));
        };
        _ = walk::follow(cx, from, &steps).await?;
        walk::settle(cx).await
    }

    /// A way from there to where some cell can be worked at, and back to the pillar's top from there; the cell.
    async fn way_on_top(
        &self,
        view: &TerrainView,
        from: BlockPos,
        top: BlockPos,
        cells: &Cells<'a>,
    ) -> Result<Option<(Vec<Step>, BlockPos)>, ToolError> {
        let mut goal = Cells::new(cells.cells.clone());
        let Found::Way { steps, .. } = find(self.cx, view, from, &on_top(), &mut goal).await else { return Ok(None) };
        let Some(cell) = goal.aimed_at().map(|index| &goal.cells[index]) else { return Ok(None) };
        let stand = steps.last().map_or(from, |step| step.pos);
        let mut done = view.clone();
        if cell.item().is_some() {
            done.put(cell.at, cell.wanted.block.default_state);
        }
        let near = Near { target: top, tolerance: 0, level: false };
        let leads_back = matches!(find(self.cx, &done, stand, &on_top(), &mut &near).await, Found::Way { .. });
        Ok(leads_back.then_some((steps, cell.at)))
    }

    /// Leaves that hang over the site hide it, and leave no room to rise: those near what is out of reach are dug. Whether any were.
    pub(super) async fn thin_out(&mut self, cells: &[Cell<'a>]) -> Result<bool, ToolError> {
        let leaves = |at: BlockPos| {
            let shown = self.cx.shown();
            let block = shown.terrain.state(at).and_then(knowledge::block_of_state);
            let is_ours = self.building.wanted(at).is_some_and(|wanted| !wanted.is_air());
            let is_natural = shown.terrain.traits(at).natural();
            !is_ours && is_natural && block.is_some_and(|block| block.name.ends_with("_leaves"))
        };
        let around = |at: BlockPos| Volume::between(at.offset(-CROWN, -1, -CROWN), at.offset(CROWN, CROWN, CROWN));
        let near: PosSet<BlockPos> = cells.iter().take(THINNED).flat_map(|cell| around(cell.at).cells()).collect();
        let mut left: Vec<Cell> =
            near.into_iter().filter(|at| leaves(*at)).map(|at| Cell::dig(at, self.nothing, 0.0)).collect();
        let mut dug = false;
        while !left.is_empty() {
            let goal = Cells::new(left);
            let Gone::There(reached) = self.go_to_work(&goal).await? else { break };
            let cell = goal.cells[reached.index].clone();
            self.work_at(&cell, reached).await?;
            dug = true;
            left = goal.cells.into_iter().filter(|other| other.at != cell.at).collect();
        }
        Ok(dug)
    }

    /// A way to a place, dug through the ground where there is no other.
    async fn way_to(&self, view: &TerrainView, foot: BlockPos) -> Result<Option<(BlockPos, Vec<Step>)>, ToolError> {
        let near = Near { target: foot, tolerance: 0, level: true };
        let from = walk::start(view, self.cx.position()?);
        let keep = self.kept();
        let prices = dig::prices(self.cx);
        for dig in [None, Some(&prices as _)] {
            let rules = Rules { range: 64, limit: NODES, dig, keep: Some(&keep), ..Rules::default() };
            if let Found::Way { steps, .. } = find(self.cx, view, from, &rules, &mut &near).await {
                return Ok(Some((from, steps)));
            }
        }
        Ok(None)
    }

    /// How high one has to rise there for a cell to be in reach.
    fn height(&self, view: &TerrainView, cells: &Cells<'a>, index: usize, foot: BlockPos, most: i32) -> Option<i32> {
        for high in 1..=most {
            let stand = foot.offset(0, high, 0);
            if !view.traits(stand.up()).passable() {
                return None;
            }
            if cells.reach(view, index, middle(stand), 0.0).is_some() {
                return Some(high);
            }
        }
        None
    }

    /// Takes up what was laid, from the top.
    async fn come_down(&mut self, foot: BlockPos) -> Result<(), ToolError> {
        let cx = self.cx;
        for _ in 0..2 * HIGH {
            let below = cx.feet()?.down();
            if below.y < foot.y || (below.x, below.z) != (foot.x, foot.z) {
                return Ok(());
            }
            if !(dig::dig(cx, below).await? && dig::confirm(cx, &[below]).await?) {
                return Err(ToolError::new(ErrorCode::ActionFailed, format!("{below} could not be taken up again")));
            }
            walk::settle(cx).await?;
        }
        Ok(())
    }
}
