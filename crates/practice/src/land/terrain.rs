//! The land that grows from a seed, step by step: ground, caves, ores, trees, plants.
//!
//! Everything is integers, lattice noise, and sums, products and roots of it, so a seed means the same world on every
//! machine. A chunk depends on nothing but seed and place: chunks can be made in any order and on several threads.
//! What a player is promised near the spawn (see the tests) holds by construction.

pub(crate) use crate::land::relief::MEADOW;
use crate::{
    chunks::{blocks::AIR, chunk::Chunk},
    domain::{BlockPos, ChunkPos, Vec3},
    land::{
        biomes::Biome,
        canvas::Canvas,
        caves::Caves,
        ground::Ground,
        ores::Ores,
        plants::Plants,
        relief::Relief,
        trees::{Soil, Trees},
    },
    voxel::Section,
};

/// Beyond so many chunks there is nothing: vanilla's edge, 30,000,000 blocks out.
const EDGE: u32 = 1_875_000;

/// Generates chunks.
pub(crate) struct Terrain {
    relief: Relief,
    ground: Ground,
    caves: Caves,
    ores: Ores,
    trees: Trees,
    plants: Plants,
    /// By biome: its number on the wire.
    biome_ids: [u16; Biome::ALL.len()],
}

impl Terrain {
    pub fn new(seed: u64) -> Self {
        let relief = Relief::new(seed);
        Self {
            ground: Ground::new(seed),
            caves: Caves::new(seed),
            ores: Ores::new(seed),
            trees: Trees::new(seed, &relief),
            plants: Plants::new(seed),
            biome_ids: Biome::ALL.map(Biome::id),
            relief,
        }
    }

    /// Where players appear: on the first meadow's grass.
    pub fn spawn(&self) -> Vec3 {
        Vec3::new(0.5, f64::from(MEADOW + 1), 0.5)
    }

    /// A column's topmost ground block, caves aside.
    pub fn ground(&self, x: i32, z: i32) -> BlockPos {
        BlockPos::new(x, self.relief.column(x, z).top, z)
    }

    pub fn generate(&self, pos: ChunkPos) -> Chunk {
        if pos.x.unsigned_abs().max(pos.z.unsigned_abs()) > EDGE {
            let nothing = std::array::from_fn(|_| Section::Uniform(AIR));
            return Chunk::new(nothing, [self.biome_ids[Biome::Plains as usize]; 16]);
        }
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

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::{
        chunks::{blocks, heights::MIN_Y},
        rng::mix,
        voxel::StateId,
    };

    /// Chunks by need, as the world has them.
    struct Land {
        terrain: Terrain,
        chunks: HashMap<ChunkPos, Chunk>,
    }

    impl Land {
        fn new(seed: u64) -> Self {
            Self { terrain: Terrain::new(seed), chunks: HashMap::new() }
        }

        fn chunk(&mut self, pos: ChunkPos) -> &Chunk {
            self.chunks.entry(pos).or_insert_with(|| self.terrain.generate(pos))
        }

        fn state(&mut self, x: i32, y: i32, z: i32) -> StateId {
            self.chunk(BlockPos::new(x, y, z).chunk()).get(x, y, z)
        }

        fn name(&mut self, x: i32, y: i32, z: i32) -> &'static str {
            blocks::name(self.state(x, y, z))
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
            assert_eq!(land.chunk(ChunkPos { x: 0, z: 0 }).biomes, [Biome::Plains.id(); 16], "seed {seed}");
            let (mut trees, mut coal, mut iron) = (0, 0, 0);
            for (x, z) in (-34..=34).flat_map(|x| (-34..=34).map(move |z| (x, z))) {
                let top = land.terrain.relief.column(x, z).top;
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
                let open = (MIN_Y + 100..top).find(|&y| land.state(x, y, z) == blocks::AIR);
                assert_eq!(open, None, "seed {seed}: a cave near the spawn at {x}, {z}");
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
    fn every_seed_has_dry_sand_and_water_not_far_from_the_spawn() {
        for seed in seeds() {
            let mut land = Land::new(seed);
            let (mut sand, mut water) = (0, 0);
            for (x, z) in (-64..=64).step_by(2).flat_map(|x| (-64..=64).step_by(2).map(move |z| (x, z))) {
                let column = land.terrain.relief.column(x, z);
                if x * x + z * z <= 64 * 64 {
                    water += usize::from(column.is_wet());
                    if column.biome == Biome::Beach && land.name(x, column.top, z) == "sand" {
                        sand += usize::from(land.is_free(x, column.top + 1, z));
                    }
                }
            }
            assert!(sand >= 16 && water >= 16, "seed {seed}: {sand} columns in four of sand, {water} of water");
        }
    }

    #[test]
    fn all_land_can_be_walked() {
        let (mut lowest, mut highest, mut wet, mut all) = (MEADOW, MEADOW, 0, 0);
        let mut steps = [0; 8];
        for seed in seeds().step_by(9) {
            let terrain = Terrain::new(seed);
            let far = mix(seed) as i32 % 2000;
            for (x, z) in (-160..260).step_by(2).flat_map(|x| (-120..220).map(move |z| (x, z + far % 2 * far))) {
                let here = terrain.relief.column(x, z);
                for (dx, dz) in [(1, 0), (0, 1)] {
                    let step = (here.top - terrain.relief.column(x + dx, z + dz).top).abs();
                    assert!(step <= 1 || here.wild > 0.0, "seed {seed}: a step of {step} at {x}, {z}");
                    steps[step as usize] += 1;
                }
                (lowest, highest) = (lowest.min(here.top), highest.max(here.top));
                wet += usize::from(here.is_wet());
                all += 1;
            }
        }
        assert!(lowest >= 53 && highest <= 120, "{lowest} to {highest}");
        assert!(highest >= 95, "some hills: {highest}");
        assert!(wet > 0 && wet * 5 < all, "some water: {wet} of {all}");
        assert!(
            steps[2] * 200 < all && steps[3] * 5000 < all && steps[4..] == [0; 4],
            "few cliffs: {steps:?} of {all}"
        );
    }

    #[test]
    fn water_stays_where_it_is() {
        for seed in [1, 26, 77] {
            let mut land = Land::new(seed);
            let water = blocks::state("water");
            for (x, z) in (-300..-150).flat_map(|x| (0..150).map(move |z| (x, z))) {
                let column = land.terrain.relief.column(x, z);
                for y in column.top + 1..=62 {
                    assert_eq!(land.state(x, y, z), water, "seed {seed}: {x}, {y}, {z}");
                    for (dx, dy, dz) in [(1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1), (0, -1, 0)] {
                        let beside = land.state(x + dx, y + dy, z + dz);
                        assert_ne!(beside, blocks::AIR, "seed {seed}: air beside water at {x}, {y}, {z}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_world_has_everything() {
        let mut names = HashSet::new();
        let mut biomes = HashSet::new();
        for seed in [1, 2, 26] {
            let terrain = Terrain::new(seed);
            for pos in (-14..14).flat_map(|x| (-14..14).map(move |z| ChunkPos { x: x * 5, z: z * 5 })) {
                let chunk = terrain.generate(pos);
                biomes.extend(chunk.biomes);
                for section in &chunk.sections {
                    names.extend((0..4096).map(|index| section.get(index)).collect::<HashSet<_>>());
                }
            }
        }
        let names: HashSet<&str> = names.into_iter().map(blocks::name).collect();
        let ores = ["coal", "copper", "iron", "gold", "redstone", "lapis", "diamond"];
        for ore in ores {
            assert!(names.contains(format!("deepslate_{ore}_ore").as_str()), "{ore} in deepslate");
            assert!(names.contains(format!("{ore}_ore").as_str()), "{ore} in stone");
        }
        for name in [
            "bedrock",
            "lava",
            "water",
            "sand",
            "sandstone",
            "gravel",
            "clay",
            "granite",
            "diorite",
            "andesite",
            "tuff",
            "oak_log",
            "birch_log",
            "spruce_log",
            "cactus",
            "dead_bush",
            "sugar_cane",
            "pumpkin",
            "sunflower",
            "fern",
            "tall_grass",
            "short_grass",
            "dandelion",
            "poppy",
            "lilac",
        ] {
            assert!(names.contains(name), "{name}");
        }
        assert_eq!(biomes.len(), Biome::ALL.len());
    }

    #[test]
    fn trees_and_plants_stand_on_ground() {
        for seed in [1, 7, 26] {
            let mut land = Land::new(seed);
            for (x, z) in (-400..-220).flat_map(|x| (-90..90).map(move |z| (x, z))) {
                for y in 60..125 {
                    let (here, below) = (land.name(x, y, z), land.name(x, y - 1, z));
                    let stands = match here {
                        "oak_log" | "birch_log" | "spruce_log" => below == here || below == "dirt",
                        "cactus" => below == here || below == "sand",
                        "sugar_cane" => below == here || matches!(below, "sand" | "dirt" | "grass_block"),
                        "short_grass" | "fern" | "poppy" | "dandelion" | "leaf_litter" => below == "grass_block",
                        "dead_bush" | "short_dry_grass" => below == "sand",
                        _ => true,
                    };
                    assert!(stands, "seed {seed}: {here} on {below} at {x}, {y}, {z}");
                    if here == "cactus" {
                        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                        let room = beside.iter().all(|(dx, dz)| land.is_free(x + dx, y, z + dz));
                        assert!(room, "seed {seed}: a cactus against something at {x}, {y}, {z}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_edge_of_the_world_is_no_trouble() {
        let terrain = Terrain::new(1);
        for x in [1_874_999, -1_874_999, i32::MAX >> 4, i32::MIN >> 4, i32::MAX, i32::MIN] {
            let chunk = terrain.generate(ChunkPos { x, z: x.wrapping_add(1).wrapping_neg() });
            assert_eq!(chunk.get(3, MIN_Y, 3) == blocks::AIR, x.unsigned_abs() > EDGE);
        }
    }

    #[test]
    fn chunks_can_be_made_on_any_thread() {
        fn is_shared<T: Send + Sync>(_: &T) {}
        let terrain = Terrain::new(5);
        is_shared(&terrain);
        let states = |chunk: Chunk| chunk.sections.map(|section| (0..4096).map(|index| section.get(index)).collect());
        let pos = ChunkPos { x: 3, z: -2 };
        let here: [Vec<StateId>; 24] = states(terrain.generate(pos));
        let there = std::thread::scope(|scope| scope.spawn(|| terrain.generate(pos)).join()).unwrap();
        assert_eq!(states(there), here);
        assert_ne!(states(Terrain::new(6).generate(pos)), here);
    }
}
