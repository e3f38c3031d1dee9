//! Who takes in land now. Bots that join together are sent some hundred chunks each; if all of their bodies took them in at once,
//! each would keep the others from their game ticks. So half of the cores are left to the ticks, and no body takes in so
//! much in a tick that the system, which shares out processors fairly, lets it wait when its next tick is due.

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
/// How often a body goes in within a game tick, if there are others.
const TURNS_A_TICK: u32 = 2;

/// How many bodies there are.
static BODIES: AtomicUsize = AtomicUsize::new(0);
/// How many are within.
static WITHIN: AtomicUsize = AtomicUsize::new(0);
/// How many may be.
static ROOM: LazyLock<usize> = LazyLock::new(|| (thread::available_parallelism().map_or(1, usize::from) / 2).max(1));

/// A body's place before the turnstile.
#[derive(Debug)]
pub(super) struct Turnstile {
    /// How often it went in within this tick.
    turns: u32,
}

/// To be within, until dropped.
#[derive(Debug)]
pub(super) struct Turn;

impl Turnstile {
    pub fn new() -> Self {
        BODIES.fetch_add(1, Ordering::Relaxed);
        Self { turns: 0 }
    }

    /// A game tick begins.
    pub fn tick(&mut self) {
        self.turns = 0;
    }

    /// A turn, if there is room and the body has not had enough of them, or if it has waited for too long since `last`.
    pub fn take(&mut self, last: Instant) -> Option<Turn> {
        let is_late = last.elapsed() > PATIENCE;
        let had_enough = self.turns >= TURNS_A_TICK && BODIES.load(Ordering::Relaxed) > 1;
        if had_enough && !is_late {
            return None;
        }
        let room = if is_late { usize::MAX } else { *ROOM };
        let more = |within: usize| (within < room).then_some(within + 1);
        WITHIN.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).ok()?;
        self.turns += 1;
        Some(Turn)
    }
}

impl Drop for Turnstile {
    fn drop(&mut self) {
        BODIES.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        WITHIN.fetch_sub(1, Ordering::AcqRel);
    }
}
