//! What grows on the ground beside trees: grasses and flowers by biome, cane at the water, cactus and dead bushes in the
//! desert, now and then a pumpkin.

use crate::{
    chunks::{blocks, blocks::AIR},
    knowledge,
    land::{
        biomes::Biome,
        canvas::Canvas,
        noise::{Field, hash3},
        relief::{Column, WATER_LEVEL},
    },
    rng::{Rng, hash2, mix},
    voxel::StateId,
};

/// A plant of one block or two, one over the other.
#[derive(Clone, Copy)]
struct Plant {
    lower: StateId,
    upper: Option<StateId>,
}

/// How many of 1,000 blocks of a biome's ground bear something, and what: names with weights.
type Growth = (u64, &'static [(&'static str, u64)]);

/// Our own numbers, after vanilla's features for each biome: which plants there are, and about how thick they stand.
fn growth(biome: Biome) -> Growth {
    match biome {
        Biome::Plains => (130, &[("short_grass", 40), ("tall_grass", 4), ("@meadow", 10), ("bush", 1)]),
        Biome::SunflowerPlains => (130, &[("short_grass", 40), ("tall_grass", 3), ("@meadow", 6), ("sunflower", 8)]),
        Biome::Forest => (
            80,
            &[("short_grass", 20), ("leaf_litter", 14), ("@wood", 6), ("lilac", 1), ("rose_bush", 1), ("peony", 1)],
        ),
        Biome::BirchForest => {
            (80, &[("short_grass", 20), ("wildflowers", 8), ("@wood", 6), ("lilac", 1), ("peony", 1)])
        }
        Biome::Taiga => (110, &[("fern", 24), ("short_grass", 12), ("large_fern", 4), ("dandelion", 1), ("poppy", 1)]),
        Biome::WindsweptHills => (40, &[("short_grass", 20), ("tall_grass", 1), ("dandelion", 1), ("poppy", 1)]),
        Biome::Desert => (14, &[("dead_bush", 6), ("short_dry_grass", 4), ("tall_dry_grass", 2)]),
        Biome::Beach | Biome::River => (0, &[]),
    }
}

/// Flowers that stand together: which of them grows in a place, the flower noise tells.
const MEADOW_FLOWERS: [&str; 9] = [
    "dandelion",
    "cornflower",
    "azure_bluet",
    "oxeye_daisy",
    "poppy",
    "dandelion",
    "orange_tulip",
    "red_tulip",
    "white_tulip",
];
const WOOD_FLOWERS: [&str; 3] = ["dandelion", "lily_of_the_valley", "poppy"];

/// Cactus stands on a lattice with jitter, so that no two touch: cell and jitter in blocks, and one cell in so many.
const CACTUS_CELL: i32 = 8;
const CACTUS_JITTER: u64 = 6;
const CACTUS_IN: u64 = 5;

/// One chunk in so many has a patch of pumpkins.
const PUMPKIN_CHUNKS: i32 = 80;

enum Choice {
    One(Plant),
    /// By the flower noise, one of these.
    Patch(Vec<Plant>),
}

pub(crate) struct Plants {
    seed: u64,
    flowers: Field,
    reeds: Field,
    /// By biome's number: how many of 1,000 blocks, the weights' sum, and the choices with their weights.
    growth: Vec<(u64, u64, Vec<(Choice, u64)>)>,
    /// Ground that plants stand on.
    soil: [StateId; 2],
    sand: StateId,
    cane: StateId,
    cactus: StateId,
    pumpkin: StateId,
}

impl Plants {
    pub fn new(seed: u64) -> Self {
        let growth_of = |biome: Biome| {
            let (often, names) = growth(biome);
            let choices = names.iter().map(|&(name, weight)| (choice(name), weight)).collect();
            (often, names.iter().map(|(_, weight)| weight).sum(), choices)
        };
        Self {
            seed: mix(seed ^ 0x706c_616e),
            flowers: Field::new(seed, b"flow", 20),
            reeds: Field::new(seed, b"reed", 16),
            growth: Biome::ALL.into_iter().map(growth_of).collect(),
            soil: ["grass_block", "dirt"].map(blocks::state),
            sand: blocks::state("sand"),
            cane: blocks::state("sugar_cane"),
            cactus: blocks::state("cactus"),
            pumpkin: blocks::state("pumpkin"),
        }
    }

    pub fn grow(&self, canvas: &mut Canvas) {
        for (x, z) in canvas.places() {
            let column = canvas.column(x, z);
            if column.top == WATER_LEVEL {
                self.grow_cane(canvas, x, z);
            } else if !column.is_wet() {
                self.grow_wild(canvas, x, z, column);
            }
        }
        self.grow_cactus(canvas);
        self.grow_pumpkins(canvas);
    }

    fn grow_wild(&self, canvas: &mut Canvas, x: i32, z: i32, Column { top, biome, .. }: Column) {
        let (often, sum, choices) = &self.growth[biome as usize];
        let chance = hash2(self.seed, x, z);
        let ground = canvas.get(x, top, z);
        let grows = if biome == Biome::Desert { ground == Some(self.sand) } else { ground == Some(self.soil[0]) };
        if chance % 1000 >= *often || !grows || canvas.get(x, top + 1, z) != Some(AIR) {
            return;
        }
        let mut rest = (chance >> 16) % sum;
        let chosen = choices.iter().find(|(_, weight)| {
            let found = rest < *weight;
            rest = rest.saturating_sub(*weight);
            found
        });
        let plant = match chosen {
            Some((Choice::One(plant), _)) => *plant,
            Some((Choice::Patch(plants), _)) => {
                let place = (self.flowers.at(x, z) + 1.0) / 2.0 * plants.len() as f64;
                plants[(place as usize).min(plants.len() - 1)]
            }
            None => return,
        };
        match plant.upper {
            Some(upper) if canvas.get(x, top + 2, z) == Some(AIR) => canvas.set(x, top + 2, z, upper),
            Some(_) => return,
            None => {}
        }
        canvas.set(x, top + 1, z, plant.lower);
    }

    /// Cane on ground that is level with the water and touches it.
    fn grow_cane(&self, canvas: &mut Canvas, x: i32, z: i32) {
        let wet = [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().any(|(dx, dz)| canvas.column(x + dx, z + dz).is_wet());
        let chance = hash2(self.seed ^ 1, x, z);
        if wet && self.reeds.at(x, z) > 0.25 && chance.is_multiple_of(3) {
            let ground = canvas.get(x, WATER_LEVEL, z);
            if ground == Some(self.sand) || self.soil.iter().any(|&soil| ground == Some(soil)) {
                // Two to four, the low ones more often, as in vanilla.
                let tall = 2 + ((chance >> 8) % 3).min((chance >> 16) % 3) as i32;
                self.stack(canvas, x, WATER_LEVEL + 1, z, self.cane, tall);
            }
        }
    }

    fn grow_cactus(&self, canvas: &mut Canvas) {
        for (i, j) in canvas.cells(CACTUS_CELL, 0) {
            let chance = hash2(self.seed ^ 2, i, j);
            let x = i * CACTUS_CELL + (chance % CACTUS_JITTER) as i32;
            let z = j * CACTUS_CELL + (chance / CACTUS_JITTER % CACTUS_JITTER) as i32;
            if !(chance >> 32).is_multiple_of(CACTUS_IN) || !canvas.contains(x, z) {
                continue;
            }
            let Column { top, biome, .. } = canvas.column(x, z);
            let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            let room = beside.iter().all(|(dx, dz)| canvas.column(x + dx, z + dz).top <= top);
            // Cane may stand where the ground is level with the water.
            if biome == Biome::Desert && top > WATER_LEVEL && room && canvas.get(x, top, z) == Some(self.sand) {
                let tall = 1 + ((chance >> 40) % 3).min((chance >> 48) % 3) as i32;
                canvas.set(x, top + 1, z, AIR);
                self.stack(canvas, x, top + 1, z, self.cactus, tall);
            }
        }
    }

    fn grow_pumpkins(&self, canvas: &mut Canvas) {
        let mut rng = Rng::new(hash3(self.seed, canvas.west, 3, canvas.north));
        if rng.range(1, PUMPKIN_CHUNKS) != 1 {
            return;
        }
        for _ in 0..5 {
            let (x, z) = (canvas.west + rng.range(4, 11), canvas.north + rng.range(4, 11));
            let Column { top, biome, .. } = canvas.column(x, z);
            if biome != Biome::Desert && canvas.get(x, top, z) == Some(self.soil[0]) {
                self.stack(canvas, x, top + 1, z, self.pumpkin, 1);
            }
        }
    }

    fn stack(&self, canvas: &mut Canvas, x: i32, y: i32, z: i32, state: StateId, tall: i32) {
        for y in y..y + tall {
            if canvas.get(x, y, z) != Some(AIR) {
                return;
            }
            canvas.set(x, y, z, state);
        }
    }
}

fn choice(name: &str) -> Choice {
    let patch = |names: &[&str]| Choice::Patch(names.iter().map(|name| plant(name)).collect());
    match name {
        "@meadow" => patch(&MEADOW_FLOWERS),
        "@wood" => patch(&WOOD_FLOWERS),
        name => Choice::One(plant(name)),
    }
}

fn plant(name: &str) -> Plant {
    let half = |half: &str| knowledge::state_with(knowledge::block(name)?, &[("half", half)]);
    match half("lower").zip(half("upper")) {
        Some((lower, upper)) => Plant { lower, upper: Some(upper) },
        None => Plant { lower: blocks::state(name), upper: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plant_exists() {
        let listed = Biome::ALL.into_iter().flat_map(|biome| growth(biome).1).map(|(name, _)| *name);
        for name in listed.filter(|name| !name.starts_with('@')).chain(MEADOW_FLOWERS).chain(WOOD_FLOWERS) {
            assert!(knowledge::block(name).is_some(), "{name}");
        }
        assert!(plant("sunflower").upper.is_some() && plant("poppy").upper.is_none());
    }
}
