//! What a model is asked, and what becomes of its answers. The active goal is put to it for a plan, and a failed step where the
//! rules only guess (`failure`); its answers are proved as the offline planner's plans are, and what the proof finds goes back
//! to it, at most twice. Whatever goes wrong, the offline planner or the rules take over where they can: so even a very weak
//! model costs calls, and never a goal that needs none.

mod failure;

use bevy::prelude::*;
pub(super) use failure::ask_about_failure;
use failure::{around, by_rule, carry_out_models, rest};

use super::{
    Sops,
    agent::{Link, Seen, can_work},
    goal::{Goal, GoalParts, Ledger, fail},
    grammar::parse,
    llm::{
        Answer, CallError, CallFault, Desk, Limits, Prompt, Role, Turn,
        prompt::{Situation, planner_prompt, repair_turn},
        reply::{prove, prove_recovery, read_plan, read_recovery},
    },
    planner::{PlannerState, plan_goal},
    recover::{Failure, StepParts},
    steps::{Placed, Plan, Steps},
    think::{adopt, planner_state},
    view::SeenBlocks,
};
use crate::{
    domain::{GoalState, Observation},
    journal::{Event, Journal, ModelCall, price},
    knowledge::SopLibrary,
};

/// How often an answer that cannot be proved goes back with the findings.
const REPAIRS: usize = 2;
/// How much of an answer is shown to its author again, in characters: the findings are what counts.
const MOST_QUOTED: usize = 8_000;

/// What is to be said of a goal that only a model understands: that each step is shown says nothing of the whole.
const AS_UNDERSTOOD: &str = "planned as the model understands it: whether that is what was meant is not checked";
/// Tokens in and out that no call goes beyond: a prompt with two repairs, and the most that a model may write.
const MOST_TOKENS: (u64, u64) = (12_000, 4_096);

/// On a goal: a model has been asked something for it.
#[derive(Component, Debug)]
pub(super) struct Asking {
    call: u64,
    prompt: Prompt,
    repairs: usize,
    /// The step whose failure it is about, counted from 1.
    step: Option<usize>,
    /// When it was asked, in milliseconds of the journal.
    since_ms: u64,
}

impl Asking {
    /// What the user waits for.
    pub fn words(&self, desk: &Desk) -> String {
        let model = desk.model(self.prompt.role);
        match self.prompt.role {
            Role::Planner => format!("asking {model} for a plan"),
            Role::Reflexion => format!("asking {model} what to do about a failure"),
        }
    }

    fn purpose(&self) -> String {
        match (self.repairs, self.prompt.role) {
            (0, Role::Planner) => "plan".to_owned(),
            (0, Role::Reflexion) => "failure".to_owned(),
            (repairs, _) => format!("repair {repairs}"),
        }
    }
}

/// Ends the calls of goals that are no longer to be worked at.
pub(super) fn withdraw_calls(
    mut goals: Query<(Entity, &Goal, &GoalState, &Asking, &mut Ledger)>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    for (entity, goal, phase, asking, mut ledger) in &mut goals {
        if *phase == GoalState::Active {
            continue;
        }
        desk.withdraw(asking.call);
        commands.entity(entity).remove::<Asking>();
        let latency_ms = journal.elapsed_ms().saturating_sub(asking.since_ms);
        let error = CallError::new(CallFault::Withdrawn, "nobody waits for it any more", None);
        let answer = Answer { call: asking.call, result: Err(error), tries: desk.tries(), latency_ms };
        let call = entry(&answer, asking, &desk);
        journal.record(Some(goal.id), Event::ModelCalled { call: call.clone() });
        ledger.calls.push(call);
    }
}

/// Puts the active goal to the model if it has no plan and nobody has been asked; or, where a call may not be made, to the
/// offline planner.
pub(super) fn ask_for_plan(
    mut goals: Query<(GoalParts, Option<&Plan>, &Placed, &mut Ledger), Without<Asking>>,
    agent: Single<(&Link, &Seen)>,
    sops: Res<Sops>,
    blocks: Res<SeenBlocks>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let (link, seen) = *agent;
    let (Some(seen), Some(limits)) = (&seen.0, desk.limits().cloned()) else { return };
    for (parts, plan, placed, mut ledger) in &mut goals {
        let (entity, goal, phase, note, _) = &parts;
        if !can_work(link, phase) || (plan.is_some() && !note.replan) {
            continue;
        }
        let state = planner_state(seen, &blocks.0);
        if let Err(why) = may_ask(&ledger, &limits, &desk, Role::Planner, seen) {
            fall_back(parts, placed, &why, state, &sops.0, &mut journal, &mut commands);
            continue;
        }
        let prompt = planner_prompt(&Situation { goal: &goal.text, sops: &sops.0, state: &state, observation: seen });
        if let Some(asking) = send(&mut desk, prompt, (0, None), goal, seen, &mut ledger, &mut journal) {
            commands.entity(*entity).insert(asking);
        }
    }
}

/// What an answer is held against, on its goal.
type Asked = (
    GoalParts,
    &'static Placed,
    &'static mut Ledger,
    &'static Asking,
    Option<&'static Plan>,
    Option<&'static Steps>,
    Option<&'static Failure>,
);

/// Takes the models' answers: a plan that is proved becomes the goal's, and what is to be done about a failure is done.
pub(super) fn take_answers(
    mut goals: Query<Asked>,
    mut steps: Query<StepParts>,
    seen: Single<&Seen>,
    sops: Res<Sops>,
    blocks: Res<SeenBlocks>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let Some(seen) = &seen.0 else { return };
    let Some(limits) = desk.limits().cloned() else { return };
    for answer in desk.answers() {
        let asked = goals.iter_mut().find(|(_, _, _, asking, ..)| asking.call == answer.call);
        let Some((mut parts, placed, mut ledger, asking, plan, list, failure)) = asked else { continue };
        let (entity, goal) = (parts.0, parts.1);
        let role = asking.prompt.role;
        // Who is asked for a plan anew knows nothing of what had failed before.
        let failure = failure.filter(|_| role == Role::Reflexion);
        let model = desk.model(role).to_owned();
        let call = entry(&answer, asking, &desk);
        if let Ok(reply) = &answer.result {
            journal.record(Some(goal.id), Event::ModelReply { call: answer.call, text: reply.text.clone() });
        }
        journal.record(Some(goal.id), Event::ModelCalled { call: call.clone() });
        ledger.calls.push(call);
        let failed = failure.zip(plan).zip(list).and_then(|((failure, plan), list)| {
            let around = around(failure, list, placed, &steps, seen)?;
            let rest = rest(goal, plan, failure, &around, &steps)?;
            Some((failure, around, rest))
        });
        if role == Role::Reflexion && failed.is_none() {
            // The plan has changed since: there is nothing to mend any more.
            commands.entity(entity).remove::<(Asking, Failure)>();
            continue;
        }
        let state = planner_state(seen, &blocks.0);
        let unproved = match (answer.result, &failed) {
            (Err(error), _) => Err(error.to_string()),
            (Ok(reply), None) => {
                match read_plan(&reply.text).and_then(|plan| prove(plan, &model, &goal.text, &state)) {
                    Ok(draft) => {
                        commands.entity(entity).remove::<Asking>();
                        if parse(&goal.text).is_err() {
                            parts.3.why = Some(AS_UNDERSTOOD.to_owned());
                        }
                        adopt(entity, goal, &mut parts.3, placed, draft, state, &mut journal, &mut commands);
                        continue;
                    }
                    Err(findings) => Ok((reply, findings)),
                }
            }
            (Ok(reply), Some((failure, around, rest))) => {
                match read_recovery(&reply.text).and_then(|answer| prove_recovery(answer, rest, &state)) {
                    Ok(recovery) => {
                        commands.entity(entity).remove::<Asking>();
                        let (journal, commands) = (&mut journal, &mut commands);
                        carry_out_models(recovery, &model, parts, failure, around, &mut steps, journal, commands);
                        continue;
                    }
                    Err(findings) => Ok((reply, findings)),
                }
            }
        };
        let why = match unproved {
            Err(why) => why,
            Ok((reply, findings)) => {
                let found = findings.join("; ");
                let may = if asking.repairs < REPAIRS {
                    may_ask(&ledger, &limits, &desk, role, seen)
                } else {
                    Err(format!("sent back {REPAIRS} times"))
                };
                let again = may.is_ok().then(|| {
                    journal.record(Some(goal.id), Event::SentBack { findings: findings.clone() });
                    let mut prompt = asking.prompt.clone();
                    prompt.turns.push(Turn::Model(reply.text.chars().take(MOST_QUOTED).collect()));
                    prompt.turns.push(Turn::User(repair_turn(role, &findings)));
                    let which = (asking.repairs + 1, asking.step);
                    send(&mut desk, prompt, which, goal, seen, &mut ledger, &mut journal)
                });
                if let Some(asking) = again.flatten() {
                    commands.entity(entity).insert(asking);
                    continue;
                }
                format!("the model's answer cannot be proved ({}): {found}", may.err().unwrap_or_default())
            }
        };
        match failed {
            None => fall_back(parts, placed, &why, state, &sops.0, &mut journal, &mut commands),
            Some((failure, around, _)) => {
                by_rule(parts, failure, &around, &mut steps, why, &mut journal, &mut commands);
            }
        }
    }
}

/// Sends a call off (which repair it is and about which step, is noted) and writes down all that the model is told.
fn send(
    desk: &mut Desk,
    prompt: Prompt,
    (repairs, step): (usize, Option<usize>),
    goal: &Goal,
    seen: &Observation,
    ledger: &mut Ledger,
    journal: &mut Journal,
) -> Option<Asking> {
    let call = desk.ask(prompt.clone())?;
    let model = desk.model_of(prompt.role)?;
    let turns = prompt.turns.iter().map(|turn| match turn {
        Turn::User(text) | Turn::Model(text) => text.clone(),
    });
    let event = Event::ModelPrompt {
        call,
        role: prompt.role.name().to_owned(),
        provider: model.provider.name().to_owned(),
        model: model.model.clone(),
        system: prompt.system.clone(),
        turns: turns.collect(),
        schema: prompt.schema.clone(),
    };
    journal.record(Some(goal.id), event);
    ledger.note(seen);
    Some(Asking { call, prompt, repairs, step, since_ms: journal.elapsed_ms() })
}

/// The reason why a goal may not make another call.
fn may_ask(ledger: &Ledger, limits: &Limits, desk: &Desk, role: Role, seen: &Observation) -> Result<(), String> {
    let made = ledger.calls.len() as u32;
    if made >= limits.max_calls {
        return Err(format!("{made} calls of a model have been made, the most for one goal"));
    }
    let idle = ledger.idle(seen);
    if idle >= limits.max_calls_without_change {
        return Err(format!("{idle} calls of a model have changed nothing in the world"));
    }
    let Some(budget) = limits.budget_usd else { return Ok(()) };
    let model = desk.model(role);
    // A call of which nobody knows what it used counts as one that used the most.
    let spent =
        ledger.calls.iter().map(|call| call.usd.or_else(|| price(&call.model, MOST_TOKENS.0, 0, MOST_TOKENS.1)));
    match (price(model, 1, 0, 1), spent.sum::<Option<f64>>()) {
        (None, _) | (_, None) => Err(format!("the price of {model} is not known, so no budget can be kept")),
        (_, Some(spent)) if spent >= budget => Err(format!("the budget of ${budget} is spent")),
        _ => Ok(()),
    }
}

/// A call as the ledger has it.
fn entry(answer: &Answer, asking: &Asking, desk: &Desk) -> ModelCall {
    let model = desk.model(asking.prompt.role);
    let usage = match &answer.result {
        Ok(reply) => reply.usage,
        Err(error) => error.usage,
    };
    let usd = match (&answer.result, usage) {
        // Nothing was sent: there is no key, or a recording answers.
        _ if answer.tries == 0 => Some(0.0),
        (_, Some(usage)) => price(model, usage.input, usage.cached, usage.output),
        (Err(CallError { fault, .. }), None) if fault.is_free() => Some(0.0),
        _ => None,
    };
    let usage = usage.unwrap_or_default();
    ModelCall {
        call: answer.call,
        role: asking.prompt.role.name().to_owned(),
        model: model.to_owned(),
        purpose: asking.purpose(),
        step: asking.step,
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
    state: PlannerState,
    sops: &SopLibrary,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    journal.record(Some(goal.id), Event::FellBack { why: why.to_owned() });
    commands.entity(entity).remove::<Asking>();
    match plan_goal(&goal.text, &state, sops) {
        Ok(draft) => adopt(entity, goal, &mut note, placed, draft, state, journal, commands),
        Err(refusal) => {
            let mut error = refusal.error;
            error.message = format!("{why}; and the offline planner cannot plan it either: {}", error.message);
            fail(goal, &mut phase, &mut note, &mut spent, error, journal);
        }
    }
}
