//! Which block to break next, and where to stand for it: the goal that `mine` gives to the search.

use crate::{
    body::{
        senses::terrain::{PosMap, TerrainView},
        skills::{
            path::{Destination, is_safe_to_dig},
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

/// Ticks of clearing and fetching that rule out a stand.
const AWKWARD: f32 = 55.0;
/// How far sideways and up or down a stand's blocks lie.
const SIDE: i32 = 4;
const BELOW: i32 = -3;
const ABOVE: i32 = 6;

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
        let mut jobs = Vec::new();
        let mut look = |pos: BlockPos| {
            if self.is_wanted(view, pos)
                && distance_to_block(eye, pos) <= REACH
                && !is_stair(trail, pos)
                && let Some(job) = self.job(view, stand, trail, eye, pos)
            {
                jobs.push(job);
            }
        };
        match self.only {
            Some(pos) => look(pos),
            None => {
                for dy in BELOW..=ABOVE {
                    for dz in -SIDE..=SIDE {
                        for dx in -SIDE..=SIDE {
                            look(stand.offset(dx, dy, dz));
                        }
                    }
                }
            }
        }
        jobs.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        jobs
    }

    fn job(&self, view: &TerrainView, stand: BlockPos, trail: &[BlockPos], eye: Vec3, pos: BlockPos) -> Option<Job> {
        if pos == stand.down() || !lets_nothing_in(view, stand, pos) {
            return None;
        }
        let state = view.state(pos)?;
        let dig = (self.dig)(state)?;
        let (mut clear, mut clearing) = aims(eye, pos)
            .filter_map(|aim| self.clearing(view, stand, trail, &between(eye, aim)))
            .min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let drop = landing(view, pos);
        if drop.y + 1 == stand.y {
            // Stepping down for the drop and up again takes room for three.
            let roof = drop.offset(0, 2, 0);
            if !view.traits(roof).passable() && !clear.contains(&roof) {
                let (more, cost) = self.clearing(view, stand, trail, &[roof])?;
                clear.extend(more);
                clearing += cost;
            }
        }
        let fetching = clearing + fetch_cost(view, stand, pos);
        // What is so awkward to fetch is better worked at from another stand.
        (self.only.is_some() || fetching < AWKWARD).then_some(Job { block: pos, clear, cost: dig + fetching })
    }

    /// What has to be dug along a look, and its price.
    fn clearing(
        &self,
        view: &TerrainView,
        stand: BlockPos,
        trail: &[BlockPos],
        passed: &[BlockPos],
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
    let level = (pos.x - stand.x).abs().max((pos.z - stand.z).abs());
    let walk = SPRINT * (level - 1).max(0) as f32 * 2.0;
    let depth = stand.y - landing.y;
    let climb = match depth {
        ..=0 => 0.0,
        1 => 6.0,
        // A stair has to be dug, or a pit climbed.
        deeper => 60.0 * (deeper - 1) as f32,
    };
    walk + climb
}

/// The search's end: a stand from which some wanted block can be worked at.
pub struct Workplace<'a> {
    pub quarry: Quarry<'a>,
    /// The nearest wanted blocks; the estimate leads to them.
    pub nearest: Vec<BlockPos>,
    /// The best job found and its stand.
    pub best: Option<(f32, BlockPos, Job)>,
}

impl Destination for Workplace<'_> {
    fn estimate(&self, at: BlockPos) -> f32 {
        let blocks = self.nearest.iter().map(|target| {
            let level = (at.x - target.x).abs().max((at.z - target.z).abs()) - SIDE;
            let up = (at.y - target.y).abs() - ABOVE;
            level.max(up)
        });
        SPRINT * blocks.min().unwrap_or(0).max(0) as f32
    }

    fn ends(&mut self, view: &TerrainView, at: BlockPos, trail: &[BlockPos], cost: f32) -> Option<f32> {
        if self.best.as_ref().is_some_and(|(best, ..)| cost >= *best) || self.estimate(at) > 0.0 {
            return None;
        }
        let eye = Vec3::new(f64::from(at.x) + 0.5, f64::from(at.y) + EYE_HEIGHT, f64::from(at.z) + 0.5);
        let job = self.quarry.jobs(view, at, trail, eye).into_iter().next()?;
        let more = job.cost;
        if self.best.as_ref().is_none_or(|(best, ..)| cost + more < *best) {
            self.best = Some((cost + more, at, job));
        }
        Some(more)
    }
}

/// The nearest wanted blocks within `radius` on each axis, nearest first, at most `most`; every loaded column is looked at
/// by its palettes first.
pub fn nearest(
    view: &TerrainView,
    from: BlockPos,
    radius: i32,
    most: usize,
    wanted: &dyn Fn(StateId) -> bool,
    counts: &dyn Fn(BlockPos) -> bool,
) -> Vec<BlockPos> {
    let mut columns: Vec<_> = view.columns().collect();
    let gap = |chunk: i32, at: i32| (chunk * 16 - at).max(at - chunk * 16 - 15).max(0);
    let far = |x: i32, z: i32| gap(x, from.x).max(gap(z, from.z));
    columns.sort_by_key(|(pos, _)| far(pos.x, pos.z));
    let mut found: Vec<(i64, BlockPos)> = Vec::new();
    for (chunk, column) in columns {
        let away = far(chunk.x, chunk.z);
        if away > radius {
            break;
        }
        if found.len() >= most {
            // Whatever lies in farther columns is farther than the ones kept.
            found.sort_unstable_by_key(|(distance, _)| *distance);
            found.truncate(most);
            if found.last().is_some_and(|(distance, _)| i64::from(away) * i64::from(away) > *distance) {
                break;
            }
        }
        for (index, section) in column.sections.iter().enumerate() {
            let bottom = column.min_y + 16 * index as i32;
            if bottom > from.y + radius || bottom + 15 < from.y - radius || !holds(section, wanted) {
                continue;
            }
            for at in 0..4096usize {
                let (x, y, z) = ((at & 15) as i32, (at >> 8) as i32, (at >> 4 & 15) as i32);
                let pos = BlockPos::new(chunk.x * 16 + x, bottom + y, chunk.z * 16 + z);
                let (dx, dy, dz) = (pos.x - from.x, pos.y - from.y, pos.z - from.z);
                if dx.abs() > radius || dy.abs() > radius || dz.abs() > radius {
                    continue;
                }
                if wanted(column.get(x as u8, pos.y, z as u8)) && counts(pos) {
                    let square = |d: i32| i64::from(d) * i64::from(d);
                    found.push((square(dx) + square(dy) + square(dz), pos));
                }
            }
        }
    }
    found.sort_unstable_by_key(|(distance, _)| *distance);
    found.truncate(most);
    found.into_iter().map(|(_, pos)| pos).collect()
}

fn holds(section: &crate::voxel::Section, wanted: &dyn Fn(StateId) -> bool) -> bool {
    match section {
        crate::voxel::Section::Uniform(only) => wanted(*only),
        crate::voxel::Section::Small { palette, .. } => palette.iter().any(|&state| wanted(state)),
        crate::voxel::Section::Large(_) => true,
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
            skills::path::{Found, Rules, search},
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
        let nearest = nearest(&view, start, 32, 64, &wanted, &|_| true);
        let mut goal = Workplace { quarry, nearest, best: None };
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
