//! What a job says.

use crate::domain::{ToolError, ToolRequest};

/// What a job says when it is looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// This is to be done next, for this reason.
    Call(ToolRequest, String),
    /// Nothing is left to do.
    Done,
    /// Nothing is left to do; in words, what was seen shows it, and is worth telling.
    Shown(String),
    /// It cannot go on from here.
    Missing(ToolError),
}

/// A look at a job.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    pub next: Next,
    /// How many pieces there are, and how many of them are done.
    pub of: u64,
    pub done: u64,
}
