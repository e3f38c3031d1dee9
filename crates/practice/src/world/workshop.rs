//! Where chunks are made: land grown from the seed, and the packet that shows it, off the tick's thread.
//!
//! The tick orders, the workers work, the tick takes in what is done. Few orders are under way at once, so that what is
//! nearest to somebody now comes before what was nearest a moment ago.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use azalea_protocol::packets::Packet;
use crossbeam_channel::{Receiver, Sender};
use tracing::error;

use crate::{
    chunks::{chunk::Chunk, encode},
    domain::{ChunkPos, PosMap},
    land::terrain::Terrain,
    protocol::{fixups, frames::Frame},
};

/// Orders under way for each worker: about what it does in a tick.
const ORDERS: usize = 16;

/// Where no one ever is, in chunks.
const FAR: i32 = 100_000;

/// Workers at most; more would only wait for the clients.
const MOST_WORKERS: usize = 4;

/// Where chunks lie that were changed once and are not needed now: files or memory, the world's source does not know.
pub(crate) trait Archive: Send + Sync {
    /// `None` if it never was changed, or is lost.
    fn load(&self, pos: ChunkPos) -> Option<Chunk>;
}

/// Where chunks come from.
#[derive(Clone)]
pub(crate) struct Source {
    pub terrain: Arc<Terrain>,
    pub changed: Arc<dyn Archive>,
}

impl Source {
    /// As it was last, if it was changed, or else as it grows.
    pub fn chunk(&self, pos: ChunkPos) -> Chunk {
        self.changed.load(pos).unwrap_or_else(|| self.terrain.generate(pos))
    }
}

/// A chunk and its neighbours, by z and x from the north-west.
pub(crate) type Snapshot = [[Option<Arc<Chunk>>; 3]; 3];

pub(crate) enum Order {
    Grow(ChunkPos),
    /// The packet that shows the chunk in the middle, and how often it had changed by then.
    Show(ChunkPos, Box<Snapshot>, u32),
}

pub(crate) enum Done {
    Grown(ChunkPos, Box<Chunk>),
    Shown(ChunkPos, Frame, u32),
    /// Whoever needs it makes it on the spot, and meets the fault there.
    Failed(ChunkPos),
}

/// The tick's end of the workshop.
pub(crate) struct Workshop {
    orders: Sender<Order>,
    done: Receiver<Done>,
    /// What is being made, and whether it is still wanted.
    under_way: PosMap<ChunkPos, bool>,
    most: usize,
}

impl Workshop {
    /// As many workers as leave a processor to the tick; `None` if no thread can be had.
    pub fn open(source: &Source) -> Option<Self> {
        let workers = thread::available_parallelism().map_or(1, |cores| cores.get() - 1).clamp(1, MOST_WORKERS);
        let most = workers * ORDERS;
        let (orders, ordered) = crossbeam_channel::bounded(most);
        let (finished, done) = crossbeam_channel::bounded(most);
        for _ in 0..workers {
            let (source, ordered, finished) = (source.clone(), ordered.clone(), finished.clone());
            let name = "practice-chunks".to_owned();
            let started = thread::Builder::new().name(name).spawn(move || work(&source, &ordered, &finished));
            if let Err(error) = started {
                error!("no thread to make chunks: {error}");
                return None;
            }
        }
        Some(Self { orders, done, under_way: PosMap::default(), most })
    }

    pub fn has_room(&self) -> bool {
        self.under_way.len() < self.most
    }

    pub fn is_under_way(&self, pos: ChunkPos) -> bool {
        self.under_way.contains_key(&pos)
    }

    /// Orders one thing of a chunk at a time; there must be room.
    pub fn order(&mut self, pos: ChunkPos, order: Order) {
        if self.has_room() && !self.is_under_way(pos) && self.orders.try_send(order).is_ok() {
            self.under_way.insert(pos, true);
        }
    }

    /// It has been made on the spot meanwhile.
    pub fn forgo(&mut self, pos: ChunkPos) {
        self.under_way.entry(pos).and_modify(|wanted| *wanted = false);
    }

    /// What has been finished by now.
    pub fn take_in(&mut self) -> Vec<Done> {
        let wanted = |done: &Done| {
            let (Done::Grown(pos, _) | Done::Shown(pos, ..) | Done::Failed(pos)) = done;
            self.under_way.remove(pos).unwrap_or_default()
        };
        self.done.try_iter().filter(wanted).collect()
    }
}

/// Until the world is gone.
fn work(source: &Source, orders: &Receiver<Order>, finished: &Sender<Done>) {
    for order in orders {
        let pos = match order {
            Order::Grow(pos) | Order::Show(pos, ..) => pos,
        };
        let made = catch_unwind(AssertUnwindSafe(|| match order {
            Order::Grow(pos) => Done::Grown(pos, Box::new(source.chunk(pos))),
            Order::Show(pos, around, changes) => match show(pos, &around) {
                Some(frame) => Done::Shown(pos, frame, changes),
                None => Done::Failed(pos),
            },
        }));
        if finished.send(made.unwrap_or(Done::Failed(pos))).is_err() {
            return;
        }
        // Bots that play on the same processors have ticks to keep; a chunk may wait.
        thread::yield_now();
    }
}

/// The packet that shows a chunk, compressed for everyone; `None` if it is not there or cannot be written.
pub(crate) fn show(pos: ChunkPos, around: &Snapshot) -> Option<Frame> {
    let around = around.each_ref().map(|row| row.each_ref().map(Option::as_deref));
    let packet = encode::packet(pos, &around)?;
    match fixups::encode(&packet.into_variant()) {
        Ok(bytes) => Some(Frame::whole(&bytes)),
        Err(error) => {
            error!("chunk {pos:?} could not be written: {error}");
            None
        }
    }
}

/// How long this many chunks of land take on this thread, and how long the packets that show them.
pub(crate) fn time(terrain: &Terrain, count: i32) -> (Duration, Duration) {
    let chunk = |x, z| ChunkPos { x: FAR + x, z: FAR + z };
    let begun = Instant::now();
    let columns: Vec<[Arc<Chunk>; 3]> =
        (0..count / 3).map(|x| [0, 1, 2].map(|z| Arc::new(terrain.generate(chunk(x, z))))).collect();
    let grown = begun.elapsed();
    let begun = Instant::now();
    // What stands beside what matters little to how long its light takes.
    for x in 0..columns.len() {
        let beside = [columns.len() - 1, 0, 1].map(|step| &columns[(x + step) % columns.len()]);
        for middle in 0..3 {
            let around = [2, 0, 1].map(|z| beside.map(|column| Some(column[(middle + z) % 3].clone())));
            let _ = show(chunk(x as i32, middle as i32), &around);
        }
    }
    (grown, begun.elapsed())
}
