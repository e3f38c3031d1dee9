//! How one cell of a building was tried in thought: which sides could be clicked for it, from which stands, and why from others not.

use super::{BlockPos, Side};

/// A cell, and what was tried for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    pub at: BlockPos,
    /// One for each side that a click on could put the block there.
    pub sides: Vec<SideTried>,
}

/// A side of a block, and what came of each stand, the nearest to the cell first.
#[derive(Clone, Debug, PartialEq)]
pub struct SideTried {
    pub block: BlockPos,
    pub side: Side,
    pub stands: Vec<(BlockPos, Verdict)>,
}

/// What came of a side and a stand; what comes later was closer to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The side is farther from the eye than one reaches.
    OutOfReach,
    /// The eye is behind the side.
    TurnedAway,
    /// One would stand in the block.
    InTheWay,
    /// Something stands between.
    Hidden(BlockPos),
    /// It would come out as that instead (`facing=west`, or another block), or not at all.
    Makes(Option<String>),
    /// It can be clicked: as one stands, sneaking, or from a jump.
    Works { sneaks: bool, hops: bool },
}

impl Trial {
    /// Each stand once, and whether any side can be clicked from there.
    pub fn stands(&self) -> Vec<(BlockPos, bool)> {
        let mut stands: Vec<(BlockPos, bool)> = Vec::new();
        for (at, verdict) in self.sides.iter().flat_map(|side| &side.stands) {
            let works = matches!(verdict, Verdict::Works { .. });
            match stands.iter_mut().find(|(known, _)| known == at) {
                Some((_, known)) => *known |= works,
                None => stands.push((*at, works)),
            }
        }
        stands
    }
}
