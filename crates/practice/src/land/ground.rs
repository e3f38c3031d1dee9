//! What a column is made of: bedrock, deepslate and stone below, and by biome what lies on top.

use crate::{
    chunks::{blocks, heights::MIN_Y},
    land::{
        biomes::Biome,
        canvas::Canvas,
        noise::{Field, hash3},
        relief::{Column, WATER_LEVEL},
    },
    rng::mix,
    voxel::StateId,
};

/// Blocks of earth or sand under the topmost block, and of sandstone under sand.
pub(super) const EARTH: i32 = 3;
const SANDSTONE: i32 = 4;

/// Bedrock thins out over so many layers, as vanilla's does.
const BEDROCK: i32 = 5;

/// Deepslate gives way to stone between these heights, as in vanilla.
const DEEPSLATE: (i32, i32) = (0, 8);

/// From here up hills are bare in places.
const BARE: i32 = 78;

pub(crate) struct Ground {
    seed: u64,
    patches: Field,
    bare: Field,
    bedrock: StateId,
    deepslate: StateId,
    stone: StateId,
    dirt: StateId,
    grass: StateId,
    sand: StateId,
    sandstone: StateId,
    gravel: StateId,
    clay: StateId,
    water: StateId,
}

impl Ground {
    pub fn new(seed: u64) -> Self {
        Self {
            seed: mix(seed ^ 0x6772_6f75),
            patches: Field::new(seed, b"patc", 12),
            bare: Field::new(seed, b"bare", 20),
            bedrock: blocks::state("bedrock"),
            deepslate: blocks::state("deepslate"),
            stone: blocks::state("stone"),
            dirt: blocks::state("dirt"),
            grass: blocks::state("grass_block"),
            sand: blocks::state("sand"),
            sandstone: blocks::state("sandstone"),
            gravel: blocks::state("gravel"),
            clay: blocks::state("clay"),
            water: blocks::state("water"),
        }
    }

    pub fn lay(&self, canvas: &mut Canvas) {
        let lowest = canvas.places().map(|(x, z)| canvas.column(x, z).top).min().unwrap_or(WATER_LEVEL);
        let stone_to = lowest - EARTH - SANDSTONE;
        canvas.fill(MIN_Y, DEEPSLATE.1, self.deepslate);
        canvas.fill(DEEPSLATE.1, stone_to, self.stone);
        for (x, z) in canvas.places() {
            self.grade(canvas, x, z);
            let column = canvas.column(x, z);
            for y in stone_to..column.top - EARTH {
                canvas.set(x, y, z, self.stone);
            }
            self.cover(canvas, x, z, column);
            for y in column.top + 1..=WATER_LEVEL {
                canvas.set(x, y, z, self.water);
            }
        }
    }

    /// Where bedrock ends and where deepslate does: by chance, less with every layer.
    fn grade(&self, canvas: &mut Canvas, x: i32, z: i32) {
        for layer in 0..BEDROCK {
            if hash3(self.seed, x, MIN_Y + layer, z) % 5 >= layer as u64 {
                canvas.set(x, MIN_Y + layer, z, self.bedrock);
            }
        }
        for y in DEEPSLATE.0 + 1..DEEPSLATE.1 {
            if hash3(self.seed, x, y, z) % 8 < (y - DEEPSLATE.0) as u64 {
                canvas.set(x, y, z, self.stone);
            }
        }
    }

    /// Whether trees can stand on a column, and grass and flowers.
    pub fn is_grass(&self, x: i32, z: i32, column: Column) -> bool {
        self.surface(x, z, column).0 == self.grass
    }

    /// The topmost block, and what the next few are.
    fn surface(&self, x: i32, z: i32, column: Column) -> (StateId, StateId) {
        match column.biome {
            Biome::Desert | Biome::Beach => (self.sand, self.sand),
            // Under water: mostly sand near the shore, earth and gravel in the deep, clay here and there.
            Biome::River => match self.patches.at(x, z) {
                ..-0.45 => (self.clay, self.clay),
                ..0.0 => (self.sand, self.sand),
                0.4.. => (self.gravel, self.gravel),
                _ if column.top >= WATER_LEVEL - 2 => (self.sand, self.sand),
                _ => (self.dirt, self.dirt),
            },
            Biome::WindsweptHills if column.top >= BARE => match self.bare.at(x, z) {
                0.3.. => (self.stone, self.stone),
                ..-0.6 => (self.gravel, self.gravel),
                _ => (self.grass, self.dirt),
            },
            _ => (self.grass, self.dirt),
        }
    }

    fn cover(&self, canvas: &mut Canvas, x: i32, z: i32, column: Column) {
        let (surface, below) = self.surface(x, z, column);
        for y in column.top - EARTH..column.top {
            canvas.set(x, y, z, below);
        }
        canvas.set(x, column.top, z, surface);
        if column.biome == Biome::Desert {
            for y in column.top - EARTH - SANDSTONE..column.top - EARTH {
                canvas.set(x, y, z, self.sandstone);
            }
        }
    }
}
