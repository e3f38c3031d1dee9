//! Which lines of the log are shown: by how grave they are, by where they were written, and by words.

use std::collections::BTreeSet;

use super::desk::LogDesk;
use crate::domain::{LogLevel, LogLine};

/// What is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// This level and graver ones.
    pub level: LogLevel,
    /// A room of the program, or another crate; all where nothing is chosen.
    pub room: Option<String>,
    pub words: String,
}

impl Default for Filter {
    fn default() -> Self {
        Self { level: LogLevel::Info, room: None, words: String::new() }
    }
}

impl Filter {
    /// What went wrong.
    pub fn trouble() -> Self {
        Self { level: LogLevel::Warning, ..Self::default() }
    }

    fn passes(&self, line: &LogLine, words: &str) -> bool {
        line.level <= self.level
            && self.room.as_ref().is_none_or(|wanted| room(&line.target) == wanted)
            && (words.is_empty() || line.text.to_lowercase().contains(words) || line.target.contains(words))
    }
}

/// The numbers of the lines that pass, found anew only when the filter has changed or lines have come.
#[derive(Clone, Debug, Default)]
pub struct Passing {
    of: Option<(Filter, u64)>,
    numbers: Vec<u64>,
}

impl Passing {
    pub fn numbers(&mut self, desk: &LogDesk, filter: &Filter) -> &[u64] {
        let is_known = self.of.as_ref().is_some_and(|(of, count)| of == filter && *count == desk.count());
        if !is_known {
            let words = filter.words.trim().to_lowercase();
            let passing = desk.lines().iter().filter(|line| filter.passes(line, &words));
            self.numbers = passing.map(|line| line.number).collect();
            self.of = Some((filter.clone(), desk.count()));
        }
        &self.numbers
    }
}

/// The room of the program that a line was written in (`body`), or the crate where that is another one (`wgpu_core`).
pub fn room(target: &str) -> &str {
    let mut path = target.split("::");
    match (path.next().unwrap_or_default(), path.next()) {
        ("blockwright", Some(room)) => room,
        (krate, _) => krate.strip_prefix("blockwright_").unwrap_or(krate),
    }
}

/// Whether one of our own crates wrote it.
pub fn is_ours(target: &str) -> bool {
    target.starts_with("blockwright")
}

/// The path of a target without the program's own name: `body::thread`.
pub fn module(target: &str) -> &str {
    target.strip_prefix("blockwright::").or_else(|| target.strip_prefix("blockwright_")).unwrap_or(target)
}

/// All rooms that have written something.
pub fn rooms(desk: &LogDesk) -> BTreeSet<String> {
    desk.lines().iter().map(|line| room(&line.target).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk() -> LogDesk {
        let mut desk = LogDesk::default();
        for (level, target, text) in [
            (LogLevel::Info, "blockwright_practice::game::join", "Bert joined"),
            (LogLevel::Debug, "blockwright::body::skills::walk", "strayed"),
            (LogLevel::Warning, "blockwright::journal::file", "the Disk is full"),
            (LogLevel::Error, "wgpu_core::device", "lost"),
        ] {
            desk.add(LogLine { number: 0, at_ms: 0, level, target: target.to_owned(), text: text.to_owned() });
        }
        desk
    }

    fn numbers(filter: &Filter) -> Vec<u64> {
        Passing::default().numbers(&desk(), filter).to_vec()
    }

    #[test]
    fn lines_are_chosen_by_level_room_and_words() {
        let of = |level| Filter { level, ..Filter::default() };
        assert_eq!(numbers(&Filter::default()), [0, 2, 3]);
        assert_eq!(numbers(&of(LogLevel::Error)), [3]);
        assert_eq!(numbers(&Filter::trouble()), [2, 3]);
        assert_eq!(numbers(&of(LogLevel::Trace)), [0, 1, 2, 3]);
        let room = |room: &str| Filter { room: Some(room.to_owned()), ..of(LogLevel::Trace) };
        assert_eq!((numbers(&room("body")), numbers(&room("practice"))), (vec![1], vec![0]));
        assert_eq!(numbers(&room("wgpu_core")), [3]);
        let words = |words: &str| Filter { words: words.to_owned(), ..of(LogLevel::Trace) };
        assert_eq!(
            (numbers(&words(" disk")), numbers(&words("skills")), numbers(&words("?"))),
            (vec![2], vec![1], vec![])
        );
        assert_eq!(rooms(&desk()).into_iter().collect::<Vec<_>>(), ["body", "journal", "practice", "wgpu_core"]);
    }

    #[test]
    fn what_passes_is_found_anew_when_lines_come_and_when_the_filter_changes() {
        let (mut desk, mut passing, filter) = (desk(), Passing::default(), Filter::default());
        assert_eq!(passing.numbers(&desk, &filter).len(), 3);
        let line =
            LogLine { number: 0, at_ms: 0, level: LogLevel::Error, target: "a".to_owned(), text: "b".to_owned() };
        desk.add(line);
        assert_eq!(passing.numbers(&desk, &filter), [0, 2, 3, 4]);
        assert_eq!(passing.numbers(&desk, &Filter::trouble()), [2, 3, 4]);
    }

    #[test]
    fn targets_are_told_without_our_own_name() {
        for (target, its_room, its_module) in [
            ("blockwright::body::thread", "body", "body::thread"),
            ("blockwright", "blockwright", "blockwright"),
            ("blockwright_practice::turn", "practice", "practice::turn"),
            ("wgpu_core::device", "wgpu_core", "wgpu_core::device"),
            ("panic", "panic", "panic"),
        ] {
            assert_eq!((room(target), module(target)), (its_room, its_module));
        }
    }
}
