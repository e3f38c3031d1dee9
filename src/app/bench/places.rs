//! Places of all sorts around home, to be reached and left again: caves, a mountain, a wood, an island.

use std::collections::{HashMap, HashSet};

use crate::{domain::BlockPos, knowledge, practice::Game};

/// How far around home the places lie, in blocks on each axis, and how far up and down ground is looked for.
const AROUND: i32 = 96;
const HIGHEST: i32 = 200;
const LOWEST: i32 = -50;
/// A cave's floor lies so many blocks below the ground at least, and caves are looked for in every fourth column.
const UNDER: i32 = 8;
const APART: usize = 4;
/// A wood has leaves so many blocks above one's head at most.
const CROWN: i32 = 10;
/// An island has so many columns at least, and at most.
const ISLAND: std::ops::RangeInclusive<usize> = 6..=4_000;

/// Five such places, and home from each.
pub fn round_trips(game: &mut Game) -> Vec<BlockPos> {
    let home = game.spawn();
    Survey::new(game, home).places().into_iter().flat_map(|place| [place, home]).collect()
}

struct Survey<'a> {
    game: &'a mut Game,
    home: BlockPos,
    /// Where one stands on the ground of each column that is dry.
    ground: HashMap<(i32, i32), BlockPos>,
}

impl<'a> Survey<'a> {
    fn new(game: &'a mut Game, home: BlockPos) -> Self {
        let mut survey = Self { game, home, ground: HashMap::new() };
        for (dx, dz) in (-AROUND..=AROUND).flat_map(|x| (-AROUND..=AROUND).map(move |z| (x, z))) {
            let (x, z) = (home.x + dx, home.z + dz);
            let column = (LOWEST..HIGHEST).rev().map(|y| BlockPos::new(x, y, z));
            let top = column.into_iter().find(|at| survey.is_ground(*at)).map(BlockPos::up);
            if let Some(feet) = top.filter(|feet| survey.is_free(*feet) && survey.is_free(feet.up())) {
                survey.ground.insert((x, z), feet);
            }
        }
        survey
    }

    fn name(&mut self, at: BlockPos) -> &'static str {
        knowledge::block_of_state(self.game.block(at)).map_or("air", |block| block.name)
    }

    /// What the land is made of: no trees.
    fn is_ground(&mut self, at: BlockPos) -> bool {
        let block = knowledge::block_of_state(self.game.block(at));
        block.is_some_and(|block| block.solid && !block.name.ends_with("_leaves") && !block.name.ends_with("_log"))
    }

    /// Air or a plant: nothing that one bumps into or swims in.
    fn is_free(&mut self, at: BlockPos) -> bool {
        let block = knowledge::block_of_state(self.game.block(at));
        block.is_some_and(|block| !block.solid && !["water", "lava"].contains(&block.name))
    }

    fn places(&mut self) -> Vec<BlockPos> {
        let caves = self.caves();
        let home = self.home;
        let near = caves.iter().copied().min_by_key(|at| at.level_distance(home));
        let deep = caves.iter().copied().min_by_key(|at| (at.y, at.level_distance(home)));
        let mut grounds: Vec<BlockPos> = self.ground.values().copied().collect();
        grounds.sort_by_key(|at| (at.x, at.z));
        let mountain = grounds.iter().copied().max_by_key(|at| at.y);
        let woods: Vec<BlockPos> = grounds.iter().copied().filter(|at| self.is_in_a_wood(*at)).collect();
        let wood = woods.into_iter().max_by_key(|at| at.level_distance(home));
        let edge = grounds.iter().copied().max_by_key(|at| at.level_distance(home));
        let places = [near, deep, mountain, wood, self.island().or(edge)];
        let mut seen = HashSet::new();
        places.into_iter().flatten().filter(|at| *at != home && seen.insert(*at)).collect()
    }

    /// Floors of caves that one can stand on.
    fn caves(&mut self) -> Vec<BlockPos> {
        let mut columns: Vec<BlockPos> = self.ground.values().copied().collect();
        columns.sort_by_key(|at| (at.x, at.z));
        let mut caves = Vec::new();
        for top in columns.into_iter().step_by(APART) {
            for y in LOWEST..top.y - UNDER {
                let feet = BlockPos { y, ..top };
                if self.is_ground(feet.down()) && self.is_free(feet) && self.is_free(feet.up()) {
                    caves.push(feet);
                }
            }
        }
        caves
    }

    fn is_in_a_wood(&mut self, feet: BlockPos) -> bool {
        (2..CROWN).any(|up| self.name(feet.offset(0, up, 0)).ends_with("_leaves"))
    }

    /// The middle column of the nearest land that water is all around.
    fn island(&self) -> Option<BlockPos> {
        let mut seen: HashSet<(i32, i32)> = HashSet::new();
        let mut columns: Vec<(i32, i32)> = self.ground.keys().copied().collect();
        columns.sort_by_key(|(x, z)| ((x - self.home.x).abs().max((z - self.home.z).abs()), *x, *z));
        for start in columns {
            if !seen.insert(start) {
                continue;
            }
            let (mut land, mut next) = (vec![start], 0);
            while let Some(&(x, z)) = land.get(next) {
                next += 1;
                let sides = [(x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)];
                land.extend(sides.into_iter().filter(|side| self.ground.contains_key(side) && seen.insert(*side)));
            }
            let is_at_the_edge = |&(x, z): &(i32, i32)| (x - self.home.x).abs().max((z - self.home.z).abs()) >= AROUND;
            if ISLAND.contains(&land.len()) && !land.iter().any(is_at_the_edge) {
                return self.ground.get(&land[land.len() / 2]).copied();
            }
        }
        None
    }
}
