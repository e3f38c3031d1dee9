//! Answers in a sentence or two.

use std::collections::BTreeMap;

use super::facts::{FAR, Facts, running};
use crate::{
    construction::{Building, library},
    domain::{BlockPos, BodySlot, ContainerSeen, EntitySeen, GoalState, GoalView, HOME, ItemCounts, StepStateView},
    knowledge::{self, DAY, NIGHTFALL, SopLibrary, abundance, mine_target, smelt_ways_for, ways_for},
    mind::plan::{
        grammar::{EXAMPLES, Project, Question, becomes, takes_of},
        graph::Graph,
        planner::{can_make, plan_goal},
        plots::{WOOD_OF_MOST, asked},
        state::PlannerState,
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
    "campfire",
    "lever",
    "_button",
    "_sign",
    "torch",
];

/// How many kinds of things one answer names.
const NAMED: usize = 12;

pub(super) fn tell(question: &Question, facts: &Facts) -> String {
    match question {
        Question::Inventory => inventory(&facts.seen.inventory()),
        Question::Worn => worn(facts),
        Question::Held(name) => match have(&facts.seen.inventory(), name) {
            0 => format!("I hold no {name}."),
            count => format!("I hold {count} {name}."),
        },
        Question::HeldOf(kind) => held_of(kind, &facts.seen.inventory()),
        Question::Name => format!("I am {}, a bot that plays for you. What can be asked for: help.", facts.name),
        Question::Place => format!("I am at {} in the {}.", facts.seen.position.block(), facts.seen.dimension),
        Question::Health => health(facts),
        Question::Doing => doing(facts),
        Question::Why => why(facts),
        Question::Next => next(facts),
        Question::Done => done(facts),
        Question::Left => left(facts),
        Question::Time => time(facts.seen.time_of_day),
        Question::Places => places(facts),
        Question::Stores => stores(facts),
        Question::Stored(name) => stored(name, facts),
        Question::Company => company(facts),
        Question::Where(name) => place_of(name, facts),
        Question::Seen => seen(facts),
        Question::Home => home(facts),
        Question::Nearest(name) => nearest(name, facts),
        Question::Stands(kind) => stands(kind, facts),
        Question::Makes => makes(facts),
        Question::Lasts(goal) => lasts(goal, facts),
        Question::Blueprints => {
            let names: Vec<String> = library().names().into_iter().map(|name| name.replace('_', " ")).collect();
            format!(
                "I build these: {}; and what is drawn in a file of your own (say: build a {}).",
                names.join(", "),
                names[0]
            )
        }
        Question::Building(project) => building(project),
        Question::Recipe(name) => recipe(name),
        Question::Takes { of, made } => takes(of, made, facts),
        Question::Becomes { of, count, made } => match becomes(of, made) {
            Some((per, makes)) => format!("{count} {of} make {} {made}.", count / per * makes),
            None => format!("I do not know how {of} becomes {made}."),
        },
        Question::CanMake { made, of } => {
            let mut held = facts.seen.inventory();
            if let Some(of) = of {
                let members = knowledge::family(of).unwrap_or(&[]);
                let of_it = held.iter().filter(|(item, _)| item == of || members.contains(item));
                held = of_it.map(|(item, count)| (item.to_owned(), count)).collect();
            }
            let held_is = of.map_or("What I hold".to_owned(), |of| format!("The {of} that I hold"));
            match can_make(made, &held, facts.stations()) {
                0 => format!("{held_is} makes no {made}."),
                count => format!("{held_is} makes {count} {made}."),
            }
        }
        Question::Facing => facing(facts),
        Question::Courtesy => "At your service. What can be asked for: help.".to_owned(),
        Question::Abilities => format!(
            "I can get, craft, smelt, mine, place, drop and clear things, go to places and say things. For example: {}.",
            // Some of each kind.
            EXAMPLES.iter().step_by(4).copied().collect::<Vec<_>>().join("; ")
        ),
    }
}

fn worn(facts: &Facts) -> String {
    let at = |slot: BodySlot| facts.seen.at(slot).map(|stack| stack.item.as_str());
    let worn: Vec<&str> = BodySlot::ARMOUR.into_iter().filter_map(at).collect();
    let worn = if worn.is_empty() { "I wear nothing".to_owned() } else { format!("I wear {}", worn.join(", ")) };
    let hand = |slot: BodySlot, of: &str| at(slot).map(|item| format!("{item} is in my {of}"));
    let hands = [hand(BodySlot::MainHand, "hand"), hand(BodySlot::OffHand, "off hand")];
    let hands: Vec<String> = hands.into_iter().flatten().collect();
    if hands.is_empty() { format!("{worn}; my hands are empty.") } else { format!("{worn}; {}.", hands.join(", ")) }
}

/// What is held of a kind, such as `pickaxe`, whatever it is made of.
fn held_of(kind: &str, held: &ItemCounts) -> String {
    let is_one = |item: &str| item.strip_suffix(kind).is_some_and(|stuff| stuff.is_empty() || stuff.ends_with('_'));
    let of_it: Vec<String> =
        held.iter().filter(|(item, _)| is_one(item)).map(|(item, count)| format!("{count} {item}")).collect();
    if of_it.is_empty() { format!("I hold no {kind}.") } else { format!("I hold {}.", of_it.join(", ")) }
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
    let queued: Vec<&str> = facts.goals(GoalState::Queued).map(|goal| goal.text.as_str()).collect();
    let more = match queued.len().saturating_sub(NAMED / 2) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let waiting = format!("{}{more}", queued.iter().take(NAMED / 2).copied().collect::<Vec<_>>().join("; "));
    let then = if queued.is_empty() { String::new() } else { format!(" Then: {waiting}.") };
    let Some(goal) = facts.at_work() else {
        return if queued.is_empty() { "Nothing is asked for.".to_owned() } else { format!("{waiting}.") };
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

/// The goals that were done last, the newest first.
fn done(facts: &Facts) -> String {
    let done: Vec<&str> = facts.goals(GoalState::Done).map(|goal| goal.text.as_str()).collect();
    let last: Vec<&str> = done.iter().rev().take(NAMED / 2).copied().collect();
    let more = match done.len() - last.len() {
        0 => String::new(),
        more => format!(", and {more} before"),
    };
    if last.is_empty() {
        "I have done nothing yet.".to_owned()
    } else {
        format!("Done in this run, the last first: {}{more}.", last.join("; "))
    }
}

/// What the plan said it takes, and how much of it is done.
fn left(facts: &Facts) -> String {
    let Some(goal) = facts.at_work() else { return "Nothing is at work.".to_owned() };
    let done = goal.steps.iter().filter(|step| step.state == StepStateView::Done).count();
    let of = goal.steps.len();
    match &goal.quote {
        Some(quote) => {
            let seconds = quote.ticks.div_ceil(20);
            format!(
                "{}: {done} of {of} steps are done; all of it was to take about {seconds} s of the game.",
                goal.text
            )
        }
        None => format!("{}: {done} of {of} steps are done; how long it takes is not known.", goal.text),
    }
}

/// The day's clock, as beds have it: it begins at six in the morning (Minecraft Wiki, Daylight cycle).
fn time(of_day: Option<u64>) -> String {
    let Some(ticks) = of_day else { return "The server has not told me the time yet.".to_owned() };
    let minutes = (ticks + DAY / 4) % DAY * 60 / 1_000;
    let (hour, minute) = (minutes / 60, minutes % 60);
    let seconds = |until: u64| ((until + DAY - ticks) % DAY).div_ceil(20);
    match ticks < NIGHTFALL {
        true => format!("It is {hour:02}:{minute:02}, by day; one can sleep in {} s of the game.", seconds(NIGHTFALL)),
        false => format!("It is {hour:02}:{minute:02}, at night; the day begins in {} s of the game.", seconds(0)),
    }
}

fn places(facts: &Facts) -> String {
    let named: Vec<String> = facts.places.iter().map(|(name, place)| format!("{name} at {}", place.at)).collect();
    match named.as_slice() {
        [] => "No place has a name here yet (say: call this place the mine).".to_owned(),
        named => format!("I know {}.", named.join(", ")),
    }
}

/// A chest and when it was looked into: `The chest at 1, 64, 2, seen 40 s ago,`.
fn chest_seen(chest: &ContainerSeen, facts: &Facts) -> String {
    let seconds = facts.seen.tick.saturating_sub(chest.tick) / 20;
    let ago = match seconds {
        0..120 => format!("{seconds} s"),
        _ => format!("{} minutes", seconds / 60),
    };
    format!("the {} at {}, seen {ago} ago,", chest.block, chest.at)
}

/// What lay in the chests, the one that was seen last first.
fn stores(facts: &Facts) -> String {
    const TOLD: usize = 4;
    // What lay in a furnace goes on being smelted: that is looked for anew.
    let chests = facts.seen.containers.iter().rev().filter(|chest| chest.block != knowledge::FURNACE);
    let chests: Vec<&ContainerSeen> = chests.collect();
    let told = |chest: &&ContainerSeen| {
        let things: Vec<String> =
            chest.contents.iter().take(NAMED).map(|(item, count)| format!("{count} {item}")).collect();
        let things = if things.is_empty() { "nothing".to_owned() } else { things.join(", ") };
        format!("{} held {things}", chest_seen(chest, facts))
    };
    let all: Vec<String> = chests.iter().take(TOLD).map(told).collect();
    let more = match chests.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!("; and I have looked into {more} more"),
    };
    if all.is_empty() { NO_CHEST.to_owned() } else { capital(&format!("{}{more}.", all.join("; "))) }
}

const NO_CHEST: &str = "I have looked into no chest here yet (say: what is in the chest).";

/// Where some of it lay, and how many are held beside.
fn stored(name: &'static str, facts: &Facts) -> String {
    let held = match have(&facts.seen.inventory(), name) {
        0 => String::new(),
        count => format!(" I hold {count} myself."),
    };
    let chests = &facts.seen.containers;
    let some = chests.iter().rev().filter_map(|chest| match have(&chest.contents, name) {
        0 => None,
        count => Some(format!("{} held {count} {name}", chest_seen(chest, facts))),
    });
    let some: Vec<String> = some.collect();
    match (chests.len(), some.as_slice()) {
        (0, _) => format!("{NO_CHEST}{held}"),
        (1, []) => format!(
            "No {name} lay in {} when I looked into it.{held}",
            chest_seen(&chests[0], facts).trim_end_matches(',')
        ),
        (all, []) => format!("No {name} lay in any of the {all} chests that I have looked into.{held}"),
        (_, some) => capital(&format!("{}.{held}", some.join("; "))),
    }
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Where a place is that has a name, or a player in sight.
fn place_of(name: &str, facts: &Facts) -> String {
    let is_it = |entity: &&EntitySeen| {
        entity.kind == "player" && entity.name.as_ref().is_some_and(|known| known.eq_ignore_ascii_case(name))
    };
    if let Some(player) = facts.seen.entities.iter().find(is_it) {
        let (far, side) = way_to(player.position.block(), facts);
        return format!("{name} is {far} blocks away ({side}), at {}.", player.position.block());
    }
    match facts.places.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        Some((name, place)) if place.dimension == facts.seen.dimension => {
            let (far, side) = way_to(place.at, facts);
            format!("{name} is {far} blocks away ({side}), at {}.", place.at)
        }
        Some((name, place)) => format!("{name} is at {} in the {}.", place.at, place.dimension),
        None => format!("I see nobody called {name}, and no place that I know has that name."),
    }
}

/// The players in sight.
fn company(facts: &Facts) -> String {
    let players = facts.seen.entities.iter().filter(|entity| entity.kind == "player");
    let named: Vec<String> = players
        .filter_map(|player| {
            let (far, side) = way_to(player.position.block(), facts);
            Some(format!("{}, {far} blocks away ({side})", player.name.as_ref()?))
        })
        .collect();
    let seen = if named.is_empty() { "I see nobody.".to_owned() } else { format!("I see {}.", named.join("; ")) };
    match facts.seen.online.as_slice() {
        [] => seen,
        online => format!("{seen} Online: {}.", online.join(", ")),
    }
}

fn seen(facts: &Facts) -> String {
    let about = facts.about();
    let told = |name: &str| WORTH_TELLING.iter().any(|ending| name.ends_with(ending));
    let mut things: Vec<(&str, u32)> = about.into_iter().filter(|(name, _)| told(name)).collect();
    // What is rare is worth more.
    things.sort_by_key(|(_, count)| *count);
    let more = things.len() > 2 * NAMED;
    things.truncate(2 * NAMED);
    let mut things: Vec<String> = things.into_iter().map(|(name, count)| format!("{count} {name}")).collect();
    let mut others: BTreeMap<&str, usize> = BTreeMap::new();
    let kinds = facts.seen.entities.iter().map(|entity| entity.kind.as_str()).filter(|kind| *kind != "item");
    kinds.for_each(|kind| *others.entry(kind).or_default() += 1);
    things.extend(others.into_iter().map(|(kind, count)| format!("{count} {kind}")));
    if things.is_empty() {
        return format!("Within {FAR} blocks I have seen nothing but land.");
    }
    let more = if more { " and more" } else { "" };
    format!("Within {FAR} blocks I have seen {}{more}.", things.join(", "))
}

fn home(facts: &Facts) -> String {
    let Some(home) = facts.places.get(HOME) else {
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
    let sought = || knowledge::blocks_sought(name).iter().map(|block| block.name).collect();
    let names = match knowledge::block(name) {
        Some(_) => vec![name],
        None if blocks.is_empty() => sought(),
        None => blocks,
    };
    let Some((at, block)) = facts.nearest(&names) else {
        return format!("I have seen no {} within {FAR} blocks.", names.first().unwrap_or(&name));
    };
    let (far, side) = way_to(at, facts);
    format!("The nearest {block} is {far} blocks away ({side}), at {at}.")
}

/// Whether the nearest door, campfire or lever is open, lit or on.
fn stands(kind: &'static str, facts: &Facts) -> String {
    let names: Vec<&str> = knowledge::blocks_sought(kind).iter().map(|block| block.name).collect();
    let Some((at, block)) = facts.nearest(&names) else {
        return format!("I have seen no {kind} within {FAR} blocks.");
    };
    let so = match facts.state(at).and_then(knowledge::stands_how) {
        Some(("open", open)) => ["shut", "open"][usize::from(open)],
        Some(("lit", lit)) => ["not lit", "lit"][usize::from(lit)],
        how => ["off", "on"][usize::from(how.is_some_and(|(_, on)| on))],
    };
    format!("The {block} at {at} is {so}.")
}

/// What one step of crafting makes of what is held, with the stations that stand near.
fn makes(facts: &Facts) -> String {
    let (held, stations) = (facts.seen.inventory(), facts.stations());
    let has_all = |way: &&knowledge::Way| {
        (stations.table || !way.needs_table) && way.slots.iter().all(|(slot, count)| have(&held, slot) >= *count)
    };
    let mut makes: Vec<&str> = knowledge::ways()
        .filter(has_all)
        .map(|way| way.result)
        .filter(|result| knowledge::item(result).is_some())
        .collect();
    makes.sort_unstable();
    makes.dedup();
    let more = match makes.len().saturating_sub(2 * NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    makes.truncate(2 * NAMED);
    match makes.as_slice() {
        [] => "What I hold makes nothing by itself (say: how do I make a chest).".to_owned(),
        makes => format!("Of what I hold I can make {}{more}.", makes.join(", ")),
    }
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

/// How many of a thing go into what is made, from there on.
fn takes(of: &'static str, made: &[(&'static str, u32)], facts: &Facts) -> String {
    let things: Vec<String> = made.iter().map(|(item, count)| format!("{count} {item}")).collect();
    let held = have(&facts.seen.inventory(), of);
    match takes_of(of, made) {
        0 => format!("No {of} goes into {}.", things.join(" and ")),
        count => {
            let lacking = if held < count { format!(": {} more", count - held) } else { String::new() };
            format!("{count} {of} for {}; I hold {held}{lacking}.", things.join(" and "))
        }
    }
}

/// Yaw 0 is south, and 90 west (Minecraft Wiki, Rotation).
fn facing(facts: &Facts) -> String {
    const WAYS: [&str; 8] = ["south", "south-west", "west", "north-west", "north", "north-east", "east", "south-east"];
    let yaw = facts.seen.yaw.rem_euclid(360.0);
    let eighth = (yaw / 45.0).round() as usize % WAYS.len();
    let steep = match facts.seen.pitch {
        pitch if pitch > 45.0 => ", down",
        pitch if pitch < -45.0 => ", up",
        _ => "",
    };
    format!("I look {}{steep}.", WAYS[eighth])
}

/// The ways to make or get a thing, at most two of each kind.
/// By the plan that would be made for it here and now.
fn lasts(goal: &str, facts: &Facts) -> String {
    let known = facts.about().into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
    let state = PlannerState {
        inventory: facts.seen.inventory(),
        position: Some(facts.seen.position),
        nearby: facts.stations(),
        known,
        dimension: facts.seen.dimension.clone(),
        ..PlannerState::default()
    };
    match plan_goal(goal, &state, &SopLibrary::built_in()) {
        Ok(plan) => {
            let (seconds, steps) = (plan.quote.ticks.div_ceil(20), plan.quote.steps);
            format!("About {seconds} s of the game, in {steps} steps: {goal}.")
        }
        Err(_) => format!("That shows once it is planned: say it as a goal ({goal})."),
    }
}

fn building(project: &Project) -> String {
    let made = asked(project, WOOD_OF_MOST).and_then(|build| Building::of(&build));
    let items = made.map_err(|error| error.message).and_then(|made| Ok((made.blueprint().items()?, made)));
    match items {
        Ok((items, made)) => {
            let blueprint = made.blueprint();
            let [width, height, depth] = blueprint.size;
            let (name, many) = (blueprint.called(), items.len());
            let items: Vec<String> = items.iter().take(NAMED).map(|(item, count)| format!("{count} {item}")).collect();
            let more = if many > NAMED { " and more" } else { "" };
            format!(
                "A {name} is {width} wide, {depth} deep and {height} high, and takes {}{more} (say: build a {name}).",
                items.join(", ")
            )
        }
        Err(why) => format!("I cannot say what that takes: {why}."),
    }
}

fn recipe(name: &'static str) -> String {
    // What is soonest had comes first.
    let graph = Graph::plain();
    let cost = |slot: &str, count: u32| {
        graph.node(slot).map_or(u64::MAX / 64, |node| node.cost.saturating_mul(u64::from(count)))
    };
    let mut known: Vec<_> = ways_for(name).iter().collect();
    known.sort_by_key(|way| way.slots.iter().map(|(slot, count)| cost(slot, *count)).fold(0, u64::saturating_add));
    let mut ways: Vec<String> = known
        .into_iter()
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
