//! Who takes in land now. Bots that join together are sent some hundred chunks each; if all of their bodies took them in at once,
//! each would keep the others from their game ticks. So half of the cores are left to the ticks.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// After so long one goes in whoever is within: every body reads its packets many times a second.
const PATIENCE: Duration = Duration::from_millis(50);

/// How many are within.
static WITHIN: AtomicUsize = AtomicUsize::new(0);
/// How many may be.
static ROOM: LazyLock<usize> = LazyLock::new(|| (thread::available_parallelism().map_or(1, usize::from) / 2).max(1));

/// To be within, until dropped.
#[derive(Debug)]
pub(super) struct Turn;

impl Turn {
    /// A turn, if there is room, or if one has waited for too long since `last`.
    pub fn take(last: Instant) -> Option<Self> {
        let room = if last.elapsed() > PATIENCE { usize::MAX } else { *ROOM };
        let more = |within: usize| (within < room).then_some(within + 1);
        WITHIN.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).ok().map(|_| Self)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        WITHIN.fetch_sub(1, Ordering::AcqRel);
    }
}
