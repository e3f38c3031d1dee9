//! What a model is asked, and what becomes of its answers. The active goal is put to it for a plan, and a failed step where the
//! rules only guess (`failure`); its answers are proved as the offline planner's plans are, and what the proof finds goes back
//! to it, at most twice (`answers`). While a plan is long in coming, the offline planner's is at work (`meanwhile`). Whatever
//! goes wrong, the offline planner or the rules take over where they can: so even a very weak model costs calls, and never a
//! goal that needs none; and a slow one costs no time.

mod answers;
mod design;
mod failure;
mod meanwhile;
mod plan;

use std::time::Duration;

pub(in crate::mind) use answers::hear_answers;
use bevy::prelude::*;
pub use design::Drawings;
pub(in crate::mind) use design::heed_drawings;
pub(in crate::mind) use failure::{ask_about_failure, heed_recoveries};
pub(in crate::mind) use meanwhile::lose_patience;
pub(in crate::mind) use plan::{ask_for_plan, heed_plans};

use super::{
    call::{Answer, CallError, CallFault, Prompt, Reply, Role, Turn},
    config::{Limits, ModelConfig},
    desk::Desk,
};
use crate::{
    domain::{GoalState, Observation},
    journal::{Event, Journal, ModelCall, price},
    mind::{
        goals::{Goal, Ledger},
        steps::OnHold,
    },
};

/// Tokens in and out that no call goes beyond: a prompt with two repairs, and the most that a model may write.
const MOST_TOKENS: (u64, u64) = (12_000, 4_096);

/// On a goal: a model has been asked something for it.
#[derive(Component, Debug)]
pub struct Asking {
    call: u64,
    prompt: Prompt,
    /// Who was asked.
    model: ModelConfig,
    repairs: usize,
    /// The step whose failure it is about, counted from 1.
    step: Option<usize>,
    /// When it was asked, in milliseconds of the journal.
    since_ms: u64,
    /// When it was asked for the first time, repairs not counted, in the mind's time.
    since: Duration,
    wait: Wait,
    /// What it has answered: put off while a call of a plan that began meanwhile is under way.
    answer: Option<Result<Reply, CallError>>,
}

/// On a goal: what it asks for has been drawn, and this is the goal in words since.
#[derive(Component, Debug)]
pub struct Drawn(pub String);

/// What the bot does until the answer comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    /// Nothing yet.
    Still,
    /// Nothing, since there is no other plan.
    InVain,
    /// It works at the offline planner's plan.
    AtWork,
}

impl Asking {
    /// What the user waits for.
    pub fn words(&self) -> String {
        let model = &self.model.model;
        match (self.prompt.role, self.wait, &self.answer) {
            (Role::Reflexion, ..) => format!("asking {model} what to do about a failure"),
            (Role::Designer, ..) => format!("asking {model} for a drawing"),
            (Role::Planner, Wait::AtWork, None) => {
                format!("still asking {model} for a plan, the offline plan is at work meanwhile")
            }
            (Role::Planner, Wait::AtWork, Some(_)) => format!("the plan of {model} is looked at after this step"),
            (Role::Planner, ..) => format!("asking {model} for a plan"),
        }
    }

    /// Whether steps may be begun until the answer comes.
    pub fn lets_work(&self) -> bool {
        self.wait == Wait::AtWork
    }

    fn purpose(&self) -> String {
        match (self.repairs, self.prompt.role) {
            (0, Role::Planner) => "plan".to_owned(),
            (0, Role::Reflexion) => "failure".to_owned(),
            (0, Role::Designer) => "drawing".to_owned(),
            (repairs, _) => format!("repair {repairs}"),
        }
    }
}

/// Ends the calls of goals that are no longer to be worked at.
pub(in crate::mind) fn withdraw_calls(
    mut goals: Query<(Entity, &Goal, &GoalState, &Asking, &mut Ledger)>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    for (entity, goal, phase, asking, mut ledger) in &mut goals {
        if *phase == GoalState::Active {
            continue;
        }
        commands.entity(entity).remove::<Asking>();
        if asking.answer.is_some() {
            let why = "the goal is no longer worked at".to_owned();
            journal.record(Some(goal.id), Event::PutAside { why });
            continue;
        }
        desk.withdraw(asking.call);
        let latency_ms = journal.elapsed_ms().saturating_sub(asking.since_ms);
        let error = CallError::new(CallFault::Withdrawn, "nobody waits for it any more", None);
        let answer =
            Answer { call: asking.call, result: Err(error), tries: desk.tries(), latency_ms, lost_schema: false };
        let call = entry(&answer, asking);
        journal.record(Some(goal.id), Event::ModelCalled { call: call.clone() });
        ledger.calls.push(call);
    }
}

/// While a model's word is waited for and no plan is at work, no step begins.
pub(in crate::mind) fn hold_steps(
    goals: Query<(Entity, Option<&Asking>, Has<OnHold>), Or<(With<Asking>, With<OnHold>)>>,
    mut commands: Commands,
) {
    for (entity, asking, held) in &goals {
        match asking.is_some_and(|asking| !asking.lets_work()) {
            true if !held => drop(commands.entity(entity).insert(OnHold)),
            false if held => drop(commands.entity(entity).remove::<OnHold>()),
            _ => {}
        }
    }
}

/// Sends a call off (which repair it is and about which step, is noted) and writes down all that the model is told.
fn send(
    desk: &mut Desk,
    (prompt, model): (Prompt, &ModelConfig),
    (repairs, step): (usize, Option<usize>),
    goal: &Goal,
    seen: &Observation,
    ledger: &mut Ledger,
    journal: &mut Journal,
) -> Option<Asking> {
    let call = desk.ask(prompt.clone(), model.clone())?;
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
    let since_ms = journal.elapsed_ms();
    Some(Asking {
        call,
        prompt,
        model: model.clone(),
        repairs,
        step,
        since_ms,
        since: Duration::ZERO,
        wait: Wait::Still,
        answer: None,
    })
}

/// The reason why a goal may not make another call.
fn may_ask(ledger: &Ledger, limits: &Limits, model: &ModelConfig, seen: &Observation) -> Result<(), String> {
    let made = ledger.calls.len() as u32;
    if made >= limits.max_calls {
        return Err(format!("{made} calls of a model have been made, the most for one goal"));
    }
    let idle = ledger.idle(seen);
    if idle >= limits.max_calls_without_change {
        return Err(format!("{idle} calls of a model have changed nothing in the world"));
    }
    let Some(budget) = limits.budget_usd else { return Ok(()) };
    let model = model.model.as_str();
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
fn entry(answer: &Answer, asking: &Asking) -> ModelCall {
    let model = asking.model.model.as_str();
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
