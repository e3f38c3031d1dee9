//! The integration tests: one binary, one harness, a file a behaviour.

mod abuse;
mod architecture;
mod body;
mod cli;
mod harness;
mod llm_stub;
mod main_job;
mod model;
mod providers;
mod save;
mod scripted;
mod smelting;
mod tools;
