//! A block of earth put beside a cell for as long as it takes to click it: a log that lies on flat ground needs a side to be put against.

use super::site::{Gone, Prop, Site};
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            cells::{Cell, Cells},
            path::{Found, Rules, find},
            rise, walk,
        },
    },
    domain::{Side, ToolError},
};

/// Nodes looked at for one prop.
const NODES: usize = 2_000;

impl<'a> Site<'a> {
    /// Puts up a prop by which one of the cells can be put that cannot be without; `false`: there is none.
    ///
    /// # Errors
    /// `INSUFFICIENT_MATERIALS`: there is no earth for it.
    pub(super) async fn prop_up(&mut self, cells: &[Cell<'a>]) -> Result<bool, ToolError> {
        for cell in cells.iter().filter(|cell| cell.item().is_some()) {
            for side in Side::ALL {
                let prop = Prop { at: cell.at.beside(side), cell: cell.at };
                if self.propped.contains(&prop) {
                    continue;
                }
                let Some(earth) = self.prop_for(cell, prop).await? else { continue };
                self.propped.push(prop);
                self.get_earth(1).await?;
                let goal = Cells::new(vec![earth]);
                if let Gone::There(reached) = self.go_to_work(&goal).await? {
                    let stand = self.cx.feet()?;
                    self.work(&goal.cells[0].clone(), reached, stand).await?;
                    self.props.push(prop);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The cell of a prop, where it can be put and the cell that it is for can be put by it.
    async fn prop_for(&self, cell: &Cell<'a>, prop: Prop) -> Result<Option<Cell<'a>>, ToolError> {
        let mut view = self.cx.view();
        // What is to stand there itself is no prop.
        if self.building.wanted(prop.at).is_some_and(|wanted| !wanted.is_air()) {
            return Ok(None);
        }
        let Some(earth) = Cell::put(&view, prop.at, self.earth, rise::EARTH, 0.0) else { return Ok(None) };
        if !view.traits(prop.at).passable() || !self.is_reached(&view, earth.clone()).await? {
            return Ok(None);
        }
        view.put(prop.at, self.earth.block.default_state);
        let Some(item) = cell.item() else { return Ok(None) };
        let Some(propped) = Cell::put(&view, cell.at, cell.wanted, item, 0.0) else { return Ok(None) };
        Ok(self.is_reached(&view, propped).await?.then_some(earth))
    }

    /// Whether there is a stand for a cell.
    async fn is_reached(&self, view: &TerrainView, cell: Cell<'a>) -> Result<bool, ToolError> {
        let from = walk::start(view, self.cx.position()?);
        let rules = Rules { limit: NODES, range: 32, ..Rules::default() };
        let found = find(self.cx, view, from, &rules, &mut Cells::new(vec![cell])).await;
        Ok(matches!(found, Found::Way { .. }))
    }
}
