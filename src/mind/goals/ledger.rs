//! What a goal asked of language models, and what that has cost.

use bevy::prelude::*;

use crate::{
    domain::{BlockPos, ItemCounts, Observation, Totals},
    journal::ModelCall,
};

/// What a goal asked of language models, oldest first.
#[derive(Component, Debug, Default)]
pub struct Ledger {
    pub calls: Vec<ModelCall>,
    /// What was held and where the bot stood when the newest call was made, and how many calls in a row were made so.
    at: Option<(ItemCounts, BlockPos)>,
    idle: u32,
}

impl Ledger {
    /// What an earlier run has asked.
    pub fn of(calls: Vec<ModelCall>) -> Self {
        Self { calls, ..Self::default() }
    }

    /// Notes that a call is made while the world is like this.
    pub fn note(&mut self, seen: &Observation) {
        self.idle = self.idle(seen) + 1;
        self.at = Some((seen.inventory(), seen.position.block()));
    }

    /// How many calls have been made since anything was got, lost, or gone to.
    pub fn idle(&self, seen: &Observation) -> u32 {
        let still =
            self.at.as_ref().is_some_and(|(held, at)| *at == seen.position.block() && *held == seen.inventory());
        if still { self.idle } else { 0 }
    }

    /// All calls together; nothing where none was made.
    pub fn totals(&self) -> Option<Totals> {
        self.calls.iter().map(Totals::from).reduce(Totals::and)
    }
}
