//! What a run cost the machine: memory, processor time, how soon the bot stood in the world, how late its ticks came.

use std::{sync::OnceLock, thread, time::Instant};

use bevy::prelude::*;

use super::{Failure, status};
use crate::{
    journal::{Journal, ProcessFigures, Report},
    mind::{self, BodyLink},
};

/// What to do where the system gives too little.
pub const WHAT_IS_NEEDED: &str = "raise the limits of processes and of open files (ulimit -u and ulimit -n)";
/// Threads beside two for each processor, and files: what a run needs, measured on Linux (12 threads and 16 files on two
/// processors, the practice world included; two threads and five files more with a history), and some for a model's calls.
pub const RUN: Room = Room { threads: 12, files: 32 };
/// What a window needs besides, with a renderer in software.
pub const WINDOW: Room = Room { threads: 24, files: 64 };

/// What the system must still give.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    threads: usize,
    #[cfg_attr(not(unix), expect(dead_code, reason = "asked about on Unix alone"))]
    files: usize,
}

static BEGUN: OnceLock<Instant> = OnceLock::new();

/// Notes when the program began; the first call counts.
pub fn begin() {
    BEGUN.get_or_init(Instant::now);
}

impl Room {
    /// Whether the system gives threads and files enough for what is about to be started. Asked before, because libraries
    /// under us (task pools, the runtime, the graphics) end the program where they get none.
    ///
    /// # Errors
    /// What there is too little of, and what to do.
    pub fn check(self) -> Result<(), Failure> {
        let too_few = |what: &str, got: usize, most: usize, error: std::io::Error| {
            let words = format!("the system gives {got} {what} more, and {most} are needed: {error}; {WHAT_IS_NEEDED}");
            Failure::new(status::FAILED, words)
        };
        let most = self.threads + 2 * thread::available_parallelism().map_or(1, usize::from);
        let (end, ended) = crossbeam_channel::bounded::<()>(0);
        let mut threads = Vec::new();
        let short = (0..most).find_map(|_| {
            let ended = ended.clone();
            let started = thread::Builder::new().stack_size(64 << 10).spawn(move || _ = ended.recv());
            started.map(|thread| threads.push(thread)).err()
        });
        drop(end);
        let got = threads.len();
        threads.into_iter().for_each(|thread| _ = thread.join());
        short.map_or(Ok(()), |error| Err(too_few("threads", got, most, error)))?;
        #[cfg(unix)]
        {
            use std::os::fd::AsFd as _;
            let (stdin, mut files) = (std::io::stdin(), Vec::new());
            let short =
                (0..self.files).find_map(|_| stdin.as_fd().try_clone_to_owned().map(|file| files.push(file)).err());
            short.map_or(Ok(()), |error| Err(too_few("files", files.len(), self.files, error)))?;
        }
        Ok(())
    }
}

/// The report over all goals so far, with what it cost the machine.
pub fn report(world: &mut World, interrupted: bool) -> Report {
    let mut report = mind::report(world, interrupted);
    let (tick_late_p50_ms, tick_late_p99_ms) = lateness(world);
    let journal = world.resource::<Journal>();
    let before = BEGUN.get().map_or(0, |begun| begun.elapsed().as_millis() as u64).saturating_sub(journal.elapsed_ms());
    let (cpu_ms, peak_mib) = usage();
    report.process = Some(ProcessFigures {
        spawn_ms: journal.joined_ms().map(|ms| before + ms),
        wall_ms: before + journal.elapsed_ms(),
        cpu_ms,
        peak_mib,
        tick_late_p50_ms,
        tick_late_p99_ms,
    });
    report
}

/// The median and the 99th percentile of how late ticks came, in milliseconds; of several bots, those of the latest.
fn lateness(world: &mut World) -> (f64, f64) {
    let mut links = world.query::<&BodyLink>();
    let of = |link: &BodyLink| link.0.slots.lateness.lock().map(|lateness| lateness.percentiles()).unwrap_or_default();
    links.iter(world).map(of).fold((0.0, 0.0), |(p50, p99), (other50, other99)| (p50.max(other50), p99.max(other99)))
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
