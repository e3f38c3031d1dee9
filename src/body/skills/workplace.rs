//! Which block to break next, and where to stand for it: the goal that `mine` gives to the search.

use super::{
    cover::Cover,
    path::{Destination, SHAFT, in_the_way},
    scan::About,
    work::{ABOVE, BELOW, DigTicks, FAR_BELOW, Job, Quarry, SIDE, Stand},
};
use crate::{
    body::senses::terrain::TerrainView,
    domain::{BlockPos, Vec3},
    knowledge::{EYE_HEIGHT, SPRINT},
};

/// How far around the nearest blocks the ground is looked at: as far as a stair to them leads.
const STAIR: i32 = 8;
/// As many blocks as are looked for at one stand, at most: who wants more goes on from there.
const SEVERAL: usize = 4;
/// Going on to another stand, in ticks.
const ELSEWHERE: f32 = 25.0;
/// How thick the ground over buried blocks is at most, and how many blocks of a level of it are looked at.
const DEEPEST: i32 = 12;
const MOST_GROUND: usize = 1_600;

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
    /// How many of them are looked for at one stand.
    several: usize,
    /// Where one goes from there.
    back_to: Option<BlockPos>,
    /// The best job found and its stand.
    pub best: Option<(f32, BlockPos, Job)>,
    about: About,
    cover: Cover,
    blocks: Vec<BlockPos>,
    /// How many blocks were looked at from the last stand.
    looked: u32,
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
        let (about, cover, blocks) = (About::default(), Cover::default(), Vec::new());
        Self {
            quarry,
            nearest,
            open,
            ground,
            least,
            several: 1,
            back_to: None,
            best: None,
            about,
            cover,
            blocks,
            looked: 0,
        }
    }

    /// The same where so many are wanted: a stand counts for what it takes to have them all.
    pub fn of_several(self, count: usize) -> Self {
        Self { several: count.clamp(1, SEVERAL), ..self }
    }

    /// The same where one goes on to some place from there: the way counts.
    pub fn back_to(self, place: Option<BlockPos>) -> Self {
        Self { back_to: place, ..self }
    }

    /// What the way on takes at least from so near a place, in ticks.
    fn way_on(&self, from: BlockPos, near: i32) -> f32 {
        self.back_to.map_or(0.0, |to| SPRINT * (from.level_distance(to) as i32 - near).max(0) as f32)
    }

    /// How many wanted blocks the last steps of a way dig.
    fn dug_on(&self, view: &TerrainView, at: BlockPos, trail: &[BlockPos]) -> usize {
        let to = [at].into_iter().chain(trail.iter().copied());
        let dug = trail.iter().zip(to).flat_map(|(&from, to)| in_the_way(from, to));
        dug.filter(|&pos| view.state(pos).is_some_and(|state| (self.quarry.wanted)(state))).count()
    }

    /// How many blocks it still is to where a block may be in reach.
    #[inline]
    fn away(&self, at: BlockPos, target: BlockPos) -> i32 {
        let level = (at.x - target.x).abs().max((at.z - target.z).abs()) - SIDE;
        let below = if self.quarry.only.is_some() { FAR_BELOW } else { BELOW };
        level.max(target.y - at.y - ABOVE).max(at.y - target.y - below).max(0)
    }
}

/// The ground over buried blocks: solid from below them up to where something is open. Whoever goes down into it digs at least a shaft.
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
    #[inline]
    fn digging(&self, from: i32, to: i32) -> f32 {
        // A layer of a shaft takes a block and the way back; one of a stair at least two blocks, but for the first.
        let more = self.price.min(SHAFT);
        let layers = |depth: f32| depth * self.price + (depth - 1.0).max(0.0) * more;
        let depth = |y: i32| layers((self.top - y).max(0) as f32);
        (depth(to) - depth(from)).max(0.0)
    }
}

impl Destination for Workplace<'_> {
    fn estimate(&self, at: BlockPos) -> f32 {
        let mut least = f32::INFINITY;
        for (index, &target) in self.nearest.iter().chain(&self.open).enumerate() {
            let walk = SPRINT * self.away(at, target) as f32 + self.way_on(target, SIDE);
            if walk < least {
                let buried = index < self.nearest.len();
                let dig = if buried { self.ground.digging(at.y, target.y + BELOW) } else { 0.0 };
                least = least.min(walk + dig);
            }
        }
        // Of what is buried one may be dug on the way: a shaft's last layer.
        let on_the_way = usize::from(self.ground.price > 0.0).min(self.several - 1);
        self.least * (self.several - on_the_way) as f32 + if least.is_finite() { least } else { 0.0 }
    }

    fn ends(&mut self, view: &TerrainView, at: BlockPos, trail: &[BlockPos], cost: f32) -> Option<f32> {
        let way_on = self.way_on(at, 0);
        let limit = self.best.as_ref().map_or(f32::INFINITY, |(best, ..)| best - cost - way_on);
        self.looked = 0;
        let is_near = |target: &BlockPos| self.away(at, *target) == 0;
        if limit <= self.least || !self.nearest.iter().chain(&self.open).any(is_near) {
            return None;
        }
        let left = if self.several > 1 { self.several - self.dug_on(view, at, trail).min(self.several - 1) } else { 1 };
        if limit <= self.least * left as f32 {
            return None;
        }
        let eye = Vec3::new(f64::from(at.x) + 0.5, f64::from(at.y) + EYE_HEIGHT, f64::from(at.z) + 0.5);
        self.blocks.clear();
        self.quarry.blocks_about(view, at, &mut self.about, &mut self.blocks);
        let stand = Stand { at, trail, eye };
        let (jobs, looked) =
            self.quarry.cheapest(view, &stand, (&self.blocks, left), self.least, limit, &mut self.cover);
        self.looked = looked;
        let missing = (left - jobs.len()) as f32 * (self.least + ELSEWHERE);
        let more = jobs.iter().map(|job| job.cost).sum::<f32>() + missing + way_on;
        let job = jobs.into_iter().next()?;
        if self.best.as_ref().is_none_or(|(best, ..)| cost + more < *best) {
            self.best = Some((cost + more, at, job));
        }
        Some(more)
    }

    fn effort(&self) -> u32 {
        self.looked
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
        domain::PosMap,
        knowledge,
        voxel::StateId,
    };

    fn find(terrain: &Terrain, block: &str) -> Option<(BlockPos, Job, usize)> {
        let block = knowledge::block(block).unwrap();
        let wanted = |state: StateId| block.states().contains(&state);
        let dig = |state: StateId| {
            knowledge::dig_ticks(knowledge::block_of_state(state)?, Some("wooden_pickaxe")).map(|ticks| ticks as f32)
        };
        let view = terrain.view();
        let start = BlockPos::new(0, 64, 0);
        let spoiled = PosMap::default();
        let quarry = Quarry { wanted: &wanted, only: None, spoiled: &spoiled, keep: &spoiled, dig: &dig };
        let sought = Sought { wanted: &wanted, counts: &|_| true, open: false };
        let nearest = nearest(&view, start, 32, 64, sought);
        let mut goal = Workplace::new(&view, quarry, nearest, Vec::new(), dig(block.default_state)?);
        let rules = Rules { dig: Some(&dig), keep: None, limit: 40_000, range: 32, ..Rules::default() };
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
        let dig = |state: StateId| Some(if state.is_multiple_of(2) { 15.0 } else { 18.0 });
        let ground = Ground::over(&terrain.view(), &buried, &dig);
        assert_eq!((ground.top, ground.price), (64, 15.0));
        // One block for the first layer, then as much again for the way back.
        let blocks = |from: i32, to: i32| ground.digging(from, to) / 15.0;
        assert_eq!((blocks(64, 63), blocks(70, 60), blocks(62, 60), blocks(60, 61)), (1.0, 7.0, 4.0, 0.0));
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
        let wanted = |state: StateId| stone.states().contains(&state);
        let dig = |state: StateId| {
            knowledge::dig_ticks(knowledge::block_of_state(state)?, Some("wooden_pickaxe")).map(|ticks| ticks as f32)
        };
        let (view, start) = (terrain.view(), BlockPos::new(0, 64, 0));
        let sought = Sought { wanted: &wanted, counts: &|_| true, open: false };
        let quarry = || Quarry { wanted: &wanted, only: None, spoiled: &none, keep: &none, dig: &dig };
        let least = dig(stone.default_state).unwrap();
        let near = nearest(&view, start, 32, 48, sought);
        let rules = Rules { dig: Some(&dig), limit: 40_000, range: 32, shaft: true, ..Rules::default() };
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
