//! Which lane of the time axis an entry belongs to, and which entries make one span: told from their kinds alone, so that a million
//! entries are sorted without reading their texts.
//!
//! Goals, steps, tool calls and calls of models last from one entry to another of the same goal in the same session; of each there is at
//! most one at a time ([`super::spans`] holds to the same). Everything else is a point.

use std::collections::HashMap;

use crate::domain::{Lane, Mark, MarkState};

/// The end of what has none yet.
const OPEN: u64 = u64::MAX;

/// What an entry is to its lane.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Begins,
    Ends(MarkState),
    /// Belongs to the span that is open, if there is one.
    Within,
    Point(MarkState),
}

/// The lane of an entry, by its kind (`step_done`). What this version does not know is in the last one.
fn part_of(kind: &str) -> (Lane, Part) {
    use Lane::{Chat, Damage, Goal, Model, Other, Step, Tool};
    use MarkState::{Cancelled, Done, Failed, Plain};
    match kind {
        "goal_started" => (Goal, Part::Begins),
        "goal_done" => (Goal, Part::Ends(Done)),
        "goal_failed" => (Goal, Part::Ends(Failed)),
        "goal_cancelled" => (Goal, Part::Ends(Cancelled)),
        "goal_queued" | "planned" | "planned_anew" | "answered" | "goal_paused" | "goal_resumed" | "goal_retried"
        | "goal_ranked" => (Goal, Part::Point(Plain)),
        "step_started" => (Step, Part::Begins),
        "step_done" => (Step, Part::Ends(Done)),
        "step_failed" => (Step, Part::Ends(Failed)),
        "recovery" | "plan_edited" | "edits_gone" => (Step, Part::Point(Plain)),
        "tool_call" => (Tool, Part::Begins),
        // Whether it succeeded is in its text.
        "tool_result" => (Tool, Part::Ends(Done)),
        "model_prompt" => (Model, Part::Begins),
        "model_reply" => (Model, Part::Within),
        "model_called" => (Model, Part::Ends(Done)),
        "schema_refused" | "sent_back" | "fell_back" | "patience_lost" | "plan_taken" | "put_aside"
        | "rules_decide" => (Model, Part::Point(Plain)),
        "chat" | "chat_left_out" => (Chat, Part::Point(Plain)),
        "died" | "disconnected" => (Damage, Part::Point(Failed)),
        _ => (Other, Part::Point(Plain)),
    }
}

/// A mark as it is kept: there may be a million.
#[derive(Clone, Copy, Debug)]
struct Kept {
    id: u64,
    last: u64,
    from_ms: u64,
    to_ms: u64,
    session: u64,
    /// 0: of none.
    goal: u64,
    lane: Lane,
    state: MarkState,
}

/// All spans and points, in the order of the entries that they begin with.
#[derive(Debug, Default)]
pub struct Marks {
    kept: Vec<Kept>,
    /// The numbers of all entries, in order, and the index of the mark that each belongs to.
    entries: Vec<u64>,
    owners: Vec<u32>,
    /// By session, goal and lane.
    open: HashMap<(u64, u64, Lane), usize>,
}

impl Marks {
    /// Takes an entry in. Numbers count up from call to call.
    pub fn take(&mut self, id: u64, session: u64, goal: Option<u64>, wall_ms: u64, kind: &str) {
        let goal = goal.unwrap_or_default();
        let (lane, part) = part_of(kind);
        let key = (session, goal, lane);
        let point = |state| Kept { id, last: id, from_ms: wall_ms, to_ms: wall_ms, session, goal, lane, state };
        if kind == "goal_paused" || matches!((lane, part), (Lane::Goal, Part::Ends(_))) {
            self.withdraw(session, goal, wall_ms);
        }
        let owner = match part {
            // One that is resumed starts once more.
            Part::Begins if lane == Lane::Goal && self.open.contains_key(&key) => self.open[&key],
            Part::Begins => {
                if let Some(before) = self.open.remove(&key) {
                    self.close(before, wall_ms, MarkState::Plain);
                }
                let index = self.push(Kept { to_ms: OPEN, ..point(MarkState::Running) });
                self.open.insert(key, index);
                index
            }
            Part::Ends(state) => match self.open.remove(&key) {
                Some(index) => {
                    self.close(index, wall_ms, state);
                    self.kept[index].last = id;
                    index
                }
                None => self.push(point(state)),
            },
            Part::Within => match self.open.get(&key) {
                Some(index) => *index,
                None => self.push(point(MarkState::Plain)),
            },
            Part::Point(state) => self.push(point(state)),
        };
        self.entries.push(id);
        self.owners.push(owner as u32);
    }

    /// What runs below a goal ends with it.
    fn withdraw(&mut self, session: u64, goal: u64, wall_ms: u64) {
        for lane in [Lane::Step, Lane::Tool, Lane::Model] {
            if let Some(index) = self.open.remove(&(session, goal, lane)) {
                self.close(index, wall_ms, MarkState::Cancelled);
            }
        }
    }

    fn push(&mut self, mark: Kept) -> usize {
        self.kept.push(mark);
        self.kept.len() - 1
    }

    fn close(&mut self, index: usize, wall_ms: u64, state: MarkState) {
        let mark = &mut self.kept[index];
        // A clock may have been set back.
        (mark.to_ms, mark.state) = (wall_ms.max(mark.from_ms), state);
    }

    /// How many marks there are.
    pub fn count(&self) -> usize {
        self.kept.len()
    }

    /// How many entries they are made of.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The number of the last entry; 0 before the first.
    pub fn last_entry(&self) -> u64 {
        self.entries.last().copied().unwrap_or_default()
    }

    /// The mark with this index. `ended`: when a session ended, if it has; nothing of it goes on after that.
    pub fn mark(&self, index: usize, ended: &HashMap<u64, u64>) -> Mark {
        let Kept { id, last, from_ms, to_ms, session, goal, lane, state } = self.kept[index];
        let (to_ms, state) = match ended.get(&session) {
            Some(end) if to_ms == OPEN => (Some((*end).max(from_ms)), MarkState::Cancelled),
            _ => (Some(to_ms).filter(|to_ms| *to_ms != OPEN), state),
        };
        Mark { id, last, lane, state, from_ms, to_ms, session, goal: Some(goal).filter(|goal| *goal != 0) }
    }

    /// The index of the mark that an entry belongs to.
    pub fn owner(&self, entry: u64) -> Option<usize> {
        let at = self.entries.binary_search(&entry).ok()?;
        Some(self.owners[at] as usize)
    }

    /// The numbers of the entries that belong to a mark.
    pub fn entries_of(&self, mark: &Mark) -> Vec<u64> {
        let from = self.entries.partition_point(|id| *id < mark.id);
        let to = self.entries.partition_point(|id| *id <= mark.last);
        let Some(owner) = self.owners.get(from).copied() else { return Vec::new() };
        (from..to).filter(|at| self.owners[*at] == owner).map(|at| self.entries[at]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The marks of entries of goal 1, a millisecond each, as lane, state, from and to; still open at 0.
    fn marks(kinds: &[&str]) -> Vec<(Lane, MarkState, u64, u64)> {
        let mut marks = Marks::default();
        for (ms, kind) in (1..).zip(kinds) {
            marks.take(ms, 1, Some(1), ms, kind);
        }
        let told = |index| marks.mark(index, &HashMap::new());
        let told = (0..marks.count()).map(told);
        told.map(|mark| (mark.lane, mark.state, mark.from_ms, mark.to_ms.unwrap_or_default())).collect()
    }

    #[test]
    fn what_begins_and_ends_is_one_span() {
        use MarkState::{Cancelled, Done, Failed, Plain, Running};
        let kinds = ["goal_started", "step_started", "tool_call", "tool_result", "step_failed", "goal_done"];
        assert_eq!(
            marks(&kinds),
            [(Lane::Goal, Done, 1, 6), (Lane::Step, Failed, 2, 5), (Lane::Tool, Done, 3, 4)],
            "each within the other"
        );
        let kinds = ["goal_started", "step_started", "tool_call", "goal_paused", "goal_started"];
        assert_eq!(
            marks(&kinds),
            [
                (Lane::Goal, Running, 1, 0),
                (Lane::Step, Cancelled, 2, 4),
                (Lane::Tool, Cancelled, 3, 4),
                (Lane::Goal, Plain, 4, 4)
            ],
            "a pause withdraws what runs; the goal stays"
        );
        assert_eq!(
            marks(&["goal_failed", "chat", "died", "hatched"]),
            [
                (Lane::Goal, Failed, 1, 1),
                (Lane::Chat, Plain, 2, 2),
                (Lane::Damage, Failed, 3, 3),
                (Lane::Other, Plain, 4, 4)
            ],
            "an end without a beginning, and what nobody knows"
        );
    }

    #[test]
    fn each_entry_belongs_to_one_mark() {
        let mut marks = Marks::default();
        for (id, kind) in [(4, "model_prompt"), (6, "chat"), (9, "model_reply"), (10, "model_called"), (11, "planned")]
        {
            marks.take(id, 1, Some(1), id, kind);
        }
        let call = marks.mark(0, &HashMap::new());
        assert_eq!((call.id, call.last), (4, 10));
        assert_eq!(marks.entries_of(&call), [4, 9, 10]);
        assert_eq!((marks.owner(9), marks.owner(6), marks.owner(5)), (Some(0), Some(1), None));
        assert_eq!((marks.entries(), marks.last_entry()), (5, 11));
    }

    #[test]
    fn sessions_and_goals_do_not_end_each_others_spans_and_a_dead_sessions_go_no_further() {
        let mut marks = Marks::default();
        marks.take(1, 1, Some(1), 100, "goal_started");
        marks.take(2, 2, Some(1), 200, "goal_started");
        marks.take(3, 2, Some(2), 300, "goal_done");
        let ended = HashMap::from([(1, 150)]);
        let told = |index| {
            let mark = marks.mark(index, &ended);
            (mark.state, mark.to_ms)
        };
        assert_eq!(told(0), (MarkState::Cancelled, Some(150)));
        assert_eq!(told(1), (MarkState::Running, None));
        assert_eq!(told(2), (MarkState::Done, Some(300)));
    }
}
