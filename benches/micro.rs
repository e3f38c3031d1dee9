//! What the mind and the map do often, each on its own: `cargo bench --profile dev`.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicI32, AtomicU64, Ordering},
    },
};

use blockwright::{
    app::{
        past::Player,
        timeline::{History, Post, Reader, Reply},
    },
    body::Trial,
    construction::{Blueprint, Building, Wanted as Block, handmade},
    domain::{
        BlockPos, ChunkPos, Connection, Observation, PlanDraft, TimelineAnswer, TimelineAsk, TimelineFilter, Vec3,
    },
    knowledge::{self, SopLibrary},
    mind::plan::{
        dry_run::{Sim, dry_run_steps},
        planner::plan_goal,
        retrieval,
        state::PlannerState,
    },
    practice::{PracticeWorld, WorldConfig},
    replay::{BotSight, MOST_BYTES, PastAsk, Row, Scribe, Sight},
    store::{MomentsRow, NewEvent, NewSession, Record, Refused, Store, Wanted, Writer, wall_clock},
    voxel::{Column, Section, SeenWorld, raster},
};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
    _ = std::fs::remove_dir_all(timeline_folder());
}

const GOAL: &str = "get me a stone pickaxe";

/// A pyramid of ten thousand blocks in steps.
fn pyramid() -> Building {
    const SIDE: i32 = 40;
    const BLOCKS: usize = 10_000;
    let palette = ["stone_bricks", "oak_planks"].map(|name| Block::read(name).expect("a block")).to_vec();
    let size = [SIDE, SIDE / 2, SIDE];
    let mut blueprint = Blueprint { title: "a pyramid".to_owned(), size, palette, ..Blueprint::default() };
    let cells = (0..SIDE / 2).flat_map(|y| (0..SIDE).flat_map(move |z| (0..SIDE).map(move |x| (x, y, z))));
    let mut left = BLOCKS;
    blueprint.cells = cells
        .map(|(x, y, z)| {
            let stands = [x, z].iter().all(|side| (y..SIDE - y).contains(side)) && left > 0;
            left -= usize::from(stands);
            if stands { 1 + (y % 2) as u16 } else { 0 }
        })
        .collect();
    assert_eq!(left, 0, "there are so many");
    Building { made: Arc::new(handmade(&blueprint, &[])), low: BlockPos::new(4, 64, 4) }
}

/// In which order ten thousand blocks are put, and from where.
#[divan::bench(sample_count = 5)]
fn order_10_000_blocks(bencher: Bencher) {
    let columns = (-1..=4).flat_map(|x| (-1..=4).map(move |z| (x, z)));
    let sections = [vec![Section::Uniform(1); 4], vec![Section::Uniform(0); 6]].concat();
    let plain = Arc::new(Column { min_y: 0, sections });
    let columns = columns.map(|(x, z)| (ChunkPos { x, z }, plain.clone()));
    let (land, pyramid) = (Trial::new(columns, BlockPos::new(0, 64, 0)), pyramid());
    bencher.bench_local(|| {
        let told = land.rehearse(&pyramid);
        let unreached: Vec<BlockPos> = told.unreached().collect();
        assert_eq!(
            (told.order.len(), unreached.len()),
            (10_000, 0),
            "{} {} {:?}",
            told.stands,
            told.risen,
            unreached.get(..unreached.len().min(5))
        );
        black_box(told.stands)
    });
}

fn sops() -> &'static SopLibrary {
    static SOPS: OnceLock<SopLibrary> = OnceLock::new();
    SOPS.get_or_init(SopLibrary::built_in)
}

fn plan() -> PlanDraft {
    plan_goal(GOAL, &PlannerState::default(), sops()).expect("the main job can be planned")
}

fn world() -> PracticeWorld {
    let bind = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let config = WorldConfig { bind, seed: 26, view_distance: 2, ..WorldConfig::default() };
    PracticeWorld::start(config).expect("a port on loopback")
}

/// A column of the practice world's land, trees and all.
fn land() -> &'static Column {
    static LAND: OnceLock<Column> = OnceLock::new();
    LAND.get_or_init(|| column(&world(), 0, 0))
}

fn column(world: &PracticeWorld, chunk_x: i32, chunk_z: i32) -> Column {
    world.with(move |game| {
        let mut sections = Vec::new();
        for bottom in (-64..320).step_by(16) {
            let mut states = [0; 4096];
            for (index, state) in states.iter_mut().enumerate() {
                let (x, y, z) = (index as i32 & 15, index as i32 >> 8, index as i32 >> 4 & 15);
                *state = game.block(BlockPos::new(chunk_x * 16 + x, bottom + y, chunk_z * 16 + z));
            }
            sections.push(Section::from_states(&states));
        }
        Column { min_y: -64, sections }
    })
}

/// A chunk of the practice world from its seed: ground, caves, ores, trees, plants.
#[divan::bench(sample_count = 20, sample_size = 32)]
fn generate_a_chunk(bencher: Bencher) {
    let world = world();
    let next = AtomicI32::new(0);
    bencher.bench(|| {
        // In rows a few chunks apart, through all kinds of land.
        let number = next.fetch_add(1, Ordering::Relaxed);
        let pos = BlockPos::new(number % 64 * 48 - 1536, 64, number / 64 * 80);
        world.with(move |game| game.block(pos))
    });
}

/// The search for the stone that costs least, from the middle of 81 chunks of the practice world: items are nodes.
#[divan::bench]
fn search_for_stone(bencher: Bencher) {
    let world = world();
    let mut seen = SeenWorld::default();
    let chunks = (-4..=4).flat_map(|x| (-4..=4).map(move |z| ChunkPos { x, z }));
    for chunk in chunks.clone() {
        seen.insert(chunk, Arc::new(column(&world, chunk.x, chunk.z)));
    }
    let columns = chunks.filter_map(|chunk| Some((chunk, seen.column(chunk)?.clone())));
    let from = (0..16).find_map(|x| seen.standing_place(x, 0)).expect("dry land");
    let trial = Trial::new(columns, from);
    let stone = knowledge::block("stone").expect("stone");
    let nodes = trial.search(stone, "wooden_pickaxe");
    bencher.counter(divan::counter::ItemsCount::new(nodes)).bench_local(|| trial.search(stone, "wooden_pickaxe"));
}

/// One chunk of the map.
#[divan::bench]
fn raster_a_chunk(bencher: Bencher) {
    let column = land();
    bencher.bench(|| raster(black_box(column), Some(column), None));
}

/// The same from within the rock.
#[divan::bench]
fn raster_a_chunk_of_caves(bencher: Bencher) {
    let column = land();
    bencher.bench(|| raster(black_box(column), Some(column), Some(30)));
}

/// The symbolic proof of the main job's plan.
#[divan::bench]
fn dry_run_the_main_job(bencher: Bencher) {
    let plan = plan();
    bencher.bench(|| dry_run_steps(Sim::default(), black_box(&plan.steps)));
}

/// From the goal's words to a proved plan.
#[divan::bench]
fn plan_the_main_job() -> PlanDraft {
    plan()
}

/// The SOPs that share words with a goal, best first.
#[divan::bench]
fn retrieve_by_tags() -> usize {
    retrieval::find(black_box(GOAL), sops()).len()
}

/// Entries of the goal whose history is paged.
const ENTRIES: u64 = 100_000;

/// A store with one long goal, and the numbers of its entries in steps of a page.
fn store() -> &'static (Mutex<Store>, u64) {
    static STORE: OnceLock<(Mutex<Store>, u64)> = OnceLock::new();
    STORE.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("blockwright-bench-{}", std::process::id()));
        let path = folder.join("store.sqlite");
        let session = NewSession { bot: "Bench".to_owned(), server: "nowhere".to_owned(), goals: 1 };
        let open = || Store::open(&path).expect("a store");
        let (writer, _) = Writer::begin(open(), &session, wall_clock(), |_| ()).expect("a session");
        let json =
            r#"{"tick":1,"ms":2,"goal":1,"event":"step_done","step":1,"title":"mine 3 log","evidence":"3 oak_log"}"#;
        for tick in 0..ENTRIES {
            let kind = "step_done".to_owned();
            let event = || NewEvent { goal: Some(1), tick, wall_ms: tick, kind: kind.clone(), json: json.to_owned() };
            while let Err(Refused::Full) = writer.put(Record::Event(event())) {
                std::thread::yield_now();
            }
        }
        drop(writer);
        let store = open();
        let last = store.figures().expect("figures").events;
        // The file lives on until it is closed.
        _ = std::fs::remove_dir_all(&folder);
        (Mutex::new(store), last)
    })
}

/// A page of 200 lines anywhere in the history of a goal with 100,000 entries.
#[divan::bench]
fn page_a_long_history(bencher: Bencher) {
    let (store, last) = store();
    let store = store.lock().expect("no panic");
    let next = AtomicU64::new(0);
    bencher.bench_local(|| {
        let after = next.fetch_add(7_919, Ordering::Relaxed) % (last - 200);
        store.events(Wanted { goal: Some(1), session: None }, after, 200).expect("a page").len()
    });
}

/// Entries of the store that the timeline reads, over three months.
const ON_THE_AXIS: u64 = 1_000_000;
const MONTHS: u64 = 90 * 86_400_000;

/// Where that store is while the benches run.
fn timeline_folder() -> std::path::PathBuf {
    std::env::temp_dir().join(format!("blockwright-bench-timeline-{}", std::process::id()))
}

/// A store with a million entries: steps with a tool call each, and chat.
fn long_store() -> std::path::PathBuf {
    static PATH: OnceLock<std::path::PathBuf> = OnceLock::new();
    let path = PATH.get_or_init(|| {
        let path = timeline_folder().join("store.sqlite");
        let session = NewSession { bot: "Bench".to_owned(), server: "nowhere".to_owned(), goals: 1 };
        let (writer, _) =
            Writer::begin(Store::open(&path).expect("a store"), &session, wall_clock(), |_| ()).expect("a session");
        let texts = [
            r#""event":"step_started","step":1,"title":"mine 3 oak_log","reason":"a table needs planks","attempt":1"#,
            r#""event":"tool_call","call":1,"request":{"tool":"mine","params":{"target":"oak_log","count":3}}"#,
            r#""event":"tool_result","call":1,"result":{"success":true,"tool":"mine","duration_ms":900,"ticks":113}"#,
            r#""event":"step_done","step":1,"title":"mine 3 oak_log","evidence":"the inventory holds 3 of 3 oak_log""#,
            r#""event":"chat","sender":"Ada","message":"how is it going?""#,
        ];
        let kinds = ["step_started", "tool_call", "tool_result", "step_done", "chat"];
        for number in 0..ON_THE_AXIS {
            let which = number as usize % texts.len();
            let (goal, wall_ms) = (Some(1 + number / 1_000), number * (MONTHS / ON_THE_AXIS));
            let json = format!("{{\"tick\":{number},\"ms\":{wall_ms},\"goal\":1,{}}}", texts[which]);
            let event = || NewEvent { goal, tick: number, wall_ms, kind: kinds[which].to_owned(), json: json.clone() };
            while let Err(Refused::Full) = writer.put(Record::Event(event())) {
                std::thread::yield_now();
            }
        }
        path
    });
    path.clone()
}

/// The timeline's thread over that store, and the way to it.
struct Timeline(Post, crossbeam_channel::Receiver<Reply>);

impl Timeline {
    fn begin() -> Self {
        let post = Post::default();
        let (to_us, replies) = crossbeam_channel::bounded(16);
        let history = History::Store(long_store(), 1);
        let reader = Reader::new(post.clone(), to_us, Arc::new(|| ()), wall_clock(), history);
        std::thread::spawn(move || reader.run());
        Self(post, replies)
    }

    fn answer(&self, from_ms: u64, to_ms: u64, words: &str) -> TimelineAnswer {
        /// As in a pane of 800 points.
        const CELLS: u64 = 200;
        let filter = TimelineFilter { words: words.to_owned(), ..TimelineFilter::default() };
        self.0.ask(TimelineAsk { from_ms, to_ms, cell_ms: ((to_ms - from_ms) / CELLS).max(1), filter });
        loop {
            match self.1.recv().expect("the thread lives") {
                Reply::Answer(answer) if answer.searched.is_none() => return *answer,
                _ => {}
            }
        }
    }
}

impl Drop for Timeline {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The first answer of a run: a million entries are read without their texts.
#[divan::bench(sample_count = 5)]
fn timeline_begins(bencher: Bencher) {
    long_store();
    bencher.bench_local(|| Timeline::begin().answer(0, MONTHS, ""));
}

/// All of a million entries.
#[divan::bench(sample_count = 50)]
fn timeline_of_three_months(bencher: Bencher) {
    let timeline = Timeline::begin();
    let told = timeline.answer(0, MONTHS, "");
    assert!(!told.cells.is_empty());
    bencher.bench_local(|| timeline.answer(0, MONTHS, ""));
}

/// A minute in the middle of them, and never the same one.
#[divan::bench(sample_count = 50)]
fn timeline_of_a_minute(bencher: Bencher) {
    let timeline = Timeline::begin();
    timeline.answer(0, MONTHS, "");
    let next = AtomicU64::new(MONTHS / 2);
    bencher.bench_local(|| {
        let from = next.fetch_add(60_000, Ordering::Relaxed);
        let told = timeline.answer(from, from + 60_000, "");
        assert!(!told.marks.is_empty());
    });
}

/// Words that are looked for in all texts.
#[divan::bench(sample_count = 3)]
fn timeline_looks_for_words(bencher: Bencher) {
    let timeline = Timeline::begin();
    timeline.answer(0, MONTHS, "");
    let next = AtomicU64::new(0);
    bencher.bench_local(|| timeline.answer(0, MONTHS, &format!("going{}", next.fetch_add(1, Ordering::Relaxed))));
}

/// An hour that was recorded: half of it on foot through new land, half at work in one place, five looks a second.
const HOUR: u64 = 3_600_000;
const RADIUS: i32 = 6;

/// Ground with ores and holes, as much of it mixed as in the practice world's.
fn rough_column(chunk: ChunkPos) -> Column {
    let mut random = (chunk.x as u32).wrapping_mul(73_856_093) ^ (chunk.z as u32).wrapping_mul(19_349_663);
    let mut any = |below: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % below
    };
    let mut section = |is_top: bool| {
        let mut states = [0; 4096];
        for (index, state) in states.iter_mut().enumerate() {
            let height = index >> 8;
            *state = match any(100) {
                0..2 => 100 + any(12) as u16,
                _ if is_top && height > 6 + (index & 3) => 0,
                2..8 => 2 + any(5) as u16,
                _ => 1,
            };
        }
        Section::from_states(&states)
    };
    let mixed = (0..8).map(|number| section(number == 7)).collect::<Vec<_>>();
    Column { min_y: -64, sections: [mixed, vec![Section::Uniform(0); 16]].concat() }
}

fn hour() -> &'static std::path::Path {
    static HOUR_STORE: OnceLock<std::path::PathBuf> = OnceLock::new();
    HOUR_STORE.get_or_init(|| {
        let path = timeline_folder().join("hour.sqlite");
        let store = Store::open(&path).expect("a store");
        let session = NewSession { bot: "Ada".to_owned(), server: "a bench".to_owned(), goals: 1 };
        let (writer, _ids) =
            Writer::begin(store, &session, wall_clock(), |error| panic!("{error}")).expect("a session");
        let sink = writer.moments().expect("it goes on");
        let put = |Row { from_ms, to_ms, whole, data, sheets }: Row| {
            sink.put(MomentsRow { from_ms, to_ms, whole, data, sheets }).expect("a store");
        };
        let mut scribe = Scribe::new(MOST_BYTES, Box::new(str::to_owned));
        let mut held: std::collections::HashMap<ChunkPos, Arc<Column>> = std::collections::HashMap::new();
        for number in 0..HOUR / 200 {
            let ms = 1 + number * 200;
            // A sprint is 5.6 blocks a second.
            let x = 5.6 * (ms.min(HOUR / 2) as f64) / 1_000.0;
            let here = (x / 16.0) as i32;
            let mut columns = Vec::new();
            held.retain(|chunk, _| {
                let stays = (chunk.x - here).abs() <= RADIUS;
                if !stays {
                    columns.push((*chunk, None));
                }
                stays
            });
            for (x, z) in (here - RADIUS..=here + RADIUS).flat_map(|x| (-RADIUS..=RADIUS).map(move |z| (x, z))) {
                let chunk = ChunkPos { x, z };
                held.entry(chunk).or_insert_with(|| {
                    let column = Arc::new(rough_column(chunk));
                    columns.push((chunk, Some(column.clone())));
                    column
                });
            }
            if ms > HOUR / 2 {
                let chunk = ChunkPos { x: here, z: 0 };
                let column = held.get_mut(&chunk).expect("one stands on it");
                let place = number as i32;
                Arc::make_mut(column).set((place & 15) as u8, 60 - place / 256 % 100, (place >> 4 & 15) as u8, 0);
                columns.push((chunk, Some(column.clone())));
            }
            let position = Vec3::new(x, 65.0, 0.5);
            let seen = Observation { tick: number * 4, position, slots: vec![None; 46], ..Observation::default() };
            let (name, server) = ("Ada".to_owned(), "a bench".to_owned());
            let bot = BotSight { name, server, connection: Connection::Joined, observation: Some(seen), columns };
            scribe.take(Sight { ms, bots: vec![bot], ..Sight::default() }).into_iter().for_each(put);
        }
        assert!(!scribe.is_full(), "an hour has room");
        scribe.close().into_iter().for_each(put);
        drop((sink, writer));
        path
    })
}

/// Any moment of an hour, of which nothing has been looked at yet.
#[divan::bench(sample_count = 50)]
fn look_back_anywhere_in_an_hour(bencher: Bencher) {
    let store = Store::open_to_read(hour()).expect("a store");
    let next = AtomicU64::new(0);
    bencher.bench_local(|| {
        let at_ms = next.fetch_add(1_234_567, Ordering::Relaxed) % HOUR;
        let past = Player::default().play(&store, &PastAsk { session: 1, at_ms, bot: "Ada".to_owned() });
        assert_eq!(past.expect("a store").world.len(), 169);
    });
}

/// A thirtieth of a second further, at fifty times the speed.
#[divan::bench(sample_count = 200)]
fn play_an_hour_fifty_times_as_fast(bencher: Bencher) {
    let store = Store::open_to_read(hour()).expect("a store");
    let (mut player, next) = (Player::default(), AtomicU64::new(1));
    bencher.bench_local(|| {
        let at_ms = next.fetch_add(1_667, Ordering::Relaxed) % HOUR;
        let past = player.play(&store, &PastAsk { session: 1, at_ms, bot: "Ada".to_owned() });
        assert_eq!(past.expect("a store").world.len(), 169);
    });
}

/// New land is written down: a column.
#[divan::bench]
fn record_a_column(bencher: Bencher) {
    let mut scribe = Scribe::new(usize::MAX, Box::new(str::to_owned));
    let next = AtomicI32::new(0);
    bencher
        .with_inputs(|| {
            let chunk = ChunkPos { x: next.fetch_add(1, Ordering::Relaxed), z: 9 };
            (chunk, Arc::new(rough_column(chunk)))
        })
        .bench_local_values(|(chunk, column)| {
            let bot = BotSight { name: "Ada".to_owned(), columns: vec![(chunk, Some(column))], ..BotSight::default() };
            scribe.take(Sight { ms: chunk.x as u64, bots: vec![bot], ..Sight::default() })
        });
}

/// The chunks to each side that `encode_a_chunk` looks after.
const SIDE: i32 = 4;

/// Chunks as clients get them, with light, among neighbours that are there.
#[divan::bench]
fn encode_a_chunk(bencher: Bencher) {
    let world = PracticeWorld::start(WorldConfig { seed: 26, ..WorldConfig::default() }).expect("a port on loopback");
    let encode = |side: i32| {
        world.with(move |game| {
            let chunks = (-side..side).flat_map(|x| (-side..side).map(move |z| (x, z)));
            chunks.map(|(x, z)| game.encode_chunk(x, z)).sum::<usize>()
        })
    };
    encode(SIDE + 1);
    bencher.counter(divan::counter::ItemsCount::new((4 * SIDE * SIDE) as usize)).bench_local(|| encode(SIDE));
}
