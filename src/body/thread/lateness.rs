//! How late game ticks come: the number behind "the window does not hurt the bot".

use std::time::Duration;

/// Buckets of a tenth of a millisecond, up to 100 ms; what is later falls into the last.
const BUCKETS: usize = 1000;

/// A histogram of tick lateness.
#[derive(Debug)]
pub struct Lateness {
    buckets: Box<[u32; BUCKETS]>,
    ticks: u32,
}

impl Default for Lateness {
    fn default() -> Self {
        Self { buckets: Box::new([0; BUCKETS]), ticks: 0 }
    }
}

impl Lateness {
    /// Counts one tick that began this long after it was due.
    pub fn record(&mut self, late: Duration) {
        let bucket = (late.as_micros() / 100).min(BUCKETS as u128 - 1) as usize;
        self.buckets[bucket] += 1;
        self.ticks += 1;
    }

    /// The median and the 99th percentile, in milliseconds.
    pub fn percentiles(&self) -> (f64, f64) {
        (self.at(0.5), self.at(0.99))
    }

    fn at(&self, part: f64) -> f64 {
        let rank = (f64::from(self.ticks) * part).ceil() as u32;
        let mut below = 0;
        for (bucket, count) in self.buckets.iter().enumerate() {
            below += count;
            if below >= rank && below > 0 {
                return (bucket as f64 + 1.0) / 10.0;
            }
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_the_upper_edges_of_their_buckets() {
        let mut lateness = Lateness::default();
        assert_eq!(lateness.percentiles(), (0.0, 0.0));
        for _ in 0..98 {
            lateness.record(Duration::from_micros(250));
        }
        lateness.record(Duration::from_millis(7));
        lateness.record(Duration::from_secs(3));
        assert_eq!(lateness.percentiles(), (0.3, 7.1));
    }
}
