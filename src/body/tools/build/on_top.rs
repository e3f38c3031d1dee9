//! From a pillar over onto what stands already: what nobody reaches from the ground or from a pillar is done from on top of the building.
//! Nothing is done there that would cut off the way back to the pillar.

use super::{
    scaffold::NODES,
    site::{Pillar, Site},
};
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            cells::{Cell, Cells, Deed, HIGH},
            path::{Found, Near, PILLAR, Rules, Step, find, is_standable},
            walk,
        },
    },
    domain::{BlockPos, PosSet, Side, ToolError},
    knowledge::SPRINT,
};

/// Pillars that are looked at for a way over.
const STILES: usize = 48;
/// Times that one tries to come back.
const BACK: u32 = 3;
/// How far one goes on top of what stands, in blocks.
const ON_TOP: i32 = 24;

fn on_top() -> Rules<'static> {
    Rules { range: ON_TOP, limit: NODES, ..Rules::default() }
}

impl<'a> Site<'a> {
    /// Where one rises to step over onto what stands already, and from there reaches one of the cells.
    pub(super) async fn stile(&self, cells: &Cells<'a>) -> Result<Option<(Pillar, BlockPos)>, ToolError> {
        let (view, feet, volume) = (self.cx.view(), self.cx.feet()?, self.building.volume());
        let (low, high) = (volume.low(), volume.high());
        let mut found: Vec<(f32, Pillar)> = Vec::new();
        let columns = (low.x - 1..=high.x + 1).flat_map(|x| (low.z - 1..=high.z + 1).map(move |z| (x, z)));
        for (x, z) in columns {
            let Some(foot) = (low.y..=high.y).map(|y| BlockPos::new(x, y, z)).find(|at| self.may_rise_at(&view, *at))
            else {
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
    pub(super) async fn work_on_top(&mut self, foot: BlockPos) -> Result<bool, ToolError> {
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
                    let stand = cx.feet()?;
                    // It may be another cell than the one that the way was for.
                    if self.leads_back(&cx.view(), stand, top, &cell).await {
                        self.work_at(&cell, reached).await?;
                        worked = true;
                    } else {
                        self.astray(cell.at, stand)?;
                    }
                }
                None => self.astray(at, steps.last().map_or(here, |step| step.pos))?,
            }
        }
        if !self.back_to(top).await? {
            self.leave_pillar(foot, top);
        }
        Ok(worked)
    }

    /// Back to the pillar's top; whether one stands there.
    pub(super) async fn back_to(&self, top: BlockPos) -> Result<bool, ToolError> {
        let cx = self.cx;
        for _ in 0..BACK {
            if cx.feet()? == top {
                walk::center(cx, top).await?;
                return Ok(true);
            }
            let view = cx.view();
            let from = walk::start(&view, cx.position()?);
            let near = Near { target: top, tolerance: 0, level: false };
            let Found::Way { steps, .. } = find(cx, &view, from, &on_top(), &mut &near).await else { break };
            _ = walk::follow(cx, from, &steps).await?;
            walk::settle(cx).await?;
        }
        Ok(cx.feet()? == top)
    }

    /// Whether there is a way from a stand to the pillar's top once something was done with a cell.
    pub(super) async fn leads_back(&self, view: &TerrainView, stand: BlockPos, top: BlockPos, cell: &Cell<'a>) -> bool {
        let mut done = view.clone();
        match cell.deed {
            Deed::Put { .. } => done.put(cell.at, cell.wanted.block.default_state),
            Deed::Dig => done.set_gone(vec![cell.at]),
            Deed::Turn => {}
        }
        let near = Near { target: top, tolerance: 0, level: false };
        matches!(find(self.cx, &done, stand, &on_top(), &mut &near).await, Found::Way { .. })
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
        let leads_back = self.leads_back(view, stand, top, cell).await;
        Ok(leads_back.then_some((steps, cell.at)))
    }
}
