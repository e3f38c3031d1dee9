//! Nobody walls himself in: before a block is put, whoever puts it must still be able to leave.

use std::rc::Rc;

use tracing::trace;

use super::{
    site::{Prop, Site},
    tear::TIMES,
};
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            path::{Destination, Found, Rules, find},
            rise, walk,
        },
    },
    construction::Wanted,
    domain::{BlockPos, PosSet, Side, ToolError, Volume},
    knowledge,
};

/// How far from the building one has left it, in blocks.
const OUTSIDE: i32 = 2;
/// Nodes looked at on the way out.
const NODES: usize = 4_000;

/// How many blocks one lays to come out of a hole.
const HIGH: u32 = 4;

/// The end of a way out of a building; it remembers where it has been looked for.
struct Leaves {
    volume: Volume,
    seen: PosSet<BlockPos>,
}

impl Leaves {
    fn new(volume: Volume) -> Self {
        Self { volume, seen: PosSet::default() }
    }

    fn is_out(&self, at: BlockPos) -> bool {
        let (low, high) = (self.volume.low(), self.volume.high());
        let beside = |at: i32, low: i32, high: i32| at < low - OUTSIDE || at > high + OUTSIDE;
        beside(at.x, low.x, high.x) || beside(at.z, low.z, high.z)
    }
}

impl Destination for Leaves {
    fn estimate(&self, _: BlockPos) -> f32 {
        0.0
    }

    fn ends(&mut self, _: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        self.seen.insert(at);
        self.is_out(at).then_some(0.0)
    }
}

impl Site<'_> {
    /// Whether one can still leave from a stand once a cell is filled. If not, all stands from where one could not are noted: the cell
    /// is put from none of them.
    pub(super) async fn can_leave(
        &mut self,
        stand: BlockPos,
        at: BlockPos,
        wanted: &Wanted,
    ) -> Result<bool, ToolError> {
        let leaves = Leaves::new(self.building.volume());
        let mut others = self.bodies();
        others.retain(|feet| !leaves.is_out(feet.block()));
        if others.is_empty() && leaves.is_out(stand) {
            return Ok(true);
        }
        let before = self.cx.view();
        let mut view = before.clone();
        view.put(at, wanted.block.default_state);
        if let Some(seen) = self.is_shut_in(&view, stand).await {
            Rc::make_mut(self.barred.entry(at).or_default()).extend(seen);
            return Ok(false);
        }
        // Nor anybody else, who is not shut in already.
        for feet in others {
            let from = walk::start(&view, feet);
            if self.is_shut_in(&view, from).await.is_some() && self.is_shut_in(&before, from).await.is_none() {
                Rc::make_mut(self.barred.entry(at).or_default()).insert(stand);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Where one comes from there, if not out of the building.
    async fn is_shut_in(&self, view: &TerrainView, from: BlockPos) -> Option<PosSet<BlockPos>> {
        let mut goal = Leaves::new(self.building.volume());
        if goal.is_out(from) {
            return None;
        }
        let rules = Rules { limit: NODES, range: 48, ..Rules::default() };
        let found = find(self.cx, view, from, &rules, &mut goal).await;
        matches!(found, Found::None { exhausted: true, .. }).then_some(goal.seen)
    }

    /// Comes out of a hole that one has dropped into, on earth laid under oneself or through what stands around; whether one was in one.
    pub(super) async fn break_out(&mut self) -> Result<bool, ToolError> {
        let cx = self.cx;
        let (view, volume) = (cx.view(), self.building.volume());
        let from = walk::start(&view, cx.position()?);
        if self.is_shut_in(&view, from).await.is_none() {
            return Ok(false);
        }
        trace!("tick {}: shut in at {from}, {:?}", cx.now(), cx.position()?);
        let lay = cx.shown().windows.counts().count(rise::EARTH).min(HIGH);
        let (prices, keep) = (self.prices(), self.kept_on_the_way()?);
        for dig in [None, Some(&prices as _)] {
            let rules = Rules { lay, dig, ..self.through(&prices, &keep) };
            let Found::Way { steps, .. } = find(cx, &view, from, &rules, &mut Leaves::new(volume)).await else {
                continue;
            };
            // Only out of the hole: from there it goes on.
            let out = steps.iter().rposition(|step| step.lays || !step.dig.is_empty()).map_or(0, |last| last + 1);
            let steps = &steps[..steps.len().min(out + 1)];
            trace!("tick {}: out of a hole at {from}, {} steps", cx.now(), steps.len());
            let laid = steps.iter().filter(|step| step.lays).map(|step| step.pos.down());
            self.will_lay(laid.clone());
            self.props.extend(laid.map(|at| Prop { at, cell: at }));
            self.dug += steps.iter().map(|step| step.dig.len() as u32).sum::<u32>();
            _ = walk::follow(cx, from, steps).await?;
            walk::settle(cx).await?;
            return Ok(cx.feet()? != from);
        }
        self.take_out_beside(from).await
    }

    /// Takes out what stands where one stands, or next to it: an open gate that is gone through in one direction only. Whether anything
    /// was.
    pub(super) async fn take_out_beside(&mut self, feet: BlockPos) -> Result<bool, ToolError> {
        let own = [feet, feet.up()];
        let beside = Side::LEVEL.into_iter().flat_map(|side| [feet.up().beside(side), feet.beside(side)]);
        for at in own.into_iter().chain(beside) {
            let is_air = self.cx.shown().terrain.state(at).is_none_or(knowledge::is_air_state);
            let may_go = !is_air && self.may_go(at) && self.torn < TIMES;
            if may_go && self.dig_from_here(at).await? {
                self.torn += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }
}
