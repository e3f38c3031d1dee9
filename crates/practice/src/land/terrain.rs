//! The world's terrain: the land of its seed, which is alike everywhere, seen from a place of it where one can begin (`land::origin`).

pub(crate) use crate::land::relief::MEADOW;
use crate::{
    chunks::{blocks::AIR, chunk::Chunk},
    domain::{BlockPos, ChunkPos, Vec3},
    land::{biomes::Biome, grown::Land, origin, relief::Column},
    voxel::Section,
};

/// Beyond so many chunks there is nothing: vanilla's edge, 30,000,000 blocks out.
const EDGE: u32 = 1_875_000;

/// Which land a seed means: one more with each change of it. A saved world holds only what was changed in it, and the rest must grow again as
/// it was.
pub(crate) const LAND: i32 = 2;

/// A seed whose world begins on level ground with next to nothing on it, for tests of what happens there.
#[cfg(test)]
pub(crate) const LEVEL: u64 = 418;

/// Generates chunks.
pub(crate) struct Terrain {
    land: Land,
    /// The chunk of the land in which the world's first one lies.
    origin: ChunkPos,
}

impl Terrain {
    pub fn new(seed: u64) -> Self {
        let land = Land::new(seed);
        Self { origin: origin::find(&land), land }
    }

    /// The same, begun at the nearest dry ground to another place of the land, with nothing promised.
    pub fn begun_at(seed: u64, place: ChunkPos) -> Self {
        let land = Land::new(seed);
        Self { origin: origin::near(&land, place), land }
    }

    /// Where players appear: on the ground of the world's origin.
    pub fn spawn(&self) -> Vec3 {
        Vec3::new(0.5, f64::from(self.column(0, 0).top + 1), 0.5)
    }

    /// A column's topmost ground block, caves aside.
    pub fn ground(&self, x: i32, z: i32) -> BlockPos {
        BlockPos::new(x, self.column(x, z).top, z)
    }

    fn column(&self, x: i32, z: i32) -> Column {
        self.land.column(x.wrapping_add(self.origin.x << 4), z.wrapping_add(self.origin.z << 4))
    }

    pub fn generate(&self, pos: ChunkPos) -> Chunk {
        if pos.x.unsigned_abs().max(pos.z.unsigned_abs()) > EDGE {
            let nothing = std::array::from_fn(|_| Section::Uniform(AIR));
            return Chunk::new(nothing, [Biome::Plains.id(); 16]);
        }
        self.land.generate(ChunkPos { x: pos.x + self.origin.x, z: pos.z + self.origin.z })
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
    struct World {
        terrain: Terrain,
        chunks: HashMap<ChunkPos, Chunk>,
    }

    impl World {
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
    }

    fn seeds() -> impl Iterator<Item = u64> {
        (0..150).chain((0..50).map(mix)).chain([u64::MAX, 1 << 63])
    }

    /// What README says of the first minute. The tree's way is found by `origin`, and walked by the bench and the tests of the main job.
    #[test]
    fn every_seed_keeps_its_promises() {
        for seed in seeds() {
            let mut world = World::new(seed);
            let ground = world.terrain.column(0, 0).top;
            assert_eq!(world.name(0, ground, 0), "grass_block", "seed {seed}: spawn");
            assert!(world.is_free(0, ground + 1, 0) && world.is_free(0, ground + 2, 0), "seed {seed}: room at spawn");
            assert!((1..=5).any(|deep| world.name(0, ground - deep, 0) == "stone"), "seed {seed}: stone below");
            let around = || (-48..=48_i32).flat_map(|x| (-48..=48_i32).map(move |z| (x, z)));
            let is_near = |x: i32, y: i32, z: i32, far: i32| x * x + y * y + z * z <= far * far;
            let trees = around().filter(|&(x, z)| {
                let top = world.terrain.column(x, z).top;
                is_near(x, 0, z, 24) && world.name(x, top + 1, z).ends_with("_log")
            });
            assert!(trees.count() > 0, "seed {seed}: a tree");
            let coal = around().any(|(x, z)| {
                (ground - 48..ground + 48)
                    .any(|y| is_near(x, y - ground, z, 48) && world.name(x, y, z).ends_with("coal_ore"))
            });
            assert!(coal, "seed {seed}: coal");
        }
    }

    /// What a square of 12x12 chunks is like.
    #[derive(Default)]
    struct Likeness {
        ores: f64,
        caves: f64,
        steps: f64,
        water: f64,
    }

    impl Likeness {
        fn of(terrain: &Terrain, (west, north): (i32, i32), chunks: &[ChunkPos]) -> Self {
            let mut likeness = Self::default();
            for pos in chunks {
                let chunk = terrain.generate(ChunkPos { x: pos.x + (west >> 4), z: pos.z + (north >> 4) });
                for y in MIN_Y..MEADOW - 6 {
                    for at in 0..256 {
                        let state = chunk.get(at & 15, y, at >> 4);
                        likeness.caves += f64::from(state == blocks::AIR);
                        likeness.ores += f64::from(blocks::name(state).ends_with("_ore"));
                    }
                }
            }
            for (x, z) in (-96..96).step_by(3).flat_map(|x| (-96..96).step_by(3).map(move |z| (x + west, z + north))) {
                let here = terrain.column(x, z);
                likeness.steps += f64::from((here.top - terrain.column(x + 1, z).top).abs());
                likeness.water += f64::from(here.is_wet());
            }
            likeness
        }

        fn all(&self) -> [(&'static str, f64); 4] {
            [("ores", self.ores), ("caves", self.caves), ("steps", self.steps), ("water", self.water)]
        }
    }

    /// Nothing is put near the spawn for the bot: within 96 blocks of it the land is what it is 10,000 blocks away, over 200 seeds.
    #[test]
    fn the_land_at_the_spawn_is_like_that_far_away() {
        // Some chunks of the 144 a seed, others each time.
        let chunks = |seed: u64| {
            [0, 1, 2]
                .map(|turn| mix(seed * 3 + turn))
                .map(|bits| ChunkPos { x: (bits % 12) as i32 - 6, z: (bits / 12 % 12) as i32 - 6 })
        };
        let far = [(10_000, 0), (0, -10_000), (-10_000, 10_000)];
        let mut all: Vec<[[f64; 4]; 2]> = Vec::new();
        for seed in 0..200 {
            let terrain = Terrain::new(seed);
            let like = |place| Likeness::of(&terrain, place, &chunks(seed)).all().map(|(_, value)| value);
            all.push([like((0, 0)), like(far[seed as usize % 3])]);
        }
        for (number, (what, _)) in Likeness::default().all().into_iter().enumerate() {
            let differences = all.iter().map(|[near, far]| near[number] - far[number]);
            let count = all.len() as f64;
            let mean = differences.clone().sum::<f64>() / count;
            let spread = (differences.map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
            let t = mean / (spread / count.sqrt());
            let average = |which: usize| all.iter().map(|it| it[which][number]).sum::<f64>() / count;
            println!("{what}: {:.1} at the spawn, {:.1} far away, t = {t:.2}", average(0), average(1));
            assert!(t.abs() < 2.6, "{what}: {:.1} at the spawn, {:.1} far away, t = {t:.2}", average(0), average(1));
        }
    }

    #[test]
    fn plains_can_be_walked_and_mountains_are_steep() {
        let (mut lowest, mut highest, mut wet, mut all) = (MEADOW, MEADOW, 0, 0);
        let mut steps = [0; 16];
        for seed in seeds().step_by(9) {
            let terrain = Terrain::new(seed);
            let far = mix(seed) as i32 % 2000;
            for (x, z) in (-160..260).step_by(2).flat_map(|x| (-120..220).map(move |z| (x, z + far % 2 * far))) {
                let here = terrain.column(x, z);
                for (dx, dz) in [(1, 0), (0, 1)] {
                    let beside = terrain.column(x + dx, z + dz);
                    let step = (here.top - beside.top).unsigned_abs() as usize;
                    let is_hill = [here, beside].iter().any(|it| it.biome == Biome::WindsweptHills);
                    assert!(step <= 2 || is_hill, "seed {seed}: a step of {step} at {x}, {z}: {here:?}, {beside:?}");
                    steps[step.min(15)] += 1;
                }
                (lowest, highest) = (lowest.min(here.top), highest.max(here.top));
                wet += usize::from(here.is_wet());
                all += 1;
            }
        }
        println!("{lowest} to {highest}, {wet} of {all} wet, steps {steps:?}");
        assert!(lowest >= 50 && highest <= 180, "{lowest} to {highest}");
        assert!(highest >= 120, "some mountains: {highest}");
        assert!(wet * 50 > all && wet * 4 < all, "some water: {wet} of {all}");
        assert!(steps[4..].iter().sum::<usize>() * 10_000 > all, "some cliffs: {steps:?} of {all}");
        assert!(steps[2..].iter().sum::<usize>() * 10 < all, "most of it can be walked: {steps:?} of {all}");
    }

    #[test]
    fn water_stays_where_it_is() {
        for seed in [1, 26, 77] {
            let mut land = World::new(seed);
            let water = blocks::state("water");
            for (x, z) in (-300..-150).flat_map(|x| (0..150).map(move |z| (x, z))) {
                let column = land.terrain.column(x, z);
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
            let mut land = World::new(seed);
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
