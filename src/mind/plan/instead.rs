//! What could be asked for in the place of a goal that was refused: goals that are understood, to be clicked.

use super::grammar::{order, parse, standing};
use crate::domain::ToolError;

/// The most goals that are offered in the place of a refused one.
const OFFERED: usize = 3;

/// What could be asked for instead of a refused goal: the same with a name that exists, or what its refusal names. Each is
/// understood.
pub fn instead_of(goal: &str, error: &ToolError) -> Vec<String> {
    let goal = goal.to_lowercase();
    let named = error.context["name"].as_str().map(|name| name.replace('_', " "));
    let nearest = error.context["nearest"].as_array().into_iter().flatten().filter_map(|name| name.as_str());
    let renamed = nearest.filter_map(|near| {
        let name = named.as_deref().filter(|name| !name.is_empty() && goal.matches(*name).count() == 1)?;
        Some(goal.replacen(name, &near.replace('_', " "), 1))
    });
    // What fits these words best is said in brackets; behind it stands what fits anybody.
    let told = ["(say: ", "(say for example: ", "Say for example: "]
        .iter()
        .find_map(|before| error.message.split_once(before));
    let told = told.and_then(|(_, rest)| rest.split([')', '(']).next()).unwrap_or_default();
    let said = told.split("; ").map(|goal| goal.trim().to_owned());
    let mut offered: Vec<String> = Vec::new();
    for other in renamed.chain(said) {
        let is_understood = order(&other).is_some() || matches!(standing(&other), Ok(Some(_))) || parse(&other).is_ok();
        if offered.len() < OFFERED && is_understood && other != goal && !offered.contains(&other) {
            offered.push(other);
        }
    }
    offered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instead(goal: &str) -> Vec<String> {
        instead_of(goal, &parse(goal).expect_err(goal))
    }

    #[test]
    fn the_same_is_offered_with_a_name_that_exists_and_what_the_refusal_names() {
        assert_eq!(instead("get me 3 Stone Pikaxx"), ["get me 3 stone pickaxe"]);
        assert_eq!(instead("get me sticks"), ["get 5 sticks"]);
        assert_eq!(instead("dance"), [] as [&str; 0]);
        let strange = instead("zorble me a song");
        assert!(!strange.is_empty() && strange.iter().all(|goal| parse(goal).is_ok()), "{strange:?}");
        assert_eq!(instead("follow Bert but stay out of his way"), ["follow Bert"]);
        assert_eq!(instead("shear a sheep and make a bed"), ["make a bed"]);
    }
}
