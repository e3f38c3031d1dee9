//! What a run cost the machine: memory, processor time, how soon the bot stood in the world, how late its ticks came.

use std::{sync::OnceLock, time::Instant};

use bevy::prelude::*;

use crate::{
    brain::{self, BodyLink},
    journal::{Event, Journal, ProcessFigures, Report},
};

static BEGUN: OnceLock<Instant> = OnceLock::new();

/// Notes when the program began; the first call counts.
pub fn begin() {
    BEGUN.get_or_init(Instant::now);
}

/// The report over all goals so far, with what it cost the machine.
pub fn report(world: &mut World, interrupted: bool) -> Report {
    let mut report = brain::report(world, interrupted);
    let journal = world.resource::<Journal>();
    let joined = journal.entries().iter().find(|entry| matches!(entry.event, Event::Joined { .. }));
    let before = BEGUN.get().map_or(0, |begun| begun.elapsed().as_millis() as u64).saturating_sub(journal.elapsed_ms());
    let lateness = &world.resource::<BodyLink>().0.slots.lateness;
    let (tick_late_p50_ms, tick_late_p99_ms) =
        lateness.lock().map(|lateness| lateness.percentiles()).unwrap_or_default();
    let (cpu_ms, peak_mib) = usage();
    report.process = Some(ProcessFigures {
        spawn_ms: joined.map(|entry| before + entry.ms),
        wall_ms: before + journal.elapsed_ms(),
        cpu_ms,
        peak_mib,
        tick_late_p50_ms,
        tick_late_p99_ms,
    });
    report
}

/// CPU time in milliseconds and peak resident memory in MiB of this process.
#[cfg(unix)]
pub fn usage() -> (u64, u64) {
    use nix::sys::resource::{UsageWho, getrusage};
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return (0, 0) };
    let ms = |time: nix::sys::time::TimeVal| time.tv_sec() as u64 * 1000 + time.tv_usec() as u64 / 1000;
    // Linux counts in KiB, macOS in bytes.
    let unit = if cfg!(target_os = "macos") { 1024 * 1024 } else { 1024 };
    (ms(usage.user_time()) + ms(usage.system_time()), usage.max_rss() as u64 / unit)
}

/// Not measured on this platform.
#[cfg(not(unix))]
pub fn usage() -> (u64, u64) {
    (0, 0)
}
