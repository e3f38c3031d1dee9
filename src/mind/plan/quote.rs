//! What a plan will take, as far as it can be known before acting.
//!
//! Dig times are vanilla's. Walking is guessed: to the first block of a kind as far as its abundance says (what was seen
//! is near), two blocks between one and the next, a sprint, and half a second to gather what dropped.

use super::{
    drafts::{emptied, items_of},
    dry_run::{DryRun, Effort, Sim, dry_run_steps},
    state::{PlacedBlock, PlannerState},
    stock::TICKS_PER_BLOCK,
};
use crate::{
    domain::{BlockPos, FOLLOW_A_CALL, Quote, StepDraft, ToolRequest},
    knowledge::{Abundance, DAY, abundance, craft_target, eating, plain, ways_for},
};

/// From breaking a block to its drop being held, in ticks.
const COLLECT_TICKS: u64 = 10;
/// Opening, filling and closing a grid, in ticks; and each crafting.
const CRAFT_TICKS: (u64, u64) = (12, 2);
/// Opening a furnace, loading, taking out and closing, in ticks.
const LOAD_TICKS: u64 = 30;
/// Looking, placing and seeing it confirmed, in ticks.
const PLACE_TICKS: u64 = 8;
/// Some steps to a chest, opening it, moving what is to be moved and closing it, in ticks.
const CHEST_TICKS: u64 = 60;
/// What lies in a furnace where nobody has looked: what one coal smelts, in ticks.
const FURNACE_TICKS: u64 = 1_600;
/// How many visits to chests it takes to sort them, where nobody has seen them.
const CHESTS: u64 = 12;
/// Clicks, and seeing them confirmed, in ticks.
const EQUIP_TICKS: u64 = 4;
/// A bite of most food, in ticks, and how many bites a meal has where it is not said.
const USUAL_BITE: u64 = 32;
const BITES: u32 = 2;
/// Placing one block of a box, in ticks, the steps between put in.
const FILL_TICKS: u64 = 12;
/// A block of a building, the walking, the digging and what is laid to stand on included, in ticks.
const BUILD_TICKS: u64 = 8;
/// How many places a torch lights that none of its neighbours lights.
const LIT: u64 = 150;
/// Breaking a crop, picking up what drops and sowing it again, in ticks; and how many are ripe where it is not said.
const HARVEST_TICKS: u64 = 20;
const CROPS: u32 = 8;
/// In bed until one counts as asleep, in ticks (Minecraft Wiki, Bed): then it is morning.
const SLEEP_TICKS: u64 = 101;
/// To somebody, or around what lies about, in ticks: nobody knows how far before.
const ERRAND_TICKS: u64 = 100;
/// From throwing something to its being picked up, in ticks: thrown items cannot be taken for 40.
const THROW_TICKS: u64 = 60;
/// Up and down again, on the level.
const JUMP_TICKS: u64 = 13;
/// Blocks between one block of a kind and the next.
const BETWEEN: u32 = 2;

/// Breaking one block of a box, in ticks: stone with a stone pickaxe, and turning to it.
const CLEAR_TICKS: u64 = 14;

/// The quote of a proved plan.
pub fn quote(steps: &[StepDraft], run: &DryRun, state: &PlannerState) -> Quote {
    let mut ticks = 0;
    let mut here = state.position.map(crate::domain::Vec3::block);
    let mut dug = Dug::default();
    for (step, effort) in steps.iter().zip(&run.efforts) {
        ticks += step_ticks(step, effort, state, &mut here, &mut dug);
    }
    let mut materials = run.after.mined.clone();
    // What was placed and taken back is no material.
    let taken_back = steps.iter().filter_map(|step| step.takes_back.as_deref());
    for block in taken_back {
        materials.take(block, 1);
    }
    Quote { steps: steps.len(), materials, tools: run.after.tools.clone(), ticks }
}

/// From where steps begin while these blocks stand because of the goal.
pub fn start(state: &PlannerState, placed: &[PlacedBlock]) -> Sim {
    let mut start = Sim::of(state);
    placed.iter().for_each(|placed| start.placed.add(&placed.block, 1));
    start
}

/// The game ticks that steps will take from here; `None` if one of them would fail.
pub fn ticks_from_here(steps: &[StepDraft], placed: &[PlacedBlock], state: &PlannerState) -> Option<u64> {
    let run = dry_run_steps(start(state, placed), steps);
    run.proved().then(|| quote(steps, &run, state).ticks)
}

fn walk(blocks: u32) -> u64 {
    (blocks as f32 * TICKS_PER_BLOCK).ceil() as u64
}

/// Where the digging so far has led.
#[derive(Default)]
struct Dug {
    /// To blocks of this kind, last.
    last: Option<&'static str>,
    /// Away from what was seen in the beginning.
    is_far: bool,
}

fn step_ticks(
    step: &StepDraft,
    effort: &Effort,
    state: &PlannerState,
    here: &mut Option<BlockPos>,
    dug: &mut Dug,
) -> u64 {
    match &step.request {
        ToolRequest::Mine(_) => {
            let block = effort.block.unwrap_or_default();
            let is_known = !dug.is_far && state.known.contains_key(block);
            let near = step.takes_back.is_some() || is_known || dug.last == Some(block);
            dug.is_far |= abundance(block).is_some_and(|of| of > Abundance::Common);
            let first = if near { Abundance::Common } else { abundance(block).unwrap_or(Abundance::Deep) };
            dug.last = effort.block;
            let between = effort.blocks.saturating_sub(1).saturating_mul(BETWEEN);
            effort.dig_ticks + walk(first.walk() + between) + COLLECT_TICKS * u64::from(effort.blocks)
        }
        ToolRequest::Craft(craft) => {
            let name = plain(&craft.item);
            let each = craft_target(name).ok().and_then(|_| ways_for(name).first()).map_or(1, |way| way.count);
            CRAFT_TICKS.0 + CRAFT_TICKS.1 * u64::from(craft.count.div_ceil(each))
        }
        ToolRequest::Smelt(_) => LOAD_TICKS + effort.smelt_ticks,
        ToolRequest::PlaceBlock(place) if place.by().is_some() => ERRAND_TICKS + PLACE_TICKS,
        ToolRequest::PlaceBlock(_) => PLACE_TICKS,
        ToolRequest::Navigate(to) => {
            let there = BlockPos::new(to.x, to.y.unwrap_or(0), to.z);
            let from = here.replace(there).unwrap_or(there);
            walk(from.level_distance(there))
        }
        ToolRequest::Clear(clear) => {
            let surveyed = state.surveyed(&clear.volume());
            let blocks =
                surveyed.map_or(clear.volume().count(), |seen| seen.blocks.values().map(|n| u64::from(*n)).sum());
            blocks * CLEAR_TICKS
        }
        // How much is left to be smelted nobody knows.
        ToolRequest::LookInto(look) if look.until_done => CHEST_TICKS + FURNACE_TICKS,
        ToolRequest::Store(_) | ToolRequest::Take(_) | ToolRequest::LookInto(_) => CHEST_TICKS,
        // Each is looked into twice, and carried to or from once or so.
        ToolRequest::Sort(_) => CHEST_TICKS * CHESTS,
        ToolRequest::Equip(_) => EQUIP_TICKS,
        ToolRequest::Fill(fill) => fill.volume().count() * FILL_TICKS,
        ToolRequest::Build(build) => {
            let put = items_of(build).values().map(|count| u64::from(*count)).sum::<u64>();
            // What is torn down is dug where nothing is to be.
            let dug = if build.over.is_empty() { 0 } else { emptied(build) };
            put * BUILD_TICKS + dug * CLEAR_TICKS
        }
        ToolRequest::Light(light) => {
            // On open ground one torch lights a diamond of so many places.
            let side = u64::from(2 * light.radius() + 1);
            (side * side).div_ceil(LIT) * (walk(light.radius()) + PLACE_TICKS)
        }
        ToolRequest::Harvest(harvest) => {
            walk(Abundance::Common.walk()) + HARVEST_TICKS * u64::from(harvest.count.unwrap_or(CROPS))
        }
        ToolRequest::TakeOff(off) => EQUIP_TICKS * off.slots().len() as u64,
        ToolRequest::Sleep(_) => walk(Abundance::Common.walk()) + SLEEP_TICKS,
        ToolRequest::UseItem(used) => {
            let walked = match used.at() {
                Some(there) => here.replace(there).map_or(0, |from| from.level_distance(there)),
                None => Abundance::Common.walk(),
            };
            walk(walked) + PLACE_TICKS
        }
        ToolRequest::Eat(eat) => {
            let bite = eat.item.as_deref().and_then(eating).map_or(USUAL_BITE, |eating| eating.ticks);
            (bite + EQUIP_TICKS) * u64::from(eat.count.unwrap_or(BITES))
        }
        // Out, and once around.
        ToolRequest::Explore(explore) => explore.ticks.map_or_else(|| walk(explore.radius() * 7), u64::from),
        ToolRequest::Jump(jump) => JUMP_TICKS * u64::from(jump.times),
        ToolRequest::Sneak(sneak) => u64::from(sneak.ticks.max(2)),
        ToolRequest::PickUp(_) | ToolRequest::GoToPlayer(_) | ToolRequest::GoToBlock(_) | ToolRequest::WriteSign(_) => {
            ERRAND_TICKS
        }
        ToolRequest::Give(_) => ERRAND_TICKS + THROW_TICKS,
        ToolRequest::Follow(follow) => follow.ticks.unwrap_or(FOLLOW_A_CALL),
        ToolRequest::GetBotStatus(_) | ToolRequest::Chat(_) | ToolRequest::Drop(_) => 2,
        ToolRequest::Face(_) | ToolRequest::Remember(_) => 2,
        // What it will take is not known yet.
        ToolRequest::PlanOn(_) => 0,
        // How late it is by then nobody knows.
        ToolRequest::Wait(wait) => wait.ticks.map_or(DAY / 2, u64::from),
    }
}
