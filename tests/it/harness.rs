//! A practice world at a raised tick rate, and a mind or a bare body that plays in it: a minute of game in seconds.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::{Ipv4Addr, SocketAddr},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use blockwright::{
    app::{BotConfig, BotPlanner, Ended, Interrupt, Model, SessionConfig, run_headless, say_goodbye, start_body},
    body::{Body, CALL_DEADLINE, Leases, Order, Report},
    domain::{BlockPos, ErrorCode, Observation, ToolRequest, ToolResult, UserAsk},
    journal::{Event, Journal},
    knowledge::{self, SopLibrary},
    mind::{Owners, Policy},
    practice::{PracticeWorld, WorldConfig},
};
use serde_json::{Value, json};

/// Game ticks a second: as fast as two cores follow while other tests run beside.
pub const FAST: f32 = 400.0;
/// A test whose bot gives no report, or whose model no answer, for this long is stuck; generous, since it
/// only ends what has already failed.
pub const STUCK: Duration = Duration::from_secs(120);

/// The bot's name in tests.
pub const NAME: &str = "Tester";

/// A seed whose world begins on level ground, a dozen blocks to each side.
pub const LEVEL: i64 = 418;

/// A practice world on a free port.
pub fn world(seed: i64, give: &[(&str, u32)]) -> PracticeWorld {
    world_at(FAST, seed, give)
}

pub fn world_at(tick_rate: f32, seed: i64, give: &[(&str, u32)]) -> PracticeWorld {
    let config = WorldConfig {
        bind: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        seed,
        tick_rate,
        give: give.iter().map(|(item, count)| ((*item).to_owned(), *count)).collect(),
        view_distance: 5,
        ..WorldConfig::default()
    };
    PracticeWorld::start(config).expect("a port on loopback")
}

/// A run of goals to their end, and the journal it left.
pub struct Run {
    pub ended: Ended,
    pub events: Vec<Event>,
}

impl Run {
    pub fn report(&self) -> &blockwright::journal::Report {
        self.ended.report.as_ref().expect("the server was joined")
    }

    /// The report's first error.
    pub fn error(&self) -> Option<&blockwright::domain::ToolError> {
        self.report().goals.iter().find_map(|goal| goal.error.as_ref())
    }

    pub fn assert_done(&self) {
        assert!(self.report().success, "{:#?}\n{:#?}", self.report(), self.events);
    }
}

/// Plays goals on a server without a window. `each_frame` may meddle, seeing the journal so far.
pub fn play_on(server: &str, goals: &[&str], policy: Policy, each_frame: impl FnMut(&[Event])) -> Run {
    play_with(None, server, goals, policy, each_frame)
}

/// The same, with a model that plans.
pub fn play_with(
    model: Option<Model>,
    server: &str,
    goals: &[&str],
    policy: Policy,
    each_frame: impl FnMut(&[Event]),
) -> Run {
    play_config(config(SopLibrary::load(None).expect("our own SOPs"), model, server, goals, policy), each_frame)
}

/// By procedures of the test's own.
pub fn play_by(sops: SopLibrary, server: &str, goals: &[&str], each_frame: impl FnMut(&[Event])) -> Run {
    play_config(config(sops, None, server, goals, Policy::default()), each_frame)
}

fn config(sops: SopLibrary, model: Option<Model>, server: &str, goals: &[&str], policy: Policy) -> SessionConfig {
    SessionConfig {
        bots: vec![bot(NAME, server)],
        owners: Owners::default(),
        goals: goals.iter().map(|goal| (*goal).to_owned()).collect(),
        policy,
        sops,
        model,
        journal_file: None,
        zones: Default::default(),
        recorder: None,
    }
}

/// Plays goals on a server, and asks for whatever `each_frame` says as it sees the journal so far.
pub fn play_asking(server: &str, goals: &[&str], each_frame: impl FnMut(&[Event]) -> Vec<UserAsk>) -> Run {
    let sops = SopLibrary::load(None).expect("our own SOPs");
    play_and_ask(config(sops, None, server, goals, Policy::default()), each_frame)
}

fn play_config(config: SessionConfig, mut each_frame: impl FnMut(&[Event])) -> Run {
    play_and_ask(config, |events| {
        each_frame(events);
        Vec::new()
    })
}

fn play_and_ask(config: SessionConfig, mut each_frame: impl FnMut(&[Event]) -> Vec<UserAsk>) -> Run {
    let mut events: Vec<Event> = Vec::new();
    let ended = run_headless(config, Interrupt::default(), |world| {
        let news = world.resource::<Journal>().numbered(events.len()..usize::MAX);
        events.extend(news.iter().map(|entry| entry.event.clone()));
        world.write_message_batch(each_frame(&events));
    })
    .expect("a body");
    Run { ended, events }
}

/// A bot on a server.
pub fn bot(name: &str, server: &str) -> BotConfig {
    BotConfig {
        username: name.to_owned(),
        server: server.to_owned(),
        server_name: "a test".to_owned(),
        planner: BotPlanner::Session,
    }
}

/// Plays goals in a practice world.
pub fn play(world: &PracticeWorld, goals: &[&str]) -> Run {
    play_on(&world.address().to_string(), goals, Policy::default(), |_| ())
}

/// Plays goals, and looks at the world as the last of them ends: by then the bot is still there, which the server forgets once it
/// has left.
pub fn play_seen<T>(world: &PracticeWorld, goals: &[&str], look: impl Fn(&PracticeWorld) -> T) -> (Run, T) {
    let mut seen = None;
    let is_end = |event: &&Event| matches!(event, Event::GoalDone { .. } | Event::GoalFailed { .. });
    let run = play_on(&world.address().to_string(), goals, Policy::default(), |events| {
        if seen.is_none() && events.iter().filter(is_end).count() == goals.len() {
            seen = Some(look(world));
        }
    });
    let seen = seen.unwrap_or_else(|| panic!("the goals end: {:#?}", run.report()));
    (run, seen)
}

/// A body without a mind, joined: tools by hand.
pub struct Hands {
    pub body: Body,
    last_call: u64,
}

impl Hands {
    pub fn join(world: &PracticeWorld) -> Self {
        Self::join_as(world, NAME)
    }

    /// The same by another name.
    pub fn join_as(world: &PracticeWorld, name: &str) -> Self {
        let server = world.address().to_string();
        let mut hands = Self::with(start_body(server, name, Leases::default(), Arc::new(|| ())).expect("a body"));
        hands.until(|report| matches!(report, Report::Spawned { .. }).then_some(()));
        hands
    }

    /// A body of the test's own.
    pub fn with(body: Body) -> Self {
        Self { body, last_call: 0 }
    }

    /// Waits for a report.
    pub fn until<R>(&mut self, mut want: impl FnMut(&Report) -> Option<R>) -> R {
        loop {
            let report = self.body.reports.recv_timeout(STUCK).expect("a report of the body");
            if let Some(found) = want(&report) {
                return found;
            }
        }
    }

    /// Orders a call, and says its number.
    pub fn order(&mut self, tool: &str, params: Value, deadline: u64) -> u64 {
        let request = ToolRequest::from_parts(tool, &params).expect("a request's shape");
        self.last_call += 1;
        self.body
            .orders
            .send(Order::Call { id: self.last_call, request, deadline, again: false, closed: Vec::new() })
            .expect("a living body");
        self.last_call
    }

    pub fn outcome(&mut self, call: u64) -> ToolResult {
        self.until(|report| match report {
            Report::Outcome { id, result } if *id == call => Some(result.clone()),
            _ => None,
        })
    }

    /// Calls a tool and waits for its outcome.
    pub fn call(&mut self, tool: &str, params: Value) -> ToolResult {
        let call = self.order(tool, params, CALL_DEADLINE);
        self.outcome(call)
    }

    /// Calls a tool that must succeed.
    pub fn must(&mut self, tool: &str, params: Value) -> Value {
        let result = self.call(tool, params);
        assert!(result.success, "{result:#?}");
        result.data.unwrap_or_default()
    }

    /// Orders a call, withdraws it as soon as it says what it is at, and gives back its outcome.
    pub fn withdrawn(&mut self, tool: &str, params: Value) -> ToolResult {
        let call = self.order(tool, params, CALL_DEADLINE);
        let slots = self.body.slots.clone();
        let at_work = || slots.progress.lock().is_ok_and(|now| now.as_ref().is_some_and(|now| now.id == call));
        while !at_work() && self.body.reports.is_empty() {
            thread::yield_now();
        }
        self.body.orders.send(Order::Cancel { id: call }).expect("a living body");
        let result = self.outcome(call);
        self.assert_hands_free();
        result
    }

    pub fn seen(&self) -> Observation {
        self.body.slots.observation.lock().expect("the slot").clone().expect("an observation")
    }

    pub fn holds(&self, item: &str) -> u32 {
        self.seen().inventory().count(item)
    }

    /// Waits until the server shows the bot a block, the nearest of its kind; whatever was changed before is seen by then.
    pub fn sees(&mut self, at: BlockPos, block: &str) {
        for _ in 0..200 {
            let status = self.must("get_bot_status", json!({}));
            let shown = |entry: &Value| entry["block"] == block && BlockPos::told_by(&entry["nearest"]) == Some(at);
            if status["nearby_blocks"].as_array().is_some_and(|blocks| blocks.iter().any(shown)) {
                return;
            }
        }
        panic!("{block} at {at} is never seen");
    }

    /// What every ended call owes: cursor and grid empty.
    pub fn assert_hands_free(&self) {
        let seen = self.seen();
        assert_eq!(seen.cursor, None, "the cursor still carries something");
        assert!(seen.slots[1..5].iter().all(Option::is_none), "the grid is not empty: {:?}", &seen.slots[..5]);
    }
}

impl Drop for Hands {
    fn drop(&mut self) {
        say_goodbye(&self.body);
    }
}

/// The program's own practice world, in a process of its own; killed when dropped.
pub struct Server {
    pub child: Child,
    pub address: SocketAddr,
    /// What it said until it listened.
    pub said: Vec<String>,
    log: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_blockwright"))
            .args(["world", "--port", "0"])
            .args(args)
            .env_remove("DISPLAY")
            .env_remove("BLOCKWRIGHT_LOG")
            .env_remove("RUST_BACKTRACE")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let log = Arc::<Mutex<Vec<String>>>::default();
        let (lines, into) = (BufReader::new(child.stderr.take().expect("a pipe")).lines(), log.clone());
        thread::spawn(move || lines.map_while(Result::ok).for_each(|line| into.lock().expect("the log").push(line)));
        let mut said = Vec::new();
        for line in BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok) {
            let address = line.split("listens on ").nth(1).and_then(|rest| rest.split(' ').next());
            let address =
                address.map(|address| address.trim_end_matches('.').parse::<SocketAddr>().expect("an address"));
            said.push(line);
            if let Some(address) = address {
                return Self { child, address, said, log };
            }
        }
        let ended = child.wait();
        panic!("it never listened: {said:?}, {log:?}, {ended:?}");
    }

    /// What it has logged so far.
    pub fn log(&self) -> Vec<String> {
        self.log.lock().expect("the log").clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Bytes of memory that a process takes, now and at most; nothing where the system does not say.
pub fn memory_of(process: u32) -> Option<(u64, u64)> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let field = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
    };
    Some((field("VmRSS:")?, field("VmHWM:")?))
}

/// Runs what a client of a test's own does.
pub fn block_on<T>(what: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(what)
}

/// A failed call's code.
pub fn code(result: &ToolResult) -> ErrorCode {
    result.error.as_ref().unwrap_or_else(|| panic!("it should have failed: {result:#?}")).code
}

pub fn context(result: &ToolResult) -> &Value {
    &result.error.as_ref().expect("an error").context
}

/// A flat place of grass at the spawn, with what is built there before the bot comes.
pub fn meadow(
    tick_rate: f32,
    give: &[(&str, u32)],
    build: impl FnOnce(&PracticeWorld, BlockPos),
) -> (PracticeWorld, BlockPos) {
    let world = world_at(tick_rate, LEVEL, give);
    let spawn = world.with(|game| game.spawn());
    fill(&world, spawn.offset(-20, 0, -20), spawn.offset(20, 12, 20), "air");
    fill(&world, spawn.offset(-20, -1, -20), spawn.offset(20, -1, 20), "grass_block");
    build(&world, spawn);
    (world, spawn)
}

/// Plays a goal ("make a chore") by a procedure of the test's own, whose steps are these lines of YAML.
pub fn play_procedure(world: &PracticeWorld, goal: &str, steps: &str) -> Run {
    let mut sops = SopLibrary::load(None).expect("our own SOPs");
    let name = goal.trim_start_matches("make a ");
    sops.add("own.yaml", &format!("name: \"{name}\"\ntags: [\"chore\"]\nsteps:\n{steps}"));
    assert_eq!(sops.faults.len(), 0, "{:?}", sops.faults);
    let server = world.address().to_string();
    play_by(sops, &server, &[goal], |_| ())
}

/// Puts blocks of one kind from corner to corner.
pub fn fill(world: &PracticeWorld, low: BlockPos, high: BlockPos, block: &str) {
    let state = knowledge::block(block).expect("a block").default_state;
    world.with(move |game| {
        for x in low.x..=high.x {
            for y in low.y..=high.y {
                for z in low.z..=high.z {
                    game.set_block(BlockPos::new(x, y, z), state);
                }
            }
        }
    });
}
