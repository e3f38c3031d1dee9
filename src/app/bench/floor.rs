//! The least ticks that a goal can take on the land: what the bot is measured against. `docs/floor.md` says why nobody who makes no tools
//! but those that the goal takes is quicker.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet},
};

use super::needs::{Kind, Needs};
use crate::{
    domain::BlockPos,
    knowledge::{self, Block, SPRINT, dig_ticks},
    practice::Game,
    voxel::StateId,
};

/// The survey's reach around home, in blocks: sideways, and up. It goes down to where nothing is dug any more.
const RADIUS: i32 = 72;
const UP: i32 = 26;
const LOWEST: i32 = -63;
/// How far from a block one stands, on each level axis, who picks up what it drops: it flies a block, and arms are one and a half long.
const APART: usize = 3;
/// What a block drops cannot be picked up for so many ticks (minecraft.wiki, "Item (entity)").
const PICK_UP: u64 = 10;
/// What is farther off than so many ticks of digging is not looked at.
const FAR: usize = 1_500;

/// What a task asks for.
#[derive(Clone, Debug)]
pub enum Aim {
    /// So many of an item.
    Item(&'static str, u32),
    /// To be at these places, one after the other.
    Places(Vec<BlockPos>),
    /// What nothing is known about.
    Other,
}

/// The least ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Floor {
    /// Of digging and walking.
    pub ticks: u64,
    /// Of the furnace, on top of it.
    pub furnace: u64,
}

/// The land around home as it was before anybody dug.
pub struct Land {
    home: BlockPos,
    low: BlockPos,
    height: usize,
    states: Vec<StateId>,
}

const SIDE: usize = 2 * RADIUS as usize + 1;

/// What is dug in no time, and what never.
const OPEN: u16 = 0;
const NEVER: u16 = u16::MAX;

impl Land {
    /// Reads the land around home.
    pub fn survey(game: &mut Game) -> Self {
        let home = game.spawn();
        let low = BlockPos::new(home.x - RADIUS, LOWEST, home.z - RADIUS);
        let height = (home.y + UP - LOWEST) as usize + 1;
        let mut states = Vec::with_capacity(height * SIDE * SIDE);
        for y in 0..height as i32 {
            for z in 0..SIDE as i32 {
                states.extend((0..SIDE as i32).map(|x| game.block(low.offset(x, y, z))));
            }
        }
        Self { home, low, height, states }
    }

    /// The floor of what is asked for; `None` where it is not to be had here, or nothing is known about it.
    pub fn floor(&self, aim: &Aim) -> Option<Floor> {
        match aim {
            Aim::Item(item, count) => self.item_floor(item, *count),
            Aim::Places(places) => {
                let from = [self.home].into_iter().chain(places.iter().copied());
                let legs = from.zip(places).map(|(from, to)| from.center().horizontal_distance(to.center()));
                Some(Floor { ticks: (f64::from(SPRINT) * legs.sum::<f64>()).ceil() as u64, furnace: 0 })
            }
            Aim::Other => None,
        }
    }

    fn item_floor(&self, item: &'static str, count: u32) -> Option<Floor> {
        let there: HashSet<StateId> = self.states.iter().copied().collect();
        let needs = Needs::of(item, count, &|block| block.states().any(|at| there.contains(&at)))?;
        let tools: Vec<&str> = needs.held("", 1).into_iter().chain([item]).collect();
        // A table that the furnace was made at is taken back while that burns, where nothing is made of what it gives.
        let waits = |station: &str| station == "furnace" || !needs.is_smelted;
        let stations = needs.stations.iter().filter(|station| waits(station));
        let stations = stations.map(|station| quickest(&[knowledge::block(station)?], &tools));
        let stations: u64 = stations.flatten().map(u64::from).sum();
        let abundant = needs.kinds.iter().max_by_key(|kind| self.count(kind)).map(|kind| kind.drops);
        let ways = needs.kinds.iter().filter(|last| !needs.kinds.iter().any(|kind| needs.is_before(last.drops, kind)));
        let ways: Vec<&Kind> = ways.collect();
        let bound = |dug_on_the_way: Option<&str>| {
            let own = needs.kinds.iter().filter(|kind| Some(kind.drops) != dug_on_the_way);
            let own: u64 = own.map(|kind| own_digging(&needs, kind)).sum();
            let way = ways.iter().filter_map(|last| self.way(&needs, last, dug_on_the_way)).max().unwrap_or(0);
            own + way
        };
        // For the last of what the item is made of, and once more for the last station.
        let pick_ups = if needs.stations.is_empty() { PICK_UP } else { 2 * PICK_UP };
        let ticks = stations + pick_ups + bound(None).max(bound(abundant));
        Some(Floor { ticks, furnace: needs.furnace.into() })
    }

    fn count(&self, kind: &Kind) -> usize {
        let is_it = of_kind(kind);
        self.states.iter().filter(|state| is_it(**state)).count()
    }

    /// What it takes at least to get to a first block of the first kind, and from there to one of the last: walking, and digging what is
    /// no needed kind, or is the one that is `dug_on_the_way`.
    fn way(&self, needs: &Needs, last: &Kind, dug_on_the_way: Option<&str>) -> Option<u64> {
        let first = needs.kinds.iter().find(|kind| needs.is_before(kind.drops, last) && kind.tool.is_none());
        let free: Vec<&Kind> = needs.kinds.iter().filter(|kind| Some(kind.drops) != dug_on_the_way).collect();
        let digging = |tools: &[&'static str]| -> Vec<u16> {
            let price = |state: StateId| match knowledge::block_of_state(state) {
                Some(block) if !block.solid || free.iter().any(|kind| of_kind(kind)(state)) => OPEN,
                Some(block) => quickest(&[block], tools).map_or(NEVER, |ticks| ticks.min(u32::from(NEVER) - 1) as u16),
                None => NEVER,
            };
            let most = self.states.iter().copied().max().unwrap_or(0);
            (0..=most).map(price).collect()
        };
        let legs: Vec<(&Kind, Vec<u16>)> = first
            .into_iter()
            .map(|first| (first, digging(&[])))
            .chain([(last, digging(&needs.held(last.drops, 1)))])
            .collect();
        let aside: Vec<Vec<u16>> = legs.iter().map(|(kind, price)| self.aside(kind, price)).collect();
        self.walk(&legs.iter().map(|(_, price)| price.as_slice()).collect::<Vec<_>>(), &aside)
    }

    /// From each place, the least digging for who goes aside for a block of a kind and comes back: what is at arm's length is not walked to,
    /// what is farther off is walked to twice. In ticks.
    fn aside(&self, kind: &Kind, price: &[u16]) -> Vec<u16> {
        let twice = (2.0 * SPRINT) as usize;
        let is_it = of_kind(kind);
        let cells = self.states.len();
        let mut least = vec![vec![NEVER; cells]; APART + 1];
        let mut queue: Vec<Vec<(usize, usize)>> = vec![Vec::new(); FAR];
        for (at, _) in self.states.iter().enumerate().filter(|(_, state)| is_it(**state)) {
            least[0][at] = 0;
            queue[0].push((0, at));
        }
        for ticks in 0..FAR {
            while let Some((apart, at)) = queue[ticks].pop() {
                if usize::from(least[apart][at]) < ticks {
                    continue;
                }
                let is_end = is_it(self.states[at]) && ticks == 0;
                let leaving = if is_end { OPEN } else { price[usize::from(self.states[at])] };
                if leaving == NEVER {
                    continue;
                }
                self.around(at, |next, level| {
                    let (farther, walking) = match level {
                        true if apart < APART => (apart + 1, 0),
                        true => (apart, twice),
                        false => (apart, 0),
                    };
                    let total = ticks + usize::from(leaving) + walking;
                    if total < FAR && (0..=farther).all(|known| usize::from(least[known][next]) > total) {
                        least[farther][next] = total as u16;
                        queue[total].push((farther, next));
                    }
                });
            }
        }
        (0..cells).map(|at| least.iter().map(|least| least[at]).min().unwrap_or(NEVER)).collect()
    }

    /// The shortest way from home on which one goes aside for one kind after the other, in ticks; up and down are free.
    fn walk(&self, price: &[&[u16]], aside: &[Vec<u16>]) -> Option<u64> {
        let mut least = vec![vec![f32::INFINITY; self.states.len()]; price.len()];
        let mut queue = BinaryHeap::new();
        let home = self.index(self.home)?;
        least[0][home] = 0.0;
        queue.push((Reverse(Ticks(0.0)), 0, home));
        while let Some((Reverse(Ticks(ticks)), leg, at)) = queue.pop() {
            if leg == price.len() {
                return Some(ticks as u64);
            }
            if least[leg][at] < ticks {
                continue;
            }
            let mut go = |leg: usize, to: usize, total: f32| {
                if least.get(leg).is_none_or(|least| total < least[to]) {
                    if let Some(least) = least.get_mut(leg) {
                        least[to] = total;
                    }
                    queue.push((Reverse(Ticks(total)), leg, to));
                }
            };
            if aside[leg][at] != NEVER {
                go(leg + 1, at, ticks + f32::from(aside[leg][at]));
            }
            let (x, z) = (at % SIDE, at / SIDE % SIDE);
            self.around(at, |next, level| {
                let digging = price[leg][usize::from(self.states[next])];
                if digging != NEVER {
                    let is_diagonal = next % SIDE != x && next / SIDE % SIDE != z;
                    let far = if is_diagonal { std::f32::consts::SQRT_2 } else { 1.0 };
                    let walking = if level { SPRINT * far } else { 0.0 };
                    go(leg, next, ticks + walking + f32::from(digging));
                }
            });
        }
        None
    }

    /// The places beside one, with whether they are level with it: straight, diagonally, above and below.
    fn around(&self, at: usize, mut each: impl FnMut(usize, bool)) {
        let (x, z, y) = (at % SIDE, at / SIDE % SIDE, at / SIDE / SIDE);
        for (dx, dz) in (-1isize..=1).flat_map(|dx| (-1isize..=1).map(move |dz| (dx, dz))) {
            let (nx, nz) = (x.wrapping_add_signed(dx), z.wrapping_add_signed(dz));
            if (dx, dz) != (0, 0) && nx < SIDE && nz < SIDE {
                each((y * SIDE + nz) * SIDE + nx, true);
            }
        }
        if y > 0 {
            each(at - SIDE * SIDE, false);
        }
        if y + 1 < self.height {
            each(at + SIDE * SIDE, false);
        }
    }

    fn index(&self, at: BlockPos) -> Option<usize> {
        let (x, y, z) = (at.x - self.low.x, at.y - self.low.y, at.z - self.low.z);
        let side = 0..SIDE as i32;
        let inside = side.contains(&x) && side.contains(&z) && (0..self.height as i32).contains(&y);
        inside.then_some((y as usize * SIDE + z as usize) * SIDE + x as usize)
    }
}

fn of_kind(kind: &Kind) -> impl Fn(StateId) -> bool {
    let states: Vec<_> = kind.blocks.iter().map(|block| block.states()).collect();
    move |state| states.iter().any(|states| states.contains(&state))
}

/// What breaking all blocks of a kind takes, in ticks. Of what is smelted all but the first may be broken while that burns.
fn own_digging(needs: &Needs, kind: &Kind) -> u64 {
    let count = if needs.smelted.contains(&kind.drops) { 1 } else { kind.count };
    let each = (1..=count).map(|nth| quickest(&kind.blocks, &needs.held(kind.drops, nth)).unwrap_or(0));
    each.map(u64::from).sum()
}

/// Ticks to dig the quickest of some blocks with the best of some tools, or by hand; `None`: none can be broken.
fn quickest(blocks: &[&Block], tools: &[&str]) -> Option<u32> {
    let with = [None].into_iter().chain(tools.iter().copied().map(Some));
    with.flat_map(|tool| blocks.iter().filter_map(move |block| dig_ticks(block, tool))).min()
}

/// Ticks, ordered.
#[derive(Clone, Copy, PartialEq)]
struct Ticks(f32);

impl Eq for Ticks {}

impl PartialOrd for Ticks {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ticks {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Grass on dirt on stone at y 59 and below, flat, and what else is put there.
    fn land(put: &[(i32, i32, i32, &str)]) -> Land {
        let home = BlockPos::new(0, 64, 0);
        let (low, height) = (BlockPos::new(-RADIUS, 40, -RADIUS), 50);
        let state = |name: &str| knowledge::block(name).expect("a block").default_state;
        let layer = |y: i32| match y {
            64.. => state("air"),
            63 => state("grass_block"),
            60..63 => state("dirt"),
            _ => state("stone"),
        };
        let states = (0..height as i32).flat_map(|y| std::iter::repeat_n(layer(low.y + y), SIDE * SIDE)).collect();
        let mut land = Land { home, low, height, states };
        for (x, y, z, name) in put {
            let at = land.index(BlockPos::new(*x, *y, *z)).expect("inside");
            land.states[at] = state(name);
        }
        land
    }

    fn floor(land: &Land, item: &'static str) -> Floor {
        land.floor(&Aim::Item(item, 1)).expect("to be had")
    }

    /// Three logs by hand, three stones, the table; the grass and the dirt above the stone; the way to the tree, less what arms and the
    /// drop's flight save.
    #[test]
    fn a_stone_pickaxe_takes_its_digging_and_the_way_to_the_tree() {
        let digging = 3 * 60 + 3 * 23 + 75 + 18 + 3 * 15 + 2 * PICK_UP;
        let near =
            floor(&land(&[(2, 64, 0, "oak_log"), (2, 65, 0, "oak_log"), (2, 66, 0, "oak_log")]), "stone_pickaxe");
        assert_eq!(near, Floor { ticks: digging, furnace: 0 });
        let trees: Vec<(i32, i32, i32, &str)> = (64..67).map(|y| (43, y, 0, "oak_log")).collect();
        let far = floor(&land(&trees), "stone_pickaxe");
        assert_eq!(far.ticks, digging + (40.0 * SPRINT) as u64);
    }

    #[test]
    fn a_hole_that_leads_to_the_stone_saves_the_digging() {
        let mut put = vec![(2, 64, 0, "oak_log")];
        put.extend((60..64).map(|y| (-2, y, 0, "air")));
        assert_eq!(floor(&land(&put), "stone_pickaxe").ticks, 3 * 60 + 3 * 23 + 75 + 2 * PICK_UP);
    }

    /// The furnace is named apart, and so deep a vein takes digging through the stone.
    #[test]
    fn iron_takes_the_way_down_to_it() {
        let put = |y: i32| {
            land(&[(2, 64, 0, "oak_log"), (0, y, 0, "iron_ore"), (1, y, 0, "iron_ore"), (0, y, 1, "iron_ore")])
        };
        let (high, deep) = (floor(&put(55), "iron_pickaxe"), floor(&put(42), "iron_pickaxe"));
        assert_eq!((high.furnace, deep.furnace), (600, 600));
        assert!(deep.ticks > high.ticks, "{deep:?} {high:?}");
    }

    #[test]
    fn what_is_not_there_has_no_floor() {
        assert_eq!(land(&[]).floor(&Aim::Item("stone_pickaxe", 1)), None);
        assert_eq!(land(&[]).floor(&Aim::Other), None);
        let there = Aim::Places(vec![BlockPos::new(100, 64, 0), BlockPos::new(0, 64, 0)]);
        assert_eq!(land(&[]).floor(&there).map(|floor| floor.ticks), Some((200.0 * SPRINT).ceil() as u64));
    }
}
