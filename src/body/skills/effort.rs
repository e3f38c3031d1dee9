//! How much a call computes within one game tick: a count of steps and not a span of time, so that a call takes the same
//! ticks on a slow machine as on a fast one, and at 400 ticks a second as at 20.
//!
//! What may take longer is cut into steps and goes on in the next tick (`Cx::spread`). Whoever is cancelled, out of time
//! or dead is no longer polled, and what was half done is dropped with the call.

use std::cell::Cell;

/// The steps of a tick: all searches and scans of a call share them. A node of a search takes two or three, a section of
/// blocks some more. They are meant to take 3 ms as the program is built for tests; weighing stands takes longer.
pub const A_TICK: u32 = 5_000;

/// What is left of a tick's steps.
#[derive(Debug)]
pub struct Effort(Cell<u32>);

impl Default for Effort {
    fn default() -> Self {
        Self(Cell::new(A_TICK))
    }
}

impl Effort {
    /// A new tick begins.
    pub fn renew(&self) {
        self.0.set(A_TICK);
    }

    /// So many steps, of a tick that allows others than usual.
    #[cfg(test)]
    pub fn allow(&self, steps: u32) {
        self.0.set(steps);
    }

    /// Takes so many steps; `false`: none are left in this tick. What begins within the tick may end beyond it.
    pub fn spend(&self, steps: u32) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(steps));
        left > 0
    }
}

/// As many ticks' parts as it takes, one after the other.
pub(super) fn to_the_end<T>(mut part: impl FnMut(&Effort) -> Option<T>) -> T {
    let effort = Effort::default();
    loop {
        effort.renew();
        if let Some(done) = part(&effort) {
            return done;
        }
    }
}
