//! Plans from a model. The active goal is put to it; its answer is proved as the offline planner's plans are; what the
//! proof finds goes back to it, at most twice. Whatever goes wrong, the offline planner takes over where it can: so even a
//! very weak model costs calls, and never a goal that needs none.

use bevy::prelude::*;

use super::{
    Sops,
    agent::{Link, Seen, can_work},
    goal::{Goal, GoalParts, Ledger, fail},
    llm::{
        Answer, CallError, CallFault, Desk, Limits, Prompt, Role, Turn,
        prompt::{Situation, planner_prompt, repair_turn},
        reply::{prove, read_plan},
    },
    planner::plan_goal,
    steps::{Placed, Plan},
    think::{adopt, planner_state},
    view::SeenBlocks,
};
use crate::{
    domain::{Observation, Totals},
    journal::{Event, Journal, ModelCall, price},
    knowledge::SopLibrary,
    voxel::SeenWorld,
};

/// How often a plan that cannot be proved goes back with the findings.
const REPAIRS: usize = 2;
/// How much of an answer is shown to its author again, in characters: the findings are what counts.
const MOST_QUOTED: usize = 8_000;

/// On a goal: a model has been asked to plan it.
#[derive(Component, Debug)]
pub(super) struct Asking {
    call: u64,
    prompt: Prompt,
    repairs: usize,
}

impl Asking {
    fn purpose(&self) -> String {
        if self.repairs == 0 { "plan".to_owned() } else { format!("repair {}", self.repairs) }
    }
}

/// What the decisions look at.
struct Scene<'a> {
    seen: &'a Observation,
    blocks: &'a SeenWorld,
    sops: &'a SopLibrary,
}

/// Ends the calls of goals that are no longer to be planned.
pub(super) fn withdraw_calls(
    goals: Query<(Entity, &crate::domain::GoalState, &Asking)>,
    mut desk: ResMut<Desk>,
    mut commands: Commands,
) {
    for (entity, phase, asking) in &goals {
        if *phase != crate::domain::GoalState::Active {
            desk.withdraw(asking.call);
            commands.entity(entity).remove::<Asking>();
        }
    }
}

/// Puts the active goal to the model if it has no plan and nobody has been asked; or, where a call may not be made, to the
/// offline planner.
pub(super) fn ask_for_plan(
    mut goals: Query<(GoalParts, Option<&Plan>, &Placed, &Ledger), Without<Asking>>,
    agent: Single<(&Link, &Seen)>,
    sops: Res<Sops>,
    blocks: Res<SeenBlocks>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let (link, seen) = *agent;
    let (Some(seen), Some(limits)) = (&seen.0, desk.limits().cloned()) else { return };
    let scene = Scene { seen, blocks: &blocks.0, sops: &sops.0 };
    for (parts, plan, placed, ledger) in &mut goals {
        let (entity, goal, phase, note, _) = &parts;
        if !can_work(link, phase) || (plan.is_some() && !note.replan) {
            continue;
        }
        if let Err(why) = may_ask(ledger, &limits, desk.model(Role::Planner)) {
            fall_back(parts, placed, &why, &scene, &mut journal, &mut commands);
            continue;
        }
        let state = planner_state(seen, &blocks.0);
        let prompt = planner_prompt(&Situation { goal: &goal.text, sops: &sops.0, state: &state, observation: seen });
        if let Some(asking) = send(&mut desk, prompt, 0, goal, &mut journal) {
            commands.entity(*entity).insert(asking);
        }
    }
}

/// Takes the models' answers: a plan that is proved becomes the goal's.
pub(super) fn take_answers(
    mut goals: Query<(GoalParts, &Placed, &mut Ledger, &Asking)>,
    seen: Single<&Seen>,
    sops: Res<Sops>,
    blocks: Res<SeenBlocks>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let Some(seen) = &seen.0 else { return };
    let Some(limits) = desk.limits().cloned() else { return };
    let scene = Scene { seen, blocks: &blocks.0, sops: &sops.0 };
    for answer in desk.answers() {
        let asked = goals.iter_mut().find(|(.., asking)| asking.call == answer.call);
        let Some((mut parts, placed, mut ledger, asking)) = asked else { continue };
        let (entity, goal) = (parts.0, parts.1);
        let model = desk.model(asking.prompt.role).to_owned();
        let call = entry(&answer, asking, &model);
        if let Ok(reply) = &answer.result {
            journal.record(Some(goal.id), Event::ModelReply { call: answer.call, text: reply.text.clone() });
        }
        journal.record(Some(goal.id), Event::ModelCalled { call: call.clone() });
        ledger.calls.push(call);
        let reply = match answer.result {
            Ok(reply) => reply,
            Err(error) => {
                fall_back(parts, placed, &error.to_string(), &scene, &mut journal, &mut commands);
                continue;
            }
        };
        let state = planner_state(seen, &blocks.0);
        match read_plan(&reply.text).and_then(|plan| prove(plan, &model, &goal.text, &state)) {
            Ok(draft) => {
                commands.entity(entity).remove::<Asking>();
                adopt(entity, goal, &mut parts.3, placed, draft, &mut journal, &mut commands);
            }
            Err(findings) => {
                let again = may_ask(&ledger, &limits, &model)
                    .and_then(|()| if asking.repairs < REPAIRS { Ok(()) } else { Err("mended twice".to_owned()) });
                let again = again.ok().and_then(|()| {
                    let mut prompt = asking.prompt.clone();
                    prompt.turns.push(Turn::Model(reply.text.chars().take(MOST_QUOTED).collect()));
                    prompt.turns.push(Turn::User(repair_turn(&findings)));
                    send(&mut desk, prompt, asking.repairs + 1, goal, &mut journal)
                });
                match again {
                    Some(asking) => _ = commands.entity(entity).insert(asking),
                    None => {
                        let why = format!("the model's plan cannot be proved: {}", findings.join("; "));
                        fall_back(parts, placed, &why, &scene, &mut journal, &mut commands);
                    }
                }
            }
        }
    }
}

fn send(desk: &mut Desk, prompt: Prompt, repairs: usize, goal: &Goal, journal: &mut Journal) -> Option<Asking> {
    let call = desk.ask(prompt.clone())?;
    let turns = prompt.turns.iter().map(|turn| match turn {
        Turn::User(text) | Turn::Model(text) => text.clone(),
    });
    let event = Event::ModelPrompt { call, system: prompt.system.clone(), turns: turns.collect() };
    journal.record(Some(goal.id), event);
    Some(Asking { call, prompt, repairs })
}

/// The reason why a goal may not make another call.
fn may_ask(ledger: &Ledger, limits: &Limits, model: &str) -> Result<(), String> {
    let made = ledger.calls.len() as u32;
    if made >= limits.max_calls {
        return Err(format!("{made} calls of a model have been made, the most for one goal"));
    }
    let Some(budget) = limits.budget_usd else { return Ok(()) };
    let spent = ledger.totals().map_or(Some(0.0), |Totals { usd, .. }| usd);
    match (price(model, 1, 0, 1), spent) {
        (None, _) | (_, None) => Err(format!("the price of {model} is not known, so no budget can be kept")),
        (_, Some(spent)) if spent >= budget => Err(format!("the budget of ${budget} is spent")),
        _ => Ok(()),
    }
}

/// A call as the ledger has it.
fn entry(answer: &Answer, asking: &Asking, model: &str) -> ModelCall {
    let usage = answer.result.as_ref().ok().and_then(|reply| reply.usage);
    let usd = match &answer.result {
        Ok(_) => usage.and_then(|usage| price(model, usage.input, usage.cached, usage.output)),
        // Nothing was generated; only of the others nobody knows what they cost.
        Err(CallError { fault, .. }) => {
            (!matches!(fault, CallFault::TimedOut | CallFault::Refused | CallFault::Garbled)).then_some(0.0)
        }
    };
    let usage = usage.unwrap_or_default();
    ModelCall {
        call: answer.call,
        role: asking.prompt.role.name().to_owned(),
        model: model.to_owned(),
        purpose: asking.purpose(),
        outcome: answer.result.as_ref().map_or_else(|error| error.fault.name(), |_| "ok").to_owned(),
        tries: answer.tries,
        latency_ms: answer.latency_ms,
        input: usage.input,
        cached: usage.cached,
        output: usage.output,
        reasoning: usage.reasoning,
        usd,
    }
}

/// The offline planner takes over; where it cannot, the goal fails with what was wrong on both sides.
fn fall_back(
    (entity, goal, mut phase, mut note, mut spent): bevy::ecs::query::QueryItem<GoalParts>,
    placed: &Placed,
    why: &str,
    scene: &Scene,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    journal.record(Some(goal.id), Event::FellBack { why: why.to_owned() });
    commands.entity(entity).remove::<Asking>();
    match plan_goal(&goal.text, &planner_state(scene.seen, scene.blocks), scene.sops) {
        Ok(draft) => adopt(entity, goal, &mut note, placed, draft, journal, commands),
        Err(refusal) => {
            let mut error = refusal.error;
            error.message = format!("{why}; and the offline planner cannot plan it either: {}", error.message);
            fail(goal, &mut phase, &mut note, &mut spent, error, journal);
        }
    }
}
