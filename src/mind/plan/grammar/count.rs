//! How many of something: as a number, and as it is written.

use serde_json::json;

use super::meaning::{Fraction, Share};
use crate::{
    domain::{ErrorCode, MAX_COUNT, ToolError},
    knowledge,
};

/// How many of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// Nothing is said.
    Unsaid,
    /// Just one is meant, or whatever there is: "the dirt".
    The,
    All,
    /// A part of what is held: half, two thirds.
    Part(Fraction),
    /// All but so many.
    But(u32),
    /// What came out of a chest.
    Gained,
    Some(u32),
    /// A number of stacks, in quarters: how many that is depends on the item.
    QuarterStacks(u32),
}

pub(super) const SMALL: &[(&str, u32)] = &[
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
];
pub(super) const TENS: &[(&str, u32)] = &[
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fourty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

/// Whether a word is a whole number, in digits or written out; twenty is, and twenty-five is two words.
pub(super) fn is_number(word: &str) -> bool {
    let digits = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    digits || written_out(word).is_some()
}

/// The number that one word is, such as `seven` or `twenty`.
pub(super) fn written_out(word: &str) -> Option<u32> {
    SMALL.iter().chain(TENS).find(|(number, _)| *number == word).map(|(_, number)| *number)
}

/// As many as "some" are.
pub(super) const SOME: u32 = 4;

/// Phrases that are a number by themselves, longest first where one begins another.
pub(super) const PHRASES: &[(&str, u32)] = &[
    ("half a dozen", 6),
    ("a half dozen", 6),
    ("a score", 20),
    ("one and a half dozen", 18),
    ("a dozen and a half", 18),
    ("an even dozen", 12),
    ("a full dozen", 12),
    ("a dozen", 12),
    ("one dozen", 12),
    ("two dozen", 24),
    ("three dozen", 36),
    ("a couple dozen", 24),
    ("a couple of dozen", 24),
    ("couple dozen", 24),
    ("a couple", 2),
    ("a cpl", 2),
    ("couple", 2),
    ("a pair", 2),
    ("one pair", 2),
    ("a few", 3),
    ("a handful", 4),
    ("a bit", 4),
    ("a bunch", 8),
    ("a whole bunch", 8),
    ("several", 4),
    ("some", SOME),
];

/// What makes a number no more exact, behind it.
pub(super) const OR_SO: &[&str] = &[
    "altogether",
    "all together",
    "in total",
    "in all",
    "all told",
    "or so",
    "or thereabouts",
    "give or take",
    "more or less",
];

/// What makes a number no less a number.
pub(super) const ROUGHLY: &[&str] = &[
    "about",
    "around",
    "roughly",
    "approximately",
    "at least",
    "exactly",
    "precisely",
    "a total of",
    "no more than",
    "not more than",
    "at most",
    "a maximum of",
    "a minimum of",
    "no less than",
    "like",
    "just",
    "only",
];

impl Count {
    /// The part of what is held that is meant, where it is one.
    pub fn share(self) -> Option<Share> {
        match self {
            Self::All => Some(Share::All),
            Self::Part(part) => Some(Share::Part(part)),
            Self::But(kept) => Some(Share::But(kept)),
            Self::Gained => Some(Share::Gained),
            _ => None,
        }
    }

    /// The number, of this item.
    pub fn of(self, item: &str) -> u32 {
        match self {
            Self::Unsaid | Self::The | Self::All | Self::Part(_) | Self::But(_) | Self::Gained => 1,
            Self::Some(count) => count,
            Self::QuarterStacks(quarters) => (knowledge::stack_size(item) * quarters / 4).max(1),
        }
    }
}

/// A count that can be.
pub(super) fn checked(digits: &str) -> Result<u32, ToolError> {
    digits.parse().ok().filter(|number| (1..=MAX_COUNT).contains(number)).ok_or_else(|| out_of_range(digits))
}

/// The refusal of a count that no inventory holds.
pub(super) fn out_of_range(digits: &str) -> ToolError {
    ToolError::new(ErrorCode::InvalidParams, format!("a count must be 1 to {MAX_COUNT}, and not {digits}"))
        .with(json!({ "count": digits }))
}
