//! What a run of a task was like.

use serde::{Deserialize, Serialize};

use crate::{
    app::{Failure, status},
    domain,
    journal::{ProcessFigures, Report},
};

/// One run's figures; the shape of `bench --json`, an object a line.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Figures {
    pub task: String,
    pub seed: i64,
    pub success: bool,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Game ticks from the goal's start to its end.
    pub ticks: u64,
    /// The same until an item was made or dug that was asked for: what was put up for it still stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_hand: Option<u64>,
    /// The least ticks this land allows, of digging and walking, and of the furnace; where that is known.
    pub floor: Option<u64>,
    pub furnace: u64,
    /// `ticks / (floor + furnace)`.
    pub ratio: Option<f64>,
    pub tool_calls: u32,
    pub attempts: u32,
    /// Wall time of the goal, in milliseconds.
    pub goal_ms: u64,
    #[serde(flatten)]
    pub process: ProcessFigures,
    /// Of a building.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub built: Option<Built>,
}

/// What a building took.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Built {
    /// How many have built it.
    pub bots: u32,
    /// How long it took them, as a part of what one alone takes; nothing for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_alone: Option<f64>,
    /// How many it has.
    pub blocks: usize,
    /// What differs in the end; empty: nothing.
    pub difference: String,
    /// How many blocks of a file stand in another state than there, in what no click decides: what neighbours or bodies make of it.
    pub other_states: usize,
    pub placed: u64,
    pub dug: u64,
    /// Earth laid under oneself, as a part of all blocks.
    pub laid: f64,
    /// Blocks a second of game time, from the first call to the last.
    pub pace: f64,
    /// Ticks by what was done in them, by all bots; and those of the calls of the bot that took longest.
    pub placing: u64,
    pub digging: u64,
    pub rising: u64,
    pub ticks: u64,
    /// Blocks walked, as the server counts them, over the shortest tree between the places that were worked from.
    pub walked: f64,
    pub walked_over_tree: f64,
}

impl Figures {
    /// A building by several, with how long it took as a part of what it took one of them.
    pub fn held_against(mut self, alone: &Self) -> Self {
        if let (Some(built), Some(one)) = (&mut self.built, &alone.built) {
            built.of_alone = Some(built.ticks as f64 / one.ticks.max(1) as f64);
        }
        self
    }

    /// What every run tells; the rest is the task's own.
    pub fn of(task: &str, seed: i64, report: Report) -> Self {
        Self {
            task: task.to_owned(),
            seed,
            success: report.success,
            why: report.goals.iter().find_map(|goal| goal.why.clone()),
            ticks: report.ticks,
            in_hand: None,
            floor: None,
            furnace: 0,
            ratio: None,
            tool_calls: report.tool_calls,
            attempts: report.attempts,
            goal_ms: report.duration_ms,
            process: report.process.unwrap_or_default(),
            built: None,
        }
    }
}

/// Figures as a line of JSON.
///
/// # Errors
/// Figures that cannot be written.
pub fn json(figures: &impl Serialize) -> Result<String, Failure> {
    domain::json(figures).map_err(|error| Failure::new(status::FAILED, error.to_string()))
}
