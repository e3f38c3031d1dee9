//! Day and night: a clock of 24,000 ticks a day that goes on with the world's ticks. 0 is dawn, when a new world begins
//! (Minecraft Wiki, Daylight cycle).

use crate::practice::{game::Game, net::packets};

/// Ticks of a day.
pub(crate) const DAY: u64 = 24_000;

/// The ticks of the day between which a clear sky is dark enough for sleep (Minecraft Wiki, Bed).
const DARK: std::ops::Range<u64> = 12_542..23_460;

impl Game {
    /// Ticks since the dawn of the first day, as clients and `/time` count them.
    pub fn day_time(&self) -> u64 {
        self.tick.wrapping_add(self.day_offset)
    }

    /// Sets that, for everyone at once.
    pub fn set_day_time(&mut self, time: u64) {
        self.day_offset = time.wrapping_sub(self.tick);
        let packet = packets::time(self.tick, time);
        self.broadcast(packet);
    }

    /// Whether it is dark enough for sleep.
    pub(crate) fn is_night(&self) -> bool {
        DARK.contains(&(self.day_time() % DAY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::WorldConfig;

    #[test]
    fn a_new_world_begins_at_dawn_and_days_go_by() {
        let mut game = Game::new(WorldConfig::default());
        assert_eq!((game.day_time(), game.is_night()), (0, false));
        game.set_day_time(13_000);
        (0..20).for_each(|_| game.pass_tick());
        assert_eq!((game.tick(), game.day_time(), game.is_night()), (20, 13_020, true));
        game.set_day_time(3 * DAY);
        assert_eq!((game.tick(), game.day_time(), game.is_night()), (20, 72_000, false));
    }
}
