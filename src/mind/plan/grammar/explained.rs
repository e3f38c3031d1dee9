//! What a refusal says to who has typed the goal: the words that it fails by, and what it would be without them.

use serde_json::json;

use super::{
    beyond::{BUILDINGS, about},
    buildings::{no_blueprint, undrawn},
    count::Count,
    names::{Use, resolve},
    orders::{before_all, put_right},
    parser::Parser,
    partly::Partly,
    phrases::is_verb_word,
    reading::{is_read, read_whole},
    refusals::{cannot, is_wrong_for_all, not_understood},
};
use crate::domain::{ErrorCode, ToolError};

/// The same refusal, by what the goal fails: the words that are not understood, and what it would be without them; or what it is
/// about, where that cannot be done.
pub(super) fn explained(text: &str, error: ToolError) -> ToolError {
    // "before that, get me some food", "no, I meant birch planks": it is the goal that is not understood.
    if let Some(first) = before_all(text).or_else(|| put_right(text))
        && first != text
        && let Err(error) = read_whole(first)
    {
        return explained(first, error);
    }
    // A hint that fits any goal of the kind is worth less than what fits this one.
    const WEAK: &[&str] = &["(say x y z", "(say 5x5x3", "what to look into", "what to use"];
    let is_weak = WEAK.iter().any(|hint| error.message.contains(hint));
    // What says in particular what is wrong is not said better.
    const GENERAL: &[&str] = &[
        "I do not understand what to do with",
        "I do not understand \"",
        "I do not understand what is wanted in",
        "I cannot ",
    ];
    let is_general = GENERAL.iter().any(|words| error.message.starts_with(words)) || !error.context["name"].is_null();
    let is_told = !is_weak && (error.message.contains("(say") || !is_general)
        || error.context["nearest"].as_array().is_some_and(|all| !all.is_empty());
    if is_told
        || is_wrong_for_all(&error)
        || error.code != ErrorCode::InvalidParams
        || !error.context["number"].is_null()
    {
        return error;
    }
    let is_known = !error.context["cannot"].is_null();
    let partly = Partly::of(text);
    let message = match &partly {
        Some(partly @ Partly { rest, .. }) if is_known => {
            format!("{}; without {} I understand it (say: {rest})", error.message, partly.told())
        }
        Some(partly @ Partly { rest, lost }) => match lost.iter().find_map(|lost| about(lost)) {
            Some(beyond) => {
                let what = beyond.what.split(" (").next().unwrap_or(beyond.what);
                format!("I cannot {what} yet; without {} I understand it (say: {rest})", partly.told())
            }
            None if lost.iter().any(|lost| has_condition(lost)) => {
                format!(
                    "each time or condition is a goal of its own: say {} by itself; the rest I do (say: {rest})",
                    partly.told()
                )
            }
            None => format!("I do not understand {} in it; the rest I do (say: {rest})", partly.told()),
        },
        None if is_known || is_weak => return error,
        // Of one word that is no name, that much is said.
        None => match about(text) {
            Some(beyond) if beyond.what == BUILDINGS => {
                return ToolError { message: no_blueprint(text).message, ..undrawn(error) };
            }
            Some(beyond) => cannot(text, beyond.what).message,
            None if begins_with(text, ASKS) => {
                let hint = "(say: what do you have?; what are you doing?; what can you do?)";
                format!("I do not understand the question {:?} {hint}", text.trim())
            }
            None if let Some(then) = then_done(text) => not_understood(text, &format!("{then:?}")).message,
            None if begins_with(text, &["if"]) && is_choice(text) => {
                cannot(text, "choose between two goals by what is there (say the one that is wanted: mine 8 coal)")
                    .message
            }
            None if begins_with(text, WAITS) => {
                let what = "wait for that, only for times, for things that are held, for hunger or for a full pack";
                format!("I cannot {what} (say: when you have 10 iron ingots make a bucket)")
            }
            // Of a few words that are no name, that much is said.
            None => match error.context["name"].as_str() {
                Some(name) if name.split('_').count() > 3 => {
                    nearest(text, not_understood(text, &format!("{:?}", name.replace('_', " "))).message)
                }
                _ => return nearest_of(text, error),
            },
        },
    };
    let offer = partly.map(|partly| partly.rest);
    let mut error = ToolError { message, ..error };
    error.context["offer"] = json!(offer);
    error
}

/// The same with a goal about the thing that is named, in the place of goals about anything.
fn nearest_of(text: &str, error: ToolError) -> ToolError {
    let message = nearest(text, error.message.clone());
    ToolError { message, ..error }
}

fn nearest(text: &str, message: String) -> String {
    let Some((what, _)) = message.split_once(". Say for example") else { return message };
    match about_the_same(text) {
        Some(goal) => format!("{what}. Near it is: {goal} (what there is: help)"),
        None => message,
    }
}

/// A goal that is understood, about the thing that these words name, and nearest to what they want of it.
fn about_the_same(text: &str) -> Option<String> {
    let parser = Parser::new(text);
    let all = &parser.words;
    let name = |from: usize, to: usize| resolve(&parser.joined(from, to), Use::Got);
    // What is to be taken back, or is somewhere, is not wanted.
    if all.iter().any(|word| matches!(word.text.as_str(), "undo" | "knock" | "hold" | "before" | "door" | "bed")) {
        return None;
    }
    let (from, to) = (1..=4usize)
        .rev()
        .flat_map(|length| (0..all.len()).map(move |from| (from, from + length)))
        .filter(|(from, to)| {
            *to <= all.len() && !is_verb_word(&all[*from].text) && !matches!(all[*from].text.as_str(), "a" | "an")
        })
        .find(|(from, to)| name(*from, *to).is_some())?;
    let named = text[all[from].start..all[to - 1].end].to_owned();
    let several = resolve(&parser.joined(from, to), Use::Got).is_some_and(|named| named.several);
    // "a dozen sticks"
    let said = (1..=3usize).rev().filter_map(|words| from.checked_sub(words)).find_map(|at| {
        let mut parser = Parser::new(text);
        parser.at = at;
        match parser.amount() {
            Ok((Count::Some(many), _)) if parser.at == from => Some(many),
            _ => None,
        }
    });
    let count = said.unwrap_or(if several { 5 } else { 1 });
    let has = |list: &[&str]| all.iter().any(|word| list.contains(&word.text.as_str()));
    let fells = all.iter().any(|word| matches!(word.text.as_str(), "cut" | "chop" | "fell"));
    if fells && named.ends_with("tree") {
        return Some("cut down a tree".to_owned());
    }
    let verb = match () {
        () if has(&["put", "place", "set", "stick", "lay", "build", "install", "mount"]) => "place",
        () if has(&["break", "destroy", "remove", "clear", "tear", "dig", "mine"]) => "mine",
        () if has(&["wear", "equip", "hold", "wield", "swap", "switch"]) => "hold",
        () => "get",
    };
    let chest = if has(&["chest", "barrel"]) && verb == "place" { Some("in the chest") } else { None };
    let goal = match (verb, chest) {
        ("hold", _) => format!("hold a {named}"),
        (_, Some(chest)) => format!("put {count} {named} {chest}"),
        _ => format!("{verb} {count} {named}"),
    };
    is_read(&goal).then_some(goal)
}

/// What questions begin with, and what waits for something.
const ASKS: &[&str] = &[
    "what", "where", "who", "which", "how", "why", "is", "are", "do", "does", "did", "was", "were", "what's",
    "where's", "who's", "how's", "can i", "may i", "should", "am",
];
const WAITS: &[&str] =
    &["when", "whenever", "if", "as soon as", "once", "every", "each", "after", "before", "until", "while"];

fn begins_with(text: &str, phrases: &[&str]) -> bool {
    let mut parser = Parser::new(text);
    parser.skip_fillers();
    phrases.iter().any(|phrase| parser.comes(phrase).is_some())
}

/// Whether words begin with what is waited for.
fn has_condition(text: &str) -> bool {
    matches!(Parser::new(text).condition(), Ok(Some(_)))
}

/// Whether one of two things is to be done.
fn is_choice(text: &str) -> bool {
    let parser = Parser::new(text);
    (0..parser.words.len())
        .any(|at| ["otherwise", "or else", "if not"].iter().any(|or| parser.comes_at(at, or).is_some()))
}

/// What is to be done in a goal that waits for its time, where that time is understood.
fn then_done(text: &str) -> Option<&str> {
    let mut parser = Parser::new(text);
    parser.skip_fillers();
    parser.condition().ok().flatten()?;
    parser.skip_joints();
    let then = parser.words.get(parser.at)?;
    Some(text[then.start..].trim())
}
