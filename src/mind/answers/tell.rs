//! Answers in a sentence or two.

use super::facts::{FAR, Facts, running};
use crate::{
    domain::{BlockPos, GoalState, GoalView, ItemCounts, StepStateView},
    knowledge::{self, abundance, mine_target, smelt_ways_for, ways_for},
    mind::plan::{
        grammar::{EXAMPLES, Question},
        stock::have,
    },
};

/// Blocks that people ask for, by how their names end; what else stands about is land.
const WORTH_TELLING: &[&str] = &[
    "_ore",
    "_log",
    "water",
    "lava",
    "chest",
    "barrel",
    "furnace",
    "crafting_table",
    "_bed",
    "bell",
    "spawner",
    "wheat",
    "potatoes",
    "carrots",
    "sugar_cane",
    "pumpkin",
    "melon",
    "obsidian",
    "ancient_debris",
    "_door",
];

/// How many kinds of things one answer names.
const NAMED: usize = 12;

pub(super) fn tell(question: Question, facts: &Facts) -> String {
    match question {
        Question::Inventory => inventory(&facts.seen.inventory()),
        Question::Held(name) => match have(&facts.seen.inventory(), name) {
            0 => format!("I hold no {name}."),
            count => format!("I hold {count} {name}."),
        },
        Question::Place => format!("I am at {} in the {}.", facts.seen.position.block(), facts.seen.dimension),
        Question::Health => health(facts),
        Question::Doing => doing(facts),
        Question::Why => why(facts),
        Question::Next => next(facts),
        Question::Seen => seen(facts),
        Question::Home => home(facts),
        Question::Nearest(name) => nearest(name, facts),
        Question::Recipe(name) => recipe(name),
        Question::Abilities => format!(
            "I can get, craft, smelt, mine, place, drop and clear things, go to places and say things. For example: {}.",
            EXAMPLES[..6].join("; ")
        ),
    }
}

fn inventory(held: &ItemCounts) -> String {
    let things: Vec<String> = held.iter().map(|(item, count)| format!("{count} {item}")).collect();
    if things.is_empty() { "I hold nothing.".to_owned() } else { format!("I hold {}.", things.join(", ")) }
}

/// Hearts and drumsticks are two points each, as the game's own bars show them.
fn health(facts: &Facts) -> String {
    let (health, food) = (facts.seen.health, facts.seen.food);
    let hungry = if food <= 6 { ", too hungry to sprint" } else { "" };
    format!("Health {health:.0} of 20, food {food} of 20{hungry}.")
}

fn doing(facts: &Facts) -> String {
    let waiting = facts.goals(GoalState::Queued).count();
    let queue = if waiting > 0 { format!(" {waiting} more wait.") } else { String::new() };
    match facts.at_work() {
        Some(goal) => match running(goal) {
            Some((number, step)) => {
                let far = match &step.progress {
                    Some((_, done, of)) if *of > 1 => format!(" ({done} of {of})"),
                    _ => String::new(),
                };
                let (title, of) = (&step.title, goal.steps.len());
                format!("{}: step {} of {of}, {title}{far}.{queue}", goal.text, number + 1)
            }
            None => match &goal.asking {
                Some(asking) => format!("{}: {asking}.{queue}", goal.text),
                None => format!("{}: between two steps.{queue}", goal.text),
            },
        },
        None => match facts.goals(GoalState::Paused).next() {
            Some(paused) => format!("Nothing: {} is paused.{queue}", paused.text),
            None => format!("Nothing: I wait for a goal.{queue}"),
        },
    }
}

fn why(facts: &Facts) -> String {
    let planned = |goal: &GoalView| goal.why.clone().unwrap_or_else(|| "it is not planned yet".to_owned());
    if let Some(goal) = facts.at_work() {
        return match running(goal) {
            Some((_, step)) => format!("{}: {}. The goal is: {}.", step.title, step.reason, goal.text),
            None => format!("You asked: {}. The plan: {}.", goal.text, planned(goal)),
        };
    }
    match facts.last() {
        Some(goal) => match (&goal.note, goal.state) {
            (Some(note), GoalState::Failed) => format!("{} failed: {note}.", goal.text),
            _ => format!("You asked: {}. The plan: {}.", goal.text, planned(goal)),
        },
        None => "I have done nothing yet.".to_owned(),
    }
}

fn next(facts: &Facts) -> String {
    let queued = facts.goals(GoalState::Queued).next();
    let then = queued.map(|goal| format!(" Then: {}.", goal.text)).unwrap_or_default();
    let Some(goal) = facts.at_work() else {
        return match queued {
            Some(goal) => format!("{}.", goal.text),
            None => "Nothing is asked for.".to_owned(),
        };
    };
    let left: Vec<&str> = goal
        .steps
        .iter()
        .filter(|step| step.state == StepStateView::Waiting)
        .map(|step| step.title.as_str())
        .take(3)
        .collect();
    match left.as_slice() {
        [] => format!("Nothing after this step.{then}"),
        steps => format!("{}.{then}", steps.join(", then ")),
    }
}

fn seen(facts: &Facts) -> String {
    let about = facts.about();
    let told = |name: &str| WORTH_TELLING.iter().any(|ending| name.ends_with(ending));
    let mut things: Vec<(&str, u32)> = about.into_iter().filter(|(name, _)| told(name)).collect();
    // What is rare is worth more.
    things.sort_by_key(|(_, count)| *count);
    things.truncate(NAMED);
    let mut things: Vec<String> = things.into_iter().map(|(name, count)| format!("{count} {name}")).collect();
    let mut others: Vec<&str> = facts.seen.entities.iter().map(|entity| entity.kind.as_str()).collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|kind| *kind != "item");
    things.extend(others.into_iter().map(|kind| format!("a {kind}")));
    if things.is_empty() {
        return format!("Within {FAR} blocks I have seen nothing but land.");
    }
    format!("Within {FAR} blocks I have seen {}.", things.join(", "))
}

fn home(facts: &Facts) -> String {
    let Some(home) = facts.home else {
        return "I have no home in this world (stand where it is to be and say: set home).".to_owned();
    };
    if home.dimension != facts.seen.dimension {
        return format!("Home is at {} in the {}.", home.at, home.dimension);
    }
    let (far, side) = way_to(home.at, facts);
    format!("Home is {far} blocks away ({side}), at {}.", home.at)
}

fn nearest(name: &'static str, facts: &Facts) -> String {
    let blocks: Vec<&str> =
        mine_target(name).map(|target| target.blocks.iter().map(|block| block.name).collect()).unwrap_or_default();
    let names = if knowledge::block(name).is_some() { vec![name] } else { blocks };
    let Some((at, block)) = facts.nearest(&names) else {
        return format!("I have seen no {} within {FAR} blocks.", names.first().unwrap_or(&name));
    };
    let (far, side) = way_to(at, facts);
    format!("The nearest {block} is {far} blocks away ({side}), at {at}.")
}

/// How far a place is, in blocks, and in which direction.
fn way_to(at: BlockPos, facts: &Facts) -> (f64, &'static str) {
    let (dx, dz) = (at.x - facts.seen.position.block().x, at.z - facts.seen.position.block().z);
    // North is towards smaller z, east towards greater x (Minecraft Wiki, "Coordinates").
    let side = match (dx, dz) {
        (0, 0) => "right here",
        _ if dz.abs() >= 2 * dx.abs() => {
            if dz < 0 {
                "north"
            } else {
                "south"
            }
        }
        _ if dx.abs() >= 2 * dz.abs() => {
            if dx < 0 {
                "west"
            } else {
                "east"
            }
        }
        _ => match (dx < 0, dz < 0) {
            (true, true) => "northwest",
            (false, true) => "northeast",
            (true, false) => "southwest",
            (false, false) => "southeast",
        },
    };
    (at.center().distance(facts.seen.position.block().center()).round(), side)
}

/// The ways to make or get a thing, at most two of each kind.
fn recipe(name: &'static str) -> String {
    let mut ways: Vec<String> = ways_for(name)
        .iter()
        .take(2)
        .map(|way| {
            let slots: Vec<String> = way.slots.iter().map(|(slot, count)| format!("{count} {slot}")).collect();
            let table = if way.needs_table { " at a crafting table" } else { "" };
            format!("{} make {} {name}{table}", slots.join(" and "), way.count)
        })
        .collect();
    ways.extend(
        smelt_ways_for(name).iter().take(2).map(|way| format!("{} is smelted to {name} in a furnace", way.ingredient)),
    );
    if let Ok(target) = mine_target(name) {
        let natural = target.blocks.iter().filter(|block| abundance(block.name).is_some());
        let blocks: Vec<&str> = natural.take(3).map(|block| block.name).collect();
        if !blocks.is_empty() {
            ways.push(format!("{name} comes from mining {}", blocks.join(" or ")));
        }
    }
    match ways.as_slice() {
        [] => format!("I know no way to make {name}."),
        ways => format!("{}.", ways.join("; ")),
    }
}
