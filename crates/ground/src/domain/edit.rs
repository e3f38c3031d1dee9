//! What a person may do with a plan by hand, as a surface asks for it, and what a surface shows of what they did.

use serde::{Deserialize, Serialize};

use super::tools::ToolRequest;

/// A change of a goal's plan. Steps are told apart by their own numbers ([`super::StepView::id`]).
#[derive(Clone, Debug, PartialEq)]
pub enum PlanEdit {
    /// The goal pauses before this step, or does so no more.
    PauseBefore {
        step: u64,
        pauses: bool,
    },
    /// The step asks for something else.
    Change {
        step: u64,
        request: Box<ToolRequest>,
    },
    /// A new step before that one, or at the end.
    Insert {
        before: Option<u64>,
        request: Box<ToolRequest>,
    },
    Delete {
        step: u64,
    },
    /// To the place before that one, or to the end.
    Move {
        step: u64,
        before: Option<u64>,
    },
    /// The step is given up, and the plan goes on behind it.
    Skip {
        step: u64,
    },
    /// A step that failed, and its goal with it, is tried once more; the plan stays as it is.
    Retry {
        step: u64,
    },
    /// The step stays as it is, in spite of what the dry run says.
    Keep {
        step: u64,
    },
    /// Takes back the last change.
    Undo,
}

/// What the user has done with a step, and may do.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct StepByHand {
    /// It may be moved and deleted, and others may stand before it.
    pub is_open: bool,
    /// What it asks, where that may be changed.
    #[serde(skip)]
    pub request: Option<Box<ToolRequest>>,
    /// It may be skipped.
    pub can_skip: bool,
    /// It has failed, and may be tried once more.
    pub can_retry: bool,
    pub notes: StepNotes,
}

/// What the user has said of a step, and what the dry run says of the plan that they changed. In the mind a component.
#[derive(bevy_ecs::component::Component, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct StepNotes {
    /// The goal pauses before it.
    pub pauses: bool,
    /// The user has put it there, or changed what it asks.
    pub is_edited: bool,
    /// A recovery has put it there: the goal does not want it for itself.
    pub is_recovery: bool,
    /// What it would fail for: `needs 3 oak_planks; 1 is held then`. Found anew as the plan goes on.
    #[serde(skip_deserializing)]
    pub breaks: Option<String>,
    /// It is begun all the same: the user has said so.
    pub is_kept: bool,
    /// The goal has paused before it for what breaks it: whoever goes on from there goes on past it.
    pub is_warned: bool,
}

/// What the user has done with a goal's plan.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct GoalByHand {
    /// Their changes in words, oldest first: `changed step 3: count 5 -> 8`.
    pub edits: Vec<String>,
    /// The last of them can be taken back.
    pub can_undo: bool,
    /// Why the last thing they asked for was refused.
    pub refused: Option<String>,
    /// What the goal would lack in the end, by the dry run.
    pub lacks: Vec<String>,
    /// Their changes of a plan that another has replaced.
    pub gone: Option<String>,
}
