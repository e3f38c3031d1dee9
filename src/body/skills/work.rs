//! Which block to break next, and where to stand for it: the goal that `mine` gives to the search.

use std::cmp::Ordering;

use crate::{
    body::{
        senses::terrain::{PosMap, TerrainView},
        skills::{
            path::{Destination, is_safe_to_dig},
            scan::About,
            sight::{REACH, aims, between, distance_to_block},
        },
    },
    domain::{BlockPos, Vec3},
    knowledge::{EYE_HEIGHT, SPRINT},
    voxel::StateId,
};

/// Ticks to dig a state with the best tool held; `None` for what must not be dug.
pub type DigTicks<'a> = &'a dyn Fn(StateId) -> Option<f32>;

/// What is to be broken.
pub struct Quarry<'a> {
    /// Whether a state is wanted, and would yield with what is held.
    pub wanted: &'a dyn Fn(StateId) -> bool,
    /// Only this block.
    pub only: Option<BlockPos>,
    /// Blocks that failed before.
    pub spoiled: &'a PosMap<BlockPos, ()>,
    /// What must stay: the floors of the stair that leads back.
    pub keep: &'a PosMap<BlockPos, ()>,
    /// Also what hides a block may be dug, at this price.
    pub dig: DigTicks<'a>,
}

/// A block that can be worked at from a stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    pub block: BlockPos,
    /// What hides it, in the order to dig.
    pub clear: Vec<BlockPos>,
    /// Ticks for digging and for fetching what it drops.
    pub cost: f32,
}

impl Job {
    /// The cheaper first; of equal ones always the same.
    fn by_cost(&self, other: &Self) -> Ordering {
        let place = |job: &Self| (job.block.y, job.block.z, job.block.x);
        self.cost.total_cmp(&other.cost).then_with(|| place(self).cmp(&place(other)))
    }
}

/// Where somebody works from.
struct Stand<'a> {
    at: BlockPos,
    /// The steps that led there.
    trail: &'a [BlockPos],
    eye: Vec3,
}

/// Ticks of clearing and fetching that rule out a stand.
const AWKWARD: f32 = 55.0;
/// How far sideways and up a stand's blocks lie, and how far down: what drops deeper is too awkward to fetch.
const SIDE: i32 = 4;
const BELOW: i32 = 1;
const ABOVE: i32 = 6;
/// How far down the only block that will do may lie.
const FAR_BELOW: i32 = 3;
/// How thick the ground over buried blocks is at most, and how many blocks of a level of it are looked at.
const DEEPEST: i32 = 12;
const MOST_GROUND: usize = 1_600;

impl Quarry<'_> {
    fn is_wanted(&self, view: &TerrainView, pos: BlockPos) -> bool {
        self.only.is_none_or(|only| only == pos)
            && view.state(pos).is_some_and(|state| (self.wanted)(state))
            && !self.spoiled.contains_key(&pos)
            && !view.is_taken(pos)
            && (self.only.is_some() || !self.keep.contains_key(&pos))
    }

    /// The jobs that can be done from a stand, cheapest first. `eye` is where one looks from: the stand's own, or where
    /// the bot really is.
    ///
    /// `trail`: the steps that led here; the blocks under them are the stair back up and stay.
    pub fn jobs(&self, view: &TerrainView, stand: BlockPos, trail: &[BlockPos], eye: Vec3) -> Vec<Job> {
        let from = Stand { at: stand, trail, eye };
        let mut blocks = Vec::new();
        self.blocks_about(view, stand, &mut About::default(), &mut blocks);
        let mut jobs: Vec<Job> =
            blocks.into_iter().filter_map(|pos| self.job(view, &from, pos, f32::INFINITY)).collect();
        jobs.sort_by(Job::by_cost);
        jobs
    }

    /// The cheapest of the jobs that can be done from a stand for at most `limit`, and how many were weighed.
    ///
    /// `blocks`: where the wanted ones are; `least`: what digging one takes at least.
    fn cheapest(
        &self,
        view: &TerrainView,
        from: &Stand,
        blocks: &[BlockPos],
        least: f32,
        mut limit: f32,
    ) -> (Option<Job>, u32) {
        let (mut best, mut weighed): (Option<Job>, u32) = (None, 0);
        // From the inside out: what is found close by rules out most of what is farther away.
        for level in 0..=SIDE {
            for &pos in blocks.iter().filter(|pos| pos.level_distance(from.at) == level as u32) {
                if least + walk_cost(level) > limit {
                    return (best, weighed);
                }
                weighed += 1;
                let Some(job) = self.job(view, from, pos, limit) else { continue };
                if best.as_ref().is_none_or(|best| job.by_cost(best).is_lt()) {
                    limit = job.cost;
                    best = Some(job);
                }
            }
        }
        (best, weighed)
    }

    /// The blocks of wanted states that may be in reach of a stand.
    fn blocks_about(&self, view: &TerrainView, stand: BlockPos, about: &mut About, blocks: &mut Vec<BlockPos>) {
        match self.only {
            Some(pos) => blocks.push(pos),
            None => {
                let (low, high) = (stand.offset(-SIDE, -BELOW, -SIDE), stand.offset(SIDE, ABOVE, SIDE));
                about.between(view, low, high, self.wanted, blocks);
            }
        }
    }

    /// The job of breaking one block from a stand, if it can be done and costs no more than `limit`.
    fn job(&self, view: &TerrainView, from: &Stand, pos: BlockPos, limit: f32) -> Option<Job> {
        let &Stand { at: stand, trail, eye } = from;
        if pos == stand.down()
            || !self.is_wanted(view, pos)
            || distance_to_block(eye, pos) > REACH
            || is_stair(trail, pos)
        {
            return None;
        }
        let dig = (self.dig)(view.state(pos)?)?;
        let fetching = fetch_cost(view, stand, pos);
        // What clearing takes comes on top.
        if dig + fetching > limit || self.is_awkward(fetching) || !lets_nothing_in(view, stand, pos) {
            return None;
        }
        let most = if self.only.is_some() { f32::INFINITY } else { AWKWARD - fetching }.min(limit - dig - fetching);
        let (mut clear, mut clearing) = aims(eye, pos)
            .filter_map(|aim| self.clearing(view, stand, trail, &between(eye, aim), most))
            .min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let drop = landing(view, pos);
        if drop.y + 1 == stand.y {
            // Stepping down for the drop and up again takes room for three.
            let roof = drop.offset(0, 2, 0);
            if !view.traits(roof).passable() && !clear.contains(&roof) {
                let (more, cost) = self.clearing(view, stand, trail, &[roof], most)?;
                clear.extend(more);
                clearing += cost;
            }
        }
        let fetching = clearing + fetching;
        let cost = dig + fetching;
        (cost <= limit && !self.is_awkward(fetching)).then_some(Job { block: pos, clear, cost })
    }

    /// What is so awkward to clear and fetch is better worked at from another stand.
    fn is_awkward(&self, fetching: f32) -> bool {
        self.only.is_none() && fetching >= AWKWARD
    }

    /// What has to be dug along a look, and its price, which is no more than `most`.
    fn clearing(
        &self,
        view: &TerrainView,
        stand: BlockPos,
        trail: &[BlockPos],
        passed: &[BlockPos],
        most: f32,
    ) -> Option<(Vec<BlockPos>, f32)> {
        let mut clear = Vec::new();
        let mut cost = 0.0;
        for &pos in passed {
            let traits = view.traits(pos);
            // The stand's own two blocks are dug on the way there.
            if traits.passable() || pos == stand || pos == stand.up() {
                continue;
            }
            if clear.len() == 3
                || pos == stand.down()
                || is_stair(trail, pos)
                || self.keep.contains_key(&pos)
                || !traits.natural()
            {
                return None;
            }
            if !is_safe_to_dig(view, pos) {
                return None;
            }
            cost += (self.dig)(view.state(pos)?)? + 2.0;
            if cost > most {
                return None;
            }
            clear.push(pos);
        }
        Some((clear, cost))
    }
}

fn is_stair(trail: &[BlockPos], pos: BlockPos) -> bool {
    trail.iter().any(|step| step.down() == pos)
}

/// Breaking it lets no fluid through and drops no loose ground on the bot.
fn lets_nothing_in(view: &TerrainView, stand: BlockPos, pos: BlockPos) -> bool {
    let over_head = pos.x == stand.x && pos.z == stand.z && pos.y > stand.y;
    let fluid = |pos: BlockPos| view.traits(pos).fluid();
    let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    // Water that is level with or below the feet's block and beside it does no harm to who stands higher.
    let below = pos.y < stand.y;
    let wet = fluid(pos.up())
        || sides.iter().any(|&(dx, dz)| {
            let beside = pos.offset(dx, 0, dz);
            if below { view.traits(beside).lava() } else { fluid(beside) }
        });
    !wet && !(over_head && view.traits(pos.up()).falls())
}

/// Where a block's drop comes to lie: on the floor under it.
pub fn landing(view: &TerrainView, pos: BlockPos) -> BlockPos {
    let mut landing = pos;
    for _ in 0..12 {
        if !view.traits(landing.down()).passable() {
            break;
        }
        landing = landing.down();
    }
    landing
}

/// What fetching the drop costs from this stand: it falls to the floor under the block.
fn fetch_cost(view: &TerrainView, stand: BlockPos, pos: BlockPos) -> f32 {
    let landing = landing(view, pos);
    if view.traits(landing).lava() {
        return 400.0;
    }
    let depth = stand.y - landing.y;
    let climb = match depth {
        ..=0 => 0.0,
        1 => 6.0,
        // A stair has to be dug, or a pit climbed.
        deeper => 60.0 * (deeper - 1) as f32,
    };
    walk_cost(stand.level_distance(pos) as i32) + climb
}

/// What walking there and back costs for a block so far away on the level.
fn walk_cost(level: i32) -> f32 {
    SPRINT * (level - 1).max(0) as f32 * 2.0
}

/// The search's end: a stand from which some wanted block can be worked at.
pub struct Workplace<'a> {
    quarry: Quarry<'a>,
    /// The wanted blocks that the estimate leads to.
    nearest: Vec<BlockPos>,
    /// The same of such as lie open.
    open: Vec<BlockPos>,
    /// The ground over the nearest.
    ground: Ground,
    /// What digging any wanted block takes at least, in ticks.
    least: f32,
    /// The best job found and its stand.
    pub best: Option<(f32, BlockPos, Job)>,
    about: About,
    blocks: Vec<BlockPos>,
    /// How many blocks the last stand had that came into question.
    weighed: u32,
}

impl<'a> Workplace<'a> {
    pub fn new(
        view: &TerrainView,
        quarry: Quarry<'a>,
        nearest: Vec<BlockPos>,
        open: Vec<BlockPos>,
        least: f32,
    ) -> Self {
        // The only block that will do may be broken from high above.
        let ground = if quarry.only.is_some() { Ground::default() } else { Ground::over(view, &nearest, quarry.dig) };
        let (about, blocks) = (About::default(), Vec::new());
        Self { quarry, nearest, open, ground, least, best: None, about, blocks, weighed: 0 }
    }

    /// How many blocks it still is to where a block may be in reach.
    fn away(&self, at: BlockPos, target: BlockPos) -> i32 {
        let level = (at.x - target.x).abs().max((at.z - target.z).abs()) - SIDE;
        let below = if self.quarry.only.is_some() { FAR_BELOW } else { BELOW };
        level.max(target.y - at.y - ABOVE).max(at.y - target.y - below).max(0)
    }
}

/// How far around the nearest blocks the ground is looked at: as far as a stair to them leads.
const STAIR: i32 = 8;

/// The ground over buried blocks: solid from below them up to where something is open. Whoever goes down into it digs a
/// stair, and each of its steps takes three blocks, but for the first ones.
#[derive(Debug, Default, PartialEq)]
struct Ground {
    /// The lowest place that is open.
    top: i32,
    /// What one of its blocks takes at least, in ticks.
    price: f32,
}

impl Ground {
    fn over(view: &TerrainView, buried: &[BlockPos], dig: DigTicks) -> Self {
        let Some(lowest) = buried.iter().map(|pos| pos.y).min() else { return Self::default() };
        let range = |axis: fn(&BlockPos) -> i32| {
            let (low, high) = buried.iter().map(axis).fold((i32::MAX, i32::MIN), |(a, b), at| (a.min(at), b.max(at)));
            low - STAIR..=high + STAIR
        };
        let (xs, zs) = (range(|pos| pos.x), range(|pos| pos.z));
        if xs.clone().count() * zs.clone().count() > MOST_GROUND {
            return Self::default();
        }
        let mut price = f32::INFINITY;
        for y in lowest..lowest + DEEPEST {
            for (x, z) in xs.clone().flat_map(|x| zs.clone().map(move |z| (x, z))) {
                let pos = BlockPos::new(x, y, z);
                if view.traits(pos).passable() {
                    return if price.is_finite() { Self { top: y, price } } else { Self::default() };
                }
                price = view.state(pos).and_then(dig).map_or(price, |ticks| price.min(ticks));
            }
        }
        Self::default()
    }

    /// Ticks of digging from one height down to another, at least.
    fn digging(&self, from: i32, to: i32) -> f32 {
        let blocks = |depth: i32| if depth < 3 { depth * (depth + 1) / 2 } else { 3 * depth - 3 };
        let depth = |y: i32| blocks((self.top - y).max(0));
        (depth(to) - depth(from)).max(0) as f32 * self.price
    }
}

impl Destination for Workplace<'_> {
    fn estimate(&self, at: BlockPos) -> f32 {
        let buried = self
            .nearest
            .iter()
            .map(|&target| SPRINT * self.away(at, target) as f32 + self.ground.digging(at.y, target.y + BELOW));
        let open = self.open.iter().map(|&target| SPRINT * self.away(at, target) as f32);
        let least = buried.chain(open).fold(f32::INFINITY, f32::min);
        self.least + if least.is_finite() { least } else { 0.0 }
    }

    fn ends(&mut self, view: &TerrainView, at: BlockPos, trail: &[BlockPos], cost: f32) -> Option<f32> {
        let limit = self.best.as_ref().map_or(f32::INFINITY, |(best, ..)| best - cost);
        self.weighed = 0;
        let is_near = |target: &BlockPos| self.away(at, *target) == 0;
        if limit <= self.least || !self.nearest.iter().chain(&self.open).any(is_near) {
            return None;
        }
        let eye = Vec3::new(f64::from(at.x) + 0.5, f64::from(at.y) + EYE_HEIGHT, f64::from(at.z) + 0.5);
        self.blocks.clear();
        self.quarry.blocks_about(view, at, &mut self.about, &mut self.blocks);
        let stand = Stand { at, trail, eye };
        let (job, weighed) = self.quarry.cheapest(view, &stand, &self.blocks, self.least, limit);
        self.weighed = weighed;
        let job = job?;
        let more = job.cost;
        if self.best.as_ref().is_none_or(|(best, ..)| cost + more < *best) {
            self.best = Some((cost + more, at, job));
        }
        Some(more)
    }

    fn effort(&self) -> u32 {
        self.weighed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        body::{
            senses::terrain::{
                Terrain,
                tests::{flat, put},
            },
            skills::{
                path::{Found, Rules, tests::search},
                scan::{Sought, tests::nearest},
            },
        },
        knowledge,
    };

    fn find(terrain: &Terrain, block: &str) -> Option<(BlockPos, Job, usize)> {
        let states = knowledge::block(block).unwrap();
        let wanted = |state: StateId| (states.min_state..=states.max_state).contains(&state);
        let dig = |state: StateId| {
            knowledge::dig_ticks(knowledge::block_of_state(state)?, Some("wooden_pickaxe")).map(|ticks| ticks as f32)
        };
        let view = terrain.view();
        let start = BlockPos::new(0, 64, 0);
        let spoiled = PosMap::default();
        let quarry = Quarry { wanted: &wanted, only: None, spoiled: &spoiled, keep: &spoiled, dig: &dig };
        let sought = Sought { wanted: &wanted, counts: &|_| true, open: false };
        let nearest = nearest(&view, start, 32, 64, sought);
        let mut goal = Workplace::new(&view, quarry, nearest, Vec::new(), dig(states.default_state)?);
        let rules = Rules { dig: Some(&dig), keep: None, limit: 40_000, range: 32 };
        let Found::Way { steps, .. } = search(&view, start, &rules, &mut goal) else { return None };
        goal.best.map(|(_, stand, job)| (stand, job, steps.len()))
    }

    #[test]
    fn a_tree_is_worked_at_from_beside_its_trunk() {
        let mut terrain = flat();
        for y in 64..=68 {
            put(&mut terrain, 8, y, 3, "oak_log");
        }
        let (stand, job, _) = find(&terrain, "oak_log").unwrap();
        assert!((stand.x - 8).abs() <= 2 && (stand.z - 3).abs() <= 2, "{stand}");
        assert!(job.clear.is_empty());
    }

    #[test]
    fn stone_under_grass_is_reached_by_a_short_stair() {
        let (stand, job, steps) = find(&flat(), "stone").unwrap();
        assert!((60..=63).contains(&stand.y), "{stand} {job:?}");
        assert!(job.block.y >= stand.y - 1, "what drops can be fetched: {stand} {job:?}");
        assert!(steps <= 5, "{steps}");
        assert_ne!(job.block, stand.down());
    }

    #[test]
    fn the_ground_over_what_is_buried_must_be_dug() {
        let mut terrain = flat();
        let buried = [BlockPos::new(2, 59, 2), BlockPos::new(2, 58, 2)];
        let dig = |state: StateId| Some(if state % 2 == 0 { 15.0 } else { 18.0 });
        let ground = Ground::over(&terrain.view(), &buried, &dig);
        assert_eq!((ground.top, ground.price), (64, 15.0));
        // One block for the first step, two for the second, then three.
        let blocks = |from: i32, to: i32| ground.digging(from, to) / 15.0;
        assert_eq!((blocks(64, 63), blocks(70, 60), blocks(62, 60), blocks(60, 61)), (1.0, 9.0, 6.0, 0.0));
        put(&mut terrain, 10, 60, 2, "air");
        assert_eq!(Ground::over(&terrain.view(), &buried, &dig).top, 60, "a hole leads down");
        put(&mut terrain, 10, 58, 2, "water");
        assert_eq!(Ground::over(&terrain.view(), &buried, &dig).digging(64, 58), 0.0);
        assert_eq!(Ground::over(&terrain.view(), &[], &dig), Ground::default());
    }

    /// What the estimates leave out is never the cheapest: they only say where to look first.
    #[test]
    fn estimates_are_no_more_than_what_is_found() {
        let terrain = flat();
        let (stone, none) = (knowledge::block("stone").unwrap(), PosMap::default());
        let wanted = |state: StateId| (stone.min_state..=stone.max_state).contains(&state);
        let dig = |state: StateId| {
            knowledge::dig_ticks(knowledge::block_of_state(state)?, Some("wooden_pickaxe")).map(|ticks| ticks as f32)
        };
        let (view, start) = (terrain.view(), BlockPos::new(0, 64, 0));
        let sought = Sought { wanted: &wanted, counts: &|_| true, open: false };
        let quarry = || Quarry { wanted: &wanted, only: None, spoiled: &none, keep: &none, dig: &dig };
        let least = dig(stone.default_state).unwrap();
        let near = nearest(&view, start, 32, 48, sought);
        let rules = Rules { dig: Some(&dig), keep: None, limit: 40_000, range: 32 };
        let mut informed = Workplace::new(&view, quarry(), near.clone(), Vec::new(), least);
        let mut blind = Workplace::new(&view, quarry(), Vec::new(), near, 0.0);
        let guess = informed.estimate(start);
        let cost = |goal: &mut Workplace| match search(&view, start, &rules, goal) {
            Found::Way { cost, .. } => cost,
            Found::None { .. } => panic!("no way"),
        };
        let found = cost(&mut informed);
        assert!(guess > 100.0 && guess <= found, "{guess} of {found}");
        assert_eq!(found, cost(&mut blind));
    }

    #[test]
    fn exposed_stone_close_by_is_preferred() {
        let mut terrain = flat();
        put(&mut terrain, 6, 64, 0, "stone");
        let (_, job, _) = find(&terrain, "stone").unwrap();
        assert_eq!(job.block, BlockPos::new(6, 64, 0));
    }

    #[test]
    fn what_would_let_water_in_is_left_alone() {
        let mut terrain = flat();
        put(&mut terrain, 6, 64, 0, "coal_ore");
        put(&mut terrain, 6, 65, 0, "water");
        assert!(find(&terrain, "coal_ore").is_none());
    }
}
