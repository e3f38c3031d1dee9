//! Blocks that stand in a row, or on both sides of a thing: each is placed where the land has room for all of them. And blocks that
//! stand there already: something is put in the place of one, or one is moved.

use super::{NOWHERE, Planning, as_held, calls_of};
use crate::{
    domain::{BlockPos, Navigate, PickUp, PlaceBlock, Side, ToolError},
    knowledge,
    mind::plan::{
        grammar::{Coord, Intent, Layout, Stead},
        layouts::Standing,
        open::of_kinds,
    },
};

/// How far what was in a broken chest may lie from it, in blocks.
const SPILT: u32 = 6;

impl Planning<'_> {
    /// Where the land has room for it.
    fn laid_out(&self, layout: &Layout) -> Result<Vec<BlockPos>, ToolError> {
        self.surveyed(&self.state.layouts, layout, NOWHERE)
    }

    /// Goes to each of the places in turn.
    pub(super) fn visit(&mut self, layout: &Layout) -> Result<(), ToolError> {
        let dig = layout.is_dug_to();
        self.laid_out(layout)?.into_iter().try_for_each(|BlockPos { x, y, z }| {
            self.act(&Intent::Do(Navigate { x, y: Some(y), z, tolerance: Some(0), dig }.into()))
        })
    }

    /// What stands there.
    fn standing(&self, stead: &Stead) -> Result<Standing, ToolError> {
        self.surveyed(&self.state.steads, stead, "what stands there, without a world to look at")
    }

    /// Takes down what stands there and puts the other in its place; that is held by then.
    pub(super) fn swap(&mut self, old: &Stead, block: &'static str) -> Result<(), ToolError> {
        let stands = self.standing(old)?;
        self.make_way(stands)?;
        self.put_at(block, stands.at, stands)
    }

    /// Takes down what stands there and puts it up again so far off, on the ground there.
    pub(super) fn shift(&mut self, what: &Stead, side: Side, far: u32) -> Result<(), ToolError> {
        let stands = self.standing(what)?;
        let to = self.laid_out(&Layout::away(what, side, far))?;
        self.make_way(stands)?;
        to.into_iter().try_for_each(|at| self.put_at(stands.block, at, stands))
    }

    fn make_way(&mut self, stands: Standing) -> Result<(), ToolError> {
        let at = [stands.at.x, stands.at.y, stands.at.z].map(Coord::Absolute);
        let intent = match knowledge::mine_target(stands.block) {
            Ok(_) => Intent::Mine { target: stands.block, count: 1, at: Some(at) },
            // What drops nothing.
            Err(_) => Intent::Clear { from: at, to: at },
        };
        self.clause(&intent, &mut Vec::new())?;
        if knowledge::is_chest(stands.block) {
            self.whys.push(format!("what lies in the {} falls out of it, and is picked up", stands.block));
            let spilt = PickUp { item: None, radius: Some(SPILT), leave: true };
            self.act(&Intent::Do(spilt.into()))?;
        }
        Ok(())
    }

    /// A door in the place of a door looks where that did, so that its wall stays whole.
    fn put_at(&mut self, block: &'static str, at: BlockPos, stood: Standing) -> Result<(), ToolError> {
        let is_passed = |name: &str| knowledge::is_tagged(name, "doors") || knowledge::is_tagged(name, "fence_gates");
        let facing = stood.facing.filter(|_| is_passed(stood.block) && is_passed(block));
        let state = facing.map(|side| [("facing".to_owned(), side.name().to_owned())].into());
        self.act(&Intent::Do(PlaceBlock { state, ..PlaceBlock::new(block, Some(at)) }.into()))
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
