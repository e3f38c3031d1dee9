//! The integration tests: one binary, one harness, a file a behaviour.

mod architecture;
mod body;
mod cli;
mod harness;
mod main_job;
mod scripted;
mod smelting;
mod tools;
