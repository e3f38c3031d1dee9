//! The least ticks a plan can take on the terrain it met: what the bot is measured against.
//!
//! Counted are the dig times of the blocks that have to be broken (30 x hardness / speed, rounded up: the drop's blocks
//! and whatever covers them) and sprinting (`knowledge::SPRINT`) over the shortest
//! way to within reach, and what the furnace takes for each item. Crafting, turning, placing and picking up count nothing. The ways are found on the untouched
//! terrain by Dijkstra's algorithm, from each block that was taken to the next, cheapest first.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, HashSet},
};

use crate::{
    domain::{BlockPos, PlanDraft, ToolRequest, Vec3},
    knowledge::{self, Block, EYE_HEIGHT, REACH, SPRINT},
    practice::Game,
    voxel::StateId,
};

/// The survey's reach around the spawn, in blocks: sideways, and up and down.
const RADIUS: i32 = 72;
const HEIGHT: i32 = 26;

/// The land around the spawn as it was before anybody dug.
pub struct Terrain {
    spawn: BlockPos,
    low: BlockPos,
    states: Vec<StateId>,
}

impl Terrain {
    /// Reads the land around the spawn.
    pub fn survey(game: &mut Game) -> Self {
        let spawn = game.spawn();
        let low = spawn.offset(-RADIUS, -HEIGHT, -RADIUS);
        let mut states = Vec::new();
        for y in 0..=2 * HEIGHT {
            for z in 0..=2 * RADIUS {
                for x in 0..=2 * RADIUS {
                    states.push(game.block(low.offset(x, y, z)));
                }
            }
        }
        Self { spawn, low, states }
    }

    fn block(&self, at: BlockPos) -> Option<&'static Block> {
        let (x, y, z) = (at.x - self.low.x, at.y - self.low.y, at.z - self.low.z);
        let side = 2 * RADIUS + 1;
        let inside = (0..side).contains(&x) && (0..side).contains(&z) && (0..=2 * HEIGHT).contains(&y);
        let index = ((y * side + z) * side + x) as usize;
        knowledge::block_of_state(*self.states.get(index).filter(|_| inside)?)
    }

    /// The floor of a plan, in ticks.
    pub fn floor(&self, plan: &PlanDraft) -> u64 {
        let mut at = self.spawn;
        let mut gone = HashSet::new();
        let mut tools: Vec<String> = Vec::new();
        let mut ticks = 0.0;
        for step in &plan.steps {
            match &step.request {
                ToolRequest::Mine(mine) if step.takes_back.is_some() => {
                    ticks += knowledge::block(&mine.target).map_or(0.0, |block| f64::from(dig(block, &tools)));
                }
                ToolRequest::Mine(mine) => {
                    let Ok(target) = knowledge::mine_target(&mine.target) else { continue };
                    for _ in 0..mine.count {
                        let Some(found) = self.cheapest(at, &target.blocks, &tools, &gone) else { break };
                        ticks += found.ticks;
                        gone.extend(found.dug);
                        at = found.stand;
                    }
                }
                ToolRequest::Smelt(smelt) => {
                    let each = knowledge::smelt_ways_for(&smelt.item).first().map_or(0, |way| way.ticks);
                    ticks += f64::from(smelt.count * each);
                }
                ToolRequest::Craft(craft) => tools.push(craft.item.clone()),
                ToolRequest::Navigate(to) => {
                    let there = BlockPos::new(to.x, to.y.unwrap_or(at.y), to.z);
                    ticks += f64::from(SPRINT) * at.center().horizontal_distance(there.center());
                    at = there;
                }
                _ => {}
            }
        }
        ticks.ceil() as u64
    }

    /// The block of these kinds that is cheapest to get from here.
    fn cheapest(
        &self,
        from: BlockPos,
        kinds: &[&'static Block],
        tools: &[String],
        gone: &HashSet<BlockPos>,
    ) -> Option<Found> {
        let mut cost: HashMap<BlockPos, (Ticks, BlockPos)> = HashMap::from([(from, (Ticks(0.0), from))]);
        let mut queue = BinaryHeap::from([(Reverse(Ticks(0.0)), from)]);
        while let Some((Reverse(reached), at)) = queue.pop() {
            if cost.get(&at).is_some_and(|(best, _)| *best < reached) {
                continue;
            }
            let here = self.block(at)?;
            if at != from && !gone.contains(&at) && kinds.iter().any(|kind| kind.id == here.id) {
                return Some(self.found(from, at, &cost, tools, gone));
            }
            for (dx, dy, dz) in NEIGHBOURS {
                let next = at.offset(dx, dy, dz);
                let Some(block) = self.block(next) else { continue };
                let digging = self.digging(next, block, tools, gone);
                // Up and down come with the way's slope: a sprint jumps and falls without losing ground.
                let walking = if dy == 0 { f64::from(SPRINT) * f64::from(dx * dx + dz * dz).sqrt() } else { 0.0 };
                let Some(digging) = digging else { continue };
                let total = Ticks(reached.0 + digging + walking);
                if cost.get(&next).is_none_or(|(best, _)| total < *best) {
                    cost.insert(next, (total, at));
                    queue.push((Reverse(total), next));
                }
            }
        }
        None
    }

    /// What it takes to go through a block; `None` for what cannot be gone through.
    fn digging(&self, at: BlockPos, block: &'static Block, tools: &[String], gone: &HashSet<BlockPos>) -> Option<f64> {
        if gone.contains(&at) || !block.solid {
            return Some(0.0);
        }
        block.hardness.map(|_| f64::from(dig(block, tools)))
    }

    /// Follows the way back: all digging counts, walking only until the block is within reach.
    fn found(
        &self,
        from: BlockPos,
        target: BlockPos,
        cost: &HashMap<BlockPos, (Ticks, BlockPos)>,
        tools: &[String],
        gone: &HashSet<BlockPos>,
    ) -> Found {
        let mut dug = Vec::new();
        let mut stand = from;
        let mut ticks = 0.0;
        let mut at = target;
        let mut within_reach = true;
        while at != from {
            let Some((_, before)) = cost.get(&at) else { break };
            if let Some(block) = self.block(at).filter(|block| block.solid)
                && !gone.contains(&at)
            {
                ticks += self.digging(at, block, tools, gone).unwrap_or(0.0);
                dug.push(at);
            }
            // Reach is measured from the eyes.
            let feet = before.center();
            let eyes = Vec3::new(feet.x, feet.y - 0.5 + EYE_HEIGHT, feet.z);
            if within_reach && eyes.distance(target.center()) > REACH + 0.5 {
                within_reach = false;
                stand = *before;
            }
            if !within_reach && at.y == before.y {
                ticks += f64::from(SPRINT) * f64::from((at.x - before.x).pow(2) + (at.z - before.z).pow(2)).sqrt();
            }
            at = *before;
        }
        Found { ticks, dug, stand }
    }
}

/// One block taken.
struct Found {
    ticks: f64,
    dug: Vec<BlockPos>,
    /// Where one stands while taking it.
    stand: BlockPos,
}

/// Ticks to dig with the best of these tools.
fn dig(block: &Block, tools: &[String]) -> u32 {
    let by_hand = knowledge::dig_ticks(block, None);
    let with_tools = tools.iter().filter_map(|tool| knowledge::dig_ticks(block, Some(tool)));
    with_tools.chain(by_hand).min().unwrap_or(0)
}

/// Steps in the plane, straight and diagonal, and up and down.
const NEIGHBOURS: [(i32, i32, i32); 10] = [
    (1, 0, 0),
    (-1, 0, 0),
    (0, 0, 1),
    (0, 0, -1),
    (1, 0, 1),
    (1, 0, -1),
    (-1, 0, 1),
    (-1, 0, -1),
    (0, 1, 0),
    (0, -1, 0),
];

/// Ticks, ordered.
#[derive(Clone, Copy, PartialEq)]
struct Ticks(f64);

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
