//! What a surface shows of a moment that is over, and how it asks for it: plain data.

use crate::{domain::MindView, voxel::SeenWorld};

/// Asks how things stood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastAsk {
    pub session: u64,
    /// Wall time in milliseconds since 1970.
    pub at_ms: u64,
    /// Whose land is to be seen; the first bot's where none has this name.
    pub bot: String,
}

/// How things stood.
#[derive(Clone, Debug, Default)]
pub struct Past {
    pub ask: PastAsk,
    /// From the first recorded moment of the session to the last; `None` where nothing was recorded.
    pub span: Option<(u64, u64)>,
    pub view: MindView,
    pub world: SeenWorld,
    /// What is missing and why, in a sentence.
    pub missing: Option<String>,
}
