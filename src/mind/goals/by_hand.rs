//! What the user has done with a goal's plan by hand: it outlives a pause and the program, and no plan that is made anew.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    domain::StepDraft,
    journal::{Event, Journal},
};

/// On a goal. What is kept with it in the store are the changes and what is owed.
#[derive(Component, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(default)]
pub struct ByHand {
    /// What was changed, in words that follow "you", oldest first.
    pub edits: Vec<String>,
    /// Steps of the plan that the user has taken out of it: the goal is not done unless what they were to show is shown.
    pub owed: Vec<StepDraft>,
    /// The goal goes on for one step only.
    #[serde(skip)]
    pub once: Option<Once>,
    /// Why the last thing that was asked for was refused.
    #[serde(skip)]
    pub refused: Option<String>,
    /// What the goal would lack in the end, by the dry run.
    #[serde(skip)]
    pub lacks: Vec<String>,
    /// The changes of a plan that another has replaced.
    #[serde(skip)]
    pub gone: Option<String>,
    /// The plan was changed since the last dry run.
    #[serde(skip)]
    pub is_new: bool,
}

impl ByHand {
    /// Another plan takes the place of the one that was changed: what a change was about is not in it.
    pub fn forget(&mut self, goal: u64, journal: &mut Journal) {
        let edits = std::mem::take(&mut self.edits);
        *self = Self { once: self.once, ..Self::default() };
        if !edits.is_empty() {
            let event = Event::EditsGone { edits };
            self.gone = event.sentence();
            journal.record(Some(goal), event);
        }
    }
}

/// One step, after which the goal pauses again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Once {
    /// What was next when it was asked for.
    pub first: Option<Entity>,
    /// Whose call was ordered: that, or a piece of it.
    pub begun: Option<Entity>,
}

impl Once {
    /// Whether the step is over, seen by which would begin now. A step that is tried again is the same; one that was put before it
    /// is another.
    pub fn is_over(&self, next: Entity, has_ended: impl Fn(Entity) -> bool) -> bool {
        match (self.begun, self.first) {
            (Some(begun), _) => begun != next,
            (None, Some(first)) => first != next && has_ended(first),
            (None, None) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_step_is_over_when_another_would_begin() {
        let step = |number: u32| Entity::from_raw_u32(number).unwrap();
        let (first, piece, next) = (step(1), step(2), step(3));
        let once = |begun| Once { first: Some(first), begun };
        assert!(!Once::default().is_over(first, |_| false), "nothing is begun yet");
        assert!(!once(Some(first)).is_over(first, |_| false), "it is tried again");
        assert!(once(Some(first)).is_over(next, |_| true));
        assert!(once(Some(first)).is_over(piece, |_| false), "a recovery has put another before it");
        assert!(!once(None).is_over(piece, |_| false), "a job has put its first piece before itself");
        assert!(once(Some(piece)).is_over(first, |_| false), "the piece is over");
        assert!(once(None).is_over(next, |_| true), "it was so already, and no call was needed");
    }

    #[test]
    fn changes_that_are_gone_are_told() {
        let mut journal = Journal::default();
        let mut hand = ByHand { edits: vec!["deleted step 2: jump".to_owned()], is_new: true, ..ByHand::default() };
        hand.forget(1, &mut journal);
        assert!(hand.edits.is_empty() && hand.owed.is_empty() && !hand.is_new);
        let told = "the plan was made anew, without what you had changed in it: deleted step 2: jump";
        assert_eq!(hand.gone.as_deref(), Some(told));
        assert_eq!(journal.entries().len(), 1);
        hand.forget(1, &mut journal);
        assert_eq!(journal.entries().len(), 1, "nothing is gone twice");
    }
}
