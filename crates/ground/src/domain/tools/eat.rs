//! `eat`: eats what is held.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User, same};
use crate::domain::plain;

/// Eat held food until the food bar is full, or nothing is left that is eaten unasked.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Eat {
    /// What to eat; where not given, the best that is held and only feeds: nothing that harms, no golden apples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// Eat until the food bar holds so many half-drumsticks, 1 to 20. It fails where there is not enough food for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub food: Option<u32>,
    /// Eat just so many items, however full the bar. Not with `food`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

impl Tool for Eat {
    const NAME: &'static str = "eat";
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("eaten");

    fn title(&self) -> String {
        let what = self.item.as_deref().map_or("what is held", plain);
        match (self.count, self.food) {
            (Some(count), _) => format!("eat {count} {what}"),
            (None, Some(food)) => format!("eat {what} until the food bar holds {food}"),
            (None, None) => format!("eat {what}"),
        }
    }

    fn alike(&self, other: &Self) -> bool {
        match (&self.item, &other.item) {
            (Some(one), Some(other)) => same(one, other),
            (one, other) => one == other,
        }
    }

    fn count(&self) -> Option<u32> {
        self.count
    }

    fn count_mut(&mut self) -> Option<&mut u32> {
        self.count.as_mut()
    }
}
