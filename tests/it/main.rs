//! The integration tests: one binary, one harness, a file a behaviour.

mod abuse;
mod architecture;
mod body;
mod cli;
mod ends;
mod failures;
mod harness;
mod history;
mod imports;
mod injections;
mod llm_stub;
mod main_job;
mod model;
mod outside;
mod patience;
mod providers;
mod reflexion;
mod relay;
mod replies;
mod save;
mod scripted;
mod servers;
mod smelting;
mod spans;
mod tools;
mod undone;
