//! Where in the land of a seed the world begins: as in vanilla a place is looked for where players can, and nothing is put there for
//! them.
//!
//! It promises grass to stand on, a tree within [`TREE`] blocks in a straight line that can be walked, and stone at
//! most [`STONE`] below. Places are looked at along a spiral, a chunk's corner each, so that the world's chunks are the land's.

use std::collections::HashMap;

use super::grown::Land;
use crate::{
    chunks::{blocks, chunk::Chunk},
    domain::{BlockPos, ChunkPos},
    knowledge,
    voxel::StateId,
};

/// How far away the tree stands, and how deep the stone lies, in blocks at most.
pub(super) const TREE: i32 = 24;
pub(super) const STONE: i32 = 5;
/// How far the spiral goes, in chunks; the land has a fitting place much nearer.
const FAR: i32 = 64;

/// The chunk of the land at whose corner the world has its origin.
pub(super) fn find(land: &Land) -> ChunkPos {
    spiral().find(|pos| Start::new(land, *pos).is_fit()).unwrap_or(ChunkPos { x: 0, z: 0 })
}

/// The nearest chunk of the land at whose corner one can stand dry, whatever else there is.
pub(super) fn near(land: &Land, at: ChunkPos) -> ChunkPos {
    let around = spiral().map(|by| ChunkPos { x: at.x + by.x, z: at.z + by.z });
    let mut around = around.filter(|pos| Start::new(land, *pos).is_dry());
    around.next().unwrap_or(at)
}

/// Chunks, ring after ring.
fn spiral() -> impl Iterator<Item = ChunkPos> {
    let ring = |far: i32| {
        let all = (-far..=far).flat_map(move |x| (-far..=far).map(move |z| ChunkPos { x, z }));
        all.filter(move |pos| pos.x.abs().max(pos.z.abs()) == far)
    };
    (0..=FAR).flat_map(ring)
}

/// A place that is looked at, and the chunks around it by need; blocks are counted from it.
struct Start<'a> {
    land: &'a Land,
    at: ChunkPos,
    /// The y of its ground.
    top: i32,
    chunks: HashMap<ChunkPos, Chunk>,
}

impl<'a> Start<'a> {
    fn new(land: &'a Land, at: ChunkPos) -> Self {
        Self { land, at, top: land.column(at.x << 4, at.z << 4).top, chunks: HashMap::new() }
    }

    fn state(&mut self, x: i32, y: i32, z: i32) -> StateId {
        let at = BlockPos::new(x + (self.at.x << 4), y, z + (self.at.z << 4));
        let chunk = self.chunks.entry(at.chunk()).or_insert_with(|| self.land.generate(at.chunk()));
        chunk.get(at.x, at.y, at.z)
    }

    fn name(&mut self, x: i32, y: i32, z: i32) -> &'static str {
        blocks::name(self.state(x, y, z))
    }

    fn is_free(&mut self, x: i32, y: i32, z: i32) -> bool {
        let name = self.name(x, y, z);
        name != "water" && knowledge::block(name).is_some_and(|block| !block.solid)
    }

    fn is_dry(&mut self) -> bool {
        let top = self.top;
        knowledge::block(self.name(0, top, 0)).is_some_and(|block| block.solid)
            && (1..=2).all(|up| self.is_free(0, top + up, 0))
    }

    fn is_fit(&mut self) -> bool {
        let top = self.top;
        let stands = self.name(0, top, 0) == "grass_block" && self.is_dry();
        stands && (1..=STONE).any(|deep| self.name(0, top - deep, 0) == "stone") && self.has_tree()
    }

    fn has_tree(&mut self) -> bool {
        let around = (-TREE..=TREE).flat_map(|x| (-TREE..=TREE).map(move |z| (x, z)));
        let mut near: Vec<(i32, i32)> = around.filter(|(x, z)| x * x + z * z <= TREE * TREE).collect();
        near.sort_by_key(|(x, z)| x * x + z * z);
        near.into_iter().any(|(x, z)| {
            let top = self.land.column(x + (self.at.x << 4), z + (self.at.z << 4)).top;
            self.name(x, top + 1, z).ends_with("_log") && self.can_walk_to(x, z)
        })
    }

    /// Whether a body can go straight from the origin to beside a column, up and down single blocks.
    fn can_walk_to(&mut self, x: i32, z: i32) -> bool {
        let length = (f64::from(x) * f64::from(x) + f64::from(z) * f64::from(z)).sqrt();
        let mut feet = self.top + 1;
        for step in 0..=((length - 1.5) * 4.0) as i32 {
            let along = f64::from(step) / 4.0 / length;
            let (x, z) = (f64::from(x) * along + 0.5, f64::from(z) * along + 0.5);
            for (dx, dz) in [(-0.3, -0.3), (-0.3, 0.3), (0.3, -0.3), (0.3, 0.3)] {
                let (x, z) = ((x + dx).floor() as i32, (z + dz).floor() as i32);
                let Some(level) = [0, 1, -1].into_iter().map(|dy| feet + dy).find(|&level| {
                    !self.is_free(x, level - 1, z) && self.is_free(x, level, z) && self.is_free(x, level + 1, z)
                }) else {
                    return false;
                };
                feet = level;
            }
        }
        true
    }
}
