//! A chunk while it is made: plain states in an array, packed into sections at the end.

use crate::{
    chunks::{
        blocks::AIR,
        chunk::Chunk,
        heights::{HEIGHT, MIN_Y},
    },
    domain::ChunkPos,
    land::relief::{Column, Relief, WATER_LEVEL},
    voxel::{Section, StateId},
};

/// Columns surveyed to each side of the chunk.
const MARGIN: i32 = 1;
const SIDE: i32 = 16 + 2 * MARGIN;

/// Room above the highest ground, for trees.
const HEADROOM: i32 = 14;

pub(crate) struct Canvas {
    /// The chunk's corner.
    pub west: i32,
    pub north: i32,
    columns: Vec<Column>,
    /// In the order of sections, `y << 8 | z << 4 | x` from the world's bottom to above the highest tree.
    states: Vec<StateId>,
}

impl Canvas {
    /// Surveys the chunk's columns and one around; all air.
    pub fn new(pos: ChunkPos, relief: &Relief) -> Self {
        let (west, north) = (pos.x << 4, pos.z << 4);
        let place = |index: i32| (west - MARGIN + index % SIDE, north - MARGIN + index / SIDE);
        let columns: Vec<Column> = (0..SIDE * SIDE).map(place).map(|(x, z)| relief.column(x, z)).collect();
        let highest = columns.iter().map(|column| column.top).max().unwrap_or(WATER_LEVEL).max(WATER_LEVEL);
        let sections = (highest + HEADROOM - MIN_Y) / 16 + 1;
        Self { west, north, columns, states: vec![AIR; sections.min(HEIGHT / 16) as usize * 4096] }
    }

    /// The lie of a column of the chunk, or of one beside it.
    #[inline]
    pub fn column(&self, x: i32, z: i32) -> Column {
        self.columns[((z - self.north + MARGIN) * SIDE + x - self.west + MARGIN) as usize]
    }

    /// All places of the chunk.
    pub fn places(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (west, north) = (self.west, self.north);
        (0..256).map(move |index| (west + (index & 15), north + (index >> 4)))
    }

    /// The cells of a lattice over the whole world in which the chunk lies, and so many blocks around it.
    pub fn cells(&self, size: i32, around: i32) -> impl Iterator<Item = (i32, i32)> + use<> {
        let along = |from: i32| (from - around).div_euclid(size)..=(from + 15 + around).div_euclid(size);
        let (i, j) = (along(self.west), along(self.north));
        i.flat_map(move |i| j.clone().map(move |j| (i, j)))
    }

    /// The highest ground of the chunk.
    pub fn highest(&self) -> i32 {
        self.columns.iter().map(|column| column.top).max().unwrap_or(WATER_LEVEL)
    }

    #[inline]
    pub fn contains(&self, x: i32, z: i32) -> bool {
        (x - self.west) as u32 <= 15 && (z - self.north) as u32 <= 15
    }

    /// Whether a place is in the chunk or at most so many blocks beside it.
    #[inline]
    pub fn is_near(&self, x: i32, z: i32, reach: i32) -> bool {
        let away = |at: i32, from: i32| (from - at).max(at - from - 15);
        away(x, self.west) <= reach && away(z, self.north) <= reach
    }

    #[inline]
    fn index(&self, x: i32, y: i32, z: i32) -> Option<usize> {
        if !self.contains(x, z) || y < MIN_Y {
            return None;
        }
        let index = ((y - MIN_Y) << 8 | (z - self.north) << 4 | (x - self.west)) as usize;
        (index < self.states.len()).then_some(index)
    }

    /// `None` outside the chunk and above what is made.
    #[inline]
    pub fn get(&self, x: i32, y: i32, z: i32) -> Option<StateId> {
        self.index(x, y, z).map(|index| self.states[index])
    }

    /// Nothing happens outside.
    #[inline]
    pub fn set(&mut self, x: i32, y: i32, z: i32, state: StateId) {
        if let Some(index) = self.index(x, y, z) {
            self.states[index] = state;
        }
    }

    /// The blocks of a row from west to east, both ends included; none outside.
    #[inline]
    pub fn row(&mut self, from: i32, to: i32, y: i32, z: i32) -> &mut [StateId] {
        match (self.index(from, y, z), self.index(to, y, z)) {
            (Some(from), Some(to)) if from <= to => &mut self.states[from..=to],
            _ => &mut [],
        }
    }

    /// Whole layers, from one y up to, not including, another.
    pub fn fill(&mut self, from: i32, to: i32, state: StateId) {
        self.states[(from - MIN_Y) as usize * 256..(to - MIN_Y) as usize * 256].fill(state);
    }

    /// Packs it. A biome of the chunk's 4x4 columns is that of a block in its middle.
    pub fn into_chunk(self, biome_id: impl Fn(Column) -> u16) -> Chunk {
        let (sections, _) = self.states.as_chunks::<4096>();
        let biome =
            |index: i32| biome_id(self.column(self.west + (index & 3) * 4 + 2, self.north + (index >> 2) * 4 + 2));
        let section = |number: usize| sections.get(number).map_or(Section::Uniform(AIR), Section::from_states);
        Chunk::new(std::array::from_fn(section), std::array::from_fn(|index| biome(index as i32)))
    }
}
