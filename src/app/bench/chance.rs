//! A blueprint that can be built, since it was: a guest of the practice world places blocks by chance, each on a side that it sees from
//! where somebody can stand. What stands in the end is the blueprint.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::Duration,
};

use fastrand::Rng;

use super::site;
use crate::{
    app::{Failure, Host, HostConfig, status},
    construction::{Blueprint, Wanted},
    domain::{BlockPos, Side, Vec3},
    knowledge::{self, EYE_HEIGHT, REACH, Support, placing},
    practice::{PracticeWorld, guest::Guest},
};

/// Blocks along x, y and z.
const SIZE: [i32; 3] = [9, 7, 9];
/// How many blocks are placed at least and at most.
const BLOCKS: std::ops::RangeInclusive<usize> = 40..=300;
/// How many kinds of blocks, and how many stacks of them: what one can carry besides tools and earth.
const KINDS: usize = 16;
const STACKS: u32 = 30;
/// How far around the box the guest may stand, in blocks.
const AROUND: i32 = 3;
/// Steps a block in which a look is followed.
const STEPS: f64 = 32.0;
/// Places tried for each block that is placed.
const TRIES: usize = 30;
/// How fast the guest's world runs, in ticks a second; and ticks until all has come to rest.
const FAST: f32 = 1000.0;
const REST: u64 = 100;
const NAME: &str = "Chance";

/// The blueprint of a seed.
///
/// # Errors
/// A world that could not be started, or has hung up on the guest.
pub fn blueprint(seed: i64) -> Result<Blueprint, Failure> {
    let host =
        Host::start(&HostConfig::Practice { seed: site::LEVEL, tick_rate: FAST, give: Vec::new(), begins: None })?;
    let Host::Practice(world) = &host else { unreachable!("a practice world was asked for") };
    let low = world.with(site::lay_out);
    let failed = |error: String| Failure::new(status::FAILED, format!("a blueprint by chance: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| failed(error.to_string()))?;
    runtime.block_on(Player { world, low, rng: Rng::with_seed(seed as u64) }.play()).map_err(failed)?;
    let state = |[x, y, z]: [i32; 3]| world.with(move |game| game.block(low.offset(x, y, z)));
    Ok(Blueprint::of_states(format!("a heap by chance, number {seed}"), SIZE, state))
}

/// What somebody can place, and dig again.
fn placeable() -> Vec<&'static str> {
    let is_fit = |name: &&'static str| {
        let block = placing::block_of_item(name);
        block.is_some_and(|block| {
            let wanted = Wanted { block, properties: Vec::new() };
            wanted.item().is_some() && knowledge::dig_ticks(block, None).is_some() && !knowledge::is_fluid(block.name)
        })
    };
    knowledge::items().iter().map(|item| item.name).filter(is_fit).collect()
}

/// Whether one more of an item can be carried with all the others.
fn fits(used: &BTreeMap<&str, u32>, item: &str) -> bool {
    let stacks =
        |(name, count): (&&str, &u32)| count.div_ceil(knowledge::item(name).map_or(64, |item| item.stack_size));
    let others = used.iter().filter(|(name, _)| **name != item).map(stacks).sum::<u32>();
    others + stacks((&item, &(used.get(item).copied().unwrap_or(0) + 1))) <= STACKS
}

struct Player<'a> {
    world: &'a PracticeWorld,
    low: BlockPos,
    rng: Rng,
}

/// A click on a side, and from where.
struct Click {
    block: BlockPos,
    side: Side,
    point: Vec3,
    stand: BlockPos,
}

impl Player<'_> {
    async fn play(mut self) -> Result<(), String> {
        let mut guest = Guest::join(self.world.address(), NAME, 2, false).await?;
        let mut kinds = placeable();
        self.rng.shuffle(&mut kinds);
        kinds.truncate(KINDS);
        let count = self.rng.usize(BLOCKS);
        let (mut placed, mut tries) = (0, 0);
        let mut stand = None;
        let mut used = BTreeMap::new();
        while placed < count && tries < TRIES * count {
            tries += 1;
            let item = kinds[self.rng.usize(..kinds.len())];
            if !fits(&used, item) {
                continue;
            }
            let states = self.states();
            let Some(click) = self.click(&states, item) else { continue };
            if stand != Some(click.stand) {
                self.go(&mut guest, click.stand).await?;
                stand = Some(click.stand);
            }
            self.world.with(move |game| {
                game.clear_inventory(NAME);
                game.give(NAME, item, 1)
            });
            let (yaw, pitch) = eye_at(click.stand).heading_to(click.point);
            guest.look(yaw, pitch).await?;
            guest.click_on(click.block, click.side, click.point).await?;
            self.pass(&mut guest, 2).await?;
            if self.world.with(move |game| game.count(NAME, item)) == 0 {
                placed += 1;
                *used.entry(item).or_default() += 1;
            }
        }
        self.pass(&mut guest, REST).await
    }

    /// What stands in the box and around it, two layers over it, and the ground.
    fn states(&self) -> Seen {
        let low = self.low.offset(-AROUND, -1, -AROUND);
        let size = [SIZE[0] + 2 * AROUND, SIZE[1] + 3, SIZE[2] + 2 * AROUND];
        let states = self.world.with(move |game| {
            let [width, height, depth] = size;
            let rows = (0..height).flat_map(move |y| (0..depth).map(move |z| (y, z)));
            let places = rows.flat_map(move |(y, z)| (0..width).map(move |x| low.offset(x, y, z)));
            places.map(|at| game.block(at)).collect()
        });
        Seen { low, size, states }
    }

    /// A click by chance that somebody could make.
    fn click(&mut self, seen: &Seen, item: &str) -> Option<Click> {
        let kind = placing::block_of_item(item)?;
        let [width, height, depth] = SIZE;
        let at = self.low.offset(self.rng.i32(0..width), self.rng.i32(0..height), self.rng.i32(0..depth));
        let there = knowledge::block_of_state(seen.state(at)?)?;
        let (block, side) = if there.id == kind.id {
            // One more of what can be added to.
            (at, Side::Up)
        } else if knowledge::is_air_state(seen.state(at)?) {
            let side = Side::ALL[self.rng.usize(..6)];
            (at.beside(side.opposite()), side)
        } else {
            return None;
        };
        let state = seen.state(block)?;
        // What has no whole side is not aimed at by chance. What opens is opened.
        if block != at && !knowledge::is_sturdy(state, side, Support::Full) {
            return None;
        }
        let (step, center) = (side.step(), block.center());
        let mut off = |step: i32| if step == 0 { (self.rng.f64() - 0.5) * 0.8 } else { f64::from(step) * 0.5 };
        let [x, y, z] = [off(step.0), off(step.1), off(step.2)];
        let top = if block == at {
            knowledge::collision(state).iter().map(|part| part.max[1]).fold(0.0, f64::max) - 0.5
        } else {
            y
        };
        let point = Vec3::new(center.x + x, center.y + top, center.z + z);
        let stands: Vec<BlockPos> =
            seen.stands().into_iter().filter(|stand| seen.is_seen(*stand, block, point)).collect();
        let stand = *stands.get(self.rng.usize(..stands.len().max(1)))?;
        Some(Click { block, side, point, stand })
    }

    async fn go(&self, guest: &mut Guest, stand: BlockPos) -> Result<(), String> {
        let (before, to) = (guest.seen.teleports, feet_at(stand));
        self.world.with(move |game| game.teleport(NAME, to));
        while guest.seen.teleports == before {
            self.pass(guest, 1).await?;
        }
        Ok(())
    }

    /// Lets so many ticks of the world pass.
    async fn pass(&self, guest: &mut Guest, ticks: u64) -> Result<(), String> {
        let end = self.world.with(|game| game.tick()) + ticks;
        while self.world.with(|game| game.tick()) < end {
            guest.tick(Duration::from_millis(1)).await?;
        }
        Ok(())
    }
}

fn feet_at(stand: BlockPos) -> Vec3 {
    Vec3::new(f64::from(stand.x) + 0.5, f64::from(stand.y), f64::from(stand.z) + 0.5)
}

fn eye_at(stand: BlockPos) -> Vec3 {
    let feet = feet_at(stand);
    Vec3::new(feet.x, feet.y + EYE_HEIGHT, feet.z)
}

/// What stands where, in a box.
struct Seen {
    low: BlockPos,
    size: [i32; 3],
    states: Vec<u16>,
}

impl Seen {
    fn state(&self, at: BlockPos) -> Option<u16> {
        let [x, y, z] = [at.x - self.low.x, at.y - self.low.y, at.z - self.low.z];
        let [width, height, depth] = self.size;
        let is_inside = (0..width).contains(&x) && (0..height).contains(&y) && (0..depth).contains(&z);
        is_inside.then(|| self.states[((y * depth + z) * width + x) as usize])
    }

    fn is_open(&self, at: BlockPos) -> bool {
        self.state(at).is_some_and(knowledge::is_air_state)
    }

    /// Where somebody could stand who came in from outside.
    fn stands(&self) -> Vec<BlockPos> {
        let has_room = |at: BlockPos| self.is_open(at) && self.is_open(at.up());
        let first = self.low.offset(0, 1, 0);
        let (mut seen, mut next) = (BTreeSet::from([first]), VecDeque::from([first]));
        while let Some(at) = next.pop_front() {
            for beside in Side::ALL.map(|side| at.beside(side)) {
                if has_room(beside) && seen.insert(beside) {
                    next.push_back(beside);
                }
            }
        }
        let has_floor = |at: &BlockPos| {
            self.state(at.down()).is_some_and(|below| knowledge::is_sturdy(below, Side::Up, Support::Full))
        };
        seen.into_iter().filter(has_floor).collect()
    }

    /// Whether a point of a block is in reach and in sight from there. Whatever is not air hides what is behind it.
    fn is_seen(&self, stand: BlockPos, block: BlockPos, point: Vec3) -> bool {
        let eye = eye_at(stand);
        let by = Vec3::new(point.x - eye.x, point.y - eye.y, point.z - eye.z);
        let away = by.x.hypot(by.y).hypot(by.z);
        let steps = (away * STEPS).ceil().max(1.0) as u32;
        let on_the_way = |step: u32| {
            let part = f64::from(step) / f64::from(steps);
            Vec3::new(eye.x + by.x * part, eye.y + by.y * part, eye.z + by.z * part).block()
        };
        // A look from behind would meet another side first: the block itself is met at the end only.
        let (open, end) = (steps - 1, [steps - 1, steps].map(on_the_way));
        away <= REACH
            && (0..open).map(on_the_way).all(|at| self.is_open(at))
            && end.into_iter().all(|at| at == block || self.is_open(at))
    }
}
