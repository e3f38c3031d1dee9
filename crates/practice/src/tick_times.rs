//! How long ticks take: what a world under load is judged by.

use std::{collections::VecDeque, time::Duration};

/// Ticks remembered: a minute at vanilla's rate, and as long again.
const REMEMBERED: usize = 2400;

/// The last ticks' times in microseconds: the tick itself and what was handled since the one before.
#[derive(Clone, Debug, Default)]
pub struct TickTimes(VecDeque<u32>);

impl TickTimes {
    pub(crate) fn note(&mut self, busy: Duration) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(u32::try_from(busy.as_micros()).unwrap_or(u32::MAX));
    }

    /// The time that this share of the last `ticks` stayed within, in milliseconds: 0.5 for the median, 1.0 for the
    /// longest. Zero if there were none.
    pub fn share_within_ms(&self, share: f64, ticks: usize) -> f64 {
        let mut times: Vec<u32> = self.0.iter().rev().take(ticks).copied().collect();
        times.sort_unstable();
        let place = (share * times.len() as f64).ceil() as usize;
        times.get(place.saturating_sub(1)).map_or(0.0, |&time| f64::from(time) / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_last_ticks() {
        let mut times = TickTimes::default();
        assert_eq!(times.share_within_ms(0.5, 100), 0.0);
        (1..=2 * REMEMBERED as u64).for_each(|ms| times.note(Duration::from_millis(ms)));
        let last = 2.0 * REMEMBERED as f64;
        assert_eq!(times.share_within_ms(1.0, 100), last);
        assert_eq!(times.share_within_ms(0.5, 100), last - 50.0);
        assert_eq!(times.share_within_ms(0.99, 100), last - 1.0);
        assert_eq!(times.share_within_ms(1.0, usize::MAX), last);
    }
}
