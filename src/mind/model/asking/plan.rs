//! Goals are put to the model for a plan, and its plans become theirs.

use bevy::prelude::*;
use serde_json::json;

use crate::{
    domain::{ErrorCode, PlanDraft, ToolError},
    journal::{Event, Journal},
    knowledge::SopLibrary,
    mind::{
        agent::{Agents, FreePlans, GoalOf},
        goals::{GoalLife, GoalLifeItem, Ledger, Owners, UNCONFIRMED},
        model::{
            asking::{
                Asking, Drawn,
                answers::{heard, send_back},
                may_ask,
                meanwhile::{Underway, put_aside},
                send,
            },
            call::Role,
            config::Models,
            desk::Desk,
            prompt::{Situation, designer_prompt, planner_prompt},
            reply::{SoFar, prove, read_plan},
        },
        plan::{
            grammar::{is_speech, parse, wish},
            planner::{check_goal, is_beyond_models, plan_goal},
            state::PlannerState,
        },
        recovery::{Ruling, StepParts},
        steps::{Failure, Placed, Plan, Sops, StepState, Steps, adopt, planner_state, survey},
    },
};

/// What is to be said of a goal that only a model understands: that each step is shown says nothing of the whole.
const AS_UNDERSTOOD: &str = "planned as the model understands it: whether that is what was meant is not checked";

/// Puts the active goal to its bot's model, where it has one, if it has no plan and nobody has been asked; or, where a call may not be made, to the
/// offline planner.
pub(in crate::mind) fn ask_for_plan(
    mut goals: Query<(GoalLife, &GoalOf, Option<&Plan>, &Placed, &mut Ledger, Option<&Drawn>), Without<Asking>>,
    owners: Res<Owners>,
    agents: Agents,
    models: Query<&Models>,
    sops: Res<Sops>,
    mut desk: ResMut<Desk>,
    time: Res<Time<Real>>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let Some(limits) = desk.limits().cloned() else { return };
    for (mut life, of, plan, placed, mut ledger, drawn) in &mut goals {
        let (Some(outlook), Ok(models)) = (agents.outlook(of), models.get(of.0)) else { continue };
        if !outlook.can_work(&life.state) || (plan.is_some() && !life.note.replan) {
            continue;
        }
        let seen = outlook.seen;
        let left_open = owners.left_open(life.speaker, outlook.blocks);
        let outlook = outlook.over(left_open.as_ref().unwrap_or(outlook.blocks));
        let text = drawn.map_or(&life.goal.text, |drawn| &drawn.0);
        let Some(state) = survey(text, None, &outlook) else { continue };
        let state = PlannerState { speaker: owners.or_first(life.speaker), ..state };
        // What is drawn is a file, and what is said stands there: neither needs a model.
        if drawn.is_some() || is_speech(text) {
            match plan_goal(text, &state, &sops.0) {
                Ok(draft) => adopt(&mut life, placed, draft, state, &mut journal, &mut commands),
                Err(refusal) => life.fail(refusal.error, &mut journal),
            }
            continue;
        }
        let may_ask = match is_beyond_models(&life.goal.text) {
            false => may_ask(&ledger, &limits, &models.planner, seen),
            // Nor do models know of jobs, which the world decides about, a piece at a time.
            true => Err("no model has a tool for what is asked".to_owned()),
        };
        if let Err(why) = may_ask {
            fall_back(&mut life, placed, &why, state, &sops.0, &mut journal, &mut commands);
            continue;
        }
        let goal = life.goal;
        let situation = Situation { goal: &goal.text, sops: &sops.0, state: &state, observation: seen };
        let prompt = match wish(&goal.text) {
            Some(wish) => designer_prompt(&wish, &situation),
            None => planner_prompt(&situation),
        };
        if let Some(asking) =
            send(&mut desk, (prompt, &models.planner), (0, None), goal, seen, &mut ledger, &mut journal)
        {
            commands.entity(life.entity).insert(Asking { since: time.elapsed(), ..asking });
        }
    }
}

/// What a plan is held against, on its goal.
type Planned = (
    GoalLife,
    &'static GoalOf,
    &'static Placed,
    &'static mut Ledger,
    &'static mut Asking,
    Option<(&'static Plan, &'static Steps)>,
    Option<(&'static Failure, &'static Ruling)>,
);

/// Takes the plans that the models have made, where they are proved: as the goal's, or in the place of one that has begun
/// meanwhile. What that one has under way is brought to its end first.
pub(in crate::mind) fn heed_plans(
    mut goals: Query<Planned>,
    steps: Query<StepParts>,
    agents: Agents,
    sops: Res<Sops>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let Some(limits) = desk.limits().cloned() else { return };
    for (mut life, of, placed, mut ledger, mut asking, plan, failed) in &mut goals {
        let Some(outlook) = agents.outlook(of) else { continue };
        let seen = outlook.seen;
        let mut states = plan.iter().flat_map(|(_, list)| list.iter()).filter_map(|step| steps.get(step).ok());
        let is_running = states.any(|(_, state, ..)| matches!(state, StepState::Running { .. }));
        if asking.prompt.role != Role::Planner || is_running {
            continue;
        }
        let Some(answer) = asking.answer.take() else { continue };
        let (entity, goal) = (life.entity, life.goal);
        let model = asking.model.model.clone();
        let state = planner_state(&outlook);
        let underway = plan.filter(|_| asking.lets_work());
        let underway = underway.and_then(|(plan, list)| Underway::new(plan, list, placed, failed, &steps, seen));
        let fresh = SoFar::nothing(&state);
        let so_far = underway.as_ref().map_or(&fresh, |underway| &underway.so_far);
        let proved =
            heard(answer, |text| read_plan(text).and_then(|plan| prove(plan, &model, &goal.text, &state, so_far)));
        let understood = parse(&goal.text).is_ok();
        let draft = match proved {
            Ok(draft) => draft,
            Err(unproved) => {
                let (journal, ledger) = (&mut journal, &mut ledger);
                match send_back(unproved, &asking, goal, seen, &limits, &mut desk, ledger, journal) {
                    Ok(again) => *asking = again,
                    Err(why) if underway.is_some() => put_aside(entity, goal, why, journal, &mut commands),
                    Err(why) => fall_back(&mut life, placed, &why, state, &sops.0, journal, &mut commands),
                }
                continue;
            }
        };
        // The offline planner would know what to do: nobody need be asked.
        let is_known = understood || check_goal(&goal.text, &sops.0).is_ok();
        let free_plans = outlook.policy.free_plans;
        if !is_known && free_plans == FreePlans::Refused {
            commands.entity(entity).remove::<Asking>();
            life.fail(unconfirmed(&draft), &mut journal);
            continue;
        }
        if let Some(underway) = underway {
            // Nobody's plan takes the place of one that the user has changed.
            let weighed = match life.hand.edits.is_empty() {
                true => underway.weigh(&draft, understood, &state),
                false => Err("the plan at work has been changed by you".to_owned()),
            };
            match weighed {
                Ok(why) => underway.give_way(&mut life, draft, why, &mut journal, &mut commands),
                Err(why) => {
                    put_aside(entity, goal, why, &mut journal, &mut commands);
                    continue;
                }
            }
        } else {
            commands.entity(entity).remove::<Asking>();
            adopt(&mut life, placed, draft, state, &mut journal, &mut commands);
        }
        if !is_known && free_plans == FreePlans::Confirmed {
            life.hold(UNCONFIRMED, &mut journal);
        } else if !understood {
            life.note.why = Some(AS_UNDERSTOOD.to_owned());
        }
    }
}

/// The refusal of a plan for words that only the model understands, where nobody can say yes to it.
fn unconfirmed(draft: &PlanDraft) -> ToolError {
    let steps: Vec<String> = draft.steps.iter().map(|step| step.request.title()).collect();
    let words = format!(
        "no rule of mine knows these words; the model would {} ({}). Say it in other words, or give --yes to have such plans carried out",
        steps.join("; "),
        draft.why
    );
    ToolError::new(ErrorCode::InvalidParams, words).with(json!({ "would": steps }))
}

/// The offline planner takes over; where it cannot, the goal fails with what was wrong on both sides.
pub(super) fn fall_back(
    goal: &mut GoalLifeItem,
    placed: &Placed,
    why: &str,
    state: PlannerState,
    sops: &SopLibrary,
    journal: &mut Journal,
    commands: &mut Commands,
) {
    journal.record(Some(goal.goal.id), Event::FellBack { why: why.to_owned() });
    commands.entity(goal.entity).remove::<Asking>();
    match plan_goal(&goal.goal.text, &state, sops) {
        Ok(draft) => adopt(goal, placed, draft, state, journal, commands),
        Err(refusal) => {
            let mut error = refusal.error;
            error.message = format!("{why}; and the offline planner cannot plan it either: {}", error.message);
            goal.fail(error, journal);
        }
    }
}
