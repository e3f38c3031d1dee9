//! `plan_on`: what is left of a goal is planned by what its deeds so far have brought.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};

/// Plan the rest of the goal, now that it shows what is held: the mind's own step, which no body is asked for.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct PlanOn {
    /// The first clause of the goal that has no steps yet, from 0.
    pub from: u32,
    /// What these clauses mean, for whoever reads the plan.
    pub meaning: String,
}

impl Tool for PlanOn {
    const NAME: &'static str = "plan_on";
    const USERS: &'static [User] = &[User::Planner];

    fn title(&self) -> String {
        format!("then {}", self.meaning)
    }
}
