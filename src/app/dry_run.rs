//! `--dry-run`: goals are planned where the bot stands, and none is begun: what it would do, with what, and what would give way.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    sync::Arc,
};

use bevy::prelude::*;

use super::{Failure, Host, Interrupt, SessionConfig, headless::run_headless, status, terminal};
use crate::{
    body::{Rehearsal, Trial},
    construction::Building,
    domain::{GoalState, ItemCounts, PlanDraft, ToolRequest, thousands},
    journal::{Event, Journal},
    mind::{
        Agent, FreePlans, Seen, SeenBlocks, View,
        plan::{
            grammar,
            text::{plan_json, plan_text},
        },
    },
};

/// A goal that has been planned.
struct Rehearsed {
    plan: PlanDraft,
    /// What its bot held by then.
    held: ItemCounts,
    /// What it builds, and how that would go.
    buildings: Vec<(Building, Rehearsal)>,
}

impl Rehearsed {
    fn only(plan: PlanDraft) -> Self {
        Self { plan, held: ItemCounts::default(), buildings: Vec::new() }
    }
}

/// What cannot be rehearsed.
///
/// # Errors
/// A goal that waits for its time.
pub fn check(goals: &[String]) -> Result<(), Failure> {
    let waits = goals.iter().find(|goal| matches!(grammar::standing(goal), Ok(Some(_))));
    match waits {
        Some(goal) => Err(Failure::bad_input(format!(
            "{goal:?} waits for its time, and is planned only then: leave --dry-run out, or say only what is to be done"
        ))),
        None => Ok(()),
    }
}

/// Plans each goal as if it were the first, and prints the plans.
///
/// # Errors
/// As of a run.
pub fn run(mut config: SessionConfig, host: &Host, json: bool) -> Result<u8, Failure> {
    config.policy.is_dry_run = true;
    // What only a model understands is shown, as all is.
    config.policy.free_plans = FreePlans::Done;
    let (asked, interrupt) = (config.goals.len(), Interrupt::default());
    interrupt.listen(Arc::new(|| ()))?;
    let (mut rehearsed, mut read, mut is_planned): (BTreeMap<u64, Rehearsed>, usize, bool) = Default::default();
    let mut last = Vec::new();
    let ended = run_headless(config, interrupt.clone(), |world| {
        let news = world.resource::<Journal>().numbered(read..usize::MAX);
        read += news.len();
        let plans = news.iter().filter_map(|entry| match &entry.event {
            Event::Planned { plan } => Some((entry.goal?, entry.bot.clone(), plan.clone())),
            _ => None,
        });
        let plans: Vec<(u64, Option<String>, PlanDraft)> = plans.collect();
        for (goal, bot, plan) in plans {
            // A program is told of the plan alone.
            let of = if json { Rehearsed::only(plan) } else { rehearse(world, bot.as_deref(), plan) };
            rehearsed.insert(goal, of);
        }
        let rests = |state: GoalState| state.is_over() || state == GoalState::Paused;
        let view = &world.resource::<View>().0;
        if !is_planned && view.goals.len() >= asked && view.goals.iter().all(|goal| rests(goal.state)) {
            last.clone_from(&view.goals);
            is_planned = true;
            interrupt.set();
        }
    })?;
    if let Some(reason) = ended.reason {
        return Err(host.not_joined(&reason));
    }
    if !is_planned {
        return Ok(ended.status);
    }
    let bots: BTreeSet<&str> = last.iter().filter_map(|goal| goal.bot.as_deref()).collect();
    let mut all = true;
    for goal in &last {
        let of = goal.bot.as_ref().filter(|_| bots.len() > 1);
        let text = of.map_or(goal.text.clone(), |bot| format!("{bot}: {}", goal.text));
        match rehearsed.get(&goal.id) {
            Some(Rehearsed { plan, .. }) if json => terminal::say(&terminal::json(&plan_json(&text, plan))),
            Some(Rehearsed { plan, held, buildings }) => {
                let buildings = buildings.iter().map(|(building, rehearsal)| building_text(building, rehearsal, held));
                terminal::say((plan_text(&text, plan) + &buildings.collect::<String>()).trim_end());
            }
            None => {
                let why = goal.note.clone().unwrap_or_default();
                let is_answer = goal.state == GoalState::Done;
                all &= is_answer;
                match json {
                    true => terminal::say(&terminal::json(
                        &serde_json::json!({ "goal": text, "success": is_answer, "why": why }),
                    )),
                    false => terminal::say(&format!("{text}\n  {}{why}", if is_answer { "" } else { "no plan: " })),
                }
            }
        }
    }
    Ok(if all { status::DONE } else { status::FAILED })
}

/// What a bot holds by now, or the first where none is named, and how what its plan builds would be built on the land that it sees.
fn rehearse(world: &mut World, bot: Option<&str>, plan: PlanDraft) -> Rehearsed {
    let mut agents = world.query::<(Entity, &Agent, &Seen)>();
    let agent = agents.iter(world).find(|(_, agent, _)| bot.is_none_or(|bot| agent.username == bot));
    let seen = agent.and_then(|(entity, _, seen)| Some((entity, seen.0.as_ref()?)));
    let Some((entity, seen)) = seen else {
        return Rehearsed::only(plan);
    };
    let blocks = world.resource::<SeenBlocks>().of(entity);
    let columns = blocks.stamps().filter_map(|(chunk, _)| Some((chunk, blocks.column(chunk)?.clone())));
    let land = Trial::new(columns, seen.position.block());
    let built = plan.steps.iter().filter_map(|step| match &step.request {
        ToolRequest::Build(build) => Building::of(build).ok(),
        _ => None,
    });
    let buildings = built.map(|building| {
        let rehearsal = land.rehearse(&building);
        (building, rehearsal)
    });
    let (held, buildings) = (seen.inventory(), buildings.collect());
    Rehearsed { plan, held, buildings }
}

/// A rehearsal in words.
fn in_thought(rehearsal: &Rehearsal) -> String {
    let Rehearsal { order, dug, stands, risen, earth, walked, .. } = rehearsal;
    let (blocks, seconds) = (thousands(order.len() as u64), (walked / 20.0).round());
    let mut told = format!(
        "  in thought: {dug} dug away, then {blocks} put one after the other from {stands} places, {seconds} s of walking\n"
    );
    if *risen > 0 {
        let _ = writeln!(told, "  {risen} times on earth laid under oneself, up to {earth} blocks, and taken up again");
    }
    if let Some(first) = rehearsal.unreached().next() {
        let count = rehearsal.unreached().count();
        let _ = writeln!(
            told,
            "  {count} take earth beside them or a way that shows only on the site, the first at {first}"
        );
    }
    told
}

/// A building in words: how it would be built, what it takes, what of it is held, and what is not.
fn building_text(building: &Building, rehearsal: &Rehearsal, held: &ItemCounts) -> String {
    let blueprint = building.blueprint();
    let ([width, height, depth], blocks) = (blueprint.size, thousands(blueprint.blocks() as u64));
    let (called, low, high) = (blueprint.called(), building.volume().low(), building.volume().high());
    let mut told = format!(
        "  {called}: {blocks} blocks, {width} wide, {depth} deep and {height} high, from {low} to {high}\n{}",
        in_thought(rehearsal)
    );
    let items = blueprint.items().unwrap_or_default();
    let longest = items.keys().map(|item| item.len()).max().unwrap_or(0);
    let _ = writeln!(told, "  {:longest$}   needs    held  lacking", "");
    for (item, needs) in items {
        let held = held.count(item);
        let lacks = needs.saturating_sub(held);
        let _ = writeln!(told, "  {item:longest$}  {needs:6}  {held:6}   {lacks:6}");
    }
    told
}
