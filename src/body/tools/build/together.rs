//! Several bots at one building: each leaves alone what another is at, waits for what only they can do, and stands in nobody's way.

use tracing::trace;

use super::site::{Faulty, Site};
use crate::{
    body::{
        senses::{players, terrain::TerrainView},
        skills::{
            cx::Cx,
            faces::is_in_body,
            others::Waited,
            path::{Destination, Found, Rules, find},
            walk,
        },
    },
    construction::Fault,
    domain::{BlockPos, PosSet, ToolError, Vec3, Volume},
};

/// How much around a cell is its builder's, in blocks on each axis.
const AROUND: i32 = 1;
/// Nodes looked at on the way out of the others' way.
const NODES: usize = 2_000;

/// The end of a way out of the others' way: nothing is to be put there.
struct Aside(PosSet<BlockPos>);

impl Destination for Aside {
    fn estimate(&self, _: BlockPos) -> f32 {
        0.0
    }

    fn ends(&mut self, view: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        let is_free = |at: BlockPos| !self.0.contains(&at) && !view.is_taken(at);
        (is_free(at) && is_free(at.up())).then_some(0.0)
    }
}

impl Site<'_> {
    /// Leases a cell, where one stands for it, and the earth that one has laid; `false`: another bot is at that cell.
    pub(super) fn claim(&self, at: BlockPos, stand: BlockPos) -> bool {
        let around = Volume::between(at.offset(-AROUND, -AROUND, -AROUND), at.offset(AROUND, AROUND, AROUND));
        let mut volumes = vec![around, Volume::between(stand, stand.up())];
        volumes.extend(self.laid_by_us());
        self.cx.shared.holder.build(at, &volumes)
    }

    /// Is at nothing any more; only what one has laid is still needed.
    pub(super) fn let_go(&self) {
        self.cx.shared.holder.keep(&self.laid_by_us().collect::<Vec<_>>());
    }

    /// Earth of one's own that stands, and the room in which one goes up and down on it.
    fn laid_by_us(&self) -> impl Iterator<Item = Volume> {
        self.earthwork.iter().copied().chain(self.props.iter().map(|prop| Volume::block(prop.at)))
    }

    /// Whether another bot is at work anywhere in the building.
    fn is_worked_at(&self) -> bool {
        self.cx.shown().terrain.taken.is_within(&self.building.volume())
    }

    /// Where others stand.
    pub(super) fn bodies(&self) -> Vec<Vec3> {
        self.cx.world(players::bodies).unwrap_or_default()
    }

    /// Waits a moment for what others are at, stand in, or have what it takes for; `false` where nobody is or will be there, or nothing has
    /// come of it for long.
    pub(super) async fn wait_for_others(&mut self, faults: &[Faulty<'_>]) -> Result<bool, ToolError> {
        let bodies = self.bodies();
        let is_stood_in = faults.iter().any(|(at, wanted, _)| !wanted.is_air() && Self::is_stood_in(&bodies, *at));
        let has_others = self.is_shared || is_stood_in || self.is_worked_at();
        if has_others { self.wait_a_moment(faults).await } else { Ok(false) }
    }

    /// The same for what they are at, alone: whoever has other ways to do something himself takes them.
    pub(super) async fn wait_for_their_turn(&mut self, faults: &[Faulty<'_>]) -> Result<bool, ToolError> {
        let is_taken = faults.iter().any(|(at, ..)| self.cx.shown().terrain.taken.contains(*at));
        if is_taken { self.wait_a_moment(faults).await } else { Ok(false) }
    }

    async fn wait_a_moment(&mut self, faults: &[Faulty<'_>]) -> Result<bool, ToolError> {
        let (cx, Some((first, ..))) = (self.cx, faults.first()) else { return Ok(false) };
        if self.left != faults.len() {
            (self.left, self.waited) = (faults.len(), Waited::default());
        }
        if !self.waited.is_patient() {
            return Ok(false);
        }
        if !self.waited.is_fresh() {
            self.step_aside(faults).await?;
        }
        let taken = faults.iter().map(|(at, ..)| *at).find(|at| cx.shown().terrain.taken.contains(*at));
        let at = taken.unwrap_or(*first);
        let there = cx.shown().terrain.state(at);
        trace!("tick {}: waits for others at {at}, {} left", cx.now(), faults.len());
        self.let_go();
        let is_over = |cx: &Cx| {
            let terrain = &cx.shown().terrain;
            taken.is_some() && !terrain.taken.contains(at) || terrain.state(at) != there
        };
        self.waited.wait_until(cx, is_over).await;
        Ok(true)
    }

    /// What waits while others are at work: what would wall off what they are at, or what is still missing below it. One alone goes from
    /// layer to layer, and leaves nothing behind.
    pub(super) fn others_first(&self, faults: &[Faulty<'_>]) -> PosSet<BlockPos> {
        if !self.is_worked_at() {
            return PosSet::default();
        }
        let shown = self.cx.shown();
        let taken = &shown.terrain.taken;
        let missing = faults
            .iter()
            .filter(|(at, wanted, fault)| !wanted.is_air() && *fault == Fault::Missing && self.may_be_tried(*at));
        let over = missing.flat_map(|(at, ..)| {
            let beside = if taken.contains(*at) { AROUND } else { 0 };
            (-beside..=beside).flat_map(move |dx| (-beside..=beside).map(move |dz| at.offset(dx, 1, dz)))
        });
        over.collect()
    }

    /// Out of where something is to be put, if one stands there.
    async fn step_aside(&self, faults: &[Faulty<'_>]) -> Result<(), ToolError> {
        let (cx, view) = (self.cx, self.cx.view());
        let missing = faults.iter().filter(|(_, wanted, _)| !wanted.is_air()).map(|(at, ..)| *at);
        let (from, mut goal) = (walk::start(&view, cx.position()?), Aside(missing.collect()));
        let rules = Rules { limit: NODES, range: 48, ..Rules::default() };
        if let Found::Way { steps, .. } = find(cx, &view, from, &rules, &mut goal).await
            && !steps.is_empty()
        {
            _ = walk::follow(cx, from, &steps).await?;
            walk::settle(cx).await?;
        }
        Ok(())
    }

    /// Whether somebody stands where a block is to be.
    pub(super) fn is_stood_in(bodies: &[Vec3], at: BlockPos) -> bool {
        bodies.iter().any(|feet| is_in_body(*feet, at))
    }
}
