//! The blocks: generated when first asked for, kept while someone is near or something was changed.

use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    sync::Arc,
};

use crate::{
    domain::{BlockPos, ChunkPos},
    practice::{
        land::terrain::Terrain,
        save::SavedChunks,
        world::{blocks, chunks::Chunk, light::Around},
    },
    voxel::StateId,
};

/// Untouched chunks kept before the far ones are let go.
const KEPT: usize = 1024;

pub(crate) struct World {
    pub terrain: Terrain,
    chunks: HashMap<ChunkPos, Chunk>,
    /// Where chunks lie that were changed once, in a world that has a folder.
    saved: Option<Arc<SavedChunks>>,
    /// Chunks on their way there.
    saving: HashSet<ChunkPos>,
    /// Containers that have come from there since last asked.
    arrived: Vec<BlockPos>,
}

impl World {
    pub fn new(seed: u64) -> Self {
        let (chunks, saving, arrived) = (HashMap::new(), HashSet::new(), Vec::new());
        Self { terrain: Terrain::new(seed), chunks, saved: None, saving, arrived }
    }

    /// One of which parts were saved.
    pub fn resume(seed: u64, saved: Arc<SavedChunks>) -> Self {
        Self { saved: Some(saved), ..Self::new(seed) }
    }

    pub fn chunk(&mut self, pos: ChunkPos) -> &mut Chunk {
        match self.chunks.entry(pos) {
            Entry::Occupied(chunk) => chunk.into_mut(),
            Entry::Vacant(place) => {
                let saved = self.saved.as_ref().and_then(|saved| saved.load(pos));
                self.arrived.extend(saved.iter().flat_map(|chunk| chunk.containers.keys()));
                place.insert(saved.unwrap_or_else(|| self.terrain.generate(pos)))
            }
        }
    }

    /// A chunk, generated if need be, and those of its eight neighbours that are there, by z and x.
    pub fn around(&mut self, pos: ChunkPos) -> Around<'_> {
        self.chunk(pos);
        let beside = |z: usize, x: usize| ChunkPos { x: pos.x + x as i32 - 1, z: pos.z + z as i32 - 1 };
        std::array::from_fn(|z| std::array::from_fn(|x| self.chunks.get(&beside(z, x))))
    }

    pub fn is_loaded(&self, pos: ChunkPos) -> bool {
        self.chunks.contains_key(&pos)
    }

    /// Air above and below the world.
    pub fn block(&mut self, pos: BlockPos) -> StateId {
        self.chunk(pos.chunk()).get(pos.x, pos.y, pos.z)
    }

    /// Changes a block and tells nobody; see `Game::set_block`.
    pub fn set_block(&mut self, pos: BlockPos, state: StateId) {
        let chunk = self.chunk(pos.chunk());
        chunk.set(pos.x, pos.y, pos.z, state);
        chunk.touched = true;
    }

    pub fn is_solid(&mut self, pos: BlockPos) -> bool {
        blocks::is_solid(self.block(pos))
    }

    pub fn is_water(&mut self, pos: BlockPos) -> bool {
        blocks::is_water(self.block(pos))
    }

    /// Containers that have come out of a file: something may be going on in them.
    pub fn take_arrived(&mut self) -> Vec<BlockPos> {
        std::mem::take(&mut self.arrived)
    }

    /// Copies of the chunks that were changed since last asked. They are kept until it is told what became of them.
    pub fn take_changed(&mut self) -> Vec<(ChunkPos, Arc<Chunk>)> {
        let changed = self.chunks.iter_mut().filter(|(_, chunk)| chunk.touched);
        let changed: Vec<_> = changed
            .map(|(&pos, chunk)| {
                chunk.touched = false;
                (pos, Arc::new(chunk.clone()))
            })
            .collect();
        self.saving.extend(changed.iter().map(|(pos, _)| *pos));
        changed
    }

    /// What became of them: those that could not be saved count as changed again.
    pub fn end_save(&mut self, saved: &[ChunkPos], unsaved: &[ChunkPos]) {
        for pos in saved.iter().chain(unsaved) {
            self.saving.remove(pos);
        }
        for pos in unsaved {
            if let Some(chunk) = self.chunks.get_mut(pos) {
                chunk.touched = true;
            }
        }
    }

    /// Lets chunks go that can be had again, if there are many and nobody needs them.
    pub fn forget(&mut self, is_needed: impl Fn(ChunkPos) -> bool) {
        if self.chunks.len() > KEPT {
            self.chunks.retain(|&pos, chunk| chunk.touched || self.saving.contains(&pos) || is_needed(pos));
        }
    }
}
