//! Where can the body get to, and what does it cost in ticks: a best-first search over what the server showed.
//!
//! Our own rather than azalea's, for four reasons: it knows when there is no way (azalea keeps trying), it finds the
//! nearest of many goals by cost, digging is a move with its true price and its dangers, and it runs within the tick, so a
//! test at 400 ticks a second walks the same way as a game at 20.
//!
//! A node is the block of the feet. Moves: walk, diagonal, step up, step down, drop two or three, along water's surface;
//! where the rules allow it, each may dig what is in the way. Dug ways only ever step one up or down, so each is a stair
//! that can be walked back, and nothing is dug that would let in a fluid or loose ground.

use std::{
    cmp::Ordering,
    collections::{BinaryHeap, hash_map::Entry},
};

use crate::{
    body::senses::{
        terrain::{PosMap, TerrainView},
        traits::Traits,
    },
    domain::BlockPos,
    knowledge::SPRINT,
    voxel::StateId,
};

const DIAGONAL: f32 = SPRINT * std::f32::consts::SQRT_2;
const STEP_UP: f32 = SPRINT + 3.0;
const DROP: [f32; 4] = [0.0, SPRINT + 1.5, SPRINT + 6.0, SPRINT + 9.0];
const SWIM: f32 = 9.0;
/// Turning to a block and back to the way, beside the digging itself.
const DIG_EXTRA: f32 = 2.0;

/// What the search may do.
pub struct Rules<'a> {
    /// Ticks to dig a state with the best tool held, `None` for what must not be dug; `None` altogether: no digging.
    pub dig: Option<&'a dyn Fn(StateId) -> Option<f32>>,
    /// What must not be dug: the floors of a stair that leads back.
    pub keep: Option<&'a PosMap<BlockPos, ()>>,
    /// Nodes to look at before giving up.
    pub limit: usize,
    /// How far from the start, in blocks on each level axis.
    pub range: i32,
}

/// What is looked for.
pub trait Destination {
    /// At most the ticks still to go from here.
    fn estimate(&self, at: BlockPos) -> f32;
    /// `Some(more)` if the search may end here, at `more` ticks on top of the way; `trail` are the nodes before,
    /// the last first.
    fn ends(&mut self, view: &TerrainView, at: BlockPos, trail: &[BlockPos], cost: f32) -> Option<f32>;
}

/// One step of a way: where the feet go, and what has to be dug before.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub pos: BlockPos,
    pub dig: Vec<BlockPos>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// A way to a goal and its cost; empty where the start is the goal.
    Way { steps: Vec<Step>, cost: f32 },
    /// No way. `nearest` leads to the node with the least estimate; `exhausted`: everything within the rules was seen.
    None { nearest: Vec<Step>, exhausted: bool },
}

#[derive(Clone, Copy)]
struct Queued {
    total: f32,
    cost: f32,
    node: usize,
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Queued {}
impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        // The heap gives the greatest first; of equal totals the one nearer to its goal.
        other.total.total_cmp(&self.total).then(self.cost.total_cmp(&other.cost))
    }
}

struct Node {
    pos: BlockPos,
    cost: f32,
    parent: usize,
}

/// Searches from `start` for the cheapest way to an end of `goal`.
pub fn search(view: &TerrainView, start: BlockPos, rules: &Rules, goal: &mut impl Destination) -> Found {
    let moves = Moves { view, rules };
    let mut nodes = vec![Node { pos: start, cost: 0.0, parent: 0 }];
    let mut known: PosMap<BlockPos, usize> = PosMap::default();
    known.insert(start, 0);
    let mut open = BinaryHeap::new();
    open.push(Queued { total: goal.estimate(start), cost: 0.0, node: 0 });
    let mut best: Option<(f32, usize)> = None;
    let mut nearest = (goal.estimate(start), 0);
    let mut seen = 0;
    let mut next = Vec::new();
    while let Some(Queued { total, cost, node }) = open.pop() {
        if best.is_some_and(|(best, _)| total >= best) {
            break;
        }
        if cost > nodes[node].cost {
            continue;
        }
        let pos = nodes[node].pos;
        let trail = trail(&nodes, node);
        if let Some(more) = goal.ends(view, pos, &trail, cost)
            && best.is_none_or(|(best, _)| cost + more < best)
        {
            best = Some((cost + more, node));
        }
        let left = goal.estimate(pos);
        if left < nearest.0 {
            nearest = (left, node);
        }
        seen += 1;
        if seen > rules.limit {
            break;
        }
        next.clear();
        moves.from(pos, &mut next);
        for &(to, price) in &next {
            if (to.x - start.x).abs() > rules.range || (to.z - start.z).abs() > rules.range {
                continue;
            }
            // The floor of a step gone before is the stair back up.
            if rules.dig.is_some() && in_the_way(pos, to).any(|cell| trail.iter().any(|step| step.down() == cell)) {
                continue;
            }
            let cost = cost + price;
            let at = match known.entry(to) {
                Entry::Occupied(known) => {
                    let at = *known.get();
                    if nodes[at].cost <= cost {
                        continue;
                    }
                    nodes[at].cost = cost;
                    nodes[at].parent = node;
                    at
                }
                Entry::Vacant(vacant) => {
                    let at = nodes.len();
                    vacant.insert(at);
                    nodes.push(Node { pos: to, cost, parent: node });
                    at
                }
            };
            open.push(Queued { total: cost + goal.estimate(to), cost, node: at });
        }
    }
    match best {
        Some((cost, node)) => Found::Way { steps: moves.steps(&nodes, node), cost },
        None => Found::None { nearest: moves.steps(&nodes, nearest.1), exhausted: seen <= rules.limit },
    }
}

/// The last nodes before one, nearest first; empty for the start.
fn trail(nodes: &[Node], mut node: usize) -> ArrayTrail {
    let mut trail = ArrayTrail::default();
    while node != 0 && trail.len < TRAIL {
        node = nodes[node].parent;
        trail.steps[trail.len] = nodes[node].pos;
        trail.len += 1;
    }
    trail
}

/// How many steps back a stair is kept whole: as far as a stair can turn back under itself.
const TRAIL: usize = 6;

#[derive(Default)]
struct ArrayTrail {
    steps: [BlockPos; TRAIL],
    len: usize,
}

impl std::ops::Deref for ArrayTrail {
    type Target = [BlockPos];
    fn deref(&self) -> &[BlockPos] {
        &self.steps[..self.len]
    }
}

struct Moves<'a> {
    view: &'a TerrainView<'a>,
    rules: &'a Rules<'a>,
}

const SIDES: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

impl Moves<'_> {
    fn from(&self, pos: BlockPos, out: &mut Vec<(BlockPos, f32)>) {
        let here = self.view.traits(pos);
        let swimming = here.water();
        let above = self.clear(pos.offset(0, 2, 0));
        if swimming && self.view.traits(pos.up()).water() {
            // Under water: up is the way out.
            if self.view.traits(pos.offset(0, 2, 0)).passable() {
                out.push((pos.up(), SWIM));
            }
            return;
        }
        let pace = if swimming { SWIM } else { SPRINT };
        for (dx, dz) in SIDES {
            let to = pos.offset(dx, 0, dz);
            let Some(head) = self.clear(to.up()) else { continue };
            if let Some(feet) = self.clear(to) {
                if self.stands(to) {
                    out.push((to, pace + feet + head + self.wade(to)));
                    // Or down through that floor, where it may be dug.
                    if self.rules.dig.is_some()
                        && !swimming
                        && !self.view.traits(to).water()
                        && self.stands(to.down())
                        && let Some(floor) = self.clear(to.down())
                    {
                        out.push((to.down(), DROP[1] + feet + head + floor));
                    }
                } else {
                    self.down(to, feet + head, swimming, out);
                }
            }
            if self.view.traits(to).floor()
                && (swimming || self.view.traits(pos.down()).floor())
                && let (Some(above), Some(top)) = (above, self.clear(to.offset(0, 2, 0)))
            {
                out.push((to.up(), STEP_UP.max(pace) + above + head + top));
            }
        }
        for (dx, dz) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let to = pos.offset(dx, 0, dz);
            let open = |at: BlockPos| self.is_open(at) && self.is_open(at.up());
            if open(to) && self.stands(to) && open(pos.offset(dx, 0, 0)) && open(pos.offset(0, 0, dz)) {
                let price = if swimming { SWIM * std::f32::consts::SQRT_2 } else { DIAGONAL };
                out.push((to, price + self.wade(to)));
            }
        }
    }

    /// Over an edge: one down, digging if need be; two or three only through open air.
    fn down(&self, edge: BlockPos, price: f32, swimming: bool, out: &mut Vec<(BlockPos, f32)>) {
        if swimming {
            return;
        }
        let below = edge.down();
        let Some(cost) = self.clear(below) else { return };
        if self.stands(below) {
            out.push((below, DROP[1] + price + cost + self.wade(below)));
            return;
        }
        if price > 0.0 || cost > 0.0 {
            return;
        }
        for depth in 2..=3 {
            let to = edge.offset(0, -depth, 0);
            if !self.is_open(to) {
                return;
            }
            if self.stands(to) {
                out.push((to, DROP[depth as usize] + self.wade(to)));
                return;
            }
        }
    }

    fn wade(&self, to: BlockPos) -> f32 {
        if self.view.traits(to).water() { SWIM - SPRINT } else { 0.0 }
    }

    /// Feet can be here: a floor below, or water to swim in.
    fn stands(&self, pos: BlockPos) -> bool {
        self.view.traits(pos.down()).floor() || self.view.traits(pos).water()
    }

    /// Nothing to be dug.
    fn is_open(&self, pos: BlockPos) -> bool {
        let traits = self.view.traits(pos);
        traits.passable() && !traits.hurts()
    }

    /// What it takes to make this place passable: nothing, ticks of digging, or `None` if it cannot be.
    fn clear(&self, pos: BlockPos) -> Option<f32> {
        if self.is_open(pos) {
            return Some(0.0);
        }
        let dig = self.rules.dig?;
        if self.rules.keep.is_some_and(|keep| keep.contains_key(&pos)) {
            return None;
        }
        let state = self.view.state(pos)?;
        if !Traits::of(state).natural() || !is_safe_to_dig(self.view, pos) {
            return None;
        }
        dig(state).map(|ticks| ticks + DIG_EXTRA)
    }

    fn steps(&self, nodes: &[Node], end: usize) -> Vec<Step> {
        let mut chain = vec![end];
        while let Some(&last) = chain.last()
            && last != 0
        {
            chain.push(nodes[last].parent);
        }
        chain.reverse();
        chain
            .windows(2)
            .map(|pair| {
                let (from, to) = (nodes[pair[0]].pos, nodes[pair[1]].pos);
                Step { pos: to, dig: in_the_way(from, to).filter(|&pos| !self.is_open(pos)).collect() }
            })
            .collect()
    }
}

/// The blocks a body passes through between two nodes, from the top: those of a straight step only, since diagonal steps
/// and deep drops are never dug.
fn in_the_way(from: BlockPos, to: BlockPos) -> impl Iterator<Item = BlockPos> {
    let top = from.y.max(to.y) + 1;
    let over = (to.y > from.y).then(|| from.offset(0, 2, 0));
    let straight = (from.x - to.x).abs() + (from.z - to.z).abs() == 1;
    let column = (to.y..=top).rev().filter(move |_| straight);
    over.into_iter().chain(column.map(move |y| BlockPos::new(to.x, y, to.z)))
}

/// Whether digging here lets nothing in (no fluid beside or above, no loose ground above) and is in nobody's way.
pub(super) fn is_safe_to_dig(view: &TerrainView, pos: BlockPos) -> bool {
    let fluid = |pos: BlockPos| view.traits(pos).fluid();
    !view.is_taken(pos)
        && !fluid(pos)
        && !fluid(pos.up())
        && !view.traits(pos.up()).falls()
        && !view.traits(pos.down()).lava()
        && SIDES.iter().all(|&(dx, dz)| !fluid(pos.offset(dx, 0, dz)))
}

/// Whether a body can be here: room for feet and head, something to stand on or swim in.
pub fn is_standable(view: &TerrainView, pos: BlockPos) -> bool {
    let moves = Moves { view, rules: &Rules { dig: None, keep: None, limit: 0, range: 0 } };
    moves.is_open(pos) && moves.is_open(pos.up()) && moves.stands(pos) && !view.traits(pos.up()).water()
}

/// A block, or near enough to it on each axis.
pub struct Near {
    pub target: BlockPos,
    pub tolerance: i32,
    /// Whether the height counts.
    pub level: bool,
}

impl Near {
    pub fn is_met(&self, at: BlockPos) -> bool {
        (at.x - self.target.x).abs() <= self.tolerance
            && (at.z - self.target.z).abs() <= self.tolerance
            && (!self.level || (at.y - self.target.y).abs() <= self.tolerance)
    }
}

impl Destination for &Near {
    fn estimate(&self, at: BlockPos) -> f32 {
        Near::estimate(self, at)
    }
    fn ends(&mut self, _: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        self.is_met(at).then_some(0.0)
    }
}

impl Near {
    /// At most the ticks still to go: blocks on the level at a sprint.
    pub fn estimate(&self, at: BlockPos) -> f32 {
        let left = |a: i32, b: i32| ((a - b).abs() - self.tolerance).max(0) as f32;
        let (dx, dz) = (left(at.x, self.target.x), left(at.z, self.target.z));
        let level = SPRINT * (dx.max(dz) + (std::f32::consts::SQRT_2 - 1.0) * dx.min(dz));
        let dy = if self.level { left(at.y, self.target.y) } else { 0.0 };
        level.max(dy * 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::{
        Terrain,
        tests::{flat, put},
    };

    fn go(terrain: &Terrain, to: (i32, i32, i32), dig: bool) -> Found {
        let ticks = |_: StateId| Some(15.0);
        let dig: Option<&dyn Fn(StateId) -> Option<f32>> = if dig { Some(&ticks) } else { None };
        let goal = Near { target: BlockPos::new(to.0, to.1, to.2), tolerance: 0, level: true };
        search(
            &terrain.view(),
            BlockPos::new(0, 64, 0),
            &Rules { dig, keep: None, limit: 20_000, range: 32 },
            &mut &goal,
        )
    }

    fn steps(found: Found) -> Vec<Step> {
        match found {
            Found::Way { steps, .. } => steps,
            Found::None { .. } => panic!("no way"),
        }
    }

    #[test]
    fn walks_straight_and_around() {
        let mut terrain = flat();
        assert_eq!(steps(go(&terrain, (5, 64, 0), false)).len(), 5);
        assert_eq!(steps(go(&terrain, (4, 64, 4), false)).len(), 4, "diagonally");
        for z in -3..=3 {
            put(&mut terrain, 2, 64, z, "stone");
            put(&mut terrain, 2, 65, z, "stone");
        }
        let around = steps(go(&terrain, (5, 64, 0), false));
        assert!(around.iter().any(|step| step.pos.z.abs() == 4) && around.iter().all(|step| step.dig.is_empty()));
    }

    #[test]
    fn steps_up_and_down_and_never_falls_far() {
        let mut terrain = flat();
        for z in -8..=8 {
            put(&mut terrain, 2, 64, z, "stone");
        }
        let over = steps(go(&terrain, (4, 64, 0), false));
        assert_eq!(over.iter().map(|step| step.pos.y).max(), Some(65));
        for x in -8..=8 {
            for z in -8..=8 {
                if (x, z) != (0, 0) {
                    for y in 58..=63 {
                        put(&mut terrain, x, y, z, "air");
                    }
                }
            }
        }
        assert!(matches!(go(&terrain, (3, 58, 0), false), Found::None { exhausted: true, .. }));
    }

    #[test]
    fn digs_a_stair_that_can_be_walked_back() {
        let terrain = flat();
        let way = steps(go(&terrain, (4, 60, 0), true));
        let mut last = BlockPos::new(0, 64, 0);
        for step in &way {
            assert!((step.pos.y - last.y).abs() <= 1, "{step:?}");
            assert_ne!((step.pos.x, step.pos.z), (last.x, last.z), "never straight down");
            last = step.pos;
        }
        assert_eq!(way[0].dig, [BlockPos::new(way[0].pos.x, 63, way[0].pos.z)]);
        assert!(matches!(go(&terrain, (4, 60, 0), false), Found::None { .. }));
    }

    #[test]
    fn never_opens_water_or_loose_ground() {
        let mut terrain = flat();
        put(&mut terrain, 1, 63, 0, "water");
        let view = terrain.view();
        assert!(!is_safe_to_dig(&view, BlockPos::new(1, 62, 0)));
        assert!(!is_safe_to_dig(&view, BlockPos::new(2, 63, 0)));
        assert!(is_safe_to_dig(&view, BlockPos::new(5, 63, 0)));
        put(&mut terrain, 5, 64, 0, "gravel");
        assert!(!is_safe_to_dig(&terrain.view(), BlockPos::new(5, 63, 0)));
        put(&mut terrain, 8, 62, 8, "lava");
        assert!(!is_safe_to_dig(&terrain.view(), BlockPos::new(8, 63, 8)));
    }

    #[test]
    fn a_house_is_not_dug_through() {
        let mut terrain = flat();
        for x in -2i32..=2 {
            for z in -2i32..=2 {
                for y in 63..=67 {
                    if y == 63 || y == 67 || x.abs() == 2 || z.abs() == 2 {
                        put(&mut terrain, x, y, z, "oak_planks");
                    }
                }
            }
        }
        assert!(matches!(go(&terrain, (6, 64, 0), true), Found::None { .. }));
    }
}
