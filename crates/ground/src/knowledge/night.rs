//! The times of the day, and when it is dark enough for sleep.

use std::ops::Range;

use crate::domain::DayTime;

/// Ticks of a day.
pub const DAY: u64 = 24_000;

/// The ticks of the day between which a clear sky is dark enough for sleep: light of 11 and less (Minecraft Wiki, Bed). The
/// data pack's timeline `day` has it so since 1.21.11: `gameplay/sky_light_level` falls evenly from 15 at 11,867 to 4 at
/// 13,670, and rises from 22,330 to 24,133. Before that night was from 12,542 to 23,459.
const DARK: Range<u64> = NIGHTFALL..23_478;

/// The same in rain; in a thunderstorm it is always dark enough (Minecraft Wiki, Bed).
const DARK_IN_RAIN: Range<u64> = 12_010..23_992;

/// Ticks that the longest night lasts for who lies down as soon as that can be, while others stay up.
pub const LONGEST_NIGHT: u64 = DARK_IN_RAIN.end - DARK_IN_RAIN.start;

/// When it gets dark, in ticks since a day's dawn.
pub const NIGHTFALL: u64 = 12_523;

/// Noon and midnight as the command `time set` has them (Minecraft Wiki, Commands/time).
pub const NOON: u64 = 6_000;
pub const MIDNIGHT: u64 = 18_000;
/// How long these two last for whoever waits for them, in ticks: an hour of the day.
const HOUR: u64 = 1_000;

/// Whether it is dark enough for sleep at a time, in ticks since a day's dawn, without a thunderstorm.
pub fn is_night(time: u64, rains: bool) -> bool {
    let dark = if rains { DARK_IN_RAIN } else { DARK };
    dark.contains(&(time % DAY))
}

/// The ticks from one of a day's times, in ticks since its dawn, to the next time of this name; 0: it is that time already.
pub fn ticks_until(of: DayTime, time: u64) -> u64 {
    let (time, lasts) = (time % DAY, lasts(of));
    if lasts.contains(&time) { 0 } else { (lasts.start + DAY - time) % DAY }
}

/// From when to when it is this time, in ticks since a day's dawn.
fn lasts(of: DayTime) -> Range<u64> {
    match of {
        DayTime::Morning => 0..NOON,
        DayTime::Day => 0..NIGHTFALL,
        DayTime::Noon => NOON..NOON + HOUR,
        DayTime::Night => DARK,
        DayTime::Midnight => MIDNIGHT..MIDNIGHT + HOUR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_the_day_is_now_or_comes_within_a_day() {
        assert_eq!(ticks_until(DayTime::Night, 12_000), 523);
        assert_eq!(ticks_until(DayTime::Night, 20_000), 0, "in the midst of it");
        assert_eq!(ticks_until(DayTime::Morning, 13_000), 11_000);
        assert_eq!(ticks_until(DayTime::Morning, 7_000), 17_000, "the next day's");
        assert_eq!(ticks_until(DayTime::Day, 7_000), 0);
        assert_eq!(ticks_until(DayTime::Noon, 7_000), 23_000);
        assert_eq!(ticks_until(DayTime::Midnight, DAY + 18_500), 0, "of a later day");
        for of in DayTime::ALL {
            for time in (0..DAY).step_by(100) {
                let left = ticks_until(of, time);
                assert_eq!(ticks_until(of, time + left), 0, "{of:?} at {time}");
            }
        }
    }
}
