//! What must be true when a goal is over, from its words alone: whoever planned it, and whatever each step has shown.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::step::Step;
use crate::{
    domain::{ErrorCode, ItemCounts, ToolError},
    knowledge::{block_of_state, is_placed_from, plain},
    mind::plan::{
        grammar::{Intent, parse},
        planner::as_seen,
        procedure::Wanted,
        stock::have,
    },
    voxel::SeenWorld,
};

/// What is to be held in the end, and how many.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Ends(Vec<(String, u32)>);

impl Ends {
    /// Of a goal's words, with what is held at its beginning and the blocks that are seen then. What is got and then placed,
    /// dropped or worked on is not held in the end: the things of the last clauses are, and of a goal that does something with
    /// what it makes, their own steps tell.
    pub fn of(text: &str, held: &ItemCounts, known: &BTreeMap<String, u32>) -> Self {
        let intents = parse(text).unwrap_or_default();
        let intents: Vec<Intent> = intents.iter().map(|intent| as_seen(intent, text, known)).collect();
        let last_deed = intents.iter().rposition(|intent| Wanted::new(intent).is_none() && uses_things(intent));
        let mut ends: Vec<(String, u32)> = Vec::new();
        for wanted in intents[last_deed.map_or(0, |last| last + 1)..].iter().filter_map(Wanted::new) {
            if wanted.more && last_deed.is_some() {
                continue;
            }
            // A block that is mined yields what it yields.
            let Some(name) = super::brought::yielded(&wanted) else { continue };
            let count = if wanted.more { have(held, name).saturating_add(wanted.count) } else { wanted.count };
            match ends.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) if wanted.more => *sum = sum.saturating_add(wanted.count),
                Some((_, sum)) => *sum = (*sum).max(count),
                None => ends.push((name.to_owned(), count)),
            }
        }
        Self(ends)
    }

    /// With what the plan says is held in the end, where only the plan can say so.
    pub fn and(&self, holds: &ItemCounts) -> Self {
        let mut ends = self.0.clone();
        for (name, count) in holds.iter() {
            match ends.iter_mut().find(|(known, _)| known == name) {
                Some((_, most)) => *most = (*most).max(count),
                None => ends.push((name.to_owned(), count)),
            }
        }
        Self(ends)
    }

    /// The names of it: items and families.
    pub fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// What of it is lacking, by its name and how many it should be.
    pub fn lacking(&self, held: &ItemCounts) -> Option<(&str, u32)> {
        let lacking = self.0.iter().find(|(name, count)| have(held, name) < *count);
        lacking.map(|(name, count)| (name.as_str(), *count))
    }

    /// What shows that it is so, in words; nothing where there is nothing to be held.
    ///
    /// # Errors
    /// `ACTION_FAILED`: what is held is less.
    pub fn shown(&self, held: &ItemCounts) -> Result<Option<String>, ToolError> {
        if let Some((name, count)) = self.lacking(held) {
            let words = format!("every step is done, but {} {name} are held, and {count} should be", have(held, name));
            return Err(ToolError::new(ErrorCode::ActionFailed, words));
        }
        let held: Vec<String> = self.0.iter().map(|(name, _)| format!("{} {name}", have(held, name))).collect();
        Ok((!held.is_empty()).then(|| format!("held: {}", held.join(", "))))
    }
}

/// That what an undo has broken is gone, in words; nothing where it was to break nothing. What is out of sight by then was shown
/// gone when it was broken.
///
/// # Errors
/// `ACTION_FAILED`: some of it stands.
pub(super) fn gone<'a>(
    broken: impl Iterator<Item = &'a Step>,
    blocks: &SeenWorld,
) -> Result<Option<String>, ToolError> {
    let mut gone = 0;
    for (at, step) in broken.filter_map(|step| Some((step.request.breaks()?, step))) {
        let block = step.request.gets().map(plain).unwrap_or_default();
        let there = blocks.get(at).and_then(block_of_state);
        if there.is_some_and(|there| is_placed_from(there.name, block)) {
            let words = format!("every step is done, but {block} still stands at {at}");
            return Err(ToolError::new(ErrorCode::ActionFailed, words));
        }
        gone += 1;
    }
    Ok((gone > 0).then(|| format!("gone: {gone} of what was placed")))
}

/// Whether a deed may take away what is held.
pub(super) fn uses_things(intent: &Intent) -> bool {
    matches!(
        intent,
        Intent::Place { .. }
            | Intent::Drop { .. }
            | Intent::DropAll { .. }
            | Intent::GiveAll { .. }
            | Intent::MakeMost { .. }
            | Intent::Then
            | Intent::Carry { .. }
            | Intent::Sort { .. }
            | Intent::Fill { .. }
            | Intent::FillUp { .. }
            | Intent::Level { .. }
            | Intent::DigStair(_)
            | Intent::Pave(_)
            | Intent::Lay(_)
            | Intent::Swap { .. }
            | Intent::Build(_)
            | Intent::TearDown(_)
            | Intent::Light { .. }
            | Intent::StoreAll { .. }
            | Intent::Part { .. }
            | Intent::IntoPlaced(_)
            | Intent::Give { .. }
            | Intent::Do(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_goal(text: &str) -> Ends {
        Ends::of(text, &ItemCounts::default(), &BTreeMap::new())
    }

    fn ends(text: &str, held: &[(&str, u32)]) -> Vec<(String, u32)> {
        Ends::of(text, &counts(held), &BTreeMap::new()).0
    }

    fn counts(held: &[(&str, u32)]) -> ItemCounts {
        held.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[test]
    fn what_only_the_plan_says_counts_as_well() {
        let goal = of_goal("make me a feast").and(&counts(&[("bread", 3), ("planks", 2)]));
        assert!(goal.shown(&counts(&[("bread", 3), ("oak_planks", 2)])).is_ok_and(|shown| shown.is_some()));
        assert!(goal.shown(&counts(&[("bread", 2), ("oak_planks", 2)])).is_err());
        let both = of_goal("get 5 iron ingots").and(&counts(&[("iron_ingot", 2)]));
        assert_eq!(both, of_goal("get 5 iron ingots"), "no plan makes a goal's own end less");
    }

    #[test]
    fn a_goal_knows_what_must_be_held_in_the_end() {
        let owned = |(name, count): (&str, u32)| (name.to_owned(), count);
        assert_eq!(ends("get 10 torches and a chest", &[("torch", 3)]), [("torch", 10), ("chest", 1)].map(owned));
        assert_eq!(ends("craft 4 ladders", &[("ladder", 2)]), [("ladder", 6)].map(owned));
        assert_eq!(ends("smelt 5 iron", &[]), [("iron_ingot", 5)].map(owned));
        assert_eq!(ends("mine 8 stone", &[("cobblestone", 1)]), [("cobblestone", 9)].map(owned));
        assert_eq!(ends("get 3 logs and drop them", &[]), []);
        assert_eq!(
            ends("mine 7 iron ore, then smelt it", &[]),
            [],
            "its own step tells of the iron, and the ore is gone"
        );
        assert_eq!(ends("drop 5 dirt and get 3 logs", &[("dirt", 5)]), [("log", 3)].map(owned));
        assert_eq!(ends("get 3 logs and say done", &[]), [("log", 3)].map(owned));
        assert_eq!(ends("say hello", &[]), []);
        assert_eq!(ends("follow the white rabbit", &[]), []);
    }

    #[test]
    fn less_than_that_is_not_done() {
        let goal = of_goal("get 5 iron ingots");
        let held = |count| [("iron_ingot".to_owned(), count)].into_iter().collect::<ItemCounts>();
        assert_eq!(goal.shown(&held(6)), Ok(Some("held: 6 iron_ingot".to_owned())));
        let error = goal.shown(&held(1)).unwrap_err();
        assert!(error.message.contains("1 iron_ingot are held, and 5 should be"), "{error}");
    }
}
