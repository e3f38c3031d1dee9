//! How much time has passed for the server: what it does and allows, it counts in its own ticks.

/// Servers tell their time every 20 ticks: what was told last may be so old.
pub(super) const TOLD_EVERY: u64 = 20;

/// Own ticks after which a server that has not told its time again does so no more.
const TOLD_BY: u64 = 400;

/// A moment, by the body's ticks and, where they are told, by the server's.
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
            (Some(then), Some(now)) if now > then => own.min(now - then),
            (Some(_), Some(_)) => own.saturating_sub(TOLD_BY),
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
        assert_eq!(at(50, Some(100)).since(at(10, Some(100))), 0, "it has yet to be told");
        assert_eq!(at(TOLD_BY + 17, Some(100)).since(at(10, Some(100))), 7, "it never is");
    }
}
