//! The land around a building is left as it was: earth that was dug to stand on goes back, and earth that was dug on the site is picked up.

use super::site::{Gone, LYING, Site};
use crate::{
    body::skills::{
        cells::{Cell, Cells},
        collect, rise,
    },
    domain::{BlockPos, ToolError},
};

impl Site<'_> {
    /// What is left to do once nothing differs any more, in the whole building. What nothing can be done about stays.
    pub(super) async fn tidy_up(&mut self) -> Result<(), ToolError> {
        let seen = |at| self.cx.shown().terrain.state(at);
        if !self.building.difference(seen).is_none() {
            return Ok(());
        }
        let is_earth = |item: &str| item == rise::EARTH;
        let wanted = collect::Wanted { is_wanted: &is_earth, gained: &|| 0, count: u32::MAX };
        collect::collect(self.cx, LYING, &wanted, None).await?;
        let mut holes = self.cx.shared.earth.borrow().clone();
        // Whoever falls into one of them does not come back to it for ever.
        for _ in 0..2 * holes.len() {
            holes.retain(|at| self.is_open(*at));
            let view = self.cx.view();
            let cells = holes.iter().filter_map(|at| Cell::put(&view, *at, self.earth, rise::EARTH, 0.0));
            let cells = Cells::new(cells.collect());
            drop(view);
            if cells.cells.is_empty() || self.held(&is_earth) == 0 {
                break;
            }
            let Gone::There(reached) = self.go_to_work(&cells).await? else { break };
            let (cell, stand) = (cells.cells[reached.index].clone(), self.cx.feet()?);
            self.work(&cell, reached, stand).await?;
        }
        self.cx.shared.earth.borrow_mut().clear();
        Ok(())
    }

    /// Whether nothing stands there, and nothing of the building is to.
    fn is_open(&self, at: BlockPos) -> bool {
        let is_own = self.building.wanted(at).is_some_and(|wanted| !wanted.is_air());
        !is_own && self.cx.shown().terrain.traits(at).passable()
    }
}
