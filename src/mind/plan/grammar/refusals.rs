//! What is said of a goal that cannot be read, or not be done.

use serde_json::json;

use super::words::words;
use crate::domain::{ErrorCode, MAX_GOAL_LENGTH, ToolError, thousands};

/// What can be asked, for whoever was not understood.
pub const EXAMPLES: &[&str] = &[
    "get me a stone pickaxe",
    "get 10 torches and a chest",
    "craft 4 ladders",
    "mine 8 cobblestone",
    "smelt 3 iron ingots",
    "go to 100 64 100",
    "go to 40 -25 and say hello",
    "place a crafting table",
    "drop 5 dirt",
    "clear 5x5x3 here",
    "dig a 3x3x4 hole",
];

/// Whether a goal is one that somebody may have written. Whatever takes goals in asks this first: what is done with their
/// words may take longer than they are long.
///
/// # Errors
/// `INVALID_PARAMS`, its context with `length` and `most`.
pub fn check_length(goal: &str) -> Result<(), ToolError> {
    let length = goal.chars().count();
    if length <= MAX_GOAL_LENGTH {
        return Ok(());
    }
    let (has, most) = (thousands(length as u64), thousands(MAX_GOAL_LENGTH as u64));
    let words = format!("the goal has {has} characters, and at most {most} are read: make it several goals");
    Err(ToolError::new(ErrorCode::InvalidParams, words).with(json!({ "length": length, "most": MAX_GOAL_LENGTH })))
}

/// Whether what is wrong with a goal is wrong for everybody, also for a model that may understand more: a count or a
/// length that cannot be.
pub fn is_wrong_for_all(error: &ToolError) -> bool {
    !error.context["count"].is_null() || is_too_long(error)
}

/// Whether a goal was refused for its length.
pub fn is_too_long(error: &ToolError) -> bool {
    !error.context["length"].is_null()
}

/// The refusal of a goal that makes no sense here.
pub fn not_understood(text: &str, what: &str) -> ToolError {
    let words: Vec<String> = words(text).into_iter().map(|word| word.text).collect();
    let shares = |example: &&&str| example.split(' ').filter(|word| words.iter().any(|other| other == word)).count();
    let mut like: Vec<&&str> = EXAMPLES.iter().collect();
    like.sort_by_key(|example| std::cmp::Reverse(shares(example)));
    like.truncate(3);
    let like: Vec<&str> = like.into_iter().copied().collect();
    // Who is told what fits these words needs no other example.
    let examples = match what.contains("(say") {
        true => String::new(),
        false => format!(". Say for example: {} (what there is: help)", like.join("; ")),
    };
    ToolError::new(ErrorCode::InvalidParams, format!("I do not understand {what}{examples}"))
        .with(json!({ "goal": text, "examples": EXAMPLES }))
}

/// The refusal of what is understood and cannot be done yet.
pub(super) fn cannot(text: &str, what: &str) -> ToolError {
    let what = match what.split_once(" (") {
        Some((what, hint)) => format!("{what} yet ({hint}"),
        None => format!("{what} yet"),
    };
    ToolError::new(ErrorCode::InvalidParams, format!("I cannot {what}"))
        .with(json!({ "goal": text, "cannot": what, "examples": EXAMPLES }))
}
