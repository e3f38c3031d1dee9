//! What a model answers, as plain data, and the words in which it is told what is wrong.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    domain::{ItemCounts, ToolRequest},
    knowledge::plain,
};

/// The most steps a plan may have.
pub const MAX_STEPS: usize = 64;
/// The most kinds of things that a plan may say are held in the end.
pub(super) const MAX_HOLDS: usize = 8;
/// The longest name of a thing, in characters. Looking for the names nearest to a long one takes long.
pub(super) const MAX_NAME: usize = 64;
/// What is wrong is told up to here: whoever made this many mistakes had better begin anew.
pub(super) const MAX_FINDINGS: usize = 12;
/// The longest sentence of a finding or a reason, in characters.
pub(super) const MAX_SENTENCE: usize = 300;

/// The tool calls that reach the goal, in order.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ModelPlan {
    /// Why this way, in one sentence.
    pub why: String,
    /// What in the game would show that the goal is done, in one sentence.
    pub shown_by: String,
    /// Items held in the end if it is done, how many in all; maybe none.
    pub holds: Vec<Held>,
    /// At most 64; none only if the goal is already met.
    pub steps: Vec<ModelStep>,
}

/// So many of an item.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[schemars(inline)]
pub struct Held {
    pub item: String,
    pub count: u32,
}

impl ModelPlan {
    /// What it says is held in the end: of what is said twice, the most.
    pub(super) fn held(&self) -> ItemCounts {
        let mut most: BTreeMap<String, u32> = BTreeMap::new();
        for Held { item, count } in &self.holds {
            let known = most.entry(plain(item).to_owned()).or_default();
            *known = (*known).max(*count);
        }
        most.into_iter().collect()
    }
}

/// One step of a model's plan.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ModelStep {
    pub call: ToolRequest,
    /// What the step is for, in a few words.
    pub reason: String,
}

/// What a model wants done about a failed step.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ModelRecovery {
    /// Why this will help, in one sentence.
    pub why: String,
    pub decision: Decision,
    /// What the decision is about; none to give up.
    pub steps: Vec<ModelStep>,
}

/// What can be done about a failed step.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Decision {
    Retry,
    Insert,
    Replace,
    GiveUp,
}

/// A drawing as a model answers it.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ModelDesign {
    /// What it is like, in one sentence.
    pub why: String,
    /// What it is called: a small barn.
    pub title: String,
    /// How many of the lowest layers lie in the ground.
    pub sunk: u32,
    pub legend: Vec<Letter>,
    /// From the bottom up; rows from north to south, letters from west to east.
    pub layers: Vec<Vec<String>>,
}

/// What a letter of a drawing stands for.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[schemars(inline)]
pub struct Letter {
    /// One character.
    pub letter: String,
    /// The block's name, with its states in brackets.
    pub block: String,
}

impl Decision {
    pub(super) const ALL: [(&'static str, Self); 4] =
        [("retry", Self::Retry), ("insert", Self::Insert), ("replace", Self::Replace), ("give_up", Self::GiveUp)];
}

/// One line without control characters, cut to so many characters.
pub fn one_line(text: &str, most: usize) -> String {
    // Also what only a reader of characters takes for a line's end, for nothing, or for another direction.
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    // What is cut off is not looked at: it may be long.
    let clean: String = text.trim().chars().map(|c| if steers(c) { ' ' } else { c }).take(most + 1).collect();
    if clean.chars().count() <= most {
        return clean;
    }
    clean.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// `step 4 (craft 1 chest): …`
pub(super) fn finding(number: usize, title: &str, message: &str) -> String {
    one_line(&format!("step {number} ({}): {message}", one_line(title, MAX_NAME)), MAX_SENTENCE)
}

/// What was read or proved, where nothing wrong was found; else that, in sentences.
pub(super) fn settled<T>(result: T, mut findings: Vec<String>) -> Result<T, Vec<String>> {
    findings.truncate(MAX_FINDINGS);
    if findings.is_empty() { Ok(result) } else { Err(findings) }
}

/// A model's reason, which may be missing.
pub(super) fn reason(text: &str) -> String {
    let text = one_line(text, MAX_SENTENCE);
    if text.is_empty() { "the model gave no reason".to_owned() } else { text }
}
