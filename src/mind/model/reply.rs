//! A model's answer: read leniently, proved strictly.
//!
//! A model writes text. Whatever stands around the plan in it is forgiven; but nothing of the plan is acted upon before it
//! is proved as the offline planner's plans are: parameters, materials, tools, stations, and that the goal's own things
//! are held in the end. What it wants done about a failure is held to the same. What is wrong becomes sentences, which go
//! back to the model.

mod answer;
mod asked;
mod design;
mod free;
mod lenient;
mod prove;
mod read;
mod recovery;
mod schema;
#[cfg(test)]
mod tests;

pub(super) use answer::one_line;
pub use answer::{Decision, Held, MAX_STEPS, ModelPlan, ModelRecovery, ModelStep};
pub use design::{Design, MAX_BLOCKS, MAX_SIDE, read_design};
pub(super) use free::limits;
pub use prove::{SoFar, prove};
pub use read::{read_plan, read_recovery};
pub use recovery::{Rest, prove_recovery};
pub use schema::{design_schema, free_plan_schema, plan_schema, recovery_schema};
