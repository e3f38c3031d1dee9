//! What a player is breaking.

use crate::domain::BlockPos;

/// By vanilla's rules one block, and one that the client has finished too early.
#[derive(Clone, Debug, Default)]
pub(crate) struct Digging {
    /// The block and the tick of the start.
    pub current: Option<(BlockPos, u64)>,
    /// One that the client believes broken already.
    pub delayed: Option<(BlockPos, u64)>,
    pub cracks: u8,
}
