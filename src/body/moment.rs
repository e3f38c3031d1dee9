//! How much time has passed for the server: what it does and allows, it counts in its own ticks.

/// Servers tell their time every 20 ticks: what was told last may be so old.
pub const TOLD_EVERY: u64 = 20;

/// A moment, by the body's ticks and, where it tells them again and again, by the server's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moment {
    pub own: u64,
    pub told: Option<u64>,
}

impl Moment {
    /// Ticks of the server since an earlier moment, give or take [`TOLD_EVERY`]; never more than the body's own, so that of
    /// a server which lags nothing is expected before its time.
    pub fn since(self, earlier: Self) -> u64 {
        let own = self.own.saturating_sub(earlier.own);
        match (earlier.told, self.told) {
            (Some(then), Some(now)) => own.min(now.saturating_sub(then)),
            _ => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_the_slower_of_both_clocks() {
        let at = |own: u64, told: Option<u64>| Moment { own, told };
        assert_eq!(at(50, Some(120)).since(at(10, Some(100))), 20, "the server lags");
        assert_eq!(at(50, Some(200)).since(at(10, Some(100))), 40, "its time was told late");
        assert_eq!(at(50, None).since(at(10, None)), 40);
        assert_eq!(at(50, Some(200)).since(at(10, None)), 40);
        assert_eq!(at(50, Some(3)).since(at(10, Some(100))), 0, "another world's time");
    }
}
