//! The thread that writes: it gets a snapshot, and says what became of it.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    thread::JoinHandle,
};

use crossbeam_channel::{Receiver, Sender};
use simdnbt::owned::{NbtCompound, NbtTag};
use tracing::{debug, error};
use uuid::Uuid;

use crate::{
    chunks::chunk::Chunk,
    domain::ChunkPos,
    entities::{falling::FallingBlock, lying::LyingItem},
    keep::{Entity, Keeper, Kept, Saved, Snapshot},
    players::player::Belongings,
    save::{
        chunk, falling, item, nbt,
        nbt::{compound, compounds},
        region,
        region::SavedChunks,
        version::DATA_VERSION,
        world_dir::WorldDir,
    },
};

/// The thread's end of things, for the game. Dropped, it waits until all is written.
pub(crate) struct Saver {
    world: Arc<WorldDir>,
    orders: Option<Sender<Snapshot>>,
    results: Receiver<Saved>,
    thread: Option<JoinHandle<()>>,
    is_busy: bool,
}

/// A world as its folder has it, and the thread that goes on saving it there.
pub(crate) fn open(folder: WorldDir) -> io::Result<Kept> {
    let level = folder.level();
    let chunks = Arc::new(folder.saved_chunks()?);
    // Number 0: the game gives them theirs. What this world does not know is left out.
    let known = |entity: NbtCompound| {
        let item = item::read_lying(&entity).map(Entity::Item);
        item.or_else(|| falling::read(&entity, 0).map(Entity::Falling))
    };
    let entities = folder.read_entities().into_iter().filter_map(known).collect();
    let keeper = Box::new(Saver::start(folder, chunks.clone())?);
    Ok(Kept { level, entities, chunks, keeper })
}

impl Saver {
    fn start(world: WorldDir, chunks: Arc<SavedChunks>) -> io::Result<Self> {
        let world = Arc::new(world);
        let (orders, inbox) = crossbeam_channel::bounded::<Snapshot>(1);
        let (outbox, results) = crossbeam_channel::bounded(1);
        let owned = world.clone();
        let thread = thread::Builder::new().name("practice-save".to_owned()).spawn(move || {
            for snapshot in inbox {
                let unsaved_chunks = snapshot.chunks.iter().map(|(pos, _)| *pos).collect();
                let unsaved_players = snapshot.players.iter().map(|(uuid, _)| *uuid).collect();
                let written = catch_unwind(AssertUnwindSafe(|| write(&owned, &chunks, snapshot)));
                // A fault of ours costs one save, and not the world all that it has yet to save.
                let saved = written.unwrap_or_else(|_| Saved {
                    unsaved_chunks,
                    unsaved_players,
                    faults: vec!["the thread that writes has met a fault".to_owned()],
                    ..Saved::default()
                });
                if outbox.send(saved).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { world, orders: Some(orders), results, thread: Some(thread), is_busy: false })
    }
}

impl Keeper for Saver {
    /// A file that cannot be read is kept under another name, and said.
    fn player(&self, uuid: Uuid, first: Belongings) -> Belongings {
        self.world.read_player(uuid, first)
    }

    fn is_busy(&self) -> bool {
        self.is_busy
    }

    fn order(&mut self, snapshot: Snapshot) {
        self.is_busy = self.orders.as_ref().is_some_and(|orders| orders.try_send(snapshot).is_ok());
        if !self.is_busy {
            error!("the world cannot be saved: the thread that writes takes nothing");
        }
    }

    fn result(&mut self) -> Option<Saved> {
        let saved = self.results.try_recv().ok()?;
        self.is_busy = false;
        Some(saved)
    }

    fn wait(&mut self) -> Option<Saved> {
        if !self.is_busy {
            return None;
        }
        self.is_busy = false;
        self.results.recv().ok()
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.wait();
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Writes all it can. `level.dat` comes last: its time is that of everything before it.
fn write(world: &WorldDir, known: &SavedChunks, snapshot: Snapshot) -> Saved {
    let mut saved = Saved::default();
    let tick = snapshot.level.tick;
    let mut regions: BTreeMap<(i32, i32), Vec<(ChunkPos, Arc<Chunk>)>> = BTreeMap::new();
    for (pos, chunk) in snapshot.chunks {
        regions.entry(region::place(pos).0).or_default().push((pos, chunk));
    }
    for (region, chunks) in regions {
        let encode = |(pos, chunk): &(ChunkPos, Arc<Chunk>)| {
            (region::place(*pos).1, nbt::encode(chunk::write(*pos, chunk, tick)))
        };
        let encoded: HashMap<usize, Vec<u8>> = chunks.iter().map(encode).collect();
        let places = chunks.iter().map(|(pos, _)| *pos);
        match region::write(known.folder(), region, &encoded, true) {
            Ok(()) => {
                known.learn(places.clone());
                saved.chunks.extend(places);
            }
            Err(fault) => {
                saved.unsaved_chunks.extend(places);
                saved.faults.push(format!("chunks: {fault}"));
            }
        }
    }
    if let Err(fault) = write_entities(world, &snapshot.items, &snapshot.falling) {
        saved.faults.push(format!("entities: {fault}"));
    }
    for (uuid, player) in &snapshot.players {
        if let Err(error) = world.write_player(*uuid, player) {
            saved.unsaved_players.push(*uuid);
            saved.faults.push(format!("players: {error}"));
        }
    }
    if let Err(error) = world.write_level(&snapshot.level) {
        saved.faults.push(format!("level.dat: {error}"));
    }
    debug!("saved {} chunks and {} players of tick {tick}", saved.chunks.len(), snapshot.players.len());
    saved
}

/// The entities of the whole world are few: their files are written anew each time, and go with the last one in them.
fn write_entities(world: &WorldDir, items: &[LyingItem], blocks: &[FallingBlock]) -> Result<(), String> {
    let mut chunks: BTreeMap<ChunkPos, Vec<NbtCompound>> = BTreeMap::new();
    for item in items {
        chunks.entry(item.at.block().chunk()).or_default().push(item::write_lying(item));
    }
    for block in blocks {
        chunks.entry(block.at.block().chunk()).or_default().push(falling::write(block));
    }
    let mut regions: BTreeMap<(i32, i32), HashMap<usize, Vec<u8>>> = BTreeMap::new();
    for (pos, entities) in chunks {
        let tag = compound([
            ("DataVersion", NbtTag::Int(DATA_VERSION)),
            ("Position", NbtTag::IntArray(vec![pos.x, pos.z])),
            ("Entities", compounds(entities)),
        ]);
        let (region, number) = region::place(pos);
        regions.entry(region).or_default().insert(number, nbt::encode(tag));
    }
    let folder = world.entities();
    let old: HashSet<(i32, i32)> =
        region::regions_in(&folder).map_err(|error| error.to_string())?.into_iter().collect();
    for (region, chunks) in &regions {
        region::write(&folder, *region, chunks, false)?;
    }
    for gone in old.into_iter().filter(|region| !regions.contains_key(region)) {
        region::remove(&folder, gone).map_err(|error| error.to_string())?;
    }
    Ok(())
}
