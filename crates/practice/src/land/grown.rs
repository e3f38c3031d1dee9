//! The land that grows from a seed, step by step: ground, caves, ores, trees, plants.
//!
//! Everything is integers, lattice noise, and sums, products and roots of it, so a seed means the same land on every
//! machine. A chunk depends on nothing but seed and place: chunks can be made in any order and on several threads.

use crate::{
    chunks::chunk::Chunk,
    domain::ChunkPos,
    land::{
        biomes::Biome,
        canvas::Canvas,
        caves::Caves,
        ground::Ground,
        ores::Ores,
        plants::Plants,
        relief::{Column, Relief},
        trees::{Soil, Trees},
    },
};

/// The land of a seed, in coordinates of its own.
pub(super) struct Land {
    relief: Relief,
    ground: Ground,
    caves: Caves,
    ores: Ores,
    trees: Trees,
    plants: Plants,
    /// By biome: its number on the wire.
    biome_ids: [u16; Biome::ALL.len()],
}

impl Land {
    pub fn new(seed: u64) -> Self {
        Self {
            relief: Relief::new(seed),
            ground: Ground::new(seed),
            caves: Caves::new(seed),
            ores: Ores::new(seed),
            trees: Trees::new(seed),
            plants: Plants::new(seed),
            biome_ids: Biome::ALL.map(Biome::id),
        }
    }

    pub fn column(&self, x: i32, z: i32) -> Column {
        self.relief.column(x, z)
    }

    pub fn generate(&self, pos: ChunkPos) -> Chunk {
        let mut canvas = Canvas::new(pos, &self.relief);
        self.ground.lay(&mut canvas);
        self.caves.carve(&mut canvas);
        self.ores.scatter(&mut canvas);
        let soil = Soil { relief: &self.relief, ground: &self.ground, caves: &self.caves };
        self.trees.grow(&soil, &mut canvas);
        self.plants.grow(&mut canvas);
        canvas.into_chunk(|column| self.biome_ids[column.biome as usize])
    }
}
