//! What steps have brought.

use serde::{Deserialize, Serialize};

use super::step::Step;
use crate::{
    domain::{Expectation, ItemCounts, Observation, StepDraft, ToolRequest},
    knowledge::{family, mine_target, plain},
    mind::plan::procedure::{Means, Wanted},
};

/// The item that a wish ends in; `None` where it may be one of several.
pub fn yielded(wanted: &Wanted) -> Option<&'static str> {
    if wanted.means != Means::Mined || family(wanted.name).is_some() {
        return Some(wanted.name);
    }
    match mine_target(wanted.name).ok()?.items.as_slice() {
        [item] => Some(item),
        _ => None,
    }
}

/// What steps have brought: goals may say how a thing is to be come by.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Brought {
    pub mined: ItemCounts,
    pub smelted: ItemCounts,
}

impl Brought {
    /// What steps that are still to be done will bring, these materials being mined.
    pub fn by(steps: &[StepDraft], materials: &ItemCounts) -> Self {
        let smelted = steps.iter().filter_map(|step| match &step.request {
            ToolRequest::Smelt(smelt) => Some((plain(&smelt.item).to_owned(), smelt.count)),
            _ => None,
        });
        Self { mined: materials.clone(), smelted: smelted.collect() }
    }

    /// What a step has brought, with so much of it still lacking.
    pub fn of(step: &Step, left: u32) -> Self {
        let mut brought = Self::default();
        let Expectation::Gain { items, count } = &step.expectation else { return brought };
        let count = count.saturating_sub(left);
        match (&step.request, items.first()) {
            (ToolRequest::Mine(_), Some(item)) if step.takes_back.is_none() => brought.mined.add(item, count),
            (ToolRequest::Smelt(smelt), _) => brought.smelted.add(plain(&smelt.item), count),
            _ => {}
        }
        brought
    }

    /// What a step that is not done has brought so far.
    pub fn so_far(step: &Step, seen: &Observation) -> Self {
        Self::of(step, step.aim.as_ref().and_then(|aim| aim.left(seen)).unwrap_or(u32::MAX))
    }

    pub fn and(mut self, other: &Self) -> Self {
        other.mined.iter().for_each(|(item, count)| self.mined.add(item, count));
        other.smelted.iter().for_each(|(item, count)| self.smelted.add(item, count));
        self
    }
}
