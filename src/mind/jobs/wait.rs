//! Waiting for longer than a call does: by how old the world is, or until the server's day has come so far.

use super::{
    look::{Look, Next},
    way::Memory,
};
use crate::{
    domain::{DayTime, ErrorCode, Observation, ToolError, WAIT_A_CALL, Wait},
    knowledge::ticks_until,
};

/// Ticks that a piece has to spare: a time of the day is told every 20.
const SPARE: u64 = 100;

/// What is left of it.
pub(super) fn look(wait: &Wait, seen: &Observation, memory: &mut Memory) -> Look {
    match wait.until {
        Some(until) => until_then(until, seen, memory),
        None => so_long(u64::from(wait.ticks.unwrap_or(0)), seen, memory),
    }
}

fn so_long(of: u64, seen: &Observation, memory: &mut Memory) -> Look {
    let Some(age) = seen.world_age else { return Look { next: missing("the server tells no time"), of, done: 0 } };
    // Another world is younger.
    let begun = memory.begun.map_or(age, |begun| begun.min(age));
    memory.begun = Some(begun);
    let done = (age - begun).min(of);
    let next = if done == of {
        Next::Shown(format!("the world is {of} ticks older than when it began to wait"))
    } else {
        let why = format!("{} of {of} ticks are left", of - done);
        Next::Call(Wait { ticks: Some(a_piece(of - done)), until: None }.into(), why)
    };
    Look { next, of, done }
}

fn until_then(until: DayTime, seen: &Observation, memory: &mut Memory) -> Look {
    let Some(time) = seen.time_of_day else {
        return Look { next: missing("the server tells no time of the day"), of: 1, done: 0 };
    };
    let left = ticks_until(until, time);
    let of = *memory.begun.get_or_insert(left);
    let next = if left == 0 {
        Next::Done
    } else if memory.time == Some(time) {
        missing("the time of the day stands still there")
    } else {
        let why = format!("{left} ticks are left until {}", until.name());
        Next::Call(Wait { ticks: Some(a_piece(left + SPARE)), until: Some(until) }.into(), why)
    };
    memory.time = Some(time);
    Look { next, of: of.max(1), done: of.saturating_sub(left) }
}

fn a_piece(ticks: u64) -> u32 {
    ticks.min(u64::from(WAIT_A_CALL)) as u32
}

fn missing(words: &str) -> Next {
    Next::Missing(ToolError::new(ErrorCode::ActionFailed, words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ToolRequest;

    /// The pieces of a wait, the world going on by so much of each, and how it ends.
    fn pieces(wait: &Wait, mut seen: Observation, goes_on: impl Fn(u32) -> u64) -> (Vec<u32>, Next) {
        let (mut memory, mut pieces) = (Memory::default(), Vec::new());
        loop {
            match look(wait, &seen, &mut memory).next {
                Next::Call(ToolRequest::Wait(Wait { ticks: Some(ticks), until }), _) => {
                    assert_eq!(until, wait.until);
                    pieces.push(ticks);
                    assert!(pieces.len() < 50, "it never ends");
                    let passed = goes_on(ticks);
                    seen.world_age = seen.world_age.map(|age| age + passed);
                    seen.time_of_day = seen.time_of_day.map(|time| (time + passed) % 24_000);
                }
                next => return (pieces, next),
            }
        }
    }

    fn at(age: u64, time: u64) -> Observation {
        Observation { world_age: Some(age), time_of_day: Some(time), ..Observation::default() }
    }

    #[test]
    fn a_long_wait_is_as_long_in_pieces_as_in_one() {
        let wait = Wait { ticks: Some(9_000), until: None };
        let (calls, end) = pieces(&wait, at(70_000, 0), u64::from);
        assert_eq!(calls, [4_000, 4_000, 1_000]);
        assert!(matches!(end, Next::Shown(words) if words.contains("9000 ticks older")));
        let (calls, _) = pieces(&wait, at(70_000, 0), |ticks| u64::from(ticks) + 20);
        assert_eq!(calls, [4_000, 4_000, 960], "what comes late is no wait");
        let untold = Observation::default();
        assert!(matches!(look(&wait, &untold, &mut Memory::default()).next, Next::Missing(_)));
    }

    #[test]
    fn a_time_of_the_day_is_waited_for_and_not_where_it_has_come() {
        let night = Wait { ticks: None, until: Some(DayTime::Night) };
        let (calls, end) = pieces(&night, at(0, 1_000), |ticks| u64::from(ticks) - 50);
        assert_eq!(calls, [4_000, 4_000, 3_723], "each as it comes");
        assert_eq!(end, Next::Done);
        assert_eq!(pieces(&night, at(0, 13_000), u64::from), (Vec::new(), Next::Done));
        let (calls, end) = pieces(&night, at(0, 1_000), |_| 0);
        assert!(calls.len() == 1 && matches!(end, Next::Missing(error) if error.message.contains("stands still")));
    }
}
