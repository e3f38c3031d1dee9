//! Goals that nobody has seen yet, played in a place with a bit of everything, and what the server says came of each: for whoever judges
//! whether the words were understood. The bot's own account stands beside it, and is not believed.
//!
//! ```sh
//! BLOCKWRIGHT_GOALS=goals.tsv cargo test --test it fresh::        # a goal a line; behind a tab what it means, and what is held (oak_log=8,coal=5)
//! ```
//!
//! What was played is written to `goals.tsv.played`; with `BLOCKWRIGHT_READ` it is only read, and that goes to `goals.tsv.read`.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs,
    io::Write as _,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use blockwright::{
    domain::{BlockPos, BodySlot, ToolRequest, Vec3, Volume},
    journal::Event,
    knowledge::{self, block_of_state},
    mind::{Policy, plan::grammar},
    practice::{PracticeWorld, guest::Guest},
    voxel::StateId,
};

use crate::harness::{FAST, LEVEL, NAME, block_on, fill, play_on, world};

/// Where others stand about.
const PLACES: [(i32, i32); 2] = [(7, 7), (-7, 6)];
/// How they may be called; the first two are there where a goal names nobody.
const NAMES: [&str; 32] = [
    "Mia", "Bert", "Alex", "Steve", "Sam", "Lena", "Tom", "Anna", "Ben", "Lisa", "Max", "Emma", "Carla", "Zoe", "Olaf",
    "Tina", "Nora", "Kate", "Nina", "Lily", "Paul", "Eva", "Jack", "Leo", "Jonas", "Julia", "Sara", "Peter", "Jim",
    "Bob", "Alice", "Dave",
];
/// What lies in the chest and the barrel.
const CHEST: ((i32, i32), &[(&str, u32)]) = (
    (4, 0),
    &[
        ("cobblestone", 40),
        ("raw_iron", 6),
        ("coal", 12),
        ("oak_log", 10),
        ("bread", 5),
        ("torch", 10),
        ("dirt", 20),
        ("iron_ingot", 7),
        ("stick", 9),
    ],
);
const BARREL: ((i32, i32), &[(&str, u32)]) = ((4, 4), &[("oak_planks", 16), ("wheat_seeds", 5), ("gravel", 3)]);
/// What else stands there.
const STANDING: &[(i32, i32, i32, &str, &[(&str, &str)])] = &[
    (-4, 0, 0, "furnace", &[]),
    (-4, 0, 2, "crafting_table", &[]),
    (-4, 0, -3, "oak_door", &[("half", "lower"), ("open", "false")]),
    (-4, 1, -3, "oak_door", &[("half", "upper"), ("open", "false")]),
    (0, 0, -5, "red_bed", &[("part", "foot"), ("facing", "east")]),
    (1, 0, -5, "red_bed", &[("part", "head"), ("facing", "east")]),
    (4, 0, -5, "campfire", &[("lit", "false")]),
    (6, 0, -5, "lever", &[("face", "floor")]),
    (7, 0, -5, "stone_button", &[("face", "floor")]),
    (-2, 0, -7, "poppy", &[]),
    (-3, 0, -7, "dandelion", &[]),
    (2, -1, 7, "water", &[]),
    (3, -1, 7, "water", &[]),
];
/// Ripe wheat stands from here to there.
const FIELD: ((i32, i32), (i32, i32)) = ((-1, 6), (1, 8));
/// Half a side of the levelled ground, and how far around the world is looked at.
const HEIGHT: i32 = 9;
const AROUND: (i32, i32, i32) = (40, 40, 16);
/// How long a goal has, in game ticks and in wall time.
const TICKS: u64 = 30_000;
const WALL: Duration = Duration::from_secs(110);

/// Somebody who stands about, and goes nowhere.
struct Friend {
    over: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Friend {
    fn join(world: &PracticeWorld, name: &'static str, at: BlockPos) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let (address, ends) = (world.address(), over.clone());
        let thread = thread::spawn(move || {
            block_on(async {
                let mut guest = Guest::join(address, name, 3, false).await.expect("a guest");
                while !ends.load(Ordering::Relaxed) && guest.tick(Duration::from_secs_f32(1.0 / FAST)).await.is_ok() {}
            });
        });
        world.until(4_000, move |game| game.players().iter().any(|player| player == name));
        world.with(move |game| {
            game.clear_inventory(name);
            game.teleport(name, Vec3 { y: f64::from(at.y), ..at.center() });
        });
        Self { over, thread: Some(thread) }
    }
}

impl Drop for Friend {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        let _ = self.thread.take().map(thread::JoinHandle::join);
    }
}

/// Who stands about: whom the goal names, and others.
fn friends(goal: &str) -> [&'static str; 2] {
    let lower = goal.to_lowercase();
    let named = |name: &&str| lower.split(|c: char| !c.is_alphanumeric()).any(|word| word == name.to_lowercase());
    let mut names: Vec<&'static str> = NAMES.into_iter().filter(named).collect();
    names.extend(NAMES.into_iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
    [names[0], names[1]]
}

fn stage(give: &[(&str, u32)]) -> (PracticeWorld, BlockPos) {
    let world = world(LEVEL, give);
    let spawn = world.with(|game| game.spawn());
    fill(&world, spawn.offset(-HEIGHT, 0, -HEIGHT), spawn.offset(HEIGHT, 8, HEIGHT), "air");
    fill(&world, spawn.offset(-HEIGHT, -1, -HEIGHT), spawn.offset(HEIGHT, -1, HEIGHT), "grass_block");
    let state = |name: &str, properties: &[(&str, &str)]| {
        knowledge::state_with(knowledge::block(name).expect("a block"), properties).expect("a state")
    };
    world.with(move |game| {
        for (x, y, z, name, properties) in STANDING {
            game.set_block(spawn.offset(*x, *y, *z), state(name, properties));
        }
        let ((x0, z0), (x1, z1)) = FIELD;
        for (x, z) in (x0..=x1).flat_map(|x| (z0..=z1).map(move |z| (x, z))) {
            game.set_block(spawn.offset(x, -1, z), state("farmland", &[("moisture", "7")]));
            game.set_block(spawn.offset(x, 0, z), state("wheat", &[("age", "7")]));
        }
        for (((x, z), stored), name) in [(CHEST, "chest"), (BARREL, "barrel")] {
            let at = spawn.offset(x, 0, z);
            game.set_block(at, state(name, &[]));
            for (slot, (item, count)) in stored.iter().enumerate() {
                assert!(game.put_into(at, slot, item, *count), "{item}");
            }
        }
    });
    (world, spawn)
}

/// What the server knows.
#[derive(Default)]
struct Books {
    at: Vec3,
    yaw: f32,
    jumps: i32,
    food: u32,
    held: BTreeMap<&'static str, u32>,
    worn: Vec<String>,
    friends: Vec<(&'static str, BTreeMap<&'static str, u32>)>,
    lying: BTreeMap<&'static str, u32>,
    /// Where some of it lies.
    lying_at: Vec<BlockPos>,
    /// By where it stands, seen from the spawn.
    stored: BTreeMap<String, BTreeMap<&'static str, u32>>,
    blocks: Vec<StateId>,
}

fn books(world: &PracticeWorld, spawn: BlockPos, friends: [&'static str; 2]) -> Books {
    world.with(move |game| {
        let mut books = Books {
            at: game.position(NAME).unwrap_or(spawn.center()),
            yaw: game.heading(NAME).unwrap_or_default().0,
            jumps: game.jumps(NAME).unwrap_or_default(),
            food: game.food(NAME).unwrap_or(20),
            held: game.inventory(NAME),
            friends: friends.map(|name| (name, game.inventory(name))).to_vec(),
            ..Books::default()
        };
        let slots =
            [BodySlot::MainHand, BodySlot::OffHand, BodySlot::Head, BodySlot::Chest, BodySlot::Legs, BodySlot::Feet];
        books.worn =
            slots.into_iter().filter_map(|slot| Some(format!("{slot:?}={}", game.in_slot(NAME, slot)?.0))).collect();
        for (at, item, count) in game.lying_items() {
            *books.lying.entry(item).or_default() += count;
            books.lying_at.push(at.block());
        }
        for at in around(spawn).cells() {
            let state = game.block(at);
            books.blocks.push(state);
            let Some(block) = block_of_state(state) else { continue };
            if matches!(block.name, "chest" | "barrel" | "furnace" | "trapped_chest") {
                let mut counts = BTreeMap::new();
                let slots = game.contents(at).into_iter().flatten();
                slots.for_each(|(item, count)| *counts.entry(item).or_default() += count);
                let seen = seen_from(spawn, at);
                books.stored.insert(format!("{} at {seen}", block.name), counts);
            }
        }
        books
    })
}

/// What is looked at.
fn around(spawn: BlockPos) -> Volume {
    let (side, down, up) = AROUND;
    Volume::between(spawn.offset(-side, -down, -side), spawn.offset(side, up, side))
}

/// `+3 -1 +0`: east, up and south of the spawn.
fn seen_from(spawn: BlockPos, at: BlockPos) -> String {
    format!("{:+} {:+} {:+}", at.x - spawn.x, at.y - spawn.y, at.z - spawn.z)
}

fn told_counts(counts: &BTreeMap<&'static str, u32>) -> String {
    let told: Vec<String> = counts.iter().map(|(item, count)| format!("{count} {item}")).collect();
    if told.is_empty() { "nothing".to_owned() } else { told.join(", ") }
}

/// A block with what matters of its state.
fn told_block(state: StateId) -> String {
    let Some(block) = block_of_state(state) else { return "?".to_owned() };
    let telling = ["open", "lit", "age", "facing", "axis", "powered", "half"];
    let properties = knowledge::state_properties(state);
    let told: Vec<String> = properties
        .iter()
        .filter(|(name, _)| telling.contains(name) && !(block.name.ends_with("leaves") || block.name == "grass_block"))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if told.is_empty() { block.name.to_owned() } else { format!("{}[{}]", block.name, told.join(",")) }
}

/// What is other in the world afterwards.
fn differences(spawn: BlockPos, before: &Books, after: &Books) -> String {
    const MOST: usize = 14;
    let mut told = String::new();
    let at = |books: &Books| seen_from(spawn, books.at.block());
    let _ = writeln!(told, "  stood at {}, stands at {} (yaw {:.0})", at(before), at(after), after.yaw);
    let _ = writeln!(told, "  held {}\n  holds {}", told_counts(&before.held), told_counts(&after.held));
    if !after.worn.is_empty() {
        let _ = writeln!(told, "  in hand or worn: {}", after.worn.join(", "));
    }
    if after.jumps != before.jumps {
        let _ = writeln!(told, "  jumped {} times", after.jumps - before.jumps);
    }
    if after.food != before.food {
        let _ = writeln!(told, "  food {} -> {}", before.food, after.food);
    }
    for ((name, had), (_, has)) in before.friends.iter().zip(&after.friends) {
        if had != has {
            let _ = writeln!(told, "  {name} had {}, has {}", told_counts(had), told_counts(has));
        }
    }
    if before.lying != after.lying {
        let some: Vec<String> = after.lying_at.iter().take(6).map(|at| seen_from(spawn, *at)).collect();
        let _ = writeln!(told, "  lying about: {} ({})", told_counts(&after.lying), some.join("; "));
    }
    for (place, counts) in &after.stored {
        match before.stored.get(place) {
            Some(had) if had == counts => {}
            had => {
                let had = had.map_or_else(|| "was not there".to_owned(), told_counts);
                let _ = writeln!(told, "  {place}: {had} -> {}", told_counts(counts));
            }
        }
    }
    let mut changed: BTreeMap<String, Vec<BlockPos>> = BTreeMap::new();
    for (place, (was, is)) in around(spawn).cells().zip(before.blocks.iter().zip(&after.blocks)) {
        if was != is {
            changed.entry(format!("{} -> {}", told_block(*was), told_block(*is))).or_default().push(place);
        }
    }
    for (change, places) in changed {
        let some: Vec<String> = places.iter().take(MOST).map(|place| seen_from(spawn, *place)).collect();
        let more = if places.len() > MOST {
            let low = |axis: fn(&BlockPos) -> i32| places.iter().map(axis).min().unwrap_or_default();
            let high = |axis: fn(&BlockPos) -> i32| places.iter().map(axis).max().unwrap_or_default();
            let from = BlockPos::new(low(|at| at.x), low(|at| at.y), low(|at| at.z));
            let to = BlockPos::new(high(|at| at.x), high(|at| at.y), high(|at| at.z));
            format!(" … within {} to {}", seen_from(spawn, from), seen_from(spawn, to))
        } else {
            String::new()
        };
        let _ = writeln!(told, "  {} x {change}: {}{more}", places.len(), some.join("; "));
    }
    told
}

/// What a goal means, or why it is refused.
fn read_as(goal: &str) -> String {
    let each = grammar::series(goal)
        .into_iter()
        .map(|goal| grammar::told(&goal).unwrap_or_else(|error| format!("REFUSED: {}", error.message)));
    each.collect::<Vec<_>>().join(" | ")
}

/// Plays a goal, and says what came of it.
fn played(goal: &str, give: &[(&str, u32)]) -> String {
    let mut told = format!("  read as: {}\n", read_as(goal));
    let goals = grammar::series(goal);
    if goals.len() == 1 && grammar::told(goal).is_err() {
        return told;
    }
    // It would be waited for until somebody asks for something.
    if grammar::order(goal).is_some() {
        return told + "  (an order about other goals, and there are none: not played)\n";
    }
    if matches!(grammar::standing(goal), Ok(Some(_))) {
        return told + "  (stands until its time comes: not played)\n";
    }
    let (world, spawn) = stage(give);
    let names = friends(goal);
    let mut places = PLACES.into_iter();
    let friends = names.map(|name| {
        let (x, z) = places.next().unwrap_or_default();
        Friend::join(&world, name, spawn.offset(x, 0, z))
    });
    // Before the bot comes: it begins at once.
    let mut before = books(&world, spawn, names);
    for (item, count) in give {
        *before.held.entry(knowledge::item(item).expect("an item").name).or_default() += count;
    }
    let mut after = None;
    let policy = Policy { timeout: Some(TICKS), wall_timeout: Some(WALL), ..Policy::default() };
    let is_end = |event: &Event| {
        matches!(event, Event::GoalDone { .. } | Event::GoalFailed { .. } | Event::GoalCancelled { .. })
    };
    let each: Vec<&str> = goals.iter().map(String::as_str).collect();
    let run = play_on(&world.address().to_string(), &each, policy, |events| {
        // One that depends on what is so may make another of itself.
        let made = events.iter().filter(|event| matches!(event, Event::GoalQueued { .. })).count();
        if after.is_none() && events.iter().filter(|event| is_end(event)).count() >= goals.len().max(made) {
            after = Some(books(&world, spawn, names));
        }
    });
    drop(friends);
    for event in &run.events {
        let line = match event {
            Event::Planned { .. }
            | Event::StepDone { .. }
            | Event::StepFailed { .. }
            | Event::Recovery { .. }
            | Event::Answered { .. }
            | Event::Chat { .. }
            | Event::PlaceNamed { .. }
            | Event::PlaceForgotten { .. }
            | Event::GoalDone { .. }
            | Event::GoalFailed { .. } => event.sentence(),
            // Whether it is said aloud or to one alone.
            Event::ToolCall { request: ToolRequest::Chat(chat), .. } => {
                chat.to.as_ref().map(|to| format!("sent to {to} alone, by /msg: {}", chat.message))
            }
            _ => None,
        };
        if let Some(line) = line {
            let short: String = line.chars().take(420).collect();
            let _ = writeln!(told, "  | {short}");
        }
    }
    match after {
        Some(after) => told + &differences(spawn, &before, &after),
        None => told + "  (nothing was begun)\n",
    }
}

/// `oak_log=8,coal=5`; anything else is nothing.
fn given(text: &str) -> Vec<(&str, u32)> {
    let each = text.trim().split(',').filter_map(|one| {
        let (item, count) = one.split_once('=')?;
        Some((item.trim(), count.trim().parse().ok()?))
    });
    each.filter(|(item, _)| knowledge::item(item).is_some()).collect()
}

#[test]
fn goals_are_played_and_what_came_of_them_is_told() {
    let told = played("put 5 dirt in the barrel", &[("dirt", 8)]);
    for line in ["  holds 3 dirt", "barrel at +4 +0 +4: 3 gravel, 16 oak_planks, 5 wheat_seeds -> 5 dirt"] {
        assert!(told.contains(line), "{told}");
    }
    let Ok(path) = env::var("BLOCKWRIGHT_GOALS") else { return };
    let goals = fs::read_to_string(&path).expect("a file of goals");
    let into = Mutex::new(fs::File::create(format!("{path}.played")).expect("a file"));
    let queue = Mutex::new(goals.lines().enumerate());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some((number, line)) = queue.lock().expect("the queue").next() else { break };
                    let mut fields = line.split('\t');
                    let goal = fields.next().unwrap_or_default();
                    let means = fields.next().unwrap_or_default();
                    let held = given(fields.next().unwrap_or_default());
                    let told = thread::scope(|scope| scope.spawn(|| played(goal, &held)).join());
                    let told = told.unwrap_or_else(|_| "  PANICKED\n".to_owned());
                    let mut into = into.lock().expect("the file");
                    writeln!(into, "{}. {goal}\n  meant: {means}\n{told}", number + 1).expect("room");
                }
            });
        }
    });
}

#[test]
fn what_goals_are_read_as_is_told() {
    assert_eq!(read_as("put 5 dirt in the barrel"), "store 5 dirt in the barrel nearby");
    assert!(read_as("frob the wotsit").starts_with("REFUSED: "));
    let Ok(path) = env::var("BLOCKWRIGHT_READ") else { return };
    let goals = fs::read_to_string(&path).expect("a file of goals");
    let read = goals.lines().map(|line| line.split('\t').next().unwrap_or_default());
    let told: String = read.map(|goal| format!("{goal}\n  -> {}\n", read_as(goal))).collect();
    fs::write(format!("{path}.read"), told).expect("room");
}
