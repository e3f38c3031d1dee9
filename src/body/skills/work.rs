//! What can be broken from a stand, what has to be cleared for it, and what that costs.

use std::cmp::Ordering;

use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            cover::{Cover, MOST_CLEARED},
            path::{BESIDE, is_safe_to_dig},
            scan::About,
            sight::{REACH, aims, between, distance_to_block},
        },
    },
    domain::{BlockPos, PosMap, Vec3, Volume},
    knowledge::SPRINT,
    voxel::StateId,
};

/// Ticks to dig a state with the best tool held; `None` for what must not be dug.
pub type DigTicks<'a> = &'a dyn Fn(StateId) -> Option<f32>;

/// What is to be broken.
pub struct Quarry<'a> {
    /// Whether a state is wanted, and would yield with what is held.
    pub wanted: &'a dyn Fn(StateId) -> bool,
    /// Nothing else will do.
    pub only: Option<Only>,
    /// Blocks that failed before.
    pub spoiled: &'a PosMap<BlockPos, ()>,
    /// What must stay: the floors of the stair that leads back.
    pub keep: &'a PosMap<BlockPos, ()>,
    /// Also what hides a block may be dug, at this price.
    pub dig: DigTicks<'a>,
}

/// The only blocks that will do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Only {
    /// One, for what it drops.
    Block(BlockPos),
    /// All of a box, which is to be empty in the end; what they drop may lie. `top`: its highest layer that is left.
    Box { volume: Volume, top: i32 },
}

impl Only {
    fn holds(self, pos: BlockPos) -> bool {
        match self {
            Self::Block(at) => at == pos,
            Self::Box { volume, .. } => volume.contains(pos),
        }
    }
}

/// A block that can be worked at from a stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    pub block: BlockPos,
    /// What hides it, in the order to dig.
    pub clear: Vec<BlockPos>,
    /// Ticks for digging, and for fetching what it drops or what it is worth to dig higher ones first.
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
pub(super) struct Stand<'a> {
    pub at: BlockPos,
    /// The steps that led there.
    pub trail: &'a [BlockPos],
    pub eye: Vec3,
}

/// Ticks of clearing and fetching that rule out a stand.
const AWKWARD: f32 = 55.0;
/// How far sideways and up a stand's blocks lie, and how far down: what drops deeper is too awkward to fetch.
pub(super) const SIDE: i32 = 4;
pub(super) const BELOW: i32 = 1;
pub(super) const ABOVE: i32 = 6;
/// What a block of the way up to a drop takes at least: a jump and a block laid under oneself, in ticks.
const RISE: f32 = 20.0;
/// How far down the only blocks that will do may lie.
pub(super) const FAR_BELOW: i32 = 3;
/// What it is worth, in ticks, to dig a layer of a box before the next one down.
const LAYER: f32 = 20.0;

impl Quarry<'_> {
    fn is_wanted(&self, view: &TerrainView, pos: BlockPos) -> bool {
        self.only.is_none_or(|only| only.holds(pos))
            && view.state(pos).is_some_and(|state| (self.wanted)(state))
            && !self.spoiled.contains_key(&pos)
            && !view.is_spared(pos)
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

    /// The cheapest of the jobs that can be done from a stand, so many at `most`, the first of them first, and how many blocks were
    /// looked at. All of them together cost no more than `limit`, where each that is not found costs what digging one takes at least.
    ///
    /// `blocks`: where the wanted ones are; `least`: what digging one takes at least; `cover`: of this search.
    pub(super) fn cheapest(
        &self,
        view: &TerrainView,
        from: &Stand,
        (blocks, most): (&[BlockPos], usize),
        least: f32,
        limit: f32,
        cover: &mut Cover,
    ) -> (Vec<Job>, u32) {
        let (mut best, mut looked): (Vec<Job>, u32) = (Vec::new(), 0);
        let mut limit = limit - least * most.saturating_sub(1) as f32;
        let own = [from.at, from.at.up()];
        let is_dug = own.iter().all(|cell| view.traits(*cell).passable());
        // From the inside out: what is found close by rules out most of what is farther away.
        for level in 0..=SIDE {
            for &pos in blocks.iter().filter(|pos| pos.level_distance(from.at) == level as u32) {
                if least + self.least_after(level) > limit {
                    return (best, looked);
                }
                let between = own.iter().map(|&cell| cells_between(cell, pos)).min().filter(|_| !is_dug);
                if cover.least(pos, between, &|cell| self.price(view, cell)) > self.most_clearing(least, level, limit) {
                    continue;
                }
                looked += 1;
                let Some(job) = self.job(view, from, pos, limit) else { continue };
                let place = best.partition_point(|other| other.by_cost(&job).is_lt());
                best.insert(place, job);
                best.truncate(most);
                if let Some(last) = best.get(most - 1) {
                    limit = last.cost;
                }
            }
        }
        (best, looked)
    }

    /// The blocks of wanted states that may be in reach of a stand.
    pub(super) fn blocks_about(
        &self,
        view: &TerrainView,
        stand: BlockPos,
        about: &mut About,
        blocks: &mut Vec<BlockPos>,
    ) {
        match self.only {
            Some(Only::Block(pos)) => blocks.push(pos),
            Some(Only::Box { volume, .. }) => {
                let is_near = |pos: &BlockPos| {
                    pos.level_distance(stand) <= SIDE as u32 && (-FAR_BELOW..=ABOVE).contains(&(pos.y - stand.y))
                };
                blocks.extend(volume.cells().filter(is_near));
            }
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
            // What is to be empty in the end has no steps that stay: whoever clears it sees to the way out.
            || !self.is_box() && is_stair(trail, pos)
        {
            return None;
        }
        let dig = (self.dig)(view.state(pos)?)?;
        let fetching = self.after(view, stand, pos);
        // What clearing takes comes on top.
        if dig + fetching > limit || self.is_awkward(fetching) || !self.lets_nothing_in(view, stand, pos) {
            return None;
        }
        let most = if self.only.is_some() { f32::INFINITY } else { AWKWARD - fetching }.min(limit - dig - fetching);
        let (mut clear, mut clearing) = aims(eye, pos)
            .filter_map(|aim| self.clearing(view, stand, trail, &between(eye, aim), most))
            .min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let drop = landing(view, pos);
        if drop.y + 1 == stand.y && !self.is_box() {
            // Stepping down for the drop and up again takes room for three.
            let roof = drop.offset(0, 2, 0);
            if !view.traits(roof).passable() && !clear.contains(&roof) {
                let (more, cost) = self.clearing(view, stand, trail, &[roof], most)?;
                clear.extend(more);
                clearing += cost;
            }
        }
        let fetching = clearing + fetching + if self.is_box() { 0.0 } else { self.tunnel(view, stand, drop, &clear) };
        let cost = dig + fetching;
        (cost <= limit && !self.is_awkward(fetching)).then_some(Job { block: pos, clear, cost })
    }

    /// What digging a way takes, in ticks, straight to within arm's length of where a drop lies, past what is gone by then.
    fn tunnel(&self, view: &TerrainView, stand: BlockPos, drop: BlockPos, gone: &[BlockPos]) -> f32 {
        let (mut at, mut ticks) = (stand, 0.0);
        while at.level_distance(drop) > 1 && ticks < AWKWARD {
            let (dx, dz) = (drop.x - at.x, drop.z - at.z);
            let ahead = if dx.abs() >= dz.abs() { at.offset(dx.signum(), 0, 0) } else { at.offset(0, 0, dz.signum()) };
            let is_open = |cell: BlockPos| view.traits(cell).passable() || gone.contains(&cell);
            let digs = |feet: BlockPos| -> f32 {
                let cells = [feet, feet.up()].into_iter().filter(|cell| !is_open(*cell));
                cells.map(|cell| view.state(cell).and_then(self.dig).unwrap_or(AWKWARD)).sum()
            };
            let aside = ahead.offset(0, (drop.y - at.y).signum(), 0);
            let (straight, sloping) = (digs(ahead), digs(aside));
            (at, ticks) = if sloping < straight { (aside, ticks + sloping) } else { (ahead, ticks + straight) };
        }
        ticks
    }

    fn is_box(&self) -> bool {
        matches!(self.only, Some(Only::Box { .. }))
    }

    /// What comes after a block is broken, in ticks: fetching its drop from this stand, or, in a box, the lower the block
    /// lies the more, since what is higher is hard to get at once all below is gone.
    fn after(&self, view: &TerrainView, stand: BlockPos, pos: BlockPos) -> f32 {
        match self.only {
            Some(Only::Box { top, .. }) => LAYER * (top - pos.y).max(0) as f32,
            _ => fetch_cost(view, stand, pos),
        }
    }

    /// What that is at least, for a block so far away on the level.
    fn least_after(&self, level: i32) -> f32 {
        if self.is_box() { 0.0 } else { walk_cost(level) }
    }

    /// The ticks of clearing beyond which no job at a block so far away on the level can cost `limit` or less.
    fn most_clearing(&self, least: f32, level: i32, limit: f32) -> f32 {
        let most = if self.only.is_some() { limit - least } else { AWKWARD.min(limit - least) };
        most - self.least_after(level)
    }

    /// Breaking it lets no fluid through and drops no loose ground on the bot.
    fn lets_nothing_in(&self, view: &TerrainView, stand: BlockPos, pos: BlockPos) -> bool {
        let over_head = pos.x == stand.x && pos.z == stand.z && pos.y > stand.y;
        let fluid = |pos: BlockPos| view.traits(pos).fluid();
        let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        // Water that is level with or below the feet's block and beside it does no harm to who stands higher. But what is to
        // be empty must not fill up.
        let below = pos.y < stand.y && !self.is_box();
        let wet = fluid(pos.up())
            || sides.iter().any(|&(dx, dz)| {
                let beside = pos.offset(dx, 0, dz);
                if below { view.traits(beside).lava() } else { fluid(beside) }
            });
        !wet && !(over_head && view.traits(pos.up()).falls())
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
            // The stand's own two blocks are dug on the way there.
            if view.traits(pos).passable() || pos == stand || pos == stand.up() {
                continue;
            }
            if clear.len() == MOST_CLEARED || pos == stand.down() || is_stair(trail, pos) {
                return None;
            }
            cost += self.price(view, pos);
            if cost > most || cost == f32::INFINITY {
                return None;
            }
            clear.push(pos);
        }
        Some((clear, cost))
    }

    /// Ticks to clear a cell from any stand that may; nothing where there is nothing to clear, infinite where nobody may.
    fn price(&self, view: &TerrainView, pos: BlockPos) -> f32 {
        let traits = view.traits(pos);
        if traits.passable() {
            return 0.0;
        }
        let is_own = self.is_box() && self.is_wanted(view, pos);
        if self.keep.contains_key(&pos) || !(traits.natural() || is_own) || !is_safe_to_dig(view, pos) {
            return f32::INFINITY;
        }
        let more = if self.is_box() && !is_own { BESIDE } else { 2.0 };
        view.state(pos).and_then(self.dig).map_or(f32::INFINITY, |dig| dig + more)
    }
}

/// How many cells a way from face to face passes between two blocks.
fn cells_between(one: BlockPos, other: BlockPos) -> usize {
    let steps = one.x.abs_diff(other.x) + one.y.abs_diff(other.y) + one.z.abs_diff(other.z);
    steps.saturating_sub(1) as usize
}

fn is_stair(trail: &[BlockPos], pos: BlockPos) -> bool {
    trail.iter().any(|step| step.down() == pos)
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
        // What lies at head height is picked up from below.
        ..=-2 => RISE * (-depth - 1) as f32,
        -1..=0 => 0.0,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        body::senses::terrain::tests::{flat, put},
        knowledge::{self, EYE_HEIGHT},
    };

    /// Grass, dirt and stone with holes and soft spots.
    fn ground() -> crate::body::senses::terrain::Terrain {
        let mut terrain = flat();
        for n in 0..160 {
            let at = |step: i32, most: i32| (n * step + n * n % 7) % most;
            let block = ["air", "air", "sand", "coal_ore", "oak_planks"][n as usize % 5];
            put(&mut terrain, at(5, 12) - 6, 57 + at(3, 8), at(11, 12) - 6, block);
        }
        terrain
    }

    #[test]
    fn what_is_passed_over_unseen_is_never_the_cheapest() {
        let terrain = ground();
        let (view, none, trail) = (terrain.view(), PosMap::default(), []);
        let stone = knowledge::block("stone").unwrap();
        let wanted = |state: StateId| stone.states().contains(&state);
        let dig = |state: StateId| {
            knowledge::dig_ticks(knowledge::block_of_state(state)?, Some("stone_pickaxe")).map(|ticks| ticks as f32)
        };
        let least = dig(stone.default_state).unwrap();
        let (mut cover, mut about, mut found, mut weighed, mut looked) = (Cover::default(), About::default(), 0, 0, 0);
        let volume = Volume::between(BlockPos::new(-4, 57, -4), BlockPos::new(4, 66, 4));
        for only in [None, Some(Only::Box { volume, top: 66 })] {
            let quarry = Quarry { wanted: &wanted, only, spoiled: &none, keep: &none, dig: &dig };
            for at in Volume::between(BlockPos::new(-5, 58, -5), BlockPos::new(5, 65, 5)).cells() {
                let eye = Vec3::new(f64::from(at.x) + 0.5, f64::from(at.y) + EYE_HEIGHT, f64::from(at.z) + 0.5);
                let mut blocks = Vec::new();
                quarry.blocks_about(&view, at, &mut about, &mut blocks);
                let stand = Stand { at, trail: &trail, eye };
                let least = if only.is_some() { 0.0 } else { least };
                let (one, of) = quarry.cheapest(&view, &stand, (&blocks, 1), least, f32::INFINITY, &mut cover);
                let (three, _) = quarry.cheapest(&view, &stand, (&blocks, 3), least, f32::INFINITY, &mut cover);
                let all = quarry.jobs(&view, at, &trail, eye);
                assert_eq!(one.first(), all.first(), "{at}");
                assert_eq!(three, all[..all.len().min(3)], "{at}");
                found += u32::from(!one.is_empty());
                let counts = usize::from(only.is_none());
                (weighed, looked) = (weighed + counts * blocks.len(), looked + counts * of as usize);
            }
            cover = Cover::default();
        }
        assert!(found > 300 && looked * 3 < weighed, "{found} found, {looked} of {weighed} looked at");
    }
}
