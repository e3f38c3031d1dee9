//! What calls of language models came to in a stretch of time, as plain data.

use super::totals::Totals;

/// One call of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct UsageCall {
    /// Wall time in milliseconds since 1970 at which it ended.
    pub at_ms: u64,
    /// The goal that it was for, by number and words; the words are missing where the store no longer has them.
    pub goal: Option<(u64, Option<String>)>,
    /// Who asked: `planner`, `reflexion`, `designer`.
    pub role: String,
    pub totals: Totals,
}

/// Today's calls, in UTC.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UsageAnswer {
    /// Oldest first, of all sessions.
    pub calls: Vec<UsageCall>,
    /// Why some may be missing, and what to do about it.
    pub missing: Option<String>,
}
