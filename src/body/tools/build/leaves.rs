//! Leaves of trees beside a site that are in the way.

use super::site::{Gone, Site};
use crate::{
    body::skills::cells::{Cell, Cells},
    domain::{BlockPos, PosSet, ToolError, Volume},
    knowledge,
};

/// How far from a cell leaves are in the way, in blocks, and of how many cells they are dug at once.
const CROWN: i32 = 2;
const THINNED: usize = 8;

impl<'a> Site<'a> {
    /// Leaves that hang over the site hide it, and leave no room to rise: those near what is out of reach are dug. Whether any were.
    pub(super) async fn thin_out(&mut self, cells: &[Cell<'a>]) -> Result<bool, ToolError> {
        let leaves = |at: BlockPos| {
            let shown = self.cx.shown();
            let block = shown.terrain.state(at).and_then(knowledge::block_of_state);
            let is_ours = self.building.wanted(at).is_some_and(|wanted| !wanted.is_air());
            let is_natural = shown.terrain.traits(at).natural();
            !is_ours
                && is_natural
                && !shown.terrain.is_kept(at)
                && block.is_some_and(|block| block.name.ends_with("_leaves"))
        };
        let around = |at: BlockPos| Volume::between(at.offset(-CROWN, -1, -CROWN), at.offset(CROWN, CROWN, CROWN));
        let near: PosSet<BlockPos> = cells.iter().take(THINNED).flat_map(|cell| around(cell.at).cells()).collect();
        let mut left: Vec<Cell> = near
            .into_iter()
            .filter(|at| leaves(*at) && self.may_be_tried(*at))
            .map(|at| Cell::dig(at, self.nothing, 0.0))
            .collect();
        let mut dug = false;
        while !left.is_empty() {
            let goal = Cells::new(left);
            let Gone::There(reached) = self.go_to_work(&goal).await? else { break };
            let cell = goal.cells[reached.index].clone();
            self.work_at(&cell, reached).await?;
            dug |= self.cx.shown().terrain.traits(cell.at).passable();
            left = goal.cells.into_iter().filter(|other| other.at != cell.at).collect();
        }
        Ok(dug)
    }
}
