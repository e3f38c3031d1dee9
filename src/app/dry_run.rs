//! `--dry-run`: goals are planned where the bot stands, and none is begun: what it would do, with what, and what would give way.

use std::{collections::BTreeMap, fmt::Write};

use bevy::prelude::*;

use super::{Failure, Host, Interrupt, SessionConfig, headless::run_headless, status, terminal};
use crate::{
    construction::Building,
    domain::{GoalState, ItemCounts, PlanDraft, ToolRequest, thousands},
    journal::{Event, Journal},
    mind::{
        FreePlans, View,
        plan::{
            grammar,
            text::{plan_json, plan_text},
        },
    },
};

/// What has come of a goal.
#[derive(Default)]
struct Rehearsed {
    plan: Option<PlanDraft>,
    /// What its bot held when it was planned.
    held: ItemCounts,
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
    interrupt.listen(std::sync::Arc::new(|| ()))?;
    let (mut rehearsed, mut read, mut is_planned): (BTreeMap<u64, Rehearsed>, usize, bool) = Default::default();
    let mut last = Vec::new();
    let ended = run_headless(config, interrupt.clone(), |world| {
        let journal = world.resource::<Journal>();
        let news = journal.numbered(read..usize::MAX);
        read += news.len();
        let plans = news.iter().filter_map(|entry| match &entry.event {
            Event::Planned { plan } => Some((entry.goal?, entry.bot.clone(), plan.clone())),
            _ => None,
        });
        let view = &world.resource::<View>().0;
        for (goal, bot, plan) in plans {
            let bot = view.bots.iter().find(|one| bot.as_ref().is_none_or(|name| *name == one.username));
            let held = bot.and_then(|bot| Some(bot.observation.as_ref()?.inventory())).unwrap_or_default();
            rehearsed.insert(goal, Rehearsed { plan: Some(plan), held });
        }
        let rests = |state: GoalState| state.is_over() || state == GoalState::Paused;
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
    let mut all = true;
    for goal in &last {
        let text = goal
            .bot
            .as_ref()
            .filter(|_| last.len() > 1)
            .map_or(goal.text.clone(), |bot| format!("{bot}: {}", goal.text));
        match rehearsed.get(&goal.id) {
            Some(Rehearsed { plan: Some(plan), .. }) if json => terminal::say(&terminal::json(&plan_json(&text, plan))),
            Some(Rehearsed { plan: Some(plan), held }) => {
                terminal::say((plan_text(&text, plan) + &materials(plan, held)).trim_end());
            }
            _ => {
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

/// What the buildings of a plan take, what of it is held, and what is not.
fn materials(plan: &PlanDraft, held: &ItemCounts) -> String {
    let mut told = String::new();
    for step in &plan.steps {
        let ToolRequest::Build(build) = &step.request else { continue };
        let Ok(building) = Building::of(build) else { continue };
        let blueprint = building.blueprint();
        let Ok(items) = blueprint.items() else { continue };
        let [width, height, depth] = blueprint.size;
        let blocks = thousands(blueprint.blocks() as u64);
        let _ = writeln!(
            told,
            "  {}: {blocks} blocks, {width} wide, {depth} deep and {height} high, from {} to {}",
            blueprint.called(),
            building.volume().low(),
            building.volume().high()
        );
        let longest = items.keys().map(|item| item.len()).max().unwrap_or(0);
        let _ = writeln!(told, "  {:longest$}   needs    held  lacking", "");
        for (item, needs) in items {
            let held = held.count(item);
            let lacks = needs.saturating_sub(held);
            let _ = writeln!(told, "  {item:longest$}  {needs:6}  {held:6}   {lacks:6}");
        }
    }
    told
}
