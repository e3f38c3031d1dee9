//! Oaks and birches: a few on the meadow for everyone to start with, woods where the seed wants them.
//!
//! A tree may hang over into the next chunk, so each chunk asks its neighbours what grows there; the answer depends on
//! the seed alone.

use crate::{
    domain::{BlockPos, ChunkPos},
    knowledge,
    practice::{
        land::terrain::{Terrain, around_spawn, noise},
        rng::Rng,
        world::{blocks, chunks::Chunk},
    },
    voxel::StateId,
};

#[derive(Clone, Copy)]
struct Kind {
    log: StateId,
    leaves: StateId,
    /// Shortest trunk in blocks: high enough to walk under the leaves.
    shortest: i32,
}

pub(crate) struct Kinds {
    oak: Kind,
    birch: Kind,
}

struct Tree {
    kind: Kind,
    /// The trunk's lowest block, and its length.
    foot: BlockPos,
    trunk: i32,
    /// Which of the crown's corners are missing.
    shape: u64,
}

/// Trees on the spawn's meadow.
const STARTERS: u32 = 5;

/// At most so many try to grow in a chunk.
const MOST: f64 = 6.0;

/// Trunks of one chunk stand this far apart, in blocks.
const APART: i32 = 4;

impl Kinds {
    pub fn new() -> Self {
        let kind = |name: &str, shortest| Kind {
            log: blocks::state(&format!("{name}_log")),
            leaves: knowledge::block(&format!("{name}_leaves"))
                .and_then(|block| knowledge::state_with(block, &[("distance", "1")]))
                .unwrap_or(blocks::AIR),
            shortest,
        };
        Self { oak: kind("oak", 5), birch: kind("birch", 5) }
    }

    /// Puts into a chunk what grows in it and what hangs over from around it.
    pub fn grow(&self, terrain: &Terrain, pos: ChunkPos, chunk: &mut Chunk) {
        for (dx, dz) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dz| (dx, dz))) {
            for tree in self.trees_of(terrain, ChunkPos { x: pos.x + dx, z: pos.z + dz }) {
                tree.grow(pos, chunk);
            }
        }
    }

    fn trees_of(&self, terrain: &Terrain, pos: ChunkPos) -> Vec<Tree> {
        let mut trees: Vec<Tree> = Vec::new();
        let mut rng = Rng::at(terrain.seed ^ 0x7265_6573, pos.x, pos.z);
        let wood = noise(terrain.seed ^ 0x776f_6f64, pos.x, pos.z, 5);
        let birches = noise(terrain.seed ^ 0x6269_7263, pos.x, pos.z, 4);
        for _ in 0..((wood + 0.5) * MOST) as i32 {
            // Away from the chunk's edge, so that trunks of two chunks never touch.
            let (x, z) = ((pos.x << 4) + rng.range(2, 13), (pos.z << 4) + rng.range(2, 13));
            let kind = if rng.unit() < 0.3 + 0.3 * birches { self.birch } else { self.oak };
            let (trunk, shape) = (kind.shortest + rng.range(0, 1), rng.bits());
            let crowded = trees.iter().any(|tree| (tree.foot.x - x).abs().max((tree.foot.z - z).abs()) < APART);
            if !crowded && Terrain::is_wild(x, z) && terrain.is_grass(x, z) {
                trees.push(Tree { kind, foot: terrain.ground(x, z).up(), trunk, shape });
            }
        }
        trees.extend(self.starters(terrain).filter(|tree| tree.foot.chunk() == pos));
        trees
    }

    /// The trees around the spawn: each in its own direction, so that none hides another.
    fn starters(&self, terrain: &Terrain) -> impl Iterator<Item = Tree> {
        let mut rng = Rng::new(terrain.seed ^ 0x7374_6172);
        let first = rng.unit();
        (0..STARTERS).map(move |number| {
            let turn = first + f64::from(number) / f64::from(STARTERS);
            let (x, z) = around_spawn(turn, 8.0 + f64::from(number) + rng.unit() * 2.0);
            let kind = if number % 2 == 0 { self.oak } else { self.birch };
            Tree { kind, foot: terrain.ground(x, z).up(), trunk: kind.shortest + rng.range(0, 1), shape: rng.bits() }
        })
    }
}

impl Tree {
    /// A trunk with two wide layers of leaves, two narrow ones and a cap of five, corners missing by chance.
    fn grow(&self, pos: ChunkPos, chunk: &mut Chunk) {
        let mut put = |x: i32, y: i32, z: i32, state: StateId, over_leaves: bool| {
            let at = BlockPos::new(x, y, z);
            if at.chunk() != pos {
                return;
            }
            let there = chunk.get(x, y, z);
            if blocks::is_replaceable(there) || !blocks::is_solid(there) || (over_leaves && !blocks::is_opaque(there)) {
                chunk.set(x, y, z, state);
            }
        };
        let Self { kind, foot, trunk, shape } = *self;
        let top = foot.y + trunk;
        for y in top - 3..=top {
            let radius = if y < top - 1 { 2 } else { 1 };
            for (dx, dz) in (-radius..=radius).flat_map(|dx: i32| (-radius..=radius).map(move |dz: i32| (dx, dz))) {
                let corner = dx.abs() == radius && dz.abs() == radius;
                let which = (top - y) * 4 + i32::from(dx > 0) * 2 + i32::from(dz > 0);
                if corner && (y == top || shape >> which & 1 == 0) {
                    continue;
                }
                put(foot.x + dx, y, foot.z + dz, kind.leaves, false);
            }
        }
        for y in foot.y..top {
            put(foot.x, y, foot.z, kind.log, true);
        }
        put(foot.x, foot.y - 1, foot.z, blocks::state("dirt"), false);
    }
}
