//! Earth laid under oneself to reach what nothing else reaches, and taken up again at once.

use super::Site;
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            cells::Cells,
            dig,
            faces::middle,
            path::{Found, Near, PILLAR, Rules, Step, find, is_standable},
            rise, walk,
        },
    },
    domain::{BlockPos, ErrorCode, ToolError},
    knowledge::SPRINT,
};

/// How far from a cell one rises, in blocks on each level axis; how high, and from how far below the cell.
const SIDE: i32 = 3;
const HIGH: i32 = 12;
const BELOW: i32 = 12;

/// Where one rises, and how high.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pillar {
    foot: BlockPos,
    high: i32,
}

impl<'a> Site<'a> {
    /// Rises where some cell is in reach then, does what can be done from there, and comes down again. `false`: there is no such place.
    ///
    /// # Errors
    /// `INSUFFICIENT_MATERIALS`: no earth is held for it.
    pub(super) async fn rise_and_work(&mut self, cells: &Cells<'a>) -> Result<bool, ToolError> {
        let Some(pillar) = self.pillar(cells)? else { return Ok(false) };
        let cx = self.cx;
        let held = cx.shown().windows.counts().count(rise::EARTH);
        if held < pillar.high as u32 {
            let message = format!("{} {} are needed to stand on", pillar.high, rise::EARTH);
            let missing = serde_json::json!({ rise::EARTH: pillar.high });
            let mut told = self.told();
            told["missing"] = missing;
            return Err(ToolError::new(ErrorCode::InsufficientMaterials, message).with(told));
        }
        let view = cx.view();
        let near = Near { target: pillar.foot, tolerance: 0, level: true };
        let from = walk::start(&view, cx.position()?);
        let rules = Rules { range: 64, ..Rules::default() };
        let Found::Way { steps, .. } = find(cx, &view, from, &rules, &mut &near).await else { return Ok(false) };
        if walk::follow(cx, from, &steps).await?.is_err() {
            walk::settle(cx).await?;
            return Ok(true);
        }
        walk::settle(cx).await?;
        let up =
            (1..=pillar.high).map(|high| Step { pos: pillar.foot.offset(0, high, 0), dig: Vec::new(), lays: true });
        let rises = walk::follow(cx, pillar.foot, &up.collect::<Vec<_>>()).await?.is_ok();
        walk::settle(cx).await?;
        let top = cx.feet()?;
        eprintln!("tick {}: {pillar:?} rises {rises} to {top}", cx.now());
        self.laid += (top.y - pillar.foot.y).max(0) as u32;
        let mut worked = false;
        while rises {
            let cells = Cells::new(self.doable(&self.faults()));
            let Some(reached) = cells.from(&cx.view(), cx.position()?) else { break };
            let cell = cells.cells[reached.index].clone();
            self.work(&cell, reached).await?;
            worked = true;
        }
        self.come_down(pillar.foot).await?;
        if !worked {
            let at = cells.cells[0].at;
            self.failed(at)?;
        }
        Ok(true)
    }

    /// Where one rises for the first of the cells that can be reached so.
    fn pillar(&self, cells: &Cells<'a>) -> Result<Option<Pillar>, ToolError> {
        let (view, feet) = (self.cx.view(), self.cx.feet()?);
        let mut best: Option<(f32, Pillar)> = None;
        for (index, cell) in cells.cells.iter().enumerate() {
            for (dx, dz) in (-SIDE..=SIDE).flat_map(|dx| (-SIDE..=SIDE).map(move |dz| (dx, dz))) {
                let column = cell.at.offset(dx, 0, dz);
                for down in 1..=BELOW {
                    let foot = column.offset(0, -down, 0);
                    if !is_standable(&view, foot) {
                        continue;
                    }
                    let Some(high) = self.height(&view, cells, index, foot) else { break };
                    let ticks = cell.price + SPRINT * foot.level_distance(feet) as f32 + PILLAR * 2.0 * high as f32;
                    if best.is_none_or(|(least, _)| ticks < least) {
                        best = Some((ticks, Pillar { foot, high }));
                    }
                    break;
                }
            }
            if best.is_some() && cells.cells.get(index + 1).is_none_or(|next| next.price > cell.price) {
                break;
            }
        }
        Ok(best.map(|(_, pillar)| pillar))
    }

    /// How high one has to rise there for a cell to be in reach.
    fn height(&self, view: &TerrainView, cells: &Cells<'a>, index: usize, foot: BlockPos) -> Option<i32> {
        for high in 1..=HIGH {
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
