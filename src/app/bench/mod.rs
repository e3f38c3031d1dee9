//! `blockwright bench`: named tasks in the practice world, measured against the floor of the terrain they met.
//!
//! Every task and seed runs in a process of its own, so that peak memory and CPU time are that run's alone.

mod floor;
mod load;
mod table;

use std::process::Command;

use serde::{Deserialize, Serialize};

use super::{Failure, Host, HostConfig, Interrupt, SessionConfig, cli::BenchArgs, run_headless, status, terminal};
use crate::{
    brain::Policy,
    domain::PlanDraft,
    journal::{Event, Journal, ProcessFigures},
    knowledge::SopLibrary,
};

/// A named task: what it is called, and its goal in words.
const TASKS: [(&str, &str); 9] = [
    ("wooden_pickaxe", "get me a wooden pickaxe"),
    ("stone_pickaxe", "get me a stone pickaxe"),
    ("chest", "craft a chest"),
    ("cobblestone_8", "mine 8 cobblestone"),
    ("torches_10", "get me 10 torches"),
    ("raw_iron_1", "get me 1 raw_iron"),
    ("glass_3", "get me 3 glass"),
    ("iron_pickaxe", "get me an iron pickaxe"),
    ("walk_100", "go to ~100 ~0"),
];

/// One run's figures; the shape of `bench --json`, an object a line.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Figures {
    pub task: String,
    pub seed: i64,
    pub success: bool,
    /// Game ticks from the goal's start to its end.
    pub ticks: u64,
    /// The least ticks this terrain allows: digging, and sprinting over the shortest way.
    pub floor: u64,
    /// `ticks / floor`.
    pub ratio: f64,
    pub tool_calls: u32,
    pub attempts: u32,
    /// Wall time of the goal, in milliseconds.
    pub goal_ms: u64,
    #[serde(flatten)]
    pub process: ProcessFigures,
}

/// Runs every task on every seed and prints a table or JSON lines.
///
/// # Errors
/// Unknown tasks; a run that could not be started.
pub fn run(args: BenchArgs) -> Result<u8, Failure> {
    if args.tasks.iter().any(|task| task == "load") {
        return match args.join {
            Some(address) => load::visit(address, args.guests),
            None => load::run(&args),
        };
    }
    if args.one {
        let [task] = args.tasks.as_slice() else {
            return Err(Failure::new(status::BAD_INPUT, "--one takes one task"));
        };
        let figures = measure(task, args.seeds.0.first().copied().unwrap_or_default(), args.tick_rate)?;
        terminal::say(&json(&figures)?);
        return Ok(status::DONE);
    }
    let tasks = if args.tasks.is_empty() { vec!["stone_pickaxe".to_owned()] } else { args.tasks };
    for task in &tasks {
        goal_of(task)?;
    }
    let mut all = Vec::new();
    for task in &tasks {
        for &seed in &args.seeds.0 {
            let figures = measure_in_own_process(task, seed, args.tick_rate)?;
            if args.json {
                terminal::say(&json(&figures)?);
            } else {
                terminal::say(&table::row(&figures));
            }
            all.push(figures);
        }
    }
    if !args.json {
        terminal::say(&table::summary(&all));
    }
    Ok(if all.iter().all(|figures| figures.success) { status::DONE } else { status::FAILED })
}

fn goal_of(task: &str) -> Result<&'static str, Failure> {
    TASKS.iter().find(|(name, _)| *name == task).map(|(_, goal)| *goal).ok_or_else(|| {
        let names: Vec<&str> = TASKS.iter().map(|(name, _)| *name).collect();
        Failure::new(status::BAD_INPUT, format!("no task is called {task:?}; there are {}", names.join(", ")))
    })
}

fn json(figures: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(figures).map_err(|error| Failure::new(status::FAILED, error.to_string()))
}

fn measure_in_own_process(task: &str, seed: i64, tick_rate: f32) -> Result<Figures, Failure> {
    let failed = |what: String| Failure::new(status::FAILED, format!("{task} on seed {seed}: {what}"));
    let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let output = Command::new(program)
        .args(["bench", task, "--one", &format!("--seeds={seed}"), "--tick-rate", &tick_rate.to_string()])
        .output()
        .map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(text.trim())
        .map_err(|error| failed(format!("{error}; it said: {text}{}", String::from_utf8_lossy(&output.stderr))))
}

/// One task on one seed, in this process.
fn measure(task: &str, seed: i64, tick_rate: f32) -> Result<Figures, Failure> {
    let goal = goal_of(task)?;
    let host = Host::start(&HostConfig::Practice { seed, tick_rate, give: Vec::new() })?;
    let Host::Practice(world) = &host else {
        return Err(Failure::new(status::FAILED, "the bench plays in the practice world"));
    };
    // The terrain as it is before anybody digs in it.
    let terrain = world.with(floor::Terrain::survey);
    let config = SessionConfig {
        server: host.address(),
        server_name: host.name(),
        username: "Bench".to_owned(),
        goals: vec![goal.to_owned()],
        policy: Policy::default(),
        sops: SopLibrary::load(None).map_err(|error| Failure::new(status::FAILED, error.to_string()))?,
        model: None,
        journal_file: None,
    };
    let mut plan: Option<PlanDraft> = None;
    let ended = run_headless(config, Interrupt::default(), |world| {
        let entries = world.resource::<Journal>().entries();
        plan = plan.take().or_else(|| {
            entries.iter().find_map(|entry| match &entry.event {
                Event::Planned { plan } => Some(plan.clone()),
                _ => None,
            })
        });
    })?;
    let Some(report) = ended.report else {
        return Err(Failure::new(ended.status, ended.reason.unwrap_or_default()));
    };
    let floor = plan.map_or(0, |plan| terrain.floor(&plan));
    Ok(Figures {
        task: task.to_owned(),
        seed,
        success: report.success,
        ticks: report.ticks,
        floor,
        ratio: report.ticks as f64 / floor.max(1) as f64,
        tool_calls: report.tool_calls,
        attempts: report.attempts,
        goal_ms: report.duration_ms,
        process: report.process.unwrap_or_default(),
    })
}
