//! The mind: goals become plans, plans become steps, steps become tool calls, and nothing is done until shown.
//!
//! One chain of sets a frame: Sense (what did the body report?), Judge (did the world change as expected?), Think (what
//! should be done?), Act (order it), Record (views for the surfaces). Decisions are plain functions in
//! `grammar`, `retrieve`, `planner`, `dry_run`, `expect` and `reflect`; the systems here only carry.

mod act;
mod agent;
pub mod closure;
mod consult;
pub mod dry_run;
mod expect;
pub mod facts;
mod goal;
pub mod grammar;
mod judge;
pub mod llm;
mod planner;
mod quote;
mod recover;
mod reflect;
mod refuse;
pub mod retrieve;
mod sop_plan;
mod steps;
mod steps_of;
mod think;
mod view;

use std::time::Duration;

pub use act::{Calls, MIND_DEADLINE};
pub use agent::{Agent, Link, Seen};
use bevy::prelude::*;
pub use goal::{Goal, GoalNote, Goals, Ledger, Spent, report};
pub use planner::{PlannerState, Refusal, RefusalKind, check_goal, plan_goal};
pub use steps::{Attempts, Placed, Plan, Step, StepOf, StepState, Steps};
pub use view::{SeenBlocks, View};

use crate::{body::Body, domain::UserAsk, knowledge::SopLibrary};

/// The mind's day, chained in this order in `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AgentSystems {
    /// Drain the body's reports into components.
    Sense,
    /// Hold outcomes against what the world shows. Before Act, so that what follows an outcome is ordered in the frame
    /// that brought it: a frame later is a game tick later.
    Judge,
    /// Take what the user asks; choose a goal; plan it.
    Think,
    /// Turn the next waiting step into a tool call.
    Act,
    /// Remake the views.
    Record,
}

/// How the mind behaves where the surfaces differ.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Policy {
    /// After a death or a lost connection: come back, and let the goal wait paused (window); else report and stop.
    pub comes_back: bool,
    /// Attempts a step gets.
    pub attempts: u32,
    /// A goal's time limit, in game ticks.
    pub timeout: Option<u64>,
    /// The same in wall time: ticks do not pass where the body cannot keep up, or the server stands still.
    pub wall_timeout: Option<Duration>,
}

impl Default for Policy {
    fn default() -> Self {
        Self { comes_back: false, attempts: 3, timeout: None, wall_timeout: None }
    }
}

/// The SOPs the planner may follow.
#[derive(Resource, Debug)]
pub struct Sops(pub SopLibrary);

/// The body this mind orders about.
#[derive(Resource, Debug)]
pub struct BodyLink(pub Body);

/// Adds the mind. The caller inserts [`BodyLink`], [`Sops`], [`Policy`] and spawns the agent with [`Agent::bundle`].
pub fn plugin(app: &mut App) {
    app.add_message::<UserAsk>()
        .init_resource::<Policy>()
        .init_resource::<Goals>()
        .init_resource::<act::Calls>()
        .init_resource::<llm::Desk>()
        .init_resource::<View>()
        .init_resource::<SeenBlocks>()
        .configure_sets(
            Update,
            (AgentSystems::Sense, AgentSystems::Judge, AgentSystems::Think, AgentSystems::Act, AgentSystems::Record)
                .chain(),
        )
        .add_systems(Update, (agent::take_reports, agent::notice_silence).chain().in_set(AgentSystems::Sense))
        .add_systems(Update, (judge::judge_running_step, judge::finish_goal).chain().in_set(AgentSystems::Judge))
        .add_systems(
            Update,
            (
                goal::take_asks,
                goal::hold_goals_of_an_absent_bot,
                goal::end_overdue_goals,
                goal::activate_next_goal,
                consult::withdraw_calls,
                consult::hear_answers,
                consult::heed_plans,
                consult::heed_recoveries,
                consult::ask_about_failure,
                consult::ask_for_plan,
                consult::lose_patience,
                think::plan_active_goal,
            )
                .chain()
                .in_set(AgentSystems::Think),
        )
        .add_systems(Update, act::start_next_step.in_set(AgentSystems::Act))
        .add_systems(Update, view::make_view.in_set(AgentSystems::Record));
}
