//! The active goal gets a plan: retrieve, plan, dry run. A goal that cannot be is refused before anything moves.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{
    Sops,
    agent::{Link, Seen, can_work},
    closure::{FURNACE, TABLE},
    dry_run::Stations,
    goal::{Goal, GoalNote, GoalParts, fail},
    llm::Desk,
    planner::{PlannerState, plan_goal},
    recover::Failure,
    steps::{Attempts, Brought, Placed, Plan, StepOf, Steps, bundle},
    steps_of::take_back,
    view::SeenBlocks,
};
use crate::{
    body::STATION_RADIUS,
    domain::{Observation, PlanDraft},
    journal::{Event, Journal},
    knowledge,
    voxel::SeenWorld,
};

/// How far around the bot the planner looks, in blocks: what is nearer needs no search.
const KNOWN_RADIUS: i32 = 48;
/// And how far up and down.
const KNOWN_HEIGHT: i32 = 20;

/// Plans the active goal, once it has none, or makes its plan anew after the bot came back. Where there is a model, `consult`
/// puts goals to it instead.
pub(super) fn plan_active_goal(
    mut goals: Query<(GoalParts, Option<&Plan>, &Placed)>,
    agent: Single<(&Link, &Seen)>,
    sops: Res<Sops>,
    blocks: Res<SeenBlocks>,
    desk: Res<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let (link, seen) = *agent;
    let Some(seen) = &seen.0 else { return };
    if desk.limits().is_some() {
        return;
    }
    for ((entity, goal, mut phase, mut note, mut spent), plan, placed) in &mut goals {
        if !can_work(link, &phase) || (plan.is_some() && !note.replan) {
            continue;
        }
        let state = planner_state(seen, &blocks.0);
        match plan_goal(&goal.text, &state, &sops.0) {
            Ok(draft) => adopt(entity, goal, &mut note, placed, draft, state, &mut journal, &mut commands),
            Err(refusal) => fail(goal, &mut phase, &mut note, &mut spent, refusal.error, &mut journal),
        }
    }
}

/// A plan becomes the goal's.
pub(super) fn adopt(
    entity: Entity,
    goal: &Goal,
    note: &mut GoalNote,
    placed: &Placed,
    mut draft: PlanDraft,
    state: PlannerState,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    note.replan = false;
    // What an earlier plan of this goal left standing is taken back by this one.
    let left = placed.0.iter().filter(|placed| placed.means);
    draft.steps.extend(left.map(|placed| take_back(&placed.block)));
    journal.record(Some(goal.id), Event::Planned { plan: draft.clone() });
    commands.entity(entity).despawn_related::<Steps>();
    for step in draft.steps.clone() {
        commands.spawn((bundle(step, None, Attempts::default()), StepOf(entity)));
    }
    let began = PlannerState { known: BTreeMap::new(), ..state };
    commands.entity(entity).remove::<Failure>().insert(Plan { draft, began, brought: Brought::default() });
}

/// What the planner may build on: what is held, and what was seen nearby.
pub(super) fn planner_state(seen: &Observation, blocks: &SeenWorld) -> PlannerState {
    let feet = seen.position.block();
    let (low, high) = (
        feet.offset(-KNOWN_RADIUS, -KNOWN_HEIGHT, -KNOWN_RADIUS),
        feet.offset(KNOWN_RADIUS, KNOWN_HEIGHT, KNOWN_RADIUS),
    );
    let known = blocks
        .count_states(low, high)
        .into_iter()
        .filter_map(|(state, count)| Some((knowledge::block_of_state(state)?.name.to_owned(), count)))
        .fold(BTreeMap::new(), |mut known, (name, count)| {
            *known.entry(name).or_default() += count;
            known
        });
    let around = |radius: i32| (feet.offset(-radius, -4, -radius), feet.offset(radius, 4, radius));
    let (low, high) = around(STATION_RADIUS);
    let states = blocks.count_states(low, high);
    let stands = |name: &str| {
        let station = knowledge::block(name);
        station.is_some_and(|station| states.keys().any(|s| (station.min_state..=station.max_state).contains(s)))
    };
    PlannerState {
        inventory: seen.inventory(),
        position: Some(seen.position),
        nearby: Stations { table: stands(TABLE), furnace: stands(FURNACE) },
        known,
        ..Default::default()
    }
}
