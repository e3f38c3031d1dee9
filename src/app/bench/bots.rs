//! `blockwright bench bots`: several bots in one practice world, each with the main job, against one alone there.

use serde::{Deserialize, Serialize};

use super::{
    super::{Failure, Host, HostConfig, Interrupt, cli::BenchArgs, run_headless, status, terminal},
    apart::{Measuring, in_own_process},
    figures::json,
    players::session,
    tasks::goal_of,
};
use crate::journal::ProcessFigures;

/// What each of them is to do.
const TASK: &str = "stone_pickaxe";

/// How many they are where nothing is said.
const BOTS: u32 = 5;

/// What has to hold: how much longer the slowest may take than one alone, milliseconds, MiB a bot.
const SLOWEST: f64 = 1.35;
const LATE_P99_MS: f64 = 10.0;
const MIB_A_BOT: f64 = 25.0;

/// A crowd on one seed.
#[derive(Serialize, Deserialize, Clone, Debug)]
struct Crowd {
    bots: u32,
    done: u32,
    /// Game ticks that each took, from its goal's start to its end.
    ticks: Vec<u64>,
    /// Blocks at which another was digging as well when they broke.
    contested: u64,
    #[serde(flatten)]
    process: ProcessFigures,
}

/// A crowd held against one bot alone on the same seed; the shape of `bench bots --json`, an object a line.
#[derive(Serialize, Clone, Debug)]
struct Figures {
    seed: i64,
    /// Game ticks of one alone.
    alone: u64,
    /// The slowest's ticks over `alone`.
    slowest: f64,
    /// Memory that each bot beyond the first took at most, in MiB.
    mib_a_bot: f64,
    #[serde(flatten)]
    crowd: Crowd,
}

impl Crowd {
    fn slowest(&self) -> u64 {
        self.ticks.iter().copied().max().unwrap_or(0)
    }
}

/// Measures each seed and says whether all that has to hold did.
///
/// # Errors
/// A run that could not be started.
pub fn run(args: &BenchArgs, measuring: &Measuring, interrupt: &Interrupt) -> Result<u8, Failure> {
    let (mut fell_short, bots) = (false, args.bots.unwrap_or(BOTS));
    for &seed in &args.seeds.0 {
        let crowd = |bots: u32| -> Result<Crowd, Failure> {
            let arguments = ["bots".to_owned(), "--one".to_owned(), format!("--bots={bots}")];
            in_own_process(&arguments, seed, args.tick_rate, measuring, interrupt)
        };
        let both = crowd(1).and_then(|alone| Ok((alone, crowd(bots)?)));
        if interrupt.is_set() {
            return Ok(status::INTERRUPTED);
        }
        let (alone, crowd) = both?;
        let more = f64::from(bots.saturating_sub(1).max(1));
        let figures = Figures {
            seed,
            alone: alone.slowest(),
            slowest: crowd.slowest() as f64 / alone.slowest().max(1) as f64,
            mib_a_bot: crowd.process.peak_mib.saturating_sub(alone.process.peak_mib) as f64 / more,
            crowd,
        };
        terminal::say(&if args.json { json(&figures)? } else { figures.row() });
        let short = figures.shortcomings(args.tick_rate);
        if !short.is_empty() {
            fell_short = true;
            terminal::complain(&format!("bots, seed {seed}: {}", short.join("; ")));
        }
    }
    Ok(if fell_short { status::FAILED } else { status::DONE })
}

impl Figures {
    fn row(&self) -> String {
        let Self { seed, alone, slowest, mib_a_bot, crowd } = self;
        format!(
            "{} bots  seed {seed:<6} {} done  alone {alone} ticks, the slowest {} ({slowest:.2})  contested blocks {}  \
             late p50 {:.1} p99 {:.1} ms  peak {} MiB, {mib_a_bot:.1} a bot  cpu {} ms of {} ms",
            crowd.bots,
            crowd.done,
            crowd.slowest(),
            crowd.contested,
            crowd.process.tick_late_p50_ms,
            crowd.process.tick_late_p99_ms,
            crowd.process.peak_mib,
            crowd.process.cpu_ms,
            crowd.process.wall_ms,
        )
    }

    fn shortcomings(&self, tick_rate: f32) -> Vec<String> {
        let crowd = &self.crowd;
        // At raised rates ticks follow each other faster than two processors can be shared out.
        let late = crowd.process.tick_late_p99_ms > LATE_P99_MS && tick_rate <= 20.0;
        [
            (crowd.done < crowd.bots, format!("{} of {} done", crowd.done, crowd.bots)),
            (crowd.contested > 0, format!("{} blocks were dug by two", crowd.contested)),
            (self.slowest > SLOWEST, format!("the slowest took {:.2} times as long as one alone", self.slowest)),
            (late, format!("ticks came {:.1} ms late (99th percentile)", crowd.process.tick_late_p99_ms)),
            (self.mib_a_bot > MIB_A_BOT, format!("{:.1} MiB a bot", self.mib_a_bot)),
        ]
        .into_iter()
        .filter_map(|(short, words)| short.then_some(words))
        .collect()
    }
}

/// A crowd on one seed, in this process, printed as JSON.
///
/// # Errors
/// A world or a body that could not be started; a bot that was not let in.
pub fn measure(args: &BenchArgs, interrupt: Interrupt) -> Result<u8, Failure> {
    let seed = args.seeds.0.first().copied().unwrap_or_default();
    let host = Host::start(&HostConfig::Practice { seed, tick_rate: args.tick_rate, give: Vec::new(), begins: None })?;
    let Host::Practice(world) = &host else {
        return Err(Failure::new(status::FAILED, "the bench plays in the practice world"));
    };
    let goal = goal_of(TASK)?;
    let goal = world.with(move |game| goal.set_out(game).0);
    let bots = args.bots.unwrap_or(BOTS);
    let names: Vec<String> = (1..=bots).map(|number| format!("Bench{number}")).collect();
    let goals = names.iter().map(|name| format!("{name}: {goal}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let config = session(&host, &names, goals)?;
    let ended = run_headless(config, interrupt.clone(), |_| ())?;
    let Some(report) = ended.report else {
        return Err(host.not_joined(&ended.reason.unwrap_or_default()));
    };
    let crowd = Crowd {
        bots,
        done: report.goals.iter().filter(|goal| goal.state == "done").count() as u32,
        ticks: report.goals.iter().map(|goal| goal.ticks).collect(),
        contested: world.with(|game| game.contested()),
        process: report.process.unwrap_or_default(),
    };
    terminal::say(&json(&crowd)?);
    Ok(if interrupt.is_set() { status::INTERRUPTED } else { status::DONE })
}
