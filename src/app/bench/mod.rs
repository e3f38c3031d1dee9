//! `blockwright bench`: named tasks in the practice world, measured against the floor of the terrain they met.
//!
//! Every task and seed runs in a process of its own, so that peak memory and CPU time are that run's alone.

mod bots;
mod floor;
mod load;
mod table;

use std::{
    io::Read as _,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    BotConfig, Failure, Host, HostConfig, Interrupt, SessionConfig, cli::BenchArgs, process, run_headless, status,
    terminal,
};
use crate::{
    domain::{self, PlanDraft},
    journal::{Event, Journal, ProcessFigures},
    knowledge::SopLibrary,
    mind::Policy,
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
        if args.tasks.len() > 1 || args.one {
            return Err(Failure::bad_input("load is measured alone: name no other task beside it"));
        }
        return match args.join {
            Some(address) => load::visit(address, args.guests),
            None => load::run(&args),
        };
    }
    let crowd = args.tasks.iter().any(|task| task == "bots");
    if crowd && args.tasks.len() > 1 {
        return Err(Failure::bad_input("bots are measured alone: name no other task beside them"));
    }
    if args.one {
        let [task] = args.tasks.as_slice() else {
            return Err(Failure::bad_input("--one takes one task"));
        };
        process::RUN.check()?;
        let interrupt = Interrupt::default();
        interrupt.listen(Arc::new(|| ()))?;
        if crowd {
            return bots::measure(&args, interrupt);
        }
        let seed = args.seeds.0.first().copied().unwrap_or_default();
        let figures = measure(task, seed, args.tick_rate, interrupt.clone())?;
        terminal::say(&json(&figures)?);
        return Ok(if interrupt.is_set() { status::INTERRUPTED } else { status::DONE });
    }
    let tasks = if args.tasks.is_empty() { vec!["stone_pickaxe".to_owned()] } else { args.tasks.clone() };
    for task in tasks.iter().filter(|_| !crowd) {
        goal_of(task)?;
    }
    // What is being measured when somebody has seen enough is ended, and counts for nothing.
    let (interrupt, measuring) = (Interrupt::default(), Measuring::default());
    let end_it = measuring.clone();
    interrupt.listen(Arc::new(move || end_it.kill()))?;
    if crowd {
        return bots::run(&args, &measuring, &interrupt);
    }
    let mut all: Vec<Figures> = Vec::new();
    'all: for task in &tasks {
        for &seed in &args.seeds.0 {
            let arguments = [task.clone(), "--one".to_owned()];
            let figures = in_own_process(&arguments, seed, args.tick_rate, &measuring, &interrupt);
            if interrupt.is_set() {
                break 'all;
            }
            let figures: Figures = figures?;
            if args.json {
                terminal::say(&json(&figures)?);
            } else {
                terminal::say(&table::row(&figures));
            }
            all.push(figures);
        }
    }
    if !args.json && !all.is_empty() {
        terminal::say(&table::summary(&all));
    }
    if interrupt.is_set() {
        terminal::complain(&format!("interrupted after {} of {} runs", all.len(), tasks.len() * args.seeds.0.len()));
        return Ok(status::INTERRUPTED);
    }
    Ok(if all.iter().all(|figures| figures.success) { status::DONE } else { status::FAILED })
}

fn goal_of(task: &str) -> Result<&'static str, Failure> {
    TASKS.iter().find(|(name, _)| *name == task).map(|(_, goal)| *goal).ok_or_else(|| {
        let names: Vec<&str> = TASKS.iter().map(|(name, _)| *name).collect();
        Failure::bad_input(format!("no task is called {task:?}; there are {}", names.join(", ")))
    })
}

fn json(figures: &impl Serialize) -> Result<String, Failure> {
    domain::json(figures).map_err(|error| Failure::new(status::FAILED, error.to_string()))
}

/// The process that measures at the moment, if one does.
#[derive(Clone, Default)]
struct Measuring(Arc<Mutex<Option<Child>>>);

impl Measuring {
    /// Ends it, if there is one.
    fn kill(&self) {
        if let Some(child) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            // One that has ended already has nothing to be ended.
            let _ = child.kill();
        }
    }

    fn set(&self, child: Option<Child>) -> Option<Child> {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), child)
    }
}

/// A measurement in a process of its own, and what it found; the first argument is what is measured. What the process has to say
/// against itself it says on our standard error.
fn in_own_process<T: DeserializeOwned>(
    arguments: &[String],
    seed: i64,
    tick_rate: f32,
    measuring: &Measuring,
    interrupt: &Interrupt,
) -> Result<T, Failure> {
    let task = arguments.first().map_or("", String::as_str);
    let failed = |what: String| Failure::new(status::FAILED, format!("{task} on seed {seed}: {what}"));
    let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let mut child = Command::new(program)
        .arg("bench")
        .args(arguments)
        .args([&format!("--seeds={seed}"), "--tick-rate", &tick_rate.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    let output = child.stdout.take();
    measuring.set(Some(child));
    if interrupt.is_set() {
        // It came too early to find the process.
        measuring.kill();
    }
    let mut text = String::new();
    let read = output.map_or(Ok(0), |mut output| output.read_to_string(&mut text));
    if let Some(mut child) = measuring.set(None) {
        let _ = child.wait();
    }
    read.map_err(|error| failed(error.to_string()))?;
    serde_json::from_str(text.trim()).map_err(|error| failed(format!("it ended without figures ({error}): {text}")))
}

/// One task on one seed, in this process.
fn measure(task: &str, seed: i64, tick_rate: f32, interrupt: Interrupt) -> Result<Figures, Failure> {
    let goal = goal_of(task)?;
    let host = Host::start(&HostConfig::Practice { seed, tick_rate, give: Vec::new() })?;
    let Host::Practice(world) = &host else {
        return Err(Failure::new(status::FAILED, "the bench plays in the practice world"));
    };
    // The terrain as it is before anybody digs in it.
    let terrain = world.with(floor::Terrain::survey);
    let config = SessionConfig {
        bots: vec![BotConfig { username: "Bench".to_owned(), server: host.address(), server_name: host.name() }],
        goals: vec![goal.to_owned()],
        policy: Policy::default(),
        sops: SopLibrary::load(None).map_err(|error| Failure::new(status::FAILED, error.to_string()))?,
        model: None,
        journal_file: None,
        recorder: None,
    };
    let mut plan: Option<PlanDraft> = None;
    let ended = run_headless(config, interrupt, |world| {
        let entries = world.resource::<Journal>().entries();
        plan = plan.take().or_else(|| {
            entries.iter().find_map(|entry| match &entry.event {
                Event::Planned { plan } => Some(plan.clone()),
                _ => None,
            })
        });
    })?;
    let Some(report) = ended.report else {
        return Err(host.not_joined(&ended.reason.unwrap_or_default()));
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
