//! Where can the body get to, and what does it cost in ticks: a best-first search over what the server showed.
//!
//! Our own rather than azalea's, for four reasons: it knows when there is no way (azalea keeps trying), it finds the
//! nearest of many goals by cost, digging is a move with its true price and its dangers, and it is measured in nodes, so a
//! test at 400 ticks a second walks the same way as a game at 20.
//!
//! Most searches end within the tick that began them. A long one goes on in the next ticks ([`find`]), over the blocks as
//! they were when it began: what has changed by then, or where the bot is by then, the walk finds out.
//!
//! A node is the block of the feet. Moves: walk, diagonal, step up, step down, drop two or three, along water's surface, through doors and gates;
//! where the rules allow it, each may dig what is in the way. Dug ways step one up or down, so each is a stair that can be walked back; or
//! they are a shaft, which is come out of on blocks that are held and laid under oneself; gaps are bridged with such too. Nothing is dug that would let in a fluid or loose
//! ground.

use std::{
    cmp::Ordering,
    collections::{BinaryHeap, hash_map::Entry},
};

use super::{cx::Cx, effort::Effort};
use crate::{
    body::senses::{
        gates::{self, Gate},
        terrain::TerrainView,
    },
    domain::{BlockPos, PosMap, Volume},
    knowledge::{self, SPRINT},
    voxel::StateId,
};

const DIAGONAL: f32 = SPRINT * std::f32::consts::SQRT_2;
const STEP_UP: f32 = SPRINT + 3.0;
const DROP: [f32; 4] = [0.0, SPRINT + 1.5, SPRINT + 6.0, SPRINT + 9.0];
pub const SWIM: f32 = 9.0;
/// Nodes a search looks at where little is known of its end: a minute's walk around, or some blocks deep, over as many ticks as its
/// effort takes.
pub const LIMIT: usize = 60_000;
/// Turning to a block and back to the way, beside the digging itself.
const DIG_EXTRA: f32 = 2.0;
/// Jumping and laying a block under oneself, in ticks.
pub const PILLAR: f32 = 13.0;
/// What a layer of a shaft takes beside its digging, the way back included, in ticks.
pub(super) const SHAFT: f32 = DROP[1] + PILLAR;
/// What each block of a drop that is not stepped up costs of the way back, in ticks: some stair is dug.
const BACK: f32 = 30.0;
/// How many blocks a step of a stair takes.
const LAYER: f32 = 3.0;
/// Stopping before a door, opening it and shutting it behind, in ticks.
const OPEN: f32 = 10.0;
/// Sneaking to an edge and laying a block beside it, in ticks.
const BRIDGE: f32 = 22.0;
/// Digging up a block that is laid and not held, in ticks.
const GATHER: f32 = 25.0;
/// On how many sides of a shaft there is ground at least.
const WALLS: usize = 3;
/// How high the room may be that was dug at the foot of a shaft, in blocks: from there one still rises into it.
const ROOM: i32 = 2;
/// What it is worth, in ticks, to leave a block alone that stands beside a box that is to be empty.
pub(super) const BESIDE: f32 = 30.0;

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
    pub site: Option<Site>,
    /// Whether what one stands on at the start may be dug once one has left it: it is what one is after, or in the way there.
    pub undermines: bool,
    /// How many blocks may be laid, under oneself to come out of a shaft, or to bridge a gap.
    pub lay: u32,
    /// How many of these have to be got first; they come last.
    pub lacks: u32,
    /// Whether gaps may be bridged.
    pub bridge: bool,
    /// The column in which one may rise in the open, on blocks laid under oneself: that of a place in the air.
    pub pillar: Option<(i32, i32)>,
    /// Whether one may rise so anywhere.
    pub pillars: bool,
    /// Whether one comes back: it may be dug straight down where that can be come out of in that way, and drops count their way back.
    pub shaft: bool,
}

impl Default for Rules<'_> {
    fn default() -> Self {
        Self {
            dig: None,
            keep: None,
            limit: LIMIT,
            range: 512,
            site: None,
            undermines: false,
            lay: 0,
            lacks: 0,
            bridge: false,
            pillar: None,
            pillars: false,
            shaft: false,
        }
    }
}

/// A box that is to be empty in the end: whatever stands in it may be dug, not only natural ground.
#[derive(Clone, Copy)]
pub struct Site {
    pub volume: Volume,
    /// Who works there comes out of it from wherever he stands. Otherwise no step drops two or three blocks into it, from where
    /// none leads back.
    pub sheer: bool,
}

/// What is looked for.
pub trait Destination {
    /// At most the ticks still to go from here.
    fn estimate(&self, at: BlockPos) -> f32;
    /// `Some(more)` if the search may end here, at `more` ticks on top of the way; `trail` are the nodes before,
    /// the last first, where the search digs.
    fn ends(&mut self, view: &TerrainView, at: BlockPos, trail: &[BlockPos], cost: f32) -> Option<f32>;
    /// What the last answer of `ends` took of a tick's effort, where it took more than a look at the node.
    fn effort(&self) -> u32 {
        0
    }
}

/// One step of a way: where the feet go, and what has to be dug before.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub pos: BlockPos,
    pub dig: Vec<BlockPos>,
    /// Whether the block on which the feet go is laid, under oneself or ahead.
    pub lays: bool,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// A way to a goal and its cost; empty where the start is the goal.
    Way { steps: Vec<Step>, cost: f32 },
    /// No way. `nearest` leads to the node with the least estimate; `exhausted`: everything within the rules was seen.
    None { nearest: Vec<Step>, exhausted: bool },
}

impl Found {
    /// Ticks; without end where there is no way.
    pub fn cost(&self) -> f32 {
        match self {
            Self::Way { cost, .. } => *cost,
            Self::None { .. } => f32::INFINITY,
        }
    }
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

#[derive(Clone, Copy)]
struct Node {
    pos: BlockPos,
    cost: f32,
    /// What the goal estimates from here.
    left: f32,
    parent: usize,
    /// Blocks laid on the way here.
    laid: u32,
}

/// What a node costs of a tick's effort: where there is digging, so much more of its surroundings is looked at.
const NODE: u32 = 2;
const DUG_NODE: u32 = 3;

/// Searches from `start` for the cheapest way to an end of `goal`, in each tick as far as its effort goes.
///
/// The bot may have been moved when it returns: `walk::follow` goes no way whose start is elsewhere.
pub async fn find(
    cx: &Cx,
    view: &TerrainView,
    start: BlockPos,
    rules: &Rules<'_>,
    goal: &mut impl Destination,
) -> Found {
    let mut search = Search::begin(view, start, rules, goal);
    cx.spread(|effort| search.advance(effort)).await
}

/// A search under way.
pub(super) struct Search<'a, G> {
    moves: Moves<'a>,
    goal: &'a mut G,
    /// The first is the start.
    nodes: Vec<Node>,
    known: PosMap<BlockPos, usize>,
    open: BinaryHeap<Queued>,
    /// The cheapest end found so far, with what it costs in all.
    best: Option<(f32, usize)>,
    /// The node with the least estimate of those looked at.
    nearest: usize,
    /// How many were looked at.
    seen: usize,
    next: Vec<Move>,
}

impl<'a, G: Destination> Search<'a, G> {
    pub fn begin(view: &'a TerrainView, start: BlockPos, rules: &'a Rules<'a>, goal: &'a mut G) -> Self {
        let left = goal.estimate(start);
        let mut known = PosMap::default();
        known.insert(start, 0);
        Self {
            moves: Moves { view, rules, cleared: PosMap::default() },
            goal,
            nodes: vec![Node { pos: start, cost: 0.0, left, parent: 0, laid: 0 }],
            known,
            open: BinaryHeap::from([Queued { total: left, cost: 0.0, node: 0 }]),
            best: None,
            nearest: 0,
            seen: 0,
            next: Vec::new(),
        }
    }

    /// Goes on while there is effort left; what was found, once it has ended.
    pub fn advance(&mut self, effort: &Effort) -> Option<Found> {
        let price = if self.moves.rules.dig.is_some() { DUG_NODE } else { NODE };
        while effort.spend(price) {
            let Some(Queued { total, cost, node }) = self.open.pop() else { return Some(self.found()) };
            if self.best.is_some_and(|(best, _)| total >= best) {
                return Some(self.found());
            }
            if cost > self.nodes[node].cost {
                continue;
            }
            let trail = self.trail(node);
            self.weigh(node, &trail);
            effort.spend(self.goal.effort());
            self.seen += 1;
            if self.seen > self.moves.rules.limit {
                return Some(self.found());
            }
            self.expand(node, &trail);
        }
        None
    }

    /// How many nodes were looked at.
    pub fn seen(&self) -> usize {
        self.seen
    }

    /// Whether the search may end at a node, and at what cost.
    fn weigh(&mut self, node: usize, trail: &[BlockPos]) {
        let Node { pos, cost, left, .. } = self.nodes[node];
        if let Some(more) = self.goal.ends(self.moves.view, pos, trail, cost)
            && self.best.is_none_or(|(best, _)| cost + more < best)
        {
            self.best = Some((cost + more, node));
        }
        if left < self.nodes[self.nearest].left {
            self.nearest = node;
        }
    }

    /// Queues where one can go from a node.
    fn expand(&mut self, node: usize, trail: &[BlockPos]) {
        let (Node { pos, cost, laid, parent, .. }, start) = (self.nodes[node], self.nodes[0].pos);
        let is_laid_under = laid > self.nodes[parent].laid;
        let range = self.moves.rules.range;
        let mut next = std::mem::take(&mut self.next);
        self.moves.from(pos, is_laid_under, &mut next);
        for Move { to, price, digs, lays } in next.drain(..) {
            let laid = laid + u32::from(lays);
            if laid > self.moves.rules.lay || (to.x - start.x).abs() > range || (to.z - start.z).abs() > range {
                continue;
            }
            // The floor of a step gone before is the stair back up.
            let is_stair = |step: &BlockPos| *step != start || !self.moves.rules.undermines;
            if digs && in_the_way(pos, to).any(|cell| trail.iter().any(|step| step.down() == cell && is_stair(step))) {
                continue;
            }
            // What was dug on the way is no floor any more.
            let floor = to.down();
            if trail.iter().any(|step| *step == floor || step.up() == floor) && !is_open(self.moves.view, floor) {
                continue;
            }
            let is_lacking = lays && laid > self.moves.rules.lay - self.moves.rules.lacks;
            let cost = cost + price + if is_lacking { GATHER } else { 0.0 };
            let at = match self.known.entry(to) {
                Entry::Occupied(known) => {
                    let at = *known.get();
                    let known = &mut self.nodes[at];
                    if known.cost <= cost {
                        continue;
                    }
                    (known.cost, known.parent, known.laid) = (cost, node, laid);
                    at
                }
                Entry::Vacant(vacant) => {
                    let at = self.nodes.len();
                    vacant.insert(at);
                    self.nodes.push(Node { pos: to, cost, left: self.goal.estimate(to), parent: node, laid });
                    at
                }
            };
            self.open.push(Queued { total: cost + self.nodes[at].left, cost, node: at });
        }
        self.next = next;
    }

    fn found(&self) -> Found {
        match self.best {
            Some((cost, node)) => Found::Way { steps: self.steps(node), cost },
            None => {
                let exhausted = self.seen <= self.moves.rules.limit;
                Found::None { nearest: self.steps(self.nearest), exhausted }
            }
        }
    }

    fn steps(&self, end: usize) -> Vec<Step> {
        let mut chain = vec![end];
        while let Some(&last) = chain.last()
            && last != 0
        {
            chain.push(self.nodes[last].parent);
        }
        chain.reverse();
        let step = |pair: &[usize]| {
            let [from, to] = [pair[0], pair[1]].map(|index| &self.nodes[index]);
            let is_dug = |pos: &BlockPos| !is_open(self.moves.view, *pos) && !self.moves.view.traits(*pos).gate();
            let dig = in_the_way(from.pos, to.pos).filter(is_dug).collect();
            Step { pos: to.pos, dig, lays: to.laid > from.laid }
        };
        chain.windows(2).map(step).collect()
    }

    /// The last nodes before one, nearest first, where they matter; empty for the start.
    fn trail(&self, mut node: usize) -> ArrayTrail {
        let mut trail = ArrayTrail::default();
        while self.moves.rules.dig.is_some() && node != 0 && trail.len < TRAIL {
            node = self.nodes[node].parent;
            trail.steps[trail.len] = self.nodes[node].pos;
            trail.len += 1;
        }
        trail
    }
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

/// One step from a node, with its price in ticks.
struct Move {
    to: BlockPos,
    price: f32,
    digs: bool,
    lays: bool,
}

impl Move {
    fn new(to: BlockPos, going: f32, digging: f32) -> Self {
        Self { to, price: going + digging, digs: digging > 0.0, lays: false }
    }

    fn free(to: BlockPos, going: f32) -> Self {
        Self::new(to, going, 0.0)
    }
}

struct Moves<'a> {
    view: &'a TerrainView,
    rules: &'a Rules<'a>,
    /// What clearing took where it was asked already: each block is in the way of several nodes.
    cleared: PosMap<BlockPos, Option<f32>>,
}

impl Gate {
    /// What opening it takes, if it is shut, in ticks: half on the way in and half on the way out.
    const fn ticks(self) -> f32 {
        if self.open { 0.0 } else { OPEN / 2.0 }
    }
}

pub(super) const SIDES: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

impl Moves<'_> {
    /// `is_laid_under`: what one stands on was laid on the way, and so is in no view.
    fn from(&mut self, pos: BlockPos, is_laid_under: bool, out: &mut Vec<Move>) {
        let here = self.view.traits(pos);
        let firm = is_laid_under || self.view.traits(pos.down()).bears();
        let swimming = here.water();
        let above = self.clear(pos.offset(0, 2, 0));
        if swimming && self.view.traits(pos.up()).water() {
            // Under water: up is the way out, or aside where it ends, as behind a fall.
            if self.view.traits(pos.offset(0, 2, 0)).passable() {
                out.push(Move::free(pos.up(), SWIM));
            }
            let beside = SIDES.map(|(dx, dz)| pos.offset(dx, 0, dz));
            out.extend(beside.into_iter().filter(|&to| is_standable(self.view, to)).map(|to| Move::free(to, SWIM)));
            return;
        }
        let pace = if swimming { SWIM } else { SPRINT };
        if let Some(gate) = self.gate(pos) {
            return self.leave_gate(gate, pos, out);
        }
        for (dx, dz) in SIDES {
            let to = pos.offset(dx, 0, dz);
            if let Some(gate) = self.gate(to) {
                if gate.along_x == (dx != 0) && !swimming {
                    self.enter_gate(gate, to, out);
                }
                continue;
            }
            let Some(head) = self.clear(to.up()) else { continue };
            if let Some(feet) = self.clear(to) {
                if self.stands(to) {
                    out.push(Move::new(to, pace + self.wade(to), feet + head));
                    // Or down through that floor, where it may be dug.
                    if self.rules.dig.is_some()
                        && !swimming
                        && !self.view.traits(to).water()
                        && self.stands(to.down())
                        && let Some(floor) = self.clear(to.down())
                    {
                        out.push(Move::new(to.down(), DROP[1], feet + head + floor));
                    }
                } else {
                    self.down(to, feet + head, swimming, out);
                    if self.rules.bridge && firm && !swimming && feet + head == 0.0 {
                        self.ahead(to, out);
                    }
                }
            }
            if self.view.traits(to).bears()
                && (firm || swimming && carries(self.view, pos))
                && let (Some(above), Some(top)) = (above, self.clear(to.offset(0, 2, 0)))
            {
                out.push(Move::new(to.up(), STEP_UP.max(pace), above + head + top));
            }
        }
        if !swimming && (self.rules.lay > 0 || self.rules.shaft) {
            self.upright(pos, firm, above, out);
        }
        for (dx, dz) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let to = pos.offset(dx, 0, dz);
            let open = |at: BlockPos| self.is_open(at) && self.is_open(at.up());
            // The middle of the body goes over the very corner: for a tick it may stand on either floor there.
            let corner = |at: BlockPos| open(at) && !self.view.traits(at.down()).hurts();
            if open(to) && self.stands(to) && corner(pos.offset(dx, 0, 0)) && corner(pos.offset(0, 0, dz)) {
                let price = if swimming { SWIM * std::f32::consts::SQRT_2 } else { DIAGONAL };
                out.push(Move::free(to, price + self.wade(to)));
            }
        }
    }

    fn gate(&self, pos: BlockPos) -> Option<Gate> {
        self.view.traits(pos).gate().then(|| self.view.state(pos).and_then(gates::of)).flatten()
    }

    /// Into a door or a gate, on the level.
    fn enter_gate(&self, gate: Gate, to: BlockPos, out: &mut Vec<Move>) {
        let head = to.up();
        let has_room = self.is_open(head) || self.gate(head).is_some_and(|upper| !upper.lower);
        if gate.lower && has_room && self.view.traits(to.down()).floor() {
            out.push(Move::free(to, SPRINT + gate.ticks()));
        }
    }

    /// Out of one, on either side of it.
    fn leave_gate(&self, gate: Gate, pos: BlockPos, out: &mut Vec<Move>) {
        for (dx, dz) in SIDES.into_iter().filter(|(dx, _)| gate.along_x == (*dx != 0)) {
            let to = pos.offset(dx, 0, dz);
            match self.gate(to) {
                Some(next) if next.along_x == gate.along_x => self.enter_gate(next, to, out),
                None if is_standable(self.view, to) => out.push(Move::free(to, SPRINT + self.wade(to) + gate.ticks())),
                _ => {}
            }
        }
    }

    /// Straight up in a shaft or to a place in the air, on a block laid under oneself; and straight down where it may be dug, with the
    /// way back in its price.
    fn upright(&mut self, pos: BlockPos, firm: bool, above: Option<f32>, out: &mut Vec<Move>) {
        let view = self.view;
        let walls = |at: BlockPos| SIDES.iter().filter(|(dx, dz)| view.traits(at.offset(*dx, 0, *dz)).floor()).count();
        let below = pos.down();
        let is_shaft = || (0..=ROOM).any(|up| walls(pos.offset(0, up, 0)) >= WALLS);
        if self.rules.lay > 0
            && !view.is_kept(pos)
            && let Some(above) = above
            && firm
            && (self.rules.pillars || self.rules.pillar == Some((pos.x, pos.z)) || is_shaft())
        {
            out.push(Move { lays: true, ..Move::new(pos.up(), PILLAR, above) });
        }
        if self.rules.shaft
            && view.traits(below.down()).floor()
            && !view.traits(below.down()).hurts()
            && !is_open(view, below)
            // Each layer of earth yields what its step of the way back is laid of; below the last of them one more is stepped up.
            && (is_earth(view, below) || is_earth(view, pos) || self.rules.lay > 0 && is_open(view, pos))
            && walls(below) >= WALLS
            && let Some(floor) = self.clear(below)
        {
            out.push(Move::new(below, SHAFT, floor));
        }
    }

    /// On a block laid over a gap that is no step down.
    fn ahead(&mut self, to: BlockPos, out: &mut Vec<Move>) {
        let gap = to.down();
        let may_lay = self.rules.lay > 0 && !self.view.is_kept(gap);
        if may_lay && self.is_open(gap) && !self.view.traits(gap).fluid() && !self.stands(gap) {
            out.push(Move { lays: true, ..Move::free(to, BRIDGE) });
        }
    }

    /// Over an edge: one down, digging if need be; two or three only through open air.
    fn down(&mut self, edge: BlockPos, price: f32, swimming: bool, out: &mut Vec<Move>) {
        if swimming {
            return;
        }
        let below = edge.down();
        let Some(cost) = self.clear(below) else { return };
        if self.stands(below) {
            out.push(Move::new(below, DROP[1] + self.wade(below), price + cost));
            return;
        }
        let is_over = |site: Site| !site.sheer && site.volume.contains(BlockPos { y: site.volume.low().y, ..edge });
        if price > 0.0 || cost > 0.0 || self.rules.site.is_some_and(is_over) {
            return;
        }
        for depth in 2..=3 {
            let to = edge.offset(0, -depth, 0);
            if !self.is_open(to) {
                return;
            }
            if self.stands(to) {
                let back = if self.rules.shaft { BACK * (depth - 1) as f32 } else { 0.0 };
                out.push(Move::free(to, DROP[depth as usize] + self.wade(to) + back));
                return;
            }
        }
    }

    fn wade(&self, to: BlockPos) -> f32 {
        if self.view.traits(to).water() { SWIM - SPRINT } else { 0.0 }
    }

    fn stands(&self, pos: BlockPos) -> bool {
        stands(self.view, pos)
    }

    fn is_open(&self, pos: BlockPos) -> bool {
        is_open(self.view, pos)
    }

    /// What it takes to make this place passable: nothing, ticks of digging, or `None` if it cannot be.
    fn clear(&mut self, pos: BlockPos) -> Option<f32> {
        if self.is_open(pos) {
            return Some(0.0);
        }
        let dig = self.rules.dig?;
        if let Some(known) = self.cleared.get(&pos) {
            return *known;
        }
        let extra = if self.rules.site.is_some_and(|site| !site.volume.contains(pos)) { BESIDE } else { DIG_EXTRA };
        let price = self.view.state(pos).filter(|_| self.may_dig(pos)).and_then(dig).map(|ticks| ticks + extra);
        self.cleared.insert(pos, price);
        price
    }

    fn may_dig(&self, pos: BlockPos) -> bool {
        !self.rules.keep.is_some_and(|keep| keep.contains_key(&pos))
            && (self.view.traits(pos).natural() || self.rules.site.is_some_and(|site| site.volume.contains(pos)))
            && is_safe_to_dig(self.view, pos)
    }
}

/// Whether water carries a body as high as it takes to climb out of it: a source, a fall, or what flows close to them, which fill their
/// block or most of it.
fn carries(view: &TerrainView, pos: BlockPos) -> bool {
    /// The first level at which it fills no more than half.
    const LOW: u16 = 4;
    let Some(state) = view.state(pos) else { return false };
    // Its states are its levels: 0 for a source, from 8 on for what falls.
    let water = knowledge::block("water").filter(|water| water.states().contains(&state));
    water.is_none_or(|water| !(LOW..8).contains(&(state - water.min_state)))
}

/// What one layer of a stair takes where all is stone, in ticks.
pub fn stair_layer(dig: &dyn Fn(StateId) -> Option<f32>) -> f32 {
    let stone = knowledge::block("stone").and_then(|stone| dig(stone.default_state));
    LAYER * stone.unwrap_or(0.0)
}

/// What yields dirt.
fn is_earth(view: &TerrainView, pos: BlockPos) -> bool {
    let block = view.state(pos).and_then(knowledge::block_of_state);
    block.is_some_and(|block| matches!(block.name, "dirt" | "grass_block"))
}

/// Feet can be here: a floor below, or water to swim in.
fn stands(view: &TerrainView, pos: BlockPos) -> bool {
    view.traits(pos.down()).bears() || view.traits(pos).water()
}

/// Nothing to be dug.
fn is_open(view: &TerrainView, pos: BlockPos) -> bool {
    let traits = view.traits(pos);
    traits.passable() && !traits.hurts()
}

/// The blocks a body passes through between two nodes, from the top: those of a straight step only, on the level or down a shaft, since
/// diagonal steps and deep drops are never dug.
pub(super) fn in_the_way(from: BlockPos, to: BlockPos) -> impl Iterator<Item = BlockPos> {
    let top = from.y.max(to.y) + 1;
    let over = (to.y > from.y).then(|| from.offset(0, 2, 0));
    let straight = (from.x - to.x).abs() + (from.z - to.z).abs() == 1;
    let column = (to.y..=top).rev().filter(move |_| straight);
    let under = Some(to).filter(|to| *to == from.down());
    over.into_iter().chain(under).chain(column.map(move |y| BlockPos::new(to.x, y, to.z)))
}

/// Whether digging here lets nothing in (no fluid beside or above, no loose ground above), is in nobody's way and in no zone.
pub(super) fn is_safe_to_dig(view: &TerrainView, pos: BlockPos) -> bool {
    let fluid = |pos: BlockPos| view.traits(pos).fluid();
    !view.is_spared(pos)
        && !fluid(pos)
        && !fluid(pos.up())
        && !view.traits(pos.up()).falls()
        && !view.traits(pos.down()).lava()
        && SIDES.iter().all(|&(dx, dz)| !fluid(pos.offset(dx, 0, dz)))
}

/// Whether a body can be here: room for feet and head, something to stand on or swim in.
pub fn is_standable(view: &TerrainView, pos: BlockPos) -> bool {
    is_open(view, pos) && is_open(view, pos.up()) && stands(view, pos) && !view.traits(pos.up()).water()
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
        // No move leads up or down for less.
        level.max(dy * if self.target.y > at.y { STEP_UP } else { DROP[3] / 3.0 })
    }
}

#[cfg(test)]
pub mod tests {
    use std::{
        pin::pin,
        rc::Rc,
        task::{Context, Poll, Waker},
    };

    use azalea::ecs::world::World;

    use super::*;
    use crate::body::{
        leases::Holder,
        senses::terrain::{
            Terrain,
            tests::{flat, put},
        },
        skills::{cx::Shared, effort::A_TICK},
    };

    /// In as many parts as it takes, each of a tick's effort.
    pub fn search(view: &TerrainView, start: BlockPos, rules: &Rules, goal: &mut impl Destination) -> Found {
        let (mut search, effort) = (Search::begin(view, start, rules, goal), Effort::default());
        loop {
            effort.renew();
            if let Some(found) = search.advance(&effort) {
                return found;
            }
        }
    }

    fn go(terrain: &Terrain, to: (i32, i32, i32), dig: bool) -> Found {
        let ticks = |_: StateId| Some(15.0);
        let dig: Option<&dyn Fn(StateId) -> Option<f32>> = if dig { Some(&ticks) } else { None };
        let goal = Near { target: BlockPos::new(to.0, to.1, to.2), tolerance: 0, level: true };
        let undermines = (to.0, to.2) == (0, 0) && to.1 >= 62;
        search(
            &terrain.view(),
            BlockPos::new(0, 64, 0),
            &Rules { dig, keep: None, limit: 20_000, range: 32, undermines, ..Rules::default() },
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
    fn no_corner_is_cut_where_the_floor_hurts() {
        let mut terrain = flat();
        put(&mut terrain, 1, 63, 0, "magma_block");
        let around = steps(go(&terrain, (1, 64, 1), false));
        assert_eq!(
            around.iter().map(|step| step.pos).collect::<Vec<_>>(),
            [BlockPos::new(0, 64, 1), BlockPos::new(1, 64, 1)]
        );
    }

    #[test]
    fn a_fall_of_water_is_gone_through() {
        let mut terrain = flat();
        for (z, y) in (-30..=30).flat_map(|z| (64..70).map(move |y| (z, y))) {
            put(&mut terrain, 2, y, z, "water");
        }
        let through = steps(go(&terrain, (4, 64, 0), false));
        assert!(through.iter().all(|step| step.pos.y == 64) && through.len() == 4, "{through:?}");
    }

    #[test]
    fn a_gap_is_bridged_where_that_is_shorter_than_the_way_around() {
        let mut terrain = flat();
        for (x, z, y) in (2..=4).flat_map(|x| (-30..=30).flat_map(move |z| (50..64).map(move |y| (x, z, y)))) {
            put(&mut terrain, x, y, z, "air");
        }
        let near = Near { target: BlockPos::new(6, 64, 0), tolerance: 0, level: true };
        let go = |lay: u32, lacks: u32| {
            let rules = Rules { limit: 20_000, range: 48, bridge: true, lay, lacks, ..Rules::default() };
            match search(&terrain.view(), BlockPos::new(0, 64, 0), &rules, &mut &near) {
                Found::Way { steps, cost } => (steps.iter().filter(|step| step.lays).count(), steps.len(), cost),
                Found::None { .. } => panic!("no way"),
            }
        };
        let (laid, count, held) = go(3, 0);
        assert_eq!((laid, count), (3, 6));
        let (laid, _, lacking) = go(3, 2);
        assert_eq!((laid, lacking), (3, held + 2.0 * GATHER));
        assert_eq!(go(2, 0).0, 0, "around it");
        // A step down is walked.
        for (x, z) in (2..=4).flat_map(|x| (-30..=30).map(move |z| (x, z))) {
            put(&mut terrain, x, 62, z, "stone");
        }
        let rules = Rules { limit: 20_000, range: 48, bridge: true, lay: 9, ..Rules::default() };
        let found = search(&terrain.view(), BlockPos::new(0, 64, 0), &rules, &mut &near);
        assert!(steps(found).iter().all(|step| !step.lays));
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
    fn digs_to_what_is_right_below() {
        let terrain = flat();
        for deep in 1..=3 {
            let way = steps(go(&terrain, (0, 64 - deep, 0), true));
            assert_eq!(way.last().map(|step| step.pos), Some(BlockPos::new(0, 64 - deep, 0)));
            assert!(way.iter().map(|step| step.dig.len()).sum::<usize>() <= 3 * deep as usize, "{way:?}");
        }
    }

    #[test]
    fn a_shaft_is_dug_and_come_out_of_on_what_is_laid() {
        let mut terrain = flat();
        let ticks = |_: StateId| Some(15.0);
        let find = |terrain: &Terrain, from: BlockPos, to: BlockPos, rules: &Rules| {
            let goal = Near { target: to, tolerance: 0, level: true };
            search(&terrain.view(), from, rules, &mut &goal)
        };
        let (top, bottom) = (BlockPos::new(0, 64, 0), BlockPos::new(0, 59, 0));
        let rules = Rules { dig: Some(&ticks), range: 16, shaft: true, ..Rules::default() };
        let down = steps(find(&terrain, top, bottom, &rules));
        assert_eq!(down.iter().map(|step| step.dig.len()).collect::<Vec<_>>(), [1; 5], "{down:?}");
        (59..=63).for_each(|y| put(&mut terrain, 0, y, 0, "air"));
        let up = |terrain: &Terrain, lay: u32| {
            find(terrain, bottom, top.offset(1, 0, 0), &Rules { range: 16, lay, ..Rules::default() })
        };
        let out = steps(up(&terrain, 4));
        assert_eq!(out.iter().filter(|step| step.lays).count(), 4, "the last block is stepped up: {out:?}");
        assert!(matches!(up(&terrain, 3), Found::None { exhausted: true, .. }), "too little is held");
        // A room is dug at its foot.
        for (x, y, z) in [(1, 59, 0), (-1, 59, 0), (0, 59, 1), (0, 60, 1), (0, 60, -1)] {
            put(&mut terrain, x, y, z, "air");
        }
        let out = steps(up(&terrain, 4));
        assert_eq!(out.iter().filter(|step| step.lays).count(), 4, "{out:?}");
        put(&mut terrain, 0, 58, 0, "lava");
        (59..=63).for_each(|y| put(&mut terrain, 0, y, 0, "dirt"));
        let over_lava = find(&terrain, top, bottom, &rules);
        assert!(!matches!(over_lava, Found::Way { ref steps, .. } if steps.iter().all(|step| step.pos.x == 0)));
    }

    #[test]
    fn a_place_in_the_air_is_risen_to_below_it_and_nowhere_else() {
        let terrain = flat();
        let near = Near { target: BlockPos::new(6, 67, 0), tolerance: 0, level: true };
        let go = |pillar, lay| {
            let rules = Rules { limit: 20_000, range: 16, lay, pillar, ..Rules::default() };
            search(&terrain.view(), BlockPos::new(0, 64, 0), &rules, &mut &near)
        };
        let up = steps(go(Some((6, 0)), 3));
        assert!(up.iter().all(|step| !step.lays || (step.pos.x, step.pos.z) == (6, 0)), "{up:?}");
        assert_eq!(up.iter().filter(|step| step.lays).count(), 3);
        for (pillar, lay) in [(Some((6, 0)), 2), (None, 3)] {
            assert!(matches!(go(pillar, lay), Found::None { exhausted: true, .. }), "{pillar:?}, {lay}");
        }
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

    /// A flat world with something of everything strewn over it and into its ground.
    fn strewn(seed: u64) -> Terrain {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut terrain = flat();
        for _ in 0..1_500 {
            let block = ["stone", "air", "dirt", "gravel", "water", "oak_planks", "oak_leaves"][rng.usize(..7)];
            put(&mut terrain, rng.i32(-20..20), rng.i32(58..68), rng.i32(-20..20), block);
        }
        for y in [64, 65] {
            put(&mut terrain, 0, y, 0, "air");
        }
        terrain
    }

    #[test]
    fn in_parts_it_finds_what_it_finds_in_one_go() {
        let ticks = |state: StateId| Some(f32::from(state % 7) + 3.0);
        let mut ways = 0;
        for seed in 0..16 {
            let view = strewn(seed).view();
            let mut rng = fastrand::Rng::with_seed(seed + 100);
            let target = BlockPos::new(rng.i32(-18..18), rng.i32(60..67), rng.i32(-18..18));
            let near = Near { target, tolerance: 0, level: true };
            for dig in [None, Some(&ticks as &dyn Fn(StateId) -> Option<f32>)] {
                let rules = Rules { dig, keep: None, limit: 4_000, range: 32, ..Rules::default() };
                let by = |steps: u32| {
                    let mut goal = &near;
                    let mut search = Search::begin(&view, BlockPos::new(0, 64, 0), &rules, &mut goal);
                    let effort = Effort::default();
                    loop {
                        effort.allow(steps);
                        let seen = search.seen;
                        let found = search.advance(&effort);
                        assert!(search.seen - seen <= (steps as usize).div_ceil(NODE as usize), "no more than allowed");
                        if let Some(found) = found {
                            return found;
                        }
                    }
                };
                let whole = by(u32::MAX);
                ways += usize::from(matches!(whole, Found::Way { .. }));
                for steps in [1, 2, 7, 100, 1_999] {
                    assert_eq!(by(steps), whole, "seed {seed}, {steps} steps a tick");
                }
            }
        }
        assert!((8..32).contains(&ways), "{ways} of 32 have a way");
    }

    #[test]
    fn a_long_search_goes_on_in_the_next_ticks_over_the_blocks_it_began_with() {
        let shared = Rc::new(Shared::new(World::new(), Holder::default()));
        shared.shown.borrow_mut().terrain = flat();
        let cx = Cx { shared: shared.clone(), call: 1 };
        // High in the air: all that can be dug or walked is looked at.
        let near = Near { target: BlockPos::new(0, 90, 0), tolerance: 0, level: true };
        let (view, dig) = (cx.view(), |_: StateId| Some(15.0));
        let rules = Rules { dig: Some(&dig), keep: None, limit: 9_000, range: 16, ..Rules::default() };
        let whole = search(&view, BlockPos::new(0, 64, 0), &rules, &mut &near);
        let mut goal = &near;
        let mut finding = pin!(find(&cx, &view, BlockPos::new(0, 64, 0), &rules, &mut goal));
        let mut context = Context::from_waker(Waker::noop());
        let mut ticks = 0;
        let found = loop {
            shared.effort.renew();
            ticks += 1;
            if let Poll::Ready(found) = finding.as_mut().poll(&mut context) {
                break found;
            }
            assert!(!shared.effort.spend(0), "a tick's effort was left over");
            // Meanwhile the ground is taken away.
            put(&mut shared.shown.borrow_mut().terrain, ticks % 16, 63, 0, "air");
        };
        let least = 9_000 * DUG_NODE / A_TICK;
        assert!(ticks >= least as i32, "{ticks} ticks, {least} at least");
        assert_eq!(found, whole);
    }

    #[test]
    fn a_house_is_left_by_its_door() {
        let mut terrain = flat();
        for (x, z) in (-2i32..=2).flat_map(|x| (-2i32..=2).map(move |z| (x, z))) {
            for y in 64..=66 {
                if y == 66 || x.abs() == 2 || z.abs() == 2 {
                    put(&mut terrain, x, y, z, "oak_planks");
                }
            }
        }
        let mut leave = |door: &str| {
            for (y, half) in [(64, "lower"), (65, "upper")] {
                let state = knowledge::placing::state_named(&format!("{door},half={half}]")).expect("a door");
                terrain.set(BlockPos::new(2, y, 0), state);
            }
            go(&terrain, (0, 64, 6), false)
        };
        for open in [true, false] {
            let way = steps(leave(&format!("oak_door[facing=east,open={open}")));
            let through = way.iter().position(|step| step.pos == BlockPos::new(2, 64, 0)).expect("through the door");
            assert_eq!(way[through + 1].pos, BlockPos::new(3, 64, 0), "straight on");
            assert!(way.iter().all(|step| step.dig.is_empty()), "{way:?}");
        }
        assert!(matches!(leave("iron_door[facing=east"), Found::None { exhausted: true, .. }));
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
