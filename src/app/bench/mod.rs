//! `blockwright bench`: named tasks in the practice world, measured against the floor of the land they met.
//!
//! Every task and seed runs in a process of its own, so that peak memory and CPU time are that run's alone.

mod apart;
mod bots;
mod building;
mod chance;
mod figures;
mod floor;
mod load;
mod needs;
mod places;
mod players;
mod site;
mod table;
mod tasks;
mod tower;

use std::{collections::HashSet, sync::Arc};

use apart::{Measuring, in_own_process};
use building::Plan;
use figures::{Figures, json};
use floor::{Aim, Land};
use players::session;
use tasks::goal_of;

use super::{Failure, Host, HostConfig, Interrupt, cli::BenchArgs, process, run_headless, status, terminal};
use crate::{
    domain::{ChunkPos, ToolRequest},
    journal::{Entry, Event, Journal},
};

/// Runs every task on every seed and prints a table or JSON lines.
///
/// # Errors
/// Unknown tasks; a run that could not be started.
pub fn run(args: BenchArgs) -> Result<u8, Failure> {
    if args.far && args.tasks.iter().any(|task| ["load", "bots"].contains(&task.as_str())) {
        return Err(Failure::bad_input("--far is for tasks: load and bots are measured at home"));
    }
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
        let figures = measure(task, seed, &args, interrupt.clone())?;
        terminal::say(&json(&figures)?);
        return Ok(if interrupt.is_set() { status::INTERRUPTED } else { status::DONE });
    }
    let tasks = if args.tasks.is_empty() { vec!["stone_pickaxe".to_owned()] } else { args.tasks.clone() };
    for task in tasks.iter().filter(|task| !crowd && Plan::of(task).is_none()) {
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
            let far = args.far.then(|| "--far".to_owned());
            let arguments: Vec<String> = [task.clone(), "--one".to_owned()].into_iter().chain(far).collect();
            let measure = |arguments: &[String]| -> Result<Figures, Failure> {
                in_own_process(arguments, seed, args.tick_rate, &measuring, &interrupt)
            };
            let several = args.bots.filter(|bots| *bots > 1 && Plan::of(task).is_some());
            let figures = measure(&arguments).and_then(|alone| match several {
                None => Ok(alone),
                Some(bots) => {
                    let together = arguments.iter().cloned().chain([format!("--bots={bots}")]);
                    Ok(measure(&together.collect::<Vec<_>>())?.held_against(&alone))
                }
            });
            if interrupt.is_set() {
                break 'all;
            }
            let figures = figures?;
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

/// Chunks from home: 10,000 blocks.
const FAR: f64 = 625.0;

/// A place of the land far from its middle, in another direction for each of ten seeds.
fn far_from_home(seed: i64) -> ChunkPos {
    let turn = std::f64::consts::TAU * seed.rem_euclid(10) as f64 / 10.0;
    ChunkPos { x: (FAR * turn.cos()).round() as i32, z: (FAR * turn.sin()).round() as i32 }
}

/// One task on one seed, in this process.
fn measure(task: &str, seed: i64, args: &BenchArgs, interrupt: Interrupt) -> Result<Figures, Failure> {
    if let Some(plan) = Plan::of(task) {
        return building::measure(task, &plan, args, interrupt);
    }
    let goal = goal_of(task)?;
    let begins = args.far.then(|| far_from_home(seed));
    let host = Host::start(&HostConfig::Practice { seed, tick_rate: args.tick_rate, give: goal.given(), begins })?;
    let Host::Practice(world) = &host else {
        return Err(Failure::new(status::FAILED, "the bench plays in the practice world"));
    };
    // The land as it is before the bot digs in it.
    let ((goal, aim), land) = world.with(move |game| (goal.set_out(game), Land::survey(game)));
    let config = session(&host, &["Bench"], vec![goal])?;
    let mut in_hand = None;
    let ended = run_headless(config, interrupt, |world| {
        let entries = world.resource::<Journal>().entries();
        in_hand = in_hand.or_else(|| got(entries, &aim));
    })?;
    let Some(report) = ended.report else {
        return Err(host.not_joined(&ended.reason.unwrap_or_default()));
    };
    let floor = land.floor(&aim);
    let least = floor.map(|floor| floor.ticks + floor.furnace);
    let figures = Figures::of(task, seed, report);
    Ok(Figures {
        in_hand,
        floor: floor.map(|floor| floor.ticks),
        furnace: floor.map_or(0, |floor| floor.furnace),
        ratio: least.map(|least| figures.ticks as f64 / least.max(1) as f64),
        ..figures
    })
}

/// When what is aimed at was in hand, in ticks after the goal's start.
fn got<'a>(entries: impl IntoIterator<Item = &'a Entry>, aim: &Aim) -> Option<u64> {
    let Aim::Item(wanted, _) = aim else { return None };
    let (mut began, mut calls) = (0, HashSet::new());
    for entry in entries {
        match &entry.event {
            Event::GoalStarted { .. } => began = entry.tick,
            Event::ToolCall { call, request } => {
                let item = match request {
                    ToolRequest::Craft(craft) => &craft.item,
                    ToolRequest::Smelt(smelt) => &smelt.item,
                    ToolRequest::Mine(mine) => &mine.target,
                    _ => continue,
                };
                if item == wanted {
                    calls.insert(*call);
                }
            }
            Event::ToolResult { call, result } if result.success && calls.contains(call) => {
                return Some(entry.tick - began);
            }
            _ => {}
        }
    }
    None
}
