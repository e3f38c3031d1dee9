//! What is said of a goal that cannot be read, or not be done.

use serde_json::json;

use super::words::words;
use crate::domain::{ErrorCode, MAX_GOAL_LENGTH, ToolError, thousands};

/// What can be asked, for whoever was not understood: each way to say something once, the commonest first.
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
    "come here",
    "follow me for 5 minutes",
    "give me 5 torches",
    "pick up what lies there",
    "put 5 logs in the chest",
    "put everything but tools in the chest",
    "take 3 logs from the chest",
    "what is in the chest?",
    "sort these chests",
    "chop down a tree",
    "plant a sapling",
    "plant 5 wheat seeds",
    "harvest the wheat",
    "use the hoe on the dirt",
    "use bone meal on the wheat",
    "dig a tunnel 20 long north",
    "dig a staircase down to y 12",
    "flatten 5x5 here",
    "go down to y 12",
    "go to the surface",
    "go 10 blocks north",
    "go to the nearest tree",
    "go home",
    "go back",
    "set home",
    "call this place the farm",
    "explore 100 blocks to the north",
    "explore until you find iron ore",
    "fill the hole at 10 63 4 with dirt",
    "fill from 1 64 1 to 3 66 3 with cobblestone",
    "light up this area",
    "light the campfire",
    "place 5 torches",
    "put a torch next to the furnace",
    "put up a sign that says KEEP OUT",
    "write HELLO on the nearest sign",
    "open the door",
    "press the button",
    "eat something",
    "sleep",
    "wear iron armor",
    "take your boots off",
    "hold a torch in your off hand",
    "fill the bucket with water",
    "face north",
    "jump 3 times",
    "crouch for 5 seconds",
    "every evening sleep",
    "wait 30 seconds",
    "explore for 5 minutes",
    "when you have 10 iron ingots make an iron pickaxe",
    "what do you have?",
    "where are you?",
    "what are you doing?",
    "where is the nearest iron ore?",
    "how do I make a chest?",
    "what can you do?",
    "stop",
];

/// Of these at most so many are told, and the first stand for all.
const TOLD: usize = 3;

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

/// Whether what is wrong with a goal is wrong for everybody, also for a model that may understand more: a count, a
/// length or a building that cannot be.
pub fn is_wrong_for_all(error: &ToolError) -> bool {
    !error.context["count"].is_null() || !error.context["impossible"].is_null() || is_too_long(error)
}

/// Whether a goal was refused for its length.
pub fn is_too_long(error: &ToolError) -> bool {
    !error.context["length"].is_null()
}

/// The refusal of a goal that makes no sense here.
pub fn not_understood(text: &str, what: &str) -> ToolError {
    // Who is told what fits these words needs no other example.
    let examples = if what.contains("(say") { String::new() } else { such_as(text) };
    ToolError::new(ErrorCode::InvalidParams, format!("I do not understand {what}{examples}"))
        .with(json!({ "goal": text, "examples": EXAMPLES }))
}

/// Goals that have the most telling words in common with this one, as the end of a sentence.
fn such_as(text: &str) -> String {
    let stem = |word: &str| word.trim_end_matches("ing").trim_end_matches('s').to_owned();
    let telling = |text: &str| -> Vec<String> {
        let words = words(text).into_iter().map(|word| word.text);
        words.filter(|word| word.len() > 2 && !SAYS_LITTLE.contains(&word.as_str())).map(|word| stem(&word)).collect()
    };
    let wanted = telling(text);
    // One noun in common is not enough: the verb, which comes first, or two words.
    let shares = |example: &&str| {
        let verb = usize::from(wanted.contains(&stem(example.split(' ').next().unwrap_or_default())));
        verb + telling(example).iter().filter(|word| wanted.contains(word)).count()
    };
    let mut like: Vec<&str> = EXAMPLES.iter().copied().filter(|example| shares(example) > 1).collect();
    like.sort_by_key(|example| std::cmp::Reverse(shares(example)));
    like.truncate(TOLD);
    match like.as_slice() {
        [] => ". Say for example: help".to_owned(),
        like => format!(". Say for example: {} (what there is: help)", like.join("; ")),
    }
}

/// Words that two goals may share and have nothing else in common.
const SAYS_LITTLE: &[&str] = &[
    "the",
    "and",
    "you",
    "your",
    "for",
    "with",
    "from",
    "what",
    "where",
    "how",
    "are",
    "this",
    "that",
    "here",
    "there",
    "get",
    "make",
    "put",
    "all",
    "some",
    "everything",
    "something",
    "until",
    "when",
    "can",
    "could",
    "please",
    "have",
    "not",
    "but",
    "then",
    "place",
    "off",
    "out",
];

/// The refusal of what is understood and cannot be done yet.
pub(super) fn cannot(text: &str, what: &str) -> ToolError {
    let what = match what.split_once(" (") {
        Some((what, hint)) => format!("{what} yet ({hint}"),
        None => format!("{what} yet"),
    };
    ToolError::new(ErrorCode::InvalidParams, format!("I cannot {what}"))
        .with(json!({ "goal": text, "cannot": what, "examples": EXAMPLES }))
}
