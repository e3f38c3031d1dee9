//! Day and night: a clock of 24,000 ticks a day that goes on with the world's ticks. 0 is dawn, when a new world begins
//! (Minecraft Wiki, Daylight cycle).

use azalea_protocol::packets::game::ClientboundSetTime;

use crate::practice::{game::Game, protocol::packets, rules::game_rules::Rule};

/// Ticks of a day.
pub(crate) const DAY: u64 = 24_000;

/// The ticks of the day between which a clear sky is dark enough for sleep: light of 11 and less (Minecraft Wiki, Bed). The
/// data pack's timeline `day` has it so since 1.21.11: `gameplay/sky_light_level` falls evenly from 15 at 11,867 to 4 at
/// 13,670, and rises from 22,330 to 24,133. Before that night was from 12,542 to 23,459.
const DARK: std::ops::Range<u64> = 12_523..23_478;

/// The same in rain; in a thunderstorm it is always dark enough (Minecraft Wiki, Bed).
const DARK_IN_RAIN: std::ops::Range<u64> = 12_010..23_992;

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
        let dark = if self.weather.rains() { DARK_IN_RAIN } else { DARK };
        self.weather.thunders() || dark.contains(&(self.day_time() % DAY))
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
