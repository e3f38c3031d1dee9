//! The blocks: generated when first asked for, kept while someone is near or something was changed.

use std::collections::HashMap;

use crate::{
    domain::{BlockPos, ChunkPos},
    practice::{
        land::terrain::Terrain,
        world::{blocks, chunks::Chunk, light::Around},
    },
    voxel::StateId,
};

/// Untouched chunks kept before the far ones are let go.
const KEPT: usize = 1024;

pub(crate) struct World {
    pub terrain: Terrain,
    chunks: HashMap<ChunkPos, Chunk>,
}

impl World {
    pub fn new(seed: u64) -> Self {
        Self { terrain: Terrain::new(seed), chunks: HashMap::new() }
    }

    pub fn chunk(&mut self, pos: ChunkPos) -> &mut Chunk {
        self.chunks.entry(pos).or_insert_with(|| self.terrain.generate(pos))
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

    /// Lets chunks go that can be generated again, if there are many and nobody needs them.
    pub fn forget(&mut self, is_needed: impl Fn(ChunkPos) -> bool) {
        if self.chunks.len() > KEPT {
            self.chunks.retain(|&pos, chunk| chunk.touched || is_needed(pos));
        }
    }
}
