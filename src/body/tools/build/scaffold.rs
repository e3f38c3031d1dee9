//! Earth laid under oneself to reach what nothing else reaches, and taken up again at once.

use tracing::trace;

use super::site::{Faulty, Pillar, Prop, Site};
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            cells::{Cells, HIGH},
            collect::{self, Wanted},
            dig,
            path::{Found, Near, PILLAR, Rules, Step, find, is_standable},
            rise, walk,
        },
        tools::navigate,
    },
    construction::{Fault, left_standing},
    domain::{BlockPos, ErrorCode, PosSet, Side, ToolError, Volume},
    knowledge::{self, SPRINT},
};

/// How much higher one rises from a pillar for the next cells, in blocks.
const HIGHER: i32 = 2;
/// Nodes looked at on the way to where one rises.
pub(super) const NODES: usize = 4_000;
/// How far off earth that lies about is picked up, in blocks.
const LYING: f64 = 8.0;

fn is_earth(state: u16) -> bool {
    knowledge::block_of_state(state).is_some_and(|block| rise::is_laid(block.name))
}

impl<'a> Site<'a> {
    /// Whether one can rise there: in water nobody jumps high enough to lay earth under himself, on a carpet there is no room for it, and
    /// what grows there of the building's own would be lost.
    pub(super) fn may_rise_at(&self, view: &TerrainView, at: BlockPos) -> bool {
        let is_own = || self.building.wanted(at).is_some_and(|wanted| !wanted.is_air());
        let is_free = view.state(at).is_some_and(knowledge::is_air_state) || view.traits(at).replaceable() && !is_own();
        is_free && is_standable(view, at) && !view.traits(at).water() && !view.is_kept(at)
    }

    /// Rises there, does what can be done from there, higher and higher, and comes down again.
    ///
    /// # Errors
    /// `INSUFFICIENT_MATERIALS`: no earth is held for it.
    pub(super) async fn rise_and_work(&mut self, pillar: Pillar, at: BlockPos) -> Result<(), ToolError> {
        let Pillar { foot, high } = pillar;
        trace!("tick {}: up {high} blocks at {foot} for {at}", self.cx.now());
        self.earthwork = vec![Volume::between(foot, foot.offset(0, HIGH, 0))];
        let worked = if self.claim(at, foot) { self.work_from_pillar(pillar, at).await } else { Ok(()) };
        self.earthwork.clear();
        worked
    }

    async fn work_from_pillar(&mut self, pillar: Pillar, at: BlockPos) -> Result<(), ToolError> {
        let (cx, Pillar { foot, high }) = (self.cx, pillar);
        self.get_earth(high).await?;
        self.will_lay((0..high).map(|up| foot.offset(0, up, 0)));
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
            // Not back on it: what is left of it is dug from elsewhere.
            if !self.is_over(foot)? {
                return Ok(());
            }
            // What is a little higher is done from here, too.
            let cells = Cells::new(self.doable(&self.faults()));
            let view = cx.view();
            let top = cx.feet()?;
            let next = (0..cells.cells.len()).find_map(|index| cells.height(&view, index, top, HIGHER));
            match next {
                Some(more) if cx.shown().windows.counts().count(rise::EARTH) >= more as u32 => {
                    to = top.y - foot.y + more;
                    self.will_lay((top.y..foot.y + to).map(|y| BlockPos { y, ..foot }));
                }
                _ => break,
            }
        }
        self.come_down(foot, to).await?;
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
            cx.shared.digs_for_earth.set(true);
            let gathered = navigate::gather(cx, count - held()).await;
            cx.shared.digs_for_earth.set(false);
            gathered?;
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
        let begun = cx.now();
        let rises = walk::follow(cx, from, &up.collect::<Vec<_>>()).await?.is_ok();
        walk::settle(cx).await?;
        self.spent.rising += cx.now() - begun;
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
                for foot in cell.feet() {
                    let shuts_in = cell.not_from.as_ref().is_some_and(|stands| stands.contains(&foot));
                    if shuts_in || !self.may_rise_at(&view, foot) {
                        continue;
                    }
                    let Some(high) = cells.height(&view, index, foot, HIGH) else { continue };
                    let ticks = SPRINT * foot.level_distance(feet) as f32 + PILLAR * 2.0 * high as f32;
                    found.push((ticks, Pillar { foot, high }, cell.at));
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

    /// A way to a place, dug through the ground where there is no other.
    pub(super) async fn way_to(
        &self,
        view: &TerrainView,
        foot: BlockPos,
    ) -> Result<Option<(BlockPos, Vec<Step>)>, ToolError> {
        let near = Near { target: foot, tolerance: 0, level: true };
        let from = walk::start(view, self.cx.position()?);
        let prices = dig::prices(self.cx);
        for dig in [None, Some(&prices as _)] {
            let rules = Rules { range: 64, limit: NODES, dig, keep: Some(&self.kept), ..Rules::default() };
            if let Found::Way { steps, .. } = find(self.cx, view, from, &rules, &mut &near).await {
                return Ok(Some((from, steps)));
            }
        }
        Ok(None)
    }

    fn is_over(&self, foot: BlockPos) -> Result<bool, ToolError> {
        let feet = self.cx.feet()?;
        Ok((feet.x, feet.z) == (foot.x, foot.z) && feet.y >= foot.y)
    }

    /// Notes where earth is about to be laid: the call may end between two ticks, and whoever comes next is to know of it.
    pub(super) fn will_lay(&self, places: impl Iterator<Item = BlockPos>) {
        self.cx.shared.earthwork.borrow_mut().lay(places.filter(|at| self.building.wanted(*at).is_none()));
    }

    /// What earlier calls have laid and not taken up is a prop of this one that no cell needs.
    pub(super) fn take_over_what_was_laid(&mut self) -> Result<(), ToolError> {
        if self.cx.shared.again.get() {
            // The last block of it may stand before its note is kept: whoever laid it stands on it.
            let feet = self.cx.feet()?;
            self.will_lay(self.pillar_under(feet));
        }
        let standing =
            left_standing(self.building, &self.cx.shared.earthwork.borrow(), |at| self.cx.shown().terrain.state(at));
        self.props.extend(standing.into_iter().map(|at| Prop { at, cell: at }));
        Ok(())
    }

    /// Where nothing stands any more nothing is taken up.
    pub(super) fn forget_what_was_taken_up(&mut self) {
        let shown = self.cx.shown();
        let is_gone = |at: BlockPos| shown.terrain.is_loaded(at.chunk()) && shown.terrain.traits(at).passable();
        self.props.retain(|prop| !is_gone(prop.at));
        self.cx.shared.earthwork.borrow_mut().laid.retain(|at| !is_gone(*at));
    }

    /// What was laid is dug from elsewhere, as props are.
    pub(super) fn leave_pillar(&mut self, foot: BlockPos, top: BlockPos) {
        let earth = (foot.y..top.y).map(|y| BlockPos { y, ..foot });
        self.props.extend(earth.map(|at| Prop { at, cell: at }));
    }

    /// Digs earth of one's own from under one's feet: who stands on what is left of a pillar has no other way off it. Whether any was.
    pub(super) async fn step_down(&mut self, faults: &[Faulty<'a>]) -> Result<bool, ToolError> {
        let (cx, feet) = (self.cx, self.cx.feet()?);
        let below = feet.down();
        let is_extra = faults.iter().any(|(at, _, fault)| match fault {
            Fault::Extra(state) | Fault::Wrong(state) => *at == below && is_earth(*state),
            _ => false,
        });
        // A call that was broken off has told nobody of its pillar: it stands alone.
        let pillar: Vec<BlockPos> = self.pillar_under(feet).collect();
        let is_prop = |site: &Self| site.props.iter().any(|prop| prop.at == below);
        if pillar.len() > 1 && !is_prop(self) {
            self.props.extend(pillar.into_iter().map(|at| Prop { at, cell: at }));
        }
        let is_own = is_extra || is_prop(self);
        if !is_own || cx.shown().terrain.traits(below).passable() {
            return Ok(false);
        }
        trace!("tick {}: down from {below}", cx.now());
        self.take_up(below).await
    }

    /// The earth that stands alone under the feet, from the top.
    fn pillar_under(&self, feet: BlockPos) -> impl Iterator<Item = BlockPos> {
        (1..=HIGH).map(move |down| feet.offset(0, -down, 0)).take_while(|at| self.stands_alone(*at))
    }

    /// Whether earth stands there, and nothing beside it.
    fn stands_alone(&self, at: BlockPos) -> bool {
        let terrain = &self.cx.shown().terrain;
        self.is_earth(at) && Side::LEVEL.into_iter().all(|side| terrain.traits(at.beside(side)).passable())
    }

    /// Whether something stands there that one lays under oneself.
    pub(super) fn is_earth(&self, at: BlockPos) -> bool {
        self.cx.shown().terrain.state(at).is_some_and(is_earth)
    }

    /// Takes up what was laid, from the top.
    async fn come_down(&mut self, foot: BlockPos, high: i32) -> Result<(), ToolError> {
        let cx = self.cx;
        for _ in 0..2 * HIGH {
            let below = cx.feet()?.down();
            // Whoever has slipped off digs the rest from elsewhere.
            if (below.x, below.z) != (foot.x, foot.z) {
                self.leave_pillar(foot, foot.offset(0, high, 0));
                return Ok(());
            }
            if below.y < foot.y {
                return Ok(());
            }
            if cx.shown().terrain.traits(below).passable() {
                // The edge of what stands beside it holds whoever is not in the middle.
                walk::center_closely(cx, cx.feet()?).await?;
                walk::settle(cx).await?;
                if cx.feet()?.down() == below {
                    self.leave_pillar(foot, foot.offset(0, high, 0));
                    return Ok(());
                }
                continue;
            }
            if !self.take_up(below).await? {
                return Err(ToolError::new(ErrorCode::ActionFailed, format!("{below} could not be taken up again")));
            }
        }
        Ok(())
    }

    /// Digs a block from under one's feet; whether it is gone.
    pub(super) async fn take_up(&mut self, below: BlockPos) -> Result<bool, ToolError> {
        let (cx, begun) = (self.cx, self.cx.now());
        let is_gone = dig::dig(cx, below).await? && dig::confirm(cx, &[below]).await?;
        if is_gone {
            // The server's word may come before one falls: without the fall the next block under one's feet is the same.
            cx.until(cx.patience(), |cx| cx.feet().is_ok_and(|feet| feet.y <= below.y)).await;
            walk::settle(cx).await?;
        }
        self.spent.rising += cx.now() - begun;
        Ok(is_gone)
    }
}
