//! What goes all around a thing, and how one gets out of it first.

use super::{NOWHERE, Planning};
use crate::{
    domain::{BlockPos, Clear, Navigate, ToolError, Volume},
    mind::plan::{drafts::draft, grammar::Ditch},
};

/// How far outside of it one stands, in blocks.
const CLEAR_OF_IT: i32 = 2;

impl Planning<'_> {
    /// A moat, box by box, from outside.
    pub(super) fn dig_around(&mut self, ditch: &Ditch) -> Result<(), ToolError> {
        let volumes = self.surveyed(&self.state.ditches, ditch, NOWHERE)?;
        let Some(all) = around(&volumes) else { return Ok(()) };
        let count: u64 = volumes.iter().map(Volume::count).sum();
        self.whys.push(format!("it lies between {} and {}: {count} blocks are dug away", all.low(), all.high()));
        for volume in &volumes {
            self.spares_chests(volume)?;
            self.tools_for(volume)?;
        }
        self.step_outside(&volumes)?;
        let dig = |volume: &Volume| draft(Clear::from(*volume).into(), format!("{} of {count} blocks", volume.count()));
        self.add(volumes.iter().map(dig).collect())
    }

    /// Who stands inside of what is to go around goes out first.
    pub(super) fn step_outside(&mut self, volumes: &[Volume]) -> Result<(), ToolError> {
        let feet = self.state.position.map(|position| position.block());
        let Some((feet, all)) = feet.zip(around(volumes)) else { return Ok(()) };
        let (low, high) = (all.low(), all.high());
        if !(low.x..=high.x).contains(&feet.x) || !(low.z..=high.z).contains(&feet.z) {
            return Ok(());
        }
        let ways = [
            (low.x - CLEAR_OF_IT, feet.z),
            (high.x + CLEAR_OF_IT, feet.z),
            (feet.x, low.z - CLEAR_OF_IT),
            (feet.x, high.z + CLEAR_OF_IT),
        ];
        let far = |(x, z): &(i32, i32)| (x - feet.x).abs() + (z - feet.z).abs();
        let Some((x, z)) = ways.into_iter().min_by_key(far) else { return Ok(()) };
        let go = Navigate { x, y: None, z, tolerance: Some(1), dig: false };
        self.add(vec![draft(go.into(), "out of what it goes around".to_owned())])
    }
}

/// The box around all of these.
fn around(volumes: &[Volume]) -> Option<Volume> {
    let one = |one: BlockPos, other: BlockPos, of: fn(i32, i32) -> i32| {
        BlockPos::new(of(one.x, other.x), of(one.y, other.y), of(one.z, other.z))
    };
    let low = volumes.iter().map(Volume::low).reduce(|low, at| one(low, at, i32::min))?;
    let high = volumes.iter().map(Volume::high).reduce(|high, at| one(high, at, i32::max))?;
    Some(Volume::between(low, high))
}
