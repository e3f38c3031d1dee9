//! Blocks that stand in a row, or on both sides of a thing: each is placed where the land has room for all of them.

use super::{Planning, as_held, calls_of};
use crate::{
    domain::{BlockPos, Navigate, ToolError},
    mind::plan::{
        grammar::{Coord, Intent, Layout, not_understood},
        open::of_kinds,
    },
};

impl Planning<'_> {
    /// Where the land has room for it.
    fn laid_out(&self, layout: &Layout) -> Result<Vec<BlockPos>, ToolError> {
        let known = self.state.layouts.iter().find(|(known, _)| known == layout);
        known.map_or_else(
            || Err(not_understood(self.text, "where that is to be, without a world to stand in")),
            |(_, found)| found.clone(),
        )
    }

    /// Goes to each of the places in turn.
    pub(super) fn visit(&mut self, layout: &Layout) -> Result<(), ToolError> {
        self.laid_out(layout)?.into_iter().try_for_each(|BlockPos { x, y, z }| {
            self.act(&Intent::Do(Navigate { x, y: Some(y), z, tolerance: Some(0), dig: false }.into()))
        })
    }

    /// Places them one by one; what it takes is held by then.
    pub(super) fn lay(&mut self, layout: &Layout) -> Result<(), ToolError> {
        let places = self.laid_out(layout)?;
        if let [first, .., last] = places.as_slice() {
            self.whys.push(format!("there is room for them from {first} to {last}"));
        }
        let all = Intent::Place { block: layout.block, count: layout.count, at: None, by: None };
        let all = as_held(&all, self.text, &self.sim.held);
        let mut each = Vec::new();
        for of_a_kind in of_kinds(&all, &self.sim.held) {
            each.extend(calls_of(&of_a_kind, &self.sim.held, &self.state.known)?);
        }
        for (one, place) in each.into_iter().zip(places) {
            let Intent::Place { block, .. } = one else { continue };
            let at = Some([place.x, place.y, place.z].map(Coord::Absolute));
            self.act(&Intent::Place { block, count: 1, at, by: None })?;
        }
        Ok(())
    }
}
