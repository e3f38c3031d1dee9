//! How much of other people's talk is written down: a server may send lines by the thousand a second, and a journal is
//! kept for what was decided. What is left out is counted, and said.

/// Lines of chat that are written down in one second of wall time.
pub(super) const LINES_A_SECOND: u64 = 20;

/// Counts the lines of each second.
#[derive(Debug, Default)]
pub(super) struct Gate {
    second: u64,
    lines: u64,
}

impl Gate {
    /// A line comes: whether it is written down.
    pub fn lets_in(&mut self) -> bool {
        self.lines += 1;
        self.lines <= LINES_A_SECOND
    }

    /// So many milliseconds have passed: how many lines of an earlier second were left out and not yet told.
    pub fn turn(&mut self, ms: u64) -> Option<u64> {
        let second = ms / 1000;
        if second == self.second { None } else { self.close(second) }
    }

    /// The same at the end, when the second is not waited for.
    pub fn end(&mut self) -> Option<u64> {
        self.close(self.second)
    }

    fn close(&mut self, second: u64) -> Option<u64> {
        let left_out = self.lines.saturating_sub(LINES_A_SECOND);
        // Within one second the room that is used up stays so.
        let used = if second == self.second { self.lines.min(LINES_A_SECOND) } else { 0 };
        (self.second, self.lines) = (second, used);
        (left_out > 0).then_some(left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_its_lines_and_the_rest_is_counted_once() {
        let mut gate = Gate::default();
        for second in 0..3 {
            assert_eq!(gate.turn(second * 1000), if second == 0 { None } else { Some(980) });
            let kept = (0..1000).filter(|ms| {
                assert_eq!(gate.turn(second * 1000 + ms), None);
                gate.lets_in()
            });
            assert_eq!(kept.count() as u64, LINES_A_SECOND);
        }
        assert_eq!((gate.end(), gate.end()), (Some(980), None));
        assert!(!gate.lets_in(), "the second is not over");
        assert_eq!(gate.turn(9_000), Some(1));
        assert!(gate.lets_in());
        assert_eq!((gate.turn(9_999), gate.turn(10_000), gate.end()), (None, None, None));
    }
}
