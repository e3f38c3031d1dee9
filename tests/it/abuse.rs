//! Clients that mean ill, over real sockets: each ends with its reason, and the honest ones beside them play on.
//!
//! The world runs in a process of its own, so that what it writes, holds and survives is its own. By default a siege takes
//! seconds; `BLOCKWRIGHT_LONG=10 cargo test --test it abuse:: -- --nocapture` makes it ten minutes. With `--include-ignored`
//! there are 2,000 connections more.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use azalea_core::position::Vec3;
use azalea_protocol::{
    common::movements::MoveFlags,
    packets::game::{
        ServerboundChat, ServerboundContainerClick, ServerboundCustomPayload, ServerboundMovePlayerPos,
        s_container_click::HashedStack,
    },
};
use azalea_registry::identifier::Identifier;
use blockwright::{
    domain::BlockPos,
    practice::guest::{Guest, stream},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::Notify,
    task::JoinSet,
    time::timeout,
};

use crate::harness::{Server, block_on, memory_of};

const TICK: Duration = Duration::from_millis(50);
const VIEW: u8 = 3;
/// Hostile connections at a time.
const AT_ONCE: usize = 12;

fn start() -> Server {
    Server::start(&["--seed", "418", "--give", "oak_log=64", "--give", "bread=64"])
}

impl Server {
    fn memory(&self) -> Option<(u64, u64)> {
        memory_of(self.child.id())
    }

    /// It runs, and has met no fault of its own.
    fn assert_well(&mut self) {
        assert!(self.child.try_wait().expect("a child").is_none(), "the world has ended: {:#?}", self.log());
        let faults: Vec<String> = self.log().into_iter().filter(|line| is_fault(line)).collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

fn is_fault(line: &str) -> bool {
    line.contains("panicked") || line.contains("fault") || line.contains("ERROR")
}

// ── One by one ──

async fn join(world: &Server, name: &str) -> Guest {
    Guest::join(world.address, name, VIEW, false).await.expect("a way in")
}

fn claim(message: &str) -> ServerboundChat {
    ServerboundChat {
        message: message.to_owned(),
        timestamp: 0,
        salt: 0,
        signature: None,
        last_seen_messages: Default::default(),
    }
}

/// What a guest is told after it has done this.
async fn told(world: &Server, name: &str, does: impl AsyncFnOnce(&mut Guest)) -> String {
    let mut guest = join(world, name).await;
    does(&mut guest).await;
    timeout(Duration::from_secs(20), guest.last_word()).await.expect("an end of it")
}

#[test]
fn every_abuse_ends_with_its_reason() {
    let mut world = start();
    block_on(async {
        let mut honest = join(&world, "honest").await;
        for (name, reason) in
            [("a b", "Names are"), ("", "Names are"), ("../../etc/passwd", "Names are"), ("é", "Names are")]
        {
            let refused = Guest::join(world.address, name, VIEW, false).await.err().expect("no way in");
            assert!(refused.contains(reason), "{name:?}: {refused}");
        }
        let taken = join_again(&world, &mut honest).await;
        assert!(taken.contains("already here"), "{taken}");

        let at = |x, y, z| ServerboundMovePlayerPos {
            pos: Vec3 { x, y, z },
            flags: MoveFlags { on_ground: true, horizontal_collision: false },
        };
        for (number, pos) in
            [(f64::NAN, 64.0, 0.0), (0.0, f64::INFINITY, 0.0), (1e300, 64.0, 0.0)].into_iter().enumerate()
        {
            let word = told(&world, &format!("place_{number}"), async |guest| {
                guest.send(at(pos.0, pos.1, pos.2)).await.expect("sent");
            })
            .await;
            assert!(word.contains("Invalid move player packet received"), "{pos:?}: {word}");
        }
        let long = "x".repeat(257);
        for (number, (text, reason)) in
            [("a\u{7}b", "Illegal characters"), ("§4red", "Illegal characters"), (long.as_str(), "Too long")]
                .into_iter()
                .enumerate()
        {
            let word = told(&world, &format!("chat_{number}"), async |guest| {
                guest.send(claim(text)).await.expect("sent");
            })
            .await;
            assert!(word.contains(reason), "{text:?}: {word}");
        }
        let word = told(&world, "chatty", async |guest| {
            for _ in 0..15 {
                guest.say("buy now").await.expect("sent");
            }
        })
        .await;
        assert!(word.contains("spamming"), "{word}");
        let word = told(&world, "laden", async |guest| {
            let payload = ServerboundCustomPayload { identifier: Identifier::new("a:b"), data: vec![0; 40_000].into() };
            guest.send(payload).await.expect("sent");
        })
        .await;
        assert!(word.contains("Too long"), "{word}");
        for (number, junk) in
            [&[200, 1, 1][..], &[9, 0xff, 0xff, 0xff, 0xff, 7], &[9, 1, 0xed], &[17; 40]].into_iter().enumerate()
        {
            let word =
                told(&world, &format!("junk_{number}"), async |guest| guest.send_junk(junk).await.expect("sent")).await;
            assert!(word.contains("cannot be read"), "{junk:?}: {word}");
        }
        // A frame that claims two megabytes, and one that holds a thousand times what it is.
        for (number, frame) in [&[0xff, 0xff, 0x7f][..], &bomb()].into_iter().enumerate() {
            let word =
                told(&world, &format!("claims_{number}"), async |guest| guest.send_bytes(frame).await.expect("sent"))
                    .await;
            assert!(word.contains("cannot be read"), "{word}");
        }
        let word = told(&world, "flood", async |guest| {
            for _ in 0..20_000 {
                if guest.send(at(0.5, 64.0, 0.5)).await.is_err() {
                    break;
                }
            }
        })
        .await;
        assert!(word.contains("too many packets"), "{word}");

        // Clicks on slots that do not exist mean nothing.
        drop(honest);
        let mut honest = join(&world, "witness").await;
        for slot in [-998, -2, 46, 1000, i16::MAX, i16::MIN] {
            honest.send(nowhere(slot)).await.expect("sent");
        }
        for _ in 0..10 {
            honest.tick(TICK).await.expect("the honest one is still here");
        }
        assert_eq!(honest.seen.health, 20.0);
    });
    world.assert_well();
    assert!(world.log().len() < 60, "{:#?}", world.log());
}

async fn join_again(world: &Server, honest: &mut Guest) -> String {
    honest.tick(TICK).await.expect("here");
    match Guest::join(world.address, "honest", VIEW, false).await {
        Ok(_) => "let in".to_owned(),
        Err(reason) => reason,
    }
}

fn nowhere(slot_num: i16) -> ServerboundContainerClick {
    ServerboundContainerClick {
        container_id: 0,
        state_id: 0,
        slot_num,
        button_num: 0,
        click_type: azalea_inventory::operations::ClickType::Pickup,
        changed_slots: Default::default(),
        carried_item: HashedStack(None),
    }
}

/// 60,000 bytes claimed, eight megabytes held: a frame as the stream has it.
fn bomb() -> Vec<u8> {
    use std::io::Write;
    let mut deflater = flate2::write::ZlibEncoder::new(vec![0xe0, 0xd4, 0x03], flate2::Compression::best());
    deflater.write_all(&vec![0; 8 << 20]).expect("memory");
    let body = deflater.finish().expect("memory");
    let length = body.len();
    [vec![length as u8 | 0x80, (length >> 7) as u8 | 0x80, (length >> 14) as u8], body].concat()
}

#[test]
fn who_says_nothing_takes_no_place_for_long() {
    let mut world = start();
    block_on(async {
        let mut silent = Vec::new();
        for _ in 0..80 {
            let mut socket = TcpStream::connect(world.address).await.expect("a socket");
            let _ = socket.write_all(&[16, 0]).await; // the beginning of a hello
            silent.push(socket);
        }
        // Patience with a hello ends after ten seconds: each is hung up on, and there is room again.
        for socket in &mut silent {
            let mut sink = [0; 256];
            while let Ok(1..) = socket.read(&mut sink).await {}
        }
        // A place is free once its connection has been put away, which a client cannot see.
        let mut refusals = 0;
        let mut guest = loop {
            match Guest::join(world.address, "patient", VIEW, false).await {
                Ok(guest) => break guest,
                Err(reason) => {
                    refusals += 1;
                    assert!(refusals < 10_000, "no way in: {reason}");
                }
            }
        };
        guest.tick(TICK).await.expect("here");
    });
    world.assert_well();
}

// ── A siege ──

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.roll() % end.max(1) as u64) as usize
    }
}

/// Everything that one honest session sends, packet by packet, from the handshake on.
async fn record(world: &Server) -> Vec<Vec<u8>> {
    let mut guest = Guest::join(world.address, "recorder", VIEW, true).await.expect("a way in");
    for round in 0..12 {
        for _ in 0..4 {
            guest.walk(0.2, 0.1).await.expect("here");
            guest.tick(TICK).await.expect("here");
        }
        let feet = guest.at.block();
        if let Some(ground) = guest.ground(feet.x + 2, feet.z) {
            match round % 4 {
                0 => guest.place_on(ground, 0).await.expect("here"),
                1 => guest.dig(ground, false).await.expect("here"),
                2 => guest.dig(ground, true).await.expect("here"),
                _ => guest.click(36).await.expect("here"),
            }
        }
    }
    guest.say("hello").await.expect("here");
    guest.tick(TICK).await.expect("here");
    assert!(guest.kinds().len() >= 8, "the recording has many kinds of packets: {:?}", guest.kinds());
    guest.sent.take().expect("a recording")
}

/// The same session in worse shape.
fn mutated(dice: &mut Dice, recorded: &[Vec<u8>]) -> Vec<u8> {
    let mut packets = recorded.to_vec();
    let name = format!("h{:010x}", dice.roll() & 0xff_ffff_ffff);
    packets[1] = [&[0, name.len() as u8][..], name.as_bytes(), &[0; 16]].concat();
    // Mostly what comes after the login, or hardly anything would get that far.
    let from = if dice.below(4) == 0 { 0 } else { 5.min(packets.len() - 1) };
    for _ in 0..1 + dice.below(6) {
        let at = from + dice.below(packets.len() - from);
        let other = dice.below(packets.len());
        let length = packets[at].len();
        match dice.below(12) {
            0 => {
                for _ in 0..1 + dice.below(8) {
                    let byte = dice.below(length);
                    if let Some(byte) = packets[at].get_mut(byte) {
                        *byte ^= 1 << dice.below(8);
                    }
                }
            }
            1 => {
                let byte = dice.below(length);
                let value = [0xff, 0x80, 0x7f, 0][dice.below(4)];
                packets[at].iter_mut().skip(byte).take(1 + dice.below(9)).for_each(|byte| *byte = value);
            }
            2 => packets[at].truncate(dice.below(length)),
            3 => {
                let junk = dice.below(5000);
                packets[at].extend((0..junk).map(|_| dice.roll() as u8));
            }
            4 => {
                let copies = vec![packets[at].clone(); 1 + dice.below(200)];
                packets.splice(at..at, copies);
            }
            5 => packets.swap(at, other),
            6 => _ = packets.remove(at),
            7 => {
                let tail = packets[other][packets[other].len() / 2..].to_vec();
                packets[at].truncate(length / 2);
                packets[at].extend(tail);
            }
            // Another state's packet, or the whole login once more.
            8 => packets[at] = recorded[dice.below(5.min(recorded.len()))].clone(),
            9 => packets.extend_from_within(..6.min(packets.len())),
            10 => {
                if let Some(id) = packets[at].first_mut() {
                    *id = dice.below(75) as u8;
                }
            }
            _ => {
                let place = dice.below(length);
                let claim: &[u8] =
                    [&[0xff, 0xff, 0xff, 0xff, 7][..], &[0xff, 0xff, 3], &[0x7f, 0xf8, 0, 0, 0, 0, 0, 0]]
                        [dice.below(3)];
                packets[at].splice(place..place, claim.iter().copied());
            }
        }
        if packets.len() <= from {
            break;
        }
    }
    let mut bytes = stream(&packets);
    match dice.below(8) {
        0 => bytes.truncate(dice.below(bytes.len())),
        1 => {
            for _ in 0..4 {
                let byte = dice.below(bytes.len());
                bytes[byte] = dice.roll() as u8;
            }
        }
        2 => bytes.extend(bomb()),
        _ => {}
    }
    bytes
}

/// One hostile visit: it stays until the world hangs up, or the honest players have taken some steps more.
async fn visit(address: SocketAddr, mut dice: Dice, recorded: Arc<Vec<Vec<u8>>>, deeds: Arc<Deeds>) {
    let Ok(mut socket) = TcpStream::connect(address).await else { return };
    let (bytes, patience) = match dice.below(12) {
        0 => ((0..dice.below(2000)).map(|_| dice.roll() as u8).collect(), 12),
        1 => (stream(&recorded[..1 + dice.below(3)]), 60), // and then nothing
        2 => (stream(&recorded)[..dice.below(60)].to_vec(), 60),
        _ => (mutated(&mut dice, &recorded), 12),
    };
    let reads = dice.below(5) > 0;
    let harm = async {
        if socket.write_all(&bytes).await.is_err() {
            return;
        }
        if reads {
            let mut sink = vec![0; 64 << 10];
            while let Ok(1..) = socket.read(&mut sink).await {}
        } else {
            std::future::pending::<()>().await;
        }
    };
    let patience = async {
        for _ in 0..patience {
            deeds.stepped.notified().await;
        }
    };
    tokio::select! {
        () = harm => {}
        () = patience => {}
    }
}

/// What honest players have done so far.
#[derive(Default)]
struct Deeds {
    dug: AtomicU64,
    said: AtomicU64,
    steps: AtomicU64,
    /// Each of the steps, as it is taken.
    stepped: Notify,
    over: AtomicBool,
}

/// What an honest player is granted.
fn here<T>(guest: &Guest, what: Result<T, String>) -> T {
    what.unwrap_or_else(|reason| panic!("an honest player at {:?}: {reason}", guest.at))
}

/// Joins and goes away from the spawn, where the others appear and leave their blocks. The land on the way is loaded
/// before the first of them comes.
async fn settle(world: &Server, name: &str, (dx, dz): (f64, f64)) -> Guest {
    let mut guest = join(world, name).await;
    for _ in 0..100 {
        let walked = guest.walk(dx, dz).await;
        here(&guest, walked);
        let ticked = guest.tick(TICK).await;
        here(&guest, ticked);
    }
    guest
}

/// Walks to and fro, digs and talks; all of it must come about.
async fn play(mut guest: Guest, name: &'static str, deeds: Arc<Deeds>) {
    let (first_tick, teleports) = (guest.seen.tick, guest.seen.teleports);
    let mut round = 0;
    // At least once, however short the siege.
    loop {
        round += 1;
        let step = if round % 2 == 0 { -0.2 } else { 0.2 };
        for _ in 0..20 {
            let walked = guest.walk(step, if round % 20 < 10 { 0.04 } else { -0.04 }).await;
            here(&guest, walked);
            let ticked = guest.tick(TICK).await;
            here(&guest, ticked);
            deeds.steps.fetch_add(1, Ordering::Relaxed);
            deeds.stepped.notify_waiters();
        }
        let feet = guest.at.block();
        if let Some(block) = guest.ground(feet.x, feet.z + 2).filter(|block| (block.y - feet.y).abs() < 3) {
            let dug = dig(&mut guest, block).await;
            deeds.dug.fetch_add(here(&guest, dug).into(), Ordering::Relaxed);
        }
        let words = format!("{name} {round}");
        let said = guest.say(&words).await;
        here(&guest, said);
        for waited in 0.. {
            let ticked = guest.tick(TICK).await;
            here(&guest, ticked);
            if guest.seen.said.contains(&words) {
                break;
            }
            assert!(waited < 200, "{name} was not heard in ten seconds");
        }
        guest.seen.said.clear();
        deeds.said.fetch_add(1, Ordering::Relaxed);
        assert_eq!(guest.seen.health, 20.0, "{name} was hurt");
        if deeds.over.load(Ordering::Relaxed) {
            break;
        }
    }
    assert_eq!(guest.seen.teleports, teleports, "{name} was put back");
    assert!(guest.seen.tick > first_tick, "time stands still");
}

/// Whether the block has gone in good time: water, say, does not.
async fn dig(guest: &mut Guest, block: BlockPos) -> Result<bool, String> {
    guest.seen.blocks.remove(&block);
    guest.dig(block, false).await?;
    for waited in 0..400 {
        guest.tick(TICK).await?;
        if waited == 30 {
            guest.dig(block, true).await?;
        }
        if guest.seen.blocks.get(&block) == Some(&0) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Hostile visits until it is enough, beside two honest players. Returns how many there were.
fn siege(world: &mut Server, seed: u64, is_enough: impl Fn(u64) -> bool) -> u64 {
    let deeds = Arc::<Deeds>::default();
    let (visits, early) = block_on(async {
        let recorded = Arc::new(record(world).await);
        let mut honest = JoinSet::new();
        let (alice, bob) = tokio::join!(settle(world, "Alice", (-0.4, 0.0)), settle(world, "Bob", (0.0, -0.4)));
        for (guest, name) in [(alice, "Alice"), (bob, "Bob")] {
            honest.spawn(play(guest, name, deeds.clone()));
        }
        let (mut hostile, mut visits, mut early) = (JoinSet::new(), 0, None);
        while !is_enough(visits) {
            if hostile.len() >= AT_ONCE {
                hostile.join_next().await;
            }
            if let Some(ended) = honest.try_join_next() {
                ended.expect("an honest player unharmed");
            }
            if visits == 100 {
                early = world.memory();
            }
            let dice = Dice(seed ^ visits.wrapping_mul(0x2545_f491_4f6c_dd1d));
            hostile.spawn(visit(world.address, dice, recorded.clone(), deeds.clone()));
            visits += 1;
        }
        hostile.join_all().await;
        deeds.over.store(true, Ordering::Relaxed);
        while let Some(ended) = honest.join_next().await {
            ended.expect("an honest player unharmed");
        }
        (visits, early)
    });
    world.assert_well();
    let Deeds { dug, said, steps, .. } = &*deeds;
    let [dug, said, steps] = [dug, said, steps].map(|count| count.load(Ordering::Relaxed));
    assert!(dug > 0 && said > 1 && steps > 20, "the honest ones played: {dug} dug, {said} said, {steps} steps");
    eprintln!(
        "{visits} hostile visits; honest: {dug} blocks dug, {said} messages, {steps} steps; {} log lines",
        world.log().len()
    );
    if let Some(((_, before), (now, peak))) = early.zip(world.memory()) {
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        eprintln!(
            "memory: {:.1} MiB at most by the hundredth, {:.1} by the last, {:.1} now",
            mib(before),
            mib(peak),
            mib(now)
        );
        assert!(peak as f64 <= before as f64 * 1.1, "memory has grown from {before} to {peak}");
    }
    visits
}

/// Minutes for the long mode.
fn long() -> Option<u64> {
    std::env::var("BLOCKWRIGHT_LONG").ok()?.parse().ok()
}

#[test]
fn mutated_sessions_harm_nobody() {
    let mut world = start();
    match long() {
        // More than a hundred, so that the memory before and after is compared.
        None => _ = siege(&mut world, 1, |visits| visits >= 160),
        Some(minutes) => {
            let end = Instant::now() + Duration::from_secs(60 * minutes);
            siege(&mut world, 2, |_| Instant::now() > end);
        }
    }
}

#[test]
#[ignore = "two thousand visits take minutes"]
fn a_long_soak_leaves_no_trace() {
    siege(&mut start(), 3, |visits| visits >= 2000);
}
