//! Where the changed chunks of a world lie that no folder keeps, once nobody is near: as what differs from the land that
//! grows there. A hole of a hundred blocks takes half a kilobyte so, and its chunk some forty.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    chunks::{
        chunk::Chunk,
        fluids::{Due, Kind},
        heights::SECTIONS,
    },
    domain::{BlockPos, ChunkPos, PosMap},
    items::containers::Container,
    land::terrain::Terrain,
    voxel::{Section, StateId},
    world::workshop::Archive,
};

/// Blocks of a section that are kept one by one; where more differ, the section is kept whole, in about as much memory.
const SINGLY: usize = 1024;

/// Blocks of a section.
const BLOCKS: u16 = 4096;

pub(crate) struct Attic {
    terrain: Arc<Terrain>,
    chunks: Mutex<PosMap<ChunkPos, Differs>>,
}

/// What of a chunk did not grow there.
struct Differs {
    sections: [Option<Changed>; SECTIONS],
    containers: BTreeMap<BlockPos, Container>,
    flows: BTreeMap<(BlockPos, Kind), Due>,
}

enum Changed {
    /// By their index in the protocol's order.
    Blocks(Vec<(u16, StateId)>),
    Whole(Section),
}

impl Attic {
    pub fn new(terrain: Arc<Terrain>) -> Self {
        Self { terrain, chunks: Mutex::default() }
    }

    /// Keeps a chunk as it is now.
    pub fn put(&self, pos: ChunkPos, chunk: &Chunk) {
        let grown = self.terrain.generate(pos);
        let sections = std::array::from_fn(|number| differs(&grown.sections[number], &chunk.sections[number]));
        let differs = Differs { sections, containers: chunk.containers.clone(), flows: chunk.flows.clone() };
        self.chunks.lock().unwrap_or_else(PoisonError::into_inner).insert(pos, differs);
    }
}

impl Archive for Attic {
    fn load(&self, pos: ChunkPos) -> Option<Chunk> {
        // The land is grown before the lock is taken, and only where there is something to add to it.
        let is_here = self.chunks.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&pos);
        let mut chunk = is_here.then(|| self.terrain.generate(pos))?;
        let chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        let Differs { sections, containers, flows } = chunks.get(&pos)?;
        for (section, changed) in chunk.sections.iter_mut().zip(sections) {
            match changed {
                None => {}
                Some(Changed::Blocks(blocks)) => {
                    blocks.iter().for_each(|&(index, state)| section.set(index.into(), state));
                }
                Some(Changed::Whole(whole)) => *section = whole.clone(),
            }
        }
        chunk.containers = containers.clone();
        chunk.flows = flows.clone();
        Some(chunk)
    }
}

/// `None` if all is as it grew.
fn differs(grown: &Section, now: &Section) -> Option<Changed> {
    let changed = || (0..BLOCKS).filter(|&index| grown.get(index.into()) != now.get(index.into()));
    match changed().take(SINGLY + 1).count() {
        0 => None,
        few if few <= SINGLY => Some(Changed::Blocks(changed().map(|index| (index, now.get(index.into()))).collect())),
        _ => Some(Changed::Whole(now.clone())),
    }
}
