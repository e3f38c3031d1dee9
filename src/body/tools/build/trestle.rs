//! A way of earth to where no pillar leads: laid under oneself and ahead, over what stands and over gaps, and taken up again on the way
//! back.

use tracing::trace;

use super::site::{Prop, Site};
use crate::{
    body::skills::{
        cells::{Cell, Cells},
        path::{Found, Near, Rules, Step, find},
        rise, walk,
    },
    domain::{BlockPos, ToolError},
    knowledge,
};

/// Blocks of earth in one such way at most.
const MOST: u32 = 16;
/// Nodes looked at for it, and how far it leads, in blocks.
const NODES: usize = 12_000;
const RANGE: i32 = 32;

impl<'a> Site<'a> {
    /// Goes to where some cell can be worked at on earth that is laid wherever it takes, does what can be done there, and takes the earth
    /// up again; `false`: there is no such way with what is held.
    pub(super) async fn lay_way(&mut self, cells: &Cells<'a>) -> Result<bool, ToolError> {
        let cx = self.cx;
        let (view, lay) = (cx.view(), cx.shown().windows.counts().count(rise::EARTH).min(MOST));
        let from = walk::start(&view, cx.position()?);
        let keep = Some(&self.kept);
        let rules = Rules { lay, bridge: true, pillars: true, keep, limit: NODES, range: RANGE, ..Rules::default() };
        let mut goal = Cells::new(cells.cells.clone());
        let Found::Way { steps, .. } = find(cx, &view, from, &rules, &mut goal).await else { return Ok(false) };
        let aim = goal.aimed_at().map(|index| cells.cells[index].at);
        let (Some(aim), Some(last)) = (aim, steps.last()) else { return Ok(false) };
        if !steps.iter().any(|step| step.lays) {
            return Ok(false);
        }
        trace!("tick {}: a way of earth from {from} to {} for {aim}", cx.now(), last.pos);
        let begun = cx.now();
        let arrives = walk::follow(cx, from, &steps).await?.is_ok();
        walk::settle(cx).await?;
        self.spent.rising += cx.now() - begun;
        self.laid += steps.iter().filter(|step| step.lays && self.is_earth(step.pos.down())).count() as u32;
        let worked = arrives && self.work_along(from).await?;
        self.take_up_way(from, &steps).await?;
        if !worked {
            self.astray(aim, last.pos)?;
        }
        Ok(true)
    }

    /// Does what can be done from where one stands, as long as the way back stays open; whether anything was.
    async fn work_along(&mut self, start: BlockPos) -> Result<bool, ToolError> {
        let (cx, mut worked) = (self.cx, false);
        walk::center_closely(cx, cx.feet()?).await?;
        loop {
            let cells = Cells::new(self.doable(&self.faults()));
            let Some(reached) = cells.from(&cx.view(), cx.position()?) else { return Ok(worked) };
            let (cell, stand) = (cells.cells[reached.index].clone(), cx.feet()?);
            let is_barred = cell.not_from.as_ref().is_some_and(|stands| stands.contains(&stand));
            if is_barred || !self.leads_back(&cx.view(), stand, start, &cell).await {
                return Ok(worked);
            }
            self.work_at(&cell, reached).await?;
            worked = true;
        }
    }

    /// Takes up what was laid on a way, from its end; what is out of reach is dug from elsewhere.
    async fn take_up_way(&mut self, start: BlockPos, steps: &[Step]) -> Result<(), ToolError> {
        let begun = self.cx.now();
        for (index, step) in steps.iter().enumerate().rev().filter(|(_, step)| step.lays) {
            let laid = step.pos.down();
            if !self.is_earth(laid) {
                continue;
            }
            let before = index.checked_sub(1).map_or(start, |before| steps[before].pos);
            let is_upright = (before.x, before.z) == (step.pos.x, step.pos.z);
            let stand = if is_upright { step.pos } else { before };
            let is_gone = self.go_back(stand).await?
                && if is_upright { self.take_up(laid).await? } else { self.dig_from_here(laid).await? };
            if !is_gone {
                self.props.push(Prop { at: laid, cell: laid });
            }
        }
        self.spent.rising += self.cx.now() - begun;
        Ok(())
    }

    async fn go_back(&self, stand: BlockPos) -> Result<bool, ToolError> {
        let (cx, view) = (self.cx, self.cx.view());
        if cx.feet()? != stand {
            let from = walk::start(&view, cx.position()?);
            let near = Near { target: stand, tolerance: 0, level: true };
            let rules = Rules { limit: NODES, range: RANGE, ..Rules::default() };
            let Found::Way { steps, .. } = find(cx, &view, from, &rules, &mut &near).await else { return Ok(false) };
            _ = walk::follow(cx, from, &steps).await?;
            walk::settle(cx).await?;
        }
        Ok(cx.feet()? == stand)
    }

    async fn dig_from_here(&mut self, at: BlockPos) -> Result<bool, ToolError> {
        let goal = Cells::new(vec![Cell::dig(at, self.nothing, 0.0)]);
        let Some(reached) = goal.from(&self.cx.view(), self.cx.position()?) else { return Ok(false) };
        self.work_at(&goal.cells[0], reached).await?;
        Ok(!self.is_earth(at))
    }

    fn is_earth(&self, at: BlockPos) -> bool {
        let there = self.cx.shown().terrain.state(at).and_then(knowledge::block_of_state);
        there.is_some_and(|block| rise::is_laid(block.name))
    }
}
