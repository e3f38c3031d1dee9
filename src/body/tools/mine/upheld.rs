//! What stands on the ground and would fall with it: nobody who wants dirt takes it from under a door, a torch or a field.

use super::mining::Mining;
use crate::{
    body::skills::scan::{Sought, nearest},
    domain::{BlockPos, ToolError},
    knowledge::{self, Block},
    voxel::StateId,
};

/// How far around it is looked for, in blocks; how far one goes before one looks again; and how many are spared at most.
const AROUND: i32 = 24;
const AGAIN: f64 = 12.0;
const MOST: usize = 256;

/// Whether a block was put where it stands, and breaks without what is below it: by the tags of the game, and what has none.
fn is_upheld(block: &Block) -> bool {
    let tagged = ["doors", "crops", "rails", "standing_signs", "pressure_plates", "buttons", "candles", "wool_carpets"];
    tagged.iter().any(|tag| knowledge::is_tagged(block.name, tag))
        || ["torch", "lantern", "lever", "repeater", "comparator"].iter().any(|end| block.name.ends_with(end))
}

impl Mining<'_> {
    /// Spares what holds such things up around here, unless it is just one block that is wanted.
    pub(super) async fn spare_what_upholds(&mut self) -> Result<(), ToolError> {
        let here = self.cx.feet()?;
        let is_near = |spared: &BlockPos| spared.center().distance(here.center()) < AGAIN;
        let is_ground = self.target.blocks.iter().any(|block| knowledge::is_ground(block.name));
        if self.params.at.is_some() || !is_ground || self.spared_at.as_ref().is_some_and(is_near) {
            return Ok(());
        }
        self.spared_at = Some(here);
        let upheld = |state: StateId| knowledge::block_of_state(state).is_some_and(is_upheld);
        let sought = Sought { wanted: &upheld, counts: &|_| true, open: false };
        for at in nearest(self.cx, &self.cx.view(), here, AROUND, MOST, sought).await {
            self.spoiled.insert(at.down(), ());
            self.keep.insert(at.down(), ());
        }
        Ok(())
    }
}
