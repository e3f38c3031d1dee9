//! The report at a run's end: what was asked, what came of it, what it took.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::domain::{ItemCounts, ToolError, Totals, tame};

/// A run's report; as JSON the last line of `run --json`.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Always `report`.
    pub event: String,
    /// Every goal done.
    pub success: bool,
    /// The newest, oldest first: all of them in all but the longest of runs.
    pub goals: Vec<GoalReport>,
    /// Those before them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<EarlierGoals>,
    /// Game ticks, over all goals.
    pub ticks: u64,
    /// Wall time of the goals, in milliseconds.
    pub duration_ms: u64,
    pub tool_calls: u32,
    pub attempts: u32,
    /// What is held, by all bots together.
    pub inventory: ItemCounts,
    /// By whom, where several play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<BotReport>,
    /// What the models were asked, over all goals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Totals>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// Why nothing was begun, or the server not joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What it cost the machine, where the program measures itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<ProcessFigures>,
}

/// What a run cost the machine: the whole process, window and practice world included.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct ProcessFigures {
    /// From the program's start until the bot stood in the world, in milliseconds of wall time.
    pub spawn_ms: Option<u64>,
    /// Since the program's start, in milliseconds.
    pub wall_ms: u64,
    /// User and system time, in milliseconds.
    pub cpu_ms: u64,
    /// Peak resident memory, in MiB.
    pub peak_mib: u64,
    /// How late the body's ticks came, in milliseconds: the median and the 99th percentile.
    pub tick_late_p50_ms: f64,
    pub tick_late_p99_ms: f64,
}

/// What one of several bots holds at the end.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct BotReport {
    pub bot: String,
    pub inventory: ItemCounts,
}

/// What came of the oldest goals of a long run, all together. The history has each of them.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct EarlierGoals {
    pub goals: u32,
    /// How many of them were done.
    pub done: u32,
    /// Game ticks.
    pub ticks: u64,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
    pub tool_calls: u32,
    pub attempts: u32,
    /// What the models were asked for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Totals>,
}

impl EarlierGoals {
    /// Counts one more.
    pub fn add(&mut self, goal: GoalReport) {
        self.goals += 1;
        self.done += u32::from(goal.state == "done");
        self.ticks += goal.ticks;
        self.duration_ms += goal.duration_ms;
        self.tool_calls = self.tool_calls.saturating_add(goal.tool_calls);
        self.attempts = self.attempts.saturating_add(goal.attempts);
        self.model = match (self.model.take(), goal.model) {
            (Some(ours), Some(theirs)) => Some(ours.and(theirs)),
            (ours, theirs) => ours.or(theirs),
        };
    }
}

/// What came of one goal.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct GoalReport {
    pub goal: String,
    /// Who was at it, where several play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
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
    /// What the models were asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Totals>,
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

/// For people: a line a goal, one for what failed, one for what is held, one for what was asked of models.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(earlier) = &self.earlier {
            writeln!(f, "{} goals before these, {} of them done: `blockwright history`", earlier.goals, earlier.done)?;
        }
        for goal in &self.goals {
            let seconds = goal.ticks as f64 / 20.0;
            let bot = goal.bot.as_ref().map(|bot| format!("{}: ", tame(bot))).unwrap_or_default();
            write!(f, "{}: {bot}{}", goal.state, tame(&goal.goal))?;
            // A question is answered and no more.
            let is_answer = goal.state == "done" && goal.steps.is_empty() && goal.why.is_some();
            let cost = format!(
                " ({} of {} steps, {} ticks = {seconds:.0} game seconds, {} tool calls)",
                goal.steps.iter().filter(|step| step.state == "done").count(),
                goal.steps.len(),
                goal.ticks,
                goal.tool_calls,
            );
            writeln!(f, "{}", if is_answer { "" } else { &cost })?;
            if let Some(why) = &goal.why {
                writeln!(f, "  {}", tame(why))?;
            }
        }
        match self.bots.split_last() {
            None => write!(f, "inventory: {}", self.inventory)?,
            Some((last, others)) => {
                others.iter().try_for_each(|bot| writeln!(f, "{} holds: {}", tame(&bot.bot), bot.inventory))?;
                write!(f, "{} holds: {}", tame(&last.bot), last.inventory)?;
            }
        }
        if let Some(model) = &self.model {
            write!(f, "\nmodel: {}", tame(&model.to_string()))?;
        }
        if let Some(process) = &self.process {
            write!(
                f,
                "\nspawned after {} ms; {} ms of processor time in {} ms; peak memory {} MiB; ticks late by {:.1} ms \
                 (median), {:.1} ms (99th percentile)",
                process.spawn_ms.unwrap_or_default(),
                process.cpu_ms,
                process.wall_ms,
                process.peak_mib,
                process.tick_late_p50_ms,
                process.tick_late_p99_ms,
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_of_models_is_one_line_and_nothing_where_none_was() {
        let mut report = Report::default();
        assert!(!report.to_string().contains("model"), "{report}");
        assert!(!serde_json::to_string(&report).unwrap().contains("model"));
        let models = vec!["gpt-5-mini".to_owned()];
        report.model =
            Some(Totals { calls: 2, input: 2000, output: 300, usd: Some(0.25), models, ..Totals::default() });
        assert!(report.to_string().ends_with("\nmodel: 2 calls, 2,300 tokens, $0.25 by gpt-5-mini"), "{report}");
        let back: Report = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
        assert_eq!(back, report);
    }
}
