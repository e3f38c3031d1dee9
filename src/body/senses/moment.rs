//! How much time has passed for the server: what it does and allows, it counts in its own ticks.

/// Servers tell their time every 20 ticks: what was told last may be so old.
pub(super) const TOLD_EVERY: u64 = 20;

/// Own ticks after which a server that has not told its time again does so no more.
const TOLD_BY: u64 = 400;

/// A server that lags more than so many times behind the body is not waited for: every call ends.
pub const MOST_LAG: u64 = 8;

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

    /// Whether somebody who began to wait then has waited for so many ticks by his own clock, and the server has had them as
    /// well; but no server is waited for for ever.
    pub fn has_waited(self, begun: Self, ticks: u64) -> bool {
        let own = self.own.saturating_sub(begun.own);
        own >= ticks && (self.since(begun) + TOLD_EVERY >= ticks || own >= MOST_LAG * ticks)
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

    #[test]
    fn one_waits_as_long_for_a_server_that_lags() {
        let (untold, begun) = (Moment { own: 10, told: None }, Moment { own: 10, told: Some(100) });
        let at = |own: u64, told: u64| Moment { own: 10 + own, told: Some(100 + told) };
        assert!(!at(39, 20).has_waited(begun, 40));
        assert!(at(40, 20).has_waited(begun, 40), "it is told every 20 ticks");
        assert!(at(14, 0).has_waited(begun, 14));
        assert!(!at(100, 20).has_waited(begun, 100), "it lags");
        assert!(at(300, 80).has_waited(begun, 100));
        assert!(at(800, 40).has_waited(begun, 100), "not for ever");
        assert!(Moment { own: 50, told: None }.has_waited(untold, 40));
    }
}
