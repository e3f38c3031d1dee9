//! Places that have a name.

use serde::{Deserialize, Serialize};

use super::pos::BlockPos;

/// The place that a home is kept as.
pub const HOME: &str = "home";
/// Places that one bot remembers of one world at most.
pub const MAX_PLACES: usize = 100;

/// Where something is that has a name.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedPlace {
    /// Without namespace.
    pub dimension: String,
    /// The feet's block.
    pub at: BlockPos,
}
