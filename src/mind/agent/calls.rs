//! Calls of the body's tools: numbered here, ordered, withdrawn, and answered by at most one outcome.

use std::time::Instant;

use bevy::prelude::*;

use super::body::BodyLink;
use crate::{
    body::{CALL_DEADLINE, MOST_LAG, Order, TIDY_LIMIT, deadline},
    domain::{ErrorCode, ToolError, ToolRequest, ToolResult, Volume},
};

/// How long the mind waits for most calls; see [`patience`].
pub const MIND_DEADLINE: u64 = patience(CALL_DEADLINE);

/// The mind waits longer, in ticks of the body, so that the body always gives up first and the two never disagree: the
/// deadline and the clean-up, on the slowest server that the body waits for.
const fn patience(deadline: u64) -> u64 {
    MOST_LAG * (deadline + TIDY_LIMIT + 200)
}

/// The agent's calls: the one that runs, and the one that was withdrawn until the body has let go of it.
#[derive(Component, Debug, Default)]
pub struct Calls {
    last: u64,
    running: Option<Running>,
    withdrawn: Option<Withdrawn>,
}

/// From the order until it is judged or withdrawn.
#[derive(Debug)]
struct Running {
    call: u64,
    /// The body's tick when it was ordered.
    since: u64,
    /// Ticks after which no answer comes any more.
    patience: u64,
    outcome: Option<ToolResult>,
}

#[derive(Debug)]
struct Withdrawn {
    call: u64,
    since: Instant,
}

impl Calls {
    /// Orders a call of the body at its tick; the call's number. `again`: an earlier run had begun the same, and what came of
    /// that is not known. `closed`: boxes that it leaves alone.
    pub fn order(&mut self, request: ToolRequest, again: bool, closed: &[Volume], tick: u64, body: &BodyLink) -> u64 {
        self.last += 1;
        let call = self.last;
        let deadline = deadline(&request);
        self.running = Some(Running { call, since: tick, patience: patience(deadline), outcome: None });
        body.send(Order::Call { id: call, request, deadline, again, closed: closed.to_vec() });
        call
    }

    /// The number of the running call.
    pub fn running(&self) -> Option<u64> {
        self.running.as_ref().map(|running| running.call)
    }

    /// What the running call came to by this tick; kept until [`Self::judged`]. A body that never answers has given no outcome.
    pub fn outcome(&mut self, tick: u64, body: &BodyLink) -> Option<ToolResult> {
        let running = self.running.as_mut()?;
        if running.outcome.is_none() && tick.saturating_sub(running.since) > running.patience {
            body.send(Order::Cancel { id: running.call });
            let error = ToolError::new(ErrorCode::Timeout, "the body never answered");
            running.outcome = Some(ToolResult::new("", 0, 0, Err(error)));
        }
        running.outcome.clone()
    }

    /// The running call is over and done with.
    pub fn judged(&mut self) {
        self.running = None;
    }

    /// Nobody wants the running call any more.
    pub fn withdraw(&mut self, body: &BodyLink) {
        if let Some(Running { call, .. }) = self.running.take() {
            body.send(Order::Cancel { id: call });
            self.withdrawn = Some(Withdrawn { call, since: Instant::now() });
        }
    }

    /// Since when the body has not yet let go of a withdrawn call, if it has not.
    pub fn letting_go_since(&self) -> Option<Instant> {
        self.withdrawn.as_ref().map(|withdrawn| withdrawn.since)
    }

    /// Takes in an outcome, and drops one that nobody waits for.
    pub(super) fn answered(&mut self, call: u64, result: ToolResult) {
        if self.withdrawn.take_if(|withdrawn| withdrawn.call == call).is_some() {
            tracing::debug!(call, "the outcome of a withdrawn call");
        } else if let Some(running) = self.running.as_mut().filter(|running| running.call == call) {
            running.outcome = Some(result);
        } else {
            tracing::debug!(call, "an outcome that nobody waits for is dropped");
        }
    }

    /// The body lets go of nothing any more.
    pub(super) fn forget_withdrawn(&mut self) {
        self.withdrawn = None;
    }

    /// The body will never answer: the running call ends with this error, if it has no outcome yet.
    pub(super) fn lost(&mut self, error: ToolError) {
        self.withdrawn = None;
        if let Some(running) = self.running.as_mut() {
            running.outcome.get_or_insert_with(|| ToolResult::new("", 0, 0, Err(error)));
        }
    }
}
