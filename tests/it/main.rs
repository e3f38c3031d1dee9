//! The integration tests: one binary, one harness, a file a behaviour.

mod architecture;
mod scripted;
