//! What calls of language models cost. A model costs money and says little of how much: so every call is written down
//! with its tokens, and priced by a dated table whose rows name their sources. What has no row has no price, never a
//! guessed one.

use std::{collections::BTreeMap, fmt, sync::LazyLock, time::SystemTime};

use serde::{Deserialize, Serialize};

use super::file::utc;
use crate::domain::{Totals, dollars, thousands};

/// The table's rates are for prompts of at most so many tokens: beyond, some providers charge more.
const LONGEST_PROMPT: u64 = 100_000;

/// One call of a model, ended well or not.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct ModelCall {
    pub call: u64,
    /// Who asked: `planner`, `reflexion`.
    pub role: String,
    pub model: String,
    /// `plan`, `failure`, `repair 1`, …
    pub purpose: String,
    /// The step whose failure it is about, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// `ok`, or the fault.
    pub outcome: String,
    pub tries: u32,
    pub latency_ms: u64,
    /// Tokens in, those from a cache included.
    pub input: u64,
    pub cached: u64,
    /// Tokens out, reasoning included.
    pub output: u64,
    pub reasoning: u64,
    /// `None`: the price or the number of tokens is not known.
    pub usd: Option<f64>,
}

/// `gemini-3-flash-preview answered (plan): 1,912 tokens in (0 cached), 388 out, 2.1 s, $0.0021`
impl fmt::Display for ModelCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model, purpose, outcome, .. } = self;
        match outcome.as_str() {
            "ok" => write!(f, "{model} answered ({purpose}): ")?,
            _ => write!(f, "{model} failed ({purpose}): {outcome}, ")?,
        }
        let counted = self.input > 0 || self.output > 0;
        if counted {
            let (input, cached, output) = (thousands(self.input), thousands(self.cached), thousands(self.output));
            write!(f, "{input} tokens in ({cached} cached), {output} out, ")?;
        }
        if self.tries > 1 {
            write!(f, "{} tries, ", self.tries)?;
        }
        write!(f, "{:.1} s", self.latency_ms as f64 / 1000.0)?;
        // A call that failed without a token's being counted has, as a rule, cost nothing: nobody misses a price.
        if counted || outcome == "ok" {
            write!(f, ", {}", dollars(self.usd))?;
        }
        Ok(())
    }
}

impl From<&ModelCall> for Totals {
    fn from(call: &ModelCall) -> Self {
        Self {
            calls: 1,
            input: call.input,
            cached: call.cached,
            output: call.output,
            reasoning: call.reasoning,
            usd: call.usd,
            models: vec![call.model.clone()],
        }
    }
}

/// What a call costs today, in dollars: `cached` of `input` came from a cache. `None`: nobody told us the price.
pub fn price(model: &str, input: u64, cached: u64, output: u64) -> Option<f64> {
    price_on(&utc(SystemTime::now()), model, input, cached, output)
}

/// `day` is a date in UTC; what follows it does not matter.
fn price_on(day: &str, model: &str, input: u64, cached: u64, output: u64) -> Option<f64> {
    if input > LONGEST_PROMPT {
        return None;
    }
    let row = TABLE.rows.iter().find(|row| row.is_for(model) && row.holds_on(day))?;
    let cached = cached.min(input);
    let millionths = (input - cached) as f64 * row.input + cached as f64 * row.cached + output as f64 * row.output;
    Some(millionths / 1e6)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The providers' price pages, by the names that rows give them.
    #[cfg_attr(not(test), expect(dead_code, reason = "for people; a test asks that each is there"))]
    pages: BTreeMap<String, String>,
    rows: Vec<Row>,
}

/// Dollars for a million tokens.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    model: String,
    /// The first day of the rate, where it has one.
    #[serde(default)]
    from: Option<String>,
    /// The last.
    #[serde(default)]
    until: Option<String>,
    input: f64,
    cached: f64,
    output: f64,
    #[cfg_attr(not(test), expect(dead_code, reason = "for people; a test asks that it is there"))]
    page: String,
    /// When the page said so.
    #[cfg_attr(not(test), expect(dead_code, reason = "for people; a test asks that it is there"))]
    date: String,
}

impl Row {
    /// A snapshot of a model (`-20250929`, `-2025-08-07`) costs what the model does; another whose name begins alike
    /// (`gpt-5-mini-fast`) does not.
    fn is_for(&self, model: &str) -> bool {
        let Some(rest) = model.strip_prefix(self.model.as_str()) else { return false };
        let is_date = rest.starts_with('-')
            && rest.chars().all(|c| c == '-' || c.is_ascii_digit())
            && rest.chars().filter(char::is_ascii_digit).count() == 8;
        rest.is_empty() || rest == "-latest" || is_date
    }

    fn holds_on(&self, day: &str) -> bool {
        let day = day.get(..10).unwrap_or(day);
        self.from.as_deref().is_none_or(|from| from <= day) && self.until.as_deref().is_none_or(|until| day <= until)
    }
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    serde_saphyr::from_str(include_str!("../../assets/prices.yaml"))
        .unwrap_or_else(|fault| panic!("prices.yaml: {fault}"))
});

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: &str = "2026-11-22T09:38:15Z";

    fn call(outcome: &str, purpose: &str) -> ModelCall {
        ModelCall {
            call: 1,
            role: "planner".to_owned(),
            model: "gemini-3-flash-preview".to_owned(),
            purpose: purpose.to_owned(),
            step: None,
            outcome: outcome.to_owned(),
            tries: 1,
            latency_ms: 2_130,
            input: 1912,
            cached: 0,
            output: 388,
            reasoning: 0,
            usd: price_on(TODAY, "gemini-3-flash-preview", 1912, 0, 388),
        }
    }

    fn is_near(price: Option<f64>, usd: f64) -> bool {
        price.is_some_and(|price| (price - usd).abs() < 1e-9)
    }

    #[test]
    fn every_row_has_its_source_and_could_be_a_price() {
        let is_day = |text: &str| text.len() == 10 && text.split('-').count() == 3;
        for row in &TABLE.rows {
            let name = &row.model;
            assert!(
                TABLE.pages.get(&row.page).is_some_and(|page| page.starts_with("https://")),
                "{name}: {}",
                row.page
            );
            assert!(is_day(&row.date), "{name}: {}", row.date);
            assert!(row.from.iter().chain(&row.until).all(|day| is_day(day)), "{name}");
            assert!(0.0 < row.cached && row.cached < row.input && row.input < row.output, "{name}");
            for day in ["2026-11-22", "2026-12-31", "2027-01-01"] {
                let holding = TABLE.rows.iter().filter(|row| row.is_for(name) && row.holds_on(day)).count();
                assert_eq!(holding, 1, "{name} on {day}");
            }
        }
    }

    #[test]
    fn prices_are_the_tables() {
        assert!(is_near(price_on(TODAY, "gemini-3-flash-preview", 100_000, 0, 1_000_000), 3.05));
        assert!(is_near(price_on(TODAY, "claude-sonnet-4-5-20250929", 10_000, 0, 1_000), 0.045));
        assert!(is_near(price_on(TODAY, "gpt-5-mini-2025-08-07", 10_000, 8_000, 1_000), 0.0027), "a cache is cheaper");
        assert!(is_near(price_on(TODAY, "gpt-5-mini", 10, 20, 0), 0.000_000_25), "no more is cached than there is");
        assert!(is_near(price_on(TODAY, "gpt-5-mini", 0, 0, 0), 0.0));
    }

    #[test]
    fn a_rate_holds_until_its_last_day() {
        for (day, usd) in [("2026-12-31T23:59:59Z", 0.0075), ("2027-01-01T00:00:00Z", 0.015)] {
            assert!(is_near(price_on(day, "gemini-3.8-flash", 10_000, 0, 0), usd), "{day}");
        }
    }

    #[test]
    fn what_nobody_told_us_has_no_price() {
        for model in ["llama3.2", "gpt-5-mini-fast", "gpt-5-minimal", "gpt-5", "claude-sonnet-4-5-1", ""] {
            assert_eq!(price_on(TODAY, model, 10, 0, 10), None, "{model}");
        }
        assert_eq!(price_on(TODAY, "gpt-5-mini", LONGEST_PROMPT + 1, 0, 10), None);
        assert!(price("gpt-5-mini", 10, 0, 10).is_some(), "today is a day like any other");
    }

    #[test]
    fn a_call_reads_as_a_sentence() {
        let planned = call("ok", "plan");
        let sentence = "gemini-3-flash-preview answered (plan): 1,912 tokens in (0 cached), 388 out, 2.1 s, $0.0021";
        assert_eq!(planned.to_string(), sentence);
        let repaired = ModelCall { tries: 2, usd: None, ..call("ok", "repair 1") };
        let sentence = "gemini-3-flash-preview answered (repair 1): 1,912 tokens in (0 cached), 388 out, 2 tries, \
                        2.1 s, price unknown";
        assert_eq!(repaired.to_string(), sentence);
        let failed = ModelCall { tries: 3, input: 0, output: 0, usd: None, ..call("rate_limited", "plan") };
        assert_eq!(failed.to_string(), "gemini-3-flash-preview failed (plan): rate_limited, 3 tries, 2.1 s");
    }

    #[test]
    fn calls_add_up() {
        let calls = [call("ok", "plan"), call("garbled", "repair 1")];
        let totals = calls.iter().map(Totals::from).reduce(Totals::and).unwrap();
        assert_eq!(totals.to_string(), "2 calls, 4,600 tokens, $0.0042 by gemini-3-flash-preview");
    }
}
