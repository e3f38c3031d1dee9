//! How changes of a plan are taken back: by what each of them has left to be undone.

use bevy::prelude::*;

use super::step::{Attempts, Step};
use crate::domain::{BlockPos, StepDraft, StepNotes};

/// On a goal: how the changes of its plan are taken back, the newest last. They are forgotten with the program.
#[derive(Component, Debug, Default)]
pub struct Undos(pub(super) Vec<Undo>);

impl Undos {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// How one change is taken back.
#[derive(Debug)]
pub(super) struct Undo {
    /// The change in words.
    pub words: String,
    pub back: Back,
    /// What the goal owes since.
    pub owed: Option<StepDraft>,
    /// What was to be taken back and stays since.
    pub stays: Option<BlockPos>,
}

/// What a change is taken back by.
#[derive(Debug)]
pub(super) enum Back {
    Ask { step: Entity, was: Box<Kept> },
    Take { step: Entity },
    Put { step: Entity, was: Box<Kept>, before: Option<Entity> },
    Move { step: Entity, before: Option<Entity> },
    Wait { step: Entity },
}

impl Back {
    /// A step that was put back is another entity.
    pub fn rename(&mut self, old: Entity, new: Entity) {
        let (step, before) = match self {
            Self::Ask { step, .. } | Self::Take { step } | Self::Wait { step } => (step, None),
            Self::Put { step, before, .. } | Self::Move { step, before } => (step, before.as_mut()),
        };
        [Some(step), before].into_iter().flatten().filter(|known| **known == old).for_each(|known| *known = new);
    }
}

/// A step as it was.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub step: Step,
    pub attempts: Attempts,
    pub notes: StepNotes,
}
