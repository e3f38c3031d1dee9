//! Earth put beside a cell for as long as it takes to click it: a log that lies on flat ground needs a side to be put against, and a
//! beam on two posts one that stands as high.

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
    domain::{BlockPos, Side, ToolError},
};

/// Nodes looked at for one prop.
const NODES: usize = 2_000;
/// How many blocks of earth a prop stands on at most, itself included.
const HIGHEST: usize = 4;

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
                let Some(column) = self.prop_for(cell, prop.at).await? else { continue };
                self.propped.push(prop);
                self.get_earth(column.len() as i32).await?;
                self.will_lay(column.iter().copied());
                for at in column {
                    if !self.put_earth(at).await? {
                        // What stands of it is of no use.
                        let of_this = self.props.iter_mut().filter(|one| one.cell == cell.at);
                        of_this.for_each(|one| one.cell = one.at);
                        return Ok(true);
                    }
                    self.props.push(Prop { at, cell: cell.at });
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn put_earth(&mut self, at: BlockPos) -> Result<bool, ToolError> {
        let Some(earth) = Cell::put(&self.cx.view(), at, self.earth, rise::EARTH, 0.0) else { return Ok(false) };
        let goal = Cells::new(vec![earth]);
        let Gone::There(reached) = self.go_to_work(&goal).await? else { return Ok(false) };
        let stand = self.cx.feet()?;
        self.work(&goal.cells[0].clone(), reached, stand).await?;
        Ok(!self.cx.shown().terrain.traits(at).passable())
    }

    /// Where earth is put from the bottom for a prop to stand at its end, if that can be put and the cell that it is for by it.
    async fn prop_for(&self, cell: &Cell<'a>, at: BlockPos) -> Result<Option<Vec<BlockPos>>, ToolError> {
        let mut view = self.cx.view();
        let put = |view: &TerrainView, at| Cell::put(view, at, self.earth, rise::EARTH, 0.0);
        let mut column = Vec::new();
        loop {
            let place = at.offset(0, -(column.len() as i32), 0);
            // What is to stand there itself is no prop.
            let is_taken = self.building.wanted(place).is_some_and(|wanted| !wanted.is_air());
            if is_taken || column.len() == HIGHEST || !view.traits(place).passable() || view.is_kept(place) {
                return Ok(None);
            }
            column.push(place);
            if put(&view, place).is_some() {
                break;
            }
        }
        column.reverse();
        for place in &column {
            let Some(earth) = put(&view, *place) else { return Ok(None) };
            if !self.is_reached(&view, earth).await? {
                return Ok(None);
            }
            view.put(*place, self.earth.block.default_state);
        }
        let Some(item) = cell.item() else { return Ok(None) };
        let Some(propped) = Cell::put(&view, cell.at, cell.wanted, item, 0.0) else { return Ok(None) };
        Ok(self.is_reached(&view, propped).await?.then_some(column))
    }

    /// Whether there is a stand for a cell.
    async fn is_reached(&self, view: &TerrainView, cell: Cell<'a>) -> Result<bool, ToolError> {
        let from = walk::start(view, self.cx.position()?);
        let rules = Rules { limit: NODES, range: 32, ..Rules::default() };
        let found = find(self.cx, view, from, &rules, &mut Cells::new(vec![cell])).await;
        Ok(matches!(found, Found::Way { .. }))
    }
}
