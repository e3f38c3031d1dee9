//! How fast the server's world really moves: measured from its time packets, never from the client's own ticks.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// Time packets looked at; a server sends one every 20 ticks.
const SAMPLES: usize = 6;
/// A server that is late by less than this part of the usual wait is not slow.
const LATE: f64 = 1.5;
/// Ticks by which the body may run ahead of what the server last told: the 20 between two tellings, and some on the way.
const MOST_LEAD: u64 = 40;
/// A server that has not told its time for so long is not waited for.
const TELLS_NO_MORE: Duration = Duration::from_secs(2);

/// The last time packets: the world's age in ticks, and when each came.
#[derive(Debug, Default)]
pub struct ServerClock {
    samples: VecDeque<(u64, Instant)>,
    /// Ticks of the body's that the server has not told of yet.
    lead: u64,
}

impl ServerClock {
    /// Takes in the world's age in ticks, as it came at `now`.
    pub fn heard(&mut self, age: u64, now: Instant) {
        // Another world, or one whose clock was set back.
        if self.samples.back().is_some_and(|(last, _)| age < *last) {
            self.samples.clear();
        }
        if self.samples.len() == SAMPLES {
            self.samples.pop_front();
        }
        // Whose time stands still cannot be followed.
        let passed = self.age().map_or(0, |last| age - last);
        self.lead = if passed == 0 { 0 } else { self.lead.saturating_sub(passed) };
        self.samples.push_back((age, now));
    }

    /// Another world begins.
    pub fn forget(&mut self) {
        self.samples.clear();
        self.lead = 0;
    }

    /// The body has ticked.
    pub fn ticked(&mut self) {
        self.lead += 1;
    }

    /// Whether the body has ticked more often than a server that tells its time.
    pub fn is_outrun(&self, now: Instant) -> bool {
        let tells = self.samples.back().is_some_and(|(_, last)| now.saturating_duration_since(*last) < TELLS_NO_MORE);
        tells && self.lead >= MOST_LEAD
    }

    /// The world's age as last told, in ticks.
    pub fn age(&self) -> Option<u64> {
        self.samples.back().map(|(age, _)| *age)
    }

    /// Ticks a second of wall time at `now`, to a tenth; `None` before two time packets have come. It sinks while the next
    /// one is overdue.
    pub fn rate(&self, now: Instant) -> Option<f32> {
        let (first, last) = (self.samples.front()?, self.samples.back()?);
        let (ticks, seconds) = ((last.0 - first.0) as f64, (last.1 - first.1).as_secs_f64());
        if seconds <= 0.0 {
            return None;
        }
        let usual = seconds / (self.samples.len() - 1) as f64;
        let waited = now.saturating_duration_since(last.1).as_secs_f64();
        let rate = if waited > LATE * usual {
            // No more ticks than usual have passed in the longer wait.
            (ticks / seconds) * usual / waited
        } else {
            ticks / seconds
        };
        Some(((rate * 10.0).round() / 10.0) as f32)
    }
}

/// Whole seconds of a silence that a user should be told of; 0 while the server speaks as it should.
pub(super) fn told_silence(silent: Duration) -> u32 {
    // Keep-alives and time packets come at least once a second from a server that is well.
    if silent < Duration::from_secs(3) { 0 } else { u32::try_from(silent.as_secs()).unwrap_or(u32::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(packets: &[(u64, u64)]) -> (ServerClock, Instant) {
        let (mut clock, begin) = (ServerClock::default(), Instant::now());
        for (age, millis) in packets {
            clock.heard(*age, begin + Duration::from_millis(*millis));
        }
        (clock, begin)
    }

    fn rate(packets: &[(u64, u64)], now: u64) -> Option<f32> {
        let (clock, begin) = clock(packets);
        clock.rate(begin + Duration::from_millis(now))
    }

    #[test]
    fn the_rate_is_what_the_time_packets_show() {
        assert_eq!(rate(&[], 0), None);
        assert_eq!(rate(&[(20, 0)], 10), None);
        assert_eq!((clock(&[]).0.age(), clock(&[(20, 0), (40, 9)]).0.age()), (None, Some(40)));
        assert_eq!(rate(&[(20, 0), (40, 1000), (60, 2000)], 2500), Some(20.0));
        assert_eq!(rate(&[(20, 0), (40, 2000), (60, 4000)], 4000), Some(10.0), "a server at half its speed");
        assert_eq!(rate(&[(20, 0), (40, 50), (60, 100)], 110), Some(400.0));
        assert_eq!(rate(&[(20, 0), (20, 1000), (20, 2000)], 2000), Some(0.0), "frozen");
    }

    #[test]
    fn it_sinks_while_the_server_is_silent() {
        let packets = [(20, 0), (40, 1000), (60, 2000)];
        assert_eq!(rate(&packets, 3400), Some(20.0), "a little late is not slow");
        assert_eq!(rate(&packets, 4000), Some(10.0));
        assert_eq!(rate(&packets, 12_000), Some(2.0));
    }

    #[test]
    fn another_world_has_another_clock() {
        assert_eq!(rate(&[(5000, 0), (5020, 1000), (20, 1100)], 1200), None);
        let mut clock = clock(&[(20, 0), (40, 1000)]).0;
        clock.forget();
        assert_eq!(clock.rate(Instant::now()), None);
    }

    #[test]
    fn nobody_outruns_a_server_that_tells_its_time() {
        let (mut clock, begin) = clock(&[(20, 0), (40, 1000)]);
        let at = |millis| begin + Duration::from_millis(millis);
        let run = |clock: &mut ServerClock, now| {
            (0..1000)
                .take_while(|_| {
                    !clock.is_outrun(now) && {
                        clock.ticked();
                        true
                    }
                })
                .count()
        };
        assert_eq!(run(&mut clock, at(1500)), 40);
        clock.heard(60, at(2000));
        assert_eq!(run(&mut clock, at(2000)), 20, "as many as the server's");
        clock.heard(200, at(4000));
        assert_eq!(run(&mut clock, at(4000)), 40, "a late body does not save ticks up");
        assert_eq!(run(&mut clock, at(6000)), 1000, "it tells no more");
        clock.heard(200, at(6000));
        clock.heard(200, at(7000));
        assert_eq!(run(&mut clock, at(7000)), 40, "its time stands still");
        clock.heard(200, at(8000));
        assert!(!clock.is_outrun(at(8000)));
    }

    #[test]
    fn short_silences_are_not_told() {
        assert_eq!(told_silence(Duration::from_millis(2999)), 0);
        assert_eq!(told_silence(Duration::from_millis(5900)), 5);
    }
}
