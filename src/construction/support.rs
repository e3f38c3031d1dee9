//! What of a drawing nobody could put where it is drawn, wherever he stands: what hangs in the air, and what nothing beside it holds.

use std::collections::VecDeque;

use super::{
    blueprint::{Blueprint, Wanted},
    click::{Pose, clicks_at, made_by},
    hold::{Around, stays},
};
use crate::{
    domain::{BlockPos, PosSet, Side},
    knowledge::{self, block},
};

/// What keeps a cell from being built as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unsupported {
    /// No way over other blocks leads from it to the ground.
    Hangs,
    /// It falls: nothing is below it.
    Falls,
    /// Not on what is beside it, all the rest being built.
    NoSide,
}

impl Unsupported {
    pub fn told(self) -> &'static str {
        match self {
            Self::Hangs => "hangs in the air",
            Self::Falls => "falls: nothing is below it",
            Self::NoSide => "cannot be put so on anything beside it",
        }
    }
}

/// What of a blueprint cannot be built as it is drawn, from the bottom up, with its cell. The ground around it is flat.
pub fn unsupported(of: &Blueprint) -> Vec<([i32; 3], &Wanted, Unsupported)> {
    let stone = block("stone").map_or(0, |stone| stone.default_state);
    let solid = |[x, y, z]: [i32; 3]| of.at([x, y, z]).filter(|wanted| !wanted.is_air());
    let [width, height, depth] = of.size;
    let is_inside =
        |[x, y, z]: [i32; 3]| (0..width).contains(&x) && (0..height).contains(&y) && (0..depth).contains(&z);
    let state = |cell: [i32; 3]| match solid(cell) {
        Some(wanted) => wanted.state().unwrap_or(wanted.block.default_state),
        None if cell[1] < 0 || cell[1] < of.sunk && (!is_inside(cell) || of.at(cell).is_none()) => stone,
        None => 0,
    };
    let beside = |[x, y, z]: [i32; 3]| {
        let at = BlockPos::new(x, y, z);
        Side::ALL.into_iter().map(move |side| at.beside(side)).map(|at| [at.x, at.y, at.z])
    };
    // From what touches the ground over all that touches it.
    let touches_ground = |cell: &[i32; 3]| beside(*cell).any(|other| solid(other).is_none() && state(other) == stone);
    let cells: Vec<([i32; 3], &Wanted)> = of.wants().filter(|(_, wanted)| !wanted.is_air()).collect();
    let mut next: VecDeque<[i32; 3]> = cells.iter().map(|(cell, _)| *cell).filter(touches_ground).collect();
    let mut held: PosSet<BlockPos> = PosSet::default();
    while let Some(cell) = next.pop_front() {
        if held.insert(BlockPos::new(cell[0], cell[1], cell[2])) {
            next.extend(beside(cell).filter(|other| solid(*other).is_some()));
        }
    }
    let fault = |cell: [i32; 3], wanted: &Wanted| {
        let (at, below) = (BlockPos::new(cell[0], cell[1], cell[2]), [cell[0], cell[1] - 1, cell[2]]);
        // What comes with it is not there yet.
        let is_own = |other: [i32; 3]| {
            solid(other).is_some_and(|half| half.block.id == wanted.block.id && half.comes_with_another())
        };
        let around = |other: BlockPos| {
            let cell = [other.x, other.y, other.z];
            if other == at || is_own(cell) { 0 } else { state(cell) }
        };
        if !held.contains(&at) {
            Some(Unsupported::Hangs)
        } else if knowledge::falls(wanted.block.name) && state(below) == 0 {
            Some(Unsupported::Falls)
        } else if !wanted.comes_with_another() && !can_be_put(&around, at, wanted) {
            Some(Unsupported::NoSide)
        } else {
            None
        }
    };
    cells.into_iter().filter_map(|(cell, wanted)| Some((cell, wanted, fault(cell, wanted)?))).collect()
}

/// Whether it can be put there: on what is beside it, or on earth that stands beside it for as long as that takes.
fn can_be_put(around: &Around, at: BlockPos, wanted: &Wanted) -> bool {
    let state = wanted.state().unwrap_or(wanted.block.default_state);
    let earth = block("dirt").map_or(0, |dirt| dirt.default_state);
    let on_earth = |prop: BlockPos| {
        let propped = |other: BlockPos| if other == prop { earth } else { around(other) };
        around(prop) == 0 && is_made(&propped, at, wanted)
    };
    is_made(around, at, wanted)
        || stays(around, at, state) && Side::ALL.into_iter().any(|side| on_earth(at.beside(side)))
}

/// Whether some click makes what is wanted there, from wherever one would have to look.
fn is_made(around: &Around, at: BlockPos, wanted: &Wanted) -> bool {
    /// As finely as signs turn, in degrees; and up, ahead and down.
    const YAWS: u16 = 16;
    const PITCHES: [f32; 3] = [0.0, 60.0, -60.0];
    let Some((item, _)) = wanted.item() else { return false };
    let poses = || {
        let yaws = (0..YAWS).map(|turn| f32::from(turn) * 360.0 / f32::from(YAWS) - 180.0);
        yaws.flat_map(|yaw| PITCHES.map(|pitch| Pose { yaw, pitch, sneaks: true }))
    };
    clicks_at(around, at, wanted)
        .iter()
        .any(|click| poses().any(|pose| made_by(around, at, item, click, pose).is_some_and(|made| made.meets(wanted))))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::construction::{Drawing, handmade, library};

    #[test]
    fn all_that_is_shipped_stands() {
        for shipped in library().iter() {
            let blueprint = shipped.drawing.make(&BTreeMap::new(), [None; 3]).unwrap();
            let made = handmade(&blueprint, &[]);
            assert_eq!(unsupported(&made.blueprint), [], "{}", shipped.name);
        }
    }

    /// What a body builds block for block in the practice world: blocks of every kind, in every way that a player can put them.
    #[test]
    fn all_that_is_built_every_way_stands() {
        let drawing = Drawing::read(include_str!("../../tests/it/every_way.yaml")).unwrap();
        let made = handmade(&drawing.make(&BTreeMap::new(), [None; 3]).unwrap(), &[]);
        let faults = unsupported(&made.blueprint);
        let told: Vec<String> = faults.iter().map(|(at, wanted, fault)| format!("{at:?} {wanted} {fault:?}")).collect();
        assert_eq!(told, [] as [&str; 0]);
    }

    #[test]
    fn what_hangs_or_falls_or_is_held_by_nothing_is_named() {
        let read = |text: &str| Wanted::read(text).unwrap();
        let of = |cells: &[([i32; 3], &str)]| {
            let mut blueprint = Blueprint {
                size: [3, 3, 3],
                palette: cells.iter().map(|(_, text)| read(text)).collect(),
                cells: vec![0; 27],
                ..Blueprint::default()
            };
            for (number, ([x, y, z], _)) in cells.iter().enumerate() {
                blueprint.cells[(y * 9 + z * 3 + x) as usize] = number as u16 + 1;
            }
            unsupported(&blueprint).iter().map(|(cell, _, fault)| (*cell, *fault)).collect::<Vec<_>>()
        };
        assert_eq!(of(&[([0, 0, 0], "stone"), ([0, 1, 0], "stone"), ([1, 1, 0], "oak_planks")]), []);
        assert_eq!(of(&[([0, 0, 0], "stone"), ([2, 2, 2], "stone")]), [([2, 2, 2], Unsupported::Hangs)]);
        let sand = [([0, 0, 0], "stone"), ([0, 1, 0], "stone"), ([1, 1, 0], "sand")];
        assert_eq!(of(&sand), [([1, 1, 0], Unsupported::Falls)]);
        let torch = |facing: &str| of(&[([0, 0, 0], "stone"), ([0, 1, 0], "stone"), ([1, 1, 0], facing)]);
        assert_eq!(torch("wall_torch[facing=east]"), []);
        assert_eq!(torch("wall_torch[facing=north]"), [([1, 1, 0], Unsupported::NoSide)]);
    }
}
