//! Following somebody: a minute at a time, for as long as was asked, or until the goal is withdrawn.

use super::look::{Look, Next};
use crate::domain::{FOLLOW_A_CALL, Follow};

/// What is left of it, after so many pieces; each but the last is a whole one.
pub(super) fn look(follow: &Follow, pieces: u64) -> Look {
    let done = pieces.saturating_mul(FOLLOW_A_CALL);
    let of = follow.ticks.unwrap_or(done + FOLLOW_A_CALL);
    let done = done.min(of);
    let piece = (of - done).min(FOLLOW_A_CALL);
    let next = if piece == 0 {
        Next::Done
    } else {
        let why = match follow.ticks {
            Some(_) => format!("{} of {of} ticks are left", of - done),
            None => "until it is withdrawn".to_owned(),
        };
        Next::Call(Follow { ticks: Some(piece), ..follow.clone() }.into(), why)
    };
    Look { next, of, done }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ToolRequest;

    fn piece(ticks: Option<u64>, pieces: u64) -> Option<u64> {
        match look(&Follow { player: "Ada".to_owned(), ticks }, pieces).next {
            Next::Call(ToolRequest::Follow(follow), _) => follow.ticks,
            Next::Done => None,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn it_is_as_long_in_pieces_as_in_one() {
        let long = Some(2 * FOLLOW_A_CALL + 50);
        assert_eq!([0, 1, 2, 3].map(|pieces| piece(long, pieces)), [Some(1_200), Some(1_200), Some(50), None]);
        assert_eq!(piece(None, 1_000), Some(FOLLOW_A_CALL), "until it is withdrawn");
        let follow = Follow { player: "Ada".to_owned(), ticks: None };
        assert!(look(&follow, 4).done > look(&follow, 3).done, "it gets on");
    }
}
