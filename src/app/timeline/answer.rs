//! What is drawn of a stretch of time: one by one what is long enough or alone in its cell, and of the rest how many lie in each.
//! It goes over all marks each time, which takes some milliseconds for a million.

use std::collections::{BTreeMap, HashMap};

use crate::{
    domain::{Lane, LaneCount, Mark, MarkState, TimelineAsk, TimelineCell, TimelineFilter, TimelineSeek},
    journal::Marks,
};

/// Marks that are told one by one at most: more than a large screen has room for. Beyond, cells get longer.
const MOST_TOLD: usize = 4_000;

/// What lies in a stretch of time, without its texts.
#[derive(Debug, Default, PartialEq)]
pub struct Stretch {
    /// Oldest first.
    pub marks: Vec<Mark>,
    pub cells: Vec<TimelineCell>,
    pub cell_ms: u64,
    pub lanes: [LaneCount; Lane::COUNT],
    /// From the first mark to the last.
    pub whole: Option<(u64, u64)>,
}

/// The marks that pass a filter. `matches`: which have the filter's words, by their index.
#[derive(Clone, Copy)]
pub struct Passing<'a> {
    pub marks: &'a Marks,
    /// When sessions ended, by number.
    pub ended: &'a HashMap<u64, u64>,
    pub filter: &'a TimelineFilter,
    pub matches: &'a [bool],
}

impl Passing<'_> {
    fn passes(&self, index: usize, mark: &Mark) -> bool {
        let has_words = self.filter.words.is_empty() || self.matches.get(index).is_some_and(|has| *has);
        !self.filter.hidden[mark.lane as usize] && has_words
    }

    /// What lies in the stretch that is asked for. `now`: where what goes on has come to.
    pub fn stretch(&self, ask: &TimelineAsk, now: u64) -> Stretch {
        let mut stretch = self.in_cells(ask, now, ask.cell_ms.max(1));
        while stretch.marks.len() > MOST_TOLD && stretch.cell_ms < ask.to_ms.saturating_sub(ask.from_ms) {
            stretch = self.in_cells(ask, now, stretch.cell_ms * 2);
        }
        stretch
    }

    fn in_cells(&self, ask: &TimelineAsk, now: u64, cell_ms: u64) -> Stretch {
        let mut stretch = Stretch { cell_ms, ..Stretch::default() };
        let mut cells: BTreeMap<(Lane, u64), (TimelineCell, Mark)> = BTreeMap::new();
        for index in 0..self.marks.count() {
            let mark = self.marks.mark(index, self.ended);
            let to_ms = mark.to_ms.unwrap_or(now.max(mark.from_ms));
            let (first, last) = stretch.whole.unwrap_or((mark.from_ms, to_ms));
            stretch.whole = Some((first.min(mark.from_ms), last.max(to_ms)));
            let count = &mut stretch.lanes[mark.lane as usize];
            if !self.passes(index, &mark) {
                count.hidden += 1;
                continue;
            }
            count.shown += 1;
            if to_ms < ask.from_ms || mark.from_ms > ask.to_ms {
                continue;
            }
            // What goes on is short only for now: it grows without being asked for again.
            if mark.to_ms.is_none() || to_ms - mark.from_ms >= cell_ms {
                stretch.marks.push(mark);
                continue;
            }
            let number = mark.from_ms / cell_ms;
            let cell = TimelineCell { lane: mark.lane, from_ms: number * cell_ms, count: 0, failed: 0 };
            let (cell, _) = cells.entry((mark.lane, number)).or_insert((cell, mark));
            cell.count = cell.count.saturating_add(1);
            cell.failed += u32::from(mark.state == MarkState::Failed);
        }
        for (cell, mark) in cells.into_values() {
            match cell.count {
                1 => stretch.marks.push(mark),
                _ => stretch.cells.push(cell),
            }
        }
        stretch.marks.sort_by_key(place);
        stretch
    }

    /// The mark before or behind a place, in the order of time.
    pub fn seek(&self, seek: &TimelineSeek) -> Option<Mark> {
        let from = (seek.from_ms, seek.id.unwrap_or(if seek.forward { 0 } else { u64::MAX }));
        let marks = (0..self.marks.count()).map(|index| (index, self.marks.mark(index, self.ended)));
        let marks = marks.filter(|(index, mark)| self.passes(*index, mark)).map(|(_, mark)| mark);
        match seek.forward {
            true => marks.filter(|mark| place(mark) > from).min_by_key(place),
            false => marks.filter(|mark| place(mark) < from).max_by_key(place),
        }
    }
}

/// Where a mark stands in the order of time.
fn place(mark: &Mark) -> (u64, u64) {
    (mark.from_ms, mark.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A goal from 1,000 to 9,000, and chat at 2,000, 2,010 and 5,000.
    fn marks() -> Marks {
        let mut marks = Marks::default();
        for (id, ms, kind) in [
            (1, 1_000, "goal_started"),
            (2, 2_000, "chat"),
            (3, 2_010, "chat"),
            (4, 5_000, "chat"),
            (5, 9_000, "goal_failed"),
        ] {
            marks.take(id, 1, Some(1), ms, kind);
        }
        marks
    }

    fn ask(from_ms: u64, to_ms: u64, cell_ms: u64) -> TimelineAsk {
        TimelineAsk { from_ms, to_ms, cell_ms, filter: TimelineFilter::default() }
    }

    fn stretch(ask: &TimelineAsk, matches: &[bool]) -> Stretch {
        let (marks, ended) = (marks(), HashMap::new());
        Passing { marks: &marks, ended: &ended, filter: &ask.filter, matches }.stretch(ask, 9_000)
    }

    #[test]
    fn what_shares_a_cell_is_counted_and_told_one_by_one_nearer_up() {
        let far = stretch(&ask(0, 10_000, 100), &[]);
        assert_eq!(far.marks.iter().map(|mark| mark.id).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(far.cells, [TimelineCell { lane: Lane::Chat, from_ms: 2_000, count: 2, failed: 0 }]);
        assert_eq!(far.whole, Some((1_000, 9_000)));
        let near = stretch(&ask(1_900, 2_100, 5), &[]);
        assert_eq!(near.marks.iter().map(|mark| mark.id).collect::<Vec<_>>(), [1, 2, 3], "the goal lasts all along");
        assert!(near.cells.is_empty());
    }

    #[test]
    fn what_goes_on_is_told_by_itself_however_short_it_is() {
        let mut marks = Marks::default();
        for (id, kind) in [(1, "goal_queued"), (2, "goal_started"), (3, "planned")] {
            marks.take(id, 1, Some(1), 1_000 + id, kind);
        }
        let (ended, ask) = (HashMap::new(), ask(0, 10_000, 100));
        let passing = Passing { marks: &marks, ended: &ended, filter: &ask.filter, matches: &[] };
        let told = passing.stretch(&ask, 1_003);
        assert_eq!(told.marks.iter().map(|mark| mark.id).collect::<Vec<_>>(), [2]);
        assert_eq!(told.cells.iter().map(|cell| cell.count).sum::<u32>(), 2);
    }

    #[test]
    fn nothing_is_dropped_without_a_word() {
        let mut marks = Marks::default();
        for id in 1..=3 * MOST_TOLD as u64 {
            marks.take(id, id, Some(id), 10 * id, "goal_started");
            marks.take(3 * MOST_TOLD as u64 + id, id, Some(id), 10 * id + 9, "chat");
        }
        let (ended, ask) = ((1..=3 * MOST_TOLD as u64).map(|id| (id, 10 * id + 9)).collect(), ask(0, u64::MAX / 2, 5));
        let passing = Passing { marks: &marks, ended: &ended, filter: &ask.filter, matches: &[] };
        let stretch = passing.stretch(&ask, 0);
        assert!(stretch.marks.len() <= MOST_TOLD, "{}", stretch.marks.len());
        let counted: u32 = stretch.cells.iter().map(|cell| cell.count).sum();
        assert_eq!(stretch.marks.len() + counted as usize, marks.count());
    }

    #[test]
    fn what_is_filtered_out_is_counted() {
        let mut without_chat = ask(0, 10_000, 100);
        without_chat.filter.hidden[Lane::Chat as usize] = true;
        let told = stretch(&without_chat, &[]);
        assert_eq!(told.marks.len(), 1);
        assert_eq!(told.lanes[Lane::Chat as usize], LaneCount { shown: 0, hidden: 3 });
        let mut words = ask(0, 10_000, 100);
        words.filter.words = "hello".to_owned();
        let told = stretch(&words, &[false, true, false, false]);
        assert_eq!(told.marks.iter().map(|mark| mark.id).collect::<Vec<_>>(), [2]);
        assert_eq!(told.lanes[Lane::Goal as usize], LaneCount { shown: 0, hidden: 1 });
        assert_eq!(told.whole, Some((1_000, 9_000)), "the axis stays as it is");
    }

    #[test]
    fn one_goes_from_mark_to_mark_and_back() {
        let (marks, ended, filter) = (marks(), HashMap::new(), TimelineFilter::default());
        let passing = Passing { marks: &marks, ended: &ended, filter: &filter, matches: &[] };
        let seek = |from_ms, id, forward| {
            passing.seek(&TimelineSeek { from_ms, id, forward, filter: filter.clone() }).map(|mark| mark.id)
        };
        assert_eq!(seek(0, None, true), Some(1));
        assert_eq!(seek(1_000, Some(1), true), Some(2));
        assert_eq!(seek(2_010, Some(3), false), Some(2));
        assert_eq!(seek(5_000, None, false), Some(4), "what lies at the place itself");
        assert_eq!(seek(5_000, Some(4), true), None);
    }
}
