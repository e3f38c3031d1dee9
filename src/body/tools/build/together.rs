//! Several bots at one building: each leaves alone what another is at, waits for what only they can do, and stands in nobody's way.

use tracing::trace;

use super::{
    leave::Leaves,
    site::{Faulty, Site},
};
use crate::{
    body::{
        senses::players,
        skills::{
            faces::is_in_body,
            others::Waited,
            path::{Found, Rules, find},
            walk,
        },
    },
    domain::{BlockPos, ToolError, Vec3, Volume},
};

/// How much around a cell is its builder's, in blocks on each axis.
const AROUND: i32 = 1;
/// Nodes looked at on the way out of the others' way.
const NODES: usize = 2_000;

impl Site<'_> {
    /// Leases a cell, where one stands for it, and the earth that one has laid; `false`: another bot is at that cell.
    pub(super) fn claim(&self, at: BlockPos, stand: BlockPos) -> bool {
        let around = Volume::between(at.offset(-AROUND, -AROUND, -AROUND), at.offset(AROUND, AROUND, AROUND));
        let mut volumes = vec![around, Volume::between(stand, stand.up())];
        volumes.extend(self.laid_by_us());
        self.cx.shared.holder.build(at, &volumes)
    }

    /// Earth of one's own that stands, and the room in which one goes up and down on it.
    fn laid_by_us(&self) -> impl Iterator<Item = Volume> {
        self.earthwork.iter().copied().chain(self.props.iter().map(|prop| Volume::block(prop.at)))
    }

    /// Where others stand.
    pub(super) fn bodies(&self) -> Vec<Vec3> {
        self.cx.world(players::bodies).unwrap_or_default()
    }

    /// Waits a moment for what others are at, or have what it takes for; `false` where nobody is, or nothing has come of it for long.
    pub(super) async fn wait_for_others(&mut self, faults: &[Faulty<'_>]) -> Result<bool, ToolError> {
        let (cx, volume) = (self.cx, self.building.volume());
        let view = cx.view();
        let Some((first, ..)) = faults.first() else { return Ok(false) };
        if self.left != faults.len() {
            (self.left, self.waited) = (faults.len(), Waited::default());
        }
        if !view.is_shared(&volume) || !self.waited.is_patient() {
            return Ok(false);
        }
        if !self.waited.is_fresh() {
            self.step_aside().await?;
        }
        let at = faults.iter().map(|(at, ..)| *at).find(|at| view.is_taken(*at)).unwrap_or(*first);
        trace!("tick {}: waits for others at {at}, {} left", cx.now(), faults.len());
        // Only what one has laid is still needed. Nobody else is there.
        let laid: Vec<Volume> = self.laid_by_us().collect();
        cx.shared.holder.build(cx.feet()?, &laid);
        self.waited.wait_holding(cx, at).await;
        Ok(true)
    }

    /// Out of the building, if one is in it and can leave.
    async fn step_aside(&self) -> Result<(), ToolError> {
        let (cx, view) = (self.cx, self.cx.view());
        let from = walk::start(&view, cx.position()?);
        let mut goal = Leaves::new(self.building.volume());
        if goal.is_out(from) {
            return Ok(());
        }
        let rules = Rules { limit: NODES, range: 48, ..Rules::default() };
        if let Found::Way { steps, .. } = find(cx, &view, from, &rules, &mut goal).await {
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
