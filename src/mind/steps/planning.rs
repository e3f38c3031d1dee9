//! The active goal gets a plan: retrieve, plan, dry run. A goal that cannot be is refused before anything moves.

use std::{cell::OnceCell, collections::BTreeMap};

use bevy::prelude::*;

use super::{
    brought::Brought,
    ends::Ends,
    placed::Placed,
    step::{Attempts, Failure, StepOf, Steps, bundle},
    undos::Undos,
};
use crate::{
    body::STATION_RADIUS,
    domain::{BlockPos, GoalState, PlanDraft, Vec3, Volume, Zone},
    journal::{Event, Journal},
    knowledge::{self, SopLibrary},
    mind::{
        agent::{Advised, Agents, GoalOf, Outlook, Policy},
        goals::{GoalLife, GoalLifeItem, Owners},
        plan::{
            ditches,
            drafts::take_back,
            grammar::{Hollow, Layout, Path, Project, Stead},
            hollows, layouts, passages, paths,
            planner::{WOOD, plan_goal},
            plots,
            sights::Sights,
            stairs,
            state::{PlannerState, Surveyed},
            stock::{FURNACE, Stations, TABLE},
            terraces, trees,
        },
    },
    voxel::{
        SeenWorld,
        light::{self, BlockLight},
    },
};

/// How far around the bot the planner looks, in blocks: what is nearer needs no search.
const KNOWN_RADIUS: i32 = 48;
/// And how far up and down.
const KNOWN_HEIGHT: i32 = 20;

/// The SOPs the planner may follow.
#[derive(Resource, Debug)]
pub struct Sops(pub SopLibrary);

/// The plan on its goal. The steps are entities of their own ([`StepOf`]).
#[derive(Component, Debug)]
pub struct Plan {
    /// Who made it, why, what it will take.
    pub draft: PlanDraft,
    /// What was held, and where, when it was made.
    pub began: PlannerState,
    /// What was brought by steps that are no more, or are about something else by now.
    pub brought: Brought,
}

/// Plans active goals offline where no model plans for their bot, once they have no plan, or makes the plan anew after the
/// bot came back.
pub(in crate::mind) fn plan_active_goal(
    mut goals: Query<(GoalLife, &GoalOf, Option<&Plan>, &Placed)>,
    owners: Res<Owners>,
    agents: Agents,
    advised: Query<(), With<Advised>>,
    sops: Res<Sops>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    for (mut goal, of, plan, placed) in &mut goals {
        let Some(outlook) = agents.outlook(of) else { continue };
        if advised.contains(of.0) || !outlook.can_work(&goal.state) || (plan.is_some() && !goal.note.replan) {
            continue;
        }
        let left_open = owners.left_open(goal.speaker, outlook.blocks);
        let outlook = outlook.over(left_open.as_ref().unwrap_or(outlook.blocks));
        let Some(state) = survey(&goal.goal.text, None, &outlook) else { continue };
        let state = PlannerState { speaker: owners.or_first(goal.speaker), ..state };
        match plan_goal(&goal.goal.text, &state, &sops.0) {
            Ok(draft) => adopt(&mut goal, placed, draft, state, &mut journal, &mut commands),
            Err(refusal) => goal.fail(refusal.error, &mut journal),
        }
    }
}

/// Has a goal wait as soon as it is planned, where nothing is to be done.
pub(in crate::mind) fn hold_dry_runs(
    mut goals: Query<(GoalLife, &GoalOf), With<Plan>>,
    agents: Query<&Policy>,
    mut journal: ResMut<Journal>,
) {
    for (mut goal, of) in &mut goals {
        if goal.is(GoalState::Active) && agents.get(of.0).is_ok_and(|policy| policy.is_dry_run) {
            goal.hold("planned, and not begun: nothing is to be done", &mut journal);
        }
    }
}

/// A plan becomes the goal's.
pub fn adopt(
    goal: &mut GoalLifeItem,
    placed: &Placed,
    mut draft: PlanDraft,
    state: PlannerState,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    goal.note.replan = false;
    goal.hand.forget(goal.goal.id, journal);
    // What an earlier plan of this goal left standing is taken back by this one.
    let left = placed.0.iter().filter(|placed| placed.means);
    draft.steps.extend(left.map(|placed| take_back(&placed.block)));
    journal.record(Some(goal.goal.id), Event::Planned { plan: draft.clone() });
    let entity = goal.entity;
    commands.entity(entity).despawn_related::<Steps>();
    for step in draft.steps.clone() {
        commands.spawn((bundle(step, Attempts::default()), StepOf(entity)));
    }
    commands.entity(entity).insert(Ends::of(&goal.goal.text, &state.inventory, &state.known));
    let began = PlannerState { known: BTreeMap::new(), ..state };
    commands.entity(entity).remove::<(Failure, Undos)>().insert(Plan { draft, began, brought: Brought::default() });
}

/// What a goal's plan may build on, with what was seen of the boxes, the trees and the ground that it is about; `None` as long as
/// land comes in that it needs to have seen. `here`: what is relative counts from there, and not from where the bot stands.
pub fn survey(goal: &str, here: Option<Vec3>, outlook: &Outlook) -> Option<PlannerState> {
    let (mut state, blocks) = (planner_state(outlook), outlook.blocks);
    state.position = here.or(state.position);
    let sights = Sights::of(goal, state.position);
    if sights.are_around() && !outlook.lies_still {
        return None;
    }
    let feet = state.position.map(|position| position.block());
    let ditch = |ditch| Some((ditch, ditches::boxes(blocks, feet?, &state.buildings, &ditch)));
    let ditches: Vec<_> = sights.ditches.into_iter().filter_map(ditch).collect();
    let dug = ditches.iter().filter_map(|(_, boxes)| boxes.as_ref().ok()).flatten();
    // What is chosen is chosen where it may be changed; of a place that is named it is said that it lies in a zone.
    let kept: Vec<Volume> = outlook.zones().iter().map(Zone::volume).collect();
    let without = OnceCell::new();
    let free = || if kept.is_empty() { blocks } else { without.get_or_init(|| blocks.without(&kept)) };
    let surveyed = sights.boxes.iter().chain(dug).map(|volume| {
        let mut found = by_name(blocks, volume.low(), volume.high());
        found.retain(|name, _| !knowledge::is_air(name));
        Surveyed { volume: *volume, blocks: found }
    });
    let boxes = surveyed.collect();
    let mut found = Vec::new();
    for (kind, count) in sights.trees {
        let more = feet.map_or(Vec::new(), |feet| trees::nearest(free(), feet, kind, count, &found));
        found.extend(more);
    }
    let hollow = |hollow| Some((hollow, hollows::boxes(blocks, feet?, hollow)));
    let gate = |hollow: &Hollow| match *hollow {
        Hollow::Gated(kind, side) => Some((*hollow, hollows::gate(blocks, feet?, kind, side))),
        _ => None,
    };
    let gates = sights.hollows.iter().filter_map(gate).collect();
    let hollows = sights.hollows.into_iter().filter_map(hollow).collect();
    let terrace = |terrace| Some((terrace, terraces::survey(blocks, feet?, state.yaw, terrace)));
    let terraces = sights.terraces.into_iter().filter_map(terrace).collect();
    let stair = |stair| Some((stair, stairs::flight(blocks, feet?, state.yaw, stair)));
    let stairs = sights.stairs.into_iter().filter_map(stair).collect();
    let path = |path: Path| Some((path.clone(), paths::paving(blocks, feet?, state.yaw, &path)));
    let paths = sights.paths.into_iter().filter_map(path).collect();
    let wood = best_wood(&state);
    let people = outlook.seen.entities.iter().filter(|entity| entity.kind == "player");
    let others: Vec<BlockPos> = people.map(|player| player.position.block()).collect();
    let people = others.iter().flat_map(|at| [*at, at.up()]).collect();
    let ground = feet.map(|feet| layouts::Ground { blocks, feet, yaw: state.yaw, people });
    let layout = |layout: Layout| Some((layout.clone(), ground.as_ref()?.places(&layout)));
    let layouts = sights.layouts.into_iter().filter_map(layout).collect();
    let stead = |stead: Stead| Some((stead.clone(), ground.as_ref()?.standing(&stead)));
    let steads = sights.steads.into_iter().filter_map(stead).collect();
    let plot = |project: Project| {
        let from = state.position?;
        let anchor = project.by.as_ref().and_then(|by| Some(ground.as_ref()?.anchor(by))).transpose();
        let wood = project.wood.unwrap_or(&wood);
        let open = if project.at.is_none() { free() } else { blocks };
        let plot = anchor.and_then(|anchor| plots::plot(open, from, &others, anchor, &project, wood));
        Some((project, plot))
    };
    let plots = sights.projects.into_iter().filter_map(plot).collect();
    let torches = sights.lights.into_iter().filter_map(|radius| Some((radius, torches(blocks, feet?, radius))));
    let torches = torches.collect();
    let passage = |kind| Some((kind, passages::nearest(blocks, feet?, kind)));
    let passages = sights.passages.into_iter().filter_map(passage).collect();
    let trees = found;
    Some(PlannerState {
        boxes,
        trees,
        hollows,
        gates,
        ditches,
        terraces,
        stairs,
        paths,
        layouts,
        steads,
        plots,
        torches,
        passages,
        ..state
    })
}

/// The wood of which most is held, made into something or not; if none is, that of which most stands around.
fn best_wood(state: &PlannerState) -> String {
    const LOG: &str = "_log";
    /// What buildings take of wood, and how many planks each is.
    const OF_WOOD: [(&str, u32); 6] =
        [(LOG, 4), ("_planks", 1), ("_stairs", 1), ("_fence", 1), ("_door", 2), ("_slab", 1)];
    let mut held: BTreeMap<&str, u32> = BTreeMap::new();
    for (item, count) in state.inventory.iter() {
        let part = OF_WOOD.iter().find_map(|(end, planks)| Some((item.strip_suffix(end)?, planks)));
        // Stone has stairs as well.
        if let Some((wood, planks)) = part.filter(|(wood, _)| knowledge::block(&format!("{wood}{LOG}")).is_some()) {
            *held.entry(wood).or_default() += planks * count;
        }
    }
    let logs = state.known.iter().filter_map(|(block, count)| Some((block.strip_suffix(LOG)?, *count)));
    let seen = logs.filter(|(wood, _)| !wood.starts_with("stripped"));
    let best = held.into_iter().max_by_key(|(_, planks)| *planks);
    best.or_else(|| seen.max_by_key(|(_, count)| *count)).map_or(WOOD, |(wood, _)| wood).to_owned()
}

/// How many torches it takes to light the surface so far around.
fn torches(blocks: &SeenWorld, feet: BlockPos, radius: u32) -> u32 {
    let (see, stands) = (|at: BlockPos| blocks.get(at), |x: i32, z: i32| blocks.standing_place(x, z));
    let cells = light::walkable(&stands, feet, radius);
    light::torches_for(&see, &cells, &BlockLight::of(&see, light::around(&cells)))
}

/// The blocks seen between two corners, by name, and how many of each.
fn by_name(blocks: &SeenWorld, low: BlockPos, high: BlockPos) -> BTreeMap<&'static str, u32> {
    let mut names = BTreeMap::new();
    for (state, count) in blocks.count_states(low, high) {
        if let Some(block) = knowledge::block_of_state(state) {
            *names.entry(block.name).or_default() += count;
        }
    }
    names
}

/// The stations that stand near enough to be used, but for those of others.
pub fn stations_near(blocks: &SeenWorld, feet: BlockPos, others: impl IntoIterator<Item = BlockPos>) -> Stations {
    let (low, high) =
        (feet.offset(-STATION_RADIUS, -4, -STATION_RADIUS), feet.offset(STATION_RADIUS, 4, STATION_RADIUS));
    let mut states = blocks.count_states(low, high);
    for at in others {
        let is_near = Volume::between(low, high).contains(at);
        if let Some(count) = blocks.get(at).filter(|_| is_near).and_then(|state| states.get_mut(&state)) {
            *count -= 1;
        }
    }
    states.retain(|_, count| *count > 0);
    let stands = |name: &str| {
        let station = knowledge::block(name);
        station.is_some_and(|station| states.keys().any(|s| station.states().contains(s)))
    };
    Stations { table: stands(TABLE), furnace: stands(FURNACE) }
}

/// Those of the stations nearby that stay within reach at the nearest chest, wherever it leads on from there: chest and station stand
/// within half that reach.
fn by_chests(blocks: &SeenWorld, feet: BlockPos, nearby: Stations) -> Stations {
    let around = STATION_RADIUS / 2;
    if nearby == Stations::default() {
        return nearby;
    }
    let blocks = by_name(blocks, feet.offset(-around, -4, -around), feet.offset(around, 4, around));
    let leads_on = blocks.keys().any(|name| knowledge::is_chest(name));
    let stands = |name: &str| leads_on && blocks.contains_key(name);
    Stations { table: nearby.table && stands(TABLE), furnace: nearby.furnace && stands(FURNACE) }
}

/// What the planner may build on: what is held, and what was seen nearby. What others have put up for themselves is not
/// counted on.
pub fn planner_state(outlook: &Outlook) -> PlannerState {
    let Outlook { seen, blocks, places, last, .. } = *outlook;
    let feet = seen.position.block();
    let (low, high) = (
        feet.offset(-KNOWN_RADIUS, -KNOWN_HEIGHT, -KNOWN_RADIUS),
        feet.offset(KNOWN_RADIUS, KNOWN_HEIGHT, KNOWN_RADIUS),
    );
    let known = by_name(blocks, low, high).into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
    let nearby = stations_near(blocks, feet, outlook.stations_of_others());
    PlannerState {
        inventory: seen.inventory(),
        position: Some(seen.position.stood()),
        yaw: Some(seen.yaw),
        nearby,
        by_chests: by_chests(blocks, feet, nearby),
        known,
        lying: seen
            .entities
            .iter()
            .filter(|entity| entity.kind == "item")
            .filter_map(|item| item.name.clone())
            .collect(),
        stores: seen.containers.clone(),
        dimension: seen.dimension.clone(),
        places: places.named.clone(),
        players: seen.online.clone(),
        back: places.back.clone(),
        last: last.0.as_ref().map(|last| last.as_seen(seen, blocks)),
        buildings: outlook.buildings(),
        ..Default::default()
    }
}
