//! Day and night: a clock of 24,000 ticks a day that goes on with the world's ticks. 0 is dawn, when a new world begins
//! (Minecraft Wiki, Daylight cycle).

use azalea_protocol::packets::game::ClientboundSetTime;

use crate::{game::Game, knowledge, protocol::packets, rules::game_rules::Rule};

impl Game {
    /// Ticks since the dawn of the first day, as clients and `/time` count them.
    pub fn day_time(&self) -> u64 {
        self.tick.wrapping_add(self.day_offset)
    }

    /// Sets that, for everyone at once.
    pub fn set_day_time(&mut self, time: u64) {
        self.day_offset = time.wrapping_sub(self.tick);
        self.broadcast(self.time_packet());
    }

    pub(crate) fn time_packet(&self) -> ClientboundSetTime {
        packets::time(self.tick, self.day_time(), self.rules.is(Rule::AdvanceTime))
    }

    /// Whether it is dark enough for sleep.
    pub(crate) fn is_night(&self) -> bool {
        self.weather.thunders() || knowledge::is_night(self.day_time(), self.weather.rains())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{WorldConfig, knowledge::DAY};

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

    /// Minecraft Wiki, Bed: from tick 12,523 to 23,477.
    #[test]
    fn the_night_has_its_first_and_its_last_tick() {
        let mut game = Game::new(WorldConfig::default());
        for (time, night) in [(12_522, false), (12_523, true), (23_477, true), (23_478, false)] {
            game.set_day_time(2 * DAY + time);
            assert_eq!(game.is_night(), night, "at {time}");
        }
    }
}
