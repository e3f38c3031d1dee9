//! What calls of language models came to: the journal adds it up, report and surfaces show it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Calls of language models together: of one call, of a goal, of a run.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Totals {
    pub calls: u32,
    /// Tokens in, those from a cache included.
    pub input: u64,
    pub cached: u64,
    /// Tokens out, reasoning included.
    pub output: u64,
    pub reasoning: u64,
    /// `None`: one of the calls has no known price, so that the sum would only look like one.
    pub usd: Option<f64>,
    /// Who was called, in the order of their first calls.
    pub models: Vec<String>,
}

impl Totals {
    /// Both together. What a provider counts is not ours to trust: sums stay at the most that can be told.
    pub fn and(mut self, other: Self) -> Self {
        self.calls = self.calls.saturating_add(other.calls);
        self.input = self.input.saturating_add(other.input);
        self.cached = self.cached.saturating_add(other.cached);
        self.output = self.output.saturating_add(other.output);
        self.reasoning = self.reasoning.saturating_add(other.reasoning);
        self.usd = self.usd.zip(other.usd).map(|(ours, theirs)| ours + theirs);
        for model in other.models {
            if !self.models.contains(&model) {
                self.models.push(model);
            }
        }
        self
    }
}

/// `1 call, 2,300 tokens, $0.0021 by gemini-3-flash-preview`
impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = if self.calls == 1 { "1 call".to_owned() } else { format!("{} calls", self.calls) };
        let tokens = thousands(self.input.saturating_add(self.output));
        write!(f, "{calls}, {tokens} tokens, {}", dollars(self.usd))?;
        if !self.models.is_empty() {
            write!(f, " by {}", self.models.join(" and "))?;
        }
        Ok(())
    }
}

/// `$0.0021`, `$1.25`; what is not known is not shown as nothing.
pub fn dollars(usd: Option<f64>) -> String {
    match usd {
        None => "price unknown".to_owned(),
        Some(usd) if usd <= 0.0 => "$0".to_owned(),
        Some(usd) if usd < 0.0001 => "under $0.0001".to_owned(),
        Some(usd) if usd < 0.1 => format!("${usd:.4}"),
        Some(usd) => format!("${usd:.2}"),
    }
}

/// `12,345`
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(model: &str, input: u64, output: u64, usd: Option<f64>) -> Totals {
        Totals { calls: 1, input, output, usd, models: vec![model.to_owned()], ..Totals::default() }
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (12_345, "12,345"),
            (100_000, "100,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(thousands(number), text);
        }
    }

    #[test]
    fn dollars_show_what_they_are_worth() {
        for (usd, text) in [
            (None, "price unknown"),
            (Some(0.0), "$0"),
            (Some(0.000_02), "under $0.0001"),
            (Some(0.002_12), "$0.0021"),
            (Some(0.05), "$0.0500"),
            (Some(0.25), "$0.25"),
            (Some(12.0), "$12.00"),
        ] {
            assert_eq!(dollars(usd), text);
        }
    }

    #[test]
    fn totals_read_as_one_line() {
        let one = call("gemini-3-flash-preview", 1912, 388, Some(0.002_12));
        assert_eq!(one.to_string(), "1 call, 2,300 tokens, $0.0021 by gemini-3-flash-preview");
        let both = one.clone().and(one).and(call("mine", 100, 0, None));
        assert_eq!(both.to_string(), "3 calls, 4,700 tokens, price unknown by gemini-3-flash-preview and mine");
    }

    #[test]
    fn absurd_counts_do_not_overflow() {
        let much = call("x", u64::MAX, u64::MAX, Some(1.0));
        let sum = much.clone().and(much);
        assert_eq!((sum.input, sum.output, sum.usd), (u64::MAX, u64::MAX, Some(2.0)));
        assert!(sum.to_string().starts_with("2 calls, 18,446,744,073,709,551,615 tokens, $2.00"), "{sum}");
    }
}
