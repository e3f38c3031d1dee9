//! The time axis: where its ticks are, and times in words. All of them are UTC, as everywhere in the program, and the axis says so.

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// What lies between two ticks, in milliseconds, while it is no longer than a week.
const STEPS: [u64; 22] = [
    100,
    200,
    500,
    SECOND,
    2 * SECOND,
    5 * SECOND,
    10 * SECOND,
    30 * SECOND,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    4 * DAY,
    7 * DAY,
];
/// The same beyond, in months.
const MONTHS: [u64; 6] = [1, 3, 6, 12, 60, 120];
/// A month, more or less, in milliseconds: only to choose between the above.
const A_MONTH: u64 = 30 * DAY;

const NAMES: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A place on the axis with its words.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub ms: u64,
    pub text: String,
}

/// The ticks between two moments, of which two are `apart` milliseconds from each other at least. At the first one, and where a day
/// begins, they say the day.
pub fn ticks(from_ms: u64, to_ms: u64, apart: u64) -> Vec<Tick> {
    match STEPS.into_iter().find(|step| *step >= apart) {
        Some(step) => by_the_clock(from_ms, to_ms, step),
        None => by_month(from_ms, to_ms, apart),
    }
}

fn by_the_clock(from_ms: u64, to_ms: u64, step: u64) -> Vec<Tick> {
    let first = from_ms.div_ceil(step);
    let times = (first..=to_ms / step).map(|number| number * step);
    let mut said = None;
    times
        .map(|ms| {
            let day = ms / DAY;
            let is_news = said.replace(day) != Some(day);
            let text = match step {
                DAY.. => date(ms),
                _ if is_news => format!("{} {}", short_date(ms), clock(ms, step)),
                _ => clock(ms, step),
            };
            Tick { ms, text }
        })
        .collect()
}

/// As exact as steps of this length need it.
fn clock(ms: u64, step: u64) -> String {
    let (hour, minute, second) = (ms / HOUR % 24, ms / MINUTE % 60, ms / SECOND % 60);
    match step {
        ..SECOND => format!("{hour:02}:{minute:02}:{second:02}.{}", ms % SECOND / 100),
        SECOND..MINUTE => format!("{hour:02}:{minute:02}:{second:02}"),
        _ => format!("{hour:02}:{minute:02}"),
    }
}

fn by_month(from_ms: u64, to_ms: u64, apart: u64) -> Vec<Tick> {
    let step = MONTHS.into_iter().find(|months| months * A_MONTH >= apart).unwrap_or(MONTHS[MONTHS.len() - 1]);
    let (year, month, _) = civil(from_ms / DAY);
    let first = year * 12 + (month - 1);
    let months = (first / step..).map(|number| number * step).map(|months| {
        let (year, month) = (months / 12, months % 12);
        let text = if step < 12 { format!("{} {year}", NAMES[month as usize]) } else { year.to_string() };
        Tick { ms: day_of(year, month + 1) * DAY, text }
    });
    months.skip_while(|tick| tick.ms < from_ms).take_while(|tick| tick.ms <= to_ms).collect()
}

/// `30 Nov 2026`.
fn date(ms: u64) -> String {
    let (year, ..) = civil(ms / DAY);
    format!("{} {year}", short_date(ms))
}

/// `30 Nov`.
fn short_date(ms: u64) -> String {
    let (_, month, day) = civil(ms / DAY);
    format!("{day} {}", NAMES[month as usize - 1])
}

/// `17:02:29`.
pub fn time(ms: u64) -> String {
    clock(ms, SECOND)
}

/// `30 Nov 2026, 17:02:29 UTC`.
pub fn moment(ms: u64) -> String {
    format!("{}, {} UTC", date(ms), clock(ms, SECOND))
}

/// `1.2 s`, `3 min 5 s`, `2 h 10 min`, `3 days 4 h`.
pub fn lasted(ms: u64) -> String {
    match ms {
        ..SECOND => format!("{ms} ms"),
        SECOND..MINUTE => format!("{}.{} s", ms / SECOND, ms % SECOND / 100),
        MINUTE..HOUR => format!("{} min {} s", ms / MINUTE, ms / SECOND % 60),
        HOUR..DAY => format!("{} h {} min", ms / HOUR, ms / MINUTE % 60),
        _ => format!("{} days {} h", ms / DAY, ms / HOUR % 24),
    }
}

/// Year, month (from 1) and day so many days after the first of 1970. Years are counted in eras of 400 from a March on, where leap days
/// come last.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

/// The number of the first day of a month, counted from 1970; 0 before.
fn day_of(year: u64, month: u64) -> u64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year / 400, year % 400);
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5;
    (era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year).saturating_sub(719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 30 November 2026, 17:02:29 UTC.
    const NOW: u64 = 1_796_058_149_000;

    fn words(from: u64, to: u64, apart: u64) -> Vec<String> {
        ticks(from, to, apart).into_iter().map(|tick| tick.text).collect()
    }

    #[test]
    fn ticks_are_at_round_times_from_tenths_of_seconds_to_decades() {
        assert_eq!(
            words(NOW, NOW + 450, 90),
            ["30 Nov 17:02:29.0", "17:02:29.1", "17:02:29.2", "17:02:29.3", "17:02:29.4"]
        );
        assert_eq!(words(NOW, NOW + 25 * SECOND, 8 * SECOND), ["30 Nov 17:02:30", "17:02:40", "17:02:50"]);
        assert_eq!(words(NOW, NOW + 10 * HOUR, 3 * HOUR), ["30 Nov 18:00", "21:00", "1 Dec 00:00", "03:00"]);
        assert_eq!(words(NOW, NOW + 3 * DAY, DAY), ["1 Dec 2026", "2 Dec 2026", "3 Dec 2026"]);
        assert_eq!(words(NOW, NOW + 100 * DAY, 20 * DAY), ["Dec 2026", "Jan 2027", "Feb 2027", "Mar 2027"]);
        assert_eq!(words(NOW, NOW + 1_000 * DAY, 300 * DAY), ["2027", "2028", "2029"]);
        assert!(words(NOW, NOW, MINUTE).is_empty());
    }

    #[test]
    fn two_ticks_are_as_far_apart_as_is_wanted() {
        for apart in [100, 150, 7 * SECOND, 45 * MINUTE, 5 * DAY, 40 * DAY, 4_000 * DAY] {
            let ticks = ticks(NOW, NOW + 30 * apart, apart);
            assert!(ticks.len() > 3 || apart > 1_000 * DAY, "{apart}: {ticks:?}");
            let months_vary = if apart > 7 * DAY { 2 * DAY } else { 0 };
            assert!(ticks.windows(2).all(|pair| pair[1].ms - pair[0].ms + months_vary >= apart.min(3_600 * DAY)));
        }
    }

    #[test]
    fn days_of_the_calendar_are_right() {
        for (ms, told) in [
            (0, "1 Jan 1970, 00:00:00 UTC"),
            (NOW, "30 Nov 2026, 17:02:29 UTC"),
            (951_782_400_000, "29 Feb 2000, 00:00:00 UTC"),
            (4_107_542_400_000, "1 Mar 2100, 00:00:00 UTC"),
        ] {
            assert_eq!(moment(ms), told);
        }
        for day in 0..60_000 {
            let (year, month, of_month) = civil(day);
            assert_eq!(day_of(year, month) + of_month - 1, day);
        }
    }

    #[test]
    fn lengths_read_as_people_say_them() {
        for (ms, told) in [
            (12, "12 ms"),
            (1_250, "1.2 s"),
            (185 * SECOND, "3 min 5 s"),
            (130 * MINUTE, "2 h 10 min"),
            (76 * HOUR, "3 days 4 h"),
        ] {
            assert_eq!(lasted(ms), told);
        }
    }
}
