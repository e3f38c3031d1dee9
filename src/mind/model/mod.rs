//! The language model as planner and adviser: what it is asked, how it is reached, and what becomes of its answer.
//!
//! `call` holds calls as plain data, `config` what the user chose, `client` the providers (nobody else knows `genai`), `lax` which
//! endpoints take no schema. `asking` decides when a model is asked and heeds its answers, `desk` sends calls off and takes
//! answers in, `replies` are a recorded run's answers, given again. `prompt` is what the model is told, `reply` how its answer is
//! read and proved.

mod asking;
mod call;
mod client;
mod config;
mod desk;
mod lax;
pub mod prompt;
mod replies;
pub mod reply;

pub use asking::{Asking, Drawings};
pub(super) use asking::{
    ask_about_failure, ask_for_plan, hear_answers, heed_drawings, heed_plans, heed_recoveries, hold_steps,
    lose_patience, withdraw_calls,
};
pub use call::{Answer, CallError, CallFault, Prompt, Reply, Role, Turn, Usage};
pub use client::Client;
pub use config::{
    ConfigError, ConfigFile, Limits, LlmConfig, ModelConfig, Models, Overrides, OwnModel, OwnPlanner, PlannerChoice,
    Provider, keys_in_environment,
};
pub use desk::{Desk, Source};
pub use replies::Replies;
