//! The lie of the land: how high each column is and which biome it is in, from the seed alone.
//!
//! It is alike everywhere: plains and woods, lakes and rivers, steep hills, and mountains that rise from them; some of these go up in
//! cliffs. Off the hills neighbouring columns differ by at most one block, but for ravines (`land::caves`).

use crate::land::{
    biomes::Biome,
    noise::{Field, mixed, step},
};

/// The y of level land's grass blocks: one stands on them at 64.
pub(crate) const MEADOW: i32 = 63;

/// The topmost blocks of water, as in vanilla, whose sea level of 63 is the first y above them.
pub(super) const WATER_LEVEL: i32 = 62;

const RIVER_BED: f64 = 57.0;

/// Relief below which a lake's shore begins; from -0.46 down there is water.
const SHORE: f64 = -0.4;

/// From so many blocks above level land on rugged land is hills.
const HILL: i32 = 4;

/// How much higher mountains are than the hills that they rise from, in blocks.
const MOUNTAIN: f64 = 58.0;

/// From one ledge of a cliff to the next, in blocks, and how much of that way is level.
const LEDGE: f64 = 8.0;
const LEVEL: f64 = 0.8;

/// How far aside edges of biomes wander, in blocks.
const ASIDE: f64 = 14.0;

/// One column of land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Column {
    /// The y of its highest ground block, caves aside.
    pub top: i32,
    pub biome: Biome,
}

impl Column {
    pub fn is_wet(self) -> bool {
        self.top < WATER_LEVEL
    }
}

pub(crate) struct Relief {
    wide: Field,
    fine: Field,
    rugged: Field,
    peaks: Field,
    crags: Field,
    mountains: Field,
    cliffs: Field,
    river: Field,
    temperature: [Field; 2],
    humidity: [Field; 2],
    kind: Field,
    sandy: Field,
    /// Where things are looked up a little aside, east and south, so that their edges wander.
    aside: [Field; 2],
}

impl Relief {
    pub fn new(seed: u64) -> Self {
        let field = |name, cell| Field::new(seed, name, cell);
        Self {
            wide: field(b"wide", 80),
            fine: field(b"fine", 24),
            rugged: field(b"rugg", 208),
            peaks: field(b"peak", 80),
            crags: field(b"crag", 32),
            mountains: field(b"moun", 288),
            cliffs: field(b"clif", 112),
            river: field(b"rivr", 176),
            temperature: [field(b"temp", 240), field(b"temq", 48)],
            humidity: [field(b"humi", 208), field(b"humj", 48)],
            kind: field(b"kind", 128),
            sandy: field(b"sand", 40),
            aside: [field(b"asix", 56), field(b"asiz", 56)],
        }
    }

    pub fn column(&self, x: i32, z: i32) -> Column {
        let relief = 0.75 * self.wide.at(x, z) + 0.25 * self.fine.at(x, z);
        let rise = if relief > 0.1 { (relief - 0.1) * 10.0 } else { (relief + 0.4).min(0.0) * 8.0 };
        let rugged = step(self.rugged.at(x, z), 0.15, 0.75);
        let mut height = f64::from(MEADOW) + rise;
        if rugged > 0.0 {
            let mountain = rugged * step(self.mountains.at(x, z), 0.1, 0.8) * MOUNTAIN;
            height += rugged * (27.0 + 16.0 * self.peaks.at(x, z) + 5.0 * self.crags.at(x, z) + mountain);
            let cliff = step(self.cliffs.at(x, z), 0.1, 0.4);
            if cliff > 0.0 {
                height = mixed(height, in_ledges(height), cliff);
            }
        }
        let river = (1.0 - rugged) * (1.0 - step(self.river.at(x, z).abs(), 0.02, 0.17));
        height = mixed(height, RIVER_BED, river);
        let top = height.round() as i32;
        let is_shore =
            height < f64::from(MEADOW) + 0.4 && (river > 0.0 || relief < SHORE) && self.sandy.at(x, z) > -0.3;
        let biome = if top < WATER_LEVEL {
            Biome::River
        } else if is_shore {
            Biome::Beach
        } else if rugged > 0.25 || rugged > 0.0 && height > f64::from(MEADOW + HILL) {
            Biome::WindsweptHills
        } else {
            let [dx, dz] = self.aside.map(|field| (field.at(x, z) * ASIDE) as i32);
            self.climate(x + dx, z + dz)
        };
        Column { top, biome }
    }

    fn climate(&self, x: i32, z: i32) -> Biome {
        let two = |[wide, fine]: [Field; 2]| 0.85 * wide.at(x, z) + 0.15 * fine.at(x, z);
        Biome::of_climate(two(self.temperature), two(self.humidity), self.kind.at(x, z))
    }
}

/// The same height on a slope that goes up in ledges, from the first of them on.
fn in_ledges(height: f64) -> f64 {
    let ledges = (height - f64::from(MEADOW)) / LEDGE;
    if ledges < 1.0 {
        return height;
    }
    let (whole, part) = (ledges.floor(), ledges - ledges.floor());
    f64::from(MEADOW) + LEDGE * (whole + step(part, LEVEL, 1.0))
}
