//! Times of the day that somebody may wait for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A time of the day. When it begins and how long it lasts is knowledge of the game (`knowledge::night`).
#[derive(Serialize, Deserialize, JsonSchema, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum DayTime {
    Morning,
    Day,
    Noon,
    Night,
    Midnight,
}

impl DayTime {
    pub const ALL: [Self; 5] = [Self::Morning, Self::Day, Self::Noon, Self::Night, Self::Midnight];

    /// As calls spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Morning => "morning",
            Self::Day => "day",
            Self::Noon => "noon",
            Self::Night => "night",
            Self::Midnight => "midnight",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_as_calls_spell_it() {
        for time in DayTime::ALL {
            assert_eq!(serde_json::to_value(time).unwrap(), time.name());
        }
    }
}
