//! Fetching what was dropped: walk to where each item fell, wait until it is picked up, leave what cannot be reached.

use std::collections::{HashMap, HashSet};

use azalea::ecs::entity::Entity;
use tracing::debug;

use super::{
    flight::{self, CORNERS},
    path::{Destination, Found, Rules},
    rise,
    sight::{REACH, distance_to_block},
    walk,
    work::DigTicks,
};
use crate::{
    body::{
        senses::{
            observe::{Dropped, dropped},
            shown::Shown,
            terrain::{Terrain, TerrainView},
        },
        skills::cx::Cx,
    },
    domain::{BlockPos, PosMap, ToolError, Vec3},
    knowledge::{EYE_HEIGHT, SPRINT},
};

/// What may be dug, and what must stay.
pub type Digging<'a> = (DigTicks<'a>, &'a PosMap<BlockPos, ()>);

/// Items come within reach at this level distance from the middle of the feet: half a player, one block around it, half
/// an item, less something for a body not in the middle of its block.
const ARM: f64 = 1.32;

/// So near, in blocks, an item needs no way: one presses towards it, to within so much.
const CLOSE: f64 = 2.2;
const PRESSED: f64 = 0.4;
/// So near, in blocks, it is stepped up to while something is being dug, which stays so much within reach.
const ASIDE: f64 = 4.0;
const SLACK: f64 = 0.3;
/// Ticks after which an item has come to rest, and the bot has stopped.
const RESTS: u64 = 12;

/// How far a way to an item leads at least, in blocks on each axis.
const RANGE: i32 = 24;

/// As far off lies what a bot's own work drops: a block within reach, and a block that it flies. Farther off it belongs to
/// whoever works there.
const OWN: f64 = 5.5;

/// What one stands on may be so much lower than a block, in blocks.
const LOW: f64 = 0.2;

/// Where an item comes to rest, as far as the server has shown it.
fn rest(shown: &Shown, item: &Dropped) -> Vec3 {
    let flung = shown.heaps.flung(item.id).filter(|(from, _)| *from == item.position);
    let end = flung.map_or(item.position, |(from, velocity)| flight::rest(&shown.terrain, from, velocity));
    landing(&shown.terrain, end)
}

/// Where an item that the server last showed at a point has come to lie: it falls straight enough, until any part of it lies on
/// something.
pub fn landing(terrain: &Terrain, at: Vec3) -> Vec3 {
    // On what is a little lower than a block (farmland, a chest) it lies in that one's block.
    let mut lies = Vec3::new(at.x, (at.y + LOW).floor(), at.z);
    for _ in 0..32 {
        if supports(terrain, lies).next().is_some() {
            break;
        }
        lies.y -= 1.0;
    }
    lies
}

/// What an item whose box stands on a block's floor lies on: the blocks below its corners, of which one may be a neighbour's.
pub fn supports(terrain: &Terrain, lies: Vec3) -> impl Iterator<Item = BlockPos> {
    let middle = lies.block();
    let corners = CORNERS.map(|(dx, dz)| Vec3::new(lies.x + dx, lies.y, lies.z + dz).block());
    // It does not lie on a wall that it leans against.
    let corners = corners.into_iter().filter(move |cell| *cell == middle || terrain.traits(*cell).passable());
    [middle].into_iter().chain(corners).map(|cell| cell.down()).filter(|below| !terrain.traits(*below).passable())
}

/// Whether feet at a point pick up an item at another.
fn is_in_reach(feet: Vec3, item: Vec3) -> bool {
    (feet.x - item.x).abs() <= ARM && (feet.z - item.z).abs() <= ARM && is_level(feet, item)
}

/// Whether an item lies neither too low nor too high to be picked up.
fn is_level(feet: Vec3, item: Vec3) -> bool {
    (-0.6..2.0).contains(&(item.y - feet.y))
}

/// Standing near enough to an item.
struct Fetch {
    item: Vec3,
    /// Only the item's own block will do: arms did not reach it from beside.
    onto: bool,
}

impl Destination for Fetch {
    fn estimate(&self, at: BlockPos) -> f32 {
        let center = Vec3::new(f64::from(at.x) + 0.5, f64::from(at.y), f64::from(at.z) + 0.5);
        SPRINT * (center.horizontal_distance(self.item) - 1.8).max(0.0) as f32
    }
    fn ends(&mut self, _: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        let center = Vec3::new(f64::from(at.x) + 0.5, f64::from(at.y), f64::from(at.z) + 0.5);
        let ok = if self.onto { at == self.item.block() } else { is_in_reach(center, self.item) };
        ok.then_some(0.0)
    }
}

/// Items of interest within `radius` blocks of where the bot stands, nearest first, but for what others have broken.
pub fn lying(cx: &Cx, near: Vec3, radius: f64, wanted: &dyn Fn(&str) -> bool) -> Result<Vec<Dropped>, ToolError> {
    let mut items = cx.world(|world, _| dropped(world))?;
    let shown = cx.shown();
    for item in &mut items {
        item.position = rest(&shown, item);
    }
    items.retain(|item| {
        let distance = item.position.distance(near);
        let is_theirs = || distance > OWN && shown.terrain.taken.is_beside(item.position.block());
        let is_closed = || shown.terrain.is_closed(item.position.block());
        distance <= radius && wanted(&item.item) && !is_theirs() && !is_closed()
    });
    items.sort_by(|a, b| a.position.distance(near).total_cmp(&b.position.distance(near)));
    Ok(items)
}

/// What is to be picked up.
pub struct Wanted<'a> {
    /// By an item's name.
    pub is_wanted: &'a dyn Fn(&str) -> bool,
    /// How many of them the inventory shows.
    pub gained: &'a dyn Fn() -> u32,
    /// How many are enough.
    pub count: u32,
}

impl Wanted<'_> {
    fn is_enough(&self) -> bool {
        (self.gained)() >= self.count
    }
}

/// Picks up what is wanted within `radius` of where the bot stands, until there is enough or nothing reachable is left.
/// `dig`: what may be dug on the way, and what must stay. Returns whether some lie where they cannot be reached.
pub async fn collect(cx: &Cx, radius: f64, wanted: &Wanted<'_>, dig: Option<Digging<'_>>) -> Result<bool, ToolError> {
    let origin = cx.position()?;
    let range = RANGE.max(radius as i32 + 8);
    let mut given_up = HashSet::new();
    let mut out_of_reach = false;
    let began = (wanted.gained)();
    // How many each was when first seen: those that come to lie together are not counted twice.
    let mut seen: HashMap<Entity, u32> = HashMap::new();
    while !wanted.is_enough() {
        let here = cx.position()?;
        let mut items = lying(cx, origin, radius, wanted.is_wanted)?;
        items.iter().for_each(|item| _ = seen.entry(item.entity).or_insert(item.count));
        items.retain(|item| !given_up.contains(&item.entity));
        items.sort_by(|a, b| a.position.distance(here).total_cmp(&b.position.distance(here)));
        let Some(item) = items.first() else { break };
        let entity = item.entity;
        debug!("fetching {} at {:?} from {:?}", item.item, item.position, here);
        let (mut fetched, mut reached) = (false, false);
        for onto in [false, true] {
            let is_close = !onto && here.horizontal_distance(item.position) < CLOSE && is_level(here, item.position);
            if !is_close && !approach(cx, item.position, onto, range, dig).await? {
                continue;
            }
            reached |= !is_close || is_in_reach(here, item.position);
            if wait_for(cx, entity, wanted).await? {
                fetched = true;
                break;
            }
        }
        if !fetched {
            given_up.insert(entity);
            out_of_reach |= !reached;
        }
    }
    // The server takes an item off the ground and puts it into the inventory in two packets: what is on its way counts.
    let left: u32 = lying(cx, origin, radius, wanted.is_wanted)?.iter().map(|item| item.count).sum();
    let taken = seen.values().sum::<u32>().saturating_sub(left);
    let arrived = |_: &Cx| wanted.is_enough() || (wanted.gained)() >= began + taken;
    cx.until(4 + cx.patience() / 16, arrived).await;
    Ok(out_of_reach)
}

/// Waits until an item is picked up, which can be half a second after it fell, and meanwhile presses towards it: it may still fly,
/// and comes to rest up to a block farther off. `false`: it lies beyond arm's length after all, or nothing came of waiting.
async fn wait_for(cx: &Cx, entity: Entity, wanted: &Wanted<'_>) -> Result<bool, ToolError> {
    let (mut fetched, mut presses) = (false, true);
    for waited in 0..16 + cx.patience() / 4 {
        let item = cx.world(|world, _| dropped(world).into_iter().find(|item| item.entity == entity))?;
        let Some(item) = item.filter(|_| !wanted.is_enough()) else {
            fetched = true;
            break;
        };
        let feet = cx.position()?;
        let there = rest(&cx.shown(), &item);
        if waited > RESTS && !is_in_reach(feet, there) {
            break;
        }
        presses = presses && walk::press_towards(cx, there, PRESSED)?;
        if !presses {
            cx.stand_still()?;
        }
        cx.tick().await;
    }
    cx.stand_still()?;
    Ok(fetched)
}

/// Steps, while a block is being dug, towards what lies wanted just out of reach, as far as the block stays in it.
///
/// # Errors
/// The bot is gone.
pub fn draw_near(cx: &Cx, dug: BlockPos, is_wanted: &dyn Fn(&str) -> bool) -> Result<(), ToolError> {
    let feet = cx.position()?;
    let keeps_it = |item: Vec3| distance_to_block(Vec3::new(item.x, feet.y + EYE_HEIGHT, item.z), dug) < REACH - SLACK;
    let is_next = |item: &Vec3| is_level(feet, *item) && !is_in_reach(feet, *item) && keeps_it(*item);
    let mut items = lying(cx, feet, ASIDE, is_wanted)?.into_iter().map(|item| item.position);
    match items.find(is_next) {
        Some(item) => walk::sidle_towards(cx, item, PRESSED).map(drop),
        None => cx.stand_still(),
    }
}

async fn approach(cx: &Cx, item: Vec3, onto: bool, range: i32, dig: Option<Digging<'_>>) -> Result<bool, ToolError> {
    for _ in 0..3 {
        let view = cx.view();
        let from = walk::start(&view, cx.position()?);
        let lay = rise::spare(cx);
        let (dig, keep) = dig.unzip();
        let rules = Rules { dig, keep, limit: 6_000, range, lay, ..Rules::default() };
        let found = walk::way(cx, &view, from, &rules, || Fetch { item, onto }).await;
        let Found::Way { steps, .. } = found else { return Ok(false) };
        if walk::follow(cx, from, &steps).await?.is_ok() {
            return Ok(true);
        }
        walk::settle(cx).await?;
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::tests::{flat, put};

    #[test]
    fn a_drop_falls_to_the_ground() {
        let terrain = flat();
        assert_eq!(landing(&terrain, Vec3::new(3.5, 68.4, 2.5)), Vec3::new(3.5, 64.0, 2.5));
        assert_eq!(landing(&terrain, Vec3::new(3.5, 64.1, 2.5)), Vec3::new(3.5, 64.0, 2.5));
        assert_eq!(landing(&terrain, Vec3::new(3.5, 63.94, 2.5)), Vec3::new(3.5, 64.0, 2.5), "on farmland");
    }

    #[test]
    fn a_drop_lies_on_the_rim_of_what_is_beside_it() {
        let mut terrain = flat();
        put(&mut terrain, 4, 67, 2, "oak_leaves");
        let rim = Vec3::new(3.95, 68.0, 2.5);
        assert_eq!(landing(&terrain, rim), rim);
        assert_eq!(supports(&terrain, rim).collect::<Vec<_>>(), [BlockPos::new(4, 67, 2); 2]);
        assert_eq!(landing(&terrain, Vec3::new(3.8, 68.0, 2.5)), Vec3::new(3.8, 64.0, 2.5), "it is clear of the rim");
        put(&mut terrain, 4, 68, 2, "oak_leaves");
        assert_eq!(landing(&terrain, rim), Vec3::new(3.95, 64.0, 2.5), "nothing lies on a wall that it leans against");
    }

    #[test]
    fn arms_reach_one_block_around() {
        let feet = Vec3::new(0.5, 64.0, 0.5);
        assert!(is_in_reach(feet, Vec3::new(1.6, 64.0, 0.5)));
        assert!(!is_in_reach(feet, Vec3::new(2.0, 64.0, 0.5)));
        assert!(!is_in_reach(feet, Vec3::new(0.5, 63.0, 0.5)), "what lies in a hole is stepped down to");
    }
}
