//! When the next game tick is due. Bodies in one process tick in turns: were all of them due at once, the last would wait
//! for all others' ticks.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

/// Missed ticks that are caught up on; older ones are dropped, as vanilla drops them, so that a slow moment does not grow
/// into a spiral.
const CAUGHT_UP: u32 = 5;
/// A game tick at the game's own rate.
const PERIOD: Duration = Duration::from_millis(50);
/// The part of a period by which each body ticks after the one before it, the golden ratio's: however many there are, they
/// lie apart.
const APART: f32 = 0.618_034;

/// What all bodies count their periods from.
static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// How many bodies there have been.
static BODIES: AtomicU32 = AtomicU32::new(0);

/// The game ticks' clock.
#[derive(Debug)]
pub(super) struct Beat {
    next: Instant,
}

impl Beat {
    /// A clock of its own phase.
    pub fn new(now: Instant) -> Self {
        Self::of(BODIES.fetch_add(1, Ordering::Relaxed), *BEGIN, now)
    }

    fn of(number: u32, begin: Instant, now: Instant) -> Self {
        let mut this = Self { next: begin + PERIOD.mul_f32((number as f32 * APART).fract()) };
        this.skip_to(now, PERIOD);
        this
    }

    /// How late the tick is that is due now, if one is. After a raise of the tick rate the old period need not be sat out.
    pub fn due(&mut self, now: Instant, period: Duration) -> Option<Duration> {
        self.next = self.next.min(now + period);
        let late = now.checked_duration_since(self.next)?;
        self.next += period;
        if self.next + CAUGHT_UP * period < now {
            self.skip_to(now, period);
        }
        Some(late)
    }

    /// The tick is put off by a whole period from now.
    pub fn put_off(&mut self, now: Instant, period: Duration) {
        self.next = now + period;
    }

    /// How long until the next tick is due.
    pub fn left(&self, now: Instant) -> Duration {
        self.next.saturating_duration_since(now)
    }

    /// To the last moment before this one, or this one, that has the clock's phase.
    fn skip_to(&mut self, now: Instant, period: Duration) {
        let missed = now.saturating_duration_since(self.next).as_nanos() / period.as_nanos().max(1);
        self.next += period.mul_f64(missed as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn beat(next: Instant) -> Beat {
        Beat { next }
    }

    #[test]
    fn bodies_tick_apart() {
        let begin = Instant::now();
        let now = begin + 730 * MS;
        for many in [2, 5, 10] {
            let phase =
                |number| Beat::of(number, begin, now).next.duration_since(begin).as_micros() % PERIOD.as_micros();
            let mut phases: Vec<_> = (0..many).map(phase).collect();
            phases.sort_unstable();
            let least = phases.windows(2).map(|two| two[1] - two[0]).min().unwrap();
            assert!(least > 50_000 / u128::from(many) / 2, "{phases:?}");
        }
    }

    #[test]
    fn a_tick_is_due_once_a_period_and_says_how_late_it_is() {
        let start = Instant::now();
        let mut beat = beat(start);
        assert_eq!(beat.due(start + 3 * MS, PERIOD), Some(3 * MS));
        assert_eq!((beat.due(start + 4 * MS, PERIOD), beat.left(start + 4 * MS)), (None, 46 * MS));
        assert_eq!(beat.due(start + 50 * MS, PERIOD), Some(Duration::ZERO), "lateness does not add up");
        beat.put_off(start + 60 * MS, PERIOD);
        assert_eq!(beat.due(start + 100 * MS, PERIOD), None);
    }

    #[test]
    fn few_missed_ticks_are_caught_up_on_and_many_are_dropped_in_the_same_phase() {
        let start = Instant::now();
        let mut few = beat(start);
        let now = start + 4 * PERIOD + 7 * MS;
        assert_eq!(std::iter::from_fn(|| few.due(now, PERIOD)).count(), 5);
        assert_eq!(few.left(now), 43 * MS);
        let mut many = beat(start);
        let now = start + 20 * PERIOD + 7 * MS;
        assert_eq!(std::iter::from_fn(|| many.due(now, PERIOD)).count(), 2);
        assert_eq!(many.left(now), 43 * MS);
    }

    #[test]
    fn a_raise_of_the_rate_takes_effect_at_once() {
        let start = Instant::now();
        let mut beat = beat(start + 40 * MS);
        assert_eq!((beat.due(start, 5 * MS), beat.left(start)), (None, 5 * MS));
    }
}
