//! Rails join rails: a new one turns towards its neighbours, and those that have an end free turn towards it.
//!
//! A rail has two ends, each beside it on one of the four sides, level or one block up or down.

use crate::{
    chunks::{
        blocks,
        blocks::{property, with},
    },
    domain::{BlockPos, Side},
    game::Game,
    knowledge::is_tagged,
    voxel::StateId,
    world::store::World,
};

/// A rail with the places its ends lead to.
#[derive(Clone, Debug)]
struct Rail {
    pos: BlockPos,
    state: StateId,
    ends: Vec<BlockPos>,
}

/// The two sides of a shape, the one that climbs first if one does.
fn sides(shape: &str) -> [(Side, bool); 2] {
    use Side::{East, North, South, West};
    match shape {
        "east_west" => [(West, false), (East, false)],
        "ascending_east" => [(East, true), (West, false)],
        "ascending_west" => [(West, true), (East, false)],
        "ascending_north" => [(North, true), (South, false)],
        "ascending_south" => [(South, true), (North, false)],
        "south_east" => [(South, false), (East, false)],
        "south_west" => [(South, false), (West, false)],
        "north_west" => [(North, false), (West, false)],
        "north_east" => [(North, false), (East, false)],
        _ => [(North, false), (South, false)],
    }
}

/// A column: ends are compared without their height.
fn column(pos: BlockPos) -> (i32, i32) {
    (pos.x, pos.z)
}

impl Rail {
    /// The rail at a place, or just above or below it.
    fn near(world: &mut World, pos: BlockPos) -> Option<Self> {
        [pos, pos.up(), pos.down()].into_iter().find_map(|pos| Self::at(world, pos))
    }

    fn at(world: &mut World, pos: BlockPos) -> Option<Self> {
        let state = world.block(pos);
        is_tagged(blocks::name(state), "rails").then(|| Self { pos, state, ends: ends(pos, state) })
    }

    /// Only plain rails curve.
    fn curves(&self) -> bool {
        blocks::name(self.state) == "rail"
    }

    fn leads_to(&self, pos: BlockPos) -> bool {
        self.ends.iter().any(|&end| column(end) == column(pos))
    }

    /// Forgets ends that no rail leads back from.
    fn let_go(mut self, world: &mut World) -> Self {
        let ends = self.ends.iter().filter_map(|&end| {
            let other = Self::near(world, end)?;
            other.leads_to(self.pos).then_some(other.pos)
        });
        self.ends = ends.collect();
        self
    }

    /// Whether another may join it: it does already, or an end is free.
    fn takes(&self, other: BlockPos) -> bool {
        self.leads_to(other) || self.ends.len() != 2
    }

    /// The shape that leads to these sides; `otherwise` where they do not decide it.
    fn shape(&self, world: &mut World, leads: impl Fn(Side) -> bool, otherwise: &'static str) -> &'static str {
        use Side::{East, North, South, West};
        let [north, south, west, east] = [North, South, West, East].map(leads);
        let (along, across) = (north || south, west || east);
        let curves = self.curves();
        let mut shape = match (along, across) {
            (true, false) => "north_south",
            (false, true) => "east_west",
            (false, false) => otherwise,
            (true, true) if !curves => otherwise,
            // Of three or four, south and east come first.
            (true, true) if south && east => "south_east",
            (true, true) if south && west => "south_west",
            (true, true) if north && east => "north_east",
            (true, true) => "north_west",
        };
        let mut is_rail = |side: Side| {
            let there = world.block(self.pos.beside(side).up());
            is_tagged(blocks::name(there), "rails")
        };
        if shape == "north_south" {
            if is_rail(South) {
                shape = "ascending_south";
            } else if is_rail(North) {
                shape = "ascending_north";
            }
        } else if shape == "east_west" {
            if is_rail(West) {
                shape = "ascending_west";
            } else if is_rail(East) {
                shape = "ascending_east";
            }
        }
        shape
    }
}

fn ends(pos: BlockPos, state: StateId) -> Vec<BlockPos> {
    let shape = property(state, "shape").unwrap_or("north_south");
    sides(shape).map(|(side, climbs)| if climbs { pos.beside(side).up() } else { pos.beside(side) }).to_vec()
}

impl Game {
    /// Joins a rail that has just been placed to those around it.
    pub(super) fn join_rail(&mut self, pos: BlockPos) {
        let Some(rail) = Rail::at(&mut self.world, pos) else { return };
        let takers = Side::LEVEL.map(|side| {
            let other = Rail::near(&mut self.world, pos.beside(side)).map(|other| other.let_go(&mut self.world));
            (side, other.is_some_and(|other| other.takes(pos)))
        });
        let placed = property(rail.state, "shape").unwrap_or("north_south");
        let shape = rail.shape(&mut self.world, |side| takers.contains(&(side, true)), placed);
        let state = with(rail.state, "shape", shape);
        self.set_block(pos, state);
        for end in ends(pos, state) {
            let Some(mut other) = Rail::near(&mut self.world, end).map(|other| other.let_go(&mut self.world)) else {
                continue;
            };
            if !other.takes(pos) {
                continue;
            }
            if !other.leads_to(pos) {
                other.ends.push(pos);
            }
            let leads = |side: Side| other.leads_to(other.pos.beside(side));
            // What cannot curve goes on from west to east.
            let shape = other.shape(&mut self.world, leads, "east_west");
            let state = with(other.state, "shape", shape);
            if state != other.state {
                self.set_block(other.pos, state);
            }
        }
    }
}
