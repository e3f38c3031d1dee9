//! Veins of ore in the stone, each within its chunk; near the spawn some are promised.

use crate::{
    domain::ChunkPos,
    practice::{
        land::terrain::{MEADOW, Terrain, around_spawn},
        rng::Rng,
        world::{blocks, chunks::Chunk},
    },
    voxel::StateId,
};

struct Kind {
    ore: StateId,
    veins: i32,
    /// Lowest and highest middle, in blocks.
    from: i32,
    to: i32,
    size: i32,
}

pub(crate) struct Kinds {
    kinds: Vec<Kind>,
    coal: StateId,
    iron: StateId,
    stone: StateId,
}

/// Block, veins a chunk, lowest and highest y, blocks a vein: vanilla's order of plenty, brought closer to the surface.
const PLENTY: [(&str, i32, i32, i32, i32); 9] = [
    ("coal_ore", 5, 20, 58, 10),
    ("coal_ore", 3, -10, 40, 12),
    ("iron_ore", 4, 40, 57, 6),
    ("iron_ore", 5, -40, 40, 8),
    ("copper_ore", 3, 10, 55, 9),
    ("gold_ore", 2, -60, 25, 7),
    ("redstone_ore", 3, -60, 12, 7),
    ("lapis_ore", 1, -60, 30, 6),
    ("diamond_ore", 2, -60, 8, 5),
];

impl Kinds {
    pub fn new() -> Self {
        let kind = |(name, veins, from, to, size)| Kind { ore: blocks::state(name), veins, from, to, size };
        Self {
            kinds: PLENTY.into_iter().map(kind).collect(),
            coal: blocks::state("coal_ore"),
            iron: blocks::state("iron_ore"),
            stone: blocks::state("stone"),
        }
    }

    pub fn grow(&self, terrain: &Terrain, pos: ChunkPos, chunk: &mut Chunk) {
        let mut rng = Rng::at(terrain.seed ^ 0x6f72_6573, pos.x, pos.z);
        for kind in &self.kinds {
            for _ in 0..kind.veins {
                let middle = [rng.range(0, 15), rng.range(kind.from, kind.to), rng.range(0, 15)];
                let size = rng.range(kind.size / 2, kind.size);
                self.vein(&mut rng, chunk, kind.ore, middle, size);
            }
        }
        self.promised(terrain, pos, chunk);
    }

    /// Coal right under the dirt and iron a little deeper, a short walk from the spawn.
    fn promised(&self, terrain: &Terrain, pos: ChunkPos, chunk: &mut Chunk) {
        let mut rng = Rng::new(terrain.seed ^ 0x70726f6d);
        for (ore, distance, depth) in
            [(self.coal, 18.0, 5), (self.coal, 26.0, 5), (self.iron, 14.0, 9), (self.iron, 22.0, 12)]
        {
            let (x, z) = around_spawn(rng.unit(), distance);
            let middle = [x & 15, MEADOW - depth, z & 15];
            let mut own = Rng::new(rng.bits());
            if (ChunkPos { x: x >> 4, z: z >> 4 }) == pos {
                self.vein(&mut own, chunk, ore, middle, 12);
            }
        }
    }

    /// A random walk through the stone that stays in the chunk, until `size` blocks are ore.
    fn vein(&self, rng: &mut Rng, chunk: &mut Chunk, ore: StateId, middle: [i32; 3], size: i32) {
        let mut at = middle;
        let mut left = size;
        // A walk can get stuck among other things; it then stays small.
        for _ in 0..size * 8 {
            let [x, y, z] = at;
            if chunk.get(x, y, z) == self.stone {
                chunk.set(x, y, z, ore);
                left -= 1;
            }
            if left == 0 {
                return;
            }
            let axis = rng.range(0, 2) as usize;
            let step = at[axis] + 2 * rng.range(0, 1) - 1;
            let home = if axis == 1 { middle[1] - 2..=middle[1] + 2 } else { 0..=15 };
            if home.contains(&step) {
                at[axis] = step;
            }
        }
    }
}
