//! Steps: what a goal's plan wants done, one tool call each; ordered, judged by what the world shows, and what they leave standing.

mod act;
mod brought;
mod changes;
mod ends;
mod expect;
mod judge;
mod placed;
mod plan_on;
mod planning;
mod resume;
mod step;
mod unfold;
mod way_back;

pub use act::rest;
pub(super) use act::{keep_in_bounds, start_next_step, withdraw_calls};
pub use brought::Brought;
pub use changes::Changes;
pub(super) use changes::{note_buildings, note_last_done};
pub use expect::Aim;
pub(super) use judge::{finish_goal, judge_running_steps};
pub use placed::Placed;
pub(super) use placed::hold_stations;
pub(super) use plan_on::plan_on;
pub use planning::{Plan, Sops, adopt, planner_state, stations_near, survey};
pub(super) use planning::{hold_dry_runs, plan_active_goal};
pub(super) use resume::settle_taken_up;
pub use resume::{GoalProgress, LeftGoal, LeftPlan, LeftStep, StepProgress, is_said, take_up};
pub use step::{Attempts, Failure, LOST_CALL, OnHold, Piece, Step, StepOf, StepState, Steps, bundle};
pub use unfold::JobProgress;
pub(super) use unfold::unfold_jobs;
pub(super) use way_back::note_way_back;
