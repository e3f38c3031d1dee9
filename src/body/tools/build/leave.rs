//! Nobody walls himself in: before a block is put, whoever puts it must still be able to leave.

use std::rc::Rc;

use super::site::Site;
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::path::{Destination, Found, Rules, find},
    },
    construction::Wanted,
    domain::{BlockPos, PosSet, ToolError, Volume},
};

/// How far from the building one has left it, in blocks.
const OUTSIDE: i32 = 2;
/// Nodes looked at on the way out.
const NODES: usize = 4_000;

/// The end of a way out of a building; it remembers where it has been looked for.
struct Leaves {
    volume: Volume,
    seen: PosSet<BlockPos>,
}

impl Leaves {
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
        let mut goal = Leaves { volume: self.building.volume(), seen: PosSet::default() };
        if goal.is_out(stand) {
            return Ok(true);
        }
        let mut view = self.cx.view();
        view.put(at, wanted.block.default_state);
        let rules = Rules { limit: NODES, range: 48, ..Rules::default() };
        let found = find(self.cx, &view, stand, &rules, &mut goal).await;
        if matches!(found, Found::Way { .. } | Found::None { exhausted: false, .. }) {
            return Ok(true);
        }
        Rc::make_mut(self.barred.entry(at).or_default()).extend(goal.seen);
        Ok(false)
    }
}
