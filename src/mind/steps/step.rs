//! Steps as entities of a goal: a step is one tool call the plan wants, with its attempts.

use std::sync::Arc;

use bevy::prelude::*;

use super::expect::Aim;
use crate::{
    domain::{BlockPos, Expectation, ItemCounts, StepDraft, StepNotes, ToolError, ToolRequest, ToolResult},
    journal::{Event, Journal},
    knowledge::plain,
    mind::plan::stock::{FURNACE, TABLE},
};

/// A step belongs to a goal.
#[derive(Component, Debug)]
#[relationship(relationship_target = Steps)]
pub struct StepOf(pub Entity);

/// A goal's steps, in order; they go when the goal goes.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = StepOf, linked_spawn)]
pub struct Steps(Vec<Entity>);

impl std::ops::Index<usize> for Steps {
    type Output = Entity;

    fn index(&self, number: usize) -> &Entity {
        &self.0[number]
    }
}

/// One tool call the plan wants.
#[derive(Component, Debug, Clone)]
#[require(StepNotes)]
pub struct Step {
    /// As it was planned; failures may change what is asked in the end.
    pub planned: ToolRequest,
    pub request: ToolRequest,
    pub reason: String,
    pub expectation: Expectation,
    /// Takes back what an earlier step placed.
    pub takes_back: Option<String>,
    /// What must be shown, made concrete when the step first ran; kept over attempts, so that a retry asks for what is
    /// left and not for everything again.
    pub aim: Option<Aim>,
    /// How many were held of what the running call may put up, when it began: fewer tell, once its outcome is lost, that it
    /// did.
    pub had: ItemCounts,
}

impl Step {
    /// `mine 3 log`.
    pub fn title(&self) -> String {
        self.request.title()
    }

    /// The step as plain data, as it is asked now.
    pub fn draft(&self) -> StepDraft {
        StepDraft {
            request: self.request.clone(),
            reason: self.reason.clone(),
            expectation: self.expectation.clone(),
            takes_back: self.takes_back.clone(),
        }
    }

    /// How many of what its call may put up are among these.
    pub fn may_put_up(&self, held: &ItemCounts) -> ItemCounts {
        let blocks = match &self.request {
            ToolRequest::PlaceBlock(place) => vec![plain(&place.block)],
            ToolRequest::Craft(_) => vec![TABLE],
            ToolRequest::Smelt(_) => vec![FURNACE],
            _ => Vec::new(),
        };
        blocks.into_iter().map(|block| (block.to_owned(), held.count(block))).collect()
    }

    /// Where it takes place, where the request says so.
    pub fn place(&self) -> Option<BlockPos> {
        self.request.place()
    }
}

impl From<StepDraft> for Step {
    fn from(draft: StepDraft) -> Self {
        Self {
            planned: draft.request.clone(),
            request: draft.request,
            reason: draft.reason,
            expectation: draft.expectation,
            takes_back: draft.takes_back,
            aim: None,
            had: ItemCounts::default(),
        }
    }
}

/// On a step: a job has put it before itself, and it goes once the next piece comes.
#[derive(Component, Debug)]
pub struct Piece;

/// The number of a call whose outcome was lost with an earlier run: no call has it.
pub const LOST_CALL: u64 = 0;

/// A step's life.
#[derive(Component, Debug, Clone, PartialEq)]
pub enum StepState {
    Waiting,
    Running {
        call: u64,
        /// The call succeeded at this tick, and the world has yet to show it.
        evidence_due_since: Option<u64>,
    },
    Done,
    Failed(ToolError),
    /// The user has given it up.
    Skipped,
}

impl StepState {
    /// Whether it runs this call.
    pub fn runs(&self, call: u64) -> bool {
        matches!(self, Self::Running { call: running, .. } if *running == call)
    }

    /// Nothing more comes of it.
    pub fn has_ended(&self) -> bool {
        matches!(self, Self::Done | Self::Failed(_) | Self::Skipped)
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running { .. } => "running",
            Self::Done => "done",
            Self::Failed(_) => "failed",
            Self::Skipped => "skipped",
        }
    }
}

/// How often a step was tried, and what came of it.
#[derive(Component, Debug, Default, Clone)]
pub struct Attempts {
    pub used: u32,
    pub last_error: Option<ToolError>,
    /// The fewest items that were still lacking after a try. Who gets on has as many tries as it takes: a standstill counts.
    pub fewest_left: Option<u32>,
    /// What was tried and how it failed, a line each, oldest first.
    pub failed: Vec<String>,
    /// What has shown that it is done.
    pub shown: Option<String>,
    /// What its last call came back with, and how many game ticks all of them took.
    pub outcome: Option<Arc<ToolResult>>,
    pub ticks: u64,
    /// The outcome of the last try was lost with an earlier run: what it has broken may lie about.
    pub lost: bool,
}

impl Attempts {
    /// The step is done: what has shown it is kept and taken down. `step` counts from 1.
    pub fn done(&mut self, evidence: String, step: usize, title: String, goal: u64, journal: &mut Journal) {
        self.shown = Some(evidence.clone());
        journal.record(Some(goal), Event::StepDone { step, title, evidence });
    }
}

/// A step's components.
pub fn bundle(draft: StepDraft, attempts: Attempts) -> impl Bundle {
    (Step::from(draft), StepState::Waiting, attempts)
}

/// On a goal: a call of this step has failed, and nobody has decided yet what follows. Until then no step begins.
#[derive(Component, Debug, Clone)]
pub struct Failure {
    pub step: Entity,
    pub error: ToolError,
}

/// On a goal: an earlier run left it open, and how far it is was not yet held against the world. No step begins until then.
#[derive(Component, Debug, Default)]
pub struct Unsettled {
    /// What the step that ran was to say was heard.
    pub(super) said: bool,
    /// When the bot first stood in the world, in its ticks.
    pub(super) since: Option<u64>,
}

/// On a goal: no step begins, since something else is waited for.
#[derive(Component, Debug)]
pub struct OnHold;
