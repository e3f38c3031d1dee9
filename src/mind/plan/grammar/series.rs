//! One sentence that is several goals: what is said of the goal before it ("…, and then undo that", "…, and do that again") is a goal by
//! itself, that comes after it; and so is what depends on what is so by then ("…, and if you have coal left make a torch").

use super::{
    again,
    asides::without_asides,
    meaning::{Intent, Order},
    orders::order,
    parser::Parser,
    plainly::put_plainly,
    provided::decided_apart,
    reading::{is_read, says, understood},
    refusals::check_length,
    words::is_joint,
};

/// The most words of what is said of the goal before.
const LONGEST: usize = 10;

/// The goals that these words are, in their order; the words themselves where they are one. A name before them stands before each.
pub fn series(text: &str) -> Vec<String> {
    let alone = || vec![text.to_owned()];
    // "place 3 torches, then undo the last one": one of them.
    let is_one = text.trim_end_matches(['.', '!', ' ']).ends_with("the last one");
    if is_one || check_length(text).is_err() || is_read(text) || order(text).is_some() {
        return alone();
    }
    if let Some((name, words)) = text.split_once(':')
        && name.trim().chars().all(|c| c.is_alphanumeric() || c == '_')
    {
        let named = series(words.trim());
        return if named.len() > 1 { named.iter().map(|goal| format!("{name}: {goal}")).collect() } else { alone() };
    }
    let apart = || split(text).or_else(|| decided_apart(text));
    apart().or_else(|| split(&put_plainly(text, |plain| split(plain).is_some())?.0)).unwrap_or_else(alone)
}

/// The goals before and behind the last joint, where what is behind it is said of what is before it.
fn split(text: &str) -> Option<Vec<String>> {
    let mut parser = Parser::new(text);
    let count = parser.words.len();
    let joints: Vec<usize> = (1..count).filter(|at| is_joint(&parser.words[*at].text)).collect();
    for at in joints.into_iter().rev().take_while(|at| count - at <= LONGEST) {
        // Of ", and afterwards" each is a joint.
        let first = (1..=at).rev().take_while(|at| is_joint(&parser.words[*at].text)).last().unwrap_or(at);
        let head = text[..parser.words[first].start].trim_end();
        parser.at = at;
        parser.skip_joints();
        let Some(tail) = parser.words.get(parser.at).map(|word| &text[word.start..]) else { continue };
        let bare = without_asides(tail).map(|(rest, _)| rest);
        let tail = bare.as_deref().unwrap_or(tail);
        let is_undo = understood(tail).is_some_and(|reading| reading.intents == [Intent::Undo]);
        let times = match order(tail) {
            Some(Order::Repeat(times)) if times <= again::MOST => times as usize,
            Some(Order::Again) => 1,
            _ => 0,
        };
        if (is_undo || times > 0) && !says(head) && is_read(head) {
            let head = head.to_owned();
            if is_undo {
                return Some(vec![head, "undo".to_owned()]);
            }
            // Walks are one goal, which knows where each was to lead.
            let walks = format!("{}{head}", format!("{head}, then ").repeat(times));
            return Some(if only_walks(&walks) { vec![walks] } else { vec![head; times + 1] });
        }
    }
    None
}

/// Whether each clause is a walk of so many blocks.
fn only_walks(text: &str) -> bool {
    let is_walk = |intent: &Intent| matches!(intent, Intent::Go { dig: false, .. } | Intent::Step { .. });
    understood(text).is_some_and(|reading| reading.intents.iter().all(is_walk))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_the_goal_before_is_a_goal_of_its_own() {
        for (said, goals) in [
            ("build a bridge here, and afterwards undo it", vec!["build a bridge here", "undo"]),
            ("put 6 dirt in the chest and then undo that", vec!["put 6 dirt in the chest", "undo"]),
            ("make a stone hoe and do that again two more times", vec!["make a stone hoe"; 3]),
            ("go 4 east and do that twice more", vec!["go 4 east, then go 4 east, then go 4 east"]),
            ("put on your helmet and then undo it, i only wanted a quick look", vec!["put on your helmet", "undo"]),
            ("Bert: place a torch, then undo that", vec!["Bert: place a torch", "Bert: undo"]),
        ] {
            assert_eq!(series(said), goals, "{said}");
        }
        for one in [
            "get me 3 logs and make a chest",
            "undo",
            "again, 3 times",
            "say done and undo",
            "build an igloo and undo it",
            "place 3 torches, then undo the last one",
        ] {
            assert_eq!(series(one), [one]);
        }
    }
}
