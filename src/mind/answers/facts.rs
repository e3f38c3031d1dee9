//! What an answer may say: what a bot sees, what is known of its goals, and the blocks about it.

use std::collections::BTreeMap;

use crate::{
    domain::{
        BlockPos, BotView, GoalState, GoalView, MindView, NamedPlace, Observation, StepStateView, StepView, Volume,
    },
    knowledge::{self, block_of_state},
    mind::{plan::stock::Stations, steps::stations_near},
    voxel::{SeenWorld, StateId},
};

/// How far around the bot one looks, in blocks; and how far up and down.
pub(super) const FAR: i32 = 48;
const HIGH: i32 = 32;
/// What shows that a block is only the second one of a thing.
const SECOND_HALVES: [(&str, &str); 2] = [("half", "upper"), ("part", "foot")];

/// What a bot may be asked about.
pub(super) struct Facts<'a> {
    /// What it is called in the game.
    pub name: String,
    pub seen: &'a Observation,
    blocks: &'a SeenWorld,
    /// The places that it knows by a name.
    pub places: &'a BTreeMap<String, NamedPlace>,
    /// Its goals and what nobody has taken up yet, questions left out, oldest first.
    goals: Vec<&'a GoalView>,
}

impl<'a> Facts<'a> {
    pub fn new(
        seen: &'a Observation,
        blocks: &'a SeenWorld,
        places: &'a BTreeMap<String, NamedPlace>,
        view: &'a MindView,
        bot: &BotView,
        questions: &[u64],
    ) -> Self {
        let its = |goal: &&GoalView| goal.bot.as_ref().is_none_or(|name| *name == bot.username);
        let done = |goal: &&GoalView| !questions.contains(&goal.id);
        Self {
            name: bot.username.clone(),
            seen,
            blocks,
            places,
            goals: view.goals.iter().filter(its).filter(done).collect(),
        }
    }

    /// The goal at work.
    pub fn at_work(&self) -> Option<&GoalView> {
        self.goals.iter().copied().find(|goal| goal.state == GoalState::Active)
    }

    /// Goals in this state, oldest first.
    pub fn goals(&self, state: GoalState) -> impl Iterator<Item = &GoalView> {
        self.goals.iter().copied().filter(move |goal| goal.state == state)
    }

    /// The newest goal that is over.
    pub fn last(&self) -> Option<&GoalView> {
        self.goals.iter().copied().rev().find(|goal| goal.state.is_over())
    }

    fn around(&self) -> Volume {
        let feet = self.seen.position.block();
        Volume::between(feet.offset(-FAR, -HIGH, -FAR), feet.offset(FAR, HIGH, FAR))
    }

    /// The stations that stand near enough to be used.
    pub fn stations(&self) -> Stations {
        stations_near(self.blocks, self.seen.position.block(), [])
    }

    /// The blocks about the bot by name, and how many of each: a door and a bed are one, though two blocks.
    pub fn about(&self) -> BTreeMap<&'static str, u32> {
        let around = self.around();
        let mut names = BTreeMap::new();
        for (state, count) in self.blocks.count_states(around.low(), around.high()) {
            let is_second_half = || knowledge::state_properties(state).iter().any(|part| SECOND_HALVES.contains(part));
            let block = block_of_state(state).filter(|block| !knowledge::is_air(block.name));
            if let Some(block) = block.filter(|_| !is_second_half()) {
                *names.entry(block.name).or_default() += count;
            }
        }
        names
    }

    /// What stands at a place that was seen.
    pub fn state(&self, at: BlockPos) -> Option<StateId> {
        self.blocks.get(at)
    }

    /// The nearest block of one of these names.
    pub fn nearest(&self, names: &[&str]) -> Option<(BlockPos, &'static str)> {
        let feet = self.seen.position.block();
        let wanted: Vec<_> = names.iter().filter_map(|name| knowledge::block(name)).collect();
        let around = self.around();
        let places = (around.low().y..=around.high().y).flat_map(|y| {
            let (low, high) = (around.low(), around.high());
            (low.z..=high.z).flat_map(move |z| (low.x..=high.x).map(move |x| BlockPos::new(x, y, z)))
        });
        let found = places.filter_map(|at| {
            let state = self.blocks.get(at)?;
            let block = wanted.iter().find(|block| block.states().contains(&state))?;
            Some((at, block.name))
        });
        let far = |at: &BlockPos| at.center().distance(feet.center());
        found.min_by(|(one, _), (other, _)| far(one).total_cmp(&far(other)))
    }
}

/// The step that runs, and its number of all.
pub(super) fn running(goal: &GoalView) -> Option<(usize, &StepView)> {
    goal.steps.iter().enumerate().find(|(_, step)| step.state == StepStateView::Running)
}
