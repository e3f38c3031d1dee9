//! `docs/goals.md` holds goals as people write them, each with what it means or how it is refused. It is played here word for
//! word.

use std::fmt::Write as _;

use super::{before_all, instead, order, reading::is_read, told, topics::topic, waiting::waits};

const CORPUS: &str = include_str!("../../../../docs/goals.md");

/// What a goal means, or how it is refused.
fn answer(goal: &str) -> String {
    told(goal)
        .unwrap_or_else(|error| format!("refused: {}", error.message.split(". Say for ").next().unwrap_or_default()))
}

/// The rows of the tables: a goal and its meaning.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    CORPUS.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "))
}

#[test]
fn every_goal_of_the_corpus_means_what_is_written() {
    let mut wrong = String::new();
    for (goal, meaning) in rows() {
        let answer = answer(goal);
        if answer != meaning {
            _ = writeln!(wrong, "| `{goal}` | {answer} |   (written: {meaning})");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(rows().count() >= 400, "{}", rows().count());
}

/// Who is still typing has a goal that ends anywhere, and who cuts out of another begins anywhere.
#[test]
fn no_part_of_a_goal_stops_the_reading() {
    for (goal, _) in rows() {
        let breaks: Vec<usize> = goal.match_indices(' ').map(|(at, _)| at).collect();
        for part in breaks.iter().flat_map(|at| [&goal[..*at], &goal[at + 1..]]) {
            let _ = (order(part), instead(part), before_all(part), waits(part).is_ok(), is_read(part), topic(part));
        }
    }
}
