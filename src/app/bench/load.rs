//! `blockwright bench load`: a crowd in the practice world, and what it costs.
//!
//! The guests play from a child process, so that this process's time and memory are the world's alone. Each gets land of
//! its own, far from the others: nothing that is made for one serves another. When everyone sees all of their land, a
//! minute of walking and digging is measured.

use std::{
    net::{Ipv4Addr, SocketAddr},
    process::{Child, Command, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use serde::Serialize;

use super::{
    super::{Failure, Interrupt, cli::BenchArgs, process, status, terminal},
    figures::json,
};
use crate::{
    domain::Vec3,
    practice::{Game, PracticeWorld, TickTimes, WorldConfig, guest::Guest},
};

/// How far the guests see, in chunks: 17 x 17 = 289 of them.
const VIEW_DISTANCE: u8 = 8;
const VIEW: usize = (2 * VIEW_DISTANCE as usize + 1).pow(2);
/// Blocks between the guests.
const APART: i32 = 700;
/// How far above the ground they arrive, in blocks; they climb down by themselves.
const ABOVE_TREES: i32 = 20;
/// Vanilla's tick.
const TICK: Duration = Duration::from_millis(50);
/// Chunks timed on one thread.
const TIMED: i32 = 150;
/// Seconds that the guests may take to get all of their land.
const ARRIVAL: u64 = 300;

/// What has to hold: milliseconds, MiB, chunks a second on one thread.
const MEDIAN_MS: f64 = 10.0;
const P99_MS: f64 = 50.0;
const PEAK_MIB: u64 = 1024;
const GROWN_PER_SECOND: f64 = 150.0;

/// The shape of `bench load --json`.
#[derive(Serialize, Clone, Debug)]
struct Load {
    guests: u32,
    seconds: u64,
    /// Until each guest had all of its 289 chunks; chunks sent and made in that time, and its ticks.
    arrival_s: f64,
    arrival_chunks: u64,
    arrival_p50_ms: f64,
    arrival_p99_ms: f64,
    /// Ticks of the measured time, with what the guests sent between them.
    ticks: u64,
    tick_p50_ms: f64,
    tick_p99_ms: f64,
    tick_max_ms: f64,
    /// Made, during the measured time.
    chunks_per_second: f64,
    /// Told to all guests during the measured time.
    mib_per_second: f64,
    /// Processor time of the world during the measured time, in processors.
    cpu: f64,
    peak_mib: u64,
    /// On one thread, nothing else in mind: land grown, packets with light made and compressed, both.
    grown_per_second: f64,
    shown_per_second: f64,
    made_per_second: f64,
    still_here: usize,
}

/// Runs the crowd and prints what it cost.
///
/// # Errors
/// A world or a child process that could not be started; guests that did not arrive.
pub fn run(args: &BenchArgs) -> Result<u8, Failure> {
    process::RUN.check()?;
    let interrupt = Interrupt::default();
    interrupt.listen(Arc::new(|| ()))?;
    let interrupted = || Failure::new(status::INTERRUPTED, "load: interrupted before it was measured");
    let failed = |what: String| match interrupt.is_set() {
        true => interrupted(),
        false => Failure::new(status::FAILED, format!("load: {what}")),
    };
    let config = WorldConfig {
        bind: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        seed: args.seeds.0.first().copied().unwrap_or_default(),
        tick_rate: 20.0,
        view_distance: VIEW_DISTANCE.into(),
        ..WorldConfig::default()
    };
    let world = PracticeWorld::start(config).map_err(|error| failed(error.to_string()))?;
    let (grown, shown) = world.with(|game| game.time_chunks(TIMED));
    let mut guests = Guests(start_guests(&world, args).map_err(|error| failed(error.to_string()))?);

    let (begun, before) = (Instant::now(), Count::of(&world));
    let_in(&world, args.guests, &interrupt).map_err(failed)?;
    let (arrival_s, arrived) = (begun.elapsed().as_secs_f64(), Count::of(&world));
    let arrival_ticks = (arrived.tick - before.tick) as usize;

    let (cpu_before, _) = process::usage();
    if !pass(Duration::from_secs(args.seconds), &interrupt) {
        return Err(interrupted());
    }
    let (cpu_after, peak_mib) = process::usage();
    let end = Count::of(&world);
    let still_here = world.with(|game| game.players().len());
    guests.stop();
    let ticks = (end.tick - arrived.tick) as usize;
    let per_second = |duration: Duration| f64::from(TIMED) / duration.as_secs_f64();
    let load = Load {
        guests: args.guests,
        seconds: args.seconds,
        arrival_s,
        arrival_chunks: arrived.chunks,
        arrival_p50_ms: arrived.times.share_within_ms(0.5, arrival_ticks),
        arrival_p99_ms: arrived.times.share_within_ms(0.99, arrival_ticks),
        ticks: ticks as u64,
        tick_p50_ms: end.times.share_within_ms(0.5, ticks),
        tick_p99_ms: end.times.share_within_ms(0.99, ticks),
        tick_max_ms: end.times.share_within_ms(1.0, ticks),
        chunks_per_second: end.chunks.saturating_sub(arrived.chunks) as f64 / args.seconds as f64,
        mib_per_second: (end.told - arrived.told) as f64 / f64::from(1 << 20) / args.seconds as f64,
        cpu: (cpu_after - cpu_before) as f64 / 1000.0 / args.seconds as f64,
        peak_mib,
        grown_per_second: per_second(grown),
        shown_per_second: per_second(shown),
        made_per_second: per_second(grown + shown),
        still_here,
    };
    terminal::say(&if args.json { json(&load)? } else { table(&load) });
    Ok(if load.holds() { status::DONE } else { status::FAILED })
}

impl Load {
    /// Whether everybody stayed and nothing took longer or more than it may.
    fn holds(&self) -> bool {
        self.tick_p50_ms < MEDIAN_MS
            && self.tick_p99_ms < P99_MS
            && self.peak_mib < PEAK_MIB
            && self.grown_per_second >= GROWN_PER_SECOND
            && self.still_here == self.guests as usize
    }
}

/// What the world has done by now.
struct Count {
    times: TickTimes,
    tick: u64,
    chunks: u64,
    /// Bytes told to all guests.
    told: u64,
}

impl Count {
    fn of(world: &PracticeWorld) -> Self {
        world.with(|game| Self {
            times: game.tick_times().clone(),
            tick: game.tick(),
            chunks: game.made_chunks(),
            told: game.told_bytes(),
        })
    }
}

/// Puts each guest that comes onto land of its own, and waits until all of it is shown.
fn let_in(world: &PracticeWorld, guests: u32, interrupt: &Interrupt) -> Result<(), String> {
    for number in 0..guests {
        wait(ARRIVAL, interrupt, || world.with(move |game| game.players().contains(&name(number))))?;
        world.with(move |game| {
            let place = BlockAt::of(number);
            let ground = game.ground(place.0, place.1);
            game.teleport(
                &name(number),
                Vec3::new(ground.x.into(), f64::from(ground.y + ABOVE_TREES), ground.z.into()),
            );
        });
    }
    let all_shown = move |game: &mut Game| {
        let views = game.chunks_in_view();
        views.len() == guests as usize && views.values().all(|&chunks| chunks >= VIEW)
    };
    wait(ARRIVAL, interrupt, || world.with(all_shown))
}

/// Lets time pass; `false`: it was interrupted.
fn pass(time: Duration, interrupt: &Interrupt) -> bool {
    let end = Instant::now() + time;
    while let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
        thread::sleep(left.min(TICK));
        if interrupt.is_set() {
            return false;
        }
    }
    true
}

fn table(load: &Load) -> String {
    let Load { guests, seconds, .. } = load;
    let lines = [
        format!("{guests} guests with {VIEW} chunks each, {seconds} s, {} of them still here", load.still_here),
        format!(
            "tick      median {:.2} ms, 99 % within {:.2} ms, longest {:.1} ms",
            load.tick_p50_ms, load.tick_p99_ms, load.tick_max_ms
        ),
        format!(
            "arrival   {:.1} s, {} chunks; tick median {:.2} ms, 99 % within {:.2} ms",
            load.arrival_s, load.arrival_chunks, load.arrival_p50_ms, load.arrival_p99_ms
        ),
        format!(
            "chunks    {:.0} a second made meanwhile; on one thread {:.0} grown, {:.0} shown, {:.0} both",
            load.chunks_per_second, load.grown_per_second, load.shown_per_second, load.made_per_second
        ),
        format!(
            "process   {:.2} processors, {} MiB at most, {:.2} MiB a second told",
            load.cpu, load.peak_mib, load.mib_per_second
        ),
        format!(
            "to hold   median < {MEDIAN_MS} ms, 99 % < {P99_MS} ms, < {PEAK_MIB} MiB, {GROWN_PER_SECOND} chunks grown a second"
        ),
    ];
    lines.join("\n")
}

/// Where a guest's land is.
struct BlockAt(i32, i32);

impl BlockAt {
    fn of(number: u32) -> Self {
        let (row, column) = (number as i32 / 5, number as i32 % 5);
        Self(column * APART, row * APART)
    }
}

fn name(number: u32) -> String {
    format!("guest_{number}")
}

/// Asks until it is so, in vain for this many seconds or until it is interrupted.
fn wait(seconds: u64, interrupt: &Interrupt, mut is_so: impl FnMut() -> bool) -> Result<(), String> {
    let patience = Instant::now() + Duration::from_secs(seconds);
    while !is_so() {
        if interrupt.is_set() || Instant::now() > patience {
            return Err(format!("the guests did not get their land in {seconds} s"));
        }
        thread::sleep(TICK);
    }
    Ok(())
}

/// The child process, stopped when dropped.
struct Guests(Child);

impl Guests {
    fn stop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Guests {
    fn drop(&mut self) {
        self.stop();
    }
}

fn start_guests(world: &PracticeWorld, args: &BenchArgs) -> std::io::Result<Child> {
    Command::new(std::env::current_exe()?)
        .args(["bench", "load", "--join", &world.address().to_string(), "--guests", &args.guests.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
}

/// The child's part: guests that walk about and dig, until it is stopped or one of them is thrown out.
///
/// # Errors
/// The reason why a guest had to leave.
pub fn visit(address: SocketAddr, guests: u32) -> Result<u8, Failure> {
    let failed = |what: String| Failure::new(status::FAILED, format!("a guest: {what}"));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| failed(error.to_string()))?;
    let ended: Result<(), String> = runtime.block_on(async {
        let mut tasks = tokio::task::JoinSet::new();
        for number in 0..guests {
            let guest = Guest::join(address, &name(number), VIEW_DISTANCE, false).await?;
            tasks.spawn(work(guest, number));
        }
        while let Some(ended) = tasks.join_next().await {
            ended.map_err(|error| error.to_string())??;
        }
        Ok(())
    });
    ended.map_err(failed)?;
    Ok(status::DONE)
}

/// Walks a long way, and now and then stops to dig what is beside the feet.
async fn work(mut guest: Guest, number: u32) -> Result<(), String> {
    let turn = f64::from(number) * 2.4;
    for round in 0u32.. {
        let heading = turn + f64::from(round % 7) * 0.3;
        for _ in 0..40 {
            guest.walk(0.2 * heading.cos(), 0.2 * heading.sin()).await?;
            guest.tick(TICK).await?;
        }
        let beside = guest.at.block();
        if let Some(block) = guest.ground(beside.x + 1, beside.z) {
            guest.dig(block, false).await?;
            for _ in 0..20 {
                guest.tick(TICK).await?;
            }
            guest.dig(block, true).await?;
        }
    }
    Ok(())
}
