//! Goals that wait for their time: when, how often, and what is done then.

use super::{
    count::is_number,
    furnaces::once_smelted,
    names::made_of_that,
    orders::{instead, order},
    parser::Parser,
    reading::{is_read, read_whole, says, writes},
    refusals::not_understood,
    standing::{Standing, UNTIL_STOPPED, When},
    topics::topic,
    words::{is_joint, words},
};
use crate::domain::ToolError;

/// Reads a goal that waits for its time; `None` for any other. What is not understood is not explained yet.
pub(super) fn waits(text: &str) -> Result<Option<Standing>, ToolError> {
    let mut parser = Parser::new(text);
    parser.skip_fillers();
    // "before you go home, take 5 torches": the order is turned round. What waits for a furnace waits there.
    if parser.comes("before you").is_some() || once_smelted(text).is_some() {
        return Ok(None);
    }
    // "if you have no pickaxe, make one" is done now, or never; so is what is eaten by whoever is hungry.
    if parser.lacking().is_some() || parser.eats_if_hungry() {
        return Ok(None);
    }
    if let Some((when, mut times)) = parser.condition()? {
        times = parser.limit(when)?.or(times);
        parser.skip_joints();
        let from = parser.words.get(parser.at).map_or(text.len(), |word| word.start);
        let (goal, last) = without_limit(&text[from..], when)?;
        return waiting(text, when, last.or(times), goal).map(Some);
    }
    // "sleep every evening": the time comes last.
    for at in 1..parser.words.len() {
        parser.at = at;
        let before = text[..parser.words[at].start].trim_end_matches([' ', ',']);
        let Ok(Some((when, mut times))) = parser.condition() else { continue };
        if parser.word() == Some(",") {
            parser.at += 1;
        }
        times = parser.limit(when)?.or(times);
        parser.skip_fillers();
        while parser.skip_joints() {}
        // "get 10 logs in 5 minutes" sets a limit rather than a delay.
        let is_limit = matches!(when, When::In(_)) && parser.words[at].text == "in";
        if is_limit && parser.at_end() && !says(before) {
            let span = text[parser.words[at].start..].trim_end_matches(['.', '!', '?', ' ']);
            let what = format!("whether {span:?} is how long to wait (say: {span} {before})");
            return Err(not_understood(text, &what));
        }
        // "open the door and close it after 10 seconds": it is opened now.
        if matches!(when, When::In(_)) && parser.at_end() && delayed(text).is_some() {
            return Ok(None);
        }
        // What is said may be about evenings, but hardly about every 30 seconds.
        if parser.at_end() && (!says(before) || matches!(when, When::Every(_)) && !writes(before)) {
            return waiting(text, when, times, before.to_owned()).map(Some);
        }
    }
    Ok(None)
}

/// A goal of several clauses whose last one comes after a while, with the wait in its place, and how that was done.
pub(super) fn delayed(text: &str) -> Option<(String, Vec<String>)> {
    let mut parser = Parser::new(text);
    let after = (1..parser.words.len()).rev().find(|at| parser.words[*at].text == "after")?;
    parser.at = after;
    let Ok(Some((When::In(_), _))) = parser.condition() else { return None };
    if !(parser.ends_clause() && parser.words[parser.at..].iter().all(|word| is_joint(&word.text))) {
        return None;
    }
    let joint = (1..after).rev().find(|at| is_joint(&parser.words[*at].text) && parser.words[*at].text != ".")?;
    let first = (1..=joint).rev().take_while(|at| is_joint(&parser.words[*at].text)).last()?;
    let head = text[..parser.words[first].start].trim_end();
    let (from, to) = (parser.words[joint].end, parser.words[after].start);
    let (last, span) = (text[from..to].trim(), text[parser.words[after].end..].trim().trim_end_matches(['.', '!']));
    let plain = format!("{head}, wait {span}, {last}");
    let note = format!("{last:?} is done {span} after the rest");
    (is_read(head) && !says(head)).then_some((plain, vec![note]))
}

fn waiting(text: &str, when: When, times: Option<u32>, goal: String) -> Result<Standing, ToolError> {
    if goal.trim().is_empty() {
        return Err(not_understood(text, "what is to be done then (say: every evening sleep)"));
    }
    if order(&goal).is_some() || instead(&goal).is_some() || matches!(waits(&goal), Ok(Some(_))) {
        return Err(not_understood(text, "what to do then: it comes after what is at work (say: every evening sleep)"));
    }
    let is_least = ["or more", "at least", "more than"].iter().any(|least| text.to_lowercase().contains(least));
    let goal = match when {
        // "let me know when you have 10 logs"
        When::Held { item, count } if is_notice(&goal) => format!("say I have {count} {}", item.replace('_', " ")),
        When::Held { item, count } if !is_read(&goal) => of_those(&goal, item, (!is_least).then_some(count)),
        When::Held { item, .. } => of_it(&goal, item),
        _ => goal,
    };
    if topic(&goal).is_none() {
        read_whole(&goal)?;
    }
    Ok(Standing { when, times, goal, notes: Vec::new() })
}

fn is_notice(goal: &str) -> bool {
    const NOTICES: &[&str] = &[
        "let me know",
        "tell me",
        "notify me",
        "let us know",
        "tell us",
        "give me a shout",
        "say so",
        "report",
        "inform me",
    ];
    let words = words(goal);
    let said: Vec<&str> = words.iter().map(|word| word.text.as_str()).filter(|word| *word != "please").collect();
    NOTICES.contains(&said.join(" ").as_str())
}

/// "when you have 5 leather, make boots": of leather.
fn of_it(goal: &str, item: &str) -> String {
    let words = words(goal);
    let makes = words.first().is_some_and(|verb| matches!(verb.text.as_str(), "make" | "craft" | "create"));
    let said = (1..words.len()).filter(|_| makes).find_map(|at| {
        let before = &words[at - 1].text;
        let free = at == 1 || matches!(before.as_str(), "a" | "an" | "some" | "the" | "me" | "yourself" | "and");
        made_of_that(&words[at].text, item).filter(|_| free).map(|made| (at, made))
    });
    match said {
        Some((at, made)) => {
            format!("{}{}{}", &goal[..words[at].start], made.replace('_', " "), &goal[words[at].end..])
        }
        None => goal.to_owned(),
    }
}

/// "when you have 16 raw iron, smelt it": those 16; all that is held then, if that is said, or a number of them is nothing to be done.
pub(super) fn of_those(goal: &str, item: &str, count: Option<u32>) -> String {
    let words = words(goal);
    let item = item.replace('_', " ");
    let Some(it) = words.iter().position(|word| matches!(word.text.as_str(), "it" | "them")) else {
        return goal.to_owned();
    };
    let before = |back: usize| it.checked_sub(back).map(|at| &words[at]);
    let is = |back: usize, text: &str| before(back).is_some_and(|word| word.text == text);
    let behind = &goal[words[it].end..];
    // "give four of them to Bert"
    if let Some(number) = before(2).filter(|word| is(1, "of") && is_number(&word.text)) {
        return format!("{} {item}{behind}", &goal[..number.end]);
    }
    let is_all = words.iter().any(|word| word.text == "all");
    let from = if is(1, "of") && is(2, "all") { it - 2 } else { it };
    // "take it all"
    let to = words.get(it + 1).filter(|next| next.text == "all").map_or(words[it].end, |all| all.end);
    let behind = &goal[to..];
    let with = |what: &str| format!("{}{what} {item}{behind}", &goal[..words[from].start]);
    let those = count.map(|count| with(&count.to_string())).filter(|goal| !is_all && is_read(goal));
    those.unwrap_or_else(|| with("all the"))
}

/// The goal without how often it is done at its end.
fn without_limit(goal: &str, when: When) -> Result<(String, Option<u32>), ToolError> {
    let goal = goal.trim_end().strip_suffix(", please").unwrap_or(goal);
    let mut parser = Parser::new(goal);
    // "every minute jump twice": two each time.
    let jumps =
        parser.words.first().is_some_and(|word| matches!(word.text.as_str(), "jump" | "hop" | "crouch" | "sneak"));
    for at in (1 + usize::from(jumps))..parser.words.len() {
        parser.at = at;
        let begun = parser.words[at].start;
        let is_limit = UNTIL_STOPPED.iter().any(|phrase| parser.comes(phrase).is_some());
        let times = parser.limit(when);
        while parser.skip_joints() {}
        if parser.at_end() && (is_limit || matches!(times, Ok(Some(_)))) {
            // Behind a comma it is no part of what is said.
            if says(&goal[..begun]) && !goal[..begun].trim_end().ends_with(',') {
                let what = format!("whether {:?} is to be said: put what is said in quotation marks", &goal[begun..]);
                return Err(not_understood(goal, &what));
            }
            return Ok((goal[..begun].trim_end_matches([' ', ',']).to_owned(), times?));
        }
    }
    Ok((goal.trim().to_owned(), None))
}
