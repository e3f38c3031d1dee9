//! The blocks of a 16x16 column, a section at a time; most sections are all air or all stone.

use std::{collections::BTreeMap, sync::OnceLock};

use crate::{
    chunks::{
        fluids::{Due, Kind},
        heights::{HEIGHT, MIN_Y, SECTIONS},
        shine::Shine,
    },
    domain::BlockPos,
    items::containers::Container,
    voxel::{Section, StateId},
};

#[derive(Clone, Debug)]
pub(crate) struct Chunk {
    pub sections: [Section; SECTIONS],
    /// The biome of each 4x4 column, by `z << 2 | x`, for all heights: its number in the registry.
    pub biomes: [u16; 16],
    /// What blocks hold beyond their state: chests, barrels, furnaces, by their place in the world.
    pub containers: BTreeMap<BlockPos, Container>,
    /// Buttons and plates that were down when it was saved.
    pub pressed: Vec<BlockPos>,
    /// Where water and lava are to be looked at, and when.
    pub flows: BTreeMap<(BlockPos, Kind), Due>,
    /// Whether anything changed since it was generated, or last saved: if not, it can be had again.
    pub touched: bool,
    /// What light goes by; empty after a change.
    shine: OnceLock<Shine>,
}

impl Chunk {
    /// A chunk as it was generated or read.
    pub fn new(sections: [Section; SECTIONS], biomes: [u16; 16]) -> Self {
        let (containers, pressed, flows) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        Self { sections, biomes, containers, pressed, flows, touched: false, shine: OnceLock::new() }
    }

    /// Section and index of a block; `None` above and below the world. Of x and z only the local part counts.
    #[inline]
    fn index(x: i32, y: i32, z: i32) -> Option<(usize, usize)> {
        let height = usize::try_from(y - MIN_Y).ok().filter(|&height| height < HEIGHT as usize)?;
        Some((height >> 4, (height & 15) << 8 | (z as usize & 15) << 4 | (x as usize & 15)))
    }

    /// Air outside the world.
    #[inline]
    pub fn get(&self, x: i32, y: i32, z: i32) -> StateId {
        Self::index(x, y, z).map_or(0, |(section, index)| self.sections[section].get(index))
    }

    /// Nothing happens outside the world.
    #[inline]
    pub fn set(&mut self, x: i32, y: i32, z: i32, state: StateId) {
        if let Some((section, index)) = Self::index(x, y, z) {
            self.sections[section].set(index, state);
            self.shine.take();
        }
    }

    /// Where daylight ends and what shines.
    #[inline]
    pub fn shine(&self) -> &Shine {
        self.shine.get_or_init(|| Shine::of(&self.sections))
    }
}
