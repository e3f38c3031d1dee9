//! Earth that is moved: ground that is made level, and stairs that are dug.

use std::collections::BTreeMap;

use super::{BY_THE_WORK, NOWHERE, Planning};
use crate::{
    domain::{Clear, Fill, PickUp, ToolError, Volume},
    knowledge,
    mind::plan::{
        drafts::draft,
        grammar::{Path, Stair, Terrace},
        stairs::Flight,
        stock::have,
        terraces::Uneven,
    },
};

/// What a step of a stair is made of where nothing is to stand on.
const STEP: &str = "dirt";

impl Planning<'_> {
    /// What stands above is cleared, and what is free of the ground is filled. What that takes beyond what is dug there is got first.
    pub(super) fn level(&mut self, block: &'static str, terrace: Terrace) -> Result<(), ToolError> {
        let uneven = self.surveyed(&self.state.terraces, &terrace, NOWHERE)?;
        let Uneven { above, blocks, floor, free, beyond } = uneven;
        let (low, high) = (floor.low(), floor.high());
        let dug: u32 = blocks.values().sum();
        self.whys.push(format!("level ground from {low} to {high}: {dug} blocks go, {free} places are filled"));
        if beyond > 0 {
            self.whys.push(format!("what is higher than {} blocks stays", above.size()[1]));
        }
        let gained = blocks.iter().filter(|(name, _)| yields(name, block)).map(|(_, count)| *count).sum::<u32>();
        let lacking = free.saturating_sub(gained + have(&self.sim.held, block));
        if lacking > 0 {
            self.at_hand(block, have(&self.sim.held, block) + lacking)?;
        }
        self.tools_for_blocks(&blocks, "the ground there")?;
        let mut steps = vec![draft(Clear::from(above).into(), format!("{dug} blocks stand above the ground"))];
        if gained > 0 && free > 0 {
            let loot = PickUp { item: Some(block.to_owned()), radius: Some(BY_THE_WORK), leave: true };
            steps.push(draft(loot.into(), "what was dug, for the holes".to_owned()));
        }
        steps.push(draft(Fill::level(block, floor).into(), format!("{free} places of the ground are free")));
        self.add(steps)
    }

    /// A step after the other, from where the bot stands.
    pub(super) fn dig_stair(&mut self, stair: Stair) -> Result<(), ToolError> {
        let Flight { way, steps, blocks } = self.surveyed(&self.state.stairs, &stair, NOWHERE)?;
        if let Some(last) = steps.last() {
            self.whys.push(format!("the staircase goes {} to {}", way.name(), last.feet()));
        }
        let laid = steps.iter().filter(|step| step.laid.is_some()).count() as u32;
        if laid > 0 {
            self.whys.push(format!("{laid} steps are laid over gaps, of {STEP}"));
            self.at_hand(STEP, laid)?;
        }
        self.tools_for_blocks(&blocks, "the staircase")?;
        let mut drafts = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let reason = format!("step {} of {}", number + 1, steps.len());
            drafts.push(draft(Clear::from(step.room).into(), reason));
            if let Some(floor) = step.laid {
                let fill = Fill::level(STEP, Volume::block(floor));
                drafts.push(draft(fill.into(), "nothing is there to stand on".to_owned()));
            }
        }
        self.add(drafts)
    }

    /// The ground along a way is dug away and laid anew, a straight run after the other.
    pub(super) fn pave(&mut self, path: &Path) -> Result<(), ToolError> {
        let paving = self.surveyed(&self.state.paths, path, NOWHERE)?;
        self.whys.push(format!("the path goes from {} to {}, {} blocks", paving.first, paving.last, paving.count()));
        if paving.runs.is_empty() {
            self.whys.push(format!("all of it is {} already", path.block));
        }
        self.at_hand(path.block, paving.count())?;
        self.tools_for_blocks(&paving.blocks, "the ground there")?;
        let mut steps = Vec::new();
        for run in paving.runs {
            let plants = Volume::between(run.low(), run.high().up());
            steps.push(draft(Clear::from(plants).into(), "the ground there makes room for the path".to_owned()));
            steps.push(draft(Fill::new(path.block, run).into(), format!("{} blocks of the path", run.count())));
        }
        self.add(steps)
    }

    /// The tools for what is dug away.
    fn tools_for_blocks(&mut self, blocks: &BTreeMap<&'static str, u32>, what: &str) -> Result<(), ToolError> {
        let digs = blocks.iter().filter_map(|(name, count)| Some((knowledge::block(name)?, *count)));
        let digs: Vec<_> = digs.collect();
        self.tools_to_clear(digs, what)
    }
}

/// Whether who breaks such a block by hand holds the other.
fn yields(name: &str, item: &str) -> bool {
    let block = knowledge::block(name);
    block.is_some_and(|block| knowledge::yields(block, None).iter().any(|drop| drop.item == item))
}
