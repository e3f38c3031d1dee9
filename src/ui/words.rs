//! Numbers and states in words a newcomer reads at a glance.

use crate::domain::{GoalState, Quote};

/// Why nothing can be asked of what is shown as of another moment.
pub const PAST: &str = "This is how it was: nothing can be done there. Go back to now first";

/// `1 min 20 s`: how long so many ticks take at the game's normal 20 a second.
pub fn duration(ticks: u64) -> String {
    let seconds = ticks.div_ceil(20);
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, min, 0) => format!("{min} min"),
        (0, min, s) => format!("{min} min {s} s"),
        (h, min, _) => format!("{h} h {min} min"),
    }
}

/// `07:30`: the world's clock, as of the last ten minutes; a day begins at six in the morning.
///
/// A minute of the world lasts less than a second of ours, and each would have an idle window drawn again.
pub fn clock(time_of_day: u64) -> String {
    let tens = (time_of_day * 6 / 1000 + 6 * 6) % (24 * 6);
    format!("{:02}:{}0", tens / 6, tens % 6)
}

/// Whether the sun is up.
pub fn is_day(time_of_day: u64) -> bool {
    !(13_000..23_000).contains(&(time_of_day % 24_000))
}

/// Where a yaw looks: 0 degrees is south, 90 west.
pub fn heading(yaw: f32) -> &'static str {
    const NAMES: [&str; 8] = ["south", "south-west", "west", "north-west", "north", "north-east", "east", "south-east"];
    let eighth = (yaw.rem_euclid(360.0) / 45.0).round() as usize;
    NAMES[eighth % 8]
}

/// `oak planks`.
pub fn plain(name: &str) -> String {
    name.replace('_', " ")
}

/// `1 block`, `2 blocks`.
pub fn blocks(count: u32) -> String {
    if count == 1 { "1 block".to_owned() } else { format!("{count} blocks") }
}

pub fn goal_state(state: GoalState) -> &'static str {
    match state {
        GoalState::Queued => "waiting its turn",
        GoalState::Active => "at work",
        GoalState::Paused => "paused",
        GoalState::Done => "done",
        GoalState::Failed => "failed",
        GoalState::Cancelled => "cancelled",
    }
}

/// As much of it as so many characters.
pub fn start_of(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

/// What went wrong, without the code that stands before it: that is for programs.
pub fn without_code(told: &str) -> &str {
    let is_code = |start: &str| !start.is_empty() && start.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    told.split_once(": ").filter(|(start, _)| is_code(start)).map_or(told, |(_, rest)| rest)
}

/// What a plan will take, in one or more short lines.
pub fn quote(quote: &Quote) -> Vec<String> {
    let steps = if quote.steps == 1 { "1 step".to_owned() } else { format!("{} steps", quote.steps) };
    let mut lines = vec![format!("{steps}, about {} ({} game ticks)", duration(quote.ticks), quote.ticks)];
    if !quote.materials.is_empty() {
        lines.push(format!("Gathers {}", quote.materials));
    }
    if !quote.tools.is_empty() {
        lines.push(format!("Uses {}", quote.tools.join(", ")));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_as_people_say_them() {
        for (ticks, words) in
            [(0, "0 s"), (1, "1 s"), (1180, "59 s"), (1200, "1 min"), (1600, "1 min 20 s"), (73_200, "1 h 1 min")]
        {
            assert_eq!(duration(ticks), words);
        }
    }

    #[test]
    fn what_went_wrong_is_told_without_its_code() {
        for (told, plain) in [
            ("PATH_BLOCKED: no way to 1 2 3", "no way to 1 2 3"),
            ("no way: a wall", "no way: a wall"),
            ("I: a name", "a name"),
            (": nothing", ": nothing"),
        ] {
            assert_eq!(without_code(told), plain);
        }
        assert_eq!((start_of("\u{e9}tage", 2), start_of("ab", 2)), ("\u{e9}t\u{2026}".to_owned(), "ab".to_owned()));
    }

    #[test]
    fn the_day_begins_at_six() {
        for (time, words) in
            [(0, "06:00"), (166, "06:00"), (1500, "07:30"), (6000, "12:00"), (18_000, "00:00"), (23_999, "05:50")]
        {
            assert_eq!(clock(time), words);
        }
        assert!(is_day(6000) && !is_day(18_000));
    }

    #[test]
    fn headings_follow_the_protocol() {
        for (yaw, name) in
            [(0.0, "south"), (90.0, "west"), (180.0, "north"), (-90.0, "east"), (359.0, "south"), (-45.0, "south-east")]
        {
            assert_eq!(heading(yaw), name, "{yaw}");
        }
    }
}
