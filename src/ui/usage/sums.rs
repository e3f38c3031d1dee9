//! What calls of models add up to: over time, by goal, by phase and by model.

use std::cmp::Reverse;

use crate::domain::{MindView, Totals, UsageCall};

/// All together; nothing where there was no call.
pub fn sum<'a>(calls: impl IntoIterator<Item = &'a UsageCall>) -> Option<Totals> {
    calls.into_iter().map(|call| call.totals.clone()).reduce(Totals::and)
}

/// Tokens in and out.
pub fn tokens(totals: &Totals) -> u64 {
    totals.input.saturating_add(totals.output)
}

/// So many stretches of `step` milliseconds from a moment on.
pub fn bars(calls: &[UsageCall], from_ms: u64, step: u64, count: usize) -> Vec<Option<Totals>> {
    let mut bars: Vec<Option<Totals>> = vec![None; count];
    for call in calls {
        let number = call.at_ms.checked_sub(from_ms).map(|since| (since / step.max(1)) as usize);
        if let Some(bar) = number.and_then(|number| bars.get_mut(number)) {
            *bar = Some(bar.take().map_or_else(|| call.totals.clone(), |totals| totals.and(call.totals.clone())));
        }
    }
    bars
}

/// By whatever `name` says of a call, the most tokens first.
pub fn by(calls: &[UsageCall], name: impl Fn(&UsageCall) -> String) -> Vec<(String, Totals)> {
    let mut sums: Vec<(String, Totals)> = Vec::new();
    for call in calls {
        let name = name(call);
        match sums.iter_mut().find(|(known, _)| *known == name) {
            Some((_, totals)) => *totals = std::mem::take(totals).and(call.totals.clone()),
            None => sums.push((name, call.totals.clone())),
        }
    }
    sums.sort_by_key(|(_, totals)| Reverse(tokens(totals)));
    sums
}

/// What a call was for, by who asked.
pub fn phase(call: &UsageCall) -> String {
    match call.role.as_str() {
        "planner" => "plan",
        "reflexion" => "recovery",
        "designer" => "drawing",
        other => other,
    }
    .to_owned()
}

/// `goal 7: get me a log`. Where there is no store, the view knows this run's goals.
pub fn goal(call: &UsageCall, view: &MindView) -> String {
    let Some((number, text)) = &call.goal else { return "for no goal".to_owned() };
    let shown = || view.goals.iter().find(|goal| goal.id == *number).map(|goal| &goal.text);
    match text.as_ref().or_else(shown) {
        Some(text) => format!("goal {number}: {text}"),
        None => format!("goal {number}"),
    }
}

/// Who was asked.
pub fn model(call: &UsageCall) -> String {
    call.totals.models.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(at_ms: u64, goal: u64, role: &str, (input, output): (u64, u64), usd: Option<f64>) -> UsageCall {
        let models = vec!["a-model".to_owned()];
        let totals = Totals { calls: 1, input, output, usd, models, ..Totals::default() };
        UsageCall { at_ms, goal: Some((goal, None)), role: role.to_owned(), totals }
    }

    fn calls() -> Vec<UsageCall> {
        vec![
            call(1_000, 1, "planner", (100, 10), Some(0.5)),
            call(1_999, 2, "planner", (1_000, 100), Some(0.25)),
            call(2_000, 1, "reflexion", (10, 1), None),
            call(9_000, 1, "hat maker", (1, 1), Some(0.0)),
        ]
    }

    #[test]
    fn calls_are_added_up_and_an_unknown_price_makes_no_sum() {
        assert_eq!(sum(&[]), None);
        let all = sum(&calls()).unwrap();
        assert_eq!((all.calls, all.input, all.output, all.usd), (4, 1_111, 112, None));
        assert_eq!(sum(&calls()[..2]).unwrap().usd, Some(0.75));
    }

    #[test]
    fn each_call_is_in_the_stretch_that_it_ended_in() {
        let bars = bars(&calls(), 1_000, 1_000, 3);
        let inputs: Vec<_> = bars.iter().map(|bar| bar.as_ref().map(|totals| (totals.calls, totals.input))).collect();
        assert_eq!(inputs, [Some((2, 1_100)), Some((1, 10)), None], "what lies outside is in none");
    }

    #[test]
    fn the_most_come_first_by_goal_and_by_phase() {
        let told = |sums: Vec<(String, Totals)>| -> Vec<(String, u32, u64)> {
            sums.into_iter().map(|(name, totals)| (name, totals.calls, tokens(&totals))).collect()
        };
        let named = |name: &str, calls, tokens| (name.to_owned(), calls, tokens);
        assert_eq!(
            told(by(&calls(), |call| goal(call, &MindView::default()))),
            [named("goal 2", 1, 1_100), named("goal 1", 3, 123)]
        );
        assert_eq!(
            told(by(&calls(), phase)),
            [named("plan", 2, 1_210), named("recovery", 1, 11), named("hat maker", 1, 2)]
        );
        assert_eq!(told(by(&calls(), model)), [named("a-model", 4, 1_223)]);
    }
}
