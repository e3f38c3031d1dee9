//! The numbers that goals are known by. They are handed out where a goal is made, in the middle of a frame, so they are
//! reserved beforehand: the store sets some aside for each program, and no two programs give the same one.

use std::{
    collections::VecDeque,
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

/// The numbers that goals get, shared by whoever hands them out and whoever reserves more. Without a store they count up
/// from 1.
#[derive(Clone, Debug)]
pub struct GoalIds(Arc<Mutex<Reserve>>);

#[derive(Debug)]
struct Reserve {
    ranges: VecDeque<Range<u64>>,
    last: u64,
}

impl Default for GoalIds {
    fn default() -> Self {
        Self::reserved(1..u64::MAX)
    }
}

impl GoalIds {
    /// Hands out these numbers first.
    pub fn reserved(ids: Range<u64>) -> Self {
        let last = ids.start.saturating_sub(1);
        Self(Arc::new(Mutex::new(Reserve { ranges: VecDeque::from([ids]), last })))
    }

    /// The next number. Where no more are reserved (a store that failed), it counts on: such goals are not recorded.
    pub fn next_id(&self) -> u64 {
        let mut reserve = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let next = loop {
            match reserve.ranges.front_mut() {
                None => break reserve.last.saturating_add(1),
                Some(range) => match range.next() {
                    Some(id) => break id,
                    None => _ = reserve.ranges.pop_front(),
                },
            }
        };
        reserve.last = next;
        next
    }

    /// More numbers, for when the earlier ones are used up.
    pub fn reserve(&self, ids: Range<u64>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).ranges.push_back(ids);
    }

    /// How many reserved numbers are left.
    pub fn left(&self) -> u64 {
        let reserve = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reserve.ranges.iter().map(|range| range.end.saturating_sub(range.start)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_on_through_what_is_reserved() {
        assert_eq!(GoalIds::default().next_id(), 1);
        let ids = GoalIds::reserved(7..9);
        ids.reserve(20..21);
        let shared = ids.clone();
        assert_eq!((ids.left(), ids.next_id(), shared.next_id(), ids.next_id()), (3, 7, 8, 20));
        assert_eq!((ids.left(), ids.next_id(), ids.next_id()), (0, 21, 22));
        ids.reserve(40..50);
        assert_eq!(ids.next_id(), 40);
    }
}
