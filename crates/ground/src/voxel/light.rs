//! How bright it is by lamps: block light as the game spreads it, over what has been seen.
//!
//! A lamp's light is one less with each block on its way, and less by what stands there (Minecraft Wiki, Light: Block light); a
//! torch shines with 14. Hostile mobs spawn where block light is 0 (Minecraft Wiki, Mob spawning), so that is what is dark here.
//! What does not fill its block takes all of the light, which is less than the game lets through: nothing is called lit that is
//! not.

use std::collections::VecDeque;

use super::column::StateId;
use crate::{
    domain::{BlockPos, PosMap, PosSet, Side},
    knowledge::{self, FULL_LIGHT, Support},
};

/// What a torch shines with.
pub const TORCH: u8 = 14;
/// A step on the surface leads one block up or down at most.
const STEP: i32 = 1;
/// How far apart two blocks may be for a torch at the one to light the other, over open ground: one less for the light it begins
/// with, and one for going around a corner.
const FAR: u32 = TORCH as u32 - 2;
/// So many places are weighed for the next torch.
const WEIGHED: usize = 96;

/// Block light, as far as it was looked at.
#[derive(Clone, Debug, Default)]
pub struct BlockLight(PosMap<BlockPos, u8>);

impl BlockLight {
    /// All lamps of these places.
    pub fn of(see: &dyn Fn(BlockPos) -> Option<StateId>, places: impl Iterator<Item = BlockPos>) -> Self {
        let mut light = Self::default();
        for at in places {
            let shines = see(at).map_or(0, |state| knowledge::light_of(state).0);
            if shines > 0 {
                light.add(see, at, shines);
            }
        }
        light
    }

    /// One more lamp.
    pub fn add(&mut self, see: &dyn Fn(BlockPos) -> Option<StateId>, lamp: BlockPos, level: u8) {
        let mut open = VecDeque::from([(lamp, level)]);
        while let Some((at, level)) = open.pop_front() {
            let known = self.0.entry(at).or_default();
            if *known >= level {
                continue;
            }
            *known = level;
            for (dx, dy, dz) in [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)] {
                let beside = at.offset(dx, dy, dz);
                let left = level.saturating_sub(see(beside).map_or(FULL_LIGHT, taken));
                if left > 0 && self.at(beside) < left {
                    open.push_back((beside, left));
                }
            }
        }
    }

    /// How bright it is there, 0 to 15.
    pub fn at(&self, place: BlockPos) -> u8 {
        self.0.get(&place).copied().unwrap_or(0)
    }
}

/// What a block takes of the light that comes into it.
fn taken(state: StateId) -> u8 {
    let (_, filter) = knowledge::light_of(state);
    let fills = || Side::ALL.into_iter().all(|side| knowledge::is_covered(state, side));
    if knowledge::collision(state).is_empty() || fills() { filter.max(1) } else { FULL_LIGHT }
}

/// The places on the surface around a middle to which one can walk from there, at most so far off on each level axis.
/// `stands`: where in a column of blocks one stands. Empty where the middle is not on the surface.
pub fn walkable(stands: &dyn Fn(i32, i32) -> Option<BlockPos>, middle: BlockPos, radius: u32) -> Vec<BlockPos> {
    // Who stands on a slab, or at an edge, stands a block beside what the column says.
    let near = |at: &BlockPos| at.y.abs_diff(middle.y) <= 1;
    let sides = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)];
    let Some(begin) = sides.iter().find_map(|(dx, dz)| stands(middle.x + dx, middle.z + dz).filter(near)) else {
        return Vec::new();
    };
    let mut known: PosSet<(i32, i32)> = PosSet::default();
    known.insert((begin.x, begin.z));
    let (mut open, mut found) = (VecDeque::from([begin]), Vec::new());
    while let Some(at) = open.pop_front() {
        found.push(at);
        for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (x, z) = (at.x + dx, at.z + dz);
            if BlockPos::new(x, 0, z).level_distance(middle) > radius || known.contains(&(x, z)) {
                continue;
            }
            if let Some(there) = stands(x, z).filter(|there| (there.y - at.y).abs() <= STEP) {
                known.insert((x, z));
                open.push_back(there);
            }
        }
    }
    found
}

/// The places whose lamps may light those: as far around as light goes.
pub fn around(cells: &[BlockPos]) -> impl Iterator<Item = BlockPos> + use<> {
    let far = i32::from(FULL_LIGHT);
    let least = |of: fn(&BlockPos) -> i32| cells.iter().map(of).min().unwrap_or(0) - far;
    let most = |of: fn(&BlockPos) -> i32| cells.iter().map(of).max().unwrap_or(0) + far;
    let (x, y, z) =
        ((least(|at| at.x), most(|at| at.x)), (least(|at| at.y), most(|at| at.y)), (least(|at| at.z), most(|at| at.z)));
    (y.0..=y.1).flat_map(move |y| (z.0..=z.1).flat_map(move |z| (x.0..=x.1).map(move |x| BlockPos::new(x, y, z))))
}

/// Where the next torch is put: the place of these that brings light to most of what is dark; `None` where none will do.
pub fn next_torch(
    see: &dyn Fn(BlockPos) -> Option<StateId>,
    cells: &[BlockPos],
    light: &BlockLight,
    barred: &PosSet<BlockPos>,
) -> Option<BlockPos> {
    let dark: Vec<BlockPos> = cells.iter().copied().filter(|at| light.at(*at) == 0).collect();
    let near = |one: BlockPos, other: BlockPos| {
        one.x.abs_diff(other.x) + one.y.abs_diff(other.y) + one.z.abs_diff(other.z) <= FAR
    };
    let first = *dark.first()?;
    let takes = |at: &BlockPos| takes_torch(see, *at) && !barred.contains(at);
    let places: Vec<BlockPos> = cells.iter().copied().filter(|at| takes(at)).collect();
    let some = places.iter().step_by(places.len().div_ceil(WEIGHED).max(1));
    let gain = |at: &BlockPos| dark.iter().filter(|dark| near(**dark, *at)).count();
    // Where nothing weighed lights anything, what is dark is lit from as near as can be.
    let best = some.map(|at| (gain(at), *at)).max_by_key(|(gain, _)| *gain).filter(|(gain, _)| *gain > 0);
    let nearest = || places.iter().copied().filter(|at| near(*at, first)).min_by_key(|at| at.level_distance(first));
    best.map(|(_, at)| at).or_else(nearest)
}

/// Whether a torch can be put there.
fn takes_torch(see: &dyn Fn(BlockPos) -> Option<StateId>, at: BlockPos) -> bool {
    let is_free = see(at).and_then(knowledge::block_of_state).is_some_and(|block| {
        knowledge::is_air(block.name)
            || knowledge::is_replaceable(block, block.default_state) && !knowledge::is_fluid(block.name)
    });
    is_free && see(at.down()).is_some_and(|below| knowledge::is_sturdy(below, Side::Up, Support::Center))
}

/// How many torches it takes to light these places.
pub fn torches_for(see: &dyn Fn(BlockPos) -> Option<StateId>, cells: &[BlockPos], light: &BlockLight) -> u32 {
    let (mut light, mut barred, mut count) = (light.clone(), PosSet::default(), 0);
    while let Some(at) = next_torch(see, cells, &light, &barred) {
        light.add(see, at, TORCH);
        barred.insert(at);
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(name: &str) -> StateId {
        knowledge::block(name).expect("a block").default_state
    }

    /// Grass below 64, and a wall of stone along x 5.
    fn see(at: BlockPos) -> Option<StateId> {
        let name = match (at.y, at.x) {
            (..64, _) => "grass_block",
            (64..68, 5) => "stone",
            (64, 20) => "oak_slab",
            _ => "air",
        };
        (at.x.abs() < 64 && at.z.abs() < 64).then(|| state(name))
    }

    fn stands(x: i32, z: i32) -> Option<BlockPos> {
        let y = if x == 5 { 68 } else { 64 };
        Some(BlockPos::new(x, y, z))
    }

    #[test]
    fn light_goes_around_and_not_through() {
        let mut light = BlockLight::default();
        light.add(&see, BlockPos::new(0, 64, 0), TORCH);
        let at = |x: i32, y: i32, z: i32| light.at(BlockPos::new(x, y, z));
        assert_eq!([at(0, 64, 0), at(3, 64, 0), at(-6, 64, 7), at(-7, 64, 7)], [14, 11, 1, 0]);
        assert_eq!((at(0, 63, 0), at(5, 64, 0)), (0, 0), "not into the ground, nor the wall");
        assert_eq!(at(6, 68, 0), 4, "over the wall");
        let lit = BlockLight::of(
            &|at| if at == BlockPos::new(1, 64, 1) { Some(state("torch")) } else { see(at) },
            around(&[BlockPos::new(0, 64, 0)]),
        );
        assert_eq!(lit.at(BlockPos::new(0, 64, 0)), 12);
    }

    #[test]
    fn torches_are_put_until_nothing_one_can_walk_on_is_dark() {
        let cells = walkable(&stands, BlockPos::new(0, 64, 0), 8);
        assert_eq!(cells.len(), 13 * 17, "up to the wall, which nobody climbs");
        let (mut light, barred) = (BlockLight::default(), PosSet::default());
        let planned = torches_for(&see, &cells, &light);
        let mut placed = 0;
        while let Some(at) = next_torch(&see, &cells, &light, &barred) {
            light.add(&see, at, TORCH);
            placed += 1;
        }
        assert!(cells.iter().all(|at| light.at(*at) > 0));
        assert_eq!((placed, planned), (planned, placed));
        assert!((1..=4).contains(&placed), "{placed}");
        assert_eq!(walkable(&stands, BlockPos::new(0, 40, 0), 8), [], "a cave is no surface");
    }
}
