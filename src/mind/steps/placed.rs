//! What stands in the world because of a goal.

use bevy::prelude::*;

use super::step::{Step, StepState};
use crate::{
    domain::{BlockPos, GoalState, IN_ANOTHER_STATE, ToolResult},
    mind::{
        agent::{Agent, BodyLink, Duties},
        plan::{state::PlacedBlock, stock::TABLE},
    },
};

/// What the goal has placed and not yet taken back, oldest first.
#[derive(Component, Debug, Default)]
pub struct Placed(pub Vec<PlacedBlock>);

impl Placed {
    /// Where the newest block of a kind stands that is to be taken back.
    pub fn newest(&self, block: &str) -> Option<BlockPos> {
        self.0.iter().rev().find(|placed| placed.means && placed.block == block).map(|placed| placed.at)
    }

    /// Where the newest sign stands.
    pub fn newest_sign(&self) -> Option<BlockPos> {
        self.0.iter().rev().find(|placed| placed.block.ends_with("_sign")).map(|placed| placed.at)
    }

    /// What a step's call has put up or taken away. `foreseen`: the plan means to take it back.
    pub fn remember(&mut self, step: &Step, result: &ToolResult, foreseen: bool) {
        // A craft or a smelting that failed after it had placed its station says so in the error's context.
        let told = result.data.as_ref().or(result.error.as_ref().map(|error| &error.context));
        let Some(told) = told else { return };
        if let Some(block) = step.request.puts_up() {
            // What was placed in another state than asked stands as well.
            let at = BlockPos::told_by(if result.success { told } else { &told[IN_ANOTHER_STATE] });
            self.0.extend(at.map(|at| PlacedBlock { block: block.to_owned(), at, means: foreseen }));
        } else if step.request.makes().is_some() {
            let station = told.get("placed").filter(|placed| !placed.is_null());
            let block = station.and_then(|station| station.get("block")?.as_str()).unwrap_or(TABLE);
            let at = station.and_then(BlockPos::told_by);
            self.0.extend(at.map(|at| PlacedBlock { block: block.to_owned(), at, means: true }));
        } else if result.success {
            self.0.retain(|placed| Some(placed.at) != step.request.breaks());
        }
    }

    /// What was placed as a means and what none of these steps, as far as they are not done, takes back: a craft may have
    /// placed a table that the plan did not foresee.
    pub fn unforeseen<'a>(&'a self, steps: &[(&Step, &StepState)]) -> Option<&'a str> {
        let forgotten = self.0.iter().filter(|placed| placed.means).find(|placed| {
            !steps
                .iter()
                .any(|(step, state)| step.takes_back.as_ref() == Some(&placed.block) && **state != StepState::Done)
        })?;
        Some(&forgotten.block)
    }
}

/// Whether a step takes such a block back or puts another up; `None` where it is not about it.
pub fn is_taken_back_by(step: &Step, block: &str) -> Option<bool> {
    if step.request.puts_up() == Some(block) {
        return Some(false);
    }
    (step.takes_back.as_deref() == Some(block)).then_some(true)
}

/// What an agent has put up as a means is its own until its goal is over: the others on its server leave it alone.
pub(in crate::mind) fn hold_stations(agents: Query<(&Agent, &BodyLink, &Duties)>, goals: Query<(&GoalState, &Placed)>) {
    for (agent, body, duties) in &agents {
        let open = goals.iter_many(duties.iter()).filter(|(state, _)| !state.is_over());
        let means = open.flat_map(|(_, placed)| placed.0.iter().filter(|placed| placed.means));
        let stations: Vec<BlockPos> = means.map(|placed| placed.at).collect();
        body.0.leases.keep_stations(&agent.username, &stations);
    }
}
