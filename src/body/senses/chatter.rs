//! How much the bot may say: vanilla's server throws out who says too much, and counts chat and commands alike.

use super::moment::{Moment, TOLD_EVERY};
use crate::knowledge::{CHAT_COST, CHAT_LIMIT};

const COST: u64 = CHAT_COST as u64;
const LIMIT: u64 = CHAT_LIMIT as u64;
/// Points that are left unused: by what was told last the server's count may be so much higher than ours, and a message more
/// for the unforeseen.
const RESERVE: u64 = TOLD_EVERY + COST;

/// What the bot's words cost it so far.
#[derive(Debug, Default)]
pub struct Chatter {
    /// Points spent since the last time that none were left.
    spent: u64,
    since: Moment,
}

impl Chatter {
    /// Ticks until one more message is borne; 0: now.
    pub fn wait(&self, now: Moment) -> u64 {
        (self.points(now) + COST + RESERVE + 1).saturating_sub(LIMIT)
    }

    /// A message goes out.
    pub fn spoke(&mut self, now: Moment) {
        if self.points(now) == 0 {
            *self = Self { spent: 0, since: now };
        }
        self.spent += COST;
    }

    fn points(&self, now: Moment) -> u64 {
        self.spent.saturating_sub(now.since(self.since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says so many messages as soon as it may, to a server that ticks at this share of the body's rate and tells its time
    /// every 20 ticks. How long it takes, and the server's count at its highest.
    fn say(messages: u64, share: f64, tells: bool) -> (u64, f64) {
        let (mut chatter, mut said, mut count, mut most) = (Chatter::default(), 0, 0.0f64, 0.0f64);
        for own in 0.. {
            count = (count - share).max(0.0);
            let server = (own as f64 * share) as u64;
            let now = Moment { own, told: tells.then_some(server / 20 * 20) };
            if chatter.wait(now) == 0 {
                chatter.spoke(now);
                said += 1;
                count += COST as f64;
                most = most.max(count);
            }
            if said == messages {
                return (own, most);
            }
        }
        unreachable!()
    }

    #[test]
    fn nobody_is_thrown_out_however_the_server_ticks() {
        for share in [1.0, 0.75, 0.5, 0.2] {
            let (ticks, most) = say(60, share, true);
            assert!(most < LIMIT as f64, "{most} points at {share}");
            let least = (60.0 * COST as f64 - LIMIT as f64) / share;
            assert!((ticks as f64) < least + 6.0 * COST as f64 / share, "{ticks} ticks at {share}, {least} at least");
        }
        let (ticks, most) = say(60, 1.0, false);
        assert!(most < LIMIT as f64 && ticks < 1_100, "{ticks} ticks, {most} points");
    }

    #[test]
    fn some_words_at_once_are_borne() {
        let now = Moment::default();
        let mut chatter = Chatter::default();
        for _ in 0..7 {
            assert_eq!(chatter.wait(now), 0);
            chatter.spoke(now);
        }
        assert_eq!(chatter.wait(now), 1);
        assert_eq!(chatter.wait(Moment { own: 1, told: None }), 0);
    }
}
