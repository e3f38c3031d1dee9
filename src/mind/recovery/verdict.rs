//! What is to follow a failed attempt, as data.

use bevy::prelude::*;

use super::rules::Recovery;
use crate::domain::ToolError;

/// What follows a failed attempt.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// The bot died or lost its server: wait until it is back.
    ComeBack(String),
    Abandon(ToolError),
    Recover(Box<Recovery>),
}

/// On a goal with a [`Failure`]: what the rules say about it.
#[derive(Component, Debug, Clone)]
pub struct Ruling {
    pub verdict: Verdict,
    /// A guess, or nothing at all: somebody may know better.
    pub open: bool,
    /// The step was tried as often as a step may be.
    pub exhausted: bool,
    /// Why nobody else is asked any more.
    pub settled: Option<String>,
}

impl Ruling {
    /// Nobody knows better.
    pub fn closed(verdict: Verdict) -> Self {
        Self { verdict, open: false, exhausted: false, settled: None }
    }
}
