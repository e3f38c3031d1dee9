//! Looking back: the moment that map, inventory and plan are shown as of, and how it goes on by itself.

use crate::{domain::SessionMark, replay::PastAsk};

/// How many times as fast as it was.
pub const SPEEDS: [u32; 5] = [1, 2, 5, 10, 50];
/// More wall time than this between two frames, in seconds, is a stall: nobody has watched.
const LONGEST: f64 = 0.5;

/// The moment that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Scrub {
    pub session: u64,
    /// Wall time in milliseconds since 1970.
    pub at_ms: f64,
    pub plays: bool,
    /// One of [`SPEEDS`].
    pub speed: u32,
}

impl Scrub {
    pub fn new(session: u64, at_ms: f64) -> Self {
        Self { session, at_ms, plays: false, speed: 1 }
    }

    /// Goes on by what has passed, in seconds; it stops at the end. `span`: what was recorded.
    pub fn pass(&mut self, seconds: f64, span: Option<(u64, u64)>) {
        if !self.plays {
            return;
        }
        self.at_ms += seconds.clamp(0.0, LONGEST) * 1_000.0 * f64::from(self.speed);
        if let Some((_, last)) = span
            && self.at_ms >= last as f64
        {
            (self.at_ms, self.plays) = (last as f64, false);
        }
    }

    /// Plays or pauses; from the beginning where it is at the end.
    pub fn toggle(&mut self, span: Option<(u64, u64)>) {
        self.plays = !self.plays;
        if let Some((first, last)) = span
            && self.plays
            && self.at_ms >= last as f64
        {
            self.at_ms = first as f64;
        }
    }

    /// Moves by so many seconds, within what was recorded.
    pub fn step(&mut self, seconds: f64, span: Option<(u64, u64)>) {
        self.plays = false;
        self.at_ms += seconds * 1_000.0;
        if let Some((first, last)) = span {
            self.at_ms = self.at_ms.clamp(first as f64, last as f64);
        }
    }

    pub fn ask(&self, bot: &str) -> PastAsk {
        PastAsk { session: self.session, at_ms: self.at_ms.max(0.0) as u64, bot: bot.to_owned() }
    }
}

/// Whose session a moment lies in: the last that had begun by then, or the first. Where two programs played at once, the one that is
/// looked at already.
pub fn session_at(sessions: &[SessionMark], ms: f64, before: Option<u64>) -> Option<u64> {
    let holds = |session: &&SessionMark| session.from_ms as f64 <= ms && session.to_ms.is_none_or(|to| ms <= to as f64);
    let same = sessions.iter().filter(holds).find(|session| Some(session.id) == before);
    let begun = || sessions.iter().rfind(|session| session.from_ms as f64 <= ms);
    same.or_else(|| sessions.iter().rfind(holds)).or_else(begun).or(sessions.first()).map(|session| session.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPAN: Option<(u64, u64)> = Some((1_000, 9_000));

    #[test]
    fn it_plays_as_fast_as_is_wanted_and_stops_at_the_end() {
        let mut scrub = Scrub { plays: true, speed: 10, ..Scrub::new(1, 1_000.0) };
        scrub.pass(0.1, SPAN);
        assert_eq!(scrub.at_ms, 2_000.0);
        scrub.pass(60.0, SPAN);
        assert_eq!(scrub.at_ms, 7_000.0, "a stall is half a second");
        scrub.pass(0.5, SPAN);
        assert_eq!((scrub.at_ms, scrub.plays), (9_000.0, false));
        scrub.pass(0.5, SPAN);
        assert_eq!(scrub.at_ms, 9_000.0, "it rests");
        scrub.toggle(SPAN);
        assert_eq!((scrub.at_ms, scrub.plays), (1_000.0, true), "and begins anew");
    }

    #[test]
    fn steps_stay_within_what_was_recorded() {
        let mut scrub = Scrub { plays: true, ..Scrub::new(1, 1_500.0) };
        scrub.step(-1.0, SPAN);
        assert_eq!((scrub.at_ms, scrub.plays), (1_000.0, false));
        scrub.step(60.0, SPAN);
        assert_eq!(scrub.ask("Ada"), PastAsk { session: 1, at_ms: 9_000, bot: "Ada".to_owned() });
    }

    #[test]
    fn a_moment_is_of_the_session_that_played_then() {
        let session = |id, from_ms, to_ms| SessionMark { id, bot: String::new(), from_ms, to_ms };
        let sessions = [session(1, 100, Some(200)), session(2, 150, Some(400)), session(3, 500, None)];
        let at = |ms, before| session_at(&sessions, ms, before);
        assert_eq!((at(0.0, None), at(120.0, None), at(160.0, None)), (Some(1), Some(1), Some(2)));
        assert_eq!(at(160.0, Some(1)), Some(1), "both played");
        assert_eq!((at(450.0, Some(1)), at(9_000.0, None)), (Some(2), Some(3)));
        assert_eq!(session_at(&[], 1.0, None), None);
    }
}
