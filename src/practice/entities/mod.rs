//! What is neither block nor player: items that lie about, and blocks on their way down.

pub(crate) mod falling;
pub(crate) mod lying;
