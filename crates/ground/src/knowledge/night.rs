//! When it is dark enough for sleep.

/// Ticks of a day.
pub const DAY: u64 = 24_000;

/// The ticks of the day between which a clear sky is dark enough for sleep: light of 11 and less (Minecraft Wiki, Bed). The
/// data pack's timeline `day` has it so since 1.21.11: `gameplay/sky_light_level` falls evenly from 15 at 11,867 to 4 at
/// 13,670, and rises from 22,330 to 24,133. Before that night was from 12,542 to 23,459.
const DARK: std::ops::Range<u64> = NIGHTFALL..23_478;

/// When it gets dark, in ticks since a day's dawn.
pub const NIGHTFALL: u64 = 12_523;

/// The same in rain; in a thunderstorm it is always dark enough (Minecraft Wiki, Bed).
const DARK_IN_RAIN: std::ops::Range<u64> = 12_010..23_992;

/// Whether it is dark enough for sleep at a time, in ticks since a day's dawn, without a thunderstorm.
pub fn is_night(time: u64, rains: bool) -> bool {
    let dark = if rains { DARK_IN_RAIN } else { DARK };
    dark.contains(&(time % DAY))
}
