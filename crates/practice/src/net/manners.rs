//! What a client may go on doing and for how long: packets, chat, silence. Decisions only; the game acts on them.

use std::time::{Duration, Instant};

use crate::{
    knowledge::{CHAT_COST, CHAT_LIMIT},
    protocol::limits::{BURST, SILENCE, SUSTAINED_PER_SECOND, SUSTAINED_PER_TICK},
};

/// How one client has behaved so far.
#[derive(Debug)]
pub(crate) struct Manners {
    /// Packets it may still send at once.
    packets: f64,
    /// What its chat costs it by now.
    chatter: u32,
    last_tick: Instant,
    last_heard: Instant,
    /// Since when a sign of life has been waited for.
    asked: Option<Instant>,
}

impl Manners {
    pub fn new(now: Instant) -> Self {
        Self { packets: BURST, chatter: 0, last_tick: now, last_heard: now, asked: None }
    }

    /// A tick is over in which so many packets were handled. The reason if that is the end of it.
    pub fn pass_tick(&mut self, now: Instant, heard: u32) -> Result<(), &'static str> {
        let elapsed = now.saturating_duration_since(std::mem::replace(&mut self.last_tick, now)).as_secs_f64();
        let due = (SUSTAINED_PER_SECOND * elapsed).max(SUSTAINED_PER_TICK);
        self.packets = (self.packets + due).min(BURST) - f64::from(heard);
        self.chatter = self.chatter.saturating_sub(1);
        if heard > 0 {
            self.last_heard = now;
        }
        if self.packets < 0.0 {
            return Err("Your client sends too many packets");
        }
        if self.silent_for(now) > SILENCE || self.asked.is_some_and(|asked| now - asked > SILENCE) {
            return Err("Timed out");
        }
        Ok(())
    }

    pub fn silent_for(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.last_heard)
    }

    /// One message more; false if that is one too many.
    pub fn chat(&mut self) -> bool {
        self.chatter += CHAT_COST;
        self.chatter < CHAT_LIMIT
    }

    /// The client was asked for a sign of life.
    pub fn ask(&mut self, now: Instant) {
        self.asked.get_or_insert(now);
    }

    pub fn answer(&mut self) {
        self.asked = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many ticks a client is borne that has so many packets handled in each.
    fn borne(per_tick: u32, tick: Duration) -> Option<u32> {
        let mut now = Instant::now();
        let mut manners = Manners::new(now);
        (0..2000).find(|_| {
            now += tick;
            manners.pass_tick(now, per_tick).is_err()
        })
    }

    #[test]
    fn who_floods_is_out_within_seconds() {
        let tick = Duration::from_millis(50);
        assert_eq!(borne(25, tick), None);
        assert!(borne(64, tick).is_some_and(|ticks| (60..120).contains(&ticks)));
        // Time run fast: what counts is the tick; and slow: the second.
        assert_eq!(borne(20, Duration::from_micros(100)), None);
        assert_eq!(borne(64, Duration::from_secs(1)), None);
    }

    #[test]
    fn silence_and_unread_questions_end_it() {
        let start = Instant::now();
        let later = start + SILENCE + Duration::from_secs(1);
        let mut silent = Manners::new(start);
        assert_eq!(silent.pass_tick(later, 0), Err("Timed out"));
        let mut deaf = Manners::new(start);
        deaf.ask(start);
        assert_eq!(deaf.pass_tick(later, 1), Err("Timed out"));
        let mut well = Manners::new(start);
        well.ask(start);
        well.answer();
        assert_eq!(well.pass_tick(later, 1), Ok(()));
    }

    #[test]
    fn the_tenth_message_at_once_is_too_many() {
        let now = Instant::now();
        let mut manners = Manners::new(now);
        assert_eq!((0..20).filter(|_| manners.chat()).count(), 9);
        let mut patient = Manners::new(now);
        for _ in 0..100 {
            assert!(patient.chat());
            (0..20).for_each(|_| assert_eq!(patient.pass_tick(now, 1), Ok(())));
        }
    }
}
