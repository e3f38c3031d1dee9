//! Earth that is moved to stand on while something is built: what of it stands still.

use super::building::Building;
use crate::{
    domain::{BlockPos, Earthwork},
    knowledge,
};

/// What is laid to stand on.
pub const EARTH: &str = "dirt";

/// Whether what is laid comes of it.
pub fn yields_earth(state: u16) -> bool {
    let block = knowledge::block_of_state(state);
    block.is_some_and(|block| block.drops.iter().any(|drop| drop.item == EARTH))
}

/// Where earth that was laid stands, and the building has no say: there nothing but that shows that it is to go. `seen` says what stands
/// at a place.
pub fn left_standing(
    building: &Building,
    earthwork: &Earthwork,
    seen: impl Fn(BlockPos) -> Option<u16>,
) -> Vec<BlockPos> {
    let is_ours = |at: &BlockPos| building.wanted(*at).is_none() && seen(*at).is_some_and(yields_earth);
    earthwork.laid.iter().copied().filter(is_ours).collect()
}
