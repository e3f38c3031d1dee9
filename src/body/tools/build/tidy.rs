//! The land around a building is left as it was: earth that was dug to stand on goes back, and earth that was dug on the site is picked up.

use super::site::{Gone, LYING, Site};
use crate::{
    body::skills::{
        cells::{Cell, Cells},
        collect, rise,
    },
    domain::{BlockPos, ToolError, Volume},
    knowledge,
};

/// How far from the building earth is dug for it, in blocks on each axis: it is not put back farther off.
const AROUND: i32 = 48;

impl Site<'_> {
    /// What is left to do once nothing differs any more, in the whole building. What nothing can be done about stays.
    pub(super) async fn tidy_up(&mut self) {
        let seen = |at| self.cx.shown().terrain.state(at);
        if !self.building.difference(seen).is_none() {
            return;
        }
        let is_earth = |item: &str| item == rise::EARTH;
        let wanted = collect::Wanted { is_wanted: &is_earth, gained: &|| 0, count: u32::MAX };
        // The building stands, whatever becomes of this.
        _ = collect::collect(self.cx, LYING, &wanted, None).await;
        _ = self.put_back_earth().await;
        self.cx.shared.earthwork.borrow_mut().dug.clear();
    }

    async fn put_back_earth(&mut self) -> Result<(), ToolError> {
        let mut holes = self.cx.shared.earthwork.borrow().dug.clone();
        // Whoever falls into one of them does not come back to it for ever.
        for _ in 0..2 * holes.len() {
            holes.retain(|at| self.is_hole(*at));
            let view = self.cx.view();
            let cells = holes.iter().filter_map(|at| Cell::put(&view, *at, self.earth, rise::EARTH, 0.0));
            let cells = Cells::new(cells.collect());
            drop(view);
            if cells.cells.is_empty() || self.held(&|item| item == rise::EARTH) == 0 {
                break;
            }
            let Gone::There(reached) = self.go_to_work(&cells).await? else { break };
            let (cell, stand) = (cells.cells[reached.index].clone(), self.cx.feet()?);
            self.work(&cell, reached, stand).await?;
        }
        Ok(())
    }

    /// Whether there is nothing but air near the building, and the building has no say in it.
    fn is_hole(&self, at: BlockPos) -> bool {
        let (low, high) = (self.building.volume().low(), self.building.volume().high());
        let near = Volume::between(low.offset(-AROUND, -AROUND, -AROUND), high.offset(AROUND, AROUND, AROUND));
        let is_air = self.cx.shown().terrain.state(at).is_some_and(knowledge::is_air_state);
        is_air && near.contains(at) && self.building.wanted(at).is_none()
    }
}
