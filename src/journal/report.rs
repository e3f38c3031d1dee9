//! The report at a run's end: what was asked, what came of it, what it took.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::domain::{ItemCounts, ToolError};

/// A run's report; as JSON the last line of `run --json`.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Report {
    /// Always `report`.
    pub event: String,
    /// Every goal done.
    pub success: bool,
    pub goals: Vec<GoalReport>,
    /// Game ticks, over all goals.
    pub ticks: u64,
    /// Wall time of the goals, in milliseconds.
    pub duration_ms: u64,
    pub tool_calls: u32,
    pub attempts: u32,
    pub inventory: ItemCounts,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// What came of one goal.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct GoalReport {
    pub goal: String,
    /// `done`, `failed`, `cancelled`, or how far it came.
    pub state: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The error that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolError>,
    pub steps: Vec<StepReport>,
    /// From the goal's start to its end, in game ticks.
    pub ticks: u64,
    pub duration_ms: u64,
    pub tool_calls: u32,
    pub attempts: u32,
}

/// What came of one step.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct StepReport {
    pub step: String,
    pub tool: String,
    pub state: String,
    pub attempts: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolError>,
}

/// For people: a line a goal, one for what failed, one for what is held.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for goal in &self.goals {
            let seconds = goal.ticks as f64 / 20.0;
            writeln!(
                f,
                "{}: {} ({} of {} steps, {} ticks = {seconds:.0} game seconds, {} tool calls)",
                goal.state,
                goal.goal,
                goal.steps.iter().filter(|step| step.state == "done").count(),
                goal.steps.len(),
                goal.ticks,
                goal.tool_calls,
            )?;
            if let Some(why) = &goal.why {
                writeln!(f, "  {why}")?;
            }
        }
        write!(f, "inventory: {}", self.inventory)
    }
}
