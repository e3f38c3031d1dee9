//! `blockwright bench build_house` and the like: a building on level ground with its materials in hand, measured against what stands in
//! the end and against the way between the places from where it was worked.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
};

use serde_json::Value;

use super::{
    chance,
    figures::{Built, Figures},
    players::session,
    site, tower,
};
use crate::{
    app::{Failure, Host, HostConfig, Interrupt, cli::BenchArgs, run_headless, status},
    construction::{Blueprint, Building, Fault, Format, library},
    domain::{BlockPos, Build, ToolError, ToolRequest},
    journal::{Entry, Event, Journal},
    mind::shared_out,
    practice::PracticeWorld,
};

/// How tasks of buildings are called: `build_house`, of one that is shipped.
const TASK: &str = "build_";
/// Earth to stand on, and what digs it and whatever has to be taken out again.
const BESIDES: [(&str, u32); 4] = [("dirt", 24), ("iron_shovel", 1), ("iron_axe", 1), ("iron_pickaxe", 1)];
const NAME: &str = "Bench";
/// How many faults are told one by one.
const SHOWN: usize = 6;

/// What is built.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    Shipped,
    Tower,
    /// By chance; the seed says which.
    Chance,
}

impl Plan {
    /// Of a task's name.
    pub fn of(task: &str) -> Option<Self> {
        match task.strip_prefix(TASK)? {
            "tower" => Some(Self::Tower),
            "by_chance" => Some(Self::Chance),
            name => library().get(name).map(|_| Self::Shipped),
        }
    }

    /// The names of all such tasks.
    pub fn names() -> Vec<String> {
        let shipped = library().names().into_iter();
        shipped.chain(["tower", "by_chance"]).map(|name| format!("{TASK}{name}")).collect()
    }
}

/// A file that is gone when this is.
struct Filed(PathBuf);

impl Filed {
    fn of(blueprint: &Blueprint, called: &str) -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("blockwright-{called}-{}.nbt", std::process::id()));
        std::fs::write(&path, Format::Structure.write(blueprint)?).map_err(|error| error.to_string())?;
        Ok(Self(path))
    }
}

impl Drop for Filed {
    fn drop(&mut self) {
        // Whoever is rid of it already is welcome.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// One building on one seed, in this process.
pub fn measure(task: &str, plan: &Plan, args: &BenchArgs, interrupt: Interrupt) -> Result<Figures, Failure> {
    let seed = args.seeds.0.first().copied().unwrap_or_default();
    let failed = |error: String| Failure::new(status::FAILED, error);
    let drawn = match plan {
        Plan::Shipped => None,
        Plan::Tower => Some(tower::blueprint()),
        Plan::Chance => Some(chance::blueprint(seed)?),
    };
    let filed = drawn.as_ref().map(|blueprint| Filed::of(blueprint, &format!("{task}-{seed}"))).transpose();
    let filed = filed.map_err(failed)?;
    let name = match &filed {
        Some(Filed(path)) => path.to_string_lossy().into_owned(),
        None => task.replacen(TASK, "", 1),
    };
    let called = if filed.is_some() { format!("\"{name}\"") } else { format!("a {}", name.replace('_', " ")) };
    let told = |error: ToolError| failed(error.to_string());
    let anywhere = Building::of(&Build::new(&name, BlockPos::new(0, 64, 0))).map_err(told)?;
    let items = anywhere.blueprint().items().map_err(failed)?;
    let give = items.into_iter().chain(BESIDES).map(|(item, count)| (item.to_owned(), count)).collect();
    let host = Host::start(&HostConfig::Practice { seed: site::LEVEL, tick_rate: args.tick_rate, give, begins: None })?;
    let Host::Practice(world) = &host else { return Err(failed("the bench plays in the practice world".to_owned())) };
    let at = world.with(site::lay_out);
    let building = Building::of(&Build::new(&name, at)).map_err(told)?;
    let goal = format!("build {called} with its corner at {} {} {} facing south", at.x, at.y, at.z);
    let names: Vec<String> = (1..=args.bots.unwrap_or(1)).map(|number| format!("{NAME}{number}")).collect();
    let bots: Vec<&str> = names.iter().map(String::as_str).collect();
    let goals = shared_out(&format!("everyone: {goal}"), &bots);
    let config = session(&host, &bots, goals)?;
    let (mut calls, mut seen) = (Calls::default(), 0);
    let ended = run_headless(config, interrupt, |of| {
        let entries = of.resource::<Journal>().entries();
        entries.iter().skip(seen).for_each(|entry| calls.take(entry));
        seen = entries.len();
        for name in &names {
            let bot = name.clone();
            let walked = world.with(move |game| game.walked(&bot));
            walked.and_then(|walked| calls.walked.insert(name.clone(), walked));
        }
    })?;
    let Some(report) = ended.report else {
        return Err(host.not_joined(&ended.reason.unwrap_or_default()));
    };
    let built = calls.built(&building, drawn.as_ref(), world);
    let figures = Figures::of(task, seed, report);
    Ok(Figures { success: figures.success && built.difference.is_empty(), built: Some(built), ..figures })
}

/// What the calls of `build` have told.
#[derive(Default)]
struct Calls {
    /// By bot.
    open: HashSet<(Option<String>, u64)>,
    placed: u64,
    dug: u64,
    laid: u64,
    spent: [u64; 3],
    ticks: HashMap<Option<String>, u64>,
    stood: HashMap<Option<String>, Vec<BlockPos>>,
    walked: HashMap<String, f64>,
}

impl Calls {
    fn take(&mut self, Entry { bot, event, .. }: &Entry) {
        match event {
            Event::ToolCall { call, request: ToolRequest::Build(_) } => _ = self.open.insert((bot.clone(), *call)),
            Event::ToolResult { call, result } if self.open.remove(&(bot.clone(), *call)) => {
                *self.ticks.entry(bot.clone()).or_default() += result.ticks;
                let context = || result.error.as_ref().map(|error| &error.context);
                let Some(told) = result.data.as_ref().or_else(context) else { return };
                let number = |value: &Value| value.as_u64().unwrap_or(0);
                self.placed += number(&told["placed"]);
                self.dug += number(&told["dug"]);
                self.laid += number(&told["laid"]);
                for (sum, what) in self.spent.iter_mut().zip(["placing", "digging", "rising"]) {
                    *sum += number(&told["spent"][what]);
                }
                let stood = told["stood_at"].as_array().into_iter().flatten();
                self.stood.entry(bot.clone()).or_default().extend(stood.filter_map(BlockPos::told_by));
            }
            _ => {}
        }
    }

    fn built(self, building: &Building, drawn: Option<&Blueprint>, world: &PracticeWorld) -> Built {
        let state = |at: BlockPos| world.with(move |game| game.block(at));
        let difference = building.difference(|at| Some(state(at)));
        let differs = |(at, wanted, fault): &(BlockPos, _, Fault)| format!("{wanted} at {at}: {}", fault.name());
        let mut told: Vec<String> = difference.faults.iter().take(SHOWN).map(differs).collect();
        told.extend((difference.faults.len() > SHOWN).then(|| format!("{} in all", difference.faults.len())));
        let exact = drawn.into_iter().flat_map(Blueprint::wants);
        let other_states = exact.filter(|([x, y, z], wanted)| {
            let there = state(building.low.offset(*x, *y, *z));
            wanted.block.states().contains(&there) && wanted.state() != Some(there)
        });
        let other_states = other_states.count();
        let [placing, digging, rising] = self.spent;
        let ticks = self.ticks.values().copied().max().unwrap_or_default();
        let walked: f64 = self.walked.values().sum();
        let tree: f64 = self.stood.values().map(|stood| spanning_tree(stood)).sum();
        let blocks = building.blueprint().blocks();
        Built {
            bots: self.walked.len() as u32,
            of_alone: None,
            blocks,
            difference: told.join("; "),
            other_states,
            placed: self.placed,
            dug: self.dug,
            laid: self.laid as f64 / blocks.max(1) as f64,
            pace: self.placed as f64 * 20.0 / ticks.max(1) as f64,
            placing,
            digging,
            rising,
            ticks,
            walked,
            walked_over_tree: walked / tree.max(1.0),
        }
    }
}

/// How long the shortest tree between places is, in blocks of walking (Prim's algorithm): who goes up or down a block walks at least
/// one.
fn spanning_tree(places: &[BlockPos]) -> f64 {
    let away = |one: BlockPos, other: BlockPos| {
        let level = f64::from(one.x - other.x).hypot(f64::from(one.z - other.z));
        level.max(f64::from((one.y - other.y).abs()))
    };
    let Some((&first, rest)) = places.split_first() else { return 0.0 };
    let mut left: Vec<(f64, BlockPos)> = rest.iter().map(|at| (away(first, *at), *at)).collect();
    let mut length = 0.0;
    while let Some(nearest) = (0..left.len()).min_by(|one, other| left[*one].0.total_cmp(&left[*other].0)) {
        let (by, at) = left.swap_remove(nearest);
        length += by;
        left.iter_mut().for_each(|(best, other)| *best = best.min(away(at, *other)));
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_tree_is_no_longer_than_any_way() {
        let at = |x: i32, z: i32| BlockPos::new(x, 64, z);
        assert!((spanning_tree(&[at(0, 0), at(8, 0), at(4, 0), at(4, 3)]) - 11.0).abs() < 1e-9);
        assert!((spanning_tree(&[at(0, 0), BlockPos::new(1, 69, 0)]) - 5.0).abs() < 1e-9, "five blocks up");
        assert_eq!((spanning_tree(&[at(1, 1)]), spanning_tree(&[])), (0.0, 0.0));
    }
}
