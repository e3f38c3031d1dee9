//! The mind: goals become plans, plans become steps, steps become tool calls, and nothing is done until shown.
//!
//! One chain of sets a frame: Sense (what did the body report?), Judge (did the world change as expected?), Think (what
//! should be done?), Act (order it), Record (views for the surfaces). Each room may use those above it in this list: `plan`,
//! `jobs` (both pure), `agent`, `goals`, `steps`, `recovery`, `model`, `view`, `answers`.

pub mod plan;

mod jobs;

mod agent;
mod answers;
mod goals;
pub mod model;
mod recovery;
mod steps;
mod view;

pub use agent::{
    Agent, BodyLink, Calls, FARTHEST, FreePlans, GoalOf, Land, LastDone, Link, MIND_DEADLINE, Moved, Places, Policy,
    Seen, SeenBlocks, Zones,
};
use bevy::{ecs::schedule::ExecutorKind, prelude::*};
pub use goals::{ByHand, Goal, GoalNote, Goals, Ledger, Offer, Owners, Speaker, Spent, addressed, shared_out};
pub use recovery::Detour;
pub use steps::{
    Aim, Attempts, Changes, GoalProgress, JobProgress, LeftGoal, LeftPlan, LeftStep, Piece, Placed, Plan, Sops, Step,
    StepOf, StepProgress, StepState, Steps, is_said, take_up,
};
pub use view::{View, report};

use crate::domain::{Receipt, UserAsk};

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

/// Adds the mind. The caller inserts [`Sops`], spawns the agents with [`Agent::bundle`] and makes them known to the journal.
pub fn plugin(app: &mut App) {
    use AgentSystems::{Act, Judge, Record, Sense, Think};
    app.add_message::<UserAsk>()
        .add_message::<Receipt>()
        .init_resource::<Goals>()
        .init_resource::<Offer>()
        .init_resource::<Owners>()
        .init_resource::<model::Desk>()
        .init_resource::<model::Drawings>()
        .init_resource::<View>()
        .init_resource::<view::Past>()
        .init_resource::<SeenBlocks>()
        .init_resource::<agent::Buildings>()
        .init_resource::<Zones>()
        .register_required_components::<Goal, Placed>()
        .register_required_components::<Goal, Changes>()
        .add_observer(goals::notice_questions)
        .add_observer(goals::notice_standing)
        .add_observer(recovery::forget_ruling)
        // The systems are many and small: to hand each to another thread would cost more than to run it.
        .edit_schedule(Update, |day| {
            day.set_executor_kind(ExecutorKind::SingleThreaded);
        })
        .configure_sets(Update, (Sense, Judge, Think, Act, Record).chain())
        .add_systems(Update, (agent::take_reports, agent::notice_silence).chain().in_set(Sense))
        .add_systems(
            Update,
            (
                steps::judge_running_steps,
                recovery::rule_on_failures,
                recovery::close_rulings,
                recovery::obey_rulings,
                steps::finish_goal,
                steps::note_way_back,
            )
                .chain()
                .in_set(Judge),
        )
        .add_systems(
            Update,
            (
                (
                    goals::hear_owners,
                    goals::take_asks,
                    goals::take_zones,
                    goals::tell_zones,
                    goals::keep_standing,
                    goals::hold_goals_of_an_absent_bot,
                    goals::end_overdue_goals,
                )
                    .chain(),
                steps::take_edits,
                steps::withdraw_calls,
                // Before the next goal is taken up, which may be to undo it.
                steps::note_last_done,
                steps::note_buildings,
                (goals::activate_next_goal, steps::settle_taken_up).chain(),
                (
                    model::withdraw_calls,
                    model::hear_answers,
                    model::heed_plans,
                    model::heed_drawings,
                    model::heed_recoveries,
                    model::ask_about_failure,
                    model::ask_for_plan,
                    model::lose_patience,
                    model::hold_steps,
                )
                    .chain(),
                (steps::plan_active_goal, steps::hold_dry_runs).chain(),
            )
                .chain()
                .in_set(Think),
        )
        .add_systems(
            Update,
            (
                steps::rehearse_edited,
                steps::pause_where_asked,
                steps::hold_stations,
                steps::plan_on,
                steps::keep_in_bounds,
                steps::unfold_jobs,
                steps::start_next_step,
            )
                .chain()
                .in_set(Act),
        )
        .add_systems(
            Update,
            (
                view::forget_old_goals,
                view::make_view,
                answers::answer_questions,
                answers::answer_after,
                goals::answer_owners,
            )
                .chain()
                .in_set(Record),
        );
}
