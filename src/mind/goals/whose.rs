//! Whose a goal is: that of a bot that it names, of several, or of whoever is free.

use crate::mind::plan::grammar::{Intent, parse};

/// How all of them are called at once.
const EVERYBODY: &[&str] = &["everybody", "everyone", "all", "all of you", "both", "both of you", "you all", "you two"];

/// Whom a goal is for, of these bots, and the goal: `Bert: get me 10 torches`. It may be for whoever is free.
pub fn addressed<'t, 'n>(text: &'t str, names: impl IntoIterator<Item = &'n str>) -> (Option<&'n str>, &'t str) {
    let Some((name, rest)) = text.split_once(':') else { return (None, text) };
    match names.into_iter().find(|known| known.eq_ignore_ascii_case(name.trim())) {
        Some(name) => (Some(name), rest.trim()),
        None => (None, text),
    }
}

/// A goal for several bots as one for each, `Ada and Bert: build a house at 40 -25`; any other as it is. A building they build together.
pub fn shared_out(text: &str, names: &[&str]) -> Vec<String> {
    let as_it_is = || vec![text.to_owned()];
    let Some((to, words)) = text.split_once(':').filter(|_| addressed(text, names.iter().copied()).0.is_none()) else {
        return as_it_is();
    };
    let to = to.trim();
    let known = |part: &str| names.iter().copied().find(|known| known.eq_ignore_ascii_case(part));
    let called: Vec<&str> = if EVERYBODY.iter().any(|all| all.eq_ignore_ascii_case(to)) {
        names.to_vec()
    } else {
        let parts = to.split(',').flat_map(|part| part.split(" and "));
        let parts = parts.map(|part| part.trim().trim_start_matches("and ")).filter(|part| !part.is_empty());
        let Some(called) = parts.map(known).collect() else { return as_it_is() };
        called
    };
    let mut named: Vec<&str> = Vec::new();
    for name in called {
        if !named.contains(&name) {
            named.push(name);
        }
    }
    let words = words.trim();
    let builds = parse(words).is_ok_and(|intents| matches!(intents.last(), Some(Intent::Build(_))));
    let together = match named.len() {
        bots if bots > 1 && builds => format!("{}, as one of {bots}", words.trim_end_matches(['.', '!', ' '])),
        _ => words.to_owned(),
    };
    named.iter().map(|name| format!("{name}: {together}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_given_by_name_or_to_whoever_is_free() {
        let to = |text| addressed(text, ["Ada", "Bert"]);
        assert_eq!(to("Bert: get me 10 torches"), (Some("Bert"), "get me 10 torches"));
        assert_eq!(to("bert : get me 10 torches"), (Some("Bert"), "get me 10 torches"));
        assert_eq!(to("Ada:"), (Some("Ada"), ""));
        for nobodys in ["get me 10 torches", "say Bert: hello", "Carl: get me 10 torches"] {
            assert_eq!(to(nobodys), (None, nobodys));
        }
    }

    #[test]
    fn a_goal_may_be_for_several_and_what_they_build_they_build_together() {
        let of = |text| shared_out(text, &["Ada", "Bert", "Carl"]);
        assert_eq!(of("ada and Bert: get me 10 torches"), ["Ada: get me 10 torches", "Bert: get me 10 torches"]);
        assert_eq!(of("Ada, Bert, and Ada: jump"), ["Ada: jump", "Bert: jump"]);
        assert_eq!(of("all of you: jump").len(), 3);
        assert_eq!(
            of("Ada and Bert: build a house at 40 -25."),
            ["Ada: build a house at 40 -25, as one of 2", "Bert: build a house at 40 -25, as one of 2"]
        );
        for one in ["Ada: jump", "get me 10 torches", "Ada and Dora: jump", "say all: hello", "say 10:30"] {
            assert_eq!(of(one), [one]);
        }
        assert_eq!(shared_out("everyone: build a house at 40 -25", &["Ada"]), ["Ada: build a house at 40 -25"]);
    }
}
