//! Plans and their steps, as entities: a step is one tool call the plan wants, with its attempts.

use bevy::prelude::*;

use super::{expect::Aim, planner::PlannerState, recover::Failure};
use crate::{
    domain::{BlockPos, Expectation, ItemCounts, Observation, PlanDraft, StepDraft, ToolError, ToolRequest},
    knowledge::plain,
};

/// The plan on its goal. The steps are entities of their own ([`StepOf`]).
#[derive(Component, Debug)]
pub struct Plan {
    /// Who made it, why, what it will take.
    pub draft: PlanDraft,
    /// What was held, and where, when it was made.
    pub began: PlannerState,
    /// What was brought by steps that are no more, or are about something else by now.
    pub brought: Brought,
}

/// What steps have brought: goals may say how a thing is to be come by.
#[derive(Clone, Debug, Default, PartialEq)]
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

/// A step belongs to a goal.
#[derive(Component, Debug)]
#[relationship(relationship_target = Steps)]
pub struct StepOf(pub Entity);

/// A goal's steps, in order; they go when the goal goes.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = StepOf, linked_spawn)]
pub struct Steps(Vec<Entity>);

/// One tool call the plan wants.
#[derive(Component, Debug, Clone)]
pub struct Step {
    /// As it was planned; failures may change what is asked in the end.
    pub planned: ToolRequest,
    pub request: ToolRequest,
    pub reason: String,
    pub expectation: Expectation,
    /// Takes back what an earlier step placed.
    pub takes_back: Option<String>,
    /// A model has put it before a failed step; if it fails in its turn, that one is not lost.
    pub detour: Option<Failure>,
    /// What must be shown, made concrete when the step first ran; kept over attempts, so that a retry asks for what is
    /// left and not for everything again.
    pub aim: Option<Aim>,
}

impl Step {
    /// `mine 3 log`.
    pub fn title(&self) -> String {
        title(&self.request)
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

    /// Where it takes place, where the request says so.
    pub fn place(&self) -> Option<BlockPos> {
        match &self.request {
            ToolRequest::Mine(mine) => mine.at,
            ToolRequest::PlaceBlock(place) => place.at(),
            ToolRequest::Navigate(to) => to.y.map(|y| BlockPos::new(to.x, y, to.z)),
            _ => None,
        }
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
            detour: None,
            aim: None,
        }
    }
}

/// A call in a few words.
pub fn title(request: &ToolRequest) -> String {
    match request {
        ToolRequest::Mine(mine) => match mine.at {
            Some(at) => format!("mine {} at {at}", mine.target),
            None => format!("mine {} {}", mine.count, mine.target),
        },
        ToolRequest::Craft(craft) => format!("craft {} {}", craft.count, craft.item),
        ToolRequest::Smelt(smelt) => {
            let fuel = smelt.fuel.as_ref().map_or_else(String::new, |fuel| format!(" with {fuel}"));
            format!("smelt {} {}{fuel}", smelt.count, smelt.item)
        }
        ToolRequest::PlaceBlock(place) => match place.at() {
            Some(at) => format!("place {} at {at}", place.block),
            None => format!("place {} nearby", place.block),
        },
        ToolRequest::Navigate(to) => match to.y {
            Some(y) => format!("go to {}, {y}, {}", to.x, to.z),
            None => format!("go to {}, {}", to.x, to.z),
        },
        ToolRequest::GetBotStatus(_) => "look around".to_owned(),
        ToolRequest::Chat(chat) => format!("say {:?}", chat.message),
        ToolRequest::Drop(drop) => format!("drop {} {}", drop.count, drop.item),
    }
}

/// Whether two calls are one try: how many, how far and how near make no other of it.
pub fn alike(one: &ToolRequest, other: &ToolRequest) -> bool {
    match (one, other) {
        (ToolRequest::Mine(one), ToolRequest::Mine(other)) => {
            plain(&one.target) == plain(&other.target) && one.at == other.at
        }
        (ToolRequest::Craft(one), ToolRequest::Craft(other)) => plain(&one.item) == plain(&other.item),
        (ToolRequest::Smelt(one), ToolRequest::Smelt(other)) => plain(&one.item) == plain(&other.item),
        (ToolRequest::Drop(one), ToolRequest::Drop(other)) => plain(&one.item) == plain(&other.item),
        (ToolRequest::PlaceBlock(one), ToolRequest::PlaceBlock(other)) => {
            plain(&one.block) == plain(&other.block) && one.at() == other.at()
        }
        (ToolRequest::Navigate(one), ToolRequest::Navigate(other)) => {
            (one.x, one.y, one.z, one.dig) == (other.x, other.y, other.z, other.dig)
        }
        _ => one == other,
    }
}

/// A step's life.
#[derive(Component, Debug, Clone, PartialEq)]
pub enum StepState {
    Waiting,
    Running {
        call: u64,
        /// The body's tick when the call was ordered.
        since: u64,
        /// The call succeeded at this tick, and the world has yet to show it.
        evidence_due_since: Option<u64>,
    },
    Done,
    Failed(ToolError),
}

impl StepState {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running { .. } => "running",
            Self::Done => "done",
            Self::Failed(_) => "failed",
        }
    }
}

/// What the goal has placed and not yet taken back, oldest first.
#[derive(Component, Debug, Default)]
pub struct Placed(pub Vec<PlacedBlock>);

/// One block that stands because of a goal.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedBlock {
    pub block: String,
    pub at: BlockPos,
    /// A means to the goal's end, to be taken back; not what the user asked to have placed.
    pub means: bool,
}

impl Placed {
    /// Where the newest block of a kind stands that is to be taken back.
    pub fn newest(&self, block: &str) -> Option<BlockPos> {
        self.0.iter().rev().find(|placed| placed.means && placed.block == block).map(|placed| placed.at)
    }
}

/// How often a step was tried, and what came of it.
#[derive(Component, Debug, Default, Clone)]
pub struct Attempts {
    pub used: u32,
    pub last_error: Option<ToolError>,
    /// What was tried and how it failed, a line each, oldest first.
    pub failed: Vec<String>,
}

/// A step's components.
pub(super) fn bundle(draft: StepDraft, detour: Option<Failure>, attempts: Attempts) -> impl Bundle {
    (Step { detour, ..Step::from(draft) }, StepState::Waiting, attempts)
}
