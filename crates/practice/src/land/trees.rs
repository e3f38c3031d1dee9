//! Oaks, birches and spruces: woods where the biome has them, groves in the plains.
//!
//! Trees stand on a jittered lattice of the whole world, so that chunks need not agree on anything; a chunk also grows
//! what hangs over from around it. The answer depends on the seed alone.

use crate::{
    chunks::{blocks, blocks::AIR},
    domain::BlockPos,
    knowledge,
    land::{biomes::Biome, canvas::Canvas, caves::Caves, ground::Ground, noise::Field, relief::Relief},
    rng::{Rng, hash2, mix},
    voxel::StateId,
};

/// The lattice's cells, and how far into its cell a tree may stand, in blocks.
const CELL: i32 = 5;
const JITTER: u64 = 4;

/// How far a crown reaches sideways.
const REACH: i32 = 3;

#[derive(Clone, Copy)]
enum Crown {
    /// Two wide layers, two narrow ones, corners missing by chance.
    Round,
    /// A cone in steps, from just above head height.
    Cone,
}

#[derive(Clone, Copy)]
struct Kind {
    log: StateId,
    /// By how many blocks they are from the wood, from 1.
    leaves: [StateId; 7],
    crown: Crown,
    /// Shortest and longest trunk in blocks: high enough to walk under the leaves.
    trunk: (i32, i32),
}

pub(crate) struct Trees {
    seed: u64,
    groves: Field,
    oak: Kind,
    birch: Kind,
    spruce: Kind,
    dirt: StateId,
}

#[derive(Clone, Copy)]
struct Tree {
    kind: Kind,
    /// The trunk's lowest block, and its length.
    foot: BlockPos,
    trunk: i32,
    /// Which of the crown's corners are missing, and other whims.
    shape: u64,
}

/// What trees ask of the land that they grow in.
pub(super) struct Soil<'a> {
    pub relief: &'a Relief,
    pub ground: &'a Ground,
    pub caves: &'a Caves,
}

impl Trees {
    pub fn new(seed: u64) -> Self {
        let kind = |name: &str, crown, trunk| {
            let leaves = knowledge::block(&format!("{name}_leaves"));
            let at = |distance: usize| {
                let distance = (distance + 1).to_string();
                leaves.and_then(|leaves| knowledge::state_with(leaves, &[("distance", &distance)])).unwrap_or(AIR)
            };
            Kind { log: blocks::state(&format!("{name}_log")), leaves: std::array::from_fn(at), crown, trunk }
        };
        let oak = kind("oak", Crown::Round, (5, 6));
        let birch = kind("birch", Crown::Round, (5, 7));
        let spruce = kind("spruce", Crown::Cone, (6, 9));
        Self {
            seed: mix(seed ^ 0x7472_6565),
            groves: Field::new(seed, b"grov", 64),
            oak,
            birch,
            spruce,
            dirt: blocks::state("dirt"),
        }
    }

    /// Puts into a chunk what grows in it and what hangs over from around it.
    pub fn grow(&self, soil: &Soil<'_>, canvas: &mut Canvas) {
        for (i, j) in canvas.cells(CELL, REACH) {
            if let Some(tree) = self.tree_of(soil, canvas, i, j) {
                self.put(&tree, canvas);
            }
        }
    }

    /// The tree of one cell of the lattice, if one grows there and reaches the chunk.
    fn tree_of(&self, soil: &Soil<'_>, canvas: &Canvas, i: i32, j: i32) -> Option<Tree> {
        let bits = hash2(self.seed, i, j);
        let (x, z) = (i * CELL + (bits % JITTER) as i32, j * CELL + (bits / JITTER % JITTER) as i32);
        if !canvas.is_near(x, z, REACH) {
            return None;
        }
        let mut rng = Rng::new(bits);
        let (chance, which, shape) = (rng.unit(), rng.unit(), rng.bits());
        let column = soil.relief.column(x, z);
        // Chances that give about vanilla's number of trees a chunk, but for groves in the plains.
        let (most, kind) = match column.biome {
            Biome::Plains | Biome::SunflowerPlains => {
                (self.groves.at(x, z) - 0.1, if which < 0.25 { self.birch } else { self.oak })
            }
            Biome::Forest => (0.8, if which < 0.2 { self.birch } else { self.oak }),
            Biome::BirchForest => (0.8, self.birch),
            Biome::Taiga => (0.75, self.spruce),
            Biome::WindsweptHills => (0.06, if which < 0.66 { self.spruce } else { self.oak }),
            Biome::Desert | Biome::River | Biome::Beach => return None,
        };
        if chance >= most || !soil.ground.is_grass(x, z, column) || soil.caves.is_gone(x, z, soil.relief) {
            return None;
        }
        Some(Tree::new(kind, BlockPos::new(x, column.top + 1, z), shape))
    }

    fn put(&self, tree: &Tree, canvas: &mut Canvas) {
        let Tree { kind, foot, trunk, .. } = *tree;
        for (at, distance) in tree.crown() {
            if canvas.get(at.x, at.y, at.z) == Some(AIR) {
                canvas.set(at.x, at.y, at.z, kind.leaves[distance.clamp(1, 7) as usize - 1]);
            }
        }
        for y in foot.y..foot.y + trunk {
            canvas.set(foot.x, y, foot.z, kind.log);
        }
        canvas.set(foot.x, foot.y - 1, foot.z, self.dirt);
    }
}

impl Tree {
    fn new(kind: Kind, foot: BlockPos, shape: u64) -> Self {
        let (shortest, longest) = kind.trunk;
        let trunk = shortest + ((shape >> 32) % (longest - shortest + 1) as u64) as i32;
        Self { kind, foot, trunk, shape }
    }

    /// Where leaves may be, and how far from the wood.
    fn crown(&self) -> Vec<(BlockPos, i32)> {
        let top = self.foot.y + self.trunk;
        let mut crown = Vec::with_capacity(96);
        let mut layer = |y: i32, radius: i32, corner: &dyn Fn(i32, i32) -> bool| {
            for (dx, dz) in (-radius..=radius).flat_map(|dx| (-radius..=radius).map(move |dz| (dx, dz))) {
                if radius == 0 || dx.abs() != radius || dz.abs() != radius || corner(dx, dz) {
                    let distance = dx.abs() + dz.abs() + (y - top + 1).max(0);
                    crown.push((BlockPos::new(self.foot.x + dx, y, self.foot.z + dz), distance));
                }
            }
        };
        match self.kind.crown {
            Crown::Round => {
                for y in top - 3..=top {
                    let corner = |dx: i32, dz: i32| {
                        let which = (top - y) * 4 + i32::from(dx > 0) * 2 + i32::from(dz > 0);
                        y < top && self.shape >> which & 1 == 1
                    };
                    layer(y, if y < top - 1 { 2 } else { 1 }, &corner);
                }
            }
            // From the tip down each step is wider than the last, up to its limit; then it begins anew, a little wider.
            Crown::Cone => {
                let widest = 2 + (self.shape & 1) as i32;
                let (mut radius, mut limit) = ((self.shape >> 1 & 1) as i32, 1);
                layer(top, 0, &|_, _| true);
                for y in (self.foot.y + 2..top).rev() {
                    layer(y, radius, &|_, _| false);
                    if radius >= limit {
                        radius = i32::from(limit > 1);
                        limit = (limit + 1).min(widest);
                    } else {
                        radius += 1;
                    }
                }
            }
        }
        crown
    }
}
