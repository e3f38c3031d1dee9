//! The newest lines of the log, as they are handed in by whoever gathers them.

use std::collections::VecDeque;

use bevy::prelude::Resource;

use crate::domain::LogLine;

/// Lines that are kept: hours of a quiet run, and at most some 2 MB.
pub const LINES: usize = 2_000;

/// What has been logged.
#[derive(Resource, Clone, Debug, Default)]
pub struct LogDesk {
    lines: VecDeque<LogLine>,
    /// How many there were ever.
    count: u64,
    /// How many came too fast to be taken in.
    pub missed: u64,
}

impl LogDesk {
    /// Adds a line, which gets its number here; the oldest one goes where there are too many.
    pub fn add(&mut self, line: LogLine) {
        self.lines.push_back(LogLine { number: self.count, ..line });
        self.count += 1;
        if self.lines.len() > LINES {
            self.lines.pop_front();
        }
    }

    /// Oldest first.
    pub fn lines(&self) -> &VecDeque<LogLine> {
        &self.lines
    }

    /// The number that the next line gets.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The line with this number, while it is kept.
    pub fn line(&self, number: u64) -> Option<&LogLine> {
        let first = self.lines.front()?.number;
        self.lines.get(usize::try_from(number.checked_sub(first)?).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::LogLevel;

    #[test]
    fn the_newest_lines_are_kept_and_found_by_their_numbers() {
        let mut desk = LogDesk::default();
        let line = |text: String| LogLine { number: 0, at_ms: 0, level: LogLevel::Info, target: "a".to_owned(), text };
        (0..LINES + 5).for_each(|number| desk.add(line(number.to_string())));
        assert_eq!((desk.lines().len(), desk.count()), (LINES, LINES as u64 + 5));
        let text = |number| desk.line(number).map(|line| line.text.clone());
        assert_eq!((text(4), text(5), text(LINES as u64 + 5)), (None, Some("5".to_owned()), None));
    }
}
