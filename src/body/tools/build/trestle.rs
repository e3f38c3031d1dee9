//! A way of earth to where no pillar leads: laid under oneself and ahead, over what stands and over gaps, and taken up again on the way
//! back.

use tracing::trace;

use super::site::{Faulty, LYING, Prop, Site};
use crate::{
    body::skills::{
        cells::Cells,
        collect::{self, Wanted},
        path::{Destination, Found, Near, Rules, Step, find},
        rise, walk,
    },
    domain::{BlockPos, ErrorCode, ToolError, Volume},
};

/// Blocks of earth in one such way at most.
const MOST: u32 = 16;
/// How often such a way is looked for before the earth for it is held.
const TRIES: usize = 3;
/// Nodes looked at for it, and how far it leads, in blocks.
const NODES: usize = 12_000;
const RANGE: i32 = 32;
/// How far from the end of such a way something is picked up, in blocks.
const BESIDE: f64 = 3.0;

impl<'a> Site<'a> {
    /// Goes to where some cell can be worked at on earth that is laid wherever it takes, does what can be done there, and takes the earth
    /// up again; `false`: there is no such way with what is held.
    pub(super) async fn lay_way(&mut self, cells: &Cells<'a>) -> Result<bool, ToolError> {
        let mut goal = Cells::new(cells.cells.clone());
        let Some((from, steps)) = self.way_on_earth(&mut goal).await? else { return Ok(false) };
        let aim = goal.aimed_at().map_or(from, |index| cells.cells[index].at);
        let stand = steps.last().map_or(from, |step| step.pos);
        trace!("tick {}: a way of earth from {from} to {stand} for {aim}", self.cx.now());
        let worked = self.go_on_earth(from, &steps).await? && self.work_along(from).await?;
        self.take_up_way(from, &steps).await?;
        if !worked {
            self.astray(aim, stand)?;
        }
        Ok(true)
    }

    /// Fetches on such a way what lies where none leads to otherwise; whether any of it is held now.
    pub(super) async fn fetch_on_earth(&mut self, faults: &[Faulty<'a>]) -> Result<bool, ToolError> {
        let missing = self.missing(faults);
        let is_wanted = |item: &str| missing.count(item) > 0;
        let items = collect::lying(self.cx, self.cx.position()?, LYING, &is_wanted)?;
        for item in items {
            let near = Near { target: item.position.block(), tolerance: 0, level: true };
            let Some((from, steps)) = self.way_on_earth(&mut &near).await? else { continue };
            trace!("tick {}: a way of earth from {from} to {} at {:?}", self.cx.now(), item.item, item.position);
            let before = self.held(&is_wanted);
            if self.go_on_earth(from, &steps).await? {
                let gained = || self.held(&is_wanted).saturating_sub(before);
                let wanted = Wanted { is_wanted: &is_wanted, gained: &gained, count: 1 };
                collect::collect(self.cx, BESIDE, &wanted, None).await?;
            }
            self.take_up_way(from, &steps).await?;
            if self.held(&is_wanted) > before {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A way on which earth is laid; from where, and its steps. The earth for it is held then.
    async fn way_on_earth(&self, goal: &mut impl Destination) -> Result<Option<(BlockPos, Vec<Step>)>, ToolError> {
        let cx = self.cx;
        let held = || cx.shown().windows.counts().count(rise::EARTH);
        // Who has gone for earth looks for the way anew.
        for _ in 0..TRIES {
            let (view, lacks) = (cx.view(), MOST.saturating_sub(held()));
            let from = walk::start(&view, cx.position()?);
            let rules = Rules {
                lay: MOST,
                lacks,
                bridge: true,
                pillars: true,
                keep: Some(&self.kept),
                limit: NODES,
                range: RANGE,
                ..Rules::default()
            };
            let Found::Way { steps, .. } = find(cx, &view, from, &rules, goal).await else { return Ok(None) };
            let laid = steps.iter().filter(|step| step.lays).count();
            if laid as u32 <= held() {
                return Ok((laid > 0).then_some((from, steps)));
            }
            match self.get_earth(laid as i32).await {
                Err(error) if error.code == ErrorCode::InsufficientMaterials => return Ok(None),
                gone => gone?,
            }
        }
        Ok(None)
    }

    /// Whether it led to its end.
    async fn go_on_earth(&mut self, from: BlockPos, steps: &[Step]) -> Result<bool, ToolError> {
        let (cx, begun) = (self.cx, self.cx.now());
        let laid = steps.iter().filter(|step| step.lays).map(|step| step.pos.down());
        self.will_lay(laid.clone());
        self.earthwork = laid.map(|at| Volume::between(at, at.offset(0, 2, 0))).collect();
        self.claim(steps.last().map_or(from, |step| step.pos), from);
        let arrives = walk::follow(cx, from, steps).await?.is_ok();
        walk::settle(cx).await?;
        self.spent.rising += cx.now() - begun;
        self.laid += steps.iter().filter(|step| step.lays && self.is_earth(step.pos.down())).count() as u32;
        Ok(arrives)
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
        for (index, step) in steps.iter().enumerate().rev().filter(|(_, step)| step.lays) {
            let laid = step.pos.down();
            if !self.is_earth(laid) {
                continue;
            }
            let before = index.checked_sub(1).map_or(start, |before| steps[before].pos);
            let is_upright = (before.x, before.z) == (step.pos.x, step.pos.z);
            let stand = if is_upright { step.pos } else { before };
            if self.back_to(stand).await? {
                _ = if is_upright { self.take_up(laid).await? } else { self.dig_from_here(laid).await? };
            }
            if self.is_earth(laid) {
                self.props.push(Prop { at: laid, cell: laid });
            }
        }
        self.earthwork.clear();
        Ok(())
    }
}
