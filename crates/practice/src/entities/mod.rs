//! What is neither block nor player: items that lie about, and blocks on their way down.

pub(super) mod falling;
pub(super) mod lying;
