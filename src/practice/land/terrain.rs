//! The land that grows from a seed: meadows with rolling hills and a few ponds, woods, and ores below.
//!
//! Everything is integers and lattice noise of our own, so a seed means the same world on every machine, and the noise's
//! steepest slope is known: neighbouring columns differ by at most one block, so all of it can be walked. A meadow lies
//! around the spawn and another around 100, 100; between them and everywhere else the seed decides. What a player is
//! promised (see the tests) holds by construction.

use azalea_registry::{DataRegistry, data::Biome};

use crate::{
    domain::{BlockPos, ChunkPos, Vec3},
    practice::{
        land::{ores, trees},
        net::registries,
        rng::{Rng, hash2, mix},
        world::{
            blocks,
            chunks::{Chunk, MIN_Y, SECTIONS},
        },
    },
    voxel::{Section, StateId},
};

/// The y of the meadows' grass blocks: one stands on them at 64.
pub(crate) const MEADOW: i32 = 63;

/// Water stands up to here.
const WATER_LEVEL: i32 = 62;

/// Blocks of dirt under the grass.
const DIRT: i32 = 3;

/// Middles of the two meadows that every seed has.
const MEADOWS: [(i32, i32); 2] = [(0, 0), (100, 100)];

/// How far from a meadow's middle it is level, and over how many blocks the hills then rise, in blocks.
const LEVEL: f64 = 6.0;
const RISE: f64 = 40.0;

/// Around a meadow's middle nothing grows by chance, so that its starter trees can be walked to straight.
const CLEARING: i32 = 20;

/// The states terrain is made of, looked up once.
pub(crate) struct Materials {
    bedrock: StateId,
    pub stone: StateId,
    dirt: StateId,
    grass: StateId,
    sand: StateId,
    gravel: StateId,
    water: StateId,
    plants: [StateId; 6],
}

/// Generates chunks.
pub(crate) struct Terrain {
    pub seed: u64,
    materials: Materials,
    trees: trees::Kinds,
    ores: ores::Kinds,
}

impl Terrain {
    pub fn new(seed: u64) -> Self {
        let plants = ["short_grass", "short_grass", "short_grass", "dandelion", "poppy", "azure_bluet"];
        let materials = Materials {
            bedrock: blocks::state("bedrock"),
            stone: blocks::state("stone"),
            dirt: blocks::state("dirt"),
            grass: blocks::state("grass_block"),
            sand: blocks::state("sand"),
            gravel: blocks::state("gravel"),
            water: blocks::state("water"),
            plants: plants.map(blocks::state),
        };
        Self { seed, materials, trees: trees::Kinds::new(), ores: ores::Kinds::new() }
    }

    /// Where players appear: on the first meadow's grass.
    pub fn spawn(&self) -> Vec3 {
        Vec3::new(0.5, f64::from(MEADOW + 1), 0.5)
    }

    /// The y of a column's topmost ground block.
    pub fn height(&self, x: i32, z: i32) -> i32 {
        let wide = noise(mix(self.seed), x, z, 80);
        let fine = noise(mix(self.seed ^ 1), x, z, 24);
        let relief = (0.75 * wide + 0.25 * fine) * openness(x, z);
        let rise = if relief > 0.1 {
            (relief - 0.1) * 10.0
        } else if relief < -0.4 {
            (relief + 0.4) * 8.0
        } else {
            0.0
        };
        MEADOW + rise.round() as i32
    }

    /// Whether grass grows on a column; else it is a pond or its shore.
    pub fn is_grass(&self, x: i32, z: i32) -> bool {
        self.height(x, z) >= MEADOW
    }

    /// Whether chance may put a tree here.
    pub fn is_wild(x: i32, z: i32) -> bool {
        MEADOWS.iter().all(|&(mx, mz)| (x - mx).abs().max((z - mz).abs()) > CLEARING)
    }

    pub fn generate(&self, pos: ChunkPos) -> Chunk {
        let materials = &self.materials;
        let plains: Biome = registries::id_of("plains");
        let air: [Section; SECTIONS] = std::array::from_fn(|_| Section::Uniform(blocks::AIR));
        let mut chunk = Chunk::new(air, [plains.protocol_id() as u16; 16]);
        let (west, north) = (pos.x << 4, pos.z << 4);
        let columns =
            std::array::from_fn(|index: usize| self.height(west + (index & 15) as i32, north + (index >> 4) as i32));
        let columns: &[i32; 256] = &columns;
        let lowest = columns.iter().copied().min().unwrap_or(MEADOW);
        let whole = (lowest - DIRT - MIN_Y) >> 4;
        for section in &mut chunk.sections[..whole as usize] {
            *section = Section::Uniform(materials.stone);
        }
        for (index, &top) in columns.iter().enumerate() {
            let (x, z) = (west + (index & 15) as i32, north + (index >> 4) as i32);
            chunk.set(x, MIN_Y, z, materials.bedrock);
            self.fill_column(&mut chunk, x, z, MIN_Y + (whole << 4), top);
        }
        self.ores.grow(self, pos, &mut chunk);
        self.trees.grow(self, pos, &mut chunk);
        chunk
    }

    fn fill_column(&self, chunk: &mut Chunk, x: i32, z: i32, from: i32, top: i32) {
        let materials = &self.materials;
        let chance = hash2(self.seed ^ 2, x, z);
        let dry = top >= MEADOW;
        let (surface, below) = match (dry, noise(mix(self.seed ^ 3), x, z, 12) > 0.5) {
            (true, _) => (materials.grass, materials.dirt),
            (false, false) => (materials.sand, materials.sand),
            (false, true) => (materials.gravel, materials.gravel),
        };
        for y in from..top - DIRT {
            chunk.set(x, y, z, materials.stone);
        }
        for y in top - DIRT..top {
            chunk.set(x, y, z, below);
        }
        chunk.set(x, top, z, surface);
        for y in top + 1..=WATER_LEVEL {
            chunk.set(x, y, z, materials.water);
        }
        if dry && chance.is_multiple_of(9) {
            let plant = materials.plants[(chance >> 8) as usize % materials.plants.len()];
            chunk.set(x, top + 1, z, plant);
        }
    }
}

/// 0 in the middle of a meadow, 1 in the open.
fn openness(x: i32, z: i32) -> f64 {
    let one = |(mx, mz): (i32, i32)| {
        let distance = f64::from(x - mx).hypot(f64::from(z - mz));
        smooth(((distance - LEVEL) / RISE).clamp(0.0, 1.0))
    };
    MEADOWS.into_iter().map(one).fold(1.0, f64::min)
}

fn smooth(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

/// Value noise from -1 to 1 on a lattice of `cell` blocks. Its slope is at most `3 / cell` along each axis.
pub(crate) fn noise(seed: u64, x: i32, z: i32, cell: i32) -> f64 {
    let corner = |dx: i32, dz: i32| Rng::at(seed, x.div_euclid(cell) + dx, z.div_euclid(cell) + dz).unit() * 2.0 - 1.0;
    let along = |value: i32| smooth(f64::from(value.rem_euclid(cell)) / f64::from(cell));
    let (tx, tz) = (along(x), along(z));
    let north = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * tx;
    let south = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * tx;
    north + (south - north) * tz
}

/// Blocks from a place of the meadow, in a direction given by eighths of a turn or finer.
pub(crate) fn around_spawn(turn: f64, distance: f64) -> (i32, i32) {
    let (sin, cos) = (turn * std::f64::consts::TAU).sin_cos();
    ((distance * cos).round() as i32, (distance * sin).round() as i32)
}

impl Terrain {
    /// The block on which one stands in a column.
    pub fn ground(&self, x: i32, z: i32) -> BlockPos {
        BlockPos::new(x, self.height(x, z), z)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Chunks by need, as the world has them.
    struct Land {
        terrain: Terrain,
        chunks: HashMap<ChunkPos, Chunk>,
    }

    impl Land {
        fn new(seed: u64) -> Self {
            Self { terrain: Terrain::new(seed), chunks: HashMap::new() }
        }

        fn name(&mut self, x: i32, y: i32, z: i32) -> &'static str {
            let pos = BlockPos::new(x, y, z).chunk();
            let chunk = self.chunks.entry(pos).or_insert_with(|| self.terrain.generate(pos));
            blocks::name(chunk.get(x, y, z))
        }

        fn is_free(&mut self, x: i32, y: i32, z: i32) -> bool {
            let name = self.name(x, y, z);
            !crate::knowledge::block(name).unwrap().solid && name != "water"
        }

        /// Whether a body can go straight from the spawn to beside a column, up and down single blocks.
        fn can_walk_to(&mut self, x: i32, z: i32) -> bool {
            let length = f64::from(x).hypot(f64::from(z));
            let mut feet = MEADOW + 1;
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

    fn seeds() -> impl Iterator<Item = u64> {
        (0..150).chain((0..50).map(mix)).chain([u64::MAX, 1 << 63])
    }

    #[test]
    fn every_seed_keeps_its_promises() {
        for seed in seeds() {
            let mut land = Land::new(seed);
            assert_eq!(land.name(0, MEADOW, 0), "grass_block", "seed {seed}: spawn");
            assert!(land.is_free(0, MEADOW + 1, 0) && land.is_free(0, MEADOW + 2, 0), "seed {seed}: room at spawn");
            let (mut trees, mut coal, mut iron) = (0, 0, 0);
            for (x, z) in (-34..=34).flat_map(|x| (-34..=34).map(move |z| (x, z))) {
                let top = land.terrain.height(x, z);
                let distance = x.abs().max(z.abs());
                if land.name(x, top, z) == "grass_block" {
                    let stone = (1..=5).any(|depth| land.name(x, top - depth, z) == "stone");
                    let ore = (1..=5).any(|depth| land.name(x, top - depth, z).ends_with("_ore"));
                    assert!(stone || ore, "seed {seed}: stone under {x}, {z}");
                }
                if distance <= 16 && land.name(x, top + 1, z).ends_with("_log") && land.can_walk_to(x, z) {
                    trees += 1;
                }
                coal += (1..=7).filter(|depth| land.name(x, top - depth, z) == "coal_ore").count();
                iron += (1..=16).filter(|depth| land.name(x, top - depth, z) == "iron_ore").count();
            }
            assert!(trees >= 1, "seed {seed}: no tree that can be walked to");
            assert!(coal >= 8, "seed {seed}: {coal} shallow coal");
            assert!(iron >= 3, "seed {seed}: {iron} shallow iron");
            for (x, z) in [(100, 100), (99, 101), (102, 98)] {
                assert_eq!(land.name(x, MEADOW, z), "grass_block", "seed {seed}: meadow at 100, 100");
                assert!(land.is_free(x, MEADOW + 1, z), "seed {seed}: meadow at 100, 100");
            }
        }
    }

    #[test]
    fn all_land_can_be_walked() {
        let (mut lowest, mut highest, mut wet, mut all) = (MEADOW, MEADOW, 0, 0);
        for seed in seeds().step_by(7) {
            let terrain = Terrain::new(seed);
            for (x, z) in (-120..120).flat_map(|x| (-120..120).map(move |z| (x, z))) {
                let here = terrain.height(x, z);
                for (dx, dz) in [(1, 0), (0, 1)] {
                    let there = terrain.height(x + dx, z + dz);
                    assert!((here - there).abs() <= 1, "seed {seed}: {here} beside {there} at {x}, {z}");
                }
                (lowest, highest) = (lowest.min(here), highest.max(here));
                wet += usize::from(here < WATER_LEVEL);
                all += 1;
            }
        }
        assert!(lowest >= 57 && highest <= 73, "{lowest} to {highest}");
        assert!(highest >= 68, "some hills: {highest}");
        assert!(wet > 0 && wet * 8 < all, "a little water: {wet} of {all}");
    }

    #[test]
    fn a_seed_is_a_world() {
        let chunk = |seed| {
            let chunk = Terrain::new(seed).generate(ChunkPos { x: 3, z: -2 });
            (MIN_Y..90)
                .flat_map(|y| (0..256).map(move |i| (i & 15, y, i >> 4)))
                .map(move |(x, y, z)| chunk.get(x, y, z))
                .collect::<Vec<_>>()
        };
        assert_eq!(chunk(5), chunk(5));
        assert_ne!(chunk(5), chunk(6));
    }
}
